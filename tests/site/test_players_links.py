"""Players at their own phones, without JavaScript: a link each, a report, the opponent's word, and whose word it is."""

import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from tests.api.support import Service
from tests.site.browsing import Browser, browsing, links
from tests.site.test_desk import Desk, at_the_desk
from tests.site.test_office import at_the_office

_CODE = re.compile(r'class="spoken">([^<]+)<')


@contextmanager
def phone(service: Service) -> Iterator[Browser]:
    with browsing(service) as found:
        yield found


def link_for(desk: Desk, entry: int) -> str:
    """The code of a link that the director issues to that entry."""
    desk.open(f"{desk.at}/links")
    form = next(one for one in desk.forms("/link") if ("number", str(entry)) in one.fields)
    desk.shown = desk.send(form)
    found = _CODE.search(desk.page)
    assert found, desk.page
    assert desk.shown.headers["Cache-Control"] == "no-store"
    return found[1]


def came_in(browser: Browser, code: str) -> str:
    """The page that the code leads its player to."""
    browser.open("/play")
    browser.done("/play", code=code.lower().replace("-", " "))
    return browser.open("/play")


def announced(desk: Desk, **conditions: object) -> None:
    """An evening in which opponents confirm, unless other conditions are named."""
    confirmed = conditions or {"verification": "confirmed"}
    made = {"name": "Evening", "format": {"kind": "swiss", "lengths": [5]}, "conditions": confirmed}
    assert desk.client is not None
    desk.at = f"/desk/{desk.client.done('/v1/tournaments', made).json()['tournament']}"
    desk.client.read(desk.api)  # which waits until it is shown


@pytest.fixture
def desk(service: Service) -> Iterator[Desk]:
    """An evening of four, drawn."""
    with at_the_desk(service) as found:
        announced(found)
        found.open(f"{found.at}/entries")
        found.done("/list", list="Ada Aas\nBo Bak\nCia Cro\nDan Due")
        found.done("/enter")
        found.started()
        found.done("/draw")
        yield found


def sides(desk: Desk) -> tuple[int, int]:
    assert desk.client is not None
    first, second = desk.client.read(f"{desk.api}/matches/1")["sides"]
    return first, second


def with_dice(desk: Desk, thrower: str, witness: str) -> None:
    """An evening whose draws wait for dice that can be thrown now. It is announced before their moment, however slow
    the machine is."""
    assert desk.client is not None
    lead, announced = timedelta(milliseconds=100), None
    dice = {"kind": "dice", "number_of_dice": 10, "thrower": thrower, "witness": witness}
    while announced is None or announced.json().get("type") == "/v1/problems/outside-source-past":
        lead *= 2
        at = datetime.now(UTC) + lead
        told = {"name": "Evening", "format": {"kind": "swiss", "lengths": [5]}}
        announced = desk.client.post("/v1/tournaments", told | {"outside_source": dice | {"due_at": at.isoformat()}})
    desk.at = f"/desk/{announced.json()['tournament']}"
    for person in (thrower, witness):
        desk.client.done(f"{desk.api}/entries", {"person": person})
    desk.client.read(f"{desk.api}/entries")  # which waits until they are shown
    time.sleep(max(0.0, (at - datetime.now(UTC)).total_seconds()))


@pytest.mark.rule("ALL-8")
def test_a_player_whom_the_director_has_taken_out_by_mistake_takes_it_back(desk: Desk, service: Service) -> None:
    first, _ = sides(desk)
    with phone(service) as own:
        code = link_for(desk, first)
        assert "It counts towards a ban." in desk.open(f"{desk.at}/do/resign?entry={first}")
        desk.done(f"/do/resign?entry={first}", step="try", reason="Went home.")
        desk.done(f"/do/resign?entry={first}", step="send")
        assert "you have left the tournament" in came_in(own, code)
        form = f"/do/withdraw-resignation?entry={first}"
        own.open(next(one for one in links(own.page) if one.endswith(form)))
        own.done(form, step="try")
        own.done(form, step="send")
        assert "you have left the tournament" not in own.open("/play")


