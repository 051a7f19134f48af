"""All commands on a tournament, each once."""

from collections.abc import Mapping

from domain.tournament.lifecycle.commands import Command
from domain.tournament.registry import entries, lifecycle, match_record, matches, reports, rounds, rulings
from domain.tournament.registry.spec import CommandSpec

COMMANDS: Mapping[type[Command], CommandSpec] = {
    spec.command: spec
    for spec in (
        *lifecycle.COMMANDS,
        *entries.COMMANDS,
        *matches.COMMANDS,
        *rounds.COMMANDS,
        *match_record.COMMANDS,
        *rulings.COMMANDS,
        *reports.COMMANDS,
    )
}
