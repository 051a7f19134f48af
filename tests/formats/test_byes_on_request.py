"""Byes that players ask for: worth half a win, as often and as long as is announced, or nothing; worth a win by hand
alone (SWX-3). Pairs in the order of scores (SWX-12)."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Contender, Due, Pair
from domain.formats.monrad.options import MonradOptions
from domain.formats.round_options import at_tables, keys_by
from domain.formats.swiss import SwissOptions
from domain.kernel.refusal import Refused
from domain.kernel.values import Why
from domain.tournament.command import Choice
from domain.tournament.decisions.rounds.draw_audit import check_draws
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds.events import EntryAbsent, EntryCameBack
from tests.formats.directing import finish
from tests.formats.swiss_desk import SwissDesk, due, started_swiss
from tests.reaching import reached

MONRAD = MonradOptions(kind="monrad", order="lots", rounds=4, lengths=(1,), half_byes=1)
SWISS = SwissOptions(kind="swiss", rounds=4, half_byes=1)


def asks(desk: SwissDesk, letter: str, round_: int, worth: str = "half") -> None:
    desk.do(asking(desk, letter, round_, worth))


def asking(desk: SwissDesk, letter: str, round_: int, worth: str = "half") -> round_commands.RequestBye:
    said = {"entry": desk.entry(letter), "round": round_, "worth": worth}
    return round_commands.RequestBye.model_validate(said)


def points(desk: SwissDesk) -> dict[str, int]:
    return {desk.letter(row.entry): row.values["match_points"] for row in desk.swiss().rows}


@pytest.mark.rule("SWX-3", "SWX-2")
def test_monrad_gives_half_a_win_for_a_bye_on_request() -> None:
    """A of six asks for round 1: five are left, B-C and D-E, and F, the lowest, has the bye, worth a win. A has 1
    point, and may still have the bye of an odd field."""
    desk = started_swiss("ABCDEF", options=MONRAD)
    asks(desk, "A", 1)
    pairs = desk.drawn(1)
    assert pairs == [("B", "C"), ("D", "E"), ("F", ""), ("A", "")]
    desk.won("B-C", "D-E")
    assert points(desk) == {"B": 2, "D": 2, "F": 2, "A": 1, "C": 0, "E": 0}
    assert {desk.letter(one.entry): one.counts["byes"] for one in due(desk).contenders}["A"] == 0


@pytest.mark.rule("SWX-3", "SWI-6")
@pytest.mark.parametrize("options", [MONRAD, SWISS], ids=lambda one: one.kind)
def test_each_has_as_many_byes_on_request_as_are_announced(options: MonradOptions | SwissOptions) -> None:
    """One each: A has it in round 1, and no other. None is given in the last round, the fourth."""
    desk = started_swiss("ABCDEF", options=options)
    asks(desk, "A", 1)
    desk.drawn(1)
    win_all(desk)
    desk.when(asking(desk, "A", 2)).refused("bye-not-offered", "had on request: 1")
    desk.drawn(2)
    win_all(desk)
    desk.drawn(3)
    win_all(desk)
    desk.when(asking(desk, "B", 4)).refused("bye-not-offered", "Round 4 is the last")


@pytest.mark.rule("SWX-3")
@pytest.mark.parametrize("options", [MONRAD, SWISS], ids=lambda one: one.kind)
def test_byes_on_request_end_with_the_round_that_is_announced(options: MonradOptions | SwissOptions) -> None:
    until_first = started_swiss("ABCDEF", options=options.model_copy(update={"byes_until": 1}))
    until_first.drawn(1)
    win_all(until_first)
    until_first.when(asking(until_first, "A", 2)).refused("bye-not-offered", "until round 1")
    to_the_end = started_swiss("ABCDEF", options=options.model_copy(update={"byes_until": 4, "rounds": 1}))
    asks(to_the_end, "A", 1)


@pytest.mark.rule("SWX-3")
def test_monrad_without_byes_on_request_refuses_them_as_before() -> None:
    desk = started_swiss("ABCDE", options=MONRAD.model_copy(update={"half_byes": 0}))
    desk.when(asking(desk, "A", 1)).refused("paired-by-round", "MON-9")


@pytest.mark.rule("SWX-3", "SWX-4")
@pytest.mark.parametrize("options", [MONRAD, SWISS], ids=lambda one: one.kind)
def test_zero_bye_leaves_a_player_out_of_that_round_alone(options: MonradOptions | SwissOptions) -> None:
    """A takes one for round 1, though half byes are counted: it has nothing for it, and is in round 2 by itself."""
    desk = started_swiss("ABCDE", options=options)
    desk.when(asking(desk, "A", 2, "zero")).refused("bye-not-offered", "Round 1 is the next one")
    asks(desk, "A", 1, "zero")
    assert [type(one.event) for one in desk.history][-2:] == [EntryAbsent, EntryCameBack]
    assert {letter for pair in desk.drawn(1) for letter in pair} == set("BCDE")
    win_all(desk)
    assert points(desk)["A"] == 0
    assert {desk.letter(one.entry) for one in due(desk).contenders} == set("ABCDE")
    asks(desk, "A", 2, "half")


@pytest.mark.rule("SWX-3", "ALL-4")
@pytest.mark.parametrize("choice", ["rewind", "stand"])
def test_bye_on_request_stays_where_a_result_before_is_corrected(choice: Choice) -> None:
    """A has asked for round 2. B's win of round 1 turns out to be C's, after round 2 was drawn."""
    desk = started_swiss("ABCDEF", options=MONRAD)
    desk.drawn(1)
    win_all(desk)
    asks(desk, "A", 2)
    desk.drawn(2)
    loser = desk.state.matches[1].sides[1]
    result = desk.winner_only(desk.state.matches[1], desk.letter(loser))
    desk.do(match_commands.CorrectResult(match=1, result=result, reason="The other won", choice=choice))
    if isinstance(desk.step(), Due) and due(desk).round == 2:
        desk.drawn(2)
    asked = [one for one in desk.state.rounds.byes.values() if one.live and one.requested]
    assert [desk.letter(one.entry) for one in asked] == ["A"]


@pytest.mark.rule("SWX-12")
def test_pairs_sit_in_the_order_of_scores() -> None:
    """Entries 1 to 6 by their lots, with 4 4 4 2 2 0 points. 1 has met 2 and 3: 1 meets 4 (4 and 2), 2 meets 3 (4 4),
    5 meets 6. The match of two with 4 is first; then 1-4, whose higher has 4; then 5-6."""
    scores = {1: 4, 2: 4, 3: 4, 4: 2, 5: 2, 6: 0}
    contenders = tuple(Contender(entry=one, counts={"score": score, "lot": one}) for one, score in scores.items())
    pairs = [Pair(sides, Why()) for sides in ((4, 1), (2, 3), (5, 6))]
    sat = at_tables(pairs, keys_by("score", contenders))
    assert [one.sides for one in sat] == [(2, 3), (4, 1), (5, 6)]


@pytest.mark.rule("SWX-12")
def test_pairs_of_equal_scores_sit_by_the_lot_of_the_higher() -> None:
    """All have 0: the pair of lot 1 is first, whoever is named first in it."""
    contenders = tuple(Contender(entry=one, counts={"score": 0, "lot": 5 - one}) for one in (1, 2, 3, 4))
    sat = at_tables([Pair((1, 2), Why()), Pair((3, 4), Why())], keys_by("score", contenders))
    assert [one.sides for one in sat] == [(3, 4), (1, 2)]


@pytest.mark.rule("SWX-12", "SWX-3")
@pytest.mark.parametrize("options", [MONRAD, SWISS], ids=lambda one: one.kind)
@given(data=st.data())
def test_random_rounds_with_byes_on_request_sit_by_score_and_can_be_drawn_again(
    options: MonradOptions | SwissOptions, data: st.DataObject
) -> None:
    """Some ask for a bye, for half a win or for nothing. Scores are added up here: no pair sits behind one whose higher
    player has fewer points, nor, with as many, whose two have fewer together. Each has one half bye at most."""
    letters = "ABCDEFGH"[: data.draw(st.integers(5, 8))]
    order = data.draw(st.sampled_from(("lots", "random"))) if isinstance(options, MonradOptions) else None
    told = {"tables_by_score": True, **({"order": order} if order else {})}
    desk = started_swiss(letters, options=options.model_copy(update=told))
    while isinstance(step := desk.step(), Due):
        for letter in data.draw(st.lists(st.sampled_from(letters), max_size=2)):
            try:
                asks(desk, letter, step.round, data.draw(st.sampled_from(("half", "zero"))))
            except Refused:
                continue
        if not isinstance(desk.step(), Due):  # the director is asked how those left can be paired (SWI-8)
            break
        before = points(desk)
        scores = [sorted((before[one], before[other])) for one, other in desk.drawn(step.round) if other]
        if len(scores) > 1:
            reached()
        assert [(high, low + high) for low, high in scores] == sorted(
            ((high, low + high) for low, high in scores), reverse=True
        )
        win_all(desk, data.draw(st.lists(st.integers(0, 1), min_size=4, max_size=4)))
    for letter in letters:
        byes = desk.state.rounds.byes.values()
        assert sum(one.requested and one.live and one.entry == desk.entry(letter) for one in byes) <= 1
    finish(desk)
    desk.now += timedelta(days=1)
    desk.do(round_commands.RevealSecret())
    checked = check_draws(desk.history)
    assert checked.confirmed == checked.draws


def win_all(desk: SwissDesk, winners: Sequence[int] = (0, 0, 0, 0)) -> None:
    """The first side wins each open match, or the one named."""
    for number, side in zip(sorted(desk.state.awaiting), winners, strict=False):
        match = desk.state.matches[number]
        result = desk.winner_only(match, desk.letter(match.sides[side]))
        desk.do(match_commands.ReportResult(match=number, result=result))
