"""Orders of a table chosen from criteria (TB-1 to TB-29): published exercises, cases by hand, random directors."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.formats.contract.steps import Ask, Done
from domain.formats.monrad.options import MonradOptions
from domain.formats.registry import SETTINGS, FormatOptions
from domain.formats.round_robin.options import GroupsOptions, RoundRobinOptions
from domain.formats.swiss import SwissOptions
from domain.formats.tie_breaks.criteria import CRITERIA, NO_QUOTIENT, UNBOUNDED, WHOLE
from domain.formats.tie_breaks.field import Entrants
from domain.formats.tie_breaks.options import TieBreaks
from domain.kernel.refusal import Refused
from domain.scoring.result import FinalScore
from domain.standings.buchholz import Buchholz
from domain.standings.virtual import Code, Record, Turn
from domain.tournament.derived.stage import current_stage
from domain.tournament.lifecycle.commands import AnnounceTournament, ChangeSettings
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds.commands import DecideQuestion
from domain.trf.reading import read_trf
from tests.desk import Desk
from tests.formats.acting import Deed
from tests.formats.brackets_play import started as on_a_desk
from tests.formats.conformance import Conformance
from tests.formats.directing import deeds, finish
from tests.formats.knockout_play import KnockoutDesk
from tests.formats.machine import director_of
from tests.formats.swiss_desk import SwissDesk, started_swiss
from tests.rating.reference import published_data
from tests.reaching import reached
from tests.rounds import RoundsDesk

CODES: dict[str, Code | None] = {"1": "W", "0": "L", "=": "D", "+": "WD", "-": "LD", "U": "WB", "H": "BR", "Z": None}


def order(*criteria: str, edition: str = "fide-2026") -> TieBreaks:
    return TieBreaks.model_validate({"criteria": criteria, "edition": edition})


def everyone(*criteria: str, **told: object) -> RoundRobinOptions:
    base = {"kind": "round-robin", "seeding": "entry-order", "lengths": (5,), "tie_breaks": order(*criteria)}
    return RoundRobinOptions.model_validate({**base, **told})


def published(name: str, rounds: int, *, edition: str = "fide-2026") -> Entrants:
    """The crosstable of FIDE's exercises."""
    report, _ = read_trf(published_data(f"formats/{name}.trf").read_text("utf-8"))
    turns = {
        player.number: tuple(
            Turn(round_, CODES[cell.result], cell.opponent or None, 1 if cell.opponent else None)
            for round_, cell in enumerate(player.cells, 1)
            if CODES[cell.result] is not None
        )
        for player in report.players
    }
    swiss = name == "tec-swiss"
    records = {entry: Record(one) for entry, one in turns.items()}
    buchholz = Buchholz(records, rounds, rounds, capped=edition == "fide-2026") if swiss else None
    possible = None if swiss else dict.fromkeys(turns, 2 * rounds)
    return Entrants(turns, rounds, dict.fromkeys(turns, 1), lambda _: {}, buchholz, possible)


@pytest.mark.rule("TB-9", "TB-10", "TB-11", "TB-14", "TB-16", "TB-17")
@pytest.mark.parametrize(
    ("name", "scales"),
    [
        ("tec-swiss", {"BH": 2, "BH/C1": 2, "SB": 4, "WON": 1}),
        ("tec-round-robin", {"SB": 4, "KS": 2}),
    ],
)
def test_criteria_are_those_of_the_exercises(name: str, scales: Mapping[str, int]) -> None:
    """A win is 2 here, so that Buchholz and Koya are twice theirs, and Sonneborn-Berger four times."""
    expected = json.loads(published_data("formats/tec-expected.json").read_text("utf-8"))[f"{name}, edition 2026"]
    entrants = published(name, 5)
    for key, scale in scales.items():
        for entry in entrants.turns:
            mine = Fraction(CRITERIA[key].value(entrants, entry), scale)
            assert mine == Fraction(expected[key][str(entry)]), (key, entry)


@pytest.mark.rule("TB-27")
def test_cumulative_is_the_published_running_sum_less_wins_without_play() -> None:
    """PS of the exercises, less one for each U or +, which their crosstable shows for 6, 9, 11 and 12 (twice)."""
    expected = json.loads(published_data("formats/tec-expected.json").read_text("utf-8"))["tec-swiss, edition 2026"]
    entrants, given = published("tec-swiss", 5), {6: 1, 9: 1, 11: 1, 12: 2}
    for entry in entrants.turns:
        mine = Fraction(CRITERIA["CUM"].value(entrants, entry), 2)
        assert mine == Fraction(expected["PS"][str(entry)]) - given.get(entry, 0), entry


