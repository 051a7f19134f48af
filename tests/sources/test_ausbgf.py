"""The federation's tournament rules: an event under them from the announcement to the report."""

import pytest

from tests.api.support import Service, score
from tests.sources.playing import by_preset, carries_on, next_of


def seven_four(_: int) -> dict[str, object]:
    return score(7, 4)


@pytest.mark.rule("TD-1", "TD-7", "TD-14", "TD-19", "TD-21")
@pytest.mark.source(
    "ausbgf 1.1", "ausbgf 1.3.1", "ausbgf 1.5", "ausbgf 3.5.1", "ausbgf 3.5.5", "ausbgf 4.6", "ausbgf 5.5"
)
def test_an_event_by_its_preset_from_the_announcement_to_the_report(service: Service) -> None:
    made = by_preset(service, "federation", 4)
    announced = made.director.read(made.path)["conditions"]
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
