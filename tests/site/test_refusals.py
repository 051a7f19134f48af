"""Refusals on pages: told in the reader's language by their kind, with what the service says of this one in English."""

import pytest

from api.http.problems import CATALOGUE
from api.site.frame.languages import Language, translations
from tests.api.support import Service
from tests.site.messages import TRANSLATED
from tests.site.test_desk import at_the_desk
from tests.site.untranslated_problems import UNTRANSLATED

SAID = {"da": "Formatet kræver mindst to deltagere for at starte.", "nl": "Deze vorm heeft ten minste twee deelnemers"}
IN_ENGLISH = "Approve entries first, or cancel the tournament."


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_a_refusal_is_told_in_the_language_of_the_page(service: Service, language: str) -> None:
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Alone Almind"])
        desk.http.headers["Accept-Language"] = language
        desk.open(desk.at)
        assert desk.press("/start").status_code == 409
        assert (IN_ENGLISH in desk.page) == (language == "en")
        assert SAID.get(language, IN_ENGLISH) in desk.page


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_problems_that_are_not_translated_are_named(language: Language) -> None:
    assert set(CATALOGUE.kinds) >= UNTRANSLATED
    in_words = translations(language).gettext
    named = (CATALOGUE.kinds[slug] for slug in UNTRANSLATED)
    told = [kind.slug for kind in named if in_words(kind.title) != kind.title and in_words(kind.advice) != kind.advice]
    assert told == []
