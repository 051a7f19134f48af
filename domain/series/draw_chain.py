"""The chain of hashes that the secrets of draws in a series come from (ALL-2).

Each tournament of the series that is announced has the next link, cancelled or not, so nobody announces again without
a gap that all can see. A tournament's reveal gives the secret that belongs to its link, and not the link: that one is
opened once all secrets before it have been revealed, since those follow from it.
"""

from collections.abc import Iterator
from itertools import takewhile

from domain.kernel.chance import Secrets, commitment_to
from domain.kernel.hash_chain import LINKS, link_before, link_of, secret_of
from domain.series.events import ChainCommitted, ChainLink, LinkOpened, LinkSecretRevealed, LinkUsed
from domain.series.state import Chain, Series


def new_chain(secrets: Secrets) -> ChainCommitted:
    """A chain from a fresh seed, which is sealed away."""
    committed = secrets.commit()
    seed = secrets.secret(committed)
    first, anchor = _commitment(seed, 1, LINKS), link_of(seed, 0, LINKS).hex()
    return ChainCommitted(seed=committed, anchor=anchor, links=LINKS, next_commitment=first)


def _commitment(seed: bytes, number: int, links: int) -> str:
    return commitment_to(secret_of(link_of(seed, number, links)))


def next_link(state: Series) -> tuple[ChainLink, str] | None:
    """The link that the next tournament has, and its commitment; None where the series has no chain."""
    chain = state.chains[-1] if state.chains else None
    if chain is None or chain.next_commitment is None:
        return None
    return ChainLink(series=state.id, chain=len(state.chains), link=len(chain.used) + 1), chain.next_commitment


def link_secret(state: Series, link: ChainLink, secrets: Secrets) -> bytes:
    """The secret of draws that belongs to the link."""
    chain = state.chains[link.chain - 1]
    return secret_of(link_of(secrets.secret(chain.seed), link.link, chain.links))


def use_link(state: Series, tournament: str, secrets: Secrets) -> Iterator[LinkUsed | ChainCommitted]:
    """The next link becomes the tournament's; after the last one a new chain is committed to."""
    chain = state.chains[-1]
    if chain.next_commitment is None:
        raise ValueError(f"the newest chain of {state.stream} has no link left")
    following = len(chain.used) + 2
    seed = secrets.secret(chain.seed)
    then = _commitment(seed, following, chain.links) if following <= chain.links else None
    yield LinkUsed(tournament=tournament, commitment=chain.next_commitment, next_commitment=then)
    if then is None:
        yield new_chain(secrets)


def reveal_link(state: Series, link: ChainLink, secrets: Secrets) -> Iterator[LinkSecretRevealed | LinkOpened]:
    """The secret of a link was revealed; what that opens."""
    chain = state.chains[link.chain - 1]
    yield LinkSecretRevealed(chain=link.chain, link=link.link)
    revealed = (used.revealed or number == link.link for number, used in enumerate(chain.used, 1))
    reached = sum(takewhile(bool, revealed))
    if reached > chain.opened:
        value = link_of(secrets.secret(chain.seed), reached, chain.links).hex()
        yield LinkOpened(chain=link.chain, link=reached, value=value)


def confirmed(chain: Chain) -> Iterator[bool | None]:
    """Of each used link, whether the opened link shows that its commitment is the chain's; None: not yet to be told.
    Anybody can work it out from what is published."""
    link = bytes.fromhex(chain.value or "")
    found: list[bool] = []
    for used in reversed(chain.used[: chain.opened]):
        found.append(commitment_to(secret_of(link)) == used.commitment)
        link = link_before(link)
    anchored = link.hex() == chain.anchor
    yield from (anchored and one for one in reversed(found))
    yield from (None for _ in chain.used[chain.opened :])
