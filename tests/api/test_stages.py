"""Stages over HTTP: a coin at the cut, a match in its place, a director's choice; seeding by hand and by rating."""

import pytest

from tests.api.played import REASON, Played, announced, started, winner
from tests.api.support import Service

DRAWN = {"kind": "drawn"}
SWISS = {"kind": "swiss", "rounds": 1, "lengths": [3]}
KNOCKOUT = {"kind": "knockout", "lengths": [3]}


def two_up(service: Service, *results: str | None) -> Played:
    """A Swiss of one round, 1-2, 3-4 and so on with these winners (None: drawn), that sends two on to a knockout."""
    made = started(service, SWISS, 2 * len(results), stages=[{"format": KNOCKOUT, "qualifiers": 2}])
    made.pair(1, *((2 * n + 1, 2 * n + 2) for n in range(len(results))))
    for match, side in enumerate(results, 1):
        made.report(match, winner(side) if side else DRAWN)
    return made


@pytest.mark.rule("SEL-1", "ALL-2", "SWI-1")
def test_a_coin_puts_in_order_who_can_t_be_told_apart(service: Service) -> None:
    made = two_up(service, "first", "first")
    assert made.next() == made.next() | {"kind": "stage", "stage": 2, "places": 2, "groups": [[1, 3]]}
    opening = {"command": {"kind": "open-stage", "stage": 2}}
    assert made.refused("previews", opening)[:2] == (409, "draw-not-shown")
    assert made.refused("stages/2/opening", {"expected": "0" * 64})[:2] == (409, "draw-not-shown")
    version = made.read("standings")["version"]
    made.do("stages/2/opening")
    rounds = made.read("rounds")
    first, second = rounds["stages"]
    assert (first["kind"], first["openings"], second["kind"], second["qualifiers"]) == ("swiss", [], "knockout", 2)
    [opened] = second["openings"]
    assert (sorted(opened["seeds"]), opened["coin_flips"], opened["reason"]) == ([1, 3], [[1, 3]], None)
    assert (second["opened"], second["rounds_before"], opened["void"]) == (True, 1, False)
    assert [(round_["number"], round_["stage"]) for round_ in rounds["rounds"]] == [(1, 1), (2, 2)]
    champion = made.play_on()
    assert champion == opened["seeds"][0]
    rows = made.read("standings")
    assert [row["mark"] for row in rows["rows"]] == ["champion", "finalist", "not-qualified", "not-qualified"]
    assert (rows["criteria"][0]["name"], [row["values"]["stage"] for row in rows["rows"]]) == ("stage", [2, 2, 1, 1])
    charts = [made.read(f"stages/{stage}/chart")["chart"]["kind"] for stage in (1, 2)]
    assert charts == ["crosstable", "bracket"]
    assert [row["entry"] for row in made.read("stages/2/standings")["rows"]] == opened["seeds"]
    assert made.read("chart")["rounds_before"] == 1
    assert made.read("chart", as_of=version)["chart"]["kind"] == "crosstable"
    early = made.director.get(f"{made.path}/stages/2/chart", None, as_of=version)
    assert (early.status_code, early.json()["type"]) == (404, "/v1/problems/stage-unknown")
    made.complete()


@pytest.mark.rule("SEL-2", "ALL-4")
@pytest.mark.source("gokodom III.A")
def test_a_match_takes_the_place_of_the_coin_between_the_last_in_and_the_first_out(service: Service) -> None:
    # 1 and 3 have won; behind them 5 and 6 have drawn, and a coin would decide who has the third place of three.
    made = started(service, SWISS, 6, stages=[{"format": KNOCKOUT, "qualifiers": 3}])
    made.pair(1, (1, 2), (3, 4), (5, 6))
    made.report(1, winner("first"))
    made.report(2, winner("first"))
    made.report(3, DRAWN)
    assert made.next()["groups"] == [[1, 3], [5, 6]]
    answer = made.director.done(f"{made.path}/stages/2/play-off")
    [match] = answer.json()["matches"]
    assert answer.headers["Location"] == f"{made.path}/matches/{match['number']}"
    assert made.next() == made.next() | {"kind": "wait", "matches": [4]}
    assert made.refused("stages/2/opening")[:2] == (409, "stage-not-due")
    made.report(4, winner("second"))
    assert made.next()["groups"] == [[1, 3], [6]]
    made.do("stages/2/opening")
    stage = made.read("rounds")["stages"][1]
    assert (stage["play_offs"], stage["openings"][0]["seeds"][2], stage["openings"][0]["coin_flips"]) == (
        [4],
        6,
        [[1, 3]],
    )
    shown = made.correct(4, winner("first"))
    won = {"match": 4, "round": None, "sides": [5, 6], "length": 3, "ended": "won", "winner": 5, "points": None}
    assert shown["ended"] == [won | {"play_began": True}]
    assert made.next()["kind"] == "stage"
    assert made.read("rounds")["stages"][1]["openings"][0]["void"]
    made.do("stages/2/opening")
    assert made.read("rounds")["stages"][1]["openings"][1]["seeds"][2] == 5


