"""Streams as they were once stored, byte for byte. They must be read, and mean the same, for ever (ALL-1).

Persons' keys here are the SHA-256 of their ids. The table was worked out by hand:
match 1 A beats B 5-1 (games 4, 1, 1); match 2 is corrected to B against A, 2-3; match 3 is void; match 4 is corrected
to 0-1 for B; match 5 C beats B, voided and reinstated; match 6 C concedes to A. So A 3-1 8:4, C 1-1 0:0, B 1-3 4:8.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import partial, reduce
from pathlib import Path
from typing import Any, TypeVar

import pytest
from eventsourcing.persistence import StoredEvent

from domain.application.catalogue import EVENTS, REGISTRY
from domain.application.upcasts import UPCASTS
from domain.clubs import state as clubs_state
from domain.evidence.handovers import successor_key
from domain.evidence.keys import verifier_key
from domain.federation import state as federation_state
from domain.federation.published import DatedRatingList
from domain.journal import sealing
from domain.journal.mapper import JournalMapper
from domain.kernel import canonical_json
from domain.kernel.envelope import Recorded
from domain.kernel.ids import CLUBS, PersonId, StreamName, list_stream
from domain.kernel.personal_text import Sealed
from domain.lists import state as list_state
from domain.match import layering, validity
from domain.person import state as person_state
from domain.person.details import Details
from domain.rating.listing import ListingRules
from domain.scoring.clock import LostOnTime, PlayOnWithoutClock, out_of_time
from domain.scoring.lateness import Lateness
from domain.scoring.result import FinalScore
from domain.series import state as series_state
from domain.series.draw_chain import proofs_of_links
from domain.tournament.decisions.imports.review import status_of
from domain.tournament.decisions.match_record.breaks import late_from_break, review_nth_break
from domain.tournament.decisions.match_record.transcripts import check_transcript
from domain.tournament.decisions.matches.rated import as_rated_match
from domain.tournament.decisions.reporting.federation_report import debt, report_of
from domain.tournament.decisions.reviews.after_reversal import left_behind
from domain.tournament.decisions.rounds.draw_audit import Checked, check_draws
from domain.tournament.decisions.rulings.score_sheets import decided_by_sheets, flagged_sheets
from domain.tournament.derived.irregularities import flags_of
from domain.tournament.derived.settlements import decision_due, postings, total
from domain.tournament.derived.sides import players_of
from domain.tournament.derived.stage import current_stage
from domain.tournament.evolve import tournament as evolve
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.person_effects.snapshots import TurnedAway
from domain.tournament.rounds.events import RoundDrawn
from domain.tournament.rulings.in_game import InGame
from domain.tournament.state import Tournament
from projections.tournaments.error_rates import public_rows
from tests.desk import Desk, person
from tests.rounds import RoundsDesk

FOLDER = Path(__file__).parent / "v1"
S = TypeVar("S")


def keys(persons: Collection[PersonId]) -> Mapping[PersonId, bytes]:
    return {each: hashlib.sha256(each.encode()).digest() for each in persons}


def lines(name: str) -> list[bytes]:
    return (FOLDER / name).read_bytes().splitlines()


def stored(name: str) -> list[StoredEvent]:
    """The stream as it was stored."""
    fields = [(canonical_json.decode(line), line) for line in lines(name)]
    return [StoredEvent(f["stream"], f["version"], f["topic"], line) for f, line in fields]


def read(name: str) -> list[Recorded[Any]]:
    """The stream as it is read today, with its texts out of their boxes."""
    return [opened(one) for one in JournalMapper(REGISTRY, keys).read(stored(name))]


def opened(recorded: Recorded[Any]) -> Recorded[Any]:
    fields = dict(recorded.event)
    for name in REGISTRY.sealed_fields(recorded.topic):
        box = fields[name]
        if isinstance(box, Sealed):
            fields[name] = sealing.open_box(box, keys(sealing.persons([box])))
    return recorded.model_copy(update={"event": type(recorded.event).model_validate(fields)})


def tournament(name: str) -> Desk:
    """The stream's tournament, on a desk."""
    desk = Desk()
    desk.state = folded(read(name))
    return desk


def rounds(name: str) -> RoundsDesk:
    """The same, on a desk of rounds."""
    desk = RoundsDesk()
    desk.state = folded(read(name))
    return desk


def state_of(name: str, initial: Callable[[StreamName], S], evolve: Callable[[S, Recorded[Any]], S]) -> S:
    """The state that the stream comes to."""
    history = read(name)
    return reduce(evolve, history, initial(history[0].stream))


person_of = partial(state_of, initial=person_state.Person, evolve=person_state.evolve)
federation_of = partial(state_of, initial=federation_state.initial, evolve=federation_state.evolve)
clubs_of = partial(state_of, initial=clubs_state.initial, evolve=clubs_state.evolve)
series_of = partial(state_of, initial=series_state.initial, evolve=series_state.evolve)
list_of = partial(state_of, initial=list_state.initial, evolve=list_state.evolve)


def folded(history: Iterable[Recorded[Any]]) -> Tournament:
    """The tournament as these events make it."""
    state = Desk().state
    for event in history:
        state = evolve.evolve(state, event)
    return state


@pytest.mark.rule("ALL-1", "ALL-3")
def test_a_tournament_of_all_kinds_of_events_gives_its_table() -> None:
    desk = tournament("tournament.jsonl")
    assert desk.table() == ["1 A 3-1 8:4", "2 C 1-1 0:0", "3 B 1-3 4:8"]
    assert desk.state.settings is not None
    assert desk.state.settings.status == "cancelled"
    assert desk.state.settings.directors == (person("Z"),)
    assert desk.state.entries[4].reason == "Owes the fee"


@pytest.mark.rule("ALL-1", "ALL-2", "ALL-4", "NXE-10")
def test_a_tournament_of_rounds_gives_its_table_and_its_draws_are_confirmed() -> None:
    # To one loss. Round 1: A-B to A, C-D to C, bye E (a draw before was annulled). Round 2: E beats A, bye C; the
    # first match went to B and back before, and goes to B once more while the rest stands. Round 3: C concedes to E;
    # both resign. So E has a bye and two wins, C a win and a bye, B the win that came too late, A two losses, D one.
    history = read("rounds.jsonl")
    desk = rounds("rounds.jsonl")
    assert desk.table() == [
        "1 E 3-0-1 champion",
        "2 C 2-1-1 resigned",
        "3 B 1-0-0 out",
        "4 A 0-2-0 out",
        "4 D 0-1-0 out",
    ]
    assert check_draws(history) == Checked(draws=2, confirmed=2, findings=(), repeats=())


@pytest.mark.rule("SWI-4", "SWI-6", "SWI-10", "SEL-1", "SEL-2", "TD-5", "TD-13")
def test_a_swiss_with_a_final_and_an_appeal_gives_its_table_and_its_draws_are_confirmed() -> None:
    # C: won, drawn, won: 5. A: bye, requested bye, drawn: 2 + 1 + 1. D: won, drawn, drawn: 4, and in all else like A,
    # so that a match between the two decided who went up. E: lost, both had told the director, bye: 0 + 1 + 2.
    # B: 0 + 1 + 0. In the final two penalty points against C had decided for A; on appeal they became one, and C won
    # 3-1, that is 3-2.
    history = read("stages.jsonl")
    desk = rounds("stages.jsonl")
    rows = desk.standings().rows
    assert [(row.rank, desk.letter(row.entry), row.mark) for row in rows] == [
        (1, "C", "champion"),
        (2, "A", "finalist"),
        (3, "D", "not-qualified"),
        (4, "E", "not-qualified"),
        (5, "B", "not-qualified"),
    ]
    assert [row.values["match_points"] for row in rows[2:]] == [4, 3, 1]
    assert [desk.name(match) for match in desk.matches() if match.slot] == ["A-D", "C-A"]
    final = desk.outcome(8)
    assert final is not None
    assert final.points == (3, 2)
    assert check_draws(history) == Checked(draws=4, confirmed=4, findings=(), repeats=())


@pytest.mark.rule("SEL-3", "TD-4", "ALL-7")
def test_a_cup_seeded_by_hand_goes_on_without_whom_a_ruling_put_out() -> None:
    # Seeds C, A, B: A meets B for the place beside C, and B is disqualified.
    desk = rounds("cup.jsonl")
    assert [(desk.name(match), match.slot) for match in desk.matches()] == [("A-B", "1-2"), ("C-A", "2-1")]
    assert [(desk.letter(row.entry), row.mark) for row in desk.standings().rows] == [
        ("C", "in"),
        ("A", "in"),
        ("B", "disqualified"),
    ]


@pytest.mark.rule("ELO-1")
def test_a_person_is_unsealed() -> None:
    state = person_of("person.jsonl")
    assert state.details == Details(name="Ada Meier", note="Prefers red")
    assert state.opening_ratings == {"normal": person_state.OpeningRating(1_650_000_000, 120)}


def test_a_person_with_all_that_is_known_is_unsealed() -> None:
    state = person_of("person_details.jsonl")
    assert isinstance(state.details, Details)
    assert (state.details.legal_name, state.details.birth_year) == ("Augusta Ada King", 1995)
    assert [one.id for one in state.details.external_ids] == ["40871"]
    assert (state.publication_consent, state.correction_requested) == (False, None)
    assert state.distinct_from == {person("B"), person("C")}


