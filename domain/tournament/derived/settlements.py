"""Settling the stakes of matches by their effective results, change by change (STK-1 to STK-5).

A match is settled as it counts: announced, live, not void. With every event that changes this, the difference is posted
to the ledger of the tournament. So each posting balances as the settlements do, and all of them together are the
settlement in force. A ruling that is reversed leaves two postings that cancel out.

Readings: where the director is to decide, nothing is settled until the director has awarded or corrected the result.
What counts by a director's link alone is settled once somebody else confirms it (TD-9). The stake was paid when the
match was played, so that cancelling the tournament settles nothing back: its matches can be voided. What a team stakes
and is credited with is on the account of the player who entered it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from rpds import HashTrieMap

from domain.kernel.replacing import replace
from domain.match import validity
from domain.match.record import Match
from domain.scoring.modes import in_room, mode_of
from domain.scoring.stakes import Settlement, settlement
from domain.scoring.undecided import DirectorDecides
from domain.tournament.stakes.state import NOTHING, PostedStakes, Posting, Settlements, Share

_NONE_MOVED: HashTrieMap[int, PostedStakes] = HashTrieMap()


def settlement_of(match: Match) -> PostedStakes:
    """Settlement of the match as it counts; nothing where it does not count, or while the director has to decide."""
    counting, found = validity.counting(match), _settlement(match)
    if counting is None or not isinstance(found, Settlement):
        return NOTHING
    first, second = counting.sides
    shares = (
        Share(first, found.stakes.first, found.credits.first),
        Share(second, found.stakes.second, found.credits.second),
    )
    return NOTHING.plus(PostedStakes(shares, found.house))


def decision_due(match: Match) -> DirectorDecides | None:
    """The decision that the director owes before the match can be settled; None where there is none."""
    found = _settlement(match)
    return found if isinstance(found, DirectorDecides) else None


def _settlement(match: Match) -> Settlement | DirectorDecides | None:
    counting = validity.counting(match)
    if counting is None or match.stake is None or not in_room(match.form) or match.by_link_of is not None:
        return None
    return settlement(mode_of(match.form, match.stake, match.point_value), counting.outcome)


def with_touched_match(settlements: Settlements, number: int, before: Match | None) -> Settlements:
    """The ledger, where the present event touches a match with a stake; `before` is the match as it was so far."""
    if number in settlements.moved:
        return settlements
    stood = NOTHING if before is None else settlement_of(before)
    return replace(settlements, moved=settlements.moved.insert(number, stood))


def post_changes(settlements: Settlements, matches: Mapping[int, Match], version: int, at: datetime) -> Settlements:
    """The ledger with what the event of that version, recorded then, has changed."""
    ledger = settlements
    for number, before in sorted(settlements.moved.items()):
        match = matches[number]
        change = settlement_of(match).plus(before, -1)
        if not change.empty:
            ledger = ledger.plus(Posting(len(ledger.postings) + 1, number, version, at, change))
        undecided = decision_due(match) is not None
        ledger = replace(ledger, due=ledger.due.insert(number) if undecided else ledger.due.discard(number))
    return replace(ledger, moved=_NONE_MOVED)


def postings(settlements: Settlements, after: int = 0, limit: int | None = None) -> Iterator[Posting]:
    """The postings behind that number, in their order; at most so many."""
    last = len(settlements.postings)
    end = last if limit is None else min(after + limit, last)
    return (settlements.postings[number] for number in range(after + 1, end + 1))


def postings_of_match(settlements: Settlements, match: int) -> Sequence[Posting]:
    """Those of one match, in their order."""
    return _in_order(settlements, settlements.of_match.get(match))


def numbers_of_entry(settlements: Settlements, entry: int) -> Sequence[int]:
    """The numbers of those by which something falls to that entry, in their order."""
    return [*settlements.of_entry.get(entry, ())][::-1]


def _in_order(settlements: Settlements, newest_first: Iterable[int] | None) -> Sequence[Posting]:
    return [settlements.postings[number] for number in newest_first or ()][::-1]


def changes(before: Settlements, after: Settlements) -> Mapping[int, PostedStakes]:
    """By match, what the postings since have changed together; a match to which nothing is changed is left out."""
    found: dict[int, PostedStakes] = {}
    for posting in postings(after, len(before.postings)):
        found[posting.match] = found.get(posting.match, NOTHING).plus(posting.change)
    return {number: change for number, change in sorted(found.items()) if not change.empty}


def total(settlements: Settlements) -> PostedStakes:
    """The sum of all settlements: the balance of each entry, and the house's share."""
    shares = (share for _, share in sorted(settlements.balances.items()) if not share.empty)
    return PostedStakes(tuple(shares), settlements.house)
