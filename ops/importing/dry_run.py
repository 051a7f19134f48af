"""What an import of a match list would come to, line by line; nothing is recorded."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from domain.application.entry_lines import EntryLine
from domain.application.person_lines import NewPerson, PersonLine
from domain.importing.club_list import Row
from domain.importing.entry_list import why_refused
from domain.importing.match_list import Line
from domain.importing.whom import Alike, Meant, is_id
from domain.tournament.state import Entry
from projections.views.ratings import points


def told(lines: Sequence[Line], found: Sequence[Meant]) -> Iterator[str]:
    """A sentence for each line, then one for each name that is not an id: whom it stands for."""
    seen: dict[Row, int] = {}
    for line in lines:
        yield f"line {line.number}: {_said(line, seen)}"
    yield from told_of_names(found)
    wrong = sum(line.is_wrong for line in lines)
    taken = sum(line.row is not None for line in lines)
    yield (
        f"{taken} lines would be taken, {wrong} refused, {len(lines) - wrong - taken} left out; nothing was recorded"
    )


def told_of_names(found: Sequence[Meant]) -> Iterator[str]:
    """A sentence for each name that stands for somebody of the register, or for somebody new."""
    for one in found:
        if not one.is_unclear and not is_id(one.name):
            yield f"{one.name} would be registered" if one.person is None else f"{one.name} is {one.person}"


def told_of_persons(lines: Sequence[PersonLine], is_new: Callable[[NewPerson], bool], alike: Alike) -> Iterator[str]:
    """A sentence for each line of a list of persons."""
    taken = wrong = 0
    for line in lines:
        wrong += line.problem is not None
        if line.new is None:
            said = "left out: registered already" if line.is_left_out else f"refused: {line.problem}"
        elif not is_new(line.new):
            said = f"{line.new.details.name} was registered by an earlier import"
        else:
            taken += 1
            said = f"{line.new.details.name} would be registered{_brought(line.new, alike)}"
        yield f"line {line.number}: {said}"
    yield f"{taken} persons would be registered, {wrong} lines refused; nothing was recorded"


def _brought(new: NewPerson, alike: Alike) -> str:
    """With which rating, and who they perhaps are."""
    perhaps = ", ".join(alike(new.details))
    return _rating(new) + (f"; perhaps {perhaps}" if perhaps else "")


def _rating(new: NewPerson) -> str:
    return "" if new.opening is None else f" with {points(new.opening.rating_millionths)}"


def told_of_entries(
    lines: Sequence[EntryLine],
    known: Callable[[EntryLine], Entry | None],
    problems: Mapping[int, str],
    found: Mapping[int, Meant],
) -> Iterator[str]:
    """A sentence for each line of a list of entries. `known` is whose entry there is, `problems` why the tournament
    would refuse others, `found` whom those mean that describe somebody, by their lines."""
    counts = Counter[str]()
    for line in lines:
        entry = known(line) if line.request else None
        problem = why_refused(line, entry, problems)
        what = "refused" if problem else "left out" if line.request is None else "before" if entry else "taken"
        counts[what] += 1
        yield f"line {line.number}: {_of_entry(line, problem, entry, found.get(line.number))}"
    yield (
        f"{counts['taken']} would be entered, {counts['before']} are, {counts['refused']} lines refused,"
        f" {counts['left out']} left out; nothing was recorded"
    )


def _of_entry(line: EntryLine, problem: str | None, entry: Entry | None, meant: Meant | None) -> str:
    if problem:
        return f"refused: {problem}"
    if line.request is None:
        return "left out: it is no longer in"
    if entry is not None:
        return f"entered already, as entry {entry.number}"
    if line.new is None:
        return f"{line.request.person} would be entered"
    if meant is not None and meant.person is not None:
        return f"{meant.name}, who is {meant.person}, would be entered"
    return f"{line.new.details.name} would be registered and entered{_rating(line.new)}"


def _said(line: Line, seen: dict[Row, int]) -> str:
    row = line.row
    if row is None:
        return "left out: no announced result" if line.problem is None else f"refused: {line.problem}"
    score = "" if row.score is None else f", {row.score[0]}-{row.score[1]}"
    before = seen.setdefault(row, line.number)
    same = "" if before == line.number else f" (the same as line {before})"
    return f"taken: {row.played_at:%Y-%m-%d} {row.winner} beats {row.loser} to {row.length}{score}{same}"
