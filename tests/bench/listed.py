"""What is in lists over many streams, so much for each thousand events of a log to measure on."""

from decimal import Decimal
from itertools import count

from domain.journal.journal import Journal
from domain.officiating.remedies import EntryNamed, WarningGiven
from domain.person.commands import LiftBan, PlaceBan
from domain.scoring.result import FinalScore
from domain.tournament.decisions.reporting.federation_report import report_of
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.match_record.commands import AddAttachment
from domain.tournament.match_record.events import ErrorRates
from domain.tournament.matches import commands as match_commands
from domain.tournament.reporting.commands import FileReport
from domain.tournament.rulings.commands import GiveRuling
from domain.tournament.rulings.events import About
from tests.bench.season import CLUB_PLAYERS, CLUBS
from tests.projections.support import Club

ROOM = 101
PLAYERS = 16
STAKED, ANALYSED, WARNED = 20, 5, 2
"""Of a thousand events' time: matches for a stake, analyses of these, warnings in club tournaments. Besides one ban,
and a tournament that was imported, has ended and was reported."""


class Listed:
    """A room in which stakes are played for, and what else is in lists. The ladder and the clubs are open."""

    def __init__(self, journal: Journal) -> None:
        self._club = Club(journal, "listed")
        self._thousands = 0
        self._matches = count(1)

    def open_room(self) -> None:
        """The persons of the first club tournaments sit down there too."""
        format_ = {"kind": "open", "forms": ["five-points"], "stakes": True}
        self._announce(ROOM, "The room", format=format_)
        self._club.enter(ROOM, *range(1, PLAYERS + 1))
        self._club.tell(ROOM, lifecycle_commands.StartTournament())

    def fill(self, events: int) -> None:
        """As much as belongs to so many events."""
        while self._thousands < events // 1_000:
            self._thousands += 1
            self._play()
            for warning in range(WARNED):
                self._warn(WARNED * self._thousands + warning)
            self._ban()
            self._import()

    def _announce(self, tournament: int, name: str, **fields: object) -> None:
        told = {"name": name, "conditions": {"verification": "at-once"}, **fields}
        self._club.tell(tournament, lifecycle_commands.AnnounceTournament.model_validate(told))

    def _play(self) -> None:
        played = [next(self._matches) for _ in range(STAKED)]
        rows = [
            match_commands.PlayedMatch(
                sides=(one % PLAYERS + 1, (one + 1 + one // PLAYERS % (PLAYERS - 1)) % PLAYERS + 1),
                form="five-points",
                stake=Decimal("2.50"),
                result=FinalScore(first=5, second=3),
            )
            for one in played
        ]
        self._club.tell(ROOM, match_commands.EnterResults(results=tuple(rows)))
        for match in played[:ANALYSED]:
            found = ErrorRates(program="Reader", first=Decimal(match % 9), second=Decimal(match % 7))
            attached = {"reference": "By mail", "digest": f"{match:064x}", "error_rates": found}
            self._club.tell(ROOM, AddAttachment.model_validate({"match": match, "kind": "analysis", **attached}))

    def _warn(self, number: int) -> None:
        tournament, entry = CLUBS[number % len(CLUBS)], number // len(CLUBS) % CLUB_PLAYERS + 1
        remedies = (WarningGiven(to=EntryNamed(entry=entry)),)
        told = {"clause": "1.2.3", "facts": "Dice", "reasons": "No", "remedies": remedies}
        self._club.tell(tournament, GiveRuling.model_validate({"about": About(kind="entry", number=entry), **told}))

    def _ban(self) -> None:
        person = 10_000 + self._thousands
        self._club.register(person)
        self._club.tell_of(person, PlaceBan(reason="Dice"))
        if self._thousands % 2:
            self._club.tell_of(person, LiftBan(ban=1, reason="Enough"))

    def _import(self) -> None:
        number = 1_000 + self._thousands
        origin = {"import_id": f"list-{number}", "source": "An older list"}
        self._announce(number, f"Import {number}", format={"kind": "open"}, origin=origin)
        self._club.enter(number, 1, 2)
        self._club.tell(number, lifecycle_commands.StartTournament())
        self._club.play(number, (1, 2, 5, 3))
        self._club.tell(number, lifecycle_commands.CompleteTournament())
        digest = report_of(self._club.state(number)).digest
        self._club.tell(number, FileReport(digest=digest, reference=f"Letter {number}"))
