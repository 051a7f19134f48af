"""The report to the federation as a document to print: one HTML file without anything fetched from elsewhere (TD-19).

What it shows hangs on the tournament's version and the names of persons alone, so the same report gives the same bytes.
Moments are in the tournament's time zone.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from api.pages.remedy_text import Who, in_words
from api.pages.speech import ENGLISH, Speech, said
from api.pages.template import template
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Side
from domain.officiating.committees import alternative_of
from domain.officiating.remedies import Remedy
from domain.scoring.crawford import DoubledCrawford
from domain.scoring.endings import MatchFlag
from domain.tournament.decisions.reporting.match_accounts import ResolvedLength, UndisputedRuling, Won
from domain.tournament.reporting.state import (
    Appealed,
    DisputedDecision,
    FlaggedRemedy,
    LeftByOthers,
    MatchResult,
    RefusedEntry,
    TurnedAwayEntry,
)
from projections.views.reports import ReportView

ERASED = said("(erased)")
_SANCTIONS = {"disqualified": said("disqualified"), "expelled": said("expelled"), "banned": said("banned")}
_ATTACHED = {
    "recording": said("recording"),
    "analysis": said("analysis"),
    "score-sheet": said("score sheet"),
    "transcript": said("transcript"),
}
_LEFT = {"withdrawn": said("withdrawn"), "resigned": said("resigned"), "left": said("left for today")}
_TURNED_AWAY = {"person-banned": said("Banned from entering"), "resigned-too-often": said("Resigned too often")}
_ENDED = {
    "drawn": said("drawn"),
    "default": said("by default"),
    "drawn-by-default": said("not played, halved"),
    "both-lost": said("lost by both"),
    "abandoned": said("abandoned"),
    "open": said("not played"),
    "needs-ruling": said("undecided, waits for a ruling"),
    "unannounced": said("not announced"),
    "void": said("void"),
}
_DECIDED = {
    None: said("Not decided yet"),
    "upheld": said("The ruling is upheld"),
    "reversed": said("The ruling is reversed"),
    "no-majority": said("No majority: the ruling stands"),
    "withdrawn": said("Withdrawn"),
}
_BY_POINTS, _BY_PARTIES = said("by points"), said("a committee chosen by the parties")
_WON = {"winner": said("no score kept"), "conceded": said("conceded"), "left-table": said("the other left the table")}
_BY_RULING = {
    "penalty-points": said("penalty points"),
    "match-loss": said("match lost"),
    "concession": said("the other is out"),
    "result-award": said("awarded"),
}
_FLAGGED = {"doubled-crawford": said("Crawford game doubled"), "agreed-outcome": said("outcome agreed")}
_DEPARTS = {
    "not-permitted": said("not among the sanctions of the clause"),
    "for-good": said("the clause names no ban for good"),
    "no-warning-before": said("no warning came before"),
    "unlisted-clause": said("no sanctions are listed for the clause"),
}


def report_page(view: ReportView, speech: Speech = ENGLISH) -> str:
    """The document."""
    writer = _Writer(view, speech)
    return template("report.html").render(
        report=view, facts=list(writer.facts()), language=speech.language, say=speech.say, **writer.words()
    )


class _Writer:
    """Puts what the report holds into words."""

    def __init__(self, view: ReportView, speech: Speech) -> None:
        self._view, self._say, self._speech = view, speech.say, speech
        self._zone = ZoneInfo(view.time_zone)
        self._entries = {entry.entry: entry for entry in view.entries}
        self._sides = {match.match: match.sides for match in view.report.results}
        self._won = {won.match: won for won in view.account.won}
        self._resolved = {resolved.match: resolved for resolved in view.account.wrong_lengths}
        self._votes = {cast.appeal: cast.votes for cast in view.account.votes}
        self._who = Who(self.entry, self.person, str, self.moment, self._say)

    def words(self) -> Mapping[str, Any]:
        """The functions that the template may call."""
        told = (
            *(self.entry, self.person, self.persons, self.moment, self.flight, self.refusal),
            *(self.about, self.judges, self.ordered),
        )
        more = (self.decided, self.departs, self.round, self.length, self.result, self.text, self.plain)
        behind = (self.won, self.votes, self.banned, self.sanction, self.attached)
        named = {
            word.__name__: word for word in (*told, *more, *behind, self.sides, self.flagged, self.how, self.recorder)
        }
        return {**named, "addressee": self._who.addressee, "until": self._who.until}

    def facts(self) -> Iterable[tuple[str, str]]:
        """The facts at the head."""
        view, conditions = self._view, self._view.conditions
        if conditions.venue:
            yield self._say("Place"), conditions.venue
        yield self._say("Announced"), self.moment(view.announced_at)
        yield self._say("Ended"), self._end_of()
        yield self._say("Directors"), self.persons(view.directors) or self._say("none named")
        yield self._say("Entries"), str(len(view.entries))
        if view.champion is not None:
            yield self._say("Champion"), self.entry(view.champion)

    def _end_of(self) -> str:
        if self._view.ended_at is None:
            return self._say("not ended: an interim report")
        return f"{self.moment(self._view.ended_at)} ({self._say(self._view.status)})"

    def moment(self, moment: datetime) -> str:
        """In the tournament's time zone."""
        return self._speech.moment(moment.astimezone(self._zone))

    def person(self, person: str) -> str:
        """The person's name; a machine's key is named by itself."""
        unnamed = self._say(ERASED) if len(person) == 36 else self._say("key %(key)s") % {"key": person}
        return self._view.names.get(person, unnamed)

    def persons(self, persons: Iterable[str]) -> str:
        return ", ".join(self.person(one) for one in persons)

    def entry(self, number: int) -> str:
        """A player, or a team with its members."""
        entry = self._entries[number]
        persons = self.persons(entry.persons)
        return f"{entry.team_name} ({persons})" if entry.team_name else persons

    def text(self, said: PersonalText | None) -> str:
        """The words that were said, unless the person was erased since, or nothing was."""
        return said if isinstance(said, str) else "–"

    def plain(self, kind: str) -> str:
        return self._say(kind.replace("-", " "))

    def refusal(self, refused: RefusedEntry) -> str:
        """The director's reason, or why the service itself has refused it."""
        if isinstance(refused, TurnedAwayEntry):
            return self._say(_TURNED_AWAY[refused.because])
        return self.text(refused.reason)

    def how(self, left: LeftByOthers) -> str:
        """The record of the entry, and its time."""
        return f"{self._say(_LEFT[left.how])}, {self.moment(left.at)}"

    def recorder(self, left: LeftByOthers) -> str:
        """The one who recorded it: a person, or a key that is for none."""
        return self.person(left.recorded_by)

    def flight(self, refused: RefusedEntry) -> str:
        if refused.flight is None:
            return "–"
        answers = {None: said("not answered"), True: said("accepted"), False: said("declined")}
        return f"{refused.flight.name} ({self._say(answers[refused.accepted])})"

    def about(self, decision: DisputedDecision | UndisputedRuling) -> str:
        if decision.about == "match" and decision.number is not None:
            told = {"number": decision.number, "sides": self.sides(decision.number)}
            return self._say("match %(number)s, %(sides)s") % told
        return self._say("the tournament") if decision.number is None else self.entry(decision.number)

    def judges(self, decision: DisputedDecision) -> str:
        if decision.committee:
            return f"{self.persons(decision.committee)} ({self._say(_BY_PARTIES)})"
        return self.person(decision.given_by)

    def ordered(self, decision: DisputedDecision | UndisputedRuling, remedies: Iterable[Remedy]) -> str:
        """The remedies, one in a line."""
        who = Who(self.entry, self.person, lambda side: self._side(decision, side), self.moment, self._say)
        told = (in_words(remedy, who) for remedy in remedies)
        return "\n".join(f"{one[0].upper()}{one[1:]}." for one in told)

    def _side(self, decision: DisputedDecision | UndisputedRuling, side: Side) -> str:
        if decision.about != "match" or decision.number is None:
            return self._say("the first side") if side == "first" else self._say("the second side")
        return self.entry(self._sides[decision.number][0 if side == "first" else 1])

    def decided(self, appeal: Appealed) -> str:
        alternative = alternative_of(appeal.decision)
        if alternative is None:
            return self._say(_DECIDED[appeal.decision])
        return self._say("Alternative %(number)s takes the ruling's place") % {"number": alternative}

    def votes(self, appeal: Appealed) -> str:
        """The number of votes for each verdict; empty where nobody has."""
        counted = self._votes.get(appeal.appeal, {})
        told = ({"votes": votes, "verdict": self.plain(verdict)} for verdict, votes in counted.items())
        return ", ".join(self._say("%(votes)s for %(verdict)s") % one for one in told)

    def banned(self, kind: str) -> str:
        return self._say("from directing") if kind == "director-ban" else self._say("from tournaments")

    def departs(self, flagged: FlaggedRemedy) -> str:
        permitted = ", ".join(self.plain(one) for one in flagged.permitted)
        more = self._say(" (permitted: %(permitted)s)") % {"permitted": permitted} if permitted else ""
        return f"{self._say(_DEPARTS[flagged.departure])}{more}"

    def sides(self, match: int) -> str:
        """Both sides of a match."""
        first, second = self._sides[match]
        return f"{self.entry(first)} – {self.entry(second)}"

    def flagged(self, flag: MatchFlag) -> str:
        """The flagged result, with the game; of a double, whether it stands."""
        game = "" if flag.game is None else self._say(", game %(game)s") % {"game": flag.game}
        doubled = self._without_double(flag) if isinstance(flag, DoubledCrawford) else ""
        return f"{self._say(_FLAGGED[flag.kind])}{game}{doubled}"

    def round(self, match: MatchResult) -> str:
        return "–" if match.round is None else str(match.round)

    def length(self, match: MatchResult) -> str:
        resolved = self._resolved.get(match.match)
        if resolved is not None:
            return f"{resolved.length} ({self._resolution(resolved)})"
        return str(match.length) if match.form == "points" else self.plain(match.form)

    def won(self, match: MatchResult) -> str:
        """The way it was won; empty where it was not."""
        won = self._won.get(match.match)
        return "" if won is None else self._how(won)

    def result(self, match: MatchResult) -> str:
        if match.points is not None and match.ended == "won":
            return f"{match.points[0]}–{match.points[1]}"
        return self._say(_ENDED.get(match.ended, said("won")))

    def sanction(self, kind: str) -> str:
        return self._say(_SANCTIONS.get(kind, kind))

    def attached(self, kind: str) -> str:
        return self._say(_ATTACHED[kind])

    def _how(self, won: Won) -> str:
        if won.ruling is None:
            return self._say(_WON.get(won.decided_by, _BY_POINTS))
        told = ", ".join(self._say(_BY_RULING.get(kind, kind.replace("-", " "))) for kind in won.remedies)
        return self._say("by ruling %(ruling)s: %(remedies)s") % {"ruling": won.ruling, "remedies": told}

    def _resolution(self, resolved: ResolvedLength) -> str:
        if resolved.from_game is None:
            return self._say("made with %(length)s") % {"length": resolved.made_with}
        return self._say("from game %(game)s on") % {"game": resolved.from_game}

    def _without_double(self, flag: DoubledCrawford) -> str:
        if flag.without is None:
            return self._say("; the double stands")
        score = f"{flag.without[0]}–{flag.without[1]}"
        return self._say("; without the double %(score)s") % {"score": score}
