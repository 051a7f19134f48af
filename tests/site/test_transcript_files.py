"""Files as people send them: over HTTP, on the page and on the command line, each has a clear answer (GAM-7)."""

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.api.support import Season, Service, season
from tests.api.test_transcripts import body
from tests.domain.test_transcripts import PLAYED
from tests.ops.test_transcripts import ran
from tests.site.test_transcript_uploads import browsing, uploaded

SOUND, FOUND, UNREADABLE = 0, 1, 2
"""How the command ends."""

FILES: dict[str, tuple[Callable[[], bytes], int, bool]] = {
    "two matches": (lambda: (PLAYED * 2).encode(), SOUND, False),
    "a BOM": (lambda: b"\xef\xbb\xbf" + PLAYED.encode(), SOUND, True),
    "Latin-1": (lambda: ('; [Event "Køge"]\n' + PLAYED).encode("latin-1"), SOUND, True),
    "tabs": (lambda: PLAYED.replace("      ", "\t").encode(), SOUND, True),
    "a move that is missing": (lambda: re.sub(r": \S+/\S+ \S+/\S+", ": ????", PLAYED, count=1).encode(), FOUND, True),
    "another score at its beginning": (lambda: PLAYED.replace(" : 0", " : 1", 1).encode(), FOUND, True),
    "cut off": (lambda: PLAYED[: len(PLAYED) // 2].encode(), FOUND, True),
    "5 MB": (lambda: PLAYED.encode() + b"x" * 5_000_000, UNREADABLE, False),
    "garbage": (lambda: random.Random(39).randbytes(5_000), UNREADABLE, False),  # noqa: S311 -- the same each time
}
"""The bytes, how the command ends, and whether the service keeps it with a match."""


@pytest.fixture
def playing(service: Service) -> Season:
    made = season(service)
    for _ in range(2):
        made.director.done(f"{made.path}/matches", {"sides": [1, 2], "length": 3})
    return made


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("file", FILES)
def test_file_has_a_clear_answer_everywhere(service: Service, playing: Season, tmp_path: Path, file: str) -> None:
    make, ends_with, is_kept = FILES[file]
    content = make()
    path = tmp_path / "final.mat"
    path.write_bytes(content)
    checked = ran("check", str(path))
    assert checked.exit_code == ends_with, checked.output
    assert str(path.name) in checked.output
    sent = playing.director.post(f"{playing.path}/matches/1/attachments", body(content.decode("latin-1")))
    assert sent.is_success == is_kept, sent.text
    assert sent.status_code < 500
    assert is_kept or sent.json()["detail"]
    with browsing(service, playing.director.key or "") as browser:
        at = f"/tournaments/{playing.id}/matches/2/transcripts"
        shown = uploaded(browser, at, content)
    assert shown.is_success == is_kept, shown.text
    assert shown.status_code < 500
    assert is_kept or 'role="alert"' in shown.text
