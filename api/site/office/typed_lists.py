"""Lists that were put into a form, as a file or typed."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE

from api.site.frame.forms import TOO_LARGE, FormVisit, WrongTypedError, bytes_of

_SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How the files of spreadsheets begin: newer ones, which are packed, and older ones."""
_UNREADABLE, _LARGE = 400, 413


def text_of(visit: FormVisit, *, older: bool = False) -> str:
    """The list: the file, else what was typed. Where `older` files are taken, one that is no UTF-8 is Latin-1. Raises
    WrongTypedError where it is no text, too large, or nothing."""
    if visit.form.get(TOO_LARGE):
        raise WrongTypedError("list-too-large", status=_LARGE)
    raw = bytes_of(visit.form.get("file", ""))
    text = _read(raw, older=older) if raw.strip() else visit.form.get("list", "")
    if not text.strip():
        raise WrongTypedError("list-empty")
    return text


def kept_text(visit: FormVisit) -> str:
    """The same to be shown again; what was typed, where the file can't be read."""
    try:
        return text_of(visit, older=True)
    except WrongTypedError:
        return visit.form.get("list", "")


def _read(raw: bytes, *, older: bool) -> str:
    if raw.startswith(_SPREADSHEETS):
        raise WrongTypedError("spreadsheet", status=_UNREADABLE)
    if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or b"\0" in raw:
        raise WrongTypedError("not-utf-8", status=_UNREADABLE)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        if older:
            return raw.decode("latin-1")
        raise WrongTypedError("not-utf-8", status=_UNREADABLE) from None
