"""A register in which records are merged and split at random, also those that hold others, is that of persons who had
one record from the beginning, or as many as they are (REG-1 to REG-3): every table, rating, ban and credit."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, TypeVar, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from domain.application.catalogue import FOLDS
from domain.application.merging import Naming, entered_since, of_merge, of_taking_back
from domain.application.requests import of_club, of_series
from domain.clubs import decide as clubs
from domain.clubs.state import Clubs
from domain.federation.state import Federation
from domain.journal.states import fold_of
from domain.kernel.envelope import Actor, Event, Recorded
from domain.kernel.ids import CLUBS, FEDERATION, PersonId, StreamName, person_stream
from domain.kernel.refusal import Refused
from domain.kernel.renaming import rename_id
from domain.person import commands as person_commands
from domain.person import events as person_events
from domain.person.merging import as_one
from domain.person.state import Person
from domain.ports.command_handling import Request
from domain.scoring.result import FinalScore, WinnerOnly
from domain.series.decide import ChangeSeries
from domain.series.state import Series
from domain.tournament.entries import commands as entry_commands
from domain.tournament.entries.events import EntryEvent, EntryRequested
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import DirectorAppointed
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament
from projections.claims.claims import CLAIMS
from projections.claims.replay import Replayed
from projections.engine.states import Batch, Touched
from projections.ratings.pools import Pools
from tests.club import Club
from tests.desk import NOON, OFFICE, director, person, player, recorded
from tests.properties import examples
from tests.reaching import reached

LETTERS = "ABCDEF"
IDS = tuple(map(person, LETTERS))
VALLEY = "00000000-0000-4000-8000-000000000001"
RATED = {"pool": "normal", "policy": "room", "policy_version": 1}
FORMATS = ({"kind": "open"}, {"kind": "open", "forms": ["five-points"], "stakes": True})
CHANGING = ("revision", "version", "merged")
OF_RECORDS = ("wins", "bans")
"""Tables that tell under which record something stands."""

S = TypeVar("S", Tournament, Person, Series)
Owned = dict[tuple[str, int, PersonId], PersonId]


@dataclass(frozen=True)
class Act:
    """Something to be tried: what, with whom, and how much of it."""

    kind: str
    one: int
    other: int
    size: int


@dataclass(frozen=True)
class Written:
    """An event outside merging, and into which record each one was merged then, as far as it was."""

    event: Recorded[Any]
    kept: dict[PersonId, PersonId]


@dataclass
class Register(Club):
    """Records that are merged and split. `kept` says into which record each one leads, `owned` to whom an entry made
    under some id was said to belong since."""

    history: list[Written] = field(default_factory=list)
    kept: dict[PersonId, PersonId] = field(default_factory=lambda: {one: one for one in IDS})
    owned: Owned = field(default_factory=dict)
    tournaments: list[str] = field(default_factory=list)
    won_there: list[str] = field(default_factory=list)
    tells: bool = True

    def _lay(self, stream: StreamName, event: Event, by: Actor) -> None:
        super()._lay(stream, event, by)
        if self.tells:
            written = recorded(event, stream, self.states[stream].version, by, self.now)
            self.history.append(Written(written, dict(self.kept)))

    def known(self, number: int) -> PersonId:
        return self.kept[IDS[number % len(IDS)]]

    def letter(self, number: int) -> str:
        return LETTERS[IDS.index(self.known(number))]

    def state(self, id_: PersonId) -> Person:
        return cast("Person", self.load(person_stream(id_)))

    def merge(self, record: PersonId, kept: PersonId) -> None:
        command = person_commands.MergePerson(merged_into=kept, reason="Twice")
        self._untold(of_merge(self.by(OFFICE), record, command, self._naming(record)))

    def split(self, record: PersonId, answers: int) -> None:
        """Each entry made since is the record's where the next bit of the answers is set."""
        one, kept = self.state(record), self.kept[record]
        naming = self._naming(kept, record)
        made = [(each, entry) for each in naming.tournaments for entry in entered_since(self.tournament(each), one)]
        belong = {each: record if answers >> place & 1 else kept for place, each in enumerate(made)}
        rows = tuple(
            person_commands.EntryBelongs(tournament=of, entry=entry, person=whose)
            for (of, entry), whose in belong.items()
        )
        command = person_commands.WithdrawMerge(reason="Two", entered_since=rows)
        holders = {holder.person for holder in one.holders}
        under = {
            (of, entry, former): record
            for (of, entry), whose in belong.items()
            for former in holders.intersection(self.tournament(of).as_recorded.entries[entry].persons)
            if whose == record
        }
        self._untold(of_taking_back(self.by(OFFICE), record, command, naming))
        self.owned |= under

    def _untold(self, request: Request) -> None:
        self.tells = False
        try:
            self.carry_out(request)
        finally:
            self.tells = True
        self.kept = {one: self.state(one).merged_into or one for one in IDS}

    def _naming(self, named: PersonId, record: PersonId | None = None) -> Naming:
        """What names the person, or has that record merged, as the tables know it."""
        tournaments = [
            one.id for one in self.every(Tournament) if named in _named_in(one) or record in dict(one.merged)
        ]
        series = [one.id for one in self.every(Series) if named in one.directors or record in dict(one.merged)]
        return Naming(tournaments, series)

    def every(self, kind: type[S]) -> Iterator[S]:
        return (state for _, state in sorted(self.states.items()) if isinstance(state, kind))

    def replayed(self) -> Replayed:
        """What the tables are made of."""
        tournaments, persons = tuple(self.every(Tournament)), tuple(self.every(Person))
        pools = Pools()
        pools.take(Batch({one.stream: Touched(one, None) for one in tournaments}, {one.stream: one for one in persons}))
        pools.settle()
        clubs, federation = cast("Clubs", self.load(CLUBS)), cast("Federation", self.load(FEDERATION))
        return Replayed(tournaments, persons, tuple(self.every(Series)), clubs, pools, federation)


