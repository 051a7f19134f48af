"""A schemer, who plays and has some office, and all that they can try, one command after another.

Whatever the role, the schemer is S. The others are honest: they report what they have played, and the director who does
not play, where there is one, draws the rounds.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

from hypothesis import strategies as st
from pydantic import ValidationError

from domain.access.decide import IssueLink
from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.match import validity
from domain.person import commands as person_commands
from domain.standings.virtual import MATCH_POINTS
from domain.tournament.command import Command as TournamentCommand
from domain.tournament.decisions.matches.rated import RatedMatch, as_rated_match
from domain.tournament.decisions.reporting.sanction_register import sanctions_of
from domain.tournament.derived.progress import next_of
from domain.tournament.derived.settlements import settlement_of, total
from domain.tournament.entries import commands as entering
from domain.tournament.lifecycle import commands as lifecycle
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches import commands as matches
from domain.tournament.rounds import commands as rounds
from domain.tournament.rulings import commands as rulings
from domain.tournament.stakes.state import Share
from domain.tournament.state import Tournament
from projections.views.tournaments import RowView, standings_view
from tests.club import Club
from tests.desk import NOON, OFFICE, director, person, player
from tests.properties import PROFILE
from tests.security import offices
from tests.security.offices import CLUB, REASON, Bulk, Command, Move, found_club, keys_made_by

S = person("S")
PLAYERS = "SABCD"
WORDS = {"clause": "4.2", "facts": "As seen", "reasons": "So it is"}
POINTS = ("wins", "win_points", "match_points", "rounds_won", "byes", "credits")
"""What lines of tables count for their players, in one format or another."""
MOST_TRIED = 200 if PROFILE == "proof" else 120
TRIED_IN_TURN = 12
BULK_IN = 5  # in one of so many tries two commands are sent as one
ENDS = (lifecycle.CancelTournament, lifecycle.CompleteTournament, entering.Resign, entering.WithdrawEntry)
"""After which little is left to try: these are tried less often."""
NOT_IN_BULK = (lifecycle.CancelTournament, lifecycle.ReopenTournament)
HARMING = (
    rulings.GiveRuling,
    matches.MakeMatch,
    matches.VoidMatch,
    matches.ReportResult,
    entering.Resign,
    entering.WithdrawEntry,
    person_commands.PlaceBan,
    person_commands.MergePerson,
)
"""What can be done to others."""
BY_LINKS = (
    IssueLink,
    matches.MakeMatch,
    matches.ReportResult,
    matches.VerifyResult,
    matches.ConfirmResult,
    matches.WithdrawResult,
    rounds.DrawRound,
    entering.ChooseCode,
)
"""What somebody does who issues links, and acts by them."""
LEAVES_ALONE = (lifecycle.AppointDirector, lifecycle.ReleaseDirector, lifecycle.CancelTournament)
"""What a lone director does not do who wants to go on as one."""


class Try(NamedTuple):
    """What somebody tries: which thing of all, and three numbers that say on what."""

    what: int
    a: int
    b: int
    c: int


def _of(chance: Random) -> Sequence[Try]:
    return [Try(*(chance.randrange(1000) for _ in range(4))) for _ in range(MOST_TRIED)]


tries = st.randoms(use_true_random=True).map(_of)


class Worth(NamedTuple):
    """What a match is worth to one side: 1 where it counts as won and -1 as lost; by how many points; for how many of
    its length it is rated; what is credited less what was staked. By a director's link alone it is worth nothing but
    in the pool of prices, and by what is staked."""

    won: int = 0
    points: int = 0
    rated: int = 0
    settled: Decimal = Decimal(0)


@dataclass(frozen=True)
class Line:
    """What a person has: what each match is worth to them, points of the table, how many of these are of matches won by
    a director's link alone, tournaments won, what is settled of their stakes, resignations, bans and sanctions that
    count against them, and the ratings they have brought."""

    worth: Mapping[int, Worth]
    points: int
    marked: int
    credits: int
    settled: Decimal
    against: int
    brought: str

    @property
    def won(self) -> frozenset[int]:
        """The matches that count as won."""
        return frozenset(number for number, worth in self.worth.items() if worth.won > 0)

    @property
    def counted(self) -> tuple[Mapping[int, Worth], int, Decimal]:
        """What they have from the tournament itself."""
        return self.worth, self.points, self.settled


@dataclass
class Scene:
    """A club as it is, an evening in it, and the keys that the schemer has: `own`, and those made for others."""

    club: Club
    evening: str
    keys: Sequence[Actor]

    @property
    def state(self) -> Tournament:
        return self.club.tournament(self.evening)

    def copied(self) -> "Scene":
        """The same, to go on from in another way."""
        return replace(self, club=replace(self.club, states=dict(self.club.states)))

    def do(self, command: Command, by: Actor, letter: str = "S") -> None:
        """Raises Refused. What is asked of the registry is about the person called by that letter."""
        offices.do(self.club, self.evening, command, by, person(letter))

    def line(self, letter: str) -> Line:
        state, known = self.state, self.club.person(letter)
        entry = state.entry_of.get(known.id)
        rows = [row for row in _rows(state) if row.entry == entry]
        values: list[Mapping[str, Any]] = [row.values for row in rows]
        bans = sum(ban.in_force(self.club.now) for ban in known.bans)
        sanctions = sum(one.person == known.id and one.status == "in-force" for one in sanctions_of(state))
        balance = next((one for one in total(state.settlements).shares if one.entry == entry), Share(0))
        return Line(
            {} if entry is None else dict(_worth(state, entry)),
            sum(int(line.get(name, 0) or 0) for line in values for name in POINTS),
            _won_by_link(state, entry) * (MATCH_POINTS["W"] if any("match_points" in one for one in values) else 1),
            len(known.wins),
            balance.credited - balance.staked,
            known.resignations_counted + bans + sanctions,
            repr(sorted(known.opening_ratings.items())),
        )

    def lines(self) -> Mapping[str, Line]:
        return {letter: self.line(letter) for letter in PLAYERS}


def _rows(state: Tournament) -> Sequence[RowView]:
    """The table's. That of the latest state is kept: it is read for one player after the other, before and after."""
    if not _LATEST or _LATEST[0][0] is not state:
        _LATEST[:] = [(state, standings_view(state).rows)]
    return _LATEST[0][1]


