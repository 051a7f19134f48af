"""Ids of what the demonstration makes up: the same ones in each run, so that one that was interrupted goes on. Nobody
in it is real."""

from itertools import count
from uuid import UUID, uuid5

from domain.importing.clerk import Clerk

_NAMESPACE = UUID("6d9a4c9e-37a5-5a53-9d5e-6a0d6f1f8a10")


def seeded_id(seed: str) -> str:
    """The id that a seed always gives."""
    return str(uuid5(_NAMESPACE, seed))


class SeededIds:
    """Draws ids one after the other, the same ones in each process."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._numbers = count(1)

    def __call__(self) -> str:
        return seeded_id(f"{self._seed}/{next(self._numbers)}")


class SeededClerk(Clerk):
    """Makes things under ids that their keys give."""

    def id_of(self, key: str) -> str:
        """The id of the tournament, series or person that is made under this key."""
        return seeded_id(self.command(key))
