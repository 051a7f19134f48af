"""The table of visibility: written out for the document of access, and held against what every caller is shown."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import orjson

from api.documents.service import ProblemDocument
from api.queries.visible_fields import Fields, audience_of, restricted
from domain.application.catalogue import EVENTS
from domain.application.event_schemas import READERS
from domain.kernel.facts import facts_seen
from domain.kernel.visibility import PUBLIC, Part, audiences
from tests.api.callers import READS_TEXTS
from tests.api.support import documents, routes, unserved_app

TOLD = Part.RESULT_TOLD | Part.REPORTS_TOLD
WHOLE = Part.STAFF | Part.AUDITOR | Part.AUDITOR_OF_TEXTS | Part.ADMINISTRATOR
"""Who is the same to everything in a document."""

IN_SCENE = {
    "administrator": Part.ADMINISTRATOR,
    "director": Part.STAFF,
    "side": Part.PLAYER | Part.PARTY,
    "entrant": Part.PLAYER,
    "player": Part.PARTY,
    "auditor": Part.AUDITOR,
    READS_TEXTS: Part.AUDITOR_OF_TEXTS,
}
"""What callers are in the scene, at most; others are no more than anybody. The player sits on the committee."""

WORKED_OUT = ("status", "ended", "name", "names", "withheld", "data", "items[].actor.person")
"""Fields that follow from what else the reader is shown, and are looked at in tests of their own."""

FEWER = (
    "/v1/reports",
    "/v1/federation/history",
    "/v1/persons/{person}/history",
    "/v1/persons/{person}/changes",
)
"""Lists that leave out items which are not for the reader at all, or are of tournaments in which they are no staff."""

OF_THEIR_OWN = ("/v1/me", "/v1/waiting")
"""What each reader has another of: who they are, and what waits for them. What waits for the vote of a committee's
member waits for nobody else."""


@cache
def reads() -> dict[str, tuple[Part, Fields]]:
    """By its path, who each read is for, and its fields."""
    table: Mapping[str, Fields] = unserved_app().state.visible_fields
    found = (one for one in routes() if "GET" in (one.methods or ()) and one.path in table)
    return {one.path: (audience_of(one), table[one.path]) for one in found}


def lines() -> Iterator[str]:
    """Who sees which field, of reads and of events."""
    yield "\n## Every field of every read\n"
    yield "All who may read see the fields that are not named here. Staff are the tournament's directors; of the"
    yield "register of persons, any director. Anybody is told a result once it is announced; the two sides and the"
    yield "staff know it before (ALL-12). An auditor without the right `personal` is shown everything but sealed"
    yield "texts.\n"
    yield from _header("Read", "Field")
    for path, (audience, fields) in reads().items():
        yield _row(f"`GET {path}`", "", audience)
        for seen, places in restricted(fields, audience).items():
            yield _row("", ", ".join(f"`{place}`" for place in places), seen)
    yield "\n## What answers a command, a preview or a calculation\n"
    yield "All who may send it see the whole answer, but for these fields."
    yield from _header("Sent", "Field")
    for path, fields in answers().items():
        for seen, places in restricted(fields, PUBLIC).items():
            yield _row(f"`POST {path}`", ", ".join(f"`{place}`" for place in places), seen)
    yield "\n## What a problem tells beside its sentence\n"
    yield "All who are refused see its members, but for these. Anyone who is not shown one is not shown the sentence."
    yield from _header("Problem", "Member")
    for seen, places in restricted(facts_seen(), PUBLIC).items():
        yield _row("any", ", ".join(f"`{place}`" for place in places), seen)
    yield "\n## Every field of every event, in histories\n"
    yield "All who may read a kind of event see who has done it, `actor.person`. Staff, auditors and administrators"
    yield "also see keys and commands.\n"
    yield from _header("Event", "Field")
    for event in sorted(EVENTS, key=lambda one: one.TOPIC):
        yield _row(f"`{event.TOPIC}`", "who has done it", event.SEEN)
        fields = audiences(event)
        for seen in dict.fromkeys(fields.values()):
            yield _row("", ", ".join(f"`{name}`" for name in fields if fields[name] == seen), seen)


def _header(*of: str) -> Iterator[str]:
    yield f"| {' | '.join((*of, *READERS.values()))} |"
    yield f"|{'---|' * (len(of) + len(READERS))}"


def _row(of: str, fields: str, audience: Part) -> str:
    cells = ["✓" if audience & (part | Part.ANYBODY) else "" for part in READERS]
    return f"| {of} | {fields} | {' | '.join(cells)} |"


def answers() -> Mapping[str, Fields]:
    """By the path of what is sent, the fields of what answers it."""
    told: Mapping[str, Fields] = unserved_app().state.visible_answers
    return told


def require_answered_as_the_table_says(path: str, caller: str, told: Any) -> None:  # noqa: ANN401 -- JSON
    """Holds what a command, a preview or a calculation answered the caller against the table."""
    part = Part.ANYBODY | IN_SCENE.get(caller, Part(0)) | TOLD
    part |= Part.STAFF if path.startswith("/v1/persons") and caller == "elsewhere" else Part(0)
    assert set(told) <= {place.partition(".")[0].rstrip("[]{}") for place in answers()[path]}, path
    for place, seen in answers()[path].items():
        assert part & seen or all(value in (None, [], {}, 0) for value in _values(told, place)), (
            f"{caller}: {path}: {place}"
        )


def require_problem_as_the_table_says(path: str, caller: str, told: Any) -> None:  # noqa: ANN401 -- JSON
    """Holds what a problem told the caller against the table of facts."""
    part = Part.ANYBODY | IN_SCENE.get(caller, Part(0)) | (Part.STAFF if caller == "elsewhere" else Part(0))
    require_listed(path, told)
    facts = set(told) - set(ProblemDocument.model_fields) - {"withheld", "errors"}
    assert facts <= set(facts_seen()), f"{caller}: {path}: {facts}"
    for name in facts:
        assert part & facts_seen()[name], f"{caller}: {path}: {name}"


def require_listed(route: str, problem: Mapping[str, Any]) -> None:
    """Holds the problem against those that the API's document lists for the operation."""
    slug = problem["type"].rpartition("/")[2]
    assert slug in listed_problems()[route], f"{route} does not list {slug}"


