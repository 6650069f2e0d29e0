"""One small tournament, each view of it worked out by hand and compared to the last figure."""

from fractions import Fraction as F

import pytest

from domain import events as e
from domain.cards.card import Float
from domain.decisions.rounds.correcting import correct_result
from domain.tournament import RoundState, Tournament, replay
from domain.words.games import Bye, Code, Colour, Result
from domain.words.players import Player, PlayerId
from domain.words.regulations import Details, Regulations
from projections.lists.catalogue import Catalogue, Summary
from projections.moment.overview import Phase, overview
from projections.moment.snapshot import Snapshot, snapshot
from projections.player.card import compare, player_card
from projections.round.pairings import PairingsHead, pairings
from projections.round.reprojection import branch, pairing_effects
from projections.round.results import latest_results
from projections.round.seats import seats
from projections.table.preview import effect
from projections.table.prize_list import prize_list
from projections.table.rating_report import rating_report, year_of
from projections.table.standings import standings
from tests.crosstable import tournament

FIVE = """
Alice GM 2500  +w3 =b2 ?w5
Bruno    2400  +b4 =w1 -b3
Carla    2300  -b1 +w5 +w2
David    2200  -w2 U   H
Edith    2000  U   -b3 ?b1
"""
DETAILS = Details("Open", start="2026-05-01", end="2026-05-09", schedule=("first", "second", "third", "fourth"))
PRIZES = (
    e.Prize("1st", 30000, place=1),
    e.Prize("2nd", 10000, place=2),
    e.Prize("cup", 0, place=1),
    e.Prize("women", 5000, "W", 1),
)


def event() -> Tournament:
    return replay([e.PrizesAnnounced(PRIZES)], tournament(FIVE, rounds=4, details=DETAILS))


@pytest.fixture
def now() -> Snapshot:
    return snapshot(event())


def test_how_far_it_has_come(now: Snapshot) -> None:
    view = overview(now.tournament)
    assert (view.phase, view.round, view.rounds, view.official) == (Phase.PLAYING, 3, 4, False)
    assert (view.players, view.registered, view.games, view.decided, view.next_start) == (5, 5, 2, 1, "fourth")


@pytest.mark.parametrize(
    ("text", "rounds", "more", "phase", "start"),
    [
        ("A\nB", 2, (), Phase.ANNOUNCED, "first"),
        ("A +w2\nB -b1", 2, (), Phase.BETWEEN, "second"),
        ("A +w2\nB -b1", 1, (), Phase.OVER, ""),
        ("A Xw2\nB Xb1", 1, (), Phase.PLAYING, ""),
        ("A +w2\nB -b1", 1, (e.TournamentClosed(),), Phase.CLOSED, ""),
    ],
)
def test_each_phase_has_its_name_and_the_start_to_come(
    text: str, rounds: int, more: tuple[e.Event, ...], phase: Phase, start: str
) -> None:
    view = overview(replay(more, tournament(text, rounds=rounds, details=DETAILS)))
    assert (view.phase, view.next_start) == (phase, start)


def test_who_has_left_or_not_come_is_not_among_the_players() -> None:
    state = tournament("A +w2 . .\nB -b1 +w3 +w3\nC . -b2 -b2\nD . . U", rounds=4)
    assert (overview(state).players, overview(state).registered) == (3, 4)


def test_the_round_board_by_board(now: Snapshot) -> None:
    view = pairings(now, 3)
    assert view is not None
    assert view.head == PairingsHead(3, 4, 3, RoundState.PUBLISHED, "third", 2, 1)
    told = [
        (row.board, row.white.person.name, row.white.points, row.black.person.name, row.black.points, row.result)
        for row in view.boards
    ]
    assert told == [(1, "Alice", 3, "Edith", 2, None), (2, "Carla", 2, "Bruno", 3, Result.WHITE_WINS)]
    assert [(one.person.name, one.points, one.kind) for one in view.unpaired] == [("David", 2, Bye.HALF)]


def test_the_round_name_by_name(now: Snapshot) -> None:
    view = pairings(now, 3)
    assert view is not None
    told = [(row.person.name, row.points, row.white, row.opponent and row.opponent.name) for row in seats(now, view)]
    assert told == [
        ("Alice", 3, True, "Edith"),
        ("Bruno", 3, False, "Carla"),
        ("Carla", 2, True, "Bruno"),
        ("David", 2, False, None),
        ("Edith", 2, False, "Alice"),
    ]


@pytest.mark.parametrize(("round", "there"), [(-1, False), (0, False), (1, True), (3, True), (4, False)])
def test_only_a_published_round_has_boards(now: Snapshot, round: int, there: bool) -> None:
    assert (pairings(now, round) is not None) is there


