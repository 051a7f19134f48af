"""What staff record in a player's name shuts the player out of nothing until the player, or a second person, has said
that it is so (ALL-8, ALL-10).

The attack: enter somebody into two tournaments and record two resignations in their name, and they can enter nowhere.
"""

from typing import Any

import httpx
import pytest

from tests.api.support import Client, Service, problem, score, season

Json = dict[str, Any]


def resigned_by_staff(person: str, director: Client, times: int = 2) -> None:
    """The director enters the person, and records that they resigned, in so many tournaments."""
    for _ in range(times):
        body = {"name": "Trap", "format": {"kind": "open"}}
        path = f"/v1/tournaments/{director.done('/v1/tournaments', body).json()['tournament']}"
        entered = director.done(f"{path}/entries", {"person": person})
        director.done(f"{path}/entries/1/approval", seen=entered.headers["ETag"])
        director.change(path, "start")
        director.change(f"{path}/entries/1", "resignation", {"reason": "Gone."})


def record(reader: Client, person: str, after: Client) -> Json:
    reader.position = max(reader.position, after.position)
    found: Json = reader.read(f"/v1/persons/{person}/record")
    return found


def confirm(by: Client, person: str, number: int, after: Client) -> httpx.Response:
    """What the confirmation of the nth resignation is answered with."""
    by.position = max(by.position, after.position)
    seen = by.get(f"/v1/persons/{person}").headers["ETag"]
    return by.post(f"/v1/persons/{person}/resignations/{number}/confirmation", seen=seen)


def officer(service: Service, person: str | None = None) -> Client:
    return service.client(service.key("administrator", person or service.register("Officer")))


@pytest.mark.rule("ALL-8")
def test_resignations_that_one_director_records_shut_nobody_out(service: Service) -> None:
    harmed, (director, _) = service.register("Harmed"), service.director()
    resigned_by_staff(harmed, director)
    player, office, other = service.player(harmed), officer(service), service.director()[0]
    for reader in (player, office, director, other):
        shown = record(reader, harmed, director)
        assert (shown["counted"], shown["may_enter"]) == (0, True)
        assert [(one["number"], one["confirmed"]) for one in shown["resignations"]] == [(1, False), (2, False)]
    (listed,) = [one for one in office.read("/v1/persons", resigned="true", limit=500)["items"] if one["id"] == harmed]
    assert (listed["resignations"], listed["unconfirmed"]) == (2, 2)
    evening = season(service, 2)
    player.done(f"{evening.path}/entries", {"person": harmed})


@pytest.mark.rule("ALL-8")
def test_the_player_confirms_by_one_command_and_then_it_counts(service: Service) -> None:
    runaway, (director, _) = service.register("Runaway"), service.director()
    resigned_by_staff(runaway, director)
    player = service.player(runaway)
    for number in (1, 2):
        assert confirm(player, runaway, number, director).status_code == 200
    shown = record(player, runaway, director)
    assert (shown["counted"], shown["may_enter"]) == (2, False)
    assert problem(player.post(f"{season(service, 2).path}/entries", {"person": runaway})) == "resigned-too-often"
    again = confirm(player, runaway, 1, player)
    assert (again.status_code, problem(again)) == (409, "resignation-confirmed")
    director.position = player.position
    director.change(f"/v1/persons/{runaway}", "resignations/lift", {"reason": "Was ill."})
    assert record(player, runaway, director)["may_enter"]


@pytest.mark.rule("ALL-8")
def test_another_administrator_confirms_and_who_has_recorded_it_does_not(service: Service) -> None:
    person, (director, director_id) = service.register("Runaway"), service.director()
    resigned_by_staff(person, director, times=1)
    for alone in (officer(service, director_id), service.administrator()):
        refused = confirm(alone, person, 1, director)
        assert (refused.status_code, problem(refused)) == (403, "resignation-unconfirmed")
    assert problem(confirm(director, person, 1, director)) == "not-allowed"
    assert problem(confirm(service.player(service.register("Other")), person, 1, director)) in (
        *("not-allowed", "role-insufficient"),
    )
    office = officer(service)
    assert confirm(office, person, 1, director).status_code == 200
    assert record(office, person, office)["counted"] == 1


@pytest.mark.rule("ALL-8", "ALL-4")
def test_the_player_takes_back_what_a_director_has_recorded_and_plays_on(service: Service) -> None:
    evening = season(service, 3)
    player, place = service.player(evening.persons[0]), f"{evening.path}/entries/1"
    evening.director.change(place, "resignation", {"reason": "Gone."})
    evening.play(2, 3)
    seen = evening.director.get(place).headers["ETag"]
    refused = evening.director.post(f"{place}/resignation/withdrawal", {"reason": "Slip."}, seen=seen)
    assert (refused.status_code, problem(refused)) == (403, "not-allowed")
    player.position = evening.director.position
    player.change(place, "resignation/withdrawal", {"reason": "I never left."})
    assert record(player, evening.persons[0], player)["resignations"] == []
    evening.director.position = player.position
    assert [one["status"] for one in evening.director.read(f"{evening.path}/entries")["items"]] == ["approved"] * 3
    evening.play(1, 2)


