"""What a refusal tells anyone who it answers: the facts that are for them, and its sentence, which says the same."""

from collections.abc import Mapping
from typing import cast

from starlette.requests import Request

from api.http.callers import Caller
from api.http.services import services_of
from api.queries.visibility import Sight
from domain.kernel.facts import for_fewer, hidden_facts
from domain.kernel.ids import tournament_stream
from domain.kernel.refusal import Refused
from domain.tournament.state import Tournament
from projections.views.previews import DifferenceView


def told_of(request: Request, refused: Refused) -> tuple[str, Mapping[str, object]]:
    """The sentence and the facts. Where a fact is not for the caller, `withheld` names it, and the kind's title stands
    in place of the sentence."""
    if not for_fewer(refused.facts):
        return refused.detail, refused.facts
    sight, caller = _sight_of(request), _caller_of(request)
    part = caller.part_in_register if sight is None else sight.in_facts(refused.facts)
    hidden = hidden_facts(refused.facts, part)
    told = {name: fact for name, fact in refused.facts.items() if name not in hidden}
    if sight is not None and "preview" in told:
        preview = DifferenceView.model_validate(told["preview"])
        told["preview"] = sight.previewed(preview, sight.state)
    if not hidden:
        return refused.detail, told
    return f"{refused.problem.title}.", told | {"withheld": sorted(hidden)}


def _caller_of(request: Request) -> Caller:
    """Anyone who was found to have sent it; before that, nobody in particular."""
    return cast("Caller", getattr(request.state, "caller", Caller()))


def _sight_of(request: Request) -> Sight | None:
    """The caller's part in the tournament at this address; None where it is about none."""
    tournament = request.path_params.get("tournament")
    if tournament is None:
        return None
    state = cast("Tournament", services_of(request).journal.state(tournament_stream(tournament)))
    return None if state.settings is None else Sight.of(_caller_of(request), state)
