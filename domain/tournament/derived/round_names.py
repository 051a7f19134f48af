"""Names of rounds wherever somebody reads of them: the last ones of a bracket have names."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from domain.match.record import Bye, Match
from domain.pairing.round_names import RoundName, name_before
from domain.tournament.derived.stage import Stage, stages_of
from domain.tournament.state import Tournament

Place = tuple[int, str]
"""A round, and a place of a bracket in it."""


@dataclass(frozen=True, slots=True)
class RoundNames:
    """The names of rounds: by place, where there is a match or a bye, and by round, where all of it has the name.
    `of_beaten` are the places of brackets in which nobody plays for the title."""

    places: Mapping[Place, RoundName]
    rounds: Mapping[int, RoundName]
    of_beaten: Collection[Place]


def round_names(state: Tournament) -> RoundNames:
    """The rounds of the tournament that have a name and not only a number."""
    named: dict[int, Mapping[str, RoundName]] = {}
    beaten: dict[int, Collection[str]] = {}
    coming: dict[int, RoundName | None] = {}
    for stage in stages_of(state):
        names = stage.rules.round_names(stage.options, stage.facts)
        named[stage.facts.stage] = names
        beaten[stage.facts.stage] = stage.rules.places_of_beaten(stage.options, stage.facts)
        coming.update(_rounds_to_come(stage) if names else ())
    places = [one for one in _places_made(state) if named.get(one[2])]
    made = {(round_, slot): named[stage].get(slot) for round_, slot, stage in places}
    of_beaten = {(round_, slot) for round_, slot, stage in places if slot in beaten[stage]}
    rounds = {round_: name for round_, name in (coming | _of_rounds(made, of_beaten)).items() if name}
    return RoundNames({place: name for place, name in made.items() if name}, rounds, of_beaten)


def _rounds_to_come(stage: Stage) -> Iterator[tuple[int, RoundName | None]]:
    """Each round of a bracket, where it is known how many there are."""
    rounds = stage.options.rounds_announced(stage.facts.starters) or 0
    yield from ((stage.facts.rounds_before + number, name_before(rounds - number)) for number in range(1, rounds + 1))


def _places_made(state: Tournament) -> Iterator[tuple[int, str, int]]:
    """The round, the place in a bracket, and the stage of all that was made."""
    everything: Iterable[Match | Bye] = chain(state.matches.values(), state.rounds.byes.values())
    for one in everything:
        if one.round is not None and one.slot is not None:
            yield one.round, one.slot, one.stage


def _of_rounds(made: Mapping[Place, RoundName | None], of_beaten: Collection[Place]) -> dict[int, RoundName | None]:
    """By round what all of it is called, beside the match for the third place; None: by its number, as where it has
    places of a bracket of the beaten."""
    found: dict[int, set[RoundName | None]] = {}
    for place, name in made.items():
        found.setdefault(place[0], set()).add(None if place in of_beaten else name)
    shared = {round_: [*(names - {"third-place"})] for round_, names in found.items()}
    return {round_: names[0] if len(names) == 1 else None for round_, names in shared.items()}
