"""Measures all that is measured, one after the other, and prints one table: python -m tests.bench [name ...]

A name is that of a file in this folder, such as `rating`. Each line that one prints is a row of the table, as soon as
it has ended; beside how long it took stands how many others wanted a core of the machine meanwhile. What was measured
at several sizes is drawn in `var/bench.svg`. Ends with 1 where one has failed, and says with what.
"""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench.growth import Growth, growth, picture

FOLDER = Path(__file__).parent
PICTURE = Path("var/bench.svg")
BEGINS = 'if __name__ == "__main__":'


def names() -> list[str]:
    """What can be measured: the files that are programs, sorted."""
    programs = (path for path in FOLDER.glob("*.py") if path.stem != "__main__")
    return sorted(path.stem for path in programs if BEGINS in path.read_text(encoding="utf-8"))


def measured(name: str) -> tuple[bool, list[str]]:
    """Whether it ended well, and the figures that it printed; the last of them is how long it took."""
    began = time.monotonic()
    command = [sys.executable, "-m", f"tests.bench.{name}"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    figures = [line for line in done.stdout.splitlines() if line.strip()]
    if done.returncode:
        figures.append(f"FAILED with {done.returncode}: {' '.join(done.stderr.splitlines()[-1:])}")
    return done.returncode == 0, [*figures, f"took {time.monotonic() - began:.0f} s, {load()}"]


def load() -> str:
    """How busy the machine has been in the last minute, all its programs together."""
    return f"load {os.getloadavg()[0]:.1f} of {os.cpu_count()} cores"


def rows(name: str, figures: Sequence[str], width: int) -> Iterator[str]:
    """The table's rows: the name is in the first."""
    for number, figure in enumerate(figures):
        yield f"{'' if number else name:{width}} | {figure}"


def main(wanted: Sequence[str]) -> int:
    """Measures these, or everything. The exit code."""
    known = names()
    unknown = [name for name in wanted if name not in known]
    if unknown:
        sys.exit(f"nothing is called {', '.join(unknown)}; there are: {', '.join(known)}")
    chosen, width, failed, drawn = list(wanted) or known, max(map(len, known)), False, dict[str, Growth]()
    print(f"Python {platform.python_version()}, {platform.machine()}, {load()}")
    print(f"{'what':{width}} | figures\n{'-' * width}-+-{'-' * 40}")
    for name in chosen:
        well, figures = measured(name)
        failed |= not well
        drawn[name] = growth(name, figures)
        print(*rows(name, figures, width), sep="\n", flush=True)
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
