"""What each room shows: answers of the API to an administrator, line by line, and what can be done with each line."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from api.http.problems import KEY_MISSING, ROLE_INSUFFICIENT, UNAVAILABLE, Problem
from api.routes.federation.clubs import read_club
from api.routes.federation.series import read_series
from api.routes.person.persons_read import read_person
from api.routes.service.keys import list_keys
from api.routes.tournament.standings import list_entries, read_tournament
from api.site.desk.meant import particulars
from api.site.frame.visit import Handler, Json, Visit, takes
from api.site.office.columns import Column
from api.site.office.histories import History
from api.site.office.named import ENTRY, PERSON
from api.site.office.recorded import told_by
from api.site.office.rooms import Act, Room, Shown
from domain.kernel.refusal import Refused

_LONGEST = 50
_NAMED: Mapping[str, Handler] = {"tournament": read_tournament, "club": read_club, "series": read_series}
"""What has a name of its own, by the kind of column that holds its id."""


def require_administrator(visit: Visit) -> None:
    """Raises Problem: 401 for anyone who has not logged in, 403 for anyone who is no administrator."""
    if visit.reader.caller.key is None:
        raise Problem(KEY_MISSING, "This needs a login.")
    if visit.reader.caller.role != "administrator":
        raise Problem(ROLE_INSUFFICIENT, "The office is for administrators.")


@dataclass(frozen=True, slots=True)
class Asked:
    """The request to a room: about which thing (`of`), as of when, words of a name, and the page of which list;
    `meant` are the histories that may be meant by a name."""

    of: str | None = None
    moment: datetime | None = None
    search: str | None = None
    stream: str | None = None
    since: datetime | None = None
    listed: str | None = None
    cursor: str | None = None
    meant: Sequence[History] | None = None
    club: str | None = None

    @property
    def history(self) -> str | None:
        """The stream of the history that is asked for, by its name or as the only one that is meant."""
        return self.stream if self._only is None else self._only.stream

    @property
    def history_of_club(self) -> str | None:
        """The club that it is of, where it is the history of clubs."""
        return self.club if self._only is None else self._only.club

    @property
    def is_open(self) -> bool:
        """Whether it is still to be chosen which history is meant."""
        return self.meant is not None and self.history is None

    @property
    def _only(self) -> History | None:
        return self.meant[0] if self.meant and len(self.meant) == 1 else None


@dataclass(frozen=True, slots=True)
class Look:
    """Somebody who looks at a room, which is to come back to from a form by `back`."""

    visit: Visit
    room: Room
    asked: Asked
    back: str

    def document(self, read: Handler, **further: Any) -> Json:  # noqa: ANN401 -- as the API asks for it
        """The API's answer, of the thing that the page is about, as of the moment that was asked for."""
        visit = self.visit if self.asked.moment is None else self.visit.as_of(self.asked.moment, read)
        of = {self.room.subject: self.asked.of} if self.room.subject else {}
        whole = {"request": visit.request, **of, **further}
        return visit.asks(read, **{name: told for name, told in whole.items() if name in takes(read)})

    def facts(self) -> tuple[Json | None, Json | None]:
        """The facts that the page begins with; or what is wrong with the service, where that is just what is asked
        for."""
        if self.room.facts is None:
            return None, None
        try:
            return self.document(self.room.facts.read), None
        except Problem as problem:
            if problem.kind.status != UNAVAILABLE.status:
                raise
            kind = problem.kind
            return None, {"title": kind.title, "detail": problem.detail, "advice": kind.advice}

    def lines(self, shown: Shown) -> Json:
        """The lines of a list, and the cursor at which it goes on."""
        found = {"search": self.asked.search} if self.room.is_searched else {}
        asked = self.asked
        log = (
            {"stream": asked.history, "club": asked.history_of_club, "since": asked.since, "sort": "newest"}
            if self.room.is_log
            else {}
        )
        paged = {"limit": _LONGEST, "cursor": self.asked.cursor, **found, **log}
        told = self.document(shown.read, **paged, **shown.asked)
        made = self._told_apart(shown, [self._line(shown, one) for one in told[shown.items]])
        return {"shown": shown, "columns": shown.columns, "lines": made, "further": told.get("next")}

    def _told_apart(self, shown: Shown, lines: list[Json]) -> list[Json]:
        """The lines with what tells their persons apart, where the list has it."""
        if not shown.told_apart or not lines:
            return lines
        known = particulars(self.visit, [one["id"] for one in lines])
        return [{**one, "known": known.get(one["id"], {})} for one in lines]

    def _line(self, shown: Shown, told: Json | str) -> Json:
        line: Json = {"person": told} if isinstance(told, str) else told
        if shown.pairs:
            first, second = line["persons"]
            known = particulars(self.visit, [first, second])
            sides = [{**known.get(one, {}), **self.visit.asks(read_person, person=one)} for one in (first, second)]
            line = {**line, "first": first, "second": second, "sides": sides}
        return {**line, "acts": list(self.acts(shown.acts, {**line, "of": self.asked.of}))}

    def acts(self, acts: Iterable[Act], line: Json) -> Iterator[tuple[Act, str]]:
        """The commands that are offered on a line, each with the address of its form."""
        own = self.visit.reader.caller.person
        for one in acts:
            if one.when(line) and not any(_stands_in(own, line[name]) for name in one.not_to):
                given = {**{name: line[place] for name, place in one.given.items()}, **one.fixed}
                yield one, f"/office/do/{one.command}?{urlencode({**given, **self._way_back})}".rstrip("?")

    @property
    def _way_back(self) -> dict[str, str]:
        return {} if self.room.subject else {"back": self.back}