def test_the_federation_says_whose_names_are_withheld() -> None:
    federation = federation_of("naming_rules.jsonl")
    rules = federation.naming
    born = {year: rules.withholds(True, year, 2026) for year in (2007, 2008, 2009)}
    assert born == {2007: False, 2008: True, 2009: True}
    assert [rules.withholds(consent, None, 2026) for consent in (True, None, False)] == [False, True, True]


@pytest.mark.rule("REG-1", "REG-3")
def test_a_merge_and_its_taking_back_leave_a_record_as_it_was() -> None:
    history = read("merged.jsonl")
    states = [person_state.Person(history[0].stream)]
    for event in history:
        states.append(person_state.evolve(states[-1], event))
    assert [(one.status, one.merged_into, dict(one.openings)) for one in states[2:]] == [
        ("registered", None, {"normal": person_state.OpeningRating(1_650_000_000, 120)}),
        ("merged", person("A"), {}),
        ("registered", None, {"normal": person_state.OpeningRating(1_650_000_000, 120)}),
    ]
    kept = [person_state.Person(read("taken_in.jsonl")[0].stream)]
    for event in read("taken_in.jsonl"):
        kept.append(person_state.evolve(kept[-1], event))
    assert [sorted(one.openings) for one in kept[1:]] == [[], ["normal"], []]


@pytest.mark.rule("REG-1", "REG-3")
def test_entries_are_anothers_by_a_merge_and_go_back_with_what_was_entered_since() -> None:
    history = read("record_merged.jsonl")
    desk, entered = Desk(), dict[int, list[str]]()
    for event in history:
        desk.state = evolve.evolve(desk.state, event)
        entered[event.version] = [
            desk.state.entries[number].person for number in (2, 3) if number in desk.state.entries
        ]
    merged = history[-2].event
    assert entered[history[-3].version][0] == merged.record
    assert entered[history[-2].version][0] == merged.merged_into
    assert entered[history[-1].version][0] == merged.record


def test_an_erased_person_has_lost_the_name() -> None:
    state = person_of("erased.jsonl")
    assert (state.status, state.details) == ("erased", None)


def test_an_erasure_waits_and_is_stopped_before_it_takes_effect() -> None:
    history, states = read("erasure.jsonl"), [person_state.Person(read("erasure.jsonl")[0].stream)]
    for event in history:
        states.append(person_state.evolve(states[-1], event))
    due_at = [state.erasure and state.erasure.due_at.isoformat() for state in states[1:]]
    assert due_at == [None, "2026-05-04T13:00:00+00:00", None, "2026-05-04T15:00:00+00:00", None]
    assert (states[-1].status, history[-1].actor.role) == ("erased", "service")


@pytest.mark.rule("ALL-8", "CHM-1", "SWI-5", "TD-4")
def test_effects_of_tournaments_on_a_person_and_their_bans_are_known() -> None:
    # Three resignations, the ban lifted after two; one ban lifted, one until the 31st; one win and one season to sit
    # out withdrawn.
    state = person_of("record.jsonl")
    assert (len(state.resignations), state.resignations_counted) == (3, 1)
    assert [(ban.number, ban.status, ban.reason) for ban in state.bans] == [
        (1, "in-force", "Threw dice"),
        (2, "lifted", "Shouted"),
    ]
    assert [(win.year, win.season) for win in state.wins] == [(2025, 7)]
    assert [asked.season for asked in state.sitting_out] == [8]


@pytest.mark.rule("TD-4")
def test_doings_of_the_federation_with_bans_and_resignations_are_known() -> None:
    state = person_of("bans_reviewed.jsonl")
    assert [(ban.standing, ban.review.status, ban.review.reason) for ban in state.bans] == [
        ("in-force", "confirmed", None),
        ("suspended", "suspended", "Another was meant"),
    ]
    assert ([one.confirmed for one in state.resignations], state.resignations_counted) == ([True, False], 1)


def test_a_series_and_the_federation_stand_as_they_were_last_changed() -> None:
    series = series_of("series.jsonl")
    assert (series.name, series.directors) == ("Spring cup", (person("B"),))
    federation = federation_of("federation.jsonl")
    assert federation.resignation_limit is None


@pytest.mark.rule("REG-5")
def test_club_has_the_look_that_was_set_last() -> None:
    history = read("branding.jsonl")
    clubs, looks = clubs_state.initial(history[0].stream), list[tuple[str | None, bool]]()
    for event in history:
        clubs = clubs_state.evolve(clubs, event)
        [club] = clubs.every()
        looks.append((club.colour, club.logo_digest is not None))
    assert looks == [(None, False), (None, False), ("#14573d", True), (None, False)]


@pytest.mark.rule("ALL-2")
def test_the_chain_of_a_series_is_confirmed() -> None:
    series = series_of("draw_chain.jsonl")
    [chain] = series.chains
    assert ([one.revealed for one in chain.used], list(proofs_of_links(chain))) == ([True], [True])


@pytest.mark.rule("ALL-2")
def test_a_draw_with_witnessed_dice_is_confirmed() -> None:
    assert check_draws(read("outside_value.jsonl")) == Checked(draws=2, confirmed=2, findings=(), repeats=())


@pytest.mark.rule("ALL-10", "ALL-14", "CHM-1", "SWI-2", "TD-2", "TD-21")
def test_entries_of_all_kinds_stand_as_they_were_left() -> None:
    # Two places: the team A with B, red, and C, blue. D and E wait; C withdraws, and D moves up. F was offered another
    # flight and declined it, G was refused. The team, which brought one credit, beats D.
    desk = tournament("entries.jsonl")
    entries = [entry for _, entry in sorted(desk.state.entries.items())]
    assert [(chr(int(entry.person[-4:], 16)), entry.status) for entry in entries] == [
        ("A", "approved"),
        ("C", "withdrawn"),
        ("D", "approved"),
        ("E", "waiting"),
        ("F", "refused"),
        ("G", "refused"),
    ]
    team, offered = entries[0], entries[4].offer
    assert (team.team_name, team.members, team.colour, team.credits) == ("Foxes", (person("B"),), "red", 1)
    assert offered is not None
    assert (offered.flight.name, offered.accepted) == ("Masters", False)
    assert desk.state.settings is not None
    assert desk.state.settings.champion == 1
    assert desk.state.settings.series is not None
    assert desk.state.settings.series.season == 2027


@pytest.mark.rule("TD-3", "TD-6", "TD-7", "TD-8", "TD-20", "TD-23", "TD-24")
def test_way_a_match_was_played_is_known_as_it_was_recorded() -> None:
    # To 7, so 14 points at 120 seconds are 840 for each, and one break. A insisted on precision dice in vain; the
    # director wished for a monitor, too. M was asked for by A, for 12.50 that both pay, and went home; N stayed. B's
    # telephone for V was revoked. A left at 13:01, was due at 13:06 and back at 13:12: one full 5 minutes late. B took
    # two breaks at once, during a game, from 13:10, and is not back. The clocks stood at 300 and 200, set again to 230.
    # A declared that B was out of time; the director, that both were.
    state = tournament("match_record.jsonl").state
    of = state.match_records.of(1)
    wishes = [
        (one.made.kind, one.made.entry, one.answered and one.answered.reason) for one in state.match_records.requests
    ]
    assert wishes == [("precision-dice", 1, "There are none"), ("monitor", None, None)]
    assert [(one.made.clause, one.made.reason) for one in state.match_records.exceptions] == [
        ("2.2.3", "Takes insulin")
    ]
    first, second = of.monitors
    assert (first.appointed.person, first.appointed.fee, first.appointed.paid_by) == (
        person("M"),
        Decimal("12.50"),
        "both",
    )
    assert (first.released_at is None, second.released_at) == (False, None)
    assert [
        (one.recorded.kind, one.recorded.answered_by, one.recorded.applies_to, one.revoked) for one in of.consents
    ] == [
        ("recording", "first", None, None),
        ("telephone", None, person("V"), "It rang"),
    ]
    clocks = [(one.recorded.action, one.recorded.readings, one.recorded.estimated) for one in of.clocks]
    assert [(what, shown.first_seconds, shown.second_seconds, guessed) for what, shown, guessed in clocks] == [
        ("set", 840, 840, False),
        ("paused", 300, 200, False),
        ("reset", 300, 230, True),
        ("started", 300, 230, False),
    ]
    assert [out_of_time(one.declared.out_of_time) for one in of.declarations] == [
        LostOnTime(loser="second", because="out-of-time"),
        PlayOnWithoutClock(),
    ]


@pytest.mark.rule("TD-5", "TD-8")
def test_breaks_that_were_taken_are_reviewed_as_they_were() -> None:
    # As told above.
    of = tournament("match_record.jsonl").state.match_records.of(1)
    reviews = [review_nth_break(of, 7, number) for number in (1, 2)]
    assert [(f"{review.due_back:%H:%M}", review.left, review.flags) for review in reviews] == [
        ("13:06", 0, ()),
        ("13:15", 0, ("too-many", "during-game")),
    ]
    assert [late_from_break(of, 7, number) for number in (1, 2)] == [
        Lateness(offender="first", beneficiary="second", points=1),
        None,
    ]


