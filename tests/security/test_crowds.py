"""Crowds: anyone who asks too much at once keeps nobody else out, and a full hall is no crowd.

The attack: callers without a key ask for what takes long, or open thousands of connections, until no director gets an
answer.
"""

import resource
import select
import socket
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Event
from typing import Any

import anyio
import httpx
import psutil
import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from api.asgi import connections
from api.http.api_keys import Keys
from api.http.concurrency_limit import THREADS, WAITING, Crowd, RequestPlace
from api.http.limits import Limits, address_of
from api.routes.service.feeds import Following
from domain.journal import states
from domain.journal.recorder import JournalRecorder
from ops.database import DatabaseUrls
from projections.feeds.entries import Place
from projections.queries.log.feeds import Told
from tests.api.support import Season, Service, running_service, season
from tests.faults.service import service as served
from tests.patience import PATIENCE_SECONDS, eventually
from tests.security.crowds import ELSEWHERE, HALL, PROXY, Slow, answer, ask, asked, crowd, slow_routes

TRIAL = {"command": {"kind": "cancel-tournament", "reason": "To try it."}}
SMALL = Limits(connections=7, address_connections=4, address_requests=2, address_streams=2, proxies=(PROXY,))
HALL_STREAMS, HALL_PAGES, HALL_SECONDS, IDLE = 400, 300, 10, 2_300


@pytest.fixture(scope="module")
def service(module_database: DatabaseUrls) -> Iterator[Service]:
    """With the limits that hold where nothing is set."""
    with running_service(module_database, []) as running:
        yield running


@pytest.fixture(scope="module")
def played(service: Service) -> Season:
    return season(service, 2)


@pytest.fixture(scope="module")
def small(module_database: DatabaseUrls) -> Iterator[Service]:
    """With small limits."""
    with running_service(module_database, [], SMALL) as running:
        yield running


@pytest.fixture
def slow(service: Service) -> Iterator[Slow]:
    with slow_routes(service) as routes:
        yield routes


@dataclass
class Held:
    """Reads of the past are done event by event; each waits until they are let go, and is counted."""

    going: Event = field(default_factory=Event)
    read: list[int] = field(default_factory=list)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    held, select = Held(), JournalRecorder.select_events

    def held_up(recorder: JournalRecorder, stream: str, **bounds: Any) -> Any:  # noqa: ANN401 -- as it is
        if bounds.get("lte") is not None:
            held.read.append(bounds["gt"])
            held.going.wait(PATIENCE_SECONDS)
        return select(recorder, stream, **bounds)

    monkeypatch.setattr(states, "_PAGE", 1)
    monkeypatch.setattr(states.Cache, "pass_by", lambda *_: None)  # each replays from the beginning
    monkeypatch.setattr(JournalRecorder, "select_events", held_up)
    yield held
    held.going.set()


def arrived(clients: Sequence[socket.socket], least: int) -> list[socket.socket]:
    """Those that were answered, as soon as there are so many."""
    found: list[socket.socket] = []
    assert eventually(lambda: len(_readable(clients, found)) >= least)
    return found


def _readable(clients: Sequence[socket.socket], found: list[socket.socket]) -> list[socket.socket]:
    found[:] = select.select(clients, (), (), 0)[0]
    return found


def bearer(played: Season) -> dict[str, str]:
    return {"Authorization": f"Bearer {played.director.key}"}


def test_readers_of_the_past_without_a_key_keep_no_director_from_a_preview(
    service: Service, played: Season, held: Held
) -> None:
    with crowd(service, 26, f"{played.path}/rounds?as_of=5") as clients:
        refused = arrived(clients, 8)
        assert held.read == [0]
        assert played.director.post(f"{played.path}/previews", TRIAL).status_code == 200
        told = {(one.status, one.problem, one.headers["retry-after"]) for one in map(answer, refused)}
        assert told == {(503, "too-many-waiting", "1")}
        with crowd(service, 1, f"{played.path}/rounds?as_of=5", ELSEWHERE) as others:
            held.going.set()
            assert answer(others[0]).status == 200
        assert {answer(client).status for client in clients if client not in refused} <= {200, 503}


