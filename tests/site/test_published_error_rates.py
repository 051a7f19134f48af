"""Error rates that everybody sees, where the conditions of a tournament say so (TD-20)."""

import pytest

from tests.api.played import Json, Played, announced, winner
from tests.api.support import Service
from tests.patience import eventually

PUBLIC = {"publish_error_rates": True, "appeal_window_minutes": 0}
SILENT = {"appeal_window_minutes": 0}


def analysed(service: Service, names: str, *rates: str, conditions: Json = PUBLIC) -> Played:
    """Two who meet once for each pair of rates; the director attaches what an analysis has found."""
    made = announced(service, {"kind": "round-robin", "cycles": 2, "seeding": "entry-order"}, conditions=conditions)
    for name in names.split():
        made.enter(service.register(name))
    made.do("start")
    for match, pair in enumerate(rates, 1):
        made.report(match, winner("first"))
        made.do(f"matches/{match}/attachments", analysis(match, pair))
    return made


def analysis(number: int, rates: str) -> Json:
    first, second = rates.split()
    found = {"program": "Engine 1.08, 2-ply", "first": first, "second": second}
    return {"kind": "analysis", "reference": "By mail", "digest": f"{number:064x}", "error_rates": found}


def told(service: Service, made: Played, address: str) -> list[Json]:
    """What a stranger is answered."""
    stranger = service.client()
    stranger.position = made.director.position
    found: list[Json] = stranger.read(address, limit=500)["items"]
    return found


def rates(service: Service, made: Played, entry: int = 1) -> list[tuple[int, str]]:
    """The public matches and error rates of that entrant, the newest first."""
    items = told(service, made, f"/v1/persons/{made.persons[entry - 1]}/published-error-rates")
    return [(one["match"], one["rate"]) for one in items]


def averages(service: Service, made: Played) -> list[tuple[str, int, str]]:
    """The lines of the public table that are of these entrants."""
    table = told(service, made, "/v1/federation/published-error-rates")
    return [(one["person"], one["matches"], one["average"]) for one in table if one["person"] in made.persons]


def page(service: Service, address: str) -> str:
    return service.http.get(address).text


def publish(made: Played, *, shown: bool) -> None:
    said = {"conditions": {"publish_error_rates": shown}, "reason": "As the players wish."}
    seen = made.director.get(made.path).headers["ETag"]
    made.director.done(f"{made.path}/conditions", said, seen=seen)


@pytest.mark.rule("TD-20")
@pytest.mark.source("ausbgf 3.8")
def test_error_rates_are_public_where_announced(service: Service) -> None:
    """Alva is first in match 1 and second in match 2: 3 and 6, on average 4.5. Bent: 9 and 4, on average 6.5."""
    made = analysed(service, "Alva Bent", "3 9", "4 6")
    alva, bent = made.persons
    assert rates(service, made) == [(2, "6.000"), (1, "3.000")]
    assert averages(service, made) == [(alva, 2, "4.500"), (bent, 2, "6.500")]
    [newest, _] = told(service, made, f"/v1/persons/{alva}/published-error-rates")
    assert (newest["opponent"], newest["program"], "digest" in newest) == (bent, "Engine 1.08, 2-ply", False)
    table, own = page(service, "/error-rates"), page(service, f"/persons/{alva}")
    assert table.index("Alva") < table.index("4.500") < table.index("Bent") < table.index("6.500")
    assert "4.500 on average in the newest 2 analysed matches." in own
    assert (own.count('<circle class="at"'), ": 3.000</title>" in own) == (2, True)
    assert 'href="/error-rates"' in page(service, "/ratings")


@pytest.mark.rule("TD-20")
def test_error_rates_are_not_public_by_default(service: Service) -> None:
    made = analysed(service, "Cilla Dan", "3 9", conditions=SILENT)
    own = f"/v1/persons/{made.persons[0]}/error-rates"
    assert eventually(lambda: service.administrator().read(own)["items"])
    assert (rates(service, made), averages(service, made)) == ([], [])
    assert "Cilla" not in page(service, "/error-rates")
    assert "3.000" not in page(service, f"/persons/{made.persons[0]}")
    assert service.client().get(own).status_code == 401


@pytest.mark.rule("TD-20", "TD-21")
def test_error_rates_come_and_go_with_the_conditions(service: Service) -> None:
    made = analysed(service, "Ebba Finn", "3 9", conditions=SILENT)
    publish(made, shown=True)
    assert rates(service, made) == [(1, "3.000")]
    shown_at = made.director.position
    publish(made, shown=False)
    assert (rates(service, made), averages(service, made)) == ([], [])
    assert "Ebba" not in page(service, "/error-rates")
    assert "3.000" not in page(service, f"/persons/{made.persons[0]}")
    then = f"/v1/persons/{made.persons[0]}/published-error-rates"
    assert len(service.client().read(then, as_of=shown_at)["items"]) == 1


@pytest.mark.rule("TD-20", "REG-3")
def test_error_rates_of_an_erased_person_vanish(service: Service) -> None:
    made = analysed(service, "Gerd Hans", "3 9")
    assert rates(service, made) == [(1, "3.000")]
    service.erase(made.persons[0])
    assert eventually(lambda: rates(service, made) == [])
    assert averages(service, made) == [(made.persons[1], 1, "9.000")]
    assert rates(service, made, 2) == [(1, "9.000")]
    assert "Gerd" not in page(service, "/error-rates") + page(service, f"/persons/{made.persons[1]}")


@pytest.mark.rule("TD-20", "ALL-4")
def test_error_rates_that_a_player_attached_or_of_a_void_match_are_not_public(service: Service) -> None:
    made = analysed(service, "Iben Jens")
    made.report(1, winner("first"))
    made.player(1).done(f"{made.path}/matches/1/attachments", analysis(1, "0 9"))
    assert rates(service, made) == []
    made.do("matches/1/attachments", analysis(2, "5 9"))
    assert rates(service, made) == [(1, "5.000")]
    made.do("matches/1/voiding", {"reason": "Played with a wrong length"})
    assert rates(service, made) == []