@pytest.mark.rule("ALL-2")
def test_thrower_of_the_dice_and_witness_find_the_way_to_tell(service: Service) -> None:
    thrower, witness = service.register("Thea Thor"), service.register("Wim Wit")
    with at_the_desk(service) as desk, phone(service) as one, at_the_desk(service, witness) as other:
        with_dice(desk, thrower, witness)
        assert (waits_for(service, thrower), waits_for(service, witness)) == (["dice-to-throw"], [])
        public = desk.at.replace("/desk", "/tournaments")
        assert "Thea Thor throws them before Wim Wit" in desk.http.get(public).text
        came_in(one, link_for(desk, 1))
        other.open(public)
        assert (ways_in(one), ways_in(other)) == (["record-outside-value"], [])
        one.open(f"{desk.at}/do/{ways_in(one)[0]}")
        one.done("/do/record-outside-value", step="send", value="1234561234")
        assert (waits_for(service, thrower), waits_for(service, witness)) == ([], ["dice-to-witness"])
        assert "dice to confirm as the witness" in other.open("/play")
        assert f"{desk.at}/do/witness-outside-value" in links(other.page)
        other.open(public)
        assert ways_in(other) == ["witness-outside-value"]
        other.open(f"{desk.at}/do/{ways_in(other)[0]}")
        other.done("/do/witness-outside-value", step="send", value="1234561234")
        assert ways_in(other) == []
        assert waits_for(service, witness) == []
        assert desk.client is not None
        assert desk.client.read(f"{desk.api}/next")["outside_value"]["witnessed"]


def waits_for(service: Service, person: str) -> list[str]:
    """What waits for that person, by kind."""
    client = service.player(person)
    client.position = service.services.journal.position()
    return [one["kind"] for one in client.read("/v1/waiting")["items"]]


def ways_in(browser: Browser) -> list[str]:
    """The commands whose forms the page leads to."""
    return [link.rpartition("/")[2] for link in links(browser.page) if "/do/" in link and "outside" in link]


@pytest.mark.rule("ALL-2")
def test_dice_wait_for_nobody_before_they_can_be_thrown_and_in_a_tournament_that_is_off(service: Service) -> None:
    thrower, witness = service.register("Thea Thor"), service.register("Wim Wit")
    with at_the_desk(service) as desk:
        assert desk.client is not None
        dice = {"kind": "dice", "number_of_dice": 10, "thrower": thrower, "witness": witness}
        told = {"name": "Evening", "format": {"kind": "swiss", "lengths": [5]}}
        made = desk.client.done("/v1/tournaments", told | {"outside_source": dice | {"due_at": "2199-01-01T18:30:00Z"}})
        assert waits_for(service, thrower) == []
        with_dice(desk, thrower, witness)
        desk.client.change(desk.api, "cancellation", {"reason": "Nobody came."})
        assert (waits_for(service, thrower), made.is_success) == ([], True)


@pytest.mark.rule("TD-14", "ALL-1")
def test_one_reports_and_the_other_confirms_by_links_of_the_same_director(service: Service, desk: Desk) -> None:
    first, second = sides(desk)
    with ExitStack() as stack:
        one, other = (stack.enter_context(phone(service)) for _ in range(2))
        codes = [link_for(desk, entry) for entry in (first, second)]
        assert "You play" in came_in(one, codes[0])
        one.done("/result", own="5", other="3")
        assert "You have reported: 5–3" in one.page
        assert "3–5, your score first" in came_in(other, codes[1])
        other.done("/confirmation")
    assert desk.client is not None
    match = desk.client.read(f"{desk.api}/matches/1")
    assert (match["status"], match["points"]) == ("announced", [5, 3])
    history = desk.client.read(f"{desk.api}/history", limit=200)["items"]
    acts = [item["actor"] for item in history if item["topic"].startswith(("tournament.result-",))]
    assert [act["role"] for act in acts] == ["player", "player"]
    assert len({act["key"] for act in acts}) == 2
    desk.open(f"{desk.at}/acts")
    assert all(desk.page.count(f">{act['key'][:6]}<") == 1 for act in acts)
    assert desk.page.count(">A director<") == 2
    director = desk.client.read(desk.api)["directors"][0]
    assert {act["key_maker"] for act in acts} == {director}


