"""How a field is seeded: asked in the form of an evening, told beside the start, and changed there with one press."""

from typing import Any

import pytest

from tests.api.support import Service
from tests.site.test_desk import Desk, at_the_desk

PLAYERS = ["Ada Aagaard", "Bo Brix", "Cia Carl", "Dan Dahl"]


def seeding_of(desk: Desk) -> Any:  # noqa: ANN401 -- a value of JSON
    assert desk.client is not None
    return desk.client.read(desk.api)["format"]["seeding"]


@pytest.mark.rule("SE-3")
def test_knockout_of_an_evening_is_drawn_by_lot_unless_another_order_is_chosen(service: Service) -> None:
    with at_the_desk(service) as desk:
        assert "By lot, the draw decides the first pairs." in desk.open("/desk")
        desk.announced("knockout", 5, PLAYERS)
        assert seeding_of(desk) == "lot"
        assert "Seeds are drawn by lot at the start." in desk.open(desk.at)


@pytest.mark.rule("SE-3")
def test_page_of_a_coming_tournament_says_how_its_field_is_seeded(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("knockout", 5, PLAYERS)
        public = desk.at.replace("/desk", "/tournaments")
        assert "Seeds are drawn by lot at the start." in desk.open(public)
        assert "trækkes ved lod" in desk.open(f"{public}?language=da")


@pytest.mark.rule("SE-3")
def test_seeding_is_changed_beside_the_start_with_one_press(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("knockout", 5, PLAYERS)
        desk.open(desk.at)
        assert "Seeds are in the order of the list." in desk.done("/seeding", seeding="entry-order")
        assert seeding_of(desk) == "entry-order"
        assert "Seeds are drawn by lot at the start." in desk.done("/seeding", seeding="lot")
        assert seeding_of(desk) == "lot"


@pytest.mark.rule("SE-3")
def test_seeding_by_rating_is_offered_where_the_evening_is_rated(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("knockout", 5, PLAYERS)
        assert 'value="rating"' not in desk.open(desk.at)
        desk.open("/desk")
        desk.done("/announcement", name="Rated", format="knockout", rating="normal room 1")
        assert desk.shown is not None
        desk.at = desk.shown.url.path.removesuffix("/entries")
        desk.done("/list", list="\n".join(PLAYERS))
        desk.done("/enter")
        desk.open(desk.at)
        assert "Seeds are in the order of ratings." in desk.done("/seeding", seeding="rating")


def test_unknown_seeding_is_refused(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("knockout", 5, PLAYERS)
        desk.open(desk.at)
        assert desk.press("/seeding", seeding="by-weather").status_code == 422


def test_started_tournament_offers_no_other_seeding(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("knockout", 5, PLAYERS)
        desk.started()
        assert not list(desk.forms("/seeding"))
