"""Players of a report file who may be persons who were erased: what the file calls them is known no more, so they are
known by who they met in which round; who met nobody, by the names before and after them.

Any name that means nobody is taken for theirs there, whatever it is, and so is that of anyone who the file has named
only since: so nothing answers whether a name was theirs.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from domain.importing.book import Book
from domain.importing.forgotten_names import with_forgotten
from domain.importing.report_files.games import Game
from domain.kernel.ids import PersonId

Place = tuple[int, int]
"""A round, and the number of a player."""


@dataclass(frozen=True, slots=True)
class Players:
    """The players of a file by their numbers: what it calls them, who they are, and those who mean nobody yet; and the
    matches and byes that they had. `had_bye` says whether somebody has had one in a round."""

    keys: Mapping[int, str]
    named: Mapping[int, PersonId]
    new: frozenset[int]
    games: Sequence[Game]
    byes: Collection[Place]
    had_bye: Callable[[PersonId, int], bool]

    def places_of(self, number: int) -> list[Place]:
        """Where one of them had a match or a bye."""
        played = [(game.round, number) for game in self.games if number in game.sides]
        return [*played, *(place for place in self.byes if place[1] == number)]


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Which erased person somebody was in which match (`places`), which of them a player is altogether (`whole`), and
    the players who are to be asked about, since there is more of them than that."""

    places: Mapping[Place, PersonId] = field(default_factory=dict)
    whole: Mapping[int, PersonId] = field(default_factory=dict)
    asked: Collection[int] = frozenset()


def forgotten_players(book: Book, players: Players) -> Forgotten:
    """The erased among the players, as far as known."""
    if not book.forgotten:
        return Forgotten()
    places = dict(_places(book, players))
    places |= _byes(places, players)
    who = {number: _who(number, places, players) for number in players.new}
    left = [number for number, persons in who.items() if persons <= {None}]
    whole = {number: person for number, persons in who.items() if len(persons) == 1 for person in persons if person}
    near, asked = _near(book, players, left, places.values())
    whole |= {number: person for number, person in near.items() if _is_known(players, number, person)}
    mixed = players.new.difference(left, whole)
    return Forgotten(places, whole, asked | mixed | near.keys() - whole.keys())


def _who(number: int, places: Mapping[Place, PersonId], players: Players) -> set[PersonId | None]:
    """All who the player is in their matches; None: nobody who is known."""
    return {places.get(place) for place in players.places_of(number)}


def _byes(places: Mapping[Place, PersonId], players: Players) -> Mapping[Place, PersonId]:
    """Which of the erased who a player is elsewhere had the byes."""
    persons = [(number, person) for (_, number), person in places.items()]
    byes = [(place, person) for place in players.byes for number, person in persons if number == place[1]]
    return {place: person for place, person in byes if players.had_bye(person, place[0])}


def _is_known(players: Players, number: int, person: PersonId) -> bool:
    """Whether all that the player had is known of that person: of byes alone."""
    places = players.places_of(number)
    return all(place in players.byes and players.had_bye(person, place[0]) for place in places)


def _places(book: Book, players: Players) -> Iterator[tuple[Place, PersonId]]:
    """Which erased person somebody is in a match that the file said before."""
    is_erased, before = book.desk.is_erased, book.known_before_erasures()

    def may_be(number: int, person: PersonId) -> bool:
        named = players.named.get(number)
        return named == person or (is_erased(person) and named not in before)

    said = _sides_by_round(book)
    for game in players.games:
        fitting = [sides for sides in said.get(game.round, ()) if all(map(may_be, game.sides, sides))]
        sides = min(fitting, key=lambda one: sum(map(is_erased, one)), default=())
        for number, person in zip(game.sides, sides, strict=False):
            if is_erased(person):
                yield (game.round, number), person


def _sides_by_round(book: Book) -> Mapping[int, list[tuple[PersonId, PersonId]]]:
    """By round the two sides of each match that the file said before, either one first."""
    known_as, said = book.desk.known_id, defaultdict[int, list[tuple[PersonId, PersonId]]](list)
    for line in book.lines.values():
        first, second = known_as(line.first), known_as(line.second)
        said[line.round or 0] += [(first, second), (second, first)]
    return said


def _near(
    book: Book, players: Players, left: Collection[int], placed: Collection[PersonId]
) -> tuple[Mapping[int, PersonId], set[int]]:
    """The erased persons among those left, by the names before and after them, and those who are to be asked about."""
    numbers, forgotten = list(players.keys), book.forgotten
    gone = {number for number, person in forgotten.items() if person not in placed}
    listed = [(number, forgotten.get(number, name)) for number, name in book.listed_names()]
    kept, asked = with_forgotten(
        [None if number in gone else name for number, name in listed],
        [None if number in left else key for number, key in players.keys.items()],
    )
    found = {numbers[place]: forgotten[listed[former][0]] for place, former in kept.items()}
    return found, {numbers[place] for place in asked}
