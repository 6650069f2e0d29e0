"""A tournament goes out as a report file and comes in again: nothing is lost without a word."""

from dataclasses import replace
from datetime import datetime

import pytest

from domain import events as e
from domain.decisions.rounds.arena import begin_arena, end_arena, followed_in_arena
from domain.decisions.rounds.results import record_result
from domain.decisions.setup.regulations import IN_FORCE
from domain.files.exporting import report_of
from domain.files.header import details_of, encoded_type_of, not_in_force, regulations_of, round_comments, rules_comment
from domain.files.importing import CannotImport, NoWordFor, birth_dates, import_report
from domain.files.remarks import About, remarks
from domain.files.trf import Ladder, Report, parse, report_task, write
from domain.formats.arena import games_in_play
from domain.pairing import SYSTEMS, systems_for
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import pairing_task, table_cards
from domain.words.choices.boards import BoardPlan, KeptBoard, PlayingRoom
from domain.words.choices.handicap import ClockTime, HandicapStep
from domain.words.choices.publication import PublicationPlan, PublicationTime
from domain.words.choices.team_scores import TeamMerit, TeamsBy, TeamScoring
from domain.words.games import Result
from domain.words.options import CycleEnd, RoundRobinOptions, TableColours
from domain.words.players import EntrantId, PlayerId
from domain.words.regulations import Acceleration, CorrectionPolicy, Entrants, Format, Regulations
from domain.words.rounds import ALWAYS, RoundSpan
from tests.crosstable import entered, tournament
from tests.files.lines import TWO_ROUNDS, file, player
from web.wording import language
from web.wording.imports import REMARKS, mended_sentences
from web.wording.report_comments import comment_lines

BOTH = pytest.mark.parametrize("ladder", list(Ladder))

OF_PLAYERS = systems_for(Entrants.PLAYERS)


def table(**options: object) -> Regulations:
    return Regulations(format=Format.ROUND_ROBIN, round_robin=RoundRobinOptions(**options))  # type: ignore[arg-type]


def sent(t: Tournament, ladder: Ladder = Ladder.TRF26) -> str:
    return write(report_of(t), ladder, comments=[rules_comment(t), *round_comments(t), *comment_lines(t)])


def taken(text: str | bytes) -> Tournament:
    report = parse(text.encode() if isinstance(text, str) else text)
    return replay(import_report(report, file_name="club.trf", sha256="0" * 64))


def about(report: Report) -> set[About]:
    return {remark.about for remark in remarks(report, regulations_of(report))}


def amended(**regulations: object) -> Tournament:
    t = tournament("A +w2 =w3\nB -b1 U\nC U =b1", rounds=5)
    return replay([e.RegulationsAmended(replace(t.regulations, **regulations), 0)], t)


