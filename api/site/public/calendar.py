"""Dates of a tournament for calendars (RFC 5545): its start, its rounds, and what one entrant plays."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from starlette.responses import Response

from api.http import parameters
from api.queries.as_of import state_at
from api.site.frame.called_rounds import title_of
from api.site.frame.codes import address_of
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.public.shown_tournament import about, rounds_of
from api.site.public.tournament import T
from api.site.words.public import AGAINST
from domain.tournament.derived.round_names import round_names

router = shared_pages()

_LONGEST_LINE = 74
"""In bytes, but for what begins a line that is folded."""
_HEADERS = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}


@dataclass(frozen=True, slots=True)
class Date:
    """Something that begins at a moment, and perhaps ends at one."""

    name: str
    title: str
    begins: str
    ends: str | None
    place: str
    page: str


@router.get(f"{T}/calendar.ics")
def read_calendar(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """The start of the tournament, and when its rounds are played."""
    values = about(visit, tournament)
    told = values["tournament"]
    dates = [*_start(told), *_rounds(visit, told, rounds_of(visit, tournament))]
    return _answer(visit, told, dates)


@router.get(f"{T}/entries/{{entry}}/calendar.ics")
def read_calendar_of_entry(visit: Visiting, tournament: parameters.Tournament, entry: parameters.Entry) -> Response:
    """The same for an entrant: each round with their opponent."""
    values = about(visit, tournament)
    told = values["tournament"]
    names = {number: one["shown"] for number, one in values["entrants"].items()}
    dates = [*_start(told), *_matches(visit, told, rounds_of(visit, tournament, entry), entry, names)]
    return _answer(visit, told, dates)


def _start(told: Json) -> Iterator[Date]:
    begins = told["conditions"]["starts_at"]
    if begins:
        yield Date("start", told["name"], begins, None, _place(told), f"/tournaments/{told['id']}")


def _rounds(visit: Visit, told: Json, rounds: Iterable[Json]) -> Iterator[Date]:
    names = round_names(state_at(visit.reader.services, told["id"]))
    for one in rounds:
        title = f"{told['name']}: {title_of(visit.said, names, one['number'])}"
        yield from _scheduled_dates(told, one, f"round-{one['number']}", title, f"/tournaments/{told['id']}/rounds")


def _matches(visit: Visit, told: Json, rounds: Iterable[Json], entry: int, names: Mapping[int, str]) -> Iterator[Date]:
    for one in rounds:
        for pairing in one["pairings"]:
            other = next(side for side in pairing["sides"] if side != entry)
            against = visit.said(AGAINST) % {"name": names[other]}
            page = f"/tournaments/{told['id']}/matches/{pairing['match']}"
            yield from _scheduled_dates(told, one, f"match-{pairing['match']}", f"{told['name']}: {against}", page)


def _scheduled_dates(told: Json, round_: Json, name: str, title: str, page: str) -> Iterator[Date]:
    """A date for a round that has a schedule."""
    schedule = round_["schedule"] or {}
    begins, ends = schedule.get("opens_at"), schedule.get("closes_at")
    first = begins or ends
    if first is not None:
        yield Date(name, title, first, ends if begins else None, _place(told), page)


def _place(told: Json) -> str:
    return told["conditions"]["venue"] or told["conditions"]["site"] or ""


def _answer(visit: Visit, told: Json, dates: Iterable[Date]) -> Response:
    stamp = _moment(told["announced_at"])
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Scoresheet//Tournaments//EN", f"NAME:{_text(told['name'])}"]
    for one in dates:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{one.name}.{told['id']}",
            f"DTSTAMP:{stamp}",
            f"DTSTART:{_moment(one.begins)}",
            *([f"DTEND:{_moment(one.ends)}"] if one.ends else []),
            f"SUMMARY:{_text(one.title)}",
            *([f"LOCATION:{_text(one.place)}"] if one.place else []),
            f"URL:{address_of(visit.request, one.page)}",
            "END:VEVENT",
        ]
    body = "".join(f"{_fold_line(line)}\r\n" for line in [*lines, "END:VCALENDAR"])
    return Response(body, 200, _HEADERS, "text/calendar; charset=utf-8")


def _moment(said: str) -> str:
    return f"{datetime.fromisoformat(said).astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(said: str) -> str:
    """A text as a value: no line of it can be taken for a property."""
    told = " ".join(said.split())
    for mark in "\\;,":
        told = told.replace(mark, f"\\{mark}")
    return told


def _fold_line(line: str) -> str:
    """The line in parts of which none has too many bytes, each letter whole."""
    parts, size = [""], 0
    for letter in line:
        size += len(letter.encode())
        if size > _LONGEST_LINE:
            parts.append(" ")
            size = 1 + len(letter.encode())
        parts[-1] += letter
    return "\r\n".join(parts)
