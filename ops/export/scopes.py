"""Which positions an export has."""

from collections.abc import Iterator
from itertools import count

from domain.evidence.exported.manifest import Manifest, WholeLog, is_in
from domain.evidence.leaves import parse_leaf
from domain.evidence.tiles import WIDTH, bundles_of, entries_in
from ops.export.reading import Source


def positions_in(source: Source, manifest: Manifest) -> Iterator[int]:
    """The positions of the events in an export, in their order, by the entries of its log. Raises `ValueError`."""
    if isinstance(manifest.scope, WholeLog):
        yield from count(1)
    for bundle in bundles_of(manifest.size):
        for position, entry in enumerate(entries_in(source.content(bundle.path)), bundle.index * WIDTH + 1):
            if is_in(manifest.scope, position, parse_leaf(entry).stream):
                yield position