@pytest.mark.rule("TD-19", "TD-20")
def test_a_report_that_was_filed_is_still_the_report() -> None:
    # A beats B, with the recording that is due; B beats C, without. Filed when it was completed; reopened for the
    # recording and an analysis, completed and filed again: nothing is missing and nothing owed.
    history = read("match_record.jsonl")
    desk = Desk()
    filed = []
    for event in history:
        if event.topic == "tournament.report-filed.v1":
            report = report_of(desk.state)
            filed.append((event.event.digest == report.digest, [(one.match, one.kind) for one in report.missing]))
        desk.state = evolve.evolve(desk.state, event)
    assert filed == [(True, [(2, "recording")]), (True, [])]
    assert [one.reference for one in desk.state.filings] == ["Letter 1", "Letter 2"]
    assert not debt(desk.state, history[-1].recorded_at).owed
    report = report_of(desk.state)
    assert [(one.entry, one.reason) for one in report.refused_entries] == [(4, "No member")]
    assert [(one.match, one.winner, one.points) for one in report.results] == [(1, 1, (7, 5)), (2, 2, (5, 3))]


@pytest.mark.rule("GAM-5", "GAM-6", "OPN-1", "STK-1", "STK-2", "STK-3", "STK-4", "STK-5")
def test_stakes_are_settled_to_the_cent() -> None:
    # Five points at 2.50: A beats B 5-1 (games 4, 1, 1), corrected to 3-5: B is paid 4.50, the house 0.50. Single at
    # 10.00: B wins a gammon at 2 from C, 4 points: 10.00 and 3.60, C their other 6.00, the house 0.40. Three games at
    # 5.00: A a gammon, C two games, a tie: 4.50 each, the house 1.00. Normal: A wins a backgammon from B, for nothing.
    # Single at 20.00: C leaves A's table, and nobody knows what A could have won: the director is to decide.
    desk = tournament("stakes.jsonl")
    matches = [match for _, match in sorted(desk.state.matches.items())]
    assert [(match.form, match.length, match.stake) for match in matches] == [
        ("five-points", 5, Decimal("2.50")),
        ("single", 1, Decimal("10.00")),
        ("three-games", 3, Decimal("5.00")),
        ("normal", 1, None),
        ("single", 1, Decimal("20.00")),
    ]
    assert [match.sitting.report and match.sitting.report.starters for match in matches] == [
        ("first", "second", "first"),
        ("second",),
        ("first", "second"),
        (),
        ("second",),
    ]
    assert desk.table() == ["1 B 2-1 9:6", "2 A 2-1 8:7", "3 C 0-2 2:6"]
    together = total(desk.state.settlements)
    assert [(share.entry, str(share.staked), str(share.credited)) for share in together.shares] == [
        (1, "7.50", "4.50"),
        (2, "12.50", "18.10"),
        (3, "15.00", "10.50"),
    ]
    assert str(together.house) == "1.90"
    assert [posting.match for posting in postings(desk.state.settlements)] == [1, 2, 3, 1]
    assert [match.number for match in matches if decision_due(match)] == [5]


@pytest.mark.rule("GAM-5", "TD-14")
def test_starter_of_games_is_known_as_it_was_corrected() -> None:
    # Three games, A's two: B and A were said to have started them, then A and B; then three games, B's the second.
    [match] = tournament("starters.jsonl").state.matches.values()
    assert layering.starters(match) == ("first", "second")
    assert [correction.starters for correction in match.sitting.corrections] == [("first", "second"), None]
    assert match.effective is not None
    assert match.effective.winner == 1


@pytest.mark.rule("TD-9")
def test_arbiters_chosen_by_the_parties_are_known_and_how_they_voted() -> None:
    # A, who directs, and B agreed to u, v and w, then to x, y and z, who ruled that A has lost, x against it.
    state = tournament("joint.jsonl").state
    said, given = state.directing.disputes[1].statements, state.directing.rulings[1]
    chosen = tuple(map(person, "xyz"))
    assert [one.kind for one in said] == ["agreement"] * 4
    assert {one.committee for one in said[:2]} == {tuple(map(person, "uvw")), chosen}
    assert (given.committee, given.agreed_by, given.judges) == (chosen, (1, 2), chosen)
    assert [(vote.member, vote.verdict) for vote in given.votes] == [
        (person("y"), "upheld"),
        (person("x"), "reversed"),
        (person("z"), "upheld"),
    ]
    assert given.given_by.person == person("x")
    assert [(flag.remedy_number, flag.departure, flag.permitted) for flag in given.flags] == [
        (1, "not-permitted", ("warning", "penalty-points"))
    ]


@pytest.mark.rule("TD-22")
def test_departure_of_a_ruling_is_known_as_it_was_flagged() -> None:
    # By 1.5 B was warned, and then had a point against B; by 4.2 two points without a warning, and the match.
    rulings = [ruling for _, ruling in sorted(tournament("flags.jsonl").state.directing.rulings.items())]
    assert [[(flag.remedy_number, flag.departure, flag.clause) for flag in ruling.flags] for ruling in rulings] == [
        [],
        [],
        [(1, "no-warning-before", "4.2"), (2, "not-permitted", "4.2")],
    ]


@pytest.mark.rule("TD-4", "TD-12", "TD-13", "TD-25")
def test_bans_that_rulings_have_ordered_stand_as_their_rulings_do() -> None:
    # Ruling 1 banned C until June; suspended, resumed, and on appeal replaced by one until April. Ruling 2 banned C
    # from directing for good, and is suspended. The federation bans C from watching. The ban of ruling 3 was lifted.
    state = person_of("bans.jsonl")
    bans = [(ban.kind, ban.ordered and ban.ordered.ruling, ban.until, ban.status, ban.reason) for ban in state.bans]
    assert bans == [
        ("ban", 1, datetime(2026, 6, 1, tzinfo=UTC), "reversed", None),
        ("director-ban", 2, None, "suspended", None),
        ("spectator-ban", None, None, "in-force", "Shouted"),
        ("ban", 1, datetime(2026, 4, 1, tzinfo=UTC), "in-force", None),
        ("ban", 3, None, "lifted", None),
    ]
    assert [ban.ordered.clause for ban in state.bans if ban.ordered] == ["1.2.3"] * 4


@pytest.mark.rule("ALL-1")
def test_the_key_of_the_log_was_handed_over_and_the_log_restarted() -> None:
    first = verifier_key("club.example/v1/log+6170bce8+AXje0K4tWuFe9bOM5qkZBXlizCW3UxErtXoUc1V0NJwM")
    rotated, restarted = (one.event for one in read("federation_rulings.jsonl")[-2:])
    assert successor_key(rotated.signed_note.encode(), rotated.origin, [first]).text == rotated.verifier_key
    assert (restarted.origin, restarted.former_origin, restarted.former_size) == (
        f"{rotated.origin}/2",
        rotated.origin,
        70_000,
    )


@pytest.mark.rule("ALL-1")
def test_publications_are_known() -> None:
    state = federation_of("publications.jsonl")
    kinds = [(one.published.subject.kind, one.version, len(one.published.files)) for one in state.publications]
    first, last = ("rating-list", 1, 2), ("rating-list", 5, 2)
    assert kinds == [first, ("standings", 2, 2), ("ruling", 3, 1), ("report", 4, 1), last]
    clubs = list[str | None]()
    for number in (0, 4):
        listed = state.publications[number].published.subject
        assert isinstance(listed, DatedRatingList)
        assert (listed.date, listed.played_before) == (date(2026, 3, 1), datetime(2026, 2, 28, 23, tzinfo=UTC))
        clubs.append(listed.club)
    assert clubs == [None, "6b1e6a3c-0000-4000-8000-0000000000c1"]


@pytest.mark.rule("TD-19", "TD-25")
def test_decisions_reported_ruled_and_imposed_by_the_federation_are_known() -> None:
    # A told of ruling 1 of a tournament, the office of something else. The first brought about a principle ruling,
    # which was withdrawn; another stands. C is banned until June since the second, D from directing for good. Since
    # then days are those of Vienna.
    state = federation_of("federation_rulings.jsonl")
    assert (state.report_days, state.resignation_limit, state.time_zone) == (30, 2, "Europe/Vienna")
    assert [(one.told.account, one.told.ruling, one.reported_by) for one in state.decisions] == [
        ("The flag fell, and nobody said so", 1, person("A")),
        ("Dice in the bar", None, "office"),
    ]
    assert [(one.made.clause, one.made.decision, one.withdrawn) for one in state.precedents] == [
        ("4.3.3", 1, "The new edition"),
        ("1.2.3", None, None),
    ]
    assert [state.citable(precedent) for precedent in (1, 2, 3)] == [False, True, False]
    imposed = [one.imposed for one in state.sanctions]
    assert [(one.person, one.kind, one.until, one.reason, one.decision) for one in imposed] == [
        (person("C"), "ban", datetime(2026, 6, 1, tzinfo=UTC), "Threw dice", 2),
        (person("D"), "director-ban", None, "Ruled for a friend", None),
    ]


