"""The online room: its modes, stakes and ratings, over HTTP."""

from decimal import Decimal
from typing import Any

import pytest

from tests.api.support import Season, Service, score, season
from tests.sources.playing import by_preset, carries_on, next_of

ROOM = {
    "kind": "open",
    "forms": ["normal", "three-games", "five-points", "single"],
    "stakes": True,
}
ONE_GAME = {"kind": "games", "games": [{"winner": "first"}]}


@pytest.fixture
def room(service: Service) -> Season:
    return season(service, 2, name="The room", format=ROOM)


def made(room: Season, **match: object) -> str:
    """A match that is still to be played; its path."""
    answer = room.director.done(f"{room.path}/matches", {"sides": [1, 2], **match})
    return f"{room.path}/matches/{answer.json()['matches'][0]['number']}"


def play(room: Season, result: object, **match: object) -> None:
    room.director.change(made(room, **match), "result", {"result": result})


@pytest.mark.rule("ELO-1", "OPN-1")
@pytest.mark.source("room 16", "room 18", "room 23", "room 24")
def test_one_season_is_rated_in_the_pool_of_each_match_s_mode(room: Season) -> None:
    """Equal players, K 5: n is 1 in a normal game, 5 in five points, so that 4·5·√n/2 is 10, then 22.360680."""
    client = room.director
    play(room, ONE_GAME, form="normal")
    play(room, score(5, 3), form="five-points", stake="2.50")
    [winner, loser] = client.read(f"{room.path}/standings")["rows"]
    assert client.read(room.path)["pools"] == ["normal", "price"]
    assert winner["rating_changes"] == {"normal": "10.000000", "price": "22.360680"}
    assert loser["rating_changes"] == {"normal": "-10.000000", "price": "-22.360680"}
    for pool, experience in (("normal", 1), ("price", 5)):
        standing = client.read(f"/v1/ratings/{pool}/{room.persons[0]}")
        assert standing["experience"] == experience
        assert Decimal(standing["rating"]) == 1500 + Decimal(winner["rating_changes"][pool])
    answer = client.read(f"{room.path}/standings/1/explain/rating_changes")
    assert answer["explained"]["totals"] == winner["rating_changes"]
    assert [(line["pool"], line["n"]) for line in answer["items"]] == [("normal", 1), ("price", 5)]
    before = client.read(f"{room.path}/standings", as_of=client.read(room.path)["version"] - 1)["rows"]
    assert before[0]["rating_changes"] == {"normal": "10.000000", "price": "0.000000"}


@pytest.mark.rule("ELO-1")
@pytest.mark.source("room 16")
def test_a_correction_moves_the_ratings_of_its_own_pool_only(room: Season) -> None:
    play(room, ONE_GAME, form="normal")
    play(room, score(5, 3), form="five-points", stake="2.50")
    slip = {"kind": "correct-result", "match": 2, "result": score(3, 5), "reason": "Sides were mixed up."}
    shown = room.director.done(f"{room.path}/previews", {"command": slip}).json()
    assert {one["pool"] for one in shown["ratings"]} == {"price"}
    assert shown["rated_again"] == {room.id: 1}