@pytest.mark.rule("TB-6", "TB-13")
def test_edition_2024_has_no_cap_on_rounds_without_play() -> None:
    """Worked in the rulebook: 4's half-point bye is worth 3.5 of its own and not 2.5, so that its Buchholz is 15 and
    not 14. 11's win by default is worth its own 2.5 and not the 1.5 of whom it was to meet: 13.5 and not 12.5."""
    capped, free = published("tec-swiss", 5), published("tec-swiss", 5, edition="fide-2024")
    buchholz = CRITERIA["BH"]
    assert [buchholz.value(each, 4) for each in (capped, free)] == [28, 30]
    assert [buchholz.value(each, 11) for each in (capped, free)] == [25, 27]


def score(desk: KnockoutDesk, said: str, corrected: str | None = None) -> None:
    """`A 5-3 D`, as a report or as a correction of what was reported."""
    first, told, second = said.split()
    match = desk.live(first + second)[-1]
    points = dict(zip((desk.entry(first), desk.entry(second)), map(int, told.split("-")), strict=True))
    result = FinalScore(first=points[match.sides[0]], second=points[match.sides[1]])
    change: dict[str, Any] = {"match": match.number, "result": result, "score_checked": True}
    if corrected is None:
        desk.do(match_commands.ReportResult.model_validate(change))
    else:
        desk.do(match_commands.CorrectResult.model_validate({**change, "reason": "Slip", "choice": corrected or None}))


def played(*criteria: str, **told: object) -> KnockoutDesk:
    """Four, round by round. A: 9 points for, 13 against. B: 12, 10. C: 14, 8. D: 8, 12. B and C have won twice; B beat
    C, and A beat D."""
    desk = on_a_desk(4, everyone(*criteria, **told))
    for said in ("A 5-3 D", "B 5-4 C", "B 5-1 A", "C 5-0 D", "D 5-2 B", "C 5-3 A"):
        score(desk, said)
    return desk


def table(desk: RoundsDesk, *names: str) -> Sequence[str]:
    return [
        " ".join(map(str, (row.rank, desk.letter(row.entry), *(row.values[name] for name in names), row.mark or "")))
        for row in current_stage(desk.state).table().rows
    ]


@pytest.mark.rule("TB-1", "TB-18", "TB-25")
@pytest.mark.parametrize(
    ("criteria", "lines"),
    [
        (("PTS", "DE", "LOT"), ["1 B 4 1 champion", "2 C 4 2 ", "3 A 2 1 ", "4 D 2 2 "]),
        (("PTS", "PD", "PF", "LOT"), ["1 C 4 6 champion", "2 B 4 2 ", "3 A 2 -4 ", "4 D 2 -4 "]),
        (("PTS", "PF", "SHARE"), ["1 C 4 14 champion", "2 B 4 12 ", "3 A 2 9 ", "4 D 2 8 "]),
        (
            ("PTS", "PQ", "SHARE"),
            ["1 C 4 1750000000 champion", "2 B 4 1200000000 ", "3 A 2 692307692 ", "4 D 2 666666666 "],
        ),
        # SB: B beat C (4) and A (2): 2 x 6; C beat D and A: 2 x 4; A beat D: 2 x 2; D beat B: 2 x 4.
        (("PTS", "SB", "SHARE"), ["1 B 4 12 champion", "2 C 4 8 ", "3 D 2 8 ", "4 A 2 4 "]),
        # Running totals: B 2 4 4, C 0 2 4, A 2 2 2, D 0 0 2.
        (("PTS", "CUM", "SHARE"), ["1 B 4 10 champion", "2 C 4 6 ", "3 A 2 6 ", "4 D 2 2 "]),
        # Opponents: of B and C 2 + 2 + 4, of A and D 4 + 4 + 2.
        (("PTS", "SOLK", "SHARE"), ["1 B 4 8 winner", "1 C 4 8 winner", "3 A 2 10 ", "3 D 2 10 "]),
    ],
)
def test_round_robin_ranks_in_the_chosen_order(criteria: Sequence[str], lines: Sequence[str]) -> None:
    desk = played(*criteria)
    column = CRITERIA[criteria[1]].column
    assert table(desk, "match_points", column) == lines
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("ALL-4", "TB-25")
@pytest.mark.parametrize("choice", ["rewind", "stand", ""])
def test_round_robin_corrected_after_play_went_on_is_ranked_by_the_new_score(choice: str) -> None:
    """A beat D by 5-4 and not 5-3, found when all was played: D then has -3 and A -5."""
    desk = played("PTS", "PD", "LOT")
    score(desk, "A 5-4 D", choice)
    assert table(desk, "points_difference") == ["1 C 6 champion", "2 B 2 ", "3 D -3 ", "4 A -5 "]
    reason = current_stage(desk.state).table().rows[3].reason
    assert (reason.criterion, reason.value, reason.value_above) == ("points_difference", -5, -3)