@pytest.mark.rule("TD-25")
def test_reported_decision_that_was_answered_waits_no_more() -> None:
    state = federation_of("federation_answered.jsonl")
    [decision] = state.decisions
    assert (decision.answer, decision.told.ruling) == ("The rule is clear: the flag is declared", 1)
    assert state.waiting_decisions == ()


@pytest.mark.rule("TD-25")
def test_own_sanctions_are_appealed_reversed_and_lifted() -> None:
    # C was warned, appealed, and it was reversed; D was fined, and has paid.
    state = federation_of("federation_sanctions.jsonl")
    told = [(one.imposed.kind, one.imposed.clause, one.imposed.measure, one.status) for one in state.sanctions]
    assert told == [("warning", "1.2.1", None, "reversed"), ("other", None, "A fine of 50", "lifted")]
    assert (state.sanctions[0].appeal, state.waiting_appeals) == ("It was somebody else", ())


@pytest.mark.rule("SWI-2")
def test_player_given_another_colour_has_the_last_one() -> None:
    # A, red, was given blue; B, red, was given blue and red again; C has been blue from the first.
    state = tournament("colours.jsonl").state
    assert [entry.colour for _, entry in sorted(state.entries.items())] == ["blue", "red", "blue"]


@pytest.mark.rule("ALL-10", "REG-5")
def test_entry_that_was_changed_has_its_last_name_and_club() -> None:
    # The team Foxes of A and B came to be called Wolves, and then to stand for the club Valley; C has neither.
    entries = tournament("entry_changed.jsonl").state.entries
    told = [(one.team_name, one.club, len(one.members), one.status) for _, one in sorted(entries.items())]
    assert told == [("Wolves", "00000000-0000-4000-8000-000000000001", 1, "approved"), (None, None, 0, "requested")]


@pytest.mark.rule("REG-6")
def test_matches_have_the_tables_that_they_were_given_and_moved_to() -> None:
    # Tables 1, 2 and 21, kept; F always at 1, until that was taken back. C-D at 21 was over first, and A-B moved there.
    # In the second round A goes on at 21 and E at 1, and D-F has what is left.
    state = tournament("hall.jsonl").state
    assert [match.table for _, match in sorted(state.matches.items())] == [21, 21, 1, 21, 1, 2]
    assert state.entries[6].fixed_table is None
    assert [(room.first_table, room.last_table) for room in state.hall.rooms] == [(1, 2), (21, 21)]


@pytest.mark.rule("TD-15", "TD-16", "TD-17", "TD-18", "ELO-2")
def test_lengths_that_were_settled_sheets_and_endings_are_known_as_they_were_recorded() -> None:
    # All to 7. A and B played to 5 until 3-2 after four games, then to 7: 5-2, 6-2, the Crawford game doubled and, by
    # agreement, B's: 6-4, then A's on time. A and C had finished at 5-3, to 5: that stands. B and C agreed that C gives
    # up. Of match 1 A's sheet ends with 6-4, before the last game: without the double 6-3. B's, at 6-5, is not clear.
    state = tournament("sheets.jsonl").state
    matches = [match for _, match in sorted(state.matches.items())]
    assert [(match.as_played[1], match.length_from_game) for match in matches] == [(7, 5), (5, None), (7, None)]
    rated_at = [one.n for match in matches if (one := as_rated_match(state, match)) is not None]
    assert rated_at == [7, 5, 7]
    assert [[(flag.kind, flag.game) for flag in flags_of(state, match)] for match in matches] == [
        [("doubled-crawford", 7), ("agreed-outcome", 7)],
        [],
        [("agreed-outcome", None)],
    ]
    dispute = state.directing.disputes[1]
    decided = decided_by_sheets(state, dispute)
    assert decided is not None
    assert (decided.kind, [said.score_sheet and said.score_sheet.score for said in dispute.statements]) == (
        "director-decides",
        [(6, 4), (6, 5)],
    )
    assert [(side, flag.game, flag.without) for side, flag in flagged_sheets(state, dispute)] == [("first", 7, (6, 3))]


@pytest.mark.rule("TD-2", "TD-4", "ALL-8")
def test_player_turned_away_is_refused_until_they_ask_again() -> None:
    # A was banned by a ruling. C had resigned once too often, so that B's team with C was turned away, and asked
    # again when that ban had been lifted. D was let in.
    entries = [entry for _, entry in sorted(tournament("turned_away.jsonl").state.entries.items())]
    assert [(entry.person, entry.team_name, entry.status) for entry in entries] == [
        (person("A"), None, "refused"),
        (person("B"), "Foxes", "requested"),
        (person("D"), None, "approved"),
    ]
    assert [entry.turned_away for entry in entries] == [
        TurnedAway(member=person("A"), because="person-banned", bans=(1,)),
        None,
        None,
    ]


@pytest.mark.rule("TD-9", "ALL-3")
def test_a_ruling_that_was_retracted_counts_nowhere() -> None:
    # B had two points given against them and D a ban, by mistake; then B beat A, 5-7.
    state = tournament("withdrawn.jsonl").state
    given = state.directing.rulings[1]
    assert (given.status, given.in_force, given.withdrawn_because) == ("withdrawn", None, "It was A who came late.")
    assert state.directing.undecided == (1,)
    assert state.matches[1].effective is not None
    assert state.matches[1].effective.outcome.points == (5, 7)


@pytest.mark.rule("TD-14", "TD-9")
def test_a_result_that_was_taken_back_counts_nowhere() -> None:
    # A reported 5-2 against B, at once; B took it back.
    desk = tournament("taken_back.jsonl")
    assert (desk.outcome(1), desk.state.matches[1].void, desk.state.directing.undecided) == (None, False, (1,))
    assert desk.state.directing.disputes[1].matter == "We stopped at 4-2."


@pytest.mark.rule("TD-9", "TD-14")
def test_a_result_counted_by_the_directors_link_until_somebody_else_confirmed_it() -> None:
    # D directs alone and plays A. D reported 5-1; it was confirmed by A's link, version 12, and then by A, version 13.
    counted, confirmed = (folded(read("by_link.jsonl")[:version]).matches[1] for version in (12, 13))
    assert (counted.is_announced, counted.by_link_of) == (True, person("D"))
    assert (confirmed.is_announced, confirmed.by_link_of) == (True, None)


@pytest.mark.rule("TD-11")
def test_an_administrator_allowed_a_member_who_had_directed() -> None:
    # X directed and was released; V, who gave no ruling, allowed X on the committee with Y and Z.
    appeal = tournament("allowed.jsonl").state.directing.appeals[1]
    assert (appeal.members, appeal.allowed) == (tuple(map(person, "xyz")), (person("x"),))
    assert appeal.allowed_because == "Nobody else is here"


@pytest.mark.rule("ALL-14", "TD-13")
def test_settlement_is_the_one_that_was_shown() -> None:
    # A was expelled before round 1 and missed it, for the ruling was reversed when it was under way; the director was
    # shown that, and that B had resigned elsewhere since they entered, and settled both.
    state = tournament("reviews.jsonl").state
    of_b, of_a = state.reviewed
    assert (of_b.item.kind, of_b.item.entry, of_b.item.recorded_value, of_b.item.current_value) == (
        "resignations-changed",
        2,
        0,
        1,
    )
    assert (of_b.item.key, of_b.by, of_b.reason) == ("41c7fb0688a0cef5b98094d01af74969", "office", "Spoken with B")
    assert [of_a.item] == list(left_behind(state))
    assert (of_a.item.kind, of_a.item.round, of_a.reason) == ("round-missed", 1, "Spoken with A")


@pytest.mark.rule("ALL-1")
@pytest.mark.rule("REG-5")
def test_proposed_entry_waits_for_its_player_who_asks_for_it() -> None:
    # B, an officer, proposes A and C. A asks too, C does not.
    desk = tournament("entries_proposed.jsonl")
    assert [entry.unasked for _, entry in sorted(desk.state.entries.items())] == [(), (person("C"),)]
    assert dict(desk.state.entry_of.items()) == {person("A"): 1}


@pytest.mark.rule("REG-5")
def test_offered_memberships_are_held_once_they_are_accepted() -> None:
    # B, an officer, offers one to A, who accepts, to C, who declines, and to D, who has not answered.
    state = clubs_state.initial(CLUBS)
    for event in read("clubs_offered.jsonl"):
        state = clubs_state.evolve(state, event)
    (club,) = state.every()
    assert club.members_at(datetime(2026, 3, 5, tzinfo=UTC)) == {person("A")}
    assert [one.status for one in club.offers] == ["accepted", "declined", "open"]
    assert club.offer_to(person("D")) == club.offers[2]


@pytest.mark.rule("REG-5")
def test_membership_that_was_asked_for_is_held_once_the_club_accepts_it() -> None:
    # A, C, D and E ask. B, an officer, accepts A and declines C; D withdraws; E has no answer.
    state = clubs_state.initial(CLUBS)
    for event in read("clubs_requested.jsonl"):
        state = clubs_state.evolve(state, event)
    (club,) = state.every()
    assert club.members_at(datetime(2026, 3, 5, tzinfo=UTC)) == {person("A")}
    assert [one.status for one in club.requests] == ["accepted", "declined", "withdrawn", "open"]
    assert club.request_of(person("E")) == club.requests[3]


