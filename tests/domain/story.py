"""Rulings and appeals told as in the hand-worked pages: who does what, and what matches and table then say.

Z directs, and so does `A directing`; `the office` is an administrator, and `A of the office` one who is A; x, y, z,
u and v sit on committees, everybody else plays. Lines are read so:

- `A-D 7-3`, `A-D D concedes`: a result, in the words of `tests/directing/words.py`; `A-D under way`: play has begun
- `verifies A-D`, `corrects A-D 3-7`, `corrects A-D 5-3 to 5`
- `disputes A-D: ...`, `says on 1: ...`, `gives evidence on 1: ...`; of Z, `asks D for evidence on 1: ...`,
  `asks V to be heard on 1: ...`, `hears V on 1: ...`
- `rules on A-D by 2.2.4: D+2`, `dismisses on A-D by 4.7: replay`; of these
  ` on dispute 1` or ` citing 1` behind the clause
- `agrees to xyz on 1`; `xyz rule on A-D by 4.7 on dispute 1, xy for it: D+2`
- `warns D on A-D by 4.2`, `disqualifies D by 1.7`, `expels D by 1.2`; `expels D until 1 June by 1.2`: banned besides;
  `sends V away by 1.6`, `sends a man in a hat away for good by 1.6`: spectators
- `appeals 1`, `appeals 1 for D late`, `forms xyz for 1`, `votes reversed on 1`, and of who is not x ` for x` behind it,
  `puts forward A+1 on 1`, `decides 1`
- `suspends 1`, `resumes 1`, `withdraws 1`; `takes back 1`: the ruling itself

and any of them with ` with rewind`, `restore` or `stand` at its end. What else can be done is in `story_acts` and
`story_sheets`. Where a line says `at` which time, it happens then.
"""

import re
from collections.abc import Callable
from typing import Any

from domain.kernel.envelope import Actor
from domain.match import layering
from domain.match.effective_result import Undecided
from domain.match.record import Match
from domain.officiating.committees import Vote
from domain.tournament.command import Command
from domain.tournament.matches import commands as match_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import OFFICE, director, person, player
from tests.directing import words
from tests.domain.story_acts import ACTS, Deed, conditions, until
from tests.domain.story_desk import club_desk
from tests.domain.story_sheets import SHEET_ACTS
from tests.golden.tables import Row

SAID = {"facts": "As seen.", "reasons": "As written."}


class Story:
    """A knockout of which Z is a director, started."""

    def __init__(self, setting: Row) -> None:
        lengths = tuple(map(int, setting["length"].split()))
        announced, begun = conditions(setting.get("conditions", "")), setting.get("begun", "yes") == "yes"
        self.desk = club_desk(int(setting["players"]), lengths, announced, begun=begun)

    def act(self, who: str, said: str) -> None:
        """Does what a line says; raises Refused where it is refused."""
        words_, _, choice = said.partition(" with ")
        for pattern, make in (*ACTS, *SHEET_ACTS, *_LINES):
            found = re.fullmatch(pattern, words_)
            if found:
                for act in make(self, who, *found.groups()):
                    self._do(act, _actor(who), choice)
                return
        raise ValueError(f"nobody knows what {said!r} means")

    def _do(self, act: Command | Deed, by: Actor, choice: str) -> None:
        if callable(act):
            act(by)
        else:
            self.desk.do(act.model_copy(update={"choice": choice}) if choice else act, by)

    def match(self, name: str) -> Match:
        """The live match of the two."""
        return next(match for match in reversed(self.desk.live(name.replace("-", ""))))

    def translated(self, name: str, text: str) -> str:
        """What is said of a match, with its first side as A and its second as B."""
        return text.translate(str.maketrans(name.replace("-", ""), "AB"))

    def about(self, name: str) -> dict[str, object]:
        """A match by its sides, an entry by its letter."""
        if "-" in name:
            return {"kind": "match", "number": self.match(name).number}
        return {"kind": "entry", "number": self.desk.entry(name)}

    def matches(self) -> str:
        """`A-D: A 7-3; B-C: open`, without those that are void because of what they were made from."""
        shown = [match for match in self.desk.matches() if match.live]
        return "; ".join(f"{self.desk.name(match)}: {self.come_to(match)}" for match in shown)

    def come_to(self, match: Match) -> str:
        """What a match has come to, in words."""
        if match.ruled_void:
            return "void"
        if match.effective is not None:
            outcome, winner = match.effective.outcome, match.effective.winner
            points = " {}-{}".format(*outcome.points) if outcome.points else ""
            return (self.desk.letter(winner) + points) if winner else outcome.ended
        if not match.layers and match.sitting.report is None:
            return "open"
        left = layering.as_ruled(match).outcome
        assert isinstance(left, Undecided)
        played = "{}-{}".format(*left.played) if left.played else "?"
        given = " +{}-{}".format(*left.given) if any(left.given) else ""
        return f"undecided {played}{given}"

    def table(self) -> str:
        """`A, B=C, D disqualified`: by rank, equal ranks joined."""
        rows: dict[int | None, list[str]] = {}
        for row in self.desk.standings().rows:
            out = f" {row.mark}" if row.mark in ("disqualified", "expelled") else ""
            rows.setdefault(row.rank, []).append(self.desk.letter(row.entry) + out)
        return ", ".join("=".join(row) for row in rows.values())

    def flagged(self) -> str:
        """What is flagged of the newest ruling."""
        rulings = self.desk.state.directing.rulings
        flags = sorted({flag.remedy_number for flag in rulings[len(rulings)].flags}) if rulings else ()
        return "flagged " + " ".join(map(str, flags)) if flags else ""


