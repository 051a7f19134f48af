"""Webhooks: feeds that the service delivers to receivers by itself (ALL-1)."""

import secrets
from collections.abc import Iterable, Iterator
from datetime import UTC
from typing import Annotated, Any, Literal
from uuid import uuid4

from fastapi import Depends
from pydantic import Field
from starlette.responses import Response

from api.documents.lists import Page
from api.examples import registry
from api.http import parameters
from api.http.api_keys import parts_of
from api.http.command_requests import Accepts, EmptyBody, Incoming, told_of
from api.http.paging import NUMBERS, Paged
from api.http.problems import CURSOR_MALFORMED, Problem
from api.http.read_requests import Reader, Reads
from api.http.responses import NEVER
from api.http.routing import new_router
from api.queries.feeds import Start, cursor_of, from_here_on, start_of
from domain.kernel.refusal import Refused
from domain.kernel.values import Instant, Value
from domain.kernel.visibility import FOR_ADMINISTRATORS, PUBLIC, ForSender, Part
from domain.ports.command_handling import CommandOutcome
from domain.problems.tournament import NOT_ALLOWED
from domain.problems.webhooks import WEBHOOK_MADE, WEBHOOKS_NOT_SERVED
from domain.webhooks import decide
from domain.webhooks.events import DisabledBecause, Feed, FeedPlace, Position, SecretId, WebhookId
from domain.webhooks.receivers import LONGEST_ADDRESS, receiver_of
from domain.webhooks.sealing import seal_secret
from domain.webhooks.signatures import SECRET_BYTES, secret_text
from domain.webhooks.state import Webhook
from projections.feeds.entries import Place
from projections.queries.log.webhooks import WebhookSettings
from projections.views.noted import DeliveryAttemptView


class WebhookSecretAnswer(ForSender):
    """The secret that deliveries of a webhook are signed with, shown once."""

    webhook: WebhookId
    secret: Annotated[str, PUBLIC]


class WebhookAnswer(ForSender):
    """What a command did to a webhook."""

    webhook: WebhookId
    position: int


class WebhookDocument(Value):
    """A webhook: the entries of a feed delivered to an address. `cursor` is the place behind which the next batch
    begins. Where its receiver does not accept that, `failed` says how often, `first_failed_at` since when, and
    `next_attempt_at` when it is tried again. `secret_id` names what deliveries are signed with."""

    id: WebhookId
    feed: Feed
    address: Annotated[str | None, Part.ADMINISTRATOR]
    origin: Annotated[str, FOR_ADMINISTRATORS]
    status: Literal["enabled", "disabled"]
    disabled_because: DisabledBecause | None
    made_at: Instant
    cursor: Annotated[str, FOR_ADMINISTRATORS]
    failed: int
    first_failed_at: Instant | None
    next_attempt_at: Instant | None
    secret_id: SecretId


router = new_router("federation")

BASE = "/webhooks/{webhook}"
Cursor = Annotated[str, Field(max_length=parameters.LONGEST_CURSOR)]
Reading = Annotated[Reader, Depends(Reads(FOR_ADMINISTRATORS))]


class PlaceInFeed(Value):
    """Where deliveries begin: behind a feed's cursor, or behind a position of the log."""

    after: Cursor | None = None
    since: Position | None = None


class NewWebhook(PlaceInFeed):
    """Which feed is delivered, and where; without `after` and `since` what is recorded from now on."""

    feed: Feed
    address: Annotated[str, Field(max_length=LONGEST_ADDRESS)]


MAKING = Accepts(NewWebhook, examples=registry.WEBHOOK)
ROTATION = Accepts(EmptyBody)
PLACING = Accepts(PlaceInFeed, examples=registry.PLACE_IN_FEED)
DISABLING = Accepts(EmptyBody)
ENABLING = Accepts(EmptyBody)
TESTING = Accepts(EmptyBody)


