"""Names that are withheld, and persons who are likely one (REG-4)."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from domain.federation.state import NamingRules
from domain.kernel.ids import PersonId, SeriesId, TournamentId
from domain.person.likeness import Likeness
from projections.queries.pool import Reader

MOST_LIKELY = 20
"""So many likely duplicates are named at most."""

_MOST_COMPARED = 1000
_AT_ONCE = 500

_WITHHELD = """
SELECT id::text FROM projected.person_facts
WHERE id = ANY(%(ids)s::uuid[]) AND (
    publication_consent IS FALSE OR (%(consent_required)s AND publication_consent IS NOT TRUE)
    OR birth_year > %(last_birth_year)s
)
"""
_LIKE = """
SELECT id::text, names, birth_year, ids FROM projected.person_facts
WHERE marks && %(marks)s::text[] ORDER BY id LIMIT %(limit)s
"""
_PAIRS = """
SELECT one.id::text, one.names, one.birth_year, one.ids, other.id::text, other.names, other.birth_year, other.ids
FROM (
    SELECT * FROM projected.person_facts WHERE id = ANY(%(ids)s::uuid[])
) AS one
JOIN projected.person_facts AS other ON one.marks && other.marks AND one.id < other.id
WHERE NOT (other.id = ANY(one.distinct_from) OR one.id = ANY(other.distinct_from))
ORDER BY one.id, other.id
"""
_NEXT = "SELECT id::text FROM projected.person_facts WHERE id > %(after)s::uuid ORDER BY id LIMIT %(limit)s"
_TOURNAMENTS = """
SELECT tournament::text FROM projected.entries WHERE persons @> ARRAY[%(person)s::uuid]
UNION SELECT id::text FROM projected.tournaments WHERE directors @> ARRAY[%(person)s::uuid]
UNION SELECT tournament::text FROM projected.matters WHERE committee @> ARRAY[%(person)s::uuid]
UNION SELECT id::text FROM projected.tournaments WHERE merged <> '{}' AND merged @> ARRAY[%(record)s::uuid]
ORDER BY 1
"""
_ENTRIES = """
SELECT tournament::text, number FROM projected.entries WHERE persons @> ARRAY[%(person)s::uuid] ORDER BY 1, 2
"""
_LAST = """
SELECT asked.id::text, last.id::text, last.name
FROM unnest(%(ids)s::uuid[]) AS asked (id), LATERAL (
    SELECT one.id, one.document::jsonb ->> 'name' AS name
    FROM projected.entries AS entry JOIN projected.tournaments AS one ON one.id = entry.tournament
    WHERE entry.persons @> ARRAY[asked.id] AND entry.entrants @> ARRAY[asked.id]
    ORDER BY one.announced_at DESC, one.id DESC LIMIT 1
) AS last
"""
_DIRECTED = "SELECT id::text FROM projected.tournaments WHERE directors @> ARRAY[%(person)s::uuid] ORDER BY 1"
_SERIES = """
SELECT id::text FROM projected.series
WHERE directors @> ARRAY[%(person)s::uuid] OR merged @> ARRAY[%(record)s::uuid] ORDER BY 1
"""
_LOWEST = "00000000-0000-0000-0000-000000000000"


class PersonFactReadings(Reader):
    """The reads of facts about persons are for the office."""

    def withheld(self, persons: Iterable[PersonId], rules: NamingRules, year: int) -> Collection[PersonId]:
        """Those of the persons whose names are not published in that year."""
        ids, last = sorted(set(persons)), rules.last_birth_year(year)
        found = self._rows(_WITHHELD, ids=ids, consent_required=rules.consent_required, last_birth_year=last)
        return {person for (person,) in found}

    def alike(self, likeness: Likeness, apart_from: PersonId) -> Sequence[PersonId]:
        """Persons who are likely that one, by id: at most `MOST_LIKELY`. `apart_from` is nobody's duplicate."""
        found = self._find_marked(likeness.marks, likeness.is_like)
        return [one for one in found if one != apart_from][:MOST_LIKELY]

    def near_persons(self, likeness: Likeness) -> Sequence[PersonId]:
        """Persons who may be meant by that name: those who are likely that one, and those who are near, by id."""
        near = self._find_marked(likeness.near_marks, likeness.is_near)
        return list(dict.fromkeys((*self.alike(likeness, ""), *near)))[:MOST_LIKELY]

    def _find_marked(self, marks: Sequence[str], is_one: Callable[[Likeness], bool]) -> Sequence[PersonId]:
        """Those of these marks for whom that is so."""
        rows = self._rows(_LIKE, marks=list(marks), limit=_MOST_COMPARED) if marks else ()
        return [person for person, *known in rows if is_one(_likeness(*known))]

    def duplicates(
        self, after: PersonId | None, limit: int
    ) -> tuple[Sequence[tuple[PersonId, PersonId]], PersonId | None]:
        """Pairs of persons who are likely one, and the person after whom the next ones are to be looked for, None at
        the end. At least `limit` of them, if there are as many."""
        found = list[tuple[PersonId, PersonId]]()
        last = after or _LOWEST
        while len(found) < limit:
            ids = [person for (person,) in self._rows(_NEXT, after=last, limit=_AT_ONCE)]
            if not ids:
                return found, None
            found += self._pairs(ids)
            last = ids[-1]
        return found, last

    def tournaments_naming(self, person: PersonId, record: PersonId | None = None) -> Sequence[TournamentId]:
        """The tournaments in which the person has entries, alone or in a team, that they direct, and in which they sit
        on a committee whose appeal is open; and those in which that record was merged."""
        return [tournament for (tournament,) in self._rows(_TOURNAMENTS, person=person, record=record)]

    def entries_of(self, person: PersonId) -> Sequence[tuple[TournamentId, int]]:
        """The person's entries, alone or in a team."""
        return [(tournament, entry) for tournament, entry in self._rows(_ENTRIES, person=person)]

    def last_entered(self, persons: Collection[PersonId]) -> Mapping[PersonId, tuple[TournamentId, str]]:
        """Of each person the tournament that was announced last of those that they have entered, with its name."""
        rows = self._rows(_LAST, ids=sorted(persons))
        return {person: (tournament, name) for person, tournament, name in rows}

    def tournaments_directed(self, person: PersonId) -> Sequence[TournamentId]:
        """The tournaments that the person directs."""
        return [tournament for (tournament,) in self._rows(_DIRECTED, person=person)]

    def series_naming(self, person: PersonId, record: PersonId | None = None) -> Sequence[SeriesId]:
        """The series whose director the person is, and those in which that record was merged."""
        return [series for (series,) in self._rows(_SERIES, person=person, record=record)]

    def _pairs(self, ids: Sequence[PersonId]) -> Iterable[tuple[PersonId, PersonId]]:
        for one, *known, other, names, born, other_ids in self._rows(_PAIRS, ids=list(ids)):
            if _likeness(*known).is_like(_likeness(names, born, other_ids)):
                yield one, other


def _likeness(names: Sequence[str], birth_year: int | None, ids: Sequence[str]) -> Likeness:
    return Likeness(tuple(tuple(name.split()) for name in names), birth_year, tuple(ids))
