"""What a command has changed of ratings, line by line and player by player (ELO-6).

Each command is rated by itself, however many are read at once: so the same log always tells the same.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.kernel.ids import PersonId
from domain.kernel.values import Pool
from domain.rating.classes import rating_class
from domain.rating.lines import LedgerMatch, RatedLine
from projections.engine.states import Batch
from projections.feeds.causes import cause_further_on
from projections.feeds.documents import Cause, RatingChanged
from projections.feeds.drafts import Draft
from projections.ratings.pools import Match, PoolLedger, Pools, Rerated, to_look_at

Formers = Mapping[Match, RatedLine | None]
"""The lines, before a command, of the matches that it touches."""


class Rerating:
    """The pools of the feed. In `matches` and `removed` are those that are rated otherwise, or no longer, since they
    were last taken away; `opened` are the openings set since, None where a person has theirs no longer (REG-1)."""

    def __init__(self) -> None:
        self.pools = Pools()
        self.matches: dict[Match, Pool] = {}
        self.removed: dict[Match, None] = {}
        self.opened: dict[tuple[Pool, PersonId], tuple[int, int] | None] = {}

    def take(self, batch: Batch, cause: Cause, position: int) -> Iterator[Draft]:
        """Rate what a command has made of its streams, and tell what it changed; all of it is to be taken."""
        formers, opened = self._formers(batch), self._openings(batch)
        self.pools.take(batch)
        for pool, rerated in self.pools.settle():
            self._note(pool, rerated)
            told = _Telling(pool, self.pools.pool(pool), cause, position)
            yield from told.openings(person for of, person in opened if of == pool)
            yield from told.lines(rerated, formers)
        self.opened.update(opened)

    def _formers(self, batch: Batch) -> Formers:
        names = [(one.state.id, number) for one in batch.tournaments.values() for number in to_look_at(one)]
        return {name: self._line(name) for name in names}

    def _line(self, match: Match) -> RatedLine | None:
        ledgers = (pool.ledger for pool in self.pools.pools.values())
        return next((ledger.line(match) for ledger in ledgers if match in ledger), None)

    def _openings(self, batch: Batch) -> dict[tuple[Pool, PersonId], tuple[int, int] | None]:
        """Those that the command sets or takes away, sorted."""
        changed: dict[tuple[Pool, PersonId], tuple[int, int] | None] = {}
        for person in sorted(batch.persons.values(), key=lambda one: one.id):
            for pool in sorted({*self.pools.pools, *person.openings}):
                one = person.openings.get(pool)
                now = None if one is None else (one.rating, one.experience)
                if self.pools.pool(pool).openings.get(person.id) != now:
                    changed[pool, person.id] = now
        return changed

    def _note(self, pool: Pool, settled: Rerated) -> None:
        for match in settled.matches:
            self.matches[match] = pool
            self.removed.pop(match, None)
        for match in settled.removed:
            self.removed[match] = None
            self.matches.pop(match, None)


def subject_of(pool: Pool, person: PersonId) -> str:
    """The subject of entries about a player's rating."""
    return f"pools/{pool}/persons/{person}"


def line_of(pool: Pool, person: PersonId, match: Match) -> str:
    """The matter on which entries of one line of a player supersede each other."""
    return f"{subject_of(pool, person)}/{match[0]}/{match[1]}"


class _Telling:
    """Tells of one pool what a command has changed in it."""

    def __init__(self, pool: Pool, ledger: PoolLedger, cause: Cause, position: int) -> None:
        self._pool = pool
        self._ledger = ledger
        self._cause = cause
        self._position = position

    def openings(self, persons: Iterable[PersonId]) -> Iterator[Draft]:
        return (self._draft(person, None, self._cause) for person in persons)

    def lines(self, settled: Rerated, formers: Formers) -> Iterator[Draft]:
        for match in settled.matches:
            line, former = self._ledger.ledger.line(match), formers.get(match)
            if line[1:] == (former and former[1:]) and _is_same(line.match, former):
                continue  # it has another place, and nothing else
            cause = self._cause if match in formers and not _is_same(line.match, former) else self._further_on
            yield from (
                self._removal_draft(person, match) for person in _players(former) if person not in _players(line)
            )
            yield from (self._draft(person, match, cause, line) for person in _players(line))
        for match in settled.removed:
            yield from (self._removal_draft(person, match) for person in _players(formers.get(match)))

    @property
    def _further_on(self) -> Cause:
        return cause_further_on(self._cause)

    def _removal_draft(self, person: PersonId, match: Match) -> Draft:
        return self._draft(person, match, self._cause)

    def _draft(self, person: PersonId, match: Match | None, cause: Cause, line: RatedLine | None = None) -> Draft:
        subject = subject_of(self._pool, person)
        shown = self._ledger.ledger.current(person) if self._ledger.is_shown(person) else None
        told = RatingChanged(
            pool=self._pool,
            person=person,
            tournament=match[0] if match else None,
            match=match[1] if match else None,
            rating=shown.rating if shown else None,
            experience=shown.experience if shown else None,
            rating_class=rating_class(shown.rating).name if shown else None,
            cause=cause,
            pool_position=self._position,
            **({} if line is None else _side_of(line, person)),
        )
        return Draft(subject, line_of(self._pool, person, match) if match else subject, told)


def _players(line: RatedLine | None) -> tuple[PersonId, ...]:
    return () if line is None else (line.match.winner, line.match.loser)


def _is_same(match: LedgerMatch, former: RatedLine | None) -> bool:
    """Whether it is rated by the same as before, wherever it is in the order."""
    if former is None:
        return False
    was = former.match
    return (match.winner, match.loser, match.n, match.policy) == (was.winner, was.loser, was.n, was.policy)


def _side_of(line: RatedLine, person: PersonId) -> dict[str, Any]:
    """The line as that player has it."""
    match, won = line.match, line.match.winner == person
    ours = (line.winner_before, line.winner_after, line.winner_experience)
    before, after, experience = ours if won else (line.loser_before, line.loser_after, line.loser_experience)
    return {
        "before": before,
        "after": after,
        "experience_before": experience,
        "opponent": match.loser if won else match.winner,
        "won": won,
        "policy": match.policy.name,
        "policy_version": match.policy.version,
    }


def matches_at(pools: Pools, matches: Mapping[Match, Pool]) -> Iterator[tuple[Match, Pool, LedgerMatch]]:
    """These matches as they are rated now."""
    for name, pool in matches.items():
        yield name, pool, pools.pool(pool).ledger.line(name).match
