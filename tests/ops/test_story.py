"""The story is told on a real database, and every draw in it is confirmed from the command line (ALL-2)."""

import re

import pytest

from ops.database import DatabaseUrls
from ops.demonstration.elimination import EVENINGS, SERIES
from ops.demonstration.seeded import SeededClerk
from projections.engine.log import open_log
from tests.ops.test_command_line import called, run

pytestmark = pytest.mark.operations


@pytest.mark.rule("ALL-2", "ALL-4")
def test_the_story_is_told_and_its_draws_are_confirmed(database: DatabaseUrls) -> None:
    told = run("story", database_url=database.owner)
    assert told.returncode == 0, told.stderr
    ends = re.findall(r"(\d+) of (\d+) draws were made again", told.stdout)
    assert [confirmed for confirmed, _ in ends] == [draws for _, draws in ends]
    again = called("story", database_url=database.owner)
    assert (again.returncode, again.stdout.count("champion"), "round 1:" in again.stdout) == (0, 2, False)
    log = open_log(database.service)
    clerk = SeededClerk(log, SERIES)
    tournaments = [clerk.id_of(evening.name) for evening in EVENINGS]
    log.close()
    repeats = set()
    for tournament, (_, draws) in zip(tournaments, ends, strict=True):
        checked = called("check-draws", tournament, database_url=database.owner)
        first, *others = checked.stdout.splitlines()
        assert (checked.returncode, first) == (0, f"{draws} of {draws} draws confirmed")
        assert all(line.endswith("drawn again, attempt 2") for line in others)
        repeats.add(tuple(line.partition(",")[0] for line in others))
    # Where the results stand nothing is drawn again; the rewind draws again what is left of two rounds.
    assert repeats == {(), ("round 2", "round 3")}
