"""Changes of settings have one meaning: what is left out stays, null is a value, a list is replaced whole, and the
event holds the whole (TD-21, TD-2, REG-6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from domain.formats.knockout import KnockoutOptions
from domain.tournament.lifecycle.conditions import Conditions
from tests.api.played import announced, first_wins
from tests.api.support import Client, Season, Service, method_at, routes

Json = dict[str, Any]
FULL: Json = {
    "verification": "at-once",
    "correction_window_minutes": 30,
    "clock": "obligation",
    "languages": ["da", "en"],
    "venue": "Town hall",
    "places": 16,
    "auto_draw": True,
}
ROOMS = [{"name": "Hall", "first_table": 1, "last_table": 4}]
KNOCKOUT: Json = KnockoutOptions(kind="knockout", lengths=(3,)).model_dump(mode="json")
PERSON: Json = {"name": "Ada Byron", "contact": "ada@example.org", "other_names": ["Ada Lovelace"], "birth_year": 1995}


@dataclass
class Setting:
    """Something with settings: where they are changed and read, and what there is at first."""

    client: Client
    path: str
    read_at: str
    at_first: Json
    within: str = ""

    def now(self) -> Json:
        found: Json = self.client.read(self.read_at)
        found = found[self.within] if self.within else found
        return {name: found[name] for name in self.at_first}

    @property
    def etag(self) -> str:
        return str(self.client.get(self.read_at).headers["ETag"])

    def change(self, named: Mapping[str, object], seen: str | None = None) -> httpx.Response:
        return self.client.done(self.path, self.body(named), seen=seen or self.etag)

    def body(self, named: Mapping[str, object]) -> Mapping[str, object]:
        return {self.within: named} if self.within else named


@pytest.fixture(params=["conditions", "details", "hall", "settings"])
def setting(service: Service, request: pytest.FixtureRequest) -> Setting:
    office = service.administrator()
    if request.param == "details":
        person = office.done("/v1/persons", {**PERSON, "even_though_known": True}).json()["person"]
        return Setting(office, f"/v1/persons/{person}/details", f"/v1/persons/{person}", PERSON)
    announced = {"name": "Cup", "format": {"kind": "open"}, "conditions": FULL, "director": service.register("D")}
    path = f"/v1/tournaments/{office.done('/v1/tournaments', announced).json()['tournament']}"
    if request.param == "conditions":
        return Setting(office, f"{path}/conditions", path, FULL, "conditions")
    if request.param == "settings":
        first = office.read(path)
        return Setting(office, f"{path}/settings", path, {name: first[name] for name in CHANGED["settings"]})
    office.done(f"{path}/hall", {"rooms": ROOMS, "keeps_tables": True}, seen='"hall-0"')
    at_first = {"keeps_tables": True, "rooms": office.read(f"{path}/hall")["rooms"]}
    return Setting(office, f"{path}/hall", f"{path}/hall", at_first)


CHANGED: Mapping[str, Json] = {
    "conditions": {"venue": "Cellar", "places": None, "languages": ["nl"], "auto_draw": False},
    "details": {"name": "Ada King", "contact": None, "other_names": ["A. King"], "birth_year": None},
    "hall": {"keeps_tables": False},
    "settings": {
        "name": "Spring cup",
        "format": KNOCKOUT,
        "rating": {"pool": "normal", "policy": "club", "policy_version": 1},
        "stages": [],
    },
}

AGAIN: Mapping[str, Json] = {"hall": {"rooms": [{"name": "Annexe", "first_table": 7, "last_table": 8}]}}
"""What is changed beside, of settings that have few."""


@pytest.mark.rule("TD-21", "TD-2", "REG-6")
def test_settings_change_by_what_is_named_alone(setting: Setting) -> None:
    kind = setting.path.rpartition("/")[2]
    expected = setting.now()
    assert expected == setting.at_first
    for name, value in CHANGED[kind].items():
        setting.change({name: value})
        expected[name] = value
        assert setting.now() == expected, name
    setting.change({"rooms": []} if kind == "hall" else CHANGED[kind])
    assert setting.now() == (expected | {"rooms": []} if kind == "hall" else expected)


@pytest.mark.rule("TD-9")
def test_settings_are_changed_as_they_were_seen(setting: Setting) -> None:
    kind = setting.path.rpartition("/")[2]
    first, second = [{name: value} for name, value in [*CHANGED[kind].items(), *AGAIN.get(kind, {}).items()]][:2]
    seen = setting.etag
    told = setting.change(first, seen)
    stale = setting.client.post(setting.path, setting.body(second), seen=seen)
    assert (stale.status_code, stale.json()["type"]) == (412, "/v1/problems/stale")
    unseen = setting.client.post(setting.path, setting.body(second))
    assert (unseen.status_code, unseen.json()["type"]) == (428, "/v1/problems/if-match-missing")
    assert setting.etag == told.headers["ETag"]
    assert setting.change(second, told.headers["ETag"]).headers["ETag"] == setting.etag


@pytest.mark.rule("REG-6", "TD-9")
def test_hall_is_changed_as_it_was_arranged_whatever_is_played_there(service: Service) -> None:
    """What matches do at its tables does not make stale what a director has seen of the rooms."""
    evening = announced(service, KNOCKOUT)
    evening.enter_all(service.register_all(["Anna A", "Bo B", "Cleo C", "Dan D"]))
    evening.do("hall", {"rooms": ROOMS})
    seen = evening.director.get(f"{evening.path}/hall").headers["ETag"]
    started = evening.director.change(evening.path, "start")
    assert started.headers["ETag"] == evening.director.get(evening.path).headers["ETag"], "whatever followed on it"
    evening.step(first_wins)
    now = evening.director.get(f"{evening.path}/hall").headers["ETag"]
    assert now != seen, "the hall is shown with its matches"
    arranged = evening.director.done(f"{evening.path}/hall", {"keeps_tables": True}, seen=seen)
    assert arranged.headers["ETag"] == evening.director.get(f"{evening.path}/hall").headers["ETag"]


def test_settings_are_changed_by_patch_alone(setting: Setting) -> None:
    answer = setting.client.http.post(setting.path, json={}, headers=setting.client.headers())
    assert answer.status_code == 405
    assert "PATCH" in answer.headers["Allow"]


def test_settings_that_are_changed_are_all_looked_at_here() -> None:
    patched = {route.path for route in routes() if "PATCH" in (route.methods or ())}
    assert {path.rpartition("/")[2] for path in patched} == set(CHANGED)
    assert {route.path for route in routes() if method_at(route.path) == "PATCH"} == patched


@pytest.mark.rule("TD-21", "TD-11")
def test_conditions_are_reset_by_name_and_the_event_holds_the_whole(played: Season) -> None:
    seen = played.director.get(played.path).headers["ETag"]
    online = {"conditions": {"played": "online", "venue": "Zoom", "appeal_window_minutes": 5}, "reason": "It snows."}
    seen = played.director.done(f"{played.path}/conditions", online, seen=seen).headers["ETag"]
    reset = {"reset": ["appeal_window_minutes", "venue"], "reason": "As the rules have it."}
    played.director.done(f"{played.path}/conditions", reset, seen=seen)
    told = played.director.read(played.path)["conditions"]
    expected = Conditions(played="online").model_dump(mode="json")
    assert told == expected
    newest = played.director.read(f"{played.path}/history", limit=500)["items"][-1]
    assert newest["topic"].startswith("tournament.conditions-changed.")
    usual = {"replays_shown": "to-the-sides", "error_rate_seeding": None, "boards": None, "publish_error_rates": False}
    assert {name: (usual | newest["data"]["conditions"])[name] for name in expected} == expected, "but what is younger"


@pytest.mark.rule("TD-21")
@pytest.mark.parametrize(
    ("named", "problem"),
    [
        ({"conditions": {"entries_close_at": "2026-03-01T18:00:00Z"}}, "conditions-contradict"),
        ({"reset": ["colour"]}, "input-invalid"),
        ({"reset": ["venue"], "conditions": {"venue": "Here"}}, "input-invalid"),
        ({"conditions": {"colour": "red"}}, "input-invalid"),
        ({"conditions": {"verification": None}}, "input-invalid"),
    ],
)
def test_conditions_that_make_no_sense_are_refused(played: Season, named: Json, problem: str) -> None:
    opens = {"conditions": {"entries_open_at": "2026-03-01T19:00:00Z"}, "reason": "Later."}
    seen = played.director.get(played.path).headers["ETag"]
    seen = played.director.done(f"{played.path}/conditions", opens, seen=seen).headers["ETag"]
    answer = played.director.post(f"{played.path}/conditions", named | {"reason": "Why not."}, seen=seen)
    assert (answer.status_code, answer.json()["type"]) == (422, f"/v1/problems/{problem}")
