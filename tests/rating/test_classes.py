"""Classes begin at their lower bound (ELO-9)."""

import pytest

from domain.rating.classes import rating_class


@pytest.mark.rule("ELO-9")
@pytest.mark.parametrize(
    ("rating", "name"),
    [
        (2_100_000_000, "1800 and over"),
        (1_800_000_000, "1800 and over"),
        (1_799_999_999, "1700-1799"),
        (1_700_000_000, "1700-1799"),
        (1_699_500_000, "1600-1699"),
        (1_600_000_000, "1600-1699"),
        (1_599_999_999, "1500-1599"),
        (1_500_000_000, "1500-1599"),
        (1_499_999_999, "under 1500"),
        (-1, "under 1500"),
    ],
)
def test_class_of_a_rating(rating: int, name: str) -> None:
    assert rating_class(rating).name == name
