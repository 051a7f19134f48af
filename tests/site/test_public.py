"""The pages that everybody may read: every link leads somewhere, and nothing is shown that the API withholds."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser

import httpx
import pytest

from api.site.frame.words import is_if_needed
from tests.api.played import announced, first_wins, started
from tests.api.support import Service, score
from tests.patience import PATIENCE_SECONDS, eventually
from tests.properties import PROFILE
from tests.site.browsing import OWN_PAGE, Browser, browsing
from tests.site.test_frame import is_page
from tests.site.world import HALL, SCRIPT, TOLD_TO_NOBODY, World, made

_ELSEWHERE = ("/docs", "/v1", "/static")
_CALENDAR = "/calendar.ics"
_PICTURE = "/share.png"
_ID = "[0-9a-f-]{36}"


class Links(HTMLParser):
    """The addresses in a page that somebody may follow."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Takes in a tag."""
        address = dict(attrs).get("href")
        if tag == "a" and address and address.startswith("/") and "language=" not in address:
            self.found.add(address)


@pytest.fixture(scope="module")
def world(service: Service) -> World:
    return made(service)


Pages = Mapping[str, str]


@pytest.fixture(scope="module")
def pages(service: Service, world: World) -> Pages:
    """Pages by their addresses: all kinds that can be come to from the first one."""
    found, wanted = dict[str, str](), Wanted(list(world.paths.values()))
    to_see = ["/", f"/persons/{world.named_script}", *wanted.tournaments]
    while to_see:
        path = to_see.pop(0)
        found[path] = page_at(service, path, "en")
        links = sorted({one.partition("#")[0] for one in Links(found[path]).found} - {*found, *to_see})
        to_see += [
            one for one in links if not one.startswith(_ELSEWHERE) and not one.endswith(_PICTURE) and one in wanted
        ]
    return found


class Wanted:
    """Which pages are looked at: two of each kind of each tournament in `make proof`. Else each kind is looked at where
    it is come to first, and in a third of the tournaments, in turn."""

    def __init__(self, tournaments: Sequence[str]) -> None:
        self.tournaments = tournaments
        self._times, self._places = Counter[str](), dict[str, int]()

    def __contains__(self, path: str) -> bool:
        """Asked once for each page."""
        kind = kind_of(path)
        self._times[kind] += 1
        place, known = re.sub(_ID, "", kind), len(self._places)
        of = next((number for number, one in enumerate(self.tournaments) if path.startswith(f"{one}/")), None)
        turn = self._places.setdefault(place, known)
        is_looked_at = PROFILE == "proof" or of is None or turn == known or (turn + of) % 3 == 0
        return self._times[kind] <= 2 and is_looked_at


def kind_of(path: str) -> str:
    """The address without its last number; without the persons in it, except in `make proof`."""
    kind = re.sub(r"[/=][0-9]+$", "", path)
    return kind if PROFILE == "proof" else re.sub(rf"(/persons|/against)/{_ID}", r"\1", kind)


def page_at(service: Service, path: str, language: str) -> str:
    """The page, which must be there; a calendar is a file for programs instead."""
    answer = service.http.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200, (path, answer.text)
    if path.endswith(_CALENDAR):
        assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8", path
        return answer.text
    assert is_page(answer), path
    assert f'<html lang="{language}">' in answer.text
    return answer.text


@pytest.mark.longer
def test_all_links_lead_somewhere(world: World, pages: Pages) -> None:
    assert set(world.paths.values()) <= set(pages)
    assert f"/persons/{world.named_script}" in pages
    for path, page in pages.items():
        assert SCRIPT not in page or path.endswith(_CALENDAR), path
        assert page.count("<h1>") == (0 if path.endswith(_CALENDAR) else 1), path
    assert "&lt;script&gt;" in pages[f"/persons/{world.named_script}"]


@pytest.mark.parametrize("language", ["da", "nl"])
def test_each_kind_of_page_is_there_in_each_language(service: Service, pages: Pages, language: str) -> None:
    shown = (path for path in pages if not path.endswith(_CALENDAR))
    kinds = {re.sub(_ID, "", kind_of(path)): path for path in shown}
    for path in kinds.values():
        assert page_at(service, path, language) != pages[path]


