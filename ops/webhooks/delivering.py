"""One delivery to a webhook: the next batch, signed and sent, and what follows from how it was taken."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from psycopg import Connection
from psycopg_pool import ConnectionPool

from domain.webhooks.entries import FeedRestarted, restarted_entry
from domain.webhooks.retries import is_given_up, next_attempt
from domain.webhooks.sealing import opened
from domain.webhooks.signatures import headers_of
from ops.webhooks import deliveries
from ops.webhooks.deliveries import Attempt, Due, Entry, Reached
from ops.webhooks.sending import Sender

MEDIA_TYPE = "application/cloudevents-batch+json"
USER_AGENT = "scoresheet-webhooks/1"
MOST_BYTES = 20_000
"""Of a batch with more than one entry, as Standard Webhooks advises."""

Pool = ConnectionPool[Connection[tuple[Any, ...]]]


class Delivering:
    """Delivers batches. `private_key` opens secrets; `clock` gives the moment (aware). May be used from any thread, for
    one webhook by one at a time."""

    def __init__(
        self, pool: Pool, private_key: bytes, sender: Sender, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._pool = pool
        self._private_key = private_key
        self._sender = sender
        self._clock = clock

    def deliver(self, one: Due) -> bool:
        """Delivers the next batch, if there is one; whether another may follow at once."""
        secrets = self._secrets(one)
        if not one.may_read or not secrets:
            with self._pool.connection() as connection:
                deliveries.stop(connection, one, "right-ended" if not one.may_read else "secret-unreadable")
            return False
        batch = self._batch(one)
        if batch is None:
            return False
        content, reached, count = batch
        attempt = self._sent(one, secrets, content, reached, count)
        with self._pool.connection() as connection:
            self._note(connection, one, attempt, reached)
        return attempt.sent.outcome == "accepted"

    def _secrets(self, one: Due) -> Sequence[bytes]:
        """What to sign with; nothing where the newest of them can't be opened."""
        sealed = list(zip(one.secret_ids or (), one.secrets or (), strict=True))
        found = [opened(bytes(secret), str(name), self._private_key) for name, secret in sealed]
        return [secret for secret in found if secret is not None] if found and found[0] is not None else []

    def _batch(self, one: Due) -> tuple[bytes, Reached, int] | None:
        """The next batch, the place that it reaches, and how many entries it has; None where there is none."""
        with self._pool.connection() as connection:
            begun = [each for each in deliveries.restarts(connection) if each[1] > one.log_number]
            if begun:
                return _restart(one, begun)
            found = _fitting(deliveries.entries(connection, one))
            if not found or not deliveries.begin(connection, one, found[-1]):
                return None
        content = b"[" + b",".join(bytes(each.entry) for each in found) + b"]"
        return content, Reached(one.log_number, found[-1].position, found[-1].number), len(found)

    def _sent(self, one: Due, secrets: Sequence[bytes], content: bytes, reached: Reached, count: int) -> Attempt:
        message, began_at = message_of(one, reached), self._clock()
        headers = {"content-type": MEDIA_TYPE, "user-agent": USER_AGENT, "accept": "*/*"}
        signed = headers_of(secrets, message, int(began_at.timestamp()), content)
        return Attempt(message, count, began_at, self._sender.send(one.address, {**headers, **signed}, content))

    def _note(self, connection: Connection, one: Due, attempt: Attempt, reached: Reached) -> None:
        now, sent = self._clock(), attempt.sent
        if sent.outcome == "accepted":
            deliveries.accept(connection, one, attempt, reached)
        elif sent.outcome == "gone":
            deliveries.give_up(connection, one, attempt, "receiver-gone")
        elif is_given_up(one.first_failed_at or attempt.began_at, now):
            deliveries.give_up(connection, one, attempt, "retries-exhausted")
        else:
            deliveries.postpone(connection, one, attempt, next_attempt(one.failed + 1, now, sent.asked_for))


def _fitting(found: Sequence[Entry]) -> Sequence[Entry]:
    """As many of them as make one batch, at least one."""
    size = 0
    for count, each in enumerate(found):
        size += len(each.entry)
        if count and size > MOST_BYTES:
            return found[:count]
    return found


def _restart(one: Due, begun: Sequence[tuple[int, int]]) -> tuple[bytes, Reached, int]:
    """What tells that the log was begun anew: as the newest of those has it, and kept up to where the first began."""
    position, log_number = begun[-1]
    kept_to = begun[0][0] - 1
    told = FeedRestarted(log_number=log_number, kept_to=kept_to)
    content = b"[" + restarted_entry(one.feed, position, told) + b"]"
    after = min((one.log_position, one.entry_number), (kept_to, 2**31 - 1))
    return content, Reached(log_number, *after), 1


def message_of(one: Due, reached: Reached) -> str:
    """The message's id: the same for each attempt, and another one when the cursor was placed anew."""
    return f"msg_{str(one.webhook).replace('-', '')}_{one.placed_by}_{'_'.join(map(str, reached))}"
