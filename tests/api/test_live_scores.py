"""The live score of a match over HTTP: kept by the sides and the staff, read by everybody (GAM-4, ALL-12)."""

from typing import Any

import pytest

from api.routes.tournament.live_scores import KeepLiveScore
from domain.backgammon.live_score import LiveScore, Standing, text_of
from domain.kernel.values import Side
from domain.scoring.games import Outcome
from domain.scoring.result import BestOfThree, MatchScore
from tests.api.support import Client, Season, Service, season


def playing(service: Service, **conditions: object) -> tuple[Season, str]:
    made = season(service, conditions=conditions)
    made.director.done(f"{made.path}/matches", {"sides": [1, 2], "length": 5})
    made.director.read(made.path)
    return made, f"{made.path}/matches/1/live-score"


def keep(by: Client, at: str, **step: object) -> Any:  # noqa: ANN401 -- JSON
    answer = by.post(at, {"seen": by.read(at)["seen"], **step})
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(by: Client, at: str, **step: object) -> str:
    answer = by.post(at, step)
    assert 400 <= answer.status_code < 500
    return str(answer.json()["type"].rpartition("/")[2])


@pytest.mark.rule("GAM-4", "GAM-2")
def test_score_kept_by_a_players_program_is_the_one_of_page_and_overlay(service: Service) -> None:
    made, at = playing(service)
    phone = service.player(made.persons[0])
    assert keep(phone, at, step="won", side="first", win="gammon")["points"] == [2, 0]
    told = keep(phone, at, step="took", side="second")
    assert (told["cube"], told["holder"], told["is_over"]) == (2, "second", False)
    own = f"/tournaments/{made.id}"
    assert "2–0" in service.http.get(f"{own}/matches/1").text
    assert '<span class="cube">2</span>' in service.http.get(f"{own}/overlay?match=1").text
    assert keep(made.director, at, step="back")["cube"] == 1
    assert keep(made.director, at, step="set", points=[3, 1])["points"] == [3, 1]


@pytest.mark.rule("GAM-4")
def test_live_score_leaves_nothing_in_the_log_and_is_gone_with_the_report(service: Service) -> None:
    made, at = playing(service)
    before = made.director.read(made.path)["version"]
    keep(made.director, at, step="won", side="second")
    assert made.director.read(made.path)["version"] == before
    made.director.change(f"{made.path}/matches/1", "result", {"result": {"kind": "score", "first": 5, "second": 1}})
    after = made.director.read(at)
    assert (after["is_kept"], after["points"], after["is_over"], after["seen"]) == (False, [5, 1], True, None)
    assert {**service.http.get(at).json(), "seen": None} == after
    assert refused(made.director, at, step="back", seen="0-0-0-0-1-middle") == "live-score-not-kept"


@pytest.mark.rule("TD-14")
def test_live_score_is_kept_by_the_two_sides_and_the_staff_alone(service: Service) -> None:
    made, at = playing(service)
    step = {"step": "took", "side": "first", "seen": "0-0-0-0-1-middle"}
    for by in (service.player(made.persons[2]), Client(service.http, service.key("auditor", made.persons[1]))):
        assert refused(by, at, **step) == "role-insufficient"
    assert service.http.post(at, json=step).status_code == 401
    other, elsewhere = playing(service)
    assert refused(service.player(made.persons[0]), elsewhere, **step) == "role-insufficient"
    assert other.director.read(elsewhere)["cube"] == 1
    for by in (service.player(made.persons[1]), made.director, service.administrator()):
        assert keep(by, at, **{**step, "seen": by.read(at)["seen"]})["holder"] == "first"


