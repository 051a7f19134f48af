"""What is wrong with something typed is told in the reader's language, whoever has found it."""

import pytest

from api.site.frame.languages import LANGUAGES, Language
from api.site.frame.templates import environment
from api.site.words.problems import MESSAGES
from tests.api.support import Service
from tests.site.test_office import at_the_office


def told(message: str, language: Language) -> str:
    return environment(language).from_string("{{ one | message_words }}").render(one=message)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_message_is_found_again_by_its_pattern(language: Language) -> None:
    for message, words in MESSAGES.items():
        expected = words if language == "en" else ""
        found = told(message.replace("%(", "").replace(")s", ""), language)
        assert found, message
        assert not expected or found.split()[-1] == expected.split()[-1].replace("%(", "").replace(")s", "")


@pytest.mark.parametrize(
    ("message", "danish"),
    [
        ("birth_year must be a whole number, and is 'x'", "Fødselsår skal være et helt tal, og er &#39;x&#39;"),
        ("country: String should have at most 2 characters", "Land, to bogstaver: må højst have 2 tegn"),
        ("Input should be greater than or equal to 1", "skal være mindst 1"),
        ("Nobody has ever said this.", ""),
    ],
)
def test_it_names_what_the_message_names(message: str, danish: str) -> None:
    assert told(message, "da") == danish


def test_a_list_and_a_form_are_refused_in_the_readers_language(service: Service) -> None:
    service.register("Anna Twice")
    with at_the_office(service) as office:
        office.http.headers["Accept-Language"] = "nl"
        office.open("/office/list")
        office.press("/office/list", step="try", list="name,birth_year\nAnna Twice,\nBo Berg,soon")
        assert "Likely the same" not in office.page
        assert 'href="/office/persons/' in office.page
        assert "Geboortejaar moet een geheel getal zijn, en is &#39;soon&#39;" in office.page
        office.open("/office/do/register-person")
        office.press("register-person", step="send", name="Cy Carl", birth_year="12")
        assert 'lang="en"' not in office.page.partition("<main")[2].partition("</main>")[0]
