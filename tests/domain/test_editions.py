"""What an edition of the federation's rules settles for each tournament under it (TD-17, TD-21) [1.5, 4.4.4]."""

import dataclasses
import json
from typing import Any

import pytest

from domain.officiating.sanction_catalogue import CATALOGUE
from domain.problems.tournament import CRAWFORD_OFF, LANGUAGE_MISSING
from domain.tournament.decide import decide
from domain.tournament.decisions.lifecycle.editions import OFFICIAL_LANGUAGES
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import TournamentAnnounced
from domain.tournament.presets.registry import PRESETS
from domain.tournament.state import announced_settings
from tests.desk import OFFICE, Desk

NXE = {"kind": "nxe", "losses": 2, "lengths": (5,)}
KNOCKOUT = {"kind": "knockout", "lengths": (5,)}
ROOM = {"kind": "open", "forms": ("five-points", "single")}
AUSTRALIAN = {"edition": "ausbgf-2021-11", "languages": ("English",)}


def told(**said: Any) -> lifecycle_commands.AnnounceTournament:  # noqa: ANN401 -- as an announcement has them
    return lifecycle_commands.AnnounceTournament.model_validate({"name": "Evening", **said})


def announced(**said: Any) -> Desk:  # noqa: ANN401 -- as an announcement has them
    desk = Desk()
    desk.do(told(**said))
    return desk


def recorded_before(options: dict[str, Any]) -> Desk:
    """A tournament that was announced when each named the newest edition, and nothing came of it."""
    desk, now = Desk(), announced(format=options)
    event = now.history[0].event
    assert isinstance(event, TournamentAnnounced)
    stored = json.loads(event.model_dump_json())
    del stored["conditions"]["break_terms"], stored["conditions"]["part_breaks"]
    stored["conditions"] |= {"version": 7, "edition": "ausbgf-2021-11"}
    desk.lay((TournamentAnnounced.model_validate_json(json.dumps(stored)),), OFFICE)
    return desk


@pytest.mark.rule("TD-17")
@pytest.mark.source("ausbgf 4.4.4")
@pytest.mark.parametrize("edition", CATALOGUE)
@pytest.mark.parametrize(
    ("options", "on"),
    [
        (NXE, NXE | {"crawford": True}),
        (ROOM, ROOM | {"crawford": True}),
    ],
    ids=["nxe", "room"],
)
def test_4_4_4_crawford_is_on_under_every_edition(edition: str, options: dict[str, Any], on: dict[str, Any]) -> None:
    conditions = AUSTRALIAN | {"edition": edition}
    Desk().when(told(format=options, conditions=conditions)).refused(CRAWFORD_OFF, "[4.4.4]")
    announced(format=on, conditions=conditions)


@pytest.mark.rule("TD-17")
@pytest.mark.source("ausbgf 4.4.4")
def test_crawford_is_an_option_without_an_edition_and_without_a_cube_there_is_nothing_to_turn_on() -> None:
    announced(format=NXE)
    announced(format=NXE | {"crawford": True})
    announced(format=NXE | {"cube": False}, conditions=AUSTRALIAN)
    announced(preset="nxe")
    Desk().when(told(preset="nxe", conditions=AUSTRALIAN)).refused(CRAWFORD_OFF)
    announced(preset="nxe", format=NXE | {"crawford": True}, conditions=AUSTRALIAN)


@pytest.mark.rule("TD-17", "TD-21")
def test_an_edition_is_not_left_by_a_later_change() -> None:
    desk = announced(format=NXE | {"crawford": True}, conditions=AUSTRALIAN)
    off = lifecycle_commands.ChangeSettings.model_validate({"format": NXE})
    desk.when(off).refused("crawford-off")
    free = announced(format=NXE)
    under = lifecycle_commands.ChangeConditions.model_validate({"conditions": AUSTRALIAN})
    free.when(under).refused("crawford-off")
    desk.do(lifecycle_commands.ChangeConditions(reset=("edition",)))
    desk.do(off)
    assert announced_settings(desk.state).conditions.edition is None


@pytest.mark.rule("TD-21")
@pytest.mark.source("ausbgf 1.5")
@pytest.mark.parametrize("languages", [(), ("Dansk",)])
def test_1_5_english_is_an_official_language_under_ausbgf(languages: tuple[str, ...]) -> None:
    conditions = AUSTRALIAN | {"languages": languages}
    said = "English is an official language [1.5]"
    Desk().when(told(format=KNOCKOUT, conditions=conditions)).refused(LANGUAGE_MISSING, said)
    assert "languages" in LANGUAGE_MISSING.advice
    desk = announced(format=KNOCKOUT, conditions=conditions | {"languages": (*languages, "english")})
    without = lifecycle_commands.ChangeConditions(conditions=Conditions(languages=("Français",)))
    desk.when(without).refused("language-missing")
    announced(format=KNOCKOUT, conditions=conditions | {"edition": "wbgf"})
    announced(format=KNOCKOUT, conditions={"languages": languages})


@pytest.mark.rule("TD-21")
@pytest.mark.source("ausbgf 1.5")
def test_every_preset_has_what_its_edition_settles() -> None:
    """The federation's offers English, and can be announced as it is."""
    assert set(OFFICIAL_LANGUAGES) <= set(CATALOGUE)
    for word in PRESETS:
        if PRESETS[word].source == "ausbgf":
            desk = announced(preset=word)
            assert announced_settings(desk.state).conditions.languages == ("English",)
        else:
            assert PRESETS[word].conditions.edition is None


@pytest.mark.rule("ALL-11", "TD-17", "TD-21")
def test_a_tournament_that_was_recorded_before_keeps_what_it_meant() -> None:
    # It names an edition, as each did, and had neither English nor Crawford: all else in it changes, and one like it
    # can be announced, under no edition.
    desk = recorded_before(NXE)
    assert announced_settings(desk.state).conditions.edition == "ausbgf-2021-11"
    desk.do(lifecycle_commands.ChangeSettings.model_validate({"format": NXE | {"lengths": (7,)}}))
    desk.do(lifecycle_commands.ChangeConditions(conditions=Conditions(venue="The hall")))
    other = lifecycle_commands.AnnounceTournament(name="Again", cloned_from=desk.state.id)
    copy = Desk()
    found = dataclasses.replace(copy.context(OFFICE), tournament=lambda _: desk.state)
    copy.lay(decide(copy.state, other, found).events, OFFICE)
    assert announced_settings(copy.state).conditions.edition is None
    assert announced_settings(copy.state).conditions.venue == "The hall"


@pytest.mark.rule("ALL-11", "TD-17", "TD-21")
def test_a_change_leaves_out_no_more_than_was_left_out_before() -> None:
    # Stage 1 has no Crawford rule, since it was recorded so; a new stage 2 without it, and another edition, are new.
    desk = recorded_before(NXE)
    later = ({"format": NXE, "qualifiers": 4},)
    desk.when(lifecycle_commands.ChangeSettings.model_validate({"stages": later})).refused("crawford-off")
    other = lifecycle_commands.ChangeConditions.model_validate({"conditions": {"edition": "wbgf"}})
    desk.when(other).refused("crawford-off")
    english = lifecycle_commands.ChangeConditions.model_validate({"conditions": {"edition": "ausbgf-2021-05"}})
    desk.when(english).refused("language-missing")
