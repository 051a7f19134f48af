"""The order of a field by its players' error rates (TD-20)."""

from collections.abc import Mapping
from fractions import Fraction


def lowest_first(found: Mapping[int, tuple[int, int]], fewest_matches: int) -> tuple[int, ...]:
    """The entries with so many matches at least, the lowest mean first, equal ones by number. Of each are given its
    matches, and their sum in thousandths."""
    means = {entry: Fraction(total, matches) for entry, (matches, total) in found.items() if matches >= fewest_matches}
    return tuple(sorted(means, key=lambda entry: (means[entry], entry)))
