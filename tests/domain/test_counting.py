"""How much is worked out for a command: what a state has come to is known with it, and not worked out again.

`python -m tests.domain.test_counting` prints through how many files of rules a report runs: a figure to look at.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from domain.kernel.envelope import Actor, Recorded
from domain.match import effective_result, layering
from domain.match.effective_result import Ruled, Told
from domain.match.record import Match
from domain.officiating.remedies import MatchLoss, MatchVoiding, PenaltyPoints, Remedy, ResultAward
from domain.scoring.result import WinnerOnly
from domain.tournament.command import Command
from domain.tournament.decide import decide
from domain.tournament.evolve import tournament as evolve
from domain.tournament.matches import commands as match_commands
from domain.tournament.preview import preview
from domain.tournament.rounds.commands import DrawRound
from domain.tournament.rulings.commands import GiveRuling
from domain.tournament.rulings.events import About
from domain.tournament.state import Tournament
from tests.desk import OFFICE, Desk, player
from tests.formats.kinds import KINDS, Kind, in_every_format, started
from tests.house.source import ROOT
from tests.rounds import RoundsDesk, started_nxe

DOMAIN = ROOT / "domain"
VALUES = ("state", "record", "sitting", "verdict")


def one_round() -> RoundsDesk:
    """A plays B and C plays D in the first round."""
    desk = started_nxe("ABCD", losses=2)
    desk.pair(1, "A-B C-D")
    return desk


def holds_rules(path: Path) -> bool:
    """Whether the file says how things are decided: all of the domain does, but for the kernel, frozen values
    (`VALUES`) and tables of what there is (`registry`)."""
    room = path.relative_to(DOMAIN)
    return "kernel" not in room.parts and room.stem not in VALUES and "registry" not in str(room)


def files_run(work: Callable[[], object]) -> set[Path]:
    """The files of the domain of which some function is called."""
    found = set[str]()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            found.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return {path for path in map(Path, found) if path.is_relative_to(DOMAIN)}


def first_round(kind: Kind) -> RoundsDesk:
    """Six play, and match 1 is open."""
    desk = started(kind, 6)
    if kind.name == "open":
        desk.do(match_commands.MakeMatch(sides=(1, 2), form="five-points"))
    elif not desk.matches():
        desk.do(DrawRound(round=1))
    return desk


def rules_run(desk: RoundsDesk, by: Actor) -> list[str]:
    """The files of rules through which it runs that they report match 1."""
    report = match_commands.ReportResult(match=1, result=WinnerOnly(winner="first"))
    run = files_run(lambda: decide(desk.state, report, desk.context(by)))
    return sorted(str(path.relative_to(DOMAIN)) for path in run if holds_rules(path))


def ruling(desk: Desk, remedy: Remedy) -> Command:
    """A ruling on the first match with that remedy, to do what its preview has shown."""
    command = GiveRuling(about=About(kind="match", number=1), clause="4.3", facts="F", reasons="R", remedies=(remedy,))
    shown = preview(desk.state, command, desk.context(OFFICE)).outcome
    return command.model_copy(update={"expected": shown.digest})


def counted(monkeypatch: pytest.MonkeyPatch) -> tuple[Counter[int], Counter[str]]:
    """How often each event is laid, by its version, and how often what a match comes to is worked out."""
    laid, worked_out = Counter[int](), Counter[str]()
    lay, work_out = evolve.evolve, effective_result.effective

    def noted(state: Tournament, recorded: Recorded[Any]) -> Tournament:
        laid[recorded.version] += 1
        return lay(state, recorded)

    def noted_too(*told: Any) -> object:  # noqa: ANN401 -- whatever it is given
        worked_out["effective"] += 1
        return work_out(*told)

    for module in ("domain.tournament.guards.context", "tests.desk"):
        monkeypatch.setattr(f"{module}.evolve", noted)
    monkeypatch.setattr("domain.match.layering.effective", noted_too)
    return laid, worked_out


REMEDIES = (
    MatchLoss(loser="first"),
    MatchVoiding(),
    PenaltyPoints(offender="first", beneficiary="second", points=1),
    ResultAward(result=WinnerOnly(winner="second")),
)


@pytest.mark.parametrize("played", [True, False])
@pytest.mark.parametrize("remedy", REMEDIES, ids=lambda remedy: remedy.kind)
def test_a_ruling_is_laid_twice_and_its_match_worked_out_twice(
    monkeypatch: pytest.MonkeyPatch, remedy: Remedy, played: bool
) -> None:
    desk = one_round()
    if played:
        desk.do(match_commands.ReportResult(match=1, result=WinnerOnly(winner="first")))
    command = ruling(desk, remedy)
    laid, worked_out = counted(monkeypatch)
    decide(desk.state, command, desk.context(OFFICE))
    assert 0 < worked_out.total() <= 2
    laid.clear()
    desk.do(command)
    assert set(laid.values()) == {2}, "once as it is decided, and once as it is recorded"


DISQUALIFIED = {"kind": "disqualification", "entry": 1}
ORDERED = (
    ({"kind": "entry", "number": 1}, DISQUALIFIED),
    ({"kind": "match", "number": 1}, {"kind": "match-loss", "loser": "first"}),
    ({"kind": "match", "number": 1}, {"kind": "result-award", "result": {"kind": "winner", "winner": "second"}}),
)


@in_every_format
@pytest.mark.parametrize(("about", "remedy"), ORDERED, ids=lambda one: str(one["kind"]))
def test_each_match_is_worked_out_twice_whatever_follows_from_a_ruling(
    monkeypatch: pytest.MonkeyPatch, kind: Kind, about: dict[str, Any], remedy: dict[str, Any]
) -> None:
    desk = first_round(kind)
    said = {"clause": "4.3", "facts": "F", "reasons": "R", "remedies": (remedy,), "choice": "rewind"}
    command = GiveRuling.model_validate({"about": about, **said})
    shown = preview(desk.state, command, desk.context(OFFICE)).outcome
    laid, _ = counted(monkeypatch)
    worked_out, work_out = Counter[int](), layering.ruling_of

    def noted(match: Match, told: Told | None) -> Ruled:
        worked_out[match.number] += 1
        return work_out(match, told)

    monkeypatch.setattr(layering, "ruling_of", noted)
    decide(desk.state, command.model_copy(update={"expected": shown.digest}), desk.context(OFFICE))
    assert set(laid.values()) == {1}
    assert worked_out or remedy == DISQUALIFIED
    assert max(worked_out.values(), default=0) <= 2


def figures() -> Iterator[str]:
    """A line for each format: through how many files of rules the report of a result runs, by a player and by staff."""
    for kind in KINDS:
        desk = first_round(kind)
        reporting = player(desk.letter(desk.state.matches[1].sides[0]))
        yield f"{kind.name}: {len(rules_run(desk, reporting))} by a player, {len(rules_run(desk, OFFICE))} by staff"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in figures())
