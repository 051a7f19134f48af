"""What is known of a key, a ban, a membership or a webhook that the address of a form names by its number alone."""

from collections.abc import Mapping
from dataclasses import dataclass

from api.routes.federation.bans import list_bans
from api.routes.federation.clubs import list_members, list_membership_requests, list_offers
from api.routes.federation.precedents import list_precedents
from api.routes.person.records import read_person_record
from api.routes.service.keys import list_keys
from api.routes.service.webhooks import list_webhooks
from api.site.frame.visit import Handler, Json, Visit, takes
from api.site.office.columns import Column, columns


@dataclass(frozen=True, slots=True)
class Numbered:
    """Where it is read, `of` what the address names besides; the field that holds its number, and what is told."""

    read: Handler
    field: str
    told: tuple[str, ...]
    of: tuple[str, ...] = ()
    items: str = "items"

    @property
    def columns(self) -> tuple[Column, ...]:
        return columns(self.read, self.told, self.items)

    def found(self, visit: Visit, number: str, given: Mapping[str, str]) -> Json:
        """Its line; nothing where there is none."""
        named = {name: given[name] for name in self.of if name in takes(self.read)}
        ask = visit.asks_all if "limit" in takes(self.read) else visit.asks
        lines = ask(self.read, **named)[self.items]
        return next((one for one in lines if str(one[self.field]) == number and _is_of(one, self.of, given)), {})


def _is_of(line: Json, of: tuple[str, ...], given: Mapping[str, str]) -> bool:
    return all(line.get(name, given[name]) == given[name] for name in of)


NUMBERED: Mapping[str, Numbered] = {
    "key": Numbered(list_keys, "id", ("role", "person", "tournament", "label", "status")),
    "ban": Numbered(list_bans, "number", ("kind", "placed_at", "until", "by", "clause", "review"), ("person",)),
    "resignation": Numbered(read_person_record, "number", ("tournament", "at"), ("person",), items="resignations"),
    "membership": Numbered(list_members, "number", ("person", "since", "until", "publication_consent"), ("club",)),
    "offer": Numbered(list_offers, "number", ("person", "since", "offered_at"), ("club",)),
    "request": Numbered(list_membership_requests, "number", ("person", "since", "asked_at"), ("club",)),
    "webhook": Numbered(list_webhooks, "id", ("feed", "address", "status")),
    "precedent": Numbered(list_precedents, "precedent", ("clause", "principle")),
}
"""By what the address calls its number."""


def known(visit: Visit, given: Mapping[str, str]) -> tuple[tuple[Column, ...], Json]:
    """The document of what is named by number, and its line."""
    for name, numbered in NUMBERED.items():
        if name in given and (line := numbered.found(visit, given[name], given)):
            return tuple(one for one in numbered.columns if line[one.name] is not None), line
    return (), {}
