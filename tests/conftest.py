"""A real PostgreSQL for tests: databases cloned from a migrated template, on one server per run.

`SCORESHEET_TEST_DATABASE_URL` names a server to use; its login must be allowed to make databases and roles.
Else an embedded one is started in a temporary folder by the first test that needs it, shared by all
processes of the run, and stopped and deleted at its end, also when the run is killed. It has fsync off, so
tests that crash a server start their own with `ops.embedded.server.start`. Temporary folders are in memory
where there is room (`TMPDIR` names another place).
"""

import gc
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from domain.journal import abandonment
from domain.journal import secrets as secrets_of_draws
from ops import embedded, late_imports
from ops.database import DatabaseUrls, connect, external
from ops.embedded.system_account import make_part_accounts
from ops.migrate import migrate
from ops.roles import limit_roles
from ops.settings import CONFIG, names
from tests import reaching
from tests.draws import DRAWS
from tests.properties import PROFILE, load_profile
from tests.rule_table import table

load_profile()
pytest_plugins = ["tests.workers"]
EXTERNAL_SERVER = os.environ.get("SCORESHEET_TEST_DATABASE_URL")
FOLDER = pytest.StashKey[Path]()
RESERVATION = pytest.StashKey[embedded.Reservation]()
MEMORY = Path("/dev/shm")  # noqa: S108 -- what is made there has names that nobody knows before
ROOM = 4 * 2**30


class Worker(Protocol):
    """What pytest-xdist, which has no types, hands to `pytest_configure_node`."""

    config: pytest.Config
    workerinput: dict[str, str]


def pytest_configure(config: pytest.Config) -> None:
    """The process that leads the run holds the server's folder, so that no worker's end stops the server."""
    _work_in_memory()
    _settle()
    worker = getattr(config, "workerinput", None)
    if worker is not None:
        config.stash[FOLDER] = Path(worker["server_folder"])
        return
    config.stash[FOLDER] = Path(tempfile.gettempdir()) / f"scoresheet-tests-{secrets.token_hex(6)}"
    if os.geteuid() == 0:
        make_part_accounts()  # as `scoresheet setup` does: parts are tried in accounts of their own
    if EXTERNAL_SERVER is None:
        config.stash[RESERVATION] = embedded.reserve(config.stash[FOLDER], temporary=True)


def _work_in_memory() -> None:
    """Temporary folders are in memory where there is room, unless another place for them is named: databases are made
    by the hundred, and the files of one take nine times as long on a disk."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    found = os.statvfs(MEMORY)
    if found.f_bavail * found.f_frsize >= ROOM and not found.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


def _settle() -> None:
    """Settings of the shell that runs the tests reach none of them, and what serves takes a free port unless a test
    names one: the usual port may be taken. No part of a service imports anything late."""
    for name in os.environ.keys() & {*names(), CONFIG}:
        del os.environ[name]
    os.environ["SCORESHEET_PORT"] = "0"
    os.environ[late_imports.REFUSED] = "refused"


def pytest_configure_node(node: Worker) -> None:
    """Tells a worker of pytest-xdist where the server of this run is."""
    node.workerinput["server_folder"] = str(node.config.stash[FOLDER])


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """All modules of tests are imported at once. That makes no garbage, and what it makes stays: it is not looked
    through for cycles, now or later. What tests make is looked through seldom: it takes a twelfth of their time."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
    gc.enable()
    return result


