"""What an office is shown of its forms: who may be meant, what was done, and what was recorded, in words."""

import re

from api.site.office.rooms import ROOMS
from tests.api.support import Service
from tests.security.test_refused_attempts import has, listed
from tests.site.browsing import links
from tests.site.test_office import at_the_office


def test_person_meant_is_chosen_by_a_button_and_the_form_goes_on(service: Service) -> None:
    one, other = service.register("Kai Choosable"), service.register("Kaj Choosable")
    with at_the_office(service) as office:
        form = f"/office/do/merge-person?person={other}"
        office.open(form)
        page = office.press(form, step="send", merged_into="Choosable", reason="The same.").text
        assert re.findall(r'value="mean [^"]*"', page) == [
            f'value="mean {name} {id_}"' for name, id_ in (("Kai Choosable", one), ("Kaj Choosable", other))
        ]
        page = office.done(form, step=f"mean Kai Choosable {one}")
        assert f'value="Kai Choosable {one}"' in page
        assert "Merged into" in office.done(form, step="send")


def test_one_of_several_names_is_chosen_in_its_line(service: Service) -> None:
    known, other = service.register("Lea Lined"), service.register("Mia Linedup")
    with at_the_office(service) as office:
        office.open("/office/do/announce-series")
        typed = {"name": "Cup of lines", "directors": "Lea Lined\nLinedup"}
        assert "Mia Linedup" in office.press("announce-series", step="send", **typed).text
        page = office.done("announce-series", step=f"mean Mia Linedup {other}")
        assert f"Lea Lined\nMia Linedup {other}</textarea>" in page
        office.done("announce-series", step="send")
        assert {f"/office/persons/{one}" for one in (known, other)} <= set(links(office.page))


def test_a_page_says_what_was_done_just_now(service: Service) -> None:
    person = service.register("Emil Erasable")
    with at_the_office(service) as office:
        office.open(f"/office/persons/{person}")
        office.open(next(one for one in links(office.page) if "request-erasure" in one))
        office.done(f"person={person}", step="send")
        assert "Recorded: Ask that the person is erased" in office.page
        assert f"confirm-erasure?person={person}" in office.page, "where it is confirmed or stopped"
        assert "Recorded:" not in office.open(f"/office/persons/{person}")
        assert "Recorded:" not in office.open("/office/persons?done=nothing")
        office.open("/office/list")
        office.done("/office/list/persons", step="try", list="name\nLone Listable\nMette Listable\n")
        office.done("/office/list/persons", step="send")
        assert "newly registered: 2" in office.page


def test_the_list_of_a_day_is_told_to_be_as_the_day_begins(service: Service) -> None:
    with at_the_office(service) as office:
        assert "as the day begins" in office.open("/office/do/publish-files?kind=rating-list")
        assert "as the day begins" not in office.open("/office/do/publish-files?kind=standings")


def test_the_history_tells_in_words_and_letters(service: Service) -> None:
    person = service.register("Åse Ærlig")
    with at_the_office(service) as office:
        page = office.open(f"/office/history?stream=person-{person}")
        assert "Åse Ærlig&#34;" in page or '"Åse Ærlig"' in page


def test_a_moment_is_written_as_the_language_writes_it(service: Service) -> None:
    person = service.register("Dora Dated")
    with at_the_office(service) as office:
        office.given("request-erasure", f"?person={person}")
        page = office.open("/office?language=da")
        assert re.search(r"Dora Dated · \w+\. \d+\. \w+\.? \d{4}, \d\d\.\d\d<", page)


def test_an_import_in_nobodys_name_is_not_offered_to_be_confirmed() -> None:
    """Nobody can confirm it, since nobody is known who did not import it (TD-9)."""
    offered = ROOMS["imports"].shown[0].acts[0].when
    assert offered({"status": "waiting", "recorded_by": ["somebody"]})
    assert not offered({"status": "waiting", "recorded_by": ["somebody", None]})


def test_a_refused_attempt_is_told_by_the_words_of_its_command(service: Service) -> None:
    paul = service.register("Paul Pushy")
    player = service.client(service.key("player", paul))
    assert player.post("/v1/clubs", {"name": "A club of nobody"}).status_code == 403
    listed(service.administrator(), has(1), person=paul)
    with at_the_office(service) as office:
        assert "Found a club</td>" in re.sub(r"\s+<", "<", office.open("/office/watch"))


def test_a_form_names_the_webhook_that_it_is_on(service: Service) -> None:
    with at_the_office(service) as office:
        assert office.client is not None
        told = {"feed": "results", "address": "https://scores.example.org/of-results"}
        made = office.client.done("/v1/webhooks", told).json()["webhook"]
        for command in ("disable-webhook", "place-webhook-cursor", "rotate-webhook-secret"):
            assert told["address"] in office.open(f"/office/do/{command}?webhook={made}"), command


def test_each_field_of_a_webhook_is_explained(service: Service) -> None:
    with at_the_office(service) as office:
        assert office.client is not None
        told = {"feed": "results", "address": "https://scores.example.org/explained"}
        made = office.client.done("/v1/webhooks", told).json()["webhook"]
        for command, query in (("make-webhook", ""), ("place-webhook-cursor", f"?webhook={made}")):
            labels = re.findall(r"<label>.*?</label>", office.open(f"/office/do/{command}{query}"), re.DOTALL)
            assert [label for label in labels if 'class="note"' not in label] == [], command
        assert "no date" in office.page


def test_maker_of_a_key_is_told_the_person_its_link_is_for(service: Service) -> None:
    person = service.register("Kim Keyed")
    with at_the_office(service) as office:
        own = office.client and office.client.key
        office.given("make-key", "?back=keys", role="player", person=f"Kim Keyed {person}", own_key=own or "")
        assert "Give the link to that person only" in office.page
