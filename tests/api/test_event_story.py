"""A knockout of sixteen over HTTP, with everything that happens to a director on one evening (TD-2 to TD-22).

Two who wanted to play do not: one is refused, one sent to the flight above. A spectator who talks has to leave. One
player comes late and gives points, one loses on time, a third doubles in the Crawford game, which is annulled after the
match was over. Points are given without a warning before. Meanwhile those who are out play on in the next room, for
money, and what they win there is rated in a pool of its own; the director takes back a ruling given there.

Then a result is found to be wrong when the next round has begun. Somebody is put out for a telephone, and banned. And
somebody is put out who, as three others find when the bracket has gone on without them, should not have been. Who lost
the final claims it again, in vain. At last the federation is told exactly what it is owed, too late, and once more when
somebody has appealed after the end.

Each decision is tried first; that it does what was shown, all of it and nothing else, `evening.py` sees to.
"""

from dataclasses import replace

import pytest

from tests.api.evening import EVENT, LENGTH, Evening, on_entry, on_match
from tests.api.foretold import Json, in_words, told
from tests.api.support import Service, score

PLAYERS = 16
REFUSED, SENT_ON = 17, 18
"""The entries of those who do not play here."""

POLICY = {"pool": "normal", "policy": "room", "policy_version": 1}
CONDITIONS = {"appeal_window_minutes": 60, "clock": "obligation", "recording": "obligation", "venue": "Town hall"}
VISITOR = {"kind": "described", "description": "a man in a red hat"}
HAPPENED = ("made", "voided", "revived", "ended", "settlements", "report", "beyond")


def tells(shown: Json) -> Json:
    """What a preview says would happen, without what stays as it is."""
    return {name: shown[name] for name in HAPPENED if shown[name]}


@pytest.fixture
def evening(service: Service) -> Evening:
    """The cup is announced, and eighteen have asked to enter."""
    director, person = service.director()
    persons = dict(enumerate(service.register_all([f"Player {number}" for number in range(1, PLAYERS + 3)]), 1))
    cup = {"name": "Autumn cup", "format": {"kind": "knockout", "lengths": [LENGTH]}, "rating": POLICY}
    announced = director.done("/v1/tournaments", cup | {"director": person, "conditions": CONDITIONS})
    path = f"/v1/tournaments/{announced.json()['tournament']}"
    rows = [{"entry": {"person": one, "approved": number <= PLAYERS}} for number, one in persons.items()]
    director.done(f"{path}/bulk", {"rows": rows})
    return Evening(service, director, path, persons, (*persons.values(), person))


def entries_are_closed(evening: Evening) -> None:
    """TD-2: one is refused, one banned from this flight, who goes to the higher one. Then it starts."""
    masters = evening.director.done("/v1/tournaments", {"name": "Masters", "format": {"kind": "open"}})
    number, reason = REFUSED, {"reason": "No member."}
    shown = evening.prepare(
        "refuse-entry", f"/entries/{number}/refusal", reason, seen=f"/entries/{number}", entry=number
    )
    assert tells(shown) == {"report": [{"section": "refused_entries", "added": 1, "removed": 0}]}
    number, flight = SENT_ON, {"flight": masters.json()["tournament"], "reason": "Too strong."}
    place = f"/entries/{number}"
    shown = evening.prepare("offer-flight", f"{place}/flight-offer", flight, seen=place, entry=number)
    assert tells(shown) == {"report": [{"section": "refused_entries", "added": 1, "removed": 0}]}
    evening.record(f"{place}/flight-answer", {"accepted": True}, seen=place, refused_entries=(1, 1))
    shown = evening.decide("start-tournament", "/start", {}, seen="")
    assert [made["sides"] for made in shown["made"]] == [match["sides"] for match in evening.live()]
    assert evening.open() == list(range(1, 9))


def a_spectator_leaves(evening: Evening) -> None:
    """TD-4, TD-19: anyone who talks to players has to go, which is told the federation."""
    shown = evening.rule(EVENT, "1.6", {"kind": "spectator-expulsion", "spectator": VISITOR})
    assert tells(shown) == {"report": [{"section": "spectators", "added": 1, "removed": 0}]}