@pytest.mark.longer
@pytest.mark.rule("ALL-12", "TD-2")
def test_a_page_shows_nothing_that_the_api_withholds(service: Service, world: World, pages: Pages) -> None:
    season = world.tournaments["season"]
    staff = " ".join(str(season.read(place)) for place in ("entries", "disputes", "rulings", "matches/4"))
    assert all(told in staff or told == "5–1" for told in TOLD_TO_NOBODY)
    for path, page in pages.items():
        assert [told for told in TOLD_TO_NOBODY if told in page] == [], path
    assert "name withheld" in service.http.get(f"{world.paths['season']}/entrants").text
    unannounced = service.http.get(f"{world.paths['season']}/matches/4").text
    assert "open" in unannounced
    assert "reported" not in unannounced.lower()


def test_each_step_of_the_desk_is_there_for_each_format(service: Service, world: World) -> None:
    with httpx.Client(
        base_url=service.url, headers={**OWN_PAGE, "Accept-Language": "da"}, timeout=PATIENCE_SECONDS
    ) as http:
        browser = Browser(http)
        browser.open("/login")
        browser.done("/login", key=service.key("administrator"))
        for path in world.paths.values():
            at = path.replace("/tournaments/", "/desk/")
            for step in ("", "/entries", "/rounds", "/standings", "/finish"):
                browser.open(at + step)


def test_a_name_leads_to_whom_one_plays(service: Service, world: World) -> None:
    open_ones = world.tournaments["knockout"].read("matches", status="open")["items"]
    answer = service.http.get(f"{world.paths['knockout']}/whom?entry={open_ones[0]['sides'][1]}")
    assert answer.status_code == 303
    page = service.http.get(answer.headers["Location"]).text
    assert f"table {open_ones[0]['table']}, Great hall" in page


def test_asking_without_a_name_leads_to_where_it_is_chosen(service: Service, world: World) -> None:
    answer = service.http.get(f"{world.paths['knockout']}/whom")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{world.paths['knockout']}#who")
    assert 'id="who"' in service.http.get(world.paths["knockout"]).text


@pytest.mark.parametrize("place", ["", "/rounds", "/entries/99", "/matches/99", "/stages/9"])
def test_missing_addresses_are_told_as_a_page(service: Service, place: str) -> None:
    answer = service.http.get(f"/tournaments/00000000-0000-4000-8000-000000000000{place}")
    assert (answer.status_code, is_page(answer)) == (404, True)


def test_an_open_page_is_told_of_each_change_and_of_what_it_missed(service: Service, world: World) -> None:
    season, live = world.tournaments["season"], f"{world.paths['season']}/live"
    version = service.http.get(season.path).json()["version"]
    with service.http.stream("GET", live) as stream:
        lines = stream.iter_lines()
        assert {next(lines), next(lines), next(lines)} == {"event: begun", f"data: {version}", f"id: {version}"}
        season.director.done(f"{season.path}/matches", {"sides": [1, 2], "length": 5})
        assert next(line for line in lines if line.startswith("event")) == "event: changed"
    with service.http.stream("GET", live, headers={"Last-Event-ID": str(version)}) as stream:
        assert next(stream.iter_lines()) == "event: changed"


def test_open_matters_are_told_as_that(service: Service, world: World) -> None:
    """Nobody still in has gone out in round 0, nothing is found where nothing is, and a slot has a name."""
    told = httpx.get(f"{service.url}{world.paths['knockout']}/standings", timeout=PATIENCE_SECONDS).text
    assert re.search(r'<td class="figure">–</td><td class="figure">[1-9]', told)
    assert "Nothing was found." in httpx.get(f"{service.url}/tournaments?search=qqqq", timeout=PATIENCE_SECONDS).text
    assert ">third<" not in httpx.get(f"{service.url}{world.paths['knockout']}/chart", timeout=PATIENCE_SECONDS).text


def test_standings_say_why_each_line_is_there(service: Service) -> None:
    """The reason is what the line above has, not a mark that reads as if it were the line's own. Lines without a rank
    say theirs once."""
    made = started(service, {"kind": "knockout", "lengths": [3]}, 4)

    def reasons() -> list[str]:
        made.read("standings")
        page = httpx.get(f"{service.url}{made.path.removeprefix('/v1')}/standings", timeout=PATIENCE_SECONDS).text
        return re.findall(r'<span class="note why">([^<]*)</span></th>', page)

    made.report(1, score(3, 1))
    assert reasons() == ["no place yet: still in", "out, and the one above is still in"]
    made.report(2, score(3, 1))
    made.report(3, score(3, 1))
    made.do("completion")
    assert reasons()[:1] == ["the one above is the champion"]
    assert reasons()[1:] == ["round reached 1 : 2", "shares the rank"]


