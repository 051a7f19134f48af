"""The tables of an export are held against a replay without more work than they need."""

import pytest

from projections.claims.replay import Replay, Replayed
from tests.evidence.exports.conftest import Sound
from tests.evidence.exports.support import lines_of


def test_roots_of_tables_are_worked_out_once_for_each_of_their_positions(
    sound: Sound, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out, replayed = list[Replay](), Replay.replayed_state

    def counted(replay: Replay) -> Replayed:
        worked_out.append(replay)
        return replayed(replay)

    monkeypatch.setattr(Replay, "replayed_state", counted)
    assert lines_of(sound.place, sound.trust) == []
    assert len(worked_out) == len({path.stem.partition("@")[2] for path in (sound.place / "tables").iterdir()})