_LATEST: list[tuple[Tournament, Sequence[RowView]]] = []


def _won_by_link(state: Tournament, entry: int | None) -> int:
    """How many matches count as won by the entry by a director's link alone, which counts in the table."""
    marked = (validity.counting(match) for match in state.matches.values() if match.by_link_of is not None)
    return sum(result is not None and result.winner == entry for result in marked)


def _worth(state: Tournament, entry: int) -> Iterator[tuple[int, Worth]]:
    """By number, what each match of the entry is worth to it that counts."""
    for number, match in state.matches.items():
        result, posted = validity.counting(match), settlement_of(match)
        if result is None or entry not in result.sides:
            continue
        sign = 1 if result.winner == entry else -1
        mine, theirs = result.outcome.points or (0, 0)
        ahead = mine - theirs if result.sides[0] == entry else theirs - mine
        line, marked = as_rated_match(state, match), match.by_link_of is not None
        share = next((one for one in posted.shares if one.entry == entry), Share(entry))
        worth = Worth(sign, ahead, sign * (line.n if line else 0), share.credited - share.staked)
        yield number, worth._replace(won=0, points=0, rated=_priced(line)) if marked else worth


def _priced(line: RatedMatch | None) -> int:
    """What a match by a director's link is rated for in the pool of prices: nothing, however it is marked."""
    return line.n if line and line.pool == "price" else 0


