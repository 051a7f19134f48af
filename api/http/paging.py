"""Pages: opaque cursors, and the link to the next page (RFC 8288).

A cursor says of which kind of list it is and where it goes on; what it holds is checked, since anybody can make one.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Any, TypeVar

import orjson
from fastapi import Depends
from pydantic import AfterValidator, Field, StringConstraints, TypeAdapter
from starlette.requests import Request

from api.http import parameters
from api.http.problems import CURSOR_MALFORMED, Problem
from api.http.sealed_cursors import SealedCursors
from api.http.services import services_of
from domain.kernel.ids import UUID_PATTERN
from domain.kernel.values import Pool
from projections.queries.pages import Cursor

T = TypeVar("T")

LARGEST = 2**63 - 1
USUAL = 50
"""How many items a page has unless another number is asked for."""


def _moment(text: str) -> str:
    """The moment as the database takes it, which reads fewer spellings than we do."""
    moment = datetime.fromisoformat(text)
    if moment.utcoffset() is None:
        raise ValueError("must have an offset")
    return moment.astimezone(UTC).isoformat()


def _decimal(text: str) -> str:
    if not Decimal(text).is_finite():
        raise ValueError("must be finite")
    return text


def _text(text: str) -> str:
    if "\0" in text:
        raise ValueError("must not hold NUL")
    return text


Id = Annotated[str, StringConstraints(pattern=UUID_PATTERN)]
Whole = Annotated[int, Field(strict=True, ge=-LARGEST, le=LARGEST)]
Number = Annotated[int, Field(strict=True, ge=0, le=LARGEST)]
Moment = Annotated[str, StringConstraints(max_length=40, pattern=r"^[0-9: +.-]+$"), AfterValidator(_moment)]
RatingPlace = Annotated[str, StringConstraints(max_length=40, pattern=r"^[0-9.]+$"), AfterValidator(_decimal)]
Text = Annotated[str, StringConstraints(max_length=300), AfterValidator(_text)]


@dataclass(frozen=True, slots=True)
class Cursors:
    """The cursors of one kind of list: `kind` names it, `adapter` checks what a cursor holds."""

    kind: str
    adapter: TypeAdapter[Any]

    def read(self, text: str | None) -> Cursor | None:
        """Where the page begins; None at the beginning. Raises Problem for what is no cursor of this list."""
        if text is None:
            return None
        try:
            padded = text + "=" * (-len(text) % 4)
            kind, place = orjson.loads(urlsafe_b64decode(padded.encode("ascii")))
            if kind != self.kind:
                raise ValueError("of another list")
            found: Cursor = self.adapter.validate_python(tuple(place))
        except (ValueError, TypeError, ArithmeticError) as error:
            raise Problem(CURSOR_MALFORMED, "The cursor belongs to another list.") from error
        return found

    def write(self, place: Cursor | None) -> str | None:
        """The cursor of the page that goes on there."""
        if place is None:
            return None
        return urlsafe_b64encode(orjson.dumps([self.kind, list(place)])).decode().rstrip("=")


TOURNAMENTS = Cursors("tournaments", TypeAdapter(tuple[Moment, Id]))
MATCHES_OF_PERSON = Cursors("matches-of-person", TypeAdapter(tuple[Moment, Id, Number]))
WAITING = Cursors("waiting", TypeAdapter(tuple[Moment, Id, Text, Number]))
NUMBERS = Cursors("numbers", TypeAdapter(tuple[Number]))
PERSONS = Cursors("persons", TypeAdapter(tuple[Text, Id]))
DUPLICATES = Cursors("duplicates", TypeAdapter(tuple[Id]))
SANCTIONS = Cursors("sanctions", TypeAdapter(tuple[Moment, Number, Id, Number, Number]))
BANS = Cursors("bans", TypeAdapter(tuple[Moment, Id, Number]))
BANS_BY_NAME = Cursors("bans-by-name", TypeAdapter(tuple[Text, Id, Number]))
IMPORTS = Cursors("imports", TypeAdapter(tuple[Moment, Id]))
IMPORTS_BY_NAME = Cursors("imports-by-name", TypeAdapter(tuple[Text, Id]))
REPORTS = Cursors("reports", TypeAdapter(tuple[Moment, Id]))
REPORTS_BY_NAME = Cursors("reports-by-name", TypeAdapter(tuple[Text, Id]))
SETTLEMENTS = Cursors("settlements", TypeAdapter(tuple[Moment, Id, Number]))
ERROR_RATES = Cursors("error-rates", TypeAdapter(tuple[Moment, Id, Number]))
AVERAGES = Cursors("averages", TypeAdapter(tuple[RatingPlace, Id]))
SERIES = Cursors("series", TypeAdapter(tuple[Text, Id]))
WINNERS = Cursors("winners", TypeAdapter(tuple[Whole, Id]))
RATINGS = Cursors("ratings", TypeAdapter(tuple[Whole, Id]))
RATED_PERSONS = Cursors("rated-persons", TypeAdapter(tuple[Id]))
EXPLAINED_PARTS = Cursors("explained-parts", TypeAdapter(tuple[Number, Number]))
EXPLAINED_CHANGES = Cursors("explained-changes", TypeAdapter(tuple[Pool, Whole, Whole, RatingPlace, Whole]))
RATED_MATCHES = Cursors("rated-matches", TypeAdapter(tuple[Whole, Whole, RatingPlace, Id, Whole]))


@dataclass(frozen=True, slots=True)
class Paging:
    """Which page of a list is asked for: the most items on it, and where it begins, as it was shown."""

    limit: int
    shown: str | None
    sealed: SealedCursors

    @property
    def cursor(self) -> str | None:
        """Where the page begins."""
        return self.shown and self.sealed.open(self.shown)

    def numbered(self, items: Sequence[T]) -> tuple[Sequence[T], str | None]:
        """The page of what is numbered from 1 in its order, and the cursor of the one that follows. Raises Problem."""
        after = int((NUMBERS.read(self.cursor) or (0,))[0])
        end = after + self.limit
        return items[after:end], NUMBERS.write((end,)) if len(items) > end else None


async def _paging_of(request: Request, limit: parameters.Limit = USUAL, cursor: parameters.CursorText = None) -> Paging:
    return Paging(limit, cursor, services_of(request).sealed_cursors)


Paged = Annotated[Paging, Depends(_paging_of)]
"""Which page of a list is asked for. All have as many items, unless another number is asked for."""


def next_link(request: Request, cursor: str) -> str:
    """The header Link for the next page: the same address and query with another cursor."""
    url = request.url.include_query_params(cursor=cursor)
    return f'<{url.path}?{url.query}>; rel="next"'
