"""Mutants by hand: each has once survived all tests, and now has a test that notices it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Named:
    """In the file `old` stands once, and the mutant has `new` in its place. `test` fails with it."""

    file: str
    old: str
    new: str
    test: str


NAMED = (
    Named(
        "domain/tournament/guards/permissions.py",
        "lost = ended.winner is not None and own",
        "lost = own",
        "tests/domain/test_own_results.py::test_draw_told_by_its_first_side_waits_for_the_opponent",
    ),
    Named(
        "domain/person/decide.py",
        "ban.review.status and not one.over(now)",
        "ban.review.status",
        "tests/domain/test_sanctions.py::test_suspending_a_ban_leaves_an_ended_one_of_its_ruling_alone",
    ),
    Named(
        "domain/tournament/decisions/entries/registration.py",
        "context.now >= closes_at",
        "context.now > closes_at",
        "tests/domain/test_entries.py::test_entries_are_closed_at_the_very_moment_and_open_until_it",
    ),
    Named(
        "domain/tournament/registry/matches.py",
        "    known = tuple(find_entry(state, side).number for side in command.sides or ())\n",
        "    if command.result is None and command.sides is None:\n        return Interested(())\n"
        "    known = tuple(find_entry(state, side).number for side in command.sides or ())\n",
        "tests/security/test_schemer.py::test_nobody_makes_their_own_won_match_longer",
    ),
    Named(
        "api/http/etags.py",
        "return max(seen)",
        "return min(seen)",
        "tests/api/test_several_etags.py::test_newest_etag_of_the_resource_is_what_was_seen",
    ),
    Named(
        "api/http/sessions/store.py",
        "if key.last_used != datetime.now(UTC).date():",
        "if key.last_used == datetime.now(UTC).date():",
        "tests/site/test_office_home.py::test_key_that_a_session_stands_for_was_used_today",
    ),
    Named(
        "api/http/callers.py",
        "len(given) > 1 or",
        "len(given) > 2 or",
        "tests/api/test_access.py::test_two_keys_in_one_request_are_refused",
    ),
    Named(
        "api/http/bodies.py",
        "if len(body) > limit:",
        "if len(body) >= limit:",
        "tests/api/test_body_limit.py::test_body_at_its_limit_is_taken",
    ),
    Named(
        "projections/views/rulings.py",
        "    late: bool\n    reason: Annotated[PersonalText | None, FOR_PARTIES]\n",
        "    late: bool\n    reason: PersonalText | None\n",
        "tests/api/test_rulings.py",
    ),
    Named(
        "ops/webhooks/delivering.py",
        "if count and size > MOST_BYTES:",
        "if size > MOST_BYTES:",
        "tests/webhooks/test_batches.py::test_batch_of_one_entry_may_be_longer_than_the_limit",
    ),
    Named(
        "domain/evidence/witness.py",
        "if old > checkpoint.size:",
        "if old >= checkpoint.size:",
        "tests/evidence/test_witness.py::test_a_log_that_has_only_grown_is_cosigned",
    ),
    Named(
        "ops/evidence/signer.py",
        " or _is(connection, _SIGNED, head.origin, size):",
        ":",
        "tests/evidence/test_signing.py",
    ),
    Named(
        "ops/doctor.py",
        "free >= LEAST_FREE_BYTES",
        "free > LEAST_FREE_BYTES",
        "tests/ops/test_disk_left.py::test_disk_is_good_with_a_gigabyte_left",
    ),
    Named(
        "ops/evidence/key_folder.py",
        '        (self.path / "copied").unlink(missing_ok=True)\n',
        "",
        "tests/evidence/test_signing.py::test_a_key_hands_over_to_the_next_by_an_event_that_it_signs",
    ),
    Named(
        "domain/tournament/derived/progress.py",
        "left = _left_matches(state) if isinstance(step, Done) else ()",
        "left = _left_matches(state) if isinstance(step, Ask) else ()",
        "tests/formats/test_left_stages.py::test_match_opened_again_in_a_stage_that_was_left_is_waited_for_at_the_end",
    ),
    Named(
        "domain/tournament/derived/progress.py",
        "open_play_offs(state, entry), *passed)",
        "open_play_offs(state, entry))",
        "tests/formats/test_stand_in_brackets.py::test_match_that_no_bracket_waits_for_is_conceded_by_who_leaves",
    ),
    Named(
        "domain/tournament/derived/progress.py",
        "bout.isdisjoint(entry.finishes)",
        "match.number not in entry.finishes",
        "tests/formats/test_bouts.py::test_player_who_finishes_first_plays_the_bout_to_its_end",
    ),
    Named(
        "domain/tournament/decisions/rounds/left_open.py",
        "for stage in stages_of(state) for number in stage.facts.awaited",
        "for stage in stages_of(state)[-1:] for number in stage.facts.awaited",
        "tests/formats/test_left_stages.py::test_service_leaves_it_to_the_director_and_says_why",
    ),
    Named(
        "domain/tournament/decisions/rounds/left_open.py",
        "all=ruling.decision is not None and",
        "all=ruling.decision is None and",
        "tests/formats/test_deadlines.py::test_service_closes_no_match_while_an_appeal_against_the_pairing_is_open",
    ),
    Named(
        "domain/tournament/decisions/matches/who_met.py",
        "    _require_whole_bouts(state, matches, met)\n",
        "",
        "tests/formats/test_bouts.py::test_opponents_are_corrected_in_all_matches_of_a_bout",
    ),
    Named(
        "domain/tournament/decisions/matches/who_met.py",
        "if len(openings) > 1 or not found:",
        "if len(openings) > 1 and not found:",
        "tests/formats/test_who_met.py::test_matches_of_two_stages_are_not_corrected_together",
    ),
    Named(
        "domain/tournament/decisions/matches/who_met.py",
        "if set(after[one.key]) != set(after[other.key]):",
        "if set(after[one.key]) == set(after[other.key]):",
        "tests/formats/test_who_met.py::test_match_and_its_replay_are_corrected_together",
    ),
    Named(
        "domain/tournament/decisions/matches/who_met.py",
        'if entry in entries and key[0] == "match"]',
        "if entry in entries]",
        "tests/formats/test_who_met.py::test_correction_that_gives_somebody_two_places_names_their_matches",
    ),
    Named(
        "domain/tournament/decisions/rounds/concessions.py",
        "made = with_concessions(with_next_matches(effect, context, of), context)",
        "made = with_next_matches(effect, context, of)",
        "tests/formats/test_bouts_left.py"
        "::test_final_stays_where_a_bout_ends_as_before_since_who_is_out_concedes_its_last_match",
    ),
    Named(
        "domain/tournament/decisions/rounds/automatic.py",
        "then=lambda made: _with_services(made, context, None)",
        "then=lambda made: made",
        "tests/formats/test_bouts_left.py"
        "::test_bracket_has_its_next_match_at_once_where_a_bout_that_was_restored_is_conceded_then",
    ),
    Named(
        "domain/tournament/decisions/rounds/concessions.py",
        "was.is_decided or entry not in was.as_played[0]",
        "was.is_decided",
        "tests/formats/test_who_met.py::test_player_who_has_left_concedes_the_open_match_in_which_they_sit_after_all",
    ),
    Named(
        "domain/tournament/derived/propagation.py",
        "_hanging_on(state, made, made) if in_bout else ()",
        "()",
        "tests/formats/test_teams.py::test_score_after_a_board_that_stays_counts_those_made_again_before_it",
    ),
)
