"""Nobody is banned by one person alone without a way out: a director's ruling reaches those who have a part in the
tournament, and who it names can appeal it (TD-4, TD-11).

The attack: a director bans anybody of the registry for good, and the appeal is refused, for they are no party. What
reaches beyond the tournament is at once in the federation's list. There an administrator suspends it by one
command, after which everything is as if it had not been ordered.
"""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.api.support import Client, Season, Service, problem, score, season

Json = dict[str, Any]
RULED: Json = {"clause": "1.6.3", "facts": "Shouting in the hall.", "reasons": "Nobody could play."}
ON_TOURNAMENT: Json = {"about": {"kind": "tournament"}}


@pytest.fixture
def evening(service: Service) -> Season:
    """Two players who have played one match; the director plays nothing."""
    made = season(service, 2)
    made.play()
    return made


def ban(person: str, kind: str = "ban", until: str | None = None) -> Json:
    return {"kind": kind, "person": person, "until": until}


def watching(person: str, kind: str = "spectator-ban") -> Json:
    lasting = {"until": None} if kind == "spectator-ban" else {}
    return {"kind": kind, "spectator": {"kind": "person", "person": person}, **lasting}


def rule(evening: Season, *remedies: Json, said: str = "remedies") -> httpx.Response:
    """What the director's ruling on the tournament is answered with."""
    return evening.director.rule(evening.path, {**ON_TOURNAMENT, **RULED, said: list(remedies)})


def record(evening: Season, person: str) -> Json:
    """What the person reads of themselves."""
    reader = evening.service.player(person)
    reader.position = evening.director.position
    found: Json = reader.read(f"/v1/persons/{person}/record")
    return found


def reverse(evening: Season, appeal: str, by: Client) -> None:
    """By a committee of three who the director knows nothing of."""
    members = [evening.service.register("Judge") for _ in range(3)]
    office = officer(evening.service)
    office.position = evening.director.position = by.position
    office.change(appeal, "committee", {"members": members})
    for member in members:
        evening.service.player(member).done(f"{appeal}/votes", {"member": member, "verdict": "reversed"})
    evening.director.change(appeal, "decision", {"reasons": "As voted."})


@pytest.mark.rule("TD-4")
@pytest.mark.parametrize("said", ["remedies", "claimed"])
@pytest.mark.parametrize("kind", ["ban", "director-ban"])
def test_a_ruling_bans_nobody_who_has_no_part_in_the_tournament(evening: Season, kind: str, said: str) -> None:
    stranger = evening.service.register("A stranger")
    answer = rule(evening, ban(stranger, kind), said=said)
    assert (answer.status_code, problem(answer), answer.json()["rule"]) == (422, "no-part", "TD-4")
    assert evening.director.read(f"{evening.path}/rulings")["items"] == []
    assert record(evening, stranger)["bans"] == []


@pytest.mark.rule("TD-4", "ALL-10")
def test_a_ruling_does_not_reach_whom_a_player_has_named_for_a_team(evening: Season) -> None:
    captain, named = (evening.service.register(name) for name in ("Captain", "Named"))
    asked = {"person": captain, "members": [named], "team_name": "The named"}
    evening.service.player(captain).done(f"{evening.path}/entries", asked)
    assert problem(rule(evening, ban(named))) == "no-part"


@pytest.mark.rule("TD-4", "TD-11")
@pytest.mark.parametrize("kind", ["spectator-ban", "spectator-expulsion"])
def test_a_spectator_whom_a_ruling_names_reads_it_and_appeals(evening: Season, kind: str) -> None:
    watcher, other = (evening.service.register(name) for name in ("Watcher", "Other"))
    given = rule(evening, watching(watcher, kind))
    ruling = given.headers["Location"]
    harmed, stranger = evening.service.player(watcher), evening.service.player(other)
    harmed.position = stranger.position = evening.director.position
    assert harmed.read(ruling)["reasons"] == RULED["reasons"]
    assert stranger.read(ruling)["reasons"] is None

    seen = harmed.get(ruling).headers["ETag"]
    for_another = stranger.post(f"{ruling}/appeals", {"person": watcher}, seen=seen)
    assert (for_another.status_code, problem(for_another)) == (403, "not-allowed")
    no_party = stranger.post(f"{ruling}/appeals", {"person": other}, seen=seen)
    assert (no_party.status_code, problem(no_party)) == (409, "not-a-party")
    assert harmed.post(f"{ruling}/appeals", {"person": watcher, "entry": 1}, seen=seen).status_code == 422

    appeal = harmed.done(f"{ruling}/appeals", {"person": watcher, "reason": "I sat still."}, seen=seen)
    shown = harmed.read(appeal.headers["Location"])
    assert (shown["entry"], shown["lodged_by"], shown["reason"]) == (None, watcher, "I sat still.")
    stranger.position = harmed.position
    assert stranger.read(appeal.headers["Location"])["lodged_by"] is None
    reverse(evening, appeal.headers["Location"], harmed)
    assert record(evening, watcher)["may_enter"]
    assert evening.director.read(ruling)["status"] == "reversed"


