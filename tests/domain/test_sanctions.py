"""Sanctions that reach other tournaments: bans by rulings, suspended, reversed, replaced and lifted; who they keep
out, what a reversal can't undo, and who has been sanctioned (ALL-8, ALL-10, ALL-14, TD-4, TD-13)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.application.requests import of_tournament
from domain.kernel.refusal import Refused
from domain.officiating.committees import CommitteeVerdict
from domain.officiating.remedies import (
    Ban,
    DirectorBan,
    Disqualification,
    EntryNamed,
    Expulsion,
    MatchLoss,
    PenaltyPoints,
    PersonNamed,
    Remedy,
    SpectatorBan,
    SpectatorExpulsion,
    WarningGiven,
    persons_named,
)
from domain.person.banned import ban_to_directing, ban_to_entering
from domain.person.commands import LiftBan, PlaceBan, SuspendBan
from domain.scoring.result import WinnerOnly
from domain.tournament.command import Command
from domain.tournament.decisions.reporting.sanction_register import sanctions_of
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.rulings.events import About
from tests.club import Club
from tests.desk import OFFICE, director, person, player
from tests.golden.tables import table
from tests.reaching import reached
from tests.when import ask

COMMITTEE = "XYZ"
JUNE = datetime(2026, 6, 1, tzinfo=UTC)
BANS: tuple[Remedy, ...] = (
    Ban(person=person("A"), until=None),
    DirectorBan(person=person("D"), until=None),
)


@dataclass
class Court:
    """A tournament of A and B, which C left before the start, whose rulings and appeals a letter's word carries out."""

    club: Club = field(default_factory=lambda: Club().register("ABCD" + COMMITTEE))
    evening: str = ""

    def __post_init__(self) -> None:
        self.evening = self.club.announce(director=person("D"))
        self.club.enter(self.evening, "ABC")
        self.do(entry_commands.WithdrawEntry(entry=3, reason="Told the desk."))
        self.do(lifecycle_commands.StartTournament())

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

    def do(self, command: Command) -> None:
        self.club.do(self.evening, command)

    def appeal(self, ruling: int) -> int:
        """The number of the open appeal of that ruling: A's, or B's once A has withdrawn it."""
        open_ = self.club.tournament(self.evening).directing.appeal_of(ruling)
        if open_ is None:
            by = 2 if self.withdrawn else 1
            self.do(ruling_commands.LodgeAppeal(ruling=ruling, entry=by, reason="Not so"))
            open_ = self.club.tournament(self.evening).directing.appeal_of(ruling)
            assert open_ is not None
            self.do(ruling_commands.FormCommittee(appeal=open_.number, members=tuple(map(person, COMMITTEE))))
        return open_.number

    @property
    def withdrawn(self) -> bool:
        """Whether an appeal was withdrawn."""
        appeals = self.club.tournament(self.evening).directing.appeals
        return any(appeal.decision == "withdrawn" for appeal in appeals.values())

    def decide(self, ruling: int, verdict: CommitteeVerdict, *remedies: Remedy) -> None:
        """What the committee votes for; an alternative's remedies are put forward first."""
        appeal = self.appeal(ruling)
        if remedies:
            self.do(ruling_commands.ProposeAlternative(appeal=appeal, remedies=remedies))
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
            "rule": lambda: self.rule(*BANS),
            "claim": lambda: self.rule(claimed=BANS),
            "suspend": self.suspend,
            "resume": lambda: self.do(ruling_commands.ResumeRuling(ruling=1)),
            "reverse": lambda: self.decide(1, "reversed"),
            "uphold": lambda: self.decide(1, "upheld"),
            "withdraw": lambda: self.do(ruling_commands.WithdrawAppeal(appeal=1)),
            "alternative": lambda: self.decide(1, "alternative-1", Ban(person=person("A"), until=JUNE)),
            "lift": lambda: self.club.person_does("A", LiftBan(ban=1, reason="An apology")),
            "june": lambda: setattr(self.club, "now", JUNE),
        }
        acts[word]()

    def stands(self) -> dict[str, str]:
        """How the bans of A and D stand, as the pages say it."""
        a, d = self.club.person("A"), self.club.person("D")
        return {
            "A enters": "no" if ban_to_entering(a, 2, self.club.now) else "yes",
            "D directs": "no" if ban_to_directing(d, self.club.now) else "yes",
            "bans of A": ", ".join(ban.status for ban in a.bans),
            "bans of D": ", ".join(ban.status for ban in d.bans),
        }


