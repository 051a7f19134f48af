"""The templates of pages, each compiled once for all languages."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

from jinja2 import BytecodeCache, DictLoader, Environment, StrictUndefined
from jinja2.bccache import Bucket

from api.http.made_ids import is_instead
from api.site.frame.assets import assets
from api.site.frame.called_rounds import FILTERS as CALLED_ROUNDS
from api.site.frame.languages import LANGUAGES, OWN_NAMES, Language, translations
from api.site.frame.sentences import FILTERS as SENTENCES
from api.site.frame.sentences import message_words
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


class Compiled(BytecodeCache):
    """The compiled code of each template: messages are looked up when a page is written, so no language has its own."""

    def __init__(self) -> None:
        self.codes: dict[str, CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Gives the bucket what its template was compiled to, if it was."""
        bucket.code = self.codes.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps what the bucket's template was compiled to."""
        if bucket.code is not None:
            self.codes[bucket.key] = bucket.code


_COMPILED = Compiled()


@cache
def environment(language: Language) -> Environment:
    """The environment that makes pages in that language; everything that is put into them is escaped."""
    made = Environment(
        loader=DictLoader(_sources()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=EXTENSIONS,
        bytecode_cache=_COMPILED,
    )
    made.install_gettext_translations(translations(language), newstyle=True)  # type: ignore[attr-defined]  # i18n adds it
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "sort_keys": True}
    made.filters |= {**WRITTEN, **WORDS, **SENTENCES, **CALLED_ROUNDS}
    made.tests["nobody"] = is_instead
    made.tests["if_needed"] = is_if_needed
    made.globals |= {"asset": assets(), "language": language, "languages": LANGUAGES, "own_names": OWN_NAMES}
    return made


def written(template: str, language: Language, values: Mapping[str, Any]) -> str:
    """The page in that language."""
    return environment(language).get_template(template).render(values)


def sentences_in(language: Language, zone: str) -> Callable[[str], str]:
    """Tells a sentence as pages in that language do; one that has no words, as it is."""
    context = environment(language).from_string("").new_context({"zone": zone})
    return lambda text: message_words(context, text) or text


def load() -> None:
    """Reads every file that pages are made from: templates, messages, how languages write, and what pages load."""
    for language in LANGUAGES:
        environment(language).from_string(_OF_EACH_KIND).render(zone="UTC")
