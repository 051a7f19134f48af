"""The commands on the report to the federation, and on what a director should look at again."""

from domain.tournament.decisions.reporting import federation_report
from domain.tournament.decisions.reviews import review_items
from domain.tournament.guards.conflicts_of_interest import Interested
from domain.tournament.guards.lookup import find_entry
from domain.tournament.registry.spec import Row, nobody
from domain.tournament.reporting import commands as report_commands
from domain.tournament.reviews import commands as review_commands
from domain.tournament.state import Tournament


def _entry_reviewed(state: Tournament, command: review_commands.ResolveReview) -> Interested:
    return Interested((find_entry(state, command.item.entry).number,))


COMMANDS = (
    Row(report_commands.FileReport, federation_report.file, nobody).at(
        "report/filings", during=("completed", "cancelled")
    ),
    Row(review_commands.ResolveReview, review_items.settle, _entry_reviewed).at(
        "reviews/{item}/resolution", during=("announced", "started", "completed")
    ),
)
