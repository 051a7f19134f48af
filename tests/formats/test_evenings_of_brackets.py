"""An evening of each format of brackets, worked by hand: late, again, without coming, and gone; then a result is
corrected after play went on, by rewind and by stand (ALL-4, ALL-9, SE-9, SE-10).

The first entries are seeded as they entered. A late entry takes the first empty seat from seed 6 on, that opposite C,
then B, then A: seats of eight are 1-8 4-5 2-7 3-6. `D-E` on a sheet is a match, `A` alone a walkover.
"""

from collections.abc import Mapping, Sequence

import pytest

from domain.tournament.command import Choice
from domain.tournament.matches.commands import CorrectResult
from tests.formats.brackets_play import play_on
from tests.formats.evening import AGAIN, LATE, Evening, begun, told_on


def brackets(letters: str, kind: str, conditions: Mapping[str, object] = AGAIN, **told: object) -> Evening:
    options = {"kind": kind, "seeding": "entry-order", "lengths": (1,), **told}
    return begun(letters, {"format": options, "conditions": conditions})


def either_way(rewound: tuple[object, ...], stood: tuple[object, ...]) -> pytest.MarkDecorator:
    """What follows by rewind, and what by stand: the rest of the evening, the sheet and the table."""
    ways = [pytest.param(choice, *way, id=choice) for choice, way in (("rewind", rewound), ("stand", stood))]
    return pytest.mark.parametrize(("choice", "rest", "sheet", "table"), ways)


@pytest.mark.rule("DE-2", "DE-3", "DE-7", "DE-12", "ALL-4", "SE-9", "SE-10")
@either_way(
    (
        ["B-D", "A-F", "C resigns", "A-D", "A-B", "B-A"],
        {
            "upper": "A D-E B-F C-F | A-D B-C | D-B",
            "lower": "E F | C-E A-F | C-A | D-A",
            "grand": "B-A | B-A",
        },
        ["1 B champion", "2 A finalist", "3 D out", "4 C resigned", "5 E out", "5 F out", "7 F re-entered"],
    ),
    (
        ["C resigns", "B-D", "A-B"],
        {"upper": "A D-E B-F C-F | A-D B-C | A-B", "lower": "E F | C-E D-F | C-D | B-D", "grand": "A-B"},
        ["1 A champion", "2 B finalist", "3 D kept-out", "4 C resigned", "5 E out", "5 F out", "7 F re-entered"],
    ),
)
def test_double_elimination_of_five_and_one_who_comes_late(
    choice: Choice, rest: Sequence[str], sheet: Mapping[str, str], table: Sequence[str]
) -> None:
    """F comes late opposite C, loses, and enters again opposite B; F's first place below stays empty. E does not come,
    and drops all the same. Round 2: A-D B-C; D drops to place 2, where F waits alone, and C to place 1, where E does.
    D beats F, A beats B: then it is seen that D had beaten A.

    Rewind: D-F and A-B go. D meets B above, A meets F below; C leaves as C-A is to be played. A beats D, then B once;
    of two with a loss each B wins. Ranks: B, A, D in the last round below, C in the third, E and F in the second,
    F's first entry, which never went there, in the first.
    Stand: A-B and D-F have begun and stay, so D plays on below. C leaves before C-D. B beats D, A beats B.
    """
    desk = brackets("ABCDE", "double-elimination")
    desk.tell("D+E", "F enters", "C-F", "F enters", "B-F", "A-D", "B-C", "C-E", "D-F", "A-B")
    told_on(desk, "D beat A", choice, *rest)
    assert desk.sheet() == sheet
    assert desk.lines() == table


SIX_LATE_AND_AGAIN = ("D+E", "C-F", "G enters", "F enters", "A-F", "B-G")
"""Six: G comes late opposite B, F loses to C and enters again opposite A, E does not come. All of round 1 is played:
A-F D-E B-G C-F."""


