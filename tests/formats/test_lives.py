"""Lives worked by hand (MON-6, MON-9), and with random directors."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Done, Due
from domain.formats.elimination.lives_options import LivesOptions
from domain.formats.knockout import KnockoutOptions
from domain.kernel.refusal import Refused
from domain.tournament.command import Choice
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from tests.desk import Drawer, entered, person
from tests.formats.conformance import Conformance
from tests.formats.directing import finish, play_all
from tests.formats.machine import director_of
from tests.reaching import reached
from tests.rounds import RoundsDesk

KNOCKOUT = LaterStage(format=KnockoutOptions(kind="knockout", lengths=(1,)), qualifiers=8)


def announced(told: Mapping[str, object], stages: tuple[LaterStage, ...] = ()) -> RoundsDesk:
    desk = RoundsDesk(secrets=Drawer("lives"))
    options = LivesOptions.model_validate({"kind": "lives", "lengths": (1,), **told})
    desk.do(lifecycle_commands.AnnounceTournament(name="Lives", format=options, stages=stages))
    return desk


def started(letters: str, stages: tuple[LaterStage, ...] = (), **told: object) -> RoundsDesk:
    desk = announced(told, stages)
    entered(desk, letters)
    desk.do(lifecycle_commands.StartTournament())
    return desk


def played(desk: RoundsDesk, round_: int, pairs: str, bye: str = "") -> None:
    """The round paired by hand, in which the first of each pair wins."""
    desk.pair(round_, pairs, bye)
    desk.won(*pairs.split())


def lines(desk: RoundsDesk) -> list[str]:
    """Rank, letter, lives and mark."""
    return [
        f"{row.rank or '-'} {desk.letter(row.entry)} {row.values['lives']} {row.mark}" for row in desk.standings().rows
    ]


@pytest.mark.rule("MON-6")
def test_lives_end_with_one_player_below_all_others() -> None:
    """Two lives, four players: A beats B, C beats D; A beats C, B beats D, who is out. A alone has no loss: it ends,
    and B and C, with one each, share the next rank."""
    desk = started("ABCD", lives=2)
    played(desk, 1, "A-B C-D")
    assert isinstance(desk.step(), Due)
    assert lines(desk)[0].startswith("- ")
    played(desk, 2, "A-C B-D")
    assert desk.step() == Done(champion=desk.entry("A"))
    assert lines(desk) == ["1 A 2 champion", "2 B 1 placed", "2 C 1 placed", "4 D 0 out"]


@pytest.mark.rule("MON-6")
def test_lives_end_with_the_last_where_that_is_announced() -> None:
    """The same results: B and C play on, with A; the bye of the three goes to one who has had none."""
    desk = started("ABCD", lives=2, end="last")
    played(desk, 1, "A-B C-D")
    played(desk, 2, "A-C B-D")
    played(desk, 3, "B-A", "C")
    assert desk.step() != Done(champion=desk.entry("A"))
    played(desk, 4, "C-A", "B")
    played(desk, 5, "C-B")
    assert desk.step() == Done(champion=desk.entry("C"))
    assert lines(desk)[0] == "1 C 1 champion"


@pytest.mark.rule("SE-11", "MON-9")
def test_lives_of_one_life_are_a_knockout_drawn_again_before_each_round() -> None:
    """Five: one has a bye in round 1. Of the three left one has a bye in round 2, who has had none; then the final. Who
    is beaten is out."""
    desk = started("ABCDE", lives=1, end="last")
    byes = []
    for round_ in (1, 2):
        drawn = desk.draw(round_)
        byes += [one for one in drawn if "-" not in one]
        desk.won(*(one for one in drawn if "-" in one))
    assert len({*byes}) == 2
    (final,) = desk.draw(3)
    desk.won(final)
    assert desk.step() == Done(champion=desk.entry(final[0]))
    assert [row.mark for row in desk.standings().rows].count("out") == 4


@pytest.mark.rule("MON-6")
@pytest.mark.parametrize(
    ("told", "then"),
    [
        ({"end": "places", "left": 3}, ["1 A 2 champion", "2 B 1 placed", "2 C 1 placed", "4 D 0 out"]),
        ({"end": "sum", "left": 4}, ["1 A 2 champion", "2 B 1 placed", "2 C 1 placed", "4 D 0 out"]),
    ],
)
def test_lives_end_with_so_many_left(told: Mapping[str, object], then: list[str]) -> None:
    desk = started("ABCD", (), lives=2, **told)
    played(desk, 1, "A-B C-D")
    played(desk, 2, "A-C B-D")
    assert lines(desk) == then


@pytest.mark.rule("MON-6")
def test_lives_left_in_sum_are_byes_of_the_knockout_that_follows() -> None:
    """Four lives among A (two), B and C: in the knockout of four places the bye is A's."""
    desk = started("ABCD", (KNOCKOUT,), lives=2, end="sum", left=4)
    played(desk, 1, "A-B C-D")
    played(desk, 2, "A-C B-D")
    desk.do(round_commands.OpenStage(stage=2))
    alone = [desk.letter(place.entries[0]) for place in desk.facts.places if place.match is None]
    assert alone == ["A"]


