"""Which matches the service leaves open when their time is over, and why: a director decides them (SWI-4, TD-9, TD-13).

Readings: a match that was opened when its round had closed is no matter of the calendar any more. Nor is one whose
score a ruling has touched, or whose score or opponent an open dispute or appeal may change. By closing it the service
would put out the entry that the decision is about. What may change an opponent is a matter of a match that brought one
of the two here, or of one of them; so is a match that brought one here and is open again. An open appeal against what a
director decided of the tournament as a whole, as a pairing by hand, touches all of its matches.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import Literal, assert_never

from domain.kernel.entry_keys import entries_in, is_entry_key
from domain.kernel.replacing import replace
from domain.match.record import Match
from domain.tournament.derived.deadline import deadline, is_opened_late
from domain.tournament.derived.stage import Stage, stage_of_match, stages_of
from domain.tournament.rulings.events import About
from domain.tournament.rulings.state import Dispute, Ruling
from domain.tournament.state import Tournament

LeftBecause = Literal["needs-ruling", "appealed", "disputed", "ruled-on", "opponent-open", "opened-late", "no-default"]
"""Why. `needs-ruling`: its score does not end it. `appealed`, `disputed`: an open appeal or dispute may change its
score or who meets. `ruled-on`: a ruling was given on it. `opponent-open`: a match that brought one of the two here is
open again. `opened-late`: it was opened when its round had closed. `no-default`: the format gives no result for it."""


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """A match that waits for a director, and why; from `due_at` on, None: already."""

    match: int
    because: LeftBecause
    due_at: datetime | None


def left_open(state: Tournament) -> list[LeftOpen]:
    """The matches that wait for a director, now or from a moment on, by stage and number; those of stages that have
    been left too. Where rounds do not roll on by themselves, a director closes them anyway."""
    if state.settings is None or state.settings.status != "started":
        return []
    why, rolls_on = WhyLeft(state), state.settings.conditions.auto_draw
    awaited = (number for stage in stages_of(state) for number in stage.facts.awaited)
    found = (_left_match(why, state.matches[number], rolls_on) for number in awaited)
    return [one for one in found if one is not None]


def _left_match(why: "WhyLeft", match: Match, rolls_on: bool) -> LeftOpen | None:
    if match.phase == "needs-ruling":
        return LeftOpen(match.number, "needs-ruling", None)
    until = deadline(why.state, match) if rolls_on else None
    because = None if until is None else why.because(match)
    return None if because is None else LeftOpen(match.number, because, until)


def comes_to_a_result(stage: Stage, match: Match) -> bool:
    """Whether closing its round ends the match: it is reported, or the format has a result for what was not played."""
    match match.phase:
        case "reported":
            return True
        case "open":
            return stage.unplayed_result(match.number) is not None
        case "needs-ruling" | "announced" | "abandoned" | "void":
            return False
        case _:
            assert_never(match.phase)


class WhyLeft:
    """Why the service leaves matches open; the matters they may hang on are looked up once."""

    def __init__(self, state: Tournament) -> None:
        self.state = state

    def because(self, match: Match) -> LeftBecause | None:
        """Why the service leaves it open; None: it closes it."""
        reasons: tuple[tuple[LeftBecause, Callable[[Match], bool]], ...] = (
            ("needs-ruling", lambda one: one.phase == "needs-ruling"),
            ("appealed", self._is_appealed),
            ("disputed", self._is_disputed),
            ("ruled-on", lambda one: one.number in self._ruled_on),
            ("opponent-open", self._has_open_opponent),
            ("opened-late", partial(is_opened_late, self.state)),
            ("no-default", lambda one: not comes_to_a_result(stage_of_match(self.state, one), one)),
        )
        return next((because for because, is_so in reasons if is_so(match)), None)

    def _is_appealed(self, match: Match) -> bool:
        return any(one.touches(match) for one in self._appealed)

    def _is_disputed(self, match: Match) -> bool:
        return any(one.touches(match) for one in self._disputed)

    def _has_open_opponent(self, match: Match) -> bool:
        return any(number in self.state.awaiting for number, _ in match.made_from)

    @cached_property
    def _appealed(self) -> list["_Matter"]:
        directing = self.state.directing
        open_appeals = (appeal for _, appeal in sorted(directing.appeals.items()) if appeal.decision is None)
        return [_of_ruling(directing.rulings[one.ruling]) for one in open_appeals if one.ruling in directing.rulings]

    @cached_property
    def _disputed(self) -> list["_Matter"]:
        directing = self.state.directing
        return [_of_dispute(directing.disputes[number]) for number in directing.undecided]

    @cached_property
    def _ruled_on(self) -> set[int]:
        rulings = (one for one in self.state.directing.rulings.values() if one.status != "withdrawn")
        return {number for one in rulings for number in _of_ruling(one).matches}


@dataclass(frozen=True, slots=True)
class _Matter:
    """The matches and entries that a dispute or a ruling is about; or `all`, as where a pairing is appealed."""

    matches: frozenset[int]
    entries: frozenset[int]
    all: bool = False

    def touches(self, match: Match) -> bool:
        """Whether its decision may change the match's score, or who meets in it."""
        if self.all:
            return True
        origins = {number for number, _ in match.made_from}
        own = {match.number, *(number for number in origins if not is_entry_key(number))}
        entries = {*match.as_played[0], *entries_in(origins)}
        return not (self.matches.isdisjoint(own) and self.entries.isdisjoint(entries))


def _of_dispute(dispute: Dispute) -> _Matter:
    parties = () if dispute.on.kind == "match" else dispute.parties
    return _matter(dispute.on, (), parties)


def _of_ruling(ruling: Ruling) -> _Matter:
    orders = [one for one in (ruling.orders, ruling.instead) if one is not None]
    matches = (number for one in orders for number in one.matches)
    matter = _matter(ruling.on, matches, (entry for one in orders for entry in one.put_out))
    return replace(matter, all=ruling.decision is not None and ruling.on.kind == "tournament")


def _matter(about: About, matches: Iterable[int], entries: Iterable[int]) -> _Matter:
    return _Matter(
        frozenset((*matches, *_numbers_of_kind(about, "match"))),
        frozenset((*entries, *_numbers_of_kind(about, "entry"))),
    )


def _numbers_of_kind(about: About, kind: str) -> Iterator[int]:
    if about.kind == kind and about.number is not None:
        yield about.number