def late_start(evening: Evening) -> None:
    """TD-5: the second side of match 1 is 12 minutes late; with two points the first needs three by play."""
    due = "2026-03-01T19:00:00Z"
    asked = {"due_at": due, "first_at": due, "second_at": "2026-03-01T19:12:00Z"}
    worked_out = evening.director.done(f"{evening.at(1)}/calculations/lateness", asked).json()
    [award] = worked_out["awards"]
    assert (award["points"], worked_out["won_by"]) == (2, None)
    shown = evening.rule(on_match(1), "2.2.4", {"kind": "penalty-points", **award})
    assert [(one["ended"], one["points"]) for one in shown["ended"]] == [(None, [2, 0])]
    evening.ends(1, 3, 2)
    assert (evening.match(1)["points"], evening.match(1)["winner"]) == ([5, 2], evening.match(1)["sides"][0])


def lost_on_time(evening: Evening) -> None:
    """TD-7: both clocks of match 2 are set as the rules say; the second side declares that the first is out of time,
    which comes to a lost match; that is ruled."""
    allotted = evening.director.done(f"{evening.at(2)}/calculations/clock", {"first": 0, "second": 0}).json()
    assert allotted == {"seconds_each": 600, "delay_seconds": 12}
    clocks = {"readings": {"first_seconds": 600, "second_seconds": 600}, "delay_seconds": 12}
    evening.record("/matches/2/clocks", {"action": "set", **clocks})
    readings = {"first_seconds": 0, "second_seconds": 47}
    evening.record("/matches/2/clocks", {"action": "read", "readings": readings})
    opponent = evening.service.player(evening.persons[evening.match(2)["sides"][1]])
    declared = {"declared_by": "second", "out_of_time": {"out": "first"}, "readings": readings}
    evening.record("/matches/2/declarations", declared, by=opponent)
    (declared,) = evening.director.read(f"{evening.at(2)}/record")["declarations"]
    assert (declared["comes_to"]["kind"], declared["comes_to"]["loser"]) == ("lost-on-time", "first")
    evening.rule(on_match(2), "4.3.3", {"kind": "match-loss", "loser": "first"}, play_began=True)
    assert evening.match(2)["winner"] == evening.match(2)["sides"][1]


def doubled_crawford_game(evening: Evening) -> None:
    """TD-10, TD-17: match 3 was 4-0 when the second side doubled in the Crawford game, and won a gammon at 4. Reported
    game by game it is flagged; the double is annulled, and the match goes on at 4-2."""
    games = [{"winner": "first", "won": "gammon", "cube": 2}, {"winner": "second", "won": "gammon", "cube": 4}]
    shown = evening.result(3, {"kind": "games", "games": games})
    assert {"section": "flagged_matches", "added": 1, "removed": 0} in shown["report"]
    (flag,) = evening.match(3)["flags"]
    assert (flag["kind"], flag["game"], flag["annullable"], flag["without"]) == ("doubled-crawford", 2, True, [4, 2])
    asked = {"ground": "crawford", "games": games, "newest_started": 2}
    without = evening.director.done(f"{evening.at(3)}/calculations/double", asked).json()
    assert ([*without["without"].values()], without["over"]) == ([4, 2], False)
    annulled = {"kind": "double-annulment", "ground": "crawford", "game": 2, "counts_at": 1, "game_as_scored": games[1]}
    shown = evening.rule(on_match(3), "4.4.4", annulled, {"kind": "match-resumption", "first": 4, "second": 2})
    assert [(one["ended"], one["points"]) for one in shown["ended"]] == [(None, [4, 2])]
    resumed = evening.match(3)
    assert (resumed["status"], resumed["resumed_by"], resumed["flags"]) == ("open", resumed["rulings"][-1], [])
    short = {"command": {"kind": "report-result", "match": 3, "result": score(5, 1)}}
    refused = evening.director.post(f"{evening.path}/previews", short).json()
    assert (refused["type"], refused["points"]) == ("/v1/problems/score-impossible", [4, 2])
    evening.ends(3, 5, 2)
    assert [layer["points"] for layer in evening.match(3)["layers"]] == [[4, 8], [5, 2]]