def keys_of(role: str) -> Sequence[Actor]:
    """The keys that the schemer has in that role; an administrator makes others keys."""
    own = player("S")
    match role:
        case "player" | "committee member" | "club officer":
            return (own,)
        case "director" | "series' director":
            return own, director("S")
        case _:
            office = Actor(key="office of S", role="administrator", person=S)
            made = [Actor(key=f"made for {one}", role="player", person=person(one), key_maker=S) for one in "ABy"]
            return own, office, *made, Actor(key="made for Z", role="director", person=person("Z"), key_maker=S)


ROLES = ("player", "committee member", "club officer", "director", "series' director", "administrator")
FORMATS: Mapping[str, Mapping[str, object]] = {
    "open": {"kind": "open"},
    "nxe": {"kind": "nxe", "losses": 2, "lengths": [3]},
    "swiss": {"kind": "swiss", "rounds": 3, "lengths": [3]},
    "knockout": {"kind": "knockout", "lengths": [3]},
    "room": {"kind": "open", "forms": ["points", "five-points"], "stakes": True},
}
OPENING = {"pool": "normal", "rating_millionths": 2_000_000_000, "experience": 400}
RATED = {"pool": "normal", "policy": "room", "policy_version": 1}
STAKED = {"form": "five-points", "stake": "2.50", "length": None}


def phone_of(letter: str) -> Actor:
    """The phone of a player at check-in, by a link that the schemer has issued."""
    return Actor(key=f"phone of {letter}", role="player", person=person(letter), key_maker=S)


def codes_of(state: Tournament, maker: PersonId) -> Sequence[Actor]:
    """Those by which this person speaks who has chosen codes, be it by keys that they have made for others. A code is
    typed on a page of its tournament, and nothing else is sent by it."""
    codes = [code for _, entry in sorted(state.entries.items()) for code in entry.codes]
    return [
        Actor(key=code.key, role="player", person=code.by.person)
        for code in codes
        if maker in code.by.persons and not code.by.key.startswith("phone of ")
    ]


MEMBERS = "SABu"
"""Of the club, for which those of them stand who play. Its officer is the schemer, or somebody who does not play."""


def begun(role: str, kind: str, **conditions: object) -> Scene:
    """All have entered themselves, and the tournament was started. A schemer who directs is its only director. The
    others have chosen codes on their own phones, whose links a director has issued."""
    club = Club(now=NOON).register("SABCDZxyzuv")
    found_club(club, "S" if role == "club officer" else "y", MEMBERS)
    directs = "S" if role in ("director", "series' director") else "Z"
    place = {}
    if role == "series' director":
        place = {"series": {"series": club.series(by=director("S")), "season": 1}}
    fields = {"format": FORMATS[kind], "rating": RATED, "conditions": Conditions.model_validate(conditions), **place}
    fields["director"] = person(directs)
    evening = club.announce(by=director("S") if place else OFFICE, **fields)
    for number, letter in enumerate(PLAYERS, 1):
        entry = entering.RequestEntry(person=person(letter), club=CLUB if letter in MEMBERS else None)
        club.do(evening, entry, player(letter))
        club.do(evening, entering.ApproveEntry(entry=number), director(directs))
        if letter in "ABCD":
            club.do(evening, entering.ChooseCode(entry=number, key=f"{number:016x}"), phone_of(letter))
    club.do(evening, lifecycle.StartTournament(), director(directs))
    return Scene(club, evening, keys_of(role))


def _result(deed: Try) -> dict[str, object]:
    first, second = (3, deed.c % 3) if deed.c % 2 else (deed.c % 3, 3)
    return {"kind": "score", "first": first, "second": second}


def _told(deed: Try) -> dict[str, object]:
    """What somebody else reports: now and then who has won alone, which fits a match of any length."""
    if deed.c % 4:
        return _result(deed)
    return {"kind": "winner", "winner": ("first", "second")[deed.b % 2]}


