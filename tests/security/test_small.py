"""Small holes, each told with its attack: retries that count twice, headers taken for what they are not, reads of what
is not there."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest
from fastapi.routing import APIRoute
from typer.testing import CliRunner

from api.asgi.openapi import dependency
from api.http.api_keys import rotate_key
from api.http.command_requests import Accepts
from domain.kernel.values import Value
from ops.command_line import app as command_line
from tests.api.support import Client, Season, Service, refusal, routes, season
from tests.properties import PROFILE

NOBODY = "00000000-0000-4000-8000-000000000000"
PAIR: dict[str, object] = {"sides": [1, 2], "length": 7}


@pytest.fixture(scope="module")
def played(service: Service) -> Season:
    """A started season of four players."""
    return season(service)


def rotated(service: Service, key: str | None) -> Client:
    """A client with the key that takes this one's place."""
    assert key is not None
    with psycopg.connect(service.owner_url) as connection:
        return service.client(rotate_key(connection, key.split("_")[1], datetime.now(UTC)))


def made(client: Client, played: Season, key: str) -> tuple[str, object]:
    """The match that the command made, and whether it was made before."""
    answer = client.post(f"{played.path}/matches", PAIR, key=key)
    assert answer.status_code == 201, answer.text
    return answer.headers["Location"], answer.headers.get("Idempotent-Replayed")


# A key is rotated while a command waits for its answer; sent again under the new key, it counted twice.


def test_a_command_repeated_under_a_rotated_key_is_carried_out_once(service: Service, played: Season) -> None:
    office = service.administrator()
    first, _ = made(office, played, "nightly import")
    second = rotated(service, office.key)
    assert made(second, played, "nightly import") == (first, "true")
    assert made(rotated(service, second.key), played, "nightly import") == (first, "true")
    stranger, _ = made(service.administrator(), played, "nightly import")
    assert stranger != first


def test_a_command_repeated_by_the_same_person_is_carried_out_once_whatever_key_they_use(
    service: Service, played: Season
) -> None:
    other = service.client(service.key("director", played.director_id))
    first, _ = made(played.director, played, "from two telephones")
    assert made(other, played, "from two telephones") == (first, "true")
    player, _ = made(service.player(played.persons[0]), played, "from two telephones")
    assert player != first