@pytest.mark.rule("REG-5")
def test_membership_is_public_by_the_consent_that_was_recorded_last() -> None:
    # A and B are members. A consents, an administrator records B's consent, and A withdraws theirs.
    state = clubs_state.initial(CLUBS)
    for event in read("clubs_public.jsonl"):
        state = clubs_state.evolve(state, event)
    (club,) = state.every()
    assert state.public_at(datetime(2026, 3, 5, tzinfo=UTC)) == {person("B"): club.id}
    assert [(one.granted, one.is_own) for one in map(club.consents.get, (1, 2)) if one] == [
        (False, True),
        (True, False),
    ]


@pytest.mark.parametrize("name", sorted(file.name for file in FOLDER.glob("*.jsonl")))
def test_the_stored_bytes_are_canonical(name: str) -> None:
    for line in lines(name):
        assert canonical_json.encode(canonical_json.decode(line)) == line


@pytest.mark.rule("TD-9")
def test_an_import_keeps_who_confirmed_what_and_waits_again_once_results_change() -> None:
    # Announced and declared in Y's name, A and B entered and approved, started, A beat B, which Z
    # confirmed at version 9; then B beat A.
    state = tournament("imports.jsonl").state
    assert state.imported is not None
    assert (state.imported.import_id, state.imported.source) == ("import 1", "list.jsonl")
    assert state.imported.in_name_of == person("Y")
    confirmed = state.imported.confirmed
    assert confirmed is not None
    assert (confirmed.tournament_version, confirmed.by) == (9, person("Z"))
    assert status_of(state) == "waiting"


@pytest.mark.rule("TD-9")
def test_an_import_keeps_who_went_on_with_it_and_who_recorded_what_is_to_be_confirmed() -> None:
    # As before; then X went on with it, and A beat B again. Z confirmed what was there before Y's last match.
    imported = tournament("imports_continued.jsonl").state.imported
    assert imported is not None
    assert (imported.source, imported.in_name_of) == ("list of spring.jsonl", person("X"))
    assert imported.recorded_by == (person("Y"), person("X"))


@pytest.mark.rule("ALL-8")
def test_a_resignation_that_was_taken_back_counts_nowhere() -> None:
    # A and B entered an open evening. The office recorded that A resigned; A took it back.
    state = tournament("resignation_taken_back.jsonl").state
    assert [entry.status for entry in state.entries.values()] == ["approved", "approved"]
    of_a = person_of("resignation_withdrawn.jsonl")
    assert (of_a.version, of_a.resignations) == (3, ())


@pytest.mark.rule("NXE-8", "TD-4", "TD-13")
def test_a_match_that_was_opened_again_is_conceded_by_who_is_out() -> None:
    # D had beaten A in the first round; a claim that it be replayed was dismissed, and granted on appeal, after D had
    # been expelled.
    state = tournament("matches_conceded.jsonl").state
    assert (validity.winner(state.matches[1]), layering.conceding(state.matches[1])) == (1, {4})


@pytest.mark.rule("ALL-2")
def test_a_draw_was_held_from_the_public_until_it_was_released() -> None:
    # Four entrants, started with version 11; drawn with version 12, released with version 13.
    drawn, released = (folded(read("released.jsonl")[:version]) for version in (12, 13))
    assert drawn.held is not None
    assert (drawn.held.version, len(drawn.held.matches)) == (11, 0)
    assert (released.held, len(released.matches)) == (None, 2)


@pytest.mark.rule("GAM-7")
def test_a_transcript_was_kept_and_its_illegal_play_is_found() -> None:
    # Ann plays 31 as 8/5 6/4, five pips, and wins a point by a double that Ben drops.
    history = read("transcripts.jsonl")
    state = tournament("transcripts.jsonl").state
    (attached,) = state.match_records.of(1).attachments
    assert (attached.added.kind, attached.kept_at) == ("transcript", len(history))
    kept = history[-1].event
    assert hashlib.sha256(kept.transcript.encode()).hexdigest() == attached.added.digest
    checked = check_transcript(state, state.matches[1], kept.transcript, turned=kept.turned)
    found = [(one.kind, one.move) for one in checked.findings]
    assert (found, checked.score) == ([("illegal-play", 1), ("unfinished-match", None)], (1, 0))


@pytest.mark.rule("ALL-11", "SWI-1", "TD-21")
def test_two_stages_announced_by_kind_and_version_give_their_table() -> None:
    # Round 1: A-C, B-D, round 2: B-A, D-C; the first side wins each. So B has two wins, A and D one, C none. A won in
    # the first round and D in the second: added up round by round A has 2 + 2 and D 0 + 2.
    desk = rounds("two_stages.jsonl")
    settings = desk.state.settings
    assert settings is not None
    assert (settings.format.kind, settings.format.rules_version) == ("swiss", 1)
    assert settings.rating == RatingTerms(pool="normal", policy="room", policy_version=1)
    assert (settings.conditions.places, settings.conditions.venue) == (8, "Hall 2")
    assert [(stage.format.kind, stage.qualifiers) for stage in settings.stages] == [("knockout", 2)]
    rows = desk.standings().rows
    assert [(row.rank, desk.letter(row.entry), row.values["match_points"]) for row in rows] == [
        (1, "B", 4),
        (2, "A", 2),
        (3, "D", 2),
        (4, "C", 0),
    ]


@pytest.mark.rule("ALL-3", "ALL-6", "NXE-5", "NXE-8")
def test_sittings_have_their_own_facts_and_concessions_are_beside_the_score() -> None:
    # Match 1 stood at 4-2 of 5 points since the ruling that had ended it was reversed; then its first side resigned.
    # In match 2 one invitation was acknowledged before it was ordered to be played again, and one since.
    state = folded(read("opened_again.jsonl"))
    first, second = state.matches[1], state.matches[2]
    assert first.effective is not None
    assert (first.effective.winner, first.effective.outcome.play_began) == (first.sides[1], True)
    assert first.sitting.result == FinalScore(first=4, second=2)
    invitations = [sitting.invitation for sitting in second.sittings]
    assert [(one.by, one.acknowledged_at is not None) for one in invitations if one] == [
        ("first", True),
        ("second", True),
    ]
    assert (second.phase, second.nth_sitting) == ("open", 2)


@pytest.mark.rule("ALL-1", "TD-2")
def test_presence_and_payment_are_as_noted_last() -> None:
    # A came and paid. B came, and had not come after all. C paid, and had not after all; then C came, a minute later.
    state = tournament("check_in.jsonl").state
    noted = [(one.here_since, one.fee_paid) for _, one in sorted(state.entries.items())]
    came = datetime(2026, 3, 1, 12, 8, tzinfo=UTC)
    assert noted == [(came, True), (None, False), (came + timedelta(minutes=6), False)]


@pytest.mark.rule("ALL-1", "TD-9")
def test_code_renewed_counts_where_the_former_did() -> None:
    # A chose a code before match 1 and renewed it after, on the same phone; D's report counts by the newer one.
    state = tournament("codes.jsonl").state
    [code] = state.entries[2].codes
    assert (code.key, code.by.key, code.after) == ("00000000000000c2", "00000000000000a1", 0)
    assert code.chosen_at == datetime(2026, 3, 1, 12, 11, tzinfo=UTC)
    assert (state.matches[1].is_announced, state.matches[1].by_link_of) == (True, None)


@pytest.mark.rule("ALL-1", "SE-9")
def test_late_entry_has_the_place_that_it_took() -> None:
    # Five: A, B and C had no opponent in round 1, and B met C at once. Then F took the place opposite C, and won there.
    state = tournament("late_place.jsonl").state
    assert dict(state.rounds.places_taken.items()) == {6: "1-4"}
    live = {(match.slot, match.sides) for match in state.matches.values() if match.live}
    assert live == {("1-2", (4, 5)), ("1-4", (3, 6)), ("2-2", (2, 6))}
    assert [(bye.slot, bye.status) for _, bye in sorted(state.rounds.byes.items())] == [
        ("1-1", "valid"),
        ("1-3", "valid"),
        ("1-4", "set-aside"),
    ]


@pytest.mark.rule("ALL-1", "TD-21")
def test_settings_that_were_changed_hold_from_then_on() -> None:
    # A rated Swiss before the start, and a knockout again; round 1 is to 5, and the final, after a second change, to 3.
    state = tournament("settings_changed.jsonl").state
    settings = state.settings
    assert settings is not None
    assert (settings.name, settings.format.kind, settings.stages, settings.rating) == ("Cup", "knockout", (), None)
    assert {match.slot: match.length for match in state.matches.values()} == {"1-1": 5, "1-2": 5, "2-1": 3}


@pytest.mark.rule("ALL-4", "SEL-1")
def test_each_stage_has_become_what_was_chosen_for_it() -> None:
    # The first match of a Swiss of eight went to B after the final of A and E: the Swiss stood, the final was rewound,
    # and B and A have played another.
    state = folded(read("stages_chosen.jsonl"))
    assert [(one.status, one.rewound) for one in state.rounds.openings] == [("lapsed", True), ("valid", False)]
    swiss = [match for match in state.matches.values() if match.opening == 0]
    assert all(match.live for match in swiss)
    assert [(n, match.live) for n, match in sorted(state.matches.items()) if match.opening] == [(13, False), (14, True)]


