"""As root each part of the service runs in an account of its own, which reaches the database in its own role alone.

The attack: somebody who has broken into one part reads the server's files or the log's key, or connects as another
part.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import httpx
import psutil
import psycopg
import pytest
from fastapi.routing import APIRoute
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from api.asgi.app import ROOMS
from api.site.frame.assets import assets
from ops import embedded
from ops.database import ROLES
from ops.demonstration.seeded import seeded_id
from ops.embedded.cluster import SUPERUSER, Home
from ops.embedded.server import OWNER
from ops.embedded.system_account import API, PART_ACCOUNTS, PROJECTIONS, SIGNER, WEBHOOKS, part_account, server_account
from ops.evidence.key_folder import KeyFolder
from tests.patience import PATIENCE_SECONDS, eventually, patiently

PAGES = (
    *(
        "/docs",
        "/docs/schemas",
        "/docs/schemas/ProblemDocument",
        "/docs/operations/enter-players",
        "/docs/guides/directing",
        "/openapi.json",
        "/asyncapi.json",
    ),
    *("/ready", "/v1/schemas"),
    *("/", "/help", "/login", "/login/key", "/ratings", "/?language=da", "/?language=nl"),
    *(asset.address for asset in assets().values()),
)
SERVE = "from ops.command_line import app; app(['serve'])"
PARTS = {
    "api.asgi.server:run": API,
    "api.asgi.heavy:run": API,
    "projections.workers.processes:run_tournaments": PROJECTIONS,
    "projections.workers.processes:run_ratings": PROJECTIONS,
    "projections.workers.processes:run_feeds": PROJECTIONS,
    "ops.webhooks.process:run": WEBHOOKS,
    "ops.evidence.process:run": SIGNER,
}

pytestmark = [
    pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user has one account, which owns everything"),
    pytest.mark.skipif("SCORESHEET_TEST_DATABASE_URL" in os.environ, reason="who connects to it is known by passwords"),
]


@dataclass(frozen=True)
class Serving:
    """A service that root has started: its folder, its address, and its first process."""

    folder: Path
    address: str
    first: psutil.Process

    @property
    def processes(self) -> dict[str, psutil.Process]:
        """All that were started from it, by what they call themselves."""
        return {_called(one): one for one in self.first.children(recursive=True)}

    @property
    def parts(self) -> dict[str, psutil.Process]:
        """Its parts by what they do."""
        named = {name.removeprefix("scoresheet "): one for name, one in self.processes.items()}
        return {name: one for name, one in named.items() if name in PARTS}

    @property
    def origin(self) -> psutil.Process:
        """What the parts are forked from."""
        return next(one for name, one in self.processes.items() if "forked from" in name)


def _called(process: psutil.Process) -> str:
    """What it calls itself; nothing where it has ended."""
    try:
        return " ".join(process.cmdline()).strip()
    except psutil.NoSuchProcess:
        return ""


@contextmanager
def served(settings: Mapping[str, str] = MappingProxyType({}), program: Path | None = None) -> Iterator[Serving]:
    """The service as root starts it with these settings, from the program in that folder or the one under test."""
    folder = Path(tempfile.mkdtemp(prefix="scoresheet-accounts-"))
    folder.chmod(0o711)
    own = {"SCORESHEET_DATA_DIR": str(folder / "data"), "SCORESHEET_PORT": "0"}
    environment = os.environ | own | dict(settings) | ({} if program is None else {"PYTHONPATH": str(program)})
    command = [sys.executable, "-c", SERVE]
    started = subprocess.Popen(command, env=environment, cwd=program, stdout=subprocess.PIPE, text=True)
    try:
        if started.stdout is None:
            raise ValueError("a pipe was asked for and there is none")
        line = next(line for line in started.stdout if "serving on" in line)
        yield Serving(folder, line.split("serving on ")[1].split(" ")[0], psutil.Process(started.pid))
    finally:
        started.terminate()
        started.wait()
        shutil.rmtree(folder)


@pytest.fixture
def serving() -> Iterator[Serving]:
    with served() as started:
        yield started


def require_own_accounts(serving: Serving) -> None:
    """Each part runs in its account, and in no other."""
    accounts = {name: part_account(name) for name in PART_ACCOUNTS}
    wanted = {name: {accounts[account].user_id} for name, account in PARTS.items()}  # type: ignore[union-attr]  # root
    assert eventually(lambda: {name: set(part.uids()) for name, part in serving.parts.items()} == wanted)


def require_everything_loaded(serving: Serving) -> None:
    """What is loaded late is there, too: for whatever is read without naming anything, and what takes long. What a busy
    service puts off is asked for again."""
    with httpx.Client(base_url=serving.address, timeout=PATIENCE_SECONDS) as client:

        def code_of(place: str) -> int:
            return patiently(lambda: client.get(place).status_code, lambda code: code != 503)

        answers = {place: code_of(place) for place in (*fixed_addresses(), *PAGES)}
        assert [place for place, code in answers.items() if code >= 500 or (place in PAGES and code != 200)] == []
        assert client.get(f"/v1/tournaments/{seeded_id('nobody')}/standings?as_of=1").status_code == 404


def fixed_addresses() -> Iterator[str]:
    """Every address that names nothing in particular."""
    routes = (route for room in ROOMS for route in room.router.routes if isinstance(route, APIRoute))
    return (route.path for route in routes if "GET" in (route.methods or ()) and "{" not in route.path)


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
    others = {*ROLES, OWNER, SUPERUSER} - {role}
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
    require_own_accounts(serving)
    accounts = (*map(part_account, PART_ACCOUNTS), server_account())
    assert len({account and account.user_id for account in accounts} | {0}) == 6
    for name in PARTS:
        status = Path(f"/proc/{serving.parts[name].pid}/status").read_text()
        assert f"Groups:\t{server_account().group_id} \n" in status
        assert "CapEff:\t0000000000000000" in status
    require_everything_loaded(serving)
    require_heavy_reads_for_the_service_alone(serving.parts["api.asgi.heavy:run"])
    require_nobody_has_parts_forked(serving.origin)
    require_key_for_signer_alone(serving.folder / "data.log-key")
    key_of_webhooks = serving.folder / "data.webhook-key"
    assert key_of_webhooks.stat().st_mode & 0o077 == 0
    assert {as_part(name, looked_into(key_of_webhooks)) for name in PART_ACCOUNTS} == {"PermissionError"}


def require_heavy_reads_for_the_service_alone(heavy: psutil.Process) -> None:
    """No other account reaches them, and over the network nobody."""
    assert heavy.net_connections("inet") == []
    connect = connecting_to(heavy)
    assert as_part(API, connect) == "connected"
    assert {as_part(name, connect) for name in (PROJECTIONS, SIGNER, WEBHOOKS)} == {"PermissionError"}


def require_nobody_has_parts_forked(origin: psutil.Process) -> None:
    """What they are forked from keeps root's right, and is reached by who started it alone."""
    assert origin.net_connections("inet") == []
    assert {as_part(name, connecting_to(origin)) for name in PART_ACCOUNTS} == {"PermissionError"}


