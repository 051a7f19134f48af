"""Names of a list: who is clear needs one look, and close spellings are offered first."""

import pytest

from tests.api.support import Service
from tests.site.test_desk import Desk, at_the_desk

KNOWN = ("Ask", "Brink", "Cort", "Dyhr", "Elgaard", "Friis", "Gram", "Holk", "Ibsen")
NEW = (*KNOWN, "Juel", "Kampp", "Lind", "Munk", "Nord", "Orm")


def lookup(desk: Desk, names: list[str]) -> str:
    """The page that asks who of a list is meant, at an evening of their own."""
    desk.open("/desk")
    desk.done("/announcement")
    assert desk.shown is not None
    desk.at = desk.shown.url.path.removesuffix("/entries")
    return desk.done("/list", list="\n".join(names))


@pytest.mark.rule("REG-4")
def test_close_spelling_is_offered_and_nobody_is_chosen(service: Service) -> None:
    known = service.register("Kristoffer Nygaard")
    with at_the_desk(service) as desk:
        page = lookup(desk, ["Zoe Zimmer", "Kristofer Nygaard"])
        assert page.index("Did you mean") < page.index("Zoe Zimmer <select")
        (form,) = desk.forms("/enter")
        assert ("person-1", "new") in form.fields
        assert "person-2" in form.further
        desk.done("/enter", **{"person-2": known})
        assert desk.client is not None
        entries = desk.client.read(f"{desk.api}/entries")["items"]
        assert entries[1]["person"] == known


@pytest.mark.rule("REG-4")
def test_slip_in_a_name_of_three_letters_is_offered_and_a_new_person_is_one_choice(service: Service) -> None:
    """Bo and Jo are two persons more often than not: both are entered, and nothing is refused."""
    anna, bo = service.register("Anna Lindqvist"), service.register("Bo Sandgren")
    with at_the_desk(service) as desk:
        page = lookup(desk, ["Ana Lindqvist", "Jo Sandgren"])
        assert page.count("Did you mean") == 2
        assert [f'value="{person}"' in page for person in (anna, bo)] == [True, True]
        desk.done("/enter", **{"person-1": anna, "person-2": "new"})
        assert desk.client is not None
        first, second = desk.client.read(f"{desk.api}/entries")["items"]
        assert first["person"] == anna
        assert second["person"] not in (anna, bo)


@pytest.mark.rule("REG-4")
def test_nine_known_and_fifteen_new_are_entered_after_one_look(service: Service) -> None:
    known = [f"Known{chr(65 + place)} {word}" for place, word in enumerate(KNOWN)]
    service.register_all(known)
    new = [f"{word}{word.lower()} Newcomer{chr(65 + place)}" for place, word in enumerate(NEW)]
    with at_the_desk(service) as desk:
        assert "still to be chosen" not in lookup(desk, [*known, *new])
        desk.done("/enter")
        assert "24 players are in." in desk.page


@pytest.mark.rule("REG-4")
def test_fifteen_names_of_one_word_that_fit_nobody_need_one_look(service: Service) -> None:
    """As a club's list of nicknames has them."""
    with at_the_desk(service) as desk:
        assert "still to be chosen" not in lookup(desk, [f"{word}{word.lower()}sen" for word in NEW])
        desk.done("/enter")
        assert "15 players are in." in desk.page
