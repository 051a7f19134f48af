"""A frozen value with other parts, as `dataclasses.replace` makes it, in a third of the time.

Laying an event on a state is mostly that. Types are checked as those of the library's function are.
"""

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(value: object, /, **changes: object) -> object:
        """The value with these parts in place of its own. Raises TypeError for one that it does not have."""
        form = _form_of(type(value))
        if form is None or not changes.keys() <= form.places.keys():
            return dataclasses.replace(value, **changes)
        parts = list(form.parts(value))
        for name, part in changes.items():
            parts[form.places[name]] = part
        made = object.__new__(type(value))
        for put, part in zip(form.puts, parts, strict=True):
            put(made, part)
        return made


class _Form(NamedTuple):
    """The fields of a kind of value: their places by name, all of them read at once, and how each is put."""

    places: Mapping[str, int]
    parts: Callable[[Any], tuple[Any, ...]]
    puts: tuple[Callable[[Any, Any], None], ...]


@cache
def _form_of(kind: type[Any]) -> _Form | None:
    """None for what is not made of slots alone, as they were given: the library knows how to make it."""
    fields = dataclasses.fields(kind)
    names = [one.name for one in fields]
    slots = {name for base in kind.__mro__ for name in getattr(base, "__slots__", ())}
    plain = all(one.init for one in fields) and not hasattr(kind, "__post_init__")
    if not plain or len(names) < 2 or slots != set(names):
        return None
    return _Form(
        {name: place for place, name in enumerate(names)},
        attrgetter(*names),
        tuple(getattr(kind, name).__set__ for name in names),
    )


__all__ = ["replace"]
