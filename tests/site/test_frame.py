"""What all pages have in common: policy, languages, files, and problems told as pages."""

import asyncio
import gzip
import hashlib
import threading
from base64 import b64encode
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from api.http import error_handlers
from api.http.problems import UNAVAILABLE, Problem
from api.site.frame.answers import POLICY
from api.site.frame.assets import VENDORED, assets
from api.site.frame.languages import chosen
from api.site.frame.problem_pages import ProblemPages
from domain.journal.states import Loader
from projections.queries.positions import PositionReadings
from projections.queries.tournaments import TournamentReadings
from tests.api.support import Season, Service
from tests.patience import PATIENCE_SECONDS
from tests.site.test_desk import at_the_desk

STRICT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def is_page(answer: httpx.Response) -> bool:
    """Whether it is a page under the strict policy."""
    told = answer.headers
    return told["Content-Type"].startswith("text/html") and told["Content-Security-Policy"] == STRICT == POLICY


@pytest.mark.parametrize("path", ["/", "/help", "/tournaments?search=&place=&from=&to="])
def test_a_page_has_the_strict_policy(service: Service, path: str) -> None:
    answer = service.http.get(path)
    assert answer.status_code == 200, answer.text
    assert is_page(answer)
    tag = answer.headers["ETag"]
    for has in (tag, "*", f'"x", W/{tag}'):
        again = service.http.get(path, headers={"If-None-Match": has})
        assert (again.status_code, again.content) == (304, b"")
    assert service.http.get(path, headers={"If-None-Match": f"{tag}x"}).status_code == 400


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nothing", 404),
        ("/tournaments?search=a&search=b", 422),
        ("/tournaments?from=never", 422),
        ("//elsewhere.example", 404),
    ],
)
def test_a_problem_at_a_pages_address_is_a_page(service: Service, path: str, status: int) -> None:
    answer = httpx.get(
        service.url + path, headers={"Accept": "application/json", "Accept-Language": "da"}, timeout=PATIENCE_SECONDS
    )
    assert answer.status_code == status
    assert is_page(answer)
    assert '<html lang="da">' in answer.text
    assert 'role="alert"' in answer.text
    assert "elsewhere" not in answer.text


@pytest.mark.parametrize(
    "path", ["/nothing", "/office", "/desk/00000000-0000-7000-8000-000000000000", "/tournaments?from=never"]
)
def test_a_problem_shows_the_menu_of_anyone_who_asks(service: Service, path: str) -> None:
    with at_the_desk(service) as director:
        told = director.http.get(path)
        assert told.status_code >= 400
        assert [f'href="{place}"' in told.text for place in ("/desk", "/login/sessions", "/login")] == [
            True,
            True,
            False,
        ]
        assert told.headers["Cache-Control"] == "no-store"
    assert 'href="/login"' in service.http.get(path).text


@pytest.mark.parametrize("name", ["X-Content-Type-Options", "Referrer-Policy", "X-Frame-Options"])
def test_the_page_of_a_problem_makes_browsers_as_careful_as_others(service: Service, name: str) -> None:
    assert service.http.get("/nothing").headers[name] == service.http.get("/").headers[name]


@pytest.mark.parametrize("path", ["/v1/nothing", "/v1", "/docs/guides/nothing"])
def test_the_api_answers_json_whatever_is_accepted(service: Service, path: str) -> None:
    answer = service.http.get(path, headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (404, "application/problem+json")


def test_failures_are_told_as_a_page_too() -> None:
    app = FastAPI()
    error_handlers.install(app, lambda *_: ("", {}))
    app.add_middleware(ProblemPages)

    @app.get("/away")
    def read_away() -> None:
        raise Problem(UNAVAILABLE, "Away.")

    @app.get("/wrong")
    def read_wrong() -> None:
        raise RuntimeError("secret")

    away, wrong = asyncio.run(asked(app, "/away", "/wrong"))
    assert [(one.status_code, is_page(one)) for one in (away, wrong)] == [(503, True), (500, True)]
    assert away.headers["Retry-After"] == "1"
    assert "secret" not in wrong.text


async def asked(app: FastAPI, *paths: str) -> list[httpx.Response]:
    """What the application answers."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(
        transport=transport, base_url="http://pages.example", timeout=PATIENCE_SECONDS
    ) as client:
        return [await client.get(path) for path in paths]


def test_the_vendored_files_are_those_of_the_package(service: Service) -> None:
    folder = Path(__file__).parents[2] / "api" / "site" / "static"
    for name, digest in VENDORED.items():
        content = (folder / name).read_bytes()
        assert f"sha384-{b64encode(hashlib.sha384(content).digest()).decode()}" == digest
    page = service.http.get("/").text
    assert all(digest in page for digest in VENDORED.values())
    assert {path.name for path in folder.glob("*.js")} == {
        *VENDORED,
        "board.js",
        "card.js",
        "check.js",
        "clock.js",
        "draws.js",
        "copy.js",
        "own_key.js",
        "pairing.js",
        "passkey.js",
        "persons.js",
        "pictures.js",
        "proofs.js",
        "push.js",
        "replay.js",
        "rounds.js",
        "sending.js",
        "worker.js",
        "zone.js",
    }


def test_a_file_is_kept_for_ever(service: Service) -> None:
    for asset in assets().values():
        answer = service.http.get(asset.address)
        assert (answer.status_code, answer.content) == (200, asset.content)
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert service.http.get(f"/static/{'0' * 16}/style.css").status_code == 404


def test_the_first_page_is_light(service: Service) -> None:
    page = len(gzip.compress(service.http.get("/").content))
    assert page + sum(len(asset.packed) for asset in assets().values()) < 60_000


def test_page_asks_nothing_twice_and_the_next_page_asks_again(
    service: Service, played: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is made of many answers, which all begin with the same questions."""
    asked = list[tuple[object, ...]]()

    def noted(owner: type, name: str) -> None:
        ask = getattr(owner, name)

        def noting(*of: object) -> object:
            if threading.current_thread().name.startswith("AnyIO worker thread"):  # others do what is due
                asked.append((name, *of))
            return ask(*of)

        monkeypatch.setattr(owner, name, noting)

    noted(PositionReadings, "_shown_now")
    noted(TournamentReadings, "_tournament_now")
    noted(Loader, "_current_now")
    for page in ("desk", "tournaments"):
        for _ in range(2):
            number = played.play()
            played.director.read(f"{played.path}/matches/{number}")
            asked.clear()
            shown = service.http.get(f"/{page}/{played.id}", headers=played.director.headers())
            assert shown.is_success
            assert {name for name, *_ in asked} == {"_shown_now", "_tournament_now", "_current_now"}
            assert len(asked) == len(set(asked))


def test_the_reader_chooses_the_language(service: Service) -> None:
    with httpx.Client(base_url=service.url, timeout=PATIENCE_SECONDS) as browser:
        assert '<html lang="nl">' in browser.get("/", headers={"Accept-Language": "fr, nl;q=0.5, en;q=0.4"}).text
        assert '<html lang="da">' in browser.get("/?language=da").text
        assert '<html lang="da">' in browser.get("/help", headers={"Accept-Language": "nl"}).text
        assert browser.get("/?language=xx").status_code == 422


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("da", "da"),
        ("nl-BE,en;q=0.9", "nl"),
        ("en;q=0.1, da;q=0.2", "da"),
        ("da;q=0", "en"),
        (";;,q", "en"),
    ],
)
def test_the_browser_says_which_language_it_likes_best(accepted: str, language: str) -> None:
    assert chosen(None, None, accepted) == language
