"""What an administrator imports is reviewed by somebody else, and taken back by one command (TD-9).

The attack: an administrator imports a list of matches that were never played. They count at once, for anyone who stands
in the list and for all who play them later. Each act of an import carries its id; it is in the federation's list,
and after it was taken back everything equals the twin without it.
"""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from domain.importing.errors import ImportStoppedError
from domain.importing.match_lists.club import Terms
from ops.importing.whole import ClubList, import_list
from tests.api.support import Client, Season, Service, season
from tests.importing.test_club import revision

Json = dict[str, Any]
MADE_UP = [revision(0, "A>B"), revision(1, "A>B", "A>B", "A>C")]


@dataclass
class Imported:
    """A list that an administrator has imported in their own name."""

    service: Service
    club: ClubList
    person: str
    importer: Client
    reviewer: Client

    @property
    def path(self) -> str:
        return f"/v1/tournaments/{self.tournament}"

    @property
    def tournament(self) -> str:
        """The tournament that the list has become."""
        return self.club.now().tournament or ""

    def named(self, player: str) -> str:
        """Who the list means by that name."""
        return self.club.now().book.person(player) or ""

    def listed(self) -> Json:
        """As it is in the list."""
        (found,) = (one for one in listed(self.reviewer) if one["tournament"] == self.tournament)
        return found

    def confirm(self, by: Client, version: int) -> tuple[int, str | None]:
        """The status that the confirmation of that version is answered with, and the problem."""
        answer = by.post(f"{self.path}/import/confirmation", {"tournament_version": version})
        self.reviewer.position = max(self.reviewer.position, by.position)
        return answer.status_code, answer.json().get("type", "").rpartition("/")[2] or None

    def import_again(self, *revisions: Any) -> None:  # noqa: ANN401 -- revisions
        self.reviewer.position = import_list(self.club, [*MADE_UP, *revisions], None, lambda _: None).position


def listed(reader: Client) -> list[Json]:
    found: list[Json] = reader.read("/v1/imports")["items"]
    return found


def another(service: Service) -> Client:
    """An administrator with a key of their own."""
    return service.client(service.key("administrator", service.register("An officer")))


@pytest.fixture
def imported(service: Service, request: pytest.FixtureRequest) -> Imported:
    person = service.register("An importer")
    club = ClubList(service.services.journal, request.node.name, Terms("made-up.jsonl", person))
    made = Imported(service, club, person, service.client(service.key("administrator", person)), another(service))
    made.import_again()
    return made


def test_an_import_is_listed_with_its_source_and_waits(imported: Imported) -> None:
    shown = imported.listed()
    assert (shown["source"], shown["results"], shown["persons"]) == ("made-up.jsonl", 3, 3)
    assert (shown["in_name_of"], shown["status"]) == (imported.person, "waiting")
    keys = {one["actor"]["key"] for one in imported.reviewer.read(f"{imported.path}/history", limit=200)["items"]}
    assert keys == {shown["import_id"]}
    (registered,) = imported.reviewer.read(f"/v1/persons/{imported.named('A')}/history")["items"]
    assert registered["actor"]["key"] == shown["import_id"]


@pytest.mark.rule("TD-9")
def test_another_administrator_confirms_it_until_its_results_change(imported: Imported) -> None:
    version = imported.listed()["tournament_version"]
    colleague = {"role": "administrator", "person": imported.service.register("A colleague")}
    held = imported.service.client(imported.importer.done("/v1/keys", colleague).json()["key"])
    for alone in (imported.importer, held, imported.service.administrator()):
        assert imported.confirm(alone, version) == (403, "not-allowed")
    assert imported.confirm(imported.reviewer, version - 1) == (412, "stale")
    assert imported.confirm(imported.reviewer, version) == (200, None)
    shown = imported.listed()
    assert (shown["status"], shown["reviewed_by"] is None) == ("confirmed", False)
    assert imported.confirm(imported.reviewer, shown["tournament_version"]) == (409, "import-confirmed")
    imported.import_again(revision(2, "A>B", "A>B", "C>A"))
    shown = imported.listed()
    assert (shown["status"], shown["reviewed_by"]) == ("waiting", None)


