"""The report to the federation on the desk is in its reader's language; the document to be filed stays as it is."""

import pytest

from tests.api.played import first_wins, started
from tests.api.support import Service
from tests.site.test_office import at_the_office


@pytest.mark.parametrize(
    ("language", "heading"),
    [("da", "8&ensp;Resultater"), ("nl", "8&ensp;Uitslagen"), ("en", "8&ensp;Results")],
)
def test_the_report_is_in_the_readers_language(service: Service, language: str, heading: str) -> None:
    made = started(service, {"kind": "knockout", "lengths": [3]}, 2)
    made.play_on(first_wins)
    document = made.director.get(f"{made.path}/report/document").text
    with at_the_office(service) as office:
        office.http.headers["Accept-Language"] = language
        page = office.open(made.path.replace("/v1/tournaments", "/desk") + "/report")
    assert f'<html lang="{language}">' in page
    assert heading in page
    assert "<dt>Ended</dt>" in document
    assert "Report to the federation" in document
    assert ("Report to the federation" in page) == (language == "en")
    assert page.count("<tr>") == document.count("<tr>")
