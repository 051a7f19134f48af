"""In which words a document is written. The API's are in English, so that their bytes are the same for everybody."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime


def said(text: str) -> str:
    """Marks a text that is to be translated on pages, so that it is in the catalogues."""
    return text


def _to_the_minute(moment: datetime) -> str:
    """With the zone's short name."""
    return moment.strftime("%Y-%m-%d %H:%M %Z")


@dataclass(frozen=True, slots=True)
class Speech:
    """A language: its tag, what it says for an English text, and how it writes a moment, which has its time zone."""

    language: str = "en"
    say: Callable[[str], str] = said
    moment: Callable[[datetime], str] = _to_the_minute


ENGLISH = Speech()

KINDS = (
    said("warning"),
    said("penalty points"),
    said("game loss"),
    said("match loss"),
    said("disqualification"),
    said("expulsion"),
    said("ban"),
    said("director ban"),
    said("spectator expulsion"),
    said("spectator ban"),
    said("clock adjustment"),
    said("delay forfeit"),
    said("clock"),
    said("baffle box"),
    said("monitor"),
    said("score board"),
    said("score correction"),
    said("double annulment"),
    said("result award"),
    said("result annulment"),
    said("match voiding"),
    said("match resumption"),
    said("match replay"),
    said("equipment imposition"),
    said("concession"),
    said("six games"),
    said("three games"),
    said("five points"),
    said("single"),
    said("normal"),
    said("best of three"),
    said("upheld"),
    said("reversed"),
    said("drawn"),
    said("both lost"),
    said("unplayed"),
    said("gammon"),
    said("backgammon"),
    said("completed"),
    said("cancelled"),
    said("started"),
    said("announced"),
)
"""What documents call kinds of remedies, matches, results and verdicts by, which say themselves in English."""
