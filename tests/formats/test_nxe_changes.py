"""Results changed after later rounds of an NxE (ALL-3, ALL-4), worked by hand."""

import pytest

from domain.formats.contract.steps import Ask, Done, Due
from domain.tournament.command import Choice
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from tests.domain.test_preview import final as bracket
from tests.rounds import RoundsDesk, in_every_stage, started_nxe


def due_of(desk: RoundsDesk) -> tuple[int, str]:
    """The round due, and who is."""
    step = desk.step()
    assert isinstance(step, Due), step
    return step.round, desk.letters(one.entry for one in step.contenders)


@pytest.mark.rule("ALL-3", "ALL-4")
def test_a_final_comes_back_with_its_result_when_the_reversal_is_reversed() -> None:
    # A beats B, A beats C; the first match goes to B; rewind, C beats B; the first match goes back to A.
    desk = bracket()
    desk.reverse("B-A", "rewind")
    assert desk.round(2) == []
    assert due_of(desk) == (2, "BC")
    desk.pair(2, "B-C")
    desk.won("C-B")
    assert desk.table() == ["1 C 2-0-1 champion", "2 B 1-1-0 out", "3 A 0-1-0 out"]
    desk.reverse("A-B", "restore", round_=1)
    assert desk.round(2) == ["A-C"]
    assert desk.table() == ["1 A 2-0-0 champion", "2 C 1-1-1 out", "3 B 0-1-0 out"]
    assert desk.match("B-C").void


@pytest.mark.rule("ALL-4")
def test_a_correction_to_a_void_match_counts_when_it_comes_back() -> None:
    desk = bracket()
    desk.reverse("B-A", "rewind")
    final = desk.match("A-C")
    desk.when(match_commands.VerifyResult(match=final.number)).refused("match-void")
    desk.reverse("C-A")
    assert desk.table() == ["- B 1-0-0 in", "- C 1-0-1 in", "3 A 0-1-0 out"]
    desk.pair(2, "B-C")
    desk.reverse("A-B", "restore", round_=1)
    assert desk.table() == ["1 C 2-0-1 champion", "2 A 1-1-0 out", "3 B 0-1-0 out"]


@pytest.mark.rule("ALL-4")
def test_a_void_match_takes_no_result_and_no_invitation() -> None:
    desk = started_nxe("ABC", losses=1)
    desk.pair(1, "A-B", "C")
    desk.won("A-B")
    desk.pair(2, "A-C")
    desk.reverse("B-A", "rewind")
    final = desk.match("A-C")
    result = desk.winner_only(final, "A")
    desk.when(match_commands.ReportResult(match=final.number, result=result)).refused("match-void")
    desk.when(match_commands.SendInvitation(match=final.number)).refused("match-void")


@pytest.mark.rule("ALL-4")
def test_change_without_a_choice_is_refused_with_the_matches_concerned() -> None:
    desk = bracket()
    correction = {"match": 1, "result": {"kind": "winner", "winner": "second"}, "reason": "Slip"}
    try:
        desk.do(match_commands.CorrectResult.model_validate(correction))
    except Exception as refusal:
        facts = getattr(refusal, "facts", {})
    choices = ["rewind", "stand"]  # nothing would come back: there is nothing to restore
    would = {"choices": choices, "started": [2], "would_be_void": [2], "would_come_back": []}
    assert facts == {"match": 1, **would, "stages": [{"stage": 1, **would}]}
    desk.when(match_commands.VoidMatch(match=1, reason="Slip")).refused("choice-needed")
    desk.when(match_commands.CorrectResult.model_validate(correction | {"choice": "restore"})).refused(
        "nothing-to-restore"
    )


@pytest.mark.rule("ALL-4")
def test_stand_keeps_what_was_played_and_the_loss_counts() -> None:
    # The first match goes to B: A, who has beaten C, has lost once and is out, as C is. B alone has no loss.
    desk = bracket()
    desk.reverse("B-A", "stand")
    assert desk.round(2) == ["A-C"]
    assert desk.step() == Done(champion=desk.entry("B"))
    assert desk.table() == ["1 B 1-0-0 champion", "2 A 1-1-0 out", "2 C 1-1-1 out"]
    # Taken back, everything is as it was.
    desk.reverse("A-B", round_=1)
    assert desk.table() == bracket().table()


