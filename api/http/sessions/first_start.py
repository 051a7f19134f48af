"""The first start: anyone who has the link that the service has printed becomes its administrator, with a club.

The link is good once, for an hour, and while nobody has had an administrator's key. From where it is opened tells
nothing: behind a proxy everybody comes from the machine itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from api.http.api_keys import id_of
from api.http.services import Services, drawn_id
from domain.access.decide import MakeKey
from domain.application.requests import CommandOrigin, of_access, of_club, of_federation, of_person
from domain.clubs.decide import AppointOfficer, FoundClub
from domain.federation.decide import SetTimeZone
from domain.kernel.envelope import Actor
from domain.person.commands import RegisterPerson
from domain.ports.command_handling import Request, command_id, request_digest

_HERE = Actor(key="first-start", role="administrator")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Data of the first administrator: themselves, their club, and the time zone that everything is told in."""

    registers: RegisterPerson
    founds: FoundClub
    zone: SetTimeZone | None
    """None: as it is."""


def begin(services: Services, code: str, wanted: Wanted) -> str | None:
    """The key of the first administrator, who is registered and an officer of the club that is founded. None where the
    code is that of no link, or of none any more: then nothing is recorded."""
    person, club = drawn_id(), drawn_id()
    key = services.keys.propose_first(code, person)
    if key is None:
        return None
    for request in _requests(id_of(key), person, club, wanted):
        services.journal.execute(request)
    return key


def _requests(key: str, person: str, club: str, wanted: Wanted) -> Iterator[Request]:
    """The commands that are recorded, in their order: the key is its person's own, so they make it themselves."""
    own = _HERE.model_copy(update={"person": person})
    acts = own.model_copy(update={"key": key})
    yield of_person(_origin_of(key, "person", _HERE), person, wanted.registers)
    yield of_access(_origin_of(key, "key", own), MakeKey(key=key, role="administrator", person=person))
    yield of_club(_origin_of(key, "club", acts), club, wanted.founds)
    yield of_club(_origin_of(key, "officer", acts), club, AppointOfficer(person=person))
    if wanted.zone is not None:
        yield of_federation(_origin_of(key, "zone", acts), wanted.zone)


def _origin_of(key: str, what: str, actor: Actor) -> CommandOrigin:
    return CommandOrigin(command_id(key, f"first-start/{what}"), request_digest(what, key.encode()), actor)
