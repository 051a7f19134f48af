"""The report to the federation: what it tells, and when it is owed (TD-19, TD-22)."""

from datetime import timedelta
from typing import Any

import pytest

from domain.federation.decide import Known, SetReportDays, decide
from domain.federation.state import Federation, evolve, initial
from domain.kernel.envelope import Actor
from domain.kernel.ids import FEDERATION
from domain.scoring.result import FinalScore
from domain.tournament.command import Command
from domain.tournament.decisions.reporting.federation_report import debt, report_of
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.reporting.commands import FileReport
from domain.tournament.reporting.state import TEXTS, DisputedDecision, FederationReport
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.state import Tournament
from tests.club import Club
from tests.desk import NOON, OFFICE, director, person, player, recorded
from tests.when import ask

NOTHING = Known(lambda _: (), lambda _: 0, lambda one, other: one == other, lambda club: club)


def letter(id_: str) -> str:
    """The letter that the person is called by."""
    return chr(int(id_[-4:], 16))


class Evening:
    """An evening of open play in which something of everything happens that is owed."""

    def __init__(self) -> None:
        self.club = Club().register("ABCDEFVXYZ")
        self.masters = self.club.announce(name="Masters")
        self.id = self.club.announce(format={"kind": "open"})
        self.club.enter(self.id, "ABCD")
        for one in "EF":
            self.do(entry_commands.RequestEntry(person=person(one)))
        self.do(entry_commands.OfferFlight(entry=5, flight=self.masters, reason="Too strong."))
        self.do(entry_commands.AnswerFlightOffer(entry=5, accepted=True), player("E"))
        self.do(entry_commands.RefuseEntry(entry=6, reason="No member."))
        self.do(lifecycle_commands.StartTournament())

    def do(self, command: Command, by: Actor = OFFICE) -> None:
        self.club.do(self.id, command, by)

    @property
    def state(self) -> Tournament:
        return self.club.tournament(self.id)

    @property
    def report(self) -> FederationReport:
        return report_of(self.state)

    def play(self, first: int, second: int, length: int) -> int:
        """A match that is under way; its number."""
        self.do(match_commands.MakeMatch(sides=(first, second), length=length))
        return max(self.state.matches)

    def ends(self, match: int, first: int, second: int) -> None:
        self.do(match_commands.ReportResult(match=match, result=FinalScore(first=first, second=second)))

    def rule(self, kind: str, number: int | None, clause: str, *remedies: dict[str, Any], **said: Any) -> None:  # noqa: ANN401 -- fields of a ruling
        about = {"kind": kind, "number": number}
        words = {"facts": "As seen.", "reasons": f"By {clause}."}
        self.do(
            ruling_commands.GiveRuling.model_validate(
                {"about": about, "clause": clause, "remedies": remedies, **words, **said}
            )
        )

    def played(self) -> "Evening":
        """All of it."""
        self.late()
        self.spectators()
        self.rule("entry", 3, "1.7", {"kind": "disqualification", "entry": 3})
        self.reversed_on_appeal()
        self.shuffled()
        self.undecided()
        return self

    def late(self) -> None:
        match = self.play(1, 2, 7)
        about = {"kind": "match", "number": match}
        self.do(ruling_commands.OpenDispute.model_validate({"about": about, "matter": "Came late."}), player("A"))
        points = {"kind": "penalty-points", "offender": "second", "beneficiary": "first", "points": 2}
        self.rule("match", match, "2.2", points, dispute=1)
        self.ends(match, 5, 3)

    def spectators(self) -> None:
        expelled = {"kind": "spectator-expulsion", "spectator": {"kind": "person", "person": person("V")}}
        hat = {"kind": "described", "description": "a man in a red hat"}
        self.rule("tournament", None, "1.6", expelled, {"kind": "spectator-ban", "spectator": hat, "until": None})

    def reversed_on_appeal(self) -> None:
        self.rule("entry", 4, "1.7", {"kind": "disqualification", "entry": 4})
        self.do(ruling_commands.LodgeAppeal(ruling=4, entry=4, reason="A hearing aid."), player("D"))
        self.do(ruling_commands.FormCommittee(appeal=1, members=(person("X"), person("Y"), person("Z"))))
        self.do(ruling_commands.CastVote(appeal=1, member=person("X"), verdict="reversed"))
        self.do(ruling_commands.CastVote(appeal=1, member=person("Y"), verdict="reversed"))
        self.do(ruling_commands.CastVote(appeal=1, member=person("Z"), verdict="upheld"))
        self.do(ruling_commands.DecideAppeal(appeal=1, reasons="It was one."))

    def shuffled(self) -> None:
        match = self.play(1, 4, 5)
        points = {"kind": "penalty-points", "offender": "second", "beneficiary": "first", "points": 1}
        self.rule("match", match, "4.2", points)
        self.ends(match, 2, 5)

    def undecided(self) -> None:
        self.ends(self.play(2, 4, 5), 5, 1)
        about = {"kind": "match", "number": 3}
        self.do(
            ruling_commands.OpenDispute.model_validate({"about": about, "matter": "The clock was wrong."}), player("B")
        )

    def file(self, reference: str = "Letter 1") -> None:
        self.do(FileReport(digest=self.report.digest, reference=reference))


