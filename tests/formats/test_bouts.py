"""Bouts: several matches between the same two, which come to one result (SER-1 to SER-7)."""

from collections.abc import Mapping
from decimal import Decimal

import pytest

from domain.formats.contract.steps import Done, Wait
from domain.kernel.refusal import Refused
from domain.kernel.values import Why
from domain.match import bout
from domain.match.verdict import Ended
from domain.tournament.derived.progress import next_of
from domain.tournament.evolve.tournament import evolve
from domain.tournament.match_record.commands import AddAttachment, WithdrawRecord
from domain.tournament.match_record.events import ErrorRates
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches.events import BoutContinued
from domain.tournament.rounds.commands import CorrectPairings
from tests.desk import NOON, OFFICE, recorded
from tests.formats.brackets_play import placed, play_on, started
from tests.formats.knockout_play import KnockoutDesk
from tests.formats.rolling import rule_on
from tests.formats.test_byes_and_replays import consolation, knockout


def best_of(*matches: int, **told: object) -> KnockoutDesk:
    """Four in a knockout of bouts: A plays D, and B plays C."""
    return started(4, knockout(bout_matches=matches, **told))


def of(desk: KnockoutDesk, letters: str) -> list[str]:
    """The live matches of these two in order, each with its first side and who has won it."""
    found = [match for match in desk.matches() if match.live and {*map(desk.letter, match.sides)} == {*letters}]
    return [f"{desk.letter(one.sides[0])}:{_winner(desk, one.number)}" for one in found]


def _winner(desk: KnockoutDesk, number: int) -> str:
    effective = desk.state.matches[number].effective
    return "?" if effective is None else desk.letter(effective.winner) if effective.winner else "="


@pytest.mark.rule("SER-1", "SER-2", "SER-3", "SER-5")
def test_best_of_three_goes_on_until_one_has_won_two() -> None:
    """The second match is made with the first result, its sides changed; the third only at 1-1."""
    desk = best_of(3)
    desk.act("A beats D")
    assert of(desk, "AD") == ["A:A", "D:?"]
    desk.act("D beats A")
    assert of(desk, "AD") == ["A:A", "D:D", "A:?"]
    assert "2-1" not in placed(desk)
    desk.act("A beats D")
    desk.act("B beats C")
    desk.act("B beats C")
    assert of(desk, "BC") == ["B:B", "C:B"]
    assert placed(desk)["2-1"] == "A-B"
    assert [match.length for match in desk.matches()] == [7] * 6
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SER-2")
def test_drawn_match_of_a_best_of_three_counts_for_nobody() -> None:
    desk = best_of(3)
    for said in ("A beats D", "A draws with D", "D beats A"):
        desk.act(said)
    assert of(desk, "AD") == ["A:A", "D:=", "A:D", "D:?"]


@pytest.mark.rule("SER-2", "SER-4")
def test_bout_of_all_its_matches_that_is_equal_in_a_bracket_goes_on_by_one_match() -> None:
    desk = best_of(2, bouts="all")
    desk.act("A beats D")
    desk.act("D beats A")
    assert of(desk, "AD") == ["A:A", "D:D", "A:?"]
    desk.act("A draws with D")
    assert of(desk, "AD")[-1] == "D:?"
    desk.act("D beats A")
    for _ in range(2):
        desk.act("B beats C")
    assert placed(desk)["2-1"] == "D-B"


@pytest.mark.rule("SER-5")
def test_resigning_loses_the_bout_and_keeps_what_was_played() -> None:
    desk = best_of(5)
    desk.act("D beats A")
    desk.act("D resigns")
    assert of(desk, "AD") == ["A:D", "D:A"]
    for _ in range(3):
        desk.act("B beats C")
    assert placed(desk)["2-1"] == "A-B"


@pytest.mark.rule("SER-6", "ALL-4")
def test_correction_that_decides_the_bout_sooner_voids_the_open_match() -> None:
    desk = best_of(3)
    desk.act("A beats D")
    desk.act("D beats A")
    second = desk.live("AD")[1].number
    desk.do(
        match_commands.CorrectResult(match=second, result=desk.told(desk.live("AD")[1], "A", "beat"), reason="Slip")
    )
    assert of(desk, "AD") == ["A:A", "D:A"]


@pytest.mark.rule("SER-6", "ALL-4")
def test_correction_that_leaves_the_bout_open_keeps_every_later_match() -> None:
    """3-1 in a best of five: the first match turned makes it 2-2, and the fifth follows. The second turned as well
    makes it 1-3."""
    desk = best_of(5)
    for said in ("A beats D", "A beats D", "D beats A", "A beats D"):
        desk.act(said)
    desk.act("D beat A")
    assert of(desk, "AD") == ["A:D", "D:A", "A:D", "D:A", "A:?"]


