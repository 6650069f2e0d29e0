"""Each claim of CHECKLIST.md broken once in a copy: does a test that the row names as its proof notice?

    python -m tests.deploy.broken_claims [ROW ...]

Prints each row whose proofs pass although the claim is broken, and ends with exit code 1 if there is one.
"""

import argparse
import ast
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.trial import NOT_COPIED

CHECKOUT = Path(__file__).parents[2]
TESTS_FAILED = 1
"""The exit code of pytest for that; a break after which nothing can be imported proves nothing."""
SECONDS = 600


@dataclass(frozen=True, slots=True)
class Broken:
    """A line of the program that the claim of a row rests on, and the line that breaks it."""

    row: int
    file: str
    text: str
    became: str
    test: str


GENERATE, BY_CHANCE = "tests/cli/test_generate.py", "tests/pairing/test_checker_and_generator.py"
INTEGRITY, ANNOUNCING = "domain/decisions/integrity.py", "domain/decisions/setup/announcing.py"
POINTS, CAUTIONS = "tests/decisions/test_points_of_regulations.py", "tests/decisions/test_cautions.py"
CHECKED_RATINGS, NUMBERS = "tests/decisions/test_checking_ratings.py", "tests/decisions/test_numbers_by_choice.py"
IN_FORCE, UNDOING = "tests/decisions/test_rules_in_force.py", "tests/decisions/test_undoing.py"
BY_HAND = "tests/pairing/test_boards_by_hand.py"
POSSIBLE = "domain/decisions/setup/regulations.py"
OWN_RESULTS = "domain/ranking/tiebreaks/own_results.py"
FAIR = 'fair_scoring("scoring", regulations.scoring)'
TABLE_BY_HAND = "tests/formats/test_table_by_hand.py"
LISTS, LIST_ORDER = "tests/desk/test_rating_lists.py", "tests/desk/test_list_order.py"
PERIODS = "tests/decisions/test_rating_periods.py"
INDEPENDENT = "tests/ranking/test_independent.py::test_values_are_those_of_another_program"
CHECKING, RENEWAL = "domain/decisions/players/ratings.py", "tests/desk/test_list_renewal.py"

