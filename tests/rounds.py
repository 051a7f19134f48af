"""A tournament with rounds on a desk: players are letters, pairings are `A-B`, results are who won."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from domain.formats.elimination.nxe import NxeOptions
from domain.match.record import Match
from domain.scoring.result import WinnerOnly
from domain.tournament.command import Choice, StageChoice
from domain.tournament.derived.progress import Next, next_of
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from tests.desk import Desk, Drawer, entered

REASON = "As agreed"


@dataclass(repr=False)
class RoundsDesk(Desk):
    """A desk that speaks of rounds."""

    def step(self) -> Next:
        """What comes next."""
        return next_of(self.state)

    def letter(self, entry: int) -> str:
        return chr(int(self.state.entries[entry].person[-4:], 16))

    def pair(self, round_: int, pairings: str, byes: str = "") -> None:
        """Pairs the round by hand: `A-B C-D`, and who has the bye."""
        pairs = tuple((self.entry(pair[0]), self.entry(pair[2])) for pair in pairings.split())
        given = tuple(self.entry(letter) for letter in byes)
        self.do(round_commands.PairByHand(round=round_, pairings=pairs, byes=given, reason=REASON))

    def draw(self, round_: int) -> list[str]:
        """Draws the round, and shows it."""
        self.do(round_commands.DrawRound(round=round_))
        return self.round(round_)

    def round(self, round_: int) -> list[str]:
        """The round's matches that are not void, `A-B`, then its byes, by letter."""
        live = [match for match in self.matches() if match.round == round_ and not match.void]
        byes = [b.entry for _, b in sorted(self.state.rounds.byes.items()) if b.round == round_ and b.live]
        return sorted(map(self.name, live)) + sorted(map(self.letter, byes))

    def matches(self) -> Sequence[Match]:
        return [match for _, match in sorted(self.state.matches.items())]

    def name(self, match: Match) -> str:
        return f"{self.letter(match.sides[0])}-{self.letter(match.sides[1])}"

    def match(self, name: str, round_: int | None = None) -> Match:
        """The newest match so named, in that round or in any; either way round."""
        found = [
            match
            for match in self.matches()
            if {*self.name(match)} == {*name} and (round_ is None or match.round == round_)
        ]
        return found[-1]

    def won(self, *results: str) -> None:
        """Reports open matches: `A-B` says that A has won against B."""
        for result in results:
            match = self.match(result)
            self.do(match_commands.ReportResult(match=match.number, result=self.winner_only(match, result[0])))

    def winner_only(self, match: Match, letter: str) -> WinnerOnly:
        return WinnerOnly(winner="first" if match.sides[0] == self.entry(letter) else "second")

    def reverse(
        self, result: str, choice: Choice | Mapping[int, Choice] | None = None, round_: int | None = None
    ) -> None:
        """Corrects a match: `B-A` says that B has won it after all; the choice is for its stage, or by stage."""
        self.do(self.reversal(result, choice, round_))

    def reversal(
        self, result: str, choice: Choice | Mapping[int, Choice] | None = None, round_: int | None = None
    ) -> match_commands.CorrectResult:
        """The command that does so."""
        match = self.match(result, round_)
        told = {"match": match.number, "result": self.winner_only(match, result[0]), "reason": "Slip"}
        return match_commands.CorrectResult.model_validate({**told, **chosen(choice)})

    def resign(self, letter: str, open_matches: str = "concede") -> None:
        said = {"entry": self.entry(letter), "open_matches": open_matches, "reason": "Told the desk."}
        self.do(entry_commands.Resign.model_validate(said))

    def table(self) -> list[str]:
        """Lines of rank, letter, win points-losses-byes, and mark."""
        return [
            f"{row.rank or '-'} {self.letter(row.entry)} {row.values['win_points']}-{row.values['losses']}-"
            f"{row.values['byes']} {row.mark}"
            for row in self.standings().rows
        ]

    def letters(self, entries: Iterable[int]) -> str:
        return "".join(sorted(self.letter(entry) for entry in entries))


def in_every_stage(desk: RoundsDesk, choice: Choice, stages: Iterable[int] | None = None) -> dict[str, object]:
    """The same choice for every stage of the tournament, or for these."""
    settings = desk.state.settings
    every = range(1, (0 if settings is None else len(settings.stages)) + 2)
    return {"choice": None, "choices": tuple(StageChoice(stage=one, choice=choice) for one in stages or every)}


def restores(desk: RoundsDesk) -> Iterator[dict[str, object]]:
    """Everything back in as many stages as there may be, then in fewer."""
    settings = desk.state.settings
    every = range(1, (0 if settings is None else len(settings.stages)) + 2)
    for number in range(len(every), 0, -1):
        yield from (in_every_stage(desk, "restore", stages) for stages in combinations(every, number))


def chosen(choice: str | Mapping[int, str] | None) -> dict[str, object]:
    """The choice, as a command has it."""
    if isinstance(choice, Mapping):
        return {"choices": [{"stage": stage, "choice": one} for stage, one in choice.items()]}
    return {"choice": choice}


def announced_nxe(
    options: NxeOptions | None = None,
    conditions: Conditions | None = None,
    rating: RatingTerms | None = None,
    seed: str = "desk",
) -> RoundsDesk:
    """An NxE just announced; by default to two losses, matches to 1 point."""
    desk = RoundsDesk(secrets=Drawer(seed))
    desk.do(
        lifecycle_commands.AnnounceTournament(
            name="Evening",
            format=options or NxeOptions(kind="nxe", losses=2, lengths=(1,)),
            conditions=conditions or Conditions(),
            rating=rating,
        )
    )
    return desk


def started_nxe(letters: str, losses: int = 2, seed: str = "desk", length: int = 1) -> RoundsDesk:
    """An NxE of these players, started."""
    desk = announced_nxe(NxeOptions(kind="nxe", losses=losses, lengths=(length,)), seed=seed)
    entered(desk, letters)
    desk.do(lifecycle_commands.StartTournament())
    return desk
