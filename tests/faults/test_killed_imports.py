"""`kill -9` of the service in the midst of an import: the same list sent again goes on, nothing is doubled or lost."""

import csv
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from ops.errors import ExitCode
from tests.api.support import NO_CERTIFICATES
from tests.api.test_importing import word
from tests.faults.service import Service, service
from tests.faults.test_kills import everything, part
from tests.patience import PATIENCE_SECONDS, eventually, patiently

pytestmark = pytest.mark.operations

Json = dict[str, Any]
ROWS, PLAYERS = 15_000, 70
VICTIMS = {"everything": everything, "API": part("API")}


def long_list() -> Json:
    rows = (f"{_day(row)},{word(row % 40)},{word(40 + row % 30)},{5 + row % 2 * 2}" for row in range(ROWS))
    return {"kind": "matches", "name": "Long", "text": "date,winner,loser,length\n" + "\n".join(rows)}


def _day(row: int) -> str:
    month, day = divmod(row * 336 // ROWS, 28)
    return f"2025-{1 + month:02}-{1 + day:02}"


def csv_of(answer: httpx.Response) -> list[dict[str, str]]:
    return list(csv.DictReader(answer.text.splitlines()))


class Sender:
    """An office that imports lists over HTTP."""

    def __init__(self, served: Service, key: str) -> None:
        self.served, self.headers = served, {"Authorization": f"Bearer {key}"}

    def begin(self, body: Json) -> str:
        """Where the job that was begun is read."""
        answer = self._ask("POST", "/v1/imports/jobs", {"Idempotency-Key": "long"}, body)
        assert answer.status_code == 202, answer.text
        return answer.headers["Location"]

    def job(self, at: str) -> Json:
        found: Json = self.ask(at).json()
        return found

    def is_over(self, at: str) -> bool:
        """Whether it is known that nobody is at work at it: it was interrupted, or the database has forgotten it."""
        answer = self.ask(at)
        return answer.status_code == 404 or answer.json()["state"] == "interrupted"

    def end(self, at: str) -> Json:
        """The job, once it is at work no more."""
        return patiently(lambda: self.job(at), lambda one: one["state"] != "running")

    def ask(self, path: str) -> httpx.Response:
        return self._ask("GET", path, {}, None)

    def try_over(self, body: Json) -> Json:
        """What a dry run tells of the list."""
        answer = self._ask("POST", "/v1/imports/jobs", {"Idempotency-Key": "tried"}, body | {"dry_run": True})
        assert answer.status_code == 202, answer.text
        return self.end(answer.headers["Location"])

    def rows(self, tournament: str) -> Counter[tuple[str, ...]]:
        """All matches of the tournament as rows of a list."""
        names = {one["person"]: one["name"] for one in csv_of(self.ask(f"/v1/tournaments/{tournament}/entries.csv"))}
        matches = csv_of(self.ask(f"/v1/tournaments/{tournament}/matches.csv"))
        return Counter(
            (one["played_at"][:10], names[one["winner"]], names[one["loser"]], one["length"]) for one in matches
        )

    def _ask(self, method: str, path: str, headers: Mapping[str, str], body: Json | None) -> httpx.Response:
        return httpx.request(
            method,
            f"{self.served.url}{path}",
            headers={**self.headers, **headers},
            json=body,
            timeout=PATIENCE_SECONDS,
            trust_env=False,
            verify=NO_CERTIFICATES,
        )


@pytest.mark.rule("ALL-1", "TD-9")
@pytest.mark.parametrize("victim", VICTIMS)
def test_import_that_was_killed_goes_on_and_doubles_and_loses_nothing(begun: Path, victim: str) -> None:
    body = long_list()
    with service(data_dir=begun) as served:
        served.start()
        sender = Sender(served, served.office_key())
        at = sender.begin(body)
        before = patiently(lambda: sender.job(at), lambda one: one["recorded"] > 0 or one["state"] != "running")
        assert before["state"] == "running", before
        for one in VICTIMS[victim](served):
            with suppress(psutil.NoSuchProcess):
                one.kill()
        served.ended()
        served.start()
        assert eventually(lambda: sender.is_over(at))
        is_known = sender.ask(at).is_success
        done = sender.end(sender.begin(body))
        print(f"{before['recorded']} rows were recorded before, {done['recorded']} after")
        assert done["state"] == "done", done
        assert 0 < done["recorded"] <= (ROWS if is_known else ROWS - before["recorded"])
        tried = sender.try_over(body)["outcome"]
        assert {one["becomes"] for one in tried["lines"]} == {"before"}
        assert [tried[name] for name in ("registered", "entered", "results", "corrected", "voided")] == [0] * 5
        assert sender.rows(tried["tournament"]) == Counter(map(tuple, csv.reader(body["text"].splitlines()[1:])))
        assert served.stop() == ExitCode.DONE
