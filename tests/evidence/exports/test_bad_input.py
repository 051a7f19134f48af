"""What is no export, or is made to harm anyone who reads it: a clear word and exit code 2, or a finding; never more."""

import os
import re
import stat
import struct
import tracemalloc
import zipfile
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from domain.evidence.exported.manifest import MOST_VALUES, NAME
from domain.evidence.tiles import bundle
from domain.kernel import canonical_json
from ops.command_line import app
from ops.errors import UnreadableExportError
from ops.export import reading
from tests.evidence.exports.conftest import Sound
from tests.evidence.exports.support import EVENTS, Forger, exported, kinds
from tests.evidence.exports.test_signed_again import match_of_nobody, points_beyond_number

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


def pipe_as(name: str) -> Callable[[Forger], object]:
    """A pipe in the place of that file, for which a reader would wait for ever."""

    def harm(forger: Forger) -> None:
        (forger.place / name).unlink()
        os.mkfifo(forger.place / name)

    return harm


def linked_manifest(forger: Forger) -> None:
    (forger.place / NAME).rename(forger.place.with_name("elsewhere"))
    (forger.place / NAME).symlink_to(forger.place.with_name("elsewhere"))


def deep(forger: Forger) -> None:
    """Folders in folders, more than a function can call itself."""
    at = os.open(forger.place, os.O_RDONLY)
    for _ in range(1_200):
        os.mkdir("a", dir_fd=at)
        at, former = os.open("a", os.O_RDONLY, dir_fd=at), at
        os.close(former)
    os.symlink("/etc", "b", dir_fd=at)
    os.close(at)


def numbered(forger: Forger) -> None:
    """More events than canonical JSON can tell."""
    path = forger.place / NAME
    path.write_bytes(path.read_bytes().replace(b'"size":', b'"size":9' + b"0" * 30, 1))


def many(forger: Forger, value: bytes) -> None:
    """More values than the files of any export have."""
    (forger.place / NAME).write_bytes(b'{"files":[' + b",".join([value] * (MOST_VALUES + 1)) + b"]}")


def told(old: bytes, new: str) -> Callable[[Forger], object]:
    """Something else in the manifest."""

    def harm(forger: Forger) -> None:
        path = forger.place / NAME
        content = path.read_bytes()
        path.write_bytes(re.sub(old, new.encode(), content, count=1))
        assert path.read_bytes() != content

    return harm


HARMFUL: dict[str, tuple[str, Callable[[Forger], object]]] = {
    "no manifest": ("has no file", lambda forger: (forger.place / NAME).unlink()),
    "a manifest of zeros": ("more than", lambda forger: zeros(forger.place / NAME)),
    "not a manifest": ("no manifest", lambda forger: (forger.place / NAME).write_bytes(b"[]")),
    "a manifest with spaces": ("canonical", spaced),
    "a path that climbs out": ("no file '../README.txt'", lambda forger: named(forger, "README.txt", "../README.txt")),
    "a path from the root": ("no file '/etc/passwd'", lambda forger: named(forger, "README.txt", "/etc/passwd")),
    "a link to elsewhere": ("no plain file", link),
    "a manifest elsewhere": ("no plain file", linked_manifest),
    "a pipe as manifest": ("no plain file", pipe_as(NAME)),
    "a folder as deep as it goes": ("no plain file", deep),
    "a manifest of large numbers": ("canonical", numbered),
    "a manifest of empty lists": ("values", lambda forger: many(forger, b"[]")),
    "a manifest of numbers": ("values", lambda forger: many(forger, b"0")),
    "a year in other digits": ("made_at", told(b'"made_at":"2026', '"made_at":"٢٠٢٦')),
    "less than nothing": ("size", told(b'"size":', '"size":-')),
    "a digest in capitals": ("sha256", told(b'"sha256":"[0-9a-f]{64}', f'"sha256":"{"A" * 64}')),
    "a rule that is a number": ("rules", told(rb'"rules":\[', '"rules":[1,')),
    "a span from 0 on": ("first", told(b'{"kind":"whole"}', '{"first":0,"kind":"span","last":9}')),
    "of no tournament": ("stream", told(b'{"kind":"whole"}', '{"kind":"tournament","stream":"tournament-x"}')),
    "a file named twice": ("canonical", told(rb'("README.txt":\{.*?\},)', r"\1\1")),
    "a pipe": ("no plain file", pipe),
    "no checkpoint": ("has no file", lambda forger: (forger.place / "checkpoint").unlink()),
}
SHOWN = (
    "a path that climbs out",
    "a pipe as manifest",
    "a folder as deep as it goes",
    "a manifest of large numbers",
    "a manifest of empty lists",
)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in SHOWN else pytest.mark.proof) for name in HARMFUL]
)
def test_unreadable_files_are_said_so(forger: Forger, name: str) -> None:
    word, harm = HARMFUL[name]
    harm(forger)
    done = RUN.invoke(app, ["verify", str(forger.place)])
    assert isinstance(done.exception, UnreadableExportError)
    assert done.exception.exit_code == 2
    assert word in str(done.exception)


