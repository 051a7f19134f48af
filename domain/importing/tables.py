"""What becomes of a list, as tables: of all its lines, and of what is to be mended at the other end."""

from collections.abc import Iterable, Iterator, Mapping

from domain.importing.looked_at import Becomes, LookedAt
from domain.kernel.csv_text import csv_table

COLUMNS = ("line", "says", "becomes", "why", "match", "said_before", "here")
TO_MEND = ("line", "says", "here", "mend")
_ADVICE: Mapping[Becomes, str] = {
    "changed-here": "write what is here, or tell the office that it is wrong",
    "conflict": "agree with the office what holds",
    "refused": "correct the line",
    "noted": "look whether that is meant",
}
_VOID = "remove the line, or tell the office that it was played"


def table(lines: Iterable[LookedAt]) -> bytes:
    """Every line with what becomes of it, as CSV."""
    rows = ((one.line or None, one.text, one.becomes, one.why, one.match, one.before, one.here) for one in lines)
    return csv_table(COLUMNS, rows)


def reply(lines: Iterable[LookedAt]) -> bytes:
    """The lines that those who keep the list should mend, and how, as CSV."""
    return csv_table(TO_MEND, _to_mend(lines))


def _to_mend(lines: Iterable[LookedAt]) -> Iterator[tuple[int | None, str, str | None, str]]:
    for one in lines:
        if one.becomes in _ADVICE:
            advice = _VOID if one.here == "void" else _ADVICE[one.becomes]
            why = one.why if one.becomes in ("refused", "noted") else None
            yield one.line or None, one.text, one.here, f"{advice}: {why}" if why else advice