@pytest.mark.rule("ALL-4")
def test_a_started_match_is_one_acknowledged_or_reported() -> None:
    desk = started_nxe("ABC", losses=1)
    desk.pair(1, "A-B", "C")
    desk.won("A-B")
    desk.pair(2, "A-C")
    desk.do(match_commands.SendInvitation(match=2))
    desk.do(match_commands.AcknowledgeInvitation(match=2))
    desk.when(desk.reversal("B-A")).refused("choice-needed")


@pytest.mark.rule("ALL-4")
def test_player_back_takes_the_place_of_who_is_out_by_default() -> None:
    desk = started_nxe("ABCDE", losses=1)
    desk.pair(1, "A-B C-D", "E")
    desk.won("A-B", "C-D")
    desk.pair(2, "E-A", "C")
    desk.reverse("B-A")
    assert desk.round(2) == ["E-B", "C"]
    desk.reverse("A-B", round_=1)
    assert desk.round(2) == ["E-A", "C"]
    desk.reverse("B-A", round_=1)
    assert desk.round(2) == ["E-B", "C"]
    assert len(desk.matches()) == 4


@pytest.mark.rule("ALL-4")
def test_player_back_takes_the_bye_of_who_is_out_by_default() -> None:
    desk = started_nxe("ABCDE", losses=1)
    desk.pair(1, "A-B C-D", "E")
    desk.won("A-B", "C-D")
    desk.pair(2, "C-E", "A")
    desk.reverse("B-A")
    assert desk.round(2) == ["C-E", "B"]
    assert [line for line in desk.table() if " A " in line or " B " in line] == ["- B 2-0-1 in", "4 A 0-1-0 out"]


@pytest.mark.rule("ALL-4")
def test_pairings_stand_by_default_where_nobody_goes_or_comes() -> None:
    desk = started_nxe("ABCD", losses=2)
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C B-D")
    desk.reverse("B-A")
    assert desk.round(2) == ["A-C", "B-D"]
    assert not any(match.void for match in desk.matches())


def after_two_rounds() -> RoundsDesk:
    """To two losses. Round 1: A beats B, C beats D, bye E. Round 2: A beats E, C beats B, bye D. B is out."""
    desk = started_nxe("ABCDE", losses=2)
    desk.pair(1, "A-B C-D", "E")
    desk.won("A-B", "C-D")
    desk.pair(2, "A-E C-B", "D")
    desk.won("A-E", "C-B")
    return desk


@pytest.mark.rule("ALL-4")
def test_player_back_has_the_bye_by_default_where_there_is_none() -> None:
    # C-B goes to B: B has one loss now and is back, nobody is out, for C has one loss too.
    desk = after_two_rounds()
    desk.pair(3, "A-C D-E")
    desk.reverse("B-C")
    assert desk.round(3) == ["A-C", "D-E", "B"]
    desk.reverse("C-B", round_=2)
    assert desk.round(3) == ["A-C", "D-E"]


@pytest.mark.rule("ALL-4")
def test_player_back_meets_the_one_with_the_bye_by_default() -> None:
    # E resigns, so that D has the bye of round 3. B comes back and has not met D, who has the
    # more win points during the bye (two).
    desk = after_two_rounds()
    desk.resign("E")
    desk.pair(3, "A-C", "D")
    desk.reverse("B-C")
    assert desk.round(3) == ["A-C", "D-B"]
    assert desk.table()[1:4] == ["- B 1-1-0 in", "- C 1-1-0 in", "- D 1-1-1 in"]
    desk.reverse("C-B", round_=2)
    assert desk.round(3) == ["A-C", "D"]


@pytest.mark.rule("ALL-4", "ALL-5")
def test_director_decides_by_default_where_those_two_have_met() -> None:
    # The same, but A has the bye, and A has met B.
    desk = after_two_rounds()
    desk.resign("E")
    desk.pair(3, "C-D", "A")
    desk.reverse("B-C")
    assert desk.round(3) == ["C-D", "A"]
    step = desk.step()
    assert isinstance(step, Ask)
    assert (step.question, [choice.name for choice in step.choices]) == (
        f"alone-3-{desk.entry('B')}",
        ["pair-by-hand", "annul-round"],
    )
    desk.when(round_commands.DrawRound(round=3)).refused("round-not-due")
    answer = round_commands.DecideQuestion(question=step.question, choice="pair-by-hand", reason="B waits")
    desk.when(answer).refused("question-unknown", "'pair-by-hand' has its own command")
    desk.pair(3, "B-A")
    assert desk.round(3) == ["B-A", "C-D"]


