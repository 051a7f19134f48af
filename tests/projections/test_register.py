"""The register of sanctions follows the log, and is made again from it alike (TD-4, TD-13)."""

import pytest

from domain.officiating.remedies import (
    Ban,
    Disqualification,
    EntryNamed,
    PersonNamed,
    Remedy,
    SpectatorBan,
    WarningGiven,
)
from domain.person.commands import LiftBan
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.rulings.events import About
from projections.engine.rebuild import rebuild
from projections.queries.queries import Readings
from projections.registry.catalogue import PROJECTIONS
from tests.projections.support import Club, contents, follow, person_id


def rule(club: Club, *remedies: Remedy) -> None:
    given = ruling_commands.GiveRuling(
        about=About(kind="entry", number=1), clause="1.2.3", facts="Dice", reasons="No", remedies=remedies
    )
    club.tell(1, given)


def reverse(club: Club, ruling: int) -> None:
    """By a committee of persons 7 to 9."""
    members = tuple(map(person_id, (7, 8, 9)))
    club.tell(1, ruling_commands.LodgeAppeal(ruling=ruling, entry=1, reason="Not so", override=True))
    club.tell(1, ruling_commands.FormCommittee(appeal=1, members=members))
    for member in members:
        club.tell_by(member, 1, ruling_commands.CastVote(appeal=1, member=member, verdict="reversed"))
    club.tell(1, ruling_commands.DecideAppeal(appeal=1, reasons="As voted"))


@pytest.mark.rule("TD-4", "TD-13")
@pytest.mark.parametrize("largest_batch", [1, 1000])
def test_the_register_is_the_same_in_small_steps_in_large_ones_and_made_anew(
    club: Club, database_url: str, readings: Readings, largest_batch: int
) -> None:
    club.register(1, 2, 3, 7, 8, 9)
    club.begin(1, 1, 2)
    rule(
        club, WarningGiven(to=EntryNamed(entry=2)), SpectatorBan(spectator=PersonNamed(person=person_id(3)), until=None)
    )
    rule(club, Disqualification(entry=1), Ban(person=person_id(1), until=None))
    follow(database_url, club.journal, largest_batch=largest_batch)
    assert [one.kind for one in readings.sanctions(person_id(1)).items] == ["ban", "disqualification"]
    reverse(club, 2)
    club.tell_of(3, LiftBan(ban=1, reason="Decided"))
    follow(database_url, club.journal, largest_batch=largest_batch)
    status = {n: [(one.kind, one.status) for one in readings.sanctions(person_id(n)).items] for n in (1, 2, 3)}
    assert status == {
        1: [("ban", "reversed"), ("disqualification", "reversed")],
        2: [("warning", "in-force")],
        3: [("spectator-ban", "lifted")],
    }
    live = contents(database_url)
    rebuild(database_url, club.journal, PROJECTIONS["tournaments"], largest_batch=largest_batch)
    assert contents(database_url) == live
