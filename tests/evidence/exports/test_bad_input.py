"""What is no export, or is made to harm whoever reads it: a clear word and exit code 2, or a finding; never more."""

import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from domain.evidence.exported.manifest import NAME
from domain.evidence.tiles import bundle
from ops.command_line import app
from ops.errors import UnreadableExportError
from tests.evidence.exports.conftest import Sound
from tests.evidence.exports.support import EVENTS, Forger, exported, kinds

HUGE = 10_000_000_000
RUN = CliRunner()


def named(forger: Forger, old: str, new: str) -> None:
    """Another name for a file in the manifest."""
    path = forger.place / NAME
    path.write_bytes(path.read_bytes().replace(f'"{old}"'.encode(), f'"{new}"'.encode()))


def zeros(path: Path) -> None:
    """Ten billion zeros, which take no room on the disk."""
    path.unlink(missing_ok=True)
    path.touch()
    os.truncate(path, HUGE)


def spaced(forger: Forger) -> None:
    path = forger.place / NAME
    path.write_bytes(path.read_bytes() + b"\n")


def link(forger: Forger) -> None:
    (forger.place / "README.txt").unlink()
    (forger.place / "README.txt").symlink_to("/etc/hostname")


def pipe(forger: Forger) -> None:
    os.mkfifo(forger.place / "anchors")


HARMFUL: dict[str, tuple[str, Callable[[Forger], object]]] = {
    "no manifest": ("has no file", lambda forger: (forger.place / NAME).unlink()),
    "a manifest of zeros": ("more than", lambda forger: zeros(forger.place / NAME)),
    "not a manifest": ("no manifest", lambda forger: (forger.place / NAME).write_bytes(b"[]")),
    "a manifest with spaces": ("canonical", spaced),
    "a path that climbs out": ("no file '../README.txt'", lambda forger: named(forger, "README.txt", "../README.txt")),
    "a path from the root": ("no file '/etc/passwd'", lambda forger: named(forger, "README.txt", "/etc/passwd")),
    "a link to elsewhere": ("no plain file", link),
    "a pipe": ("no plain file", pipe),
    "no checkpoint": ("has no file", lambda forger: (forger.place / "checkpoint").unlink()),
}
SHOWN = "a path that climbs out"


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == SHOWN else pytest.mark.proof) for name in HARMFUL]
)
def test_what_cannot_be_read_is_said_so(forger: Forger, name: str) -> None:
    word, harm = HARMFUL[name]
    harm(forger)
    done = RUN.invoke(app, ["verify", str(forger.place)])
    assert isinstance(done.exception, UnreadableExportError)
    assert done.exception.exit_code == 2
    assert word in str(done.exception)


@pytest.mark.parametrize("name", [EVENTS, pytest.param("checkpoints.jsonl", marks=pytest.mark.proof)])
def test_zeros_in_the_place_of_a_file_are_a_finding(forger: Forger, name: str) -> None:
    zeros(forger.place / name)
    done = RUN.invoke(app, ["verify", str(forger.place)])
    assert f"manifest: {name} has {HUGE} bytes" in done.stdout
    assert isinstance(done.exception, UnreadableExportError)
    assert "a line of more than" in str(done.exception)


def test_an_entry_too_long_is_a_finding(sound: Sound, forger: Forger) -> None:
    with pytest.raises(ValueError, match="65536"):
        bundle([b"x" * 65_536])
    forger.change("tile/entries/000.p/*", lambda _: b"x" * 65_536)
    assert "leaf" in kinds(forger.place, sound.trust)


def repacked(forger: Forger, archive: Path, compression: int = zipfile.ZIP_STORED, twice: bool = False) -> None:
    with zipfile.ZipFile(archive, "w", compression) as packed:
        for path in sorted(forger.place.rglob("*"), reverse=True):
            if path.is_file():
                packed.write(path, path.relative_to(forger.place))
        if twice:
            packed.write(forger.place / "README.txt", "README.txt")


def test_an_archive_packed_by_another_program_is_sound_unless_it_is_compressed(
    sound: Sound, forger: Forger, tmp_path: Path
) -> None:
    repacked(forger, tmp_path / "stored.zip")
    assert kinds(tmp_path / "stored.zip", sound.trust) == []
    repacked(forger, tmp_path / "deflated.zip", zipfile.ZIP_DEFLATED)
    with pytest.raises(UnreadableExportError, match="compressed"):
        kinds(tmp_path / "deflated.zip", sound.trust)
    with pytest.warns(UserWarning, match="Duplicate"):
        repacked(forger, tmp_path / "twice.zip", twice=True)
    with pytest.raises(UnreadableExportError, match="twice"):
        kinds(tmp_path / "twice.zip", sound.trust)


@pytest.mark.parametrize("change", ["cut", "zeros", "edited"])
def test_a_spoilt_archive_is_said_to_be_so(sound: Sound, tmp_path: Path, change: str) -> None:
    archive = tmp_path / "everything.zip"
    exported(sound.urls.service, archive)
    if change == "zeros":
        zeros(archive)
    elif change == "cut":
        archive.write_bytes(archive.read_bytes()[:-500])
    else:
        archive.write_bytes(archive.read_bytes().replace(b'"office"', b'"offiCe"'))
    with pytest.raises(UnreadableExportError):
        kinds(archive, sound.trust)
