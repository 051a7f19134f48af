"""Items for the directors that no reversal of a ruling or resignation can undo (TD-13, ALL-4, ALL-8).

A person banned meanwhile who asked to enter was refused, or not approved before the start, or others came off the
waiting list first. An entry that is in again may have missed drawn rounds, or the next stage's field, by the exclusion
or loss that was reversed. Where the director had chosen `stand`, what was made meanwhile is kept although it was made
from something else; so it is where the entry had resigned. A ruling on a replayed or resumed match stays in force when
the ruling that had ordered the replay goes (ALL-3). Its orders then act on the sitting before, for which they were not
meant.

Readings: a round is missed only by who would have played in it: who is still in, or played a later one. A stage is
missed by who would go up by the results as they now are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from domain.formats.contract.steps import Ask, Due
from domain.kernel.entry_keys import entry_key
from domain.match import validity
from domain.match.record import Bye, LeftOut, Match, Opening
from domain.match.verdict import winner_by_verdict
from domain.person.bans import Ban
from domain.person.state import Person
from domain.tournament.derived.progress import field_before
from domain.tournament.derived.propagation import derived_of_key
from domain.tournament.derived.stage import Stage, stages_of
from domain.tournament.reviews.events import Kind, ReviewItem
from domain.tournament.rulings.state import Ruling
from domain.tournament.state import Entry, Tournament


def items_of_kept_out(state: Tournament, entry: Entry, persons: Sequence[Person]) -> Iterator[ReviewItem]:
    """Review items of an entry that reversed bans of its members have kept out."""
    for person in persons:
        for ban in person.bans:
            if ban.kind == "ban" and ban.status == "reversed" and ban.ordered is not None:
                yield from _by_ban(state, entry, person, ban)


def _by_ban(state: Tournament, entry: Entry, person: Person, ban: Ban) -> Iterator[ReviewItem]:
    away = entry.turned_away
    started = state.settings.started_at if state.settings else None
    if entry.status == "refused" and away and away.member == person.id and ban.number in away.bans:
        yield _of_ban("kept-out", entry, person, ban)
    if entry.status == "requested" and started is not None and _was_banned_at(ban, started):
        yield _of_ban("kept-out", entry, person, ban)
    for passed in entry.passed_over if entry.status == "waiting" else ():
        if _was_banned_at(ban, passed.at):
            yield _of_ban("place-lost", entry, person, ban, other=passed.by)


def _was_banned_at(ban: Ban, moment: datetime) -> bool:
    return ban.placed_at <= moment < ban.since and (ban.until is None or moment < ban.until)


def _of_ban(kind: Kind, entry: Entry, person: Person, ban: Ban, other: int | None = None) -> ReviewItem:
    if ban.ordered is None:
        raise ValueError(f"ban {ban.number} of person {person.id} was ordered by no ruling")
    tournament, ruling = ban.ordered.tournament, ban.ordered.ruling
    return ReviewItem(
        kind=kind,
        entry=entry.number,
        person=person.id,
        source_version=ban.version,
        tournament=tournament,
        ruling=ruling,
        other_entry=other,
    )


def left_behind(state: Tournament) -> Iterator[ReviewItem]:
    """Traces of this tournament's own rulings that are in force no longer, and of resignations taken back."""
    for _, ruling in sorted(state.directing.rulings.items()):
        yield from _sittings_gone(state, ruling)
        if ruling.in_force is not ruling.orders:
            yield from _rounds_missed(state, ruling)
            yield from _stages_missed(state, ruling)
            yield from _kept_outcomes(state, _about(ruling), ruling.orders.matches)
            for entry in dict.fromkeys(ruling.orders.put_out):
                yield from _made_without(state, _about(ruling), entry)
    for number, entered in sorted(state.entries.items()):
        if entered.came_back is not None:
            about = {"source_version": entered.came_back.version}
            yield from _kept_outcomes(state, about, entered.came_back.matches)
            yield from _made_without(state, about, number)


def _sittings_gone(state: Tournament, ruling: Ruling) -> Iterator[ReviewItem]:
    for number, opened_by in ruling.given_in if ruling.in_force is ruling.orders else ():
        match = state.matches[number]
        if not any(layer.key == opened_by for layer in match.layers):
            yield _of(ruling, "sitting-hidden", match.as_played[0][0], match=number)


def _about(ruling: Ruling) -> dict[str, Any]:
    return {"ruling": ruling.number, "source_version": ruling.revision}


def _of(ruling: Ruling, kind: Kind, entry: int, **about: Any) -> ReviewItem:  # noqa: ANN401 -- the item's own fields
    return ReviewItem(kind=kind, entry=entry, **_about(ruling), **about)


