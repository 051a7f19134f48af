"""All commands on a tournament, each once."""

from collections.abc import Mapping

from domain.tournament.command import Command, Seen
from domain.tournament.registry import (
    entries,
    hall,
    imports,
    lifecycle,
    match_record,
    matches,
    reports,
    rounds,
    rulings,
)
from domain.tournament.registry.spec import CommandSpec
from domain.tournament.state import Tournament

COMMANDS: Mapping[type[Command], CommandSpec] = {
    spec.command: spec
    for spec in (
        *lifecycle.COMMANDS,
        *entries.COMMANDS,
        *matches.COMMANDS,
        *hall.COMMANDS,
        *rounds.COMMANDS,
        *match_record.COMMANDS,
        *rulings.COMMANDS,
        *reports.COMMANDS,
        *imports.COMMANDS,
    )
}


def things_seen(state: Tournament, command: Command) -> tuple[Seen, ...]:
    """The things that its sender must have seen, where they are several, as they now are: a preview's digest holds
    them."""
    spec = COMMANDS[type(command)]
    return () if spec.sees is None else spec.sees(state, command)
