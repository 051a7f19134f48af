"""N times elimination, worked by hand: letters, pairings and small tables (NXE-1..10)."""

from collections import Counter

import pytest
from pydantic import ValidationError

from domain.formats.contract.steps import Ask, Contender, Done, Drawing, Due, Terms, Wait
from domain.formats.elimination.nxe import NTimesElimination, NxeOptions
from domain.kernel.chance import Chance
from domain.kernel.values import Why
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from projections.views.rounds import invitation_view
from tests.desk import entered, person, player
from tests.rounds import RoundsDesk, announced_nxe, started_nxe

OPTIONS = NxeOptions(kind="nxe")


def due(counts: dict[int, tuple[int, int]]) -> Due:
    """A round due for entries with (win points, byes)."""
    contenders = [Contender(entry=e, counts={"win_points": w, "byes": b}) for e, (w, b) in sorted(counts.items())]
    return Due(2, tuple(contenders), Terms(5))


def drawn(counts: dict[int, tuple[int, int]], secret: int) -> Drawing:
    return NTimesElimination().draw(OPTIONS, due(counts), Chance(secret.to_bytes(32, "big")))


@pytest.mark.rule("NXE-1")
@pytest.mark.source("nxe 3")
def test_lengths_go_by_round_and_the_last_goes_on() -> None:
    options = NxeOptions(kind="nxe", losses=3, lengths=(3, 5, 7), game="nackgammon")
    assert [options.terms_of(round_).length for round_ in (1, 2, 3, 4, 50)] == [3, 5, 7, 7, 7]
    desk = announced_nxe(options)
    entered(desk, "AB")
    desk.do(lifecycle_commands.StartTournament())
    desk.draw(1)
    match = desk.match("A-B")
    assert match.length == 3
    doubled = {"kind": "games", "games": [{"winner": "first", "won": "single", "cube": 4}]}
    desk.do(match_commands.ReportResult.model_validate({"match": match.number, "result": doubled}))
    assert desk.match("A-B").effective is not None
    assert [NxeOptions(kind="nxe").game, NxeOptions(kind="nxe").cube] == ["backgammon", True]
    with pytest.raises(ValidationError):
        NxeOptions.model_validate({"kind": "nxe", "game": "chess"})


@pytest.mark.rule("NXE-1", "TD-17")
def test_crawford_is_an_announced_option_and_needs_a_cube() -> None:
    assert NxeOptions(kind="nxe", crawford=True).crawford
    with pytest.raises(ValidationError, match="without a cube"):
        NxeOptions(kind="nxe", cube=False, crawford=True)
    with pytest.raises(ValidationError):
        NxeOptions(kind="nxe", losses=0)


@pytest.mark.rule("NXE-2", "NXE-6", "NXE-8", "NXE-9", "NXE-10")
@pytest.mark.source("nxe 6", "nxe 8", "nxe 17", "nxe 5", "nxe 13", "nxe 14", "nxe 15")
def test_five_players_to_two_losses() -> None:
    # Round 1: A beats B, C beats D, bye E.    A 1-0, C 1-0, E 1-0 (bye), B 0-1, D 0-1.
    # Round 2: A beats E, C beats B, bye D.    A 2-0, C 2-0, E 1-1, D 1-1 (bye), B out 0-2.
    # Round 3: A beats C, D beats E.           A 3-0, C 2-1, D 2-1, E out 1-2.
    # Round 4: A beats D, bye C.               A 4-0, C 3-1 (bye), D out 2-2.
    # Round 5: C beats A.                      A 4-1, C 4-1.
    # Round 6: A beats C.                      A 5-1 wins; C 4-2, one of the four a bye.
    desk = started_nxe("ABCDE")
    for round_, pairings, byes, results in (
        (1, "A-B C-D", "E", ("A-B", "C-D")),
        (2, "A-E C-B", "D", ("A-E", "C-B")),
        (3, "A-C D-E", "", ("A-C", "D-E")),
        (4, "A-D", "C", ("A-D",)),
        (5, "A-C", "", ("C-A",)),
        (6, "C-A", "", ("A-C",)),
    ):
        desk.pair(round_, pairings, byes)
        desk.won(*results)
    assert desk.step() == Done(champion=desk.entry("A"))
    assert desk.table() == ["1 A 5-1-0 champion", "2 C 4-2-1 out", "3 D 2-2-1 out", "4 E 1-2-1 out", "5 B 0-2-0 out"]
    desk.when(lifecycle_commands.CompleteTournament()).then()


