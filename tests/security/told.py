"""A club in which every command that takes a text tells something of one player, each time in words of its own."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from tests.api.support import Client, Service

READINGS = {"first_seconds": 412, "second_seconds": 388}
FIRST_WON = {"kind": "score", "first": 7, "second": 4}
ABOUT_MATCH = {"about": {"kind": "match", "number": 1}, "clause": "2.2.4"}
KNOCKOUT = {"format": {"kind": "knockout"}, "qualifiers": 2}
ONE_POINT = {"kind": "penalty-points", "offender": "first", "beneficiary": "second", "points": 1}


@dataclass
class Club:
    """The office of a club, its persons, and what was told of the first of them: `marks` by what was told."""

    office: Client
    service: Service
    persons: list[str]
    marks: dict[str, str] = field(default_factory=dict)
    tournaments: list[str] = field(default_factory=list)
    series: list[str] = field(default_factory=list)

    @property
    def player(self) -> str:
        """Of who everything is told."""
        return self.persons[0]

    def said(self, what: str) -> str:
        """Words that nothing else contains."""
        return self.marks.setdefault(what, f"{what.replace('-', '')}mark{len(self.marks):04d}")

    def reason(self, what: str, /, **further: object) -> dict[str, object]:
        return {"reason": self.said(what), **further}

    def announce(self, kind: str, entries: int, **further: object) -> str:
        """The path of a tournament with so many entries, started."""
        body = {"name": "Evening", "format": {"kind": kind, **further}}
        body["conditions"] = {"verification": "by-director", "correction_window_minutes": 10080}
        path = f"/v1/tournaments/{self.office.done('/v1/tournaments', body).json()['tournament']}"
        self.tournaments.append(path)
        for number, person in enumerate(self.persons[:entries], 1):
            self.office.done(f"{path}/entries", {"person": person})
            self.office.change(f"{path}/entries/{number}", "approval")
        if entries:
            self.office.change(path, "start")
        return path

    def announced(self, kind: dict[str, object], persons: list[str], **further: object) -> str:
        """The path of a tournament that is not started, with these persons' entries."""
        body = {"name": "Evening", "format": kind, "conditions": {"verification": "by-director"}, **further}
        path = f"/v1/tournaments/{self.office.done('/v1/tournaments', body).json()['tournament']}"
        self.tournaments.append(path)
        for number, person in enumerate(persons, 1):
            self.office.done(f"{path}/entries", {"person": person})
            self.office.change(f"{path}/entries/{number}", "approval")
        return path

    def reads(self) -> Iterator[str]:
        """Everything that is read of the club's tournaments and of the player."""
        yield from ("/v1/persons", "/v1/federation/decisions", "/v1/federation/sanctions", "/v1/reports")
        yield "/v1/federation/history?limit=500"
        for part in ("", "/record", "/sanctions", "/history?limit=500"):
            yield f"/v1/persons/{self.player}{part}"
        for path in self.series:
            yield from (f"{path}/history?limit=500", f"{path}/seasons/1/divisions")
        for path in self.tournaments:
            yield path
            for part in ("history?limit=500", "entries", "matches", "match-record", "disputes", "rulings", "appeals"):
                yield f"{path}/{part}"
            yield from (f"{path}/reviews", f"{path}/report", f"{path}/report/document", f"{path}/standings")
            for match in self.office.read(f"{path}/matches")["items"]:
                yield from (f"{path}/matches/{match['number']}{part}" for part in ("", "/record", "/explain"))


def founded(service: Service) -> Club:
    """A club with eight persons; of the first, what is known of them is told already."""
    office = service.administrator()
    club = Club(office, service, [])
    details = {what: club.said(what) for what in ("name", "contact", "note")}
    club.persons = [str(office.done("/v1/persons", details).json()["person"])]
    club.persons += [service.register(f"Person {number}") for number in range(2, 9)]
    return club


def everything_told(club: Club) -> str:
    """Tells something of the player wherever a text is taken; gives the path of the season, in which most is told."""
    of_the_person(club)
    of_entries(club)
    of_proposals(club)
    of_codes(club)
    of_lists(club)
    season = club.announce("open", 3)
    of_matches(club, season)
    of_play(club, season)
    of_rulings(club, season)
    of_rounds(club)
    of_stages(club)
    of_ends(club)
    of_divisions(club)
    of_the_whole(club, season)
    return season


