"""Decisions on API keys: making, ending and exchanging them (TD-9).

Readings: an administrator makes keys by a key of their own, so that anyone who may know a key is one person more and no
chain. Anyone who operates the machine has no key and is nobody's; they make the first key, and keys when all are lost.
Nobody ends the last key by which an administrator could come in, but on the machine. A player's link stands for a key
that a director of the tournament makes, by one of their own; of those for one person in one tournament only the newest
is good, so anyone who has lost theirs is given another. A screen of the hall has such a link too: its key is for
nobody, acts for nobody, and sees what the hall sees. With a director's office the links end that they have issued, and
the links of screens end with the tournament.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from domain.access import events as access_events
from domain.access.events import KeyId
from domain.access.state import Access, KnownKey
from domain.kernel.envelope import MACHINE, Actor, Event, Maker, Role
from domain.kernel.ids import EntryNumber, PersonId, TournamentId
from domain.kernel.refusal import Refused
from domain.kernel.values import GivenInstant, Value
from domain.problems import keys as problems
from domain.problems.tournament import NOT_ALLOWED

FOR_ANYBODY: tuple[Role, ...] = ("auditor", "feed-reader")
"""What a key that is for nobody in particular may be used as."""
PLAYERS: Role = "player"
SCREENS: Role = "feed-reader"
"""What the keys of links are used as, and those of screens."""


class Command(Value):
    """Anything that can be asked of a key. What is made has its id beforehand, by which its secret was put away."""

    key: KeyId


class MakeKey(Command):
    """Make a key: see `KeyMade`."""

    role: Role
    person: PersonId | None = None
    tournament: TournamentId | None = None
    reads_personal_text: bool = False
    expires_at: GivenInstant | None = None


class RotateKey(Command):
    """Make `successor`, which may do what the key may, and is to take its place once that is revoked."""

    successor: KeyId


class SetKeyExpiry(Command):
    """Let a key end sooner than it would have."""

    expires_at: GivenInstant


class RevokeKey(Command):
    """End a key for good."""


class ExchangeKey(Command):
    """Take `successor`, which nobody else has seen, in the place of one's key that somebody else has made."""

    successor: KeyId


class IssueLink(Command):
    """Make a key by which the entry's player acts in one tournament, in the place of those made for them before."""

    tournament: TournamentId
    entry: EntryNumber
    person: PersonId
    expires_at: GivenInstant


class IssueScreenLink(Command):
    """Make a key by which a screen of the hall shows one tournament as the hall sees it, and with which nobody acts."""

    tournament: TournamentId
    expires_at: GivenInstant


class RevokeScreenLink(Command):
    """End the key of a screen of that tournament."""

    tournament: TournamentId


class RevokeLink(Command):
    """End the key of a player's link in that tournament."""

    tournament: TournamentId


LinkEnd = RevokeLink | RevokeScreenLink
LinkCommand = IssueLink | IssueScreenLink | LinkEnd


def issue(state: Access, command: IssueLink | IssueScreenLink, actor: Actor, now: datetime) -> tuple[Event, ...]:
    """The key of a link that a director of that tournament issues. Raises Refused unless by a key of their own."""
    if actor.person is None or actor.behind:
        raise Refused(problems.KEY_NOT_ITS_OWN, "The key is not the director's own key.")
    person = command.person if isinstance(command, IssueLink) else None
    made = access_events.KeyMade(
        key=command.key,
        role=PLAYERS if person else SCREENS,
        person=person,
        tournament=command.tournament,
        reads_personal_text=False,
        expires_at=command.expires_at,
        key_maker=_maker(actor, person),
        successor_to=None,
    )
    if person is None:
        return (made,)
    former = _revocations(state, lambda key: _is_link(key, PLAYERS, command.tournament) and key.person == person, now)
    return *former, made


