"""How the table of a Swiss grows with the field: python -m tests.bench.swiss_standings

Prints milliseconds of processor time after nine rounds, and how much a field ten times as large costs.
"""

from domain.formats.swiss import SwissOptions
from domain.kernel.envelope import Event
from domain.scoring.result import WinnerOnly
from domain.tournament.derived.stage import Stage, current_stage
from domain.tournament.entries import events as entry_events
from domain.tournament.evolve.tournament import evolve
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.rounds import commands as round_commands
from tests.bench.sizes import sized
from tests.bench.timing import print_growth, processor_milliseconds
from tests.desk import OFFICE, recorded, reported
from tests.formats.swiss_desk import SwissDesk, announced_swiss

FIELDS = sized((101, 1_001), (101, 1_001, 10_001))
ROUNDS = 9


def lay(desk: SwissDesk, event: Event) -> None:
    """The event without a decision, since that is not what is measured."""
    state = desk.state
    desk.history.append(recorded(event, state.stream, state.version + 1, OFFICE, desk.now))
    desk.state = evolve(state, desk.history[-1])


def played(field: int, rounds: int = ROUNDS) -> SwissDesk:
    """So many rounds of an odd field, drawn; the higher one wins two of three matches."""
    desk = announced_swiss(SwissOptions(kind="swiss", rounds=ROUNDS))
    for entry in range(1, field + 2):
        lay(desk, entry_events.EntryRequested(entry=entry, person=f"00000000-0000-0000-0000-{entry:012x}"))
        lay(desk, entry_events.EntryApproved(entry=entry, colour="red" if entry % 2 else "blue"))
    desk.do(lifecycle_commands.StartTournament())
    for number in range(1, rounds + 1):
        desk.do(round_commands.DrawRound(round=number))
        for match in desk.facts.awaited:
            won = WinnerOnly(winner="first" if match % 3 else "second")
            lay(desk, reported(desk.state, match, won, desk.now))
    return desk


def opened(stage: Stage, entry: int) -> object:
    return stage.rules.accounts(stage.options, stage.facts, entry)


def measured(field: int) -> dict[str, float]:
    """Each with facts of its own, as a reader or a command has them."""
    state = played(field - 1).state
    return {
        "table": processor_milliseconds(lambda: current_stage(state).table()),
        "seeds": processor_milliseconds(lambda: onward(current_stage(state))),
        "next": processor_milliseconds(lambda: current_stage(state).step()),
        "one opened up": processor_milliseconds(lambda: opened(current_stage(state), 1)),
    }


def onward(stage: Stage) -> object:
    return stage.rules.onward(stage.options, stage.facts)


def main() -> None:
    print_growth(FIELDS, measured, "entrants")


if __name__ == "__main__":
    main()
