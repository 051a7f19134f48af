"""An event whose stored bytes can't be read, or can't be laid on what was before: its tournament stands still, the
answers that it touches say so, all the rest goes on, and it catches up once it is mended."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import psycopg
import pytest

from ops import embedded
from ops.embedded import EmbeddedServer
from ops.errors import ExitCode
from tests.api.support import NO_CERTIFICATES
from tests.faults.evidence import read_models
from tests.faults.service import Service, service
from tests.faults.writers import Client, Command, set_up
from tests.patience import PATIENCE_SECONDS, eventually

pytestmark = pytest.mark.operations

_SPOIL = "UPDATE events SET state = %s WHERE position = %s"


@dataclass(frozen=True)
class Ground:
    """A service with two tournaments under way, the first of which gets the poisoned event."""

    served: Service
    server: EmbeddedServer
    client: Client
    poisoned: str
    other: str

    def play(self, tournament: str, name: str) -> int:
        """A match is played; the log's position then."""
        return int(self.client.done(match(tournament, name)).body["position"])

    def get(self, path: str, position: int) -> httpx.Response:
        """What a read shows that waits for the position."""
        headers = {"Authorization": f"Bearer {self.client.key}"}
        headers |= {"Scoresheet-Position": str(position), "Prefer": "wait=30"}
        return httpx.get(
            self.served.url + path, headers=headers, timeout=PATIENCE_SECONDS, trust_env=False, verify=NO_CERTIFICATES
        )

    def says(self, path: str, position: int) -> bool:
        """Whether the answer says that it is incomplete, which it does in its header and its body alike."""
        answer = self.get(path, position)
        assert answer.status_code == 200, answer.text
        header = "Scoresheet-Incomplete" in answer.headers
        assert answer.json()["incomplete"] == header
        return header


@pytest.fixture
def ground(begun: Path) -> Iterator[Ground]:
    with embedded.start(begun) as server, service(database_url=server.owner_url()) as served:
        served.start()
        client = Client(served.url, served.office_key())
        yield Ground(served, server, client, set_up(client, "one")[0], set_up(client, "two")[0])
        client.close()


def match(tournament: str, name: str) -> Command:
    """The command that makes a match and reports its result."""
    body = {"sides": [1, 2], "length": 7, "result": {"kind": "score", "first": 7, "second": 4}}
    return Command("match", name, f"/v1/tournaments/{tournament}/matches", body)


def unreadable(_event: bytes) -> bytes:
    """Bytes that are no event."""
    return b"not an event"


@contextmanager
def poisoned(ground: Ground, position: int, spoil: Callable[[bytes], bytes]) -> Iterator[None]:
    """The event at that position is spoilt while it lasts, and the service started again on read models made with it.
    The feeds have told it before."""
    await_followed(ground)
    with psycopg.connect(ground.server.owner_url(), autocommit=True) as owner:
        row = owner.execute("SELECT state FROM events WHERE position = %s", (position,)).fetchone()
        assert row is not None
        assert ground.served.stop() == ExitCode.DONE
        owner.execute(_SPOIL, (spoil(row[0]), position))
        assert_feeds_are_not_rebuilt(ground, position)
        ground.served.start()
        yield
        owner.execute(_SPOIL, (row[0], position))


def assert_feeds_are_not_rebuilt(ground: Ground, position: int) -> None:
    """All others are; the feeds stay as they were, for what they told is never changed."""
    code, said = ground.served.tried("rebuild")
    assert code == ExitCode.NOT_REBUILT, said
    assert "evidence: rebuilt from" in said
    last_told = position - 2  # the spoilt event might belong to the command before it
    assert f"feeds was not rebuilt and is as it was: the feeds stand still after position {last_told}" in said


def test_a_poisoned_event(ground: Ground) -> None:
    ground.play(ground.poisoned, "before")
    with poisoned(ground, ground.play(ground.poisoned, "poisoned"), unreadable):
        last = ground.play(ground.other, "meanwhile")
        assert_shown(ground, last)
        assert_named_by_the_doctor(ground)
        assert_refused_for_now(ground)
    ground.served.run("rebuild", "--parked")
    await_mended(ground)
    last = ground.play(ground.poisoned, "refused for now")
    assert len(ground.get(f"/v1/tournaments/{ground.poisoned}/matches", last).json()["items"]) == 3
    assert not any(ground.says(path, last) for path in (*touched(ground), *untouched(ground)))
    assert_as_rebuilt(ground)


