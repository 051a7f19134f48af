"""The commands on rooms and tables: what they decide is alike for all."""

from domain.tournament.decisions.hall import arranging
from domain.tournament.hall import commands
from domain.tournament.registry.spec import UNTIL_THE_END, Row, nobody, of_entry, of_hall, of_match

COMMANDS = (
    Row(commands.ArrangeHall, arranging.arrange, nobody).at(
        "hall", during=UNTIL_THE_END, revision=of_hall, is_setting=True
    ),
    Row(commands.SetFixedTable, arranging.set_fixed_table, nobody).at(
        "entries/{entry}/fixed-table", during=UNTIL_THE_END, revision=of_entry
    ),
    Row(commands.MoveMatch, arranging.move, nobody).at("matches/{match}/table", revision=of_match),
)
