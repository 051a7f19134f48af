"""The office by forms alone: each room opens for administrators, every command has its form, and what can go wrong."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from api.http.api_keys import Wanted, id_of
from api.routes.federation import publications
from api.routes.service import health
from api.site.desk.acts import ACTS
from api.site.desk.commands.offered import OFFERED
from api.site.office.commands import APART, COMMANDS
from api.site.office.named import FIELDS
from api.site.office.rooms import ONE, ROOMS
from domain.application.catalogue import EVENTS
from domain.kernel.ids import UUID_PATTERN
from ops.command_line.key_making import made_key
from ops.database import DatabaseUrls
from ops.evidence.key_folder import KeyFolder
from tests.api.lists_to_come import SOON
from tests.api.played import announced
from tests.api.support import NO_CERTIFICATES, Client, Service, end_key, routes, score, season
from tests.api.test_log_tree import key_folder, sign_again
from tests.patience import PATIENCE_SECONDS, eventually
from tests.site.browsing import OWN_PAGE, Browser, links
from tests.site.test_desk import at_the_desk
from tests.site.world import SCRIPT, twins

__all__ = ["key_folder"]
T = "/v1/tournaments/{tournament}/"


@dataclass
class Office(Browser):
    """An administrator's browser, and the key that they have logged in with."""

    client: Client | None = None

    def given(self, command: str, query: str = "", **typed: str) -> str:
        """A command by its form, which must be accepted."""
        self.open(f"/office/do/{command}{query}")
        return self.done(query or command, step="send", **typed)


@contextmanager
def at_the_office(service: Service, person: str | None = None) -> Iterator[Office]:
    """An administrator in a browser of their own, once the tables have all that was recorded before."""
    key = service.key("administrator", person or service.register("An officer"))
    with httpx.Client(base_url=service.url, headers=OWN_PAGE, timeout=PATIENCE_SECONDS, verify=NO_CERTIFICATES) as http:
        client = Client(service.http, key, service.services.journal.position())
        client.read("/v1/tournaments", limit=1)
        office = Office(http, client=client)
        office.open("/login")
        office.done("/login", key=key)
        yield office


@pytest.mark.rule("REG-4")
def test_two_who_are_likely_one_stand_side_by_side(service: Service) -> None:
    first, second = twins(service)
    with at_the_office(service) as office:
        assert eventually(lambda: "tove@example.org" in office.open("/office/duplicates"))
        assert "Tove, Aarhus club" in office.page
        kept = [place for place in links(office.page) if "merge-person" in place and first in place]
        assert [second in place for place in kept] == [True, True]


