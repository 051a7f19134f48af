"""The chain of links that the secrets of draws in a series come from (ALL-2), specified step by step in
`domain/kernel/chance.md`.

Each tournament of the series that is announced has the next link, cancelled or not, so nobody announces again without
a gap that all can see. The series publishes a hash over the commitments of all its links before the first of them is
used, and each link is shown to belong to it as it is used. So a secret that nobody reveals holds up no other, and a
reveal tells of no other link.
"""

import hmac
from collections.abc import Iterator, Sequence

from domain.evidence.merkle import (
    Hash,
    NotProvedError,
    inclusion_proof,
    leaf_hash,
    nodes_over,
    root_of,
    verify_inclusion,
)
from domain.kernel.chance import Commitment, Secrets, commitment_to
from domain.series.events import ChainCommitted, ChainLink, LinkSecretRevealed, LinkUsed
from domain.series.state import Chain, Series, UsedLink

LINKS = 1024
"""How many links a chain has."""


def secret_of(seed: bytes, number: int) -> bytes:
    """The secret of draws that belongs to the link of that number, from 1; 32 bytes. From it neither another nor the
    seed can be worked out."""
    return hmac.digest(seed, f"link {number}".encode(), "sha256")


def new_chain(secrets: Secrets) -> ChainCommitted:
    """A chain from a fresh seed, which is sealed away."""
    committed = secrets.commit()
    commitments = _commitments(secrets.secret(committed), LINKS)
    root = root_of(_leaves(commitments)).hex()
    return ChainCommitted(
        seed_commitment=committed, tree_root=root, number_of_links=LINKS, next_commitment=commitments[0]
    )


def next_link(state: Series) -> tuple[ChainLink, str] | None:
    """The link that the next tournament has, and its commitment; None where the series has no chain."""
    chain = state.chains[-1] if state.chains else None
    if chain is None or chain.next_commitment is None:
        return None
    return ChainLink(series=state.id, chain=len(state.chains), link=len(chain.used) + 1), chain.next_commitment


def link_secret(state: Series, link: ChainLink, secrets: Secrets) -> bytes:
    """The secret of draws that belongs to the link."""
    return secret_of(secrets.secret(state.chains[link.chain - 1].seed), link.link)


def use_link(state: Series, tournament: str, secrets: Secrets) -> Iterator[LinkUsed | ChainCommitted]:
    """The next link becomes the tournament's; after the last one a new chain is committed to."""
    chain = state.chains[-1]
    if chain.next_commitment is None:
        raise ValueError(f"the newest chain of {state.stream} has no link left")
    number = len(chain.used) + 1
    commitments = _commitments(secrets.secret(chain.seed), chain.number_of_links)
    proof = inclusion_proof(number - 1, chain.number_of_links, nodes_over(_leaves(commitments)))
    yield LinkUsed(
        tournament=tournament,
        commitment=chain.next_commitment,
        inclusion_proof=tuple(one.hex() for one in proof),
        next_commitment=commitments[number] if number < chain.number_of_links else None,
    )
    if number == chain.number_of_links:
        yield new_chain(secrets)


def reveal_link(link: ChainLink) -> Iterator[LinkSecretRevealed]:
    """The secret of a link was revealed."""
    yield LinkSecretRevealed(chain=link.chain, link=link.link)


def proofs_of_links(chain: Chain) -> Iterator[bool]:
    """Of each used link, whether its proof shows that its commitment is the chain's. Anybody can work it out from what
    is published."""
    for number, used in enumerate(chain.used, 1):
        yield _is_of(chain, number, used)


def _is_of(chain: Chain, number: int, used: UsedLink) -> bool:
    proof, [leaf] = [bytes.fromhex(one) for one in used.inclusion_proof], _leaves([used.commitment])
    try:
        verify_inclusion(number - 1, chain.number_of_links, leaf, proof, bytes.fromhex(chain.tree_root))
    except NotProvedError:
        return False
    return True


def _commitments(seed: bytes, links: int) -> list[Commitment]:
    return [commitment_to(secret_of(seed, number)) for number in range(1, links + 1)]


def _leaves(commitments: Sequence[Commitment]) -> list[Hash]:
    return [leaf_hash(bytes.fromhex(one)) for one in commitments]
