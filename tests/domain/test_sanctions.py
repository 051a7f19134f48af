"""Sanctions that reach other tournaments: bars by rulings, suspended, reversed, replaced and lifted; whom they keep
out, what a reversal can't undo, and who has been sanctioned (ALL-8, ALL-10, ALL-14, TD-4, TD-13)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.application.requests import of_tournament
from domain.kernel.refusal import Refused
from domain.officiating.remedies import (
    Bar,
    DirectorBar,
    Disqualification,
    EntryNamed,
    Expulsion,
    MatchLoss,
    PenaltyPoints,
    PersonNamed,
    Remedy,
    SpectatorBar,
    SpectatorExpulsion,
    WarningGiven,
    persons_named,
)
from domain.person.barred import bar_to_directing, bar_to_entering
from domain.person.decide import ErasePerson, LiftBar, PlaceBar
from domain.scoring.result import WinnerOnly
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.reporting.sanction_register import sanctioned
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.rulings.events import About
from tests.club import Club
from tests.desk import OFFICE, director, person, player
from tests.golden.tables import table
from tests.reaching import reached

COMMITTEE = "XYZ"
JUNE = datetime(2026, 6, 1, tzinfo=UTC)
BARS: tuple[Remedy, ...] = (
    Bar(person=person("A"), until=None),
    DirectorBar(person=person("D"), until=None),
)


@dataclass
class Court:
    """A tournament of A and B, started, whose rulings and appeals a letter's word carries out."""

    club: Club = field(default_factory=lambda: Club().register("ABCD" + COMMITTEE))
    evening: str = ""

    def __post_init__(self) -> None:
        self.evening = self.club.announce(director=person("D"))
        self.club.start(self.evening, "AB")

    def rule(self, *remedies: Remedy, about: About | None = None, claimed: Sequence[Remedy] = ()) -> int:
        """The number of a ruling with these remedies, on entry 1 where nothing else is said, and entry 2 a party."""
        command = ruling_commands.GiveRuling(
            about=about or About(kind="entry", number=1),
            parties=() if about else (2,),
            clause="1.2.3",
            facts="Dice were thrown.",
            reasons="Nobody throws dice.",
            remedies=remedies,
            claimed=tuple(claimed),
        )
        self.do(command)
        return len(self.club.tournament(self.evening).directing.rulings)

    def do(self, command: lifecycle_commands.Command) -> None:
        self.club.do(self.evening, command)

    def appeal(self, ruling: int) -> int:
        """The number of the open appeal of that ruling: A's, or B's once A has withdrawn his."""
        open_ = self.club.tournament(self.evening).directing.appeal_of(ruling)
        if open_ is None:
            by = 2 if self.withdrawn else 1
            self.do(ruling_commands.LodgeAppeal(ruling=ruling, by=by, reason="Not so"))
            open_ = self.club.tournament(self.evening).directing.appeal_of(ruling)
            assert open_ is not None
            self.do(ruling_commands.FormCommittee(appeal=open_.number, members=tuple(map(person, COMMITTEE))))
        return open_.number

    @property
    def withdrawn(self) -> bool:
        """Whether an appeal was withdrawn."""
        appeals = self.club.tournament(self.evening).directing.appeals
        return any(appeal.decision == "withdrawn" for appeal in appeals.values())

    def decide(self, ruling: int, verdict: Any, *remedies: Remedy) -> None:  # noqa: ANN401 -- a verdict or a number
        """What the committee votes for; an alternative's remedies are put forward first."""
        appeal = self.appeal(ruling)
        if remedies:
            self.do(ruling_commands.PutForward(appeal=appeal, remedies=remedies))
        for letter in COMMITTEE[:2]:
            self.do(ruling_commands.CastVote(appeal=appeal, member=person(letter), verdict=verdict))
        self.do(ruling_commands.DecideAppeal(appeal=appeal, reasons="As voted"))

    def suspend(self) -> None:
        """While A's appeal is open."""
        self.appeal(1)
        self.do(ruling_commands.SuspendRuling(ruling=1))

    def act(self, word: str) -> None:
        """What the stories' words mean, for ruling 1."""
        acts: dict[str, Callable[[], object]] = {
            "rule": lambda: self.rule(*BARS),
            "claim": lambda: self.rule(claimed=BARS),
            "suspend": self.suspend,
            "resume": lambda: self.do(ruling_commands.ResumeRuling(ruling=1)),
            "reverse": lambda: self.decide(1, "reversed"),
            "uphold": lambda: self.decide(1, "upheld"),
            "withdraw": lambda: self.do(ruling_commands.WithdrawAppeal(appeal=1)),
            "alternative": lambda: self.decide(1, 1, Bar(person=person("A"), until=JUNE)),
            "lift": lambda: self.club.person_does("A", LiftBar(bar=1, reason="He is sorry")),
            "june": lambda: setattr(self.club, "now", JUNE),
        }
        acts[word]()

    def stands(self) -> dict[str, str]:
        """How the bars of A and D stand, as the pages say it."""
        a, d = self.club.person("A"), self.club.person("D")
        return {
            "A enters": "no" if bar_to_entering(a, 2, self.club.now) else "yes",
            "D directs": "no" if bar_to_directing(d, self.club.now) else "yes",
            "bars of A": ", ".join(bar.status for bar in a.bars),
            "bars of D": ", ".join(bar.status for bar in d.bars),
        }


