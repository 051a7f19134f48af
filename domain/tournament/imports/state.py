"""An import and its review, as values."""

from dataclasses import dataclass
from datetime import datetime

from domain.kernel.ids import PersonId


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Somebody, or a key for nobody, has confirmed what the tournament held at that version."""

    tournament_version: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Import:
    """What a tournament was imported from, in whose name and when; `confirmed` is the newest confirmation."""

    import_id: str
    source: str
    in_name_of: PersonId | None
    at: datetime
    confirmed: Confirmation | None = None
