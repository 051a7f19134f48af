"""What is previewed of rulings and appeals is what then happens, in every format (ALL-4, TD-12, TD-13)."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.refusal import Refused
from domain.officiating.committees import CommitteeVerdict
from domain.tournament.command import Command
from domain.tournament.derived.progress import final_table
from domain.tournament.difference import difference_of
from domain.tournament.guards.context import effect_of
from domain.tournament.preview import preview
from domain.tournament.registry.commands import things_seen
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import OFFICE
from tests.formats.acting import Deed
from tests.formats.appealing import lodge, vote, with_choice
from tests.formats.kinds import Kind, in_every_format, played, plays
from tests.formats.orders import Fields, Ordered, ruling, several
from tests.reaching import reached
from tests.rounds import RoundsDesk


@pytest.mark.rule("ALL-4", "TD-12", "TD-13")
@in_every_format
@given(entrants=st.integers(2, 8), tried=plays, ordered=several, decision=st.sampled_from(["upheld", "reversed"]))
def test_preview_says_what_then_happens(
    kind: Kind, entrants: int, tried: Sequence[Deed], ordered: Sequence[Ordered], decision: CommitteeVerdict
) -> None:
    desk = played(kind, entrants, tried)
    tries = (command for one in ordered for command in commands_of(ruling(desk, one)))
    command = next((command for command in tries if is_taken(desk, command)), None)
    if command is None:
        return
    reached()
    as_previewed(desk, command)
    number = len(desk.state.directing.rulings)
    appeal = lodge(desk, number)
    as_previewed(desk, ruling_commands.SuspendRuling(ruling=number))
    as_previewed(desk, ruling_commands.ResumeRuling(ruling=number))
    vote(desk, appeal, decision)
    as_previewed(desk, ruling_commands.DecideAppeal(appeal=appeal, reasons="As voted"))


def commands_of(fields: Fields) -> Iterator[ruling_commands.GiveRuling]:
    """The ruling with each choice of what becomes of what hangs on it."""
    for choice in (None, "rewind", "stand"):
        yield ruling_commands.GiveRuling.model_validate({**fields, "choice": choice})


def is_taken(desk: RoundsDesk, command: ruling_commands.GiveRuling) -> bool:
    try:
        desk.fork().do(command)
    except Refused:
        return False
    return True


def as_previewed(desk: RoundsDesk, command: Command) -> None:
    """Carries the command out, by the first choice that is not refused, on the digest of its preview; and compares."""
    trial = desk.fork()
    chosen = command if isinstance(command, ruling_commands.GiveRuling) else with_choice(trial, command)
    desk.now += timedelta(minutes=1)
    tried = preview(desk.state, chosen, desk.context(OFFICE))
    desk.now -= timedelta(minutes=1)
    version, before = desk.state.version, desk.state
    events = desk.do(chosen.model_copy(update={"expected": tried.outcome.digest}))
    effect, on = effect_of(before, events, desk.context(OFFICE)), things_seen(before, chosen)
    assert difference_of(effect, OFFICE, desk.context(OFFICE).now, on) == tried.outcome
    assert final_table(desk.state) == final_table(tried.after)
    assert {n: (m.effective, m.void, m.abandoned) for n, m in desk.state.matches.items()} == {
        n: (m.effective, m.void, m.abandoned) for n, m in tried.after.matches.items()
    }
    assert tried.before.version == version
