"""What a director reads where the tournament refuses: the words name what is wrong, and a rule that speaks of it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.refusal import Refused
from domain.problems import entries, rounds, tournament
from domain.tournament.command import Command
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from tests.formats.acting import Deed
from tests.formats.directing import office_play
from tests.formats.kinds import Kind, in_every_format, started
from tests.formats.swiss_desk import started_swiss
from tests.formats.test_play_offs import drawn, tied
from tests.properties import examples
from tests.refusal_words import check_cause, check_not_same_twice
from tests.rounds import RoundsDesk


@pytest.mark.rule("SWI-6")
def test_a_bye_in_a_round_that_will_never_be_is_refused_in_those_words() -> None:
    desk = started_swiss("ABCDEFGH")
    wanted = round_commands.RequestBye(entry=desk.entry("A"), round=9)
    desk.when(wanted).refused("bye-not-offered", "There is no round 9, since round 3 is the last.")


@pytest.mark.rule("ALL-5", "TD-2", "TD-21")
def test_refusals_of_every_format_name_no_rule_of_one_format() -> None:
    assert rounds.ROUND_NOT_DUE.rule == "ALL-5"
    assert entries.ENTRIES_CLOSED.rule == "TD-2"
    assert tournament.REASON_MISSING.rule == "TD-21"


@pytest.mark.rule("SWI-4", "ALL-5")
@in_every_format
def test_word_that_no_time_was_agreed_is_never_refused_for_byes_or_as_if_the_match_were_over(kind: Kind) -> None:
    desk = started(kind, 6)
    kind.playing(desk, Deed("play", 0, 1, True))
    number = min((one.number for one in desk.matches() if one.phase == "open"), default=None)
    if number is None:
        return
    refusal = refusal_of(desk, match_commands.ReportNoTimeAgreed(match=number, reported_by="first"))
    if refusal is not None:
        assert refusal.problem.slug in ("no-default-result", "not-paired", "made-by-results")
        assert "bye" not in refusal.detail


def refusal_of(desk: RoundsDesk, command: Command) -> Refused | None:
    """The refusal of the command; None: it is carried out."""
    try:
        desk.do(command)
    except Refused as refusal:
        return refusal
    return None


@pytest.mark.rule("SEL-2", "SWI-4")
def test_word_that_no_time_was_agreed_for_a_play_off_is_refused_since_a_director_decides_it() -> None:
    desk = tied("ABCDEF", "A-B C-D E-F", 2)
    drawn(desk)
    desk.when(match_commands.ReportNoTimeAgreed(match=desk.matches()[-1].number, reported_by="first")).refused(
        "no-default-result", "A director decides a play-off"
    )


@pytest.mark.parametrize("says", ["The newest round is 3, not 3.", "It is a draw, not a draw."])
def test_sentence_that_names_the_same_thing_twice_is_noticed(says: str) -> None:
    with pytest.raises(AssertionError):
        check_not_same_twice(says)
    check_not_same_twice("The newest round is 13, not 3.")


@pytest.mark.rule("ALL-4", "ALL-5")
@in_every_format
@given(entrants=st.integers(4, 7), tried=st.lists(office_play, min_size=2, max_size=14))
@examples(2)
def test_refused_rounds_and_stages_name_the_true_cause_and_nothing_twice(
    kind: Kind, entrants: int, tried: Sequence[Deed]
) -> None:
    desk = started(kind, entrants)
    for deed in tried:
        with suppress(Refused):
            kind.playing(desk, deed)
        for command in commands_of_rounds():
            refusal = desk.when(command).refusal
            if refusal is not None:
                check_cause(refusal, desk.state)


def commands_of_rounds() -> Iterator[Command]:
    """What a director may send about any round or stage, due or not."""
    for round_ in range(1, 6):
        yield round_commands.DrawRound(round=round_)
        yield round_commands.AnnulRound(round=round_, reason="Again")
        yield round_commands.PairByHand(round=round_, pairings=((1, 2),), reason="By hand")
        yield round_commands.CloseRound(round=round_, early=True, reason="Time is up")
    yield from (round_commands.OpenStage(stage=stage) for stage in (2, 3))
