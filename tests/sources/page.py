"""The page that goes through each source clause by clause and says where it is carried out, made from marks in code.

    python -m tests.sources.page

writes `domain/SOURCES.md`. Rules come from the list of clauses, commands and reads from the rules in their titles,
files from the rules and clauses that they name, tests from their marks.
"""

import ast
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from domain.tournament.presets.registry import PRESETS
from tests.api.support import documents
from tests.sources.clauses import SOURCES, SourceClause, clause_of, clauses

ROOT = Path(__file__).parents[2]
FILE = ROOT / "domain" / "SOURCES.md"
_RULES = re.compile(r"\b([A-Z]{2,3})-(\d+)(?:(?:\.\.| to (?:\1-)?)(\d+))?")
_CITED = re.compile(r"\[((?:\d\.[\d.]*\d(?:\([a-z]\))?(?:, |-)?)+)\]")
INTRODUCTION = """\
# The sources, clause by clause

Made by `python -m tests.sources.page` from marks in the code; a test compares. The clauses are told in our own words.
Beside each stand the rules of the rulebook that it became, the commands and reads that name them in their titles, the
files that do, and the tests that name the clause; `make rules` lists the tests of each rule. What is the board's, since
the players or the playing site keep it, is marked so, with the reason. `GET /v1/presets` lists the words that announce
what a source has."""

HEAD = "| clause | what it says | rules | commands and reads | files | tests |" + "\n|" + " --- |" * 6


def rules_in(text: str) -> set[str]:
    """The rule ids that a text names, ranges such as STK-1 to STK-5 or CHM-1..6 written out."""
    return {
        f"{chapter}-{number}"
        for chapter, first, last in _RULES.findall(text)
        for number in range(int(first), int(last or first) + 1)
    }


@cache
def operations() -> Mapping[str, list[str]]:
    """By rule, the commands and reads whose titles name it."""
    found = defaultdict[str, list[str]](list)
    document = json.loads(documents().openapi)
    for methods in document["paths"].values():
        for operation in methods.values():
            for rule in rules_in(operation.get("summary", "")):
                found[rule].append(operation["operationId"])
    return found


@cache
def files() -> Mapping[str, list[str]]:
    """By rule, and by clause of the federation's rules, the files of the domain whose first docstring names it."""
    found = defaultdict[str, list[str]](list)
    for path in sorted((ROOT / "domain").rglob("*.py")):
        said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        for name in rules_in(said) | set(cited(said)):
            found[name].append(path.relative_to(ROOT / "domain").as_posix())
    return found


def cited(text: str) -> Iterator[str]:
    """The clauses of the federation's rules that a text cites in brackets, as they are listed."""
    for listed in _CITED.findall(text):
        for number in re.split(r", |-", listed):
            yield f"ausbgf {number}"


class Shows(NamedTuple):
    """A test, as `file::test`, with the clauses and the rules that its marks name."""

    test: str
    clauses: Sequence[str]
    rules: Sequence[str]


@cache
def showing() -> Sequence[Shows]:
    """Every test that names a source."""
    found = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.source(" in text:
            file = path.relative_to(ROOT).as_posix()
            nodes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef))
            found += [Shows(f"{file}::{one.name}", _marks(one, "source"), _marks(one, "rule")) for one in nodes]
    return [one for one in found if one.clauses]


@cache
def shown() -> Mapping[str, list[str]]:
    """By what the marks of tests name as their sources, those tests."""
    found = defaultdict[str, list[str]](list)
    for one in showing():
        for name in one.clauses:
            found[name].append(one.test)
    return found


def _marks(test: ast.FunctionDef, kind: str) -> Sequence[str]:
    calls = (one for one in test.decorator_list if isinstance(one, ast.Call))
    named = (call.args for call in calls if ast.unparse(call.func) == f"pytest.mark.{kind}")
    return [str(one.value) for arguments in named for one in arguments if isinstance(one, ast.Constant)]


def named_by(clause: SourceClause) -> list[str]:
    """The tests that name it, or a part of it."""
    return sorted({test for name in shown() if clause_of(name) == clause for test in shown()[name]})


def page() -> str:
    """All of it."""
    parts = [INTRODUCTION]
    for source, title in SOURCES.items():
        lines = [_line(clause) for clause in clauses().values() if clause.source == source]
        words = ", ".join(f"`{preset.word}`" for preset in PRESETS.values() if preset.source == source)
        parts.append(f"## {title} ({source})\n\nAnnounced by {words}.\n\n{HEAD}\n" + "\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _line(clause: SourceClause) -> str:
    asked = dict.fromkeys(name for rule in clause.rules for name in sorted(operations()[rule]))
    named = dict.fromkeys(file for name in (*clause.rules, clause.name) for file in files()[name])
    shown = [f"`{file}` {test.replace('_', ' ')}" for file, test in (one.split("::test_") for one in named_by(clause))]
    cells = (
        clause.number,
        clause.about,
        "; ".join(
            filter(None, (", ".join(clause.rules), clause.kept_because and f"the board's: {clause.kept_because}"))
        ),
        ", ".join(f"`{name}`" for name in asked),
        ", ".join(f"`{name}`" for name in named),
        "; ".join(shown),
    )
    return f"| {' | '.join(cells)} |".replace("|  |", "| |")


def main() -> int:
    """Writes the page."""
    FILE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{FILE}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
