"""Who is absent is left out of the rounds to come until they come back (SWX-4), worked by hand and with random
directors."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Due
from domain.formats.elimination.lives_options import LivesOptions
from domain.formats.monrad.options import MonradOptions
from domain.formats.swiss import SwissOptions
from domain.kernel.refusal import Refused
from domain.tournament.command import Choice
from domain.tournament.decisions.rounds.draw_audit import Checked, check_draws
from domain.tournament.derived.stage import current_stage
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds.events import EntryAbsent, EntryCameBack
from tests.formats.directing import finish
from tests.formats.swiss_desk import SwissDesk, announced_swiss, due, started_swiss
from tests.reaching import reached

MONRAD = MonradOptions(kind="monrad", order="lots", rounds=4, lengths=(1,))
LIVES = LivesOptions(kind="lives", lives=2, end="last", lengths=(1,))
SWISS = SwissOptions(kind="swiss", rounds=4)


def started(letters: str, options: MonradOptions | LivesOptions | SwissOptions, *stages: LaterStage) -> SwissDesk:
    """Of these players, with lots as they are drawn where there are any."""
    desk = announced_swiss(options, stages)
    desk.enter(letters, {})
    desk.do(lifecycle_commands.StartTournament())
    return desk


def absent(desk: SwissDesk, letter: str) -> None:
    desk.do(round_commands.MarkAbsent(entry=desk.entry(letter)))


def back(desk: SwissDesk, letter: str) -> None:
    desk.do(round_commands.EndAbsence(entry=desk.entry(letter)))


def in_next(desk: SwissDesk) -> str:
    """Who the round that is due is drawn from."""
    return "".join(sorted(desk.letter(one.entry) for one in due(desk).contenders))


@pytest.mark.rule("SWX-4", "SWX-2")
def test_absent_player_is_left_out_of_rounds_until_they_come_back() -> None:
    """Six play. F does not come to round 1, and A has it by default. Round 2: A-C, B-D, and E, who is the lowest, has
    the bye. F comes back after its draw: round 3 has all six, and F has nothing for round 2."""
    desk = started_swiss("AFCDBE", options=MONRAD)
    desk.drawn(1)
    desk.won("A-F", "C-D", "B-E")
    absent(desk, "F")
    assert in_next(desk) == "ABCDE"
    pairs = desk.drawn(2)
    assert "F" not in {letter for pair in pairs for letter in pair}
    assert [pair for pair in pairs if "" in pair] == [("E", "")]
    back(desk, "F")
    desk.won(*("-".join(pair) for pair in pairs if "" not in pair))
    assert in_next(desk) == "ABCDEF"
    row = next(row for row in desk.swiss().rows if desk.letter(row.entry) == "F")
    assert row.values["match_points"] == 0
    finish(desk)
    desk.now += timedelta(days=1)
    desk.do(round_commands.RevealSecret())
    checked = check_draws(desk.history)
    assert checked == Checked(draws=checked.draws, confirmed=checked.draws, findings=(), repeats=())


@pytest.mark.rule("SWX-4", "MON-6")
def test_absent_player_loses_a_life_for_each_missed_round() -> None:
    """Two lives, four players. D is absent from the start: out once two rounds are drawn without them."""
    desk = started("ABCD", LIVES)
    absent(desk, "D")
    desk.drawn(1)
    assert left(desk)["D"] == 1
    bring_about(desk)
    assert in_next(desk) == "ABC"
    desk.drawn(2)
    assert left(desk)["D"] == 0
    assert desk.entry("D") not in current_stage(desk.state).going_on()


def left(desk: SwissDesk) -> dict[str, int]:
    return {desk.letter(row.entry): row.values["lives"] for row in desk.swiss().rows}


def bring_about(desk: SwissDesk) -> None:
    """The first side wins each open match."""
    for number in sorted(desk.state.awaiting):
        match = desk.state.matches[number]
        result = desk.winner_only(match, desk.letter(match.sides[0]))
        desk.do(match_commands.ReportResult(match=number, result=result))


@pytest.mark.rule("SWX-4")
@pytest.mark.parametrize("options", [MONRAD, LIVES, SWISS], ids=lambda one: one.kind)
def test_absence_that_changes_nothing_is_refused(options: MonradOptions | LivesOptions | SwissOptions) -> None:
    desk = started("ABCDEF", options)
    with pytest.raises(Refused, match="not marked as absent"):
        back(desk, "A")
    absent(desk, "A")
    with pytest.raises(Refused, match="absent already"):
        absent(desk, "A")
    back(desk, "A")
    assert in_next(desk) == "ABCDEF"
    kinds = [type(one.event) for one in desk.history][-2:]
    assert kinds == [EntryAbsent, EntryCameBack]


@pytest.mark.rule("SWX-4")
def test_absent_players_are_drawn_where_not_two_others_are_there() -> None:
    desk = started_swiss("ABC", options=MONRAD.model_copy(update={"rounds": 3}))
    absent(desk, "A")
    absent(desk, "B")
    assert in_next(desk) == "ABC"


@pytest.mark.rule("SWX-4", "ALL-4")
@pytest.mark.parametrize("choice", ["rewind", "stand"])
def test_absence_stays_where_a_result_before_is_corrected(choice: Choice) -> None:
    """F is absent in round 2. A's win of round 1 turns out to be D's. Rewound, the four who play are drawn again, and E
    keeps the bye. Either way F has no place in round 2, and is in the third once back."""
    desk = started_swiss("ADCFBE", options=MONRAD)
    desk.drawn(1)
    desk.won("A-D", "C-F", "B-E")
    absent(desk, "F")
    desk.drawn(2)
    won = desk.winner_only(desk.match("A-D", 1), "D")
    desk.do(match_commands.CorrectResult(match=1, result=won, reason="D won", choice=choice))
    if isinstance(desk.step(), Due):
        assert in_next(desk) == "ABCD"
        desk.drawn(2)
    bring_about(desk)
    back(desk, "F")
    assert in_next(desk) == "ABCDEF"


@pytest.mark.rule("SWX-4")
def test_absence_of_one_stage_goes_on_in_the_next() -> None:
    later = LaterStage(format=MONRAD, qualifiers=5)
    desk = started("ABCDEF", MONRAD.model_copy(update={"rounds": 1}), later)
    desk.drawn(1)
    bring_about(desk)
    letter = desk.letter(desk.swiss().rows[0].entry)
    absent(desk, letter)
    desk.do(round_commands.OpenStage(stage=2))
    assert letter not in in_next(desk)


@pytest.mark.rule("SWX-4")
@pytest.mark.parametrize("options", [MONRAD, LIVES, SWISS], ids=lambda one: one.kind)
@given(data=st.data())
def test_random_rounds_with_absences_come_to_their_end(
    options: MonradOptions | LivesOptions | SwissOptions, data: st.DataObject
) -> None:
    """In each round some are marked as absent, and some come back: who is absent has no place, anybody else has."""
    letters = "ABCDEFGH"[: data.draw(st.integers(5, 8))]
    desk = started(letters, options)
    for _ in range(40):
        change_absences(desk, letters, data.draw(st.lists(st.integers(0, 7), max_size=3)))
        step = desk.step()
        if not isinstance(step, Due):
            break
        there = {one for one in current_stage(desk.state).going_on() if not desk.facts.is_absent(one, step.round)}
        desk.do(round_commands.DrawRound(round=step.round))
        placed = {entry for place in desk.facts.places if place.round == step.round for entry in place.entries}
        if len(there) > 1:
            reached()
            assert placed == there
        bring_about(desk)
    else:
        pytest.fail("it does not end")


def change_absences(desk: SwissDesk, letters: str, who: Sequence[int]) -> None:
    for one in who:
        letter = letters[one % len(letters)]
        for change in (absent, back):
            try:
                change(desk, letter)
                break
            except Refused:
                continue
