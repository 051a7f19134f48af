"""Disputes, rulings and appeals over HTTP: who gives them, who sees what of them, and what a decision would change."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from tests.api.support import Client, Season, Service, problem, score, season

Json = dict[str, Any]
WORDS: Json = {"facts": "B came 12 minutes late.", "reasons": "A point for each 5 minutes."}
TWO_POINTS: Json = {"kind": "penalty-points", "offender": "second", "beneficiary": "first", "points": 2}
ONE_POINT: Json = TWO_POINTS | {"points": 1}
LOST: Json = {"kind": "match-loss", "loser": "first"}


@dataclass
class Hearing:
    """A season whose match 1, between entries 1 and 2, was won 7-4 by the first; its parties and a committee."""

    season: Season
    parties: list[Client]
    members: list[str]
    jurors: list[Client]
    stranger: Client

    @property
    def path(self) -> str:
        return self.season.path

    @property
    def director(self) -> Client:
        return self.season.director

    def rule(self, *remedies: Json, match: int = 1, **said: object) -> httpx.Response:
        """The director's ruling on the match."""
        about = {"kind": "match", "number": match}
        body = {"about": about, "clause": "2.2.4", "remedies": remedies, **WORDS, **said}
        return self.director.rule(self.path, body)

    def ruled(self, *remedies: Json, match: int = 1, **said: object) -> int:
        answer = self.rule(*remedies, match=match, **said)
        assert answer.status_code == 201, answer.text
        return int(answer.json()["rulings"][0]["number"])

    def appeal(self, ruling: int, verdict: str | None = None, *alternatives: Json) -> str:
        """The path of an appeal by the second party, with a committee; two vote for the verdict where it is given."""
        director = self.director
        lodged = director.change(f"{self.path}/rulings/{ruling}", "appeals", {"entry": 2}).headers
        appeal = lodged["Location"]
        director.change(appeal, "committee", {"members": self.members})
        for remedy in alternatives:
            self.jurors[0].done(f"{appeal}/alternatives", {"remedies": [remedy]})
        for juror, member in zip(self.jurors[:2], self.members, strict=False):
            if verdict is not None:
                juror.done(f"{appeal}/votes", {"member": member, "verdict": verdict})
        director.position = max(juror.position for juror in (director, *self.jurors))
        return appeal

    def match(self, number: int = 1, by: Client | None = None) -> Json:
        reader = by or self.director
        reader.position = max(reader.position, self.director.position)
        found: Json = reader.read(f"{self.path}/matches/{number}")
        return found


@pytest.fixture
def hearing(service: Service) -> Hearing:
    made = season(service)
    made.play()
    members = [service.register(f"Member {number}") for number in range(5)]
    return Hearing(
        made,
        [service.player(person) for person in made.persons[:2]],
        members[:3],
        [service.player(member) for member in members],
        service.player(made.persons[3]),
    )


@pytest.mark.rule("TD-5", "TD-10", "TD-13", "ALL-3")
def test_a_ruling_is_a_layer_that_its_reversal_takes_away(hearing: Hearing) -> None:
    before = hearing.match()
    assert (before["layers"], before["rulings"]) == ([], [])
    number = hearing.ruled(LOST)
    lost = hearing.match()
    assert (lost["winner"], lost["points"], lost["rulings"], lost["resumed_by"]) == (2, None, [number], None)
    assert [(one["layer"], one["ruling"], one["winner"]) for one in lost["layers"]] == [
        ("reported", None, 1),
        ("ruled", number, 2),
    ]
    rows = hearing.director.read(f"{hearing.path}/standings")["rows"]
    assert [row["values"]["wins"] for row in rows if row["entry"] == 2] == [1]
    appeal = hearing.appeal(number, "reversed")
    answer = hearing.director.change(appeal, "decision", {"reasons": "Not so."}).json()
    assert [one["number"] for one in answer["matches"]] == [1]
    after = hearing.match()
    changing = ("revision",)
    assert {**after, **dict.fromkeys(changing)} == {**before, **dict.fromkeys(changing)}
    ruling = hearing.director.read(f"{hearing.path}/rulings/{number}")
    assert (ruling["status"], ruling["in_force"], ruling["remedies"]) == ("reversed", [], [LOST])
    then = hearing.director.read(f"{hearing.path}/rulings/{number}", as_of=ruling["revision"] - 1)
    assert (then["status"], then["in_force"]) == ("in-force", [LOST])