@pytest.mark.rule("NXE-10")
@pytest.mark.source("nxe 20")
def test_equal_win_points_share_the_rank_and_the_winner_is_first() -> None:
    # To one loss: A beats B, C beats D; A beats C. B and D have no win point and share the third rank.
    # Then E's bye in round 1 and their loss in round 2 would give E as many as C.
    desk = started_nxe("ABCDE", losses=1)
    desk.pair(1, "A-B C-D", "E")
    desk.won("A-B", "C-D")
    desk.pair(2, "A-E", "C")
    desk.won("A-E")
    desk.pair(3, "A-C")
    desk.won("C-A")
    # C: beat D, a bye, beat A: 3. A: 2. E: 1 (bye). B, D: 0.
    assert desk.table() == ["1 C 3-0-1 champion", "2 A 2-1-0 out", "3 E 1-1-1 out", "4 B 0-1-0 out", "4 D 0-1-0 out"]


@pytest.mark.rule("NXE-2")
def test_nobody_enters_or_pairs_himself_after_the_start() -> None:
    desk = announced_nxe()
    entered(desk, "ABC")
    desk.do(entry_commands.RequestEntry(person=person("D")))
    desk.do(lifecycle_commands.StartTournament())
    desk.when(entry_commands.RequestEntry(person=person("E"))).refused("entries-closed")
    desk.when(entry_commands.ApproveEntry(entry=desk.entry("D"))).refused("entries-closed")
    desk.when(match_commands.MakeMatch(sides=(1, 2), length=1)).refused("paired-by-round")
    desk.when(entry_commands.WithdrawEntry(entry=1, reason="Told the desk.")).refused("resign-instead")
    desk.draw(1)
    match = desk.matches()[0]
    swapped = match_commands.CorrectResult(match=match.number, sides=match.sides[::-1], reason="Slip")
    desk.won(desk.name(match))
    desk.when(swapped).refused("sides-drawn")


@pytest.mark.rule("NXE-2", "ALL-7")
def test_player_withdrawn_before_the_start_does_not_play_but_stays_in_the_table() -> None:
    desk = announced_nxe()
    entered(desk, "ABC")
    desk.do(entry_commands.WithdrawEntry(entry=desk.entry("C"), reason="Told the desk."))
    desk.do(lifecycle_commands.StartTournament())
    assert sorted("".join(desk.draw(1))) == ["-", "A", "B"]
    assert desk.table()[-1] == "3 C 0-0-0 withdrawn"


@pytest.mark.rule("NXE-3")
@pytest.mark.source("nxe 6", "nxe 7")
def test_the_bye_goes_to_one_of_those_with_the_fewest_byes() -> None:
    # Entries 1 to 5; 1 and 2 have a bye already, 3 has two. So 4 and 5 share the bye evenly.
    counts = {1: (2, 1), 2: (1, 1), 3: (2, 2), 4: (1, 0), 5: (0, 0)}
    byes = Counter(drawn(counts, secret).byes[0].entry for secret in range(2000))
    assert byes.keys() == {4, 5}
    assert (byes[4] - 1000) ** 2 / 1000 + (byes[5] - 1000) ** 2 / 1000 < 10.83
    assert drawn(counts, 0).byes[0].why.counts == {"byes_before": 0, "candidates": 2}


@pytest.mark.rule("NXE-3")
def test_an_even_field_has_no_bye() -> None:
    assert drawn({1: (0, 0), 2: (0, 0), 3: (0, 5), 4: (0, 0)}, 1).byes == ()


@pytest.mark.rule("NXE-4")
@pytest.mark.source("nxe 9", "nxe 10", "nxe 8")
def test_the_highest_bin_meets_the_lowest() -> None:
    # Bins: 2 win points {1}, 1 {2, 3, 4}, 0 {5, 6}. First 1 meets 5 or 6 and the bin of 2 is gone. Then one of
    # {2, 3, 4} meets the other of {5, 6}; then the two left meet each other, being the highest bin and the lowest.
    counts = {1: (2, 0), 2: (1, 0), 3: (1, 0), 4: (1, 0), 5: (0, 0), 6: (0, 0)}
    seen = Counter[object]()
    for secret in range(6000):
        (first, second, third) = drawn(counts, secret).pairs
        assert first.sides[0] == 1
        assert {first.sides[1], second.sides[1]} == {5, 6}
        assert {second.sides[0], *third.sides} == {2, 3, 4}
        assert [tuple(p.why.counts.values()) for p in (first, second, third)] == [(2, 0), (1, 0), (1, 1)]
        seen[first.sides, second.sides, third.sides] += 1
    # 2 choices for 1's opponent, 3 for the next, 2 for who is named first of the last two: 12, each as likely.
    # 31.26 is the 99.9 % point for 11 degrees of freedom.
    assert len(seen) == 12
    assert sum((count - 500) ** 2 / 500 for count in seen.values()) < 31.26


