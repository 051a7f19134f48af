"""A draw that is held: the hall sees it at once, and everybody else nothing of it until it is released (ALL-2)."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice, product

import httpx
import pytest

from tests.api.played import REASON, Played, announced, started
from tests.api.support import Client, Service, routes_and_pages
from tests.properties import PROFILE

CONDITIONS = {"pairings_shown": "when-released", "verification": "at-once", "appeal_window_minutes": 0}
RATED = {"rating": {"pool": "normal", "policy": "room", "policy_version": 1}, "conditions": CONDITIONS}
NXE = {"kind": "nxe", "losses": 2, "lengths": [3]}
SWISS = {"kind": "swiss", "rounds": 3}
NUMBERS = tuple(map(str, range(1, 8)))
NAMED: Mapping[str, tuple[str, ...]] = {
    "entry": NUMBERS[:1],
    "match": NUMBERS[1:5],
    "round": NUMBERS[1:2],
    "stage": NUMBERS[:1],
    "number": ("rank", "rating_changes"),
    "pool": ("normal",),
    "paper": ("tables", "names", "slips"),
    "wall": ("tables", "names", "standings", "picture"),
    "status": ("open",),
}
"""What addresses may name, besides the tournament, its persons and its versions."""
STREAMS = "/live"


class Public:
    """Anyone who reads what is in no key's sight, or in that of somebody who has nothing to do with the tournament."""

    def __init__(self, made: Played, versions: int, client: Client, step: int = 1) -> None:
        """Whose reads are one in so many of all."""
        self.made, self.client, self.step = made, client, step
        self.id = made.path.rpartition("/")[2]
        near = tuple(map(str, range(versions - 1, versions + 4)))
        self.named = {**NAMED, "version": near, "person": tuple(made.persons[:2])}

    def addresses(self) -> Iterator[str]:
        """Every read of the tournament, of its players, and of what lists them, as it may be addressed."""
        for route in routes_and_pages():
            path = route.path
            wanted = re.findall(r"{(\w+)", path.replace("{tournament}", self.id))
            about = "{tournament}" in path or "{person}" in path or path.endswith(("/changes", "/tournaments"))
            if "GET" not in (route.methods or ()) or not about or path.endswith(STREAMS):
                continue
            if set(wanted) <= set(self.named):
                for values in product(*(self.named[name] for name in wanted)):
                    filled = dict(zip(wanted, values, strict=True)) | {"tournament": self.id}
                    yield _filled(path, filled)
        yield from ("/", f"/v1/persons/{self.made.persons[0]}/matches?limit=1")
        as_of = ("", "/rounds", "/next", "/matches", "/standings", "/chart", "/history", "/hall", "/draw-check")
        moments = (*self.named["version"], "2099-01-01T00:00:00Z")
        yield from (f"{self.made.path}{place}?as_of={one}" for place, one in product(as_of, moments))
        yield from (f"{self.made.path}/{place}.csv" for place in ("rounds", "matches", "standings", "entries"))

    def reads(self) -> dict[str, tuple[int, str]]:
        """By its address, how each is answered, and with what."""
        return {one: self.read(one) for one in islice(self.addresses(), 0, None, self.step)}

    def read(self, address: str) -> tuple[int, str]:
        return _told(self.client.http.get(address, headers=self.client.headers()))


def _filled(path: str, named: Mapping[str, str]) -> str:
    return re.sub(r"{(\w+)[^}]*}", lambda found: named[found[1]], path)


def _told(answer: httpx.Response) -> tuple[int, str]:
    """What moves with the whole log, or with each answer, is left out."""
    moves = r'"(position|instance)":("[^"]*"|\d+)|as of position \d+|, \d\d:\d\d</p></header>|value="[0-9a-f]{32}'
    return answer.status_code, re.sub(moves, "", answer.text)


def shown(service: Service, made: Played) -> None:
    """Waits until the tables show all that the director did, those of ratings too."""
    seen = {"Scoresheet-Position": str(made.director.position)}
    for tables in ("tournaments", "ratings/normal"):
        assert service.client().get(f"/v1/{tables}", seen).is_success


def evening(service: Service, format_: Mapping[str, object]) -> Played:
    """Before its second round is drawn."""
    made = started(service, format_, 5, **RATED)
    made.do("rounds/1/draw")
    made.do("release")
    for match in made.matches():
        made.report(match["number"], {"kind": "winner", "winner": "first"})
    return made


def version(made: Played) -> int:
    return int(made.director.read(made.path)["version"])