@pytest.mark.rule("TD-4", "TD-12", "TD-13")
@pytest.mark.parametrize("story", range(1, 7))
def test_what_becomes_of_bars_is_what_becomes_of_their_ruling(story: int) -> None:
    court = Court()
    for row in table("sanctions/bars", story):
        court.act(row["do"])
        stands = court.stands()
        assert stands == {name: row[name] for name in stands}, row["do"]


@pytest.mark.rule("TD-4")
def test_the_bar_is_written_with_the_ruling_in_one_decision() -> None:
    court = Court()
    command = ruling_commands.GiveRuling(
        about=About(kind="tournament"), clause="1.2.3", facts="Dice", reasons="No", remedies=(BARS[0],)
    )
    decision = court.club.carry_out(of_tournament(court.club.by(OFFICE), court.evening, command))
    tournament, one = decision.writes
    assert (len(tournament.events), len(one.events)) == (1, 1)
    assert one.cause == f"tournament-{court.evening}@{court.club.tournament(court.evening).version}"
    (bar,) = court.club.person("A").bars
    assert bar.ordered is not None
    assert (bar.ordered.tournament, bar.ordered.ruling, bar.ordered.clause) == (court.evening, 1, "1.2.3")


@pytest.mark.rule("TD-4", "ALL-10")
def test_a_barred_members_team_is_refused_until_the_bar_ends() -> None:
    court = Court()
    court.rule(Bar(person=person("C"), until=JUNE))
    other = court.club.announce()
    team = entry_commands.RequestEntry(person=person("A"), members=(person("C"),), team="Foxes")
    assert court.club.turned_away(other, team) == "person-barred"
    court.act("june")
    court.club.do(other, team)


@pytest.mark.rule("TD-4", "TD-1")
def test_who_is_barred_from_directing_is_appointed_nowhere_and_announces_nothing() -> None:
    court = Court()
    other = court.club.announce()
    court.rule(DirectorBar(person=person("D"), until=JUNE))
    assert court.club.refused(other, lifecycle_commands.AppointDirector(person=person("D"))) == "director-barred"
    for by, named in ((OFFICE, person("D")), (director("D"), None)):
        with pytest.raises(Refused) as refusal:
            court.club.announce(by=by, director=named)
        assert refusal.value.problem.slug == "director-barred"
    court.club.enter(other, "D")
    court.act("june")
    court.club.do(other, lifecycle_commands.AppointDirector(person=person("D")))
    court.club.announce(by=director("D"))


