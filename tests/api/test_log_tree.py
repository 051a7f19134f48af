"""The log's tree over HTTP: public, in C2SP's forms, and as an independent reader wants it."""

import psycopg
import pytest

from domain.evidence.checkpoints import Checkpoint, open_checkpoint
from domain.evidence.keys import verifier_key
from domain.evidence.leaves import leaf_of, parse_leaf
from domain.evidence.proofs import parse_proof, verify_proof
from domain.evidence.tiles import entries_in
from ops.database import DatabaseUrls
from ops.evidence.key_folder import KeyFolder
from ops.evidence.signer import sign
from tests.api.support import Service, season
from tests.evidence.support import ORIGIN
from tests.evidence.test_reader import reader, require_agreement


@pytest.fixture(scope="module")
def signed(
    service: Service, module_database: DatabaseUrls, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Service, Checkpoint]:
    """A service whose log was signed once a season had begun."""
    for path in ("checkpoint", "events/1.tlog-proof", "tile/0/000.p/1"):
        answer = service.http.get(f"/v1/log/{path}")
        assert (answer.status_code, answer.json()["type"]) == (404, "/v1/problems/not-signed-yet")
    season(service)
    assert service.services.readings.wait_for(service.services.journal.position(), 30, ["evidence"])
    folder = KeyFolder(tmp_path_factory.mktemp("keys") / "log-key")
    folder.prepare(None)
    with psycopg.connect(module_database.signer, autocommit=True) as connection:
        checkpoint = sign(connection, folder, ORIGIN)
    assert checkpoint is not None
    return service, checkpoint


def test_anybody_reads_the_checkpoint_and_the_keys(signed: tuple[Service, Checkpoint]) -> None:
    service, checkpoint = signed
    [key] = service.http.get("/v1/log/keys").json()["items"]
    answer = service.http.get("/v1/log/checkpoint")
    assert open_checkpoint(answer.content, ORIGIN, [verifier_key(key["vkey"])]) == checkpoint
    assert (key["origin"], key["size"]) == (ORIGIN, 0)
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Cache-Control"] == "public, max-age=5"


def test_an_independent_reader_agrees_over_http(signed: tuple[Service, Checkpoint]) -> None:
    service, checkpoint = signed

    def get(path: str) -> bytes | None:
        answer = service.http.get(f"/v1/log/{path}")
        return answer.content if answer.status_code == 200 else None

    assert require_agreement(reader(get), 10, 5) == checkpoint.size


def test_entries_hold_the_digests_of_the_stored_bytes(signed: tuple[Service, Checkpoint]) -> None:
    service, checkpoint = signed
    answer = service.http.get(f"/v1/log/tile/entries/000.p/{checkpoint.size}")
    stored = service.services.journal.read(0, checkpoint.size)
    leaves = [leaf_of(one.recorded.stream, one.recorded.version, one.state) for one in stored]
    assert [parse_leaf(entry) for entry in entries_in(answer.content)] == leaves
    assert answer.headers["Content-Type"] == "application/octet-stream"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_proof_stands_by_itself(signed: tuple[Service, Checkpoint]) -> None:
    service, checkpoint = signed
    [key] = service.http.get("/v1/log/keys").json()["items"]
    proof = parse_proof(service.http.get("/v1/log/events/3.tlog-proof").content)
    stored = service.services.journal.read(2, 1)[0]
    leaf = leaf_of(stored.recorded.stream, stored.recorded.version, stored.state)
    assert proof.index == 2
    assert proof.extra == leaf.entry
    assert verify_proof(proof, leaf.hash, ORIGIN, [verifier_key(key["vkey"])]) == checkpoint


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("tile/0/000", "tile-unknown"),
        ("tile/0/000.p/255", "tile-unknown"),
        ("tile/1/000.p/1", "tile-unknown"),
        ("tile/0/x001/000", "tile-unknown"),
        ("tile/entries/000.p/0", "tile-unknown"),
        ("tile/0/../../events", "route-unknown"),
        ("tile/nothing", "tile-unknown"),
        ("events/999999.tlog-proof", "not-signed-yet"),
    ],
)
def test_what_is_not_there_is_told(signed: tuple[Service, Checkpoint], path: str, problem: str) -> None:
    answer = signed[0].http.get(f"/v1/log/{path}")
    assert answer.status_code in (401, 404)
    assert answer.json()["type"] in (f"/v1/problems/{problem}", "/v1/problems/key-missing")


@pytest.mark.parametrize("position", ["0", "-1", "x", "9" * 40])
def test_a_position_that_is_none_is_refused(signed: tuple[Service, Checkpoint], position: str) -> None:
    assert signed[0].http.get(f"/v1/log/events/{position}.tlog-proof").status_code == 422
