"""Names that are beside each other in one text stand alone in it: one that reads from the right turns none around."""

import re

import pytest

from tests.api.support import Service
from tests.site.messages import SITE

_PAIR = re.compile(r"\{\{ \w+\[[^}]*\[0\]\][^}]*\}\} – |join\(\" – \"\)")


def test_no_template_has_a_pair_of_names_as_one_text() -> None:
    found = {path.name: _PAIR.findall(path.read_text()) for path in (SITE / "templates").rglob("*.html")}
    assert {name: pairs for name, pairs in found.items() if pairs} == {}


@pytest.mark.parametrize(("path", "is_there"), [("/nowhere", False), ("/help", False), ("/login", True)])
def test_required_fields_are_explained_where_there_is_such_a_field(service: Service, path: str, is_there: bool) -> None:
    page = service.http.get(path, headers={"Accept": "text/html"}).text
    assert ("* required" in page) == is_there
