"""Shared rules of formats whose matches come out of slots that results fill (SEL-3, SE-1, DE-1)."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.formats.contract import acts, steps
from domain.formats.contract.account import Part
from domain.formats.contract.protocol import Entrant, Facts, Options, RoundPlace, entrants_at_start
from domain.kernel.ids import EntryNumber
from domain.kernel.refusal import ProblemType, Refused, name_list
from domain.kernel.values import Why
from domain.match.verdict import DerivedKey
from domain.pairing.bracket import Held, rounds_of, seats_as_listed, seats_of
from domain.problems.entries import ENTRIES_CLOSED, RESIGN_INSTEAD
from domain.problems.matches import MADE_BY_RESULTS, MATCH_HAS_RESULT, NO_DEFAULT_RESULT
from domain.problems.rounds import SIDES_DRAWN
from domain.scoring.games import Outcome

_OF_BRACKET = "In a bracket players can only swap places with each other; a walkover belongs to its seed."

CORRECTED = Why(rule="TD-14")
"""Why two meet, or somebody has a bye, since it was corrected by hand who met."""

ByesTo = Literal["seeds", "lot", "earliest"]
"""Who has the byes of round 1 (SE-3)."""

Layout = Literal["standard", "as-listed", "tiers"]
"""Where the seeds sit in round 1 (SE-3): on the seats of SE-2, one below the other, or changed by lot in each tier."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The rules by which a field is seated. `first_byes` are the entries that have byes before all others, by lot among
    them; beyond seed `seeded` all sit by lot, where tiers do."""

    seeding: str
    byes_to: ByesTo = "seeds"
    first_byes: tuple[int, ...] = ()
    layout: Layout = "standard"
    seeded: int | None = None

    @property
    def is_by_lot(self) -> bool:
        """Whether everybody needs a lot."""
        return self.byes_to == "lot" or bool(self.first_byes) or self.layout == "tiers"

    def seats(self, entrants: int) -> tuple[int, ...]:
        """The seeds on the seats of round 1, from the top."""
        return seats_as_listed(entrants) if self.layout == "as-listed" else seats_of(rounds_of(entrants))


Above = Callable[[str], Iterable[str]]
"""Gives the places in which those may come who come out of that place."""


class FirstByes(Options):
    """`first_byes` are the entries that have byes before all others, by lot among them (SE-3)."""

    of_entries: ClassVar[tuple[str, ...]] = ("first_byes",)

    first_byes: Annotated[tuple[EntryNumber, ...], Field(max_length=512)] = ()


def refuse(
    facts: Facts, act: acts.Act, empty: Callable[[int | None], steps.EmptyPlace | None], rule: str = "SEL-3"
) -> Refused | None:
    """The bracket says who meets, by that rule; a result says who goes on, or that the match is played again."""
    match act:
        case acts.EnterLate(entry=entry):
            return None if empty(entry) else _refuse_entry(facts, entry)
        case acts.PairThemselves() | acts.SitOut():
            return Refused(MADE_BY_RESULTS, "The bracket decides the pairings.")
        case acts.AskForBye():
            return Refused(MADE_BY_RESULTS, "The byes of a bracket go to the top seeds (SWI-6).")
        case acts.Leave(begun=begun):
            return Refused(RESIGN_INSTEAD, "The first match has begun.") if begun else None
        case acts.CorrectMatch(sides=True):
            detail = "Correct who met for the whole round, with both places of the bracket."
            return Refused(SIDES_DRAWN.under(rule), detail)
        case acts.CorrectSides(places=places, byes=byes):
            return _refuse_sides(places, SIDES_DRAWN.under(rule), byes=byes)
        case acts.ReportNoTimeAgreed(match=number) if number not in facts.awaited:
            return Refused(MATCH_HAS_RESULT, f"Match {number} is not open.", match=number)
        case acts.EndMatch(match=number, outcome=Outcome(ended="drawn-by-default")):
            return Refused(
                NO_DEFAULT_RESULT, "Both sides reported that they found no time, so neither can go on.", match=number
            )
        case acts.CorrectMatch() | acts.ReportNoTimeAgreed() | acts.EndMatch():
            return None


def _refuse_sides(places: Sequence[acts.MetInPlace], problem: ProblemType, *, byes: bool) -> Refused | None:
    """TD-14: players change places within a round of a bracket: who has lost, or comes from another round, has not the
    same way on."""
    if byes or not _among_themselves(places):
        return Refused(problem, _OF_BRACKET)
    rounds = {_round_of(one.slot) for one in places}
    alone = [[one for one in places if _round_of(one.slot) == each] for each in rounds]
    if all(map(_among_themselves, alone)):
        return None
    places_named = name_list([one.slot for one in places if {*one.were} != {*one.met}])
    detail = (
        f"Players swap places only within one round of one bracket, and {places_named} are of different ones. Correct"
        " the results that brought the players there, or void the matches that the wrong players have played."
    )
    return Refused(problem, detail)


def _among_themselves(places: Sequence[acts.MetInPlace]) -> bool:
    """Whether they change places with each other alone; a match and its replay are one place."""
    of_slots = {one.slot or number: one for number, one in enumerate(places)}.values()
    return Counter(e for one in of_slots for e in one.were) == Counter(e for one in of_slots for e in one.met)


def _round_of(slot: str | None) -> str:
    """The bracket and the round there of which the slot is: `upper-2` of `upper-2-1`; a match for the third place is
    of none."""
    return (slot or "").rpartition("-")[0]


def _refuse_entry(facts: Facts, entry: int | None) -> Refused:
    """SE-9, SE-12."""
    if entry is not None and _has_left(facts, entry):
        detail = f"Entry {entry} has left its place in the bracket, which is no longer free."
        if facts.late_entries and facts.entrant(entry).gave_up_place:
            detail = (
                f"The place of entry {entry} in the bracket is no longer free. Its player can ask for another place"
                " once that entry is refused or withdrawn."
            )
        return Refused(ENTRIES_CLOSED.under("SE-12"), detail, entry=entry)
    if not facts.late_entries:
        return Refused(ENTRIES_CLOSED, "The bracket was made at the start.")
    return Refused(ENTRIES_CLOSED, "The bracket has no empty place against an opponent who has not begun to play.")


def empty_place(
    facts: Facts, entry: int | None, late: Iterable[str], seats: Mapping[int, str], above: Above
) -> steps.EmptyPlace | None:
    """SE-9: for a late entry the first of these places, each with an empty seat, or of those from which somebody has
    withdrawn before their first match, in which who is there has a walkover and nobody has begun to play on. `seats`
    are the places of all who are seated, by entry. Who comes back takes the place that they gave up, and no other:
    nobody has two seats."""
    if not facts.started:
        return None
    left = {one.number: seats[one.number] for one in facts.entrants if one.gave_up_place and one.number in seats}
    if entry in left:
        return free_place(facts, left[entry], facts.entrant(entry).instead_of, above, was_taken=True)
    if _has_left(facts, entry):
        return None
    taken = {one.place for one in facts.entrants if one.instead_of is None}
    free = (free_place(facts, name, None, above) for name in late if name not in taken)
    given_up = (free_place(facts, name, number, above, was_taken=True) for number, name in left.items())
    return next((one for one in (*free, *given_up) if one), None) if facts.late_entries else None


def _has_left(facts: Facts, entry: int | None) -> bool:
    """Whether the entry was in after the start, and is so no longer."""
    return entry is not None and entry in facts.numbers and facts.entrant(entry).left_at is not None


def free_place(
    facts: Facts, name: str, instead_of: int | None, above: Above, *, was_taken: bool = False
) -> steps.EmptyPlace | None:
    """The place, where nothing has begun there; of one that was empty from the outset, where somebody has a walkover
    there."""
    place = facts.place_in(name)
    if (place is None and not was_taken) or (place is not None and place.match is not None):
        return None
    given_up = _hanging_on(facts, name, above)
    return None if given_up is None else steps.EmptyPlace(name, tuple(dict.fromkeys(given_up)), instead_of)


def _hanging_on(facts: Facts, name: str, above: Above) -> Sequence[DerivedKey] | None:
    """The matches and byes made there, and further up on it; None where some of it has begun. Further up, places
    between which players changed places are given up together: else somebody would be left without one."""
    found: list[DerivedKey] = []
    waiting = [name]
    for slot in waiting:  # grows on the way
        place = facts.place_in(slot)
        is_walkover = place is None or place.match is None
        if place is not None and not _is_untouched(facts, place):
            return None
        found += [] if place is None else [place.key]
        more = (*(above(slot) if is_walkover else ()), *(facts.slots_exchanged_with(slot) if slot != name else ()))
        waiting += [one for one in dict.fromkeys(more) if one not in waiting]
    return found


def _is_untouched(facts: Facts, place: RoundPlace) -> bool:
    """Whether nobody has begun to play there."""
    return place.match is None or (place.ended is None and not facts.is_begun(place.match))


def empty_seats(entrants: int, seats: Sequence[int] | None = None) -> Mapping[int, int]:
    """By the position of a place in round 1, from the top, the seed that is empty there; the first seed first. `seats`
    are the seeds on them, where those are not the ones of SE-2."""
    seats = seats or seats_of(rounds_of(entrants))
    at = {max(pair): position for position, pair in enumerate(zip(seats[::2], seats[1::2], strict=True), 1)}
    return {at[seed]: seed for seed in sorted(at) if seed > entrants}


def present(facts: Facts, entry: int) -> bool:
    """Whether the entry can still go on."""
    return not facts.entrant(entry).withdrawn


def by_seat(facts: Facts, seating: Seating) -> list[int | None]:
    """The field as it is seated, and then who has taken an empty place after the start, each on its seed (SE-9). Who
    has taken the place of one that withdrew sits there."""
    late = {
        one.place: one.number for one in entrants_at_start(facts) if one.place is not None and one.instead_of is None
    }
    instead = {one.instead_of: one.number for one in facts.entrants if one.instead_of is not None}
    in_order = _in_tiers(facts, _with_byes(facts, by_seed(facts, seating.seeding), seating), seating)
    field: list[int | None] = [_holder(entry, instead) for entry in in_order]
    if not late:
        return field
    taken = {_position(slot): _holder(entry, instead) for slot, entry in late.items()}
    empty = empty_seats(facts.starters, seating.seats(facts.starters))
    seeds = {seed: taken.get(position) for position, seed in empty.items()}
    return [*field[: facts.starters], *(seeds[seed] for seed in sorted(seeds))]


def _with_byes(facts: Facts, field: Sequence[int], seating: Seating) -> Sequence[int]:
    """SE-3: on the seats opposite the empty ones those who are to have them, each in the order of the seeds."""
    if seating.byes_to == "seeds" and not seating.first_byes:
        return field
    lots = {entry: facts.entrant(entry).lot or 0 for entry in field}
    others = lots if seating.byes_to == "lot" else {one: one for one in field}
    if seating.byes_to == "seeds":
        others = {entry: seed for seed, entry in enumerate(field)}
    listed = set(seating.first_byes)
    first = sorted(field, key=lambda one: (one not in listed, (lots if one in listed else others)[one]))
    chosen = set(first[: len(empty_seats(facts.starters))])
    return sorted(field, key=lambda entry: entry not in chosen)


def _in_tiers(facts: Facts, field: Sequence[int], seating: Seating) -> Sequence[int]:
    """SE-3: the first two on their seats, 3 and 4 by lot on theirs, 5 to 8 on theirs, and so on."""
    if seating.layout != "tiers":
        return field
    last = min(seating.seeded or len(field), len(field))
    ends = [2 << tier for tier in range(len(field).bit_length()) if 2 << tier < last]
    borders = [*range(min(2, last) + 1), *ends[1:], last, len(field)]
    tiers = (field[start:end] for start, end in pairwise(dict.fromkeys(borders)))
    return [entry for tier in tiers for entry in sorted(tier, key=lambda one: facts.entrant(one).lot or 0)]


def seeds_of(facts: Facts, seating: Seating) -> Mapping[int, int]:
    """By entry its seed, wherever it sits."""
    return {entry: seed for seed, entry in enumerate(by_seed(facts, seating.seeding), 1)}


def why_bye(facts: Facts, entry: int, seating: Seating, seated: Why) -> Why:
    """SE-3: why the entry has a bye of round 1, for the record: by its lot, or its place in the order of entering.
    `seated` is why it is on its seat, which says enough where the first seeds have the byes, or a seat has them."""
    if entry in seating.first_byes:
        by = {"bye_listed": 1, "bye_lot": facts.entrant(entry).lot or 0}
    elif seating.byes_to == "seeds":
        return seated
    else:
        by = {"bye_lot": facts.entrant(entry).lot or 0} if seating.byes_to == "lot" else {"bye_entry": entry}
    return Why(rule="SE-3", counts={**seated.counts, **by})


def _holder(entry: int, instead: Mapping[int, int]) -> int:
    """The entry that sits in the entry's place now."""
    while entry in instead:
        entry = instead[entry]
    return entry


