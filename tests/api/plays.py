"""How every command is called so that anyone who may do it succeeds, and which callers hold its roles there."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from api.http.etags import SERIES
from domain.tournament.decisions.reporting.federation_report import report_of
from tests.api.callers import DIRECTORS, STAFF, T
from tests.api.scenes import ON_MATCH, REASON, RESULT, WARNING, Scene
from tests.api.support import exchange, score


@dataclass
class Play:
    """How a command is called so that anyone who may do it succeeds."""

    set: Callable[[Scene], Scene]
    path: Callable[[Scene], str]
    body: Callable[[Scene], object] = lambda _: {}
    seen: Callable[[Scene], str | None] = lambda _: None


def _settings(place: str, body: object = None, before: Callable[[Scene], Scene] = Scene.set) -> Play:
    return Play(before, lambda s: s.at(place), lambda _: body or {}, Scene.settings)


def _entry(number: int, action: str, body: object = None) -> Play:
    return Play(
        lambda s: s.set(),
        lambda s: s.at(f"/entries/{number}/{action}"),
        lambda _: body or {},
        lambda s: s.etag("entry", number),
    )


def _analysis(action: str) -> Play:
    return Play(lambda s: begun(s).transcribed(), lambda s: s.at(f"/matches/3/attachments/1/analysis{action}"))


def _match(number: int, action: str, body: object = None) -> Play:
    return Play(
        begun,
        lambda s: s.at(f"/matches/{number}/{action}"),
        lambda _: body or {},
        lambda s: s.etag("match", number),
    )


def begun(scene: Scene) -> Scene:
    return scene.set().begin()


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


def _spare(place: str, body: object, before: Callable[[Scene], Scene] = Scene.set) -> Play:
    return Play(before, lambda s: f"/v1/persons/{s.spare}/{place}", lambda _: body, lambda s: s.person_etag(s.spare))


def _of_side(place: str, body: object) -> Play:
    """A command on the person in question."""
    return Play(Scene.set, lambda s: f"/v1/persons/{side(s)}/{place}", lambda _: body, lambda s: s.person_etag(side(s)))


def side(scene: Scene) -> str:
    return scene.cast.persons["side"]


def _rounds(place: str, body: object = None, *before: tuple[str, object]) -> Play:
    return Play(lambda s: s.rounds(*before), lambda s: s.at(place), lambda _: body or {})


def _first_entry(scene: Scene) -> str:
    return scene.etag("entry", 1)


def _swiss(place: str, body: object, seen: Callable[[Scene], str | None], *before: tuple[str, object]) -> Play:
    return Play(lambda s: s.swiss(2, *before), lambda s: s.at(place), lambda _: body, seen)


def _cut(place: str, *before: tuple[str, object]) -> Play:
    return Play(lambda s: s.swiss(1, PAIRED, *before), lambda s: s.at(place))


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


def _said(place: str, said: Mapping[str, object]) -> Play:
    return Play(begun, lambda s: s.at(place), lambda _: said)


def _settled(recorded: str, said: Mapping[str, object], place: str, answer: Mapping[str, object]) -> Play:
    """What is recorded, and then settled."""

    def before(scene: Scene) -> Scene:
        begun(scene).cast.administrator.done(scene.at(recorded), said)
        return scene

    return Play(before, lambda s: s.at(f"{recorded}/1/{place}"), lambda _: answer)


LEAVING: dict[str, object] = {"side": "first"}
RECORDING: dict[str, object] = {"kind": "recording", "answered_by": "first"}
ASKED: dict[str, object] = REASON | {"kind": "monitor", "entry": 1}
SLIP = REASON | {"kind": "monitor", "match": 1, "number": 1}
PROCEEDINGS = {
    f"POST {T}/matches/{{match}}/monitors": Play(
        begun, lambda s: s.at("/matches/1/monitors"), lambda s: {"person": s.spare}
    ),
    f"POST {T}/matches/{{match}}/monitors/{{number}}/release": Play(
        lambda s: begun(s).monitored(), lambda s: s.at("/matches/1/monitors/1/release")
    ),
    f"POST {T}/matches/{{match}}/consents": _said("/matches/1/consents", RECORDING),
    f"POST {T}/matches/{{match}}/consents/{{number}}/withdrawal": _settled(
        "/matches/1/consents", RECORDING, "withdrawal", REASON
    ),
    f"POST {T}/matches/{{match}}/breaks": _said("/matches/1/breaks", LEAVING),
    f"POST {T}/matches/{{match}}/breaks/{{number}}/end": _settled("/matches/1/breaks", LEAVING, "end", {}),
    f"POST {T}/matches/{{match}}/clocks": _said("/matches/1/clocks", {"action": "set", "readings": READINGS}),
    f"POST {T}/matches/{{match}}/declarations": _said(
        "/matches/1/declarations", {"out_of_time": {"out": "second"}, "declared_by": "first"}
    ),
    f"POST {T}/matches/{{match}}/attachments": _said(
        "/matches/1/attachments", {"kind": "analysis", "reference": "By mail", "digest": "0" * 64}
    ),
    f"POST {T}/requests": _said("/requests", ASKED),
    f"POST {T}/requests/{{number}}/answer": _settled("/requests", ASKED, "answer", REASON | {"granted": True}),
    f"POST {T}/match-record/withdrawals": Play(
        lambda s: begun(s).monitored(), lambda s: s.at("/match-record/withdrawals"), lambda _: SLIP
    ),
    f"POST {T}/exceptions": _said("/exceptions", REASON | {"clause": "2.2.3", "exception": "A longer break"}),
}


def _calculated(name: str, scene: Scene) -> str:
    return scene.at(f"/matches/3/calculations/{name}")


def _with_webhook(scene: Scene, *, disabled: bool) -> Scene:
    return scene.set().with_webhook(disabled=disabled)


def _of_import(act: str, scene: Scene) -> str:
    return f"/v1/imports/jobs/{scene.job}/{act}"


def _of_webhook(act: str, scene: Scene) -> str:
    return f"/v1/webhooks/{scene.webhook}/{act}"


def _of_key(act: str, scene: Scene) -> str:
    return f"/v1/keys/{scene.key}/{act}"


def _given(body: object, _: Scene) -> object:
    return body


PLAYS: dict[str, Play] = {
    "POST /v1/tournaments": Play(
        Scene.set, lambda _: "/v1/tournaments", lambda _: {"name": "New", "format": {"kind": "open"}}
    ),
    f"PATCH {T}/conditions": _settings("/conditions", {"conditions": {"clock": "none"}}),
    f"PATCH {T}/settings": _settings("/settings", {"name": "Another name"}),
    f"POST {T}/directors": Play(Scene.set, lambda s: s.at("/directors"), lambda s: {"person": s.spare}, Scene.settings),
    f"POST {T}/directors/{{person}}/release": Play(
        lambda s: s.set().two_directors(),
        lambda s: s.at(f"/directors/{s.spare}/release"),
        seen=Scene.settings,
    ),
    f"POST {T}/start": _settings("/start"),
    f"POST {T}/start/withdrawal": _settings("/start/withdrawal", REASON, Scene.rounds),
    f"POST {T}/completion": _settings("/completion", None, lambda s: begun(s).settle()),
    f"POST {T}/cancellation": _settings("/cancellation", REASON),
    f"POST {T}/reopening": _settings("/reopening", REASON, lambda s: begun(s).complete()),
    f"POST {T}/entries": Play(Scene.set, lambda s: s.at("/entries"), lambda s: {"person": s.cast.persons["player"]}),
    f"POST {T}/entries/{{entry}}/approval": _entry(4, "approval"),
    f"POST {T}/entries/{{entry}}/colour": _entry(4, "colour", {"colour": "red"}),
    f"POST {T}/entries/{{entry}}/change": Play(
        Scene.team,
        lambda s: s.at("/entries/5/change"),
        lambda _: {"team_name": "Three foxes"},
        lambda s: s.etag("entry", 5),
    ),
    f"POST {T}/entries/{{entry}}/refusal": _entry(4, "refusal", REASON),
    f"POST {T}/entries/{{entry}}/withdrawal": _entry(1, "withdrawal", REASON),
    f"POST {T}/entries/{{entry}}/flight-offer": Play(
        lambda s: s.set().offered(),
        lambda s: s.at("/entries/3/flight-offer"),
        lambda s: {"flight": _offered(s)},
        lambda s: s.etag("entry", 3),
    ),
    f"POST {T}/entries/{{entry}}/flight-answer": Play(
        lambda s: s.set().offered(),
        lambda s: s.at("/entries/1/flight-answer"),
        lambda _: {"accepted": True},
        lambda s: s.etag("entry", 1),
    ),
    f"POST {T}/matches": Play(begun, lambda s: s.at("/matches"), lambda _: PLAYED),
    f"POST {T}/results": Play(
        begun, lambda s: s.at("/results"), lambda _: {"results": [PLAYED, {"match": 1, **RESULT}]}
    ),
    f"POST {T}/matches/{{match}}/result": _match(1, "result", RESULT),
    f"POST {T}/matches/{{match}}/verification": _match(2, "verification"),
    f"POST {T}/matches/{{match}}/result/withdrawal": Play(
        _told_at_once,
        lambda s: s.at("/matches/1/result/withdrawal"),
        lambda _: {"matter": "Who won?"},
        lambda s: s.etag("match", 1),
    ),
    f"POST {T}/matches/{{match}}/line-ups": Play(
        Scene.on_boards,
        lambda s: s.at("/matches/1/line-ups"),
        lambda s: {"entry": 1, "players": [s.spare, s.cast.persons["side"]]},
        lambda s: s.etag("match", 1),
    ),
    f"POST {T}/matches/{{match}}/confirmation": Play(
        _by_link, lambda s: s.at("/matches/1/confirmation"), lambda _: {}, lambda s: s.etag("match", 1)
    ),
    f"POST {T}/matches/{{match}}/corrections": _match(3, "corrections", REASON | {"result": score(7, 5)}),
    f"POST {T}/matches/{{match}}/length": _match(1, "length", REASON | SHORT),
    f"POST {T}/matches/{{match}}/voiding": _match(3, "voiding", REASON),
    f"POST {T}/matches/{{match}}/reinstatement": _match(4, "reinstatement", REASON),
    f"POST {T}/entries/{{entry}}/resignation": Play(
        lambda s: s.rounds(),
        lambda s: s.at("/entries/1/resignation"),
        lambda _: REASON,
        lambda s: s.etag("entry", 1),
    ),
    f"POST {T}/entries/{{entry}}/leaving": Play(
        lambda s: s.rounds(),
        lambda s: s.at("/entries/1/leaving"),
        lambda _: REASON,
        lambda s: s.etag("entry", 1),
    ),
    f"POST {T}/entries/{{entry}}/resignation/withdrawal": Play(
        lambda s: s.set().resigned_by_staff(),
        lambda s: s.at("/entries/5/resignation/withdrawal"),
        lambda _: {"reason": "Slip."},
        lambda s: s.etag("entry", 5),
    ),
    f"POST {T}/entries/{{entry}}/substitute": Play(
        Scene.set,
        lambda s: s.at("/entries/1/substitute"),
        lambda s: REASON | {"person": s.spare},
        lambda s: s.etag("entry", 1),
    ),
    f"POST {T}/entries/{{entry}}/re-entry/withdrawal": Play(
        lambda s: s.reentered(),
        lambda s: s.at("/entries/5/re-entry/withdrawal"),
        lambda _: REASON,
        lambda s: s.etag("entry", 5),
    ),
    f"POST {T}/rounds/{{round}}/draw": _rounds("/rounds/1/draw"),
    f"POST {T}/rounds/{{round}}/pairings": _rounds(*PAIRED),
    f"POST {T}/rounds/{{round}}/annulment": _rounds("/rounds/1/annulment", REASON, PAIRED),
    f"POST {T}/rounds/{{round}}/corrections": _rounds(
        "/rounds/1/corrections", REASON | {"matches": [{"match": 1, "sides": [2, 1]}]}, PAIRED
    ),
    f"POST {T}/release": Play(lambda s: s.drawn(), lambda s: s.at("/release")),
    f"POST {T}/rounds/{{round}}/schedule": _rounds("/rounds/1/schedule", {"closes_at": "2099-03-08T20:00:00Z"}),
    f"POST {T}/rounds/{{round}}/closing": _swiss("/rounds/1/closing", REASON | {"early": True}, lambda _: None, PAIRED),
    f"POST {T}/seeding": _settings("/seeding", REASON | {"order": [3, 1]}),
    f"POST {T}/stages/{{stage}}/opening": _cut("/stages/2/opening", ("/matches/1/result", WON)),
    f"POST {T}/stages/{{stage}}/play-off": _cut("/stages/2/play-off", ("/matches/1/result", DRAWN)),
    f"POST {T}/entries/{{entry}}/bye-requests": _swiss("/entries/1/bye-requests", {"round": 1}, _first_entry),
    f"POST {T}/entries/{{entry}}/bye-requests/{{round}}/withdrawal": _swiss(
        "/entries/1/bye-requests/1/withdrawal", {}, _first_entry, ("/entries/1/bye-requests", {"round": 1})
    ),
    f"POST {T}/entries/{{entry}}/absence": _swiss("/entries/1/absence", {}, _first_entry),
    f"POST {T}/entries/{{entry}}/absence/end": _swiss(
        "/entries/1/absence/end", {}, _first_entry, ("/entries/1/absence", {})
    ),
    f"POST {T}/matches/{{match}}/no-time-agreed": _swiss(
        "/matches/1/no-time-agreed", {"reported_by": "first"}, lambda s: s.etag("match", 1), PAIRED
    ),
    f"POST {T}/decisions": _rounds(
        "/decisions", REASON | {"question": "nobody-left-0", "choice": "no-champion"}, *LEFT
    ),
    f"POST {T}/commitment": _rounds("/commitment", None, CANCELLED, ("/reveal", {}), ("/reopening", REASON)),
    f"POST {T}/reveal": _rounds("/reveal", None, CANCELLED),
    f"POST {T}/outside-value": Play(Scene.thrown, lambda s: s.at("/outside-value"), lambda _: DICE),
    f"POST {T}/outside-value/witness": Play(
        lambda s: s.thrown(DICE["value"]), lambda s: s.at("/outside-value/witness"), lambda _: DICE
    ),
    f"POST {T}/previews/comparison": Play(
        begun,
        lambda s: s.at("/previews/comparison"),
        lambda _: {"commands": [TURNED, TURNED | {"result": score(7, 6)}]},
    ),
    f"POST {T}/disputes": Play(begun, lambda s: s.at("/disputes"), lambda _: {"about": ON_MATCH, "matter": "Who won?"}),
    f"POST {T}/disputes/{{dispute}}/statements": Play(
        lambda s: begun(s).disputed(),
        lambda s: s.at("/disputes/1/statements"),
        lambda s: {"kind": "statement", "person": side(s), "statement": "I have won."},
    ),
    f"POST {T}/rulings": Play(begun, lambda s: s.at("/rulings"), lambda _: WARNING, lambda s: s.etag("match", 3)),
    f"POST {T}/rulings/{{ruling}}/suspension": Play(
        lambda s: begun(s).appealed(), lambda s: s.at("/rulings/1/suspension"), seen=lambda s: s.etag("ruling", 1)
    ),
    f"POST {T}/rulings/{{ruling}}/resumption": Play(
        lambda s: begun(s).suspended(), lambda s: s.at("/rulings/1/resumption"), seen=lambda s: s.etag("ruling", 1)
    ),
    f"POST {T}/rulings/{{ruling}}/withdrawal": Play(
        lambda s: begun(s).ruled(),
        lambda s: s.at("/rulings/1/withdrawal"),
        lambda _: {"reason": "It was somebody else."},
        seen=lambda s: s.etag("ruling", 1),
    ),
    f"POST {T}/rulings/{{ruling}}/appeals": Play(
        lambda s: begun(s).ruled(),
        lambda s: s.at("/rulings/1/appeals"),
        lambda _: {"entry": 1},
        lambda s: s.etag("ruling", 1),
    ),
    f"POST {T}/directors-decisions/{{decision}}/appeals": Play(
        lambda s: begun(s).decided(),
        lambda s: s.at(f"/directors-decisions/{s.decision}/appeals"),
        lambda _: {"entry": 1},
    ),
    f"POST {T}/appeals/{{appeal}}/carrying-out": Play(
        lambda s: begun(s).overruled(),
        lambda s: s.at("/appeals/1/carrying-out"),
        lambda _: REASON,
        lambda s: s.etag("appeal", 1),
    ),
    f"POST {T}/appeals/{{appeal}}/committee": Play(
        lambda s: begun(s).appealed(),
        lambda s: s.at("/appeals/1/committee"),
        lambda s: {"members": s.committee()},
        lambda s: s.etag("appeal", 1),
    ),
    f"POST {T}/appeals/{{appeal}}/alternatives": Play(
        lambda s: begun(s).formed(),
        lambda s: s.at("/appeals/1/alternatives"),
        lambda _: {"remedies": [{"kind": "match-voiding"}]},
    ),
    f"POST {T}/appeals/{{appeal}}/votes": Play(
        lambda s: begun(s).formed(),
        lambda s: s.at("/appeals/1/votes"),
        lambda s: {"member": s.committee()[0], "verdict": "upheld"},
    ),
    f"POST {T}/appeals/{{appeal}}/decision": Play(
        lambda s: begun(s).voted(),
        lambda s: s.at("/appeals/1/decision"),
        lambda _: {"reasons": "As voted."},
        lambda s: s.etag("appeal", 1),
    ),
    f"POST {T}/appeals/{{appeal}}/withdrawal": Play(
        lambda s: begun(s).appealed(), lambda s: s.at("/appeals/1/withdrawal"), seen=lambda s: s.etag("appeal", 1)
    ),
    **{
        f"POST {T}/matches/{{match}}/calculations/{name}": Play(
            begun, partial(_calculated, name), partial(_given, body)
        )
        for name, body in BODIES.items()
    },
    f"POST {T}/calculations/prospects": Play(
        begun, lambda s: s.at("/calculations/prospects"), lambda _: {"sides": [1, 2], "length": 5}
    ),
    f"POST {T}/entries/{{entry}}/check-in": Play(
        lambda s: s.rounds(), lambda s: s.at("/entries/1/check-in"), lambda _: {}
    ),
    f"POST {T}/entries/{{entry}}/code": Play(
        lambda s: s.set(), lambda s: s.at("/entries/1/code"), lambda _: {"key": "5a1e0c44d2b8f793"}
    ),
    f"POST {T}/entries/{{entry}}/fee": Play(lambda s: s.rounds(), lambda s: s.at("/entries/1/fee"), lambda _: {}),
    f"PATCH {T}/hall": Play(Scene.set, lambda s: s.at("/hall"), lambda _: HALL, Scene.hall),
    f"POST {T}/entries/{{entry}}/fixed-table": Play(
        lambda s: s.rounds(("/hall", HALL)),
        lambda s: s.at("/entries/1/fixed-table"),
        lambda _: {"table": 2},
        _first_entry,
    ),
    f"POST {T}/matches/{{match}}/table": Play(
        lambda s: s.rounds(("/hall", HALL), PAIRED),
        lambda s: s.at("/matches/1/table"),
        lambda _: {"table": 2},
        lambda s: s.etag("match", 1),
    ),
    f"POST {T}/rounds/{{round}}/results": Play(
        lambda s: s.rounds(("/hall", HALL), PAIRED),
        lambda s: s.at("/rounds/1/results"),
        lambda _: {"results": [WON | {"table": 1}]},
    ),
    f"POST {T}/bulk": Play(Scene.set, lambda s: s.at("/bulk"), lambda s: {"rows": [{"entry": {"person": s.spare}}]}),
    "POST /v1/tournaments/bulk": Play(
        Scene.set,
        lambda _: "/v1/tournaments/bulk",
        lambda s: {
            "announcement": {"name": "New", "format": {"kind": "open"}},
            "rows": [{"entry": {"person": s.spare}}, {"command": {"kind": "start-tournament"}}],
        },
    ),
    "POST /v1/imports": Play(
        Scene.set,
        lambda _: "/v1/imports",
        lambda _: {"kind": "matches", "name": "New", "text": "date,winner,loser,length\n2025-02-08,Xenia,Yorick,5\n"},
    ),
    "POST /v1/imports/jobs": Play(
        Scene.set,
        lambda _: "/v1/imports/jobs",
        lambda _: {"kind": "matches", "name": "New", "text": "date,winner,loser,length\n2025-02-08,Xenia,Yorick,5\n"},
    ),
    **{
        f"POST /v1/imports/jobs/{{job}}/{act}": Play(lambda s: s.set().with_import(), partial(_of_import, act))
        for act in ("cancellation", "resumption")
    },
    "POST /v1/persons/bulk": Play(Scene.set, lambda _: "/v1/persons/bulk", lambda _: {"persons": [ANOTHER]}),
    f"POST {T}/previews": Play(begun, lambda s: s.at("/previews"), lambda _: {"command": TURNED}),
    f"POST {T}/matches/{{match}}/invitation": Play(
        lambda s: s.rounds(PAIRED),
        lambda s: s.at("/matches/1/invitation"),
        lambda _: {},
        lambda s: s.etag("match", 1),
    ),
    f"POST {T}/matches/{{match}}/acknowledgement": Play(
        lambda s: s.rounds(PAIRED, ("/matches/1/invitation", {"invited_by": "second"})),
        lambda s: s.at("/matches/1/acknowledgement"),
        lambda _: {},
        lambda s: s.etag("match", 1),
    ),
    **PROCEEDINGS,
    "POST /v1/clubs": Play(Scene.set, lambda _: "/v1/clubs", lambda _: {"name": "Valley"}),
    "POST /v1/clubs/{club}/name": Play(
        lambda s: s.set().with_club(),
        lambda s: f"/v1/clubs/{s.club}/name",
        lambda _: {"name": "Hill"},
        Scene.club_etag,
    ),
    "POST /v1/clubs/{club}/branding": Play(
        lambda s: s.set().with_club(),
        lambda s: f"/v1/clubs/{s.club}/branding",
        lambda _: {"colour": "#14573d"},
        Scene.club_etag,
    ),
    "POST /v1/clubs/{club}/officers": Play(
        lambda s: s.set().with_club(), lambda s: f"/v1/clubs/{s.club}/officers", lambda s: {"person": s.spare}
    ),
    "POST /v1/clubs/{club}/officers/{person}/release": Play(
        lambda s: s.set().with_club(), lambda s: f"/v1/clubs/{s.club}/officers/{s.cast.persons['director']}/release"
    ),
    "POST /v1/clubs/{club}/members": Play(
        lambda s: s.set().with_club(),
        lambda s: f"/v1/clubs/{s.club}/members",
        lambda s: {"person": s.spare, "since": f"{datetime.now(UTC):%Y-%m-%d}"},
    ),
    "POST /v1/clubs/{club}/members/{membership}/end": Play(
        lambda s: s.set().with_club(),
        lambda s: f"/v1/clubs/{s.club}/members/1/end",
        lambda _: {"until": "2026-02-01"},
    ),
    "POST /v1/clubs/{club}/members/{membership}/publication-consent": Play(
        lambda s: s.set().with_club(),
        lambda s: f"/v1/clubs/{s.club}/members/1/publication-consent",
        lambda _: {"granted": False},
    ),
    "POST /v1/clubs/{club}/offers/{offer}/answer": Play(
        lambda s: s.set().with_club(),
        lambda s: f"/v1/clubs/{s.club}/offers/1/answer",
        lambda _: {"accepted": True},
    ),
    "POST /v1/clubs/{club}/requests": Play(
        lambda s: s.set().with_club(),
        lambda s: f"/v1/clubs/{s.club}/requests",
        lambda _: {"since": f"{datetime.now(UTC):%Y-%m-%d}"},
    ),
    "POST /v1/clubs/{club}/requests/{request}/answer": Play(
        lambda s: s.set().with_asked_club(),
        lambda s: f"/v1/clubs/{s.club}/requests/1/answer",
        lambda _: {"accepted": True},
    ),
    "POST /v1/clubs/{club}/requests/{request}/withdrawal": Play(
        lambda s: s.set().with_asked_club(), lambda s: f"/v1/clubs/{s.club}/requests/1/withdrawal"
    ),
    "POST /v1/lists/{list}/owner": Play(
        lambda s: s.set().with_list(), lambda s: f"/v1/lists/{s.known_list}/owner", lambda s: {"club": s.club}
    ),
    "POST /v1/keys": Play(Scene.set, lambda _: "/v1/keys", lambda s: {"role": "player", "person": s.spare}),
    **{
        f"POST /v1/keys/{{key}}/{act}": Play(lambda s: s.set().with_key(), partial(_of_key, act), partial(_given, body))
        for act, body in {
            "rotation": {},
            "label": {"label": "For the hall"},
            "expiry": {"expires_at": "2099-12-31"},
            "revocation": {},
        }.items()
    },
    "POST /v1/webhooks": Play(
        Scene.set, lambda _: "/v1/webhooks", lambda _: {"feed": "ratings", "address": "https://ranking.example.org/"}
    ),
    **{
        f"POST /v1/webhooks/{{webhook}}/{act}": Play(
            partial(_with_webhook, disabled=act == "enabling"),
            partial(_of_webhook, act),
            partial(_given, {"since": 0} if act == "cursor" else {}),
        )
        for act in ("secret", "cursor", "disabling", "enabling", "test")
    },
    f"POST {T}/entries/{{entry}}/links": Play(Scene.set, lambda s: s.at("/entries/1/links")),
    f"POST {T}/links/{{key}}/revocation": Play(Scene.with_link, lambda s: s.at(f"/links/{s.key}/revocation")),
    f"POST {T}/screens": Play(Scene.set, lambda s: s.at("/screens")),
    f"POST {T}/screens/{{key}}/revocation": Play(Scene.with_screen, lambda s: s.at(f"/screens/{s.key}/revocation")),
    "POST /v1/keys/exchange": Play(Scene.set, lambda _: "/v1/keys/exchange", lambda _: exchange("5f" * 32)),
    "POST /v1/persons": Play(Scene.set, lambda _: "/v1/persons", lambda _: {"name": "New", "even_though_known": True}),
    "PATCH /v1/persons/{person}/details": _of_side("details", {"contact": "side@example.org"}),
    "POST /v1/persons/{person}/correction-request": _of_side("correction-request", {"request": "Born in 1996."}),
    "POST /v1/persons/{person}/correction-request/refusal": _spare(
        "correction-request/refusal", REASON, lambda s: s.set().asking_for_correction()
    ),
    "POST /v1/persons/{person}/publication-consent": _of_side("publication-consent", {"granted": False}),
    "POST /v1/persons/{person}/merge": Play(
        Scene.twice,
        lambda s: f"/v1/persons/{s.record}/merge",
        lambda s: REASON | {"merged_into": s.spare},
        lambda s: s.person_etag(s.record),
    ),
    "POST /v1/persons/{person}/merge/withdrawal": Play(
        lambda s: s.twice().merged(),
        lambda s: f"/v1/persons/{s.record}/merge/withdrawal",
        lambda _: REASON,
        lambda s: s.person_etag(s.record),
    ),
    "POST /v1/persons/{person}/distinct-persons": Play(
        Scene.set,
        lambda s: f"/v1/persons/{s.spare}/distinct-persons",
        lambda s: {"other_person": side(s)},
        lambda s: s.person_etag(s.spare),
    ),
    "POST /v1/persons/{person}/opening-ratings": Play(
        Scene.set,
        lambda s: f"/v1/persons/{s.spare}/opening-ratings",
        lambda _: REASON | {"pool": "price", "rating": "1600", "experience": 5},
        lambda s: s.person_etag(s.spare),
    ),
    "POST /v1/persons/{person}/bans": _spare("bans", REASON),
    "POST /v1/persons/{person}/bans/{ban}/lift": _spare("bans/1/lift", REASON, lambda s: s.set().banned()),
    "POST /v1/persons/{person}/bans/{ban}/suspension": _spare("bans/1/suspension", REASON, lambda s: s.set().banned()),
    "POST /v1/persons/{person}/bans/{ban}/resumption": _spare(
        "bans/1/resumption", REASON, lambda s: s.set().with_suspended_ban()
    ),
    "POST /v1/persons/{person}/bans/{ban}/confirmation": _spare("bans/1/confirmation", {}, lambda s: s.set().banned()),
    "POST /v1/persons/{person}/resignations/{resignation}/confirmation": _spare(
        "resignations/1/confirmation", {}, lambda s: s.set().resigned_by_staff()
    ),
    "POST /v1/persons/{person}/resignations/lift": _spare("resignations/lift", REASON, lambda s: s.set().resigned()),
    "POST /v1/series": Play(Scene.set, lambda _: "/v1/series", lambda _: {"name": "Winter cup"}),
    "POST /v1/series/{series}/description": Play(
        lambda s: s.set().shelved(),
        lambda s: f"/v1/series/{s.series}/description",
        lambda s: {"name": "Spring cup", "directors": [s.cast.persons["director"]]},
        lambda _: SERIES.etag(1),
    ),
    "POST /v1/series/{series}/seasons/{season}/divisions": Play(
        lambda s: s.set().with_divisions(),
        lambda s: f"/v1/series/{s.series}/seasons/1/divisions",
        lambda s: {"divisions": s.divisions},
    ),
    "POST /v1/series/{series}/seasons/{season}/next-season": Play(
        lambda s: s.set().with_divisions().with_divisions_played(),
        lambda s: f"/v1/series/{s.series}/seasons/1/next-season",
        lambda s: REASON | {"ahead": [{"tournament": one["tournament"], "entry": 1} for one in s.divisions]},
    ),
    "POST /v1/series/{series}/seasons/{season}/next-season/announcement": Play(
        lambda s: s.set().with_divisions().with_divisions_played().with_next_season_proposed(),
        lambda s: f"/v1/series/{s.series}/seasons/1/next-season/announcement",
        lambda _: {},
    ),
    "POST /v1/federation/resignation-limit": Play(
        Scene.set,
        lambda _: "/v1/federation/resignation-limit",
        lambda _: REASON | {"limit": None},
        Scene.federation_etag,
    ),
    "POST /v1/federation/decisions": Play(
        Scene.set, lambda _: "/v1/federation/decisions", lambda s: {"account": "Look at this.", "tournament": s.id}
    ),
    "POST /v1/federation/decisions/{decision}/answer": Play(
        Scene.with_reported_decision,
        lambda s: f"/v1/federation/decisions/{s.decision}/answer",
        lambda _: {"answer": "The rule is clear."},
    ),
    "POST /v1/federation/precedents": Play(Scene.set, lambda _: "/v1/federation/precedents", lambda _: PRINCIPLE),
    "POST /v1/federation/precedents/{precedent}/withdrawal": Play(
        lambda s: s.set().with_precedent(PRINCIPLE),
        lambda s: f"/v1/federation/precedents/{s.precedent}/withdrawal",
        lambda _: REASON,
    ),
    "POST /v1/federation/sanctions": Play(
        Scene.set, lambda _: "/v1/federation/sanctions", lambda s: REASON | {"person": s.spare, "until": None}
    ),
    "POST /v1/federation/sanctions/{sanction}/appeal": Play(
        lambda s: s.set().with_sanction(),
        lambda s: f"/v1/federation/sanctions/{s.sanction}/appeal",
        lambda _: {"account": "It was somebody else."},
    ),
    "POST /v1/federation/sanctions/{sanction}/appeal/decision": Play(
        lambda s: s.set().with_sanction(appealed=True),
        lambda s: f"/v1/federation/sanctions/{s.sanction}/appeal/decision",
        lambda _: {"verdict": "upheld", "reasons": "Three directors heard it."},
    ),
    "POST /v1/federation/sanctions/{sanction}/lift": Play(
        lambda s: s.set().with_sanction(),
        lambda s: f"/v1/federation/sanctions/{s.sanction}/lift",
        lambda _: REASON,
    ),
    "POST /v1/ratings/trials": Play(
        Scene.set,
        lambda _: "/v1/ratings/trials",
        lambda _: {"policy": {"kind": "announced", "policy": "club", "policy_version": 1}},
    ),
    "POST /v1/rating-policies": Play(
        Scene.set, lambda _: "/v1/rating-policies", lambda s: POLICY | {"name": f"national-{s.id}"[:40]}
    ),
    "POST /v1/rating-pools": Play(
        Scene.set,
        lambda _: "/v1/rating-pools",
        lambda s: REASON | {"pool": f"pool-{s.id}"[:40], "names": [{"language": "en", "name": "online"}]},
    ),
    "POST /v1/rating-pools/listing": Play(
        Scene.set,
        lambda _: "/v1/rating-pools/listing",
        lambda s: (
            REASON
            | {
                "pool": "price",
                "minimum_matches": int(s.id[:8], 16),  # no other scene's
                "seen_within_days": None,
                "members_only": False,
                "opening": "either",
            }
        ),
        Scene.federation_etag,
    ),
    "POST /v1/publications": Play(
        Scene.set, lambda _: "/v1/publications", lambda s: {"subject": {"kind": "standings", "tournament": s.id}}
    ),
    "POST /v1/federation/report-days": Play(
        Scene.set, lambda _: "/v1/federation/report-days", lambda _: REASON | {"days": 14}, Scene.federation_etag
    ),
    "POST /v1/federation/naming-rules": Play(
        Scene.set,
        lambda _: "/v1/federation/naming-rules",
        lambda _: REASON | {"minors_below": 18, "consent_required": False},
        Scene.federation_etag,
    ),
    "POST /v1/federation/time-zone": Play(
        Scene.set,
        lambda _: "/v1/federation/time-zone",
        lambda _: REASON | {"time_zone": "UTC"},
        Scene.federation_etag,
    ),
    f"POST {T}/matches/{{match}}/attachments/{{attachment}}/analysis": _analysis(""),
    f"POST {T}/matches/{{match}}/attachments/{{attachment}}/analysis/cancellation": _analysis("/cancellation"),
    f"POST {T}/matches/{{match}}/live-score": Play(
        begun, lambda s: s.at("/matches/1/live-score"), lambda _: {"step": "back", "seen": "0-0-0-0-1-middle"}
    ),
    f"POST {T}/reviews/{{item}}/resolution": Play(
        lambda s: s.set().reviewed(),
        lambda s: s.at(f"/reviews/{s.items()[0]['item']}/resolution"),
        lambda _: REASON,
    ),
    f"POST {T}/report/filings": Play(
        lambda s: begun(s).complete(),
        lambda s: s.at("/report/filings"),
        lambda s: {"digest": report_of(s.state()).digest, "reference": "Letter 1"},
    ),
    f"POST {T}/import/confirmation": Play(
        begun, lambda s: s.at("/import/confirmation"), lambda _: {"tournament_version": 1}
    ),
    "POST /v1/persons/{person}/erasure": Play(
        Scene.set, lambda s: f"/v1/persons/{s.spare}/erasure", seen=lambda s: s.person_etag(s.spare)
    ),
    "POST /v1/persons/{person}/erasure/confirmation": Play(
        lambda s: s.set().to_be_erased(),
        lambda s: f"/v1/persons/{s.spare}/erasure/confirmation",
        seen=lambda s: s.person_etag(s.spare),
    ),
    "POST /v1/persons/{person}/erasure/stop": Play(
        lambda s: s.set().to_be_erased(),
        lambda s: f"/v1/persons/{s.spare}/erasure/stop",
        lambda _: REASON,
        lambda s: s.person_etag(s.spare),
    ),
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
