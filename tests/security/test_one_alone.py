"""One person alone improves no line of their own: each attack is refused, or takes somebody else's recorded act (TD-9,
TD-11, TD-14, CHM-1).

The attack: make results count at once, play before the start, choose the committee and its votes, win against nobody,
take a bye, or set one's own rating.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from tests.api.support import Client, Season, Service, problem, score, season

WORDS = {"clause": "4.2", "facts": "As seen.", "reasons": "So it is."}


def playing_director(service: Service, **announced: object) -> Season:
    """A season whose only director plays in it, as entry 3."""
    made = season(service, 2, **announced)
    etag = made.director.done(f"{made.path}/entries", {"person": made.director_id}).headers["ETag"]
    made.director.done(f"{made.path}/entries/3/approval", seen=etag)
    made.persons.append(made.director_id)
    return made


def evening(director: Client, persons: Sequence[str], **announced: object) -> str:
    """The path of a tournament that these have entered, and that was started."""
    path = f"/v1/tournaments/{director.done('/v1/tournaments', announced).json()['tournament']}"
    for number, one in enumerate(persons, 1):
        etag = director.done(f"{path}/entries", {"person": one}).headers["ETag"]
        director.done(f"{path}/entries/{number}/approval", seen=etag)
    director.change(path, "start")
    return path


def changed(made: Season, by: Client, **conditions: object) -> str:
    """What a change of these conditions is answered with."""
    by.position = max(by.position, made.director.position)
    now = by.get(made.path)
    body = {"conditions": now.json()["conditions"] | conditions, "reason": "It is quicker."}
    answer = by.post(f"{made.path}/conditions", body, seen=now.headers["ETag"])
    return "done" if answer.is_success else problem(answer)


@pytest.mark.rule("TD-14", "TD-9")
def test_nobody_who_plays_makes_results_count_at_once(service: Service) -> None:
    made = playing_director(service)
    made.director.done(f"{made.path}/matches", {"sides": [3, 1], "length": 7, "result": score(7, 0)})
    assert changed(made, made.director, verification="at-once") == "conflict-of-interest"
    assert changed(made, made.director, verification="confirmed") == "done"
    assert changed(made, service.administrator(), verification="at-once") == "done"
    assert changed(made, made.director, verification="at-once", correction_window_minutes=1) == "conflict-of-interest"
    assert made.director.read(f"{made.path}/matches/1")["status"] == "reported"


@pytest.mark.rule("TD-14", "TD-9")
def test_nobody_wins_at_once_against_somebody_they_have_entered(service: Service) -> None:
    made = playing_director(service, conditions={"verification": "at-once"})
    made.director.done(f"{made.path}/matches", {"sides": [3, 1], "length": 7, "result": score(7, 0)})
    assert made.director.read(f"{made.path}/matches/1")["status"] == "reported"
    harmed = service.player(made.persons[0])
    harmed.position = made.director.position
    harmed.change(f"{made.path}/matches/1", "verification")
    made.director.position = harmed.position
    assert made.director.read(f"{made.path}/matches/1")["status"] == "announced"


@pytest.mark.rule("ELO-6", "TD-14")
def test_a_match_was_played_between_the_start_and_now(service: Service) -> None:
    made = playing_director(service)
    body = {"sides": [1, 2], "length": 7, "result": score(7, 0)}
    long_ago, soon = "1900-01-01T00:00:00Z", (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    for by in (service.player(made.persons[0]), made.director):
        told = [problem(by.post(f"{made.path}/matches", body | {"played_at": at})) for at in (long_ago, soon)]
        assert told == ["played-before-start", "played-in-future"]
    service.administrator().done(f"{made.path}/matches", body | {"played_at": "2025-11-30T19:00:00Z"})


@pytest.mark.rule("TD-11", "TD-12")
def test_a_director_decides_no_appeal_by_committee_members_of_their_own_making(service: Service) -> None:
    earlier = [service.register(f"Juror {number}") for number in range(3)]
    made = season(service, 2)
    made.play()
    warning = {"about": {"kind": "match", "number": 1}, "remedies": [{"kind": "match-loss", "loser": "first"}], **WORDS}
    made.director.ruled(made.path, warning)
    ruling, appeal = f"{made.path}/rulings/1", f"{made.path}/appeals/1"
    service.player(made.persons[0]).change(ruling, "appeals", {"entry": 1})
    made.director.position = service.services.journal.position()
    etag = made.director.get(appeal).headers["ETag"]
    invented = [service.register(f"Friend {number}") for number in range(3)]
    refused = made.director.post(f"{appeal}/committee", {"members": invented}, seen=etag)
    assert (problem(refused), refused.json()["members"]) == ("member-too-new", invented)
    made.director.done(f"{appeal}/committee", {"members": earlier}, seen=etag)
    vote = {"member": earlier[0], "verdict": "upheld"}
    assert problem(made.director.post(f"{appeal}/votes", vote)) == "vote-by-the-judge"
    assert problem(service.administrator().post(f"{appeal}/votes", vote)) == "vote-by-the-judge"
    maker = service.client(service.key("administrator", made.director_id))
    held = service.client(maker.done("/v1/keys", {"role": "player", "person": earlier[0]}).json()["key"])
    refused = held.post(f"{appeal}/votes", vote)
    assert problem(refused) == "vote-by-the-judge"
    assert (
        refused.json()["detail"]
        == "The person who made the member's key may still know it, and may have given ruling 1."
    )
    service.player(earlier[0]).done(f"{appeal}/votes", vote)
    officer = service.client(service.key("administrator", service.register("An officer")))
    officer.done(f"{appeal}/votes", {"member": earlier[1], "verdict": "reversed"})


@pytest.mark.rule("CHM-1")
@pytest.mark.parametrize("completes", ["the champion", "another"])
def test_nobody_wins_a_series_against_nobody_by_their_own_word(service: Service, completes: str) -> None:
    """Somebody who was never asked is entered, and resigns before the first round."""
    director, person = service.director()
    cup = director.done("/v1/series", {"name": "Cup"}).json()["series"]
    body = {"format": {"kind": "nxe", "losses": 1, "lengths": [5]}, "series": {"series": cup, "season": 1}}
    path = evening(director, [person, service.register("Anna")], name="One", **body)
    director.change(f"{path}/entries/2", "resignation", {"reason": "Rang."})
    other = service.client(service.key("administrator", service.register("An officer")))
    by = director if completes == "the champion" else other
    by.position = director.position
    by.change(path, "completion")
    won = by.read(f"/v1/persons/{person}/wins")["wins"]
    assert len(won) == (0 if completes == "the champion" else 1)


@pytest.mark.rule("SWI-8", "TD-9")
def test_nobody_gives_themselves_a_bye_or_an_opponent(service: Service) -> None:
    director, person = service.director()
    kind = {"kind": "nxe", "losses": 2, "lengths": [5]}
    path = evening(director, [person, service.register("Anna"), service.register("Bert")], name="Evening", format=kind)
    for wanted in ({"pairings": [], "byes": [1]}, {"pairings": [[1, 2]]}, {"pairings": [[2, 3]]}):
        answer = director.post(f"{path}/rounds/1/pairings", wanted | {"reason": "Late"})
        assert problem(answer) == "conflict-of-interest"
    director.done(f"{path}/rounds/1/draw")


@pytest.mark.rule("ELO-1", "TD-4")
def test_nobody_sets_their_own_rating_or_lifts_their_own_ban(service: Service) -> None:
    person = service.register("An officer")
    officer, another = (
        service.client(service.key("administrator", one)) for one in (person, service.register("Another"))
    )
    another.change(f"/v1/persons/{person}", "bans", {"reason": "Fought"})
    officer.position = another.position
    etag = officer.get(f"/v1/persons/{person}").headers["ETag"]
    rating = {"pool": "normal", "rating": "2000", "experience": 400, "reason": "From elsewhere."}
    for place, body in (("opening-ratings", rating), ("bans/1/lift", {"reason": "Long ago."})):
        assert problem(officer.post(f"/v1/persons/{person}/{place}", body, seen=etag)) == "not-allowed"