@router.post("/webhooks", status_code=201, response_model=WebhookSecretAnswer)
def make_webhook(incoming: Annotated[Incoming[NewWebhook], Depends(MAKING)]) -> Response:
    """Deliver a feed to an address, and show the secret of its signatures, this once (ALL-1)

    By administrators, who answer for who receives what; bans are delivered for as long as the key that asks is valid.
    The address is one of https with a public host. The log names its origin alone.
    """
    wanted, settings = incoming.body, _settings(incoming)
    receiver = receiver_of(wanted.address, settings.named_origins)
    start = _start(incoming, wanted) or from_here_on(incoming.services)
    webhook, secret_id, secret = str(uuid4()), str(uuid4()), secrets.token_bytes(SECRET_BYTES)
    shown, readings = parts_of(incoming.caller.shown), incoming.services.readings
    _require_shown(readings.propose_webhook(shown, webhook, wanted.feed, receiver.address))
    _require_shown(
        readings.propose_webhook_secret(shown, webhook, secret_id, seal_secret(secret, secret_id, settings.public_key))
    )
    command = decide.MakeWebhook(
        webhook=webhook,
        feed=wanted.feed,
        receiver_origin=receiver.origin,
        begins_after=_place(start),
        secret=secret_id,
    )
    return _secret_answer(incoming, incoming.on_webhook(command), secret_id, secret, 201)


@router.post(f"{BASE}/secret", response_model=WebhookSecretAnswer)
def rotate_webhook_secret(
    webhook: parameters.Webhook, incoming: Annotated[Incoming[EmptyBody], Depends(ROTATION)]
) -> Response:
    """Sign a webhook's deliveries with another secret, and show it, this once (ALL-1)

    By administrators. For a day each delivery is signed with both, so that the receiver has time to take the new one.
    """
    decide.require_allowed(incoming.asked.actor)
    decide.require_known(incoming.services.webhooks(), webhook)
    secret_id, secret = str(uuid4()), secrets.token_bytes(SECRET_BYTES)
    content = seal_secret(secret, secret_id, _settings(incoming).public_key)
    shown = parts_of(incoming.caller.shown)
    _require_shown(incoming.services.readings.propose_webhook_secret(shown, webhook, secret_id, content))
    outcome = incoming.on_webhook(decide.RotateSecret(webhook=webhook, secret=secret_id))
    return _secret_answer(incoming, outcome, secret_id, secret, 200)


@router.post(f"{BASE}/cursor", response_model=WebhookAnswer)
def place_webhook_cursor(
    webhook: parameters.Webhook, incoming: Annotated[Incoming[PlaceInFeed], Depends(PLACING)]
) -> Response:
    """Deliver again from behind a place, or go on from there (ALL-1)

    By administrators. What was delivered before is delivered again, under other ids of messages; the entries keep
    theirs.
    """
    start = _start(incoming, incoming.body)
    if start is None:
        raise Problem(CURSOR_MALFORMED, "One of `after` and `since` must be given.")
    return _change_webhook(incoming, decide.PlaceCursor(webhook=webhook, continues_after=_place(start)))


@router.post(f"{BASE}/disabling", response_model=WebhookAnswer)
def disable_webhook(
    webhook: parameters.Webhook, incoming: Annotated[Incoming[EmptyBody], Depends(DISABLING)]
) -> Response:
    """Deliver nothing to a webhook any more (ALL-1)

    By administrators. Its cursor stays where it is.
    """
    return _change_webhook(incoming, decide.DisableWebhook(webhook=webhook))


@router.post(f"{BASE}/enabling", response_model=WebhookAnswer)
def enable_webhook(
    webhook: parameters.Webhook, incoming: Annotated[Incoming[EmptyBody], Depends(ENABLING)]
) -> Response:
    """Go on delivering to a webhook (ALL-1)

    By administrators: where its cursor is, and of bans by the right of the key that asks.
    """
    return _change_webhook(incoming, decide.EnableWebhook(webhook=webhook))


@router.post(f"{BASE}/test", response_model=WebhookAnswer)
def test_webhook(webhook: parameters.Webhook, incoming: Annotated[Incoming[EmptyBody], Depends(TESTING)]) -> Response:
    """Try a webhook's receiver with a message without entries (ALL-1)

    By administrators. It is signed as all others are, and sent at once, also while a batch waits to be tried again.
    What came of it is in the list of attempts, as one with no entries; nothing else follows from the answer.
    """
    return _change_webhook(incoming, decide.AskForTest(webhook=webhook))


