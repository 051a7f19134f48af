"""Lives without rounds: pairs are drawn as soon as two are free, or in batches (MON-10)."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Done, Due, Wait
from domain.formats.elimination.lives_options import LivesOptions
from domain.kernel.refusal import Refused
from domain.tournament.command import Choice
from domain.tournament.decisions.rounds.rolling_on import due_at
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.rounds import commands as round_commands
from projections.views.next_step import next_view
from tests.desk import Drawer, entered
from tests.formats.acting import Deed
from tests.formats.conformance import Conformance
from tests.formats.directing import finish, play
from tests.formats.machine import director_of
from tests.reaching import reached
from tests.rounds import RoundsDesk


def announced(conditions: Conditions | None = None, **told: object) -> RoundsDesk:
    desk = RoundsDesk(secrets=Drawer("pace"))
    options = LivesOptions.model_validate({"kind": "lives", "lengths": (1,), "pace": "continuous", **told})
    desk.do(AnnounceTournament(name="Lives", format=options, conditions=conditions or Conditions()))
    return desk


def started(letters: str, conditions: Conditions | None = None, **told: object) -> RoundsDesk:
    desk = announced(conditions, **told)
    entered(desk, letters)
    desk.do(StartTournament())
    return desk


def due(desk: RoundsDesk) -> str:
    """Those who are to be drawn now."""
    step = desk.step()
    return desk.letters(one.entry for one in step.contenders) if isinstance(step, Due) else ""


@pytest.mark.rule("MON-10")
def test_two_who_are_free_and_have_lost_equally_often_meet_while_others_play() -> None:
    """A beats B while C-D and E-F play: A and B have not lost equally often, so both wait. C beats D: A and C have no
    loss, B and D have one; all four are drawn, and E-F plays on."""
    desk = started("ABCDEF")
    desk.pair(1, "A-B C-D E-F")
    desk.won("A-B")
    assert isinstance(desk.step(), Wait)
    desk.won("C-D")
    assert due(desk) == "ABCD"
    assert {frozenset(pair) for pair in desk.draw(2)} == {frozenset("A-C"), frozenset("B-D")}
    assert [one.why.rule for one in desk.matches()[3:] if one.why] == ["MON-10", "MON-10"]


@pytest.mark.rule("MON-10")
def test_odd_one_waits_without_a_bye_and_the_longest_free_plays_first() -> None:
    """Five: E, the last to enter, waits. A beats B: A and E have no loss, and meet. C beats D, and A beats E: A and C
    meet, and of those with one loss B and D, who have been free for longer than E."""
    desk = started("ABCDE")
    assert due(desk) == "ABCD"
    desk.pair(1, "A-B C-D")
    desk.won("A-B")
    assert due(desk) == "AE"
    desk.pair(2, "A-E")
    desk.won("C-D", "A-E")
    assert due(desk) == "ABCD"
    assert not desk.state.rounds.byes


@pytest.mark.rule("MON-10")
def test_nobody_meets_twice_while_others_play() -> None:
    """A and B have one loss each and have met, C has none and D has left: they wait while E-F plays. F has lost then,
    and meets B, who has been free for longer than A; C meets E."""
    desk = started("ABCDEF")
    desk.pair(1, "A-B C-D E-F")
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C")
    desk.won("C-A")
    desk.resign("D")
    assert isinstance(desk.step(), Wait)
    desk.won("E-F")
    assert due(desk) == "BCEF"
    assert {frozenset(pair) for pair in desk.draw(3)} == {frozenset("B-F"), frozenset("C-E")}


@pytest.mark.rule("MON-10", "MON-6")
def test_rest_who_have_all_met_are_paired_with_a_rematch() -> None:
    desk = started("AB", lives=3, end="last")
    for round_ in (1, 2, 3):
        assert {*desk.draw(round_)[0]} == {*"A-B"}
        desk.won("A-B")
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("MON-10", "MON-6")
def test_end_comes_when_nobody_plays_any_more() -> None:
    """Two lives, four players, one ahead of all: A beats B and C beats D, A beats C. A alone has no loss while B-D
    still plays: nobody is drawn, and after it A has won."""
    desk = started("ABCD", lives=2)
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C B-D")
    desk.won("A-C")
    assert isinstance(desk.step(), Wait)
    desk.won("B-D")
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("MON-10", "ALL-3", "ALL-4")
@pytest.mark.parametrize(("choice", "then"), [("rewind", ""), ("stand", "A-C B-D")])
def test_result_is_corrected_after_its_players_were_drawn_again(choice: Choice, then: str) -> None:
    """B beat A after all, once A-C and B-D were played. By rewind both go, and B meets C, and A meets D; by stand they
    count."""
    desk = started("ABCDEF")
    desk.pair(1, "A-B C-D E-F")
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C B-D")
    desk.won("A-C", "B-D")
    desk.when(desk.reversal("B-A")).refused("choice-needed")
    desk.reverse("B-A", choice, 1)
    assert desk.round(2) == then.split()
    if choice == "rewind":
        assert due(desk) == "ABCD"
    finish(desk)


@pytest.mark.rule("MON-10", "ALL-4")
def test_pair_that_was_not_begun_goes_with_the_result_and_comes_back_with_it() -> None:
    """A-C and B-D are drawn after A beats B. B beat A: both go, and B-C is paired. A beat B after all: B-C goes, and
    A-C and B-D come back."""
    desk = started("ABCDEF")
    desk.pair(1, "A-B C-D E-F")
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C B-D")
    desk.reverse("B-A", None, 1)
    assert due(desk) == "ABCD"
    desk.pair(2, "B-C")
    desk.reverse("A-B", None, 1)
    assert desk.round(2) == ["A-C", "B-D"]


@pytest.mark.rule("MON-10")
def test_batch_is_drawn_so_many_minutes_after_the_one_before() -> None:
    """Ten minutes apart: the next draw is refused before, and is the service's where rounds roll on."""
    desk = started("ABCD", Conditions(auto_draw=True), pace="batches", batch_minutes=10)
    desk.pair(1, "A-B C-D")
    drawn_at = desk.state.rounds.since[1]
    desk.won("A-B", "C-D")
    view = next_view(desk.state)
    assert view is not None
    assert view.draws_from == drawn_at + timedelta(minutes=10)
    assert due_at(desk.state) == view.draws_from
    desk.when(round_commands.DrawRound(round=2)).refused("round-not-due", "every so many minutes")


