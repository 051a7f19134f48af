"""Cards of the log: files that show one fact by themselves (ALL-1)."""

from starlette.responses import Response

from api.http.problems import CARD_UNKNOWN, Problem
from api.http.read_requests import Reader
from api.http.responses import A_MOMENT, document_answer
from api.queries.log_proofs import proof_of
from domain.evidence.cards import Card, MalformedCardError

CARD_TYPE = "application/json"


def card_answer(
    reader: Reader, position: int, name: str, *, file: bytes | None = None, person: str | None = None
) -> Response:
    """The card of the event there, as a file of that name. Raises Problem: 404 where the log is not signed as far, the
    event says no such fact, or the reader may not be told an id in it, which no card can leave out."""
    services = reader.services
    told = reader.read_at(services.journal.position())
    (stored,) = services.journal.read_bytes(position - 1, 1)
    proof = proof_of(services.readings, position)
    try:
        content = Card(stored.state, proof.content, file, person).content
    except MalformedCardError as problem:
        raise Problem(CARD_UNKNOWN, "That list has no line with a rank of this person.") from problem
    if reader.told(content) != content:
        raise Problem(CARD_UNKNOWN, "There is no card of somebody who the public is not told.")
    told["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return document_answer(content, CARD_TYPE, {**A_MOMENT, **told})
