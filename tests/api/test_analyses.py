"""Analyses of transcripts as jobs: asked for, looked at, cancelled, refused (TD-20) [3.8]."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from psycopg_pool import ConnectionPool
from pydantic import TypeAdapter

from api.analysis.engines import Engine, Engines, gnubg_engine
from api.analysis.running import Analysis
from api.http import analyses
from api.http.analyses import Analyses, Job, JobPlace, QueueFullError
from domain.backgammon.mat_writing import written_mat
from domain.kernel.ids import TournamentId
from ops.database import DatabaseUrls
from tests.api.support import Season, Service, season
from tests.api.test_transcripts import body
from tests.backgammon.playing import match_by_chance
from tests.backgammon.test_gnubg_statistics import EXPORTED
from tests.domain.test_transcripts import PLAYED
from tests.ops.test_analyse import PRINTS, SLOW, is_running, program
from tests.patience import eventually

MATCH = match_by_chance(11, 3)
RATES = {"program": "GNU Backgammon 9.9, 2-ply, PR", "first": "8.737", "second": "4.520"}


def place(number: int) -> JobPlace:
    return JobPlace(TournamentId("00000000-0000-4000-8000-000000000000"), 1, number)


def wait_until_over(jobs: Analyses, number: int = 1) -> Job:
    assert eventually(lambda: not job_of(jobs, number).is_open)
    return job_of(jobs, number)


def job_of(jobs: Analyses, number: int) -> Job:
    job = jobs.of(place(number))
    assert job is not None
    return job


class Working:
    """Begins what carries out analyses, beside nothing from before."""

    def __init__(self, pool: "ConnectionPool[Any]") -> None:
        self.pool = pool

    @contextmanager
    def __call__(self, engine: str | Engines, **others: float) -> Iterator[Analyses]:
        """By this script in place of GNU Backgammon, or by these engines."""
        jobs = Analyses(self.pool, {"gnubg": gnubg_engine(engine)} if isinstance(engine, str) else engine, **others)
        try:
            yield jobs
        finally:
            jobs.close()


@pytest.fixture
def working(database: DatabaseUrls) -> Iterator[Working]:
    with ConnectionPool(database.service, kwargs={"autocommit": True}, open=True) as pool:
        yield Working(pool)


@pytest.mark.rule("TD-20")
def test_job_is_done_with_both_figures_and_the_text(tmp_path: Path, working: Working) -> None:
    with working(program(tmp_path, PRINTS)) as jobs:
        assert jobs.start(place(1), MATCH, "gnubg", 2).state in ("waiting", "running")
        job = wait_until_over(jobs)
        assert (job.state, job.games_done, job.games) == ("done", len(MATCH.games), len(MATCH.games))
        assert job.found is not None
        assert "Match statistics" in job.found.printed


@pytest.mark.rule("REG-1")
def test_job_keeps_no_name_of_its_transcript(tmp_path: Path, working: Working) -> None:
    """What is kept for the other workers outlives an erasure."""
    with working(program(tmp_path, PRINTS)) as jobs:
        jobs.start(place(1), replace(MATCH, names=("Ada Erased", "Bo Erased")), "gnubg", 2)
        assert wait_until_over(jobs).state == "done"
        job = job_of(jobs, 1)
        assert "Erased" not in TypeAdapter(Job).dump_json(job).decode()


@pytest.mark.rule("TD-20")
def test_job_that_breaks_down_as_nobody_foresaw_fails_and_the_next_has_its_turn(
    tmp_path: Path, working: Working
) -> None:
    def break_down(*_: object, **__: object) -> Analysis:
        raise ValueError("nobody foresaw this")

    sound = gnubg_engine(program(tmp_path, PRINTS))
    with working({"gnubg": sound, "bgsage": Engine(list, break_down)}) as jobs:
        jobs.start(place(1), MATCH, "bgsage", 2)
        jobs.start(place(2), MATCH, "gnubg", 2)
        assert [wait_until_over(jobs, number).state for number in (1, 2)] == ["failed", "done"]


@pytest.mark.rule("TD-20")
def test_job_that_runs_is_cancelled_with_all_that_its_program_has_started(tmp_path: Path, working: Working) -> None:
    sleeper = tmp_path / "sleeper"
    with working(program(tmp_path, SLOW.replace("sleeper", str(sleeper)))) as jobs:
        jobs.start(place(1), MATCH, "gnubg", 2)
        jobs.start(place(2), MATCH, "gnubg", 2)
        assert eventually(lambda: sleeper.exists() and bool(sleeper.read_text().strip()))
        running = int(sleeper.read_text())
        cancelled = [jobs.cancel(place(number)) for number in (1, 2)]
        assert [job.state for job in cancelled if job] == ["cancelled"] * 2
        assert eventually(lambda: not is_running(running))
        assert jobs.cancel(place(3)) is None
        again = jobs.cancel(place(1))
        assert again is not None
        assert again.state == "cancelled"


@pytest.mark.rule("TD-20")
def test_job_that_takes_too_long_fails_and_the_next_has_its_turn(tmp_path: Path, working: Working) -> None:
    with working(program(tmp_path, SLOW.replace("sleeper", str(tmp_path / "sleeper"))), seconds=0.5) as jobs:
        jobs.start(place(1), MATCH, "gnubg", 2)
        jobs.start(place(2), MATCH, "gnubg", 2)
        for number in (1, 2):
            job = wait_until_over(jobs, number)
            assert (job.state, job.why) == (
                "failed",
                "It was ended after 0.5 seconds: give it more time, or fewer plies.",
            )


@pytest.mark.rule("TD-20")
def test_ninth_job_is_refused_and_the_same_one_is_not_begun_twice(tmp_path: Path, working: Working) -> None:
    with working(program(tmp_path, SLOW.replace("sleeper", str(tmp_path / "sleeper")))) as jobs:
        for number in range(analyses.MOST_WAITING):
            jobs.start(place(number), MATCH, "gnubg", 2)
        assert jobs.start(place(0), MATCH, "gnubg", 1).plies == 2
        with pytest.raises(QueueFullError):
            jobs.start(place(99), MATCH, "gnubg", 2)
        jobs.cancel(place(3))
        assert jobs.start(place(99), MATCH, "gnubg", 2).state == "waiting"


def test_jobs_that_are_over_are_forgotten_the_oldest_first(
    tmp_path: Path, working: Working, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "MOST_KEPT", 2)
    with working(program(tmp_path, PRINTS)) as jobs:
        for number in (1, 2, 3):
            jobs.start(place(number), MATCH, "gnubg", 0)
            assert wait_until_over(jobs, number).state == "done"
        assert [jobs.of(place(number)) is not None for number in (1, 2, 3)] == [False, True, True]


@pytest.fixture
def playing(service: Service) -> Season:
    made = season(service)
    made.director.done(f"{made.path}/matches", {"sides": [1, 2], "length": 3})
    made.director.done(f"{made.path}/matches/1/attachments", body(PLAYED))
    return made


@contextmanager
def using_engine(service: Service, script: str, folder: Path) -> Iterator[None]:
    """Within it the service has this script for its engine."""
    with using(service, program(folder, script.replace("sleeper", str(folder / "sleeper")))):
        yield


@contextmanager
def using(service: Service, engine: str | Engines) -> Iterator[None]:
    with ConnectionPool(service.owner_url, kwargs={"autocommit": True}) as pool, Working(pool)(engine) as jobs:
        service.app.state.services = replace(service.services, analyses=jobs)
        try:
            yield
        finally:
            service.app.state.services = service.services


@pytest.fixture
def prints(service: Service, tmp_path: Path) -> Iterator[None]:
    with using_engine(service, PRINTS, tmp_path):
        yield


@pytest.fixture
def slow(service: Service, tmp_path: Path) -> Iterator[None]:
    with using_engine(service, SLOW, tmp_path):
        yield


def read(made: Season) -> Any:  # noqa: ANN401 -- JSON
    return made.director.read(f"{made.path}/matches/1/attachments/1/analysis")


@pytest.mark.rule("TD-20", "GAM-7")
@pytest.mark.source("ausbgf 3.8")
@pytest.mark.usefixtures("prints")
def test_player_has_a_transcript_analysed_and_attaches_what_was_found(service: Service, playing: Season) -> None:
    at = f"{playing.path}/matches/1/attachments"
    player, other = service.player(playing.persons[0]), service.player(playing.persons[2])
    player.position = other.position = playing.director.position
    assert player.read(f"{at}/1/analysis")["state"] == "not-asked"
    asked = player.post(f"{at}/1/analysis", {})
    assert (asked.status_code, asked.json()["state"] in ("waiting", "running", "done")) == (202, True)
    assert eventually(lambda: read(playing)["state"] == "done")
    told = read(playing)
    assert (told["engine"], told["engines"]) == ("gnubg", ["gnubg"])
    assert (told["error_rates"], told["first"]["decisions"], told["first"]["lost"]) == (RATES, 167, "2.918")
    assert other.get(f"{at}/1/analysis").status_code == other.post(f"{at}/1/analysis", {}).status_code == 403
    assert service.client().post(f"{at}/1/analysis", {}).status_code == 401
    assert playing.director.read(f"{playing.path}/matches/1/record")["attachments"][1:] == []
    document = body(told["document"])["digest"]
    analysis = {"kind": "analysis", "reference": "analysis.txt", "digest": document, "error_rates": RATES}
    player.done(at, analysis)
    assert EXPORTED.partition("Match statistics")[2].strip()[:40] in told["document"]


@pytest.mark.rule("TD-20")
@pytest.mark.usefixtures("slow")
def test_analysis_over_http_is_cancelled(playing: Season) -> None:
    at = f"{playing.path}/matches/1/attachments/1/analysis"
    assert playing.director.post(at, {"plies": 0}).json()["plies"] == 0
    assert playing.director.post(f"{at}/cancellation", {}).json()["state"] == "cancelled"
    assert read(playing)["state"] == "cancelled"
    assert playing.director.post(at, {"plies": 3}).status_code == 422


@pytest.mark.rule("TD-20")
def test_analysis_is_refused_clearly_without_an_engine(service: Service, playing: Season, tmp_path: Path) -> None:
    with using(service, str(tmp_path / "none")):
        refused = playing.director.post(f"{playing.path}/matches/1/attachments/1/analysis", {})
        other = playing.director.post(f"{playing.path}/matches/1/attachments/1/analysis", {"engine": "bgsage"})
        assert read(playing)["engines"] == []
    assert (refused.status_code, refused.json()["type"].rpartition("/")[2]) == (503, "engine-missing")
    assert "apt-get install gnubg" in refused.json()["detail"]
    assert (other.status_code, other.json()["detail"]) == (503, "There is no engine bgsage here.")


@pytest.mark.rule("TD-20", "GAM-7")
@pytest.mark.usefixtures("prints")
def test_transcript_that_cannot_be_followed_is_not_analysed(playing: Season) -> None:
    lines = written_mat(match_by_chance(5, 3)).splitlines()
    spoilt = "\n".join(line for line in lines if not line.startswith("  3)"))
    playing.director.done(f"{playing.path}/matches/1/attachments", body(spoilt))
    refused = playing.director.post(f"{playing.path}/matches/1/attachments/2/analysis", {})
    assert (refused.status_code, "plays can be followed" in refused.json()["detail"]) == (422, True)
