"""Something of everything to look at: an evening of each format under way, a league's season and its final, an evening
that is still to come, and a ruling under appeal. All is made up, and directed by one person who plays nothing."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.importing.clerk import Log
from domain.kernel.ids import PersonId, SeriesId, TournamentId
from domain.match import validity
from domain.person.commands import RegisterPerson
from domain.series.decide import AnnounceSeries
from domain.tournament.hall.commands import ArrangeHall
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.state import announced_settings
from ops.demonstration import season
from ops.demonstration.host import Host, champion_of
from ops.demonstration.seeded import SeededClerk

DIRECTOR = "Xenia Holt"
NAMES = (
    *season.NAMES,
    *("Mads Winther", "Nora Bakker", "Oskar Lund", "Petra de Vries", "Quentin Moreau", "Rasmus Kjær", "Sofie Thomsen"),
    *("Tobias Visser", "Ulla Østergaard", "Vera Novak", "Willem Jansen", "Yara Haddad", "Zoë Mulder", "Arne Dahl"),
    *("Birgit Sand", "Cornelis Smit", "Ditte Holm", "Erik Lindqvist", "Freja Nørgaard", "Gijs Bos"),
)
LEAGUE, FINAL, SWISS = "Thursday league", "Thursday league, final of champions", "Autumn Swiss"
LEAGUE_EVENINGS, LEAGUE_PLAYERS = 4, 7
RATED = {"pool": "normal", "policy": "room", "policy_version": 1}
HALL = {
    "rooms": [
        {"name": "Great hall", "first_table": 1, "last_table": 10},
        {"name": "Library", "first_table": 11, "last_table": 16},
    ]
}
CONDITIONS = {"verification": "confirmed", "venue": "Café Central", "appeal_window_minutes": 20_160}
FINALS = {"format": {"kind": "knockout", "lengths": [9]}, "qualifiers": 4}
UNDER_WAY: tuple[tuple[str, dict[str, Any], int, int], ...] = (
    (SWISS, {"format": {"kind": "swiss", "rounds": 7, "lengths": [7]}, "stages": [FINALS]}, 24, 41),
    ("City cup", {"format": {"kind": "knockout", "lengths": [5, 5, 7, 9], "third_place": True}}, 32, 22),
    ("Ring of the lamp", {"format": {"kind": "dual-ring"}}, 12, 7),
    ("Two lives", {"format": {"kind": "nxe", "losses": 2, "lengths": [3, 5]}}, 16, 19),
)
"""An evening of each format: its name, what is announced, how many play, and how many results are in."""
COMING, COMING_ENTRIES = "Winter open", 9
MATTER = "My opponent moved my checkers before I had ended my turn, for the third time."
FACTS = "Two spectators saw it. It was said to the player twice before."
REASONS = "A warning had been given, so points follow."
GROUNDS = "I was warned once, and not twice."
TOURNAMENTS = LEAGUE_EVENINGS + len(UNDER_WAY) + 2


def make_evenings(log: Log, advance: Callable[[], None] = lambda: None) -> TournamentId:
    """Makes all of them, or what is missing; the id of the one to look at first. `advance` is shown of each that is
    made."""
    clerk = SeededClerk(log, season.SERIES)
    director, *persons = [registered(clerk, name) for name in (DIRECTOR, *NAMES)]
    league = _league(clerk, director)
    for number in range(LEAGUE_EVENINGS):
        evening = Host(clerk, f"{LEAGUE}, evening {number + 1}", director)
        place = {"series": {"series": league, "season": 1}, "rating": RATED}
        evening.begin({"format": {"kind": "nxe", "losses": 2, "lengths": [3]}, **place}, _of_league(persons, number))
        evening.complete()
        advance()
    for name, announced, players, results in UNDER_WAY:
        evening = Host(clerk, name, director)
        evening.begin({**announced, "rating": RATED, "conditions": CONDITIONS}, persons[:players])
        evening.do("has its hall", ArrangeHall.model_validate(HALL))
        evening.play(results)
        advance()
    _appeal(Host(clerk, SWISS, director), persons)
    _final(clerk, director, league)
    advance()
    told = {"format": {"kind": "swiss", "rounds": 5, "lengths": [7]}, "conditions": CONDITIONS}
    Host(clerk, COMING, director).begin(told, persons[:COMING_ENTRIES], starts=False)
    advance()
    return first(log)


def first(log: Log) -> TournamentId:
    """The id of the one to look at first, there or not."""
    return SeededClerk(log, season.SERIES).id_of(f"tournament {SWISS}")


def begun(log: Log) -> bool:
    """Whether the first evening was begun in this log."""
    clerk = SeededClerk(log, season.SERIES)
    return clerk.tournament_state(clerk.id_of(f"tournament {LEAGUE}, evening 1")).settings is not None


def complete(log: Log) -> bool:
    """Whether all of them were made: the last is the one that is still to come."""
    clerk = SeededClerk(log, season.SERIES)
    return len(clerk.tournament_state(clerk.id_of(f"tournament {COMING}")).entries) == COMING_ENTRIES


def registered(clerk: SeededClerk, name: str) -> PersonId:
    """The person of that name, who the season may have registered before."""
    key = f"person {name}"
    person: PersonId = clerk.id_of(key)
    clerk.person(person, key, RegisterPerson(name=name))
    return person


def _of_league(persons: Sequence[PersonId], number: int) -> Sequence[PersonId]:
    """Anyone who plays that evening of the league, from 0: others each time but for the last, so that several win."""
    first = LEAGUE_PLAYERS * (number % (LEAGUE_EVENINGS - 1))
    return persons[first : first + LEAGUE_PLAYERS]


def _league(clerk: SeededClerk, director: PersonId) -> SeriesId:
    key = f"series {LEAGUE}"
    league: SeriesId = clerk.id_of(key)
    clerk.series(league, key, AnnounceSeries(name=LEAGUE, directors=(director,)))
    return league


def _final(clerk: SeededClerk, director: PersonId, league: SeriesId) -> None:
    """The winner of an evening of the league has credits in its final."""
    states = [Host(clerk, f"{LEAGUE}, evening {number + 1}", director).state for number in range(LEAGUE_EVENINGS)]
    winners = [state.entries[champion].person for state in states if (champion := champion_of(state))]
    years = sorted({began.year for state in states if (began := announced_settings(state).started_at)})
    final = Host(clerk, FINAL, director)
    qualifying = {"series": league, "years": [*years, years[-1] + 1]}
    told = {"format": {"kind": "champion", "lengths": [5]}, "qualifying": qualifying, "rating": RATED}
    final.begin(told, list(dict.fromkeys(winners)))
    final.play(0)


def _appeal(evening: Host, persons: Sequence[PersonId]) -> None:
    """A loser of the first round was given penalty points for what the winner complains of, and appeals."""
    match = evening.state.matches[1]
    loser = match.sides[1] if validity.winner(evening.state.matches[1]) == match.sides[0] else match.sides[0]
    side = "first" if loser == match.sides[0] else "second"
    about = {"kind": "match", "number": 1}
    dispute = ruling_commands.OpenDispute.model_validate({"about": about, "matter": MATTER})
    evening.do("disputes", dispute, persons[match.sides[0] - 1])
    ruling = {"about": about, "dispute": 1, "clause": "4.3", "facts": FACTS, "reasons": REASONS}
    points = {"kind": "penalty-points", "offender": side, "beneficiary": "second" if side == "first" else "first"}
    remedies = [{"kind": "warning", "to": {"kind": "entry", "entry": loser}}, {**points, "points": 1}]
    evening.do("rules", ruling_commands.GiveRuling.model_validate({**ruling, "remedies": remedies}))
    appeal = ruling_commands.LodgeAppeal(ruling=1, entry=loser, reason=GROUNDS)
    evening.do("appeals", appeal, persons[loser - 1])
    committee = tuple(person for number, person in enumerate(persons, 1) if number > len(evening.state.entries))[:3]
    evening.do("forms a committee", ruling_commands.FormCommittee(appeal=1, members=committee))
    evening.do("hears a vote", ruling_commands.CastVote(appeal=1, member=committee[0], verdict="upheld"), committee[0])
