"""Exports of the log, as `scoresheet export` writes them (ALL-1)."""

import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from itertools import chain
from threading import Lock
from typing import Annotated

from fastapi import Depends, Query
from starlette import types
from starlette.responses import Response, StreamingResponse

from api.http import parameters
from api.http.problems import INPUT_INVALID, NOT_SIGNED_YET, TRY_LATER, Problem
from api.http.read_requests import Reader, Reads
from api.http.request_limits import HEAD
from api.http.responses import NEVER, POSITION
from api.http.routing import new_router
from api.queries.as_of import state_at
from domain.evidence.exported.manifest import OneStream, Scope, Span, WholeLog
from domain.kernel.ids import tournament_stream
from domain.kernel.visibility import FOR_ADMINISTRATORS
from projections.exports.archive import archive_bytes
from projections.exports.exporting import Exporting
from projections.exports.snapshot import NotSignedError, Snapshot, take_snapshot

router = new_router("log")

ARCHIVE = "application/zip"
PATIENCE_SECONDS = 5.0
LONGEST_SECONDS = 3_600.0
"""Of an export: it keeps a moment of the database for as long."""
_ONE_AT_A_TIME = Lock()

Position = Annotated[parameters.Number | None, Query()]
First = Annotated[Position, Query(alias="from", description="Only events from this position on.")]
Last = Annotated[Position, Query(alias="to", description="Only events up to this position.")]
OfTournament = Annotated[parameters.Id | None, Query(description="Only the events of this tournament.")]


@router.get("/exports", responses={200: {"content": {ARCHIVE: {}}}}, response_class=Response)
def export_log(
    reader: Annotated[Reader, Depends(Reads(FOR_ADMINISTRATORS))],
    tournament: OfTournament = None,
    first: First = None,
    last: Last = None,
) -> Response:
    """Export everything that was recorded, or a part of it, with what proves it (ALL-1)

    For auditors and administrators. An archive without compression, as `scoresheet export` writes it, to be checked by
    `scoresheet verify` without this service; sealed text stays sealed. It comes as it is made, within an hour, and one
    at a time: an archive that was broken off can't be read.
    """
    reader.having(reader.caller.part)
    if tournament is not None:
        state_at(reader.services, tournament)
    with ExitStack() as stack:
        stack.enter_context(_turn())
        snapshot = stack.enter_context(_snapshot(reader.services.database_url))
        scope = _scope(tournament, first, last, snapshot.size)
        named = {"Content-Disposition": f'attachment; filename="scoresheet-{snapshot.size}.zip"'}
        headers = {POSITION: str(snapshot.size), **NEVER, **named}
        if reader.request.scope.get(HEAD):
            return Response(headers=headers, media_type=ARCHIVE)
        pieces = _pieces(snapshot, scope, stack.pop_all())
        return _Streamed(next(pieces), pieces, headers)


class _Streamed(StreamingResponse):
    """The archive as it is made; what it holds is let go at the end, and where the reader leaves."""

    def __init__(self, first: bytes, pieces: Generator[bytes, None, None], headers: Mapping[str, str]) -> None:
        super().__init__(chain([first], pieces), headers=headers, media_type=ARCHIVE)
        self._pieces = pieces

    async def __call__(self, scope: types.Scope, receive: types.Receive, send: types.Send) -> None:
        """Sends it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._pieces.close()


def _scope(tournament: str | None, first: int | None, last: int | None, size: int) -> Scope:
    if not (first or last):
        return WholeLog() if tournament is None else OneStream(stream=tournament_stream(tournament))
    span = Span(first=first or 1, last=min(last or size, size))
    if tournament is not None or span.first > span.last:
        told = f"Name either a tournament, or positions of the {size} events that are signed."
        raise Problem(INPUT_INVALID, told, errors=[{"in": "query", "pointer": "/from", "message": told}])
    return span


def _pieces(snapshot: Snapshot, scope: Scope, holding: ExitStack) -> Generator[bytes, None, None]:
    """The archive, piece by piece; what is held is let go when it is closed."""
    end = time.monotonic() + LONGEST_SECONDS
    with holding:
        for piece in archive_bytes(Exporting(snapshot, scope).files(datetime.now(UTC).replace(microsecond=0))):
            yield piece
            if time.monotonic() > end:
                raise TimeoutError("an export was not taken within an hour")


@contextmanager
def _turn() -> Iterator[None]:
    if not _ONE_AT_A_TIME.acquire(blocking=False):
        raise Problem(TRY_LATER, "Another export is being made; wait until it is done.")
    try:
        yield
    finally:
        _ONE_AT_A_TIME.release()


@contextmanager
def _snapshot(conninfo: str) -> Iterator[Snapshot]:
    try:
        with take_snapshot(conninfo, PATIENCE_SECONDS) as snapshot:
            yield snapshot
    except NotSignedError as problem:
        raise Problem(NOT_SIGNED_YET, f"What the tables show is not signed yet: {problem}.") from problem
