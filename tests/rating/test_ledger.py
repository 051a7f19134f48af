"""The ledger in force: order, corrections, and that only what depends on a change is rated again (ELO-6)."""

from decimal import Decimal

import pytest

from domain.rating.ledger import Ledger, UnsettledLedgerError
from domain.rating.lines import LedgerMatch, Standing
from domain.rating.policy import UnknownPolicyError
from tests.rating.leagues import START, a_match, league, rated_simply, settled
from tests.rating.test_elo import NEAR_TIES


@pytest.mark.rule("ELO-1", "ELO-4", "ELO-5")
def test_everyone_starts_as_the_pool_says() -> None:
    """Beginners at 1500: 4·5·√4·1/2 = 20. Experience grows by n."""
    ledger = settled([a_match(1, "ann", "bob", n=4)])
    assert ledger.current("ann") == Standing(1_520_000_000, 4, 20_000_000, ("t", 1))
    assert ledger.current("bob") == Standing(1_480_000_000, 4, -20_000_000, ("t", 1))
    assert ledger.current("cyd") == Standing(START, 0, None, None)


@pytest.mark.rule("ELO-1")
def test_start_and_experience_are_the_pools_own() -> None:
    """From 1800 with experience 400, K is 1: 4·1·√1·1/2 = 2."""
    ledger = Ledger(1_800_000_000, 400)
    ledger.put(a_match(1, "ann", "bob", n=1))
    ledger.settle()
    assert ledger.current("ann") == Standing(1_802_000_000, 401, 2_000_000, ("t", 1))
    assert ledger.current("cyd") == Standing(1_800_000_000, 400, None, None)


@pytest.mark.rule("ELO-1", "ELO-4")
def test_a_player_may_have_an_opening_of_his_own() -> None:
    """Ann: K = 1, 4·1·√9·1/2 = 6; Bob: K = 5, 30."""
    ledger = settled([a_match(1, "ann", "bob", n=9)], {"ann": (START, 400)})
    assert ledger.current("ann") == Standing(1_506_000_000, 409, 6_000_000, ("t", 1))
    assert ledger.current("bob") == Standing(1_470_000_000, 9, -30_000_000, ("t", 1))


@pytest.mark.rule("ELO-1")
def test_an_opening_counts_from_the_first_match_on_also_afterwards() -> None:
    matches = league(300, 12)
    ledger = settled(matches)
    ledger.set_opening("p003", 1_700_000_000, 50)
    ledger.settle()
    assert list(ledger.lines()) == rated_simply(matches, {"p003": (1_700_000_000, 50)})
    ledger.clear_opening("p003")
    ledger.settle()
    assert list(ledger.lines()) == rated_simply(matches, {})


@pytest.mark.rule("ELO-6")
def test_match_is_in_the_ledger_before_it_is_settled() -> None:
    ledger, match = Ledger(START, 0), a_match(1, "ann", "bob", n=1)
    ledger.put(match)
    assert (ledger.match(("t", 1)), ledger.match(("t", 2))) == (match, None)
    assert (ledger.first("ann"), ledger.first("cyd")) == (match, None)


@pytest.mark.rule("ELO-5", "ELO-6")
def test_both_old_ratings_are_those_before_the_match() -> None:
    line = settled([a_match(1, "ann", "bob", n=4), a_match(2, "bob", "ann", n=4)]).line(("t", 2))
    assert (line.winner_before, line.loser_before) == (1_480_000_000, 1_520_000_000)
    assert (line.winner_experience, line.loser_experience) == (4, 4)


@pytest.mark.rule("ELO-6")
def test_order_is_time_then_place_then_first_report() -> None:
    ledger = settled(
        [
            a_match(1, "ann", "bob", played_at=20),
            a_match(2, "ann", "bob", played_at=10, place=2),
            a_match(3, "ann", "bob", played_at=10, place=1),
            a_match(5, "ann", "bob", played_at=10, place=2),
            a_match(4, "ann", "bob", played_at=10, place=2),
            a_match(6, "ann", "bob", played_at=10)._replace(place=Decimal("1.5")),
        ]
    )
    order = [("t", number) for number in (3, 6, 2, 4, 5, 1)]
    assert [line.match.match for line in ledger.lines()] == order
    assert [line.match.match for line in ledger.history("ann")] == order


