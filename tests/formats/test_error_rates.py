"""Tables that rank by error rates, and points for the lower one of a match (TD-20): cases by hand."""

from collections.abc import Sequence

import pytest
from pydantic import ValidationError

from domain.formats.contract.steps import Ask, Done
from domain.formats.monrad.options import MonradOptions
from domain.formats.registry import SETTINGS
from domain.formats.round_robin.options import GroupsOptions, RoundRobinOptions
from domain.formats.swiss import SwissOptions
from domain.formats.tie_breaks.criteria import NO_MEAN
from domain.formats.tie_breaks.options import AnyOrderOptions
from domain.kernel.envelope import Actor
from domain.kernel.refusal import Refused
from domain.tournament.derived.progress import StageDue
from domain.tournament.derived.stage import current_stage, stage_of
from domain.tournament.lifecycle.commands import AnnounceTournament, CompleteTournament
from domain.tournament.lifecycle.events import STAGES, LaterStage
from domain.tournament.match_record.commands import AddAttachment, WithdrawRecord
from domain.tournament.rounds.commands import DecideQuestion, OpenStage
from tests.desk import OFFICE, Drawer, entered, player
from tests.formats.brackets_play import started as on_a_desk
from tests.formats.knockout_play import KnockoutDesk

RESULTS = ("A beats D", "B beats C", "B beats A", "C beats D", "D beats B", "C beats A")
"""A and D have won once, B and C twice."""
RATES = ("A 4 D 6", "B 9 C 3", "B 5 A 5", "C 6 D 2", "D 4 B 10", "C 3 A 7")
"""On average A 16/3, B 8, C and D 4."""


def everyone(**told: object) -> RoundRobinOptions:
    base = {"kind": "round-robin", "seeding": "entry-order", "lengths": (5,)}
    return RoundRobinOptions.model_validate({**base, **told})


def by(*criteria: str) -> dict[str, object]:
    return {"tie_breaks": {"criteria": criteria}}


def analyse(
    desk: KnockoutDesk, said: str, actor: Actor = OFFICE, document: str = "", choice: str | None = None
) -> None:
    """`A 4 D 6.5`: an analysis of their match that found these."""
    first, one, second, other = said.split()
    match = desk.match(f"{first}-{second}")
    rates = {desk.entry(first): one, desk.entry(second): other}
    found = {"program": "Engine 1.08, 2-ply", "first": rates[match.sides[0]], "second": rates[match.sides[1]]}
    digest = (document or said).encode().hex().ljust(64, "0")
    told = {"match": match.number, "kind": "analysis", "reference": said, "digest": digest, "error_rates": found}
    desk.do(AddAttachment.model_validate({**told, "choice": choice}), by=actor)


def played(options: RoundRobinOptions, rates: Sequence[str] = RATES) -> KnockoutDesk:
    desk = on_a_desk(4, options)
    for said in RESULTS:
        desk.act(said)
    for said in rates:
        analyse(desk, said)
    return desk


def table(desk: KnockoutDesk, *names: str) -> Sequence[str]:
    return [
        " ".join(map(str, (row.rank, desk.letter(row.entry), *(row.values[name] for name in names))))
        for row in current_stage(desk.state).table().rows
    ]


@pytest.mark.rule("TD-20", "TB-1")
def test_round_robin_ranks_those_tied_by_the_lower_mean_error_rate() -> None:
    desk = played(everyone(**by("PTS", "PR", "LOT")))
    assert table(desk, "match_points", "error_rate", "error_rates") == [
        "1 C 4 4000000000 12000",
        "2 B 4 8000000000 24000",
        "3 D 2 4000000000 12000",
        "4 A 2 5333333333 16000",
    ]
    assert desk.step() == Done(champion=desk.entry("C"))
    told = {one.name: one for one in current_stage(desk.state).accounts(desk.entry("A"))}
    assert [part.value for part in told["error_rates"].parts] == [4000, 5000, 7000]


@pytest.mark.rule("TD-20", "TB-1")
def test_error_rate_point_counts_as_much_as_the_win() -> None:
    """The lower error rate: A against D, C against B, both of A and B, D against C and B, C against A."""
    desk = played(everyone(error_rate_point=True, **by("PTS", "PR", "LOT")))
    assert table(desk, "match_points") == ["1 C 8", "2 D 6", "3 A 6", "4 B 6"]
    told = {one.name: one for one in current_stage(desk.state).accounts(desk.entry("A"))}
    parts = [(part.label, part.value) for part in told["match_points"].parts]
    assert sorted(parts) == [("W", 2), ("lower error rate", 2), ("lower error rate", 2)]


