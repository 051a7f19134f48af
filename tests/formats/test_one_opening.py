"""A stage has one opening that is live (ALL-4): a Swiss of eight, three rounds, then a final of two.

The first sides win every match: A, who wins all, and E, who wins the first two, go up. E has met A and has a better
tie-break than B and C. Where the first match is B's after all, B has three wins, A two: B and A go up.
"""

import pytest

from domain.formats.knockout import KnockoutOptions
from domain.formats.swiss import SwissOptions
from domain.kernel.refusal import Refused
from domain.problems.rounds import ROUND_DUE
from domain.tournament.command import Choice
from domain.tournament.derived.progress import StageDue
from domain.tournament.lifecycle.commands import CompleteTournament
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.matches.events import ConsequencesChosen
from domain.tournament.rounds.commands import AnnulRound, OpenStage
from tests.formats.swiss_desk import SwissDesk, started_swiss

ROUNDS = ("A-B C-D E-F G-H", "A-C E-G B-D F-H", "A-E C-G B-F D-H")
FINAL = LaterStage(format=KnockoutOptions(kind="knockout", lengths=(1,)), qualifiers=2)


def final_open() -> SwissDesk:
    """A and E are to play the final."""
    desk = started_swiss("ABCDEFGH", options=SwissOptions(kind="swiss", rounds=3, lengths=(1,)), stages=(FINAL,))
    for round_, pairings in enumerate(ROUNDS, 1):
        desk.pair(round_, pairings)
        desk.won(*pairings.split())
    desk.do(OpenStage(stage=2))
    return desk


def finals(desk: SwissDesk) -> list[str]:
    """The final matches that are live."""
    return [desk.name(match) for match in desk.matches() if match.opening and match.live]


@pytest.mark.rule("ALL-4", "SEL-1")
def test_a_final_not_begun_is_made_again_though_the_swiss_stands() -> None:
    desk = final_open()
    assert finals(desk) == ["A-E"]
    desk.reverse("B-A", "stand", 1)
    assert (finals(desk), isinstance(desk.step(), StageDue)) == ([], True)
    assert desk.round(2) == ["A-C", "B-D", "E-G", "F-H"]
    desk.do(OpenStage(stage=2))
    assert finals(desk) == ["B-A"]


@pytest.mark.rule("ALL-4", "SEL-1")
def test_a_final_that_was_begun_stays_where_its_field_is_not_the_same() -> None:
    desk = final_open()
    desk.won("A-E")
    desk.reverse("B-A", {1: "stand", 2: "stand"}, 1)
    assert finals(desk) == ["A-E"]


def begun_and_rewound() -> SwissDesk:
    """The final of A and E was played, and stood; then it was rewound, and B and A are to play."""
    desk = final_open()
    desk.won("A-E")
    desk.reverse("B-A", {1: "stand", 2: "stand"}, 1)
    desk.reverse("H-D", {2: "rewind"}, 3)
    desk.do(OpenStage(stage=2))
    assert finals(desk) == ["B-A"]
    return desk


@pytest.mark.rule("ALL-4", "SEL-1")
def test_a_final_that_was_rewound_comes_back_where_somebody_chooses_that() -> None:
    desk = begun_and_rewound()
    desk.reverse("D-H", None, 3)
    assert finals(desk) == ["B-A"]
    desk = begun_and_rewound()
    desk.reverse("D-H", {2: "restore"}, 3)
    assert finals(desk) == ["A-E"]
    assert [opening.status for opening in desk.state.rounds.openings] == ["valid", "set-aside"]


def rewound_in_an_earlier_log() -> SwissDesk:
    """The same, as one choice was recorded for all stages, by which what was rewound came back with the result."""
    desk = begun_and_rewound()
    earlier = SwissDesk()
    for recorded in desk.history:
        event = recorded.event
        if isinstance(event, ConsequencesChosen):
            stands = {"keeps_place": event.choice == "stand"}
            changed = tuple(one.model_copy(update=stands) for one in event.changed)
            event = event.model_copy(update={"stage": None, "rewound": (), "changed": changed})
        earlier.lay((event,), recorded.actor)
    earlier.now, earlier.secrets = desk.now, desk.secrets
    assert finals(earlier) == ["B-A"]
    return earlier


