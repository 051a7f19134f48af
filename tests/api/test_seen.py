"""What the director saw when ruling: the preview as it was answered then (TD-9, ALL-1)."""

from typing import Any

import pytest

from tests.api.support import Client, Season, Service, score, season

Json = dict[str, Any]
LOST: Json = {
    "about": {"kind": "match", "number": 1},
    "clause": "4.2.3",
    "facts": "A wrong die.",
    "reasons": "The match is lost.",
    "remedies": [{"kind": "match-loss", "loser": "first"}],
}
OUT: Json = LOST | {
    "about": {"kind": "entry", "number": 2},
    "clause": "1.7",
    "remedies": [{"kind": "disqualification", "entry": 2}],
}


@pytest.fixture
def ruled(service: Service) -> tuple[Season, Json, Json]:
    """A season with two rulings, and what their previews showed."""
    played = season(service, 4)
    for sides in ((1, 2), (3, 1), (2, 3)):
        played.play(*sides)
    return played, previewed(played.director, played, LOST), previewed(played.director, played, OUT)


def previewed(director: Client, played: Season, body: Json) -> Json:
    """The preview of a ruling that was then given on it."""
    shown: Json = director.done(f"{played.path}/previews", {"command": {"kind": "give-ruling", **body}}).json()
    director.done(f"{played.path}/rulings", {**body, "expected": shown["digest"]})
    return shown


@pytest.mark.rule("TD-9", "ALL-1")
def test_facts_that_a_rulings_giver_saw_are_shown_again(ruled: tuple[Season, Json, Json]) -> None:
    played, *shown = ruled
    played.play(1, 3)
    played.director.change(
        f"{played.path}/matches/2", "corrections", {"result": score(2, 7), "reason": "Sides were mixed up."}
    )
    assert shown[0]["ratings"]
    assert [played.director.read(f"{played.path}/rulings/{number}/seen") for number in (1, 2)] == shown
    history = played.director.read(f"{played.path}/history", limit=500)["items"]
    given = [one["data"]["preview_digest"] for one in history if one["topic"] == "tournament.ruling-given.v2"]
    assert given == [one["digest"] for one in shown]


@pytest.mark.rule("TD-9", "ALL-12")
def test_reader_whom_a_ruling_does_not_concern_is_not_shown_what_its_giver_saw(
    service: Service, ruled: tuple[Season, Json, Json]
) -> None:
    played, shown, _ = ruled
    address = f"{played.path}/rulings/1/seen"
    party, other = (service.player(played.persons[place]) for place in (0, 3))
    party.position = other.position = played.director.position
    assert party.read(address)["digest"] == shown["digest"]
    assert party.read(address)["report"] == []
    assert other.get(address).status_code == 403
    assert service.client().get(address).status_code == 401


@pytest.mark.rule("TD-9")
def test_a_ruling_without_a_preview_says_that_nothing_was_seen(service: Service) -> None:
    played = season(service, 3)
    played.play()
    seen = played.director.get(f"{played.path}/matches/1").headers["ETag"]
    played.director.done(f"{played.path}/rulings", LOST, seen=seen)
    answer = played.director.get(f"{played.path}/rulings/1/seen")
    assert (answer.status_code, answer.json()["type"]) == (404, "/v1/problems/ruling-not-previewed")