@pytest.mark.longer
@pytest.mark.rule("ALL-2")
@pytest.mark.parametrize("format_", [NXE, pytest.param(SWISS, marks=pytest.mark.proof)], ids=["nxe", "swiss"])
def test_no_read_of_the_public_tells_of_a_held_draw(service: Service, format_: Mapping[str, object]) -> None:
    made = evening(service, format_)
    stranger = service.player(service.register("A stranger"))
    anybody = Public(made, version(made), service.client())
    readers = [anybody, Public(made, version(made), stranger, 1 if PROFILE == "proof" else 4)]
    shown(service, made)
    before = [reader.reads() for reader in readers]
    made.do("rounds/2/draw")
    made.do("rounds/2/annulment", REASON)
    made.do("rounds/2/draw")
    shown(service, made)
    held = [reader.reads() for reader in readers]
    for was, now in zip(before, held, strict=True):
        assert {place: (told, was[place]) for place, told in now.items() if told != was[place]} == {}
    assert sum(status == 200 for status, _ in held[0].values()) > 50
    made.do("release")
    shown(service, made)
    assert any(readers[0].read(place) != told for place, told in held[0].items())
    shown_now = service.client().read(f"{made.path}/rounds")
    assert shown_now["rounds"] == made.read("rounds")["rounds"]
    assert not made.read("rounds")["held"]


@pytest.mark.rule("ALL-2")
def test_the_hall_sees_a_held_draw_at_once(service: Service) -> None:
    made = evening(service, NXE)
    made.do("rounds/2/draw")
    tournament = made.path.rpartition("/")[2]
    screens = service.client(service.key("feed-reader", tournament=tournament))
    elsewhere = service.client(service.key("feed-reader", tournament=evening(service, NXE).path.rpartition("/")[2]))
    hall = [made.director, made.player(1), service.administrator(), service.client(service.key("auditor")), screens]
    for client in hall:
        client.position = made.director.position
        assert client.read(f"{made.path}/rounds")["held"]
        assert [one["number"] for one in client.read(f"{made.path}/rounds")["rounds"]] == [1, 2]
    for client in (service.client(), elsewhere, service.client(service.key("feed-reader"))):
        client.position = made.director.position
        assert [one["number"] for one in client.read(f"{made.path}/rounds")["rounds"]] == [1]
    waiting = made.director.read("/v1/waiting")["items"]
    assert [one["kind"] for one in waiting if one["tournament"] == tournament] == ["draw-to-release"]
    paired = made.matches()[-1]["sides"][0]
    own = f"/v1/persons/{made.persons[paired - 1]}/matches"
    assert len(made.player(paired).read(own)["items"]) == len(service.client().read(own)["items"]) + 1


@pytest.mark.rule("ALL-2")
def test_nobody_works_anything_out_for_a_match_that_is_held_from_them(service: Service) -> None:
    made = evening(service, NXE)
    made.do("rounds/2/draw")
    newest = made.matches()[-1]["number"]
    asked = f"{made.path}/matches/{newest}/calculations/clock", {"first": 0, "second": 0}
    stranger = service.player(service.register("A stranger"))
    assert stranger.post(*asked).json()["type"].endswith("/match-unknown")
    assert made.director.post(*asked).is_success
    made.do("release")
    assert stranger.post(*asked).is_success


@pytest.mark.rule("ALL-2")
def test_the_first_result_shows_its_round_to_everybody(service: Service) -> None:
    made = evening(service, NXE)
    made.do("rounds/2/draw")
    assert made.refused("rounds/2/draw")[:2] == (409, "round-not-due")
    made.report(made.next()["matches"][0], {"kind": "winner", "winner": "first"})
    assert service.client().read(f"{made.path}/rounds")["rounds"] == made.read("rounds")["rounds"]
    assert made.refused("release")[:2] == (409, "nothing-held")


@pytest.mark.rule("ALL-2", "SEL-3")
def test_a_bracket_drawn_by_lot_is_held_from_the_start_on(service: Service) -> None:
    made = announced(service, {"kind": "knockout", "lengths": [3], "seeding": "lot"}, **RATED)
    for _ in range(4):
        made.enter()
    made.do("start")
    public = service.client()
    public.position = made.director.position
    rounds = public.read(f"{made.path}/rounds")
    assert (rounds["lots"], rounds["rounds"]) == ([], [])
    assert public.read(f"{made.path}/matches")["items"] == []
    assert public.read(made.path)["status"] == "started"
    topics = {one["topic"] for one in public.read(f"{made.path}/history", limit=500)["items"]}
    assert topics.isdisjoint({"tournament.lots-drawn.v1", "tournament.matches-made.v1"})
    for number in range(1, 40):
        changes = public.get(f"{made.path}/changes/{number}")
        assert not changes.is_success or not changes.json()["matches"]
    assert len(made.matches()) == 2
    made.do("release")
    assert len(service.client().read(f"{made.path}/matches")["items"]) == 2


