"""An evening of formats in two stages, and of teams, worked by hand: late, again, without coming, and gone; then a
result is corrected after play went on, by rewind and by stand (ALL-4, ALL-9). What the lot gave is written down."""

from collections.abc import Mapping, Sequence

import pytest

from domain.tournament.command import Choice
from domain.tournament.entries.commands import ApproveEntry, RequestEntry
from domain.tournament.lifecycle.commands import StartTournament
from domain.tournament.matches.commands import ReportResult
from domain.tournament.rounds.commands import MakePlayOff
from tests.desk import person
from tests.formats.evening import LATE, Evening, announced, begun, told_on
from tests.formats.test_buy_back import close
from tests.formats.test_evenings_of_tables import either_way
from tests.formats.test_teams import board, turned, won


@pytest.mark.rule("QUA-1", "QUA-2", "QUA-4", "QUA-5", "CON-8", "CON-13", "ALL-4")
@either_way(
    "rest sheet table",
    (
        ["draws", "C resigns", "D-A", "B-F", "A-B", "D-E"],
        {"main": "D-A C-E | D-E", "consolation": "B-F A | B-A"},
        ["1 D champion", "2 E finalist", "3 A consolation-winner", "4 B consolation-finalist"],
    ),
    (
        ["C resigns", "F-D", "F-B", "E-A"],
        {"main": "A-B E-C | A-E", "consolation": "F-D B | F-B"},
        ["1 E champion", "2 A finalist", "3 F consolation-winner", "4 B consolation-finalist"],
    ),
)
def test_buy_back_phase_and_the_brackets_drawn_after_it(
    choice: Choice, rest: Sequence[str], sheet: Mapping[str, str], table: Sequence[str]
) -> None:
    """A-B and C-D meet first, E waits; F comes late and meets E. D does not come. A, E and C win and are through. B and
    D buy back, meet, and B wins. Through are A B C E, beaten are D and F. By lot A-B and E-C in the main bracket, and
    F-D in the consolation, to which the losers of both semifinals come, and meet each other first. A beats B: but D had
    beaten B in the phase.

    Rewind: both are drawn again, with D for B: by lot D-A C-E and B-F. C leaves; A, who lost to D, is alone in the
    consolation's round 1, and beats B there; D beats E. Stand: C leaves; B is alone, and loses to F; E beats A.
    C, who would have lost in that round, shares rank 5 with who did. Last are the entries that were given up.
    """
    brackets = {"kind": "consolation", "lengths": (1,), "beaten_begin_in": "consolation-bracket"}
    phase = {"format": {"kind": "buy-back", "lengths": (1,)}, "stages": [{"format": brackets}]}
    desk = begun("ABCDE", {**phase, "conditions": {"reentries": 9}})
    desk.pair(1, "A-B C-D")
    desk.tell("A-B", "F enters")
    desk.pair(2, "E-F")
    desk.tell("E-F", "C+D", "B enters", "D enters")
    desk.pair(3, "B-D")
    desk.tell("B-D")
    close(desk)
    desk.tell("draws")
    assert desk.sheet() == {"main": "A-B E-C", "consolation": "F-D"}
    desk.tell("A-B")
    desk.reverse("D-B", {2: choice}, 3)
    desk.tell(*rest)
    assert desk.sheet() == sheet
    fifth = "5 F out" if choice == "rewind" else "5 D out"
    assert desk.lines()[:4] == table
    assert {*desk.lines()[4:]} == {"5 C resigned", fifth, "7 B re-entered", "7 D re-entered"}


@pytest.mark.rule("SEL-2", "MON-2", "SE-8", "ALL-4")
@either_way(
    "sheet table",
    ("C-F E-A | F-A", ["1 F champion", "2 A finalist", "3 C out", "3 E resigned"]),
    ("E-D A-C | E-A", ["1 A champion", "2 E resigned", "3 C out", "3 D out"]),
)
def test_last_places_are_played_for_in_matches_to_one_point(choice: Choice, sheet: str, table: Sequence[str]) -> None:
    """Six in one round: A, C and E win, F does not come. Four go on, so that B, D and F play for one place: by lot B-F
    first, and its winner meets D. B beats F, D beats B. By lot E is first of those with a win, then A and C; D has the
    last seat: E-D A-C. E beats D: but F had beaten B.

    Rewind: B-D and the bracket go. F meets D and wins, and has the last seat; the lot is drawn again, C, E, A: C-F E-A.
    E leaves; F beats C, then A.
    Stand: all stays. A beats C, and E leaves before the final. Who did not go on shares rank 5.
    """
    shared = {"kind": "monrad", "rounds": 1, "lengths": (3,), "tie_breaks": {"criteria": ("PTS", "SHARE")}}
    cup = {"format": {"kind": "knockout", "lengths": (7,)}, "qualifiers": 4, "play_off_length": 1}
    desk = begun("ABCDEF", {"format": shared, "stages": [cup]})
    assert desk.entering_refused("G") == "entries-closed"
    desk.pair(1, "A-B C-D E-F")
    desk.tell("A-B C-D E+F")
    desk.do(MakePlayOff(stage=2))
    desk.tell("B-F")
    desk.do(MakePlayOff(stage=2))
    desk.tell("D-B", "draws", "E-D")
    desk.reverse("F-B", {1: choice, 2: choice})
    if choice == "rewind":
        desk.do(MakePlayOff(stage=2))
        desk.tell("F-D", "draws", "E resigns", "F-C", "F-A")
    else:
        desk.tell("A-C", "E resigns")
    assert desk.sheet("main") == {"main": sheet}
    out = "D" if choice == "rewind" else "F"
    assert desk.lines() == [*table, "5 B not-qualified", f"5 {out} not-qualified"]


