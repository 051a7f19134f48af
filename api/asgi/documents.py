"""The OpenAPI and AsyncAPI documents as they are served: made from the program alone, and kept beside it.

What another program has kept is made again, so no file is older than the program. A service makes them before its parts
give up their rights, and a wheel brings them.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

import orjson
from fastapi import FastAPI

from api.asgi import asyncapi, openapi
from api.documents.fields import FILES as TEXTS
from api.examples.answers import FILE as ANSWERS
from api.routes.service.documentation import Documents
from domain.journal.kept import program_of

FOLDER = Path(__file__).parents[1]
FILES = Documents(FOLDER / "openapi.json", FOLDER / "asyncapi.json")
KEPT_BY = FOLDER / "documents.txt"
"""The digests of the program that made the files, of its examples, and of the texts of its fields."""
PACKAGES = ("domain", "projections", "api")


def made_from() -> str:
    """The digest of all that the documents are made from."""
    examples = sha256(ANSWERS.read_bytes()).hexdigest() if ANSWERS.exists() else "none"
    texts = sha256(b"".join(file.read_bytes() for file in TEXTS)).hexdigest()
    return f"{program_of(*PACKAGES)} {examples} {texts}"


_MADE: list[Documents[bytes]] = []
_MAKING = Lock()


def documents_of(app: FastAPI) -> Documents[bytes]:
    """Both documents of the application, compact; where this program has not kept them yet, they are made and kept."""
    with _MAKING:
        if not _MADE:
            _MADE.append(
                _kept_documents() or _keep(Documents(_compact(openapi.document(app)), _compact(asyncapi.document(app))))
            )
    return _MADE[0]


def _compact(document: Mapping[str, Any]) -> bytes:
    return orjson.dumps(document)


def _kept_documents() -> Documents[bytes] | None:
    with suppress(FileNotFoundError):
        if KEPT_BY.read_text(encoding="ascii") == made_from():
            return Documents(*(file.read_bytes() for file in FILES))
    return None


def _keep(made: Documents[bytes]) -> Documents[bytes]:
    """A folder that can't be written keeps nothing: anyone who has such a program makes them at each start."""
    with suppress(OSError):
        for file, content in zip(FILES, made, strict=True):
            _write(file, content)
        _write(KEPT_BY, made_from().encode())
    return made


def _write(file: Path, content: bytes) -> None:
    """At once: others may be reading it."""
    new = file.with_name(f".{file.name}.{os.getpid()}")
    new.write_bytes(content)
    new.replace(file)
