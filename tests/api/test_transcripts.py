"""Transcripts over HTTP: kept with their matches, read and checked by the staff and the two sides (GAM-7)."""

from hashlib import sha256
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ops.command_line.transcripts import app
from tests.api.support import Season, Service, season
from tests.domain.test_transcripts import PLAYED, SCORE


def body(text: str, **others: object) -> dict[str, object]:
    digest = sha256(text.encode()).hexdigest()
    return {"kind": "transcript", "reference": "final.mat", "digest": digest, "transcript": text, **others}


@pytest.fixture
def playing(service: Service) -> Season:
    made = season(service)
    made.director.done(f"{made.path}/matches", {"sides": [1, 2], "length": 3})
    return made


@pytest.mark.rule("GAM-7", "TD-20")
def test_transcript_is_kept_and_read_with_what_its_check_finds(service: Service, playing: Season) -> None:
    match = f"{playing.path}/matches/1"
    first, second, third = (service.player(person) for person in playing.persons[:3])
    first.done(f"{match}/attachments", body(PLAYED))
    second.position = first.position
    shown = second.read(f"{match}/attachments/1/transcript")
    assert (shown["findings"], tuple(shown["score"]), shown["is_over"]) == ([], SCORE, True)
    assert shown["checked"] == shown["plays"] == sum(game["plays"] for game in shown["games"])
    assert shown["text"] == PLAYED
    assert shown["proposes"]["kind"] == "games"
    assert second.read(f"{match}/record")["attachments"][0]["is_kept"]
    assert third.get(f"{match}/attachments/1/transcript").status_code == 403
    assert service.client().get(f"{match}/attachments/1/transcript").status_code in (401, 403)
    assert second.get(f"{match}/attachments/2/transcript").status_code == 404


@pytest.mark.rule("GAM-7")
def test_proposed_result_of_a_transcript_is_taken_as_it_is(playing: Season) -> None:
    match, director = f"{playing.path}/matches/1", playing.director
    director.done(f"{match}/attachments", body(PLAYED))
    proposed = director.read(f"{match}/attachments/1/transcript")["proposes"]
    director.change(match, "result", {"result": proposed})
    assert director.read(f"{match}/attachments/1/transcript")["findings"] == []


@pytest.mark.rule("GAM-7")
def test_result_that_differs_from_the_transcript_is_a_finding(playing: Season) -> None:
    match, director = f"{playing.path}/matches/1", playing.director
    director.done(f"{match}/attachments", body(PLAYED))
    director.change(match, "result", {"result": {"kind": "score", "first": 2, "second": 3}})
    found = director.read(f"{match}/attachments/1/transcript")["findings"]
    assert [(one["kind"], one["rule"]) for one in found] == [("other-than-recorded", "GAM-7")] * 2
    assert found[0]["text"] == "The transcript has first as the winner; second is recorded."


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("text", ["garbage", PLAYED * 2])
def test_transcript_that_cannot_be_read_is_refused_with_the_reason(playing: Season, text: str) -> None:
    answer = playing.director.post(f"{playing.path}/matches/1/attachments", body(text), key="once")
    assert (answer.status_code, answer.json()["type"].rpartition("/")[2]) == (422, "transcript-unreadable")


@pytest.mark.rule("GAM-7")
def test_transcript_goes_with_a_person_who_is_erased(service: Service, playing: Season) -> None:
    match, director = f"{playing.path}/matches/1", playing.director
    director.done(f"{match}/attachments", body(PLAYED))
    public = service.client().read(f"{playing.path}/history", limit=500)["items"]
    kept = next(event for event in public if event["topic"] == "tournament.transcript-kept.v1")
    assert kept["data"]["transcript"] is None
    service.erase(playing.persons[1])
    gone = director.get(f"{match}/attachments/1/transcript")
    assert (gone.status_code, gone.json()["detail"]) == (
        404,
        "The text of transcript 1 was deleted when a person was erased.",
    )


@pytest.mark.rule("GAM-7", "TD-20")
def test_transcript_upload_keeps_a_file_and_ends_with_what_its_check_finds(
    service: Service, playing: Season, tmp_path: Path
) -> None:
    file, key, place = tmp_path / "final.mat", tmp_path / "key", f"{service.url}/tournaments/{playing.id}/matches"
    file.write_text(PLAYED)
    key.write_text(f"{playing.director.key}\n")

    def uploaded(match: str, *further: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, ["upload", str(file), match, "--key-file", str(key), *further])
        return result.exit_code, result.output

    assert uploaded(f"{place}/1") == (0, f"{file}: kept as transcript 1 of match 1, 0 findings\n")
    assert uploaded(f"{place}/1") == (0, f"{file}: kept as transcript 1 of match 1, 0 findings\n")  # sent again
    file.write_text(PLAYED.replace(" 3 point match", " 5 point match"))
    code, said = uploaded(f"{place}/1")
    assert (code, "GAM-7: The transcript has 5 as the length; 3 is recorded." in said) == (1, True)
    file.write_text("garbage")
    code, said = uploaded(f"{place}/1")
    assert (code, "No match can be read out of the transcript" in said) == (2, True)
    assert uploaded(f"{place}/9")[0] == 2
    assert "is no address of a match" in uploaded("https://scores.example/ratings")[1]
