"""Nobody decides on a remedy that names them, though they play nowhere in the tournament (TD-4, TD-9, TD-11, TD-12)."""

import pytest

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


def named_in_it(letter: str) -> list[dict[str, object]]:
    """Who can't decide, and why."""
    return [{"person": person(letter), "because": "named-in-it", "entry": None}]


@pytest.mark.rule("TD-4", "TD-9")
@pytest.mark.parametrize("said", [{"remedies": [BANNED]}, {"remedies": [], "claimed": [BANNED]}])
def test_a_director_neither_bans_himself_nor_dismisses_a_claim_that_he_be_banned(said: dict[str, object]) -> None:
    desk = two_directors()
    desk.when(ruling(**said), Y).refused("conflict-of-interest", conflicts=named_in_it("Y"))
    desk.when(ruling(**said), Z).then()


@pytest.mark.rule("TD-9", "TD-12")
def test_judge_of_the_remedies_does_not_touch_the_ruling_and_its_appeal() -> None:
    desk = two_directors()
    desk.do(ruling(LOST, BANNED), Z)
    withdrawal = ruling_commands.WithdrawRuling(ruling=1, reason="No.")
    desk.when(withdrawal, Y).refused("conflict-of-interest", conflicts=named_in_it("Y"))
    desk.do(LODGED, player("A"))
    for command in (FORMED, ruling_commands.SuspendRuling(ruling=1)):
        desk.when(command, Y).refused("conflict-of-interest", conflicts=named_in_it("Y"))
    desk.do(FORMED, Z)
    for letter in "xy":
        desk.do(vote(letter, "reversed"), player(letter))
    decided = ruling_commands.DecideAppeal(appeal=1, reasons="As voted.")
    desk.when(decided, Y).refused("conflict-of-interest", conflicts=named_in_it("Y"))
    desk.when(decided, Z).then()


@pytest.mark.rule("TD-11", "TD-12")
def test_a_member_of_the_committee_is_named_by_no_remedy_before_it() -> None:
    desk = two_directors()
    desk.do(ruling(LOST, watching("x")), Z)
    desk.do(LODGED, player("A"))
    desk.when(FORMED, Z).refused("conflict-of-interest", conflicts=named_in_it("x"))
    members = tuple(map(person, "uyz"))
    desk.do(ruling_commands.FormCommittee(appeal=1, members=members), Z)
    put = ruling_commands.ProposeAlternative.model_validate({"appeal": 1, "remedies": [MATCH_VOID, watching("u")]})
    desk.when(put, player("y")).refused("conflict-of-interest", conflicts=named_in_it("u"))
