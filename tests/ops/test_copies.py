"""Which copy of the program has made the data that another one opens."""

from pathlib import Path

import pytest

from ops.copies import OWN, is_new, note_own, told_of
from ops.embedded import DATABASE_FOLDER


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a database."""
    made = tmp_path / "scoresheet"
    (made / DATABASE_FOLDER).mkdir(parents=True)
    return made


def test_second_copy_is_told_whose_data_it_opens_and_how_to_have_its_own(folder: Path) -> None:
    note_own(folder, Path("/home/ada/first"))
    told = told_of(folder, Path("/home/ada/second"))
    assert told is not None
    assert "/home/ada/first" in told
    assert f"SCORESHEET_DATA_DIR={folder}-second make run" in told
    assert "\n" not in told
    assert told_of(folder, Path("/home/ada/first")) is None


def test_data_of_an_unknown_copy_and_a_folder_without_data_tell_nothing(folder: Path, tmp_path: Path) -> None:
    assert told_of(folder) is None
    (folder / "made-by").write_bytes(b"\xff\xfe")
    assert told_of(folder) is None
    (folder / "made-by").write_text("\n", encoding="utf-8")
    assert told_of(folder) is None
    empty = tmp_path / "empty"
    assert is_new(empty)
    assert not is_new(folder)
    empty.mkdir()
    note_own(empty, Path("/elsewhere"))
    assert told_of(empty) is None, "the data that it was noted of are gone"


def test_own_copy_is_where_the_program_is() -> None:
    assert (OWN / "ops" / "copies.py").exists()
