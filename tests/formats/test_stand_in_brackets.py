"""What a change that stands keeps in brackets and rings: what has begun, and nothing more (ALL-4). Each is worked by
hand, as its text says."""

from collections.abc import Mapping
from typing import Any

import pytest

from domain.formats.brackets.consolation import ConsolationOptions
from domain.formats.brackets.double_elimination import DoubleEliminationOptions
from domain.formats.brackets.stepladder import StepladderOptions
from domain.formats.contract.steps import Done, Wait
from domain.formats.dual_ring import DualRingOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import FormatOptions
from domain.scoring.result import WinnerOnly
from domain.tournament.decisions.rounds.left_open import left_open
from domain.tournament.derived.kept_places import kept_places
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches.events import ConsequencesChosen
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.formats.appealing import lodge, vote
from tests.formats.brackets_play import placed, play_on, ranks, started
from tests.formats.directing import check_nobody_out_has_to_play
from tests.formats.knockout_play import KnockoutDesk
from tests.formats.swiss_desk import LONG, started_swiss
from tests.rounds import RoundsDesk

KNOCKOUT = KnockoutOptions(kind="knockout", lengths=(3,))
DOUBLE = DoubleEliminationOptions(kind="double-elimination", seeding="entry-order")
CONSOLATION = ConsolationOptions(kind="consolation", seeding="entry-order")
LADDER = StepladderOptions(kind="stepladder", seeding="entry-order")
RING = DualRingOptions(kind="dual-ring", resigning="abandon")


def played(options: FormatOptions, entrants: int, *said: str) -> KnockoutDesk:
    desk = started(entrants, options)
    act(desk, *said)
    return desk


def act(desk: KnockoutDesk, *said: str) -> None:
    for one in said:
        desk.act(one)


def expel(desk: KnockoutDesk, letters: str) -> None:
    """Puts them out, by one ruling."""
    numbers = [desk.entry(letter) for letter in letters]
    said: dict[str, Any] = {"clause": "1.2.3", "facts": "As seen", "reasons": "As written"}
    remedies = [{"kind": "expulsion", "entry": number} for number in numbers]
    about = {"kind": "tournament"}
    desk.do(ruling_commands.GiveRuling.model_validate({**said, "about": about, "remedies": remedies}))


def reverse(desk: RoundsDesk) -> None:
    """Has the ruling reversed, and what was made since stands."""
    appeal = lodge(desk, 1)
    vote(desk, appeal, "reversed")
    decide = {"appeal": appeal, "reasons": "As voted", "choice": "stand"}
    desk.do(ruling_commands.DecideAppeal.model_validate(decide))


def report_late(desk: KnockoutDesk, name: str) -> None:
    """The first of the two has won the match after all, in which others have gone on."""
    match = desk.live(name)[0]
    told = match_commands.ReportResult(match=match.number, result=desk.winner_only(match, name[0]), choice="stand")
    desk.do(told)


def stood(desk: KnockoutDesk) -> Mapping[str, bool]:
    """Of each match, or entry, in the newest choice: whether those who had gone on by it keep the place."""
    [chosen] = [one.event for one in desk.history if isinstance(one.event, ConsequencesChosen)][-1:]
    return {_named(desk, one.match): one.keeps_place for one in chosen.changed}


def _named(desk: KnockoutDesk, number: int) -> str:
    return desk.letter(-number) if number < 0 else desk.name(desk.state.matches[number])


def kept_out(desk: KnockoutDesk) -> str:
    """Those who a place that is kept leaves out."""
    return "".join(desk.letter(entry) for place in kept_places(desk.state) for entry in place.without)


LAID_OUT = [
    (KNOCKOUT, 4, ["A beats D", "B beats C"], {"2-1": "A-B"}, {"2-1": "D-B"}),
    (
        DOUBLE,
        4,
        ["A beats D", "B beats C"],
        {"upper-2-1": "A-B", "lower-1-1": "D-C"},
        {"upper-2-1": "D-B", "lower-1-1": "A-C"},
    ),
    (
        CONSOLATION,
        4,
        ["A beats D", "B beats C"],
        {"main-2-1": "A-B", "consolation-1-1": "D-C"},
        {"main-2-1": "D-B", "consolation-1-1": "A-C"},
    ),
]


@pytest.mark.rule("ALL-4")
@pytest.mark.parametrize(("options", "entrants", "said", "before", "after"), LAID_OUT)
def test_bracket_of_which_nothing_has_begun_follows_the_corrected_result(
    options: FormatOptions, entrants: int, said: list[str], before: Mapping[str, str], after: Mapping[str, str]
) -> None:
    """A has beaten D and B C, and the next matches are laid out: D had beaten A, and takes A's places, and A D's."""
    desk = played(options, entrants, *said)
    assert {name: placed(desk)[name] for name in before} == before
    act(desk, "D beat A, stand")
    assert {name: placed(desk)[name] for name in after} == after
    assert (stood(desk), kept_out(desk)) == ({"A-D": False}, "")
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("ALL-4", "LAD-1")
def test_stepladder_of_which_nothing_has_begun_follows_the_corrected_result() -> None:
    """C has beaten D, and the step of B and C is laid out: it was D's."""
    desk = played(LADDER, 4, "C beats D", "D beat C, stand")
    assert placed(desk)["ladder-2-1"] == "B-D"


