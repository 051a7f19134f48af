"""The import of a club's list into one tournament of open play, with the commands everybody uses.

What is recorded is read from the tournament itself; nothing is kept beside it. So an interrupted import goes on
where it stopped, and a revision that is recorded already changes nothing. Rows the rules refuse are left out and
reported, and are no differences later on.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from domain.formats.open import OpenOptions
from domain.importing.clerk import Clerk, Log
from domain.importing.club_list import Revision, Row, in_order_played
from domain.importing.errors import ImportStoppedError
from domain.importing.plan import Plan, make_plan
from domain.importing.recorded import RecordedList
from domain.importing.steps import Imported, RowRefusedError, Steps, person_key, step_key
from domain.importing.whom import Meant, Register, is_id
from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId, new_id
from domain.kernel.refusal import Refused
from domain.kernel.values import Pool
from domain.person.details import Details
from domain.ports.command_handling import command_id
from domain.problems.tournament import STALE
from domain.tournament.imports.events import Origin
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.state import Tournament

POOL: Pool = "normal"
NAME = "Club season"
"""Of the tournament, unless another is given."""
SOURCE = "A club's list"

DISTURBANCES = 10
"""How often a revision is planned anew because somebody else changed the tournament meanwhile."""


class ClubImport:
    """One club's season. Imports of the same `name` go on with the same tournament and the same persons.

    `tournament` is its id; `players` are the list's names of the persons met so far. `source` is what whoever reviews
    it is told of where it comes from, `person` in whose name it is made. Each act of it has the import's `id` as its
    key, unless somebody acts in it (`acts_as`). The lists keep scores where it is `scored`.
    """

    def __init__(
        self,
        log: Log,
        name: str = NAME,
        source: str = SOURCE,
        person: PersonId | None = None,
        *,
        scored: bool = False,
        acts_as: Actor | None = None,
    ) -> None:
        self._name = name
        self._source = source
        self._person = person
        self.id = f"import {new_id(command_id('import', name))}"
        own = Actor(key=self.id, role="administrator")
        self._clerk = Clerk(log, f"import {name}", own, acts_as=acts_as)
        self._found: dict[str, PersonId] = {}
        self._persons: dict[str, PersonId] = {}
        self.players: dict[PersonId, str] = {}
        self._recorded = RecordedList(lambda person: self.players.get(person, person), scored=scored)
        self._refused: Counter[Row] = Counter()
        self.tournament = self._clerk.id_of("tournament")

    def person(self, player: str) -> PersonId:
        """The person that a name of the list stands for; an id stands for that person."""
        if player not in self._persons:
            person = player if is_id(player) else self._found.get(player) or self._own(player)
            self._persons[player] = person
            self.players.setdefault(person, player)
        return self._persons[player]

    def find(self, register: Register, players: Collection[str]) -> list[Meant]:
        """Whom these names stand for; from here on who was found is taken for them."""
        entered = register.called(self._clerk.tournament_state(self.tournament).entry_of)
        found = [register.meant(Details(name=one), self._own(one), entered) for one in sorted(set(players))]
        self._found |= {one.name: one.person for one in found if one.person is not None}
        for one in found:
            self.person(one.name)
        return found

    def _own(self, player: str) -> PersonId:
        return self._clerk.id_of(person_key(player))

    def reached(self, revisions: Collection[int]) -> int | None:
        """Which of these revisions the newest command of this import was for, or None: there was none yet.

        An import goes on with that one, which may be recorded in part; those before it are done.
        """
        for command, version in reversed(list(self._clerk.sent(self.tournament))):
            for revision in revisions:
                if self._clerk.command(step_key(revision, version)) == command:
                    return revision
        return None

    def take(self, revision: Revision) -> Imported:
        """Makes the recorded list the revision's; the first one announces the tournament.

        Raises Refused where the tournament takes nothing any more, ImportStoppedError where it was taken back or is
        in somebody else's name, and where others keep changing it meanwhile, and what `Journal.execute` raises.
        """
        self._meet(revision.rows)
        published = in_order_played(map(self.as_called, revision.rows))
        self._open()
        done = Imported(revision.number)
        for _ in range(DISTURBANCES + len(published)):
            state = self._clerk.tournament_state(self.tournament)
            plan = self._plan(state, published)
            if not plan:
                return done
            self._carry_out(plan, Steps(self._clerk, state, revision, done, self.person), done)
        raise ImportStoppedError(f"others keep changing tournament {self.tournament}; import again when they are done")

    def recorded(self) -> list[Row]:
        """The list as it is recorded."""
        return [one.row for one in self._recorded.rows(self._clerk.tournament_state(self.tournament))]

    def still_to_take(self, revisions: Sequence[Revision]) -> Sequence[Revision]:
        """Those after the newest whose list is recorded; the last alone, where none is and others were before."""
        state = self._clerk.tournament_state(self.tournament)
        if state.settings is None:
            return revisions
        recorded, newest_first = self.recorded(), range(len(revisions) - 1, -1, -1)
        found = next((place for place in newest_first if self._rows_of(revisions[place]) == recorded), None)
        return revisions[-1:] if found is None else revisions[found + 1 :]

    def _rows_of(self, revision: Revision) -> list[Row]:
        """The rows of its list that can be recorded."""
        rows = map(self.as_called, revision.rows)
        return in_order_played(row for row in rows if row.winner != row.loser and row.length > 0)

    def _meet(self, rows: Sequence[Row]) -> None:
        """Knows the players of these rows by name from here on."""
        for player in {row.winner for row in rows} | {row.loser for row in rows}:
            self.person(player)

    def as_called(self, row: Row) -> Row:
        """The row with one name for each person, however often they are called otherwise."""
        winner, loser = (self.players[self.person(player)] for player in (row.winner, row.loser))
        return row if (winner, loser) == row[1:3] else row._replace(winner=winner, loser=loser)

    def _open(self) -> None:
        """Announces and starts the tournament, unless that was done before."""
        state = self._clerk.tournament_state(self.tournament)
        self._require_goes_on(state)
        if state.settings is None:
            origin = Origin(import_id=self.id, source=self._source, in_name_of=self._person)
            self._clerk.tournament(self.tournament, "tournament", _announcement(self._name, origin))
            self._clerk.tournament(self.tournament, "start", lifecycle_commands.StartTournament())
        elif state.settings.status == "announced":
            self._clerk.tournament(self.tournament, "start", lifecycle_commands.StartTournament())

    def _require_goes_on(self, state: Tournament) -> None:
        """Raises ImportStoppedError where the import was taken back, or is in somebody else's name."""
        if state.settings is not None and state.settings.status == "cancelled":
            raise ImportStoppedError(
                f"the import was taken back; reopen tournament {self.tournament}, or import under another name"
            )
        importer = state.imported and state.imported.in_name_of
        if state.imported is not None and self._person not in (None, importer):
            raise ImportStoppedError(
                f"the import is in the name of {importer or 'nobody'}; import in it, or under another name"
            )

    def _plan(self, state: Tournament, published: Sequence[Row]) -> Plan:
        return make_plan(self._recorded.rows(state), self._recordable(published), len(state.reported) + 1)

    def _carry_out(self, plan: Plan, steps: Steps, done: Imported) -> None:
        """What was not done, the next plan holds again."""
        try:
            steps.carry_out(plan)
        except RowRefusedError as error:
            self._refused[error.refused.row] += 1
            done.refused.append(error.refused)
        except Refused as refusal:
            if refusal.problem != STALE:
                raise

    def _recordable(self, published: Sequence[Row]) -> Sequence[Row]:
        """The rows without those that were refused; of equal ones the last are left out."""
        if not self._refused:
            return published
        self._refused &= Counter(row for row in published if row in self._refused)
        left_out = Counter(self._refused)
        recordable = []
        for row in reversed(published):
            if left_out[row]:
                left_out[row] -= 1
            else:
                recordable.append(row)
        return recordable[::-1]


def _announcement(name: str, origin: Origin) -> lifecycle_commands.AnnounceTournament:
    return lifecycle_commands.AnnounceTournament(
        name=name,
        format=OpenOptions(kind="open"),
        rating=RatingTerms(pool=POOL, policy="club", policy_version=1),
        conditions=Conditions(),
        origin=origin,
    )