def connecting_to(process: psutil.Process) -> Callable[[], object]:
    """Connects to the Unix socket that the process listens on."""
    [address] = {one.laddr for one in process.net_connections("unix") if one.laddr}

    def connect() -> object:
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(address)
        return "connected"

    return connect


def require_key_for_signer_alone(folder: Path) -> None:
    """Its account reads the key that the log is signed with, and no other but root's does."""
    made = KeyFolder(folder).next_key("club.example/v1/log").text
    assert as_part(SIGNER, looked_into(folder / "next-key")) == f"{made}\n"
    for place in (folder, *folder.iterdir()):
        assert {as_part(name, looked_into(place)) for name in PART_ACCOUNTS if name != SIGNER} == {"PermissionError"}
        assert place.stat().st_mode & 0o077 == 0


def test_a_program_below_a_closed_folder_is_served_by_accounts_that_can_t_read_it() -> None:
    closed = Path(tempfile.mkdtemp(prefix="scoresheet-closed-"))
    program = closed / "scoresheet"
    for room in ("api", "domain", "ops", "projections"):
        shutil.copytree(Path(__file__).parents[2] / room, program / room)
    try:
        assert as_part(API, looked_into(program)) == "PermissionError"
        with served(program=program) as serving:
            require_own_accounts(serving)
            require_everything_loaded(serving)
    finally:
        shutil.rmtree(closed)


@pytest.fixture
def club_server(folder: Path) -> Iterator[dict[str, str]]:
    """A server that knows its logins by passwords, as in `ops/SECURITY.md`; the addresses are those of the settings."""
    logins = {f"club_{name}": f"password of {name}" for name in ("owner", "api", "projections", "signer", "webhooks")}
    with embedded.start(folder) as server:
        with psycopg.connect(server.superuser_url(), autocommit=True) as connection:
            for name, password in logins.items():
                rights = sql.SQL("CREATEROLE" if name == "club_owner" else "NOCREATEROLE")
                create = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {} {}")
                connection.execute(create.format(sql.Identifier(name), password, rights))
            connection.execute(f"GRANT {', '.join(ROLES)} TO club_owner WITH ADMIN OPTION".encode())
            connection.execute("GRANT scoresheet_service TO club_api")
            connection.execute("GRANT scoresheet_projections TO club_projections")
            connection.execute("GRANT scoresheet_signer TO club_signer")
            connection.execute("GRANT scoresheet_webhooks TO club_webhooks")
            connection.execute("CREATE DATABASE club OWNER club_owner")
        configured = server.home.data / "pg_hba.conf"
        configured.write_text(f"local club all scram-sha-256\n{configured.read_text()}")
        with psycopg.connect(server.superuser_url(), autocommit=True) as connection:
            connection.execute("SELECT pg_reload_conf()")
        for place in (folder, server.home.sockets, *server.home.sockets.glob(".s.PGSQL.*")):
            place.chmod(0o777)
        address = {name: {"user": name, "password": password, "dbname": "club"} for name, password in logins.items()}
        urls = {name: make_conninfo(server.superuser_url(), **parts) for name, parts in address.items()}
        yield {
            "SCORESHEET_MIGRATION_URL": urls["club_owner"],
            "SCORESHEET_DATABASE_URL": urls["club_api"],
            "SCORESHEET_PROJECTIONS_URL": urls["club_projections"],
            "SCORESHEET_SIGNER_URL": urls["club_signer"],
            "SCORESHEET_WEBHOOKS_URL": urls["club_webhooks"],
        }


@pytest.mark.proof
def test_each_part_has_its_account_and_its_own_password_alone_on_a_server_of_the_club_s(
    club_server: dict[str, str],
) -> None:
    told = map(conninfo_to_dict, club_server.values())
    passwords = {str(login["user"]): str(login["password"]) for login in told}
    logins = {API: "club_api", PROJECTIONS: "club_projections", SIGNER: "club_signer", WEBHOOKS: "club_webhooks"}
    with served(club_server) as serving:
        require_own_accounts(serving)
        require_everything_loaded(serving)
        for name, account in PARTS.items():
            process = serving.parts[name]
            given = f"{process.environ()} {process.cmdline()}"
            others = [password for login, password in passwords.items() if login != logins[account]]
            assert not [password for password in others if password in given], name
