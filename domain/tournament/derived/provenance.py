"""Making matches and byes, each with what it is made from (ALL-4)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from domain.formats.contract.steps import Abandonment, Excused, Make, Pair, Planned, Terms, Walkover
from domain.match import validity
from domain.match.record import Bye, Derived, Match
from domain.match.verdict import VOID, DerivedKey, Verdict
from domain.tournament.derived.propagation import standing
from domain.tournament.matches import events as match_events
from domain.tournament.state import Tournament


def placings(
    state: Tournament, round_: int, terms: Terms, pairs: Sequence[Pair], byes: Sequence[Excused]
) -> tuple[tuple[match_events.Paired, ...], tuple[match_events.ByeGiven, ...]]:
    """The pairs and byes as matches and byes of the round, numbered on from those there are."""
    provenance = Provenance(state, round_)
    paired = (
        match_events.Paired(
            match=number,
            sides=pair.sides,
            length=terms.length,
            made_from=provenance.of(pair.sides),
            why=pair.why,
            form=terms.form,
        )
        for number, pair in enumerate(pairs, len(state.matches) + 1)
    )
    given = (
        match_events.ByeGiven(
            bye=number, entry=one.entry, made_from=provenance.of((one.entry,)), why=one.why, requested=one.requested
        )
        for number, one in enumerate(byes, len(state.rounds.byes) + 1)
    )
    return tuple(paired), tuple(given)


def brought_about(state: Tournament, make: Make, rounds_before: int) -> match_events.MatchesMade:
    """The service's own act, as an event; rounds are counted on from those of the stages before."""
    maker = _Maker(state, make, rounds_before)
    after_matches, after_byes = len(state.matches) + 1, len(state.rounds.byes) + 1
    return match_events.MatchesMade(
        matches=tuple(maker.match(number, one) for number, one in enumerate(make.matches, after_matches)),
        walkovers=tuple(maker.walkover(number, one) for number, one in enumerate(make.walkovers, after_byes)),
        abandoned=tuple(maker.abandonment(one) for one in make.abandoned),
    )


class _Maker:
    """Knows what everything is made from. What is abandoned with it counts as such for all of it; what is made in the
    place of a voided match is made from that, and goes when it is reinstated."""

    def __init__(self, state: Tournament, make: Make, rounds_before: int) -> None:
        self._state = state
        self._rounds_before = rounds_before
        self._kept = _kept_outcomes(state)
        self._abandoned = {one.match for one in make.abandoned}
        self._opening = 0 if state.opening is None else state.opening.number

    def match(self, number: int, planned: Planned) -> match_events.MadeMatch:
        return match_events.MadeMatch(
            match=number,
            sides=planned.sides,
            length=planned.terms.length,
            form=planned.terms.form,
            slot=planned.slot,
            round=planned.round + self._rounds_before if planned.round else None,
            made_from=self._outcomes(planned.origins, planned.slot, planned.through),
            why=planned.why,
        )

    def walkover(self, number: int, given: Walkover) -> match_events.WalkoverGiven:
        return match_events.WalkoverGiven(
            bye=number,
            entry=given.entry,
            slot=given.slot,
            round=given.round + self._rounds_before,
            made_from=self._outcomes(given.origins, given.slot, given.through),
            why=given.why,
        )

    def abandonment(self, one: Abandonment) -> match_events.MatchAbandoned:
        because_of = tuple(origin for origin in self._outcomes(one.origins) if origin[0] != one.match)
        return match_events.MatchAbandoned(match=one.match, because_of=because_of)

    def _outcomes(self, numbers: Iterable[int], slot: str = "", through: Sequence[str] = ()) -> match_events.MadeFrom:
        results = dict[int, Verdict]()
        for number in numbers:
            results[number] = self._state.verdict(number)
            results |= self._kept.get(number, {})
        results |= {number: "abandoned" for number in results if number in self._abandoned}
        results |= {number: VOID for one in (slot, *through) for number in self._void_matches(one)}
        results = dict(self._away_with(slot)) | results
        return tuple(sorted((dict(self._kept_above(through, results)) | results).items()))

    def _void_matches(self, slot: str) -> Iterator[int]:
        in_slot = self._state.rounds.slots.get((self._opening, slot), ())
        return (number for number in in_slot if self._state.verdict(number) == VOID)

    def _away_with(self, slot: str) -> Iterator[tuple[int, Verdict]]:
        """Of each that lapsed there after a correction of who met, one of the results that took it away. It comes back
        together with the other places of its correction."""
        for made in in_slot(self._state, self._opening, slot):
            if made.status == "lapsed" and made.paired is not None:
                yield from _cause_of_removal(self._state, made)

    def _kept_above(self, slots: Iterable[str], results: Mapping[int, Verdict]) -> Iterator[tuple[int, Verdict]]:
        """Of what a choice keeps further up on one of these results, and has lapsed, one of those that took it away. So
        the two are never live together."""
        for slot in slots:
            for made in in_slot(self._state, self._opening, slot):
                if made.status == "lapsed" and not set(made.kept_on).isdisjoint(results.items()):
                    yield from _cause_of_removal(self._state, made)


