"""Which kinds of problems an operation may answer with: those that the code behind its route names (decision 0089).

The functions that a route leads to are followed by the names in them, and none is run. Where it is not known which of
several is called, as with the rules of a format, all are followed: a kind too many is listed rather than one too few.
Of what a format refuses, only that is followed which is for an act that the command asks for; and what every command
passes by is followed for those commands alone that it can refuse (`ONLY_FOR`).
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from dis import get_instructions
from functools import cache, cached_property, partial
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any, get_origin, get_type_hints

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from api.asgi.refused_acts import ACTS, arms_of, names_of_others
from api.documents.withholding import reached_from
from api.http import problems
from api.http.command_requests import Accepts
from api.http.problems import CATALOGUE, HttpProblem
from api.http.read_requests import Reads
from domain.application import bulk
from domain.clubs import decide as clubs
from domain.federation import decide as federation
from domain.formats.registry import FORMATS
from domain.importing import desk as import_desk
from domain.journal import errors
from domain.kernel.refusal import ProblemType
from domain.person import commands as person_commands
from domain.series import decide as series
from domain.tournament import answers, consequences, difference, newer_analyses
from domain.tournament.command import AllSeenCommand, Command, SeenCommand
from domain.tournament.decisions.entries import automatic_refusal, reentry, waiting_list
from domain.tournament.decisions.lifecycle import rating_terms
from domain.tournament.decisions.reporting import federation_report
from domain.tournament.decisions.rounds import automatic, commitments
from domain.tournament.derived import irregularities
from domain.tournament.evolve import tournament as evolve
from domain.tournament.guards import context as guards
from domain.tournament.guards import seen
from domain.tournament.registry.commands import COMMANDS
from domain.tournament.registry.spec import CommandSpec

_OURS = ("api.", "domain.", "projections.")
_KINDS = (HttpProblem, ProblemType)
_ASKING_RULES = ("domain.tournament.", "domain.formats.")
_CACHED = type(cache(repr))
_RULES = tuple(dict.fromkeys(map(type, FORMATS.values())))
OF_ALL: frozenset[HttpProblem] = frozenset(
    {
        problems.CROWDED,
        problems.FAULT,
        problems.HEADERS_TOO_LARGE,
        problems.HEADER_MALFORMED,
        problems.INPUT_INVALID,
        problems.KEY_INVALID,
        problems.KEY_MISSING,
        problems.KEY_NARROWED,
        problems.LOG_HELD,
        problems.LOG_SHORTENED,
        problems.READ_TOO_LONG,
        problems.REQUEST_MALFORMED,
        problems.TOO_MANY_REQUESTS,
        problems.TRY_LATER,
        problems.UNAVAILABLE,
        problems.UNREADABLE,
    }
)
"""What any operation may answer, whatever is asked."""
OF_COMMANDS: frozenset[HttpProblem | ProblemType] = frozenset(
    {
        errors.FIRST_ANSWER_GONE,
        errors.IDEMPOTENCY_KEY_REUSED,
        problems.BODY_MALFORMED,
        problems.BODY_TIMEOUT,
        problems.BODY_TOO_LARGE,
        problems.DECISION_RUNS_LONG,
        problems.IDEMPOTENCY_KEY_MISSING,
        problems.IF_MATCH_MALFORMED,
        problems.IF_MATCH_MISSING,
        problems.MEDIA_TYPE_UNSUPPORTED,
    }
)
"""What any command may answer beside."""


def _chooses(command: type[Command]) -> bool:
    """Whether it says what becomes of what was made from a result."""
    return "choice" in command.model_fields


def _makes_rounds(command: type[Command]) -> bool:
    """Whether the service may draw or seed upon it: it changes the field, the settings or the rounds."""
    return _chooses(command) or command.__module__.split(".")[2] in ("entries", "lifecycle", "rounds")


def _names(*fields: str) -> Callable[[type[Command]], bool]:
    return lambda command: not command.model_fields.keys().isdisjoint(fields)


ONLY_FOR: Mapping[Callable[..., object], Callable[[type[Command]], bool]] = {
    consequences.with_consequences: _chooses,
    newer_analyses.with_newer_analyses: _chooses,
    automatic.with_service: _makes_rounds,
    seen.require_all_seen: lambda command: issubclass(command, AllSeenCommand),
    guards.require_seen: lambda command: issubclass(command, SeenCommand | AllSeenCommand),
    automatic_refusal.refusal_of: _names("members", "entry"),
    clubs.require_founded: _names("club"),
    series.require_announced: _names("series"),
    federation.require_time_zone: _names("time_zone"),
    consequences.require_places: _makes_rounds,
    guards.Effect.without_circle: _makes_rounds,
}
"""What every command on a tournament passes, and which of them it can refuse."""
REFUSES_NOTHING: frozenset[Callable[..., object]] = frozenset(
    {
        answers.tournament_answer,
        difference.difference_of,
        evolve.evolve,
        federation_report.report_of,
        guards.no_club,
        guards.no_error_rates,
        guards.no_series,
        irregularities.flags_of,
        reentry.with_reentries_given_back,
        waiting_list.with_moved_up,
        waiting_list.with_places_filled,
    }
)
"""What every command passes, and only shows a state or adds to what was decided."""
CARRIED_OUT_WITH: Mapping[type, Sequence[type]] = {
    federation.ImposeSanction: (person_commands.PlaceBan,),
    federation.DecideSanctionAppeal: (person_commands.LiftBan,),
    federation.LiftSanction: (person_commands.LiftBan,),
}
"""By a command, those on something else that it is carried out with."""
OF_PARAMETERS: Mapping[str, Sequence[HttpProblem | ProblemType]] = {
    "as_of": (errors.POSITION_UNKNOWN, errors.VERSION_UNKNOWN),
    "cursor": (problems.CURSOR_MALFORMED,),
    "version": (errors.VERSION_UNKNOWN,),
}
"""By the name of a parameter, what is answered where it can't be so."""
BESIDE: Mapping[Callable[..., object], Sequence[object]] = {
    commitments.secret_of: (guards.Unseen.secret, guards.Shown.secret),
    bulk.RowMaker.command: (bulk.Ahead.ratings,),
    import_desk.Desk.tournament: (rating_terms.pinned_terms,),
}
"""What a function calls of something that it is given, where there are several kinds of that; and what a command may be
refused that an import makes by itself."""


