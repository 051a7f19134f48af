"""What the database must hold, whatever was killed when: told from its rows alone."""

import time
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx
import psycopg
from psycopg import sql

from api.http.api_keys import id_of
from domain.access.events import KeyMade
from domain.kernel import canonical_json
from domain.ports.command_handling import command_id
from tests.api.support import NO_CERTIFICATES
from tests.faults.service import Service
from tests.faults.writers import ENTRIES, EVENTS, MATCHES, Answer, Writers
from tests.patience import PATIENCE_SECONDS, eventually

_EVENTS = "SELECT position, stream, version, state FROM events ORDER BY position"
_COMMANDS = "SELECT id, first_position, last_position, answer FROM commands"
_VIEWS = "SELECT viewname FROM pg_views WHERE schemaname = 'projected' ORDER BY viewname"


@dataclass(frozen=True)
class Remembered:
    """A command as the database remembers it."""

    first_position: int
    last_position: int
    answer: bytes

    @property
    def positions(self) -> list[int]:
        return list(range(self.first_position, self.last_position + 1))


def assert_kept(url: str, answers: Sequence[Answer], key: str) -> None:
    """While others write: every accepted command is there with all its events, no refused one is; and the positions
    of the log have no gaps, nor have the versions of any stream."""
    remembered, gaps = _read_patiently(url)
    assert gaps == []
    for answer in answers:
        _assert_remembered(answer, remembered.get(_id(answer, key)))


def _read_patiently(url: str) -> tuple[Mapping[str, Remembered], Sequence[object]]:
    """What is remembered, and the gaps. A server that recovers from a killed session takes nobody for a moment."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            with psycopg.connect(url) as connection:
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                return _remembered(connection), _gaps(connection)
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def assert_exactly(url: str, answers: Collection[Answer], key: str) -> None:
    """When nobody writes any more: the making of the key and these commands under it made the log, each exactly once
    and whole, and nothing else did."""
    with psycopg.connect(url) as connection:
        remembered = _remembered(connection)
        written = _written(connection)
        making = _making_of(connection, key)
        assert _gaps(connection) == []
    accepted = {_id(answer, key): answer for answer in answers if answer.accepted}
    assert len(accepted) == sum(answer.accepted for answer in answers)
    assert remembered.keys() == {making, *accepted} == written.keys()
    assert written[making] == remembered[making].positions
    for command, answer in accepted.items():
        _assert_remembered(answer, remembered[command])
        assert written[command] == remembered[command].positions


def await_projections(url: str) -> None:
    """Returns when the read models have followed the whole log; none of it stands still. A change far back tells feeds
    of all that is rated otherwise since, so they may take their time: as long as they come on."""
    lags: list[Mapping[str, int]] = [{}]

    def have_followed() -> bool:
        answer = httpx.get(f"{url}/ready", timeout=PATIENCE_SECONDS, trust_env=False, verify=NO_CERTIFICATES)
        if answer.status_code == 503:
            return False
        ready = answer.json()
        assert ready["parked"] == 0
        came_on, lags[:] = ready["lag"] != lags[0], [ready["lag"]]
        return came_on or set(lags[0].values()) == {0}

    while set(lags[0].values()) != {0}:
        assert eventually(have_followed), lags


def assert_settled(url: str, served: Service, writers: Writers) -> None:
    """The service has ended: its log holds exactly what was acknowledged, and its read models are those that the
    log makes from zero."""
    assert_exactly(url, writers.answers(), writers.key)
    followed = read_models(url)
    assert len(followed["entries"]) == len(writers.writers) // 2 * ENTRIES
    assert len(followed["matches"]) == sum(MATCHES.get(kind, 0) * many for kind, many in writers.kinds().items())
    served.run("rebuild")
    assert read_models(url) == followed


def read_models(url: str) -> Mapping[str, list[str]]:
    """Every row of every table that readers are shown, in an order of their own."""
    with psycopg.connect(url) as connection:
        views = [view for (view,) in connection.execute(_VIEWS)]
        return {view: _rows(connection, view) for view in views}


def _id(answer: Answer, key: str) -> str:
    return command_id(id_of(key), answer.command.key)


def _assert_remembered(answer: Answer, found: Remembered | None) -> None:
    if not answer.accepted:
        assert found is None, answer
        return
    assert found is not None, answer
    assert len(found.positions) == EVENTS[answer.command.kind], (answer, found)
    told = {name: value for name, value in answer.body.items() if name != "changed"}  # made from the state then
    assert told == canonical_json.decode(found.answer) | {"position": found.last_position}


def _remembered(connection: psycopg.Connection[Any]) -> Mapping[str, Remembered]:
    return {command: Remembered(*row) for command, *row in connection.execute(_COMMANDS)}


def _written(connection: psycopg.Connection[Any]) -> Mapping[str, list[int]]:
    """The positions of each command's events, as the events themselves say."""
    written: dict[str, list[int]] = defaultdict(list)
    for position, stream, version, state in connection.execute(_EVENTS):
        event = canonical_json.decode(state)
        assert (event["stream"], event["version"]) == (stream, version)
        written[str(event["command"])].append(position)
    return written


def _making_of(connection: psycopg.Connection[Any], key: str) -> str:
    """The one command that made the key."""
    events = [canonical_json.decode(state) for *_, state in connection.execute(_EVENTS)]
    made = [event for event in events if event["topic"] == KeyMade.TOPIC and event["event"]["key"] == id_of(key)]
    assert len(made) == 1
    return str(made[0]["command"])


def _gaps(connection: psycopg.Connection[Any]) -> list[object]:
    """Streams, and the log itself, whose highest number is not the number of their events."""
    query = """
        SELECT stream FROM events GROUP BY stream HAVING max(version) <> count(*)
        UNION ALL SELECT 'the log' FROM events HAVING max(position) <> count(*)
    """
    return [stream for (stream,) in connection.execute(query)]


def _rows(connection: psycopg.Connection[Any], view: str) -> list[str]:
    query = sql.SQL("SELECT * FROM {}").format(sql.Identifier("projected", view))
    return sorted(map(repr, connection.execute(query)))
