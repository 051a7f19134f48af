"""The messages of pages: those that templates and words hold, and those that the catalogues have.

`python -m tests.site.messages` brings the catalogues up to date: a new message is added without its translation, one
that no page has any more is taken out.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po

from api.http.problems import CATALOGUE, HttpProblem
from api.site.frame.languages import LANGUAGES, Language, catalogue
from api.site.frame.sentences import SENTENCES
from api.site.words.problems import MESSAGES
from tests.site.sentences import sentences
from tests.site.untranslated_problems import UNTRANSLATED
from tests.workers import PREPARATIONS

SITE = Path(__file__).parents[2] / "api" / "site"
_FIRST = ("frame", "public")
PROBLEMS, DOCUMENTS = "problems", "documents"
ROOMS = (
    *_FIRST,
    *sorted(path.name for path in (SITE / "templates").iterdir() if path.name not in _FIRST),
    PROBLEMS,
    DOCUMENTS,
    SENTENCES,
)
"""The rooms of pages, the kinds of problems, documents, and what was wrong with something. A message that is in
several is kept with the first."""
KEYWORDS: dict[str, Any] = {"_": None, "gettext": None, "ngettext": (1, 2), "said": None, "say": None, "_say": None}
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
_DATED = tuple(
    f'"{one}' for one in ("POT-", "PO-", "Project-Id", "Report-Msgid", "Last-Tr", "Language-Team", "Generated")
)
_UNNAMED = re.compile(r"%\(\w+\)s")
Message = str | tuple[str, ...]


@cache
def messages(room: str) -> tuple[Message, ...]:
    """The messages of a room that no room before it has, in the order of their files."""
    before = {one for other in ROOMS[: ROOMS.index(room)] for one in messages(other)}
    return tuple(dict.fromkeys(one for one in _found(room) if one not in before))


def _prepare() -> None:
    """All of them, from the program and the templates: several files of tests ask for them."""
    messages(ROOMS[-1])


PREPARATIONS.append(_prepare)


def _found(room: str) -> Iterator[Message]:
    if room == PROBLEMS:
        yield from (text for kind in translated_problems() for text in (kind.title, kind.advice))
    for path in sorted((SITE / "templates" / room).rglob("*.html")):
        options = {"extensions": "jinja2.ext.do", "silent": "false"}
        yield from _in_file("jinja2.ext:babel_extract", path, options)
    if room == DOCUMENTS:
        yield from _in_documents()
    if room == SENTENCES:
        told_otherwise = {_UNNAMED.sub("", one) for one in MESSAGES}
        yield from (one for one in sentences() if _UNNAMED.sub("", one) not in told_otherwise)
    words = SITE / "words" / f"{room}.py"
    if words.exists():
        yield from _in_file("python", words, {})


def _in_documents() -> Iterator[Message]:
    for name in ("report", "remedy_text", "speech"):
        yield from _in_file("python", SITE.parent / "pages" / f"{name}.py", {})
    yield from _in_file("jinja2.ext:babel_extract", SITE.parent / "pages" / "templates" / "report.html", {})


def translated_problems() -> list[HttpProblem]:
    """The kinds of problems that pages tell in every language."""
    return [kind for slug, kind in CATALOGUE.kinds.items() if slug not in UNTRANSLATED]


def _in_file(method: str, path: Path, options: dict[str, str]) -> Iterator[Message]:
    found = extract_from_file(method, path, keywords=KEYWORDS, options=options)
    yield from (message for _, message, _, _ in found)


def file_of(language: Language, room: str) -> Path:
    """Where the messages of a room are translated."""
    return SITE / "languages" / language / f"{room}.po"


def translated(language: Language, room: str) -> dict[Message, Any]:
    """What the catalogue has: by message its translation, or one for each plural form."""
    path = file_of(language, room)
    return {_message(one.id): one.string for one in catalogue(path) if one.id} if path.exists() else {}


def _message(named: Any) -> Message:  # noqa: ANN401 -- a text, or a list or tuple of texts
    return named if isinstance(named, str) else tuple(named)


def _bring_up_to_date(language: Language, room: str, known: Mapping[Message, Message]) -> None:
    made = Catalog(locale=language, fuzzy=False, header_comment=f"# {room.capitalize()} pages.", charset="utf-8")
    for message in messages(room):
        made.add(message, known.get(message))
    path = file_of(language, room)
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as opened:
        write_po(opened, made, width=120, no_location=True, omit_header=False)
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join(line for line in lines if not line.startswith(_DATED)) + "\n", "utf-8")


def main() -> None:
    """Brings all catalogues up to date, and says what is not translated yet."""
    for language in TRANSLATED:
        # Of all rooms before any is written: a message may have moved from one to another.
        known = {message: told for room in ROOMS for message, told in translated(language, room).items() if told}
        for room in ROOMS:
            _bring_up_to_date(language, room, known)
            open_ones = [one for one, text in translated(language, room).items() if not text or not all(text)]
            sys.stdout.write(f"{file_of(language, room)}: {len(open_ones)} to translate\n")


if __name__ == "__main__":
    main()
