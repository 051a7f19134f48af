"""A rebuild, or a switch back, that is killed after any of its statements leaves readers whole tables."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from projections.engine.comparing import compare
from projections.engine.rebuild import rebuild
from projections.registry.catalogue import PROJECTIONS
from tests.projections.support import Club, contents, follow, of_follower
from tests.projections.test_switching_back import generation

pytestmark = pytest.mark.operations

TOURNAMENTS = PROJECTIONS["tournaments"]
KILLED = -9
_WORK = """
import os, signal, sys
import psycopg
from projections.engine import rebuild
from projections.engine.log import open_log
from projections.registry.catalogue import PROJECTIONS
url, work = sys.argv[1:]
done, fatal, execute = 0, 0, psycopg.Cursor.execute
def counted(cursor, *arguments, **options):
    global done
    found = execute(cursor, *arguments, **options)
    done += 1
    if done == fatal:
        os.kill(os.getpid(), signal.SIGKILL)
    return found
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        fatal, psycopg.Cursor.execute = int(line), counted
        getattr(rebuild, work)(url, open_log(url), PROJECTIONS["tournaments"])
        os._exit(done if done < 255 else 254)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Work:
    """A process that forks one for each attempt."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def killed_after(self, statement: int) -> int:
        """How it ended: -9 where it was killed after that statement, else how many statements it took."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{statement}\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


@contextmanager
def working(url: str, work: str) -> Iterator[Work]:
    command = [sys.executable, "-c", _WORK, of_follower(url, "tournaments"), work]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Work(process)
        assert process.stdin
        process.stdin.close()


@pytest.mark.parametrize(("work", "least"), [("rebuild", 12), ("switch_back", 6)])
def test_killed_work_on_tables_leaves_them_whole(followed: Club, database_url: str, work: str, least: int) -> None:
    """Live tables go on meanwhile: now and then there is something new for them after a kill."""
    url, killed = of_follower(database_url, "tournaments"), 0
    rebuild(url, followed.journal, TOURNAMENTS)
    expected = contents(database_url, ["tournaments"])
    with working(database_url, work) as tried:
        while (ended := tried.killed_after(killed + 1)) == KILLED:
            killed += 1
            assert contents(database_url, ["tournaments"]) == expected, f"after statement {killed}"
            if killed % 8 == 0:
                followed.play(1, (2, 1, 5, 3))
                follow(database_url, followed.journal, "tournaments")
                expected = contents(database_url, ["tournaments"])
        assert min(ended, killed) > least, "all of it was tried, to an end that nobody killed"
        live = generation(database_url)[0]
        while (last := tried.killed_after(ended)) != KILLED:
            ended, live = last, generation(database_url)[0]
        assert generation(database_url)[0] != live, "the last statement comes after the switch"
    assert contents(database_url, ["tournaments"]) == expected
    assert compare(url, followed.journal, TOURNAMENTS).differing == ()