@pytest.mark.rule("ALL-4", "RNG-2", "RNG-6")
def test_ring_of_which_nothing_has_begun_follows_the_reversal() -> None:
    """A is put out of the ring A B C D, so that D and B get a game, which nobody has begun: A is back in both games."""
    desk = played(RING, 4)
    expel(desk, "A")
    reverse(desk)
    assert {desk.name(desk.state.matches[number]) for number in desk.state.awaiting} == {"A-B", "B-C", "C-D", "D-A"}
    assert kept_out(desk) == ""


@pytest.mark.rule("ALL-4", "DE-2")
@pytest.mark.parametrize("begun", ["D beats C", "A beats B"])
def test_both_places_that_come_out_of_a_match_go_together(begun: str) -> None:
    """D has beaten A after all. In one of the two matches that follow somebody has played, in the other nobody: if A
    left the upper bracket and D stayed in the lower, nobody would be above, and D below twice."""
    desk = played(DOUBLE, 4, "A beats D", "B beats C", begun, "D beat A, stand")
    assert (placed(desk)["upper-2-1"], placed(desk)["lower-1-1"]) == ("A-B", "D-C")
    assert (stood(desk), kept_out(desk)) == ({"A-D": True}, "D")
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("ALL-4", "SEL-3", "TD-13")
def test_knockout_keeps_the_half_that_has_begun_and_makes_the_other_again() -> None:
    """Sixteen; the better seeds win round 1: A-H, D-E and B-G, C-F meet. A and B are expelled, and H and G go on; D
    beats E, and H beats D; C beats F, and G and C are to meet. A and B were expelled wrongly: H has played, and keeps
    A's place. G has not: B and G meet, and then C waits. B beats G and C, and in the final H; A beats H too late."""
    desk = started(16, KNOCKOUT)
    round_1 = [name for _, name in sorted(placed(desk).items())]
    act(desk, *(f"{name[0]} beats {name[2]}" for name in round_1))
    assert {placed(desk)[f"2-{n}"] for n in (1, 2, 3, 4)} == {"A-H", "D-E", "B-G", "C-F"}
    expel(desk, "AB")
    act(desk, "D beats E", "H beats D", "C beats F")
    assert (placed(desk)["3-1"], placed(desk)["3-2"]) == ("H-D", "G-C")
    reverse(desk)
    assert stood(desk) == {"A-H": True, "B-G": False}
    assert placed(desk)["3-1"] == "H-D"
    assert "3-2" not in placed(desk)
    act(desk, "B beats G", "B beats C", "B beats H")
    assert isinstance(desk.step(), Done)
    report_late(desk, "A-H")
    assert isinstance(desk.step(), Done)
    assert kept_out(desk) == "A"
    assert ranks(desk).startswith("B champion, H finalist, C=D out, A=E=F=G")


def awarded(desk: RoundsDesk, match: int, winner: str) -> None:
    """By a ruling, before it was played."""
    award = {"kind": "result-award", "result": {"kind": "winner", "winner": winner}}
    about = {"kind": "match", "number": match}
    said: dict[str, Any] = {"clause": "2.2.4", "facts": "Did not come", "reasons": "As written"}
    desk.do(ruling_commands.GiveRuling.model_validate({**said, "about": about, "remedies": [award]}))


@pytest.mark.rule("ALL-4", "ALL-5", "SEL-3", "TD-13")
def test_match_opened_again_holds_up_no_bracket_in_which_others_keep_its_places() -> None:
    """A-D is awarded to A, who beats B in the final. D had been there: the award is reversed, and the final stands. The
    match may be played; nobody has to, and nothing waits for it. D wins it, and is the one who was kept out."""
    desk = started(4, KNOCKOUT)
    match = desk.live("AD")[0]
    awarded(desk, match.number, "first" if match.sides[0] == desk.entry("A") else "second")
    act(desk, "B beats C", "A beats B")
    reverse(desk)
    assert desk.state.matches[match.number].phase == "open"
    assert desk.step() == Done(champion=desk.entry("A"))
    assert left_open(desk.state) == []
    assert (ranks(desk), kept_out(desk)) == ("A champion, B finalist, C=D out", "")
    report_late(desk, "D-A")
    assert desk.step() == Done(champion=desk.entry("A"))
    assert (ranks(desk), kept_out(desk)) == ("A champion, B finalist, C=D kept-out", "D")


