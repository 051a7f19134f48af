"""Views as the public is shown them."""

from typing import TypeVar

from pydantic import BaseModel

from api.documents.withholding import shown_to
from domain.kernel.visibility import Part
from projections.views.tournaments import MatchView, part_in, untold

V = TypeVar("V", bound=BaseModel)


def public(view: V, part: Part = Part.ANYBODY) -> V:
    """The view as it is shown to somebody who is no more to it than this."""
    return type(view).model_validate(shown_to(part, view).content)


def withheld(match: MatchView) -> MatchView:
    """The match as the public is shown it."""
    return public(untold(match), part_in(match))
