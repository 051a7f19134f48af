"""Score sheets, wrong lengths, Crawford games and agreed outcomes over HTTP (TD-15 to TD-18)."""

from typing import Any

import httpx
import pytest

from tests.api.played import Played, started
from tests.api.support import Client, Service, score

Json = Any
OPEN = {"kind": "open"}
RATING = {"pool": "normal", "policy": "room", "policy_version": 1}
REASON = {"reason": "The sheet was for round 1."}
SIX_NIL = {"winner": "first", "won": "backgammon", "cube": 2}
DOUBLED = {"winner": "second", "won": "gammon", "cube": 2}
BEFORE_GAME_5 = {"first_points": 3, "second_points": 2, "games_ended": 4}


def problem(answer: httpx.Response) -> tuple[int, str, str | None]:
    """The status, the slug and the rule that a command was refused with."""
    told = answer.json()
    return answer.status_code, str(told["type"]).rpartition("/")[2], told.get("rule")


def game(winner: str, **further: object) -> Json:
    """A game won by that side."""
    return {"winner": winner, **further}


def match_of(played: Played, length: int = 7) -> int:
    """A match between entries 1 and 2 that is still to be played."""
    made = played.director.done(f"{played.path}/matches", {"sides": [1, 2], "length": length})
    return int(made.json()["matches"][0]["number"])


def said(played: Played, entry: int, sheet: Json, **further: object) -> Json:
    """What that entry's player says in a dispute, with their sheet."""
    words = {"kind": "statement", "person": played.persons[entry - 1], "statement": "It is on my sheet."}
    return words | {"score_sheet": sheet} | further


@pytest.fixture
def club(service: Service) -> Played:
    return started(service, OPEN, 3, rating=RATING)


@pytest.fixture
def disputed(club: Played) -> Played:
    """Match 1 is open, and dispute 1 is about it."""
    match_of(club)
    club.do("disputes", {"about": {"kind": "match", "number": 1}, "matter": "The score."})
    return club


def by_sheets(played: Played, reader: Client | None = None) -> Json:
    """What decides by the sheets of dispute 1."""
    seen = reader or played.director
    seen.position = max(seen.position, played.director.position)
    return seen.read(f"{played.path}/disputes/1")["by_sheets"]


@pytest.mark.rule("TD-15", "TD-9")
def test_the_newest_sheet_of_each_side_decides_for_those_who_may_see_it(disputed: Played) -> None:
    first, second, stranger = (disputed.player(entry) for entry in (1, 2, 3))
    statements = f"{disputed.path}/disputes/1/statements"
    assert by_sheets(disputed) is None
    first.done(statements, said(disputed, 1, {"first": 4, "second": 3}))
    assert by_sheets(disputed, first)["decided"] == {
        "kind": "score-stands",
        "first": 4,
        "second": 3,
        "sheet_of": "first",
        "because": "only-sheet",
    }
    disputed.director.done(statements, said(disputed, 2, {"first": 3, "second": 3}, kind="evidence-given"))
    undecided = {"kind": "director-decides", "rule": "TD-15", "because": "the sheets disagree on who is behind"}
    assert by_sheets(disputed)["decided"] == undecided
    disputed.director.done(statements, said(disputed, 2, {"first": 4, "second": 2}))
    found = by_sheets(disputed, second)
    assert (found["decided"]["second"], found["decided"]["because"], found["flagged"]) == (2, "player-behind", [])
    shown = stranger.read(f"{disputed.path}/disputes/1")
    assert (shown["by_sheets"], shown["withheld"]) == (None, ["matter", "statements", "by_sheets"])
    stranger.position = disputed.director.position
    for reader, sees in ((stranger, False), (second, True)):
        events = reader.read(f"{disputed.path}/history", limit=500)["items"]
        sheets = [one["data"]["score_sheet"] for one in events if one["topic"] == "tournament.statement-recorded.v1"]
        assert [sheet is not None for sheet in sheets] == [sees] * 3