@pytest.mark.rule("TD-10", "TD-13", "ALL-3")
def test_a_match_that_a_reversal_leaves_undecided_shows_the_score_at_which_it_is_resumed(hearing: Hearing) -> None:
    hearing.director.done(f"{hearing.path}/matches", {"sides": [1, 2], "length": 7})
    number = hearing.ruled(TWO_POINTS, match=2)
    hearing.director.change(f"{hearing.path}/matches/2", "result", {"result": score(5, 3)})
    assert hearing.match(2)["points"] == [7, 3]
    hearing.director.change(hearing.appeal(number, "reversed"), "decision", {"reasons": "Not so."})
    for reader in (hearing.director, *hearing.parties, hearing.stranger):
        layers = hearing.match(2, reader)["layers"]
        assert [(one["layer"], one["ended"], one["points"]) for one in layers] == [("reported", None, [5, 3])]
    seen = hearing.director.get(f"{hearing.path}/matches/2").headers["ETag"]
    refused = hearing.director.post(f"{hearing.path}/matches/2/result", {"result": score(7, 3)}, seen=seen)
    assert (refused.status_code, problem(refused)) == (409, "match-left-undecided")
    hearing.ruled({"kind": "match-resumption", "first": 5, "second": 3}, match=2)
    hearing.director.change(f"{hearing.path}/matches/2", "result", {"result": score(7, 3)})
    assert hearing.match(2)["points"] == [7, 3]


@pytest.mark.rule("TD-10", "ALL-3", "ALL-12")
def test_a_match_that_is_resumed_has_a_sitting_open(hearing: Hearing) -> None:
    hearing.director.change(f"{hearing.path}/matches/1", "corrections", {"result": score(7, 5), "reason": "A slip."})
    number = hearing.ruled({"kind": "match-resumption", "first": 5, "second": 4})
    match = hearing.match()
    assert (match["status"], match["resumed_by"]) == ("open", number)
    assert [(one["layer"], one["ended"], one["points"]) for one in match["layers"]] == [
        ("reported", "won", [7, 4]),
        ("corrected", "won", [7, 5]),
        ("ruled", None, [5, 4]),
    ]
    hearing.director.change(f"{hearing.path}/matches/1", "result", {"result": score(6, 7)})
    match = hearing.match()
    assert (match["winner"], match["points"], match["layers"][2]["points"]) == (2, [6, 7], [6, 7])


@pytest.mark.rule("TD-9", "ALL-12")
@pytest.mark.source("ausbgf 5.3")
def test_statements_and_findings_are_for_the_staff_and_the_parties(hearing: Hearing) -> None:
    about = {"kind": "match", "number": 1}
    brought = hearing.parties[1].done(f"{hearing.path}/disputes", {"about": about, "matter": "It was 7-6."})
    dispute, second = brought.headers["Location"], hearing.season.persons[1]
    assert brought.headers["ETag"] == hearing.director.get(dispute).headers["ETag"]
    said = {"kind": "statement", "person": second, "statement": "I have it on my sheet."}
    hearing.parties[1].done(f"{dispute}/statements", said)
    asked = {"kind": "spectator-asked", "person": hearing.season.persons[2], "statement": "What was it?"}
    assert problem(hearing.parties[1].post(f"{dispute}/statements", asked)) == "not-allowed"
    hearing.director.done(f"{dispute}/statements", asked)
    number = hearing.ruled(ONE_POINT, {"kind": "warning", "to": {"kind": "entry", "entry": 2}}, dispute=1)
    for reader in (hearing.director, *hearing.parties):
        assert reader.read(dispute)["matter"] == "It was 7-6."
        assert [one["kind"] for one in reader.read(dispute)["statements"]] == ["statement", "spectator-asked"]
        ruling = reader.read(f"{hearing.path}/rulings/{number}")
        assert (ruling["facts"], len(ruling["remedies"]), ruling["withheld"]) == (WORDS["facts"], 2, [])
        assert (ruling["dispute"], ruling["given_by"]) == (1, hearing.season.director_id)
    public = hearing.stranger.read(dispute)
    assert (public["matter"], public["statements"], public["ruling"]) == (None, [], number)
    assert public["withheld"] == ["matter", "statements"]
    (ruling,) = hearing.stranger.read(f"{hearing.path}/rulings")["items"]
    assert (ruling["facts"], ruling["in_force"], ruling["matches"]) == (None, [ONE_POINT], [1])
    assert set(ruling["withheld"]) >= {"facts", "reasons", "remedies"}