@pytest.mark.rule("TD-4", "TD-9", "TD-11")
def test_a_director_who_is_banned_from_directing_appeals(evening: Season) -> None:
    second, person = evening.service.director()
    evening.director.change(evening.path, "directors", {"person": person})
    ruling = rule(evening, ban(person, "director-ban")).headers["Location"]
    second.position = evening.director.position
    appeal = second.change(ruling, "appeals", {"person": person}).headers["Location"]
    reverse(evening, appeal, second)
    assert [one["status"] for one in record(evening, person)["bans"]] == ["reversed"]


@pytest.mark.rule("TD-11", "TD-12")
def test_an_appeal_by_a_named_person_can_be_withdrawn_by_them(evening: Season) -> None:
    watcher = evening.service.register("Watcher")
    ruling = rule(evening, watching(watcher)).headers["Location"]
    harmed = evening.service.player(watcher)
    harmed.position = evening.director.position
    appeal = harmed.change(ruling, "appeals", {"person": watcher}).headers["Location"]
    assert harmed.change(appeal, "withdrawal").status_code == 200
    again = harmed.post(f"{ruling}/appeals", {"person": watcher}, seen=harmed.get(ruling).headers["ETag"])
    assert (again.status_code, problem(again)) == (409, "appeal-status")


BANS = "/v1/federation/bans"


def officer(service: Service, person: str | None = None) -> Client:
    """An administrator with a key of their own."""
    return service.client(service.key("administrator", person or service.register("Officer")))


def listed(office: Client, person: str, after: Client, **wanted: str) -> list[Json]:
    """What the federation's list shows of the person."""
    office.position = max(office.position, after.position)
    return [one for one in office.read(BANS, limit=500, **wanted)["items"] if one["person"] == person]


@pytest.mark.rule("TD-4")
def test_a_ban_stands_at_once_in_the_list_of_the_federation(evening: Season) -> None:
    director, ada = evening.director, evening.persons[0]
    number = rule(evening, ban(ada, until="2099-06-30T22:00:00Z")).json()["rulings"][0]["number"]
    office = officer(evening.service)
    (shown,) = listed(office, ada, director)
    known = ("name", "number", "kind", "until", "by", "tournament", "ruling", "clause", "reasons", "in_force", "review")
    assert [shown[field] for field in known] == [
        *("Player 1", 1, "ban", "2099-06-30T22:00:00Z", evening.director_id, evening.id, number),
        *(RULED["clause"], RULED["reasons"], True, "waiting"),
    ]
    assert director.get(BANS).status_code == 403
    assert evening.service.player(ada).get(BANS).status_code == 403
    assert record(evening, ada)["bans"][0]["review"] == "waiting"


def bans_of(person: str) -> str:
    return f"/v1/persons/{person}/bans"


def review(office: Client, person: str, act: str, body: Json | None = None, number: int = 1) -> httpx.Response:
    """What the command on the ban is answered with."""
    seen = office.get(f"/v1/persons/{person}").headers["ETag"]
    return office.post(f"{bans_of(person)}/{number}/{act}", body, seen=seen)


WHY: Json = {"reason": "Both sides are to be heard."}


