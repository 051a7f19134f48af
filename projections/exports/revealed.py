"""The secrets of draws that were revealed, as an export lists them."""

from typing import Any

from domain.kernel import canonical_json
from domain.tournament.rounds.events import SecretRevealed

NAME = "draws/revealed.jsonl"
TOPIC = SecretRevealed.TOPIC


def revealed_line(position: int, envelope: Any) -> bytes:  # noqa: ANN401 -- JSON
    """The line, without its end, of what an event reveals, and which event that is."""
    event = envelope["event"]
    told = {"commitment": event["commitment"], "secret": event["secret"]}
    return canonical_json.encode(
        {**told, "position": position, "stream": envelope["stream"], "version": envelope["version"]}
    )
