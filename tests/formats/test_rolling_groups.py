"""Groups that fill a bracket one after the other, worked by hand (GRP-5, GRP-8 to GRP-11, ALL-4)."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Done
from domain.formats.round_robin.options import RollingGroupsOptions
from domain.formats.round_robin.rolling_chart import RollingChart
from domain.kernel.refusal import Refused
from domain.problems.tournament import GROUPS_TOO_SMALL
from domain.tournament.command import Choice
from domain.tournament.derived.stage import current_stage
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from tests.desk import Drawer, entered
from tests.formats.acting import Deed
from tests.formats.brackets_play import placed, play_on
from tests.formats.conformance import Conformance
from tests.formats.directing import deeds, finish
from tests.formats.knockout_play import LETTERS, KnockoutDesk
from tests.formats.machine import director_of
from tests.reaching import reached
from tests.rounds import RoundsDesk


def options(**told: object) -> RollingGroupsOptions:
    about = {"kind": "rolling-groups", "seeding": "entry-order", "lengths": (1,), "groups": 4}
    return RollingGroupsOptions.model_validate({**about, **told})


def started(entrants: int = 12, **told: object) -> KnockoutDesk:
    """Groups of so many; A is the first entry and the first seed. Twelve in four by snake are AHI BGJ CFK DEL."""
    desk = KnockoutDesk(secrets=Drawer("rolling"))
    desk.do(AnnounceTournament(name="Rolling groups", format=options(**told)))
    entered(desk, LETTERS[:entrants])
    desk.do(StartTournament())
    return desk


def is_finished(desk: KnockoutDesk, group: str) -> None:
    """The matches of that group, in the order of its table, are played, and the better wins each."""
    while pair := next((pair for pair in waiting(desk) if {*pair} <= {*group}), None):
        first, second = sorted(pair, key=group.index)
        desk.act(f"{first} beats {second}")


def waiting(desk: KnockoutDesk) -> Sequence[str]:
    """The matches that wait for a result, by their players."""
    return ["".join(map(desk.letter, desk.state.matches[number].sides)) for number in desk.facts.awaited]


def bracket(desk: KnockoutDesk) -> Mapping[str, str]:
    """What is live in the bracket, by place."""
    return {name.removeprefix("main-"): who for name, who in placed(desk).items() if name.startswith("main-")}


def chart_of(desk: RoundsDesk) -> RollingChart:
    stage = current_stage(desk.state)
    chart = stage.rules.chart(stage.options, stage.facts)
    assert isinstance(chart, RollingChart)
    return chart


def sides(desk: KnockoutDesk) -> str:
    """The sides of the bracket's first round from the top: who is there, or the place of which group it waits for."""
    seats = [seat for place in chart_of(desk).brackets[0].rounds[0] for seat in place.seats]
    waits_for = [f"{seat.group}{seat.place_in_group}" if seat.group else "-" for seat in seats]
    return " ".join(
        desk.letter(seat.entry) if seat.entry else text for seat, text in zip(seats, waits_for, strict=True)
    )


def table(desk: KnockoutDesk) -> Sequence[str]:
    return [f"{row.rank or '-'} {desk.letter(row.entry)} {row.mark}" for row in desk.standings().rows]


@pytest.mark.rule("GRP-5", "GRP-8", "GRP-11", "SE-13")
def test_bracket_of_four_groups_is_filled_group_by_group_and_begins_before_the_last_is_finished() -> None:
    """Twelve by snake are AHI BGJ CFK DEL; two of each go on, and the better always wins. The firsts have the seeds 1
    to 4 and are crossed with the seconds: A1-B2, D1-C2, B1-A2, C1-D2. In a group of three 2-3, 1-2, 3-1 meet."""
    desk = started()
    assert sides(desk) == "A1 B2 D1 C2 B1 A2 C1 D2"
    assert waiting(desk) == ["HI", "GJ", "FK", "EL"]
    is_finished(desk, "AHI")
    assert (sides(desk), bracket(desk)) == ("A B2 D1 C2 B1 H C1 D2", {})
    assert table(desk)[-1] == "12 I out"
    is_finished(desk, "BGJ")
    assert sides(desk) == "A G D1 C2 B H C1 D2"
    assert bracket(desk) == {"1-1": "A-G", "1-3": "B-H"}
    desk.act("A beats G")
    desk.act("B beats H")
    assert bracket(desk) == {"1-1": "A-G", "1-3": "B-H"}
    assert waiting(desk) == ["FK", "EL"]
    is_finished(desk, "CFK")
    is_finished(desk, "DEL")
    assert bracket(desk) == {"1-1": "A-G", "1-2": "D-F", "1-3": "B-H", "1-4": "C-E"}
    play_on(desk)
    assert bracket(desk).items() >= {"2-1": "A-D", "2-2": "B-C", "3-1": "A-B"}.items()
    assert desk.step() == Done(champion=desk.entry("A"))
    last = ["5 E out", "5 F out", "5 G out", "5 H out", "9 I out", "9 J out", "9 K out", "9 L out"]
    assert table(desk) == ["1 A champion", "2 B finalist", "3 C out", "3 D out", *last]