def test_a_held_draw_does_not_tell_that_no_result_is_waited_for(service: Service) -> None:
    made = started(service, {"kind": "knockout", "lengths": [3]}, 4, conditions={"pairings_shown": "when-released"})
    made.read("standings")
    assert "0 results" not in httpx.get(service.url + made.path.removeprefix("/v1"), timeout=PATIENCE_SECONDS).text


def test_moments_are_written_as_the_language_has_them(service: Service, world: World) -> None:
    page = f"{service.url}{world.paths['knockout']}"
    shown = {
        one: httpx.get(page, headers={"Accept-Language": one}, timeout=PATIENCE_SECONDS).text
        for one in ("en", "da", "nl")
    }
    assert ("18:30" in shown["en"], "18.30" in shown["da"], "18:30" in shown["nl"]) == (True, True, True)


def test_a_preview_tells_whose_rating_would_change(service: Service, world: World) -> None:
    season = world.tournaments["season"]
    with browsing(service, season.director.key or "") as desk:
        desk.open(f"{season.path.replace('/v1/tournaments', '/desk')}/do/correct-result?match=2")
        assert "<li>Bo Berg: A rating in normal games" in desk.done(
            "match=2", step="try", result="2-5", reason="Misread."
        )


@pytest.mark.parametrize(("name", "pages"), [("consolation", ("rounds", "matches")), ("double", ("rounds", "matches"))])
def test_bracket_of_a_match_is_named_outside_the_picture(
    service: Service, world: World, name: str, pages: tuple[str, ...]
) -> None:
    """The same words as in the picture: readers of a list see in which of the brackets a match is."""
    wanted = {"consolation": "main ", "double": "lower "}[name]
    for page in pages:
        told = httpx.get(f"{service.url}{world.paths[name]}/{page}", timeout=PATIENCE_SECONDS).text
        assert f'<span class="of-bracket">{wanted}' in told


def test_final_of_a_bracket_that_leads_on_is_not_called_the_final(service: Service, world: World) -> None:
    heads = {name: _heads(service, world.paths[name]) for name in ("consolation", "double", "knockout")}
    assert heads["double"].count("Bracket’s final") == 2
    assert [one for one in heads["double"] if one.startswith("Final")][:1] == ["Final"]
    assert (heads["consolation"].count("Final"), "Quarterfinal" in heads["knockout"]) == (3, True)


def _heads(service: Service, path: str) -> list[str]:
    told = httpx.get(f"{service.url}{path}/chart", timeout=PATIENCE_SECONDS).text
    return re.findall(r'<text class="head"[^>]*>([^<]*)</text>', told)


@pytest.mark.rule("DE-7")
def test_match_that_may_not_be_needed_is_marked() -> None:
    again = {"entry": None, "waits_for": "grand-1-1"}
    assert is_if_needed({"seats": [again, again]})
    assert not is_if_needed({"seats": [again, {"entry": None, "waits_for": "lower-2-1"}]})
    assert not is_if_needed({"seats": [{**again, "entry": 1}, {**again, "entry": 2}]})


@pytest.mark.rule("SE-6")
def test_final_of_a_reseeded_bracket_is_always_played() -> None:
    coming = {"entry": None, "waits_for": "round-3"}
    assert not is_if_needed({"seats": [coming, coming]})


@pytest.mark.rule("SWI-2", "SWI-8")
def test_first_round_says_that_the_lot_has_made_it(service: Service, world: World) -> None:
    """Nobody has points yet, so the nearest in points says nothing; a bracket tells where its seeds are from."""
    told = {
        name: httpx.get(f"{service.url}{world.paths[name]}/rounds", timeout=PATIENCE_SECONDS).text
        for name in ("swiss", "double", "ladder")
    }
    first = told["swiss"].partition('id="round-1"')[2]
    assert ("drawn by lot, since nobody has points yet" in first, "nearest in points" in first) == (True, False)
    assert "drawn by lot" in told["double"].partition('id="round-1"')[2]
    assert "drawn by lot" not in told["ladder"]