def _remedy(deed: Try) -> dict[str, object]:
    side = ("first", "second")[deed.b % 2]
    found: Sequence[dict[str, object]] = (
        {"kind": "match-loss", "loser": side},
        {"kind": "penalty-points", "offender": side, "points": 2},
        {"kind": "disqualification", "entry": deed.b % 5 + 1},
        {"kind": "result-annulment"},
        {"kind": "match-voiding"},
        {"kind": "warning", "to": {"kind": "entry", "entry": deed.b % 5 + 1}},
        {"kind": "result-award", "result": _result(deed)},
        {"kind": "ban", "person": person(PLAYERS[deed.b % 5]), "until": None},
    )
    return found[deed.c % len(found)]


def _about(deed: Try, match: int, entry: int) -> dict[str, object]:
    on_entry = _remedy(deed)["kind"] in ("disqualification", "warning", "ban")
    return {"kind": "entry", "number": entry} if on_entry else {"kind": "match", "number": match}


CHOICES = (None, "rewind", "restore", "stand")


def _now(scene: Scene, deed: Try) -> dict[str, int]:
    """The numbers that a command is about, among those there are."""
    state = scene.state
    return {
        "match": deed.a % max(len(state.matches), 1) + 1,
        "entry": deed.a % max(len(state.entries), 1) + 1,
        "ruling": max(len(state.directing.rulings), 1),
        "dispute": max(len(state.directing.disputes), 1),
        "appeal": max(len(state.directing.appeals), 1),
        "round": getattr(next_of(state), "round", max((m.round or 1 for m in state.matches.values()), default=1)),
    }