def of_the_person(club: Club) -> None:
    office, person = club.office, f"/v1/persons/{club.player}"
    opening = club.reason("opening", pool="normal", rating="1500", experience=10)
    office.change(person, "opening-ratings", opening)
    corrected = {what: club.said(f"corrected-{what}") for what in ("name", "contact", "note")}
    office.change(person, "details", corrected)
    office.change(person, "merge", club.reason("merged", merged_into=club.persons[7]))
    office.change(f"{person}/merge", "withdrawal", club.reason("merge-taken-back"))
    player = club.service.player(club.player)
    player.position = office.position
    player.change(person, "correction-request", {"request": club.said("correction-request")})
    office.change(person, "correction-request/refusal", club.reason("correction-declined"))
    office.change(person, "erasure")
    office.change(person, "erasure/stop", club.reason("erasure-stopped"))


def of_divisions(club: Club) -> None:
    """The player shares a rank in a division, and goes up."""
    office = club.office
    series = str(office.done("/v1/series", {"name": "League"}).headers["Location"])
    club.series.append(series)
    place = {"series": {"series": series.rpartition("/")[2], "season": 1}}
    first = club.announced({"kind": "open"}, club.persons[1:3], **place)
    second = club.announced({"kind": "open"}, [club.player, club.persons[3]], **place)
    ids = [one.rpartition("/")[2] for one in (first, second)]
    divisions = [{"tournament": ids[0]}, {"tournament": ids[1], "up": 1}]
    office.done(f"{series}/seasons/1/divisions", {"divisions": divisions})
    for one in (first, second):
        office.change(one, "start")
        office.change(one, "completion")
    ahead = [{"tournament": ids[1], "entry": 1}]
    office.done(f"{series}/seasons/1/next-season", club.reason("next-season", ahead=ahead))


def of_entries(club: Club) -> None:
    office, entering = club.office, {"person": club.player}
    refused, offered, other, withdrawn = (club.announce("open", 0) for _ in range(4))
    team = {"members": [club.persons[1]], "team_name": club.said("team")}
    office.done(f"{refused}/entries", club.reason("entry", **entering, **team))
    office.change(f"{refused}/entries/1", "change", {"team_name": club.said("team-renamed")})
    office.change(f"{refused}/entries/1", "refusal", club.reason("refusal"))
    office.done(f"{offered}/entries", entering)
    flight = {"flight": other.rsplit("/", 1)[1]}
    office.change(f"{offered}/entries/1", "flight-offer", club.reason("flight", **flight))
    office.done(f"{withdrawn}/entries", entering)
    office.change(f"{withdrawn}/entries/1", "withdrawal", club.reason("withdrawal"))
    cup: dict[str, object] = {"kind": "knockout", "seeding": "entry-order"}
    others = club.persons[1:3]
    again = club.announced(cup, [*others, club.player], conditions={"reentries": 1})
    office.change(again, "start")
    office.change(f"{again}/matches/1", "result", {"result": {"kind": "winner", "winner": "first"}})
    office.done(f"{again}/entries", entering)
    office.change(f"{again}/entries/4", "approval")
    office.change(f"{again}/entries/4", "re-entry/withdrawal", club.reason("re-entry-taken-back"))
    late = club.announced(cup, [*others, club.player])
    office.change(f"{late}/entries/3", "substitute", club.reason("substituted", person=club.persons[4]))
    office.change(late, "start")
    gone = club.announced(cup, [*others, club.player])
    office.change(gone, "start")
    office.change(f"{gone}/entries/3", "withdrawal", club.reason("withdrawn-before-play"))
    bouts = club.announce("knockout", 2, bout_matches=[3])
    office.change(f"{bouts}/matches/1", "result", {"result": {"kind": "winner", "winner": "first"}})
    of_line_ups(club)


def of_line_ups(club: Club) -> None:
    """The player's team meets another on two boards; after board 1 a reserve comes in."""
    office, persons = club.office, club.persons
    conditions = {"boards": 2}
    path = club.announced({"kind": "round-robin", "seeding": "entry-order"}, [], conditions=conditions)
    for number, (captain, *members) in enumerate(([club.player, *persons[1:3]], persons[3:5]), 1):
        office.done(f"{path}/entries", {"person": captain, "members": members})
        office.change(f"{path}/entries/{number}", "approval")
    office.change(path, "start")
    office.change(f"{path}/matches/1", "result", {"result": {"kind": "winner", "winner": "first"}})
    named = club.reason("line-up", entry=1, players=[club.player, persons[2]])
    office.change(f"{path}/matches/1", "line-ups", named)


