"""Divisions of a league (RR-15): who plays where in the next season.

The tournaments of one season stand in an order, and of each an announced number goes up, and another goes down. Each
division keeps the size that these numbers give it; the last one takes all who are left.

Readings. Who declines to go up stays, and the next in rank goes up instead. Who leaves the league gives up a place in
the division they would have played in. It goes to the first of those who would have gone down from there, and else to
the first who would play in the division below; not to anyone who has declined to go up. Who resigned or was put out
does not go up. Where a division is smaller than its numbers, those who go up are taken first.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain.kernel.ids import Season, SeriesId, TournamentId
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.problems.persons import DIVISION_ENTRY_UNKNOWN, DIVISION_RANK_SHARED
from domain.series.events import Division, DivisionEntry, FieldProposed, PlaceProposed


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of a division's table; who `left` can't go up."""

    entry: int
    rank: int
    left: bool = False


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A division's tournament as it was at that version, from the top: which `season` of which `series` it belongs to,
    and whether it `has_started`, or is `completed`."""

    tournament: TournamentId
    version: int
    lines: tuple[Placed, ...]
    series: SeriesId | None = None
    season: Season | None = None
    has_started: bool = True
    is_completed: bool = True


@dataclass(frozen=True, slots=True)
class Wishes:
    """The wishes of members: some `declined` to go up, some are `leaving` the league, and of those with one rank some
    come first: `ahead`."""

    declined: Collection[DivisionEntry] = ()
    leaving: Collection[DivisionEntry] = ()
    ahead: Sequence[DivisionEntry] = ()


@dataclass(frozen=True, slots=True)
class _Member:
    """Somebody of the league: the division, from 0, the rank in it, and whether they may go up."""

    division: int
    key: DivisionEntry
    rank: int
    can_go_up: bool


Field = list[_Member]


@dataclass(frozen=True, slots=True)
class _Parts:
    """Those of a division who go up, stay and go down."""

    up: Field
    stays: Field
    down: Field


def next_season(
    divisions: Sequence[Division], tables: Sequence[DivisionTable], wishes: Wishes = Wishes()
) -> tuple[FieldProposed, ...]:
    """The fields of the next season, as `fields_now` has them. Raises Refused where a wish names nobody of the season,
    or those with one rank would play in different divisions."""
    members, turned = _all_members(tables, wishes), _all_members(tables, wishes, turned=True)
    _require_known(members, wishes)
    made = _make_fields(divisions, members, wishes)
    _require_told_apart(_where(made), _where(_make_fields(divisions, turned, wishes)))
    return _proposed_fields(tables, made, _where(_fields(divisions, members)))


def fields_now(
    divisions: Sequence[Division], tables: Sequence[DivisionTable], wishes: Wishes
) -> tuple[FieldProposed, ...]:
    """The fields as they would be, the highest division first. Each is in order of division before and rank in it;
    equals are as in the table."""
    members = _all_members(tables, wishes)
    return _proposed_fields(tables, _make_fields(divisions, members, wishes), _where(_fields(divisions, members)))


def _proposed_fields(
    tables: Sequence[DivisionTable], made: Sequence[Field], expected: Mapping[DivisionEntry, int]
) -> tuple[FieldProposed, ...]:
    """The fields that were made, and who is in another than `expected`."""
    return tuple(
        FieldProposed(
            tournament=table.tournament,
            tournament_version=table.version,
            places=tuple(_place(one, is_next=expected[one.key] != number) for one in field),
        )
        for number, (table, field) in enumerate(zip(tables, made, strict=True))
    )


def _all_members(tables: Sequence[DivisionTable], wishes: Wishes, *, turned: bool = False) -> list[Field]:
    """Those of each division, as `_members` has them."""
    return [list(_members(number, table, wishes, turned=turned)) for number, table in enumerate(tables)]


def _members(division: int, table: DivisionTable, wishes: Wishes, *, turned: bool = False) -> Iterator[_Member]:
    """From the top; those of one rank as they are said to come, and else as they stand, or `turned` round."""
    ahead = {one.entry: place for place, one in enumerate(wishes.ahead) if one.tournament == table.tournament}
    lines = reversed(table.lines) if turned else table.lines
    for line in sorted(lines, key=lambda one: (one.rank, ahead.get(one.entry, len(wishes.ahead)))):
        key = DivisionEntry(tournament=table.tournament, entry=line.entry)
        yield _Member(division, key, line.rank, can_go_up=not line.left)


def _make_fields(divisions: Sequence[Division], members: Sequence[Field], wishes: Wishes) -> list[Field]:
    """The fields, each place given to the next who takes it."""
    sizes = [len(field) for field in _fields(divisions, members)]
    asked = [[_as_asked(one, wishes) for one in each] for each in members]
    return _fill_fields(sizes, _line(divisions, asked), frozenset(wishes.leaving))


def _where(fields: Sequence[Field]) -> dict[DivisionEntry, int]:
    """In which of the fields each is."""
    return {one.key: number for number, field in enumerate(fields) for one in field}


def _as_asked(one: _Member, wishes: Wishes) -> _Member:
    """The member with its wishes: it can't go up if it has declined that, or leaves the league."""
    able = one.can_go_up and one.key not in wishes.declined and one.key not in wishes.leaving
    return replace(one, can_go_up=able)