@dataclass
class Followed:
    """The objects that were come to so far."""

    commands: frozenset[type] = frozenset()
    """Of what goes by the kind of command, what belongs to these is followed."""
    asked: set[str] = field(default_factory=set)
    """The acts that were named so far, of which a format may refuse each."""
    slugs: set[str] = field(default_factory=set)
    functions: set[FunctionType] = field(default_factory=set)

    def follow(self, *starts: object) -> "Followed":
        """Adds all that these lead to; and while more acts are met on the way, what refuses these."""
        acts = set(self.asked)
        self._follow(list(starts))
        while acts != self.asked:
            acts, again = set(self.asked), [one for one in self.functions if arms_of(one)]
            self.functions.difference_update(again)
            self._follow([*again])
        return self

    def _follow(self, waiting: list[object]) -> None:
        while waiting:
            one = waiting.pop()
            if isinstance(one, _KINDS):
                self.slugs.add(one.slug)
            elif isinstance(one, FunctionType):
                if one not in self.functions and one.__module__.startswith(_OURS) and self._may_refuse(one):
                    self.functions.add(one)
                    waiting += self._names_in(one)
            else:
                waiting += _functions_in(one)

    def _may_refuse(self, function: FunctionType) -> bool:
        """Whether it can refuse one of these commands."""
        if function in REFUSES_NOTHING:
            return False
        can_meet = ONLY_FOR.get(function)
        own = [one for one in self.commands if issubclass(one, Command)]
        return can_meet is None or not own or any(map(can_meet, own))

    def _names_in(self, function: FunctionType) -> Iterator[object]:
        """The names in the function: in its module, around it, and in the classes of what it is given and makes."""
        found, tables, acts = _ways_on(function, names_of_others(function, self.asked))
        if not arms_of(function):
            self.asked |= acts
        yield from found
        yield from BESIDE.get(function, ())
        for table in tables:
            yield from (value for key, value in table.items() if not isinstance(key, type) or key in self.commands)