class TestBoardPlan:
    def test_kept_boards_boards_left_out_and_rooms_come_back(self) -> None:
        plan = BoardPlan(
            (KeptBoard(EntrantId(3), 2), KeptBoard(EntrantId(1), 9)),
            (4, 12),
            (PlayingRoom("Hall", 1), PlayingRoom("Library: upstairs", 41)),
        )
        t = replay([e.BoardsPlanned(plan)], tournament("A +w2 =w3\nB -b1 U\nC U =b1", rounds=5))
        assert taken(sent(t)).board_plan == plan

    def test_the_scores_of_clubs_go_along(self) -> None:
        scoring = TeamScoring(TeamsBy.CLUB, 3, TeamMerit.PLACES)
        t = replay([e.TeamScoringSet(scoring)], tournament("A +w2 =w3\nB -b1 U\nC U =b1", rounds=5))
        assert taken(sent(t)).team_scoring == scoring

    def test_times_of_publication_go_along_for_the_rounds_to_come(self) -> None:
        own = (PublicationTime(1, "2026-11-20T09:00"), PublicationTime(4, "2026-11-22T09:00"), PublicationTime(5, ""))
        t = replay([e.PublicationPlanned(PublicationPlan(30, own))], tournament("A +w2\nB -b1", rounds=5))
        assert taken(sent(t)).publication == PublicationPlan(30, own[1:])
        assert taken(sent(t) + "### Published by the clock @ Round 3: 2026-13-40T99:99\n").publication.times == own[1:]

    def test_the_default_time_goes_along(self) -> None:
        t = tournament("A +w2\nB -b1", rounds=5)
        assert taken(sent(t)).default_minutes is None
        assert taken(sent(replay([e.DefaultTimeSet(0)], t))).default_minutes == 0
        assert taken(sent(t) + "### Default time: 999 minutes\n").default_minutes == 0

    def test_times_of_handicap_games_go_along(self) -> None:
        steps = (HandicapStep(0, ClockTime(900), ClockTime(900)), HandicapStep(200, ClockTime(270, 2), ClockTime(480)))
        t = replay([e.HandicapSet(steps)], tournament("A +w2\nB -b1", rounds=5))
        assert taken(sent(t)).handicap == steps
        assert taken(sent(t) + "### Handicap from 400 points: 0/20\n").handicap == steps

    def test_an_arena_comes_back_with_its_games_and_points(self) -> None:
        t = entered(7, Regulations(format=Format.ARENA, order=("TPR",)))
        noon = datetime.fromisoformat("2026-11-29T12:00")
        replay(begin_arena(t, 60, noon), t)
        for board in (1, 2, 1, 3, 2):
            round, game = next(one for one in games_in_play(t) if one[1].board == board)
            ended = record_result(t, round, game.board, Result.WHITE_WINS, None)
            replay([*ended, *followed_in_arena(t, ended, noon)], t)
        replay(end_arena(t, drop_open=True), t)
        closed = replay([e.TournamentClosed()], t.copy())
        assert taken(sent(closed)).regulations.rounds == len(t.rounds)
        back = taken(sent(t))
        assert back.regulations.format is Format.ARENA
        assert back.arena.ended
        assert len(back.rounds) == len(t.rounds)
        scores = [{one.name: one.score for one in table_cards(some).values()} for some in (t, back)]
        assert scores[0] == scores[1]

    def test_what_cannot_be_planned_is_left_out(self) -> None:
        said = "### Board 2 kept by player 9\n### Boards left out: 2 9999\n### Room from board 9999: Attic\n"
        assert taken(sent(tournament("A +w2\nB -b1", rounds=5)) + said).board_plan == BoardPlan(skipped=(2,))


class TestProhibitedPairs:
    @BOTH
    def test_they_come_back(self, ladder: Ladder) -> None:
        t = replay([e.PairsProhibited(((PlayerId(2), PlayerId(3)),), 0)], amended())
        assert taken(sent(t, ladder)).prohibited == (((PlayerId(2), PlayerId(3)), ALWAYS),)

    @BOTH
    @pytest.mark.parametrize("rounds", [RoundSpan(2, 3), RoundSpan(4, 0), RoundSpan(1, 2), RoundSpan(1, 1)])
    def test_those_of_some_rounds_come_back_with_their_rounds(self, ladder: Ladder, rounds: RoundSpan) -> None:
        ban = e.PairsProhibited(((PlayerId(2), PlayerId(3)),), 0, rounds=(rounds,))
        [(_, found)] = taken(sent(replay([ban], amended()), ladder)).prohibited
        planned = range(1, 6)
        assert [found.covers(n) for n in planned] == [rounds.covers(n) for n in planned]

    @BOTH
    @pytest.mark.parametrize(("rounds", "apart"), [("  1   1", True), ("  2   9", False)])
    def test_a_round_honours_those_of_its_own(self, ladder: Ladder, rounds: str, apart: bool) -> None:
        data = file(f"260 {rounds}    1    3", *[player(n, "0.0") for n in range(1, 5)], rounds=3)
        paired = SYSTEMS["dutch-1998"].pair(pairing_task(taken(sent(taken(data), ladder)), 1))
        assert (frozenset((1, 3)) not in {frozenset((p.white, p.black)) for p in paired.pairs}) is apart

    @BOTH
    def test_the_next_round_honours_them(self, ladder: Ladder) -> None:
        """Without them 1 meets 3 and 2 meets 4."""
        t = tournament("A\nB\nC\nD", rounds=3)
        apart = replay([e.PairsProhibited(((PlayerId(1), PlayerId(3)),), 0)], t)
        paired = SYSTEMS["dutch-1998"].pair(pairing_task(taken(sent(apart, ladder)), 1))
        assert {frozenset((p.white, p.black)) for p in paired.pairs} == {frozenset((1, 4)), frozenset((2, 3))}

    @pytest.mark.parametrize("rounds", ["  1   5", "  0   0", "  1 999", "      9"])
    def test_to_the_last_round_means_always(self, rounds: str) -> None:
        t = taken(file(f"260 {rounds}    1    3", *TWO_ROUNDS))
        assert t.prohibited == (((PlayerId(1), PlayerId(3)), ALWAYS),)


