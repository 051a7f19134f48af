"""The Champion tournament (CHM-1..6): N times elimination (NXE) in which each player has an N of their own, the
credits.

In each round a player plays as many matches at once as they have credits left; each loss costs one. If the player with
most credits has more than all others together, that player has the excess as byes; otherwise, if the sum is odd, one of
those with the fewest byes so far has one bye. Players are seated at random at the round's matches, those with most
credits first, never twice at one match. The last one with credits left wins.

Readings: players with equally many credits are seated in random order, each at a free seat, each as likely; only where
too few matches would stay open for the next is it one of an empty match, so that the draw always completes. A result
that changes while nothing made from it has been started takes the matches of both its sides in later rounds away: a
credit more or less is a match more or less. What players then lack in a round under way is drawn from them alone, with
the matches they lack in place of credits; where one alone lacks some while another has a bye in that round, the
director decides (ALL-5). Where a change stands, a player may have more places in a round than credits left, and losses
beyond the last credit cost nothing more (ALL-4).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from domain.formats.contract.account import Account, Part, account
from domain.formats.contract.protocol import Announced, Entrant, Facts, RoundPlace
from domain.formats.contract.steps import Contender, Drawing, Due, Excused, Pair
from domain.formats.elimination.shared import (
    Elimination,
    EliminationOptions,
    byes,
    matches_lost,
    matches_won,
    one_bye,
    part_of,
)
from domain.formats.progress import newest_round
from domain.kernel.chance import Chance
from domain.kernel.ids import EntryNumber
from domain.kernel.refusal import Refused
from domain.kernel.values import Count, Value, Why
from domain.pairing.seating import seat
from domain.problems.entries import NO_CREDITS
from domain.problems.tournament import FORMAT_REQUIREMENT_MISSING


class ChampionOptions(EliminationOptions):
    """The credits are what each entrant brings (CHM-1)."""

    kind: Literal["champion"]


class CreditLine(Value):
    """An entrant's credits at the start of each round that was drawn, in order, and then the credits now."""

    entry: EntryNumber
    credits: tuple[Count, ...]


class CreditChart(Value):
    """Everybody's credits by round, by entry number."""

    kind: Literal["credits"] = "credits"
    rounds: Count
    lines: tuple[CreditLine, ...]


class Champion(Elimination[ChampionOptions]):
    """The format itself."""

    settings = ChampionOptions

    plays_for_credits = True
    rule_of_rounds = "CHM-6"

    follows = False
    chart_kind = "credits"

    def refuse_announcement(self, options: ChampionOptions, announced: Announced) -> Refused | None:
        """CHM-1: without credits nobody could enter."""
        if announced.credited:
            return None
        return Refused(
            FORMAT_REQUIREMENT_MISSING,
            "The announcement must name, in `qualifying`, the series whose wins give the credits.",
            lacks="qualifying",
        )

    def admit(self, options: ChampionOptions, brought: int) -> Refused | None:
        """CHM-1: nobody without credits."""
        return (
            None if brought else Refused(NO_CREDITS, "A player needs a credit to play here, and this entry has none.")
        )

    def lives(self, options: ChampionOptions, entrant: Entrant) -> int:
        """CHM-6: the entrant's credits."""
        return entrant.credits

    def matches_in_round(self, facts: Facts, entrant: Entrant, places: Sequence[RoundPlace], round_: int) -> int:
        """CHM-2: as many as the entrant had credits left when the round began."""
        return _credits_before(facts, entrant, places, round_)

    def asks(self, facts: Facts, due: Due) -> bool:
        """An entry alone could meet one that has a bye; else it has the byes itself (CHM-3)."""
        alone, *others = due.contenders
        byes_held = (place.entries for place in facts.places if place.match is None and place.round == due.round)
        return not others and any(alone.entry not in entries for entries in byes_held)

    def contender(self, facts: Facts, entry: int, places: int) -> Contender:
        """CHM-3, CHM-4: by the entry's places and by the byes it has had."""
        return Contender(entry=entry, counts={"byes": facts.byes(entry)}, places=places)

    def draw(self, options: ChampionOptions, due: Due, chance: Chance) -> Drawing:
        """CHM-3, CHM-4."""
        contenders = sorted(due.contenders, key=lambda one: one.entry)
        idle = _byes(contenders, chance)
        without = Counter(one.entry for one in idle)
        places = {one.entry: one.places - without[one.entry] for one in contenders}
        seated = seat([(entry, number) for entry, number in places.items() if number], chance)
        return Drawing(tuple(Pair(sides, _why(places, sides)) for sides in seated), tuple(idle))

    def counts(self, facts: Facts, entrant: Entrant) -> Mapping[str, int]:
        """CHM-5."""
        tally = facts.tally(entrant.number)
        return {
            "win_points": tally.wins,
            "losses": tally.losses,
            "byes": facts.byes(entrant.number),
            "credits": _credits(facts, entrant),
        }

    def accounts(self, options: ChampionOptions, facts: Facts, entry: int) -> Sequence[Account]:
        """CHM-5: the credits at the start, and every match and bye since."""
        return (
            account("win_points", matches_won(facts, entry)),
            account("losses", matches_lost(facts, entry)),
            account("byes", byes(facts, entry)),
            account("credits", _credit_parts(facts, facts.entrant(entry))),
        )

    def chart(self, options: ChampionOptions, facts: Facts) -> CreditChart:
        """Credits by round."""
        rounds = newest_round(facts)
        lines = (CreditLine(entry=one.number, credits=_course(facts, one, rounds)) for one in facts.entrants)
        return CreditChart(rounds=rounds, lines=tuple(lines))

    def seats(self, options: ChampionOptions, facts: Facts, entry: int) -> int:
        """CHM-2: nobody has more places in a round than credits at the start."""
        return facts.entrant(entry).credits