@pytest.mark.rule("ALL-12")
@pytest.mark.parametrize(("verification", "public"), [("by-director", [3, 0]), ("at-once", [5, 0])])
def test_game_that_ends_the_match_is_read_by_everybody_only_where_results_count_at_once(
    service: Service, verification: str, public: list[int]
) -> None:
    made, at = playing(service, verification=verification)
    phone = service.player(made.persons[1])
    keep(phone, at, step="won", side="first", win="backgammon")
    whole = keep(phone, at, step="won", side="first", win="gammon")
    assert (whole["points"], whole["is_over"]) == ([5, 0], True)
    told = service.http.get(at).json()
    assert (told["points"], told["is_over"], told["seen"]) == (public, public == [5, 0], None)
    assert refused(phone, at, step="won", side="first", seen=whole["seen"]) == "live-score-impossible"


@pytest.mark.rule("GAM-4")
@pytest.mark.parametrize(
    ("result", "points"),
    [
        ({"kind": "score", "first": 2, "second": 6}, [2, 6]),
        ({"kind": "winner", "winner": "first"}, [0, 0]),
    ],
)
def test_live_score_of_a_match_that_has_ended_is_that_of_its_result(
    service: Service, result: dict[str, object], points: list[int]
) -> None:
    made, at = playing(service)
    made.director.change(f"{made.path}/matches/1", "result", {"result": result})
    told = made.director.read(at)
    assert (told["points"], told["is_over"], told["is_kept"]) == (points, True, False)
    made.director.change(f"{made.path}/matches/1", "voiding", {"reason": "A slip of the pen"})
    told = made.director.read(at)
    assert (told["points"], told["is_over"], told["is_kept"]) == ([0, 0], False, False)


@pytest.mark.rule("GAM-4")
def test_best_of_three_that_has_ended_shows_its_last_match_and_who_has_won_how_many() -> None:
    scores = [MatchScore(first=5, second=4), MatchScore(first=1, second=5), MatchScore(first=5, second=0)]
    for matches, won in ((scores, (2, 1)), (scores[::2], (2, 0))):
        told = Standing.at_the_end(Outcome("first", None), BestOfThree(matches=tuple(matches)))
        assert told == Standing((5, 0), won, is_over=True)


@pytest.mark.rule("GAM-4")
def test_one_of_two_programs_that_send_at_once_is_refused(service: Service) -> None:
    made, at = playing(service)
    seen = made.director.read(at)["seen"]
    assert made.director.post(at, {"step": "won", "side": "first", "seen": seen}).status_code == 200
    assert refused(made.director, at, step="won", side="second", seen=seen) == "live-score-changed"
    assert refused(made.director, at, step="won", seen=seen) == "input-invalid"
    assert refused(made.director, at, step="set", points=[5, 0], seen=seen) == "live-score-impossible"
    assert made.director.read(at)["points"] == [1, 0]


@pytest.mark.rule("ALL-12")
def test_public_cannot_tell_by_the_live_score_that_a_result_waits_to_be_announced(service: Service) -> None:
    made, at = playing(service, verification="by-director")
    phone = service.player(made.persons[0])
    keep(phone, at, step="won", side="first", win="gammon")
    before = service.http.get(at).json()
    phone.change(f"{made.path}/matches/1", "result", {"result": {"kind": "score", "first": 5, "second": 1}})
    assert (phone.read(at)["is_kept"], phone.read(at)["points"], phone.read(at)["is_over"]) == (False, [5, 1], True)
    match = f"{made.path.removeprefix('/v1')}/matches/1"
    by_key = {"Authorization": f"Bearer {made.director.key}"}
    assert service.http.get(match, headers=by_key).status_code == 200
    assert service.http.get(at).json() == before
    assert "2–0" in service.http.get(match).text


@pytest.mark.rule("GAM-4")
def test_score_of_the_longest_match_can_still_be_sent_as_seen() -> None:
    """A match to 999 points has up to 1,997 games."""
    score, sides, told = LiveScore(), ("first", "second"), set[str]()
    for game in range(400):
        side: Side = sides[game % 2]  # type: ignore[assignment]  # one of the two
        score = score.with_game(side, "single")
        told.add(text_of(score))
    assert len(told) == 400
    assert all(KeepLiveScore(step="back", seen=one) for one in told)
