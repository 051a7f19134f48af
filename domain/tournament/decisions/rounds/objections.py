"""Objections to a round that a director pairs by hand, or enters as it was drawn elsewhere (SWX-10, SWX-13).

Nothing of it is refused: each pair and each bye keeps it as counts of its reason. Where no lot decides, the round is
compared with the service's own draw of what was due.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.formats.contract.steps import Due
from domain.kernel.values import Why
from domain.tournament.derived.stage import Stage


@dataclass(frozen=True, slots=True)
class Objections:
    """Those to pairs and byes of what is due in the stage; `own` are the pairs and byes of the service, None: a lot
    decides, or there is no pairing by the rules."""

    stage: Stage
    due: Due
    own: frozenset[frozenset[int]] | None

    @staticmethod
    def to(stage: Stage, due: Due, *, certain: bool) -> "Objections":
        """`certain` says that what is due can be drawn."""
        drawing = stage.certain_drawing(due) if certain else None
        if drawing is None:
            return Objections(stage, due, None)
        pairs = [frozenset(one.sides) for one in drawing.pairs]
        return Objections(stage, due, frozenset([*pairs, *(frozenset((one.entry,)) for one in drawing.byes)]))

    def why(self, entries: Sequence[int]) -> Why:
        """Of two who are to meet, or of one who has the bye."""
        counts = {
            "rematch": int(len(entries) > 1 and self._have_met(entries)),
            **self.stage.against(self.due, entries),
            "drawn_otherwise": int(self.own is not None and frozenset(entries) not in self.own),
        }
        return Why(counts={name: count for name, count in counts.items() if count})

    def _have_met(self, sides: Sequence[int]) -> bool:
        """In this stage."""
        return any(set(place.entries) == set(sides) for place in self.stage.facts.places_of(sides[0]))