@pytest.mark.rule("TD-9")
def test_importer_who_goes_on_with_a_list_does_not_confirm_what_they_added(imported: Imported) -> None:
    went_on = imported.service.register("A second importer")
    second = imported.service.client(imported.service.key("administrator", went_on))
    imported.club = replace(imported.club, terms=Terms("another.jsonl", went_on))
    imported.import_again(revision(2, "A>B", "A>B", "A>C", "B>C"))
    shown = imported.listed()
    assert (shown["in_name_of"], shown["recorded_by"]) == (went_on, [imported.person, went_on])
    for own in (imported.importer, second):
        assert imported.confirm(own, shown["tournament_version"]) == (403, "not-allowed")
    assert imported.confirm(imported.reviewer, shown["tournament_version"]) == (200, None)
    imported.import_again(revision(3, "A>B", "A>B", "A>C", "C>B"))
    shown = imported.listed()
    assert (shown["status"], shown["recorded_by"]) == ("waiting", [went_on])
    assert imported.confirm(second, shown["tournament_version"]) == (403, "not-allowed")
    assert imported.confirm(imported.importer, shown["tournament_version"]) == (200, None)


@pytest.mark.rule("TD-9")
def test_importer_who_corrects_by_hand_does_not_confirm_it(imported: Imported) -> None:
    seen = imported.reviewer.read(f"{imported.path}/matches/1")
    changed = {"length": 9, "reason": "As the sheet has it", "override": True}
    imported.reviewer.done(f"{imported.path}/matches/1/corrections", changed, seen=f'"match-1-{seen["revision"]}"')
    shown = imported.listed()
    assert imported.confirm(imported.reviewer, shown["tournament_version"]) == (403, "not-allowed")
    assert imported.confirm(another(imported.service), shown["tournament_version"]) == (200, None)


@pytest.mark.rule("TD-9")
def test_an_import_in_nobodys_name_is_confirmed_by_nobody(service: Service, request: pytest.FixtureRequest) -> None:
    club = ClubList(service.services.journal, request.node.name)
    import_list(club, MADE_UP, None, lambda _: None)
    office = another(service)
    answer = office.post(f"/v1/tournaments/{club.now().tournament}/import/confirmation", {"tournament_version": 1})
    assert answer.status_code == 403


@pytest.mark.rule("TD-9")
def test_importer_who_plays_in_it_confirms_nothing(imported: Imported) -> None:
    plays = imported.service.client(imported.service.key("administrator", imported.named("B")))
    version = imported.listed()["tournament_version"]
    assert imported.confirm(plays, version) == (403, "conflict-of-interest")


def played_by(service: Service, player: str) -> Season:
    """A season in which a newcomer beats that player."""
    made = season(service, 1)
    entered = made.director.done(f"{made.path}/entries", {"person": player})
    made.director.done(f"{made.path}/entries/2/approval", seen=entered.headers["ETag"])
    made.persons.append(player)
    made.play()
    return made


def stands(made: Season, after: Client) -> Json:
    """Standings, ratings and credits of a season's players, under their numbers."""
    reader = made.service.client()
    reader.position = max(after.position, made.director.position)
    rows = reader.read(f"{made.path}/standings")["rows"]
    return {
        "rows": [{**row, "person": made.persons.index(row["person"]), "name": None} for row in rows],
        "ratings": [rated(reader, person) for person in made.persons],
        "wins": [reader.read(f"/v1/persons/{person}/wins")["wins"] for person in made.persons],
    }


def rated(reader: Client, person: str) -> list[Json]:
    """The person's rating, and the matches that have led to it."""
    rating = reader.read(f"/v1/ratings/normal/{person}")
    matches = reader.read(f"/v1/ratings/normal/{person}/history")["items"]
    told = ("rating", "rating_after", "rating_before", "experience", "opponent_before", "won")
    return [{name: one[name] for name in told if name in one} for one in (rating, *matches)]


@pytest.mark.rule("ALL-13", "TD-9")
def test_import_taken_back_by_one_command_equals_the_twin_without_it(imported: Imported) -> None:
    service = imported.service
    touched = played_by(service, imported.named("A"))
    twin = played_by(service, service.register("Ada"))
    assert stands(touched, imported.reviewer) != stands(twin, twin.director)

    imported.reviewer.change(imported.path, "cancellation", {"reason": "Nobody has played these."})
    assert stands(touched, imported.reviewer) == stands(twin, twin.director)
    others = imported.named("B"), service.register("B")
    assert [imported.reviewer.get(f"/v1/ratings/normal/{one}").status_code for one in others] == [404, 404]
    shown = imported.listed()
    assert (shown["status"], shown["reviewed_by"] is None) == ("taken-back", False)
    with pytest.raises(ImportStoppedError, match="was taken back"):
        imported.import_again(revision(2, "A>B"))

    imported.reviewer.change(imported.path, "reopening", {"reason": "They were played."})
    assert stands(touched, imported.reviewer) != stands(twin, twin.director)
    assert imported.listed()["status"] == "waiting"
