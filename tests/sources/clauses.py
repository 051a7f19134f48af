"""The clauses of the five sources, in words of our own, and which rules of the rulebook each became.

`clauses/<source>.txt` has a line for each: its number, the rules, what it says, and the figures it names, as a test
writes them: amounts with their decimals, times in the unit that the service counts in. Then follows, where there is
such a part, why the board, the players or the playing site keep it and the service has nothing to do with it, and the
figures of that part. GokoDom and the federation number their clauses themselves; of the others the statements are
counted from the top.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "clauses"
SOURCES: Mapping[str, str] = {
    "nxe": "N times elimination, and the Champion tournament",
    "gokodom": "The Dominion league's season",
    "room": "The online room",
    "dual_ring": "The Dual Ring",
    "ausbgf": "The federation's tournament rules",
}


@dataclass(frozen=True)
class SourceClause:
    """One clause: its source and number, the rules it became, what it says, and the figures that tests show; why a part
    of it is the board's, if one is, and the figures of that part."""

    source: str
    number: str
    rules: Sequence[str]
    about: str
    figures: Sequence[str]
    kept_because: str
    kept_figures: Sequence[str]

    @property
    def name(self) -> str:
        """How marks call it: `gokodom II.C`."""
        return f"{self.source} {self.number}"


@cache
def clauses() -> Mapping[str, SourceClause]:
    """All of them by name, source by source."""
    found = [_read(source, line) for source in SOURCES for line in _lines(source)]
    assert len({one.name for one in found}) == len(found), "a clause is listed twice"
    return {one.name: one for one in found}


def _lines(source: str) -> Sequence[str]:
    return (FOLDER / f"{source}.txt").read_text(encoding="utf-8").splitlines()


def _read(source: str, line: str) -> SourceClause:
    parts = [part.strip() for part in line.split("|")]
    number, rules, about, figures, because, kept = parts + [""] * (6 - len(parts))
    return SourceClause(source, number, rules.replace(",", " ").split(), about, figures.split(), because, kept.split())


def clause_of(name: str) -> SourceClause:
    """The clause that a mark names, such as `ausbgf 4.4.4(c)`: a part belongs to its clause. Raises KeyError."""
    whole = re.sub(r"(\([a-z]\))+$", "", name)
    return clauses()[name] if name in clauses() else clauses()[whole]