class TestTheRulesOfTheEvent:
    @BOTH
    @pytest.mark.parametrize(
        "order",
        [
            ("F10",),
            ("C07-SWISS",),
            ("BH/C1", "SB", "WIN"),
            ("DE", "KS/L+1", "PS/C1"),
            ("BH", "SB"),
            ("33.3.4", "ARO", "BWG"),
            (),
        ],
    )
    def test_the_tie_breaks_come_back(self, order: tuple[str, ...], ladder: Ladder) -> None:
        assert taken(sent(amended(order=order), ladder)).regulations.order == order

    def test_they_stand_in_both_records(self) -> None:
        lines = sent(amended(order=("BH/C1", "SB"))).splitlines()
        assert [line for line in lines if line[:3] in ("202", "212")] == ["202 BH/C1,SB", "212 PTS,BH/C1,SB"]

    @BOTH
    def test_how_unplayed_rounds_count_comes_back(self, ladder: Ladder) -> None:
        back = taken(sent(amended(ruleset="uscf", shared_places=True), ladder)).regulations
        assert (back.ruleset, back.shared_places) == ("uscf", True)

    def test_how_corrections_count_comes_back(self) -> None:
        t = amended(corrections=CorrectionPolicy.HANDLING_2026)
        assert taken(sent(t)).regulations.corrections is CorrectionPolicy.HANDLING_2026

    def test_a_comment_with_values_that_cannot_be_changes_nothing(self) -> None:
        back = taken(file("### Regulations: ruleset none; corrections never; system chance", *TWO_ROUNDS))
        assert back.regulations == replace(IN_FORCE, rounds=5)

    @pytest.mark.parametrize("record", ["202 BH,NONSENSE", "202 EDET/P", "212 WIN,PTS"])
    def test_tie_breaks_that_cannot_be_used_are_named(self, record: str) -> None:
        report = parse(file(record, *TWO_ROUNDS))
        assert regulations_of(report).order == ("C07-SWISS",)
        remark = next(r for r in remarks(report, regulations_of(report)) if r.about is About.ORDER_UNKNOWN)
        assert (remark.was, remark.now) == (record[4:], "BH/C1,BH,SB,DE,WIN,BWG")

    def test_clock_and_source_of_the_ranks_come_back(self) -> None:
        back = taken(sent(taken(file("172 FIDE NRO", "222 40/6000+30:900+30", *TWO_ROUNDS))))
        assert (back.details.rank_method, back.details.clock) == ("FIDE NRO", "40/6000+30:900+30")

    def test_the_type_is_written_in_its_code(self) -> None:
        assert "192 CUSTOM_SWISS" in sent(amended()).splitlines()

    @pytest.mark.parametrize(
        ("regulations", "code"),
        [
            (Regulations(system="dutch-2026"), "FIDE_DUTCH_2026"),
            (Regulations(system="dubov-2026"), "FIDE_DUBOV"),
            (Regulations(system="burstein-2026"), "FIDE_BURSTEIN"),
            (Regulations(system="dubov-2026", acceleration=Acceleration.BAKU), "FIDE_DUBOV"),
            (table(), "BERGER_ROUNDROBIN"),
            (table(cycles=2), "FIDE_DOUBLEROUNDROBIN"),
            (table(cycles=2, cycle_end=CycleEnd.AS_PRINTED), "BERGER_DOUBLEROUNDROBIN"),
            (table(cycles=3), "CUSTOM_ROUNDROBIN"),
            (table(colours=TableColours.LOT), "CUSTOM_ROUNDROBIN"),
            (replace(table(), entrants=Entrants.TEAMS), "BERGER_TEAM_ROUNDROBIN"),
            (replace(table(cycles=2), entrants=Entrants.TEAMS), "FIDE_TEAM_DOUBLEROUNDROBIN"),
            (Regulations(format=Format.SCHEVENINGEN), "FIDE_SCHEVENINGEN"),
        ],
    )
    def test_each_kind_of_event_has_its_code(self, regulations: Regulations, code: str) -> None:
        assert encoded_type_of(regulations) == code

    @BOTH
    @pytest.mark.parametrize("system", sorted(name for name, one in OF_PLAYERS.items() if one.games_of_match == 1))
    def test_the_system_comes_back(self, system: str, ladder: Ladder) -> None:
        assert taken(sent(amended(system=system), ladder)).regulations.system == system

    @pytest.mark.parametrize(("began", "said"), [("2026/02/01", False), ("2025/12/31", True)])
    def test_dubov_is_in_force_since_february_2026(self, began: str, said: bool) -> None:
        report = parse(file("192 FIDE_DUBOV", f"042 {began}", *TWO_ROUNDS))
        assert not_in_force(report, "dubov-2026") is said

    @pytest.mark.parametrize(
        ("encoded", "began", "system"),
        [
            ("FIDE_DUTCH_2026", "", "dutch-2026"),
            ("FIDE_DUBOV", "", "dubov-2026"),
            ("FIDE_BURSTEIN", "2026/02/01", "burstein-2026"),
            ("FIDE_DUBOV", "2026/02/01", "dubov-2026"),
            ("FIDE_DUTCH", "2026/02/01", "dutch-2026"),
            ("FIDE_DUTCH", "2011/12/31", "dutch-1998"),
        ],
    )
    def test_the_type_names_the_system(self, encoded: str, began: str, system: str) -> None:
        assert regulations_of(parse(file(f"192 {encoded}", f"042 {began}", *TWO_ROUNDS))).system == system

    def test_a_type_that_is_not_ours_is_named(self) -> None:
        report = parse(file("192 FIDE_LIM", "092 Swiss, Lim", *TWO_ROUNDS))
        assert {About.SYSTEM_UNKNOWN, About.TYPE_LEFT_OUT} <= about(report)


