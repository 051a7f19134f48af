"""What becomes of a Champion tournament's later rounds when a result changes, worked by hand (ALL-4).

A 2, B 2, C 1, D 1. Round 1: A beats B and C, B beats D: A 2, B 1. Round 2: A meets B, and has the bye. C's victory
over A instead gives A 1, B 1, C 1.
"""

import pytest

from domain.formats.contract.steps import Contender, Done, Due, Terms
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.formats.champion_desk import ChampionDesk, champion


def in_round_two() -> ChampionDesk:
    desk = champion({"A": 2, "B": 2, "C": 1, "D": 1})
    desk.pair(1, "A-B A-C B-D")
    desk.won("A-B", "A-C", "B-D")
    desk.pair(2, "A-B", "A")
    return desk


def due(round_: int, *lacking: tuple[int, int]) -> Due:
    """A round due for these entries, each with the places that it lacks; none has had a bye."""
    return Due(round_, tuple(Contender(entry=e, counts={"byes": 0}, places=n) for e, n in lacking), Terms(1))


def table(desk: ChampionDesk) -> list[str]:
    """Lines of rank, letter, win points-losses-byes, credits and mark."""
    rows = zip(desk.table(), desk.standings().rows, strict=True)
    return [f"{line} {row.values['credits']}" for line, row in rows]


@pytest.mark.rule("ALL-4", "CHM-2")
def test_the_next_round_is_made_again_where_nothing_was_started() -> None:
    desk = in_round_two()
    desk.reverse("C-A")
    assert desk.round(2) == []
    assert desk.credits() == {"A": "2 1", "B": "2 1", "C": "1 1", "D": "1 0"}
    assert desk.step() == due(2, (1, 1), (2, 1), (3, 1))


@pytest.mark.rule("ALL-4")
def test_matches_made_from_a_result_come_back_with_it() -> None:
    desk = in_round_two()
    before = table(desk)
    desk.reverse("C-A")
    desk.reverse("A-C")
    assert desk.round(2) == ["A-B", "A"]
    assert table(desk) == before


@pytest.mark.rule("ALL-4", "CHM-6")
def test_director_chooses_stand_after_a_started_match() -> None:
    desk = in_round_two()
    desk.won("A-B")
    assert desk.step() == Done(champion=1)
    desk.when(desk.reversal("C-A")).refused("choice-needed")
    desk.reverse("C-A", "stand")
    # What was played in round 2 stays. From the next draw on A has a credit less, and C one more, who has missed it.
    assert desk.round(2) == ["A-B", "A"]
    assert desk.step() == Due(
        3,
        (
            Contender(entry=1, counts={"byes": 1}, places=1, met=(), colour=None),
            Contender(entry=3, counts={"byes": 0}, places=1, met=(), colour=None),
        ),
        Terms(1),
    )
    assert table(desk) == ["- C 1-0-0 in 1", "- A 2-1-1 in 1", "3 B 1-2-0 out 0", "4 D 0-1-0 out 0"]


@pytest.mark.rule("ALL-4", "CHM-6")
def test_director_chooses_rewind_after_a_started_match_and_it_is_retracted() -> None:
    desk = in_round_two()
    desk.won("A-B")
    before = table(desk)
    desk.reverse("C-A", "rewind")
    assert desk.step() == due(2, (1, 1), (2, 1), (3, 1))
    assert table(desk) == ["- C 1-0-0 in 1", "- A 1-1-0 in 1", "- B 1-1-0 in 1", "4 D 0-1-0 out 0"]
    desk.reverse("A-C", "restore")
    assert table(desk) == before


@pytest.mark.rule("ALL-4")
def test_a_rewound_round_is_played_anew() -> None:
    desk = in_round_two()
    desk.won("A-B")
    desk.reverse("C-A", "rewind")
    desk.pair(2, "C-B", "A")
    desk.won("C-B")
    desk.pair(3, "A-C")
    desk.won("C-A")
    assert desk.step() == Done(champion=desk.entry("C"))
    assert table(desk) == ["1 C 3-0-0 champion 1", "2 A 1-2-1 out 0", "2 B 1-2-0 out 0", "4 D 0-1-0 out 0"]


@pytest.mark.rule("ALL-4", "CHM-2")
def test_restore_brings_back_more_places_than_credits_where_they_stood() -> None:
    """A has begun round 2 with B, and has the bye; A turns out to have lost to C, which stands: two places, one credit.
    B-D went to D for a while, so that B was not in round 2 at all, and goes back to B."""
    desk = in_round_two()
    desk.won("A-B")
    desk.reverse("C-A", "stand")
    before = table(desk)
    desk.reverse("D-B", "rewind")
    assert desk.round(2) == ["A"]
    desk.reverse("B-D", "restore")
    assert desk.round(2) == ["A-B", "A"]
    assert table(desk) == before


