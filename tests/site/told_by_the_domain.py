"""What the domain can say where pages show a word for it: each list is read from the domain itself."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, get_args, get_type_hints

from api.http.mails import Failing
from api.site.desk.announcing import INPUTS
from api.site.desk.commands.inputs import Input, inputs
from api.site.desk.commands.offered import OFFERED
from api.site.office import imports
from api.site.office.columns import Column
from api.site.office.commands import COMMANDS
from api.site.office.forms import SHOWN, TOLD_FIRST
from api.site.office.rooms import ONE, ROOMS, Facts, Shown
from domain.application.catalogue import EVENTS, FOLDS
from domain.backgammon.checkers import StartName
from domain.backgammon.checking import CUSTOMS
from domain.backgammon.doubling import Invalid
from domain.backgammon.findings import Kind as Found
from domain.backgammon.wins import Won
from domain.backgammon.written_plays import Illegal
from domain.federation.events import SanctionKind
from domain.formats.contract.protocol import Caution
from domain.formats.contract.steps import CHAMPION, QuestionKind
from domain.formats.progress import MISS_ROUND
from domain.formats.registry import KINDS
from domain.importing import matches_told, tables
from domain.importing.encodings import ENCODINGS
from domain.importing.lists import ListKind
from domain.importing.looked_at import Becomes, JobState
from domain.kernel.envelope import Role
from domain.kernel.values import FirstPool, Side
from domain.lists.reading import DayOrder, Decimals, RowOrder
from domain.match.layer_history import Opened
from domain.match.record import Verification
from domain.officiating.remedies import Remedy
from domain.officiating.sanction_catalogue import CATALOGUE, Departure, Sanction
from domain.pairing.consolation import CONSOLATION, LAST_CHANCE, MAIN, SECOND
from domain.pairing.eliminations import MERGED, THIRD
from domain.pairing.placement import section_of
from domain.pairing.reasons import Ground
from domain.pairing.ring import GameState
from domain.pairing.round_names import RoundName
from domain.pairing.wiring import GRAND, LADDER, LOWER, UPPER
from domain.rating.classes import ClassName
from domain.rating.policy import POLICIES
from domain.scoring.clock import LostOnTime, PlayOnWithoutClock
from domain.scoring.result import Form
from domain.standings.swiss_scores import Score
from domain.standings.virtual import Code
from domain.tournament.command import Choice
from domain.tournament.decisions.match_record.transcripts import Compared
from domain.tournament.decisions.rounds.left_open import LeftBecause
from domain.tournament.derived.progress import KEPT_OUT, NOT_QUALIFIED
from domain.tournament.difference import Foreseen
from domain.tournament.lifecycle.conditions import PairingsShown, ReplaysShown
from domain.tournament.presets.registry import PRESETS
from domain.tournament.reporting.state import Appealed, Ended
from domain.tournament.reviews.events import ReviewItem
from domain.tournament.rulings.state import RulingStatus
from domain.tournament.state import EntryStatus, Exclusion, Status
from projections.queries.finding.waiting import WaitingKind
from projections.registry.catalogue import PROJECTIONS
from projections.views.leagues import Way
from projections.views.match_record import BreakView, ClockView
from projections.views.rounds import ByeView
from projections.views.tournaments import MatchStatus, ReportedBy
from tests.house import source

_FORMATS = ("domain/formats", "domain/pairing", "domain/tournament/decisions/rounds", "domain/tournament/derived")
_BY_COMMAND = frozenset({"pair-by-hand", "annul-round", "open-by-hand", "play-off"})
"""Choices that are carried out by a command of their own, so that the desk does not offer them as answers."""
_RULE = re.compile(r"(?:[A-Z]{3}|DE|RR|SE|TD)-[0-9]+")


def said_by(annotation: Any) -> frozenset[str]:  # noqa: ANN401 -- any annotation
    """The texts that a value of that type can be."""
    if isinstance(annotation, str):
        return frozenset({annotation})
    return frozenset().union(*(said_by(one) for one in get_args(annotation)))


def field_of(kind: type, name: str) -> frozenset[str]:
    """The texts that the field can be."""
    return said_by(get_type_hints(kind)[name])


def remedies() -> frozenset[str]:
    """The kinds of remedies."""
    return frozenset().union(*(field_of(one, "kind") for one in get_args(get_args(Remedy)[0])))


def happenings() -> frozenset[str]:
    """What histories tell of, as topics name it, without their versions."""
    return frozenset(event.TOPIC.rpartition(".")[0] for event in EVENTS)


@cache
def _nodes() -> Sequence[ast.AST]:
    return tuple(node for path in source.files(*_FORMATS) for node in ast.walk(source.tree(path)))


def _texts(node: ast.AST) -> Iterator[str]:
    """The texts in a piece of program."""
    return (one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str))


def keyed() -> frozenset[str]:
    """Keys under which formats and pairings put something, the numbers of lines and of reasons among them. The formats
    themselves are not."""
    keys = (key for node in _nodes() if isinstance(node, ast.Dict) for key in node.keys if key is not None)
    passed = {f"passed_{ground}" for ground in said_by(Ground)}
    scores = {field.name for field in fields(Score)}
    found = frozenset(text for key in keys if isinstance(key, ast.Constant) for text in _texts(key))
    return (found | passed | scores) - {*KINDS}


def named(*called: str) -> frozenset[str]:
    """What is named where one of these is made or called: criteria, numbers of an account, or parts of one."""
    calls = (
        node for node in _nodes() if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in called
    )
    return frozenset(text for call in calls for given in _names(call) for text in _texts(given))


def _names(call: ast.Call) -> Iterator[ast.AST]:
    yield from call.args[:1]
    yield from (one.value for one in call.keywords if one.arg in ("name", "label"))


def labels() -> frozenset[str]:
    """What the parts of a number are called: in parts, and in whatever takes a label to make one."""
    made = (node for node in _nodes() if isinstance(node, ast.FunctionDef))
    return named("Part", *(one.name for one in made if [each.arg for each in one.args.args[:1]] == ["label"]))


def choices() -> frozenset[str]:
    """What a director can answer where the rules leave a question open."""
    return frozenset({CHAMPION, MISS_ROUND}) | named("Choice") - _BY_COMMAND


def rules() -> frozenset[str]:
    """The rules by which formats say that they pair or give a bye; not that by which a round is due, or they refuse."""
    nodes = _nodes()
    due = {
        id(node.value)
        for node in nodes
        if isinstance(node, ast.Assign | ast.AnnAssign) and "rule_of_rounds" in _targets(node)
    }
    refused = {
        id(node.args[0])
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "under"
    }
    return frozenset(
        node.value
        for node in nodes
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and _RULE.fullmatch(node.value)
        and id(node) not in due | refused
    )


def _targets(node: ast.Assign | ast.AnnAssign) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {one.id for one in targets if isinstance(one, ast.Name)}


def marks() -> frozenset[str]:
    """How a line of a table can be marked."""
    made = [
        node
        for node in _nodes()
        if isinstance(node, ast.FunctionDef) and node.name in ("_marks", "marks_of_lines", "honours")
    ]
    told = (text for one in made for piece in one.body if not _is_docstring(piece) for text in _texts(piece))
    return frozenset(told) | {KEPT_OUT, NOT_QUALIFIED} | field_of(Exclusion, "kind")


def _is_docstring(piece: ast.stmt) -> bool:
    return isinstance(piece, ast.Expr) and isinstance(piece.value, ast.Constant)


def _typed(read: Callable[[Input], Iterable[str]]) -> frozenset[str]:
    """What is in the forms of commands."""
    forms = [*(inputs(spec.command) for spec in OFFERED.values()), *(one.inputs for one in COMMANDS.values())]
    return frozenset(text for form in forms for one in form for text in read(one))


def options() -> frozenset[str]:
    """What may be chosen in forms, but for numbers."""
    return frozenset(one for one in _typed(lambda each: each.choices) if not one.isdecimal())


def columns() -> frozenset[Column]:
    """What rooms of the office show of documents."""
    rooms = [*ROOMS.values(), *ONE.values()]
    shown: list[Shown | Facts] = [one for room in rooms for one in room.shown]
    shown += [room.facts for room in rooms if room.facts]
    return frozenset(column for one in shown for column in one.columns)


_BRACKETS = frozenset(
    {
        UPPER,
        LOWER,
        GRAND,
        MAIN,
        CONSOLATION,
        LAST_CHANCE,
        SECOND,
        LADDER,
        THIRD,
        MERGED,
        *map(section_of, range(3, 16, 2)),
    }
)

LISTS: Mapping[str, frozenset[str]] = {
    "list_kind": said_by(ListKind),
    "list_hint": said_by(ListKind),
    "becomes": said_by(Becomes),
    "here": frozenset({matches_told.UNWON}),
    "list_column": frozenset((*tables.COLUMNS, tables.MEND)),
    "mend": frozenset(tables.ADVICE),
    "import_state": said_by(JobState),
    "mail_state": said_by(Failing),
    "day_order": said_by(DayOrder),
    "row_order": said_by(RowOrder),
    "decimals": said_by(Decimals),
    "order_asked": frozenset(imports.ORDERS),
    "encoding": frozenset(ENCODINGS),
    "counted": frozenset(imports.COUNTED),
    "status": said_by(Status),
    "way": said_by(Way),
    "format": frozenset(KINDS),
    "bracket": _BRACKETS,
    "round_called": said_by(RoundName),
    "rounds_called": said_by(RoundName) - {"third-place"},
    "in_bracket": _BRACKETS | {"round", "play-off"},
    "form": said_by(Form) - {"points", "best-of-three"},
    "match_status": said_by(MatchStatus),
    "ended": said_by(Ended),
    "game_state": said_by(GameState),
    "entry_status": said_by(EntryStatus) | field_of(Exclusion, "kind"),
    "mark": marks(),
    "bye": field_of(ByeView, "kind"),
    "code": said_by(Code),
    "part": labels() | said_by(Code),
    "pool": said_by(FirstPool),
    "rating_class": said_by(ClassName),
    "verification": said_by(Verification),
    "layer": field_of(Opened, "layer") - {"ruled"},
    "ruling": said_by(RulingStatus),
    "appeal": field_of(Appealed, "decision"),
    "remedy": remedies(),
    "waiting": said_by(WaitingKind),
    "left_open": said_by(LeftBecause),
    "pairings_shown": said_by(PairingsShown),
    "replays_shown": said_by(ReplaysShown),
    "reported_by": said_by(ReportedBy) | said_by(Side),
    "choice": said_by(Choice) | {""},
    "happened": happenings(),
    "breach": frozenset(line.about for lines in CATALOGUE.values() for line in lines),
    "whose": frozenset(FOLDS) - {"person", "tournament", "series"},
    "decision": choices(),
    "question": said_by(QuestionKind),
    "caution": said_by(Caution),
    "review": field_of(ReviewItem, "kind"),
    "command": frozenset(OFFERED) | frozenset(COMMANDS),
    "room": frozenset(ROOMS),
    "kept_there": frozenset(ROOMS),
    "shown": frozenset(one.name for room in (*ROOMS.values(), *ONE.values()) for one in room.shown),
    "empty": frozenset(one.name for room in ROOMS.values() for one in room.shown),
    "column": frozenset(one.name for one in columns()) | frozenset(TOLD_FIRST) | frozenset(SHOWN),
    "role": said_by(Role) | {"service"},
    "told": frozenset(word for one in columns() if one.name != "role" for word in one.words),
    "field": _typed(lambda each: each.labels) - {""},
    "option": options(),
    "setting": frozenset(name for one in INPUTS for name in one.labels) - {"conditions"},
    "setting_option": frozenset(choice for one in INPUTS for choice in one.choices),
    "preset": frozenset(PRESETS),
    "policy": frozenset(name for name, _ in POLICIES),
    "follower": frozenset(PROJECTIONS),
    "sanction": said_by(Sanction) | said_by(SanctionKind),
    "departure": said_by(Departure),
    "foreseen": frozenset({"made", "voided", "revived"}) & frozenset(Foreseen.model_fields),
    "flag": field_of(BreakView, "flags") | field_of(ClockView, "flags"),
    "comes_to": field_of(LostOnTime, "kind") | field_of(PlayOnWithoutClock, "kind"),
    "side": said_by(Side),
    "finding": said_by(Found),
    "finding_fact": said_by(Illegal)
    | said_by(Invalid)
    | said_by(StartName)
    | said_by(Side)
    | said_by(Compared)
    | frozenset(CUSTOMS.values()),
    "game_kind": said_by(Won),
}
"""By kind of word, everything that it is to be said for. Pages say otherwise what is taken out of a list here."""