@pytest.mark.rule("TD-4", "TD-1")
def test_who_is_barred_from_directing_goes_on_with_what_he_directs() -> None:
    court = Court()
    court.rule(DirectorBar(person=person("D"), until=None))
    pair = round_commands.PairByHand(round=1, pairings=((1, 2),), reason="Two players")
    court.club.do(court.evening, pair, by=director("D"))


@pytest.mark.rule("TD-4")
def test_the_federation_places_and_lifts_bars_of_its_own() -> None:
    club = Club().register("AD")
    club.person_does("D", PlaceBar(kind="director-bar", reason="Ruled against the rules"))
    club.enter(club.announce(), "D")
    with pytest.raises(Refused):
        club.announce(director=person("D"))
    club.person_does("D", LiftBar(bar=1, reason="Decided"))
    club.announce(director=person("D"))


@pytest.mark.rule("TD-4")
def test_1_6_3_a_barred_spectator_does_not_enter() -> None:
    court = Court()
    court.rule(SpectatorBar(spectator=PersonNamed(person=person("C")), until=None))
    assert [bar.kind for bar in court.club.person("C").bars] == ["spectator-bar"]
    asking = entry_commands.RequestEntry(person=person("C"))
    assert court.club.turned_away(court.club.announce(), asking) == "person-barred"


@pytest.mark.rule("TD-4", "TD-9")
@pytest.mark.parametrize("claimed", [False, True])
def test_nobody_is_barred_who_is_not_in_the_registry(*, claimed: bool) -> None:
    court = Court()
    remedies = (Bar(person=person("Q"), until=None),)
    command = ruling_commands.GiveRuling(
        about=About(kind="entry", number=1),
        clause="1.2.3",
        facts="Dice",
        reasons="No",
        remedies=() if claimed else remedies,
        claimed=remedies if claimed else (),
    )
    assert court.club.refused(court.evening, command) == "person-unknown"


@pytest.mark.rule("TD-4", "TD-13")
def test_bars_of_somebody_erased_since_are_his_without_a_word_about_him() -> None:
    court = Court()
    court.club.person_does("C", PlaceBar(reason="Shouted"))
    court.rule(Bar(person=person("C"), until=None))
    court.club.person_does("C", ErasePerson())
    court.decide(1, "reversed")
    assert [(bar.status, bar.reason) for bar in court.club.person("C").bars] == [("in-force", None), ("reversed", None)]


@pytest.mark.rule("TD-13", "ALL-14")
def test_whom_a_reversed_bar_kept_out_is_shown_where_he_could_have_entered() -> None:
    court = Court()
    open_then, never_asked = court.club.announce(), court.club.announce()
    entered = court.club.announce()
    court.club.enter(entered, "C")
    over = court.club.play("X", "Y")
    court.rule(Bar(person=person("C"), until=None))
    asking = entry_commands.RequestEntry(person=person("C"))
    assert court.club.turned_away(open_then, asking) == "person-barred"
    assert court.club.reviews(open_then) == []
    court.decide(1, "reversed")
    later = court.club.announce()
    shown = {t: [(i.kind, i.person, i.ruling, i.tournament) for i in court.club.reviews(t)] for t in
             (open_then, never_asked, entered, over, later)}  # fmt: skip
    kept_out = {open_then: [("kept-out", person("C"), 1, court.evening)]}
    assert shown == kept_out | {never_asked: [], entered: [], over: [], later: []}
    court.club.enter(open_then, "C")
    assert court.club.reviews(open_then) == []


@pytest.mark.rule("TD-13", "TD-4")
@pytest.mark.parametrize(("minutes", "kept_out"), [(15, False), (45, True)])
def test_a_bar_that_had_run_out_before_somebody_asked_has_not_kept_him_out(minutes: int, kept_out: bool) -> None:
    court = Court()
    court.rule(Bar(person=person("C"), until=court.club.now + timedelta(minutes=minutes)))
    court.club.now += timedelta(minutes=30)
    later = court.club.announce()
    asking = entry_commands.RequestEntry(person=person("C"))
    if kept_out:
        assert court.club.turned_away(later, asking) == "person-barred"
    else:
        court.club.do(later, asking)
    court.decide(1, "reversed")
    assert [one.kind for one in court.club.reviews(later)] == (["kept-out"] if kept_out else [])


