"""The numbers of a Swiss opened up: each opponent, virtual ones included, with what they contribute (SWI-11)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from domain.formats.contract.account import Part
from domain.standings.swiss_scores import Opponent, Scores
from domain.standings.virtual import Trail, Turn


def parts_of(scores: Scores, entry: int) -> Mapping[str, Sequence[Part]]:
    """The parts of each number of the entry's line, but for the lot."""
    turns, opponents = scores.turns(entry), scores.opponents(entry)
    totals = enumerate(scores.trail(entry).totals, 1)
    return {
        "match_points": [_part(turn.code, turn.points, turn) for turn in turns if turn.code],
        "solkoff": [*_shares(opponents, _points, "match_points")],
        "cumulative": [Part(label="total", value=total, round=round_) for round_, total in totals],
        "opponents_cumulative": [*_shares(opponents, _cumulative, "cumulative")],
        "defaults": [_part("DD", 1, turn) for turn in turns if turn.code == "DD"],
    }


def _part(label: str, value: int, turn: Turn, kind: Literal["real", "virtual", "inherited"] = "real") -> Part:
    return Part(label=label, value=value, round=turn.round, match=turn.match, opponent=turn.opponent, kind=kind)


def _points(trail: Trail) -> tuple[int, int]:
    """The real part of the points, and the virtual one."""
    return trail.real_points, trail.points - trail.real_points


def _cumulative(trail: Trail) -> tuple[int, int]:
    return trail.real_cumulative, trail.cumulative - trail.real_cumulative


def _shares(opponents: Iterable[Opponent], divided: Callable[[Trail], tuple[int, int]], number: str) -> Iterator[Part]:
    """The share that each opponent gives: their own number of that name, and the virtual part of it, if any."""
    for one in opponents:
        real, virtual = divided(one.trail)
        if one.virtual:
            yield _part("record before the bye", real, one.turn, "inherited")
            yield _part("virtual opponent", virtual, one.turn, "virtual")
        else:
            yield _part("opponent", real, one.turn).model_copy(update={"number": number})
            if one.trail.real < len(one.trail.totals):
                yield _part("drawn after leaving", virtual, one.turn, "virtual")