@pytest.mark.rule("ALL-4", "NXE-8")
def test_player_wrongly_out_has_missed_a_round_that_counts_as_nothing() -> None:
    # To one loss: A beat B, C beat D, A beat C; then the first match went to B, which stood.
    desk = rounds("round_missed.jsonl")
    assert desk.table() == ["1 B 1-0-0 champion", "2 A 1-1-0 out", "2 C 1-1-0 out", "4 D 0-1-0 out"]
    [stood] = desk.state.rounds.stood[1]
    assert (stood.keeps_place, stood.missed) == (False, ((2, 2, 1),))


@pytest.mark.rule("ALL-4", "SEL-3", "TD-13")
def test_place_in_which_somebody_had_played_is_kept_of_two_in_a_bracket() -> None:
    # Sixteen: A and B were put out of round 2 and are in again; H has played in A's place, and nobody in B's.
    state = tournament("places_kept.jsonl").state
    live = {match.slot: match.sides for _, match in sorted(state.matches.items()) if match.live}
    assert (live["3-1"], live["3-2"], live["4-1"]) == ((8, 4), (2, 3), (8, 2))
    assert [
        (number, one.keeps_place) for number in sorted(state.rounds.stood) for one in state.rounds.stood[number]
    ] == [
        (9, True),
        (11, False),
    ]


@pytest.mark.rule("ALL-1", "TD-14")
def test_opponents_are_as_corrected_and_what_hung_on_them_stands() -> None:
    # A (5) beat B, C beat D, E (1) had the bye; then A beat C, and E beat B. But A had met E, and B had had the bye.
    state = tournament("who_met.jsonl").state
    first = state.matches[1]
    assert (first.sides, first.sides_paired, state.rounds.byes[1].entry) == ((5, 1), (5, 2), 2)
    assert [match.number for _, match in sorted(state.matches.items()) if match.live] == [1, 2, 3, 4]
    assert validity.verdict(first) == "5 met 1-5 met 2-5"


def test_every_kind_of_event_of_the_first_version_is_among_them() -> None:
    kept = {event.topic for file in FOLDER.glob("*.jsonl") for event in stored(file.name)}
    kinds = {event.TOPIC for event in EVENTS} | UPCASTS.keys()
    assert {topic for topic in kinds if topic.endswith(".v1")} == {topic for topic in kept if topic.endswith(".v1")}
    assert UPCASTS.keys() <= kept
    assert {step.to for step in UPCASTS.values()} <= kept


@pytest.mark.rule("TD-3", "TD-6", "TD-7", "TD-8", "TD-20", "TD-23", "TD-24")
def test_retracted_record_stays_under_its_number_and_counts_for_nothing() -> None:
    # One of each was recorded of A's match, at another's; A's cups were found. Then A left, for the only break.
    state = tournament("retracted.jsonl").state
    of = state.match_records.of(1)
    first = (of.monitors, of.consents, of.breaks, of.clocks, of.declarations, of.attachments)
    because = [
        listed[0].retracted and listed[0].retracted.reason for listed in (*first, state.match_records.exceptions)
    ]
    assert because == ["Another match"] * 7
    assert [one.retracted and one.retracted.reason for one in state.match_records.requests] == ["Found them"]
    assert (len(of.breaks), review_nth_break(of, 7, 2).left, review_nth_break(of, 7, 2).flags) == (2, 0, ())
    assert [(one.match, one.kind) for one in report_of(state).missing] == [(1, "recording")]


@pytest.mark.rule("ALL-1", "REG-4")
def test_lists_say_what_they_said_and_whom_they_mean() -> None:
    """By hand: of three lines the third is gone; the first was changed on both sides, settled, and said otherwise
    since; the second is gone from the list and waits."""
    lists = list_state.initial_lists(StreamName("lists"))
    for one in read("lists.jsonl"):
        lists = list_state.evolve_lists(lists, one)
    winter = lists.by_name[("matches", "Winter list")]
    assert (winter.tournament is None, lists.by_name[("persons", "Persons")].tournament) == (False, None)
    state = list_state.initial(list_stream(winter.id))
    for one in read("list.jsonl"):
        state = list_state.evolve(state, one)
    assert [(one.name, one.said is None) for _, one in sorted(state.names.items())] == [
        ("Anna A", False),
        ("Bert B", True),
    ]
    assert sorted(state.lines) == [1, 2]
    assert state.lines[1].first == state.names[2].person
    assert dict(state.conflicts) == {2: None}


@pytest.mark.rule("ALL-1", "REG-4")
def test_list_of_entries_says_who_it_has_in_which_order_and_of_whom_both_sides_differ() -> None:
    """By hand: of two persons both were changed on both sides; the first is settled and said so since, the second
    waits. The list has the second first."""
    lists = list_state.initial_lists(StreamName("lists"))
    for one in read("lists_of_entries.jsonl"):
        lists = list_state.evolve_lists(lists, one)
    ((of, known),) = lists.of_entries.items()
    assert (of, known.kind) == ((known.tournament, "Entries"), "entries")
    state = list_state.initial(list_stream(known.id))
    for one in read("list_of_persons.jsonl"):
        state = list_state.evolve(state, one)
    assert [state.names[number].name for number in state.listed or ()] == ["Bert B", "Anna A"]
    assert list(state.person_conflicts) == [state.names[2].person]


@pytest.mark.rule("ALL-1", "REG-4")
def test_list_is_owned_by_who_it_was_handed_on_to_last() -> None:
    """By hand: a club owned it, then the office, and now another club. Nothing was imported."""
    state = list_state.initial(list_stream("00000000-0000-4000-8000-0000000000c5"))
    owners = []
    for one in read("list_handed_on.jsonl"):
        state = list_state.evolve(state, one)
        owners.append(state.owner)
    assert owners == ["00000000-0000-4000-8000-0000000000d1", None, "00000000-0000-4000-8000-0000000000d2"]
    assert (state.imported_at, state.imported_by, state.version) == (None, None, 3)


@pytest.mark.rule("ALL-1", "REG-4")
def test_list_is_read_as_was_said_last() -> None:
    """By hand: first two columns and an encoding were said, and then others, which count alone."""
    state = list_state.initial(list_stream("00000000-0000-4000-8000-0000000000c7"))
    first, second = read("list_reading_kept.jsonl")
    state = list_state.evolve(state, first)
    assert [(one.named, one.column) for one in state.reading.columns] == [("Gewinner", "winner"), ("Bemerkung", None)]
    assert (state.reading.encoding, state.reading.day_order) == ("cp1253", "day-first")
    reading = list_state.evolve(state, second).reading
    assert (reading.columns, reading.decimals, reading.length, reading.row_order) == ((), "comma", 7, "newest-first")


@pytest.mark.rule("NXE-8", "ALL-8")
def test_player_left_for_today_was_taken_back_and_left_by_themselves() -> None:
    # D recorded that A leaves, version 11, and took it back, version 12; A then left, version 13.
    by_d, back, by_a = (folded(read("left_for_today.jsonl")[:version]).entries[1] for version in (11, 12, 13))
    assert (by_d.status, by_d.departure and by_d.departure.by.person, by_d.reason) == (
        *("left", person("D")),
        "Train to catch",
    )
    assert (back.status, back.departure) == ("approved", None)
    assert (by_a.status, by_a.departure and by_a.departure.by.person) == ("left", person("A"))


@pytest.mark.rule("ELO-8", "ALL-11")
def test_rating_policies_that_were_announced_are_known_by_their_digests() -> None:
    # National by bands from length 5 with four entrants, a policy by both ratings, national again, and one without K.
    history = read("rating_policies.jsonl")
    state = federation_of("rating_policies.jsonl")
    keys_of = [each.key for each in state.policies]
    assert keys_of == [("national", 1), ("galaxy", 1), ("national", 2), ("points-at-stake", 1)]
    assert [each.digest() for each in state.policies] == [one.event.digest for one in history]
    national, galaxy, newer, at_stake = state.policies
    assert [national.k_at(experience) for experience in (0, 499, 500)] == [2, 2, 1]
    assert (national.n_of_length(4), national.n_of_length(5), national.smallest_field) == (None, 5, 4)
    assert galaxy.ks((1_500_000_000, 1_400_000_000), (0, 0)) == (Fraction("14.6"), Fraction("14.6"))
    assert [newer.k_at(400), at_stake.k_at(0)] == [1, 1]


@pytest.mark.rule("ELO-8", "TEA-8", "ALL-11")
def test_rating_policy_that_rates_teams_is_known_by_its_digest() -> None:
    # National by bands, as before, with teams rated as one side.
    [announced] = read("rated_teams.jsonl")
    [policy] = federation_state.evolve(federation_state.initial(announced.stream), announced).policies
    assert (policy.key, policy.teams) == (("pairs", 1), "as-one")
    assert policy.digest() == announced.event.digest


@pytest.mark.rule("ELO-8", "ALL-11")
def test_a_tournament_holds_what_its_rating_policy_says() -> None:
    settings = folded(read("rated_by_announced.jsonl")).settings
    assert settings is not None
    assert settings.rating is not None
    policies = [one.event for one in read("rating_policies.jsonl")]
    assert settings.rating.pinned == policies[0].announced


