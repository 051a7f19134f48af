"""The picture that stands for a tournament where its page is shared: a title, a few lines, and the first three.

Nothing in it but its content, so that the same content makes the same bytes. Each text is cut to the room that it has.
"""

import base64
import io
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import fontpkg_source_sans_3
from PIL import Image, ImageDraw, ImageFont

from api.site.frame.colours import mixed, read
from domain.clubs.branding import MOST_SIDE

WIDTH, HEIGHT = 1200, 630
"""The size that social networks ask for."""
MOST_KEPT = 64
"""How many pictures a process keeps, of some 40 kB each."""
_LEFT, _TOP = 80, 60
_ROOM = WIDTH - 2 * _LEFT
_LOGO = 72
_LONGEST = 200
"""In letters: what is longer is cut before it is measured."""
_TITLE_LINES = 2
_INK, _FAINT, _ON_MEDAL = "#f7f3e6", "#d9e2d8", "#1d211e"
_MEDALS = {1: "#d9b44a", 2: "#c3c8c5", 3: "#c98f5c"}
_REGULAR, _BOLD = 400, 650
_POINTS = 12
# Read with the program, as all that it is made of: later its account may not read where it lies.
_FONT = files(fontpkg_source_sans_3).joinpath("files", "SourceSans3[wght].ttf").read_bytes()
Image.preinit()


@dataclass(frozen=True, slots=True)
class ShareContent:
    """The content of the picture: its ground as `#14573d`, who holds the tournament with their logo (PNG in base64),
    the title, further lines, and the first ones by rank and name."""

    ground: str
    host: str
    logo: str | None
    title: str
    lines: tuple[str, ...]
    podium: tuple[tuple[int, str], ...]


@lru_cache(maxsize=MOST_KEPT)
def share_picture(content: ShareContent) -> bytes:
    """The picture as PNG."""
    image = Image.new("RGB", (WIDTH, HEIGHT), content.ground)
    draw = ImageDraw.Draw(image)
    _draw_host(image, draw, content)
    y = _draw_title(draw, content.title)
    for line in content.lines:
        _write(draw, (_LEFT, y + 22), line, _font(34, _REGULAR), _FAINT)
        y += 48
    if content.podium:
        _draw_podium(draw, content.podium)
    else:
        _draw_points(draw, content.ground)
    packed = io.BytesIO()
    image.save(packed, "PNG", optimize=True)
    return packed.getvalue()


def _draw_host(image: Image.Image, draw: ImageDraw.ImageDraw, content: ShareContent) -> None:
    x = _LEFT
    shown = None if content.logo is None else drawn_logo(content.logo)
    if shown is not None:
        shown.thumbnail((_LOGO * 3, _LOGO))
        image.paste(shown, (x, _TOP), shown)
        x += shown.width + 24
    _write(draw, (x, _TOP + _LOGO // 2), content.host, _font(34, _REGULAR), _FAINT)


def drawn_logo(logo: str) -> Image.Image | None:
    """The logo; None for one that was taken once and can't be drawn, or is larger than any that is taken."""
    try:
        with Image.open(io.BytesIO(base64.b64decode(logo)), formats=["PNG"]) as found:
            return found.convert("RGBA") if max(found.size) <= MOST_SIDE else None
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return None


def _draw_title(draw: ImageDraw.ImageDraw, title: str) -> int:
    """Writes the title, and returns where it ends."""
    font, y = _font(68, _BOLD), _TOP + _LOGO + 50
    for line in title_lines(title, font):
        _write(draw, (_LEFT, y), line, font, _INK)
        y += 78
    return y - 26


def _draw_podium(draw: ImageDraw.ImageDraw, podium: tuple[tuple[int, str], ...]) -> None:
    y = HEIGHT - 50 - 64 * len(podium[:3]) + 32
    for rank, name in podium[:3]:
        draw.ellipse((_LEFT, y - 25, _LEFT + 50, y + 25), fill=_MEDALS.get(rank, _FAINT))
        draw.text((_LEFT + 25, y), str(rank), font=_font(32, _BOLD), fill=_ON_MEDAL, anchor="mm")
        _write(draw, (_LEFT + 74, y), name, _font(44, _BOLD if rank == 1 else _REGULAR), _INK)
        y += 64


def _draw_points(draw: ImageDraw.ImageDraw, ground: str) -> None:
    """Half a board along the lower edge, where nobody has won yet."""
    wide, own = WIDTH // _POINTS, read(ground[1:])
    tints = [mixed(end, own, of_hundred) for end, of_hundred in (((0, 0, 0), 22), ((255, 255, 255), 14))]
    for point in range(_POINTS):
        x = point * wide
        draw.polygon([(x, HEIGHT), (x + wide, HEIGHT), (x + wide // 2, HEIGHT - 190)], fill=tints[point % 2])


def _write(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, font: ImageFont.FreeTypeFont, colour: str
) -> None:
    """Writes a line whose middle is at that height, cut to the room that is left."""
    draw.text(at, fitted(text, font, WIDTH - _LEFT - at[0]), font=font, fill=colour, anchor="lm")


def fitted(text: str, font: ImageFont.FreeTypeFont, room: float) -> str:
    """The text, or as much of it as fits, with `…`."""
    whole = unicodedata.normalize("NFC", " ".join(text.split()))[:_LONGEST]
    if font.getlength(whole) <= room:
        return whole
    return next(one for one in _shorter(whole) if font.getlength(one) <= room)


def _shorter(text: str) -> Iterator[str]:
    """The text cut by more and more letters, and nothing at last."""
    yield from (f"{text[:end].rstrip()}…" for end in range(len(text) - 1, 0, -1))
    yield ""


def title_lines(title: str, font: ImageFont.FreeTypeFont) -> list[str]:
    """The title in lines between its words; the last is cut where there are too many."""
    lines = [""]
    for word in title[:_LONGEST].split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= _ROOM or not lines[-1] or len(lines) == _TITLE_LINES:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    """The font in that size, for this picture alone: two threads must not draw with the same one."""
    font = ImageFont.truetype(io.BytesIO(_FONT), size, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes([weight])
    return font
