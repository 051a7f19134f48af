"""The look of a club: who chooses it, and which pictures are taken as a logo (REG-5)."""

import base64
import struct
import zlib
from collections.abc import Sequence
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.clubs import decide
from domain.clubs.branding import MOST_BYTES, digest_of, picture_of, require_logo
from domain.clubs.state import Clubs
from domain.kernel.ids import CLUBS
from domain.kernel.refusal import Refused
from tests.club import Club as Federation
from tests.desk import OFFICE, player
from tests.domain.test_clubs import VALLEY, change, federation, when
from tests.properties import examples

__all__ = ["federation"]
SIGNATURE = b"\x89PNG\r\n\x1a\n"
Chunks = Sequence[tuple[bytes, bytes]]


def chunks(width: int = 16, height: int = 16, *, raw: bytes | None = None, way: int = 0) -> list[tuple[bytes, bytes]]:
    """The parts of a picture of one colour."""
    pixels = b"".join(b"\0" + b"\x14\x57\x3d" * width for _ in range(height)) if raw is None else raw
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, way)
    return [(b"IHDR", header), (b"IDAT", zlib.compress(pixels)), (b"IEND", b"")]


def png(parts: Chunks) -> bytes:
    """The picture of these parts."""
    made = (
        struct.pack(">I", len(held)) + kind + held + struct.pack(">I", zlib.crc32(kind + held)) for kind, held in parts
    )
    return SIGNATURE + b"".join(made)


def logo(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


WHOLE = png(chunks())


@pytest.mark.rule("REG-5")
def test_club_gets_a_colour_and_a_logo_from_its_officers(federation: Federation) -> None:
    change(federation, decide.SetBranding(colour="#14573d", logo=logo(WHOLE)))
    club = cast("Clubs", federation.load(CLUBS)).by_id[VALLEY]
    assert (club.colour, club.logo_digest) == ("#14573d", digest_of(logo(WHOLE)))
    change(federation, decide.SetBranding(colour="#123456"), OFFICE)
    club = cast("Clubs", federation.load(CLUBS)).by_id[VALLEY]
    assert (club.colour, club.logo, club.logo_digest) == ("#123456", None, None)
    when(federation, decide.SetBranding(), player("A")).refused("not-allowed")
    when(federation, decide.SetBranding(seen=1), OFFICE).refused("stale")


@pytest.mark.rule("REG-5")
@pytest.mark.parametrize("sides", [(16, 16), (512, 17), (16, 512)])
def test_logo_is_a_picture_of_16_to_512_pixels(sides: tuple[int, int]) -> None:
    made = logo(png(chunks(*sides)))
    require_logo(made)
    assert picture_of(made).startswith(SIGNATURE)


BOMB = zlib.compress(bytes(10_000_000))
WRONG: dict[str, bytes] = {
    "no picture": b"<svg onload='alert(1)'/>",
    "nothing": SIGNATURE,
    "too small": png(chunks(15, 16)),
    "too large": png(chunks(16, 513)),
    "cut off": WHOLE[:-1],
    "more behind it": WHOLE + b"<script>",
    "a text in it": png([chunks()[0], (b"tEXt", b"Author\0Ada"), *chunks()[1:]]),
    "a place in it": png([chunks()[0], (b"eXIf", b"II*\0"), *chunks()[1:]]),
    "two ends": png([*chunks(), (b"IEND", b"")]),
    "no pixels": png([chunks()[0], chunks()[2]]),
    "a bomb": png([chunks()[0], (b"IDAT", BOMB), chunks()[2]]),
    "not packed": png([chunks()[0], (b"IDAT", b"pixels"), chunks()[2]]),
    "no way to lace": png(chunks(way=2)),
    "no header": png(chunks()[1:]),
    "a short header": png([(b"IHDR", b"\0" * 12), *chunks()[1:]]),
    "a second header": png([chunks()[0], chunks(512, 512)[0], *chunks()[1:]]),
    "too few pixels": png(chunks(raw=bytes(16 * 49 - 1))),
    "no such bits": png([(b"IHDR", struct.pack(">IIBBBBB", 16, 16, 1, 2, 0, 0, 0)), *chunks()[1:]]),
    "too many bytes": png([chunks()[0], (b"pHYs", bytes(MOST_BYTES)), *chunks()[1:]]),
}


@pytest.mark.rule("REG-5")
@pytest.mark.parametrize("what", WRONG)
def test_logo_that_is_no_such_picture_is_refused(what: str) -> None:
    with pytest.raises(Refused) as refusal:
        require_logo(logo(WRONG[what]))
    assert refusal.value.problem.slug == "logo-unreadable"


@pytest.mark.rule("REG-5")
@examples(200)
@given(at=st.integers(0, len(WHOLE) - 1), turned=st.integers(1, 255))
def test_logo_with_one_other_byte_is_refused(at: int, turned: int) -> None:
    """Each part has a checksum, and what is between them is fixed: nothing of a picture can be another."""
    broken = WHOLE[:at] + bytes([WHOLE[at] ^ turned]) + WHOLE[at + 1 :]
    with pytest.raises(Refused):
        require_logo(logo(broken))
