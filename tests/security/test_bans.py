"""Nobody is banned by one person alone without a way out: a director's ruling reaches those who have a part in the
tournament, and whom it names can appeal it (TD-4, TD-11).

The attack: a director bans anybody of the registry for good, and the appeal is refused, for they are no party.
"""

from typing import Any

import httpx
import pytest

from tests.api.support import Client, Season, Service, season

Json = dict[str, Any]
RULED: Json = {"clause": "1.6.3", "facts": "Shouting in the hall.", "reasons": "Nobody could play."}
ON_TOURNAMENT: Json = {"about": {"kind": "tournament"}}


@pytest.fixture
def evening(service: Service) -> Season:
    """Two players who have played one match; the director plays nothing."""
    made = season(service, 2)
    made.play()
    return made


def problem(answer: httpx.Response) -> str:
    return str(answer.json()["type"].rpartition("/")[2])


def ban(person: str, kind: str = "ban", until: str | None = None) -> Json:
    return {"kind": kind, "person": person, "until": until}


def watching(person: str, kind: str = "spectator-ban") -> Json:
    lasting = {"until": None} if kind == "spectator-ban" else {}
    return {"kind": kind, "spectator": {"kind": "person", "person": person}, **lasting}


def rule(evening: Season, *remedies: Json, said: str = "remedies") -> httpx.Response:
    """What the director's ruling on the tournament is answered with."""
    return evening.director.rule(evening.path, {**ON_TOURNAMENT, **RULED, said: list(remedies)})


def record(evening: Season, person: str) -> Json:
    """What the person reads of themselves."""
    reader = evening.service.player(person)
    reader.position = evening.director.position
    found: Json = reader.read(f"/v1/persons/{person}/record")
    return found


def reverse(evening: Season, appeal: str, by: Client) -> None:
    """By a committee of three whom the director knows nothing of."""
    members = [evening.service.register("Judge") for _ in range(3)]
    evening.director.position = by.position
    evening.director.change(appeal, "committee", {"members": members})
    for member in members:
        evening.service.player(member).done(f"{appeal}/votes", {"member": member, "verdict": "reversed"})
    evening.director.change(appeal, "decision", {"reasons": "As voted."})


@pytest.mark.rule("TD-4")
@pytest.mark.parametrize("said", ["remedies", "claimed"])
@pytest.mark.parametrize("kind", ["ban", "director-ban"])
def test_a_ruling_bans_nobody_who_has_no_part_in_the_tournament(evening: Season, kind: str, said: str) -> None:
    stranger = evening.service.register("A stranger")
    answer = rule(evening, ban(stranger, kind), said=said)
    assert (answer.status_code, problem(answer), answer.json()["rule"]) == (422, "no-part", "TD-4")
    assert evening.director.read(f"{evening.path}/rulings")["items"] == []
    assert record(evening, stranger)["bans"] == []


@pytest.mark.rule("TD-4", "ALL-10")
def test_a_ruling_does_not_reach_whom_a_player_has_named_for_a_team(evening: Season) -> None:
    captain, named = (evening.service.register(name) for name in ("Captain", "Named"))
    asked = {"person": captain, "members": [named], "team": "The named"}
    evening.service.player(captain).done(f"{evening.path}/entries", asked)
    assert problem(rule(evening, ban(named))) == "no-part"


@pytest.mark.rule("TD-4", "TD-11")
@pytest.mark.parametrize("kind", ["spectator-ban", "spectator-expulsion"])
def test_a_spectator_whom_a_ruling_names_reads_it_and_appeals(evening: Season, kind: str) -> None:
    watcher, other = (evening.service.register(name) for name in ("Watcher", "Other"))
    given = rule(evening, watching(watcher, kind))
    ruling = given.headers["Location"]
    harmed, stranger = evening.service.player(watcher), evening.service.player(other)
    harmed.position = stranger.position = evening.director.position
    assert harmed.read(ruling)["reasons"] == RULED["reasons"]
    assert stranger.read(ruling)["reasons"] is None

    seen = harmed.get(ruling).headers["ETag"]
    for_another = stranger.post(f"{ruling}/appeals", {"person": watcher}, seen=seen)
    assert (for_another.status_code, problem(for_another)) == (403, "not-allowed")
    no_party = stranger.post(f"{ruling}/appeals", {"person": other}, seen=seen)
    assert (no_party.status_code, problem(no_party)) == (409, "not-a-party")
    assert harmed.post(f"{ruling}/appeals", {"person": watcher, "entry": 1}, seen=seen).status_code == 422

    appeal = harmed.done(f"{ruling}/appeals", {"person": watcher, "reason": "I sat still."}, seen=seen)
    shown = harmed.read(appeal.headers["Location"])
    assert (shown["entry"], shown["person"], shown["reason"]) == (None, watcher, "I sat still.")
    stranger.position = harmed.position
    assert stranger.read(appeal.headers["Location"])["person"] is None
    reverse(evening, appeal.headers["Location"], harmed)
    assert record(evening, watcher)["may_enter"]
    assert evening.director.read(ruling)["status"] == "reversed"


@pytest.mark.rule("TD-4", "TD-9", "TD-11")
def test_a_director_who_is_banned_from_directing_appeals(evening: Season) -> None:
    second, person = evening.service.director()
    evening.director.change(evening.path, "directors", {"person": person})
    ruling = rule(evening, ban(person, "director-ban")).headers["Location"]
    second.position = evening.director.position
    appeal = second.change(ruling, "appeals", {"person": person}).headers["Location"]
    reverse(evening, appeal, second)
    assert [one["status"] for one in record(evening, person)["bans"]] == ["reversed"]


@pytest.mark.rule("TD-11", "TD-12")
def test_an_appeal_by_a_named_person_can_be_withdrawn_by_them(evening: Season) -> None:
    watcher = evening.service.register("Watcher")
    ruling = rule(evening, watching(watcher)).headers["Location"]
    harmed = evening.service.player(watcher)
    harmed.position = evening.director.position
    appeal = harmed.change(ruling, "appeals", {"person": watcher}).headers["Location"]
    assert harmed.change(appeal, "withdrawal").status_code == 200
    again = harmed.post(f"{ruling}/appeals", {"person": watcher}, seen=harmed.get(ruling).headers["ETag"])
    assert (again.status_code, problem(again)) == (409, "appeal-status")
