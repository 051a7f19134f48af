"""What a win and a loss of a match that is still to be played would change: ratings, and stakes (ELO-3 to ELO-5, STK-1
to STK-3)."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import get_args

from domain.kernel.ids import PersonId
from domain.kernel.values import Pool
from domain.kernel.visibility import ForSender
from domain.match.record import Match
from domain.rating.elo import rate
from domain.rating.policy import Policy
from domain.scoring.amount import Amount
from domain.scoring.games import MULTIPLES, Cube, EndedAs, Outcome
from domain.scoring.modes import Mode, Single, ThreeGames, in_room, mode_of
from domain.scoring.stakes import Settlement, settlement
from projections.explain.ratings import as_decimal, chance_of, round_for_show
from projections.views.ratings import points

Start = tuple[int, int]
"""A rating in micropoints, and experience."""


class Prospect(ForSender):
    """P, and what it would change of the player's rating, in points (ELO-3, ELO-5)."""

    chance: Decimal
    change: str
    rating: str


class SideProspects(ForSender):
    """A player's rating and experience before the match, their K, and what a win and a loss would change."""

    entry: int
    person: PersonId
    rating: str
    experience: int
    k: Decimal
    win: Prospect
    loss: Prospect


class RatingProspects(ForSender):
    """The rating terms of the match: in which pool, by which policy, with which n; `difference` is the first side's
    rating minus the second's."""

    pool: Pool
    policy: str
    policy_version: int
    n: int
    difference: str
    sides: tuple[SideProspects, SideProspects]


class PaymentProspects(ForSender):
    """The payment where the match is won, in a single game with so many points; or drawn, and then alike to both.
    `winner_net` and `loser_net` are by what each side's balance changes."""

    ended: EndedAs
    points: int | None
    to_winner: Amount
    to_loser: Amount
    winner_net: Amount
    loser_net: Amount
    house: Amount


class ProspectsView(ForSender):
    """The stakes of a match to be played; `match` is none while it is still to be made. `rating` is none where it would
    not be rated, there are no `payments` where nobody stakes anything, and neither once there is a result."""

    match: int | None
    rating: RatingProspects | None
    stake: Amount | None
    payments: tuple[PaymentProspects, ...]


def rating_prospects(
    pool: Pool, pinned: Policy, n: int, entries: tuple[int, int], persons: Sequence[PersonId], starts: Sequence[Start]
) -> RatingProspects:
    """The changes of both ratings by the match of that n, from the ratings that its sides bring to it."""
    first, second = starts
    sides = (
        _side(pinned, n, entries[0], persons[0], (first, second)),
        _side(pinned, n, entries[1], persons[1], (second, first)),
    )
    name, version = pinned.key
    difference = points(first[0] - second[0])
    return RatingProspects(pool=pool, policy=name, policy_version=version, n=n, difference=difference, sides=sides)


def _side(pinned: Policy, n: int, entry: int, person: PersonId, starts: tuple[Start, Start]) -> SideProspects:
    """`starts` are the player's own, and the opponent's."""
    (rating, experience), (other, other_experience) = starts
    won, _ = rate(pinned, n, rating, other, experience, other_experience)
    _, lost = rate(pinned, n, other, rating, other_experience, experience)
    k = pinned.ks((starts[0][0], starts[1][0]), (starts[0][1], starts[1][1]))[0]
    return SideProspects(
        entry=entry,
        person=person,
        rating=points(rating),
        experience=experience,
        k=as_decimal(k),
        win=_prospect(pinned, n, rating - other, rating, won),
        loss=_prospect(pinned, n, other - rating, rating, lost),
    )


def _prospect(pinned: Policy, n: int, difference: int, before: int, after: int) -> Prospect:
    chance = round_for_show(chance_of(pinned, n, difference))
    return Prospect(chance=chance, change=points(after - before), rating=points(after))


def payments(match: Match) -> tuple[PaymentProspects, ...]:
    """The settlement for each way in which the match can end; nothing where nothing is staked."""
    if match.stake is None or not in_room(match.form):
        return ()
    mode = mode_of(match.form, match.stake, match.point_value)
    return tuple(
        _payment(outcome, worth, settled)
        for outcome, worth in _outcomes(mode)
        if isinstance(settled := settlement(mode, outcome), Settlement)
    )


def _outcomes(mode: Mode) -> Iterator[tuple[Outcome, int | None]]:
    match mode:
        case Single(point_value=value, limit=limit):
            for worth in _game_points():
                yield Outcome("first", (worth, 0)), worth
                if worth * value >= limit:
                    return
        case ThreeGames():
            yield Outcome("first", None), None
            yield Outcome(None, None, ended="drawn"), None
        case _:
            yield Outcome("first", None), None


def _game_points() -> list[int]:
    """The points that a game may count, the least first (GAM-3)."""
    return sorted({cube * multiple for cube in get_args(Cube) for multiple in MULTIPLES.values()})


def _payment(outcome: Outcome, worth: int | None, settled: Settlement) -> PaymentProspects:
    paid, stakes = settled.credits, settled.stakes
    return PaymentProspects(
        ended=outcome.ended,
        points=worth,
        to_winner=paid.first,
        to_loser=paid.second,
        winner_net=paid.first - stakes.first,
        loser_net=paid.second - stakes.second,
        house=settled.house,
    )
