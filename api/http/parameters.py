"""What is in addresses and queries: ids, numbers, pools, moments, page sizes."""

import re
from datetime import date, datetime
from typing import Annotated

from fastapi import Path, Query
from pydantic import BeforeValidator, Field, StringConstraints, TypeAdapter, ValidationError

from api.http.problems import INPUT_INVALID, Problem
from domain.formats.registry import FormatKind
from domain.kernel.ids import UUID_PATTERN, UUID_WITHIN
from domain.kernel.values import LARGEST_INTEGER, GivenInstant, Name
from domain.kernel.values import Pool as PoolName

LARGEST_PAGE = 500
LONGEST_CURSOR = 1200
"""Enough for the longest name a list goes on from, in any script."""
_NUMBER = re.compile(r"0|[1-9][0-9]{0,15}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
LAST_YEAR = 9999
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T.*")
_INSTANT: TypeAdapter[datetime] = TypeAdapter(GivenInstant)
_PLUS_READ_AS_SPACE = re.compile(r"(?<=[0-9]) (?=[0-9]{2}:[0-9]{2}$)")
"""Where a time has its offset: a plus sign in a query means itself (RFC 3986), but is read as in forms, as a space."""


def parse_number(text: str) -> int:
    """An entry's or match's number as addresses have it, from 1. Raises Problem (422)."""
    try:
        return _NUMBERED.validate_python(text)
    except ValidationError:
        errors = [{"in": "path", "pointer": "", "message": "must be a whole number from 1 in plain digits"}]
        raise Problem(INPUT_INVALID, "The address has a number that is not valid.", errors=errors) from None


def _digits(text: object) -> int:
    if isinstance(text, int):
        return text
    if not isinstance(text, str) or not _NUMBER.fullmatch(text) or int(text) > LARGEST_INTEGER:
        raise ValueError("must be a whole number in plain digits")
    return int(text)


def _day_or_moment(text: object) -> date | datetime:
    if not isinstance(text, str):
        raise ValueError("must be a day or a time")
    if _DAY.fullmatch(text):
        day = date.fromisoformat(text)
        if not 1 < day.year < LAST_YEAR:
            raise ValueError(f"must lie in the years 2 to {LAST_YEAR - 1}")
        return day
    return _time(text)


def _time(text: str) -> datetime:
    try:
        return _INSTANT.validate_python(_PLUS_READ_AS_SPACE.sub("+", text))
    except ValidationError as error:
        raise ValueError(error.errors()[0]["msg"]) from None


def _as_of(text: object) -> int | datetime:
    if isinstance(text, str) and _MOMENT.fullmatch(text):
        return _time(text)
    if isinstance(text, str) and _NUMBER.fullmatch(text):
        return _digits(text)
    raise ValueError("must be a whole number, or a time with its offset such as 2026-05-01T18:00:00Z")


PLAIN_DIGITS = BeforeValidator(_digits)
"""For each number of an address or a query, so that it is written in one way."""
Id = Annotated[str, StringConstraints(pattern=UUID_PATTERN)]
Tournament = Annotated[Id, Path(description="The tournament's id.")]
Person = Annotated[Id, Path(description="The person's id.")]
Team = Annotated[Id, Path(description="The id of a team that is rated as one side.")]
Persons = Annotated[
    Annotated[str, StringConstraints(pattern=f"^({UUID_WITHIN}(,{UUID_WITHIN}){{0,499}})?$")],
    Query(description="Of whom, by their ids, with commas between: 500 at most."),
]
Alike = Annotated[Name | None, Query(description="A name, of which a letter may be wrong.")]
Club = Annotated[Id, Path(description="The club's id.")]
Webhook = Annotated[Id, Path(description="The webhook's id.")]
KnownList = Annotated[Id, Path(description="The list's id.")]
Series = Annotated[Id, Path(description="The series' id.")]
Number = Annotated[int, Field(ge=1, le=LARGEST_INTEGER), PLAIN_DIGITS]
_NUMBERED: TypeAdapter[int] = TypeAdapter(Number)
Entry = Annotated[Number, Path(description="The entry's number in its tournament.")]
Item = Annotated[
    str, StringConstraints(pattern=r"^[0-9a-f]{32}$"), Path(description="What names the item, as it is listed.")
]
Key = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$"), Path(description="The key's id, as it is listed.")]
Ban = Annotated[Number, Path(description="The ban's number in the person's record.")]
Attachment = Annotated[Number, Path(description="The attachment's number among those of its match.")]
Game = Annotated[Number, Path(description="The game's number, as its transcript has it.")]
Membership = Annotated[Number, Path(description="The membership's number in its club.")]
Offer = Annotated[Number, Path(description="The offer's number in its club.")]
MembershipRequest = Annotated[Number, Path(description="The request's number in its club.")]
Match = Annotated[Number, Path(description="The match's number in its tournament.")]
Dispute = Annotated[Number, Path(description="The dispute's number in its tournament.")]
Ruling = Annotated[Number, Path(description="The ruling's number in its tournament.")]
Appeal = Annotated[Number, Path(description="The appeal's number in its tournament.")]
Round = Annotated[Number, Path(description="The round's number, from 1.")]
Stage = Annotated[Number, Path(description="The stage's number, from 1.")]
Season = Annotated[Number, Path(description="The season of the series.")]
Pool = Annotated[PoolName, Path(description="The rating pool (ELO-1).")]
SlugText = Annotated[str, StringConstraints(pattern=r"^[a-z-]{1,60}$")]
Slug = Annotated[SlugText, Path(description="The problem's slug.")]
PageSize = Annotated[int, Field(ge=1, le=LARGEST_PAGE), PLAIN_DIGITS]
Limit = Annotated[PageSize, Query(description="The most items on a page.")]
CursorText = Annotated[
    Annotated[str, StringConstraints(max_length=LONGEST_CURSOR)] | None,
    Query(description="Where the page begins, from the header Link of the page before."),
]
Search = Annotated[
    Name | None, Query(description="Words of the name, or parts of them, in any order; case and accents don't matter.")
]
SearchNames = Annotated[
    Name | None,
    Query(description="Words of the name, or parts of them, in any order. It finds no name withheld from you."),
]
SORTED = "What the list is sorted by."
PlaceSearch = Annotated[Name | None, Query(description="Words of the venue or online site, likewise.")]
CountWanted = Annotated[bool, Query(description="Whether to say how many there are on all pages.")]
Resigned = Annotated[bool, Query(description="Only who has resigned from a tournament.")]
Moment = Annotated[Annotated[int, Field(ge=0, le=LARGEST_INTEGER)] | datetime, BeforeValidator(_as_of)]
"""A version or a position, or a time."""
AsOf = Annotated[
    Moment | None,
    Query(
        description="A version of the tournament, or a time: then the longest history with nothing recorded later.",
    ),
]
AsOfPosition = Annotated[
    Moment | None,
    Query(description="A position of the log, or a time: then the longest log with nothing recorded later."),
]
AsOfStream = Annotated[
    Moment | None,
    Query(description="A version, or a time: then the longest history with nothing recorded later."),
]
AfterPosition = Annotated[
    Annotated[int, Field(ge=0, le=LARGEST_INTEGER), PLAIN_DIGITS] | None,
    Query(description="Only what commands after this position of the log changed; a page may hold fewer then."),
]
From = Annotated[
    Moment | None, Query(alias="from", description="The first position, or the time from which it was recorded.")
]
To = Annotated[Moment | None, Query(alias="to", description="The last position, or the time by which it was recorded.")]
_TIME = "or a time: then the longest history with nothing recorded later is compared."
SinceVersion = Annotated[
    Moment | None, Query(alias="from", description=f"Compared with: a version, left out for 0, {_TIME}")
]
UntilVersion = Annotated[
    Moment | None, Query(alias="to", description=f"Compared: a version, left out for the newest, {_TIME}")
]
SincePosition = Annotated[
    Moment | None, Query(alias="from", description=f"Compared with: a position of the log, left out for 0, {_TIME}")
]
UntilPosition = Annotated[
    Moment | None, Query(alias="to", description=f"Compared: a position, left out for the newest, {_TIME}")
]
Version = Annotated[Number, Path(description="The version of the tournament that the event made.")]
Topic = Annotated[str, StringConstraints(pattern=r"^[a-z]+\.[a-z]+(-[a-z]+)*\.v[1-9][0-9]*$", max_length=80)]
TopicFilter = Annotated[Topic | None, Query(description="Only events of this kind.")]
_STREAM = f"^(federation|access|clubs|webhooks|(tournament|person|series)-{UUID_PATTERN.strip('^$')})$"
StreamFilter = Annotated[
    Annotated[str, StringConstraints(pattern=_STREAM)] | None,
    Query(description="Only events of this history, such as `federation` or `tournament-<id>`."),
]
ActorFilter = Annotated[
    Annotated[str, StringConstraints(pattern=f"^(service|[0-9a-f]{{16}}|{UUID_PATTERN.strip('^$')})$")] | None,
    Query(description="Only what this person did, or was done with the key of this id, or by the `service` itself."),
]
NamedClub = Annotated[Id | None, Query(description="Only events that name this club.")]
DayOrMoment = Annotated[date | datetime, BeforeValidator(_day_or_moment)]
_BEGINS = "begins: when it was announced to, else when it was started, or announced. A day is the federation's."
BeginsFrom = Annotated[DayOrMoment | None, Query(alias="from", description=f"The day or time from which it {_BEGINS}")]
BeginsTo = Annotated[
    DayOrMoment | None, Query(alias="to", description=f"The day by which, or the time before which it {_BEGINS}")
]
FormatFilter = Annotated[FormatKind | None, Query(description="Only those with a stage of this format.")]
EntrantFilter = Annotated[Id | None, Query(description="Only those that this person has asked to enter.")]
DirectorFilter = Annotated[Id | None, Query(description="Only those that this person directs.")]
SeriesFilter = Annotated[Id | None, Query(description="Only the tournaments of this series.")]
PublicClubFilter = Annotated[Id | None, Query(description="Only members of this club who consent to its being public.")]
ClubFilter = Annotated[Id | None, Query(description="Only those of this club.")]
SeasonFilter = Annotated[Number | None, Query(description="Only those of this season.")]
PersonFilter = Annotated[Id | None, Query(description="Only those of this person.")]
EntryFilter = Annotated[Number | None, Query(description="Only the matches of this entry.")]