def test_a_read_is_given_up_when_anyone_who_asked_leaves(service: Service, played: Season, held: Held) -> None:
    path = f"{played.path}/rounds?as_of=5"
    with crowd(service, 3, path):
        assert eventually(lambda: held.read == [0])
    assert asked(service, "/health").status == 200  # by then the server has seen them leave
    held.going.set()
    assert asked(service, path).status == 200
    assert held.read == [0, *range(5), 4]  # the last for where in the log version 5 stands


def test_readers_without_a_key_keep_no_thread_from_others(service: Service, played: Season, slow: Slow) -> None:
    with crowd(service, 130, "/v1/slow") as clients:
        assert eventually(lambda: len(slow.begun) >= 16)
        service.services.keys.forget()
        assert asked(service, played.path, HALL, **bearer(played)).status == 200
        assert asked(service, "/v1/tournaments", ELSEWHERE).status == 200
        assert asked(service, "/ready", ELSEWHERE).status == 200
        assert played.director.post(f"{played.path}/previews", TRIAL).status_code == 200
        slow.going.set()
        assert [answer(client).status for client in clients] == [200] * 130


def test_anyone_who_reads_an_answer_slowly_keeps_no_thread(service: Service, slow: Slow) -> None:
    with crowd(service, 16, "/v1/big"), crowd(service, 16, "/v1/big", ELSEWHERE):
        assert eventually(lambda: len(slow.begun) == 32)
        assert asked(service, "/v1/tournaments", HALL).status == 200


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("path", ["/v1/whole", "/v1/big"])
def test_an_answer_that_nobody_reads_is_not_kept_for_ever(
    service: Service, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Neither where it was made whole, nor where its parts wait to be sent, as those of a stream do."""
    at_once = property(lambda _: 0.1, lambda _, __: None)
    monkeypatch.setattr(HttpToolsProtocol, "timeout_keep_alive", at_once, raising=False)
    with crowd(service, 1, path) as [client]:
        assert arrived([client], 1)
        assert eventually(partial(is_given_up, client))
        came = sum(map(len, iter(lambda: client.recv(1_000_000), b"")))
    assert 0 < came < 12_000_000


def is_given_up(client: socket.socket) -> bool:
    """Whether the service, which runs in this process, has closed its end of the connection."""
    open_ends = {(one.laddr, one.raddr) for one in psutil.Process().net_connections("tcp4") if one.fd != -1}
    return (client.getpeername(), client.getsockname()) not in open_ends


def test_readers_without_a_key_who_wait_keep_nobody_else_from_waiting(service: Service, played: Season) -> None:
    """One more than may wait is refused. All of them wait equally long: nobody who leaves early has taken a place."""
    far = {"Scoresheet_Position": "999999999"}
    with crowd(service, WAITING + 1, "/v1/tournaments", **far, Prefer="wait=30") as clients:
        assert [answer(client).problem for client in arrived(clients, 1)] == ["too-many-waiting"]
        assert asked(service, "/v1/tournaments", **far, Prefer="wait=1", **bearer(played)).problem == "not-yet"


def test_the_last_place_to_wait_is_given_once_to_readers_who_come_together() -> None:
    """Each takes a place as it looks whether there is one, with nothing in between that lets others look too."""

    async def come() -> None:
        crowd = Crowd(Limits(), THREADS)
        places = [RequestPlace(crowd, HALL) for _ in range(WAITING + 1)]
        with ExitStack() as stack:
            assert [stack.enter_context(one.waiting()) for one in places] == [True] * WAITING + [False]
        with places[-1].waiting() as has_place:
            assert has_place

    anyio.run(come)


def test_idle_connections_of_one_address_keep_out_that_address_alone(small: Service) -> None:
    with crowd(small, 4, None):
        refused = asked(small, "/health", HALL)
        assert (refused.status, refused.problem, refused.headers["retry-after"]) == (429, "too-many-requests", "5")
        assert refused.headers["content-type"] == "application/problem+json"
        assert asked(small, "/health", ELSEWHERE).status == 200
        with crowd(small, 3, None, ELSEWHERE):
            refused = asked(small, "/health", "127.0.0.4")
            assert (refused.status, refused.problem, refused.headers["retry-after"]) == (503, "crowded", "5")
    assert eventually(lambda: asked(small, "/health", HALL).status == 200)


def is_closed(client: socket.socket) -> bool:
    """Whether the service closes it in time, without a word."""
    client.settimeout(PATIENCE_SECONDS)
    try:
        return client.recv(1) == b""
    except ConnectionResetError:
        return True


def test_connections_that_are_too_many_and_ask_nothing_are_closed(
    small: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Soon where they are few, so that they are told why when they ask, and at once where they are many."""
    monkeypatch.setattr(connections, "MOST_REFUSED", 1)
    with crowd(small, 4, None), crowd(small, 1, None) as [told]:
        with crowd(small, 1, None) as [one_more]:
            assert is_closed(one_more)
        ask(told, "/health")
        assert answer(told).status == 429
    assert eventually(lambda: asked(small, "/health", HALL).status == 200)
    monkeypatch.setattr(connections, "REFUSED_SECONDS", 0.1)
    with crowd(small, 4, None), crowd(small, 1, None) as [silent]:
        assert is_closed(silent)


def test_anyone_who_shows_many_unknown_keys_is_sent_away_alone(small: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking a key up takes a thread and a connection to the database."""
    going, looked_up, look_up = Event(), list[str](), Keys._look_up

    def held_up(keys: Keys, key: str) -> object:
        looked_up.append(key)
        going.wait(PATIENCE_SECONDS)
        return look_up(keys, key)

    monkeypatch.setattr(Keys, "_look_up", held_up)
    unknown = {"Authorization": f"Bearer scoresheet_{'0' * 16}_{'0' * 64}"}
    with crowd(small, 2, "/v1/tournaments", **unknown) as clients:
        assert eventually(lambda: len(looked_up) == 2)
        refused = asked(small, "/v1/tournaments", HALL, **unknown)
        assert (refused.status, refused.problem, refused.headers["retry-after"]) == (429, "too-many-requests", "1")
        assert asked(small, "/v1/tournaments", HALL).status == 200
        going.set()
        assert [answer(client).status for client in clients] == [401, 401]


def test_streams_are_counted_apart_from_requests(small: Service) -> None:
    with slow_routes(small) as slow, crowd(small, 2, "/v1/stream") as clients:
        assert [answer(client).status for client in clients] == [200, 200]
        refused = asked(small, "/v1/stream", HALL)
        assert (refused.status, refused.problem, refused.headers["retry-after"]) == (429, "too-many-requests", "1")
        assert eventually(lambda: slow.streams == 2)
        with crowd(small, 1, "/v1/slow"):
            assert asked(small, "/v1/tournaments", HALL).status == 200
        assert asked(small, "/v1/stream", ELSEWHERE).status == 200


def followers(service: Service, size: int) -> AbstractContextManager[list[socket.socket]]:
    """So many who follow the results from now on."""
    end = service.http.get("/v1/feeds").json()["items"][0]["end"]
    return crowd(service, size, f"/v1/feeds/results/stream?after={end}")


def test_a_crowd_of_followers_is_read_for_together(
    service: Service, played: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, asked_for = Following.read, list[Place]()

    def counted(following: Following, place: Place) -> Sequence[Told]:
        asked_for.append(place)
        return read(following, place)

    monkeypatch.setattr(Following, "read", counted)
    with followers(service, 60) as clients:
        assert [answer(client).status for client in clients] == [200] * 60
        assert eventually(lambda: not service.app.state.feed_news._making)
        before = len(asked_for)
        played.play(1, 2)
        assert len(arrived(clients, 60)) == 60
        assert len(asked_for) - before < 20


def test_followers_are_let_go_when_the_service_ends(service: Service) -> None:
    news = service.app.state.feed_news
    with followers(service, 1) as [client]:
        assert answer(client).status == 200
        news._loop.call_soon_threadsafe(news.end)
        client.settimeout(PATIENCE_SECONDS)
        assert b"0\r\n\r\n" in iter(lambda: client.recv(100), b"")
    news.is_over = False


def test_header_of_a_proxy_that_is_believed_says_whose_a_request_is(small: Service) -> None:
    anna, bert = {"X_Forwarded_For": "203.0.113.7"}, {"X_Forwarded_For": "203.0.113.8"}
    with slow_routes(small) as slow, crowd(small, 2, "/v1/slow", PROXY, **anna), crowd(small, 3, None, PROXY):
        assert eventually(lambda: len(slow.begun) == 2)
        assert asked(small, "/v1/tournaments", PROXY, **anna).status == 429
        assert asked(small, "/v1/tournaments", PROXY, **bert).status == 200
    with slow_routes(small) as slow, crowd(small, 2, "/v1/slow", HALL, **anna):
        assert eventually(lambda: len(slow.begun) == 2)
        assert asked(small, "/v1/tournaments", HALL, **bert).status == 429


def test_a_proxy_s_header_is_the_one_that_is_set(module_database: DatabaseUrls) -> None:
    anna, bert = {"Forwarded": 'for="203.0.113.7:4711"'}, {"Forwarded": "for=203.0.113.8"}
    by_forwarded = replace(SMALL, proxy_header="Forwarded")
    with (
        running_service(module_database, [], by_forwarded) as small,
        slow_routes(small) as slow,
        crowd(small, 2, "/v1/slow", PROXY, **anna),
    ):
        assert eventually(lambda: len(slow.begun) == 2)
        assert asked(small, "/v1/tournaments", PROXY, **anna, X_Forwarded_For="203.0.113.9").status == 429
        assert asked(small, "/v1/tournaments", PROXY, **bert).status == 200


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_caller_who_chooses_among_many_addresses_has_one(host: str, counted: str) -> None:
    assert address_of(host) == counted


@pytest.fixture
def _many_files() -> Iterator[None]:
    """As many files as one test with both ends of thousands of connections needs."""
    former = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (former[1], former[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, former)


@pytest.mark.proof
@pytest.mark.usefixtures("_many_files")
def test_a_hall_with_four_hundred_streams_reloads_three_hundred_pages_without_a_refusal(
    service: Service, played: Season, slow: Slow
) -> None:
    parts = (played.path, f"{played.path}/standings", f"{played.path}/matches", f"{played.path}/chart")

    def page(number: int) -> list[int]:
        time.sleep(max(0.0, began + number * HALL_SECONDS / HALL_PAGES - time.monotonic()))
        return [asked(service, part, HALL).status for part in parts]

    with crowd(service, HALL_STREAMS, "/v1/stream") as clients:
        assert [answer(client).status for client in clients] == [200] * HALL_STREAMS
        began = time.monotonic()
        with ThreadPoolExecutor(50) as readers:
            assert list(readers.map(page, range(HALL_PAGES))) == [[200] * 4] * HALL_PAGES
    assert slow.begun == []


@pytest.mark.proof
@pytest.mark.usefixtures("_many_files")
def test_thousands_of_idle_connections_from_one_host_lock_nobody_else_out(module_database: DatabaseUrls) -> None:
    with served(database_url=module_database.owner) as running:
        running.start()
        with ExitStack() as stack:
            for _ in range(IDLE):
                stack.enter_context(socket.create_connection(("127.0.0.1", running.port), 10, (HALL, 0)))
            others = httpx.HTTPTransport(local_address=ELSEWHERE)
            with httpx.Client(base_url=running.url, transport=others, timeout=PATIENCE_SECONDS) as client:
                for _ in range(20):
                    assert client.get("/v1/tournaments", headers={"Connection": "close"}).status_code == 200
                with client.stream("GET", "/v1/feeds/results/stream") as followed:
                    assert followed.status_code == 200
                    running.stop()
        assert "graceful shutdown exceeded" not in running.said()
