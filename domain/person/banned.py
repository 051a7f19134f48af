"""Whether a person may enter or direct tournaments: bans in force (TD-4), and the limit of resignations (ALL-8).

A spectator is banned from taking part [1.6.3], so such a ban keeps from entering as a player's does.
"""

from datetime import datetime

from domain.kernel.refusal import ProblemType, Refused
from domain.person.events import BanKind
from domain.person.state import Person
from domain.problems.entries import PERSON_BANNED, RESIGNED_TOO_OFTEN
from domain.problems.persons import DIRECTOR_BANNED


def ban_to_entering(person: Person, limit: int | None, now: datetime) -> Refused | None:
    """Why the person may not enter a tournament at that moment, or None. `limit` is the federation's, of resignations.

    The refusal says only that the person may not enter. Only the staff see the number of resignations and the reason.
    """
    banned = _refusal_of_ban(person, ("ban", "spectator-ban"), now, PERSON_BANNED)
    if banned is not None:
        return banned
    if limit is not None and person.resignations_counted >= limit:
        detail = f"Person {person.id} has reached the limit of resignations."
        return Refused(RESIGNED_TOO_OFTEN, detail, person=person.id)
    return None


def ban_to_directing(person: Person, now: datetime) -> Refused | None:
    """Why the person may not become a director at that moment, or None [1.2.3]."""
    return _refusal_of_ban(person, ("director-ban",), now, DIRECTOR_BANNED)


def _refusal_of_ban(person: Person, kinds: tuple[BanKind, ...], now: datetime, problem: ProblemType) -> Refused | None:
    in_force = [ban for ban in person.bans if ban.kind in kinds and ban.in_force(now)]
    if not in_force:
        return None
    ends = [ban.until.isoformat() for ban in in_force if ban.until is not None]
    until = max(ends) if len(ends) == len(in_force) else None
    detail = f"Person {person.id} is banned {f'until {until}' if until else 'for good'}."
    return Refused(problem, detail, person=person.id, until=until)
