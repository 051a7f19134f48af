"""Histories are read in words: whatever the log can hold has them in every language."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from api.site.frame.languages import LANGUAGES, Language
from api.site.frame.templates import environment
from api.site.frame.words import WORDS
from api.site.office.recorded import BY_FIELD, COUNTS, LABELS, WITHIN, Told, fields_of, label_of, told_by, words_of
from domain.application.catalogue import EVENTS
from tests.api.support import Service
from tests.properties import PROFILE
from tests.site.test_office import Office, at_the_office
from tests.site.world import made

SOME = ("season", "champion", "swiss", "rolling", "morning")
TOPICS = sorted(event.TOPIC for event in EVENTS)
NUMBERS = re.compile(r"\d+")
TOLD_AS_THEY_ARE = {"application/json", "text/csv"}
ID = "11111111-1111-4111-8111-111111111111"
OTHER = "22222222-2222-4222-8222-222222222222"


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_its_fields_and_what_these_may_hold_have_words(topic: str) -> None:
    assert topic.rpartition(".")[0] in WORDS["happened"]
    fields = fields_of(topic)
    assert {name for name in fields if not label_of(name, "")} == set()
    held = {(name, one) for name, listed in fields.items() for one in listed if not NUMBERS.fullmatch(one)}
    assert {(name, one) for name, one in held if not words_of(name, "", one)} <= {
        ("media_type", one) for one in TOLD_AS_THEY_ARE
    }


def test_no_word_of_histories_is_left_over() -> None:
    every = {name: listed for topic in TOPICS for name, listed in fields_of(topic).items()}
    held = {one for topic in TOPICS for listed in fields_of(topic).values() for one in listed}
    assert set(WORDS["recorded"]) <= set(every)
    assert set(WORDS["recorded_value"]) <= held
    assert {*BY_FIELD, *WITHIN} <= set(every)
    assert {*LABELS, *COUNTS, *(kind for kinds in (*BY_FIELD.values(), *WITHIN.values()) for kind in kinds)} <= set(
        WORDS
    )


def _event(topic: str, data: dict[str, object], stream: str, *withheld: str) -> dict[str, object]:
    return {"topic": topic, "data": data, "stream": stream, "withheld": withheld}


def _shape(told: tuple[Told, ...]) -> dict[str, tuple[str, object]]:
    return {one.name: (one.kind, one.value) for one in told}


def test_a_field_is_told_as_what_it_is() -> None:
    data = {"match": 3, "result": {"kind": "score", "first": 5, "second": 3}, "outcome": None, "verified": True}
    told = told_by(_event("tournament.result-reported.v1", {**data, "in_name_of": 2}, f"tournament-{ID}"))
    assert _shape(told) == {
        "match": ("match", f"{ID}/matches/3"),
        "result": ("text", "5–3"),
        "verified": ("yes", True),
        "in_name_of": ("entry", f"{ID}/entries/2"),
    }


@pytest.mark.parametrize(("topic", "field"), [("entry-reentered", "again"), ("reentry-taken-back", "former")])
def test_other_entry_of_a_reentry_is_told_as_an_entry(topic: str, field: str) -> None:
    told = told_by(_event(f"tournament.{topic}.v1", {"entry": 2, field: 6}, f"tournament-{ID}"))
    assert _shape(told) == {"entry": ("entry", f"{ID}/entries/2"), field: ("entry", f"{ID}/entries/6")}


def test_fields_that_a_reader_may_not_see_are_named() -> None:
    event = _event("person.ban-placed.v1", {"ban": 1, "kind": "ban", "reason": None}, f"person-{ID}", "data.reason")
    assert [(one.name, one.kind, one.words) for one in told_by(event)] == [
        ("ban", "text", ""),
        ("kind", "word", "option"),
        ("reason", "withheld", ""),
    ]


def test_a_word_goes_by_where_it_stands() -> None:
    remedies = [{"kind": "ban", "person": OTHER}]
    told = told_by(_event("tournament.ruling-given.v2", {"remedies": remedies, "reasons": "ban"}, f"tournament-{ID}"))
    assert [(one.kind, one.words) for one in told[0].value[0].value] == [("word", "remedy"), ("person", "")]
    assert (told[1].kind, told[1].value) == ("text", "ban")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_is_told_in_words_in_every_language(language: Language) -> None:
    page = environment(language).from_string("{{ topic | happened }}")
    told = {topic: page.render(topic=topic) for topic in TOPICS}
    assert not {topic for topic, words in told.items() if "." in words or "-" in words.replace("play-off", "")}
    english = {topic: WORDS["happened"][topic.rpartition(".")[0]] for topic in TOPICS}
    assert language == "en" or not {topic for topic in TOPICS if told[topic] == english[topic]}


@pytest.mark.longer
def test_the_log_is_read_in_words(service: Service) -> None:
    """Of tournaments of all kinds in `make proof`, of some otherwise."""
    made(service, *(() if PROFILE == "proof" else SOME))
    with at_the_office(service) as office:
        whole, further = "", "?language=da"
        while further:
            whole += office.open(f"/office/history{unescape(further)}")
            further = next(iter(re.findall(r'href="(\?[^"]*cursor=[^"]*)"', office.page.partition("<footer")[0])), "")
        assert not re.findall(r"<dt>[a-z]+_[a-z_]+</dt>", whole)
        assert '<p class="what">resultat meldt</p>' in whole
        assert "<dt>Resultat</dt> <dd><bdi>5–2</bdi>" in re.sub(r"\s*\n\s*", "", whole)


def _asked(office: Office, **said: str) -> tuple[str, list[str]]:
    """What the page answers to what is typed, and the histories that are to be chosen from."""
    page = office.open(f"/office/history?{urlencode(said)}").partition("<main")[2].partition("<footer")[0]
    choice = page.partition("<h2>")[2].partition("</ul>")[0]
    return page, re.findall(r"\?stream=([a-z0-9-]+)", choice)


@pytest.mark.rule("ALL-1")
def test_a_history_is_found_by_a_name_and_by_its_own(service: Service) -> None:
    with at_the_office(service) as office:
        assert office.client is not None
        persons = {service.register("Hanne Historik") for _ in range(2)}
        cup = office.client.done("/v1/tournaments", {"name": "Historik cup", "format": {"kind": "open"}}).json()
        series = office.client.done("/v1/series", {"name": "Historik series"}).json()["series"]
        club = office.client.done("/v1/clubs", {"name": "The historik club"}).json()["club"]
        office.client.done("/v1/clubs", {"name": "Another club"})
        office.client.position = service.services.journal.position()
        office.client.read("/v1/persons")
        streams = {
            *(f"person-{one}" for one in persons),
            f"tournament-{cup['tournament']}",
            f"series-{series}",
            "clubs",
        }
        page, found = _asked(office, whose="historik", since="2020-01-01")
        assert (set(found), len(found)) == (streams, len(streams))
        assert page.count("since=2020-01-01") >= len(streams)
        for told in (
            {"whose": "Historik cup"},
            {"whose": f"tournament-{cup['tournament']}"},
            {"stream": f"tournament-{cup['tournament']}"},
        ):
            page, found = _asked(office, **told)
            assert (found, "tournament.announced.v2" in page, "person.registered.v1" in page) == ([], True, False)
        for told in ({"whose": "The historik club"}, {"stream": "clubs", "club": club}):
            page, found = _asked(office, **told)
            assert (found, "The historik club" in page, "Another club" in page) == ([], True, False)
        link = f"/office/history?stream=clubs&amp;club={club}"
        assert link.partition("?")[2] in _asked(office, whose="historik")[0]
        assert link in office.open(f"/office/clubs/{club}")
        page, found = _asked(office, whose="no such name")
        assert (found, "Nothing was found." in page, "person.registered.v1" in page) == ([], True, False)
        assert "person.registered.v1" in _asked(office)[0]