def touched(ground: Ground) -> list[str]:
    """What shows the tournament that stands still, or its pool."""
    path = f"/v1/tournaments/{ground.poisoned}"
    places = ("", "/entries", "/entries/1", "/matches", "/matches/1", "/standings")
    tables = [path + place for place in places] + ["/v1/tournaments", f"/v1/tournaments/{ground.other}/standings"]
    return [*tables, "/v1/ratings/normal", "/v1/ratings/normal/classes", "/ready"]


def untouched(ground: Ground) -> list[str]:
    """What shows others."""
    path = f"/v1/tournaments/{ground.other}"
    tables = [path + place for place in ("", "/entries", "/entries/1", "/matches", "/matches/1", "/history")]
    return [*tables, "/v1/persons", "/v1/ratings/price", "/v1/ratings/price/classes"]


def assert_shown(ground: Ground, position: int) -> None:
    """Reads wait for the position as always, show what there is, and say where something lacks."""
    assert [path for path in touched(ground) if not ground.says(path, position)] == []
    assert [path for path in untouched(ground) if ground.says(path, position)] == []
    assert len(ground.get(f"/v1/tournaments/{ground.other}/matches", position).json()["items"]) == 1
    lacking = ground.get(f"/v1/tournaments/{ground.poisoned}/matches/99", position)
    assert (lacking.status_code, lacking.json()["incomplete"]) == (404, True)
    ready = ground.get("/ready", position).json()
    assert (ready["parked"], set(ready["lag"].values())) == (2, {0})


def assert_named_by_the_doctor(ground: Ground) -> None:
    code, said = ground.served.tried("doctor")
    assert code == ExitCode.CHECKS_FAILED
    assert f"tournament-{ground.poisoned}" in said.replace("\n", "").replace(" ", "")


def assert_refused_for_now(ground: Ground) -> None:
    """What needs the tournament's whole history is told to come again later, and records nothing."""
    command = match(ground.poisoned, "refused for now")
    headers = {"Authorization": f"Bearer {ground.client.key}", "Idempotency-Key": command.key}
    address = ground.served.url + command.path
    answers = [
        httpx.post(address, json=command.body, headers=headers, trust_env=False, timeout=PATIENCE_SECONDS),
        ground.get(f"/v1/tournaments/{ground.poisoned}/history", 0),
        httpx.get(f"{address}?as_of=100", headers=headers, trust_env=False, timeout=PATIENCE_SECONDS),
    ]
    for answer in answers:
        assert (answer.status_code, answer.json()["type"]) == (503, "/v1/problems/unreadable"), answer.text
        assert (answer.headers["Retry-After"], answer.headers["Scoresheet-Incomplete"]) == ("60", "true")


def await_followed(ground: Ground) -> None:
    url = f"{ground.served.url}/ready"
    assert eventually(
        lambda: (
            set(
                httpx.get(url, trust_env=False, verify=NO_CERTIFICATES, timeout=PATIENCE_SECONDS).json()["lag"].values()
            )
            == {0}
        )
    )


def await_mended(ground: Ground) -> None:
    url = f"{ground.served.url}/ready"
    assert eventually(
        lambda: httpx.get(url, trust_env=False, verify=NO_CERTIFICATES, timeout=PATIENCE_SECONDS).json()["parked"] == 0
    )


def assert_as_rebuilt(ground: Ground) -> None:
    """What was caught up with is what the whole log makes; but the tree over the log keeps the leaf of the bytes that
    were spoilt, as it was made when it was rebuilt on them."""
    assert ground.served.stop() == ExitCode.DONE
    url = ground.server.owner_url()
    followed = read_models(url)
    ground.served.run("rebuild")
    rebuilt = read_models(url)
    assert {name for name, rows in rebuilt.items() if rows != followed[name]} == {"log_tiles"}