def revoke_link(
    state: Access, command: LinkEnd, directors: Collection[PersonId], now: datetime
) -> tuple[access_events.KeyRevoked, ...]:
    """The end of a link's key. Raises Refused where the tournament, which these direct, has no such link."""
    role = PLAYERS if isinstance(command, RevokeLink) else SCREENS
    if command.key not in {key.key for key in links(state, role, command.tournament, directors, now)}:
        raise Refused(problems.KEY_UNKNOWN, f"No link of this tournament has the key {command.key}.", key=command.key)
    return (access_events.KeyRevoked(key=command.key),)


def links(
    state: Access, role: Role, tournament: TournamentId, directors: Collection[PersonId], now: datetime
) -> Sequence[KnownKey]:
    """The valid keys of links with that role that these directors of the tournament have made, also for themselves; the
    newest first."""
    known = (key for _, key in state.newest() if (key.role, key.tournament) == (role, tournament))
    return [key for key in known if (key.key_maker or key.person) in directors and key.valid_at(now)]


def ended_with_tournament(
    state: Access, tournament: TournamentId, directors: Collection[PersonId], now: datetime
) -> tuple[access_events.KeyRevoked, ...]:
    """The ends of the keys of its screens, recorded as it ends."""
    known = links(state, SCREENS, tournament, directors, now)
    return tuple(access_events.KeyRevoked(key=one.key) for one in known)


def _is_link(key: KnownKey, role: Role, tournament: TournamentId) -> bool:
    """Whether that is a key with the role for that tournament alone, which somebody has made for another."""
    return key.key_maker is not None and (key.role, key.tournament) == (role, tournament)


def ended_with_office(
    state: Access, director: PersonId, tournament: TournamentId, now: datetime
) -> tuple[access_events.KeyRevoked, ...]:
    """The ends of the links issued by a director who is released. Links already opened end too: nobody knows who opened
    them."""

    def is_issued(key: KnownKey) -> bool:
        return key.key_maker == director and any(_is_link(key, role, tournament) for role in (PLAYERS, SCREENS))

    return _revocations(state, is_issued, now)


def _revocations(
    state: Access, which: Callable[[KnownKey], bool], now: datetime
) -> tuple[access_events.KeyRevoked, ...]:
    """The end of each valid key of those, the newest first."""
    return tuple(access_events.KeyRevoked(key=key.key) for _, key in state.newest() if which(key) and key.valid_at(now))


def decide(state: Access, command: Command, actor: Actor, now: datetime) -> Event:
    """The event that carries the command out. Raises Refused, and then nothing of it happens."""
    if not isinstance(command, ExchangeKey):
        require_administrator(actor)
    if isinstance(command, RevokeKey | SetKeyExpiry) and not _is_operator(actor):
        until = now if isinstance(command, RevokeKey) else command.expires_at
        _require_another_administrator(state, command.key, until)
    return _DECIDE[type(command)](state, command, actor, now)


def _is_operator(actor: Actor) -> bool:
    """Whether the command line asks, which uses no key: a key for nobody names its maker."""
    return actor.person is None and actor.key_maker is None


def require_administrator(actor: Actor) -> None:
    """Raises Refused for all others."""
    if actor.role != "administrator":
        raise Refused(NOT_ALLOWED, "Only administrators can do this.")


def require_own(actor: Actor) -> None:
    """Raises Refused unless that is an administrator who may make keys."""
    is_own = _is_operator(actor) or (actor.person is not None and not actor.behind)
    if actor.role != "administrator" or not is_own:
        raise Refused(problems.KEY_NOT_ITS_OWN, "The key is not an administrator's own key.")


def _make(_: Access, command: MakeKey, actor: Actor, now: datetime) -> Event:
    require_own(actor)
    if not _is_operator(actor):
        require_sensible(command.role, command.person, personal=command.reads_personal_text)
    _require_to_come(command.expires_at, now)
    return access_events.KeyMade.from_attributes(command, key_maker=_maker(actor, command.person), successor_to=None)