def _named_in(state: Tournament) -> Collection[PersonId]:
    entered = (person for entry in state.entries.values() for person in entry.persons)
    return {*entered, *(state.settings.directors if state.settings else ())}


@dataclass
class FromTheBeginning:
    """The register in which each had one record from the beginning, made of what was recorded."""

    random: Register
    entered: dict[tuple[str, int], set[PersonId]] = field(default_factory=dict)

    def made(self) -> Register:
        """Events of bans are numbered again, for they come to one record."""
        made = Register()
        for written in self._ordered():
            for stream, event, by in self._told(written):
                state = made.load(stream)
                if isinstance(event, DirectorAppointed) and event.person in cast("Tournament", state).directors:
                    continue
                if isinstance(event, person_events.BanPlaced):
                    event = event.model_copy(update={"ban": len(cast("Person", state).bans) + 1})
                laid = recorded(event, stream, state.version + 1, by, written.event.recorded_at)
                made.states[stream] = fold_of(FOLDS, stream).evolve(state, laid)
        return made

    def _ordered(self) -> Sequence[Written]:
        """An opening rating that a record brings counts where those before it have none."""
        order = [
            one for kept in IDS for one in (kept, *self.random.state(kept).records) if self.random.kept[kept] == kept
        ]
        streams = [person_stream(one) for one in order]

        def place(written: Written) -> int:
            is_opening = isinstance(written.event.event, person_events.OpeningRatingSet)
            return 1 + len(streams) - streams.index(written.event.stream) if is_opening else 0

        return sorted(self.random.history, key=place)

    def _told(self, written: Written) -> Iterator[tuple[StreamName, Event, Actor]]:
        """The event under the ids of those whose it is."""
        event, stream = written.event, written.event.stream
        if stream.startswith("person-"):
            own = PersonId(stream.removeprefix("person-"))
            kept = self.random.kept[self._owner_of(event.event, own)]
            if not isinstance(event.event, person_events.PersonRegistered) or kept == own:
                yield person_stream(kept), event.event, event.actor
            return
        for former, now in self._names(written):
            event = rename_id(event, former, now)
        yield stream, event.event, event.actor

    def _owner_of(self, event: Event, own: PersonId) -> PersonId:
        """Whose an event of that person's is. Somebody may have two entries in a tournament: the one that the event
        names decides, where it names one."""
        tournament, named = getattr(event, "tournament", ""), getattr(event, "entry", None)
        owners = (
            self._owner(of, entry, own)
            for of, entry, whose in self.random.owned
            if (of, whose) == (tournament, own) and named in (None, entry)
        )
        return next(owners, own)

    def _names(self, written: Written) -> Iterator[tuple[PersonId, PersonId]]:
        event, tournament = written.event.event, written.event.stream.removeprefix("tournament-")
        special = dict[PersonId, PersonId]()
        if isinstance(event, EntryEvent):
            place = tournament, event.entry
            if isinstance(event, EntryRequested):
                self.entered.setdefault(place, {event.person, *event.members})
            for one in self.entered[place]:
                owner = self._owner(*place, one)
                special |= {written.kept[each]: self.random.kept[owner] for each in (one, owner)}
        yield from ({one: self.random.kept[one] for one in IDS} | special).items()

    def _owner(self, tournament: str, entry: int, one: PersonId) -> PersonId:
        owned = self.random.owned
        while (tournament, entry, one) in owned:
            one = owned[tournament, entry, one]
        return one