@pytest.mark.rule("TD-12")
def test_votes_are_for_the_staff_the_parties_and_the_committee(hearing: Hearing) -> None:
    appeal = hearing.appeal(hearing.ruled(LOST), "alternative-1", ONE_POINT)
    hearing.director.change(appeal, "decision", {"reasons": "One is enough."})
    for reader in (hearing.director, *hearing.parties, *hearing.jurors[:3]):
        seen = reader.read(appeal)
        assert ([vote["verdict"] for vote in seen["votes"]], seen["decided_because"]) == (
            ["alternative-1", "alternative-1"],
            "One is enough.",
        )
        assert seen["alternatives"] == [{"number": 1, "remedies": [ONE_POINT]}]
    for reader in (hearing.stranger, hearing.jurors[4]):
        seen = reader.read(appeal)
        assert (seen["votes"], seen["alternatives"], seen["decided_because"]) == ([], [], None)
        assert (seen["decision"], seen["entry"], seen["members"]) == ("alternative-1", 2, hearing.members)
    itself = hearing.director.get(appeal)
    [listed] = hearing.director.read(f"{hearing.path}/appeals")["items"]
    assert listed == itself.json() | {"etag": itself.headers["ETag"]}


@pytest.mark.rule("TD-9", "TD-12", "ALL-1")
def test_the_history_tells_nobody_more_than_the_reads(hearing: Hearing) -> None:
    warning = {"kind": "warning", "to": {"kind": "entry", "entry": 2}}
    hearing.appeal(hearing.ruled(ONE_POINT, warning, in_game={"game": 1, "move": 2}), "upheld")
    hidden = {
        "ruling-given": {"in_game", "facts", "reasons", "remedies", "claimed", "flags"},
        "vote-cast": {"member", "verdict"},
    }
    for reader, seen in ((hearing.stranger, False), (hearing.parties[0], True), (hearing.director, True)):
        reader.position = hearing.director.position
        events = reader.read(f"{hearing.path}/history", limit=500)["items"]
        for kind, names in hidden.items():
            data = next(event["data"] for event in events if event["topic"].startswith(f"tournament.{kind}."))
            assert {name for name in names if data[name] is None} == (set() if seen else names)


@pytest.mark.rule("TD-9", "TD-12")
def test_committee_of_appeal_reads_its_case(hearing: Hearing) -> None:
    """The dispute with what was said in it, the ruling with its facts and reasons, and the appeal; nobody else does."""
    director, about = hearing.director, {"kind": "match", "number": 1}
    director.done(f"{hearing.path}/disputes", {"about": about, "matter": "They rolled twice."})
    said = {"kind": "statement", "person": hearing.season.persons[0], "statement": "The die was cocked."}
    director.done(f"{hearing.path}/disputes/1/statements", said)
    appeal = hearing.appeal(hearing.ruled(ONE_POINT, dispute=1))

    def told(reader: Client) -> tuple[object, ...]:
        reader.position = director.position
        dispute, ruling = (reader.read(f"{hearing.path}/{one}") for one in ("disputes/1", "rulings/1"))
        statements = [one["statement"] for one in dispute["statements"]]
        return dispute["matter"], statements, ruling["facts"], ruling["reasons"], reader.read(appeal)["votes"]

    whole: tuple[object, ...] = ("They rolled twice.", ["The die was cocked."], WORDS["facts"], WORDS["reasons"], [])
    assert [told(juror) for juror in hearing.jurors[:3]] == [whole] * 3
    for nobody in (hearing.jurors[3], hearing.stranger):
        dispute, ruling = (nobody.read(f"{hearing.path}/{one}") for one in ("disputes/1", "rulings/1"))
        assert (dispute["matter"], ruling["facts"], ruling["reasons"]) == (None, None, None)


