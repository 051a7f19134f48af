"""Two directors who draw, report and arrange at once never have one table of their hall twice (REG-6)."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.api.played import Played, first_wins, started
from tests.api.support import Service
from tests.patience import PATIENCE_SECONDS

HALL = {"rooms": [{"name": "Hall", "first_table": 1, "last_table": 5}]}
NXE = {"kind": "nxe", "losses": 2, "lengths": [1]}


def tables(made: Played) -> list[int]:
    """The tables at which its matches are played."""
    rooms = made.read("hall")["rooms"]
    return [one["table"] for room in rooms for one in room["tables"] if one["match"] is not None]


@pytest.mark.rule("REG-6")
def test_tables_of_one_hall_are_given_out_once_by_two_directors_at_once(service: Service) -> None:
    both = [started(service, NXE, 8), started(service, NXE, 8)]
    office = service.client(service.key("administrator"))
    ids = [made.path.rpartition("/")[2] for made in both]
    for made, other in zip(both, reversed(ids), strict=True):
        seen_at = office.get(f"{made.path}/hall").headers["ETag"]
        office.done(f"{made.path}/hall", {**HALL, "shared_with": [other]}, seen=seen_at)
    together, given_out = Barrier(2), 0

    def step(made: Played) -> None:
        together.wait(PATIENCE_SECONDS)
        made.step(first_wins)

    with ThreadPoolExecutor(2) as pool:
        for _ in range(6):
            list(pool.map(step, both))
            given = [table for made in both for table in tables(made)]
            assert len(set(given)) == len(given)
            given_out += len(given)
    assert given_out > 10


@pytest.mark.rule("REG-6", "TD-1")
def test_a_hall_is_not_shared_with_a_tournament_of_other_staff(service: Service) -> None:
    mine, theirs = started(service, NXE, 4), started(service, NXE, 4)
    other = theirs.path.rpartition("/")[2]
    refused = mine.director.post(f"{mine.path}/hall", {"shared_with": [other]}, seen='"hall-0"')
    assert (refused.status_code, refused.json()["rule"]) == (403, refused.json()["rule"])
    assert theirs.read("hall")["shared_with"] == []
    nobody = mine.director.post(f"{mine.path}/hall", {"shared_with": [other[:-1] + "0"]}, seen='"hall-0"')
    assert nobody.status_code == 404
