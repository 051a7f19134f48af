"""Names of a list: who is clear needs one look, and close spellings are offered first."""

import re

import pytest

from tests.api.support import Service
from tests.site.browsing import FormThere
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


def one_player(desk: Desk, name: str) -> FormThere:
    """The form that asks who is meant, after one name was typed into the field for one player."""
    desk.open(f"{desk.at}/entries")
    form = next(one for one in desk.forms("/list") if "person-1" in one.names)
    desk.shown = desk.send(form, list=name)
    return next(desk.forms("/enter"))


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
def test_slip_in_a_name_of_three_letters_is_asked_about_and_another_letter_only_offered(service: Service) -> None:
    """Bo and Jo are two persons more often than not: who is new is chosen unless the director says otherwise."""
    anna, bo = service.register("Anna Lindqvist"), service.register("Bo Sandgren")
    with at_the_desk(service) as desk:
        page = lookup(desk, ["Ana Lindqvist", "Jo Sandgren"])
        assert page.count("Did you mean") == 2
        assert [f'value="{person}"' in page for person in (anna, bo)] == [True, True]
        (form,) = desk.forms("/enter")
        assert "person-1" in form.further
        assert ("person-2", "new") in form.fields
        assert ("person-1", "new") in one_player(desk, "Jo Sandgren").fields
        lookup(desk, ["Ana Lindqvist", "Jo Sandgren"])
        desk.done("/enter", **{"person-1": anna})
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


@pytest.mark.rule("REG-4")
def test_link_to_a_person_is_named_by_what_tells_them_from_their_namesake(service: Service) -> None:
    """By the name alone where nobody else is called so; by the clubs of two; else by the beginnings of their ids."""
    office = service.administrator()
    both, bare = ([service.register(name) for _ in range(2)] for name in ("Tue Tang", "Uffe Ulv"))
    near = service.register("Regitze Ravn")
    for person, name in zip(both, ("Fjord", "Skov"), strict=True):
        club = office.done("/v1/clubs", {"name": name}).headers["Location"]
        office.done(f"{club}/members", {"person": person, "since": "2026-01-01"})
    with at_the_desk(service) as desk:
        page = lookup(desk, ["Regitze Ravm", "Tue Tang", "Uffe Ulv"])
    links = re.findall(r'<a href="/persons/([^"]+)"[^>]*>page of ([^<]+), in a new', page)
    assert dict(links) == {
        near: "Regitze Ravn",
        both[0]: "Tue Tang (Fjord)",
        both[1]: "Tue Tang (Skov)",
        **{person: f"Uffe Ulv ({person[:8]})" for person in bare},
    }
