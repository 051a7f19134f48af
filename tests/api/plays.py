"""How every command is called so that anyone who may do it succeeds, and which callers hold its roles there."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from api.http.etags import SERIES
from domain.tournament.decisions.reporting.federation_report import report_of
from tests.api.callers import DIRECTORS, STAFF, T
from tests.api.scenes import ON_MATCH, REASON, RESULT, WARNING, Scene
from tests.api.support import exchange, score

Found = Callable[[Scene], object]

NAMED: Mapping[str, Found] = {
    "tournament": lambda s: s.id,
    "person": lambda s: s.spare,
    "club": lambda s: s.club,
    "series": lambda s: s.series,
    "list": lambda s: s.known_list,
    "job": lambda s: s.job,
    "webhook": lambda s: s.webhook,
    "key": lambda s: s.key,
    "sanction": lambda s: s.sanction,
    "precedent": lambda s: s.precedent,
    "decision": lambda s: s.decision,
    "item": lambda s: s.items()[0]["item"],
}
"""What a path names in a scene, unless the play says otherwise; everything else is the first of its kind."""


@dataclass
class Play:
    """How a command is called so that anyone who may do it succeeds: `before` sets the scene, `said` is the body, or
    what makes it. `seen` makes the ETag, or is the name of what in the path has it; `at` is what the path names."""

    before: Callable[[Scene], Scene] = Scene.set
    said: object = field(default_factory=dict)
    seen: Callable[[Scene], str | None] | str = lambda _: None
    at: Mapping[str, int | Found] = field(default_factory=dict)

    def path(self, route: str, scene: Scene) -> str:
        """The path of that route, with what it names."""
        return re.sub(r"{(\w+)}", lambda name: str(self._named(name[1], scene)), route.partition(" ")[2])

    def body(self, scene: Scene) -> object:
        return self.said(scene) if callable(self.said) else self.said

    def etag(self, scene: Scene) -> str | None:
        if not isinstance(self.seen, str):
            return self.seen(scene)
        named = self._named(self.seen, scene)
        return scene.etag(self.seen, named) if isinstance(named, int) else scene.person_etag(str(named))

    def _named(self, name: str, scene: Scene) -> object:
        found = self.at.get(name, NAMED.get(name, 1))
        return found(scene) if callable(found) else found


def begun(scene: Scene) -> Scene:
    return scene.set().begin()


def _transcribed(scene: Scene) -> Scene:
    return begun(scene).transcribed()


def _told_at_once(scene: Scene) -> Scene:
    """The opponent has reported match 1, which counts at once."""
    scene.further = {"conditions": {"verification": "at-once"}}
    scene.set().cast.administrator.done(scene.at("/start"), seen=scene.settings())
    scene.cast.service.player(scene.cast.persons["opponent"]).done(scene.at("/matches"), PLAYED)
    return scene


def _by_link(scene: Scene) -> Scene:
    """Anyone who directs elsewhere directed here alone and plays; by a key of their making the side has lost against
    them. Another directs here since."""
    service, persons = scene.cast.service, scene.cast.persons
    scene.further = {"director": persons["elsewhere"], "conditions": {"directors_link_confirms": True}}
    office = scene.set().cast.administrator
    entry = {"entry": {"person": persons["elsewhere"], "approved": True}}
    pair = {"kind": "make-match", "sides": [5, 1], "length": 7}
    office.done(scene.at("/bulk"), {"rows": [entry, {"command": {"kind": "start-tournament"}}, {"command": pair}]})
    maker = service.client(service.key("administrator", persons["elsewhere"]))
    held = service.client(maker.done("/v1/keys", {"role": "player", "person": persons["side"]}).json()["key"])
    held.done(scene.at("/matches/1/result"), RESULT, seen=scene.etag("match", 1))
    office.done(scene.at("/directors"), {"person": persons["director"]}, seen=scene.settings())
    return scene


def _offered(scene: Scene) -> str:
    """The flight that entry 1 was offered."""
    offer = scene.state().entries[1].offer
    assert offer is not None
    return offer.flight.tournament


def side(scene: Scene) -> str:
    return scene.cast.persons["side"]


def _rounds(*before: tuple[str, object]) -> Callable[[Scene], Scene]:
    return lambda scene: scene.rounds(*before)


def _swiss(rounds: int, *before: tuple[str, object]) -> Callable[[Scene], Scene]:
    return lambda scene: scene.swiss(rounds, *before)


def _recorded(place: str, said: Mapping[str, object]) -> Callable[[Scene], Scene]:
    def before(scene: Scene) -> Scene:
        begun(scene).cast.administrator.done(scene.at(place), said)
        return scene

    return before


PAIRED: tuple[str, object] = ("/rounds/1/pairings", REASON | {"pairings": [[1, 2]], "byes": [3]})
LEFT: tuple[tuple[str, object], ...] = tuple((f"/entries/{number}/resignation", REASON) for number in (1, 2, 3))
WON: dict[str, object] = {"result": {"kind": "winner", "winner": "first"}}
DRAWN: dict[str, object] = {"result": {"kind": "drawn"}}
ANOTHER = {"name": "New", "even_though_known": True}
HALL = {"rooms": [{"name": "Hall", "first_table": 1, "last_table": 4}]}
CANCELLED: tuple[str, object] = ("/cancellation", REASON)
TURNED = {"kind": "correct-result", "match": 3, "result": score(7, 5)} | REASON
DICE = {"value": "1234561234"}
PLAYED = {"sides": [1, 2], "length": 7, **RESULT}
SHORT = {"played_length": 5, "correct_length": 7, "first_points": 3, "second_points": 2, "games_ended": 4}
BODIES = {
    "lateness": {
        "due_at": "2026-03-01T19:00:00+01:00",
        "first_at": "2026-03-01T19:00:00+01:00",
        "second_at": "2026-03-01T19:12:00+01:00",
    },
    "clock": {"first": 0, "second": 0},
    "double": {
        "ground": "crawford",
        "games": [{"winner": "first", "won": "backgammon", "cube": 2}, {"winner": "second", "cube": 2}],
        "newest_started": 2,
    },
    "score": {"first": {"first": 4, "second": 3}},
    "cube": {"as_it_stands": {"value": 2, "owner": "first"}},
    "length": SHORT,
}
PRINCIPLE = {"clause": "4.3.3", "principle": "Time out counts when declared.", "reasons": "As the rule says."}
POLICY = REASON | {
    "name": "national",
    "start": "1500",
    "k": {"kind": "falling", "start": "2", "slope": "0.0025", "floor": "1"},
    "factor": "4",
    "scale": "2000",
}
READINGS = {"first_seconds": 60, "second_seconds": 60}

LEAVING: dict[str, object] = {"side": "first"}
RECORDING: dict[str, object] = {"kind": "recording", "answered_by": "first"}
ASKED: dict[str, object] = REASON | {"kind": "monitor", "entry": 1}
SLIP = REASON | {"kind": "monitor", "match": 1, "number": 1}
PROCEEDINGS = {
    f"POST {T}/matches/{{match}}/monitors": Play(begun, lambda s: {"person": s.spare}),
    f"POST {T}/matches/{{match}}/monitors/{{number}}/release": Play(lambda s: begun(s).monitored()),
    f"POST {T}/matches/{{match}}/consents": Play(begun, RECORDING),
    f"POST {T}/matches/{{match}}/consents/{{number}}/withdrawal": Play(
        _recorded("/matches/1/consents", RECORDING), REASON
    ),
    f"POST {T}/matches/{{match}}/breaks": Play(begun, LEAVING),
    f"POST {T}/matches/{{match}}/breaks/{{number}}/end": Play(_recorded("/matches/1/breaks", LEAVING)),
    f"POST {T}/matches/{{match}}/clocks": Play(begun, {"action": "set", "readings": READINGS}),
    f"POST {T}/matches/{{match}}/declarations": Play(begun, {"out_of_time": {"out": "second"}, "declared_by": "first"}),
    f"POST {T}/matches/{{match}}/attachments": Play(
        begun, {"kind": "analysis", "reference": "By mail", "digest": "0" * 64}
    ),
    f"POST {T}/requests": Play(begun, ASKED),
    f"POST {T}/requests/{{number}}/answer": Play(_recorded("/requests", ASKED), REASON | {"granted": True}),
    f"POST {T}/match-record/withdrawals": Play(lambda s: begun(s).monitored(), SLIP),
    f"POST {T}/exceptions": Play(begun, REASON | {"clause": "2.2.3", "exception": "A longer break"}),
}
PLAYS: dict[str, Play] = {
    "POST /v1/tournaments": Play(said={"name": "New", "format": {"kind": "open"}}),
    f"PATCH {T}/conditions": Play(said={"conditions": {"clock": "none"}}, seen=Scene.settings),
    f"PATCH {T}/settings": Play(said={"name": "Another name"}, seen=Scene.settings),
    f"POST {T}/directors": Play(said=lambda s: {"person": s.spare}, seen=Scene.settings),
    f"POST {T}/directors/{{person}}/release": Play(lambda s: s.set().two_directors(), seen=Scene.settings),
    f"POST {T}/start": Play(seen=Scene.settings),
    f"POST {T}/start/withdrawal": Play(Scene.rounds, REASON, Scene.settings),
    f"POST {T}/completion": Play(lambda s: begun(s).settle(), seen=Scene.settings),
    f"POST {T}/cancellation": Play(said=REASON, seen=Scene.settings),
    f"POST {T}/reopening": Play(lambda s: begun(s).complete(), REASON, Scene.settings),
    f"POST {T}/entries": Play(said=lambda s: {"person": s.cast.persons["player"]}),
    f"POST {T}/entries/{{entry}}/approval": Play(seen="entry", at={"entry": 4}),
    f"POST {T}/entries/{{entry}}/colour": Play(said={"colour": "red"}, seen="entry", at={"entry": 4}),
    f"POST {T}/entries/{{entry}}/change": Play(Scene.team, {"team_name": "Three foxes"}, "entry", {"entry": 5}),
    f"POST {T}/entries/{{entry}}/refusal": Play(said=REASON, seen="entry", at={"entry": 4}),
    f"POST {T}/entries/{{entry}}/withdrawal": Play(said=REASON, seen="entry"),
    f"POST {T}/entries/{{entry}}/flight-offer": Play(
        lambda s: s.set().offered(), lambda s: {"flight": _offered(s)}, "entry", {"entry": 3}
    ),
    f"POST {T}/entries/{{entry}}/flight-answer": Play(lambda s: s.set().offered(), {"accepted": True}, "entry"),
    f"POST {T}/matches": Play(begun, PLAYED),
    f"POST {T}/results": Play(begun, {"results": [PLAYED, {"match": 1, **RESULT}]}),
    f"POST {T}/matches/{{match}}/result": Play(begun, RESULT, "match"),
    f"POST {T}/matches/{{match}}/verification": Play(begun, seen="match", at={"match": 2}),
    f"POST {T}/matches/{{match}}/result/withdrawal": Play(_told_at_once, {"matter": "Who won?"}, "match"),
    f"POST {T}/matches/{{match}}/line-ups": Play(
        Scene.on_boards, lambda s: {"entry": 1, "players": [s.spare, s.cast.persons["side"]]}, "match"
    ),
    f"POST {T}/matches/{{match}}/confirmation": Play(_by_link, seen="match"),
    f"POST {T}/matches/{{match}}/corrections": Play(begun, REASON | {"result": score(7, 5)}, "match", {"match": 3}),
    f"POST {T}/matches/{{match}}/length": Play(begun, REASON | SHORT, "match"),
    f"POST {T}/matches/{{match}}/voiding": Play(begun, REASON, "match", {"match": 3}),
    f"POST {T}/matches/{{match}}/reinstatement": Play(begun, REASON, "match", {"match": 4}),
    f"POST {T}/entries/{{entry}}/resignation": Play(Scene.rounds, REASON, "entry"),
    f"POST {T}/entries/{{entry}}/leaving": Play(Scene.rounds, REASON, "entry"),
    f"POST {T}/entries/{{entry}}/resignation/withdrawal": Play(
        lambda s: s.set().resigned_by_staff(), {"reason": "Slip."}, "entry", {"entry": 5}
    ),
    f"POST {T}/entries/{{entry}}/substitute": Play(said=lambda s: REASON | {"person": s.spare}, seen="entry"),
    f"POST {T}/entries/{{entry}}/re-entry/withdrawal": Play(Scene.reentered, REASON, "entry", {"entry": 5}),
    f"POST {T}/rounds/{{round}}/draw": Play(Scene.rounds),
    f"POST {T}/rounds/{{round}}/pairings": Play(Scene.rounds, PAIRED[1]),
    f"POST {T}/rounds/{{round}}/annulment": Play(_rounds(PAIRED), REASON),
    f"POST {T}/rounds/{{round}}/corrections": Play(
        _rounds(PAIRED), REASON | {"matches": [{"match": 1, "sides": [2, 1]}]}
    ),
    f"POST {T}/release": Play(Scene.drawn),
    f"POST {T}/rounds/{{round}}/schedule": Play(Scene.rounds, {"closes_at": "2099-03-08T20:00:00Z"}),
    f"POST {T}/rounds/{{round}}/closing": Play(_swiss(2, PAIRED), REASON | {"early": True}),
    f"POST {T}/seeding": Play(said=REASON | {"order": [3, 1]}, seen=Scene.settings),
    f"POST {T}/stages/{{stage}}/opening": Play(_swiss(1, PAIRED, ("/matches/1/result", WON)), at={"stage": 2}),
    f"POST {T}/stages/{{stage}}/play-off": Play(_swiss(1, PAIRED, ("/matches/1/result", DRAWN)), at={"stage": 2}),
    f"POST {T}/entries/{{entry}}/bye-requests": Play(_swiss(2), {"round": 1}, "entry"),
    f"POST {T}/entries/{{entry}}/bye-requests/{{round}}/withdrawal": Play(
        _swiss(2, ("/entries/1/bye-requests", {"round": 1})), seen="entry"
    ),
    f"POST {T}/entries/{{entry}}/absence": Play(_swiss(2), seen="entry"),
    f"POST {T}/entries/{{entry}}/absence/end": Play(_swiss(2, ("/entries/1/absence", {})), seen="entry"),
    f"POST {T}/matches/{{match}}/no-time-agreed": Play(_swiss(2, PAIRED), {"reported_by": "first"}, "match"),
    f"POST {T}/decisions": Play(_rounds(*LEFT), REASON | {"question": "nobody-left-0", "choice": "no-champion"}),
    f"POST {T}/commitment": Play(_rounds(CANCELLED, ("/reveal", {}), ("/reopening", REASON))),
    f"POST {T}/reveal": Play(_rounds(CANCELLED)),
    f"POST {T}/outside-value": Play(Scene.thrown, DICE),
    f"POST {T}/outside-value/witness": Play(lambda s: s.thrown(DICE["value"]), DICE),
    f"POST {T}/previews/comparison": Play(begun, {"commands": [TURNED, TURNED | {"result": score(7, 6)}]}),
    f"POST {T}/disputes": Play(begun, {"about": ON_MATCH, "matter": "Who won?"}),
    f"POST {T}/disputes/{{dispute}}/statements": Play(
        lambda s: begun(s).disputed(), lambda s: {"kind": "statement", "person": side(s), "statement": "I have won."}
    ),
    f"POST {T}/rulings": Play(begun, WARNING, lambda s: s.etag("match", 3)),
    f"POST {T}/rulings/{{ruling}}/suspension": Play(lambda s: begun(s).appealed(), seen="ruling"),
    f"POST {T}/rulings/{{ruling}}/resumption": Play(lambda s: begun(s).suspended(), seen="ruling"),
    f"POST {T}/rulings/{{ruling}}/withdrawal": Play(
        lambda s: begun(s).ruled(), {"reason": "It was somebody else."}, "ruling"
    ),
    f"POST {T}/rulings/{{ruling}}/appeals": Play(lambda s: begun(s).ruled(), {"entry": 1}, "ruling"),
    f"POST {T}/directors-decisions/{{decision}}/appeals": Play(lambda s: begun(s).decided(), {"entry": 1}),
    f"POST {T}/appeals/{{appeal}}/carrying-out": Play(lambda s: begun(s).overruled(), REASON, "appeal"),
    f"POST {T}/appeals/{{appeal}}/committee": Play(
        lambda s: begun(s).appealed(), lambda s: {"members": s.committee()}, "appeal"
    ),
    f"POST {T}/appeals/{{appeal}}/alternatives": Play(
        lambda s: begun(s).formed(), {"remedies": [{"kind": "match-voiding"}]}
    ),
    f"POST {T}/appeals/{{appeal}}/votes": Play(
        lambda s: begun(s).formed(), lambda s: {"member": s.committee()[0], "verdict": "upheld"}
    ),
    f"POST {T}/appeals/{{appeal}}/decision": Play(lambda s: begun(s).voted(), {"reasons": "As voted."}, "appeal"),
    f"POST {T}/appeals/{{appeal}}/withdrawal": Play(lambda s: begun(s).appealed(), seen="appeal"),
    **{
        f"POST {T}/matches/{{match}}/calculations/{name}": Play(begun, body, at={"match": 3})
        for name, body in BODIES.items()
    },
    f"POST {T}/calculations/prospects": Play(begun, {"sides": [1, 2], "length": 5}),
    f"POST {T}/entries/{{entry}}/check-in": Play(Scene.rounds),
    f"POST {T}/entries/{{entry}}/code": Play(said={"key": "5a1e0c44d2b8f793"}),
    f"POST {T}/entries/{{entry}}/fee": Play(Scene.rounds),
    f"PATCH {T}/hall": Play(said=HALL, seen=Scene.hall),
    f"POST {T}/entries/{{entry}}/fixed-table": Play(_rounds(("/hall", HALL)), {"table": 2}, "entry"),
    f"POST {T}/matches/{{match}}/table": Play(_rounds(("/hall", HALL), PAIRED), {"table": 2}, "match"),
    f"POST {T}/rounds/{{round}}/results": Play(_rounds(("/hall", HALL), PAIRED), {"results": [WON | {"table": 1}]}),
    f"POST {T}/bulk": Play(said=lambda s: {"rows": [{"entry": {"person": s.spare}}]}),
    "POST /v1/tournaments/bulk": Play(
        said=lambda s: {
            "announcement": {"name": "New", "format": {"kind": "open"}},
            "rows": [{"entry": {"person": s.spare}}, {"command": {"kind": "start-tournament"}}],
        }
    ),
    "POST /v1/imports": Play(
        said={"kind": "matches", "name": "New", "text": "date,winner,loser,length\n2025-02-08,Xenia,Yorick,5\n"}
    ),
    "POST /v1/imports/jobs": Play(
        said={"kind": "matches", "name": "New", "text": "date,winner,loser,length\n2025-02-08,Xenia,Yorick,5\n"}
    ),
    **{
        f"POST /v1/imports/jobs/{{job}}/{act}": Play(lambda s: s.set().with_import())
        for act in ("cancellation", "resumption")
    },
    "POST /v1/persons/bulk": Play(said={"persons": [ANOTHER]}),
    f"POST {T}/previews": Play(begun, {"command": TURNED}),
    f"POST {T}/matches/{{match}}/invitation": Play(_rounds(PAIRED), seen="match"),
    f"POST {T}/matches/{{match}}/acknowledgement": Play(
        _rounds(PAIRED, ("/matches/1/invitation", {"invited_by": "second"})), seen="match"
    ),
    **PROCEEDINGS,
    "POST /v1/clubs": Play(said={"name": "Valley"}),
    "POST /v1/clubs/{club}/name": Play(lambda s: s.set().with_club(), {"name": "Hill"}, Scene.club_etag),
    "POST /v1/clubs/{club}/branding": Play(lambda s: s.set().with_club(), {"colour": "#14573d"}, Scene.club_etag),
    "POST /v1/clubs/{club}/officers": Play(lambda s: s.set().with_club(), lambda s: {"person": s.spare}),
    "POST /v1/clubs/{club}/officers/{person}/release": Play(
        lambda s: s.set().with_club(), at={"person": lambda s: s.cast.persons["director"]}
    ),
    "POST /v1/clubs/{club}/members": Play(
        lambda s: s.set().with_club(), lambda s: {"person": s.spare, "since": f"{datetime.now(UTC):%Y-%m-%d}"}
    ),
    "POST /v1/clubs/{club}/members/{membership}/end": Play(lambda s: s.set().with_club(), {"until": "2026-02-01"}),
    "POST /v1/clubs/{club}/members/{membership}/publication-consent": Play(
        lambda s: s.set().with_club(), {"granted": False}
    ),
    "POST /v1/clubs/{club}/offers/{offer}/answer": Play(lambda s: s.set().with_club(), {"accepted": True}),
    "POST /v1/clubs/{club}/requests": Play(lambda s: s.set().with_club(), {"since": f"{datetime.now(UTC):%Y-%m-%d}"}),
    "POST /v1/clubs/{club}/requests/{request}/answer": Play(lambda s: s.set().with_asked_club(), {"accepted": True}),
    "POST /v1/clubs/{club}/requests/{request}/withdrawal": Play(lambda s: s.set().with_asked_club()),
    "POST /v1/lists/{list}/owner": Play(lambda s: s.set().with_list(), lambda s: {"club": s.club}),
    "POST /v1/keys": Play(said=lambda s: {"role": "player", "person": s.spare}),
    **{
        f"POST /v1/keys/{{key}}/{act}": Play(lambda s: s.set().with_key(), body)
        for act, body in {
            "rotation": {},
            "label": {"label": "For the hall"},
            "expiry": {"expires_at": "2099-12-31"},
            "revocation": {},
        }.items()
    },
    "POST /v1/webhooks": Play(said={"feed": "ratings", "address": "https://ranking.example.org/"}),
    "POST /v1/webhooks/{webhook}/enabling": Play(lambda s: s.set().with_webhook(disabled=True)),
    **{
        f"POST /v1/webhooks/{{webhook}}/{act}": Play(lambda s: s.set().with_webhook(disabled=False), body)
        for act, body in {"secret": {}, "cursor": {"since": 0}, "disabling": {}, "test": {}}.items()
    },
    f"POST {T}/entries/{{entry}}/links": Play(),
    f"POST {T}/links/{{key}}/revocation": Play(Scene.with_link),
    f"POST {T}/screens": Play(),
    f"POST {T}/screens/{{key}}/revocation": Play(Scene.with_screen),
    "POST /v1/keys/exchange": Play(said=exchange("5f" * 32)),
    "POST /v1/persons": Play(said={"name": "New", "even_though_known": True}),
    "PATCH /v1/persons/{person}/details": Play(
        said={"contact": "side@example.org"}, seen="person", at={"person": side}
    ),
    "POST /v1/persons/{person}/correction-request": Play(
        said={"request": "Born in 1996."}, seen="person", at={"person": side}
    ),
    "POST /v1/persons/{person}/correction-request/refusal": Play(
        lambda s: s.set().asking_for_correction(), REASON, "person"
    ),
    "POST /v1/persons/{person}/publication-consent": Play(said={"granted": False}, seen="person", at={"person": side}),
    "POST /v1/persons/{person}/merge": Play(
        Scene.twice, lambda s: REASON | {"merged_into": s.spare}, "person", {"person": lambda s: s.record}
    ),
    "POST /v1/persons/{person}/merge/withdrawal": Play(
        lambda s: s.twice().merged(), REASON, "person", {"person": lambda s: s.record}
    ),
    "POST /v1/persons/{person}/distinct-persons": Play(said=lambda s: {"other_person": side(s)}, seen="person"),
    "POST /v1/persons/{person}/opening-ratings": Play(
        said=REASON | {"pool": "price", "rating": "1600", "experience": 5}, seen="person"
    ),
    "POST /v1/persons/{person}/bans": Play(said=REASON, seen="person"),
    "POST /v1/persons/{person}/bans/{ban}/lift": Play(lambda s: s.set().banned(), REASON, "person"),
    "POST /v1/persons/{person}/bans/{ban}/suspension": Play(lambda s: s.set().banned(), REASON, "person"),
    "POST /v1/persons/{person}/bans/{ban}/resumption": Play(lambda s: s.set().with_suspended_ban(), REASON, "person"),
    "POST /v1/persons/{person}/bans/{ban}/confirmation": Play(lambda s: s.set().banned(), seen="person"),
    "POST /v1/persons/{person}/resignations/{resignation}/confirmation": Play(
        lambda s: s.set().resigned_by_staff(), seen="person"
    ),
    "POST /v1/persons/{person}/resignations/lift": Play(lambda s: s.set().resigned(), REASON, "person"),
    "POST /v1/series": Play(said={"name": "Winter cup"}),
    "POST /v1/series/{series}/description": Play(
        lambda s: s.set().shelved(),
        lambda s: {"name": "Spring cup", "directors": [s.cast.persons["director"]]},
        lambda _: SERIES.etag(1),
    ),
    "POST /v1/series/{series}/seasons/{season}/divisions": Play(
        lambda s: s.set().with_divisions(), lambda s: {"divisions": s.divisions}
    ),
    "POST /v1/series/{series}/seasons/{season}/next-season": Play(
        lambda s: s.set().with_divisions().with_divisions_played(),
        lambda s: REASON | {"ahead": [{"tournament": one["tournament"], "entry": 1} for one in s.divisions]},
    ),
    "POST /v1/series/{series}/seasons/{season}/next-season/announcement": Play(
        lambda s: s.set().with_divisions().with_divisions_played().with_next_season_proposed()
    ),
    "POST /v1/federation/resignation-limit": Play(said=REASON | {"limit": None}, seen=Scene.federation_etag),
    "POST /v1/federation/decisions": Play(said=lambda s: {"account": "Look at this.", "tournament": s.id}),
    "POST /v1/federation/decisions/{decision}/answer": Play(
        Scene.with_reported_decision, {"answer": "The rule is clear."}
    ),
    "POST /v1/federation/precedents": Play(said=PRINCIPLE),
    "POST /v1/federation/precedents/{precedent}/withdrawal": Play(lambda s: s.set().with_precedent(PRINCIPLE), REASON),
    "POST /v1/federation/sanctions": Play(said=lambda s: REASON | {"person": s.spare, "until": None}),
    "POST /v1/federation/sanctions/{sanction}/appeal": Play(
        lambda s: s.set().with_sanction(), {"account": "It was somebody else."}
    ),
    "POST /v1/federation/sanctions/{sanction}/appeal/decision": Play(
        lambda s: s.set().with_sanction(appealed=True), {"verdict": "upheld", "reasons": "Three directors heard it."}
    ),
    "POST /v1/federation/sanctions/{sanction}/lift": Play(lambda s: s.set().with_sanction(), REASON),
    "POST /v1/ratings/trials": Play(said={"policy": {"kind": "announced", "policy": "club", "policy_version": 1}}),
    "POST /v1/rating-policies": Play(said=lambda s: POLICY | {"name": f"national-{s.id}"[:40]}),
    "POST /v1/rating-pools": Play(
        said=lambda s: REASON | {"pool": f"pool-{s.id}"[:40], "names": [{"language": "en", "name": "online"}]}
    ),
    "POST /v1/rating-pools/listing": Play(
        said=lambda s: (
            REASON
            | {
                "pool": "price",
                "minimum_matches": int(s.id[:8], 16),  # no other scene's
                "seen_within_days": None,
                "members_only": False,
                "opening": "either",
            }
        ),
        seen=Scene.federation_etag,
    ),
    "POST /v1/publications": Play(said=lambda s: {"subject": {"kind": "standings", "tournament": s.id}}),
    "POST /v1/federation/report-days": Play(said=REASON | {"days": 14}, seen=Scene.federation_etag),
    "POST /v1/federation/naming-rules": Play(
        said=REASON | {"minors_below": 18, "consent_required": False}, seen=Scene.federation_etag
    ),
    "POST /v1/federation/time-zone": Play(said=REASON | {"time_zone": "UTC"}, seen=Scene.federation_etag),
    f"POST {T}/matches/{{match}}/attachments/{{attachment}}/analysis": Play(_transcribed, at={"match": 3}),
    f"POST {T}/matches/{{match}}/attachments/{{attachment}}/analysis/cancellation": Play(_transcribed, at={"match": 3}),
    f"POST {T}/matches/{{match}}/live-score": Play(begun, {"step": "back", "seen": "0-0-0-0-1-middle"}),
    f"POST {T}/reviews/{{item}}/resolution": Play(lambda s: s.set().reviewed(), REASON),
    f"POST {T}/report/filings": Play(
        lambda s: begun(s).complete(), lambda s: {"digest": report_of(s.state()).digest, "reference": "Letter 1"}
    ),
    f"POST {T}/import/confirmation": Play(begun, {"tournament_version": 1}),
    "POST /v1/persons/{person}/erasure": Play(seen="person"),
    "POST /v1/persons/{person}/erasure/confirmation": Play(lambda s: s.set().to_be_erased(), seen="person"),
    "POST /v1/persons/{person}/erasure/stop": Play(lambda s: s.set().to_be_erased(), REASON, "person"),
}

HOLDERS: Mapping[str, set[str]] = {
    "the service, where rounds roll on by themselves": set(),
    "anyone who throws the dice": {"side"},
    "the announced witness": {"entrant"},
    "staff": STAFF,
    "an administrator, or a director": DIRECTORS,
    "anyone who enters, or a member of the team": {"player"},
    "an officer of the club that the entry stands for": set(),
    "an officer of the club for which a side plays": set(),
    "an officer of the clubs for which a side of each match plays": set(),
    "the entry's player, or a member of its team": {"side"},
    "the entry's player, where somebody else has recorded it": set(),
    "staff who have not recorded it": {"administrator"},
    "staff who have recorded it, until a match or a bye is made": {"director"},
    "a side of the match": {"side"},
    "a player of the team": {"side"},
    "the side that did not report it, of a result that counts at once; or the opponent whose director's link did": {
        "side"
    },
    "their opponent by the link of a director who plays it, where that was announced": set(),
    "the opponent of the director by whose link alone it counts": {"side"},
    "a side of each match in the list": {"side"},
    "the side of the match that is named": {"side"},
    "the side of the match that was invited": {"side"},
    "the side that takes the break": {"side"},
    "the entry that asks": {"side"},
    "a party to the dispute": {"side"},
    "the party whose statement it is": {"side"},
    "the party that appeals": {"side"},
    "the entry that appeals": {"side"},
    "the party that has appealed": {"side"},
    "a member of the committee": {"player"},
    "the member whose vote it is": {"player"},
    "a member of the committee that rules": set(),
    "the opponent of who has reported it, where no director verifies it": set(),
    "anyone who has just recorded it": set(),
    "a monitor of the match": set(),
    "a monitor of the match, who alerts the director": set(),
    "an administrator who recorded none of it": set(),
}
"""Which callers hold each role of the registry in the scene that a command is called in."""
