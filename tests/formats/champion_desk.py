"""A Champion tournament on a desk: players are letters, and bring as many credits as they have won tournaments."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from domain.formats.elimination.champion import ChampionOptions, CreditChart
from domain.kernel.envelope import Actor, Event
from domain.kernel.ids import PersonId, SeriesId, series_stream
from domain.match.record import Match
from domain.person.details import Details
from domain.person.events import TournamentWon
from domain.person.state import Person
from domain.scoring.result import BothLost
from domain.series.state import Series
from domain.tournament.command import Command
from domain.tournament.derived.stage import current_stage
from domain.tournament.guards.context import Context
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.person_effects.snapshots import QualifyingWins
from tests.desk import OFFICE, entered, registered
from tests.rounds import RoundsDesk

SERIES = "00000000-0000-0000-0000-0000000000ff"
QUALIFYING = QualifyingWins(series=SERIES, years=(2025,))
OPTIONS = ChampionOptions(kind="champion", lengths=(1,))
USUAL: Mapping[str, int] = dict(zip("ABCDEFGHIJKLMNOP", (3, 1, 2, 1, 4, 1, 1, 2, 2, 1, 3, 1, 1, 5, 1, 2), strict=True))


@dataclass(repr=False)
class ChampionDesk(RoundsDesk):
    """A desk on whose tournaments the won ones of a series are the credits. `brought` says how many each letter has."""

    brought: Mapping[str, int] = field(default_factory=lambda: USUAL)

    def do(self, command: Command, by: Actor = OFFICE) -> tuple[Event, ...]:
        """What is announced qualifies by the series."""
        if isinstance(command, lifecycle_commands.AnnounceTournament):
            command = command.model_copy(update={"qualifying": QUALIFYING})
        return super().do(command, by)

    def context(self, actor: Actor) -> Context:
        return replace(super().context(actor), person=self._person, series=_series)

    def _person(self, id_: PersonId) -> Person:
        """With a tournament of another series and one of another year, which give no credit."""
        person = registered(id_)
        letter = person.details.name if isinstance(person.details, Details) else ""
        numbers = range(self.brought.get(letter, 0))
        before = TournamentWon.model_construct(tournament="before", year=2024, series=SERIES, season=2025)
        other = before.model_copy(update={"tournament": "other", "year": 2025, "series": None, "season": None})
        won = (before.model_copy(update={"tournament": f"{letter}-{number}", "year": 2025}) for number in numbers)
        return replace(person, wins=(other, before, *won))

    def open_match(self, name: str) -> Match:
        """The first match of these two that has no result."""
        return next(m for m in self.matches() if {*self.name(m)} == {*name} and not (m.effective or m.void))

    def won(self, *results: str) -> None:
        """Reports open matches: `A-B` says that A has won against B; `A=B` that both have lost."""
        for result in results:
            match = self.open_match(result.replace("=", "-"))
            told = BothLost() if "=" in result else self.winner_only(match, result[0])
            self.do(match_commands.ReportResult(match=match.number, result=told))

    def credits(self) -> dict[str, str]:
        """Everybody's credits at the start of each round drawn, and now: `{"A": "3 1 0"}`."""
        stage = current_stage(self.state)
        chart = stage.rules.chart(stage.options, stage.facts)
        assert isinstance(chart, CreditChart)
        return {self.letter(line.entry): " ".join(map(str, line.credits)) for line in chart.lines}


def champion(brought: Mapping[str, int], options: ChampionOptions = OPTIONS) -> ChampionDesk:
    """A Champion tournament of these players with these credits, started."""
    desk = ChampionDesk(brought=brought)
    desk.do(lifecycle_commands.AnnounceTournament(name="Champions", format=options))
    entered(desk, "".join(brought))
    desk.do(lifecycle_commands.StartTournament())
    return desk


def _series(series: SeriesId) -> Series:
    return Series(series_stream(series), 1, "Qualifying")
