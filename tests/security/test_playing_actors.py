"""Who came in by a link in a mail plays, and holds no office: the same person by their key does.

The attack: somebody who reads an officer's or a committee member's mail acts in their office.
"""

import pytest

from domain.clubs.decide import RenameClub
from domain.kernel.envelope import Actor, PlayingActor
from domain.kernel.refusal import Refused
from domain.problems.tournament import NOT_ALLOWED
from domain.tournament.entries.commands import RequestEntry, Resign
from domain.tournament.matches.commands import ReportResult
from domain.tournament.registry.commands import COMMANDS
from domain.tournament.rulings.commands import CastVote
from tests.club import Club
from tests.desk import NOON, person, player
from tests.formats.appealing import lodge
from tests.formats.test_left_behind import KNOCKOUT, award, started
from tests.security.offices import CLUB, do, found_club

PLAYED = {
    "a party to the dispute",
    "a player of the team",
    "a side of each match in the list",
    "a side of the match",
    "anyone who enters, or a member of the team",
    "anyone who has just recorded it",
    "the entry that appeals",
    "the entry that asks",
    "the entry's player, or a member of its team",
    "the entry's player, where somebody else has recorded it",
    "the opponent of the director by whose link alone it counts",
    "the opponent of who has reported it, where no director verifies it",
    "the party that appeals",
    "the party that has appealed",
    "the party whose statement it is",
    "the side of the match that is named",
    "the side of the match that was invited",
    "the side that did not report it, of a result that counts at once; or the opponent whose director's link did",
    "the side that takes the break",
    "their opponent by the link of a director who plays it, where that was announced",
}
"""Whoever plays has them: no staff, officer, monitor, committee, thrower or witness."""


def by_mail(letter: str) -> Actor:
    return PlayingActor.model_validate(player(letter).model_dump())


def test_roles_that_are_played_are_these() -> None:
    """A new role of a command says whether it is an office: by mail nobody has one."""
    roles = {role for spec in COMMANDS.values() for role in spec.permission.roles}
    assert {role.name for role in roles if role.is_played} == PLAYED


def test_officer_keeps_no_club_by_mail() -> None:
    club = Club(now=NOON).register("oAB")
    found_club(club, "o", "A")
    with pytest.raises(Refused) as refused:
        do(club, "", RenameClub(name="Mine"), by_mail("o"), "")
    assert refused.value.problem is NOT_ALLOWED
    do(club, "", RenameClub(name="Ours"), player("o"), "")


def test_committee_member_casts_no_vote_by_mail() -> None:
    desk = started(KNOCKOUT, "ABCD")
    award(desk, "A-D")
    vote = CastVote(appeal=lodge(desk, 1), member=person("x"), verdict="upheld")
    desk.when(vote, by_mail("x")).refused(NOT_ALLOWED)
    desk.when(vote, player("x")).then()


def test_player_plays_by_mail_as_by_their_key() -> None:
    desk = started(KNOCKOUT, "ABCD")
    match = desk.match("A-D")
    told = ReportResult(match=match.number, result=desk.winner_only(match, "A"))
    desk.when(told, by_mail("B")).refused(NOT_ALLOWED)
    desk.when(told, by_mail("A")).then()
    desk.when(Resign(entry=desk.entry("A"), open_matches="concede"), by_mail("A")).then()


def test_events_tell_of_them_as_of_anyone() -> None:
    """Their envelope has the same fields, and is read back as that of any player."""
    assert by_mail("A").model_dump() == player("A").model_dump()
    assert Actor.model_validate_json(by_mail("A").model_dump_json()) == player("A")
    assert PlayingActor.model_fields.keys() == Actor.model_fields.keys()


def test_officer_enters_nobody_by_mail() -> None:
    club = Club(now=NOON).register("oAB")
    found_club(club, "o", "A")
    evening = club.announce()
    entry = RequestEntry(person=person("A"), club=CLUB)
    with pytest.raises(Refused) as refused:
        do(club, evening, entry, by_mail("o"), "")
    assert refused.value.problem is NOT_ALLOWED
    do(club, evening, entry, player("o"), "")
