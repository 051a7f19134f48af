"""A tournament report file (FIDE's TRF) imported into a tournament of open play, with its rounds, draws and byes.

What is recorded is read from the tournament itself: an interrupted import goes on, the same file again changes nothing,
and a later one of the same name adds its rounds and corrects what it has otherwise.

Readings: a file knows no lengths of matches; each has the one that whoever imports says. W, L and D, of games in which
hardly a move was made, are results by default, since they are not rated either; F is a bye like U. A match is played on
the day of its round, else on the first of the tournament. Who was first is who had white, else who has the lower
number.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from domain.formats.open import OpenOptions
from domain.importing.clerk import Clerk, Log
from domain.importing.club import POOL
from domain.importing.errors import ImportStoppedError
from domain.importing.steps import ROWS_AT_ONCE, person_key
from domain.importing.whom import Meant, Register
from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId, new_id
from domain.kernel.refusal import Refused
from domain.match.record import Match
from domain.person.commands import RegisterPerson
from domain.person.details import ExternalId
from domain.ports.command_handling import command_id
from domain.scoring.result import BothLost, Conceded, Drawn, Result, Unplayed, WinnerOnly
from domain.tournament.entries.commands import ApproveEntry, RequestEntry
from domain.tournament.imports.events import Origin
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament
from domain.trf.form import OPEN, Cell, Player, Report

FIDE = "FIDE"
_RESULTS: Mapping[str, Result] = {
    "10": WinnerOnly(winner="first"),
    "01": WinnerOnly(winner="second"),
    "==": Drawn(),
    "00": BothLost(play_began=True),
    "+-": Conceded(loser="second", play_began=False),
    "-+": Conceded(loser="first", play_began=False),
    "WL": Conceded(loser="second", play_began=False),
    "LW": Conceded(loser="first", play_began=False),
    "DD": Unplayed(reported_by="both"),
    "--": BothLost(),
    "LL": BothLost(),
}
"""What the results of the first and second side come to."""


@dataclass(frozen=True, slots=True)
class Game:
    """A match of the file: the numbers of its two players, the first side first."""

    round: int
    sides: tuple[int, int]
    result: Result
    played_at: datetime | None


@dataclass(slots=True)
class Imported:
    """How much was recorded now."""

    registered: int = 0
    entered: int = 0
    results: int = 0
    byes: int = 0
    corrected: int = 0
    voided: int = 0


@dataclass(frozen=True, slots=True)
class Terms:
    """How a file is imported: to which length its matches count as played, whether they are rated, where it comes from
    and in whose name."""

    length: int = 1
    rated: bool = False
    source: str = "A tournament report file"
    person: PersonId | None = None


def games_of(report: Report) -> Iterator[Game]:
    """The matches that have a result, by rounds."""
    by_number = {player.number: player for player in report.players}
    for round_ in range(1, report.rounds + 1):
        for player in report.players:
            cell = player.cells[round_ - 1] if round_ <= len(player.cells) else None
            if cell is not None and cell.opponent is not None and _is_first(player, cell, by_number, round_):
                other = by_number[cell.opponent].cells[round_ - 1]
                if OPEN not in (cell.result, other.result):
                    result = _RESULTS[cell.result + other.result]
                    yield Game(round_, (player.number, cell.opponent), result, day_of(report, round_))


def _is_first(player: Player, cell: Cell, by_number: Mapping[int, Player], round_: int) -> bool:
    opponent = by_number[cell.opponent or 0]
    if cell.colour != "-" and cell.colour != opponent.cells[round_ - 1].colour:
        return cell.colour == "w"
    return player.number < opponent.number


def day_of(report: Report, round_: int) -> datetime | None:
    """The day of the round, else the tournament's first; None where it tells none."""
    told = report.dates[round_ - 1] if round_ <= len(report.dates) else ""
    for text, form in ((told, "%y/%m/%d"), (told, "%Y/%m/%d"), (report.heading.get("042", ""), "%Y/%m/%d")):
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return None


