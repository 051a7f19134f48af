"""Who does what random deeds say: the office, directors who play and who do not, players, members of committees."""

from dataclasses import dataclass
from typing import Literal

from domain.kernel.envelope import Actor
from domain.tournament.command import Choice
from domain.tournament.lifecycle import commands as lifecycle_commands
from tests.desk import OFFICE, director, person, player
from tests.rounds import RoundsDesk, in_every_stage

Who = Literal["office", "director", "playing director", "first", "second", "another player", "member"]
"""`first` and `second` are those who the deed concerns: the sides of its match, or twice the same entry."""

EVERYBODY: tuple[Who, ...] = (
    *("office", "office", "office", "director", "director", "playing director", "playing director"),
    *("first", "first", "second", "another player", "member"),
)
DIRECTOR, PLAYING_DIRECTOR = "Y", "A"
COMMITTEE = "vwxyz"
"""Persons who enter no tournament here."""


CHOICES: tuple[Choice | None, ...] = (None, "rewind", "restore", "stand")


@dataclass(frozen=True)
class Deed:
    """One thing that `by` tries; `kind` says what, the numbers choose who it concerns."""

    kind: str
    first: int
    second: int
    won: bool
    by: Who = "office"

    @property
    def choice(self) -> Choice | None:
        """What is to become of what hangs on a change."""
        return CHOICES[self.second % len(CHOICES)]


def chosen_by(desk: RoundsDesk, deed: Deed) -> dict[str, object]:
    """What is to become of what hangs on a change, as a command has it: nothing is said, or a choice for its own stage,
    the same for every stage, or another for each."""
    if deed.choice is None:
        return {}
    if deed.first % 4 == 0:
        return {"choice": deed.choice}
    if deed.first % 4 < 3:
        return in_every_stage(desk, deed.choice)
    stages = 1 if desk.state.settings is None else len(desk.state.settings.stages) + 1
    ways = ("rewind", "restore", "stand")
    return {"choices": [{"stage": n, "choice": ways[(deed.second + n) % 3]} for n in range(1, stages + 1)]}


def appoint_directors(desk: RoundsDesk) -> None:
    """The tournament has a director who plays, where there is an entry of that letter, and one who does not."""
    for letter in (DIRECTOR, PLAYING_DIRECTOR):
        desk.do(lifecycle_commands.AppointDirector(person=person(letter)))


def actor(desk: RoundsDesk, who: Who, concerned: tuple[int, int], number: int) -> Actor:
    """That actor; `concerned` are entries, `number` chooses another player or member."""
    match who:
        case "office":
            return OFFICE
        case "director":
            return director(DIRECTOR)
        case "playing director":
            return director(PLAYING_DIRECTOR)
        case "first" | "second":
            return player(desk.letter(concerned[who == "second"]))
        case "another player":
            return player(desk.letter(number % len(desk.state.entries) + 1))
        case "member":
            return player(COMMITTEE[number % len(COMMITTEE)])


def sides(desk: RoundsDesk, match: int, otherwise: int = 1) -> tuple[int, int]:
    """The sides of the match as it is played; twice the other entry where there is no such match."""
    found = desk.state.matches.get(match)
    return found.as_played[0] if found else (otherwise, otherwise)


def doer(desk: RoundsDesk, deed: Deed, match: int | None = None) -> Actor:
    """Who does the deed, about that match, or the second entry that its numbers choose."""
    entry = deed.second % len(desk.state.entries) + 1
    return actor(desk, deed.by, sides(desk, match, entry) if match else (entry, entry), deed.first)
