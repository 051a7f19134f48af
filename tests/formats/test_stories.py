"""An evening of every format: a no-show, a late entry, an entry again, a drop-out, and a correction after play went on,
by rewind and by stand (ALL-4, ALL-9, SE-9, SE-10).

Six begin, A to F; the first side of each match wins. The second of the first match stays away. G asks to enter late.
Who loses the second match asks to enter again. Somebody else who has a match to play leaves. Once something hangs on
the second match it is corrected: its loser had won.
"""

from dataclasses import dataclass, replace

import pytest

from domain.formats.contract.steps import Done, Due
from domain.formats.elimination.lives_options import LivesOptions
from domain.formats.monrad.options import MonradOptions
from domain.kernel.refusal import Refused
from domain.problems.tournament import CHOICE_NEEDED
from domain.scoring.result import Conceded, WinnerOnly
from domain.tournament.command import Choice
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from tests.desk import entered
from tests.formats.directing import advance, check_invariants, check_nobody_out_has_to_play, check_tables, finish
from tests.formats.kinds import KINDS, Kind, started
from tests.rounds import RoundsDesk, in_every_stage

AGAIN = Conditions(reentries=1)
BY_NAME = {kind.name: kind for kind in KINDS}
TAKEN = "taken"
CLOSED, EXISTS = "entries-closed", "entry-exists"


@dataclass(frozen=True)
class Story:
    """A format; what becomes of the late entry and of the entry again, and whether the correction asks for a choice."""

    kind: Kind
    late: str = CLOSED
    again: str = CLOSED
    is_asked: bool = True

    def __str__(self) -> str:
        return self.kind.name


def of(name: str, **told: object) -> Kind:
    """The kind with other options than every test has."""
    return replace(BY_NAME[name], **told)  # type: ignore[arg-type]  # parts of a kind


STORIES = (
    Story(of("knockout", conditions=AGAIN), late=TAKEN, again=TAKEN),
    Story(of("double-elimination", conditions=AGAIN), late=TAKEN, again=TAKEN),
    Story(of("consolation", conditions=AGAIN), late=TAKEN, again=TAKEN),
    Story(of("placement", conditions=AGAIN), late=TAKEN, again=TAKEN),
    Story(BY_NAME["stepladder"]),
    Story(BY_NAME["round-robin"], is_asked=False),
    Story(BY_NAME["groups"]),
    Story(BY_NAME["rolling-groups"]),
    Story(of("monrad", options=MonradOptions(kind="monrad", late_entries=True)), late=TAKEN, again=EXISTS),
    Story(of("lives", options=LivesOptions(kind="lives", lives=2, late_entries=True)), late=TAKEN, again=EXISTS),
    Story(BY_NAME["swiss"]),
    Story(BY_NAME["swiss+knockout"]),
    Story(BY_NAME["nxe"]),
    Story(of("buy-back", conditions=AGAIN), late=TAKEN, again=TAKEN),
    Story(BY_NAME["dual-ring"]),
)


def tried_to_enter(desk: RoundsDesk, letter: str) -> str:
    """Whether the entry is taken, else why not."""
    try:
        entered(desk, letter)
    except Refused as refused:
        return refused.problem.slug
    return TAKEN


def report(desk: RoundsDesk, number: int, result: WinnerOnly | Conceded) -> None:
    desk.do(match_commands.ReportResult(match=number, result=result))


def asks(desk: RoundsDesk, correction: match_commands.CorrectResult) -> bool:
    """Whether the correction would ask for a choice."""
    try:
        desk.fork().do(correction)
    except Refused as refused:
        return refused.problem == CHOICE_NEEDED
    return False


def next_match(desk: RoundsDesk) -> int:
    """The first match to be played; what is due is drawn."""
    while isinstance(step := desk.step(), Due):
        desk.do(round_commands.DrawRound(round=step.round))
    return desk.facts.awaited[0]


@pytest.mark.rule("ALL-4", "ALL-9", "SE-9", "SE-10", "SWX-4", "SWX-5")
@pytest.mark.parametrize("choice", ["rewind", "stand"])
@pytest.mark.parametrize("story", STORIES, ids=str)
def test_evening_with_everything_that_happens_comes_to_its_end(story: Story, choice: Choice) -> None:
    desk = started(story.kind, 6)
    report(desk, next_match(desk), Conceded(loser="second", play_began=False))
    late = tried_to_enter(desk, "G")
    number = next_match(desk)
    report(desk, number, WinnerOnly(winner="first"))
    again = tried_to_enter(desk, desk.letter(desk.state.matches[number].sides[1]))
    assert (late, again) == (story.late, story.again)
    sides = desk.state.matches[next_match(desk)].sides
    desk.resign(desk.letter(next(one for one in sides if one not in desk.state.matches[number].sides)))
    told = {"match": number, "result": WinnerOnly(winner="second"), "reason": "Slip"}
    correction = match_commands.CorrectResult.model_validate(told)
    while not (is_asked := asks(desk, correction)) and not isinstance(desk.step(), Done):
        advance(desk, 1)
    assert is_asked == story.is_asked
    asked = in_every_stage(desk, choice, [desk.facts.stage]) if is_asked else {}
    desk.do(match_commands.CorrectResult.model_validate({**told, **asked}))
    effective = desk.state.matches[number].effective
    assert effective is not None
    assert effective.outcome.winner == "second"
    finish(desk)
    check_invariants(desk.state)
    check_tables(desk.state)
    check_nobody_out_has_to_play(desk)
    rows = [row.entry for row in desk.standings().rows]
    assert sorted(rows) == sorted(number for number, entry in desk.state.entries.items() if entry.entrant)
