"""A table in a chosen order (TB-1), who has won by it, and why a format can't have it."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from domain.formats.contract import steps
from domain.formats.contract.account import Account, account
from domain.formats.contract.protocol import Facts, RoundPlace
from domain.formats.tie_breaks.criteria import CRITERIA, TieBreak, usable
from domain.formats.tie_breaks.field import Analysed, Entrants, Fact
from domain.formats.tie_breaks.options import AnyOrder, AnyOrderOptions
from domain.kernel.refusal import Refused, name_list
from domain.problems.tournament import CRITERION_WITHOUT_FACTS
from domain.standings.everyone import Classes, Met, places_among
from domain.standings.ranking import Criterion, Row, rank
from domain.standings.virtual import Turn

Lines = Mapping[int, Mapping[str, int]]

AGAIN = "_again"
"""What the column of a criterion is called that is in the order a second time."""

ANALYSES = "analyses"
"""The question of what becomes of matches without one."""

DECIDED = Criterion("decided")
"""Who the director has named first of those tied (ASK)."""


def columns(order: AnyOrder) -> Iterator[tuple[str, TieBreak]]:
    """The criteria that have a number, with the name of its column."""
    seen: set[str] = set()
    for one in (CRITERIA[key] for key in order.criteria if key in CRITERIA):
        yield one.column + AGAIN * (one.column in seen), one
        seen.add(one.column)


def criteria_of(order: AnyOrder) -> tuple[Criterion, ...]:
    """The criteria that the table ranks by."""
    told = tuple(Criterion(column, one.better) for column, one in columns(order))
    return (*told, DECIDED) if order.criteria[-1] == "ASK" else told


def lines(order: AnyOrder, entrants: Entrants) -> Lines:
    """Everybody's numbers."""
    told: dict[int, dict[str, int]] = {entry: {} for entry in entrants.turns}
    before: list[Criterion] = []
    for column, one in columns(order):
        numbers = _places(one.classes, entrants, told, before) if one.classes else _numbers(one, entrants)
        for entry, line in told.items():
            line[column] = numbers[entry]
            line |= {name: sum(part.value for part in one.beside[name](entrants, entry)) for name in one.beside}
        before.append(Criterion(column, one.better))
    if order.criteria[-1] == "ASK":
        return {entry: {**line, DECIDED.name: 0} for entry, line in told.items()}
    return told


def accounts(order: AnyOrder, entrants: Entrants, entry: int) -> Sequence[Account]:
    """The numbers of the entry's line that rounds add up to (TB-5)."""
    told = {one.column: one for _, one in columns(order)}
    sums = [account(column, one.parts_of(entrants, entry)) for column, one in told.items() if one.parts is not None]
    beside = [account(name, parts(entrants, entry)) for one in told.values() for name, parts in one.beside.items()]
    return (*sums, *(one for one in beside if one.name not in told))


def _numbers(one: TieBreak, entrants: Entrants) -> Mapping[int, int]:
    return {entry: one.value(entrants, entry) for entry in entrants.turns}


def _places(classes: Classes, entrants: Entrants, told: Lines, before: Sequence[Criterion]) -> Mapping[int, int]:
    """TB-18: by entry the place among those whom the criteria before leave equal; 0 for who is alone, and where there
    are more than could have met."""
    keys = {entry: tuple(line[one.name] for one in before) for entry, line in told.items()}
    tied: dict[tuple[int, ...], int] = {}
    for key in keys.values():
        tied[key] = tied.get(key, 0) + 1
    most = entrants.most_tied
    asked = [entry for entry, key in keys.items() if most is None or tied[key] <= most]
    met = {entry: [_meeting(turn) for turn in entrants.turns[entry] if _tells(entrants, turn)] for entry in asked}
    places = places_among(met, lambda entry: keys[entry], classes)
    return {entry: places.get(entry, 0) for entry in told}


