"""The federation's tournament rules: an event under them from the announcement to the report."""

import pytest

from domain.officiating.sanction_catalogue import Sanction
from domain.officiating.sanction_ladder import ladder
from tests.api.support import Season, Service, score, season
from tests.sources.playing import by_preset, carries_on, next_of


def seven_four(_: int) -> dict[str, object]:
    return score(7, 4)


@pytest.mark.rule("TD-1", "TD-7", "TD-14", "TD-19", "TD-21")
@pytest.mark.source(
    "ausbgf 1.1", "ausbgf 1.5", "ausbgf 2.1", "ausbgf 3.5.1", "ausbgf 3.5.5", "ausbgf 4.6", "ausbgf 5.5"
)
def test_an_event_by_its_preset_from_the_announcement_to_the_report(service: Service) -> None:
    made = by_preset(service, "federation", 4, conditions={"venue": "The north hall"})
    announced = made.director.read(made.path)["conditions"]
    assert announced["venue"] == "The north hall"
    assert (announced["clock"], announced["languages"], announced["verification"]) == (
        "preference",
        ["English"],
        "by-director",
    )
    clock = made.do("matches/1/calculations/clock", {"first": 0, "second": 0})
    assert clock == {"seconds_each": 7 * 120, "delay_seconds": 12}
    own = made.player(made.match(1)["sides"][0])
    own.change(f"{made.path}/matches/1", "result", {"result": score(7, 4)})
    made.director.position = own.position
    assert made.match(1)["status"] == "reported"
    made.do("matches/1/verification")
    made.play_on(seven_four)
    made.do("completion")
    report = made.read("report")
    assert len(report["report"]["results"]) == 3
    carries_on(made, next_of(made, name="The next event"))


@pytest.mark.rule("TD-22")
@pytest.mark.source("ausbgf 4.2.3", "ausbgf 4.3.4", "ausbgf 1.2.3")
def test_the_ladder_goes_from_a_warning_to_what_comes_after_it() -> None:
    first = ladder("ausbgf-2021-11", "4.2.3", ())
    assert [(rung.sanction, rung.open) for rung in first.rungs] == [("warning", True), ("penalty-points", False)]
    assert first.proposed == "warning"
    after: tuple[Sanction, ...] = ("warning",)
    assert ladder("ausbgf-2021-11", "4.2.3", after).proposed == "penalty-points"
    assert ladder("ausbgf-2021-11", "4.2.3", ("warning", "penalty-points")).proposed == "penalty-points"
    # Silence about the opponent's running clock needs no warning first; a ban is for exceptional circumstances.
    silence = ladder("ausbgf-2021-11", "4.3.4", ())
    assert [rung.sanction for rung in silence.rungs if not rung.open] == []
    assert (silence.proposed, silence.rungs[-1].exceptional) == ("clock-adjustment", True)
    assert ladder("ausbgf-2021-11", "2.1", ()).proposed is None


def warned(played: Season, entry: int, clause: str) -> None:
    remedy = {"kind": "warning", "to": {"kind": "entry", "entry": entry}}
    words = {"facts": "Moved illegally once more.", "reasons": "A warning comes first."}
    about = {"kind": "entry", "number": entry}
    body = {"about": about, "clause": clause, "remedies": [remedy], **words}
    seen = played.director.get(f"{played.path}/entries/{entry}").headers["ETag"]
    played.director.done(f"{played.path}/rulings", body, seen=seen)


@pytest.mark.rule("TD-4", "TD-22")
@pytest.mark.source("ausbgf 4.2.3", "ausbgf 4.2.5")
def test_the_staff_see_what_is_permitted_and_who_was_warned_before_here_and_elsewhere(service: Service) -> None:
    played, before = season(service, 2), season(service, 1)
    person = played.persons[0]
    before.director.done(f"{before.path}/entries", {"person": person})
    before.director.change(f"{before.path}/entries/2", "approval")
    warned(before, 2, "4.2.3")
    played.director.position = before.director.position
    path = f"{played.path}/persons/{person}/sanction-ladder/4.2.3"
    shown = played.director.read(path)
    assert (shown["ladder"]["proposed"], shown["here"]) == ("warning", [])
    assert [(one["tournament"], one["kind"], one["same_line"]) for one in shown["elsewhere"]] == [
        (before.id, "warning", True)
    ]
    warned(played, 1, "4.2.5")
    warned(played, 1, "4.2.3")
    shown = played.director.read(path)
    assert shown["ladder"]["proposed"] == "penalty-points"
    assert [(one["clause"], one["same_line"]) for one in shown["here"]] == [("4.2.5", False), ("4.2.3", True)]
    refused = service.player(person).get(path)
    assert (refused.status_code, refused.json()["type"]) == (403, "/v1/problems/role-insufficient")


@pytest.mark.rule("TD-20")
@pytest.mark.source("ausbgf 3.8")
def test_error_rates_are_read_by_person_and_in_the_federation_s_table(service: Service) -> None:
    played = season(service, 2)
    for number, (own, other) in enumerate((("4.62", "7.3"), ("5.0", "6.1")), 1):
        played.play(1, 2)
        rates = {"program": "An analyser 2.1", "first": own, "second": other}
        body = {"kind": "analysis", "reference": "By mail", "digest": f"{number:064x}", "error_rates": rates}
        played.director.done(f"{played.path}/matches/{number}/attachments", body)
    items = played.director.read(f"/v1/persons/{played.persons[0]}/error-rates")["items"]
    assert [(one["match"], one["rate"], one["opponent"]) for one in items] == [
        (2, "5.000", played.persons[1]),
        (1, "4.620", played.persons[1]),
    ]
    page = played.director.get(f"/v1/persons/{played.persons[0]}/error-rates", limit=1)
    assert played.director.get(page.links["next"]["url"]).json()["items"] == items[1:]
    office = service.administrator()
    office.position = played.director.position
    table = office.read("/v1/federation/error-rates")["items"]
    assert [(one["person"], one["matches"], one["average"]) for one in table] == [
        (played.persons[0], 2, "4.810"),
        (played.persons[1], 2, "6.700"),
    ]
    own = played.director.get(f"/persons/{played.persons[0]}").text
    assert "4.810 on average in the newest 2 analysed matches." in own
    assert own.index('<td class="figure">5.000</td>') < own.index('<td class="figure">4.620</td>')
    assert "An analyser 2.1" in own
    assert "Error rates" not in service.client().get(f"/persons/{played.persons[0]}").text
    further = office.get("/v1/federation/error-rates", limit=1)
    assert office.get(further.links["next"]["url"]).json()["items"] == table[1:]
    slip = {"kind": "attachment", "match": 2, "number": 1, "reason": "Of another match."}
    played.director.done(f"{played.path}/match-record/withdrawals", slip)
    office.position = played.director.position
    assert [one["average"] for one in office.read("/v1/federation/error-rates")["items"]] == ["4.620", "7.300"]
    body = {"kind": "recording", "reference": "Tape", "digest": "9" * 64, "error_rates": rates}
    refused = played.director.post(f"{played.path}/matches/1/attachments", body)
    assert refused.status_code == 422
