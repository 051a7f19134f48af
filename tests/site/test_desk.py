"""The desk by forms alone, without JavaScript: evenings from the announcement to the report, and what can go wrong."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import httpx
import pytest

from tests.api.played import announced
from tests.api.support import NO_CERTIFICATES, Client, Service, score
from tests.patience import PATIENCE_SECONDS
from tests.site.browsing import OWN_PAGE, Browser, browsing


@dataclass
class Desk(Browser):
    """A director's browser, and the tournament that they have announced."""

    service: Service | None = None
    client: Client | None = None
    at: str = ""

    @property
    def api(self) -> str:
        return "/v1/tournaments/" + self.at.rpartition("/")[2]

    def announced(self, form: str, length: int, names: list[str]) -> None:
        """Announced and entered, every name as a new person."""
        self.open("/desk")
        self.done("/announcement", name="Club evening", format=form, length=str(length))
        assert self.shown is not None
        self.at = self.shown.url.path.removesuffix("/entries")
        self.done("/list", list="\n".join(names))
        self.done("/enter")

    def started(self) -> None:
        self.open(self.at)
        self.done("/start")

    def played(self) -> int:
        """Everything that comes next until nothing does: of two, who has the lower number wins. How many results."""
        results = 0
        while True:
            self.open(self.at)
            if list(self.forms("/draw")):
                self.done("/draw")
            elif list(self.forms("/decide")):
                self.done("/decide", reason="As the rules of the house say.")
            else:
                self.open(f"{self.at}/rounds")
                if not list(self.forms("/results")):
                    return results
                results += self.entered()

    def entered(self) -> int:
        """All open results, which count at once since the director enters them. The lower number wins."""
        read = self.client.read(f"{self.api}/matches", status="open", limit=500)["items"] if self.client else []
        typed = {f"score-{one['number']}": winning(one) for one in read}
        form = list(self.forms("/results"))[-1]
        self.shown = self.send(form, **typed)
        assert 'role="alert"' not in self.page, self.page
        return len(typed)


def winning(match: dict[str, object]) -> str:
    sides, length = match["sides"], match["length"]
    assert isinstance(sides, list)
    return f"{length}-0" if sides[0] < sides[1] else f"0-{length}"


@contextmanager
def at_the_desk(service: Service, person: str | None = None, at: str = "") -> Iterator[Desk]:
    """A director, or that person as a player, in a browser of their own."""
    key = service.key("player", person) if person else service.key("director", service.register("A director"))
    with httpx.Client(base_url=service.url, headers=OWN_PAGE, timeout=PATIENCE_SECONDS, verify=NO_CERTIFICATES) as http:
        desk = Desk(http, service=service, client=service.client(key), at=at)
        desk.open("/login")
        desk.done("/login", key=key)
        yield desk


ROOM = {"name": "The room", "format": {"kind": "open", "forms": ["five-points"], "stakes": True}}


def names(count: int, of: str) -> list[str]:
    return [f"{of} {chr(65 + number)}{chr(97 + number)}" for number in range(count)]


