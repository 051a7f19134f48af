"""Proofs that events are in the log, as far as it was signed (ALL-1)."""

from api.http.problems import LOG_DAMAGED, NOT_SIGNED_YET, Problem
from domain.evidence.proofs import Proof
from projections.queries.log.tree import Signed
from projections.queries.queries import Readings


def newest_signed(readings: Readings) -> Signed:
    """The checkpoint that was signed last. Raises Problem (404) before anything was."""
    signed = readings.newest_checkpoint()
    if signed is None:
        raise Problem(NOT_SIGNED_YET, "No checkpoint of the log was signed yet.")
    return signed


def proof_of(readings: Readings, position: int, extra: bytes | None = None) -> Proof:
    """The proof of the event there by the newest checkpoint; `extra` goes with it, by default its leaf record. Raises
    Problem: 404 where that does not cover it yet, 503 where the log is damaged."""
    signed = newest_signed(readings)
    if position > signed.size:
        raise Problem(NOT_SIGNED_YET, f"The newest checkpoint covers {signed.size} events.")
    try:
        hashes = tuple(readings.inclusion(position - 1, signed.size))
        held = readings.leaves(position - 1, position)[0].entry if extra is None else extra
    except LookupError:
        raise Problem(LOG_DAMAGED, f"Event {position}, or a tile above it, is missing.") from None
    return Proof(position - 1, hashes, signed.note, held)