class TestFideMode:
    LEFT = e.FideModeLeft(1, "regulations-changed")

    @BOTH
    def test_once_left_it_does_not_come_back(self, ladder: Ladder) -> None:
        t = replay([self.LEFT], amended())
        assert taken(sent(t, ladder)).left_fide_mode == 1

    def test_not_on_the_second_journey_either(self) -> None:
        twice = taken(sent(taken(sent(replay([self.LEFT], amended())))))
        assert self.LEFT in twice.history
        assert sent(twice).count("FIDE mode left") == 1

    def test_a_tournament_inside_it_stays_inside(self) -> None:
        assert taken(sent(amended())).left_fide_mode is None

    def test_the_import_says_so(self) -> None:
        report = parse(sent(replay([self.LEFT], amended())).encode())
        (said,) = (r for r in remarks(report, regulations_of(report)) if r.about is About.FIDE_MODE_LEFT)
        assert (said.was, said.now) == ("regulations-changed", "1")


class TestLinesThatNobodyHereKnows:
    @BOTH
    def test_they_are_written_again_where_they_stood(self, ladder: Ladder) -> None:
        data = file("### played in the open air", "XXQ 7", *TWO_ROUNDS, "405 something", "### the end")
        lines = sent(taken(data), ladder).splitlines()
        first = next(i for i, line in enumerate(lines) if line.startswith("001"))
        assert {"### played in the open air", "XXQ 7"} <= set(lines[:first])
        assert lines[-2:] == ["405 something", "### the end"]

    def test_how_many_are_kept_is_said(self) -> None:
        report = parse(file("XXQ 7", *TWO_ROUNDS, "### the end"))
        assert [r.now for r in remarks(report, regulations_of(report)) if r.about is About.LINES_KEPT] == ["2"]

    def test_the_notes_of_an_earlier_program_stay_beside_ours(self) -> None:
        text = sent(taken(file("### MPA @ Round 1: board 2 by hand", *TWO_ROUNDS)))
        assert "### MPA @ Round 1: board 2 by hand" in text
        assert "### Import @ Round 0: club.trf" in text

    @pytest.mark.parametrize(
        "line",
        ["### write to anna@example.org", "### call +359 888 123 456", "BUX    1 born 1990/11/30", "405 30.11.1990"],
    )
    def test_personal_data_never_come_into_the_journal(self, line: str) -> None:
        report = parse(file(line, *TWO_ROUNDS))
        events = import_report(report, file_name="club.trf", sha256="0" * 64)
        assert line not in repr(events)
        said = [r.was for r in remarks(report, regulations_of(report)) if r.about is About.LINES_PERSONAL]
        assert said == ["2"]