@pytest.mark.rule("TD-9", "TD-14")
def test_players_confirm_only_where_their_word_counts_and_see_that_a_ruling_is_awaited(service: Service) -> None:
    with ExitStack() as stack:
        desk = stack.enter_context(at_the_desk(service))
        desk.announced("swiss", 5, ["Eli Ehn", "Fie Fog"])
        desk.started()
        desk.done("/draw")
        one, other = (stack.enter_context(phone(service)) for _ in range(2))
        for browser, entry in zip((one, other), sides(desk), strict=True):
            came_in(browser, link_for(desk, entry))
        one.done("/result", own="5", other="3")
        other.open("/play")
        assert "It counts once a director verifies it." in other.page
        assert not list(other.forms("/confirmation"))
        other.done("/dispute", matter="It was 5-4.")
        for browser in (one, other):
            assert "will rule on it" in browser.open("/play")
            assert not list(browser.forms("/dispute"))


@pytest.mark.rule("TD-14", "TD-9")
def test_player_told_against_takes_back_what_counts_at_once_and_nobody_else_is_offered_to(service: Service) -> None:
    with at_the_desk(service) as desk, phone(service) as own, phone(service) as other:
        announced(desk, verification="at-once", correction_window_minutes=60)
        desk.open(f"{desk.at}/entries")
        desk.done("/list", list="Ann Ask\nBob Bay")
        desk.done("/enter")
        desk.started()
        desk.done("/draw")
        first, second = sides(desk)
        came_in(own, link_for(desk, first))
        own.done("/result", own="5", other="3")
        assert not list(own.forms("/withdrawal")), "anyone who has reported it corrects nothing alone"
        page = came_in(other, link_for(desk, second))
        assert "3–5, your score first" in page
        assert "It counts. You can take it back until" in page
        other.done("/withdrawal", matter="It was 3-4, and the match goes on.")
        assert "will rule on it" in other.open("/play")
        assert not list(other.forms("/withdrawal"))
        assert desk.client is not None
        assert desk.client.read(f"{desk.api}/matches/1")["status"] == "reported"
        assert "It was 3-4" in desk.open(f"{desk.at}/matters")


@pytest.mark.rule("OPN-1", "STK-1", "TD-14")
def test_players_of_a_season_report_what_they_have_played_and_the_desk_enters_it_with_its_stake(
    service: Service,
) -> None:
    with at_the_desk(service) as desk, phone(service) as own:
        assert desk.client is not None
        told = {"kind": "open", "forms": ["single", "five-points", "points"], "stakes": True, "lengths": [3]}
        made = {"name": "Room", "format": told, "conditions": {"verification": "confirmed"}}
        desk.at = f"/desk/{desk.client.done('/v1/tournaments', made).json()['tournament']}"
        desk.client.read(desk.api)
        desk.open(f"{desk.at}/entries")
        desk.done("/list", list="Ann Arn\nBo Berg")
        desk.done("/enter")
        desk.started()
        desk.open(f"{desk.at}/rounds")
        desk.done("/match", first="1", second="2", form="five-points", stake="2.50", score="5-2")
        assert desk.press("/match", first="1", second="2", form="points", score="3-2").status_code == 422
        desk.done("/match", length="3")
        came_in(own, link_for(desk, 2))
        assert own.press("/play/match", opponent="1", form="five-points", own="3", other="1").status_code == 422
        assert 'value="3"' in own.page
        own.done("/play/match", opponent="1", form="five-points", stake="5.00", own="5", other="1")
        assert "You have reported: 5–1 against Ann Arn." in own.page
        matches = desk.client.read(f"{desk.api}/matches")["items"]
        assert [(one["form"], one["stake"], one["status"]) for one in matches] == [
            ("five-points", "2.50", "announced"),
            ("points", None, "announced"),
            ("five-points", "5.00", "reported"),
        ]


