"""The criteria (TB-9 to TB-28, RR-11), each an object: its key, the column it fills, the facts it needs, and the parts
that its value consists of, which are also its explanation (TB-5).

Values are in match points, a win's being 2, and exact; Sonneborn-Berger is in their squares. The quotient of points is
in thousand-millionths, which tells all quotients of up to 31,000 points apart; so is the mean of error rates, which
counts each match alike. Who has none is below all others by it.

Readings: Solkoff is the sum of the opponents' plain scores, but in the federation's Swiss that of its own rules,
virtual opponents included; so are the sums of running totals there, and its defaults are those of both. Where everybody
meets everybody a default counts as played (TB-16). Who has played no match is below all by the quotient (TB-8).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Literal

from domain.formats.contract.account import Part
from domain.formats.tie_breaks.field import Entrants, Fact
from domain.formats.tie_breaks.options import KeyOfAll
from domain.kernel.replacing import replace
from domain.standings.buchholz import Share
from domain.standings.everyone import WON, Classes, encounters, tables_of_tied
from domain.standings.virtual import Code, Turn

BY_DEFAULT: frozenset[Code | None] = frozenset({"WD", "LD", "DD"})
GIVEN: frozenset[Code | None] = frozenset({"WD", "WB"})
"""Rounds won without play."""
PLAYED: frozenset[Code | None] = frozenset({"W", "L", "D"})

WHOLE = 10**9
"""A quotient of one."""
UNBOUNDED, NO_QUOTIENT = 10**15, -1
NO_MEAN = UNBOUNDED
"""Of who has no error rate: less is better."""
MILLIONTHS = 10**6
"""Of a thousandth."""

Parts = Callable[[Entrants, int], Iterable[Part]]


@dataclass(frozen=True)
class TieBreak:
    """A criterion: `column` is the name of its number in a table, `beside` those of numbers that explain it there.
    Without `parts` the number is no sum of anything, and `number` says what it is. With `classes` it is the place among
    those whom the criteria before leave equal, as the matches between them tell them apart; see `ranked.lines`."""

    key: KeyOfAll
    column: str
    needs: Fact
    parts: Parts | None = None
    better: Literal["more", "less"] = "more"
    number: Callable[[Entrants, int], int] | None = None
    beside: Mapping[str, Parts] = field(default_factory=dict)
    classes: Classes | None = None

    def parts_of(self, entrants: Entrants, entry: int) -> Iterable[Part]:
        """The parts of the number: as the format's own rules have it, if they do."""
        own = entrants.own(entry).get(self.column)
        if own is None and self.parts is not None:
            return self.parts(entrants, entry)
        return own or ()

    def value(self, entrants: Entrants, entry: int) -> int:
        """The entry's number."""
        if self.number is not None:
            return self.number(entrants, entry)
        return sum(part.value for part in self.parts_of(entrants, entry))


def part_of(turn: Turn, value: int, label: str | None = None, kind: Literal["real", "virtual"] = "real") -> Part:
    """The round's part of the number."""
    told = label or str(turn.code)
    return Part(label=told, value=value, round=turn.round, match=turn.match, opponent=turn.opponent, kind=kind)


def _played_turns(entrants: Entrants, entry: int) -> Iterator[Turn]:
    """The matches that have a result."""
    return (turn for turn in entrants.turns[entry] if turn.opponent is not None and turn.code is not None)


def _points(entrants: Entrants, entry: int) -> Iterator[Part]:
    yield from (part_of(turn, turn.points) for turn in entrants.turns[entry] if turn.points)
    yield from entrants.further.get(entry, ())


def _win_parts(entrants: Entrants, entry: int) -> Iterator[Part]:
    won = ("W",) if entrants.possible is None else ("W", "WD")
    return (part_of(turn, 1) for turn in _played_turns(entrants, entry) if turn.code in won)


