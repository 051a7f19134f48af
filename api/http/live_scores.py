"""Scores of matches that are being played, as the desk and the players keep them: beside the log, see
`ops/decisions/0077-live-scores.md`."""

from collections.abc import Mapping
from typing import Any

from psycopg_pool import ConnectionPool
from pydantic import TypeAdapter

from api.http.shared import Shared
from domain.backgammon.live_score import LiveScore
from domain.kernel.ids import TournamentId

KIND = "live-scores"
MOST = 2_000
"""Matches whose scores are kept at a time; the one that was changed longest ago goes first."""


class LiveScores:
    """By tournament and match. May be used from any thread."""

    def __init__(self, pool: "ConnectionPool[Any]") -> None:
        self._shared = Shared(pool, KIND, TypeAdapter(LiveScore))

    def of(self, tournament: TournamentId, match: int) -> LiveScore:
        """That of a match; of one that nobody keeps the score of, none of its games."""
        with self._shared.looking() as shelf:
            found = shelf.of(_place(tournament, match))
        return found.value if found else LiveScore()

    def all_of(self, tournament: TournamentId) -> Mapping[int, LiveScore]:
        """Those of a tournament, by match."""
        with self._shared.looking() as shelf:
            found = shelf.all_of(f"{tournament}/")
        return {int(place.rpartition("/")[2]): one.value for place, one in found.items()}

    def edition(self, tournament: TournamentId) -> int:
        """A value that is another one once any of them has changed."""
        with self._shared.looking() as shelf:
            return max((one.edition for one in shelf.all_of(f"{tournament}/").values()), default=0)

    def keep(self, tournament: TournamentId, match: int, seen: LiveScore, score: LiveScore) -> bool:
        """Keeps that score in place of the one that was seen. False: it was another by then, and stays."""
        place = _place(tournament, match)
        with self._shared.alone() as shelf:
            kept = shelf.of(place)
            if (kept.value if kept else LiveScore()) != seen:
                return False
            if kept is None:
                shelf.drop(*shelf.places()[: 1 - MOST])
            shelf.keep(place, score)
        return True

    def drop(self, tournament: TournamentId, match: int) -> None:
        """Forgets that of a match: it has its report."""
        with self._shared.looking() as shelf:
            shelf.drop(_place(tournament, match))


def _place(tournament: TournamentId, match: int) -> str:
    return f"{tournament}/{match}"
