"""Numbers opened up as on the hand-worked pages: a tie-break, ranks, a score, a rating change, credits."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from domain.formats.open import OpenOptions
from domain.journal.journal import Stored
from domain.kernel.envelope import Event
from domain.kernel.ids import person_stream
from domain.kernel.visibility import Part
from domain.officiating.remedies import PenaltyPoints
from domain.person.events import TournamentWon, WinWithdrawn
from domain.scoring.result import Drawn, FinalScore
from domain.tournament.entries.events import EntryRequested
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rulings import commands as ruling_commands
from projections.explain.documents import EventName, LayerView, PartView
from projections.explain.numbers import Column, rank_explained
from projections.explain.ratings import changed_line
from tests.desk import NOON, OFFICE, announced, entered, person, player, recorded
from tests.formats.appealing import announce, give, lodge, vote
from tests.formats.champion_desk import SERIES, champion
from tests.formats.orders import Ordered
from tests.formats.swiss_desk import started_swiss
from tests.golden.tables import Row as PageRow
from tests.golden.tables import table
from tests.projections.explaining import (
    ROOM,
    all_layers,
    all_parts,
    explained_lines,
    ledger_of,
    lines,
    past_of,
    stored,
    trail,
    trail_of,
)
from tests.rounds import RoundsDesk


@pytest.mark.rule("SWI-11", "SWI-10", "SWI-7")
def test_a_tie_break_is_opened_up_down_to_the_events() -> None:
    desk = swiss()
    found = []
    for name in ("match_points", "solkoff", "cumulative", "opponents_cumulative", "lot"):
        line = explained_lines(desk.state).of(desk.entry("E"))
        assert line is not None
        found += opened_up(desk, "E", name, all_parts(past_of(desk), [Column(line, name)]))
    assert found == table("explain/swiss")


@pytest.mark.rule("SWI-7")
def test_a_rank_is_opened_up_by_its_criteria() -> None:
    desk, found = swiss(), []
    for line, row in lines(desk):
        explained = rank_explained(past_of(desk), line, row)
        compared = [f"{one.criterion} {one.mine}:{one.above}" for one in explained.compared]
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
    desk.do(match_commands.ReportResult(match=desk.match("C-D").number, result=Drawn()))
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
    return event.topic.removeprefix("tournament.").rpartition(".")[0]


@pytest.mark.rule("ALL-3", "TD-13", "TD-14")
def test_a_score_is_opened_up_by_its_layers() -> None:
    desk = ruled_on()
    layers = all_layers(past_of(desk), 1)
    found = [(topic(one.event), one.layer, "yes" if one.in_force else "no", said(one)) for one in layers]
    page = [(row["event"], row["layer"], row["in force"], row["comes to"]) for row in table("explain/match")]
    assert found == page


def ruled_on() -> RoundsDesk:
    """What happened on the page."""
    desk = RoundsDesk()
    desk.do(lifecycle_commands.AnnounceTournament(name="Open", format=OpenOptions(kind="open")))
    entered(desk, "AB")
    desk.do(lifecycle_commands.StartTournament())
    desk.do(match_commands.MakeMatch(sides=(1, 2), length=5))
    desk.do(match_commands.ReportResult(match=1, result=FinalScore(first=5, second=3)), player("A"))
    desk.do(match_commands.VerifyResult(match=1))
    desk.do(match_commands.CorrectResult(match=1, result=FinalScore(first=4, second=5), reason="Slip"))
    first = give(desk, Ordered("match-loss", 0, False, 1))
    assert first == 1
    appeal = lodge(desk, first)
    desk.do(ruling_commands.SuspendRuling(ruling=first))
    vote(desk, appeal, "reversed")
    announce(desk, appeal)
    second = give(desk, Ordered("match-voiding", 0, True, 1))
    assert second == 2
    appeal = lodge(desk, second)
    point = PenaltyPoints(offender="second", beneficiary="first", points=1)
    desk.do(ruling_commands.ProposeAlternative(appeal=appeal, remedies=(point,)))
    vote(desk, appeal, "alternative-1")
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
    desk.do(lifecycle_commands.AnnounceTournament(name="Open", format=OpenOptions(kind="open")))
    entered(desk, "AB")
    desk.do(lifecycle_commands.StartTournament())
    desk.do(match_commands.MakeMatch(sides=(1, 2), length=5))
    desk.do(match_commands.ReportResult(match=1, result=FinalScore(first=5, second=3)), player("A"))
    hidden = all_layers(past_of(desk), 1, Part.ANYBODY)
    assert [one.came_to for one in hidden] == [None, None]
    desk.do(match_commands.VerifyResult(match=1))
    told = all_layers(past_of(desk), 1, Part.ANYBODY | Part.REPORTS_TOLD)
    assert said(told[-1]) == "A 5-3 announced"


@pytest.mark.rule("ELO-3", "ELO-4", "ELO-7")
def test_a_rating_change_is_opened_up_to_k_and_p() -> None:
    desk = announced(rating=ROOM)
    entered(desk, "ABC")
    desk.do(lifecycle_commands.StartTournament())
    desk.report("A 5-3 B", "C 1-0 A")
    own = ledger_of(desk).history(person("A"))
    lines = [changed_line(desk.state, trail(desk), desk.entry("A"), "normal", line) for line in own]
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
        for line in lines
    ]
    assert found == table("explain/ratings")
    assert sum(Decimal(line.change) for line in lines) == Decimal("12.333256")


@pytest.mark.rule("CHM-1", "ALL-14")
def test_credits_are_opened_up_to_the_wins_that_counted() -> None:
    """A has won three tournaments of the series that counts, one of which was reopened, and one of another; a fourth
    is won only after they have entered."""
    desk = champion({"A": 2, "B": 1})
    won = [win(1), win(2), win(3), TournamentWon(tournament=person("w"), year=2025, series=None, season=None)]
    events: list[Event] = [*won, WinWithdrawn(tournament=win(2).tournament), win(4)]
    stream = person_stream(person("A"))
    log = [Stored(n, recorded(event, stream, n, OFFICE, NOON), b"") for n, event in enumerate(events, 1)]
    state, history = desk.state, [taken_at(one, 5) for one in stored(desk.history)]
    line = explained_lines(state).of(desk.entry("A"))
    assert line is not None
    past = replace(
        past_of(desk),
        trail=trail_of(state.stream, history),
        event=lambda version: history[version - 1],
        of_person=lambda _, v: log[:v],
    )
    brought, *_ = all_parts(past, [Column(line, "credits")])
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
    members = tuple(member.model_copy(update={"person_version": version}) for member in event.admission.members)
    admission = event.admission.model_copy(update={"members": members})
    changed = event.model_copy(update={"admission": admission})
    return Stored(one.position, one.recorded.model_copy(update={"event": changed}), one.state)
