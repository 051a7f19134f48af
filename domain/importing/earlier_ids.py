"""Ids that imports gave until they were drawn: made of the names of a list and of its players, so that a list of then
is found again. None is made any more: anyone who guesses a name could find a person by it.

Reading: who was erased is not looked for by these ids (ops/decisions/0049-drawn-ids.md).
"""

from uuid import UUID, uuid5

from domain.kernel.ids import PersonId, TournamentId
from domain.lists.events import ListKind
from domain.ports.command_handling import command_id

_NAMESPACE = UUID("6d9a4c9e-37a5-5a53-9d5e-6a0d6f1f8a10")
_SERIES = {"matches": "import", "report-file": "import report file", "persons": "import"}


def earlier_person(kind: ListKind, name: str, written: str) -> PersonId:
    """Under which id such an import registered who the list writes so."""
    return _make_id(kind, name, f"person {written}")


def earlier_tournament(kind: ListKind, name: str) -> TournamentId | None:
    """Under which id such an import announced the tournament of the list."""
    return None if kind == "persons" else _make_id(kind, name, "tournament")


def _make_id(kind: ListKind, name: str, key: str) -> str:
    series = f"{_SERIES[kind]} {name}"
    owner = series[:100] if kind == "persons" else f"import {_id(command_id(_SERIES[kind], name))}"
    return _id(command_id(owner, f"{series}/{key}"))


def _id(command: str) -> str:
    return str(uuid5(_NAMESPACE, command))
