"""The languages that pages are written in, and which one a reader is shown.

Templates hold the English words; `languages/<language>/*.po` hold the others, a file for each room of pages.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Literal, get_args

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

Language = Literal["en", "da", "nl"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
OWN_NAMES = {"en": "English", "da": "Dansk", "nl": "Nederlands"}
COOKIE = "language"

_FOLDER = Path(__file__).parents[1] / "languages"
_RANGE = re.compile(
    r"\s*(?P<tag>[A-Za-z]{1,8})(?:-[A-Za-z0-9-]{1,40})?\s*(?:;\s*q\s*=\s*(?P<weight>[01](?:\.\d{0,3})?))?\s*"
)
_MOST_RANGES = 30


def message_files(language: Language) -> list[Path]:
    """The catalogues of a language, by name; English has none, since the templates are written in it."""
    return sorted((_FOLDER / language).glob("*.po"))


@cache
def translations(language: Language) -> NullTranslations:
    """The words of the templates in that language."""
    found = NullTranslations()
    for path in message_files(language):
        found = _read_translations(path, found)
    return found


def _read_translations(path: Path, others: NullTranslations) -> NullTranslations:
    packed = BytesIO()
    write_mo(packed, catalogue(path))
    packed.seek(0)
    read = GNUTranslations(packed)
    read.add_fallback(others)
    return read


def catalogue(path: Path) -> Catalog:
    """The messages of a file."""
    with path.open("rb") as opened:
        return read_po(opened, locale=path.parent.name)


def chosen(wanted: str | None, kept: str | None, accepted: str) -> Language:
    """The language to be shown: the one asked for now, else the one chosen before, else what the browser likes best."""
    return next(_known_languages([wanted, kept, *_by_weight(accepted)]), "en")


def _known_languages(tags: Iterable[str | None]) -> Iterator[Language]:
    return (language for tag in tags for language in LANGUAGES if language == tag)


def _by_weight(accepted: str) -> list[str]:
    """The languages of the header Accept-Language, the best liked first."""
    found = filter(None, map(_RANGE.fullmatch, accepted.split(",")[:_MOST_RANGES]))
    weighed = [(float(one["weight"] or 1), one["tag"].lower()) for one in found]
    return [tag for weight, tag in sorted(weighed, key=lambda one: -one[0]) if weight > 0]
