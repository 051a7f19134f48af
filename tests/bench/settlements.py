"""How the cost of stakes grows with the matches settled: python -m tests.bench.settlements

Prints processor time in one tournament of the room with so many settled matches of three players, and how much ten
times as many matches cost: to report and to correct a match, which must not grow with the ledger; to read one match's
settlement and the first page of the ledger, which must not either; and all balances, which grow with the players alone.
"""

import time
from collections.abc import Callable
from typing import Any

from domain.tournament.matches import commands as match_commands
from domain.tournament.stakes.state import Settlements
from projections.views.settlements import balances_view, ledger, match_settlement_view
from tests.bench.sizes import sized
from tests.bench.timing import print_growth
from tests.domain.test_settlement import FIVE, room
from tests.rounds import RoundsDesk

SIZES = sized((100, 1_000), (100, 1_000, 10_000))
AT_ONCE = 100
REPEATED = 20
SCORE = {"kind": "score", "first": 5, "second": 3}
TURNED = {"kind": "score", "first": 3, "second": 5}


def milliseconds(work: Callable[[], object]) -> float:
    """Of one time, the mean of several."""
    begun = time.process_time()
    for _ in range(REPEATED):
        work()
    return (time.process_time() - begun) * 1000 / REPEATED


def row(number: int) -> match_commands.PlayedMatch:
    """The nth match: all three pairs in turn."""
    sides = ((1, 2), (2, 3), (3, 1))[number % 3]
    return match_commands.PlayedMatch.model_validate({"sides": sides, "result": SCORE, **FIVE})


def filled(matches: int) -> RoundsDesk:
    """A room with so many matches, all settled."""
    desk = room()
    for first in range(0, matches, AT_ONCE):
        rows = tuple(row(number) for number in range(first, first + AT_ONCE))
        desk.do(match_commands.EnterResults(results=rows))
        desk.history.clear()
    return desk


def corrections(desk: RoundsDesk) -> Callable[[], object]:
    """ReplayThrottle over another match each time."""
    numbers = iter(range(1, len(desk.state.matches) + 1))

    def correct() -> None:
        fields: dict[str, Any] = {"match": next(numbers), "result": TURNED, "reason": "Slip"}
        desk.do(match_commands.CorrectResult.model_validate(fields))

    return correct


def measured(matches: int) -> dict[str, float]:
    desk = filled(matches)
    found = {
        "report": milliseconds(lambda: desk.do(match_commands.EnterResults(results=(row(0),)))),
        "correct": milliseconds(corrections(desk)),
        "one match": milliseconds(lambda: match_settlement_view(desk.state, desk.state.matches[matches])),
        "a page": milliseconds(lambda: ledger(desk.state, 0, 50)),
        "balances": milliseconds(lambda: balances_view(desk.state)),
    }
    require_settled(desk.state.settlements, matches)
    return found


def require_settled(settlements: Settlements, matches: int) -> None:
    """Raises ValueError where what was measured was not the settling of matches."""
    if len(settlements.postings) != matches + 2 * REPEATED:
        raise ValueError(f"{len(settlements.postings)} postings")


def main() -> None:
    print_growth(SIZES, measured, "matches")


if __name__ == "__main__":
    main()
