"""What nobody should send: each gets a named problem, and nothing of it is recorded."""

import socket
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.api.support import Season, Service, score, season
from tests.patience import PATIENCE_SECONDS

GOOD = b'{"sides": [1, 2], "length": 7}'
JSON = {"Content-Type": "application/json"}
LONG = 10**7


@dataclass(frozen=True)
class Attempt:
    """A request on a started season; `path` stands after the season's address unless it begins with /v1."""

    problem: str
    status: int
    body: bytes = GOOD
    path: str = "/matches"
    method: str = "POST"
    headers: dict[str, str] = field(default_factory=dict)


def field_of(name: str, value: str) -> bytes:
    """The good body with one value replaced or added, written as given."""
    return GOOD.replace(b"}", f', "{name}": {value}}}'.encode())


WINNER = '{"kind": "winner", "winner": "first"}'
ATTEMPTS = {
    "empty body": Attempt("input-invalid", 422, b""),
    "no JSON": Attempt("body-malformed", 400, b"sides=1"),
    "half of it": Attempt("body-malformed", 400, GOOD[:-1]),
    "two values": Attempt("body-malformed", 400, GOOD * 2),
    "an array": Attempt("input-invalid", 422, b"[]"),
    "null": Attempt("input-invalid", 422, b"null"),
    "a number": Attempt("input-invalid", 422, b"7"),
    "UTF-16": Attempt("body-malformed", 400, GOOD.decode().encode("utf-16")),
    "byte order mark": Attempt("body-malformed", 400, b"\xef\xbb\xbf" + GOOD),
    "invalid UTF-8": Attempt("body-malformed", 400, field_of("x", '"?"').replace(b"?", b"\xff")),
    "lone surrogate": Attempt("body-malformed", 400, b'{"reason": "\\ud800"}', "/cancellation"),
    "lone surrogate as a name": Attempt("body-malformed", 400, field_of("\\udfff", "1")),
    "NUL in the text": Attempt("input-invalid", 422, b'{"reason": "a\\u0000b"}', "/cancellation"),
    "raw control character": Attempt("body-malformed", 400, b'{"reason": "a\x01b"}', "/cancellation"),
    "blank reason": Attempt("input-invalid", 422, b'{"reason": "  "}', "/cancellation"),
    "a name twice": Attempt("body-malformed", 400, field_of("length", "9")),
    "a name twice, inside": Attempt("body-malformed", 400, field_of("result", WINNER[:-1] + ', "winner": "second"}')),
    "NaN": Attempt("body-malformed", 400, field_of("x", "NaN")),
    "infinity": Attempt("body-malformed", 400, field_of("x", "-Infinity")),
    "huge integer": Attempt("body-malformed", 400, field_of("x", "9" * 5000)),
    "large integer": Attempt("input-invalid", 422, b'{"sides": [1, 9007199254740993], "length": 7}'),
    "huge exponent": Attempt("input-invalid", 422, b'{"sides": [1, 2], "length": 1e999999}'),
    "float for an integer": Attempt("input-invalid", 422, b'{"sides": [1, 2], "length": 7.0}'),
    "text for an integer": Attempt("input-invalid", 422, b'{"sides": [1, 2], "length": "7"}'),
    "boolean for an integer": Attempt("input-invalid", 422, b'{"sides": [1, true], "length": 7}'),
    "negative": Attempt("input-invalid", 422, b'{"sides": [1, -2], "length": 7}'),
    "three sides": Attempt("input-invalid", 422, b'{"sides": [1, 2, 3], "length": 7}'),
    "unknown field": Attempt("input-invalid", 422, field_of("unknown", "1")),
    "another's field": Attempt("input-invalid", 422, field_of("seen", "1")),
    "unknown kind": Attempt("input-invalid", 422, field_of("result", '{"kind": "' + "k" * 3000 + '"}')),
    "no such entry": Attempt("entry-unknown", 404, b'{"sides": [1, 77], "length": 7}'),
    "against oneself": Attempt("self-pairing", 422, b'{"sides": [1, 1], "length": 7}'),
    "nested deeply": Attempt("body-malformed", 400, b"[" * 30_000 + b"]" * 30_000),
    "nested objects": Attempt("body-malformed", 400, b'{"a":' * 9_000 + b"1" + b"}" * 9_000),
    "too large": Attempt("body-too-large", 413, b" " * (64 * 1024) + GOOD),
    "list too large": Attempt("body-too-large", 413, b" " * (1024 * 1024) + GOOD, "/results"),
    "empty list": Attempt("input-invalid", 422, b'{"results": []}', "/results"),
    "form": Attempt("media-type-unsupported", 415, headers={"Content-Type": "application/x-www-form-urlencoded"}),
    "no content type": Attempt("media-type-unsupported", 415, headers={"Content-Type": ""}),
    "other charset": Attempt(
        "media-type-unsupported", 415, headers={"Content-Type": "application/json; charset=latin-1"}
    ),
    "compressed": Attempt("media-type-unsupported", 415, headers={"Content-Encoding": "gzip"}),
    "many names": Attempt("body-malformed", 400, b"{" + b",".join(b'"%d":1' % name for name in range(101)) + b"}"),
    "more digits than a float keeps": Attempt("body-malformed", 400, field_of("x", "0." + "9" * 16)),
    "no idempotency key": Attempt("idempotency-key-missing", 400, headers={"Idempotency-Key": ""}),
    "long idempotency key": Attempt("idempotency-key-missing", 400, headers={"Idempotency-Key": "k" * 201}),
    "unprintable idempotency key": Attempt("idempotency-key-missing", 400, headers={"Idempotency-Key": "a\tb"}),
    "without If-Match": Attempt("if-match-missing", 428, b"{}", "/completion", headers={"If-Match": ""}),
    "If-Match any": Attempt("if-match-malformed", 400, b"{}", "/completion", headers={"If-Match": "*"}),
    "If-Match bare": Attempt("if-match-malformed", 400, b"{}", "/completion", headers={"If-Match": "settings-3"}),
    "If-Match list of others": Attempt("stale", 412, b"{}", "/completion", headers={"If-Match": '"a", "b"'}),
    "If-Match weak": Attempt("stale", 412, b"{}", "/completion", headers={"If-Match": 'W/"settings-3"'}),
    "If-Match of another": Attempt("stale", 412, b"{}", "/completion", headers={"If-Match": '"match-1-3"'}),
    "If-Match huge": Attempt("stale", 412, b"{}", "/completion", headers={"If-Match": f'"settings-{"9" * 99}"'}),
    "stale": Attempt("stale", 412, b"{}", "/completion", headers={"If-Match": '"settings-1.1"'}),
    "no such route": Attempt("route-unknown", 404, path="/v1/nothing"),
    "no such address": Attempt("route-unknown", 404, path="/v1/x%00y/%2e%2e/"),
    "trailing slash": Attempt("route-unknown", 404, path="/v1/matches/"),
    "PUT": Attempt("method-not-allowed", 405, method="PUT"),
    "DELETE": Attempt("method-not-allowed", 405, method="DELETE", path=""),
    "TRACE": Attempt("method-not-allowed", 405, method="TRACE", path=""),
    "no such tournament": Attempt(
        "tournament-unknown", 404, path=f"/v1/tournaments/{'0' * 8}-0000-0000-0000-{'0' * 12}/matches"
    ),
    "no id": Attempt("input-invalid", 422, path="/v1/tournaments/1/matches"),
    "id in capitals": Attempt(
        "input-invalid", 422, path=f"/v1/tournaments/{'A' * 8}-0000-0000-0000-{'0' * 12}/matches"
    ),
    "NUL in the id": Attempt("input-invalid", 422, path="/v1/tournaments/%00/matches"),
    "match number zero": Attempt("input-invalid", 422, b"{}", "/matches/0/verification"),
    "match number with sign": Attempt("input-invalid", 422, b"{}", "/matches/+1/verification"),
    "match number of words": Attempt("input-invalid", 422, b"{}", "/matches/one/verification"),
    "match number in Thai": Attempt("input-invalid", 422, b"{}", "/matches/%E0%B9%91/verification"),
    "match number with zeros": Attempt("input-invalid", 422, b"{}", "/matches/01/verification"),
    "huge match number": Attempt("input-invalid", 422, b"{}", f"/matches/{'9' * 3000}/verification"),
    "blank in the host": Attempt("request-malformed", 400, headers={"Host": "club example"}),
    "unknown query": Attempt("input-invalid", 422, path="/matches?dry=1"),
    "long header": Attempt("headers-too-large", 431, headers={"X-Long": "x" * 17_000}),
    "long address": Attempt("headers-too-large", 431, path="/matches?x=" + "x" * 5000),
}
READS = {
    "unknown parameter": ("?x=1", "input-invalid", 422),
    "parameter twice": ("/matches?limit=1&limit=2", "input-invalid", 422),
    "limit of none": ("/matches?limit=0", "input-invalid", 422),
    "limit too large": ("/matches?limit=501", "input-invalid", 422),
    "limit of words": ("/matches?limit=all", "input-invalid", 422),
    "unknown status": ("/matches?status=lost", "input-invalid", 422),
    "as of nothing": ("/matches?as_of=", "input-invalid", 422),
    "as of a day": ("/matches?as_of=2026-01-01", "input-invalid", 422),
    "as of a time of nowhere": ("/matches?as_of=2026-01-01T00:00:00", "input-invalid", 422),
    "as of year 1": ("/matches?as_of=0001-01-01T00:00:00Z", "input-invalid", 422),
    "as of no day": ("/matches?as_of=2026-02-30T00:00:00Z", "input-invalid", 422),
    "as of the future's version": ("/matches?as_of=123456", "version-unknown", 404),
    "as of the last version there can be": ("/matches?as_of=9007199254740991", "version-unknown", 404),
    "account as of the last version": ("/standings/1/account?as_of=9007199254740990", "version-unknown", 404),
    "chart as of the last version": ("/chart?as_of=9007199254740990", "version-unknown", 404),
    "as of a huge version": ("/matches?as_of=" + "9" * 400, "input-invalid", 422),
    "as of before all": ("?as_of=0", "tournament-unknown", 404),
    "as of long ago": ("?as_of=1999-01-01T00:00:00Z", "tournament-unknown", 404),
    "history of a future version": ("/history?as_of=123456", "version-unknown", 404),
    "cursor of nothing": ("/matches?cursor=", "cursor-malformed", 422),
    "cursor of noise": ("/matches?cursor=%00%FF", "cursor-malformed", 422),
    "cursor not base64": ("/matches?cursor=a", "cursor-malformed", 422),
    "cursor of another list": ("/matches?cursor=WyJwZXJzb25zIiwgWzFdXQ", "cursor-malformed", 422),
    "cursor with text": ("/matches?cursor=WyJudW1iZXJzIiwgWyJ4Il1d", "cursor-malformed", 422),
    "cursor with a float": ("/matches?cursor=WyJudW1iZXJzIiwgWzEuNV1d", "cursor-malformed", 422),
    "cursor too long": ("/matches?cursor=" + "a" * 1500, "input-invalid", 422),
    "cursor before the first": ("/matches?as_of=1&cursor=WyJudW1iZXJzIixbLTVdXQ", "cursor-malformed", 422),
    "no such match": ("/matches/99", "match-unknown", 404),
    "no such entry": ("/entries/99", "entry-unknown", 404),
}


