"""A knockout that is one of a club's tournaments, with the Masters beside it: what it means elsewhere is laid there."""

import string
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Self

from domain.application.requests import of_tournament
from domain.formats.knockout import KnockoutOptions
from domain.kernel.envelope import Actor, Event
from domain.tournament.command import Command
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from tests.club import Club
from tests.desk import NOON, OFFICE, entered, person, sender
from tests.formats.knockout_play import KnockoutDesk

START = ("A", "B", "C", "D")
"""Who enters, in this order, as many as a page says."""


@dataclass(repr=False)
class ClubDesk(KnockoutDesk):
    """A desk whose commands go through the club's streams; everybody with a letter is registered. `done_by` is who has
    done the last thing."""

    club: Club = field(default_factory=lambda: Club(now=NOON - timedelta(days=1)).register(string.ascii_letters))
    evening: str = ""
    masters: str = ""
    done_by: Actor = OFFICE

    def do(self, command: Command, by: Actor = OFFICE) -> tuple[Event, ...]:
        decision = self.club.carry_out(of_tournament(self.club.by(sender(command, by)), self.evening, command))
        self.state, self.done_by = self.club.tournament(self.evening), decision.writes[0].actor or by
        return decision.writes[0].events

    def fork(self) -> Self:
        other = super().fork()
        other.club = self.club.fork()
        return other

    def passes(self, to: datetime) -> None:
        """The next act happens at that moment; each takes a minute."""
        self.club.now = to - timedelta(minutes=1)


def club_desk(players: int, lengths: tuple[int, ...], conditions: Conditions, *, begun: bool) -> ClubDesk:
    """A knockout of A, B and so on, directed by Z, begun, or with the entries approved; it is noon."""
    desk = ClubDesk()
    desk.passes(NOON - timedelta(hours=1))
    desk.masters = desk.club.announce(name="Masters")
    options = KnockoutOptions(kind="knockout", lengths=lengths)
    desk.evening = desk.club.announce(name="Knockout", format=options, conditions=conditions, director=person("Z"))
    desk.state = desk.club.tournament(desk.evening)
    entered(desk, "".join(START[:players]))
    if begun:
        desk.do(lifecycle_commands.StartTournament())
    desk.passes(NOON)
    return desk