def test_a_key_is_rotated_by_its_id_and_the_old_one_stays_until_it_is_revoked(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", service.owner_url)
    first = CliRunner().invoke(command_line, ["keys", "make", "--role", "administrator"]).output.strip()
    done = CliRunner().invoke(command_line, ["keys", "rotate", first.split("_")[1]])
    assert done.exit_code == 0, done.output
    for key in (first, done.output.strip()):
        assert service.client(key).get("/v1/erasures").status_code == 200
    unknown = CliRunner().invoke(command_line, ["keys", "rotate", "0" * 16])
    assert (unknown.exit_code, "keys list" in unknown.output) == (2, True)


def test_a_key_that_is_no_longer_valid_is_not_rotated(service: Service) -> None:
    ended = service.key("auditor", expires_at=datetime.now(UTC) - timedelta(seconds=1))
    with pytest.raises(ValueError, match="that is valid"):
        rotated(service, ended)


# `Allow` named the methods of one route where two routes share an address.


@pytest.mark.longer
def test_allow_names_every_method_of_every_address(service: Service) -> None:
    """By one of the methods that an address does not take, by turns; in `make proof` by each of them."""
    assert len(routes()) > 150
    for place, path in enumerate(sorted({one.path for one in routes()})):
        address = re.sub(r"\{\w+\}", NOBODY, path)
        taken = set[str]().union(*(one.methods or () for one in routes() if one.path_regex.match(address)))
        allowed = ", ".join(sorted(taken | {"HEAD"} if "GET" in taken else taken))
        others = sorted({"PUT", "DELETE", "PATCH", "OPTIONS"} - taken)
        for method in others if PROFILE == "proof" else others[place % len(others) :][:1]:
            answer = service.http.request(method, address)
            assert (refusal(answer), answer.headers["Allow"]) == ((405, "method-not-allowed"), allowed), path


# What is no ETag, or not the one that was given, was taken for one.

GARBAGE = (
    'x"{0}"',
    '"{0}"x',
    '"{0}" "{0}"',
    "'{0}'",
    '"{0}',
    'w/"{0}"',
    'W/ "{0}"',
    '"{0}",*',
    '"{0}"\xa0',
    ",",
)
OTHERS = ('W/"{0}"', '"{0}.7"', '"0{0}"', '"x-{0}"', '"{0} "')


@pytest.fixture
def match(played: Season) -> tuple[str, str]:
    """A match's address, and its ETag without quotes."""
    answer = played.director.done(f"{played.path}/matches", PAIR)
    return answer.headers["Location"], answer.headers["ETag"].strip('"')


def voided(played: Season, match: tuple[str, str], seen: str) -> httpx.Response:
    """The match, voided by somebody who has seen that; the header as bytes, since not all of it is ASCII."""
    told = {**played.director.headers(), "Idempotency-Key": f"{match[0]} {seen!a}", "If-Match": seen}
    headers = {name.encode(): text.encode("latin-1") for name, text in told.items()}
    return played.service.http.post(f"{match[0]}/voiding", json={"reason": "Slip."}, headers=headers)


@pytest.mark.parametrize("garbage", GARBAGE)
def test_text_that_is_no_list_of_etags_is_refused(played: Season, match: tuple[str, str], garbage: str) -> None:
    assert refusal(voided(played, match, garbage.format(match[1]))) == (400, "if-match-malformed")
    waiting = {b"Scoresheet-Position": str(played.director.position).encode(), b"Prefer": b"wait=30"}
    headers = {**waiting, b"If-None-Match": garbage.format(match[1]).encode("latin-1")}
    assert refusal(played.service.http.get(match[0], headers=headers)) == (400, "header-malformed")


@pytest.mark.parametrize("other", OTHERS)
def test_another_etag_than_the_one_given_does_not_match(played: Season, match: tuple[str, str], other: str) -> None:
    expected = (400, "if-match-malformed") if other.endswith(' "') else (412, "stale")
    assert refusal(voided(played, match, other.format(match[1]))) == expected


def test_a_revision_written_with_a_zero_before_it_does_not_match(played: Season, match: tuple[str, str]) -> None:
    name, _, revision = match[1].rpartition("-")
    assert refusal(voided(played, match, f'"{name}-0{revision}"')) == (412, "stale")


@pytest.mark.parametrize("listed", ['"a", "{0}"', '"{0}","b"', ', ,"{0}",', 'W/"c", "{0}"'])
def test_a_list_matches_where_one_of_it_does(played: Season, match: tuple[str, str], listed: str) -> None:
    assert voided(played, match, listed.format(match[1])).status_code == 200


def test_a_list_may_come_in_several_lines(played: Season, match: tuple[str, str]) -> None:
    headers = [*played.director.headers().items(), ("Idempotency-Key", match[0])]
    headers += [("If-Match", '"a"'), ("If-Match", f'"{match[1]}"')]
    answer = played.service.http.post(f"{match[0]}/voiding", json={"reason": "Slip."}, headers=headers)
    assert answer.status_code == 200
    played.director.position = int(answer.headers["Scoresheet-Position"])
    tag = played.director.get(match[0]).headers["ETag"]
    for seen in ([("If-None-Match", '"a"'), ("If-None-Match", tag)], [("If-None-Match", f"W/{tag}")]):
        assert played.service.http.get(match[0], headers=seen).status_code == 304


# A time with `+02:00` in a query was read with a space in it, and refused for what nobody had written.


@pytest.mark.parametrize("offset", ["+00:00", "%2B00:00", "Z"])
def test_a_plus_in_a_time_is_a_plus(played: Season, offset: str) -> None:
    later = (datetime.now(UTC) + timedelta(seconds=1)).strftime("%Y-%m-%dT%H:%M:%S")
    for place in ("", "/matches", "/standings"):
        answer = played.service.http.get(f"{played.path}{place}?as_of={later}{offset}")
        assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("moment", ["2026-05-01 18:00:00+02:00", "2026-05-01T18:00:00++02:00", "2026-05-01T18:00:00+2"])
def test_text_that_is_no_time_is_still_none(played: Season, moment: str) -> None:
    answer = played.service.http.get(f"{played.path}/matches?as_of={moment}")
    assert refusal(answer) == (422, "input-invalid")


# Of what is not there some addresses showed an empty list, as if nothing had happened to it.

NAMED = {"tournament", "person", "series", "club"}


def routes_on_what_has_an_id() -> Iterator[tuple[APIRoute, str]]:
    """Every route whose address holds an id, with its address for one that nothing has."""
    for route in routes():
        names = set(re.findall(r"{(\w+)}", route.path))
        if names & NAMED:
            told = {
                "pool": "normal",
                "item": "0" * 32,
                "key": "0" * 16,
                "number": "rank" if "explain" in route.path else "1",
            }
            given = {name: NOBODY if name in NAMED else told.get(name, "1") for name in names}
            yield route, route.path.format(**given)


READS = sorted(address for route, address in routes_on_what_has_an_id() if "GET" in (route.methods or ()))


@pytest.mark.parametrize("address", [*READS, f"/v1/tournaments?series={NOBODY}"])
def test_missing_pages_are_said_not_to_be(service: Service, address: str) -> None:
    answer = service.administrator().get(address)
    assert answer.status_code == 404, answer.text
    assert answer.json()["advice"]


@pytest.mark.parametrize("address", ["/v1/series/1%00/draw-chain", "/v1/tournaments/%00/standings", "/v1/log/tile/%00"])
def test_address_that_no_table_can_hold_is_refused_like_any_other(service: Service, address: str) -> None:
    """Also where the read is noted, as an auditor's is."""
    answer = service.client(service.key("auditor")).get(address)
    assert answer.status_code in (404, 422), answer.text


def commands_on_nobody() -> Iterator[tuple[str, object]]:
    """Each with one of its examples."""
    for route, address in routes_on_what_has_an_id():
        accepts: Accepts[Value] | None = dependency(route, Accepts)
        if accepts is not None:
            shown = {name: field.examples[0] for name, field in accepts.model.model_fields.items() if field.examples}
            yield address, next(iter(accepts.examples.values())) if accepts.examples else shown


@pytest.mark.parametrize(("address", "body"), list(commands_on_nobody()))
def test_nothing_is_done_to_what_is_not_there(service: Service, address: str, body: object) -> None:
    etags = ("settings", "hall", "person", "series", "club", "entry-1", "match-1", "ruling-1", "appeal-1")
    seen = '"match-1-0"' if address.endswith("/rulings") else ", ".join(f'"{name}-0"' for name in etags)
    answer = service.administrator().post(address, body, seen=seen)
    assert answer.status_code == 404, answer.text


def test_a_body_whose_content_type_is_given_twice_is_refused(service: Service) -> None:
    office = service.administrator()
    twice = [("Content-Type", "application/json"), ("Content-Type", "text/plain")]
    headers = [*office.headers().items(), ("Idempotency-Key", "twice"), *twice]
    answer = service.http.post("/v1/persons", content=b'{"name": "Ada"}', headers=headers)
    assert refusal(answer) == (415, "media-type-unsupported")


@pytest.mark.parametrize("hosts", [[], ["one.example", "other.example"], ["["], ["one@other"], ["a:b"], ["a/b"]])
def test_a_request_that_names_not_one_host_is_refused(service: Service, hosts: list[str]) -> None:
    address = urlsplit(service.url)
    connection = HTTPConnection(str(address.hostname), address.port)
    connection.putrequest("GET", "/v1/tournaments", skip_host=True)
    for host in hosts:
        connection.putheader("Host", host)
    connection.endheaders()
    answer = connection.getresponse()
    assert (answer.status, json.load(answer)["type"]) == (400, "/v1/problems/request-malformed")