def slugs_of(route: APIRoute) -> list[str]:
    """The slugs of all kinds of problems that the route may answer with."""
    before = list(_calls_before(route.dependant))
    followed = Followed(commands_of(route))
    specs = [COMMANDS[one] for one in followed.commands if one in COMMANDS]
    followed.follow(route.endpoint, *before, *specs)
    own = followed.slugs | ({problems.NOT_YET.slug} if any(isinstance(one, Reads) for one in before) else set())
    own |= {kind.slug for name in _parameters(route.dependant) for kind in OF_PARAMETERS.get(name, ())}
    return sorted(own & set(CATALOGUE.kinds) - {one.slug for one in (*OF_ALL, *OF_COMMANDS)})


def _parameters(dependant: Dependant) -> Iterator[str]:
    """The names of what the address of a request may hold."""
    yield from (one.alias for one in (*dependant.path_params, *dependant.query_params))
    for one in dependant.dependencies:
        yield from _parameters(one)


def commands_of(route: APIRoute) -> frozenset[type]:
    """The kinds of commands that are sent there, and those that the route makes of what is sent."""
    found = (*_classes_in(route.endpoint), *_commands_sent(_calls_before(route.dependant)))
    return frozenset((*found, *(other for kind in found for other in CARRIED_OUT_WITH.get(kind, ()))))


def _classes_in(endpoint: Callable[..., Any]) -> Iterator[type]:
    """The classes that the route names, itself or by a function beside it."""
    waiting: list[object] = [endpoint]
    functions: set[FunctionType] = set()
    while waiting:
        one = waiting.pop()
        if isinstance(one, type):
            yield one
        elif isinstance(one, FunctionType) and one not in functions and one.__module__ == endpoint.__module__:
            functions.add(one)
            waiting += _names_looked_up(one, frozenset())[0]


def _commands_sent(before: Iterable[object]) -> Iterator[type]:
    for one in before:
        if isinstance(one, Accepts):
            yield getattr(one.model, "COMMAND", one.model)
            yield from (kind for held in reached_from(one.model) for kind in held.__mro__ if kind in COMMANDS)


def _calls_before(dependant: Dependant) -> Iterator[object]:
    """The calls that read the request before the route is called."""
    for one in dependant.dependencies:
        yield one.call
        if isinstance(one.call, Accepts | Reads):
            yield type(one.call).__call__
        yield from _calls_before(one)


def _functions_in(one: object) -> Iterable[object]:
    """The functions in something that is called, or that others are found by."""
    match one:
        case partial():
            return (one.func, *one.args, *one.keywords.values())
        case MethodType() | staticmethod() | classmethod():
            return (one.__func__,)
        case property():
            return (one.fget,)
        case cached_property():
            return (one.func,)
        case _ if isinstance(one, _CACHED):
            return (one.__wrapped__,)
        case CommandSpec():
            roles = [role.holds for role in one.permission.roles]
            found = [one.revision and one.revision.find, one.sees, one.judges, one.decides_for]
            return (one.decide, *roles, *found)
        case type() if one.__module__.startswith(_OURS):
            return _run_as_made(one)
        case _:
            return ()


@cache
def _names_looked_up(
    function: FunctionType, without: frozenset[str]
) -> tuple[Sequence[object], Sequence[Mapping[object, object]]]:
    """The names in the function, but for the names `without` which it is looked at, and the tables that it looks
    something up in."""
    loaded, attributes = (names - without for names in _loaded_names(function))
    known = [function.__globals__[name] for name in loaded if name in function.__globals__]
    known += [cell.cell_contents for cell in function.__closure__ or () if not _is_empty(cell)]
    modules = [one for one in known if isinstance(one, ModuleType) and one.__name__.startswith(_OURS)]
    found = [*known, *(function.__defaults__ or ())]
    found += [getattr(one, name) for one in modules for name in attributes if hasattr(one, name)]
    found += [each for kind in _classes(function, known, attributes) for each in _methods(kind, attributes)]
    return found, [one for one in known if isinstance(one, Mapping) and one is not COMMANDS]


