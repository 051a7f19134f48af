"""What a schemer can try beyond the evening: in the registry, in clubs, with keys and links, many commands as one."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, cast

from pydantic import InstanceOf

from domain.access import decide as keys
from domain.access.state import Access
from domain.application.bulk import RowMaker, RowsRefused, of_rows
from domain.application.merging import Naming, of_merge, of_taking_back
from domain.application.requests import of_access, of_club, of_federation, of_link, of_person, of_tournament
from domain.clubs import decide as clubs
from domain.clubs.decide import AdmitMember, AppointOfficer, FoundClub
from domain.federation import decide as federation
from domain.kernel.envelope import Actor
from domain.kernel.ids import ACCESS, ClubId, PersonId, TournamentId
from domain.kernel.values import Value
from domain.person import commands as person_commands
from domain.ports.command_handling import Request
from domain.tournament.command import Command as TournamentCommand
from domain.tournament.entries.commands import RequestEntry
from domain.tournament.guards.context import no_ratings
from domain.tournament.hall import commands as hall
from tests.club import Club
from tests.desk import OFFICE, person

CLUB: ClubId = "00000000-0000-0000-0000-0000000000cb"
SINCE = "2020-01-01T00:00:00Z"
REASON = {"reason": "I want it"}


class Bulk(Value):
    """Commands on the evening, all or none."""

    rows: tuple[InstanceOf[TournamentCommand], ...]


Move = tuple[type[Any], Mapping[str, object]]
"""A kind of command, and what is said in it."""
Command = TournamentCommand | person_commands.Command | clubs.Command | keys.Command | federation.Command | Bulk


def do(club: Club, evening: TournamentId, command: Command, by: Actor, about: PersonId) -> None:
    """Raises Refused. What is asked of the registry is about that person."""
    try:
        club.carry_out(_request(club, evening, command, by, about))
    except RowsRefused as refused:
        raise next(iter(refused.refusals.values())) from None


def _request(club: Club, evening: TournamentId, command: Command, by: Actor, about: PersonId) -> Request:
    origin = club.by(by)
    match command:
        case person_commands.MergePerson():
            return of_merge(origin, about, command, Naming((evening,)))
        case person_commands.WithdrawMerge():
            return of_taking_back(origin, about, command, Naming((evening,)))
        case person_commands.Command():
            return of_person(origin, about, command)
        case clubs.Command():
            return of_club(origin, CLUB, command)
        case keys.IssueLink() | keys.IssueScreenLink() | keys.RevokeLink() | keys.RevokeScreenLink():
            return of_link(origin, command)
        case keys.Command():
            return of_access(origin, command)
        case federation.Command():
            return of_federation(origin, command)
        case Bulk(rows=rows):
            maker = RowMaker(origin, no_ratings)
            return of_rows(origin, [maker.command(evening, row) for row in rows])
        case _:
            return of_tournament(origin, evening, command)


def found_club(club: Club, officer: str, members: str) -> None:
    """A club with that officer and these members."""
    founded = (FoundClub(name="A club"), AppointOfficer(person=person(officer)))
    admitted = (AdmitMember.model_validate({"person": person(one), "since": SINCE}) for one in members)
    for command in (*founded, *admitted):
        do(club, "", command, OFFICE, "")


def keys_made_by(club: Club, maker: PersonId) -> Sequence[Actor]:
    """The keys for others that this person has made, as by a link that is opened by anyone who issued it, and that can
    be used."""
    known = cast("Access", club.load(ACCESS)).keys.values()
    own = sorted((one for one in known if one.key_maker == maker and one.valid_at(club.now)), key=lambda one: one.key)
    return [Actor(key=one.key, role=one.role, person=one.person, key_maker=one.key_maker) for one in own]


def moves(a: int, b: int, c: int, entry: int, match: int) -> Sequence[Move]:
    """All of it but what is done in bulk, which is made of other moves."""
    one, another = person("SABCDuvxy"[a % 9]), person("uvxyzABCDS"[c % 10])
    made = {"key": f"{a:08x}{b:08x}", "role": ("player", "director", "administrator", "auditor")[c % 4], "person": one}
    known = {"key": f"{c:08x}{b:08x}"}
    since = (SINCE, "2030-01-01T00:00:00Z")[b % 2]
    halls: Sequence[Sequence[object]] = ([], [{"name": "Red", "first_table": 1, "last_table": 2}])
    file = {"media_type": "text/csv", "sha256": "0" * 64, "size_bytes": 1}
    published = {"kind": "standings", "tournament": "00000000-0000-0000-0000-000000000000"}
    return (
        (person_commands.MergePerson, {"merged_into": another, **REASON}),
        (person_commands.WithdrawMerge, REASON),
        (person_commands.SuspendBan, {"ban": 1, **REASON}),
        (person_commands.ResumeBan, {"ban": 1, **REASON}),
        (person_commands.ConfirmBan, {"ban": 1}),
        (person_commands.ConfirmResignation, {"resignation": 1}),
        (person_commands.RecordDistinctPerson, {"other_person": another}),
        (clubs.FoundClub, {"name": "Another club"}),
        (clubs.RenameClub, {"name": "My club"}),
        (clubs.SetBranding, {"colour": "#123456"}),
        (clubs.AppointOfficer, {"person": one}),
        (clubs.ReleaseOfficer, {"person": one}),
        (clubs.AdmitMember, {"person": one, "since": since}),
        (clubs.EndMembership, {"membership": c % 3 + 1, "until": "2031-01-01T00:00:00Z"}),
        (clubs.RecordMembershipConsent, {"membership": c % 3 + 1, "granted": a % 2 == 0}),
        (RequestEntry, {"person": one, "club": CLUB}),
        (RequestEntry, {"person": one, "members": [another], "team_name": "We", "club": CLUB}),
        (keys.MakeKey, made),
        (keys.RotateKey, {**known, "successor": f"{a:08x}{c:08x}"}),
        (keys.RevokeKey, known),
        (federation.ImposeSanction, {"person": one, "until": None, **REASON}),
        (federation.SetResignationLimit, {"limit": (None, 1, 2)[c % 3], **REASON}),
        (federation.RecordPublication, {"subject": published, "log_position": 1, "files": [file]}),
        (hall.ArrangeHall, {"rooms": halls[c % 2]}),
        (hall.SetFixedTable, {"entry": entry, "table": c % 2 + 1}),
        (hall.MoveMatch, {"match": match, "table": c % 2 + 1}),
    )


def link(a: int, b: int, of: tuple[TournamentId, int, PersonId], now: datetime) -> Move:
    """A player's link to an entry."""
    tournament, entry, player = of
    said = {"key": f"{b:08x}{a:08x}", "tournament": tournament, "entry": entry, "person": player}
    return keys.IssueLink, {**said, "expires_at": now + timedelta(days=8)}