@pytest.mark.rule("ALL-4", "NXE-8", "TD-4")
@pytest.mark.parametrize("by_ruling", [False, True])
def test_match_that_no_bracket_waits_for_is_conceded_by_who_leaves(by_ruling: bool) -> None:
    """A-D is awarded to A, who beats B in the final. A is to meet D after all, and the final stands. D leaves."""
    desk = started(4, KNOCKOUT)
    match = desk.live("AD")[0].number
    awarded(desk, match, "first" if desk.live("AD")[0].sides[0] == desk.entry("A") else "second")
    act(desk, "B beats C", "A beats B")
    reverse(desk)
    if by_ruling:
        expel(desk, "D")
    else:
        desk.resign("D")
    check_nobody_out_has_to_play(desk)
    result = desk.state.matches[match].effective
    assert result is not None
    assert desk.letter(result.winner or 0) == "A"


@pytest.mark.rule("ALL-4", "RNG-2", "RNG-6", "TD-13")
def test_ring_game_opened_again_is_abandoned_where_others_keep_its_places() -> None:
    """Five in a ring. E-A is awarded to E, so that A is out and E plays B; E beats B, and is to play C. A had been
    there, and E's victory over B stands: A stays out, and E-A, which nobody has won, is played by nobody."""
    desk = started(5, RING)
    match = desk.live("AE")[0]
    awarded(desk, match.number, "first" if match.sides[0] == desk.entry("E") else "second")
    act(desk, "E beats B")
    reverse(desk)
    assert desk.state.matches[match.number].phase == "abandoned"
    assert {desk.name(desk.state.matches[number]) for number in desk.facts.awaited} == {"C-D", "D-E", "E-C"}


@pytest.mark.rule("ALL-13", "TD-13", "TD-19")
def test_tournament_is_completed_over_a_match_that_was_opened_again_and_is_played_by_nobody() -> None:
    desk = started(4, DOUBLE)
    match = desk.live("AD")[0]
    awarded(desk, match.number, "first" if match.sides[0] == desk.entry("A") else "second")
    act(desk, "B beats C", "A beats B")
    reverse(desk)
    while isinstance(desk.step(), Wait):
        assert match.number not in desk.facts.awaited
        play_on(desk)
    desk.do(lifecycle_commands.CompleteTournament())
    assert desk.state.matches[match.number].phase == "open"
    assert ranks(desk).startswith("A champion")


@pytest.mark.rule("ALL-4", "SWI-4", "TD-13")
@pytest.mark.parametrize("ended", ["reported", "closed"])
def test_swiss_match_opened_again_is_waited_for_until_it_counts_in_points(ended: str) -> None:
    """The points of round 1 count for the draw of round 3, whoever has met in round 2 meanwhile: the match is reported,
    or a director closes its round."""
    desk = started_swiss("ABCD", options=LONG)
    desk.draw(1)
    awarded(desk, 1, "first")
    desk.do(match_commands.ReportResult(match=2, result=WinnerOnly(winner="first")))
    desk.draw(2)
    desk.do(match_commands.ReportResult(match=3, result=WinnerOnly(winner="first")))
    reverse(desk)
    desk.do(match_commands.ReportResult(match=4, result=WinnerOnly(winner="first")))
    assert desk.step() == Wait((1,))
    if ended == "reported":
        desk.do(match_commands.ReportResult(match=1, result=WinnerOnly(winner="second"), choice="stand"))
    else:
        desk.do(round_commands.CloseRound(round=1, early=True, reason="Not played", choice="stand"))
    assert not isinstance(desk.step(), Wait)


@pytest.mark.rule("ALL-4", "DE-2", "DE-3", "TD-13")
def test_double_elimination_keeps_the_lower_match_that_has_begun_and_makes_the_other_again() -> None:
    """Eight; A, D, B and C win, and H-E and G-F meet below. H and G are expelled: E and F go on. A beats D and B beats
    C, who drop across (DE-3): D meets F, and C meets E. D beats F. The expulsion was wrong: F has played, and keeps G's
    place; E has not, so that H and E meet. H beats E, C and D, and G beats F too late."""
    desk = played(DOUBLE, 8, "A beats H", "D beats E", "B beats G", "C beats F")
    assert (placed(desk)["lower-1-1"], placed(desk)["lower-1-2"]) == ("H-E", "G-F")
    expel(desk, "HG")
    act(desk, "A beats D", "B beats C")
    below = {name: pair for name, pair in placed(desk).items() if name.startswith("lower-2")}
    assert sorted(below.values()) == ["C-E", "D-F"]
    act(desk, "D beats F")
    reverse(desk)
    assert stood(desk) == {"H-E": False, "G-F": True}
    assert placed(desk)["lower-1-1"] == "H-E"
    assert desk.state.matches[desk.live("GF")[0].number].phase == "open"
    report_late(desk, "G-F")
    act(desk, "H beats E", "H beats C", "H beats D")
    assert kept_out(desk) == "G"
    play_on(desk)
    assert ranks(desk).startswith("A champion, B finalist, H out, D out")