Deed = Callable[[Register, Act], object]


def _announce(register: Register, act: Act) -> None:
    if len(register.tournaments) < 4:
        by, terms = director(register.letter(act.one)), FORMATS[len(register.tournaments) % 2]
        register.tournaments.append(register.announce(by=by, format=terms, rating=RATED))
        _enter(register, act)
        _enter(register, replace(act, one=act.other))


def _tournament(register: Register, act: Act) -> str:
    return register.tournaments[act.size % len(register.tournaments)]


def _enter(register: Register, act: Act) -> None:
    tournament = _tournament(register, act)
    members = () if act.size % 5 else (register.known(act.other),)
    asked = entry_commands.RequestEntry(
        person=register.known(act.one), members=members, team_name="Foxes" if members else None
    )
    register.do(tournament, asked)
    register.do(tournament, entry_commands.ApproveEntry(entry=max(register.tournament(tournament).entries)))
    register.do(tournament, lifecycle_commands.StartTournament())


def _play(register: Register, act: Act) -> None:
    tournament = _tournament(register, act)
    count = len(register.tournament(tournament).entries)
    first = act.one % count + 1
    second = (first + act.other % (count - 1)) % count + 1
    if register.tournaments.index(tournament) % 2:
        played = match_commands.PlayedMatch(
            sides=(first, second), form="five-points", stake=Decimal("2.50"), result=WinnerOnly(winner="first")
        )
        register.do(tournament, match_commands.EnterResults(results=(played,)))
    else:
        result = FinalScore(first=5, second=act.size % 5)
        register.do(tournament, match_commands.MakeMatch(sides=(first, second), length=5, result=result))


def _resign(register: Register, act: Act) -> None:
    tournament = _tournament(register, act)
    numbers = register.tournament(tournament).entries_of(register.known(act.one))
    by = player(register.letter(act.one))
    register.do(
        tournament, entry_commands.Resign(entry=numbers[-1], reason="Told the desk."), by if act.size % 2 else OFFICE
    )


def _complete(register: Register, act: Act) -> None:
    register.do(_tournament(register, act), lifecycle_commands.CompleteTournament())


def _win(register: Register, act: Act) -> None:
    one, other = map(register.letter, (act.one, act.other))
    series = {"series": next(register.every(Series)).id, "season": 1 + act.size % 2}
    if one != other:
        register.won_there.append(register.play(one, other, series=series))


def _reopen(register: Register, act: Act) -> None:
    """One that somebody has won, or another one."""
    among = register.won_there if act.size % 2 else register.tournaments
    register.do(among[act.other % len(among)], lifecycle_commands.ReopenTournament(reason="Once more"))


def _ban(register: Register, act: Act) -> None:
    command = person_commands.PlaceBan(kind="director-ban", until=None, reason="Shouting")
    register.person_does(register.letter(act.one), command)


def _open(register: Register, act: Act) -> None:
    rated = {"pool": "normal", "rating_millionths": 10**8 * (1 + act.size), "experience": act.other, "reason": "Before"}
    command = person_commands.SetOpeningRating.model_validate(rated)
    register.person_does(register.letter(act.one), command)


def _belong(register: Register, act: Act) -> None:
    known = register.known(act.one)
    appoints, admits = clubs.AppointOfficer(person=known), clubs.AdmitMember(person=known, since=NOON)
    register.carry_out(of_club(register.by(OFFICE), VALLEY, appoints if act.size % 2 else admits))


def _direct(register: Register, act: Act) -> None:
    directors = tuple(dict.fromkeys((register.known(act.one), register.known(act.other))))
    changes = ChangeSeries(name="Cup", directors=directors[: 1 + act.size % 2])
    register.carry_out(of_series(register.by(OFFICE), next(register.every(Series)).id, changes))


def _appoint(register: Register, act: Act) -> None:
    appoints = lifecycle_commands.AppointDirector(person=register.known(act.one))
    register.do(_tournament(register, act), appoints)


