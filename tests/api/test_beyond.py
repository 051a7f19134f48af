"""What reaches beyond one tournament, over HTTP: bans and resignations, series and wins, teams, waiting lists, flights
(ALL-8, ALL-10, ALL-14, CHM-1, TD-2, TD-4, TD-21)."""

from datetime import UTC, datetime

import httpx
import pytest

from tests.api.support import Client, Service, at_once, problem, score

NXE = {"kind": "nxe", "losses": 1, "lengths": [1]}
REASON = {"reason": "Because."}
YEARS = [datetime.now(UTC).year, datetime.now(UTC).year + 1]
"""In which what is won while the tests run is won."""


class Office:
    """The back office, with a few words for what it does."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.client: Client = service.administrator()

    def announce(self, **fields: object) -> str:
        """The path of a new tournament."""
        body = {"name": "Evening"} | ({} if "cloned_from" in fields else {"format": NXE}) | fields
        return f"/v1/tournaments/{self.client.done('/v1/tournaments', body).json()['tournament']}"

    def series(self, name: str) -> str:
        return str(self.client.done("/v1/series", {"name": name}).json()["series"])

    def enter(self, tournament: str, *persons: str, **fields: object) -> list[int]:
        """Entries of these persons, requested and approved; their numbers."""
        numbers = []
        for person in persons:
            asked = self.client.done(f"{tournament}/entries", {"person": person} | fields)
            numbers.append(int(asked.json()["entries"][0]["number"]))
            self.client.done(f"{tournament}/entries/{numbers[-1]}/approval", seen=asked.headers["ETag"])
        return numbers

    def resigned_from(self, person: str) -> str:
        """A tournament that the person has entered and resigned from."""
        tournament = self.announce()
        self.enter(tournament, person, self.service.register("Bystander"))
        self.client.change(tournament, "start")
        player = self.service.player(person)
        player.position = self.client.position
        player.change(f"{tournament}/entries/1", "resignation")
        self.client.position = player.position
        return tournament

    def won(self, winner: str, loser: str, **fields: object) -> str:
        """A tournament of two, completed."""
        tournament = self.announce(**fields)
        self.enter(tournament, winner, loser)
        self.client.change(tournament, "start")
        self.client.done(f"{tournament}/rounds/1/pairings", REASON | {"pairings": [[1, 2]]})
        self.client.change(f"{tournament}/matches/1", "result", {"result": score(1, 0)})
        self.client.change(tournament, "completion")
        return tournament


@pytest.fixture
def office(service: Service) -> Office:
    return Office(service)


@pytest.mark.rule("ALL-8")
def test_person_at_the_limit_enters_nowhere_until_a_director_lifts_it(service: Service, office: Office) -> None:
    person = service.register("Runaway")
    assert person not in [one["id"] for one in office.client.read("/v1/persons", resigned="true")["items"]]
    for _ in range(2):
        office.resigned_from(person)
    (listed,) = office.client.read("/v1/persons", resigned="true", search="runaway")["items"]
    assert (listed["id"], listed["resignations"]) == (person, 2)
    player, evening = service.player(person), office.announce()
    refused = player.post(f"{evening}/entries", {"person": person})
    assert (refused.status_code, problem(refused)) == (409, "resigned-too-often")
    director, _ = service.director()
    record = director.read(f"/v1/persons/{person}/record")
    assert (record["counted"], record["limit"], record["may_enter"], len(record["resignations"])) == (2, 2, False, 2)
    seen = director.get(f"/v1/persons/{person}/record").headers["ETag"]
    director.done(f"/v1/persons/{person}/resignations/lift", REASON, seen=seen)
    player.done(f"{evening}/entries", {"person": person})
    record = player.read(f"/v1/persons/{person}/record")
    assert (record["counted"], record["may_enter"], len(record["resignations"])) == (0, True, 2)


@pytest.mark.rule("ALL-8", "ALL-14")
def test_the_public_does_not_see_what_an_entry_was_taken_on(service: Service, office: Office) -> None:
    person = service.register("Deserter")
    office.resigned_from(person)
    evening = office.announce()
    office.enter(evening, person)
    shown = service.client().read(f"{evening}/history")["items"][1]
    assert (shown["topic"], shown["data"]["admission"]) == ("tournament.entry-requested.v1", None)
    assert "data.admission" in shown["withheld"]
    staff = office.client.read(f"{evening}/history")["items"][1]
    (looked,) = staff["data"]["admission"]["members"]
    assert (looked["person"], looked["resignations"]) == (person, 1)


@pytest.mark.rule("TD-2", "TD-4")
def test_banned_player_who_asks_is_refused_and_the_staff_see_the_request(service: Service, office: Office) -> None:
    person = service.register("Dice thrower")
    evening = office.announce()
    office.client.change(f"/v1/persons/{person}", "bans", {"reason": "Threw dice."})
    player = service.player(person)
    for _ in range(2):
        refused = player.post(f"{evening}/entries", {"person": person}, key="asked once")
        assert (refused.status_code, problem(refused), refused.json()["person"]) == (409, "person-banned", person)
    office.announce()
    player.position = office.client.position
    public = service.client()
    public.position = office.client.position
    shown = [client.read(f"{evening}/entries")["items"][0] for client in (office.client, player, public)]
    assert [one["status"] for one in shown] == ["refused"] * 3
    assert [one["turned_away"] for one in shown] == ["person-banned", "person-banned", None]
    assert len(office.client.read(f"{evening}/history")["items"]) == 3
    told = public.read(f"{evening}/history")["items"][2]
    assert (told["topic"], told["data"]["turned_away"]) == ("tournament.entry-refused.v1", None)


@pytest.mark.rule("TD-4")
def test_a_ban_is_placed_seen_by_those_who_may_and_lifted(service: Service, office: Office) -> None:
    person = service.register("Dice thrower")
    evening = office.announce()
    body = {"until": "2099-01-01T00:00:00Z", "reason": "Threw dice."}
    office.client.change(f"/v1/persons/{person}", "bans", body)
    player = service.player(person)
    refused = player.post(f"{evening}/entries", {"person": person})
    assert (refused.status_code, problem(refused)) == (409, "person-banned")
    (ban,) = player.read(f"/v1/persons/{person}/record")["bans"]
    assert (ban["number"], ban["in_force"], ban["reason"]) == (1, True, "Threw dice.")
    assert service.player(service.register("Other")).get(f"/v1/persons/{person}/record").status_code == 403
    assert service.client().get(f"/v1/persons/{person}/record").status_code == 401
    seen = office.client.get(f"/v1/persons/{person}").headers["ETag"]
    office.client.done(f"/v1/persons/{person}/bans/1/lift", REASON, seen=seen)
    player.done(f"{evening}/entries", {"person": person})


@pytest.mark.rule("CHM-1", "ALL-13")
def test_wins_are_listed_by_year_and_by_series_and_withdrawn(service: Service, office: Office) -> None:
    ada, bert = service.register("Ada"), service.register("Bert")
    cup = office.series("Wins cup")
    first = office.won(ada, bert, series={"series": cup, "season": 7})
    second = office.won(ada, bert, series={"series": cup, "season": 8})
    office.won(bert, ada, series={"series": cup, "season": 8})
    office.won(ada, bert)
    client = service.client()
    client.position = office.client.position
    wins = client.read(f"/v1/persons/{ada}/wins")
    assert [win["season"] for win in wins["wins"]] == [7, 8, None]
    assert list(wins["years"].values()) == [3]
    listed = client.read(f"/v1/series/{cup}/wins")
    assert [(one["person"], one["wins"]) for one in listed["items"]] == [(ada, 2), (bert, 1)]
    assert listed["names"] == {ada: "Ada", bert: "Bert"}
    assert {one["wins"] for one in client.read(f"/v1/series/{cup}/wins", season=8)["items"]} == {1}
    office.client.change(second, "reopening", REASON)
    client.position = office.client.position
    (one,) = [one for one in client.read(f"/v1/series/{cup}/wins")["items"] if one["person"] == ada]
    assert one["tournaments"] == [first.rpartition("/")[2]]


def test_winners_are_listed_page_by_page(service: Service, office: Office) -> None:
    persons = [service.register(f"Winner {number}") for number in range(3)]
    cup = office.series("Pages cup")
    for person in persons:
        office.won(person, service.register("Loser"), series={"series": cup, "season": 1})
    first = office.client.get(f"/v1/series/{cup}/wins", limit=2)
    assert [one["person"] for one in first.json()["items"]] == sorted(persons)[:2]
    rest = office.client.read(first.links["next"]["url"])
    assert [one["person"] for one in rest["items"]] == sorted(persons)[2:]


@pytest.mark.rule("CHM-1")
def test_a_series_is_announced_changed_and_read_with_its_seasons(service: Service) -> None:
    director, person = service.director()
    made = director.done("/v1/series", {"name": "Summer cup"})
    cup = made.json()["series"]
    assert made.headers["Location"] == f"/v1/series/{cup}"
    for season in (2025, 2026, 2026):
        director.done("/v1/tournaments", {"name": "Day", "format": NXE, "series": {"series": cup, "season": season}})
    other, _ = service.director()
    body = {"name": "Day", "format": NXE, "series": {"series": cup, "season": 2026}}
    assert problem(other.post("/v1/tournaments", body)) == "not-allowed"
    shown = director.get(f"/v1/series/{cup}")
    assert shown.json()["seasons"] == [{"season": 2025, "tournaments": 1}, {"season": 2026, "tournaments": 2}]
    changed = {"name": "Summer trophy", "directors": [person]}
    director.done(f"/v1/series/{cup}/description", changed, seen=shown.headers["ETag"])
    stale = director.post(f"/v1/series/{cup}/description", changed, seen=shown.headers["ETag"])
    assert stale.status_code == 412
    assert "Summer trophy" in [one["name"] for one in director.read("/v1/series", limit=500)["items"]]
    assert len(director.read("/v1/tournaments", series=cup, season=2026)["items"]) == 2
    unknown = director.get("/v1/series/00000000-0000-0000-0000-000000000000")
    assert (unknown.status_code, problem(unknown)) == (404, "series-unknown")


@pytest.mark.rule("CHM-1", "ALL-14")
def test_credits_are_shown_with_the_entry_and_their_change_for_review(service: Service, office: Office) -> None:
    ada, bert = service.register("Ada"), service.register("Bert")
    cup = office.series("Credits cup")
    won = office.won(ada, bert, series={"series": cup, "season": 2026})
    final = office.announce(format={"kind": "champion"}, qualifying={"series": cup, "years": YEARS})
    refused = service.player(bert).post(f"{final}/entries", {"person": bert})
    assert (refused.status_code, problem(refused)) == (409, "no-credits")
    office.enter(final, ada)
    assert office.client.read(f"{final}/entries/1")["credits"] == 1
    assert office.client.read(f"{final}/reviews")["items"] == []
    office.client.change(won, "reopening", REASON)
    (item,) = office.client.read(f"{final}/reviews")["items"]
    assert (item["kind"], item["entry"], item["recorded_value"], item["current_value"]) == ("credits-changed", 1, 1, 0)
    assert (item["status"], item["resolution"]) == ("open", None)
    path = f"{final}/reviews/{item['item']}/resolution"
    for _ in range(2):
        done = office.client.post(path, {"reason": "Ada stays in."}, key="settled once")
        assert done.status_code == 200, done.text
    twice = office.client.post(path, {"reason": "Ada goes out."})
    assert (twice.status_code, problem(twice)) == (409, "review-resolved")
    unknown = office.client.post(f"{final}/reviews/{'0' * 32}/resolution", {"reason": "Which?"})
    assert (unknown.status_code, problem(unknown)) == (404, "review-unknown")
    (settled,) = office.client.read(f"{final}/reviews")["items"]
    assert (settled["item"], settled["status"]) == (item["item"], "resolved")
    assert settled["resolution"]["reason"] == "Ada stays in."
    office.client.change(won, "completion")
    office.client.change(won, "reopening", REASON)
    again, _ = office.client.read(f"{final}/reviews")["items"]
    assert (again["kind"], again["status"], again["current_value"]) == ("credits-changed", "open", 0)


@pytest.mark.rule("ALL-14", "ELO-6")
def test_a_correction_of_what_was_played_before_the_seeding_by_rating_is_shown_for_review(
    service: Service, office: Office
) -> None:
    ada, bert = service.register("Ada"), service.register("Bert")
    rating = {"pool": "price", "policy": "room", "policy_version": 1}
    evening = office.announce(format={"kind": "open"}, rating=rating)
    office.enter(evening, ada, bert)
    office.client.change(evening, "start")
    pair = {"sides": [1, 2], "length": 5, "result": score(5, 3)}
    office.client.done(f"{evening}/matches", pair)
    cup = office.announce(format={"kind": "knockout", "seeding": "rating", "lengths": [5]}, rating=rating)
    office.enter(cup, ada, bert)
    office.client.read(f"{evening}/standings")
    office.client.change(cup, "start")
    office.client.change(f"{cup}/matches/1", "result", {"result": score(5, 1)})
    assert office.client.read(f"{cup}/reviews")["items"] == []
    office.client.change(f"{evening}/matches/1", "corrections", REASON | {"result": score(3, 5)})
    office.client.read("/v1/ratings/price")
    of_ada, of_bert = office.client.read(f"{cup}/reviews")["items"]
    assert [one["kind"] for one in (of_ada, of_bert)] == ["rating-changed"] * 2
    assert of_ada["recorded_value"] - 1_500_000_000 == of_bert["current_value"] - 1_500_000_000 > 0


@pytest.mark.rule("ALL-10", "ALL-12")
def test_a_team_is_entered_acted_for_and_shown_with_its_members(service: Service, office: Office) -> None:
    ada, bert, carla = (service.register(name) for name in ("Ada", "Bert", "Carla"))
    evening = office.announce(format={"kind": "open"}, conditions={"verification": "by-director"})
    service.player(bert).done(f"{evening}/entries", {"person": ada, "members": [bert], "team_name": "Foxes"})
    asked = service.player(ada).done(f"{evening}/entries", {"person": ada, "members": [bert], "team_name": "Foxes"})
    office.client.done(f"{evening}/entries/1/approval", seen=asked.headers["ETag"])
    office.enter(evening, carla)
    entry = office.client.read(f"{evening}/entries")
    assert (entry["items"][0]["team_name"], entry["items"][0]["members"]) == ("Foxes", [bert])
    assert entry["names"][bert] == "Bert"
    assert _foxes_told(office.client, evening) == [True] * 3
    office.client.change(evening, "start")
    again = service.player(bert).post(f"{evening}/entries", {"person": bert})
    assert problem(again) == "entry-exists"
    player = service.player(bert)
    player.done(f"{evening}/matches", {"sides": [1, 2], "length": 5, "result": score(5, 3)})
    assert player.read(f"{evening}/matches/1")["status"] == "reported"
    stranger = service.client()
    stranger.position = player.position
    assert stranger.read(f"{evening}/matches/1")["status"] == "open"


def _foxes_told(client: Client, tournament: str) -> list[bool]:
    """Whether the team's name is in the entries, in their table, and in the file for other programs."""
    return ["Foxes" in client.get(f"{tournament}/{part}").text for part in ("entries", "entries.csv", "report-file")]


