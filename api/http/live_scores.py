"""Scores of matches that are being played, as the desk and the players keep them: in memory alone, see
`ops/decisions/0077-live-scores.md`."""

from collections.abc import Callable, Mapping
from threading import Lock

from domain.backgammon.live_score import LiveScore
from domain.kernel.ids import TournamentId

MOST = 2_000
"""Matches whose scores are kept at a time; the one that was changed longest ago goes first."""


class LiveScores:
    """By tournament and match. `tells` is called from any thread, once one has changed."""

    def __init__(self) -> None:
        self.tells: Callable[[], object] = lambda: None
        self._lock = Lock()
        self._kept: dict[tuple[TournamentId, int], LiveScore] = {}
        self._editions: dict[TournamentId, int] = {}

    def of(self, tournament: TournamentId, match: int) -> LiveScore:
        """That of a match; of one that nobody keeps the score of, none of its games."""
        return self._kept.get((tournament, match), LiveScore())

    def all_of(self, tournament: TournamentId) -> Mapping[int, LiveScore]:
        """Those of a tournament, by match."""
        with self._lock:
            return {match: score for (where, match), score in self._kept.items() if where == tournament}

    def edition(self, tournament: TournamentId) -> int:
        """How often they have changed."""
        return self._editions.get(tournament, 0)

    def keep(self, tournament: TournamentId, match: int, seen: LiveScore, score: LiveScore) -> bool:
        """Keeps that score in place of the one that was seen. False: it was another by then, and stays."""
        with self._lock:
            if self._kept.get((tournament, match), LiveScore()) != seen:
                return False
            self._kept.pop((tournament, match), None)
            self._kept[tournament, match] = score
            if len(self._kept) > MOST:
                self._kept.pop(next(iter(self._kept)))
            self._editions[tournament] = self._editions.get(tournament, 0) + 1
        self.tells()
        return True

    def drop(self, tournament: TournamentId, match: int) -> None:
        """Forgets that of a match: it has its report."""
        with self._lock:
            self._kept.pop((tournament, match), None)