@pytest.mark.rule("TD-15")
def test_a_sheet_is_that_of_a_side_of_the_match_in_dispute(disputed: Played) -> None:
    director, statements = disputed.director, f"{disputed.path}/disputes/1/statements"
    sheet = {"first": 4, "second": 3}
    refused = director.post(statements, said(disputed, 3, sheet))
    assert problem(refused) == (422, "sheet-misplaced", "TD-15")
    assert (refused.json()["dispute"], refused.json()["person"]) == (1, disputed.persons[2])
    disputed.do("disputes", {"about": {"kind": "entry", "number": 1}, "matter": "A hat."})
    assert problem(director.post(f"{disputed.path}/disputes/2/statements", said(disputed, 1, sheet)))[1] == (
        "sheet-misplaced"
    )
    asked = director.post(statements, said(disputed, 1, sheet, kind="evidence-asked"))
    assert problem(asked)[:2] == (422, "input-invalid")
    stranger = disputed.player(3)
    assert problem(stranger.post(statements, said(disputed, 1, sheet)))[:2] == (403, "not-allowed")


@pytest.mark.rule("TD-15", "TD-17", "TD-10")
def test_a_sheet_with_a_doubled_crawford_game_is_flagged(disputed: Played) -> None:
    # 6-0, then a gammon at 2: 6-4; at 1 it is 6-2.
    statements = f"{disputed.path}/disputes/1/statements"
    sheet = {"first": 6, "second": 4, "games": [SIX_NIL, DOUBLED]}
    disputed.director.done(statements, said(disputed, 1, sheet))
    flag = {"kind": "doubled-crawford", "clause": "4.4.4", "game": 2, "annullable": True, "without": [6, 2]}
    assert by_sheets(disputed)["flagged"] == [{"side": "first", "flag": flag}]
    disputed.director.done(statements, said(disputed, 1, sheet | {"game_in_progress": True}))
    assert by_sheets(disputed)["flagged"][0]["flag"] == flag | {"annullable": False, "without": None}


@pytest.mark.rule("TD-15", "TD-16")
def test_score_cube_and_length_are_worked_out_without_recording_anything(club: Played) -> None:
    match_of(club)
    path = f"{club.path}/matches/1/calculations"

    def worked_out(what: str, body: Json) -> Json:
        return club.director.done(f"{path}/{what}", body).json()

    before = club.director.read(club.path)["version"]
    sheets = {"first": {"first": 4, "second": 3}, "second": {"first": 4, "second": 2}}
    stands = {"kind": "score-stands", "first": 4, "second": 2, "sheet_of": "second", "because": "player-behind"}
    assert worked_out("score", sheets)["decided"] == stands
    assert worked_out("score", {})["decided"]["because"] == "no sheet was kept"
    centred = {"value": 1, "owner": None}
    assert worked_out("cube", {"as_it_stands": centred})["decided"] == {
        "kind": "cube-stands",
        "cube": centred,
        "because": "presumed-right",
    }
    shown = {"value": 2, "owner": "second"}
    assert worked_out("cube", {"as_it_stands": centred, "shown": shown})["decided"]["cube"] == shown
    corrected = worked_out("length", BEFORE_GAME_5 | {"played_length": 5, "correct_length": 7})["resolution"]
    assert corrected == {"kind": "length-corrected", "length": 7, "from_game": 5}
    in_game = BEFORE_GAME_5 | {"correct_length": 9, "game_in_progress": True}
    assert worked_out("length", in_game)["resolution"] == {"kind": "asked-after-game", "game": 5}
    over = {"played_length": 5, "correct_length": 7, "first_points": 5, "second_points": 2, "games_ended": 6}
    assert worked_out("length", over)["resolution"] == {"kind": "length-stands", "length": 5, "because": "finished"}
    right = club.director.post(f"{path}/length", BEFORE_GAME_5 | {"correct_length": 7})
    assert problem(right) == (422, "nothing-corrected", "TD-14")
    assert club.director.read(club.path)["version"] == before


