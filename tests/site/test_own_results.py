"""What players do at their own phone about a result: mend what they mistyped, and read what was ruled."""

from collections.abc import Iterator

import pytest

from tests.api.played import Played, started
from tests.api.support import Service, score
from tests.patience import eventually
from tests.site.browsing import Browser, browsing


@pytest.fixture
def made(service: Service) -> Played:
    """Two play a final to 5 points, and confirm each other's word."""
    conditions = {"verification": "confirmed"}
    return started(service, {"kind": "knockout", "lengths": [5]}, 2, conditions=conditions)


@pytest.fixture
def phone(service: Service, made: Played) -> Iterator[Browser]:
    """That of entry 1, on their page."""
    with browsing(service, service.key("player", made.persons[0])) as found:
        yield found


def play(made: Played) -> str:
    return made.path.removeprefix("/v1") + "/play"


@pytest.mark.rule("TD-14")
def test_player_mends_their_own_report_until_the_opponent_confirms(
    service: Service, made: Played, phone: Browser
) -> None:
    other = service.client(service.key("player", made.persons[1]))
    phone.open(play(made))
    phone.done("/result", own="5", other="1")
    (form,) = phone.forms("/result")
    assert (dict(form.fields)["own"], dict(form.fields)["other"]) == ("5", "1"), "what was typed is there to be mended"
    phone.done("/result", own="5", other="4")
    match = made.match(1)
    first = made.persons.index(match["persons"][0]) if "persons" in match else match["sides"].index(1)
    assert match["status"] == "reported"
    other.change(f"{made.path}/matches/1", "verification")
    assert sorted(made.match(1)["points"]) == [4, 5]
    assert made.match(1)["points"][first] == 5
    assert eventually(lambda: "I typed it wrong" not in phone.open(play(made)))


@pytest.mark.rule("TD-14")
def test_player_asks_for_a_correction_of_their_own_report_that_counts(
    service: Service,
) -> None:
    made = started(service, {"kind": "knockout", "lengths": [5]}, 2, conditions={"verification": "at-once"})
    own = made.match(1)["sides"].index(1)
    with browsing(service, service.key("player", made.persons[0])) as phone:
        phone.open(play(made))
        phone.done("/result", own="5", other="1")
        assert made.match(1)["status"] == "announced"
        (form,) = phone.forms("/mistyped")
        assert (dict(form.fields)["own"], dict(form.fields)["other"]) == ("5", "1")
        assert phone.press("/mistyped", own="five").status_code == 422
        phone.open(play(made))
        assert "The directors will rule on it." in phone.done("/mistyped", own="5", other="4")
        assert not list(phone.forms("/mistyped")), "it is asked for once"
    (dispute,) = made.read("disputes")["items"]
    assert "It was 5–4" in dispute["matter"]
    assert sorted(made.match(1)["points"]) == [1, 5], "a director corrects it, and nobody else"
    made.correct(1, score(5, 4) if own == 0 else score(4, 5))
    assert sorted(made.match(1)["points"]) == [4, 5]


@pytest.mark.rule("TD-10", "TD-14")
def test_a_disputed_result_can_not_be_confirmed_with_a_click(service: Service, made: Played, phone: Browser) -> None:
    own = made.match(1)["sides"].index(1)
    staff = score(2, 5) if own == 0 else score(5, 2)
    made.service.player(made.persons[1]).change(f"{made.path}/matches/1", "result", {"result": staff})
    assert eventually(lambda: "That is right" in phone.open(play(made)))
    page = phone.done("/dispute", matter="The last game was mine.")
    assert "This result is disputed." in page
    assert "That is right" not in page
    with browsing(service, service.key("player", made.persons[1])) as other:
        assert "This result is disputed." in other.open(play(made)), "who reported it has not disputed it"


@pytest.mark.rule("TD-11", "TD-10")
@pytest.mark.parametrize("entry", [0, 1])
def test_both_players_read_what_was_ruled_and_how_to_appeal(service: Service, made: Played, entry: int) -> None:
    made.report(1, score(5, 1))
    ruling = {
        "about": {"kind": "match", "number": 1},
        "clause": "4.7",
        "facts": "The sheets disagree.",
        "reasons": "The sheet of the player behind decides.",
        "remedies": [{"kind": "score-correction", "first": 5, "second": 3}],
    }
    made.do("rulings", ruling)
    with browsing(service, service.key("player", made.persons[entry])) as phone:
        page = phone.open(play(made))
    assert "5–3" in page
    assert "The sheet of the player behind decides." in page
    assert "You can appeal it until" in page
    assert "/do/lodge-appeal?ruling=1" in page