def _berger(entrants: Entrants, entry: int) -> Iterator[Part]:
    """TB-11: each opponent's score as often as there were points against it."""
    if entrants.buchholz is None:
        met = ((turn, entrants.points[turn.opponent or 0]) for turn in _played_turns(entrants, entry))
        yield from (part_of(turn, turn.points * score) for turn, score in met if turn.points * score)
        return
    turns = {turn.round: turn for turn in entrants.turns[entry]}
    for share in entrants.buchholz.shares(entry):
        turn = turns.get(share.round)
        if turn is not None and turn.points * share.score:
            yield part_of(turn, turn.points * share.score)


def share_parts(share: Share) -> Iterator[Part]:
    """The round's share, and the part of it for rounds after the opponent had left (TB-12)."""
    if share.opponent is None:
        yield Part(label="no opponent", value=share.score, round=share.round, kind="virtual")
        return
    turn = Turn(share.round, None, share.opponent, share.match)
    yield part_of(turn, share.score - share.drawn, "opponent")
    if share.drawn:
        yield part_of(turn, share.drawn, "drawn after leaving", "virtual")


def _buchholz(entrants: Entrants, entry: int) -> Iterator[Part]:
    """TB-10."""
    shares = [] if entrants.buchholz is None else entrants.buchholz.shares(entry)
    return (part for share in shares for part in share_parts(share))


def _buchholz_cut(entrants: Entrants, entry: int) -> Iterator[Part]:
    """TB-14."""
    shares, cut = ([], None) if entrants.buchholz is None else entrants.buchholz.shares_and_cut(entry)
    return (part for share in shares if share != cut for part in share_parts(share))


def _solkoff(entrants: Entrants, entry: int) -> Iterator[Part]:
    """TB-27: all opponents' plain scores."""
    met = (turn for turn in entrants.turns[entry] if turn.opponent is not None)
    return (part_of(turn, entrants.points[turn.opponent or 0], "opponent") for turn in met)


def _koya(entrants: Entrants, entry: int) -> Iterator[Part]:
    """TB-17: the points against those with at least half of what they could have."""
    possible = entrants.possible or {}
    for turn in _played_turns(entrants, entry):
        opponent = turn.opponent or 0
        if turn.points and 2 * entrants.points[opponent] >= possible[opponent]:
            yield part_of(turn, turn.points)


def _running(entrants: Entrants, entry: int) -> list[int]:
    """The points after each round that is over, or has a result."""
    turns = [turn for turn in entrants.turns[entry] if turn.code is not None]
    points = {turn.round: turn.points for turn in turns}
    last = max([entrants.rounds, *points])
    return [*accumulate(points.get(round_, 0) for round_ in range(1, last + 1))]


def _cumulative(entrants: Entrants, entry: int) -> Iterator[Part]:
    """TB-27: the sum of the running totals, without a win for each round won without play."""
    totals = (Part(label="total", value=total, round=n) for n, total in enumerate(_running(entrants, entry), 1))
    yield from (part for part in totals if part.value)
    yield from (part_of(turn, -WON) for turn in entrants.turns[entry] if turn.code in GIVEN)


def _opponents_cumulative(entrants: Entrants, entry: int) -> Iterator[Part]:
    for turn in entrants.turns[entry]:
        if turn.opponent is not None:
            total = sum(part.value for part in _cumulative(entrants, turn.opponent))
            yield part_of(turn, total, "opponent")


def _defaults(entrants: Entrants, entry: int) -> Iterator[Part]:
    """TB-28: matches lost, or drawn, by default."""
    return (part_of(turn, 1) for turn in _played_turns(entrants, entry) if turn.code in BY_DEFAULT - {"WD"})


def _scores(entrants: Entrants, entry: int) -> Iterator[tuple[Turn, int, int]]:
    """Each match with the points for and against."""
    for turn in _played_turns(entrants, entry):
        scored = entrants.scored(turn.match or 0)
        if entry in scored:
            yield turn, scored[entry], sum(scored.values()) - scored[entry]


def _points_for(entrants: Entrants, entry: int) -> Iterator[Part]:
    return (part_of(turn, mine) for turn, mine, _ in _scores(entrants, entry) if mine)