@pytest.mark.rule("ALL-1", "ALL-10", "REG-1")
def test_a_teams_name_goes_with_any_of_its_members_and_stays_when_a_record_of_one_is_merged(
    service: Service, office: Office
) -> None:
    ada, bert, again = (service.register(name) for name in ("Ada", "Bert", "Bert again"))
    evening = office.announce()
    team = {"person": ada, "members": [again], "team_name": "Foxes"}
    position = int(office.client.done(f"{evening}/entries", team).headers["Scoresheet-Position"])
    assert b"Foxes" not in service.services.journal.read(position - 1, 1)[0].state
    office.client.position = service.services.journal.position()
    office.client.change(f"{evening}/entries/1", "refusal", REASON)
    office.client.change(f"/v1/persons/{again}", "merge", {"merged_into": bert, "reason": "Registered twice."})
    [entry] = office.client.read(f"{evening}/entries")["items"]
    assert (entry["members"], entry["team_name"], entry["reason"]) == ([bert], "Foxes", REASON["reason"])
    assert _foxes_told(office.client, evening) == [True, True, False]
    office.client.position = int(service.erase(ada).headers["Scoresheet-Position"])
    [entry] = office.client.read(f"{evening}/entries")["items"]
    assert (entry["team_name"], entry["reason"]) == (None, None)
    assert _foxes_told(office.client, evening) == [False] * 3


