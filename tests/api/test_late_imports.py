"""What every address, page and kind of list needs of the program is loaded before it is asked for.

A module that is first imported after a part has given up root's rights can't be read where the program lies in a closed
folder, and what needs it fails for ever. Every service of the tests is watched for that; here it is led everywhere.
Each command is sent, under the same watch, in `tests/api/test_access.py`.
"""

import re
import threading
from typing import Any

import pytest

from api.examples.imports import LISTS
from api.routes.service import exports
from tests import late_imports
from tests.api.support import Client, Season, Service, routes_and_pages, season
from tests.properties import PROFILE

NOBODY = "0190a1b2-0000-7000-8000-00000000abcd"
TRF = (
    "012 Open of dates\n042 2024/11/02\n052 2024/11/03\nXXR 1\n132" + " " * 88 + "24/11/02\n"
    "001    1 m    Abel, Anna                        1800 DEN     123456 1990/02/03  1.0    1     2 w 1\n"
    "001    2 m    Brix, Bert                        1700 DEN     123457 1991/04/05  0.0    2     1 b 0\n"
)


@pytest.fixture(scope="module")
def played(service: Service) -> Season:
    made = season(service)
    made.play()
    return made


@pytest.fixture(scope="module")
def office(service: Service) -> Client:
    return service.client(service.key("administrator", service.register("Olive Office")))


def test_a_late_import_is_found() -> None:
    """The watch itself finds what a thread of the service imports that nobody has loaded."""
    with pytest.raises(AssertionError, match=r"not loaded before: .*'this'"), late_imports.watched():
        _import_in_a_thread_of_the_service("this")


def _import_in_a_thread_of_the_service(name: str) -> None:
    thread = threading.Thread(target=lambda: __import__(name), name=late_imports.SERVER)
    thread.start()
    thread.join()


@pytest.mark.parametrize("kind", [*LISTS, "report-file with dates"])
def test_each_kind_of_list_is_looked_over_with_what_was_loaded(office: Client, kind: str) -> None:
    body: dict[str, Any] = LISTS.get(kind) or {"kind": "report-file", "name": "Dates", "length": 5, "text": TRF}
    answer = office.post("/v1/imports", body | {"dry_run": True})
    assert answer.status_code in (200, 404), answer.text


@pytest.mark.longer
def test_every_address_answers_with_what_was_loaded(
    office: Client, played: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what there is and with what there is not, to the office and to everybody, pages in three languages; to the
    office in one of two in turn, in `make proof` in both. Nothing is signed here, and no export waits for that."""
    monkeypatch.setattr(exports, "PATIENCE_SECONDS", 0)
    seen, anybody = 0, Client(played.service.http)
    of_reads, office_in = [(anybody, "en"), (office, "en")], [(office, "da"), (office, "nl")]
    for number, place in enumerate(sorted({filled(path, played) for path in addresses()})):
        of_pages = [(anybody, "en"), *(office_in if PROFILE == "proof" else [office_in[number % 2]])]
        for client, language in of_reads if place.startswith("/v1") else of_pages:
            answer = client.get(place, {"Accept-Language": language})
            assert answer.status_code < 500 or answer.status_code == 501, f"{place}: {answer.text}"
            seen += answer.status_code == 200
    assert seen > 240


def addresses() -> list[str]:
    """Every address that is read, but for streams, which go on as long as they are read."""
    found = [route.path for route in routes_and_pages() if "GET" in (route.methods or ())]
    return [path for path in found if not path.endswith(("/stream", "/live"))]


def filled(path: str, played: Season) -> str:
    """The address with what there is of what it names, or else with what there is not."""
    return re.sub(r"{(\w+)(:\w+)?}", lambda found: named(found[1], played), path)


def named(what: str, played: Season) -> str:
    """What is in an address for that."""
    there = {"tournament": played.id, "person": played.persons[0], "pool": "normal", "match": "1", "entry": "1"}
    return there.get(what) or ("1" if what in NUMBERS else NOBODY)


NUMBERS = ("round", "ruling", "dispute", "number", "version", "review", "import", "request", "stage", "season")