def _points_against(entrants: Entrants, entry: int) -> Iterator[Part]:
    return (part_of(turn, theirs) for turn, _, theirs in _scores(entrants, entry) if theirs)


def _difference(entrants: Entrants, entry: int) -> Iterator[Part]:
    return (part_of(turn, mine - theirs) for turn, mine, theirs in _scores(entrants, entry) if mine != theirs)


def _quotient(entrants: Entrants, entry: int) -> int:
    """TB-25: the points for, divided by those against; nothing against is above all."""
    scores = [(mine, theirs) for _, mine, theirs in _scores(entrants, entry)]
    mine, theirs = sum(one for one, _ in scores), sum(other for _, other in scores)
    if not scores:
        return NO_QUOTIENT
    return WHOLE * mine // theirs if theirs else UNBOUNDED


def _error_rates(entrants: Entrants, entry: int) -> Iterator[Part]:
    """TD-20: in thousandths, those of the matches that count and were analysed."""
    for turn in _played_turns(entrants, entry):
        for match, rates in entrants.error_rates(turn.match or 0).items():
            if turn.code in PLAYED and entry in rates:
                yield part_of(replace(turn, match=match), rates[entry])


def _mean_error_rate(entrants: Entrants, entry: int) -> int:
    return mean_of([part.value for part in _error_rates(entrants, entry)])


def mean_of(rates: Sequence[int]) -> int:
    """In thousand-millionths, of rates in thousandths."""
    return MILLIONTHS * sum(rates) // len(rates) if rates else NO_MEAN


def _lot(entrants: Entrants, entry: int) -> Iterator[Part]:
    """TB-2."""
    yield Part(label="lot", value=entrants.lots[entry])


POINTS = TieBreak("PTS", "match_points", "points", _points)
ENCOUNTER = TieBreak("DE", "direct_encounter", "points", better="less", classes=encounters)
"""TB-18."""
TIED = TieBreak("TIED", "table_of_tied", "everybody meets", better="less", classes=tables_of_tied)
"""RR-11."""

OF_SCORES: Mapping[str, Parts] = {"points_for": _points_for, "points_against": _points_against}

CRITERIA: Mapping[str, TieBreak] = {
    one.key: one
    for one in (
        POINTS,
        ENCOUNTER,
        TIED,
        TieBreak("WON", "wins", "points", _win_parts),
        TieBreak("SB", "sonneborn_berger", "points", _berger),
        TieBreak("BH", "buchholz", "drawn rounds", _buchholz),
        TieBreak("BH/C1", "buchholz_cut", "drawn rounds", _buchholz_cut),
        TieBreak("SOLK", "solkoff", "points", _solkoff),
        TieBreak("PD", "points_difference", "scores", _difference),
        TieBreak("PF", "points_for", "scores", _points_for),
        TieBreak("PQ", "points_quotient", "scores", number=_quotient, beside=OF_SCORES),
        TieBreak("KS", "koya", "everybody meets", _koya),
        TieBreak("CUM", "cumulative", "rounds", _cumulative),
        TieBreak("OCUM", "opponents_cumulative", "rounds", _opponents_cumulative),
        TieBreak("DEF", "defaults", "points", _defaults, better="less"),
        TieBreak("PR", "error_rate", "error rates", None, "less", _mean_error_rate, {"error_rates": _error_rates}),
        TieBreak("LOT", "lot", "lots", _lot, better="less"),
    )
}
"""All of them but the two ends without a number: SHARE leaves ranks shared, ASK has the director say who is first."""

ENDS: Mapping[str, Fact] = dict.fromkeys(("SHARE", "ASK"), "shared ranks")


def usable(facts: frozenset[Fact]) -> list[str]:
    """The keys of those that need nothing but these facts."""
    needs = {**{key: one.needs for key, one in CRITERIA.items()}, **ENDS}
    return [key for key, need in needs.items() if need in facts]
