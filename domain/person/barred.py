"""Whether a person may enter or direct tournaments: bars in force (TD-4), and the limit of resignations (ALL-8).

A spectator is barred from taking part [1.6.3], so such a bar keeps from entering as a player's does.
"""

from datetime import datetime

from domain.kernel.refusal import ProblemType, Refused
from domain.person.events import BarKind
from domain.person.state import Person
from domain.problems.entries import PERSON_BARRED, RESIGNED_TOO_OFTEN
from domain.problems.persons import DIRECTOR_BARRED


def bar_to_entering(person: Person, limit: int | None, now: datetime) -> Refused | None:
    """Why the person may not enter a tournament at that moment, or None. `limit` is the federation's, of resignations.

    The refusal says only that the person may not enter. Only the staff see the number of resignations and the reason.
    """
    barred = _barred(person, ("bar", "spectator-bar"), now, PERSON_BARRED)
    if barred is not None:
        return barred
    if limit is not None and person.resignations_counted >= limit:
        detail = f"{person.called} has reached the limit of resignations."
        return Refused(RESIGNED_TOO_OFTEN, detail, person=person.id)
    return None


def bar_to_directing(person: Person, now: datetime) -> Refused | None:
    """Why the person may not become a director at that moment, or None [1.2.3]."""
    return _barred(person, ("director-bar",), now, DIRECTOR_BARRED)


def _barred(person: Person, kinds: tuple[BarKind, ...], now: datetime, problem: ProblemType) -> Refused | None:
    in_force = [bar for bar in person.bars if bar.kind in kinds and bar.in_force(now)]
    if not in_force:
        return None
    ends = [bar.until.isoformat() for bar in in_force if bar.until is not None]
    until = max(ends) if len(ends) == len(in_force) else None
    detail = f"{person.called} is barred {f'until {until}' if until else 'for good'}."
    return Refused(problem, detail, person=person.id, until=until)
