"""Every number shown can be followed over HTTP to events of the history."""

import itertools
from decimal import Decimal
from typing import Any

import pytest

from domain.formats.contract.opened import TableOpened
from domain.formats.contract.protocol import AnyFormat, Format
from domain.kernel.ids import StreamName
from domain.ports.command_handling import State
from domain.standings.ranking import Table
from domain.tournament.derived.stage_facts import StageFacts
from projections.queries.past_tables import TournamentsThen
from tests.api.support import Client, Season, Service, score, season

REASON = {"reason": "A slip."}


@pytest.mark.rule("ALL-1", "OPN-1")
def test_every_number_of_the_standings_is_explained_by_events_of_the_history(service: Service) -> None:
    played = season(service, 3)
    for first, second in ((1, 2), (2, 3), (3, 1), (1, 2)):
        played.play(first, second)
    client = played.director
    history = events(client, played.path)
    for row in client.read(f"{played.path}/standings")["rows"]:
        for number, value in row["values"].items():
            answer = client.read(f"{played.path}/standings/{row['entry']}/explain/{number}")
            assert not answer["incomplete"]
            assert answer["explained"]["total"] == value == sum(part["value"] for part in answer["items"])
            for part in answer["items"]:
                assert (part["entry"], part["part_of"]) == (row["entry"], number)
                assert part["events"]
                assert all(history[event["version"]] == named(event) for event in part["events"])


def pages(client: Client, path: str, limit: int = 1) -> list[Any]:
    """The items of all pages, each of so many."""
    answer = client.get(path, None, limit=limit)
    found = list(answer.json()["items"])
    while "next" in answer.links:
        answer = client.get(answer.links["next"]["url"])
        found += answer.json()["items"]
    return found


@pytest.mark.rule("ALL-1", "OPN-1")
def test_parts_of_a_number_are_read_page_by_page(service: Service) -> None:
    played = season(service, 3)
    for first, second in ((1, 2), (2, 3), (3, 1), (1, 2), (1, 3), (2, 1)):
        played.play(first, second)
    played.director.change(f"{played.path}/matches/1", "corrections", REASON | {"result": score(3, 7)})
    for row in played.director.read(f"{played.path}/standings")["rows"]:
        for number in (*row["values"], "rank", "rating_changes"):
            path = f"{played.path}/standings/{row['entry']}/explain/{number}"
            whole = played.director.read(path)["items"]
            assert pages(played.director, path) == whole
            assert pages(played.director, path, 2) == whole
    wrong = played.director.get(f"{played.path}/standings/1/explain/wins", None, cursor="x")
    assert (wrong.status_code, wrong.json()["type"]) == (422, "/v1/problems/cursor-malformed")


def events(client: Client, path: str) -> dict[int, tuple[int, str]]:
    """The history, by version: each event's position and topic."""
    items = client.read(f"{path}/history", limit=500)["items"]
    return {item["version"]: named(item) for item in items}


def named(event: Any) -> tuple[int, str]:  # noqa: ANN401 -- JSON
    return event["position"], event["topic"]


@pytest.mark.rule("OPN-1", "ELO-3", "ELO-7")
def test_a_rating_change_adds_up_now_and_as_of_a_moment_past(played: Season) -> None:
    played.play(1, 2)
    played.play(3, 1)
    client = played.director
    (row,) = [one for one in client.read(f"{played.path}/standings")["rows"] if one["entry"] == 1]
    path = f"{played.path}/standings/1/explain/rating_changes"
    answer = client.read(path)
    explained, lines = answer["explained"], answer["items"]
    assert explained["kind"] == "rating-changes"
    assert explained["totals"] == row["rating_changes"]
    assert sum(Decimal(line["change"]) for line in lines) == Decimal(row["rating_changes"]["normal"])
    assert [(line["match"], line["won"], line["k"]) for line in lines] == [(1, True, "5"), (2, False, "4.93")]
    assert set(answer["names"]) == {line["opponent"] for line in lines}
    version = client.read(played.path)["version"]
    before = client.read(path, as_of=version - 2)
    assert before["items"] == lines[:1]
    assert before["explained"]["version"] == version - 2
    assert before["explained"]["totals"] == {"normal": lines[0]["change"]}


