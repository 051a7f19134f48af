"""Bouts: several matches between the same two, made one after the other, which come to one result (SER-1 to SER-7).

Each match has its own length, first side and result, and is rated on its own. The first match carries the bout: what
the bout came to is what others remember of that match. Matches are counted in the order in which they were made, up to
the one that decides; a later one that was played all the same decides nothing (SER-6).

Readings. A match that begins without play, or that a side concedes by leaving, decides the bout (SER-5). With points
the match counts two: one for its winner, one for the lower error rate; equal rates give a point to both. Nobody has the
second point before an analysis says it. Where a bout to points is equal at its end, the lower mean error rate decides,
if both are further apart than `margin`; else matches of one point follow until a side has both points of one, and after
three of them the lower mean of these. A match of two teams of which no board was played is one by default (TEA-4).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from domain.match.verdict import Ended

BoutKind = Literal["best-of", "all", "points"]
"""`best-of`: until a side has won more than half of the matches; `all`: every match is played, and more wins; `points`:
until a side has so many points."""

_WIN = 2
"""Scores are counted in halves: a draw is one."""
_SUDDEN_DEATHS = 3
_MARGIN = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Terms:
    """The length of a bout: so many `matches` at most, and for points the `points` that win. `decisive`: it goes on
    until a side has won, as in a bracket (SER-4); else it may be drawn. `boards`: its matches are the boards of two
    teams, all there from the start, of which none decides all of it (TEA-1, TEA-2, TEA-4)."""

    kind: BoutKind
    matches: int
    points: int | None = None
    decisive: bool = True
    boards: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A match of a bout: what it came to, None while that is open; whether that decides the bout (SER-5); both error
    rates by entry, where they are known; and whether play began."""

    ended: Ended | None
    decides: bool = False
    rates: Mapping[int, Decimal] | None = None
    began: bool = True


@dataclass(frozen=True, slots=True)
class Score:
    """Both sides' points in halves, and the points that each may still get from matches without an analysis."""

    halves: Mapping[int, int]
    waiting: int = 0


def came_to(terms: Terms, sides: Sequence[int], played: Sequence[Played]) -> Ended | None:
    """Outcome of the bout, by its first matches that decide it; None while it is open."""
    counted = _until_decided(terms, sides, played)
    return _end_with_last(terms, sides, counted) if counted else None


def next_length(terms: Terms, sides: Sequence[int], played: Sequence[Played], length: int) -> int | None:
    """The length of the match that is to be made next, where the bout's are of that length; None: none is (yet)."""
    if terms.boards and len(played) < terms.matches:
        return length
    if any(one.ended is None for one in played) or came_to(terms, sides, played) is not None:
        return None
    now = score(terms, sides, played)
    if len(_counting_matches(terms, played)) < terms.matches:
        return None if _may_be_over(terms, now) else length
    if now.waiting:
        return None
    return 1 if terms.kind == "points" else length


def score(terms: Terms, sides: Sequence[int], played: Sequence[Played]) -> Score:
    """Both sides' score so far."""
    return _score_of(terms, sides, _until_decided(terms, sides, played))


def _score_of(terms: Terms, sides: Sequence[int], played: Sequence[Played]) -> Score:
    """The score of both from all of these."""
    halves = {side: sum(_halves(terms, one, side) for one in played) for side in sides}
    without = [one for one in played if one.ended is not None and one.rates is None]
    return Score(halves, _WIN * len(without) if terms.kind == "points" else 0)


def _until_decided(terms: Terms, sides: Sequence[int], played: Sequence[Played]) -> Sequence[Played]:
    for count in range(1, len(played)):
        if _end_with_last(terms, sides, played[:count]) is not None:
            return played[:count]
    return played


def _counting_matches(terms: Terms, played: Sequence[Played]) -> Sequence[Played]:
    """Those that the announced number counts: of a best of the drawn ones are played again (SER-2)."""
    drawn = terms.kind == "best-of"
    return [one for one in played if not (drawn and one.ended is not None and one.ended.how == "drawn")]


def _halves(terms: Terms, one: Played, side: int) -> int:
    if one.ended is None:
        return 0
    drawn = 1 if one.ended.how == "drawn" and terms.kind != "best-of" else 0
    won = _WIN if one.ended.winner == side else drawn
    lower = terms.kind == "points" and one.rates is not None and one.rates[side] == min(one.rates.values())
    return won + _WIN * lower


def _may_be_over(terms: Terms, now: Score) -> bool:
    """Whether an analysis that is still to come may show that a side has the points."""
    return terms.points is not None and max(now.halves.values()) + now.waiting >= _WIN * terms.points


def _end_with_last(terms: Terms, sides: Sequence[int], played: Sequence[Played]) -> Ended | None:
    """The end of the bout with the last of these, as far as those before have not decided it."""
    last = played[-1].ended
    if last is not None and played[-1].decides:
        return last
    now = _score_of(terms, sides, played)
    halves, waiting = now.halves, now.waiting
    ahead = max(sides, key=halves.__getitem__)
    without_play = terms.boards and not any(one.began for one in played)
    won = Ended("won", ahead, last.played_at if last else _latest(played), without_play)
    behind = min(halves.values())
    match terms.kind:
        case "best-of":
            return won if halves[ahead] > terms.matches // 2 * _WIN else None
        case "points" if halves[ahead] >= _WIN * (terms.points or 1) > behind + waiting:
            return won
    if len(played) < terms.matches or waiting or any(one.ended is None for one in played):
        return None
    if halves[ahead] != behind and (terms.kind == "all" or len(played) == terms.matches):
        return won
    level = _lower_rates(terms, sides, played) if terms.kind == "points" else None
    if level is not None:
        return Ended("won", level, won.played_at)
    return None if terms.decisive else Ended("drawn", None, won.played_at, without_play)


def _lower_rates(terms: Terms, sides: Sequence[int], played: Sequence[Played]) -> int | None:
    """SER-7: who has won a bout to points that is equal after the announced matches; None: nobody yet."""
    extra = played[terms.matches :]
    if not extra:
        return _lower_mean(sides, played, _MARGIN)
    both = next((s for s in sides if _halves(terms, extra[-1], s) == 2 * _WIN and _only(terms, extra[-1], s)), None)
    return _lower_mean(sides, extra, Decimal(0)) if both is None and len(extra) >= _SUDDEN_DEATHS else both


def _only(terms: Terms, one: Played, side: int) -> bool:
    """Whether nobody else has a point of the match."""
    return one.rates is not None and all(_halves(terms, one, other) == 0 for other in one.rates if other != side)


def _lower_mean(sides: Sequence[int], played: Sequence[Played], margin: Decimal) -> int | None:
    """The side with the lower mean error rate, if both are further apart than that."""
    sums = {side: sum((one.rates[side] for one in played if one.rates), Decimal(0)) for side in sides}
    lower, higher = sorted(sides, key=sums.__getitem__)
    return lower if sums[higher] - sums[lower] > margin * len(played) else None


def _latest(played: Sequence[Played]) -> datetime | None:
    moments = [one.ended.played_at for one in played if one.ended and one.ended.played_at]
    return max(moments, default=None)
