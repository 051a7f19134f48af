"""Whether the ratings worked out here are those the club published, for every player and both ways."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

from domain.importing.match_lists.club_list import Figures

TENTH = Decimal("0.1")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A player whose figures differ; None: the player is not in that list."""

    player: str
    published: Figures | None
    found: Figures | None


def figures(rating: Decimal, change: Decimal, experience: int) -> Figures:
    """Figures as the club shows them, from a rating and its last change in points.

    Rounded half to even; the real list can't tell, since none of its exact values lies on a half.
    """
    whole = rating.quantize(Decimal(1), ROUND_HALF_EVEN)
    return Figures(int(whole), change.quantize(TENTH, ROUND_HALF_EVEN), experience)


def disagreements(published: Mapping[str, Figures], found: Mapping[str, Figures]) -> Iterator[Disagreement]:
    """Every player, by name, who is missing on one side or has other figures there."""
    for player in sorted(published.keys() | found.keys()):
        ours, theirs = found.get(player), published.get(player)
        if ours != theirs:
            yield Disagreement(player, theirs, ours)
