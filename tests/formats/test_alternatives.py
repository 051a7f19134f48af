"""What a committee puts in a ruling's place is as if it had been ruled so at once (TD-12, TD-13)."""

from typing import Any

import pytest

from domain.scoring.result import FinalScore
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from tests.desk import person, player
from tests.formats.appealing import fork, give_as, put_instead
from tests.formats.knockout_play import knockout


def on_match(number: int, *remedies: dict[str, Any]) -> dict[str, Any]:
    """A ruling on that match."""
    words = {"clause": "4.2", "facts": "As seen", "reasons": "As written"}
    return {"about": {"kind": "match", "number": number}, "remedies": remedies, **words}


@pytest.mark.rule("TD-13", "ALL-3", "ALL-12")
def test_who_is_disqualified_in_place_of_a_replay_does_not_concede_what_was_reported_before_it() -> None:
    desk = knockout(4, {"lengths": (3,)})
    desk.do(lifecycle_commands.AppointDirector(person=person("Y")))
    desk.act("starts")
    report = match_commands.ReportResult(match=1, result=FinalScore(first=3, second=0))
    desk.do(report, player("A"))
    at_once, disqualified = fork(desk), {"kind": "disqualification", "entry": 1}
    assert give_as(at_once, on_match(1, disqualified)) == 1
    assert give_as(desk, on_match(1, {"kind": "match-replay"})) == 1
    put_instead(desk, 1, [disqualified])
    for one in (desk, at_once):
        match = one.state.matches[1]
        assert (match.layers, match.effective and match.effective.announced_at) == ((), None)
        assert one.state.awaiting == at_once.state.awaiting
