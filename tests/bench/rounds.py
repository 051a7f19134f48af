"""How the draw, the table and a reversal of an NxE grow with the field: python -m tests.bench.rounds

Prints milliseconds, and how much a field ten times as large costs.
"""

from domain.formats.elimination.nxe import NxeOptions
from domain.kernel.envelope import Event
from domain.scoring.result import WinnerOnly
from domain.tournament.entries import events as entry_events
from domain.tournament.evolve.tournament import evolve
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from projections.views.tournaments import standings_view
from tests.bench.sizes import sized
from tests.bench.timing import milliseconds, print_growth
from tests.desk import OFFICE, Desk, recorded, reported
from tests.rounds import announced_nxe

FIELDS = sized((100, 1_000), (100, 1_000, 10_000))
ROUNDS = 3


def lay(desk: Desk, event: Event) -> None:
    """The event without a decision, since that is not what is measured."""
    state = desk.state
    desk.state = evolve(state, recorded(event, state.stream, state.version + 1, OFFICE, desk.now))


def enter(desk: Desk, entries: int) -> None:
    """So many entries, without decisions."""
    for entry in range(1, entries + 1):
        lay(desk, entry_events.EntryRequested(entry=entry, person=f"00000000-0000-0000-0000-{entry:012x}"))
        lay(desk, entry_events.EntryApproved(entry=entry))


def measured(field: int) -> dict[str, float]:
    """The last of three rounds of a field, and a reversal of the first match after it."""
    desk = announced_nxe(NxeOptions(kind="nxe", losses=2, lengths=(5,)))
    enter(desk, field)
    desk.do(lifecycle_commands.StartTournament())
    draw = 0.0
    for number in range(1, ROUNDS + 1):
        command = round_commands.DrawRound(round=number)
        draw = milliseconds(lambda asked=command: desk.do(asked))  # type: ignore[misc]  # bound now, not later
        for match in desk.facts.awaited:
            won = WinnerOnly(winner="first")
            lay(desk, reported(desk.state, match, won, desk.now))
    reversal = match_commands.CorrectResult(match=1, result=WinnerOnly(winner="second"), reason="Slip", choice="rewind")
    return {
        "draw": draw,
        "table": milliseconds(lambda: standings_view(desk.state)),
        "reversal": milliseconds(lambda: desk.do(reversal)),
    }


def main() -> None:
    print_growth(FIELDS, measured, "entrants")


if __name__ == "__main__":
    main()
