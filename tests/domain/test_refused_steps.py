"""What is refused in directing (TD-1 to TD-25): each conflict of interest and each step out of order, by hand; and
every command on what is not there, in another status of the tournament, by a stranger, and where something changed."""

import inspect
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from domain.kernel.envelope import Actor
from domain.kernel.refusal import Refused
from domain.person.commands import LiftResignationBan
from domain.scoring.clock import OutOfTime
from domain.tournament.command import Command, SeenCommand
from domain.tournament.decisions.reporting.federation_report import report_of
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.match_record import commands as match_record
from domain.tournament.match_record import commands as match_record_commands
from domain.tournament.match_record.events import Readings
from domain.tournament.reporting import commands as report_commands
from domain.tournament.rulings import commands as ruled
from domain.tournament.rulings import commands as ruling_commands
from tests.club import Club
from tests.desk import OFFICE, director, person, player
from tests.domain.story import Story
from tests.golden import tables

PAGE = "directing/refused"
SHORT = {
    "lost": "Z: rules on A-D by 4.3.3: D loses",
    "appealed": "lost; D: appeals 1",
    "seated": "appealed; Z: forms xyz for 1",
    "decided": "seated; x: votes upheld on 1; y: votes upheld on 1; Z: decides 1",
}
"""What the page's short words stand for."""


def told(given: str) -> Story:
    """The story so far, as a line of the page says it."""
    (setting,) = tables.table(PAGE, 1)
    story = Story(setting)
    for step in steps(given):
        if step == "an hour":
            story.desk.passes(story.desk.club.now + timedelta(hours=1, minutes=1))
        else:
            who, _, does = step.partition(": ")
            story.act(who, does)
    return story


def steps(given: str) -> Iterator[str]:
    """One by one, without short words."""
    for step in given.split("; ") if given else ():
        yield from steps(SHORT[step]) if step in SHORT else [step]


def _lines() -> Iterator[object]:
    for number, rules in ((2, ("TD-1", "TD-9", "TD-11", "TD-12")), (3, ("TD-11", "TD-12", "TD-13", "TD-19"))):
        for line in tables.table(PAGE, number):
            name = f"{line['given']} | {line['who']} {line['does']}"
            yield pytest.param(line, marks=pytest.mark.rule(*rules), id=name)


@pytest.mark.parametrize("line", [*_lines()])
def test_step_is_refused(line: tables.Row) -> None:
    story = told(line["given"])
    before = dict(story.desk.club.states)
    with pytest.raises(Refused) as refusal:
        story.act(line["who"], line["does"])
    assert refusal.value.problem.slug == line["answer"]
    assert line["answer"] == "person-banned" or story.desk.club.states == before


WARNING = {"kind": "warning", "to": {"kind": "entry", "entry": 1}}
RULED = {
    "about": {"kind": "match", "number": 1},
    "clause": "4.2",
    "facts": "Seen.",
    "reasons": "So.",
    "remedies": [WARNING],
}
COMMITTEE = tuple(map(person, "xyz"))
COMMANDS: tuple[Command, ...] = (
    ruled.OpenDispute.model_validate({"about": RULED["about"], "matter": "The score."}),
    ruled.RecordStatement(dispute=1, kind="statement", person=person("A"), statement="I won."),
    ruled.GiveRuling.model_validate(RULED),
    ruled.SuspendRuling(ruling=1),
    ruled.ResumeRuling(ruling=1),
    ruled.WithdrawRuling(ruling=1, reason="Not so."),
    ruled.LodgeAppeal(ruling=1, entry=1),
    ruled.FormCommittee(appeal=1, members=COMMITTEE),
    ruled.ProposeAlternative.model_validate({"appeal": 1, "remedies": [WARNING]}),
    ruled.CastVote(appeal=1, member=person("x"), verdict="upheld"),
    ruled.DecideAppeal(appeal=1, reasons="As voted."),
    ruled.WithdrawAppeal(appeal=1),
    ruled.AppealDecision(decision=2, entry=1),
    ruled.CarryOutAppeal(appeal=1, reason="Entered again."),
    match_record.AppointMonitor(match=1, person=person("M")),
    match_record.ReleaseMonitor(match=1, number=1),
    match_record.RecordConsent(match=1, kind="recording"),
    match_record.WithdrawConsent(match=1, number=1, reason="It rang."),
    match_record.BeginBreak(match=1, side="first"),
    match_record.EndBreak(match=1, number=1),
    match_record.RecordClock(match=1, action="read", readings=Readings(first_seconds=1, second_seconds=1)),
    match_record.DeclareOutOfTime(match=1, out_of_time=OutOfTime(out="first")),
    match_record.AddAttachment(match=1, kind="recording", reference="Here", digest="0" * 64),
    match_record.MakeRequest(kind="cups", entry=1, match=1, reason="Mine are gone."),
    match_record.AnswerRequest(number=1, granted=True, reason="There are some."),
    match_record.MakeException(clause="2.2.3", exception="A longer break", match=1, reason="It is needed."),
    match_record.WithdrawRecord(kind="break", match=1, number=1, reason="It was the other side."),
    report_commands.FileReport(digest="0" * 64, reference="Letter"),
)
"""One of each that can be asked around rulings, play and the report."""