@pytest.mark.rule("TD-20", "RR-7")
def test_error_rate_point_counts_in_the_formats_own_order() -> None:
    """Direct encounters are of results alone: of those with six A beat D, B beat A, and D beat B."""
    desk = played(everyone(error_rate_point=True))
    assert table(desk, "match_points")[0] == "1 C 8"
    assert {line[2:] for line in table(desk, "match_points")[1:]} == {"A 6", "B 6", "D 6"}
    told = {one.name: one for one in current_stage(desk.state).accounts(desk.entry("D"))}
    assert [part.value for part in told["match_points"].parts] == [2, 2, 2]


@pytest.mark.rule("TD-20", "RR-8")
def test_win_without_play_has_the_error_rate_point_too() -> None:
    """D leaves in round 1: A's match is conceded, and B and C have walkovers. A has lost to both; B beat C by 9 to 3,
    so that C has the point."""
    desk = on_a_desk(4, everyone(error_rate_point=True, leaving="count-all"))
    desk.resign("D")
    for said in ("B beats C", "B beats A", "C beats A"):
        desk.act(said)
    assert isinstance(desk.step(), Ask)
    for said in ("B 9 C 3", "B 5 A 6", "C 6 A 7"):
        analyse(desk, said)
    assert desk.step() == Done(champion=desk.entry("B"))
    assert table(desk, "match_points")[::3] == ["1 B 10", "4 D 0"]
    assert dict(line.split()[1:] for line in table(desk, "match_points")) == {"A": "4", "B": "10", "C": "10", "D": "0"}


@pytest.mark.rule("TD-20", "ALL-5")
def test_stage_says_which_matches_lack_an_analysis() -> None:
    desk = played(everyone(**by("PTS", "PR", "LOT")), RATES[:4])
    step = desk.step()
    lacking = sorted(desk.match(name).number for name in ("D-B", "C-A"))
    assert isinstance(step, Ask)
    assert (step.kind, [choice.name for choice in step.choices]) == ("analyses", ["without-analyses"])
    assert all(str(number) in step.detail for number in lacking)
    desk.when(CompleteTournament()).refused("decision-awaited")
    for said in RATES[4:]:
        analyse(desk, said)
    assert desk.step() == Done(champion=desk.entry("C"))


@pytest.mark.rule("TD-20", "ALL-5")
def test_director_goes_on_without_analyses_with_a_reason() -> None:
    """Then the others count: of B 9 and 5, of A 4 and 5, of C 3 and 6, of D 6 and 2."""
    desk = played(everyone(**by("PTS", "PR", "LOT")), RATES[:4])
    desk.do(DecideQuestion(question="analyses", choice="without-analyses", reason="The recordings are lost."))
    assert desk.step() == Done(champion=desk.entry("C"))
    assert table(desk, "error_rate") == ["1 C 4500000000", "2 B 7000000000", "3 D 4000000000", "4 A 4500000000"]
    bare = played(everyone(**by("PTS", "PR", "LOT")), ())
    assert set(table(bare, "error_rate")[0].split()[2:]) == {str(NO_MEAN)}


@pytest.mark.rule("TD-20", "TD-9")
def test_analysis_of_a_player_counts_once_staff_attach_it_too() -> None:
    desk = played(everyone(**by("PTS", "PR", "LOT")), RATES[:5])
    analyse(desk, "C 0 A 20", player("C"), document="of the player")
    assert isinstance(desk.step(), Ask)
    again = {"match": desk.match("C-A").number, "kind": "analysis", "reference": "again"}
    digest = b"of the player".hex().ljust(64, "0")
    rates = {"program": "Engine", "first": "0", "second": "20"}
    told = AddAttachment.model_validate({**again, "digest": digest, "error_rates": rates})
    desk.when(told, player("C")).refused("already-attached")
    desk.do(told)
    desk.when(told).refused("already-attached")
    assert desk.step() == Done(champion=desk.entry("C"))


