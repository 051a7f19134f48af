"""What lies behind the results of a report: how matches were won, settled lengths, other rulings, bans, votes (TD-19).

The matches are between A, B, C and D, entries 1 to 4; the numbers below are worked by hand.
"""

import pytest

from domain.scoring.result import Conceded, WinnerOnly
from domain.tournament.decisions.reporting.federation_report import report_of
from domain.tournament.decisions.reporting.match_accounts import ReportAccount, ResolvedLength, Votes, Won, account_of
from domain.tournament.matches import commands as match_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import person
from tests.domain.test_report import Evening
from tests.rounds import started_nxe

POINTS = {"kind": "penalty-points", "offender": "second", "beneficiary": "first", "points": 2}


def account(evening: Evening) -> ReportAccount:
    return account_of(evening.state)


def conceded(evening: Evening, match: int) -> None:
    evening.do(match_commands.ReportResult(match=match, result=Conceded(loser="first", play_began=True)))


@pytest.mark.rule("TD-19", "TD-5", "TD-4")
def test_account_says_how_each_match_was_won() -> None:
    evening = Evening()
    for _ in range(6):
        evening.play(1, 2, 7)
    # 1: 7-3 by play. 2: 5-3 by play, 7-3 by two points. 3: 7-3, and points that change nothing of who has won.
    evening.ends(1, 7, 3)
    evening.rule("match", 2, "2.2", POINTS)
    evening.ends(2, 5, 3)
    evening.ends(3, 7, 3)
    evening.rule("match", 3, "2.2", POINTS)
    # 4: B was ahead when they lost it. 5: A gives it up. 6: nobody kept the score.
    evening.ends(4, 2, 7)
    evening.rule("match", 4, "4.3.3", {"kind": "match-loss", "loser": "second"})
    conceded(evening, 5)
    evening.do(match_commands.ReportResult(match=6, result=WinnerOnly(winner="first")))
    assert account(evening).won == (
        Won(match=1, decided_by="score"),
        Won(match=2, decided_by="ruling", ruling=1, remedies=("penalty-points",)),
        Won(match=3, decided_by="score"),
        Won(match=4, decided_by="ruling", ruling=3, remedies=("match-loss",)),
        Won(match=5, decided_by="conceded"),
        Won(match=6, decided_by="winner"),
    )


@pytest.mark.rule("TD-19", "TD-10")
def test_a_match_that_was_resumed_is_won_by_what_was_played_then() -> None:
    evening = Evening()
    evening.ends(evening.play(1, 2, 7), 7, 3)
    evening.rule("match", 1, "5.1", {"kind": "match-resumption", "first": 4, "second": 3})
    assert account(evening).won == ()
    evening.ends(1, 5, 7)
    assert account(evening).won == (Won(match=1, decided_by="score"),)
    # Played again, and lost without being played: the ruling that opened the sitting is not what decided.
    evening.rule("match", 1, "5.1", {"kind": "match-replay"})
    evening.rule("match", 1, "2.2", {"kind": "match-loss", "loser": "first"})
    assert account(evening).won == (Won(match=1, decided_by="ruling", ruling=3, remedies=("match-loss",)),)


@pytest.mark.rule("TD-19", "TD-4", "ALL-7")
def test_rulings_that_results_refer_to_are_told_and_so_are_bans() -> None:
    desk = started_nxe("ABCD")
    desk.pair(1, "A-B C-D")
    said = {"about": {"kind": "entry", "number": 2}, "clause": "1.7", "facts": "A telephone", "reasons": "Help"}
    remedies = [{"kind": "disqualification", "entry": 2}, {"kind": "ban", "person": person("B"), "until": None}]
    desk.do(ruling_commands.GiveRuling.model_validate({**said, "remedies": remedies}))
    told = account_of(desk.state)
    assert told.won == (Won(match=1, decided_by="ruling", ruling=1, remedies=("concession",)),)
    assert [(one.ruling, one.about, one.number, one.clause) for one in told.rulings] == [(1, "entry", 2, "1.7")]
    assert [(one.ruling, one.kind, one.person, one.until) for one in told.bans] == [(1, "ban", person("B"), None)]
    assert [result.rulings for result in report_of(desk.state).results] == [(1,), ()]


@pytest.mark.rule("TD-19", "TD-12")
def test_account_counts_votes_and_tells_no_disputed_ruling_twice() -> None:
    evening = Evening().played()
    told, report = account(evening), evening.report
    assert told.votes == (Votes(appeal=1, votes={"reversed": 2, "upheld": 1}),)
    # Ruling 1 is on a dispute and 4 was appealed; 5 gave a point in match 2, and nobody disputed it.
    assert ([one.ruling for one in report.decisions], [one.ruling for one in told.rulings]) == ([1, 4], [5])


@pytest.mark.rule("TD-19", "TD-16")
def test_a_match_at_a_settled_length_is_marked() -> None:
    evening = Evening()
    evening.play(1, 2, 5)
    evening.play(1, 2, 5)
    wrong = {
        "match": 1,
        "correct_length": 7,
        "first_points": 3,
        "second_points": 2,
        "games_ended": 4,
        "reason": "The sheet was wrong.",
    }
    evening.do(match_commands.ResolveWrongLength.model_validate(wrong))
    assert account(evening).wrong_lengths == (ResolvedLength(match=1, made_with=5, length=7, from_game=5),)
    evening.ends(2, 5, 3)
    correction = {"match": 2, "length": 3, "result": {"kind": "score", "first": 3, "second": 1}, "reason": "To 3."}
    evening.do(match_commands.CorrectResult.model_validate(correction))
    assert account(evening).wrong_lengths[1:] == (ResolvedLength(match=2, made_with=5, length=3, from_game=None),)


@pytest.mark.rule("TD-19")
def test_nothing_of_it_is_owed() -> None:
    evening = Evening()
    before = report_of(evening.state).digest
    # By clause 1.2 a ban has an end; one for good would be told, since it departs from the clause (TD-22).
    ban = {"kind": "ban", "person": evening.state.entries[1].person, "until": "2099-07-01T00:00:00Z"}
    about = {"kind": "tournament"}
    said = {"about": about, "clause": "1.2", "facts": "As seen.", "reasons": "By 1.2.", "remedies": [ban]}
    evening.do(ruling_commands.GiveRuling.model_validate(said))
    assert account(evening).bans != ()
    assert report_of(evening.state).digest == before
