"""Three games over HTTP: both sides may have more points than there are games (GAM-6)."""

import pytest

from tests.api.support import Season, Service, score, season

GAMES = {
    "kind": "games",
    "games": [
        {"winner": "first", "won": "gammon"},
        {"winner": "second", "won": "backgammon"},
        {"winner": "first", "won": "gammon"},
    ],
}
TURNED = {
    "kind": "games",
    "games": [
        {"winner": "second", "won": "gammon"},
        {"winner": "second", "won": "backgammon"},
        {"winner": "first", "won": "gammon"},
    ],
}
SLIP = {"reason": "Written down wrongly."}


@pytest.fixture
def room(service: Service) -> Season:
    return season(service, 3, name="The room", format={"kind": "open", "forms": ["points", "three-games"]})


def play(room: Season) -> str:
    """A match of three games won 4-3, as the director reports it; its path."""
    body = {"sides": [1, 2], "form": "three-games", "result": GAMES}
    answer = room.director.done(f"{room.path}/matches", body)
    return f"{room.path}/matches/{answer.json()['matches'][0]['number']}"


@pytest.mark.rule("GAM-6", "TD-14")
def test_a_result_of_three_games_in_which_both_reach_three_points_can_be_corrected(room: Season) -> None:
    match = play(room)
    assert room.director.read(match)["points"] == [4, 3]
    room.director.change(match, "corrections", {"result": TURNED} | SLIP)
    assert room.director.read(match)["points"] == [2, 5]
    room.director.change(match, "corrections", {"result": GAMES} | SLIP)
    room.director.change(match, "corrections", {"sides": [2, 1]} | SLIP)
    assert (room.director.read(match)["points"], room.director.read(match)["winner"]) == ([4, 3], 2)


@pytest.mark.rule("GAM-6", "TD-10")
def test_three_games_are_reported_as_they_were_played_after_a_ruling(room: Season) -> None:
    made = room.director.done(f"{room.path}/matches", {"sides": [1, 2], "form": "three-games"})
    number = made.json()["matches"][0]["number"]
    match = f"{room.path}/matches/{number}"
    ruling = {
        "about": {"kind": "match", "number": number},
        "clause": "4.2",
        "facts": "The dice were rolled twice.",
        "reasons": "A warning comes first.",
        "remedies": [{"kind": "warning", "to": {"kind": "entry", "entry": 1}}],
    }
    room.director.ruled(room.path, ruling)
    room.director.change(match, "result", {"result": GAMES})
    assert room.director.read(match)["points"] == [4, 3]


@pytest.mark.rule("GAM-4", "TD-10")
def test_only_one_side_reaches_the_length_in_a_match_to_points(room: Season) -> None:
    made = room.director.done(f"{room.path}/matches", {"sides": [1, 2], "length": 3, "result": score(3, 1)})
    match = f"{room.path}/matches/{made.json()['matches'][0]['number']}"
    seen = room.director.get(match).headers["ETag"]
    refused = room.director.post(f"{match}/corrections", {"result": score(4, 3)} | SLIP, seen=seen)
    assert (refused.status_code, refused.json()["type"]) == (422, "/v1/problems/two-winners")