def points_without_a_warning(evening: Evening) -> None:
    """TD-22: the first warning of a player costs them a point at once, which the rules do not say; that is flagged."""
    point = {"kind": "penalty-points", "offender": "second", "beneficiary": "first", "points": 1}
    shown = evening.rule(on_match(5), "4.2.3", point)
    assert shown["report"] == [{"section": "flagged", "added": 1, "removed": 0}]
    evening.ends(5, 4, 3)
    assert evening.match(5)["points"] == [5, 3]


def next_room(evening: Evening) -> Evening:
    """STK-1, STK-4, STK-5: who lost matches 4 and 6 play on for money, rated in the same pool. One leaves the table
    when nobody has told what they could have lost; and a match is taken for void, which the director takes back."""
    director, person = evening.director, evening.present[-1]
    next_to_it = {"name": "Next room", "format": {"kind": "open", "forms": ["five-points", "single"], "stakes": True}}
    announced = director.done("/v1/tournaments", next_to_it | {"director": person, "rating": POLICY})
    path = f"/v1/tournaments/{announced.json()['tournament']}"
    persons = {entry: evening.persons[evening.match(lost)["sides"][1]] for entry, lost in enumerate((4, 6), 1)}
    room = replace(evening, path=path, persons=persons, sight=None)
    for entry, one in persons.items():
        director.done(f"{path}/entries", {"person": one})
        director.change(f"{path}/entries/{entry}", "approval")
    director.change(path, "start")
    room.entered("/matches", {"sides": [1, 2], "form": "five-points", "stake": "2.50", "result": score(5, 3)})
    left = {"kind": "left-table", "leaver": "first"}
    room.entered("/matches", {"sides": [1, 2], "form": "single", "stake": "10.00", "result": left})
    known = {"result": left | {"potential_points": 4}, "reason": "As the room says."}
    shown = room.decide("correct-result", "/matches/2/corrections", known, seen="/matches/2", match=2)
    # Of 20.00 staked the second side has its own 10.00 and 4.00 less a tenth, the first side the other 6.00.
    assert [(one["match"], one["house"]) for one in shown["settlements"]] == [(2, "0.40")]
    room.entered("/matches", {"sides": [2, 1], "form": "five-points", "stake": "5.00", "result": score(5, 0)})
    shown = room.rule(on_match(3), "1.2", {"kind": "match-voiding"})
    assert ([one["match"] for one in shown["voided"]], shown["settlements"][0]["house"]) == ([3], "-1.00")
    back = {"reason": "It was begun with the word of both."}
    shown = room.decide("withdraw-ruling", "/rulings/1/withdrawal", back, seen="/rulings/1", ruling=1)
    assert ([one["match"] for one in shown["revived"]], shown["settlements"][0]["house"]) == ([3], "1.00")
    return room


def found_wrong_too_late(evening: Evening, room: Evening) -> None:
    """TD-14, ALL-4: the result of match 4 is corrected after the next round began; what was made from it is void.
    The next room, for a stake, is rated in a pool of its own, and stays."""
    former, rightful = evening.match(4)["sides"]
    following = evening.of(former)
    evening.sight = None
    evening.ends(following, 5, 1)
    command = {"kind": "correct-result", "match": 4, "result": score(3, 5), "reason": "The sheets were mixed up."}
    body = {"result": command["result"], "reason": command["reason"]}
    seen = evening.director.get(evening.at(4)).headers["ETag"]
    refused = evening.director.post(f"{evening.at(4)}/corrections", body, seen=seen).json()
    assert (refused["type"], refused["started"]) == ("/v1/problems/choice-needed", [following])
    choices = [command | {"choice": choice} for choice in ("rewind", "stand")]
    beside = evening.director.done(f"{evening.path}/previews/comparison", {"commands": choices}).json()
    assert [[one["match"] for one in each["voided"]] for each in beside["alternatives"]] == [[following], []]
    body |= {"choice": "rewind"}
    shown = evening.decide("correct-result", "/matches/4/corrections", body, seen="/matches/4", match=4)
    assert shown == beside["alternatives"][0]
    assert [one["match"] for one in shown["voided"]] == [following]
    assert room.path.rpartition("/")[2] not in shown["rated_again"]
    evening.won_by(rightful)
    assert (evening.row(former)["mark"], evening.row(rightful)["mark"]) == ("out", "in")


