"""Ranks of brackets and groups, counted again from who lost where (SE-5, SE-8, DE-12, CON-8, GRP-11)."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.brackets.consolation import ConsolationOptions
from domain.formats.brackets.double_elimination import DoubleEliminationOptions
from domain.formats.brackets.placement import PlacementOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import FormatOptions
from domain.match.record import Match
from domain.tournament.derived.stage import stages_of
from domain.tournament.rounds.commands import OpenStage
from tests.formats.brackets_play import started
from tests.formats.knockout_play import KnockoutDesk
from tests.formats.test_groups import started as started_groups
from tests.formats.test_rolling_groups import bracket
from tests.formats.test_rolling_groups import chart_of as rolling_chart_of
from tests.formats.test_rolling_groups import started as started_rolling
from tests.formats.test_round_robin import chart_of
from tests.reaching import reached

Coins = list[bool]
coins = st.lists(st.booleans(), min_size=64, max_size=64)
SECTIONS = ("last", "consolation", "lower", "upper", "main", "grand")
"""Who goes out in an earlier one is behind all who go out in a later one."""


def told(**more: object) -> Mapping[str, object]:
    return {"seeding": "entry-order", "lengths": (1,), **more}


def knockout(**more: object) -> FormatOptions:
    return KnockoutOptions.model_validate(told(kind="knockout", round_days=None, **more))


def double(**more: object) -> FormatOptions:
    return DoubleEliminationOptions.model_validate(told(kind="double-elimination", **more))


def consolation(**more: object) -> FormatOptions:
    return ConsolationOptions.model_validate(told(kind="consolation", **more))


def settle(desk: KnockoutDesk, first_wins: bool) -> None:
    """The oldest open match, by a coin."""
    first, second = map(desk.letter, desk.state.matches[min(desk.facts.awaited)].sides)
    desk.act(f"{first} beats {second}" if first_wins else f"{second} beats {first}")


def ranks(desk: KnockoutDesk) -> Mapping[str, int | None]:
    return {desk.letter(row.entry): row.rank for row in desk.standings().rows}


def last_matches(desk: KnockoutDesk) -> Mapping[str, Match]:
    """The match or walkover after which each entry plays no more."""
    return {desk.letter(side): match for match in desk.matches() for side in match.sides if not match.void}


def depth(slot: str) -> tuple[int, int]:
    """How far a place is, by its name: `2-1`, `lower-3-1`."""
    *section, round_, _ = slot.rsplit("-", 2)
    return (SECTIONS.index(section[0]) if section else 0), int(round_)


def counted(desk: KnockoutDesk) -> Mapping[str, int]:
    """1 and the number of those who got further, by the last match of each."""
    got_to: dict[str, tuple[int, ...]] = {}
    for letter, match in last_matches(desk).items():
        winner = match.effective is not None and match.effective.winner == desk.entry(letter)
        got_to[letter] = (*depth(match.slot or ""), int(winner))
    champion = next(letter for letter, mark in marks(desk).items() if mark == "champion")
    got_to[champion] = (len(SECTIONS), 0)
    return {one: 1 + sum(other > mine for other in got_to.values()) for one, mine in got_to.items()}


def marks(desk: KnockoutDesk) -> Mapping[str, str | None]:
    return {desk.letter(row.entry): row.mark for row in desk.standings().rows}


KINDS: Mapping[str, FormatOptions] = {
    "knockout": knockout(),
    "reseeded": knockout(reseed=True),
    "double": double(),
    "one grand final": double(grand="simple"),
    "consolation": consolation(),
    "last chance": consolation(last_chance="progressive"),
}


@pytest.mark.rule("SE-8", "DE-12", "CON-8")
@pytest.mark.parametrize("kind", KINDS)
@given(st.integers(4, 17), coins)
def test_rank_of_who_is_out_stays_and_counts_those_who_got_further(kind: str, entrants: int, coins: Coins) -> None:
    desk = started(entrants, KINDS[kind])
    seen: list[Mapping[str, int | None]] = []
    while desk.facts.awaited:
        settle(desk, coins[len(seen) % len(coins)])
        seen.append(ranks(desk))
    assert ranks(desk) == counted(desk)
    for then in seen:
        for letter, place in then.items():
            reached()
            assert place in (None, seen[-1][letter]), (letter, then)


@pytest.mark.rule("SE-8")
def test_both_semifinalists_who_lose_have_rank_3_from_their_defeat_on() -> None:
    desk = started(4, knockout())
    settle(desk, True)
    assert ranks(desk) == {"A": None, "B": None, "C": None, "D": 3}
    settle(desk, True)
    assert ranks(desk) == {"A": None, "B": None, "C": 3, "D": 3}


@pytest.mark.rule("GRP-11", "SE-8")
@given(st.integers(6, 14), coins)
def test_ranks_after_groups_go_by_the_later_stage_then_by_the_place_in_the_group(entrants: int, coins: Coins) -> None:
    desk = started_groups(entrants, 4, groups=2)
    number = 0
    while desk.facts.awaited:
        number += 1
        settle(desk, coins[number % len(coins)])
    groups = [[desk.letter(line.entry) for line in one.lines] for one in chart_of(desk).groups]
    in_group = {letter: place for group in groups for place, letter in enumerate(group, 1)}
    desk.do(OpenStage(stage=2))
    settle(desk, coins[0])
    (out,) = (letter for letter, place in ranks(desk).items() if place == 3)
    settle(desk, coins[1])
    settle(desk, coins[2])
    up = {desk.letter(entry.number) for entry in stages_of(desk.state)[-1].facts.entrants}
    found = ranks(desk)
    assert sorted(found[one] or 0 for one in up) == [1, 2, 3, 3]
    assert found[out] == 3
    for letter in in_group.keys() - up:
        reached()
        assert found[letter] == 1 + len(up) + sum(in_group[one] < in_group[letter] for one in in_group.keys() - up)


Seats = Sequence[str | None]
"""Who sits in a bracket, from the top; None: nobody will come."""


@pytest.mark.rule("SE-5", "SE-8")
@pytest.mark.parametrize("played_out", [4, 8, 16])
@given(st.integers(4, 17), coins)
def test_ranks_of_places_played_out_are_those_of_brackets_within_brackets(
    played_out: int, entrants: int, coins: Coins
) -> None:
    """Who is beaten in a round plays the others so beaten, in the order of the bracket, for the places after those of
    who went on; where the best of these is not played out they share it."""
    told_ = told(kind="placement", played_out=played_out)
    desk = started(entrants, PlacementOptions.model_validate(told_))
    number = 0
    while desk.facts.awaited:
        number += 1
        settle(desk, coins[number % len(coins)])
    won = {
        frozenset(map(desk.letter, match.sides)): desk.letter(match.effective.winner)
        for match in desk.matches()
        if match.effective is not None and match.effective.winner is not None
    }
    reached()
    assert ranks(desk) == played(seated(entrants), won, 1, played_out)


def seated(entrants: int) -> Seats:
    """SE-2: A is the first seed."""
    seats = [1, 2]
    while len(seats) < entrants:
        seats = [seed for one in seats for seed in (one, 2 * len(seats) + 1 - one)]
    return [chr(ord("A") + seed - 1) if seed <= entrants else None for seed in seats]


def played(seats: Seats, won: Mapping[frozenset[str], str], best: int, played_out: int) -> Mapping[str, int]:
    """The places of who sits there, of which the first is `best`."""
    if len(seats) == 1:
        return {one: best for one in seats if one is not None}
    pairs = list(zip(seats[::2], seats[1::2], strict=True))
    ahead = [won[frozenset((one, other))] if one and other else one or other for one, other in pairs]
    beaten = [None if None in pair else next(one for one in pair if one not in ahead) for pair in pairs]
    next_best = best + len(ahead)
    if len(beaten) > 1 and next_best <= played_out:
        return {**played(ahead, won, best, played_out), **played(beaten, won, next_best, played_out)}
    shared = best + sum(one is not None for one in ahead)
    return {**played(ahead, won, best, played_out), **{one: shared for one in beaten if one is not None}}


@pytest.mark.rule("GRP-5", "GRP-11", "SE-8")
@given(st.integers(8, 16), coins)
def test_ranks_of_rolling_groups_go_by_the_bracket_then_by_the_place_in_the_group(entrants: int, coins: Coins) -> None:
    """Of four groups two of each go on. Who is out in a round of the bracket shares the rank after all who went on;
    the thirds of all groups share the next, then the fourths."""
    desk = started_rolling(entrants)
    number = 0
    while desk.facts.awaited:
        number += 1
        settle(desk, coins[number % len(coins)])
    groups = [[desk.letter(line.entry) for line in one.lines] for one in rolling_chart_of(desk).groups]
    in_group = {letter: place for group in groups for place, letter in enumerate(group, 1)}
    up = [letter for letter, place in in_group.items() if place <= 2]
    last = {letter: int(slot[0]) for slot, pair in sorted(bracket(desk).items()) for letter in pair.split("-")}
    (champion,) = (letter for letter, mark in marks(desk).items() if mark == "champion")
    last[champion] = 4
    reached()
    assert sorted(last) == sorted(up)
    expected = {one: 1 + sum(last[other] > last[one] for other in up) for one in up}
    rest = in_group.keys() - set(up)
    expected |= {one: 1 + len(up) + sum(in_group[other] < in_group[one] for other in rest) for one in rest}
    assert ranks(desk) == expected
