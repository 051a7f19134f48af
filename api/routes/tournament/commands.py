"""Every command on a tournament as a route, made from the registry: its address, what it takes, what it answers."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from api.examples import OfCommands, match_record, matches, rulings, tournaments
from api.http.bodies import BODY_LIMIT, LIST_LIMIT
from api.http.command_requests import Incoming
from api.http.command_routes import add_command
from api.http.etags import LISTED
from api.http.routing import new_router
from api.routes.tournament.changed import addressed_by, thing_of
from domain.tournament.command import Command
from domain.tournament.lifecycle.commands import AnnounceTournament
from domain.tournament.matches.commands import EnterResults
from domain.tournament.registry.commands import COMMANDS
from domain.tournament.registry.spec import CommandSpec
from domain.tournament.reviews.commands import ResolveReview
from domain.tournament.rounds.commands import CorrectPairings, PairByHand, SeedField

APART: Mapping[type[Command], str] = {
    AnnounceTournament: "it makes the tournament that others address",
    ResolveReview: "what is settled is worked out from other streams before it is decided",
}
"""Commands whose routes are written by hand, and why."""

LISTS = (EnterResults, PairByHand, CorrectPairings, SeedField)
"""Commands that may name everybody in a large field."""

EXAMPLES: OfCommands = {**tournaments.EXAMPLES, **matches.EXAMPLES, **match_record.EXAMPLES, **rulings.EXAMPLES}
_TAGS = {"lifecycle": "tournaments", "reporting": "reports"}


def created_by(spec: CommandSpec) -> str | None:
    """The list that the command adds one to; None where it adds none, or may add several."""
    lists = (LISTED[kind] for kind in LISTED if kind in spec.creates and spec.command not in LISTS)
    return next(lists, None)


def method_of(spec: CommandSpec) -> str:
    """PATCH for what changes the settings that it names, POST for every other command."""
    return "PATCH" if spec.is_setting else "POST"


def _add(spec: CommandSpec) -> None:
    created, number = created_by(spec), addressed_by(spec)
    thing = thing_of(spec, created)
    path = f"/tournaments/{{tournament}}/{spec.path}"
    limit = LIST_LIMIT if spec.command in LISTS else BODY_LIMIT
    shown, several = EXAMPLES.get(spec.command), spec.sees is not None

    def carry_out(incoming: Incoming[Any], command: Command, named: Mapping[str, Any]) -> Response:
        shows = thing.shown(named.get(number or ""), created)
        return incoming.on_tournament(named["tournament"], command, shows, created)

    add_command(
        router,
        path,
        spec.command,
        carry_out,
        {"changes": spec.resource, "lists_seen": several, "limit": limit, "examples": shown},
        methods=[method_of(spec)],
        status_code=201 if created else 200,
        response_model=thing.answer,
        tags=[_TAGS.get(spec.room, spec.room)],
    )


router = new_router()
for each in COMMANDS.values():
    if each.command not in APART:
        _add(each)
