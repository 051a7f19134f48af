"""The words that documents use for a status, a format or a criterion, as readers are told them."""

from collections import ChainMap
from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context

from api.site.words import frame, public

WORDS: Mapping[str, Mapping[Any, str]] = ChainMap({}, frame.WORDS, public.WORDS)  # type: ignore[arg-type]  # only read


@pass_context
def word(context: Context, value: Any, kind: str) -> str:  # noqa: ANN401 -- a text or a number
    """What readers are told for that value of that kind. Raises KeyError for one that has no words."""
    return str(context.call(context.resolve("gettext"), WORDS[kind][value]))


FILTERS: Mapping[str, Callable[..., Any]] = {"word": word}
