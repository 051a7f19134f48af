"""The report to the federation as a document to print: one HTML file without anything fetched from elsewhere (TD-19).

What it shows hangs on the tournament's version and the names of persons alone, so the same report gives the same bytes.
Moments are in the tournament's time zone.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from api.pages.remedy_text import Who, in_words
from api.pages.template import template
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Side
from domain.officiating.committees import alternative_of
from domain.officiating.remedies import Remedy
from domain.scoring.crawford import DoubledCrawford
from domain.scoring.endings import MatchFlag
from domain.tournament.reporting.match_accounts import ResolvedLength, UndisputedRuling, Won
from domain.tournament.reporting.state import (
    Appealed,
    DisputedDecision,
    FlaggedRemedy,
    MatchResult,
    RefusedEntry,
    TurnedAwayEntry,
)
from projections.views.reports import ReportView

ERASED = "(erased)"
_TURNED_AWAY = {"person-banned": "Banned from entering", "resigned-too-often": "Resigned too often"}
_ENDED = {
    "drawn": "drawn",
    "default": "by default",
    "drawn-by-default": "not played, halved",
    "both-lost": "lost by both",
    "abandoned": "abandoned",
    "open": "not played",
    "unannounced": "not announced",
    "void": "void",
}
_DECIDED = {
    None: "Not decided yet",
    "upheld": "The ruling is upheld",
    "reversed": "The ruling is reversed",
    "no-majority": "No majority: the ruling stands",
    "withdrawn": "Withdrawn",
}
_WON = {"winner": "no score kept", "conceded": "conceded", "left-table": "the other left the table"}
_BY_RULING = {
    "penalty-points": "penalty points",
    "match-loss": "match lost",
    "concession": "the other is out",
    "result-award": "awarded",
}
_FLAGGED = {"doubled-crawford": "Crawford game doubled", "agreed-outcome": "outcome agreed"}
_DEPARTS = {
    "not-permitted": "not among the sanctions of the clause",
    "for-good": "the clause names no ban for good",
    "no-warning-before": "no warning came before",
    "unlisted-clause": "no sanctions are listed for the clause",
}


def report_page(view: ReportView) -> str:
    """The document."""
    writer = _Writer(view)
    return template("report.html").render(report=view, facts=list(writer.facts()), **writer.words())


class _Writer:
    """Puts what the report holds into words."""

    def __init__(self, view: ReportView) -> None:
        self._view = view
        self._zone = ZoneInfo(view.time_zone)
        self._entries = {entry.entry: entry for entry in view.entries}
        self._sides = {match.match: match.sides for match in view.report.results}
        self._won = {won.match: won for won in view.account.won}
        self._resolved = {resolved.match: resolved for resolved in view.account.wrong_lengths}
        self._votes = {cast.appeal: cast.votes for cast in view.account.votes}
        self._who = Who(self.entry, self.person, str, self.moment)

    def words(self) -> Mapping[str, Any]:
        """What the template may call."""
        told = (
            *(self.entry, self.person, self.persons, self.moment, self.flight, self.refusal),
            *(self.about, self.judges, self.ordered),
        )
        more = (self.decided, self.departs, self.round, self.length, self.result, self.text, self.plain)
        behind = (self.won, self.votes, self.banned)
        named = {word.__name__: word for word in (*told, *more, *behind, self.sides, self.flagged)}
        return {**named, "addressee": self._who.addressee, "until": self._who.until}

    def facts(self) -> Iterable[tuple[str, str]]:
        """What stands at the head."""
        view, conditions = self._view, self._view.conditions
        if conditions.venue:
            yield "Place", conditions.venue
        yield "Announced", self.moment(view.announced_at)
        yield "Ended", self._ended()
        yield "Directors", self.persons(view.directors) or "none named"
        yield "Entries", str(len(view.entries))
        if view.champion is not None:
            yield "Champion", self.entry(view.champion)

    def _ended(self) -> str:
        if self._view.ended_at is None:
            return "not ended: an interim report"
        return f"{self.moment(self._view.ended_at)} ({self._view.status})"

    def moment(self, moment: datetime) -> str:
        """To the minute, with the zone's short name."""
        return moment.astimezone(self._zone).strftime("%Y-%m-%d %H:%M %Z")

    def person(self, person: str) -> str:
        """The person's name; a machine's key is named by itself."""
        return self._view.names.get(person, ERASED if len(person) == 36 else f"key {person}")

    def persons(self, persons: Iterable[str]) -> str:
        return ", ".join(self.person(one) for one in persons)

    def entry(self, number: int) -> str:
        """A player, or a team with its members."""
        entry = self._entries[number]
        persons = self.persons(entry.persons)
        return f"{entry.team_name} ({persons})" if entry.team_name else persons

    def text(self, said: PersonalText | None) -> str:
        """What was said, unless the person was erased since, or nothing was."""
        return said if isinstance(said, str) else "–"

    def plain(self, kind: str) -> str:
        return kind.replace("-", " ")

    def refusal(self, refused: RefusedEntry) -> str:
        """The director's reason, or why the service itself has refused it."""
        return _TURNED_AWAY[refused.because] if isinstance(refused, TurnedAwayEntry) else self.text(refused.reason)

    def flight(self, refused: RefusedEntry) -> str:
        if refused.flight is None:
            return "–"
        answer = {None: "not answered", True: "accepted", False: "declined"}[refused.accepted]
        return f"{refused.flight.name} ({answer})"

    def about(self, decision: DisputedDecision | UndisputedRuling) -> str:
        if decision.about == "match" and decision.number is not None:
            return f"match {decision.number}, {self.sides(decision.number)}"
        return "the tournament" if decision.number is None else self.entry(decision.number)

    def judges(self, decision: DisputedDecision) -> str:
        if decision.committee:
            return f"{self.persons(decision.committee)} (a committee chosen by the parties)"
        return self.person(decision.given_by)

    def ordered(self, decision: DisputedDecision | UndisputedRuling, remedies: Iterable[Remedy]) -> str:
        """The remedies, one in a line."""
        who = Who(self.entry, self.person, lambda side: self._side(decision, side), self.moment)
        told = (in_words(remedy, who) for remedy in remedies)
        return "\n".join(f"{one[0].upper()}{one[1:]}." for one in told)

    def _side(self, decision: DisputedDecision | UndisputedRuling, side: Side) -> str:
        if decision.about != "match" or decision.number is None:
            return f"the {side} side"
        return self.entry(self._sides[decision.number][0 if side == "first" else 1])

    def decided(self, appeal: Appealed) -> str:
        alternative = alternative_of(appeal.decision)
        return (
            _DECIDED[appeal.decision] if alternative is None else f"Alternative {alternative} takes the ruling's place"
        )

    def votes(self, appeal: Appealed) -> str:
        """How many voted for what; empty where nobody has."""
        counted = self._votes.get(appeal.appeal, {})
        return ", ".join(f"{votes} for {verdict.replace('-', ' ')}" for verdict, votes in counted.items())

    def banned(self, kind: str) -> str:
        return "from directing" if kind == "director-ban" else "from tournaments"

    def departs(self, flagged: FlaggedRemedy) -> str:
        permitted = ", ".join(self.plain(one) for one in flagged.permitted)
        return f"{_DEPARTS[flagged.departure]}{f' (permitted: {permitted})' if permitted else ''}"

    def sides(self, match: int) -> str:
        """Both sides of a match."""
        first, second = self._sides[match]
        return f"{self.entry(first)} – {self.entry(second)}"

    def flagged(self, flag: MatchFlag) -> str:
        """What is flagged, with the game; of a double, whether it stands."""
        game = "" if flag.game is None else f", game {flag.game}"
        return f"{_FLAGGED[flag.kind]}{game}{_doubled(flag) if isinstance(flag, DoubledCrawford) else ''}"

    def round(self, match: MatchResult) -> str:
        return "–" if match.round is None else str(match.round)

    def length(self, match: MatchResult) -> str:
        resolved = self._resolved.get(match.match)
        if resolved is not None:
            return f"{resolved.length} ({_resolved(resolved)})"
        return str(match.length) if match.form == "points" else match.form.replace("-", " ")

    def won(self, match: MatchResult) -> str:
        """How; empty where it was not."""
        won = self._won.get(match.match)
        return "" if won is None else _won(won)

    def result(self, match: MatchResult) -> str:
        if match.points is not None and match.ended == "won":
            return f"{match.points[0]}–{match.points[1]}"
        return _ENDED.get(match.ended, "won")


def _won(won: Won) -> str:
    if won.ruling is None:
        return _WON.get(won.decided_by, "by points")
    told = ", ".join(_BY_RULING.get(kind, kind.replace("-", " ")) for kind in won.remedies)
    return f"by ruling {won.ruling}: {told}"


def _resolved(resolved: ResolvedLength) -> str:
    if resolved.from_game is None:
        return f"made with {resolved.made_with}"
    return f"from game {resolved.from_game} on"


def _doubled(flag: DoubledCrawford) -> str:
    if flag.without is None:
        return "; the double stands"
    return f"; without the double {flag.without[0]}–{flag.without[1]}"