@pytest.mark.rule("TD-4", "TD-12", "TD-13")
@pytest.mark.parametrize("story", range(1, 7))
def test_bans_follow_their_ruling(story: int) -> None:
    court = Court()
    for row in table("sanctions/bans", story):
        court.act(row["do"])
        stands = court.stands()
        assert stands == {name: row[name] for name in stands}, row["do"]


@pytest.mark.rule("TD-4")
def test_the_ban_is_written_with_the_ruling_in_one_decision() -> None:
    court = Court()
    command = ruling_commands.GiveRuling(
        about=About(kind="tournament"), clause="1.2.3", facts="Dice", reasons="No", remedies=(BANS[0],)
    )
    decision = court.club.carry_out(of_tournament(court.club.by(OFFICE), court.evening, command))
    tournament, one = decision.writes
    assert (len(tournament.events), len(one.events)) == (1, 1)
    assert one.cause == f"tournament-{court.evening}@{court.club.tournament(court.evening).version}"
    (ban,) = court.club.person("A").bans
    assert ban.ordered is not None
    assert (ban.ordered.tournament, ban.ordered.ruling, ban.ordered.clause) == (court.evening, 1, "1.2.3")


@pytest.mark.rule("TD-4", "ALL-10")
def test_a_banned_members_team_is_refused_until_the_ban_ends() -> None:
    court = Court()
    court.rule(Ban(person=person("C"), until=JUNE))
    other = court.club.announce()
    team = entry_commands.RequestEntry(person=person("A"), members=(person("C"),), team_name="Foxes")
    assert court.club.turned_away(other, team) == "person-banned"
    court.act("june")
    court.club.when(other, team).then()


@pytest.mark.rule("TD-4", "TD-1")
@pytest.mark.source("ausbgf 1.2.3")
def test_person_banned_from_directing_is_appointed_nowhere_and_announces_nothing() -> None:
    court = Court()
    other = court.club.announce()
    court.rule(DirectorBan(person=person("D"), until=JUNE))
    court.club.when(other, lifecycle_commands.AppointDirector(person=person("D"))).refused("director-banned")
    for by, named in ((OFFICE, person("D")), (director("D"), None)):
        with pytest.raises(Refused) as refusal:
            court.club.announce(by=by, director=named)
        assert refusal.value.problem.slug == "director-banned"
    court.club.enter(other, "D")
    court.act("june")
    court.club.do(other, lifecycle_commands.AppointDirector(person=person("D")))
    court.club.announce(by=director("D"))


@pytest.mark.rule("TD-4", "TD-1")
@pytest.mark.source("ausbgf 1.2.3")
def test_banned_director_does_not_act_in_a_running_tournament_until_the_ban_ends() -> None:
    court = Court()
    court.rule(DirectorBan(person=person("D"), until=JUNE))
    pair = round_commands.PairByHand(round=1, pairings=((1, 2),), reason="Two players")
    court.club.when(court.evening, pair, by=director("D")).refused("director-banned")
    court.act("june")
    court.club.when(court.evening, pair, by=director("D")).then()


@pytest.mark.rule("TD-4", "TD-1")
@pytest.mark.source("ausbgf 1.2.3")
def test_successor_goes_on_where_the_director_is_banned() -> None:
    court = Court()
    court.rule(DirectorBan(person=person("D"), until=None))
    court.do(lifecycle_commands.AppointDirector(person=person("C")))
    pair = round_commands.PairByHand(round=1, pairings=((1, 2),), reason="Two players")
    court.club.when(court.evening, pair, by=director("C")).then()


@pytest.mark.rule("TD-4", "TD-1")
@pytest.mark.source("ausbgf 1.2.3")
def test_banned_director_who_plays_reports_their_own_match() -> None:
    club = Club().register("AD")
    evening = club.announce(director=person("D"))
    club.enter(evening, "AD")
    club.do(evening, lifecycle_commands.StartTournament())
    club.do(evening, round_commands.PairByHand(round=1, pairings=((1, 2),), reason="Two players"))
    club.person_does("D", PlaceBan(kind="director-ban", reason="Ruled against the rules"))
    report = match_commands.ReportResult(match=1, result=WinnerOnly(winner="first"))
    club.do(evening, report, by=director("D"))
    close = round_commands.CloseRound(round=1, reason="All have played", early=True)
    club.when(evening, close, by=director("D")).refused("director-banned")


@pytest.mark.rule("TD-4")
def test_the_federation_places_and_lifts_bans_of_its_own() -> None:
    club = Club().register("AD")
    club.person_does("D", PlaceBan(kind="director-ban", reason="Ruled against the rules"))
    club.enter(club.announce(), "D")
    ask(club, lambda: club.announce(director=person("D"))).refused("director-banned")
    club.person_does("D", LiftBan(ban=1, reason="Decided"))
    club.announce(director=person("D"))