@pytest.mark.rule("DE-9", "DE-12", "CON-8", "CON-4")
def test_player_who_leaves_has_the_same_rank_before_and_after_the_next_match_is_made() -> None:
    """Eight. A beats H and leaves, before or after D beats E: so before or after A-D was made. A would drop to place 2
    of the lower bracket's second round, and shares rank 5 with who is beaten on place 1. In the consolation E leaves,
    beaten by D, before or after H-E was made: E would come into the last chance, and be the last there, with H."""
    lines = []
    for said in (("A-H", "A resigns", "D-E"), ("A-H", "D-E", "A resigns")):
        desk = brackets("ABCDEFGH", "double-elimination", {}).tell(*said, "B-G", "C-F")
        play_on(desk)
        assert desk.sheet()["lower"] == "H-E G-F | C-E F | C-F | D-C"
        lines.append(desk.lines())
    assert lines[0] == lines[1]
    assert lines[0][2:] == ["3 D out", "4 F out", "5 A resigned", "5 E out", "7 G out", "7 H out"]
    lines = []
    for said in (("D-E", "E resigns", "A-H"), ("D-E", "A-H", "E resigns")):
        desk = brackets("ABCDEFGH", "consolation", {}, last_chance="progressive").tell(*said, "B-G", "C-F")
        play_on(desk)
        assert desk.sheet()["last"] == "G H-F | G-F"
        lines.append(desk.lines())
    assert lines[0] == lines[1]
    assert lines[0][4:] == ["5 F last-chance-winner", "6 G last-chance-finalist", "7 E resigned", "7 H out"]


@pytest.mark.rule("CON-3", "CON-8")
def test_player_who_leaves_after_a_bye_has_the_same_rank_before_and_after_the_next_match_is_made() -> None:
    """Six; A has a bye, and leaves before or after D beats E. A's next match is the first, so that A would come from it
    into round 1 of the consolation, opposite E, and is the last there."""
    lines = []
    for said in (("A resigns", "D-E"), ("D-E", "A resigns")):
        desk = brackets("ABCDEF", "consolation", {}, comes_in="first-match").tell(*said)
        play_on(desk)
        lines.append(desk.lines())
    assert lines[0] == lines[1]
    assert lines[0][2:] == ["3 C out", "4 E consolation-winner", "5 F consolation-finalist", "6 A resigned"]


@pytest.mark.rule("DE-12", "CON-8", "ALL-11")
@pytest.mark.parametrize(("kind", "rules", "rank"), [("double-elimination", 5, 3), ("consolation", 6, 3)])
def test_player_who_leaves_has_the_rank_of_their_next_place_by_earlier_rules(kind: str, rules: int, rank: int) -> None:
    """Eight. A beats H, and leaves before D beats E: A's next place is in round 2 of the first bracket."""
    desk = brackets("ABCDEFGH", kind, {}, rules_version=rules).tell("A-H", "A resigns", "D-E", "B-G", "C-F")
    play_on(desk)
    assert f"{rank} A resigned" in desk.lines()


@pytest.mark.rule("DE-13", "DE-12", "ALL-4", "SE-9", "SE-10")
@either_way(
    (
        ["B-F", "D resigns", "B-A", "C-B"],
        {"upper": "A-F D-E B-G C-F | A-D B-C", "lower": "F-E G | B-F D-G", "merged": "A-B C-D | B-C"},
        [
            *("1 C champion", "2 B finalist", "3 A out", "3 D resigned"),
            *("5 G out", "5 F out", "7 E out", "7 F re-entered"),
        ],
    ),
    (
        ["D resigns", "A-B"],
        {"upper": "A-F D-E B-G C-F | A-D B-C", "lower": "F-E G | C-F D-G", "merged": "A-C B-D | A-B"},
        [
            *("1 A champion", "2 B finalist", "3 C kept-out", "3 D resigned"),
            *("5 G out", "5 F out", "7 E out", "7 F re-entered"),
        ],
    ),
)
def test_two_undefeated_and_two_fighters_of_eight(
    choice: Choice, rest: Sequence[str], sheet: Mapping[str, str], table: Sequence[str]
) -> None:
    """Below F-E, and G alone since F gave up that place. A-D B-C: A and B are undefeated; C drops to place 1, D to 2:
    C-F D-G, and C and D are the fighters. A has met D and B C, so they are crossed: A-C B-D. A beats C: but C had
    beaten B.

    Rewind: C-F, A-C and B-D go. C is undefeated, B drops to F and wins; A meets B, C meets D, who leaves. B beats A,
    and C beats B.
    Stand: C-F and A-C were played, and the places of one match stay together: B meets D, who leaves. A beats B.
    """
    desk = brackets("ABCDEF", "double-elimination", merge=(2, 2))
    desk.tell(*SIX_LATE_AND_AGAIN, "F-E", "A-D", "B-C", "C-F", "D-G", "A-C")
    told_on(desk, "C beat B", choice, *rest)
    assert desk.sheet() == sheet
    assert desk.lines() == table


