"""Standings: who leads, since when, and as known when."""

from fractions import Fraction

from domain import events as e
from domain.decisions.players.attendance import readmit, withdraw
from domain.decisions.players.numbering import set_initial_colour
from domain.decisions.players.registering import NewPlayer, register_many
from domain.decisions.rounds.pairing import pair_round, publish_round
from domain.ranking.order import BY_LOTS
from domain.tournament import Tournament, replay
from domain.words.articles import FIDE_2009, Article
from domain.words.games import Colour, Result
from domain.words.options import PlayoffOptions
from domain.words.players import Player, PlayerId, player_id
from domain.words.regulations import Regulations
from projections.moment.snapshot import snapshot
from projections.playoff.ties import tie
from projections.table.standings import Standings, ranking, standings, standings_then
from tests.crosstable import announced, history, tournament

LAWS = Regulations(rounds=3, order=("BH", "SB", "WIN"), ruleset="vo2009")
FOUR = """
    Alice 2500  +w4 =b2 +w3
    Bruno 2400  +b3 =w1 +b4
    Carla 2300  -w2 +b4 -b1
    David 2200  -b1 -w3 -w2
"""


def shown(text: str, after: int | None = None) -> Standings:
    return standings(snapshot(tournament(text, regulations=LAWS)), after)


def test_points_come_first_and_tie_breaks_in_order() -> None:
    view = shown(FOUR)
    assert [(row.person.name, row.points) for row in view.rows] == [
        ("Alice", 5), ("Bruno", 5), ("Carla", 2), ("David", 0),
    ]  # fmt: skip
    assert [column.text for column in view.columns] == ["BH", "SB", "WIN"]


def test_values_are_exact() -> None:
    alice = shown(FOUR).rows[0]
    assert alice.values[0] == Fraction(7, 2)


def test_who_is_not_paired_has_the_points_of_the_bye() -> None:
    rows = shown("A U\nB F\nC H\nD Z").rows
    assert {row.person.name: row.points for row in rows} == {"A": 2, "B": 2, "C": 1, "D": 0}


def test_equals_share_a_place() -> None:
    rows = shown("A =w2\nB =b1").rows
    assert [(row.place, row.tied_with) for row in rows] == [(1, 2), (1, 2)]


def test_the_column_names_its_article() -> None:
    assert Article(FIDE_2009, "32.3.1") in shown(FOUR).columns[0].articles


def test_movement_is_against_the_round_before() -> None:
    view = shown("A -w2 +b4\nB +b1 -w3\nC +w4 +b2\nD -b3 -w1")
    assert {row.person.name: row.moved for row in view.rows} == {"C": 0, "B": -1, "A": 0, "D": -1}


def test_round_one_has_no_movement() -> None:
    assert {row.moved for row in shown("A +w2\nB -b1").rows} == {None}


def test_while_a_round_is_running_its_players_are_marked() -> None:
    view = shown("A +w2 ?b3\nB -b1 +w4\nC +w4 ?w1\nD -b3 -b2")
    assert {row.person.name for row in view.rows if row.playing} == {"A", "C"}
    assert view.open == 1


def test_an_earlier_table_counts_only_its_rounds() -> None:
    assert [row.points for row in shown(FOUR, 1).rows] == [2, 2, 0, 0]


def test_a_later_correction_changes_the_table_as_known_now() -> None:
    state = replay([*history(FOUR, regulations=LAWS), _correction()])
    assert {r.person.name: r.points for r in standings(snapshot(state), 1).rows}["David"] == 2


def test_a_later_correction_leaves_the_table_as_known_then() -> None:
    state = replay([*history(FOUR, regulations=LAWS), _correction()])
    then = standings_then(snapshot(state), 1)
    assert then is not None
    assert {r.person.name: r.points for r in then.rows}["David"] == 0


def test_of_the_newest_round_then_is_now() -> None:
    assert standings_then(snapshot(tournament(FOUR)), 3) is None


def test_before_the_first_round_the_table_is_empty_of_points() -> None:
    view = shown("A 2000\nB 1900")
    assert (view.after, {row.points for row in view.rows}) == (0, {0})