@pytest.mark.rule("TD-4")
def test_1_6_3_a_banned_spectator_does_not_enter() -> None:
    court = Court()
    court.rule(SpectatorBan(spectator=PersonNamed(person=person("C")), until=None))
    assert [ban.kind for ban in court.club.person("C").bans] == ["spectator-ban"]
    asking = entry_commands.RequestEntry(person=person("C"))
    assert court.club.turned_away(court.club.announce(), asking) == "person-banned"


@pytest.mark.rule("TD-4", "TD-9")
@pytest.mark.parametrize("claimed", [False, True])
def test_nobody_is_banned_who_is_not_in_the_registry(*, claimed: bool) -> None:
    court = Court()
    remedies = (Ban(person=person("Q"), until=None),)
    command = ruling_commands.GiveRuling(
        about=About(kind="entry", number=1),
        clause="1.2.3",
        facts="Dice",
        reasons="No",
        remedies=() if claimed else remedies,
        claimed=remedies if claimed else (),
    )
    court.club.when(court.evening, command).refused("person-unknown")


@pytest.mark.rule("TD-4", "TD-13")
def test_bans_of_somebody_erased_since_are_his_without_a_word_about_him() -> None:
    court = Court()
    court.club.person_does("C", PlaceBan(reason="Shouted"))
    court.rule(Ban(person=person("C"), until=None))
    court.club.erase("C")
    court.decide(1, "reversed")
    assert [(ban.status, ban.reason) for ban in court.club.person("C").bans] == [("in-force", None), ("reversed", None)]


