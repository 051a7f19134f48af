"""Mutants of the domain: each changes one operator or number, and the tests of the rules must notice it.

`python -m tests.mutants [HOW_MANY] [SEED]` makes copies of the tree, tries the mutants there, and prints those that no
test noticed. It fails where there are more than `SURVIVORS`. After `MINUTES` it ends: a mutant that is not decided by
then counts as a survivor, so a slow machine never makes the figure look better. The tests nearest to a mutant are tried
first, and all others only where these notice nothing. `python -m tests.mutants only 7 12` tries the seventh and the
twelfth of these mutants, for as long as that takes. `python -m tests.mutants named` tries
those of `tests/named_mutants.txt` and of `tests/sources/sentences`, each with its one test; after `named`, the part of
a file's name leaves out all others.
"""

import ast
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory

from tests.named_mutants import NAMED, Named
from tests.sources.sentences import sentences

ROOT = Path(__file__).parents[1]
HOW_MANY, SEED = 40, 20261128
SURVIVORS = 1
"""None of them is known to survive; one may, such as a change without effect that a new line brings."""
MINUTES, HOURS_ALONE = 20, 12
AT_ONCE = 2
CPU_SECONDS = 900
"""Tests that have worked so long come to no end: a machine's load does not count, as it would by the clock."""
TESTS = ("domain", "directing", "scoring", "standings", "pairing", "rating", "trf", "formats")
OWN_TESTS = {"backgammon": "backgammon", "evidence": "evidence", "importing": "importing", "journal": "journal"}
"""The tests of folders of the domain that no others show."""
SHOWN_BY = {
    "domain/tournament/change.py": "tests/formats/test_who_met.py",
    "domain/tournament/decisions/rounds/concessions.py": "tests/formats/test_bouts_restored.py",
}
"""Tests that notice mutants of a file by a whole tournament: they are tried with the nearest ones."""
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


@cache
def _all_mutants() -> Sequence[Mutant]:
    return [one for file in sorted((ROOT / "domain").rglob("*.py")) for one in mutants(file)]


def chosen(how_many: int, seed: int) -> list[Mutant]:
    """So many mutants of all files of the domain, the same for the same seed while their lines are the same."""
    drawn = sorted(_all_mutants(), key=lambda one: lot_of(one, seed))
    return list(islice(filter(compiles, drawn), how_many))


def lot_of(mutant: Mutant, seed: int) -> bytes:
    """The lot of a mutant. It hangs on the text of its line alone: a change elsewhere leaves it."""
    source = _source(mutant.file)
    before, after = source[: mutant.start].rpartition(b"\n")[2], source[mutant.start :].partition(b"\n")[0]
    told = (str(seed).encode(), mutant.file.encode(), mutant.text.encode(), before.lstrip(), after)
    return sha256(b"|".join(told)).digest()


@cache
def _source(file: str) -> bytes:
    return (ROOT / file).read_bytes()


def mutant_of(named: Named) -> Mutant:
    """That mutant. Raises ValueError where what it changes does not stand once in its file."""
    source, old = (ROOT / named.file).read_bytes(), named.old.encode()
    if source.count(old) != 1:
        raise ValueError(f"{named.file} holds {named.old!r} {source.count(old)} times")
    start = source.index(old)
    return Mutant(named.file, source[:start].count(b"\n") + 1, start, start + len(old), named.new)


def compiles(mutant: Mutant) -> bool:
    """Whether the file can still be read."""
    try:
        compile(mutant.applied((ROOT / mutant.file).read_bytes()), mutant.file, "exec")
    except SyntaxError:
        return False
    return True


def is_noticed(mutant: Mutant, tree: Path, tests: Sequence[Sequence[str]], until: float) -> bool | None:
    """Whether tests fail, or come to no end, where the copy of the tree has the mutant: the first of these, then the
    next; None: not decided by `until`."""
    file = tree / mutant.file
    source = file.read_bytes()
    file.write_bytes(mutant.applied(source))
    try:
        fates = (_fail(some, tree, until) for some in tests)
        return next((fate for fate in fates if fate is not False), False)
    finally:
        file.write_bytes(source)


