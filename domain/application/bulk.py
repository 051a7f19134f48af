"""Many commands as one: each row is decided on what those before it leave, and all are recorded together, or none.

A row is carried out by the commands that everybody sends one by one, and passes the same gate; so anyone who may send
these may send them in bulk, and nobody more. What a draw brings is never told before it is recorded (ALL-2), and a row
after it may yet be refused: no row draws.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from domain.application.catalogue import FOLDS
from domain.application.requests import CommandOrigin, Load, of_person, of_tournament
from domain.journal.states import fold_of, lay
from domain.kernel.canonical_json import JSON
from domain.kernel.chance import SECRET_BYTES, Commitment, Secrets
from domain.kernel.envelope import Event, as_recorded
from domain.kernel.ids import PersonId, StreamName, TournamentId, person_stream, tournament_stream
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.person import commands as person_commands
from domain.person.state import Person
from domain.ports.command_handling import Decision, Request, State, Streams, Write
from domain.ports.refused_answers import refusal_in
from domain.problems.tournament import RATINGS_TO_COME
from domain.tournament.command import Command
from domain.tournament.entries.commands import ApproveEntry, RequestEntry
from domain.tournament.guards.context import ErrorRates, Ratings, Shown, Unseen, no_error_rates
from domain.tournament.lifecycle.commands import AnnounceTournament
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.state import Tournament

MOST_ROWS = 500

Answer = Mapping[str, JSON]


class Ahead:
    """The streams as the rows so far would leave them, and what these would write."""

    def __init__(self, streams: Streams, now: datetime) -> None:
        self._streams = streams
        self._now = now
        self._states: dict[StreamName, State] = {}
        self.writes: list[Write] = []
        self.secrets: Secrets = Shown(streams.secrets)

    def load(self, stream: StreamName) -> State:
        """The stream's state, with what the rows so far make of it."""
        return self._states[stream] if stream in self._states else self._streams.load(stream)

    def carry_out(self, request: Request) -> Answer:
        """Decides a command on what is there by now, and lays its events on it. Raises Refused."""
        return self._take_decision(request, request.decide(self, self._now))

    def announce(self, request: Request) -> Answer:
        """The same for an announcement, which draws nothing, and may use the next secret of its series."""
        return self._take_decision(request, request.decide(_Look(self.load, self._streams.secrets), self._now))

    def outcome(self, row: "Row") -> Answer | Refused:
        """The row's outcome. A refused row leaves nothing behind."""
        states, written = dict(self._states), len(self.writes)
        try:
            return row.carry_out(self)
        except Refused as refusal:
            self._states = states
            del self.writes[written:]
            return refusal

    def ratings(self, recorded: Ratings) -> Ratings:
        """The ratings that are recorded. Raises Refused where somebody is asked for whose opening rating is not."""

        def find_ratings(rating: RatingTerms, persons: Sequence[PersonId]) -> tuple[Mapping[PersonId, int], int]:
            for person in persons:
                if self._opening(person, rating) != self._recorded_opening(person, rating):
                    detail = f"The opening rating of person {person} is not recorded yet."
                    raise Refused(RATINGS_TO_COME, detail, person=person)
            return recorded(rating, persons)

        return find_ratings

    def _opening(self, person: PersonId, rating: RatingTerms) -> object:
        return cast("Person", self.load(person_stream(person))).opening_ratings.get(rating.pool)

    def _recorded_opening(self, person: PersonId, rating: RatingTerms) -> object:
        return cast("Person", self._streams.load(person_stream(person))).opening_ratings.get(rating.pool)

    def _take_decision(self, request: Request, decision: Decision) -> Answer:
        refusal = refusal_in(decision.answer)
        if refusal is not None:
            raise refusal
        for write in decision.writes:
            if write.makes is None:
                for event in write.events:
                    self._lay(event, request, write)
            else:
                self._states[write.stream] = write.makes
        self.writes += [write if write.makes is None else replace(write, makes=None) for write in decision.writes]
        return decision.answer

    def _lay(self, event: Event, request: Request, write: Write) -> None:
        state = self.load(write.stream)
        actor = write.actor or request.actor
        recorded = as_recorded(event, write.stream, state.version + 1, actor, self._now)
        self._states[write.stream] = lay(fold_of(FOLDS, write.stream), state, (recorded,))


@dataclass(frozen=True, slots=True)
class Row:
    """The request in a row, and how it is carried out: its answer, or Refused is raised."""

    asked: object
    carry_out: Callable[[Ahead], Answer]


