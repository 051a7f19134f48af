"""Feeds delivered to webhooks: in order, signed, tried again, and never into the service's own network (ALL-1)."""

import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from standardwebhooks.webhooks import WebhookVerificationError

from api.asgi.own_work import disable_stopped
from domain.application.requests import CommandOrigin, of_federation
from domain.federation.decide import RestartLog
from domain.ports.command_handling import command_id, request_digest
from ops.database import DatabaseUrls
from ops.examples.ranking_follower import Batch, Ranking
from ops.webhooks import process
from ops.webhooks.deliveries import Next, to_try
from ops.webhooks.delivering import Delivered, Delivering
from ops.webhooks.sending import MOST_READ
from projections.registry.catalogue import PROJECTIONS
from tests.api.support import Client, Season, Service, end_key, season, sign
from tests.api.test_ranking_follower import of_file, of_service, poured
from tests.patience import PATIENCE_SECONDS, patiently
from tests.projections.support import OFFICE
from tests.webhooks.receiver import (
    Behaviour,
    Deliverer,
    Receiver,
    delivering,
    delivering_all,
    hangs_up,
    name_receivers,
    receiving,
    status,
    waits,
    webhook_to,
)


@pytest.fixture(scope="module")
def told(service: Service) -> Season:
    """A season with rated matches that the feeds have followed."""
    made = season(service)
    for first, second in ((1, 2), (2, 3), (3, 4)):
        made.play(first, second)
    service.wait_for_feeds()
    return made


@pytest.fixture(scope="module")
def office(told: Season) -> Client:
    return told.service.officer()


@pytest.fixture
def receiver(module_database: DatabaseUrls) -> Iterator[Receiver]:
    with receiving() as made:
        name_receivers(module_database, made.origin)
        yield made


@pytest.fixture
def deliverer(module_database: DatabaseUrls, receiver: Receiver) -> Iterator[Deliverer]:
    with delivering(module_database, receiver.origin) as made:
        yield made


def attempts(office: Client, webhook: str) -> list[dict[str, object]]:
    """The oldest first."""
    found: list[dict[str, object]] = office.read(f"/v1/webhooks/{webhook}/attempts", limit=200)["items"]
    return found[::-1]


def come(receiver: Receiver, secret: str, count: int) -> list[dict[str, object]]:
    """So many entries, or those that came within a while."""

    def entries() -> list[dict[str, object]]:
        return [entry for got in list(receiver.got) for entry in got.entries(secret)]

    return patiently(entries, lambda found: len(found) >= count)


@pytest.mark.rule("ALL-1")
def test_all_entries_come_in_order_signed_and_batch_by_batch(
    told: Season, office: Client, receiver: Receiver, deliverer: Deliverer
) -> None:
    webhook, secret = webhook_to(office, receiver, "ratings")
    deliverer.all_of(webhook)
    whole = told.service.http.get("/v1/feeds/ratings").json()
    assert [entry for got in receiver.got for entry in got.entries(secret)] == whole
    assert {got.headers["content-type"] for got in receiver.got} == {"application/cloudevents-batch+json"}
    assert all(len(got.body) <= 20_000 for got in receiver.got)
    noted = attempts(office, webhook)
    assert [(one["outcome"], one["status"], one["dialled"]) for one in noted] == [("accepted", 204, "127.0.0.1")] * len(
        noted
    )
    assert sum(int(str(one["entries"])) for one in noted) == len(whole)
    end = next(one["end"] for one in office.read("/v1/feeds")["items"] if one["feed"] == "ratings")
    assert office.read(f"/v1/webhooks/{webhook}")["cursor"] == end