@pytest.mark.rule("MON-6", "MON-9")
def test_lives_are_drawn_within_the_same_number_of_losses() -> None:
    """Three of six have lost: the three others can't all meet each other, so that one pair is across."""
    desk = started("ABCDEF", lives=3)
    played(desk, 1, "A-B C-D E-F")
    desk.draw(2)
    across = [pair for pair in desk.round(2) if (pair[0] in "ACE") != (pair[2] in "ACE")]
    assert len(across) == 1
    assert {*map(frozenset, desk.round(2))} & {frozenset("A-B"), frozenset("C-D"), frozenset("E-F")} == set()


@pytest.mark.rule("MON-6")
def test_lives_go_on_with_rematches_where_nobody_else_is_left() -> None:
    desk = started("AB", lives=3)
    assert desk.draw(1) in (["A-B"], ["B-A"])
    desk.won("A-B")
    assert desk.draw(2) in (["A-B"], ["B-A"])


@pytest.mark.rule("SWX-5")
@pytest.mark.parametrize(("told", "left"), [("one-each-round", 2), ("no-loss", 3)])
def test_lives_late_entry_begins_with_what_is_announced(told: str, left: int) -> None:
    desk = started("ABCD", lives=3, late_entries=True, late_losses=told)
    played(desk, 1, "A-B C-D")
    enter(desk, "E")
    assert [line for line in lines(desk) if " E " in line] == [f"- E {left} in"]
    assert len(desk.draw(2)) == 3


@pytest.mark.rule("SWX-5")
def test_lives_late_entry_without_a_life_left_is_refused() -> None:
    desk = started("ABCDEFGH", lives=2, late_entries=True, end="last")
    played(desk, 1, "A-B C-D E-F G-H")
    played(desk, 2, "A-C E-G B-D F-H")
    desk.when(entry_commands.RequestEntry(person=person("I"))).refused("entries-closed")


def enter(desk: RoundsDesk, letter: str) -> None:
    desk.do(entry_commands.RequestEntry(person=person(letter)))
    desk.do(entry_commands.ApproveEntry(entry=desk.entry(letter)))


