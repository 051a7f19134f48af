"""Error rates read out of matches that GNU Backgammon has analysed (TD-20) [3.8]."""

from decimal import Decimal
from pathlib import Path

import pytest

from domain.backgammon.gnubg_statistics import Errors, read_statistics
from domain.backgammon.mat_reading import TranscriptError

EXPORTED = (Path(__file__).parent / "gnubg_export.txt").read_text("utf-8")
"""The end of the last file of a match that GNU Backgammon 1.07.001 analysed at 0 plies and exported as text."""


@pytest.mark.rule("TD-20")
@pytest.mark.source("ausbgf 3.8")
def test_export_of_an_analysed_match_has_both_error_rates() -> None:
    """First: 142 moves and 25 cube decisions, 2.918 lost: 500 · 2.918 / 167 = 8.7365. Second: 143 and 34, 1.600 lost:
    500 · 1.6 / 177 = 4.5198."""
    found = read_statistics(EXPORTED)
    assert (found.names, found.level) == (("First", "Second"), "0-ply")
    assert (found.first, found.second) == (Errors(167, Decimal("2.918")), Errors(177, Decimal("1.600")))
    assert (found.first.rate, found.second.rate) == (Decimal("8.737"), Decimal("4.520"))


@pytest.mark.rule("TD-20")
def test_statistics_that_were_printed_alone_name_no_level() -> None:
    alone = EXPORTED.partition("Match statistics")[2].replace("\n", "\r\n")
    found = read_statistics(alone)
    assert (found.level, found.first.rate) == (None, Decimal("8.737"))


def test_side_that_decided_nothing_lost_nothing() -> None:
    assert Errors(0, Decimal(0)).rate == 0


@pytest.mark.rule("TD-20")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("garbage", "no analysis by GNU Backgammon in English"),
        (EXPORTED.replace("Match statistics", "Game statistics for game 9"), "none of the match"),
        (EXPORTED.replace("Unforced moves", "Zugzwang"), "“Unforced moves” is missing"),
        (EXPORTED.replace("-2.918 (-24.432%)", "-1.918 (-24.432%)"), "is not 17.5 a decision"),
        (EXPORTED.replace("-2.918 (-24.432%)", "none             "), "“Error total EMG” can't be read"),
        (EXPORTED.partition("Overall statistics")[0], "“Overall statistics” is missing"),
    ],
)
def test_text_whose_figures_are_missing_or_do_not_add_up_is_refused(text: str, said: str) -> None:
    with pytest.raises(TranscriptError, match=said):
        read_statistics(text)
