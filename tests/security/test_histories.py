"""Every field of every event of tournaments in which much has happened, as every caller, held against the table.

The attack: read in the history what the other reads withhold: who has reported, stated, voted, and how others play.
"""

from collections.abc import Collection, Mapping
from typing import Any, cast

import pytest

from domain.application.catalogue import EVENTS
from domain.kernel.envelope import Event
from domain.kernel.ids import (
    FEDERATION,
    LISTS,
    StreamName,
    list_stream,
    person_stream,
    series_stream,
    tournament_stream,
)
from domain.kernel.personal_text import sealed_fields
from domain.kernel.visibility import FOR_STAFF, Part, audiences
from domain.lists.events import EntryListOpened, ListOpened
from domain.tournament.state import Tournament
from tests.api.support import Client, Service
from tests.security.told import Club, everything_told, founded

Json = Mapping[str, Any]

KINDS = {one.TOPIC: one for one in EVENTS}
OF_A_MATTER = ("appeal", "ruling", "dispute")
EXPECTED = {
    *("monitor-appointed", "consent-recorded", "clock-recorded", "break-begun", "attachment-added", "exception-made"),
    *("dispute-opened", "statement-recorded", "ruling-given", "appeal-lodged", "committee-formed", "vote-cast"),
    *(
        "appeal-decided",
        "entry-refused",
        "result-corrected",
        "match-voided",
        "cancelled",
        "director-appointed",
        "entry-reentered",
        "reentry-taken-back",
    ),
}


@pytest.fixture(scope="module")
def club(service: Service) -> Club:
    """A club in which everything was told that can be, with a director, a break, and a result not announced."""
    made = founded(service)
    season = everything_told(made)
    made.office.change(season, "directors", {"person": made.persons[6]})
    made.office.done(f"{season}/matches/2/breaks", {"side": "first"})
    reported = {"sides": [2, 3], "length": 5, "result": {"kind": "score", "first": 5, "second": 1}}
    service.player(made.persons[1]).done(f"{season}/matches", reported)
    return made


def callers(club: Club, service: Service) -> dict[str, tuple[Client, str | None, Part]]:
    """By name, who reads, which person they are, and what they are everywhere."""
    players = {f"player {n}": (service.player(club.persons[n]), club.persons[n], Part(0)) for n in (0, 1, 2, 5, 7)}
    director = service.client(service.key("director", club.persons[6]))
    return {
        **players,
        "anonymous": (service.client(), None, Part(0)),
        "director": (director, club.persons[6], Part(0)),
        "auditor": (service.client(service.key("auditor")), None, Part.AUDITOR),
        "auditor of texts": (service.client(service.key("auditor", personal=True)), None, Part.AUDITOR_OF_TEXTS),
        "feed reader": (service.client(service.key("feed-reader")), None, Part(0)),
        "administrator": (club.office, None, Part.ADMINISTRATOR),
    }


def part_of(state: Tournament, event: Json, person: str | None, part: Part) -> Part:
    """What the caller is to the event, as it is read off the whole of it; nothing here is the program's own answer."""
    data, directing, asked = event["data"], state.directing, event["topic"].startswith("tournament.request-")
    part |= Part.ANYBODY | (Part.STAFF if person in state.directors else Part(0))
    match = None if asked else state.matches.get(data.get("match") or 0)
    entries = {data["entry"]} if data.get("entry") else set()
    if match is not None:
        entries |= set(match.as_played[0])
        part |= Part(0) if match.unannounced else Part.RESULT_TOLD | Part.REPORTS_TOLD
    if asked:
        entries |= {state.match_records.requests[data["number"] - 1].made.entry}
    part |= Part.PLAYER if person in persons_of(state, entries) else Part(0)
    matter = next((name for name in OF_A_MATTER if name in data), None)
    if matter is None or event["topic"].startswith("tournament.report"):
        return part
    appeal = directing.appeals[data["appeal"]] if matter == "appeal" else None
    ruling = directing.rulings.get(data.get("ruling") if appeal is None else appeal.ruling)
    parties = ruling.parties if ruling else directing.disputes[data["dispute"]].parties
    rulings = [ruling] if ruling else [one for one in directing.rulings.values() if one.dispute == data["dispute"]]
    numbers = {one.number for one in rulings}
    members = {member for one in directing.appeals.values() if one.ruling in numbers for member in one.members}
    concerned = persons_of(state, parties) | members
    return part | (Part.PARTY if person is not None and person in concerned | {data.get("person")} else Part(0))