def in_a_monrad(choice: str) -> SwissDesk:
    """Two rounds of four, by lots A to D. Round 1: A and C win. Round 2: A beats C, B beats D. Then B had beaten A."""
    options = {"kind": "monrad", "order": "lots", "lengths": (1,), "rounds": 2}
    chosen = MonradOptions.model_validate({**options, "tie_breaks": order("PTS", "SOLK", "CUM", "SHARE")})
    desk = started_swiss("ABCD", options=chosen)
    desk.play(1, "A W-L B", "C W-L D")
    desk.play(2, "C L-W A", "D L-W B")
    # SOLK: A met B and C (2 + 2), B met A and D (4 + 0), C met D and A, D met C and B. Running: A 2 4, C 2 2, B 0 2.
    assert desk.lines("match_points", "solkoff", "cumulative") == [
        "1 A 4 4 6 champion",
        "2 C 2 4 4 in",
        "3 B 2 4 2 in",
        "4 D 0 4 0 in",
    ]
    match = desk.match("A-B", 1)
    change = {"match": match.number, "result": desk.winner_only(match, "B"), "reason": "Slip", "choice": choice}
    desk.do(match_commands.CorrectResult.model_validate(change))
    return desk


@pytest.mark.rule("ALL-4", "TB-27")
def test_monrad_corrected_with_stand_ranks_by_the_criteria_of_the_new_results() -> None:
    """B has won twice; A and C once, A in round 2 and C in round 1. SOLK of A: B 4 and C 2; of C: A 2 and D 0; of
    D: C 2 and B 4."""
    assert in_a_monrad("stand").lines("match_points", "solkoff", "cumulative") == [
        "1 B 4 2 6 champion",
        "2 A 2 6 2 in",
        "3 C 2 2 4 in",
        "4 D 0 6 0 in",
    ]


@pytest.mark.rule("ALL-4", "TB-27")
def test_monrad_corrected_with_rewind_draws_the_round_again() -> None:
    desk = in_a_monrad("rewind")
    assert {frozenset(pair) for pair in desk.drawn(2)} == {frozenset("BC"), frozenset("AD")}
    desk.won("C-B", "A-D")
    # C 2 4; A 0 2; B 2 2: A and B have one win; of A: B 2 and D 0; of B: A 2 and C 4.
    assert desk.lines("match_points", "solkoff", "cumulative") == [
        "1 C 4 2 6 champion",
        "2 B 2 6 4 in",
        "3 A 2 2 2 in",
        "4 D 0 6 0 in",
    ]


@pytest.mark.rule("SWI-7", "TB-27")
def test_swiss_has_the_opponents_of_its_own_rules_in_a_chosen_order() -> None:
    """Three: C has the bye of round 1, whose virtual opponent has no points, loses and then draws: 1 after round 2."""
    desk = started_swiss(
        "ABC", options=SwissOptions(kind="swiss", rounds=2, tie_breaks=order("PTS", "SOLK", "WON", "LOT"))
    )
    desk.play(1, "A W-L B", "C WB")
    desk.drawn(2)
    rows = {desk.letter(row.entry): row.values for row in desk.swiss().rows}
    assert rows["C"]["wins"] == 0
    assert rows["C"].keys() == {"match_points", "solkoff", "wins", "lot"}
    stage = current_stage(desk.state)
    told = {one.name: one for one in stage.rules.accounts(stage.options, stage.facts, desk.entry("C"))}
    assert told["solkoff"].total == rows["C"]["solkoff"]
    assert {part.label for part in told["solkoff"].parts} >= {"virtual opponent"}


