"""A desk on which every command is previewed first, and carried out on the digest of its preview."""

from dataclasses import replace
from datetime import timedelta

from rpds import HashTrieMap

from domain.kernel.envelope import Actor, Event
from domain.kernel.refusal import Refused
from domain.problems.rounds import DRAW_NOT_SHOWN
from domain.tournament.command import Command
from domain.tournament.guards.permissions import capacity
from domain.tournament.preview import Tried, preview
from domain.tournament.state import Tournament
from tests.desk import OFFICE, sender
from tests.formats.champion_desk import ChampionDesk
from tests.rounds import RoundsDesk


def unseen(state: Tournament) -> Tournament:
    """The state, whether or not who gave its rulings went by previews."""
    rulings = {number: replace(one, previewed=False) for number, one in state.directing.rulings.items()}
    return replace(state, directing=replace(state.directing, rulings=HashTrieMap(rulings)))


class Previewing(RoundsDesk):
    """What is previewed happens, and what the preview refuses is refused in the same words; but for draws, which are
    not shown before they are made (ALL-2). What is announced makes the desk; it can't be tried on anything. Nothing is
    previewed where `previews` is False."""

    previews = True

    def do(self, command: Command, by: Actor = OFFICE) -> tuple[Event, ...]:
        """Carries the command out; raises Refused, and then nothing has changed."""
        if self.state.settings is None or not self.previews:
            return super().do(command, by)
        tried = self._try(command, by)
        if isinstance(tried, Refused):
            return self._refused_alike(command, by, tried)
        events = super().do(command.model_copy(update={"expected": tried.outcome.digest}), by)
        if self.state.rounds.committed == tried.after.rounds.committed:
            assert unseen(self.state) == unseen(tried.after)
        return events

    def _try(self, command: Command, by: Actor) -> Tried | Refused:
        self.now += timedelta(minutes=1)
        try:
            return preview(self.state, command, self.context(capacity(self.state, sender(command, by))))
        except Refused as refusal:
            return refusal
        finally:
            self.now -= timedelta(minutes=1)

    def _refused_alike(self, command: Command, by: Actor, tried: Refused) -> tuple[Event, ...]:
        """The events of a draw, which the preview does not show; else raises Refused."""
        draws = tried.problem is DRAW_NOT_SHOWN
        try:
            events = super().do(command, by)
        except Refused as refusal:
            if draws or (refusal.problem, refusal.facts) == (tried.problem, tried.facts):
                raise
            raise AssertionError(f"previewed was {tried.problem.slug}, refused {refusal.problem.slug}") from refusal
        assert draws, tried.problem.slug
        return events


class PreviewingChampion(Previewing, ChampionDesk):
    """The same, of a Champion tournament."""