def moves_of(scene: Scene, deed: Try) -> Sequence[Move]:
    """Everything that can be tried there."""
    numbers = _now(scene, deed)
    match, entry, number = ({name: numbers[name]} for name in ("match", "entry", "round"))
    ruling, dispute, appeal = ({name: numbers[name]} for name in ("ruling", "dispute", "appeal"))
    choice = {"choice": CHOICES[deed.b % 4]}
    other = person(PLAYERS[deed.b % 5])
    linked = scene.state.entries[numbers["entry"]].person if scene.state.entries else S
    wrong = {"correct_length": (1, 3, 5)[deed.c % 3], "first_points": deed.a % 4, "second_points": deed.b % 4}
    five = {**_result(deed), ("first" if deed.c % 2 else "second"): 5}
    sides = {"sides": (deed.a % 5 + 1, deed.b % 5 + 1)}
    side = ("first", "second")[deed.b % 2]
    verification = ("at-once", "confirmed", "by-director")[deed.c % 3]
    jury = [person(one) for one in ("Sxy", "xyz", "xyA")[deed.c % 3]]
    given = {"about": _about(deed, numbers["match"], numbers["entry"]), "remedies": [_remedy(deed)], **WORDS}
    votes = [{"member": one, "verdict": "upheld"} for one in jury]
    joint = {"committee": jury, **dispute, "votes": votes}
    return (
        (matches.MakeMatch, {**sides, "length": 3, "result": _result(deed)}),
        (matches.MakeMatch, {**sides, "length": 3}),
        (matches.MakeMatch, {**sides, **STAKED, "result": five}),
        (matches.ReportResult, {**match, "result": five}),
        (matches.CorrectResult, {**match, "result": five, "override": True, **REASON, **choice}),
        (matches.CorrectResult, {**match, "length": 5, "override": True, **REASON, **choice}),
        (matches.ReportResult, {**match, "result": _result(deed), **choice}),
        (matches.ReportResult, {**match, "result": _result(deed)}),
        (matches.EnterResults, {"results": [{**match, "result": _result(deed)}]}),
        (matches.EnterResults, {"results": [{**sides, "length": 3, "result": _result(deed)}]}),
        (matches.VerifyResult, {**match, **choice}),
        (matches.WithdrawResult, {**match, "matter": "Not so"}),
        (matches.ConfirmResult, match),
        (matches.CorrectResult, {**match, "result": _result(deed), "override": True, **REASON, **choice}),
        (matches.CorrectResult, {**match, **sides, "override": True, **REASON, **choice}),
        (matches.VoidMatch, {**match, **REASON, **choice}),
        (matches.ReinstateMatch, {**match, **REASON, **choice}),
        (matches.ResolveWrongLength, {**match, **wrong, "games_ended": deed.c % 5 + 1, **REASON, **choice}),
        (matches.SendInvitation, {**match, "invited_by": side}),
        (matches.AcknowledgeInvitation, match),
        (matches.ReportNoTimeAgreed, {**match, "reported_by": side}),
        (rounds.DrawRound, number),
        (rounds.PairByHand, {**number, "pairings": [sides["sides"]], **REASON}),
        (rounds.PairByHand, {**number, "byes": [numbers["entry"]], **REASON}),
        (rounds.AnnulRound, {"round": deed.a % 4 + 1, **REASON}),
        (rounds.ReleasePairings, {}),
        (rounds.CloseRound, {"round": deed.a % 4 + 1, "early": True, **REASON, **choice}),
        (rounds.RequestBye, {**number, **entry}),
        (rounds.DecideQuestion, {"question": "odd-one-out", "choice": "miss-round", **entry, **REASON}),
        (rounds.ScheduleRound, {**number, "closes_at": scene.club.now}),
        (entering.RequestEntry, {"person": person("uvxyz"[deed.b % 5])}),
        (entering.ApproveEntry, entry),
        (entering.RefuseEntry, {**entry, **REASON}),
        (entering.WithdrawEntry, entry),
        (entering.ChooseCode, {**entry, "key": f"{deed.b:08x}{deed.c:08x}"}),
        (entering.Resign, {**entry, **choice}),
        (entering.WithdrawResignation, {**entry, **choice, **REASON}),
        (entering.WithdrawResignation, entry),
        (lifecycle.ChangeConditions, {"conditions": {"verification": verification}, **REASON}),
        (lifecycle.ChangeConditions, {"conditions": {"pairings_shown": "when-released"}, **REASON}),
        (lifecycle.ChangeConditions, {"conditions": {"directors_link_confirms": True}, **REASON}),
        (lifecycle.AppointDirector, {"person": other}),
        (lifecycle.ReleaseDirector, {"person": person("ZS"[deed.b % 2])}),
        (lifecycle.CompleteTournament, {"leave_open": True}),
        (lifecycle.CancelTournament, REASON),
        (lifecycle.ReopenTournament, REASON),
        (rulings.OpenDispute, {"about": {"kind": "match", "number": numbers["match"]}, "matter": "So"}),
        (
            rulings.RecordStatement,
            {**dispute, "kind": "agreement", "person": other, "statement": "So", "committee": jury},
        ),
        (rulings.GiveRuling, {**given, **choice}),
        (rulings.GiveRuling, given),
        (rulings.GiveRuling, {**given, **joint, **choice}),
        (rulings.WithdrawRuling, {**ruling, **REASON, **choice}),
        (rulings.SuspendRuling, {**ruling, **choice}),
        (rulings.ResumeRuling, {**ruling, **choice}),
        (rulings.WithdrawAppeal, {**appeal, **choice}),
        (rulings.LodgeAppeal, {**ruling, "entry": deed.b % 5 + 1, "reason": "So", "override": True}),
        (rulings.FormCommittee, {**appeal, "members": jury}),
        (rulings.ProposeAlternative, {**appeal, "remedies": [_remedy(deed)]}),
        (rulings.CastVote, {**appeal, "member": jury[deed.b % 3], "verdict": ("reversed", "upheld")[deed.a % 2]}),
        (rulings.DecideAppeal, {**appeal, "reasons": "So", **choice}),
        (person_commands.PlaceBan, REASON),
        (person_commands.LiftBan, {"ban": 1, **REASON}),
        (person_commands.LiftResignationBan, REASON),
        (person_commands.SetOpeningRating, {**OPENING, **REASON}),
        offices.link(deed.a, deed.b, (scene.evening, numbers["entry"], linked), scene.club.now),
        *offices.moves(deed.a, deed.b, deed.c, numbers["entry"], numbers["match"]),
    )


