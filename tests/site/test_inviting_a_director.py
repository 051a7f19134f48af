"""An administrator who directs an evening invites somebody to direct it with them, by links that are on the pages."""

import pytest

from tests.api.support import Service
from tests.patience import eventually
from tests.site.browsing import links
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