def _fail(tests: Sequence[str], tree: Path, until: float) -> bool | None:
    """Whether these tests fail; None: they had no end by `until`."""
    command = ["prlimit", f"--cpu={CPU_SECONDS}", sys.executable, "-m", "pytest", "-qx", "-p", "no:cacheprovider"]
    try:
        left = max(until - time.monotonic(), 0)
        done = subprocess.run([*command, "-m", "not proof", *tests], cwd=tree, capture_output=True, timeout=left)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode not in (0, 1, -signal.SIGXCPU, -signal.SIGKILL):
        raise RuntimeError(f"the tests can't be run: {done.stdout.decode()[-500:]}")
    return done.returncode != 0


def tried(wanted: Sequence[tuple[Mutant, Sequence[Sequence[str]]]], minutes: float = MINUTES) -> Iterator[bool | None]:
    """The fate of each mutant, with its tests, as it is decided."""
    trees: Queue[Path] = Queue()
    until = time.monotonic() + 60 * minutes
    with TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        for number in range(AT_ONCE):
            trees.put(Path(shutil.copytree(ROOT, Path(folder) / str(number), ignore=LEFT_OUT)))

        def in_a_tree(one: tuple[Mutant, Sequence[Sequence[str]]]) -> bool | None:
            tree = trees.get()
            try:
                return is_noticed(one[0], tree, one[1], until)
            finally:
                trees.put(tree)

        yield from pool.map(in_a_tree, wanted)


def tests_of(file: str) -> list[list[str]]:
    """The tests of a file of the domain: the nearest ones, those of its folder, and all others."""
    room = file.split("/")[1]
    own, others = OWN_TESTS.get(room), sorted(TESTS, key=lambda one: one != room)
    folders = [f"tests/{one}" for one in others]
    return [one for one in (nearest(file), [f"tests/{own}"] if own else [], folders) if one]


def nearest(file: str) -> list[str]:
    """The files of tests that import this module, or are named after it."""
    module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    folder, _, leaf = module.rpartition(".")
    imports = re.compile(
        rf"^(from|import) {re.escape(module)}\b|^from {re.escape(folder)} import .*\b{leaf}\b", re.MULTILINE
    )
    every = (path for one in (*TESTS, *OWN_TESTS.values()) for path in sorted((ROOT / "tests" / one).glob("test_*.py")))
    near = (path for path in every if leaf.rstrip("s") in path.stem or imports.search(path.read_text()))
    return [*([SHOWN_BY[file]] if file in SHOWN_BY else []), *(str(path.relative_to(ROOT)) for path in near)]


def main_seeded(how_many: int = HOW_MANY, seed: int = SEED) -> int:
    """Tries seeded mutants; the exit code."""
    wanted = chosen(how_many, seed)
    left = _tell(wanted, tried([(one, tests_of(one.file)) for one in wanted]))
    return int(left > SURVIVORS)


def main_only(*numbers: int) -> int:
    """Tries the seeded mutants of these numbers, from 1; the exit code."""
    seeded = chosen(HOW_MANY, SEED)
    wanted = [seeded[number - 1] for number in numbers]
    fates = tried([(one, tests_of(one.file)) for one in wanted], minutes=HOURS_ALONE * 60)
    return int(_tell(wanted, fates, numbers) > 0)


def main_named(part: str = "") -> int:
    """Tries the named mutants of the files whose name has this part; the exit code."""
    of_sentences = [one.broken for one in sentences() if one.broken]
    wanted = [(mutant_of(one), [[one.test]]) for one in (*NAMED, *of_sentences) if part in one.file]
    return int(_tell([one for one, _ in wanted], tried(wanted)) > 0)


def main(*arguments: str) -> int:
    """Tries what the arguments name; the exit code."""
    match arguments:
        case ["named", *parts]:
            return main_named(*parts)
        case ["only", *numbers]:
            return main_only(*map(int, numbers))
        case numbers:
            return main_seeded(*map(int, numbers))


def _tell(wanted: Sequence[Mutant], decided: Iterable[bool | None], numbers: Iterable[int] = count(1)) -> int:
    """The number of mutants that were not noticed; each is printed at once, with its own number."""
    fates: list[bool | None] = []
    for number, one, is_found in zip(numbers, wanted, decided, strict=False):
        fates.append(is_found)
        if not is_found:
            fate = "not decided" if is_found is None else "survived"
            sys.stdout.write(f"{fate}: #{number} {one.file}:{one.line}: {one.text.strip() or 'left out'}\n")
            sys.stdout.flush()
    noticed = sum(map(bool, fates))
    sys.stdout.write(f"{noticed} of {len(wanted)} mutants were noticed, {fates.count(None)} not decided\n")
    return len(wanted) - noticed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