@pytest.mark.rule("NXE-4")
def test_one_bin_pairs_everybody_alike() -> None:
    seen = Counter(drawn(dict.fromkeys(range(1, 5), (0, 0)), secret).pairs[0].sides for secret in range(6000))
    # 12 ordered pairs come first, each as likely.
    assert len(seen) == 12
    assert sum((count - 500) ** 2 / 500 for count in seen.values()) < 31.26


@pytest.mark.rule("NXE-5")
@pytest.mark.source("nxe 11", "nxe 12")
def test_an_invitation_is_acknowledged_by_the_other_side() -> None:
    desk = started_nxe("AB")
    desk.pair(1, "A-B")
    desk.when(match_commands.AcknowledgeInvitation(match=1), player("B")).refused("invitation-status")
    desk.do(match_commands.SendInvitation(match=1), player("A"))
    desk.when(match_commands.AcknowledgeInvitation(match=1), player("A")).refused("not-allowed")
    desk.when(match_commands.SendInvitation(match=1), player("B")).refused("not-allowed")
    desk.do(match_commands.SendInvitation(match=1, invited_by="second"), player("B"))
    invitation = desk.match("A-B").invitation
    assert invitation is not None
    assert (invitation.by, invitation.at, desk.match("A-B").started) == ("second", desk.now, False)
    shown = invitation_view(desk.match("A-B"))
    assert shown is not None
    assert (shown.by, shown.at, shown.reminder_due) == ("second", desk.now, True)
    desk.do(match_commands.AcknowledgeInvitation(match=1), player("A"))
    shown = invitation_view(desk.match("A-B"))
    assert shown is not None
    assert not shown.reminder_due
    assert desk.match("A-B").started
    desk.when(match_commands.AcknowledgeInvitation(match=1), player("A")).refused("invitation-status")
    desk.when(match_commands.SendInvitation(match=1), player("A")).refused("invitation-status")


@pytest.mark.rule("NXE-5")
def test_a_match_with_a_result_needs_no_invitation() -> None:
    desk = started_nxe("AB")
    desk.pair(1, "A-B")
    desk.won("A-B")
    desk.when(match_commands.SendInvitation(match=1)).refused("match-has-result")


@pytest.mark.rule("NXE-7", "TD-14")
@pytest.mark.source("nxe 16")
def test_the_next_round_waits_for_every_winner() -> None:
    desk = started_nxe("ABCD")
    desk.pair(1, "A-B C-D")
    desk.won("A-B")
    assert desk.step() == Wait((2,))
    desk.when(round_commands.DrawRound(round=2)).refused("round-not-due")
    match = desk.match("C-D")
    desk.do(match_commands.ReportResult(match=match.number, result=desk.winner_only(match, "C")), player("C"))
    desk.when(round_commands.DrawRound(round=2)).refused("round-not-due")
    desk.do(match_commands.VerifyResult(match=match.number))
    desk.when(round_commands.DrawRound(round=3)).refused("round-not-due")
    assert len(desk.draw(2)) == 2


@pytest.mark.rule("NXE-8")
@pytest.mark.source("nxe 18")
def test_resigning_concedes_the_open_match() -> None:
    desk = started_nxe("ABC")
    desk.pair(1, "A-B", "C")
    desk.do(entry_commands.Resign(entry=desk.entry("B")), player("B"))
    result = desk.match("A-B").effective
    assert result is not None
    assert (result.winner, result.outcome.play_began) == (desk.entry("A"), False)
    # There is no director; who concedes has lost, so nobody has to confirm it (TD-14).
    assert result.announced_at is not None
    assert sorted(desk.draw(2)[0]) == ["-", "A", "C"]
    assert desk.table()[-1] == "3 B 0-1-0 resigned"
    desk.when(entry_commands.Resign(entry=desk.entry("B"), reason="Told the desk.")).refused("entry-status")
    desk.when(entry_commands.Resign(entry=desk.entry("A")), player("C")).refused("not-allowed")


@pytest.mark.rule("NXE-8")
@pytest.mark.rule("SE-13", "NXE-10")
def test_resigning_player_may_finish_first() -> None:
    desk = started_nxe("ABC")
    desk.pair(1, "A-B", "C")
    desk.resign("B", "finish")
    assert desk.step() == Wait((1,))
    desk.won("B-A")
    # B has won and is gone nevertheless; A (one loss) and C go on.
    assert sorted(desk.draw(2)[0]) == ["-", "A", "C"]
    assert desk.table() == ["- C 1-0-1 in", "- A 0-1-0 in", "3 B 1-0-0 resigned"]


