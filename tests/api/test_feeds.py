"""Feeds over HTTP: pages, lines and streams share one cursor, and what was told stays as it is (ALL-1)."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from jsonschema_rs import Draft202012Validator

from api.queries.feeds import CURSORS
from domain.application.requests import CommandOrigin, of_federation
from domain.federation.decide import RestartLog
from domain.ports.command_handling import command_id, request_digest
from projections.feeds.projection import FeedTables
from tests.api.support import Season, Service, end_key, season, sign
from tests.patience import PATIENCE_SECONDS
from tests.projections.support import OFFICE

RATINGS = "/v1/feeds/ratings"


@pytest.fixture(scope="module")
def told(service: Service) -> Season:
    """A season with rated matches, one of them corrected, that the feeds have followed."""
    made = season(service)
    for first, second in ((1, 2), (2, 3), (3, 4), (4, 1), (1, 3)):
        made.play(first, second)
    corrected = {"result": {"kind": "score", "first": 4, "second": 7}, "reason": "Sides were mixed up."}
    made.director.change(f"{made.path}/matches/1", "corrections", corrected)
    service.wait_for_feeds()
    return made


def test_feed_is_read_once_it_tells_what_was_recorded(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the feeds rest: the tests' clients ask a moment later, as a person does."""
    monkeypatch.setattr(FeedTables, "rest_seconds", 0.3)
    made, anybody = season(service, 2), service.http
    for number in range(1, 4):
        made.play()
        told = [one["data"]["tournament"] for one in anybody.get("/v1/feeds/results", params={"limit": 1000}).json()]
        assert told.count(made.id) == number


def pages(service: Service, address: str, limit: int) -> list[httpx.Response]:
    """All pages of a feed, the last one open."""
    found = [service.http.get(address, params={"limit": limit})]
    while rows(found[-1]) == limit:
        found.append(service.http.get(found[-1].links["next"]["url"]))
    return found


def rows(page: httpx.Response) -> int:
    """How many entries are on it."""
    assert page.status_code == 200, page.text
    return len(entries(page))


def entries(page: httpx.Response) -> list[dict[str, Any]]:
    if page.headers["Content-Type"].startswith("application/jsonl"):
        return [json.loads(line) for line in page.text.splitlines()]
    return list(page.json())


def streamed(service: Service, feed: str, enough: int, **headers: str) -> list[Any]:
    """The first entries of a stream, and the id of the last event."""
    found: list[dict[str, Any]] = []
    last = ""
    with service.http.stream("GET", f"/v1/feeds/{feed}/stream", headers=headers, timeout=PATIENCE_SECONDS) as answer:
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        assert answer.headers["Cache-Control"] == "no-cache"
        for line in answer.iter_lines():
            name, _, value = line.partition(": ")
            if name == "data":
                found += json.loads(value)
            elif name == "id":
                last = value
            elif not line and len(found) >= enough:
                break
    return [found, last]


@pytest.mark.rule("ALL-1")
def test_pages_lines_and_streams_tell_the_same_with_one_cursor(told: Season) -> None:
    service = told.service
    whole = [entry for page in pages(service, RATINGS, 5) for entry in entries(page)]
    assert len(whole) >= 14
    assert [one["id"] for one in whole] == sorted({one["id"] for one in whole})
    assert entries(service.http.get(f"{RATINGS}/lines")) == whole
    first = service.http.get(RATINGS, params={"limit": 5})
    cursor = first.links["next"]["url"].partition("after=")[2].partition("&")[0]
    found, last = streamed(service, "ratings", len(whole) - 5, **{"Last-Event-ID": cursor})
    assert found == whole[5:]
    assert entries(service.http.get(RATINGS, params={"after": last})) == []
    [summary] = [one for one in service.http.get("/v1/feeds").json()["items"] if one["feed"] == "ratings"]
    assert summary["entries"] == len(whole)
    assert (summary["first"], summary["last"], summary["end"]) == (whole[0]["id"], whole[-1]["id"], last)
    position = int(whole[4]["id"].partition(".")[0])
    beyond = [one for one in whole if int(one["id"].partition(".")[0]) > position]
    assert entries(service.http.get(RATINGS, params={"since": position})) == beyond