@pytest.mark.rule("TD-4")
def test_an_administrator_suspends_a_ban_by_one_command_and_takes_that_back(evening: Season) -> None:
    service, director, ada = evening.service, evening.director, evening.persons[0]
    rule(evening, ban(ada))
    office = officer(service)
    other = office.done("/v1/tournaments", {"name": "Another", "format": {"kind": "open"}}).json()["tournament"]
    player, asked = service.player(ada), {"person": ada}
    assert problem(player.post(f"/v1/tournaments/{other}/entries", asked)) == "person-banned"

    assert review(office, ada, "suspension", WHY).status_code == 200
    (shown,) = listed(office, ada, director)
    assert (shown["review"], shown["status"], shown["in_force"], shown["review_reason"]) == (
        *("suspended", "suspended", False, WHY["reason"]),
    )
    director.position = office.position
    (own,) = record(evening, ada)["bans"]
    assert (own["status"], own["in_force"], own["review"], own["review_reason"]) == (
        *("suspended", False, "suspended", WHY["reason"]),
    )
    player.done(f"/v1/tournaments/{other}/entries", asked)

    assert problem(review(office, ada, "suspension", WHY)) == "ban-reviewed"
    assert problem(review(office, ada, "confirmation")) == "ban-reviewed"
    assert review(office, ada, "resumption", WHY).status_code == 200
    assert [one["review"] for one in listed(office, ada, office)] == ["waiting"]
    seen = office.get(f"/v1/tournaments/{other}/entries/1").headers["ETag"]
    assert problem(office.post(f"/v1/tournaments/{other}/entries/1/approval", seen=seen)) == "person-banned"


@pytest.mark.rule("TD-4")
def test_a_second_person_confirms_a_ban(evening: Season) -> None:
    service, ada = evening.service, evening.persons[0]
    rule(evening, ban(ada))
    office, same, nobody = officer(service), officer(service, evening.director_id), service.administrator()
    own = officer(service, ada)
    for one in (office, same, nobody, own):
        one.position = evening.director.position
    for alone in (same, nobody):
        refused = review(alone, ada, "confirmation")
        assert (refused.status_code, problem(refused)) == (403, "ban-unconfirmed")
    for act in ("suspension", "lift"):
        assert (problem(review(own, ada, act, WHY))) == "not-allowed"
    assert review(office, ada, "confirmation").status_code == 200
    assert listed(office, ada, office, review="waiting") == []
    assert [one["review"] for one in listed(office, ada, office, review="confirmed")] == ["confirmed"]
    review(nobody, ada, "suspension", WHY)
    assert problem(review(same, ada, "resumption", WHY)) == "ban-unconfirmed"
    assert record(evening, ada)["may_enter"]


@pytest.mark.rule("TD-4", "TD-13")
def test_a_suspended_ban_stays_suspended_whatever_becomes_of_its_ruling(evening: Season) -> None:
    director, ada = evening.director, evening.persons[0]
    ruling = rule(evening, ban(ada)).headers["Location"]
    office, player = officer(evening.service), evening.service.player(ada)
    office.position = player.position = director.position
    review(office, ada, "suspension", WHY)
    appeal = player.change(ruling, "appeals", {"entry": 1}).headers["Location"]
    director.position = player.position
    director.change(ruling, "suspension")
    director.change(ruling, "resumption")
    assert [one["in_force"] for one in record(evening, ada)["bans"]] == [False]
    player.position = director.position
    reverse(evening, appeal, player)
    assert listed(office, ada, director) == []
    assert [one["status"] for one in record(evening, ada)["bans"]] == ["reversed"]
    assert problem(review(office, ada, "resumption", WHY)) == "ban-not-in-force"


@pytest.mark.rule("TD-4")
@pytest.mark.parametrize("kind", ["ban", "director-ban"])
def test_suspended_orders_are_not_given_again_without_another_s_act(evening: Season, kind: str) -> None:
    """The attack: the ban is suspended, and the director takes the ruling back and gives the same one again."""
    director, ada = evening.director, evening.persons[0]
    rule(evening, ban(ada))
    office = officer(evening.service)
    office.position = director.position
    review(office, ada, "suspension", WHY)
    director.position = office.position
    undone_by_withdrawal(evening)
    rule(evening, ban(ada, kind))
    again = record(evening, ada)["bans"][1]
    assert (again["status"], again["in_force"], again["review_reason"]) == ("suspended", False, WHY["reason"])
    same, other = officer(evening.service, evening.director_id), officer(evening.service)
    nobody = evening.service.administrator()
    for one in (same, other, nobody):
        one.position = director.position
    for alone in (same, nobody):
        assert problem(review(alone, ada, "resumption", WHY, number=2)) == "ban-unconfirmed"
    assert review(other, ada, "resumption", WHY, number=2).status_code == 200
    director.position = other.position
    assert record(evening, ada)["bans"][1]["in_force"]


