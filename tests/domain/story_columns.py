"""What the columns of the hand-worked pages show of a story, besides its matches and its table; `none` for nothing.

Everything is told in the order of its numbers, with persons as letters: `1 M for A, 12.50 by A` is the first monitor,
and a match's things stand behind its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, cast

from domain.federation.state import Federation
from domain.kernel.ids import FEDERATION, PersonId
from domain.kernel.values import Side
from domain.match.effective_result import Undecided
from domain.match.layering import as_ruled
from domain.match.record import Match
from domain.officiating.remedies import EquipmentImposition
from domain.scoring.clock import allotment, out_of_time
from domain.scoring.score import together
from domain.tournament.decisions.match_record.breaks import late_from_break, review_nth_break
from domain.tournament.decisions.match_record.recording import clock_terms_of
from domain.tournament.decisions.reporting.federation_report import debt, report_of
from domain.tournament.derived.attachments import missing
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.match_record.events import Payer
from domain.tournament.match_record.state import MatchRecord
from domain.tournament.reporting.state import DisputedDecision, FederationReport
from domain.tournament.rulings.state import Appeal, Dispute
from domain.tournament.state import Entry, Tournament
from tests.domain.story_sheets import SHEET_COLUMNS

if TYPE_CHECKING:
    from tests.domain.story import Story


def letter(of: PersonId) -> str:
    """The letter that the person is called by."""
    return chr(int(of[-4:], 16))


def letters(of: tuple[PersonId, ...]) -> str:
    """As they are named."""
    return "".join(map(letter, of))


def clock(seconds: int) -> str:
    """`9:30`."""
    return f"{seconds // 60}:{seconds % 60:02}"


def _time(moment: datetime) -> str:
    return f"{moment:%H:%M}"


def _day(moment: datetime | None) -> str:
    return f"until {moment.day} {moment:%B}" if moment else "for good"


def _by(story: Story, match: Match, side: Side | None) -> str:
    """The side's letter; Z where it is the director's."""
    return "Z" if side is None else story.desk.letter(match.sides[side == "second"])


def _directors(story: Story) -> Iterator[str]:
    settings = story.desk.state.settings
    yield from map(letter, settings.directors if settings else ())


def _done_by(story: Story) -> Iterator[str]:
    done = story.desk.done_by
    who = letter(done.person) if done.person else "the office"
    yield f"{who}, directing" if done.staff_of else who


def _entries(state: Tournament) -> Iterator[str]:
    for _, entry in sorted(state.entries.items()):
        yield f"{letters(entry.persons)} {entry.status}{_refused(entry)}"


def _refused(entry: Entry) -> str:
    reason = f": {entry.reason}" if entry.reason else ""
    if entry.offer is None:
        return reason
    answers = {None: "", True: ", accepted", False: ", declined"}
    return f", offered {entry.offer.flight.name}{answers[entry.offer.accepted]}{reason}"


def _conditions(story: Story) -> Iterator[str]:
    settings = story.desk.state.settings
    changed = settings.conditions.model_dump() if settings else {}
    for name, by_default in Conditions().model_dump().items():
        if changed[name] != by_default:
            told = ", ".join(changed[name]) if name == "languages" else changed[name]
            yield f"{name.replace('_', ' ')} {told}"


Told = Callable[["Story", Match, MatchRecord], Iterator[str]]


def _of_matches(told: Told) -> Callable[[Story], Iterator[str]]:
    """What is shown of every match that is not void, behind its name."""

    def column(story: Story) -> Iterator[str]:
        for match in story.desk.matches():
            found = list(told(story, match, story.desk.state.match_records.of(match.number)))
            if found and match.live:
                yield f"{story.desk.name(match)} {', '.join(found)}"

    return column


def _monitors(story: Story, match: Match, of: MatchRecord) -> Iterator[str]:
    for monitor in of.monitors:
        one = monitor.appointed
        asked = f" for {_by(story, match, one.asked_by)}" if one.asked_by else ""
        fee = f" {one.fee} by {_payer(story, match, one.paid_by)}" if one.fee is not None else ""
        yield f"{one.number} {letter(one.person)}{asked}{fee}{' released' if monitor.released_at else ''}"


def _payer(story: Story, match: Match, paid_by: Payer | None) -> str:
    return _by(story, match, paid_by) if paid_by in ("first", "second") else str(paid_by)


def _consents(story: Story, match: Match, of: MatchRecord) -> Iterator[str]:
    for consent in of.consents:
        one = consent.recorded
        to = f" for {letter(one.applies_to)}" if one.applies_to else ""
        revoked = f" revoked: {consent.revoked}" if consent.revoked else ""
        yield f"{one.number} {one.kind}{to} by {_by(story, match, one.answered_by)}{revoked}"


def _newest_break(story: Story) -> Iterator[str]:
    """The break that was begun last, with what may be awarded for it."""
    match_records = story.desk.state.match_records
    begun = [
        (of.breaks[-1].begun.break_taken.started_at, match) for match, of in match_records.matches.items() if of.breaks
    ]
    if begun:
        match = story.desk.state.matches[max(begun)[1]]
        yield f"{story.desk.name(match)} {', '.join(_break(story, match, match_records.of(match.number)))}"


def _break(story: Story, match: Match, of: MatchRecord) -> Iterator[str]:
    taken, review = of.breaks[-1], review_nth_break(of, match.length, len(of.breaks))
    yield f"{len(of.breaks)} {_by(story, match, taken.begun.side)} from {_time(taken.begun.break_taken.started_at)}"
    yield f"due {_time(review.due_back)}"
    yield from [f"back {_time(taken.ended_at)}"] if taken.ended_at else []
    yield f"{review.left} left"
    yield from [f"taken back: {taken.retracted.reason}"] if taken.retracted else []
    yield from review.flags
    late = late_from_break(of, match.length, len(of.breaks))
    yield from [f"{_by(story, match, late.beneficiary)}+{late.points}"] if late else []


def _clocks(_: Story, __: Match, of: MatchRecord) -> Iterator[str]:
    for note in of.clocks:
        one = note.recorded
        shown = f"{clock(one.readings.first_seconds)} {clock(one.readings.second_seconds)}"
        delay = f" delay {one.delay_seconds}" if one.delay_seconds is not None else ""
        reason = f": {one.reason}" if one.reason else ""
        yield f"{one.action} {shown}{delay}{' estimated' if one.estimated else ''}{reason}"


def _declared(story: Story, match: Match, of: MatchRecord) -> Iterator[str]:
    for one in (declaration.declared for declaration in of.declarations):
        result = out_of_time(one.out_of_time)
        came = f"{_by(story, match, result.loser)} loses" if result.kind == "lost-on-time" else "play on without clock"
        out = "both" if one.out_of_time.out == "both" else _by(story, match, one.out_of_time.out)
        yield f"{out} out by {_by(story, match, one.declared_by)}: {came}"


def _allotted(story: Story, match: Match, __: MatchRecord) -> Iterator[str]:
    """Each side's, of a match whose score is known."""
    left = as_ruled(match).outcome
    if isinstance(left, Undecided) and left.played is not None:
        terms = clock_terms_of(story.desk.state, match)
        yield clock(allotment(match.length, together(left.played, left.given), terms).seconds_each)


