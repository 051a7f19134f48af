"""The sentence of a refusal tells its reader nothing that is withheld from them (ALL-12, TD-9, TD-12).

The attack: somebody without a part in a matter sends every command there is, and reads off the refusals what others
have reported, voted or are banned for. Two clubs that differ in nothing but that refuse everything alike.
"""

from collections.abc import Iterator

import pytest

from domain.kernel.envelope import Actor
from domain.kernel.facts import hidden_facts
from domain.kernel.refusal import Refused
from domain.kernel.visibility import Part
from domain.person import commands as person_commands
from domain.tournament.entries.commands import RequestEntry
from domain.tournament.matches import commands as matches
from domain.tournament.rulings import commands as rulings
from tests.desk import OFFICE, director, person, player
from tests.security.offices import Command
from tests.security.schemers import Scene, Try, begun, moves_of, named

SENDERS = (player("S"), player("v"), Actor(key="for nobody", role="auditor"))
"""Somebody who plays other matches, somebody who has not entered, and a key for nobody. Anyone who shows no key is
asked for one before anything is looked at."""
NEUTRAL = director("Z")
DEEDS = [Try(0, a, b, c) for a in (0, 1, 2) for b in range(5) for c in (0, 1)]


def told(by: str, verdict: str, banned: str) -> Scene:
    """An evening on which a match of A and B waits for its announcement, as `by` has reported it, C and D await what a
    committee decides, of which one has voted so; and that person is banned from all tournaments."""
    scene = begun("player", "open")
    result = {"kind": "score", "first": 3, "second": 0}
    for command, actor in (
        (matches.MakeMatch.model_validate({"sides": [2, 3], "length": 3}), NEUTRAL),
        (matches.MakeMatch.model_validate({"sides": [4, 5], "length": 3, "result": result}), NEUTRAL),
        (rulings.GiveRuling.model_validate(RULING), NEUTRAL),
        (rulings.LodgeAppeal(ruling=1, entry=4), player("C")),
        (rulings.FormCommittee(appeal=1, members=tuple(map(person, "xyz"))), NEUTRAL),
        (rulings.CastVote.model_validate({"appeal": 1, "member": person("x"), "verdict": verdict}), player("x")),
    ):
        scene.do(command, actor)
    won = {"kind": "score", **({"first": 3, "second": 1} if by == "A" else {"first": 2, "second": 3})}
    scene.do(matches.ReportResult.model_validate({"match": 1, "result": won}), player(by))
    scene.do(person_commands.PlaceBan(reason="For a reason"), OFFICE, banned)
    return scene


RULING = {
    "about": {"kind": "match", "number": 2},
    "clause": "4.2",
    "facts": "As seen",
    "reasons": "So it is",
    "remedies": [{"kind": "match-loss", "loser": "first"}],
}


def answer(scene: Scene, command: Command, by: Actor) -> tuple[str, object, str | None] | None:
    """What the sender is shown of a refusal: its kind, its facts but for those withheld, and where none is, its
    sentence; None where it is accepted."""
    try:
        scene.copied().do(command, by)
    except Refused as refused:
        hidden = hidden_facts(refused.facts, Part.ANYBODY)
        facts = {name: fact for name, fact in refused.facts.items() if name not in hidden}
        return refused.problem.slug, facts, None if hidden else refused.detail
    return None


def tried(scene: Scene) -> Iterator[Command]:
    """Every command on every thing there is."""
    for deed in DEEDS:
        for kind, fields in named(moves_of(scene, deed)).values():
            try:
                yield kind.model_validate(fields)
            except ValueError:
                continue
    for letter in "uw":
        yield RequestEntry(person=person("v"), members=(person(letter),), team_name="Foxes")


@pytest.mark.rule("ALL-12", "TD-12")
def test_refusals_tell_a_stranger_neither_reports_nor_votes_nor_bans() -> None:
    one, other = told("A", "upheld", "u"), told("B", "reversed", "y")
    commands = dict.fromkeys(repr(command) for command in tried(one))
    refused = set[str]()
    for command in tried(one):
        if repr(command) not in commands:
            continue
        del commands[repr(command)]
        for sender in SENDERS:
            told_one, told_other = (answer(scene, command, sender) for scene in (one, other))
            assert told_one == told_other, command
            refused |= {told_one[0]} if told_one else set()
    assert len(refused) > 10
