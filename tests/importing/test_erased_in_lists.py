"""Lists that go on naming somebody who was erased, of every kind, in every order: nothing that is said of a list, and
nothing that is recorded of it, tells a name that was theirs from any other.

Two worlds differ only in what the erased person was called. After the erasure both get the same lists, with a name in
them that is the true one in the first world. Whatever an office may do to try it, both worlds answer alike.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from string import ascii_lowercase
from typing import Any, cast

import pytest

from domain.application.merging import Naming, of_merge
from domain.application.requests import of_person
from domain.importing.book import Book
from domain.importing.lists import ListKind, look_over
from domain.importing.looked_at import Listed, Looked
from domain.importing.recording import record
from domain.importing.together import Together
from domain.importing.whom import Chosen
from domain.journal.journal import Journal
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.person.commands import MergePerson, RegisterPerson
from domain.tournament.state import Tournament
from tests.importing import test_findings as findings
from tests.importing.laid import desk
from tests.importing.memory import MemoryLog
from tests.importing.test_entry_list import SWISS, announced
from tests.importing.test_three_ways import asked, erase

KINDS: Sequence[ListKind] = ("persons", "entries", "matches", "club", "report-file")
OTHERS = ("Anna Bang", "Bert Corell", "Carla Dreyer", "Detlef Ebel", "Ewa Fynbo")
GUESS, NOBODY = "Guessed Gerda", "Nobody Noone"
Names = Sequence[str] | str
"""Those of a list, or the whole text of it."""


@dataclass
class World:
    """A log with one list of that kind, which ticks, and all that was said of the list."""

    kind: ListKind
    log: MemoryLog = field(default_factory=lambda: MemoryLog(now=datetime(2026, 11, 1, tzinfo=UTC), forgets=True))
    told: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        announced(self.log)

    def listed(self, names: Names, chosen: Mapping[str, Chosen]) -> Listed:
        text = names if isinstance(names, str) else WRITTEN[self.kind](names)
        found = findings.listed(self.log, text, chosen, "A list")
        return replace(found, tournament=SWISS if self.kind == "entries" else None)

    def looks(self, names: Names, chosen: Mapping[str, Chosen] | None = None) -> Looked | str:
        """What is said of the list, which is kept."""
        self.log.now += timedelta(minutes=1)
        try:
            looked = look_over(self.kind, self.listed(names, chosen or {}), Together(self.log, self.log.now))
        except Refused as refused:
            self.told.append(refused.detail)
            return refused.detail
        self.told.append((looked.lines, looked.persons))
        return looked

    def takes(self, names: Names, chosen: Mapping[str, Chosen]) -> None:
        """Records the list, unless it is refused."""
        before = len(self.log.recorded)
        try:
            told: object = record(cast("Journal", self.log), self.kind, self.listed(names, chosen), lambda _: None)
        except Refused as refused:
            told = refused.detail
        events = [(one.stream, type(one.event).__name__) for one in self.log.recorded[before:]]
        self.told.append((told, events))

    def person(self, name: str) -> str:
        """Who the list means by the name."""
        entered = SWISS if self.kind == "entries" else None
        kind = "matches" if self.kind == "club" else self.kind
        return Book.at(desk(self.log), kind, "A list", entered).person(name) or f"nobody called {name}"

    def merges(self, record_: str, kept: str) -> None:
        merged = MergePerson(merged_into=kept, reason="one person")
        self.log.now += timedelta(minutes=1)
        tournaments = [one.id for one in self.log.states.values() if isinstance(one, Tournament)]
        self.log.execute(of_merge(asked(self.log), record_, merged, Naming(tournaments)))

    def registers(self, name: str) -> str:
        drawn = self.log.draw()
        self.log.execute(of_person(asked(self.log), drawn, RegisterPerson(name=name)))
        return drawn

    def erases(self, person: str) -> None:
        self.log.now += timedelta(minutes=1)
        erase(self.log, person)
        self.log.now += timedelta(minutes=1)


def _names(names: Sequence[str]) -> str:
    return "name\n" + "".join(f"{name}\n" for name in names)


def _matches(names: Sequence[str], more: bool = False) -> str:
    """Each beats the next two; once there is `more`, the first beats the last."""
    rows = [f"{day},{winner},{loser},{length}\n" for day, winner, loser, length in _rows(names, more)]
    return "date,winner,loser,length\n" + "".join(rows)


def _club(names: Sequence[str], more: bool = False) -> str:
    """The same as a club's history of one revision."""
    return json.dumps({"revision": 1, "at": "2025-04-01T00:00:00Z", "keep": 0, "append": _rows(names, more)})


