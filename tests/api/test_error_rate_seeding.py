"""A field seeded by its players' error rates, over HTTP (TD-20): which count, and what the start records of them."""

import pytest

from tests.api.played import Played, announced, winner
from tests.api.support import Service
from tests.patience import eventually
from tests.site.test_transcript_uploads import browsing

PROGRAM = "Engine 1.08, 2-ply"
SEEDING = {"error_rate_seeding": {"program": PROGRAM, "days": 30}, "appeal_window_minutes": 0}
KNOCKOUT = {"kind": "knockout", "lengths": [1], "seeding": "entry-order"}


def analysed(service: Service, rates: str, program: str = PROGRAM) -> Played:
    """An evening of two, whose match the director attached an analysis of."""
    made = announced(service, {"kind": "round-robin", "seeding": "entry-order"})
    for name in ("First", "Second"):
        made.enter(service.register(name))
    made.do("start")
    made.report(1, winner("first"))
    attach(made, rates, program)
    return made


def attach(made: Played, rates: str, program: str = PROGRAM, digest: str = "a") -> None:
    first, second = rates.split()
    found = {"program": program, "first": first, "second": second}
    body = {"kind": "analysis", "reference": "evening", "digest": digest * 64, "error_rates": found}
    made.do("matches/1/attachments", body)


def seeded_by_error_rates(service: Service, seeding: str = "entry-order") -> Played:
    """Four: of the first two evenings those with 5 and 4.125, of another program's one with 1, and one with nothing."""
    evenings = [analysed(service, "5 9"), analysed(service, "8 4.125"), analysed(service, "1 1", "Other")]
    persons = [evenings[0].persons[0], evenings[1].persons[1], evenings[2].persons[0], service.register("Nobody")]
    made = announced(service, KNOCKOUT | {"seeding": seeding}, conditions=SEEDING)
    for person in persons:
        made.enter(person)
    rates = [f"/v1/persons/{person}/error-rates" for person in persons[:3]]
    office = service.administrator()
    assert eventually(lambda: all(office.read(path)["items"] for path in rates))
    made.do("start")
    return made


@pytest.mark.rule("TD-20", "ALL-14")
def test_field_is_seeded_by_the_error_rates_of_the_announced_program(service: Service) -> None:
    made = seeded_by_error_rates(service)
    assert made.read("rounds")["seeds"] == [2, 1]
    assert [one["sides"] for one in made.read("rounds")["rounds"][0]["pairings"]] == [[2, 4], [1, 3]]
    events = made.read("history", limit=500)["items"]
    [seeded] = [one["data"] for one in events if ".field-seeded-by-error-rates." in one["topic"]]
    assert seeded["program"] == PROGRAM
    assert seeded["error_rates"] == [
        {"entry": 1, "matches": 1, "error_rates_thousandths": 5000},
        {"entry": 2, "matches": 1, "error_rates_thousandths": 4125},
    ]
    assert seeded["log_position"] > 0


@pytest.mark.rule("TD-20")
def test_newest_analysis_of_a_match_seeds_its_players(service: Service) -> None:
    evening = analysed(service, "5 9")
    attach(evening, "7.5 2", digest="b")
    made = announced(service, KNOCKOUT, conditions=SEEDING)
    for person in evening.persons:
        made.enter(person)
    path = f"/v1/persons/{evening.persons[0]}/error-rates"
    assert eventually(lambda: service.administrator().read(path)["items"][0]["rate"] == "7.500")
    preview = made.director.post(f"{made.path}/previews", {"command": {"kind": "start-tournament"}})
    assert preview.status_code == 200, preview.text
    made.do("start")
    assert made.read("rounds")["seeds"] == [2, 1]


def items(made: Played) -> list[tuple[object, ...]]:
    """What is to be looked at again: of whom, and matches and sums as they were and are."""
    named = ("kind", "entry", "recorded_matches", "recorded_value", "current_matches", "current_value")
    told = made.read("reviews")["items"]
    return [tuple(one[name] for name in named) for one in told if one["status"] == "open"]


