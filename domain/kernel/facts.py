"""Facts that a refusal or a problem may have beside its sentence: a closed list, each with whom it is for.

A problem answers anyone who asked, and most of it repeats what they sent or what anybody reads. What is for fewer bears
a mark. Where one is withheld, so is the sentence, for that says the same in words.
"""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, TypedDict, get_args, get_type_hints

from domain.kernel.visibility import FOR_PARTIES, FOR_PLAYERS, FOR_STAFF, PUBLIC, Part

Told = Annotated[object, PUBLIC]
ToPlayers = Annotated[object, FOR_PLAYERS]
ToParties = Annotated[object, FOR_PARTIES]
ToStaff = Annotated[object, FOR_STAFF]


class Facts(TypedDict, total=False):
    """By name, who each fact is for."""

    alternative: Told
    appeal: Told
    appeals: ToStaff
    at: Told
    ban: Told
    choices: Told
    closes_at: Told
    club: Told
    commitment: Told
    conflicts: Told
    contradicting: Told
    cursor: Told
    decision: Told
    digest: Told
    directors: Told
    dispute: Told
    disputes: ToStaff
    due_at: Told
    edition: Told
    entrants: Told
    entries: Told
    entry: Told
    errors: Told
    flight: Told
    form: Told
    format: Told
    game: Told
    games: Told
    header: Told
    incomplete: Told
    item: Told
    kept_to: Told
    key: Told
    kind: Told
    lacks: Told
    length: Told
    limit: Told
    match: Told
    matches: Told
    members: Told
    missing: Told
    needed: Told
    newest: Told
    now: Told
    not_voted: ToParties
    number: Told
    numbers: Told
    opens_at: Told
    option: Told
    parties: Told
    person: Told
    persons: Told
    places: Told
    points: Told
    policy: Told
    pool: Told
    position: Told
    precedents: Told
    preview: Told
    question: Told
    reference: ToStaff
    remedies: Told
    resource: Told
    revision: Told
    round: Told
    row: Told
    rows: Told
    ruling: Told
    sanction: Told
    seen: Told
    series: Told
    side: Told
    silent: Told
    stage: Told
    stages: ToStaff
    stake: Told
    started: ToStaff
    status: Told
    table: Told
    taken: Told
    topic: Told
    tournament: Told
    until: ToPlayers
    version: Told
    webhook: Told
    would_be_void: Told
    would_come_back: Told


@cache
def facts_seen() -> Mapping[str, Part]:
    """The part of a reader that sees each fact, by its name. Raises ValueError where one does not say it."""
    return {name: _mark(name, hint) for name, hint in get_type_hints(Facts, include_extras=True).items()}


def _mark(name: str, hint: object) -> Part:
    mark = next((one for one in get_args(hint)[1:] if isinstance(one, Part)), None)
    if mark is None:
        raise ValueError(f"The fact {name} says not who sees it: mark it.")
    return mark


def for_fewer(facts: Mapping[str, object]) -> bool:
    """Whether any of them is not for everybody, or holds what is not: a preview is a document with marks of its own."""
    return "preview" in facts or any(facts_seen().get(name, Part(0)) != PUBLIC for name in facts)


def hidden_facts(facts: Mapping[str, object], part: Part) -> frozenset[str]:
    """Those that a reader with this part is not told; what is in no list is told nobody."""
    return frozenset(name for name in facts if not part & facts_seen().get(name, Part(0)))
