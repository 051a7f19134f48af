"""Double eliminations worked by hand (DE-1 to DE-12, ALL-4)."""

import pytest

from domain.formats.brackets.double_elimination import DoubleEliminationOptions
from domain.formats.contract.steps import Ask, Done
from domain.tournament.matches import commands as match_commands
from tests.formats.brackets_play import placed, play_on, ranks, started
from tests.formats.knockout_play import KnockoutDesk


def double(entrants: int, **options: object) -> KnockoutDesk:
    return started(
        entrants,
        DoubleEliminationOptions.model_validate(
            {"kind": "double-elimination", "seeding": "entry-order", "lengths": (1,), **options}
        ),
    )


@pytest.mark.rule("DE-1", "DE-2", "DE-5", "DE-12")
def test_six_where_the_better_seed_always_wins() -> None:
    """As worked in DE-12: upper D-E, C-F | A-D, B-C | A-B; lower round 1 none, E and F go on; C-E and D-F; C-D; B-C.
    The loser of upper match 1 of round 2, D, drops to place 2, where F waits (DE-3)."""
    desk = double(6)
    play_on(desk)
    assert placed(desk) == {
        "upper-1-1": "A alone",
        "upper-1-2": "D-E",
        "upper-1-3": "B alone",
        "upper-1-4": "C-F",
        "upper-2-1": "A-D",
        "upper-2-2": "B-C",
        "upper-3-1": "A-B",
        "lower-1-1": "E alone",
        "lower-1-2": "F alone",
        "lower-2-1": "C-E",
        "lower-2-2": "D-F",
        "lower-3-1": "C-D",
        "lower-4-1": "B-C",
        "grand-1-1": "A-B",
    }
    assert ranks(desk) == "A champion, B finalist, C out, D out, E=F out"
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("DE-3", "DE-12")
def test_eight_where_the_worse_seed_always_wins() -> None:
    """As worked in DE-12: lower A-D, B-C | F-D, E-C | F-E | G-F, at the end H-G; the one who dropped is named first."""
    desk = double(8)
    play_on(desk, better=False)
    lower = {name: pair for name, pair in placed(desk).items() if name.startswith(("lower", "grand"))}
    assert lower == {
        "lower-1-1": "A-D",
        "lower-1-2": "B-C",
        "lower-2-1": "F-D",
        "lower-2-2": "E-C",
        "lower-3-1": "F-E",
        "lower-4-1": "G-F",
        "grand-1-1": "H-G",
    }
    assert ranks(desk) == "H champion, G finalist, F out, E out, C=D out, A=B out"


@pytest.mark.rule("DE-6", "DE-7", "ALL-4")
def test_second_match_at_the_end_is_made_only_when_it_is_needed() -> None:
    desk = double(2)
    desk.act("A beats B")
    assert placed(desk) == {"upper-1-1": "A-B", "grand-1-1": "A-B"}
    desk.act("B beats A")
    assert placed(desk)["grand-2-1"] == "A-B"
    assert ranks(desk) == "-A in, -B in"
    # The first of the two was A's after all: the second goes, and A has won. Turned back, it is there again.
    turn(desk, "A")
    assert "grand-2-1" not in placed(desk)
    assert ranks(desk) == "A champion, B finalist"
    turn(desk, "B")
    assert placed(desk)["grand-2-1"] == "A-B"
    play_on(desk, better=False)
    assert ranks(desk) == "B champion, A finalist"


def turn(desk: KnockoutDesk, winner: str) -> None:
    """Corrects the first match at the end."""
    final = next(match for match in desk.matches() if match.slot == "grand-1-1")
    result = desk.winner_only(final, winner)
    desk.do(match_commands.CorrectResult(match=final.number, result=result, reason="Slip"))


@pytest.mark.rule("DE-6")
def test_both_winners_lead_the_table_without_a_match_at_the_end() -> None:
    desk = double(4, grand="none")
    play_on(desk)
    assert ranks(desk) == "A champion, B out, C out, D out"
    assert "grand-1-1" not in placed(desk)


