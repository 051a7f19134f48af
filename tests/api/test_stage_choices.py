"""A result that two stages hang on, corrected over HTTP: what becomes of each stage is chosen by itself (ALL-4)."""

import pytest

from tests.api.played import Played, started, winner
from tests.api.support import Service, score

ROUNDS = (
    ((1, 2), (3, 4), (5, 6), (7, 8)),
    ((1, 3), (5, 7), (2, 4), (6, 8)),
    ((1, 5), (3, 7), (2, 6), (4, 8)),
)
"""Worked out by hand: the first sides win them all. 1 has three wins, and 5 goes up with it by the better tie-break."""


def final_played(service: Service) -> Played:
    """A Swiss of eight in three rounds, and a final of two, match 13, which 1 has won against 5."""
    final = {"format": {"kind": "knockout", "lengths": [1]}, "qualifiers": 2}
    made = started(service, {"kind": "swiss", "rounds": 3, "lengths": [1]}, 8, stages=[final])
    for round_, pairings in enumerate(ROUNDS, 1):
        made.pair(round_, *pairings)
        for match in range(4 * round_ - 3, 4 * round_ + 1):
            made.report(match, score(1, 0))
    made.do("stages/2/opening")
    made.report(13, winner("first"))
    made.read("matches")
    return made


@pytest.mark.rule("ALL-4", "SEL-1")
def test_correction_asks_for_a_choice_of_each_stage(service: Service) -> None:
    made = final_played(service)
    assert made.match(13)["sides"] == [1, 5]
    told = {"result": winner("second"), "reason": "Slip"}
    status, slug, problem = made.refused("matches/1/corrections", told)
    assert (status, slug) == (409, "choice-needed")
    asked = [(one["stage"], one["choices"], one["started"]) for one in problem["stages"]]
    assert asked == [(1, ["rewind", "stand"], [5, 7, 9, 10, 11, 12]), (2, ["rewind", "stand"], [13])]
    # One bare choice is for the stage of the corrected match alone.
    _, slug, problem = made.refused("matches/1/corrections", {**told, "choice": "stand"})
    assert (slug, [one["stage"] for one in problem["stages"]]) == ("choice-needed", [2])


@pytest.mark.rule("ALL-4", "SEL-1")
def test_preview_states_what_becomes_of_each_stage(service: Service) -> None:
    made = final_played(service)
    shown = made.correct(1, winner("second"), {1: "stand", 2: "rewind"})
    assert [(one["stage"], one["choice"]) for one in shown["stages"]] == [(1, "stand"), (2, "rewind")]
    voided = [[match["match"] for match in one["voided"]] for one in shown["stages"]]
    assert voided == [[], [13]]
    assert [made.match(number)["status"] for number in (1, 5, 12, 13)] == [*["announced"] * 3, "void"]
    assert made.next()["kind"] == "stage"