@pytest.mark.rule("TD-16", "ELO-2", "TD-14")
def test_a_length_corrected_in_progress_is_what_the_match_is_concluded_and_rated_at(club: Played) -> None:
    match_of(club, 5)
    answer = club.do("matches/1/length", BEFORE_GAME_5 | REASON | {"correct_length": 7})
    assert [one["number"] for one in answer["matches"]] == [1]
    found = club.match(1)
    assert (found["length"], found["length_from_game"], found["status"]) == (7, 5, "open")
    assert club.refused("matches/1/result", {"result": score(5, 3)})[:2] == (422, "match-unfinished")
    club.report(1, score(7, 4))
    assert (club.match(1)["length"], club.match(1)["points"]) == (7, [7, 4])
    (rated,) = club.director.read(f"/v1/ratings/normal/{club.persons[0]}/history")["items"]
    assert rated["n"] == 7


@pytest.mark.rule("TD-16", "ALL-12")
def test_the_score_at_which_a_length_was_settled_is_for_the_staff(club: Played) -> None:
    match_of(club)
    club.do("matches/1/length", BEFORE_GAME_5 | REASON | {"played_length": 5, "correct_length": 7})
    public = club.service.client()
    public.position = club.director.position
    for reader, score_so_far in ((public, (None, None)), (club.director, (3, 2))):
        events = reader.read(f"{club.path}/history", limit=500)["items"]
        (settled,) = (one["data"] for one in events if one["topic"] == "tournament.wrong-length-resolved.v1")
        assert (settled["first_points"], settled["second_points"]) == score_so_far
        assert (settled["length"], settled["from_game"], settled["reason"]) == (7, 5, REASON["reason"])


@pytest.mark.rule("TD-16", "ELO-2")
def test_a_match_finished_at_a_wrong_length_keeps_it_although_it_was_not_announced(service: Service) -> None:
    club = started(service, OPEN | {"lengths": [7]}, 2, rating=RATING)
    match_of(club)
    finished = {"played_length": 5, "correct_length": 7, "first_points": 5, "second_points": 3, "games_ended": 6}
    shown = club.do("previews", {"command": {"kind": "resolve-wrong-length", "match": 1} | finished | REASON})
    assert shown["topics"] == ["tournament.wrong-length-resolved.v1"]
    club.do("matches/1/length", finished | REASON | {"expected": shown["digest"]})
    assert (club.match(1)["length"], club.match(1)["length_from_game"]) == (5, None)
    club.report(1, score(5, 3))
    (rated,) = club.director.read(f"/v1/ratings/normal/{club.persons[0]}/history")["items"]
    assert rated["n"] == 5


@pytest.mark.rule("TD-16", "TD-5")
def test_penalty_points_count_by_the_length_that_holds(club: Played) -> None:
    # Three of seven decide nothing; to five they are more than half.
    match_of(club)
    points = {"kind": "penalty-points", "offender": "second", "beneficiary": "first", "points": 3}
    words = {"clause": "2.2.4", "facts": "17 minutes.", "reasons": "Late."}
    club.do("rulings", {"about": {"kind": "match", "number": 1}, "remedies": [points], **words})
    assert club.match(1)["status"] == "open"
    finished = {"played_length": 5, "correct_length": 7, "first_points": 2, "second_points": 5, "games_ended": 4}
    club.do("matches/1/length", finished | REASON)
    assert (club.match(1)["winner"], club.match(1)["length"]) == (1, 5)


