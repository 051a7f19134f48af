"""Eliminations that end in a knockout of those left, and those with three brackets, worked by hand (DE-13, DE-14)."""

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.brackets.double_elimination import DoubleEliminationOptions
from domain.formats.contract.steps import Done
from domain.formats.registry import SETTINGS
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from tests.desk import Desk, entered
from tests.formats.brackets_play import placed, play_on, ranks, started
from tests.formats.conformance import Conformance
from tests.formats.knockout_play import KnockoutDesk
from tests.formats.machine import director_of
from tests.reaching import reached
from tests.rounds import RoundsDesk


def options(**told: object) -> DoubleEliminationOptions:
    said = {"kind": "double-elimination", "seeding": "entry-order", "lengths": (1,), **told}
    return DoubleEliminationOptions.model_validate(said)


Ending = tuple[int, tuple[int, ...]]


def beside(desk: KnockoutDesk, section: str) -> Mapping[str, str]:
    return {name.removeprefix(f"{section}-"): pair for name, pair in placed(desk).items() if name.startswith(section)}


@pytest.mark.rule("DE-13")
def test_last_eight_are_four_undefeated_and_four_fighters() -> None:
    """Sixteen, the better seed wins. Upper: A-P H-I D-M E-L B-O G-J C-N F-K | A-H D-E B-G C-F; A D B C are undefeated.
    Lower: P-I M-L O-J N-K, and I L J K; H E G F drop by mask 2: G-I F-L H-J E-K; G F H E are the fighters. The seats
    of eight are 1-8 4-5 2-7 3-6, so that each undefeated meets a fighter. A has met H, D E, B G and C F; whoever they
    meet could not have met them: none of these four pairs is there."""
    desk = started(16, options(merge=(4, 4)))
    play_on(desk)
    assert sorted(beside(desk, "upper")) == sorted([*[f"1-{n}" for n in range(1, 9)], *[f"2-{n}" for n in range(1, 5)]])
    assert list(beside(desk, "lower").values()) == ["P-I", "M-L", "O-J", "N-K", "G-I", "F-L", "H-J", "E-K"]
    eight = {frozenset(pair.split("-")) for name, pair in beside(desk, "merged").items() if name.startswith("1-")}
    assert {letter for pair in eight for letter in pair} == {*"ABCDEFGH"}
    assert all(len(pair & {*"ABCD"}) == 1 for pair in eight)
    assert not eight & {frozenset("AH"), frozenset("DE"), frozenset("BG"), frozenset("CF")}
    assert len(beside(desk, "merged")) == 7, "a loss there is final"
    assert ranks(desk).startswith("A champion, B finalist, C=D out")
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("DE-13", "DE-12")
def test_merged_knockout_has_lengths_of_its_own_and_a_fighter_can_win_it() -> None:
    """Eight, two undefeated and two fighters; the worse seed wins. Upper: H E G F win, then H and G or E and F."""
    desk = started(8, options(merge=(2, 2), lower_lengths=(3,), grand_lengths=(15, 17)))
    play_on(desk, better=False)
    lengths = {match.slot: match.length for match in desk.matches()}
    assert [lengths[one] for one in ("upper-1-1", "lower-1-1", "merged-1-1", "merged-2-1")] == [1, 3, 15, 17]
    # Upper: A-H D-E B-G C-F; H E G F; H-E and G-F, won by H and G. Lower: A-D B-C; D and C; F-D and E-C; F and E.
    assert ranks(desk).startswith("H champion")
    assert {*beside(desk, "merged")["1-1"], *beside(desk, "merged")["1-2"]} == {*"HGFE-"}


@pytest.mark.rule("DE-14", "CON-13", "CON-8")
def test_third_bracket_takes_the_losers_of_the_lower() -> None:
    """Eight, the better seed wins. Lower: H-E G-F | C-E D-F | C-D | B-C. Its losers H G | E F | D | C come into the
    third bracket: the first four together, E meets G or H, who it has not met: E has met H, so it meets G."""
    desk = started(8, options(lives=3))
    play_on(desk)
    assert list(beside(desk, "lower").values()) == ["H-E", "G-F", "C-E", "D-F", "C-D", "B-C"]
    third = beside(desk, "third")
    assert sum("alone" not in pair for pair in third.values()) == 5, "six come in, and each match puts one out"
    assert ranks(desk).startswith("A champion, B finalist, C third-bracket-winner")


@pytest.mark.rule("DE-14", "DE-13")
def test_three_brackets_merge_into_one_knockout() -> None:
    """Sixteen: four undefeated, two with one loss and two with two play the last eight; nobody else is out before a
    third loss."""
    desk = started(16, options(lives=3, merge=(4, 2, 2)))
    losses: Counter[str] = Counter()
    while desk.facts.awaited:
        match = desk.state.matches[desk.facts.awaited[0]]
        first, second = sorted(map(desk.letter, match.sides))
        desk.act(f"{first} beats {second}")
        if not str(match.slot).startswith("merged"):
            losses[second] += 1
    eight = {one for name, pair in beside(desk, "merged").items() if name.startswith("1-") for one in pair.split("-")}
    assert Counter(losses[one] for one in eight) == {0: 4, 1: 2, 2: 2}
    assert all(losses[desk.letter(entry)] == 3 for entry in desk.facts.numbers if desk.letter(entry) not in eight)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("DE-13", "DE-14")
