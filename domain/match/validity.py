"""What of earlier results still stands, what counts of them (ALL-4), and what that adds up to for each entry."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from domain.kernel.replacing import replace
from domain.match.record import Abandonment, Bye, Derived, Effective, Match, Opening, Status
from domain.match.verdict import LAPSED, VOID, Basis, Ended, Verdict, as_met, is_of_corrected_sides, is_so_for

VerdictOf = Callable[[int], Verdict]
"""Gives what a match has come to, as it counts now, or that it has lapsed."""


def status_of(made: Derived, verdict_of: VerdictOf, *, opens: bool = True) -> Status:
    """Its status now; `opens` says whether the stage that it belongs to is still open (ALL-4)."""
    if made.status == "set-aside":
        return "set-aside"
    if made.rewound or not opens or next(changed_matches(made, verdict_of), None) is not None:
        return "lapsed"
    if not isinstance(made, Match):
        return "valid"
    if any(verdict_of(number) != verdict for number, verdict in made.tied_to):
        return "in-vain"
    return "void" if made.voided else "valid"


def changed_matches(made: Derived, verdict_of: VerdictOf) -> Iterator[tuple[int, Verdict]]:
    """The earlier matches that no longer are what it was made from or is kept on, each with its verdict now."""
    return _changed_verdicts(made.made_from, made, verdict_of)


def _changed_verdicts(basis: Basis, made: Derived, verdict_of: VerdictOf) -> Iterator[tuple[int, Verdict]]:
    for number, verdict in basis:
        now = verdict_of(number)
        if still(verdict, now) or any(kept == number and _is_kept(made, (kept, on), now) for kept, on in made.kept_on):
            continue
        if not _is_so_for(made, (number, verdict), now):
            yield number, None if now == LAPSED else now


def _is_kept(made: Derived, outcome: tuple[int, Verdict], now: Verdict) -> bool:
    """Whether what it is kept on still is so; in a drawn round, for those of it."""
    drawn = not isinstance(made, Opening) and made.slot is None
    return still_kept(outcome[1], now) or (drawn and _is_so_for(made, outcome, now))


def _is_so_for(made: Derived, remembered: tuple[int, Verdict], now: Verdict) -> bool:
    """Whether, although it was corrected who met there, it came to the same for those of it. The field of a stage is
    looked at again in any case. Who came into the place by a correction came there by other results."""
    if isinstance(made, Opening) or not any(map(is_of_corrected_sides, (remembered[1], now))):
        return False
    entries = (made.entry,) if isinstance(made, Bye) else made.sides
    paired = made.paired
    if paired is None or remembered in (*paired.also, *paired.shared):
        return is_so_for(entries, remembered[1], now)
    came, left = {*entries}.difference(paired.entries), {*paired.entries}.difference(entries)
    return is_so_for(entries, remembered[1], now, came=came, left=left)


def still(remembered: Verdict, now: Verdict) -> bool:
    """Whether it still is as was remembered. What was remembered as nothing that counts may have been void, or have
    lapsed."""
    return now == remembered or (remembered is None and now in (VOID, LAPSED))


def still_kept(on: Verdict, now: Verdict) -> bool:
    """Whether it stays kept. A match that was kept while the earlier one had no result is kept until it has one, or has
    lapsed itself: it may be abandoned because of what was kept, and must not turn that over by it."""
    return now == on or (on is None and now in (VOID, "abandoned"))


def abandonments_of(match: Match, verdict_of: VerdictOf) -> tuple[Abandonment, ...]:
    """The outcomes that it was abandoned because of, as they now are: where it was another open game, that may have
    been abandoned since."""
    return tuple(
        Abandonment(one.because_of, all(_holds(outcome, match, verdict_of) for outcome in one.because_of))
        for one in match.abandonments
    )


def _holds(outcome: tuple[int, Verdict], match: Match, verdict_of: VerdictOf) -> bool:
    number, verdict = outcome
    return still_kept(verdict, verdict_of(number)) or not any(_changed_verdicts((outcome,), match, verdict_of))


def counting(match: Match) -> Effective | None:
    """The effective result where it counts in tables and ratings: announced, not void, and live (ALL-4, ALL-12)."""
    result = match.effective
    if result is None or result.announced_at is None or match.void:
        return None
    return result


def winner(match: Match) -> int | None:
    """The entry that has won the match, as far as it counts."""
    result = counting(match)
    return None if result is None else result.winner


def verdict(match: Match) -> Verdict:
    """Verdict of the match, as later matches made from it record it."""
    came_to = end_of_match(match)
    if came_to is None:
        return VOID if match.void and match.live else None
    return came_to.verdict if match.paired is None else as_met(came_to.verdict, match.sides, match.sides_paired)


def standing(match: Match) -> Verdict:
    """The same, or that it has lapsed."""
    return verdict(match) if match.live else LAPSED


def by_itself(match: Match) -> Verdict:
    """Outcome of the match, whatever has become of its sources, or of what it was abandoned because of."""
    return verdict(replace(match, status="void" if match.voided else "valid", abandonments=()))


def end_of_match(match: Match) -> Ended | None:
    """Outcome of the match as it counts; None where it has none. A result that was voided leaves a match abandoned that
    was abandoned without it. A match that begins a bout stands for all of it (SER-5)."""
    if match.bout is not None and not match.void:
        return match.bout_ended
    result = counting(match)
    if result is not None:
        return result.ended
    return Ended("abandoned") if match.abandoned and match.live else None


@dataclass(frozen=True, slots=True)
class Tally:
    """Totals of one entry's counting matches. `unscored` are the matches without a known score."""

    wins: int = 0
    losses: int = 0
    points_for: int = 0
    points_against: int = 0
    unscored: int = 0
    draws: int = 0

    def plus(self, result: Effective, entry: int, sign: int = 1) -> "Tally":
        """This tally with the entry's share of a result added (sign 1) or taken away (sign -1)."""
        return self.plus_ended(result.ended, entry, sign).plus_points(result, entry, sign)

    def plus_ended(self, ended: Ended, entry: int, sign: int = 1) -> "Tally":
        """The same with what a match, or all of a bout, came to for the entry."""
        return replace(
            self,
            wins=self.wins + sign * (ended.winner == entry),
            losses=self.losses + sign * ended.is_lost_by(entry),
            draws=self.draws + sign * (ended.how in ("drawn", "drawn-by-default")),
        )

    def plus_points(self, result: Effective, entry: int, sign: int = 1) -> "Tally":
        """The same with the points of a match."""
        mine, theirs = _points(result, entry)
        return replace(
            self,
            points_for=self.points_for + sign * mine,
            points_against=self.points_against + sign * theirs,
            unscored=self.unscored + sign * (result.outcome.points is None),
        )


def _points(result: Effective, entry: int) -> tuple[int, int]:
    first, second = result.outcome.points or (0, 0)
    return (first, second) if result.sides[0] == entry else (second, first)