@pytest.mark.rule("ALL-1")
def test_a_receiver_is_tried_while_a_batch_waits_and_nothing_follows(
    office: Client, receiver: Receiver, deliverer: Deliverer
) -> None:
    webhook, secret = webhook_to(office, receiver, "ratings")
    receiver.answer(status(500), status(410, b"not here"), status(204))
    assert not deliverer.step(webhook)
    before = office.read(f"/v1/webhooks/{webhook}")
    for expected in ("gone", "accepted"):
        office.done(f"/v1/webhooks/{webhook}/test")
        assert webhook in map(str, to_try(deliverer.connection))
        deliverer.work.test(UUID(webhook))
        deliverer.work.test(UUID(webhook))
        tried = attempts(office, webhook)[-1]
        assert (tried["outcome"], tried["entries"], tried["message"]) == (expected, 0, receiver.got[-1].message)
    assert len(receiver.got) == 3
    assert [got.entries(secret) for got in receiver.got[1:]] == [[], []]
    assert len({got.message for got in receiver.got}) == 3
    assert office.read(f"/v1/webhooks/{webhook}") == before
    office.done(f"/v1/webhooks/{webhook}/test")
    office.done(f"/v1/webhooks/{webhook}/disabling")
    assert office.post(f"/v1/webhooks/{webhook}/test").json()["type"] == "/v1/problems/webhook-disabled"
    office.done(f"/v1/webhooks/{webhook}/enabling")
    assert to_try(deliverer.connection) == set(), "what was asked for before it was disabled"


@pytest.mark.rule("ALL-1")
def test_delivery_not_accepted_comes_again_the_same_and_before_all_else(
    told: Season, office: Client, receiver: Receiver, deliverer: Deliverer
) -> None:
    webhook, secret = webhook_to(office, receiver, "results")
    release = threading.Event()
    receiver.answer(
        status(500, b"no\0 room"),
        status(302, Location="http://127.0.0.1:1/elsewhere"),
        hangs_up,
        waits(release),
        waits(release, b"H"),
        status(429, Retry_After="900"),
        status(204),
    )
    pauses = []
    assert not deliverer.step(webhook)
    told.play(4, 1)
    told.service.wait_for_feeds()
    for attempt in (deliverer.step, deliverer.step, deliverer.gives_up_on, deliverer.gives_up_on, deliverer.step):
        assert not attempt(webhook)
        waited = deliverer.waits_until(webhook)
        pauses.append(waited - deliverer.now if waited else None)
    release.set()
    assert deliverer.step(webhook)
    first, *others = receiver.got
    assert len(others) == 6
    assert {(got.message, got.body) for got in others} == {(first.message, first.body)}
    assert [timedelta(seconds=each) for each in (300, 1_800, 7_200, 18_000, 36_000)] == pauses
    shown = attempts(office, webhook)
    assert [one["outcome"] for one in shown] == [
        "refused",
        "refused",
        "broken-off",
        "timed-out",
        "timed-out",
        "refused",
        "accepted",
    ]
    assert shown[0]["answer"] == "no\ufffd room"
    deliverer.all_of(webhook)
    assert receiver.got[-1].entries(secret)[-1] == told.service.http.get("/v1/feeds/results").json()[-1]


@pytest.mark.rule("ELO-6", "ALL-3")
def test_a_ranking_by_webhooks_ends_equal_to_the_service_whatever_was_lost(
    told: Season, office: Client, receiver: Receiver, deliverer: Deliverer, tmp_path: Path
) -> None:
    """Some batches are lost, of others only the answer is."""
    webhook, secret = webhook_to(office, receiver, "ratings")
    chance, file = random.Random(5), tmp_path / "ranking.sqlite"  # noqa: S311 -- to be repeated, not to be secret
    with closing(sqlite3.connect(file)) as connection:
        ranking = Ranking(connection)
        for is_taken in (False, True, False):
            poured(told, chance, 1)
            told.service.wait_for_feeds()
            receiver.answer(hangs_up)
            assert not deliverer.step(webhook)
            if is_taken:
                ranking.take(Batch(receiver.got[-1].entries(secret), receiver.got[-1].message))
        while deliverer.step(webhook):
            ranking.take(Batch(receiver.got[-1].entries(secret), receiver.got[-1].message))
    assert of_file(file) == of_service(told.service) != []


def test_a_receiver_may_ask_for_a_pause_and_answer_at_length(
    office: Client, receiver: Receiver, deliverer: Deliverer
) -> None:
    webhook, _ = webhook_to(office, receiver, "results")
    receiver.answer(status(429, Retry_After="900"), status(503, Retry_After="Wed, 21 Oct 2015 07:28:00 GMT"))
    deliverer.step(webhook)
    assert deliverer.waits_until(webhook) == deliverer.now + timedelta(minutes=15)
    deliverer.step(webhook)
    assert deliverer.waits_until(webhook) == deliverer.now + timedelta(minutes=5)
    receiver.answer(status(200, b"x" * 10_000_000))
    assert deliverer.step(webhook)
    assert len(str(attempts(office, webhook)[-1]["answer"])) == 1_024 < MOST_READ


