"""The look of a club on public pages: a colour, and a logo as a PNG picture that holds nothing but itself.

Source: PNG (Third Edition), W3C Recommendation of 2025, sections 5 and 11.
"""

import base64
import binascii
import struct
import zlib
from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from typing import Annotated, NamedTuple

from pydantic import StringConstraints

from domain.kernel.refusal import Refused
from domain.problems.clubs import LOGO_UNREADABLE

MOST_BYTES, LEAST_SIDE, MOST_SIDE = 24_576, 16, 512
"""Of a logo: its bytes, and the pixels of each of its sides."""
MOST_LETTERS = MOST_BYTES * 4 // 3

ClubColour = Annotated[str, StringConstraints(pattern=r"^#[0-9a-f]{6}$")]
"""Red, green and blue, each in two hexadecimal digits."""
Logo = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9+/]+={0,2}$", max_length=MOST_LETTERS)]
"""A PNG picture in base64."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TAKEN = (b"IHDR", b"PLTE", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"pHYs", b"IDAT", b"IEND")
"""What a picture is made of; text, places and dates that programs add are none of it."""
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""By the type of colour, the samples of each pixel."""
_BITS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
"""By the type of colour, the bits that a sample may have."""
_HEADER = 13


class _Chunk(NamedTuple):
    kind: bytes
    content: bytes


def require_logo(logo: Logo) -> None:
    """Raises Refused where it is no such picture."""
    try:
        raw = base64.b64decode(logo, validate=True)
    except binascii.Error:
        raise Refused(LOGO_UNREADABLE, "The logo is not in base64.") from None
    if len(raw) > MOST_BYTES:
        raise Refused(LOGO_UNREADABLE, "The logo has more than 24,576 bytes.")
    chunks = list(_chunks(raw))
    headers = [one for one in chunks if one.kind == b"IHDR"]
    if len(headers) != 1 or chunks[0].kind != b"IHDR" or chunks[-1].kind != b"IEND":
        raise Refused(LOGO_UNREADABLE, "The logo is no PNG picture, or is cut off.")
    if any(one.kind not in _TAKEN for one in chunks):
        raise Refused(LOGO_UNREADABLE, "The logo holds more than a picture, such as a text. Save it without.")
    _require_picture(chunks[0].content, b"".join(one.content for one in chunks if one.kind == b"IDAT"))


def _require_picture(header: bytes, packed: bytes) -> None:
    width, height, bits, colour, *ways = struct.unpack(">IIBBBBB", header) if len(header) == _HEADER else (0,) * 7
    if not all(LEAST_SIDE <= side <= MOST_SIDE for side in (width, height)):
        raise Refused(LOGO_UNREADABLE, "A side of the logo has less than 16 pixels, or more than 512.")
    if bits not in _BITS.get(colour, ()) or any(ways[:2]) or ways[2] > 1:
        raise Refused(LOGO_UNREADABLE, "The logo is no PNG picture, or is cut off.")
    each = _CHANNELS[colour] * bits
    if not _unpacks(packed, width * height * each // 8 + height, _most(width, height, each)):
        raise Refused(LOGO_UNREADABLE, "The logo can't be unpacked.")


def _most(width: int, height: int, bits: int) -> int:
    """The most bytes that the picture unpacks to: each line has one that says how it is filtered, and an interlaced one
    has more lines, and no more pixels."""
    return height * -(-width * bits // 8) + 8 * (height + width) * 2


def _unpacks(packed: bytes, least: int, most: int) -> bool:
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(packed, most + 1)
    except zlib.error:
        return False
    return unpacking.eof and least <= len(found) <= most


def picture_of(logo: Logo) -> bytes:
    """The bytes of the picture."""
    return base64.b64decode(logo)


def digest_of(logo: Logo) -> str:
    """The picture's digest, in hexadecimal digits."""
    return sha256(picture_of(logo)).hexdigest()


def _chunks(raw: bytes) -> Iterator[_Chunk]:
    """The parts of the picture, to its last byte; nothing of one that is broken."""
    found, at = list[_Chunk](), len(_SIGNATURE)
    if not raw.startswith(_SIGNATURE):
        return
    while at < len(raw):
        length = int.from_bytes(raw[at : at + 4])
        kind, content = raw[at + 4 : at + 8], raw[at + 8 : at + 8 + length]
        if raw[at + 8 + length : at + 12 + length] != zlib.crc32(kind + content).to_bytes(4):
            return
        found.append(_Chunk(kind, content))
        at += 12 + length
    if all(before.kind != b"IEND" for before, _ in pairwise(found)):
        yield from found
