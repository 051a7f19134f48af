"""Official rating lists: where everyone stood in a pool, by what was known and played when a day began."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from domain.clubs.decide import require_founded
from domain.clubs.state import Clubs
from domain.federation.published import DatedRatingList
from domain.kernel.ids import ClubId, PersonId
from domain.rating.classes import ClassName, rating_class
from domain.rating.listing import EVERYBODY_LISTED, ListingRules
from projections.ratings.pools import PoolLedger, Pools, as_match, microseconds, moment

Members = frozenset[PersonId] | None
"""Of who the list is; None: of everybody."""


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A line of the list: who is equally rated shares a rank. The rating is in micropoints; `last_played` is None for
    who has only an opening rating."""

    rank: int
    person: PersonId
    rating: int
    experience: int
    rating_class: ClassName
    matches: int
    last_played: datetime | None
    active: bool


def listed_players(pools: Pools, clubs: Clubs, wanted: DatedRatingList) -> Sequence[ListedPlayer]:
    """The list as the pools and clubs of that moment make it, the highest rating first; the pools are used up by it.
    Raises Refused where there was no such club then."""
    members = _members(clubs, wanted)
    kept = pools.pool(wanted.pool)
    kept.settle()
    beyond = microseconds(wanted.played_before)
    for match in [as_match(line.match.match) for line in kept.ledger.lines() if line.match.played_at >= beyond]:
        kept.remove(match)
    kept.settle()
    return list(_ranked_players(kept, wanted, members))


def _members(clubs: Clubs, wanted: DatedRatingList) -> Members:
    """The persons who can be on the list as members of a club: of the one whose list it is, and of one of those that
    the pool's rules name, of any club where they ask for no more."""
    rules, moment = _rules(wanted), wanted.played_before
    by_rules = members_of(clubs, rules.clubs, moment) if rules.members_only else None
    if wanted.club is None:
        return by_rules
    mine = members_of(clubs, (wanted.club,), moment)
    return mine if by_rules is None else mine & by_rules


def members_of(clubs: Clubs, named: Sequence[ClubId], moment: datetime) -> frozenset[PersonId]:
    """The members of one of these clubs at that moment; of any club where none is named. Raises Refused where there is
    no such club."""
    of = [require_founded(clubs, club) for club in named] if named else clubs.every()
    return frozenset[PersonId]().union(*(one.members_at(moment) for one in of))


def _rules(wanted: DatedRatingList) -> ListingRules:
    return wanted.listing or EVERYBODY_LISTED


def _ranked_players(kept: PoolLedger, wanted: DatedRatingList, members: Members) -> Iterator[ListedPlayer]:
    active_from = wanted.played_before - timedelta(days=wanted.active_days)
    rank, before = 0, None
    for place, (player, rating, experience) in enumerate(_sorted_standings(kept, wanted, members), 1):
        rank, before = (rank if rating == before else place), rating
        lines = kept.ledger.history(player)
        last = moment(lines[-1].match.played_at) if lines else None
        active = last is not None and last >= active_from
        yield ListedPlayer(rank, player, rating, experience, rating_class(rating).name, len(lines), last, active)


def _sorted_standings(
    kept: PoolLedger, wanted: DatedRatingList, members: Members
) -> Sequence[tuple[PersonId, int, int]]:
    """Anyone who is on the list, with rating and experience; of the equally rated by their ids."""
    standings = ((player, kept.ledger.current(player)) for player in kept.ledger.players() if kept.is_shown(player))
    found = [
        (player, one.rating, one.experience)
        for player, one in standings
        if one.experience >= wanted.minimum_experience
        and wanted.rating_class in (None, rating_class(one.rating).name)
        and (members is None or player in members)
        and _meets_rules(kept, player, wanted)
    ]
    return sorted(found, key=lambda one: (-one[1], one[0]))


def _meets_rules(kept: PoolLedger, player: PersonId, wanted: DatedRatingList) -> bool:
    """Whether the pool's rules let the player on the list, by matches and opening rating (ELO-8)."""
    rules, lines = _rules(wanted), kept.ledger.history(player)
    if len(lines) < rules.minimum_matches or (rules.opening == "office" and player not in kept.openings):
        return False
    if rules.seen_within_days is None:
        return True
    seen_from = wanted.played_before - timedelta(days=rules.seen_within_days)
    return bool(lines) and moment(lines[-1].match.played_at) >= seen_from