def _position(slot: str) -> int:
    return int(slot.rpartition("-")[2])


def by_seed(facts: Facts, seeding: str) -> list[int]:
    """The field as it was at the start, the first seed first."""

    def standing(entrant: Entrant) -> tuple[bool, int, int]:
        unseeded = entrant.seed is None
        behind = entrant.lot if seeding == "lot" else None
        return unseeded, (behind if unseeded else entrant.seed) or 0, entrant.number

    return [entrant.number for entrant in sorted(entrants_at_start(facts), key=standing) if entrant.place is None]


SeedingDue = steps.DrawLots | steps.SeedByRating | steps.SeedByErrorRates


def puts_others_behind(seeding: str) -> bool:
    """Whether that is an order for all who come behind the first seeds."""
    return seeding in ("lot", "entry-order")


def seeding_due(facts: Facts, seating: Seating) -> SeedingDue | None:
    """The step that is missing to seat the field, as long as it is not seated."""
    seeding = seating.seeding
    field = [] if facts.places else entrants_at_start(facts)
    if field and facts.error_rates_awaited:
        return steps.SeedByErrorRates()
    unseeded = [entrant for entrant in field if entrant.seed is None]
    if seeding == "rating" and unseeded:
        return steps.SeedByRating()
    with_lots = field if seating.is_by_lot else unseeded if seeding == "lot" else []
    without = tuple(entrant.number for entrant in with_lots if entrant.lot is None)
    return steps.DrawLots(without) if without else None


