"""Rounds paired down an order, held against all pairings there are (MON-3, MON-8, MON-9, SWX-7)."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Contender, Due, Terms
from domain.formats.down_the_order import Rules, can_pair, drawing, opponents_passed_over
from domain.formats.kept_apart import ApartOptions
from tests.reaching import reached

RULES = Rules("MON-3", "MON-9")
Pairs = tuple[tuple[int, int], ...]


def contender(entry: int, met: Sequence[int] = (), **counts: int) -> Contender:
    told = {"score": 0, "byes": 0, "firsts": 0, "first_last": 0, **counts}
    return Contender(entry=entry, counts=told, met=tuple(met))


def due(*contenders: Contender, round_: int = 1) -> Due:
    return Due(round_, contenders, Terms(1))


def options(*apart: tuple[int, ...]) -> ApartOptions:
    return ApartOptions.model_validate({"kind": "x", "apart": [{"entries": one} for one in apart]})


def drawn(of: ApartOptions, at: Due) -> tuple[set[frozenset[int]], list[int]]:
    made = drawing(of, at, at.contenders, RULES)
    return {frozenset(pair.sides) for pair in made.pairs}, [bye.entry for bye in made.byes]


def every_pairing(entries: Sequence[int]) -> Iterator[Pairs]:
    """All of them, in the order in which the highest meets the highest it can."""
    if not entries:
        yield ()
    for other in entries[1:]:
        for rest in every_pairing([one for one in entries[1:] if one != other]):
            yield ((entries[0], other), *rest)


@pytest.mark.rule("MON-3", "MON-8", "SWX-7")
@given(st.integers(2, 4).map(lambda half: 2 * half), st.data())
def test_pairing_is_the_first_with_the_fewest_pairs_of_a_club(entrants: int, data: st.DataObject) -> None:
    """Of all pairings without a rematch, and without two who must not meet: the first without club-mates, or one with
    as few pairs of them as can be. Where fewer could be had by rematches alone, club-mates are not looked at."""
    numbers = range(1, entrants + 1)
    both = st.sampled_from([*combinations(numbers, 2)])
    met, banned = data.draw(st.sets(both, max_size=2)), data.draw(st.sets(both, max_size=2))
    clubs = data.draw(st.tuples(*(st.integers(0, 2) for _ in numbers)))
    field = [
        contender(one, [b for a, b in met if a == one] + [a for a, b in met if b == one], club=clubs[one - 1])
        for one in numbers
    ]
    of, at = options(*banned), due(*field)
    allowed = [pairs for pairs in every_pairing([*numbers]) if not {*pairs} & (met | banned)]
    assert can_pair(of, at) == bool(allowed)
    if not allowed:
        return
    reached()
    mates = {(a, b) for a, b in combinations(numbers, 2) if clubs[a - 1] == clubs[b - 1]}
    fewest = min(len({*pairs} & mates) for pairs in allowed)
    everything = min(len({*pairs} & (mates | met | banned)) for pairs in every_pairing([*numbers]))
    best = next(pairs for pairs in allowed if len({*pairs} & mates) == fewest)
    made = drawn(of, at)[0]
    assert not made & {frozenset(pair) for pair in met | banned}
    first = {frozenset(pair) for pair in allowed[0]}
    if everything == fewest:
        assert made == first or len(made & {frozenset(pair) for pair in mates}) == fewest
    else:
        assert made == first
    if fewest == 0:
        assert made == {frozenset(pair) for pair in best}


@pytest.mark.rule("MON-8")
def test_club_mates_meet_as_rarely_as_can_be() -> None:
    """Of one club are 1, 2 and 3; 4 is alone: one pair of the club there must be, and the highest takes 4."""
    field = [contender(one, club=1) for one in (1, 2, 3)] + [contender(4, club=2)]
    assert drawn(options(), due(*field))[0] == {frozenset({1, 4}), frozenset({2, 3})}


@pytest.mark.rule("MON-9")
def test_bye_goes_to_the_next_where_the_others_could_not_meet() -> None:
    """3 is the lowest, but 1 and 2 have met: so the bye goes to 2, the next from below, and 1 meets 3."""
    field = [contender(1, [2]), contender(2, [1]), contender(3)]
    assert drawn(options(), due(*field)) == ({frozenset({1, 3})}, [2])


@pytest.mark.rule("MON-4")
@pytest.mark.parametrize(
    ("firsts", "last", "round_", "first"),
    [((1, 0), (0, 0), 1, 2), ((1, 1), (1, 0), 1, 2), ((1, 1), (1, 1), 1, 1), ((1, 1), (1, 1), 2, 2)],
)
def test_first_side_is_who_was_so_less_often(
    firsts: tuple[int, int], last: tuple[int, int], round_: int, first: int
) -> None:
    field = [contender(one, firsts=firsts[one - 1], first_last=last[one - 1]) for one in (1, 2)]
    (pair,) = drawing(options(), due(*field, round_=round_), field, RULES).pairs
    assert pair.sides[0] == first


@pytest.mark.rule("SWX-14", "MON-8")
def test_player_passed_over_is_told_with_the_reason() -> None:
    """1 has met 2, must not meet 3, and 4 is the only one whom 5 can meet: 1 meets 6."""
    field = [
        contender(1, [2]),
        contender(2, [1, 5]),
        contender(3, [5]),
        contender(4),
        contender(5, [2, 3, 6]),
        contender(6, [5]),
    ]
    at = due(*field)
    of = options((1, 3), (1, 5))
    told = [(one.entry, one.because) for one in opponents_passed_over(of, at, field, RULES, 1)]
    assert told == [(2, "met"), (3, "apart"), (4, "rest"), (5, "apart")]