@pytest.mark.rule("TD-16", "TD-14", "TD-21")
def test_impossible_settlement_is_refused_with_its_reason(service: Service) -> None:
    club = started(service, OPEN | {"lengths": [5, 7], "forms": ["points", "five-points"]}, 2)
    short = BEFORE_GAME_5 | REASON | {"played_length": 5, "correct_length": 7}
    match_of(club)

    def refused(body: Json, match: int = 1) -> tuple[int, str, str | None]:
        status, slug, told = club.refused(f"matches/{match}/length", body)
        return status, slug, told.get("rule")

    assert refused(short | {"game_in_progress": True}) == (409, "length-after-game", "TD-16")
    assert refused(short | {"correct_length": 9}) == (422, "length-not-allowed", "TD-21")
    assert refused(short | {"correct_length": 5}) == (422, "nothing-corrected", "TD-14")
    stands = {"correct_length": 5, "first_points": 6, "second_points": 2, "games_ended": 5}
    assert refused(REASON | stands) == (422, "nothing-corrected", "TD-14")
    assert refused({"correct_length": 7}) == (422, "input-invalid", None)
    seen = club.director.get(f"{club.path}/matches/1").headers["ETag"]
    player = club.player(1)
    assert problem(player.post(f"{club.path}/matches/1/length", short, seen=seen)) == (403, "not-allowed", "TD-1")
    assert club.director.post(f"{club.path}/matches/1/length", short).status_code == 428
    club.do("matches/1/length", short)
    again = club.director.post(f"{club.path}/matches/1/length", short, seen=seen)
    assert problem(again)[:2] == (412, "stale")
    assert refused(short) == (422, "nothing-corrected", "TD-14")
    club.report(1, score(7, 2))
    assert refused(short) == (409, "match-has-result", "TD-14")
    match_of(club)
    club.do("matches/2/voiding", REASON)
    assert refused(short, 2) == (409, "match-void", "ALL-4")
    club.director.done(f"{club.path}/matches", {"sides": [1, 2], "form": "five-points"})
    assert refused(short, 3) == (422, "length-not-allowed", "TD-21")


def reported(played: Played, *games: Json, length: int = 7) -> Json:
    """The match whose games were these, as the director reads it."""
    number = match_of(played, length)
    played.report(number, {"kind": "games", "games": games})
    return played.match(number)


@pytest.mark.rule("TD-17", "TD-10", "ALL-12")
def test_a_doubled_crawford_game_is_flagged_wherever_the_match_is_shown(club: Played) -> None:
    # 6-0; in the Crawford game a gammon at 4 is 8: 6-8. At 1 it is 2: 6-2, and the match is to be resumed.
    lost = reported(club, SIX_NIL, DOUBLED | {"cube": 4})
    flag = {"kind": "doubled-crawford", "clause": "4.4.4", "game": 2, "annullable": True, "without": [6, 2]}
    assert (lost["points"], lost["flags"]) == ([6, 8], [flag])
    # 6-0, 6-2, 7-2: another game was played, and the double stands.
    won = reported(club, SIX_NIL, game("second", cube=2), game("first"))
    assert won["flags"] == [flag | {"annullable": False, "without": None}]
    assert [match["flags"] for match in club.matches()] == [lost["flags"], won["flags"]]
    told = club.read("report")["report"]["flagged_matches"]
    assert [(one["match"], one["flag"]["annullable"]) for one in told] == [(1, True), (2, False)]
    page = club.director.get(f"{club.path}/report/document").text
    assert "Crawford game doubled, game 2; without the double 6–2" in page
    assert "Crawford game doubled, game 2; the double stands" in page
    assert reported(club, SIX_NIL, game("second"), game("second", cube=2), game("first"))["flags"] == []
    player = club.player(3)
    body = {"sides": [3, 1], "length": 7, "result": {"kind": "games", "games": [SIX_NIL, game("first", cube=2)]}}
    number = player.done(f"{club.path}/matches", body).json()["matches"][0]["number"]
    assert [one["kind"] for one in player.read(f"{club.path}/matches/{number}")["flags"]] == ["doubled-crawford"]
    public = club.service.client()
    public.position = player.position
    assert public.read(f"{club.path}/matches/{number}")["flags"] == []
    assert number not in [one["match"] for one in club.read("report")["report"]["flagged_matches"]]


