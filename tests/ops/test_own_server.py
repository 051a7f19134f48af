"""The service on a PostgreSQL that the machine brings, with one login for all and with the five of SECURITY.md."""

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

import httpx
import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from ops.database import connect
from ops.migrate import CORRECTED, migrate, read_migrations
from tests import own_server
from tests.faults.service import Service, service
from tests.patience import PATIENCE_SECONDS, eventually

pytestmark = pytest.mark.operations

SECURITY = Path(__file__).parents[2] / "ops/SECURITY.md"
LOGINS = {
    "migration_url": "club_owner",
    "database_url": "club_api",
    "projections_url": "club_projections",
    "signer_url": "club_signer",
    "webhooks_url": "club_webhooks",
}


@pytest.fixture(scope="module", params=own_server.versions() or [0])
def server(request: pytest.FixtureRequest) -> Iterator[str]:
    """The superuser's address on each version that is there; 0 says that there is none."""
    if not request.param:
        (pytest.fail if own_server.DEMANDED else pytest.skip)(own_server.LACKING)
    with own_server.running(request.param, fsync=True) as url:
        yield url


def test_one_login_serves_on_the_machines_server(server: str, tmp_path: Path) -> None:
    check_evening({"database_url": made(server)}, tmp_path)


def test_five_logins_serve_on_the_machines_server(server: str, tmp_path: Path) -> None:
    """The roles are made by the very statements of SECURITY.md."""
    statements = re.search(r"```\n(CREATE ROLE club_owner.*?)```", SECURITY.read_text(), re.DOTALL)
    assert statements is not None
    with psycopg.connect(server, autocommit=True) as connection:
        # The four roles are there since the other test.
        connection.execute(re.sub(r"CREATE ROLE scoresheet_\w+ NOLOGIN;", "", statements[1]).encode())
    database = made(server, owner="club_owner")
    check_evening({name: make_conninfo(database, user=login) for name, login in LOGINS.items()}, tmp_path)


def made(server: str, owner: str = own_server.LOGIN) -> str:
    """The address of a new database."""
    with psycopg.connect(server, autocommit=True) as connection:
        [number] = connection.execute("SELECT count(*) FROM pg_database").fetchone() or ()
        name = f"own_{number}"
        connection.execute(f"CREATE DATABASE {name} OWNER {owner}".encode())
    return make_conninfo(server, dbname=name)


def check_evening(addresses: Mapping[str, str], folder: Path) -> None:
    """A person is registered and shown, and the doctor is content."""
    with service(**addresses, data_dir=folder / "data") as served:
        served.start()
        register(served)
        assert served.stop() == 0
        assert served.nothing_is_left()
        code, said = served.tried("doctor")
        assert code == 0, said
        assert "PostgreSQL" in said


def register(served: Service) -> None:
    """Registers Anna, who is found by her name then."""
    own = {"Authorization": f"Bearer {served.office_key()}", "Idempotency-Key": "anna-is-registered"}
    done = httpx.post(f"{served.url}/v1/persons", json={"name": "Anna Abel"}, headers=own, timeout=PATIENCE_SECONDS)
    assert done.status_code == 201, done.text
    person = f"{served.url}/v1/persons/{done.json()['person']}"
    assert eventually(lambda: httpx.get(person, timeout=PATIENCE_SECONDS).status_code == 200)


def test_a_corrected_migration_is_accepted_beside_the_former_file(server: str) -> None:
    """Data that have applied the former file are at the newest state, and hold the storage that it set."""
    database = made(server)
    migrate(database)
    with connect(database) as connection:
        of_kept = "attrelid = 'public.kept'::regclass AND attname = 'content'"
        query = f"SELECT attstorage::text FROM pg_attribute WHERE {of_kept}"  # noqa: S608 -- a constant
        assert connection.execute(query.encode()).fetchone() == ("e",)
        connection.execute("UPDATE schema_version SET digest = %s WHERE number = 4", tuple(CORRECTED[4]))
    assert migrate(database) == ()


def test_a_corrected_migration_differs_from_the_former_file_in_one_clause() -> None:
    [step] = [step for step in read_migrations() if step.number == 4]
    own = r"-- PostgreSQL 15 does not.*\nALTER TABLE public\.kept ALTER COLUMN content SET STORAGE EXTERNAL;\n"
    was = re.sub(own, "", step.statements).replace("content bytea NOT", "content bytea STORAGE EXTERNAL NOT")
    assert {sha256(was.encode()).hexdigest()} == CORRECTED[4]
