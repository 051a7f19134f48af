"""The bracket among the tabs of the desk: a director finds it, and goes on to the page of each match."""

import re
from typing import Any

import pytest

from tests.api.played import first_wins, started
from tests.api.support import Service
from tests.site.browsing import browsing

NAV = re.compile(r'<nav class="pages" aria-label="Steps of the evening">(.*?)</nav>', re.DOTALL)
FORMATS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"kind": "knockout", "lengths": [5]}, "Bracket"),
    ({"kind": "double-elimination", "lengths": [5]}, "Brackets"),
    ({"kind": "dual-ring"}, "Ring"),
)


def tabs(page: str) -> list[str]:
    """The words of the tabs of the desk."""
    found = NAV.search(page)
    assert found is not None
    return re.findall(r"<a [^>]*>([^<]+)</a>", found[1])


@pytest.mark.parametrize(("format_", "called"), FORMATS, ids=[called for _, called in FORMATS])
def test_desk_has_the_picture_of_the_evening_beside_the_board(
    service: Service, format_: dict[str, Any], called: str
) -> None:
    made = started(service, format_, 4)
    made.step(first_wins)
    made.read("standings")
    at = made.path.replace("/v1/tournaments", "/desk")
    with browsing(service, made.director.key or "") as desk:
        assert tabs(desk.open(at))[:2] == ["Now", called]
        page = desk.open(f"{at}/bracket")
        assert '<svg class="picture' in page
        assert f'href="{at}/matches/' in page.partition("<svg")[2].partition("</svg>")[0]
        assert f'aria-current="page">{called}</a>' in page
        assert desk.open(f"{at}/matches/1")


def test_desk_without_a_picture_has_no_tab_for_it(service: Service) -> None:
    made = started(service, {"kind": "swiss", "rounds": 2, "lengths": [5]}, 4)
    at = made.path.replace("/v1/tournaments", "/desk")
    with browsing(service, made.director.key or "") as desk:
        assert tabs(desk.open(at))[:2] == ["Now", "Entries"]
        assert desk.open(f"{at}/bracket"), "anyone who types its address sees what there is"
