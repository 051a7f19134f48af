"""A Dual Ring on a desk, told as in the hand-worked pages: what somebody does, and what becomes of the games by it.

A game is called by its sides, White first: `D-A D` says that D has won it, `D-A drawn` or `D-A nobody` that it was
drawn, or that neither side appeared.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from domain.formats.dual_ring import DualRingOptions
from domain.kernel.refusal import Refused
from domain.match.record import Match
from domain.pairing.ring_chart import RingChart
from domain.scoring.result import BothLost, Drawn, Result, WinnerOnly
from domain.tournament.derived.stage import current_stage
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament
from tests.desk import NOON, Drawer, entered
from tests.golden.tables import Row
from tests.rounds import REASON, RoundsDesk, chosen

KINDS = ("begins", "abandoned", "void", "back")
"""What can become of games, as `changed` answers it."""

EVENING = NOON + timedelta(hours=8)
"""When the desk's clock stands once a ring has been started, so that games can have been played before."""


@dataclass(repr=False)
class RingDesk(RoundsDesk):
    """A desk that speaks of rings."""

    def act(self, said: str, played: str = "") -> None:
        """Does what a line of a page says, `A-B A` or `corrects A-B B, rewind`, of a game played at that time of the
        day; raises Refused where it is refused."""
        words, _, choices = said.partition(", ")
        choice = by_stage(choices)
        change = {**choice, "reason": REASON}
        result = {**choice, "played_at": clock(played) if played else None}
        match words.split():
            case ["starts"]:
                self.do(lifecycle_commands.StartTournament())
                self.now = EVENING
            case [letter, "resigns"]:
                self.resign(letter)
            case ["voids", name]:
                self.do(match_commands.VoidMatch.model_validate(change | {"match": self.game(name).number}))
            case ["reinstates", name]:
                voided = next(match for match in self.matches() if match.void_reason and self.name(match) == name)
                self.do(match_commands.ReinstateMatch.model_validate(change | {"match": voided.number}))
            case ["corrects", name, ended]:
                told = {"match": self.game(name, played=True).number, "result": self.told(name, ended)}
                self.do(match_commands.CorrectResult.model_validate(change | result | told))
            case [name, ended]:
                told = {"match": self.game(name).number, "result": self.told(name, ended)}
                self.do(match_commands.ReportResult.model_validate(result | told))
            case _:
                raise ValueError(f"nobody knows what {said!r} means")

    def game(self, name: str, *, played: bool | None = None) -> Match:
        """The newest game so called that is not void; of those with a result, or without one."""
        live = [match for match in self.matches() if not match.void and self.name(match) == name]
        return next(m for m in reversed(live) if played is None or (m.effective is not None) == played)

    def told(self, name: str, ended: str) -> Result:
        """What is shown of a game so called."""
        results: Mapping[str, Result] = {
            "drawn": Drawn(),
            "nobody": BothLost(),
            name[0]: WinnerOnly(winner="first"),
            name[2]: WinnerOnly(winner="second"),
        }
        return results[ended]

    def changed(self, said: str, played: str = "") -> Row:
        """Does it, and answers what became of the games: which begin, are abandoned, void or back; or how it was
        refused."""
        before = self.state
        try:
            self.act(said, played)
        except Refused as refusal:
            return {"refused": refusal.problem.slug}
        return {kind: " ".join(names) for kind, names in self._turned(before) if names}

    def _turned(self, before: Tournament) -> Iterator[tuple[str, list[str]]]:
        old = [match for match in self.matches() if match.number in before.matches]
        was = before.matches
        yield "begins", [self.name(match) for match in self.matches() if match.number not in was]
        yield "abandoned", [self.name(m) for m in old if _abandoned(m) and not _abandoned(was[m.number])]
        yield "void", [self.name(match) for match in old if match.void and not was[match.number].void]
        yield "back", [self.name(match) for match in old if _out_of_play(was[match.number]) and _in_play(match)]

    def open_games(self) -> list[str]:
        """The games that may be played."""
        return [self.name(self.state.matches[number]) for number in self.facts.awaited]

    def rows(self) -> Iterator[Row]:
        """The table as the pages have it."""
        for row in self.standings().rows:
            numbers = {name: str(row.values[name]) for name in ("wins", "games")}
            yield {"rank": str(row.rank or ""), "player": self.letter(row.entry), **numbers, "mark": row.mark or ""}

    def chart(self) -> RingChart:
        """The ring as data."""
        chart = self.chart_or_none()
        assert chart is not None
        return chart

    def chart_or_none(self) -> RingChart | None:
        """The same; None before the start."""
        stage = current_stage(self.state)
        chart = stage.rules.chart(stage.options, stage.facts)
        assert chart is None or isinstance(chart, RingChart)
        return chart


def _abandoned(match: Match) -> bool:
    return match.abandoned and not match.void and match.effective is None


def _out_of_play(match: Match) -> bool:
    return match.void or _abandoned(match)


def _in_play(match: Match) -> bool:
    return not _out_of_play(match) and match.effective is None


def clock(said: str) -> datetime:
    """That time of the day, `17:05`."""
    return datetime.combine(NOON.date(), time.fromisoformat(said), NOON.tzinfo)


def announced_ring(letters: str, seed: str = "desk", **options: object) -> RingDesk:
    """A ring of these players, who are in it in this order unless the options say otherwise, not yet started."""
    desk = RingDesk(secrets=Drawer(seed))
    format_ = DualRingOptions.model_validate({"kind": "dual-ring", **options})
    desk.do(lifecycle_commands.AnnounceTournament(name="Ring", format=format_))
    entered(desk, letters)
    return desk


def started_ring(letters: str, seed: str = "desk", **options: object) -> RingDesk:
    """A ring of these players, started."""
    desk = announced_ring(letters, seed, **options)
    desk.act("starts")
    return desk


def by_stage(said: str) -> dict[str, object]:
    """The choice that is said, or several, one for each stage from the first."""
    choices = dict(enumerate(said.split(), 1))
    return chosen(choices if len(choices) > 1 else choices.get(1))