@pytest.mark.rule("MON-10", "SWX-4")
def test_absent_player_is_not_drawn_and_loses_no_life() -> None:
    desk = started("ABCD")
    desk.do(round_commands.MarkAbsent(entry=desk.entry("D")))
    assert due(desk) == "AB"
    desk.draw(1)
    desk.won("A-B")
    desk.do(round_commands.EndAbsence(entry=desk.entry("D")))
    assert {row.values["lives"] for row in desk.standings().rows if desk.letter(row.entry) == "D"} == {3}


@pytest.mark.rule("MON-10")
@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"pace": "batches"}, "say how many"),
        ({"pace": "continuous", "batch_minutes": 5}, "only for them"),
        ({"pace": "continuous", "rules_version": 2}, "leave rules_version out"),
    ],
)
def test_paces_that_contradict_themselves_are_no_settings(told: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        announced(None, **told)


@pytest.mark.rule("MON-10")
def test_late_entry_without_rounds_begins_with_no_loss() -> None:
    with pytest.raises(Refused, match="begin with no loss"):
        announced(late_entries=True)
    announced(late_entries=True, late_losses="no-loss")


CONTINUOUS = LivesOptions(kind="lives", lengths=(3,), lives=2, pace="continuous")


class TestContinuousLives(Conformance):
    """Two lives, without rounds."""

    options = CONTINUOUS

    @pytest.mark.rule("MON-10")
    @given(st.integers(2, 9), st.lists(st.booleans(), min_size=10, max_size=60))
    def test_nobody_has_two_matches_to_play(self, entrants: int, wins: Sequence[bool]) -> None:
        desk = self.started(entrants)
        for number, won in enumerate(wins):
            if isinstance(desk.step(), Done):
                break
            play(desk, Deed("play", number, 0, won))
            playing = [entry for match in desk.facts.awaited for entry in desk.state.matches[match].sides]
            reached()
            assert len(playing) == len({*playing})


TestRandomDirector = director_of(
    [CONTINUOUS, LivesOptions(kind="lives", pace="continuous", end="last", late_entries=True, late_losses="no-loss")],
    tried=4,
)
