"""A frozen value with one id in place of another, wherever it holds it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, cast

from pydantic import BaseModel
from rpds import HashTrieMap, HashTrieSet

from domain.kernel.personal_text import Sealed
from domain.kernel.replacing import replace

V = TypeVar("V")


def rename_id(value: V, former: str, now: str) -> V:
    """The value with the id `now` for `former`, but in boxes; itself where it does not hold that one. Of two that come
    to the same place in a map either one stays."""

    def of(one: Any) -> Any:  # noqa: ANN401 -- whatever a value holds
        if isinstance(one, str):
            return now if one == former else one
        found = next((within for kind, within in _WITHIN if isinstance(one, kind)), None)
        if found is not None:
            return found(one, of)
        return _of_fields(one, of) if is_dataclass(one) else one

    return cast("V", of(value))


Of = Callable[[Any], Any]


def _of_model(one: BaseModel, of: Of) -> BaseModel:
    changed = _changed_values(one.__dict__.items(), of)
    return one.model_copy(update=changed) if changed else one


def _of_fields(one: Any, of: Of) -> Any:  # noqa: ANN401 -- a dataclass
    changed = _changed_values(((each.name, getattr(one, each.name)) for each in fields(one)), of)
    return replace(one, **changed) if changed else one


def _changed_values(named: Iterable[tuple[str, Any]], of: Of) -> dict[str, Any]:
    return {name: fresh for name, held in named if (fresh := of(held)) is not held}


def _of_tuple(one: tuple[Any, ...], of: Of) -> tuple[Any, ...]:
    fresh = [of(each) for each in one]
    if all(new is held for new, held in zip(fresh, one, strict=True)):
        return one
    return type(one)(*fresh) if hasattr(one, "_fields") else tuple(fresh)


def _of_set(one: Any, of: Of) -> Any:  # noqa: ANN401 -- a set of either kind
    fresh = [of(each) for each in one]
    return one if all(each in one for each in fresh) else type(one)(fresh)


def _of_map(one: HashTrieMap[Any, Any], of: Of) -> HashTrieMap[Any, Any]:
    for key, held in one.items():
        fresh = of(key), of(held)
        if fresh[0] is not key:
            one = one.discard(key)
        if fresh[0] is not key or fresh[1] is not held:
            one = one.insert(*fresh)
    return one


_WITHIN: tuple[tuple[Any, Callable[[Any, Of], Any]], ...] = (
    (Sealed, lambda box, _: box),  # it names whose keys it was closed with, and those are the record's
    (BaseModel, _of_model),
    (tuple, _of_tuple),
    ((frozenset, HashTrieSet), _of_set),
    (HashTrieMap, _of_map),
)