@given(
    st.integers(5, 20),
    st.sampled_from([(2, (4, 4)), (2, (2, 2)), (2, (4, 1)), (3, ()), (3, (2, 2)), (3, (4, 2, 2)), (3, (2, 1, 1))]),
    st.randoms(use_true_random=False),
)
def test_nobody_is_out_early_with_lives_left(entrants: int, kind: Ending, lots: Random) -> None:
    lives, merge = kind
    desk = started(entrants, options(lives=lives, merge=merge))
    losses: Counter[str] = Counter()
    while desk.facts.awaited:
        match = desk.state.matches[desk.facts.awaited[0]]
        sides = sorted(map(desk.letter, match.sides))
        lots.shuffle(sides)
        desk.act(f"{sides[0]} beats {sides[1]}")
        losses[sides[1]] += not str(match.slot).startswith(("merged", "grand"))
    ending = ("merged-1", "grand") if len(merge) == lives or lives == 2 else ("merged-1", "grand", "third")
    last = {one for name, pair in placed(desk).items() if name.startswith(ending) for one in pair}
    reached()
    for letter in map(desk.letter, desk.facts.numbers):
        if letter not in last:
            assert losses[letter] == lives
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("DE-13", "ALL-3", "ALL-4")
@pytest.mark.parametrize(
    ("choice", "then"),
    [("rewind", {"1-1": "D-C", "1-2": "B-A"}), ("stand", {"1-1": "A-C", "1-2": "B-D"})],
)
def test_result_is_changed_after_the_brackets_were_merged(choice: str, then: Mapping[str, str]) -> None:
    """Eight, two and two, the better seed wins: A and B are undefeated; E and F win below, and lose to C and D there.
    A has met D and B C, so A meets C and B meets D, and A wins. But D had beaten A: then A drops to F, and wins."""
    desk = started(8, options(merge=(2, 2)))
    while "merged-1-2" not in placed(desk):
        first, second = sorted(map(desk.letter, desk.state.matches[desk.facts.awaited[0]].sides))
        desk.act(f"{first} beats {second}")
    assert {name: beside(desk, "merged")[name] for name in ("1-1", "1-2")} == {"1-1": "A-C", "1-2": "B-D"}
    if "A-C" in map(desk.name, (desk.state.matches[number] for number in desk.facts.awaited)):
        desk.act("A beats C")
    desk.act(f"D beat A, {choice}")
    play_on(desk)
    assert {name: beside(desk, "merged")[name] for name in then} == then
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("DE-14", "ALL-3", "ALL-4")
@pytest.mark.parametrize(("choice", "upper", "lower"), [("rewind", "H-D", "A-E"), ("stand", "A-D", "H-E")])
def test_result_is_changed_after_the_loser_came_into_the_third_bracket(choice: str, upper: str, lower: str) -> None:
    """Eight: A beats H, D beats E; in the lower bracket E beats H, who waits in the third. Then H had beaten A after
    all: with a rewind H meets D above and A meets E below; what stands keeps A above, and H below and then in the
    third bracket."""
    desk = started(8, options(lives=3))
    for said in ("A beats H", "D beats E", "E beats H"):
        desk.act(said)
    desk.when(desk.reversal("H-A")).refused("choice-needed")
    desk.act(f"H beat A, {choice}")
    assert (beside(desk, "upper")["2-1"], beside(desk, "lower")["1-1"]) == (upper, lower)
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("DE-13")
@pytest.mark.parametrize("merge", [(4,), (4, 4, 4), (3, 2), (2, 4)])
def test_merge_that_cannot_be_is_told_what_would_work(merge: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"left"):
        options(merge=merge)


@pytest.mark.parametrize("told", [{"third_lengths": (3,)}, {"merge": (4, 4), "grand": "simple"}])
def test_options_of_brackets_that_are_not_there_are_refused(told: Mapping[str, object]) -> None:
    Desk().when(AnnounceTournament(name="Evening", format=options(**told))).refused("option-without-effect")


@pytest.mark.rule("DE-13")
def test_field_as_small_as_the_undefeated_does_not_start() -> None:
    desk = RoundsDesk()
    desk.do(AnnounceTournament(name="Evening", format=options(merge=(4, 4))))
    entered(desk, "ABCD")
    desk.when(StartTournament()).refused("too-few-entrants")


@pytest.mark.rule("ALL-11")
def test_double_elimination_of_the_first_rules_is_stored_and_read_as_it_was() -> None:
    first = options(rules_version=1, grand="simple")
    stored = SETTINGS.store(first)
    assert (stored["version"], "lives" in stored) == (1, False)
    assert SETTINGS.read(stored) == first
    with pytest.raises(ValueError, match="leave rules_version out"):
        options(rules_version=1, lives=3)


class TestMerged(Conformance):
    """Two brackets that end in one."""

    options = options(merge=(2, 2))

    def started(self, entrants: int) -> RoundsDesk:
        """There must be more than two."""
        return super().started(max(entrants, 3))


TestRandomDirector = director_of([options(lives=3), options(lives=3, merge=(1, 1, 1), seeding="lot")], tried=3)
