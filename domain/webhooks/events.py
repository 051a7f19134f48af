"""Events of webhooks. No secret is recorded, and no address but its origin: either may let anyone who has it write to
the receiver. Topics and fields are for ever."""

from typing import Annotated, ClassVar, Literal, get_args

from pydantic import StringConstraints

from domain.kernel.envelope import Event
from domain.kernel.ids import UUID_PATTERN
from domain.kernel.values import Instant, Natural, Number, Value
from domain.kernel.visibility import FOR_ADMINISTRATORS, Part

Feed = Literal["results", "ratings", "tournaments", "persons", "bans"]
FEEDS: tuple[Feed, ...] = get_args(Feed)
"""What can be followed, by its names for ever."""

WebhookId = Annotated[str, StringConstraints(pattern=UUID_PATTERN)]
SecretId = Annotated[str, StringConstraints(pattern=UUID_PATTERN)]
Origin = Annotated[str, StringConstraints(pattern=r"^https?://[^/\s]+$", max_length=300), FOR_ADMINISTRATORS]
"""Scheme, host and port, as browsers write it."""

Position = Natural


class FeedPlace(Value):
    """A place in a feed, behind the entry with this id: in the log of that number, counted from 1 and by one more each
    time that the log was begun again, the log position of its command and its number among the command's entries."""

    log_number: Number
    log_position: Position
    entry_number: Position


DisabledBecause = Literal["asked", "receiver-gone", "retries-exhausted", "right-ended", "secret-unreadable"]
"""Why nothing is delivered any more: an administrator asked for it; the receiver answered 410; nothing was accepted for
as long as it is tried; the API key by which the feed was read ended; or the secret can't be opened."""


class WebhookEvent(Event):
    """Something became of that webhook."""

    SEEN: ClassVar[Part] = FOR_ADMINISTRATORS
    webhook: WebhookId


class WebhookMade(WebhookEvent):
    """The entries of a feed are delivered to a receiver, one batch after the other, from behind that place. `secret`
    names what the deliveries are signed with."""

    TOPIC: ClassVar[str] = "webhooks.webhook-made.v1"
    feed: Feed
    receiver_origin: Origin
    begins_after: FeedPlace
    secret: SecretId


class SecretRotated(WebhookEvent):
    """Deliveries are signed with the new `secret`, and until that moment with the one before as well."""

    TOPIC: ClassVar[str] = "webhooks.secret-rotated.v1"
    secret: SecretId
    former_secret: SecretId
    former_signs_until: Instant


class CursorPlaced(WebhookEvent):
    """Deliveries go on with what is behind that place, whatever was delivered before."""

    TOPIC: ClassVar[str] = "webhooks.cursor-placed.v1"
    continues_after: FeedPlace


class WebhookDisabled(WebhookEvent):
    """Nothing is delivered any more; its cursor stays where it is."""

    TOPIC: ClassVar[str] = "webhooks.webhook-disabled.v1"
    because: DisabledBecause


class WebhookEnabled(WebhookEvent):
    """Deliveries go on where they stood, from now on by the right of the key that has enabled it."""

    TOPIC: ClassVar[str] = "webhooks.webhook-enabled.v1"


class TestAsked(WebhookEvent):
    """The receiver is sent one message without entries beside all others, and nothing follows from its answer."""

    TOPIC: ClassVar[str] = "webhooks.test-asked.v1"


EVENTS: tuple[type[Event], ...] = (
    WebhookMade,
    SecretRotated,
    CursorPlaced,
    WebhookDisabled,
    WebhookEnabled,
    TestAsked,
)