def _imposed(_: Story, match: Match, __: MatchRecord) -> Iterator[str]:
    for remedy in (remedy for layer in match.layers for remedy in layer.remedies):
        if isinstance(remedy, EquipmentImposition):
            yield remedy.equipment


def _attached(_: Story, __: Match, of: MatchRecord) -> Iterator[str]:
    yield from (one.added.kind for one in of.attachments)


def _missing(story: Story) -> Iterator[str]:
    for one in missing(story.desk.state):
        yield f"{story.desk.name(story.desk.state.matches[one.match])} {one.kind}"


def _requests(story: Story) -> Iterator[str]:
    for wish in story.desk.state.match_records.requests:
        one, answered = wish.made, wish.answered
        by = "Z" if one.entry is None else story.desk.letter(one.entry)
        said = "" if answered is None else f" {'granted' if answered.granted else 'declined'}: {answered.reason}"
        yield f"{one.number} {by} {'insists on' if one.insists else 'asks for'} {one.kind}{said}"


def _exceptions(story: Story) -> Iterator[str]:
    for one in (exception.made for exception in story.desk.state.match_records.exceptions):
        yield f"{one.clause}: {one.exception}; {one.reason}"


def _disputes(story: Story) -> Iterator[str]:
    for _, dispute in sorted(story.desk.state.directing.disputes.items()):
        yield f"{dispute.number} {story.desk.letters(dispute.parties)}{_statements(dispute)}{_ruled(dispute)}"


def _statements(dispute: Dispute) -> str:
    return "".join(f", {said.kind} {letter(said.person)}" for said in dispute.statements)


def _ruled(dispute: Dispute) -> str:
    return f", ruling {dispute.ruling}" if dispute.ruling else ", open"


