"""From nothing to the first answer, and the memory of all processes with PostgreSQL: a new data folder, and once more.

    python -m tests.bench.starting

`scoresheet serve` on an embedded server in a temporary folder, in as few processes as one gets who tries the service:
with nothing loaded, while followers take the demonstration in, and once they are level; then the same folder again. At
full size also with a process for each part. Memory that processes share is counted once (PSS). Prints figures; nothing
is asserted.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from itertools import groupby
from pathlib import Path

import httpx
import psutil

from tests.bench.sizes import IS_FULL
from tests.faults.service import Service, service
from tests.ops.support import COMMAND, NOT_SET_UP
from tests.patience import PROGRAM_SECONDS

DEMONSTRATION = "--demo"
PAGES = ("/", "/tournaments", "/ratings", "/docs")
WAYS = {"few processes": NOT_SET_UP + COMMAND} | ({"a process for each part": COMMAND} if IS_FULL else {})
"""How the service is started: as by one who tries it, or on a machine that is set up."""
SOONEST_SECONDS, OFTEN_SECONDS = 0.01, 0.2
KINDS = {
    "keeper.py": "keeper of the server",
    "postgres": "PostgreSQL",
    "resource_tracker": "tracker of multiprocessing",
    "import main": "what watches the parts",
}
"""By what is in the command line of a process, what it is."""
_PSS = "Pss:"


def measure(describe: Callable[[str], object]) -> None:
    """Runs everything and tells the figures."""
    for way, program in WAYS.items():
        with folder() as data, redirect_stdout(sys.stderr), service(data_dir=data) as served:
            served.program = program
            describe(f"{way}, new data folder: first answer after {first_answer(served)}")
            describe(f"{way}, while the demonstration is taken in: {most_memory(served)}")
            visit(served)
            describe(f"{way}, demonstration loaded, followers level: {memory(served)}")
            for line in memory_of_each(served):
                describe(line)
            served.stop()
            describe(f"{way}, the same again: first answer after {first_answer(served)}")
            most_memory(served)
            visit(served)
            describe(f"{way}, the same again, followers level: {memory(served)}")
            for line in memory_of_each(served):
                describe(line)
            served.stop()


@contextmanager
def folder() -> Iterator[Path]:
    """A data folder that is not there yet, which accounts of parts can reach."""
    with tempfile.TemporaryDirectory(prefix="scoresheet-bench-") as parent:
        Path(parent).chmod(0o755)
        yield Path(parent) / "data"


def first_answer(served: Service) -> str:
    """How long it took, and how much of that the processors worked for it."""
    begin = time.perf_counter()
    served.begin(DEMONSTRATION)
    next(pause for pause in _pauses(served, SOONEST_SECONDS) if _answers(served))
    taken = time.perf_counter() - begin
    worked = sum(sum(one.cpu_times()[:2]) for one in served.look() if one.is_running())
    return f"{taken:.1f} s, {worked:.1f} s of CPU, {memory(served)}"


def most_memory(served: Service) -> str:
    """The most that all its processes held until the demonstration was loaded, and followers were level."""
    most = 0
    for _ in _pauses(served, OFTEN_SECONDS):
        most = max(most, _held(served))
        if _is_level(served):
            break
    return f"{most / 1024:.0f} MiB at most"


def _pauses(served: Service, seconds: float) -> Iterator[float]:
    """Pauses as often as it is asked. Fails where the service has ended, or it takes too long."""
    end = time.monotonic() + PROGRAM_SECONDS
    while served.main.poll() is None and time.monotonic() < end:
        yield seconds
        time.sleep(seconds)
    raise TimeoutError(served.said())


def _answers(served: Service) -> bool:
    with suppress(httpx.TransportError):
        return httpx.get(f"{served.url}/health").is_success
    return False


def _is_level(served: Service) -> bool:
    """Whether all is loaded and signed, and every read model has come so far."""
    with suppress(httpx.TransportError):
        shown = httpx.get(f"{served.url}/ready", timeout=PROGRAM_SECONDS).json()
        is_loaded = shown["loading"] == [] and "/login/" in served.said()
        return is_loaded and set(shown["lag"].values()) == {0} and shown["position"] == shown["signed"]
    return False


def visit(served: Service) -> None:
    """Somebody looks at some pages."""
    for page in PAGES:
        httpx.get(f"{served.url}{page}", follow_redirects=True, timeout=PROGRAM_SECONDS)


def memory(served: Service) -> str:
    """What all its processes hold."""
    return f"{_held(served) / 1024:.0f} MiB in {len(served.look())} processes"


def _held(served: Service) -> int:
    return sum(map(pss, served.look()))


def memory_of_each(served: Service) -> Iterator[str]:
    """What each kind of its processes holds, the largest first."""
    found = sorted((_kind(one), pss(one)) for one in served.look())
    kinds = [(kind, [held for _, held in ones]) for kind, ones in groupby(found, key=lambda one: one[0])]
    for kind, held in sorted(kinds, key=lambda one: -sum(one[1])):
        yield f"- {sum(held) / 1024:4.0f} MiB in {len(held)}: {kind}"


def _kind(process: psutil.Process) -> str:
    with suppress(psutil.Error):
        shown = " ".join(process.cmdline()).strip()
        return next((kind for words, kind in KINDS.items() if words in shown), shown.removeprefix("scoresheet "))
    return "gone meanwhile"


def pss(process: psutil.Process) -> int:
    """In KiB, its share of what it shares included."""
    with suppress(FileNotFoundError, ProcessLookupError):
        lines = Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith(_PSS))
    return 0


if __name__ == "__main__":
    out = sys.stdout
    measure(lambda line: out.write(f"{line}\n"))
