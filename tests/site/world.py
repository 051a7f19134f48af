"""Tournaments of all kinds, to be looked at: one of each format, one with a dispute, a season, and odd names."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tests.api.played import Played, announced, champions, first_wins
from tests.api.support import Service

SCRIPT = "<script>alert('Ada')</script>"
LONG = "Maximiliane-Friederike von Hohenstein-Waldenburg"
HIDDEN = "Hidden Hanna"
MATTER, FACTS, REASONS = "Dice off the board.", "Seen by two monitors.", "As the rule has it."
TOLD_TO_NOBODY = (HIDDEN, MATTER, FACTS, REASONS, "5–1")
"""What anonymous readers are not told: a withheld name, texts for the parties, a score that is not announced."""
HALL = {"rooms": [{"name": "Great hall", "first_table": 1, "last_table": 6}]}
KINDS: dict[str, tuple[dict[str, object], int, int]] = {
    "knockout": ({"kind": "knockout", "lengths": [5], "third_place": True}, 5, 2),
    "ring": ({"kind": "dual-ring"}, 4, 1),
    "elimination": ({"kind": "nxe", "losses": 2, "lengths": [3]}, 3, 3),
    "swiss": ({"kind": "swiss", "rounds": 3, "lengths": [5]}, 3, 5),
    "consolation": (
        {"kind": "consolation", "lengths": [5], "join": "second-place", "last_chance": "progressive"},
        9,
        12,
    ),
    "groups": ({"kind": "groups", "lengths": [5], "groups": 2, "seeding": "entry-order"}, 6, 4),
    "rolling": ({"kind": "rolling-groups", "lengths": [5], "groups": 3, "seeding": "entry-order"}, 6, 3),
    "league": (
        {
            "kind": "round-robin",
            "lengths": [5],
            "seeding": "entry-order",
            "tie_breaks": {"criteria": ["PTS", "PQ", "DE", "SHARE"]},
        },
        5,
        4,
    ),
    "evening": ({"kind": "monrad", "lengths": [5], "order": "lots"}, 5, 4),
    "lives": ({"kind": "lives", "lengths": [5]}, 5, 4),
    "morning": ({"kind": "buy-back", "lengths": [5]}, 5, 3),
    "places": ({"kind": "placement", "lengths": [5]}, 8, 6),
    "ladder": ({"kind": "stepladder", "lengths": [5]}, 4, 2),
    "double": ({"kind": "double-elimination", "lengths": [5]}, 4, 6),
}
"""By name a format, how many play it, and how many steps are taken."""


@dataclass
class World:
    """The tournaments by name, and persons who are of interest."""

    service: Service
    tournaments: dict[str, Played]
    named_script: str

    @property
    def paths(self) -> dict[str, str]:
        """The pages of the tournaments."""
        return {name: one.path.removeprefix("/v1") for name, one in self.tournaments.items()}


def made(service: Service, *names: str) -> World:
    """The tournaments with these names; without names all of them."""
    script = service.register(SCRIPT)
    makers: dict[str, Callable[[], Played]] = {
        **{name: partial(_evening, service, name, script) for name in KINDS},
        "season": partial(_season, service, script),
        "champion": partial(champions, service, [2, 1], name="Champion of champions"),
        "coming": partial(announced, service, {"kind": "open"}, name=f"Coming {SCRIPT}"),
    }
    tournaments = {name: makers[name]() for name in names or makers}
    for one in tournaments.values():
        one.director.read(one.path)  # which waits until it is shown
    return World(service, tournaments, script)


def _evening(service: Service, name: str, script: str) -> Played:
    format_, players, steps = KINDS[name]
    conditions = {"venue": "Café Zur Post", "starts_at": "2026-11-20T18:30:00Z"}
    later = (
        {"stages": [{"format": {"kind": "knockout", "lengths": [7]}, "qualifiers": 2}]}
        if name in ("swiss", "groups", "morning")
        else {}
    )
    evening = announced(service, format_, name=f"Evening of the {name}", conditions=conditions, **later)
    others = [LONG, *(f"{name.capitalize()} Player {number}" for number in range(3, players + 1))]
    evening.enter_all([script, *service.register_all(others)])
    evening.do("hall", HALL)
    evening.do("start")
    for _ in range(steps):
        evening.step(first_wins)
    return evening


def _season(service: Service, script: str) -> Played:
    """A rated season with a correction, a void match, a dispute and a ruling."""
    rating = {"pool": "normal", "policy": "room", "policy_version": 1}
    season = announced(service, {"kind": "open"}, name="Season", rating=rating)
    season.enter_all([script, *service.register_all(["Bo Berg", "Cy Carl"]), _hidden(service)])
    season.do("start")
    staff = season.director
    told = [(staff, 1, 2, 2), (staff, 2, 3, 2), (staff, 3, 4, 3), (season.player(1), 1, 2, 1)]
    for by, first, second, lost_with in told:
        result = {"kind": "score", "first": 5, "second": lost_with}
        by.done(f"{season.path}/matches", {"sides": [first, second], "length": 5, "result": result})
    season.correct(1, {"kind": "score", "first": 3, "second": 5})
    season.do("matches/3/voiding", {"reason": "Played twice."})
    season.do("disputes", {"about": {"kind": "match", "number": 2}, "matter": MATTER})
    points = {"kind": "result-award", "result": {"kind": "score", "first": 4, "second": 5}}
    said = {"clause": "4.3", "facts": FACTS, "reasons": REASONS, "remedies": [points]}
    season.do("rulings", {"about": {"kind": "match", "number": 1}, **said})
    return season


def _hidden(service: Service) -> str:
    """Somebody who is not to be named to the public."""
    person = service.register(HIDDEN)
    service.officer().change(f"/v1/persons/{person}", "publication-consent", {"granted": False})
    return person


def twins(service: Service) -> tuple[str, str]:
    """Two persons who may be one: that the other is called so too was learnt after both were registered."""
    office, known = service.officer(), {"birth_year": 1971, "even_though_known": True}
    first, second = (
        str(office.done("/v1/persons", {**known, "name": name, "contact": contact}).json()["person"])
        for name, contact in (("Tove Toftegaard", "tove@example.org"), ("Wanda Wulff", "Tove, Aarhus club"))
    )
    office.change(f"/v1/persons/{second}", "details", {"other_names": ["Toftegaard, Tove"]})
    return first, second
