"""Every number shown can be followed to the events: parts add up, and the events named are those that made them."""

from collections.abc import Sequence
from contextlib import suppress
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.directing.remedies import PenaltyPoints
from domain.errors import Refused
from domain.formats.champion import ChampionOptions
from domain.formats.dual_ring import DualRingOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.nxe import NxeOptions
from domain.formats.open import OpenOptions
from domain.formats.registry import FormatOptions
from domain.formats.swiss import SwissOptions
from domain.history import Event, Recorded
from domain.ids import StreamName, person_stream
from domain.journal.journal import Stored
from domain.person.events import TournamentWon, WinWithdrawn
from domain.rating.ledger import Ledger
from domain.scoring.result import Drawn, FinalScore, WinnerOnly
from domain.standings.ranking import Row
from domain.tournament import commands
from domain.tournament import ruling_commands as asked
from domain.tournament.entry_events import EntryRequested
from domain.tournament.events import LaterStage, Rating, matches_of
from domain.tournament.rated import rated
from domain.tournament.stages import final_table
from projections.explain.lines import Line, line_of
from projections.explain.matches import match_explained
from projections.explain.numbers import Past, number_explained, rank_explained
from projections.explain.ratings import change_explained
from projections.explain.views import EventName, LayerView, PartView
from projections.rating_pools import START_RATING, ledger_match
from projections.rating_views import points
from projections.views import match_view
from tests.desk import NOON, OFFICE, Desk, announced, entered, person, player, recorded
from tests.formats.appealing import Ordered, announce, give, lodge, orders, reverse, vote
from tests.formats.champion_desk import SERIES, ChampionDesk, champion
from tests.formats.directing import LETTERS, Deed, attempt, deeds, play
from tests.formats.swiss_desk import started_swiss
from tests.golden.tables import Row as PageRow
from tests.golden.tables import table
from tests.rounds import RoundsDesk

FORMATS: Sequence[tuple[FormatOptions, tuple[LaterStage, ...]]] = (
    (OpenOptions(kind="open"), ()),
    (NxeOptions(kind="nxe", losses=2, lengths=(1,)), ()),
    (KnockoutOptions(kind="knockout", third_place=True), ()),
    (DualRingOptions(kind="dual-ring"), ()),
    (ChampionOptions(kind="champion"), ()),
    (SwissOptions(kind="swiss", rounds=3), ()),
    (SwissOptions(kind="swiss", rounds=2), (LaterStage(format=KnockoutOptions(kind="knockout"), qualifiers=2),)),
)
NAMES = [options.kind + "-and-more" * bool(stages) for options, stages in FORMATS]
ROOM = Rating(pool="normal", policy="room", version=1)

ruled = st.lists(st.tuples(orders, st.booleans()), max_size=2)
every_format = pytest.mark.parametrize(("options", "stages"), FORMATS, ids=NAMES)
played_on = given(entrants=st.integers(2, 7), tried=deeds, rulings=ruled)


def directed(
    options: FormatOptions,
    stages: tuple[LaterStage, ...],
    entrants: int,
    tried: Sequence[Deed],
    rulings: Sequence[tuple[Ordered, bool]] = (),
) -> RoundsDesk:
    """A rated tournament after random deeds and rulings, some of them reversed."""
    desk = ChampionDesk() if options.kind == "champion" else RoundsDesk()
    desk.do(commands.AnnounceTournament(name="Explained", format=options, rating=ROOM, stages=stages))
    entered(desk, LETTERS[:entrants])
    desk.do(commands.StartTournament())
    for deed in tried:
        with suppress(Refused):
            _do(desk, deed)
    for ordered, reversed_ in rulings if desk.state.matches else ():
        number = give(desk, ordered)
        if number is not None and reversed_:
            with suppress(Refused):
                reverse(desk, number)
    return desk


def _do(desk: RoundsDesk, deed: Deed) -> None:
    if deed.kind == "play":
        play(desk, deed)
    elif deed.kind == "pair":
        sides = deed.first % len(desk.state.entries) + 1, deed.second % len(desk.state.entries) + 1
        result = WinnerOnly(winner="first" if deed.won else "second")
        desk.do(commands.EnterResults(results=(commands.PlayedMatch(sides=sides, length=5, result=result),)))
    else:
        attempt(desk, deed)


def stored(history: Sequence[Recorded[Any]]) -> list[Stored]:
    """Events as the log has them, from position 101 on."""
    return [Stored(100 + one.version, one, b"") for one in history]


def past_of(desk: Desk) -> Past:
    return Past(desk.state, stored(desk.history), _nobodys)


