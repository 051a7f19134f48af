"""How long it takes to explain a number, by the events of its tournament: python -m tests.bench.explain

Prints processor time in two tournaments of so many events, a room of three players and a Swiss of nine rounds, and how
much ten times as many events cost. First what each event concerned, which is found once and kept while nothing happens;
then each number by it. In the room a player's matches grow with the events, and so does what their numbers are made of;
in the Swiss they do not.
"""

import sys
import time
from collections.abc import Callable

from domain.standings.ranking import Row
from domain.tournament.derived.progress import final_table
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches.rated import rated
from projections.explain.lines import ExplainedLine, ExplainedLines
from projections.explain.matches import match_explained
from projections.explain.numbers import Past, number_explained, rank_explained
from projections.explain.ratings import changes_explained
from projections.explain.settlements import settlement_explained
from tests.bench.settlements import row as settled_row
from tests.bench.swiss_standings import ROUNDS, played
from tests.desk import Desk
from tests.domain.test_settlement import room
from tests.projections.test_explain import ledger_of, past_of, stored, trail_of

SIZES = (100, 1_000, 10_000)
EVENTS_OF_A_MATCH = 2
EVENTS_OF_AN_ENTRY = 2 + ROUNDS / 2


class Timed:
    """Takes the time of each piece of work."""

    def __init__(self) -> None:
        self.milliseconds: dict[str, float] = {}

    def take(self, name: str, work: Callable[[], object]) -> None:
        begun = time.process_time()
        work()
        self.milliseconds[name] = (time.process_time() - begun) * 1000


def the_room(events: int) -> Desk:
    """Results until there are so many events."""
    desk = room()
    while desk.state.version < events:
        desk.do(match_commands.EnterResults(results=(settled_row(len(desk.state.matches)),)))
    return desk


def the_swiss(events: int) -> Desk:
    """As many entrants as have so many events in all rounds."""
    return played(max(4, int(events / EVENTS_OF_AN_ENTRY)))


def measured(desk: Desk, tie_break: str, *, staked: bool) -> dict[str, float]:
    history, timed = stored(desk.history), Timed()
    timed.take("trail", lambda: trail_of(desk.state.stream, history))
    past = past_of(desk)
    last = final_table(desk.state).rows[-1]
    timed.take("rank", lambda: rank_explained(past, fresh(desk, last.entry), last))
    timed.take(tie_break, lambda: number_explained(past, fresh(desk, last.entry), tie_break))
    timed.take("match", lambda: match_explained(past, len(desk.state.matches)))
    if staked:
        rate(desk, past, last, timed)
        timed.take("settlement", lambda: settlement_explained(desk.state, past.trail, last.entry))
    return timed.milliseconds


def rate(desk: Desk, past: Past, row: Row, timed: Timed) -> None:
    """The rating change, by a ledger that is at hand as the read models are."""
    if rated(desk.state, desk.state.matches[1]) is None:
        raise ValueError("nothing is rated")
    lines = ledger_of(desk).history(desk.state.entries[row.entry].person)
    timed.take("rating", lambda: changes_explained(desk.state, past.trail, row.entry, {"price": lines}))


def fresh(desk: Desk, entry: int) -> ExplainedLine:
    """The line as a request works it out, the whole table with it."""
    line = ExplainedLines(desk.state).of(entry)
    if line is None:
        raise ValueError(f"entry {entry} has no line")
    return line


def main() -> None:
    for name, make, tie_break in (("room", the_room, "points_for"), ("Swiss", the_swiss, "opponents_cumulative")):
        before: dict[str, float] = {}
        for events in SIZES:
            desk = make(events)
            found = measured(desk, tie_break, staked=make is the_room)
            parts = (
                f"{of} {ms:7.1f} ms" + (f" (x{ms / before[of]:.1f})" if before else "") for of, ms in found.items()
            )
            sys.stdout.write(f"{name}, {desk.state.version:6d} events: {', '.join(parts)}\n")
            sys.stdout.flush()
            before = found


if __name__ == "__main__":
    main()
