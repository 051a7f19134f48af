"""What becomes of what was made from a result, when the result changes (ALL-4).

A match is live while what it was made from still is so. So a change by itself makes some matches void and brings
others back; what is chosen keeps, or sets aside, some of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from domain.errors import Refused
from domain.problems import CHOICE_NEEDED, NOTHING_TO_RESTORE, PLACED_ELSEWHERE
from domain.record import Bye, Made, Match
from domain.tournament import adjusting
from domain.tournament import events as happened
from domain.tournament.context import Context, Events
from domain.tournament.foresight import foreseen
from domain.tournament.model import Tournament

Asked = Literal["rewind", "restore", "stand"] | None


@dataclass(frozen=True)
class Change:
    """A match's change, and what it brings about by itself. `lost` were live and no longer are; `revived` are now."""

    number: int
    before: Tournament
    after: Tournament

    @cached_property
    def lost_matches(self) -> Sequence[Match]:
        return [match for match, now in self._matches if match.live and not now.live]

    @cached_property
    def revived_matches(self) -> Sequence[Match]:
        return [now for match, now in self._matches if not match.live and now.live]

    @cached_property
    def lost_byes(self) -> Sequence[Bye]:
        return [bye for bye, now in self._byes if bye.live and not now.live]

    @cached_property
    def revived_byes(self) -> Sequence[Bye]:
        return [now for bye, now in self._byes if not bye.live and now.live]

    @property
    def _matches(self) -> Iterator[tuple[Match, Match]]:
        """Each match before and after, by number."""
        return ((self.before.matches[n], self.after.matches[n]) for n in sorted(self.before.matches))

    @property
    def _byes(self) -> Iterator[tuple[Bye, Bye]]:
        before, after = self.before.rounds.byes, self.after.rounds.byes
        return ((before[n], after[n]) for n in sorted(before))

    @property
    def lost(self) -> bool:
        return bool(self.lost_matches or self.lost_byes)

    @property
    def revived(self) -> bool:
        return bool(self.revived_matches or self.revived_byes)

    def made_from_it(self, made: Made) -> bool:
        """Whether it was made from the changed match directly."""
        return any(number == self.number for number, _ in made.made_from)


def with_consequences(state: Tournament, event: happened.MatchEvent, choice: Asked, context: Context) -> Events:
    """The event that changes a match's result, and what becomes of what was made from it.

    Raises Refused where a choice is needed, or where somebody would have two places in one round.
    """
    if state.matches[event.match].round is None:
        return (event,)
    change = Change(event.match, state, foreseen(state, (event,), context))
    if choice == "restore" and not change.revived:
        raise Refused(NOTHING_TO_RESTORE, f"Nothing was made from this result of match {event.match}.")
    following = _following(change, choice)
    _require_one_place_each(foreseen(change.after, following, context))
    return (event, *following)


def _following(change: Change, choice: Asked) -> Events:
    if not (change.lost or change.revived):
        return ()
    if choice is not None:
        return (_chosen(change, choice),)
    _require_nothing_started(change)
    if change.revived:
        return (_event(change, "restore", by_default=True),)
    event = _event(change, "adjust", by_default=True)
    return (adjusting.adjusted(change.before, change.after, change.lost_matches, change.lost_byes, event),)


def _require_nothing_started(change: Change) -> None:
    started = [match.number for match in change.lost_matches if match.started]
    if started:
        raise Refused(
            CHOICE_NEEDED,
            f"{len(started)} matches made from the result of match {change.number} have been started.",
            match=change.number,
            started=started[:100],
            would_be_void=[match.number for match in change.lost_matches][:100],
            would_come_back=[match.number for match in change.revived_matches][:100],
        )


def _chosen(change: Change, choice: Literal["rewind", "restore", "stand"]) -> happened.ConsequencesChosen:
    event = _event(change, choice, by_default=False)
    if choice == "restore":
        return event
    aside = {
        "set_aside_matches": tuple(match.number for match in change.revived_matches),
        "set_aside_byes": tuple(bye.number for bye in change.revived_byes),
    }
    return event.model_copy(update=aside | (_kept(change) if choice == "stand" else {}))


def _kept(change: Change) -> dict[str, tuple[int, ...]]:
    """What was made from the old result directly; what was made from that then stays by itself."""
    return {
        "kept_matches": tuple(m.number for m in change.lost_matches if change.made_from_it(m)),
        "kept_byes": tuple(b.number for b in change.lost_byes if change.made_from_it(b)),
    }


def _event(
    change: Change, choice: Literal["rewind", "restore", "stand", "adjust"], *, by_default: bool
) -> happened.ConsequencesChosen:
    return happened.ConsequencesChosen(
        match=change.number,
        before=change.before.winner(change.number),
        after=change.after.winner(change.number),
        choice=choice,
        by_default=by_default,
    )


def _require_one_place_each(state: Tournament) -> None:
    taken: dict[tuple[int, int], int | None] = {}
    for place in state.places:
        for entry in place.entries:
            if (place.round, entry) in taken:
                matches = [number for number in (taken[place.round, entry], place.match) if number is not None]
                detail = f"Entry {entry} would have two places in round {place.round}."
                raise Refused(PLACED_ELSEWHERE, detail, entry=entry, round=place.round, matches=matches)
            taken[place.round, entry] = place.match
