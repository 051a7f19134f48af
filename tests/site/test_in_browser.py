"""The pages in a real browser: for everybody who reads them, on a phone and on a wall, with JavaScript and without."""

import time
from typing import TYPE_CHECKING, get_args

import pytest

from api.site.hall.screens import Wall
from api.site.office.rooms import ROOMS
from tests.api.played import announced, started
from tests.api.support import Service, score
from tests.site import browser as real
from tests.site.test_screens import HELD, issued
from tests.site.world import HALL, LONG, World, made, twins

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser

RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]
WIDTHS = (360, 1280, 1920)


@pytest.fixture(scope="module")
def world(browser: "Browser", service: Service) -> World:
    assert browser
    return made(service)


def looked_at(world: World) -> dict[str, str]:
    """A page of each kind, by what it is."""
    paths = world.paths
    return {
        "start": "/",
        "found": "/tournaments?search=evening",
        "help": "/help",
        "standings": paths["swiss"],
        "rounds": f"{paths['swiss']}/rounds",
        "crosstable": f"{paths['swiss']}/chart",
        "bracket": f"{paths['knockout']}/chart",
        "brackets": f"{paths['double']}/chart",
        "round-robin": f"{paths['groups']}/chart",
        "stage": f"{paths['knockout']}/stages/1",
        "ring": f"{paths['ring']}/chart",
        "credits": f"{paths['champion']}/chart",
        "matches": f"{paths['season']}/matches",
        "entrants": f"{paths['season']}/entrants",
        "rulings": f"{paths['season']}/rulings",
        "match": f"{paths['season']}/matches/1",
        "entry": f"{paths['knockout']}/entries/1",
        "person": f"/persons/{world.named_script}",
        "papers": f"{paths['swiss']}/print",
        "slips": f"{paths['swiss']}/print/slips",
        "wall": f"{paths['swiss']}/screen/standings",
        "play": "/play",
        "ratings": "/ratings/normal",
        "error rates": "/error-rates",
        "search": "/search?search=e",
        "knockout": paths["knockout"],
        "table": f"{paths['knockout']}/standings",
        "embedded": f"{paths['knockout']}/embed",
        "head-to-head": f"/persons/{world.named_script}/against/{world.named_script}",
        "coming": paths["coming"],
        "lives": f"{paths['elimination']}/chart",
    }


