"""A random director for any format: does anything, legal or not. After each step the record is sound, and what comes
next is not refused."""

from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from unittest import TestCase

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from domain.errors import Refused
from domain.formats.registry import FormatOptions
from domain.tournament import commands
from domain.tournament.events import LaterStage
from tests.desk import Drawer, entered
from tests.formats.directing import KINDS, LETTERS, Deed, advance, attempt, check_invariants, finish, play
from tests.rounds import RoundsDesk

MOST_PLAYERS = 9


def director_of(
    options: Sequence[FormatOptions],
    examples: int,
    stages: tuple[LaterStage, ...] = (),
    desk: type[RoundsDesk] = RoundsDesk,
) -> type[TestCase]:
    """The tests of a random director of a tournament with one of these options, on a desk of that kind."""

    class RandomDirector(RuleBasedStateMachine):
        @initialize(players=st.integers(2, MOST_PLAYERS), chosen=st.sampled_from(options), seed=st.text(max_size=3))
        def start(self, players: int, chosen: FormatOptions, seed: str) -> None:
            self.desk = desk(secrets=Drawer(seed))
            self.desk.do(commands.AnnounceTournament(name="Evening", format=chosen, stages=stages))
            entered(self.desk, LETTERS[:players])
            self.desk.do(commands.StartTournament())

        @rule(first=st.integers(0, 99), won=st.booleans())
        def play(self, first: int, won: bool) -> None:
            with suppress(Refused):
                play(self.desk, Deed("play", first, 0, won))

        @rule(kind=st.sampled_from(KINDS), first=st.integers(0, 99), second=st.integers(0, 99), won=st.booleans())
        def try_something(self, kind: str, first: int, second: int, won: bool) -> None:
            if kind not in ("play", "pair", "enter") and self.desk.state.entries:
                with suppress(Refused):
                    attempt(self.desk, Deed(kind, first, second, won))

        @invariant()
        def sound(self) -> None:
            check_invariants(self.desk.state)

        @invariant()
        def goes_on(self) -> None:
            other = copy(self.desk)
            other.history = list(self.desk.history)
            advance(other)

        def teardown(self) -> None:
            finish(self.desk)

    tests: type[TestCase] = RandomDirector.TestCase
    tests.settings = settings(max_examples=examples, stateful_step_count=40)  # type: ignore[attr-defined]  # read by it
    return tests
