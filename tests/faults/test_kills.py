"""`kill -9` of any process of the service in the midst of writing: what was acknowledged is there, once and whole.

A session of PostgreSQL that is killed makes the server recover by itself, and the service goes on. Any other part
that is killed ends the service (exit code 13), which has to come back by being started again, as a process manager
does: at once, by the same command, with no help. Ctrl-C and SIGTERM leave no process behind, and the next start goes on
where that ended.
"""

import os
import random
import signal
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from ops import embedded
from ops.errors import ExitCode
from ops.parts import PARTS
from tests.faults.evidence import assert_kept, assert_settled, await_projections
from tests.faults.service import Service, owner_of, service
from tests.faults.writers import Writers, writing

pytestmark = pytest.mark.operations

SEED = 20_261_120
LONGEST_DELAY_SECONDS = 0.4


def part(name: str) -> Callable[[Service], Sequence[psutil.Process]]:
    return lambda service: service.find(PARTS[name].entry_point)


def supervisor(service: Service) -> Sequence[psutil.Process]:
    return [psutil.Process(service.main.pid)]


def postmaster(service: Service) -> Sequence[psutil.Process]:
    return [one for one in service.find("/bin/postgres ") if one.cmdline()[0].endswith("/bin/postgres")]


def keeper(service: Service) -> Sequence[psutil.Process]:
    return service.find("embedded/keeper.py")


def session(service: Service) -> Sequence[psutil.Process]:
    return service.find("postgres: scoresheet_service")


def everything(service: Service) -> Sequence[psutil.Process]:
    return service.look()


VICTIMS: Mapping[str, Callable[[Service], Sequence[psutil.Process]]] = {
    **{name: part(name) for name in PARTS},
    "supervisor": supervisor,
    "postmaster": postmaster,
    "keeper": keeper,
    "session": session,
    "everything": everything,
}


def control_c(served: Service) -> None:
    """What a terminal does: every process of the group in front gets it, twice by an impatient hand."""
    os.killpg(served.main.pid, signal.SIGINT)
    os.killpg(served.main.pid, signal.SIGINT)


def terminate(served: Service) -> None:
    """What a process manager does."""
    served.main.send_signal(signal.SIGTERM)


STOPS: Mapping[str, Callable[[Service], None]] = {"Ctrl-C": control_c, "SIGTERM": terminate}
EACH = (*VICTIMS, *STOPS)


@pytest.mark.parametrize("names", [("session", "everything"), pytest.param(EACH * 6, marks=pytest.mark.proof)])
def test_killed_or_stopped_at_that_many_moments(begun: Path, names: Sequence[str]) -> None:
    chance = random.Random(SEED)  # noqa: S311 -- to be repeated, not to be secret
    seconds: dict[str, list[float]] = defaultdict(list)
    print(f"seed {SEED}")
    with service(data_dir=begun) as served:
        served.start()
        key = served.office_key()
        with writing(served.url, key, SEED) as writers:
            for moment, name in enumerate(names):
                writers.await_answers()
                time.sleep(chance.uniform(0, LONGEST_DELAY_SECONDS))
                seconds[name].append(recovered_from(name, served, writers, chance))
                print(f"{moment} {name}: {seconds[name][-1]:.1f} s, {len(writers.answers())} answers", flush=True)
                assert_kept(owner_of(begun), writers.answers(), key)
        await_projections(served.url)
        assert served.stop() == ExitCode.DONE
        assert served.nothing_is_left()
        print_figures(seconds, writers)
        with embedded.start(begun) as server:
            assert_settled(server.owner_url(), served, writers)


def recovered_from(name: str, served: Service, writers: Writers, chance: random.Random) -> float:
    """Kills or stops, and returns how many seconds later the first writer had an answer again."""
    began = time.monotonic()
    if name in STOPS:
        assert_stops(served, STOPS[name])
    else:
        kill(name, served, chance)
    if name == "session":
        writers.await_answers()
        assert served.main.poll() is None, served.said()
    else:
        served.start()
        assert "migrating" not in served.said()
        writers.await_answers()
    return time.monotonic() - began


def assert_stops(served: Service, ask: Callable[[Service], None]) -> None:
    """Asked to, the service ends, and leaves nothing behind."""
    served.look()
    ask(served)
    assert served.ended() == ExitCode.DONE, served.said()
    assert served.nothing_is_left()


def kill(name: str, served: Service, chance: random.Random) -> None:
    """Kills that, or one of those; the service ends by it, unless it is a session."""
    victims = VICTIMS[name](served)
    for victim in victims if name == "everything" else [chance.choice(victims)]:
        with suppress(psutil.NoSuchProcess):
            victim.kill()
    if name != "session":
        expected = -signal.SIGKILL if name in ("supervisor", "everything") else ExitCode.SERVICE_ENDED
        assert served.ended() == expected, served.said()


def print_figures(seconds: Mapping[str, Sequence[float]], writers: Writers) -> None:
    answers = writers.answers()
    print(f"{len(answers)} answers: {dict(writers.kinds())}")
    print(f"{sum(answer.failures > 0 for answer in answers)} after failures, {len(writers.waits())} answers 503,")
    print(f"{sum(answer.repeated for answer in answers)} had been recorded before their sender heard of it")
    for name, took in seconds.items():
        print(f"{name}: {len(took)} times, {statistics.median(took):.1f} s, at most {max(took):.1f} s")