@pytest.mark.parametrize(
    ("language", "scheme"),
    [("da", "dark"), *(pytest.param(*one, marks=pytest.mark.proof) for one in (("en", "light"), ("nl", "light")))],
)
def test_axe_finds_nothing_on_any_page(
    browser: "Browser", service: Service, world: World, language: str, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = {}
    with real.visitor(browser, service.url, locale=language, color_scheme=scheme) as visitor:
        for name, path in looked_at(world).items():
            page = visitor.sees(path)
            assert page.locator("html").get_attribute("lang") == language
            answer = axe.run(page, options={"runOnly": RULES})
            found[name] = [(one["id"], one["nodes"][0]["html"]) for one in answer.response["violations"]]
    assert {name: faults for name, faults in found.items() if faults} == {}


SOME_ROOMS = ("bans", "ratings", "feeds", "publications")
"""Of rooms, which all are made by one page, those that differ most."""


@pytest.mark.parametrize(
    ("language", "rooms"),
    [("en", SOME_ROOMS), *(pytest.param(one, tuple(ROOMS), marks=pytest.mark.proof) for one in ("en", "da", "nl"))],
)
def test_nothing_is_wrong_with_the_rooms_of_the_office(
    browser: "Browser", service: Service, language: str, rooms: tuple[str, ...]
) -> None:
    """Anyone who cannot see reads them, nothing is cut off on a phone, and the policy holds: `visitor` hears."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    person, *_ = (service.register("An officer"), *twins(service))
    forms = (f"/office/do/{form}?person={person}" for form in ("correct-details", "make-key"))
    paths = [
        "/office",
        "/office/list/persons",
        "/office/list/entries",
        f"/office/persons/{person}",
        *forms,
        "/office/history?whose=officer",
        *(f"/office/{room}" for room in rooms),
    ]
    found, too_wide, phone = {}, [], {"width": 360, "height": 900}
    with real.visitor(browser, service.url, locale=language, color_scheme="dark", viewport=phone) as visitor:
        page = visitor.logs_in(service.key("administrator", person))
        for path in paths:
            answer = axe.run(visitor.sees(path), options={"runOnly": RULES})
            assert page.locator("html").get_attribute("lang") == language
            found[path] = [(one["id"], one["nodes"][0]["html"]) for one in answer.response["violations"]]
            too_wide += [path] if page.evaluate("document.documentElement.scrollWidth > innerWidth") else []
    assert ({path: faults for path, faults in found.items() if faults}, too_wide) == ({}, [])


@pytest.mark.proof
@pytest.mark.parametrize("language", ["en", "da", "nl"])
def test_nothing_is_wrong_with_screens_their_links_and_a_match_that_is_not_shown(
    browser: "Browser", service: Service, language: str
) -> None:
    """Each is looked at on a phone too, but for what hangs on a wall."""
    made = started(service, {"kind": "knockout", "lengths": [3]}, 4, **HELD)
    at, link = made.path.removeprefix("/v1"), issued(made)["link"]
    made.director.done(f"{made.path}/entries/1/links")
    desk = at.replace("/tournaments", "/desk")
    walls = [f"{at}/screen/{wall}" for wall in get_args(Wall)]
    options = {"locale": language, "viewport": {"width": 360, "height": 900}}
    with (
        real.visitor(browser, service.url, **options) as public,
        real.visitor(browser, service.url, **options) as staff,
    ):
        found = {path: faults(public.sees(path)) for path in ("/screen", link, *walls)}
        found |= {path: faults(public.looks_in_vain(path)) for path in (f"{at}/matches/1", f"{at}/matches/99")}
        staff.logs_in(made.director.key or "")
        found |= {path: faults(staff.sees(path)) for path in (f"{desk}/links", f"{desk}/acts", f"{at}/print", *walls)}
        for form in ("link-end", "screen"):
            button = staff.sees(f"{desk}/links").locator(f"form[action$='/{form}'] button")
            with staff.page.expect_navigation():
                button.click()
        assert staff.page.locator("form[action$='/link-end']").count() == 0
        found["issued"] = faults(staff.page)
        found["present"] = faults(staff.sees(f"{at}/present?pairs=1"))
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("language", ["da", *(pytest.param(one, marks=pytest.mark.proof) for one in ("en", "nl"))])
def test_nothing_is_wrong_with_codes_of_players_and_with_what_is_told_of_a_decision(
    browser: "Browser", service: Service, language: str
) -> None:
    """A code is chosen, typed and denied; a decision is told, and waits in the office."""
    made = started(service, {"kind": "open"}, 2, conditions={"verification": "confirmed"})
    at = made.path.removeprefix("/v1")
    options = {"locale": language, "viewport": {"width": 360, "height": 900}}
    with (
        real.visitor(browser, service.url, **options) as own,
        real.visitor(browser, service.url, **options) as staff,
    ):
        own.logs_in(service.key("player", made.persons[1]))
        staff.logs_in(service.key("administrator", service.register("An officer")))
        found = {"to choose": faults(own.sees(f"{at}/play/code"))}
        own.page.locator("input[name=code]").fill("Fox Sea 47")
        own.sends(own.page.locator("form[action$='/play/code'] button"))
        found["chosen"] = faults(own.page)
        first = made.player(1)
        first.done(f"{made.path}/matches", {"sides": [1, 2], "length": 5, "result": score(5, 3)})
        first.read(f"{made.path}/matches/1")
        found["to type"] = faults(staff.sees(f"{at.replace('/tournaments', '/desk')}/matches/1"))
        staff.page.locator("form[action$='/by-code'] input[name=code]").fill("Fox Sea 47")
        staff.sends(staff.page.locator("form[action$='/by-code'] button"))
        found["typed"] = faults(staff.page)
        found["to deny"] = faults(own.sees(f"{at}/play"))
        own.sends(own.page.locator("form[action$='/not-mine'] button"))
        found["denied"] = faults(own.page)
        found["to tell"] = faults(own.sees(f"{at}/report-decision"))
        own.page.locator("textarea[name=account]").fill("Cocked dice counted.")
        own.sends(own.page.locator("form[action$='/report-decision'] button"))
        found["told"] = faults(own.page)
        found["office"] = faults(staff.sees("/office/told-decisions"))
        found["clubs"] = faults(own.sees("/play"))
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


FIGURES = """[...document.querySelector(".versus .score").textContent.matchAll(/[0-9]/g)].map(found => {
  const text = document.createTreeWalker(document.querySelector(".versus .score"), NodeFilter.SHOW_TEXT);
  let at = found.index;
  while (text.nextNode() && at >= text.currentNode.length) at -= text.currentNode.length;
  const range = document.createRange();
  range.setStart(text.currentNode, at);
  range.setEnd(text.currentNode, at + 1);
  return range.getBoundingClientRect().x;
})"""


def test_a_name_that_reads_from_the_right_turns_no_score_around(browser: "Browser", service: Service) -> None:
    """Be it one in Hebrew, or one that ends with a mark which nobody sees."""
    made = announced(service, {"kind": "open"})
    made.enter_all(service.register_all(["\u05de\u05e9\u05d4 \u05db\u05d4\u05df", "Bo Berg\u200f", "Cy Carl"]))
    made.do("start")
    for match, sides in enumerate(((1, 3), (2, 3), (1, 2)), 1):
        made.director.done(f"{made.path}/matches", {"sides": sides, "length": 5, "result": score(5, 3)})
        with real.visitor(browser, service.url) as visitor:
            made.read(f"matches/{match}")
            first, second = visitor.sees(f"{made.path.removeprefix('/v1')}/matches/{match}").evaluate(FIGURES)
            assert first < second


def test_each_result_takes_a_line_and_no_click(browser: "Browser", service: Service) -> None:
    made = started(service, {"kind": "swiss", "rounds": 2, "lengths": [5]}, 8)
    made.do("hall", HALL)
    made.do("rounds/1/draw")
    with real.visitor(browser, service.url) as staff:
        staff.logs_in(made.director.key or "")
        page = staff.sees(f"{made.path.replace('/v1/tournaments', '/desk')}/rounds")
        for table in (4, 3, 2, 1):
            page.locator("input[name=quick]:focus").wait_for()
            page.keyboard.type(f"{table} 5-2")
            page.keyboard.press("Enter")
            page.locator("input[name^=score-]").nth(table - 1).wait_for(state="detached")
        assert page.get_by_role("button", name="Draw round 2").is_visible()


def of_the_desk(world: World) -> list[str]:
    """A page of each kind that the desk has, and forms of each kind."""
    swiss, season = (world.paths[name].replace("/tournaments", "/desk") for name in ("swiss", "season"))
    steps = ("", "/entries", "/rounds", "/standings", "/finish", "/matches/1", "/do/seed-field", "/do/resign?entry=1")
    disputed = ("/matters", "/rounds", "/matches/2", "/do/give-ruling?dispute=1", "/do/record-clock?match=1")
    return ["/desk", *(f"{swiss}{page}" for page in steps), *(f"{season}{page}" for page in disputed)]


@pytest.mark.proof
@pytest.mark.parametrize("language", ["en", "da", "nl"])
def test_nothing_is_wrong_with_the_desk(browser: "Browser", service: Service, world: World, language: str) -> None:
    options = {"locale": language, "viewport": {"width": 360, "height": 900}}
    with real.visitor(browser, service.url, **options) as staff:
        staff.logs_in(service.key("administrator", service.register("An officer")))
        found = {path: faults(staff.sees(path)) for path in of_the_desk(world)}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_contrast_can_be_measured_in_a_table_that_goes_on_beside(
    browser: "Browser", service: Service, world: World
) -> None:
    """Nothing is painted behind the text by which it would stay undecided; a shadow tells that there is more."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with real.visitor(browser, service.url, viewport={"width": 360, "height": 900}) as visitor:
        page = visitor.sees(world.paths["swiss"])
        answer = axe.run(page, context=".wide", options={"runOnly": ["color-contrast"]})
        shadow = page.locator(".wide").evaluate("one => getComputedStyle(one).boxShadow")
        narrow = visitor.sees(f"{world.paths['season']}/entrants").locator(".wide")
        assert narrow.evaluate("one => getComputedStyle(one).boxShadow") == "none"
    nodes = [node for one in answer.response["incomplete"] for node in one["nodes"]]
    undecided = {told["data"]["messageKey"] for node in nodes for told in node["any"]}
    assert undecided <= {"elmPartiallyObscured", "shortTextContent"}, (
        "a cell that the side cuts through, a single digit"
    )
    assert "inset" in shadow


def faults(page: "Page") -> list[str]:
    """What axe has against the page; and that it is too wide, unless it is for a wall."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    answer = axe.run(page, options={"runOnly": RULES})
    found = [f"{one['id']}: {one['nodes'][0]['html']}" for one in answer.response["violations"]]
    is_cut_off = page.evaluate("!document.querySelector('.wall') && document.documentElement.scrollWidth > innerWidth")
    return [*found, *(["too wide"] if is_cut_off else [])]


def test_no_page_is_wider_than_the_window(browser: "Browser", service: Service, world: World) -> None:
    too_wide = []
    with real.visitor(browser, service.url) as visitor:
        for name, path in looked_at(world).items():
            page = visitor.sees(path)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                found = page.evaluate("document.documentElement.scrollWidth")
                too_wide += [(name, width, found)] if found > width else []
    assert too_wide == []


def test_a_phone_shows_both_players_of_each_pairing_without_being_moved_sideways(
    browser: "Browser", service: Service, world: World
) -> None:
    swiss = world.paths["swiss"]
    with real.visitor(browser, service.url, viewport={"width": 360, "height": 900}) as staff:
        staff.logs_in(service.key("administrator", service.register("An officer")))
        for path in (f"{swiss}/rounds", f"{swiss}/matches", f"{swiss.replace('/tournaments', '/desk')}/rounds"):
            tables = staff.sees(path).locator(".wide:has(.pairs, .drawn)")
            assert tables.count() > 0
            assert not any(tables.evaluate_all("all => all.map(one => one.scrollWidth > one.clientWidth)"))


def test_a_director_at_a_phone_sees_whole_what_is_typed_and_chosen(browser: "Browser", service: Service) -> None:
    """Each field of a score, each heading of what was drawn, and what was chosen of an announcement, in Dutch."""
    made = announced(service, {"kind": "swiss", "lengths": [5]})
    made.enter_all(service.register_all([LONG, "Bert Brix", "Cia Cro", "Dan Due"]))
    made.do("start")
    made.do("hall", HALL)
    made.do("rounds/1/draw")
    at = made.path.replace("/v1/tournaments", "/desk")
    with real.visitor(browser, service.url, viewport={"width": 360, "height": 900}, locale="nl") as staff:
        page = staff.logs_in(service.key("administrator", service.register("An officer")))
        page.goto(f"{at}/rounds")
        rows = page.locator(".wide:has(input.score)")
        assert rows.evaluate("one => one.scrollWidth <= one.clientWidth")
        for table, of_one_line in ((".drawn", 24), (".missing", 32)):
            heads = page.locator(f"{table} thead th")
            assert max(heads.evaluate_all("all => all.map(one => one.offsetHeight)")) < of_one_line
        page.goto("/desk")
        chosen = page.locator("form[action='/desk/announcement'] select:visible")
        assert min(chosen.evaluate_all("all => all.map(one => one.offsetWidth)")) > 300


def test_a_phone_shows_whole_headings_boxes_to_tick_and_levels_of_a_rating(
    browser: "Browser", service: Service, world: World
) -> None:
    """Boxes keep their size beside long labels, no heading of pairings is broken, no level is cut off."""
    swiss = world.paths["swiss"]
    with real.visitor(browser, service.url, viewport={"width": 360, "height": 900}, locale="nl") as staff:
        staff.logs_in(service.key("administrator", service.register("An officer")))
        for path in ("/desk", "/desk/announcement/settings", f"{swiss.replace('/tournaments', '/desk')}/conditions"):
            ticks = staff.sees(path).locator("label.tick input")
            assert set(ticks.evaluate_all("all => all.map(one => one.offsetWidth)")) <= {0, 24}, path
        key = service.key("administrator", service.register("An officer"))
        once = staff.logs_in(key) and staff.sees("/office/do/make-key?back=keys")
        once.locator("[name=role]").select_option("auditor")
        once.locator("[name=own_key]").fill(key)
        once.locator("button[value=send]").last.click()
        once.locator("code", has_text="scoresheet_").first.wait_for()
        assert once.evaluate("document.documentElement.scrollWidth") == 360, "what is shown once is shown whole"
        heads = staff.sees(f"{swiss}/rounds").locator(".pairs thead th")
        assert max(heads.evaluate_all("all => all.map(one => one.offsetHeight)")) < 24
        curve = staff.sees(f"/persons/{world.named_script}").locator("svg.curve")
        starts = "all => all.map(one => one.getBoundingClientRect().x - one.ownerSVGElement.getBoundingClientRect().x)"
        assert min(curve.locator("text").evaluate_all(starts)) >= 0


def test_a_page_tells_of_what_has_to_be_filled_in_once_it_shows_it(
    browser: "Browser", service: Service, world: World
) -> None:
    season = world.paths["season"].replace("/tournaments", "/desk")
    with real.visitor(browser, service.url) as staff:
        staff.logs_in(world.tournaments["season"].director.key or "")
        page = staff.sees(season)
        told = page.locator(".must")
        assert not told.is_visible()
        page.locator("#conditions summary").click()
        assert told.is_visible()


def test_fields_to_be_typed_are_not_printed(browser: "Browser", service: Service, world: World) -> None:
    with real.visitor(browser, service.url) as visitor:
        page = visitor.sees(world.paths["swiss"])
        asked = page.get_by_label("Who do I play?")
        assert asked.is_visible()
        page.emulate_media(media="print")
        assert not asked.is_visible()


def test_a_wall_shows_all_of_every_name_and_line(browser: "Browser", service: Service) -> None:
    made = announced(service, {"kind": "swiss", "rounds": 9, "lengths": [5]})
    made.enter_all(service.register_all([f"{LONG} {number}" for number in range(10, 22)]))
    for step in ("start", "rounds/1/draw"):
        made.do(step)
    made.read("rounds")
    walls = [f"{wall}?lines={lines}&page=1" for wall in get_args(Wall) for lines in (10, 20, 30)]
    cut_off = {}
    with real.visitor(browser, service.url, viewport={"width": 1280, "height": 720}, locale="nl") as visitor:
        for wall in walls:
            page = visitor.sees(f"{made.path.removeprefix('/v1')}/screen/{wall}")
            names = page.locator("tbody :is(th, td)").evaluate_all(
                "all => all.some(one => one.scrollWidth > one.clientWidth)"
            )
            rows = page.locator("tbody tr").evaluate_all("all => [...new Set(all.map(one => one.clientHeight))]")
            assert len(rows) <= 2, ("no line is higher than others", wall, rows)
            whole = page.locator("html").evaluate(
                "all => [all.scrollHeight > innerHeight, all.scrollWidth > innerWidth]"
            )
            cut_off[wall] = [names, *whole]
    assert {wall: told for wall, told in cut_off.items() if any(told)} == {}


def late(route: "Route") -> None:
    """Lets the file through after 300 ms."""
    time.sleep(0.3)
    route.continue_()


def test_an_open_page_shows_a_result_by_itself_though_a_script_is_late(
    browser: "Browser", service: Service, world: World
) -> None:
    season = world.tournaments["season"]
    with real.visitor(browser, service.url) as visitor:
        visitor.page.route("**/hx-sse.min.js", late)
        page = visitor.sees(f"{world.paths['season']}/matches")
        before = page.locator("tbody tr").count()
        played = {"sides": [2, 4], "length": 5, "result": score(5, 0)}
        season.director.done(f"{season.path}/matches", played)
        page.locator("tbody tr").nth(before).wait_for()
        assert "5–0" in page.locator("tbody tr").nth(before).inner_text()


@pytest.mark.usefixtures("world")
def test_everything_works_without_javascript(browser: "Browser", service: Service) -> None:
    with real.visitor(browser, service.url, java_script_enabled=False) as visitor:
        page = visitor.sees("/")
        page.get_by_label("Name").fill("evening of the knockout")
        page.get_by_role("button", name="Search").click()
        page.get_by_role("link", name="Evening of the knockout").click()
        page.get_by_label("Who do I play?").select_option(index=0)
        page.get_by_role("button", name="Show").click()
        assert "/entries/" in page.url
        page.get_by_role("link", name="Dansk").click()
        assert page.locator("html").get_attribute("lang") == "da"


def test_the_keyboard_comes_to_the_content_at_once(browser: "Browser", service: Service, world: World) -> None:
    with real.visitor(browser, service.url) as visitor:
        page = visitor.sees(world.paths["swiss"])
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "content"
