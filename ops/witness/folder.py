"""The folder of a witness: its private key, the keys of the logs that it knows, and what it has cosigned."""

import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from domain.evidence.keys import ED25519, BadKeyError, SigningKey, VerifierKey, is_name, signing_key, verifier_keys
from ops.errors import DataFolderError
from ops.evidence.file_beside import written_beside
from ops.witness.heads import Heads

SEED_BYTES = 32
FOLDER_MODE = 0o700


@dataclass(frozen=True)
class WitnessFolder:
    """The files in it: `key`, `logs` and `heads.sqlite`."""

    path: Path

    @property
    def heads(self) -> Heads:
        """The heads that were cosigned."""
        return Heads(self.path / "heads.sqlite")

    def prepare(self, name: str | None, seed: Callable[[int], bytes] = os.urandom) -> SigningKey:
        """The witness's key, made under this name where there is none, with the file of what was cosigned. Raises
        DataFolderError, also where only one of both is there, or the name is another."""
        try:
            self.path.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
            if not (self.path / "key").exists():
                self._begin(name, seed)
            self.heads.last("")
        except (OSError, sqlite3.Error) as error:
            raise DataFolderError(
                f"{self.path} can't be used: {error}. A witness that has lost what it cosigned begins in a new folder,"
                " with a new key"
            ) from error
        found = self._key()
        if name not in (None, found.name):
            raise DataFolderError(f"the witness in {self.path} is called {found.name!r}: leave --name out")
        return found

    def logs(self) -> Sequence[VerifierKey]:
        """The keys of the logs that the witness knows. Raises DataFolderError."""
        file = self.path / "logs"
        try:
            found = verifier_keys(self._read("logs") or "")
        except ValueError as error:
            raise DataFolderError(f"{file} is to name one key a line: {error}") from error
        if not found or any(key.kind != ED25519 for key in found):
            raise DataFolderError(f"write the keys of the logs into {file}, as `scoresheet log key` prints them")
        return found

    def _begin(self, name: str | None, seed: Callable[[int], bytes]) -> None:
        """The key comes last, and whole; one that another start has made meanwhile stays."""
        if name is None or not is_name(name):
            raise DataFolderError("a new witness needs --name: one word, such as where it is reached, without a scheme")
        self.heads.make()
        key, text = self.path / "key", f"{SigningKey(name, seed(SEED_BYTES)).text}\n"
        with written_beside(key, text.encode()) as made, suppress(FileExistsError):
            key.hardlink_to(made)

    def _key(self) -> SigningKey:
        try:
            return signing_key((self._read("key") or "").strip())
        except BadKeyError as error:
            raise DataFolderError(f"{self.path / 'key'} holds no key: {error}") from error

    def _read(self, name: str) -> str | None:
        try:
            return (self.path / name).read_text("utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise DataFolderError(f"{self.path / name} can't be read: {error}") from error
