"""Every command on a tournament as a route, made from the registry: its address, what it takes, what it answers."""

from collections.abc import Mapping
from inspect import Parameter, Signature
from typing import Annotated, Any

from fastapi import Depends
from pydantic import ValidationError, create_model
from starlette.responses import Response

from api.documents.answers import TournamentAnswer
from api.examples import OfCommands, match_record, matches, rulings, tournaments
from api.http import parameters
from api.http.bodies import BODY_LIMIT, LIST_LIMIT, invalid_input
from api.http.command_requests import Accepts, Incoming
from api.http.etags import LISTED
from api.http.routing import new_router
from domain.kernel.values import Value
from domain.tournament.lifecycle.commands import AnnounceTournament, Command
from domain.tournament.matches.commands import EnterResults
from domain.tournament.registry.commands import COMMANDS
from domain.tournament.registry.spec import CommandSpec
from domain.tournament.reviews.commands import ResolveReview
from domain.tournament.rounds.commands import PairByHand, SeedField

APART: Mapping[type[Command], str] = {
    AnnounceTournament: "it makes the tournament that others address",
    ResolveReview: "what is settled is worked out from other streams before it is decided",
}
"""Commands whose routes are written by hand, and why."""

LISTS = (EnterResults, PairByHand, SeedField)
"""Commands that may name everybody in a large field."""

EXAMPLES: OfCommands = {**tournaments.EXAMPLES, **matches.EXAMPLES, **match_record.EXAMPLES, **rulings.EXAMPLES}
_TAGS = {"lifecycle": "tournaments", "reporting": "reports"}
_ADDRESS = {
    "match": parameters.Match,
    "entry": parameters.Entry,
    "dispute": parameters.Dispute,
    "ruling": parameters.Ruling,
    "appeal": parameters.Appeal,
    "round": parameters.Round,
    "stage": parameters.Stage,
    "person": parameters.Person,
    "number": parameters.Number,
}


def body_of(spec: CommandSpec) -> type[Value]:
    """What is sent: the command's fields, but for those that the address and If-Match hold."""
    elsewhere = {*spec.numbers, "seen"}
    fields: dict[str, Any] = {
        name: (field.annotation, field) for name, field in spec.command.model_fields.items() if name not in elsewhere
    }
    return create_model(
        spec.command.__name__, __module__=__name__, __base__=Value, __doc__=spec.command.__doc__, **fields
    )


def command_from(spec: CommandSpec, incoming: Incoming[Any], numbers: dict[str, Any]) -> Command:
    """The command, as the address and the body say it. Raises Problem where its parts don't fit together."""
    saw = incoming.seen if spec.sees is None else incoming.all_seen
    seen: dict[str, Any] = {} if saw is None else {"seen": saw}
    try:
        return spec.command(**numbers, **seen, **incoming.given())
    except ValidationError as invalid:
        errors = invalid.errors(include_url=False, include_input=False, include_context=False)
        raise invalid_input("body", errors, dict(incoming.body)) from None


def created_by(spec: CommandSpec) -> str | None:
    """The list that the command adds one to; None where it adds none, or may add several."""
    lists = (LISTED[kind] for kind in LISTED if kind in spec.creates and spec.command not in LISTS)
    return next(lists, None)


def _add(spec: CommandSpec) -> None:
    created = created_by(spec)
    limit = LIST_LIMIT if spec.command in LISTS else BODY_LIMIT
    shown = EXAMPLES.get(spec.command)
    accepts = Accepts(body_of(spec), spec.resource, lists_seen=spec.sees is not None, limit=limit, examples=shown)

    def carry_out(tournament: str, incoming: Incoming[Any], **numbers: Any) -> Response:  # noqa: ANN401 -- numbers and ids
        return incoming.on_tournament(tournament, command_from(spec, incoming, numbers), created)

    addressed = {"tournament": parameters.Tournament, **{name: _ADDRESS[name] for name in spec.numbers}}
    taken = {**addressed, "incoming": Annotated[Incoming[accepts.model], Depends(accepts)]}  # type: ignore[name-defined]  # a type made here
    carry_out.__signature__ = Signature(  # type: ignore[attr-defined]  # what FastAPI reads
        [Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind) for name, kind in taken.items()],
        return_annotation=Response,
    )
    carry_out.__doc__ = spec.command.__doc__
    carry_out.__name__ = spec.name.replace("-", "_")
    router.add_api_route(
        f"/tournaments/{{tournament}}/{spec.path}",
        carry_out,
        methods=["POST"],
        status_code=201 if created else 200,
        response_model=TournamentAnswer,
        tags=[_TAGS.get(spec.room, spec.room)],
    )


router = new_router()
for each in COMMANDS.values():
    if each.command not in APART:
        _add(each)
