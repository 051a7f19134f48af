"""What a follower keeps of a log: the keys it believes, every checkpoint it has seen, and the tiles of the newest.

The folder, served by any web server, is a mirror of the log. What is fetched lies beside it until it is proved, and
every file is there whole or not at all; so the follower can be killed at any time, and goes on.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree

from domain.evidence.checkpoints import EARLIER, NEWEST, line_in_file, parse_checkpoint
from domain.evidence.exported.tree_check import Rooted
from domain.evidence.keys import BadKeyError, VerifierKey, verifier_key
from domain.kernel import canonical_json
from ops.errors import DataFolderError
from ops.evidence.file_beside import written_beside

FETCHED = "fetched"


@dataclass(frozen=True)
class FollowedFolder:
    """The files in it: `keys`, `checkpoint`, `checkpoints.jsonl`, `tile/…`, and `fetched/…` until it is proved. All of
    it raises DataFolderError where the folder can't be read or written."""

    path: Path

    def believe(self, keys: Sequence[VerifierKey]) -> Sequence[VerifierKey]:
        """Adds these keys to those that are believed; all of them. Raises DataFolderError where there are none."""
        known = [*self._keys(), *(key for key in keys if key not in self._keys())]
        if not known:
            raise DataFolderError(
                "a log can't be followed without its key: give --key FILE, as `scoresheet log key` prints it"
            )
        self._write(self.path / "keys", "".join(f"{key.text}\n" for key in known).encode())
        return known

    def newest(self) -> bytes | None:
        """The newest checkpoint that was proved; None before the first."""
        return self.find(NEWEST)

    def newest_at(self) -> float:
        """When the newest checkpoint was first seen, in seconds since 1970; 0 before the first."""
        try:
            return (self.path / NEWEST).stat().st_mtime
        except FileNotFoundError:
            return 0.0

    def seen(self) -> Sequence[Rooted]:
        """Every checkpoint that was proved, the smallest first."""
        lines = (self.find(EARLIER) or b"").split(b"\n")[:-1]
        try:
            notes = [parse_checkpoint(canonical_json.decode(line)["note"].encode()) for line in lines]
        except (ValueError, KeyError, TypeError, AttributeError) as fault:
            raise DataFolderError(f"{self.path / EARLIER} can't be read: {fault}") from fault
        return [Rooted(one.size, one.root, f"the checkpoint of {one.size} events seen before") for one in notes]

    def find(self, name: str) -> bytes | None:
        """A file of the mirror, or one that was fetched and is not proved yet; None where there is neither."""
        for place in (self.path / name, self.path / FETCHED / name):
            try:
                return place.read_bytes()
            except FileNotFoundError:
                continue
            except OSError as fault:
                raise DataFolderError(f"{place} can't be read: {fault.strerror}") from fault
        return None

    def keep_fetched(self, name: str, content: bytes) -> None:
        """Keeps a file until it is proved."""
        self._write(self.path / FETCHED / name, content)

    def keep(self, note: bytes, size: int, names: Iterable[str], outdated: Iterable[str]) -> None:
        """Takes what was proved into the mirror: these files, and then the checkpoint, which they belong to."""
        for name in names:
            fetched, place = self.path / FETCHED / name, self.path / name
            if fetched.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                fetched.replace(place)
        former = (self.find(EARLIER) or b"").rpartition(b"\n")
        self._write(self.path / EARLIER, former[0] + former[1] + line_in_file(size, note))
        self._write(self.path / NEWEST, note)
        for name in outdated:
            (self.path / name).unlink(missing_ok=True)

    def forget_fetched(self) -> None:
        """Lets go of what was not proved."""
        try:
            rmtree(self.path / FETCHED)
        except FileNotFoundError:
            pass
        except OSError as fault:
            raise DataFolderError(f"{self.path / FETCHED} can't be emptied: {fault.strerror}") from fault

    def _keys(self) -> Sequence[VerifierKey]:
        lines = (self.find("keys") or b"").decode(errors="replace").splitlines()
        try:
            return [verifier_key(line) for line in lines]
        except BadKeyError as fault:
            raise DataFolderError(f"{self.path / 'keys'} is to hold one key a line: {fault}") from fault

    def _write(self, place: Path, content: bytes) -> None:
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            with written_beside(place, content) as made:
                made.replace(place)
        except OSError as fault:
            raise DataFolderError(f"{place} can't be written: {fault.strerror}") from fault
