"""A ruling that is reversed leaves no trace but its history, in every format (ALL-3, TD-13)."""

from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import Refused
from domain.formats.champion import ChampionOptions
from domain.formats.dual_ring import DualRingOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.nxe import NxeOptions
from domain.formats.registry import FormatOptions
from domain.tournament import commands
from domain.tournament.events import Rating
from tests.desk import entered
from tests.formats.appealing import Ordered, give, orders, reverse, standing
from tests.formats.champion_desk import ChampionDesk
from tests.formats.directing import LETTERS, Deed, advance, check_invariants, deeds, finish, play
from tests.rounds import RoundsDesk

FORMATS: Sequence[FormatOptions] = (
    NxeOptions(kind="nxe", losses=2, lengths=(1,)),
    KnockoutOptions(kind="knockout", lengths=(3,), third_place=True),
    DualRingOptions(kind="dual-ring"),
    ChampionOptions(kind="champion"),
)


def started(options: FormatOptions, entrants: int) -> RoundsDesk:
    """A rated tournament of that format, started."""
    desk = ChampionDesk() if isinstance(options, ChampionOptions) else RoundsDesk()
    rating = Rating(pool="normal", policy="room", version=1)
    desk.do(commands.AnnounceTournament(name="Rulings", format=options, rating=rating))
    entered(desk, LETTERS[:entrants])
    desk.do(commands.StartTournament())
    return desk


def played(options: FormatOptions, entrants: int, tried: Sequence[Deed]) -> RoundsDesk:
    """... and played, as far as it goes."""
    desk = started(options, entrants)
    for deed in tried:
        with suppress(Refused):
            play(desk, deed)
    return desk


plays = st.lists(st.builds(Deed, st.just("play"), st.integers(0, 99), st.integers(0, 99), st.booleans()), max_size=25)


@pytest.mark.rule("ALL-3", "ALL-4", "TD-13")
@pytest.mark.parametrize("options", FORMATS, ids=lambda options: options.kind)
@given(entrants=st.integers(2, 8), tried=plays, ordered=orders)
def test_reversed_at_once_a_ruling_has_changed_nothing(
    options: FormatOptions, entrants: int, tried: Sequence[Deed], ordered: Ordered
) -> None:
    desk = played(options, entrants, tried)
    before = standing(desk)
    number = give(desk, ordered)
    check_invariants(desk.state)
    if number is not None:
        reverse(desk, number)
        check_invariants(desk.state)
        assert standing(desk) == before


@pytest.mark.rule("ALL-3", "TD-13")
@pytest.mark.parametrize("options", FORMATS, ids=lambda options: options.kind)
@given(entrants=st.integers(2, 8), tried=plays, lower=orders, upper=orders)
def test_reversed_one_after_the_other_two_rulings_have_changed_nothing(
    options: FormatOptions, entrants: int, tried: Sequence[Deed], lower: Ordered, upper: Ordered
) -> None:
    desk = played(options, entrants, tried)
    before = standing(desk)
    given_ = [number for number in (give(desk, lower), give(desk, upper)) if number is not None]
    for number in reversed(given_):
        reverse(desk, number)
    assert standing(desk) == before


@pytest.mark.rule("ALL-5", "TD-12")
@pytest.mark.parametrize("options", FORMATS, ids=lambda options: options.kind)
@given(entrants=st.integers(2, 8), tried=deeds, ruled=st.lists(st.tuples(orders, st.booleans()), max_size=3))
def test_rulings_and_reversals_never_get_it_stuck(
    options: FormatOptions, entrants: int, tried: Sequence[Deed], ruled: Sequence[tuple[Ordered, bool]]
) -> None:
    desk = played(options, entrants, tried)
    for ordered, reversed_ in ruled:
        number = give(desk, ordered)
        if number is not None and reversed_:
            with suppress(Refused):
                reverse(desk, number)
        check_invariants(desk.state)
        with suppress(AssertionError):
            advance(desk)
    finish(desk)
