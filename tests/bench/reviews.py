"""What the office's page of reviews costs where 1,000 tournaments were imported: python -m tests.bench.reviews [server]

Each of them is to be reviewed, has ended and owes its report. Seconds are of the process that answers, and of the
clock: read once after everything else, then again. The goal is 0.2 s. Prints figures; nothing is asserted.
"""

import sys
import time

import httpx

from domain.tournament.lifecycle import commands as lifecycle_commands
from tests.api.support import running_service
from tests.bench.database import database
from tests.bench.sizes import sized
from tests.patience import PROGRAM_SECONDS
from tests.projections.support import Club
from tests.site.browsing import OWN_PAGE, Browser

SIZES, TIMES = sized(((20, 100), 3), ((100, 1_000), 9))


def imported(club: Club, number: int) -> None:
    """An open season of two that was imported, played and ended."""
    origin = {"import_id": f"list-{number}", "source": "An older list"}
    told = {"name": f"Import {number}", "format": {"kind": "open"}, "conditions": {"verification": "at-once"}}
    club.tell(number, lifecycle_commands.AnnounceTournament.model_validate({**told, "origin": origin}))
    club.enter(number, 1, 2)
    club.tell(number, lifecycle_commands.StartTournament())
    club.play(number, (1, 2, 5, 3))
    club.tell(number, lifecycle_commands.CompleteTournament())


def taken(http: httpx.Client) -> tuple[float, float]:
    """Milliseconds of the processor and of the clock for the page."""
    cpu, began = time.process_time(), time.perf_counter()
    http.get("/office/reviews").raise_for_status()
    return 1000 * (time.process_time() - cpu), 1000 * (time.perf_counter() - began)


def main() -> None:
    """Prints the figures."""
    server = sys.argv[1] if len(sys.argv) > 1 else None
    with database(server, "scoresheet_bench_reviews") as urls, running_service(urls, []) as service:
        club, key, made = Club(service.services.journal, "reviews"), service.officer().key or "", 0
        club.register(1, 2)
        with httpx.Client(base_url=service.url, headers=OWN_PAGE, timeout=PROGRAM_SECONDS) as http:
            browser = Browser(http)
            browser.open("/login")
            browser.done("/login", key=key)
            for size in SIZES:
                for number in range(made + 1, size + 1):
                    imported(club, number)
                made = size
                reader = service.client(key)
                reader.position = service.services.journal.position()
                reader.read("/v1/imports", limit=1)
                first, again = taken(http), sorted(taken(http) for _ in range(TIMES))[TIMES // 2]
                told = "{:.0f} ms of CPU, {:.0f} ms by the clock"
                print(f"{size:6,} tournaments: first {told.format(*first)}; median {told.format(*again)}")


if __name__ == "__main__":
    main()
