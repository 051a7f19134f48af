"""From nothing to the first answer, and the memory of all processes with PostgreSQL: a new data folder, and once more.

    python -m tests.bench.starting

`scoresheet serve` on an embedded server in a temporary folder; at full size with the demonstration, which is loaded
before memory is measured. Memory that processes share is counted once (PSS). Prints figures; nothing is asserted.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from pathlib import Path

import httpx
import psutil

from tests.bench.sizes import IS_FULL
from tests.faults.service import Service, service
from tests.patience import eventually

LOADED = ("--demo",) if IS_FULL else ()
PAGES = ("/", "/tournaments", "/ratings", "/docs")
_PSS = "Pss:"


def measure(describe: Callable[[str], object]) -> None:
    """Runs everything and tells the figures."""
    with tempfile.TemporaryDirectory(prefix="scoresheet-bench-") as parent:
        Path(parent).chmod(0o755)
        for what in ("new data folder", "the same again"):
            with redirect_stdout(sys.stderr), service(data_dir=Path(parent) / "data") as served:
                describe(f"{what}: first answer after {first_answer(served)}")
                assert eventually(lambda: not httpx.get(f"{served.url}/ready").json().get("loading", ["?"]))
                for page in PAGES:
                    httpx.get(f"{served.url}{page}", follow_redirects=True)
                describe(f"{what}: {memory(served)}")
                served.stop()


def first_answer(served: Service) -> str:
    """How long it took, and how much of that the processors worked for it."""
    begin = time.perf_counter()
    served.begin(*LOADED)
    while not _answers(served):
        time.sleep(0.01)
    taken = time.perf_counter() - begin
    worked = sum(sum(one.cpu_times()[:2]) for one in served.look() if one.is_running())
    return f"{taken:.1f} s, {worked:.1f} s of CPU"


def _answers(served: Service) -> bool:
    with suppress(httpx.TransportError):
        return httpx.get(f"{served.url}/health").is_success
    return False


def memory(served: Service) -> str:
    """What all its processes hold."""
    held = [pss(one) for one in served.look()]
    return f"{sum(held) / 1024:.0f} MiB in {len(held)} processes"


def pss(process: psutil.Process) -> int:
    """In KiB, its share of what it shares included."""
    with suppress(FileNotFoundError, ProcessLookupError):
        lines = Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith(_PSS))
    return 0


if __name__ == "__main__":
    out = sys.stdout
    measure(lambda line: out.write(f"{line}\n"))