def byes_of(report: Report) -> Iterator[tuple[int, int, bool]]:
    """The byes: round, number, and whether it was asked for."""
    for player in report.players:
        for round_, cell in enumerate(player.cells, 1):
            if cell.opponent is None and cell.result in "HFU":
                yield round_, player.number, cell.result == "H"


@dataclass
class ReportImport:
    """Imports of the same `name` go on with the same tournament and the same persons."""

    log: Log
    name: str
    terms: Terms = field(default_factory=Terms)
    acts_as: Actor | None = None
    found: dict[int, PersonId] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.id = f"import {new_id(command_id('import report file', self.name))}"
        own = Actor(key=self.id, role="administrator")
        self._clerk = Clerk(self.log, f"import report file {self.name}", own, acts_as=self.acts_as)
        self.tournament = self._clerk.id_of("tournament")

    def person(self, report: Report, player: Player) -> PersonId:
        """Who the player is: as the file says by a line of its own, else who was found, else by their id in it, else by
        their name."""
        return report.persons.get(player.number) or self.found.get(player.number) or self._own(player)

    def find(self, register: Register, report: Report) -> dict[int, Meant]:
        """Whom the players are of whom the file does not say it by a line of its own, by their numbers; from here
        on they stand for who was found."""
        entered = register.called(self._state.entry_of)
        asked = [player for player in report.players if player.number not in report.persons]
        meant = {one.number: register.meant(registration(one), self._own(one), entered) for one in asked}
        self.found.update({number: one.person for number, one in meant.items() if one.person is not None})
        return meant

    def _own(self, player: Player) -> PersonId:
        return self._clerk.id_of(person_key(player.id or player.name))

    def take(self, report: Report, advance: Callable[[int], None] = lambda _: None) -> Imported:
        """Makes the tournament what the file says; `advance` is told how many players and rounds are done. Raises
        ImportStoppedError where something is refused, and what `Journal.execute` raises."""
        done = Imported()
        try:
            self._open(report)
            entry_of = dict[int, int]()
            for player in report.players:
                entry_of[player.number] = self._enter(report, player, done)
                advance(1)
            games, byes = list(games_of(report)), list(byes_of(report))
            for round_ in range(1, report.rounds + 1):
                self._take_round(round_, [one for one in games if one.round == round_], byes, entry_of, done)
                advance(1)
            self._void_others(games, entry_of, done)
        except Refused as refused:
            raise ImportStoppedError(f"{self.name} can't be recorded: {refused.detail}") from refused
        return done

    @property
    def _state(self) -> Tournament:
        return self._clerk.tournament_state(self.tournament)

    def _open(self, report: Report) -> None:
        state = self._state
        if state.settings is None:
            origin = Origin(import_id=self.id, source=self.terms.source, in_name_of=self.terms.person)
            rating = RatingTerms(pool=POOL, policy="club", policy_version=1) if self.terms.rated else None
            options = OpenOptions(kind="open", drawn_matches=True)
            announced = lifecycle_commands.AnnounceTournament(
                name=report.name or self.name, format=options, rating=rating, origin=origin
            )
            self._send("tournament", announced)
        if not state.started:
            self._send("start", lifecycle_commands.StartTournament())

    def _enter(self, report: Report, player: Player, done: Imported) -> int:
        """The player's entry."""
        person = self.person(report, player)
        if person == self._own(player):
            key = person_key(player.id or player.name)
            done.registered += not self._clerk.person(person, key, registration(player)).repeated
        state = self._state
        if person not in state.entry_of:
            self._send(f"entry {person}", RequestEntry(person=person))
            done.entered += 1
            state = self._state
        entry = state.entries[state.entry_of[person]]
        if entry.status == "requested":
            self._send(f"approval {person}", ApproveEntry(entry=entry.number))
        return entry.number

    def _take_round(
        self,
        round_: int,
        games: Sequence[Game],
        byes: Sequence[tuple[int, int, bool]],
        entry_of: Mapping[int, int],
        done: Imported,
    ) -> None:
        state, rows = self._state, list[match_commands.PlayedMatch]()
        for game in games:
            match = _recorded(state, game, entry_of)
            if match is None:
                rows.append(_row(game, entry_of, self.terms.length))
            else:
                done.corrected += self._corrected(match, game, entry_of)
        listed = [
            match_commands.ListedBye(round=round_, entry=entry_of[number], requested=requested)
            for of_round, number, requested in byes
            if of_round == round_ and not _has_bye(state, round_, entry_of[number], requested=requested)
        ]
        for first in range(0, max(len(rows), len(listed)), ROWS_AT_ONCE):
            some = tuple(rows[first : first + ROWS_AT_ONCE]), tuple(listed[first : first + ROWS_AT_ONCE])
            entered = match_commands.EnterResults(results=some[0], byes=some[1])
            self._send(f"round {round_} {self._state.version}", entered)
        done.results += len(rows)
        done.byes += len(listed)

    def _corrected(self, match: Match, game: Game, entry_of: Mapping[int, int]) -> bool:
        """Whether what is recorded was other than the file has it."""
        found = match.effective
        sides = (entry_of[game.sides[0]], entry_of[game.sides[1]])
        if found is None or (found.sides == sides and found.result == game.result):
            return False
        command = match_commands.CorrectResult(
            match=match.number,
            seen=match.revision,
            reason=f"As {self.terms.source} has it",
            override=True,
            sides=None if found.sides == sides else sides,
            result=game.result,
        )
        self._send(f"correction {match.number} {match.revision}", command)
        return True

    def _void_others(self, games: Sequence[Game], entry_of: Mapping[int, int], done: Imported) -> None:
        """Voids the matches that the file no longer has."""
        state = self._state
        there = {match.number for game in games if (match := _recorded(state, game, entry_of))}
        for number, match in sorted(state.matches.items()):
            if number not in there and not match.void:
                void = match_commands.VoidMatch(
                    match=number, seen=match.revision, reason=f"{self.terms.source} does not have it"
                )
                self._send(f"void {number} {match.revision}", void)
                done.voided += 1

    def _send(self, key: str, command: lifecycle_commands.Command) -> None:
        self._clerk.tournament(self.tournament, key, command)


