"""The folder, outside the database, that holds the key of the log and the highest head that it has signed.

A restored backup brings an older log back, and the same key would sign another tree of a size that it has signed
before. So what was signed last is noted here, and no backup of the database touches it.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Self

from domain.evidence.keys import BadKeyError, SigningKey, signing_key
from domain.evidence.merkle import EMPTY_ROOT, Hash
from ops.embedded.alone import alone_with
from ops.embedded.system_account import Account, make_folder
from ops.errors import LogKeyError
from ops.evidence.file_beside import written_beside

SEED_BYTES = 32
FOLDER_MODE = 0o700
FILE_MODE = 0o600
ERASED = "erased.json"


@dataclass(frozen=True, slots=True)
class Head:
    """The highest tree that was signed: of which log, its size and its root; size 0 before the first."""

    origin: str
    size: int = 0
    root: Hash = EMPTY_ROOT


@dataclass(frozen=True)
class KeyFolder:
    """The files in it: `key`, `next-key` while one hands over to the other, `head.json`, and `copied`, whose date is
    that of the last copy, `seen.json`, and `erased.json`. All are written whole: each is there as it was or as it is to
    be."""

    path: Path

    @classmethod
    def of(cls, setting: Path) -> Self:
        """The folder that a setting names."""
        return cls(setting.expanduser().absolute())

    def prepare(self, account: Account | None) -> None:
        """Makes the folder where there is none, for this account alone. Raises LogKeyError."""
        try:
            make_folder(self.path, FOLDER_MODE)
            if account is not None:
                for each in (self.path, *self.path.iterdir()):
                    os.chown(each, account.user_id, account.group_id, follow_symlinks=False)
        except OSError as error:
            raise LogKeyError(f"the folder {self.path} can't be used: {error.strerror}") from error

    def set_aside(self) -> None:
        """Gives the folder another name, where there is one: a new log begins with a new key."""
        if self.path.exists():
            names = (self.path.with_name(f"{self.path.name}.older-{number}") for number in count(1))
            self.path.rename(next(name for name in names if not name.exists()))

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Within it nobody else signs, or changes what is signed with. Raises LogKeyError."""
        try:
            lock = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, FILE_MODE)
        except OSError as error:
            raise LogKeyError(f"the folder {self.path} can't be used: {error.strerror}") from error
        with alone_with(lock):
            self._give(self.path / "lock")
            yield

    def key(self) -> SigningKey | None:
        """The key; None where there is none. Raises LogKeyError."""
        return self._key("key")

    def next_key(self, origin: str) -> SigningKey:
        """The key that is to come, made where there is none yet. Raises LogKeyError."""
        found = self._key("next-key")
        if found is not None and found.name == origin:
            return found
        made = SigningKey(origin, os.urandom(SEED_BYTES))
        self._write("next-key", f"{made.text}\n")
        return made

    def take_next_key(self) -> None:
        """The key that is to come takes the place of the one there was."""
        (self.path / "next-key").replace(self.path / "key")
        (self.path / "copied").unlink(missing_ok=True)
        self._sync()

    def head(self) -> Head | None:
        """The highest head that was signed; None before there was a log. Raises LogKeyError."""
        return self._head("head.json")

    def keep_head(self, head: Head) -> None:
        """Notes what is signed next; it is on the disk when this returns."""
        self._write("head.json", _told(head))

    def noted(self) -> Head | None:
        """The largest tree of the log that was seen, signed or not; None before there was a log. Raises LogKeyError."""
        head, seen = self._head("head.json"), self._head("seen.json")
        if head is None or seen is None or seen.origin != head.origin:
            return head
        return max(head, seen, key=lambda one: one.size)

    def note(self, seen: Head) -> None:
        """Notes the largest tree that was seen."""
        self._write("seen.json", _told(seen))

    def erased(self) -> Mapping[str, str]:
        """The persons whose erasures were seen in the log, each with when. Raises LogKeyError."""
        try:
            found: dict[str, str] = json.loads(self._read(ERASED) or "{}")
        except ValueError as error:
            raise LogKeyError(f"{self.path / ERASED} does not say who was erased") from error
        return found

    def knows_erased(self) -> bool:
        """Whether erasures were listed here before."""
        return (self.path / ERASED).exists()

    def note_erased(self, persons: Mapping[str, str]) -> None:
        """Lists these persons too; a backup that is put back may know them all the same."""
        self._write(ERASED, json.dumps({**self.erased(), **persons}, sort_keys=True, indent=0) + "\n")

    def made_at(self) -> datetime | None:
        """When the key was made."""
        return self._date("key")

    def copied_at(self) -> datetime | None:
        """When the key was last copied to a safe place."""
        return self._date("copied")

    def note_copy(self) -> None:
        """Notes that the key was copied now."""
        self._write("copied", "")

    def _key(self, name: str) -> SigningKey | None:
        text = self._read(name)
        if text is None:
            return None
        try:
            return signing_key(text.strip())
        except BadKeyError as error:
            raise LogKeyError(f"{self.path / name} holds no key: {error}") from error

    def _head(self, name: str) -> Head | None:
        text = self._read(name)
        if text is None:
            return None
        try:
            said = json.loads(text)
            return Head(str(said["origin"]), int(said["size"]), bytes.fromhex(said["root"]))
        except (ValueError, KeyError, TypeError) as error:
            raise LogKeyError(f"{self.path / name} does not say what was signed or seen last") from error

    def _date(self, name: str) -> datetime | None:
        try:
            return datetime.fromtimestamp((self.path / name).stat().st_mtime, UTC)
        except FileNotFoundError:
            return None

    def _read(self, name: str) -> str | None:
        try:
            return (self.path / name).read_text("utf-8")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise LogKeyError(f"{self.path / name} can't be read: {error.strerror}") from error

    def _write(self, name: str, text: str) -> None:
        try:
            with written_beside(self.path / name, text.encode()) as made:
                self._give(made)
                made.replace(self.path / name)
            self._sync()
        except OSError as error:
            raise LogKeyError(f"{self.path / name} can't be written: {error.strerror}") from error

    def _give(self, file: Path) -> None:
        """To anyone who the folder belongs to: root may work on another account's."""
        owner = self.path.stat()
        if os.geteuid() == 0:
            os.chown(file, owner.st_uid, owner.st_gid)

    def _sync(self) -> None:
        descriptor = os.open(self.path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _told(head: Head) -> str:
    return json.dumps({"origin": head.origin, "size": head.size, "root": head.root.hex()}) + "\n"