@pytest.mark.rule("TD-11")
def test_a_player_is_told_of_a_ruling_on_them_and_appeals_it_as_themselves(service: Service, desk: Desk) -> None:
    first, second = sides(desk)
    with phone(service) as own:
        codes = {entry: link_for(desk, entry) for entry in (first, second)}
        desk.open(f"{desk.at}/do/give-ruling?match=1")
        desk.done("/do/give-ruling?match=1", step="look", clause="4.2", facts="Seen.", reasons="As it is.")
        desk.done("/do/give-ruling?match=1", step="add remedies", **{"remedies-new": "match-loss"})
        desk.done("/do/give-ruling?match=1", step="try", **{"remedies.1.loser": "first"})
        desk.done("/do/give-ruling?match=1", step="send")
        assert "You can appeal it until" in came_in(own, codes[first])
        own.open(f"{desk.at}/matters")
        own.open(next(one for one in links(own.page) if "/do/lodge-appeal" in one))
        own.done("/do/lodge-appeal?ruling=1", step="send", reason="It was not so.")
        assert desk.client is not None
        assert [one["entry"] for one in desk.client.read(f"{desk.api}/appeals")["items"]] == [first]
        assert "You can appeal it" not in own.open("/play")
        with phone(service) as other:
            came_in(other, codes[second])
            other.open(f"{desk.at}/matters")
            assert not [one for one in links(other.page) if "withdraw-appeal" in one], "it is not theirs"


@pytest.mark.rule("TD-11", "TD-2")
@pytest.mark.source("ausbgf 1.4.1", "ausbgf 5.2")
def test_player_whose_entry_the_staff_put_out_is_told_why_and_appeals(service: Service, desk: Desk) -> None:
    first, _ = sides(desk)
    assert desk.client is not None
    with phone(service) as own:
        code = link_for(desk, first)
        desk.client.change(f"{desk.api}/entries/{first}", "resignation", {"reason": "Was not to be found."})
        assert "Was not to be found." in came_in(own, code)
        place = next(one for one in links(own.page) if "/do/appeal-decision" in one)
        own.open(place)
        own.done(
            place.partition("/do/")[1] + place.partition("/do/")[2].replace("&amp;", "&"), step="send", reason="I was."
        )
        (appeal,) = desk.client.read(f"{desk.api}/appeals")["items"]
        assert (appeal["entry"], appeal["reason"]) == (first, "I was.")
        waiting = desk.client.read("/v1/waiting", limit=200)["items"]
        assert [one["kind"] for one in waiting if one["tournament"] in desk.api] == ["committee-to-form"]


@pytest.mark.rule("TD-9")
def test_a_link_opens_once_and_only_the_newest_is_good(service: Service, desk: Desk) -> None:
    with phone(service) as own, phone(service) as strange:
        code = link_for(desk, 1)
        assert 'value="' not in own.open(f"/play/{code}"), "opening it uses nothing up"
        came_in(own, code)
        strange.open(f"/play/{code}")
        assert strange.press(f"/play/{code}").status_code == 401
        strange.open("/play")
        assert strange.press("/play", code="nothing").status_code == 401
        link_for(desk, 1)
        assert own.http.get(f"{desk.at.replace('/desk/', '/tournaments/')}/play").status_code == 401, "the former ended"
        assert strange.http.get(f"{desk.at}/links").status_code == 401
        desk.open(f"{desk.at}/links")
        assert desk.press("/link", number="one").status_code == 422


def test_only_who_directs_it_is_offered_to_issue_links(service: Service, desk: Desk) -> None:
    desk.open(f"{desk.at}/links")
    assert list(desk.forms("/link"))
    with at_the_office(service) as office:
        assert "A director of the tournament issues them." in office.open(f"{desk.at}/links")
        assert list(office.forms("/link")) == []