@cache
def _ways_on(
    function: FunctionType, without: frozenset[str]
) -> tuple[Sequence[object], Sequence[Mapping[object, object]], frozenset[str]]:
    """Of what the function names that which may lead to a problem, each once; the tables; and the acts among it. Many
    routes come to the same functions, and half of all time went into looking at what leads nowhere."""
    found, tables = _names_looked_up(function, without)
    acts = frozenset(name for name, act in ACTS.items() if act in found)
    return list({id(one): one for one in found if _leads_on(one)}.values()), tables, acts


def _leads_on(one: object) -> bool:
    """Whether it is a kind of problem, or may name one."""
    if isinstance(one, FunctionType):
        return one.__module__.startswith(_OURS) and one not in REFUSES_NOTHING
    return isinstance(one, _KINDS) or bool(_functions_in(one))


def _classes(function: FunctionType, known: Iterable[object], attributes: set[str]) -> Iterator[type]:
    """The classes of what the function is given, gives and makes, and of what it reads of these; and those of the rules
    of each format, which a tournament asks."""
    made = [_hints(one).get("return") for one in known if isinstance(one, FunctionType)]
    own = getattr(sys.modules[function.__module__], function.__qualname__.partition(".")[0], None)
    waiting = [own, *known, *made, *_hints(function).values()]
    seen: set[type] = set()
    while waiting:
        one = waiting.pop()
        kind = get_origin(one) or one
        if isinstance(kind, type) and kind.__module__.startswith(_OURS) and kind not in seen:
            seen.add(kind)
            waiting += [_hints(each).get("return") for each in _functions(_methods(kind, attributes))]
            yield kind
    if function.__module__.startswith(_ASKING_RULES):
        yield from _RULES


@cache
def _hints(function: FunctionType) -> Mapping[str, object]:
    try:
        return get_type_hints(function)
    except (NameError, TypeError):  # of what is imported for type checkers alone
        return {}


def _functions(found: Iterable[object]) -> Iterator[FunctionType]:
    """The functions among them, and those that make what is read as an attribute."""
    for one in found:
        yield from (each for each in (one, *_functions_in(one)) if isinstance(each, FunctionType))


def _methods(kind: type, names: Iterable[str]) -> Iterator[object]:
    """Its methods of these names; of a protocol those of the classes beside it, one of which is meant."""
    beside = vars(sys.modules[kind.__module__]).values() if getattr(kind, "_is_protocol", False) else ()
    kinds = [kind, *(one for one in beside if isinstance(one, type) and one.__module__ == kind.__module__)]
    found = (_static(one, name) for name in names for one in kinds)
    return (one for one in found if one is not None)


@cache
def _run_as_made(kind: type) -> Sequence[object]:
    """The functions that run as one of the class is made or called."""
    own = (_static(kind, name) for name in ("__init__", "__post_init__", "__call__"))
    return [one for one in own if isinstance(one, FunctionType)]


def _static(kind: type, name: str) -> object | None:
    """The class's attribute of that name, unbound."""
    return next((vars(base)[name] for base in kind.__mro__ if name in vars(base)), None)


def _loaded_names(function: FunctionType) -> tuple[set[str], set[str]]:
    """The names that the function looks up in its module, and those that it looks up in something."""
    every = [one for code in _codes(function.__code__) for one in get_instructions(code)]
    loaded = {one.argval for one in every if one.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    return loaded, {one.argval for one in every if one.opname in ("LOAD_ATTR", "LOAD_METHOD")}


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _is_empty(cell: Any) -> bool:  # noqa: ANN401 -- a cell has no name of its own
    try:
        cell.cell_contents  # noqa: B018 -- asked for, to see whether it is there
    except ValueError:
        return True
    return False
