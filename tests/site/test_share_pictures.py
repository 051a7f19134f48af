"""The picture of a tournament where its page is shared: who won, in every letter, and nobody who is not to be named."""

import io
import re
import struct
import zlib
from http import HTTPStatus

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from api.site.pictures import share
from api.site.pictures.share import HEIGHT, WIDTH, ShareContent, share_picture
from tests.api.played import Played, announced
from tests.api.support import Service
from tests.domain.test_branding import WHOLE, chunks, logo, png
from tests.properties import examples
from tests.reaching import reached

MOST_BYTES = 150_000
CHUNKS = chunks()
KNOCKOUT = {"kind": "knockout", "lengths": [5]}
NAMES = ["Ærø Ådal", "Øjvind Çelik", "Zoë Dvořák", "Dan Due"]


def content(**changed: object) -> ShareContent:
    """A picture's content with these changes."""
    usual = {"ground": "#14573d", "host": "Valley", "logo": None, "title": "Evening", "lines": (), "podium": ()}
    return ShareContent(**{**usual, **changed})  # type: ignore[arg-type]  # each is given its own kind


@pytest.fixture
def evening(service: Service) -> Played:
    made = announced(service, KNOCKOUT, name="Ærø Open", conditions={"venue": "Café Ål", "appeal_window_minutes": 0})
    made.enter_all(service.register_all(NAMES))
    return made


def shown_in(service: Service, evening: Played, monkeypatch: pytest.MonkeyPatch) -> ShareContent:
    """What the picture at the address that the tournament's page names was made of."""
    made: list[ShareContent] = []

    def noted(content: ShareContent) -> bytes:
        made.append(content)
        return share_picture(content)

    monkeypatch.setattr("api.site.public.share_pictures.share_picture", noted)
    evening.director.read(f"{evening.path}/entries")  # which waits until it is shown
    page = service.http.get(evening.path.removeprefix("/v1")).text
    address = re.findall(r'property="og:image" content="([^"]*)"', page)[0]
    answer = service.http.get(address)
    assert answer.headers["Content-Type"] == "image/png"
    with Image.open(io.BytesIO(answer.content)) as image:
        assert image.size == (WIDTH, HEIGHT)
    again = service.http.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == HTTPStatus.NOT_MODIFIED
    return made[0]