def _actor(who: str) -> Actor:
    if who.endswith("the office"):
        return OFFICE if who == "the office" else OFFICE.model_copy(update={"person": person(who[0])})
    return director(who[0]) if who == "Z" or who.endswith(" directing") else player(who)


Commands = tuple[Command, ...]


def _judgement(story: Story, on: str, clause: str, **ruled: object) -> Commands:
    return (ruling_commands.GiveRuling.model_validate({"about": story.about(on), "clause": clause, **SAID, **ruled}),)


def _remedies(story: Story, on: str, text: str) -> list[dict[str, Any]]:
    return [remedy.model_dump() for remedy in words.remedies(story.translated(on, text))]


def _report(story: Story, _: str, name: str, text: str) -> Commands:
    result = words.result(story.translated(name, text))
    return (match_commands.ReportResult(match=story.match(name).number, result=result, score_checked=True),)


def _begin(story: Story, _: str, name: str) -> Commands:
    number = story.match(name).number
    return match_commands.SendInvitation(match=number), match_commands.AcknowledgeInvitation(match=number)


def _verify(story: Story, _: str, name: str) -> Commands:
    return (match_commands.VerifyResult(match=story.match(name).number),)


def _correct(story: Story, _: str, name: str, text: str, length: str | None) -> Commands:
    result, to = words.result(story.translated(name, text)), int(length) if length else None
    return (match_commands.CorrectResult(match=story.match(name).number, result=result, length=to, reason="Slip"),)


def _dispute(story: Story, _: str, on: str, matter: str) -> Commands:
    return (ruling_commands.OpenDispute.model_validate({"about": story.about(on), "matter": matter}),)


def _said(kind: str) -> Callable[..., Commands]:
    """A statement or evidence: of who speaks, or, where the line names somebody, of them."""

    def statement(_: Story, who: str, *said: str) -> Commands:
        *named, dispute, text = said
        told = {"dispute": int(dispute), "kind": kind, "person": person(named[0] if named else who), "statement": text}
        return (ruling_commands.RecordStatement.model_validate(told),)

    return statement


def _rule(story: Story, _: str, on: str, clause: str, dispute: str | None, cited: str | None, text: str) -> Commands:
    more = {"dispute": dispute and int(dispute), "precedents": (int(cited),) if cited else ()}
    return _judgement(story, on, clause, remedies=_remedies(story, on, text), **more)


def _jointly(story: Story, _: str, members: str, on: str, clause: str, dispute: str, votes: str, text: str) -> Commands:
    jury = {
        "committee": tuple(map(person, members)),
        "votes": tuple(Vote(member=person(member), verdict="upheld") for member in votes),
        "dispute": int(dispute),
    }
    return _judgement(story, on, clause, remedies=_remedies(story, on, text), **jury)


def _agree(_: Story, who: str, members: str, dispute: str) -> Commands:
    said = {"kind": "agreement", "person": person(who), "statement": "They may rule."}
    committee = tuple(map(person, members))
    return (ruling_commands.RecordStatement.model_validate({"dispute": int(dispute), "committee": committee, **said}),)


def _dismiss(story: Story, _: str, on: str, clause: str, text: str) -> Commands:
    return _judgement(story, on, clause, claimed=_remedies(story, on, text))


def _warn(story: Story, _: str, letter: str, on: str, clause: str) -> Commands:
    warning = {"kind": "warning", "to": {"kind": "entry", "entry": story.desk.entry(letter)}}
    return _judgement(story, on, clause, remedies=[warning])


