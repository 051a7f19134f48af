"""Whether a person may enter tournaments: bars in force (TD-4), and the limit of resignations (ALL-8)."""

from datetime import datetime

from domain.errors import Refused
from domain.person.state import Person
from domain.problems import PERSON_BARRED, RESIGNED_TOO_OFTEN


def bar_to_entering(person: Person, limit: int | None, now: datetime) -> Refused | None:
    """Why the person may not enter a tournament at that moment, or None. `limit` is the federation's, of resignations.

    It says no more than that he may not: how often he has resigned, and why he was barred, is for the staff.
    """
    in_force = [bar for bar in person.bars if bar.in_force(now)]
    if in_force:
        ends = [bar.until.isoformat() for bar in in_force if bar.until is not None]
        until = max(ends) if len(ends) == len(in_force) else None
        detail = f"Person {person.id} is barred {f'until {until}' if until else 'for good'}."
        return Refused(PERSON_BARRED, detail, person=person.id, until=until)
    if limit is not None and person.resignations_counted >= limit:
        detail = f"Person {person.id} has reached the limit of resignations."
        return Refused(RESIGNED_TOO_OFTEN, detail, person=person.id)
    return None