@pytest.mark.rule("TD-9", "TD-11", "TD-12", "ALL-10")
def test_conflicts_of_interest_are_refused_with_what_they_are(service: Service, hearing: Hearing) -> None:
    path, director = hearing.path, hearing.director
    party = service.client(service.key("director", hearing.season.persons[0]))
    director.change(path, "directors", {"person": hearing.season.persons[0]})
    body = {"about": {"kind": "match", "number": 1}, "clause": "4.7", "remedies": [ONE_POINT], **WORDS}
    refused = party.post(f"{path}/rulings", body)
    assert (refused.status_code, problem(refused), refused.json()["rule"]) == (403, "conflict-of-interest", "TD-9")
    assert refused.json()["conflicts"] == [{"person": hearing.season.persons[0], "because": "party", "entry": 1}]
    chosen, ruling = ruled_jointly(service, hearing, body, party)
    appeal = director.change(ruling, "appeals", {"entry": 2}).headers["Location"]
    seen = director.get(appeal).headers["ETag"]
    staff, side = hearing.season.director_id, hearing.season.persons[1]
    for kept_out, because in ((staff, "staff"), (side, "party"), (chosen[0], "gave-it")):
        answer = director.post(f"{appeal}/committee", {"members": [*hearing.members[:2], kept_out]}, seen=seen)
        assert (answer.status_code, problem(answer)) == (403, "conflict-of-interest")
        assert [conflict["because"] for conflict in answer.json()["conflicts"]] == [because]
    twice = director.post(f"{appeal}/committee", {"members": [hearing.members[0]] * 3}, seen=seen)
    assert twice.json()["conflicts"][0]["because"] == "named-twice"
    two = director.post(f"{appeal}/committee", {"members": hearing.members[:2]}, seen=seen)
    assert (two.status_code, problem(two)) == (422, "committee-size")
    unknown = director.post(f"{appeal}/committee", {"members": ["0" * 8 + "-0000" * 3 + "-" + "0" * 12] * 3}, seen=seen)
    assert problem(unknown) == "person-unknown"


def ruled_jointly(service: Service, hearing: Hearing, body: Json, party: Client) -> tuple[list[str], str]:
    """Three who both choose rule, although a party who directs can't record it: they, and the ruling's path."""
    chosen = [service.register(name) for name in ("Judge", "Justice", "Juror")]
    judge = service.player(chosen[0])
    body |= {"dispute": 1, "committee": chosen, "votes": [{"member": one, "verdict": "upheld"} for one in chosen[:2]]}
    about = {"kind": "match", "number": 1}
    dispute = (
        hearing.parties[0].done(f"{hearing.path}/disputes", {"about": about, "matter": "7-6?"}).headers["Location"]
    )
    assert problem(party.rule(hearing.path, body)) == "conflict-of-interest"
    for client, person in zip(hearing.parties, hearing.season.persons, strict=False):
        unjoint = judge.rule(hearing.path, body)
        assert (unjoint.status_code, problem(unjoint)) == (409, "not-chosen-jointly")
        assert judge.read(dispute)["statements"] == []
        agreed = {"kind": "agreement", "person": person, "statement": "They may rule.", "committee": chosen}
        client.done(f"{dispute}/statements", agreed)
    judge.position = max(client.position for client in hearing.parties)
    assert [said["committee"] for said in judge.read(dispute)["statements"]] == [chosen, chosen]
    assert problem(judge.rule(hearing.path, body | {"votes": body["votes"][:1]})) == "no-majority-for-ruling"
    ruling = judge.ruled(hearing.path, body).headers["Location"]
    hearing.director.position = hearing.stranger.position = judge.position
    given = hearing.director.read(ruling)
    assert (given["committee"], given["agreed_by"], given["votes"]) == (chosen, [1, 2], body["votes"])
    public = hearing.stranger.read(ruling)
    assert (public["committee"], public["votes"], "votes" in public["withheld"]) == (chosen, [], True)
    return chosen, ruling


@pytest.mark.rule("ALL-10", "TD-11")
def test_a_member_of_a_party_s_team_sits_on_no_committee(service: Service) -> None:
    director, _ = service.director()
    evening = director.done("/v1/tournaments", {"name": "Teams", "format": {"kind": "open"}}).json()["tournament"]
    path = f"/v1/tournaments/{evening}"
    fox, vixen, hare, *others = (service.register(name) for name in ("Fox", "Vixen", "Hare", "One", "Two"))
    for number, entered in enumerate(({"person": fox, "members": [vixen], "team_name": "Foxes"}, {"person": hare}), 1):
        director.done(f"{path}/entries", entered)
        director.change(f"{path}/entries/{number}", "approval")
    director.change(path, "start")
    director.done(f"{path}/matches", {"sides": [1, 2], "length": 7, "result": score(7, 4)})
    body = {"about": {"kind": "match", "number": 1}, "clause": "2.2", "remedies": [LOST], **WORDS}
    ruling = director.ruled(path, body).headers["Location"]
    seen = director.get(ruling).headers["ETag"]
    lodged = service.player(vixen).done(f"{ruling}/appeals", {"entry": 1}, seen=seen)
    answer = director.post(
        f"{lodged.headers['Location']}/committee", {"members": [vixen, *others]}, seen=lodged.headers["ETag"]
    )
    assert (problem(answer), answer.json()["conflicts"][0]["entry"]) == ("conflict-of-interest", 1)


