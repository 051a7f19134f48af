"""A ruling that is reversed leaves no trace but its history, in every format (ALL-3, TD-13)."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from domain.kernel.refusal import Refused
from domain.kernel.values import Side
from domain.match import validity
from domain.scoring.result import WinnerOnly
from domain.tournament.matches import commands as match_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.formats.acting import Deed
from tests.formats.appealing import (
    announce,
    give_as,
    give_first,
    give_one,
    lodge,
    put_instead,
    reverse,
    vote,
    with_choice,
)
from tests.formats.comparing import newly_placed, shape, standing
from tests.formats.directing import advance, check_invariants, deeds, finish
from tests.formats.kinds import Kind, in_every_format, in_every_other_format, played, plays
from tests.formats.orders import Ordered, ruling, several
from tests.properties import examples
from tests.reaching import reached
from tests.rounds import RoundsDesk, in_every_stage

Both = tuple[RoundsDesk, RoundsDesk]
"""One tournament that came to be as it is by two ways."""


def _by_office(first: int, second: int = 0, *, won: bool = False) -> Deed:
    return Deed("play", first, second, won, "office")


@pytest.mark.rule("ALL-3", "ALL-4", "TD-13")
@in_every_other_format(0)
@given(entrants=st.integers(2, 8), tried=plays, ordered=several)
def test_reversed_at_once_a_ruling_has_changed_nothing(
    kind: Kind, entrants: int, tried: Sequence[Deed], ordered: Sequence[Ordered]
) -> None:
    desk = played(kind, entrants, tried)
    before = standing(desk)
    number = give_one(desk, ordered)
    if number is None:
        return
    reached()
    check_invariants(desk.state)
    reverse(desk, number)
    check_invariants(desk.state)
    assert standing(desk) == before


@pytest.mark.rule("ALL-3", "TD-13")
@in_every_other_format(1)
@given(entrants=st.integers(2, 8), tried=plays, lower=several, upper=several)
def test_reversed_one_after_the_other_two_rulings_have_changed_nothing(
    kind: Kind, entrants: int, tried: Sequence[Deed], lower: Sequence[Ordered], upper: Sequence[Ordered]
) -> None:
    desk = played(kind, entrants, tried)
    before = standing(desk)
    below, above = give_one(desk, lower), give_one(desk, upper)
    if below is None or above is None:
        return
    reached()
    reverse(desk, above)
    reverse(desk, below)
    assert standing(desk) == before


@pytest.mark.rule("ALL-5", "TD-12")
@in_every_format
@example(
    # A ruling opens a match of a ring again; what was made from its result was played before it is played out.
    entrants=5,
    tried=[_by_office(2), _by_office(1), _by_office(0, 14, won=True), *[_by_office(0)] * 7],
    ruled=[([Ordered("double-annulment", number=0, first=False, size=1, also=None)], False)],
)
@given(
    entrants=st.integers(2, 8),
    tried=deeds,
    ruled=st.lists(st.tuples(several, st.booleans()), min_size=1, max_size=3),
)
@examples(6)
def test_rulings_and_reversals_never_get_it_stuck(
    kind: Kind, entrants: int, tried: Sequence[Deed], ruled: Sequence[tuple[Sequence[Ordered], bool]]
) -> None:
    desk = played(kind, entrants, tried)
    for ordered, reversed_ in ruled:
        number = give_one(desk, ordered)
        if number is not None:
            reached()
        if number is not None and reversed_:
            with suppress(Refused):
                reverse(desk, number)
        check_invariants(desk.state)
        advance(desk.fork())
    finish(desk)


@pytest.mark.rule("ALL-3", "TD-13")
@in_every_other_format(0)
@given(entrants=st.integers(2, 8), tried=plays, lower=several, upper=several)
def test_reversed_below_another_ruling_it_leaves_what_that_one_makes_alone(
    kind: Kind, entrants: int, tried: Sequence[Deed], lower: Sequence[Ordered], upper: Sequence[Ordered]
) -> None:
    desk = played(kind, entrants, tried)
    other, since = desk.fork(), desk.state.version
    number = give_one(desk, lower)
    if number is None or give_first((desk, other), [ruling(other, one) for one in upper]) is None:
        return
    reverse(desk, number)
    if newly_placed(desk, since) or newly_placed(other, since):
        return
    reached()
    assert shape(desk) == shape(other)


@pytest.mark.rule("ALL-3", "TD-12", "TD-13")
@in_every_other_format(1)
@given(entrants=st.integers(2, 8), tried=plays, ordered=several, better=several, dismissed=st.booleans())
@examples(5)
def test_an_alternative_and_a_claim_granted_after_all_are_as_if_ruled_so_at_once(
    kind: Kind,
    entrants: int,
    tried: Sequence[Deed],
    ordered: Sequence[Ordered],
    better: Sequence[Ordered],
    *,
    dismissed: bool,
) -> None:
    desk = played(kind, entrants, tried)
    turned = ((*better[number:], *better[:number]) for number in range(0, len(better), 3))
    pairs = (pair for one in turned for pair in zip(ordered, one, strict=True))
    ways = (replaced(desk, *pair, dismissed=dismissed) for pair in pairs)
    both = next(
        (pair for pair in ways if pair and not any(newly_placed(one, desk.state.version) for one in pair)), None
    )
    if both is not None:
        reached()
        assert shape(both[0]) == shape(both[1])


def replaced(desk: RoundsDesk, ordered: Ordered, better: Ordered, *, dismissed: bool) -> Both | None:
    """The tournament where a committee has put the better ruling in the place of the other, or granted it where it was
    dismissed; and where it was given at once. None where anything of it is refused."""
    ruled, at_once = desk.fork(), desk.fork()
    fields = ruling(desk, ordered)
    instead = {**ruling(desk, better), "about": fields["about"], "play_began": fields["play_began"]}
    if dismissed:
        fields = {**fields, "remedies": [], "claimed": instead["remedies"]}
    number = give_as(ruled, fields)
    if number is None:
        return None
    try:
        reverse(ruled, number) if dismissed else put_instead(ruled, number, instead["remedies"])
    except Refused:
        return None
    moments = counts_from(ruled, number)
    if len(moments) > 1:
        return None
    at_once.now = moments.pop() - timedelta(minutes=1)
    return None if give_as(at_once, instead) is None else (ruled, at_once)


def counts_from(desk: RoundsDesk, number: int) -> set[datetime]:
    """From when what an appeal has put in the ruling's place counts: who is put out is so since the decision, a match
    is decided since the ruling was given."""
    ruling_ = desk.state.directing.rulings[number]
    orders = ruling_.in_force
    if orders is None or not orders.put_out:
        return {ruling_.orders.given_at}
    ended = (desk.state.matches[match].effective for match in orders.matches)
    return {orders.given_at, *(one.played_at for one in ended if one and one.result is None)}


@pytest.mark.rule("TD-12", "TD-13")
@in_every_other_format(0)
@given(entrants=st.integers(2, 8), tried=plays, ordered=several)
def test_suspended_ruling_changes_nothing_and_then_what_it_changed(
    kind: Kind, entrants: int, tried: Sequence[Deed], ordered: Sequence[Ordered]
) -> None:
    desk = played(kind, entrants, tried)
    before, since = standing(desk), desk.state.version
    number = give_one(desk, ordered)
    if number is None:
        return
    given_ = shape(desk)
    appeal = lodge(desk, number)
    with_choice(desk, ruling_commands.SuspendRuling(ruling=number))
    assert standing(desk) == before
    with_choice(desk, ruling_commands.ResumeRuling(ruling=number))
    check_invariants(desk.state)
    if not newly_placed(desk, since):
        reached()
        assert shape(desk) == given_
    vote(desk, appeal, "reversed")
    announce(desk, appeal)
    assert standing(desk) == before


@pytest.mark.rule("ALL-3", "ALL-4", "TD-13")
@in_every_other_format(1)
@given(entrants=st.integers(2, 8), tried=plays, won=st.booleans())
def test_a_correction_made_while_the_match_was_ruled_void_counts_once_it_no_longer_is(
    kind: Kind, entrants: int, tried: Sequence[Deed], *, won: bool
) -> None:
    desk = played(kind, entrants, tried)
    known = [n for n, match in sorted(desk.state.matches.items()) if validity.counting(match)]
    winners: tuple[Side, Side] = ("first", "second") if won else ("second", "first")
    tries = (corrected_while_void(desk, match, winner) for match in known for winner in winners)
    both = next((pair for pair in tries if pair and not any_newly_placed(desk, pair)), None)
    if both is not None:
        reached()
        check_invariants(both[0].state)
        assert shape(both[0]) == shape(both[1])


def any_newly_placed(before: RoundsDesk, pair: Both) -> bool:
    return any(newly_placed(one, before.state.version) for one in pair)


def corrected_while_void(before: RoundsDesk, match: int, winner: Side) -> Both | None:
    """The tournament where the match was corrected while it was ruled void, and where it never was void. None where
    anything of it is refused."""
    desk, other = before.fork(), before.fork()
    fields = {**ruling(desk, Ordered("match-voiding", 0, True, 1)), "about": {"kind": "match", "number": match}}
    correction = match_commands.CorrectResult(match=match, result=WinnerOnly(winner=winner), reason="Slip")
    number = give_as(desk, fields)
    if number is None:
        return None
    try:
        desk.do(correction)
        reverse(desk, number)
        other.do(correction.model_copy(update=in_every_stage(other, "rewind")))
    except Refused:
        return None
    return desk, other
