"""A tournament report file (FIDE's TRF) imported into a tournament of open play, with its rounds, draws and byes.

What is recorded is read from the tournament itself: an interrupted import goes on, the same file again changes nothing,
and a later one of the same name adds its rounds and corrects what it has otherwise.

Readings: a file knows no lengths of matches; each has the one that anyone who imports says. W, L and D, of games in
which hardly a move was made, are results by default, since they are not rated either; F is a bye like U. A match is
played on the day of its round, else on the first of the tournament. Who was first is who had white, else who has the
lower number.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from datetime import UTC, datetime
from functools import partial

from domain.formats.open import OpenOptions
from domain.importing.book import Book
from domain.importing.desk import Desk
from domain.importing.errors import ImportStoppedError
from domain.importing.match_lists.club_list import Row
from domain.importing.match_lists.renamed import former_names
from domain.importing.match_lists.steps import ROWS_AT_ONCE
from domain.importing.report_files.forgotten import Forgotten, Players, forgotten_players
from domain.importing.report_files.games import Game, byes_of, games_of
from domain.importing.report_files.matches import Differing, MatchesThere
from domain.importing.whom import Asked, Meant, Register, as_report_files_write, is_id
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.kernel.values import Given
from domain.lists.events import Choice
from domain.person.commands import RegisterPerson
from domain.person.details import ExternalId
from domain.tournament.command import Command
from domain.tournament.entries.commands import ApproveEntry, RequestEntry
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament
from domain.trf.form import Player, Report

FIDE = "FIDE"


@dataclass(slots=True)
class Imported:
    """The counts of what was recorded now."""

    registered: int = 0
    entered: int = 0
    results: int = 0
    byes: int = 0
    corrected: int = 0
    voided: int = 0

    def plus(self, more: "Imported") -> "Imported":
        """This and what was recorded after it."""
        return Imported(*(one + other for one, other in zip(astuple(self), astuple(more), strict=True)))


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms on which a file is imported: to which length its matches count as played, by what they are rated, if at
    all, where it comes from and in whose name."""

    length: int = 1
    rating: RatingTerms | None = None
    source: str = "A tournament report file"
    person: PersonId | None = None
    choices: Mapping[int, Choice] = field(default_factory=dict)


