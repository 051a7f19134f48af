"""The example of a published file in the guide is an event that the program reads."""

import json
import re

from domain.federation.events import FilesPublished
from tests.house.source import ROOT

PAGE = (ROOT / "api" / "guides" / "EXPORTS.md").read_text()
EXAMPLE = re.compile(r'^    (\{"files":.*?\n     "subject":.*?\})$', re.MULTILINE)


def test_published_file_of_the_guide_is_read_as_the_event() -> None:
    found = EXAMPLE.search(PAGE)
    assert found is not None
    said = json.loads(found[1])
    said["files"][0]["sha256"] = "0" * 64
    said["subject"]["tournament"] = "00000000-0000-0000-0000-000000000000"
    event = FilesPublished.model_validate_json(json.dumps(said))
    assert event.files[0].size_bytes == 310
