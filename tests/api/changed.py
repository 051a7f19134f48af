"""What a command's answer shows of the thing that it has changed, against what its sender reads of that by itself."""

import re
from typing import Any

import httpx

from tests.api.support import Client

_TOURNAMENT = re.compile(r"(?P<tournament>/v1/tournaments/[0-9a-f-]{36})/(?P<rest>.+)")
_LISTED = re.compile(r"(?:entries|matches|disputes|rulings|appeals)/\d+")
_OF_MATCH_RECORD = re.compile(r"(?P<match>matches/\d+)/(?:monitors|consents|breaks|clocks|declarations|attachments)")
_NEXT = re.compile(r"commitment|reveal|outside-value|release|decisions|stages/\d+/opening")
_OF_PERSON = re.compile(r"(?P<person>/v1/persons/[0-9a-f-]{36})(?P<record>/bans|/resignations)?")
_OF_SEASON = re.compile(r"/v1/series/[0-9a-f-]{36}/seasons/\d+")
_OF_FEDERATION = re.compile(r"/v1/federation/(?P<list>decisions|precedents|sanctions)(?:/(?P<number>\d+))?")


def require_shows_what_changed(client: Client, sent: str, answer: httpx.Response) -> bool:
    """Holds `changed` of the accepted command against what the same client reads; whether the answer has it."""
    told = answer.json()
    if "changed" not in told:
        return False
    read = _read_by_itself(client, sent, answer)
    _require_same_etag(client, sent, answer)
    assert _without_names(told["changed"]) == _without_names(read), sent
    return True


def _require_same_etag(client: Client, sent: str, answer: httpx.Response) -> None:
    """What is sent next may name the ETag of the answer: it is that of the thing as it is read."""
    etag = answer.headers.get("ETag")
    if etag is None or not _TOURNAMENT.match(sent):
        return
    read = client.get(_address(sent, answer))
    if read.is_success and read.headers["ETag"].split("-")[0] == etag.split("-")[0]:
        assert read.headers["ETag"] == etag, sent


def _without_names(document: Any) -> Any:  # noqa: ANN401 -- JSON
    """Names come a moment after the command."""
    return document and {name: one for name, one in document.items() if name != "names"}


def _read_by_itself(client: Client, sent: str, answer: httpx.Response) -> Any:  # noqa: ANN401 -- JSON
    """What the client reads of the thing; None where it is not for them."""
    told = answer.json()
    if found := _OF_FEDERATION.match(sent):
        number = int(found["number"] or told["number"])
        listed = _read(client, f"/v1/federation/{found['list']}")
        return listed and next(one for one in listed["items"] if number in one.values())
    if sent == "/v1/rating-pools/listing":
        pools = _read(client, "/v1/rating-pools")["items"]
        return next(one for one in pools if one["pool"] == told["changed"]["pool"])
    if sent.startswith(("/v1/rating-policies", "/v1/rating-pools")):
        return _read(client, sent)["items"][-1]
    if found := _OF_SEASON.match(sent):
        return _read(client, f"{found[0]}/divisions")
    if sent == "/v1/publications":
        return _read(client, f"{sent}/{told['number']}")
    if found := re.search(r"/rounds/(?P<number>\d+)/", sent):
        rounds = _read(client, sent[: found.start()] + "/rounds")["rounds"]
        empty = {"number": int(found["number"]), "draws": 0, "pairings": [], "byes": []}
        return next((one for one in rounds if one["number"] == int(found["number"])), told["changed"] | empty)
    return _read(client, _address(sent, answer))


def _address(sent: str, answer: httpx.Response) -> str:
    """Where the thing is read that was created or changed by what was sent there."""
    if answer.status_code == 201:
        return answer.headers["Location"]
    if found := _TOURNAMENT.match(sent):
        return found["tournament"] + _in_tournament(found["rest"])
    if found := _OF_PERSON.match(sent):
        return f"{found['person']}/record" if found["record"] else found["person"]
    return (
        "/".join(sent.split("/")[:4])
        if sent.startswith(("/v1/clubs/", "/v1/series/", "/v1/lists/"))
        else "/v1/federation"
    )


def _in_tournament(rest: str) -> str:
    if found := _OF_MATCH_RECORD.match(rest):
        return f"/{found['match']}/record"
    if found := _LISTED.match(rest):
        return f"/{found[0]}"
    if rest.startswith("hall"):
        return "/hall"
    if rest.startswith(("requests", "exceptions", "match-record")):
        return "/match-record"
    return "/next" if _NEXT.match(rest) else ""


def _read(client: Client, path: str) -> Any:  # noqa: ANN401 -- JSON
    answer = client.get(path)
    assert answer.status_code in (200, 403, 404), answer.text
    return answer.json() if answer.is_success else None
