"""The templates of pages, each compiled once for each language."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from api.site.frame.assets import assets
from api.site.frame.languages import LANGUAGES, OWN_NAMES, Language, translations
from api.site.frame.words import FILTERS as WORDS
from api.site.frame.written import FILTERS as WRITTEN

FOLDER = Path(__file__).parents[1] / "templates"
EXTENSIONS = ["jinja2.ext.i18n", "jinja2.ext.do"]


@cache
def environment(language: Language) -> Environment:
    """What makes pages in that language; everything that is put into them is escaped."""
    made = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=EXTENSIONS,
    )
    made.install_gettext_translations(translations(language), newstyle=True)  # type: ignore[attr-defined]  # i18n adds it
    made.filters |= {**WRITTEN, **WORDS}
    made.globals |= {"asset": assets(), "language": language, "languages": LANGUAGES, "own_names": OWN_NAMES}
    return made


def written(template: str, language: Language, values: Mapping[str, Any]) -> str:
    """The page in that language."""
    return environment(language).get_template(template).render(values)