class TestNationalRatings:
    PLAYER = player(1, "0.0", name="Petrov, Petar", federation="BUL")
    LINES = (
        "GER    1      Petrov, Petar                     2010",
        "BUL    1      Petrov, Petar                     2150",
    )

    @BOTH
    def test_the_one_of_the_own_federation_comes_back(self, ladder: Ladder) -> None:
        t = taken(file(*self.LINES, self.PLAYER))
        assert t.players[PlayerId(1)].national_rating == 2150
        assert self.LINES[1] in sent(t, ladder).splitlines()

    WHOLE = "BUL    1    m Petrov, Petar                     2150 SOF        4711"

    @BOTH
    def test_every_line_comes_back_whole(self, ladder: Ladder) -> None:
        lines = (self.LINES[0], self.WHOLE)
        t = taken(sent(taken(file(*lines, self.PLAYER)), ladder))
        assert set(lines) <= set(sent(t, ladder).splitlines())

    def test_a_rating_that_is_corrected_stands_in_the_kept_line(self) -> None:
        t = taken(file(self.WHOLE, self.PLAYER))
        amended = e.PlayerDetailsAmended(replace(t.players[PlayerId(1)], national_rating=2200))
        assert self.WHOLE.replace("2150", "2200") in sent(replay([amended], t)).splitlines()

    @pytest.mark.parametrize("more", [{"title": "m"}, {"federation": "SOF"}, {"fide": "4711"}])
    def test_a_title_an_origin_and_a_number_in_a_federation_come_back(self, more: dict[str, str]) -> None:
        line = player(1, "", name="Petrov, Petar", rating="2150", rank="", **more).replace("001", "BUL").rstrip()
        report = parse(file(line, self.PLAYER))
        assert About.NATIONAL_LEFT_OUT not in about(report)
        assert line in sent(taken(file(line, self.PLAYER))).splitlines()

    def test_a_whole_book_is_left_out_and_named(self) -> None:
        report = parse(file("### " + "x" * 2000, *[f"### {n}" for n in range(501)], *TWO_ROUNDS))
        event = next(x for x in import_report(report, file_name="", sha256="") if isinstance(x, e.TournamentImported))
        assert len(event.kept_before) == 500
        said = [r.was for r in remarks(report, regulations_of(report)) if r.about is About.LINES_TOO_MANY]
        assert said == ["2, 503"]

    def test_who_is_anonymous_has_none(self) -> None:
        t = replay([e.PlayerAnonymised(PlayerId(1))], taken(file(self.LINES[1], self.PLAYER)))
        assert "2150" not in sent(t)


class TestNamesakes:
    LINES = (player(1, "1.0", "2 w 1", name="Smith, J"), player(2, "0.0", "1 b 0", name="smith, j"))

    def test_two_lines_are_two_players(self) -> None:
        t = taken(file(*self.LINES))
        assert [p.name for p in t.players.values()] == ["Smith, J", "smith, j"]
        assert taken(sent(t)).players == t.players

    def test_the_import_names_their_lines(self) -> None:
        report = parse(file(*self.LINES))
        said = [(r.was, r.now) for r in remarks(report, regulations_of(report)) if r.about is About.NAMESAKES]
        assert said == [("smith, j", "2, 3")]

    @pytest.mark.parametrize("fields", [{"birth": "1990/00/00"}, {"fide": "77"}])
    def test_who_can_be_told_apart_is_no_namesake(self, fields: dict[str, str]) -> None:
        other = player(2, "0.0", "1 b 0", name="Smith, J", **fields)
        assert About.NAMESAKES not in about(parse(file(self.LINES[0], other)))


class TestBirthDates:
    LINES = (player(1, "0.0", birth="1990/11/30"), player(2, "0.0", birth="1969.12.06"), player(3, "0.0", birth="1978"))

    def test_days_are_for_the_side_store(self) -> None:
        assert birth_dates(parse(file(*self.LINES))) == {1: "1990-11-30", 2: "1969-12-06"}

    def test_they_belong_to_the_players_of_the_journal(self) -> None:
        report = parse(file(player(9, "0.0", birth="1990/11/30"), player(4, "0.0")))
        assert birth_dates(report) == {2: "1990-11-30"}

    def test_no_event_has_the_day(self) -> None:
        events = import_report(parse(file(*self.LINES)), file_name="club.trf", sha256="")
        assert [x.player.birth_year for x in events if isinstance(x, e.PlayerRegistered)] == [1990, 1969, 1978]
        assert not any(day in repr(event) for event in events for day in ("11-30", "11/30", "12-06", "12.06"))