@pytest.mark.rule("TD-13")
def test_a_round_missed_by_who_was_put_out_and_is_in_again_is_shown() -> None:
    club = Club().register("ABCDE" + COMMITTEE)
    evening = club.announce(format={"kind": "swiss", "rounds": 3})
    club.start(evening, "ABCD")
    court = court_in(club, evening)
    court.rule(Expulsion(entry=1))
    club.do(evening, round_commands.DrawRound(round=1))
    assert club.reviews(evening) == []
    court.decide(1, "reversed")
    assert club.reviews(evening) == []
    choice = {"question": "behind-1-1", "choice": "miss-round", "reason": "It is under way"}
    club.do(evening, round_commands.DecideQuestion.model_validate(choice))
    (item,) = club.reviews(evening)
    assert (item.kind, item.entry, item.round, item.ruling) == ("round-missed", 1, 1, 1)


def court_in(club: Club, evening: str) -> Court:
    """A court in that tournament instead."""
    court = Court.__new__(Court)
    court.club, court.evening = club, evening
    return court


@pytest.mark.rule("TD-4", "TD-5", "ALL-10")
def test_the_register_knows_whom_each_sanction_is_against() -> None:
    club = Club().register("ABCDE" + COMMITTEE)
    evening = club.announce(format={"kind": "open"})
    club.do(evening, entry_commands.RequestEntry(person=person("A"), members=(person("E"),), team="Foxes"))
    club.do(evening, entry_commands.ApproveEntry(entry=1))
    club.start(evening, "B")
    club.do(evening, match_commands.EnterResults(results=(pair_of(1, 2),)))
    court = court_in(club, evening)
    first = About(kind="match", number=1)
    court.rule(WarningGiven(to=EntryNamed(entry=2)), about=first)
    court.rule(PenaltyPoints(offender="first", beneficiary="second", points=2), about=first)
    court.rule(SpectatorExpulsion(spectator=PersonNamed(person=person("C"))))
    court.rule(Disqualification(entry=2), WarningGiven(to=PersonNamed(person=person("D"))))
    court.decide(2, 1, MatchLoss(loser="first"))
    shown = [
        (chr(int(one.person[-4:], 16)), one.ruling, one.place, one.kind, one.status, one.entry, one.match, one.points)
        for one in sanctioned(club.tournament(evening))
    ]
    assert shown == [
        ("B", 1, 1, "warning", "in-force", 2, None, None),
        ("A", 2, 1, "penalty-points", "reversed", 1, 1, 2),
        ("E", 2, 1, "penalty-points", "reversed", 1, 1, 2),
        ("A", 2, 2, "match-loss", "in-force", 1, 1, None),
        ("E", 2, 2, "match-loss", "in-force", 1, 1, None),
        ("C", 3, 1, "spectator-expulsion", "in-force", None, None, None),
        ("B", 4, 1, "disqualification", "in-force", 2, None, None),
        ("D", 4, 2, "warning", "in-force", None, None, None),
    ]


def pair_of(first: int, second: int) -> match_commands.PlayedMatch:
    """A match to 7 points that the first one has won, without a score."""
    return match_commands.PlayedMatch(sides=(first, second), length=7, result=WinnerOnly(winner="first"))