@pytest.mark.parametrize("name", [EVENTS, "checkpoint"])
def test_a_replay_waits_for_no_pipe_and_follows_no_link(forger: Forger, name: str) -> None:
    if name == EVENTS:
        pipe_as(name)(forger)
    else:
        (forger.place / "events").rename(forger.place.with_name("elsewhere"))
        (forger.place / "events").symlink_to(forger.place.with_name("elsewhere"))
    done = RUN.invoke(app, ["replay", str(forger.place)])
    assert isinstance(done.exception, UnreadableExportError)
    assert "no plain file" in str(done.exception)


def no_object(found: list[bytes]) -> None:
    found[4] = b"[]"


def version_beyond_number(found: list[bytes]) -> None:
    found[4] = found[4].replace(b'"version":', b'"version":1' + b"0" * 18, 1)


UNREPLAYED = [match_of_nobody, points_beyond_number, no_object, version_beyond_number]


@pytest.mark.parametrize("change", UNREPLAYED, ids=lambda change: change.__name__)
def test_a_replay_says_of_which_events_nothing_comes(
    forger: Forger, tmp_path: Path, change: Callable[[list[bytes]], None]
) -> None:
    found = forger.lines
    change(found)
    forger.write_lines(found)
    for options in ([], ["--sqlite", str(tmp_path / "asked.sqlite")]):
        done = RUN.invoke(app, ["replay", str(forger.place), *options])
        assert isinstance(done.exception, UnreadableExportError)
        assert re.match(r"event \d+ can't be replayed: ", str(done.exception))
    assert not (tmp_path / "asked.sqlite").exists()


def test_a_table_at_a_position_beyond_all_numbers_is_a_finding(sound: Sound, forger: Forger) -> None:
    name = f"tables/matches@{'9' * 5_000}.json"
    path = forger.place / NAME
    of_none = f'"{name}":{{"sha256":"{"0" * 64}","size":2}},"tables/rating_lines@'
    path.write_bytes(path.read_bytes().replace(b'"tables/rating_lines@', of_none.encode(), 1))
    assert {"manifest", "table"} <= set(kinds(forger.place, sound.trust))


def test_words_of_others_are_never_taken_for_what_verify_says(forger: Forger) -> None:
    lines = forger.lines
    said = canonical_json.decode(lines[-1])
    lines[-1] = canonical_json.encode({**said, "stream": "\x1b[2J\nSound."})
    forger.write_lines(lines)
    checkpoint = forger.make_tree_anew()
    unsigned = (forger.place / "checkpoint").read_bytes().split(b"\n", 3)
    told = [unsigned[0], str(checkpoint.size).encode(), b64encode(checkpoint.root), unsigned[3]]
    forger.write("checkpoint", b"\n".join(told))
    done = [RUN.invoke(app, [command, str(forger.place)]) for command in ("verify", "replay")]
    assert [one.exit_code != 0 for one in done] == [True, True]
    assert all("\x1b" not in f"{one.output}{one.exception}" for one in done)
    assert "Sound.@" in done[0].stdout
    assert not any(line.startswith("Sound.") for line in done[0].stdout.splitlines())


@pytest.mark.parametrize("name", [EVENTS, pytest.param("checkpoints.jsonl", marks=pytest.mark.proof)])
def test_zeros_in_the_place_of_a_file_are_a_finding(forger: Forger, name: str) -> None:
    zeros(forger.place / name)
    done = RUN.invoke(app, ["verify", str(forger.place)])
    assert f"manifest: {name} has {HUGE} bytes" in done.stdout
    assert isinstance(done.exception, UnreadableExportError)
    assert "a line of more than" in str(done.exception)


def test_a_line_too_long_for_a_checkpoint_is_not_taken_apart(sound: Sound, forger: Forger) -> None:
    forger.write("checkpoints.jsonl", b"[" + b",".join([b"[]"] * 2_000_000) + b"]\n")
    tracemalloc.start()
    assert kinds(forger.place, sound.trust) == ["signature"]
    assert tracemalloc.get_traced_memory()[1] < 80_000_000
    tracemalloc.stop()


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


def is_a_link(about: zipfile.ZipInfo) -> None:
    about.create_system, about.external_attr = 3, (stat.S_IFLNK | 0o777) << 16


def has_two_sizes(about: zipfile.ZipInfo) -> None:
    about.file_size -= 1


