"""Events of API keys. No secret, code or label of a key is recorded. Topics and fields are for ever."""

from typing import Annotated, ClassVar

from pydantic import StringConstraints

from domain.kernel.envelope import Event, Maker, Role
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.values import Instant
from domain.kernel.visibility import FOR_ADMINISTRATORS, Part

KeyId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
"""What names a key in public, in every event that is made by it."""


class KeyEvent(Event):
    """Something became of that key."""

    SEEN: ClassVar[Part] = FOR_ADMINISTRATORS
    key: KeyId


class KeyMade(KeyEvent):
    """Somebody is given a key: to be used as this, for this person, or for nobody in particular, and in this tournament
    alone where one is named. `reads_personal_text` is an auditor's right to sealed text. `key_maker` may know the key
    until its person has exchanged it, null: nobody else may. `successor_to` is the key that it is to take the place of.
    """

    TOPIC: ClassVar[str] = "access.key-made.v1"
    role: Role
    person: PersonId | None
    tournament: TournamentId | None
    reads_personal_text: bool
    expires_at: Instant | None
    key_maker: Maker | None
    successor_to: KeyId | None


class KeyExpirySet(KeyEvent):
    """The key ends at that moment, sooner than it would have."""

    TOPIC: ClassVar[str] = "access.key-expiry-set.v1"
    expires_at: Instant


class KeyRevoked(KeyEvent):
    """The key has ended."""

    TOPIC: ClassVar[str] = "access.key-revoked.v1"


class KeyExchanged(KeyEvent):
    """The key's person has taken `successor` in its place, which nobody else has seen. With it end the others that it
    had followed, or that had followed it, and that somebody else had made."""

    TOPIC: ClassVar[str] = "access.key-exchanged.v1"
    successor: KeyId
    others_ended: tuple[KeyId, ...]


EVENTS: tuple[type[Event], ...] = (KeyMade, KeyExpirySet, KeyRevoked, KeyExchanged)
