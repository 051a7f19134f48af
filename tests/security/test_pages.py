"""Forms of pages that no page has made: each is answered with a problem, told as a page, and nothing of it is done.

The attack: anyone who has a key, or nobody, sends the desk and the login what no browser would.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import httpx
import pytest

from api.site.desk.commands.offered import OFFERED
from tests.api.conftest import service
from tests.api.support import Season, Service, season
from tests.patience import PATIENCE_SECONDS
from tests.site.browsing import OWN_PAGE

__all__ = ["service"]

FORM = "application/x-www-form-urlencoded"
FILES = {"Content-Type": "multipart/form-data; boundary=x"}
_FIELD = b'--x\r\nContent-Disposition: form-data; name="list"'


class Attempt(NamedTuple):
    """A form that is sent to the desk of a season, or elsewhere where its address begins with a slash."""

    status: int
    place: str
    content: bytes
    headers: Mapping[str, str] = {"Content-Type": FORM}


RULING = b"once=a&clause=4.2.3&facts=a&reasons=a&"
ATTEMPTS = {
    "a page that is none": Attempt(428, "start", b"once=a&page=matches/x"),
    "a page without a match": Attempt(428, "start", b"once=a&page=matches/"),
    "a row that is refused on the first page": Attempt(404, "results", b"once=a&page=now&score-99=5-3"),
    "a page of no match": Attempt(404, "start", b"once=a&page=matches/99&seen=%22settings-1%22"),
    "a correction of no number": Attempt(422, "do/correct-result?match=x", b"once=a&step=try"),
    "a correction without a number": Attempt(404, "do/correct-result", b"once=a&step=try&result=5-3"),
    "a correction of no match": Attempt(404, "do/correct-result?match=99", b"once=a&step=try"),
    "a correction with digits of elsewhere": Attempt(422, "do/correct-result?match=%D9%A3", b"once=a&step=try"),
    "a command that has no form": Attempt(404, "do/announce-tournament", b"once=a"),
    "a remedy that is none": Attempt(422, "do/give-ruling", RULING + b"step=try&remedies.1.kind=x"),
    "a remedy's number beyond all": Attempt(422, "do/give-ruling", RULING + b"step=try&remedies.9999.kind=ban"),
    "a person with NUL": Attempt(422, "do/give-ruling", RULING + b"step=try&committee=a%00"),
    "a day that is none": Attempt(
        422, "do/give-ruling", RULING + b"step=try&remedies.1.kind=ban&remedies.1.person=x&remedies.1.until=2026-02-30"
    ),
    "a game of no number": Attempt(422, "do/give-ruling", RULING + b"step=try&precedents=1+x"),
    "a key of its own in Thai": Attempt(400, "draw", b"once=%E0%B9%91&number=1"),
    "a key of its own over two lines": Attempt(400, "draw", b"once=a%0Ab&number=1"),
    "no key of its own": Attempt(400, "draw", b"number=1"),
    "an ETag in Thai": Attempt(400, "start", b"once=a&seen=%E0%B9%91"),
    "an ETag over two lines": Attempt(400, "start", b"once=a&seen=%22a%22%0D%0AX: y"),
    "NUL in a name": Attempt(422, "list", b"list=a%00b"),
    "NUL in a name that is asked about": Attempt(422, "enter", b"once=a&list=a&name-1=a%00b&person-1=new"),
    "NUL in a name beside another form": Attempt(428, "start", b"once=a&list=a&name-1=a%00b"),
    "a name too long": Attempt(422, "list", b"list=" + b"a" * 5_000),
    "NUL in a reason": Attempt(422, "do/annul-round?round=1", b"once=a&step=send&reason=a%00b"),
    "no UTF-8": Attempt(400, "list", b"list=%ff"),
    "a lone surrogate": Attempt(400, "list", b"list=%ed%a0%80"),
    "raw bytes": Attempt(400, "list", b"list=\xff"),
    "too many fields": Attempt(400, "list", b"a=1&" * 2_001),
    "too large": Attempt(413, "list", b"list=" + b"a" * 1_100_000),
    "JSON": Attempt(415, "list", b"{}", {"Content-Type": "application/json"}),
    "a broken multipart": Attempt(400, "list", b"--x\r\n", FILES),
    "a multipart that goes on": Attempt(400, "list", _FIELD + b"\r\n\r\na\r\n", FILES),
    "a multipart of nothing": Attempt(400, "list", b"--x--\r\n", FILES),
    "a multipart without a boundary": Attempt(400, "list", b"--x--\r\n", {"Content-Type": "multipart/form-data"}),
    "a multipart of comments": Attempt(400, "list", _FIELD + b"(" * 20_000 + b"\r\n\r\na\r\n--x--\r\n", FILES),
    "a type of comments": Attempt(400, "list", b"--x--", {"Content-Type": f"multipart/form-data; {'(' * 9_000}"}),
    "a multipart of parameters": Attempt(400, "list", _FIELD + b"; a=b" * 200_000 + b"\r\n\r\na\r\n--x--\r\n", FILES),
    "a multipart of lines": Attempt(400, "list", _FIELD + b"\r\n ;" * 250_000 + b"\r\n\r\na\r\n--x--\r\n", FILES),
    "a multipart of parts": Attempt(400, "list", b"--x\r\n\r\n\r\n" * 110_000 + b"--x--\r\n", FILES),
    "a multipart within another": Attempt(
        400, "list", _FIELD + b"\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\n\r\n--y--\r\n--x-", FILES
    ),
    "a multipart with NUL": Attempt(422, "list", _FIELD + b"\r\n\r\na\0b\r\n--x--\r\n", FILES),
    "a multipart of no UTF-8": Attempt(400, "list", _FIELD + b"\r\n\r\n\xed\xa0\x80\r\n--x--\r\n", FILES),
    "a packed form": Attempt(400, "list", b"\x1f\x8b", {"Content-Type": FORM, "Content-Encoding": "gzip"}),
    "no content type": Attempt(415, "list", b"list=a", {}),
    "an act that is none": Attempt(404, "cancel", b"once=a"),
    "an act by another name": Attempt(404, "..%2fstart", b"once=a"),
    "a tournament that is none": Attempt(422, "/desk/x/start", b"once=a"),
    "NUL in the address": Attempt(422, "/desk/%00/start", b"once=a"),
    "an announcement of nothing": Attempt(422, "/desk/announcement", b"once=a"),
    "an announcement with NUL": Attempt(422, "/desk/announcement", b"once=a&format=open&length=5&name=a%00"),
    "a session that is none": Attempt(404, "/login/sessions/0000000000000000/end", b""),
    "a key with NUL": Attempt(401, "/login", b"key=%00"),
    "a key in Thai": Attempt(401, "/login", b"key=scoresheet_%E0%B9%91_a"),
    "a link that is none": Attempt(401, f"/login/{'0' * 64}", b""),
    "an origin that is none": Attempt(403, "start", b"once=a", {"Sec-Fetch-Site": "", "Origin": "http://["}),
}


NOBODY = "00000000-0000-4000-8000-000000000099"


@pytest.fixture(scope="module")
def target(service: Service) -> Season:
    made = season(service, 2)
    made.director.read(made.path)  # until the tables have it, it is not found
    return made


@pytest.fixture(scope="module")
def browser(target: Season) -> Iterator[httpx.Client]:
    """That of the season's director, who has logged in."""
    with httpx.Client(base_url=target.service.url, headers=OWN_PAGE, timeout=PATIENCE_SECONDS) as opened:
        opened.post("/login", data={"key": target.director.key or ""})
        yield opened


