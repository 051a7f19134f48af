"""Every capability of a tournament has the same few kinds of files, and the kinds stand on each other."""

import ast
from collections.abc import Iterator
from pathlib import Path

TOURNAMENT = Path("domain/tournament")
KINDS = ("events", "commands", "state", "derived", "evolve", "guards", "decisions", "tournament")
"""Lowest first. What two capabilities need goes to `derived` or `guards`; a decision is its own capability's alone."""


EMBEDDED = ("lifecycle/conditions.py", "person_effects/snapshots.py", "rulings/in_game.py")
"""Values that events embed: they stand as low as events. So do presets, which are made of such values."""


def kind_of(path: Path) -> str:
    """The kind of a file, by its name or its folder; what is beside the capabilities brings all of it together."""
    if path.parent in (TOURNAMENT, TOURNAMENT / "registry") and path.stem not in ("state", "evolve"):
        return "tournament"
    if path.stem in KINDS:
        return path.stem
    if str(path.relative_to(TOURNAMENT)) in EMBEDDED or path.parent.name == "presets":
        return "events"
    if path.parent.name in ("derived", "guards"):
        return path.parent.name
    return "decisions"


def imported(path: Path) -> Iterator[Path]:
    """The files of a tournament that it imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("domain.tournament"):
            module = Path(*node.module.split("."))
            inner = {(module / alias.name).with_suffix(".py") for alias in node.names}
            yield from (one for one in sorted(inner | {module.with_suffix(".py")}) if one.exists())


def upward(path: Path) -> Iterator[Path]:
    """What it imports that is above it, or is another capability's decision."""
    for used in imported(path):
        above = KINDS.index(kind_of(used)) - KINDS.index(kind_of(path))
        if above > 0 or (above == 0 and kind_of(path) == "decisions" and used.parent != path.parent):
            yield used


def arrows() -> set[str]:
    return {
        f"{path.relative_to(TOURNAMENT)} > {used.relative_to(TOURNAMENT)}"
        for path in sorted(TOURNAMENT.rglob("*.py"))
        for used in upward(path)
    }


# What still stands against it. The list only ever gets shorter: `python -m tests.house.test_kinds` prints it.
STANDING = {
    "entries/resignation.py > matches/results.py",
    "lifecycle/lifecycle.py > rounds/commitments.py",
}


def test_no_capability_reaches_up_or_into_another_s_decisions() -> None:
    assert sorted(arrows() - STANDING) == []


def test_what_was_mended_stands_against_it_no_more() -> None:
    assert sorted(STANDING - arrows()) == []


if __name__ == "__main__":
    print("\n".join(sorted(arrows())))
