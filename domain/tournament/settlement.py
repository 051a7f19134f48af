"""Settling the stakes of matches by their effective results, change by change (STK-1 to STK-5).

A match is settled as it counts: announced, live, not void. With every event that changes this, the difference is posted
to the ledger of the tournament; so each posting balances as the settlements do, all of them together are the settlement
in force, and a ruling that is reversed leaves two postings that cancel out.

Readings: where the director is to decide, nothing is settled until he has, by awarding or correcting the result. The
stake was paid when the match was played, so that cancelling the tournament settles nothing back: its matches can be
voided. What a team stakes and is credited with is on the account of who entered it.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime

from domain import liveness
from domain.record import Match
from domain.scoring.modes import in_room, mode_of
from domain.scoring.stakes import Settlement, settlement
from domain.scoring.undecided import DirectorDecides
from domain.tournament.settlement_model import NOTHING, Posting, Settled, Settlements, Share


def settled(match: Match) -> Settled:
    """What the match is settled at, as it counts; nothing where it does not, or while the director has to decide."""
    counting, found = liveness.counting(match), _settlement(match)
    if counting is None or not isinstance(found, Settlement):
        return NOTHING
    first, second = counting.sides
    shares = (
        Share(first, found.stakes.first, found.credits.first),
        Share(second, found.stakes.second, found.credits.second),
    )
    return NOTHING.plus(Settled(shares, found.house))


def decision_due(match: Match) -> DirectorDecides | None:
    """What the director has to decide before the match can be settled; None where there is nothing to decide."""
    found = _settlement(match)
    return found if isinstance(found, DirectorDecides) else None


def _settlement(match: Match) -> Settlement | DirectorDecides | None:
    counting = liveness.counting(match)
    if counting is None or match.stake is None or not in_room(match.form):
        return None
    return settlement(mode_of(match.form, match.stake), counting.outcome)


def touched(settlements: Settlements, number: int, before: Match | None) -> Settlements:
    """The ledger, where the event being laid touches a match with a stake; `before` is the match as it was so far."""
    if number in settlements.moved:
        return settlements
    stood = NOTHING if before is None else settled(before)
    return Settlements(settlements.postings, settlements.moved.insert(number, stood))


def posted(settlements: Settlements, matches: Mapping[int, Match], version: int, at: datetime) -> Settlements:
    """The ledger with what the event of that version, recorded then, has changed."""
    postings = settlements.postings
    for number, before in sorted(settlements.moved.items()):
        change = settled(matches[number]).plus(before, -1)
        if not change.empty:
            following = len(postings) + 1
            postings = postings.insert(following, Posting(following, number, version, at, change))
    return Settlements(postings)


def postings(settlements: Settlements, after: int = 0) -> Iterator[Posting]:
    """The postings behind that number, in their order."""
    return (settlements.postings[number] for number in range(after + 1, len(settlements.postings) + 1))


def changes(before: Settlements, after: Settlements) -> Mapping[int, Settled]:
    """By match, what the postings since have changed together; a match to which nothing is changed is left out."""
    found: dict[int, Settled] = {}
    for posting in postings(after, len(before.postings)):
        found[posting.match] = found.get(posting.match, NOTHING).plus(posting.change)
    return {number: change for number, change in sorted(found.items()) if not change.empty}


def total(settlements: Settlements) -> Settled:
    """What all of it comes to: the balance of each entry, and the house's share."""
    together = NOTHING
    for posting in postings(settlements):
        together = together.plus(posting.change)
    return together