@pytest.mark.rule("TD-21")
def test_a_place_that_becomes_free_goes_to_who_waits(service: Service, office: Office) -> None:
    persons = [service.register(f"Player {number}") for number in range(3)]
    evening = office.announce(conditions={"places": 1})
    office.enter(evening, *persons)
    items = office.client.read(f"{evening}/entries")["items"]
    assert [one["status"] for one in items] == ["approved", "waiting", "waiting"]
    assert items[1]["waits_since"] < items[2]["waits_since"]
    answer = office.client.change(f"{evening}/entries/1", "withdrawal", {"reason": "Rang."}).json()
    assert [one["number"] for one in answer["entries"]] == [1, 2]
    items = office.client.read(f"{evening}/entries")["items"]
    assert [one["status"] for one in items] == ["withdrawn", "approved", "waiting"]
    moved = office.client.read(f"{evening}/history", limit=500)["items"][-1]["data"]
    assert (moved["entry"], moved["moved_up"], moved["in_place_of"]) == (2, True, 1)


@pytest.mark.rule("TD-2")
def test_another_flight_is_offered_and_answered(service: Service, office: Office) -> None:
    person = service.register("Too strong")
    masters, novices = office.announce(name="Masters"), office.announce(name="Novices")
    player = service.player(person)
    player.done(f"{novices}/entries", {"person": person})
    offer = {"flight": masters.rpartition("/")[2], "reason": "Won it twice."}
    office.client.position = player.position
    office.client.change(f"{novices}/entries/1", "flight-offer", offer)
    player.position = office.client.position
    entry = player.read(f"{novices}/entries/1")
    assert (entry["status"], entry["reason"]) == ("refused", "Won it twice.")
    assert entry["offer"] == {"flight": {"tournament": offer["flight"], "name": "Masters"}, "accepted": None}
    player.change(f"{novices}/entries/1", "flight-answer", {"accepted": True})
    player.done(f"{masters}/entries", {"person": person})
    assert player.read(f"{novices}/entries/1")["offer"]["accepted"] is True


