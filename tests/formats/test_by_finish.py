"""Winners of a round paired in the order in which they finish (MON-10)."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Done, Due, Wait
from domain.formats.elimination.by_finish import rounds_to_play
from domain.formats.elimination.lives_options import LivesOptions
from domain.formats.registry import SETTINGS
from domain.tournament.command import Choice
from domain.tournament.decisions.rounds.draw_audit import Checked, check_draws
from domain.tournament.matches.commands import VoidMatch
from domain.tournament.rounds.commands import RevealSecret
from tests.formats.conformance import Conformance
from tests.formats.directing import finish, steps_played
from tests.formats.machine import director_of
from tests.formats.test_paces import due, started
from tests.properties import drawn_from
from tests.reaching import reached
from tests.rounds import RoundsDesk

TOLD: dict[str, Any] = {"lives": 1, "end": "last", "pace": "by-finish"}
BY_FINISH = LivesOptions.model_validate({"kind": "lives", "lengths": (3,), **TOLD})


def quick(letters: str, first_round: str, lengths: Sequence[int] = (1,)) -> RoundsDesk:
    desk = started(letters, **TOLD, lengths=lengths)
    desk.pair(1, first_round)
    return desk


def length_due(desk: RoundsDesk) -> int:
    step = desk.step()
    assert isinstance(step, Due)
    return step.terms.length


@pytest.mark.rule("MON-10")
def test_winners_of_a_round_are_paired_in_the_order_in_which_they_finish() -> None:
    """G beats H, then C beats D: G and C meet, while A-B and E-F play. E beats F, then B beats A: E and B meet. Then
    the two who win there. Three rounds, to 1, 3 and 5 points."""
    desk = quick("ABCDEFGH", "A-B C-D E-F G-H", lengths=(1, 3, 5))
    desk.won("G-H")
    assert isinstance(desk.step(), Wait)
    desk.won("C-D")
    assert (due(desk), length_due(desk)) == ("CG", 3)
    assert {*desk.draw(2)[0]} == {*"C-G"}
    desk.won("E-F", "B-A")
    assert {*desk.draw(3)[0]} == {*"B-E"}
    desk.won("E-B")
    assert isinstance(desk.step(), Wait)
    desk.won("C-G")
    assert (due(desk), length_due(desk)) == ("CE", 5)
    desk.draw(4)
    desk.won("E-C")
    assert desk.step() == Done(champion=desk.entry("E"))
    assert [one.why.rule for one in desk.matches()[4:] if one.why] == ["MON-10"] * 3


@pytest.mark.rule("MON-10", "MON-9", "ALL-9")
def test_left_over_winner_meets_the_first_who_is_free_in_the_next_round() -> None:
    """Ten: five winners. A and C, then E and G meet; I is left over, and meets A, who wins first; E waits for them."""
    desk = quick("ABCDEFGHIJ", "A-B C-D E-F G-H I-J")
    desk.won("A-B", "C-D")
    desk.draw(2)
    desk.won("E-F", "G-H")
    desk.draw(3)
    desk.won("I-J")
    assert isinstance(desk.step(), Wait)
    desk.won("A-C")
    assert due(desk) == "AI"
    desk.draw(4)
    desk.won("I-A")
    assert isinstance(desk.step(), Wait)
    desk.won("E-G")
    assert due(desk) == "EI"
    assert rounds_to_play(desk.facts, [desk.entry("E"), desk.entry("I")])[desk.entry("I")] == 3


@pytest.mark.rule("MON-10", "MON-9", "ALL-2")
def test_odd_field_has_a_bye_by_lot_in_round_1_and_its_draws_are_checked() -> None:
    """Who has it meets the first who wins."""
    desk = started("ABCDE", **TOLD)
    assert due(desk) == "ABCDE"
    *names, idle = desk.draw(1)
    desk.won(names[0])
    assert due(desk) == "".join(sorted(names[0][0] + idle))
    finish(desk)
    assert isinstance(desk.step(), Done)
    desk.now += timedelta(days=1)
    desk.do(RevealSecret())
    checked = check_draws(desk.history)
    assert checked == Checked(draws=checked.draws, confirmed=checked.draws, findings=(), repeats=())


@pytest.mark.rule("MON-10", "ALL-3", "ALL-4")
@pytest.mark.parametrize(("choice", "then"), [("rewind", ""), ("stand", "A-C")])
def test_result_is_corrected_after_its_winner_was_paired_again(choice: Choice, then: str) -> None:
    """B beat A after all, once A-C was played. By rewind A-C goes, and B meets C; by stand it counts."""
    desk = quick("ABCDEF", "A-B C-D E-F")
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C")
    desk.won("A-C")
    desk.when(desk.reversal("B-A")).refused("choice-needed")
    desk.reverse("B-A", choice, 1)
    assert desk.round(2) == then.split()
    if choice == "rewind":
        assert due(desk) == "BC"
    finish(desk)


@pytest.mark.rule("MON-10", "ALL-4")
def test_nobody_has_missed_a_void_match_of_others_by_a_corrected_result() -> None:
    """A beat B, C and E; A-E is void. B beat A after all, and A-C counts: nobody is behind without rounds, so B is
    free, and meets E, who is free too, in the third."""
    desk = quick("ABCDEF", "A-B C-D E-F")
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C")
    desk.won("A-C", "E-F")
    desk.pair(3, "A-E")
    desk.won("A-E")
    desk.do(VoidMatch(match=desk.match("A-E").number, reason="Wrong board"))
    desk.reverse("B-A", "stand", 1)
    assert desk.round(2) == ["A-C"]
    finish(desk)


@pytest.mark.rule("MON-10")
@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({**TOLD, "lives": 2}, "one life"),
        ({**TOLD, "rules_version": 4}, "leave rules_version out"),
        ({**TOLD, "wins": 3}, "leave wins out"),
        ({**TOLD, "batch_minutes": 5}, "only for them"),
    ],
)
def test_settings_that_contradict_pairs_by_finish_are_refused(told: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        started("AB", **told)


def test_pairs_by_finish_are_of_rules_5_and_later() -> None:
    fifth = LivesOptions(kind="lives", lives=1, end="last", pace="by-finish", rules_version=5)
    assert SETTINGS.read(SETTINGS.store(fifth)) == fifth
    assert SETTINGS.read(SETTINGS.store(BY_FINISH)) == BY_FINISH
    third = LivesOptions(kind="lives", pace="continuous", rules_version=3)
    assert SETTINGS.read(SETTINGS.store(third)) == third


class TestByFinish(Conformance):
    """A knockout by finish."""

    options = BY_FINISH

    @pytest.mark.rule("MON-10")
    @drawn_from(1)
    @given(st.integers(2, 12), st.lists(st.booleans(), min_size=12, max_size=40))
    def test_two_who_meet_have_as_many_rounds_behind_them(self, entrants: int, wins: Sequence[bool]) -> None:
        """Counted match by match: but for one who was left over, both sides have won as many rounds."""
        desk = self.started(entrants)
        for step in steps_played(desk, wins):
            if isinstance(step, Due) and step.round > 1:
                reached()
                assert len({one.counts["score"] for one in step.contenders}) == 1


TestRandomDirector = director_of([BY_FINISH], tried=3)