@pytest.mark.rule("SEL-3")
def test_bracket_comes_first_with_scores_tables_and_the_way_of_each_player(service: Service) -> None:
    made = started(service, {"kind": "knockout", "lengths": [5]}, 4)
    made.do("hall", HALL)
    made.report(1, score(5, 3))
    made.read("standings")
    page = service.http.get(made.path.removeprefix("/v1")).text
    places = re.findall(
        r'<a href="/tournaments/[^"]+"[^>]*>([A-Za-z ]+)</a>', page.partition("</nav>")[2].partition("</nav>")[0]
    )
    assert places[:2] == ["Bracket", "Standings"]
    assert re.findall(r'class="score"[^>]*>([0-9]+)<', page) == ["5", "3"]
    assert "Table 2</text>" in page
    assert page.count('class="way" data-entry="1"') == 1
    coming = page[page.index("<svg") :].rpartition("Final</text>")[2]
    waiting = [
        made.director.read(made.path + "/entries")["names"][made.persons[one - 1]] for one in made.match(2)["sides"]
    ]
    assert all(name in coming for name in waiting), "who still plays for the other seat of the final"
    assert "from 1-2</text>" not in page


@pytest.mark.rule("SE-5")
def test_third_place_names_those_whose_losers_come_there(service: Service) -> None:
    made = started(service, {"kind": "knockout", "lengths": [5], "third_place": True}, 4)
    made.read("standings")
    page = service.http.get(made.path.removeprefix("/v1")).text
    drawn = page.rpartition("Third place</text>")[2].partition("</svg>")[0]
    third = " ".join(re.sub("<[^>]+>", " ", drawn).split())
    assert third.count("loser of Player") == 2
    assert all(f"Player {number}" in third for number in range(1, 5))


@pytest.mark.rule("SE-5")
def test_third_place_names_the_semifinals_while_nobody_is_in_them(service: Service) -> None:
    made = started(service, {"kind": "knockout", "lengths": [5], "third_place": True}, 8)
    made.read("standings")
    page = service.http.get(made.path.removeprefix("/v1"), headers={"Accept-Language": "en"}).text
    drawn = page.rpartition("Third place</text>")[2].partition("</svg>")[0]
    assert re.findall(r">(loser of [^<]*)</text>", drawn) == ["loser of a semifinal"] * 2


@pytest.mark.rule("ALL-10")
def test_stages_that_are_over_show_podium_then_bracket_then_the_first_table(service: Service) -> None:
    final = {"format": {"kind": "knockout", "lengths": [3]}, "qualifiers": 2}
    made = started(service, {"kind": "swiss", "rounds": 1, "lengths": [3]}, 4, stages=[final])
    champion = made.play_on()
    made.complete()
    assert champion is not None
    page = page_at(service, made.path.removeprefix("/v1"), "en")
    main = page.partition("<main")[2]
    places = [main.index(one) for one in ('class="podium"', 'class="picture bracket', "Stage 1: ")]
    assert places == sorted(places)
    first = made.director.read(f"{made.path}/entries")["names"][made.persons[champion - 1]]
    assert first in main.partition('class="podium"')[2].partition("</li>")[0]


@pytest.mark.rule("NXE-8")
@pytest.mark.rule("GRP-3")
def test_each_group_has_a_table_of_its_own(service: Service, world: World) -> None:
    page = service.http.get(f"{world.paths['groups']}/standings").text
    tables = page.split("<h2>Group ")[1:]
    assert [one[:1] for one in tables] == ["A", "B"]
    assert [re.findall(r'<td class="figure"><span>(\d+)</span></td>', one)[0] for one in tables] == ["1", "1"]
    paper = service.http.get(f"{world.paths['groups']}/print/standings").text
    assert paper.count("<h2>Group ") == 2
    for wall in ("standings", "picture"):
        shown = service.http.get(f"{world.paths['groups']}/screen/{wall}?turn=1").text
        assert re.findall("<h2>Group (.)", shown) == ["A", "B"], "a wall has room for several at once"


def test_picture_of_a_stepladder_is_called_a_ladder(pages: Pages, world: World) -> None:
    page = pages[world.paths["ladder"]]
    assert re.findall(r'aria-current="page">([^<]*)</a>', page) == ["Ladder"]


