"""Two evenings of twice elimination, told as a story: a result of the first round is reversed after the third.

Once what was played stands; once it is rewound, and comes back when the reversal is reversed (ALL-4). What comes next
is read from the tournament itself, so that an evening that was interrupted goes on where it stood.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from domain.formats.contract.steps import Done, Due, Wait
from domain.formats.elimination.nxe import NxeOptions
from domain.importing.clerk import Log
from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId, TournamentId, tournament_stream
from domain.match import validity
from domain.person.commands import RegisterPerson
from domain.scoring.result import WinnerOnly
from domain.tournament.command import Choice, Command
from domain.tournament.decisions.rounds.draw_audit import check_draws
from domain.tournament.derived.progress import Next, next_of
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.state import Tournament, announced_settings
from ops.demonstration.host import made_up
from ops.demonstration.seeded import SeededClerk
from projections.views.tournaments import standings_view

SERIES = "demonstration of rounds"
DIRECTOR = "Xenia"
"""This director does not play, since nobody changes the result of their own match."""

NAMES = (
    *("Ada", "Bela", "Cleo", "Dora", "Emil", "Fritz", "Gala", "Hedy", "Igor", "Jana", "Karl", "Lena"),
    *("Milo", "Nora", "Otto", "Pia", "Quin", "Rosa", "Saul", "Tilda", "Udo", "Vera", "Wim"),
)
STANDS, REWOUND = "Evening that stands", "Evening rewound and restored"
CONDITIONS = Conditions(verification="at-once", appeal_window_minutes=0)
OPTIONS = NxeOptions(kind="nxe", losses=2, lengths=(3, 5), crawford=True)
REVERSED_BEFORE_ROUND = 4
REVERSED = 1

Announce = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament of the story. `choices` are those made with each reversal, in turn."""

    name: str
    choices: tuple[Choice, ...]


EVENINGS = (Evening(STANDS, ("stand",)), Evening(REWOUND, ("rewind", "restore")))


def tell(log: Log, announce: Announce) -> None:
    """Plays both evenings to their end, or what is missing of them, and tells them. Raises what the journal raises."""
    clerk = SeededClerk(log, SERIES)
    for name in (DIRECTOR, *NAMES):
        clerk.person(clerk.id_of(name), name, RegisterPerson(name=name))
    for evening in EVENINGS:
        Teller(clerk, evening, announce).tell()


def complete(log: Log) -> bool:
    """Whether both evenings were played to their end."""
    clerk = SeededClerk(log, SERIES)
    states = (clerk.tournament_state(clerk.id_of(evening.name)) for evening in EVENINGS)
    return all(state.settings is not None and state.settings.status == "completed" for state in states)


