"""Entries that go on although the results name others, since a decision kept their places (ALL-4)."""

from collections.abc import Iterator
from dataclasses import dataclass

from domain.kernel.entry_keys import entries_in, matches_in
from domain.match import validity
from domain.match.record import Opening
from domain.match.verdict import winner_by_verdict
from domain.tournament.derived.progress import field_before, same_field
from domain.tournament.state import StandOverride, Tournament


@dataclass(frozen=True, slots=True)
class KeptPlace:
    """A place of a stage that stays with those in it, `stays`, though by the present results it would go to others,
    `without`. `match` is the one it stays by, or None where it is the field, or somebody who is in again."""

    stage: int
    match: int | None
    stays: tuple[int, ...]
    without: tuple[int, ...]


def kept_places(state: Tournament) -> tuple[KeptPlace, ...]:
    """All that are kept now: by matches in order, then by entries, then the fields of later stages."""
    matches = (one for number in matches_in(state.rounds.stood) for one in _by_match(state, number))
    entries = (one for entry in reversed(entries_in(state.rounds.stood)) for one in _by_entry(state, entry))
    fields = (one for opening in state.rounds.openings for one in _by_field(state, opening))
    return (*matches, *entries, *fields)


def _by_match(state: Tournament, number: int) -> Iterator[KeptPlace]:
    match, stood = state.matches[number], state.override(number)
    if stood is None or not stood.keeps_place or not match.live or match.slot is None:
        return
    stays = winner_by_verdict(stood.advances_as)
    without = _would(match.sides, stays, stood)
    if stays is not None and without != (stays,):
        yield KeptPlace(match.stage, number, (stays,), without)


def _would(sides: tuple[int, int], stays: int | None, stood: StandOverride) -> tuple[int, ...]:
    """Its winner, as it now counts; where it has none, nobody is kept out."""
    winner = winner_by_verdict(stood.counts_as)
    return () if winner is None or winner == stays or winner not in sides else (winner,)


def _by_entry(state: Tournament, entry: int) -> Iterator[KeptPlace]:
    if state.is_kept_out(entry) and state.stays_out(entry) and not state.entries[entry].gone:
        stage = 1 if state.opening is None else state.opening.stage
        yield KeptPlace(stage, None, (), (entry,))


def _by_field(state: Tournament, opening: Opening) -> Iterator[KeptPlace]:
    """A stage rests on the one before it, where that is open."""
    is_kept = any(validity.still_kept(on, state.verdict(match)) for match, on in opening.kept_on)
    before = opening.stage == 2 or any(one.live and one.stage == opening.stage - 1 for one in state.rounds.openings)
    if not (opening.live and is_kept and before) or same_field(state, opening):
        return
    field = [entry for group in field_before(state, opening.stage).groups for entry in group]
    stays = tuple(entry for entry in opening.seeds if entry not in field)
    without = tuple(entry for entry in field if entry not in opening.seeds)
    if stays or without:
        yield KeptPlace(opening.stage, None, stays, without)
