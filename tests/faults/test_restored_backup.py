"""An older backup that was put back is not served as if nothing were: the operator decides first (ALL-1)."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.faults.service import Service, service
from tests.patience import PATIENCE_SECONDS, eventually

pytestmark = pytest.mark.operations

FEED = "/v1/feeds/persons"


def get(served: Service, path: str, **query: str) -> httpx.Response:
    return httpx.get(served.url + path, params=query, timeout=PATIENCE_SECONDS)


def register(served: Service, key: str, name: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": f"register {name}"}
    return httpx.post(f"{served.url}/v1/persons", json={"name": name}, headers=headers, timeout=PATIENCE_SECONDS)


def readiness(served: Service) -> dict[str, Any]:
    found: dict[str, Any] = get(served, "/ready").json()
    return found


def is_signed(served: Service) -> bool:
    """To its end: on a busy machine that takes more than one checkpoint."""
    found = readiness(served)
    return bool(found.get("signed") == found["position"])


def cursor_at_end(served: Service) -> str:
    [cursor] = {one["end"] for one in get(served, "/v1/feeds").json()["items"] if one["feed"] == "persons"}
    return str(cursor)


def cp(source: Path, target: Path) -> None:
    """With owners and modes, as a backup of the data folder is made."""
    subprocess.run(["cp", "-a", source, target], check=True)


@pytest.mark.rule("ALL-1")
def test_an_older_backup_put_back_waits_for_its_operator(folder: Path) -> None:
    data, backup = folder / "data", folder / "backup"
    with service(data_dir=data) as served:
        served.start()
        key = served.office_key()
        assert register(served, key, "Anna Abel").status_code == 201
        assert eventually(lambda: is_signed(served))
        signed = readiness(served)["signed"]
        assert served.stop() == 0
        cp(data, backup)

        served.start()
        former = [register(served, key, name).json()["position"] for name in ("Bert Brix", "Cleo Cole")][-1]
        assert eventually(lambda: readiness(served)["lag"].get("feeds") == 0 and cursor_at_end(served) != "")
        ahead = cursor_at_end(served)
        noted = Path(served.settings["SCORESHEET_LOG_KEY_DIR"]) / "seen.json"
        assert eventually(lambda: noted.exists() and f'"size": {former},' in noted.read_text())
        assert served.stop() == 0
        shutil.rmtree(data)
        cp(backup, data)

        served.start()
        assert f"{former - signed} acknowledged positions are gone" in served.said()
        for answer in (
            register(served, key, "Dora Dahl"),
            get(served, FEED),
            get(served, "/v1/feeds"),
            get(served, "/ready"),
        ):
            assert (answer.status_code, answer.json()["type"]) == (503, "/v1/problems/log-held"), answer.text
            assert "scoresheet log restart" in answer.json()["detail"]
        assert get(served, "/v1/tournaments").status_code == 200
        assert served.tried("doctor")[0] == 14

        served.run("log", "restart")
        for name in ("Dora Dahl", "Emil Eck", "Fie Falk", "Gro Gad"):
            assert register(served, key, name).status_code == 201
        assert readiness(served)["position"] > former
        told = get(served, FEED, after=ahead)
        assert (told.status_code, told.json()["kept_to"]) == (410, signed)
        assert served.stop() == 0
        served.start()
        assert register(served, key, "Hal Holm").status_code == 201
        assert served.stop() == 0
