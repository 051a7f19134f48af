"""Bouts as they are played: what each came to, and which of its matches are called for (SER-1 to SER-7)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from domain.match import bout, layering
from domain.match.record import Match
from domain.match.verdict import Ended
from domain.tournament.state import Tournament


def end_of_bout(state: Tournament, first: Match) -> Ended | None:
    """Verdict of the bout that this match begins, whatever has become of its own sources. None: it begins none, or the
    bout is open."""
    if first.bout is None or first.voided:
        return None
    return bout.came_to(first.bout, first.sides, [one for _, one in _bout_matches(state, first)])


def score_with(state: Tournament, match: Match) -> tuple[int, int] | None:
    """The score of the match's bout after it, in half points, as its sides are; None: it is of none."""
    first = first_of(state, match)
    if first.bout is None:
        return None
    there = _there(state, first, {match.number: match})
    until = [one for one in there if _order(first, one) <= _order(first, match)]
    halves = bout.score(first.bout, match.sides, [one for _, one in _plays_of(state, first, until)]).halves
    return halves[match.sides[0]], halves[match.sides[1]]


def nth(state: Tournament, match: Match) -> int:
    """Which of its bout it is, from 1: how many before it count, and one more. Boards of teams keep theirs."""
    first = first_of(state, match)
    if _is_of_teams(first):
        return _nth_of_bout(match)
    earlier = (number for number in state.rounds.bouts.get(first.number, ()) if number < match.number)
    return 1 + (match.begun_by is not None) + sum(1 for number in earlier if state.matches[number].valid)


def calls_for(state: Tournament, later: Match) -> bool:
    """SER-6: whether the matches before this one of its bout leave something to play for. One made instead of another
    that was void waits for it, where it is there again and open."""
    first = first_of(state, later)
    if first.bout is None or not first.live or first.voided or {*first.sides} != {*later.sides}:
        return False
    if _is_of_teams(first):
        return _is_board_called_for(state, first, later)
    before = [one for one in _there(state, first) if one.number < later.number]
    played = [one for _, one in _plays_of(state, first, before)]
    return _is_in_turn(later, before) and bout.came_to(first.bout, first.sides, played) is None


def _is_board_called_for(state: Tournament, first: Match, later: Match) -> bool:
    """Whether it is the only one of its board, as one is not that was void and is reinstated; and whether the boards
    are level, if it follows them."""
    board, others = _nth_of_bout(later), [one for one in _there(state, first) if one.number != later.number]
    if first.bout is None or any(_nth_of_bout(one) == board and one.number < later.number for one in others):
        return False
    before = [one for one in others if _nth_of_bout(one) < board]
    played = [one for _, one in _plays_of(state, first, before)]
    is_over = len(before) == board - 1 and all(one.ended is not None for one in played)
    return board <= first.bout.matches or (is_over and bout.came_to(first.bout, first.sides, played) is None)


def next_length(state: Tournament, first: Match) -> int | None:
    """The length of the next match of the bout that this one begins; None: none is to be made now."""
    if first.bout is None or not first.valid:
        return None
    return bout.next_length(first.bout, first.sides, [one for _, one in _bout_matches(state, first)], first.length)


def without_analysis(state: Tournament, opening: int) -> Sequence[int]:
    """SER-7: the matches whose analysis a bout of that opening waits for, where nothing else of it is to be played."""
    firsts = (match for match in state.matches.values() if match.opening == opening and match.valid and match.bout)
    waiting = [first for first in firsts if first.bout_ended is None and first.bout and first.bout.kind == "points"]
    played = [_bout_matches(state, first) for first in waiting]
    over = [one for one in played if all(match.ended is not None for _, match in one)]
    return sorted(number for one in over for number, match in one if match.rates is None)


def first_of(state: Tournament, match: Match) -> Match:
    """The match that began the bout of this one: it may be itself."""
    return match if match.begun_by is None else state.matches[match.begun_by]


def bout_of(state: Tournament, match: Match) -> frozenset[int]:
    """The matches that were ever made for the bout of this one."""
    first = first_of(state, match).number
    return frozenset((match.number, first, *state.rounds.bouts.get(first, ())))


def matches_of(state: Tournament, first: Match) -> Sequence[int]:
    """The matches of the bout that count in it or are open, in order."""
    later = state.rounds.bouts.get(first.number, ())
    return (first.number, *(number for number in later if state.matches[number].valid))


def has_rewound(state: Tournament, first: Match) -> bool:
    """Whether a choice took away later matches of that bout, which another may bring back (ALL-4)."""
    return any(state.matches[number].rewound for number in state.rounds.bouts.get(first.number, ()))


