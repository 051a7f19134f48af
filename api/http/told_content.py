"""What is told at last, as a document goes out: without ids that were made of names, where these are not for all."""

from collections import defaultdict
from collections.abc import Mapping

from api.http.callers import Caller
from api.http.made_ids import Place, made_in, without_made
from api.http.services import Services
from domain.kernel.ids import PersonId


def told_to(caller: Caller, services: Services, tournament: str | None, content: bytes) -> bytes:
    """The text as the caller is told it: to the public without ids that were made of names which are not for it.
    `services` are those of now, `tournament` the one whose entries stand in place of their persons."""
    if caller.is_told_names or not (made := made_in(content)):
        return content
    hidden = services.hidden(made)
    return without_made(content, hidden, _places(services, tournament).__getitem__) if hidden else content


def _places(services: Services, tournament: str | None) -> Mapping[PersonId, Place]:
    """By person the number of their entry in the tournament that is read, and which of its persons they are."""
    places = defaultdict[PersonId, Place](lambda: (0, 0))
    entries = services.tournament(tournament).entries if tournament else {}
    for number, entry in entries.items():
        places.update({one: (number, which) for which, one in enumerate((entry.person, *entry.members))})
    return places
