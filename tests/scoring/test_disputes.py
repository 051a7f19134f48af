"""Disputes on score, cube and length (TD-15, TD-16)."""

import pytest

from domain.kernel.refusal import Refused
from domain.scoring.disputes import (
    AskedAfterGame,
    CubePosition,
    LengthCorrected,
    LengthStands,
    ScoreStands,
    Sheet,
    cube_in_dispute,
    score_in_dispute,
    wrong_length,
)
from tests.directing.words import letter, score, side
from tests.golden.tables import Row, table


def sheet(text: str) -> Sheet | None:
    """`4-3`, `4-3?` where it is not clear, `-` where none was kept."""
    if text == "-":
        return None
    first, second = score(text.removesuffix("?"))
    return Sheet(first=first, second=second, clear=not text.endswith("?"))


@pytest.mark.rule("TD-15")
@pytest.mark.source("ausbgf 4.7")
@pytest.mark.parametrize("case", table("directing/disputes", 1), ids=lambda case: case["why"])
def test_the_sheet_of_the_player_who_is_behind_decides(case: Row) -> None:
    found = score_in_dispute(sheet(case["A's sheet"]), sheet(case["B's sheet"]))
    if isinstance(found, ScoreStands):
        decided = f"{found.first}-{found.second}", letter(found.sheet_of) or "both"
        assert decided == (case["comes to"], case["by"])
    else:
        assert (case["comes to"], case["by"]) == ("director", "")
        assert found.rule == "TD-15"


def cube(text: str) -> CubePosition | None:
    """`1`, `2 with A`, `nothing`."""
    if text == "nothing":
        return None
    value, _, owner = text.partition(" with ")
    return CubePosition.model_validate({"value": int(value), "owner": side(owner) if owner else None})


@pytest.mark.rule("TD-15")
@pytest.mark.source("ausbgf 4.4.9")
@pytest.mark.parametrize("case", table("directing/disputes", 2), ids=lambda case: " / ".join(case.values()))
def test_the_cube_is_right_as_it_stands_unless_shown_otherwise(case: Row) -> None:
    stands = cube(case["stands"])
    assert stands is not None
    found = cube_in_dispute(stands, cube(case["shown to be"]))
    assert found.cube == cube(case["counts as"])
    assert (found.because == "presumed-right") == (found.cube == stands)


def written(found: LengthStands | LengthCorrected | AskedAfterGame) -> str:
    match found:
        case LengthStands(length=length):
            return f"stands at {length}"
        case LengthCorrected(length=length, from_game=game):
            return f"{length} from game {game}"
        case AskedAfterGame(game=game):
            return f"ask after game {game}"


@pytest.mark.rule("TD-16")
@pytest.mark.source("ausbgf 4.8")
@pytest.mark.parametrize("case", table("directing/disputes", 3), ids=lambda case: " ".join(case.values()))
def test_a_wrong_length_is_corrected_from_the_next_game_if_possible(case: Row) -> None:
    found = wrong_length(
        int(case["played"]),
        int(case["correct"]),
        (int(case["A"]), int(case["B"])),
        int(case["games ended"]),
        case["a game in progress"] == "yes",
    )
    assert written(found) == case["comes to"]


@pytest.mark.rule("TD-16")
def test_a_length_that_is_right_is_not_corrected() -> None:
    with pytest.raises(Refused) as refusal:
        wrong_length(7, 7, (0, 0), 0, game_in_progress=False)
    assert refusal.value.problem.slug == "nothing-corrected"
