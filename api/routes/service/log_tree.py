"""The log's tree, for anyone who checks it: signed checkpoints, tiles, keys and proofs, in C2SP's forms (ALL-1).

All of it is public: a leaf holds the digest of an event, which confirms no guess of what the event says. A log that was
begun again is read below its own number, so that what clients keep of the former one stays what it was.
"""

from dataclasses import asdict
from typing import Annotated

from fastapi import Path
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from api.documents.lists import Page, whole_list
from api.documents.service import LogKeyDocument
from api.http import parameters
from api.http.problems import LOG_DAMAGED, NOT_SIGNED_YET, TILE_UNKNOWN, Problem
from api.http.read_requests import known_by_bytes
from api.http.responses import A_MOMENT, FOR_EVER, TEXT, document_answer, json_answer
from api.http.routing import new_router
from api.http.services import services_of
from api.queries.log_proofs import newest_signed, proof_of
from domain.evidence.origins import generation_of
from domain.evidence.tiles import Tile, bundle, has_tile, parse_path
from domain.kernel.values import LARGEST_INTEGER
from projections.queries.log.tree import Signed
from projections.queries.queries import Readings

router = new_router("log")

BYTES = "application/octet-stream"
FIRST = 1
Generation = Annotated[
    Annotated[int, Field(ge=2, le=LARGEST_INTEGER), parameters.PLAIN_DIGITS],
    Path(description="Which log it is, by the number that ends its origin."),
]
TilePath = Annotated[
    str, Path(description="Level and index, such as `0/x001/067`, or `entries/000.p/17`.", max_length=99)
]


@router.get("/log/checkpoint", responses={200: {"content": {TEXT: {}}}}, response_class=Response)
def read_checkpoint(request: Request) -> Response:
    """Read the newest signed checkpoint of the log (ALL-1)

    A C2SP checkpoint: the log's origin, how many events it has, and the root of the tree over them. A new one is signed
    ten seconds after something was recorded. Where the log was begun again this is the last one of the former log, and
    the header `Link` leads to the `latest-version`.
    """
    return _checkpoint(request, FIRST)


@router.get("/log/{generation}/checkpoint", responses={200: {"content": {TEXT: {}}}}, response_class=Response)
def read_checkpoint_of_later_log(request: Request, generation: Generation) -> Response:
    """Read the newest signed checkpoint of a log that was begun again (ALL-1)"""
    return _checkpoint(request, generation)


@router.get("/log/keys", response_model=Page[LogKeyDocument])
def list_log_keys(request: Request) -> Response:
    """List the public keys that the log was signed with (ALL-1)

    Get the first one by another way than from this service; each of the others is named by an event that the one before
    it has signed, or begins a log of a new origin.
    """
    keys = services_of(request).readings.log_keys()
    items = [LogKeyDocument(prefix=_prefix(key.origin), **asdict(key)) for key in keys]
    return known_by_bytes(request, json_answer(whole_list(items), headers=A_MOMENT), A_MOMENT)


@router.get("/log/tile/{path:path}", responses={200: {"content": {BYTES: {}}}}, response_class=Response)
def read_tile(request: Request, path: TilePath) -> Response:
    """Read a tile of the log's tree, or the leaf records below one (ALL-1)

    Tiles are C2SP's: up to 256 hashes, of level 0 those of the leaves; `entries` gives the leaf records themselves,
    each after its length. What the newest checkpoint covers is there, and never changes.
    """
    return _tile(request, FIRST, path)


@router.get("/log/{generation}/tile/{path:path}", responses={200: {"content": {BYTES: {}}}}, response_class=Response)
def read_tile_of_later_log(request: Request, generation: Generation, path: TilePath) -> Response:
    """Read a tile of a log that was begun again (ALL-1)"""
    return _tile(request, generation, path)


@router.get("/log/events/{position}.tlog-proof", responses={200: {"content": {TEXT: {}}}}, response_class=Response)
def read_proof(
    request: Request,
    position: Annotated[parameters.Number, Path(description="The event's position in the log.")],
) -> Response:
    """Read the proof that an event is in the log (ALL-1)

    A C2SP proof, for a file of its own: the event's index, which is its position less one, the hashes up to the root,
    and the newest checkpoint. Its `extra` is the leaf record, which holds the SHA-256 of the event's stored bytes.
    """
    proof = proof_of(services_of(request).readings, position)
    return document_answer(proof.content, TEXT, A_MOMENT)


def _checkpoint(request: Request, generation: int) -> Response:
    readings = services_of(request).readings
    found, newest = _checkpoint_of(readings, generation), newest_signed(readings)
    later = {"Link": f'<{_prefix(newest.origin)}/checkpoint>; rel="latest-version"'}
    return document_answer(found.note, TEXT, A_MOMENT | (later if newest.origin != found.origin else {}))


def _tile(request: Request, generation: int, path: str) -> Response:
    readings = services_of(request).readings
    try:
        tile = parse_path(f"tile/{path}")
    except ValueError:
        raise Problem(TILE_UNKNOWN, "That is not the path of a tile.") from None
    if not has_tile(tile, _checkpoint_of(readings, generation).size):
        raise Problem(TILE_UNKNOWN, "The newest checkpoint covers no such tile.")
    content = _bundle(readings, tile) if tile.level is None else readings.tile(tile)
    if content is None:
        raise Problem(LOG_DAMAGED, "The tile is not whole.")
    return document_answer(content, BYTES, FOR_EVER)


def _prefix(origin: str) -> str:
    """Below which address the log of this origin is read."""
    generation = generation_of(origin)
    return "/v1/log" if generation == FIRST else f"/v1/log/{generation}"


def _bundle(readings: Readings, tile: Tile) -> bytes | None:
    leaves = readings.leaves_of(tile)
    return bundle([leaf.entry for leaf in leaves]) if len(leaves) == tile.width else None


def _checkpoint_of(readings: Readings, generation: int) -> Signed:
    signed = readings.checkpoint_of(generation)
    if signed is None:
        raise Problem(NOT_SIGNED_YET, "No checkpoint of that log is kept here.")
    return signed