class ReportImport:
    """Imports of the same `name` go on with the same list, its tournament and its persons. Once it was taken,
    `changed_here` are the matches that the file has not changed and of which something else is here, `conflicts` those
    that were changed on both sides and wait."""

    def __init__(self, desk: Desk, name: str, terms: Terms | None = None) -> None:
        self.name = name
        self.terms = terms or Terms()
        self.book = Book.at(desk, "report-file", name)
        self._desk = self.book.desk_of(self.terms.source, self.terms.person)
        self.changed_here: Sequence[Differing] = ()
        self.conflicts: Sequence[Differing] = ()
        self._meant: dict[int, Meant] = {}
        self._forgotten = Forgotten()

    @property
    def tournament(self) -> TournamentId | None:
        """Its tournament, where there is one."""
        return self.book.tournament

    def find(self, register: Register, report: Report) -> dict[int, Meant]:
        """The persons meant by players that no line of the file identifies, by number. From here on the players mean
        the persons found."""
        tournament = self.tournament
        entered = register.called(self._desk.tournament_state(tournament).entry_of) if tournament else {}
        players = [player for player in report.players if player.number not in report.persons]
        asked = [self._question_about(player) for player in players]
        self._meant = {player.number: one for player, one in zip(players, register.meant(asked, entered), strict=True)}
        self._meant.update(self._possible_renames(report, register))
        self._meant.update(self._asked_of_erased(report, register))
        return dict(self._meant)

    def _asked_of_erased(self, report: Report, register: Register) -> Iterator[tuple[int, Meant]]:
        """Players of whom it is not clear whether they are somebody who was erased: nothing says why they are asked
        about."""
        told = {number: self._desk.known_id(person) for number, person in report.persons.items()}
        named = told | {number: one.person for number, one in self._meant.items() if one.person}
        new = frozenset(number for number, one in self._meant.items() if not (one.person or one.same_as))
        keys, byes = {player.number: _key(player) for player in report.players}, [one[:2] for one in byes_of(report)]
        players = Players(keys, named, new, list(games_of(report)), byes, self._had_bye)
        self._forgotten = forgotten_players(self.book, players)
        for number in sorted(self._forgotten.asked):
            one = self._meant[number]
            if one.name not in register.chosen and not one.is_unclear:
                yield number, replace(one, is_asked=True)

    def _possible_renames(self, report: Report, register: Register) -> Iterator[tuple[int, Meant]]:
        """Players who the file may have called otherwise before."""
        told = {number: self._desk.known_id(person) for number, person in report.persons.items()}
        named = {number: one.person or str(number) for number, one in self._meant.items()} | told
        rows = [_row_of(game.round, *(named[number] for number in game.sides)) for game in games_of(report)]
        former = former_names(rows, list(self._rows_before()), lambda player: not is_id(player))
        for number, one in self._meant.items():
            is_new = not (one.is_unclear or one.person or one.same_as or one.name in register.chosen)
            if is_new and str(number) in former:
                yield number, replace(one, candidates=former[str(number)])

    def _rows_before(self) -> Iterator[Row]:
        """The matches that the file said before, without those of the erased."""
        for line in self.book.lines.values():
            sides = [self._desk.known_id(person) for person in (line.first, line.second)]
            if not any(map(self._desk.is_erased, sides)):
                yield _row_of(line.round or 0, *sides)

    def _question_about(self, player: Player) -> Asked:
        known = self.book.person(_key(player))
        return Asked(player.name, registration(player), known, player.id, as_report_files_write)

    def _had_bye(self, person: PersonId, round_: int) -> bool:
        """Whether the person has had a bye in that round."""
        state = self._desk.tournament_state(self.tournament or "")
        entry = state.entry_of.get(person)
        return any(_has_bye(state, round_, entry, requested=one) for one in (True, False)) if entry else False

    def person(self, report: Report, player: Player, done: Imported) -> PersonId:
        """The player's person: by a line of the file, else as found, else somebody new."""
        told = report.persons.get(player.number) or self._forgotten.whole.get(player.number)
        if told is not None:
            return self._desk.known_id(told)
        meant = self._meant.get(player.number)
        person = self.book.person(_key(player)) or (meant.person if meant else None)
        if person is None and meant is not None and meant.same_as is not None:
            person = self.book.person(meant.same_as)
        if person is not None:
            self.book.note(_key(player), person)
            return person
        done.registered += 1
        return self.book.register(_key(player), registration(player))

    def take(self, report: Report, advance: Callable[[int], None] = lambda _: None) -> Imported:
        """Makes the tournament what the file says; `advance` is told how many players and rounds are done. Raises
        ImportStoppedError where something is refused, and what `Journal.execute` raises."""
        done = Imported()
        try:
            self._open(report)
            persons, entry_of = dict[int, PersonId](), dict[int, int]()
            for player in report.players:
                persons[player.number] = self.person(report, player, done)
                entry_of[player.number] = self._enter(persons[player.number], done)
                advance(1)
            self._take_rounds(report, persons, entry_of, done, advance)
        except Refused as refused:
            raise ImportStoppedError(f"{self.name} can't be recorded: {refused.detail}") from refused
        return done

    @property
    def _state(self) -> Tournament:
        return self._desk.tournament_state(self.book.open().tournament or "")

    def _open(self, report: Report) -> None:
        state = self._state
        if state.settings is None:
            options = OpenOptions(kind="open", drawn_matches=True)
            announced = lifecycle_commands.AnnounceTournament(
                name=report.name or self.name, format=options, rating=self.terms.rating, origin=self._desk.origin
            )
            self._send(announced)
        if not state.started:
            self._send(lifecycle_commands.StartTournament())

    def _enter(self, person: PersonId, done: Imported) -> int:
        """The person's entry."""
        state = self._state
        if person not in state.entry_of:
            self._send(RequestEntry(person=person))
            done.entered += 1
            state = self._state
        entry = state.entries[state.entry_of[person]]
        if entry.status == "requested":
            self._send(ApproveEntry(entry=entry.number))
        return entry.number

    def _take_rounds(
        self,
        report: Report,
        persons: Mapping[int, PersonId],
        entry_of: Mapping[int, int],
        done: Imported,
        advance: Callable[[int], None],
    ) -> None:
        sides_of = partial(self._sides_of, persons)
        there = MatchesThere(self._desk, self.book, self._state.id, self.terms.source, sides_of, self.terms.choices)
        games, byes = list(games_of(report)), list(byes_of(report))
        new = [game for game in games if there.claim_match(game) is None]
        there.leave_out_others()  # First: who met somebody else in a round has one match in it.
        for round_ in range(1, report.rounds + 1):
            self._enter_round(round_, [one for one in new if one.round == round_], byes, entry_of, there, done)
            advance(1)
        done.corrected += there.corrected
        done.voided += there.voided
        self.changed_here, self.conflicts = there.changed_here, there.conflicts

    def _sides_of(self, persons: Mapping[int, PersonId], game: Game) -> tuple[PersonId, PersonId]:
        """The two who played that match."""
        first, second = (self._forgotten.places.get((game.round, one)) or persons[one] for one in game.sides)
        return first, second

    def _enter_round(
        self,
        round_: int,
        games: Sequence[Game],
        byes: Sequence[tuple[int, int, bool]],
        entry_of: Mapping[int, int],
        there: MatchesThere,
        done: Imported,
    ) -> None:
        """Enters what is new in the round."""
        state = self._state
        rows = [_row(game, entry_of, self.terms.length) for game in games]
        of_round = [
            (entry_of[number], requested)
            for of, number, requested in byes
            if of == round_ and (of, number) not in self._forgotten.places
        ]
        listed = [
            match_commands.ListedBye(round=round_, entry=entry, requested=requested)
            for entry, requested in of_round
            if not _has_bye(state, round_, entry, requested=requested)
        ]
        for first in range(0, max(len(rows), len(listed)), ROWS_AT_ONCE):
            some = tuple(rows[first : first + ROWS_AT_ONCE]), tuple(listed[first : first + ROWS_AT_ONCE])
            self._send(match_commands.EnterResults(results=some[0], byes=some[1]))
        matches = [
            self._state.matches[number] for number in range(len(state.matches) + 1, len(self._state.matches) + 1)
        ]
        there.say([there.says(game, match) for game, match in zip(games, matches, strict=True)])
        done.results += len(rows)
        done.byes += len(listed)

    def _send(self, command: Command) -> None:
        self._desk.tournament(self.book.open().tournament or "", command)