@pytest.mark.rule("SEL-2", "ALL-4")
def test_a_drawn_play_off_is_played_again(service: Service) -> None:
    made = two_up(service, "first", None)  # 1 has won; 3 and 4 have drawn, and a coin would decide between them
    made.do("stages/2/play-off")
    made.report(3, DRAWN)
    assert made.match(4)["sides"] == made.match(3)["sides"]
    assert made.next() == made.next() | {"kind": "wait", "matches": [4]}
    made.correct(3, winner("second"))
    assert (made.match(4)["status"], made.next()["groups"]) == ("void", [[1], [4]])
    made.correct(3, DRAWN)
    assert (made.match(4)["status"], made.next()["matches"]) == ("open", [4])
    made.report(4, winner("first"))
    assert made.next()["groups"] == [[1], [3]]
    assert made.read("rounds")["stages"][1]["play_offs"] == [3, 4]


def in_play_off(service: Service) -> Played:
    """1 has won, 3 and 4 have drawn and are to play match 3 for the second place."""
    made = two_up(service, "first", None)
    made.do("stages/2/play-off")
    assert made.next() == made.next() | {"kind": "wait", "matches": [3]}
    return made


def goes_on_with(made: Played, first: int, second: int) -> None:
    """The play-off is decided, and the stage is opened and played by these two."""
    assert made.match(3)["winner"] == second
    assert made.next()["groups"] == [[first], [second]]
    made.do("stages/2/opening")
    assert made.play_on() == first
    made.complete()


@pytest.mark.rule("SEL-2", "NXE-8")
def test_resigning_player_concedes_the_play_off(service: Service) -> None:
    made = in_play_off(service)
    made.do("entries/3/resignation", {"reason": "A train to catch."})
    goes_on_with(made, 1, 4)


@pytest.mark.rule("SEL-2", "TD-4")
def test_disqualified_player_loses_the_play_off(service: Service) -> None:
    made = in_play_off(service)
    ruling = {
        "about": {"kind": "entry", "number": 4},
        "clause": "4.3.4",
        "facts": "The clock was moved back.",
        "reasons": "It was done on purpose.",
        "remedies": [{"kind": "disqualification", "entry": 4}],
    }
    made.do("rulings", ruling)
    goes_on_with(made, 1, 3)


@pytest.mark.rule("SEL-2", "ALL-5")
def test_three_tied_at_the_cut_are_for_the_director(service: Service) -> None:
    made = two_up(service, "first", "first", "first")
    asked = made.next()
    assert (asked["kind"], asked["question"]) == ("ask", "cut-2")
    choices = [(choice["name"], choice["entries"], choice["command"]) for choice in asked["choices"]]
    assert choices == [("coin", [], False), ("open-by-hand", [1, 3, 5], True)]
    assert made.refused("stages/2/opening")[:2] == (409, "stage-not-due")
    by_hand = {"seeds": [5, 1], "reason": "They have won a blitz."}
    made.do("stages/2/opening", by_hand)
    [opened] = made.read("rounds")["stages"][1]["openings"]
    assert (opened["seeds"], opened["coin_flips"], opened["reason"]) == ([5, 1], [], by_hand["reason"])
    by_coin = two_up(service, "first", "first", "first")
    by_coin.do("decisions", REASON | {"question": "cut-2", "choice": "coin"})
    by_coin.do("stages/2/opening")
    assert by_coin.read("rounds")["stages"][1]["openings"][0]["coin_flips"] == [[1, 3, 5]]


def first_round(made: Played) -> list[list[int]]:
    return [pairing["sides"] for pairing in made.read("rounds")["rounds"][0]["pairings"]]


