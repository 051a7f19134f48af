"""Small things that pages tell as they are meant: a last day, who to ask, which round, who has won."""

import pytest

from api.site.frame.templates import environment
from tests.api.played import announced, started, winner
from tests.api.support import Service
from tests.site.test_desk import at_the_desk
from tests.site.test_office import at_the_office


@pytest.mark.parametrize(
    ("ends", "shown"),
    [("2026-06-30T22:00:00Z", "30 Jun 2026"), ("2026-06-30T21:59:00Z", "30 Jun 2026, 23:59")],
)
def test_matters_that_end_with_a_day_are_told_until_that_day(ends: str, shown: str) -> None:
    page = environment("en").from_string("{{ ends | until }}")
    assert page.render(ends=ends, zone="Europe/Copenhagen", language="en") == shown


def test_the_office_sends_nobody_to_a_director(service: Service) -> None:
    with at_the_desk(service) as director:
        refused = director.http.get("/office")
        assert refused.status_code == 403
        assert "ask an administrator" in refused.text
        assert "ask a director" not in refused.text


def test_the_page_of_a_person_shows_the_id(service: Service) -> None:
    person = service.register("Ida Idsen")
    with at_the_office(service) as office:
        assert f"<code>{person}</code>" in office.open(f"/office/persons/{person}")


def test_a_bye_is_asked_for_in_the_round_that_comes_next(service: Service) -> None:
    made = started(service, {"kind": "swiss", "rounds": 3, "lengths": [3]}, 4)
    made.do("rounds/1/draw")
    with at_the_office(service) as office:
        office.open(f"{made.path.replace('/v1/tournaments', '/desk')}/do/request-bye?entry=1")
        assert dict(next(office.forms("request-bye?entry=1")).fields)["round"] == "2"


def test_winner_of_a_match_without_a_score_is_named_and_given_no_score(service: Service) -> None:
    made = announced(service, {"kind": "open"})
    made.enter_all(service.register_all(["Bo Berg", "Cy Carl"]))
    made.do("start")
    made.director.done(f"{made.path}/matches", {"sides": [1, 2], "length": 3, "result": winner("first")})
    made.read("matches/1")
    page = service.http.get(f"{made.path.removeprefix('/v1')}/matches").text
    assert ("Bo Berg won" in page, "1–0" in page) == (True, False)


def test_acts_done_once_say_that_they_were_done() -> None:
    told = environment("en").from_string("{{ one | message_words }}")
    detail = "The tournament is started; this can only be done while it is announced."
    assert "has started already" in told.render(one=detail)


def test_settings_are_called_as_forms_call_them_and_a_place_names_no_kind_of_format() -> None:
    told = environment("en").from_string("{{ one | settings_labelled }}: {{ place | place_typed }}")
    sentence = "in a bout the next match follows a drawn one: leave replay_lengths out"
    assert told.render(one=sentence, place="/format/knockout/replay_lengths").startswith(
        "in a bout the next match follows a drawn one: leave “Points in replays of a drawn match, one by one” out: "
        "Format, Points in replays"
    )
    assert told.render(one="as the rules_version says", place="/stages/0/format/knockout") == (
        "as the rules_version says: Stages that follow, 1, Format"
    )
