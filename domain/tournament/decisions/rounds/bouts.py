"""The next matches of bouts, made as those before them have their results (SER-1, SER-3)."""

from collections.abc import Callable, Iterable, Iterator

from domain.kernel.entry_keys import matches_in
from domain.kernel.refusal import Refused
from domain.kernel.values import Side, Why
from domain.match.record import Match
from domain.match.verdict import Basis
from domain.problems.matches import CIRCULAR_DEPENDENCY
from domain.scoring.result import BothLost, Unplayed
from domain.tournament.derived import bouts
from domain.tournament.derived.sides import empty_sides
from domain.tournament.guards.context import Context, Effect, Events, outcome_of
from domain.tournament.matches.events import BoutContinued, MatchesMade, ResultReported
from domain.tournament.state import Tournament

_MOST_STEPS = 16
OfBout = Callable[[Tournament, Match], object]
"""Whether a bout is meant, by its first match."""


def most_steps(effect: Effect) -> int:
    """In how many steps all that follows from one command must be done: one more for each entry, since each ends
    something for somebody."""
    return _MOST_STEPS + len(effect.after.entries)


def circular(events: Events) -> Refused:
    """Refusal of what would not end: it names what the last steps have made and abandoned."""
    newest = [event for event in events if isinstance(event, MatchesMade)][-2:]
    made = {one.match for event in newest for one in event.matches}
    numbers = sorted(made | {one.match for event in newest for one in event.abandoned})
    detail = f"These matches would be created and abandoned without end: {', '.join(map(str, numbers))}."
    return Refused(CIRCULAR_DEPENDENCY, detail, matches=numbers[:100])


def with_next_matches(effect: Effect, context: Context, of: OfBout) -> Effect:
    """The effect, and the next match of each bout for which it calls; `of` says of which bouts."""
    found = (
        (first, bouts.next_length(effect.after, first)) for first in _touched_bouts(effect) if of(effect.after, first)
    )
    due = [(first, length) for first, length in found if length is not None]
    if not due:
        return effect
    made = tuple(_continue_bouts(effect.after, due))
    effect = effect.then(made, context)
    empty = tuple(_lost_by_nobody(effect.after, [one.match for one in made], context))
    return effect.then(empty, context) if empty else effect


def _lost_by_nobody(state: Tournament, made: Iterable[int], context: Context) -> Iterator[ResultReported]:
    """TEA-4: a board for which a team has nobody is lost by default, as it is made."""
    for match in (state.matches[number] for number in made):
        away = empty_sides(state, match)
        if away:
            there: Side = "second" if away[0] == match.sides[0] else "first"
            result = BothLost() if len(away) > 1 else Unplayed(reported_by=there)
            outcome = outcome_of(state, match, result, match.length)
            yield ResultReported(
                match=match.number, result=result, outcome=outcome, played_at=context.now, verified=True
            )


def _touched_bouts(effect: Effect) -> Iterable[Match]:
    """The first matches of the bouts that it has touched."""
    laid = (effect.after.matches[number] for number in matches_in(effect.laid))
    firsts = {match.number if match.begun_by is None else match.begun_by for match in laid if _in_bout(match)}
    return [effect.after.matches[number] for number in sorted(firsts)]


def _in_bout(match: Match) -> bool:
    return match.bout is not None or match.begun_by is not None


def _continue_bouts(state: Tournament, due: Iterable[tuple[Match, int]]) -> Iterator[BoutContinued]:
    """SER-3: the sides change places from match to match, and from board to board (TEA-3)."""
    each = ((first, length, nth) for first, length in due for nth in bouts.due(state, first))
    for number, (first, length, nth) in enumerate(each, len(state.matches) + 1):
        upper, lower = first.sides
        teams, counts = first.bout is not None and first.bout.boards, {"match_of_bout": nth}
        yield BoutContinued(
            match=number,
            begun_by=first.number,
            sides=(lower, upper) if nth % 2 == 0 else (upper, lower),
            length=length,
            form=first.form,
            made_from=_called_for_by(state, first, nth),
            why=Why(rule="TEA-1", counts=counts) if teams else Why(rule="SER-1", counts=counts),
        )


def _called_for_by(state: Tournament, first: Match, nth: int) -> Basis:
    """The verdicts of the matches before it; boards that are there from the start wait for none."""
    if first.bout is not None and first.bout.boards and nth <= first.bout.matches:
        return ()
    return tuple((number, state.verdict(number)) for number in bouts.matches_of(state, first))
