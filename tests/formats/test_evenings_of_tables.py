"""An evening of each format with a table, worked by hand: late, without coming, and gone; then a result is corrected
after play went on, by rewind and by stand (ALL-4, ALL-9).

`A-B C` is a round of which C is left, with a bye or a rest. A win is 2 points, a draw 1.
"""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from domain.tournament.command import Choice
from domain.tournament.lifecycle.commands import WithdrawStart
from tests.formats.evening import Evening, begun, told_on


def either_way(named: str, rewound: tuple[object, ...], stood: tuple[object, ...]) -> pytest.MarkDecorator:
    """What follows by rewind, and what by stand."""
    ways = [pytest.param(choice, *way, id=choice) for choice, way in (("rewind", rewound), ("stand", stood))]
    return pytest.mark.parametrize(("choice", *named.split()), ways)


NUMBERS = ("match_points", "wins", "sonneborn_berger", "koya")


@pytest.mark.rule("RR-3", "RR-4", "RR-5", "RR-7", "RR-8", "RR-10", "TB-11", "TB-16", "TB-17", "ALL-4", "ALL-9")
def test_round_robin_of_three_in_two_cycles() -> None:
    """A and B begin, and C comes: before the first result the start is taken back. Three: B-C | A-B | C-A, one rests in
    each, worth nothing; then the same with the sides exchanged. C does not come in round 1. B leaves before round 5,
    and has then played two of four matches: the rest is lost, and all counts.

    Points: A beats B twice and C once, 6; B beats C twice, 4; C beats A, 2. Berger, twice the points of each one
    beaten: A 8 + 8 + 4, B 4 + 4, C 12. At least half of 8 have A and B: against them A has 4, B none, C 2.

    C had beaten B in round 4, it is seen then. No match was made from that, so that nothing is asked: A 6, C 4, B 2. A
    has beaten B twice and C: 4 + 4 + 8; C A and B: 12 + 4; B C: 8. Against A and C: A 2, C 2, B 2.
    """
    options = {"kind": "round-robin", "cycles": 2, "seeding": "entry-order", "lengths": (3,)}
    desk = begun("AB", {"format": options})
    assert desk.entering_refused("C") == "entries-closed"
    desk.do(WithdrawStart(reason="C has come."))
    desk.tell("C enters", "starts", "B+C", "A-B", "C-A", "B-C", "B resigns", "A-C")
    assert desk.rounds() == "B-C A | A-B C | C-A B | C-B A | B-A C | A-C"
    assert desk.lines(*NUMBERS) == ["1 A 6 3 20 4 champion", "2 B 4 2 8 0 resigned", "3 C 2 1 12 2"]
    desk.reverse("C-B", None, 4)
    assert desk.lines(*NUMBERS) == ["1 A 6 3 16 2 champion", "2 C 4 2 16 2", "3 B 2 1 8 2 resigned"]


OF_GROUPS = {"seeding": "entry-order", "lengths": (3,), "groups": 2}
GROUPS_OF_SIX = ("D+E", "C-F", "A-D", "B-C", "A-E", "B-F")
"""Six by snake are A D E and B C F. In a group of three 2-3 | 1-2 | 3-1 meet; the better wins, and E does not come."""


@pytest.mark.rule("GRP-2", "GRP-5", "GRP-8", "GRP-10", "GRP-11", "RR-8", "ALL-4")
@either_way(
    "rest sheet table",
    (
        ["B resigns", "draws", "D-F", "A-C", "D-A"],
        "D-F C-A | D-A",
        ["1 D champion", "2 A finalist", "3 C out", "3 F out", "5 B resigned", "6 E"],
    ),
    (
        ["B resigns", "D-A"],
        "A-C B-D | A-D",
        ["1 D champion", "2 A finalist", "3 B resigned", "3 C out", "5 E", "5 F"],
    ),
)
def test_two_groups_go_on_to_a_bracket(choice: Choice, rest: Sequence[str], sheet: str, table: Sequence[str]) -> None:
    """A and D, B and C go on, crossed: A1-B2 and B1-A2. A beats C: but D had beaten A in the group, and is its first.

    Rewind: the bracket is drawn again. B, the first of the other group, leaves before that: C and F go on in B's place,
    D1-F2 and C1-A2. D and A win, and D. B, with place 1 of a group, comes before E, with place 3.
    Stand: the bracket stays. B leaves, so that D goes on, and beats A.
    """
    knockout = {"format": {"kind": "knockout", "lengths": (3,)}, "qualifiers": 4}
    desk = begun("ABCDEF", {"format": {"kind": "groups", **OF_GROUPS}, "stages": [knockout]})
    assert desk.entering_refused("G") == "entries-closed"
    desk.tell(*GROUPS_OF_SIX)
    assert desk.rounds() == "C-F D-E A B | A-D B-C E F | E-A F-B C D"
    desk.tell("draws", "A-C")
    told_on(desk, "D beat A", choice, *rest, stage=2)
    assert desk.sheet("main") == {"main": sheet}
    assert desk.lines() == table