@pytest.fixture(scope="module")
def target(service: Service) -> Season:
    return season(service)


@pytest.mark.parametrize("name", ATTEMPTS)
def test_a_hostile_command_gets_a_named_problem_and_records_nothing(
    service: Service, target: Season, name: str
) -> None:
    attempt = ATTEMPTS[name]
    path = attempt.path if attempt.path.startswith("/v1") else target.path + attempt.path
    headers = target.director.headers() | JSON | {"Idempotency-Key": f"hostile {name}", "If-Match": '"settings-12.12"'}
    given = headers | attempt.headers
    before = service.services.journal.position()
    answer = service.http.request(
        attempt.method,
        path,
        content=attempt.body,
        headers={name: value for name, value in given.items() if value},
    )
    assert (answer.status_code, answer.json()["type"]) == (attempt.status, f"/v1/problems/{attempt.problem}")
    _check_problem(answer.json(), answer.headers["Content-Type"])
    assert service.services.journal.position() == before


@pytest.mark.parametrize("name", READS)
def test_a_hostile_read_gets_a_named_problem(target: Season, name: str) -> None:
    place, problem, status = READS[name]
    answer = target.service.http.get(target.path + place)
    assert (answer.status_code, answer.json()["type"]) == (status, f"/v1/problems/{problem}")
    _check_problem(answer.json(), answer.headers["Content-Type"])