def test_faults_of_a_players_forms_are_told(service: Service, desk: Desk) -> None:
    first, _ = sides(desk)
    with phone(service) as own, phone(service) as strange:
        came_in(own, link_for(desk, first))
        report = next(own.forms("/result"))
        for typed in ({"own": "seven"}, {"own": "9", "other": "9"}, {"seen": "→"}, {"once": "→\n", "own": "5"}):
            answer = own.send(report, **{"own": "5", "other": "1", **typed})
            assert (400 <= answer.status_code < 500, 'role="alert"' in answer.text) == (True, True), typed
        assert strange.send(report, own="5", other="1").status_code == 401
        twice = [own.send(report, own="5", other="1") for _ in range(2)]
        assert [one.status_code for one in twice] == [200, 200], "a form that is sent twice counts once"
        assert own.send(report, own="5", other="2", once="another").status_code in (409, 412)
    desk.open(f"{desk.at}/links")
    issuing = next(desk.forms("/link"))
    for typed in ({"number": "none"}, {"number": "99"}):
        assert 400 <= desk.send(issuing, **typed).status_code < 500


@pytest.mark.rule("TD-9", "TD-14")
def test_a_form_sent_with_anothers_link_acts_for_nobody_else(service: Service, desk: Desk) -> None:
    assert desk.client is not None
    first, second = sides(desk)
    third = next(entry for entry in range(1, 5) if entry not in (first, second))
    person = desk.client.read(f"{desk.api}/entries/{first}")["person"]
    with ExitStack() as stack:
        own, other, strange, elsewhere = (stack.enter_context(phone(service)) for _ in range(4))
        for browser, entry in ((own, first), (other, second), (strange, third)):
            came_in(browser, link_for(desk, entry))
        elsewhere.open("/login")
        elsewhere.press("/login", key=service.key("player", person, "00000000-0000-4000-8000-000000000000"))
        report = next(own.forms("/result"))
        assert [one.send(report, own="5", other="1").status_code for one in (strange, elsewhere)] == [403, 403]
        own.done("/result", own="5", other="1")
        other.open("/play")
        confirm = next(other.forms("/confirmation"))
        assert {one.send(confirm).status_code for one in (own, strange, elsewhere)} <= {403, 409}
        assert desk.client.read(f"{desk.api}/matches/1")["status"] == "reported"
        assert other.send(confirm).status_code == 200
    assert desk.client.read(f"{desk.api}/matches/1")["status"] == "announced"


@pytest.mark.rule("TD-9", "TD-14")
def test_a_link_that_the_one_who_gains_has_issued_is_nobodys_second_act(service: Service) -> None:
    """The only director plays: what their opponent says by a link of theirs is the director's own word."""
    with at_the_desk(service) as desk, phone(service) as theirs:
        assert desk.client is not None
        made = {
            "name": "Evening",
            "format": {"kind": "swiss", "lengths": [5]},
            "conditions": {"verification": "confirmed"},
        }
        desk.at = f"/desk/{desk.client.done('/v1/tournaments', made).json()['tournament']}"
        director = desk.client.read(desk.api)["directors"][0]
        office = service.officer()
        for entry, person in enumerate((director, service.register("Opponent")), 1):
            office.done(f"{desk.api}/entries", {"person": person})
            office.change(f"{desk.api}/entries/{entry}", "approval")
        assert len(office.read(f"{desk.api}/entries")["items"]) == 2, "the tables have both"
        desk.started()
        desk.done("/draw")
        mine = sides(desk).index(1)
        player = service.player(director)
        player.position = desk.client.position = service.services.journal.position()
        told = {"kind": "winner", "winner": ("first", "second")[mine]}
        player.change(f"{desk.api}/matches/1", "result", {"result": told})
        came_in(theirs, link_for(desk, 2))
        assert theirs.press("/confirmation").status_code == 403
        assert desk.client.read(f"{desk.api}/matches/1")["status"] == "reported"


def test_a_player_with_a_key_comes_to_their_own_matches(service: Service, desk: Desk) -> None:
    """Anyone who logs in with a key of their own needs no code."""
    assert desk.client is not None
    person = desk.client.read(f"{desk.api}/entries/{sides(desk)[0]}")["person"]
    with at_the_desk(service, person) as player:
        assert player.shown is not None
        assert player.shown.url.path == "/play"
        at = desk.at.replace("/desk/", "/tournaments/")
        assert f"{at}/play" in links(player.page)
        assert "You play" in player.open(f"{at}/play")
