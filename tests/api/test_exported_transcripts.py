"""What an export has of attachments: transcripts in boxes, gone with a person, and figures of analyses (TD-20)."""

import json
from hashlib import sha256
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ops.command_line.transcripts import app
from ops.database import DatabaseUrls
from ops.evidence.key_folder import KeyFolder
from ops.export.kept_transcripts import KeptTranscript, transcripts_in
from ops.export.reading import opened
from tests.api.support import Client, Service, season
from tests.api.test_log_tree import key_folder, sign_again
from tests.api.test_transcripts import body
from tests.domain.test_transcripts import PLAYED
from tests.site.test_published_error_rates import PUBLIC, SILENT, analysed

__all__ = ["key_folder"]
WINDOWS = PLAYED.replace("\n", "\r\n")
DIGEST = sha256(WINDOWS.encode()).hexdigest()


def in_events(reader: Client) -> str | None:
    """The text as the reader of the log's events is told it."""
    (event,) = reader.read("/v1/log/events", topic="tournament.transcript-kept.v1")["items"]
    text: str | None = event["data"]["transcript"]
    return text


@pytest.mark.rule("GAM-7", "TD-20")
def test_transcript_is_taken_out_of_an_export_until_a_person_is_erased(
    service: Service,
    module_database: DatabaseUrls,
    key_folder: KeyFolder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the operator with the keys of the database, and by an auditor with the right to read text about persons."""
    playing = season(service)
    playing.director.done(f"{playing.path}/matches", {"sides": [1, 2], "length": 3})
    playing.director.done(f"{playing.path}/matches/1/attachments", body(WINDOWS))
    sign_again(service, module_database, key_folder)
    auditor, reads_text = (service.client(service.key("auditor", personal=personal)) for personal in (False, True))
    place = tmp_path / "evening.zip"
    place.write_bytes(auditor.get("/v1/exports", None, tournament=playing.id).content)
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", module_database.owner)
    name = f"tournament-{playing.id}-match-1-1.mat"

    def taken() -> list[KeptTranscript]:
        with opened(place) as source:
            return list(transcripts_in(source, service.services.journal.open_boxes))

    def extracted(folder: str) -> tuple[int, str]:
        done = CliRunner().invoke(app, ["extract", str(place), str(tmp_path / folder)])
        return done.exit_code, done.output

    assert WINDOWS.splitlines()[3].encode() not in place.read_bytes()
    assert [(one.digest, one.content) for one in taken()] == [(DIGEST, WINDOWS.encode())]
    assert (in_events(auditor), in_events(reads_text)) == (None, WINDOWS)
    assert extracted("before") == (0, f"{name}: its digest is {DIGEST}\n")
    assert (tmp_path / "before" / name).read_bytes() == WINDOWS.encode()
    assert extracted("before")[0] == 2

    service.erase(playing.persons[1])
    assert [(one.digest, one.content) for one in taken()] == [(DIGEST, None)]
    assert in_events(reads_text) is None
    assert extracted("after") == (0, f"{name}: a person was erased; its digest was {DIGEST}\n")
    assert list((tmp_path / "after").iterdir()) == []


@pytest.mark.rule("TD-20")
@pytest.mark.parametrize("conditions", [PUBLIC, SILENT])
def test_export_has_the_error_rates_and_whether_they_are_public(
    service: Service,
    module_database: DatabaseUrls,
    key_folder: KeyFolder,
    tmp_path: Path,
    conditions: dict[str, object],
) -> None:
    made = analysed(service, "Alva Bent", "3 9", conditions=conditions)
    sign_again(service, module_database, key_folder)
    place = tmp_path / "evening.zip"
    auditor = service.client(service.key("auditor"))
    place.write_bytes(auditor.get("/v1/exports", None, tournament=made.path.rpartition("/")[2]).content)
    with opened(place) as source:
        tables = {name.partition("@")[0]: name for name in source.sizes() if name.startswith("tables/")}
        found = json.loads(source.content(tables["tables/error_rates"]))
        (tournament,) = json.loads(source.content(tables["tables/tournaments"]))
    assert {one["person"]: one["rate"] for one in found} == dict(zip(made.persons, ("3", "9"), strict=True))
    assert tournament["document"]["conditions"]["publish_error_rates"] is ("publish_error_rates" in conditions)