@pytest.mark.rule("ALL-1")
def test_a_log_that_is_no_longer_signed_waits_in_the_office(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    service.register("Somebody")
    with at_the_office(service) as office:
        assert "the log has a fault" not in office.open("/office")
        monkeypatch.setattr(health, "LONGEST_UNSIGNED", timedelta(0))
        assert "the log has a fault" in office.open("/office")
        assert "nothing is signed that was recorded since" in office.open("/office/health")


def test_each_room_opens_for_an_administrator_and_is_refused_to_others(service: Service) -> None:
    scripted = service.register(SCRIPT)
    with at_the_office(service) as office, at_the_desk(service) as director:
        for path in ("/office", *(f"/office/{room}" for room in ROOMS), f"/office/persons/{scripted}"):
            assert SCRIPT not in office.open(path), path
            assert director.http.get(path).status_code == 403, path
            assert httpx.get(service.url + path, timeout=PATIENCE_SECONDS).status_code == 401, path
        assert office.http.get("/office/nothing").status_code == 404
        assert office.http.get("/office/do/nothing").status_code == 404
        assert office.http.get("/office/do/place-ban").status_code == 404
        assert office.http.get(f"/office/persons/{'0' * 8}-0000-4000-8000-{'0' * 12}").status_code == 404


ELSEWHERE = {
    "entries": "the desk enters a list, and everybody of it at once",
    "settings": "the desk's page of settings",
    "rounds/{round}/corrections": "the desk's page of who met",
    "rounds/{round}/results": "the desk enters results of a round",
    "matches/{match}/result": "players report on their pages, and the desk enters results of a round",
    "matches/{match}/verification": "the desk and players' pages",
    "entries/{entry}/links": "the desk's page of links",
    "entries/{entry}/code": "the player's own page of codes",
    "links/{key}/revocation": "the desk's page of links",
    "screens": "the desk's page of links",
    "screens/{key}/revocation": "the desk's page of links",
    "matches/{match}/live-score": "the page of a live score keeps it",
    "matches/{match}/attachments/{attachment}/analysis": "the page of a match begins it",
    "matches/{match}/attachments/{attachment}/analysis/cancellation": "and cancels it",
    "previews": "what forms show before they are sent",
    "bulk": "many commands at once, which the desk sends of a list",
}
"""Commands on a tournament that a page of their own sends."""
WITHOUT_FORM = {
    "results": "lists come from programs; the desk enters results by round, or a match of an open season",
    "previews/comparison": "programs compare",
}
"""Commands on a tournament without a form, and why."""
PROGRAMS = {
    "/v1/tournaments": "the desk's first page announces",
    "/v1/tournaments/bulk": "programs announce whole evenings",
    "/v1/persons/bulk": "programs register many at once",
    "/v1/clubs/{club}/branding": APART["set-branding"],
    "/v1/keys/exchange": APART["exchange-key"],
    "/v1/clubs/{club}/requests": APART["request-membership"],
    "/v1/federation/sanctions/{sanction}/appeal": APART["appeal-sanction"],
    "/v1/clubs/{club}/requests/{request}/withdrawal": APART["withdraw-membership-request"],
    "/v1/ratings/trials": "the office's page of trials tries a policy",
    "/v1/imports": "the pages of lists record one",
    "/v1/imports/jobs": "the same pages do, where the list is long",
    "/v1/imports/jobs/{job}/cancellation": "the page of the import cancels it",
    "/v1/imports/jobs/{job}/resumption": "and goes on with it",
}


def test_every_command_has_its_form_somewhere() -> None:
    sent = {one.path for one in routes() if "GET" not in (one.methods or ()) and "/calculations/" not in one.path}
    of_desk = {T + one.path for one in OFFERED.values()}
    by_acts = {T + one.path.replace("{number}", "{}").replace("{item}", "{}") for one in ACTS.values()}
    there = {one.path for one in COMMANDS.values()} | of_desk | {T + one for one in (*ELSEWHERE, *WITHOUT_FORM)}
    rest = {path for path in sent - there - set(PROGRAMS) if _unnumbered(path) not in map(_unnumbered, by_acts)}
    assert rest == set()
    assert {T + one for one in WITHOUT_FORM} <= sent - of_desk, "what has a form by now is taken out of the list"


def _unnumbered(path: str) -> str:
    """The path without the names of its numbers."""
    head, *rest = path.removeprefix(T).split("{")
    return head + "".join(one.partition("}")[2] for one in rest)


def test_every_form_is_offered_in_a_room() -> None:
    offered = {
        act.command
        for room in (*ROOMS.values(), *ONE.values())
        for act in (*room.commands, *(act for shown in room.shown for act in shown.acts))
    }
    assert set(COMMANDS) - offered == set()


def test_one_who_is_registered_has_the_page_that_follows_and_is_linked_where_the_name_is_typed_again(
    service: Service,
) -> None:
    with at_the_office(service) as office:
        first = "/office/do/register-person?back=persons"
        office.open(first)
        office.done("?back=persons", step="send", name="Twice Typed")
        assert office.shown is not None
        place = office.shown.url.path
        assert place.startswith("/office/persons/")
        office.open(first)
        assert office.press("?back=persons", step="send", name="Twice Typed").status_code == 409
        assert f'<a href="{place}">Twice Typed</a>' in office.page


def test_a_person_is_registered_corrected_banned_and_merged(service: Service) -> None:
    with at_the_office(service) as office:
        assert office.client is not None
        page = office.given("register-person", name="Ada Office", birth_year="1980", other_names="Ada Aas\nAda Bak")
        assert "1980" in page
        one = office.shown.url.path.rpartition("/")[2] if office.shown else ""
        office.open(f"/office/do/correct-details?person={one}")
        form = next(office.forms(f"person={one}"))
        assert dict(form.fields)["other_names"] == "Ada Aas\nAda Bak"
        assert "Aarhus" in office.done(f"person={one}", step="send", contact="Aarhus", birth_year="", other_names="")
        known = office.client.read(f"/v1/persons/{one}")
        assert (known["contact"], known["birth_year"], known["other_names"]) == ("Aarhus", None, [])
        late = office.send(form, step="send", contact="Odense", once="another")
        assert (late.status_code, 'value="Odense"' in late.text) == (412, True), "what was typed is kept"

        office.given("place-ban", f"?person={one}", kind="ban", until="2190-01-01", reason="Cheated.")
        assert "Cheated." in office.open("/office/bans")
        with at_the_office(service) as second:
            second.open("/office/reviews")
            leads = next(link for link in links(second.page) if "confirm-ban" in link and one in link)
            second.open(leads)
            second.done(leads.rpartition("/")[2], step="send")
            assert second.shown is not None
            assert second.shown.url.path == "/office/reviews"
        other = service.register("Ada Offices")
        office.given("merge-person", f"?person={other}", merged_into="Ada Office", reason="The same.")
        page = office.open(f"/office/persons/{other}")
        assert ("Merged into" in page, offered(office)) == (True, ["withdraw-merge"])
        assert office.client.read(f"/v1/persons/{other}")["id"] == one
        office.given("withdraw-merge", f"?person={other}", reason="They are two.")
        assert office.client.read(f"/v1/persons/{other}")["id"] == other
        nobody = office.http.get(f"/office/do/merge-person?person={one}")
        assert nobody.status_code == 200


def offered(office: Office) -> list[str]:
    """The commands that the page offers."""
    return [name for one in links(office.page) for name in re.findall(r"^/office/do/([a-z-]+)", one)]


def test_a_result_that_waits_names_its_match(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.announced("swiss", 5, ["Ulla Unger", "Vera Voss"])
        desk.started()
        desk.done("/draw")
        assert desk.client is not None
        player = service.player(desk.client.read(f"{desk.api}/matches/1")["persons"][0])
        player.position = service.services.journal.position()
        player.change(f"{desk.api}/matches/1", "result", {"result": score(5, 0)})
        assert service.services.readings.wait_for(player.position, PATIENCE_SECONDS)
        with at_the_office(service) as office:
            office.open("/office")
            assert f"{desk.at}/matches/1" in links(office.page)
            assert "<bdi>Ulla Unger</bdi>" in office.page


@pytest.mark.rule("ALL-1")
def test_an_erasure_waits_for_administrators_and_leaves_nothing_to_be_done(service: Service) -> None:
    person = service.register("Eva Erased")
    with at_the_office(service) as office, at_the_office(service) as second:
        office.given("request-erasure", f"?person={person}")
        assert ("Eva Erased" in second.open("/office"), "an erasure to confirm" in second.page) == (True, True)
        second.open("/office/erasures")
        leads = next(one for one in links(second.page) if "confirm-erasure" in one and person in one)
        second.open(leads)
        second.done(leads.rpartition("/")[2], step="send")
        assert "Eva Erased" not in second.open("/office")
        assert "<h1>erased person</h1>" in office.open(f"/office/persons/{person}")
        assert offered(office) == []


def test_clubs_series_settings_and_publications(
    service: Service, module_database: DatabaseUrls, key_folder: KeyFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publications, "_now", lambda: SOON)
    officer = service.register("Olga Officer")
    with at_the_office(service) as office:
        assert office.client is not None
        office.given("found-club", name="Club of the office")
        club = office.shown.url.path.rpartition("/")[2] if office.shown else ""
        assert "Olga Officer" in office.given("appoint-officer", f"?club={club}", person=officer)
        office.given("admit-member", f"?club={club}", person=officer, since="2026-01-01")
        office.given("end-membership", f"?club={club}&membership=1", until="2026-06-30")
        assert "Renamed" in office.given("rename-club", f"?club={club}", name="Renamed")
        page = office.given("announce-series", name="Office cup", directors="Olga Officer", club=club)
        assert ("Office cup" in page, "Renamed" in page) == (True, True)
        series = office.shown.url.path.rpartition("/")[2] if office.shown else ""
        office.given("change-series", f"?series={series}", name="Office cup 2")
        assert office.client.read(f"/v1/series/{series}")["directors"] == [officer]
        office.given("set-report-days", "?back=settings", days="20", reason="More time.")
        assert "20" in office.page
        office.given(
            "publish-files",
            "?kind=rating-list&back=ratings",
            **{"subject.pool": "normal", "subject.date": f"{SOON:%Y-%m-%d}"},
        )
        assert "official rating list" in office.page
        file = next(link for link in links(office.page) if link.startswith("/office/publications/"))
        assert office.http.get(file).status_code == 200
        sign_again(service, module_database, key_folder)
        assert office.http.get("/office/evidence.zip").headers["Content-Type"] == "application/zip"


def test_a_key_is_shown_once_and_its_form_counts_once(service: Service) -> None:
    with at_the_office(service) as office:
        office.open("/office/do/make-key?back=keys")
        form = next(office.forms("back=keys"))
        typed = {"step": "send", "role": "auditor", "label": "For the audit"}
        assert office.client is not None
        own = office.client.key or ""
        assert office.send(form, **typed, own_key="scoresheet_wrong").status_code == 422
        first = office.send(form, **typed, own_key=own)
        assert first.headers["Cache-Control"] == "no-store", first.text
        assert "scoresheet_" in first.text
        again = office.send(form, **typed, own_key=own)
        assert ("scoresheet_" in again.text, again.status_code) == (False, 409), "it makes no second one"
        assert office.open("/office/keys").count("For the audit") == 1
        end_key(service.owner_url, own)
        assert office.http.get("/office").status_code == 401


def test_persons_of_a_list_are_looked_over_and_registered(service: Service) -> None:
    known = service.register("Karl Known")
    with at_the_office(service) as office:
        assert office.client is not None
        office.open("/office/list")
        at = "/office/list/persons"
        assert office.press(at, step="try", list="nobody").status_code == 422
        listed = "name,birth_year,rating,experience\nLina Listed,1990,1612.5,40\nKarl Knowns,,,\nMax,never,,\n"
        assert "Record all of it" not in office.press(at, step="try", list=listed).text
        page = office.press(at, step="try", list=listed.replace("Max,never", "Max Muster,")).text
        assert f'href="/office/persons/{known}"' in page
        chosen = dict.fromkeys(re.findall(r'name="(meant-[^"]+)" value="new"', page), "new")
        page = office.done(at, step="try", **chosen)
        assert "Record all of it" in page
        office.done(at, step="send")
        found = office.client.read("/v1/persons", search="Lina Listed")["items"]
        assert office.client.read(f"/v1/ratings/normal/{found[0]['id']}")["rating"] == "1612.500000"
        file = {"file": ("list.csv", "\ufeffname\r\nFred Fromfile\r\n".encode(), "text/csv")}
        sent = office.http.post(at, files=file, data={"once": "a-file", "step": "try", "list": ""})
        assert ("Fred Fromfile" in sent.text, "Record all of it" in sent.text) == (True, True)
        wrong = {"file": ("list.csv", b"\xff\xfe\x00", "text/csv")}
        assert office.http.post(at, files=wrong, data={"once": "b", "step": "try"}).status_code == 400
        broken = {"Content-Type": "multipart/form-data; boundary=x"}
        assert office.http.post(at, content=b"--y", headers=broken).status_code == 400


def test_a_webhook_is_made_and_looked_at(service: Service) -> None:
    with at_the_office(service) as office:
        assert office.client is not None
        own, hook = office.client.key or "", "https://feeds.example.org/results"
        page = office.given("make-webhook", "?back=feeds", feed="results", address=hook, own_key=own)
        assert "whsec_" in page
        leads = next(link for link in links(office.open("/office/feeds")) if "/office/webhooks/" in link)
        assert "https://feeds.example.org" in office.open(leads)
        of = leads.rpartition("/")[2]
        assert "enable-webhook" in office.given("disable-webhook", f"?webhook={of}")


def test_the_history_tells_names_and_keeps_the_ids(service: Service) -> None:
    erased = service.register("Erna Erased")
    made = announced(service, {"kind": "open"}, name="Evening of names")
    made.enter_all([service.register("Nora Named"), erased])
    service.erase(erased)
    made.read("entries")
    of = made.path.rpartition("/")[2]
    with at_the_office(service) as office:
        page = office.open(f"/office/history?stream=tournament-{of}")
        assert f'title="{of}">Evening of names</a>' in page
        assert re.search(rf'<a href="/tournaments/{of}/entries/1" title="[^"]+">Nora Named</a>', page)
        assert re.search(rf'<a href="/tournaments/{of}/entries/2" title="[^"]+">erased person</a>', page)
        assert "Erna" not in page


def test_a_key_of_nobody_is_told_by_its_label(service: Service) -> None:
    wanted = Wanted("administrator", None, label="The hall computer")
    key = made_key(service.owner, service.services.journal, wanted, datetime.now(UTC))
    service.client(key).done("/v1/clubs", {"name": "A club by a key"})
    with at_the_office(service) as office:
        page = office.open("/office/history?stream=clubs")
        assert f'<span title="{id_of(key)}">The hall computer</span>' in page


def test_every_id_in_an_event_has_a_name_or_is_no_ones() -> None:
    assert ids_in_events() - set(FIELDS) == {"secret", "former_secret", "webhook", "list"}


def ids_in_events() -> set[str]:
    """The fields of all events, and of what lies in them, that hold ids."""
    found: set[str] = set()

    def within(schema: object, field: str) -> None:
        if isinstance(schema, list):
            for one in schema:
                within(one, field)
        elif isinstance(schema, dict):
            found.update([field] if schema.get("pattern") == UUID_PATTERN else [])
            for key, one in schema.items():
                is_named = key in ("properties", "$defs")
                for name, each in one.items() if is_named else [(field, one)]:
                    within(each, name)

    for event in EVENTS:
        within(event.model_json_schema(), "")
    return found


def test_past_values_are_shown_as_of_a_day(service: Service) -> None:
    with at_the_office(service) as office:
        office.given("found-club", name="A club of today")
        assert "A club of today" in office.open("/office/clubs")
        assert "A club of today" not in office.open("/office/clubs?as_of=2020-01-01")
        assert "A club of today" in office.open("/office/history?stream=clubs")


def test_rooms_tell_what_happened_in_words_of_the_reader(service: Service) -> None:
    made = announced(service, {"kind": "open"}, name="Evening of words")
    other, _ = service.director()
    other.position = made.director.position
    assert other.post(f"{made.path}/start", seen='"settings-1"').status_code == 403
    with at_the_office(service) as office:
        of = made.path.rpartition("/")[2]
        office.http.headers["Accept-Language"] = "da"
        assert '<p class="what">turneringen annonceret</p>' in office.open(f"/office/history?stream=tournament-{of}")
        assert "not-allowed" not in office.open("/office/watch")
        assert eventually(lambda: "beviser 0" in office.open("/office/health"))  # the proofs follow by themselves
        page = office.open("/desk/announcement/settings")
        assert ("room-single" in re.sub(r'value="[^"]*"', "", page), "Spillelokale: tre spil" in page) == (False, True)


def test_register_tells_persons_apart_by_rating_club_and_last_tournament(service: Service) -> None:
    person = service.register("Quirin Quast")
    evening = announced(service, {"kind": "swiss", "rounds": 2, "lengths": [5]}, name="Quast Cup")
    evening.enter_all([person])
    evening.read("entries")
    club = service.officer().done("/v1/clubs", {"name": "Quast Club"}).json()["club"]
    service.officer().done(f"/v1/clubs/{club}/members", {"person": person, "since": "2026-01-01"})
    with at_the_office(service) as office:
        page = office.open("/office/persons?search=Quirin")
        line = page.partition("Quirin Quast")[2].partition("</tr>")[0]
        assert "Quast Cup" in line
        assert "Quast Club" in line


@pytest.mark.rule("ELO-8")
def test_policy_is_announced_and_tried_on_pages(service: Service) -> None:
    with at_the_office(service) as office:
        office.given(
            "announce-rating-policy",
            "?back=ratings",
            **{"name": "slow", "start": "1500", "k.kind": "none", "factor": "2", "scale": "2000", "reason": "Voted."},
        )
        assert "slow" in office.open("/office/ratings")
        assert 'href="/office/rating-trial"' in office.page
        office.open("/office/rating-trial")
        page = office.done("/office/rating-trial", policy="slow 1", shortest="3")
        assert "Nothing is recorded" in page
        assert "rated matches" in page or "No match is rated" in page
        assert office.press("/office/rating-trial", policy="slow 1", factor="0").status_code == 422
        assert office.press("/office/rating-trial", policy="none 7").status_code == 422


@pytest.mark.rule("ELO-4", "ELO-8")
@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        ("falling", {"start": "5", "slope": "0.01", "floor": "1"}),
        ("mean-rating", {"start": "32", "slope": "0.012", "floor": "5", "ceiling": "16"}),
    ],
)
def test_policy_with_a_k_of_each_kind_is_announced_on_a_page(
    service: Service, kind: str, typed: dict[str, str]
) -> None:
    """The kind is chosen first, since two kinds call their numbers by the same names."""
    with at_the_office(service) as office:
        assert office.client is not None
        office.open("/office/do/announce-rating-policy?back=ratings")
        office.done("?back=ratings", step="look", **{"k.kind": kind})
        of_k = {f"k.{name}": text for name, text in typed.items()}
        said = {"name": f"by-{kind}", "start": "1500", "factor": "1", "scale": "2000", "reason": "Voted."}
        office.done("?back=ratings", step="send", **said, **of_k)
        policies = office.client.read("/v1/rating-policies")["items"]
        assert [one["k"] for one in policies if one["name"] == f"by-{kind}"] == [{"kind": kind, **typed}]