def _fields(divisions: Sequence[Division], members: Sequence[Field]) -> list[Field]:
    """The fields of all divisions if everybody agreed."""
    return [[*above.down, *own.stays, *below.up] for above, own, below in _parts(divisions, members)]


def _line(divisions: Sequence[Division], members: Sequence[Field]) -> Field:
    """Everybody in the order in which places are given: of each division who stays, who comes up to it, who goes
    down."""
    parts = _parts(divisions, members)
    return [one for _, own, below in parts for one in (*own.stays, *below.up, *own.down)]


def _parts(divisions: Sequence[Division], members: Sequence[Field]) -> list[tuple[_Parts, _Parts, _Parts]]:
    """Of each division those of the one above, its own, and those of the one below."""
    nobody = _Parts([], [], [])
    parts = [nobody, *map(_moving, divisions, members), nobody]
    return list(zip(parts, parts[1:], parts[2:], strict=False))


def _moving(division: Division, members: Field) -> _Parts:
    up = [one for one in members if one.can_go_up][: division.up]
    rest = [one for one in members if one not in up]
    stays = max(0, len(rest) - division.down)
    return _Parts(up, rest[:stays], rest[stays:])


def _fill_fields(sizes: Sequence[int], line: Field, leaving: Collection[DivisionEntry]) -> list[Field]:
    """The line dealt to the divisions from the top, without those who leave."""
    left, made = [one for one in line if one.key not in leaving], []
    for number, size in enumerate(sizes):
        is_last = number == len(sizes) - 1
        able = [one for one in left if is_last or one.division <= number or one.can_go_up]
        field = able if is_last else able[:size]
        left = [one for one in left if one not in field]
        made.append(sorted(field, key=lambda one: (one.division, one.rank)))
    return made


def _require_known(members: Sequence[Field], wishes: Wishes) -> None:
    known = {one.key for each in members for one in each}
    for one in (*wishes.declined, *wishes.leaving, *wishes.ahead):
        if one not in known:
            detail = f"Entry {one.entry} did not play in a division of this season."
            raise Refused(DIVISION_ENTRY_UNKNOWN, detail, tournament=one.tournament, entry=one.entry)


def _require_told_apart(made: Mapping[DivisionEntry, int], turned: Mapping[DivisionEntry, int]) -> None:
    """Requires that nobody's division depends on the order of those who share a rank."""
    tied = [one for one in made if made[one] != turned[one]]
    if tied:
        where = sorted(one.entry for one in tied if one.tournament == tied[0].tournament)
        entries = ", ".join(map(str, where))
        detail = f"Entries {entries} share a rank, and not all of them go the same way."
        raise Refused(DIVISION_RANK_SHARED, detail, tournament=tied[0].tournament, entries=where)


def _place(one: _Member, *, is_next: bool) -> PlaceProposed:
    return PlaceProposed(
        tournament=one.key.tournament, entry=one.key.entry, rank=one.rank, by="vacancy" if is_next else "rank"
    )
