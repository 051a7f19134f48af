"""An administrator who directs an evening invites somebody to direct it with them, by links that are on the pages."""

from datetime import UTC, datetime

import pytest

from api.http.api_keys import Wanted, make_key
from tests.api.support import Service
from tests.patience import eventually
from tests.site.browsing import browsing, links
from tests.site.test_desk import Desk, at_the_desk


def goes_by(desk: Desk, ending: str) -> str:
    """The page that a link of this one leads to."""
    return desk.open(next(one for one in links(desk.page) if one.endswith(ending)))


@pytest.mark.rule("TD-1")
def test_co_director_is_invited_from_the_board_and_appointed_at_once(service: Service) -> None:
    key = service.key("administrator", service.register("Olga Owner"))
    with at_the_desk(service) as desk:
        desk.open("/login")
        desk.done("/login", key=key)
        desk.client = service.client(key)
        desk.announced("knockout", 5, ["Nina Nord", "Otto Ost"])
        desk.open("/desk")
        desk.open(desk.at)
        goes_by(desk, "/invite")
        desk.done("/invite", name="Cora Codirector", role="director")
        (cora,) = desk.client.read("/v1/persons", search="Cora Codirector")["items"]
        form = f"/do/appoint-director?person={cora['id']}"
        goes_by(desk, form)
        desk.done(form, step="try")
        desk.done(form, step="send")
        assert eventually(lambda: cora["id"] in desk.client.read(desk.api)["directors"] if desk.client else False)


def test_office_and_desk_lead_administrators_alone_to_the_invitations(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.open("/desk")
        assert "/invite" not in links(desk.page)
        desk.announced("knockout", 5, ["Nina Nord", "Otto Ost"])
        assert "An administrator invites them." in desk.open(desk.at)
        desk.open("/login")
        desk.done("/login", key=service.key("administrator", service.register("Odd Office")))
        desk.open("/office")
        assert "/invite" in links(desk.page)


@pytest.mark.rule("TD-1")
def test_director_who_was_appointed_without_a_login_is_invited_from_the_board(service: Service) -> None:
    key, cora = service.key("administrator", service.register("Olga Owner")), service.register("Cora Codirector")
    with at_the_desk(service) as desk:
        desk.open("/login")
        desk.done("/login", key=key)
        desk.client = service.client(key)
        desk.announced("knockout", 5, ["Nina Nord", "Otto Ost"])
        assert "Directors without a login" not in desk.open(desk.at)
        assert "They need a login of their own." in desk.open(f"{desk.at}/do/appoint-director")
        desk.done("/do/appoint-director", person=cora, step="send")
        assert "Directors without a login" in desk.page
        desk.done("/invite")
        assert "QR of the invitation" in desk.page
        assert "Cora Codirector is invited" in desk.page
        assert f"{desk.at}/do/appoint-director?person={cora}" not in desk.page, "they are a director there"
        assert "Directors without a login" not in desk.open(desk.at)


@pytest.mark.rule("TD-1")
def test_director_alone_is_told_that_an_administrator_invites(service: Service) -> None:
    cora = service.register("Cora Codirector")
    with at_the_desk(service) as desk:
        desk.announced("knockout", 5, ["Nina Nord", "Otto Ost"])
        desk.open(f"{desk.at}/do/appoint-director")
        desk.done("/do/appoint-director", person=cora, step="send")
        told = desk.page.partition('id="without-login"')[2].partition("</section>")[0]
        assert "Cora Codirector" in told
        assert "/invite" in links(told)
        assert not list(desk.forms("/invite"))


@pytest.mark.rule("TD-9")
def test_director_is_told_who_invites(service: Service) -> None:
    wanted = {"role": "administrator", "person": service.register("Odd Office")}
    service.client(service.key("administrator", service.register("Olga Owner"))).done("/v1/keys", wanted)
    with browsing(service, service.key("director", service.register("Dan Dun"))) as own:
        refused = own.http.get("/invite")
        assert refused.status_code == 403
        assert "Only administrators invite others." in refused.text
        assert "Odd Office" in refused.text


def test_administrator_by_the_key_of_another_is_led_to_the_exchange_first(service: Service) -> None:
    boss, person = service.register("Olga Owner"), service.register("Ida Invited")
    made = (
        service.client(service.key("administrator", boss))
        .done("/v1/keys", {"role": "administrator", "person": person})
        .json()
    )
    with browsing(service, made["key"]) as own:
        for page in ("/desk", "/help", "/login/sessions"):
            assert "Invite others" not in own.open(page), page
        refused = own.http.get("/invite").text
        assert "Take a key of your own" in refused
        assert "/login/key" in links(refused)
        own.open("/login/key")
        own.done("/login/key", link=made["link"].partition("#")[2])
        assert "/invite" in links(own.open("/desk"))
        own.open("/invite")
        own.done("/invite", name="Nora New")


def test_administrator_by_a_key_for_nobody_is_offered_no_invitation(service: Service) -> None:
    key = make_key(service.owner, Wanted("administrator"), datetime.now(UTC))
    service.owner.commit()
    with browsing(service, key) as own:
        assert "/invite" not in links(own.open("/desk"))
        refused = own.http.get("/invite")
        assert refused.status_code == 403
        assert "for no person" in refused.text
        assert "/login/key" in links(refused.text)
