"""Everything that is made from events can be read as of a moment past (ALL-1)."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.support import Client, Season, Service, score, season

Json = dict[str, Any]
NOT_OF_EVENTS = {
    "/v1/erasures": "what is left of erased texts in the server's files",
    "/v1/waiting": "what waits now",
    "/v1/me": "what the key may be used as now",
    "/v1/audited-reads": "who has read what",
    "/v1/ratings/{pool}/players": "as they are now; the ratings of a moment are at `/v1/ratings/{pool}`",
    "/v1/tournaments/{tournament}/matches/{match}/attachments/{attachment}/transcript": "what was kept does not change",
    "/v1/tournaments/{tournament}/matches/{match}/attachments/{attachment}/transcript/games/{game}": "likewise",
    "/v1/tournaments/{tournament}/matches/{match}/replays": "what everybody may see now",
    "/v1/tournaments/{tournament}/matches/{match}/live-score": "what is kept now, and not recorded",
    "/v1/tournaments/{tournament}/matches/{match}/replays/{attachment}/games/{game}": "likewise",
    "/v1/tournaments/{tournament}/matches/{match}/attachments/{attachment}/analysis": "what runs now, not recorded",
    "/v1/keys": "what can be used now, and when it was used last",
    "/v1/refused-attempts": "what was refused, and never recorded",
    "/v1/persons/{person}/held": "what is held now; what was is gone, or stands in the history",
    "/v1/persons/{record}/merge": "what is to be answered now",
    "/v1/persons/particulars": "goes by the names that are known now",
    "/v1/persons/duplicates": "goes by the names that are known now",
    "/v1/feeds": "how far each has come",
    "/v1/feeds/{feed}": "goes by its own cursor",
    "/v1/feeds/{feed}/lines": "goes by its own cursor",
    "/v1/feeds/{feed}/stream": "goes by its own cursor",
    "/v1/log/checkpoint": "the newest; older ones are kept by witnesses",
    "/v1/log/keys": "the keys that sign",
    "/v1/log/{generation}/checkpoint": "never changes",
    "/v1/log/{generation}/tile/{path}": "never changes",
    "/v1/log/tile/{path}": "never changes",
    "/v1/log/events/{position}.tlog-proof": "never changes",
    "/v1/publications/{publication}/changes": "from the publication on",
    "/v1/publications/{publication}/with-names": "never changes but for names, which are those of now",
    "/v1/publications/{publication}/{file}": "never changes",
    "/v1/publications/{publication}/{file}.tlog-proof": "never changes",
    "/v1/publications/{publication}/list.parquet": "never changes",
    "/v1/publications/{publication}/cards/{person}": "never changes but for the newest checkpoint",
    "/v1/tournaments/{tournament}/matches/{match}/card": "what was recorded last, by the newest checkpoint",
    "/v1/tournaments/{tournament}/links": "what can be used now",
    "/v1/tournaments/{tournament}/screens": "what can be used now",
    "/v1/imports/jobs/{job}": "an import that a worker is at",
    "/v1/imports/jobs/{job}/lines": "likewise",
    "/v1/persons/{person}/rating-teams": "who a team is never changes",
    "/v1/rating-teams/{team}": "who a team is never changes",
    "/v1/persons/{person}/club": "by the consent of now: what was withdrawn is shown no more",
    "/v1/webhooks": "what is delivered to whom, and how far it has come",
    "/v1/webhooks/{webhook}": "what is delivered to whom, and how far it has come",
    "/v1/webhooks/{webhook}/attempts": "what was tried of late",
    "/v1/schemas": "this program's",
    "/v1/schemas/{topic}": "this program's",
    "/v1/presets": "this program's",
    "/v1/rating-classes": "this program's",
    "/v1/sanctions-catalogue": "this program's",
    "/v1/problems": "this program's",
    "/v1/problems/{slug}": "this program's",
    "/health": "this process",
    "/ready": "this process",
}
SPANS = {"as_of", "from"}
STAND = ("/seen", "/changes/{version}")
"""A read of events or changes takes a span instead; what a ruling's giver saw, and what an event changed, stands."""


def lacking(service: Service) -> Iterator[str]:
    for path, methods in service.app.openapi()["paths"].items():
        names = {one.get("name") for one in methods.get("get", {}).get("parameters", [])}
        if "get" in methods and path not in NOT_OF_EVENTS and not path.endswith(STAND) and not names & SPANS:
            yield path


@pytest.mark.rule("ALL-1")
def test_every_read_that_depends_on_events_can_be_made_as_of_a_moment_past(service: Service) -> None:
    assert list(lacking(service)) == []


def unrevised(address: str, document: dict[str, Any]) -> dict[str, Any]:
    """Those of rating lines are left out: they tell a mirror what is new now, and nothing of the past."""
    if not address.startswith("/v1/ratings"):
        return document
    items = [{**one, "revision": None} for one in document.get("items", ())]
    return {**document, "items": items, "revision": None}