@pytest.mark.rule("TD-4", "TD-12", "TD-13")
@pytest.mark.parametrize("instead", ["claimed", "alternative"])
def test_a_bar_that_has_ended_meanwhile_keeps_no_decision_from_being_announced(instead: str) -> None:
    court, bars = Court(), (Bar(person=person("C"), until=JUNE), Bar(person=person("A"), until=None))
    claimed = instead == "claimed"
    court.rule(*(() if claimed else (WarningGiven(to=EntryNamed(entry=1)),)), claimed=bars if claimed else ())
    appeal = court.appeal(1)
    if not claimed:
        court.do(ruling_commands.PutForward(appeal=appeal, remedies=bars))
    court.club.now = JUNE
    court.decide(1, "reversed" if claimed else 1)
    in_force = court.club.tournament(court.evening).directing.rulings[1].in_force
    assert in_force is not None
    assert in_force.remedies == bars[1:]
    assert (court.club.person("C").bars, _in_force(court, "A")) == ((), ["bar None"])


REMEDIES: Sequence[Remedy] = (
    Bar(person=person("A"), until=None),
    Bar(person=person("C"), until=JUNE),
    DirectorBar(person=person("C"), until=None),
    SpectatorBar(spectator=PersonNamed(person=person("C")), until=JUNE),
    WarningGiven(to=EntryNamed(entry=1)),
)
steps = st.lists(st.sampled_from(("suspend", "resume", "lift A", "lift C", "bar A", "withdraw")), max_size=6)


@pytest.mark.rule("TD-13", "TD-4")
@given(
    ordered=st.lists(st.sampled_from(REMEDIES), min_size=1, unique=True),
    dismissed=st.booleans(),
    meanwhile=steps,
    alternative=st.lists(st.sampled_from(REMEDIES), max_size=3, unique=True),
)
def test_reversed_a_ruling_leaves_persons_barred_as_without_it(
    ordered: list[Remedy], dismissed: bool, meanwhile: list[str], alternative: list[Remedy]
) -> None:
    """Whatever is suspended, resumed, withdrawn, lifted and barred meanwhile; of an alternative its own bars hold."""
    court = Court()
    remedies = () if dismissed else tuple(ordered)
    court.rule(*remedies, claimed=ordered if dismissed else ())
    placed = [step for step in meanwhile if _tried(court, step)].count("bar A")
    lifted_own = [bar for bar in court.club.person("A").bars if bar.ordered is None and bar.status == "lifted"]
    if alternative:
        court.decide(1, 1, *alternative)
        expected: Sequence[Remedy] = alternative
    else:
        court.decide(1, "reversed")
        expected = ordered if dismissed else ()
    for letter in "AC":
        own = placed - len(lifted_own) if letter == "A" else 0
        reached()
        assert sorted(_in_force(court, letter)) == sorted([*_bars_of(expected, letter), *["bar None"] * own])


def _tried(court: Court, step: str) -> bool:
    """Whether the step could be taken."""
    word, _, letter = step.partition(" ")
    try:
        match word:
            case "lift":
                last = len(court.club.person(letter).bars)
                court.club.person_does(letter, LiftBar(bar=last or 1, reason="Decided"))
            case "bar":
                court.club.person_does(letter, PlaceBar(reason="Shouted"))
            case "withdraw" if court.withdrawn:
                return False
            case "withdraw":
                court.do(ruling_commands.WithdrawAppeal(appeal=court.appeal(1)))
            case _:
                court.act(word)
    except Refused:
        return False
    return True


def _in_force(court: Court, letter: str) -> list[str]:
    bars = court.club.person(letter).bars
    return [f"{bar.kind} {bar.until}" for bar in bars if bar.in_force(court.club.now)]


def _bars_of(remedies: Sequence[Remedy], letter: str) -> list[str]:
    bars = (one for one in remedies if isinstance(one, Bar | DirectorBar | SpectatorBar))
    return [f"{bar.kind} {bar.until}" for bar in bars if persons_named([bar]) == (person(letter),)]


@pytest.mark.rule("TD-4")
def test_a_player_may_not_lift_his_bar() -> None:
    court = Court()
    court.rule(*BARS)
    with pytest.raises(Refused) as refusal:
        court.club.person_does("A", LiftBar(bar=1, reason="Please"), by=player("A"))
    assert refusal.value.problem.slug == "not-allowed"
