"""Two workers of the API behave as one: what is done at one of them is seen, and gone on with, at the other.

The second is a process of its own, as on another machine; decision 0135.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import psutil
import psycopg
import pytest
from cryptography.fernet import InvalidToken
from opentelemetry.proto.trace.v1.trace_pb2 import TracesData
from psycopg.errors import InsufficientPrivilege
from psycopg_pool import ConnectionPool

from api.http.sessions.login_key import CLOSING_SECONDS, LoginKey
from ops.database import ROLES, SERVICE_ROLE, DatabaseUrls
from tests.api.conftest import service
from tests.api.played import announced
from tests.api.support import Client, Season, Service, season
from tests.api.test_transcripts import body
from tests.domain.test_transcripts import PLAYED
from tests.evidence.support import owner
from tests.faults.service import held_port
from tests.faults.test_killed_imports import long_list
from tests.ops.support import COMMAND
from tests.ops.test_analyse import SLOW, is_running, program
from tests.patience import PATIENCE_SECONDS, eventually
from tests.site.browsing import OWN_PAGE, Browser

__all__ = ["service"]
pytestmark = pytest.mark.operations


@pytest.fixture
def sleeper(tmp_path: Path) -> Path:
    """Where the engine of the second worker says which process does its work."""
    return tmp_path / "sleeper"


@dataclass
class Collector:
    """A collector of traces, and the names of the spans that it was sent."""

    endpoint: str = ""
    spans: list[str] = field(default_factory=list)

    def handler(self) -> type[BaseHTTPRequestHandler]:
        spans = self.spans

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                sent = TracesData.FromString(self.rfile.read(int(self.headers["Content-Length"])))
                scopes = (scope for each in sent.resource_spans for scope in each.scope_spans)
                spans.extend(span.name for scope in scopes for span in scope.spans)
                self.send_response(200)
                self.end_headers()

        return Handler


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    with ThreadingHTTPServer(("127.0.0.1", 0), made.handler()) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        made.endpoint = f"http://127.0.0.1:{server.server_port}/v1/traces"
        yield made
        server.shutdown()


@pytest.fixture
def second(service: Service, tmp_path: Path, sleeper: Path, collector: Collector) -> Iterator[str]:
    """The address of a second worker on the same database."""
    program(tmp_path, SLOW.replace("sleeper", str(sleeper)))
    with held_port() as held:
        port = held.getsockname()[1]
        told = {"SCORESHEET_DATABASE_URL": service.owner_url, "SCORESHEET_PORT": str(port)}
        told |= {"SCORESHEET_TRACES_ENDPOINT": collector.endpoint}
        path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
        with (tmp_path / "log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-c", COMMAND, "run", "api"],
                env=os.environ | told | {"PATH": path, "SCORESHEET_DATA_DIR": str(tmp_path / "data")},
                stdout=log,
                stderr=log,
            )
            try:
                address = f"http://127.0.0.1:{port}"
                assert eventually(lambda: _answers(f"{address}/health")), (tmp_path / "log").read_text()
                yield address
            finally:
                _kill(process)


def _answers(address: str) -> bool:
    try:
        return httpx.get(address, timeout=PATIENCE_SECONDS).is_success
    except httpx.TransportError:
        return False


def _kill(process: "subprocess.Popen[bytes]") -> None:
    for one in psutil.Process(process.pid).children(recursive=True) if process.poll() is None else ():
        one.kill()
    process.kill()
    process.wait()


@contextmanager
def at(address: str, client: Client) -> Iterator[Client]:
    """The same client, at that worker."""
    with httpx.Client(base_url=address, timeout=PATIENCE_SECONDS) as http:
        yield replace(client, http=http)


@contextmanager
def browser(address: str) -> Iterator[Browser]:
    with httpx.Client(base_url=address, headers=OWN_PAGE, timeout=PATIENCE_SECONDS) as http:
        yield Browser(http)


def playing(service: Service) -> Season:
    made = season(service)
    made.director.done(f"{made.path}/matches", {"sides": [1, 2], "length": 5})
    made.director.read(made.path)
    return made


@pytest.mark.rule("GAM-4")
def test_live_score_kept_at_one_worker_is_told_of_at_the_other(service: Service, second: str) -> None:
    made = playing(service)
    there = f"{made.path}/matches/1/live-score"
    version = made.director.read(made.path)["version"]
    told, connected = list[str](), threading.Event()

    def follow() -> None:
        address = f"{service.url}/tournaments/{made.id}/live?since={version}"
        with httpx.stream("GET", address, timeout=PATIENCE_SECONDS) as stream:
            connected.set()
            told.append(next(line for line in stream.iter_lines() if line == "event: changed"))

    follower = threading.Thread(target=follow, daemon=True)
    follower.start()
    assert connected.wait(PATIENCE_SECONDS)
    with at(second, made.director) as other:
        seen = other.read(there)["seen"]
        assert other.post(there, {"step": "won", "side": "first", "seen": seen}).status_code == 200
        follower.join(PATIENCE_SECONDS)
        assert told == ["event: changed"]
        here = made.director.read(there)
        assert here["points"] == [1, 0]
        late = made.director.post(there, {"step": "won", "side": "second", "seen": seen})
        assert late.status_code == 409, late.text
        won = made.director.post(there, {"step": "won", "side": "second", "seen": here["seen"]})
        assert (won.status_code, other.read(there)["points"]) == (200, [1, 1])


@pytest.mark.rule("TD-14")
def test_phone_that_asks_at_one_worker_is_nodded_to_at_the_other_and_let_in_at_the_first(
    service: Service, second: str
) -> None:
    evening = announced(service, {"kind": "swiss", "rounds": 2, "lengths": [5]})
    evening.enter_all(service.register_all(["Ada Ask", "Bo Bek"]))
    evening.read("entries")
    phones = evening.path.replace("/v1/tournaments", "/desk") + "/phones"
    with browser(service.url) as phone, browser(second) as desk:
        desk.open("/login")
        desk.done("/login", key=evening.director.key or "")
        desk.open(phones)
        desk.done("/phones")
        phone.open(f"{evening.path.removeprefix('/v1')}/phone")
        phone.done("/phone", entry="2")
        assert phone.shown is not None
        waits_at = phone.shown.url.path
        assert "Bo Bek" in desk.open(phones)
        desk.done("/phone-nod")
        phone.open(waits_at)
        phone.done(waits_at)
        assert phone.shown.url.path.endswith("/play")


@pytest.mark.rule("TD-20")
def test_analysis_that_runs_at_one_worker_is_seen_and_cancelled_at_the_other(
    service: Service, second: str, sleeper: Path
) -> None:
    made = playing(service)
    made.director.done(f"{made.path}/matches/1/attachments", body(PLAYED))
    there = f"{made.path}/matches/1/attachments/1/analysis"
    with at(second, made.director) as other:
        assert other.post(there, {"plies": 0}).status_code == 202
        assert eventually(lambda: sleeper.exists() and bool(sleeper.read_text().strip()))
        assert made.director.read(there)["state"] == "running"
        assert made.director.post(f"{there}/cancellation").json()["state"] == "cancelled"
        assert eventually(lambda: not is_running(int(sleeper.read_text())))
        assert other.read(there)["state"] == "cancelled"


@pytest.mark.rule("TD-9")
def test_import_begun_at_one_worker_is_cancelled_and_gone_on_with_at_the_other(service: Service, second: str) -> None:
    office = service.client(service.key("administrator"))
    with at(second, office) as other:
        begun = other.post("/v1/imports/jobs", long_list())
        assert begun.status_code == 202, begun.text
        there = f"/v1/imports/jobs/{begun.json()['id']}"
        assert office.read(there)["state"] == "running"
        assert office.post("/v1/imports/jobs", {"kind": "persons", "text": "name\nA"}).status_code == 409
        assert office.post(f"{there}/cancellation").status_code == 200
        assert eventually(lambda: other.read(there)["state"] == "cancelled")
        assert office.post(f"{there}/resumption").json()["state"] == "running"
        assert other.read(there)["state"] == "running"
        assert other.post(f"{there}/cancellation").status_code == 200
        assert eventually(lambda: office.read(there)["state"] == "cancelled")


def test_import_of_a_worker_that_is_gone_is_gone_on_with_at_another(service: Service, second: str) -> None:
    office = service.client(service.key("administrator"))
    with at(second, office) as other:
        there = other.post("/v1/imports/jobs", long_list()).headers["Location"]
        assert office.read(there)["state"] == "running"
    for one in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if one.environ().get("SCORESHEET_PORT") == second.rpartition(":")[2]:
                one.kill()
    assert eventually(lambda: office.read(there)["state"] == "interrupted")
    assert office.post(f"{there}/resumption").json()["state"] == "running"
    assert office.post(f"{there}/cancellation").status_code == 200
    assert eventually(lambda: office.read(there)["state"] == "cancelled")


def test_worker_sends_its_spans_to_a_collector(second: str, collector: Collector) -> None:
    assert httpx.get(f"{second}/v1/rating-pools", timeout=PATIENCE_SECONDS).status_code == 200
    assert eventually(lambda: "GET /v1/rating-pools" in collector.spans), collector.spans


@pytest.fixture
def pool(database: DatabaseUrls) -> Iterator["ConnectionPool[Any]"]:
    with ConnectionPool(database.service, kwargs={"autocommit": True}, open=True) as pool:
        yield pool


def test_login_begun_at_one_worker_goes_on_at_the_other(pool: "ConnectionPool[Any]") -> None:
    """Each has its own memory; the browser brings what the first has closed."""
    closed = LoginKey(pool).opener().encrypt(b"begun")
    assert LoginKey(pool).opener().decrypt(closed) == b"begun"


@pytest.mark.parametrize(("seconds", "opens"), [(600, True), (CLOSING_SECONDS, False)])
def test_key_of_logins_closes_for_an_hour_and_is_gone_an_hour_later(
    pool: "ConnectionPool[Any]", database: DatabaseUrls, seconds: float, opens: bool
) -> None:
    """An attack: somebody who has copied the key uses it later, on a service that is used all the time."""
    copied = LoginKey(pool).opener()
    pass_time(database, CLOSING_SECONDS)
    now = LoginKey(pool).opener()
    with pytest.raises(InvalidToken):
        copied.decrypt(now.encrypt(b"begun since"))
    assert now.decrypt(copied.encrypt(b"begun before")) == b"begun before"
    pass_time(database, seconds)
    later = LoginKey(pool).opener()
    with nullcontext() if opens else pytest.raises(InvalidToken):
        assert later.decrypt(copied.encrypt(b"begun before")) == b"begun before"
    assert len(kept(database)) == 2


def pass_time(database: DatabaseUrls, seconds: float) -> None:
    with owner(database) as connection:
        connection.execute("UPDATE public.shared SET changed_at = changed_at - make_interval(secs => %s)", (seconds,))


def kept(database: DatabaseUrls) -> list[tuple[str]]:
    with owner(database) as connection:
        return connection.execute("SELECT content FROM public.shared WHERE kind = 'login-key'").fetchall()


@pytest.mark.parametrize("role", sorted({*ROLES} - {SERVICE_ROLE}))
def test_key_of_logins_is_for_the_api_alone(pool: "ConnectionPool[Any]", database: DatabaseUrls, role: str) -> None:
    """Of its parts: the projections, the signer and the delivery to webhooks are refused the table and its function."""
    LoginKey(pool).opener()
    for query in ("SELECT content FROM public.shared", "SELECT content FROM scoresheet_shared('login-key', '')"):
        with (
            psycopg.connect(database.owner, options=f"-c role={role}") as connection,
            pytest.raises(InsufficientPrivilege),
        ):
            connection.execute(query.encode())
