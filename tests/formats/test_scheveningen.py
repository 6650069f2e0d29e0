"""A match by the Scheveningen tables: every player of one team meets every player of the other."""

import json
from collections import Counter
from dataclasses import replace
from itertools import groupby, product
from pathlib import Path

import pytest

from domain.decisions.players.attendance import withdraw
from domain.decisions.players.numbering import draw_numbers
from domain.decisions.rounds.pairing import pair_round
from domain.decisions.rounds.results import record_result
from domain.decisions.setup.announcing import announce_in_mode
from domain.formats.tables.scheveningen import scheveningen_round
from domain.refusals import BadField, NumbersNotDrawn, TeamsDoNotFit
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import annulled, table_cards
from domain.words.games import Result
from domain.words.options import NumbersBy, RoundRobinOptions, ScheveningenOptions
from domain.words.players import Player, player_id
from domain.words.regulations import Details, Format, Regulations
from projections.moment.snapshot import snapshot
from projections.table.crosstable import meetings
from tests.crosstable import announced
from tests.formats.tables import entered as table_of
from tests.formats.tables import pairs, play, published

CASES = Path(__file__).parent.parent / "cases"
PRINTED: dict[str, list[str]] = json.loads((CASES / "scheveningen_tables.json").read_text())["tables"]
SIZES = range(2, 11)
LAWS = Regulations(format=Format.SCHEVENINGEN, order=("SB",), scheveningen=ScheveningenOptions("Sofia", "Plovdiv"))


def entered(clubs: str, laws: Regulations = LAWS) -> Tournament:
    """`SPPS`: of Sofia or Plovdiv, by rating."""
    names = {"S": "Sofia", "P": "PLOVDIV", "X": "Varna"}
    players = [Player(player_id(n), f"Player {n}", 2500 - n, club=names[c]) for n, c in enumerate(clubs, 1)]
    return announced(laws, Details("Match"), players)


@pytest.mark.parametrize("boards", [int(printed) for printed in PRINTED])
def test_the_tables_are_as_printed(boards: int) -> None:
    def called(number: int) -> str:
        return f"A{number}" if number <= boards else f"B{number - boards}"

    made = [
        " ".join(f"{called(white)}-{called(black)}" for white, black in scheveningen_round(boards, round))
        for round in range(1, boards + 1)
    ]
    assert made == PRINTED[str(boards)]


@pytest.mark.parametrize("boards", SIZES)
def test_each_of_a_meets_each_of_b_once_and_everybody_plays_in_every_round(boards: int) -> None:
    rounds = [scheveningen_round(boards, round) for round in range(1, boards + 1)]
    met = sorted(tuple(sorted(board)) for round in rounds for board in round)
    assert met == list(product(range(1, boards + 1), range(boards + 1, 2 * boards + 1)))
    assert all(sorted(n for board in round for n in board) == list(range(1, 2 * boards + 1)) for round in rounds)


@pytest.mark.parametrize("boards", SIZES)
def test_colours_differ_by_one_at_most_and_seldom_repeat(boards: int) -> None:
    rounds = [scheveningen_round(boards, round) for round in range(1, boards + 1)]
    for number in range(1, 2 * boards + 1):
        colours = [board.index(number) for round in rounds for board in round if number in board]
        assert abs(2 * sum(colours) - boards) == boards % 2
        assert max(len(list(run)) for _, run in groupby(colours)) <= 3
    whites = Counter(white <= boards for round in rounds for white, _ in round)
    assert whites[True] - whites[False] == boards % 2


def test_the_teams_play_as_many_rounds_as_they_have_boards() -> None:
    t = published(entered("SPPS"))
    assert (t.published, t.numbers) == (2, (1, 4, 2, 3))
    assert (pairs(t, 1), pairs(t, 2)) == ([(1, 2), (4, 3)], [(3, 1), (2, 4)])


def test_a_return_match_has_the_other_colours() -> None:
    t = published(entered("SPPS", replace(LAWS, round_robin=RoundRobinOptions(cycles=2))))
    assert (t.published, pairs(t, 3)) == (4, [(2, 1), (3, 4)])


@pytest.mark.parametrize("clubs", ["SPP", "SSPPX", "SP", "S" * 11 + "P" * 11, "SSSS"])
def test_teams_that_do_not_fit_are_refused(clubs: str) -> None:
    with pytest.raises(TeamsDoNotFit) as refused:
        pair_round(entered(clubs))
    assert (refused.value.first, refused.value.second) == (clubs.count("S"), clubs.count("P"))
    assert refused.value.others == tuple(n for n, club in enumerate(clubs, 1) if club == "X")


@pytest.mark.parametrize("teams", [("", "Plovdiv"), ("Sofia", ""), ("Sofia", "SOFIA")])
def test_two_teams_have_two_names(teams: tuple[str, str]) -> None:
    with pytest.raises(BadField):
        announce_in_mode(Details("Match"), replace(LAWS, scheveningen=ScheveningenOptions(*teams)), fide_mode=False)


def test_each_team_may_draw_its_numbers() -> None:
    t = entered("SPPSSP", replace(LAWS, round_robin=RoundRobinOptions(numbers=NumbersBy.LOT)))
    with pytest.raises(NumbersNotDrawn):
        pair_round(t)
    t = published(replay(draw_numbers(t, "seed"), t))
    assert (sorted(t.numbers[:3]), sorted(t.numbers[3:])) == ([1, 4, 5], [2, 3, 6])


def test_nobody_meets_a_team_mate_and_the_table_counts_points() -> None:
    t = play(published(entered("SPSPSP")))
    assert {number: card.score for number, card in table_cards(t).items()} == {1: 6, 2: 4, 3: 2, 4: 4, 5: 2, 6: 0}


def test_who_leaves_early_is_annulled_here_too() -> None:
    t = published(entered("SPSPSP"))
    t = replay(withdraw(t, [player_id(6)]), t)
    assert annulled(t) == {6}


def test_the_crosstable_says_how_the_match_stands() -> None:
    t = published(entered("SSPP"))
    assert meetings(snapshot(t)).head.teams == (("Sofia", 0), ("Plovdiv", 0))
    assert meetings(snapshot(play(t))).head.teams == (("Sofia", 8), ("Plovdiv", 0))


def test_its_lines_and_columns_stand_team_by_team_also_by_place() -> None:
    t = published(entered("SPSPSP"))
    for round in t.rounds:
        for game in round.games:
            better = Result.WHITE_WINS if game.white > game.black else Result.BLACK_WINS
            t = replay(record_result(t, round.number, game.board, better, None), t)
    clubs = [t.players[person.id].club.casefold() for person in meetings(snapshot(t)).head.people]
    assert clubs == ["sofia"] * 3 + ["plovdiv"] * 3


def test_other_tables_have_no_teams() -> None:
    t = published(table_of(4, replace(LAWS, format=Format.ROUND_ROBIN)))
    assert meetings(snapshot(t)).head.teams == ()
