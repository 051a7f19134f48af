"""A random director for any format: does anything, legal or not, rulings and appeals among it. After each step the
record is sound, what comes next is not refused, the stored events give the same state, and what was previewed is what
has happened; and whenever somebody looks, everything can be shown."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import get_args
from unittest import TestCase

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from domain.formats.registry import FormatOptions
from domain.kernel.refusal import Refused
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions, PairingsShown
from domain.tournament.lifecycle.events import LaterStage, RatingTerms
from domain.tournament.state import initial
from tests.desk import Drawer, entered
from tests.formats.acting import EVERYBODY, Deed, Who, appoint_directors
from tests.formats.directing import (
    KINDS,
    LETTERS,
    Play,
    advance,
    attempt,
    check_invariants,
    check_nobody_out_has_to_play,
    check_steps,
    finish,
    play,
)
from tests.formats.looking import look
from tests.formats.previewing import Previewing
from tests.formats.ruling_deeds import RULING_KINDS
from tests.formats.storing import stored_and_read
from tests.properties import PROFILE, examples

MOST_PLAYERS = 9
SETTLED = 2 if PROFILE == "test" else None
"""How many of the matches that are waited for are ended after each step to see that it goes on; None: all. At its end
each tournament is played to the last match anyway."""
PREVIEWS_ALL = PROFILE == "proof"
"""In `make test` it is enough to preview what the random director does, and not also how it goes on and ends."""
_NUMBERS = st.integers(0, 99)
_WHO = st.sampled_from(EVERYBODY)


@dataclass(frozen=True)
class Setting:
    """What is tried: a tournament with one of these options, on a desk of that kind. `playing` is how matches come
    about and are reported."""

    options: Sequence[FormatOptions]
    stages: tuple[LaterStage, ...] = ()
    desk: type[Previewing] = Previewing
    playing: Play = play

    def started(
        self, chosen: FormatOptions, players: int, seed: str, shown: PairingsShown, *, rolls: bool = False
    ) -> Previewing:
        """Such a tournament, started."""
        desk = self.desk(secrets=Drawer(seed))
        rating = RatingTerms(pool="normal", policy="room", policy_version=1)
        told = {"name": "Evening", "format": chosen, "rating": rating, "stages": self.stages}
        conditions = Conditions(pairings_shown=shown, auto_draw=rolls)
        desk.do(lifecycle_commands.AnnounceTournament.model_validate({**told, "conditions": conditions}))
        entered(desk, LETTERS[:players])
        appoint_directors(desk)
        desk.do(lifecycle_commands.StartTournament())
        return desk

    def attempt(self, desk: Previewing, deed: Deed) -> None:
        """Does what the deed says, unless it is refused."""
        with suppress(Refused):
            if deed.kind == "play":
                self.playing(desk, deed)
            elif deed.kind not in ("pair", "enter"):
                attempt(desk, deed)


class Watched(RuleBasedStateMachine):
    """What must hold after each change. What was refused has changed nothing: there is nothing new to look at."""

    def watch(self, desk: Previewing) -> None:
        """Looks at this desk from now on."""
        self.desk, self.checked, self.read = desk, 0, 0
        self.replayed = self.looked_at = self.held = initial(desk.state.stream)

    @rule()
    def look(self) -> None:
        if self.desk.state is not self.looked_at:
            look(self.desk)
            self.looked_at = self.desk.state

    @invariant()
    def holds(self) -> None:
        if self.desk.state is not self.held:
            self._is_sound()
            self._replays()
            self._goes_on()
            self.held = self.desk.state

    def _is_sound(self) -> None:
        check_invariants(self.desk.state)
        check_nobody_out_has_to_play(self.desk)
        self.checked = check_steps(self.desk, self.checked)

    def _replays(self) -> None:
        self.replayed = stored_and_read(self.replayed, self.desk.history[self.read :])
        self.read = len(self.desk.history)
        assert self.replayed == self.desk.state

    def _goes_on(self) -> None:
        further = self.desk.fork()
        further.previews = PREVIEWS_ALL
        advance(further, SETTLED)

    def teardown(self) -> None:
        self.desk.previews = PREVIEWS_ALL
        finish(self.desk)
        look(self.desk)


def director_of(
    options: Sequence[FormatOptions],
    tried: int,
    stages: tuple[LaterStage, ...] = (),
    desk: type[Previewing] = Previewing,
    playing: Play = play,
) -> type[TestCase]:
    """The tests of a random director of such a tournament."""
    setting = Setting(options, stages, desk, playing)

    class RandomDirector(Watched):
        @initialize(
            players=st.integers(2, MOST_PLAYERS),
            chosen=st.sampled_from(options),
            seed=st.text(max_size=3),
            shown=st.sampled_from(get_args(PairingsShown)),
            rolls=st.booleans(),
        )
        def start(self, players: int, chosen: FormatOptions, seed: str, shown: PairingsShown, rolls: bool) -> None:
            self.watch(setting.started(chosen, players, seed, shown, rolls=rolls))

        @rule(first=_NUMBERS, second=_NUMBERS, won=st.booleans(), by=_WHO)
        def play(self, first: int, second: int, won: bool, by: Who) -> None:
            setting.attempt(self.desk, Deed("play", first, second, won, by))

        @rule(kind=st.sampled_from(KINDS), first=_NUMBERS, second=_NUMBERS, won=st.booleans(), by=_WHO)
        def try_something(self, kind: str, first: int, second: int, won: bool, by: Who) -> None:
            setting.attempt(self.desk, Deed(kind, first, second, won, by))

        @rule(kind=st.sampled_from(RULING_KINDS), first=_NUMBERS, second=_NUMBERS, won=st.booleans(), by=_WHO)
        def direct(self, kind: str, first: int, second: int, won: bool, by: Who) -> None:
            setting.attempt(self.desk, Deed(kind, first, second, won, by))

    tests: type[TestCase] = RandomDirector.TestCase
    steps = 40 if PROFILE == "proof" else 25
    tests.settings = examples(tried, proof=60, stateful_step_count=steps)  # type: ignore[attr-defined]  # read by it
    return tests