@pytest.mark.rule("TD-17", "TD-10", "ALL-3")
def test_a_double_that_a_ruling_annulled_is_settled_and_a_resumed_match_has_had_its_crawford_game(club: Played) -> None:
    reported(club, SIX_NIL, DOUBLED | {"cube": 4})
    annulled = {"kind": "double-annulment", "ground": "crawford", "game": 2, "counts_at": 1}
    annulled |= {"game_as_scored": DOUBLED | {"cube": 4}}
    resumed = {"kind": "match-resumption", "first": 6, "second": 2}
    words = {"clause": "4.4.4", "facts": "Game 2 was doubled.", "reasons": "It was the Crawford game."}
    club.do("rulings", {"about": {"kind": "match", "number": 1}, "remedies": [annulled, resumed], **words})
    assert club.match(1)["flags"] == []
    club.report(1, {"kind": "games", "games": [game("first", cube=2)]})
    assert (club.match(1)["points"], club.match(1)["flags"]) == ([8, 2], [])


@pytest.mark.rule("TD-17", "TD-5")
def test_penalty_points_bring_the_crawford_game_nearer_and_are_no_part_of_the_score_by_play(club: Played) -> None:
    # Two points for A's lateness: B is at 2. B wins a gammon at 2, 2-0 and so 6 of 7 by them: game 2 has no cube.
    number = match_of(club)
    points = {"kind": "penalty-points", "offender": "first", "beneficiary": "second", "points": 2}
    words = {"clause": "2.2.4", "facts": "12 minutes.", "reasons": "Late."}
    club.do("rulings", {"about": {"kind": "match", "number": number}, "remedies": [points], **words})
    club.report(number, {"kind": "games", "games": [DOUBLED, game("second", cube=2)]})
    (flag,) = club.match(number)["flags"]
    assert (flag["game"], flag["annullable"], flag["without"]) == (2, True, [0, 5])


@pytest.mark.rule("TD-17")
@pytest.mark.parametrize("announced", [True, False], ids=["announced", "not announced"])
def test_crawford_as_an_option_is_flagged_only_if_it_was_announced(service: Service, announced: bool) -> None:
    nxe = started(service, {"kind": "nxe", "losses": 1, "lengths": [7], "crawford": announced}, 2)
    nxe.pair(1, (1, 2))
    nxe.report(1, {"kind": "games", "games": [SIX_NIL, game("first", cube=2)]})
    assert [one["game"] for one in nxe.match(1)["flags"]] == ([2] if announced else [])
    assert len(nxe.read("report")["report"]["flagged_matches"]) == int(announced)


@pytest.mark.rule("TD-18", "TD-19")
def test_an_agreed_outcome_counts_and_is_flagged_as_a_breach(club: Played) -> None:
    played = reported(
        club, game("first", cube=4, ending="passed"), game("first", won="gammon", cube=2, ending="agreed")
    )
    breach = {"kind": "agreed-outcome", "clause": "4.5", "game": 2}
    assert (played["winner"], played["points"], played["flags"]) == (1, [8, 0], [breach])
    assert [one["ending"] for one in played["result"]["games"]] == ["passed", "agreed"]
    conceded = {"kind": "conceded", "loser": "first", "play_began": True}
    for match, ending in (
        (match_of(club), "out-of-time"),
        (match_of(club), "settled-loss"),
        (match_of(club), "agreed"),
    ):
        club.report(match, conceded | {"ending": ending})
    flags = [match["flags"] for match in club.matches()]
    assert flags[1:] == [[], [], [breach | {"game": None}]]
    told = club.read("report")["report"]["flagged_matches"]
    assert [(one["match"], one["flag"]["game"]) for one in told] == [(1, 2), (4, None)]
    page = club.director.get(f"{club.path}/report/document").text
    assert "outcome agreed, game 2" in page
    wrong = game("first", won="gammon", cube=4, ending="passed")
    status, slug, _ = club.refused(f"matches/{match_of(club)}/result", {"result": {"kind": "games", "games": [wrong]}})
    assert (status, slug) == (422, "input-invalid")
