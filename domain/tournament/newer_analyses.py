"""Changes of the next stage where its field was found by error rates, and other analyses count now (TD-20, ALL-4).

Reading: the figures that a stage was opened by stay as they were, and so does its field. A newer analysis, or one that
is taken back, may make another field of it. Then, as long as no match of the stage has begun, it is opened again; then
somebody chooses. A field that a director named stays.
"""

from collections.abc import Sequence

from domain.match.record import Opening
from domain.tournament.consequences import Asked, Question, to_be_chosen
from domain.tournament.derived.progress import turned_by_rates
from domain.tournament.guards.context import Context, Effect, settings_of
from domain.tournament.match_record.events import AttachmentAdded, MatchRecordRetracted
from domain.tournament.matches.events import ConsequencesChosen


def with_newer_analyses(effect: Effect, asked: Asked, context: Context) -> Effect:
    """The effect, and the changes of the stage whose field it turns. Raises Refused where a choice is needed."""
    for opening in _changed_openings(effect):
        begun = _begun_matches(effect, opening)
        choice = asked.of(opening.stage, own=True)
        if choice not in ("rewind", "stand") and begun:
            raise to_be_chosen(_analysed_matches(effect), [_question(effect, opening, begun)])
        chosen = ConsequencesChosen(
            changed=(),
            stage=opening.stage,
            choice="stand" if choice == "stand" else "rewind",
            by_default=choice is None,
            set_aside=() if choice == "stand" else (opening.key,),
        )
        effect = effect.then((chosen,), context)
    return effect


def _changed_openings(effect: Effect) -> Sequence[Opening]:
    """The openings after the stages of the matches whose analyses have changed, that have another field by them."""
    stages = {effect.before.matches[number].stage + 1 for number in _analysed_matches(effect)}
    if not stages or settings_of(effect.after).ended_at is not None:
        return ()
    named = (one for one in effect.after.rounds.openings if one.live and one.stage in stages and one.reason is None)
    return [one for one in named if turned_by_rates(effect.before, effect.after, one)]


def _analysed_matches(effect: Effect) -> Sequence[int]:
    """The matches of which an attachment came or went."""
    kinds = AttachmentAdded | MatchRecordRetracted
    return [event.match for event in effect.events if isinstance(event, kinds) and event.match is not None]


def _begun_matches(effect: Effect, opening: Opening) -> Sequence[int]:
    mine = (match for match in effect.after.matches.values() if match.opening == opening.number)
    return sorted(match.number for match in mine if match.started)


def _question(effect: Effect, opening: Opening, begun: Sequence[int]) -> Question:
    there = [match.number for match in effect.after.matches.values() if match.opening == opening.number]
    detail = f"The error rates would give stage {opening.stage} another field, and matches of it have begun."
    return Question(opening.stage, detail, ("rewind", "stand"), begun, sorted(there), ())
