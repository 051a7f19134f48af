"""The report to the federation on the desk is in its reader's language; the document to be filed stays as it is."""

import pytest

from tests.api.played import started
from tests.api.support import Service, score
from tests.site.test_office import at_the_office


@pytest.mark.parametrize(
    ("language", "heading", "won"),
    [
        ("da", "8&ensp;Resultater", "på point"),
        ("nl", "8&ensp;Uitslagen", "op punten"),
        ("en", "8&ensp;Results", "by points"),
    ],
)
def test_the_report_is_in_the_readers_language(service: Service, language: str, heading: str, won: str) -> None:
    made = started(service, {"kind": "knockout", "lengths": [3]}, 2)
    made.play_on(lambda _: score(3, 1))
    document = made.director.get(f"{made.path}/report/document").text
    with at_the_office(service) as office:
        office.http.headers["Accept-Language"] = language
        page = office.open(made.path.replace("/v1/tournaments", "/desk") + "/report")
    assert f'<html lang="{language}">' in page
    assert heading in page
    assert f">{won}<" in page
    assert "<dt>Ended</dt>" in document
    assert "Report to the federation" in document
    assert ("Report to the federation" in page) == (language == "en")
    assert page.count("<tr>") == document.count("<tr>")