@pytest.mark.rule("TD-20")
def test_newest_analysis_of_staff_counts_until_it_is_taken_back() -> None:
    desk = played(everyone(**by("PTS", "PR", "LOT")))
    analyse(desk, "C 30 A 7")
    assert table(desk, "error_rate")[0] == "1 B 8000000000"
    number = len(desk.state.match_records.of(desk.match("C-A").number).attachments)
    back = {"kind": "attachment", "match": desk.match("C-A").number, "number": number, "reason": "Wrong file"}
    desk.do(WithdrawRecord.model_validate(back))
    assert table(desk, "error_rate")[0] == "1 C 4000000000"


@pytest.fixture
def cup_with_a_final() -> KnockoutDesk:
    """One group of four, two go up: B and C, since C's last analysis was a bad one."""
    first = GroupsOptions.model_validate(
        {"kind": "groups", "groups": 1, "seeding": "entry-order", "lengths": (5,), **by("PTS", "PR", "LOT")}
    )
    final = LaterStage.model_validate({"format": {"kind": "knockout", "lengths": (7,)}, "qualifiers": 2})
    desk = KnockoutDesk(secrets=Drawer("groups"))
    desk.do(AnnounceTournament(name="Groups", format=first, stages=(final,)))
    entered(desk, "ABCD")
    desk.act("starts")
    for said in RESULTS:
        desk.act(said)
    assert isinstance(desk.step(), Ask)
    for said in RATES:
        analyse(desk, said)
    assert isinstance(desk.step(), StageDue)
    analyse(desk, "C 30 A 7")
    desk.do(OpenStage(stage=2))
    assert field(desk) == "BC"
    return desk


def field(desk: KnockoutDesk) -> str:
    """The seeds of the final, and the first two of the group: by the figures that the final was opened with."""
    (seeds,) = ["".join(map(desk.letter, one.seeds)) for one in desk.state.rounds.openings if one.live]
    assert "".join(desk.letter(row.entry) for row in stage_of(desk.state, None).table().rows)[:2] == seeds
    return seeds


NEWER = "C 2 A 7"
"""By this analysis C is before B again."""


@pytest.mark.rule("TD-20", "ALL-4", "SEL-1")
def test_next_stage_is_opened_again_when_a_newer_analysis_turns_its_field_before_play(
    cup_with_a_final: KnockoutDesk,
) -> None:
    """An analysis that turns nothing leaves it as it is."""
    desk = cup_with_a_final
    analyse(desk, "B 9.1 C 3")
    assert (field(desk), len(desk.live("BC"))) == ("BC", 2)
    analyse(desk, NEWER)
    assert isinstance(desk.step(), StageDue)
    assert len(desk.live("BC")) == 1
    desk.do(OpenStage(stage=2))
    assert field(desk) == "CB"


@pytest.mark.rule("TD-20", "ALL-4", "SEL-1")
@pytest.mark.parametrize(("choice", "seeds"), [("stand", "BC"), ("rewind", "CB")])
def test_newer_analysis_asks_what_becomes_of_a_stage_that_has_begun(
    cup_with_a_final: KnockoutDesk, choice: str, seeds: str
) -> None:
    desk = cup_with_a_final
    desk.act("B beats C")
    with pytest.raises(Refused) as refused:
        analyse(desk, NEWER)
    final = desk.live("BC")[-1].number
    assert (refused.value.problem.slug, refused.value.facts["started"]) == ("choice-needed", [final])
    assert refused.value.facts["choices"] == ["rewind", "stand"]
    analyse(desk, NEWER, choice=choice)
    if choice == "rewind":
        desk.do(OpenStage(stage=2))
    assert field(desk) == seeds
    assert desk.state.matches[final].live == (choice == "stand")


@pytest.mark.rule("TD-20", "ALL-4")
def test_analysis_that_is_taken_back_asks_what_becomes_of_a_stage_that_has_begun(
    cup_with_a_final: KnockoutDesk,
) -> None:
    """Before it there was one by which C was before B."""
    desk = cup_with_a_final
    desk.act("B beats C")
    match = desk.live("CA")[0].number
    number = len(desk.state.match_records.of(match).attachments)
    back = {"kind": "attachment", "match": match, "number": number, "reason": "Wrong file"}
    desk.when(WithdrawRecord.model_validate(back)).refused("choice-needed")
    desk.do(WithdrawRecord.model_validate({**back, "choices": [{"stage": 2, "choice": "rewind"}]}))
    desk.do(OpenStage(stage=2))
    assert field(desk) == "CB"


