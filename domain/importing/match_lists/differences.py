"""A list compared three ways, line by line: what it said before, what it says now, and what is here.

What changed there is taken; what changed here stands; what changed on both sides waits for somebody, who chooses.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from domain.importing.match_lists.club_list import Row
from domain.importing.match_lists.plan import Correction, Plan, RecordedRow
from domain.importing.three_ways import fate_of
from domain.lists.events import Choice


@dataclass(frozen=True, slots=True)
class Here:
    """A match of the list as it is here; `void`: it does not count. No `row`: nobody has won it, as where a ruling has
    annulled its result or both have lost."""

    row: RecordedRow | None
    void: bool = False

    @property
    def counts(self) -> Row | None:
        """The row that counts; None: it is void, or nobody has won it."""
        return None if self.void or self.row is None else self.row.row


@dataclass(frozen=True, slots=True)
class Conflict:
    """A match that was changed on both sides: what the list said before, what it says now (None: it does not have the
    line any more), and what is here."""

    before: RecordedRow
    says: RecordedRow | None
    here: Here


@dataclass(slots=True)
class Differences:
    """The deeds for the lines that a list had before: void, correct, reinstate and correct; only record that the list
    says them so now (`said`), or no more (`gone`); and what waits. `changed_here` are lines that say what they said, of
    which something else is here; `settled` is what was chosen of those changed on both sides."""

    voided: list[RecordedRow] = field(default_factory=list)
    corrected: list[Correction] = field(default_factory=list)
    reinstated: list[Correction] = field(default_factory=list)
    said: list[RecordedRow] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    changed_here: list[RecordedRow] = field(default_factory=list)
    settled: dict[int, Choice] = field(default_factory=dict)


def differences(
    plan: Plan,
    before: Sequence[RecordedRow],
    here: Mapping[int, Here],
    choices: Mapping[int, Choice],
    waiting: Collection[int] = (),
    *,
    is_unsure: bool = False,
) -> Differences:
    """The differences of the list since `before`, by the plan, compared with what is `here`. `waiting` are the matches
    whose conflicts were found earlier. Where it `is_unsure` what the list said before, every difference waits."""
    found = Differences()
    for gone in plan.voided:
        unsure = is_unsure or gone.match in waiting
        _add_gone(found, gone, here[gone.match], choices.get(gone.match), is_unsure=unsure)
    for change in plan.corrected:
        match = change.before.match
        _add_changed(found, change, here[match], choices.get(match), is_unsure=is_unsure or match in waiting)
    touched = {one.match for one in plan.voided} | {one.before.match for one in plan.corrected}
    same = [one for one in before if one.match not in touched]
    found.changed_here += [one for one in same if here[one.match].counts != one.row]
    found.said += [one for one in same if one.match in waiting]
    return found


def _add_gone(found: Differences, said: RecordedRow, here: Here, choice: Choice | None, *, is_unsure: bool) -> None:
    fate = fate_of(said.row, None, here.counts, is_sure=not is_unsure)
    if fate == "same":
        found.gone.append(said.match)
    elif fate == "changed-there":
        found.voided.append(said)
    elif choice is None:
        found.conflicts.append(Conflict(said, None, here))
    else:
        found.settled[said.match] = choice
        if choice == "list":
            found.voided.append(said)
        else:
            found.gone.append(said.match)


def _add_changed(found: Differences, change: Correction, here: Here, choice: Choice | None, *, is_unsure: bool) -> None:
    says = RecordedRow(change.before.match, change.row, change.place)
    fate = fate_of(change.before.row, change.row, here.counts, is_sure=not is_unsure)
    if change.is_placing:
        _add_placed(found, change, here, is_unsure=is_unsure)
    elif fate == "same":
        found.said.append(says)
    elif fate == "changed-there":
        found.corrected.append(_on(here.row or change.before, change))
    elif choice is None or (choice == "list" and here.row is None):
        found.conflicts.append(Conflict(change.before, says, here))
    else:
        found.settled[says.match] = choice
        _settle(found, choice, change, here)


def _settle(found: Differences, choice: Choice, change: Correction, here: Here) -> None:
    """Settles a line that was changed on both sides, once it was chosen what holds. A list does not make a result where
    nobody has won: the office gives it one first."""
    if choice == "here" or here.row is None:
        found.said.append(RecordedRow(change.before.match, change.row, change.place))
    else:
        (found.reinstated if here.void else found.corrected).append(_on(here.row, change))


def _add_placed(found: Differences, change: Correction, here: Here, *, is_unsure: bool) -> None:
    """Only the order has changed there; what was put elsewhere here, or is changed, keeps its place."""
    is_same = here.row is not None and here.counts == change.before.row and here.row.place == change.before.place
    if is_unsure or not is_same:
        found.said.append(RecordedRow(change.before.match, change.row, change.place))
    else:
        found.corrected.append(change)


def _on(here: RecordedRow, change: Correction) -> Correction:
    """The change of what is here: it keeps its place where the list has not moved it."""
    place: Decimal = change.place if change.place != change.before.place else here.place
    return Correction(here, change.row, place)