@pytest.mark.rule("SER-6", "ALL-4")
@pytest.mark.parametrize(("choice", "final"), [("rewind", "B-D"), ("stand", "A-B")])
def test_bout_turned_after_the_next_round_began_is_rewound_or_stands(choice: str, final: str) -> None:
    """A beat D by 2-1 and has begun the final. The third match was D's."""
    desk = best_of(3, 3)
    for said in ("A beats D", "D beats A", "A beats D", "B beats C", "B beats C", "A beats B"):
        desk.act(said)
    third = desk.live("AD")[2]
    turned = match_commands.CorrectResult(match=third.number, result=desk.told(third, "D", "beat"), reason="Slip")
    desk.when(turned).refused("choice-needed")
    desk.do(turned.model_copy(update={"choice": choice}))
    assert "".join(sorted(placed(desk)["2-1"])) == "".join(sorted(final))
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SER-6")
def test_match_played_beyond_the_end_of_its_bout_is_asked_about() -> None:
    """A, D, A: the second was A's too, so that the third was played for nothing."""
    for choice, left in (("rewind", ["A:A", "D:A"]), ("stand", ["A:A", "D:A", "A:D"])):
        desk = best_of(3)
        for said in ("A beats D", "D beats A", "D beats A"):
            desk.act(said)
        second = desk.live("AD")[1]
        turned = match_commands.CorrectResult(match=second.number, result=desk.told(second, "A", "beat"), reason="Slip")
        desk.when(turned).refused("choice-needed")
        desk.do(turned.model_copy(update={"choice": choice}))
        assert of(desk, "AD") == left
        assert desk.state.verdict(1) == desk.entry("A")
        for _ in range(2):
            desk.act("B beats C")
        assert placed(desk)["2-1"] == "A-B"


@pytest.mark.rule("SER-1")
@pytest.mark.parametrize(
    "told",
    [
        {"bout_matches": (2,)},
        {"bouts": "all"},
        {"bout_matches": (3,), "bout_points": (4,)},
        {"bout_matches": (4,), "bouts": "points"},
        {"bout_matches": (4,), "bouts": "points", "bout_points": (4,)},
        {"bout_matches": (4,), "bouts": "points", "bout_points": (9,)},
        {"bout_matches": (3,), "replay_lengths": (1,)},
        {"bout_matches": (3,), "rules_version": 2},
    ],
)
def test_options_of_bouts_that_contradict_each_other_are_refused(told: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"bout|matches"):
        knockout(**told)


def analysed(desk: KnockoutDesk, first: str, second: str, rates: Mapping[str, str]) -> None:
    """A match of these two, won by the first, with both error rates as an analysis found them."""
    match = desk.live(first + second)[-1]
    desk.act(f"{first} beats {second}")
    rated(desk, match.number, rates)


def rated(desk: KnockoutDesk, number: int, rates: Mapping[str, str], **more: object) -> None:
    first, second = (rates[desk.letter(side)] for side in desk.state.matches[number].sides)
    found = ErrorRates(program="An analyser", first=Decimal(first), second=Decimal(second))
    told = {"match": number, "kind": "analysis", "reference": "https://example.org/analysis", "digest": "0" * 64}
    desk.do(AddAttachment.model_validate({**told, "error_rates": found, **more}))


def to_points(matches: int, points: int) -> KnockoutDesk:
    return best_of(matches, bouts="points", bout_points=(points,))


@pytest.mark.rule("SER-7", "TD-20")
def test_bout_to_five_points_of_four_matches_ends_with_the_fifth_point() -> None:
    """Stockholm's quarter-finals: up to four matches, first to five. A wins twice with the better rate, and loses a
    match in which they played better: 2, 4 and 5."""
    desk = to_points(4, 5)
    analysed(desk, "A", "D", {"A": "3.1", "D": "5.2"})
    analysed(desk, "A", "D", {"A": "4.0", "D": "4.2"})
    assert of(desk, "AD") == ["A:A", "D:A", "A:?"]
    analysed(desk, "D", "A", {"A": "2.9", "D": "6.5"})
    assert of(desk, "AD") == ["A:A", "D:A", "A:D"]
    assert desk.state.verdict(1) == desk.entry("A")


