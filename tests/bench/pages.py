"""What the pages cost: how soon the next pairings are on paper, how long each page takes, and how much it weighs.

    python -m tests.bench.pages [server URL]

In full a Swiss tournament of 200 players and ten rounds, on a service in this process; a director at the desk
without JavaScript. Seconds are from sending the last result of a round by the form of one line, over its draw, until
the pairings by name and the slips have been read, as a browser would print them. Prints figures; nothing is asserted.
"""

import gzip
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

import httpx

from api.site.frame.assets import assets
from tests.api.support import Client, running_service, score
from tests.bench.database import database
from tests.bench.sizes import sized
from tests.patience import PROGRAM_SECONDS, patiently
from tests.site.browsing import OWN_PAGE, Browser

PLAYERS, ROUNDS, TIMES, AT_ONCE = sized((50, 4, 3, 50), (200, 10, 7, 50))
PAGES = (
    *("", "/rounds", "/chart", "/matches", "/entrants", "/rulings", "/entries/1", "/matches/1", "/print"),
    *("/print/tables", "/print/names", "/print/slips", "/print/standings", "/print/picture"),
    *("/screen/tables", "/screen/names", "/screen/standings", "/present"),
)
STEPS = ("", "/entries", "/rounds", "/standings", "/finish", "/links", "/matches/1")


def announced(director: Client) -> str:
    """The path of a started tournament."""
    told = {"name": "Two hundred", "format": {"kind": "swiss", "rounds": ROUNDS, "lengths": [7]}}
    path = f"/v1/tournaments/{director.done('/v1/tournaments', told).json()['tournament']}"
    for first in range(0, PLAYERS, AT_ONCE):
        names = [f"Player {number:03} of the town" for number in range(first, first + AT_ONCE)]
        rows = [{"entry": {"new_person": {"name": name, "even_though_known": True}}} for name in names]
        enter = partial(director.post, f"{path}/bulk", {"rows": rows}, key=f"from {first}")
        entered = patiently(enter, is_taken)  # a busy machine takes longer than the service waits
        assert entered.is_success, entered.text
    director.change(path, "start")
    return path


def is_taken(answer: httpx.Response) -> bool:
    """Whether it is not to be sent again."""
    return answer.status_code != httpx.codes.SERVICE_UNAVAILABLE


def results(director: Client, path: str, number: int, but: int) -> Iterator[int]:
    """Enters the results of a round, but so many; the matches that are left."""
    matches = [one["number"] for one in director.read(f"{path}/matches", status="open", limit=500)["items"]]
    rows = [{"match": match, "result": score(7, match % 7)} for match in matches[but:]]
    director.done(f"{path}/rounds/{number}/results", {"results": rows})
    director.read(path)
    yield from matches[:but]


def until_printed(browser: Browser, at: str, match: int) -> float:
    """Seconds from the last result to the papers of the next round."""
    browser.open(f"{at}/rounds")
    began = time.perf_counter()
    browser.done("/results", quick=f"{match} 7-3")
    browser.done("/draw")
    public = at.replace("/desk/", "/tournaments/")
    for paper in ("names", "slips"):
        browser.open(f"{public}/print/{paper}")
    return time.perf_counter() - began


def milliseconds(work: Callable[[], object]) -> float:
    """The median of some calls."""
    taken = []
    for _ in range(TIMES):
        began = time.perf_counter()
        work()
        taken.append(1000 * (time.perf_counter() - began))
    return median(taken)


def main() -> None:
    """Prints the figures."""
    told: list[str] = []
    server = sys.argv[1] if len(sys.argv) > 1 else None
    with database(server, "scoresheet_bench_pages") as urls, running_service(urls, told) as service:
        person = service.register("A director")
        key = service.key("director", person)
        director = service.client(key)
        path = announced(director)
        at = path.replace("/v1/tournaments/", "/desk/")
        with httpx.Client(base_url=service.url, headers=OWN_PAGE, timeout=PROGRAM_SECONDS) as http:
            browser = Browser(http)
            browser.open("/login")
            browser.done("/login", key=key)
            director.done(f"{path}/rounds/1/draw")
            taken = []
            for number in range(1, ROUNDS):
                (last,) = results(director, path, number, 1)
                taken.append(until_printed(browser, at, last))
                director.position = service.services.journal.position()
            list(results(director, path, ROUNDS, 0))
            print(f"last result to papers, seconds: median {median(taken):.2f}, most {max(taken):.2f}")
            public = path.removeprefix("/v1")
            for page in ("/", *(f"{public}{one}" for one in PAGES), *(f"{at}{one}" for one in STEPS)):
                answer = http.get(page)
                weight = len(gzip.compress(answer.content)) / 1000
                name = page.replace(public, "T").replace(at, "D")
                taken_now = milliseconds(partial(http.get, page))
                print(f"{name:20} {answer.status_code} {taken_now:7.1f} ms {weight:7.1f} kB")
            first = len(gzip.compress(http.get("/").content)) + sum(len(one.packed) for one in assets().values())
            print(f"the first page with all files: {first / 1000:.1f} kB packed")


if __name__ == "__main__":
    main()
