"""Lives in which so many wins put a player through (SWX-9), and tables by losses (SWX-12), worked by hand."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Ask, Done, Wait
from domain.formats.elimination.lives_options import LivesOptions
from domain.formats.knockout import KnockoutOptions
from domain.tournament.command import Choice
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.rounds import commands as round_commands
from tests.desk import Drawer, entered
from tests.formats.conformance import Conformance
from tests.formats.directing import finish, play_all
from tests.formats.machine import director_of
from tests.formats.test_lives import played
from tests.formats.test_paces import due
from tests.reaching import reached
from tests.rounds import RoundsDesk

KNOCKOUT = LaterStage(format=KnockoutOptions(kind="knockout", lengths=(1,)), qualifiers=4)
TWO_TWO = {"kind": "lives", "lengths": (1,), "lives": 2, "end": "last", "wins": 2}


NOTHING: Mapping[str, object] = {}


def started(
    letters: str, told: Mapping[str, object] = NOTHING, stages: tuple[LaterStage, ...] = (), drawn: str = "wins"
) -> RoundsDesk:
    """Two wins put a player through, two losses out, unless something else is told."""
    desk = RoundsDesk(secrets=Drawer(drawn))
    options = LivesOptions.model_validate({**TWO_TWO, **told})
    desk.do(AnnounceTournament(name="Two wins", format=options, stages=stages))
    entered(desk, letters)
    desk.do(StartTournament())
    return desk


def lines(desk: RoundsDesk) -> list[str]:
    """Rank, letter, lives, wins and mark."""
    rows = desk.standings().rows
    return [
        f"{row.rank or '-'} {desk.letter(row.entry)} {row.values['lives']} {row.values['win_points']} {row.mark}"
        for row in rows
    ]


@pytest.mark.rule("SWX-9")
def test_wins_put_a_player_through_and_losses_out_and_neither_is_paired_any_more() -> None:
    """Four. A and C win, then A beats C and B beats D: A is through, D out; C and B have one of each and meet. C is
    through, B out. Ordered by losses, then those out by wins: A, C, B (1), D (0)."""
    desk = started("ABCD")
    played(desk, 1, "A-B C-D")
    played(desk, 2, "A-C B-D")
    assert due(desk) == "BC"
    assert lines(desk) == ["- A 2 2 through", "- B 1 1 in", "- C 1 1 in", "4 D 0 0 out"]
    played(desk, 3, "C-B")
    assert desk.step() == Done(champion=desk.entry("A"))
    assert lines(desk) == ["1 A 2 2 champion", "2 C 1 2 through", "3 B 0 1 out", "4 D 0 0 out"]


@pytest.mark.rule("SWX-9")
def test_players_who_are_through_with_as_few_losses_share_the_first_rank() -> None:
    """Eight: A and E are through without a loss, and nobody is the champion alone."""
    desk = started("ABCDEFGH")
    played(desk, 1, "A-B C-D E-F G-H")
    played(desk, 2, "A-C E-G B-D F-H")
    played(desk, 3, "C-B G-F")
    assert desk.step() == Done(champion=None)
    assert lines(desk)[:4] == ["1 A 2 2 through", "1 E 2 2 through", "3 C 1 2 through", "3 G 1 2 through"]
    assert lines(desk)[4:] == ["5 B 0 1 out", "5 F 0 1 out", "7 D 0 0 out", "7 H 0 0 out"]


@pytest.mark.rule("SWX-9", "MON-9")
@pytest.mark.parametrize("pace", ["rounds", "continuous"])
def test_one_who_is_left_alone_has_byes_until_they_are_through(pace: str) -> None:
    """Two, and three wins: B leaves when A has won once. A has two byes, one after the other, and is through."""
    desk = started("AB", {"wins": 3, "pace": pace})
    played(desk, 1, "A-B")
    desk.resign("B")
    for round_ in (2, 3):
        assert due(desk) == "A"
        assert desk.draw(round_) == ["A"]
    assert desk.step() == Done(champion=desk.entry("A"))
    assert lines(desk) == ["1 A 2 3 champion", "2 B 0 0 resigned"]


@pytest.mark.rule("SWX-9")
def test_stage_that_follows_takes_those_who_are_through() -> None:
    """Of four, two are through, and the final is theirs, though four could come."""
    desk = started("ABCD", stages=(KNOCKOUT,))
    played(desk, 1, "A-B C-D")
    played(desk, 2, "A-C B-D")
    played(desk, 3, "C-B")
    desk.do(round_commands.OpenStage(stage=2))
    assert {frozenset(map(desk.letter, place.entries)) for place in desk.facts.places} == {frozenset("AC")}


@pytest.mark.rule("SWX-9", "SWX-6")
def test_player_who_is_through_and_leaves_keeps_the_rank() -> None:
    desk = started("ABCD")
    played(desk, 1, "A-B C-D")
    played(desk, 2, "A-C B-D")
    desk.resign("A")
    played(desk, 3, "C-B")
    assert lines(desk)[0] == "1 A 2 2 champion"


@pytest.mark.rule("SWX-9", "ALL-5")
def test_director_decides_where_nobody_is_left_and_nobody_is_through() -> None:
    desk = started("AB")
    desk.resign("A")
    desk.resign("B")
    step = desk.step()
    assert isinstance(step, Ask)
    assert step.kind == "nobody-left"


@pytest.mark.rule("SWX-9", "ALL-3", "ALL-4")
@pytest.mark.parametrize(
    ("choice", "then", "left"),
    [
        # C beat A after all: C has two wins and is through; A and B have one of each, and meet.
        ("rewind", "AB", ["- C 2 2 through", "- A 1 1 in", "- B 1 1 in", "4 D 0 0 out"]),
        # C beat B as well, as played: three wins. A is back, and has missed the round that B and C played; B is out.
        # A, alone, has a bye, and is through.
        ("stand", "A", ["- C 2 3 through", "- A 1 1 in", "3 B 0 1 out", "4 D 0 0 out"]),
    ],
)
def test_result_is_corrected_after_somebody_was_through_by_it(choice: Choice, then: str, left: Sequence[str]) -> None:
    desk = started("ABCD")
    played(desk, 1, "A-B C-D")
    played(desk, 2, "A-C B-D")
    played(desk, 3, "C-B")
    desk.when(desk.reversal("C-A")).refused("choice-needed")
    desk.reverse("C-A", choice, 2)
    assert due(desk) == then
    assert lines(desk) == left
    finish(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("SWX-9")
@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"end": "one-below"}, "end with the last"),
        ({"end": "sum", "left": 4}, "end with the last"),
        ({"rules_version": 3}, "leave rules_version out"),
        ({"wins": None, "rules_version": 3, "tables_by_score": True}, "leave rules_version out"),
        ({"wins": 0}, "greater than or equal to 1"),
    ],
)
def test_wins_that_contradict_the_other_settings_are_no_settings(told: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        started("AB", told)


@pytest.mark.rule("SWX-12")
@pytest.mark.parametrize("drawn", "abcde")
def test_tables_of_lives_are_in_the_order_of_losses(drawn: str) -> None:
    """Ten: after round 1 five have no loss. Two of their pairs sit first, then the one across, then two of one loss."""
    desk = started("ABCDEFGHIJ", {"lives": 3, "wins": 4, "tables_by_score": True}, drawn=drawn)
    desk.won(*desk.draw(1))
    lost = {entry: desk.facts.setbacks(entry) for entry in desk.facts.numbers}
    desk.draw(2)
    assert [sum(map(lost.__getitem__, match.sides)) for match in desk.matches()[5:]] == [0, 0, 1, 2, 2]


@pytest.mark.rule("SWX-9", "MON-10")
def test_wins_without_rounds_are_played_until_nobody_is_left() -> None:
    """Pairs as soon as two are free: A is through while C-D is still played."""
    desk = started("ABCD", {"pace": "continuous", "wins": 1})
    desk.pair(1, "A-B C-D")
    desk.won("A-B")
    assert isinstance(desk.step(), Wait)
    desk.won("C-D")
    assert due(desk) == "BD"


class TestWinsThrough(Conformance):
    """Three wins, three losses."""

    options = LivesOptions(kind="lives", lengths=(3,), end="last", wins=3, tables_by_score=True)

    @pytest.mark.rule("SWX-9")
    @given(st.integers(2, 9), st.lists(st.booleans(), min_size=10, max_size=60))
    def test_nobody_plays_on_who_is_through_or_out(self, entrants: int, wins: Sequence[bool]) -> None:
        desk = self.started(entrants)
        play_all(desk, wins)
        for row in desk.standings().rows:
            tally, byes = desk.facts.tally(row.entry), desk.facts.byes(row.entry)
            reached()
            assert tally.wins + byes <= 3
            assert tally.losses <= 3
            assert (row.mark in ("through", "champion")) == (tally.wins + byes == 3)


WINS = LivesOptions(kind="lives", lives=2, end="last", wins=2, tables_by_score=True)
LATE = LivesOptions(kind="lives", end="last", wins=2, late_entries=True, late_losses="no-loss", pace="continuous")

TestRandomDirector = director_of([WINS, LATE], tried=5)
TestRandomDirectorOfTwoStages = director_of([WINS], tried=6, stages=(KNOCKOUT,))
