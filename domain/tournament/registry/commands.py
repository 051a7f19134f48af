"""All commands on a tournament, each once."""

from collections.abc import Mapping

from domain.match import validity
from domain.tournament.guards.conflicts_of_interest import Interested, sides_of
from domain.tournament.guards.lookup import find_entry
from domain.tournament.hall import arranging
from domain.tournament.hall import commands as hall_commands
from domain.tournament.imports import commands as import_commands
from domain.tournament.imports import review
from domain.tournament.lifecycle.commands import Command, Seen
from domain.tournament.registry import entries, lifecycle, match_record, matches, rounds, rulings
from domain.tournament.registry.spec import (
    SINCE_THE_START,
    UNTIL_THE_END,
    CommandSpec,
    Permission,
    Role,
    nobody,
    of_entry,
    of_match,
)
from domain.tournament.reporting import commands as report_commands
from domain.tournament.reporting import federation_report
from domain.tournament.reviews import commands as review_commands
from domain.tournament.reviews import review_items
from domain.tournament.state import Tournament

ON_HALL = (
    CommandSpec(hall_commands.ArrangeHall, arranging.arrange, nobody, "hall", during=UNTIL_THE_END),
    CommandSpec(
        hall_commands.SetFixedTable,
        arranging.set_fixed_table,
        nobody,
        "entries/{entry}/fixed-table",
        during=UNTIL_THE_END,
        revision=of_entry,
    ),
    CommandSpec(hall_commands.MoveMatch, arranging.move, nobody, "matches/{match}/table", revision=of_match),
)


def _entry_reviewed(state: Tournament, command: review_commands.ResolveReview) -> Interested:
    return Interested((find_entry(state, command.item.entry).number,))


ON_REPORTS = (
    CommandSpec(
        report_commands.FileReport, federation_report.file, nobody, "report/filings", during=("completed", "cancelled")
    ),
    CommandSpec(
        review_commands.ResolveReview,
        review_items.settle,
        _entry_reviewed,
        "reviews/{item}/resolution",
        during=("announced", "started", "completed"),
    ),
)


_ANOTHER = Role(
    "an administrator other than whoever imported it",
    lambda state, _, context: review.may_confirm(state, context.actor),
    own=False,
)
_REFUSAL = (
    "An import is confirmed by another administrator than the one in whose name it was made, with a key of their own."
)


def _who_plays(state: Tournament, _: import_commands.ConfirmImport) -> Interested:
    """Whoever has a result in it that counts."""
    counting = [number for number, match in sorted(state.matches.items()) if validity.counting(match)]
    return Interested(sides_of(state, counting))


ON_IMPORTS = (
    CommandSpec(
        import_commands.ConfirmImport,
        review.confirm,
        _who_plays,
        "import/confirmation",
        permission=Permission((_ANOTHER,), _REFUSAL),
        during=SINCE_THE_START,
    ),
)


COMMANDS: Mapping[type[Command], CommandSpec] = {
    spec.command: spec
    for spec in (
        *lifecycle.COMMANDS,
        *entries.COMMANDS,
        *matches.COMMANDS,
        *ON_HALL,
        *rounds.COMMANDS,
        *match_record.COMMANDS,
        *rulings.COMMANDS,
        *ON_REPORTS,
        *ON_IMPORTS,
    )
}


def decided_on(state: Tournament, command: Command) -> tuple[Seen, ...]:
    """What its sender must have seen, where that is several things, as these now are: a preview's digest holds it."""
    spec = COMMANDS[type(command)]
    return () if spec.sees is None else spec.sees(state, command)
