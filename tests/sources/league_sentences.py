"""Sentences of the Dominion league and of the Dual Ring: for each how it is broken, and the test that fails then; see
`tests/sources/further_sentences.py`."""

from tests.sources.room_sentences import broken

_RULES, _OPTIONS, _SEASON = (f"domain/formats/swiss/{one}.py" for one in ("rules", "options", "season"))
_VIRTUAL, _SCORES = (f"domain/standings/{one}.py" for one in ("virtual", "swiss_scores"))
_PRESET, _BYES, _PLAYERS = (
    "domain/tournament/presets/gokodom.py",
    "domain/formats/round_options.py",
    "domain/pairing/players.py",
)
_RING_RULES, _RING, _CHANGES, _CHART = (
    "domain/formats/dual_ring.py",
    *(f"domain/pairing/{one}.py" for one in ("ring", "ring_changes", "ring_chart")),
)
_OF_SWISS, _OF_ORDER, _OF_GOLDEN = (
    f"tests/formats/test_{one}.py::test_" for one in ("swiss", "swiss_order", "swiss_golden")
)
_OF_VIRTUAL, _OF_NUMBERS = "tests/standings/test_virtual.py::test_", "tests/sources/test_numbers.py::test_"
_OF_RING, _OF_SEASON = "tests/sources/test_dual_ring.py::test_", "tests/sources/test_gokodom.py::test_"
_MONDAYS = _OF_SEASON + "rounds_go_from_monday_afternoon_to_the_next_monday_morning"
_TOLD = _OF_SWISS + "player_who_told_the_director_decides_an_unplayed_match"
_WORKED = _OF_GOLDEN + "the_worked_example_with_all_its_numbers"
_WORTH = _OF_NUMBERS + "each_result_has_its_worth"
_IN_ORDER = _OF_ORDER + "the_order_is_by_points_then_solkoff_then_cumulative_then_lot"
_BYE_OPPONENT = _OF_VIRTUAL + "a_virtual_opponent_inherits_then_loses_or_draws_then_draws"
_LEFT = _OF_VIRTUAL + "player_who_has_left_scores_no_more_and_draws_on_for_the_opponents"
_ASKED = _OF_SWISS + "bye_of_the_next_round_can_be_asked_for_until_it_is_drawn"
_LAST_TWO = _OF_RING + "last_2_are_ranked_by_wins_and_tied_they_play_2_games_until_one_is_lost"
_DEFEATED = _OF_RING + "defeated_by_2_or_by_4_player_3_leaves_them_to_each_other_and_2_is_black"
_DRAWN = _OF_RING + "a_draw_is_played_again_or_puts_both_out"
_ANY_SIZE = _OF_NUMBERS + "a_ring_of_any_size_gives_everybody_a_game_of_each_colour"
_TOLD_TO_SET_UP = (
    "tests/formats/test_dual_ring.py::test_the_winner_pauses_the_other_game_that_goes_on_and_sets_the_new_one_up"
)