@pytest.mark.rule("NXE-9", "ALL-5")
@pytest.mark.source("nxe 22", "ausbgf 1.1")
def test_nobody_left_is_for_the_director() -> None:
    desk = started_nxe("AB", losses=1)
    desk.pair(1, "A-B")
    desk.won("A-B")
    desk.resign("A")
    step = desk.step()
    assert isinstance(step, Ask)
    assert (step.question, [choice.name for choice in step.choices]) == ("nobody-left-1", ["champion", "no-champion"])
    desk.when(lifecycle_commands.CompleteTournament()).refused("decision-awaited")
    answer = {"question": step.question, "choice": "champion", "reason": "Won every match"}
    desk.when(round_commands.DecideQuestion.model_validate(answer)).refused("question-unknown")
    desk.when(round_commands.DecideQuestion.model_validate(answer | {"question": "why", "entry": 1})).refused(
        "question-unknown"
    )
    desk.do(round_commands.DecideQuestion.model_validate(answer | {"entry": desk.entry("A")}))
    assert desk.step() == Done(champion=desk.entry("A"))
    assert desk.table() == ["1 A 1-0-0 champion", "2 B 0-1-0 out"]


@pytest.mark.rule("NXE-9", "ALL-5")
def test_a_decision_made_in_error_is_made_anew() -> None:
    desk = started_nxe("AB", losses=1)
    desk.resign("A")
    desk.resign("B")
    answer = {"question": "nobody-left-0", "choice": "champion", "reason": "Came first"}
    desk.do(round_commands.DecideQuestion.model_validate(answer | {"entry": desk.entry("A")}))
    desk.do(round_commands.DecideQuestion.model_validate(answer | {"entry": desk.entry("B")}))
    assert desk.step() == Done(champion=desk.entry("B"))
    desk.do(round_commands.DecideQuestion.model_validate(answer | {"choice": "no-champion"}))
    assert desk.step() == Done(champion=None)


@pytest.mark.rule("NXE-9", "ALL-5")
def test_no_champion_may_be_left() -> None:
    desk = started_nxe("AB")
    desk.resign("A")
    desk.resign("B")
    desk.do(round_commands.DecideQuestion(question="nobody-left-0", choice="no-champion", reason="Nobody came"))
    assert desk.step() == Done(champion=None)
    desk.when(lifecycle_commands.CompleteTournament()).then()


@pytest.mark.rule("NXE-9")
@pytest.mark.source("nxe 19")
def test_lone_player_has_won() -> None:
    desk = started_nxe("AB")
    desk.resign("B")
    assert desk.step() == Done(champion=1)


@pytest.mark.rule("ALL-2", "SWI-8")
def test_pairing_by_hand_says_where_two_have_met_before() -> None:
    desk = started_nxe("ABCD")
    desk.pair(1, "A-B C-D")
    assert [match.why for match in desk.matches()] == [Why()] * 2
    desk.won("A-B", "C-D")
    desk.pair(2, "B-A C-D")
    assert [match.why for match in desk.matches()[2:]] == [Why(counts={"rematch": 1})] * 2


@pytest.mark.rule("ALL-2")
def test_pairing_by_hand_names_those_due_each_once() -> None:
    desk = started_nxe("ABCDE")
    pair = {"round": 1, "reason": "Travel", "pairings": [(1, 2)]}
    desk.when(round_commands.PairByHand.model_validate(pair | {"pairings": [(1, 1)]})).refused("not-in-round")
    desk.when(round_commands.PairByHand.model_validate(pair | {"byes": [2]})).refused("not-in-round")
    desk.when(round_commands.PairByHand.model_validate(pair | {"byes": [9]})).refused("not-in-round")
    desk.when(round_commands.PairByHand.model_validate(pair | {"round": 2})).refused("round-not-due")
    desk.when(round_commands.PairByHand.model_validate(pair), player("A")).refused("not-allowed")
    desk.do(round_commands.PairByHand.model_validate(pair))
    # What is left is drawn: C, D and E, one of whom has the bye.
    drawn_rest = desk.draw(1)
    assert drawn_rest[0] == "A-B"
    assert sorted("".join(drawn_rest[1:])) == ["-", "C", "D", "E"]
    desk.when(round_commands.DrawRound(round=1)).refused("round-not-due")


@pytest.mark.rule("ALL-4", "ALL-2")
def test_a_round_is_drawn_again_only_if_the_director_asks_and_nothing_was_started() -> None:
    desk: RoundsDesk = started_nxe("ABCDE")
    desk.draw(1)
    desk.do(round_commands.AnnulRound(round=1, reason="Two would not have come"))
    assert desk.round(1) == []
    desk.draw(1)
    assert [e.event.attempt for e in desk.history if e.topic == "tournament.round-drawn.v1"] == [1, 2]
    desk.won(desk.round(1)[0])
    desk.when(round_commands.AnnulRound(round=1, reason="Again")).refused("round-started")
    desk.when(round_commands.AnnulRound(round=2, reason="Again")).refused("round-not-due")
