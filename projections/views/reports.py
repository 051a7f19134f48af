"""Documents of reports to the federation (TD-19)."""

import re
from datetime import datetime, timedelta

from domain.kernel.ids import UUID_PATTERN, PersonId, TournamentId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Instant, Value
from domain.officiating.remedies import persons_named
from domain.tournament.decisions.reporting.federation_report import debt, report_of
from domain.tournament.decisions.reporting.match_accounts import ReportAccount, account_of
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.reporting.state import FederationReport
from domain.tournament.state import EntryStatus, Status, Tournament, announced_settings

_PERSON = re.compile(UUID_PATTERN)


class FilingView(Value):
    """A report that was filed: the tournament's version it told of, its digest, where the federation finds it."""

    version: int
    digest: str
    reference: str
    note: PersonalText | None
    by: str
    at: Instant


class Filings(Value):
    """All of a tournament, in their order."""

    filings: tuple[FilingView, ...]


class ReportedEntryView(Value):
    """An entry by its number, so that the report's numbers can be read."""

    entry: int
    persons: tuple[PersonId, ...]
    team_name: PersonalText | None
    status: EntryStatus


class DebtView(Value):
    """`due_at` is until when it is to be filed, None while the tournament has not ended; `filed` whether an earlier one
    was, `overdue` whether it is owed and the time is over, since so many days (`overdue_days`: begun ones)."""

    owed: bool
    due_at: Instant | None
    filed: bool
    overdue: bool
    overdue_days: int


class ReportView(Value):
    """The report of a tournament at this version, and whether it is owed. `names` are those of the persons in it, where
    they are not erased. The digest covers all of `report` but what was said of persons; `account` is what lies behind
    its results, and is not owed."""

    tournament: TournamentId
    name: str
    version: int
    status: Status
    time_zone: str
    announced_at: Instant
    ended_at: Instant | None
    champion: int | None
    directors: tuple[PersonId, ...]
    conditions: Conditions
    entries: tuple[ReportedEntryView, ...]
    report: FederationReport
    account: ReportAccount
    digest: str
    debt: DebtView
    filings: tuple[FilingView, ...]
    names: dict[PersonId, str]


class OwedView(Value):
    """The report of a tournament that has ended, in a list; `overdue_days` are the days begun since it was due, where
    it is owed."""

    tournament: TournamentId
    name: str
    status: Status
    ended_at: Instant
    owed: bool
    due_at: Instant
    overdue: bool
    overdue_days: int
    filings: tuple[FilingView, ...]


def report_view(state: Tournament, now: datetime) -> ReportView:
    """The report, without names. Raises ValueError where the tournament was never announced."""
    report, owed = report_of(state), debt(state, now)
    late = overdue_days(owed.due_at, now) if owed.overdue and owed.due_at else 0
    return ReportView.from_attributes(
        announced_settings(state),
        tournament=state.id,
        version=state.version,
        entries=_entrants(state),
        report=report,
        account=account_of(state),
        digest=report.digest,
        debt=DebtView.from_attributes(owed, overdue_days=late),
        filings=state.filings,
        names={},
    )


def _entrants(state: Tournament) -> tuple[ReportedEntryView, ...]:
    return tuple(
        ReportedEntryView.from_attributes(entry, entry=number) for number, entry in sorted(state.entries.items())
    )


def persons_in(view: ReportView) -> set[PersonId]:
    """Everybody who the report names: players, staff, committees, spectators of the registry."""
    found = {person for entry in view.entries for person in entry.persons} | set(view.directors)
    for decision in view.report.decisions:
        for appeal in decision.appeals:
            found |= {appeal.lodged_by, *appeal.committee}
        found.update(decision.committee)
        found |= {decision.given_by, *persons_named((*decision.remedies, *decision.claimed, *decision.in_force))}
    for out in view.report.spectators:
        if out.spectator.kind == "person":
            found.add(out.spectator.person)
    for told in view.account.rulings:
        found |= {told.given_by, *persons_named(told.remedies)}
    found |= {ban.person for ban in view.account.bans}
    found |= {member for one in view.account.allowed for member in one.members}
    found |= {left.recorded_by for left in view.report.left_by_others}
    found |= {filing.by for filing in view.filings}
    # Who acts with a machine's key is no person.
    return {one for one in found if _PERSON.fullmatch(one)}


def overdue_days(due_at: datetime, now: datetime) -> int:
    """The number of days begun since then; 0 until then."""
    return max(0, -((due_at - now) // timedelta(days=1)))