def _exclude(story: Story, _: str, how: str, letter: str, banned: str | None, clause: str) -> Commands:
    kind = {"disqualifies": "disqualification", "expels": "expulsion"}[how]
    ban = [{"kind": "ban", "person": person(letter), "until": until(banned.strip())}] if banned else []
    return _judgement(story, letter, clause, remedies=[{"kind": kind, "entry": story.desk.entry(letter)}, *ban])


def _send_away(_: Story, __: str, who: str, banned: str | None, clause: str) -> Commands:
    named = {"kind": "person", "person": person(who)} if len(who) == 1 else {"kind": "described", "description": who}
    ban = {"kind": "spectator-ban", "until": None} if banned else {"kind": "spectator-expulsion"}
    said = {"about": {"kind": "tournament"}, "clause": clause, **SAID, "remedies": [{**ban, "spectator": named}]}
    return (ruling_commands.GiveRuling.model_validate(said),)


def _appeal(story: Story, who: str, ruling: str, party: str | None, late: str | None) -> Commands:
    by = story.desk.entry(party or who[0])
    admitted = {"override": True, "reason": "The letter was lost."} if late else {}
    return (ruling_commands.LodgeAppeal.model_validate({"ruling": int(ruling), "entry": by, **admitted}),)


def _form(_: Story, __: str, members: str, appeal: str) -> Commands:
    return (ruling_commands.FormCommittee(appeal=int(appeal), members=tuple(map(person, members))),)


def _vote(_: Story, who: str, verdict: str, appeal: str, member: str | None) -> Commands:
    ballot = {"appeal": int(appeal), "member": person(member or who), "verdict": verdict}
    return (ruling_commands.CastVote.model_validate(ballot),)


def _propose_alternative(story: Story, _: str, text: str, appeal: str) -> Commands:
    ruling = story.desk.state.directing.rulings[story.desk.state.directing.appeals[int(appeal)].ruling]
    assert ruling.on.number is not None
    name = story.desk.name(story.desk.state.matches[ruling.on.number])
    return (
        ruling_commands.ProposeAlternative.model_validate(
            {"appeal": int(appeal), "remedies": _remedies(story, name, text)}
        ),
    )


def _numbered(command: type[Command], field: str, **more: object) -> Callable[..., Commands]:
    return lambda _, __, number: (command.model_validate({field: int(number), **more}),)


_LINES: tuple[tuple[str, Callable[..., Commands]], ...] = (
    (r"verifies (\w-\w)", _verify),
    (r"corrects (\w-\w) (\S+|\w concedes\S*)(?: to (\d+))?", _correct),
    (r"(\w-\w) under way", _begin),
    (r"disputes (\w-\w): (.+)", _dispute),
    (r"says on (\d): (.+)", _said("statement")),
    (r"gives evidence on (\d): (.+)", _said("evidence-given")),
    (r"asks (\w) for evidence on (\d): (.+)", _said("evidence-asked")),
    (r"asks (\w) to be heard on (\d): (.+)", _said("spectator-asked")),
    (r"hears (\w) on (\d): (.+)", _said("spectator")),
    (r"rules on (\w-\w) by ([\d.]+)(?: on dispute (\d))?(?: citing (\d))?: (.+)", _rule),
    (r"agrees to (\w+) on (\d)", _agree),
    (r"(\w+) rule on (\w-\w) by ([\d.]+) on dispute (\d), (\w+) for it: (.+)", _jointly),
    (r"dismisses on (\w-\w) by ([\d.]+): (.+)", _dismiss),
    (r"warns (\w) on (\w-\w) by ([\d.]+)", _warn),
    (r"(disqualifies|expels) (\w)( until [\w ]+| for good)? by ([\d.]+)", _exclude),
    (r"sends (.+?) away( for good)? by ([\d.]+)", _send_away),
    (r"appeals (\d)(?: for (\w))?( late)?", _appeal),
    (r"forms (\w+) for (\d)", _form),
    (r"votes ([\w-]+) on (\d)(?: for (\w))?", _vote),
    (r"puts forward (.+) on (\d)", _propose_alternative),
    (r"decides (\d)", _numbered(ruling_commands.DecideAppeal, "appeal", reasons="As voted.")),
    (r"suspends (\d)", _numbered(ruling_commands.SuspendRuling, "ruling")),
    (r"resumes (\d)", _numbered(ruling_commands.ResumeRuling, "ruling")),
    (r"takes back (\d)", _numbered(ruling_commands.WithdrawRuling, "ruling", reason="Not so.")),
    (r"withdraws (\d)", _numbered(ruling_commands.WithdrawAppeal, "appeal")),
    (r"(\w-\w) (.+)", _report),
)