def test_the_table_row_by_row(now: Snapshot) -> None:
    table = standings(now)
    assert (table.after, table.rounds, table.newest, table.known_then, table.open) == (3, 4, 3, False, 1)
    told = [(row.place, row.tied_with, row.person.name, row.points, row.moved, row.playing) for row in table.rows]
    assert told == [
        (1, 1, "Carla", 4, 4, False),
        (2, 1, "David", 3, 1, False),
        (3, 1, "Bruno", 3, -2, False),
        (4, 1, "Alice", 3, -3, True),
        (5, 1, "Edith", 2, -1, True),
    ]
    assert [row.values[-1] for row in table.rows] == [2300, 2400, 2333, 2233, 2400]


@pytest.mark.parametrize(("asked", "after"), [(None, 3), (-1, 0), (0, 0), (2, 2), (3, 3), (9, 3)])
def test_the_table_asked_for_is_the_nearest_there_is(now: Snapshot, asked: int | None, after: int) -> None:
    assert standings(now, asked).after == after


def test_a_player_round_by_round(now: Snapshot) -> None:
    carla = player_card(now, PlayerId(3))
    assert carla is not None
    assert (carla.place, carla.tied_with, carla.points, carla.after, carla.planned, carla.byes) == (1, 1, 4, 3, 4, ())
    assert carla.above is None
    assert carla.below is not None
    assert (carla.below.person.name, carla.below.place) == ("David", 2)
    told = [
        (line.round, line.code, line.points, line.total, line.board, line.opponent_points, line.colour, line.floated)
        for line in carla.lines
    ]
    assert told == [
        (1, Code.LOSS, 0, 0, 1, 3, Colour.BLACK, None),
        (2, Code.WIN, 2, 2, 2, 2, Colour.WHITE, Float.UP),
        (3, Code.WIN, 2, 4, 2, 3, Colour.WHITE, Float.UP),
    ]
    assert [line.change for line in carla.lines] == [F(-24, 5), 3, F(64, 5)]
    david = player_card(now, PlayerId(4))
    assert david is not None
    assert david.above is not None
    assert (david.above.person.name, david.above.place) == ("Carla", 1)
    assert [(line.round, line.code, line.board, line.opponent, line.total) for line in david.lines[1:]] == [
        (2, Code.PAIRING_BYE, 0, None, 2),
        (3, Code.HALF_BYE, 0, None, 3),
    ]


def test_the_leave_of_the_rounds_to_come_is_on_the_card() -> None:
    leave = [e.ByeGranted(PlayerId(1), round, Bye.HALF) for round in (4, 5)]
    card = player_card(snapshot(replay(leave, tournament(FIVE, rounds=6))), PlayerId(1))
    assert card is not None
    assert card.byes == (4, 5)
    card = player_card(snapshot(tournament(FIVE, rounds=6)), PlayerId(4))
    assert card is not None
    assert card.byes == ()


def test_two_players_side_by_side(now: Snapshot) -> None:
    view = compare(now, PlayerId(1), PlayerId(3))
    assert view is not None
    assert [line.round for line in view.met] == [1]
    common = [(c.opponent.name, [x.round for x in c.first], [x.round for x in c.second]) for c in view.common]
    assert common == [("Bruno", [2], [3]), ("Edith", [3], [2])]


def test_the_ratings_to_the_last_fraction(now: Snapshot) -> None:
    told = [
        (r.person.name, r.k, len(r.games), r.scored, r.expected, r.change, r.new_rating, r.performance)
        for r in rating_report(now)
    ]
    assert told == [
        ("Alice", 10, 2, F(3, 2), F(7, 5), 1, 2501, 2543),
        ("Bruno", 10, 3, F(3, 2), F(44, 25), F(-13, 5), 2397, 2333),
        ("Carla", 20, 3, 2, F(29, 20), 11, 2311, 2425),
        ("David", 20, 1, 0, F(6, 25), F(-24, 5), 2195, 1600),
        ("Edith", 20, 1, 0, F(3, 20), -3, 1997, 1500),
    ]
    assert year_of(now.tournament) == 2026


def test_the_prizes_to_the_last_cent(now: Snapshot) -> None:
    view = prize_list(now)
    assert view is not None
    told = [(row.person.name, row.place, row.award.cents, row.award.positions, row.award.names) for row in view.rows]
    assert told == [
        ("Carla", 1, 30000, (1,), ("1st",)),
        ("David", 2, 3334, (2, 3, 4), ("2nd",)),
        ("Bruno", 3, 3333, (2, 3, 4), ("2nd",)),
        ("Alice", 4, 3333, (2, 3, 4), ("2nd",)),
        ("Carla", 1, 0, (1,), ("cup",)),
    ]
    assert (view.unclaimed, view.paid, view.fund, view.final) == ((PRIZES[3],), 40000, 45000, False)


def test_the_news_newest_first(now: Snapshot) -> None:
    told = [(one.round, one.row.board, one.row.result) for one in latest_results(now)]
    assert told == [
        (3, 2, Result.WHITE_WINS),
        (2, 2, Result.WHITE_WINS),
        (2, 1, Result.DRAW),
        (1, 2, Result.BLACK_WINS),
        (1, 1, Result.WHITE_WINS),
    ]
    assert latest_results(now, 1) == latest_results(now)[:1]
    assert latest_results(now, 0) == ()


