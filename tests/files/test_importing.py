"""A report file becomes a history, and the history the same report again."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.decisions.players.registering import NewPlayer, register
from domain.decisions.setup.prohibited_pairs import prohibit
from domain.files.exporting import report_of
from domain.files.header import regulations_of
from domain.files.importing import CannotImport, NoWordFor, import_report
from domain.files.remarks import About, remarks
from domain.files.trf import Ladder, Report, parse, report_task, write
from domain.files.trf.report import Abnormal
from domain.refusals import AlreadyRegistered, BadField, Refusal
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import pairing_task as task_of_journal
from domain.words.games import Bye, Code, Colour, Result, Scoring
from domain.words.mended import Mended
from domain.words.players import Player, PlayerId, Sex, Title
from domain.words.regulations import Format, Regulations
from domain.words.rounds import ALWAYS, RoundSpan
from tests.crosstable import tournament
from tests.files.lines import TWO_ROUNDS, case, file, player
from tests.tiers import tries
from web.wording import language
from web.wording.refusals import sentence

LICHESS = ("2020_06.trf", "2021_03.trf")


def imported(report: Report) -> list[e.Event]:
    return import_report(report, file_name="club.trf", sha256="0" * 64, mended=(Mended("vega-dialect", 3),))


def folded(data: bytes) -> Tournament:
    return replay(imported(parse(data)))


def essence(report: Report) -> list[tuple[object, ...]]:
    return [(p.number, p.name, p.rating, p.points, p.entries) for p in report.players]


def test_a_field_that_cannot_be_is_named_with_its_player() -> None:
    report = parse(file(*TWO_ROUNDS))
    wild = replace(report, players=(replace(report.players[0], rating=9999), *report.players[1:]))
    with pytest.raises(BadField) as refused:
        imported(wild)
    said = sentence(refused.value, None, language("en"))
    assert said == "Player 1, Rating must be a whole number from 0 to 4000, not “9999”."


def test_a_pair_kept_apart_is_written_once_both_have_numbers() -> None:
    state = tournament("A ?w2\nB ?b1", rounds=3)
    replay(register(state, NewPlayer("Late")), state)
    replay(prohibit(state, [[PlayerId(1), PlayerId(2)], [PlayerId(1), PlayerId(3)]]), state)
    assert [group.players for group in report_of(state).forbidden] == [(1, 2)]


@pytest.mark.parametrize("name", LICHESS)
def test_a_real_event_comes_back_from_the_journal(name: str) -> None:
    report = parse(case(name))
    assert essence(report_of(replay(imported(report)))) == essence(report)


@pytest.mark.parametrize("ladder", list(Ladder))
@pytest.mark.parametrize("name", LICHESS)
def test_and_reads_the_same_once_it_is_written(name: str, ladder: Ladder) -> None:
    report = parse(case(name))
    text = write(report_of(replay(imported(report))), ladder)
    assert essence(parse(text.encode())) == essence(report)


@pytest.mark.parametrize("name", LICHESS)
def test_a_second_import_of_what_was_exported_tells_the_same(name: str) -> None:
    once = replay(imported(parse(case(name))))
    twice = folded(write(report_of(once)).encode())
    assert (twice.rounds, twice.players) == (
        [replace(r, based_on=s.based_on) for r, s in zip(once.rounds, twice.rounds, strict=True)],
        once.players,
    )


@pytest.mark.parametrize("name", LICHESS)
@pytest.mark.parametrize("round", [1, 4, 8])
def test_a_round_is_paired_from_the_same_cards_before_and_after(name: str, round: int) -> None:
    report = parse(case(name))
    of_file, of_journal = report_task(report, round), task_of_journal(replay(imported(report)), round)
    assert (of_journal.cards, of_journal.rounds, of_journal.initial_colour) == (
        of_file.cards,
        of_file.rounds,
        of_file.initial_colour,
    )


class TestWhatTheJournalIsTold:
    def test_it_says_where_it_came_from_and_what_was_repaired(self) -> None:
        event = next(x for x in imported(parse(file(*TWO_ROUNDS))) if isinstance(x, e.TournamentImported))
        assert event == e.TournamentImported("club.trf", "0" * 64, mended=(Mended("vega-dialect", 3),))

    def test_headers_become_the_announcement(self) -> None:
        heads = ("012 Sofia Open", "022 Sofia", "032 BUL", "042 2011/05/01", "052 2011/05/09", "102 N. N.")
        details = folded(file(*heads, *TWO_ROUNDS)).details
        assert (details.name, details.city, details.federation, details.start, details.end, details.chief_arbiter) == (
            "Sofia Open", "Sofia", "BUL", "2011-05-01", "2011-05-09", "N. N.",
        )  # fmt: skip

    def test_the_ruleset_is_that_of_the_day_the_event_ended(self) -> None:
        assert folded(file("052 2025/05/09", *TWO_ROUNDS)).regulations.ruleset == "c07_2024"

    def test_a_round_robin_is_one_also_after_the_export(self) -> None:
        once = folded(file("192 FIDE_ROUNDROBIN", *TWO_ROUNDS))
        twice = folded(write(report_of(once)).encode())
        assert (once.regulations.format, twice.regulations.format) == (Format.ROUND_ROBIN, Format.ROUND_ROBIN)

    def test_the_scoring_is_kept(self) -> None:
        data = file("BBU  0.5", player(1, "1.0", "2 w 1"), player(2, "0.0", "1 b 0"), player(3, "0.5", "0000 - U"))
        assert folded(data).regulations.scoring == Scoring(pairing_bye=1)

    def test_a_finished_player_is_withdrawn_once_the_event_is_over(self) -> None:
        t = replay(imported(parse(case("2020_06.trf"))))
        assert t.absences[PlayerId(13)] == ((4, None),)

    def test_while_rounds_are_left_an_absence_is_leave_for_the_round(self) -> None:
        lines = (player(1, "1.0", "2 w 1", "0000 - U"), player(2, "0.0", "1 b 0", "0000 - Z"))
        t = folded(file(*lines))
        assert (t.byes, t.present(PlayerId(2), 3)) == ({(2, PlayerId(2)): Bye.ZERO}, True)

    def test_blanks_before_the_first_entry_are_a_late_entry(self) -> None:
        lines = (player(1, "2.0", "0000 - U", "2 w 1"), player(2, "0.0", " " * 10, "1 b 0"))
        assert folded(file(*lines)).joined[PlayerId(2)] == 2

    def test_who_has_no_entry_yet_comes_after_the_rounds_that_were_paired(self) -> None:
        t = folded(file(*TWO_ROUNDS, player(5, "0.0")))
        assert (t.joined[PlayerId(5)], t.byes) == (3, {})

    def test_leave_far_ahead_makes_nobody_later_than_the_next_round(self) -> None:
        blank = " " * 10
        t = folded(file(*TWO_ROUNDS, player(5, "0.0", blank, blank, blank, "0000 - H")))
        assert (t.joined[PlayerId(5)], t.byes) == (3, {(4, PlayerId(5)): Bye.HALF})

    def test_a_missed_round_between_two_others_is_one_without_points(self) -> None:
        lines = (player(1, "1.0", "2 w 1", " " * 10, "2 w 0"), player(2, "2.0", "1 b 0", "0000 - U", "1 b 1"))
        t = folded(file(*lines, rounds=3))
        assert (t.joined[PlayerId(1)], t.byes, t.absences) == (1, {(2, PlayerId(1)): Bye.ZERO}, {})

    def test_who_played_the_last_round_is_not_withdrawn(self) -> None:
        assert folded(file(*TWO_ROUNDS, rounds=2)).absences == {}

    def test_who_only_missed_rounds_is_not_withdrawn(self) -> None:
        t = folded(file(*TWO_ROUNDS, player(5, "0.0", "0000 - Z", "0000 - Z"), rounds=2))
        assert (t.absences, [round for round, _ in t.byes]) == ({}, [1, 2])

    def test_a_round_with_one_open_game_is_not_closed(self) -> None:
        lines = (player(1, "1.0", "2 w 1"), player(2, "0.0", "1 b 0"), player(3, "0.0", "4 w"), player(4, "0.0", "3 b"))
        assert folded(file(*lines)).round(1).state.value == "published"
        assert folded(file(*TWO_ROUNDS)).round(2).state.value == "closed"

    def test_leave_for_the_coming_round_is_granted(self) -> None:
        lines = (TWO_ROUNDS[0] + "  0000 - H", *TWO_ROUNDS[1:])
        t = folded(file("XXZ 3", "240 F   4    2", *lines))
        assert t.byes == {(3, PlayerId(1)): Bye.HALF, (3, PlayerId(3)): Bye.ZERO, (4, PlayerId(2)): Bye.FULL}

    def test_a_game_without_result_is_still_open(self) -> None:
        t = folded(file(player(1, "0.0", "2 w"), player(2, "0.0", "1 b")))
        assert (t.round(1).game(1).result, t.round(1).state.value) == (None, "published")

    def test_an_adjourned_game_is_adjourned(self) -> None:
        t = folded(file(player(1, "0.5", "2 w X"), player(2, "0.5", "1 b X")))
        assert t.round(1).game(1).result is Result.ADJOURNED

    def test_boards_stand_in_the_order_of_the_scores(self) -> None:
        t = folded(file(*TWO_ROUNDS))
        assert [(g.white, g.black) for g in t.round(2).games] == [(2, 1), (3, 4)]

    def test_the_better_player_of_a_board_counts_first(self) -> None:
        """1 has a point and meets nobody with one; 2 and 3 have half a point each: the sums are equal."""
        lines = (
            player(1, "1.0", "4 w 1", "4 w 0"),
            player(2, "0.5", "3 w =", "3 w 0"),
            player(3, "1.5", "2 b =", "2 b 1"),
            player(4, "1.0", "1 b 0", "1 b 1"),
        )
        assert [(g.white, g.black) for g in folded(file(*lines)).round(2).games] == [(1, 4), (2, 3)]

    @pytest.mark.parametrize("turned", [False, True])
    def test_of_equal_leaders_the_better_opponents_sit_higher(self, turned: bool) -> None:
        """1 and 2 have a point; 3 has half a point and 4 none."""
        white, black = ("b", "w") if turned else ("w", "b")
        lines = (
            player(1, "2.0", "5 w 1", f"4 {white} 1"),
            player(2, "2.0", "6 w 1", f"3 {white} 1"),
            player(3, "0.5", "4 w =", f"2 {black} 0"),
            player(4, "0.5", "3 b =", f"1 {black} 0"),
            player(5, "0.0", "1 b 0", "6 w 0"),
            player(6, "1.0", "2 b 0", "5 b 1"),
        )
        report = replace(parse(file(*lines)), abnormal=(Abnormal(None, -1, 1, (4,)),), rounds_planned=2)
        games = [{g.white, g.black} for g in replay(imported(report)).round(2).games]
        assert games == [{2, 3}, {1, 4}, {5, 6}]

    def test_of_equal_boards_the_better_numbered_leader_sits_higher(self) -> None:
        lines = (
            player(1, "0.0", "3 b 0", "4 b 0"),
            player(2, "0.0", "4 b 0", "3 b 0"),
            player(3, "2.0", "1 w 1", "2 w 1"),
            player(4, "2.0", "2 w 1", "1 w 1"),
        )
        assert [(g.white, g.black) for g in folded(file(*lines)).round(2).games] == [(3, 2), (4, 1)]

    def test_numbers_with_gaps_are_closed_up(self) -> None:
        t = folded(file(player(9, "0.0", "4 b 0"), player(4, "1.0", "9 w 1")))
        assert [(t.players[p].name, p) for p in t.numbers] == [("Player 4", 1), ("Player 9", 2)]

    def test_forbidden_pairs_are_kept(self) -> None:
        assert folded(file("XXP 1 3", *TWO_ROUNDS)).prohibited == (((PlayerId(1), PlayerId(3)), ALWAYS),)

    def test_forbidden_pairs_of_some_rounds_are_kept_with_their_rounds(self) -> None:
        t = folded(file("260   3   4    1    3", *TWO_ROUNDS))
        assert t.prohibited == (((PlayerId(1), PlayerId(3)), RoundSpan(3, 4)),)

    @pytest.mark.parametrize(
        ("record", "colour"),
        [("192 FIDE_DUTCH_2026", Colour.WHITE), ("### Regulations: system dutch-1998", Colour.BLACK)],
    )
    def test_the_lot_is_seen_in_round_1_as_the_system_counts(self, record: str, colour: Colour) -> None:
        """1 was away: 2 is the first of those who came, or has an even number."""
        lines = (player(1, "0.0", "0000 - Z"), player(2, "1.0", "3 w 1"), player(3, "0.0", "2 b 0"))
        assert folded(file(record, *lines)).initial_colour is colour

    def test_the_rounds_are_those_planned_else_those_paired_else_the_usual_number(self) -> None:
        planned, paired, neither = (
            file(*TWO_ROUNDS),
            file(*TWO_ROUNDS, rounds=None),
            file(player(1, "0.0"), rounds=None),
        )
        assert [folded(data).regulations.rounds for data in (planned, paired, neither)] == [5, 2, Regulations().rounds]
        assert folded(file(*TWO_ROUNDS, rounds=1)).regulations.rounds == 2

    def test_the_lot_is_kept(self) -> None:
        assert folded(file("XXC black1", *TWO_ROUNDS)).initial_colour is Colour.BLACK


class TestWhatTheJournalHasNoWordFor:
    @pytest.mark.parametrize(
        ("heads", "what"),
        [
            (("XXS BW=2",), "point-system"),
            (("XXA    1  1.0",), "fictitious-points"),
            (("192 FIDE_DOUBLESWISS",), "games-of-matches"),
        ],
    )
    def test_it_is_refused_rather_than_lost(self, heads: tuple[str, ...], what: str) -> None:
        with pytest.raises(CannotImport) as refused:
            imported(parse(file(*heads, *TWO_ROUNDS)))
        assert refused.value.reasons == (what,)

    def test_all_of_it_is_named(self) -> None:
        heads = ("XXS BW=2", "XXA    1  1.0")
        with pytest.raises(CannotImport) as refused:
            imported(parse(file(*heads, *TWO_ROUNDS)))
        said = sentence(refused.value, None, language("en"))
        assert [code in said for code in ("162", "XXA")] == [True, True]

    @pytest.mark.parametrize("line", ["299          -0.5  000    2", "299          -0.5    3    2"])
    def test_points_of_rounds_to_come_are_told_and_left_to_the_desk(self, line: str) -> None:
        report = parse(file(line, *TWO_ROUNDS))
        (told,) = [one for one in remarks(report, regulations_of(report)) if one.about is About.ABNORMAL_LINE_AHEAD]
        assert told.was == " ".join(line.split())
        assert replay(imported(report)).published == 2

    def test_records_of_teams_without_any_team_are_refused(self) -> None:
        with pytest.raises(CannotImport):
            imported(parse(file("362 TW 2.0", player(1, "1.0", "2 w 1"), player(2, "0.0", "1 b 0"))))


class TestExporting:
    def test_leave_for_the_next_round_stands_in_its_column(self) -> None:
        t = replay([e.ByeGranted(PlayerId(1), 2, Bye.HALF)], tournament("+w2\n-b1", rounds=3))
        assert [x.code if x else None for x in report_of(t).players[0].entries] == [Code.WIN, Code.HALF_BYE]

    def test_a_withdrawn_player_has_zero_points_and_is_absent(self) -> None:
        t = replay([e.PlayerWithdrawn(PlayerId(1), 2)], tournament("+w2\n-b1", rounds=3))
        assert [x.code if x else None for x in report_of(t).players[0].entries] == [Code.WIN, Code.ZERO_BYE]

    def test_an_earlier_round_has_nothing_of_the_next_one_ahead(self) -> None:
        t = tournament("+w2 H\n-b1 U", rounds=3)
        assert [len(p.entries) for p in report_of(t, 1).players] == [1, 1]

    def test_an_earlier_round_can_be_asked_for(self) -> None:
        t = tournament("+w2 =b2\n-b1 =w1")
        assert [p.points for p in report_of(t, 1).players] == [2, 0]

    def test_leave_for_the_last_round_stands_in_its_column(self) -> None:
        t = replay([e.ByeGranted(PlayerId(1), 2, Bye.HALF)], tournament("+w2\n-b1", rounds=2))
        assert [x.code if x else None for x in report_of(t).players[0].entries] == [Code.WIN, Code.HALF_BYE]

    def test_who_has_withdrawn_has_no_bye_to_come(self) -> None:
        gone = [e.ByeGranted(PlayerId(1), 2, Bye.HALF), e.PlayerWithdrawn(PlayerId(1), 2)]
        t = replay(gone, tournament("+w2\n-b1", rounds=3))
        assert [x.code if x else None for x in report_of(t).players[0].entries] == [Code.WIN, Code.ZERO_BYE]

    def test_a_day_is_written_without_its_hour(self) -> None:
        t = tournament("+w2\n-b1")
        t.details = replace(t.details, start="2026-05-01T18:00", schedule=("2026-05-01T18:00", "2026-05-02"))
        header = report_of(t).header
        assert (header.start, header.round_dates) == ("2026/05/01", ("26/05/01", "26/05/02"))

    def test_after_the_last_round_nothing_is_to_come(self) -> None:
        t = replay([e.PlayerWithdrawn(PlayerId(1), 2)], tournament("+w2\n-b1", rounds=1))
        assert [len(p.entries) for p in report_of(t).players] == [1, 1]

    def test_without_a_table_no_rank_is_written(self) -> None:
        assert [p.rank for p in report_of(tournament("+w2\n-b1")).players] == [0, 0]

    def test_places_are_written(self) -> None:
        t = tournament("+w2\n-b1")
        assert [p.rank for p in report_of(t, places={1: 1, 2: 2}).players] == [1, 2]

    def test_who_is_anonymous_stays_so(self) -> None:
        t = replay([e.PlayerAnonymised(PlayerId(1))], tournament("Alice +w2\nBob -b1"))
        assert [p.name for p in report_of(t).players] == ["", "Bob"]

    def test_what_gives_an_anonymous_player_away_is_hidden_too(self) -> None:
        given = Player(PlayerId(1), "Alice", 2400, Title.WGM, "LIE", 2900017, Sex.WOMAN, 1987)
        t = replay([e.PlayerDetailsAmended(given), e.PlayerAnonymised(PlayerId(1))], tournament("Alice +w2\nBob -b1"))
        alice = report_of(t, born={1: "1987-03-29"}).players[0]
        assert (alice.title, alice.sex, alice.federation, alice.fide_id, alice.birth) == ("", "", "", 0, "")


CELLS = st.sampled_from(["U", "H", "F", "Z", "."])


@settings(deadline=None, max_examples=tries(60))
@given(st.data())
def test_any_crosstable_survives_export_and_import(data: st.DataObject) -> None:
    """Two players who meet again and again, in every way a round can end."""
    ends = [
        ("+w2", "-b1"),
        ("=b2", "=w1"),
        ("+f2", "-f1"),
        ("-f2", "-f1"),
        ("Ww2", "Lb1"),
        ("Xw2", "Xb1"),
        ("?w2", "?b1"),
    ]
    rounds = data.draw(st.lists(st.one_of(st.sampled_from(ends), st.tuples(CELLS, CELLS)), min_size=1, max_size=6))
    rounds = [(a, "Z" if a == b == "U" else b) for a, b in rounds]
    text = "\n".join(f"P{i} " + " ".join(r[i] for r in rounds) for i in (0, 1))
    before = report_of(tournament(text, rounds=8))
    after = report_of(folded(write(before).encode()))
    shown = before.rounds_paired
    cut = [(p.name, p.entries[:shown]) for p in before.players]
    assert [(p.name, p.entries[:shown]) for p in after.players] == cut


@pytest.mark.parametrize(
    "refusal", [CannotImport((what,)) for what in NoWordFor] + [AlreadyRegistered("Smith", PlayerId(1), 7)]
)
def test_every_refusal_has_a_sentence(refusal: Refusal) -> None:
    assert sentence(refusal, None, language("en")).endswith(".")