@pytest.mark.rule("TD-19")
def test_the_report_tells_what_was_said_word_for_word() -> None:
    report = Evening().played().report
    assert [one.reason for one in report.refused_entries] == ["Too strong.", "No member."]
    first, second = report.decisions
    assert (first.matter, first.facts, first.reasons) == ("Came late.", "As seen.", "By 2.2.")
    (appeal,) = second.appeals
    assert (appeal.reason, appeal.reasons, appeal.decision) == ("A hearing aid.", "It was one.", "reversed")
    assert [letter(member) for member in appeal.committee] == ["X", "Y", "Z"]


@pytest.mark.rule("TD-19")
def test_report_filed_is_the_one_that_was_read_and_only_by_the_staff_after_the_end() -> None:
    evening = Evening().played()
    read = FileReport(digest=evening.report.digest, reference="Letter 1")
    evening.club.when(evening.id, read).refused("tournament-status")
    evening.do(lifecycle_commands.CompleteTournament(leave_open=True))
    evening.club.when(evening.id, read, player("A")).refused("not-allowed")
    evening.club.when(evening.id, read, director("A")).refused("not-allowed")
    evening.club.when(evening.id, read.model_copy(update={"digest": "0" * 64})).refused("report-changed")
    evening.do(read)
    evening.club.when(evening.id, read).refused("report-filed")
    (filed,) = evening.state.filings
    assert (filed.version, filed.digest) == (evening.state.version - 1, read.digest)


@pytest.mark.rule("TD-19")
def test_a_cancelled_tournament_owes_a_report_where_there_is_something_to_tell() -> None:
    club = Club().register("AB")
    nothing = club.announce()
    club.do(nothing, lifecycle_commands.CancelTournament(reason="No hall."))
    assert not debt(club.tournament(nothing), club.now).owed
    refused = club.announce()
    club.do(refused, entry_commands.RequestEntry(person=person("A")))
    club.do(refused, entry_commands.RefuseEntry(entry=1, reason="No member."))
    club.do(refused, lifecycle_commands.CancelTournament(reason="No hall."))
    assert debt(club.tournament(refused), club.now).owed


@pytest.mark.rule("TD-19")
def test_report_is_due_at_the_same_time_of_day_in_the_tournaments_zone_as_the_federation_had_it_at_the_end() -> None:
    """The clocks change on 29 March; what the federation says later is for what ends later."""
    club = Club()
    for ends in (lifecycle_commands.CompleteTournament(), lifecycle_commands.CancelTournament(reason="No hall.")):
        set_days(club, 30)
        tournament = club.announce(format={"kind": "open"}, time_zone="Europe/Vienna")
        club.start(tournament, "")
        club.do(tournament, ends)
        due_at = club.now + timedelta(days=30) - timedelta(hours=1)
        set_days(club, 3)
        assert debt(club.tournament(tournament), club.now).due_at == due_at
        club.do(tournament, lifecycle_commands.ReopenTournament(reason="A slip."))
        assert debt(club.tournament(tournament), club.now).due_at is None
        club.do(tournament, lifecycle_commands.CompleteTournament())
        assert debt(club.tournament(tournament), club.now).due_at == club.now + timedelta(days=3)


def set_days(club: Club, days: int) -> None:
    """Has the federation give so many days from now on."""
    seen = club.load(FEDERATION).version
    club.federation_does(SetReportDays(days=days, reason="As voted", seen=seen))


@pytest.mark.rule("TD-19")
def test_a_report_that_was_filed_stays_filed_when_what_was_said_is_erased() -> None:
    report = Evening().played().report
    erased = report.model_copy(
        update={
            "refused_entries": tuple(one.model_copy(update={"reason": None}) for one in report.refused_entries),
            "decisions": tuple(
                one.model_copy(update=dict.fromkeys(TEXTS & set(DisputedDecision.model_fields)))
                for one in report.decisions
            ),
        }
    )
    assert erased != report
    assert erased.digest == report.digest
    other = report.model_copy(update={"undecided": ()})
    assert other.digest != report.digest


def settled(state: Federation, days: int) -> Federation:
    for event in decide(state, SetReportDays(days=days, reason="As voted", seen=state.version), OFFICE, NOTHING):
        state = evolve(state, recorded(event, FEDERATION, state.version + 1, OFFICE, NOON))
    return state


@pytest.mark.rule("TD-19")
def test_the_federation_says_in_how_many_days_it_is_due() -> None:
    state = initial(FEDERATION)
    assert state.report_days == 14
    assert settled(state, 30).report_days == 30
    assert settled(state, 30).resignation_limit == 2
    mine = SetReportDays(days=30, reason="Mine")
    ask(state, lambda: decide(state, mine, director("A"), NOTHING)).refused("not-allowed")
