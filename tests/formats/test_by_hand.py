"""What speaks against a round paired by hand, or drawn elsewhere, stays with the round, and nothing of it is refused
(SWX-10, SWX-13)."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.elimination.lives_options import LivesOptions
from domain.formats.elimination.nxe import NxeOptions
from domain.formats.kept_apart import KeptApart
from domain.formats.monrad.options import MonradOptions
from domain.formats.registry import FormatOptions
from domain.formats.swiss import SwissOptions
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from tests.formats.swiss_desk import SwissDesk, announced_swiss, due, started_swiss
from tests.reaching import reached

MONRAD = MonradOptions(kind="monrad", order="lots", rounds=3, lengths=(1,))
LIVES = LivesOptions(kind="lives", lives=3, end="last", lengths=(1,))
NXE = NxeOptions(kind="nxe", losses=3, lengths=(1,))


def against(desk: SwissDesk, round_: int) -> Mapping[str, Mapping[str, int]]:
    """By pair, or by who has the bye, what is held against them; nothing where nothing is."""
    pairs = {
        desk.name(one): one.why.counts
        for one in desk.matches()
        if one.round == round_ and not one.void and one.why and one.why.counts
    }
    byes = {
        desk.letter(one.entry): one.why.counts
        for one in desk.state.rounds.byes.values()
        if one.round == round_ and one.live and one.why and one.why.counts
    }
    return {**pairs, **byes}


@pytest.mark.rule("SWX-10", "SWX-13")
def test_round_as_the_service_draws_it_has_nothing_against_it() -> None:
    """Monrad by lots: A-B, C-D, and E, the lowest, has the bye."""
    desk = started_swiss("ABCDE", options=MONRAD)
    desk.pair(1, "A-B C-D", byes="E")
    assert against(desk, 1) == {}


@pytest.mark.rule("SWX-10", "SWX-13")
def test_round_drawn_elsewhere_lists_what_the_service_would_draw_otherwise() -> None:
    """Round 1 is A-C, B-D, bye E: the rules have A-B and C-D. In round 2 the leaders are A, B and E; C has the bye,
    as the rules want it: nobody is lower who has had none. Of A B E D the rules have A-B and E-D."""
    desk = started_swiss("ABCDE", options=MONRAD)
    desk.pair(1, "A-C B-D", byes="E")
    assert against(desk, 1) == {"A-C": {"drawn_otherwise": 1}, "B-D": {"drawn_otherwise": 1}}
    desk.won("A-C", "B-D")
    desk.pair(2, "A-E B-D", byes="C")
    assert against(desk, 2) == {
        "A-E": {"drawn_otherwise": 1},
        "B-D": {"rematch": 1, "score_difference": 2, "drawn_otherwise": 1},
        "C": {"drawn_otherwise": 1},
    }


@pytest.mark.rule("SWX-7", "SWX-13", "MON-9")
def test_pairs_that_must_not_meet_and_second_byes_are_listed() -> None:
    """A and B must not meet; E has the bye twice, while others have had none."""
    entry = started_swiss("ABCDE", options=MONRAD).entry
    apart = (KeptApart(entries=(entry("A"), entry("B"))),)
    desk = started_swiss("ABCDE", options=MONRAD.model_copy(update={"apart": apart}))
    desk.pair(1, "A-B C-D", byes="E")
    assert against(desk, 1)["A-B"] == {"must_not_meet": 1, "drawn_otherwise": 1}
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C B-D", byes="E")
    assert against(desk, 2)["E"] == {"byes_before": 1, "drawn_otherwise": 1}


@pytest.mark.rule("SWX-13", "NXE-3", "MON-9")
@pytest.mark.parametrize("options", [LIVES, NXE], ids=lambda one: one.kind)
def test_pairs_decided_by_lot_are_held_against_the_rules_alone(options: FormatOptions) -> None:
    """With lives A and C have lost as often, so that their match is as good as any; N times elimination likewise."""
    desk = announced_swiss(options)
    desk.enter("ABCDE", {})
    desk.do(lifecycle_commands.StartTournament())
    desk.pair(1, "A-B C-D", byes="E")
    assert against(desk, 1) == {}
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C B-D", byes="E")
    assert against(desk, 2) == {"E": {"byes_before": 1}}


@pytest.mark.rule("SWX-13", "SWI-6", "SWI-8")
def test_swiss_lists_pairs_beyond_the_window_and_who_asked_for_a_bye() -> None:
    """After round 1 A and B have 2 points, C and D 0: the window of round 2 is 1. D has asked for the bye."""
    desk = started_swiss("ABCD", options=SwissOptions(kind="swiss", rounds=4))
    desk.pair(1, "A-C B-D")
    desk.won("A-C", "B-D")
    desk.do(round_commands.RequestBye(entry=desk.entry("D"), round=2))
    desk.pair(2, "A-D B-C")
    assert against(desk, 2) == {
        "A-D": {"score_difference": 2, "window": 1, "asked_for_bye": 1, "drawn_otherwise": 1},
        "B-C": {"score_difference": 2, "window": 1, "drawn_otherwise": 1},
    }


@pytest.mark.rule("SWX-10", "SWX-13")
@pytest.mark.parametrize("options", [MONRAD, LIVES], ids=lambda one: one.kind)
@given(data=st.data())
def test_random_pairs_by_hand_say_who_has_met(options: MonradOptions | LivesOptions, data: st.DataObject) -> None:
    """Any pairs are taken; those who have met are known here by their matches. Where a lot decides no pair is another
    than the service's."""
    letters = "ABCDEFGH"[: data.draw(st.integers(3, 8))]
    desk = announced_swiss(options)
    desk.enter(letters, {})
    desk.do(lifecycle_commands.StartTournament())
    for round_ in (1, 2, 3):
        there = data.draw(st.permutations([desk.letter(one.entry) for one in due(desk).contenders]))
        met = {frozenset(desk.name(one).split("-")) for one in desk.matches()}
        pairs = [f"{one}-{other}" for one, other in zip(there[::2], there[1::2], strict=False)]
        desk.pair(round_, " ".join(pairs), byes=there[-1] if len(there) % 2 else "")
        told = against(desk, round_)
        for pair in pairs:
            reached()
            assert told.get(pair, {}).get("rematch", 0) == (frozenset(pair.split("-")) in met)
        if options.kind == "lives":
            assert not any("drawn_otherwise" in counts for counts in told.values())
        for number in sorted(desk.state.awaiting):
            match = desk.state.matches[number]
            winner = desk.letter(match.sides[data.draw(st.integers(0, 1))])
            result = desk.winner_only(match, winner)
            desk.do(match_commands.ReportResult(match=number, result=result))
