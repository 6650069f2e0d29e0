"""Crosstable, latest results, prizes, catalogue."""

from domain import events as e
from domain.tournament import Tournament, replay
from domain.words.games import Code, Result
from domain.words.regulations import Details
from projections.lists.catalogue import PAGE_ROWS, Catalogue, CataloguePage, Summary
from projections.moment.overview import Phase, overview
from projections.moment.snapshot import snapshot
from projections.round.results import disputed, latest_results
from projections.table.crosstable import crosstable
from projections.table.prize_list import prize_list
from tests.crosstable import history as events_of
from tests.crosstable import tournament

OPEN = """
    Alice 2500  +w4 ?b2
    Bruno 2400  +b3 ?w1
    Carla 2300  -w2 =w4
    David 2200  -b1 =b3
    Eva   2100  U   H
"""


def test_a_crosstable_has_a_cell_for_each_round() -> None:
    rows = crosstable(snapshot(tournament(OPEN)), by_place=False).rows
    assert [cell.code for cell in rows[4].cells] == [Code.PAIRING_BYE, Code.HALF_BYE]
    assert [cell.opponent.number for cell in rows[0].cells if cell.opponent] == [4, 2]


def test_by_place_the_leader_comes_first() -> None:
    assert crosstable(snapshot(tournament(OPEN))).rows[0].person.name == "Eva"


def test_latest_results_are_newest_first_and_each_board_once() -> None:
    events = [*events_of(OPEN), e.ResultCorrected(1, 1, Result.DRAW, Result.WHITE_WINS, 3, "misread", 2)]
    found = latest_results(snapshot(replay(events)))
    assert [(one.round, one.row.board) for one in found] == [(1, 1), (2, 2), (1, 2)]


def test_a_result_that_was_undone_is_no_news() -> None:
    events = events_of(OPEN)
    last = max(n for n, event in enumerate(events, 1) if isinstance(event, e.ResultRecorded))
    found = latest_results(snapshot(replay([*events, e.EventUndone(last, "a result")])))
    assert [(one.round, one.row.board) for one in found] == [(1, 2), (1, 1)]


def test_a_result_that_was_taken_out_is_no_news() -> None:
    events = [*events_of("A ?w4\nB ?w3\nC ?b2\nD ?b1"), e.ResultRecorded(1, 1, Result.DRAW)]
    shown = latest_results(
        snapshot(replay([*events, e.ResultRecorded(1, 2, Result.DRAW), e.ResultCleared(1, 1, Result.DRAW)]))
    )
    assert [(one.round, one.row.board) for one in shown] == [(1, 2)]


def test_boards_with_two_results_wait_for_a_word_until_their_round_is_closed() -> None:
    t = replay([e.ResultDisputed(2, 2, Result.WHITE_WINS), e.ResultDisputed(2, 1, Result.DRAW)], tournament(OPEN))
    assert disputed(t) == ((2, 1, 1), (2, 2, 1))
    assert disputed(tournament(OPEN)) == ()


def test_the_prizes_add_up_to_the_fund() -> None:
    announced = e.PrizesAnnounced((e.Prize("1st", 100), e.Prize("2nd", 51, place=2)))
    view = prize_list(snapshot(replay([*events_of(OPEN), announced])))
    assert view is not None
    assert view.paid + sum(prize.cents for prize in view.unclaimed) == view.fund == 151


def test_the_prizes_are_final_once_the_tournament_is_closed() -> None:
    events = [*events_of("A +w2\nB -b1", close_last=True), e.PrizesAnnounced((e.Prize("1st", 100),))]
    views = [prize_list(snapshot(replay([*events, *more]))) for more in ([], [e.TournamentClosed()])]
    assert [view.final for view in views if view] == [False, True]


def test_without_an_announcement_there_is_no_prize_list() -> None:
    assert prize_list(snapshot(tournament(OPEN))) is None


def test_a_tournament_says_how_far_it_has_come() -> None:
    view = overview(tournament(OPEN, rounds=5))
    assert (view.phase, view.round, view.decided, view.games) == (Phase.PLAYING, 2, 1, 2)