def put_out_for_a_telephone(evening: Evening, entry: int) -> None:
    """TD-4: a disqualification, and a ban from what is to come. Nobody appeals."""
    banned = {"kind": "ban", "person": evening.persons[entry], "until": "2099-01-01T00:00:00Z"}
    shown = evening.rule(on_entry(entry), "1.7", {"kind": "disqualification", "entry": entry}, banned)
    assert [(one["person"], one["data"]["kind"]) for one in shown["beyond"]] == [(evening.persons[entry], "ban")]
    assert {"section": "players", "added": 1, "removed": 0} in shown["report"]
    assert evening.row(entry)["mark"] == "disqualified"


def put_out_wrongly(evening: Evening, entry: int) -> list[int]:
    """TD-9: a dispute, and what they say in it; a disqualification all the same, and the bracket goes on.
    Gives the matches that their opponent went on to play."""
    number = evening.of(entry)
    opponent = next(side for side in evening.match(number)["sides"] if side != entry)
    matter = {"about": on_match(number), "matter": "Were moves told?"}
    shown = evening.prepare("open-dispute", "/disputes", matter)
    assert tells(shown) == {"report": [{"section": "undecided", "added": 1, "removed": 0}]}
    dispute, accused = evening.newest("disputes"), evening.persons[entry]
    said = {"kind": "statement", "person": accused, "statement": "It was my clock."}
    evening.record(f"/disputes/{dispute}/statements", said, by=evening.service.player(accused))
    out = {"kind": "disqualification", "entry": entry}
    evening.rule(on_entry(entry), "1.7", out, dispute=dispute, reasons="A telephone rang.")
    assert (evening.row(entry)["mark"], evening.match(number)["winner"]) == ("disqualified", opponent)
    for each in evening.open():
        evening.ends(each, 5, 0)
    gone = [one["number"] for one in evening.live() if opponent in one["sides"] and one["number"] > number]
    assert gone
    return gone


def retracted(evening: Evening, entry: int, gone: list[int]) -> None:
    """TD-11, TD-12, TD-13: an appeal. A committee of three, of which the other parties keep clear, reverses it by two
    votes, one being for a warning; play goes on from where they were taken out."""
    service, accused = evening.service, evening.persons[entry]
    ruling = f"/rulings/{evening.newest('rulings')}"
    number = int(ruling.rpartition("/")[2])
    by = {"entry": entry, "reason": "It was my clock."}
    evening.prepare("lodge-appeal", f"{ruling}/appeals", by, seen=ruling, by=service.player(accused), ruling=number)
    appeal = f"/appeals/{evening.newest('appeals')}"
    number = int(appeal.rpartition("/")[2])
    members = [service.register(f"Member {one}") for one in range(3)]
    formed, officer = {"members": members}, service.officer()
    for conflict in (accused, evening.present[-1]):
        refused = {"kind": "form-committee", "appeal": number, "members": [*members[:2], conflict]}
        answer = officer.post(f"{evening.path}/previews", {"command": refused})
        assert answer.json()["type"] == "/v1/problems/conflict-of-interest"
    evening.prepare("form-committee", f"{appeal}/committee", formed, seen=appeal, by=officer, appeal=number)
    warned = {"remedies": [{"kind": "warning", "to": {"kind": "entry", "entry": entry}}]}
    first = service.player(members[0])
    evening.prepare("propose-alternative", f"{appeal}/alternatives", warned, by=first, appeal=number)
    for member, verdict in zip(members, ("reversed", "alternative-1", "reversed"), strict=True):
        vote = {"member": member, "verdict": verdict}
        shown = evening.prepare("cast-vote", f"{appeal}/votes", vote, by=service.player(member), appeal=number)
        assert tells(shown) == {}
    decided = {"reasons": "It was only a clock.", "choice": "rewind"}
    shown = evening.decide("decide-appeal", f"{appeal}/decision", decided, seen=appeal, appeal=number)
    assert [one["match"] for one in shown["voided"]] == gone
    assert {"section": "players", "added": 0, "removed": 1} in shown["report"]
    assert evening.row(entry)["mark"] == "in"
    evening.won_by(entry)


