"""Every number that the sources name, and what follows from it, clause by clause."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import get_args

import pytest
from pydantic import ValidationError

from domain.formats.elimination.nxe import NxeOptions
from domain.formats.swiss import SwissOptions
from domain.formats.swiss.rules import SEEDING, window_of
from domain.kernel.refusal import Refused
from domain.officiating.committees import Committee, committee_of_appeal
from domain.officiating.sanction_ladder import ladder
from domain.pairing.ring import Ring
from domain.rating.classes import rating_class
from domain.rating.elo import rate
from domain.rating.policy import MICROPOINTS, policy
from domain.scoring.clock import BREAKS, ClockTerms, allotment
from domain.scoring.games import MULTIPLES, Cube, Outcome
from domain.scoring.lateness import decides, lateness
from domain.scoring.modes import GAMES_OF, STAKES, FivePoints, Mode, Single, ThreeGames
from domain.scoring.stakes import Settlement, settlement
from domain.standings.virtual import MATCH_POINTS
from domain.tournament.lifecycle.commands import PresetWord
from domain.tournament.match_record import commands as record_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.presets.registry import PRESETS
from tests.desk import person, player, started

ROOM = policy("room", 1)


@pytest.mark.rule("SWI-1")
@pytest.mark.source("gokodom I.B")
@pytest.mark.parametrize(("players", "rounds"), [(33, 6), (64, 6), (65, 7), (128, 7)])
def test_the_rounds_of_a_season(players: int, rounds: int) -> None:
    assert SwissOptions(kind="swiss").rounds_for(players) == rounds


@pytest.mark.rule("SWI-5")
@pytest.mark.source("gokodom II.C")
def test_each_result_has_its_worth() -> None:
    assert {code: MATCH_POINTS[code] for code in ("W", "WD", "WB")} == {"W": 2, "WD": 2, "WB": 2}
    assert {code: MATCH_POINTS[code] for code in ("D", "DD", "BR")} == {"D": 1, "DD": 1, "BR": 1}
    assert MATCH_POINTS["L"] == MATCH_POINTS["LD"] == 0


@pytest.mark.rule("SWI-8")
@pytest.mark.source("gokodom II.F")
def test_largest_distance_of_two_who_meet() -> None:
    """One point after rounds 1 and 2, two after 3 and 4, three after all others."""
    assert [window_of(after + 1) for after in range(1, 8)] == [1, 1, 2, 2, 3, 3, 3]


@pytest.mark.rule("SEL-1")
@pytest.mark.source("gokodom III.A")
def test_the_criteria_of_the_best_eight() -> None:
    names = [criterion.name for criterion in SEEDING]
    assert names == ["match_points", "defaults", "solkoff", "cumulative", "opponents_cumulative"]
    assert PRESETS["gokodom"].stages[0].qualifiers == 8


@pytest.mark.rule("GAM-2", "GAM-3", "GAM-6")
@pytest.mark.source("room 11", "room 12", "room 13", "room 14", "room 15")
def test_the_cube_and_the_lengths_of_the_modes() -> None:
    assert get_args(Cube) == (1, 2, 4, 8, 16, 32, 64)
    assert MULTIPLES == {"single": 1, "gammon": 2, "backgammon": 3}
    assert GAMES_OF == {"three-games": 3, "five-points": 5, "single": 1, "normal": 1}
    assert STAKES["three-games"] == STAKES["five-points"] == (Decimal("2.50"), Decimal(5))
    assert STAKES["single"] == (Decimal(10), Decimal(20))


SMALL, LARGE = Decimal("2.50"), Decimal(5)


@pytest.mark.rule("STK-1", "STK-2", "STK-3")
@pytest.mark.source("room 13", "room 14", "room 15")
@pytest.mark.parametrize(
    ("mode", "points", "first", "second", "house"),
    [
        (ThreeGames(stake=SMALL), (4, 3), "4.50", "0.00", "0.50"),
        (ThreeGames(stake=LARGE), (2, 1), "9.00", "0.00", "1.00"),
        (ThreeGames(stake=SMALL), (2, 2), "2.25", "2.25", "0.50"),
        (ThreeGames(stake=LARGE), (2, 2), "4.50", "4.50", "1.00"),
        (FivePoints(stake=SMALL), (5, 0), "4.50", "0.00", "0.50"),
        (FivePoints(stake=LARGE), (5, 4), "9.00", "0.00", "1.00"),
        # The winner: points at their value less a tenth, and the own stake; the loser: what is left of theirs.
        (Single(point_value=1, limit=Decimal(10)), (4, 0), "13.60", "6.00", "0.40"),
        (Single(point_value=1, limit=Decimal(20)), (4, 0), "23.60", "16.00", "0.40"),
        (Single(point_value=2, limit=Decimal(10)), (4, 0), "17.20", "2.00", "0.80"),
        (Single(point_value=2, limit=Decimal(20)), (4, 0), "27.20", "12.00", "0.80"),
        (Single(point_value=1, limit=Decimal(10)), (64, 0), "19.00", "0.00", "1.00"),  # lost to the limit
    ],
)
def test_stakes_and_prizes_are_those_of_the_source(
    mode: Mode, points: tuple[int, int], first: str, second: str, house: str
) -> None:
    tied = points[0] == points[1]
    outcome = Outcome(None if tied else "first", points, ended="drawn" if tied else "won")
    settled = settlement(mode, outcome)
    assert isinstance(settled, Settlement)
    found = settled.credits.first, settled.credits.second, settled.house
    assert found == (Decimal(first), Decimal(second), Decimal(house))


@pytest.mark.rule("ELO-9")
@pytest.mark.source("room 17")
@pytest.mark.parametrize(
    ("rating", "name"),
    [
        (1801, "1800 and over"),
        (1799, "1700-1799"),
        (1700, "1700-1799"),
        (1699, "1600-1699"),
        (1600, "1600-1699"),
        (1599, "1500-1599"),
        (1500, "1500-1599"),
        (1499, "under 1500"),
        (0, "under 1500"),
    ],
)
def test_the_classes(rating: int, name: str) -> None:
    assert rating_class(rating * MICROPOINTS).name == name


@pytest.mark.rule("ELO-2")
@pytest.mark.source("room 18")
def test_the_fixed_points_of_each_mode() -> None:
    n = {mode: ROOM.n_of_mode(mode) for mode in GAMES_OF}
    assert n == {"five-points": 5, "three-games": 4, "single": 2, "normal": 1}


@pytest.mark.rule("ELO-4")
@pytest.mark.source("room 22")
def test_k_falls_from_five_to_one_at_400() -> None:
    assert [ROOM.k_at(played) for played in (0, 100, 399, 400, 5000)] == [5, 4, Decimal("1.01"), 1, 1]


@pytest.mark.rule("ELO-3", "ELO-5")
@pytest.mark.source("room 16", "room 19", "room 20", "room 21", "room 23", "room 24")
def test_lower_rated_winner_gains_ten_times_as_much() -> None:
    """D = 1000 and n = 4: 10^(1000·2/2000) is 10, so P_u is 1/11. With K 1 the change is 4·2·10/11, or 4·2·1/11."""
    lower, higher = 1000 * MICROPOINTS, 2000 * MICROPOINTS
    assert rate(ROOM, 4, lower, higher, 400, 400) == (lower + 7_272_727, higher - 7_272_727)
    assert rate(ROOM, 4, higher, lower, 400, 400) == (higher + 727_273, lower - 727_273)


@pytest.mark.rule("NXE-1")
@pytest.mark.source("nxe 1")
def test_one_loss_or_more_puts_a_player_out() -> None:
    assert [NxeOptions(kind="nxe", losses=losses).losses for losses in (1, 7)] == [1, 7]
    with pytest.raises(ValidationError):
        NxeOptions(kind="nxe", losses=0)


@pytest.mark.rule("RNG-1", "RNG-7")
@pytest.mark.source("dual_ring 1", "dual_ring 3")
@pytest.mark.parametrize("players", [3, 4, 99, 100])
def test_a_ring_of_any_size_gives_everybody_a_game_of_each_colour(players: int) -> None:
    pairs = list(Ring(tuple(range(1, players + 1)), (), {}).neighbours)
    assert [white for white, _ in pairs] == sorted(black for _, black in pairs) == list(range(1, players + 1))
    assert all(black == white % players + 1 for white, black in pairs)


@pytest.mark.rule("TD-8")
@pytest.mark.source("ausbgf 2.2.2")
def test_one_break_up_to_fifteen_points_and_two_beyond() -> None:
    assert [BREAKS.breaks_allowed(length) for length in (1, 15, 16, 25)] == [1, 1, 2, 2]


NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.mark.rule("TD-5")
@pytest.mark.source("ausbgf 2.2.4")
@pytest.mark.parametrize(("minutes", "points"), [(4, 0), (5, 1), (9, 1), (10, 2), (25, 5)])
def test_points_for_each_five_minutes(minutes: int, points: int) -> None:
    award = lateness(NOON, NOON, NOON + timedelta(minutes=minutes), NOON + timedelta(hours=1))
    assert [one.points for one in award] == [points] * (points > 0)


@pytest.mark.rule("TD-5")
@pytest.mark.source("ausbgf 2.2.4")
def test_more_than_half_of_the_length_wins_the_match() -> None:
    least = {length: next(n for n in range(20) if decides(n, length)) for length in (1, 3, 5, 7, 8)}
    assert least == {1: 1, 3: 2, 5: 3, 7: 4, 8: 5}


@pytest.mark.rule("TD-7")
@pytest.mark.source("ausbgf 3.5.5", "ausbgf 3.5.6")
def test_the_clock_has_half_of_what_both_need_at_two_minutes_a_point() -> None:
    terms = ClockTerms()
    assert (terms.seconds_per_point, terms.delay_seconds) == (120, 12)
    # (RA + RB)/2 · 2 minutes: (7 + 7)/2 is 7, at 3-2 (4 + 5)/2 is 4.5.
    assert [allotment(7, score, terms).seconds_each for score in ((0, 0), (3, 2))] == [14 * 60, 9 * 60]


@pytest.mark.rule("TD-9", "TD-11")
@pytest.mark.source("ausbgf 1.3.2", "ausbgf 5.1", "ausbgf 5.2")
def test_a_committee_has_three_or_five() -> None:
    def formed(size: int) -> Committee:
        return committee_of_appeal([person(letter) for letter in "ABCDEFG"[:size]], (), ())

    for size in (1, 2, 4, 6):
        with pytest.raises(Refused) as refusal:
            formed(size)
        assert refusal.value.problem.slug == "committee-size"
    assert [(formed(size).majority, size) for size in (3, 5)] == [(2, 3), (3, 5)]


@pytest.mark.rule("TD-21")
def test_every_word_announces_a_preset() -> None:
    assert set(PRESETS) == set(get_args(PresetWord))


@pytest.mark.rule("TD-22")
@pytest.mark.source("ausbgf 4.3.4", "ausbgf 4.4.4", "ausbgf 4.5", "ausbgf 1.5")
@pytest.mark.parametrize(
    ("clause", "permitted"),
    [
        ("1.5", "warning penalty-points disqualification expulsion spectator-expulsion"),
        ("4.3.4", "clock-adjustment warning penalty-points game-loss match-loss disqualification ban"),
        ("4.4.4", "match-loss disqualification"),
        ("4.5", "disqualification ban"),
    ],
)
def test_permissions_of_a_clause_are_those_of_the_source(clause: str, permitted: str) -> None:
    assert [rung.sanction for rung in ladder("ausbgf-2021-11", clause, ()).rungs] == permitted.split()


@pytest.mark.rule("TD-20", "TD-22")
@pytest.mark.source("ausbgf 1.1", "ausbgf 1.1.2", "ausbgf 1.1.3", "ausbgf 3.8")
def test_three_clauses_are_this_federation_s_own_and_3_8_is_as_amended_in_2021_11() -> None:
    own = ("4.1.5(a)", "4.4.2", "4.4.5")
    assert len(own) == 3
    assert [ladder("wbgf", clause, ()).rungs for clause in own] == [()] * 3
    assert all(ladder("ausbgf-2021-11", clause, ()).rungs for clause in (*own, "3.8"))
    assert ladder("ausbgf-2021-05", "3.8", ()).rungs == ()


REQUESTS = [
    ("ban-spectator", "1.6.4"),
    ("monitor", "1.7.7"),
    ("non-smoking-area", "2.1"),
    ("clock", "2.3.2"),
    ("baffle-box", "2.4.2"),
    ("board", "3.1"),
    ("cups", "3.2"),
    ("precision-dice", "3.3.1"),
    ("equipment", "3.4.3, 3.5.3"),
    ("preference", "3.6"),
    ("change-of-equipment", "3.7.1"),
    ("score-board", "4.7"),
]


@pytest.mark.rule("TD-6", "TD-23")
@pytest.mark.source("ausbgf 1.6.4", "ausbgf 1.7.7", "ausbgf 2.1", "ausbgf 2.3.2", "ausbgf 2.4.2", "ausbgf 3.1")
@pytest.mark.source(
    "ausbgf 3.2", "ausbgf 3.3.1", "ausbgf 3.4.3", "ausbgf 3.5.3", "ausbgf 3.6", "ausbgf 3.7.1", "ausbgf 4.7"
)
def test_every_request_and_demand_of_a_player_is_answered() -> None:
    desk = started("AB")
    desk.do(match_commands.MakeMatch(sides=(1, 2), length=7))
    for number, (wanted, clauses) in enumerate(REQUESTS, 1):
        said = {"kind": wanted, "entry": 1, "match": 1, "insists": True, "reason": f"By {clauses}."}
        desk.do(record_commands.MakeRequest.model_validate(said), player("A"))
        desk.do(record_commands.AnswerRequest(number=number, granted=True, reason="It is there."))
    wishes = desk.state.match_records.requests
    assert [(wish.made.kind, wish.answered is not None) for wish in wishes] == [(one, True) for one, _ in REQUESTS]