@pytest.mark.parametrize(
    ("answer", "passed", "because"),
    [(status(410), timedelta(), "receiver-gone"), (status(500), timedelta(days=14), "retries-exhausted")],
)
@pytest.mark.rule("ALL-1")
def test_a_webhook_is_disabled_that_is_gone_or_was_tried_for_long_and_the_log_tells(
    told: Season,
    office: Client,
    receiver: Receiver,
    deliverer: Deliverer,
    answer: Behaviour,
    passed: timedelta,
    because: str,
) -> None:
    webhook, _ = webhook_to(office, receiver, "results")
    receiver.answer(answer, answer)
    deliverer.step(webhook)
    deliverer.passes(passed)
    deliverer.step(webhook)
    disable_stopped(told.service.services)
    shown = office.read(f"/v1/webhooks/{webhook}")
    assert (shown["status"], shown["disabled_because"]) == ("disabled", because)
    newest = office.read("/v1/log/events", stream="webhooks", limit=500)["items"][-1]
    assert (newest["topic"], newest["data"]["because"], newest["actor"]["role"]) == (
        "webhooks.webhook-disabled.v1",
        because,
        "service",
    )
    receiver.answers.clear()
    before = len(receiver.got)
    deliverer.step(webhook)
    assert len(receiver.got) == before
    office.done(f"/v1/webhooks/{webhook}/enabling")
    assert deliverer.step(webhook)


@pytest.mark.rule("ALL-1")
def test_a_cursor_that_was_put_back_delivers_the_same_entries_in_new_messages(
    office: Client, receiver: Receiver, deliverer: Deliverer
) -> None:
    webhook, former = webhook_to(office, receiver, "results")
    deliverer.all_of(webhook)
    first = list(receiver.got)
    secret = office.done(f"/v1/webhooks/{webhook}/secret").json()["secret"]
    office.done(f"/v1/webhooks/{webhook}/cursor", {"since": 0})
    deliverer.all_of(webhook)
    again = receiver.got[len(first) :]
    assert [got.body for got in again] == [got.body for got in first]
    assert not {got.message for got in again} & {got.message for got in first}
    for got in again:
        assert got.entries(secret) == got.entries(former)
    with pytest.raises(WebhookVerificationError):
        first[0].entries(secret)


@pytest.mark.parametrize(
    ("answers", "outcome"),
    [
        ([["127.0.0.1"]], "address-not-public"),
        ([["10.0.0.1", "::ffff:192.168.0.1", "64:ff9b::7f00:1"]], "address-not-public"),
        ([[]], "address-not-public"),
    ],
)
@pytest.mark.rule("ALL-1")
def test_nothing_goes_inside_whatever_the_name_says(
    module_database: DatabaseUrls, office: Client, answers: list[list[str]], outcome: str
) -> None:
    made = office.done("/v1/webhooks", {"feed": "results", "address": "https://inside.example.org/", "since": 0})
    webhook = made.json()["webhook"]
    with delivering(module_database, resolve=lambda _, __: answers[0]) as deliverer:
        deliverer.step(webhook)
    assert [one["outcome"] for one in attempts(office, webhook)] == [outcome]


@pytest.mark.rule("TD-4")
def test_bans_stop_with_the_key_that_read_them(
    told: Season, office: Client, receiver: Receiver, deliverer: Deliverer
) -> None:
    asks = told.service.officer()
    webhook, _ = webhook_to(asks, receiver, "bans")
    office.change(f"/v1/persons/{told.persons[0]}", "bans", {"until": None, "reason": "For good."})
    told.service.wait_for_feeds()
    end_key(told.service.owner_url, asks.key or "")
    deliverer.step(webhook)
    assert receiver.got == []
    disable_stopped(told.service.services)
    assert office.read(f"/v1/webhooks/{webhook}")["disabled_because"] == "right-ended"
    office.done(f"/v1/webhooks/{webhook}/enabling")
    assert deliverer.step(webhook)
    assert b"ban.changed" in receiver.got[-1].body


