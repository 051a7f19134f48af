"""The words of the hand-worked pages for what is not a ruling: staff and entries, how matches are played, what is asked
of the director, the report, and the federation.

- `appoints A`, `releases A`, `starts`, `completes`, `completes and leaves open what is disputed`, `reopens: ...`,
  `changes the conditions: clock obligation; ...`, with ` since ...` at its end where the reason is told
- `asks to enter`, `approves E`, `refuses E: ...`, `offers E the Masters: ...`, `accepts the Masters`, `declines the
  Masters`, `asks to enter the Masters`, `approves E in the Masters`
- `appoints M to monitor A-D, for A, 12.50 by A`, `releases monitor 1 of A-D`
- `consents to telephone at A-D for V`, `says that D consents to ...`, `revokes consent 1 of A-D: ...`
- `leaves A-D`, `leaves A-D for 2 together`, `leaves A-D during a game`, `ends break 1 of A-D`
- `has the clocks of A-D set: 10:00 10:00`, or `paused`, `started`, `read`, `reset`; with `, delay 12`, `, estimated`,
  `: ...` behind
- `declares at A-D: D is out`, `declares at A-D: both are out`, `, D first`, `, A certain to win`
- `attaches the recording of A-D`
- `asks for clock: ...`, `insists on cups at A-D: ...`, `grants 1: ...`, `declines 1: ...`
- `makes an exception to 2.2.3 at A-D: ...; ...`
- `takes back break 1 of A-D: ...`, `takes back request 1: ...`
- `files the report`, `files an older report`
- `tells the federation of ruling 1: ...`, `rules in principle by 4.3.3: ...`, `withdraws principle 1: ...`
- `bans A until 1 June: ...`, `bans A from directing for good: ...`, `lifts ban 1 of A: ...`
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from domain.federation import decide as federation
from domain.kernel.envelope import Actor
from domain.person import commands as person_commands
from domain.tournament.command import Command
from domain.tournament.decisions.reporting.federation_report import report_of
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.match_record import commands as match_record_commands
from domain.tournament.reporting.commands import FileReport
from tests.desk import person

if TYPE_CHECKING:
    from tests.domain.story import Story

Deed = Callable[[Actor], object]
"""Something done elsewhere than in the tournament."""

Acts = tuple[Command | Deed, ...]
"""What a line of a page comes to."""


def moment(text: str) -> datetime:
    """`13:05`, or `1 June 13:05`; pages tell of the first of March where they name no day."""
    day, _, time = text.rpartition(" ")
    return datetime.strptime(f"{day or '1 March'} 2026 {time}", "%d %B %Y %H:%M").replace(tzinfo=UTC)


def until(text: str) -> datetime | None:
    """`until 1 June`: until it begins; None for `for good`."""
    return None if text == "for good" else moment(text.removeprefix("until ") + " 00:00")


def conditions(text: str) -> Conditions:
    """`clock obligation; appeal window minutes 30`; what is left out is as it is by default."""
    said: dict[str, Any] = {}
    for one in text.split("; ") if text else ():
        name = next(name for name in Conditions.model_fields if one.startswith(name.replace("_", " ") + " "))
        value = one.removeprefix(name.replace("_", " ") + " ")
        said[name] = int(value) if value.isdecimal() and name != "edition" else value
        if name == "languages":
            said[name] = tuple(value.split(", "))
    return Conditions.model_validate(said)


def seconds(text: str) -> int:
    """`9:30`."""
    minutes, rest = text.split(":")
    return 60 * int(minutes) + int(rest)


def _do(make: Callable[..., Command]) -> Callable[..., Acts]:
    """A command that its words alone make."""
    return lambda _, __, *said: (make(*said),)


def _director(command: type[Command]) -> Callable[..., Acts]:
    return lambda _, __, letter: (command.model_validate({"person": person(letter)}),)


def _change(_: Story, __: str, text: str, reason: str | None) -> Acts:
    return (lifecycle_commands.ChangeConditions(conditions=conditions(text), reason=reason),)


def _enter(_: Story, who: str) -> Acts:
    return (entry_commands.RequestEntry(person=person(who)),)


def _enter_masters(story: Story, who: str) -> Acts:
    desk, entering = story.desk, entry_commands.RequestEntry(person=person(who))
    return (lambda by: desk.club.do(desk.masters, entering, by),)


def _approve_there(story: Story, _: str, letter: str) -> Acts:
    club, masters = story.desk.club, story.desk.masters
    approving = entry_commands.ApproveEntry(entry=club.entry(masters, letter).number)
    return (lambda by: club.do(masters, approving, by),)


def _approve(story: Story, _: str, letter: str) -> Acts:
    return (entry_commands.ApproveEntry(entry=story.desk.entry(letter)),)


def _refuse(story: Story, _: str, letter: str, reason: str) -> Acts:
    return (entry_commands.RefuseEntry(entry=story.desk.entry(letter), reason=reason),)


def _offer(story: Story, _: str, letter: str, flight: str, reason: str) -> Acts:
    offered = story.desk.masters if flight == "Masters" else story.desk.evening
    return (entry_commands.OfferFlight(entry=story.desk.entry(letter), flight=offered, reason=reason),)


def _answer_offer(story: Story, who: str, said: str) -> Acts:
    return (entry_commands.AnswerFlightOffer(entry=story.desk.entry(who), accepted=said == "accepts"),)


def _of(story: Story, name: str) -> int:
    return story.match(name).number


def _side(story: Story, name: str, letter: str | None) -> str | None:
    """Which side of the match a letter is; None for who is neither."""
    letters = [story.desk.letter(side) for side in story.match(name).sides]
    return ("first", "second")[letters.index(letter)] if letter in letters else None


def _payer(story: Story, name: str, payer: str | None) -> str | None:
    return (_side(story, name, payer) or payer) if payer else None


def _monitor(
    story: Story, _: str, letter: str, name: str, side: str | None, fee: str | None, payer: str | None
) -> Acts:
    asked_by, paid_by = _side(story, name, side), _payer(story, name, payer)
    said = {"match": _of(story, name), "person": person(letter), "asked_by": asked_by, "fee": fee, "paid_by": paid_by}
    return (match_record_commands.AppointMonitor.model_validate(said),)


def _release(story: Story, _: str, number: str, name: str) -> Acts:
    return (match_record_commands.ReleaseMonitor(match=_of(story, name), number=int(number)),)


def _consent(story: Story, who: str, for_: str | None, what: str, name: str, to: str | None) -> Acts:
    by = _side(story, name, for_ or who)
    said = {"match": _of(story, name), "kind": what, "answered_by": by, "applies_to": person(to) if to else None}
    return (match_record_commands.RecordConsent.model_validate(said),)


def _revoke(story: Story, _: str, number: str, name: str, reason: str) -> Acts:
    return (match_record_commands.WithdrawConsent(match=_of(story, name), number=int(number), reason=reason),)


def _leave(story: Story, who: str, for_: str | None, name: str, together: str | None, during: str | None) -> Acts:
    side = _side(story, name, for_ or who)
    said = {
        "match": _of(story, name),
        "side": side,
        "number_of_breaks": int(together or 1),
        "between_games": not during,
    }
    return (match_record_commands.BeginBreak.model_validate(said),)


def _return(story: Story, _: str, number: str, name: str, at: str | None) -> Acts:
    return (
        match_record_commands.EndBreak(match=_of(story, name), number=int(number), ended_at=moment(at) if at else None),
    )


def _clock(
    story: Story, _: str, name: str, what: str, first: str, second: str, delay: str | None, more: str, why: str | None
) -> Acts:
    readings = {"first_seconds": seconds(first), "second_seconds": seconds(second)}
    said = {"match": _of(story, name), "action": what, "readings": readings, "estimated": bool(more), "reason": why}
    return (match_record_commands.RecordClock.model_validate(said | {"delay_seconds": int(delay) if delay else None}),)


def _declare(story: Story, who: str, name: str, out: str, first: str | None, certain: str | None) -> Acts:
    declared = {
        "out": _side(story, name, out) or "both",
        "first_out": _side(story, name, first),
        "certain_winner": _side(story, name, certain),
    }
    said = {"match": _of(story, name), "declared_by": _side(story, name, who), "out_of_time": declared}
    return (match_record_commands.DeclareOutOfTime.model_validate(said),)


def _attach(story: Story, _: str, what: str, name: str) -> Acts:
    return (
        match_record_commands.AddAttachment.model_validate(
            {"match": _of(story, name), "kind": what, "reference": what, "digest": "0" * 64}
        ),
    )


def _ask(story: Story, who: str, how: str, what: str, name: str | None, reason: str) -> Acts:
    entered = story.desk.state.entry_of.get(person(who[0]))
    said = {"kind": what, "entry": entered, "match": _of(story, name) if name else None, "insists": how == "insists on"}
    return (match_record_commands.MakeRequest.model_validate(said | {"reason": reason}),)


def _answer(_: Story, __: str, how: str, number: str, reason: str) -> Acts:
    return (match_record_commands.AnswerRequest(number=int(number), granted=how == "grants", reason=reason),)


def _except(story: Story, _: str, clause: str, name: str | None, what: str, reason: str) -> Acts:
    match = _of(story, name) if name else None
    return (match_record_commands.MakeException(clause=clause, exception=what, match=match, reason=reason),)


def _retract(story: Story, _: str, what: str, number: str, name: str | None, reason: str) -> Acts:
    said = {"kind": what, "match": _of(story, name) if name else None, "number": int(number), "reason": reason}
    return (match_record_commands.WithdrawRecord.model_validate(said),)


def _file(story: Story, _: str, how: str) -> Acts:
    digest = report_of(story.desk.state).digest if how == "the" else "0" * 64
    return (FileReport(digest=digest, reference="Letter"),)


def _federation(story: Story, command: federation.Command) -> Acts:
    return (lambda by: story.desk.club.federation_does(command, by),)


def _tell(story: Story, _: str, ruling: str, text: str) -> Acts:
    told = federation.ReportDecision(account=text, tournament=story.desk.evening, ruling=int(ruling))
    return _federation(story, told)


def _principle(story: Story, _: str, clause: str, report: str | None, principle: str) -> Acts:
    said = {
        "clause": clause,
        "principle": principle,
        "reasons": "So it is written.",
        "decision": report and int(report),
    }
    return _federation(story, federation.MakePrincipleRuling.model_validate(said))


def _withdraw_principle(story: Story, _: str, number: str, reason: str) -> Acts:
    return _federation(story, federation.WithdrawPrincipleRuling(precedent=int(number), reason=reason))


def _ban(story: Story, _: str, letter: str, directing: str | None, ends: str, report: str | None, reason: str) -> Acts:
    said: dict[str, Any] = {"kind": "director-ban" if directing else "ban", "reason": reason}
    said |= {"person": person(letter), "until": until(ends), "decision": report and int(report)}
    return _federation(story, federation.ImposeSanction.model_validate(said))


def _lift(story: Story, _: str, number: str, letter: str, reason: str) -> Acts:
    lifting = person_commands.LiftBan(ban=int(number), reason=reason)
    return (lambda by: story.desk.club.person_does(letter, lifting, by),)


ACTS: tuple[tuple[str, Callable[..., Acts]], ...] = (
    (r"appoints (\w)", _director(lifecycle_commands.AppointDirector)),
    (r"releases (\w)", _director(lifecycle_commands.ReleaseDirector)),
    (r"starts", _do(lifecycle_commands.StartTournament)),
    (r"completes", _do(lifecycle_commands.CompleteTournament)),
    (
        r"completes and leaves open what is disputed",
        _do(lambda: lifecycle_commands.CompleteTournament(leave_open=True)),
    ),
    (r"reopens: (.+)", _do(lambda reason: lifecycle_commands.ReopenTournament(reason=reason))),
    (r"changes the conditions: (.+?)(?: since (.+))?", _change),
    (r"asks to enter", _enter),
    (r"asks to enter the Masters", _enter_masters),
    (r"approves (\w) in the Masters", _approve_there),
    (r"approves (\w)", _approve),
    (r"refuses (\w): (.+)", _refuse),
    (r"offers (\w) (?:the (Masters)|this one): (.+)", _offer),
    (r"(accepts|declines) the Masters", _answer_offer),
    (r"appoints (\w) to monitor (\w-\w)(?:, for (\w))?(?:, (\S+) by (\w+))?", _monitor),
    (r"releases monitor (\d) of (\w-\w)", _release),
    (r"(?:says that (\w) )?consents to (\w+) at (\w-\w)(?: for (\w))?", _consent),
    (r"revokes consent (\d) of (\w-\w): (.+)", _revoke),
    (r"(?:says that (\w) )?leaves (\w-\w)(?: for (\d) together)?( during a game)?", _leave),
    (r"ends break (\d) of (\w-\w)(?: at (\S+))?", _return),
    (
        r"has the clocks of (\w-\w) (\w+): (\d+:\d\d) (\d+:\d\d)(?:, delay (\d+))?(, estimated)?(?:: (.+))?",
        _clock,
    ),
    (r"declares at (\w-\w): (\w+) (?:is|are) out(?:, (\w) first)?(?:, (\w) certain to win)?", _declare),
    (r"attaches the (\w+) of (\w-\w)", _attach),
    (r"(asks for|insists on) ([\w-]+)(?: at (\w-\w))?: (.+)", _ask),
    (r"(grants|declines) (\d): (.+)", _answer),
    (r"makes an exception to ([\d.]+)(?: at (\w-\w))?: (.+); (.+)", _except),
    (r"takes back (\w+) (\d)(?: of (\w-\w))?: (.+)", _retract),
    (r"files (the|an older) report", _file),
    (r"tells the federation of ruling (\d): (.+)", _tell),
    (r"rules in principle by ([\d.]+)(?: on report (\d))?: (.+)", _principle),
    (r"withdraws principle (\d): (.+)", _withdraw_principle),
    (r"bans (\w)( from directing)? (until [\w ]+|for good)(?: on report (\d))?: (.+)", _ban),
    (r"lifts ban (\d) of (\w): (.+)", _lift),
)
"""What each line means; the first that fits."""
