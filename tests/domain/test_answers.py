"""A command is answered with all that it changed, each with the revision that the next command is to name."""

from typing import Any

import pytest

from domain.tournament.answers import tournament_answer
from domain.tournament.guards.effect import effect_of
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament
from tests.desk import OFFICE
from tests.domain.test_rulings import everything
from tests.rounds import RoundsDesk, started_nxe


def difference(before: Tournament, after: Tournament) -> dict[str, dict[int, int]]:
    """What has another revision than before, with it."""
    pairs: dict[str, tuple[Any, Any]] = {
        "entries": (before.entries, after.entries),
        "matches": (before.matches, after.matches),
        "disputes": (before.directing.disputes, after.directing.disputes),
        "rulings": (before.directing.rulings, after.directing.rulings),
        "appeals": (before.directing.appeals, after.directing.appeals),
    }
    return {
        kind: {n: one.revision for n, one in now.items() if then.get(n) is None or then[n].revision != one.revision}
        for kind, (then, now) in pairs.items()
    }


KINDS = ("entries", "matches", "disputes", "rulings", "appeals")


class Answered(RoundsDesk):
    """Compares what each command is answered with what it has changed."""

    def do(self, command: Any, by: Any = OFFICE) -> Any:  # noqa: ANN401 -- as the desk does
        before = self.state
        events = super().do(command, by)
        answer: Any = tournament_answer(effect_of(before, events, self.context(by)))
        named = {kind: {one["number"]: one["revision"] for one in answer.get(kind, ())} for kind in KINDS}
        assert named == difference(before, self.state), command
        return events


def answered(desk: RoundsDesk) -> RoundsDesk:
    """The desk, compared from here on."""
    desk.__class__ = Answered
    return desk


@pytest.mark.rule("TD-9", "TD-11", "TD-12", "TD-13")
def test_it_names_what_rulings_and_appeals_have_changed() -> None:
    desk = answered(started_nxe("ABCD"))
    desk.pair(1, "A-B C-D")
    everything(desk)


@pytest.mark.rule("ALL-4")
def test_it_names_what_a_changed_result_has_made_void_brought_back_and_kept() -> None:
    desk = answered(started_nxe("ABCD"))
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C B-D")
    desk.won("A-C")
    for winner, choice in (("second", "rewind"), ("first", "restore"), ("second", "stand")):
        change = {"match": 1, "result": {"kind": "winner", "winner": winner}, "reason": "Slip", "choice": choice}
        desk.do(match_commands.CorrectResult.model_validate(change))
