"""Lines of a list that are of somebody: who they mean, and what becomes of each, compared three ways.

Each fact is compared by itself, for what is known of a person is several things. What the list changed is taken, what
was changed here stays, and where both have changed the same fact the line waits until somebody chooses. An empty cell
says nothing. A name that the list does not have any more changes nothing here; it is told once.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from domain.importing.book import Book
from domain.importing.forgotten_names import with_forgotten
from domain.importing.looked_at import Becomes, Choices, LookedAt
from domain.importing.persons_here import facts_in, said_together, words_of
from domain.importing.three_ways import Compared, Facts, facts_compared
from domain.importing.whom import Meant
from domain.kernel.ids import PersonId, list_stream
from domain.kernel.replacing import replace
from domain.lists.events import Choice, PersonConflictFound, PersonConflictSettled

_WAITS = "the list and this service have both changed it: choose what holds"
_STAYS = "it was changed here, and stays as it is"

Bars = Callable[[Collection[str]], str | None]
"""Says why these facts can't be made what the list says, and what to do; None: they can."""


def _nothing(_: Collection[str]) -> None:
    return None


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A line of somebody: its number, what the list calls them, and what it says, as the text that `said_of` makes."""

    number: int
    key: str
    name: str
    said: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The fate of a line: which facts are taken, what is shown of it, and what was chosen where both sides had changed
    something."""

    shown: LookedAt
    taken: Collection[str] = ()
    settled: Choice | None = None


@dataclass(slots=True)
class SaidLines:
    """The lines of a list at its book. `choices` are what was chosen of persons whom both sides have changed, `called`
    is what the list calls its columns."""

    book: Book
    choices: Choices = field(default_factory=dict)
    called: Mapping[str, str] = field(default_factory=dict)
    _meant: dict[str, Meant] = field(default_factory=dict)
    _kept: dict[str, int] = field(default_factory=dict)
    _waiting: Mapping[PersonId, str | None] | None = None

    def find_persons(self, keys: Sequence[str], meant: Sequence[Meant], chosen: Collection[str]) -> list[Meant]:
        """The persons meant by the lines of these keys, completed from the register's answer. Some lines without a
        person are of the erased, or to be asked about."""
        listed = self.book.listed_names()
        now = [None if _is_new(one, chosen) else key for key, one in zip(keys, meant, strict=True)]
        kept, asked = with_forgotten([name for _, name in listed], now)
        self._kept = {keys[place]: listed[former][0] for place, former in kept.items()}
        found = [replace(one, is_asked=True) if place in asked else one for place, one in enumerate(meant)]
        self._meant = dict(zip(keys, found, strict=True))
        return found

    def is_forgotten(self, key: str) -> bool:
        """Whether the line is that of somebody who was erased, of whom nothing is taken any more."""
        return key in self._kept

    def person(self, key: str) -> PersonId | None:
        """The person meant by the line, if known."""
        meant = self._meant.get(key)
        same_as = self.book.person(meant.same_as) if meant and meant.same_as else None
        return self.book.person(key) or (meant.person if meant else None) or same_as

    def take(
        self,
        line: SaidLine,
        person: PersonId,
        here: Facts,
        keys: Collection[str],
        take: Callable[[Collection[str]], None],
        bars: Bars = _nothing,
    ) -> LookedAt:
        """Takes what the list has changed of that person, of whom these facts are here; `keys` are all lines of the
        list. What something `bars` waits. Raises what `take` raises."""
        outcome = self._outcome(line, person, here, keys, bars)
        take(outcome.taken)
        self._note(line, person, outcome)
        return outcome.shown

    def _compare_facts(self, person: PersonId, before: Facts, says: Facts, here: Facts) -> Compared:
        compared = facts_compared(before, says, here)
        if person in self._waits:
            return Compared((), compared.here, (*compared.there, *compared.both))
        return compared

    def _outcome(self, line: SaidLine, person: PersonId, here: Facts, keys: Collection[str], bars: Bars) -> Outcome:
        says, before = facts_in(line.said), self._facts_said(line, person, keys)
        compared = self._compare_facts(person, before, says, here)
        choice = self.choices.get(person)
        why = bars((*compared.there, *(compared.both if choice == "list" else ())))
        if why is not None:
            compared = Compared((), compared.here, (*compared.there, *compared.both))
        if compared.both and (choice is None or (choice == "list" and why is not None)):
            return Outcome(
                _line_shown(line, person, "conflict", why or _WAITS, compared.both, (before, says, here), self.called)
            )
        settled = choice if compared.both else None
        taken = (*compared.there, *(compared.both if settled == "list" else ()))
        if taken:
            return Outcome(
                _line_shown(line, person, "changed", None, taken, (before, says, here), self.called), taken, settled
            )
        stays = (*compared.here, *(compared.both if settled == "here" else ()))
        if stays:
            shown = _line_shown(line, person, "changed-here", _STAYS, stays, ({}, says, here), self.called)
            return Outcome(shown, settled=settled)
        return Outcome(LookedAt(line.number, line.name, "before", person=person), settled=settled)

    def _note(self, line: SaidLine, person: PersonId, outcome: Outcome) -> None:
        """Records what the list says of that person; or that it waits."""
        stream, waits = list_stream(self.book.id), self._waits
        if outcome.shown.becomes == "conflict":
            if waits.get(person) != line.said:
                event = PersonConflictFound(person=person, says=line.said)
                self.book.desk.tell(stream, event, about=lambda _: (person,))
            self.book.note(line.key, person)
            return
        records = self.book.waiting_as(person) if person in waits else []
        said = said_together(self.book.other_text(line.key, person), line.said)
        if outcome.settled is not None:
            for one in records:
                self.book.desk.tell(stream, PersonConflictSettled(person=one, choice=outcome.settled))
            records = []
        for one in records or [person]:
            self.book.note(line.key, one, said, again=bool(records))

    def gone_lines(self, keys: Collection[str]) -> list[LookedAt]:
        """The names that the list does not have any more, of which that was not told before."""
        if self.book.told_order is None:
            return []
        there = {self.person(key) for key in keys}
        left = (name for _, name in self.book.listed_names() if name is not None and name not in keys)
        return [LookedAt(0, name, "gone", person=one) for name in left if (one := self.book.person(name)) not in there]

    def note_order(self, keys: Iterable[str]) -> None:
        """Records which lines the list has."""
        self.book.note_order(self._kept.get(key, key) for key in keys)

    @property
    def _waits(self) -> Mapping[PersonId, str | None]:
        if self._waiting is None:
            self._waiting = self.book.person_conflicts
        return self._waiting

    def _facts_said(self, line: SaidLine, person: PersonId, keys: Collection[str]) -> Facts:
        """The facts that the list gave before. At first its name says who is meant, and no more; an entry is requested
        first."""
        return {"name": line.name, "status": "requested", **facts_in(self.book.other_text(line.key, person, keys))}


def _is_new(meant: Meant, chosen: Collection[str]) -> bool:
    return meant.person is None and meant.same_as is None and meant.name not in chosen


def _line_shown(
    line: SaidLine,
    person: PersonId,
    becomes: Becomes,
    why: str | None,
    names: Sequence[str],
    sides: tuple[Facts, Facts, Facts],
    called: Mapping[str, str],
) -> LookedAt:
    """The line with the facts that are told of it, as they were said before, are said now, and are here."""
    before, says, here = (words_of(side, names, called) if side else None for side in sides)
    return LookedAt(line.number, f"{line.name or person}: {says}", becomes, why, None, before, here, person)
