"""Making matches and byes of a round, each with what it is made from (ALL-4)."""

from collections.abc import Iterable, Iterator, Sequence

from domain import record
from domain.formats.protocol import Excused, Pair
from domain.record import Made
from domain.tournament import events as happened
from domain.tournament.model import Tournament


def placings(
    state: Tournament, round_: int, length: int, pairs: Sequence[Pair], byes: Sequence[Excused]
) -> tuple[tuple[happened.Paired, ...], tuple[happened.ByeGiven, ...]]:
    """The pairs and byes as matches and byes of the round, numbered on from those there are."""
    origins = Origins(state, round_)
    paired = (
        happened.Paired(match=number, sides=pair.sides, length=length, made_from=origins.of(pair.sides), why=pair.why)
        for number, pair in enumerate(pairs, len(state.matches) + 1)
    )
    given = (
        happened.ByeGiven(bye=number, entry=one.entry, made_from=origins.of((one.entry,)), why=one.why)
        for number, one in enumerate(byes, len(state.rounds.byes) + 1)
    )
    return tuple(paired), tuple(given)


class Origins:
    """What a place in a round is made from: for each of its entries the last result that counts before the round,
    whatever a change that was adjusted to keeps that on, and, where the entry had another place in this round, one of
    the results that took it away, as it now is. So the two are never live together."""

    def __init__(self, state: Tournament, round_: int) -> None:
        self._state = state
        self._last: dict[int, int] = {}
        self._lost: dict[int, list[Made]] = {}
        self._kept = _kept(state)
        for number in sorted(state.matches, key=lambda n: (state.matches[n].round or 0, n)):
            match = state.matches[number]
            if match.round is not None and match.round < round_ and state.winner(number) is not None:
                self._last.update(dict.fromkeys(match.sides, number))
            elif match.round == round_:
                self._lose(match.sides, match)
        for number in sorted(state.rounds.byes):
            bye = state.rounds.byes[number]
            if bye.round == round_:
                self._lose((bye.entry,), bye)

    def _lose(self, entries: Iterable[int], made: Made) -> None:
        for entry in entries:
            self._lost.setdefault(entry, []).append(made)

    def of(self, entries: Iterable[int]) -> happened.MadeFrom:
        """The results, by match number."""
        results = dict[int, int | None]()
        for entry in entries:
            results.update(self._results(entry))
        return tuple(sorted(results.items()))

    def _results(self, entry: int) -> Iterator[tuple[int, int | None]]:
        if entry in self._last:
            yield self._last[entry], self._state.winner(self._last[entry])
            yield from self._kept.get(self._last[entry], {}).items()
        for made in self._lost.get(entry, ()):
            if not made.set_aside:
                yield from list(record.changed(made, self._state.winner))[:1]


def _kept(state: Tournament) -> dict[int, dict[int, int | None]]:
    """By match, the outcomes in force on which it and what it was made from are kept. Those of a change that stands
    are not among them: by it nobody has gone on who would not have otherwise."""
    kept = dict[int, dict[int, int | None]]()
    for number in sorted(state.matches):
        match = state.matches[number]
        outcomes = dict(one for one in match.kept_on if _in_force(state, one))
        for origin, _ in match.made_from:
            outcomes.update(kept.get(origin, {}))
        if outcomes:
            kept[number] = outcomes
    return kept


def _in_force(state: Tournament, outcome: tuple[int, int | None]) -> bool:
    number, winner = outcome
    stood = state.rounds.stood.get(number)
    return state.winner(number) == winner and (stood is None or stood.now != winner)
