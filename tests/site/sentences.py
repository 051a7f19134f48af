"""Every sentence by which the program tells on a page what was wrong, read from where it is made.

What a sentence names is in it as `%(name)s`. One that is put together from a choice of words is several.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from api.http import problems as of_http
from domain import problems as of_domain
from domain.journal import errors as of_journal
from tests.house import source
from tests.site.untranslated_problems import UNTRANSLATED

_TOLD_WITH = {
    "Refused": 1,
    "Problem": 1,
    "require": 1,
    "require_open": 1,
    "Ask": 2,
    "Finding": 2,
    "LookedAt": 3,
    "Line": 2,
    "_line_shown": 3,
    "_add_finding": 2,
    **dict.fromkeys(
        ("_receiver_refusal", "_unchanged_director", "ListUnreadableError", "CsvUnreadableError", "ImportStoppedError"),
        0,
    ),
}
"""What is called with a sentence, and which of its arguments that is."""
_ANSWERED_BY = frozenset({"unclear", "_differing", "why_refused", "_why", "_of_cell", "_of_two", "_idle_because"})
"""Functions whose answers are sentences."""
_ALSO_ANSWERED_BY = frozenset({"_cells_by_column", "_unchanged_outcome"})
"""Others, in files that are named."""
_IN_FILES = ("domain/kernel/csv_lines.py", "domain/tournament/decisions/rulings/remedy_effect.py")
_KEYWORDS = ("refusal", "problem")
_WORDS = (*_TOLD_WITH, *_ANSWERED_BY, *_ALSO_ANSWERED_BY, "ValueError", *_KEYWORDS)
_MADE_WITH = re.compile(rf"\b({'|'.join(_WORDS)})\b")
"""Files without any of these words make no sentences: they are not gone through."""
_OF_FORMS = re.compile(
    r"(commands|remedies|conditions|options|values|outside_source|clock|modes|games|amount|_lines|_list|parameters|"
    r"formats/(open|registry|elimination/shared)|match_record/events|rating/policy|api/routes/\w+/\w+)\.py$"
)
"""Files whose errors of value are about what was typed."""
_OF_PROGRAMS = (
    *("domain/evidence", "domain/journal/kept", "api/http/etags.py", "api/routes/service/exports.py"),
    *("api/routes/service/health.py", "api/routes/tournament/calculations.py"),
)
"""Files whose sentences only programs are answered with."""
_NO_SENTENCE = re.compile(r"%\(\w+\)s|[^\w]|_")
_MOST_CALLS = 4


@dataclass(frozen=True)
class Place:
    """A function of a file, in which a sentence is made."""

    tree: ast.Module
    function: ast.AST
    calls: int = 0

    def assigned(self, name: str) -> list[ast.expr]:
        """What the name stands for: in the function, else at the top of the file."""
        return list(_assigned(_nodes(self.function), name)) or list(_assigned(self.tree.body, name))

    def called(self, name: str) -> "list[tuple[ast.expr, Place]]":
        """What the functions of the file with that name answer, each with its place."""
        if self.calls > _MOST_CALLS:
            return []
        found = (one for one in _nodes(self.tree) if isinstance(one, ast.FunctionDef) and one.name == name)
        return [(one, Place(self.tree, each, self.calls + 1)) for each in found for one in _answers(each)]


@cache
def _nodes(node: ast.AST) -> Sequence[ast.AST]:
    """All that is in it. Some are looked through a hundred times."""
    return tuple(ast.walk(node))


def _assigned(nodes: Iterable[ast.AST], name: str) -> Iterator[ast.expr]:
    for one in nodes:
        if isinstance(one, ast.Assign | ast.AnnAssign | ast.NamedExpr) and one.value is not None:
            targets = one.targets if isinstance(one, ast.Assign) else [one.target]
            if any(isinstance(each, ast.Name) and each.id == name for each in targets):
                yield one.value


def _answers(function: ast.AST) -> Iterator[ast.expr]:
    for one in _nodes(function):
        if isinstance(one, ast.Return | ast.Yield) and one.value is not None:
            yield one.value


def texts(node: ast.expr, place: Place) -> list[str]:
    """The sentences, or parts of them, that it can be; none where it is something that a sentence names."""
    match node:
        case ast.Constant(value=str(text)):
            return [text.replace("%", "%%")]
        case ast.JoinedStr(values=parts):
            return _together(parts, place)
        case ast.FormattedValue(value=inner) | ast.Tuple(elts=[inner, *_]):
            return texts(inner, place)
        case ast.BinOp(op=ast.Add(), left=first, right=second):
            return _together([first, second], place)
        case ast.IfExp(body=first, orelse=second) | ast.BoolOp(values=[first, second]):
            return _either([first, second], place)
    return _elsewhere(node, place)


def _elsewhere(node: ast.expr, place: Place) -> list[str]:
    """The same where another place has the words."""
    match node:
        case ast.Name(id=name):
            return _all([(one, place) for one in place.assigned(name)])
        case ast.Subscript(value=ast.Name(id=name)):
            return _all(_values(name, place))
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get"), args=[_, other]):
            return _all([*_values(name, place), (other, place)])
        case ast.Call(func=ast.Name(id="_sentence"), args=[inner]):
            return texts(inner, place)
        case ast.Call(func=ast.Name(id=name)):
            return _all(place.called(name))
    return []


def _together(parts: list[ast.expr], place: Place) -> list[str]:
    return ["".join(each) for each in product(*(_part(one, place) for one in parts))]


def _either(ways: list[ast.expr], place: Place) -> list[str]:
    told = [texts(one, place) for one in ways]
    return (
        [text for one, found in zip(ways, told, strict=True) for text in found or _part(one, place)]
        if any(told)
        else []
    )


def _values(name: str, place: Place) -> list[tuple[ast.expr, Place]]:
    tables = (one for one in place.assigned(name) if isinstance(one, ast.Dict))
    return [(one, place) for table in tables for one in table.values]


def _all(nodes: list[tuple[ast.expr, Place]]) -> list[str]:
    found = [texts(one, place) for one, place in nodes if not _is_none(one)]
    return [text for each in found for text in each] if all(found) else []


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _part(node: ast.expr, place: Place) -> list[str]:
    found = texts(node, place)
    says = isinstance(node, ast.Constant) or any(map(says_something, found))
    return found if says else [f"%({named(node)})s"]


def says_something(text: str) -> bool:
    """Whether it has words, besides what it names."""
    return bool(_NO_SENTENCE.sub("", text))


def named(node: ast.expr) -> str:
    """What a sentence calls what it names there: the last word for it."""
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in _ANSWERED_BY:
            return "detail"
        case (
            ast.FormattedValue(value=inner) | ast.Subscript(value=inner) | ast.BinOp(left=inner) | ast.IfExp(body=inner)
        ):
            return named(inner)
        case ast.Call(func=ast.Attribute(value=inner, attr="isoformat" | "total_seconds" | "strip")):
            return named(inner)
        case ast.Call(args=[inner, *_]) | ast.Call(func=inner) | ast.ListComp(elt=inner) | ast.GeneratorExp(elt=inner):
            return named(inner)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name.strip("_").lower()
        case ast.BoolOp(values=[inner, *_]):
            return named(inner)
    return "text"


def _distinct(sentence: str) -> str:
    """The sentence with a name of its own for each thing that it names."""
    first, *others = sentence.split("%(")
    times, told = dict[str, int](), [first]
    for one in others:
        name, _, rest = one.partition(")s")
        times[name] = times.get(name, 0) + 1
        told.append(f"{name}_{times[name]})s{rest}" if times[name] > 1 else f"{name})s{rest}")
    return "%(".join(told)


def _made(path: Path) -> Iterator[list[str]]:
    """The sentences of a file."""
    if not _MADE_WITH.search(path.read_text()):
        return
    tree = source.tree(path)
    answering = _ANSWERED_BY | (_ALSO_ANSWERED_BY if source.name(path) in _IN_FILES else frozenset())
    for function in source.functions(path):
        place = Place(tree, function)
        if function.name in answering:
            yield from (texts(one, place) for one in _answers(function))
        calls = (one for one in _nodes(function) if isinstance(one, ast.Call))
        yield from (texts(told, place) for call in calls for told in _told(path, call))
    named = _KEYWORDS if source.name(path).endswith("_lines.py") else _KEYWORDS[:1]
    keywords = (one for one in source.nodes(path) if isinstance(one, ast.keyword) and one.arg in named)
    yield from (texts(one.value, Place(tree, tree)) for one in keywords)


def _told(path: Path, call: ast.Call) -> list[ast.expr]:
    """The argument of the call that is a sentence for readers, if there is one."""
    called = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    at = _TOLD_WITH.get(called, 0 if called == "ValueError" and _OF_FORMS.search(source.name(path)) else None)
    if at is None or len(call.args) <= at or (at and _is_told_otherwise(call.args[0])):
        return []
    return [call.args[at]]


def _is_told_otherwise(kind: ast.expr) -> bool:
    """Whether it names a kind of problem that pages tell without its sentence."""
    return _slugs().get(ast.unparse(kind).rpartition(".")[2]) in UNTRANSLATED


@cache
def _slugs() -> dict[str, str]:
    """By the name in the program, the slug of a kind of problem."""
    rooms = [*vars(of_domain).values(), of_http, of_journal]
    kinds = (pair for room in rooms if hasattr(room, "__file__") for pair in vars(room).items())
    return {name: kind.slug for name, kind in kinds if hasattr(kind, "slug")}


@cache
def sentences() -> tuple[str, ...]:
    """All of them, in the order of the files."""
    paths = (path for path in source.files("domain", "api") if not source.name(path).startswith(_OF_PROGRAMS))
    made = (text for path in paths for found in _made(path) for text in found)
    return tuple(dict.fromkeys(_distinct(one) for one in made if says_something(one)))
