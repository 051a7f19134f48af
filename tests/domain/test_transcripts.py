"""A transcript that is kept with its match: read before it is taken, held against announcement and result (GAM-7)."""

from hashlib import sha256
from typing import Any

import pytest
from pydantic import ValidationError

from domain.backgammon.mat_writing import written_mat
from domain.scoring.result import FinalScore, GamesPlayed
from domain.tournament.decisions.match_record.transcripts import (
    against_match,
    check_transcript,
    proposed_result,
    read_transcript,
    terms_of_match,
)
from domain.tournament.decisions.reporting.federation_report import report_of
from domain.tournament.decisions.reporting.match_accounts import account_of
from domain.tournament.match_record.commands import AddAttachment, WithdrawRecord
from domain.tournament.match_record.events import AttachmentAdded, ErrorRates, TranscriptKept
from domain.tournament.matches import commands as match_commands
from tests.backgammon.playing import match_by_chance
from tests.desk import Desk, player, started

PLAYED = written_mat(match_by_chance(11, 3))
"""To 3 points, in three games; nothing is found in it, and the first side wins 5–2."""
SCORE = (5, 2)


def attach(text: str, **others: Any) -> AddAttachment:  # noqa: ANN401 -- fields of the command
    told = {"match": 1, "kind": "transcript", "reference": "final.mat", "digest": sha256(text.encode()).hexdigest()}
    return AddAttachment.model_validate({**told, "transcript": text, **others})


def playing(length: int = 3) -> Desk:
    desk = started("AB")
    desk.do(match_commands.MakeMatch(sides=(1, 2), length=length))
    return desk


@pytest.mark.rule("GAM-7", "TD-20")
@pytest.mark.source("ausbgf 3.8")
def test_transcript_of_a_match_is_attached_and_its_text_kept() -> None:
    desk = playing()
    added, kept = desk.do(attach(PLAYED), player("A"))
    assert isinstance(added, AttachmentAdded)
    assert isinstance(kept, TranscriptKept)
    assert (kept.number, kept.transcript, kept.turned) == (1, PLAYED, False)
    (attachment,) = desk.state.match_records.of(1).attachments
    assert attachment.kept_at == desk.state.version


@pytest.mark.rule("GAM-7", "TD-20")
def test_transcript_is_attached_by_the_sides_and_the_staff_once() -> None:
    desk = playing()
    desk.when(attach(PLAYED), player("C")).refused("not-allowed")
    desk.do(attach(PLAYED), player("B"))
    desk.when(attach(PLAYED)).refused("already-attached")


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("text", ["garbage", " 5 point match\n", PLAYED + "\n" + PLAYED])
def test_transcript_without_one_match_is_refused(text: str) -> None:
    playing().when(attach(text), player("A")).refused("transcript-unreadable")


@pytest.mark.rule("GAM-7", "TD-20")
@pytest.mark.parametrize(
    "wrong",
    [
        {"digest": "0" * 64},
        {"kind": "recording"},
        {"transcript": "\x00"},
        {"transcript": None, "turned": True},
        {"transcript": "x" * 50_001},
    ],
)
def test_transcript_is_what_its_digest_says(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        attach(PLAYED, **wrong)


@pytest.mark.rule("GAM-7", "GAM-4")
def test_transcript_proposes_its_games_where_it_has_all_and_else_its_score() -> None:
    desk = playing()
    checked = check_transcript(desk.state, desk.state.matches[1], PLAYED, turned=False)
    proposed = proposed_result(checked)
    assert isinstance(proposed, GamesPlayed)
    assert (checked.findings, checked.score, len(proposed.games)) == ((), SCORE, len(checked.games))
    later = "\n Game 2".join(PLAYED.split("\n Game 2")[1:])
    resumed = check_transcript(desk.state, desk.state.matches[1], " 3 point match\n\n Game 2" + later, turned=False)
    assert proposed_result(resumed) == FinalScore(first=SCORE[0], second=SCORE[1])
    assert proposed_result(check_transcript(desk.state, desk.state.matches[1], PLAYED[:200], turned=False)) is None


@pytest.mark.rule("GAM-7")
def test_transcript_with_the_sides_the_other_way_round_is_turned() -> None:
    desk = playing()
    checked = check_transcript(desk.state, desk.state.matches[1], PLAYED, turned=True)
    assert (checked.findings, checked.score) == ((), SCORE[::-1])


@pytest.mark.rule("GAM-7", "GAM-4")
def test_transcript_is_held_against_length_winner_and_score() -> None:
    desk = playing(length=5)
    match, written = desk.state.matches[1], read_transcript(PLAYED)
    (length,) = against_match(match, check_transcript(desk.state, match, PLAYED, turned=False), written)
    assert length.facts == {"what": "length", "written": "3", "recorded": "5"}

    desk = playing()
    desk.do(match_commands.ReportResult(match=1, result=FinalScore(first=2, second=5), score_checked=True))
    match = desk.state.matches[1]
    checked = check_transcript(desk.state, match, PLAYED, turned=False)
    assert [one.facts["what"] for one in against_match(match, checked, written)] == ["winner", "score"]
    turned = check_transcript(desk.state, match, PLAYED, turned=True)
    assert against_match(match, turned, written) == ()


@pytest.mark.rule("GAM-7", "TD-17")
def test_terms_of_a_match_are_those_of_its_form() -> None:
    desk = playing()
    terms = terms_of_match(desk.state, desk.state.matches[1])
    assert terms is not None
    assert (terms.length, terms.crawford) == (3, True)


@pytest.mark.rule("TD-19", "TD-20", "GAM-7")
def test_report_has_beside_it_what_is_attached_to_matches() -> None:
    """With the figures of an analysis, and without what was taken back; its digest stays that of what is owed."""
    desk = playing()
    before = report_of(desk.state).digest
    desk.do(attach(PLAYED), player("A"))
    rates = {"program": "Engine 1.08, 2-ply", "first": "4.5", "second": "8.7"}
    desk.do(attach("", kind="analysis", transcript=None, digest="1" * 64, error_rates=rates))
    desk.do(attach("", kind="recording", transcript=None, digest="2" * 64))
    back = {"kind": "attachment", "match": 1, "number": 3, "reason": "Another match"}
    desk.do(WithdrawRecord.model_validate(back))
    told = [(one.attachment, one.kind, one.is_kept, one.error_rates) for one in account_of(desk.state).attached]
    assert told == [(1, "transcript", True, None), (2, "analysis", False, ErrorRates.model_validate(rates))]
    assert report_of(desk.state).digest == before