@pytest.mark.rule("ELO-6")
def test_a_correction_may_move_a_match() -> None:
    matches = league(200, 10)
    ledger = settled(matches)
    moved = matches[150]._replace(played_at=20, place=-1)
    ledger.put(moved)
    ledger.settle()
    assert list(ledger.lines()) == rated_simply([*matches[:150], moved, *matches[151:]], {})


@pytest.mark.rule("ELO-8", "ALL-11")
def test_each_match_is_rated_by_its_own_tournaments_policy() -> None:
    """Equal players, n = 4: the club's 4·1·2·1/2 = 4; then Denmark's n·P between others: 4·1/2 = 2."""
    ledger = settled(
        [
            a_match(1, "ann", "bob", n=4, rated_by=("club", 1)),
            a_match(2, "cyd", "dan", n=4, rated_by=("denmark", 1)),
            a_match(3, "eve", "fay", n=4, rated_by=("room", 1)),
        ]
    )
    changes = [ledger.current(player).rating_change for player in ("ann", "dan", "eve")]
    assert changes == [4_000_000, -2_000_000, 20_000_000]


@pytest.mark.rule("ELO-6")
def test_only_dependents_are_rated_again() -> None:
    """Two groups that never meet: a correction in one says nothing about the other."""
    north = [a_match(2 * i, f"n{i % 3}", f"n{(i + 1) % 3}") for i in range(200)]
    south = [a_match(2 * i + 1, f"s{i % 3}", f"s{(i + 1) % 3}") for i in range(200)]
    ledger = settled([*north, *south])
    ledger.put(south[190]._replace(winner=south[190].loser, loser=south[190].winner))
    changes = ledger.settle()
    assert changes.matches == tuple(each.match for each in south[190:])
    assert changes.players == ("s0", "s1", "s2")


@pytest.mark.rule("ELO-6")
def test_a_player_who_comes_out_as_before_drops_out() -> None:
    """The match changes its time, but no match of either player lay between: nothing else is rated again."""
    matches = [a_match(10 * i, f"p{i % 5}", f"p{(i + 1) % 5}") for i in range(100)]
    ledger = settled(matches)
    ledger.put(matches[50]._replace(played_at=503))
    changes = ledger.settle()
    assert changes.matches == (matches[50].match,)
    assert changes.players == ()


def test_putting_the_same_match_again_changes_nothing() -> None:
    ledger = settled(league(50, 6))
    ledger.put(league(50, 6)[10])
    assert ledger.settle() == ((), ())


@pytest.mark.rule("ELO-6")
@pytest.mark.source("room 22")
def test_matches_appended_go_on_from_the_current_ratings() -> None:
    matches = league(400, 20)
    ledger = settled(matches[:250])
    for match in matches[250:]:
        ledger.put(match)
    assert ledger.settle().matches == tuple(each.match for each in matches[250:])
    assert list(ledger.lines()) == rated_simply(matches, {})


def test_removing_the_only_match_brings_back_the_start() -> None:
    ledger = settled([a_match(1, "ann", "bob")])
    ledger.remove(("t", 1))
    assert ledger.settle() == ((), ("ann", "bob"))
    assert ledger.current("ann") == Standing(START, 0, None, None)
    assert ledger.players() == ()
    assert len(ledger) == 0


def test_removing_the_last_match_and_appending_another() -> None:
    matches = league(60, 6)
    ledger = settled(matches[:50])
    ledger.remove(matches[49].match)
    for match in matches[50:]:
        ledger.put(match)
    ledger.settle()
    assert list(ledger.lines()) == rated_simply([*matches[:49], *matches[50:]], {})


def near_ties() -> tuple[dict[str, tuple[int, int]], list[LedgerMatch]]:
    """Openings and matches: each near tie on both sides, on the winner's and on the loser's, and a match after it."""
    openings: dict[str, tuple[int, int]] = {}
    matches: list[LedgerMatch] = []
    for number, (n, k_hundredths, difference, _) in enumerate(NEAR_TIES):
        near, far = 500 - k_hundredths, 237
        for case, (winner_experience, loser_experience) in enumerate([(near, near), (near, far), (far, near)]):
            winner, loser = f"w{number:02}-{case}", f"l{number:02}-{case}"
            openings[winner] = START + difference, winner_experience
            openings[loser] = START, loser_experience
            first = 2 * len(matches)
            matches += [a_match(first, winner, loser, n=n), a_match(first + 1, loser, winner, n=3)]
    return openings, matches