def require_sensible(role: Role, person: PersonId | None, *, personal: bool) -> None:
    """Raises Refused where a key with this role must be for a person, or has no use for the right `personal`."""
    if person is None and role not in FOR_ANYBODY:
        raise Refused(problems.KEY_FOR_NOBODY, f"A key with the role {role} needs a person.")
    if personal and role != "auditor":
        raise Refused(problems.KEY_RIGHT_UNFIT, f"The role {role} can't have that right.")


def _maker(actor: Actor, person: PersonId | None) -> Maker | None:
    """The person who may know a key that is made for this person, beside them."""
    return None if actor.person is not None and actor.person == person else actor.person or MACHINE


def _rotate(state: Access, command: RotateKey, actor: Actor, now: datetime) -> Event:
    require_own(actor)
    former = require_valid(state, command.key, now)
    maker = former.key_maker if _is_operator(actor) else _maker(actor, former.person)
    return access_events.KeyMade.from_attributes(
        former, key=command.successor, key_maker=maker, successor_to=command.key
    )


def _set_expiry(state: Access, command: SetKeyExpiry, _: Actor, now: datetime) -> Event:
    former = require_valid(state, command.key, now)
    _require_to_come(command.expires_at, now)
    if former.expires_at is not None and former.expires_at < command.expires_at:
        raise Refused(
            problems.KEY_ENDS_SOONER, f"The key already expires at {former.expires_at.isoformat()}.", key=command.key
        )
    return access_events.KeyExpirySet.from_attributes(command)


def _revoke(state: Access, command: RevokeKey, _: Actor, now: datetime) -> Event:
    require_valid(state, command.key, now)
    return access_events.KeyRevoked.from_attributes(command)


def _exchange(state: Access, command: ExchangeKey, actor: Actor, now: datetime) -> Event:
    former = state.keys.get(command.key)
    if former is None or actor.key != command.key or former.key_maker is None or not former.valid_at(now):
        raise Refused(problems.CODE_WRONG, "The key is not exchanged by this code.")
    others = (state.keys[one] for one in state.lines[former.line] if one != command.key)
    ended = tuple(one.key for one in others if one.key_maker is not None and not one.revoked)
    return access_events.KeyExchanged.from_attributes(command, others_ended=ended)


def require_known(state: Access, key: KeyId) -> KnownKey:
    """The key. Raises Refused where there is none."""
    if key not in state.keys:
        raise Refused(problems.KEY_UNKNOWN, f"There is no key {key}.", key=key)
    return state.keys[key]


def require_valid(state: Access, key: KeyId, now: datetime) -> KnownKey:
    """The key. Raises Refused where there is none, or it can't be used any more."""
    found = require_known(state, key)
    if not found.valid_at(now):
        raise Refused(problems.KEY_OVER, f"The key {key} is not valid any more.", key=key)
    return found


def _require_to_come(expires_at: datetime | None, now: datetime) -> None:
    if expires_at is not None and expires_at <= now:
        raise Refused(problems.KEY_EXPIRED, f"{expires_at.isoformat()} is in the past.")


def end_keys_of(state: Access, persons: Collection[PersonId], now: datetime) -> tuple[Event, ...]:
    """The ends of all keys of persons who are erased, or of records that are merged."""
    return _revocations(state, lambda key: key.person in persons, now)


def _require_another_administrator(state: Access, key: KeyId, until: datetime) -> None:
    """Raises Refused where the key is an administrator's and none of another one's is valid at that moment."""
    ended = require_known(state, key)
    if ended.role != "administrator" or ended.tournament is not None:
        return
    others = (state.keys[one] for one in state.administrators if one != key)
    if not any(one.valid_at(until) and one.tournament is None for one in others):
        raise Refused(problems.LAST_ADMINISTRATOR, f"The key {key} is the last administrator key.", key=key)


_DECIDE: Mapping[type[Command], Callable[[Access, Any, Actor, datetime], Event]] = {
    MakeKey: _make,
    RotateKey: _rotate,
    SetKeyExpiry: _set_expiry,
    RevokeKey: _revoke,
    ExchangeKey: _exchange,
}