def test_a_tie_break_that_separated_nobody_shows_nothing() -> None:
    laws = Regulations(rounds=3, order=("DE", "SB"), ruleset="vo2009")
    rows = standings(snapshot(tournament("A =w2 ?b3\nB =b1 ?w4\nC =w4 ?w1\nD =b3 ?b2", regulations=laws))).rows
    assert {row.values[0] for row in rows} == {None}


def test_lots_decide_last_where_they_were_drawn() -> None:
    drawn = e.LotsDrawn("seed", (snapshot(tournament("A =w2\nB =b1")).people[2].id, 1))  # type: ignore[index,arg-type]
    state = replay([*history("A =w2\nB =b1", regulations=LAWS), drawn])
    assert [row.person.name for row in standings(snapshot(state)).rows] == ["B", "A"]


def test_each_lot_belongs_to_the_player_who_drew_it() -> None:
    events = history("A =w2\nB =b1\nC =w4\nD =b3", regulations=LAWS)
    drawn = e.LotsDrawn("seed", (PlayerId(3), PlayerId(1), PlayerId(4), PlayerId(2)))
    table = ranking(snapshot(replay([*events, drawn])), 1)
    assert [(row.number, row.values[row.order.index(BY_LOTS)]) for row in table] == [(3, 1), (1, 2), (4, 3), (2, 4)]


def _correction() -> e.Event:
    """Board 1 of round 1 was Alice against David."""
    return e.ResultCorrected(1, 1, Result.BLACK_WINS, Result.WHITE_WINS, 4, "misread", 3)


def test_a_table_known_before_a_pairing_that_is_the_newest_event_is_the_one_of_now() -> None:
    now = snapshot(tournament("A +w2 ?w3\nB -b1 ?w4\nC +w4 ?b1\nD -b3 ?b2", publish_last=False))
    then = standings_then(now, 1)
    assert then is not None
    assert then.rows == standings(now, 1).rows


def test_those_level_below_the_winner_play_for_the_places_that_are_left() -> None:
    laws = Regulations(rounds=3, order=("WIN", "PLAYOFF"), playoff=PlayoffOptions(places=2))
    t = tournament("A +w2 +b3 +w4\nB -b1 =w4 =b3\nC =w4 -w1 =w2\nD =b3 =b2 -b1", regulations=laws, close_last=True)
    found = tie(snapshot(t), "seed")
    assert found is not None
    assert (found.place, found.places, sorted(found.players)) == (2, 1, [2, 3, 4])


def test_before_the_first_round_nobody_is_tied_for_a_place() -> None:
    laws = Regulations(rounds=3, order=("WIN", "PLAYOFF"))
    t = announced(laws, players=[Player(PlayerId(1), "A"), Player(PlayerId(2), "B")])
    assert tie(snapshot(t)) is None


def before_the_start(gone: int, back: bool = False) -> Tournament:
    """Round 1 of five players is out; one of them withdrew before it, with `back` is one again."""
    t = announced(Regulations(rounds=3))
    t = replay(register_many(t, [NewPlayer(f"Player {n}", 2400 - n) for n in range(1, 6)]), t)
    t = replay(set_initial_colour(t, Colour.WHITE), t)
    t = replay(withdraw(t, [player_id(gone)]), t)
    t = replay(readmit(t, player_id(gone)), t) if back else t
    t = replay(pair_round(t), t)
    return replay(publish_round(t, 1), t)


def test_whoever_withdrew_before_the_first_round_has_no_place() -> None:
    rows = standings(snapshot(before_the_start(gone=5))).rows
    assert sorted(row.person.name for row in rows) == [f"Player {n}" for n in range(1, 5)]


def test_whoever_comes_back_before_the_first_round_has_a_place() -> None:
    assert len(standings(snapshot(before_the_start(gone=5, back=True))).rows) == 5


def test_whoever_withdraws_after_a_game_keeps_their_row() -> None:
    view = shown("""
        Alice 2500  +w4 =b2
        Bruno 2400  +b3 =w1
        Carla 2300  -w2 +b5
        David 2200  -b1 .
        Elena 2100  U   -w3
    """)
    assert [row.person.name for row in view.rows if row.person.away] == ["David"]
    assert len(view.rows) == 5