def played_out(evening: Evening) -> int:
    """First sides win what is left; the champion."""
    while evening.open():
        evening.ends(evening.open()[0], 5, 2)
    return next(entry for entry in evening.persons if evening.row(entry)["mark"] == "champion")


def last_claim(evening: Evening, champion: int) -> None:
    """TD-9: who lost the final claims a game that was scored for the other. Nothing ends over it unasked; it is
    dismissed."""
    final = evening.of(champion)
    loser = next(side for side in evening.match(final)["sides"] if side != champion)
    matter = {"about": on_match(final), "matter": "Whose was the third game?"}
    evening.prepare("open-dispute", "/disputes", matter, by=evening.service.player(evening.persons[loser]))
    dispute, seen = evening.newest("disputes"), evening.director.get(evening.path).headers["ETag"]
    refused = evening.director.post(f"{evening.path}/completion", {}, seen=seen).json()
    assert (refused["type"], refused["disputes"], refused["appeals"]) == ("/v1/problems/matters-open", [dispute], [])
    dismissed = {"claimed": [{"kind": "match-replay"}], "dispute": dispute, "reasons": "Both sheets say the same."}
    evening.rule(on_match(final), "4.7", **dismissed)


def recordings(evening: Evening) -> None:
    """TD-20: all matches that were played were to be recorded; the recording of the final is missing."""
    first, *others, _ = [one["match"] for one in evening.report()["report"]["missing"]]
    evening.record(f"/matches/{first}/attachments", tape(first), missing=(0, 1))
    for number in others:
        evening.entered(f"/matches/{number}/attachments", tape(number))


def tape(number: int) -> Json:
    """The recording of a match."""
    return {"kind": "recording", "reference": f"Tape {number}", "digest": f"{number:064x}"}


RESULTS = """
1: 1-16 5-2
2: 8-9 won by 9
3: 4-13 5-2
4: 5-12 3-5
5: 2-15 5-3
6: 7-10 5-3
7: 3-14 5-3
8: 6-11 5-3
9: 1-9 won by 9
10: 4-5 void
11: 2-7 1-5
12: 3-6 5-0
13: 4-12 1-5
14: 9-12 5-0
15: 2-3 void
16: 7-3 5-2
17: 9-7 5-2
"""
"""By hand, from what is told here: 2 points of match 1 are a penalty, 2 ends on time, 3 goes on at 4-2, one point of 5
is a penalty; 4 is corrected when 10 was begun, so 13 is played. 9 goes on for 1, who had a telephone. So did 2 for 7,
wrongly, into 15, until 7 was back and won 11."""


def what_is_owed(evening: Evening) -> None:
    """TD-19, TD-20, TD-22: all of it, and nothing else."""
    report = evening.report()["report"]
    assert told(report, "refused_entries", "entry", "reason", "accepted") == [
        (REFUSED, "No member.", None),
        (SENT_ON, "Too strong.", True),
    ]
    assert told(report, "spectators", "sanction", "spectator") == [("expelled", VISITOR)]
    assert told(report, "players", "entry", "sanction", "clause") == [(1, "disqualified", "1.7")]
    assert told(report, "decisions", "about", "number", "matter", "reasons", "status") == [
        ("entry", 7, "Were moves told?", "A telephone rang.", "reversed"),
        ("match", 17, "Whose was the third game?", "Both sheets say the same.", "in-force"),
    ]
    (reversed_, dismissed) = report["decisions"]
    assert told(reversed_, "appeals", "entry", "decision", "reasons") == [(7, "reversed", "It was only a clock.")]
    assert (reversed_["remedies"], reversed_["in_force"]) == ([{"kind": "disqualification", "entry": 7}], [])
    assert (dismissed["claimed"], dismissed["in_force"]) == ([{"kind": "match-replay"}], [])
    assert told(report, "flagged", "kind", "clause", "departure") == [("penalty-points", "4.2.3", "no-warning-before")]
    assert told(report, "missing", "match", "kind") == [(17, "recording")]
    assert [in_words(result) for result in report["results"]] == RESULTS.split("\n")[1:-1]
    assert (report["undecided"], report["flagged_matches"]) == ([], [])


