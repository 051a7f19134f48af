"""Sentences of the sources beside the room's: for each how it is broken, and the test that fails then.
`python -m tests.mutants named` breaks each, and runs its test.

A sentence has the source and the number of its clause. Clauses that have no sentence here have a test that names them,
and nobody has shown that it fails where they are broken. They are told in our own words.
"""

from tests.named_mutants import Named
from tests.sources.room_sentences import Sentence

_NXE, _SHARED, _CHAMPION = (f"domain/formats/elimination/{one}.py" for one in ("nxe", "shared", "champion"))
_OF_NXE, _OF_CHAMPION = "tests/formats/test_nxe.py::test_", "tests/formats/test_champion.py::test_"
_OF_NUMBERS = "tests/sources/test_numbers.py::test_"
_SWISS, _VIRTUAL, _SIX = "domain/formats/swiss/rules.py", "domain/standings/virtual.py", "domain/scoring/six_games.py"
_OF_SIX = "tests/scoring/test_six_games.py::test_"
_CLOCK, _LATE, _DISPUTES = (f"domain/scoring/{one}.py" for one in ("clock", "lateness", "disputes"))
_COMMITTEES, _CATALOGUE = (f"domain/officiating/{one}.py" for one in ("committees", "sanction_catalogue"))
_CRAWFORD, _EDITIONS = "domain/scoring/crawford.py", "domain/tournament/decisions/lifecycle/editions.py"
_OF_CLOCK, _OF_LATE, _OF_DISPUTES, _OF_CRAWFORD = (
    f"tests/scoring/test_{one}.py::test_" for one in ("clock", "lateness", "disputes", "crawford")
)
_OF_COMMITTEES, _OF_SANCTIONS, _OF_BREAKS = (
    f"tests/directing/test_{one}.py::test_" for one in ("committees", "sanctions", "breaks")
)
_OF_EDITIONS = "tests/domain/test_editions.py::test_"
_LINES, _FLAGGED = "1_1_2_each_edition_has_its_lines", "what_departs_from_the_catalogue_is_flagged"
_FIVE = _OF_NXE + "five_players_to_two_losses"


def broken(clause: str, says: str, file: str, old: str, new: str, test: str) -> Sentence:
    """In the file `old` stands once; with `new` in its place the test fails."""
    return Sentence(clause, says, Named(file, old, new, test))