@pytest.mark.rule("TD-21")
def test_staff_says_why_outside_the_times_for_entries(service: Service, office: Office) -> None:
    person = service.register("Late")
    evening = office.announce(conditions={"entries_close_at": "2020-01-01T00:00:00Z"})
    body = {"person": person}
    assert problem(service.player(person).post(f"{evening}/entries", body)) == "entries-not-open"
    assert problem(office.client.post(f"{evening}/entries", body)) == "reason-missing"
    office.enter(evening, person, reason="The letter was late.")


@pytest.mark.rule("ALL-14")
def test_a_clone_is_as_its_source_save_what_it_says_itself(office: Office) -> None:
    source = office.announce(conditions={"places": 12}, time_zone="Europe/Berlin", rating=None)
    clone = office.client.read(office.announce(name="Again", cloned_from=source.rpartition("/")[2], time_zone="UTC"))
    assert (clone["name"], clone["time_zone"], clone["conditions"]["places"]) == ("Again", "UTC", 12)
    assert clone["cloned_from"] == {"tournament": source.rpartition("/")[2], "tournament_version": 1}
    assert clone["format"] == office.client.read(source)["format"]
    invalid = office.client.post("/v1/tournaments", {"name": "Neither"})
    assert (invalid.status_code, problem(invalid)) == (422, "input-invalid")


