"""The pages of the desk that tell of players' links: which there are, and what was done by them."""

from tests.api.support import Service
from tests.site.test_desk import Desk
from tests.site.test_office import at_the_office
from tests.site.test_players_links import came_in, desk, link_for, phone, sides

__all__ = ["desk"]


def test_page_says_nobody_has_entered_to_no_one_who_can_issue_no_link(service: Service, desk: Desk) -> None:
    with at_the_office(service) as office:
        page = office.open(f"{desk.at}/links")
        assert ("A director of the tournament issues them." in page, "Nobody has entered yet." in page) == (True, False)


def test_a_dispute_by_a_link_leads_to_its_match(service: Service, desk: Desk) -> None:
    first, _ = sides(desk)
    with phone(service) as own:
        came_in(own, link_for(desk, first))
        own.done("/1/result", own="5", other="3", side="first")
        own.open("/play")
    with phone(service) as other:
        came_in(other, link_for(desk, sides(desk)[1]))
        other.done("/1/dispute", matter="It was not so.")
    page = desk.open(f"{desk.at}/acts")
    assert page.count(f'<a href="{desk.at}/matches/1">1</a>') == 2