@pytest.mark.rule("ELO-3", "ELO-4", "ELO-5")
@pytest.mark.source("room 19", "room 20", "room 21", "room 22", "room 23", "room 24")
def test_player_sees_what_a_win_and_a_loss_would_change(room: Season) -> None:
    """Seen before sitting down, and so it comes."""
    play(room, score(5, 3), form="five-points", stake="5.00")
    match = made(room, form="five-points", stake="5.00")
    shown = room.director.read(f"{match}/prospects")
    rating = shown["rating"]
    first, second = rating["sides"]
    assert (rating["pool"], rating["n"], rating["difference"]) == ("price", 5, "44.721360")
    assert [(side["rating"], side["experience"], side["k"]) for side in (first, second)] == [
        ("1522.360680", 5, "4.95"),
        ("1477.639320", 5, "4.95"),
    ]
    # D·√5/2000 is 0.05 at D = 20·√5: P is 1/(10^0.05 + 1) for who is rated higher, and 1 less that for the other.
    assert first["win"]["chance"][:8] == second["loss"]["chance"][:8] == "0.471249"
    assert Decimal(first["win"]["chance"]) + Decimal(second["win"]["chance"]) == 1
    assert Decimal(first["win"]["change"]) == -Decimal(second["loss"]["change"])
    room.director.change(match, "result", {"result": score(5, 1)})
    standings = [room.director.read(f"/v1/ratings/price/{person}")["rating"] for person in room.persons]
    assert standings == [first["win"]["rating"], second["loss"]["rating"]]
    over = room.director.read(f"{match}/prospects")
    assert (over["rating"], over["payments"]) == (None, [])


@pytest.mark.rule("ELO-3", "ELO-4", "ELO-5", "STK-1")
@pytest.mark.source("room 19", "room 20", "room 21", "room 22", "room 23", "room 24")
def test_two_who_have_not_sat_down_yet_see_the_same_before_the_match_is_made(service: Service, room: Season) -> None:
    terms = {"sides": [1, 2], "form": "five-points", "stake": "5.00"}
    own = service.player(room.persons[0])
    own.position = room.director.position
    before = own.done(f"{room.path}/calculations/prospects", terms).json()
    match = made(room, form="five-points", stake="5.00")
    assert {**before, "match": 1} == room.director.read(f"{match}/prospects")
    assert (before["match"], before["rating"]["n"], before["rating"]["sides"][0]["k"]) == (None, 5, "5")
    for nonsense, slug in (
        ({"sides": [1, 1]}, "self-pairing"),
        ({"sides": [1, 9]}, "entry-unknown"),
        ({"stake": "3.00"}, "input-invalid"),
    ):
        refused = own.post(f"{room.path}/calculations/prospects", terms | nonsense)
        assert (refused.is_success, refused.json()["type"]) == (False, f"/v1/problems/{slug}")


def paid(shown: Any) -> list[tuple[Any, ...]]:  # noqa: ANN401 -- JSON
    return [(one["points"], one["to_winner"], one["to_loser"], one["house"]) for one in shown["payments"]]


@pytest.mark.rule("STK-1", "STK-2", "STK-3")
@pytest.mark.source("room 13", "room 14", "room 15")
def test_player_sees_what_is_paid_by_each_way_it_can_end(room: Season) -> None:
    three = room.director.read(f"{made(room, form='three-games', stake='2.50')}/prospects")
    assert [one["ended"] for one in three["payments"]] == ["won", "drawn"]
    assert paid(three) == [(None, "4.50", "0.00", "0.50"), (None, "2.25", "2.25", "0.50")]
    five = room.director.read(f"{made(room, form='five-points', stake='5.00')}/prospects")
    assert paid(five) == [(None, "9.00", "0.00", "1.00")]
    single = room.director.read(f"{made(room, form='single', stake='10.00', point_value=2)}/prospects")
    # Points at 2 each, at most 10, less a tenth, beside the own 10; the loser gets back what is left.
    assert paid(single) == [
        (1, "11.80", "8.00", "0.20"),
        (2, "13.60", "6.00", "0.40"),
        (3, "15.40", "4.00", "0.60"),
        (4, "17.20", "2.00", "0.80"),
        (6, "19.00", "0.00", "1.00"),
    ]
    normal = room.director.read(f"{made(room, form='normal')}/prospects")
    assert (normal["rating"]["pool"], normal["payments"]) == ("normal", [])