def _rows(names: Sequence[str], more: bool) -> list[tuple[str, str, str, int]]:
    days = enumerate(names)
    rows = [(f"2025-02-{day + 1:02}", name, other, 5) for day, name in days for other in names[day + 1 : day + 3]]
    return [*rows, ("2025-03-01", names[0], names[-1], 7)] if more else rows


def _report(names: Sequence[str], more: bool = False) -> str:
    """Neighbours meet: in the first round each odd one the next, in the second each even one; who is left has a bye.
    Once there is `more`, the first meets the third in another round, the second the fourth."""
    lines = ["012 A weekend", "042 2025/02/08"]
    for number, name in enumerate(names, 1):
        first = number + 1 if number % 2 else number - 1
        second = number - 1 if number % 2 else number + 1
        third = number + 2 if number in (1, 2) else number - 2
        cells = [_cell(number, other, len(names)) for other in (first, second, third)[: 3 if more else 2]]
        points = sum(1.0 for cell in cells if cell.endswith(("1", "U")))
        lines.append(f"001 {number:4} {' ' * 4} {name:33}{' ' * 33}{points:4.1f} {number:4}  " + "  ".join(cells))
    return "\n".join(lines) + "\n"


def _cell(number: int, other: int, count: int) -> str:
    if not 1 <= other <= count:
        return "0000 - U"
    return f"{other:4} {'w 1' if number < other else 'b 0'}"


WRITTEN: Mapping[ListKind, Callable[[Sequence[str]], str]] = {
    "persons": _names,
    "entries": _names,
    "matches": _matches,
    "club": _club,
    "report-file": _report,
}


def lived(kind: ListKind, seed: int, name: str) -> World:
    """A world in which somebody of that name was in the list, and was erased; then the same lists came in all worlds
    of the seed."""
    world, draws = World(kind), Random(seed)  # noqa: S311 -- a test's choices
    names = [*OTHERS[: draws.randint(2, 5)]]
    names.insert(draws.randrange(len(names) + 1), name)
    world.takes(names, {})
    _past(world, draws, names, name)
    world.erases(world.person(name))
    world.told.clear()
    now = [GUESS if one == name else one for one in names]
    looked, before = world.looks(now), len(world.log.recorded)
    assert not isinstance(looked, str), looked
    assert {one.becomes for one in looked.lines} <= {"before", "noted"}, looked.lines
    world.takes(now, {})
    assert len(world.log.recorded) == before
    for _ in range(4):
        _tried(world, draws, now)
        _edited(draws, now)
    return world


def _past(world: World, draws: Random, names: list[str], name: str) -> None:
    """What came before the erasure: records merged, others erased, the list in another order."""
    for _ in range(draws.randint(0, 3)):
        match draws.choice(["merged into", "merged from", "another erased", "another order"]):
            case "merged into":
                world.merges(world.person(name), world.registers(f"{name[:1]}. of another record"))
            case "merged from":
                world.merges(world.registers(f"{name[:1]}. of a third record"), world.person(name))
            case "another erased":
                left = [one for one in names if one != name]
                if len(left) > 1:
                    world.erases(world.person(draws.choice(left)))
            case _:
                draws.shuffle(names)
                looked = world.looks(names)
                assert not isinstance(looked, str)
                world.takes(names, {one.name: Chosen() for one in looked.persons if one.is_unclear})


def _edited(draws: Random, names: list[str]) -> None:
    """The list as somebody who tries things might change it."""
    match draws.choice(["moved", "gone", "one more", "said twice", "alone", "same"]):
        case "moved":
            draws.shuffle(names)
        case "gone":
            names.remove(draws.choice(names))
        case "one more":
            names.insert(draws.randrange(len(names) + 1), f"{NOBODY} {ascii_lowercase[len(names)]}")
        case "said twice":
            names.insert(draws.randrange(len(names) + 1), GUESS.upper() if GUESS in names else GUESS)
        case "alone":
            names[:] = [one for one in names if one not in OTHERS[1:]]
    if len(set(names)) < len(names) or len(names) < 2:
        names[:] = [GUESS, *OTHERS[:3]]


