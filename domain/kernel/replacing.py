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
        changed = _changing(type(value), tuple(changes))
        return dataclasses.replace(value, **changes) if changed is None else changed(value, *changes.values())


def maker_of(kind: type[Any]) -> Callable[..., Any]:
    """A function that makes a value of this kind of all its parts, in the order of its fields: by far quicker than the
    class does, which sets the parts of a frozen value one call each. Raises TypeError for more parts, or fewer."""
    names = [one.name for one in dataclasses.fields(kind)]
    openly = _open_kind(kind)
    if openly is None:
        return lambda *parts: kind(**dict(zip(names, parts, strict=True)))
    given = [f"part_{place}" for place in range(len(names))]
    parts = "".join(f"    made.{name} = {part}\n" for name, part in zip(names, given, strict=True))
    return _compile_maker(
        f"({', '.join(given)}):\n    made = new(openly)\n{parts}    made.__class__ = kind", openly, kind
    )


@cache
def _changing(kind: type[Any], changed: tuple[str, ...]) -> Callable[..., Any] | None:
    """Makes a copy of a value of this kind with these parts in place of its own. None for what is not made of slots
    alone, as they were given, or has no such parts: the library knows what to do."""
    openly, names = _open_kind(kind), [one.name for one in dataclasses.fields(kind)]
    if openly is None or not set(changed) <= set(names):
        return None
    given = {name: f"part_{place}" for place, name in enumerate(changed)}
    parts = "".join(f"    made.{name} = {given.get(name, f'value.{name}')}\n" for name in names)
    head = f"({', '.join(('value', *given.values()))}):\n    made = new(openly)\n"
    return _compile_maker(f"{head}{parts}    made.__class__ = kind", openly, kind)


def _open_kind(kind: type[Any]) -> type[Any] | None:
    """A class of the same slots whose values can be changed, and given this class then."""
    fields = dataclasses.fields(kind)
    slots = {name for base in kind.__mro__ for name in getattr(base, "__slots__", ())}
    plain = all(one.init for one in fields) and not hasattr(kind, "__post_init__")
    if not plain or slots != {one.name for one in fields}:
        return None
    unlocked = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(kind.__name__, (kind,), unlocked)


def _compile_maker(text: str, openly: type[Any], kind: type[Any]) -> Callable[..., Any]:
    """A function written out, for the interpreter sets slots that are named in the code many times faster than those in
    a list."""
    known: dict[str, Any] = {"new": object.__new__, "openly": openly, "kind": kind}
    exec(f"def made_openly{text}\n    return made", known)  # noqa: S102 -- the code is ours
    written: Callable[..., Any] = known["made_openly"]
    return written


__all__ = ["maker_of", "replace"]