@pytest.mark.rule("TB-8", "TB-25")
def test_quotient_is_above_all_without_points_against_and_below_all_without_a_match() -> None:
    desk = on_a_desk(3, everyone("PTS", "PQ", "SHARE"))
    score(desk, "B 5-0 C")
    rows = {desk.letter(row.entry): row.values for row in current_stage(desk.state).table().rows}
    assert [rows[letter]["points_quotient"] for letter in "ABC"] == [NO_QUOTIENT, UNBOUNDED, 0]
    assert (rows["B"]["points_for"], rows["B"]["points_against"]) == (5, 0)
    assert NO_QUOTIENT < 0 < WHOLE < UNBOUNDED


def circle(end: str) -> KnockoutDesk:
    """A beats B, B beats C, C beats A, all by 5-0."""
    desk = on_a_desk(3, everyone("PTS", end, pace="at-once"))
    for said in ("A 5-0 B", "B 5-0 C", "C 5-0 A"):
        score(desk, said)
    return desk


@pytest.mark.rule("TB-1")
def test_shared_first_rank_has_winners_and_no_champion() -> None:
    desk = circle("SHARE")
    assert desk.step() == Done()
    assert table(desk) == ["1 A winner", "1 B winner", "1 C winner"]


@pytest.mark.rule("TB-1", "ALL-5")
def test_director_is_asked_who_is_first_of_those_tied() -> None:
    desk = circle("ASK")
    step = desk.step()
    assert isinstance(step, Ask)
    assert (step.kind, [choice.name for choice in step.choices]) == ("tied", ["champion", "no-champion"])
    desk.do(DecideQuestion(question=step.question, choice="champion", entry=desk.entry("B"), reason="They drew cards."))
    assert desk.step() == Done(champion=desk.entry("B"))
    assert table(desk, "decided") == ["1 B 1 champion", "2 A 0 ", "2 C 0 "]
    # What was decided was about these three: where they are tied no more the results say who has won.
    score(desk, "A 5-0 C", "")
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("TB-1", "ALL-5")
def test_director_may_leave_the_first_rank_shared() -> None:
    desk = circle("ASK")
    step = desk.step()
    assert isinstance(step, Ask)
    desk.do(DecideQuestion(question=step.question, choice="no-champion", reason="They share."))
    assert (desk.step(), table(desk)) == (Done(), ["1 A winner", "1 B winner", "1 C winner"])


@pytest.mark.rule("TB-29", "TD-21")
def test_order_changes_after_the_start_with_a_reason() -> None:
    """Also in a tournament that was announced without one."""
    desk = on_a_desk(4, RoundRobinOptions(kind="round-robin", seeding="entry-order", lengths=(5,)))
    for said in ("A 5-3 D", "B 5-4 C", "B 5-1 A", "C 5-0 D", "D 5-2 B", "C 5-3 A"):
        score(desk, said)
    assert [line[:3] for line in table(desk)] == ["1 B", "2 C", "3 A", "4 D"]
    change = {"format": everyone("PTS", "PD", "PF", "LOT")}
    desk.when(ChangeSettings.model_validate(change)).refused("reason-missing")
    desk.do(ChangeSettings.model_validate({**change, "reason": "As the league agreed."}))
    assert [line[:3] for line in table(desk)] == ["1 C", "2 B", "3 A", "4 D"]
    other = {"format": everyone("PTS", "PD", "LOT", leaving="count-all"), "reason": "Better."}
    desk.when(ChangeSettings.model_validate(other)).refused("format-fixed")


@pytest.mark.rule("TB-29")
@pytest.mark.parametrize(
    ("options", "criterion"),
    [
        (everyone("PTS", "BH", "LOT"), "BH"),
        (everyone("PTS", "CUM", "LOT", pace="at-once"), "CUM"),
        (everyone("PTS", "PD", "LOT", form="six-games"), "PD"),
        (GroupsOptions(kind="groups", tie_breaks=order("PTS", "DE", "SHARE")), "SHARE"),
        (GroupsOptions(kind="groups", tie_breaks=order("PTS", "ASK")), "ASK"),
        (MonradOptions(kind="monrad", tie_breaks=order("PTS", "KS", "LOT")), "KS"),
        (SwissOptions(kind="swiss", form="six-games", tie_breaks=order("PTS", "PQ", "LOT")), "PQ"),
    ],
)
def test_criterion_without_facts_is_refused_with_those_that_work(options: FormatOptions, criterion: str) -> None:
    with pytest.raises(Refused) as refused:
        Desk().do(AnnounceTournament(name="League", format=options))
    assert (refused.value.problem.slug, refused.value.facts["option"]) == ("criterion-without-facts", criterion)
    choices = refused.value.facts["choices"]
    assert isinstance(choices, list)
    assert {"PTS", "DE", "LOT"} <= {*choices}
    assert criterion not in choices


