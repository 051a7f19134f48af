"""A frozen value with other parts, as `dataclasses.replace` makes it, in a tenth of the time.

Laying an event on a state is mostly that. Types are checked as those of the library's function are.
"""

import dataclasses
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(value: object, /, **changes: object) -> object:
        """The value with these parts in place of its own. Raises TypeError for one that it does not have."""
        kind = type(value)
        opened = _opening_of(kind)
        if opened is None:
            return dataclasses.replace(value, **changes)
        made = opened(value)
        try:
            for name, part in changes.items():
                setattr(made, name, part)
        except AttributeError:
            return dataclasses.replace(value, **changes)
        made.__class__ = kind
        return made


@cache
def _opening_of(kind: type[Any]) -> Callable[[Any], Any] | None:
    """Makes an open copy of a value of this kind: its parts can be set until it is given its own class. None for what
    is not made of slots alone, as they were given: the library knows how to make it."""
    fields = dataclasses.fields(kind)
    names = [one.name for one in fields]
    slots = {name for base in kind.__mro__ for name in getattr(base, "__slots__", ())}
    plain = all(one.init for one in fields) and not hasattr(kind, "__post_init__")
    if not plain or slots != set(names):
        return None
    unlocked = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    known: dict[str, Any] = {"new": object.__new__, "kind": type(kind.__name__, (kind,), unlocked)}
    # Written out, for the interpreter copies slots that are named in the code many times faster than those in a list.
    parts = "".join(f"    made.{name} = value.{name}\n" for name in names)
    exec(f"def opened(value):\n    made = new(kind)\n{parts}    return made", known)  # noqa: S102 -- the code is ours
    opened: Callable[[Any], Any] = known["opened"]
    return opened


__all__ = ["replace"]
