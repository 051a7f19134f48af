"""If-Match with several ETags: the newest of the resource counts."""

import pytest

from api.http.etags import SETTINGS, Resource
from api.http.problems import Problem

MATCH = Resource("match", 3)


@pytest.mark.parametrize("sent", ['"match-3-4", "match-3-9"', '"match-3-9", "match-3-4"', '"match-3-9", "settings-12"'])
def test_newest_etag_of_the_resource_is_what_was_seen(sent: str) -> None:
    assert MATCH.seen(sent) == 9


def test_etags_of_other_resources_are_none_of_this_one() -> None:
    with pytest.raises(Problem):
        SETTINGS.seen('"match-3-9", "match-4-1"')