_LEAGUE = (
    (
        "I.B",
        "As many rounds as the power of two from N on.",
        _OPTIONS,
        "return rounds_of(starters) if",
        "return rounds_of(starters) + 1 if",
        _OF_NUMBERS + "the_rounds_of_a_season",
    ),
    (
        "I.C",
        "A round is nearly a week.",
        _PRESET,
        'form="six-games", round_days=7, last_round_days',
        'form="six-games", round_days=8, last_round_days',
        _MONDAYS,
    ),
    ("I.C", "From Monday at 15:00 to Monday at 6:00.", _PRESET, 'closes="06:00"', 'closes="07:00"', _MONDAYS),
    ("I.C", "The last one is two weeks.", _PRESET, "last_round_days=14", "last_round_days=7", _MONDAYS),
    (
        "I.C",
        "Knockout rounds are one week each.",
        _PRESET,
        'KnockoutOptions(kind="knockout", form="six-games", round_days=7',
        'KnockoutOptions(kind="knockout", form="six-games", round_days=14',
        _MONDAYS,
    ),
    (
        "I.E",
        "A bye is asked for by the end of the round before.",
        _BYES,
        "if round_ <= newest:",
        "if round_ < newest:",
        _ASKED,
    ),
    (
        "II.A",
        "All have a colour.",
        _RULES,
        "if 0 < len(without) < facts.starters:",
        "if len(without) > facts.starters:",
        _OF_SWISS + "all_have_a_colour_at_the_start_or_nobody",
    ),
    ("II.B.1", "Played and won: W.", _VIRTUAL, '"won": ("W", "L")', '"won": ("L", "W")', _WORKED),
    (
        "II.B.2",
        "Played and lost: L.",
        _VIRTUAL,
        '"won": ("W", "L")',
        '"won": ("W", "D")',
        _OF_GOLDEN + "the_worked_example_with_all_its_numbers",
    ),
    (
        "II.B.3",
        "Played and drawn: D, which is no default.",
        _VIRTUAL,
        '"drawn": ("D", "D")',
        '"drawn": ("DD", "DD")',
        _OF_SWISS + "a_played_draw_is_a_point_each_and_no_default",
    ),
    ("II.B.4", "Only this side told: WD.", _RULES, "if len(told) == 1:", "if len(told) == 3:", _TOLD),
    (
        "II.B.5",
        "Both told: DD each.",
        _VIRTUAL,
        '"drawn-by-default": ("DD", "DD")',
        '"drawn-by-default": ("LD", "LD")',
        _TOLD,
    ),
    (
        "II.B.5",
        "Not in the last round.",
        _RULES,
        "return None if _is_last(options, facts, match) else",
        "return None if not facts else",
        _OF_SWISS + "director_rules_in_the_last_round_where_both_have_told",
    ),
    (
        "II.B.6",
        "Neither told: LD each.",
        _RULES,
        "            return BothLost()",
        '            return Unplayed(reported_by="both")',
        _TOLD,
    ),
    (
        "II.B.6",
        "Who has an LD is removed.",
        _SEASON,
        'ended.how in ("default", "both-lost")',
        'ended.how in ("default",)',
        _OF_SWISS + "removed_player_is_not_paired_again_and_stays_in_the_table",
    ),
    (
        "II.B.8",
        "A bye asked for: not in the last round.",
        _BYES,
        "return rounds - 1 if self.byes_until is None",
        "return rounds if self.byes_until is None",
        _ASKED,
    ),
    ("II.C", "W, WD and WB are 2.", _VIRTUAL, '"WB": 2', '"WB": 1', _WORTH),
    ("II.C", "D, DD and BR are 1.", _VIRTUAL, '"BR": 1', '"BR": 2', _WORTH),
    ("II.C", "L is 0.", _VIRTUAL, '"L": 0', '"L": 1', _WORTH),
    ("II.D", "DD is a default.", _SCORES, 'turn.code == "DD"', 'turn.code == "LD"', _TOLD),
    (
        "II.E",
        "Match points go first.",
        _SEASON,
        '(Criterion("match_points"), Criterion("solkoff"),',
        '(Criterion("solkoff"), Criterion("match_points"),',
        _IN_ORDER,
    ),
    (
        "II.E",
        "Then Solkoff.",
        _SEASON,
        'Criterion("solkoff"), Criterion("cumulative")',
        'Criterion("cumulative"), Criterion("solkoff")',
        _OF_ORDER + "solkoff_goes_before_the_cumulative_score",
    ),
    (
        "II.E",
        "Then the cumulative score.",
        _SEASON,
        'Criterion("cumulative"), Criterion("lot", better="less")',
        'Criterion("lot", better="less"), Criterion("cumulative")',
        _OF_ORDER + "cumulative_score_goes_before_the_lot",
    ),
    (
        "II.E",
        "Then the lot.",
        _SEASON,
        'Criterion("lot", better="less")',
        'Criterion("lot")',
        _OF_ORDER + "cumulative_score_goes_before_the_lot",
    ),
    (
        "II.E",
        "Who asked for the bye comes last.",
        _RULES,
        "key=lambda entry: entry in asked)",
        "key=lambda entry: entry not in asked)",
        _OF_SWISS + "requested_byes_stand_last_are_not_paired_and_give_one_point",
    ),
    (
        "II.F",
        "Of the other colour.",
        _PLAYERS,
        "across = near & self._across(self.colours[player])",
        "across = near",
        _OF_ORDER + "window_counts_without_the_other_colour_and_without_both_only_whom_nobody_has_met",
    ),
    (
        "II.G",
        "First without the colour.",
        _PLAYERS,
        "near & ~across, among & ~near",
        "among & ~near, near & ~across",
        _OF_ORDER + "window_counts_without_the_other_colour_and_without_both_only_whom_nobody_has_met",
    ),
    (
        "II.H",
        "The last one left over has the bye.",
        _RULES,
        "if pairing.left_over else []",
        "if not pairing else []",
        _WORKED,
    ),
    (
        "II.I.1",
        "A bye's virtual opponent has the player's record.",
        _VIRTUAL,
        "_real(record, bye.round - 1)",
        "_real(record, bye.round)",
        _BYE_OPPONENT,
    ),
    (
        "V.A.2",
        "They lose an assigned bye.",
        _VIRTUAL,
        'LOST if bye.code == "WB" else DRAWN',
        'DRAWN if bye.code == "WB" else DRAWN',
        _BYE_OPPONENT,
    ),
    (
        "V.A.2",
        "They draw a requested one.",
        _VIRTUAL,
        'LOST if bye.code == "WB" else DRAWN',
        'LOST if bye.code == "WB" else LOST',
        _BYE_OPPONENT,
    ),
    ("V.A.2", "Then they draw on.", _VIRTUAL, "[first, *[DRAWN] * closed]", "[first, *[LOST] * closed]", _BYE_OPPONENT),
    (
        "II.I.2",
        "A removed player draws every later match.",
        _VIRTUAL,
        "[DRAWN] * (closed - record.last_round)",
        "[LOST] * (closed - record.last_round)",
        _LEFT,
    ),
    (
        "III.A",
        "The best eight go on.",
        _PRESET,
        "qualifiers=8",
        "qualifiers=4",
        _OF_NUMBERS + "the_criteria_of_the_best_eight",
    ),
    (
        "III.A",
        "The match between those tied.",
        _RULES,
        "(*SEEDING, AMONG_TIED)",
        "SEEDING",
        _OF_ORDER + "the_order_into_the_next_stage",
    ),
    (
        "V.B.1",
        "Who neither appears nor tells is asked to sit out.",
        _RULES,
        "if puts_out(place.ended, e)}",
        "if not puts_out(place.ended, e)}",
        "tests/domain/test_elsewhere.py::test_removed_player_is_asked_to_sit_out_the_next_season_of_the_series",
    ),
)
_OF_TEN = (
    ("1", "Any number from 3 on.", _RING, "if len(self.left) > 2:", "if len(self.left) > 3:", _ANY_SIZE),
    (
        "3",
        "Everybody has one game of each colour.",
        _RING,
        "(*self.left[1:], self.left[0])",
        "(*self.left[1:], self.left[1])",
        _ANY_SIZE,
    ),
    ("4", "Play goes on until two are left.", _RING, "not in (1, 2):", "not in (1, 2, 3):", _LAST_TWO),
    ("7", "Who loses is out.", _RING_RULES, "if decided.is_lost_by(entry))", "if decided.winner == entry)", _DEFEATED),
    ("8", "The earlier neighbour has Black.", _RING_RULES, "((later, earlier) if", "((earlier, later) if", _DEFEATED),
    ("9", "More wins win.", _RING, "most = max(self.wins", "most = min(self.wins", _LAST_TWO),
    (
        "10",
        "Two games, one of each colour.",
        _CHANGES,
        "((first, second), (second, first))",
        "((first, second), (first, second))",
        _LAST_TWO,
    ),
    (
        "12",
        "A draw is played again.",
        _RING_RULES,
        'options.drawn_games == "eliminate-both" and',
        "options.drawn_games and",
        _DRAWN,
    ),
    (
        "13",
        "Or both are out.",
        _RING_RULES,
        "        return place.entries\n    return tuple(entry for",
        "        return ()\n    return tuple(entry for",
        _DRAWN,
    ),
    (
        "14",
        "Who has won pauses the other game, that goes on.",
        _CHART,
        "going_on if any(one.sets_up for one in begin) else ()",
        "()",
        _TOLD_TO_SET_UP,
    ),
    (
        "15",
        "Who has won sets the new game up.",
        _CHART,
        "black if black in winners and white not in winners else white",
        "white if black in winners and white not in winners else black",
        _TOLD_TO_SET_UP,
    ),
)

OF_LEAGUE = tuple(broken(f"gokodom {number}", *row) for number, *row in _LEAGUE)
OF_RING = tuple(broken(f"dual_ring {number}", *row) for number, *row in _OF_TEN)