@pytest.mark.rule("SER-7")
def test_match_that_awaits_its_analysis_holds_up_a_bout_that_it_may_have_ended() -> None:
    """A has four points, and the fifth comes or does not with the analysis of the second match."""
    desk = to_points(4, 5)
    for rates in ({"A": "3", "D": "5"}, {"A": "5", "D": "3"}):
        analysed(desk, "A", "D", rates)
    assert of(desk, "AD") == ["A:A", "D:A", "A:?"]
    desk.act("D beats A")
    assert of(desk, "AD") == ["A:A", "D:A", "A:D", "D:?"]
    desk.act("A beats D")
    assert of(desk, "AD") == ["A:A", "D:A", "A:D", "D:A"]
    assert desk.state.verdict(1) is None
    for _ in range(2):
        analysed(desk, "B", "C", {"B": "3", "C": "5"})
    analysed(desk, "B", "C", {"B": "3", "C": "5"})
    assert next_of(desk.state) == Wait(tuple(match.number for match in desk.live("AD")[2:]))
    rated(desk, desk.live("AD")[3].number, {"A": "3", "D": "4"})
    assert desk.state.verdict(1) == desk.entry("A")


def turned(desk: KnockoutDesk, choice: str) -> None:
    """A newer analysis of the first match of A and D, by which D has played better."""
    rated(desk, 1, {"A": "9", "D": "2"}, digest="1" * 64, choice=choice)


def final_begun() -> KnockoutDesk:
    """A has beaten D by three points to one, and has won the first match of the final too."""
    desk = to_points(2, 3)
    analysed(desk, "A", "D", {"A": "3.1", "D": "5.2"})
    analysed(desk, "A", "D", {"A": "5.0", "D": "4.2"})
    for _ in range(2):
        analysed(desk, "B", "C", {"B": "3", "C": "4"})
    desk.act("A beats B")
    return desk


@pytest.mark.rule("SER-7", "ALL-4", "TD-20")
def test_newer_analysis_that_turns_a_bout_asks_what_becomes_of_the_next() -> None:
    """Two points each: by the first analyses the means were 4.05 and 4.7, now they are 7 and 3.1."""
    desk = final_begun()
    final = desk.live("AB")[0].number
    with pytest.raises(Refused) as refused:
        rated(desk, 1, {"A": "9", "D": "2"}, digest="1" * 64)
    assert (refused.value.problem.slug, refused.value.facts["started"]) == ("choice-needed", [final])
    assert (placed(desk)["2-1"], desk.state.verdict(1)) == ("A-B", desk.entry("A"))
    turned(desk, "rewind")
    assert (placed(desk)["2-1"], desk.state.verdict(1)) == ("D-B", desk.entry("D"))
    assert desk.state.matches[final].void


@pytest.mark.rule("SER-7", "ALL-4", "TD-20")
def test_bout_that_a_newer_analysis_turned_stays_where_that_is_chosen() -> None:
    desk = final_begun()
    turned(desk, "stand")
    assert (placed(desk)["2-1"], desk.state.verdict(1)) == ("A-B", desk.entry("D"))
    desk.act("A beats B")
    assert of(desk, "AB") == ["A:A", "B:A"]


@pytest.mark.rule("SER-7", "ALL-4", "TD-20")
def test_analysis_that_decided_a_bout_is_taken_back_by_the_same_choice() -> None:
    """Without it the bout is open, as nobody knows who played the first match better."""
    desk = final_begun()
    back = {"kind": "attachment", "match": 1, "number": 1, "reason": "Of another match"}
    desk.when(WithdrawRecord.model_validate(back)).refused("choice-needed")
    desk.do(WithdrawRecord.model_validate({**back, "choice": "rewind"}))
    assert (desk.state.verdict(1), "2-1" in placed(desk)) == (None, False)
    rated(desk, 1, {"A": "3.1", "D": "5.2"}, digest="2" * 64)
    assert placed(desk)["2-1"] == "A-B"


SEVEN = bout.Terms("points", 2, 3)


def match_of_bout(winner: int, first: str, second: str) -> bout.Played:
    """A match between entries 1 and 2, with both error rates."""
    return bout.Played(Ended("won", winner), rates={1: Decimal(first), 2: Decimal(second)})


@pytest.mark.rule("SER-7")
@pytest.mark.parametrize(("rate", "winner"), [("4.980", None), ("4.979", 1), ("5.020", None), ("5.021", 2)])
def test_equal_bout_goes_to_the_lower_mean_error_rate_beyond_the_margin(rate: str, winner: int | None) -> None:
    """Two matches, each to who played better: 2-2. Entry 2 has 5 and 3; entry 1 has 3 and about 5. Means that are
    apart by 0.010 are no further apart than the margin; by 0.0105 they are."""
    ended = bout.came_to(SEVEN, (1, 2), [match_of_bout(1, "3", "5"), match_of_bout(2, rate, "3")])
    assert (None if ended is None else ended.winner) == winner