def _tells(entrants: Entrants, turn: Turn) -> bool:
    """Whether it is a match that counts between those tied: where not everybody meets, none by default."""
    by_default = turn.code in ("WD", "LD", "DD") and entrants.possible is None
    return turn.opponent is not None and not by_default


def _meeting(turn: Turn) -> Met:
    return Met(turn.opponent or 0, turn.code, turn.round, turn.match)


def refuse_order(order: AnyOrder | None, kind: str, facts: frozenset[Fact]) -> Refused | None:
    """TB-29: why a format that knows these facts can't rank so."""
    can = usable(facts)
    without = [key for key in order.criteria if key not in can] if order is not None else []
    if not without:
        return None
    detail = f"{kind!r}, as announced, has no facts for {without[0]}. It can rank by: {', '.join(can)}."
    return Refused(CRITERION_WITHOUT_FACTS, detail, option=without[0], choices=can)


def decided_lines(order: AnyOrder, facts: Facts, told: Lines, there: Collection[int]) -> Lines:
    """These lines, with who the director has named first of those who are `there` and tied for the first place."""
    if order.criteria[-1] != "ASK":
        return told
    rows = rank({entry: told[entry] for entry in there}, criteria_of(order)).rows
    tied = [row.entry for row in rows if row.rank == 1]
    decided = facts.decision(_question(tied))
    named = decided.entry if decided is not None and decided.entry in tied else None
    return told if named is None else {**told, named: {**told[named], DECIDED.name: 1}}


def analyses_asked(options: AnyOrderOptions, facts: Facts) -> steps.Ask | None:
    """TD-20: where error rates decide something, and matches that were played have no analysis that counts. Matches of
    anyone who has left need none."""
    if not options.uses_error_rates or facts.decision(ANALYSES) is not None:
        return None
    missing = [place for place in facts.places if place.match and _without_analysis(facts, place)]
    if not missing:
        return None
    numbers = [number for place in missing for number in _without_analysis(facts, place)]
    detail = f"The table needs error rates. The staff have attached no analysis of these matches: {name_list(numbers)}."
    sides = tuple(sorted({entry for place in missing for entry in place.entries}))
    return steps.Ask("analyses", ANALYSES, detail, (steps.Choice("without-analyses", decides_for=sides),))


def _without_analysis(facts: Facts, place: RoundPlace) -> Sequence[int]:
    """Its matches that wait for one."""
    played = place.ended is not None and place.ended.was_played
    there = not any(facts.entrant(entry).withdrawn for entry in place.entries)
    return [number for number in place.matches if not facts.error_rates(number)] if played and there else ()


def rates_by_match(facts: Facts, match: int) -> Analysed:
    """The error rates of that match; where it begins a bout, of each of its matches."""
    place = facts.place_of(match)
    return {number: facts.error_rates(number) for number in (place.matches if place else (match,))}


def end_of(order: AnyOrder | None, facts: Facts, rows: Sequence[Row]) -> steps.Step:
    """The winner once all is played: the first; nobody alone, where ranks are shared; or what a director is asked."""
    first = [row.entry for row in rows if row.rank == rows[0].rank]
    if not facts.last or not first:
        return steps.Done()
    if len(first) == 1 or order is None:
        return steps.Done(champion=first[0])
    question = _question(first)
    if order.criteria[-1] == "SHARE" or facts.decision(question) is not None:
        return steps.Done()
    detail = f"{len(first)} entries are tied for the first place: decide, or add a later stage for them to play on."
    choices = (steps.Choice(steps.CHAMPION, tuple(first)), steps.Choice("no-champion"))
    return steps.Ask("tied", question, detail, choices)


def winners(step: steps.Step | None, rows: Sequence[Row]) -> Mapping[int, str]:
    """The marks of those who share the first rank at the end."""
    if not isinstance(step, steps.Done) or step.champion is not None:
        return {}
    return {row.entry: "winner" for row in rows if row.rank == rows[0].rank}


def _question(tied: Sequence[int]) -> str:
    return "-".join(("tied", *map(str, sorted(tied))))[:150]
