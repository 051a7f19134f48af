"""Mutants by hand: each has once survived all tests, and now has a test that notices it.

`named_mutants.txt` has a paragraph for each: its file; behind `-` what is there once, behind `+` what the mutant has in
its place, if anything; and the test that fails with it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Named:
    """In the file `old` stands once, and the mutant has `new` in its place. `test` fails with it."""

    file: str
    old: str
    new: str
    test: str


def paragraphs(file: Path) -> Iterator[Sequence[str]]:
    """The lines of each paragraph."""
    return (paragraph.splitlines() for paragraph in file.read_text(encoding="utf-8").split("\n\n"))


def named_mutant(lines: Sequence[str]) -> Named:
    """The mutant that a paragraph has."""
    file, *changed, test = lines
    old, new = ("\n".join(line[2:] for line in changed if line.startswith(mark)) for mark in "-+")
    return Named(file, old, new, test)


NAMED = tuple(map(named_mutant, paragraphs(Path(__file__).with_suffix(".txt"))))
