"""Every kind of refusal the domain knows. A slug, once published, is never renamed or reused."""

from collections.abc import Iterator

from domain.kernel.refusal import ProblemType
from domain.problems import (
    clubs,
    entries,
    hall,
    imports,
    keys,
    match_record,
    matches,
    persons,
    rounds,
    rulings,
    tournament,
    webhooks,
)

_ROOMS = (tournament, entries, matches, hall, rounds, persons, rulings, match_record, keys, clubs, webhooks, imports)


def every() -> Iterator[ProblemType]:
    """All of them, room by room."""
    for room in _ROOMS:
        yield from (value for value in vars(room).values() if isinstance(value, ProblemType))
