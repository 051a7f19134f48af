"""Brackets of large fields: python -m tests.bench.brackets

Prints seconds of the processor's time for drawing a knockout with its consolation; and for a double elimination played
to its end: drawing it, folding its events, and all of its commands; and how much more one command takes in the larger
field.
"""

import sys
from collections.abc import Iterator
from functools import reduce

from domain.formats.brackets.double_elimination import DoubleEliminationOptions
from domain.formats.contract.steps import Done
from domain.pairing.consolation import consolation
from domain.pairing.eliminations import elimination
from domain.tournament.evolve.tournament import evolve
from domain.tournament.lifecycle import commands as lifecycle_commands
from tests.bench.knockout import announced, play_on
from tests.bench.sizes import sized
from tests.bench.timing import processor_seconds as seconds

DRAWN, PLAYED = sized((128, (64, 512)), (512, (512, 4_096)))


def played(field: int) -> Iterator[tuple[str, float]]:
    """What so many take."""
    yield "drawing", seconds(lambda: elimination(field, "simple"))
    options = DoubleEliminationOptions(kind="double-elimination", seeding="entry-order", grand="simple")
    desk = announced(field, options)
    begun, before = desk.state, len(desk.history)
    start = seconds(lambda: desk.do(lifecycle_commands.StartTournament()))
    yield "commands", start + seconds(lambda: play_on(desk))
    if not isinstance(desk.step(), Done) or len(desk.state.matches) != 2 * field - 2:
        raise ValueError(f"{field} entrants play {2 * field - 2} matches")
    yield "folding", seconds(lambda: reduce(evolve, desk.history[before:], begun))


def main() -> None:
    without = seconds(lambda: consolation(DRAWN, "progressive", "long", 2, "none"))
    with_last = seconds(lambda: consolation(DRAWN, "progressive", "long", 2, "none", 2))
    sys.stdout.write(f"consolation of {DRAWN}: drawn in {without:.3f} s, with a last chance in {with_last:.3f} s\n")
    each = list[float]()
    for field in PLAYED:
        found = dict(played(field))
        parts = ", ".join(f"{name} {taken:.2f} s" for name, taken in found.items())
        sys.stdout.write(f"double elimination of {field}: {parts}\n")
        each.append(found["commands"] / field)
    sys.stdout.write(f"a command in the larger, to one in the smaller: {each[-1] / each[0]:.1f}\n")


if __name__ == "__main__":
    main()
