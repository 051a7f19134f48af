"""Announcing with all settings by a form, without JavaScript: what is announced is what the API announces."""

import pytest

from api.site.frame.visit import Json
from domain.formats.registry import KINDS
from domain.tournament.presets.registry import PRESETS
from tests.api.support import Service
from tests.site.test_desk import Desk, at_the_desk

PAGE = "/desk/announcement/settings"
SETTINGS = ("format", "stages", "rating", "conditions", "time_zone")


def announced(desk: Desk) -> Json:
    """The tournament whose entries the page shows."""
    assert desk.client is not None
    assert desk.shown is not None
    path = desk.shown.url.path
    assert path.endswith("/entries"), desk.page
    return dict(desk.client.read(f"/v1/tournaments/{path.split('/')[2]}"))


def by_the_api(desk: Desk, **said: object) -> Json:
    assert desk.client is not None
    made = desk.client.done("/v1/tournaments", {"name": "Evening", **said})
    return dict(desk.client.read(f"/v1/tournaments/{made.json()['tournament']}"))


def settings(told: Json) -> Json:
    return {name: told[name] for name in SETTINGS}


@pytest.mark.rule("TD-21")
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "champion"])
def test_each_format_has_what_it_has_by_itself(service: Service, kind: str) -> None:
    with at_the_desk(service) as desk:
        desk.open(f"{PAGE}?begins=format-{kind}")
        desk.done(f"begins=format-{kind}", name="Evening", step="send")
        assert settings(announced(desk)) == settings(by_the_api(desk, format={"kind": kind}))


@pytest.mark.rule("TD-21")
@pytest.mark.parametrize("word", [word for word in PRESETS if word != "champion"])
def test_a_preset_is_announced_as_its_source_has_it(service: Service, word: str) -> None:
    with at_the_desk(service) as desk:
        desk.open(f"{PAGE}?begins=preset-{word}")
        desk.done(f"begins=preset-{word}", name="Evening", step="send")
        assert settings(announced(desk)) == settings(by_the_api(desk, preset=word))


@pytest.mark.rule("TD-21")
def test_another_tournament_lends_its_settings_and_each_can_be_changed_or_taken_out(service: Service) -> None:
    with at_the_desk(service) as desk:
        first = by_the_api(
            desk,
            format={"kind": "nxe", "losses": 3, "lengths": [3, 5], "cube": False},
            rating={"pool": "normal", "policy": "room", "policy_version": 1},
            conditions={
                "venue": "Town hall",
                "places": 12,
                "languages": ["Danish", "Dutch"],
                "starts_at": "2027-01-01T18:00:00Z",
            },
        )
        desk.open(f"{PAGE}?like={first['id']}")
        assert "Town hall" in desk.page
        desk.done(
            f"like={first['id']}",
            **{
                "name": "Evening",
                "step": "send",
                "conditions.places": "",
                "conditions.languages": "",
                "format.losses": "2",
            },
        )
        made = announced(desk)
        assert made["format"] == {**first["format"], "losses": 2}
        assert made["conditions"] == {**first["conditions"], "places": None, "languages": [], "starts_at": None}
        assert made["rating"] == first["rating"]