@pytest.mark.rule("ALL-4", "SEL-1")
def test_begun_one_of_two_finals_in_an_earlier_log_comes_back() -> None:
    desk = rewound_in_an_earlier_log()
    desk.reverse("D-H", None, 3)
    assert finals(desk) == ["A-E"]
    assert [opening.status for opening in desk.state.rounds.openings] == ["valid", "set-aside"]


CHOICES: tuple[tuple[Choice, str], ...] = (("restore", "A-E"), ("rewind", "B-A"))


@pytest.mark.rule("ALL-4", "SEL-1")
@pytest.mark.parametrize(("choice", "final"), CHOICES)
def test_one_of_two_finals_begun_in_an_earlier_log_is_chosen(choice: Choice, final: str) -> None:
    desk = rewound_in_an_earlier_log()
    desk.won("B-A")
    desk.when(desk.reversal("D-H", None, 3)).refused(
        "choice-needed", choices=["rewind", "restore"], would_be_void=[14], would_come_back=[13]
    )
    desk.reverse("D-H", {2: choice}, 3)
    assert finals(desk) == [final]


def semifinals_played() -> SwissDesk:
    """The final has begun, and the first match of the Swiss is to be B's."""
    desk = final_open()
    desk.won("A-E")
    return desk


@pytest.mark.rule("ALL-4", "SEL-1")
def test_the_choice_is_asked_for_each_stage_by_itself() -> None:
    desk = semifinals_played()
    with pytest.raises(Refused) as refused:
        desk.reverse("B-A", None, 1)
    asked = refused.value.facts["stages"]
    assert isinstance(asked, list)
    assert [(one["stage"], one["choices"]) for one in asked] == [(1, ["rewind", "stand"]), (2, ["rewind", "stand"])]
    assert (asked[0]["started"], asked[1]["started"]) == ([5, 7, 9, 10, 11, 12], [13])
    # One bare choice is for the stage of the match that is corrected.
    with pytest.raises(Refused) as refused:
        desk.reverse("B-A", "stand", 1)
    asked = refused.value.facts["stages"]
    assert isinstance(asked, list)
    assert [one["stage"] for one in asked] == [2]


@pytest.mark.rule("ALL-4", "SEL-1")
def test_the_swiss_stands_and_the_final_that_was_begun_is_played_again_by_others() -> None:
    desk = semifinals_played()
    desk.reverse("B-A", {1: "stand", 2: "rewind"}, 1)
    assert (finals(desk), desk.round(2)) == ([], ["A-C", "B-D", "E-G", "F-H"])
    desk.do(OpenStage(stage=2))
    assert finals(desk) == ["B-A"]


@pytest.mark.rule("ALL-4", "SEL-1")
def test_a_final_does_not_stand_on_rounds_that_are_rewound() -> None:
    desk = semifinals_played()
    desk.when(desk.reversal("B-A", {1: "rewind", 2: "stand"}, 1)).refused(
        "choice-needed", "Stage 2 can't stay as it is", choices=["rewind"]
    )
    desk.reverse("B-A", {1: "rewind", 2: "rewind"}, 1)
    assert (finals(desk), desk.round(2)) == ([], ["E-G", "F-H"])
    desk.reverse("A-B", {1: "restore", 2: "restore"}, 1)
    assert (finals(desk), desk.round(2)) == (["A-E"], ["A-C", "B-D", "E-G", "F-H"])


@pytest.mark.rule("ALL-4", "SEL-1")
def test_a_round_before_the_final_is_not_annulled_for_the_stage_after_it() -> None:
    desk = final_open()
    desk.when(AnnulRound(round=3, reason="Drawn wrongly")).refused(
        "round-not-due", "The matches of stage 2 come from its field and its results", stage=2
    )


@pytest.mark.rule("SWI-3")
def test_a_swiss_with_a_round_due_is_not_completed_by_the_rule_of_its_rounds() -> None:
    desk = started_swiss("ABCDEFGH", options=SwissOptions(kind="swiss", rounds=3, lengths=(1,)))
    desk.when(CompleteTournament()).refused(ROUND_DUE.under("SWI-3"))
