"""Stakes and settlements over HTTP: the ledger, balances, a match, a person, previews, and who sees them (STK)."""

from typing import Any

import pytest

from tests.api.support import Client, Season, Service, score, season

ROOM = {"kind": "open", "forms": ["five-points", "single"], "stakes": True}
FIVE = {"sides": [1, 2], "form": "five-points", "stake": "2.50"}
SINGLE = {"sides": [1, 2], "form": "single", "stake": "10.00"}


@pytest.fixture
def room(service: Service) -> Season:
    return season(service, 3, name="The room", format=ROOM)


def play(room: Season, **match: object) -> str:
    """A match that the director reports; its path."""
    answer = room.director.done(f"{room.path}/matches", match)
    return f"{room.path}/matches/{answer.json()['matches'][0]['number']}"


def correct(room: Season, match: str, first: int, second: int) -> None:
    room.director.change(match, "corrections", {"result": score(first, second), "reason": "Slip"})


def flat(settled: Any) -> list[tuple[int, str, str]]:  # noqa: ANN401 -- JSON
    return [(share["entry"], share["staked"], share["credited"]) for share in settled["shares"]]


@pytest.mark.rule("STK-1", "STK-5")
def test_a_correction_is_one_more_posting(room: Season) -> None:
    match = play(room, **FIVE, result=score(5, 3))
    correct(room, match, 3, 5)
    [paid, turned] = room.director.read(f"{room.path}/settlements")["items"]
    assert (flat(paid), paid["house"]) == ([(1, "2.50", "4.50"), (2, "2.50", "0.00")], "0.50")
    assert (flat(turned), turned["house"]) == ([(1, "0.00", "-4.50"), (2, "0.00", "4.50")], "0.00")
    settled = room.director.read(f"{match}/settlement")
    assert (flat(settled), settled["stake"], settled["due"]) == (
        [(1, "2.50", "0.00"), (2, "2.50", "4.50")],
        "2.50",
        None,
    )
    assert settled["postings"] == [paid, turned]
    earlier = room.director.read(f"{match}/settlement", as_of=paid["version"])
    assert flat(earlier) == flat(paid)
    assert room.director.read(f"{room.path}/settlements", as_of=paid["version"])["items"] == [paid]


@pytest.mark.rule("STK-4", "STK-5")
def test_the_balances_say_what_the_director_has_to_decide(room: Season) -> None:
    play(room, **FIVE, result=score(5, 3))
    left = play(room, **SINGLE, result={"kind": "left-table", "leaver": "first"})
    balances = room.director.read(f"{room.path}/settlements/balances")
    assert flat(balances) == [(1, "2.50", "4.50"), (2, "2.50", "0.00")]
    assert balances["due"] == [{"match": 2, "rule": "STK-4", "because": "points not known"}]
    potential = {"kind": "left-table", "leaver": "first", "potential_points": 4}
    room.director.change(left, "corrections", {"result": potential, "reason": "As the room says"})
    balances = room.director.read(f"{room.path}/settlements/balances")
    # 2.50 and 10.00 staked by each; entry 2 has their 10.00 and 3.60, entry 1 their other 6.00.
    assert flat(balances) == [(1, "12.50", "10.50"), (2, "12.50", "13.60")]
    assert (balances["house"], balances["due"]) == ("0.90", [])


@pytest.mark.rule("STK-5")
def test_a_person_has_a_balance_over_all_tournaments(service: Service, room: Season) -> None:
    play(room, **FIVE, result=score(5, 3))
    play(room, **(FIVE | {"stake": "5.00"}), result=score(1, 5))
    path = f"/v1/persons/{room.persons[0]}/settlements"
    found = client_of(service, room, 0).read(path)
    assert found["balance"] == {"staked": "7.50", "credited": "4.50", "net": "-3.00"}
    assert [(one["match"], one["credited"]) for one in found["items"]] == [(2, "0.00"), (1, "4.50")]
    page = room.director.get(path, limit=1)
    assert page.json()["items"] == found["items"][:1]
    assert room.director.get(page.links["next"]["url"]).json()["items"] == found["items"][1:]


@pytest.mark.rule("STK-5")
def test_settlements_are_not_public(service: Service, room: Season) -> None:
    match = play(room, **FIVE, result=score(5, 3))
    side, third = client_of(service, room, 0), client_of(service, room, 2)
    of_side = f"/v1/persons/{room.persons[0]}/settlements"
    asked = {
        "anonymous": [service.client().get(path).status_code for path in (f"{match}/settlement", of_side)],
        "side": [side.get(path).status_code for path in (f"{match}/settlement", of_side, f"{room.path}/settlements")],
        "third": [third.get(path).status_code for path in (f"{match}/settlement", of_side)],
    }
    assert asked == {"anonymous": [401, 401], "side": [200, 200, 403], "third": [403, 403]}


@pytest.mark.rule("STK-5")
def test_a_preview_shows_the_settlement_differences(room: Season) -> None:
    match = play(room, **FIVE, result=score(5, 3))
    command = {"kind": "correct-result", "match": 1, "result": score(3, 5), "reason": "Slip"}
    preview = room.director.done(f"{room.path}/previews", {"command": command}).json()
    [change] = preview["settlements"]
    correct(room, match, 3, 5)
    posting = room.director.read(f"{match}/settlement")["postings"][-1]
    assert (change["match"], flat(change), change["house"]) == (1, flat(posting), posting["house"])


@pytest.mark.rule("GAM-5", "GAM-6")
def test_a_match_shows_its_mode_its_stake_and_who_started(room: Season) -> None:
    games = {"kind": "games", "games": [{"winner": "first", "won": "gammon", "cube": 2}]}
    match = play(room, **SINGLE, result=games, starters=["second"])
    shown = room.director.read(match)
    named = ("form", "length", "stake", "starters", "points")
    assert [shown[name] for name in named] == ["single", 1, "10.00", ["second"], [4, 0]]
    refused = room.director.post(f"{room.path}/matches", {"sides": [1, 2], "form": "normal"})
    assert (refused.status_code, refused.json()["type"].rsplit("/", 1)[-1]) == (422, "match-not-played-here")


def client_of(service: Service, room: Season, place: int) -> Client:
    """The player, who sees what the director has done."""
    client = service.player(room.persons[place])
    client.position = room.director.position
    return client
