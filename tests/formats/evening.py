"""An evening of any format on a desk, told in lines as the desk of a hall writes them down, and shown as its sheet."""

import re
from collections.abc import Mapping, Sequence

import pytest

from domain.formats.contract.steps import Due
from domain.kernel.refusal import Refused
from domain.kernel.values import Side
from domain.problems.tournament import CHOICE_NEEDED
from domain.scoring.result import Unplayed
from domain.tournament.command import Choice
from domain.tournament.derived.progress import StageDue
from domain.tournament.entries.commands import RequestEntry
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.matches.commands import ReportResult
from domain.tournament.rounds.commands import DrawRound, OpenStage
from tests.desk import Drawer, entered, person
from tests.formats.brackets_play import placed
from tests.formats.knockout_play import KnockoutDesk

OPEN_UNTIL = "2026-12-31T00:00:00Z"
LATE = {"entries_close_at": OPEN_UNTIL}
"""Players enter late, until then."""

AGAIN = {**LATE, "reentries": 1}
"""... and again, once."""


class Evening(KnockoutDesk):
    """A desk that is told its evening."""

    def tell(self, *lines: str) -> "Evening":
        """Each in its turn. `A-H D-E` says that A beats H and D beats E, `A+H` that H does not come; `G enters`;
        `draws` makes the round or opens the stage that is due; what else there is a desk of brackets knows."""
        for line in lines:
            if line.endswith(" enters"):
                entered(self, line[0])
            elif line == "draws":
                self._draw()
            elif line[1] in "-+":
                for result in line.split():
                    self._report(result)
            else:
                self.act(line)
        return self

    def entering_refused(self, letter: str) -> str:
        """The slug of the problem that an entry is refused with."""
        refusal = self.when(RequestEntry(person=person(letter))).refusal
        assert refusal is not None
        return refusal.problem.slug

    def _report(self, result: str) -> None:
        match = self.live(result[0] + result[2])[-1]
        if result[1] == "-":
            self.won(result)
            return
        came: Side = "first" if match.sides[0] == self.winner_of(result) else "second"
        self.do(ReportResult(match=match.number, result=Unplayed(reported_by=came)))

    def winner_of(self, result: str) -> int:
        """The entry of who is named first and plays that match."""
        match = self.live(result[0] + result[2])[-1]
        return next(side for side in match.sides if self.letter(side) == result[0])

    def _draw(self) -> None:
        step = self.step()
        if isinstance(step, StageDue):
            self.do(OpenStage(stage=step.stage))
        else:
            assert isinstance(step, Due), step
            self.do(DrawRound(round=step.round))

    def sheet(self, *sections: str) -> Mapping[str, str]:
        """The brackets, of these names or all: `upper: A D-E | A-D`, its rounds from the first, who has no opponent
        alone."""
        rounds: dict[str, dict[int, list[tuple[int, str]]]] = {}
        for name, pair in placed(self).items():
            found = re.fullmatch("(?:(.+)-)?([0-9]+)-([0-9]+)", name)
            section, round_, place = (found[1] or "main", found[2], found[3]) if found else (name, 1, 1)
            if section in (sections or (section,)):
                told = int(place), pair.removesuffix(" alone")
                rounds.setdefault(section, {}).setdefault(int(round_), []).append(told)
        return {
            section: " | ".join(" ".join(pair for _, pair in sorted(told)) for _, told in sorted(each.items()))
            for section, each in rounds.items()
        }

    def rounds(self) -> str:
        """The rounds from the first, who rests or has a bye alone: `A-B C | C-A B`."""
        made = sorted({place.round for place in self.facts.places})
        return " | ".join(" ".join(self.round(one)) for one in made)

    def lines(self, *keys: str) -> Sequence[str]:
        """The table: rank, letter, these numbers, mark."""
        return [
            " ".join([str(row.rank or "-"), self.letter(row.entry), *(str(row.values[key]) for key in keys), *mark])
            for row in self.standings().rows
            for mark in [[row.mark] if row.mark else []]
        ]


def announced(told: Mapping[str, object]) -> Evening:
    """An evening announced so."""
    desk = Evening(secrets=Drawer("evening"))
    desk.do(AnnounceTournament.model_validate({"name": "Evening", **told}))
    return desk


def begun(letters: str, told: Mapping[str, object]) -> Evening:
    """An evening of these players, announced so, started."""
    desk = announced(told)
    entered(desk, letters)
    desk.do(StartTournament())
    return desk


def told_on(desk: Evening, correction: str, choice: Choice, *rest: str, stage: int | None = None) -> Evening:
    """`D beat A`, which asks for a choice, and with that choice, for a later stage if it says so; then the rest of the
    evening."""
    with pytest.raises(Refused) as refusal:
        desk.act(correction)
    assert refusal.value.problem is CHOICE_NEEDED
    if stage is None:
        desk.act(f"{correction}, {choice}")
    else:
        winner, _, loser = correction.split()
        desk.reverse(f"{winner}-{loser}", {stage: choice}, desk.live(winner + loser)[0].round)
    return desk.tell(*rest)
