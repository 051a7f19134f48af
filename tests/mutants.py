"""Mutants of the domain: each changes one operator or number, and the tests of the rules must notice it.

`python -m tests.mutants [HOW_MANY] [SEED]` makes copies of the tree, tries the mutants there, and prints those that no
test noticed. It fails where there are more than `SURVIVORS`.
"""

import ast
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
HOW_MANY, SEED = 40, 20261128
SURVIVORS = 10
"""As many may survive: a change without effect, such as `>=` where both are never equal, is noticed by no test."""
AT_ONCE = 2
SECONDS = 600
TESTS = ("domain", "scoring", "standings", "pairing", "rating", "trf", "formats")
LEFT_OUT = shutil.ignore_patterns(".*", "var", "__pycache__")
_SWAPPED: dict[type[ast.AST], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}


@dataclass(frozen=True)
class Mutant:
    """One change: the characters from `start` to `end` of a file become `text`."""

    file: str
    line: int
    start: int
    end: int
    text: str

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]


def mutants(file: Path) -> Iterator[Mutant]:
    """All mutants of a file."""
    name, source = str(file.relative_to(ROOT)), file.read_bytes()
    begins = [0]
    for line in source.splitlines(keepends=True):
        begins.append(begins[-1] + len(line))

    def at(line: int, column: int) -> int:
        return begins[line - 1] + column

    def between(left: ast.expr, right: ast.expr, text: str) -> Mutant:
        assert left.end_lineno is not None
        assert left.end_col_offset is not None
        start, end = at(left.end_lineno, left.end_col_offset), at(right.lineno, right.col_offset)
        held = source[start:end].decode()
        before, after = held[: len(held) - len(held.lstrip(" )\n"))], held[len(held.rstrip(" (\n")) :]
        return Mutant(name, left.end_lineno, start, end, f"{before}{text}{after}")

    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare(left=left, ops=[one], comparators=[right]) if type(one) in _SWAPPED:
                yield between(left, right, _SWAPPED[type(one)])
            case ast.BoolOp(op=one, values=[left, right]):
                yield between(left, right, "or" if isinstance(one, ast.And) else "and")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                start = at(node.lineno, node.col_offset)
                yield Mutant(
                    str(file.relative_to(ROOT)), node.lineno, start, at(operand.lineno, operand.col_offset), ""
                )


def chosen(how_many: int, seed: int) -> list[Mutant]:
    """So many mutants of all files of the domain, the same for the same seed."""
    found = [one for file in sorted((ROOT / "domain").rglob("*.py")) for one in mutants(file)]
    random.Random(seed).shuffle(found)  # noqa: S311 -- which ones are tried is no secret
    return list(islice(filter(_compiles, found), how_many))


def _compiles(mutant: Mutant) -> bool:
    try:
        compile(mutant.applied((ROOT / mutant.file).read_bytes()), mutant.file, "exec")
    except SyntaxError:
        return False
    return True


def is_noticed(mutant: Mutant, tree: Path) -> bool:
    """Whether the tests fail, or come to no end, where the copy of the tree has the mutant."""
    file = tree / mutant.file
    source = file.read_bytes()
    file.write_bytes(mutant.applied(source))
    command = [sys.executable, "-m", "pytest", "-qx", "-p", "no:cacheprovider", "-m", "not proof"]
    try:
        named = [f"tests/{one}" for one in TESTS]
        return subprocess.run([*command, *named], cwd=tree, capture_output=True, timeout=SECONDS).returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        file.write_bytes(source)


def main(how_many: int = HOW_MANY, seed: int = SEED) -> int:
    """Tries the mutants; the exit code."""
    trees: Queue[Path] = Queue()
    with TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        for number in range(AT_ONCE):
            trees.put(Path(shutil.copytree(ROOT, Path(folder) / str(number), ignore=LEFT_OUT)))

        def tried(mutant: Mutant) -> bool:
            tree = trees.get()
            try:
                return is_noticed(mutant, tree)
            finally:
                trees.put(tree)

        wanted = chosen(how_many, seed)
        survivors = [one for one, noticed in zip(wanted, pool.map(tried, wanted), strict=True) if not noticed]
    for one in survivors:
        sys.stdout.write(f"survived: {one.file}:{one.line}: {one.text.strip() or 'without `not`'}\n")
    sys.stdout.write(f"{how_many - len(survivors)} of {how_many} mutants were noticed\n")
    return int(len(survivors) > SURVIVORS)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
