"""A knockout on a desk, told as in the hand-worked pages: what somebody does, and what is then in the bracket."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from domain.formats.contract.protocol import RoundPlace
from domain.formats.knockout import KnockoutOptions
from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId
from domain.match.record import Match
from domain.scoring.result import BothLost, Drawn, Result
from domain.tournament.guards.context import Context
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.matches import commands as match_commands
from tests.desk import Drawer, entered, person
from tests.golden.tables import Row
from tests.rounds import RoundsDesk

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@dataclass(repr=False)
class KnockoutDesk(RoundsDesk):
    """A desk that speaks of brackets; it knows these ratings, by letter in whole points."""

    ratings: Mapping[str, int] = field(default_factory=dict)

    def context(self, actor: Actor) -> Context:
        return replace(super().context(actor), ratings=self._rated)

    def _rated(self, _rating: RatingTerms, persons: Sequence[PersonId]) -> tuple[Mapping[PersonId, int], int]:
        known = {person(letter): points * 1_000_000 for letter, points in self.ratings.items()}
        return {one: known[one] for one in persons}, len(self.history)

    def standing(self) -> set[tuple[str, int | None]]:
        """What is live in the bracket: `2-1 A-D` with the match's number, or `2-1 A alone`."""
        return {(f"{place.slot} {self._shown(place)}", place.match) for place in self.facts.places}

    def _shown(self, place: RoundPlace) -> str:
        sides = "-".join(map(self.letter, place.entries))
        return f"{sides} alone" if place.match is None else sides

    def act(self, said: str) -> None:
        """Does what a line of a page says, `A beats B` or `A beat B, rewind`; raises Refused where it is refused."""
        words, _, choice = said.partition(", ")
        change = {"reason": "Slip", "choice": choice or None}
        match words.split():
            case ["starts"]:
                self.do(lifecycle_commands.StartTournament())
            case [letter, "resigns", *after]:
                self.resign(letter, "finish" if after else "concede")
            case ["voids", name]:
                self.do(match_commands.VoidMatch.model_validate(change | {"match": self.live(name)[0].number}))
            case ["reinstates", name]:
                voided = next(match for match in self.matches() if match.void_reason and self.name(match) == name)
                self.do(match_commands.ReinstateMatch.model_validate(change | {"match": voided.number}))
            case [first, ("beats" | "draws" | "loses") as ended, *_, second]:
                match = self.live(first + second)[-1]
                self.do(match_commands.ReportResult(match=match.number, result=self.told(match, first, ended)))
            case [first, ("beat" | "drew" | "lost") as ended, *_, second]:
                match = next(match for match in self.live(first + second) if match.effective)
                result = self.told(match, first, ended)
                self.do(match_commands.CorrectResult.model_validate(change | {"match": match.number, "result": result}))
            case _:
                raise ValueError(f"nobody knows what {said!r} means")

    def live(self, letters: str) -> list[Match]:
        """The live matches of these two, the oldest first."""
        return [match for match in self.matches() if not match.void and {*self.name(match)} >= {*letters}]

    def told(self, match: Match, first: str, ended: str) -> Result:
        """What is shown of a match: that the one named first has beaten the other, drawn or lost with them."""
        if ended in ("draws", "drew"):
            return Drawn()
        return BothLost() if ended in ("loses", "lost") else self.winner_only(match, first)

    def rows(self) -> Iterator[Row]:
        """The table as the pages have it."""
        for row in self.standings().rows:
            yield {
                "rank": str(row.rank or ""),
                "player": self.letter(row.entry),
                "out in round": str(row.values["round"] or ""),
                "rounds won": str(row.values["rounds_won"]),
                "mark": row.mark or "",
            }


def knockout(
    entrants: int, options: Mapping[str, object] | None = None, seed: str = "desk", rating: RatingTerms | None = None
) -> KnockoutDesk:
    """A knockout of so many, announced; A is the first entry. Matches are to 1 point unless the options say else."""
    desk = KnockoutDesk(secrets=Drawer(seed))
    chosen = KnockoutOptions.model_validate({"kind": "knockout", "lengths": (1,), **(options or {})})
    desk.do(lifecycle_commands.AnnounceTournament(name="Knockout", format=chosen, rating=rating))
    entered(desk, LETTERS[:entrants])
    return desk
