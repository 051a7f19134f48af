"""Rating pools as data: announced, in force for tournaments that are announced from then on, and named by keys (ELO-1,
ELO-8)."""

from dataclasses import replace

import pytest

from domain.federation.decide import AnnounceRatingPool, Known, SetPoolListing, decide
from domain.federation.state import Federation, evolve, initial
from domain.kernel.envelope import Actor
from domain.kernel.ids import FEDERATION
from domain.kernel.refusal import Refused
from domain.rating.listing import ListingRules
from domain.rating.pools import GivenPoolName, PoolPolicy, require_opening, require_pool
from domain.tournament.decisions.lifecycle.lifecycle import announce
from domain.tournament.derived.rated_pools import pools_of
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import TournamentAnnounced
from tests.desk import NOON, OFFICE, Desk, director, recorded
from tests.when import When, ask

VALLEY, HILL = "00000000-0000-4000-8000-0000000000c1", "00000000-0000-4000-8000-0000000000c2"
NOTHING = Known(lambda _: (), lambda _: 0, lambda one, other: one == other, lambda club: club)
CLUB = PoolPolicy(policy="club", policy_version=1)


def pool(key: str, policy: PoolPolicy | None = None) -> AnnounceRatingPool:
    names = (GivenPoolName(language="en", name=key),)
    return AnnounceRatingPool(pool=key, names=names, policy=policy, reason="As voted.")


def after(*commands: AnnounceRatingPool | SetPoolListing, by: Actor = OFFICE) -> Federation:
    state = initial(FEDERATION)
    for command in commands:
        for event in decide(state, command, by, NOTHING):
            state = evolve(state, recorded(event, FEDERATION, state.version + 1, by, NOON))
    return state


def asked(*commands: AnnounceRatingPool | SetPoolListing, by: Actor = OFFICE) -> When[Federation]:
    return ask(initial(FEDERATION), lambda: after(*commands, by=by))


def announced(federation: Federation, **said: object) -> TournamentAnnounced:
    """The tournament as it is announced with these settings. Raises Refused."""
    play = {} if "preset" in said else {"format": {"kind": "open"}}
    command = lifecycle_commands.AnnounceTournament.model_validate({"name": "Club evening", **play, **said})
    context = replace(Desk().context(OFFICE), federation=lambda: federation)
    event = announce(Desk().state, command, context)[0]
    assert isinstance(event, TournamentAnnounced)
    return event


@pytest.mark.rule("ELO-1")
def test_two_pools_are_there_from_the_start_and_no_event_announced_them() -> None:
    pools = after().rating_pools
    assert [(key, one.version, one.policy, one.names) for key, one in pools.items()] == [
        ("normal", 0, None, ()),
        ("price", 0, None, ()),
    ]


@pytest.mark.rule("ELO-1", "ELO-8")
def test_announced_pool_is_there_with_its_policy_and_gets_new_versions() -> None:
    state = after(pool("online"), pool("doubles", CLUB), pool("online", CLUB))
    assert [(key, one.version) for key, one in state.rating_pools.items()] == [
        ("normal", 0),
        ("price", 0),
        ("online", 2),
        ("doubles", 1),
    ]
    assert state.rating_pools["online"].policy == CLUB
    assert state.rating_pools["online"].announced_at == NOON


@pytest.mark.rule("ELO-1", "ELO-8")
def test_pool_that_says_nothing_new_or_has_no_policy_there_is_is_refused() -> None:
    asked(pool("online"), pool("online")).refused("rating-pool-unchanged")
    asked(pool("online", PoolPolicy(policy="club", policy_version=9))).refused("rating-policy-unknown")
    asked(pool("online"), by=director("A")).refused("not-allowed")


@pytest.mark.rule("ELO-1")
def test_unknown_pool_is_refused_with_the_pools_there_are() -> None:
    with pytest.raises(Refused, match=r"no rating pool live.*normal, price, online"):
        require_pool(after(pool("online")).rating_pools, "live")
    with pytest.raises(Refused, match="no rating pool live"):
        announced(after(), rating={"pool": "live", "policy": "room", "policy_version": 1})


