"""What a ruling must rest on, and whom it can reach (TD-4, TD-9)."""

from typing import Any

import pytest

from domain.tournament import entry_commands
from tests.desk import Desk, entered, person, started
from tests.domain.test_rulings import ruling

TOURNAMENT = {"kind": "tournament"}


def out(kind: str, entry: int = 3) -> dict[str, Any]:
    return {"kind": kind, "entry": entry}


def with_third(status: str) -> Desk:
    """A and B play; C has come that far."""
    desk = started("AB")
    desk.do(entry_commands.RequestEntry(person=person("C")))
    if status == "refused":
        desk.do(entry_commands.RefuseEntry(entry=3, reason="Too late."))
    elif status != "requested":
        desk.do(entry_commands.ApproveEntry(entry=3))
    if status == "withdrawn":
        desk.do(entry_commands.WithdrawEntry(entry=3))
    return desk


@pytest.mark.rule("TD-2", "TD-4")
@pytest.mark.parametrize("status", ["requested", "refused", "withdrawn"])
def test_only_who_is_in_can_be_put_out(status: str) -> None:
    desk = with_third(status)
    for kind in ("disqualification", "expulsion"):
        assert desk.refused(ruling(out(kind), about=TOURNAMENT)) == "entry-status"
        assert desk.refused(ruling(claimed=(out(kind),), about=TOURNAMENT)) == "entry-status"
    desk = with_third("approved")
    desk.do(ruling(out("disqualification"), about=TOURNAMENT))
    assert desk.state.entries[3].excluded_by


@pytest.mark.rule("TD-4")
def test_who_is_out_can_be_expelled_and_not_put_out_again() -> None:
    desk = entered(started("AB"), "C")
    both = ruling(out("disqualification"), out("expulsion"), about=TOURNAMENT)
    assert desk.refused(both) == "remedy-idle"
    desk.do(ruling(out("disqualification"), about=TOURNAMENT))
    assert desk.refused(ruling(out("disqualification"), about=TOURNAMENT)) == "remedy-idle"
    desk.do(ruling(out("expulsion"), about=TOURNAMENT))
    assert desk.refused(ruling(out("expulsion"), about=TOURNAMENT)) == "remedy-idle"