class TestWhatIsFilledIn:
    def test_a_bare_file_says_all_of_it(self) -> None:
        report = parse(file(player(1, "0.0"), player(2, "0.0"), rounds=None))
        assert about(report) == {
            About.SYSTEM_ASSUMED,
            About.SYSTEM_OF_TODAY,
            About.ORDER_ASSUMED,
            About.RULESET_ASSUMED,
            About.ROUNDS_ASSUMED,
            About.COLOUR_ASSUMED,
        }

    def test_our_own_file_needs_nothing(self) -> None:
        assert about(parse(sent(amended()).encode())) == set()

    def test_what_is_cut_or_left_out_is_named(self) -> None:
        heads = ("012 " + "x" * 120, "032 Lichess", "042 some day in May", "132".ljust(91) + "26-05-xx")
        report = parse(file(*heads, *TWO_ROUNDS))
        assert {About.CUT, About.FEDERATION_LEFT_OUT, About.DATE_LEFT_OUT} <= about(report)

    def test_a_federation_that_fide_has_not_is_named_and_kept(self) -> None:
        report = parse(file("032 GRC", *TWO_ROUNDS))
        [remark] = [one for one in remarks(report, regulations_of(report)) if one.about is About.FEDERATION_UNKNOWN]
        assert (remark.was, remark.now, remark.record) == ("GRC", "GRE", "032")
        assert details_of(report, "x.trf").federation == "GRC"

    def test_new_numbers_are_named(self) -> None:
        report = parse(file(player(4, "0.0"), player(9, "0.0")))
        remark = next(r for r in remarks(report, regulations_of(report)) if r.about is About.NUMBER_CHANGED)
        assert (remark.was, remark.now) == ("4", "1")

    @pytest.mark.parametrize("kind", list(About))
    def test_every_remark_has_a_sentence(self, kind: About) -> None:
        assert REMARKS[kind].endswith(".")

    def test_the_sentences_name_what_they_are_about(self) -> None:
        report = parse(file("192 FIDE_LIM", *TWO_ROUNDS))
        said = mended_sentences((r.mended for r in remarks(report, regulations_of(report))), language("en"))
        assert any("FIDE_LIM" in line and "FIDE Dutch system of 2026" in line for line in said)


class TestAcceleration:
    """Baku (C.04.7): rounds 1 and 2 in full, round 3 by half; four of eight are in the upper group."""

    FIELD = tuple(player(n, "0.0", rating=2400 - n) for n in range(1, 9))

    def read(self, *head: str) -> Tournament:
        return taken(file(*head, *self.FIELD, rounds=5))

    @BOTH
    @pytest.mark.parametrize(
        "head",
        [
            ("192 FIDE_DUTCH_2026_BAKU",),
            ("192 FIDE_DUTCH_2026_BAKU", "250       1.0   1   2    1    4", "250       0.5   3   3    1    4"),
            tuple(f"XXA    {n}  1.0  1.0  0.5" for n in range(1, 5)),
            tuple(f"XXA    {n}  1.0" for n in range(1, 5)),
        ],
    )
    def test_its_name_or_its_points_tell_it_and_it_comes_back(self, head: tuple[str, ...], ladder: Ladder) -> None:
        laws = self.read(*head).regulations
        assert (laws.system, laws.acceleration) == ("dutch-2026", Acceleration.BAKU)
        text = sent(self.read(*head), ladder)
        assert "192 FIDE_DUTCH_2026_BAKU" in text.splitlines()
        assert dict(parse(text.encode()).acceleration) == dict.fromkeys(range(1, 5), (2, 2, 1))
        assert taken(text).regulations == laws

    @BOTH
    def test_a_system_whose_code_says_nothing_of_it_has_the_points_alone(self, ladder: Ladder) -> None:
        points = ("192 FIDE_DUBOV", *(f"XXA    {n}  1.0" for n in range(1, 5)))
        laws = taken(sent(self.read(*points), ladder)).regulations
        assert (laws.system, laws.acceleration) == ("dubov-2026", Acceleration.BAKU)

    @pytest.mark.parametrize(
        "head",
        [
            tuple(f"XXA    {n}  1.0  1.0  0.5" for n in range(1, 4)),
            tuple(f"XXA    {n}  1.0  1.0  1.0" for n in range(1, 5)),
            ("192 FIDE_DUTCH_2026_BAKU", "250       0.5   1   2    1    4"),
        ],
    )
    def test_other_points_are_refused(self, head: tuple[str, ...]) -> None:
        with pytest.raises(CannotImport) as refused:
            self.read(*head)
        assert refused.value.reasons == (NoWordFor.FICTITIOUS_POINTS,)

    def test_an_engine_gives_the_points_where_the_file_only_names_them(self) -> None:
        task = report_task(parse(file("192 FIDE_DUTCH_2026_BAKU", *self.FIELD, rounds=5)))
        assert task.virtual == dict.fromkeys(range(1, 5), (2, 2, 1))