def test_lives_are_shown_round_by_round(service: Service) -> None:
    """Of four with two lives each, one has lost one, and the other match is open."""
    made = started(service, {"kind": "nxe", "losses": 2, "lengths": [3]}, 4)
    made.do("rounds/1/draw")
    first = made.read("matches")["items"][0]
    made.report(first["number"], score(3, 1))
    chart = made.read("chart")["chart"]
    lives = {line["entry"]: line["lives"] for line in chart["lines"]}
    winner, loser = first["sides"]
    assert (chart["kind"], chart["lives"], chart["rounds"]) == ("lives", 2, 1)
    assert lives == {one: 1 if one == loser else 2 for one in (1, 2, 3, 4)}
    assert [line["entry"] for line in chart["lines"]][-1] == loser
    assert {line["entry"]: line["cells"][0]["won"] for line in chart["lines"]}[winner] is True
    assert service.http.get(f"{made.path.removeprefix('/v1')}/chart").text.count('class="life spent"') == 1


@pytest.mark.rule("ALL-6", "ALL-10", "TEA-8")
@pytest.mark.parametrize(("singles", "told"), [(0, "Nobody is rated"), (1, "matches of teams are not rated")])
def test_page_of_doubles_says_that_teams_are_not_rated(service: Service, singles: int, told: str) -> None:
    rating = {"pool": "normal", "policy": "room", "policy_version": 1}
    made = announced(service, {"kind": "open"}, rating=rating)
    persons = service.register_all([f"Double {number}" for number in range(5)])
    teams = [persons[:2], persons[2:4]]
    for number, (person, *members) in enumerate([*teams, *([persons[4:]] * singles)], 1):
        made.director.done(f"{made.path}/entries", {"person": person, "members": members})
        made.do(f"entries/{number}/approval", {})
    made.do("start")
    made.director.done(f"{made.path}/matches", {"sides": [1, 2], "length": 3, "result": score(3, 1)})
    address = made.path.removeprefix("/v1")
    assert eventually(lambda: told in page_at(service, address, "en"))
    # Ratings follow a moment later than the table.
    assert eventually(lambda: ("Rating change" in page_at(service, address, "en")) == bool(singles))
    page = page_at(service, address, "en")
    assert page.count("±") == singles


@pytest.mark.rule("REG-5")
def test_tournament_of_a_club_bears_its_name_on_pages_and_papers(service: Service) -> None:
    office = service.administrator()
    club = office.done("/v1/clubs", {"name": "Havn Backgammon"}).json()["club"]
    made = office.done("/v1/tournaments", {"name": "Evening", "format": {"kind": "open"}, "club": club}).json()
    assert office.read(f"/v1/tournaments/{made['tournament']}")["club"] == club
    page = service.http.get(f"/tournaments/{made['tournament']}").text
    assert f'<a href="/tournaments?club={club}">Havn Backgammon</a>' in page
    assert '<meta property="og:site_name" content="Havn Backgammon">' in page
    office.change(f"/v1/tournaments/{made['tournament']}", "start")
    assert office.read(f"/v1/tournaments/{made['tournament']}")["status"] == "started"
    assert "Havn Backgammon · Evening" in service.http.get(f"/tournaments/{made['tournament']}/print/standings").text


@pytest.mark.rule("TEA-8")
def test_pair_without_a_name_is_called_by_both_of_its_players(service: Service) -> None:
    made = announced(service, {"kind": "knockout", "lengths": [3]})
    for number, names in enumerate((["Ann Pair", "Abe Pair"], ["Bea Pair", "Ben Pair"]), 1):
        person, *members = service.register_all(names)
        made.director.done(f"{made.path}/entries", {"person": person, "members": members})
        made.do(f"entries/{number}/approval", {})
    made.do("start")
    address = made.path.removeprefix("/v1")
    for place in ("", "/standings", "/screen/tables", "/print/names"):
        assert "Ann Pair &amp; Abe Pair" in page_at(service, f"{address}{place}", "en"), place


@pytest.mark.rule("GRP-5", "ALL-6")
def test_lines_of_a_group_say_why_each_is_below_the_one_above(service: Service) -> None:
    """In each group of three two have met: the winner leads, and the lot decides between the other two."""
    made = started(service, {"kind": "groups", "groups": 2, "lengths": [3], "seeding": "entry-order"}, 6)
    for match in made.next()["matches"]:
        made.report(match, first_wins(match))
    made.read("standings")
    page = page_at(service, f"{made.path.removeprefix('/v1')}/standings", "en")
    group = page.partition("Group A")[2].partition("Group B")[0]
    points, lot = re.findall(r'class="note why">([^<]*)', group)
    assert points == "match points 0 : 2"
    assert re.fullmatch(r"lot \d : \d", lot)
    assert "Each line says why it is below the one above" in page