@pytest.mark.rule("GRP-5", "GRP-8", "GRP-10", "GRP-11", "ALL-4")
@either_way(
    "rest sheet table",
    (["D-C", "B resigns", "D-A"], "D-C B-A | D-A", ["1 D champion", "2 A finalist", "3 B resigned", "3 C out"]),
    (["B resigns", "D-A"], "A-C B-D | A-D", ["1 D champion", "2 A finalist", "3 B resigned", "3 C out"]),
)
def test_two_groups_fill_a_bracket(choice: Choice, rest: Sequence[str], sheet: str, table: Sequence[str]) -> None:
    """The same groups, of which each fills its places as it is finished: A1-B2 and B1-A2 are A-C and B-D.

    Rewind: both places of the group are filled again, D-C and B-A; B leaves, which is too late for F: A goes on.
    Stand: A-C was played. B leaves, and D goes on. The thirds of both groups share rank 5.
    """
    desk = begun("ABCDEF", {"format": {"kind": "rolling-groups", **OF_GROUPS}})
    assert desk.entering_refused("G") == "entries-closed"
    desk.tell(*GROUPS_OF_SIX, "A-C")
    told_on(desk, "D beat A", choice, *rest)
    assert desk.sheet("main") == {"main": sheet}
    assert desk.lines() == [*table, "5 E out", "5 F out"]


@pytest.mark.rule("MON-3", "MON-4", "MON-5", "MON-9", "SWX-5", "SWX-6", "TB-10", "TB-12", "TB-13", "TB-14", "ALL-4")
@either_way(
    "rest rounds table",
    (
        ["draws", "C-A", "draws", "C-F", "B-E"],
        ({"BC", "AD", "E"}, {"AC", "EF", "B"}, {"CF", "BE", "A"}),
        ["1 C 6 7 9 champion", "2 B 4 9 11 in", "3 F 3 8 11 in", "4 A 2 8 10 in", "5 E 2 7 9 in", "6 D 2 4 6 resigned"],
    ),
    (
        [],
        ({"BC", "AD", "E"}, {"AC", "BD", "EF"}, {"BF", "AE", "C"}),
        ["1 C 4 8 11 champion", "2 B 4 7 10 in", "3 A 4 6 9 in", "4 F 3 6 9 in", "5 E 2 7 9 in", "6 D 2 6 8 resigned"],
    ),
)
def test_swiss_by_lot_within_the_same_points(
    choice: Choice, rest: Sequence[str], rounds: Sequence[set[str]], table: Sequence[str]
) -> None:
    """By lot B-C D-A, and E has the bye; A does not come. F comes with half a win for the round. B, D and E have 2, F
    1: by lot B-D, E floats to F; A-C. D leaves. B 4, F 3, A and E 2, C none: C has the bye, B-F, and A-E are left.
    B beats F, A beats E: B 6, A 4, F 3, C D E 2.

    D, who sat out the last round, counts as 3 for opponents. Buchholz, less the least or the round stayed away from:
    B: C 2, D 3, F 3. A: stayed away, 3 at most as D has; C 2, E 2; the 3 goes. F: the round missed 3, E 2, B 6; the 3
    goes. C: B 6, A 4, the bye 2. D: without play 2, B 6, the round after leaving 2. E: the bye 2, F 3, A 4.

    But C had beaten B in round 1. Stand: B, C and A 4, F 3. C: B 4, A 4, the bye 3. B: C 4, D 3, F 3. A: 3, C 4, E 2.
    F: 3, E 2, B 4. E: 2, F 3, A 4. D: 2, B 4, 2.

    Rewind: only E-F has nothing to do with it. C 2, A and B none: A and C meet, since B and C have met, and B has the
    bye. C beats A. C 4, F 3, B 2, E 2, A none: A has the bye, C-F and B-E. C and B win. D sat out two rounds: 4.
    C: B 4, A 2, F 3. B: C 6, the bye 3, E 2. F: 3, E 2, C 6. A: 2 as A has, C 6, the bye 2. E: 2, F 3, B 4. D: 2 2 2.
    """
    options = {"kind": "monrad", "rounds": 3, "lengths": (3,), "late_entries": True, "late_half": 1}
    desk = begun("ABCDE", {"format": options})
    desk.tell("draws", "B-C D+A", "F enters", "draws", "B-D F-E A-C", "D resigns", "draws", "B-F A-E")
    numbers = ("match_points", "buchholz_cut", "buchholz")
    before = ["1 B 6 6 8 champion", "2 A 4 4 7 in", "3 F 3 8 11 in", "4 C 2 10 12 in", "5 D 2 8 10 resigned"]
    assert desk.lines(*numbers) == [*before, "6 E 2 7 9 in"]
    told_on(desk, "C beat B", choice, *rest)
    assert [{"".join(sorted(pair.replace("-", ""))) for pair in desk.round(one)} for one in (1, 2, 3)] == [*rounds]
    assert desk.lines(*numbers) == table


