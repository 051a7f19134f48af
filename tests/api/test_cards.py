"""Signed cards: a file that says one result, rating or place, and is verified without the service."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from domain.evidence.cards import Card, parse_card
from domain.evidence.exported.trust import Trust
from domain.evidence.keys import verifier_key
from ops.command_line import app
from ops.database import DatabaseUrls
from ops.errors import UnreadableExportError
from ops.evidence.key_folder import KeyFolder
from ops.export.card import verify_card
from tests.api.played import Played, started
from tests.api.support import Service
from tests.api.test_log_tree import key_folder, sign_again

__all__ = ["key_folder"]

pytestmark = pytest.mark.rule("ALL-1")


@pytest.fixture(scope="module")
def made(service: Service, module_database: DatabaseUrls, key_folder: KeyFolder) -> Played:
    """A signed evening of two, which is over: match 1 was played, and the table published."""
    evening = started(service, {"kind": "knockout", "lengths": [7]}, 2)
    evening.report(1, {"kind": "score", "first": 7, "second": 5})
    evening.complete()
    service.officer().done("/v1/publications", {"subject": {"kind": "standings", "tournament": id_of(evening)}})
    sign_again(service, module_database, key_folder)
    return evening


@pytest.fixture(scope="module")
def trust(made: Played) -> Trust:
    return Trust(keys=(verifier_key(made.service.http.get("/v1/log/keys").json()["items"][0]["vkey"]),))


def id_of(made: Played) -> str:
    return made.path.rpartition("/")[2]


def card_of(made: Played, match: int = 1) -> bytes:
    answer = made.service.http.get(f"{made.path}/matches/{match}/card")
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Disposition"] == f'attachment; filename="card-match-{match}.json"'
    return answer.content


def findings(file: Path, content: bytes, trust: Trust) -> int | None:
    """How many findings the card has; None where it is no card."""
    file.write_bytes(content)
    try:
        return verify_card(file, trust, lambda _: None).number
    except UnreadableExportError:
        return None


def test_card_of_a_result_says_it_and_is_verified_by_the_command(made: Played, tmp_path: Path) -> None:
    card, key = tmp_path / "card.json", tmp_path / "key"
    card.write_bytes(card_of(made))
    key.write_text(made.service.http.get("/v1/log/keys").json()["items"][0]["vkey"])
    done = CliRunner().invoke(app, ["verify", "--card", str(card), "--key", str(key)])
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "Sound.")
    recorded = made.read("matches/1")["reported_at"]
    assert parse_card(card.read_bytes()).says == (
        f"Match 1 of tournament-{id_of(made)}: 7-5, won by the first side. Recorded {recorded}."
    )
    assert f"1. {parse_card(card.read_bytes()).says}" in done.stdout
    assert CliRunner().invoke(app, ["verify", "--card", str(card)]).exit_code == 1, "nobody vouches for the key"


def test_each_wrong_byte_of_a_card_is_found(made: Played, trust: Trust, tmp_path: Path) -> None:
    content, file = card_of(made), tmp_path / "card.json"
    assert findings(file, content, trust) == 0
    unnoticed = [
        at
        for at in range(len(content))
        if findings(file, content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :], trust) == 0
    ]
    assert (unnoticed, len(content) > 1_000) == ([], True)


def test_card_of_another_event_is_found(made: Played, trust: Trust, tmp_path: Path) -> None:
    other = made.service.http.get("/v1/log/events/2.tlog-proof").content
    swapped = Card(parse_card(card_of(made)).event, other).content
    assert findings(tmp_path / "card.json", swapped, trust) == 1


def test_card_of_a_place_holds_the_published_table(made: Played, trust: Trust, tmp_path: Path) -> None:
    [published] = made.service.client().read("/v1/publications", tournament=id_of(made))["items"]
    at, [champion, _] = f"/v1/publications/{published['publication']}/cards", made.read("standings")["rows"]
    content = made.service.http.get(f"{at}/{champion['person']}").content
    assert parse_card(content).says == (
        f"Person {champion['person']}: place 1 in the table of tournament-{id_of(made)}. "
        f"Published {published['published_at']}."
    )
    assert findings(tmp_path / "card.json", content, trust) == 0
    harmed = content.replace(b'\\"rank\\":2', b'\\"rank\\":3')
    assert (harmed != content, findings(tmp_path / "card.json", harmed, trust)) == (True, 1)
    nobody = made.service.http.get(f"{at}/00000000-0000-4000-8000-000000000000")
    assert (nobody.status_code, nobody.json()["type"]) == (404, "/v1/problems/card-unknown")


def test_match_without_a_result_has_no_card(service: Service, made: Played) -> None:  # noqa: ARG001 -- the log is signed
    evening = started(service, {"kind": "knockout"}, 2)
    evening.match(1)
    answer = service.http.get(f"{evening.path}/matches/1/card")
    assert (answer.status_code, answer.json()["type"]) == (404, "/v1/problems/card-unknown")
    evening.report(1, {"kind": "winner", "winner": "first"})
    evening.match(1)
    answer = service.http.get(f"{evening.path}/matches/1/card")
    assert (answer.status_code, answer.json()["type"]) == (404, "/v1/problems/not-signed-yet")
