"""Who met in a round, corrected over HTTP after the next one was played (TD-14, ALL-4)."""

import pytest

from tests.api.played import Json, Played, started, winner
from tests.api.support import Service

SWISS = {"kind": "swiss", "lengths": [3], "rounds": 3}
MET = {
    "matches": [{"match": 1, "sides": [1, 4]}, {"match": 2, "sides": [2, 3]}],
    "reason": "They sat at each other's tables.",
}
"""1 has beaten 4, and 2 has beaten 3."""


@pytest.fixture
def played_on(service: Service) -> Played:
    """1 has beaten 2 and 3 has beaten 4 by the sheets; then 1 has beaten 3, and 2 has beaten 4."""
    made = started(service, SWISS, 4)
    made.pair(1, (1, 2), (3, 4))
    for match in (1, 2):
        made.report(match, winner("first"))
    made.pair(2, (1, 3), (2, 4))
    for match in (3, 4):
        made.report(match, winner("first"))
    return made


def points(made: Played) -> dict[int, int]:
    rows: list[Json] = made.read("standings")["rows"]
    return {row["entry"]: row["values"]["match_points"] for row in rows}


@pytest.mark.rule("TD-14", "ALL-4")
@pytest.mark.parametrize(("choice", "second"), [("stand", "announced"), ("rewind", "void")])
def test_wrong_tables_are_corrected_after_the_next_round_was_played(
    played_on: Played, choice: str, second: str
) -> None:
    status, slug, problem = played_on.refused("rounds/1/corrections", MET)
    assert (status, slug, problem["started"]) == (409, "choice-needed", [3, 4])
    command = {"kind": "correct-pairings", "round": 1, **MET, "choices": [{"stage": 1, "choice": choice}]}
    shown = played_on.do("previews", {"command": command})
    assert [one["choice"] for one in shown["stages"]] == [choice]
    told = {**MET, "choices": [{"stage": 1, "choice": choice}], "expected": shown["digest"]}
    answer = played_on.do("rounds/1/corrections", told)
    assert [one["number"] for one in answer["matches"]][:2] == [1, 2]
    assert [match["sides"] for match in played_on.matches()][:2] == [[1, 4], [2, 3]]
    assert [match["status"] for match in played_on.matches()][2:] == [second, second]
    expected = {1: 4, 2: 4, 3: 0, 4: 0} if choice == "stand" else {1: 2, 2: 2, 3: 0, 4: 0}
    assert points(played_on) == expected
    report = played_on.read("report")["report"]
    assert [(one["paired"], one["met"]) for one in report["met_otherwise"]] == [([1, 2], [1, 4]), ([3, 4], [2, 3])]


@pytest.mark.rule("TD-14")
def test_correction_is_told_in_the_history_and_by_the_match(played_on: Played) -> None:
    played_on.do("rounds/1/corrections", {**MET, "choice": "stand"})
    events = played_on.read("history", limit=500)["items"]
    corrected = next(one for one in events if one["topic"] == "tournament.pairings-corrected.v1")["data"]
    assert (corrected["round"], corrected["reason"]) == (1, MET["reason"])
    layers = played_on.read("matches/1/explain")["items"]
    assert [one["layer"] for one in layers if one["event"]["topic"].startswith("tournament.pairings")] == ["corrected"]


@pytest.mark.rule("TD-14")
def test_correction_names_what_is_wrong_with_it(played_on: Played) -> None:
    alone = {"matches": [{"match": 1, "sides": [1, 4]}], "reason": "A slip."}
    assert played_on.refused("rounds/1/corrections", alone)[:2] == (409, "met-twice")
    assert played_on.refused("rounds/2/corrections", MET)[:2] == (409, "not-in-round")
    assert played_on.refused("rounds/1/corrections", {"reason": "A slip."})[0] == 422
    twice = {**MET, "matches": [MET["matches"][0], MET["matches"][0]]}
    assert played_on.refused("rounds/1/corrections", twice)[0] == 422
