"""The list of persons that an office has in its spreadsheet: what that saves is taken, or the page says what to do."""

import httpx
import pytest

from tests.api.support import Service
from tests.site.test_office import Office, at_the_office

HEADER, LINES = "name;birth_year;rating", "Åse Øst;1980;1500\nBo Vest;1990;1600\n"


def sent(office: Office, raw: bytes) -> httpx.Response:
    """What the page answers to that file."""
    office.open("/office/list")
    said = {"once": "of-a-file", "step": "try", "list": ""}
    return office.http.post("/office/list", files={"file": ("list.csv", raw, "text/csv")}, data=said)


@pytest.mark.parametrize(
    "text",
    [
        f"{HEADER}\n{LINES}",
        f"sep=;\n{HEADER}\n{LINES}",
        f"{HEADER};;\n{LINES.replace(chr(10), ';;' + chr(10))}",
    ],
    ids=["plain", "with the separator named", "with columns of nothing"],
)
def test_what_a_spreadsheet_saves_as_csv_in_utf_8_is_taken(service: Service, text: str) -> None:
    with at_the_office(service) as office:
        page = sent(office, text.replace("\n", "\r\n").encode("utf-8-sig")).text
        assert (page.count("would be registered"), "Register them all" in page) == (2, True)


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
        answer = sent(office, b"name\n" + b"Somebody of this name\n" * 60_000)
        assert (answer.status_code, "in parts" in answer.text) == (413, True)


def test_what_is_wrong_with_a_line_is_told_beside_its_name_and_by_the_numbers_of_lines(service: Service) -> None:
    with at_the_office(service) as office:
        page = sent(office, b"name,birth_year\nWanda Wrong,never\n\nTim Twin,\nTim  Twin,\n").text
        assert "Wanda Wrong" in page
        assert "N" * 100 not in sent(office, f"name\n{'N' * 400}\n".encode()).text.partition("<table>")[2]
        assert ("line 4" in page, "row " in page) == (True, False)
        page = sent(office, b'name,rating\nWanda Wrong,"1623,5"\n').text
        assert ("would be registered" in page, "such as 1623.5" in page) == (True, False)
        page = sent(office, b"name,rating\nWanda Wrong,sixteen\n").text
        assert ("such as 1623.5" in page, "Type at least one name" in page) == (True, False)
