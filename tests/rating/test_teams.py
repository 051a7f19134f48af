"""Teams that are rated as one side: whose ratings move, and that trial and ledger agree (TEA-8, ELO-8)."""

from dataclasses import replace

import pytest

from domain.kernel.ids import tournament_stream
from domain.rating.elo import rate
from domain.rating.pinned import CONSTANTS
from domain.rating.policy import MICROPOINTS, POLICIES, Policy
from domain.rating.teams import may_be_team, team_id
from domain.tournament.lifecycle.events import PinnedTerms, RatingTerms
from domain.tournament.state import Tournament
from projections.engine.states import Batch, Touched
from projections.ratings.pools import Pools
from projections.ratings.trials import Tried, try_with
from tests.desk import person, started

PAIRS = {"A": "E", "B": "F", "C": "G"}
"""Who plays with who."""
AS_ONE = Policy.model_validate(POLICIES["room", 1].model_copy(update={"name": "pairs", "teams": "as-one"}))


def evening(policy: Policy, **pairs: str) -> Tournament:
    """Three pairs, or those, of which the first loses to the second, who lose to the third."""
    terms = RatingTerms(pool="normal", policy=policy.name, policy_version=policy.version)
    desk = started("ABC", rating=RatingTerms(pool="normal", policy="room", policy_version=1))
    assert desk.state.settings is not None
    settings = replace(desk.state.settings, rating=PinnedTerms.of(terms, policy))
    desk.state = replace(desk.state, settings=settings)
    for entry in desk.state.entries.values():
        mate = (pairs or PAIRS).get("ABC"[entry.number - 1])
        members = () if mate is None else (person(mate),)
        desk.state = replace(
            desk.state, entries=desk.state.entries.insert(entry.number, replace(entry, members=members))
        )
    for result in ("A 3-5 B", "B 2-5 C"):
        desk.report(result)
    return desk.state


def ratings(*tournaments: Tournament) -> dict[str, int]:
    """The ratings of everybody who is in the pool, in micropoints."""
    pools = Pools()
    pools.take(Batch({one.stream: Touched(one, None) for one in tournaments}))
    pools.settle()
    ledger = pools.pool("normal").ledger
    return {each: ledger.current(each).rating for each in ledger.players()}


def pair(first: str) -> str:
    return team_id([person(first), person(PAIRS[first])])


@pytest.mark.rule("TEA-8", "ELO-3", "ELO-5", "ELO-8")
def test_teams_are_rated_as_two_players_would_be_and_their_members_are_not() -> None:
    """By hand: three pairs of 1500; the first match of 5 points moves 4 times 5 times the root of 5 times a half, 22.36
    points; then the second pair, with 1522.36 and experience 5, loses to a new one."""
    start = 1500 * MICROPOINTS
    second, first = rate(AS_ONE, 5, start, start, 0, 0)
    assert second - start == 22_360_680
    third, second = rate(AS_ONE, 5, start, second, 0, 5)
    assert ratings(evening(AS_ONE)) == {pair("A"): first, pair("B"): second, pair("C"): third}


@pytest.mark.rule("TEA-8", "ALL-10")
def test_teams_are_not_rated_where_the_policy_says_nothing() -> None:
    assert ratings(evening(POLICIES["room", 1])) == {}


@pytest.mark.rule("TEA-8")
def test_teams_of_the_same_persons_are_one_in_whatever_order_they_enter() -> None:
    assert team_id([person("A"), person("E")]) == team_id([person("E"), person("A")])
    assert team_id([person("A"), person("E")]) != team_id([person("A"), person("F")])
    turned = replace(evening(AS_ONE), stream=tournament_stream("00000000-0000-0000-0000-000000000001"))
    entries = {
        number: replace(entry, person=entry.members[0], members=(entry.person,))
        for number, entry in turned.entries.items()
    }
    for number, entry in entries.items():
        turned = replace(turned, entries=turned.entries.insert(number, entry))
    assert set(ratings(evening(AS_ONE), turned)) == {pair("A"), pair("B"), pair("C")}


@pytest.mark.rule("TEA-8")
def test_id_of_a_team_may_be_one_and_a_drawn_id_of_a_person_is_none() -> None:
    assert may_be_team(pair("A"))
    assert not may_be_team("6b8b4567-327b-43c6-a3c9-869b66334873")


@pytest.mark.rule("TEA-8", "ELO-8")
def test_player_alone_against_a_team_is_rated_like_everybody_else() -> None:
    assert set(ratings(evening(AS_ONE, A="E"))) == {pair("A"), person("B"), person("C")}


@pytest.mark.rule("TEA-8", "ELO-8")
def test_trial_of_a_policy_that_rates_teams_gives_their_ratings() -> None:
    [found] = try_with([evening(POLICIES["room", 1])], [], Tried(AS_ONE))
    assert {one.person: one.after for one in found.changes} == ratings(evening(AS_ONE))
    assert (found.matches, found.matches_after) == (0, 2)


@pytest.mark.rule("ELO-8", "ALL-11")
def test_constants_of_a_policy_that_rates_teams_have_a_version_of_their_own() -> None:
    stored = CONSTANTS.store(AS_ONE.constants)
    assert (stored["version"], stored["teams"]) == (2, "as-one")
    assert CONSTANTS.read(stored) == AS_ONE.constants
    before = CONSTANTS.store(POLICIES["room", 1].constants)
    assert before["version"] == 1
    assert "teams" not in before
    assert CONSTANTS.read(before).teams == "not-rated"
