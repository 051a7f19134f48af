"""The follower to copy ends equal to the service's list, whatever is killed when, and whatever is taken back."""

import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from domain.application.requests import CommandOrigin, of_federation
from domain.federation.decide import RestartLog
from domain.kernel.values import FIRST_POOLS
from domain.ports.command_handling import command_id, request_digest
from ops.examples import ranking_follower
from tests.api.support import Season, Service, score, season
from tests.patience import PATIENCE_SECONDS
from tests.projections.support import OFFICE

PROGRAM = Path(ranking_follower.__file__)
Ranking = list[tuple[str, str, int, int]]


def of_service(service: Service) -> Ranking:
    """The service's list, once its tables and its feeds have followed the log."""
    service.wait_for_feeds()
    found = [(pool, one) for pool in FIRST_POOLS for one in service.services.readings.ratings(pool, limit=1_000).items]
    return sorted((pool, one.person, int(one.rating.replace(".", "")), one.experience) for pool, one in found)


def of_file(file: Path) -> Ranking:
    """The follower's."""
    with closing(sqlite3.connect(file)) as connection:
        return sorted(connection.execute("SELECT pool, person, rating, experience FROM ratings").fetchall())


def started(service: Service, file: Path, *options: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, PROGRAM, service.url, file, *options], stderr=subprocess.DEVNULL)


def level(service: Service, file: Path) -> Ranking:
    """What the follower holds when it has stopped of itself: at the end of the feeds."""
    service.wait_for_feeds()
    assert started(service, file, "--once").wait(PATIENCE_SECONDS) == 0
    return of_file(file)


Step = Callable[[Season, random.Random], object]


def _corrected(made: Season, chance: random.Random) -> object:
    number = chance.randint(1, made.director.read(made.path)["matches"])
    body = {"result": score(*chance.choice([(7, 1), (2, 7)])), "reason": "Mixed up.", "override": True}
    match = f"{made.path}/matches/{number}"
    return made.director.post(f"{match}/corrections", body, seen=made.director.get(match).headers["ETag"])


def _voided(made: Season, chance: random.Random) -> object:
    number = chance.randint(1, made.director.read(made.path)["matches"])
    match = f"{made.path}/matches/{number}"
    kind = "voiding" if made.director.read(match)["status"] != "void" else "reinstatement"
    seen = made.director.get(match).headers["ETag"]
    return made.director.post(f"{match}/{kind}", {"reason": "So be it."}, seen=seen)


def _ruled(made: Season, chance: random.Random) -> object:
    """A ruling, or the newest is taken back."""
    rulings = made.director.read(f"{made.path}/rulings")["items"]
    if rulings and chance.random() < 0.5:
        ruling = f"{made.path}/rulings/{rulings[-1]['number']}"
        seen = made.director.get(ruling).headers["ETag"]
        return made.director.post(f"{ruling}/withdrawal", {"reason": "Found wrong."}, seen=seen)
    number = chance.randint(1, made.director.read(made.path)["matches"])
    loser = made.director.read(f"{made.path}/matches/{number}")["sides"][0]
    body = {
        "about": {"kind": "match", "number": number},
        "clause": "4.2.3",
        "facts": "They left.",
        "reasons": "The rules say so.",
        "parties": [loser],
        "remedies": [{"kind": "match-loss", "match": number, "entry": loser}],
    }
    return made.director.rule(made.path, body)


def _played(made: Season, chance: random.Random) -> object:
    first, second = chance.sample(range(1, len(made.persons) + 1), 2)
    return made.play(first, second)


def _opened(made: Season, chance: random.Random) -> object:
    office = made.service.administrator()
    person = f"/v1/persons/{chance.choice(made.persons)}"
    body = {"pool": "normal", "rating": str(chance.randint(1400, 1800)), "experience": 9, "reason": "From elsewhere."}
    return office.post(f"{person}/opening-ratings", body, seen=office.get(person).headers["ETag"])


STEPS: Sequence[Step] = (_played, _played, _played, _corrected, _voided, _ruled, _opened)


def poured(made: Season, chance: random.Random, steps: int) -> None:
    """So much happens."""
    _played(made, chance)
    for _ in range(steps):
        chance.choice(STEPS)(made, chance)


@pytest.mark.rule("ELO-6", "ALL-3")
def test_a_follower_that_is_killed_ends_equal_to_the_service(played: Season, tmp_path: Path) -> None:
    file, chance = tmp_path / "ranking.sqlite", random.Random(5)  # noqa: S311 -- to be repeated, not to be secret
    for options in ((), ("--stream",)):
        running = started(played.service, file, *options)
        poured(played, chance, 2)
        running.kill()
        running.wait()
    assert level(played.service, file) == of_service(played.service) != []


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(8))
def test_followers_that_go_on_by_another_way_end_equal(service: Service, tmp_path: Path, seed: int) -> None:
    made, chance = season(service, 6), random.Random(seed)  # noqa: S311 -- to be repeated, not to be secret
    files = [tmp_path / f"{number}.sqlite" for number in range(3)]
    for _ in range(6):
        running = [started(service, file, *chance.choice([(), ("--stream",)])) for file in files]
        for follower in running:
            poured(made, chance, chance.randint(0, 5))
            time.sleep(chance.random())
            follower.kill()
            follower.wait()
    assert [level(service, file) for file in files] == [of_service(service)] * len(files)


def test_a_restart_of_the_log_undoes_what_it_holds_no_longer(played: Season, tmp_path: Path) -> None:
    """The follower has followed a log whose end is gone: entries beyond the restart are no more."""
    service, file = played.service, tmp_path / "ranking.sqlite"
    played.play(1, 2)
    played.play(2, 3)
    expected = of_service(service)
    assert level(service, file) == expected
    newest = service.services.journal.position()
    with closing(sqlite3.connect(file)) as connection, connection:
        [[person]] = connection.execute("SELECT person FROM ratings LIMIT 1").fetchall()
        lost = {
            "id": "9",
            "pool_position": newest + 5,
            "pool": "normal",
            "person": person,
            "rating": 1,
            "supersedes": "",
        }
        beside = dict.fromkeys(("tournament", "match", "before", "after"))
        entry = {"id": "9", "data": {**lost, **beside, "experience": 1, "cause": "result"}}
        cursor = ranking_follower.Ranking(connection).cursor or ""
        ranking_follower.Ranking(connection).take(ranking_follower.Batch([entry], cursor))
    assert of_file(file) != expected
    asked = CommandOrigin(command_id("tests", "again"), request_digest("again", b""), OFFICE)
    begun = RestartLog(origin="a.example/log/2", former_origin="a.example/log", former_size=9, former_root="0" * 64)
    service.services.journal.execute(of_federation(asked, begun))
    assert of_service(service) == expected
    assert level(service, file) == expected
    played.play(3, 1)
    assert level(service, file) == of_service(service) != expected