def _stands_in(person: str | None, told: str | Sequence[str] | None) -> bool:
    """Whether the person is, or is among, who is told."""
    return person is not None and person in ([told] if isinstance(told, str) else told or ())


def log_problems(visit: Visit, health: Room) -> Sequence[str]:
    """The faults of the log, or of the service itself."""
    told, unwell = Look(visit, health, Asked(), "").facts()
    return [unwell["title"]] if unwell else (told or {})["log_problems"]


def shown(look: Look) -> Json:
    """All that the room shows. Raises Problem and Refused as the reads do."""
    room, of = look.room, {look.room.subject: look.asked.of} if look.room.subject else {}
    facts, unwell = look.facts()
    offered = () if look.asked.is_open else room.shown
    lists = [look.lines(one) for one in offered if look.asked.listed in (None, one.name)]
    told = [(one["columns"], line) for one in lists for line in one["lines"]]
    if room.facts and facts:
        told.append((room.facts.columns, facts))
    own = [(act, _with(address, of)) for act, address in look.acts(room.commands, facts or {})]
    made = {"facts": facts, "unwell": unwell, "lists": lists, "acts": own, "told_by": told_by}
    return {**made, **names(look.visit, told)}


def _with(address: str, of: Mapping[str, str | None]) -> str:
    return address if not of else f"{address}{'&' if '?' in address else '?'}{urlencode(of)}"


def names(visit: Visit, told: Sequence[tuple[tuple[Column, ...], Json]]) -> Json:
    """The names of all that these lines tell of: of persons, of entries, and of tournaments, clubs and series."""
    found = sorted({each for columns, line in told for column in columns for each in column.named(line)})
    persons = [id_ for kind, id_ in found if kind == PERSON]
    told_already = {line["tournament"]: line["name"] for _, line in told if line.get("tournament") and line.get("name")}
    things = {id_: told_already.get(id_) or _name(visit, kind, id_) for kind, id_ in found if kind in _NAMED}
    places = [id_ for kind, id_ in found if kind == ENTRY]
    entrants: dict[str, str] = {}
    for tournament in dict.fromkeys(one.partition("/")[0] for one in places):
        entrants |= _entrants(visit, tournament)
    actors = (line[one.name] for columns, line in told for one in columns if one.kind == "actor" and line.get(one.name))
    return {"names": visit.names(persons), "called": {**things, **entrants}, "labels": _labels(visit, actors)}


def _labels(visit: Visit, actors: Iterable[Json]) -> dict[str, str]:
    """The labels of the keys, by their ids, by which somebody has acted who is nobody in particular."""
    roles = {one["role"] for one in actors if one["person"] is None and one["key"] is not None}
    keys = (one for role in sorted(roles) for one in visit.asks_all(list_keys, role=role)["items"])
    return {one["id"]: one["label"] for one in keys}


def _name(visit: Visit, kind: str, id_: str) -> str:
    """Its name; its id where the tables do not show it, or not yet."""
    try:
        return str(visit.asks(_NAMED[kind], **{kind: id_})["name"])
    except Refused:
        return id_


def _entrants(visit: Visit, tournament: str) -> dict[str, str]:
    """The names of a tournament's entries, by what is in the addresses of their pages."""
    try:
        entries = visit.asks_all(list_entries, tournament=tournament)
    except Refused:
        return {}
    return {
        f"{tournament}/entries/{one['number']}": one["team_name"] or visit.called(entries["names"].get(one["person"]))
        for one in entries["items"]
    }
