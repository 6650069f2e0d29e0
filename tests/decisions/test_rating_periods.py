"""Events of more than thirty days: the ratings of later lists, tied to rounds (FIDE checklist, 210-216)."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.integrity import guarded
from domain.decisions.players.period_ratings import take_period_ratings
from domain.decisions.setup.announcing import amend_regulations
from domain.decisions.undoing import undo
from domain.files.exporting import report_of, report_of_period
from domain.files.header import round_comments, rules_comment
from domain.files.importing import import_report
from domain.files.trf import Ladder, parse, write
from domain.files.trf.repairs import RepairKind
from domain.norms.judging import NormGame
from domain.ranking.tiebreaks import parse_tiebreak, values
from domain.refusals import BadField, KeptInFideMode, TournamentIsClosed, UnknownPlayer
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import numbers_of, table_cards
from domain.tournament_cards.periods import (
    later_ratings,
    lists_by_round,
    period_without_ratings,
    rating_in,
    rating_periods,
)
from domain.words.players import EntrantId, PairingNumber, Title
from domain.words.rating_lists import CountedRating, PeriodRating
from domain.words.regulations import Details, Regulations
from projections.moment.snapshot import snapshot
from projections.table.norms import NormEvent, NormGround
from projections.table.rating_report import rating_report, rating_row
from projections.table.standings import context_of
from tests.crosstable import tournament

LEAGUE = Details(
    "League", start="2026-10-04", end="2026-12-20", schedule=("2026-10-04", "2026-11-01", "2026-11-22", "2026-12-20")
)
LONG = Regulations(rounds=4, rating_periods=True, ruleset="c07_2026", order=("ARO",))
CROSSTABLE = "A 2000 +w2 =b3 +w2 .\nB 1900 -b1 +w4 -b1 .\nC 1800 +b4 =w1 +w4 .\nD 1700 -w3 -b2 -b3 ."
A, B, C, D = map(EntrantId, range(1, 5))
IN_NOVEMBER = (PeriodRating(B, 2100), PeriodRating(C, 1810, Title.FM, 10))


def league(laws: Regulations = LONG, details: Details = LEAGUE) -> Tournament:
    return tournament(CROSSTABLE, regulations=laws, details=details)


def with_november(laws: Regulations = LONG) -> Tournament:
    t = league(laws)
    return replay(take_period_ratings(t, 2, IN_NOVEMBER, "FIDE 2026-11"), t)


def firsts(t: Tournament) -> list[tuple[int, int, str]]:
    return [(one.first, one.last, one.list) for one in rating_periods(t)]


class TestPeriods:
    def test_they_are_cut_where_a_month_begins(self) -> None:
        assert firsts(league()) == [(1, 1, "FIDE 2026-10"), (2, 3, "FIDE 2026-11"), (4, 4, "FIDE 2026-12")]

    def test_they_are_cut_where_the_announced_lists_change(self) -> None:
        lists = ("FIDE 2026-10", "FIDE 2026-10", "FIDE 2026-12")
        assert firsts(league(details=replace(LEAGUE, rating_lists=lists))) == [
            (1, 2, "FIDE 2026-10"),
            (3, 4, "FIDE 2026-12"),
        ]

    def test_a_list_that_goes_on_to_the_end_cuts_none(self) -> None:
        assert len(firsts(league(details=replace(LEAGUE, rating_lists=("FIDE 2026-10",))))) == 3

    def test_a_round_without_a_day_belongs_to_the_one_before(self) -> None:
        details = replace(LEAGUE, schedule=("2026-10-04", "", "2026-11-22"))
        assert list(lists_by_round(details, 4)) == ["FIDE 2026-10", "FIDE 2026-10", "FIDE 2026-11", "FIDE 2026-11"]

    def test_one_whose_ratings_nobody_has_taken_over_is_told_until_somebody_does(self) -> None:
        t = league(details=replace(LEAGUE, schedule=("2026-10-04", "2026-10-11", "2026-10-18", "2026-12-20")))
        due = period_without_ratings(t)
        assert due is not None
        assert due.first == 4
        assert period_without_ratings(replay(take_period_ratings(t, 4, [PeriodRating(A, 2010)]), t)) is None
        assert period_without_ratings(league(replace(LONG, rating_periods=False))) is None

    def test_an_event_that_is_not_marked_has_one(self) -> None:
        assert firsts(league(replace(LONG, rating_periods=False))) == [(1, 4, "")]


class TestRatings:
    @pytest.mark.parametrize(("round", "rating"), [(1, 1900), (2, 2100), (3, 2100), (4, 2100)])
    def test_each_is_tied_to_rounds(self, round: int, rating: int) -> None:
        t = with_november()
        assert rating_in(t, later_ratings(t), B, round).rating == rating

    def test_a_player_holds_several(self) -> None:
        t = with_november()
        t = replay(take_period_ratings(t, 4, [PeriodRating(B, 2130)]), t)
        assert [one.rating for _, one in later_ratings(t)[B]] == [2100, 2130]
        assert t.players[B].rating == 1900

    def test_title_and_k_that_are_not_said_stay(self) -> None:
        t = with_november()
        t = replay(take_period_ratings(t, 4, [PeriodRating(C, 1820)]), t)
        assert rating_in(t, later_ratings(t), C, 4) == PeriodRating(C, 1820, Title.FM, 10)

    def test_numbers_stay_as_they_were(self) -> None:
        assert numbers_of(with_november()) == numbers_of(league())

    def test_those_that_stay_are_not_written(self) -> None:
        (taken,) = take_period_ratings(league(), 2, [PeriodRating(A, 2000), *IN_NOVEMBER])
        assert isinstance(taken, e.PeriodRatingsTaken)
        assert taken.ratings == IN_NOVEMBER

    def test_the_same_again_is_no_step(self) -> None:
        assert take_period_ratings(with_november(), 2, IN_NOVEMBER, "FIDE 2026-11") == []

    def test_a_later_one_replaces_those_of_the_period(self) -> None:
        t = with_november()
        t = replay(take_period_ratings(t, 2, [PeriodRating(B, 1950)]), t)
        assert {id: [one.rating for _, one in their] for id, their in later_ratings(t).items()} == {B: [1950]}

    def test_it_can_be_undone(self) -> None:
        t = with_november()
        assert later_ratings(replay(undo(t, t.version), t)) == {}

    def test_an_event_that_is_marked_no_more_has_the_first_alone(self) -> None:
        t = with_november()
        assert later_ratings(replay(amend_regulations(t, replace(LONG, rating_periods=False)), t)) == {}


@pytest.mark.parametrize(
    ("from_round", "ratings", "field"),
    [
        (1, IN_NOVEMBER, "from_round"),
        (3, IN_NOVEMBER, "from_round"),
        (2, [PeriodRating(A, 5000)], "rating"),
        (2, [PeriodRating(A, 2000, k=99)], "k"),
    ],
)
def test_what_cannot_be_names_its_field(from_round: int, ratings: Sequence[PeriodRating], field: str) -> None:
    with pytest.raises(BadField) as refused:
        take_period_ratings(league(), from_round, ratings)
    assert refused.value.field == field


def test_an_event_that_is_not_marked_takes_none() -> None:
    with pytest.raises(BadField) as refused:
        take_period_ratings(league(replace(LONG, rating_periods=False)), 2, IN_NOVEMBER)
    assert refused.value.rule == "no-later-period"


def test_nobody_who_is_not_here_has_one() -> None:
    with pytest.raises(UnknownPlayer):
        take_period_ratings(league(), 2, [PeriodRating(EntrantId(99), 2000)])


def test_a_closed_event_takes_none() -> None:
    t = league()
    t.closed = True
    with pytest.raises(TournamentIsClosed):
        take_period_ratings(t, 2, IN_NOVEMBER)


class TestFideMode:
    def test_an_event_may_be_marked_during_play(self) -> None:
        t = league(replace(LONG, rating_periods=False))
        events = amend_regulations(t, LONG)
        assert guarded(t, events, confirmed=0) == events

    def test_the_rating_that_counts_does_not_change_during_play(self) -> None:
        t = league()
        with pytest.raises(KeptInFideMode):
            guarded(t, amend_regulations(t, replace(LONG, counted_rating=CountedRating.NEWEST)), confirmed=4)


def counted(code: str, which: CountedRating) -> list[object]:
    t = with_november(replace(LONG, counted_rating=which))
    found = values(table_cards(t), parse_tiebreak(code), context_of(t))
    return [found[number] for number in sorted(found)]


class TestTiebreaks:
    """A met B, C, B; B met A, D, A; C met D, A, D; D met C, B, C."""

    def test_the_first_rating_counts_unless_somebody_says_otherwise(self) -> None:
        assert Regulations().counted_rating is CountedRating.FIRST
        assert counted("ARO", CountedRating.FIRST) == [1867, 1900, 1800, 1833]

    def test_that_of_the_round_may_count(self) -> None:
        """A: 1900, 1810, 2100; D: 1800, 2100, 1810."""
        assert counted("ARO", CountedRating.OF_ROUND) == [1937, 1900, 1800, 1903]

    def test_the_newest_may_count(self) -> None:
        """A: 2100, 1810, 2100; D: 1810, 2100, 1810."""
        assert counted("ARO", CountedRating.NEWEST) == [2003, 1900, 1800, 1907]

    @pytest.mark.parametrize(
        ("which", "expected"),
        [
            (CountedRating.FIRST, [2000, 1900, 1800, 1700]),
            (CountedRating.OF_ROUND, [2000, 2100, 1810, 1700]),
            (CountedRating.NEWEST, [2000, 2100, 1810, 1700]),
        ],
    )
    def test_the_own_one_is_the_first_or_the_newest(self, which: CountedRating, expected: list[int]) -> None:
        assert counted("RTNG", which) == expected

    def test_performances_follow(self) -> None:
        first, of_round = (counted("TPR", which) for which in (CountedRating.FIRST, CountedRating.OF_ROUND))
        assert [int(str(b)) - int(str(a)) for a, b in zip(first, of_round, strict=True)] == [70, 0, 0, 70]


class TestRatingReport:
    def test_each_period_has_a_row_of_its_own(self) -> None:
        rows = rating_report(snapshot(with_november()))
        of_b = [
            (row.period and row.period.first, row.rating, [game.round for game in row.games])
            for row in rows
            if row.person.id == B
        ]
        assert of_b == [(1, 1900, [1]), (2, 2100, [2, 3]), (4, 2100, [])]

    def test_the_k_of_the_list_counts(self) -> None:
        rows = rating_report(snapshot(with_november()))
        assert [row.k for row in rows if row.person.id == C] == [20, 10, 10]

    def test_a_player_s_card_has_all_periods_together(self) -> None:
        view = snapshot(with_november())
        row = rating_row(view, view.people[B])
        apart = [row for row in rating_report(view) if row.person.id == B]
        assert row is not None
        assert (row.rating, len(row.games), row.change) == (1900, 3, sum(one.change for one in apart))

    def test_norms_take_the_rating_and_the_title_of_the_day(self) -> None:
        ground = NormGround(snapshot(with_november()), NormEvent.ORDINARY)
        number = PairingNumber(3)
        assert ground.game(1, number, 2) == NormGame(1, number, 1800, Title.NONE, "", 2)
        assert ground.game(2, number, 2) == NormGame(2, number, 1810, Title.FM, "", 2)


class TestFiles:
    def test_a_period_is_reported_alone(self) -> None:
        t = with_november()
        november = report_of_period(t, rating_periods(t)[1])
        assert [(one.rating, one.points, len(one.entries)) for one in november.players] == [
            (2000, 3, 2),
            (2100, 2, 2),
            (1810, 3, 2),
            (1700, 0, 2),
        ]
        assert [str(one.title) for one in november.players] == ["", "", "FM", ""]
        assert (november.header.start, november.header.end) == ("2026/11/01", "2026/11/22")
        assert november.header.round_dates == ("26/11/01", "26/11/22")
        assert november.rounds_planned == 2

    @pytest.mark.parametrize("ladder", list(Ladder))
    def test_a_reported_period_is_a_file_that_can_be_read(self, ladder: Ladder) -> None:
        t = with_november()
        report = report_of_period(t, rating_periods(t)[1])
        read = parse(write(report, ladder).encode())
        assert [one.points for one in read.players] == [one.points for one in report.players]
        assert {one.kind for one in read.repairs} <= {RepairKind.EXTENSION}

    @pytest.mark.parametrize("ladder", list(Ladder))
    def test_all_ratings_come_back(self, ladder: Ladder) -> None:
        t = with_november(replace(LONG, counted_rating=CountedRating.OF_ROUND))
        text = write(report_of(t), ladder, comments=[rules_comment(t), *round_comments(t)])
        back = replay(import_report(parse(text.encode()), file_name="league.trf", sha256="0" * 64))
        assert back.period_ratings == t.period_ratings
        assert (back.regulations.rating_periods, back.regulations.counted_rating) == (True, CountedRating.OF_ROUND)
