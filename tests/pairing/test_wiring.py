"""How brackets hang together: who drops where, how long it takes, and how many meet again (SE-1, DE-3, CON-2)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest

from domain.kernel.chance import Chance
from domain.pairing.consolation import CONSOLATION, LAST_CHANCE, Consolation, consolation, dropping
from domain.pairing.eliminations import elimination
from domain.pairing.feeding import Feeding
from domain.pairing.wiring import Feed, LoserOf, Seed, Shape, ToBeDrawn, WinnerOf, Wiring, spread

Came = tuple[int | None, int | None]
"""Who won somewhere, and who lost."""


def test_losers_drop_where_the_table_says() -> None:
    # DE-3, worked: the loser of match 1, 2, 3 .. goes to place ..
    worked = {
        (2, 2): [2, 1],
        (2, 4): [3, 4, 1, 2],
        (3, 2): [1, 2],
        (2, 8): [5, 6, 7, 8, 1, 2, 3, 4],
        (3, 4): [2, 1, 4, 3],
        (4, 2): [2, 1],
        (2, 16): [*range(9, 17), *range(1, 9)],
        (3, 8): [3, 4, 1, 2, 7, 8, 5, 6],
        (4, 4): [4, 3, 2, 1],
        (5, 2): [1, 2],
    }
    for (round_, matches), places in worked.items():
        assert [(match ^ spread(round_, matches)) + 1 for match in range(matches)] == places


@pytest.mark.rule("DE-2")
@pytest.mark.parametrize("rounds", range(1, 9))
def test_lower_bracket_has_two_rounds_for_each_upper_but_the_first(rounds: int) -> None:
    sections = elimination(2**rounds, "simple").sections()
    sizes = [len(round_) for round_ in sections.get("lower", ())]
    assert sizes == [size for r in range(2, rounds + 1) for size in (2 ** (rounds - r),) * 2]


@pytest.mark.rule("CON-11", "CON-12")
@pytest.mark.parametrize(
    ("entrants", "shape", "sizes"),
    [
        (32, "long", [8, 8, 4, 4, 2, 2, 1]),
        (32, "short", [8, 8, 6, 4, 2, 1]),
        (64, "long", [16, 16, 8, 8, 4, 4, 2, 2, 1]),
        (64, "short", [16, 16, 12, 8, 4, 2, 2, 1]),
        (128, "short", [32, 32, 24, 16, 8, 6, 4, 2, 1]),
        (16, "short", [4, 4, 2, 2, 1]),
    ],
)
def test_consolation_has_the_rounds_of_its_shape(entrants: int, shape: Shape, sizes: list[int]) -> None:
    brackets = consolation(entrants, "progressive", shape, 2, "none").sections()
    assert [len(round_) for round_ in brackets[CONSOLATION]] == sizes


@pytest.mark.rule("CON-2")
def test_last_round_that_drops_follows_from_the_prizes() -> None:
    # Of 16: one prize, and the finalist drops too; two, and the semifinalists are the last; three or four, the
    # quarterfinalists; five to eight, those before them.
    assert [dropping(4, prizes) for prizes in (1, 2, 3, 4, 5, 8)] == [4, 3, 2, 2, 1, 1]


@pytest.mark.rule("CON-2", "DE-8")
@pytest.mark.parametrize("entrants", range(2, 70))
def test_matches_are_as_many_as_losses_are_needed(entrants: int) -> None:
    assert sum(played(elimination(entrants, "simple"), chance(entrants))[0].values()) == 2 * entrants - 2
    for prizes in (1, 2, 4):
        for shape in ("long", "short"):
            wiring = consolation(entrants, "progressive", shape, prizes, "none")
            matches, _ = played(wiring, chance(entrants))
            came_in = sum(number for (section, r), number in matches.items() if section == "main" and drops(wiring, r))
            in_consolation = sum(number for (section, _), number in matches.items() if section == CONSOLATION)
            assert in_consolation == max(came_in - 1, 0)


@pytest.mark.rule("DE-3", "CON-12")
@pytest.mark.parametrize(
    ("entrants", "shape", "expected"),
    [(32, "long", 0.41), (32, "short", 0.40), (64, "long", 0.37), (64, "short", 0.34)],
)
def test_few_meet_again(entrants: int, shape: Shape, expected: float) -> None:
    """With even odds, counted over 3,000 events; the deviation of the mean is below 0.013."""
    wiring, lots = consolation(entrants, "progressive", shape, 2, "none"), chance(7)
    rematches = [len(played(wiring, lots)[1]) for _ in range(3000)]
    assert abs(sum(rematches) / len(rematches) - expected) < 0.05


@pytest.mark.rule("CON-9", "CON-13")
@pytest.mark.parametrize(("entrants", "expected", "in_order"), [(16, 1.31, 1.77), (24, 1.59, 2.88)])
def test_last_chance_has_few_rematches(
    entrants: int, expected: float, in_order: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With even odds, counted over 1,000 events: with exchanges, and where all simply meet in order."""
    assert abs(_rematches(entrants) - expected) < 0.15
    monkeypatch.setattr(Feeding, "chance", lambda *_: 0)
    consolation.cache_clear()
    assert abs(_rematches(entrants) - in_order) < 0.25
    consolation.cache_clear()