@pytest.mark.rule("ALL-8")
def test_player_who_resigns_by_their_own_key_is_counted_at_once(service: Service) -> None:
    evening = season(service, 2)
    player = service.player(evening.persons[0])
    player.position = evening.director.position
    player.change(f"{evening.path}/entries/1", "resignation")
    assert record(player, evening.persons[0], player)["counted"] == 1


@pytest.mark.rule("ALL-8", "TD-1")
def test_an_evening_with_one_director_passes_unhindered(service: Service) -> None:
    evening = season(service, 3)
    evening.play(1, 2)
    evening.director.change(f"{evening.path}/entries/3", "resignation", {"reason": "Had to leave."})
    evening.play(2, 1)
    evening.director.change(evening.path, "completion")
    entries = evening.director.read(f"{evening.path}/entries")["items"]
    assert sorted(one["status"] for one in entries) == ["approved", "approved", "resigned"]


@pytest.mark.rule("ALL-10", "TD-4")
def test_naming_somebody_for_a_team_binds_nobody_and_tells_of_no_ban(service: Service) -> None:
    """The named person enters by themselves, is told as free, and is counted in nothing of the team's."""
    evening, office = season(service, 2), officer(service)
    captain, named, barred = (service.register(name) for name in ("Captain", "Named", "Barred"))
    office.change(f"/v1/persons/{barred}", "bans", {"reason": "Threw dice."})
    asks = service.player(captain)
    answers = []
    for members in ([named], [barred]):
        made = season(service, 2)
        asks.position = max(made.director.position, office.position)
        answers.append(
            asks.post(f"{made.path}/entries", {"person": captain, "members": members, "team_name": "The named"})
        )
    assert [one.status_code for one in answers] == [201, 201]
    free, banned = (one.json() for one in answers)
    assert free["entries"] == banned["entries"]

    asks.position = evening.director.position
    asks.done(f"{evening.path}/entries", {"person": captain, "members": [named], "team_name": "The named"})
    player = service.player(named)
    player.position = asks.position
    own = player.done(f"{evening.path}/entries", {"person": named})
    evening.director.position = player.position
    number = own.headers["Location"].rpartition("/")[2]
    evening.director.change(f"{evening.path}/entries/{number}", "approval")
    approval = evening.director.post(
        f"{evening.path}/entries/3/approval",
        seen=evening.director.get(f"{evening.path}/entries/3").headers["ETag"],
    )
    assert problem(approval) == "members-unasked"
    result = {"sides": [1, int(number)], "length": 7, "result": score(3, 7)}
    evening.director.done(f"{evening.path}/matches", result)
    assert record(player, named, evening.director)["resignations"] == []


@pytest.mark.rule("REG-5", "TD-14")
def test_member_an_officer_proposes_is_in_by_their_own_word_or_the_directors(service: Service) -> None:
    """The attack: enter a member for the club where results count at once, and report a win against them."""
    office, schemer, member = service.administrator(), service.register("An officer"), service.register("A member")
    club = office.done("/v1/clubs", {"name": "Valley"}).json()["club"]
    office.done(f"/v1/clubs/{club}/officers", {"person": schemer})
    held = service.player(schemer)
    office.done(f"/v1/clubs/{club}/members", {"person": member, "since": "2026-01-01"})
    held.position = office.position
    director, conditions = service.director()[0], {"verification": "at-once", "correction_window_minutes": 60}
    evening = {"name": "Evening", "format": {"kind": "open"}, "conditions": conditions}
    path = director.done("/v1/tournaments", evening).headers["Location"]
    held.done(f"{path}/entries", {"person": schemer})
    proposed = {"person": member, "club": club}
    held.done(f"{path}/entries", proposed)
    player = service.player(member)
    player.position = held.position
    waiting = [one for one in player.read("/v1/waiting")["items"] if one["kind"] == "entry-to-confirm"]
    assert [one["number"] for one in waiting] == [2]
    director.position = held.position
    early = director.post(f"{path}/entries/2/approval", seen=director.get(f"{path}/entries/2").headers["ETag"])
    assert problem(early) == "members-unasked"
    player.done(f"{path}/entries", proposed)
    director.position = player.position
    for number in (1, 2):
        director.change(f"{path}/entries/{number}", "approval")
    director.change(path, "start")
    held.position = director.position
    held.done(f"{path}/matches", {"sides": [1, 2], "length": 7, "result": score(7, 0)})
    player.position = held.position
    assert player.read("/v1/waiting")["items"] == []