@pytest.mark.rule("ELO-1", "ELO-8")
def test_pool_is_announced_and_chosen_on_pages_by_its_name(service: Service) -> None:
    person = service.register("Orla Online")
    with at_the_office(service) as office:
        english = {"names.1.language": "en", "names.1.name": "matches online"}
        danish = {"names.2.language": "da", "names.2.name": "kampe på nettet"}
        policy = {"policy": "club 1", "reason": "Voted."}
        form = office.open("/office/do/announce-rating-pool?back=ratings")
        assert '<option value="club 1">club’s list 1</option>' in form, "it is chosen, and not typed"
        for _ in range(2):
            office.done("?back=ratings", step="add names")
        office.done("?back=ratings", step="send", **{"pool": "online", **english, **danish, **policy})
        line = office.open("/office/ratings").partition("matches online")[2].partition("</tr>")[0]
        assert "online" in line
        assert "club’s list 1" in line
        assert '<option value="online">matches online</option>' in office.open("/office/rating-trial")
        assert "kampe på nettet" in office.open("/ratings/online?language=da").lower()
        opening = {"pool": "online", "rating": "1600", "experience": "0", "reason": "From a former server."}
        office.given("set-opening-rating", f"?person={person}", **opening)
        assert eventually(lambda: "Orla Online" in office.open("/ratings/online?language=en"))
        assert "matches online" in office.open(f"/persons/{person}")