@pytest.mark.parametrize("name", ATTEMPTS)
def test_a_hostile_form_is_told_what_is_wrong_and_does_nothing(
    target: Season, browser: httpx.Client, name: str
) -> None:
    attempt, at = ATTEMPTS[name], target.path.replace("/v1/tournaments", "/desk")
    path = attempt.place if attempt.place.startswith("/") else f"{at}/{attempt.place}"
    before = target.service.services.journal.position()
    answer = browser.post(path, content=attempt.content, headers=dict(attempt.headers))
    assert (answer.status_code, 'role="alert"' in answer.text) == (attempt.status, True), answer.text
    assert target.service.services.journal.position() == before


def test_no_form_of_a_command_is_shown_without_what_it_is_on(target: Season, browser: httpx.Client) -> None:
    """Neither where the address says nothing of it, nor where it names what is not there."""
    at = target.path.replace("/v1/tournaments", "/desk")
    for name, spec in OFFERED.items():
        place = f"{at}/do/{name}"
        empty = {browser.get(place).status_code, browser.post(place, data={"once": "a"}).status_code}
        assert empty == ({404} if spec.numbers else {200}), name
        named = "&".join(f"{number}={NOBODY if number == 'person' else 99}" for number in spec.numbers)
        assert browser.get(f"{place}?{named}").status_code in (200, 404), name