@pytest.mark.rule("TD-20", "ALL-4")
def test_field_that_a_director_named_stays_whatever_newer_analyses_say(cup_with_a_final: KnockoutDesk) -> None:
    desk = cup_with_a_final
    analyse(desk, NEWER)
    seeds = tuple(map(desk.entry, "DA"))
    desk.do(OpenStage(stage=2, seeds=seeds, reason="The group was replayed at the board."))
    analyse(desk, "C 30.5 A 7")
    assert [one.seeds for one in desk.state.rounds.openings if one.live] == [seeds]


@pytest.mark.rule("TB-29", "ALL-11")
@pytest.mark.parametrize(
    ("settings", "rules"),
    [
        ({"kind": "round-robin"}, 1),
        ({"kind": "round-robin", **by("PTS", "DE", "LOT")}, 2),
        ({"kind": "round-robin", **by("PTS", "PR", "LOT")}, 3),
        ({"kind": "round-robin", "error_rate_point": True}, 3),
        ({"kind": "groups", **by("PTS", "DE", "LOT")}, 2),
        ({"kind": "groups", "error_rate_point": True, **by("PTS", "PR", "LOT")}, 3),
        ({"kind": "swiss", **by("PTS", "PR", "SHARE")}, 3),
    ],
)
def test_settings_with_error_rates_are_of_rules_3(settings: dict[str, object], rules: int) -> None:
    """Each is stored as its rules have it, and read back."""
    kinds: dict[str, type[AnyOrderOptions]] = {"groups": GroupsOptions, "swiss": SwissOptions}
    options = kinds.get(str(settings["kind"]), RoundRobinOptions)
    made = options.model_validate(settings)
    assert made.rules_version == rules
    assert SETTINGS.read(SETTINGS.store(made)) == made  # type: ignore[arg-type]  # one of the formats
    if rules > 1:
        with pytest.raises(ValidationError, match="leave rules_version out"):
            options.model_validate({**settings, "rules_version": rules - 1})


@pytest.mark.rule("TB-29")
def test_monrad_pairs_by_its_order_and_has_no_error_rates() -> None:
    with pytest.raises(ValidationError):
        MonradOptions.model_validate({"kind": "monrad", **by("PTS", "PR", "LOT")})


def cup(seeded_by: str, *criteria: str) -> AnnounceTournament:
    """One group, of which all four go up."""
    settings = {"kind": "groups", "groups": 1, "seeding": "entry-order", "lengths": (5,), **by(*criteria)}
    final = {"format": {"kind": "knockout", "lengths": (7,)}, "qualifiers": 4, "seeded_by": seeded_by}
    return AnnounceTournament.model_validate({"name": "Cup", "format": settings, "stages": [final]})


@pytest.mark.rule("TD-20", "SEL-1")
@pytest.mark.parametrize(("seeded_by", "seeds"), [("table", "CBDA"), ("error-rate", "CDAB")])
def test_next_stage_is_seeded_by_the_lowest_mean_error_rates_where_announced(seeded_by: str, seeds: str) -> None:
    """By points C and B are before D and A. On average C has 3.9, D 4, A 16/3 and B 8."""
    desk = KnockoutDesk(secrets=Drawer("cup"))
    desk.do(cup(seeded_by, "PTS", "PR", "LOT"))
    entered(desk, "ABCD")
    for said in ("starts", *RESULTS):
        desk.act(said)
    for said in (*RATES[:5], "C 2.7 A 7"):
        analyse(desk, said)
    desk.do(OpenStage(stage=2))
    assert "".join(map(desk.letter, desk.state.rounds.openings[0].seeds)) == seeds
    stored = STAGES.store(desk.state.settings.stages[0])  # type: ignore[union-attr]  # it was announced
    assert (stored["version"], "seeded_by" in stored) == ((2, True) if seeded_by == "error-rate" else (1, False))


@pytest.mark.rule("TD-20", "TD-21")
def test_seeding_by_error_rates_needs_a_stage_that_waits_for_them() -> None:
    desk = KnockoutDesk(secrets=Drawer("cup"))
    desk.when(cup("error-rate", "PTS", "DE", "LOT")).refused("option-without-effect")