def listing(key: str = "online", **rules: object) -> SetPoolListing:
    said = {"minimum_matches": 0, "seen_within_days": None, "members_only": False, "opening": "either", **rules}
    return SetPoolListing.model_validate({"pool": key, "reason": "As voted.", **said})


@pytest.mark.rule("ELO-8")
def test_listing_rules_of_a_pool_are_kept_when_it_gets_another_name_or_policy() -> None:
    state = after(pool("online"), listing(minimum_matches=5, seen_within_days=730), pool("online", CLUB))
    rules = ListingRules(minimum_matches=5, seen_within_days=730)
    assert (state.listing_of("online"), state.rating_pools["online"].policy) == (rules, CLUB)
    assert after(listing("normal", members_only=True)).rating_pools["normal"].version == 0
    assert {state.listing_of("normal"), state.listing_of("no-such")} == {ListingRules()}


@pytest.mark.rule("ELO-8")
def test_listing_rules_name_clubs_of_members() -> None:
    state = after(listing("normal", members_only=True, clubs=(VALLEY, HILL)))
    assert state.listing_of("normal").clubs == (VALLEY, HILL)
    with pytest.raises(ValueError, match="list members only"):
        listing("normal", clubs=(VALLEY,))
    with pytest.raises(ValueError, match="more than once"):
        listing("normal", members_only=True, clubs=(VALLEY, VALLEY))


@pytest.mark.rule("ELO-8")
def test_listing_rules_that_say_nothing_new_or_name_no_pool_are_refused() -> None:
    asked(pool("online"), listing()).refused("pool-listing-unchanged")
    asked(listing(minimum_matches=1)).refused("rating-pool-unknown")
    asked(listing("normal", minimum_matches=1), by=director("A")).refused("not-allowed")


@pytest.mark.rule("ELO-1")
def test_pool_that_opens_by_policy_takes_no_opening_rating_of_the_office() -> None:
    for opening in ("either", "office"):
        require_opening(after(pool("online"), listing(opening=opening, minimum_matches=1)).rating_pools, "online")
    with pytest.raises(Refused, match="In online everybody begins with what the policy"):
        require_opening(after(pool("online"), listing(opening="policy")).rating_pools, "online")
    with pytest.raises(Refused, match="no rating pool live"):
        require_opening(after().rating_pools, "live")


@pytest.mark.rule("ELO-1", "ALL-11")
def test_tournament_is_announced_in_an_announced_pool() -> None:
    terms = {"pool": "online", "policy": "room", "policy_version": 1}
    event = announced(after(pool("online")), rating=terms)
    assert event.rating is not None
    assert (event.rating.pool, event.rating.pinned.key) == ("online", ("room", 1))
    assert pools_of(event) == ("online",)


@pytest.mark.rule("ELO-8")
def test_pool_with_a_policy_takes_no_tournament_of_another() -> None:
    federation = after(pool("online", CLUB))
    with pytest.raises(Refused, match="online has the policy club version 1"):
        announced(federation, rating={"pool": "online", "policy": "room", "policy_version": 1})
    event = announced(federation, rating={"pool": "online", "policy": "club", "policy_version": 1})
    assert event.rating is not None


@pytest.mark.rule("ELO-1", "ELO-8")
def test_modes_of_the_room_are_rated_by_the_policy_of_each_of_their_pools() -> None:
    room = {"format": {"kind": "open", "forms": ["five-points"], "stakes": True}}
    terms = {"rating": {"pool": "normal", "policy": "room", "policy_version": 1}}
    assert pools_of(announced(after(), **room, **terms)) == ("normal", "price")
    with pytest.raises(Refused, match="price has the policy club version 1"):
        announced(after(pool("price", CLUB)), **room, **terms)


@pytest.mark.rule("ELO-8")
def test_preset_is_rated_by_the_policy_that_its_pool_has_by_now() -> None:
    before, now = announced(after(), preset="room-normal"), announced(after(pool("normal", CLUB)), preset="room-normal")
    assert [event.rating and event.rating.policy for event in (before, now)] == ["room", "club"]
