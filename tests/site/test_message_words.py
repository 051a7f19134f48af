"""What is wrong with something typed is told in the reader's language, anyone who has found it."""

import re
from functools import cache

import pytest
from jinja2 import Template

from api.site.frame.languages import LANGUAGES, Language
from api.site.frame.sentences import SENTENCES
from api.site.frame.templates import environment
from api.site.words.problems import MESSAGES
from tests.api.support import Service
from tests.site.messages import ROOMS, TRANSLATED, translated
from tests.site.sentences import sentences
from tests.site.test_office import at_the_office


@cache
def _page(language: Language) -> Template:
    return environment(language).from_string("{{ one | message_words | safe }}")


def told(message: str, language: Language) -> str:
    """As the page says it, in UTC."""
    return _page(language).render(one=message, zone="UTC")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_message_is_found_again_by_its_pattern(language: Language) -> None:
    for message, words in MESSAGES.items():
        expected = words if language == "en" else ""
        found = told(message.replace("%(", "").replace(")s", ""), language)
        assert found, message
        last = expected.replace("%(", "").replace(")s", "").split()[-1:]
        assert [word.casefold() for word in found.split()[-1:]] == [word.casefold() for word in last] or not expected


@pytest.mark.parametrize(
    ("message", "danish"),
    [
        ("birth_year must be a whole number, not 'x'", "Fødselsår skal være et helt tal, ikke 'x'"),
        ("country: String should have at most 2 characters", "Land, to bogstaver: må højst have 2 tegn"),
        ("Input should be greater than or equal to 1", "skal være mindst 1"),
        ("Nobody has ever said this.", ""),
    ],
)
def test_translation_names_what_the_message_names(message: str, danish: str) -> None:
    assert told(message, "da") == danish


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "sent",
    [
        "Game " + "1 of a match to 1 began at 1-1: no 1" * 500,
        "line 1: " * 700,
        "line 1: line 2: round 3: " * 300 + "both have white",
        " and 7 more" * 1_000,
        "a, b or c and " * 500,
    ],
)
def test_requests_sent_to_be_slow_are_not_told(sent: str, language: Language) -> None:
    """A sentence is gone through once, and so many within one another are none of the service's own."""
    assert told(sent, language) == ""


WITHIN = {"detail": "Round 3 has to be drawn first.", "problem": "both have white", "wrong": "line 3: both have white"}
_NAMED = re.compile(r"%\((\w+)\)s")


@pytest.mark.parametrize("language", TRANSLATED)
def test_each_sentence_of_the_service_is_told_by_its_translation(language: Language) -> None:
    """A new one fails here, and in the test of the catalogues, until it has words in every language."""
    for sentence, words in translated(language, SENTENCES).items():
        assert isinstance(sentence, str)
        named = {name: WITHIN.get(name, "7") for name in _NAMED.findall(sentence)}
        in_words = {name: told(text, language) or text for name, text in named.items()}
        assert told(sentence % named, language) == words % in_words, sentence


def test_sentences_are_read_from_where_they_are_made() -> None:
    found = set(sentences())
    assert {"Match %(number)s is void.", "both have black", "line %(number)s: %(detail)s"} <= found
    assert {"Entries are closed.", "Entries are not open yet."} <= found, "one is put together from either word"


@pytest.mark.parametrize(
    ("sentence", "danish", "dutch"),
    [
        ("Entry 3 is withdrawn.", "Tilmelding 3: afmeldt.", "Inschrijving 3: afgemeld."),
        (
            "Match 4 of round 2 was to be played until 2026-11-20T18:30:00+00:00.",
            "Match 4 i runde 2 skulle spilles inden fre. 20. nov. 2026, 18.30.",
            "Wedstrijd 4 van ronde 2 moest voor vr 20 nov 2026, 18:30 worden gespeeld.",
        ),
        (
            "Line 7: round 2: both have white, and 3 more are wrong.",
            "Linje 7: runde 2: begge har hvid; fejl derudover: 3.",
            "Regel 7: ronde 2: beiden hebben wit; fouten daarnaast: 3.",
        ),
        (
            "the points are 11.5, but the rounds add up to 12.5",
            "pointene er 11,5, men runderne giver 12,5",
            "de punten zijn 11,5, maar de rondes tellen op tot 12,5",
        ),
        ("At most 1048576 bytes are taken here.", "Der tages højst imod 1.048.576 byte her.", ""),
        (
            "Match 1 is over: a penalty-points comes too late.",
            "Match 1 er slut; det kommer for sent: strafpoint til modstanderen.",
            "",
        ),
        ("Started matches of round 2: 1, 2 and 3 more.", "Begyndte matcher i runde 2: 1, 2 og 3 til.", ""),
        ("Input should be 'first' or 'both'", "skal være en af 'first' eller 'both'", ""),
        (
            "status must be one of approved, requested, not 'soon'",
            "status skal være en af approved, requested, ikke 'soon'",
            "",
        ),
        ("the rank must be a whole number, not 'x'", "placeringen skal være et helt tal, ikke 'x'", ""),
        ("played_at: month must be in 1..12", "Spillet: den måned findes ikke", ""),
    ],
)
def test_translation_tells_numbers_days_and_words_as_the_language_does(sentence: str, danish: str, dutch: str) -> None:
    assert told(sentence, "da") == danish
    assert told(sentence, "nl") == (dutch or told(sentence, "nl"))


def test_a_list_and_a_form_are_refused_in_the_readers_language(service: Service) -> None:
    service.register("Anna Twice")
    with at_the_office(service) as office:
        office.http.headers["Accept-Language"] = "nl"
        office.open("/office/list")
        office.press("/office/list/persons", step="try", list="name,birth_year\nAnna Twicce,\nBo Berg,soon")
        assert 'href="/office/persons/' in office.page
        assert "&#39;birth_year&#39; moet een geheel getal zijn, niet &#39;soon&#39;" in office.page
        office.open("/office/do/register-person")
        office.press("register-person", step="send", name="Cy Carl", birth_year="12")
        assert 'lang="en"' not in office.page.partition("<main")[2].partition("</main>")[0]


def test_dutch_says_je_and_one_word_for_a_director() -> None:
    said = [str(text) for room in ROOMS for text in translated("nl", room).values()]
    assert len(said) > 1_000
    assert [text for text in said if re.search(r"\b(u|uw|toernooileiders?)\b", text, re.IGNORECASE)] == []