def test_a_season_with_a_final_a_rating_and_its_own_time_zone(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.open(f"{PAGE}?begins=format-swiss")
        typed = {
            "name": "Season",
            "format.rounds": "5",
            "format.lengths": "7, 9",
            "conditions.starts_at": "2027-03-01T19:30",
            "time_zone": "Europe/Copenhagen",
            "rating": "normal club 1",
        }
        desk.done("begins=format-swiss", **typed, step="add stages")
        desk.done("begins=format-swiss", **{"stages.1.format.kind": "knockout", "step": "look"})
        desk.done(
            "begins=format-swiss", **{"stages.1.qualifiers": "4", "stages.1.format.lengths": "11", "step": "send"}
        )
        made = announced(desk)
        assert (made["format"]["rounds"], made["format"]["lengths"]) == (5, [7, 9])
        (final,) = made["stages"]
        assert (final["qualifiers"], final["format"]["kind"], final["format"]["lengths"]) == (4, "knockout", [11])
        assert made["conditions"]["starts_at"] in ("2027-03-01T18:30:00Z", "2027-03-01T18:30:00.000000Z"), "in winter"
        assert made["time_zone"] == "Europe/Copenhagen"
        assert (made["rating"]["pool"], made["rating"]["policy"]) == ("normal", "club")


@pytest.mark.rule("CHM-1")
def test_a_champion_tournament_takes_the_wins_of_a_series(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.open(f"{PAGE}?begins=format-champion")
        refused = desk.press("begins=format-champion", name="Final of champions", step="send")
        assert refused.status_code == 422
        assert 'value="Final of champions"' in refused.text, "what was typed is kept"
        officer = service.officer()
        series = officer.done("/v1/series", {"name": "Thursdays"}).json()["series"]
        assert series in {one["id"] for one in officer.read("/v1/series")["items"]}, "the tables have it"
        desk.open(f"{PAGE}?begins=format-champion")
        chosen = {"qualifying.series": series, "qualifying.years": "2026 2027"}
        desk.done("begins=format-champion", **chosen, name="Final of champions", step="send")
        assert announced(desk)["qualifying"] == {"series": series, "years": [2026, 2027]}


@pytest.mark.parametrize(
    "typed",
    [{"time_zone": "Europe/Atlantis"}, {"time_zone": "../etc"}, {"rating": "normal luck 1"}, {"format.losses": "many"}],
)
def test_unreadable_files_are_told_and_nothing_is_announced(service: Service, typed: dict[str, str]) -> None:
    with at_the_desk(service) as desk:
        desk.open(f"{PAGE}?begins=format-nxe")
        refused = desk.press("begins=format-nxe", **typed, name="<b>Evening</b>", step="send")
        assert refused.status_code == 422
        assert 'role="alert"' in desk.page
        assert "&lt;b&gt;Evening" in desk.page


def test_missing_beginnings_are_told(service: Service) -> None:
    with at_the_desk(service) as desk:
        assert desk.http.get(f"{PAGE}?begins=format-bridge").status_code == 404
        assert desk.http.get(f"{PAGE}?begins=preset-bridge").status_code == 404
        assert desk.http.get(f"{PAGE}?like=00000000-0000-4000-8000-000000000000").status_code == 404
        assert desk.http.get(f"{PAGE}?begins=format-" + "x" * 50).status_code == 422
    assert service.client().get(PAGE).status_code == 401


@pytest.mark.rule("ALL-2")
def test_thrower_of_the_dice_and_witness_are_named(service: Service) -> None:
    """By their names, as everywhere; nobody knows an id by heart."""
    service.register_all(["Theo Thrower", "Wim Witness"])
    with at_the_desk(service) as desk:
        desk.open(f"{PAGE}?begins=format-swiss")
        desk.done("begins=format-swiss", name="Evening with dice", step="look", **{"outside_source.kind": "dice"})
        told = {"number_of_dice": "10", "due_at": "2199-01-01T18:30", "thrower": "Theo Thrower", "witness": "Nobody"}
        typed = {f"outside_source.{name}": text for name, text in told.items()}
        assert "No exact match" in desk.press("begins=format-swiss", step="send", **typed).text
        desk.done("begins=format-swiss", step="send", **{"outside_source.witness": "Wim Witness"})
        page = desk.open(f"/tournaments/{announced(desk)['id']}")
        assert "Theo Thrower throws them before Wim Witness" in page


@pytest.mark.rule("TD-21")
@pytest.mark.source("ausbgf 1.5")
def test_form_offers_english_under_the_australian_rules_and_is_sent_again(service: Service) -> None:
    with at_the_desk(service) as desk:
        desk.open(f"{PAGE}?begins=format-knockout")
        told = {"name": "Evening", "step": "send", "format.lengths": "5", "conditions.languages": "Dansk"}
        refused = desk.press("begins=format-knockout", **told, **{"conditions.edition": "ausbgf-2021-11"})
        assert refused.status_code == 422
        desk.done("begins=format-knockout", step="send")
        assert announced(desk)["conditions"]["languages"] == ["English", "Dansk"]
