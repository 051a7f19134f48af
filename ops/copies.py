"""Which copy of the program has made the data of a folder: all copies of one user have the same folder, unless they are
told of others."""

from pathlib import Path

from ops.embedded import DATABASE_FOLDER

OWN = Path(__file__).resolve().parents[1]
"""Where this copy is."""
_NOTE = "made-by"


def is_new(folder: Path) -> bool:
    """Whether there are no data yet."""
    return not (folder / DATABASE_FOLDER).exists()


def note_own(folder: Path, own: Path = OWN) -> None:
    """Notes that this copy has made the data there."""
    (folder / _NOTE).write_text(f"{own}\n", encoding="utf-8")


def told_of(folder: Path, own: Path = OWN) -> str | None:
    """The words for a start where another copy has made the data that this one opens; None where this one has, or it
    was not noted."""
    try:
        other = (folder / _NOTE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    if is_new(folder) or not other or Path(other) == own:
        return None
    beside = folder.with_name(f"{folder.name}-{own.name}")
    return (
        f"another copy of Scoresheet, in {other}, has made these data, and this one, in {own}, goes on with them;"
        f" for data of its own: SCORESHEET_DATA_DIR={beside} make run"
    )
