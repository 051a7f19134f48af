"""The rooms and the arrows between them: drawn floor by floor, without a circle."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from graphlib import TopologicalSorter

import grimp

HOUSE = ("domain", "projections", "api", "ops")
UNDER_ONE_ROOF = ("ops",)  # small enough to be one room


def room_of(module: str) -> str:
    """The room a module is in: `domain.rating.elo` in `domain.rating`."""
    first, *rest = module.split(".")
    return first if first in UNDER_ONE_ROOF or not rest else f"{first}.{rest[0]}"


@cache
def arrows() -> Mapping[str, frozenset[str]]:
    """The rooms that each room uses."""
    graph = grimp.build_graph(*HOUSE, cache_dir=None)
    found = defaultdict[str, set[str]](set)
    for module in sorted(graph.modules):
        for used in graph.find_modules_directly_imported_by(module):
            if room_of(module) != room_of(used):
                found[room_of(module)].add(room_of(used))
    return {room: frozenset(used) for room, used in found.items()}


def floors() -> list[list[str]]:
    """The rooms by floor, the ground floor first. Raises CycleError where arrows go round."""
    sorter = TopologicalSorter(arrows())
    sorter.prepare()
    found = []
    while sorter.is_active():
        floor = sorted(sorter.get_ready())
        sorter.done(*floor)
        found.append(floor)
    return found


def drawing() -> str:
    """The house as a Mermaid diagram, top floor first."""
    lines = [f"  subgraph floor{level}\n    {' ~~~ '.join(floor)}\n  end" for level, floor in enumerate(floors())]
    uses = [f"  {room} --> {used}" for room in sorted(arrows()) for used in sorted(arrows()[room])]
    return "\n".join(["flowchart TB", *reversed(lines), *uses])


def test_the_rooms_stand_on_each_other_without_a_circle() -> None:
    level = {room: number for number, floor in enumerate(floors()) for room in floor}
    assert level["domain.kernel"] == 0
    assert [
        (room, used) for room, uses in arrows().items() for used in sorted(uses) if level[used] >= level[room]
    ] == []


def test_the_drawing_shows_every_room_and_arrow() -> None:
    shown = drawing()
    assert all(f"{room} --> {used}" in shown for room, uses in arrows().items() for used in uses)


if __name__ == "__main__":
    print(drawing())