@pytest.mark.rule("TB-1")
@pytest.mark.parametrize(
    "criteria",
    [
        ["PTS"],
        ["WON", "LOT"],
        ["PTS", "DE"],
        ["PTS", "LOT", "DE", "LOT"],
        ["PTS", "SHARE", "ASK"],
        ["PTS", "WON", "WON", "LOT"],
        ["PTS", "DE", "WON", "DE", "SB", "DE", "LOT"],
        ["PTS", "ELO", "LOT"],
    ],
)
def test_order_begins_with_points_has_an_end_and_nothing_twice(criteria: Sequence[str]) -> None:
    with pytest.raises(ValidationError):
        TieBreaks.model_validate({"criteria": criteria})


@pytest.mark.rule("TB-1", "TB-18")
def test_direct_encounter_a_second_time_sees_those_who_are_then_tied() -> None:
    """A, B and C in a circle, by 5-0, 5-0 and 5-4: the matches between them say nothing, the difference sets C (-4)
    last; then A has beaten B."""
    desk = on_a_desk(3, everyone("PTS", "DE", "PF", "DE", "LOT", pace="at-once"))
    for said in ("A 5-0 B", "B 5-4 C", "C 5-0 A"):
        score(desk, said)
    # Points for: A 5, B 5, C 9.
    told = table(desk, "direct_encounter", "points_for", "direct_encounter_again")
    assert told == ["1 C 1 9 0 champion", "2 A 1 5 1 ", "3 B 1 5 2 "]


def test_rules_1_are_stored_as_before_and_know_no_order() -> None:
    """Whoever chooses no order announces what they always did (ALL-11)."""
    for options in (RoundRobinOptions(kind="round-robin"), GroupsOptions(kind="groups"), SwissOptions(kind="swiss")):
        stored = SETTINGS.store(options)
        assert (stored["version"], "tie_breaks" in stored) == (1, False)
        assert SETTINGS.read(stored) == options
    chosen = everyone("PTS", "LOT")
    assert SETTINGS.store(chosen)["version"] == 2
    assert SETTINGS.read(SETTINGS.store(chosen)) == chosen
    with pytest.raises(ValidationError, match="know less than is asked"):
        everyone("PTS", "LOT", rules_version=1)


CHOSEN = ("PTS", "DE", "WON", "SB", "BH", "BH/C1", "SOLK", "PD", "PF", "PQ", "CUM", "OCUM", "DEF", "DE", "ASK")


class Chosen(Conformance):
    """What holds in a chosen order whatever directors do."""

    @pytest.mark.rule("TB-5", "TB-25")
    @given(st.integers(2, 6), deeds)
    def test_numbers_are_the_sums_of_their_parts(self, entrants: int, tried: Sequence[Deed]) -> None:
        desk = self.run(entrants, tried)
        finish(desk)
        stage = current_stage(desk.state)
        for row in stage.table().rows:
            for one in stage.rules.accounts(stage.options, stage.facts, row.entry):
                reached()
                assert one.total == row.values[one.name], one.name


class TestRoundRobinInOrder(Chosen):
    """All that a round robin has facts for."""

    options = everyone(
        "PTS", "DE", "WON", "SB", "SOLK", "PD", "PF", "PQ", "KS", "CUM", "DEF", "DE", "LOT", lengths=(3,)
    )


class TestMonradInOrder(Chosen):
    """All that a Monrad has facts for, with the director's word at the end."""

    options = MonradOptions(kind="monrad", lengths=(3,), tie_breaks=order(*CHOSEN))


class TestSwissInOrder(Chosen):
    """All that the federation's Swiss has facts for, with ranks shared at the end."""

    options = SwissOptions(kind="swiss", lengths=(3,), tie_breaks=order(*CHOSEN[:-1], "SHARE"))


TestRandomDirectorOfOrders = director_of(
    [
        everyone("PTS", "PD", "ASK", lengths=(3,)),
        GroupsOptions(kind="groups", lengths=(3,), groups=1, tie_breaks=order("PTS", "PQ", "SB", "DE", "LOT")),
        MonradOptions(kind="monrad", lengths=(3,), tie_breaks=order("PTS", "SOLK", "SHARE")),
        SwissOptions(kind="swiss", lengths=(3,), tie_breaks=order("PTS", "BH/C1", "ASK")),
    ],
    tried=3,
)