def _order(first: Match, match: Match) -> int:
    """The number by which the matches of that bout are in order: the board of two teams, else the match's own."""
    return _nth_of_bout(match) if _is_of_teams(first) else match.number


def _bout_matches(state: Tournament, first: Match) -> Sequence[tuple[int, bout.Played]]:
    """Its matches by number, but for those that a decision took out. Boards of teams are in their order."""
    return [*_plays_of(state, first, _there(state, first))]


def _there(state: Tournament, first: Match, known: Mapping[int, Match] | None = None) -> Sequence[Match]:
    """The matches of the bout. Those are left out that a decision took out, and those of others that had met, as was
    thought when they lapsed; some of them as they are `known`."""
    known = known or {}
    first = known.get(first.number, first)
    numbers = state.rounds.bouts.get(first.number, ())
    later = [known.get(number) or state.matches[number] for number in numbers if number in state.matches]
    mine = (one for one in later if {*one.sides} == {*first.sides})
    there = [one for one in mine if not (one.voided or one.rewound or one.status == "set-aside")]
    return (
        _boards_of(first.bout.matches, (first, *there)) if first.bout and first.bout.boards else _in_turn(first, there)
    )


def _in_turn(first: Match, later: Iterable[Match]) -> Sequence[Match]:
    found = [first]
    for one in later:
        if _is_in_turn(one, found):
            found.append(one)
    return found


def _is_in_turn(later: Match, before: Iterable[Match]) -> bool:
    """Whether none of those before is open that was away as it was made: it was made instead, and waits for that."""
    made_from = {origin for origin, _ in later.made_from}
    return all(one.is_announced or one.number in made_from for one in before)


def _boards_of(boards: int, matches: Sequence[Match]) -> Sequence[Match]:
    """The matches of two teams board by board, the first that was made of each; and those that follow once every board
    is there (TEA-5)."""
    by_board: dict[int, Match] = {}
    for one in matches:
        by_board.setdefault(_nth_of_bout(one), one)
    found = [by_board[board] for board in range(1, boards + 1) if board in by_board]
    while len(found) >= boards and len(found) + 1 in by_board:
        found.append(by_board[len(found) + 1])
    return found


def _plays_of(state: Tournament, first: Match, matches: Sequence[Match]) -> Iterator[tuple[int, bout.Played]]:
    for match in matches:
        result = match.effective if match.is_announced else None
        if result is None:
            yield match.number, bout.Played(None)
        else:
            left = result.loser is not None and result.loser in layering.conceding(match)
            unplayed = left or not result.outcome.play_began or result.outcome.ended != "won"
            decides = unplayed and result.outcome.ended != "drawn" and not _is_of_teams(first)
            rates = _rates(state, first, match) if first.bout and first.bout.kind == "points" else None
            yield match.number, bout.Played(result.ended, decides, rates, result.outcome.play_began)


def _is_of_teams(first: Match) -> bool:
    return first.bout is not None and first.bout.boards


def board_of(state: Tournament, match: Match) -> int | None:
    """Which board of two teams it is, from 1; one that follows, as they are level, is the first again (TEA-5). None: it
    is no board."""
    first = first_of(state, match)
    if first.bout is None or not first.bout.boards:
        return None
    return (_nth_of_bout(match) - 1) % first.bout.matches + 1


def due(state: Tournament, first: Match) -> Sequence[int]:
    """Which matches of its bout are to be made now, from 1, where one is: of two teams all missing boards."""
    if first.bout is None or not first.bout.boards:
        return [len(matches_of(state, first)) + 1]
    there = _there(state, first)
    held = {_nth_of_bout(one) for one in there}
    return [board for board in range(1, first.bout.matches + 1) if board not in held] or [len(there) + 1]


def _nth_of_bout(match: Match) -> int:
    """Which of its bout it was made as, from 1."""
    return 1 if match.begun_by is None or match.why is None else match.why.counts.get("match_of_bout", 1)


def _rates(state: Tournament, bout_first: Match, match: Match) -> Mapping[int, Decimal] | None:
    """Both error rates by entry, of the newest analysis by staff who do not play the match; what was so at the end of
    the tournament stays so (TD-20, ALL-4)."""
    over_at = None if state.settings is None else state.settings.ended_at
    newest = state.match_records.of(match.number).counted_error_rates(over_at)
    first, second = match.as_played[0]
    if newest is None or {first, second} != {*bout_first.sides}:
        return None
    return {first: newest.first, second: newest.second}