@pytest.mark.rule("ALL-2", "SEL-1")
def test_a_final_is_held_from_the_opening_of_its_stage_on(service: Service) -> None:
    final = {"format": {"kind": "knockout", "lengths": [3]}, "qualifiers": 2}
    made = started(service, SWISS | {"rounds": 1}, 4, stages=[final], **RATED)
    made.do("rounds/1/draw")
    for match in made.matches():
        made.report(match["number"], {"kind": "winner", "winner": "first"})
    before = service.client().read(f"{made.path}/rounds")
    made.do("stages/2/opening")
    assert service.client().read(f"{made.path}/rounds") == before
    made.do("release")
    assert service.client().read(f"{made.path}/rounds") != before


@pytest.mark.rule("ALL-2")
def test_a_moment_before_the_release_shows_the_draw_to_the_hall_then_and_to_everybody_since(service: Service) -> None:
    made = evening(service, NXE)
    before = made.director.position
    made.do("rounds/2/draw")
    drawn, paired = made.director.position, made.matches()[-1]["sides"][0]
    public, own = service.client(), made.player(paired)
    stranger = service.player(service.register("A stranger"))
    listed = f"/v1/persons/{made.persons[paired - 1]}/matches"

    def more(client: Client) -> int:
        then, earlier = (client.read(listed, as_of=moment)["items"] for moment in (drawn, before))
        return len(then) - len(earlier)

    hall = [own, made.director, service.client(service.key("auditor"))]
    assert [more(client) for client in (public, stranger, *hall)] == [0, 0, 1, 1, 1]
    asked = [f"/v1/tournaments?as_of={moment}" for moment in (drawn, before)]
    assert _told(public.http.get(asked[0])) == _told(public.http.get(asked[1]))
    made.do("release")
    assert [more(client) for client in (public, stranger, *hall)] == [1] * 5


@pytest.mark.rule("ALL-2", "SEL-1")
def test_publication_while_something_is_held_is_as_the_public_sees_it(service: Service) -> None:
    final = {"format": {"kind": "knockout", "lengths": [3]}, "qualifiers": 2}
    made = started(service, SWISS | {"rounds": 1}, 4, stages=[final], **RATED)
    made.do("rounds/1/draw")
    for match in made.matches():
        made.report(match["number"], {"kind": "winner", "winner": "first"})
    office = service.administrator()

    def published() -> tuple[object, ...]:
        office.position = made.director.position
        subject = {"kind": "standings", "tournament": made.path.rpartition("/")[2]}
        office.done("/v1/publications", {"subject": subject})
        newest = office.read("/v1/publications", limit=500)["items"][-1]
        texts = [service.http.get(one["address"]).text for one in newest["files"]]
        return tuple(re.sub(r'"log_position":\d+|"version":\d+|,\d+(?=\r)', "", one) for one in texts)

    before = published()
    made.do("stages/2/opening")
    assert published() == before
    made.do("release")
    assert published() != before


@pytest.mark.longer
@pytest.mark.rule("ALL-2", "ALL-4")
def test_a_correction_of_an_earlier_round_tells_the_public_nothing_of_a_held_draw(service: Service) -> None:
    """Ratings have it at once, and so have the matches of a person; the tournament's own reads once it is released."""
    made = evening(service, SWISS)
    public = Public(made, version(made), service.client())
    played = made.read("matches/2")["sides"]
    public.named |= {"entry": (str(played[0]),), "person": tuple(made.persons[entry - 1] for entry in played)}
    shown(service, made)

    def listed() -> list[int]:
        """How many matches of each player the public is shown."""
        return [len(public.client.read(f"/v1/persons/{one}/matches")["items"]) for one in made.persons]

    before, earlier = public.reads(), listed()
    assert sum(earlier) == 4
    made.do("rounds/2/draw")
    made.do("matches/2/corrections", {"result": {"kind": "winner", "winner": "second"}, **REASON})
    shown(service, made)
    held = public.reads()
    assert made.read("rounds")["held"]
    assert [place for place, (status, _) in held.items() if status != before[place][0]] == []
    told = {place.removeprefix(made.path) for place, read in held.items() if read != before[place]}
    rated = {place for place in told if "/persons/" in place or "/ratings/" in place}
    assert rated
    changes = {"/standings", "/standings.csv", f"/standings/{played[0]}/explain/rating_changes"}
    assert told - rated == {f"/tournaments/{public.id}", f"/tournaments/{public.id}/standings", *changes}
    assert listed() == earlier
    made.do("release")
    assert service.client().read(f"{made.path}/matches/2")["winner"] == made.read("matches/2")["winner"]
