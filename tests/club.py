"""A federation in memory: persons are letters, and several tournaments are run beside each other. Commands go the way
they go through the journal, so what one tournament means for another is laid where it belongs."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Self, cast

from domain.application.catalogue import FOLDS
from domain.application.requests import CommandOrigin, of_federation, of_person, of_series, of_tournament
from domain.federation.decide import Command as FederationCommand
from domain.federation.decide import SetResignationLimit
from domain.federation.state import Federation
from domain.journal.states import fold_of
from domain.kernel.envelope import SERVICE, Actor, Event
from domain.kernel.ids import FEDERATION, StreamName, person_stream, tournament_stream
from domain.kernel.refusal import Refused
from domain.person.commands import Command as PersonCommand
from domain.person.commands import ErasePerson, RegisterPerson, RequestErasure
from domain.person.state import Person
from domain.ports.command_handling import Decision, Request, State, command_id
from domain.ports.refused_answers import refusal_in
from domain.scoring.result import WinnerOnly
from domain.series.decide import AnnounceSeries
from domain.tournament.command import Command
from domain.tournament.decisions.reviews.review_items import Review, Sources, reviews
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.reviews import commands as review_commands
from domain.tournament.reviews.events import ReviewItem
from domain.tournament.rounds import commands as round_commands
from domain.tournament.state import Entry, Tournament
from ops.demonstration.seeded import seeded_id
from tests.desk import NOON, OFFICE, Drawer, person, player, recorded, sender
from tests.when import When, ask


@dataclass
class Club:
    """The log's streams as they are; the clock moves a minute with each command. `rated` is what the ledger says of
    persons, in millionths of a point."""

    states: dict[StreamName, State] = field(default_factory=dict)
    now: datetime = NOON
    secrets: Drawer = field(default_factory=Drawer)
    asked: int = 0
    rated: dict[str, int] = field(default_factory=dict)

    def load(self, stream: StreamName) -> State:
        """The stream's state."""
        return self.states.get(stream) or fold_of(FOLDS, stream).initial(stream)

    def carry_out(self, request: Request) -> Decision:
        """Decides the request and lays its events; raises Refused, and then nothing has changed."""
        self.now += timedelta(minutes=1)
        decision = request.decide(self, self.now)
        for write in decision.writes:
            for event in write.events:
                self._lay(write.stream, event, write.actor or request.actor)
        refusal = refusal_in(decision.answer)
        if refusal is not None:
            raise refusal
        return decision

    def _lay(self, stream: StreamName, event: Event, by: Actor) -> None:
        state = self.load(stream)
        laid = recorded(event, stream, state.version + 1, by, self.now)
        self.states[stream] = fold_of(FOLDS, stream).evolve(state, laid)

    def by(self, actor: Actor) -> CommandOrigin:
        """A new command of that person."""
        self.asked += 1
        return CommandOrigin(command_id("club", str(self.asked)), b"", actor)

    def register(self, letters: str) -> "Club":
        for letter in letters:
            self.person_does(letter, RegisterPerson(name=letter))
        return self

    def person_does(self, letter: str, command: PersonCommand, by: Actor = OFFICE) -> None:
        """A command on the person called by that letter."""
        self.carry_out(of_person(self.by(by), person(letter), command))

    def erase(self, letter: str) -> None:
        """The person called by that letter is erased."""
        self.person_does(letter, RequestErasure(wait_hours=0))
        self.person_does(letter, ErasePerson(), by=SERVICE)

    def series(self, name: str = "Winter cup", by: Actor = OFFICE) -> str:
        """The id of a new series."""
        asked = self.by(by)
        self.carry_out(of_series(asked, seeded_id(asked.command), AnnounceSeries(name=name)))
        return seeded_id(asked.command)

    def limit(self, limit: int | None) -> None:
        """Sets the limit of resignations."""
        self.carry_out(of_federation(self.by(OFFICE), SetResignationLimit(limit=limit, reason="As voted")))

    def federation_does(self, command: FederationCommand, by: Actor = OFFICE) -> Decision:
        """A command on the federation itself."""
        return self.carry_out(of_federation(self.by(by), command))

    def announce(self, *, by: Actor = OFFICE, **fields: Any) -> str:  # noqa: ANN401 -- an announcement's own fields
        """The id of a new tournament; an NxE to one loss where nothing else is said."""
        asked = self.by(by)
        nxe = {"kind": "nxe", "losses": 1, "lengths": [1]}
        said = {"name": "Evening"} | ({} if "cloned_from" in fields else {"format": nxe}) | fields
        command = lifecycle_commands.AnnounceTournament.model_validate(said)
        self.carry_out(of_tournament(asked, seeded_id(asked.command), command))
        return seeded_id(asked.command)

    def do(self, tournament: str, command: Command, by: Actor = OFFICE) -> tuple[Event, ...]:
        """Carries the command out; the tournament's own events."""
        return self.carry_out(of_tournament(self.by(sender(command, by)), tournament, command)).writes[0].events

    def when(self, tournament: str, command: Command, by: Actor = OFFICE) -> When[Self]:
        """What comes of a command, asked of a fork: this club stays as it is."""
        after = self.fork()
        asked = ask(after, lambda: after.do(tournament, command, by))
        assert asked.refusal is None or after.states == self.states
        return asked

    def fork(self) -> Self:
        """The same federation once more."""
        other = copy(self)
        other.states, other.secrets = dict(self.states), replace(self.secrets, kept=dict(self.secrets.kept))
        return other

    def turned_away(self, tournament: str, command: entry_commands.RequestEntry, by: Actor = OFFICE) -> str:
        """The slug of the problem somebody banned is refused with, although it is recorded that they asked."""
        before = self.tournament(tournament)
        try:
            self.do(tournament, command, by)
        except Refused as refusal:
            after = self.tournament(tournament)
            assert after.version == before.version + 2
            assert after.entries[after.entry_of[command.person]].status == "refused"
            return refusal.problem.slug
        raise AssertionError(f"{command!r} was not refused")

    def enter(self, tournament: str, letters: str) -> None:
        """These persons' entries, requested and approved."""
        for letter in letters:
            self.do(tournament, entry_commands.RequestEntry(person=person(letter)))
            self.do(tournament, entry_commands.ApproveEntry(entry=self.entry(tournament, letter).number))

    def start(self, tournament: str, letters: str) -> None:
        """These persons enter, and it starts."""
        self.enter(tournament, letters)
        self.do(tournament, lifecycle_commands.StartTournament())

    def won(self, tournament: str, winner: str, loser: str) -> None:
        """Pairs the two of them by hand, the last two who are still in, and the first one wins."""
        sides = (self.entry(tournament, winner).number, self.entry(tournament, loser).number)
        self.do(tournament, round_commands.PairByHand(round=1, pairings=(sides,), reason="Two players"))
        number = max(self.tournament(tournament).matches)
        self.do(tournament, match_commands.ReportResult(match=number, result=WinnerOnly(winner="first")))

    def play(self, winner: str, loser: str, **fields: Any) -> str:  # noqa: ANN401 -- as above
        """A tournament of two, won by the first and completed; its id."""
        tournament = self.announce(**fields)
        self.start(tournament, winner + loser)
        self.won(tournament, winner, loser)
        self.do(tournament, lifecycle_commands.CompleteTournament())
        return tournament

    def resign(self, letters: str) -> str:
        """These persons enter a new tournament, which may be one alone, and resign from it; its id."""
        tournament = self.announce(format={"kind": "open"})
        self.start(tournament, letters)
        for letter in letters:
            self.do(tournament, entry_commands.Resign(entry=self.entry(tournament, letter).number), player(letter))
        return tournament

    def tournament(self, tournament: str) -> Tournament:
        return cast("Tournament", self.load(tournament_stream(tournament)))

    def person(self, letter: str) -> Person:
        return cast("Person", self.load(person_stream(person(letter))))

    def entry(self, tournament: str, letter: str) -> Entry:
        """The entry which the letter's person is in."""
        state = self.tournament(tournament)
        return state.entries[state.entry_of[person(letter)]]

    def status(self, tournament: str, letters: str) -> dict[str, str]:
        """How far these persons' entries are."""
        return {letter: self.entry(tournament, letter).status for letter in letters}

    def reviews(self, tournament: str) -> Sequence[ReviewItem]:
        """What its directors should still look at."""
        return [one.item for one in self.all_reviews(tournament) if one.resolution is None]

    def all_reviews(self, tournament: str) -> Sequence[Review]:
        """Also what was settled."""

        def look(id_: str) -> Person:
            return cast("Person", self.load(person_stream(id_)))

        federation = cast("Federation", self.load(FEDERATION))
        sources = Sources(look, federation, lambda _, person, __: self.rated.get(person), lambda *_: {}, self.now)
        return reviews(self.tournament(tournament), sources)

    def settle(self, tournament: str, item: ReviewItem, by: Actor = OFFICE) -> None:
        """Settles an item."""
        self.do(tournament, review_commands.ResolveReview(item=item, reason="Talked it over"), by)