def filed(evening: Evening, reference: str) -> None:
    """TD-19: what is owed is filed by the digest of what was read, once, and then owed no more."""
    tournament, report = evening.path.rpartition("/")[2], evening.report()
    evening.service.ended_long_ago(tournament)
    overdue = evening.director.read("/v1/reports", only="overdue")["items"]
    assert [(one["tournament"], one["overdue_days"]) for one in overdue] == [(tournament, 2)]
    filing = {"digest": report["digest"], "reference": reference}
    wrong = evening.director.post(f"{evening.path}/report/filings", filing | {"digest": "0" * 64})
    assert wrong.json()["type"] == "/v1/problems/report-changed"
    evening.director.done(f"{evening.path}/report/filings", filing)
    again = evening.director.post(f"{evening.path}/report/filings", filing)
    assert again.json()["type"] == "/v1/problems/report-filed"
    assert evening.director.read("/v1/reports", only="owed")["items"] == []
    assert debt(evening) == (False, True)


def debt(evening: Evening) -> tuple[bool, bool]:
    """Whether the report is owed, and whether an earlier one was filed."""
    found = evening.report()["debt"]
    return found["owed"], found["filed"]


def appealed_after_the_end(evening: Evening, entry: int) -> None:
    """TD-11, TD-12, ALL-13: anyone who was put out for a telephone appeals within the hour. It could be decided only if
    the tournament were reopened; the appeal is withdrawn. The federation is owed a report of that."""
    (ruling,) = [one["ruling"] for one in evening.report()["report"]["players"]]
    accused, place = evening.service.player(evening.persons[entry]), f"/rulings/{ruling}"
    evening.sight = None
    evening.prepare("lodge-appeal", f"{place}/appeals", {"entry": entry}, seen=place, by=accused, ruling=ruling)
    appeal, number = f"/appeals/{evening.newest('appeals')}", evening.newest("appeals")
    decided = {"command": {"kind": "decide-appeal", "appeal": number, "reasons": "It was a clock."}}
    refused = evening.director.post(f"{evening.path}/previews", decided).json()
    assert refused["type"] == "/v1/problems/tournament-status"
    assert f"{evening.path}/reopening" in refused["detail"]
    evening.prepare("withdraw-appeal", f"{appeal}/withdrawal", {}, seen=appeal, by=accused, appeal=number)
    assert debt(evening) == (True, True)


@pytest.mark.longer
@pytest.mark.rule("TD-2", "TD-4", "TD-5", "TD-7", "TD-9", "TD-10", "TD-11", "TD-12", "TD-13", "TD-14", "TD-17")
@pytest.mark.rule("TD-19", "TD-20", "TD-22", "ALL-3", "ALL-4", "ALL-13", "ELO-6", "STK-4", "STK-5")
def test_an_evening_of_sixteen_and_what_is_owed_after_it(evening: Evening) -> None:
    entries_are_closed(evening)
    a_spectator_leaves(evening)
    late_start(evening)
    lost_on_time(evening)
    doubled_crawford_game(evening)
    points_without_a_warning(evening)
    for number in (4, 6, 7, 8):
        evening.ends(number, 5, 3)
    room = next_room(evening)
    found_wrong_too_late(evening, room)
    put_out_for_a_telephone(evening, 1)
    retracted(evening, 7, put_out_wrongly(evening, 7))
    champion = played_out(evening)
    last_claim(evening, champion)
    recordings(evening)
    assert debt(evening) == (False, False)
    shown = evening.decide("complete-tournament", "/completion", {}, seen="")
    assert [one["person"] for one in shown["beyond"]] == [evening.persons[champion]]
    assert (debt(evening), evening.director.read(evening.path)["champion"]) == ((True, False), champion)
    what_is_owed(evening)
    filed(evening, "Letter 1")
    appealed_after_the_end(evening, 1)
    filed(evening, "Letter 2")
