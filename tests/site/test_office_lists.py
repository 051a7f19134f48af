"""The list of persons that an office has in its spreadsheet: what that saves is taken, or the page says what to do."""

import re

import httpx
import pytest

from tests.api.support import Service
from tests.site.test_office import Office, at_the_office
from tests.site.test_office_imports import lines
from tests.site.test_office_imports import sent as sent_list

HEADER, LINES = "name;birth_year;rating", "Åse Øst;1980;1500\nBo Vest;1990;1600\n"


def sent(office: Office, raw: bytes) -> httpx.Response:
    """What the page answers to that file."""
    office.open("/office/list")
    return sent_list(office, "persons", raw)


@pytest.mark.parametrize(
    "text",
    [
        f"{HEADER}\n{LINES}",
        f"sep=;\n{HEADER}\n{LINES}",
        f"{HEADER};;\n{LINES.replace(chr(10), ';;' + chr(10))}",
    ],
    ids=["plain", "with the separator named", "with columns of nothing"],
)
def test_csv_that_a_spreadsheet_saves_in_utf_8_is_taken(service: Service, text: str) -> None:
    with at_the_office(service) as office:
        page = sent(office, text.replace("\n", "\r\n").encode("utf-8-sig")).text
        assert (lines(page), "Record all of it" in page) == (["taken", "taken"], True)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
@pytest.mark.parametrize(("language", "told"), [("en", "Read as"), ("da", "Læst som"), ("nl", "Gelezen als")])
def test_a_file_in_another_encoding_is_read_and_the_encoding_shown(
    service: Service, encoding: str, language: str, told: str
) -> None:
    with at_the_office(service) as office:
        office.open(f"/office?language={language}")
        answer = sent(office, f"{HEADER}\n{LINES}".encode(encoding))
        assert (answer.status_code, told in answer.text) == (200, True)


def test_a_file_that_can_not_be_read_is_told_of_with_what_to_do(service: Service) -> None:
    with at_the_office(service) as office:
        answer = sent(office, f"{HEADER}\n{LINES}".encode("utf-16")[:-1])
        assert (answer.status_code, "CSV UTF-8" in answer.text) == (400, True)


def test_a_file_that_is_too_large_is_told_of_with_what_to_do(service: Service) -> None:
    with at_the_office(service) as office:
        answer = sent(office, b"name\n" + b"Somebody of this name\n" * 500_000)
        assert (answer.status_code, "in parts" in answer.text) == (413, True)


def test_fault_of_a_line_is_told_beside_its_name_and_by_the_numbers_of_lines(service: Service) -> None:
    with at_the_office(service) as office:
        page = sent(office, b"name,birth_year\nWanda Wrong,never\n\nTim Twin,\nTim  Twin,\n").text
        assert "Wanda Wrong" in page
        assert lines(page).count("refused") == 1
        assert (
            "N" * 130
            not in sent(office, f"name\n{'N' * 400}\n".encode()).text.partition("<tbody>")[2].partition("</tbody>")[0]
        )
        page = sent(office, b'name,rating\nWanda Wrong,"1623,5"\n').text
        assert (lines(page), "such as 1623.5" in page) == (["taken"], False)
        page = sent(office, b"name,rating\nWanda Wrong,sixteen\n").text
        assert ("such as 1623.5" in page, lines(page)) == (True, ["refused"])


@pytest.mark.rule("REG-4")
def test_persons_of_like_names_in_one_list_are_asked_about(service: Service) -> None:
    with at_the_office(service) as office:
        page = sent(office, b'name,birth_year\nAda Same,1980\nada same,1981\n"Same, Ada",1982\n').text
        assert page.count("The same as Ada Same in this list") == 2
        assert "Record all of it" not in page


@pytest.mark.rule("REG-4")
def test_person_changed_on_both_sides_is_shown_side_by_side_with_a_choice(service: Service) -> None:
    header = "name,birth_year,reference\n"
    with at_the_office(service) as office:
        first, later = (header + f"Bea Both,{year},1\n" for year in (1980, 1982))
        sent_list(office, "persons", step="try", name="Of both sides", list=first)
        done = sent_list(office, "persons", step="send", name="Of both sides", list=first)
        assert "newly registered: 1" in done.text
        assert office.client is not None
        (person,) = office.client.read("/v1/persons", search="Bea Both")["items"]
        office.client.change(f"/v1/persons/{person['id']}", "details", {"name": "Bea Both", "birth_year": 1981})
        page = sent_list(office, "persons", step="try", name="Of both sides", list=later).text
        assert all(told in page for told in ("It said: birth_year 1980", "One line was changed on both sides."))
        assert re.findall(r"<strong>([^<]*birth_year[^<]*)</strong>", page) == [
            "Bea Both: birth_year 1982",
            "birth_year 1981",
        ]
        for step in ("try", "send"):
            held = {f"holds-{person['id']}": "list"}
            said = {"once": "", "step": step, "name": "Of both sides", "list": later, "encoding": "utf-8", **held}
            hidden = dict(re.findall(r'name="(once|looked|read_as)" value="([^"]*)"', office.page))
            office.shown = office.http.post("/office/list/persons", data={**said, **hidden}, follow_redirects=True)
        assert office.client.read(f"/v1/persons/{person['id']}")["birth_year"] == 1982