@pytest.mark.rule("CON-10", "SE-13")
def test_loser_has_the_next_match_at_once() -> None:
    desk = double(4)
    desk.act("A beats D")
    assert ranks(desk) == "-A in, -B in, -C in, -D in"
    desk.act("B beats C")
    assert placed(desk)["lower-1-1"] == "D-C"
    assert placed(desk)["upper-2-1"] == "A-B"


@pytest.mark.rule("ALL-3", "ALL-4")
def test_result_changed_after_play_went_on_is_rewound() -> None:
    """D has beaten C below and B lost above; but D had beaten A: then D meets B above, and A meets C below. All that
    was made from it goes, and what they played with it."""
    desk = changed("rewind")
    assert placed(desk) == {"upper-1-1": "A-D", "upper-1-2": "B-C", "upper-2-1": "D-B", "lower-1-1": "A-C"}
    assert ranks(desk) == "-D in, -B in, -A in, -C in"
    play_on(desk)
    # B beats D above, and A C and then D below; A beats B twice.
    assert placed(desk)["grand-2-1"] == "B-A"
    assert ranks(desk) == "A champion, B finalist, D out, C out"


@pytest.mark.rule("ALL-3", "ALL-4")
def test_result_changed_after_play_went_on_stands() -> None:
    desk = changed("stand")
    assert placed(desk)["grand-1-1"] == "A-B"
    play_on(desk)
    assert ranks(desk) == "A champion, B finalist, D kept-out, C out"
    # The table of matches knows what was: A has lost once, and nobody had to play again.
    assert [match.void_reason for match in desk.matches()] == [None] * 6


def changed(choice: str) -> KnockoutDesk:
    desk = double(4)
    for said in ("A beats D", "B beats C", "D beats C", "A beats B", "B beats D", f"D beat A, {choice}"):
        desk.act(said)
    return desk


@pytest.mark.rule("DE-9", "ALL-9")
def test_resigning_player_leaves_an_empty_place_below() -> None:
    desk = double(4)
    desk.act("B beats C")
    desk.resign("D")
    assert placed(desk) == {
        "upper-1-1": "A-D",
        "upper-1-2": "B-C",
        "upper-2-1": "A-B",
        "lower-1-1": "C alone",
    }
    desk.act("A beats B")
    assert placed(desk)["lower-2-1"] == "B-C"
    play_on(desk)
    assert ranks(desk) == "A champion, B finalist, C out, D resigned"


@pytest.mark.rule("DE-9", "ALL-9")
def test_both_fail_to_appear_above_and_neither_drops() -> None:
    desk = double(4)
    desk.act("A loses with D")
    desk.act("B beats C")
    assert placed(desk) == {
        "upper-1-1": "A-D",
        "upper-1-2": "B-C",
        "upper-2-1": "B alone",
        "lower-1-1": "C alone",
        "lower-2-1": "C alone",
        "grand-1-1": "B-C",
    }
    play_on(desk)
    assert ranks(desk) == "B champion, C finalist, A=D out"


@pytest.mark.rule("ALL-5")
def test_champion_who_resigns_leaves_it_to_the_director() -> None:
    desk = double(2)
    desk.act("A beats B")
    desk.act("A beats B")
    desk.resign("A")
    step = desk.step()
    assert isinstance(step, Ask)
    assert step.kind == "nobody-left"


@pytest.mark.rule("DE-11")
def test_each_bracket_has_lengths_of_its_own() -> None:
    desk = double(4, lengths=(7, 9), lower_lengths=(5,), grand_lengths=(11, 3))
    lengths = {}
    while desk.facts.awaited:
        for match in desk.matches():
            lengths[match.slot] = match.length
        first, second = sorted(map(desk.letter, desk.state.matches[desk.facts.awaited[0]].sides))
        desk.act(f"{second} beats {first}" if "grand-1-1" in lengths else f"{first} beats {second}")
    assert lengths == {
        "upper-1-1": 7,
        "upper-1-2": 7,
        "upper-2-1": 9,
        "lower-1-1": 5,
        "lower-2-1": 5,
        "grand-1-1": 11,
        "grand-2-1": 3,
    }
