"""The real list through a real database: journal, projections, and the ratings they show."""

import threading
from decimal import Decimal
from pathlib import Path

import pytest
from typer.testing import CliRunner

from domain.application.catalogue import FOLDS, REGISTRY
from domain.importing.clerk import Clerk
from domain.importing.errors import ImportStoppedError, ListUnreadableError
from domain.importing.match_lists.club import CLUB_TERMS, NAME, Terms
from domain.importing.match_lists.club_list import Figures, Revision
from domain.journal.journal import Journal
from domain.person.commands import RegisterPerson
from domain.person.details import Details
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.matches.commands import VoidMatch
from ops.command_line import app
from ops.command_line.imports.club import run
from ops.command_line.imports.common import Asked, office_at
from ops.command_line.imports.told import line_told
from ops.database import DatabaseUrls
from ops.importing.files import read_revisions_of
from ops.importing.whole import ClubList, ImportReport, import_list
from tests.importing.memory import NOON
from tests.importing.season import club_history
from tests.importing.test_club import revision

BEGINNING = 80
KARIN = "00000000-0000-4000-8000-00000000ca51"


def position(database_url: str) -> int:
    """The log's."""
    journal = Journal(database_url, lambda: NOON, REGISTRY, FOLDS, readers=1)
    try:
        return journal.position()
    finally:
        journal.close()


def imported(
    database: DatabaseUrls, revisions: list[Revision], rating: RatingTerms | None = CLUB_TERMS
) -> ImportReport:
    """What the import comes to, compared with the ratings published."""
    with office_at(database) as office:
        return run(office, NAME, revisions, check=True, terms=Terms(rating=rating))


@pytest.mark.rule("ELO-6", "ELO-8", "ALL-1", "ALL-6")
def test_the_beginning_of_the_list_agrees(database: DatabaseUrls) -> None:
    revisions = list(club_history())[:BEGINNING]
    report = imported(database, revisions)
    published = sum(revision.ratings is not None for revision in revisions)
    assert published > 1
    assert [snapshot.disagreements for snapshot in report.snapshots] == [()] * published


@pytest.mark.proof
@pytest.mark.rule("ELO-6", "ELO-8", "ALL-1", "ALL-6")
def test_the_whole_list_agrees_and_a_second_import_changes_nothing(database: DatabaseUrls) -> None:
    """Every player of all 48 snapshots, as the read models show them at that moment."""
    revisions = list(club_history())
    report = imported(database, revisions)
    assert [snapshot.disagreements for snapshot in report.snapshots] == [()] * 48
    assert (report.revisions, report.before, len(report.refused)) == (1300, 0, 2)
    assert (report.entered, report.corrected, report.placed, report.voided) == (1596, 21, 1, 17)
    reached = position(database.service)
    again = imported(database, revisions)
    assert (again.revisions, again.before) == (0, 1300)
    assert position(database.service) == reached


def test_other_ratings_than_published_are_told(database: DatabaseUrls) -> None:
    """One match between new players of a club at K = 1: each P is 1/2, so 4·√5/2 = 4.472136 points change hands."""
    ratings = {"A": Figures(1804, Decimal("4.5"), 5), "B": Figures(1795, Decimal("-4.5"), 5)}
    first = revision(0, "A>B")._replace(ratings=ratings)
    report = imported(database, [first])
    (snapshot,) = report.snapshots
    (differing,) = snapshot.disagreements
    assert (differing.player, differing.found) == ("B", Figures(1796, Decimal("-4.5"), 5))


def test_published_ratings_are_compared_with_the_pool_of_the_list(database: DatabaseUrls) -> None:
    """The same match as above, rated in the other pool: as far as the list goes, nothing is in the pool `normal`."""
    ratings = {"A": Figures(1804, Decimal("4.5"), 5), "B": Figures(1796, Decimal("-4.5"), 5)}
    first = revision(0, "A>B")._replace(ratings=ratings)
    report = imported(database, [first], CLUB_TERMS.model_copy(update={"pool": "price"}))
    assert [snapshot.disagreements for snapshot in report.snapshots] == [()]
    second = revision(1, "A>B", "A>B")._replace(ratings=ratings)
    differing = imported(database, [first, second]).snapshots[0].disagreements
    assert {one.player for one in differing} == {"A", "B"}


def test_ratings_of_a_list_that_is_not_rated_are_refused(database: DatabaseUrls) -> None:
    first = revision(0, "A>B")._replace(ratings={"A": Figures(1804, Decimal("4.5"), 5)})
    with pytest.raises(ImportStoppedError, match="not rated"):
        imported(database, [first], None)


def test_an_interrupted_import_is_continued(database_url: str) -> None:
    season = [revision(0, "A>B"), revision(1, "A>B", "C>D"), revision(2, "B>A", "C>D"), revision(3, "B>A")]

    left = iter(range(2))

    def stop_after_two(done: int) -> None:
        if done and next(left, None) is None:
            raise KeyboardInterrupt

    journal = Journal(database_url, lambda: NOON, REGISTRY, FOLDS, readers=1)
    try:
        with pytest.raises(KeyboardInterrupt):
            import_list(ClubList(journal), season, None, stop_after_two)
        report = import_list(ClubList(journal), season, None, lambda _: None)
    finally:
        journal.close()
    assert (report.before, report.revisions, report.voided) == (3, 1, 1)


@pytest.mark.rule("ALL-2")
def test_history_imported_again_names_what_was_changed_here(database: DatabaseUrls) -> None:
    season = [revision(0, "A>B"), revision(1, "A>B", "C>D")]
    imported(database, season)
    with office_at(database) as office:
        tournament = ClubList(office.journal).now().tournament or ""
        void = VoidMatch(match=1, seen=None, reason="Never played")
        Clerk(office.journal, "after").tournament(tournament, "void", void)
    reached = position(database.service)
    again = imported(database, season)
    assert (again.revisions, again.before, position(database.service)) == (0, 2, reached)
    (differing,) = again.differing
    assert line_told(differing, "revision 1") == (
        "revision 1: changed-here: 2025-01-02 A – B (5): "
        "match 1 was changed here, and stays as it is (match 1); here: void"
    )


def test_register_is_as_far_as_the_log_and_nothing_follows_while_a_list_is_recorded(database: DatabaseUrls) -> None:
    """Making the tables takes longer than recording: the import would wait for them."""
    with office_at(database) as office:
        desk = Clerk(office.journal, "before")
        desk.person(KARIN, "Karin", RegisterPerson(name="Karin Vos"))
        before = set(threading.enumerate())
        with office.listed("", "utf-8", "A list", Asked("a file")) as listed:
            assert listed.register.alike(Details(name="karin vos")) == [KARIN]
            new = {one.name for one in threading.enumerate() if one not in before}
    assert "projection" not in new


@pytest.mark.parametrize("content", [b"nonsense\n", b"\xff\xfe", None])
def test_a_list_that_cant_be_read_is_one_line(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "list.jsonl"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ListUnreadableError) as error:
        read_revisions_of(path)
    assert "\n" not in str(error.value)
    result = CliRunner().invoke(app, ["import", "club", str(path)])
    assert isinstance(result.exception, ListUnreadableError)
