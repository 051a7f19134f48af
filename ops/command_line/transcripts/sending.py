"""What is sent to a match, and what the service answers."""

import json
import re
from typing import Any

from ops.evidence.http_client import Answer, ask

_PLACE = re.compile(
    r"(?P<service>https?://[^/?#]+)(?:/v1)?/tournaments/(?P<tournament>[0-9a-f-]{36})/matches/(?P<match>[0-9]{1,9})/?"
)
_SECONDS, _MOST_ANSWERED = 60.0, 5_000_000


def attach(match: str, key: str, body: Any) -> Answer:  # noqa: ANN401 -- JSON
    """Attaches that to the match of that address, once. Raises ValueError and NotAnsweredError."""
    attachments = attachments_of(match)
    number = attachments.rsplit("/", 2)[1]
    once = f"{body['kind']}-{number}-{body['digest'][:32]}"
    own = {"Authorization": f"Bearer {key}", "Content-Type": "application/json", "Idempotency-Key": once}
    return taken(ask(attachments, _SECONDS, _MOST_ANSWERED, json.dumps(body).encode(), own))


def read(address: str, key: str, position: str) -> Any:  # noqa: ANN401 -- JSON
    """The document there, that position of the log included. Raises ValueError and NotAnsweredError."""
    own = {"Authorization": f"Bearer {key}", "Scoresheet-Position": position, "Prefer": "wait=30"}
    return json.loads(taken(ask(address, _SECONDS, _MOST_ANSWERED, None, own)).content)


def attachments_of(match: str) -> str:
    """The address of what is attached to the match whose page has that address. Raises ValueError."""
    place = _PLACE.fullmatch(match)
    if place is None:
        raise ValueError(f"{match!r} is no address of a match, such as https://scores.example/tournaments/…/matches/3")
    return f"{place['service']}/v1/tournaments/{place['tournament']}/matches/{place['match']}/attachments"


def taken(answer: Answer) -> Answer:
    """The answer, where the service has done what it was asked. Raises ValueError with what it says."""
    if answer.status < 300:
        return answer
    try:
        problem = json.loads(answer.content)
        said = f"{problem['title']}. {problem['detail']} {problem.get('advice', '')}".strip()
    except (ValueError, KeyError, TypeError):
        said = f"the service answered {answer.status}"
    raise ValueError(said)
