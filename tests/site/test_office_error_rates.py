"""The office's table of error rates: everybody's average over their analysed matches, the lowest first."""

import re

import pytest

from tests.api.played import announced, winner
from tests.api.support import Service
from tests.patience import eventually
from tests.site.test_office import at_the_office


@pytest.mark.rule("TD-20")
@pytest.mark.source("ausbgf 3.8")
def test_office_lists_average_error_rates_the_lowest_first(service: Service) -> None:
    season = announced(service, {"kind": "round-robin", "cycles": 2, "seeding": "entry-order"})
    for name in ("Ebbe Sharp", "Ulla Loose"):
        season.enter(service.register(name))
    season.do("start")
    for number, (first, second) in enumerate((("2.5", "9"), ("7.75", "3.25")), 1):
        season.report(number, winner("first"))
        rates = {"program": "Engine 1.08, level 2", "first": first, "second": second}
        analysis = {"kind": "analysis", "reference": f"match-{number}", "digest": f"{number:064x}"}
        season.do(f"matches/{number}/attachments", {**analysis, "error_rates": rates})
    with at_the_office(service) as office:
        assert eventually(lambda: "Ulla Loose" in office.open("/office/error-rates"))
        rows = [re.sub(r"<[^>]+>", " ", row).split() for row in office.page.split("<tr>")[2:]]
        assert [row[:4] for row in rows] == [["Ebbe", "Sharp", "2.875", "2"], ["Ulla", "Loose", "8.375", "2"]]
        assert "Error rates" in office.open("/office")
