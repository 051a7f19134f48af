"""Anyone who watches the service is shown numbers of the database and of its answers, which name nobody."""

import json
import logging
import re
import shutil
import subprocess
import sys

import psycopg
import pytest
from prometheus_client.parser import text_string_to_metric_families

from api.asgi.request_log import logger
from api.http.metrics import MEASURES
from ops import log_lines
from tests.api.support import Service
from tests.house.source import ROOT
from tests.patience import eventually

WATCHING = ROOT / "ops" / "watching"
FILES = ("alerts.yml", "dashboard.json")

NOTED = """
INSERT INTO compared_tables (projection, generation, position, compared_at, differing)
SELECT name, generation, 7, now() - interval '1 hour', %(differing)s FROM projections
WHERE is_live AND name = 'tournaments'
"""


def numbers(service: Service) -> dict[str, float]:
    """What is shown now, by name and labels."""
    answer = service.http.get("/metrics")
    assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (200, "text/plain")
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_numbers_follow_the_log_and_the_answers(service: Service) -> None:
    before = numbers(service)
    service.register("Anna Abel")
    after = numbers(service)
    assert after["scoresheet_log_events"] > before["scoresheet_log_events"]
    answered = "scoresheet_requests_total POST /v1/persons 201"
    assert after[answered] == before.get(answered, 0) + 1
    assert after["scoresheet_request_seconds_count POST /v1/persons"] >= 1
    assert eventually(lambda: numbers(service)["scoresheet_projection_lag_events tournaments"] == 0)


def test_numbers_tell_what_is_wrong(service: Service) -> None:
    with psycopg.connect(service.owner_url, autocommit=True) as connection:
        connection.execute("INSERT INTO safekeeping VALUES ('backup', now() - interval '2 days', 7, '{}')")
        connection.execute("INSERT INTO safekeeping VALUES ('drill', now(), 7, '{one,other}')")
        connection.execute("UPDATE append_turn SET held_because = 'it is another'")
        connection.execute("UPDATE examination SET problems = '{changed}'")
        found = numbers(service)
        connection.execute("UPDATE append_turn SET held_because = NULL")
        connection.execute("UPDATE examination SET problems = '{}'")
    assert 172_800 <= found["scoresheet_done_seconds_ago backup"] < 180_000
    assert found["scoresheet_done_problems drill"] == 2
    assert (found["scoresheet_log_held"], found["scoresheet_examination_problems"]) == (1, 1)


def test_numbers_tell_of_each_projection_when_its_tables_were_compared(service: Service) -> None:
    with psycopg.connect(service.owner_url, autocommit=True) as connection:
        connection.execute(NOTED, {"differing": ["persons", "matches"]})
        found = numbers(service)
        connection.execute("DELETE FROM compared_tables")
    assert 3_600 <= found["scoresheet_compared_seconds_ago tournaments"] < 10_800
    assert found["scoresheet_differing_tables tournaments"] == 2
    assert "scoresheet_differing_tables tournaments" not in numbers(service)


def test_numbers_name_nobody_and_no_route_that_there_is_not(service: Service) -> None:
    person = service.register("Nobody in the numbers")
    service.http.get(f"/v1/persons/{person}")
    service.http.get("/v1/made-up-by-a-caller")
    service.http.request("BREW", "/v1/persons")
    told = service.http.get("/metrics").text
    assert not [word for word in ("Nobody", str(person), "made-up", "BREW") if word in told]
    assert 'route="-"' in told


def test_alerts_and_pictures_use_numbers_that_there_are(service: Service) -> None:
    told = service.http.get("/metrics").text
    there = set(re.findall(r"^# TYPE (\S+)", told, re.MULTILINE))
    for name in FILES:
        used = set(re.findall(r"scoresheet_\w+", (WATCHING / name).read_text()))
        assert {re.sub(r"_(bucket|count)$", "", one) for one in used} - there == set(), name
    assert {f"scoresheet_{measure}" for measure in MEASURES} <= there


@pytest.mark.parametrize(
    "arguments", ["check rules alerts.yml", "test rules alerts_test.yml", "check config prometheus.yml"]
)
def test_prometheus_takes_the_rules(arguments: str) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("Prometheus' own check of the rules was left out: there is no promtool")
    done = subprocess.run([promtool, *arguments.split()], cwd=WATCHING, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_lines_of_json_name_request_command_and_position(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger.name):
        answer = service.administrator().done("/v1/persons", {"name": "Nobody in the log"})
        assert eventually(lambda: len(caplog.records) >= 1)
    [record] = caplog.records
    with psycopg.connect(service.owner_url) as connection:
        [(command,)] = connection.execute("SELECT id FROM commands ORDER BY last_position DESC LIMIT 1").fetchall()
    record.request_id = answer.headers["X-Request-Id"]
    said = json.loads(log_lines.formatter(as_json=True).format(record))
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\S+Z", said.pop("timestamp"))
    assert said.pop("ms") >= 0
    assert said.pop("event").startswith("POST /v1/persons 201 ")
    assert said == {
        "command": command,
        "level": "info",
        "method": "POST",
        "position": answer.headers["Scoresheet-Position"],
        "request_id": answer.headers["X-Request-Id"],
        "route": "/v1/persons",
        "status": "201",
    }


def test_announcements_are_json_where_that_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    log_lines.announcing("json")("serving")
    log_lines.announcing("lines")("serving")
    as_json, as_line = capsys.readouterr().out.splitlines()
    assert (json.loads(as_json)["event"], as_line.split()[1]) == ("serving", "serving")


def test_announcements_have_no_time_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    log_lines.announcing("lines")("serving")
    assert capsys.readouterr().out == "serving\n"
