"""The byes of a tournament that was paired elsewhere, entered with its results (OPN-1)."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from domain.formats.contract.acts import SitOut
from domain.kernel.envelope import Event
from domain.kernel.values import Why
from domain.tournament.derived.stage import current_stage
from domain.tournament.guards.lookup import find_entry
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches import events as match_events
from domain.tournament.rounds.events import RoundPaired
from domain.tournament.state import Tournament

_REASON = "Paired elsewhere, and entered with its results"


def byes_listed(state: Tournament, command: match_commands.EnterResults) -> Iterator[Event]:
    """The byes by rounds; one takes the place of another that the entry has in the round, and so does a match. Raises
    Refused where the format gives the byes itself, or an entry is not there."""
    if command.byes:
        current_stage(state).require(SitOut())
    number = len(state.rounds.byes)
    for round_, listed in groupby(sorted(command.byes, key=lambda bye: (bye.round, bye.entry)), lambda bye: bye.round):
        byes = tuple(_new_bye(state, bye, number + place) for place, bye in enumerate(listed, 1))
        number += len(byes)
        yield _round_of_byes(state, round_, byes, {bye.entry for bye in byes})
    for round_ in sorted({row.round for row in _matches(command) if row.round is not None}):
        sides = {side for row in _matches(command) if row.round == round_ for side in row.sides}
        if _byes_in_round(state, round_, sides):
            yield _round_of_byes(state, round_, (), sides)


def _matches(command: match_commands.EnterResults) -> Sequence[match_commands.PlayedMatch]:
    return [row for row in command.results if isinstance(row, match_commands.PlayedMatch)]


def _new_bye(state: Tournament, bye: match_commands.ListedBye, number: int) -> match_events.ByeGiven:
    find_entry(state, bye.entry)
    return match_events.ByeGiven(bye=number, entry=bye.entry, made_from=(), why=Why(), requested=bye.requested)


def _round_of_byes(
    state: Tournament, round_: int, byes: tuple[match_events.ByeGiven, ...], entries: set[int]
) -> RoundPaired:
    replaced = _byes_in_round(state, round_, entries)
    return RoundPaired(round=round_, pairings=(), byes=byes, replaced_byes=replaced, reason=_REASON)


def _byes_in_round(state: Tournament, round_: int, entries: set[int]) -> tuple[int, ...]:
    """The byes that these have in the round."""
    byes = state.rounds.byes.values()
    return tuple(sorted(one.number for one in byes if one.live and one.round == round_ and one.entry in entries))
