"""Lists that were put into a form, as a file or typed."""

from collections.abc import Iterator
from typing import NamedTuple

from api.http.bodies import LONG_LIST_LIMIT
from api.http.spreadsheets import csv_of, is_spreadsheet
from api.routes.federation.import_jobs import LongListToImport, list_of
from api.routes.federation.importing import WhoIsMeant
from api.site.desk.announcing import as_text
from api.site.frame.forms import TOO_LARGE, Form, FormVisit, WrongTypedError, bytes_of
from api.site.office.choices import FOUND, HOLDS, LIKE, MEANT, NAMED, NEW, SAME
from domain.importing.encodings import ENCODINGS, UTF_8, read_again, text_in
from domain.importing.errors import ListUnreadableError
from domain.kernel.refusal import Refused

_UNREADABLE, _LARGE = 400, 413
_AS_SAID = ("name", "source", "tournament", "length", "day", "day_order", "row_order", "decimals")
READ_AS, ENCODING, JOB = "read_as", "encoding", "job"
"""The fields of a form that say how its list was read, how it is to be read, and which import has a list that is too
long for a page."""


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
    found = _read_file(raw, _chosen_encoding(visit, ENCODING), kept) if raw.strip() else _read_typed(visit)
    if not found.text.strip():
        raise WrongTypedError("list-empty")
    if len(found.text.encode()) > LONG_LIST_LIMIT:
        raise WrongTypedError("list-too-large", status=_LARGE)
    return found._replace(text=found.text.replace("\r\n", "\n"))


def kept_in(visit: FormVisit, kept: str | None = None) -> Typed:
    """The same to be shown again; what was typed, where the file can't be read."""
    try:
        return typed_in(visit, kept)
    except WrongTypedError:
        return Typed(visit.form.get("list", ""), _chosen_encoding(visit, READ_AS) or UTF_8)


def _chosen_encoding(visit: FormVisit, field: str) -> str | None:
    said = visit.said(field)
    return said if said in ENCODINGS else None


def _read_typed(visit: FormVisit) -> Typed:
    """The text that was typed, or read from a file before; that is read again where another encoding was chosen
    since."""
    text, read_as, wanted = _text(visit), _chosen_encoding(visit, READ_AS), _chosen_encoding(visit, ENCODING)
    if read_as is None or wanted in (None, read_as):
        return Typed(text, read_as or UTF_8)
    try:
        return Typed(read_again(text, read_as, wanted or UTF_8), wanted or UTF_8)
    except ListUnreadableError as error:
        raise WrongTypedError("encoding", str(error), status=_UNREADABLE) from None


def _text(visit: FormVisit) -> str:
    """The text that was typed, or the list of the import that looks it over. Raises WrongTypedError where that is there
    no more."""
    job = visit.said(JOB)
    if not job:
        return visit.form.get("list", "")
    try:
        return list_of(visit.reader.services, job).read()
    except Refused:
        raise WrongTypedError("list-empty") from None


def typed_again(job: str, body: LongListToImport) -> Form:
    """The form by which the import was begun; its list stays with it."""
    said = {name: getattr(body, name) for name in _AS_SAID if name in body.model_fields_set}
    columns = "\n".join(f"{one.named} = {one.column or ''}" for one in body.columns)
    rating = as_text(body.rating.model_dump()) if body.rating else ""
    encoding = body.encoding or UTF_8
    told = {JOB: job, READ_AS: encoding, ENCODING: encoding, "columns": columns, "rating": rating, **said}
    meant = [(name, text) for place, one in enumerate(body.persons) for name, text in _meant(f"j{place}", one)]
    holds = [(f"{HOLDS}{one.subject}", one.choice) for one in body.choices]
    return Form([*((name, str(text)) for name, text in told.items()), *meant, *holds])


def _meant(place: str, one: WhoIsMeant) -> Iterator[tuple[str, str]]:
    """The choice for a name, as the fields of a form."""
    yield f"{NAMED}{place}", one.name
    yield f"{FOUND}{place}", one.person or ""
    yield f"{LIKE}{place}", one.same_as or ""
    yield f"{MEANT}{place}", one.person or (SAME if one.same_as else NEW)


def _read_file(raw: bytes, encoding: str | None, kept: str | None) -> Typed:
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
