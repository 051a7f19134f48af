"""Webhooks made, changed and read over HTTP, each of it in the log, and nothing secret with it."""

import psycopg
import pytest

from domain.webhooks.sealing import open_secret
from domain.webhooks.signatures import secret_text
from tests.api.support import WEBHOOK_KEY, Client, Service, end_key, refusal

ADDRESS = "https://ranking.example.org/hooks/e7b0?token=t0psecret"


@pytest.fixture(scope="module")
def office(service: Service) -> Client:
    return service.officer()


def made(office: Client, **wanted: object) -> dict[str, str]:
    answer: dict[str, str] = office.done("/v1/webhooks", {"feed": "ratings", "address": ADDRESS, **wanted}).json()
    return answer


def signing(service: Service, webhook: str) -> list[str | None]:
    """The secrets that sign for it now, the newest first, as the process that delivers opens them."""
    query = "SELECT unnest(secret_ids)::text, unnest(secrets) FROM scoresheet_webhooks_to_deliver() WHERE webhook = %s"
    with psycopg.connect(service.owner_url) as connection:
        found = connection.execute(query, (webhook,)).fetchall()
    secrets = (open_secret(sealed, secret, WEBHOOK_KEY) for secret, sealed in found)
    return [None if secret is None else secret_text(secret) for secret in secrets]


@pytest.mark.rule("ALL-1")
def test_a_webhook_from_its_making_to_its_end(service: Service, office: Client) -> None:
    given = made(office)
    webhook = f"/v1/webhooks/{given['webhook']}"
    shown = office.read(webhook)
    assert (shown["feed"], shown["address"], shown["status"]) == ("ratings", ADDRESS, "enabled")
    assert (shown["origin"], shown["failed"]) == ("https://ranking.example.org", 0)
    assert signing(service, given["webhook"]) == [given["secret"]]
    rotated = office.done(f"{webhook}/secret")
    assert rotated.headers["Cache-Control"] == "no-store"
    both = [rotated.json()["secret"], given["secret"]]
    assert signing(service, given["webhook"]) == both
    office.done(f"{webhook}/cursor", {"since": 0})
    assert office.read(webhook)["cursor"] != shown["cursor"]
    office.done(f"{webhook}/disabling")
    assert office.read(webhook)["disabled_because"] == "asked"
    assert signing(service, given["webhook"]) == []
    assert refusal(office.post(f"{webhook}/disabling")) == (409, "webhook-disabled")
    office.done(f"{webhook}/enabling")
    assert refusal(office.post(f"{webhook}/enabling")) == (409, "webhook-enabled")
    assert office.read(f"{webhook}/attempts")["items"] == []
    told = office.get("/v1/log/events", stream="webhooks", limit=500)
    kinds = ["webhook-made", "secret-rotated", "cursor-placed", "webhook-disabled", "webhook-enabled"]
    mine = [one["topic"] for one in told.json()["items"] if one["data"]["webhook"] == given["webhook"]]
    assert mine == [f"webhooks.{kind}.v1" for kind in kinds]
    assert not [
        each for each in (given["secret"], rotated.json()["secret"], "hooks/e7b0", "t0psecret") if each in told.text
    ]


@pytest.mark.rule("ALL-1")
def test_a_secret_is_shown_once_and_its_request_counts_once(service: Service, office: Client) -> None:
    wanted = {"feed": "results", "address": ADDRESS}
    first = office.post("/v1/webhooks", wanted, key="once")
    assert first.status_code == 201
    again = office.post("/v1/webhooks", wanted, key="once")
    assert refusal(again) == (409, "webhook-made")
    assert again.json()["webhook"] == first.json()["webhook"]
    assert first.json()["secret"] not in again.text
    webhook = first.json()["webhook"]
    rotated = office.post(f"/v1/webhooks/{webhook}/secret", key="rotated")
    assert refusal(office.post(f"/v1/webhooks/{webhook}/secret", key="rotated")) == (409, "webhook-made")
    newest, _ = signing(service, webhook)
    assert newest == rotated.json()["secret"]


@pytest.mark.parametrize(
    ("wanted", "status", "slug"),
    [
        ({"address": "https://127.0.0.1/"}, 422, "receiver-refused"),
        ({"address": "http://ranking.example.org/"}, 422, "receiver-refused"),
        ({"feed": "names"}, 422, "input-invalid"),
        ({"after": "garbage"}, 422, "cursor-malformed"),
        ({"since": 10**9}, 404, "position-unknown"),
        ({"since": 0, "after": "WyJmZWVkLTEiLFsxLDAsMF1d"}, 422, "cursor-malformed"),
        ({"since": -1}, 422, "input-invalid"),
    ],
)
def test_faulty_requests_make_no_webhook(office: Client, wanted: dict[str, object], status: int, slug: str) -> None:
    body = {"feed": "ratings", "address": ADDRESS, **wanted}
    assert refusal(office.post("/v1/webhooks", body)) == (status, slug)


def test_a_cursor_is_placed_somewhere(office: Client) -> None:
    webhook = f"/v1/webhooks/{made(office)['webhook']}"
    assert refusal(office.post(f"{webhook}/cursor", {})) == (422, "cursor-malformed")
    assert refusal(office.post("/v1/webhooks/00000000-0000-4000-8000-000000000000/cursor", {"since": 0})) == (
        404,
        "webhook-unknown",
    )


@pytest.mark.rule("TD-4")
def test_bans_go_out_only_while_the_key_that_asked_for_them_reads_them(service: Service) -> None:
    office = service.officer()
    webhook = made(office, feed="bans")["webhook"]
    query = "SELECT may_read FROM scoresheet_webhooks_to_deliver() WHERE webhook = %s"
    with psycopg.connect(service.owner_url, autocommit=True) as connection:
        assert connection.execute(query, (webhook,)).fetchone() == (True,)
        end_key(service.owner_url, office.key or "")
        assert connection.execute(query, (webhook,)).fetchone() == (False,)
        assert connection.execute("SELECT FROM scoresheet_entries_to_deliver(%s, 9)", (webhook,)).fetchone() is None
        other = service.officer()
        other.done(f"/v1/webhooks/{webhook}/disabling")
        other.done(f"/v1/webhooks/{webhook}/enabling")
        assert connection.execute(query, (webhook,)).fetchone() == (True,)
