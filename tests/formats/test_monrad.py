"""Monrads worked by hand (SWX-1 to SWX-7, MON-1 to MON-9), and with random directors."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Ask, Done, Due
from domain.formats.elimination.nxe import NxeOptions
from domain.formats.monrad.options import MonradOptions
from domain.kernel.refusal import Refused
from domain.scoring.result import Unplayed
from domain.tournament.command import Choice
from domain.tournament.derived.stage import current_stage
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from tests.desk import person
from tests.formats.conformance import Conformance
from tests.formats.directing import finish, play_all
from tests.formats.machine import director_of
from tests.formats.swiss_desk import SwissDesk, announced_swiss, started_swiss
from tests.reaching import reached


def options(**told: object) -> MonradOptions:
    return MonradOptions.model_validate({"kind": "monrad", "order": "lots", "lengths": (1,), **told})


def started(lots: str, **told: object) -> SwissDesk:
    """A Monrad of these players, whose lots are in that order."""
    return started_swiss(lots, options=options(**told))


@pytest.mark.rule("MON-2", "MON-3", "MON-4")
def test_monrad_pairs_down_the_order_whoever_has_not_met() -> None:
    """Round 1: A-B, C-D, E-F. A, C and E win. Round 2: A-C; E floats to B, the next by lot; D-F.
    Named first is who was not: of A and C both were, so the lower in an even round."""
    desk = started("ABCDEF", rounds=3)
    desk.play(1, "A W-L B", "C W-L D", "E W-L F")
    assert desk.drawn(2) == [("C", "A"), ("B", "E"), ("F", "D")]
    desk.won("A-C", "E-B", "D-F")
    # A and E have two wins. C and D, with one each, have met; C-B would leave D and F, who have met too: C-F, D-B.
    assert desk.drawn(3) == [("A", "E"), ("F", "C"), ("D", "B")]


@pytest.mark.rule("MON-3")
def test_monrad_takes_a_choice_only_if_the_others_can_be_paired() -> None:
    """Four in three rounds: after A-B, C-D and A-C, B-D, only A-D and B-C are left, whatever the points."""
    desk = started("ABCD", rounds=3)
    desk.play(1, "A W-L B", "C W-L D")
    desk.play(2, "C L-W A", "D L-W B")
    assert desk.drawn(3) == [("A", "D"), ("B", "C")]


@pytest.mark.rule("MON-2")
def test_monrad_pairs_the_upper_half_with_the_lower_in_round_1() -> None:
    assert started("ABCDEF", first_round="halves").drawn(1) == [("A", "D"), ("B", "E"), ("C", "F")]


@pytest.mark.rule("MON-9", "SWX-2")
def test_monrad_bye_goes_to_the_lowest_who_has_had_none() -> None:
    """E has it first, by lot; then D, the lowest of those without a point; then B, since D and E have had one."""
    desk = started("ABCDE", rounds=3)
    desk.play(1, "A W-L B", "C W-L D", "E WB")
    assert desk.lines("match_points")[0].startswith("1 ")
    assert desk.drawn(2) == [("C", "A"), ("B", "E"), ("D", "")]
    desk.won("A-C", "E-B")
    assert desk.drawn(3)[-1] == ("B", "")


@pytest.mark.rule("MON-9", "SWX-2")
def test_monrad_counts_a_win_without_play_as_a_bye() -> None:
    """A wins without playing, and C has the bye: both have had one when the next is given."""
    desk = started("ABC", rounds=3)
    assert desk.drawn(1) == [("A", "B"), ("C", "")]
    desk.do(match_commands.ReportResult(match=1, result=Unplayed(reported_by="first")))
    step = desk.step()
    assert isinstance(step, Due)
    assert [(desk.letter(one.entry), one.counts["byes"]) for one in step.contenders] == [("A", 1), ("C", 1), ("B", 0)]


@pytest.mark.rule("SWX-7")
def test_monrad_keeps_a_couple_apart() -> None:
    """A and B never meet, and A and C not before round 2: A-D and B-C, though A-B and C-D come first by lot."""
    apart = [{"entries": (1, 2)}, {"entries": (1, 3), "until_round": 1}]
    desk = numbered("ABCD", apart=apart, rounds=2)
    assert {frozenset(pair) for pair in desk.drawn(1)} == {frozenset("AD"), frozenset("BC")}
    desk.won("A-D", "B-C")
    assert {frozenset(pair) for pair in desk.drawn(2)} == {frozenset("AC"), frozenset("BD")}


def numbered(letters: str, **told: object) -> SwissDesk:
    """A Monrad of these players, who have entered in that order."""
    desk = announced_swiss(options(**told))
    desk.enter(letters, {})
    desk.do(lifecycle_commands.StartTournament())
    return desk


@pytest.mark.rule("SWX-7", "ALL-5")
def test_monrad_asks_where_two_who_must_not_meet_are_the_last() -> None:
    desk = numbered("AB", apart=[{"entries": (1, 2)}])
    step = desk.step()
    assert isinstance(step, Ask)
    assert (step.kind, [choice.name for choice in step.choices]) == ("no-pairing", ["rematches", "pair-by-hand"])
    desk.do(round_commands.DecideQuestion(question=step.question, choice="rematches", reason="They agree."))
    assert {*desk.drawn(1)[0]} == {*"AB"}


@pytest.mark.rule("SWX-7", "TD-21")
def test_monrad_who_is_kept_apart_changes_after_the_start() -> None:
    """The next draw goes by it; all else of the format is settled."""
    desk = numbered("ABCD", rounds=2)
    held = current_stage(desk.state).options
    kept = held.model_copy(update={"apart": options(apart=[{"entries": (1, 2, 3)}]).apart})
    desk.do(lifecycle_commands.ChangeSettings.model_validate({"format": kept, "reason": "A family."}))
    assert isinstance(desk.step(), Ask)
    other = {"format": held.model_copy(update={"order": "table"}), "reason": "Better."}
    desk.when(lifecycle_commands.ChangeSettings.model_validate(other)).refused("format-fixed")


@pytest.mark.rule("SWX-11", "TD-21")
def test_monrad_is_shortened_or_lengthened_until_its_last_round_is_drawn() -> None:
    """Six, announced for two rounds: one is played, and a third announced; then it ends with the second after all."""
    desk = started("ABCDEF", rounds=2)
    desk.play(1, "A W-L B", "C W-L D", "E W-L F")
    desk.when(rounds_of(desk, 6)).refused("too-few-entrants")
    change_rounds(desk, 3)
    desk.won(*("-".join(pair) for pair in desk.drawn(2)))
    assert isinstance(desk.step(), Due)
    desk.when(rounds_of(desk, 1)).refused("format-fixed")
    change_rounds(desk, 2)
    assert isinstance(desk.step(), Done)
    desk.when(rounds_of(desk, 3)).refused("format-fixed")


def rounds_of(desk: SwissDesk, rounds: int) -> lifecycle_commands.ChangeSettings:
    held = current_stage(desk.state).options.model_copy(update={"rounds": rounds})
    return lifecycle_commands.ChangeSettings.model_validate({"format": held, "reason": "It is late."})


def change_rounds(desk: SwissDesk, rounds: int) -> None:
    desk.do(rounds_of(desk, rounds))


@pytest.mark.rule("MON-7")
def test_monrad_all_who_won_every_round_share_the_first_rank() -> None:
    """Eight in two rounds: of four with a win two win again. Both are first, and nobody is the champion alone."""
    desk = started("ABCDEFGH", rounds=2)
    desk.play(1, "A W-L B", "C W-L D", "E W-L F", "G W-L H")
    assert desk.drawn(2)[:2] == [("C", "A"), ("G", "E")]
    desk.won("A-C", "G-E", "B-D", "F-H")
    assert [line for line in desk.lines("match_points") if "winner" in line] == ["1 A 4 winner", "1 G 4 winner"]
    assert desk.lines("match_points")[2].startswith("3 ")
    assert desk.step() == Done(champion=None)


@pytest.mark.rule("MON-4")
def test_monrad_single_winner_is_the_champion() -> None:
    desk = started("ABCD")
    desk.play(1, "A W-L B", "C W-L D")
    desk.play(2, "C L-W A", "D L-W B")
    # B and C have two points each; C lost to A, who has four; both have A and a loser: equal, and have not met: by lot.
    assert desk.lines("match_points", "buchholz_cut", "buchholz") == [
        "1 A 4 2 4 champion",
        "2 B 2 4 4 in",
        "3 C 2 4 4 in",
        "4 D 0 2 4 in",
    ]


@pytest.mark.rule("SWX-5")
def test_monrad_late_entry_plays_from_the_next_round_with_announced_points() -> None:
    """E comes after round 1 is drawn: half a win for it, and the bye is somebody else's as the order has it."""
    desk = started("ABCD", rounds=3, late_entries=True, late_half=1)
    desk.play(1, "A W-L B", "C W-L D")
    enter(desk, "E")
    assert [line for line in desk.lines("match_points") if " E " in line] == ["3 E 1 in"]
    assert desk.drawn(2) == [("C", "A"), ("B", "E"), ("D", "")]
    desk.won("A-C", "E-B")
    desk.when(asking("F")).refused("entries-closed")


