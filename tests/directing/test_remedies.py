"""Remedies as values: what is nonsense is refused (TD-4, TD-5, TD-6, TD-10)."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from pydantic import TypeAdapter, ValidationError

from domain.kernel import canonical_json
from domain.officiating.bans import refuse_bans
from domain.officiating.remedies import (
    Ban,
    DirectorBan,
    DoubleAnnulment,
    GameLoss,
    PersonDescribed,
    Remedies,
    Remedy,
    SpectatorBan,
)
from domain.scoring.games import Game
from tests.directing.words import person
from tests.golden.tables import Row, table

ADAPTER: TypeAdapter[tuple[Remedy, ...]] = TypeAdapter(Remedies)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

SOUND = [
    '{"kind": "warning", "to": {"kind": "described", "description": "The man in the red hat."}}',
    '{"kind": "penalty-points", "offender": "first", "beneficiary": "second", "points": 2}',
    '{"kind": "game-loss", "loser": "first", "cube": 2, "lost": "gammon"}',
    '{"kind": "match-loss", "loser": "first"}, {"kind": "match-loss", "loser": "second"}',
    '{"kind": "disqualification", "entry": 7}, {"kind": "ban", "person": "P", "until": null}',
    '{"kind": "expulsion", "entry": 7}, {"kind": "ban", "person": "P", "until": "2027-01-01T00:00:00+01:00"}',
    '{"kind": "director-ban", "person": "P", "until": "2027-01-01T00:00:00Z"}',
    '{"kind": "spectator-expulsion", "spectator": {"kind": "person", "person": "P"}}',
    '{"kind": "spectator-ban", "spectator": {"kind": "described", "description": "A friend."}, "until": null}',
    '{"kind": "score-correction", "first": 3, "second": 2}',
    '{"kind": "double-annulment", "ground": "crawford", "game": 5, "counts_at": 1}',
    (
        '{"kind": "double-annulment", "ground": "dead-cube", "game": 5, "counts_at": 2, "doubler": "second", '
        '"game_as_scored": {"winner": "first", "won": "gammon", "cube": 4}}'
    ),
    '{"kind": "match-resumption", "first": 5, "second": 4}',
    '{"kind": "result-award", "result": {"kind": "score", "first": 5, "second": 0}}',
    '{"kind": "result-annulment"}, {"kind": "warning", "to": {"kind": "entry", "entry": 3}}',
    '{"kind": "match-voiding"}',
    '{"kind": "match-replay"}, {"kind": "equipment-imposition", "equipment": "clock"}',
    '{"kind": "clock-adjustment", "first_seconds": 300, "estimated": true}',
    "",
]


def read(text: str) -> Sequence[Remedy]:
    """Remedies as they are sent, with P for the person."""
    return ADAPTER.validate_json("[" + text.replace('"P"', f'"{person("P")}"') + "]")


@pytest.mark.rule("TD-4", "TD-6", "TD-10")
@pytest.mark.parametrize("text", SOUND)
def test_a_sound_remedy_is_written_as_it_was_read(text: str) -> None:
    ruled = tuple(read(text))
    stored = canonical_json.encode(ADAPTER.dump_python(ruled, mode="json"))
    assert ADAPTER.validate_json(stored, strict=True) == ruled


@pytest.mark.rule("TD-4", "TD-5", "TD-6", "TD-10")
@pytest.mark.parametrize("case", table("directing/remedies"), ids=lambda case: case["remedies"])
def test_nonsense_is_refused_in_words(case: Row) -> None:
    with pytest.raises(ValidationError) as refusal:
        read(case["remedies"])
    assert case["what is said of it"] in str(refusal.value)


@pytest.mark.rule("TD-4")
@pytest.mark.parametrize("kind", [Ban, DirectorBan])
def test_a_ban_that_would_be_over_as_it_is_given_is_refused(kind: type[Ban] | type[DirectorBan]) -> None:
    over, holds = kind(person=person("P"), until=NOON), kind(person=person("P"), until=NOON + timedelta(seconds=1))
    refusal = refuse_bans([holds, over], NOON)
    assert refusal is not None
    assert (refusal.problem.slug, refusal.facts["until"]) == ("ban-over", NOON.isoformat())
    assert refuse_bans([holds, kind(person=person("P"), until=None)], NOON) is None


@pytest.mark.rule("TD-4")
def test_a_spectators_ban_that_would_be_over_is_refused() -> None:
    ban = SpectatorBan(spectator=PersonDescribed(description="A friend."), until=NOON - timedelta(days=1))
    refusal = refuse_bans([ban], NOON)
    assert refusal is not None
    assert refusal.problem.slug == "ban-over"


@pytest.mark.rule("TD-10")
def test_a_lost_game_counts_the_cube_and_a_double_annulled_what_it_brought() -> None:
    lost = GameLoss(loser="first", cube=2, lost="gammon")
    assert (lost.game.winner, lost.game.points) == ("second", 4)  # the cube at 2, twice
    ended = Game(winner="second", won="gammon", cube=4)
    annulled = DoubleAnnulment(ground="dead-cube", game=5, counts_at=2, doubler="first", game_as_scored=ended)
    assert annulled.points_taken == 4  # 8 less 4