@pytest.mark.rule("SEL-3")
def test_a_field_is_seeded_by_hand_before_the_start(service: Service) -> None:
    made = announced(service, KNOCKOUT | {"seeding": "by-hand"})
    for _ in range(4):
        made.enter()
    made.do("seeding", REASON | {"order": [4, 2]})
    made.do("start")
    assert made.read("rounds")["seeds"] == [4, 2]
    assert first_round(made) == [[4, 3], [2, 1]]
    assert made.refused("seeding", REASON | {"order": [1]})[:2] == (409, "tournament-status")


@pytest.mark.rule("SEL-3", "ELO-1", "ALL-14")
def test_a_field_is_seeded_by_the_ratings_as_they_stand(service: Service) -> None:
    rating = {"pool": "price", "policy": "room", "policy_version": 1}
    made = announced(service, KNOCKOUT | {"seeding": "rating"}, rating=rating)
    for points in ("1499", None, "1700.5", "1600"):
        person = service.register("Rated")
        if points:
            body = REASON | {"pool": "price", "rating": points, "experience": 0}
            service.administrator().change(f"/v1/persons/{person}", "opening-ratings", body)
        made.enter(person)
    position = made.director.read("/v1/ratings/price", limit=1) and made.director.position
    made.do("start")
    assert made.read("rounds")["seeds"] == [3, 4, 2, 1]
    assert first_round(made) == [[3, 1], [4, 2]]
    events = made.read("history", limit=500)["items"]
    [seeded] = [event["data"] for event in events if event["topic"] == "tournament.field-seeded.v1"]
    assert [one["rating_millionths"] for one in seeded["ratings"]] == [1700500000, 1600000000, 1500000000, 1499000000]
    assert seeded["log_position"] >= position


@pytest.mark.rule("SEL-3")
def test_an_unrated_field_can_t_be_seeded_by_rating(service: Service) -> None:
    body = {"name": "Cup", "format": KNOCKOUT | {"seeding": "rating"}}
    refused = service.administrator().post("/v1/tournaments", body)
    assert (refused.status_code, refused.json()["type"]) == (422, "/v1/problems/format-requirement-missing")
    assert refused.json()["lacks"] == "rating"


@pytest.mark.rule("SEL-2", "OPN-1")
def test_player_with_a_play_off_left_resigns_and_does_not_withdraw(service: Service) -> None:
    made = started(service, {"kind": "open"}, 3, stages=[{"format": KNOCKOUT, "qualifiers": 2}])
    for loser in (2, 3):
        won = {"sides": [1, loser], "length": 3, "result": winner("first")}
        made.director.done(f"{made.path}/matches", won)
    made.do("stages/2/play-off")
    assert made.refused("entries/2/withdrawal", {"reason": "Rang."})[:2] == (409, "resign-instead")
    made.do("entries/2/resignation", {"reason": "Rang."})
    assert made.next()["groups"] == [[1], [3]]


@pytest.mark.rule("SEL-2", "ALL-2")
def test_those_tied_for_the_last_places_play_for_them_where_that_is_announced(service: Service) -> None:
    """Eight play a round: four have won, and the other four are tied for the fifth place. The lot names two matches,
    then one; the field is full, and every draw can be made again."""
    shared = {"kind": "monrad", "lengths": [3], "rounds": 1, "tie_breaks": {"criteria": ["PTS", "SHARE"]}}
    made = started(service, shared, 8, stages=[{"format": KNOCKOUT, "qualifiers": 5, "play_off_length": 1}])
    made.pair(1, (1, 2), (3, 4), (5, 6), (7, 8))
    for number in range(1, 5):
        made.report(number, winner("first"))
    asked = made.next()
    assert (asked["question_kind"], [one["name"] for one in asked["choices"]]) == ("cut", ["play-off", "open-by-hand"])
    assert made.refused("stages/2/opening")[1] == "stage-not-due"
    first = [made.match(one["number"]) for one in made.do("stages/2/play-off")["matches"]]
    assert [match["length"] for match in first] == [1, 1]
    assert sorted(side for match in first for side in match["sides"]) == [2, 4, 6, 8]
    for match in first:
        made.report(match["number"], winner("first"))
    [last] = [made.match(one["number"]) for one in made.do("stages/2/play-off")["matches"]]
    assert last["sides"][0] in {match["sides"][0] for match in first}
    made.report(last["number"], winner("second"))
    assert made.next()["groups"] == [[1, 3, 5, 7], [last["sides"][1]]]
    stage = made.read("rounds")["stages"][1]
    assert stage["play_offs"] == [*(match["number"] for match in first), last["number"]]
    made.play_on()
    made.complete()