@pytest.mark.rule("SE-5", "SE-8", "ALL-4", "SE-9", "SE-10")
@either_way(
    (
        ["G-F", "D-B", "C resigns"],
        {
            "main": "A-F D-E B-G C-F | A-D B-C | D-B",
            "places-3": "A-C",
            "places-5": "F-E G | F-G",
            "places-7": "E",
        },
        [
            *("1 D champion", "2 B finalist", "3 A out", "4 C resigned"),
            *("5 G out", "6 F out", "7 E out", "8 F re-entered"),
        ],
    ),
    (
        ["G-F", "A-B", "C resigns"],
        {
            "main": "A-F D-E B-G C-F | A-D B-C | A-B",
            "places-3": "D-C",
            "places-5": "F-E G | F-G",
            "places-7": "E",
        },
        [
            *("1 A champion", "2 B finalist", "3 D kept-out", "4 C resigned"),
            *("5 G out", "6 F out", "7 E out", "8 F re-entered"),
        ],
    ),
)
def test_all_eight_places_are_played_out(
    choice: Choice, rest: Sequence[str], sheet: Mapping[str, str], table: Sequence[str]
) -> None:
    """Those beaten in round 1 play for 5 to 8: F-E, and G alone since F gave up that place; F-G for 5, E alone has 7,
    and the place that was given up is the last. A-D B-C, then D-C for 3, and D wins: but D had beaten A.

    Rewind: D-C goes; D meets B in the final, A meets C for 3, and C leaves. Stand: D-C was played, so that A-B stays.
    """
    desk = brackets("ABCDEF", "placement")
    desk.tell(*SIX_LATE_AND_AGAIN, "F-E", "A-D", "B-C", "D-C")
    told_on(desk, "D beat A", choice, *rest)
    assert desk.sheet() == sheet
    assert desk.lines() == table


@pytest.mark.rule("LAD-1", "ALL-4", "ALL-9")
@either_way(
    (["B resigns", "A-D"], {"ladder": "C-D | B-D | A-D"}, ["1 A champion", "2 D finalist", "3 B resigned", "4 C out"]),
    (["B resigns"], {"ladder": "C-D | B-C | A-B"}, ["1 A champion", "2 B resigned", "3 C out", "4 D kept-out"]),
)
def test_stepladder_of_four(
    choice: Choice, rest: Sequence[str], sheet: Mapping[str, str], table: Sequence[str]
) -> None:
    """D does not come to C-D, B beats C, A-B is to be played: but D was there, and had won. A ladder has no empty
    place: nobody enters late or again.

    Rewind: B-C and A-B go; B, who is to meet D, leaves; A beats D. Stand: B-C was played, A-B stays, and B leaves.
    """
    desk = brackets("ABCD", "stepladder", {})
    assert desk.entering_refused("E") == "entries-closed"
    desk.tell("C+D", "B-C")
    told_on(desk, "D beat C", choice, *rest)
    assert desk.sheet() == sheet
    assert desk.lines() == table


