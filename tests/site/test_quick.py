"""The form that announces an evening: what a club needs, as it was the last time."""

from collections.abc import Iterator
from typing import Any

import pytest

from api.site.desk.quick import ASKED, FINAL, HAVE_LENGTHS, HAVE_ROUNDS, USUAL
from domain.formats.registry import KINDS
from tests.api.support import Client, Service
from tests.site.browsing import Browser, browsing


@pytest.fixture
def director(service: Service) -> Client:
    return service.client(service.key("director", service.register("A director")))


@pytest.fixture
def desk(service: Service, director: Client) -> Iterator[Browser]:
    with browsing(service, director.key or "") as found:
        yield found


def announced(desk: Browser, director: Client, **typed: str) -> dict[str, Any]:
    """What the form announces as it is, with that typed."""
    desk.open("/desk")
    desk.done("/announcement", **typed)
    assert desk.shown is not None
    found: dict[str, Any] = director.read(f"/v1/tournaments/{desk.shown.url.path.split('/')[2]}")
    return found


def test_first_evening_needs_nothing_typed(desk: Browser, director: Client) -> None:
    made = announced(desk, director)
    assert made["format"]["kind"] == USUAL
    assert (made["rating"], made["directors"] != []) == (None, True)


@pytest.mark.rule("NXE-1")
def test_next_evening_is_as_the_last_one_was(desk: Browser, director: Client) -> None:
    first = announced(
        desk,
        director,
        **{
            "format": "nxe",
            "of-nxe.losses": "3",
            "length": "7",
            "rating": "normal room 1",
            "verification": "confirmed",
        },
    )
    again = announced(desk, director, name="The next one")
    for name in ("format", "rating"):
        assert first[name] == again[name]
    assert first["format"]["losses"] == 3
    assert again["conditions"]["verification"] == "confirmed"
    assert again["name"] == "The next one"


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"champion"}))
def test_each_format_is_announced_with_its_own_fields(desk: Browser, director: Client, kind: str) -> None:
    made = announced(desk, director, format=kind, length="3")
    assert made["format"]["kind"] == kind
    assert made["format"].get("lengths", [3]) == [3]
    assert made["format"].get("round_days") is None
    assert made["conditions"]["round_minutes"] == (36 if kind in HAVE_ROUNDS else None)
    desk.open("/desk")
    (form,) = desk.forms("/announcement")
    shown = {one.partition(".")[2] for one in {*form.names, *form.further} if one.startswith(f"of-{kind}.")}
    assert shown == {one.name for one in ASKED[kind]}


@pytest.mark.rule("SWI-3")
@pytest.mark.parametrize(("typed", "minutes"), [("", 84), ("50", 50), ("0", None)])
def test_round_of_an_evening_ends_in_minutes_as_the_last_evening_had(
    desk: Browser, director: Client, typed: str, minutes: int | None
) -> None:
    """Twelve minutes for each point unless others are typed."""
    made = announced(desk, director, format=USUAL, length="7", minutes=typed)
    assert made["conditions"]["round_minutes"] == minutes
    desk.open("/desk")
    (form,) = desk.forms("/announcement")
    assert dict(form.fields)["minutes"] == typed


@pytest.mark.rule("SWI-3")
def test_final_of_an_evening_ends_in_no_days_either(desk: Browser, director: Client) -> None:
    made = announced(desk, director, format="swiss", qualifiers="4")
    assert made["stages"][0]["format"]["round_days"] is None


def test_final_follows_with_its_own_length(desk: Browser, director: Client) -> None:
    made = announced(desk, director, format="swiss", length="5", qualifiers="4")
    (stage,) = made["stages"]
    assert (stage["format"]["kind"], stage["format"]["lengths"], stage["qualifiers"]) == (FINAL, [5], 4)


def test_unknown_format_and_rating_are_refused_with_what_was_typed(desk: Browser) -> None:
    desk.open("/desk")
    for typed in ({"format": "chess"}, {"rating": "none of it"}):
        answer = desk.press("/announcement", name="Kept name", **typed)
        assert (answer.status_code, "Kept name" in answer.text) == (422, True)


def test_champion_is_told_what_it_lacks(desk: Browser) -> None:
    desk.open("/desk")
    answer = desk.press("/announcement", format="champion")
    assert answer.status_code in (409, 422)
    assert 'role="alert"' in answer.text


def test_formats_with_lengths_are_those_that_have_them() -> None:
    assert set(KINDS) >= HAVE_LENGTHS
    assert USUAL in HAVE_LENGTHS


@pytest.mark.rule("CON-9")
def test_last_chance_is_chosen_in_the_short_form_and_told_to_all(desk: Browser, director: Client) -> None:
    kind = next(one for one, asked in ASKED.items() if any(each.name == "last_chance" for each in asked))
    made = announced(desk, director, **{"format": kind, f"of-{kind}.last_chance": "progressive"})
    assert made["format"]["last_chance"] == "progressive"
    desk.open(f"/tournaments/{made['id']}")
    assert desk.shown is not None
    assert "and a last chance" in desk.shown.text
