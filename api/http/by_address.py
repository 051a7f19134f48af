"""How often something comes from one address, where anybody may send it: at all workers together."""

import hashlib
from typing import Any

from psycopg_pool import ConnectionPool
from pydantic import TypeAdapter

from api.http.shared import Shared

QUARTER_SECONDS = 900.0


class ByAddress:
    """Counts what comes from each address, `most` within a quarter of an hour. May be used from any thread."""

    def __init__(self, pool: "ConnectionPool[Any]", what: str, most: int) -> None:
        self._most = most
        self._ages = Shared(pool, f"often-{what}", TypeAdapter(list[float]))

    def is_too_often(self, address: str) -> bool:
        """Counts one more from there; True where there were the most already within a quarter of an hour.

        It keeps how long before the newest each came, since workers have clocks of their own, and the address's digest.
        """
        place = hashlib.sha256(address.encode()).hexdigest()
        with self._ages.alone(place) as shelf:
            found = shelf.of(place)
            ages = [age + found.seconds for age in found.value] if found else []
            recent = [age for age in ages if age < QUARTER_SECONDS]
            if len(recent) >= self._most:
                return True
            shelf.keep(place, [*recent, 0.0])
            return False
