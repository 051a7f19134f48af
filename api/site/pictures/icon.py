"""The icon of a club on a phone: its logo on its colour, or else two points of a board and a third between them."""

import io
from functools import lru_cache

from PIL import Image, ImageDraw, ImageOps

from api.site.pictures.share import MOST_KEPT, drawn_logo

_UNITS, _LIGHT, _GOLD = 32, "#f6f1e4", "#d9b45b"
_POINTS = (
    (((5, 27), (9.5, 8), (14, 27)), _LIGHT),
    (((18, 27), (22.5, 8), (27, 27)), _LIGHT),
    (((14, 5), (16, 17), (18, 5)), _GOLD),
)
_LOGO_OF_TEN = 6
"""How much of the side a logo takes, so that a phone may cut the corners off."""
_SMOOTH = 4


@lru_cache(maxsize=MOST_KEPT)
def icon(ground: str, logo: str | None, side: int) -> bytes:
    """The icon as PNG, with that many pixels to a side; its ground as `#14573d`, the logo as PNG in base64."""
    image = Image.new("RGB", (side, side), ground)
    shown = None if logo is None else drawn_logo(logo)
    if shown is None:
        image = _with_points(ground, side)
    else:
        room = side * _LOGO_OF_TEN // 10
        shown = ImageOps.contain(shown, (room, room))
        image.paste(shown, ((side - shown.width) // 2, (side - shown.height) // 2), shown)
    packed = io.BytesIO()
    image.save(packed, "PNG", optimize=True)
    return packed.getvalue()


def _with_points(ground: str, side: int) -> Image.Image:
    """Drawn larger and made smaller, for smooth edges."""
    large = Image.new("RGB", (side * _SMOOTH,) * 2, ground)
    draw = ImageDraw.Draw(large)
    for corners, colour in _POINTS:
        draw.polygon([tuple(one * side * _SMOOTH / _UNITS for one in each) for each in corners], fill=colour)
    return large.resize((side, side), Image.Resampling.LANCZOS)