@pytest.mark.rule("STK-1", "STK-5")
@pytest.mark.source("room 14")
def test_a_player_reads_the_balance_after_each_match(service: Service, room: Season) -> None:
    play(room, score(5, 3), form="five-points", stake="2.50")
    play(room, score(1, 5), form="five-points", stake="5.00")
    own = service.player(room.persons[0])
    own.position = room.director.position
    items = own.read(f"/v1/persons/{room.persons[0]}/settlements")["items"]
    assert [(one["match"], one["balance"]) for one in items] == [(2, "-3.00"), (1, "2.00")]


@pytest.mark.rule("GAM-6", "STK-1", "STK-3", "ELO-1")
@pytest.mark.source("room 12", "room 13", "room 14", "room 15", "room 16")
def test_a_season_of_the_room_by_its_preset(service: Service) -> None:
    made = by_preset(service, "room", 2)
    for form, stake, result in (
        ("normal", None, ONE_GAME),
        ("three-games", "2.50", {"kind": "games", "games": [{"winner": "first"}] * 2 + [{"winner": "second"}]}),
        ("five-points", "5.00", score(5, 0)),
        ("single", "10.00", {"kind": "games", "games": [{"winner": "second", "won": "gammon", "cube": 2}]}),
    ):
        body = {"sides": [1, 2], "form": form, "result": result} | ({"stake": stake} if stake else {})
        made.director.done(f"{made.path}/matches", body)
    balances = made.read("settlements/balances")
    # 1: +2.00 and +4.00, less 4 points at 1 each; 2: -2.50 and -5.00, and 4 less a tenth. The house: 0.50, 1.00, 0.40.
    assert [(share["entry"], share["net"]) for share in balances["shares"]] == [(1, "2.00"), (2, "-3.90")]
    assert balances["house"] == "1.90"
    made.do("completion")
    carries_on(made, next_of(made, name="The next season"))


WON_TWICE = {"kind": "games", "games": [{"winner": "first"}] * 2 + [{"winner": "second"}]}
GAMMON_AT_TWO = {"kind": "games", "games": [{"winner": "first", "won": "gammon", "cube": 2}]}


@pytest.mark.rule("GAM-6", "STK-1", "STK-3", "ELO-1", "TD-21")
@pytest.mark.source("room 12", "room 13", "room 14", "room 15", "room 16")
@pytest.mark.parametrize(
    ("form", "stake", "result", "net", "house"),
    [
        ("normal", None, ONE_GAME, [], "0.00"),
        ("three-games", "2.50", WON_TWICE, ["2.00", "-2.50"], "0.50"),
        ("five-points", "5.00", score(5, 3), ["4.00", "-5.00"], "1.00"),
        ("single", "20.00", GAMMON_AT_TWO, ["7.20", "-8.00"], "0.80"),  # 4 points at 2 each, less a tenth
    ],
)
def test_each_mode_is_played_by_a_word_of_its_own_to_the_end(
    service: Service, form: str, stake: str | None, result: object, net: list[str], house: str
) -> None:
    made = by_preset(service, f"room-{form}", 2)
    asked = {"sides": [1, 2], "form": form} | ({"stake": stake} if stake else {})
    shown = made.do("calculations/prospects", asked)
    assert {one["house"] for one in shown["payments"]} >= ({house} if stake else set())
    made.director.done(f"{made.path}/matches", asked | {"result": result})
    [winner, loser] = made.read("standings")["rows"]
    pool = "price" if stake else "normal"
    assert winner["rating_changes"][pool] == shown["rating"]["sides"][0]["win"]["change"]
    assert loser["rating_changes"][pool] == shown["rating"]["sides"][1]["loss"]["change"]
    balances = made.read("settlements/balances")
    assert ([share["net"] for share in balances["shares"]], balances["house"]) == (net, house)
    other = made.director.post(f"{made.path}/matches", {"sides": [1, 2], "length": 7})
    assert (other.status_code, other.json()["type"]) == (422, "/v1/problems/match-not-played-here")
    made.do("completion")
    carries_on(made, next_of(made, name="The next season"))
