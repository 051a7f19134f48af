"""A moment past is worked out once for each answer."""

from datetime import datetime

import pytest

from domain.kernel.ids import StreamName
from domain.ports.command_handling import State
from tests.api.support import Season, Service

PATHS = (
    "rounds",
    "stages/1/standings",
    "disputes",
    "rulings",
    "appeals",
    "standings",
    "matches",
    "entries/1",
    "report",
)


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("path", PATHS)
def test_read_as_of_a_version_is_replayed_once(
    service: Service, played: Season, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    journal, replayed = service.services.journal, list[int]()
    state = journal.state

    def counted(stream: StreamName, *, version: int | None = None, recorded_by: datetime | None = None) -> State:
        replayed.extend([] if version is None else [version])
        return state(stream, version=version, recorded_by=recorded_by)

    before = played.director.read(played.path)["version"]
    played.play(1, 2)
    monkeypatch.setattr(journal, "state", counted)
    played.director.read(f"{played.path}/{path}", as_of=before)
    assert replayed == [before]