def is_patched(about: zipfile.ZipInfo) -> None:
    about.flag_bits |= 1 << 5


def ends_beyond(about: zipfile.ZipInfo) -> None:
    about.file_size = about.compress_size = 1_000_000


ODD = {"a link": is_a_link, "two sizes": has_two_sizes, "patched": is_patched, "beyond the end": ends_beyond}


def packed_oddly(forger: Forger, archive: Path, odd: str) -> None:
    """An archive of which the directory says something odd of a file."""
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted(forger.place.rglob("*")):
            if path.is_file():
                packed.write(path, path.relative_to(forger.place))
        ODD[odd](packed.getinfo("checkpoint"))


@pytest.mark.parametrize("odd", ODD)
def test_an_archive_is_refused_that_others_unpack_otherwise(
    sound: Sound, forger: Forger, tmp_path: Path, odd: str
) -> None:
    packed_oddly(forger, tmp_path / "odd.zip", odd)
    with pytest.raises(UnreadableExportError, match=r"no plain file|compressed|cut short|Overlapped"):
        kinds(tmp_path / "odd.zip", sound.trust)


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


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, zipfile.ZIP_DEFLATED])
def test_compressed_files_are_not_unpacked(tmp_path: Path, method: int) -> None:
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", method) as packed:
        packed.writestr(NAME, b" " * 100_000_000)
    tracemalloc.start()
    with pytest.raises(UnreadableExportError, match="compressed"), reading.opened(tmp_path / "bomb.zip") as source:
        reading.read_manifest(source)
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


def test_the_directory_of_an_archive_is_not_read_if_it_is_as_large_as_the_disk(tmp_path: Path) -> None:
    archive = tmp_path / "sparse.zip"
    zeros(archive)
    entries = struct.pack("<4sQ2H2I4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, 1, 1, HUGE, 0)
    where = struct.pack("<4sIQI", b"PK\x06\x07", 0, HUGE, 1)
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 65_535, 65_535, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    with archive.open("ab") as file:
        file.write(entries + where + end)
    with pytest.raises(UnreadableExportError, match="directory has more"), reading.opened(archive):
        pass


ACCENTED = "é" * 16
"""A file's name. Two bytes of it would be found in the hashes of an export by chance; 32 are not."""


def spoilt_name(forger: Forger, archive: Path, *, local: bytes, listed: bytes) -> None:
    """An archive that calls a file by these names, before it and in its directory; each is two bytes, repeated."""
    (forger.place / ACCENTED).touch()
    repacked(forger, archive)
    before, _, after = archive.read_bytes().partition(ACCENTED.encode())
    archive.write_bytes(before + local * 16 + after.replace(ACCENTED.encode(), listed * 16))


def test_a_name_in_an_archive_that_is_no_text_is_said_to_be_so(forger: Forger, tmp_path: Path) -> None:
    spoilt_name(forger, tmp_path / "spoilt.zip", local=b"\xff\xff", listed=b"\xff\xff")
    with pytest.raises(UnreadableExportError, match="UTF-8"), reading.opened(tmp_path / "spoilt.zip"):
        pass


def test_a_name_before_a_file_that_is_no_text_is_said_to_be_so(forger: Forger, tmp_path: Path) -> None:
    spoilt_name(forger, tmp_path / "spoilt.zip", local=b"\xff\xff", listed="é".encode())
    with zipfile.ZipFile(tmp_path / "spoilt.zip") as packed:
        assert ACCENTED in packed.namelist()
    with pytest.raises(UnreadableExportError, match="UTF-8"), reading.opened(tmp_path / "spoilt.zip") as source:
        source.content(ACCENTED)


def test_a_file_without_a_name_is_one_that_is_not_named(sound: Sound, forger: Forger, tmp_path: Path) -> None:
    spoilt_name(forger, tmp_path / "spoilt.zip", local="é".encode(), listed=b"\0\0")
    assert kinds(tmp_path / "spoilt.zip", sound.trust) == ["manifest"]


def test_a_pipe_is_no_archive(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnreadableExportError, match="no plain file"), reading.opened(tmp_path / "pipe"):
        pass


@pytest.mark.parametrize("asked", ["--key {}", "--checkpoint {}", "--policy {}", "--proof list.csv {}"])
def test_nothing_that_is_given_beside_an_export_is_waited_for(tmp_path: Path, asked: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    options = asked.format(tmp_path / "pipe").split()
    done = RUN.invoke(app, ["verify", *options, *([] if "--proof" in options else [str(tmp_path)])])
    assert isinstance(done.exception, UnreadableExportError)
    assert (done.exception.exit_code, str(done.exception)) == (2, f"{tmp_path}/pipe is no plain file")