def _rulings(story: Story) -> Iterator[str]:
    for _, ruling in sorted(story.desk.state.directing.rulings.items()):
        cited = "".join(f" citing {number}" for number in ruling.precedents)
        yield f"{ruling.number} by {ruling.clause}{cited} {ruling.status}"


def _appeals(story: Story) -> Iterator[str]:
    for _, appeal in sorted(story.desk.state.directing.appeals.items()):
        late = " late" if appeal.late else ""
        lodged = f"{appeal.number} by {letter(appeal.lodged_by)}{late}"
        yield f"{lodged}{_committee(appeal)}: {appeal.decision or 'open'}"


def _committee(appeal: Appeal) -> str:
    votes = "".join(f", {letter(vote.member)} {vote.verdict}" for vote in appeal.votes)
    return f" before {letters(appeal.members)}{votes}" if appeal.members else ""


def _bans(story: Story) -> Iterator[str]:
    for one in "ABCDEF":
        for ban in story.desk.club.person(one).bans:
            yield f"{one} {ban.number} {_day(ban.until)} {ban.status}"


def _federation(story: Story) -> Iterator[str]:
    state = cast("Federation", story.desk.club.load(FEDERATION))
    yield from (f"decision {one.told.decision} on ruling {one.told.ruling}" for one in state.decisions)
    for one in state.precedents:
        yield f"principle {one.made.precedent} by {one.made.clause}{' withdrawn' if one.withdrawn else ''}"
    yield from (f"sanction {one.imposed.sanction} on {letter(one.imposed.person)}" for one in state.sanctions)


def _report(story: Story) -> Iterator[str]:
    found = debt(story.desk.state, story.desk.club.now)
    filed = [f"filed {len(story.desk.state.filings)}"] if found.filed else []
    owed = [f"owed {_day(found.due_at)}{', overdue' if found.overdue else ''}"] if found.owed else []
    yield from (*filed, *owed)


def _told(story: Story) -> Iterator[str]:
    """What the report tells, but for the results."""
    report = report_of(story.desk.state)
    for refused in report.refused_entries:
        offered = f", offered {refused.flight.name}" if refused.flight else ""
        yield f"refused {letters(refused.persons)}{offered}{', accepted' if refused.accepted else ''}"
    yield from _out(story, report)
    yield from (f"disputed {_disputed(decision)}" for decision in report.decisions)
    yield from (f"flagged remedy {one.remedy_number} of ruling {one.ruling}" for one in report.flagged)
    yield from (f"undecided dispute {number}" for number in report.undecided)


def _out(story: Story, report: FederationReport) -> Iterator[str]:
    for one in report.spectators:
        who = one.spectator
        yield f"{one.sanction} spectator {letter(who.person) if who.kind == 'person' else who.description}"
    yield from (f"{one.sanction} {story.desk.letter(one.entry)}" for one in report.players)


def _disputed(decision: DisputedDecision) -> str:
    return f"ruling {decision.ruling} {decision.status}"


def _results(story: Story) -> Iterator[str]:
    for one in report_of(story.desk.state).results:
        points = " {}-{}".format(*one.points) if one.points else ""
        rulings = "".join(f" (ruling {number})" for number in one.rulings)
        yield f"{'-'.join(map(story.desk.letter, one.sides))}{points} {one.ended}{rulings}"


def _masters(story: Story) -> Iterator[str]:
    yield from _entries(story.desk.club.tournament(story.desk.masters))


_COLUMNS: Mapping[str, Callable[[Story], Iterator[str]]] = {
    "directors": _directors,
    "done by": _done_by,
    "entries": lambda story: _entries(story.desk.state),
    "the Masters": _masters,
    "conditions": _conditions,
    "monitors": _of_matches(_monitors),
    "consents": _of_matches(_consents),
    "newest break": _newest_break,
    "clocks": _of_matches(_clocks),
    "declared": _of_matches(_declared),
    "allotted": _of_matches(_allotted),
    "imposed": _of_matches(_imposed),
    "attached": _of_matches(_attached),
    "missing": _missing,
    "requests": _requests,
    "exceptions": _exceptions,
    "disputes": _disputes,
    "rulings": _rulings,
    "appeals": _appeals,
    "bans": _bans,
    "the federation": _federation,
    "the report": _report,
    "it tells": _told,
    "results": _results,
    **SHEET_COLUMNS,
}


def shown(story: Story, column: str) -> str:
    """What a column shows of the story as it is."""
    if column in ("matches", "table"):
        return (story.matches() if column == "matches" else story.table()) or "none"
    return "; ".join(_COLUMNS[column](story)) or "none"
