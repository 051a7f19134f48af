"""When the next round may begin, where the round that is played closes at no time.

Reading: rounds of one evening take as long as those before, by the point. In the first one the rule of thumb of
directors counts: 11 minutes a point for a round; only where it is played at tables, since others take days.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from domain.formats.contract.steps import Wait
from domain.match.record import Match
from domain.tournament.derived.progress import next_of
from domain.tournament.derived.stage import current_stage
from domain.tournament.state import Tournament

_THUMB = timedelta(minutes=11)
"""A point's time: tourneygeek.com, A backgammon Swiss efficiency, 25 February 2020."""
_EVENING = timedelta(hours=12)

_Played = Mapping[int, Sequence[Match]]


@dataclass(frozen=True, slots=True)
class NextRound:
    """About when it begins; `takes` is how long the round before takes, `measured` by the rounds of this tournament."""

    at: datetime
    takes: timedelta
    measured: bool


def next_round(state: Tournament) -> NextRound | None:
    """When the next round may begin; None where none is known to follow, the round closes at a time, or nothing tells
    how long it takes."""
    round_ = _awaited_round(state)
    if round_ is None or state.rounds.closes_at(round_) is not None or not _is_followed(state, round_):
        return None
    began = _round_start(state, round_)
    played = _matches_by_round(state)
    took = _earlier_durations(state, played, round_)
    takes = _median(took) if took else _by_thumb(played, round_)
    return None if takes is None or began is None else NextRound(began + takes, takes, measured=bool(took))


def next_match(state: Tournament, entry: int) -> datetime | None:
    """When the match may be over that decides the entry's next opponent in a bracket. None where it is not played at a
    table, or its round is open for days."""
    stage = current_stage(state)
    numbers = stage.rules.opponent_from(stage.options, stage.facts, entry) if state.started else ()
    awaited = state.matches[numbers[-1]] if numbers else None
    if awaited is None or awaited.phase != "open" or awaited.open_since is None or awaited.table is None:
        return None
    if awaited.form != "points" or awaited.round is None:
        return None
    paces = _paces(state)
    over = awaited.open_since + awaited.length * (_median(paces) if paces else _THUMB)
    closes = state.rounds.closes_at(awaited.round) or over
    return min(over, closes) if closes - awaited.open_since < _EVENING else None


def _paces(state: Tournament) -> Sequence[timedelta]:
    """The time of a point in each match of this tournament that was played at a table."""
    played = [one for one in state.matches.values() if one.table is not None and one.form == "points" and not one.void]
    took = ((one.announced_at - one.open_since, one.length) for one in played if one.announced_at and one.open_since)
    return [time / length for time, length in took if timedelta() < time < _EVENING]


def _awaited_round(state: Tournament) -> int | None:
    """The round whose results alone are waited for."""
    step = next_of(state) if state.started else None
    awaited = {state.matches[number].round for number in step.matches} if isinstance(step, Wait) else set()
    return awaited.pop() if len(awaited) == 1 else None


def _is_followed(state: Tournament, round_: int) -> bool:
    """Whether its stage goes on after it."""
    stage = current_stage(state)
    return stage.rules.is_followed(stage.options, stage.facts, round_ - stage.facts.rounds_before)


def _matches_by_round(state: Tournament) -> _Played:
    """The matches of each round that count, the shortest first."""
    counted = [one for one in state.matches.values() if one.round is not None and not one.void]
    played: dict[int, list[Match]] = {}
    for one in sorted(counted, key=lambda one: (one.length, one.number)):
        played.setdefault(one.round or 0, []).append(one)
    return played


def _earlier_durations(state: Tournament, played: _Played, round_: int) -> Sequence[timedelta]:
    """Durations of this round by each one before it that was over when the next was made."""
    longest = played[round_][-1]
    alike = [number for number in sorted(played) if number < round_ and played[number][-1].form == longest.form]
    found = ((_took(state, played, number), played[number][-1].length) for number in alike)
    return [took * longest.length / length for took, length in found if took is not None]


def _took(state: Tournament, played: _Played, round_: int) -> timedelta | None:
    """From its draw, or when it opened, to its last result; None where it is no measure of an evening's rounds."""
    results = [one.announced_at for one in played[round_] if one.announced_at is not None]
    began, following = _round_start(state, round_), state.rounds.since.get(round_ + 1)
    if not results or began is None or following is None or max(results) > following:
        return None
    took = max(results) - began
    return took if timedelta() < took < _EVENING else None


def _median(times: Sequence[timedelta]) -> timedelta:
    ordered, middle = sorted(times), len(times) // 2
    return (ordered[middle] + ordered[~middle]) / 2


def _by_thumb(played: _Played, round_: int) -> timedelta | None:
    longest, is_first = played[round_][-1], round_ == min(played)
    at_tables = any(one.table is not None for one in played[round_])
    known = is_first and at_tables and longest.form == "points" and longest.bout is None
    return longest.length * _THUMB if known else None


def _round_start(state: Tournament, round_: int) -> datetime | None:
    """When it was drawn, or opened; None where none of its matches was ever open."""
    schedule, since = state.rounds.schedules.get(round_), state.rounds.since.get(round_)
    return since if since is None or schedule is None or schedule.opens_at is None else max(since, schedule.opens_at)
