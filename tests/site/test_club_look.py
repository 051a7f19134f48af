"""A club's colour and logo on public pages: chosen by its officers, readable in the light and in the dark."""

import re
from http import HTTPStatus

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.site.frame.colours import contrast, mixed, read, style_of
from tests.api.support import Service
from tests.domain.test_branding import WHOLE
from tests.patience import PATIENCE_SECONDS, eventually
from tests.properties import examples
from tests.reaching import reached
from tests.site.browsing import OWN_PAGE

TEXT = 4.5
LIGHT = {"--accent": ("f6f4ed", "fffefb", "efece1"), "--felt": ("f7f3e6", "c9d8cc")}
DARK = {"--accent": ("111512", "191e1a", "222822"), "--felt": ("f7f3e6", "c9d8cc", "f3efe2", "b4c6b9")}


def colours(style: str) -> list[dict[str, str]]:
    """The colours that a style sheet sets, in the light and in the dark."""
    blocks = re.findall(r":root \{ ([^}]*) \}", style)
    return [dict(re.findall(r"(--[a-z0-9-]+): #([0-9a-f]{6})", block)) for block in blocks]


@examples(40, proof=200)
@given(colour=st.from_regex(r"[0-9a-f]{6}", fullmatch=True))
def test_colour_of_a_club_can_be_read_in_the_light_and_in_the_dark(colour: str) -> None:
    """WCAG 2.2, 1.4.3: text on every ground that pages have, and on a tint of its own."""
    for found, grounds in zip(colours(style_of(colour)), (LIGHT, DARK), strict=True):
        for name, others in grounds.items():
            reached()
            assert all(contrast(read(found[name]), read(one)) >= TEXT for one in others)
        assert contrast(read(found["--accent"]), read(found["--accent-tint"])) >= TEXT


def test_contrast_is_that_of_the_recommendation() -> None:
    """Black on white 21, and the grey #767676 on white 4.54, as WCAG's own examples have it."""
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast(read("767676"), (255, 255, 255)) == pytest.approx(4.54, abs=0.005)
    assert mixed((100, 0, 0), (0, 0, 200), 25) == (25, 0, 150)


@pytest.mark.rule("REG-5")
def test_officer_chooses_the_look_that_pages_of_the_club_have(service: Service) -> None:
    office = service.officer()
    club = office.done("/v1/clubs", {"name": "Valley"}).json()["club"]
    director, person = service.director()
    office.done(f"/v1/clubs/{club}/officers", {"person": person})
    body = {"name": "Evening", "format": {"kind": "swiss", "rounds": 2, "lengths": [5]}, "club": club}
    tournament = director.done("/v1/tournaments", body).json()["tournament"]
    director.read(f"/v1/tournaments/{tournament}")
    page, look = f"/tournaments/{tournament}", f"/clubs/{club}/look"
    assert "/look/" not in service.http.get(page).text
    with httpx.Client(base_url=service.url, headers=OWN_PAGE, timeout=PATIENCE_SECONDS) as http:
        assert http.get(look).status_code == HTTPStatus.UNAUTHORIZED
        http.post("/login", data={"key": director.key or ""})
        seen = re.findall(r'name="seen" value="([^"]*)"', http.get(look).text)[0].replace("&#34;", '"')
        form = {"once": "a", "seen": seen, "with_colour": "yes", "colour": "#aa2200"}
        broken = http.post(look, data=form, files={"logo": ("logo.png", b"<svg/>", "image/png")})
        assert broken.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert "no PNG picture" in broken.text
        sent = http.post(look, data=form | {"once": "b"}, files={"logo": ("logo.png", WHOLE, "image/png")})
        assert sent.status_code == HTTPStatus.SEE_OTHER, sent.text
        again = http.post(look, data=form | {"once": "c"}, files={"logo": ("logo.png", WHOLE, "image/png")})
        assert again.status_code == HTTPStatus.PRECONDITION_FAILED, "somebody has changed it since"
    assert eventually(lambda: "/look/aa2200.css" in service.http.get(page).text)
    found = re.findall(r'src="(/clubs/[^"]*png)"', service.http.get(page).text)
    for place in ("/embed", "/print/standings", "/print/names", "/print/phones?cards=yes", "/screen/tables"):
        bears = service.http.get(f"{page}{place}").text
        assert "/look/aa2200.css" in bears, place
        assert found[0] in bears, place
    of_club = service.http.get(f"/tournaments?club={club}").text
    assert "/look/aa2200.css" in of_club
    assert re.search(r"<h1><img [^>]*> Valley</h1>", of_club)
    picture = service.http.get(found[0])
    assert (picture.content, picture.headers["content-type"]) == (WHOLE, "image/png")
    assert picture.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in picture.headers["content-security-policy"]
    assert service.http.get("/look/aa2200.css").headers["content-type"].startswith("text/css")
    assert service.http.get(found[0].replace(found[0][-10:-4], "000000")).status_code == HTTPStatus.NOT_FOUND
