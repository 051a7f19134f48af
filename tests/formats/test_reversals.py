"""A ruling that is reversed leaves no trace but its history, in every format (ALL-3, TD-13)."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.refusal import Refused
from domain.scoring.result import WinnerOnly
from domain.tournament import match_commands
from domain.tournament import ruling_commands as asked
from tests.formats.acting import Deed
from tests.formats.appealing import announce, fork, give, give_as, lodge, put_instead, reverse, vote, with_choice
from tests.formats.comparing import newly_placed, shape, standing
from tests.formats.directing import advance, check_invariants, deeds, finish
from tests.formats.kinds import Kind, in_every_format, played, plays
from tests.formats.orders import Ordered, orders, ruling


@pytest.mark.rule("ALL-3", "ALL-4", "TD-13")
@in_every_format
@given(entrants=st.integers(2, 8), tried=plays, ordered=orders)
def test_reversed_at_once_a_ruling_has_changed_nothing(
    kind: Kind, entrants: int, tried: Sequence[Deed], ordered: Ordered
) -> None:
    desk = played(kind, entrants, tried)
    before = standing(desk)
    number = give(desk, ordered)
    check_invariants(desk.state)
    if number is not None:
        reverse(desk, number)
        check_invariants(desk.state)
        assert standing(desk) == before


@pytest.mark.rule("ALL-3", "TD-13")
@in_every_format
@given(entrants=st.integers(2, 8), tried=plays, lower=orders, upper=orders)
def test_reversed_one_after_the_other_two_rulings_have_changed_nothing(
    kind: Kind, entrants: int, tried: Sequence[Deed], lower: Ordered, upper: Ordered
) -> None:
    desk = played(kind, entrants, tried)
    before = standing(desk)
    given_ = [number for number in (give(desk, lower), give(desk, upper)) if number is not None]
    for number in reversed(given_):
        reverse(desk, number)
    assert standing(desk) == before


@pytest.mark.rule("ALL-5", "TD-12")
@in_every_format
@given(entrants=st.integers(2, 8), tried=deeds, ruled=st.lists(st.tuples(orders, st.booleans()), max_size=3))
def test_rulings_and_reversals_never_get_it_stuck(
    kind: Kind, entrants: int, tried: Sequence[Deed], ruled: Sequence[tuple[Ordered, bool]]
) -> None:
    desk = played(kind, entrants, tried)
    for ordered, reversed_ in ruled:
        number = give(desk, ordered)
        if number is not None and reversed_:
            with suppress(Refused):
                reverse(desk, number)
        check_invariants(desk.state)
        with suppress(AssertionError):
            advance(desk)
    finish(desk)


@pytest.mark.rule("ALL-3", "TD-13")
@in_every_format
@given(entrants=st.integers(2, 8), tried=plays, lower=orders, upper=orders)
def test_reversed_below_another_ruling_it_leaves_what_that_one_makes_alone(
    kind: Kind, entrants: int, tried: Sequence[Deed], lower: Ordered, upper: Ordered
) -> None:
    desk = played(kind, entrants, tried)
    other, since = fork(desk), desk.state.version
    below, above = ruling(desk, lower), ruling(desk, upper)
    number = give_as(desk, below)
    other.now = desk.now
    if number is None or give_as(desk, above) is None or give_as(other, above) is None:
        return
    reverse(desk, number)
    if not (newly_placed(desk, since) or newly_placed(other, since)):
        assert shape(desk) == shape(other)


@pytest.mark.rule("ALL-3", "TD-12", "TD-13")
@in_every_format
@given(entrants=st.integers(2, 8), tried=plays, ordered=orders, better=orders, dismissed=st.booleans())
def test_an_alternative_and_a_claim_granted_after_all_are_as_if_ruled_so_at_once(
    kind: Kind, entrants: int, tried: Sequence[Deed], ordered: Ordered, better: Ordered, *, dismissed: bool
) -> None:
    desk = played(kind, entrants, tried)
    other, since = fork(desk), desk.state.version
    fields = ruling(desk, ordered)
    instead = {**ruling(desk, better), "about": fields["about"], "play_began": fields["play_began"]}
    if dismissed:
        fields = {**fields, "remedies": [], "claimed": instead["remedies"]}
    number = give_as(desk, fields)
    if number is None:
        return
    with suppress(Refused):
        reverse(desk, number) if dismissed else put_instead(desk, number, instead["remedies"])
        other.now = desk.now - timedelta(minutes=1)
        refused = give_as(other, instead) is None
        if not (refused or newly_placed(desk, since) or newly_placed(other, since)):
            assert shape(desk) == shape(other)


@pytest.mark.rule("TD-12", "TD-13")
@in_every_format
@given(entrants=st.integers(2, 8), tried=plays, ordered=orders)
def test_while_it_is_suspended_a_ruling_changes_nothing_and_then_what_it_changed(
    kind: Kind, entrants: int, tried: Sequence[Deed], ordered: Ordered
) -> None:
    desk = played(kind, entrants, tried)
    before, since = standing(desk), desk.state.version
    number = give(desk, ordered)
    if number is None:
        return
    given_ = shape(desk)
    appeal = lodge(desk, number)
    with_choice(desk, ruling_commands.SuspendRuling(ruling=number))
    assert standing(desk) == before
    with_choice(desk, ruling_commands.ResumeRuling(ruling=number))
    check_invariants(desk.state)
    if not newly_placed(desk, since):
        assert shape(desk) == given_
    vote(desk, appeal, "reversed")
    announce(desk, appeal)
    assert standing(desk) == before


@pytest.mark.rule("ALL-3", "ALL-4", "TD-13")
@in_every_format
@given(entrants=st.integers(2, 8), tried=plays, number=st.integers(0, 99), won=st.booleans())
def test_a_correction_made_while_the_match_was_ruled_void_counts_once_it_no_longer_is(
    kind: Kind, entrants: int, tried: Sequence[Deed], number: int, *, won: bool
) -> None:
    desk = played(kind, entrants, tried)
    known = [n for n, match in sorted(desk.state.matches.items()) if desk.state.counting(match)]
    if not known:
        return
    other, since = fork(desk), desk.state.version
    match = known[number % len(known)]
    fields = {**ruling(desk, Ordered("match-voiding", 0, True, 1)), "about": {"kind": "match", "number": match}}
    ruled = give_as(desk, fields)
    correction = match_commands.CorrectResult(
        match=match, result=WinnerOnly(winner="first" if won else "second"), reason="Slip", choice="rewind"
    )
    with suppress(Refused):
        desk.do(correction.model_copy(update={"choice": None}))
        assert ruled is not None
        reverse(desk, ruled)
        other.do(correction)
        if not (newly_placed(desk, since) or newly_placed(other, since)):
            assert shape(desk) == shape(other)
    check_invariants(desk.state)
