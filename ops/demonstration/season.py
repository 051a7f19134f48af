"""A made-up season: a ladder whose director verifies, a cup in the other rating pool, and a friendly evening."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from domain.formats.open import OpenOptions
from domain.importing.clerk import COMMAND_LINE, Log
from domain.kernel.ids import PersonId, TournamentId
from domain.person.commands import SetOpeningRating
from domain.scoring.result import Conceded, FinalScore
from domain.tournament.command import Command
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.matches import commands as match_commands
from ops.demonstration.organizer import Organizer, evening
from ops.demonstration.seeded import SeededClerk

SERIES = "demonstration"
NAMES = (
    "Anna Lind",
    "Boris Marek",
    "Clara Weiss",
    "David Osei",
    "Elif Kaya",
    "Femi Adeyemi",
    "Greta Holm",
    "Hugo Sanz",
    "Ines Duarte",
    "Jonas Falk",
    "Keiko Mori",
    "Luca Bruni",
)
CLUBS = {"Harbour Backgammon": slice(6), "Old Town Backgammon": slice(6, 10)}
"""Who of the persons are members."""
CLUBS_SINCE = datetime(2024, 1, 1, tzinfo=UTC)
LADDER, CUP, FRIENDLY = "Autumn ladder", "Winter cup", "Friendly evening"
TOURNAMENTS = 3
LADDER_LENGTHS = (3, 5, 7)
LADDER_BEGINS = datetime(2024, 10, 2, 19, tzinfo=UTC)
CUP_BEGINS = datetime(2025, 1, 11, 11, tzinfo=UTC)
FRIENDLY_BEGINS = datetime(2025, 2, 21, 19, tzinfo=UTC)


def make_season(log: Log, advance: Callable[[], None] = lambda: None) -> TournamentId:
    """Makes the season, or what is missing of it; the ladder's id, which goes on. `advance` is told of each tournament
    that is made."""
    organizer = Organizer(log, SERIES)
    persons = [organizer.register(name) for name in NAMES]
    opening = SetOpeningRating(
        pool="normal", rating_millionths=1_650_000_000, experience=420, reason="From a former club"
    )
    organizer.rate(persons[3], opening)
    for name, members in CLUBS.items():
        organizer.found_club(name, persons[members], CLUBS_SINCE)
    ladder = _ladder(organizer, persons)
    advance()
    _friendly(organizer, persons)
    advance()
    _cup(organizer, persons)
    advance()
    return ladder


def ladder(log: Log) -> TournamentId:
    """The ladder's id, there or not."""
    return SeededClerk(log, SERIES).id_of(f"tournament {LADDER}")


def begun(log: Log) -> bool:
    """Whether the season was begun in this log."""
    return _status(log, LADDER) is not None


def complete(log: Log) -> bool:
    """Whether the season was made to its end: it ends with that of the cup."""
    return _status(log, CUP) == "completed"


def _status(log: Log, name: str) -> str | None:
    clerk = SeededClerk(log, SERIES)
    settings = clerk.tournament_state(clerk.id_of(f"tournament {name}")).settings
    return settings.status if settings else None


def _ladder(organizer: Organizer, persons: Sequence[PersonId]) -> TournamentId:
    ladder = organizer.announce(
        lifecycle_commands.AnnounceTournament(
            name=LADDER,
            format=OpenOptions(kind="open", lengths=LADDER_LENGTHS),
            rating=RatingTerms(pool="normal", policy="room", policy_version=1),
            conditions=Conditions(verification="by-director", venue="The back room", languages=("English",)),
            director=persons[0],
        )
    )
    organizer.enter(ladder, persons[1:9])
    organizer.do(ladder, lifecycle_commands.StartTournament())
    for number in range(60):
        length = organizer.lots.one_of(LADDER_LENGTHS)
        match = organizer.report(ladder, length, evening(LADDER_BEGINS, number) if number < 50 else None)
        if 50 <= number < 58:
            organizer.do(ladder, match_commands.VerifyResult(match=match))
    organizer.request(ladder, persons[9])
    refusal = entry_commands.RefuseEntry(
        entry=ladder.entries[persons[9]], reason="The ladder is full until the new year."
    )
    organizer.do(ladder, refusal)
    for command in _second_thoughts():
        organizer.do(ladder, command)
    organizer.do(ladder, entry_commands.WithdrawEntry(entry=8, reason="Moved to another town"))
    return ladder.id


def _second_thoughts() -> Iterator[Command]:
    """Corrections on the ladder: a score, the players, when it was played, and two voids."""
    sheet = FinalScore(first=7, second=6)
    yield match_commands.CorrectResult(match=5, length=7, result=sheet, reason="The score sheet says 7-6")
    yield match_commands.CorrectResult(
        match=12, sides=(1, 6), result=FinalScore(first=7, second=2), length=7, reason="Names"
    )
    earlier = evening(LADDER_BEGINS, 17) - timedelta(minutes=30)
    yield match_commands.CorrectResult(match=20, played_at=earlier, reason="It was the first match of the evening")
    yield match_commands.VoidMatch(match=30, reason="Entered twice")
    yield match_commands.VoidMatch(match=31, reason="Entered twice")
    yield match_commands.ReinstateMatch(match=31, reason="No: they met twice that evening")


def _friendly(organizer: Organizer, persons: Sequence[PersonId]) -> None:
    friendly = organizer.announce(
        lifecycle_commands.AnnounceTournament(
            name=FRIENDLY,
            format=OpenOptions(kind="open"),
            conditions=Conditions(verification="at-once"),
            director=persons[10],
        )
    )
    organizer.enter(friendly, persons[6:12])
    organizer.do(friendly, lifecycle_commands.StartTournament())
    rows = [organizer.played(friendly, 3, evening(FRIENDLY_BEGINS, number)) for number in range(9)]
    walkover = Conceded(loser="second", play_began=False)
    organizer.enter_list(friendly, [*rows, rows[0].model_copy(update={"result": walkover})])
    # The director has lost matches here, which would be rated no more.
    organizer.do(friendly, lifecycle_commands.CancelTournament(reason="The hall was closed"), COMMAND_LINE)
    organizer.do(
        friendly, lifecycle_commands.ReopenTournament(reason="It was played at a member's home after all"), COMMAND_LINE
    )


def _cup(organizer: Organizer, persons: Sequence[PersonId]) -> None:
    cup = organizer.announce(
        lifecycle_commands.AnnounceTournament(
            name=CUP,
            format=OpenOptions(kind="open", lengths=(9, 11)),
            rating=RatingTerms(pool="price", policy="room", policy_version=1),
            conditions=Conditions(verification="at-once", correction_window_minutes=24 * 60, clock="obligation"),
            director=persons[4],
        )
    )
    organizer.enter(cup, persons[:6])
    organizer.do(cup, lifecycle_commands.StartTournament())
    organizer.enter_list(cup, [organizer.played(cup, 9, CUP_BEGINS) for _ in range(15)])
    organizer.enter_list(cup, [organizer.played(cup, 11, CUP_BEGINS + timedelta(hours=3)) for _ in range(5)])
    first = match_commands.CorrectResult(match=15, place_in_rating_order=Decimal("1.5"), reason="It was played second")
    organizer.do(cup, first)
    organizer.do(cup, lifecycle_commands.CompleteTournament())