@pytest.mark.rule("CON-2", "CON-8", "CON-9", "CON-13", "ALL-4")
@either_way(
    (
        ["C-E", "F-H", "G-E", "D resigns", "G-F", "A-B"],
        {
            "main": "A-H D-E B-G C-F | A-D B-C | A-B",
            "consolation": "H-E G-F | C-E D-G | C-D",
            "last": "H-F E-G | F-G",
        },
        [
            *("1 A champion", "2 B finalist", "3 C consolation-winner", "4 D resigned"),
            *("5 G last-chance-winner", "6 F last-chance-finalist", "7 E out", "7 H out"),
        ],
    ),
    (
        ["D resigns", "H-E", "A-B"],
        {
            "main": "A-H D-E B-G C-F | A-D B-C | A-B",
            "consolation": "H-E G-F | C-H D-G | C-D",
            "last": "E-F H-G | E-H",
        },
        [
            *("1 A champion", "2 B finalist", "3 C consolation-winner", "4 D resigned"),
            *("5 H last-chance-winner", "6 E last-chance-finalist", "7 F out", "7 G out"),
        ],
    ),
)
def test_progressive_consolation_and_last_chance_of_eight(
    choice: Choice, rest: Sequence[str], sheet: Mapping[str, str], table: Sequence[str]
) -> None:
    """E does not come to D, and comes into the consolation all the same: H-E G-F, and H and G win. C drops to place 1,
    D to 2: C-H D-G, and C-D for the prizes. Beaten before those are E F | H G: both groups together into the last
    chance, as neighbours: E-F H-G. E and H win there: but E had beaten H in the consolation. Where everybody's place in
    the last chance was laid with the start, nobody enters late or again.

    Rewind: C-H, both matches of the last chance and C-D go. C beats E; H meets F, E meets G; G beats F.
    Stand: C-H, E-F and H-G were played, so that E and H meet once more, and H wins. E, who has no place in the
    consolation, has a prize here, which is what the table names. D leaves before C-D.
    """
    desk = brackets("ABCDEFGH", "consolation", {}, last_chance="progressive")
    assert desk.entering_refused("I") == "entries-closed"
    desk.tell("A-H D+E B-G C-F", "H-E G-F", "A-D B-C", "C-H D-G", "E-F H-G")
    told_on(desk, "E beat H", choice, *rest)
    assert desk.sheet() == sheet
    assert desk.lines() == table


@pytest.mark.rule("DE-14", "CON-13", "DE-12", "ALL-4")
@either_way(
    (
        ["D resigns", "B-C", "C-E", "A-B"],
        {
            "upper": "A D-E B C | A-D B-C | A-B",
            "lower": "E | C-E D | C-D | B-C",
            "third": "E-D | C-E",
            "grand": "A-B",
        },
        ["1 A champion", "2 B finalist", "3 C third-bracket-winner", "4 E out", "5 D resigned"],
    ),
    (
        ["D resigns", "A-B"],
        {
            "upper": "A D-E B C | A-D B-C | A-B",
            "lower": "E | C-E D | C-D | B-D",
            "third": "E-C | E",
            "grand": "A-B",
        },
        ["1 A champion", "2 B finalist", "3 E third-bracket-winner", "4 D resigned", "5 C kept-out"],
    ),
)
def test_three_lives_in_brackets(
    choice: Choice, rest: Sequence[str], sheet: Mapping[str, str], table: Sequence[str]
) -> None:
    """E does not come to D, and has place 1 below alone. A-D B-C: C drops to place 1 and beats E, D to 2, alone. D
    beats C. Their losers, E and C, come into the third bracket together, and E beats C. But C had beaten D. Who comes
    in where was laid with the start, so that nobody enters late or again.

    Rewind: E-C goes, C meets B, and E meets D, who leaves. B beats C, C drops to E and wins there; A beats B.
    Stand: E-C was played, so that B meets D. D leaves, B goes on, and E has nobody to meet; C is out by E-C.
    """
    desk = brackets("ABCDE", "double-elimination", LATE, lives=3)
    assert desk.entering_refused("F") == "entries-closed"
    desk.tell("D+E", "A-D", "B-C", "C-E", "D-C", "A-B", "E-C")
    told_on(desk, "C beat D", choice, *rest)
    assert desk.sheet() == sheet
    assert desk.lines() == table


