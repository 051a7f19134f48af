"""Functions are small enough to be read at once. `python -m tests.house.test_sizes` prints how long files and how full
folders are: figures to look at, for no code is moved to satisfy a number."""

import sys
from collections import Counter
from collections.abc import Iterator
from statistics import median, quantiles

from tests.house.source import PROGRAM, files, functions, lines, name

LONGEST_FUNCTION = 60
_SHOWN = 10


def test_no_function_is_long() -> None:
    found = [
        name(path, function.lineno)
        for path in files(*PROGRAM)
        for function in functions(path)
        if lines(function) > LONGEST_FUNCTION
    ]
    assert found == []


def test_most_functions_are_short() -> None:
    lengths = [lines(function) for path in files(*PROGRAM) for function in functions(path)]
    assert median(lengths) <= 5
    assert quantiles(lengths, n=10)[-1] <= 13


def figures() -> Iterator[str]:
    """A line for each of the longest files and of the fullest folders."""
    lengths = Counter({name(path): len(path.read_text().splitlines()) for path in files(*PROGRAM)})
    folders = Counter(name(path.parent) for path in files(*PROGRAM) if path.name != "__init__.py")
    yield from (f"{path}: {number} lines" for path, number in lengths.most_common(_SHOWN))
    yield from (f"{folder}: {number} files" for folder, number in folders.most_common(_SHOWN))


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in figures())
