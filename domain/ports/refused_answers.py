"""A refusal as the answer of a command of which something was recorded all the same, so that every repetition of the
command is refused alike."""

from collections.abc import Mapping
from functools import cache
from typing import Any, cast

from domain import problems
from domain.kernel.canonical_json import JSON
from domain.kernel.facts import Facts
from domain.kernel.refusal import ProblemType, Refused

_REFUSED = "refused"


def answer_refused(refusal: Refused) -> dict[str, JSON]:
    """The refusal as an answer that is stored; its facts are such as JSON knows."""
    facts = cast("dict[str, JSON]", refusal.facts)
    return {_REFUSED: {"problem": refusal.problem.slug, "detail": refusal.detail, "facts": facts}}


def refusal_in(answer: Mapping[str, JSON]) -> Refused | None:
    """The refusal that the answer holds; None where the command was carried out."""
    told = cast("Any", answer.get(_REFUSED))
    if told is None:
        return None
    return Refused(_problems()[told["problem"]], told["detail"], **cast("Facts", told["facts"]))


@cache
def _problems() -> Mapping[str, ProblemType]:
    return {one.slug: one for one in problems.every()}
