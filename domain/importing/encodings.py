"""In which encoding a list is: told by its bytes where they tell it, else guessed; what was guessed is always shown."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE, lookup
from typing import get_args

from domain.importing.errors import ListUnreadableError
from domain.lists.reading import Encoding

UTF_8 = "utf-8"
GUESSED = "cp1252"
"""How spreadsheets of Western Europe write text that is no UTF-8."""
ENCODINGS: tuple[Encoding, ...] = get_args(Encoding)
"""Those to choose from, by Python's names."""
_OF_LATIN = 4
"""Of a text in UTF-16 that doesn't say so, more than one byte of so many is nought, where its letters are Latin."""
_LOADED = tuple(map(lookup, ENCODINGS))
"""A part of the service may not be able to read their modules once it has left root's account behind."""


def text_in(raw: bytes, encoding: str | None = None, kept: str | None = None) -> tuple[str, str]:
    """The text, and in which encoding it was read: that one, else the one that its bytes tell, else the one that is
    `kept` with the list, else `GUESSED`. Raises ListUnreadableError where it can't be read so."""
    one = encoding or _recognise_encoding(raw) or kept or GUESSED
    try:
        return raw.decode("utf-8-sig" if one == UTF_8 else one), one
    except UnicodeError:
        raise ListUnreadableError(f"it can't be read as {encoding or 'UTF-8'}; choose its encoding") from None
    except LookupError:
        raise ListUnreadableError(f"there is no encoding {encoding}; choose one such as cp1253") from None


def read_again(text: str, read_as: str, encoding: str) -> str:
    """The text that was read in one encoding, in another. Raises ListUnreadableError likewise."""
    try:
        return text_in(text.encode(read_as), encoding)[0]
    except UnicodeError:
        raise ListUnreadableError(f"it was changed since it was read as {read_as}; choose the file again") from None


def _recognise_encoding(raw: bytes) -> str | None:
    if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or raw[1::2].count(0) > len(raw) // _OF_LATIN:
        return "utf-16"
    try:
        raw.decode(UTF_8)
    except UnicodeDecodeError:
        return None
    return UTF_8
