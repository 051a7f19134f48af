"""Documents of what comes next in a tournament."""

from typing import Literal

from domain.formats.contract.steps import Ask, Done, Due, QuestionKind, Wait
from domain.kernel.values import Instant, Value
from domain.tournament.derived.batches import draws_from
from domain.tournament.derived.progress import StageDue, next_of
from domain.tournament.state import Tournament


class ChoiceView(Value):
    """One of a director's choices, with the entries it may name. A `command` is sent in place of an answer, such as
    pairing by hand."""

    name: str
    entries: tuple[int, ...]
    command: bool


class NextView(Value):
    """The next step: `wait` for matches, a round `due` for contenders, `ask` a director, open a `stage`, or `done`.
    `contenders` are also those of the round that a director is asked about. A wait for matches of one round names it,
    and when it closes, where that was said (UTC); `undecided` are those of its matches that have a score which by the
    rulings now in force does not end them: a director has each resumed by a ruling, or corrects its result (TD-13).
    `by_link` are those of them that count by a director's link alone, and which somebody else confirms before the next
    stage opens (TD-9). `groups` are the stage's field from the first seed on; those in one group are told apart by a
    coin. `question_kind` is what a director is asked, of the `question_entry` where it is about a single one.
    `draws_from` is from when on a round is drawn, where draws are so many minutes apart (MON-10). The tournament can be
    completed where it is `done`."""

    kind: Literal["wait", "due", "ask", "stage", "done"]
    matches: tuple[int, ...] = ()
    round: int | None = None
    closes_at: Instant | None = None
    draws_from: Instant | None = None
    contenders: tuple[int, ...] = ()
    question: str | None = None
    question_kind: QuestionKind | None = None
    question_entry: int | None = None
    detail: str | None = None
    choices: tuple[ChoiceView, ...] = ()
    champion: int | None = None
    stage: int | None = None
    places: int | None = None
    groups: tuple[tuple[int, ...], ...] = ()
    undecided: tuple[int, ...] = ()
    by_link: tuple[int, ...] = ()


def next_view(state: Tournament) -> NextView | None:
    """The next step; None before the start, and once the tournament is cancelled."""
    if not state.started:
        return None
    match next_of(state):
        case Wait(matches=matches):
            return _wait(state, matches)
        case Due(round=round_, contenders=contenders) as due:
            entries = tuple(one.entry for one in contenders)
            return NextView(kind="due", round=round_, contenders=entries, draws_from=draws_from(state, due))
        case Ask() as ask:
            return _ask(ask)
        case StageDue(stage=stage, places=places, groups=groups):
            return NextView(kind="stage", stage=stage, places=places, groups=groups)
        case Done(champion=champion):
            return NextView(kind="done", champion=champion)


def _ask(ask: Ask) -> NextView:
    return NextView(
        kind="ask",
        question=ask.question,
        question_kind=ask.kind,
        question_entry=ask.entry,
        detail=ask.detail,
        choices=tuple(map(ChoiceView.from_attributes, ask.choices)),
        round=None if ask.due is None else ask.due.round,
        contenders=() if ask.due is None else tuple(one.entry for one in ask.due.contenders),
    )


def _wait(state: Tournament, matches: tuple[int, ...]) -> NextView:
    rounds = {state.matches[number].round for number in matches}
    round_ = rounds.pop() if len(rounds) == 1 else None
    schedule = None if round_ is None else state.rounds.schedules.get(round_)
    closes_at = None if schedule is None else schedule.closes_at
    undecided = tuple(number for number in matches if state.matches[number].phase == "needs-ruling")
    by_link = tuple(number for number in matches if number in state.by_link)
    return NextView(
        kind="wait", matches=matches, round=round_, closes_at=closes_at, undecided=undecided, by_link=by_link
    )
