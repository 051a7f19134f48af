"""An import and its review, as values."""

from dataclasses import dataclass
from datetime import datetime

from domain.kernel.ids import PersonId

Recorder = PersonId | None
"""The person who has recorded something; None: nobody knows who."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Somebody, or a key for nobody, has confirmed what the tournament held at that version."""

    tournament_version: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Import:
    """The import of a tournament: its source, the person in whose name it is made now, and when it began; `recorded_by`
    is who has changed its matches since the newest confirmation, which is `confirmed`."""

    import_id: str
    source: str
    in_name_of: PersonId | None
    at: datetime
    recorded_by: tuple[Recorder, ...] = ()
    confirmed: Confirmation | None = None