def of_proposals(club: Club) -> None:
    """An officer of a club proposes the player and another member for it, as a team."""
    office, officer, team = club.office, club.service.register("An officer"), [club.player, club.persons[1]]
    valley = office.done("/v1/clubs", {"name": "Valley"}).json()["club"]
    office.done(f"/v1/clubs/{valley}/officers", {"person": officer})
    for person in team:
        office.done(f"/v1/clubs/{valley}/members", {"person": person, "since": "2026-01-01"})
    path, by = club.announced({"kind": "open"}, []), club.service.player(officer)
    by.position = office.position
    entering = {"person": team[0], "members": team[1:], "team_name": club.said("proposed-team"), "club": valley}
    by.done(f"{path}/entries", club.reason("proposal", **entering))
    office.position = by.position


def of_codes(club: Club) -> None:
    """The player chooses a code at check-in. No event holds it, and its key says nothing of them."""
    path, by = club.announced({"kind": "open"}, [club.player]), club.service.player(club.player)
    by.position = club.office.position
    by.done(f"{path}/entries/1/code", {"key": "00000000000000c1"})
    club.office.position = by.position


def of_lists(club: Club) -> None:
    """A list of entries calls the player what the register does, and so says it of them; then it says another contact
    than the office has, which waits."""
    path = club.announced({"kind": "open"}, [])
    entered = {"kind": "entries", "tournament": path.rpartition("/")[2]}
    name = club.said("corrected-name")
    club.office.done("/v1/imports", {**entered, "text": f"name\n{name}\n"})
    club.office.done("/v1/imports", {**entered, "text": f"name,contact\n{name},{club.said('contact')}\n"})
    assert [one["person"] for one in club.office.read(f"{path}/entries")["items"]] == [club.player]


def of_matches(club: Club, season: str) -> None:
    office, first, second = club.office, f"{season}/matches/1", f"{season}/matches/2"
    office.done(f"{season}/matches", {"sides": [1, 2], "length": 7, "result": FIRST_WON})
    correction = {"result": {"kind": "score", "first": 7, "second": 5}}
    office.change(first, "corrections", club.reason("correction", **correction))
    office.change(first, "voiding", club.reason("voiding"))
    assert club.marks["voiding"] in office.get(first).text
    office.change(first, "reinstatement", club.reason("reinstatement"))
    office.done(f"{season}/matches", {"sides": [1, 3], "length": 5})
    length = {"correct_length": 7, "first_points": 1, "second_points": 2, "games_ended": 2, "game_in_progress": False}
    office.change(second, "length", club.reason("length", **length))


def of_play(club: Club, season: str) -> None:
    office, match = club.office, f"{season}/matches/2"
    office.done(f"{match}/monitors", club.reason("monitor", person=club.persons[4]))
    office.done(f"{match}/monitors/1/release", club.reason("release"))
    office.done(f"{match}/consents", club.reason("consent", kind="recording", answered_by="first", granted=False))
    office.done(f"{match}/consents", {"kind": "headphones"})
    office.done(f"{match}/consents/2/withdrawal", club.reason("revocation"))
    office.done(f"{match}/clocks", club.reason("clock", action="paused", readings=READINGS))
    attached = {"kind": "recording", "reference": club.said("attachment"), "digest": "0" * 64}
    office.done(f"{match}/attachments", attached)
    office.done(f"{match}/attachments", transcript(club.said("transcript")))
    office.done(f"{season}/requests", club.reason("request", kind="monitor", entry=1, match=2))
    office.done(f"{season}/requests/1/answer", club.reason("answer", granted=False))
    excepted = club.reason("exception", clause="2.2.3", exception=club.said("excepted"))
    office.done(f"{season}/exceptions", excepted)
    office.done(f"{season}/match-record/withdrawals", club.reason("retraction", kind="exception", number=1))


def transcript(name: str) -> dict[str, object]:
    """A transcript in which the first side has that name, to be attached with its text."""
    text = f" 5 point match\n\n Game 1\n {name} : 0    Ben : 0\n  1) 31: 8/5 6/5    Doubles => 2\n  2) Drops\n"
    digest = sha256(text.encode()).hexdigest()
    return {"kind": "transcript", "reference": "final.mat", "digest": digest, "transcript": text}