@router.get("/webhooks", response_model=Page[WebhookDocument])
def list_webhooks(reader: Reading, paging: Paged) -> Response:
    """List the webhooks, the oldest first (ALL-1)

    For administrators and auditors. Who made and changed each, and when, is in the log:
    `log/events?stream=webhooks`.
    """
    position = reader.services.journal.position()
    found, further = paging.numbered(tuple(reader.services.webhooks().every()))
    return _own(reader).answer_page(reader.page(list(_documents(reader, found))), position, next_cursor=further)


@router.get(BASE, response_model=WebhookDocument)
def read_webhook(reader: Reading, webhook: parameters.Webhook) -> Response:
    """Read a webhook, with how far it is (ALL-1)"""
    position = reader.services.journal.position()
    found = decide.require_known(reader.services.webhooks(), webhook)
    return _own(reader).answer(next(_documents(reader, [found])), position)


@router.get(f"{BASE}/attempts", response_model=Page[DeliveryAttemptView])
def list_webhook_attempts(reader: Reading, webhook: parameters.Webhook, paging: Paged) -> Response:
    """List the attempts to deliver to a webhook, the newest first (ALL-1)

    For administrators and auditors. They are kept for 30 days, or as long as the setting says.
    """
    position = reader.services.journal.position()
    decide.require_known(reader.services.webhooks(), webhook)
    found = reader.services.readings.webhook_attempts(webhook, NUMBERS.read(paging.cursor), paging.limit)
    return _own(reader).answer_page(reader.page(found.items), position, next_cursor=NUMBERS.write(found.next))


def _own(reader: Reader) -> Reader:
    return reader.having(reader.caller.part)


def _settings(incoming: Incoming[Any]) -> WebhookSettings:
    """Raises Refused for all but administrators, and where nobody delivers."""
    decide.require_allowed(incoming.asked.actor)
    found = incoming.services.readings.webhook_settings()
    if found is None:
        raise Refused(WEBHOOKS_NOT_SERVED, "There is no key to seal secrets with.")
    return found


def _start(incoming: Incoming[Any], wanted: PlaceInFeed) -> Start | None:
    """Where to begin; None where nothing is said of it. Raises Problem and Refused as a page does."""
    if wanted.after is None and wanted.since is None:
        return None
    return start_of(incoming.services, wanted.after, wanted.since)


def _place(start: Start) -> FeedPlace:
    return FeedPlace(log_number=start.epoch, log_position=start.place.position, entry_number=start.place.number)


def _require_shown(is_shown: bool) -> None:
    if not is_shown:
        raise Refused(NOT_ALLOWED, "Only administrators can do this.")


def _secret_answer(
    incoming: Incoming[Any], outcome: CommandOutcome, secret_id: str, secret: bytes, status: int
) -> Response:
    """The secret, once it counts. Raises Refused where the request had made one before."""
    webhook = str(outcome.answer["webhook"])
    if outcome.answer["secret"] != secret_id:
        raise Refused(WEBHOOK_MADE, f"The webhook is {webhook}.", webhook=webhook)
    answer = WebhookSecretAnswer(webhook=webhook, secret=secret_text(secret))
    return incoming.answered(answer, status, NEVER | told_of(outcome))


def _change_webhook(incoming: Incoming[Any], command: decide.Command) -> Response:
    outcome = incoming.on_webhook(command)
    return incoming.answered(
        WebhookAnswer(webhook=command.webhook, position=outcome.position), headers=told_of(outcome)
    )


def _documents(reader: Reader, found: Iterable[Webhook]) -> Iterator[WebhookDocument]:
    webhooks = list(found)
    readings = reader.services.readings
    deliveries = readings.webhook_deliveries([one.id for one in webhooks])
    for one in (each for each in webhooks if each.id in deliveries):
        at = deliveries[one.id]
        yield WebhookDocument(
            id=one.id,
            feed=one.feed,
            address=at.address,
            origin=one.receiver_origin,
            status="enabled" if one.disabled_because is None else "disabled",
            disabled_because=one.disabled_because,
            made_at=at.made_at.astimezone(UTC),
            cursor=cursor_of(readings, at.log_number, Place(at.log_position, at.entry_number)),
            failed=at.failed,
            first_failed_at=at.first_failed_at and at.first_failed_at.astimezone(UTC),
            next_attempt_at=at.next_at and at.next_at.astimezone(UTC),
            secret_id=one.secret,
        )
