"""Where in its match a dispute or a ruling is about: game, move and board (GAM-7, TD-9)."""

from typing import Any

import pytest
from pydantic import ValidationError

from domain.application.upcasts import UPCASTS
from domain.tournament.match_record import commands as match_record_commands
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.rulings.events import DisputeOpened, RulingGiven
from domain.tournament.rulings.in_game import InGame
from tests.desk import Desk, player
from tests.domain.test_rulings import ON_MATCH, TWO_POINTS, ruling
from tests.domain.test_transcripts import PLAYED, attach, playing

OPENING = "-b----E-C---eE---c-e----B-:0:0:1:63:0:0:0:3:10"
TAKEN_BACK = {"match": 1, "kind": "attachment", "number": 1, "reason": "Wrong match."}
AT = {"game": 1, "move": 3, "side": "second"}


def dispute(in_game: object, **said: object) -> ruling_commands.OpenDispute:
    told = {"about": ON_MATCH, "matter": "A checker was moved twice.", "in_game": in_game, **said}
    return ruling_commands.OpenDispute.model_validate(told)


def kept() -> Desk:
    desk = playing()
    desk.do(attach(PLAYED), player("A"))
    return desk


@pytest.mark.rule("GAM-7", "TD-9")
def test_dispute_points_at_a_move_of_a_transcript_and_its_ruling_with_it() -> None:
    desk = kept()
    there = InGame.model_validate({**AT, "attachment": 1})
    (opened,) = desk.do(dispute(there), player("B"))
    assert isinstance(opened, DisputeOpened)
    assert opened.in_game == there
    given = desk.do(ruling(TWO_POINTS, dispute=1))[0]
    assert isinstance(given, RulingGiven)
    assert given.in_game == there
    assert desk.state.directing.disputes[1].in_game == desk.state.directing.rulings[1].in_game == there


@pytest.mark.rule("GAM-7", "TD-9")
def test_ruling_names_another_move_than_its_dispute() -> None:
    desk = kept()
    desk.do(dispute(AT))
    desk.do(ruling(TWO_POINTS, dispute=1, in_game={"game": 2}))
    assert desk.state.directing.rulings[1].in_game == InGame(game=2)


@pytest.mark.rule("GAM-7", "TD-9")
def test_ruling_on_an_entry_is_not_in_the_game_of_its_dispute() -> None:
    desk = kept()
    desk.do(dispute(AT))
    desk.do(
        ruling(
            {"kind": "warning", "to": {"kind": "entry", "entry": 1}}, dispute=1, about={"kind": "entry", "number": 1}
        )
    )
    assert desk.state.directing.rulings[1].in_game is None


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize(
    ("in_game", "about", "slug"),
    [
        ({"game": 1}, {"kind": "tournament"}, "game-elsewhere"),
        ({"game": 1}, {"kind": "entry", "number": 1}, "game-elsewhere"),
        ({"game": 1, "attachment": 2}, ON_MATCH, "game-elsewhere"),
        ({"game": 1, "attachment": 1}, {"kind": "match", "number": 2}, "match-unknown"),
    ],
)
def test_game_that_is_not_there_is_refused(in_game: object, about: object, slug: str) -> None:
    desk = kept()
    if about == {"kind": "tournament"}:
        desk.when(dispute(in_game, about=about, parties=(1,))).refused(slug)
    else:
        desk.when(dispute(in_game, about=about)).refused(slug)
    warning = {"kind": "warning", "to": {"kind": "entry", "entry": 1}}
    desk.when(ruling(warning, about=about, in_game=in_game)).refused(slug)


@pytest.mark.rule("GAM-7", "TD-20")
def test_transcript_that_was_taken_back_shows_no_move() -> None:
    desk = kept()
    desk.do(match_record_commands.WithdrawRecord.model_validate(TAKEN_BACK))
    desk.when(dispute({**AT, "attachment": 1})).refused("game-elsewhere")


@pytest.mark.rule("GAM-7")
def test_position_is_kept_as_an_xgid_is_written() -> None:
    written = InGame.model_validate({"game": 1, "position": f" {OPENING} "})
    assert written.position == f"XGID={OPENING}"
    assert written.situation is not None
    assert written.situation.roll == (6, 3)
    assert InGame(game=1).situation is None


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize(
    "wrong",
    [
        {"game": 0},
        {"game": 1, "move": 0},
        {"game": 1, "side": "first"},
        {"game": 1, "position": "garbage"},
        {"game": 1, "position": OPENING.replace("-b", "pb")},
        {"game": 1, "position": OPENING, "attachment": 1},
    ],
)
def test_place_in_a_game_that_can_not_be_is_not_read(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        InGame.model_validate(wrong)


def test_disputes_and_rulings_of_before_are_nowhere_in_a_game() -> None:
    for old in ("tournament.dispute-opened.v1", "tournament.ruling-given.v1"):
        assert UPCASTS[old].change({"dispute": 1}) == {"dispute": 1, "in_game": None}
