"""The podium, and the tie-breaks that decide."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from domain import events as e
from domain.tournament import evolve, replay
from domain.words.games import Result
from domain.words.players import player_id
from domain.words.regulations import Regulations
from projections.moment.snapshot import snapshot
from projections.table.podium import decisive_standings, marked_standings, podium
from projections.table.standings import standings
from tests.crosstable import big_open, tournament
from tests.screens.fields import cup, finished_open
from tests.screens.site import open_of
from tests.team_events import team_tournament

UNBEATEN = "A 2400 +w4 =b2\nB 2300 +b3 =w1\nC 2200 -w2 +b4\nD 2100 -b1 -w3"
LEVEL = "A 2000 =w2\nB 2000 =b1"


def test_there_is_none_before_the_last_round_is_decided() -> None:
    assert podium(snapshot(replay(open_of(12)))) is None


def test_the_first_three_stand_on_it() -> None:
    found = podium(snapshot(replay(finished_open(12))))
    assert found is not None
    assert [row.place for row in found.first] == [1, 2, 3]


def test_the_best_of_each_category_with_prizes_stand_below_it() -> None:
    found = podium(snapshot(replay(finished_open(100))))
    assert found is not None
    assert [one.prize for one in found.best] == ["Best rated below 2400 of the whole championship"]


def test_the_podium_says_who_of_the_first_lost_no_game() -> None:
    found = podium(snapshot(tournament(UNBEATEN)))
    assert found is not None
    assert {row.person.name for row in found.first if row.person.id in found.unbeaten} == {"A", "B"}


def test_both_who_lost_their_semi_finals_stand_on_the_podium_of_a_cup() -> None:
    found = podium(snapshot(replay(cup(8, over=True))))
    assert found is not None
    assert [(row.place, row.person.number) for row in found.first] == [(1, 1), (2, 2), (3, 3), (3, 4)]
    assert found.bracket


def test_teams_stand_on_it_as_well() -> None:
    found = podium(snapshot(team_tournament(4, ["1-2 1111  3-4 11==", "3-1 0000  4-2 =00="])))
    assert found is not None
    assert [row.person.team for row in found.first] == [True, True, True]


def test_more_than_four_who_share_the_first_place_do_not_stand_on_it() -> None:
    drawn = "\n".join(f"P{n} 2000 ={'w' if n % 2 else 'b'}{n + 1 if n % 2 else n - 1}" for n in range(1, 7))
    assert podium(snapshot(tournament(drawn))) is None


def test_of_two_champions_both_are_first() -> None:
    found = podium(snapshot(tournament(LEVEL)))
    assert found is not None
    assert [row.place for row in found.first] == [1, 1]


# The tie-breaks that decide


def test_a_value_stands_only_where_it_tells_somebody_from_a_neighbour() -> None:
    """The first value in which two neighbours of the same points differ is said of both of them."""
    at = snapshot(replay(finished_open(100)))
    whole, said = standings(at), decisive_standings(at)
    assert [row.person for row in said.rows] == [row.person for row in whole.rows]
    told = 0
    for (one, two), (above, below) in zip(pairwise(whole.rows), pairwise(said.rows), strict=True):
        if one.points != two.points or one.place == two.place:
            continue
        values = zip(one.columns, one.values, two.values, strict=True)
        head = next(head for head, mine, theirs in values if mine != theirs)
        assert dict(above.still.cells)[head] is not None
        assert dict(above.still.cells)[head] != dict(below.still.cells)[head]
        told += 1
    assert told > 10


def test_those_who_share_a_place_have_the_same_values() -> None:
    at = decisive_standings(snapshot(replay(finished_open(7))))
    shared = [row for row in at.rows if row.place == 4]
    assert [row.tied_with for row in shared] == [2, 2]
    assert shared[0].values == shared[1].values
    assert any(value is not None for value in shared[0].values)


def test_somebody_whose_points_nobody_shares_has_no_value() -> None:
    at = decisive_standings(snapshot(replay(finished_open(24))))
    alone = [row for row in at.rows if sum(other.points == row.points for other in at.rows) == 1]
    assert alone
    assert all(value is None for row in alone for value in row.values)


def test_a_column_that_decides_nothing_is_left_out() -> None:
    table = snapshot(tournament("A 2000 +w2\nB 1900 -b1"))
    assert standings(table).columns
    assert decisive_standings(table).columns == ()


def test_a_value_behind_the_lots_that_told_two_apart_decides_nothing() -> None:
    laws = Regulations(rounds=1, order=("LOTS", "TPN"), shared_places=False)
    level = tournament(LEVEL, regulations=laws)
    drawn = snapshot(replay([*level.history, e.LotsDrawn("a seed", level.numbers[::-1])]))
    assert [row.person.name for row in standings(drawn).rows] == ["B", "A"]
    assert marked_standings(drawn).columns == ()


def test_on_walls_every_value_stands_and_those_that_decide_are_marked() -> None:
    at = snapshot(replay(finished_open(24)))
    said, marked = decisive_standings(at), marked_standings(at)
    assert marked.columns == said.columns
    for some, every in zip(said.rows, marked.rows, strict=True):
        assert None not in every.values
        decided = [value if decides else None for value, decides in zip(every.values, every.still.decided, strict=True)]
        assert decided == list(some.values)


ORDERS = [("F10",), ("C07-SWISS",), ("PTS", "DE", "WIN", "DE", "BH"), ("BRACKET", "TPN")]


@pytest.mark.parametrize("order", ORDERS, ids=" ".join)
def test_marks_made_from_those_before_are_the_marks_made_afresh(order: tuple[str, ...]) -> None:
    """Whatever moves: players pass by others, leave those they were tied with and join others."""
    dice, made = random.Random(5), None
    live = replay(history_of(big_open(24, 5, played=2), order))
    evolve(live, e.PlayerExpelled(player_id(7), 3))
    for _ in range(60):
        evolve(live, e.ResultRecorded(3, dice.randint(1, 12), dice.choice(list(Result))))
        made = snapshot(live, made)
        assert marked_standings(made) == marked_standings(snapshot(live))


def history_of(events: list[e.Event], order: tuple[str, ...]) -> list[e.Event]:
    """The same tournament with these tie-breaks."""
    announced, *rest = events
    assert isinstance(announced, e.TournamentAnnounced)
    return [replace(announced, regulations=replace(announced.regulations, order=order)), *rest]


def test_the_table_of_a_draft_tournament_is_empty() -> None:
    assert decisive_standings(snapshot(replay([*open_of(8)[:1], e.TournamentClosed()]))).rows == ()