@pytest.mark.rule("TD-4", "TD-25")
def test_a_ban_by_an_administrator_waits_for_another(evening: Season) -> None:
    bert = evening.persons[1]
    first, second = officer(evening.service), officer(evening.service)
    first.change(f"/v1/persons/{bert}", "bans", {"reason": "Loaded dice."})
    (shown,) = listed(first, bert, first)
    assert (shown["reasons"], shown["ruling"], shown["review"]) == ("Loaded dice.", None, "waiting")
    assert problem(review(first, bert, "confirmation")) == "ban-unconfirmed"
    second.position = first.position
    assert review(second, bert, "confirmation").status_code == 200


def undone_by_suspension(evening: Season) -> None:
    office = officer(evening.service)
    office.position = evening.director.position
    assert review(office, evening.persons[0], "suspension", WHY).status_code == 200
    evening.director.position = office.position


def undone_by_withdrawal(evening: Season) -> None:
    evening.director.change(f"{evening.path}/rulings/1", "withdrawal", {"reason": "Given in anger."})


def undone_on_appeal(evening: Season) -> None:
    player = evening.service.player(evening.persons[0])
    player.position = evening.director.position
    appeal = player.change(f"{evening.path}/rulings/1", "appeals", {"entry": 1}).headers["Location"]
    reverse(evening, appeal, player)


def afterwards(evening: Season) -> Json:
    """The banned player enters and directs elsewhere, is approved, and plays; what everybody then reads of it."""
    director, ada = evening.director, evening.persons[0]
    body = {
        "name": "Later",
        "format": {"kind": "open"},
        "rating": {"pool": "normal", "policy": "room", "policy_version": 1},
    }
    later = director.done("/v1/tournaments", body).json()["tournament"]
    path = f"/v1/tournaments/{later}"
    for number, person in enumerate(evening.persons, start=1):
        player = evening.service.player(person)
        player.position = director.position
        entered = player.done(f"{path}/entries", {"person": person})
        director.position = player.position
        director.done(f"{path}/entries/{number}/approval", seen=entered.headers["ETag"])
    director.change(path, "start")
    played = {"sides": [1, 2], "length": 5, "result": score(5, 2)}
    director.done(f"{path}/matches", played)
    director.change(path, "directors", {"person": ada})
    seen = record(evening, ada)
    tables = [director.read(f"{place}/standings")["rows"] for place in (evening.path, path)]
    told = [[{name: row[name] for name in ("rank", "name", "rating_changes")} for row in rows] for rows in tables]
    reviews = director.read(f"{path}/reviews")["items"]
    return {"tables": told, "may_enter": seen["may_enter"], "counted": seen["counted"], "reviews": reviews}


@pytest.mark.rule("TD-4", "TD-13")
@pytest.mark.parametrize("undone", [undone_by_suspension, undone_by_withdrawal, undone_on_appeal])
def test_everything_undone_by_one_command_is_as_in_the_twin_without_the_ban(
    evening: Season, service: Service, undone: Callable[[Season], None]
) -> None:
    twin = season(service, 2)
    twin.play()
    rule(evening, ban(evening.persons[0]), ban(evening.persons[0], "director-ban"))
    undone(evening)
    assert afterwards(evening) == afterwards(twin)


@pytest.mark.rule("TD-4")
def test_ban_of_a_person_leaves_what_the_public_reads_as_it_was(service: Service) -> None:
    """Anyone who reads the same revision as before is told nothing of a ban."""
    person, office = service.register("Banned once"), service.administrator()
    place, anybody = f"/v1/persons/{person}", service.client(None)

    def read() -> list[tuple[Json, str | None]]:
        anybody.position = office.position
        answers = [anybody.get(f"{place}{part}") for part in ("", "/wins")]
        return [(one.json(), one.headers.get("ETag")) for one in answers]

    before, seen = read(), office.get(place).headers["ETag"]
    office.done(f"{place}/bans", {"reason": "Shouting."}, seen=seen)
    assert read() == before
    earlier = office.get(f"{place}/record").headers["ETag"]
    office.done(f"{place}/bans/1/lift", {"reason": "Spoken with."}, seen=earlier)
    assert read() == before
    stale = office.post(f"{place}/bans", {"reason": "Again."}, seen=earlier)
    assert (stale.status_code, problem(stale)) == (412, "stale")
    office.done(f"{place}/publication-consent", {"granted": True}, seen=seen)
    assert read() != before
