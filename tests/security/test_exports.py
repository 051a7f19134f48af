"""Who gets everything that was recorded as a file, of what, and that nothing is in it that is withheld from them."""

import io
import zipfile
from base64 import b64encode

import httpx
import psycopg
import pytest

from ops.database import DatabaseUrls
from ops.evidence.key_folder import KeyFolder
from tests.api.scenes import WARNING
from tests.api.support import Client, Season, Service, season
from tests.api.test_log_tree import key_folder, sign_again
from tests.patience import PATIENCE_SECONDS
from tests.site.browsing import OWN_PAGE, Browser

__all__ = ["key_folder"]

WITHHELD = ("Zuzanna Withheld", "zuzanna@example.org", "Owes the fee.", "Noisy shuffling.", "Player 1", "Player 2")
"""A name, a contact, a note, the facts of a ruling, and names of players: each in a box that stays closed."""
ANNOUNCED = b'"topic":"tournament.announced.v2"'
PAGE, FILE = "/office/evidence.zip", "/v1/exports"


ANSWERS = {
    "administrator": (200, 200),
    "auditor": (200, 403),
    "machine of an auditor": (200, 403),
    "director": (403, 403),
    "side": (403, 403),
    "stranger": (403, 403),
}
"""How the file and the page of the office answer each kind of caller."""

Keys = dict[str, str]


@pytest.fixture
def played(service: Service) -> Season:
    """A season with a ruling, a tournament whose draws are still secret, and a person with a contact and a note."""
    found = season(service, 2)
    found.play(1, 2)
    found.play(2, 1)
    found.play(1, 2)
    found.director.ruled(found.path, WARNING)
    person = {
        "name": "Zuzanna Withheld",
        "contact": "zuzanna@example.org",
        "note": "Owes the fee.",
        "even_though_known": True,
    }
    office = service.administrator()
    office.done("/v1/persons", person)
    drawn = office.done(
        "/v1/tournaments", {"name": "Evening", "format": {"kind": "nxe"}, "director": found.director_id}
    )
    path = f"/v1/tournaments/{drawn.json()['tournament']}"
    for number, one in enumerate(found.persons, 1):
        entered = office.done(f"{path}/entries", {"person": one})
        office.done(f"{path}/entries/{number}/approval", seen=entered.headers["ETag"])
    office.change(path, "start")
    return found


@pytest.fixture
def keys(service: Service, played: Season, module_database: DatabaseUrls, key_folder: KeyFolder) -> Keys:
    """A key of each kind of caller; all there is has been signed."""
    found = {
        "administrator": service.key("administrator", service.register("An officer")),
        "auditor": service.key("auditor", service.register("An auditor")),
        "machine of an auditor": service.key("auditor"),
        "director": played.director.key or "",
        "side": service.key("player", played.persons[0]),
        "stranger": service.key("player", service.register("A stranger")),
    }
    sign_again(service, module_database, key_folder)
    return found


def browsing(service: Service, key: str) -> Browser:
    """Somebody with that key, logged in on the pages."""
    browser = Browser(httpx.Client(base_url=service.url, headers=OWN_PAGE, timeout=PATIENCE_SECONDS))
    browser.open("/login")
    browser.done("/login", key=key)
    return browser


@pytest.mark.rule("ALL-12", "ALL-1")
def test_only_auditors_and_administrators_get_what_was_recorded(service: Service, played: Season, keys: Keys) -> None:
    for of in ({}, {"tournament": played.id}):
        for name, key in keys.items():
            asked = (service.client(key).get(FILE, None, **of), browsing(service, key).http.get(PAGE, params=of))
            assert tuple(answer.status_code for answer in asked) == ANSWERS[name], name
            assert all(answer.content[:2] == b"PK" for answer in asked if answer.status_code == 200), name
        nobody = (
            service.client().get(FILE, None, **of),
            httpx.get(service.url + PAGE, params=of, timeout=PATIENCE_SECONDS),
        )
        assert [answer.status_code for answer in nobody] == [401, 401]


@pytest.mark.rule("ALL-12", "REG-4")
def test_bodies_that_they_get_hold_no_sealed_text_and_no_secret(
    service: Service, played: Season, keys: Keys, module_database: DatabaseUrls
) -> None:
    withheld = [*map(str.encode, (*WITHHELD, *keys.values())), *secrets(module_database.owner)]
    office, auditor = (service.client(keys[name]) for name in ("administrator", "auditor"))
    pages, of = browsing(service, keys["administrator"]).http, {"tournament": played.id}
    found = [archive(office), archive(office, **of), archive(auditor)]
    found += [pages.get(PAGE).content, pages.get(PAGE, params=of).content]
    for content in found:
        held = b"".join(opened(content).values())
        assert ANNOUNCED in held
        assert [one for one in withheld if one in held] == []
    assert withheld[0] in office.get("/v1/persons", None, search="Zuzanna").content, "who opens the box reads it"


@pytest.mark.rule("ALL-1")
def test_followers_of_one_tournament_get_no_events_of_another(service: Service, played: Season, keys: Keys) -> None:
    auditor = service.client(keys["auditor"])
    whole, part = (b"".join(opened(archive(auditor, **of)).values()) for of in ({}, {"tournament": played.id}))
    assert (whole.count(ANNOUNCED) > 1, part.count(ANNOUNCED)) == (True, 1)


def archive(client: Client, **of: str) -> bytes:
    """The file, as it is answered."""
    answer = client.get(FILE, None, **of)
    assert answer.status_code == 200, answer.text
    return answer.content


def opened(content: bytes) -> dict[str, bytes]:
    """What is in it, by name."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        return {name: file.read(name) for name in file.namelist()}


def secrets(owner: str) -> list[bytes]:
    """Persons' keys and the secrets of draws to come, as bytes and as they might be written."""
    with psycopg.connect(owner) as connection:
        found = connection.execute("SELECT key FROM person_keys UNION ALL SELECT secret FROM chance_secrets").fetchall()
        [(waiting,)] = connection.execute("SELECT count(*) FROM chance_secrets").fetchall()
    assert waiting > 0
    return [form for (one,) in found for form in (bytes(one), bytes(one).hex().encode(), b64encode(bytes(one)))]