@pytest.mark.rule("TD-11", "TD-12")
def test_each_step_has_its_time(hearing: Hearing) -> None:
    director, path = hearing.director, hearing.path
    number = hearing.ruled(LOST)
    ruling = f"{path}/rulings/{number}"

    def refused(resource: str, action: str, body: Json, by: Client = director) -> str:
        seen = director.get(resource).headers["ETag"]
        return problem(by.post(f"{resource}/{action}", body, seen=seen))

    assert refused(ruling, "suspension", {}) == refused(ruling, "resumption", {}) == "ruling-status"
    assert refused(ruling, "appeals", {"entry": 3}) == "not-a-party"
    assert refused(ruling, "appeals", {"entry": 2}, hearing.stranger) == "not-allowed"
    appeal = director.change(ruling, "appeals", {"entry": 2}).headers["Location"]
    assert refused(ruling, "appeals", {"entry": 1}) == "appeal-status"
    ballot = {"member": hearing.members[0], "verdict": "upheld"}
    assert problem(director.post(f"{appeal}/votes", ballot)) == "appeal-status"
    assert problem(director.post(f"{appeal}/alternatives", {"remedies": [ONE_POINT]})) == "appeal-status"
    director.change(ruling, "suspension")
    assert hearing.match()["winner"] == 1
    director.change(ruling, "resumption")
    assert hearing.match()["winner"] == 2
    stale = director.get(appeal).headers["ETag"]
    director.change(appeal, "committee", {"members": hearing.members})
    again = director.post(f"{appeal}/committee", {"members": hearing.members}, seen=stale)
    assert (again.status_code, problem(again)) == (412, "stale")
    assert director.post(f"{appeal}/committee", {"members": hearing.members}).status_code == 428
    assert problem(hearing.jurors[1].post(f"{appeal}/votes", ballot)) == "not-allowed"
    hearing.jurors[0].done(f"{appeal}/votes", ballot)
    assert problem(hearing.jurors[0].post(f"{appeal}/votes", ballot)) == "voted-already"
    outsider = {"member": hearing.season.persons[2], "verdict": "upheld"}
    assert problem(director.post(f"{appeal}/votes", outsider)) == "not-on-committee"
    missing = {"member": hearing.members[1], "verdict": "alternative-1"}
    assert problem(director.post(f"{appeal}/votes", missing)) == "alternative-unknown"
    director.position = hearing.jurors[0].position
    assert refused(appeal, "decision", {"reasons": "Now."}) == "votes-missing"
    assert refused(appeal, "committee", {"members": hearing.members}) == "appeal-status"
    hearing.jurors[1].done(f"{appeal}/votes", {"member": hearing.members[1], "verdict": "upheld"})
    director.position = hearing.jurors[1].position
    director.change(appeal, "decision", {"reasons": "As it was."})
    for action, body in (("decision", {"reasons": "Again."}), ("withdrawal", {}), ("committee", {"members": []})):
        assert refused(appeal, action, body) == "appeal-status"
    for kind in ("dispute", "ruling", "appeal"):
        unknown = director.get(f"{path}/{kind}s/9")
        assert (unknown.status_code, problem(unknown)) == (404, f"{kind}-unknown")


@pytest.mark.rule("TD-11")
def test_only_a_director_admits_an_appeal_after_the_window(hearing: Hearing) -> None:
    conditions = {"conditions": {"appeal_window_minutes": 0}, "reason": "As announced in the hall."}
    hearing.director.change(hearing.path, "conditions", conditions)
    ruling = f"{hearing.path}/rulings/{hearing.ruled(LOST)}"
    seen = hearing.director.get(ruling).headers["ETag"]
    late = {"entry": 2, "override": True, "reason": "The letter was lost."}
    for body, by in (({"entry": 2}, hearing.parties[1]), (late, hearing.parties[1]), ({"entry": 2}, hearing.director)):
        answer = by.post(f"{ruling}/appeals", body, seen=seen)
        assert (answer.status_code, problem(answer), answer.json()["rule"]) == (409, "appeal-too-late", "TD-11")
    unsaid = hearing.director.post(f"{ruling}/appeals", {"entry": 2, "override": True}, seen=seen)
    assert unsaid.status_code == 422
    lodged = hearing.director.done(f"{ruling}/appeals", late, seen=seen).headers["Location"]
    assert hearing.parties[0].read(lodged)["late"] is True
    hearing.parties[1].change(lodged, "withdrawal")
    assert hearing.director.read(ruling)["appeal"] is None


