"""A match that is opened again in a stage that has been left is a match like any other: it is waited for, closed with
its round, and conceded by who leaves (ALL-4, ALL-5, SWI-4, NXE-8, TD-13).

The Swiss and the final of `test_one_opening.py`: A has won the final against E. Then D-H, the last match of the Swiss
(12), is to be played again, and all that was made from it stays.
"""

from datetime import timedelta

import pytest

from domain.formats.contract.steps import Done, Wait
from domain.formats.swiss import SwissOptions
from domain.tournament.decisions.rounds.left_open import LeftOpen, left_open
from domain.tournament.decisions.rounds.rolling_on import due_command
from domain.tournament.derived.deadline import deadline
from domain.tournament.lifecycle.commands import ChangeConditions, CompleteTournament
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches.commands import CorrectResult, ReportNoTimeAgreed
from domain.tournament.rounds.commands import CloseRound, OpenStage
from domain.tournament.rulings.commands import GiveRuling
from tests.formats.directing import check_nobody_out_has_to_play, finish
from tests.formats.swiss_desk import SwissDesk, started_swiss
from tests.formats.test_one_opening import FINAL, finals, semifinals_played
from tests.rounds import in_every_stage

LAST = 12


def rule(desk: SwissDesk, about: tuple[str, int], remedy: dict[str, object]) -> None:
    """A ruling; what hangs on it stays in both stages."""
    told = {"about": dict(zip(("kind", "number"), about, strict=True)), "remedies": [remedy]}
    said = {"clause": "4.3", "facts": "A wrong setup", "reasons": "As written"}
    desk.do(GiveRuling.model_validate({**told, **said, **in_every_stage(desk, "stand")}))


def replay_ordered() -> SwissDesk:
    desk = semifinals_played()
    assert desk.step() == Done(champion=desk.entry("A"))
    rule(desk, ("match", LAST), {"kind": "match-replay"})
    assert desk.state.matches[LAST].phase == "open"
    return desk


@pytest.mark.rule("ALL-4", "ALL-5", "TD-13")
def test_match_opened_again_in_a_stage_that_was_left_is_waited_for_at_the_end() -> None:
    desk = replay_ordered()
    assert desk.step() == Wait((LAST,))
    desk.when(CompleteTournament()).refused("matches-awaited")
    desk.won("D-H")
    assert (finals(desk), desk.step()) == (["A-E"], Done(champion=desk.entry("A")))
    desk.when(CompleteTournament()).then()


@pytest.mark.rule("NXE-8", "TD-4")
@pytest.mark.parametrize("out", [False, True])
def test_player_who_leaves_concedes_it(out: bool) -> None:
    desk = replay_ordered()
    if out:
        rule(desk, ("entry", desk.entry("D")), {"kind": "disqualification", "entry": desk.entry("D")})
    else:
        desk.resign("D")
    check_nobody_out_has_to_play(desk)
    assert desk.state.matches[LAST].phase == "announced"
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("SWI-4")
def test_director_closes_its_round_by_what_the_sides_have_told() -> None:
    desk = replay_ordered()
    desk.do(ReportNoTimeAgreed(match=LAST, reported_by="second"))
    desk.do(CloseRound(round=3, reason="It is late", early=True))
    result = desk.state.matches[LAST].effective
    assert result is not None
    assert (desk.letter(result.winner or 0), result.outcome.ended) == ("H", "default")


@pytest.mark.rule("SWI-4", "TD-13")
def test_service_leaves_it_to_the_director_and_says_why() -> None:
    """Rounds roll on, and the round of the Swiss had closed."""
    desk = semifinals_played()
    closes_at = desk.state.rounds.closes_at(3)
    assert closes_at is not None
    desk.do(ChangeConditions(conditions=Conditions(auto_draw=True), reason="Less work"))
    desk.now = closes_at + timedelta(hours=1)
    rule(desk, ("match", LAST), {"kind": "match-replay"})
    until = deadline(desk.state, desk.state.matches[LAST])
    assert left_open(desk.state) == [LeftOpen(LAST, "ruled-on", until)]
    desk.now += timedelta(days=100)
    assert due_command(desk.state, desk.now) is None


@pytest.mark.rule("TD-10", "TD-13")
def test_match_that_is_to_go_on_is_played_to_its_end_in_the_table_of_its_stage() -> None:
    desk = semifinals_played()
    rule(desk, ("match", LAST), {"kind": "match-resumption", "first": 0, "second": 0})
    assert desk.step() == Wait((LAST,))
    finish(desk)
    assert desk.outcome(LAST) is not None


@pytest.mark.rule("SER-1", "ALL-4", "ALL-5")
def test_bout_that_is_level_again_in_a_stage_that_was_left_goes_on() -> None:
    """A has won both matches against B, C both against D, and A the final. The second of A and B was B's after all."""
    desk = started_swiss("ABCD", options=SwissOptions(kind="swiss", rounds=1, bout_matches=(3,)), stages=(FINAL,))
    desk.pair(1, "A-B C-D")
    for name in ("A-B", "A-B", "C-D", "C-D"):
        desk.won(name)
    desk.do(OpenStage(stage=2))
    desk.won("A-C")
    second = desk.match("A-B", 1).number
    told = {"match": second, "result": desk.winner_only(desk.state.matches[second], "B"), "reason": "Slip"}
    desk.do(CorrectResult.model_validate({**told, **in_every_stage(desk, "stand")}))
    third = desk.match("A-B", 1).number
    assert third != second
    assert desk.step() == Wait((third,))
    desk.won("A-B")
    assert desk.step() == Done(champion=desk.entry("A"))
