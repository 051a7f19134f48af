"""Events of a tournament that was imported. Topics and fields are for ever."""

from typing import Annotated, ClassVar

from pydantic import Field

from domain.kernel.envelope import Event
from domain.kernel.ids import PersonId
from domain.kernel.values import Name, Number, Value
from domain.kernel.visibility import FOR_STAFF, Part

ImportId = Annotated[str, Field(min_length=1, max_length=100)]
"""The key that every act of the import carries."""

Version = Number
_KEY = "import "


def import_key(id_: str) -> ImportId:
    """The key by which the import of that id acts, where nobody's own key does; no key that is made is one."""
    return f"{_KEY}{id_}"


def is_import_key(key: str) -> bool:
    """Whether an import has acted by it."""
    return key.startswith(_KEY)


class Origin(Value):
    """The origin of an import: its own id, the importer's name of the source, and the person in whose name it is
    made."""

    import_id: ImportId
    source: Name
    in_name_of: PersonId | None = None


class ImportDeclared(Event):
    """All of this tournament is an import."""

    TOPIC: ClassVar[str] = "tournament.import-declared.v1"
    SEEN: ClassVar[Part] = FOR_STAFF
    import_id: ImportId
    source: Name
    in_name_of: PersonId | None


class ImportContinued(Event):
    """From now on the import is made in that person's name, and comes from there."""

    TOPIC: ClassVar[str] = "tournament.import-continued.v1"
    SEEN: ClassVar[Part] = FOR_STAFF
    source: Name
    in_name_of: PersonId


class ImportConfirmed(Event):
    """An administrator who recorded none of it has found right what the tournament held at that version (TD-9)."""

    TOPIC: ClassVar[str] = "tournament.import-confirmed.v1"
    SEEN: ClassVar[Part] = FOR_STAFF
    tournament_version: Version


IMPORT_EVENTS: tuple[type[Event], ...] = (ImportDeclared, ImportContinued, ImportConfirmed)
