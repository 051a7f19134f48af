"""What one director alone can do to others is shown at once to whom it concerns and to the staff, with who did it; and
one command of somebody else undoes it, after which everything is as in the twin without it (TD-9, TD-14, ALL-3).

The attack: a director who does not play acts against a player, and hopes that nobody sees it, or can mend it in time.
Bans have their own tests (`test_bans.py`).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests.api.support import Client, Season, Service, score, season

Json = dict[str, Any]
RULED: Json = {"clause": "4.2", "facts": "As seen.", "reasons": "As written."}
ON_MATCH: Json = {"about": {"kind": "match", "number": 1}}
LOST: list[Json] = [{"kind": "match-loss", "loser": "first"}]
BECAUSE: Json = {"reason": "Because."}
WHY: Json = {"reason": "It was not so."}


class Act(NamedTuple):
    """What the director does to the first player; what both then read there, besides the history; and the officer's
    command that undoes it."""

    done: Callable[[Season], object]
    at: str
    shown: Json
    undone: str


def changed(path: str, action: str) -> Callable[[Season], object]:
    return lambda evening: evening.director.change(f"{evening.path}/{path}", action, BECAUSE)


ACTS = {
    "a lost match by a ruling": Act(
        lambda evening: evening.director.ruled(evening.path, {**ON_MATCH, **RULED, "remedies": LOST}),
        "rulings/1",
        {"status": "in-force", "reasons": RULED["reasons"]},
        "withdrawal",
    ),
    "a match that was never played": Act(
        lambda evening: evening.play(2, 1), "matches/2", {"winner": 2, "reported_by": "staff"}, "voiding"
    ),
    "a match made void": Act(changed("matches/1", "voiding"), "matches/1", {"status": "void"}, "reinstatement"),
    "a resignation": Act(
        changed("entries/1", "resignation"), "entries/1", {"status": "resigned", **BECAUSE}, "resignation/withdrawal"
    ),
}


def begun(service: Service) -> Season:
    """A season of three in which the first has beaten the second; the director plays nothing."""
    made = season(service, 3)
    made.play()
    return made


def everything(evening: Season) -> Json:
    """What anybody reads of the season and of its players, after another match."""
    director = evening.director
    evening.play(1, 3, result=score(7, 2))
    rows = director.read(f"{evening.path}/standings")["rows"]
    matches = [one for one in director.read(f"{evening.path}/matches")["items"] if one["status"] != "void"]
    office = evening.service.officer()
    records = [office.read(f"/v1/persons/{person}/record") for person in evening.persons]
    return {
        "rows": [{name: row[name] for name in ("rank", "name", "values", "rating_changes")} for row in rows],
        "matches": [(one["sides"], one["status"], one["winner"]) for one in matches],
        "entries": [one["status"] for one in director.read(f"{evening.path}/entries")["items"]],
        "records": [(one["counted"], one["may_enter"], len(one["resignations"])) for one in records],
    }


def events_since(reader: Client, evening: Season, version: int) -> list[Json]:
    reader.position = max(reader.position, evening.director.position)
    return [one for one in reader.read(f"{evening.path}/history", limit=500)["items"] if one["version"] > version]


@pytest.fixture(scope="module")
def twin(service: Service) -> Json:
    """What is read of a season in which nothing of it was done."""
    return everything(begun(service))


@pytest.mark.rule("TD-9", "TD-14", "ALL-3")
@pytest.mark.parametrize("act", ACTS.values(), ids=list(ACTS))
def test_act_is_shown_at_once_and_undone_by_one_command(service: Service, twin: Json, act: Act) -> None:
    evening = begun(service)
    before = evening.director.read(f"{evening.path}/history", limit=500)["items"][-1]["version"]
    act.done(evening)

    harmed, office = service.player(evening.persons[0]), service.officer()
    for reader in (harmed, office):
        assert (new := events_since(reader, evening, before))
        assert {one["actor"]["person"] for one in new} == {evening.director_id}
        shown = reader.read(f"{evening.path}/{act.at}")
        assert {name: shown[name] for name in act.shown} == act.shown

    office.change(f"{evening.path}/{act.at}", act.undone, WHY)
    evening.director.position = office.position
    assert everything(evening) == twin
