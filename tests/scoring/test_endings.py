"""How games and matches end that are not played out (TD-18)."""

import pytest
from pydantic import ValidationError

from domain.scoring.endings import agreed_outcomes
from domain.scoring.games import Game, GamesPlayed
from domain.scoring.outcome import outcome
from domain.scoring.result import Conceded, FinalScore

BY_THE_RULES = ("passed", "out-of-time", "settled-loss")


@pytest.mark.rule("TD-18")
@pytest.mark.source("ausbgf 4.5")
@pytest.mark.parametrize("ending", BY_THE_RULES)
def test_endings_of_a_game_by_the_rules_are_no_breach(ending: str) -> None:
    game = Game.model_validate({"winner": "first", "cube": 2, "ending": ending})
    assert list(agreed_outcomes(GamesPlayed(games=(game,)))) == []
    conceded = Conceded.model_validate({"loser": "first", "play_began": True, "ending": ending})
    assert list(agreed_outcomes(conceded)) == []


@pytest.mark.rule("TD-18")
@pytest.mark.source("ausbgf 4.5")
def test_any_other_agreed_outcome_is_a_breach_and_counts() -> None:
    # Game 1 to the first side; game 2 they agreed to be a gammon for it: 3-0.
    played = GamesPlayed(games=(Game(winner="first"), Game(winner="first", won="gammon", ending="agreed")))
    assert [(one.game, one.clause) for one in agreed_outcomes(played)] == [(2, "4.5")]
    assert outcome(played, 3).points == (3, 0)
    conceded = Conceded(loser="second", play_began=True, ending="agreed")
    assert [one.game for one in agreed_outcomes(conceded)] == [None]
    assert outcome(conceded, 3).winner == "first"


@pytest.mark.rule("TD-18")
def test_facts_never_told_are_held_against_nobody() -> None:
    for result in (GamesPlayed(games=(Game(winner="first"),)), FinalScore(first=5, second=3)):
        assert list(agreed_outcomes(result)) == []


@pytest.mark.rule("TD-18", "ALL-1")
def test_facts_never_told_are_not_written_either() -> None:
    """So what was recorded before there was such a word is written, and hashed, as it was."""
    assert Game(winner="first").model_dump(mode="json") == {"winner": "first", "won": "single", "cube": 1}
    assert "ending" not in Conceded(loser="first", play_began=True).model_dump(mode="json")
    told = Game(winner="first", ending="passed").model_dump(mode="json")
    assert (told["ending"], Game.model_validate(told).ending) == ("passed", "passed")


@pytest.mark.rule("TD-18", "GAM-2")
def test_a_passed_double_loses_a_single_game() -> None:
    with pytest.raises(ValidationError, match="a passed double loses a single game"):
        Game.model_validate({"winner": "first", "won": "gammon", "ending": "passed"})
