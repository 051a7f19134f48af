"""What the guide for auditors says of the form of an export is so, and both verifiers go by it."""

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.evidence import notes
from domain.evidence.exported.manifest import NAME, OneStream, is_file_of_an_export
from domain.evidence.merkle import leaf_hash
from domain.evidence.notes import MalformedNoteError
from domain.kernel import canonical_json
from domain.kernel.ids import tournament_stream
from domain.tournament.person_effects.snapshots import CheckedMember, ClonedFrom
from domain.tournament.rounds.events import SeedingRating
from ops.errors import UnreadableExportError
from tests.evidence.exports.conftest import Sound
from tests.evidence.exports.support import Forger, exported, kinds
from tests.projections.support import tournament_id
from tests.second_verifier.__main__ import main
from tests.second_verifier.manifest import NAMES
from tests.second_verifier.notes import note_of

GUIDE = (Path(__file__).parents[3] / "api/guides/EXPORTS.md").read_text(encoding="utf-8")
CLUB = OneStream(stream=tournament_stream(tournament_id(1)))

GOOD = (
    "README.txt", "checkpoint", "checkpoints.jsonl", "policy.txt", "drawn_on.jsonl", "draws/revealed.jsonl",
    "events/000000000.jsonl", "events/000000152.jsonl", "tile/0/000", "tile/0/001.p/1", "tile/0/x001/234.p/255",
    "tile/1/x010/x000/001", "tile/63/000", "tile/entries/x999/999", "tables/matches@0.json",
    "tables/rating_lines@1200.json", "published/1/ratings-normal-2026-03-01.csv",
    "published/20/ruling-3.json.tlog-proof", "anchors/70000.tsr",
)  # fmt: skip
BAD = (
    "", NAME, "readme.txt", "README.txt\n", "./checkpoint", "events/00000000.jsonl", "events/0000000000.jsonl",
    "events/00000000٣.jsonl", "eventsx000000000.jsonl", "tile/0/00", "tile/0/x000/001", "tile/00/000", "tile/64/000",
    "tile/0/001.p/0", "tile/0/001.p/01", "tile/0/001.p/256", "tile/0/001xp/1", "tile/entries/x1/000",
    "tables/matches@01.json", "tables/Matches@1.json", "tables/@1.json", "tables/matches@1.csv",
    "published/0/report.json", "published/1/Report.json", "published/1/report.txt", "published/1/../report.json",
    "published/1/report.tlog-proof", "anchors/0.tsr", "anchors/01.tsr", "draws/other.jsonl",
)  # fmt: skip


def indented(beginning: str) -> list[str]:
    """The lines of the block of the guide that begins so."""
    [block] = [block for block in GUIDE.split("\n\n") if block.startswith(f"    {beginning}")]
    return [line.removeprefix("    ") for line in block.splitlines()]


@pytest.mark.parametrize("name", [*GOOD, *BAD])
def test_a_file_may_be_called_as_the_guide_says_and_not_otherwise(name: str) -> None:
    by_guide = re.compile("|".join(f"(?:{line})" for line in indented("README.txt|")).replace(".", r"\."))
    assert bool(by_guide.fullmatch(name)) == (name in GOOD)
    assert is_file_of_an_export(name) == (name in GOOD)
    assert bool(NAMES.fullmatch(name)) == (name in GOOD)


def test_each_file_of_an_export_is_called_so(sound: Sound) -> None:
    names = {path.relative_to(sound.place).as_posix() for path in sound.place.rglob("*") if path.is_file()}
    assert all(NAMES.fullmatch(name) for name in names - {NAME})


def test_tables_are_of_two_positions_at_most(sound: Sound) -> None:
    found = dict(path.stem.split("@") for path in (sound.place / "tables").iterdir())
    rated = {name: at for name, at in found.items() if name.startswith("rating")}
    assert len({at for name, at in found.items() if name not in rated}) == len(set(rated.values())) == 1


def test_values_that_a_tournament_drew_on_look_as_in_the_example(sound: Sound, tmp_path: Path) -> None:
    cloned, member, limit, seeded = map(canonical_json.decode, (line.encode() for line in indented('{"by":')))
    assert cloned["value"].keys() == ClonedFrom.model_fields.keys()
    assert member["value"].keys() == CheckedMember.model_fields.keys()
    assert seeded["value"]["ratings"][0].keys() == SeedingRating.model_fields.keys()
    exported(sound.urls.service, tmp_path / "club", CLUB)
    lines = [canonical_json.decode(line) for line in (tmp_path / "club/drawn_on.jsonl").read_bytes().splitlines()]
    assert {**limit, "by": 0} in [{**line, "by": 0} for line in lines]
    assert {frozenset(line["value"]) for line in lines} == {frozenset(one["value"]) for one in (member, limit)}


def second(place: Path) -> int:
    return main([str(place)])


def test_an_archive_with_a_wrong_sum_can_not_be_read(sound: Sound, tmp_path: Path) -> None:
    archive = tmp_path / "packed.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as packed:
        for path in sorted(sound.place.rglob("*")):
            packed.write(path, path.relative_to(sound.place))
    archive.write_bytes(archive.read_bytes().replace(b'"office"', b'"offiCe"'))
    with pytest.raises(UnreadableExportError, match="CRC"):
        kinds(archive, sound.trust)
    assert second(archive) == 2


def test_lines_behind_the_last_entry_are_too_many(sound: Sound, forger: Forger) -> None:
    [bundle] = forger.place.glob("tile/entries/000.p/*")
    bundle.unlink()
    forger.name_files()
    assert kinds(forger.place, sound.trust) == ["truncated", "event-extra"]


def test_the_leaf_of_an_entry_of_no_bytes_is_that_of_no_bytes(sound: Sound, forger: Forger) -> None:
    def emptied(bundle: bytes) -> bytes:
        return bytes(2) + bundle[2 + int.from_bytes(bundle[:2]) :]

    forger.change("tile/entries/000.p/*", emptied)
    assert {"leaf", "event-missing"} <= set(kinds(forger.place, sound.trust))
    assert leaf_hash(b"").hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"


ORDINARY = "— club.example/log " + "QUJDREVGR0g=" + "\n"


@pytest.mark.parametrize(
    ("note", "is_one"),
    [
        ("a\n\n" + ORDINARY, True),
        ("a\n\n" + ORDINARY * 100, True),
        ("a\n\n" + ORDINARY * 101, False),
        ("a" * (1_000_000 - 2 - len(ORDINARY.encode())) + "\n\n" + ORDINARY, True),
        ("a" * (1_000_001 - 2 - len(ORDINARY.encode())) + "\n\n" + ORDINARY, False),
        ("a\t\n\n" + ORDINARY, False),
        ("a\n\n— club.example/log QUJDRA==\n", False),
        ("a\n\n—  QUJDREVGR0g=\n", False),
        ("a\n\n", False),
    ],
)
def test_a_note_has_its_limits(note: str, is_one: bool) -> None:
    assert _reads(lambda: notes.parse(note.encode()), MalformedNoteError) == is_one
    assert _reads(lambda: note_of(note.encode()), ValueError) == is_one


def _reads(read: Callable[[], object], refusal: type[Exception]) -> bool:
    try:
        read()
    except refusal:
        return False
    return True
