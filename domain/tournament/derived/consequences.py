"""What becomes of what was made from a result, when the result changes (ALL-4).

A match is live while what it was made from still is so. So a change by itself makes some matches void and brings
others back; what is chosen keeps, or sets aside, some of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from domain.kernel.refusal import Refused
from domain.match import validity
from domain.match.record import Bye, Made, Match, Opening, Verdict
from domain.problems.rounds import PLACED_ELSEWHERE
from domain.problems.tournament import CHOICE_NEEDED, NOTHING_TO_RESTORE
from domain.tournament.derived import substitution
from domain.tournament.derived.propagation import relay_opening, release
from domain.tournament.derived.simulate import Effect
from domain.tournament.guards.context import Context, Events
from domain.tournament.matches import events as match_events
from domain.tournament.rounds.progress import same_field
from domain.tournament.rounds.stage import current_stage, stage_of, stages_of
from domain.tournament.state import Tournament

Asked = Literal["rewind", "restore", "stand"] | None


@dataclass(frozen=True)
class Change:
    """A change of what some matches came to, or of who is still in, and what it brings about by itself. `numbers` are
    those matches, and minus the number of an entry that has left or come back. What is lost was live and no longer is;
    what is revived is now; `laid` is all that the change has touched."""

    numbers: tuple[int, ...]
    before: Tournament
    after: Tournament
    laid: tuple[int, ...]

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

    @cached_property
    def lapsed_matches(self) -> Sequence[Match]:
        """Matches that were abandoned and no longer are, but for what changed itself."""
        return [m for m, now in self._matches if m.abandoned and not now.abandoned and m.number not in self.numbers]

    @cached_property
    def lost_openings(self) -> Sequence[Opening]:
        return [opening for opening, now in self._openings if opening.live and not now.live]

    @cached_property
    def revived_openings(self) -> Sequence[Opening]:
        return [now for opening, now in self._openings if not opening.live and now.live]

    @property
    def _openings(self) -> Iterator[tuple[Opening, Opening]]:
        return zip(self.before.rounds.openings, self.after.rounds.openings, strict=True)

    @property
    def _matches(self) -> Iterator[tuple[Match, Match]]:
        """Each match that was laid, before and after, by number."""
        return ((self.before.matches[n], self.after.matches[n]) for n in self.laid)

    @property
    def _byes(self) -> Iterator[tuple[Bye, Bye]]:
        before, after = self.before.rounds.byes, self.after.rounds.byes
        return ((before[n], after[n]) for n in sorted(before))

    @property
    def lost(self) -> bool:
        return bool(self.lost_matches or self.lost_byes or self.lapsed_matches or self.lost_openings)

    @property
    def revived(self) -> bool:
        return bool(self.revived_matches or self.revived_byes or self.revived_openings)

    def lost_in(self, opening: int) -> Sequence[Match]:
        """The lost matches of one stage."""
        return [match for match in self.lost_matches if match.opening == opening]


def _made_from(number: int, made: Made) -> bool:
    """Whether it was made from that directly."""
    return any(origin == number for origin, _ in made.made_from)


def _abandoned_by(number: int, match: Match) -> bool:
    return any(origin == number for basis in match.abandonments for origin, _ in basis)


def with_consequences(effect: Effect, choice: Asked, context: Context) -> Effect:
    """What was decided, and what becomes of all that was made from results which it changes. Raises Refused where a
    choice is needed, where somebody would have too many places in one round, or where the format refuses the change."""
    turned = _turned(effect)
    if turned or choice == "restore":
        effect = effect.then(_chosen_for(effect, turned, choice), context)
    if _rewrites(effect):
        _require_places(effect.after)
        _require_allowed(effect.before, effect.after)
    return effect


def _turned(effect: Effect) -> tuple[int, ...]:
    """What the events themselves have changed, and something was made from: matches by number, then who has left or
    come back. Of a match that was abandoned a late result counts too (RNG-6)."""
    before = effect.before
    numbers = (*effect.matches, *(-entry for entry in effect.entries if entry in before.entries))
    return tuple(number for number in numbers if _hangs_on(before, number) and _turns(effect, number))


def _hangs_on(state: Tournament, number: int) -> bool:
    rounds = state.rounds
    made_from_it = number in rounds.matches_from or number in rounds.byes_from
    opened_on_it = any(_made_from(number, opening) for opening in rounds.openings)
    return made_from_it or opened_on_it or (number > 0 and state.matches[number].abandoned)


def _turns(effect: Effect, number: int) -> bool:
    """Whether it has come to something else by what happened to it, and not because of what it was made from."""
    before, after = effect.before, effect.after
    if before.verdict(number) == after.verdict(number):
        return False
    return number < 0 or _by_itself(before.matches[number]) != _by_itself(after.matches[number])


def _by_itself(match: Match) -> Verdict:
    """What the match comes to, whatever has become of what it was made from."""
    return validity.verdict(replace(match, live=True, abandoned=False))


def _rewrites(effect: Effect) -> bool:
    """Whether more has changed than that one match got its result."""
    results = [number for number in effect.matches if _came_to(effect.before, number) != _came_to(effect.after, number)]
    return len(results) > 1 or any(_came_to(effect.before, number) is not None for number in results)


def _came_to(state: Tournament, number: int) -> object:
    """What counts of it, for whom and when; None while nothing does."""
    match = state.matches[number]
    return None if state.verdict(number) is None else (state.verdict(number), match.as_played, match.effective)


def _chosen_for(effect: Effect, turned: tuple[int, ...], choice: Asked) -> Events:
    """What becomes of what hangs on these."""
    state, after = effect.before, effect.after
    for number in turned if choice == "rewind" else ():
        after = release(after, number, after.verdict(number))
    released = after is not effect.after
    unmoved = _unmoved(state, after)
    after = _kept_open(after, turned, unmoved)
    laid = {*effect.laid, *after.laid}
    change = Change(turned, state, after, tuple(sorted(number for number in laid if number in state.matches)))
    if choice == "restore" and not change.revived:
        raise Refused(NOTHING_TO_RESTORE, "Nothing was made from what would now be.")
    return _following(change, choice, tuple(opening.number for opening in unmoved), released)


def _unmoved(before: Tournament, after: Tournament) -> list[Opening]:
    """The openings of stages whose field is the same although a result before them is not."""
    turned = zip(before.rounds.openings, after.rounds.openings, strict=True)
    lost = [opening for opening, now in turned if opening.live and not now.live]
    return [opening for opening in lost if same_field(after, opening.stage, opening.seeds)]


def _kept_open(after: Tournament, numbers: Sequence[int], openings: Sequence[Opening]) -> Tournament:
    outcomes = tuple((number, after.verdict(number)) for number in numbers)
    for opening in openings:
        after = relay_opening(after, replace(opening, kept_on=(*opening.kept_on, *outcomes)))
    return after


def _following(change: Change, choice: Asked, unmoved: tuple[int, ...], released: bool) -> Events:
    if not (change.lost or change.revived or released):
        return _events(change, "adjust", True, unmoved) if unmoved else ()
    if choice is not None:
        events = (event.model_copy(update={"released": released}) for event in _events(change, choice, False, unmoved))
        return tuple(_chosen(change, event, choice) for event in events)
    _require_nothing_started(change)
    if change.revived:
        return _events(change, "restore", True, unmoved)
    first, *others = _events(change, "adjust", True, unmoved)
    return (_adjusted(change, first), *others)


def _adjusted(change: Change, event: match_events.ConsequencesChosen) -> match_events.ConsequencesChosen:
    """Where the pairings stand, with what stays of them and what is made anew."""
    stage = current_stage(change.before)
    opening = 0 if stage.facts.opening is None else stage.facts.opening.number
    lost = change.lost_in(opening)
    if stage.rules.on_change == "made-again" or change.lost_openings or not (lost or change.lost_byes):
        return event
    return substitution.adjusted(change.before, change.after, lost, change.lost_byes, event)


def _require_nothing_started(change: Change) -> None:
    started = [match.number for match in change.lost_matches if match.started]
    if started:
        raise Refused(
            CHOICE_NEEDED,
            f"Matches made from the result of {_named(change.numbers)} that have been started: {len(started)}.",
            match=change.numbers[0],
            choices=["rewind", *(["restore"] if change.revived else []), "stand"],
            started=started[:100],
            would_be_void=[match.number for match in change.lost_matches][:100],
            would_come_back=[match.number for match in change.revived_matches][:100],
        )


def _named(numbers: Sequence[int]) -> str:
    """What has changed, in words."""
    words = [f"match {number}" if number > 0 else f"entry {-number}" for number in numbers]
    return " and ".join(words)


def _chosen(
    change: Change, event: match_events.ConsequencesChosen, choice: Literal["rewind", "restore", "stand"]
) -> match_events.ConsequencesChosen:
    if choice == "restore":
        return event
    aside = {
        "set_aside_matches": tuple(match.number for match in change.revived_matches),
        "set_aside_byes": tuple(bye.number for bye in change.revived_byes),
        "set_aside_openings": tuple(opening.number for opening in change.revived_openings),
    }
    return event.model_copy(update=aside | (_kept(change, event) if choice == "stand" else {}))


def _kept(change: Change, event: match_events.ConsequencesChosen) -> dict[str, tuple[int, ...]]:
    """What was made from the old result directly; what was made from that then stays by itself."""
    number = event.match
    direct = [match.number for match in change.lost_matches if _made_from(number, match)]
    abandoned = [match.number for match in change.lapsed_matches if _abandoned_by(number, match)]
    openings = [opening.number for opening in change.lost_openings if _made_from(number, opening)]
    return {
        "kept_matches": tuple(sorted({*direct, *abandoned})),
        "kept_byes": tuple(bye.number for bye in change.lost_byes if _made_from(number, bye)),
        "kept_openings": (*event.kept_openings, *openings),
    }


def _events(
    change: Change,
    choice: Literal["rewind", "restore", "stand", "adjust"],
    by_default: bool,
    unmoved: tuple[int, ...],
) -> tuple[match_events.ConsequencesChosen, ...]:
    """What was chosen for each thing that has changed."""
    return tuple(
        match_events.ConsequencesChosen(
            match=number,
            before=change.before.verdict(number),
            after=change.after.verdict(number),
            choice=choice,
            by_default=by_default,
            kept_openings=unmoved,
        )
        for number in change.numbers
    )


def _require_places(state: Tournament) -> None:
    """Nobody has more places in a round than he plays in it."""
    for stage in stages_of(state):
        taken: dict[tuple[int, int], list[int | None]] = {}
        for place in stage.facts.places:
            for entry in place.entries if place.round else ():
                taken.setdefault((place.round, entry), []).append(place.match)
        for (round_, entry), places in taken.items():
            if len(places) > 1 and len(places) > stage.seats(entry):
                whole = round_ + stage.facts.rounds_before
                matches = [number for number in places if number is not None]
                detail = f"Entry {entry} would have {len(places)} places in round {whole}."
                raise Refused(PLACED_ELSEWHERE, detail, entry=entry, round=whole, matches=matches)


def _require_allowed(before: Tournament, after: Tournament) -> None:
    """Raises Refused where the format of any stage refuses what has changed."""
    for stage in stages_of(after):
        facts = stage_of(before, stage.facts.opening).facts
        refusal = stage.rules.refuse_change(stage.options, facts, stage.facts)
        if refusal is not None:
            raise refusal
