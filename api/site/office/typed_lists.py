"""Lists that were put into a form, as a file or typed."""

from typing import NamedTuple

from api.http.spreadsheets import csv_of, is_spreadsheet
from api.site.frame.forms import TOO_LARGE, FormVisit, WrongTypedError, bytes_of
from domain.importing.encodings import ENCODINGS, UTF_8, read_again, text_in
from domain.importing.errors import ListUnreadableError

_UNREADABLE, _LARGE = 400, 413
READ_AS, ENCODING = "read_as", "encoding"
"""The fields of a form that say how its list was read, and how it is to be read."""


class Typed(NamedTuple):
    """A list as it was read, and in which encoding; that of a spreadsheet's own file says nothing."""

    text: str
    encoding: str = UTF_8


def typed_in(visit: FormVisit, kept: str | None = None) -> Typed:
    """The list: the file, a spreadsheet's own too, else what was typed. It is read in the encoding that was chosen,
    else in the one that its bytes tell, else in the one that is `kept` with the list, else in a guessed one. Raises
    WrongTypedError where it is no text, too large, or nothing."""
    if visit.form.get(TOO_LARGE):
        raise WrongTypedError("list-too-large", status=_LARGE)
    raw = bytes_of(visit.form.get("file", ""))
    found = _read(raw, _chosen(visit, ENCODING), kept) if raw.strip() else _typed(visit)
    if not found.text.strip():
        raise WrongTypedError("list-empty")
    return found._replace(text=found.text.replace("\r\n", "\n"))


def kept_in(visit: FormVisit, kept: str | None = None) -> Typed:
    """The same to be shown again; what was typed, where the file can't be read."""
    try:
        return typed_in(visit, kept)
    except WrongTypedError:
        return Typed(visit.form.get("list", ""), _chosen(visit, READ_AS) or UTF_8)


def _chosen(visit: FormVisit, field: str) -> str | None:
    said = visit.said(field)
    return said if said in ENCODINGS else None


def _typed(visit: FormVisit) -> Typed:
    """What was typed, or read from a file before; that is read again where another encoding was chosen since."""
    text, read_as, wanted = visit.form.get("list", ""), _chosen(visit, READ_AS), _chosen(visit, ENCODING)
    if read_as is None or wanted in (None, read_as):
        return Typed(text, read_as or UTF_8)
    try:
        return Typed(read_again(text, read_as, wanted or UTF_8), wanted or UTF_8)
    except ListUnreadableError as error:
        raise WrongTypedError("encoding", str(error), status=_UNREADABLE) from None


def _read(raw: bytes, encoding: str | None, kept: str | None) -> Typed:
    if is_spreadsheet(raw):
        return Typed(_sheet(raw))
    try:
        return Typed(*text_in(raw, encoding, kept))
    except ListUnreadableError as error:
        raise WrongTypedError("encoding", str(error), status=_UNREADABLE) from None


def _sheet(raw: bytes) -> str:
    try:
        return csv_of(raw)
    except ListUnreadableError as error:
        raise WrongTypedError("spreadsheet", str(error), status=_UNREADABLE) from None
