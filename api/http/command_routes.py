"""Commands as routes: what is sent is the command, but for what its address and If-Match hold; its docstring is that of
the route, and its name the operation's."""

import re
from collections.abc import Callable, Mapping
from inspect import Parameter, Signature
from typing import Annotated, Any, ClassVar

from fastapi import APIRouter, Depends, Path
from pydantic import ValidationError, create_model
from starlette.responses import Response

from api.http import parameters
from api.http.bodies import invalid_input
from api.http.command_requests import Accepts, Incoming
from domain.kernel.values import Value

_ADDRESS: Mapping[str, Any] = {
    "tournament": parameters.Tournament,
    "match": parameters.Match,
    "entry": parameters.Entry,
    "dispute": parameters.Dispute,
    "ruling": parameters.Ruling,
    "appeal": parameters.Appeal,
    "round": parameters.Round,
    "stage": parameters.Stage,
    "person": parameters.Person,
    "ban": parameters.Ban,
    "series": parameters.Series,
    "season": parameters.Season,
    "club": parameters.Club,
    "list": parameters.KnownList,
    "resignation": Annotated[parameters.Number, Path(description="The resignation's number in the person's record.")],
    "precedent": Annotated[
        parameters.Number, Path(description="The principle ruling's number in the federation's list.")
    ],
    "sanction": Annotated[
        parameters.Number, Path(description="The number of the sanction, as the federation's list has it.")
    ],
    "decision": Annotated[
        parameters.Number, Path(description="The version of the tournament with which the decision was recorded.")
    ],
    "membership": parameters.Membership,
    "offer": parameters.Offer,
    "request": parameters.MembershipRequest,
    "number": Annotated[
        parameters.Number, Path(description="The number under which it was recorded, as it is listed.")
    ],
}


CarryOut = Callable[[Incoming[Any], Any, Mapping[str, Any]], Response]
"""Given what came in, the command, and what the address names."""


class CommandBody(Value):
    """The body of a command."""

    COMMAND: ClassVar[type[Value]]


def _body_of(command: type[Value], path: str) -> type[CommandBody]:
    """The body: the command's fields, but for those that the address and If-Match hold."""
    elsewhere = {*_names_in(path), "seen"}
    fields: dict[str, Any] = {
        name: (field.annotation, field) for name, field in command.model_fields.items() if name not in elsewhere
    }
    made = create_model(command.__name__, __module__=__name__, __base__=CommandBody, __doc__=command.__doc__, **fields)
    made.COMMAND = command
    return made


def add_command(
    router: APIRouter,
    path: str,
    command: type[Value],
    carry_out: CarryOut,
    taking: Mapping[str, Any],
    **told: Any,  # noqa: ANN401 -- what FastAPI is told of a route
) -> None:
    """Adds the command's route at that path. `taking` is what `Accepts` is made with beside the body."""
    accepts = Accepts(_body_of(command, path), **taking)

    def handle(incoming: Incoming[Any], **named: Any) -> Response:  # noqa: ANN401 -- numbers and ids
        return carry_out(incoming, _command_from(command, incoming, named), named)

    taken = {name: _ADDRESS[name] for name in _names_in(path)}
    taken["incoming"] = Annotated[Incoming[accepts.model], Depends(accepts)]  # type: ignore[name-defined]  # a type made here
    handle.__signature__ = Signature(  # type: ignore[attr-defined]  # what FastAPI reads
        [Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind) for name, kind in taken.items()],
        return_annotation=Response,
    )
    handle.__doc__ = command.__doc__
    handle.__name__ = re.sub(r"(?<=.)(?=[A-Z])", "_", command.__name__).lower()
    router.add_api_route(path, handle, **{"methods": ["POST"], **told})


def _names_in(path: str) -> list[str]:
    return re.findall(r"{(\w+)}", path)


def _command_from(command: type[Value], incoming: Incoming[Any], named: Mapping[str, Any]) -> Value:
    """The command, as the address and the body say it. Raises Problem where its parts don't fit together."""
    saw = incoming.seen if incoming.all_seen is None else incoming.all_seen
    seen: dict[str, Any] = {} if saw is None else {"seen": saw}
    own = {name: value for name, value in named.items() if name in command.model_fields}
    try:
        return command(**own, **seen, **incoming.given())
    except ValidationError as invalid:
        errors = invalid.errors(include_url=False, include_input=False, include_context=False)
        raise invalid_input("body", errors, dict(incoming.body)) from None
