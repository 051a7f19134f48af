"""A knockout in which places are played out (SE-5): who loses late plays on for the places that are left.

The losers of a round that leaves more than one of them within the places played out meet each other, in the order of
the bracket; so the losers of the quarter-finals play for places 5 to 8, and those who lose there for 7 and 8. Readings.
A drawn match is played again. Nobody plays for a place whose opponent had a walkover: they have the better one. Who
leaves has the worst of the places that they could still have had. With few entrants the places end with the last.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from domain.formats.brackets.shared import BoutsInBrackets, BracketsOptions, InBrackets, LengthsOrNone
from domain.pairing.brackets import Brackets
from domain.pairing.placement import MAIN, placement
from domain.pairing.wiring import Wiring


class FirstPlacementOptions(BracketsOptions):
    """`lengths` is the match length of each round of the main bracket, `places_lengths` of each round for places;
    empty: as those of the main bracket. Places are `played_out` as far as that one: 4, 8 or 16."""

    kind: Literal["placement"]
    played_out: Annotated[int, Field(strict=True, ge=4, le=16)] = 8
    places_lengths: LengthsOrNone = ()

    @model_validator(mode="after")
    def _halves(self) -> Self:
        if self.played_out not in (4, 8, 16):
            raise ValueError("places are played out as far as place 4, 8 or 16")
        return self

    def lengths_in(self, section: str) -> Sequence[int]:
        """SE-7."""
        return self.lengths if section == MAIN else self.places_lengths or self.lengths


class PlacementOptions(FirstPlacementOptions, BoutsInBrackets):
    """... as of all brackets of bouts."""

    bouts_since: ClassVar[int] = 2
    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 2


class Placement(InBrackets[PlacementOptions]):
    """The format itself."""

    settings = PlacementOptions
    earlier = (FirstPlacementOptions,)

    rule = "SE-5"
    begins_in = MAIN

    def wiring(self, options: PlacementOptions, entrants: int) -> Wiring:
        """SE-5."""
        return placement(entrants, options.played_out)

    def honours(self, brackets: Brackets) -> Mapping[int, str]:
        """The loser of the final."""
        held = [brackets.contents_of(brackets.slot(name)) for name in brackets.wiring.finals]
        return {one.loser: "finalist" for one in held if one and one.loser is not None}
