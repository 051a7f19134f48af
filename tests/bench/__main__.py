"""Measures all that is measured, one after the other, and prints one table: python -m tests.bench [name ...]

A name is that of a file in this folder, such as `rating`. Each line that one prints is a row of the table, as soon as
it has ended. Ends with 1 where one has failed, and says with what.
"""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

FOLDER = Path(__file__).parent
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
    return done.returncode == 0, [*figures, f"took {time.monotonic() - began:.0f} s"]


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
    chosen, width, failed = list(wanted) or known, max(map(len, known)), False
    print(f"{'what':{width}} | figures\n{'-' * width}-+-{'-' * 40}")
    for name in chosen:
        well, figures = measured(name)
        failed |= not well
        print(*rows(name, figures, width), sep="\n", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
