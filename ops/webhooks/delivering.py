"""One delivery to a webhook: the next batch, signed and sent, and what follows from how it was taken."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from psycopg import Connection
from psycopg_pool import ConnectionPool

from domain.webhooks.entries import FeedRestarted, restarted_entry
from domain.webhooks.events import DisabledBecause
from domain.webhooks.retries import is_given_up, next_attempt
from domain.webhooks.sealing import open_secret
from domain.webhooks.signatures import headers_of
from ops.webhooks import deliveries
from ops.webhooks.deliveries import Attempt, Due, Next, Reached
from ops.webhooks.sending import Sender

MEDIA_TYPE = "application/cloudevents-batch+json"
USER_AGENT = "scoresheet-webhooks/1"
MOST_BYTES = 20_000
"""Of a batch with more than one entry, as Standard Webhooks advises."""

Pool = ConnectionPool[Connection[tuple[Any, ...]]]


@dataclass(frozen=True, slots=True)
class Batch:
    """Entries that are sent at once: how far it reaches, how many entries it holds, and whether there is nothing behind
    it."""

    content: bytes
    reached: Reached
    count: int
    is_last: bool


@dataclass(frozen=True, slots=True)
class Delivered:
    """Whether a batch was accepted, and whether it was the last there is."""

    is_accepted: bool
    is_last: bool = True


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

    def next(self, webhook: Any) -> Next | None:  # noqa: ANN401 -- a UUID, as psycopg gives it
        """The next batch for the webhook; None where it is delivered to no more."""
        with self._pool.connection() as connection:
            return deliveries.following(connection, webhook)

    def test(self, webhook: Any) -> None:  # noqa: ANN401 -- a UUID, as psycopg gives it
        """Tries the receiver with a batch without entries, where that is asked for."""
        with self._pool.connection() as connection:
            one = deliveries.test(connection, webhook)
        if one is None:
            return
        secrets = self._secrets(one)
        if not secrets:
            self._stop(one, "secret-unreadable")
            return
        message = f"{_message(one)}_test_{one.asked_by}"
        attempt = self._sent(one, secrets, message, Batch(b"[]", Reached(one.log_number, 0, 0), 0, is_last=True))
        with self._pool.connection() as connection:
            deliveries.end_test(connection, one, attempt)

    def deliver(self, one: Next) -> Delivered:
        """Delivers the next batch, if there is one."""
        secrets = self._secrets(one)
        if not one.may_read or not secrets:
            self._stop(one, "right-ended" if not one.may_read else "secret-unreadable")
            return Delivered(is_accepted=False)
        batch = _restart(one) if one.restarts else self._begun(one)
        if batch is None:
            return Delivered(is_accepted=False)
        attempt = self._sent(one, secrets, message_of(one, batch.reached), batch)
        with self._pool.connection() as connection:
            self._note(connection, one, attempt, batch.reached)
        return Delivered(attempt.sent.outcome == "accepted", batch.is_last)

    def _stop(self, one: Due, because: DisabledBecause) -> None:
        with self._pool.connection() as connection:
            deliveries.stop(connection, one, because)

    def _secrets(self, one: Due) -> Sequence[bytes]:
        """The secrets to sign with; nothing where the newest of them can't be opened."""
        sealed = list(zip(one.secret_ids or (), one.secrets or (), strict=True))
        found = [open_secret(bytes(secret), str(name), self._private_key) for name, secret in sealed]
        return [secret for secret in found if secret is not None] if found and found[0] is not None else []

    def _begun(self, one: Next) -> Batch | None:
        """The next batch; None where there is none, or the cursor was placed again meanwhile."""
        found = fitting_entries(one.entries)
        if not found:
            return None
        position, number, _ = found[-1]
        with self._pool.connection() as connection:
            if not deliveries.begin(connection, one, position, number):
                return None
        content = b"[" + b",".join(entry for _, _, entry in found) + b"]"
        is_last = one.is_all and len(found) == len(one.entries)
        return Batch(content, Reached(one.log_number, position, number), len(found), is_last)

    def _sent(self, one: Due, secrets: Sequence[bytes], message: str, batch: Batch) -> Attempt:
        began_at = self._clock()
        headers = {"content-type": MEDIA_TYPE, "user-agent": USER_AGENT, "accept": "*/*"}
        signed = headers_of(secrets, message, int(began_at.timestamp()), batch.content)
        sent = self._sender.send(one.address, {**headers, **signed}, batch.content)
        return Attempt(message, batch.count, began_at, sent)

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


def fitting_entries(found: Sequence[tuple[int, int, bytes]]) -> Sequence[tuple[int, int, bytes]]:
    """As many of them as make one batch, at least one."""
    size = 0
    for count, (_, _, entry) in enumerate(found):
        size += len(entry)
        if count and size > MOST_BYTES:
            return found[:count]
    return found


def _restart(one: Next) -> Batch:
    """The message that the log was begun again: as the newest of those has it, and kept as far as the first has it."""
    position, log_number, _ = one.restarts[-1]
    kept_to = one.restarts[0][2]
    told = FeedRestarted(log_number=log_number, kept_to=kept_to)
    content = b"[" + restarted_entry(one.feed, position, told) + b"]"
    after = min((one.log_position, one.entry_number), (kept_to, 2**31 - 1))
    return Batch(content, Reached(log_number, *after), 1, is_last=False)


def message_of(one: Due, reached: Reached) -> str:
    """The message's id: the same for each attempt, and another one when the cursor was placed again."""
    return f"{_message(one)}_{one.placed_by}_{'_'.join(map(str, reached))}"


def _message(one: Due) -> str:
    return f"msg_{str(one.webhook).replace('-', '')}"
