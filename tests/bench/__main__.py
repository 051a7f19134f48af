"""Measures all that is measured, one after the other, and prints one table: python -m tests.bench [name ...]

A name is that of a file in this folder, such as `rating`. Each line that one prints is a row of the table at once;
beside how long it took is how many others wanted a core of the machine meanwhile. What was measured
at several sizes is drawn in `var/bench.svg`. Ends with 1 where one has failed, and says with what. Everything is small,
unless SCORESHEET_TEST_BENCH is `full`.
"""

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench.growth import Growth, growth, picture
from tests.bench.sizes import IS_FULL

FOLDER = Path(__file__).parent
PICTURE = Path("var/bench.svg")
FAILED = "FAILED"
BEGINS = 'if __name__ == "__main__":'


def names() -> list[str]:
    """What can be measured: the files that are programs, sorted."""
    programs = (path for path in FOLDER.glob("*.py") if path.stem != "__main__")
    return sorted(path.stem for path in programs if BEGINS in path.read_text(encoding="utf-8"))


def command(name: str) -> list[str]:
    """What runs it. It prints each line at once."""
    return [sys.executable, "-u", "-m", f"tests.bench.{name}"]


def measured(name: str) -> Iterator[str]:
    """The figures that it prints, as they come; the last of them is how long it took. One begins with FAILED where it
    has failed."""
    began = time.monotonic()
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as errors,
        subprocess.Popen(
            command(name), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as run,
    ):
        yield from (line.rstrip() for line in run.stdout or () if line.strip())
        if run.wait():
            errors.seek(0)
            yield f"{FAILED} with {run.returncode}: {' '.join(errors.read().splitlines()[-1:])}"
    yield f"took {time.monotonic() - began:.0f} s, {load()}"


def load() -> str:
    """How busy the machine has been in the last minute, all its programs together."""
    return f"load {os.getloadavg()[0]:.1f} of {os.cpu_count()} cores"


def printed(name: str, width: int) -> list[str]:
    """Measures it and prints its rows of the table, the name in the first; the figures."""
    figures = list[str]()
    for figure in measured(name):
        print(f"{'' if figures else name:{width}} | {figure}", flush=True)
        figures.append(figure)
    return figures


def main(wanted: Sequence[str]) -> int:
    """Measures these, or everything. The exit code."""
    known = names()
    unknown = [name for name in wanted if name not in known]
    if unknown:
        sys.exit(f"nothing is called {', '.join(unknown)}; there are: {', '.join(known)}")
    chosen, width, failed, drawn = list(wanted) or known, max(map(len, known)), False, dict[str, Growth]()
    print(f"Python {platform.python_version()}, {platform.machine()}, {load()}, {'full' if IS_FULL else 'small'}")
    print(f"{'what':{width}} | figures\n{'-' * width}-+-{'-' * 40}")
    for name in chosen:
        figures = printed(name, width)
        failed |= any(figure.startswith(FAILED) for figure in figures)
        drawn[name] = growth(name, figures)
    draw({what: points for one in drawn.values() for what, points in one.items()})
    return int(failed)


def draw(lines: Growth) -> None:
    """Draws what grows, if anything was measured at several sizes."""
    if lines:
        PICTURE.parent.mkdir(exist_ok=True)
        PICTURE.write_text(picture(lines), encoding="utf-8")
        print(f"drawn: {PICTURE}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
