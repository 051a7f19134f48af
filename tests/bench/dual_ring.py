"""How a Dual Ring grows with its field, run to its end through commands: python -m tests.bench.dual_ring

Of the open games one ends by chance after the other, with White or Black as the winner by chance; then the same where
the first entry plays every game as White and wins it, so that there is one against everybody else. Prints
milliseconds for the start, for all results and for each, for the table, the chart and a change of the first result; and
how much more each field costs than the one before. All is processor time, which other programs do not
lengthen much.
"""

import sys
from collections.abc import Callable, Mapping
from functools import partial

from domain.formats.contract.steps import Done
from domain.formats.dual_ring import DualRingOptions
from domain.kernel.chance import Chance
from domain.kernel.values import Side
from domain.scoring.result import WinnerOnly
from domain.tournament.derived.stage import current_stage
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from projections.views.tournaments import standings_view
from tests.bench.rounds import enter
from tests.bench.sizes import sized
from tests.bench.timing import print_growth, processor_milliseconds
from tests.formats.ring_desk import RingDesk

FIELDS = sized((30, 100), (100, 300, 1_000))


def announced(field: int) -> RingDesk:
    """A ring with so many entries, which are laid without a decision: they are not what is measured."""
    desk = RingDesk()
    desk.do(lifecycle_commands.AnnounceTournament(name="Ring", format=DualRingOptions(kind="dual-ring")))
    enter(desk, field)
    return desk


def by_chance(desk: RingDesk) -> None:
    """Ends open games until none is left."""
    chance, numbers, made = Chance(bytes(32)), list[int](), 0
    while desk.state.awaiting:
        numbers += range(made + 1, len(desk.state.matches) + 1)
        made = len(desk.state.matches)
        at = chance.below(len(numbers))
        numbers[at], numbers[-1] = numbers[-1], numbers[at]
        number = numbers.pop()
        if number in desk.state.awaiting:
            end(desk, number, "second" if chance.below(2) else "first")


def by_the_first(desk: RingDesk) -> None:
    """The first entry wins against everybody in turn."""
    number = 1
    while number in desk.state.awaiting:
        end(desk, number, "first")
        number = len(desk.state.matches)


def end(desk: RingDesk, number: int, winner: Side) -> None:
    desk.do(match_commands.ReportResult(match=number, result=WinnerOnly(winner=winner)))


def measured(field: int, play: Callable[[RingDesk], None]) -> Mapping[str, float]:
    desk = announced(field)
    found = {"start": processor_milliseconds(lambda: desk.do(lifecycle_commands.StartTournament()))}
    found["results"] = processor_milliseconds(lambda: play(desk))
    if not isinstance(desk.step(), Done):
        raise ValueError(f"the ring of {field} has not come to its end")
    results = sum(match.effective is not None for match in desk.state.matches.values())
    found["each"] = found["results"] / results
    found["table"] = processor_milliseconds(lambda: standings_view(desk.state))
    stage = current_stage(desk.state)
    found["chart"] = processor_milliseconds(lambda: stage.rules.chart(stage.options, stage.facts))
    first = min(number for number, match in desk.state.matches.items() if match.effective)
    void = match_commands.VoidMatch(match=first, reason="Slip", choice="rewind")
    found["change"] = processor_milliseconds(lambda: desk.do(void))
    return found


def main() -> None:
    for play in (by_chance, by_the_first):
        sys.stdout.write(f"{play.__name__}\n")
        print_growth(FIELDS, partial(measured, play=play), "entrants")


if __name__ == "__main__":
    main()
