"""Winners of a round paired in the order in which they finish (MON-10): a knockout without brackets.

Round 1 is drawn by lot, and who is odd there has a bye. Who has won meets the next who wins in the same round, at once,
while others play. Who is left over in a round, once nobody else can come to it, goes on without a match, and meets the
first who is free in the next (ALL-9).

Readings: a match is to the length of its round, however many draws there were; results of one moment are in the order
of their matches. Two who must not meet are passed over while anybody plays. Who enters late is in the lowest round that
anybody is still to play.
"""

from collections.abc import Collection, Mapping, Sequence

from domain.formats.contract.protocol import Facts, RoundPlace
from domain.formats.contract.steps import Contender, Due
from domain.formats.elimination.lives_options import PacedOptions
from domain.formats.elimination.pace import equal_groups, lives_lost, most_who_can_meet
from domain.kernel.replacing import replace

FINISHED = "finished"
"""The place of a contender among those who are free, in the order in which they finished."""


def pairs_by_finish(options: PacedOptions, facts: Facts, due: Due, still_in: Collection[int]) -> Due | None:
    """Those of the free who are paired now, of one round at a time; None: nobody is."""
    rounds = rounds_to_play(facts, still_in)
    order = sorted(due.contenders, key=lambda one: _newest_finish(facts, one.entry))
    free = [_with_counts(one, rounds[one.entry], place) for place, one in enumerate(order, 1)]
    if not facts.places:
        return replace(due, contenders=tuple(_with_counts(one, 0, 0) for one in due.contenders))
    banned = options.banned_opponents(due.round)
    meeting = next((found for group in equal_groups(free) if (found := most_who_can_meet(group, banned))), ())
    if not meeting and not facts.awaited:
        meeting = sorted(free, key=lives_lost)[:2]
    if len(meeting) < 2:
        return None
    return replace(due, contenders=tuple(meeting), terms=options.terms_of(lives_lost(meeting[-1]) + 1))


def rounds_to_play(facts: Facts, still_in: Collection[int]) -> Mapping[int, int]:
    """By entry how many rounds it has behind it, once it has played; who is alone in the lowest goes on to the next."""
    behind = dict.fromkeys(still_in, 0) | dict(_rounds_behind(facts.places))
    lowest = min((behind[entry] for entry in still_in), default=0)
    alone = [entry for entry in still_in if behind[entry] == lowest]
    above = [behind[entry] for entry in still_in if behind[entry] > lowest]
    return {**behind, alone[0]: min(above)} if len(alone) == 1 and above else behind


def _rounds_behind(places: Sequence[RoundPlace]) -> Mapping[int, int]:
    """A match is of the round of the one of its sides who has more of them behind."""
    behind: dict[int, int] = {}
    for place in sorted(places, key=lambda one: one.round):
        played = 1 + max(behind.get(entry, 0) for entry in place.entries)
        behind |= dict.fromkeys(place.entries, played)
    return behind


def _newest_finish(facts: Facts, entry: int) -> tuple[float, int, int]:
    """When its newest match was played, and which that was; who has played none is ahead."""
    played = [place for place in facts.places_of(entry) if place.ended is not None and place.match is not None]
    newest = max(played, key=lambda place: place.round, default=None)
    if newest is None or newest.ended is None or newest.ended.played_at is None:
        return 0, 0, entry
    return newest.ended.played_at.timestamp(), newest.match or 0, entry


def _with_counts(one: Contender, rounds: int, finished: int) -> Contender:
    return one.model_copy(update={"counts": {**one.counts, "score": rounds, FINISHED: finished}})