@pytest.mark.rule("TD-4", "TD-10")
def test_remedies_that_do_not_fit_are_refused(hearing: Hearing) -> None:
    on_tournament = {"about": {"kind": "tournament"}, "clause": "1.6", **WORDS}
    misplaced = hearing.director.rule(hearing.path, on_tournament | {"remedies": [LOST]})
    assert (misplaced.status_code, problem(misplaced)) == (422, "remedy-misplaced")
    idle = hearing.rule({"kind": "score-correction", "first": 8, "second": 7})
    assert (idle.status_code, problem(idle), idle.json()["remedies"]) == (
        409,
        "remedy-without-effect",
        ["score-correction"],
    )
    over = hearing.rule({"kind": "ban", "person": hearing.season.persons[1], "until": "2001-01-01T00:00:00Z"})
    assert problem(over) == "ban-over"
    assert hearing.rule(LOST, LOST).status_code == 422
    assert problem(hearing.rule(LOST, match=7)) == "match-unknown"
    assert problem(hearing.rule(LOST, dispute=7)) == "dispute-unknown"
    both = hearing.rule(LOST, claimed=[ONE_POINT])
    assert both.status_code == 422
    assert problem(hearing.parties[0].post(f"{hearing.path}/rulings", on_tournament)) == "not-allowed"


@pytest.mark.rule("TD-4", "TD-9")
def test_a_ruling_on_the_tournament_may_be_about_nobody(hearing: Hearing) -> None:
    about: Json = {"about": {"kind": "tournament"}}
    dispute = hearing.director.done(f"{hearing.path}/disputes", about | {"matter": "Somebody whistles."})
    spectator = {"kind": "spectator-expulsion", "spectator": {"kind": "described", "description": "In a red hat."}}
    body = about | {"clause": "1.6", "dispute": 1, "remedies": [spectator], **WORDS}
    ruling = hearing.director.ruled(hearing.path, body).headers["Location"]
    assert hearing.director.read(dispute.headers["Location"])["matter"] == "Somebody whistles."
    assert hearing.director.read(ruling)["in_force"] == [spectator]
    public = hearing.stranger.read(ruling)
    assert (public["in_force"], public["facts"], public["parties"]) == ([], None, [])


@pytest.mark.rule("TD-4", "ALL-7")
def test_player_put_out_stays_in_the_table_marked(hearing: Hearing) -> None:
    body = {"about": {"kind": "entry", "number": 2}, "clause": "1.7", **WORDS}
    out = body | {"remedies": [{"kind": "disqualification", "entry": 2}]}
    answer = hearing.director.ruled(hearing.path, out)
    assert [one["number"] for one in answer.json()["entries"]] == [2]
    assert hearing.director.read(f"{hearing.path}/entries/2")["excluded"] == "disqualified"
    marks = {row["entry"]: row["mark"] for row in hearing.director.read(f"{hearing.path}/standings")["rows"]}
    assert marks[2] == "disqualified"
    appeal = hearing.appeal(1, "reversed")
    hearing.director.change(appeal, "decision", {"reasons": "It was another."})
    assert hearing.director.read(f"{hearing.path}/entries/2")["excluded"] is None
    marks = {row["entry"]: row["mark"] for row in hearing.director.read(f"{hearing.path}/standings")["rows"]}
    assert marks[2] != "disqualified"


def previewed(hearing: Hearing, command: Mapping[str, object]) -> Json:
    found: Json = hearing.director.done(f"{hearing.path}/previews", {"command": command}).json()
    return found