def of_rulings(club: Club, season: str) -> None:
    office, dispute = club.office, {"about": ABOUT_MATCH["about"], "matter": club.said("matter")}
    office.done(f"{season}/disputes", dispute)
    statement = {"kind": "statement", "person": club.persons[1], "statement": club.said("statement")}
    office.done(f"{season}/disputes/1/statements", statement)
    found = {"facts": club.said("facts"), "reasons": club.said("reasons"), "remedies": [ONE_POINT]}
    office.ruled(season, {**ABOUT_MATCH, "dispute": 1, **found})
    office.change(f"{season}/rulings/1", "appeals", club.reason("appeal", entry=1))
    members = club.persons[5:8]
    another = club.service.client(club.service.key("administrator", club.service.register("Another officer")))
    another.position = office.position
    allowed = club.reason("member-allowed", members=members, allowed=members[:1])
    another.change(f"{season}/appeals/1", "committee", allowed)
    office.position = another.position
    for member in members:
        club.service.player(member).done(f"{season}/appeals/1/votes", {"member": member, "verdict": "upheld"})
    office.change(f"{season}/appeals/1", "decision", {"reasons": club.said("decided")})
    reported = {"account": club.said("decision"), "tournament": season.rsplit("/", 1)[1], "ruling": 1}
    number = office.done("/v1/federation/decisions", reported).json()["number"]
    office.done(f"/v1/federation/decisions/{number}/answer", {"answer": club.said("decision-answered")})
    of_decisions(club, season)
    warning = {"kind": "warning", "to": {"kind": "entry", "entry": 1}}
    office.ruled(season, {**ABOUT_MATCH, "facts": "Noise.", "reasons": "So.", "remedies": [warning]})
    office.change(f"{season}/rulings/3", "withdrawal", club.reason("taken-back"))


def of_sanctions(club: Club) -> None:
    """Two sanctions in the federation's own words: one is appealed and upheld, and both are lifted or stay."""
    office, another, player = club.service.officer(), club.service.officer(), club.service.player(club.player)
    body = {"person": club.player, "kind": "other", "until": None}
    measured = club.reason("own-sanction", measure=club.said("own-measure"), **body)
    number = office.done("/v1/federation/sanctions", measured).json()["number"]
    at, player.position = f"/v1/federation/sanctions/{number}", office.position
    player.done(f"{at}/appeal", {"account": club.said("sanction-appealed")})
    another.position = player.position
    decided = {"verdict": "upheld", "reasons": club.said("sanction-upheld")}
    another.done(f"{at}/appeal/decision", decided)
    office.position = another.position
    office.done(f"{at}/lift", club.reason("sanction-lifted"))
    club.office.position = office.position


def of_rounds(club: Club) -> None:
    office, evening = club.office, club.announce("nxe", 4, losses=2, lengths=[3, 5])
    pairing = {"pairings": [[1, 2]]}
    office.done(f"{evening}/rounds/1/pairings", club.reason("pairing", **pairing))
    office.done(f"{evening}/rounds/1/draw")
    office.done(f"{evening}/rounds/1/annulment", club.reason("annulment"))
    swiss = club.announce("swiss", 4)
    office.done(f"{swiss}/rounds/1/draw")
    drawn = {one["number"]: one["sides"] for one in office.read(f"{swiss}/matches")["items"]}
    met = [{"match": 1, "sides": [drawn[1][0], drawn[2][1]]}, {"match": 2, "sides": [drawn[2][0], drawn[1][1]]}]
    office.done(f"{swiss}/rounds/1/corrections", club.reason("met-corrected", matches=met))
    office.done(f"{swiss}/rounds/1/closing", club.reason("closing", early=True))


def of_decisions(club: Club, season: str) -> None:
    """What was decided without a ruling is appealed, reversed and carried out."""
    office, members = club.office, [club.service.register(f"Member {number}") for number in range(1, 4)]
    office.position = club.service.services.journal.position()
    office.change(f"{season}/matches/1", "voiding", club.reason("voided-in-error"))
    version = office.read(season)["version"]
    office.done(f"{season}/directors-decisions/{version}/appeals", club.reason("decision-appealed", entry=1))
    office.change(f"{season}/appeals/2", "committee", {"members": members})
    for member in members:
        club.service.player(member).done(f"{season}/appeals/2/votes", {"member": member, "verdict": "reversed"})
    office.position = club.service.services.journal.position()
    office.change(f"{season}/appeals/2", "decision", {"reasons": club.said("reversed")})
    office.change(f"{season}/matches/1", "reinstatement", club.reason("reinstated"))
    office.change(f"{season}/appeals/2", "carrying-out", club.reason("carried-out"))


