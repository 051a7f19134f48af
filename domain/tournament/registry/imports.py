"""The command on what was imported."""

from domain.match import validity
from domain.tournament.decisions.imports import review
from domain.tournament.guards.conflicts_of_interest import Interested, sides_of
from domain.tournament.imports import commands
from domain.tournament.registry.spec import SINCE_THE_START, Permission, Role, Row
from domain.tournament.state import Tournament

_ANOTHER = Role(
    "an administrator who recorded none of it",
    lambda state, _, context: review.may_confirm(state, context.actor),
    own=False,
)
_REFUSAL = "An import is confirmed by an administrator who recorded none of it, with a key of their own."


def _who_plays(state: Tournament, _: commands.ConfirmImport) -> Interested:
    """Anyone who has a result in it that counts."""
    counting = [number for number, match in sorted(state.matches.items()) if validity.counting(match)]
    return Interested(sides_of(state, counting))


COMMANDS = (
    Row(commands.ConfirmImport, review.confirm, _who_plays).at(
        "import/confirmation", permission=Permission((_ANOTHER,), _REFUSAL), during=SINCE_THE_START
    ),
)
