"""The commands on rooms and tables: what they decide is alike for all."""

from domain.tournament.decisions.hall import arranging
from domain.tournament.hall import commands
from domain.tournament.registry.spec import UNTIL_THE_END, CommandSpec, nobody, of_entry, of_hall, of_match

COMMANDS = (
    CommandSpec(
        commands.ArrangeHall,
        arranging.arrange,
        nobody,
        "hall",
        during=UNTIL_THE_END,
        revision=of_hall,
        is_setting=True,
    ),
    CommandSpec(
        commands.SetFixedTable,
        arranging.set_fixed_table,
        nobody,
        "entries/{entry}/fixed-table",
        during=UNTIL_THE_END,
        revision=of_entry,
    ),
    CommandSpec(commands.MoveMatch, arranging.move, nobody, "matches/{match}/table", revision=of_match),
)
