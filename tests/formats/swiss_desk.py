"""A Swiss on a desk. Rounds are rows as in hand-worked cases: `A W-L B`, and for a bye `A WB` or `A BR`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domain.formats.contract.steps import Due
from domain.formats.registry import FormatOptions
from domain.formats.swiss import SwissOptions
from domain.kernel.values import Colour
from domain.scoring.result import Drawn
from domain.standings.ranking import Table
from domain.tournament.derived.stage import current_stage
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds.events import RoundDrawn
from tests.desk import person
from tests.rounds import REASON, RoundsDesk

Sitting = tuple[str, str, str]
"""Who is first, what it came to, and the opponent; empty for a bye."""

LONG = SwissOptions(kind="swiss", rounds=9)
"""More rounds than are played in these tests, so that none of them is the last."""

COLOURS: Mapping[str, Colour | None] = {"red": "red", "blue": "blue", "": None}


@dataclass(repr=False)
class SwissDesk(RoundsDesk):
    """A desk that knows what a Swiss's rounds come to."""

    def enter(self, letters: str, colours: Mapping[str, str]) -> None:
        """Approves the entries in this order, with their colours."""
        for letter in letters:
            self.do(entry_commands.RequestEntry(person=person(letter)))
            colour = COLOURS[colours.get(letter, "")]
            self.do(entry_commands.ApproveEntry(entry=self.entry(letter), colour=colour))

    def ask_for_byes(self, round_: int, sittings: Iterable[Sitting]) -> None:
        """The requests of those who have the bye they asked for."""
        for first, result, _ in sittings:
            if result == "BR":
                self.do(round_commands.RequestBye(entry=self.entry(first), round=round_))

    def drawn(self, round_: int) -> list[tuple[str, str]]:
        """Draws the round: its pairs, and byes with nobody, all as the draw names them."""
        events = self.do(round_commands.DrawRound(round=round_))
        (event,) = (event for event in events if isinstance(event, RoundDrawn))
        pairs = [(self.letter(one.sides[0]), self.letter(one.sides[1])) for one in event.pairings]
        return [*pairs, *((self.letter(bye.entry), "") for bye in event.byes)]

    def happen(self, round_: int, sittings: Iterable[Sitting]) -> None:
        """Brings these results about; whatever was not played, by closing the round."""
        unplayed = [self._happen(round_, *sitting) for sitting in sittings if sitting[2]]
        if any(unplayed):
            self.do(round_commands.CloseRound(round=round_, reason=REASON, early=True))

    def _happen(self, round_: int, first: str, result: str, second: str) -> bool:
        """Reports the match; or lets anyone who did so tell the director. Answers whether it was left unplayed."""
        match = self.match(f"{first}-{second}", round_)
        codes = dict(zip((first, second), result.split("-"), strict=True))
        winner = next((letter for letter, code in codes.items() if code == "W"), None)
        if winner is not None:
            self.do(match_commands.ReportResult(match=match.number, result=self.winner_only(match, winner)))
        elif set(codes.values()) == {"D"}:
            self.do(match_commands.ReportResult(match=match.number, result=Drawn()))
        for letter, code in codes.items():
            if code in ("WD", "DD"):
                side = "first" if match.sides[0] == self.entry(letter) else "second"
                self.do(match_commands.ReportNoTimeAgreed.model_validate({"match": match.number, "reported_by": side}))
        return winner is None and "D" not in codes.values()

    def play(self, round_: int, *rows: str) -> None:
        """A whole round, as these rows have it: asked for, drawn so, and played so."""
        sittings = [sitting(row) for row in rows]
        self.ask_for_byes(round_, sittings)
        assert self.drawn(round_) == [(first, second) for first, _, second in sittings]
        self.happen(round_, sittings)

    def swiss(self) -> Table:
        """The table of the stage that is being played."""
        return current_stage(self.state).table()

    def lines(self, *names: str) -> list[str]:
        """The table's lines: rank, letter, these numbers, mark."""
        return [
            " ".join(map(str, (row.rank, self.letter(row.entry), *(row.values[name] for name in names), row.mark)))
            for row in self.swiss().rows
        ]

    def seeds(self) -> list[str]:
        """The order into the next stage, those who share a rank together."""
        stage = current_stage(self.state)
        groups: dict[int | None, str] = {}
        for row in stage.rules.onward(stage.options, stage.facts).rows:
            groups[row.rank] = groups.get(row.rank, "") + self.letter(row.entry)
        return ["".join(sorted(group)) for group in groups.values()]


def sitting(row: str) -> Sitting:
    """From `A W-L B` or `A WB`."""
    first, result, *second = row.split()
    return first, result, "".join(second)


def announced_swiss(options: FormatOptions | None = None, stages: tuple[LaterStage, ...] = ()) -> SwissDesk:
    """A Swiss just announced."""
    desk = SwissDesk()
    command = lifecycle_commands.AnnounceTournament(
        name="Season", format=options or SwissOptions(kind="swiss"), stages=stages
    )
    desk.do(command)
    return desk


def started_swiss(
    lots: str, red: str = "", blue: str = "", options: FormatOptions | None = None, stages: tuple[LaterStage, ...] = ()
) -> SwissDesk:
    """A Swiss of these players, started; they have entered in the order that gives them these lots."""
    rehearsal = announced_swiss(options, stages)
    rehearsal.enter(lots, {})
    rehearsal.do(lifecycle_commands.StartTournament())
    nth_lot = [lot for _, lot in sorted(rehearsal.state.rounds.lots.items())]
    desk = announced_swiss(options, stages)
    desk.enter("".join(lots[lot - 1] for lot in nth_lot), dict.fromkeys(red, "red") | dict.fromkeys(blue, "blue"))
    desk.do(lifecycle_commands.StartTournament())
    assert all(desk.state.rounds.lots[desk.entry(letter)] == lot for lot, letter in enumerate(lots, 1))
    return desk


def due(desk: SwissDesk) -> Due:
    """The round that is due; fails where there is none."""
    step = desk.step()
    assert isinstance(step, Due)
    return step
