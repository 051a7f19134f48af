"""What a round of a bracket is called by all who read of it: the last three have names, every other one has a number.

Of several brackets that of all entrants has these names, and each has a final; a final whose winner plays on elsewhere
is only its bracket's.
"""

from collections.abc import Sequence
from typing import Literal

RoundName = Literal["final", "bracket-final", "semifinal", "quarterfinal", "third-place"]
FROM_THE_END: Sequence[RoundName] = ("final", "semifinal", "quarterfinal")
OF_ALL = ("main", "upper")
"""The brackets that all entrants begin in, by their names."""


def name_before(rounds_after: int) -> RoundName | None:
    """That of a round which so many follow; None: it has a number."""
    return FROM_THE_END[rounds_after] if rounds_after < len(FROM_THE_END) else None


def name_in(section: str, rounds_after: int, *, goes_on: bool) -> RoundName | None:
    """The same in one of several brackets; `goes_on`: the winner there plays on."""
    if rounds_after == 0:
        return "bracket-final" if goes_on else "final"
    return name_before(rounds_after) if section in OF_ALL else None
