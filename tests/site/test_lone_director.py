"""A lone director who plays, on pages: what the desk offers, the mark, the opponent who denies it, and the office
that confirms it (TD-9, TD-14)."""

import pytest

from tests.api.support import Service
from tests.site.test_desk import at_the_desk
from tests.site.test_office import at_the_office
from tests.site.test_players_links import came_in, link_for, phone

PLAYED = {"sides": [1, 2], "length": 5, "result": {"kind": "score", "first": 5, "second": 2}}


@pytest.mark.rule("TD-9", "TD-14", "TD-21")
def test_lone_director_lets_links_confirm_and_the_opponent_denies_it_or_the_office_confirms_it(
    service: Service,
) -> None:
    with at_the_desk(service) as desk, phone(service) as own:
        assert desk.client is not None
        at = desk.client.done("/v1/tournaments", {"name": "Evening", "format": {"kind": "open"}}).json()["tournament"]
        desk.at = f"/desk/{at}"
        me = desk.client.read(desk.api)["directors"][0]
        entries = [{"entry": {"person": one, "approved": True}} for one in (me, service.register("Ada"))]
        desk.client.done(f"{desk.api}/bulk", {"rows": [*entries, {"command": {"kind": "start-tournament"}}]})
        desk.client.done(f"{desk.api}/matches", PLAYED)
        desk.client.read(f"{desk.api}/matches/1")  # which waits until it is shown
        came_in(own, link_for(desk, 2))
        refused = own.press("/play/1/confirmation")
        assert refused.status_code == 403
        assert "directs here and has issued your link" in own.page
        assert "The only director plays" in desk.open(desk.at)
        desk.done("/links-confirm")
        assert "The only director plays" not in desk.open(desk.at)
        desk.client.done(f"{desk.api}/matches", PLAYED)
        desk.client.read(f"{desk.api}/matches/2")
        came = own.open(f"/tournaments/{at}/play")
        assert "That is right" in came
        own.done("/play/2/confirmation")
        for place in ("", "/matches/2"):
            assert "by the director’s link" in desk.open(f"/tournaments/{at}{place}"), place
        assert desk.client.read(f"{desk.api}/matches/2")["by_link_of"] == me
        assert "takes nobody into the next stage" in desk.open(f"{desk.at}/matches/2")
        assert list(desk.forms("/confirm")) == [], "a director who plays the match confirms it to nobody"
        own.open(f"/tournaments/{at}/play")
        own.done("/play/2/not-mine")
        told = desk.client.read(f"{desk.api}/matches/2")
        assert (told["status"], told["by_link_of"]) == ("reported", None)
        assert "I have not confirmed this result." in desk.open(f"{desk.at}/matters")
        desk.client.done(f"{desk.api}/matches", PLAYED)
        desk.client.read(f"{desk.api}/matches/3")
        own.open(f"/tournaments/{at}/play")
        own.done("/play/3/confirmation")
        with at_the_office(service) as office:
            office.open(f"{desk.at}/matches/3")
            office.done("/confirm")
            assert list(office.forms("/confirm")) == []
        told = desk.client.read(f"{desk.api}/matches/3")
        assert (told["status"], told["by_link_of"]) == ("announced", None)