@pytest.mark.rule("SER-2", "SER-5", "SER-6", "SE-8", "ALL-4", "SE-9", "SE-10")
@either_way(
    (["D-B", "B resigns"], {"main": "A-D B-C | D-B"}, ["1 D champion", "2 B resigned", "3 A out", "3 C out"]),
    (["B resigns"], {"main": "A-D B-C | A-B"}, ["1 A champion", "2 B resigned", "3 C out", "3 D kept-out"]),
)
def test_knockout_of_bouts_of_three(
    choice: Choice, rest: Sequence[str], sheet: Mapping[str, str], table: Sequence[str]
) -> None:
    """Three, and D comes late opposite A: no place is left for who loses. C wins a match of B-C and then does not come:
    the bout is B's. A-D D-A A-D: A goes on, and beats B once. But the third match was D's: D has the bout by 2-1.

    Rewind: the final begins from nothing, D-B. Stand: A-B goes on. B leaves in it.
    """
    desk = brackets("ABC", "knockout", bout_matches=(3,), rules_version=4)
    desk.tell("D enters", "C-B", "B+C", "A-D", "D-A", "A-D")
    assert desk.entering_refused("C") == "entries-closed"
    desk.tell("A-B")
    third = desk.live("AD")[2]
    turned = CorrectResult(match=third.number, result=desk.told(third, "D", "beat"), reason="Slip", choice=choice)
    desk.when(turned.model_copy(update={"choice": None})).refused("choice-needed")
    desk.do(turned)
    desk.tell(*rest)
    assert desk.sheet() == sheet
    assert desk.lines() == table


@pytest.mark.rule("CON-6", "CON-8", "ALL-4", "SE-9", "SE-10")
@either_way(
    (
        ["A-C", "A resigns", "F-E", "D-B"],
        {
            "main": "A-F D-E B-G C-F | A-D B-C | D-B",
            "consolation": "F E-G | F-E",
            "last": "G C-A | G-A",
        },
        [
            *("1 D champion", "2 B finalist", "3 F consolation-winner", "4 E consolation-finalist"),
            *("5 G last-chance-winner", "6 A resigned", "7 C out", "7 F re-entered"),
        ],
    ),
    (
        ["D-G", "F-E", "A resigns"],
        {
            "main": "A-F D-E B-G C-F | A-D B-C | A-B",
            "consolation": "F E-G | F-E",
            "last": "G C-D | G-D",
        },
        [
            *("1 B champion", "2 A resigned", "3 F consolation-winner", "4 E consolation-finalist"),
            *("5 D last-chance-winner", "6 G last-chance-finalist", "7 C out", "7 F re-entered"),
        ],
    ),
)
def test_drawn_consolation_and_drawn_last_chance(
    choice: Choice, rest: Sequence[str], sheet: Mapping[str, str], table: Sequence[str]
) -> None:
    """The consolation is of round 1. D-E and C-F are played first: it is not drawn yet, for G and F may still take the
    places opposite B and A. Beaten are F, E and G, in their order by lot, on seats 1 to 3 of four: F alone, E-G. E, who
    had not come to D, beats G. C and D are beaten in round 2, and come into no consolation: with G they are drawn into
    the last chance, by lot G, C, D: G alone, C-D. D beats C; but D had beaten A.

    Rewind: C-D goes. A has D's seat, beats C, and leaves before G-A; D meets B in the final.
    Stand: C-D was played, so that D meets G, and A-B stays. A leaves, so that B has won.
    """
    desk = brackets("ABCDEF", "consolation", comes_in="drawn", drawn_after=1, last_chance="drawn")
    desk.tell(*SIX_LATE_AND_AGAIN[:2])
    assert desk.sheet() == {"main": "A D-E B C-F | A-D B-C"}
    desk.tell(*SIX_LATE_AND_AGAIN[2:], "E-G", "A-D", "B-C", "D-C")
    told_on(desk, "D beat A", choice, *rest)
    assert desk.sheet() == sheet
    assert desk.lines() == table