def of_stages(club: Club) -> None:
    """A field seeded by hand, a stage opened by hand, and a question of what comes next decided."""
    office, persons = club.office, club.persons[:2]
    cup = club.announced({"kind": "knockout", "seeding": "by-hand", "lengths": [3]}, persons)
    office.change(cup, "seeding", club.reason("seeding", order=[2, 1]))
    office.change(cup, "start")
    office.change(cup, "start/withdrawal", club.reason("start-taken-back"))
    two = club.announced({"kind": "swiss", "rounds": 1}, persons, stages=[KNOCKOUT])
    office.change(two, "start")
    office.done(f"{two}/rounds/1/draw")
    office.change(f"{two}/matches/1", "result", {"result": {"kind": "winner", "winner": "first"}})
    office.done(f"{two}/stages/2/opening", club.reason("opened", seeds=[2, 1]))
    empty = club.announce("nxe", 2, losses=1, lengths=[3])
    office.change(f"{empty}/entries/1", "resignation", club.reason("resigned-for-them"))
    office.change(f"{empty}/entries/2", "resignation", {"reason": "Left as well."})
    [asked] = [office.read(f"{empty}/rounds")["next"]]
    office.done(f"{empty}/decisions", club.reason("decided-question", question=asked["question"], choice="no-champion"))


def of_ends(club: Club) -> None:
    """What is shown of the player with the report, once all is over."""
    office = club.office
    ended = club.announce("open", 2)
    office.change(ended, "completion")
    digest = office.read(f"{ended}/report")["digest"]
    office.done(f"{ended}/report/filings", {"digest": digest, "reference": "Letter 1", "note": club.said("filed")})


def of_the_whole(club: Club, season: str) -> None:
    office = club.office
    conditions = office.read(season)["conditions"] | {"equipment": "Boards of cork"}
    office.change(season, "conditions", club.reason("conditions", conditions=conditions))
    office.change(season, "settings", club.reason("settings", name=f"{office.read(season)['name']} again"))
    player, officer = club.service.player(club.player), club.service.officer()
    player.position = office.position
    player.change(f"{season}/entries/1", "resignation", club.reason("resignation"))
    officer.position = player.position
    officer.change(f"{season}/entries/1", "resignation/withdrawal", club.reason("resignation-taken-back"))
    player.position = officer.position
    player.change(f"{season}/entries/1", "leaving", club.reason("left-for-today"))
    officer.position = player.position
    officer.change(f"{season}/entries/1", "resignation/withdrawal", club.reason("leaving-taken-back"))
    player.position = officer.position
    player.change(f"{season}/entries/1", "resignation", club.reason("resigned-again"))
    office.position = player.position
    office.change(f"/v1/persons/{club.player}", "resignations/lift", club.reason("lift"))
    office.change(season, "cancellation", club.reason("cancellation"))
    office.change(season, "reopening", club.reason("reopening"))
    reviewed = club.announced({"kind": "open"}, [club.player])
    ban = club.reason("sanction", person=club.player, until=None)
    office.done("/v1/federation/sanctions", ban)
    office.change(f"/v1/persons/{club.player}", "bans/1/lift", club.reason("ban-lifted"))
    of_sanctions(club)
    office.change(f"/v1/persons/{club.player}", "bans", club.reason("ban"))
    [item] = office.read(f"{reviewed}/reviews")["items"]
    office.done(f"{reviewed}/reviews/{item['item']}/resolution", club.reason("reviewed"))
    office.change(f"/v1/persons/{club.player}", "bans", club.reason("second-ban"))
    for act in ("suspended-first", "resumed", "suspended"):
        command, reviewer = ("resumption", officer) if act == "resumed" else ("suspension", office)
        reviewer.change(f"/v1/persons/{club.player}", f"bans/3/{command}", club.reason(f"ban-{act}"))
    turned_away(club)


def turned_away(club: Club) -> Any:  # noqa: ANN401 -- an answer
    """The player asks to enter while banned: the refusal is recorded, and every repetition is answered with it."""
    answer = club.office.post(f"{club.announce('open', 0)}/entries", {"person": club.player})
    assert answer.status_code == 409, answer.text
    return answer