@pytest.mark.rule("ELO-1", "ELO-8")
def test_rating_pools_that_were_announced_are_known_by_their_names_and_policies() -> None:
    # Online by the room's policy, then by the club's and with a Danish name; doubles without one; normal has a name.
    state = federation_of("rating_pools.jsonl")
    pools = state.rating_pools
    assert [(key, one.version) for key, one in pools.items()] == [
        ("normal", 1),
        ("price", 0),
        ("online", 2),
        ("doubles", 1),
    ]
    assert [one.policy and one.policy.policy for one in pools.values()] == [None, None, "club", None]
    called = [[one.name_in(language) for language in ("en", "da", "nl")] for one in pools.values()]
    assert called == [
        ["over the board"] * 3,
        [None] * 3,
        ["online", "på nettet", "online"],
        ["doubles", "double", "double"],
    ]


@pytest.mark.rule("ELO-1", "ELO-8")
def test_listing_rules_of_a_pool_and_lists_published_by_them_are_known() -> None:
    # A list of the online pool for everybody; then rules, and a list by them; then nobody is opened by the office.
    state = federation_of("listed_pools.jsonl")
    rules = ListingRules(minimum_matches=5, seen_within_days=730, members_only=True, opening="office")
    subjects = [one.published.subject for one in state.publications]
    assert [isinstance(one, DatedRatingList) and (one.pool, one.listing) for one in subjects] == [
        ("online", None),
        ("online", rules),
    ]
    assert state.rating_pools["online"].listing == ListingRules(opening="policy")


@pytest.mark.rule("ELO-8")
def test_lists_of_a_pool_named_the_clubs_of_their_players() -> None:
    # The same as before, where members of one club alone are on the list.
    state = federation_of("listed_by_clubs.jsonl")
    subject = state.publications[-1].published.subject
    assert isinstance(subject, DatedRatingList)
    assert subject.listing is not None
    assert subject.listing.clubs == ("00000000-0000-4000-8000-0000000000c1",)


@pytest.mark.rule("ELO-1")
def test_opening_ratings_in_an_announced_pool_are_brought_and_taken_in() -> None:
    brought, kept = read("brought_online.jsonl"), read("taken_in_online.jsonl")
    states = [person_state.Person(brought[0].stream), person_state.Person(kept[0].stream)]
    for number, events in enumerate((brought, kept[:2])):
        for event in events:
            states[number] = person_state.evolve(states[number], event)
    opening = person_state.OpeningRating(1_650_000_000, 120)
    assert [dict(one.openings) for one in states] == [{"online": opening}, {"online": opening}]


@pytest.mark.rule("ELO-1", "ALL-11")
def test_a_tournament_was_announced_in_an_announced_pool() -> None:
    settings = folded(read("rated_online.jsonl")).settings
    assert settings is not None
    assert settings.rating is not None
    assert (settings.rating.pool, settings.rating.policy) == ("online", "national")


@pytest.mark.rule("TD-11", "TD-13")
def test_decision_was_appealed_reversed_and_carried_out() -> None:
    # D said that A leaves, version 11; A appealed, version 12; it was reversed, version 16, and A approved again.
    appealed, ended = (folded(read("decision_appealed.jsonl")[:version]) for version in (12, 18))
    ruling = appealed.directing.rulings[1]
    assert (ruling.decision, ruling.given_by.person, ruling.reasons) == (11, person("D"), "Was rude.")
    assert (appealed.directing.appeals[1].reason, ended.directing.rulings[1].status) == ("I was polite.", "reversed")
    assert (ended.entries[1].status, ended.directing.appeals[1].carried_out) == ("approved", True)


@pytest.mark.rule("GAM-7", "TD-9")
def test_disputes_and_rulings_pointed_into_games() -> None:
    # B disputes A's move 3 of game 1, by the transcript, and the first roll of game 2, by the board. The office rules
    # on both, and dismisses the second.
    directing = tournament("in_game.jsonl").state.directing
    by_transcript = InGame(game=1, move=3, side="first", attachment=1)
    assert directing.disputes[1].in_game == directing.rulings[1].in_game == by_transcript
    by_board = directing.rulings[2].in_game
    assert by_board is not None
    assert by_board == directing.disputes[2].in_game
    assert (by_board.move, by_board.side, by_board.situation and by_board.situation.roll) == (1, "second", (6, 3))
    old = tournament("withdrawn.jsonl").state.directing
    assert (old.disputes[1].in_game, old.rulings[1].in_game) == (None, None)


@pytest.mark.rule("ALL-1", "SE-10")
def test_reentry_was_void_asked_for_again_and_taken_back_after_it_had_played() -> None:
    # E lost to D and entered again; the loss was taken back, and given back: entry 6 was void, and in once more. It has
    # beaten C when a director takes it back, so that it stays in the table, and B goes on to the final without a match.
    history = read("reentry.jsonl")
    ends = [one.version for one in history if one.topic in ("tournament.reentry-taken-back.v1",)]
    void, taken_back = (folded(history[:version]) for version in ends)
    assert [(void.entries[one].status, void.entries[one].entrant) for one in (5, 6)] == [
        ("approved", True),
        ("withdrawn", False),
    ]
    assert dict(void.rounds.places_taken.items()) == {}
    assert [(taken_back.entries[one].status, taken_back.entries[one].entrant) for one in (5, 6)] == [
        ("approved", True),
        ("withdrawn", True),
    ]
    assert taken_back.entries[6].reason == "E had to go on as before"
    assert dict(folded(history).rounds.places_taken.items()) == {6: "1-4"}
    settings = folded(history).settings
    assert settings is not None
    assert settings.conditions.reentry_price == "half the fee"


@pytest.mark.rule("ALL-1", "ALL-2", "ALL-4")
def test_start_taken_back_leaves_what_was_drawn_void_and_lots_are_drawn_again() -> None:
    # Four started, lots and round 1 were drawn, and the start was taken back; then A went home and E came, without
    # having resigned. The second start drew lots for these four, and the audit names both draws as repeated.
    history = read("start_taken_back.jsonl")
    [back] = [one.version for one in history if one.topic == "tournament.start-taken-back.v1"]
    before, after = folded(history[:back]), folded(history)
    assert before.settings is not None
    assert (before.settings.status, before.rounds.starters, dict(before.rounds.lots.items())) == ("announced", None, {})
    assert not any(match.live for match in before.matches.values())
    assert (after.entries[1].status, sorted(after.rounds.lots)) == ("withdrawn", [2, 3, 4, 5])
    assert sorted(side for match in after.matches.values() if match.live for side in match.sides) == [2, 3, 4, 5]
    assert [(one.purpose, one.attempt) for one in check_draws(history).repeats] == [("lots", 2), ("round", 2)]


@pytest.mark.rule("ALL-1", "SE-12")
def test_player_who_had_withdrawn_asked_again_and_came_back_to_their_seat() -> None:
    # B had withdrawn from the match with C, and asked for entry again: B was in it once more, and won.
    history = read("place_asked_for.jsonl")
    [asked] = [one.version for one in history if one.topic == "tournament.place-asked-for.v1"]
    waiting, state = folded(history[: asked + 1]), folded(history)
    assert (waiting.entries[2].status, waiting.entries[2].place_given_up) == ("requested", True)
    assert waiting.entries[2].left_at is not None
    assert (state.entries[2].status, state.entries[2].place_given_up, state.entries[2].left_at) == (
        "approved",
        False,
        None,
    )
    assert {(one.slot, one.sides) for one in state.matches.values() if one.live} == {("1-2", (2, 3)), ("2-1", (1, 2))}


@pytest.mark.rule("ALL-1", "SE-12")
def test_places_went_to_a_substitute_and_to_who_waited_before_play() -> None:
    # Z has C's place, and Y, who waited, that of D, who withdrew. A withdrew after them and came back to their own.
    history = read("places_given.jsonl")
    state = folded(history)
    assert [(one.person, one.status) for _, one in sorted(state.entries.items())] == [
        (person("A"), "approved"),
        (person("B"), "approved"),
        (person("Z"), "approved"),
        (person("D"), "withdrawn"),
        (person("Y"), "approved"),
    ]
    assert (state.entries[3].held_before, state.entries[5].in_place_of) == ((person("C"),), 4)
    assert [one.place_given_up for _, one in sorted(state.entries.items())] == [False, False, False, True, False]
    assert {(one.slot, one.sides) for one in state.matches.values() if one.live} == {
        ("1-1", (1, 5)),
        ("1-2", (2, 3)),
        ("2-1", (5, 2)),
    }


@pytest.mark.rule("ALL-1", "SER-1", "SER-3")
def test_bouts_of_a_knockout_are_read_as_they_were_played() -> None:
    # Best of three: A beats D by 2-1 and B beats C by 2-0; A and B have won one match each of the final.
    state = folded(read("bouts.jsonl"))
    assert dict(state.rounds.bouts.items()) == {1: (3, 4), 2: (5,), 6: (7, 8)}
    assert (state.verdict(1), state.verdict(2), state.verdict(6)) == (1, 2, None)
    assert [state.matches[number].sides for number in (6, 7, 8)] == [(1, 2), (2, 1), (1, 2)]
    assert (state.matches[4].bout_score, state.matches[8].bout_score) == ((4, 2), (2, 2))