def _check_problem(body: dict[str, Any], content_type: str) -> None:
    assert content_type == "application/problem+json"
    assert {"type", "title", "status", "detail", "rule", "advice"} <= set(body)
    assert len(str(body)) < 5000, "a problem repeats little of what was sent"
    assert "Value error" not in str(body), "a problem says what is wrong in sentences of our own"


def test_the_time_that_a_refused_one_is_told_is_taken_as_it_is_pasted(target: Season) -> None:
    refused = target.service.http.get(f"{target.path}?as_of=2026-01-01T00:00:00").json()
    example = refused["errors"][0]["message"].split()[-1]
    assert "+" in example
    answer = target.service.http.get(f"{target.path}?as_of={example}")
    assert answer.json()["type"] == "/v1/problems/tournament-unknown"
    assert "it was announced later" in answer.json()["detail"]


def test_validation_errors_point_at_what_is_wrong(target: Season) -> None:
    row = {"sides": [1, 2], "length": "seven", "result": {"kind": "score", "first": 7}, "a/b~": 1}
    answer = target.director.post(f"{target.path}/results", {"results": [row]})
    pointers = {error["pointer"] for error in answer.json()["errors"]}
    assert {"/results/0/length", "/results/0/result/second", "/results/0/a~1b~0"} <= pointers
    assert all(error["in"] == "body" for error in answer.json()["errors"])