@pytest.mark.rule("SWI-2")
def test_a_colour_is_given_with_the_approval(service: Service, office: Office) -> None:
    evening = office.announce()
    asked = office.client.done(f"{evening}/entries", {"person": service.register("Red")})
    office.client.done(f"{evening}/entries/1/approval", {"colour": "red"}, seen=asked.headers["ETag"])
    assert office.client.read(f"{evening}/entries/1")["colour"] == "red"
    office.client.change(f"{evening}/entries/1", "colour", {"colour": "blue"})
    assert office.client.read(f"{evening}/entries/1")["colour"] == "blue"


@pytest.mark.rule("ALL-8", "TD-4")
@pytest.mark.parametrize("attempt", range(8))
def test_no_race_lets_a_banned_person_in(service: Service, office: Office, attempt: int) -> None:  # noqa: ARG001 -- again
    # Whatever comes first, afterwards either the ban was placed before the entry, which was refused, or after it.
    person = service.register("Racer")
    evenings = [office.announce(), office.announce()]
    clients = [service.administrator() for _ in evenings]
    ban = service.administrator()

    def entering(client: Client, evening: str) -> httpx.Response:
        return client.post(f"{evening}/entries", {"person": person})

    banned, *entered = at_once(
        lambda: ban.done(f"/v1/persons/{person}/bans", REASON, seen='"person-1"').json()["position"],
        *(lambda c=c, e=e: entering(c, e) for c, e in zip(clients, evenings, strict=True)),
    )
    for answer in entered:
        assert answer.status_code == 201 or problem(answer) == "person-banned"
        assert (answer.status_code == 201) == (int(answer.headers.get("Scoresheet-Position", 2**40)) < banned)