@pytest.mark.rule("SER-7")
def test_sudden_death_ends_with_both_points_or_after_three_with_the_lower_mean() -> None:
    """1 and 2 are level after two. One point each in the first match to one, both in the second: over. With one each
    three times the lower mean of the three decides."""
    level = [match_of_bout(1, "3", "5"), match_of_bout(2, "5", "3")]
    split = match_of_bout(1, "9", "6")
    assert bout.next_length(SEVEN, (1, 2), level, 7) == 1
    assert bout.came_to(SEVEN, (1, 2), [*level, split]) is None
    both = bout.came_to(SEVEN, (1, 2), [*level, split, match_of_bout(2, "9", "6")])
    assert both is not None
    assert both.winner == 2
    third = bout.came_to(SEVEN, (1, 2), [*level, split, split, split])
    assert third is not None
    assert third.winner == 2
    even = match_of_bout(1, "6", "6")
    assert bout.next_length(SEVEN, (1, 2), [*level, even, even, even], 7) == 1


@pytest.mark.rule("SER-4")
def test_equal_bout_of_a_table_is_drawn() -> None:
    played = [bout.Played(Ended("won", 1)), bout.Played(Ended("won", 2))]
    ended = bout.came_to(bout.Terms("all", 2, decisive=False), (1, 2), played)
    assert ended is not None
    assert ended.how == "drawn"


@pytest.mark.rule("SE-7", "DE-11")
@pytest.mark.parametrize(
    ("slot", "matches"),
    [
        ("main-1-1", None),
        ("main-2-1", 3),
        ("main-9-1", 5),
        ("second-1-1", 5),
        ("consolation-2-1", None),
        ("last-1-1", None),
        ("main", None),
        ("", None),
        (None, None),
    ],
)
def test_bouts_are_those_of_the_round_in_the_main_bracket_and_at_the_end(slot: str | None, matches: int | None) -> None:
    """One match in round 1, three in round 2 and five from then on; what is no place of a bracket is a single match."""
    terms = consolation(bout_matches=(1, 3, 5)).bout_at(slot, 1)
    assert (None if terms is None else terms.matches) == matches


@pytest.mark.rule("SER-1", "ALL-1")
def test_match_of_a_bout_that_nobody_began_folds_and_counts_nowhere() -> None:
    """As from a log that another program wrote: of other players, or after a single match."""
    desk = best_of(1)
    for begun_by, sides in ((1, (2, 3)), (99, (1, 4)), (2, (2, 3))):
        number = len(desk.state.matches) + 1
        event = BoutContinued(
            match=number, begun_by=begun_by, sides=sides, length=7, made_from=(), why=Why(rule="SER-1", counts={})
        )
        desk.state = evolve(desk.state, recorded(event, desk.state.stream, desk.state.version + 1, OFFICE, NOON))
    assert [match.number for match in desk.matches() if match.valid] == [1, 2]
    desk.act("A beats D")
    desk.act("B beats C")
    assert placed(desk)["2-1"] == "A-B"


@pytest.mark.rule("SER-1", "NXE-8", "TD-13")
def test_player_who_finishes_first_plays_the_bout_to_its_end() -> None:
    """A leaves after the first match, and finishes first: the third match is theirs to play too, also again."""
    desk = best_of(3)
    desk.act("A beats D")
    desk.resign("A", "finish")
    desk.act("D beats A")
    desk.act("A beats D")
    third = max(match.number for match in desk.matches() if of_bout(desk, match.number, "AD"))
    rule_on(desk, third, {"kind": "result-annulment"})
    assert desk.state.matches[third].phase == "open"
    desk.act("A beats D")
    assert of(desk, "AD") == ["A:A", "D:D", "A:A"]


@pytest.mark.rule("SER-1", "TD-14")
def test_opponents_are_corrected_in_all_matches_of_a_bout() -> None:
    """A has met C, and B has met D: both bouts have had a match, and go on."""
    desk = best_of(3)
    desk.act("A beats D")
    desk.act("B beats C")
    bouts = [[one.number for one in desk.matches() if of_bout(desk, one.number, pair)] for pair in ("AD", "BC")]
    (first, second), (third, fourth) = bouts
    alone = met(desk, {second: "CA", fourth: "DB"})
    desk.when(alone).refused("sides-drawn")
    desk.do(met(desk, {first: "AC", second: "CA", third: "BD", fourth: "DB"}))
    assert of(desk, "AC") == ["A:A", "C:?"]
    assert of(desk, "BD") == ["B:B", "D:?"]


def met(desk: KnockoutDesk, sides: Mapping[int, str]) -> CorrectPairings:
    """In round 1 these had met."""
    matches = [{"match": number, "sides": [*map(desk.entry, letters)]} for number, letters in sides.items()]
    return CorrectPairings.model_validate({"round": 1, "matches": matches, "reason": "They had changed seats"})


def of_bout(desk: KnockoutDesk, number: int, letters: str) -> bool:
    """Whether it is a match of these two."""
    return {*map(desk.letter, desk.state.matches[number].sides)} == {*letters}