UNDER_WAY = "A: disputes A-D: The score.; Z: suspends 1"
ENDED = "Z: A-D 5-0; Z: B-C 5-0; Z: A-B 5-0; Z: completes"


def name_of(command: object) -> str:
    return type(command).__name__ if isinstance(command, Command) else str(command)


def test_every_command_is_among_them() -> None:
    rooms = (ruling_commands, match_record_commands, report_commands)
    found = [
        one for room in rooms for _, one in inspect.getmembers(room, inspect.isclass) if one.__module__ == room.__name__
    ]
    bases = {base for one in found for base in one.__bases__}
    concrete = {one for one in found if issubclass(one, Command)} - bases
    assert {type(command) for command in COMMANDS} == concrete


def slug(story: Story, command: Command, by: Actor = OFFICE) -> str | None:
    """The problem it is refused with, or None where it is done."""
    before = dict(story.desk.club.states)
    try:
        story.desk.do(command, by)
    except Refused as refusal:
        assert story.desk.club.states == before
        return refusal.problem.slug
    return None


# What a director decided before the start, such as an entry that was refused, is appealed then.
BEFORE_THE_START = (
    ruled.AppealDecision,
    ruled.FormCommittee,
    ruled.ProposeAlternative,
    ruled.CastVote,
    ruled.DecideAppeal,
    ruled.WithdrawAppeal,
    ruled.CarryOutAppeal,
    match_record.MakeRequest,
    match_record.AnswerRequest,
    match_record.MakeException,
    match_record.WithdrawRecord,
)
AFTER_THE_END = (
    ruled.OpenDispute,
    ruled.RecordStatement,
    ruled.LodgeAppeal,
    ruled.FormCommittee,
    ruled.ProposeAlternative,
    ruled.CastVote,
    ruled.WithdrawAppeal,
    ruled.AppealDecision,
    ruled.CarryOutAppeal,
    match_record.AddAttachment,
    match_record.WithdrawRecord,
    match_record.MakeRequest,
    match_record.AnswerRequest,
    report_commands.FileReport,
)


@pytest.mark.rule("ALL-13", "TD-9", "TD-11", "TD-12", "TD-19", "TD-23")
@pytest.mark.parametrize("command", COMMANDS, ids=name_of)
def test_status_of_the_tournament_decides_which_requests_are_possible(command: Command) -> None:
    announced = Story({"players": "4", "length": "5", "begun": "no"})
    cancelled = told("seated")
    cancelled.desk.do(lifecycle_commands.CancelTournament(reason="No hall."))
    completed = told(f"seated; {ENDED.replace('Z: A-D 5-0; ', '')} and leaves open what is disputed")
    refused = [slug(story, command) == "tournament-status" for story in (announced, completed, cancelled)]
    allowed = (BEFORE_THE_START, AFTER_THE_END, report_commands.FileReport)
    assert refused == [not isinstance(command, kinds) for kinds in allowed]


@pytest.mark.rule("TD-12", "ALL-13")
def test_an_appeal_of_a_suspended_ruling_is_withdrawn_while_the_tournament_goes_on() -> None:
    story = told(f"seated; Z: suspends 1; {ENDED} and leaves open what is disputed")
    assert slug(story, ruled.WithdrawAppeal(appeal=1)) == "tournament-status"


@pytest.mark.rule("TD-1", "TD-3", "TD-9", "TD-11", "TD-12", "TD-19", "TD-24")
@pytest.mark.parametrize("command", COMMANDS, ids=name_of)
@pytest.mark.parametrize("stranger", [player("X"), director("X")], ids=["player", "director elsewhere"])
def test_a_stranger_may_do_nothing(command: Command, stranger: Actor) -> None:
    filing = isinstance(command, report_commands.FileReport)
    story = told(ENDED if filing else f"seated; {UNDER_WAY}")
    assert slug(story, command, stranger) == "not-allowed"


UNKNOWN = {
    "match": "match-unknown",
    "number": "match-record-unknown",
    "dispute": "dispute-unknown",
    "ruling": "ruling-unknown",
    "appeal": "appeal-unknown",
}


def _unknown() -> Iterator[object]:
    for command in COMMANDS:
        for field, problem in UNKNOWN.items():
            if field in type(command).model_fields:
                yield pytest.param(command, {field: 99}, problem, id=f"{name_of(command)} {field}")


