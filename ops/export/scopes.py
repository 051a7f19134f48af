"""What a part of a log has of what the whole of it has: which tables, and which positions."""

from collections.abc import Iterator, Sequence
from itertools import count

from domain.evidence.exported.manifest import Manifest, OneStream, Scope, WholeLog, is_in
from domain.evidence.leaves import parse_leaf
from domain.evidence.tiles import WIDTH, bundles_of, entries_in
from ops.export.reading import Source
from projections.claims.claims import CLAIMS, OF_A_TOURNAMENT, Claim


def claims_of(scope: Scope) -> Sequence[Claim]:
    """The tables that are claimed: all, those of one tournament, or none."""
    match scope:
        case WholeLog():
            return CLAIMS
        case OneStream():
            return OF_A_TOURNAMENT
        case _:
            return ()


def positions_in(source: Source, manifest: Manifest) -> Iterator[int]:
    """The positions of the events in an export, in their order, by the entries of its log. Raises `ValueError`."""
    if isinstance(manifest.scope, WholeLog):
        yield from count(1)
    for bundle in bundles_of(manifest.size):
        for position, entry in enumerate(entries_in(source.content(bundle.path)), bundle.index * WIDTH + 1):
            if is_in(manifest.scope, position, parse_leaf(entry).stream):
                yield position
