"""The log's tree over HTTP: public, in C2SP's forms, and as an independent reader wants it."""

import psycopg
import pytest

from domain.evidence.checkpoints import Checkpoint, open_checkpoint
from domain.evidence.keys import verifier_key
from domain.evidence.leaves import leaf_of, parse_leaf
from domain.evidence.proofs import parse_proof, verify_proof
from domain.evidence.tiles import entries_in
from ops.database import DatabaseUrls
from ops.evidence import renewal
from ops.evidence.key_folder import KeyFolder
from ops.evidence.signer import Signing, sign
from tests.api.support import Service, season
from tests.evidence.support import ORIGIN
from tests.evidence.test_reader import reader, require_agreement
from tests.patience import PATIENCE_SECONDS


@pytest.fixture(scope="module")
def signed(service: Service, module_database: DatabaseUrls, key_folder: KeyFolder) -> tuple[Service, Checkpoint]:
    """A service whose log was signed once a season had begun."""
    for path in ("checkpoint", "events/1.tlog-proof", "tile/0/000.p/1"):
        answer = service.http.get(f"/v1/log/{path}")
        assert (answer.status_code, answer.json()["type"]) == (404, "/v1/problems/not-signed-yet")
    season(service)
    return service, sign_again(service, module_database, key_folder)


@pytest.fixture(scope="module")
def key_folder(tmp_path_factory: pytest.TempPathFactory) -> KeyFolder:
    folder = KeyFolder(tmp_path_factory.mktemp("keys") / "log-key")
    folder.prepare(None)
    return folder


def sign_again(service: Service, urls: DatabaseUrls, folder: KeyFolder) -> Checkpoint:
    """Signs the log once the tree has followed it."""
    assert service.services.readings.wait_for(service.services.journal.position(), PATIENCE_SECONDS, ["evidence"])
    with psycopg.connect(urls.signer, autocommit=True) as connection:
        checkpoint = sign(connection, Signing(folder, ORIGIN))
    assert checkpoint is not None
    return checkpoint


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
    assert read_whole(service, "/v1/log") == checkpoint.size


def read_whole(service: Service, prefix: str) -> int:
    """The independent reader reads the log below the prefix; how many events it has."""

    def get(path: str) -> bytes | None:
        answer = service.http.get(f"{prefix}/{path}")
        return answer.content if answer.status_code == 200 else None

    return require_agreement(reader(get), 10, 5)


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
def test_missing_leaves_and_tiles_are_told(signed: tuple[Service, Checkpoint], path: str, problem: str) -> None:
    answer = signed[0].http.get(f"/v1/log/{path}")
    assert answer.status_code in (401, 404)
    assert answer.json()["type"] in (f"/v1/problems/{problem}", "/v1/problems/key-missing")


@pytest.mark.parametrize("position", ["0", "-1", "x", "9" * 40])
def test_a_position_that_is_none_is_refused(signed: tuple[Service, Checkpoint], position: str) -> None:
    assert signed[0].http.get(f"/v1/log/events/{position}.tlog-proof").status_code == 422


def test_a_log_begun_anew_is_read_below_its_number_and_the_former_one_stays(
    signed: tuple[Service, Checkpoint], module_database: DatabaseUrls, key_folder: KeyFolder
) -> None:
    service, former = signed
    paths = ("checkpoint", f"tile/0/000.p/{former.size}", f"tile/entries/000.p/{former.size}")
    before = [service.http.get(f"/v1/log/{path}").content for path in paths]
    assert service.http.get("/v1/log/2/checkpoint").json()["type"] == "/v1/problems/not-signed-yet"
    with psycopg.connect(module_database.owner, autocommit=True) as connection:
        renewal.restart(service.services.journal, connection, key_folder)
    later = sign_again(service, module_database, key_folder)
    assert (later.origin, later.size) == (f"{ORIGIN}/2", former.size + 1)
    assert [service.http.get(f"/v1/log/{path}").content for path in paths] == before
    answer = service.http.get("/v1/log/checkpoint")
    assert answer.headers["Link"] == '</v1/log/2/checkpoint>; rel="latest-version"'
    assert "Link" not in service.http.get("/v1/log/2/checkpoint").headers
    assert service.http.get(f"/v1/log/tile/0/000.p/{later.size}").status_code == 404
    assert (read_whole(service, "/v1/log"), read_whole(service, "/v1/log/2")) == (former.size, later.size)
    assert [key["prefix"] for key in service.http.get("/v1/log/keys").json()["items"]] == ["/v1/log", "/v1/log/2"]
    for address in ("/v1/log/3/checkpoint", "/v1/log/3/tile/0/000.p/1"):
        assert service.http.get(address).status_code == 404
    for address in ("/v1/log/1/checkpoint", "/v1/log/x/tile/0/000.p/1"):
        assert service.http.get(address).status_code == 422
