"""An order of the table chosen over HTTP: announced, explained, and changed after the start (TB-1 to TB-29)."""

import pytest

from tests.api.played import Played, announced, started
from tests.api.support import Service


def in_circle(service: Service, *criteria: str) -> Played:
    """Three of whom each has beaten one: 1 has 5-0 and 1-5, 2 has 5-4 and 0-5, 3 has 5-1 and 4-5."""
    order = {"kind": "round-robin", "lengths": [5], "seeding": "entry-order", "pace": "at-once"}
    league = started(service, {**order, "tie_breaks": {"criteria": criteria}}, 3)
    scores = {frozenset({1, 2}): {1: 5, 2: 0}, frozenset({2, 3}): {2: 5, 3: 4}, frozenset({3, 1}): {3: 5, 1: 1}}
    for match in league.matches():
        first, second = match["sides"]
        points = scores[frozenset({first, second})]
        result = {"kind": "score", "first": points[first], "second": points[second]}
        league.do(f"matches/{match['number']}/result", {"result": result, "score_checked": True})
    return league


@pytest.mark.rule("TB-1", "TB-5", "TB-25")
def test_order_of_the_table_is_ranked_by_explained_and_written_as_csv(service: Service) -> None:
    """1 has 6 points for and 5 against, 2 has 5 and 9, 3 has 9 and 6: quotients 1.2, 0.556 and 1.5."""
    league = in_circle(service, "PTS", "PQ", "SHARE")
    table = league.read("standings")
    assert [one["name"] for one in table["criteria"]] == ["counted", "match_points", "points_quotient"]
    ranked = [(row["rank"], row["entry"], row["values"]["points_quotient"]) for row in table["rows"]]
    assert ranked == [(1, 3, 1_500_000_000), (2, 1, 1_200_000_000), (3, 2, 555_555_555)]
    told = league.read("standings/1/explain/rank")["explained"]
    assert [one["criterion"] for one in told["compared"]] == ["counted", "match_points", "points_quotient"]
    sums = {one["name"]: one["total"] for one in league.read("standings/1/account")["accounts"]}
    assert sums == {"match_points": 2, "points_for": 6, "points_against": 5}
    assert league.director.read(league.path)["order_changes"] == []
    answer = league.director.get(f"{league.path}/standings", {"Accept": "text/csv"})
    assert "points_quotient" in answer.text


@pytest.mark.rule("TB-29")
def test_order_changed_after_the_start_is_told_with_the_former_one(service: Service) -> None:
    league = in_circle(service, "PTS", "PD", "SHARE")
    assert [row["entry"] for row in league.read("standings")["rows"]] == [3, 1, 2]
    changed = {**league.director.read(league.path)["format"], "tie_breaks": {"criteria": ["PTS", "ASK"]}}
    league.director.change(league.path, "settings", {"format": changed, "reason": "They draw cards."})
    (told,) = league.director.read(league.path)["order_changes"]
    assert (told["stage"], told["before"]) == (1, ["PTS", "PD", "SHARE"])
    coming = league.next()
    assert (coming["kind"], coming["question_kind"]) == ("ask", "tied")
    league.do("decisions", {"question": coming["question"], "choice": "champion", "entry": 2, "reason": "The ace."})
    league.complete()
    assert [(row["rank"], row["entry"]) for row in league.read("standings")["rows"]] == [(1, 2), (2, 1), (2, 3)]


@pytest.mark.rule("TB-29")
def test_criterion_without_facts_is_refused_with_those_that_work(service: Service) -> None:
    order = {"kind": "round-robin", "tie_breaks": {"criteria": ["PTS", "BH", "LOT"]}}
    answer = service.administrator().post("/v1/tournaments", {"name": "League", "format": order})
    problem = answer.json()
    assert (answer.status_code, problem["type"].rpartition("/")[2]) == (422, "criterion-without-facts")
    assert (problem["option"], "KS" in problem["choices"], "BH" in problem["choices"]) == ("BH", True, False)
    assert announced(service, {"kind": "monrad", "tie_breaks": {"criteria": ["PTS", "BH", "LOT"]}}).path


@pytest.mark.rule("TD-20", "TB-1")
def test_table_waits_for_analyses_and_ranks_by_their_error_rates(service: Service) -> None:
    """All have won once; on average 1 has 6, 2 has 5 and 3 has 4.5."""
    league = in_circle(service, "PTS", "PR", "SHARE")
    coming = league.next()
    assert (coming["kind"], coming["question_kind"]) == ("ask", "analyses")
    rates = {frozenset({1, 2}): {1: 4, 2: 6}, frozenset({2, 3}): {2: 4, 3: 3}, frozenset({3, 1}): {3: 6, 1: 8}}
    for match in league.matches():
        first, second = (str(rates[frozenset(match["sides"])][side]) for side in match["sides"])
        found = {"program": "Engine 1.08, 2-ply", "first": first, "second": second}
        analysis = {"kind": "analysis", "reference": "In the office", "digest": f"{match['number']:064x}"}
        league.do(f"matches/{match['number']}/attachments", {**analysis, "error_rates": found})
    assert league.next()["kind"] == "done"
    table = league.read("standings")["rows"]
    ranked = [(row["rank"], row["entry"], row["values"]["error_rate"]) for row in table]
    assert ranked == [(1, 3, 4_500_000_000), (2, 2, 5_000_000_000), (3, 1, 6_000_000_000)]
    league.complete()
    assert league.read("standings")["rows"][0]["mark"] == "champion"