def test_a_draft_does_not_change_how_far_it_has_come() -> None:
    view = overview(tournament("A +w2 ?b2\nB -b1 ?w1", publish_last=False, rounds=5))
    assert (view.phase, view.round) == (Phase.BETWEEN, 1)


def listed(**tournaments: Tournament) -> Catalogue:
    catalogue = Catalogue()
    for slug, state in tournaments.items():
        catalogue.put(Summary(slug, state.version, "", overview(state)))
    return catalogue


def test_the_catalogue_has_what_is_played_first() -> None:
    rows = listed(
        old=tournament("A +w2\nB -b1", close_last=True, details=Details("Old", start="2026-12-01")),
        now=tournament("A ?w2\nB ?b1", details=Details("Now", start="2026-01-01")),
        soon=tournament("A\nB", details=Details("Soon", start="2026-11-01")),
    )
    assert [row.slug for row in rows] == ["now", "soon", "old"]


def test_a_tournament_that_begins_moves_up_in_the_catalogue() -> None:
    rows = listed(
        a=tournament("A\nB", details=Details("A", start="2026-01-01")),
        b=tournament("A\nB", details=Details("B", start="2026-02-01")),
    )
    assert [row.slug for row in rows] == ["b", "a"]
    rows.put(Summary("a", 9, "", overview(tournament("A ?w2\nB ?b1", details=Details("A", start="2026-01-01")))))
    assert [row.slug for row in rows] == ["a", "b"]


def test_the_catalogue_has_pages_and_the_last_one_is_shorter() -> None:
    state = tournament("A\nB")
    rows = listed(**{f"t{n:03}": state for n in range(PAGE_ROWS + 3)})
    first, second = rows.page(1), rows.page(2)
    assert (len(first.rows), len(second.rows), first.pages, second.found) == (PAGE_ROWS, 3, 2, PAGE_ROWS + 3)
    assert [*first.rows, *second.rows] == list(rows)
    assert rows.page(99) == second
    assert rows.page(0) == first


def test_a_tournament_is_found_by_its_name_its_place_its_arbiter_and_its_address() -> None:
    rows = listed(
        kupa=tournament("A\nB", details=Details("Купа „Левски“", city="Велико Търново", chief_arbiter="Ivanova, Anna")),
        open=tournament("A\nB", details=Details("Open", city="Sofia", chief_arbiter="Ivanova, Anna")),
    )
    for wanted in ("купа", "ВЕЛИКО купа", "kupa", "  Търново  "):
        assert [row.slug for row in rows.page(1, wanted).rows] == ["kupa"], wanted
    assert rows.page(1, "ivanova").found == 2
    assert rows.page(1, "ivanova burgas") == CataloguePage((), 1, 1, 0, "ivanova burgas")


def test_what_somebody_may_not_see_is_on_no_page() -> None:
    rows = listed(a=tournament("A\nB"), b=tournament("A\nB"))
    assert [row.slug for row in rows.page(admits=lambda slug: slug == "b").rows] == ["b"]


def test_what_cannot_be_shown_leaves_the_catalogue() -> None:
    state = tournament("A\nB")
    rows = listed(a=state, b=state)
    rows.drop("a")
    assert ([row.slug for row in rows], rows.positions) == (["b"], state.version)


def test_the_past_is_one_part_of_the_catalogue_closed_or_not() -> None:
    rows = listed(
        closed=tournament("A +w2\nB -b1", rounds=1, close_last=True, details=Details("C", start="2026-01-01")),
        over=tournament("A +w2\nB -b1", rounds=1, details=Details("O", start="2026-02-01")),
    )
    closed = tournament("A +w2\nB -b1", rounds=1, close_last=True, details=Details("C", start="2026-03-01"))
    rows.put(Summary("closed", 99, "", overview(replay([e.TournamentClosed()], closed))))
    assert {row.overview.phase for row in rows} == {Phase.OVER, Phase.CLOSED}
    assert [row.slug for row in rows] == ["closed", "over"]
