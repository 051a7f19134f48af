"""What a command would do, without recording it."""

from typing import TYPE_CHECKING, Annotated, Any, Literal, Union

from fastapi import Depends
from pydantic import Field, create_model
from starlette.responses import Response

from api.examples import calculations, rulings
from api.http import parameters
from api.http.command_requests import Accepts, Incoming
from api.http.opened_texts import opened_answer
from api.http.routing import new_router
from api.queries.visibility import Sight
from api.routes.tournament.commands import APART
from domain.journal import abandonment
from domain.kernel.refusal import Refused
from domain.kernel.values import Value
from domain.tournament.command import Command
from domain.tournament.preview import Tried
from domain.tournament.registry.commands import COMMANDS
from domain.tournament.registry.spec import CommandSpec
from projections.ratings.preview import touched_tournament
from projections.views.previews import ComparisonView, PreviewView, comparison_view, preview_view

router = new_router("tournaments")

LONGEST_SECONDS = 60.0


def _as_tried(spec: CommandSpec) -> type[Command]:
    """The command with its kind, by which it is told from others."""
    kind: Any = (Literal[spec.name], ...)
    name = f"PreviewOf{spec.command.__name__}"
    return create_model(name, __module__=__name__, __base__=spec.command, __doc__=spec.command.__doc__, kind=kind)


# A statement has a kind of its own, and changes nothing that a preview shows.
_TRIED = {
    _as_tried(spec): spec
    for spec in COMMANDS.values()
    if spec.command not in APART and "kind" not in spec.command.model_fields
}
if TYPE_CHECKING:
    Attempt = Command
else:
    Attempt = Annotated[Union[tuple(_TRIED)], Field(discriminator="kind")]  # noqa: UP007 -- made of what the registry holds


class Trial(Value):
    """A command to try: its kind, and the fields it has."""

    command: Attempt


class Comparison(Value):
    """Alternatives to lay side by side."""

    commands: Annotated[tuple[Attempt, ...], Field(min_length=2, max_length=5)]


TRIAL = Accepts(Trial, calculates=True, examples=calculations.TRIAL)
COMPARISON = Accepts(Comparison, calculates=True, examples=rulings.COMPARISON)


def command_of(tried: Command) -> Command:
    """The command that is tried."""
    given = {name: getattr(tried, name) for name in tried.model_fields_set - {"kind"}}
    return _TRIED[type(tried)].command(**given)


@router.post("/tournaments/{tournament}/previews", response_model=PreviewView)
def preview_command(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[Trial], Depends(TRIAL)]
) -> Response:
    """Try a command without recording it (ALL-4, ALL-2)

    By anyone who may give it. Says which matches would be made, void or live again, how the table would change, and
    the ratings of this tournament and of all rated later. The digest may be sent with the command as `expected`, where
    it takes one: what comes before a decision, such as a dispute, an appeal or a vote, changes no match, and shows what
    the report would tell more. A draw is never shown before it is recorded.
    """
    tried, view = _preview(tournament, incoming, incoming.body.command)
    return _preview_answer(incoming, tried, view)


def _preview_answer(incoming: Incoming[Any], tried: Tried, view: PreviewView | ComparisonView) -> Response:
    """What the sender is shown of it."""
    sight = Sight.of(incoming.caller, tried.before)
    return opened_answer(sight.previewed(view, tried.after), incoming.services.journal)


def _preview(tournament: str, incoming: Incoming[Any], wanted: Command) -> tuple[Tried, PreviewView]:
    services = incoming.services
    abandonment.given_up_after(LONGEST_SECONDS)
    tried, position = incoming.tried(tournament, command_of(wanted)), services.journal.position()
    with services.replays.turn():
        rerating = services.foreseen_ratings.would_change(touched_tournament(tried), position)
    return tried, preview_view(tried, position, rerating.players, rerating.matches)


@router.post("/tournaments/{tournament}/previews/comparison", response_model=ComparisonView)
def compare_commands(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[Comparison], Depends(COMPARISON)]
) -> Response:
    """Lay what two to five commands would do side by side, without recording any (ALL-4)

    Each is tried by itself on the tournament as it is: a ruling and its alternative, or one decision with each
    `choice`. Below the previews stand the matches and the lines of the table in which they differ. Where one is
    refused so is the comparison; `alternative` says which.
    """
    commands = enumerate(incoming.body.commands, 1)
    alternatives = [_alternative(tournament, incoming, number, one) for number, one in commands]
    return _preview_answer(incoming, alternatives[0][0], comparison_view([view for _, view in alternatives]))


def _alternative(tournament: str, incoming: Incoming[Any], number: int, wanted: Command) -> tuple[Tried, PreviewView]:
    try:
        return _preview(tournament, incoming, wanted)
    except Refused as refusal:
        raise Refused(refusal.problem, refusal.detail, **{**refusal.facts, "alternative": number}) from refusal
