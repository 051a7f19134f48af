"""A resignation that is taken back leaves no trace but its history, in every format (ALL-4, ALL-8)."""

from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.refusal import Refused
from domain.problems.tournament import CHOICE_NEEDED, NOTHING_TO_RESTORE
from domain.tournament.command import Choice
from domain.tournament.entries import commands as entry_commands
from tests.desk import director, player
from tests.formats.acting import CHOICES, DIRECTOR, Deed
from tests.formats.appealing import give_one, reverse, with_choice
from tests.formats.comparing import newly_placed, shape, standing
from tests.formats.directing import check_invariants, finish
from tests.formats.kinds import Kind, in_every_format, played, plays
from tests.formats.orders import Ordered, several
from tests.properties import examples
from tests.reaching import reached
from tests.rounds import RoundsDesk, in_every_stage


def resigned(desk: RoundsDesk, entry: int, *, finish: bool) -> bool:
    """Whether the director could record that the entry resigns, and has."""
    open_matches = "finish" if finish else "concede"
    command = entry_commands.Resign.model_validate({"entry": entry, "open_matches": open_matches, "reason": "Told."})
    try:
        with_choice(desk, command, director(DIRECTOR))
    except Refused:
        return False
    return True


@pytest.mark.rule("ALL-4", "ALL-8")
@in_every_format
@examples(4)
@given(entrants=st.integers(2, 8), tried=plays, number=st.integers(0, 7), finish=st.booleans())
def test_recorded_and_taken_back_at_once_it_has_changed_nothing(
    kind: Kind, entrants: int, tried: Sequence[Deed], number: int, finish: bool
) -> None:
    desk = played(kind, entrants, tried)
    before, entry = standing(desk), number % entrants + 1
    if not resigned(desk, entry, finish=finish):
        return
    reached()
    back = entry_commands.WithdrawResignation(entry=entry)
    with_choice(desk, back, player(desk.letter(entry)))
    check_invariants(desk.state)
    assert standing(desk) == before


@pytest.mark.rule("ALL-3", "ALL-4", "NXE-8", "RNG-7", "TD-13")
@in_every_format
@examples(4)
@given(entrants=st.integers(2, 8), tried=plays, ordered=several, number=st.integers(0, 7))
def test_a_ruling_reversed_after_a_resignation_leaves_what_that_makes_alone(
    kind: Kind, entrants: int, tried: Sequence[Deed], ordered: Sequence[Ordered], number: int
) -> None:
    desk = played(kind, entrants, tried)
    entries = ((number + turn) % entrants + 1 for turn in range(entrants))
    both = next(filter(None, (resigned_under(desk, ordered, entry) for entry in entries)), None)
    if both is not None:
        reached()
        check_invariants(both[0].state)
        assert shape(both[0]) == shape(both[1])


def resigned_under(desk: RoundsDesk, ordered: Sequence[Ordered], entry: int) -> tuple[RoundsDesk, RoundsDesk] | None:
    """The tournament where the entry resigns after a ruling that is reversed then; and where it just resigns. None
    where anything of it is refused, or a place is given by it, which a reversal leaves."""
    ruled, alone = desk.fork(), desk.fork()
    number = give_one(ruled, ordered)
    alone.now = ruled.now
    if number is None or not all(resigned(one, entry, finish=False) for one in (ruled, alone)):
        return None
    reverse(ruled, number)
    return None if any(newly_placed(one, desk.state.version) for one in (ruled, alone)) else (ruled, alone)


@pytest.mark.rule("ALL-4", "ALL-5", "ALL-8")
@in_every_format
@examples(4)
@given(entrants=st.integers(2, 8), tried=plays, more=plays, number=st.integers(0, 7), choice=st.sampled_from(CHOICES))
def test_resignation_taken_back_after_play_has_gone_on_never_gets_stuck(
    kind: Kind, entrants: int, tried: Sequence[Deed], more: Sequence[Deed], number: int, choice: Choice | None
) -> None:
    desk = played(kind, entrants, tried)
    entry = number % entrants + 1
    if not resigned(desk, entry, finish=False):
        return
    for deed in more:
        with suppress(Refused):
            kind.playing(desk, deed)
    reached()
    taken_back(desk, entry, choice)
    assert desk.state.entries[entry].status == "approved"
    check_invariants(desk.state)
    finish(desk)


def taken_back(desk: RoundsDesk, entry: int, choice: Choice | None) -> None:
    """The player takes it back with that choice, or where it can't be so, every stage is rewound."""
    back, by = entry_commands.WithdrawResignation(entry=entry, choice=choice), player(desk.letter(entry))
    try:
        desk.do(back, by)
    except Refused as refusal:
        if refusal.problem not in (NOTHING_TO_RESTORE, CHOICE_NEEDED):
            raise
        desk.do(back.model_copy(update=in_every_stage(desk, "rewind")), by)
