"""A start is taken back until the first match begins; then the tournament is announced as before (ALL-2, ALL-4)."""

from datetime import timedelta

import pytest

from domain.formats.contract.steps import Due
from domain.tournament.decisions.rounds.draw_audit import check_draws
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import StartTakenBack
from domain.tournament.rounds.commands import RevealSecret
from tests.desk import director, entered
from tests.formats.directing import check_invariants, finish
from tests.formats.kinds import Kind, in_every_format, started
from tests.rounds import RoundsDesk
from tests.story import evening, given, made, reported

REASON = "Two were still on their way"
BACK = lifecycle_commands.WithdrawStart(reason=REASON)


def draw_what_is_due(desk: RoundsDesk) -> None:
    step = desk.step()
    if isinstance(step, Due):
        desk.draw(step.round)


@pytest.mark.rule("ALL-2", "ALL-4")
@in_every_format
def test_start_taken_back_lets_players_in_and_out_before_the_next(kind: Kind) -> None:
    desk = started(kind, 4)
    draw_what_is_due(desk)
    desk.do(BACK)
    settings = desk.state.settings
    assert settings is not None
    assert (settings.status, settings.started_at, desk.state.rounds.starters) == ("announced", None, None)
    assert not any(match.live for match in desk.state.matches.values())
    entered(desk, "E")
    desk.do(entry_commands.WithdrawEntry(entry=1, reason="Went home"))
    assert desk.state.entries[1].status == "withdrawn", "who goes before the start has not resigned"
    desk.do(lifecycle_commands.StartTournament())
    assert desk.state.rounds.starters == 4
    check_invariants(desk.state)
    draw_what_is_due(desk)
    seated = {side for match in desk.state.matches.values() if match.live for side in match.sides}
    assert seated <= {2, 3, 4, 5}
    finish(desk)
    assert desk.state.settings is not None
    assert desk.state.settings.status == "completed"
    if desk.state.commitment is not None:
        desk.now += timedelta(days=1)
        desk.do(RevealSecret())
    checked = check_draws(desk.history)
    assert checked.confirmed == checked.draws
    assert checked.findings == ()


@pytest.mark.rule("ALL-4")
def test_start_stays_once_a_match_has_begun_or_somebody_has_left() -> None:
    of_two = evening("AB", "Z")
    given(*of_two).when(BACK, by=director("Z")).then(StartTakenBack(reason=REASON))
    given(*of_two, made(1, 2)).when(BACK).then(StartTakenBack(matches=(1,), reason=REASON))
    given(*of_two, made(1, 2), reported("first")).when(BACK).refused("start-built-on", matches=[1])
    left = given(*of_two).when(entry_commands.Resign(entry=2, reason="Ill"))
    given(*of_two, *left.events).when(BACK).refused("start-built-on", entries=[2])
