"""Places that say an order, changed as little as possible."""

from decimal import Decimal
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from domain.importing.match_lists.places import in_order


def ordered(*places: str) -> list[str]:
    return [str(place) for place in in_order([Decimal(place) for place in places])]


@pytest.mark.rule("ELO-6")
@pytest.mark.parametrize(
    ("places", "expected"),
    [
        (("1", "2", "7.5"), ["1", "2", "7.5"]),
        (("1", "9", "2"), ["1", "1.5", "2"]),
        (("9", "1", "2"), ["0.5", "1", "2"]),
        (("1", "9", "8", "2"), ["1", "1.3", "1.7", "2"]),
        (("1", "2", "2"), ["1", "2", "3"]),
        (("17", "30", "18"), ["17", "17.5", "18"]),
        (("17", "30", "20"), ["17", "18", "20"]),
        (("1", "9", "1.1"), ["1", "1.05", "1.1"]),
        (("5", "0"), ["6", "7"]),
    ],
)
def test_changes_of_place_are_as_few_and_as_short_as_can_be(places: tuple[str, ...], expected: list[str]) -> None:
    assert ordered(*places) == expected


def test_all_are_numbered_again_without_room() -> None:
    assert ordered("3.000000000001", "8", "3.000000000002") == ["9", "10", "11"]


PLACES = some.lists(some.decimals(0, 20, places=1, allow_nan=False), max_size=8)


@given(PLACES)
def test_places_increase_strictly_with_as_many_kept_as_possible(places: list[Decimal]) -> None:
    """Against every choice of places to keep, tried one by one. Before the place 0 there is no room."""
    result = in_order(places)
    assert all(before < after for before, after in pairwise(result))
    kept = sum(before == after for before, after in zip(places, result, strict=True))
    assert kept == _most_kept(places) or Decimal(0) in places


def _most_kept(places: list[Decimal]) -> int:
    for size in range(len(places), 0, -1):
        for chosen in combinations(places, size):
            if list(chosen) == sorted(set(chosen)):
                return size
    return 0
