"""Refusals on pages: told in the reader's language, by their kind and with what was wrong this time."""

import re

import pytest

from api.http.problems import CATALOGUE
from api.site.frame.languages import Language, translations
from api.site.words.problems import ON_PAGES
from tests.api.played import first_wins, started
from tests.api.support import Service
from tests.site.messages import TRANSLATED, translated_problems
from tests.site.test_desk import at_the_desk
from tests.site.test_office import at_the_office
from tests.site.untranslated_problems import WHY_UNTRANSLATED

SAID = {
    "da": "Der er for få deltagere til at starte",
    "nl": "Er zijn te weinig deelnemers om te beginnen",
}
THIS_TIME = {
    "da": '<p class="note">Godkendte tilmeldinger i turneringen: 1.</p>',
    "nl": '<p class="note">Goedgekeurde inschrijvingen voor het toernooi: 1.</p>',
}
IN_ENGLISH = "Approve entries first, or cancel the tournament."


OF_OPERATORS = re.compile(r"`scoresheet [^`]*`")
OF_PROGRAMS = re.compile(r"`|/v1|ETag|If-Match|Retry-After|[Ii]dempotency|digest|cursor|\bids?\b")
ASKED = {
    "en": "Some are tied for the last places",
    "da": "Nogle står lige om de sidste pladser",
    "nl": "Er is gelijkstand om de laatste plaatsen",
}


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_a_refusal_is_told_in_the_language_of_the_page(service: Service, language: str) -> None:
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Alone Almind", "Away Abel"])
        desk.http.headers["Accept-Language"] = language
        desk.open(desk.at)
        assert desk.client is not None
        desk.client.change(f"{desk.api}/entries/2", "withdrawal", {"reason": "Ill."})
        assert desk.press("/start").status_code == 409
        assert (IN_ENGLISH in desk.page) == (language == "en")
        assert SAID.get(language, IN_ENGLISH) in desk.page
        assert THIS_TIME.get(language, "The tournament has 1 approved entries.") in desk.page


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_a_question_is_asked_in_the_language_of_the_page(service: Service, language: Language) -> None:
    final = {"format": {"kind": "knockout", "lengths": [7]}, "qualifiers": 2}
    made = started(service, {"kind": "swiss", "rounds": 1, "lengths": [5]}, 6, stages=[final])
    while made.next()["kind"] != "ask":
        made.step(first_wins)
    with at_the_office(service) as office:
        office.http.headers["Accept-Language"] = language
        assert ASKED[language] in office.open(made.path.replace("/v1/tournaments", "/desk"))


def test_form_tells_what_is_wrong_by_its_labels(service: Service) -> None:
    """And not by the names that programs have for its fields."""
    made = started(service, {"kind": "nxe", "losses": 1, "lengths": [3]}, 2)
    made.do("rounds/1/draw")
    made.director.read(made.path)  # until the tables have it, it is not found
    with at_the_office(service) as office:
        office.http.headers["Accept-Language"] = "nl"
        form = "/do/give-ruling?match=1"
        office.open(f"{made.path.replace('/v1/tournaments', '/desk')}{form}")
        office.done(form, step="add remedies", **{"remedies-new": "penalty-points"})
        sides = {f"remedies.1.{who}": "first" for who in ("offender", "beneficiary")}
        told = {"clause": "4.3", "facts": "Seen.", "reasons": "So.", **sides, "remedies.1.points": "1"}
        page = office.press(form, step="try", **told).text
    assert "Wat wordt opgelegd, 1, strafpunten voor de tegenstander" in page
    assert "command remedies" not in page


def test_no_page_advises_in_english_what_only_a_program_can_do() -> None:
    told = {kind.slug: ON_PAGES.get(kind.slug, kind.advice) for kind in translated_problems()}
    assert {slug: text for slug, text in told.items() if OF_PROGRAMS.search(OF_OPERATORS.sub("", text))} == {}
    assert set(ON_PAGES) <= set(told)


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_problems_that_are_not_translated_are_named(language: Language) -> None:
    assert set(CATALOGUE.kinds) >= set(WHY_UNTRANSLATED)
    in_words = translations(language).gettext
    named = (CATALOGUE.kinds[slug] for slug in WHY_UNTRANSLATED)
    told = [kind.slug for kind in named if in_words(kind.title) != kind.title and in_words(kind.advice) != kind.advice]
    assert told == []


def test_heading_of_a_refused_score_says_what_is_wrong_with_it(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Alma Ahl", "Bent Buus"])
        desk.started()
        desk.done("/draw")
        desk.open(f"{desk.at}/do/leave-for-today?entry=1")
        assert "old result" not in desk.page
        assert desk.page.index("More options") < desk.page.index("The same, stage by stage")
        desk.open(desk.at)
        for language, told in (("en", "The score does not finish the match"), ("nl", "De score beëindigt")):
            desk.http.headers["Accept-Language"] = language
            assert told in refused_heading(desk.press("/results", quick="1 3-2").text)


def refused_heading(page: str) -> str:
    found = re.search(r'<div role="alert"[^>]*>\s*<p><strong>(.*?)</strong>', page, re.DOTALL)
    return "" if found is None else re.sub(r"<[^>]+>", "", found[1])