def test_a_correction_moves_points_places_and_money(now: Snapshot) -> None:
    """Carla drew with Alice: she has 5 half-points, Alice 2, and the second prize is shared by two."""
    events = correct_result(now.tournament, 1, 1, Result.DRAW, "scoresheet")
    view = effect(now, events)
    assert (view.after, view.currency, view.withdrawn) == (3, "EUR", None)
    points = {change.person.name: change.points for change in view.changes}
    assert (points["Alice"], points["Carla"]) == ((3, 2), (4, 5))
    assert {money.person.name: money.cents for money in view.prizes} == {
        "Alice": (3333, 0),
        "Bruno": (3333, 5000),
        "David": (3334, 5000),
    }
    after = {row.person.name: row.place for row in standings(snapshot(branch(now.tournament, events))).rows}
    assert {change.person.name: change.place[1] for change in view.changes} == {n: after[n] for n in points}


def test_the_rounds_after_a_correction_are_paired_again_one_by_one(now: Snapshot) -> None:
    events = correct_result(now.tournament, 1, 1, Result.DRAW, "scoresheet")
    told = [(one.round, one.published) for one in pairing_effects(now, events, first=1)]
    assert told == [(2, True), (3, True), (4, False)]
    assert [one.round for one in pairing_effects(now, events, first=3)] == [4]


def test_after_the_last_round_nothing_more_is_paired() -> None:
    now = snapshot(tournament("A +w2 =b3\nB -b1 =w4\nC +w4 =w1\nD -b3 =b2", rounds=2))
    events = correct_result(now.tournament, 1, 1, Result.DRAW, "scoresheet")
    assert [(one.round, one.published) for one in pairing_effects(now, events, first=1)] == [(2, True)]


def test_the_year_is_that_of_the_end_or_else_of_the_start() -> None:
    years = [
        year_of(tournament("A\nB", details=Details("x", start=start, end=end)))
        for start, end in (("2025-12-30", "2026-01-02"), ("2025-12-30", ""), ("", ""), ("soon", ""))
    ]
    assert years == [2026, 2025, 0, 0]


def test_the_catalogue_counts_positions_and_changes() -> None:
    rows = Catalogue()
    view = overview(tournament("A\nB"))
    assert (rows.positions, rows.revision, len(rows), "a" in rows) == (0, 0, 0, False)
    rows.put(Summary("a", 5, "", view))
    rows.put(Summary("b", 7, "", view))
    assert (rows.positions, rows.revision, len(rows), "a" in rows) == (12, 2, 2, True)
    rows.put(Summary("a", 6, "", view))
    assert (rows.positions, rows.revision, len(rows)) == (13, 3, 2)
    rows.drop("b")
    rows.drop("never there")
    assert (rows.positions, rows.revision, len(rows), "b" in rows) == (6, 4, 1, False)


def test_the_first_page_of_everything_is_the_one_that_is_followed() -> None:
    rows = Catalogue()
    for n in range(101):
        rows.put(Summary(f"t{n:03}", 1, "", overview(tournament("A\nB", rounds=1, regulations=Regulations()))))
    pages = [rows.page(number) for number in (1, 2, 3)]
    assert [(page.number, page.pages, len(page.rows), page.followed) for page in pages] == [
        (1, 3, 50, True),
        (2, 3, 50, False),
        (3, 3, 1, False),
    ]
    assert not rows.page(1, "t001").followed


@pytest.mark.parametrize(("round", "away"), [(2, True), (3, False)])
def test_who_leaves_before_the_next_round_is_away_and_who_leaves_later_is_not(round: int, away: bool) -> None:
    state = replay([e.PlayerWithdrawn(PlayerId(1), round)], tournament("A +w2\nB -b1", rounds=5))
    assert snapshot(state).people[PlayerId(1)].away is away


def test_the_last_of_the_table_has_nobody_below(now: Snapshot) -> None:
    edith, alice = (player_card(now, PlayerId(n)) for n in (5, 1))
    assert edith is not None
    assert alice is not None
    assert edith.below is None
    assert alice.below is not None
    assert (alice.below.person.name, alice.below.place) == ("Edith", 5)
    assert edith.above is not None
    assert (edith.above.person.name, edith.above.place) == ("Alice", 4)


def test_somebody_without_a_number_comes_after_those_with_one() -> None:
    before = snapshot(tournament("Ann 1800\nBob 2100\nCid 2000", rounds=5)).people.values()
    assert [(person.name, person.number) for person in before] == [("Ann", 1), ("Bob", 2), ("Cid", 3)]
    state = tournament("Ann +w2\nBob -b1", rounds=5)
    late = [e.PlayerRegistered(Player(PlayerId(n), name, rating), 2) for n, name, rating in ((3, "X", 1), (4, "Y", 2))]
    after = snapshot(replay(late, state)).people.values()
    assert [(person.name, person.number) for person in after] == [("Ann", 1), ("Bob", 2), ("Y", 0), ("X", 0)]