NOBODY = "00000000-0000-0000-0000-000000000000"
EXPELLED = {"kind": "expulsion", "entry": 99}
MORE_UNKNOWN: tuple[tuple[type[Command], dict[str, Any], str], ...] = (
    (ruled.OpenDispute, {"about": {"kind": "match", "number": 99}}, "match-unknown"),
    (ruled.OpenDispute, {"about": {"kind": "entry", "number": 99}}, "entry-unknown"),
    (ruled.OpenDispute, {"about": {"kind": "entry"}}, "remedy-misplaced"),
    (ruled.OpenDispute, {"parties": (99,)}, "entry-unknown"),
    (ruled.RecordStatement, {"person": NOBODY}, "person-unknown"),
    (ruled.GiveRuling, {"about": {"kind": "match", "number": 99}}, "match-unknown"),
    (ruled.GiveRuling, {"about": {"kind": "tournament", "number": 1}}, "remedy-misplaced"),
    (ruled.GiveRuling, {"parties": (99,)}, "entry-unknown"),
    (ruled.GiveRuling, {"remedies": (EXPELLED,)}, "entry-unknown"),
    (ruled.GiveRuling, {"committee": (*COMMITTEE[:2], NOBODY)}, "person-unknown"),
    (ruled.GiveRuling, {"remedies": ({"kind": "ban", "person": NOBODY, "until": None},)}, "person-unknown"),
    (ruled.GiveRuling, {"remedies": ({"kind": "concession", "loser": "first", "ruling": 1},)}, "remedy-misplaced"),
    (ruled.LodgeAppeal, {"entry": 99}, "not-a-party"),
    (ruled.FormCommittee, {"members": (*COMMITTEE[:2], NOBODY)}, "person-unknown"),
    (ruled.ProposeAlternative, {"remedies": (EXPELLED,)}, "entry-unknown"),
    (ruled.ProposeAlternative, {"remedies": ({"kind": "ban", "person": NOBODY, "until": None},)}, "person-unknown"),
    (ruled.CastVote, {"member": NOBODY}, "not-on-committee"),
    (match_record.AppointMonitor, {"person": NOBODY}, "person-unknown"),
    (match_record.RecordConsent, {"applies_to": NOBODY}, "person-unknown"),
    (match_record.MakeRequest, {"entry": 99}, "entry-unknown"),
)


@pytest.mark.rule("TD-3", "TD-9", "TD-11", "TD-12", "TD-23", "TD-24")
@pytest.mark.parametrize(("command", "fields", "problem"), [*_unknown()])
def test_missing_things_are_refused(command: Command, fields: dict[str, int], problem: str) -> None:
    assert slug(told(f"seated; {UNDER_WAY}"), command.model_copy(update=fields)) == problem


@pytest.mark.rule("TD-3", "TD-9", "TD-11", "TD-12", "TD-23", "TD-24")
@pytest.mark.parametrize(("kind", "fields", "problem"), MORE_UNKNOWN)
def test_missing_persons_are_refused(kind: type[Command], fields: dict[str, Any], problem: str) -> None:
    (command,) = (one for one in COMMANDS if type(one) is kind)
    said = command.model_dump(exclude_unset=True) | fields
    assert slug(told(f"seated; {UNDER_WAY}"), kind.model_validate(said)) == problem


@pytest.mark.rule("TD-9", "TD-11", "TD-12")
@pytest.mark.parametrize("command", [one for one in COMMANDS if isinstance(one, SeenCommand)], ids=name_of)
def test_changes_since_they_were_looked_at_are_refused(command: SeenCommand) -> None:
    assert slug(told(f"seated; {UNDER_WAY}"), command.model_copy(update={"seen": 1})) == "stale"


@pytest.mark.rule("TD-2")
@pytest.mark.parametrize(
    ("given", "fields", "problem"),
    [
        ("", {}, "offer-status"),
        ("", {"entry": 99}, "entry-unknown"),
        ("", {"seen": 1}, "stale"),
        (ENDED, {}, "tournament-status"),
    ],
)
def test_faulty_answers_to_the_offer_of_a_flight_are_refused(given: str, fields: dict[str, int], problem: str) -> None:
    said = {"entry": 1, "accepted": True} | fields
    assert slug(told(given), entry_commands.AnswerFlightOffer.model_validate(said)) == problem


@pytest.mark.rule("TD-19")
def test_the_report_is_filed_once_by_the_staff() -> None:
    story = told(ENDED)
    filing = report_commands.FileReport(digest=report_of(story.desk.state).digest, reference="Letter")
    assert slug(story, filing, player("A")) == "not-allowed"
    assert slug(story, filing) is None
    assert slug(story, filing) == "report-filed"


@pytest.mark.rule("ALL-8")
@pytest.mark.parametrize("by", [director("A"), player("A"), OFFICE.model_copy(update={"person": person("A")})])
def test_nobody_lifts_the_ban_of_his_own_resignations(by: Actor) -> None:
    club = Club().register("A")
    before = dict(club.states)
    with pytest.raises(Refused) as refusal:
        club.person_does("A", LiftResignationBan(reason="I was ill."), by)
    assert (refusal.value.problem.slug, club.states) == ("not-allowed", before)
