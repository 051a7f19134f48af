"""A double that a ruling annuls, over HTTP: a match that is undecided without it goes on at once (TD-10)."""

import pytest

from tests.api.support import Service, score, season


def game(side: str, cube: int) -> dict[str, object]:
    return {"winner": side, "cube": cube, "won": "single"}


@pytest.mark.rule("TD-10", "TD-17")
def test_match_goes_on_at_the_score_by_play_without_the_double_of_the_crawford_game(service: Service) -> None:
    made = season(service)
    games = [game("first", 2), game("first", 2), game("second", 8)]
    made.play(length=5, result={"kind": "games", "games": games})
    annulment = {
        "kind": "double-annulment",
        "ground": "crawford",
        "game": 3,
        "counts_at": 1,
        "game_as_scored": games[2],
    }
    words = {"clause": "4.4.4", "facts": "Both saw it.", "reasons": "There is no cube in this game."}
    about = {"kind": "match", "number": 1}
    made.director.ruled(made.path, {"about": about, "remedies": [annulment], **words})
    match = made.director.read(f"{made.path}/matches/1")
    assert (match["status"], match["resumed_by"], match["layers"][-1]["points"]) == ("open", 1, [4, 1])
    made.director.change(f"{made.path}/matches/1", "result", {"result": score(5, 1)})
    match = made.director.read(f"{made.path}/matches/1")
    assert (match["status"], match["winner"], match["points"]) == ("announced", 1, [5, 1])