def _merge(register: Register, act: Act) -> None:
    if register.known(act.one) != register.known(act.other):
        register.merge(register.known(act.one), register.known(act.other))


def _split(register: Register, act: Act) -> None:
    """The next record that is merged."""
    merged = [one for one in IDS if register.kept[one] != one]
    register.split(merged[act.one % len(merged)], act.size)


FIRST = (Act("announce", 0, 1, 1), Act("announce", 2, 3, 1), Act("play", 0, 1, 0), Act("merge", 2, 0, 0))
DEEDS: Mapping[str, Deed] = {
    "announce": _announce,
    "enter": _enter,
    "play": _play,
    "resign": _resign,
    "complete": _complete,
    "win": _win,
    "reopen": _reopen,
    "ban": _ban,
    "open": _open,
    "belong": _belong,
    "direct": _direct,
    "appoint": _appoint,
    "merge": _merge,
    "split": _split,
}
OFTEN = ("play", "play", "play", "merge", "merge", "split", "enter", "enter", "enter", "resign", "reopen")
acts = st.builds(Act, st.sampled_from((*DEEDS, *OFTEN)), st.integers(0, 5), st.integers(0, 5), st.integers(0, 63))


TWO_ENTRIES_IN_ONE_TOURNAMENT = (
    Act("merge", 4, 3, 0),
    Act("enter", 3, 0, 2),
    Act("split", 1, 0, 1),
    Act("enter", 3, 0, 2),
    Act("resign", 3, 0, 0),
)
"""The first of them is said to be somebody else's; the person resigns with the second."""
MERGED_AFTER_THEY_MET = (Act("complete", 0, 0, 0), Act("merge", 1, 0, 0))
"""Two records that played each other: neither entry is a re-entry of the other."""


def _begun() -> Register:
    register = Register()
    register.register(LETTERS)
    register.carry_out(of_club(register.by(OFFICE), VALLEY, clubs.FoundClub(name="Valley")))
    register.series()
    return register


def _tables(of: Register) -> dict[str, list[Any]]:
    """Every table but for revisions, which tell that something is to be read again."""
    replayed = of.replayed()
    return {
        claim.table.name: [_bare(json.loads(row)) for row in claim.sorted_rows(replayed)]
        for claim in CLAIMS
        if claim.table.name not in OF_RECORDS
    }


def _bare(told: Any) -> Any:  # noqa: ANN401 -- any JSON
    if isinstance(told, dict):
        return {name: _bare(one) for name, one in told.items() if name not in CHANGING}
    return [_bare(one) for one in told] if isinstance(told, list) else told


def _of_persons(of: Register, kept: Collection[PersonId]) -> dict[PersonId, Any]:
    """What stands of each person themselves, in whichever record."""
    found = dict[PersonId, Any]()
    for one in kept:
        whole = as_one(of.state(one), [of.state(record) for record in of.state(one).records])
        found[one] = (
            sorted((each.tournament, each.entry, each.confirmed) for each in whole.resignations),
            sorted((ban.kind, ban.standing, ban.placed_at) for ban in whole.bans),
            sorted((win.tournament, win.series, win.season) for win in whole.wins),
            sorted((each.tournament, each.season) for each in whole.sitting_out),
            whole.openings,
        )
    return found


def _of_clubs(of: Register) -> Any:  # noqa: ANN401 -- what is compared
    [valley] = cast("Clubs", of.load(CLUBS)).every()
    return sorted(valley.officers), valley.memberships


@pytest.mark.rule("REG-1", "REG-2", "REG-3", "ELO-6")
@example(tried=TWO_ENTRIES_IN_ONE_TOURNAMENT)
@example(tried=MERGED_AFTER_THEY_MET)
@given(tried=st.lists(acts, min_size=20, max_size=60))
@examples(2)
def test_merged_and_split_at_random_every_table_is_that_of_who_was_one_or_two_from_the_beginning(
    tried: Sequence[Act],
) -> None:
    register = _begun()
    for act in (*FIRST, *tried):
        with suppress(Refused, ArithmeticError, IndexError, ValueError):
            DEEDS[act.kind](register, act)
    reached()
    once = FromTheBeginning(register).made()
    kept = sorted(set(register.kept.values()))
    assert _of_persons(register, kept) == _of_persons(once, kept)
    assert _of_clubs(register) == _of_clubs(once)
    assert _tables(register) == _tables(once)