def state_of_place(facts: Facts, place: RoundPlace) -> Held:
    """The place as the bracket sees it. A drawn match is open while both are there to play it again."""
    if place.match is None:
        return Held(place.entries, None, decided=True, winner=place.entries[0])
    if place.advanced is None:
        return Held(place.entries, place.match, decided=False)
    if not ended_drawn(place):
        return Held(place.entries, place.match, True, place.advanced.winner, went_on=place.went_on)
    left = tuple(entry for entry in place.entries if not present(facts, entry))
    winner = next((entry for entry in place.entries if left and entry not in left), None)
    return Held(place.entries, place.match, bool(left), winner, again=not left, left=left)


def terms_again(facts: Facts, slot: str, lengths: Sequence[int], terms: steps.Terms) -> steps.Terms:
    """SER-8: what a match of that slot is played to: where one was drawn there the next of these lengths, the last
    repeated; else, and where there are none, these terms."""
    if not lengths or facts.place_in(slot) is None:
        return terms
    replays = len(matches_of(facts)[slot])
    return steps.Terms(lengths[min(replays, len(lengths)) - 1], terms.form)


def ended_drawn(place: RoundPlace) -> bool:
    """Whether it was a match that takes nobody on, and puts nobody out."""
    return place.advanced is not None and not place.advanced.winner and place.advanced.how != "both-lost"


def matches_of(facts: Facts) -> Mapping[str, tuple[int, ...]]:
    """The live matches of each slot, the oldest first."""
    matches: dict[str, tuple[int, ...]] = {}
    for place in facts.places:
        if place.slot and place.match:
            matches[place.slot] = (*matches.get(place.slot, ()), *place.matches)
    return matches


def newest_places(facts: Facts) -> Mapping[str | None, RoundPlace]:
    """The newest place in each slot."""
    return {place.slot: place for place in sorted(facts.places, key=lambda one: one.match or 0)}


def touched_places(facts: Facts, touched: Collection[int] | None) -> list[str] | None:
    """The slots of these matches; None where it is not known which were touched, or one of them is gone."""
    places = None if touched is None else [facts.place_of(number) for number in touched]
    if places is None or None in places:
        return None
    return [place.slot for place in places if place and place.slot]


def won_round(entry: int, round_: int, won: RoundPlace | None) -> Part:
    """A round won: in this match, or without one."""
    if won is None or won.match is None:
        return Part(label="walkover", value=1, round=round_)
    return Part(label="won", value=1, round=round_, match=won.match, opponent=won.opponent_of(entry))
