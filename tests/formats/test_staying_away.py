"""Who says that they don't play on once beaten leaves an empty place in the consolation (CON-5)."""

import pytest

from domain.formats.brackets.consolation import ConsolationOptions
from domain.pairing.consolation import LAST_CHANCE
from domain.tournament.command import Choice
from domain.tournament.rounds.commands import EndAbsence, MarkAbsent
from tests.formats.brackets_play import placed, play_on, started
from tests.formats.knockout_play import KnockoutDesk
from tests.formats.machine import director_of
from tests.when import ask


def consolation(**told: object) -> ConsolationOptions:
    options = {"kind": "consolation", "seeding": "entry-order", "lengths": (1,), **told}
    return ConsolationOptions.model_validate(options)


def away(desk: KnockoutDesk, letter: str) -> None:
    desk.do(MarkAbsent(entry=desk.entry(letter)))


def back(desk: KnockoutDesk, letter: str) -> None:
    desk.do(EndAbsence(entry=desk.entry(letter)))


def of_eight(**told: object) -> KnockoutDesk:
    """Main: A-H, D-E, B-G and C-F. The losers of the first two meet in the consolation, and those of the last two."""
    return started(8, consolation(**told))


@pytest.mark.rule("CON-5")
def test_loser_who_stays_away_leaves_an_empty_place() -> None:
    """H says it and loses to A; E, who loses to D, is alone there, and meets nobody in that round."""
    desk = of_eight()
    away(desk, "H")
    desk.act("A beats H")
    assert "consolation-1-1" not in placed(desk)
    desk.act("D beats E")
    assert placed(desk)["consolation-1-1"] == "E alone"
    assert [row.mark for row in desk.standings().rows if desk.letter(row.entry) == "H"] == ["out"]
    play_on(desk)
    assert not any("H" in pair for name, pair in placed(desk).items() if name.startswith("consolation"))


@pytest.mark.rule("CON-5")
def test_player_who_stays_away_plays_on_in_the_main_bracket() -> None:
    desk = of_eight()
    away(desk, "A")
    for said in ("A beats H", "D beats E", "A beats D"):
        desk.act(said)
    assert placed(desk)["main-2-1"] == "A-D"


@pytest.mark.rule("CON-5")
def test_word_is_taken_back_until_the_player_is_beaten() -> None:
    """H is away, comes back and loses: H meets E, who loses too. F, who has a place already, is too late."""
    desk = of_eight()
    away(desk, "H")
    back(desk, "H")
    for said in ("A beats H", "D beats E", "B beats G", "C beats F"):
        desk.act(said)
    away(desk, "F")
    assert ({*placed(desk)["consolation-1-1"]}, {*placed(desk)["consolation-1-2"]}) == ({*"H-E"}, {*"G-F"})


@pytest.mark.rule("CON-5")
def test_two_who_stay_away_from_one_place_leave_the_next_to_its_other_side() -> None:
    """H and E: nobody comes out of the first place. The loser of A-D, of whom C-B is not known yet, has no opponent
    from there."""
    desk = of_eight()
    away(desk, "H")
    away(desk, "E")
    for said in ("A beats H", "D beats E", "B beats G", "C beats F"):
        desk.act(said)
    assert "consolation-1-1" not in placed(desk)
    play_on(desk)
    assert any("alone" in pair for name, pair in placed(desk).items() if name.startswith("consolation-2"))


@pytest.mark.rule("CON-5", "ALL-3", "ALL-4")
@pytest.mark.parametrize(("choice", "then"), [("rewind", "A-E"), ("stand", "E alone")])
def test_result_is_corrected_after_the_place_was_left_empty(choice: Choice, then: str) -> None:
    """H stays away and lost to A, so that E had a walkover; A had lost: rewound, A comes into the consolation."""
    desk = of_eight()
    away(desk, "H")
    for said in ("A beats H", "D beats E", "A beats D", f"H beat A, {choice}"):
        desk.act(said)
    assert placed(desk)["consolation-1-1"] == then


@pytest.mark.rule("CON-5", "CON-9")
def test_loser_of_the_consolation_who_stays_away_is_not_in_the_last_chance() -> None:
    desk = started(16, consolation(last_chance="progressive"))
    first = sorted(pair for name, pair in placed(desk).items() if name.startswith("main-1-"))
    for pair in first:
        desk.act(f"{pair[0]} beats {pair[2]}")
    one, other = (desk.letter(entry) for entry in desk.state.matches[desk.facts.awaited[-1]].sides)
    away(desk, other)
    desk.act(f"{one} beats {other}")
    play_on(desk)
    there = "".join(pair for name, pair in placed(desk).items() if name.startswith(LAST_CHANCE))
    assert there
    assert other not in there


@pytest.mark.rule("CON-5")
def test_player_who_is_out_can_not_stay_away() -> None:
    """H loses to A, and in the consolation to E."""
    desk = of_eight()
    for said in ("A beats H", "D beats E", "E beats H"):
        desk.act(said)
    ask(desk, lambda: away(desk, "H")).refused("absence-refused")


TestRandomDirector = director_of([consolation(last_chance="progressive")], tried=3)