def _tried(world: World, draws: Random, names: Sequence[str]) -> None:
    looked = world.looks(names)
    unclear = [] if isinstance(looked, str) else [one for one in looked.persons if one.is_unclear]
    chosen = {one.name: Chosen(draws.choice([*one.candidates, None])) for one in unclear}
    world.looks(names, chosen)
    if draws.random() < 0.8:
        world.takes(names, chosen)
        before = len(world.log.recorded)
        world.takes(names, chosen)
        assert len(world.log.recorded) == before, world.told[-1]


def alike(kind: ListKind, seed: int) -> None:
    """Worlds of three names are told the same, about what is asked too."""
    worlds = [lived(kind, seed, name) for name in (GUESS, "Other Otto", "Öthær Ottilie")]
    assert worlds[0].told == worlds[1].told == worlds[2].told
    assert len(worlds[0].told) >= 10


@pytest.mark.rule("REG-2", "ALL-1")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", KINDS)
def test_list_tells_no_name_of_the_erased_from_any_other(kind: ListKind, seed: int) -> None:
    alike(kind, seed)


@pytest.mark.proof
@pytest.mark.rule("REG-2", "ALL-1")
@pytest.mark.parametrize("seed", range(4, 60))
@pytest.mark.parametrize("kind", KINDS)
def test_many_lists_tell_no_name_of_the_erased_from_any_other(kind: ListKind, seed: int) -> None:
    alike(kind, seed)


def erased_from(kind: ListKind, *names: str) -> World:
    """A world whose list had these, of whom the first was erased."""
    world = World(kind)
    world.takes(names, {})
    world.erases(world.person(names[0]))
    return world


def persons_asked(looked: Looked | str) -> list[str]:
    assert not isinstance(looked, str), looked
    return [one.name for one in looked.persons if one.is_unclear]


MORE: Mapping[ListKind, str] = {
    "matches": _matches((GUESS, *OTHERS[:3]), True),
    "club": _club((GUESS, *OTHERS[:3]), True),
    "report-file": _report((GUESS, *OTHERS[:3]), True),
}


@pytest.mark.rule("REG-2", "ALL-1")
@pytest.mark.parametrize("kind", MORE)
def test_rows_of_the_erased_stay_theirs_once_who_has_new_ones_is_said_to_be_new(kind: ListKind) -> None:
    """The name is asked about, since it has a new row; the answer is of that row alone, today and the next time."""
    world = erased_from(kind, GUESS, *OTHERS[:3])
    matches = sides(world)
    assert persons_asked(world.looks(MORE[kind])) == [GUESS]
    world.takes(MORE[kind], {GUESS: Chosen()})
    assert matches.items() <= sides(world).items()
    assert len(sides(world)) > len(matches)
    before = len(world.log.recorded)
    assert persons_asked(world.looks(MORE[kind])) == []
    world.takes(MORE[kind], {})
    assert len(world.log.recorded) == before


def sides(world: World) -> Mapping[int, tuple[int, int]]:
    """The two entries of each match."""
    tournaments = [one for one in world.log.states.values() if isinstance(one, Tournament) and one.id != SWISS]
    return {number: match.sides for one in tournaments for number, match in one.matches.items()}


@pytest.mark.rule("REG-2", "ALL-1")
def test_player_of_a_report_file_who_met_nobody_is_known_by_their_neighbours() -> None:
    text = _report(OTHERS[:2]) + f"001    3      {GUESS:66} 0.0    3\n"
    world = World("report-file")
    world.takes(text, {})
    world.erases(world.person(GUESS))
    before = len(world.log.recorded)
    world.takes(text, {})
    assert (len(world.log.recorded), persons_asked(world.looks(text))) == (before, [])
    assert persons_asked(world.looks(text + f"001    4      {NOBODY:66} 0.0    4\n")) == [GUESS, NOBODY]


@pytest.mark.rule("REG-2", "REG-4")
def test_first_list_of_persons_is_not_compared_with_who_was_only_entered() -> None:
    """Bert was entered and erased; who comes first in the members' first list is somebody else."""
    world = erased_from("entries", OTHERS[1], OTHERS[0])
    members = findings.listed(world.log, "name\nZoe Zed\n", {}, "Persons")
    (line,) = look_over("persons", members, Together(world.log, world.log.now)).lines
    assert line.becomes == "taken"
