"""The commands of the office, as the API's own routes take them: none is written down here a second time."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from fastapi.routing import APIRoute

from api.http.command_requests import Accepts
from api.http.etags import CLUB, FEDERATION, PERSON, SERIES, Kind, Resource
from api.routes.federation import clubs, federation, lists, policies, pools, publications, series
from api.routes.person import details, merging, persons
from api.routes.person.persons_read import read_person
from api.routes.service import keys, webhooks
from api.routes.tournament import commands as of_tournaments
from api.site.desk.commands.inputs import KIND, Input, inputs
from api.site.frame.visit import Json, Visit
from domain.kernel.values import Value

_ROOMS = (
    details,
    persons,
    merging,
    clubs,
    series,
    federation,
    lists,
    policies,
    pools,
    publications,
    keys,
    webhooks,
    of_tournaments,
)
_OF_TOURNAMENTS = ("confirm-import",)
"""What the office does with a tournament; all else is done at the desk."""
APART: Mapping[str, str] = {
    "exchange-key": "the page that a link to a new key opens sends it from the browser",
    "appeal-sanction": "the person's own page sends it",
    "request-membership": "the person's own page sends it",
    "withdraw-membership-request": "the person's own page sends it",
    "set-branding": "the page of the club's look sends it, with a picture as a file",
}
"""What is sent otherwise, and how."""
_READ: Mapping[Kind, tuple[Resource, Any]] = {
    "person": (PERSON, read_person),
    "club": (CLUB, clubs.read_club),
    "series": (SERIES, series.read_series),
    "federation": (FEDERATION, federation.read_federation),
}


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its address, the fields of its body, and the kind of what it changes, None: nothing that was read."""

    name: str
    path: str
    body: type[Value]
    changes: Kind | None

    @property
    def names(self) -> tuple[str, ...]:
        """The names in its address."""
        return tuple(re.findall(r"{(\w+)}", self.path))

    @property
    def takes_key(self) -> bool:
        """Whether the sender's own key is typed with it: a session alone makes no keys and no secrets."""
        return self.name in ("make-key", "rotate-key", "label-key", "make-webhook", "rotate-webhook-secret")

    @property
    def is_anew(self) -> bool:
        """Whether all of what is told is given again, so that what is left empty is taken away."""
        return self.name in ("correct-details", "change-series")

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The inputs of its form."""
        typed = inputs(self.body)
        return tuple(replace(one, is_null=not one.required) for one in typed) if self.is_anew else typed

    def told(self, given: Mapping[str, str]) -> dict[str, str]:
        """The content of its form before anything is typed, by what its address says; of one of several kinds,
        which."""
        kinds = {f"{one.name}.{KIND}": given[KIND] for one in self.inputs if one.kind == "one-of" and KIND in given}
        return {**{one.name: given[one.name] for one in self.inputs if one.name in given}, **kinds}

    def read(self, visit: Visit, given: Mapping[str, str]) -> Json | None:
        """The thing that it changes, as it is. Raises Problem and Refused as the reads do."""
        if self.changes is None:
            return None
        if self.body is merging.TakingBack:
            return visit.asks(merging.read_merge, record=given["person"])
        _, handler = _READ[self.changes]
        named = {} if self.changes == "federation" else {self.changes: given[self.changes]}
        return visit.asks(handler, **named)

    def etag(self, read: Json | None) -> str | None:
        """The ETag of what it changes, as it was read."""
        return None if read is None or self.changes is None else _READ[self.changes][0].etag(read["revision"])

    def begins(self, read: Json | None) -> Json:
        """The fields as they are before anything is typed: those that what it changes has under the same names."""
        if read is None:
            return {}
        otherwise = {"days": read.get("report_days"), "limit": read.get("resignation_limit")}
        return {**read, **read.get("naming", {}), **otherwise}


def _find_commands() -> Iterator[Command]:
    for room in _ROOMS:
        for route in room.router.routes:
            if isinstance(route, APIRoute) and (accepts := _accepts(route)):
                yield Command(route.name.replace("_", "-"), route.path, accepts.model, accepts.changes)


def _accepts(route: APIRoute) -> Accepts[Any] | None:
    found = (one.call for one in route.dependant.dependencies)
    return next((one for one in found if isinstance(one, Accepts)), None)


def _is_of_office(one: Command) -> bool:
    return one.name in _OF_TOURNAMENTS or not ("{tournament}" in one.path or one.name in APART)


COMMANDS: Mapping[str, Command] = {one.name: one for one in _find_commands() if _is_of_office(one)}
"""By name."""
