"""Imports after a part has given up root's rights: each is told in a line, and one that can't be read is named.

What a part needs is loaded before (`ops/preloading.py`). A module that was forgotten there imports well as long as the
account of the part can read the program, and fails for ever where it can't.
"""

import importlib.abc
import logging
import os
import pkgutil
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

logger = logging.getLogger(__name__)

REFUSED = "SCORESHEET_TEST_LATE_IMPORTS"
"""With the value `refused` in the environment of the service no part imports anything late: for tests."""


class LateImportError(ModuleNotFoundError):
    """A module was not loaded in time, and is there, and can't be read any more."""


class LateImports(importlib.abc.MetaPathFinder):
    """Finds what the other finders find, and tells of it. `there` are the packages that the program can have."""

    def __init__(self, there: frozenset[str], *, is_refused: bool = False) -> None:
        self._there = there
        self._is_refused = is_refused
        self.names: list[str] = []

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The module's, where it can be read; None where the program does not have it. Raises LateImportError."""
        spec = next(filter(None, (finder.find_spec(name, path, target) for finder in self._others())), None)
        if spec is None and (name.partition(".")[0] not in self._there or _can_be_read(path)):
            return None
        self.names.append(name)
        if spec is None or self._is_refused:
            raise LateImportError(f"{name} was not loaded before this process gave up root's rights", name=name)
        logger.warning("late import: %s was not loaded before this process gave up root's rights", name)
        return spec

    def _others(self) -> list[importlib.abc.MetaPathFinder]:
        return [finder for finder in sys.meta_path if finder is not self]  # type: ignore[misc]  # each has find_spec


def _can_be_read(path: Sequence[str] | None) -> bool:
    """Whether this process reads every folder in which the module could be."""
    places = sys.path if path is None else path
    return all(os.access(place, os.R_OK | os.X_OK) for place in places if not place.endswith(".zip"))


def packages() -> frozenset[str]:
    """Every module and package that can be imported now, by the first part of its name."""
    return sys.stdlib_module_names | {found.name for found in pkgutil.iter_modules()}


def watch(there: frozenset[str], *, is_refused: bool = False) -> LateImports:
    """From now on each import of what is not loaded yet is told, or refused."""
    found = LateImports(there, is_refused=is_refused)
    sys.meta_path.insert(0, found)
    return found


def are_refused() -> bool:
    """Whether the service is started by tests that allow none."""
    return os.environ.get(REFUSED) == "refused"
