"""Persons who may act in a dispute, in a ruling and in its appeal (TD-9, TD-11, TD-12, ALL-10).

Readings: a party acts only for themselves, whatever their role. A director who is a party neither rules nor suspends,
forms or decides anything in their own case. Nor do they record what others have said, voted or taken back. Another
director does. Where every director is a party, the committee rules that the parties have chosen; an administrator of
the federation does so only where the conditions announce it [5.1], and everywhere else counts as a director. The same
holds for anyone who plays a match that a ruling decides, such as by excluding the opponent, though no party; and for
anyone who a remedy names, as by a ban from directing.

A committee that the parties have chosen jointly rules in a director's place. A party agrees to its members by a
statement of their own in the dispute, or through staff who are no party; the last agreement counts. Anyone who brings
the ruling needs another's act for each agreement: the party's, or that of other staff. The committee votes on the
ruling as it is worded: `upheld` is for it. One of its members brings the ruling with the votes, or staff who are no
party record it; so it can be given where every director is a party, and without an administrator.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from domain.kernel.ids import PersonId
from domain.match.record import Match
from domain.officiating.committees import Party, refuse_named, refuse_to_rule
from domain.officiating.remedies import Remedy, entries_put_out, persons_named
from domain.tournament.derived.sides import sides_played
from domain.tournament.rulings.state import Ruling
from domain.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Interested:
    """The parties that a command would benefit or judge: entries, with every member of a team (ALL-10), and persons it
    names."""

    entries: tuple[int, ...] = ()
    named: tuple[PersonId, ...] = ()


Judges = Callable[[Tournament, Any], tuple[PersonId, ...]]


def nobody_else(_: Tournament, __: Any) -> tuple[PersonId, ...]:  # noqa: ANN401 -- any command
    """Of a command that its sender alone decides."""
    return ()


def require_no_conflict(state: Tournament, interested: Interested, judges: Sequence[PersonId | None]) -> None:
    """Raises Refused where somebody would decide their own case (TD-9). An entry that is not there is refused by the
    decision."""
    parties = parties_of(state, [number for number in interested.entries if number in state.entries])
    found = (refuse_to_rule(judge, parties) or refuse_named((judge,), interested.named) for judge in judges)
    refusal = next((one for one in found if one is not None), None)
    if refusal is not None:
        raise refusal


def parties_of(state: Tournament, entries: Sequence[int]) -> list[Party]:
    """The entries with all their members (ALL-10)."""
    return [Party(entry=number, persons=state.entries[number].persons) for number in dict.fromkeys(entries)]


def sides_of(state: Tournament, matches: Iterable[int]) -> tuple[int, ...]:
    """The entries that play these matches."""
    found = (state.matches[number] for number in matches)
    return tuple(dict.fromkeys(side for match in found for side in match.as_played[0]))


def open_against(state: Tournament, entries: Collection[int]) -> tuple[int, ...]:
    """The matches without an announced result that these entries play."""
    awaiting = sorted(state.awaiting)
    return tuple(number for number in awaiting if not set(entries).isdisjoint(state.matches[number].as_played[0]))


def interested_parties(state: Tournament, parties: Sequence[int], remedies: Sequence[Remedy]) -> Interested:
    """The parties, anyone who would win a match against somebody who the remedies put out, and who they name."""
    out = entries_put_out(remedies)
    gaining = sides_of(state, open_or_ruled(state, out)) if out else ()
    return Interested((*parties, *gaining), tuple(persons_named(remedies)))


def open_or_ruled(state: Tournament, entries: Collection[int]) -> tuple[int, ...]:
    """The matches of these entries that are open, or that would be without some ruling."""
    ruled = {layer.match for ruling in state.directing.rulings.values() for layer in ruling.orders.layers}
    sides = set(entries)
    return (*open_against(state, entries), *(n for n in sorted(ruled) if sides & set(state.matches[n].as_played[0])))


def interested_in_ruling(state: Tournament, ruling: Ruling, instead: Sequence[Remedy] = ()) -> Interested:
    """Persons interested in a ruling: its parties, and the others who play the matches that it decides. The same goes
    for those named by remedies that it orders or dismisses, or that would take its place."""
    sides = sides_of(state, (layer.match for layer in ruling.orders.layers))
    return interested_parties(state, (*ruling.parties, *sides), (*ruling.at_issue, *instead))


def sides_announced_for(state: Tournament, match: Match) -> tuple[int, ...]:
    """For who it decides to announce a match as it is: for the side that has reported it, else for both. So anyone who
    plays it announces no more of it than their opponent has reported (TD-14)."""
    return reporting_sides(state, match) or match.as_played[0]


def reporting_sides(state: Tournament, match: Match) -> tuple[int, ...]:
    """The sides that may have reported it: both, where one made the key by which the other did; none, where it was
    staff who play neither."""
    return sides_played(state, match, match.sitting.reported_by)
