"""Entering and starting at the desk: namesakes, what is missing for a start, and who withdrew before it."""

import re
from typing import Any

import pytest

from api.site.frame.visit import Visit
from tests.api.support import Service, score
from tests.patience import patiently
from tests.site.test_desk import Desk, at_the_desk, statuses


@pytest.mark.rule("TD-2")
def test_two_of_one_name_in_a_list_are_told_and_asked_about(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Gry Gam"])
        desk.done("/list", list="Per Poulsen\nper  poulsen")
        assert desk.page.count("is already in the list above") == 1
        refused = desk.press("/enter")
        assert (refused.status_code, len(statuses(desk))) == (422, 1), "nobody has said who the second is"
        assert "Choose below the person for <q>per poulsen</q>" in desk.page
        desk.done("/enter", **{"person-2": "new"})
        assert statuses(desk) == ["approved"] * 3


@pytest.mark.rule("TD-2")
def test_first_name_of_somebody_known_makes_nobody_new_until_the_director_says_so(service: Service) -> None:
    """A name of one word that fits nobody is new, as others are."""
    service.register("Gro Gade")
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Ina Ibsen"])
        desk.done("/list", list="Gro\nHal Holm\nUrt")
        assert desk.page.count("still to be chosen") == 1
        assert "Gro Gade" in line_of(desk, "person-1")
        chosen = {name: text for name, text in next(desk.forms("/enter")).fields if name.startswith("person-")}
        assert chosen == {"person-2": "new", "person-3": "new"}
        assert desk.press("/enter").status_code == 422
        assert "Choose below the person for <q>Gro</q>" in desk.page
        desk.done("/enter", **{"person-1": "new", "person-3": "none"})
        assert statuses(desk) == ["approved"] * 3
        desk.done("/list", list="Gro")
        assert "still to be chosen" not in desk.page, "who is registered so is found"


@pytest.mark.rule("TD-2", "REG-2")
def test_namesakes_are_told_apart_by_what_is_public_and_nobody_is_chosen_for_the_director(service: Service) -> None:
    with at_the_desk(service) as desk:
        one, other = (service.register("Bo Bak") for _ in range(2))
        plays_rated(service, one)
        desk.announced("swiss", 5, ["Cia Cro"])
        desk.done("/list", list="Bo Bak\nDan Due")
        assert desk.page.count("still to be chosen") == 1
        assert "checked" not in line_of(desk, "person-1")
        assert all(f'href="/persons/{person}"' in desk.page for person in (one, other))
        assert ("Season" in line_of(desk, one), "Season" in line_of(desk, other)) == (True, False)
        assert "Rating, normal games: 1" in line_of(desk, one)
        refused = desk.press("/enter", **{"person-2": "none"})
        assert (refused.status_code, statuses(desk)) == (422, ["approved"])
        assert "Choose below the person for <q>Bo Bak</q>" in desk.page
        assert dict(next(desk.forms("/enter")).fields)["person-2"] == "none", "what was chosen is kept"
        desk.done("/enter", **{"person-1": other})
        assert desk.client is not None
        assert other in [entry["person"] for entry in desk.client.read(f"{desk.api}/entries")["items"]]
        desk.done("/list", list="Bo Bak")
        assert ("already entered" in line_of(desk, one), "already entered" in line_of(desk, other)) == (False, True)


@pytest.mark.rule("REG-2")
def test_all_namesakes_are_read_together(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, first = [service.register(name) for name in ("Pia Par", "Pia Par", *["Mia Mange"] * 6)]
    plays_rated(service, first)
    asked: list[object] = []
    asks = Visit.asks

    def heard(visit: Visit, *of: Any, **named: Any) -> Any:  # noqa: ANN401 -- as the visit takes it
        asked.append(of)
        return asks(visit, *of, **named)

    monkeypatch.setattr(Visit, "asks", heard)
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Cia Cro"])
        counts = []
        for name in ("Pia Par", "Mia Mange"):
            asked.clear()
            desk.done("/list", list=name)
            counts.append(len(asked))
        assert counts[0] == counts[1]
        assert "Season" in line_of(desk, first)


def plays_rated(service: Service, person: str) -> None:
    """A rated match that they win."""
    director, _ = service.director()
    rating = {"pool": "normal", "policy": "room", "policy_version": 1}
    made = director.done("/v1/tournaments", {"name": "Season", "format": {"kind": "open"}, "rating": rating})
    at = f"/v1/tournaments/{made.json()['tournament']}"
    rows = [{"entry": {"person": one}} for one in (person, service.register("Eva Elm"))]
    director.done(f"{at}/bulk", {"rows": rows})
    director.done(f"{at}/start", seen='"settings-1"')
    director.done(f"{at}/matches", {"sides": [1, 2], "length": 5, "result": score(5, 3)})
    director.read(f"/v1/ratings/normal/{person}")  # which waits until it is shown


def line_of(desk: Desk, told: str) -> str:
    """The line of the list that tells of it."""
    return next(one for one in desk.page.split('<div class="line">') if told in one)


@pytest.mark.rule("REG-2")
def test_administrators_tell_namesakes_apart_by_their_year_of_birth_too(service: Service) -> None:
    office = service.officer()
    for year in (1961, 1988):
        body = {"name": "Eli Ege", "birth_year": year, "even_though_known": True}
        office.done("/v1/persons", body)
    office.read("/v1/persons", search="Eli Ege")
    for role, told in ((service.key("administrator", service.register("An officer")), True), (None, False)):
        with at_the_desk(service) as desk:
            desk.announced("swiss", 5, ["Fie Fog"])
            if role is not None:
                desk.open("/login")
                desk.done("/login", key=role)
                desk.open(f"{desk.at}/entries")
            desk.done("/list", list="Eli Ege")
            assert ("born in 1961" in desk.page, "born in 1988" in desk.page) == (told, told)


@pytest.mark.rule("TD-2")
def test_a_list_that_is_refused_keeps_its_names_and_who_is_meant(service: Service) -> None:
    """One of them has just entered by other means."""
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Mo Mogensen", "Nan Noor"])
        desk.done("/list", list="Mo Mogensen\nUwe Ude\nUwe Ude\nZoe Zimt")
        assert desk.client is not None
        (entered,) = desk.client.read("/v1/persons", search="Mo Mogensen")["items"]
        answer = desk.press("/enter", **{"person-1": entered["id"], "person-3": "new", "person-4": "none"})
        assert answer.status_code == 409
        assert "Mo Mogensen: " in desk.page, "the names say which of them"
        form = next(desk.forms("/enter"))
        kept = dict(form.fields)
        assert [kept[f"name-{place}"] for place in range(1, 5)] == ["Mo Mogensen", "Uwe Ude", "Uwe Ude", "Zoe Zimt"]
        assert [kept[f"person-{place}"] for place in range(2, 5)] == ["new", "new", "none"]
        desk.done("/enter", **{"person-1": "none"})
        assert statuses(desk) == ["approved"] * 4


@pytest.mark.rule("TD-2")
def test_a_start_is_offered_once_it_can_be_done_and_the_withdrawn_are_not_counted(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.open("/desk")
        desk.done("/announcement", name="Empty evening", format="swiss", length="5")
        assert desk.shown is not None
        desk.at = desk.shown.url.path.removesuffix("/entries")
        assert offers_start(desk) == (False, True)
        desk.open(f"{desk.at}/entries")
        desk.done("/list", list="Asa Aal\nBob Bak\nCay Cho")
        desk.done("/enter")
        assert offers_start(desk) == (True, False)
        desk.open(f"{desk.at}/entries")
        desk.done("/withdraw", 2, reason="Ill.")
        assert "2 entries, 1 withdrawn" in desk.open(desk.at)
        for page in ("/tournaments?search=Empty+evening", "/desk"):
            line = desk.open(page).partition(f'{desk.at.rpartition("/")[2]}"')[2].partition("</li>")[0]
            assert "2 entries" in line, page
        desk.started()
        table = desk.open(f"{desk.at}/standings")
        assert [name in table for name in ("Asa Aal", "Bob Bak", "Cay Cho")] == [True, True, False]
        assert desk.client is not None
        resigned = desk.client.read(f"{desk.api}/entries/2")
        desk.client.change(f"{desk.api}/entries/2", "resignation", {"reason": "Ill."})
        assert resigned["status"] == "approved"
        assert "Bob Bak" in desk.open(f"{desk.at}/standings"), "who left since stays in the table"


def offers_start(desk: Desk) -> tuple[bool, bool]:
    """Whether the start is offered, and whether it is said what is missing."""
    page = desk.open(desk.at)
    return bool(list(desk.forms("/start"))), "once two entries are approved" in page


@pytest.mark.rule("ALL-2")
def test_a_release_is_offered_once_there_is_a_pairing(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.open("/desk")
        desk.done("/announcement", name="Held", format="swiss", length="5", pairings="when-released")
        assert desk.shown is not None
        desk.at = desk.shown.url.path.removesuffix("/entries")
        desk.done("/list", list="Abe Alt\nBea Bos")
        desk.done("/enter")
        desk.started()
        assert release_told(desk) == [False, False, False]
        desk.open(desk.at)
        desk.done("/draw")
        assert release_told(desk) == [True, True, True]


def release_told(desk: Desk) -> list[bool]:
    told = ["a draw to release" in desk.open("/desk")]
    for page in (desk.at, f"{desk.at}/rounds"):
        desk.open(page)
        told.append(bool(list(desk.forms("/release"))))
    return told


def test_the_refusal_of_a_table_that_does_not_exist_is_not_headed_as_an_address(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Dea Dam", "Eli Elm"])
        desk.done("/hall", rooms="Hall 7-8")
        desk.started()
        desk.done("/draw")
        refused = desk.press("/tables", quick="99 5-2")
        assert (refused.status_code, "nothing at this address" in desk.page) == (404, False)
        assert "Not found" in desk.page


@pytest.mark.rule("SWI-2", "SWI-7")
def test_a_table_tells_no_lots_before_they_are_drawn(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Dea Dam", "Eli Elm", "Fay Fox"])
        public = desk.at.replace("/desk", "/tournaments")
        pages = (f"{desk.at}/standings", public, f"{public}/print/standings", f"{public}/screen/standings")
        told = {page: tells_lots(desk.open(page)) for page in pages}
        assert "lot: <strong>" not in desk.open(f"{public}/entries/1")
        desk.started()
        assert desk.client is not None
        desk.client.read(desk.api)  # which waits until it is shown
        drawn = {page: tells_lots(desk.open(page)) for page in pages}
        assert (set(told.values()), set(drawn.values())) == ({False}, {True}), (told, drawn)
        assert "lot: <strong>" in desk.open(f"{public}/entries/1")


def tells_lots(page: str) -> bool:
    """Whether a table has that column, by which the public page can be ordered."""
    return re.search(r">lot(</a>)?</th>", page) is not None


def named(desk: Desk) -> str:
    """The page of entries as it is now."""
    desk.open(f"{desk.at}/entries")
    return desk.page


@pytest.mark.rule("TD-2")
def test_director_mends_a_name_that_they_have_typed_wrongly(service: Service) -> None:
    """Of somebody who the office has registered nothing is offered, and what is sent all the same is refused."""
    known = service.register("Known Katrine")
    with at_the_desk(service) as desk:
        assert desk.client is not None
        said = {"name": "Evening of slips", "format": {"kind": "open"}}
        desk.at = f"/desk/{desk.client.done('/v1/tournaments', said).json()['tournament']}"
        desk.client.read(desk.api)
        desk.open(f"{desk.at}/entries")
        desk.done("/list", list="Typd Wrongly")
        desk.done("/enter")
        desk.client.position = service.services.journal.position()
        [entry] = desk.client.read(f"{desk.api}/entries")["items"]
        desk.open(f"{desk.at}/entries")
        desk.done("/mend-name", mended="Typed Rightly")
        assert patiently(lambda: named(desk), lambda page: "Typed Rightly" in page).count("Typed Rightly") > 1
        assert desk.client.read(f"/v1/persons/{entry['person']}")["name"] == "Typed Rightly"
        assert desk.press("/mend-name", person=known, mended="Another").status_code in (403, 412)
        assert desk.client.read(f"/v1/persons/{known}")["name"] == "Known Katrine"