@pytest.mark.rule("ELO-8")
def test_clubs_of_a_listing_are_ticked_by_their_names(service: Service) -> None:
    with at_the_office(service) as office:
        assert office.client is not None
        hill = office.client.done("/v1/clubs", {"name": "The hill of lists"}).json()["club"]
        dale = office.client.done("/v1/clubs", {"name": "The dale of lists"}).json()["club"]
        office.open("/office/do/set-pool-listing?back=ratings")
        ticked = {"members_only": "yes", "clubs": dale}
        rules = {"pool": "price", "minimum_matches": "1", "opening": "either", "reason": "Voted."}
        refused = office.press("?back=ratings", step="send", **rules, clubs=dale)
        assert refused.status_code == 422
        assert f'value="{dale}" checked' in office.page
        assert f'value="{hill}" checked' not in office.page
        office.done("?back=ratings", step="send", **rules, **ticked)
        assert "The dale of lists" in office.page
        pools = office.client.read("/v1/rating-pools")["items"]
        assert [one["listing"]["clubs"] for one in pools if one["pool"] == "price"] == [[dale]]
        office.open("/office/rating-trial")
        page = office.done("/office/rating-trial", policy="denmark 1", clubs=hill)
        assert f'value="{hill}" checked' in page


@pytest.mark.rule("ELO-8", "ELO-9")
def test_trial_has_a_chart_for_each_class_of_those_who_are_compared(service: Service) -> None:
    season(service, 2).play(1, 2, length=5, result=score(5, 1))
    with at_the_office(service) as office:
        office.open("/office/rating-trial")
        page = office.done("/office/rating-trial", policy="denmark 1")
        classes = page.count("<h4>Class")
        assert classes > 0
        assert page.count("<svg") == classes + len(re.findall(r"rated match(es)?;", page))


@pytest.mark.rule("ELO-8")
def test_trial_with_one_number_of_k_keeps_the_others_of_the_policy(service: Service) -> None:
    with at_the_office(service) as office:
        office.open("/office/rating-trial")
        for policy, start in (("room 1", "2"), ("club 1", "1"), ("denmark 1", "1")):
            typed = {"k_start": start, "k_slope": "", "k_floor": ""}
            assert "alert" not in office.done("/office/rating-trial", policy=policy, **typed)


@pytest.mark.rule("ELO-8")
def test_trial_refused_names_its_own_fields_in_the_language_of_the_page(service: Service) -> None:
    with at_the_office(service) as office:
        office.http.headers["Accept-Language"] = "da"
        office.open("/office/rating-trial")
        numbers = {"k_start": "30000", "k_slope": "1000", "k_floor": "10"}
        told = office.press("/office/rating-trial", policy="club 1", **numbers).text
        assert "én match kunne flytte en rating med mere end 1.000 point" in told
        told = office.press("/office/rating-trial", policy="club 1", **{**numbers, "k_slope": "x"}).text
        assert "K falder for hvert point erfaring med: her ventes et tal" in told
        assert 'href="/office/ratings">Tilbage' in told
