"""In which encoding a list is: told by its bytes where they tell it, else guessed; what was guessed is always shown."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE, lookup

from domain.importing.errors import ListUnreadableError

UTF_8 = "utf-8"
GUESSED = "cp1252"
"""How spreadsheets of Western Europe write text that is no UTF-8."""
ENCODINGS = (UTF_8, GUESSED, "cp1250", "cp1251", "cp1253", "cp1254", "cp1257", "utf-16")
"""Those to choose from, by Python's names."""
_LOADED = tuple(map(lookup, ENCODINGS))
"""A part of the service may not be able to read their modules once it has left root's account behind."""


def text_in(raw: bytes, encoding: str | None = None) -> tuple[str, str]:
    """The text, and in which encoding it was read: that one, else the one that its bytes tell, else `GUESSED`. Raises
    ListUnreadableError where it can't be read so."""
    one = encoding or _told(raw)
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


def _told(raw: bytes) -> str:
    if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return "utf-16"
    try:
        raw.decode(UTF_8)
    except UnicodeDecodeError:
        return GUESSED
    return UTF_8
