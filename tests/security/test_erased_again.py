"""A restored table brings keys of erased persons back: they are erased again before anything is served (ALL-1)."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import cast

import psycopg
import pytest

from domain.evidence.merkle import inclusion_proof, verify_inclusion
from domain.journal.journal import Journal
from ops import checks_beside_the_log, embedded
from ops.database import DatabaseUrls, connect
from ops.embedded.cluster import MAJOR_VERSION, PACKAGE
from ops.erasures import brought_back, erase_again, erasures
from projections.evidence.examination import problems_of
from projections.evidence.tree import read_tree
from tests.evidence.support import key_folder, signed
from tests.faults.service import service
from tests.patience import PATIENCE_SECONDS, eventually
from tests.projections.support import Club, opened, person_id
from tests.security.test_erasure import Killed

ERASED = [person_id(1), person_id(2)]
ERASE_AGAIN = """
import sys
from ops.database import connect
from ops.erasures import erase_again
with connect(sys.argv[1]) as connection:
    erase_again(connection)
"""


@pytest.fixture
def journal(database: DatabaseUrls) -> Iterator[Journal]:
    with opened(database.service) as found:
        Club(found).register(1, 2, 3)
        yield found


def keys(connection: psycopg.Connection) -> dict[str, bytes | None]:
    return dict(connection.execute("SELECT person, key FROM person_keys").fetchall())


def restore(connection: psycopg.Connection, copied: bytes) -> None:
    """Puts an older copy of the table of keys in the place of the one there is."""
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute("TRUNCATE public.person_keys")
        with cursor.copy("COPY public.person_keys FROM STDIN") as copy:
            copy.write(copied)


def copied(connection: psycopg.Connection) -> bytes:
    with connection.cursor().copy("COPY public.person_keys TO STDOUT") as copy:
        return b"".join(map(bytes, copy))


@pytest.mark.rule("ALL-1")
def test_keys_that_a_restored_table_brings_back_are_erased_again_all_at_once(
    database: DatabaseUrls, journal: Journal
) -> None:
    with connect(database.owner, autocommit=True) as owner:
        before, copy = keys(owner), copied(owner)
        for number in (1, 2):
            Club(journal, f"erasing-{number}").erase(number)
        assert erase_again(owner) == []
        owner.execute("UPDATE erasures SET gone_at = now()")
        restore(owner, copy)
        assert keys(owner) == before
        assert brought_back(owner) == ERASED
        told = checks_beside_the_log.erased(owner)
        assert (told.is_good, "the keys of 2 erased persons are back" in told.found) == (False, True)
    with connect(database.owner) as owner, pytest.raises(psycopg.OperationalError):
        erase_again(cast("psycopg.Connection", Killed(owner, "INSERT INTO public.erasures")))
    with connect(database.owner, autocommit=True) as owner:
        assert keys(owner) == before
        assert erase_again(owner) == ERASED
        assert keys(owner) == before | dict.fromkeys(ERASED)
        assert [one.state for one in erasures(owner)] == ["effective", "effective"]
        assert erase_again(owner) == []


@pytest.mark.rule("ALL-1")
def test_proofs_hold_after_an_erasure(database: DatabaseUrls, journal: Journal, tmp_path: Path) -> None:
    folder = key_folder(tmp_path)
    first = signed(database, journal, folder)
    assert first is not None
    with connect(database.owner) as owner:
        leaf, proof = read_tree(owner).node(0, 0), inclusion_proof(0, first.size, read_tree(owner).node)
    Club(journal, "erasing").erase(1)
    later = signed(database, journal, folder)
    assert later is not None
    with connect(database.owner) as owner:
        tree = read_tree(owner)
        assert (tree.root(first.size), tree.node(0, 0)) == (first.root, leaf)
        again = inclusion_proof(0, later.size, tree.node)
        assert problems_of(owner, folder.head()) == []
    verify_inclusion(0, first.size, leaf, proof, first.root)
    verify_inclusion(0, later.size, leaf, again, later.root)


@pytest.mark.proof
@pytest.mark.rule("ALL-1")
def test_a_restored_dump_is_erased_again_by_the_start_however_often_it_is_killed(folder: Path) -> None:
    with service(data_dir=folder) as served:
        served.run("migrate")
        with embedded.start(folder) as server:
            with opened(server.service_url()) as journal:
                Club(journal).register(1, 2, 3)
                before = dumped(server.owner_url())
                for number in (1, 2):
                    Club(journal, f"erasing-{number}").erase(number)
            with connect(server.owner_url(), autocommit=True) as owner:
                owner.execute("TRUNCATE public.person_keys")
                run("psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", server.owner_url(), given=before)
                assert brought_back(owner) == ERASED
            kill_in_the_middle(server.owner_url())
            with connect(server.owner_url()) as owner:
                assert brought_back(owner) == ERASED
        served.start()
        assert f"erased again, since they or their keys had come back: {', '.join(ERASED)}" in served.said()
        assert served.stop() == 0
        with embedded.start(folder) as server, connect(server.owner_url()) as owner:
            found = keys(owner)
        assert [found[person] for person in ERASED] == [None, None]
        assert found[person_id(3)] is not None


def dumped(url: str) -> bytes:
    return run("pg_dump", "--data-only", "--table=public.person_keys", "-d", url)


def run(program: str, *arguments: str, given: bytes = b"") -> bytes:
    [installed] = find_spec(PACKAGE).submodule_search_locations  # type: ignore[union-attr,misc]  # it is installed
    command = [f"{installed}/pginstall{MAJOR_VERSION}/bin/{program}", *arguments]
    return subprocess.run(command, input=given, stdout=subprocess.PIPE, check=True, timeout=PATIENCE_SECONDS).stdout


def kill_in_the_middle(url: str) -> None:
    """Kills what erases again when one of two persons is done and the other waits for a row that is held."""
    with connect(url) as holding, connect(url, autocommit=True) as watching:
        holding.execute("SELECT FROM public.person_keys WHERE person = %s FOR UPDATE", (ERASED[1],))
        process = subprocess.Popen([sys.executable, "-c", ERASE_AGAIN, url])
        try:
            waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            assert eventually(lambda: watching.execute(waiting).rowcount == 1)
        finally:
            process.kill()
        assert process.wait() == -signal.SIGKILL