@pytest.mark.rule("ALL-8")
@pytest.mark.parametrize("attempt", range(8))
def test_no_race_lets_somebody_in_who_resigns_for_the_last_time(
    service: Service,
    office: Office,
    attempt: int,  # noqa: ARG001 -- again
) -> None:
    person = service.register("Racer")
    office.resigned_from(person)
    last = office.announce()
    office.enter(last, person, service.register("Bystander"))
    office.client.change(last, "start")
    seen = office.client.get(f"{last}/entries/1").headers["ETag"]
    evening, other, player = office.announce(), service.administrator(), service.player(person)
    resigned, entered = at_once(
        lambda: player.done(f"{last}/entries/1/resignation", {}, seen=seen).json()["position"],
        lambda: other.post(f"{evening}/entries", {"person": person}),
    )
    assert entered.status_code == 201 or problem(entered) == "resigned-too-often"
    assert (entered.status_code == 201) == (int(entered.headers.get("Scoresheet-Position", 2**40)) < resigned)
    record = office.client.read(f"/v1/persons/{person}/record")
    assert (record["counted"], record["may_enter"]) == (2, False)


@pytest.mark.rule("TD-21")
def test_two_approvals_at_once_don_t_share_the_last_place(service: Service, office: Office) -> None:
    evening = office.announce(conditions={"places": 1})
    asked = [office.client.done(f"{evening}/entries", {"person": service.register("Racer")}) for _ in range(4)]
    clients = [service.administrator() for _ in asked]
    at_once(
        *(
            lambda c=c, n=n, a=a: c.done(f"{evening}/entries/{n}/approval", seen=a.headers["ETag"])
            for n, (c, a) in enumerate(zip(clients, asked, strict=True), 1)
        )
    )
    statuses = sorted(one["status"] for one in clients[0].read(f"{evening}/entries")["items"])
    office.client.position = max(client.position for client in clients)
    statuses = sorted(one["status"] for one in office.client.read(f"{evening}/entries")["items"])
    assert statuses == ["approved", "waiting", "waiting", "waiting"]