class Teller:
    """Plays one evening, and tells it as it goes."""

    def __init__(self, clerk: SeededClerk, evening: Evening, announce: Announce) -> None:
        self._clerk = clerk
        self._evening = evening
        self._announce = announce
        self._id: TournamentId = clerk.id_of(evening.name)
        self._director: PersonId = clerk.id_of(DIRECTOR)

    @property
    def _state(self) -> Tournament:
        return self._clerk.tournament_state(self._id)

    def tell(self) -> None:
        self._announce(f"{self._evening.name}: twice elimination of {len(NAMES)}")
        self._open()
        while announced_settings(self._state).status == "started":
            self._go_on(self._state)
        self._end()

    def _open(self) -> None:
        announcement = lifecycle_commands.AnnounceTournament(
            name=self._evening.name,
            format=OPTIONS,
            rating=RatingTerms(pool="normal", policy="room", policy_version=1),
            conditions=CONDITIONS,
            director=self._director,
        )
        self._clerk.tournament(self._id, self._evening.name, announcement)
        for number, name in enumerate(NAMES, 1):
            person = self._clerk.id_of(name)
            self._clerk.tournament(self._id, f"{self._evening.name} {name}", entry_commands.RequestEntry(person=person))
            approval = entry_commands.ApproveEntry(entry=number)
            self._clerk.tournament(self._id, f"{self._evening.name} approves {name}", approval)
        self._clerk.tournament(self._id, f"{self._evening.name} starts", lifecycle_commands.StartTournament())

    def _do(self, command: Command) -> None:
        """As its director, under a key of the tournament's version."""
        actor = Actor(key="demonstration", role="director", person=self._director)
        self._clerk.tournament(self._id, f"{self._evening.name} {self._state.version}", command, actor)

    def _go_on(self, state: Tournament) -> None:
        """Does what comes next, and says so."""
        step: Next = next_of(state)
        match step:
            case Wait(matches=matches):
                match_ = state.matches[matches[0]]
                self._do(match_commands.ReportResult(match=match_.number, result=made_up(match_)))
            case Due(round=number) if number == REVERSED_BEFORE_ROUND and self._reversals(state):
                self._reverse(state, self._reversals(state)[0])
            case Due(round=number):
                self._do(round_commands.DrawRound(round=number))
                self._say_round(number)
            case Done():
                self._do(lifecycle_commands.CompleteTournament())
            case _:
                raise ValueError(f"nothing in the story asks {step}")

    def _reversals(self, state: Tournament) -> Sequence[Choice]:
        """The choices that are still to be made."""
        made = sum(len(sitting.corrections) for sitting in state.matches[REVERSED].sittings)
        return self._evening.choices[made:]

    def _reverse(self, state: Tournament, choice: Choice) -> None:
        self._say_table("After the third round")
        match = state.matches[REVERSED]
        winner = validity.winner(state.matches[REVERSED])
        turned = WinnerOnly(winner="second" if winner == match.sides[0] else "first")
        correction = match_commands.CorrectResult(
            match=REVERSED, result=turned, reason="The score sheet was read the wrong way round.", choice=choice
        )
        before = {number for number, each in state.matches.items() if not each.void}
        self._do(correction)
        after = {number for number, each in self._state.matches.items() if not each.void}
        first, second = (_name(side) for side in match.sides)
        self._announce(f"  {first} and {second} of round 1: the other one has won. The director chooses `{choice}`:")
        self._announce(f"    void: {self._pairs(state, before - after) or 'nothing'}")
        self._announce(f"    back: {self._pairs(state, after - before) or 'nothing'}")
        self._say_table("Then")

    def _end(self) -> None:
        self._say_table("At the end")
        if self._state.commitment is not None:
            self._do(round_commands.RevealSecret())
        history = self._clerk.log.whole(tournament_stream(self._id))
        checked = check_draws([one.recorded for one in history])
        self._announce(f"  {checked.confirmed} of {checked.draws} draws were made again from the revealed secret")

    def _say_round(self, number: int) -> None:
        state = self._state
        live = {n for n, match in state.matches.items() if match.round == number and not match.void}
        byes = [bye for _, bye in sorted(state.rounds.byes.items()) if bye.round == number and bye.live]
        rest = f"; bye: {', '.join(_name(bye.entry) for bye in byes)}" if byes else ""
        self._announce(f"  round {number}: {self._pairs(state, live)}{rest}")

    def _pairs(self, state: Tournament, numbers: set[int]) -> str:
        sides = (state.matches[number].sides for number in sorted(numbers))
        return ", ".join(f"{_name(first)}-{_name(second)}" for first, second in sides)

    def _say_table(self, when: str) -> None:
        state = self._state
        self._announce(f"  {when}: rank, name, win points, losses, byes")
        for row in standings_view(state).rows:
            values = row.values
            counts = f"{values['win_points']:3d} {values['losses']:3d} {values['byes']:3d}"
            self._announce(f"    {row.rank or '-':>2} {_name(row.entry):6s}{counts}  {row.mark}")


def _name(entry: int) -> str:
    """Entries are numbered in the order of the names."""
    return NAMES[entry - 1]
