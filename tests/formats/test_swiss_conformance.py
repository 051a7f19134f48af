"""A Swiss passes the conformance suite; random directors never get it stuck (ALL-4, ALL-5)."""

from domain.formats.elimination.nxe import NxeOptions
from domain.formats.swiss import SwissOptions
from domain.tournament.lifecycle.events import LaterStage
from tests.formats.conformance import Conformance
from tests.formats.machine import director_of

LATER = (LaterStage(format=NxeOptions(kind="nxe", losses=1), qualifiers=4),)


class TestSwiss(Conformance):
    """As many rounds as the entrants need."""

    options = SwissOptions(kind="swiss")


class TestSwissWithLateEntries(TestSwiss):
    """More rounds than opponents, so that the director has to allow rematches, and entries at any time."""

    options = SwissOptions(kind="swiss", rounds=4, late_entries=True)


class TestSwissBeforeAnotherStage(TestSwiss):
    """Whose best four go on."""

    stages = LATER


TestRandomDirector = director_of(
    [
        SwissOptions(kind="swiss"),
        SwissOptions(kind="swiss", rounds=4, late_entries=True),
        SwissOptions(kind="swiss", half_byes=1, tables_by_score=True),
    ],
    tried=3,
)
TestRandomDirectorOfTwoStages = director_of([SwissOptions(kind="swiss", rounds=2)], tried=3, stages=LATER)
