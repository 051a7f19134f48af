"""The persons and tournaments that every route is called with, by every kind of caller."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from hashlib import sha256
from typing import Any, NoReturn, cast

import httpx

from api.http.etags import FEDERATION, HALL, PERSON, SETTINGS, Resource
from api.http.import_jobs import ImportJob, ImportJobs
from domain.journal.abandonment import Abandoned
from domain.kernel.ids import FEDERATION as FEDERATION_STREAM
from domain.kernel.ids import person_stream, tournament_stream
from domain.kernel.refusal import Refused
from domain.tournament.state import Tournament
from tests.api.support import Client, Service, score
from tests.api.test_rating_policies import national, terms
from tests.domain.test_transcripts import PLAYED
from tests.patience import eventually

RESULT = {"result": score(7, 4)}
REASON = {"reason": "Because."}
ON_MATCH = {"kind": "match", "number": 3}
WARNED = {"kind": "warning", "to": {"kind": "entry", "entry": 2}}
WARNING = {"about": ON_MATCH, "clause": "4.2", "facts": "Noisy shuffling.", "reasons": "Again.", "remedies": [WARNED]}
RATING = {"pool": "normal", "policy": "room", "policy_version": 1}


@dataclass
class Cast:
    """The persons of the play, and a client for each kind of caller."""

    service: Service
    persons: dict[str, str]
    clients: dict[str, Client]

    @property
    def administrator(self) -> Client:
        return self.clients["administrator"]


def announcement(name: str, director: str, kind: str = "open") -> dict[str, object]:
    conditions = {"appeal_window_minutes": 0}
    return {
        "name": name,
        "format": {"kind": kind},
        "rating": RATING,
        "director": director,
        "conditions": conditions,
    }


@dataclass
class Scene:
    """A tournament in which everything can happen: entries 1 to 3 approved (1 is the side, 3 the entrant) and 4
    requested; match 1 is open, 2 reported, 3 announced, 4 void. Person and entry in question are the side's."""

    cast: Cast
    id: str = ""
    kind: str = "open"
    series: str = ""
    precedent: int = 0
    key: str = ""
    webhook: str = ""
    job: str = ""
    record: str = ""
    club: str = ""
    known_list: str = ""
    rated_team: str = ""
    further: dict[str, object] = field(default_factory=dict)
    decision: int = 0
    sanction: int = 0
    divisions: list[dict[str, object]] = field(default_factory=list)

    @cached_property
    def spare(self) -> str:
        """A person who is not entered, registered where a play needs one."""
        return self.cast.service.register("Spare")

    def set(self) -> "Scene":
        return self._entered(self.cast.administrator.done("/v1/tournaments", self._announcement()))

    def _announcement(self) -> dict[str, object]:
        return announcement("Scene", self.cast.persons["director"], self.kind) | self.further

    def _entered(self, announced: httpx.Response) -> "Scene":
        administrator, persons = self.cast.administrator, self.cast.persons
        self.id = announced.json()["tournament"]
        names = ("side", "opponent", "entrant", "waiting")
        rows = [{"entry": {"person": persons[name], "approved": name != "waiting"}} for name in names]
        administrator.done(self.at("/bulk"), {"rows": rows})
        return self

    def team(self) -> "Scene":
        """The spare person and another one have entered as a team, with entry 5."""
        self.set()
        entry = {"person": self.spare, "members": [self.cast.service.register("Team mate")], "team_name": "Foxes"}
        self.cast.administrator.done(self.at("/bulk"), {"rows": [{"entry": entry}]})
        return self

    def on_boards(self) -> "Scene":
        """The side and a mate meet the opponent and another on two boards; entry 1 is the side's."""
        administrator, persons = self.cast.administrator, self.cast.persons
        options = {"kind": "round-robin", "seeding": "entry-order"}
        self.further = {"format": options, "conditions": {"boards": 2}}
        self.id = administrator.done("/v1/tournaments", self._announcement()).json()["tournament"]
        pairs = ((persons["side"], self.spare), (persons["opponent"], self.cast.service.register("Another")))
        rows = [{"entry": {"person": one, "members": [mate], "approved": True}} for one, mate in pairs]
        administrator.done(self.at("/bulk"), {"rows": rows})
        administrator.done(self.at("/start"), seen=self.settings())
        return self

    def to_be_erased(self) -> "Scene":
        """Another administrator has asked to erase the spare person."""
        return self._of_spare("erasure")

    def twice(self) -> "Scene":
        """The spare person has been registered twice; the second record is nobody's in the tournament."""
        self.set()
        assert self.spare
        self.record = self.cast.service.register("spare")
        return self

    def merged(self) -> "Scene":
        """The second record has been merged into the spare person's."""
        merging = REASON | {"merged_into": self.spare}
        office = self.cast.administrator
        office.done(f"/v1/persons/{self.record}/merge", merging, seen=self.person_etag(self.record))
        return self

    def asking_for_correction(self) -> "Scene":
        """The spare person has asked for a correction."""
        player = self.cast.service.player(self.spare)
        asked = {"request": "Born in 1996."}
        player.done(f"/v1/persons/{self.spare}/correction-request", asked, seen=self.person_etag(self.spare))
        return self

    def _of_spare(self, *places: str) -> "Scene":
        """Another administrator sends these commands on the spare person."""
        service = self.cast.service
        office = service.client(service.key("administrator", service.register("An officer")))
        for place in places:
            body = {} if place == "erasure" else REASON
            office.done(f"/v1/persons/{self.spare}/{place}", body, seen=self.person_etag(self.spare))
        return self

    def begin(self) -> "Scene":
        administrator, side = self.cast.administrator, self.cast.clients["side"]
        pair = {"kind": "make-match", "sides": [1, 2], "length": 7}
        self._carried_out(administrator, {"kind": "start-tournament"})
        self._carried_out(side, pair, pair | RESULT)
        voided = {"kind": "void-match", "match": 4} | REASON
        self._carried_out(administrator, pair | RESULT, pair | RESULT, voided)
        return self

    def _carried_out(self, client: Client, *commands: dict[str, object]) -> None:
        """In one request, for these scenes are set hundreds of times."""
        client.done(self.at("/bulk"), {"rows": [{"command": command} for command in commands]})

    def rounds(self, *then: tuple[str, object]) -> "Scene":
        """The same persons in a tournament with rounds, started; then these commands."""
        self.kind = "nxe"
        return self._with(then)

    def drawn(self) -> "Scene":
        """The same persons in a tournament whose first round is drawn, and held from the public."""
        self.further = {"conditions": {"pairings_shown": "when-released"}}
        return self.rounds(("/rounds/1/draw", {}))

    def thrown(self, value: str | None = None) -> "Scene":
        """Its draws depend on dice that the side throws before the entrant, and that lie on the table; recorded so. It
        is announced before their moment, however slow the machine is."""
        persons, lead, announced = self.cast.persons, timedelta(milliseconds=100), None
        dice = {"kind": "dice", "number_of_dice": 10, "thrower": persons["side"], "witness": persons["entrant"]}
        while announced is None or announced.json().get("type") == "/v1/problems/outside-source-past":
            lead *= 2
            at = datetime.now(UTC) + lead
            self.further = {"outside_source": dice | {"due_at": at.isoformat()}}
            announced = self.cast.administrator.post("/v1/tournaments", self._announcement())
        self._entered(announced)
        time.sleep(max(0.0, (at - datetime.now(UTC)).total_seconds()))
        if value is not None:
            self.cast.administrator.done(self.at("/outside-value"), {"value": value})
        return self

    def swiss(self, rounds: int, *then: tuple[str, object]) -> "Scene":
        """The same persons in a Swiss of so many rounds that sends two on to a knockout; then these commands."""
        later = {"format": {"kind": "knockout"}, "qualifiers": 2}
        self.further = {"format": {"kind": "swiss", "rounds": rounds}, "stages": [later]}
        return self._with(then)

    def _with(self, then: Sequence[tuple[str, object]]) -> "Scene":
        self.set()
        self.cast.administrator.done(self.at("/start"), seen=self.settings())
        for place, body in then:
            kind, _, rest = place.removeprefix("/").partition("/")
            number = rest.partition("/")[0]
            if kind in ("entries", "matches"):
                seen = self.etag("entry" if kind == "entries" else "match", int(number))
            else:
                seen = self.hall() if kind == "hall" else self.settings()
            self.cast.administrator.done(self.at(place), body, seen=seen)
        return self

    def complete(self) -> "Scene":
        self.settle()
        self.cast.administrator.done(self.at("/completion"), seen=self.settings())
        return self

    def settle(self) -> "Scene":
        for match in (1, 2):
            seen = self.etag("match", match)
            self.cast.administrator.done(self.at(f"/matches/{match}/voiding"), REASON, seen=seen)
        return self

    def two_directors(self) -> "Scene":
        body = {"person": self.spare}
        self.cast.administrator.done(self.at("/directors"), body, seen=self.settings())
        return self

    def offered(self) -> "Scene":
        """The side's entry is refused here, and another flight offered."""
        administrator = self.cast.administrator
        flight = administrator.done("/v1/tournaments", announcement("Masters", self.cast.persons["director"]))
        body = {"flight": flight.json()["tournament"]}
        administrator.done(self.at("/entries/1/flight-offer"), body, seen=self.etag("entry", 1))
        return self

    def reviewed(self) -> "Scene":
        """The spare person has entered, and was banned since."""
        self.cast.administrator.done(self.at("/entries"), {"person": self.spare})
        return self.banned()

    def items(self) -> list[dict[str, Any]]:
        """What its directors should look at again."""
        items: list[dict[str, Any]] = self.cast.administrator.read(self.at("/reviews"))["items"]
        return items

    def monitored(self) -> "Scene":
        self.cast.administrator.done(self.at("/matches/1/monitors"), {"person": self.spare})
        return self

    def with_precedent(self, principle: dict[str, str]) -> "Scene":
        self.precedent = self.cast.administrator.done("/v1/federation/precedents", principle).json()["number"]
        return self

    def with_reported_decision(self) -> "Scene":
        told = {"account": "Cocked dice counted.", "tournament": self.set().id}
        self.decision = self.cast.administrator.done("/v1/federation/decisions", told).json()["number"]
        return self

    def with_sanction(self, *, appealed: bool = False) -> "Scene":
        """The side bears a warning by an administrator, and may have appealed it."""
        office, person = self.cast.service.officer(), self.cast.persons["side"]
        body = {"person": person, "kind": "warning", "until": None, "reason": "Shouting."}
        self.sanction = office.done("/v1/federation/sanctions", body).json()["number"]
        self.cast.administrator.position = max(self.cast.administrator.position, office.position)
        if appealed:
            own = self.cast.service.player(person)
            own.position = office.position
            own.done(f"/v1/federation/sanctions/{self.sanction}/appeal", {"account": "It was somebody else."})
        return self

    def with_club(self) -> "Scene":
        """A club with the director of the tournament as its officer, and one member who has an offer since."""
        office = self.cast.administrator
        self.club = office.done("/v1/clubs", {"name": "Valley"}).json()["club"]
        office.done(f"/v1/clubs/{self.club}/officers", {"person": self.cast.persons["director"]})
        office.done(f"/v1/clubs/{self.club}/members", {"person": self.cast.persons["side"], "since": "2026-01-01"})
        ended, director = datetime.now(UTC) - timedelta(days=20), self.cast.clients["director"]
        office.done(f"/v1/clubs/{self.club}/members/1/end", {"until": ended.isoformat()})
        offered = {"person": self.cast.persons["side"], "since": (ended + timedelta(days=2)).isoformat()}
        director.position = max(director.position, office.position)
        director.done(f"/v1/clubs/{self.club}/members", offered)
        return self

    def with_asked_club(self) -> "Scene":
        """A club with the director of the tournament as its officer, which the side has asked for a membership."""
        office, side = self.cast.administrator, self.cast.clients["side"]
        self.club = office.done("/v1/clubs", {"name": "Hill"}).json()["club"]
        office.done(f"/v1/clubs/{self.club}/officers", {"person": self.cast.persons["director"]})
        side.position = max(side.position, office.position)
        side.done(f"/v1/clubs/{self.club}/requests", {"since": f"{datetime.now(UTC):%Y-%m-%d}"})
        return self

    def with_list(self) -> "Scene":
        """A list of persons, which the club may own."""
        office = self.with_club().cast.administrator
        text = f"name\nLena {self.id[:8]}\n"
        office.done("/v1/imports", {"kind": "persons", "name": f"List {self.id[:8]}", "text": text})
        self.known_list = office.read("/v1/lists", search=self.id[:8])["items"][0]["id"]
        return self

    def with_rated_team(self) -> "Scene":
        """Two pairs have met in a pool in which a pair is rated as one side; `rated_team` is the first of them."""
        office, policy, pool = (
            self.cast.administrator,
            national(teams="as-one", smallest_field=2),
            f"doubles-{self.id[:8]}",
        )
        office.done("/v1/rating-policies", policy)
        office.done("/v1/rating-pools", {"pool": pool, "names": [{"language": "en", "name": pool}]} | REASON)
        announced = announcement("Doubles", self.cast.persons["director"]) | {"rating": terms(policy) | {"pool": pool}}
        at = f"/v1/tournaments/{office.done('/v1/tournaments', announced).json()['tournament']}"
        four = self.cast.service.register_all([f"Partner {letter}" for letter in "ABCD"])
        rows = [{"entry": {"person": one, "members": [mate], "approved": True}} for one, mate in (four[:2], four[2:])]
        office.done(f"{at}/bulk", {"rows": [*rows, {"command": {"kind": "start-tournament"}}]})
        office.done(f"{at}/matches", {"sides": [1, 2], "length": 7} | RESULT)
        [self.rated_team, _] = [one["person"] for one in office.read(f"/v1/ratings/{pool}")["items"]]
        return self

    def with_key(self) -> "Scene":
        """An administrator has made a key for the spare person."""
        wanted = {"role": "player", "person": self.spare}
        self.key = self.cast.administrator.done("/v1/keys", wanted).json()["id"]
        return self

    def with_screen(self) -> "Scene":
        """The director has issued a link to a screen of the hall."""
        self.set()
        self.key = self.cast.clients["director"].done(self.at("/screens")).json()["key"]
        return self

    def with_link(self) -> "Scene":
        """The director has issued a link to a player."""
        self.set()
        self.key = self.cast.clients["director"].done(self.at("/entries/1/links")).json()["key"]
        return self

    def with_webhook(self, *, disabled: bool) -> "Scene":
        """A webhook that nothing is delivered to here."""
        wanted = {"feed": "ratings", "address": "https://ranking.example.org/"}
        self.webhook = self.cast.administrator.done("/v1/webhooks", wanted).json()["webhook"]
        if disabled:
            self.cast.administrator.done(f"/v1/webhooks/{self.webhook}/disabling")
        return self

    def with_import(self) -> "Scene":
        """An import that was cancelled before it has recorded anything; gone on with, it finds that it is no list."""
        jobs = self.cast.service.services.import_jobs
        self.job = self.cast.service.services.draw_id()
        job = ImportJob(
            id=self.job,
            command=sha256(self.job.encode()).hexdigest(),
            digest="",
            kind="matches",
            name="A list",
            dry_run=False,
            lines=2,
            began_at=datetime.now(UTC),
        )
        assert eventually(lambda: _is_begun(jobs, job)), "another import of this service is still under way"
        assert eventually(lambda: jobs.job(job.id).state == "cancelled")
        return self

    def banned(self) -> "Scene":
        """Another administrator has banned the spare person."""
        return self._of_spare("bans")

    def with_suspended_ban(self) -> "Scene":
        """And suspends the ban."""
        return self._of_spare("bans", "bans/1/suspension")

    def resigned(self) -> "Scene":
        """The spare person has resigned from a tournament, as they have confirmed."""
        self.resigned_by_staff()
        player = self.cast.service.player(self.spare)
        player.done(f"/v1/persons/{self.spare}/resignations/1/confirmation", seen=self.person_etag(self.spare))
        return self

    def resigned_by_staff(self) -> "Scene":
        """The director has recorded that the spare person resigned."""
        administrator = self.cast.administrator
        administrator.done(self.at("/entries"), {"person": self.spare})
        administrator.done(self.at("/entries/5/approval"), seen=self.etag("entry", 5))
        administrator.done(self.at("/start"), seen=self.settings())
        self.cast.clients["director"].done(
            self.at("/entries/5/resignation"), {"reason": "Rang."}, seen=self.etag("entry", 5)
        )
        return self

    def reentered(self) -> "Scene":
        """A knockout in which the entrant has lost to the opponent, and has entered again with entry 5."""
        administrator = self.cast.administrator
        knockout = {"kind": "knockout", "seeding": "entry-order"}
        self.further = {"format": knockout, "conditions": {"reentries": 1}}
        self._with((("/matches/1/result", {"result": {"kind": "winner", "winner": "first"}}),))
        administrator.done(self.at("/entries"), {"person": self.cast.persons["entrant"]})
        administrator.done(self.at("/entries/5/approval"), seen=self.etag("entry", 5))
        return self

    def transcribed(self) -> "Scene":
        """A transcript is kept with match 3, and everybody may replay it."""
        shown = {"conditions": {"appeal_window_minutes": 0, "replays_shown": "to-everybody"}} | REASON
        self.cast.administrator.done(self.at("/conditions"), shown, seen=self.settings())
        digest = sha256(PLAYED.encode()).hexdigest()
        body = {"kind": "transcript", "reference": "final.mat", "digest": digest, "transcript": PLAYED}
        self.cast.administrator.done(self.at("/matches/3/attachments"), body)
        return self

    def shelved(self) -> "Scene":
        """A series of which the director of the tournament is one."""
        body = {"name": "Winter cup", "directors": [self.cast.persons["director"]]}
        self.series = self.cast.administrator.done("/v1/series", body).json()["series"]
        return self

    def with_divisions(self) -> "Scene":
        """The first season of the series has two divisions, in which one goes up and one down."""
        self.shelved()
        first, second = self._division(), self._division()
        self.divisions = [{"tournament": first, "down": 1}, {"tournament": second, "up": 1}]
        self.cast.administrator.done(f"/v1/series/{self.series}/seasons/1/divisions", {"divisions": self.divisions})
        return self

    def _division(self) -> str:
        """A tournament of two in the series."""
        office, persons = self.cast.administrator, self.cast.persons
        body = {"name": "Division", "format": {"kind": "open"}, "series": {"series": self.series, "season": 1}}
        id_ = str(office.done("/v1/tournaments", body).json()["tournament"])
        rows = [{"entry": {"person": persons[name], "approved": True}} for name in ("side", "opponent")]
        office.done(f"/v1/tournaments/{id_}/bulk", {"rows": rows})
        return id_

    def with_divisions_played(self) -> "Scene":
        """Both are completed, without a match."""
        for division in self.divisions:
            path = f"/v1/tournaments/{division['tournament']}"
            self.cast.administrator.change(path, "start")
            self.cast.administrator.change(path, "completion")
        return self

    def with_next_season_proposed(self) -> "Scene":
        """Who plays in which of them next: nobody twice in one, though both have the same two now."""
        ahead = [{"tournament": one["tournament"], "entry": entry} for entry, one in enumerate(self.divisions, 1)]
        path = f"/v1/series/{self.series}/seasons/1/next-season"
        self.cast.administrator.done(path, REASON | {"ahead": ahead})
        return self

    def disputed(self) -> "Scene":
        """The result of match 3 is in dispute."""
        appeals = {"conditions": {"appeal_window_minutes": 60}} | REASON
        self.cast.administrator.done(self.at("/conditions"), appeals, seen=self.settings())
        body = {"about": ON_MATCH, "matter": "The score."}
        self.cast.administrator.done(self.at("/disputes"), body)
        return self

    def ruled(self) -> "Scene":
        self.disputed()
        judge = self.cast.service.officer()  # nobody of the cast: anyone who has ruled records no vote on the appeal
        judge.ruled(self.at(""), WARNING | {"dispute": 1})
        return self

    def appealed(self) -> "Scene":
        self.ruled()
        self.cast.administrator.done(self.at("/rulings/1/appeals"), {"entry": 1}, seen=self.etag("ruling", 1))
        return self

    def decided(self) -> "Scene":
        """An administrator has made match 3 void, which can be appealed for an hour."""
        appeals = {"conditions": {"appeal_window_minutes": 60}} | REASON
        self.cast.administrator.done(self.at("/conditions"), appeals, seen=self.settings())
        body = {"reason": "Wrong table."}
        self.cast.administrator.done(self.at("/matches/3/voiding"), body, seen=self.etag("match", 3))
        self.decision = self.cast.service.services.tournament(self.id).version
        return self

    def overruled(self) -> "Scene":
        """And a committee has reversed that, as entry 1 has asked."""
        self.decided()
        administrator, members = self.cast.administrator, self.committee()
        administrator.done(self.at(f"/directors-decisions/{self.decision}/appeals"), {"entry": 1})
        administrator.done(self.at("/appeals/1/committee"), {"members": members}, seen=self.etag("appeal", 1))
        for member in members[1:]:
            self.cast.clients["director"].done(self.at("/appeals/1/votes"), {"member": member, "verdict": "reversed"})
        body = {"reasons": "As voted."}
        self.cast.clients["director"].done(self.at("/appeals/1/decision"), body, seen=self.etag("appeal", 1))
        return self

    def suspended(self) -> "Scene":
        self.appealed()
        self.cast.administrator.done(self.at("/rulings/1/suspension"), {}, seen=self.etag("ruling", 1))
        return self

    def committee(self) -> list[str]:
        """Three persons who are neither staff here nor a party."""
        return [self.cast.persons[name] for name in ("player", "auditor", "waiting")]

    def formed(self) -> "Scene":
        self.appealed()
        body = {"members": self.committee()}
        self.cast.administrator.done(self.at("/appeals/1/committee"), body, seen=self.etag("appeal", 1))
        return self

    def voted(self) -> "Scene":
        self.formed()
        for member in self.committee()[1:]:
            self.cast.clients["director"].done(self.at("/appeals/1/votes"), {"member": member, "verdict": "upheld"})
        return self

    def federation_etag(self) -> str:
        return FEDERATION.etag(self.cast.service.services.journal.state(FEDERATION_STREAM).version)

    def at(self, place: str) -> str:
        return f"/v1/tournaments/{self.id}{place}"

    def state(self) -> Tournament:
        return cast("Tournament", self.cast.service.services.journal.state(tournament_stream(self.id)))

    def settings(self) -> str:
        settings = self.state().settings
        assert settings is not None
        return SETTINGS.etag(settings.revision, self.state().version)

    def hall(self) -> str:
        return HALL.etag(self.state().hall.revision, self.state().version)

    def etag(self, kind: str, number: int) -> str:
        if kind == "entry":
            return Resource("entry", number).etag(self.state().entries[number].revision)
        directing = self.state().directing
        if kind == "ruling":
            return Resource("ruling", number).etag(directing.rulings[number].revision)
        if kind == "appeal":
            return Resource("appeal", number).etag(directing.appeals[number].revision)
        return Resource("match", number).etag(self.state().matches[number].revision)

    def club_etag(self) -> str:
        return str(self.cast.administrator.get(f"/v1/clubs/{self.club}").headers["ETag"])

    def person_etag(self, person: str) -> str:
        return PERSON.etag(self.cast.service.services.journal.state(person_stream(person)).version)


def _is_begun(jobs: ImportJobs, job: ImportJob) -> bool:
    """Whether it could begin: a service has one import under way."""
    try:
        jobs.begin(job, '{"kind": "matches", "name": "A list", "text": "Not a list"}', _abandoned, lambda: True)
    except Refused:
        return False
    return True


def _abandoned(_: object) -> NoReturn:
    raise Abandoned("nobody waits for it")