def _credits(facts: Facts, entrant: Entrant) -> int:
    """The credits the entrant has left now (CHM-5)."""
    return max(0, entrant.credits - facts.setbacks(entrant.number))


def _credits_before(facts: Facts, entrant: Entrant, places: Sequence[RoundPlace], round_: int) -> int:
    """The credits left when the round began: those left now, and those lost in it and since."""
    since = sum(_has_cost(place, entrant) for place in places if place.round >= round_)
    return max(0, entrant.credits - facts.setbacks(entrant.number) + since)


def _has_cost(place: RoundPlace, entrant: Entrant) -> bool:
    return place.advanced is not None and place.advanced.is_lost_by(entrant.number)


def _course(facts: Facts, entrant: Entrant, rounds: int) -> tuple[int, ...]:
    places = facts.places_of(entrant.number)
    return tuple(_credits_before(facts, entrant, places, round_) for round_ in range(1, rounds + 2))


def _credit_parts(facts: Facts, entrant: Entrant) -> Sequence[Part]:
    """The credits at the start, each loss that counts, and the effect of a change under `stand` (ALL-4)."""
    brought = Part(label="brought", value=entrant.credits)
    places = (place for place in facts.places_of(entrant.number) if _has_cost(place, entrant))
    losses = [part_of("loss", -1, place, entrant.number) for place in places]
    stands = _credits(facts, entrant) - entrant.credits + len(losses)
    return [brought, *losses, *([Part(label="stands", value=stands)] if stands else [])]


def _byes(contenders: Sequence[Contender], chance: Chance) -> list[Excused]:
    """CHM-3: the excess of the one with most places; or one, where their sum is odd."""
    most = max(contenders, key=lambda one: one.places)
    others = sum(one.places for one in contenders) - most.places
    if most.places > others:
        why = Why(rule="CHM-3", counts={"places": most.places, "places_of_others": others})
        return [Excused(most.entry, why)] * (most.places - others)
    return [one_bye(contenders, "CHM-3", chance)] if (most.places + others) % 2 else []


def _why(places: Mapping[int, int], sides: tuple[int, int]) -> Why:
    """CHM-4: with how many places each was seated."""
    return Why(rule="CHM-4", counts={"places_first": places[sides[0]], "places_second": places[sides[1]]})
