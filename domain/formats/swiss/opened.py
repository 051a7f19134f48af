"""The table of a Swiss line by line (SWI-7): in a large field one line is found without those of all others."""

from collections.abc import Callable, Mapping

from domain.formats.contract.opened import TableOpened
from domain.formats.swiss.season import ORDER, Season
from domain.standings.ranking import Reason, Row, Table, place_of, reason_below
from domain.standings.virtual import DRAWN, MATCH_POINTS


class SeasonOpened(TableOpened):
    """A season's table, opened: the entries that more match points set above or below another are found by tallies
    alone; of those with as many, Solkoff is added up of such points; the other numbers are worked out of those who are
    still equal."""

    criteria = ORDER

    def __init__(self, season: Season, made: Callable[[], Table]) -> None:
        super().__init__(made, season.accounts)
        self._season = season
        self._points: dict[int, int] = {}
        self._solkoff: dict[int, int] = {}
        self._bye_points: dict[int, int] = {}
        for bye in season.facts.played.byes:
            points = MATCH_POINTS["BR" if bye.requested else "WB"]
            self._bye_points[bye.entries[0]] = self._bye_points.get(bye.entries[0], 0) + points

    def values(self, entry: int) -> Mapping[str, int] | None:
        """Of that line alone."""
        return self._season.line(entry) if entry in self._season.facts.numbers else None

    def row(self, entry: int) -> Row:
        """Without its mark."""
        rank, above = place_of(entry, self._season.facts.numbers, self._number, ORDER)
        mine = self._season.line(entry)
        if above is None:
            return Row(rank, entry, mine, Reason())
        return Row(rank, entry, mine, reason_below(mine, Row(rank, above, self._season.line(above), Reason()), ORDER))

    def _number(self, entry: int, name: str) -> int:
        match name:
            case "match_points":
                return self._match_points(entry)
            case "solkoff":
                return self._solkoff_of(entry)
            case _:
                return self._season.line(entry)[name]

    def _match_points(self, entry: int) -> int:
        if entry not in self._points:
            tally = self._season.facts.tally(entry)
            played = MATCH_POINTS["W"] * tally.wins + MATCH_POINTS["D"] * tally.draws
            self._points[entry] = played + self._bye_points.get(entry, 0)
        return self._points[entry]

    def _solkoff_of(self, entry: int) -> int:
        if entry in self._bye_points:
            return self._season.scores.score(entry).solkoff
        if entry not in self._solkoff:
            met = self._season.facts.played.met.get(entry, ())
            self._solkoff[entry] = sum(map(self._as_opponent, met))
        return self._solkoff[entry]

    def _as_opponent(self, entry: int) -> int:
        """Anyone who has left draws each round that is over (SWI-10)."""
        season, last_round = self._season, self._season.facts.played.newest[entry]
        since = max(0, season.closed - last_round)
        virtual = DRAWN * since if since and season.has_left(entry) else 0
        return self._match_points(entry) + virtual
