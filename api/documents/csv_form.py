"""How a table is asked for as CSV: by the ending `.csv` of the address, or by the header Accept."""

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import Depends, Query
from fastapi.dependencies.models import Dependant
from starlette.requests import Request

MEDIA_TYPE = "text/csv; charset=utf-8"
ENDING = ".csv"
_SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t"}


@dataclass(frozen=True, slots=True)
class CsvForm:
    """Whether CSV is asked for, and how: what parts its cells, and whether it begins with a mark that says UTF-8."""

    wanted: bool
    separator: str = ","
    marked: bool = False


def _form(
    request: Request,
    separator: Annotated[
        Literal["comma", "semicolon", "tab"], Query(description="What parts the cells of CSV.")
    ] = "comma",
    bom: Annotated[bool, Query(description="Whether CSV begins with a byte order mark, as Excel wants it.")] = False,
) -> CsvForm:
    wanted = request.url.path.endswith(ENDING) or _prefers_csv(", ".join(request.headers.getlist("accept")))
    return CsvForm(wanted, _SEPARATORS[separator], bom)


def _prefers_csv(accept: str) -> bool:
    """Whether text/csv is named, and JSON not before it."""
    named = [one.partition(";")[0].strip().lower() for one in accept.split(",")]
    return "text/csv" in named and "application/json" not in named[: named.index("text/csv")]


def is_read_as_csv(dependant: Dependant) -> bool:
    """Whether what answers there can be asked for as CSV."""
    return any(one.call is _form for one in dependant.dependencies)


AsCsv = Annotated[CsvForm, Depends(_form)]