def _nobodys(_: StreamName, __: int) -> Sequence[Stored]:
    return ()


def lines(desk: Desk) -> list[tuple[Line, Row]]:
    """Every row of the whole table, with the line it comes from."""
    rows = final_table(desk.state).rows
    found = [(line_of(desk.state, row.entry), row) for row in rows]
    return [(line, row) for line, row in found if line is not None]


@pytest.mark.rule("ALL-1", "SWI-11")
@every_format
@settings(max_examples=40, deadline=None)
@played_on
def test_every_number_of_the_table_is_the_sum_of_its_parts_and_each_part_names_its_events(
    options: FormatOptions,
    stages: tuple[LaterStage, ...],
    entrants: int,
    tried: Sequence[Deed],
    rulings: Sequence[tuple[Ordered, bool]],
) -> None:
    desk = directed(options, stages, entrants, tried, rulings)
    past = past_of(desk)
    topics = {one.version: one.topic for one in desk.history}
    shown = lines(desk)
    assert len(shown) == len(final_table(desk.state).rows)
    for line, row in shown:
        for name, value in row.values.items():
            explained = number_explained(past, line, name)
            assert explained.total == value, (name, explained)
            check_parts(desk, explained.parts, topics)


def check_parts(desk: Desk, parts: Sequence[PartView], topics: dict[int, str]) -> None:
    """Every part has events, which are in the history, and the newest one left its match as it is."""
    for part in parts:
        assert part.events
        assert all(event.topic == topics[event.version] for event in part.events)
        assert all(event.position == event.version + 100 for event in part.events)
        if part.match is not None:
            match = desk.state.matches[part.match]
            assert part.events[-1].version >= match.revision
            assert part.opponent in (match.effective or match).sides
        if part.number is not None:
            assert sum(one.value for one in part.parts) == part.value
            check_parts(desk, part.parts, topics)


@pytest.mark.rule("ALL-1")
@every_format
@settings(max_examples=30, deadline=None)
@played_on
def test_a_rank_is_explained_by_equal_criteria_and_one_that_differs(
    options: FormatOptions,
    stages: tuple[LaterStage, ...],
    entrants: int,
    tried: Sequence[Deed],
    rulings: Sequence[tuple[Ordered, bool]],
) -> None:
    desk = directed(options, stages, entrants, tried, rulings)
    past = past_of(desk)
    for line, row in lines(desk):
        explained = rank_explained(past, line, row)
        pairs = [(one.mine.total, one.above.total) for one in explained.compared]
        if explained.above is None:
            assert not pairs
        elif explained.shared:
            assert all(mine == above for mine, above in pairs)
        else:
            *equal, (mine, above) = pairs
            assert all(one == other for one, other in equal)
            assert (mine, above) == (row.reason.value, row.reason.value_above)
            assert (mine < above) == (explained.compared[-1].better == "more")


@pytest.mark.rule("ALL-3")
@every_format
@settings(max_examples=40, deadline=None)
@played_on
def test_the_layers_of_a_match_lead_to_what_it_comes_to(
    options: FormatOptions,
    stages: tuple[LaterStage, ...],
    entrants: int,
    tried: Sequence[Deed],
    rulings: Sequence[tuple[Ordered, bool]],
) -> None:
    desk = directed(options, stages, entrants, tried, rulings)
    history = stored(desk.history)
    for number, match in desk.state.matches.items():
        layers = match_explained(desk.state, history, number, seen=True).layers
        last = layers[-1].came_to
        assert last is not None
        view = match_view(desk.state, match)
        assert (last.status, last.sides, last.winner, last.points) == (
            view.status,
            view.sides,
            view.winner,
            view.points,
        )
        assert {one.event.version for one in layers} >= {
            one.version for one in desk.history if number in matches_of(one.event)
        }
        corrections = [one for one in layers if one.layer == "corrected" and one.in_force]
        assert len(corrections) == len(match.sitting.corrections)
        reported = [one for one in layers if one.event.topic == "tournament.result-reported.v1" and one.in_force]
        assert [one.layer for one in reported if one.layer == "reported"] == ["reported"] * bool(match.sitting.report)
        assert {one.ruling for one in layers if one.layer == "ruled" and one.in_force} == {
            layer.ruling for layer in match.layers
        }