def test_a_refused_list_names_its_row_and_records_nothing(target: Season) -> None:
    before = target.service.services.journal.position()
    good = {"sides": [1, 2], "length": 7, "result": score(7, 4)}
    answer = target.director.post(f"{target.path}/results", {"results": [good, good | {"sides": [2, 2]}, good]})
    assert (answer.status_code, answer.json()["type"]) == (422, "/v1/problems/self-pairing")
    assert answer.json()["row"] == 2
    assert target.service.services.journal.position() == before


def test_a_key_given_twice_is_refused(target: Season) -> None:
    headers = [*target.director.headers().items(), ("Idempotency-Key", "a"), ("Idempotency-Key", "b")]
    answer = target.service.http.post(f"{target.path}/matches", json={}, headers=headers)
    assert (answer.status_code, answer.json()["type"]) == (400, "/v1/problems/header-malformed")


@pytest.mark.parametrize("position", ["x", "-1", "1.5", "9" * 40, ""])
def test_a_position_that_is_none_is_refused(target: Season, position: str) -> None:
    answer = target.service.http.get(target.path, headers={"Scoresheet-Position": position})
    assert (answer.status_code, answer.json()["type"]) == (400, "/v1/problems/header-malformed")


def test_bytes_that_are_not_http_do_no_harm(service: Service) -> None:
    host, port = service.url.removeprefix("http://").split(":")
    for noise in (
        b"\x16\x03\x01\x02\x00\x01",
        b"GET\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    ):
        with socket.create_connection((host, int(port)), timeout=PATIENCE_SECONDS) as connection:
            connection.sendall(noise)
            connection.shutdown(socket.SHUT_WR)
            answer = connection.recv(1000)
            assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
    assert service.http.get("/health").json() == {"status": "alive"}


@pytest.mark.parametrize(
    ("search", "status"), [("%00", 422), ("%25", 200), ("%5C", 200), ("%27%22", 200), ("a" * 201, 422)]
)
def test_a_search_takes_any_text_that_a_name_may_have(target: Season, search: str, status: int) -> None:
    answer = target.service.http.get(f"/v1/persons?search={search}", headers=target.director.headers())
    assert answer.status_code == status


@pytest.mark.rule("TD-14")
def test_a_list_of_a_thousand_results_is_taken_at_once(service: Service) -> None:
    played = season(service, 2, conditions={"verification": "at-once"})
    row = {"sides": [1, 2], "length": 7, "result": score(7, 4)}
    answer = played.director.done(f"{played.path}/results", {"results": [row] * 1000})
    assert len(answer.json()["matches"]) == 1000
    rows = played.director.read(f"{played.path}/standings")["rows"]
    assert [row["values"]["wins"] for row in rows] == [1000, 0]
    too_many = played.director.post(f"{played.path}/results", {"results": [row] * 1001})
    assert (too_many.status_code, too_many.json()["errors"][0]["pointer"]) == (422, "/results")
