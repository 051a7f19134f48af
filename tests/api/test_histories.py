"""The whole log, and the histories of persons, series and the federation (ALL-1, ALL-12)."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator
from pydantic import BaseModel

from domain.application.catalogue import EVENTS
from domain.application.event_schemas import schemas_of_families
from domain.application.upcasts import UPCASTS
from domain.journal import search
from domain.kernel.personal_text import sealed_fields
from domain.kernel.visibility import Part, hidden_fields
from projections.feeds.schemas import feed_schemas
from tests.api.support import Client, Season, Service, score, season

Event = Mapping[str, Any]


@pytest.fixture(scope="module")
def club(service: Service) -> Season:
    """A season in which something of every kind is withheld from somebody: a refusal, a result, a ban, a decision."""
    played, office = season(service, 3), service.administrator()
    director, match = played.director, played.play()
    director.change(f"{played.path}/matches/{match}", "corrections", {"result": score(3, 7), "reason": "Mixed up."})
    winner = service.player(played.persons[0])
    winner.done(f"{played.path}/matches", {"sides": [1, 2], "length": 7, "result": score(7, 4)})
    banned = played.persons[2]
    office.change(f"/v1/persons/{banned}", "bans", {"reason": "Threw dice."})
    office.change(f"/v1/persons/{banned}", "erasure")
    office.done("/v1/federation/decisions", {"account": "We sent somebody home."})
    office.change("/v1/federation", "report-days", {"days": 20, "reason": "Holidays."})
    office.done("/v1/series", {"name": "Cup", "directors": [played.director_id]})
    director.position = office.position
    return played


def whole(reader: Client, address: str = "/v1/log/events", **query: str | int) -> list[Event]:
    """All that the reader is shown there, page by page."""
    return [event for page in pages(reader, address, query) for event in page]


def since(reader: Client, start: str | int, **query: str | int) -> list[Event]:
    return [event for page in pages(reader, "/v1/log/events", {"from": start, **query}) for event in page]


def pages(reader: Client, address: str, query: Mapping[str, str | int]) -> Iterator[list[Event]]:
    answer = reader.get(address, None, **query)
    while True:
        assert answer.status_code == 200, answer.text
        yield answer.json()["items"]
        if "Link" not in answer.headers:
            return
        answer = reader.get(answer.headers["Link"].partition(">")[0].removeprefix("<"))


def auditor(club: Season, *, personal: bool) -> Client:
    made = club.service.client(club.service.key("auditor", personal=personal))
    made.position = club.director.position
    return made


@pytest.mark.rule("ALL-1", "ALL-12")
def test_auditors_see_every_event_of_the_log_whole_but_for_sealed_text(club: Season) -> None:
    log = club.service.services.journal.read(0, 10_000)
    kinds: dict[int, type[BaseModel]] = {stored.position: type(stored.recorded.event) for stored in log}
    office = whole(club.service.administrator())
    assert [event["position"] for event in office] == list(range(1, len(log) + 1))
    assert [event["withheld"] for event in office] == [[]] * len(log)
    assert whole(auditor(club, personal=True)) == office
    closed = whole(auditor(club, personal=False))
    for shown, held in zip(closed, office, strict=True):
        texts = sealed_fields(kinds[shown["position"]])
        withheld = [name for name in texts if f"data.{name}" in shown["withheld"]]
        assert shown["withheld"] == [f"data.{name}" for name in withheld]
        assert {**shown, "data": None, "withheld": []} == {**held, "data": None}
        assert shown["data"] == {**held["data"], **dict.fromkeys(withheld)}
    assert any(shown["withheld"] for shown in closed)


@pytest.mark.rule("ALL-12")
def test_every_kind_of_event_is_for_auditors() -> None:
    for kind in EVENTS:
        assert kind.SEEN & Part.AUDITOR, kind
        assert kind.SEEN & Part.AUDITOR_OF_TEXTS, kind
        assert hidden_fields(Part.AUDITOR_OF_TEXTS, kind) == ()
        assert set(hidden_fields(Part.AUDITOR, kind)) <= set(sealed_fields(kind))


@pytest.mark.rule("ALL-12")
def test_the_log_is_for_auditors_and_administrators(club: Season) -> None:
    service = club.service
    narrowed = service.client(service.key("auditor", tournament=club.id, personal=True))
    for reader, status in ((service.client(), 401), (club.director, 403), (narrowed, 403)):
        assert reader.get("/v1/log/events").status_code == status


@pytest.mark.rule("ALL-1")
def test_the_log_is_read_by_stream_topic_actor_place_and_time(club: Season) -> None:
    office = club.service.administrator()
    log = whole(office)
    streams = f"tournament-{club.id}", f"person-{club.persons[2]}", "federation"
    for stream in streams:
        assert whole(office, stream=stream) == [one for one in log if one["stream"] == stream] != []
    topic = "tournament.entry-approved.v1"
    assert whole(office, topic=topic, limit=2) == [one for one in log if one["topic"] == topic] != []
    key = club.director.key or ""
    for actor in (club.director_id, key.split("_")[1]):
        found = [one for one in log if actor in (one["actor"]["person"], one["actor"]["key"])]
        assert whole(office, actor=actor, limit=3) == found != []
        assert whole(office, actor=actor, topic=topic, stream=streams[0]) == [
            one for one in found if one["topic"] == topic
        ]
    middle = log[len(log) // 2]["recorded_at"]
    assert whole(office, to=middle) == [one for one in log if one["recorded_at"] <= middle]
    assert since(office, middle) == [one for one in log if one["recorded_at"] >= middle]
    assert since(office, 5, to=9) == log[4:9]
    assert since(office, 9, to=5) == since(office, "2199-01-01T00:00:00Z") == []
    assert whole(office, stream="series-00000000-0000-0000-0000-000000000000") == []


@pytest.mark.rule("ALL-1")
def test_pages_of_the_log_stay_as_they_were_while_it_grows(club: Season) -> None:
    office = club.service.administrator()
    before = whole(office)
    read = pages(office, "/v1/log/events", {"limit": 7})
    first = next(read)
    office.done("/v1/series", {"name": "Another"})
    assert [*first, *(one for page in read for one in page)][: len(before)] == before


@pytest.mark.rule("ALL-1")
def test_a_page_says_how_far_it_has_looked(club: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "LOOKED_AT", 3)
    office, topic = club.service.administrator(), "tournament.announced.v2"
    everything = whole(office)
    found, looked_to, address = list[Event](), 0, f"/v1/log/events?topic={topic}"
    while address:
        answer = office.get(address)
        page = answer.json()
        assert page["items"] == [one for one in everything[looked_to : page["looked_to"]] if one["topic"] == topic]
        assert page["looked_to"] == min(looked_to + 3, len(everything))
        found, looked_to = [*found, *page["items"]], page["looked_to"]
        address = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
    assert found != []
    assert looked_to == len(everything)


@pytest.mark.rule("ALL-1")
def test_history_of_clubs_finds_what_is_about_one(club: Season) -> None:
    office = club.service.administrator()
    one, other = (office.done("/v1/clubs", {"name": name}).json()["club"] for name in ("One", "Another"))
    office.done(f"/v1/clubs/{other}/officers", {"person": club.persons[0]})
    office.done("/v1/series", {"name": "A club's", "club": other})
    told = [(each["topic"], each["data"]["club"]) for each in whole(office, stream="clubs", club=other, limit=1)]
    assert told == [("clubs.club-founded.v1", other), ("clubs.officer-appointed.v1", other)]
    assert [each["topic"] for each in whole(office, club=other)] == [
        *(topic for topic, _ in told),
        "series.announced.v1",
    ]
    assert [each["data"]["name"] for each in whole(office, stream="clubs", club=one)] == ["One"]


@pytest.mark.parametrize(
    "query",
    [
        {"stream": "tournament-1"},
        {"club": "One"},
        {"actor": "Anna"},
        {"from": "soon"},
        {"to": "-1"},
        {"limit": 501},
        {"cursor": "a"},
    ],
)
def test_impossible_searches_are_refused(service: Service, query: dict[str, str | int]) -> None:
    assert service.administrator().get("/v1/log/events", None, **query).status_code == 422


def test_a_topic_that_there_is_not_is_refused(service: Service) -> None:
    answer = service.administrator().get("/v1/log/events", None, topic="tournament.no-such.v1")
    assert (answer.status_code, answer.json()["type"]) == (404, "/v1/problems/topic-unknown")


@pytest.mark.rule("ALL-12", "ALL-1")
def test_a_history_shows_of_a_person_what_the_reader_may_see(club: Season) -> None:
    service, person = club.service, club.persons[2]
    address, office = f"/v1/persons/{person}/history", service.administrator()
    office.position = club.director.position
    log = [one for one in whole(office) if one["stream"] == f"person-{person}"]
    topics = [f"person.{name}.v1" for name in ("registered", "ban-placed", "erasure-requested")]
    assert [one["topic"] for one in log] == topics
    assert whole(office, address) == whole(auditor(club, personal=True), address) == log
    assert [one["topic"] for one in whole(auditor(club, personal=False), address)] == topics
    for reader in (club.director, service.player(person)):
        reader.position = office.position
        shown = whole(reader, address)
        assert [one["topic"] for one in shown] == topics[:2]
        assert [one["data"] for one in shown] == [one["data"] for one in log[:2]]
    assert whole(office, address, as_of=1) == log[:1]
    assert whole(office, address, as_of=log[1]["recorded_at"], limit=1) == log[:2]
    assert service.client().get(address).status_code == 401
    assert service.player(club.persons[0]).get(address).status_code == 403
    nobody = address.replace(person, club.id)
    assert office.get(nobody).json()["type"] == "/v1/problems/person-unknown"


@pytest.mark.rule("ALL-12", "ALL-1")
def test_a_history_shows_of_the_federation_and_of_series_what_the_reader_may_see(club: Season) -> None:
    service, office = club.service, club.service.administrator()
    log = whole(office)
    settled = [one for one in log if one["stream"] == "federation"]
    assert whole(office, "/v1/federation/history") == whole(auditor(club, personal=True), "/v1/federation/history")
    assert whole(office, "/v1/federation/history") == settled
    anybody = whole(service.client(), "/v1/federation/history")
    assert [one["topic"] for one in anybody] == ["federation.report-days-set.v1"]
    assert (anybody[0]["data"], anybody[0]["actor"]["key"]) == (settled[-1]["data"], None)
    cup = next(one["stream"].removeprefix("series-") for one in log if one["topic"] == "series.announced.v1")
    announced = [one for one in log if one["stream"] == f"series-{cup}"]
    assert whole(office, f"/v1/series/{cup}/history") == whole(club.director, f"/v1/series/{cup}/history") == announced
    shown = whole(service.client(), f"/v1/series/{cup}/history")
    assert [one["command"] for one in shown] == [None] * len(announced)
    assert office.get(f"/v1/series/{club.id}/history").json()["type"] == "/v1/problems/series-unknown"


@pytest.mark.rule("ALL-1")
def test_event_shown_refers_to_its_schema_and_is_as_that_says(club: Season) -> None:
    anybody = club.service.client()
    catalogue = {one["topic"]: one for one in anybody.read("/v1/schemas")["items"]}
    assert set(catalogue) == {event.TOPIC for event in EVENTS} | set(UPCASTS) | set(schemas_of_families()) | set(
        feed_schemas()
    )
    shown = whole(club.service.administrator())
    for topic in {one["topic"] for one in shown}:
        answer = anybody.get(catalogue[topic]["dataschema"])
        assert answer.headers["Content-Type"] == "application/schema+json"
        assert "immutable" in answer.headers["Cache-Control"]
        assert anybody.get(answer.url.path, {"If-None-Match": answer.headers["ETag"]}).status_code == 304
        schema = Draft202012Validator(answer.json())
        for one in shown:
            assert one["topic"] != topic or (one["dataschema"], schema.is_valid(one["data"])) == (answer.url.path, True)
    assert anybody.get("/v1/schemas/tournament.no-such.v1").json()["type"] == "/v1/problems/topic-unknown"
