"""The templates of pages, each compiled once for each language."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import DictLoader, Environment, StrictUndefined

from api.http.made_ids import is_instead
from api.site.frame.assets import assets
from api.site.frame.languages import LANGUAGES, OWN_NAMES, Language, translations
from api.site.frame.sentences import FILTERS as SENTENCES
from api.site.frame.words import FILTERS as WORDS
from api.site.frame.words import is_if_needed
from api.site.frame.written import FILTERS as WRITTEN

FOLDER = Path(__file__).parents[1] / "templates"
EXTENSIONS = ["jinja2.ext.i18n", "jinja2.ext.do"]


_OF_EACH_KIND = "{{ '2026-11-05T19:30:00+00:00' | moment }} {{ 0.5 | percent }}"


@cache
def _sources() -> Mapping[str, str]:
    """All templates by their names; each read once."""
    return {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in sorted(FOLDER.rglob("*.html"))}


@cache
def environment(language: Language) -> Environment:
    """What makes pages in that language; everything that is put into them is escaped."""
    made = Environment(
        loader=DictLoader(_sources()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=EXTENSIONS,
    )
    made.install_gettext_translations(translations(language), newstyle=True)  # type: ignore[attr-defined]  # i18n adds it
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "sort_keys": True}
    made.filters |= {**WRITTEN, **WORDS, **SENTENCES}
    made.tests["nobody"] = is_instead
    made.tests["if_needed"] = is_if_needed
    made.globals |= {"asset": assets(), "language": language, "languages": LANGUAGES, "own_names": OWN_NAMES}
    return made


def written(template: str, language: Language, values: Mapping[str, Any]) -> str:
    """The page in that language."""
    return environment(language).get_template(template).render(values)


def load() -> None:
    """Reads every file that pages are made from: templates, messages, how languages write, and what pages load."""
    for language in LANGUAGES:
        environment(language).from_string(_OF_EACH_KIND).render(zone="UTC")