def sides_enter(desk: Evening, *sides: str) -> None:
    """Teams, or pairs; the first of each is who they are called by."""
    for side in sides:
        members = tuple(map(person, side[1:]))
        desk.do(RequestEntry(person=person(side[0]), members=members, team_name=f"Team {side[0]}"))
        desk.do(ApproveEntry(entry=desk.entry(side[0])))


def of_sides(options: Mapping[str, object], conditions: Mapping[str, object], *sides: str) -> Evening:
    told = {"kind": "knockout", "lengths": (5,), "seeding": "entry-order", **options}
    desk = announced({"format": told, "conditions": conditions})
    sides_enter(desk, *sides)
    desk.do(StartTournament())
    return desk


@pytest.mark.rule("TEA-1", "TEA-2", "TEA-4", "TEA-5", "SE-9", "ALL-4")
@either_way(
    "sheet table",
    ("A-J D-G | A-G", ["1 G champion", "2 A resigned", "3 D out", "3 J out"]),
    ("A-J D-G | A-D", ["1 D champion", "2 A resigned", "3 G kept-out", "3 J out"]),
)
def test_teams_on_three_boards(choice: Choice, sheet: str, table: Sequence[str]) -> None:
    """Three teams; team J comes late opposite A. D wins board 1 against G, loses board 2; the player of G on board 3
    does not come: D goes on by 2-1. A wins all three against J, and board 1 against D. But board 1 was G's: 1-2.

    Rewind: A-D goes, A meets G. Stand: a board of A-D was played. A leaves: the other has won.
    """
    desk = of_sides({}, {**LATE, "boards": 3}, "ABC", "DEF", "GHI")
    sides_enter(desk, "JKL")
    won(desk, "DG", 1)
    won(desk, "GD", 2)
    missed = desk.state.matches[board(desk, "DG", 3)]
    came = "first" if desk.letter(missed.sides[0]) == "D" else "second"
    told = {"match": missed.number, "result": {"kind": "unplayed", "reported_by": came}}
    desk.do(ReportResult.model_validate(told))
    won(desk, "AJ", 1, 2, 3)
    won(desk, "AD", 1)
    correction = turned(desk, "GD", 1)
    desk.when(correction).refused("choice-needed")
    desk.do(correction.model_copy(update={"choice": choice}))
    desk.tell("A resigns")
    assert desk.sheet() == {"main": sheet}
    assert desk.lines() == table


@pytest.mark.rule("TEA-8", "SE-5", "SE-9", "ALL-4", "ALL-10")
@either_way(
    "rest sheet table",
    (["A-C", "B resigns"], ("A-D B-C | D-B", "A-C"), ["1 D champion", "2 B resigned", "3 A third", "4 C out"]),
    (["B resigns"], ("A-D B-C | A-B", "D-C"), ["1 A champion", "2 B resigned", "3 D third", "4 C out"]),
)
def test_doubles_with_a_match_for_the_third_place(
    choice: Choice, rest: Sequence[str], sheet: tuple[str, str], table: Sequence[str]
) -> None:
    """Three pairs; pair D comes late opposite A. C does not come to B, but to the match for place 3. A beats D, D beats
    C; but D had beaten A. Rewind: D-C goes; D meets B, A meets C and wins. Stand: D-C was played. B leaves."""
    desk = of_sides({"third_place": True}, LATE, "Aa", "Bb", "Cc")
    sides_enter(desk, "Dd")
    desk.tell("B+C", "A-D", "D-C")
    told_on(desk, "D beat A", choice, *rest)
    assert tuple(desk.sheet().values()) == sheet
    assert desk.lines() == table