def _rematches(entrants: int) -> float:
    """How many a last chance has on average."""
    wiring, lots = consolation(entrants, "progressive", "long", 2, "none", 2), chance(7)
    found = [section for _ in range(1000) for section, _ in played(wiring, lots)[1]]
    return found.count(LAST_CHANCE) / 1000


@pytest.mark.rule("CON-9", "CON-13")
@pytest.mark.parametrize("entrants", [*range(2, 40), 48, 100])
def test_losers_of_the_consolation_without_a_prize_have_a_last_chance(entrants: int) -> None:
    """As many as are beaten before the first round of the consolation with a prize for its losers; one wins."""
    kinds: Sequence[tuple[Consolation, Shape, int]] = (
        ("progressive", "long", 2),
        ("progressive", "short", 4),
        ("first-round", "long", 1),
    )
    for kind, shape, prizes in kinds:
        wiring = consolation(entrants, kind, shape, 2, "none", prizes)
        matches, _ = played(wiring, chance(entrants))
        rounds = [number for (section, _), number in sorted(matches.items()) if section == CONSOLATION]
        field = sum(number for r, number in enumerate(rounds) if 1 + sum(rounds[r + 1 :]) >= prizes)
        played_in_it = sum(number for (section, _), number in matches.items() if section == LAST_CHANCE)
        assert played_in_it == max(field - 1, 0)


@pytest.mark.rule("CON-12")
def test_nobody_meets_again_in_a_short_consolation_of_32_before_the_last_two_rounds() -> None:
    wiring, lots = consolation(32, "progressive", "short", 2, "none"), chance(7)
    found = Counter(place for _ in range(3000) for place in played(wiring, lots)[1])
    assert found
    assert min(round_ for section, round_ in found) >= 5
    assert {section for section, _ in found} == {CONSOLATION}


@pytest.mark.parametrize("entrants", [5, 24, 48, 100])
def test_places_follow_those_they_come_from(entrants: int) -> None:
    for wiring in (
        elimination(entrants, "double"),
        consolation(entrants, "progressive", "short", 2, "second-place"),
    ):
        places = list(wiring.places.values())
        assert all(one.order < other.order for one, other in pairwise(places))
        for place in places:
            before = [wiring.places[feed.place] for feed in place.feeds if not isinstance(feed, Seed | ToBeDrawn)]
            assert all(one.order < place.order and one.depth < place.depth for one in before)


def chance(number: int) -> Chance:
    return Chance(bytes([number] * 32))


def drops(wiring: Wiring, round_: int) -> bool:
    """Whether those beaten in that main round come into the consolation."""
    fed = {feed.place for place in wiring.places.values() for feed in place.feeds if isinstance(feed, LoserOf)}
    return any(place.name in fed for place in wiring.sections()["main"][round_ - 1])


def played(wiring: Wiring, lots: Chance) -> tuple[Mapping[tuple[str, int], int], list[tuple[str, int]]]:
    """The brackets played by lot: how many matches each round had, and the rounds in which two met again."""
    came: dict[str, Came] = {}
    matches: Counter[tuple[str, int]] = Counter()
    met: set[frozenset[int]] = set()
    again: list[tuple[str, int]] = []
    for place in wiring.places.values():
        one, other = (_comes(wiring, feed, came) for feed in place.feeds)
        if one is None or other is None:
            came[place.name] = (one if other is None else other, None)
            continue
        matches[place.section, place.round] += 1
        pair = frozenset((one, other))
        again += [(place.section, place.round)] if pair in met else []
        met.add(pair)
        came[place.name] = (one, other) if lots.below(2) else (other, one)
    return matches, again


def _comes(wiring: Wiring, feed: Feed, came: Mapping[str, Came]) -> int | None:
    match feed:
        case Seed(seed=seed):
            return seed if seed <= wiring.entrants else None
        case WinnerOf(place=name):
            return came[name][0]
        case ToBeDrawn():
            return None
        case _:
            return came[feed.place][1]