def second_round_won_by_d() -> RoundsDesk:
    """To two losses. Round 1: A beats B, C beats D, bye E. Round 2: D beats E, A beats C, bye B. D has one loss."""
    desk = started_nxe("ABCDE", losses=2)
    desk.pair(1, "A-B C-D", "E")
    desk.won("A-B", "C-D")
    desk.pair(2, "D-E A-C", "B")
    desk.won("D-E", "A-C")
    return desk


@pytest.mark.rule("ALL-4")
def test_player_left_without_an_opponent_meets_the_one_with_the_bye_by_default() -> None:
    # D-E goes to E: D is out, and nobody is back, for E was in anyway. A and E have two win points each.
    desk = second_round_won_by_d()
    desk.pair(3, "D-A B-C", "E")
    desk.reverse("E-D")
    assert desk.round(3) == ["A-E", "B-C"]
    desk.reverse("D-E", round_=2)
    assert desk.round(3) == ["B-C", "D-A", "E"]


@pytest.mark.rule("ALL-4")
def test_player_left_without_an_opponent_has_the_bye_by_default() -> None:
    desk = second_round_won_by_d()
    desk.resign("B")
    desk.pair(3, "D-A C-E")
    desk.reverse("E-D")
    assert desk.round(3) == ["C-E", "A"]


@pytest.mark.rule("ALL-4")
def test_only_those_concerned_play_again_after_a_rewind() -> None:
    # To three losses, so that nobody is out. Round 1: A-B, C-D, E-F. Round 2: A-C, B-E, D-F. Round 3 as drawn by hand.
    desk = started_nxe("ABCDEF", losses=3)
    desk.pair(1, "A-B C-D E-F")
    desk.won("A-B", "C-D", "E-F")
    desk.pair(2, "A-C B-E D-F")
    desk.won("A-C", "B-E", "D-F")
    desk.pair(3, "A-D B-C E-F")
    desk.won("D-A")
    # A-B goes to B. Made from it: A-C and B-E, and through them all of round 3, for each has one of A, B, C, E in it.
    desk.reverse("B-A", "rewind")
    assert (desk.round(2), desk.round(3)) == (["D-F"], [])
    assert due_of(desk) == (2, "ABCE")
    desk.pair(2, "B-A C-E")
    assert desk.round(2) == ["B-A", "C-E", "D-F"]
    desk.won("C-E")
    match = [m for m in desk.matches() if m.round == 2 and not m.void][1]
    desk.do(match_commands.ReportResult(match=match.number, result=desk.winner_only(match, "B")))
    assert due_of(desk) == (3, "ABCDEF")
    desk.draw(3)
    # And back: what was played comes back, and what was played instead goes.
    desk.reverse("A-B", "restore", round_=1)
    assert (desk.round(2), desk.round(3)) == (["A-C", "B-E", "D-F"], ["A-D", "B-C", "E-F"])
    assert desk.match("A-D").effective is not None


@pytest.mark.rule("ALL-4")
def test_rewind_does_not_bring_back_what_was_made_from_the_other_result() -> None:
    desk = bracket()
    desk.reverse("B-A", "rewind")
    desk.pair(2, "B-C")
    desk.won("C-B")
    desk.reverse("A-B", "rewind", round_=1)
    assert desk.round(2) == []
    assert due_of(desk) == (2, "AC")


@pytest.mark.rule("ALL-4")
def test_a_void_match_of_the_first_round_may_stand() -> None:
    desk = bracket()
    desk.do(match_commands.VoidMatch(match=1, reason="Played by another", choice="stand"))
    assert due_of(desk) == (3, "AB")  # neither has lost, and B has missed round 2
    assert desk.table() == ["- A 1-0-0 in", "- B 0-0-0 in", "3 C 1-1-1 out"]
    desk.do(match_commands.ReinstateMatch(match=1, reason="It was not"))
    assert desk.table() == bracket().table()


