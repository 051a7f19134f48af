"""As root each part of the service runs in an account of its own, which reaches the database in its own role alone."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ops.database import PROJECTIONS_ROLE, SERVICE_ROLE
from ops.embedded.cluster import SUPERUSER, Home
from ops.embedded.server import OWNER
from ops.embedded.system_account import API, PART_ACCOUNTS, PROJECTIONS, SIGNER, part_account, server_account
from tests.ops.support import eventually

SERVE = "from ops.command_line import app; app(['serve'])"
PARTS = {
    "api.asgi.server:run": API,
    "projections.workers.processes:run_tournaments": PROJECTIONS,
    "projections.workers.processes:run_ratings": PROJECTIONS,
    "projections.workers.processes:run_evidence": SIGNER,
}

pytestmark = [
    pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user has one account, which owns everything"),
    pytest.mark.skipif("SCORESHEET_TEST_DATABASE_URL" in os.environ, reason="who connects to it is known by passwords"),
]


@dataclass(frozen=True)
class Serving:
    """A service that root has started: its address, and its parts by what they do."""

    address: str
    parts: dict[str, psutil.Process]


@pytest.fixture
def serving() -> Iterator[Serving]:
    folder = Path(tempfile.mkdtemp(prefix="scoresheet-accounts-"))
    folder.chmod(0o711)
    environment = os.environ | {"SCORESHEET_DATA_DIR": str(folder / "data"), "SCORESHEET_PORT": "0"}
    started = subprocess.Popen([sys.executable, "-c", SERVE], env=environment, stdout=subprocess.PIPE, text=True)
    try:
        if started.stdout is None:
            raise ValueError("a pipe was asked for and there is none")
        line = next(line for line in started.stdout if "serving on" in line)
        parts = {child.cmdline()[-1]: child for child in psutil.Process(started.pid).children()}
        yield Serving(line.split("serving on ")[1].split(" ")[0], parts)
    finally:
        started.terminate()
        started.wait()
        shutil.rmtree(folder)


def as_part(name: str, act: Callable[[], object]) -> object:
    """What comes of it in a process of that part's account: what it returns, or the name of the error."""
    account, socket_group = part_account(name), server_account().group_id
    if account is None:
        raise ValueError("only root has accounts for parts")
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([socket_group])
            os.setgid(account.group_id)
            os.setuid(account.user_id)
            told = act()
        except Exception as fault:
            told = type(fault).__name__
        os.write(writing, json.dumps(told).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        said = answer.read()
    os.waitpid(child, 0)
    return json.loads(said)


@pytest.mark.parametrize(("name", "role"), PART_ACCOUNTS.items())
def test_an_account_reaches_the_database_in_its_own_role_alone(server_url: str, name: str, role: str) -> None:
    def connected(wanted: str) -> object:
        url = make_conninfo(server_url, user=wanted, dbname="postgres")

        def act() -> object:
            with psycopg.connect(url) as connection:
                return connection.execute("SELECT current_user::text").fetchone()

        return as_part(name, act)

    assert connected(role) == [role]
    others = {SERVICE_ROLE, PROJECTIONS_ROLE, OWNER, SUPERUSER} - {role}
    assert {connected(other) for other in others} == {"OperationalError"}


@pytest.mark.parametrize("name", PART_ACCOUNTS)
def test_an_account_reads_no_file_of_the_server(server_url: str, name: str) -> None:
    home = Home(Path(str(conninfo_to_dict(server_url)["host"])).parent)
    for place in (home.data / "pg_hba.conf", home.data, home.log, home.sockets):
        assert place.exists()
        assert as_part(name, looked_into(place)) == "PermissionError", place


def looked_into(place: Path) -> Callable[[], object]:
    return lambda: [each.name for each in place.iterdir()] if place.is_dir() else place.read_text()


@pytest.mark.proof
def test_no_part_of_a_whole_service_runs_as_root_or_as_another(serving: Serving) -> None:
    """And what is loaded late is there all the same, though the program may lie below a closed folder."""
    accounts = {name: part_account(name) for name in PART_ACCOUNTS}
    wanted = {name: {accounts[account].user_id} for name, account in PARTS.items()}  # type: ignore[union-attr]  # root
    assert eventually(lambda: {name: set(serving.parts[name].uids()) for name in PARTS} == wanted)
    assert len({account and account.user_id for account in (*accounts.values(), server_account())} | {0}) == 5
    for name in PARTS:
        status = Path(f"/proc/{serving.parts[name].pid}/status").read_text()
        assert f"Groups:\t{server_account().group_id} \n" in status
        assert "CapEff:\t0000000000000000" in status
    for place in ("/docs", "/openapi.json", "/ready", "/v1/rating-policies", "/v1/problems", "/v1/tournaments"):
        assert httpx.get(serving.address + place).status_code == 200, place
