"""The doctor's look at the disk: good with the least that is needed, wrong with a byte less."""

from collections import namedtuple
from pathlib import Path

import pytest

from ops import doctor

Usage = namedtuple("Usage", "total used free")


@pytest.mark.parametrize(("free", "is_good"), [(doctor.LEAST_FREE_BYTES, True), (doctor.LEAST_FREE_BYTES - 1, False)])
def test_disk_is_good_with_a_gigabyte_left(
    free: int, is_good: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(free, 0, free))
    assert doctor.disk(tmp_path).is_good == is_good


def test_disk_of_a_folder_that_is_not_there_yet_is_its_parents(tmp_path: Path) -> None:
    assert doctor.disk(tmp_path / "not" / "yet").is_good == doctor.disk(tmp_path).is_good
