"""The application as it is described, without a service behind it: `python -m api.asgi.described` keeps its documents,
which a wheel brings."""

import sys
from contextlib import AbstractContextManager

from fastapi import FastAPI

from api.asgi.app import create_app
from api.asgi.documents import FILES, documents_of
from api.http.services import Services


def described() -> FastAPI:
    """The application; it can't be started."""
    return create_app(_never_opened)


def _never_opened() -> AbstractContextManager[Services]:
    raise RuntimeError("an application that is only described is not started")


def main() -> None:
    """Keeps the documents."""
    documents_of(described())
    sys.stdout.write("".join(f"{file}\n" for file in FILES))


if __name__ == "__main__":
    main()