@pytest.mark.rule("ALL-4", "TD-13")
def test_a_decision_does_what_its_preview_has_shown(hearing: Hearing) -> None:
    about = {"kind": "match", "number": 1}
    command = {"about": about, "clause": "2.2.4", "remedies": [LOST], **WORDS}
    shown = previewed(hearing, {"kind": "give-ruling"} | command)
    assert [(one["match"], one["winner"]) for one in shown["ended"]] == [(1, 2)]
    assert len(shown["ratings"]) == 2
    wrong = hearing.director.post(f"{hearing.path}/rulings", command | {"expected": "0" * 64})
    assert (wrong.status_code, wrong.json()["digest"]) == (412, shown["digest"])
    hearing.director.done(f"{hearing.path}/rulings", command | {"expected": shown["digest"]})
    ratings = {line["person"]: line["after"] for line in shown["ratings"]}
    for person, rating in ratings.items():
        assert hearing.director.read(f"/v1/ratings/normal/{person}")["rating"] == rating
    appeal = hearing.appeal(1, "reversed")
    shown = previewed(hearing, {"kind": "decide-appeal", "appeal": 1, "reasons": "Not so."})
    assert [(one["match"], one["winner"]) for one in shown["ended"]] == [(1, 1)]
    hearing.director.change(appeal, "decision", {"reasons": "Not so.", "expected": shown["digest"]})


@pytest.mark.rule("ALL-4")
def test_alternatives_are_laid_side_by_side(hearing: Hearing) -> None:
    rule = {"kind": "give-ruling", "about": {"kind": "match", "number": 1}, "clause": "2.2.4", **WORDS}
    lost, void = rule | {"remedies": [LOST]}, rule | {"remedies": [{"kind": "match-voiding"}]}
    path = f"{hearing.path}/previews/comparison"
    shown = hearing.director.done(path, {"commands": [lost, void]}).json()
    assert [one["digest"] for one in shown["alternatives"]] == [
        previewed(hearing, one)["digest"] for one in (lost, void)
    ]
    (ending,) = shown["endings"]
    assert [one["winner"] for one in ending["endings"]] == [2, None]
    wins = {line["entry"]: [one and one["values"]["wins"] for one in line["lines"]] for line in shown["lines"]}
    # Without a result between them all four stand level; otherwise the ranks of 3 and 4 are as they are.
    assert wins == {1: [0, 0], 2: [1, 0], 3: [None, 0], 4: [None, 0]}
    assert hearing.match()["winner"] == 1
    refused = hearing.director.post(path, {"commands": [lost, rule | {"remedies": [LOST], "dispute": 7}]})
    assert (problem(refused), refused.json()["alternative"]) == ("dispute-unknown", 2)
    assert hearing.director.post(path, {"commands": [lost]}).status_code == 422


LEVEL = {"first": 0, "second": 0}
NOTHING: Json = {"awards": [], "given_before": LEVEL, "won_by": None, "decided": None}


def at(minutes: int) -> str:
    """So many minutes after the match was to begin."""
    return f"2026-03-01T19:{minutes:02}:00+01:00"


@pytest.mark.rule("TD-5", "TD-7", "TD-10", "TD-17")
@pytest.mark.source("ausbgf 2.2.1", "ausbgf 2.2.4")
def test_remedies_that_the_rules_give_are_worked_out_for_the_director(hearing: Hearing) -> None:
    hearing.season.director.done(f"{hearing.path}/matches", {"sides": [1, 2], "length": 7})
    path = f"{hearing.path}/matches/2/calculations"

    def worked_out(what: str, body: Json) -> Any:  # noqa: ANN401 -- JSON
        return hearing.director.done(f"{path}/{what}", body).json()

    award = {"offender": "second", "beneficiary": "first", "points": 2}
    none = hearing.director.post(f"{path}/lateness", {"first_at": at(0)})
    assert (none.status_code, problem(none)) == (422, "start-not-announced")
    late = worked_out("lateness", {"due_at": at(0), "first_at": at(0), "second_at": at(12)})
    assert late == {"awards": [award], "given_before": LEVEL, "won_by": None, "decided": None}
    hearing.ruled(TWO_POINTS, match=2)
    starts = {"reason": "The times are out.", "conditions": {"starts_at": at(0)}}
    hearing.director.change(hearing.path, "conditions", starts)
    late = {"first_at": at(0), "second_at": at(10)}
    shown = {"awards": [award], "given_before": {"first": 2, "second": 0}, "won_by": "first", "decided": None}
    assert worked_out("lateness", late) == shown
    both = worked_out("lateness", {"first_at": at(7), "second_at": at(22)})
    assert [(one["offender"], one["points"]) for one in both["awards"]] == [("first", 1), ("second", 4)]
    tied = worked_out("lateness", {"first_at": at(20), "second_at": at(10)})
    # The second side lacks 4 points, at 20:20; the first has 2 and lacks 2, at 20:10.
    assert (tied["won_by"], tied["decided"]) == ("first", None)
    for nobody in ({"first_at": at(0), "second_at": at(4)}, {}):
        assert worked_out("lateness", nobody) | {"given_before": LEVEL} == NOTHING
    # Both need 4 and 5 points still: 9 / 2 at 2 minutes each.
    assert worked_out("clock", {"first": 3, "second": 2}) == {"seconds_each": 540, "delay_seconds": 12}
    terms = {"seconds_per_point": 60, "delay_seconds": 8}
    assert worked_out("clock", {"first": 0, "second": 0, "terms": terms}) == {"seconds_each": 420, "delay_seconds": 8}
    # 6-0, then the Crawford game: a gammon at 4 is 8, without the cube 2.
    games = [{"winner": "first", "won": "backgammon", "cube": 2}, {"winner": "second", "won": "gammon", "cube": 4}]
    asked = {"ground": "crawford", "games": games, "newest_started": 2}
    without = worked_out("double", asked)
    scores = {"reckoned": {"first": 6, "second": 8}, "without": {"first": 6, "second": 2}}
    assert without == scores | {"over": False, "winner": None}
    stands = hearing.director.post(f"{path}/double", asked | {"newest_started": 3})
    assert (stands.status_code, problem(stands)) == (409, "double-stands")
    none = hearing.director.post(f"{path}/double", asked | {"games": games[:1]})
    assert problem(none) == "no-double-to-annul"
    assert hearing.director.post(f"{path}/double", asked | {"ground": "dead-cube"}).status_code == 422