@pytest.mark.rule("ALL-1")
def test_anyone_who_delivers_holds_no_command_up(
    module_database: DatabaseUrls, office: Client, receiver: Receiver
) -> None:
    webhook, _ = webhook_to(office, receiver, "results")
    with psycopg.connect(module_database.webhooks) as held:
        row = held.execute("SELECT placed_by FROM scoresheet_webhooks_to_deliver() WHERE webhook = %s", (webhook,))
        [placed_by] = row.fetchone() or (0,)
        held.execute("SELECT scoresheet_begin_delivery(%s, %s, 1, 0)", (webhook, placed_by))
        for act, body in (("cursor", {"since": 0}), ("secret", {}), ("disabling", {}), ("enabling", {})):
            office.done(f"/v1/webhooks/{webhook}/{act}", body)


@pytest.mark.rule("ALL-1")
def test_the_process_delivers_of_itself_and_a_receiver_that_hangs_keeps_nobody_waiting(
    told: Season, module_database: DatabaseUrls, office: Client, receiver: Receiver
) -> None:
    with receiving() as hanging:
        release = threading.Event()
        hanging.answer(*[waits(release)] * 3)
        name_receivers(module_database, receiver.origin, hanging.origin)
        webhook_to(office, hanging, "results")
        with delivering_all(module_database) as said:
            webhook, secret = webhook_to(office, receiver, "results")
            whole = told.service.http.get("/v1/feeds/results").json()
            told.play(3, 1)
            found = come(receiver, secret, len(whole) + 1)
            release.set()
    assert found[: len(whole)] == whole
    assert len(hanging.got) == 1
    assert said == []
    assert office.read(f"/v1/webhooks/{webhook}")["failed"] == 0


@pytest.mark.rule("ALL-1")
def test_news_that_comes_while_the_last_delivery_ends_waits_for_nothing(
    told: Season, module_database: DatabaseUrls, office: Client, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result comes when nothing more was found, and before that has ended."""
    monkeypatch.setattr(process, "POLL_SECONDS", 60.0)
    deliver, plays = Delivering.deliver, [1]

    def found(work: Delivering, one: Next) -> Delivered:
        delivered = deliver(work, one)
        if delivered.is_last and str(one.webhook) == webhook and plays:
            told.play(2, plays.pop())
            assert told.service.services.readings.wait_for(told.director.position, PATIENCE_SECONDS, [*PROJECTIONS])
            time.sleep(0.2)
        return delivered

    monkeypatch.setattr(Delivering, "deliver", found)
    webhook, secret = webhook_to(office, receiver, "results")
    count = len(told.service.http.get("/v1/feeds/results").json())
    with delivering_all(module_database):
        assert len(come(receiver, secret, count + 1)) == count + 1


@pytest.mark.rule("ALL-1")
def test_receiver_is_told_first_how_far_the_former_log_holds_after_a_new_one_was_begun(
    told: Season, office: Client, receiver: Receiver, deliverer: Deliverer
) -> None:
    """It is last, since the log of this file goes on as another one."""
    webhook, secret = webhook_to(office, receiver, "results")
    told.service.wait_for_feeds()
    deliverer.all_of(webhook)
    before = len(receiver.got)
    asked = CommandOrigin(command_id("tests", "restart"), request_digest("restart", b""), OFFICE)
    begun = RestartLog(origin="a.example/log/2", former_origin="a.example/log", former_size=9, former_root="0" * 64)
    kept_to = sign(told.service.owner)
    told.service.services.journal.execute(of_federation(asked, begun))
    told.play(2, 4)
    told.service.wait_for_feeds()
    receiver.answer(status(500))
    assert not deliverer.step(webhook)
    deliverer.all_of(webhook)
    failed, notice, *others = [got.entries(secret) for got in receiver.got[before:]]
    assert failed == notice
    [said] = notice
    assert (said["type"], said["data"]) == (
        "scoresheet.feed.restarted.v1",
        {"log_number": 2, "kept_to": kept_to},
    )
    assert [entry["id"] for batch in others for entry in batch] == [
        one["id"] for one in told.service.http.get("/v1/feeds/results", params={"since": kept_to}).json()
    ]
