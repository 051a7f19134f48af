"""What the office tells of what waits and of what a form is on, and to whom it offers nothing."""

from datetime import UTC, datetime

import pytest

from api.http.api_keys import Wanted
from domain.application.requests import CommandOrigin, of_webhook
from domain.kernel.envelope import SERVICE
from domain.ports.command_handling import command_id, request_digest
from domain.webhooks.decide import DisableWebhook
from ops.command_line.key_making import made_key
from ops.database import DatabaseUrls
from tests.api.support import Service
from tests.site.browsing import links
from tests.site.test_office import Office, at_the_office
from tests.webhooks.receiver import delivering, name_receivers, receiving, status, webhook_to


def disabled_by_the_service(service: Service, webhook: str) -> None:
    asked = f"disable webhook {webhook}"
    origin = CommandOrigin(command_id(SERVICE.key, asked), request_digest(asked, b""), SERVICE)
    service.services.journal.execute(of_webhook(origin, DisableWebhook(webhook=webhook, because="receiver-gone")))


@pytest.mark.rule("ALL-1")
def test_a_feed_waits_that_is_no_longer_delivered_unless_somebody_has_stopped_it(service: Service) -> None:
    with at_the_office(service) as office:
        assert office.client is not None
        own, hook = office.client.key or "", "https://gone.example.org/results"
        office.given("make-webhook", "?back=feeds", feed="results", address=hook, own_key=own)
        leads = next(link for link in links(office.open("/office/feeds")) if "/office/webhooks/" in link)
        assert leads not in office.open("/office")
        disabled_by_the_service(service, leads.rpartition("/")[2])
        assert f'<a class="what" href="{leads}">a feed that is no longer delivered</a>' in office.open("/office")
        assert "the receiver no longer exists" in office.page
        office.given("enable-webhook", f"?webhook={leads.rpartition('/')[2]}")
        assert leads not in office.open("/office")


@pytest.mark.rule("ALL-1")
def test_a_feed_waits_whose_receiver_has_not_taken_it_for_a_while(
    service: Service, module_database: DatabaseUrls
) -> None:
    with at_the_office(service) as office, receiving() as receiver:
        assert office.client is not None
        name_receivers(module_database, receiver.origin)
        webhook, _ = webhook_to(office.client, receiver, "persons")
        receiver.answer(*[status(503)] * 3)
        with delivering(module_database, receiver.origin) as deliverer:
            for waits in (False, False, True):
                deliverer.step(webhook)
                link = f'href="/office/webhooks/{webhook}">a feed that its receiver refuses'
                assert (link in office.open("/office")) == waits
            deliverer.step(webhook)
            assert link not in office.open("/office")


def test_a_form_says_whose_key_it_is_on_and_what_a_ban_is_for(service: Service) -> None:
    banned, holder = service.register("Bo Banned"), service.register("Hans Holder")
    wanted = Wanted("director", holder, label="For the season")
    made_key(service.owner, service.services.journal, wanted, datetime.now(UTC))
    with at_the_office(service) as office:
        office.given("place-ban", f"?person={banned}", kind="ban", until="2190-01-01", reason="Cheated.")
        page = office.open(form_of(office, "/office/bans", "lift-ban", banned))
        assert ("Bo Banned" in page, "An officer" in page, "2190" in page) == (True, True, True)
        page = office.open(form_of(office, f"/office/persons/{holder}", "revoke-key", "key="))
        assert ("Hans Holder" in page, "For the season" in page) == (True, True)


def form_of(office: Office, page: str, command: str, of: str) -> str:
    """The address of a form that the page offers."""
    return next(link for link in links(office.open(page)) if f"/{command}?" in link and of in link)


@pytest.mark.rule("TD-4")
def test_nobody_is_offered_what_is_for_others_to_do_with_their_ban(service: Service) -> None:
    """Anyone who has placed it does not confirm it, and who it bans can do nothing with it."""
    own = service.register("Olga Own")
    with at_the_office(service) as office, at_the_office(service, own) as other:
        office.given("place-ban", f"?person={own}", kind="ban", until="2190-01-01", reason="Cheated.")
        assert offered(office, own) == ["suspend-ban", "lift-ban"]
        assert offered(other, own) == []
        with at_the_office(service) as third:
            assert offered(third, own) == ["confirm-ban", "suspend-ban", "lift-ban"]


def offered(office: Office, person: str) -> list[str]:
    """The commands that are offered on the person's ban."""
    found = (one for one in links(office.open("/office/bans")) if f"person={person}" in one)
    return [one.partition("?")[0].rpartition("/")[2] for one in found]
