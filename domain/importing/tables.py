"""The outcome of a list, as tables: of all its lines, and of what is to be mended at the other end.

A program reads the words of these tables by their codes, which stay. A person reads them on a page, in its language.
The columns of the list itself are called as the list calls them, for both: those who keep it find their own rows.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain.importing.lists import ListKind, columns_of
from domain.importing.looked_at import LookedAt
from domain.importing.matches_told import UNWON, VOID
from domain.kernel.csv_lines import CsvUnreadableError, sheet_in
from domain.kernel.csv_text import MARK, csv_table, text_of
from domain.lists.reading import Reading

COLUMNS = ("line", "says", "becomes", "why", "match", "said_before", "here")
SAYS, HERE, MEND = "says", "here", "mend"
ADVICE: Mapping[str, str] = {
    "changed-here": "write what is here, or tell the office that it is wrong",
    "conflict": "agree with the office what holds",
    "refused": "correct the line",
    "noted": "look whether that is meant",
    VOID: "remove the line, or tell the office that it was played",
}
"""What to do, by what becomes of a line."""


def _by_its_code(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a table: its columns, the fate of a line, the advice, other sentences, a void match, and one that
    nobody has won."""

    column: Callable[[str], str] = _by_its_code
    becomes: Callable[[str], str] = _by_its_code
    advice: Callable[[str], str] = ADVICE.__getitem__
    sentence: Callable[[str], str] = _by_its_code
    void: str = VOID
    unwon: str = UNWON

    def here(self, text: str | None) -> str | None:
        """The text that is here instead of a line."""
        return {VOID: self.void, UNWON: self.unwon}.get(text or "", text)


CODES = Words()
"""For programs."""


@dataclass(frozen=True, slots=True)
class Given:
    """The list as it was given: its columns, as it calls them, and its rows by their lines; none, where it is no text
    in columns."""

    columns: Sequence[str] = ()
    rows: Mapping[int, Sequence[str]] | None = None


def own_columns(kind: ListKind, text: str, reading: Reading | None) -> Given:
    """The list in its own columns; `reading` says what they are, where they are called otherwise than here."""
    columns = columns_of(kind, reading or Reading())
    try:
        sheet = sheet_in(text.removeprefix(MARK).splitlines(keepends=True), columns) if columns else None
        rows = {number: [text_of(cell).strip() for cell in cells] for number, cells in sheet.rows} if sheet else None
    except CsvUnreadableError:
        return Given()
    return Given(sheet.header, rows) if sheet else Given()


def table(lines: Iterable[LookedAt], words: Words = CODES) -> bytes:
    """Every line with what becomes of it, as CSV."""
    return csv_table([words.column(one) for one in COLUMNS], (_cells(one, words) for one in lines))


def reply(lines: Iterable[LookedAt], of: Given, words: Words = CODES) -> bytes:
    """The lines that those who keep the list should mend, and how, as CSV: the number of the line, the line in its own
    columns, what is here, and what to do. What has no columns is told in words."""
    says = of.columns if of.rows is not None else (words.column(SAYS),)
    columns = (words.column("line"), *says, words.column(HERE), words.column(MEND))
    return csv_table(columns, _to_mend(lines, of, words))


def _cells(one: LookedAt, words: Words) -> tuple[str | int | None, ...]:
    why = one.why and words.sentence(one.why)
    return one.line or None, one.text, words.becomes(one.becomes), why, one.match, one.before, words.here(one.here)


def _to_mend(lines: Iterable[LookedAt], of: Given, words: Words) -> Iterator[tuple[str | int | None, ...]]:
    for one in lines:
        if one.becomes in ADVICE:
            advice = words.advice(VOID if one.here == VOID else one.becomes)
            why = one.why if one.becomes in ("refused", "noted") else None
            mend = f"{advice}: {words.sentence(why)}" if why else advice
            yield one.line or None, *_says(one, of), words.here(one.here), mend


def _says(one: LookedAt, of: Given) -> Sequence[str]:
    """The line in its own columns; one that the list has no more is known by what it said."""
    if of.rows is None:
        return (one.text,)
    cells = of.rows.get(one.line, (one.text or one.before or "",))
    return [*cells, *[""] * len(of.columns)][: len(of.columns)]
