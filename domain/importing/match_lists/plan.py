"""The plan that makes a recorded list the published one: voids, new results, corrections."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from itertools import groupby

from domain.importing.match_lists.alignment import align
from domain.importing.match_lists.club_list import Row
from domain.importing.match_lists.places import in_order


@dataclass(frozen=True, slots=True)
class RecordedRow:
    """A match of the tournament as a row; `place` orders those of the same moment (ELO-6)."""

    match: int
    row: Row
    place: Decimal


@dataclass(frozen=True, slots=True)
class Correction:
    """A recorded match and the row and the place it gets. `before` is what is recorded until then."""

    before: RecordedRow
    row: Row
    place: Decimal

    @property
    def is_placing(self) -> bool:
        """Whether nothing changes but the order."""
        return self.before.row == self.row


@dataclass(frozen=True, slots=True)
class NewRow:
    """A row not recorded yet. Its place will be the next one; a later plan corrects it if need be."""

    row: Row
    place: Decimal


@dataclass(frozen=True, slots=True)
class Plan:
    """To be carried out in this order. `matches` says of each row of the published list which match it is; None: it is
    new; `places` are those of the others, by match, and new ones count from `next_place`."""

    voided: tuple[RecordedRow, ...]
    entered: tuple[Row, ...]
    corrected: tuple[Correction, ...]
    matches: tuple[int | None, ...] = ()
    places: Mapping[int, Decimal] = field(default_factory=dict)
    next_place: int = 0

    def __bool__(self) -> bool:
        return bool(self.voided or self.entered or self.corrected)


def make_plan(recorded: Sequence[RecordedRow], published: Sequence[Row], next_place: int) -> Plan:
    """The least that makes one list of the other. Both are in the order played; new ones get the places from
    `next_place` on. A new row comes last among those of its moment; where it belongs elsewhere, the plan made after
    it was entered says so. Where the lists agree, order included, the plan is empty.

    A match that was voided stays void when its row comes back, which is a new result: the list does not say
    whether it is the same match, and the history of the old one should not claim it.
    """
    match_of = align([each.row for each in recorded], published)
    lines = list(_lines(recorded, published, match_of, next_place))
    kept = set(match_of.values())
    placed = list(zip(lines, published, _places(lines, published), strict=True))
    return Plan(
        voided=tuple(each for index, each in enumerate(recorded) if index not in kept),
        entered=tuple(line.row for line in lines if isinstance(line, NewRow)),
        corrected=tuple(
            Correction(line, row, place)
            for line, row, place in placed
            if isinstance(line, RecordedRow) and (line.place != place or line.row != row)
        ),
        matches=tuple(line.match if isinstance(line, RecordedRow) else None for line in lines),
        places={line.match: place for line, _, place in placed if isinstance(line, RecordedRow)},
        next_place=next_place,
    )


def any_stands_elsewhere(plan: Plan, published: Sequence[Row]) -> bool:
    """Whether a new row does not come last among those of its moment, so that it is to be put where it belongs."""
    first: dict[datetime, int] = {}
    for index, match in enumerate(plan.matches):
        moment = published[index].played_at
        if match is None:
            first.setdefault(moment, index)
        elif moment in first or plan.places[match] >= plan.next_place:
            return True
    return False


def _lines(
    recorded: Sequence[RecordedRow], published: Sequence[Row], match_of: dict[int, int], next_place: int
) -> Iterator[RecordedRow | NewRow]:
    for index, row in enumerate(published):
        if index in match_of:
            yield recorded[match_of[index]]
        else:
            yield NewRow(row, Decimal(next_place))
            next_place += 1


def _places(lines: Sequence[RecordedRow | NewRow], published: Sequence[Row]) -> list[Decimal]:
    """Each line's place, in order moment by moment. What is corrected anyway is moved rather than what is not."""
    places: list[Decimal] = []
    for _, moment in groupby(range(len(lines)), lambda index: published[index].played_at):
        first, *_ = indices = list(moment)
        changed = {index - first for index in indices if lines[index].row != published[index]}
        places += in_order([lines[index].place for index in indices], changed)
    return places