BROKEN: tuple[Broken, ...] = (
    Broken(7, "web/templates/desk/overview.html", "Register the players.", "Запишете играчите.",
           "tests/desk/test_story.py::test_a_tournament_is_announced_with_its_name_alone"),
    Broken(8, "web/wording/language_choice.py", "or LANGUAGES[0]", "or LANGUAGES[1]",
           "tests/web/test_languages.py::test_the_reader_gets_the_best_language_we_have"),
    Broken(10, "web/templates/desk/overview.html", "Register the players.", "Запишете играчите.",
           "tests/web/test_catalogues.py::test_no_sentence_of_the_source_has_letters_of_another_language"),
    Broken(11, "web/help/pages.py", '    (r"/desk/screens.*", "screens"),\n', "",
           "tests/help/test_pages.py::test_every_page_of_the_desk_has_a_page_of_the_manual"),
    Broken(12, "web/templates/desk/frame.html", 'href="/help/{{ manual }}"', 'href="/help"',
           "tests/help/test_pages.py::test_a_page_of_the_desk_leads_to_its_page_of_the_manual"),
    Broken(21, "server/cli/check.py", "if rank and not row.place", "if not rank and not row.place",
           f"{GENERATE}::test_a_rank_that_the_tie_breaks_contradict_is_named"),
    Broken(22, "server/cli/generate.py", "arguments.players,\n        arguments.rounds,\n        **shares",
           "arguments.players + 1,\n        arguments.rounds,\n        **shares",
           f"{GENERATE}::test_the_event_has_the_size_asked_for"),
    Broken(24, "domain/pairing/generator.py", "if chance() < wishes.forfeits:", "if chance() < 0:",
           f"{GENERATE}::test_shares_are_kept_to"),
    Broken(24, "domain/pairing/generator.py", "(Code.FULL_BYE, wishes.full_byes)", "(Code.FULL_BYE, 0.0)",
           f"{GENERATE}::test_every_kind_of_bye_is_given"),
    Broken(25, "server/cli/generate.py", "dice.randint(FEWEST_PLAYERS, MOST_PLAYERS)", "12",
           f"{GENERATE}::test_what_is_not_said_is_drawn_by_the_seed"),
    Broken(26, "domain/pairing/generator.py", "low + int(chance() * (high - low + 1))", "1000",
           f"{GENERATE}::test_ratings_stay_within_their_limits"),
    Broken(27, "domain/pairing/generator.py", "wishes.listed_ratings or tuple", "() or tuple",
           f"{GENERATE}::test_ratings_may_be_listed"),
    Broken(28, "domain/pairing/generator.py", "low + int(chance() * (high - low + 1))", "1000",
           f"{GENERATE}::test_ratings_stay_within_their_limits"),
    Broken(29, "domain/pairing/generator.py", "tuple(sorted(drawn, reverse=True))", "tuple(sorted(drawn))",
           f"{BY_CHANCE}::test_ratings_lie_in_the_range_asked_for_and_give_the_numbers"),
    Broken(30, "server/cli/generate.py", "str(secrets.randbits(48))", "str(48)",
           f"{GENERATE}::test_without_a_seed_every_run_is_another_event"),
    Broken(31, "server/cli/generate.py", "else SYSTEMS[arguments.system]\n    made = generate",
           'else SYSTEMS["dutch-1998"]\n    made = generate',
           f"{GENERATE}::test_many_events_are_made_and_checked_in_one_call_each"),
    Broken(32, "domain/pairing/generator.py",
           "expected(cards[pair.white].rating - cards[pair.black].rating) / 100", "0.75",
           f"{BY_CHANCE}::test_results_follow_the_table_of_expected_scores"),
    Broken(40, "server/routes/desk/setup/tournaments.py", "in_fide_mode=not outside(laws),", "in_fide_mode=False,",
           "tests/desk/test_fide_mode.py::test_a_new_tournament_starts_with_the_rules_in_force"),
    Broken(41, ANNOUNCING, "    if not fide_mode:", "    if fide_mode:",
           f"{IN_FORCE}::test_what_the_organiser_may_choose_is_no_matter"),
    Broken(42, ANNOUNCING, "else [e.FideModeLeft(tournament.published, BY_CHOICE)]", "else []",
           f"{IN_FORCE}::test_leaving_it_is_a_step_of_its_own_confirmed_twice_and_once"),
    Broken(43, INTEGRITY, "Integrity.CONFIGURATION: 4", "Integrity.CONFIGURATION: 3",
           f"{IN_FORCE}::test_leaving_it_is_a_step_of_its_own_confirmed_twice_and_once"),
    Broken(44, "web/wording/report_comments.py", "return comments.fide_mode_left(event.cause)", 'return "left"',
           "tests/decisions/test_closing.py::test_the_report_file_tells_of_an_early_end_and_of_its_last_round"),
    Broken(45, "domain/decisions/undoing.py", 'raise CannotUndo(version, "permanent")', "pass",
           f"{UNDOING}::test_leaving_fide_mode_is_for_good"),
    Broken(46, "web/templates/desk/frame.html", "{% if t.left_fide_mode is not none %}", "{% if false %}",
           "tests/desk/test_closing.py::test_an_early_end_is_confirmed_in_two_steps_and_shown_as_left_fide_mode"),
    Broken(46, "web/paper/papers.py", "mode = fide_mode_note(frame.overview.left_fide_mode, words)", 'mode = ""',
           "tests/paper/test_papers.py::test_every_paper_says_that_fide_mode_was_left"),
    Broken(47, "domain/files/trf/entrants.py", '"g": Title.GM', '"g": Title.IM',
           "tests/files/test_defects.py::TestTitlesAndSex::test_letters_of_old_files_are_titles"),
    Broken(48, "domain/files/remarks.py", "else About.SYSTEM_NOT_HERE", "else About.SYSTEM_OF_DAY",
           "tests/files/test_editions.py::test_a_system_that_is_not_here_is_named_and_replaced_by_that_of_today"),
    Broken(49, "domain/files/trf/records.py", '    "XXR": read_rounds,\n', "",
           "tests/files/test_records.py::test_a_file_of_2016_is_printed_as_it_was"),
    Broken(50, "domain/files/remarks.py", "if report.rounds_planned is None:", "if False:",
           "tests/files/test_round_trips.py::TestWhatIsFilledIn::test_a_bare_file_says_all_of_it"),
    Broken(51, "domain/files/trf/decoding.py",
           "    if ordered:\n        raise ordered[0]", "    if False:\n        raise ordered[0]",
           "tests/desk/test_report_files.py::test_everything_that_is_wrong_is_listed"),
    Broken(52, "domain/files/trf/entrants.py",
           "self.repair(c.RANK, RepairKind.RANK_MISSING)", "pass",
           "tests/files/test_real_files.py::test_every_repair_of_the_may_event_is_listed"),
    Broken(53, "domain/files/trf/reading.py", "    refuse(draft.problems)\n    if not players:",
           "    refuse(draft.problems[:1])\n    if not players:",
           "tests/desk/test_report_files.py::test_everything_that_is_wrong_is_listed"),
    Broken(54, "domain/files/rechecking.py", "return [d for d in found if d is not None]", "return []",
           "tests/files/test_rechecking.py::test_a_round_that_was_paired_otherwise_is_named"),
    Broken(55, "web/wording/report_comments.py", "for round in event.differing]", "for round in ()]",
           "tests/files/test_rechecking.py::test_it_stands_in_the_report_file_as_a_comment"),
    Broken(56, "domain/files/importing.py",
           "elif (\n        (laws.paired_by_system and h.not_in_force(report, laws.system))\n"
           "        or of_other_format(laws)\n        or bye_beyond_a_match(laws)\n    ):", "else:",
           "tests/files/test_editions.py::test_an_imported_tournament_is_in_fide_mode"),
    Broken(57, INTEGRITY, 'raise KeptInFideMode("regulations")', "pass",
           f"{POINTS}::test_what_the_regulations_said_before_the_start_changes_only_outside_fide_mode"),
    Broken(62, "domain/pairing/planned_rounds.py", "possible = all(", "possible = True or all(",
           "tests/desk/test_cautions.py::test_a_plan_that_cannot_be_paired_is_said_at_the_desk_before_the_first_round"),
    Broken(62, "server/cli/pair.py", "if task.round > 1 or seen.possible:", "if True:",
           "tests/cli/test_pair.py::test_a_plan_that_cannot_be_paired_is_said_with_the_first_round"),
    Broken(63, "domain/decisions/rounds/pairing.py", "broken = _allowed(ahead, upcoming, boards, bye, override)",
           "broken = _allowed(ahead, upcoming, boards, bye, False)",
           "tests/desk/test_by_hand.py::test_a_round_without_a_legal_pairing_is_finished_by_hand"),
    Broken(64, "domain/decisions/rounds/pairing.py",
           "return [e.BoardsAltered(round, wanted, bye, reason, broken, override, wrong)]", "return []",
           "tests/desk/test_story.py::test_a_draft_is_altered_by_hand"),
    Broken(65, "domain/decisions/rounds/by_hand.py",
           "    if not round or tournament.by_hand != round:\n        raise HandPairingNotBegun",
           "    if False:\n        raise HandPairingNotBegun",
           "tests/decisions/test_by_hand_session.py::test_boards_change_only_between_a_beginning_and_an_end"),
    Broken(66, "domain/pairing/swiss/criteria.py", "return player.colours[-run:] == (colour,) * run", "return False",
           "tests/decisions/test_by_hand.py::"
           "test_a_third_black_running_is_named_and_leaves_fide_mode_only_when_confirmed_twice"),
    Broken(66, "domain/pairing/swiss/criteria.py", "return games_ahead(player.colours, colour) >= run",
           "return games_ahead(player.colours, colour) > run",
           f"{BY_HAND}::test_a_third_colour_and_three_more_of_it_are_named_for_each_player"),
    Broken(66, "domain/pairing/swiss/criteria.py",
           "return other.number in one.met or one.number in other.met", "return False",
           "tests/desk/test_by_hand.py::test_a_rematch_is_said_at_its_board_while_it_is_typed"),
    Broken(66, "domain/pairing/swiss/criteria.py", "return not player.bye_allowed", "return False",
           f"{BY_HAND}::test_a_point_without_playing_bars_from_the_bye"),
    Broken(67, "domain/decisions/integrity.py", "yield c.BothColoursWrong(r, boards)", "pass",
           "tests/decisions/test_by_hand_session.py::test_both_colours_wrong_is_a_warning_to_be_acknowledged"),
    Broken(68, "domain/decisions/rounds/by_hand.py", "bye, tuple(differing))", "bye, ())",
           "tests/desk/test_by_hand.py::"
           "test_boards_are_compared_with_those_of_the_system_when_the_pairing_by_hand_ends"),
    Broken(69, INTEGRITY, "return 4 if differing else 0", "return 0",
           "tests/decisions/test_by_hand_session.py::"
           "test_a_difference_is_confirmed_in_two_steps_and_keeps_fide_mode"),
    Broken(70, "domain/words/games.py", "    draw: int = 1\n", "    draw: int = 0\n",
           f"{POINTS}::test_a_new_event_counts_one_half_and_nothing"),
    Broken(71, POSSIBLE, FAIR, f'{FAIR}\n    whole_number("draw", regulations.scoring.draw, 1, 1)',
           f"{POINTS}::test_points_that_can_be_set"),
    Broken(72, POSSIBLE, FAIR, f'{FAIR}\n    whole_number("win", regulations.scoring.win, 0, 4)',
           f"{POINTS}::test_points_that_can_be_set"),
    Broken(73, POSSIBLE, FAIR, f'{FAIR}\n    whole_number("loss", regulations.scoring.loss, 0, 0)',
           f"{POINTS}::test_points_that_can_be_set"),
    Broken(74, POSSIBLE, "if 2 * scoring.draw > scoring.win + scoring.loss:", "if False:",
           "tests/decisions/test_registration.py::test_a_scoring_that_rewards_the_wrong_thing_is_refused"),
    Broken(75, INTEGRITY, 'raise KeptInFideMode("regulations")', "pass",
           f"{POINTS}::test_what_the_regulations_said_before_the_start_changes_only_outside_fide_mode"),
    Broken(79, "domain/words/games.py", "    pairing_bye: int = 2\n", "    pairing_bye: int = 1\n",
           f"{POINTS}::test_a_new_event_counts_one_half_and_nothing"),
    Broken(80, POSSIBLE, FAIR,
           f'{FAIR}\n    whole_number("bye", regulations.scoring.pairing_bye, regulations.scoring.win, 9)',
           f"{POINTS}::test_points_that_can_be_set"),
    Broken(81, POSSIBLE, "if max(scoring.pairing_bye, scoring.absence) > scoring.win:", "if False:",
           "tests/decisions/test_registration.py::test_the_refusal_names_the_points_that_are_too_many"),
    Broken(82, "domain/words/games.py", "                return self.pairing_bye\n",
           "                return self.win\n",
           f"{POINTS}::test_a_bye_worth_nothing_gives_nothing"),
    Broken(83, POSSIBLE, "if max(scoring.pairing_bye, scoring.absence) > scoring.win:", "if False:",
           f"{POINTS}::test_with_usual_points_the_bye_is_a_whole_a_half_or_nothing"),
    Broken(84, POSSIBLE, FAIR, f'{FAIR}\n    whole_number("bye", regulations.scoring.pairing_bye, 0, 2)',
           f"{POINTS}::test_points_that_can_be_set"),
    Broken(85, INTEGRITY, 'raise KeptInFideMode("regulations")', "pass",
           f"{POINTS}::test_what_the_regulations_said_before_the_start_changes_only_outside_fide_mode"),
    Broken(89, "domain/decisions/rounds/pairing.py",
           "for number in (first, *range(first + 1, tournament.paired + 1)):", "for number in (first,):",
           "tests/formats/test_round_robin.py::test_all_rounds_are_drawn_and_published_in_one_step"),
    Broken(90, "server/cli/generate.py", "else SYSTEMS[arguments.system]\n    made = generate",
           'else SYSTEMS["dutch-2026"]\n    made = generate',
           "tests/cli/test_every_system.py::test_a_made_up_event_checks_as_it_was_paired"),
    Broken(91, "domain/decisions/setup/regulations.py",
           "not rules.paired_by_system or regulations.system in SYSTEMS_IN_FORCE", "True",
           f"{IN_FORCE}::test_fide_mode_refuses_what_stands_outside_them_by_name"),
    Broken(93, INTEGRITY, 'raise KeptInFideMode("regulations")', "pass",
           "tests/decisions/test_changing_system.py::"
           "test_after_round_one_it_needs_a_reason_and_fide_mode_left_before"),
    Broken(94, "domain/formats/from_tables.py", "if cycle % 2 else boards", "if False else boards",
           "tests/formats/test_round_robin.py::test_each_pair_meets_once_a_cycle_with_colours_within_one"),
    Broken(95, "domain/decisions/players/numbering.py", "by_strength = not rules_of(tournament).predetermined",
           "by_strength = True",
           f"{NUMBERS}::test_for_a_table_any_two_exchange_their_numbers_before_the_draw"),
    Broken(96, "domain/formats/tables/round_robin.py", "if meets_last <= last // 2 else", "if meets_last < last // 2 else",  # noqa: E501
           "tests/formats/test_berger_tables.py::test_each_round_is_as_printed"),
    Broken(98, "domain/formats/from_tables.py", "cycle_end is CycleEnd.EXCHANGED and cycle + 1", "cycle + 1",
           "tests/formats/test_round_robin.py::test_they_stay_as_the_table_has_them_where_that_was_chosen"),
    Broken(100, "domain/decisions/rounds/pairing.py",
           "if round != tournament.paired and not rules_of(tournament).predetermined:",
           "if round != tournament.paired:",
           f"{TABLE_BY_HAND}::test_two_rounds_of_a_table_change_places"),
    Broken(101, "domain/decisions/rounds/pairing.py",
           "if met[frozenset(pair)] >= tournament.regulations.round_robin.cycles:", "if False:",
           f"{TABLE_BY_HAND}::test_nobody_meets_an_opponent_of_another_round_unnoticed"),
    Broken(102, "domain/decisions/rounds/pairing.py", "if _runs_on(tournament, round, boards, player):", "if False:",
           f"{TABLE_BY_HAND}::test_one_colour_in_three_rounds_running_is_a_breach"),
    Broken(103, "domain/tournament_cards/cards.py", "if 2 * games_played(t, id) < games_planned(t)", "if False",
           "tests/formats/test_leavers.py::"
           "test_who_left_with_under_half_of_the_games_is_in_no_ranking_but_in_the_crosstable"),
    Broken(104, OWN_RESULTS, "line.colour is black and line.code in _WON and line.moved",
           "line.points < 0", INDEPENDENT),
    Broken(104, OWN_RESULTS, "0 if line.code in _NOT_ELECTED else 2", "2", INDEPENDENT),
    Broken(105, "domain/decisions/setup/regulations.py",
           "frozenset({lists.MisfitReason.BUCHHOLZ_IN_ROUND_ROBIN, lists.MisfitReason.KOYA_IN_SWISS})",
           "frozenset({lists.MisfitReason.KOYA_IN_SWISS})",
           f"{IN_FORCE}::test_fide_mode_ranks_no_table_by_buchholz"),
    Broken(106, "domain/cards/acceleration.py",
           "starting[2 * -(-len(starting) // 4) - 1]", "starting[len(starting) // 2 - 1]",
           "tests/decisions/test_acceleration.py::"
           "test_the_upper_group_is_half_of_the_field_rounded_up_to_an_even_number"),
    Broken(107, "domain/words/regulations.py", '    BAKU = "baku"\n', '    BAKU = "baku"\n    OTHER = "other"\n',
           "tests/decisions/test_acceleration.py::test_no_other_acceleration_can_be_chosen"),
    Broken(109, ANNOUNCING, 'raise TournamentHasStarted("acceleration")', "pass",
           "tests/decisions/test_acceleration.py::test_nothing_of_it_changes_once_round_one_is_paired"),
    Broken(110, ANNOUNCING, 'raise TournamentHasStarted("acceleration")', "pass",
           "tests/decisions/test_acceleration.py::test_nothing_of_it_changes_once_round_one_is_paired"),
    Broken(111, "domain/cards/acceleration.py", "[one for one in order if one in started]", "[*order]",
           "tests/decisions/test_acceleration.py::test_whoever_is_away_in_round_one_is_not_counted"),
    Broken(112, "projections/lists/history.py", "found: Sequence[int] = range(len(self._entries), 0, -1)",
           "found: Sequence[int] = [v for v in range(len(self._entries), 0, -1)"
           " if e.integrity_of(self._entries[v - 1].event) is e.Integrity.NONE]",
           "tests/desk/test_by_hand.py::test_a_round_without_a_legal_pairing_is_finished_by_hand"),
    Broken(113, "web/wording/report_comments.py", '    Integrity.BYE: "Bye",\n', "",
           "tests/web/test_integrity.py::test_every_kind_but_none_has_a_keyword"),
    Broken(113, "web/wording/report_comments.py", 'return f"prohibited pairs changed; {event.reason}"', 'return ""',
           "tests/web/test_integrity.py::test_every_grave_step_is_told_in_words"),
    Broken(114, "domain/folding/rounds.py", "event: e.ResultCorrected, t: Tournament",
           "event: e.ResultCorrectedForRating, t: Tournament",
           f"{UNDOING}::test_a_correction_can_be_undone_by_itself"),
    Broken(115, INTEGRITY, "Integrity.CORRECTION: 3", "Integrity.CORRECTION: 0",
           "tests/decisions/test_corrections.py::test_a_correction_is_not_written_before_it_is_confirmed"),
    Broken(116, "domain/tournament_cards/cards.py", "return apart | t.report_ratings", "return {}",
           "tests/files/test_official_ratings.py::test_the_rating_report_has_the_official_ratings"),
    Broken(117, "server/rating_lists/national.py", "player.national_rating or player.rating,", "0,",
           f"{LISTS}::test_a_national_list_shows_its_columns_before_it_is_read"),
    Broken(118, "domain/words/rating_lists.py", "return own or self.standard",
           "return own or (self.standard if speed is Speed.STANDARD else 0)",
           "tests/files/test_rating_lists.py::test_who_has_no_rapid_rating_has_the_standard_one"),
    Broken(119, "domain/files/lists/fide.py", '"RRtng": "rapid_rating"', '"RRtng": "blitz_rating"',
           "tests/files/test_rating_lists.py::test_text_and_xml_say_the_same"),
    Broken(121, "domain/files/lists/fide.py", 'Speed.RAPID: ("rapid_rating", "rapid_k")', 'Speed.RAPID: ("rating", "k")',  # noqa: E501
           "tests/files/test_lists_of_one_speed.py::test_the_one_rating_is_that_of_the_speed"),
    Broken(123, "domain/words/rating_lists.py", "(*own, *map(RatedList, federations), *others)",
           "(*own, *others, *map(RatedList, federations))",
           f"{LIST_ORDER}::test_each_kind_of_tournament_has_a_preset_order"),
    Broken(124, "server/office/rating_lists.py", "for kind, order in orders.items() if order}",
           "for kind, order in orders.items() if not order}",
           f"{LIST_ORDER}::test_lists_are_moved_added_and_left_out"),
    Broken(126, "server/routes/desk/lists/rating_lists.py", "for place in range(MOST_IN_ORDER)]", "for place in range(1)]",  # noqa: E501
           f"{LIST_ORDER}::test_lists_are_moved_added_and_left_out"),
    Broken(127, "server/office/ratings_in_order.py", "return self.ratings[0] if", "return self.ratings[-1] if",
           f"{LISTS}::test_a_list_is_sent_and_searched"),
    Broken(128, "server/routes/desk/lists/rating_lists.py", "for other in one.ratings[1:]]", "for other in ()]",
           f"{LIST_ORDER}::"
           "test_the_first_list_that_has_a_rating_proposes_it_and_the_others_stand_beside_it"),
    Broken(129, "domain/decisions/players/registering.py", "return written.whole(name, 0)",
           "return 0 if name == 'rating' else written.whole(name, 0)",
           "tests/desk/test_story.py::test_a_player_is_registered_by_form"),
    Broken(130, "domain/decisions/players/registering.py", "return written.whole(name, 0)",
           "return written.whole(name, 1000)",
           "tests/desk/test_systems.py::test_dubov_names_those_without_a_rating_and_pairs_once_they_have_one"),
    Broken(131, "domain/decisions/players/registering.py", "return written.whole(name, 0)",
           "return 0 if name == 'rating' else written.whole(name, 0)",
           "tests/desk/test_story.py::test_a_player_is_registered_by_form"),
    Broken(132, "domain/decisions/players/registering.py", "renumber(tournament, replace(old, rating=rating), [corrected])",  # noqa: E501
           "renumber(tournament, old, [corrected])",
           "tests/decisions/test_registration.py::test_a_new_rating_renumbers_later_pairings_only"),
    Broken(133, CHECKING, "return {field: value for field, value in listed.items() if getattr(player, field) != value}",
           "return {}", "tests/desk/test_rating_lists.py::test_differences_are_taken_over_at_the_desk"),
    Broken(134, CHECKING, "return source if rating and rating", 'return "" if rating and rating',
           f"{CHECKED_RATINGS}::test_the_list_is_noted_with_the_ratings_that_are_its_own"),
    Broken(134, "domain/decisions/players/registering.py", "reason, first, TYPED)", 'reason, first, "")',
           f"{CHECKED_RATINGS}::test_a_typed_correction_is_typed"),
    Broken(135, "server/office/rating_lists.py", "timedelta(hours=20)", "timedelta(hours=30)",
           f"{RENEWAL}::test_lists_are_never_older_than_a_day"),
    Broken(135, "server/rating_lists/sources.py", "daily: bool = True", "daily: bool = False",
           f"{RENEWAL}::test_lists_are_renewed_daily_once_an_address_is_saved_unless_that_is_unticked"),
    Broken(136, "server/office/rating_lists.py", "for source in sources:\n            await",
           "for source in sources[:1]:\n            await", f"{RENEWAL}::test_all_lists_are_renewed_with_one_press"),
    Broken(137, "domain/decisions/players/ratings.py", "if long and end else start)", "if True else start)",
           f"{CHECKED_RATINGS}::"
           "test_the_list_of_the_first_day_counts_and_in_a_long_event_that_of_the_day"),
    Broken(139, "server/office/list_checks.py", "self._orders = set(self.office), lists, orders",
           "self._orders = set(), lists, orders",
           "tests/desk/test_rating_checks.py::test_a_new_list_is_checked_against_by_itself"),
    Broken(140, "server/office/list_checks.py", "self._changed.add(slug)", "pass",
           "tests/desk/test_rating_checks.py::"
           "test_a_player_who_comes_with_another_rating_is_seen_too_and_nobody_of_a_closed_tournament"),
    Broken(141, "server/office/list_checks.py", "now - looked < A_DAY", "True",
           "tests/desk/test_rating_checks.py::test_a_list_is_of_today_for_a_day_after_it_was_read_or_compared"),
    Broken(142, CHECKING, "listed.items() if getattr(player, field) != value}",
           "listed.items() if not getattr(player, field)}",
           f"{CHECKED_RATINGS}::test_differences_are_what_the_list_has_otherwise"),
    Broken(143, CHECKING, "differences(player, listing).items() if field in fields}",
           "differences(player, listing).items()}",
           f"{CHECKED_RATINGS}::test_only_what_is_chosen_is_taken_over"),
    Broken(144, CHECKING, "for id, fields in chosen.items():",
           "for id, fields in {id: frozenset(ListedField) for id in listing.entries}.items():",
           f"{CHECKED_RATINGS}::test_a_player_who_is_not_chosen_stays_as_they_are"),
    Broken(145, "domain/words/rating_lists.py", "return asked.get(method, (*of_fide, *national)) or tuple(order)",
           "return tuple(order)",
           "tests/desk/test_list_order.py::test_the_method_of_a_tournament_says_which_rating_is_proposed"),
    Broken(146, "domain/words/players.py", "if then_by is OrderOfEquals.ALPHABET else ()", "if True else ()",
           "tests/decisions/test_numbering.py::test_equals_may_stand_in_the_order_in_which_they_came"),
    Broken(147, "domain/decisions/players/numbering.py",
           "return [*first, e.PairingNumbersExchanged(one, other, tournament.paired, reason)]", "return [*first]",
           "tests/desk/test_numbers.py::test_two_equals_exchange_their_numbers_after_a_confirmation"),
    Broken(148, "domain/decisions/players/numbering.py", "if one == other or (by_strength and", "if one == other or (False and",  # noqa: E501
           f"{NUMBERS}::test_nobody_else_does"),
    Broken(150, INTEGRITY, "return LEVEL_OF[e.PairingNumbersExchanged.integrity]", "return 0",
           f"{NUMBERS}::test_an_exchange_is_confirmed_also_before_the_start"),
    Broken(151, "domain/decisions/players/numbering.py", "FIXED_ROUND = 4", "FIXED_ROUND = 40",
           f"{NUMBERS}::test_once_round_4_is_paired_no_number_is_changed_by_choice"),
    Broken(153, "domain/decisions/players/numbering.py", "key=lambda player: strength(listed[player])", "key=lambda player: 0",  # noqa: E501
           f"{NUMBERS}::test_numbers_are_made_anew_by_the_ratings_and_equals_keep_their_order"),
    Broken(154, INTEGRITY, "Integrity.NUMBERING: 3", "Integrity.NUMBERING: 0",
           f"{NUMBERS}::test_new_numbers_after_the_start_are_confirmed"),
    Broken(155, "domain/decisions/players/numbering.py", "key=lambda player: strength(listed[player])",
           "key=lambda player: (strength(listed[player]), player)",
           f"{NUMBERS}::test_numbers_are_made_anew_by_the_ratings_and_equals_keep_their_order"),
    Broken(156, "domain/decisions/players/numbering.py", "in numbered(tournament, newcomers):",
           "in numbered(tournament, newcomers if tournament.paired < FIXED_ROUND else ()):",
           f"{NUMBERS}::test_a_player_who_comes_after_round_4_has_the_number_of_their_strength"),
    Broken(157, "domain/decisions/rounds/results.py", "return [e.GameAdjourned(round, board, game)]", "return []",
           "tests/decisions/test_results.py::test_a_game_that_is_adjourned_waits_for_its_end"),
    Broken(158, "domain/decisions/rounds/pairing.py", "raise refusals.ResultsMissing(round, missing)", "pass",
           "tests/decisions/test_rounds.py::test_without_every_result_there_is_no_next_round"),
    Broken(161, "domain/decisions/rounds/closing.py", "raise GamesAdjourned(games)", "pass",
           "tests/decisions/test_rounds.py::test_the_final_table_waits_for_adjourned_games"),
    Broken(162, "domain/decisions/rounds/results.py", "return [e.AdjournedGameFinished(",
           "return [] if round < tournament.published else [e.AdjournedGameFinished(",
           "tests/decisions/test_results.py::test_an_adjourned_game_is_finished_in_a_later_round"),
    Broken(163, INTEGRITY, "Integrity.ADJOURNMENT: 3", "Integrity.ADJOURNMENT: 0",
           "tests/decisions/test_results.py::test_an_adjourned_game_that_is_won_in_a_later_round_is_confirmed"),
    Broken(164, "domain/files/trf/writing.py", "{Code.ADJOURNED: c.ADJOURNED_MARK}", '{Code.ADJOURNED: "="}',
           "tests/files/test_every_record.py::test_an_adjourned_game_is_a_question_mark_in_the_newer_form"),
    Broken(165, "domain/files/trf/columns.py", 'ADJOURNED_MARK = "?"', 'ADJOURNED_MARK = "X"',
           "tests/files/test_every_record.py::test_an_adjourned_game_is_a_question_mark_in_the_newer_form"),
    Broken(166, "domain/files/trf/entrants.py", "symbol = Code.ADJOURNED.value", "symbol = Code.DRAW.value",
           "tests/files/test_defects.py::test_a_symbol_that_nobody_knows_is_an_unknown_result"),
    Broken(167, "domain/words/games.py", "return self.draw if code is Code.ADJOURNED",
           "return self.win if code is Code.ADJOURNED",
           "tests/projections/test_adjourned.py::"
           "test_an_adjourned_game_is_a_draw_in_the_table_except_by_the_rules_of_1998"),
    Broken(168, "domain/decisions/integrity.py", "if games := adjourned_games(tournament):",
           "if games := adjourned_games(tournament)[:0]:",
           "tests/desk/test_cautions.py::test_pairing_over_an_adjourned_game_is_acknowledged"),
    Broken(169, "domain/decisions/rounds/closing.py", "raise GamesAdjourned(games)", "pass",
           "tests/decisions/test_rounds.py::test_the_final_table_waits_for_adjourned_games"),
    Broken(170, "web/templates/parts/standings.html", "{% if who.away %}", "{% if false %}",
           "tests/public/test_pages.py::test_who_withdrew_is_marked_on_every_table"),
    Broken(171, "domain/words/games.py", "match code:\n            case Code.WIN | Code.UNRATED_WIN |",
           "match Code.ZERO_BYE if code.bye else code:\n            case Code.WIN | Code.UNRATED_WIN |",
           "tests/projections/test_standings.py::test_who_is_not_paired_has_the_points_of_the_bye"),
    Broken(172, "domain/decisions/players/attendance.py", "return [] if tournament.byes.get((round, player)) is kind else",  # noqa: E501
           "return [] if kind is Bye.HALF else", "tests/desk/test_story.py::test_a_bye_is_granted_and_taken_back"),
    Broken(173, "domain/decisions/players/attendance.py", "if kind is Bye.HALF and player in tournament.barred:",
           "if kind is Bye.HALF and (player in tournament.barred or tournament.byes):",
           "tests/desk/test_cautions.py::test_a_second_half_point_bye_is_confirmed_and_the_first_is_not"),
    Broken(174, "domain/decisions/integrity.py", "yield c.AnotherHalfPointBye(player, before + 1)", "pass",
           "tests/desk/test_cautions.py::test_a_second_half_point_bye_is_confirmed_and_the_first_is_not"),
    Broken(175, "domain/decisions/players/attendance.py", "raise r.BarredFromHalfPointByes(player)", "pass",
           f"{CAUTIONS}::test_who_is_barred_has_no_half_point_bye_and_may_have_another"),
    Broken(176, "domain/decisions/players/attendance.py", "raise r.BarredFromHalfPointByes(player)", "pass",
           f"{CAUTIONS}::test_who_is_barred_has_no_half_point_bye_and_may_have_another"),
    Broken(177, "domain/decisions/integrity.py", "yield c.FullPointBye(player)", "pass",
           f"{CAUTIONS}::test_a_full_point_bye_is_acknowledged"),
    Broken(178, "domain/decisions/integrity.py", "yield c.FullPointBye(player)", "pass",
           "tests/desk/test_cautions.py::test_a_full_point_bye_is_acknowledged_and_stands_in_the_report_file"),
    Broken(179, "web/wording/report_comments.py", "return comments.full_point_bye(numbers.get(event.player, 0))",
           'return ""',
           f"{CAUTIONS}::test_a_full_point_bye_stands_in_the_report_file_until_it_is_taken_back"),
    Broken(180, "web/templates/desk/rounds.html", '<button type="button" value="1/2-0">',
           '<button type="button" value="1-0">',
           "tests/desk/test_odd_results.py::test_the_menu_of_a_board_offers_every_result"),
    Broken(181, "domain/files/trf/crosschecks.py", "mine.code is theirs.code is Code.PENDING",
           "mine.code is theirs.code", "tests/files/test_defects.py::test_two_winners_are_refused"),
    Broken(182, "domain/words/games.py", "(Code.FORFEIT_LOSS, Code.FORFEIT_LOSS)", "(Code.HALF_BYE, Code.FORFEIT_LOSS)",
           "tests/decisions/test_results.py::test_there_are_three_forfeits_and_none_gives_half_a_point"),
    Broken(183, "domain/words/games.py", '    ADJOURNED = "adjourned"\n',
           '    ADJOURNED = "adjourned"\n    HALF_FORFEIT = "=/-"\n',
           "tests/decisions/test_results.py::test_there_are_three_forfeits_and_none_gives_half_a_point"),
    Broken(184, "domain/files/trf/crosschecks.py", "if walk_over or theirs.code is Code.PENDING or (opponent",
           "if mine.code.forfeit or theirs.code.forfeit or (opponent",
           "tests/files/test_all_at_once.py::"
           "test_a_win_against_somebody_who_lost_by_forfeit_is_refused_whoever_stands_first"),
    Broken(185, "web/templates/desk/rounds.html", '<button type="button" value="W-L">',
           '<button type="button" value="1-0">',
           "tests/desk/test_odd_results.py::test_the_menu_of_a_board_offers_every_result"),
    Broken(186, "domain/words/games.py", "return self in (Code.WIN, Code.DRAW, Code.LOSS)", "return self.played",
           "tests/projections/test_rating_report.py::test_every_result_counts_in_the_table_and_in_the_ratings"),
    Broken(186, "domain/words/games.py", "Result.WHITE_HALF_BLACK_LOSES: (Code.DRAW, Code.LOSS)",
           "Result.WHITE_HALF_BLACK_LOSES: (Code.DRAW, Code.DRAW)",
           "tests/projections/test_rating_report.py::test_every_result_counts_in_the_table_and_in_the_ratings"),
    Broken(187, "domain/pairing/swiss/edition.py", "return (score, -(one.score + other.score), number)",
           "return (score, -number, number)",
           "tests/pairing/test_dutch_2026_explained.py::"
           "test_boards_stand_by_the_higher_score_the_sum_and_the_rank"),
    Broken(188, "domain/pairing/dutch_2026/competitors.py",
           "score = card.score + task.virtual_points(card.number, task.round)", "score = card.score",
           "tests/pairing/test_board_order.py::"
           "test_boards_of_an_accelerated_round_stand_by_points_with_the_virtual_ones"),
    Broken(189, INTEGRITY, 'return "closed-round-changed"', "return None",
           "tests/decisions/test_corrections.py::"
           "test_changing_a_round_before_the_previous_leaves_fide_mode_in_the_same_append"),
    Broken(190, INTEGRITY, "predetermined else tournament.published - 1", "predetermined else tournament.published",
           "tests/decisions/test_reseating.py::test_in_the_round_before_it_is_confirmed_and_keeps_fide_mode"),
    Broken(191, INTEGRITY, 'return "closed-round-changed"', "return None",
           "tests/decisions/test_corrections.py::"
           "test_changing_a_round_before_the_previous_leaves_fide_mode_in_the_same_append"),
    Broken(192, "domain/decisions/rounds/correcting.py", "options.append(Option(Choice.RATING_ONLY, 0, article))", "pass",  # noqa: E501
           "tests/decisions/test_corrections.py::test_rating_only_leaves_the_played_result"),
    Broken(193, "web/wording/report_comments.py", "if first else comments.FOR_RATING", 'if first else ""',
           "tests/files/test_corrections.py::test_a_correction_for_the_rating_alone_changes_no_pairing"),
    Broken(194, "domain/tournament_cards/cards.py", "for a in g for b in g if a < b)",
           "for a in g for b in g if a < b < 0)",
           "tests/desk/test_story.py::test_players_who_must_not_meet_do_not"),
    Broken(195, "domain/decisions/setup/prohibited_pairs.py",
           "if tuple(zip(wanted, spans, strict=True)) == tournament.prohibited:",
           "if not tournament.published:",
           "tests/desk/test_story.py::test_players_who_must_not_meet_do_not"),
    Broken(196, INTEGRITY, 'raise KeptInFideMode("prohibited-pairs")', "pass",
           f"{POINTS}::test_who_is_kept_apart_changes_only_outside_fide_mode"),
    Broken(197, "domain/decisions/players/attendance.py",
           "return [e.PlayerExpelled(player, first_round_away(tournament), reason, lost)]", "return []",
           "tests/decisions/test_ranking_by_hand.py::"
           "test_who_is_expelled_leaves_the_table_and_the_others_move_up"),
    Broken(198, "projections/table/standings.py", "return tournament.expelled | annulled",
           "return annulled",
           "tests/decisions/test_ranking_by_hand.py::"
           "test_who_is_expelled_leaves_the_table_and_the_others_move_up"),
    Broken(199, OWN_RESULTS,
           "return [2 if points >= win else 0 for points in field.points[i]]", "return _won(field, i)", INDEPENDENT),
    Broken(200, INTEGRITY, 'raise KeptInFideMode("regulations")', "pass",
           f"{POINTS}::test_what_the_regulations_said_before_the_start_changes_only_outside_fide_mode"),
    Broken(203, "domain/ranking/order.py", "= [counted[run.start]] * many", "= counted[run.start : run.stop]",
           "tests/projections/test_standings.py::test_equals_share_a_place"),
    Broken(204, "domain/ranking/order.py", "drawn = lots and not named", "drawn = False and not named",
           "tests/projections/test_standings.py::test_lots_decide_last_where_they_were_drawn"),
    Broken(205, "domain/decisions/rounds/closing.py", "[e.EqualsOrdered(tuple(order), reason)]", "[]",
           "tests/decisions/test_ranking_by_hand.py::test_the_arbiter_orders_equals"),
    Broken(206, "domain/decisions/players/numbering.py", "    seed = next(drawn, seed)\n", "",
           "tests/decisions/test_numbering.py::"
           "test_a_repeated_draw_of_lots_gives_the_same_order_and_newcomers_find_their_place"),
    Broken(207, "domain/decisions/rounds/closing.py", "[e.OutsideValuesGiven(tuple(values), reason)]", "[]",
           "tests/decisions/test_ranking_by_hand.py::test_points_of_a_play_off_decide"),
    Broken(208, "domain/ranking/tiebreaks/ratings.py",
           "return [(r, rating) for r, rating in met if rating] if field.context.unrated is Unrated.SKIPPED else None",
           "return met", "tests/ranking/test_choices.py::test_an_unrated_opponent_counts_as_the_regulations_say"),
    Broken(209, "domain/ranking/tiebreaks/ratings.py",
           "(field.context.floor if field.context.unrated is Unrated.FLOOR else 0)", "0",
           "tests/ranking/test_choices.py::test_an_unrated_opponent_counts_as_the_regulations_say"),
    Broken(210, INTEGRITY, "if during and not _plays_as_before(tournament, event)", "if during",
           f"{PERIODS}::TestFideMode::test_an_event_may_be_marked_during_play"),
    Broken(211, "domain/ranking/tiebreak_lists.py", "t.code in _RATINGS and e.long", "t.code in _RATINGS and False",
           "tests/ranking/test_fitness.py::test_what_does_not_fit_is_said_with_its_reason"),
    Broken(212, "domain/folding/entrants.py", "    t.period_ratings[event.from_round] = event\n",
           "    t.period_ratings = {event.from_round: event}\n",
           f"{PERIODS}::TestRatings::test_a_player_holds_several"),
    Broken(213, "domain/tournament_cards/periods.py", "        if first <= round:\n", "        if first:\n",
           f"{PERIODS}::TestRatings::test_each_is_tied_to_rounds"),
    Broken(214, "domain/ranking/tiebreaks/context.py", "if first <= round]", "]",
           f"{PERIODS}::TestTiebreaks::test_that_of_the_round_may_count"),
    Broken(215, "domain/words/regulations.py", "= CountedRating.FIRST", "= CountedRating.NEWEST",
           f"{PERIODS}::TestTiebreaks::test_the_first_rating_counts_unless_somebody_says_otherwise"),
    Broken(216, "domain/tournament_cards/periods.py", "if counted is CountedRating.NEWEST:", "if False:",
           f"{PERIODS}::TestTiebreaks::test_the_newest_may_count"),
    Broken(217, "domain/files/header.py", 'return f"BERGER_{team}ROUNDROBIN"', 'return "CUSTOM_ROUNDROBIN"',
           "tests/files/test_round_robins.py::test_the_records_name_the_format"),
    Broken(218, INTEGRITY, "*(caution.level for caution in cautions)", "*(0 for caution in cautions)",
           "tests/decisions/test_planning.py::"
           "test_the_first_round_of_an_impossible_plan_is_paired_when_that_is_acknowledged"),
    Broken(219, INTEGRITY, "    if confirmed < level:", "    if confirmed < level and level > 3:",
           "tests/decisions/test_corrections.py::test_a_correction_is_not_written_before_it_is_confirmed"),
    Broken(220, INTEGRITY, "    if confirmed < level:", "    if confirmed < level < 4:",
           f"{IN_FORCE}::test_leaving_it_is_a_step_of_its_own_confirmed_twice_and_once"),
    Broken(221, INTEGRITY, "Integrity.CONFIGURATION: 4", "Integrity.CONFIGURATION: 3",
           f"{IN_FORCE}::test_leaving_it_is_a_step_of_its_own_confirmed_twice_and_once"),
    Broken(222, "domain/decisions/players/numbering.py", "return [e.StartPositionDrawn(",
           "return [] and [e.StartPositionDrawn(",
           "tests/desk/test_chess960.py::test_the_position_is_drawn_once_and_shown"),
    Broken(222, "domain/decisions/players/numbering.py", "raise r.NotChess960", "pass",
           "tests/decisions/test_start_positions.py::test_a_tournament_of_ordinary_chess_draws_none"),
    Broken(223, "web/templates/base.html", "{{ static('js/theme.js') }}", "https://example.org/theme.js",
           "tests/deploy/test_offline.py::test_pages_are_served_without_a_connection_and_ask_no_other_machine"),
)  # fmt: skip


