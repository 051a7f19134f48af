"""A replay gives the tables of the service, byte for byte, whatever was done in whichever format."""

import json
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.application.catalogue import REGISTRY
from domain.journal.mapper import JournalMapper
from domain.kernel.refusal import Refused
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.rounds import commands as round_commands
from ops.database import DatabaseUrls
from ops.evidence.key_folder import KeyFolder
from projections.claims.claims import CLAIMS
from projections.claims.replay import Replay
from projections.engine.log import open_log
from projections.registry.catalogue import PROJECTIONS
from tests.evidence.exports.history import append
from tests.evidence.exports.support import exported, lines_of, trusted
from tests.evidence.support import key_folder, signed
from tests.formats.acting import Deed
from tests.formats.directing import attempt, deeds
from tests.formats.kinds import KINDS, Kind, started
from tests.projections.support import follow, tournament_id
from tests.properties import examples
from tests.rounds import RoundsDesk

APPEALS = timedelta(days=30)
"""By then every appeal window is closed."""
NUMBERS = count(1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> KeyFolder:
    return key_folder(tmp_path_factory.mktemp("keys"))


def directed(kind: Kind, entrants: int, tried: Sequence[Deed], number: int) -> RoundsDesk:
    """A tournament after all the deeds of everybody, called off in the end, with its draws revealed."""
    desk = started(kind, entrants, tournament_id(number))
    for deed in tried:
        with suppress(Refused):
            (kind.playing if deed.kind == "play" else attempt)(desk, deed)
    if number % 2:
        with suppress(Refused):
            desk.do(lifecycle_commands.CancelTournament(reason="The hall is closed"))
            desk.now += APPEALS
            desk.do(round_commands.RevealSecret())
    return desk


@pytest.mark.rule("ALL-1")
@given(entrants=st.integers(2, 8), tried=deeds, batch=st.sampled_from([7, 100, 5_000]))
@examples(1, proof=30)
def test_a_replay_gives_the_tables_of_the_service(
    module_database: DatabaseUrls,
    folder: KeyFolder,
    tmp_path_factory: pytest.TempPathFactory,
    entrants: int,
    tried: Sequence[Deed],
    batch: int,
) -> None:
    for kind in KINDS:
        append(module_database, directed(kind, entrants, tried, next(NUMBERS)).history)
    journal = open_log(module_database.service)
    follow(module_database.projections, journal, *PROJECTIONS, largest_batch=batch)
    signed(module_database, journal, folder)
    journal.close()
    place = tmp_path_factory.mktemp("exports") / "everything"
    exported(module_database.service, place)
    assert lines_of(place, trusted(folder)) == []
    assert {path.name.partition("@")[0] for path in (place / "tables").iterdir()} == {one.table.name for one in CLAIMS}


def test_an_event_is_read_in_whatever_order_its_parts_stand() -> None:
    mapper, one, other = JournalMapper(REGISTRY, lambda _: {}), Replay(), Replay()
    for recorded in started(KINDS[0], 4, tournament_id(next(NUMBERS))).history:
        canonical = mapper.store(recorded, about=()).state
        turned = json.dumps(dict(reversed(json.loads(canonical).items()))).encode()
        assert one.take(turned)[1] == other.take(canonical)[1] == recorded