OF_NXE = (
    broken(
        "nxe 1",
        "One loss or more puts out.",
        _NXE,
        "ge=1, le=99",
        "ge=0, le=99",
        _OF_NUMBERS + "one_loss_or_more_puts_a_player_out",
    ),
    broken(
        "nxe 3",
        "The length goes by the round.",
        _SHARED,
        "min(round_, len(self.lengths)) - 1",
        "0",
        _OF_NXE + "lengths_go_by_round_and_the_last_goes_on",
    ),
    broken(
        "nxe 5",
        "One match a round.",
        _NXE,
        '2: one."""\n        return 1',
        '2: one."""\n        return 2',
        _FIVE,
    ),
    broken(
        "nxe 6",
        "In an odd round one has a bye.",
        _NXE,
        "if len(contenders) % 2 else ()",
        "if len(contenders) % 2 == 0 else ()",
        _OF_NXE + "the_bye_goes_to_one_of_those_with_the_fewest_byes",
    ),
    broken(
        "nxe 7",
        "It is one of those with the fewest byes.",
        _SHARED,
        'fewest = min(one.counts["byes"]',
        'fewest = max(one.counts["byes"]',
        _OF_NXE + "the_bye_goes_to_one_of_those_with_the_fewest_byes",
    ),
    broken(
        "nxe 8",
        "The others are in bins by wins.",
        _NXE,
        'one.counts["win_points"], [])',
        'one.counts["byes"], [])',
        _OF_NXE + "the_highest_bin_meets_the_lowest",
    ),
    broken(
        "nxe 9",
        "One of the highest meets one of the lowest.",
        _NXE,
        "_taken(bins, -1, chance)",
        "_taken(bins, 0, chance)",
        _OF_NXE + "the_highest_bin_meets_the_lowest",
    ),
    broken(
        "nxe 10",
        "Empty bins go.",
        _NXE,
        "if not entries:\n        bins.pop",
        "if len(entries) > 1:\n        bins.pop",
        _OF_NXE + "the_highest_bin_meets_the_lowest",
    ),
    broken("nxe 13", "A loss: one loss point.", _NXE, "facts.tally(entrant.number).losses", "0", _FIVE),
    broken("nxe 14", "A win: one win point.", _NXE, "tally(entry).wins + facts", "tally(entry).losses + facts", _FIVE),
    broken("nxe 15", "A bye: one win point.", _NXE, ".wins + facts.byes(entry)", ".wins", _FIVE),
    broken("nxe 17", "After N losses one is out.", _NXE, "return options.losses", "return options.losses + 1", _FIVE),
    broken(
        "nxe 19",
        "A single player who goes on has won.",
        _SHARED,
        "if len(still_in) > 1:",
        "if len(still_in) > 0:",
        _OF_NXE + "who_is_alone_has_won",
    ),
    broken(
        "nxe 20",
        "The table goes by wins.",
        _SHARED,
        'Criterion("in"), Criterion("win_points"))',
        'Criterion("in"))',
        _OF_NXE + "equal_win_points_share_the_rank_and_the_winner_is_first",
    ),
    broken(
        "nxe 24",
        "As many matches as credits left.",
        _CHAMPION,
        "return _credits_before(facts, entrant, places, round_)",
        "return 1",
        _OF_CHAMPION + "a_round_is_drawn_from_the_credits",
    ),
    broken(
        "nxe 25",
        "The player with most credits can have several byes.",
        _CHAMPION,
        "[Excused(most.entry, why)] * (most.places - others)",
        "[Excused(most.entry, why)]",
        "tests/formats/test_champion_seating.py::test_byes_worked_by_hand",
    ),
    broken(
        "nxe 26",
        "Otherwise one of the fewest byes.",
        _CHAMPION,
        "if (most.places + others) % 2 else []",
        "if (most.places + others) % 2 == 0 else []",
        "tests/formats/test_champion_seating.py::test_byes_worked_by_hand",
    ),
    broken(
        "nxe 28",
        "A loss: one credit less.",
        _CHAMPION,
        "entrant.credits - facts.setbacks(entrant.number))\n",
        "entrant.credits)\n",
        _OF_CHAMPION + "tournaments_worked_by_hand",
    ),
    broken(
        "nxe 29",
        "A win: one win point.",
        _CHAMPION,
        '"win_points": tally.wins',
        '"win_points": tally.losses',
        _OF_CHAMPION + "tournaments_worked_by_hand",
    ),
    broken(
        "nxe 30",
        "A bye: one bye point, and no win.",
        _CHAMPION,
        '"win_points": tally.wins',
        '"win_points": tally.wins + facts.byes(entrant.number)',
        _OF_CHAMPION + "tournaments_worked_by_hand",
    ),
)
OF_GOKODOM = (
    broken(
        "gokodom II.F",
        "One point apart after rounds 1 and 2, two after 3 and 4.",
        _SWISS,
        "if round_ in (2, 3):",
        "if round_ in (2, 3, 4):",
        _OF_NUMBERS + "how_far_apart_two_who_meet_may_be",
    ),
    broken(
        "gokodom II.F",
        "Three after all others.",
        _SWISS,
        "return 2 if round_ in (4, 5) else 3",
        "return 2 if round_ in (4, 5, 6) else 3",
        _OF_NUMBERS + "how_far_apart_two_who_meet_may_be",
    ),
    broken(
        "gokodom III.A",
        "Fewer defaults go ahead of Solkoff.",
        _SWISS,
        '    Criterion("defaults", better="less"),\n    Criterion("solkoff"),\n',
        '    Criterion("solkoff"),\n    Criterion("defaults", better="less"),\n',
        _OF_NUMBERS + "the_criteria_of_the_best_eight",
    ),
    broken(
        "gokodom IV.A.1",
        "The first seat goes A-B-B-A-A-B.",
        _SIX,
        "(True, False, False, True, True, False)",
        "(True, False, True, False, True, False)",
        _OF_SIX + "a_wrong_seat_order_is_accepted_and_flagged",
    ),
    broken(
        "gokodom IV.A.3",
        "A drawn game is half a point to each.",
        _SIX,
        "_HALVES_WON, _HALVES_DRAWN = 2, 1",
        "_HALVES_WON, _HALVES_DRAWN = 2, 2",
        _OF_SIX + "a_match_that_is_decided",
    ),
    broken(
        "gokodom IV.A.4",
        "3 points win after 3 or 4 games, 3.5 after 5 or 6.",
        _SIX,
        "{3: 6, 4: 6, 5: 7, 6: 7}",
        "{3: 6, 4: 6, 5: 6, 6: 7}",
        _OF_SIX + "a_match_that_is_refused",
    ),
)
OF_AUSBGF = (
    broken(
        "ausbgf 1.2.3",
        "Disqualification and exclusion.",
        _CATALOGUE,
        '("disqualification", "expulsion", "ban")',
        '("warning", "expulsion", "ban")',
        _OF_SANCTIONS + _LINES,
    ),
    broken(
        "ausbgf 1.3.2",
        "Three or five.",
        _COMMITTEES,
        "_SIZES = (3, 5)",
        "_SIZES = (2, 3, 5)",
        _OF_NUMBERS + "a_committee_has_three_or_five",
    ),
    broken(
        "ausbgf 1.3.2",
        "No director of the tournament is a member.",
        _COMMITTEES,
        "conflicts = [*_conflicts(members, staff, parties), *_as_judges",
        "conflicts = [*_conflicts(members, (), parties), *_as_judges",
        _OF_COMMITTEES + "a_committee_has_no_conflict_of_interest",
    ),
    broken(
        "ausbgf 5.1",
        "The players choose it jointly.",
        _COMMITTEES,
        "if party.entry not in agreed]",
        "if party.entry in ()]",
        _OF_COMMITTEES + "all_parties_choose_a_joint_committee",
    ),
    broken(
        "ausbgf 1.5",
        "English is official.",
        _EDITIONS,
        '"ausbgf-2021-11": "English"',
        '"ausbgf-2021-11": "Dansk"',
        _OF_EDITIONS + "1_5_english_is_an_official_language_under_ausbgf",
    ),
    broken(
        "ausbgf 1.5",
        "A warning first, and then points.",
        _CATALOGUE,
        "*_AFTER_WARNING, after_warning=_AFTER_WARNING)",
        "*_AFTER_WARNING)",
        _OF_SANCTIONS + _FLAGGED,
    ),
    broken(
        "ausbgf 1.6.3",
        "Spectators are expelled, exceptionally banned.",
        _CATALOGUE,
        '"spectators", "spectator-expulsion", *_PLACED, exceptional=_PLACED',
        '"spectators", "spectator-expulsion"',
        _OF_SANCTIONS + _FLAGGED,
    ),
    broken(
        "ausbgf 2.2.2",
        "One break up to 15 points.",
        _CLOCK,
        "if length <= self.short_up_to",
        "if length < self.short_up_to",
        _OF_NUMBERS + "one_break_up_to_fifteen_points_and_two_beyond",
    ),
    broken(
        "ausbgf 2.2.2",
        "Two breaks beyond.",
        _CLOCK,
        "le=10)] = 2",
        "le=10)] = 3",
        _OF_NUMBERS + "one_break_up_to_fifteen_points_and_two_beyond",
    ),
    broken(
        "ausbgf 2.2.4",
        "One point after 5 minutes, and for each further 5.",
        _LATE,
        "(there - due) // _STEP",
        "(there - due) // _STEP + 1",
        _OF_NUMBERS + "points_for_each_five_minutes",
    ),
    broken(
        "ausbgf 2.2.4",
        "Each side's lateness is its own.",
        _LATE,
        'second or now, "second")',
        'first or now, "second")',
        _OF_LATE + "lateness_of_each_side_is_its_own",
    ),
    broken(
        "ausbgf 2.2.4",
        "More than half of the length wins.",
        _LATE,
        "2 * penalty_points > length",
        "2 * penalty_points >= length",
        _OF_NUMBERS + "more_than_half_of_the_length_wins_the_match",
    ),
    broken(
        "ausbgf 2.3.1",
        "Slow play: a clock.",
        _CATALOGUE,
        '"slow play", "warning", "penalty-points", "clock"',
        '"slow play", "warning", "penalty-points"',
        _OF_SANCTIONS + _LINES,
    ),
    broken(
        "ausbgf 2.4.1",
        "A baffle box for dice that are not valid.",
        _CATALOGUE,
        '"2.4.1", "4.1.1 4.1.4(a)"',
        '"2.4.1", "4.1.1"',
        _OF_SANCTIONS + _LINES,
    ),
    broken(
        "ausbgf 3.5.5",
        "Half of what both need.",
        _CLOCK,
        "2 * length - sum(score)",
        "2 * length - max(score)",
        _OF_NUMBERS + "the_clock_has_half_of_what_both_need_at_two_minutes_a_point",
    ),
    broken(
        "ausbgf 3.5.6",
        "Two minutes a point and 12 seconds.",
        _CLOCK,
        "delay_seconds: Seconds = 12",
        "delay_seconds: Seconds = 10",
        _OF_NUMBERS + "the_clock_has_half_of_what_both_need_at_two_minutes_a_point",
    ),
    broken(
        "ausbgf 4.2.1",
        "A warning first, and then points.",
        _CATALOGUE,
        '"warning", "penalty-points", after_warning=("penalty-points",))\n\n\n_ETIQUETTE',
        '"warning", "penalty-points")\n\n\n_ETIQUETTE',
        _OF_SANCTIONS + _LINES,
    ),
    broken(
        "ausbgf 4.3.3",
        "Whose time is out loses.",
        _CLOCK,
        'loser=declared.out, because="out-of-time"',
        'loser=other(declared.out), because="out-of-time"',
        _OF_CLOCK + "who_is_out_of_time_loses",
    ),
    broken(
        "ausbgf 4.3.3",
        "Who is certain to win has won where both are out.",
        _CLOCK,
        "loser=other(declared.certain_winner)",
        "loser=declared.certain_winner",
        _OF_CLOCK + "who_is_out_of_time_loses",
    ),
    broken(
        "ausbgf 4.3.4",
        "Silence costs the game too.",
        _CATALOGUE,
        '"penalty-points", "game-loss", "match-loss", "disqualification", "ban"),',
        '"penalty-points", "match-loss", "disqualification", "ban"),',
        _OF_NUMBERS + "what_a_clause_permits",
    ),
    broken(
        "ausbgf 4.4.4",
        "The first game in which a player is one point from winning.",
        _CRAWFORD,
        "if max(score) == course.length - 1:",
        "if max(score) == course.length - 2:",
        _OF_CRAWFORD + "a_doubled_crawford_game_is_flagged_and_annulled_within_its_limits",
    ),
    broken(
        "ausbgf 4.4.4",
        "It applies to all matches.",
        _EDITIONS,
        "if chosen.leaves_crawford_out:",
        "if chosen.leaves_crawford_out and number > 1:",
        _OF_EDITIONS + "4_4_4_crawford_is_on_under_every_edition",
    ),
    broken(
        "ausbgf 4.4.4",
        "Silence costs the match and perhaps the tournament.",
        _CATALOGUE,
        '"silence about a doubled Crawford game", "match-loss", "disqualification"',
        '"silence about a doubled Crawford game", "match-loss"',
        _OF_NUMBERS + "what_a_clause_permits",
    ),
    broken(
        "ausbgf 4.4.9",
        "The cube is presumed right.",
        _DISPUTES,
        "if shown is None or shown == as_it_stands:",
        "if shown is None:",
        _OF_DISPUTES + "the_cube_is_right_as_it_stands_unless_shown_otherwise",
    ),
    broken(
        "ausbgf 4.5",
        "Agreed outcomes: disqualification.",
        _CATALOGUE,
        '"agreed outcomes", "disqualification", "ban"',
        '"agreed outcomes", "warning", "ban"',
        _OF_NUMBERS + "what_a_clause_permits",
    ),
    broken(
        "ausbgf 4.7",
        "The sheet of the trailing player is conclusive.",
        _DISPUTES,
        'first if behind == "first" else second, behind',
        'second if behind == "first" else first, behind',
        _OF_DISPUTES + "the_sheet_of_the_player_who_is_behind_decides",
    ),
    broken(
        "ausbgf 4.7",
        "It has to be clear.",
        _DISPUTES,
        "if not sheet.clear:",
        "if sheet.clear and not sheet.clear:",
        _OF_DISPUTES + "the_sheet_of_the_player_who_is_behind_decides",
    ),
    broken(
        "ausbgf 4.7",
        "The only sheet is conclusive.",
        _DISPUTES,
        'return _by_sheet(second, "second", "only-sheet")',
        'return _director("no sheet was kept")',
        _OF_DISPUTES + "the_sheet_of_the_player_who_is_behind_decides",
    ),
    broken(
        "ausbgf 5.2",
        "A simple majority decides.",
        _COMMITTEES,
        "if number >= committee.majority]",
        "if number > committee.majority]",
        _OF_COMMITTEES + "the_majority_of_the_members_decides",
    ),
    broken(
        "ausbgf 5.4",
        "The federation imposes sanctions otherwise than by its rules too.",
        "domain/federation/decide.py",
        'return kind not in ("warning", "other")',
        'return kind != "warning"',
        "tests/api/test_precedents.py::test_federation_warns_by_its_rules_or_imposes_otherwise_and_the_person_appeals",
    ),
)
SENTENCES = (*OF_NXE, *OF_GOKODOM, *OF_AUSBGF)
