"""Groups worked by hand, and the knockout that follows (GRP-1 to GRP-11, ALL-4)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.brackets.double_elimination import DoubleEliminationOptions
from domain.formats.contract.steps import Done
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import FormatOptions
from domain.formats.round_robin.options import GroupsOptions
from domain.kernel.ids import ClubId
from domain.kernel.refusal import Refused
from domain.problems.tournament import GROUPS_TOO_SMALL
from domain.scoring.result import FinalScore
from domain.tournament.command import Choice
from domain.tournament.derived.progress import StageDue
from domain.tournament.derived.stage import current_stage
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.matches.commands import ReportResult
from domain.tournament.rounds.commands import OpenStage
from tests.desk import Drawer, entered
from tests.formats.brackets_play import placed, play_on
from tests.formats.knockout_play import LETTERS, KnockoutDesk
from tests.formats.test_round_robin import chart_of
from tests.reaching import reached

KNOCKOUT = KnockoutOptions(kind="knockout", lengths=(3,), round_days=None)


def options(**told: object) -> GroupsOptions:
    return GroupsOptions.model_validate({"kind": "groups", "seeding": "entry-order", "lengths": (1,), **told})


def started(entrants: int, qualifiers: int, onto: FormatOptions = KNOCKOUT, **told: object) -> KnockoutDesk:
    """Groups of so many, of whom so many go on; A is the first entry and the first seed."""
    desk = KnockoutDesk(secrets=Drawer("groups"))
    stages = (LaterStage(format=onto, qualifiers=qualifiers),) if qualifiers else ()
    desk.do(AnnounceTournament(name="Groups", format=options(**told), stages=stages))
    entered(desk, LETTERS[:entrants])
    desk.do(StartTournament())
    return desk


def groups(desk: KnockoutDesk) -> Mapping[str, str]:
    """The groups, each from the top of its table."""
    return {one.name: "".join(desk.letter(line.entry) for line in one.lines) for one in chart_of(desk).groups}


def table(desk: KnockoutDesk) -> Sequence[str]:
    return [f"{row.rank} {desk.letter(row.entry)}" for row in desk.standings().rows]


@pytest.mark.rule("GRP-2", "GRP-4", "GRP-5", "GRP-8", "GRP-11")
def test_eight_in_two_groups_and_two_of_each_to_the_semifinals() -> None:
    """By snake A D E H and B C F G; the better seed always wins. A1-B2 and B1-A2, so A meets C, and B meets D. In each
    group 1-4 2-3 | 4-3 1-2 | 2-4 3-1: A-H D-E | H-E A-D | D-H E-A."""
    desk = started(8, 4, groups=2)
    assert desk.round(1) == ["A-H", "B-G", "C-F", "D-E"]
    play_on(desk)
    assert groups(desk) == {"A": "ADEH", "B": "BCFG"}
    assert table(desk) == ["1 A", "1 B", "3 C", "3 D", "5 E", "5 F", "7 G", "7 H"]
    desk.do(OpenStage(stage=2))
    assert placed(desk) == {"1-1": "A-C", "1-2": "B-D"}
    play_on(desk)
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("ALL-3", "ALL-4")
@pytest.mark.parametrize(
    ("choice", "semifinals"),
    [("rewind", {"1-1": "A-C", "1-2": "B-E"}), ("stand", {"1-1": "A-C", "1-2": "B-D"})],
)
def test_correction_of_a_group_after_the_knockout_has_begun(choice: Choice, semifinals: Mapping[str, str]) -> None:
    """E beat D after all, and is second in the group: with a rewind of stage 2 the knockout is opened again."""
    desk = started(8, 4, groups=2)
    play_on(desk)
    desk.do(OpenStage(stage=2))
    desk.act("A beats C")
    desk.when(desk.reversal("E-D")).refused("choice-needed")
    desk.reverse("E-D", {2: choice})
    if choice == "rewind":
        assert isinstance(desk.step(), StageDue)
        desk.do(OpenStage(stage=2))
    assert placed(desk) == semifinals
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("GRP-5", "GRP-6", "GRP-9")
def test_best_of_those_placed_next_go_on_too() -> None:
    """Eight in three groups by snake: 1 6 7 | 2 5 8 | 3 4, that is A F G, B E H, C D. Four go on: A, B, C and the best
    second. F and E have won one of two, but against G and H, who are below the smallest group's last (two): F has
    lost to A, E to B, D to C. None has a point; with a score alike the lot decides."""
    desk = started(8, 4, groups=3, dealing="snake")
    lots = {desk.letter(entrant.number): entrant.lot or 0 for entrant in desk.facts.entrants}
    play_on(desk)
    assert groups(desk) == {"A": "AFG", "B": "BEH", "C": "CD"}
    desk.do(OpenStage(stage=2))
    # A, B and C have the seeds 1 to 3, so that the best second has the seat of 4, opposite A.
    best = min("FED", key=lambda letter: lots[letter])
    assert placed(desk) == {"1-1": f"A-{best}", "1-2": "B-C"}


@pytest.mark.rule("GRP-6", "GRP-11")
def test_rest_is_ordered_across_groups_by_points_difference_and_lot() -> None:
    """Seven in two groups by snake: A D E, and B C F G. Each better seed wins. The matches against G, who is below the
    smaller group's last, are left out, so that each first has two wins of two, each second one of two, each third none.
    With scores alike the lot decides each of these pairs; G is compared with nobody."""
    desk = started(7, 0, groups=2, dealing="snake", order_rest=True)
    assert current_stage(desk.state).options.rules_version == 5
    play_on(desk)
    lots = {desk.letter(entrant.number): entrant.lot or 0 for entrant in desk.facts.entrants}
    made = groups(desk)
    expected = [sorted(tier, key=lambda letter: lots[letter]) for tier in zip(*made.values(), strict=False)]
    longest = max(made.values(), key=len)
    rows = {row.rank: row for row in current_stage(desk.state).table().rows}
    assert [desk.letter(rows[rank].entry) for rank in range(1, 8)] == [*chain(*expected), longest[3]]
    counted = [(rows[rank].values["points_counted"], rows[rank].values["matches_counted"]) for rank in range(1, 8)]
    assert counted == [(4, 2), (4, 2), (2, 2), (2, 2), (0, 2), (0, 2), (0, 3)]
    told = {one.name: one.total for one in current_stage(desk.state).accounts(rows[1].entry)}
    assert (told["points_counted"], told["difference_counted"]) == (4, rows[1].values["difference_counted"])


@pytest.mark.rule("GRP-6")
@given(data=st.data())
def test_random_groups_are_ordered_across_by_exact_fractions(data: st.DataObject) -> None:
    """Scores at random; the results that count are added up here match by match. Nobody stands before somebody of the
    same place with more points for each match, nor with as many and a better difference for each, nor, all alike, with
    an earlier lot."""
    entrants = data.draw(st.integers(5, 9))
    desk = started(entrants, 0, groups=2, order_rest=True, lengths=[3])
    while desk.state.awaiting:
        number = min(desk.state.awaiting)
        score = data.draw(st.sampled_from([(3, 0), (3, 2), (1, 3), (0, 3)]))
        desk.do(ReportResult(match=number, result=FinalScore(first=score[0], second=score[1])))
    lots = {entrant.number: entrant.lot or 0 for entrant in desk.facts.entrants}
    made = [[desk.entry(letter) for letter in letters] for letters in groups(desk).values()]
    smallest = min(map(len, made))
    rows = current_stage(desk.state).table().rows
    worth = {}
    for group in made:
        for entry in group:
            met = [(one, at) for one in desk.facts.places_of(entry) for at in [one.opponent_of(entry)]]
            counted = [(one, at) for one, at in met if at in group[:smallest]]
            points = sum(2 for one, _ in counted if one.ended and one.ended.winner == entry)
            scored = [desk.facts.points(one.match or 0) for one, _ in counted]
            difference = sum(each[entry] - sum(each.values()) + each[entry] for each in scored)
            worth[entry] = (-Fraction(points, len(counted)), -Fraction(difference, len(counted)), lots[entry])
    for place in range(max(map(len, made))):
        tier = [group[place] for group in made if place < len(group)]
        reached()
        assert [row.entry for row in rows if row.entry in tier] == sorted(tier, key=worth.__getitem__)


@pytest.mark.rule("GRP-10")
def test_player_who_has_left_is_replaced_by_the_next_of_their_group() -> None:
    desk = started(8, 4, groups=2)
    play_on(desk)
    desk.resign("D")
    desk.do(OpenStage(stage=2))
    assert placed(desk) == {"1-1": "A-C", "1-2": "B-E"}


@pytest.mark.rule("GRP-7", "GRP-5")
def test_equal_numbers_of_a_group_are_told_apart_by_lot() -> None:
    """Three in a circle in each group: no coin is needed, for everybody has a lot."""
    desk = started(6, 2, groups=2, pace="at-once")
    for said in ("A beats E", "E beats D", "D beats A", "B beats F", "F beats C", "C beats B"):
        desk.act(said)
    step = desk.step()
    assert isinstance(step, StageDue)
    assert step.tied == ()


@pytest.mark.rule("GRP-3")
def test_clubs_are_kept_apart() -> None:
    """A and D would be in one group by snake; both stand for one club, so C goes there, and D to the other."""
    desk = KnockoutDesk(secrets=Drawer("groups"))
    desk.do(AnnounceTournament(name="Groups", format=options(groups=2, clubs_apart=True)))
    entered(desk, LETTERS[:8])
    entries = desk.state.entries
    for letter in "AD":
        entry = entries[desk.entry(letter)]
        entries = entries.insert(entry.number, replace(entry, club=ClubId("club-of-both")))
    desk.state = replace(desk.state, entries=entries)
    desk.do(StartTournament())
    assert {name: "".join(sorted(each)) for name, each in groups(desk).items()} == {"A": "ACEH", "B": "BDFG"}


@pytest.mark.rule("GRP-1", "GRP-2")
def test_groups_by_size_and_pots_by_lot() -> None:
    desk = started(7, 0, group_size=3, dealing="pots")
    seen = [{desk.entry(letter) for letter in each} for each in groups(desk).values()]
    assert sorted(map(len, seen)) == [2, 2, 3]
    for pot in ("ABC", "DEF"):
        assert all(len(one & {desk.entry(letter) for letter in pot}) == 1 for one in seen)


@pytest.mark.rule("GRP-5")
def test_groups_go_on_to_a_double_elimination_too() -> None:
    onto = DoubleEliminationOptions(kind="double-elimination", seeding="entry-order", lengths=(3,))
    desk = started(8, 4, onto, groups=2)
    play_on(desk)
    desk.do(OpenStage(stage=2))
    assert {name: pair for name, pair in placed(desk).items() if name.startswith("upper-1")} == {
        "upper-1-1": "A-C",
        "upper-1-2": "B-D",
    }


@pytest.mark.rule("GRP-11")
def test_groups_without_a_next_stage_have_no_champion() -> None:
    desk = started(6, 0, groups=2)
    play_on(desk)
    assert desk.step() == Done()
    assert table(desk) == ["1 A", "1 B", "3 C", "3 D", "5 E", "5 F"]


@pytest.mark.rule("GRP-1")
def test_too_many_groups_are_refused_with_what_would_work() -> None:
    with pytest.raises(Refused) as refusal:
        started(5, 0, groups=3)
    assert refusal.value.problem is GROUPS_TOO_SMALL
    assert refusal.value.detail.endswith("announce 2 at most.")
    with pytest.raises(ValueError, match="not both"):
        options(groups=2, group_size=3)