def _row_of(round_: int, first: str, second: str) -> Row:
    """A match as a row of its round."""
    return Row(datetime.min.replace(tzinfo=UTC), first, second, round_)


def _key(player: Player) -> str:
    """By what the file knows the player."""
    return player.id or player.name


def registration(player: Player) -> RegisterPerson:
    """The player as a new person of the register."""
    year = re.match("19[0-9]{2}|20[0-9]{2}", player.birth)
    ids = (ExternalId(federation=FIDE, id=player.id),) if player.id else ()
    federation = player.federation if re.fullmatch("[A-Z]{3}", player.federation) else None
    born = int(year[0]) if year else None
    known = {"name": player.name, "birth_year": born, "federation": federation, "external_ids": ids}
    return RegisterPerson.model_validate(known, context=Given())


def _row(game: Game, entry_of: Mapping[int, int], length: int) -> match_commands.PlayedMatch:
    sides = (entry_of[game.sides[0]], entry_of[game.sides[1]])
    return match_commands.PlayedMatch(
        sides=sides,
        length=length,
        round=game.round,
        result=game.result,
        played_at=game.played_at,
        score_checked=True,
    )


def _has_bye(state: Tournament, round_: int, entry: int, *, requested: bool) -> bool:
    byes = state.rounds.byes.values()
    return any(one.live and (one.round, one.entry, one.requested) == (round_, entry, requested) for one in byes)