@pytest.mark.rule("TD-20", "ALL-14")
def test_later_or_newer_analysis_of_what_seeded_the_field_waits_for_the_director(service: Service) -> None:
    """By the evening's analysis 1 comes first with 4 and 2 with 9; 3 and 4 played before, and were analysed after."""
    evening, late = analysed(service, "4 9"), analysed(service, "6 7", "Other")
    made = announced(service, KNOCKOUT, conditions=SEEDING)
    for person in (*evening.persons, *late.persons):
        made.enter(person)
    office = service.administrator()
    rates = f"/v1/persons/{evening.persons[0]}/error-rates"
    assert eventually(lambda: office.read(rates)["items"])
    made.do("start")
    drawn = made.read("rounds")
    made.report(1, winner("first"))
    attach(made, "3 3", digest="c")
    assert items(made) == []
    attach(evening, "9.5 9", digest="d")
    assert eventually(lambda: items(made) == [("error-rates-changed", 1, 1, 4_000, 1, 9_500)])
    attach(late, "6 7", digest="e")
    of_late = [("error-rates-changed", 3, 0, 0, 1, 6_000), ("error-rates-changed", 4, 0, 0, 1, 7_000)]
    assert eventually(lambda: items(made)[1:] == of_late)
    key = made.read("reviews")["items"][0]["item"]
    made.do(f"reviews/{key}/resolution", {"reason": "The draw is kept."})
    assert items(made) == of_late
    attach(evening, "9.75 9", digest="f")
    assert eventually(lambda: items(made)[0] == ("error-rates-changed", 1, 1, 4_000, 1, 9_750))
    late.do("match-record/withdrawals", {"kind": "attachment", "match": 1, "number": 2, "reason": "Wrong."})
    assert eventually(lambda: [one[1] for one in items(made)] == [1])
    assert made.read("rounds")["seeds"] == drawn["seeds"] == [1, 2]


@pytest.mark.rule("TD-20", "ALL-14")
def test_review_of_error_rates_says_the_seed_as_drawn_and_the_one_of_now(service: Service) -> None:
    """Drawn 1 with 4, 2 with 9, 3 and 4 with none. By 9.5, and 6 and 7 of the others: 3, 4, 2, 1."""
    evening, late = analysed(service, "4 9"), analysed(service, "6 7", "Other")
    made = announced(service, KNOCKOUT, conditions=SEEDING)
    for person in (*evening.persons, *late.persons):
        made.enter(person)
    rates = f"/v1/persons/{evening.persons[0]}/error-rates"
    assert eventually(lambda: service.administrator().read(rates)["items"])
    made.do("start")
    attach(evening, "9.5 9", digest="d")
    attach(late, "6 7", digest="e")
    assert eventually(lambda: seeds(made) == [(1, 1, 4), (3, None, 1), (4, None, 2)])
    with browsing(service, made.director.key or "") as desk:
        page = desk.open(f"{made.path.replace('/v1/tournaments', '/desk')}/finish")
    assert "seeded by 4.000 in 1 match, now 9.500 in 1 match · seed 1, by these figures seed 4" in page
    assert "seeded by no error rate, now 6.000 in 1 match · no seed, by these figures seed 1" in page


def seeds(made: Played) -> list[tuple[int, int | None, int | None]]:
    return [(one["entry"], one["recorded_seed"], one["current_seed"]) for one in made.read("reviews")["items"]]


@pytest.mark.rule("TD-20")
def test_seeding_by_error_rates_needs_a_format_that_is_seeded(service: Service) -> None:
    director, _ = service.director()
    body = {"name": "Cup", "format": {"kind": "monrad", "rounds": 3}, "conditions": SEEDING}
    refused = director.post("/v1/tournaments", body)
    assert refused.json()["option"] == "error_rate_seeding"