@pytest.mark.rule("ALL-1", "ELO-3", "ELO-4", "ELO-7")
@every_format
@settings(max_examples=20, deadline=None)
@played_on
def test_rating_changes_are_worked_out_again_to_the_last_place(
    options: FormatOptions,
    stages: tuple[LaterStage, ...],
    entrants: int,
    tried: Sequence[Deed],
    rulings: Sequence[tuple[Ordered, bool]],
) -> None:
    desk = directed(options, stages, entrants, tried, rulings)
    ledger = ledger_of(desk)
    for number, entry in desk.state.entries.items():
        own = ledger.history(entry.person)
        explained = change_explained(desk.state, stored(desk.history), number, "normal", own)
        assert explained.total == points(ledger.current(entry.person).rating - START_RATING)
        assert explained.rated_by[0].topic == "tournament.announced.v1"
        for line in explained.lines:
            assert line.unrounded.quantize(Decimal("1e-6"), ROUND_HALF_EVEN) == Decimal(line.change)
            assert Decimal(line.rating_before) + Decimal(line.change) == Decimal(line.rating_after)
            assert line.result is not None
            assert line.result.version >= desk.state.matches[line.match].revision


def ledger_of(desk: Desk) -> Ledger:
    """What is rated of the tournament, rated."""
    ledger = Ledger(START_RATING)
    for _, match in sorted(desk.state.matches.items()):
        line = rated(desk.state, match)
        if line is not None:
            ledger.put(ledger_match(line))
    ledger.settle()
    return ledger


@pytest.mark.rule("SWI-11", "SWI-10", "SWI-7")
def test_a_tie_break_is_opened_up_down_to_the_events() -> None:
    desk = swiss()
    found = []
    for name in ("match_points", "solkoff", "cumulative", "opponents_cumulative", "lot"):
        line = line_of(desk.state, desk.entry("E"))
        assert line is not None
        found += opened_up(desk, "E", name, number_explained(past_of(desk), line, name).parts)
    assert found == table("explain/swiss")


@pytest.mark.rule("SWI-7")
def test_a_rank_is_opened_up_by_its_criteria() -> None:
    desk, found = swiss(), []
    for line, row in lines(desk):
        explained = rank_explained(past_of(desk), line, row)
        compared = [f"{one.criterion} {one.mine.total}:{one.above.total}" for one in explained.compared]
        above = "" if explained.above is None else desk.letter(explained.above)
        found.append(
            {"of": desk.letter(row.entry), "rank": str(row.rank), "above": above, "compared": " ".join(compared)}
        )
    assert found == table("explain/swiss", 2)


def swiss() -> RoundsDesk:
    """The two rounds of the page."""
    desk = started_swiss("ABCDE")
    desk.pair(1, "A-B C-D", "E")
    desk.won("A-B")
    desk.do(commands.ReportResult(match=desk.match("C-D").number, result=Drawn()))
    desk.pair(2, "A-C B-E", "D")
    desk.won("C-A", "B-E")
    return desk


def opened_up(desk: RoundsDesk, of: str, name: str, parts: Sequence[PartView], within: str = "") -> list[PageRow]:
    """The parts as rows of a page."""
    found: list[PageRow] = []
    for part in parts:
        row = {
            "of": of,
            "number": name,
            "part": within + part.label,
            "value": str(part.value),
            "kind": part.kind,
            "round": "" if part.round is None else str(part.round),
            "against": "" if part.opponent is None else desk.letter(part.opponent),
            "events": " ".join(topic(event) for event in part.events),
        }
        found += [row, *opened_up(desk, of, name, part.parts, "> ")]
    return found


def topic(event: EventName) -> str:
    return event.topic.removeprefix("tournament.").removesuffix(".v1")


@pytest.mark.rule("ALL-3", "TD-13", "TD-14")
def test_a_score_is_opened_up_by_its_layers() -> None:
    desk = ruled_on()
    explained = match_explained(desk.state, stored(desk.history), 1, seen=True)
    found = [(topic(one.event), one.layer, "yes" if one.in_force else "no", said(one)) for one in explained.layers]
    page = [(row["event"], row["layer"], row["in force"], row["comes to"]) for row in table("explain/match")]
    assert found == page


def ruled_on() -> RoundsDesk:
    """What happened on the page."""
    desk = RoundsDesk()
    desk.do(commands.AnnounceTournament(name="Open", format=OpenOptions(kind="open")))
    entered(desk, "AB")
    desk.do(commands.StartTournament())
    desk.do(commands.MakeMatch(sides=(1, 2), length=5))
    desk.do(commands.ReportResult(match=1, result=FinalScore(first=5, second=3)), player("B"))
    desk.do(commands.VerifyResult(match=1))
    desk.do(commands.CorrectResult(match=1, result=FinalScore(first=4, second=5), reason="Slip"))
    first = give(desk, Ordered("match-loss", 0, False, 1))
    assert first == 1
    appeal = lodge(desk, first)
    desk.do(asked.SuspendRuling(ruling=first))
    vote(desk, appeal, "reversed")
    announce(desk, appeal)
    second = give(desk, Ordered("match-voiding", 0, True, 1))
    assert second == 2
    appeal = lodge(desk, second)
    point = PenaltyPoints(offender="second", beneficiary="first", points=1)
    desk.do(asked.PutForward(appeal=appeal, remedies=(point,)))
    vote(desk, appeal, 1)
    announce(desk, appeal)
    return desk