NO_BEHAVIOUR: Mapping[int, str] = {
    2: "the whole suite runs on Linux",
    16: "whose work it is",
    19: "a checker and a generator are there, or the tests of 21 to 31 could not run",
    20: "that it costs nothing stands in its licence",
}
"""Rows that claim nothing a change of the program could break."""

NOT_YET_BROKEN: frozenset[int] = frozenset()
"""Rows whose proof is named, and has not been tried in this way."""


@dataclass(frozen=True, slots=True)
class Tried:
    broken: Broken
    why_unproven: str
    """Empty: the test failed, as it should."""


def tried(broken: Broken, tree: Path) -> Tried:
    """The test of a row, run in a copy in which its claim is broken."""
    path = tree / broken.file
    source = path.read_text("utf-8")
    if broken.text not in source:
        return Tried(broken, "the line to be broken is not there")
    path.write_text(source.replace(broken.text, broken.became, 1), "utf-8")
    try:
        code = _run(tree, broken.test)
    finally:
        path.write_text(source, "utf-8")
    if code == TESTS_FAILED:
        return Tried(broken, "")
    return Tried(broken, "the test passes all the same" if code == 0 else f"pytest ends with {code}")


def _run(tree: Path, test: str) -> int:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--rootdir", str(tree)]
    command.append(_node(tree, test))
    return subprocess.run(command, cwd=tree, capture_output=True, check=False, timeout=SECONDS).returncode


def _node(tree: Path, test: str) -> str:
    """The test as pytest names it: with its class, if it has one."""
    file, _, name = test.partition("::")
    for node in ast.parse((tree / file).read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef) and any(getattr(one, "name", "") == name for one in node.body):
            return f"{file}::{node.name}::{name}"
    return test


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.deploy.broken_claims", description=__doc__)
    parser.add_argument("rows", nargs="*", type=int, metavar="ROW", help="only these rows")
    asked = parser.parse_args(arguments)
    unproven = 0
    with tempfile.TemporaryDirectory(prefix="tablo-claims-") as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(CHECKOUT, tree, ignore=NOT_COPIED)
        for broken in BROKEN:
            if asked.rows and broken.row not in asked.rows:
                continue
            found = tried(broken, tree)
            unproven += bool(found.why_unproven)
            print(f"{broken.row}: {found.why_unproven or 'noticed'} ({broken.test})", flush=True)
    return int(unproven > 0)


if __name__ == "__main__":
    sys.exit(main())