def alone(scene: Scene, deed: Try) -> Sequence[type[Any]]:
    """What a lone director tries: what links are for, or whatever else leaves them one. Once in a while it ends."""
    if deed.c % 3:
        return BY_LINKS
    ends = () if deed.c % 100 == 0 else ENDS
    return [kind for kind, _ in moves_of(scene, deed) if kind not in (*LEAVES_ALONE, *ends)]


def named(moves: Sequence[Move]) -> Mapping[str, Move]:
    """The moves by name: that of the command, and which of those of the same name it is."""
    of_kind: Counter[str] = Counter()
    found: dict[str, Move] = {}
    for kind, fields in moves:
        of_kind[kind.__name__] += 1
        found[f"{kind.__name__} {of_kind[kind.__name__]}"] = kind, fields
    return found


def _tried(scene: Scene, deed: Try, kinds: Sequence[type[Any]]) -> Iterator[Command]:
    """What the schemer tries then, one after the other until something is allowed: in an order that is each move's own,
    so that another move in the list leaves the others where they are."""
    every = named(moves_of(scene, deed))
    moves = {name: move for name, move in every.items() if not kinds or move[0] in kinds}
    for name in sorted(moves, key=lambda name: crc32(f"{deed.what} {name}".encode()))[:TRIED_IN_TURN]:
        kind, fields = moves[name]
        if kind in kinds or kind not in ENDS or deed.c % 100 == 0:
            with suppress(ValidationError):
                yield kind.model_validate(fields)


def schemes(scene: Scene, deed: Try, kinds: Sequence[type[Any]] = ()) -> tuple[Command, Actor, str] | None:
    """The schemer does something, of these kinds or of any, by whichever of their keys lets them: what it was, by which
    key, and about whom where it is asked of the registry; None where nothing is allowed."""
    bulk = None if kinds or deed.c % BULK_IN else _in_bulk(scene, deed)
    return bulk or _schemes(scene, deed, kinds)


def _schemes(scene: Scene, deed: Try, kinds: Sequence[type[Any]]) -> tuple[Command, Actor, str] | None:
    letter, keys_in_all = PLAYERS[deed.b % 5], [*scene.keys, *keys_made_by(scene.club, S)]
    keys_here = [*keys_in_all, *codes_of(scene.state, S)]
    for command in _tried(scene, deed, kinds):
        keys = keys_here if isinstance(command, TournamentCommand) else keys_in_all
        turn = deed.c % len(keys)
        for key in (*keys[turn:], *keys[:turn]):
            with suppress(Refused):
                scene.do(command, key, letter)
                return command, key, letter
    return None


def _in_bulk(scene: Scene, deed: Try) -> tuple[Command, Actor, str] | None:
    """Two commands on the evening as one, each of which would be allowed after the other."""
    tried = scene.copied()
    found = [one for what in (deed.what, deed.what + 1000) if (one := _schemes(tried, deed._replace(what=what), ()))]
    rows = [one[0] for one in found if isinstance(one[0], TournamentCommand) and not isinstance(one[0], NOT_IN_BULK)]
    if len(rows) < 2:
        return None
    with suppress(Refused):
        scene.do(Bulk(rows=tuple(rows)), found[0][1])
        return Bulk(rows=tuple(rows)), found[0][1], "S"
    return None


def honest(scene: Scene, deed: Try) -> None:
    """Somebody else plays on: reports what they have won, or lost, or draws the round that is due."""
    state, neutral = scene.state, director("Z")
    if deed.b % 3 == 0:
        with suppress(Refused):
            scene.do(rounds.DrawRound(round=_now(scene, deed)["round"]), neutral)
        return
    waiting = sorted(state.awaiting)
    letter = "ABCD"[deed.b % 4]
    if not waiting:
        return
    match = state.matches[waiting[deed.a % len(waiting)]]
    by = neutral if deed.b % 5 == 0 else player(letter)
    for command in (
        matches.ReportResult.model_validate({"match": match.number, "result": _told(deed)}),
        matches.VerifyResult(match=match.number),
    ):
        with suppress(Refused):
            scene.do(command, by)
