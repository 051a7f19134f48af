"""What a ruling must rest on, and who it can reach (TD-4, TD-9)."""

from typing import Any

import pytest

from domain.tournament.entries import commands as entry_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import Desk, entered, person, player, started
from tests.domain.test_rulings import LOST, ON_MATCH, WARNING, reversed_by, ruling

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
        desk.do(entry_commands.WithdrawEntry(entry=3, reason="Told the desk."))
    return desk


@pytest.mark.rule("TD-2", "TD-4")
@pytest.mark.parametrize("status", ["requested", "refused", "withdrawn"])
def test_only_who_is_in_can_be_put_out(status: str) -> None:
    desk = with_third(status)
    for kind in ("disqualification", "expulsion"):
        desk.when(ruling(out(kind), about=TOURNAMENT)).refused("entry-status")
        desk.when(ruling(claimed=(out(kind),), about=TOURNAMENT)).refused("entry-status")
    desk = with_third("approved")
    desk.do(ruling(out("disqualification"), about=TOURNAMENT))
    assert desk.state.entries[3].excluded_by


@pytest.mark.rule("TD-4")
def test_player_who_is_out_can_be_expelled_and_not_put_out_again() -> None:
    desk = entered(started("AB"), "C")
    both = ruling(out("disqualification"), out("expulsion"), about=TOURNAMENT)
    desk.when(both).refused("remedy-without-effect")
    desk.do(ruling(out("disqualification"), about=TOURNAMENT))
    desk.when(ruling(out("disqualification"), about=TOURNAMENT)).refused("remedy-without-effect")
    desk.do(ruling(out("expulsion"), about=TOURNAMENT))
    desk.when(ruling(out("expulsion"), about=TOURNAMENT)).refused("remedy-without-effect")


@pytest.mark.rule("TD-9")
def test_a_ruling_orders_something_or_dismisses_a_claim_or_decides_a_dispute() -> None:
    desk = disputed()
    desk.when(ruling()).refused("nothing-ruled")
    desk.do(ruling(claimed=(LOST,)))
    desk.do(ruling(dispute=1))
    assert desk.state.directing.disputes[1].ruling == 2


def disputed(about: object = ON_MATCH) -> Desk:
    """A has beaten B, and C has beaten D; there is a dispute."""
    desk = started("ABCD")
    desk.report("A 5-3 B", "C 5-3 D")
    desk.do(ruling_commands.OpenDispute.model_validate({"about": about, "matter": "Who won?"}))
    return desk


@pytest.mark.rule("TD-9", "TD-13")
def test_a_dispute_is_ruled_on_once_unless_the_ruling_was_reversed() -> None:
    desk = disputed()
    desk.do(ruling(LOST, dispute=1))
    again = ruling(WARNING, dispute=1)
    desk.when(again).refused("dispute-ruled")
    reversed_by(desk, 1)
    desk.do(again)
    assert desk.state.directing.disputes[1].ruling == 2


@pytest.mark.rule("TD-9")
@pytest.mark.parametrize(
    ("about", "ruled", "answer"),
    [
        (ON_MATCH, {"kind": "match", "number": 2}, "dispute-elsewhere"),
        (ON_MATCH, {"kind": "entry", "number": 3}, "dispute-elsewhere"),
        (ON_MATCH, {"kind": "entry", "number": 1}, None),
        (ON_MATCH, TOURNAMENT, None),
        (TOURNAMENT, {"kind": "match", "number": 2}, None),
        ({"kind": "entry", "number": 1}, {"kind": "entry", "number": 1}, None),
        ({"kind": "entry", "number": 1}, {"kind": "entry", "number": 2}, "dispute-elsewhere"),
        ({"kind": "entry", "number": 1}, {"kind": "match", "number": 2}, "dispute-elsewhere"),
        ({"kind": "entry", "number": 1}, {"kind": "match", "number": 1}, None),
    ],
)
def test_a_ruling_is_about_what_its_dispute_is_about(about: object, ruled: object, answer: str | None) -> None:
    desk = disputed(about)
    given = ruling(WARNING, about=ruled, dispute=1)
    if answer:
        desk.when(given).refused(answer)
    else:
        desk.do(given)


@pytest.mark.rule("TD-9", "TD-12")
@pytest.mark.source("ausbgf 5.3")
def test_committee_hears_the_parties_after_the_ruling_while_its_appeal_is_open() -> None:
    desk = disputed()
    desk.do(ruling(LOST, dispute=1))
    said = ruling_commands.RecordStatement(dispute=1, kind="statement", person=person("A"), statement="I.")
    evidence = said.model_copy(update={"kind": "evidence-given"})
    desk.when(said).refused("dispute-ruled")
    desk.when(evidence).refused("dispute-ruled")
    desk.do(ruling_commands.LodgeAppeal(ruling=1, entry=1))
    desk.do(said, player("A"))
    desk.do(evidence)
    agreement = ruling_commands.RecordStatement(
        dispute=1, kind="agreement", person=person("A"), statement="These.", committee=tuple(map(person, "xyz"))
    )
    desk.when(agreement).refused("dispute-ruled")
    desk.do(ruling_commands.WithdrawAppeal(appeal=1))
    desk.when(said).refused("dispute-ruled")
    desk.when(evidence).refused("dispute-ruled")


@pytest.mark.rule("TD-9")
@pytest.mark.source("ausbgf 5.3")
def test_a_spectator_is_heard_once_asked() -> None:
    desk = disputed()
    heard = ruling_commands.RecordStatement(dispute=1, kind="spectator", person=person("B"), statement="I saw it.")
    desk.when(heard).refused("spectator-unasked")
    asked = heard.model_copy(update={"kind": "spectator-asked", "statement": "What did you see?"})
    desk.do(asked.model_copy(update={"person": person("C")}))
    desk.when(heard).refused("spectator-unasked")
    desk.do(asked)
    desk.do(heard)
    assert [one.kind for one in desk.state.directing.disputes[1].statements] == [
        *("spectator-asked", "spectator-asked", "spectator")
    ]
