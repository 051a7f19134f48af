"""How a knockout grows with its field, run to its end through commands: python -m tests.bench.knockout

Prints milliseconds for the start, for all results and for each, and for the table and the bracket; and how much a field
eight times as large costs. Fields that are no power of two have byes.
"""

from collections.abc import Mapping

from domain.formats.contract.steps import Done
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import FormatOptions
from domain.scoring.result import WinnerOnly
from domain.tournament.derived.stage import current_stage
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from projections.views.tournaments import standings_view
from tests.bench.rounds import enter
from tests.bench.sizes import sized
from tests.bench.timing import milliseconds, print_growth
from tests.rounds import RoundsDesk

FIELDS = sized(((64, 512), (40, 320)), ((64, 512, 4_096), (40, 320, 2_560)))


KNOCKOUT = KnockoutOptions(kind="knockout", lengths=(5,), third_place=True)


def announced(field: int, options: FormatOptions = KNOCKOUT) -> RoundsDesk:
    """Brackets with so many entries, which are laid without a decision: they are not what is measured."""
    desk = RoundsDesk()
    desk.do(lifecycle_commands.AnnounceTournament(name="Brackets", format=options))
    enter(desk, field)
    return desk


def play_on(desk: RoundsDesk) -> None:
    """Reports the open matches by number, each won by its first side, and those that follow from them."""
    number = 1
    while number in desk.state.matches:
        desk.do(match_commands.ReportResult(match=number, result=WinnerOnly(winner="first")))
        number += 1


def measured(field: int) -> Mapping[str, float]:
    desk = announced(field)
    found = {"start": milliseconds(lambda: desk.do(lifecycle_commands.StartTournament()))}
    found["results"] = milliseconds(lambda: play_on(desk))
    if not isinstance(desk.step(), Done) or len(desk.state.matches) != field:
        raise ValueError(f"{field} entrants play {field} matches, the one for the third place among them")
    found["each"] = found["results"] / field
    found["table"] = milliseconds(lambda: standings_view(desk.state))
    stage = current_stage(desk.state)
    found["bracket"] = milliseconds(lambda: stage.rules.chart(stage.options, stage.facts))
    return found


def main() -> None:
    for fields in FIELDS:
        print_growth(fields, measured, "entrants")


if __name__ == "__main__":
    main()
