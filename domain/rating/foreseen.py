"""What a ledger would come to if some of its matches were otherwise: worked out beside it, so that nothing in it is
touched. It costs what is played since the first of them, and mostly what is rated again."""

from bisect import bisect_left, insort
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from domain.rating import elo
from domain.rating.lines import LedgerMatch, MatchId
from domain.rating.rows import Player, RatingLine, by_match

Starts = Callable[[str, LedgerMatch | None], tuple[int, int]]
"""What a player would start with, if that were their first match: a rating in micropoints, and experience."""

Carried = dict[Player, tuple[float, int]]
"""What players who may have another rating bring to their next match."""


class Foreseen(NamedTuple):
    """The matches that would be rated, or rated otherwise, or no longer; and the rating in micropoints of each player
    who may have another."""

    matches: Sequence[MatchId]
    ratings: dict[str, int]


def foreseen(
    lines: Sequence[RatingLine], gone: Collection[RatingLine], fresh: Collection[RatingLine], starts: Starts
) -> Foreseen:
    """`lines` are all there are, in the order of ELO-6; of these some would be gone, and others come to them."""
    changed = (*gone, *fresh)
    if not changed:
        return Foreseen((), {})
    begins = min(line.match for line in changed)
    tail = list(lines[bisect_left(lines, begins, key=by_match) :])
    for line in gone:
        del tail[bisect_left(tail, line.match, key=by_match)]
    for line in fresh:
        insort(tail, line, key=by_match)
    carried = dict(_brought_ratings(begins, gone, fresh, starts))
    matches = {line.match.match: None for line in _rated_again(tail, carried)}
    matches.update((line.match.match, None) for line in gone)
    return Foreseen(tuple(matches), {player.name: int(rating) for player, (rating, _) in carried.items()})


def _brought_ratings(
    begins: LedgerMatch, gone: Collection[RatingLine], fresh: Collection[RatingLine], starts: Starts
) -> Iterator[tuple[Player, tuple[float, int]]]:
    """The ratings that the players of the matches concerned bring to all play from there on."""
    first: dict[Player, LedgerMatch] = {}
    for line in sorted(fresh, key=by_match):
        first.setdefault(line.winner, line.match)
        first.setdefault(line.loser, line.match)
    away = set(gone)
    for player in dict.fromkeys(player for line in (*gone, *fresh) for player in (line.winner, line.loser)):
        place = bisect_left(player.lines, begins, key=by_match)
        if place:
            yield player, player.lines[place - 1].after(player)
        else:
            rating, experience = starts(player.name, _first(player, away, first.get(player)))
            yield player, (float(rating), experience)


def _first(player: Player, away: Collection[RatingLine], fresh: LedgerMatch | None) -> LedgerMatch | None:
    stays = next((line.match for line in player.lines if line not in away), None)
    return min((match for match in (stays, fresh) if match is not None), default=None)


def _rated_again(lines: Iterable[RatingLine], carried: Carried) -> Iterator[RatingLine]:
    """The lines that are rated otherwise, in their order; what is carried moves on with each."""
    for line in lines:
        winner, loser = line.winner, line.loser
        if winner not in carried and loser not in carried:
            continue
        winner_before, winner_experience = carried.get(winner) or (line.winner_before, line.winner_experience)
        loser_before, loser_experience = carried.get(loser) or (line.loser_before, line.loser_experience)
        if (
            winner_before == line.winner_before
            and loser_before == line.loser_before
            and winner_experience == line.winner_experience
            and loser_experience == line.loser_experience
        ):
            carried[winner], carried[loser] = line.after(winner), line.after(loser)
            continue
        formula = line.formula
        after = elo.swift(formula, winner_before, loser_before, winner_experience, loser_experience)
        if after is None:
            after = elo.exact(formula, int(winner_before), int(loser_before), winner_experience, loser_experience)
        carried[winner] = after[0], winner_experience + formula.n
        carried[loser] = after[1], loser_experience + formula.n
        yield line
