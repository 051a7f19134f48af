"""Trials of rating policies: the same matches rated once more, beside those in force (ELO-8)."""

from dataclasses import replace

import pytest

from domain.kernel.ids import TournamentId, tournament_stream
from domain.kernel.values import Pool
from domain.rating.policy import MICROPOINTS, POLICIES, Policy
from domain.tournament.lifecycle.events import PinnedTerms, RatingTerms
from domain.tournament.state import Tournament
from projections.engine.states import Batch, Touched
from projections.ratings.pools import Pools
from projections.ratings.trials import Tried, try_with, under
from tests.desk import TOURNAMENT, started

RESULTS = ("A 3-5 B", "B 5-1 C", "C 5-0 A", "A 5-4 C")


OTHER = TournamentId("00000000-0000-4000-8000-0000000000b2")


def evening(policy: Policy, pool: Pool = "normal", tournament: TournamentId = TOURNAMENT) -> Tournament:
    """The tournament as it is where it was announced under the policy."""
    terms = RatingTerms(pool=pool, policy=policy.name, policy_version=policy.version)
    desk = started("ABC", rating=PinnedTerms.of(terms, policy))
    for result in RESULTS:
        desk.report(result)
    return replace(desk.state, stream=tournament_stream(tournament))


def rated(state: Tournament) -> dict[str, int]:
    pools = Pools()
    pools.take(Batch({state.stream: Touched(state, None)}))
    pools.settle()
    ledger = pools.pool("normal").ledger
    return {person: ledger.current(person).rating for person in ledger.players()}


@pytest.mark.rule("ELO-8")
@pytest.mark.parametrize("now", POLICIES.values(), ids=lambda policy: policy.name)
@pytest.mark.parametrize("other", POLICIES.values(), ids=lambda policy: policy.name)
def test_trial_is_what_an_announcement_under_the_policy_would_have_made(now: Policy, other: Policy) -> None:
    [found] = try_with([evening(now)], [], Tried(other))
    assert {one.person: one.after for one in found.changes} == rated(evening(other))
    assert {one.person: one.before for one in found.changes} == rated(evening(now))


@pytest.mark.rule("ELO-8", "ELO-9")
def test_trial_tells_whom_a_policy_that_rates_none_leaves_out() -> None:
    long_ones = POLICIES["room", 1].model_copy(update={"name": "long", "shortest": 7})
    [found] = try_with([evening(POLICIES["room", 1])], [], Tried(long_ones))
    assert (found.matches, found.matches_after) == (4, 0)
    assert [(one.after, one.difference) for one in found.changes] == [(None, None)] * 3
    assert sum(one.players for one in found.classes) == 3
    assert sum(bar.players for bar in found.bars) == 0


@pytest.mark.rule("ELO-8", "ELO-9")
def test_trial_tells_of_each_class_by_how_much_its_players_change() -> None:
    [found] = try_with([evening(POLICIES["room", 1])], [], Tried(POLICIES["denmark", 1]))
    for one in found.classes:
        assert sum(bar.players for bar in one.bars) == one.gain + one.lose + one.stay
    together = [sum(bars) for bars in zip(*([bar.players for bar in one.bars] for one in found.classes), strict=True)]
    assert together == [bar.players for bar in found.bars]
    assert sum(together) == 3


@pytest.mark.rule("ELO-8")
def test_trial_tells_of_those_who_are_listed_as_a_list_would_after_the_policy() -> None:
    """Two of three are listed: their ratings are those of a service that was rated by it, with all matches."""
    other = POLICIES["denmark", 1]
    as_rated = rated(evening(other))
    first, second, _ = sorted(as_rated)
    [found] = try_with([evening(POLICIES["room", 1])], [], Tried(other, listed=frozenset({first, second})))
    assert {one.person: one.after for one in found.changes} == {one: as_rated[one] for one in (first, second)}
    assert sum(one.players for one in found.classes) == 2
    assert try_with([evening(POLICIES["room", 1])], [], Tried(other, listed=frozenset())) == []


@pytest.mark.rule("ELO-1", "ELO-8")
def test_trial_of_a_pool_that_begins_with_the_ratings_of_another_is_as_if_the_office_had_set_them() -> None:
    """The same evening was played in two pools. In the one tried everybody begins with what they have in the other."""
    club, here = POLICIES["club", 1], evening(POLICIES["room", 1])
    there = evening(POLICIES["denmark", 1], "price", OTHER)
    set_by_office = Pools()
    set_by_office.take(Batch({there.stream: Touched(there, None)}))
    set_by_office.settle()
    price = set_by_office.pool("price").ledger
    for player in price.players():
        standing = price.current(player)
        set_by_office.pool("normal").open(player, standing.rating, standing.experience)
    set_by_office.take(Batch({here.stream: Touched(under(club, here), None)}))
    set_by_office.settle()
    wanted = set_by_office.pool("normal").ledger
    [found] = try_with([here, there], [], Tried(club, "normal", opens_from="price"))
    assert {one.person: one.after for one in found.changes} == {
        player: wanted.current(player).rating for player in wanted.players()
    }
    [without] = try_with([here, there], [], Tried(club, "normal"))
    assert without.changes != found.changes


@pytest.mark.rule("ELO-8")
def test_trial_of_another_pool_changes_nothing_here() -> None:
    assert try_with([evening(POLICIES["room", 1])], [], Tried(POLICIES["club", 1], "price")) == []


def test_trial_lists_players_by_what_they_gain() -> None:
    [found] = try_with([evening(POLICIES["room", 1])], [], Tried(POLICIES["denmark", 1]))
    differences = [one.difference for one in found.changes]
    assert differences == sorted((one or 0 for one in differences), reverse=True)
    assert all(abs(one or 0) < 100 * MICROPOINTS for one in differences)