def _rounds_missed(state: Tournament, ruling: Ruling) -> Iterator[ReviewItem]:
    for stage in stages_of(state):
        for entry, round_ in _absent(state, stage, ruling):
            if _would_have_played(state, stage, entry, round_):
                yield _of(ruling, "round-missed", entry, round=round_ + stage.facts.rounds_before)


def _absent(state: Tournament, stage: Stage, ruling: Ruling) -> list[tuple[int, int]]:
    """The entries without a place in a drawn round of the stage, each with that round: put out then, or losers
    before."""
    places, before = stage.facts.places, stage.facts.rounds_before
    drawn = sorted({place.round for place in places if place.round > 0 and place.slot is None})
    playing = {(entry, place.round) for place in places for entry in place.entries}
    found = [
        (out.entry, round_)
        for round_ in drawn
        for out in state.rounds.left_out.get(round_ + before, ())
        if out.ruling == ruling.number
    ]
    for layer in ruling.orders.layers:
        match = state.matches[layer.match]
        if match.stage == stage.facts.stage and match.round is not None:
            found += [(side, round_) for side in match.sides for round_ in drawn if round_ + before > match.round]
    return [one for one in dict.fromkeys(found) if one not in playing]


def _would_have_played(state: Tournament, stage: Stage, entry: int, round_: int) -> bool:
    """Whether the entry is in, or came back later; not if it may still be paired in the round."""
    if state.entries[entry].gone or _still_due(stage, entry, round_):
        return False
    later = any(place.round > round_ and entry in place.entries for place in stage.facts.places)
    return later or entry in stage.going_on()


def _still_due(stage: Stage, entry: int, round_: int) -> bool:
    """Whether the entry is to be paired in the round after all, by NxE's order of rounds or by a question of a
    Swiss."""
    step = stage.step()
    due = step if isinstance(step, Due) else step.due if isinstance(step, Ask) else None
    return due is not None and due.round == round_ and any(one.entry == entry for one in due.contenders)


def _stages_missed(state: Tournament, ruling: Ruling) -> Iterator[ReviewItem]:
    for opening in state.rounds.openings:
        if not opening.live:
            continue
        field = [entry for group in field_before(state, opening.stage).groups for entry in group]
        missing = [entry for entry in field if entry not in opening.seeds]
        for entry in missing:
            if LeftOut(entry, ruling.number) in opening.left_out or _stays_in_spite_of(state, opening, ruling):
                yield _of(ruling, "stage-missed", entry, stage=opening.stage)


def _stays_in_spite_of(state: Tournament, opening: Opening, ruling: Ruling) -> bool:
    kept = ((match, on) for match, on in opening.kept_on if match in ruling.orders.matches)
    return any(validity.still(on, state.verdict(match)) for match, on in kept)


def _kept_outcomes(state: Tournament, about: Mapping[str, Any], matches: Iterable[int]) -> Iterator[ReviewItem]:
    """Results whose change was kept: anyone who had gone on stays, and another would have."""
    for number in matches:
        match, stood = state.matches[number], state.override(number)
        if stood is None:
            continue
        stays, would = winner_by_verdict(stood.advances_as), winner_by_verdict(stood.counts_as)
        if stays != would:
            entry = would or next((side for side in match.sides if side != stays), match.sides[0])
            yield ReviewItem(kind="outcome-kept", entry=entry, match=number, other_entry=stays, **about)


def _made_without(state: Tournament, about: Mapping[str, Any], entry: int) -> Iterator[ReviewItem]:
    """Matches that stay although they were made because the entry was out."""
    leaving = entry_key(entry)
    outcome = (leaving, state.verdict(leaving))
    keys = state.rounds.derived_from.get(leaving, ())
    made = [derived_of_key(state, key) for key in keys]
    for one in sorted(made, key=lambda one: isinstance(one, Bye)):
        if outcome not in one.kept_on or not one.live:
            continue
        if isinstance(one, Bye):
            yield ReviewItem(kind="walkover-kept", entry=entry, round=one.round, other_entry=one.entry, **about)
        elif isinstance(one, Match) and not one.void:
            yield from _match_made_without(about, entry, one)


def _match_made_without(about: Mapping[str, Any], entry: int, match: Match) -> Iterator[ReviewItem]:
    first, second = match.sides
    if match.abandoned and entry in match.sides:
        yield ReviewItem(kind="game-abandoned", entry=entry, match=match.number, **about)
    elif match.abandoned:
        yield ReviewItem(kind="game-abandoned", entry=first, match=match.number, other_entry=second, **about)
    elif entry not in match.sides:
        yield ReviewItem(kind="pairing-kept", entry=entry, match=match.number, round=match.round, **about)
