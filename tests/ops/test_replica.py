"""Tables are read from a streaming replica as far as it has come, and the log is signed as far as a standby has it."""

from collections.abc import Iterator
from contextlib import closing

import httpx
import psycopg
import pytest
from psycopg_pool import ConnectionPool

from ops.database import SERVICE_ROLE as SERVICE
from ops.database import external, on_copy
from projections.queries.replica import BEHIND_SECONDS, ReplicaReadings
from tests.api.support import Season, running_service, season
from tests.api.support import Service as Served
from tests.ops.standbys import Server, begin_standby, primary_and_standby
from tests.patience import eventually

pytestmark = pytest.mark.operations

POSITION = "Scoresheet-Position"
Two = tuple[Server, Server]


@pytest.fixture(scope="module")
def servers() -> Iterator[Two]:
    with primary_and_standby() as both:
        yield both


@pytest.fixture(scope="module")
def served(servers: Two) -> Iterator[Served]:
    primary, standby = servers
    replica = on_copy(standby.url(), SERVICE, is_restricted=False)
    with running_service(external(primary.url()), [], replica_url=replica) as found:
        yield found


@pytest.fixture(scope="module")
def played(served: Served) -> Season:
    return season(served, 2)


@pytest.fixture
def replica(served: Served) -> ReplicaReadings:
    found = served.services.replica
    assert found is not None
    newest = served.services.journal.position()
    there = eventually(lambda: found.is_fresh() and found.shown_position().position >= newest)
    assert there, (newest, found.shown_position(), served.services.readings.shown_position(), found.is_fresh())
    return found


@pytest.fixture
def stopped(servers: Two) -> Iterator[Server]:
    """The standby, which takes what comes, and does not show it until the test is over."""
    servers[1].pause()
    yield servers[1]
    servers[1].go_on()


def position_of(answer: httpx.Response) -> int:
    assert answer.status_code == 200, answer.text
    return int(answer.headers[POSITION])


def readings_of(served: Served, path: str, **headers: str) -> int:
    """The position that the answer to anybody was made at."""
    return position_of(served.http.get(path, headers=headers))


@pytest.mark.usefixtures("played", "replica", "stopped")
def test_reads_are_made_at_the_replica_as_far_as_it_has_come(
    served: Served, played: Season, replica: ReplicaReadings
) -> None:
    before = readings_of(served, played.path)
    played.play()
    made = served.services.journal.position()
    assert eventually(lambda: served.services.readings.shown_position().position == made)
    assert replica.shown_position().position == before < made, "the standby stands still"
    assert readings_of(served, played.path, Prefer="wait=5", **{POSITION: str(made)}) == made, "the primary answers"
    assert eventually(lambda: not replica.is_fresh(), BEHIND_SECONDS / 10)
    assert readings_of(served, played.path) == made, "nobody is shown for long what is not so any more"


def test_readers_see_their_own_commands_whichever_server_answers(
    served: Served, played: Season, replica: ReplicaReadings, stopped: Server
) -> None:
    number = played.play()
    made = served.services.journal.position()
    for _ in range(3):
        read = played.director.get(f"{played.path}/matches/{number}")
        assert position_of(read) >= made
    stopped.go_on()
    assert eventually(lambda: replica.shown_position().position >= made)


def test_work_that_a_replica_may_not_do_the_primary_does(replica: ReplicaReadings, served: Served) -> None:
    """It writes nothing down: the file that is kept is that of the primary."""
    replica.keep_published(b"a list")
    served.owner.execute("SELECT 1")
    assert replica.is_fresh()


def test_reads_go_on_where_the_replica_is_killed(
    servers: Two, served: Served, played: Season, replica: ReplicaReadings
) -> None:
    primary, standby = servers
    standby.kill()
    for _ in range(5):
        made = played.play() and served.services.journal.position()
        read = served.http.get(played.path, headers={POSITION: str(made), "Prefer": "wait=30"})
        assert position_of(read) >= made
    assert eventually(lambda: not replica.is_fresh())
    begin_standby(primary, standby)
    assert eventually(replica.is_fresh)


def test_a_copy_of_another_database_is_not_read(served: Served, database_url: str) -> None:
    with (
        ConnectionPool(database_url, kwargs={"autocommit": True}) as pool,
        closing(ReplicaReadings(pool, served.services.readings)) as other,
    ):
        with pytest.raises(psycopg.OperationalError, match="one of another database"):
            other._listen()
        assert not other.is_fresh()