@pytest.mark.rule("ALL-4")
def test_a_void_match_is_paired_again_or_reinstated_but_not_both() -> None:
    """As in a bracket: the second attempt goes, at once where it has not begun, and else where that is chosen."""
    desk = started_nxe("ABCD", losses=1)
    desk.pair(1, "A-B C-D")
    desk.won("A-B")
    desk.do(match_commands.VoidMatch(match=1, reason="Wrong board"))
    assert desk.round(1) == ["C-D"]
    assert due_of(desk) == (1, "AB")
    desk.pair(1, "B-A")
    desk.do(match_commands.ReinstateMatch(match=1, reason="It stands"))
    assert desk.round(1) == ["A-B", "C-D"]
    desk.do(match_commands.VoidMatch(match=1, reason="Wrong board after all"))
    assert desk.round(1) == ["B-A", "C-D"]
    desk.won("B-A")
    again = match_commands.ReinstateMatch(match=1, reason="It stands")
    desk.when(again).refused("choice-needed")
    desk.when(again.model_copy(update=in_every_stage(desk, "stand"))).refused("placed-elsewhere")
    desk.do(again.model_copy(update=in_every_stage(desk, "rewind")))
    assert desk.round(1) == ["A-B", "C-D"]


@pytest.mark.rule("ALL-4")
@pytest.mark.parametrize("choice", ["rewind", "stand"])
def test_a_change_that_nothing_hangs_on_needs_no_choice_and_takes_any(choice: Choice) -> None:
    desk = started_nxe("ABCD", losses=1)
    desk.pair(1, "A-B C-D")
    desk.won("A-B")
    desk.reverse("B-A", choice)
    assert [e.topic for e in desk.history[-1:]] == ["tournament.result-corrected.v1"]


def kept_then_played_on() -> RoundsDesk:
    """To two losses. Round 1: A beats B, C beats D. Round 2 is C-B, A-D; before it starts C-D goes to D. B beats C,
    A beats D: C is out. Round 3: D-A, bye B."""
    desk = started_nxe("ABCD", losses=2)
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    desk.pair(2, "C-B A-D")
    desk.reverse("D-C")
    desk.won("B-C", "A-D")
    desk.pair(3, "D-A", "B")
    return desk


@pytest.mark.rule("ALL-4")
def test_a_change_that_was_adjusted_to_and_is_retracted_reaches_what_was_made_since() -> None:
    # C-D went to D before round 2: C 0-2 is out, D 1-1 plays on. Taken back, D 0-2 is out and C 1-1 is in.
    desk = kept_then_played_on()
    assert desk.table() == ["- A 2-0-0 in", "- B 2-1-1 in", "- D 1-1-0 in", "4 C 0-2-0 out"]
    desk.reverse("C-D")
    assert desk.round(3) == ["C-A", "B"]
    assert desk.table() == ["- A 2-0-0 in", "- B 2-1-1 in", "- C 1-1-0 in", "4 D 0-2-0 out"]


@pytest.mark.rule("ALL-4")
def test_choice_is_needed_once_that_has_been_started() -> None:
    desk = kept_then_played_on()
    desk.won("D-A")
    desk.when(desk.reversal("C-D")).refused("choice-needed")
    desk.reverse("C-D", "rewind")
    assert due_of(desk) == (3, "ABC")
    desk.reverse("D-C", "restore")
    assert desk.round(3) == ["D-A", "B"]


@pytest.mark.rule("ALL-4")
def test_a_rewind_is_no_longer_held_up_by_what_once_stood() -> None:
    # To one loss: A beats B, C beats D, A beats C. The first goes to B, and back to A, and each time the rest stands:
    # A remains the champion. It goes to B again, and now is rewound: A is out, and B is to meet C.
    desk = started_nxe("ABCD", losses=1)
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C")
    desk.won("A-C")
    desk.reverse("B-A", "stand")
    desk.reverse("A-B", "stand")
    assert desk.step() == Done(champion=desk.entry("A"))
    desk.reverse("B-A", "rewind")
    step = desk.step()
    assert isinstance(step, Due)
    assert desk.letters(one.entry for one in step.contenders) == "BC"


@pytest.mark.rule("ALL-4")
def test_restore_of_a_voided_match_leaves_what_was_made_in_its_place() -> None:
    """A beats B, C beats D; A beats C in round 2, which is voided: both have a bye. A-B goes to B for a while."""
    desk = started_nxe("ABCD", losses=2)
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C B-D")
    desk.won("A-C")
    desk.do(match_commands.VoidMatch(match=3, reason="Wrong board"))
    for letter in "CA":
        desk.pair(2, "", letter)
    desk.reverse("B-A", "rewind")
    assert desk.round(2) == []
    desk.reverse("A-B", "restore")
    assert desk.round(2) == ["B-D", "A", "C"]
