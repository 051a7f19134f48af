"""The keys that were made, as the events tell of them; what they open is beside the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from rpds import HashTrieMap

from domain.access import events as access_events
from domain.access.events import KeyId
from domain.kernel.envelope import Event, Maker, Recorded, Role
from domain.kernel.ids import PersonId, StreamName, TournamentId
from domain.kernel.replacing import replace


@dataclass(frozen=True, slots=True)
class KnownKey:
    """A key. `line` is the first of the keys that have followed each other; its own id for that one itself."""

    key: KeyId
    role: Role
    person: PersonId | None
    tournament: TournamentId | None
    reads_personal_text: bool
    expires_at: datetime | None
    key_maker: Maker | None
    line: KeyId
    revoked: bool = False

    def valid_at(self, moment: datetime) -> bool:
        """Whether it could be used at that moment, as far as is known now."""
        return not self.revoked and (self.expires_at is None or moment < self.expires_at)


@dataclass(frozen=True, slots=True)
class Access:
    """The state: every key by its id, their ids by number from 1 in the order in which they were made, those of each
    line by its first one, and those of administrators."""

    stream: StreamName
    version: int = 0
    keys: HashTrieMap[KeyId, KnownKey] = field(default_factory=HashTrieMap)
    order: HashTrieMap[int, KeyId] = field(default_factory=HashTrieMap)
    lines: HashTrieMap[KeyId, tuple[KeyId, ...]] = field(default_factory=HashTrieMap)
    administrators: tuple[KeyId, ...] = ()

    def newest(self, before: int | None = None) -> Iterator[tuple[int, KnownKey]]:
        """The keys with their numbers, the newest first, from below that number on."""
        last = len(self.order) if before is None else min(before - 1, len(self.order))
        return ((number, self.keys[self.order[number]]) for number in range(last, 0, -1))


def initial(stream: StreamName) -> Access:
    """The state before any key was made."""
    return Access(stream)


def evolve(state: Access, recorded: Recorded[Any]) -> Access:
    """The state after one more event."""
    return replace(_EVOLVE[type(recorded.event)](state, recorded.event), version=recorded.version)


def _add_key(state: Access, event: access_events.KeyMade) -> Access:
    former = None if event.successor_to is None else state.keys.get(event.successor_to)
    made = KnownKey(
        event.key,
        event.role,
        event.person,
        event.tournament,
        event.reads_personal_text,
        event.expires_at,
        event.key_maker,
        former.line if former else event.key,
    )
    return _with(state, made)


def _with(state: Access, made: KnownKey) -> Access:
    is_administrators = made.role == "administrator"
    return replace(
        state,
        keys=state.keys.insert(made.key, made),
        order=state.order.insert(len(state.order) + 1, made.key),
        lines=state.lines.insert(made.line, (*state.lines.get(made.line, ()), made.key)),
        administrators=(*state.administrators, made.key) if is_administrators else state.administrators,
    )


def _change_key(state: Access, key: KeyId, **changed: Any) -> Access:  # noqa: ANN401 -- fields of a key
    known = state.keys.get(key)
    return state if known is None else replace(state, keys=state.keys.insert(key, replace(known, **changed)))


def _expiry_set(state: Access, event: access_events.KeyExpirySet) -> Access:
    return _change_key(state, event.key, expires_at=event.expires_at)


def _revoke_key(state: Access, event: access_events.KeyRevoked) -> Access:
    return _change_key(state, event.key, revoked=True)


def _exchange_key(state: Access, event: access_events.KeyExchanged) -> Access:
    former = state.keys.get(event.key)
    for ended in (event.key, *event.others_ended):
        state = _change_key(state, ended, revoked=True)
    return state if former is None else _with(state, replace(former, key=event.successor, key_maker=None))


_EVOLVE: Mapping[type[Event], Callable[[Access, Any], Access]] = {
    access_events.KeyMade: _add_key,
    access_events.KeyExpirySet: _expiry_set,
    access_events.KeyRevoked: _revoke_key,
    access_events.KeyExchanged: _exchange_key,
}
