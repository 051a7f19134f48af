"""Nobody decides on a remedy that names them, though they play nowhere in the tournament (TD-4, TD-9, TD-11, TD-12)."""

import pytest

from domain.kernel.envelope import Actor
from domain.kernel.refusal import Refused
from domain.tournament.command import Command
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import Desk, announced, director, entered, person, player
from tests.domain.test_appeals import MATCH_VOID, vote
from tests.domain.test_rulings import COMMITTEE, LOST, ruling

Y, Z = director("Y"), director("Z")
BANNED = {"kind": "director-ban", "person": person("Y"), "until": None}
"""Y is banned from directing."""

LODGED = ruling_commands.LodgeAppeal(ruling=1, entry=1)
FORMED = ruling_commands.FormCommittee(appeal=1, members=COMMITTEE)


def two_directors() -> Desk:
    """Y and Z direct; A has beaten B."""
    desk = entered(announced(by=Z), "AB")
    desk.do(lifecycle_commands.AppointDirector(person=person("Y")))
    desk.do(lifecycle_commands.StartTournament())
    desk.report("A 5-3 B")
    return desk


def watching(letter: str) -> dict[str, object]:
    """They are banned for what they did as a spectator."""
    return {"kind": "spectator-ban", "spectator": {"kind": "person", "person": person(letter)}, "until": None}


def because(desk: Desk, command: Command, by: Actor) -> list[tuple[str, str]]:
    """Who can't decide, and why."""
    with pytest.raises(Refused) as refusal:
        desk.do(command, by)
    assert refusal.value.problem.slug == "conflict-of-interest"
    conflicts = refusal.value.facts["conflicts"]
    assert isinstance(conflicts, list)
    return [(one["person"], one["because"]) for one in conflicts]


@pytest.mark.rule("TD-4", "TD-9")
@pytest.mark.parametrize("said", [{"remedies": [BANNED]}, {"remedies": [], "claimed": [BANNED]}])
def test_a_director_neither_bans_himself_nor_dismisses_a_claim_that_he_be_banned(said: dict[str, object]) -> None:
    desk = two_directors()
    assert because(desk, ruling(**said), Y) == [(person("Y"), "named-in-it")]
    desk.do(ruling(**said), Z)


@pytest.mark.rule("TD-9", "TD-12")
def test_judge_of_the_remedies_does_not_touch_the_ruling_and_its_appeal() -> None:
    desk = two_directors()
    desk.do(ruling(LOST, BANNED), Z)
    assert because(desk, ruling_commands.WithdrawRuling(ruling=1, reason="No."), Y) == [(person("Y"), "named-in-it")]
    desk.do(LODGED, player("A"))
    assert (
        because(desk, FORMED, Y)
        == because(desk, ruling_commands.SuspendRuling(ruling=1), Y)
        == [(person("Y"), "named-in-it")]
    )
    desk.do(FORMED, Z)
    for letter in "xy":
        desk.do(vote(letter, "reversed"), player(letter))
    decided = ruling_commands.DecideAppeal(appeal=1, reasons="As voted.")
    assert because(desk, decided, Y) == [(person("Y"), "named-in-it")]
    desk.do(decided, Z)


@pytest.mark.rule("TD-11", "TD-12")
def test_a_member_of_the_committee_is_named_by_no_remedy_before_it() -> None:
    desk = two_directors()
    desk.do(ruling(LOST, watching("x")), Z)
    desk.do(LODGED, player("A"))
    assert because(desk, FORMED, Z) == [(person("x"), "named-in-it")]
    members = tuple(map(person, "uyz"))
    desk.do(ruling_commands.FormCommittee(appeal=1, members=members), Z)
    put = ruling_commands.ProposeAlternative.model_validate({"appeal": 1, "remedies": [MATCH_VOID, watching("u")]})
    assert because(desk, put, player("y")) == [(person("u"), "named-in-it")]