def said(layer: LayerView) -> str:
    """`A 5-3 announced`."""
    come_to = layer.came_to
    assert come_to is not None
    winner = "" if come_to.winner is None else "AB"[come_to.winner - 1]
    points_ = "" if come_to.points is None else "{}-{}".format(*come_to.points)
    return " ".join(word for word in (winner, points_, come_to.status) if word)


@pytest.mark.rule("ALL-12")
def test_a_result_that_is_not_announced_is_not_told_by_its_explanation() -> None:
    desk = RoundsDesk()
    desk.do(commands.AnnounceTournament(name="Open", format=OpenOptions(kind="open")))
    entered(desk, "AB")
    desk.do(commands.StartTournament())
    desk.do(commands.MakeMatch(sides=(1, 2), length=5))
    desk.do(commands.ReportResult(match=1, result=FinalScore(first=5, second=3)), player("B"))
    hidden = match_explained(desk.state, stored(desk.history), 1, seen=False)
    assert [one.came_to for one in hidden.layers] == [None, None]
    desk.do(commands.VerifyResult(match=1))
    told = match_explained(desk.state, stored(desk.history), 1, seen=False)
    assert said(told.layers[-1]) == "A 5-3 announced"


@pytest.mark.rule("ELO-3", "ELO-4", "ELO-7")
def test_a_rating_change_is_opened_up_to_k_and_p() -> None:
    desk = announced(rating=ROOM)
    entered(desk, "ABC")
    desk.do(commands.StartTournament())
    desk.report("A 5-3 B", "C 1-0 A")
    own = ledger_of(desk).history(person("A"))
    explained = change_explained(desk.state, stored(desk.history), desk.entry("A"), "normal", own)
    found = [
        {
            "match": str(line.match),
            "won": "yes" if line.won else "no",
            "n": str(line.n),
            "k": str(line.k),
            "experience": str(line.experience),
            "difference": line.difference,
            "chance": str(line.chance),
            "unrounded": str(line.unrounded),
            "change": line.change,
            "before": line.rating_before,
            "after": line.rating_after,
        }
        for line in explained.lines
    ]
    assert found == table("explain/ratings")
    assert explained.total == "12.333256"


@pytest.mark.rule("CHM-1", "ALL-14")
def test_credits_are_opened_up_to_the_wins_that_counted() -> None:
    """A has won three tournaments of the series that counts, one of which was reopened, and one of another; a fourth
    is won only after he has entered."""
    desk = champion({"A": 2, "B": 1})
    won = [win(1), win(2), win(3), TournamentWon(tournament=person("w"), year=2025, series=None, season=None)]
    events: list[Event] = [*won, WinWithdrawn(tournament=win(2).tournament), win(4)]
    stream = person_stream(person("A"))
    log = [Stored(n, recorded(event, stream, n, OFFICE, NOON), b"") for n, event in enumerate(events, 1)]
    state, history = desk.state, [taken_at(one, 5) for one in stored(desk.history)]
    line = line_of(state, desk.entry("A"))
    assert line is not None
    brought, *_ = number_explained(Past(state, history, lambda _, version: log[:version]), line, "credits").parts
    assert (brought.label, brought.value) == ("brought", 2)
    (source,) = brought.sources
    assert (source.person, source.version) == (person("A"), 5)
    assert [(event.stream, event.version) for event in source.events] == [(stream, 1), (stream, 3)]


def win(number: int) -> TournamentWon:
    tournament = f"00000000-0000-0000-0000-{number:012d}"
    return TournamentWon(tournament=tournament, year=2025, series=SERIES, season=2025)


def taken_at(one: Stored, version: int) -> Stored:
    """The event, with persons looked at when their streams had so many events."""
    event = one.recorded.event
    if not isinstance(event, EntryRequested) or event.admission is None:
        return one
    members = tuple(member.model_copy(update={"version": version}) for member in event.admission.members)
    admission = event.admission.model_copy(update={"members": members})
    changed = event.model_copy(update={"admission": admission})
    return Stored(one.position, one.recorded.model_copy(update={"event": changed}), one.state)