def draw_every_ten_minutes(desk: Evening, *batches: str) -> None:
    for said in batches:
        desk.now += timedelta(minutes=10)
        desk.tell("draws", *said.split(", "))


def two_lives(**told: object) -> Evening:
    """An evening of two lives, up to the first champion."""
    batched = {"pace": "batches", "batch_minutes": 10, "late_entries": True, "late_losses": "no-loss", **told}
    desk = begun("ABCDE", {"format": {"kind": "lives", "lives": 2, "lengths": (3,), **batched}})
    desk.tell("draws", "A+D B-C", "F enters")
    draw_every_ten_minutes(desk, "A-B E-F D-C, D resigns", "A-E F-B")
    return desk


@pytest.mark.rule("MON-6", "MON-9", "MON-10", "ALL-4")
@either_way(
    "batches rounds table",
    (
        ["B-E A-F"],
        ({"AD", "BC"}, {"AB", "EF", "CD"}, {"BE", "AF"}),
        ["1 B 2 3 champion", "2 A 1 2 placed", "2 E 1 1 placed", "4 D 0 1 resigned", "5 C 0 0 out", "5 F 0 0 out"],
    ),
    (
        ["A-F B-E", "A-B"],
        ({"AD", "BC"}, {"AB", "EF", "CD"}, {"AE", "BF"}, {"AF", "BE"}, {"AB"}),
        ["1 A 1 4 champion", "2 B 0 3 out", "3 D 0 1 resigned", "3 E 0 1 out", "3 F 0 1 out", "6 C 0 0 out"],
    ),
)
def test_two_lives_drawn_every_ten_minutes(
    choice: Choice, batches: Sequence[str], rounds: Sequence[set[str]], table: Sequence[str]
) -> None:
    """By lot A-D and B-C; E waits, without a bye. D does not come. F comes. Ten minutes later A, B, E and F have lost
    nothing: by lot A-B and E-F; C and D once: C-D. A, E and D win; C is out, and D leaves. Then A-E, and B-F with one
    loss each. A and F win: A alone has no loss, and has won; E and F, with one, share the next rank.

    But B had beaten A. Rewind: A-E and B-F go. B and E have no loss, A and F one: B-E and A-F. B and A win, and B alone
    has no loss; A and E share the next rank, though A has won twice and E once. Stand: A, B, E and F have one loss
    each, and play to the last: those who have not met, A-F and B-E; A and B win, meet again, and A wins. Who is out is
    ranked by matches won.
    """
    desk = two_lives()
    assert desk.lines("lives")[:3] == ["1 A 2 champion", "2 E 1 placed", "2 F 1 placed"]
    told_on(desk, "B beat A", choice)
    draw_every_ten_minutes(desk, *batches)
    drawn = [{"".join(sorted(pair.replace("-", ""))) for pair in desk.round(one)} for one in range(1, len(rounds) + 1)]
    assert drawn == [*rounds]
    assert desk.lines("lives", "win_points") == table


@pytest.mark.rule("SE-13", "ALL-11")
@pytest.mark.parametrize(("rules", "rank"), [(5, 3), (6, 2)])
def test_players_left_with_as_many_lives_share_their_rank_since_rules_6(rules: int, rank: int) -> None:
    """By the rewind above: A has won twice and E once, each with one life."""
    desk = told_on(two_lives(rules_version=rules), "B beat A", "rewind")
    draw_every_ten_minutes(desk, "B-E A-F")
    assert desk.lines("lives", "win_points")[:3] == ["1 B 2 3 champion", "2 A 1 2 placed", f"{rank} E 1 1 placed"]