def persons_of(state: Tournament, entries: Collection[int]) -> set[str | None]:
    return {person for number in entries for person in state.entries[number].persons}


@pytest.mark.rule("ALL-12", "TD-9")
def test_every_caller_reads_of_every_event_what_the_table_says(club: Club, service: Service) -> None:
    seen_topics, walked = set[str](), 0
    everything = [history_of(club, service, path) for path in club.tournaments]
    for name, (client, person, own) in callers(club, service).items():
        client.position = club.office.position
        for path, state, whole in everything:
            told = client.read(f"{path}/history", limit=500)["items"]
            assert [one["topic"] for one in told] == [one["topic"] for one in whole]
            for shown, event in zip(told, whole, strict=True):
                walked += require_as_told(name, shown, event, part_of(state, event, person, own))
                seen_topics.add(event["topic"].split(".")[1])
    assert seen_topics >= EXPECTED
    assert walked > 2000


def history_of(club: Club, service: Service, path: str) -> tuple[str, Tournament, list[Json]]:
    """The tournament, its state, and all its events as an administrator reads them."""
    state = cast("Tournament", service.services.journal.state(tournament_stream(path.rpartition("/")[2])))
    return path, state, club.office.read(f"{path}/history", limit=500)["items"]


def require_as_told(name: str, shown: Json, event: Json, part: Part) -> int:
    """Compares one event field by field; gives how many there were."""
    kind, at = KINDS[event["topic"]], f"{name}: {event['version']} {event['topic']}"
    hidden = [field for field, seen in audiences(kind).items() if not part & seen]
    assert shown["data"] == {**event["data"], **dict.fromkeys(hidden)}, at
    knows_who = bool(part & kind.SEEN)
    assert shown["actor"]["person"] == (event["actor"]["person"] if knows_who else None), at
    for field in ("key", "command"):
        given = shown["actor"][field] if field == "key" else shown[field]
        assert (given is not None) == bool(part & FOR_STAFF), f"{at}: {field}"
    withheld = {f"data.{field}" for field in hidden} | (set() if knows_who else {"actor.person"})
    assert withheld <= set(shown["withheld"]), at
    return len(event["data"])


def events_of(service: Service, *streams: StreamName) -> list[Event]:
    history = service.services.journal.history
    return [stored.recorded.event for one in streams for stored in history(one, 0, 1000)]


@pytest.mark.rule("ALL-1")
def test_every_text_about_persons_that_an_event_can_hold_is_told_in_the_club(club: Club, service: Service) -> None:
    """So that what is looked for after an erasure (`tests/security/test_erasure.py`) leaves none of them out."""
    tournaments = [tournament_stream(path.rpartition("/")[2]) for path in club.tournaments]
    lists = [
        list_stream(event.list)
        for event in events_of(service, LISTS)
        if isinstance(event, ListOpened | EntryListOpened)
    ]
    series = [series_stream(path.rpartition("/")[2]) for path in club.series]
    events = events_of(service, FEDERATION, *tournaments, *map(person_stream, club.persons), *lists, *series)
    told = {(event.TOPIC, name) for event in events for name in sealed_fields(type(event)) if getattr(event, name)}
    assert sorted({(kind.TOPIC, name) for kind in EVENTS for name in sealed_fields(kind)} - told) == []
