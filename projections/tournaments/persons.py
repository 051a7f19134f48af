"""What is shown of persons and looked for: their names, what decides who sees these and who is likely to be the same
(REG-4), their bans, and the tournaments they have won."""

from collections.abc import Iterable, Iterator, Sequence

from psycopg import Connection

from domain.person.details import Details
from domain.person.likeness import Likeness
from domain.person.state import Person
from projections.engine.rows import Row, array
from projections.engine.tables import Table
from projections.tournaments.sorting import LONGEST_SORTING, sorting, trigrams, words_of
from projections.views.sanctions import of_ban

PERSONS = Table(
    "persons",
    ("id",),
    ("name", "sorting", "trigrams", "erased", "resignations", "unconfirmed", "merged_into", "revision"),
)


def person_row(person: Person, details: Details | None) -> Row:
    """One person, or one record of theirs: contact and note are not shown anywhere."""
    name = details.name if details else None
    key = sorting(name or "")[:LONGEST_SORTING]
    unconfirmed = sum(not one.confirmed for one in person.resignations)
    counts = (len(person.resignations), unconfirmed, person.merged_into, person.version)
    return person.id, name, key, array(trigrams(words_of(key))), person.status == "erased", *counts


PERSON_FACTS = Table("person_facts", ("id",), ("birth_year", "publication_consent", "names", "marks", "distinct_from"))


def facts_row(person: Person, details: Details | None) -> Row:
    """One person; of an erased one nothing is left."""
    likeness = Likeness.of(details) if details and person.status != "merged" else Likeness((), None)
    names = array(" ".join(name) for name in likeness.names)
    known = (likeness.birth_year, person.publication_consent)
    return person.id, *known, names, array(likeness.marks), array(sorted(person.distinct_from))


BANS = Table("bans", ("person", "number"), ("kind", "status", "placed_at", "since", "until", "review", "document"))


def ban_rows(persons: Sequence[Person]) -> Iterator[Row]:
    """These persons' bans; none ever goes."""
    for person in persons:
        for ban in person.bans:
            document = of_ban(ban).model_dump_json()
            times = (ban.placed_at, ban.since, ban.until)
            yield person.id, ban.number, ban.kind, ban.status, *times, ban.review.status, document


WINS = Table("wins", ("record", "tournament"), ("person", "series", "season"))

_CLEAR_WINS = "DELETE FROM wins WHERE record = ANY(%s::uuid[])"


def write_wins(connection: Connection, persons: Sequence[Person]) -> None:
    """Write these persons' wins in place of those that stand there."""
    if not persons:
        return
    connection.execute(_CLEAR_WINS, ([person.id for person in persons],))
    WINS.upsert(connection, list(win_rows(persons)))


def win_rows(persons: Iterable[Person]) -> Iterator[Row]:
    """These persons' wins."""
    return (
        (one.id, win.tournament, one.merged_into or one.id, win.series, win.season)
        for one in persons
        for win in one.wins
    )
