"""Whether the ratings worked out here are those the club published, for every player and both ways."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

from domain.rating.policy import MICROPOINTS
from ops.importing.club_list import Figures

TENTH = Decimal("0.1")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A player whose figures differ; None: he is not in that list."""

    player: str
    published: Figures | None
    found: Figures | None


def figures(rating: int, change: int, experience: int) -> Figures:
    """Figures as the club shows them, from a rating and its last change in micropoints.

    Rounded half to even; the list itself can't tell, since none of its values lies on a half.
    """
    points = Decimal(rating) / MICROPOINTS
    tenths = (Decimal(change) / MICROPOINTS).quantize(TENTH, ROUND_HALF_EVEN)
    return Figures(int(points.to_integral_value(ROUND_HALF_EVEN)), tenths, experience)


def disagreements(published: Mapping[str, Figures], found: Mapping[str, Figures]) -> Iterator[Disagreement]:
    """Every player, by name, who is missing on one side or has other figures there."""
    for player in sorted(published.keys() | found.keys()):
        ours, theirs = found.get(player), published.get(player)
        if ours != theirs:
            yield Disagreement(player, theirs, ours)
