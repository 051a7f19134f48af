"""Many writers, in threads and in processes: one winner per version, dense positions, and readers miss nothing."""

from collections import Counter
from collections.abc import Sequence

import pytest

from domain.journal.journal import Journal, Stored
from tests.journal.processes import Writers, write
from tests.journal.support import ledger, seen
from tests.properties import PROFILE

COMMANDS = 60 if PROFILE == "proof" else 20
"""Of each thread that a reader follows."""


def dense(stored: Sequence[Stored]) -> bool:
    return [one.position for one in stored] == list(range(1, len(stored) + 1))


def versions(stored: Sequence[Stored]) -> dict[str, list[int]]:
    """The versions of each stream, in the order of positions."""
    found: dict[str, list[int]] = {}
    for one in stored:
        found.setdefault(one.recorded.stream, []).append(one.recorded.version)
    return found


def test_sixteen_threads_on_one_stream(journal: Journal, database_url: str) -> None:
    write(database_url, "p", threads=16, commands=20, streams=[1])
    stored = journal.read(0, 1000)
    assert len(stored) == 320
    assert dense(stored)
    assert versions(stored) == {ledger(1): list(range(1, 321))}


def test_sixteen_writers_in_four_processes_on_one_stream(journal: Journal, database_url: str) -> None:
    with Writers(database_url, processes=4, threads=4, commands=20, streams=[1]) as writers:
        pass
    assert writers.failures() == []
    stored = journal.read(0, 1000)
    assert dense(stored)
    assert versions(stored) == {ledger(1): list(range(1, 321))}
    assert Counter(Counter(one.recorded.command for one in stored).values()) == {1: 320}
    assert seen(journal, ledger(1)).total == 320


@pytest.mark.proof
def test_sixteen_single_writers_in_processes_on_one_stream(journal: Journal, database_url: str) -> None:
    with Writers(database_url, processes=16, threads=1, commands=5, streams=[1]) as writers:
        pass
    assert writers.failures() == []
    assert versions(journal.read(0, 1000)) == {ledger(1): list(range(1, 81))}


@pytest.mark.longer
@pytest.mark.rule("ALL-1")
def test_a_tailing_reader_under_eight_writers_sees_every_event_once(journal: Journal, database_url: str) -> None:
    followed: list[Stored] = []
    with Writers(database_url, processes=8, threads=4, commands=COMMANDS, streams=range(10)) as writers:
        while writers.at_work():
            followed += journal.read(len(followed), 50)
        followed += journal.read(len(followed), 2000)
    assert writers.failures() == []
    assert len(followed) == 8 * 4 * COMMANDS
    assert dense(followed)
    assert [one.state for one in followed] == [one.state for one in journal.read(0, 5000)]
    assert all(found == list(range(1, len(found) + 1)) for found in versions(followed).values())
