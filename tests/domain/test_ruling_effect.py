"""Whether what a ruling orders of matches does anything, and is something that can be there (TD-10)."""

from typing import Any

import pytest

from domain.formats.knockout import KnockoutOptions
from domain.formats.nxe import NxeOptions
from domain.formats.registry import FormatOptions
from domain.formats.swiss import SwissOptions
from domain.tournament import commands
from tests.desk import entered
from tests.domain.test_rulings import ruling
from tests.rounds import RoundsDesk

LENGTH = 7


def paired(options: FormatOptions) -> RoundsDesk:
    """A and B meet in match 1."""
    desk = RoundsDesk()
    desk.do(commands.AnnounceTournament(name="Evening", format=options))
    entered(desk, "AB")
    desk.do(commands.StartTournament())
    if options.kind != "knockout":
        desk.pair(1, "A-B")
    return desk


NXE = NxeOptions(kind="nxe", losses=1, lengths=(LENGTH,))
DRAWN = {"kind": "drawn"}
BOTH_TOLD = {"kind": "unplayed", "told": "both"}


@pytest.mark.rule("TD-10", "NXE-6", "SEL-3", "SWI-4")
@pytest.mark.parametrize(
    ("options", "result", "answer"),
    [
        (NXE, DRAWN, "no-draws"),
        (NXE, BOTH_TOLD, "no-draws"),
        (NXE, {"kind": "both-lost"}, None),
        (NXE, {"kind": "score", "first": 7, "second": 7}, "two-winners"),
        (KnockoutOptions(kind="knockout"), BOTH_TOLD, "director-rules"),
        (KnockoutOptions(kind="knockout"), {"kind": "unplayed", "told": "first"}, None),
        (SwissOptions(kind="swiss", rounds=1), BOTH_TOLD, "last-round-ruled"),
        (SwissOptions(kind="swiss", rounds=1), {"kind": "winner", "winner": "second"}, None),
    ],
)
def test_a_result_is_awarded_that_the_match_could_have(
    options: FormatOptions, result: dict[str, Any], answer: str | None
) -> None:
    desk = paired(options)
    award = {"kind": "result-award", "result": result}
    if answer:
        assert desk.refused(ruling(award)) == desk.refused(ruling(claimed=(award,))) == answer
    else:
        desk.do(ruling(award))
        assert desk.outcome(1) is not None