def test_an_evening_by_forms_alone(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Ada Aagaard", "Bo Brix", "Cia <script>alert(1)</script>", "Dan Dahl"])
        assert "<script>alert" not in desk.page
        desk.done("/hall", rooms="Great hall 1-4\nAnnexe 7-7")
        assert "Great hall 1-4\nAnnexe 7-7" in desk.page
        desk.started()
        assert desk.played() == 4
        assert "All is played: Ada Aagaard has won." in desk.page, "where the last result was typed"
        page = desk.open(f"{desk.at}/standings")
        assert page.index("Ada Aagaard") < page.index("Dan Dahl")
        desk.open(f"{desk.at}/finish")
        desk.done("/complete")
        desk.done("/file", reference="Letter 7")
        assert "Letter 7" in desk.page
        assert desk.client is not None
        assert desk.client.read(desk.api)["status"] == "completed"


@pytest.mark.proof
@pytest.mark.parametrize(("form", "matches"), [("swiss", 32), ("knockout", 15), ("nxe", 30)])
def test_whole_evenings_of_sixteen(service: Service, form: str, matches: int) -> None:
    with at_the_desk(service) as desk:
        desk.announced(form, 5, names(16, form))
        desk.started()
        assert desk.played() >= matches
        desk.open(f"{desk.at}/finish")
        desk.done("/complete")


def test_matters_to_be_looked_at_again_are_settled(service: Service) -> None:
    with at_the_desk(service) as desk:
        assert desk.client is not None
        desk.announced("swiss", 5, ["Ask Aller", "Bor Bang"])
        desk.started()
        banned = desk.client.read(f"{desk.api}/entries")["items"][0]["person"]
        service.officer().change(f"/v1/persons/{banned}", "bans", {"until": None, "reason": "Cheated."})
        assert "was banned after the entry was taken" in desk.open(f"{desk.at}/finish")
        desk.done("/settle", reason="Plays on until the appeal.")
        assert "was banned" not in desk.page
        (one,) = desk.client.read(f"{desk.api}/reviews")["items"]
        assert one["resolution"]["reason"] == "Plays on until the appeal."


@pytest.mark.rule("TD-2")
def test_withdrawn_player_enters_again(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Ida Iversen", "Jan Juul", "Kis Krogh"])
        desk.done("/withdraw", 1, reason="Ill.")
        desk.done("/withdraw", 1, reason="Ill.")
        assert statuses(desk) == ["approved", "withdrawn", "withdrawn"]
        desk.open(f"{desk.at}/entries")
        again = [one for one in desk.forms("/approve") if ("number", "3") in one.fields]
        assert desk.send(again[0]).status_code == 200
        assert statuses(desk) == ["approved", "withdrawn", "approved"]


def test_desk_of_a_player_lists_no_tournament_they_were_withdrawn_from(service: Service) -> None:
    made = announced(service, {"kind": "swiss", "rounds": 2, "lengths": [5]})
    for _ in range(3):
        made.enter()
    made.do("entries/3/withdrawal", {"reason": "Ill."})
    made.read("entries")
    listed = []
    for entry in (1, 3):
        with browsing(service, made.player(entry).key or "") as player:
            listed.append(made.path.replace("/v1/tournaments", "/desk") in player.open("/desk"))
    assert listed == [True, False]


def statuses(desk: Desk) -> list[str]:
    assert desk.client is not None
    return [one["status"] for one in desk.client.read(f"{desk.api}/entries")["items"]]


@pytest.mark.parametrize(("late", "taken"), [({}, False), ({"of-swiss.late_entries": "yes"}, True)])
def test_players_are_entered_after_the_start_only_where_that_was_announced(
    service: Service, late: dict[str, str], taken: bool
) -> None:
    with at_the_desk(service) as desk:
        desk.open("/desk")
        desk.done("/announcement", name="Late evening", format="swiss", length="5", verification="confirmed", **late)
        assert desk.shown is not None
        desk.at = desk.shown.url.path.removesuffix("/entries")
        desk.done("/list", list="Lea Lund\nMia Moe\nNis Nue")
        desk.done("/enter")
        desk.started()
        page = desk.open(f"{desk.at}/entries")
        assert ("announced without late entries" in page, bool(list(desk.forms("/list")))) == (not taken, taken)
        assert bool(list(desk.forms("/let-in"))) is not taken, "the director can still let them in"
        assert desk.client is not None
        assert desk.client.read(desk.api)["conditions"]["verification"] == "confirmed"
        if taken:
            desk.done("/list", list="Ove Ott")
            desk.done("/enter")
            desk.done("/approve", number="4")
            assert statuses(desk) == ["approved"] * 4


def test_a_result_that_is_entered_twice_by_its_table_names_the_match_that_has_it(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Pia Poe", "Ras Rix", "Sif Sun", "Tom Top"])
        desk.done("/hall", rooms="Hall 7-8")
        desk.started()
        desk.done("/draw")
        desk.done("/tables", quick="7 5-1")
        desk.press("/tables", quick="7 1-5")
        assert desk.page.count("Match 1, which was played at table 7, has a result.") == 1


def test_result_is_entered_by_its_table_while_a_later_round_is_played(service: Service) -> None:
    """Eight in a knockout: two quarterfinals make a semifinal, which begins while the others are still played."""
    with at_the_desk(service) as desk:
        desk.announced(
            "knockout", 5, ["Pia Poe", "Ras Rix", "Sif Sun", "Tom Top", "Una Uhl", "Vic Voe", "Wim Wo", "Xi Xu"]
        )
        desk.done("/hall", rooms="Hall 1-4")
        desk.started()
        desk.open(desk.at)
        desk.done("/tables", quick="1 5-1")
        desk.done("/tables", quick="2 5-1")
        assert desk.client is not None
        assert max(one["round"] for one in desk.client.read(f"{desk.api}/matches")["items"]) == 2
        desk.open(desk.at)
        desk.done("/tables", quick="3 5-1")
        desk.done("/tables", quick="4 5-1")
        open_ones = [
            one["round"] for one in desk.client.read(f"{desk.api}/matches")["items"] if one["status"] == "open"
        ]
        assert open_ones == [2, 2]


def test_faults_of_a_form_are_told(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Eva Eskildsen", "Finn Foss", "Gro Gade", "Hans Holm"])
        desk.started()
        desk.done("/draw")
        desk.open(f"{desk.at}/rounds")
        form = list(desk.forms("/results"))[-1]
        first, second = (name for name in form.names if name.startswith("score-"))

        wrong = desk.send(form, **{first: "five-three"})
        assert (wrong.status_code, 'value="five-three"' in wrong.text) == (422, True), "what was typed is kept"
        beyond = desk.send(form, **{first: "0-0"})
        assert (beyond.status_code, 'role="alert"' in beyond.text) == (422, True)
        assert "<strong>Something in this address" not in beyond.text

        twice = [desk.send(form, **{first: "5-1"}) for _ in range(2)]
        assert [one.status_code for one in twice] == [200, 200], "a form that is sent twice counts once"
        stale = desk.send(form, **{first: "5-2", second: "5-4", "once": "another"})
        assert stale.status_code in (409, 412)
        assert 'value="5-4"' in stale.text
        if stale.status_code == 412:
            assert "result reported" in stale.text

        with at_the_desk(service) as stranger:
            assert stranger.send(form, **{second: "5-4", "once": "mine"}).status_code == 403
            assert stranger.http.get(f"{desk.at}/finish").status_code == 403
        assert httpx.get(f"{service.url}/desk", timeout=PATIENCE_SECONDS).status_code == 401
        assert desk.http.post(f"{desk.at}/nothing", headers=OWN_PAGE).status_code == 404


def test_a_result_is_verified_and_corrected_on_what_the_page_shows(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Ida Ibsen", "Bo Rasmussen", "Kai Krag", "Lis Lund"])
        desk.started()
        desk.done("/draw")
        assert desk.client is not None
        match = desk.client.read(f"{desk.api}/matches/1")
        player = service.player(match["persons"][0])
        player.position = service.services.journal.position()
        player.change(f"{desk.api}/matches/1", "result", {"result": score(5, 0)})
        assert service.services.readings.wait_for(player.position, PATIENCE_SECONDS)
        assert "a result to verify" in desk.open("/desk")
        desk.open(f"{desk.at}/rounds")
        assert "reported by the first player" in desk.page
        desk.done("/verify-all")
        desk.open(f"{desk.at}/do/correct-result?match=1")
        desk.done("?match=1", step="try", result="0-5", reason="Sides were mixed up.")
        assert re.search(r'name="expected" value="\w+', desk.page)
        desk.done("?match=1", step="send")
        assert desk.client.read(f"{desk.api}/matches/1")["points"] == [0, 5]


def test_players_not_here_are_withdrawn_and_stakes_are_told_at_the_finish(service: Service) -> None:
    with at_the_desk(service) as desk:
        assert desk.client is not None
        room = desk.client.done("/v1/tournaments", ROOM)
        desk.at = f"/desk/{room.json()['tournament']}"
        assert desk.client.read(desk.api)["status"] == "announced"
        desk.open(f"{desk.at}/entries")
        desk.done("/list", list="Mia Munk\nNis Nord\nOda Olsen")
        desk.done("/enter")
        entries = desk.client.read(f"{desk.api}/entries")["items"]
        assert {one["status"] for one in entries} == {"approved"}
        desk.done("/withdraw", 0, reason="Not here.")
        desk.done("/withdraw", 1, reason="Not here.")
        entries = desk.client.read(f"{desk.api}/entries")["items"]
        assert [one["status"] for one in entries] == ["withdrawn", "approved", "withdrawn"]
        desk.done("/list", list="Pia Pihl")
        desk.done("/enter")
        desk.started()
        played = {"sides": [2, 4], "form": "five-points", "stake": "2.50", "result": score(5, 3)}
        desk.client.done(f"{desk.api}/matches", played)
        assert desk.client.read(f"{desk.api}/matches")["items"]
        page = desk.open(f"{desk.at}/finish")
        assert ("Settlement of the stakes" in page, "+2.00" in page) == (True, True)
        desk.done("/complete")
        assert "Nis Nord" in desk.open(f"{desk.at}/report")


def test_place_and_time_of_play_are_changed(service: Service) -> None:
    """The other conditions stay; what is left empty is taken away; after the start a reason is asked for."""
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Eva Eng", "Finn Fog"])
        assert desk.client is not None
        before = desk.client.read(desk.api)
        desk.open(desk.at)
        desk.done("/change-conditions", venue="Town hall", starts_at="2199-01-01T18:30", places="16")
        told = desk.client.read(desk.api)
        moment = datetime(2199, 1, 1, 18, 30, tzinfo=ZoneInfo(told["time_zone"])).astimezone(UTC)
        changed = {"venue": "Town hall", "starts_at": moment, "places": 16}
        now = {**told["conditions"], "starts_at": datetime.fromisoformat(told["conditions"]["starts_at"])}
        assert now == {**before["conditions"], **changed}
        desk.open(desk.at)
        assert 'value="2199-01-01T18:30"' in desk.page
        desk.done("/change-conditions", venue="", starts_at="")
        desk.started()
        desk.open(desk.at)
        assert desk.press("/change-conditions", venue="Elsewhere").status_code == 422
        desk.open(desk.at)
        desk.done("/change-conditions", venue="Elsewhere", reason="Water in the cellar.")
        told = desk.client.read(desk.api)["conditions"]
        assert (told["venue"], told["starts_at"], told["places"]) == ("Elsewhere", None, 16)


def test_a_match_of_an_open_season_is_entered_by_its_players_and_score(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("open", 5, ["Gerd Gade", "Hans Holm", "Ib Iver"])
        desk.started()
        assert desk.client is not None
        desk.open(f"{desk.at}/rounds")
        wrong = desk.press("/match", first="1", second="3", length="5", score="five")
        assert (wrong.status_code, 'value="five"' in wrong.text) == (422, True)
        desk.open(f"{desk.at}/rounds")
        desk.done("/match", first="1", second="3", length="5", score="5-3")
        (match,) = desk.client.read(f"{desk.api}/matches")["items"]
        assert (match["sides"], match["points"], match["winner"]) == ([1, 3], [5, 3], 1)


@pytest.mark.rule("ALL-2")
def test_time_of_showing_pairings_is_changed_while_it_runs(service: Service) -> None:
    """What is held is then shown; the page of the rounds says how it stands, and leads there."""
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Ebba Eng", "Fie Fog"])
        desk.started()
        assert "The public sees pairings at once." in desk.open(f"{desk.at}/rounds")
        desk.open(desk.at)
        desk.done("/change-conditions", pairings="when-released", reason="The hall is to see them first.")
        desk.done("/draw")
        desk.open(f"{desk.at}/rounds")
        assert "The public sees pairings once they are released." in desk.page
        assert f'{desk.at}#conditions"' in desk.page
        public = f"{service.url}{desk.api}/rounds"
        assert httpx.get(public, timeout=PATIENCE_SECONDS).json()["rounds"] == []
        desk.open(desk.at)
        assert desk.press("/change-conditions", pairings="at-once").status_code == 422, "a reason is asked for"
        desk.done("/change-conditions", pairings="at-once", reason="All are seated.")
        assert len(httpx.get(public, timeout=PATIENCE_SECONDS).json()["rounds"]) == 1


def test_a_table_without_a_line_says_that_there_is_none_yet(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.open("/desk")
        desk.done("/announcement", name="Nobody’s evening", format="swiss", length="5")
        assert desk.shown is not None
        page = desk.open(desk.shown.url.path.replace("/entries", "/standings"))
        assert ("There is no table yet." in page, "<table" in page) == (True, False)


@pytest.mark.rule("MON-10")
def test_batch_is_offered_to_draw_from_its_time_on(service: Service) -> None:
    with at_the_desk(service) as desk:
        assert desk.client is not None
        lives = {"kind": "lives", "lives": 2, "lengths": [5], "pace": "batches", "batch_minutes": 10}
        desk.at = (
            f"/desk/{desk.client.done('/v1/tournaments', {'name': 'Lives', 'format': lives}).json()['tournament']}"
        )
        desk.open(f"{desk.at}/entries")
        desk.done("/list", list="Ragnvald Quorning\nBirthe Zeuthen\nOvidius Wessel\nTheklar Ystad")
        desk.done("/enter")
        desk.started()
        desk.done("/draw")
        desk.open(f"{desk.at}/rounds")
        desk.entered()
        for step in ("", "/rounds"):
            page = desk.open(f"{desk.at}{step}")
            assert ("Round 2 can be drawn from" in page, list(desk.forms("/draw"))) == (True, [])
