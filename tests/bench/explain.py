"""How long it takes to explain a number, by the events of its tournament: python -m tests.bench.explain [most events]

Prints processor time, median and 95th percentile, in two tournaments of so many events, a room of three players and a
Swiss of nine rounds, and how much ten times as many events cost. First what each event concerned, which is found once
and kept: to find it, to write it, to read it after a start. Then pages of 50 parts at random places, with tables that
are worked out for each of them, and with those that readers of one state share. In the room a player's matches grow
with the events, and a page does not; in the Swiss the table grows with its entries.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from domain.tournament.derived.recent_stages import RecentStages
from domain.tournament.derived.settlements import numbers_of_entry
from domain.tournament.derived.stage import stages_of
from domain.tournament.matches import commands as match_commands
from projections.engine.garbage_collection import few_collections
from projections.explain.causes import Trail
from projections.explain.lines import ExplainedLine, ExplainedLines
from projections.explain.matches import concerning, layers
from projections.explain.numbers import Column, Past, columns_of_rank, parts_page, rank_explained
from projections.explain.ratings import changed_line
from projections.explain.settlements import posting_lines
from tests.bench.settlements import row as settled_row
from tests.bench.sizes import sized
from tests.bench.swiss_standings import ROUNDS, played
from tests.bench.timing import processor_milliseconds
from tests.desk import Desk
from tests.domain.test_settlement import room
from tests.projections.explaining import ledger_of, past_of, stored, trail_of

SIZES = (1_000, 10_000, 100_000, 1_000_000)
ASKED = 40
PAGE = 50
NEWEST = 1_000
RESULTS = 50
EVENTS_OF_AN_ENTRY = 2 + ROUNDS / 2

Asked = Callable[[], object]


def the_room(events: int) -> Desk:
    """Results until there are so many events."""
    desk = room()
    while desk.state.version < events:
        made = len(desk.state.matches)
        rows = tuple(settled_row(made + number) for number in range(RESULTS))
        desk.do(match_commands.EnterResults(results=rows))
    return desk


def the_swiss(events: int) -> Desk:
    """As many entrants as have so many events in all rounds."""
    return played(max(4, int(events / EVENTS_OF_AN_ENTRY)))


class Measuring:
    """One tournament, of which pages are asked for at random."""

    def __init__(self, desk: Desk, tie_break: str) -> None:
        self._desk = desk
        self._past: Past = past_of(desk)
        self._tie_break = tie_break
        self._stages = RecentStages()
        self._dice = Random(1)  # noqa: S311 -- no secret

    def trail(self) -> Iterator[tuple[str, list[float]]]:
        """To find what each event concerned, to write it, and to read it."""
        stream, history = self._desk.state.stream, stored(self._desk.history)
        yield "trail found", [processor_milliseconds(lambda: trail_of(stream, history))]
        content = self._past.trail.to_bytes()
        yield "trail written", [processor_milliseconds(self._past.trail.to_bytes) for _ in range(5)]
        yield "trail read", [processor_milliseconds(partial(Trail.from_bytes, stream, content)) for _ in range(5)]

    def pages(self) -> Iterator[tuple[str, list[float]]]:
        """A page of each kind."""
        kinds: dict[str, Asked] = {
            "rank": self._rank,
            "rank, shared": partial(self._rank, shared=True),
            self._tie_break: self._number,
            f"{self._tie_break}, shared": partial(self._number, shared=True),
            "match": self._match,
        }
        for name, work in kinds.items():
            yield name, [processor_milliseconds(work) for _ in range(ASKED)]

    def of_stakes(self) -> Iterator[tuple[str, list[float]]]:
        """Of what is rated and settled, by a ledger that is at hand as the read models are."""
        state, trail, entry = self._desk.state, self._past.trail, 1
        lines = ledger_of(self._desk).history(state.entries[entry].person)[-PAGE:]

        def rated() -> None:
            for one in lines:
                changed_line(state, trail, entry, "price", one)

        yield "rating", [processor_milliseconds(rated) for _ in range(ASKED)]
        numbers = numbers_of_entry(state.settlements, entry)[-PAGE:]
        yield (
            "settlement",
            [processor_milliseconds(lambda: posting_lines(state, trail, entry, numbers)) for _ in range(ASKED)],
        )

    def _line(self, *, shared: bool) -> ExplainedLine:
        state = self._desk.state
        stages = self._stages.of(state) if shared else stages_of(state)
        line = ExplainedLines(state, stages).of(self._dice.randrange(1, len(state.entries) + 1))
        if line is None:
            raise ValueError("an entry has no line")
        return line

    def _rank(self, *, shared: bool = False) -> None:
        line = self._line(shared=shared)
        row = line.lines.row(line.entry)
        rank_explained(self._past, line, row)
        columns = columns_of_rank(line, row.reason)
        place = self._dice.randrange(max(1, len(columns))), self._place()
        parts_page(self._past, columns, place, PAGE)

    def _number(self, *, shared: bool = False) -> None:
        parts_page(self._past, [Column(self._line(shared=shared), self._tie_break)], (0, self._place()), PAGE)

    def _place(self) -> int:
        """The beginning, or anywhere in a list of matches."""
        return self._dice.choice((0, self._dice.randrange(len(self._desk.state.matches))))

    def _match(self) -> None:
        matches = len(self._desk.state.matches)
        number = self._dice.randrange(max(0, matches - NEWEST), matches) + 1
        layers(self._past, number, concerning(self._desk.state, self._past.trail, number))


def told(found: list[float]) -> tuple[float, float]:
    """Median and 95th percentile."""
    found.sort()
    return found[len(found) // 2], found[int(0.95 * len(found))]


def main() -> None:
    """Runs everything and tells the figures."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else sized(SIZES[0], SIZES[1])
    with few_collections():
        for name, make, tie_break in (("room", the_room, "points_for"), ("Swiss", the_swiss, "opponents_cumulative")):
            before: dict[str, float] = {}
            for events in (size for size in SIZES if size <= most):
                desk = make(events)
                measuring = Measuring(desk, tie_break)
                stakes = measuring.of_stakes() if make is the_room else ()
                for of, found in (*measuring.trail(), *measuring.pages(), *stakes):
                    p50, p95 = told(found)
                    times = f"  x{p50 / before[of]:.1f}" if before.get(of) else ""
                    print(
                        f"{name} {desk.state.version:>9,} {of:<28} p50 {p50:9.2f} p95 {p95:9.2f} ms{times}", flush=True
                    )
                    before[of] = p50


if __name__ == "__main__":
    main()
