"""The sources, sentence by sentence: for each that a service can carry out, how it is broken, and the test that fails
then. `python -m tests.mutants named` breaks each, and runs its test.

`sentences/<source>.txt` has a paragraph for each: the number of its clause and what it says, in our own words; then the
mutant, as in `named_mutants.txt`. Where there is none, no service carries it out. Of the online room all sentences are
there, each with its place in its clause: 2.3 is the third one of clause 2. Clauses of the other sources that have no
sentence have a test that names them, and nobody has shown that it fails where they are broken.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.named_mutants import Named, named_mutant, paragraphs
from tests.sources.clauses import SOURCES, clauses

FOLDER = Path(__file__).parent / "sentences"


class Sentence(NamedTuple):
    """What it says, and how it is broken; None: it tells of what no service carries out."""

    number: str
    says: str
    broken: Named | None

    @property
    def clause(self) -> str:
        """The name of its clause."""
        return self.number if self.number in clauses() else self.number.rpartition(".")[0]


@cache
def sentences() -> Sequence[Sentence]:
    """All of them, source by source."""
    return tuple(sentence for source in SOURCES for sentence in _of_source(source))


def _of_source(source: str) -> Iterator[Sentence]:
    for heading, *mutant in paragraphs(FOLDER / f"{source}.txt"):
        number, says = heading.split(" | ")
        yield Sentence(f"{source} {number}", says, named_mutant(mutant) if mutant else None)
