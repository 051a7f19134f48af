"""Every format over HTTP from entries to the champion, each with a change of a result after later matches: it stands,
is rewound, and comes back (ALL-4)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest

from tests.api.played import Played, champions, started, winner
from tests.api.support import Service

RATING = {"pool": "normal", "policy": "club", "policy_version": 1}


def six_games(side: str) -> dict[str, object]:
    """A six-game match that the side has won 3-0."""
    seats = ("first", "second", "second")
    return {"kind": "six-games", "games": [{"winner": side, "first_seat": seat} for seat in seats]}


@dataclass(frozen=True)
class Case:
    """A format, and the match whose result turns out wrong after others were made from it."""

    format: Mapping[str, object]
    players: int
    turned: int = 1
    stages: tuple[Mapping[str, object], ...] = ()
    result: Callable[[str], Mapping[str, object]] = winner

    def chosen(self, choice: str) -> Mapping[int, str]:
        """That choice for each of its stages."""
        return dict.fromkeys(range(1, len(self.stages) + 2), choice)

    def started(self, service: Service) -> Played:
        if self.format["kind"] == "champion":
            return champions(service, (2, 2, 1), rating=RATING)
        return started(service, self.format, self.players, stages=self.stages, rating=RATING)


KNOCKOUT = {"kind": "knockout", "lengths": [3]}
BY_LIVES = ("nxe", "champion")
"""The formats whose rounds go on by the lives and credits left: a result that stands counts for the next round."""
CASES = {
    "nxe": Case({"kind": "nxe", "losses": 2, "lengths": [3]}, 5),
    "champion": Case({"kind": "champion"}, 3),
    "knockout": Case(KNOCKOUT, 6),
    "knockout with a third place": Case(KNOCKOUT | {"third_place": True}, 4),
    "dual ring": Case({"kind": "dual-ring"}, 5, turned=3),
    "swiss": Case({"kind": "swiss", "lengths": [3]}, 5),
    "swiss and knockout": Case({"kind": "swiss"}, 5, stages=({"format": KNOCKOUT, "qualifiers": 4},)),
    "six-game matches": Case({"kind": "swiss", "form": "six-games"}, 4, result=six_games),
}


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    return CASES[request.param]


def tables(made: Played) -> list[object]:
    """All that its players look at."""
    stages = [stage["number"] for stage in made.read("rounds")["stages"] if stage["opened"]]
    entries = [row["entry"] for row in made.read("standings")["rows"]]
    charts = [made.read(f"stages/{stage}/chart")["chart"] for stage in stages]
    lines = [made.read(f"stages/{stage}/standings")["rows"] for stage in stages]
    accounts = [made.read(f"standings/{entry}/account")["accounts"] for entry in entries]
    return [made.read("standings")["rows"], charts, lines, accounts]


def made_from(made: Played, match: int) -> list[int]:
    """The matches that count and were made from that one's result, directly."""
    live = [one for one in made.matches() if one["status"] != "void"]
    return [one["number"] for one in live if match in [source.get("match") for source in one["made_from"]]]


@pytest.fixture
def ended(service: Service, case: Case) -> Played:
    """Played to its end; first sides have won."""
    made = case.started(service)
    made.play_on(lambda _: case.result("first"))
    return made


@pytest.mark.rule("ALL-2", "ALL-4", "ALL-5", "ALL-7")
def test_played_matches_stay_or_are_rewound_and_come_back(ended: Played, case: Case) -> None:
    champion, before, later = ended.next()["champion"], tables(ended), made_from(ended, case.turned)
    assert later
    stays(ended, case, champion, before, later)
    goes_on_from_there_and_comes_back(ended, case, champion, before, later)


def stays(ended: Played, case: Case, champion: int, before: list[object], later: list[int]) -> None:
    """The wrong result is turned, and turned back, and all that has been made and played from it stands."""
    assert ended.marks()[champion] == "champion"
    turned = {"result": case.result("second"), "reason": "Mixed up."}
    status, slug, problem = ended.refused(f"matches/{case.turned}/corrections", turned)
    assert (status, slug) == (409, "choice-needed")
    assert set(later) <= set(problem["would_be_void"])
    assert ended.correct(case.turned, case.result("second"), case.chosen("stand"))["voided"] == []
    assert made_from(ended, case.turned) == later
    assert tables(ended) != before
    if case.format["kind"] in BY_LIVES:
        is_back(ended, case)
    else:
        assert ended.next()["kind"] == "done"
        if case.format["kind"] != "swiss" or case.stages:
            assert ended.next()["champion"] == champion
    ended.correct(case.turned, case.result("first"), case.chosen("stand"))
    assert tables(ended) == before


def is_back(ended: Played, case: Case) -> None:
    """Who had lost the turned match has a life more than before, and plays on unless all others are out."""
    winner_now = ended.match(case.turned)["sides"][1]
    left = [entry for entry, mark in ended.marks().items() if mark in ("in", "champion")]
    assert winner_now in left
    coming = ended.next()
    assert coming["kind"] == ("due" if len(left) > 1 else "done")
    assert len(left) > 1 or coming["champion"] == winner_now


def goes_on_from_there_and_comes_back(
    ended: Played, case: Case, champion: int, before: list[object], later: list[int]
) -> None:
    """It is turned again and all is played again from there; turned back, what was played first has come back."""
    shown = ended.correct(case.turned, case.result("second"), case.chosen("rewind"))
    assert {one["match"] for one in shown["voided"]} >= set(later)
    assert shown["champion_after"] is None
    assert not set(made_from(ended, case.turned)) & set(later)
    assert ended.play_on(lambda _: case.result("second")) is not None
    ended.complete()
    ended.do("reopening", {"reason": "It was right after all."})
    ended.correct(case.turned, case.result("first"), case.chosen("restore"))
    assert tables(ended) == before
    assert ended.next()["champion"] == champion
    ended.do("completion")
