"""Two records of one person (REG-1 to REG-3): what the person's streams hold of it, and both read as one."""

from collections.abc import Sequence

from domain.kernel.envelope import Actor, Event
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.person.commands import MergePerson, WithdrawMerge
from domain.person.decide import require_registered
from domain.person.events import MergeTakenBack, PersonMerged, RecordTakenIn, TakenOpeningRating
from domain.person.state import Person
from domain.problems.persons import MERGE_IMPOSSIBLE, PERSON_NOT_MERGED
from domain.problems.tournament import NOT_ALLOWED, STALE


def merge(record: Person, kept: Person, command: MergePerson, actor: Actor) -> Event:
    """The events of the record that ends, and of those that it holds. Raises Refused."""
    _require_office(record, kept, actor)
    for one in (record, kept):
        require_registered(one)
        if one.erasure is not None:
            raise Refused(MERGE_IMPOSSIBLE, f"Person {one.id} is waiting to be erased.", person=one.id)
    if record.id == kept.id:
        raise Refused(MERGE_IMPOSSIBLE, "A record can't be merged into itself.", person=kept.id)
    _require_seen(record, command.seen)
    return PersonMerged(merged_into=kept.id, reason=command.reason)


def event_of_merge(record: Person) -> Event:
    """The event of the record that is kept."""
    openings = (
        TakenOpeningRating.model_validate(
            {"pool": pool, "rating_millionths": opening.rating, "experience": opening.experience}
        )
        for pool, opening in sorted(record.opening_ratings.items())
    )
    return RecordTakenIn(record=record.id, opening_ratings=tuple(openings))


def take_back(record: Person, kept: Person, command: WithdrawMerge, actor: Actor) -> Event:
    """The events of the record, as its merge is taken back. Raises Refused."""
    _require_office(record, kept, actor)
    _require_seen(record, command.seen)
    return MergeTakenBack(merged_into=kept.id, reason=command.reason)


def stays_with(record: Person, command: WithdrawMerge) -> Event:
    """The event of the records that it holds, which go with it."""
    return PersonMerged(merged_into=record.id, reason=command.reason)


def require_merged(record: Person) -> str:
    """The id of the record that is kept of the person. Raises Refused where it was not merged, or is not there."""
    if record.status != "merged" or record.merged_into is None:
        require_registered(record)
        raise Refused(PERSON_NOT_MERGED, f"Person {record.id} was not merged.", person=record.id)
    return record.merged_into


def as_one(kept: Person, records: Sequence[Person]) -> Person:
    """The person, with what all their records hold."""
    if not records:
        return kept
    every = (kept, *records)
    forgiven = [one for each in every for one in each.resignations[: each.forgiven]]
    others = [one for each in every for one in each.resignations[each.forgiven :]]
    return replace(
        kept,
        opening_ratings=kept.openings,
        resignations=(*sorted(forgiven, key=lambda one: one.at), *sorted(others, key=lambda one: one.at)),
        forgiven=len(forgiven),
        bans=tuple(ban for each in every for ban in each.bans),
        wins=tuple(win for each in every for win in each.wins),
        sitting_out=tuple(asked for each in every for asked in each.sitting_out),
        resignations_version=max(each.resignations_version for each in every),
        wins_version=max(each.wins_version for each in every),
    )


def _require_office(record: Person, kept: Person, actor: Actor) -> None:
    if actor.role != "administrator" or not {record.id, kept.id}.isdisjoint(actor.persons):
        raise Refused(NOT_ALLOWED, "Only administrators can merge records, but not their own.", person=record.id)


def _require_seen(record: Person, seen: int | None) -> None:
    if seen is not None and not record.is_as_seen(seen, bans=False):
        raise Refused(STALE, f"The person is at revision {record.revision} now.", revision=record.revision)
