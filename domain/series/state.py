"""A series of tournaments, as the events make it. Which tournaments and seasons it has, the tournaments say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rpds import HashTrieMap

from domain.kernel.chance import Commitment
from domain.kernel.envelope import Actor, Recorded
from domain.kernel.ids import ClubId, PersonId, Season, StreamName
from domain.kernel.merges import Merges, under_known_ids, with_merge, without_merge
from domain.kernel.replacing import replace
from domain.kernel.values import Digest
from domain.series import events as series_events
from domain.series.events import Division, NextSeasonProposed


@dataclass(frozen=True, slots=True)
class UsedLink:
    """A link that a tournament has, what shows that it is the chain's, and whether the tournament's secret was
    revealed."""

    tournament: str
    commitment: Commitment
    inclusion_proof: tuple[Digest, ...]
    revealed: bool = False


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of links (ALL-2): `tree_root` is the hash over all their commitments, `used` are its links from 1 on,
    `next_commitment` is that of the link after them."""

    seed: Commitment
    tree_root: Digest
    number_of_links: int
    next_commitment: Commitment | None
    used: tuple[UsedLink, ...] = ()


@dataclass(frozen=True, slots=True)
class League:
    """The state of a season with divisions (RR-15): the divisions, the highest first, and what was proposed since for
    the season after it."""

    divisions: tuple[Division, ...]
    proposed: NextSeasonProposed | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """The state. `name` is None until the series is announced; `revision` is the version that last changed the
    description. `named` are the directors as they were named, `merged` the records among them that were merged, each
    with the one it was merged into (REG-1). The newest chain always has a link left. `leagues` are the seasons
    that have divisions."""

    stream: StreamName
    version: int = 0
    name: str | None = None
    named: tuple[PersonId, ...] = ()
    club: ClubId | None = None
    revision: int = 0
    chains: tuple[Chain, ...] = ()
    merged: Merges = ()
    leagues: HashTrieMap[Season, League] = field(default_factory=HashTrieMap)

    @property
    def id(self) -> str:
        return self.stream.removeprefix("series-")

    @property
    def directors(self) -> tuple[PersonId, ...]:
        """The persons who may announce its tournaments, besides the administrators."""
        return tuple(dict.fromkeys(under_known_ids(self.named, self.merged)))

    def is_kept_by(self, actor: Actor) -> bool:
        """Whether the actor may change it, and announce tournaments of it: who wins them is known everywhere."""
        return actor.role == "administrator" or (actor.role == "director" and actor.person in self.directors)


def initial(stream: StreamName) -> Series:
    """The state before the first event."""
    return Series(stream)


def evolve(state: Series, recorded: Recorded[Any]) -> Series:
    """The state after one more event of its stream."""
    state = replace(state, version=recorded.version)
    match recorded.event:
        case series_events.SeriesAnnounced() | series_events.SeriesChanged() as event:
            return replace(state, name=event.name, named=event.directors, club=event.club, revision=recorded.version)
        case series_events.RecordMerged() as event:
            return replace(state, merged=with_merge(state.merged, event), revision=recorded.version)
        case series_events.RecordSplit() as event:
            return replace(state, merged=without_merge(state.merged, event), revision=recorded.version)
        case series_events.ChainCommitted() as event:
            chain = Chain(event.seed_commitment, event.tree_root, event.number_of_links, event.next_commitment)
            return replace(state, chains=(*state.chains, chain))
        case series_events.DivisionsArranged(season=season, divisions=divisions):
            return replace(state, leagues=state.leagues.insert(season, League(divisions)))
        case series_events.NextSeasonProposed() as event:
            return _with_proposal(state, event)
        case series_events.LinkUsed() as used:
            return _with(state, len(state.chains), lambda chain: _use_link(chain, used))
        case series_events.LinkSecretRevealed(chain=number, link=link):
            return _with(state, number, lambda chain: _reveal_link(chain, link))
        case _:
            return state


def _use_link(chain: Chain, event: series_events.LinkUsed) -> Chain:
    used = (*chain.used, UsedLink(event.tournament, event.commitment, event.inclusion_proof))
    return replace(chain, used=used, next_commitment=event.next_commitment)


def _reveal_link(chain: Chain, link: int) -> Chain:
    used = (replace(one, revealed=one.revealed or number == link) for number, one in enumerate(chain.used, 1))
    return replace(chain, used=tuple(used))


def _with(state: Series, number: int, change: Callable[[Chain], Chain]) -> Series:
    """The state with the chain of that number changed, where there is one."""
    chains = (change(chain) if place == number else chain for place, chain in enumerate(state.chains, 1))
    return replace(state, chains=tuple(chains))


def _with_proposal(state: Series, event: NextSeasonProposed) -> Series:
    """With what was proposed from the divisions of a season; without them it says nothing."""
    league = state.leagues.get(event.season)
    if league is None:
        return state
    return replace(state, leagues=state.leagues.insert(event.season, replace(league, proposed=event)))