@pytest.mark.rule("ALL-1", "ELO-1", "ELO-5")
def test_tables_across_tournaments_are_as_they_were(service: Service) -> None:
    office = service.officer()
    played = season(service, 3)
    played.play(1, 2)
    first = played.persons[0]
    addresses = (
        "/v1/ratings/normal",
        "/v1/ratings/normal/classes",
        f"/v1/ratings/normal/{first}",
        f"/v1/ratings/normal/{first}/history",
        f"/v1/ratings/normal/{first}/explain",
        "/v1/tournaments",
        "/v1/persons",
        f"/v1/persons/{first}",
        f"/v1/persons/{first}/record",
        f"/v1/persons/{first}/wins",
        f"/v1/persons/{first}/sanctions",
        f"/v1/persons/{first}/settlements",
        f"/v1/persons/{first}/error-rates",
        f"/v1/persons/{first}/published-error-rates",
        "/v1/federation",
        "/v1/federation/error-rates",
        "/v1/federation/published-error-rates",
        "/v1/federation/bans",
        "/v1/series",
        "/v1/reports",
        "/v1/imports",
    )
    office.position = played.director.position
    before = {address: unrevised(address, office.read(address)) for address in addresses}
    position = office.position
    at = office.read("/v1/log/events", **{"from": position})["items"][0]["recorded_at"]
    played.play(1, 3)
    played.director.change(f"{played.path}/matches/1", "corrections", {"result": score(2, 7), "reason": "A slip."})
    ban = {"kind": "ban", "until": "2099-01-01T00:00:00Z", "reason": "Of the office's."}
    office.change(f"/v1/persons/{first}", "bans", ban)
    office.done("/v1/series", {"name": "A later cup"})
    office.change("/v1/federation", "resignation-limit", {"limit": 7, "reason": "As decided."})
    service.register("Somebody later")
    office.position = service.services.journal.position()
    now = {address: unrevised(address, office.read(address)) for address in addresses}
    assert {address for address in addresses if now[address] != before[address]} >= set(addresses[:5])
    for moment in (position, at):
        assert {address: unrevised(address, office.read(address, as_of=moment)) for address in addresses} == before
    lists = [
        office.read(addresses[0], as_of=position, **asked)["items"] for asked in ({"sort": "person"}, {"since": 0})
    ]
    then = unrevised(addresses[0], office.read(addresses[0], as_of=position))["items"]
    for items in lists:
        assert unrevised(addresses[0], {"items": items})["items"] == sorted(then, key=lambda one: one["person"])


@pytest.mark.rule("ALL-1")
def test_erased_person_is_erased_in_the_past_too(service: Service) -> None:
    office = service.officer()
    person = service.register("Somebody to erase")
    position = service.services.journal.position()
    assert office.read("/v1/persons", as_of=position, search="to erase")["items"]
    service.erase(person)
    office.position = service.services.journal.position()
    assert office.read("/v1/persons", as_of=position, search="to erase")["items"] == []
    assert office.read(f"/v1/persons/{person}", as_of=position)["name"] is None


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize(
    ("given", "status"),
    [("999999999", 404), ("-1", 422), ("yesterday", 422), ("2026-05-01", 422), ("1.5", 422), ("", 422)],
)
def test_a_moment_that_is_none_is_refused_with_advice(anonymous: Client, given: str, status: int) -> None:
    answer = anonymous.get("/v1/ratings/normal", None, as_of=given)
    assert answer.status_code == status
    told = answer.json()
    if status == 422:
        advice = "must be a whole number, or a time with its offset such as 2026-05-01T18:00:00Z"
        assert [error["message"] for error in told["errors"]] == [advice]
        assert anonymous.get("/v1/ratings/normal", None, as_of=advice.rpartition(" ")[2]).status_code == 200
    else:
        newest = told["detail"].removeprefix("The newest position is ").removesuffix(".")
        assert anonymous.get("/v1/ratings/normal", None, as_of=newest).status_code == 200


@pytest.mark.rule("ALL-1", "ALL-2", "TD-22")
def test_parts_of_a_tournament_are_as_they_were(played: Season) -> None:
    director, path = played.director, played.path
    played.director.done(f"{path}/matches", {"sides": [1, 2], "length": 7})
    reads = (f"{path}/draw-check", f"{path}/reviews", f"{path}/matches/1/prospects")
    before = {address: director.read(address) for address in reads}
    version = director.read(path)["version"]
    played.play(1, 3)
    now = {address: director.read(address) for address in reads}
    assert now[reads[2]] != before[reads[2]]
    assert {address: director.read(address, as_of=version) for address in reads} == before
