"""Exports of one tournament, with what it drew on, and of a span: each shows that nothing of it was left out."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from domain.evidence.exported.drawn_on import DrawnOnCheck
from domain.evidence.exported.findings import Finding
from domain.evidence.exported.manifest import OneStream, Scope, Span, WholeLog
from domain.kernel import canonical_json
from domain.kernel.ids import tournament_stream
from domain.tournament.rulings.commands import GiveRuling
from ops.command_line import app
from ops.database import DatabaseUrls
from ops.errors import UnreadableExportError
from ops.evidence.key_folder import KeyFolder
from tests.desk import TOURNAMENT
from tests.evidence.exports.conftest import Sound
from tests.evidence.exports.support import Forger, exported, follow_and_sign, kinds, trusted
from tests.projections.support import Club, opened, tournament_id
from tests.second_verifier.drawn_on import seeds_are_wrong

RUN = CliRunner()
CLUB = OneStream(stream=tournament_stream(tournament_id(1)))
WARNED = GiveRuling.model_validate(
    {
        "about": {"kind": "entry", "number": 2},
        "clause": "4.2",
        "facts": "As seen",
        "reasons": "As written",
        "remedies": [{"kind": "warning", "to": {"kind": "entry", "entry": 2}}],
    }
)


@pytest.mark.rule("ALL-1", "ALL-14")
def test_a_tournament_brings_what_it_drew_on(sound: Sound, tmp_path: Path) -> None:
    place = tmp_path / "club"
    manifest = exported(sound.urls.service, place, CLUB)
    assert kinds(place, sound.trust) == []
    lines = [line for name in manifest.event_files() for line in (place / name).read_bytes().splitlines()]
    assert {canonical_json.decode(line)["stream"] for line in lines} == {CLUB.stream}
    whole = [canonical_json.decode(line) for line in Forger(sound.place).lines]
    drawn = [canonical_json.decode(line) for line in (place / "drawn_on.jsonl").read_bytes().splitlines()]
    members = [one for one in drawn if one["stream"].startswith("person-")]
    assert len(members) >= 3
    for one in members:
        source = whole[one["position"] - 1]
        assert (source["stream"], source["version"]) == (one["stream"], one["version"])
        assert one["value"]["person"] in one["stream"]
    replayed = RUN.invoke(app, ["replay", str(place)])
    assert replayed.exit_code == 0
    assert f"tournament {CLUB.tournament} " in replayed.stdout
    assert "ratings" not in replayed.stdout


@pytest.mark.rule("ALL-1")
def test_omissions_of_a_part_are_found(sound: Sound, tmp_path: Path) -> None:
    exported(sound.urls.service, tmp_path / "club", CLUB)
    changes = (
        ("events/*", without_the_second_line, "event-missing"),
        ("drawn_on.jsonl", without_the_second_line, "table"),
        ("tables/matches@*", lambda _: b"[]", "table"),
    )
    for number, (pattern, change, kind) in enumerate(changes):
        forger = Forger(Path(shutil.copytree(tmp_path / "club", tmp_path / str(number))))
        forger.change(pattern, change)
        assert kind in kinds(forger.place, sound.trust)


@pytest.mark.parametrize("event", [[], {"admission": {}}, {"admission": []}, {"cloned_from": 1}])
def test_an_event_of_another_shape_is_a_finding(event: object) -> None:
    found: list[Finding] = []
    DrawnOnCheck(b"", found.append).take({"version": 1, "event": event})
    assert [one.kind for one in found] == ["table"]


@pytest.mark.rule("TD-20", "ALL-14")
def test_seeds_otherwise_than_by_the_error_rates_of_the_event_are_a_finding() -> None:
    """Means of 4 and a half, 4, 4 and 9, the last of one match alone: entries 2, 3, 1 where two are needed."""
    rates = [(1, 2, 9_000), (2, 3, 12_000), (3, 2, 8_000), (4, 1, 9_000)]
    named = ("entry", "matches", "error_rates_thousandths")
    found = [dict(zip(named, one, strict=True)) for one in rates]
    event = {"fewest_matches": 2, "log_position": 7, "error_rates": found}
    for seeds, kinds_found in (([2, 3, 1], []), ([3, 2, 1], ["table"]), ([2, 3, 1, 4], ["table"])):
        told: list[Finding] = []
        check = DrawnOnCheck(b"", told.append)
        check.take({"version": 5, "event": {**event, "seeds": seeds}})
        assert [one.kind for one in told] == kinds_found
        assert seeds_are_wrong({**event, "seeds": seeds}) == bool(kinds_found)


def without_the_second_line(content: bytes) -> bytes:
    lines = content.splitlines(keepends=True)
    return b"".join(lines[:1] + lines[2:])


@pytest.mark.rule("ALL-1")
def test_a_span_is_verified_and_replayed_after_an_earlier_export(sound: Sound, tmp_path: Path) -> None:
    place = tmp_path / "span"
    manifest = exported(sound.urls.service, place, Span(first=10, last=30))
    assert manifest.events == 21
    assert kinds(place, sound.trust) == []
    alone = RUN.invoke(app, ["replay", str(place)])
    assert isinstance(alone.exception, UnreadableExportError)
    assert "begins with event 10" in str(alone.exception)
    exported(sound.urls.service, tmp_path / "first", Span(first=1, last=30))
    after = RUN.invoke(app, ["replay", str(place), "--after", str(sound.place)])
    assert after.exit_code == 0
    assert after.stdout == RUN.invoke(app, ["replay", str(tmp_path / "first")]).stdout


def test_a_tournament_drawn_in_rounds_is_drawn_again_from_its_own_events(sound: Sound, tmp_path: Path) -> None:
    place = tmp_path / "evening"
    exported(sound.urls.service, place, OneStream(stream=tournament_stream(TOURNAMENT)))
    assert kinds(place, sound.trust) == []
    Forger(place).change("draws/*", lambda content: content.replace(b'"secret":"', b'"secret":"0', 1))
    assert kinds(place, sound.trust) == ["draw"]


@pytest.mark.rule("ALL-1")
def test_words_about_somebody_erased_are_no_finding_where_the_erasure_is_not_part_of_it(
    database: DatabaseUrls, folder: KeyFolder, tmp_path: Path
) -> None:
    """It is closed with a key that nobody keeps, and the person's own history says why."""
    with opened(database.service) as journal:
        made = Club(journal)
        made.register(1, 2)
        made.begin(1, 1, 2)
        made.tell(1, WARNED)
        made.erase(2)
        made.tell(1, WARNED)
        made.tell(1, WARNED)
        follow_and_sign(database, journal, folder)
        newest = journal.position()
    scopes: tuple[Scope, ...] = (WholeLog(), CLUB, Span(first=newest - 1, last=newest))
    places = [tmp_path / str(number) for number in range(len(scopes))]
    for place, scope in zip(places, scopes, strict=True):
        exported(database.service, place, scope)
    assert [kinds(place, trusted(folder)) for place in places] == [[]] * len(places)