@pytest.mark.rule("ALL-6", "TD-5")
def test_a_ruling_that_decides_a_match_before_play_is_answered_that_it_is_not_rated(hearing: Hearing) -> None:
    for _ in range(3):
        hearing.director.done(f"{hearing.path}/matches", {"sides": [1, 2], "length": 7})
    hearing.director.done(f"{hearing.path}/matches/3/breaks", {"side": "first"})
    answers, endings = [], []
    for match, said in ((2, {}), (3, {}), (4, {"play_began": True})):
        about = {"kind": "match", "number": match}
        command = {"kind": "give-ruling", "about": about, "clause": "2.2", "remedies": [LOST]}
        tried = hearing.director.done(f"{hearing.path}/previews", {"command": command | WORDS | said}).json()
        endings += [one["play_began"] for one in tried["ended"]]
        answers.append(hearing.rule(LOST, match=match, **said).json().get("not_rated"))
    assert (answers, endings) == ([[2], None, None], [False, True, True])


@pytest.mark.rule("TD-11", "TD-2", "ALL-1")
@pytest.mark.source("ausbgf 5.2")
def test_decision_of_a_director_is_listed_for_staff_and_parties_until_appealed(hearing: Hearing) -> None:
    path, director, party = hearing.path, hearing.director, hearing.parties[0]
    director.change(path, "conditions", {"conditions": {"appeal_window_minutes": 60}, "reason": "As announced."})
    director.change(f"{path}/matches/1", "voiding", {"reason": "Wrong table."})
    place = f"{path}/directors-decisions"
    reported, conditions, voided = director.read(place)["items"]
    assert [one["about"]["kind"] for one in (reported, conditions, voided)] == ["match", "tournament", "match"]
    assert (voided["topic"], voided["reason"], voided["parties"], voided["decided_by"]) == (
        "tournament.match-voided.v1",
        "Wrong table.",
        [1, 2],
        hearing.season.director_id,
    )
    assert (conditions["parties"], voided["appeal_deadline"] > voided["decided_at"]) == ([], True)
    assert {one["number"]: one["reason"] for one in party.read(place)["items"]} == {
        reported["number"]: None,
        conditions["number"]: None,
        voided["number"]: "Wrong table.",
    }
    (open_to_all,) = hearing.stranger.read(place)["items"]
    assert (open_to_all["number"], open_to_all["withheld"]) == (conditions["number"], ["reason"])
    assert (hearing.jurors[0].get(place).status_code, problem(hearing.jurors[0].get(place))) == (
        403,
        "role-insufficient",
    )
    body = {"entry": 1, "reason": "It was the right one."}
    party.done(f"{place}/{voided['number']}/appeals", body)
    director.position = party.position
    assert [one["number"] for one in director.read(place)["items"]] == [reported["number"], conditions["number"]]
    assert director.read(place, as_of=voided["number"])["items"][-1] == voided
    page = director.read(place, limit=1)
    assert page["next"] is not None
    assert [one["number"] for one in director.read(place, cursor=page["next"])["items"]] == [conditions["number"]]