@pytest.mark.rule("TD-13", "ALL-14")
def test_player_kept_out_by_a_reversed_ban_is_shown_where_they_could_have_entered() -> None:
    court = Court()
    open_then, never_asked = court.club.announce(), court.club.announce()
    entered = court.club.announce()
    court.club.enter(entered, "C")
    over = court.club.play("X", "Y")
    court.rule(Ban(person=person("C"), until=None))
    asking = entry_commands.RequestEntry(person=person("C"))
    assert court.club.turned_away(open_then, asking) == "person-banned"
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
def test_a_ban_that_had_run_out_before_somebody_asked_has_not_kept_him_out(minutes: int, kept_out: bool) -> None:
    court = Court()
    court.rule(Ban(person=person("C"), until=court.club.now + timedelta(minutes=minutes)))
    court.club.now += timedelta(minutes=30)
    later = court.club.announce()
    asking = entry_commands.RequestEntry(person=person("C"))
    if kept_out:
        assert court.club.turned_away(later, asking) == "person-banned"
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
    club.do(evening, entry_commands.RequestEntry(person=person("A"), members=(person("E"),), team_name="Foxes"))
    club.do(evening, entry_commands.ApproveEntry(entry=1))
    club.start(evening, "B")
    club.do(evening, match_commands.EnterResults(results=(pair_of(1, 2),)))
    court = court_in(club, evening)
    first = About(kind="match", number=1)
    court.rule(WarningGiven(to=EntryNamed(entry=2)), about=first)
    court.rule(PenaltyPoints(offender="first", beneficiary="second", points=2), about=first)
    court.rule(SpectatorExpulsion(spectator=PersonNamed(person=person("C"))))
    court.rule(Disqualification(entry=2), WarningGiven(to=PersonNamed(person=person("D"))))
    court.decide(2, "alternative-1", MatchLoss(loser="first"))
    shown = [
        (chr(int(one.person[-4:], 16)), one.ruling, one.place, one.kind, one.status, one.entry, one.match, one.points)
        for one in sanctions_of(club.tournament(evening))
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
def test_a_ban_that_has_ended_meanwhile_keeps_no_decision_from_being_announced(instead: str) -> None:
    court, bans = Court(), (Ban(person=person("B"), until=JUNE), Ban(person=person("A"), until=None))
    claimed = instead == "claimed"
    court.rule(*(() if claimed else (WarningGiven(to=EntryNamed(entry=1)),)), claimed=bans if claimed else ())
    appeal = court.appeal(1)
    if not claimed:
        court.do(ruling_commands.ProposeAlternative(appeal=appeal, remedies=bans))
    court.club.now = JUNE
    court.decide(1, "reversed" if claimed else "alternative-1")
    in_force = court.club.tournament(court.evening).directing.rulings[1].in_force
    assert in_force is not None
    assert in_force.remedies == bans[1:]
    assert (court.club.person("B").bans, _in_force(court, "A")) == ((), ["ban None"])


REMEDIES: Sequence[Remedy] = (
    Ban(person=person("A"), until=None),
    Ban(person=person("C"), until=JUNE),
    DirectorBan(person=person("C"), until=None),
    SpectatorBan(spectator=PersonNamed(person=person("C")), until=JUNE),
    WarningGiven(to=EntryNamed(entry=1)),
)
steps = st.lists(st.sampled_from(("suspend", "resume", "lift A", "lift C", "ban A", "withdraw")), max_size=6)


@pytest.mark.rule("TD-13", "TD-4")
@given(
    ordered=st.lists(st.sampled_from(REMEDIES), min_size=1, unique=True),
    dismissed=st.booleans(),
    meanwhile=steps,
    alternative=st.lists(st.sampled_from(REMEDIES), max_size=3, unique=True),
)
def test_reversed_a_ruling_leaves_persons_banned_as_without_it(
    ordered: list[Remedy], dismissed: bool, meanwhile: list[str], alternative: list[Remedy]
) -> None:
    """Whatever is suspended, resumed, withdrawn, lifted and banned meanwhile; of an alternative, which is against
    parties alone, its own bans hold."""
    court = Court()
    remedies = () if dismissed else tuple(ordered)
    court.rule(*remedies, claimed=ordered if dismissed else ())
    placed = [step for step in meanwhile if _tried(court, step)].count("ban A")
    lifted_own = [ban for ban in court.club.person("A").bans if ban.ordered is None and ban.status == "lifted"]
    parties = {person("A"), *persons_named(ordered)}
    instead = [one for one in alternative if parties.issuperset(persons_named([one]))]
    if instead:
        court.decide(1, "alternative-1", *instead)
        expected: Sequence[Remedy] = instead
    else:
        court.decide(1, "reversed")
        expected = ordered if dismissed else ()
    for letter in "AC":
        own = placed - len(lifted_own) if letter == "A" else 0
        reached()
        assert sorted(_in_force(court, letter)) == sorted([*_bans_of(expected, letter), *["ban None"] * own])


def _tried(court: Court, step: str) -> bool:
    """Whether the step could be taken."""
    word, _, letter = step.partition(" ")
    try:
        match word:
            case "lift":
                last = len(court.club.person(letter).bans)
                court.club.person_does(letter, LiftBan(ban=last or 1, reason="Decided"))
            case "ban":
                court.club.person_does(letter, PlaceBan(reason="Shouted"))
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
    bans = court.club.person(letter).bans
    return [f"{ban.kind} {ban.until}" for ban in bans if ban.in_force(court.club.now)]


def _bans_of(remedies: Sequence[Remedy], letter: str) -> list[str]:
    bans = (one for one in remedies if isinstance(one, Ban | DirectorBan | SpectatorBan))
    return [f"{ban.kind} {ban.until}" for ban in bans if persons_named([ban]) == (person(letter),)]


@pytest.mark.rule("TD-4")
def test_a_player_may_not_lift_his_ban() -> None:
    court = Court()
    court.rule(*BANS)
    lift = LiftBan(ban=1, reason="Please")
    ask(court.club, lambda: court.club.person_does("A", lift, by=player("A"))).refused("not-allowed")


@pytest.mark.rule("TD-4")
def test_suspending_a_ban_leaves_an_ended_one_of_its_ruling_alone() -> None:
    court = Court()
    court.rule(Ban(person=person("A"), until=JUNE), DirectorBan(person=person("A"), until=None))
    court.act("june")
    court.club.person_does("A", SuspendBan(ban=2, reason="To be looked into"))
    assert [ban.review.status for ban in court.club.person("A").bans] == ["waiting", "suspended"]


@pytest.mark.rule("TD-4", "TD-1")
@pytest.mark.source("ausbgf 1.2.3")
def test_link_of_a_banned_director_is_refused_and_another_directors_is_not() -> None:
    club = Club().register("ACD")
    evening = club.announce(director=person("D"))
    club.enter(evening, "AC")
    club.do(evening, lifecycle_commands.AppointDirector(person=person("C")))
    club.do(evening, lifecycle_commands.StartTournament())
    club.do(evening, round_commands.PairByHand(round=1, pairings=((1, 2),), reason="Two players"))
    report = match_commands.ReportResult(match=1, result=WinnerOnly(winner="first"))
    by_d = player("A").model_copy(update={"key_maker": person("D")})
    club.person_does("D", PlaceBan(kind="director-ban", reason="Ruled against the rules"))
    club.when(evening, report, by=by_d).refused("link-of-banned")
    club.do(evening, lifecycle_commands.ReleaseDirector(person=person("D")))
    club.when(evening, report, by=player("A").model_copy(update={"key_maker": person("C")})).then()
