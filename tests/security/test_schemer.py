"""One person alone, whatever their office and whatever they try: their own line is not improved without another's act,
and what they did to others is undone by one command (TD-9, TD-14, ALL-3)."""

from collections.abc import Sequence

import pytest
from hypothesis import given

from domain.kernel.envelope import Actor
from domain.tournament.matches import commands as matches
from domain.tournament.rounds.commands import DrawRound
from domain.tournament.rulings import commands as rulings
from tests.desk import person
from tests.properties import examples
from tests.reaching import reached
from tests.security.schemers import FORMATS, ROLES, Command, Line, S, Scene, Try, begun, honest, schemes, tries

NEUTRAL = Actor(key="an officer", role="administrator", person=person("v"))


def improved(before: Line, after: Line) -> set[int | str]:
    """What is better in the second: matches by number, and what else by name."""
    found: set[int | str] = {*(after.won - before.won), *(before.lost - after.lost)}
    if after.points > before.points and not after.won - before.won:
        found.add("points")
    if after.credits > before.credits:
        found.add("credits")
    if after.against < before.against:
        found.add("against")
    if after.brought != before.brought:
        found.add("brought")
    return found


def explained(scene: Scene, what: int | str, command: Command) -> bool:
    """Whether another has said so before: by a report, or a recorded draw gave a bye."""
    if what == "credits":
        return any(explained(scene, number, command) for number in scene.line("S").won)
    if isinstance(what, str):
        return what == "points" and isinstance(command, DrawRound)
    report = scene.state.matches[what].sitting.report if what in scene.state.matches else None
    return report is not None and bool(report.by) and S not in report.by


def undo(scene: Scene, command: Command) -> tuple[Command, str] | None:
    """The one command by which somebody else undoes what was just done to others."""
    state = scene.state
    match command:
        case rulings.GiveRuling():
            return rulings.WithdrawRuling(ruling=len(state.directing.rulings), reason="Not so", choice="restore"), "S"
        case matches.MakeMatch(result=result) if result is not None:
            return matches.VoidMatch(match=len(state.matches), reason="Never played"), "S"
        case _:
            return None


@pytest.mark.rule("TD-9", "TD-14", "ALL-3")
@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("role", ROLES)
@given(tried=tries)
@examples(2)
def test_nobody_alone_improves_their_own_line(role: str, kind: str, tried: Sequence[Try]) -> None:
    scene = begun(role, kind)
    for deed in tried:
        if deed.a % 3 == 0:
            honest(scene, deed)
            continue
        before, was = scene.line("S"), scene.copied()
        done = schemes(scene, deed)
        if done is None:
            continue
        reached()
        better = improved(before, scene.line("S"))
        assert all(explained(was, what, done[0]) for what in better), (better, done)
