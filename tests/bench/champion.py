"""How the draw and the table of a Champion tournament grow with the field: python -m tests.bench.champion

Prints milliseconds at 100, 1,000 and in full 10,000 seats, and how much a field ten times as large costs. Half of the
players have one credit, a quarter two, and so on; `tight` are fields in which three players have all the credits, so
that the draw has hardly a choice.
"""

from collections.abc import Sequence

from domain.formats.elimination.champion import ChampionOptions
from domain.kernel.chance import Chance
from domain.pairing.seating import seat
from domain.scoring.result import WinnerOnly
from domain.tournament.entries import events as entry_events
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.person_effects.snapshots import Credits
from domain.tournament.rounds import commands as round_commands
from projections.views.tournaments import standings_view
from tests.bench.rounds import lay
from tests.bench.sizes import sized
from tests.bench.timing import milliseconds, print_growth
from tests.desk import reported
from tests.formats.champion_desk import QUALIFYING, ChampionDesk

SEATS = sized((100, 1_000), (100, 1_000, 10_000))
KEY = bytes(32)


def field_of(seats: int) -> list[int]:
    """Credits that add up to that number of seats: half of the players one, a quarter two, an eighth three ..."""
    brought: list[int] = []
    while sum(brought) < seats:
        number = len(brought) + 1
        credits_each = (number & -number).bit_length()
        brought.append(min(credits_each, seats - sum(brought)))
    return brought


def tight_field_of(seats: int) -> list[int]:
    """Three players, each with a third."""
    third = seats // 6 * 2
    return [third] * 3


def seating(places: Sequence[int]) -> float:
    return milliseconds(lambda: seat(list(enumerate(places, 1)), Chance(KEY)))


def rounds(brought: Sequence[int]) -> dict[str, float]:
    """The second of two rounds, as a command, and the table after it."""
    desk = ChampionDesk()
    desk.do(lifecycle_commands.AnnounceTournament(name="Bench", format=ChampionOptions(kind="champion")))
    for entry, number in enumerate(brought, 1):
        with_credits = Credits(value=number, qualifying=QUALIFYING)
        person = f"00000000-0000-0000-0000-{entry:012x}"
        lay(desk, entry_events.EntryRequested(entry=entry, person=person, credits=with_credits))
        lay(desk, entry_events.EntryApproved(entry=entry))
    desk.do(lifecycle_commands.StartTournament())
    desk.do(round_commands.DrawRound(round=1))
    won = WinnerOnly(winner="first")
    for match in desk.facts.awaited:
        lay(desk, reported(desk.state, match, won, desk.now))
    draw = milliseconds(lambda: desk.do(round_commands.DrawRound(round=2)))
    return {"command": draw, "table": milliseconds(lambda: standings_view(desk.state))}


def measured(seats: int) -> dict[str, float]:
    brought = field_of(seats)
    return {"seating": seating(brought), "tight": seating(tight_field_of(seats)), **rounds(brought)}


def main() -> None:
    print_growth(SEATS, measured, "seats")


if __name__ == "__main__":
    main()