@pytest.mark.rule("MON-6")
@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"end": "places"}, "say how many are left"),
        ({"end": "last", "left": 3}, "leave out how many are left"),
        ({"end": "one-below", "lives": 1}, "end with the last"),
    ],
)
def test_lives_settings_that_contradict_each_other_are_no_settings(told: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        announced(told)


@pytest.mark.rule("MON-6")
def test_lives_option_of_late_entries_needs_them() -> None:
    with pytest.raises(Refused) as refused:
        announced({"late_losses": "no-loss"})
    assert refused.value.problem.slug == "option-without-effect"


@pytest.mark.rule("ALL-3", "ALL-4")
@pytest.mark.parametrize(("choice", "left"), [("rewind", "ABCD"), ("stand", "ABC")])
def test_lives_result_is_corrected_after_the_end(choice: Choice, left: str) -> None:
    """B beat A after all. By rewind round 2 is drawn again, and nobody is out yet; by stand D is out, as played."""
    desk = started("ABCD", lives=2)
    played(desk, 1, "A-B C-D")
    played(desk, 2, "A-C B-D")
    desk.reverse("B-A", choice, 1)
    assert "".join(sorted(line.split()[1] for line in lines(desk) if line.split()[2] != "0")) == left
    finish(desk)


def half_round_left() -> RoundsDesk:
    """Two lives, six players. After round 2 A and E have no loss, C and D have one, B and F are out. In round 3 C beats
    D while A and E have yet to play. Then it turns out that B beat E in round 2: A alone has no loss, E and B have one.
    A-E is made from that result and goes; C-D is not, and stays."""
    desk = started("ABCDEF", lives=2)
    played(desk, 1, "A-B C-D E-F")
    played(desk, 2, "A-C E-B D-F")
    desk.pair(3, "A-E C-D")
    desk.won("C-D")
    desk.reverse("B-E", "rewind", 2)
    return desk


@pytest.mark.rule("MON-6", "ALL-4")
def test_lives_round_that_some_have_played_is_played_by_all_before_the_end() -> None:
    """A, B and E are due in round 3. B has the bye, A beats E, who is out: A alone has no loss, and B and C share."""
    desk = half_round_left()
    due = desk.step()
    assert isinstance(due, Due)
    assert (due.round, desk.letters(one.entry for one in due.contenders)) == (3, "ABE")
    assert lines(desk)[0] == "- A 2 in"
    played(desk, 3, "A-E", "B")
    assert desk.step() == Done(champion=desk.entry("A"))
    assert lines(desk) == ["1 A 2 champion", "2 B 1 placed", "2 C 1 placed", "4 D 0 out", "4 E 0 out", "6 F 0 out"]


@pytest.mark.rule("MON-6", "ALL-4")
def test_lives_end_before_a_round_whose_matches_are_void() -> None:
    """The director voids C-D too: nobody has played round 3, and round 2 was the last. B, C, D and E have won once."""
    desk = half_round_left()
    desk.do(match_commands.VoidMatch(match=desk.match("C-D", 3).number, reason="It was over"))
    assert desk.step() == Done(champion=desk.entry("A"))
    shared = [f"2 {letter} 1 placed" for letter in "BCDE"]
    assert lines(desk) == ["1 A 2 champion", *shared, "6 F 0 out"]


class TestLives(Conformance):
    """Three lives."""

    options = LivesOptions(kind="lives", lengths=(3,))

    @pytest.mark.rule("MON-6")
    @given(st.integers(2, 9), st.lists(st.booleans(), min_size=10, max_size=60))
    def test_lives_put_nobody_out_with_one_left(self, entrants: int, wins: Sequence[bool]) -> None:
        desk = self.started(entrants)
        play_all(desk, wins)
        for row in desk.standings().rows:
            reached()
            assert (row.mark == "out") == (desk.facts.tally(row.entry).losses >= 3)


APART = {"kind": "lives", "lives": 2, "end": "places", "left": 3, "apart": [{"entries": (1, 2)}]}

TestRandomDirector = director_of(
    [
        LivesOptions(kind="lives"),
        LivesOptions(kind="lives", lives=2, end="last", late_entries=True, late_losses="no-loss"),
        LivesOptions.model_validate(APART),
    ],
    tried=5,
)
TestRandomDirectorOfTwoStages = director_of(
    [LivesOptions(kind="lives", lives=2, end="sum", left=4)], tried=6, stages=(KNOCKOUT,)
)
