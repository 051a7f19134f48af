"""A stage has one opening that is live (ALL-4): a Swiss of eight, three rounds, then a final of two.

The first sides win every match: A, who wins all, and E, who wins the first two, go up. E has met A and has a better
tie-break than B and C. Where the first match is B's after all, B has three wins, A two: B and A go up.
"""

import pytest

from domain.formats.knockout import KnockoutOptions
from domain.formats.swiss import SwissOptions
from domain.kernel.refusal import Refused
from domain.tournament.derived.progress import StageDue
from domain.tournament.lifecycle.commands import Choice, CompleteTournament
from domain.tournament.lifecycle.events import LaterStage
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
    desk.reverse("B-A", "stand", 1)
    assert finals(desk) == ["A-E"]


def begun_and_rewound() -> SwissDesk:
    """The final of A and E was played, and stood; then another result has taken it away, and B and A are to play."""
    desk = final_open()
    desk.won("A-E")
    desk.reverse("B-A", "stand", 1)
    desk.reverse("H-D", "rewind", 3)
    desk.do(OpenStage(stage=2))
    assert finals(desk) == ["B-A"]
    return desk


@pytest.mark.rule("ALL-4", "SEL-1")
def test_the_final_that_was_begun_comes_back_in_place_of_the_one_that_was_not() -> None:
    desk = begun_and_rewound()
    desk.reverse("D-H", None, 3)
    assert finals(desk) == ["A-E"]
    assert [opening.status for opening in desk.state.rounds.openings] == ["valid", "set-aside"]


CHOICES: tuple[tuple[Choice, str], ...] = (("restore", "A-E"), ("rewind", "B-A"))


@pytest.mark.rule("ALL-4", "SEL-1")
@pytest.mark.parametrize(("choice", "final"), CHOICES)
def test_of_two_finals_that_were_begun_somebody_chooses_one(choice: Choice, final: str) -> None:
    desk = begun_and_rewound()
    desk.won("B-A")
    with pytest.raises(Refused) as refused:
        desk.reverse("D-H", None, 3)
    assert refused.value.problem.slug == "choice-needed"
    assert refused.value.facts["choices"] == ["rewind", "restore"]
    assert (refused.value.facts["would_be_void"], refused.value.facts["would_come_back"]) == ([14], [13])
    desk.reverse("D-H", choice, 3)
    assert finals(desk) == [final]


@pytest.mark.rule("ALL-4", "SEL-1")
def test_a_round_before_the_final_is_not_annulled_for_the_stage_after_it() -> None:
    desk = final_open()
    with pytest.raises(Refused, match="Stage 2 has been opened, and no round of it has been drawn") as refused:
        desk.do(AnnulRound(round=3, reason="Drawn wrongly"))
    assert (refused.value.problem.slug, refused.value.facts) == ("round-not-due", {"stage": 2})


@pytest.mark.rule("SWI-3")
def test_a_swiss_with_a_round_due_is_not_completed_by_the_rule_of_its_rounds() -> None:
    desk = started_swiss("ABCDEFGH", options=SwissOptions(kind="swiss", rounds=3, lengths=(1,)))
    with pytest.raises(Refused) as refused:
        desk.do(CompleteTournament())
    assert (refused.value.problem.slug, refused.value.problem.rule) == ("round-due", "SWI-3")