@pytest.mark.rule("ALL-4", "CHM-2")
def test_matches_of_others_stay_and_only_what_is_lacking_is_drawn() -> None:
    # A beats B, C beats D, E beats F, G beats H; then A meets C and E meets G. B has beaten A after all: B and C lack
    # a match each, and E's and G's stands although it has been played.
    desk = champion(dict.fromkeys("ABCDEFGH", 1))
    desk.pair(1, "A-B C-D E-F G-H")
    desk.won("A-B", "C-D", "E-F", "G-H")
    desk.pair(2, "A-C E-G")
    desk.won("E-G")
    desk.reverse("B-A")
    assert desk.round(2) == ["E-G"]
    assert desk.step() == due(2, (2, 1), (3, 1))
    desk.draw(2)
    assert {*desk.round(2)} in ({"B-C", "E-G"}, {"C-B", "E-G"})


@pytest.mark.rule("ALL-4", "CHM-2")
def test_a_voided_match_is_made_up_for_and_comes_back_while_nobody_has_its_places() -> None:
    desk = in_round_two()
    desk.do(match_commands.VoidMatch(match=1, reason="Wrong board"))
    # A lost nothing in round 1, B has one credit more. Each lacks a place in it.
    assert desk.round(1) == ["A-C", "B-D"]
    assert desk.step() == due(1, (1, 1), (2, 1))
    desk.do(match_commands.ReinstateMatch(match=1, reason="The right one after all"))
    assert desk.round(2) == ["A-B", "A"]


@pytest.mark.rule("ALL-4", "CHM-2")
def test_a_voided_match_comes_back_for_what_was_drawn_in_its_places() -> None:
    # A has 2 credits left of 3, B 1 of 2: each could have another place, if credits already lost counted.
    desk = champion({"A": 3, "B": 2, "C": 1, "D": 1})
    desk.pair(1, "A-B A-C B-A", "D")
    desk.won("A-B", "A-C", "B-A")
    desk.pair(2, "A-B A-D")
    desk.do(match_commands.VoidMatch(match=4, reason="Wrong board"))
    assert desk.step() == due(2, (1, 1), (2, 1))
    desk.draw(2)
    desk.do(match_commands.ReinstateMatch(match=4, reason="The right one after all"))
    assert desk.round(2) == ["A-B", "A-D"]


@pytest.mark.rule("ALL-4", "CHM-2")
def test_a_round_annulled_is_due_again() -> None:
    desk = in_round_two()
    desk.do(round_commands.AnnulRound(round=2, reason="A has left the room"))
    assert desk.step() == due(2, (1, 2), (2, 1))
    with_bye = desk.draw(2)
    assert with_bye[-1] == "A"


@pytest.mark.rule("ALL-4", "CHM-2", "TD-13")
def test_a_loss_that_stands_goes_with_the_round_that_it_was_in() -> None:
    """C has lost in round 2 to B, which is annulled and stands; then A turns out to have beaten C in round 1. Round 3,
    which is on the match of round 2 being undecided, goes with that match."""
    desk = champion({"A": 3, "B": 1, "C": 2})
    for round_, results in enumerate((("C-A", "B-A", "C-A"), ("B-C",), ("B-C",)), 1):
        desk.draw(round_)
        desk.won(*results)
    lost = {"about": {"kind": "match", "number": 4}, "remedies": [{"kind": "result-annulment"}], "choice": "stand"}
    words = {"clause": "4.2", "facts": "As seen", "reasons": "As written"}
    desk.do(ruling_commands.GiveRuling.model_validate({**lost, **words}))
    before, match = table(desk), desk.match("A-C", 1)
    for winner, choice, course, later in (("first", "rewind", "2 1", []), ("second", "restore", "2 2", desk.round(3))):
        correction = {"match": match.number, "result": {"kind": "winner", "winner": winner}, "choice": choice}
        desk.do(match_commands.CorrectResult.model_validate({**correction, "reason": "Slip"}))
        assert desk.credits()["C"].startswith(course)
        assert desk.round(3) == later
    assert table(desk) == before


@pytest.mark.rule("ALL-4", "CHM-2")
def test_two_changes_that_stand_add_up_to_the_places_missed_in_one_round() -> None:
    """A 3, C 3, B 1, D 1. Round 1: C beats A twice, and B; A beats D: A 1, C 3. Round 2: A beats C, who has two byes:
    C 2. Round 3: A beats C, who has a bye. Both matches that A had lost were A's: with 3 credits all along A would have
    had three places in round 3, and had one."""
    desk = champion({"A": 3, "B": 1, "C": 3, "D": 1})
    desk.pair(1, "C-A C-A C-B A-D")
    desk.won("C-A", "C-A", "C-B", "A-D")
    desk.pair(2, "A-C", "CC")
    desk.won("A-C")
    desk.pair(3, "A-C", "C")
    desk.won("A-C")
    for number in (1, 2):
        told = {"match": number, "result": {"kind": "winner", "winner": "second"}, "reason": "Slip", "choice": "stand"}
        desk.do(match_commands.CorrectResult.model_validate(told))
    assert desk.facts.missed_places(desk.entry("A")) == {3: 2}