def enter(desk: SwissDesk, letter: str) -> None:
    desk.do(asking(letter))
    desk.do(entry_commands.ApproveEntry(entry=desk.entry(letter)))


def asking(letter: str) -> entry_commands.RequestEntry:
    return entry_commands.RequestEntry(person=person(letter))


@pytest.mark.rule("SWX-5")
def test_monrad_without_late_entries_takes_none() -> None:
    started("ABCD").when(asking("E")).refused("entries-closed")


@pytest.mark.rule("SWX-1")
def test_monrad_has_no_more_rounds_than_opponents() -> None:
    """Five have one each for five rounds, with a bye each; four for three."""
    started("ABCDE", rounds=5)
    with pytest.raises(Refused, match="3 rounds at most"):
        started("ABCD", rounds=4)


@pytest.mark.rule("MON-1")
@pytest.mark.parametrize(
    "told",
    [{"late_half": 1}, {"late_until": 2}],
)
def test_monrad_option_without_effect_is_refused(told: dict[str, object]) -> None:
    with pytest.raises(Refused) as refused:
        announced_swiss(options(**told))
    assert refused.value.problem.slug == "option-without-effect"


@pytest.mark.rule("SWX-7")
@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"order": "random", "first_round": "halves"}, "order by lots or by the table"),
        ({"apart": [{"entries": (1, 1)}]}, "name each once"),
        ({"apart": [{"entries": (1,)}]}, "at least 2"),
        ({"rounds": 0}, "greater than or equal to 1"),
    ],
)
def test_monrad_settings_that_contradict_each_other_are_no_settings(told: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        options(**told)


def pairs_after_correction(desk: SwissDesk, choice: Choice) -> set[frozenset[str]]:
    """Who meet in round 2, once A and C have won round 1 and A and B round 2, and B has won against A after all."""
    desk.play(1, "A W-L B", "C W-L D")
    desk.play(2, "C L-W A", "D L-W B")
    desk.reverse("B-A", choice, 1)
    if choice == "rewind":
        desk.drawn(2)
    return {frozenset(one.replace("-", "")) for one in desk.round(2)}


@pytest.mark.rule("ALL-3", "ALL-4")
@pytest.mark.parametrize(
    ("choice", "then"),
    [
        # B has won after all, and nothing of round 2 is left: B-C are the winners, A-D the losers.
        ("rewind", {frozenset("BC"), frozenset("AD")}),
        # What was played stays, and the points are as they now are.
        ("stand", {frozenset("AC"), frozenset("BD")}),
    ],
)
def test_monrad_result_is_corrected_after_the_next_round(choice: Choice, then: set[frozenset[str]]) -> None:
    desk = started("ABCD", rounds=3)
    assert pairs_after_correction(desk, choice) == then
    points = {line.split()[1]: line.split()[2] for line in desk.lines("match_points")}
    assert points["B"] == ("2" if choice == "rewind" else "4")
    finish(desk)


@pytest.mark.rule("SWX-6", "TB-12", "TB-13")
def test_monrad_who_leaves_stays_in_the_table_and_counts_as_drawing() -> None:
    """B has lost to A and leaves: A's Buchholz has B's 0, and 1 for round 2, which B sat out."""
    desk = started("ABCD", rounds=2)
    desk.play(1, "A W-L B", "C W-L D")
    desk.resign("B")
    assert desk.drawn(2) == [("C", "A"), ("D", "")]
    desk.won("A-C")
    assert [line for line in desk.lines("buchholz") if line[2] in "AB"] == ["1 A 3 champion", "4 B 4 resigned"]


class TestMonrad(Conformance):
    """As many rounds as the entrants need, by lot in each."""

    options = MonradOptions(kind="monrad")

    @pytest.mark.rule("MON-3", "MON-5", "SWX-2", "MON-9")
    @given(st.integers(4, 8), st.lists(st.booleans(), min_size=12, max_size=30))
    def test_monrad_nobody_meets_twice_or_has_two_byes(self, entrants: int, wins: Sequence[bool]) -> None:
        desk = self.started(entrants)
        play_all(desk, wins)
        places = [place for place in desk.facts.places if place.match is not None]
        reached()
        assert len({frozenset(place.entries) for place in places}) == len(places)
        assert max(map(desk.facts.byes, desk.facts.numbers)) <= 1


class TestMonradByTable(TestMonrad):
    """In the order of the table, with entries at any time."""

    options = MonradOptions(kind="monrad", order="table", first_round="halves", late_entries=True, late_half=1)


class TestMonradWithByesOnRequest(TestMonrad):
    """With byes that players ask for, and pairs in the order of scores (SWX-3, SWX-12)."""

    options = MonradOptions(kind="monrad", half_byes=2, byes_until=99, tables_by_score=True)


ASKED = MonradOptions(kind="monrad", order="lots", half_byes=2, tables_by_score=True)
LATER = (LaterStage(format=NxeOptions(kind="nxe", losses=1), qualifiers=4),)
APART = options(order="random", apart=[{"entries": (1, 2)}, {"entries": (1, 3, 4), "until_round": 1}])

TestRandomDirector = director_of(
    [MonradOptions(kind="monrad"), MonradOptions(kind="monrad", order="lots", late_entries=True), APART, ASKED], tried=5
)
TestRandomDirectorOfTwoStages = director_of([MonradOptions(kind="monrad", order="table")], tried=6, stages=LATER)