def test_picture_tells_who_plays_and_then_who_won(
    service: Service, evening: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    coming = shown_in(service, evening, monkeypatch)
    assert (coming.title, coming.lines, coming.podium) == ("Ærø Open", ("Café Ål", "Players: 4"), ())
    evening.do("start")
    evening.play_on()
    evening.complete()
    over = shown_in(service, evening, monkeypatch)
    assert over.lines == ("Café Ål",)
    assert over.podium[0][0] == 1
    assert over.podium[0][1] in NAMES


@pytest.mark.rule("ALL-1")
def test_picture_names_nobody_who_is_erased_or_withheld(
    service: Service, evening: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.do("start")
    evening.play_on()
    evening.complete()
    before = dict(shown_in(service, evening, monkeypatch).podium)
    service.erase(evening.persons[evening.rows()[0][1] - 1])
    evening.director.position = service.services.journal.position()
    after = dict(shown_in(service, evening, monkeypatch).podium)
    assert before[1] in NAMES
    assert "erased" in after[1]
    assert before[1] not in after.values()


def test_picture_of_the_same_content_has_the_same_bytes() -> None:
    """Drawn twice, not kept."""
    shown = content(title="Ærø Åbent", podium=((1, "Søren"), (2, "Zoë")))
    assert share_picture.__wrapped__(shown) == share_picture.__wrapped__(shown)


@pytest.mark.parametrize("letters", ["ÆØÅæøå", "éèëïüñçšžŁłőğß", "ĳĲÐðÞþ–’“”…·", "АБГДж", "ΑΒΓδ"])
def test_each_letter_has_a_shape_of_its_own(letters: str) -> None:
    """None is drawn as the box that stands for an unknown one."""
    font = share._font(44, 400)
    unknown = bytes(font.getmask("\U000f0000"))
    assert all(bytes(font.getmask(letter)) != unknown for letter in letters)


@examples(25)
@given(
    title=st.text(max_size=400),
    names=st.lists(st.text(max_size=300), max_size=5),
    lines=st.lists(st.text(max_size=300), max_size=2),
)
def test_picture_is_bounded_whatever_is_written_in_it(title: str, names: list[str], lines: list[str]) -> None:
    podium = tuple((rank, name) for rank, name in enumerate(names, start=1))
    made = share_picture(content(title=title, lines=tuple(lines), podium=podium))
    reached()
    assert len(made) < MOST_BYTES


TAKEN_ONCE = {
    "too few pixels": [CHUNKS[0], (b"IDAT", zlib.compress(b"\0")), CHUNKS[2]],
    "a broken part": [CHUNKS[0], (b"tRNS", b"a"), *CHUNKS[1:]],
    "no way to filter": chunks(raw=(b"\x09" + bytes(48)) * 16),
    "a second header": [CHUNKS[0], chunks(13_000, 16)[0], *CHUNKS[1:]],
    "a bomb": [CHUNKS[0], (b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 6, 0, 0, 0)), *CHUNKS[1:]],
}
"""Logos that a log may hold, since programs have taken them."""


@pytest.mark.parametrize("what", TAKEN_ONCE)
def test_logo_that_cannot_be_drawn_is_left_out(what: str) -> None:
    drawn = share_picture(content(logo=logo(png(TAKEN_ONCE[what]))))
    assert drawn == share_picture(content())
    assert drawn != share_picture(content(logo=logo(WHOLE)))


@pytest.mark.parametrize("room", [0, 40, 300])
def test_text_is_cut_to_its_room(room: int) -> None:
    font = share._font(44, 400)
    cut = share.fitted("Maximiliane-Friederike von Hohenstein", font, room)
    assert font.getlength(cut) <= room
    assert cut == "" or cut.endswith("…")


def contents(service: Service, path: str, monkeypatch: pytest.MonkeyPatch) -> ShareContent:
    """What the picture that a page names is made of."""
    made: list[ShareContent] = []

    def noted(content: ShareContent) -> bytes:
        made.append(content)
        return share_picture(content)

    monkeypatch.setattr("api.site.public.share_pictures.share_picture", noted)
    (address,) = re.findall(r'property="og:image" content="([^"]*)"', service.http.get(path).text)
    assert service.http.get(address).headers["Content-Type"] == "image/png"
    return made[0]


@pytest.mark.rule("ALL-1", "ALL-3")
def test_picture_of_a_match_tells_the_result_that_counts_also_by_a_ruling(
    service: Service, evening: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.do("start")
    match = evening.read("matches")["items"][0]
    page = f"{evening.path.removeprefix('/v1')}/matches/{match['number']}"
    pair = " – ".join(NAMES[side - 1] for side in match["sides"])
    assert contents(service, page, monkeypatch) == content(
        ground=contents(service, page, monkeypatch).ground, host="Scoresheet", title=pair, lines=("Ærø Open", "Café Ål")
    )
    evening.report(match["number"], {"kind": "score", "first": 5, "second": 2})
    evening.read(f"matches/{match['number']}")
    assert contents(service, page, monkeypatch).lines[0] == "5–2"
    award = {"kind": "result-award", "result": {"kind": "score", "first": 3, "second": 5}}
    said = {"clause": "4.3", "facts": "Seen by two.", "reasons": "As the rule has it.", "remedies": [award]}
    evening.do("rulings", {"about": {"kind": "match", "number": match["number"]}, **said})
    evening.read(f"matches/{match['number']}")
    assert contents(service, page, monkeypatch).lines[0] == "3–5 · by a ruling"


@pytest.mark.rule("ALL-1")
def test_picture_of_a_person_names_nobody_who_is_erased(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    person = service.register("Zoë Dvořák")
    service.administrator().read(f"/v1/persons/{person}")
    assert contents(service, f"/persons/{person}", monkeypatch).title == "Zoë Dvořák"
    service.erase(person)
    client = service.administrator()
    client.position = service.services.journal.position()
    client.read(f"/v1/persons/{person}")
    assert "Dvořák" not in contents(service, f"/persons/{person}", monkeypatch).title