@pytest.mark.rule("GRP-5", "GRP-9")
def test_first_of_three_groups_goes_on_without_an_opponent_as_soon_as_theirs_is_finished() -> None:
    """Six in three by snake are AF BE CD; two of each on eight seats: A1-empty, B2-C2, B1-empty, C1-A2. A waits in the
    second round while the other groups play."""
    desk = started(6, groups=3)
    assert sides(desk) == "A1 - B2 C2 B1 - C1 A2"
    desk.act("A beats F")
    assert bracket(desk) == {"1-1": "A alone"}
    desk.act("C beats D")
    assert bracket(desk) == {"1-1": "A alone", "1-4": "C-F"}
    desk.act("C beats F")
    desk.act("B beats E")
    assert bracket(desk) == {"1-1": "A alone", "1-2": "E-D", "1-3": "B alone", "1-4": "C-F", "2-2": "B-C"}
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("GRP-5", "ALL-3", "ALL-4")
@pytest.mark.parametrize(
    ("choice", "then"),
    [("rewind", {"1-1": "H-G", "1-3": "B-A"}), ("stand", {"1-1": "A-G", "1-3": "B-H"})],
)
def test_correction_of_a_group_after_a_match_of_the_bracket_was_played(choice: Choice, then: Mapping[str, str]) -> None:
    """H beat A after all, and is first of the group. With a rewind both places of the group are filled again."""
    desk = started()
    is_finished(desk, "AHI")
    is_finished(desk, "BGJ")
    desk.act("A beats G")
    desk.when(desk.reversal("H-A")).refused("choice-needed")
    desk.reverse("H-A", choice)
    assert bracket(desk) == then
    group = next(one for one in chart_of(desk).groups if one.name == "A")
    assert "".join(desk.letter(line.entry) for line in group.lines) == "HAI"
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("GRP-5", "ALL-4")
def test_correction_that_moves_nobody_who_goes_on_changes_nothing_in_the_bracket() -> None:
    """Eight by snake are ADEH BCFG. H beat E after all: third and fourth change places, and nobody is asked."""
    desk = started(8, groups=2)
    is_finished(desk, "ADEH")
    is_finished(desk, "BCFG")
    desk.act("A beats C")
    before = bracket(desk)
    desk.reverse("H-E")
    assert bracket(desk) == before
    desk.reverse("E-D", "rewind")
    assert bracket(desk) == {"1-1": "A-C", "1-2": "B-E"}
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("GRP-10", "RR-8")
def test_leaving_player_is_replaced_until_the_group_is_finished_and_gives_a_walkover_after_that() -> None:
    """I leaves before the end of AHI without being needed; G leaves after the end of BGJ, so A has no opponent."""
    desk = started()
    desk.act("H beats I")
    desk.resign("A")
    is_finished(desk, "HI")
    is_finished(desk, "BGJ")
    assert bracket(desk) == {"1-1": "H-G", "1-3": "B-I"}
    is_finished(desk, "CFK")
    desk.resign("F")
    is_finished(desk, "DEL")
    assert bracket(desk)["1-2"] == "D alone"
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("GRP-1", "GRP-5")
def test_groups_smaller_than_those_who_go_on_are_refused() -> None:
    with pytest.raises(Refused) as refusal:
        started(7, groups=3, go_on=3)
    assert refusal.value.problem is GROUPS_TOO_SMALL
    with pytest.raises(Refused):
        started(3, groups=1, go_on=1)


@pytest.mark.rule("GRP-5", "GRP-8")
def test_reason_for_a_match_of_the_bracket_names_both_seeds() -> None:
    desk = started()
    is_finished(desk, "AHI")
    is_finished(desk, "BGJ")
    made = desk.live("AG")[0]
    assert made.why is not None
    assert (made.why.rule, made.why.counts) == ("GRP-5", {"upper_seed": 1, "lower_seed": 8})


class TestRollingGroups(Conformance):
    """One group of which two go on, or two, or three; random directors do as they like."""

    options = RollingGroupsOptions(kind="rolling-groups", seeding="entry-order", lengths=(3,), group_size=3)

    @pytest.mark.rule("GRP-5")
    @given(st.integers(2, 8), deeds)
    def test_nobody_has_two_places_in_a_round_of_the_bracket(self, entrants: int, tried: Sequence[Deed]) -> None:
        desk = self.run(entrants, tried)
        finish(desk)
        places = [place for place in desk.facts.places if place.slot and place.slot.startswith("main-1-")]
        seated = [entry for place in places for entry in place.entries]
        reached()
        assert len(seated) == len(set(seated))


TestRandomDirector = director_of(
    [
        RollingGroupsOptions(kind="rolling-groups", lengths=(3,), group_size=3),
        RollingGroupsOptions(kind="rolling-groups", lengths=(3,), group_size=5, leaving="count-all"),
        RollingGroupsOptions(kind="rolling-groups", lengths=(3,), groups=1, pace="at-once", leaving="count-none"),
    ],
    tried=3,
)
