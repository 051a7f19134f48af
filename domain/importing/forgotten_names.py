"""Lines of a list of persons who were erased: what the list calls them is known no more, so they are known by the names
before and after them.

Any name that means nobody is taken for theirs there, whatever it is. Where more or fewer of these are there than
before, all of them are asked about. So nothing answers whether a name was that of somebody who was erased.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

Tokens = Sequence[str | None]
"""The names of a list in their order; None: one that is known no more, or not yet."""


def with_forgotten(before: Tokens, now: Tokens) -> tuple[Mapping[int, int], Collection[int]]:
    """For each place of the list now that is that of somebody who was erased, the place before; and the places that are
    to be asked about."""
    gone, unknown = _gaps(before, set(now)), _gaps(now, set(before))
    kept, asked = dict[int, int](), set[int]()
    for anchor, places in unknown.items():
        former = gone.get(anchor, [])
        if len(former) == len(places):
            kept.update(zip(places, former, strict=True))
        elif former:
            asked.update(places)
    return kept, asked


def _gaps(names: Tokens, others: Collection[str | None]) -> Mapping[str | None, list[int]]:
    """The places without a name, by the name before them that the other list has too."""
    gaps, anchor = defaultdict[str | None, list[int]](list), None
    for place, name in enumerate(names):
        if name is None:
            gaps[anchor].append(place)
        elif name in others:
            anchor = name
    return gaps