@cache
def listed_problems() -> Mapping[str, frozenset[str]]:
    """By method and path, the kinds of problems that the operation may answer with."""
    document = json.loads(documents().openapi)
    of_all, of_commands = document["info"]["x-problems"], document["info"]["x-problems-of-commands"]
    return {
        f"{method.upper()} {path}": frozenset(
            (*operation["x-problems"], *of_all, *(of_commands if method != "get" else ()))
        )
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }


def require_as_the_table_says(path: str, caller: str, shown: Any, whole: Any) -> None:  # noqa: ANN401 -- JSON
    """Compares what the caller is shown with the whole document, field by field."""
    _, fields = reads()[path]
    branches = _branches(path)
    part = Part.ANYBODY | IN_SCENE.get(caller, Part(0))
    register = path.startswith(("/v1/persons", "/v1/reports")) and not path.endswith("/matches")
    part |= Part.STAFF if register and caller == "elsewhere" else Part(0)
    is_whole = orjson.dumps(shown) == orjson.dumps(whole)
    for place, seen in fields.items():
        at = f"{caller}: {path}: {place}"
        if not (part | TOLD) & seen:
            assert all(value in (None, [], {}, 0) for value in _values(shown, place)), at
            continue
        if is_whole or place in branches:
            continue
        told, all_told = _values(shown, place), _values(whole, place)
        if part & seen & WHOLE:
            assert told == all_told or _is_worked_out(place) or path in (*FEWER, *OF_THEIR_OWN), at
        elif path not in OF_THEIR_OWN and not _is_worked_out(place):
            assert _counted(told) <= _counted(all_told), at


@cache
def _branches(path: str) -> frozenset[str]:
    """The places that have others below them, in themselves or in their items."""
    steps = [place.split(".") for place in reads()[path][1]]
    above = {".".join(one[:depth]) for one in steps for depth in range(1, len(one))}
    return frozenset(above | {place[:-2] for place in above if place.endswith(("[]", "{}"))})


def _is_worked_out(place: str) -> bool:
    return place.endswith(WORKED_OUT)


def _counted(values: list[Any]) -> Counter[bytes]:
    """How often each value is there; blanks apart."""
    return Counter(orjson.dumps(value) for value in values if value not in (None, [], {}, 0))


def _values(document: Any, place: str) -> list[Any]:  # noqa: ANN401 -- JSON
    """What is at that place, in all items of lists and mappings on the way."""
    found = [document]
    for step in place.split("."):
        name = step.removesuffix("[]").removesuffix("{}")
        found = [one[name] for one in found if isinstance(one, dict) and name in one]
        if step.endswith("[]"):
            found = [item for one in found for item in one or ()]
        elif step.endswith("{}"):
            found = [item for one in found for item in (one or {}).values()]
    return found