@pytest.mark.rule("ELO-7")
def test_a_rating_is_explained_without_working_tournaments_out(
    service: Service, played: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.play(1, 2)
    journal, asked = service.services.journal, list[str]()
    state = journal.state

    def told(stream: StreamName, **at: Any) -> State:  # noqa: ANN401 -- as the journal takes it
        asked.append(stream)
        return state(stream, **at)

    monkeypatch.setattr(journal, "state", told)
    explained = played.director.read(f"/v1/ratings/normal/{played.persons[0]}/explain")
    assert [line["result"]["topic"] for line in explained["items"]] == ["tournament.result-reported.v1"]
    assert not [stream for stream in asked if stream.startswith("tournament-")]


@pytest.mark.rule("ALL-1", "ELO-7")
def test_a_rating_of_the_past_is_explained_without_working_through_the_log(
    played: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.play(1, 2)
    played.play(1, 3)
    position, path = played.director.position, f"/v1/ratings/normal/{played.persons[0]}/explain"
    before = played.director.read(path)
    played.director.change(f"{played.path}/matches/1", "corrections", {"result": score(2, 7), "reason": "A slip."})
    assert played.director.read(path)["items"] != before["items"]

    def made(*_: object) -> None:
        pytest.fail("the tables of tournaments were made from the log")

    monkeypatch.setattr(TournamentsThen, "__init__", made)
    assert played.director.read(path, as_of=position)["items"] == before["items"]


@pytest.mark.rule("ELO-1", "ELO-6", "ELO-7")
def test_a_rating_is_explained_back_to_where_it_began(service: Service) -> None:
    played = season(service, 3)
    for first, second in ((1, 2), (2, 3), (3, 1), (1, 2)):
        played.play(first, second)
    client, person = played.director, played.persons[0]
    path = f"/v1/ratings/normal/{person}/explain"
    whole = client.read(path)
    rating = client.read(f"/v1/ratings/normal/{person}")["rating"]
    chain = [*reversed(whole["items"])]
    assert whole["opening"] == {"rating": "1500.000000", "experience": 0, "event": None}
    assert chain[0]["rating_before"] == whole["opening"]["rating"]
    assert all(one["rating_after"] == then["rating_before"] for one, then in itertools.pairwise(chain))
    assert chain[-1]["rating_after"] == rating
    history = events(client, played.path)
    assert all(history[line["result"]["version"]] == named(line["result"]) for line in chain)
    newest = client.get(path, None, limit=2)
    assert newest.json()["opening"] is None
    oldest = client.get(newest.links["next"]["url"])
    assert newest.json()["items"] + oldest.json()["items"] == whole["items"]
    assert oldest.json()["opening"] == whole["opening"]


@pytest.mark.rule("ELO-1")
def test_an_opening_rating_names_the_event_that_set_it(service: Service) -> None:
    person, administrator = service.register("Opened"), service.administrator()
    body = {"pool": "normal", "rating": "1612.500000", "experience": 30, "reason": "From the old list."}
    administrator.change(f"/v1/persons/{person}", "opening-ratings", body)
    explained = administrator.read(f"/v1/ratings/normal/{person}/explain")
    assert explained["items"] == []
    assert (explained["opening"]["rating"], explained["opening"]["experience"]) == ("1612.500000", 30)
    event = explained["opening"]["event"]
    assert (event["stream"], event["version"], event["topic"]) == (
        f"person-{person}",
        2,
        "person.opening-rating-set.v2",
    )


@pytest.mark.rule("ALL-1")
def test_a_rank_is_explained_against_the_line_above(played: Season) -> None:
    played.play(1, 2)
    client = played.director
    answer = client.read(f"{played.path}/standings/1/explain/rank")
    first = answer["explained"]
    assert (first["kind"], first["rank"], first["above"], first["compared"]) == ("rank", 1, None, [])
    assert answer["items"] == []
    answer = client.read(f"{played.path}/standings/2/explain/rank")
    last = answer["explained"]
    assert (last["rank"], last["above"]) == (4, 4)
    assert [one["criterion"] for one in last["compared"]] == ["wins", "losses"]
    assert (last["compared"][-1]["mine"], last["compared"][-1]["above"]) == (1, 0)
    assert [(part["entry"], part["part_of"], part["value"]) for part in answer["items"]] == [(2, "losses", 1)]


def test_a_rank_is_explained_by_tables_worked_out_once(played: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    played.play(1, 2)
    played.director.read(f"{played.path}/standings")
    opened, made = Format.open_table, list[int]()

    def counted(rules: AnyFormat, options: Any, facts: StageFacts) -> TableOpened:  # noqa: ANN401 -- of any format
        found = opened(rules, options, facts)

        def table() -> Table:
            made.append(facts.stage)
            return found.table

        return TableOpened(table, found.accounts)

    monkeypatch.setattr(Format, "open_table", counted)
    played.director.read(f"{played.path}/standings/2/explain/rank")
    assert made == [1]


@pytest.mark.rule("ALL-3", "ALL-12")
def test_a_match_is_explained_by_what_was_laid_on_it(service: Service, anonymous: Client) -> None:
    played = season(service, 3)
    side, other = service.player(played.persons[0]), service.player(played.persons[2])
    side.done(f"{played.path}/matches", {"sides": [1, 2], "length": 7, "result": score(7, 4)})
    path = f"{played.path}/matches/1/explain"
    for client in (side, other, anonymous):
        client.position = max(client.position, side.position)
        layers = client.read(path)["items"]
        assert [one["layer"] for one in layers] == ["other", "reported"]
        assert (layers[-1]["came_to"] is None) == (client is not side)
    director = played.director
    director.position = side.position
    director.change(f"{played.path}/matches/1", "verification")
    director.change(f"{played.path}/matches/1", "corrections", REASON | {"result": score(5, 7)})
    anonymous.position = director.position
    layers = anonymous.read(path)["items"]
    history = events(director, played.path)
    assert all(history[one["event"]["version"]] == named(one["event"]) for one in layers)
    assert [(one["layer"], one["in_force"], one["came_to"]["points"]) for one in layers] == [
        ("other", False, None),
        ("reported", True, [7, 4]),
        ("reported", True, [7, 4]),
        ("corrected", True, [5, 7]),
    ]
    assert director.read(path, as_of=layers[1]["event"]["version"])["items"] == layers[:2]
    assert pages(director, path) == layers


def test_missing_things_are_not_explained(played: Season) -> None:
    played.play(1, 2)
    client, path = played.director, played.path
    unknown = client.get(f"{path}/standings/1/explain/solkoff")
    assert (unknown.status_code, unknown.json()["type"]) == (404, "/v1/problems/number-unknown")
    assert {"wins", "rank", "rating_changes"} <= set(unknown.json()["numbers"])
    found = {
        f"{path}/standings/9/explain/wins": "entry-unknown",
        f"{path}/standings/1/explain/wins?stage=2": "entry-unknown",
        f"{path}/matches/9/explain": "match-unknown",
        f"/v1/ratings/normal/{played.persons[2]}/explain": "rating-unknown",
    }
    for asked, problem in found.items():
        answer = client.get(asked)
        assert (answer.status_code, answer.json()["type"]) == (404, f"/v1/problems/{problem}")
    assert client.get(f"{path}/standings/1/explain/Wins").status_code == 422


@pytest.mark.rule("STK-5", "ALL-1")
def test_a_settlement_is_explained_by_postings_that_add_up(service: Service, anonymous: Client) -> None:
    room = season(service, 3, name="The room", format={"kind": "open", "forms": ["five-points"], "stakes": True})
    five = {"form": "five-points", "stake": "2.50"}
    room.director.done(f"{room.path}/matches", {"sides": [1, 2], "result": score(5, 3), **five})
    room.director.done(f"{room.path}/matches", {"sides": [2, 3], "result": score(5, 3), **five})
    room.director.change(f"{room.path}/matches/1", "corrections", REASON | {"result": score(3, 5)})
    client, history = room.director, events(room.director, room.path)
    for share in client.read(f"{room.path}/settlements/balances")["shares"]:
        path = f"{room.path}/standings/{share['entry']}/explain/settlement"
        explained = client.read(path)
        for name in ("staked", "credited", "net"):
            assert explained["explained"][name] == share[name]
            assert sum(Decimal(line[name]) for line in explained["items"]) == Decimal(share[name])
        assert all(history[line["event"]["version"]] == named(line["event"]) for line in explained["items"])
        assert pages(client, path) == explained["items"]
        assert service.player(room.persons[share["entry"] - 1]).read(path) == explained
        assert anonymous.get(path).status_code == 401
    another = service.player(room.persons[2])
    assert another.get(f"{room.path}/standings/1/explain/settlement").status_code == 403