@pytest.mark.rule("ELO-7")
def test_near_ties_are_decided_exactly_and_counted() -> None:
    openings, matches = near_ties()
    ledger = settled(matches, openings)
    assert ledger.fallbacks == 3 * len(NEAR_TIES)
    assert list(ledger.lines()) == rated_simply(matches, openings)


@pytest.mark.rule("ELO-6", "ELO-7")
def test_near_ties_rated_again_are_decided_exactly_and_counted() -> None:
    openings, matches = near_ties()
    ledger = settled(matches, openings)
    for opening in (dict.fromkeys(openings, (START, 0)), openings):
        before = ledger.fallbacks
        for player in openings:
            ledger.set_opening(player, *opening[player])
        ledger.settle()
    assert ledger.fallbacks == before + 3 * len(NEAR_TIES)
    assert list(ledger.lines()) == rated_simply(matches, openings)


def test_a_difference_beyond_floats_is_rated_exactly() -> None:
    openings = {"ann": (10**12, 400), "bob": (0, 400)}
    matches = [a_match(1, "ann", "bob", n=1), a_match(2, "bob", "ann", n=1)]
    ledger = settled(matches, openings)
    assert ledger.fallbacks == 1  # where the favourite wins; 10^(-500) is 0 to a float, which does no harm
    assert list(ledger.lines()) == rated_simply(matches, openings)


def test_nothing_is_read_before_it_is_settled() -> None:
    ledger = settled([a_match(1, "ann", "bob")])
    ledger.put(a_match(2, "ann", "bob"))
    for read in (lambda: ledger.current("ann"), lambda: ledger.line(("t", 1)), lambda: ledger.history("ann")):
        with pytest.raises(UnsettledLedgerError):
            read()
    with pytest.raises(UnsettledLedgerError):
        ledger.lines()
    ledger.settle()
    assert ledger.history("nobody") == ()
    ledger.remove(("t", 2))
    with pytest.raises(UnsettledLedgerError):
        ledger.current("ann")


def test_concerned_players_are_known_before_the_ledger_is_settled() -> None:
    """Who is concerned by what comes next, and where each of them begins."""
    ledger = settled([a_match(3, "ann", "bob"), a_match(4, "cyd", "dan")])
    ledger.put(a_match(2, "eve", "ann"))
    ledger.set_opening("fay", START, 0)
    assert ledger.touched_players() == ("ann", "eve", "fay")
    assert ledger.first("ann") == a_match(2, "eve", "ann")
    assert ledger.first("bob") == a_match(3, "ann", "bob")
    assert ledger.first("fay") is ledger.first("nobody") is None
    ledger.remove(("t", 4))
    assert ledger.touched_players() == ("ann", "cyd", "dan", "eve", "fay")
    assert ("t", 2) in ledger
    assert ("t", 4) not in ledger
    ledger.settle()
    assert ledger.touched_players() == ()


def test_unratable_matches_are_refused_and_leave_no_trace() -> None:
    ledger = settled([a_match(1, "ann", "bob")])
    with pytest.raises(ValueError, match="ann is on both sides"):
        ledger.put(a_match(1, "ann", "ann"))
    with pytest.raises(ValueError, match="n = 0 is not rated"):
        ledger.put(a_match(1, "ann", "bob", n=0))
    with pytest.raises(UnknownPolicyError):
        ledger.put(a_match(1, "ann", "bob", rated_by=("room", 9)))
    with pytest.raises(ValueError, match="within"):
        ledger.set_opening("ann", 10**12 + 1, 0)
    with pytest.raises(ValueError, match="negative"):
        ledger.set_opening("ann", 0, -1)
    with pytest.raises(KeyError):
        ledger.remove(("t", 2))
    assert ledger.line(("t", 1)).match == a_match(1, "ann", "bob")
    assert ledger.players() == ("ann", "bob")