@pytest.mark.rule("ALL-1", "SWX-4")
def test_absent_players_are_left_out_as_they_were() -> None:
    # F is marked as absent before round 2 and back before round 3.
    state = folded(read("absent.jsonl"))
    (entry,) = state.rounds.absences
    assert state.rounds.absences[entry] == ((2, True), (3, False))
    assert [state.rounds.is_absent(entry, round_) for round_ in (1, 2, 3)] == [False, True, False]


@pytest.mark.rule("ALL-1", "SWX-3", "SWX-12")
def test_byes_on_request_of_a_monrad_are_given_as_they_were() -> None:
    # A asks for the bye of round 1, worth 1 point; C, who has lost, is out of round 2 alone, and has nothing for it.
    history = read("byes_on_request.jsonl")
    state = folded(history)
    asked = [one for one in state.rounds.byes.values() if one.requested]
    assert [(one.round, chr(int(state.entries[one.entry].person[-4:], 16))) for one in asked] == [(1, "A")]
    assert [state.rounds.is_absent(entry, 2) for entry in sorted(state.rounds.absences)] == [True]
    checked = check_draws(history)
    assert checked.confirmed == checked.draws == 4


@pytest.mark.rule("ALL-1", "SWX-8")
def test_monrad_was_accelerated_as_it_was() -> None:
    # A to D are the first half: of three rounds the first has two points more for them, the second one.
    history = read("accelerated.jsonl")
    told = [
        sorted({one.counts.get("acceleration", 0) for one in event.event.drawn_from})
        for event in history
        if isinstance(event.event, RoundDrawn)
    ]
    assert told == [[0, 2], [0, 1], [0]]
    checked = check_draws(history)
    assert checked.confirmed == checked.draws == 4


@pytest.mark.rule("ALL-1", "SWX-9", "SWX-12")
def test_wins_put_players_through_as_they_did() -> None:
    # A beats B and C, who beats D; B beats D, then C. A has no loss, B one; C is out with one win, D with none.
    history = read("wins_through.jsonl")
    table = current_stage(folded(history)).table()
    assert [(row.entry, row.values["lives"], row.mark) for row in table.rows] == [
        (1, 2, "champion"),
        (2, 1, "through"),
        (3, 0, "out"),
        (4, 0, "out"),
    ]
    checked = check_draws(history)
    assert checked.confirmed == checked.draws == 3


@pytest.mark.rule("ALL-1", "GRP-6", "GRP-11")
def test_groups_are_compared_for_all_places_as_they_were() -> None:
    # A D E and B C. D-E 3-1, B-C 3-2, A-D 3-0, A-E 3-1. E is below the smaller group's last. Of the firsts A has won
    # one of one by 3, B by 1; of the seconds C has lost one by 1, D by 3, whose win over E is left out.
    desk = tournament("groups_compared.jsonl")
    table = current_stage(desk.state).table()
    letters = [chr(int(desk.state.entries[row.entry].person[-4:], 16)) for row in table.rows]
    told = [(row.rank, row.values["points_counted"], row.values["difference_counted"]) for row in table.rows]
    assert letters == ["A", "B", "C", "D", "E"]
    assert told == [(1, 2, 3), (2, 2, 1), (3, 0, -1), (4, 0, -3), (5, 0, -4)]


@pytest.mark.rule("ALL-1", "TEA-1")
def test_line_ups_of_a_team_are_read_as_they_were_named() -> None:
    # Of A's team, whose persons are A, B and R, first R and B play; then A takes board 2 for B, who is ill.
    history = read("line_ups.jsonl")
    named = [one for one in history if one.topic == "tournament.line-up-named.v1"]
    assert [one.event.places for one in named] == [(3, 2), (3, 1)]
    assert [one.event.reason for one in named] == [None, "B is ill."]
    state = folded(history)
    assert [players_of(state, state.matches[number], 1) for number in (1, 2)] == [(person("R"),), (person("A"),)]


@pytest.mark.rule("ALL-1", "ALL-2", "SEL-2")
def test_play_offs_for_last_places_are_as_they_were_drawn() -> None:
    # B, D, G and H have won; A, C, E and F play for the fifth place: C beats E, F beats A, and F beats C.
    history = read("play_offs.jsonl")
    drawn = [one.event for one in history if one.topic == "tournament.play-offs-drawn.v1"]
    assert [[one.sides for one in each.play_offs] for each in drawn] == [[(3, 5), (6, 1)], [(6, 3)]]
    state = folded(history)
    assert sorted(state.rounds.openings[0].seeds) == [2, 4, 6, 7, 8]
    assert check_draws(history) == Checked(draws=5, confirmed=5, findings=(), repeats=())


@pytest.mark.rule("ALL-1", "ALL-2", "CON-6")
def test_bracket_drawn_while_others_played_keeps_its_seats() -> None:
    # A, D, B and C have beaten H, E, G and F. H was away, and the lot gave G, E and F; back, H took the last seat.
    history = read("drawn_bracket.jsonl")
    assert [one.event.order for one in history if one.topic == "tournament.bracket-drawn.v1"] == [
        ("main-1-3", "main-1-2", "main-1-4")
    ]
    facts = current_stage(folded(history)).facts
    met = {one.slot: one.entries for one in facts.places if one.slot and one.slot.startswith("consolation-1-")}
    assert met == {"consolation-1-1": (7, 8), "consolation-1-2": (5, 6)}
    assert check_draws(history) == Checked(draws=1, confirmed=1, findings=(), repeats=())


@pytest.mark.rule("ALL-1", "TD-20")
def test_field_seeded_by_error_rates_keeps_its_seeds_and_lots() -> None:
    # Two analysed matches at least: C and E have a mean of 4, B of 5; D has one, A and F none, and these drew lots.
    history = read("error_rate_seeding.jsonl")
    state = folded(history)
    assert dict(state.rounds.seeds.items()) == {3: 1, 5: 2, 2: 3}
    assert sorted(state.rounds.lots) == [1, 4, 6]
    [seeded] = [one.event for one in history if one.topic == "tournament.field-seeded-by-error-rates.v1"]
    assert [(one.entry, one.matches) for one in seeded.error_rates] == [(2, 3), (3, 2), (4, 1), (5, 4)]
    assert state.settings is not None
    assert state.settings.conditions.error_rate_seeding is not None
    assert state.settings.conditions.error_rate_seeding.fewest_matches == 2


@pytest.mark.rule("ALL-14", "TD-20")
def test_figures_that_had_changed_since_were_settled_as_shown() -> None:
    # F had no analysed match at the start, and one with an error rate of 3 since; the draw was kept.
    state = folded(read("figures_reviewed.jsonl"))
    assert state.rounds.seeded is not None
    assert state.rounds.seeded.error_rates is not None
    assert state.rounds.seeded.error_rates.found == {
        1: (0, 0),
        2: (3, 15_000),
        3: (2, 8_000),
        4: (1, 2_000),
        5: (4, 16_000),
        6: (0, 0),
    }
    [settled] = state.reviewed
    assert (settled.item.kind, settled.item.entry, settled.reason) == ("error-rates-changed", 6, "The draw is kept")
    assert (settled.item.recorded_matches, settled.item.recorded_value) == (0, 0)
    assert (settled.item.current_matches, settled.item.current_value) == (1, 3_000)


@pytest.mark.rule("RR-15")
def test_divisions_of_a_season_were_set_and_the_next_one_proposed() -> None:
    # A B C and D E F by rank, one up and one down; then C has beaten B, so A C B.
    # The entries are 1, 2, 3 of each: D declined to go up, and B leaves.
    history = read("divisions.jsonl")
    state = series_state.initial(history[0].stream)
    found = []
    for event in history:
        state = series_state.evolve(state, event)
        proposed = state.leagues[7].proposed if 7 in state.leagues else None
        found += [] if proposed is None else [[[one.entry for one in each.places] for each in proposed.fields]]
    assert [(one.up, one.down) for one in state.leagues[7].divisions] == [(0, 1), (1, 0)]
    assert found == [[[1, 2, 1], [3, 2, 3]], [[1, 3, 2], [1, 3]]]
    proposed = state.leagues[7].proposed
    assert proposed is not None
    assert proposed.reason == "They asked to be told apart."


@pytest.mark.rule("REG-6")
def test_a_shared_hall_is_read_with_who_shares_it() -> None:
    # Tables 1 to 3; E-F and G-H of the other tournament were drawn first, at 1 and 2.
    state = tournament("hall_shared.jsonl").state
    assert state.hall.shared_with == ("00000000-0000-4000-8000-0000000000a2",)
    assert [state.matches[number].table for number in (1, 2)] == [3, None]
    assert tournament("hall.jsonl").state.hall.shared_with == ()


@pytest.mark.rule("ALL-1", "TD-20")
def test_error_rates_were_public_until_the_conditions_changed() -> None:
    # An analysis of A's match with B found 3 and 9; then B did not wish that everybody sees it.
    history = read("error_rates_published.jsonl")
    *before, changed = history
    said = [folded(events).settings for events in (before, history)]
    assert [one.conditions.publish_error_rates for one in said if one is not None] == [True, False]
    assert changed.event.reason == "B does not wish it."
    assert [row[4] for row in public_rows(folded(before), 1)] == [Decimal(3), Decimal(9)]
    assert list(public_rows(folded(history), 1)) == []