def registration(player: Player) -> RegisterPerson:
    """The player as a new person of the register."""
    year = re.match("19[0-9]{2}|20[0-9]{2}", player.birth)
    ids = (ExternalId(federation=FIDE, id=player.id),) if player.id else ()
    federation = player.federation if re.fullmatch("[A-Z]{3}", player.federation) else None
    born = int(year[0]) if year else None
    return RegisterPerson(name=player.name, birth_year=born, federation=federation, external_ids=ids)


def _recorded(state: Tournament, game: Game, entry_of: Mapping[int, int]) -> Match | None:
    """The match of the tournament that it is."""
    sides = {entry_of[number] for number in game.sides}
    of_first = state.rounds.matches_of.get(min(sides), ())
    found = (state.matches[number] for number in of_first)
    return next((one for one in found if one.round == game.round and set(one.sides) == sides and not one.void), None)


def _row(game: Game, entry_of: Mapping[int, int], length: int) -> match_commands.PlayedMatch:
    sides = (entry_of[game.sides[0]], entry_of[game.sides[1]])
    return match_commands.PlayedMatch(
        sides=sides, length=length, round=game.round, result=game.result, played_at=game.played_at
    )


def _has_bye(state: Tournament, round_: int, entry: int, *, requested: bool) -> bool:
    byes = state.rounds.byes.values()
    return any(one.live and (one.round, one.entry, one.requested) == (round_, entry, requested) for one in byes)
