"""Endings of games and matches that were not played out (TD-18) [4.5].

Matches are played out to their length. Passing a double, running out of time and accepting a settled loss end a game;
any other agreed outcome is a breach: it counts as it was reported, and is flagged.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from domain.kernel.values import Value
from domain.scoring.crawford import DoubledCrawford, GameNumber
from domain.scoring.games import GamesPlayed
from domain.scoring.result import Conceded, Result


class AgreedOutcome(Value):
    """An outcome that was agreed: that of a game, by its number, or of the match, where none is named."""

    kind: Literal["agreed-outcome"] = "agreed-outcome"
    clause: Literal["4.5"] = "4.5"
    game: GameNumber | None


MatchFlag = Annotated[DoubledCrawford | AgreedOutcome, Field(discriminator="kind")]
"""What is flagged of a match, and counts all the same; each names the clause it is about."""


def agreed_outcomes(result: Result) -> Iterator[AgreedOutcome]:
    """The agreed parts of that result, by game."""
    match result:
        case Conceded(ending="agreed"):
            yield AgreedOutcome(game=None)
        case GamesPlayed(games=games):
            yield from (AgreedOutcome(game=n) for n, game in enumerate(games, 1) if game.ending == "agreed")
