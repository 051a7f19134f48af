"""Identifiers. Streams are named by kind and a UUID; entries and matches by a number within their tournament."""

from typing import Annotated, NewType

from pydantic import Field, StringConstraints

UUID_WITHIN = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
"""Finds one in a text."""
UUID_PATTERN = f"^{UUID_WITHIN}$"

PersonId = Annotated[str, StringConstraints(pattern=UUID_PATTERN)]
TournamentId = Annotated[str, StringConstraints(pattern=UUID_PATTERN)]
ClubId = Annotated[str, StringConstraints(pattern=UUID_PATTERN)]
SeriesId = Annotated[str, StringConstraints(pattern=UUID_PATTERN)]
ListId = Annotated[str, StringConstraints(pattern=UUID_PATTERN)]
CommandId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
EntryNumber = Annotated[int, Field(strict=True, ge=1, le=2**53 - 1)]
MatchNumber = Annotated[int, Field(strict=True, ge=1, le=2**53 - 1)]
Season = Annotated[int, Field(strict=True, ge=1, le=2**31 - 1)]
"""A season of a series: the year, where a season is one, else a running number. The next one is one more."""

LARGEST_ANNOUNCED_SEASON = 9999
"""Far enough from the largest there is for every season to have a next one."""

StreamName = NewType("StreamName", str)

FEDERATION = StreamName("federation")
"""What the federation itself has settled; there is one."""

CLUBS = StreamName("clubs")
"""What became of clubs; there is one for all of them."""

ACCESS = StreamName("access")
"""What became of API keys; there is one."""

WEBHOOKS = StreamName("webhooks")
"""What became of webhooks; there is one for all of them."""

LISTS = StreamName("lists")
"""Which lists were imported; each has a stream of its own besides."""


def tournament_stream(tournament: TournamentId) -> StreamName:
    return StreamName(f"tournament-{tournament}")


def person_stream(person: PersonId) -> StreamName:
    return StreamName(f"person-{person}")


def series_stream(series: SeriesId) -> StreamName:
    return StreamName(f"series-{series}")


def list_stream(list_: ListId) -> StreamName:
    return StreamName(f"list-{list_}")
