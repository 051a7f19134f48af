"""SIGKILL of a signing process at any moment, and of a restart of the log: nothing is half done (ALL-1)."""

import random
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from domain.evidence.checkpoints import Checkpoint, open_checkpoint
from domain.evidence.keys import verifier_key
from domain.evidence.merkle import root_of
from domain.federation.events import LogRestarted
from domain.journal.journal import Journal
from domain.kernel.ids import FEDERATION
from ops.database import DatabaseUrls
from ops.evidence.key_folder import KeyFolder
from projections.evidence.examination import problems_of
from tests.evidence.support import ORIGIN, key_folder, owner, signed
from tests.evidence.test_tree import leaves
from tests.patience import PATIENCE_SECONDS
from tests.projections.support import Club

pytestmark = pytest.mark.proof

SEED = 20_261_122
KILLS = 10
SIGN = """
import sys, threading
from pathlib import Path
from ops.evidence import process
from ops.evidence.key_folder import KeyFolder
from ops.evidence.signer import Signing
from projections.workers import processes
url, folder, origin = sys.argv[1:]
signing = Signing(KeyFolder(Path(folder)), origin)
threading.Thread(
    target=process.keep_signing, args=(url, signing), kwargs={"pause_seconds": 0.002, "report": print}, daemon=True
).start()
processes.run(url, "evidence")
"""
RESTART = """
import sys, psycopg
from pathlib import Path
from ops.evidence import renewal
from ops.evidence.key_folder import KeyFolder
from projections.engine.log import open_log
service, owner, folder = sys.argv[1:]
with psycopg.connect(owner, autocommit=True) as connection:
    print("begun", flush=True)
    renewal.restart(open_log(service), connection, KeyFolder(Path(folder)))
"""


@pytest.fixture
def folder(tmp_path: Path) -> KeyFolder:
    made = key_folder(tmp_path)
    made.prepare(None)
    return made


def checkpoints_of(urls: DatabaseUrls) -> list[Checkpoint]:
    """What was signed, each opened by the keys that are known to have signed."""
    with owner(urls) as connection:
        keys = [verifier_key(key) for (key,) in connection.execute("SELECT vkey FROM log_keys").fetchall()]
        rows = connection.execute("SELECT origin, note FROM checkpoints ORDER BY number").fetchall()
    return [open_checkpoint(bytes(note), origin, keys) for origin, note in rows]


def test_a_signer_that_is_killed_at_many_moments_signs_one_history(
    database: DatabaseUrls, journal: Journal, folder: KeyFolder
) -> None:
    dice, club = random.Random(SEED), Club(journal)  # noqa: S311 -- to be repeated, not to be secret
    command = [sys.executable, "-c", SIGN, database.signer, str(folder.path), ORIGIN]
    number = 0
    for _ in range(KILLS):
        with subprocess.Popen(command) as process:
            before = len(checkpoints_of(database))
            deadline = time.monotonic() + dice.uniform(0, 0.2)
            begun = time.monotonic() + PATIENCE_SECONDS
            while time.monotonic() < deadline or len(checkpoints_of(database)) == before:
                assert time.monotonic() < begun
                club.register(number := number + 1)
                if len(checkpoints_of(database)) == before:
                    deadline = time.monotonic() + dice.uniform(0, 0.2)
            process.kill()
        head = folder.head()
        assert head is not None
        assert head.size >= checkpoints_of(database)[-1].size
    signed(database, journal, folder)
    found, hashes = checkpoints_of(database), leaves(journal)
    assert all(one.size < later.size for one, later in pairwise(found))
    assert [one.root for one in found] == [root_of(hashes[: one.size]) for one in found]
    assert found[-1].size == len(hashes)
    assert len(found) >= KILLS
    with owner(database) as connection, connection.transaction():
        assert problems_of(connection, folder.head()) == []
    assert not [
        file
        for file in folder.path.iterdir()
        if file.name not in ("key", "head.json", "lock") and not file.name.startswith(".")
    ]


def test_a_restart_of_the_log_that_is_killed_at_any_moment_is_done_once(
    database: DatabaseUrls, journal: Journal, folder: KeyFolder
) -> None:
    Club(journal).register(1, 2, 3)
    former = signed(database, journal, folder)
    assert former is not None
    command = [sys.executable, "-c", RESTART, database.service, database.owner, str(folder.path)]
    for number in range(10):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            time.sleep(number * 0.008)
            process.kill()
        head = folder.head()
        assert head is not None
        if head.origin != ORIGIN:
            break
    else:
        assert subprocess.run(command, check=True, stdout=subprocess.DEVNULL).returncode == 0
    events = [one.recorded.event for one in journal.history(FEDERATION)]
    restarts = [event for event in events if isinstance(event, LogRestarted)]
    key, head = folder.key(), folder.head()
    assert key is not None
    assert head is not None
    told = LogRestarted(origin=f"{ORIGIN}/2", former_origin=ORIGIN, former_size=3, former_root=former.root.hex())
    assert restarts == [told]
    assert (key.name, head.origin) == (f"{ORIGIN}/2", f"{ORIGIN}/2")
    later = signed(database, journal, folder)
    assert later is not None
    assert (later.origin, later.size) == (f"{ORIGIN}/2", 4)