class RowsRefused(Exception):  # noqa: N818 -- an answer, not a fault
    """Some rows are refused, by their numbers from 1; nothing of any row was recorded."""

    def __init__(self, refusals: Mapping[int, Refused]) -> None:
        super().__init__(f"rows {', '.join(map(str, refusals))} are refused")
        self.refusals = refusals


def of_rows(origin: CommandOrigin, rows: Sequence[Row]) -> Request:
    """All rows as one command, whose answer holds theirs. Its decision raises RowsRefused."""

    def decision(streams: Streams, now: datetime) -> Decision:
        ahead = Ahead(streams, now)
        outcomes = [ahead.outcome(row) for row in rows]
        refusals = {number: one for number, one in enumerate(outcomes, 1) if isinstance(one, Refused)}
        if refusals:
            raise RowsRefused(refusals)
        answers = [{**answer, "row": row} for row, answer in enumerate(outcomes, 1) if not isinstance(answer, Refused)]
        return Decision(tuple(ahead.writes), {"rows": [*answers]})

    return Request(origin.command, origin.digest, origin.actor, decision)


def ahead_of(load: Load, now: datetime) -> Ahead:
    """The streams as they are, to lay on them what commands would make. Nothing is recorded."""
    return Ahead(_Look(load, _Blank()), now)


def tried_rows(rows: Sequence[Row], load: Load, now: datetime) -> list[Answer | Refused]:
    """Each row's outcome if it were sent, on top of the rows before it that are not refused. Nothing is recorded."""
    ahead = ahead_of(load, now)
    return [ahead.outcome(row) for row in rows]


class _Blank:
    """Stands in for the sealed secrets where an announcement is tried: what it makes of them is shown to nobody."""

    def commit(self) -> Commitment:
        return Unseen().commit()

    def secret(self, _: Commitment) -> bytes:
        return bytes(SECRET_BYTES)


@dataclass(frozen=True, slots=True)
class _Look:
    """States that are loaded, and the secrets beside them."""

    load: Load
    secrets: Secrets


@dataclass(frozen=True, slots=True)
class NewPerson:
    """A person to register under that id, with what they bring to rating pools; or why they are not registered."""

    id: PersonId
    details: person_commands.RegisterPerson | Refused
    opening_ratings: tuple[person_commands.SetOpeningRating, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryAsked:
    """An entry to request, and how it is approved by its number; None: it waits for that. A person who is new is
    registered before."""

    request: RequestEntry
    approval: Callable[[int], ApproveEntry] | None
    new_person: NewPerson | None = None


@dataclass(frozen=True, slots=True)
class RowMaker:
    """Makes the rows of one request. `ratings` and `error_rates` are those that are recorded."""

    origin: CommandOrigin
    ratings: Ratings
    error_rates: ErrorRates = no_error_rates

    def registration(self, person: NewPerson) -> Row:
        """Registers the person, and sets their opening ratings."""

        def carry_out(ahead: Ahead) -> Answer:
            if isinstance(person.details, Refused):
                raise person.details
            commands: tuple[person_commands.Command, ...] = (person.details, *person.opening_ratings)
            return [ahead.carry_out(of_person(self.origin, person.id, command)) for command in commands][-1]

        return Row(person, carry_out)

    def entry(self, tournament: TournamentId, asked: EntryAsked) -> Row:
        """Requests an entry, and approves it."""

        def carry_out(ahead: Ahead) -> Answer:
            known = {} if asked.new_person is None else self.registration(asked.new_person).carry_out(ahead)
            answer = self.command(tournament, asked.request).carry_out(ahead)
            if asked.approval is not None:
                (entry,) = cast("list[dict[str, int]]", answer["entries"])
                answer = self.command(tournament, asked.approval(entry["number"])).carry_out(ahead)
            return {**known, **answer}

        return Row(asked.request, carry_out)

    def command(self, tournament: TournamentId, command: Command) -> Row:
        """Any command on a tournament."""

        def carry_out(ahead: Ahead) -> Answer:
            ratings = ahead.ratings(self.ratings)
            return ahead.carry_out(of_tournament(self.origin, tournament, command, ratings, self.error_rates))

        return Row(command, carry_out)

    def made_there(self, tournament: TournamentId, asked: object, made: Callable[[Tournament], Command]) -> Row:
        """A command that is made of what the rows before it leave of the tournament."""

        def carry_out(ahead: Ahead) -> Answer:
            state = cast("Tournament", ahead.load(tournament_stream(tournament)))
            return self.command(tournament, made(state)).carry_out(ahead)

        return Row(asked, carry_out)

    def announcement(self, tournament: TournamentId, command: AnnounceTournament) -> Row:
        """Announces the tournament under that id."""
        return Row(command, lambda ahead: ahead.announce(of_tournament(self.origin, tournament, command)))
