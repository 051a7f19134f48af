"""Two directors who draw, report and arrange at once never have one table of their hall twice (REG-6)."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import httpx
import pytest

from domain.tournament.decisions.hall import shared
from tests.api.played import Played, first_wins, started
from tests.api.support import Client, Service, problem
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


def announce(by: Client) -> str:
    """The path of another tournament of theirs."""
    return f"/v1/tournaments/{by.done('/v1/tournaments', {'name': 'Beside', 'format': NXE}).json()['tournament']}"


def share(by: Client, path: str, *others: str) -> httpx.Response:
    named = [one.rpartition("/")[2] for one in others]
    return by.post(f"{path}/hall", {"shared_with": named}, seen=by.get(f"{path}/hall").headers["ETag"])


@pytest.mark.rule("REG-6", "TD-1")
def test_a_hall_is_not_joined_through_a_tournament_that_shares_it_already(service: Service) -> None:
    """A director of two takes no tables from a third, with which one of theirs shares a hall."""
    mine, theirs = started(service, NXE, 4), started(service, NXE, 4)
    beside, office = announce(mine.director), service.client(service.key("administrator"))
    assert share(office, beside, theirs.path).is_success
    refused = share(mine.director, mine.path, beside)
    assert (refused.status_code, theirs.read("hall")["shared_with"]) == (403, [beside.rpartition("/")[2]])
    assert share(office, mine.path, beside).is_success
    assert len(theirs.read("hall")["shared_with"]) == 2
    again = share(mine.director, mine.path, beside, theirs.path)
    assert again.is_success, again.text


@pytest.mark.rule("REG-6", "TD-9")
@pytest.mark.parametrize("way", ["alone", "in bulk", "tried"])
def test_a_key_for_one_tournament_arranges_no_other_ones_hall(service: Service, way: str) -> None:
    mine = started(service, NXE, 4)
    beside, own = announce(mine.director), mine.path.rpartition("/")[2]
    narrowed = service.client(service.key("director", mine.director.read(mine.path)["directors"][0], own))
    other = beside.rpartition("/")[2]
    command = {"kind": "arrange-hall", "shared_with": [other]}
    if way == "alone":
        answer = share(narrowed, mine.path, beside)
    elif way == "in bulk":
        answer = narrowed.post(f"{mine.path}/bulk", {"rows": [{"command": command}]})
    else:
        answer = narrowed.post(f"{mine.path}/previews", {"command": command})
    assert (answer.status_code, problem(answer)) == (403, "key-narrowed")
    assert mine.director.read(f"{beside}/hall")["shared_with"] == []


@pytest.mark.rule("REG-6")
def test_a_hall_has_no_more_tournaments_than_are_read_with_each_table(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "MOST_SHARING", 2)
    office = service.client(service.key("administrator"))
    paths = [announce(office) for _ in range(4)]
    for first, last in (paths[:2], paths[2:]):
        assert share(office, first, last).is_success
    assert share(office, paths[0], *paths[1:]).status_code == 403
    assert share(office, paths[0], paths[2]).status_code == 200
