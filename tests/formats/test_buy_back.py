"""The buy-back phase, and the brackets drawn after it, worked by hand (QUA-1 to QUA-5)."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.brackets.consolation import ConsolationOptions
from domain.formats.buy_back import CLOSED, BuyBackOptions
from domain.formats.contract.steps import Ask, Done, Due, Wait
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import SETTINGS, FormatOptions
from domain.kernel.refusal import Refused
from domain.tournament.command import Choice
from domain.tournament.derived.progress import StageDue
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.rounds.commands import DecideQuestion, OpenStage
from tests.desk import Desk, Drawer, entered
from tests.formats.brackets_play import placed, play_on
from tests.formats.conformance import Conformance
from tests.formats.knockout_play import KnockoutDesk
from tests.formats.machine import director_of
from tests.reaching import reached
from tests.rounds import RoundsDesk
from tests.when import When

PHASE = BuyBackOptions(kind="buy-back", lengths=(1,))
AGAIN = Conditions(reentries=9)


def brackets(**told: object) -> LaterStage:
    options = {"kind": "consolation", "lengths": (1,), "beaten_begin_in": "consolation-bracket", **told}
    return LaterStage(format=ConsolationOptions.model_validate(options))


def phase(letters: str, stage: LaterStage | None = None, options: BuyBackOptions = PHASE) -> KnockoutDesk:
    desk = KnockoutDesk(secrets=Drawer("buy-back"))
    announced = AnnounceTournament(name="Morning", format=options, stages=(stage or brackets(),), conditions=AGAIN)
    desk.do(announced)
    entered(desk, letters)
    desk.do(StartTournament())
    return desk


def close(desk: RoundsDesk) -> None:
    desk.do(DecideQuestion(question=CLOSED, choice=CLOSED, reason="It is 15:00."))


def marks(desk: RoundsDesk) -> str:
    """`A through, B out`: without ranks (QUA-5)."""
    rows = desk.standings().rows
    assert {row.rank for row in rows} == {None}
    return ", ".join(f"{desk.letter(row.entry)} {row.mark}" for row in rows)


@pytest.mark.rule("QUA-1", "QUA-2", "QUA-5")
def test_buy_back_phase_pairs_who_is_free_while_others_play() -> None:
    """Five: A B C D are drawn, E, the last to come, waits. F comes, and meets E while the others play. B loses to A,
    buys back, and waits for G."""
    desk = phase("ABCDE")
    desk.pair(1, "A-B C-D")
    assert isinstance(desk.step(), Wait)
    entered(desk, "F")
    assert desk.draw(2) in (["E-F"], ["F-E"])
    desk.won("A-B")
    entered(desk, "B")
    assert isinstance(desk.step(), Wait)
    entered(desk, "G")
    due = desk.step()
    assert isinstance(due, Due)
    assert [desk.letter(one.entry) for one in due.contenders] == ["B", "G"]
    assert marks(desk) == "A through, B re-entered, C in, D in, E in, F in, B in, G in"


@pytest.mark.rule("QUA-2", "SE-10")
def test_winner_of_a_match_does_not_buy_back() -> None:
    desk = phase("ABCD")
    desk.pair(1, "A-B C-D")
    desk.won("A-B")
    with pytest.raises(Refused) as refusal:
        entered(desk, "A")
    assert refusal.value.problem.slug == "reentry-refused"


@pytest.mark.rule("QUA-3")
def test_director_closes_the_phase_and_who_is_left_over_is_through() -> None:
    """Five: A beats B and C beats D; E has nobody to meet. It is asked whether that is all; then nobody enters."""
    desk = phase("ABCDE")
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    step = desk.step()
    assert isinstance(step, Ask)
    assert (step.kind, [one.name for one in step.choices]) == ("phase-over", [CLOSED])
    close(desk)
    assert marks(desk) == "A through, C through, E through, B out, D out"
    assert isinstance(desk.step(), StageDue)
    with pytest.raises(Refused) as refusal:
        entered(desk, "F")
    assert refusal.value.problem.slug == "entries-closed"


def after_the_phase(stage: LaterStage | None = None, options: BuyBackOptions = PHASE) -> KnockoutDesk:
    """Eight: A B C D win against E F G H. E and F buy back and meet, and E wins. F buys back once more, and G; they
    meet, and F wins. Through are A B C D E F, and H and G are beaten."""
    desk = phase("ABCDEFGH", stage, options)
    desk.pair(1, "A-E B-F C-G D-H")
    desk.won("A-E", "B-F", "C-G", "D-H")
    entered(desk, "EF")
    desk.draw(2)
    desk.won("E-F")
    entered(desk, "FG")
    desk.draw(3)
    desk.won("F-G")
    close(desk)
    return desk


@pytest.mark.rule("QUA-4", "CON-13")
def test_main_and_consolation_are_drawn_when_the_phase_closes() -> None:
    """Six are through: four play round 1 of the main bracket, two wait. The two beaten meet in the consolation, as
    drawn, with the two losers of round 1: four, then two; those of round 2 come in, and so on."""
    desk = after_the_phase()
    desk.do(OpenStage(stage=2))
    here = placed(desk)
    main = "".join(pair for name, pair in here.items() if name.startswith("main-1"))
    assert {*main} & {*"ABCDEFGH"} == {*"ABCDEF"}
    assert {*here["consolation-1-1"]} == {*"G-H"}
    play_on(desk)
    rows = desk.standings().rows
    assert rows[0].mark == "champion"
    assert {desk.letter(row.entry) for row in rows[:6]} <= {*"ABCDEFGH"}
    slots = [name for name in placed(desk) if name.startswith("consolation")]
    assert len(slots) == 5, "six come into the consolation, and each of its matches puts one out"
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("QUA-4")
def test_only_those_through_go_on_where_that_is_announced() -> None:
    """A B C D E F are through; a knockout of eight takes six of them, and G and H are out."""
    stage = LaterStage(format=KnockoutOptions(kind="knockout", lengths=(1,)), qualifiers=8)
    desk = after_the_phase(stage, BuyBackOptions(kind="buy-back", lengths=(1,), beaten_go_on=False))
    desk.do(OpenStage(stage=2))
    assert desk.letters(desk.facts.numbers) == "ABCDEF"
    assert {row.mark for row in desk.standings().rows[6:]} == {"out", "re-entered"}


@pytest.mark.rule("QUA-4", "ALL-3", "ALL-4")
@pytest.mark.parametrize(("choice", "main"), [("rewind", "ABCEFH"), ("stand", "ABCDEF")])
def test_result_of_the_phase_is_changed_after_the_brackets_were_played(choice: Choice, main: str) -> None:
    """H had beaten D, and D does not buy back. Rewound, the brackets are drawn again with H in the main one; where the
    draw stands D plays on there."""
    desk = after_the_phase()
    desk.do(OpenStage(stage=2))
    first = desk.facts.awaited[0]
    one, other = map(desk.letter, desk.state.matches[first].sides)
    desk.won(f"{one}-{other}")
    desk.reverse("H-D", {2: choice}, 1)
    if choice == "rewind":
        assert isinstance(desk.step(), StageDue)
        desk.do(OpenStage(stage=2))
    pairs = "".join(pair for name, pair in placed(desk).items() if name.startswith("main-1"))
    assert {*pairs} & {*"ABCDEFGH"} == {*main}
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("QUA-4")
@given(st.integers(2, 12), st.integers(0, 99))
def test_everybody_of_the_phase_is_in_a_bracket_and_nobody_meets_themselves(entrants: int, again: int) -> None:
    letters = "ABCDEFGHIJKL"[:entrants]
    desk = phase(letters)
    bought = again
    while not isinstance(step := desk.step(), StageDue):
        if isinstance(step, Due):
            desk.draw(step.round)
        elif isinstance(step, Ask):
            close(desk)
        else:
            match = desk.state.matches[step.matches[0]]  # type: ignore[union-attr]  # it waits
            first, second = map(desk.letter, match.sides)
            desk.won(f"{first}-{second}")
            bought, buys = bought // 2, bought % 2
            if buys:
                entered(desk, second)
    desk.do(OpenStage(stage=2))
    play_on(desk)
    persons = {number: entry.person for number, entry in desk.state.entries.items()}
    for match in desk.matches():
        reached()
        assert persons[match.sides[0]] != persons[match.sides[1]]
    in_brackets = {persons[one] for one in desk.facts.numbers}
    assert len(in_brackets) == len(desk.facts.numbers) == entrants
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("QUA-4")
@pytest.mark.parametrize("told", [{"comes_in": "first-round"}, {"shape": "short"}])
def test_brackets_that_do_not_fit_the_phase_are_refused(told: Mapping[str, object]) -> None:
    announced(PHASE, (brackets(**told),)).refused("option-without-effect")


@pytest.mark.rule("QUA-4")
def test_beaten_begin_nowhere_else_in_the_first_stage() -> None:
    announced(brackets().format).refused("option-without-effect")


@pytest.mark.rule("QUA-5")
def test_buy_back_phase_that_no_stage_follows_does_not_start() -> None:
    desk = RoundsDesk()
    desk.do(AnnounceTournament(name="Morning", format=PHASE))
    entered(desk, "AB")
    desk.when(StartTournament()).refused("format-requirement-missing")


def announced(options: FormatOptions, stages: tuple[LaterStage, ...] = ()) -> When[Desk]:
    return Desk().when(AnnounceTournament(name="Morning", format=options, stages=stages))


@pytest.mark.rule("ALL-11")
def test_consolation_before_the_phase_is_stored_and_read_as_it_was() -> None:
    second = ConsolationOptions(kind="consolation", rules_version=2, last_chance="progressive")
    stored = SETTINGS.store(second)
    assert (stored["version"], "beaten_begin_in" in stored, stored["last_chance"]) == (2, False, "progressive")
    assert SETTINGS.read(stored) == second
    with pytest.raises(ValueError, match="leave rules_version out"):
        ConsolationOptions(kind="consolation", rules_version=2, beaten_begin_in="consolation-bracket")


class TestBuyBack(Conformance):
    """A phase, then a main bracket and a consolation."""

    options = PHASE
    stages = (brackets(),)


TestRandomDirector = director_of([PHASE], 3, (brackets(last_chance="progressive"),))