class Provenance:
    """The sources of a place in a round. For each of its entries they hold the verdicts, or the lack of one, of its
    matches of the last round before. They also hold all that an adjusted change keeps those on; what its byes since
    then were made from, as it now is, so that a place after a bye goes with the bye; If the entry had another place in
    this round, or since the last in which it has one, they hold what took it away. That is that its match was voided,
    or one of the results that did, as it now is. So the two are never live together."""

    def __init__(self, state: Tournament, round_: int) -> None:
        self._state = state
        self._last: dict[int, tuple[int, list[int]]] = {}
        self._byes: dict[int, list[Bye]] = {}
        self._lost: dict[int, list[Match | Bye]] = {}
        self._kept = _kept_outcomes(state)
        opening = 0 if state.opening is None else state.opening.number
        for number in sorted(state.matches, key=lambda n: (state.matches[n].round or 0, n)):
            match = state.matches[number]
            if match.round is None or match.opening != opening or match.begun_by is not None:
                continue
            if match.round < round_ and match.live:
                self._play(match.sides, match.round, number)
            elif match.round <= round_:
                self._lose(match.sides, match)
        for number in sorted(state.rounds.byes):
            bye = state.rounds.byes[number]
            if bye.round == round_ and bye.opening == opening:
                self._lose((bye.entry,), bye)
            elif bye.round < round_ and bye.live and bye.opening == opening:
                self._sit_out(bye)

    def _play(self, entries: Iterable[int], round_: int, number: int) -> None:
        for entry in entries:
            newest, numbers = self._last.get(entry, (0, []))
            self._last[entry] = (round_, [*numbers, number] if newest == round_ else [number])

    def _sit_out(self, bye: Bye) -> None:
        newest, _ = self._last.get(bye.entry, (0, []))
        if bye.round > newest:
            self._byes.setdefault(bye.entry, []).append(bye)

    def _lose(self, entries: Iterable[int], made: Match | Bye) -> None:
        for entry in entries:
            self._lost.setdefault(entry, []).append(made)

    def of(self, entries: Iterable[int]) -> match_events.MadeFrom:
        """The results, by match number."""
        results = dict[int, Verdict]()
        for entry in entries:
            results.update(self._results(entry))
        return tuple(sorted(results.items()))

    def _results(self, entry: int) -> Iterator[tuple[int, Verdict]]:
        for number in self._last.get(entry, (0, []))[1]:
            yield number, self._state.verdict(number)
            yield from self._kept.get(number, {}).items()
        for bye in self._byes.get(entry, ()):
            yield from ((number, self._state.verdict(number)) for number, _ in bye.made_from)
        for made in self._lost.get(entry, ()):
            if made.status != "set-aside" and (made.round or 0) > self._last.get(entry, (0, []))[0]:
                yield from _cause_of_removal(self._state, made)


def _cause_of_removal(state: Tournament, made: Derived) -> Sequence[tuple[int, Verdict]]:
    """That it was voided, or one of the results that took it away, as it now is."""
    if isinstance(made, Match) and state.verdict(made.number) == VOID:
        return [(made.number, VOID)]
    return list(validity.changed_matches(made, partial(standing, state)))[:1]


def _kept_outcomes(state: Tournament) -> dict[int, dict[int, Verdict]]:
    """By match, the outcomes in force on which it and what it was made from are kept. Those of a kept change are not
    among them: by it nobody has gone on who would not have otherwise."""
    kept = dict[int, dict[int, Verdict]]()
    if not state.rounds.kept:
        return kept
    for number in sorted(state.matches):
        match = state.matches[number]
        outcomes = dict(one for one in match.kept_on if _in_force(state, one))
        for origin, _ in match.made_from:
            outcomes.update(kept.get(origin, {}))
        if outcomes:
            kept[number] = outcomes
    return kept


def _in_force(state: Tournament, outcome: tuple[int, Verdict]) -> bool:
    number, verdict = outcome
    return state.verdict(number) == verdict and state.override(number) is None


def others_in_slot(state: Tournament, made: Match | Bye) -> Iterator[Match | Bye]:
    """Matches and byes that count beside it in its slot of a round, where it has one. A match that was made to play
    another again does not count beside that."""
    if made.slot is None or made.round is None:
        return
    others = in_slot(state, made.opening, made.slot)
    matches = [other for other in others if isinstance(other, Match)]
    for other in others:
        again = other.key in _replayed_matches(matches, made) or made.key in _replayed_matches(matches, other)
        if other.valid and other.key != made.key and not again:
            yield other


def in_slot(state: Tournament, opening: int, slot: str) -> Sequence[Match | Bye]:
    """All matches and byes that were made for that slot."""
    matches = (state.matches[number] for number in state.rounds.slots.get((opening, slot), ()))
    byes = (state.rounds.byes[number] for number in state.rounds.bye_slots.get((opening, slot), ()))
    return (*matches, *byes)


def _replayed_matches(matches: Sequence[Match], made: Match | Bye) -> set[DerivedKey]:
    """Those of the matches of its slot that it was made to play again, directly or not."""
    origins = {number for number, _ in made.made_from}
    before = [match for match in matches if match.number in origins]
    return {match.key for match in before}.union(*(_replayed_matches(matches, match) for match in before))