@pytest.mark.rule("ALL-1")
def test_a_full_page_is_closed_and_the_last_one_is_asked_for_again(service: Service, told: Season) -> None:
    first, *_, last = pages(service, RATINGS, 4)
    second = service.http.get(first.links["next"]["url"])
    assert second.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert first.headers["Cache-Control"] == last.headers["Cache-Control"] == "no-cache"
    assert last.headers["Content-Type"] == "application/cloudevents-batch+json"
    for page in (second, last):
        again = service.http.get(page.request.url, headers={"If-None-Match": page.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    told.play(2, 4)
    service.wait_for_feeds()
    now = service.http.get(last.request.url, headers={"If-None-Match": last.headers["ETag"]})
    assert rows(now) > rows(last) or rows(now) == 4
    assert service.http.get(second.request.url).content == second.content


@pytest.mark.rule("ALL-1")
def test_every_entry_is_a_cloud_event_that_is_as_its_schema_says(service: Service, told: Season) -> None:
    staff = service.administrator()
    person = told.persons[0]
    staff.change(f"/v1/persons/{person}", "bans", {"reason": "Left without a word."})
    service.wait_for_feeds()
    for summary in service.http.get("/v1/feeds").json()["items"]:
        validator = Draft202012Validator(service.http.get(summary["schema_address"]).json())
        found = entries(service.http.get(f"/v1/feeds/{summary['feed']}", headers=staff.headers()))
        assert found
        for entry in found:
            assert (entry["specversion"], entry["type"]) == ("1.0", summary["type"])
            assert (entry["source"], entry["sequence"]) == (f"/v1/feeds/{summary['feed']}", entry["id"])
            assert entry["dataschema"] == summary["dataschema"]
            validator.validate(entry["data"])


@pytest.mark.rule("TD-4")
def test_bans_are_for_those_alone_who_may_read_them(service: Service, told: Season) -> None:
    for address in ("/v1/feeds/bans", "/v1/feeds/bans/lines", "/v1/feeds/bans/stream"):
        assert service.http.get(address).status_code == 401
        assert service.player(told.persons[0]).get(address).status_code == 403
        assert service.client(service.key("feed-reader")).get(address).status_code == 403
    assert told.director.get("/v1/feeds/bans").status_code == 200


@pytest.mark.rule("TD-4")
def test_a_stream_of_bans_ends_with_the_key_that_it_was_asked_for_with(service: Service, told: Season) -> None:
    key = service.key("director", told.director_id)
    following = told.director.get("/v1/feeds/bans").links["next"]["url"].replace("bans?", "bans/stream?")
    with service.http.stream(
        "GET", following, headers={"Authorization": f"Bearer {key}"}, timeout=PATIENCE_SECONDS
    ) as answer:
        assert answer.status_code == 200
        end_key(service.owner_url, key)
        service.services.keys.forget()
        office = service.administrator()
        office.position = told.director.position
        office.change(f"/v1/persons/{told.persons[3]}", "bans", {"reason": "Fought"})
        assert b"entries" not in b"".join(answer.iter_bytes())


@pytest.mark.parametrize(
    ("cursor", "status", "kind"),
    [
        ("garbled", 422, "cursor-malformed"),
        ("WyJyYXRpbmdzIixbMSwyXV0", 422, "cursor-malformed"),
        ("WyJmZWVkLTEiLFsxLDk5OTk5OSwwXV0", 404, "position-unknown"),
        ("WyJmZWVkLTEiLFs3LDEsMF1d", 404, "position-unknown"),
    ],
)
@pytest.mark.parametrize("way", ["", "/lines", "/stream"])
def test_a_cursor_that_is_none_or_of_the_future_is_refused(
    told: Season, cursor: str, status: int, kind: str, way: str
) -> None:
    answer = told.service.http.get(f"{RATINGS}{way}", params={"after": cursor})
    assert (answer.status_code, answer.json()["type"]) == (status, f"/v1/problems/{kind}")


def test_a_stream_tells_what_comes_while_it_is_read_and_head_begins_none(service: Service, told: Season) -> None:
    end = service.http.get("/v1/feeds").json()["items"][0]["end"]
    assert service.http.head("/v1/feeds/results/stream").status_code == 200
    number = told.play(3, 2)
    [[entry], _] = streamed(service, "results", 1, **{"Last-Event-ID": end})
    assert (entry["data"]["match"], entry["data"]["tournament"]) == (number, told.id)


@pytest.mark.rule("ALL-1")
def test_former_cursors_name_the_way_on_after_a_new_log_has_begun(told: Season) -> None:
    service = told.service
    first = service.http.get(RATINGS, params={"limit": 3})
    whole = entries(service.http.get(RATINGS))
    former = first.links["next"]["url"]
    asked = CommandOrigin(command_id("tests", "restart"), request_digest("restart", b""), OFFICE)
    begun = RestartLog(origin="a.example/log/2", former_origin="a.example/log", former_size=9, former_root="0" * 64)
    kept_to = sign(service.owner)
    service.services.journal.execute(of_federation(asked, begun))
    service.wait_for_feeds()
    for way in ("", "/stream"):
        gone = service.http.get(former.replace(RATINGS, RATINGS + way).replace("limit=3&", "" if way else "limit=3&"))
        assert (gone.status_code, gone.json()["type"]) == (410, "/v1/problems/feed-restarted")
        assert gone.json()["kept_to"] == kept_to
    on = entries(service.http.get(RATINGS, params={"after": gone.json()["cursor"]}))
    position = int(whole[2]["id"].partition(".")[0])
    assert on == [one for one in whole if int(one["id"].partition(".")[0]) > position]
    assert service.http.get("/v1/feeds").json()["epoch"] == 2


@pytest.mark.rule("ALL-1")
def test_a_cursor_of_another_history_is_not_taken_for_its_number(told: Season) -> None:
    """As where a backup was put back and the log has grown past the cursor: what is there now is not what was read."""
    service = told.service
    service.wait_for_feeds()
    page = service.http.get(RATINGS, params={"limit": 3})
    [cursor] = parse_qs(urlsplit(page.links["next"]["url"]).query)["after"]
    epoch, position, number, digest = CURSORS.read(cursor) or ()
    kept_to = sign(service.owner)
    for known in ("0" * len(str(digest)), ""):
        strange = CURSORS.write((epoch, position, number, known))
        gone = service.http.get(RATINGS, params={"after": strange or ""})
        assert (gone.status_code, gone.json()["kept_to"]) == (410, kept_to)
        assert service.http.get(RATINGS, params={"after": gone.json()["cursor"]}).status_code == 200
    before_the_upgrade = CURSORS.write((epoch, position, number)) or ""
    assert (
        service.http.get(RATINGS, params={"after": before_the_upgrade}).json()
        == service.http.get(RATINGS, params={"after": cursor}).json()
    )


def mirrored(service: Service, **query: str | int) -> dict[str, dict[str, Any]]:
    """A list of ratings as a mirror reads it, two at a time."""
    page = service.http.get("/v1/ratings/normal", params={"limit": 2, **query})
    items: list[dict[str, Any]] = page.json()["items"]
    while "next" in page.links:
        page = service.http.get(page.links["next"]["url"])
        items += page.json()["items"]
    found = {item["person"]: item for item in items}
    assert [item["person"] for item in items] == sorted(found)
    return found


@pytest.mark.rule("ELO-6")
def test_a_mirror_reads_ratings_by_ids_and_then_those_alone_that_were_changed(told: Season) -> None:
    service = told.service
    service.wait_for_feeds()
    whole = mirrored(service, sort="person")
    assert {*told.persons} <= {*whole}
    first = service.http.get("/v1/ratings/normal", params={"sort": "person", "limit": 1})
    since = int(first.headers["Scoresheet-Position"])
    again = {"If-None-Match": first.headers["ETag"]}
    assert service.http.get(first.request.url, headers=again).status_code == 304
    told.play(1, 2)
    newest = told.director.position
    service.wait_for_feeds()
    assert service.services.readings.wait_for(newest, PATIENCE_SECONDS)
    changed = mirrored(service, since=since)
    assert {*changed} == {*told.persons[:2]}
    assert {one["revision"] for one in changed.values()} == {newest}
    assert mirrored(service, sort="person") == whole | changed
    [last, *_] = told.director.read(f"/v1/ratings/normal/{told.persons[0]}/history")["items"]
    assert last["revision"] == newest
    own = told.director.get(f"/v1/ratings/normal/{told.persons[0]}")
    assert own.json()["revision"] == newest
    same = told.director.get(f"/v1/ratings/normal/{told.persons[0]}", {"If-None-Match": own.headers["ETag"]})
    assert same.status_code == 304
    past = told.director.read("/v1/ratings/normal", as_of=since)["items"]
    assert {one["revision"] for one in past} == {None}