def pytest_addoption(parser: pytest.Parser) -> None:
    """A run of all tests may write down which of them show which rule: it has imported them, which takes long."""
    parser.addoption("--rule-table", metavar="FILE", help="write the table of rules there (the first worker does)")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """No test runs while a mark names something that can't be a rule. The table has all tests, chosen or not."""
    written = table(items)
    file = config.getoption("--rule-table")
    if file is not None and os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0":
        Path(file).write_text(f"{written}\n", encoding="utf-8")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """What is drawn in the process of the tests follows from the test, by its name: schemathesis gives all one id."""
    DRAWS.begin(f"{item.nodeid} {item.name}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """A property fails where too few of its examples come to its assertion."""
    reaching.begin(item)
    yield
    reaching.end()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Lets go of the server's folder."""
    if RESERVATION in config.stash:
        config.stash[RESERVATION].release()


@pytest.fixture(scope="session", autouse=True)
def _secrets_of_draws() -> Iterator[None]:
    """The secrets of draws (ALL-2) come from `DRAWS` and not from the operating system."""
    with pytest.MonkeyPatch.context() as patch:
        if PROFILE == "test":
            patch.setattr(secrets_of_draws, "os", DRAWS)
        yield


@pytest.fixture(scope="session")
def server_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """An address with a login that may make databases and roles."""
    if EXTERNAL_SERVER is not None:
        yield EXTERNAL_SERVER
        return
    with embedded.start(pytestconfig.stash[FOLDER], fsync=False, temporary=True) as server:
        yield server.superuser_url()


@pytest.fixture(scope="session")
def administration(server_url: str) -> Iterator[psycopg.Connection]:
    """A process makes and drops all its databases by one connection: to begin one takes as long as to drop one."""
    with connect(server_url, autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="session")
def template(server_url: str, administration: psycopg.Connection) -> Iterator[str]:
    """The name of a migrated database without data, of which the others are clones."""
    with _database(administration) as name:
        migrate(_urls(server_url, name).owner)
        yield name


@pytest.fixture
def database(server_url: str, administration: psycopg.Connection, template: str) -> Iterator[DatabaseUrls]:
    """A migrated database of the test's own, as the owner sees it and as the service does."""
    with _clone(administration, template) as name:
        yield _urls(server_url, name)


@pytest.fixture
def database_url(database: DatabaseUrls) -> str:
    """The address of the test's own migrated database, in the service's restricted role."""
    return database.service


@pytest.fixture
def admin_url(database: DatabaseUrls) -> str:
    """The address of the same database as `database_url`, for its owner."""
    return database.owner


@pytest.fixture(scope="module")
def module_database(server_url: str, administration: psycopg.Connection, template: str) -> Iterator[DatabaseUrls]:
    """A migrated database shared by the tests of one file, which must leave each other's rows alone."""
    with _clone(administration, template) as name:
        yield _urls(server_url, name)


@pytest.fixture
def empty_database(server_url: str, administration: psycopg.Connection) -> Iterator[DatabaseUrls]:
    """A database of the test's own that was never migrated."""
    with _database(administration) as name:
        yield _urls(server_url, name)


@contextmanager
def _clone(administration: psycopg.Connection, template: str) -> Iterator[str]:
    """A database like the template; what is granted on the database itself does not come along."""
    with _database(administration, template) as name:
        limit_roles(administration, name)
        yield name


@contextmanager
def _database(administration: psycopg.Connection, template: str = "template0") -> Iterator[str]:
    """A new database, owned by the role that migrates; dropped at the end, anyone who is still connected. Copies of
    files take two thirds of the time that the log of what is copied takes."""
    name = f"scoresheet_test_{secrets.token_hex(8)}"
    create = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY").format(
        sql.Identifier(name), sql.Identifier(template)
    )
    if EXTERNAL_SERVER is None:
        create += sql.SQL(" OWNER {}").format(sql.Identifier(embedded.OWNER))
    administration.execute(create)
    yield name
    administration.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _urls(server_url: str, name: str) -> DatabaseUrls:
    """The owner's address: the same login on a server of the user's, the owning role on the embedded one."""
    url = make_conninfo(server_url, dbname=name)
    return external(url if EXTERNAL_SERVER else make_conninfo(url, user=embedded.OWNER))


@pytest.fixture(autouse=True)
def _reads_in_time() -> Iterator[None]:
    """A budget that a read had, or a reader who left, is none of the next test's."""
    abandonment.never_given_up()
    yield
    abandonment.never_given_up()
