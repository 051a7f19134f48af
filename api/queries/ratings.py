"""The list of a pool, of everybody or of some, as one reader is shown it."""

from collections.abc import Collection, Mapping, Sequence

from starlette.responses import Response

from api.documents.csv_form import CsvForm
from api.documents.ratings import ListedRating
from api.http import parameters
from api.http.paging import RATINGS, Paging
from api.http.read_requests import Reader
from api.queries.public_clubs import PublicClubs, public_clubs
from api.queries.tables import every, ratings_table
from domain.kernel.ids import PersonId
from domain.kernel.values import Pool
from domain.rating.pools import require_pool
from projections.views.ratings import RatingView


def answer_ratings(
    reader: Reader,
    pool: Pool,
    form: CsvForm,
    paging: Paging,
    persons: Sequence[PersonId] | None = None,
) -> Response:
    """A page of the pool, the highest rating first, or all of it as CSV; with `persons`, of these alone."""
    position, incomplete = reached_in(reader, pool)
    readings = reader.services.readings
    if form.wanted:
        ratings = list(every(lambda after: readings.ratings(pool, after, parameters.LARGEST_PAGE, persons)))
        listed = {each.person for each in ratings}
        names = reader.names(listed)
        clubs = public_clubs(reader, listed, names)
        rows = ({**each.model_dump(mode="json"), **_club(clubs, each.person)} for each in ratings)
        table = ratings_table(rows, names)
        return reader.table(form, position, *table, incomplete=incomplete)
    found = readings.ratings(pool, RATINGS.read(paging.cursor), paging.limit, persons)
    body, further = listed_ratings(reader, pool, found.items), RATINGS.write(found.next)
    return reader.answer_page(body, position, incomplete=incomplete, next_cursor=further)


def listed_ratings(reader: Reader, pool: Pool, found: Sequence[RatingView]) -> Mapping[str, object]:
    """The body of a page, with the revision of each."""
    persons = {each.person for each in found}
    revisions, names = revisions_of(reader, pool, persons), reader.names(persons)
    clubs = public_clubs(reader, persons, names)
    beside = ({"revision": revisions.get(one.person), "club": clubs.id_of(one.person)} for one in found)
    listed = [ListedRating.from_attributes(one, **told) for one, told in zip(found, beside, strict=True)]
    return reader.page(listed, names=names)


def _club(clubs: PublicClubs, person: PersonId) -> Mapping[str, str | None]:
    return {"club": clubs.id_of(person), "club_name": clubs.name_of(person)}


def revisions_of(reader: Reader, pool: Pool, persons: Collection[PersonId]) -> Mapping[PersonId, int]:
    """Of each rating that of now; of a moment past there is none."""
    return {} if reader.moment else reader.services.readings.rating_revisions(pool, persons)


def reached_in(reader: Reader, pool: Pool) -> tuple[int, bool]:
    """The position that ratings are read at, and whether those of the pool are incomplete. Raises Refused where there
    is no such pool."""
    require_pool(reader.services.federation().rating_pools, pool)
    shown = reader.reached()
    return shown.position, reader.services.readings.lacks_rated(shown, pool)
