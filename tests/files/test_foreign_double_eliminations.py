"""A double elimination in a file of another program keeps its tree, whatever way losers took into the lower bracket."""

from itertools import groupby
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.files.exporting import report_of
from domain.files.header import regulations_of, round_comments, rules_comment
from domain.files.importing import kept_lines
from domain.files.remarks import About, remarks
from domain.files.trf import Ladder, Report, parse, write
from domain.files.trf.comments import tree_said
from domain.formats import rules_of
from domain.formats.tables.bracket import double_elimination_bracket
from domain.tournament import Tournament
from domain.words.brackets import BracketMatch, BracketPart, BracketPlace, Origin
from domain.words.options import BracketOrder, KnockoutOptions
from domain.words.regulations import Format
from tests.files.lines import file, player
from tests.files.test_foreign_knockouts import brought_in, foreign
from tests.formats.knockouts import Winner, all_results, knockout, next_round, placed, play_out

Tree = tuple[BracketMatch, ...]


def other_tree(size: int, seed: int) -> Tree:
    """Ours with the seeds, and the losers of each upper round, on lines drawn by lot."""
    chance, tree = Random(seed), double_elimination_bracket(size)
    turned: dict[BracketPlace, BracketPlace] = {}
    for (_, origin), group in groupby(
        sorted((match.round, place.origin, place) for match in tree[:-1] for place in match.places), lambda one: one[:2]
    ):
        places = [place for *_, place in group]
        drawn = [*places] if origin is Origin.WINNER else chance.sample(places, len(places))
        turned |= dict(zip(places, drawn, strict=True))
    return tuple(
        match._replace(places=(turned.get(one, one), turned.get(other, other)))
        for match in tree
        for one, other in [match.places]
    )


def of(size: int, tree: Tree, entrants: int = 0, second_final: bool = True) -> Tournament:
    options = KnockoutOptions(tree=tree, second_final=second_final)
    return knockout(entrants or size, options, format=Format.DOUBLE_ELIMINATION)


def said(report: Report) -> set[About]:
    return {remark.about for remark in remarks(report, regulations_of(report))}


def by_chance(seed: int) -> Winner:
    chance = Random(seed)
    return lambda white, black: chance.choice((white, black))


def ways(t: Tournament) -> set[tuple[int, BracketPart, frozenset[object]]]:
    """Who played each match, as the tree has it."""
    return {(node.match.round, node.match.part, frozenset(node.comers)) for node in rules_of(t).tree(t) if node.board}


@settings(max_examples=60, deadline=None)
@given(size=st.sampled_from([4, 8, 16]), seed=st.integers(0, 10_000), missing=st.integers(0, 3), second=st.booleans())
def test_a_double_elimination_comes_in_as_it_was_played(size: int, seed: int, missing: int, second: bool) -> None:
    entrants = max(size - missing, size // 2 + 1)
    t = play_out(of(size, other_tree(size, seed), entrants, second), by_chance(seed))
    report = foreign(t)
    back = brought_in(report)
    assert placed(back) == placed(t)
    assert ways(back) == ways(t)
    assert rules_of(back).over(back)
    assert About.BRACKETS_UNLIKE not in said(report)


@settings(max_examples=40, deadline=None)
@given(size=st.sampled_from([4, 8, 16]), seed=st.integers(0, 10_000), rounds=st.integers(1, 8))
def test_the_rounds_to_come_go_on_to_an_end(size: int, seed: int, rounds: int) -> None:
    t = of(size, other_tree(size, seed))
    for _ in range(rounds):
        if not rules_of(t).over(t):
            t = all_results(next_round(t), by_chance(seed + t.published))
    report = foreign(t)
    back = brought_in(report)
    assert ways(back) >= ways(t)
    assert About.BRACKETS_UNLIKE not in said(report)
    winner, *others = placed(play_out(back, by_chance(seed)))
    assert len(winner) == 1
    assert sum(map(len, others)) == size - 1


def test_one_that_follows_the_seeds_has_the_usual_tree() -> None:
    t = play_out(knockout(8, format=Format.DOUBLE_ELIMINATION))
    report = foreign(t)
    back = brought_in(report)
    assert back.regulations.knockout.tree == ()
    assert rules_of(back).places(back, back.published) == rules_of(t).places(t, t.published)
    assert About.BRACKETS_UNKNOWN in said(report)
    assert not {About.BRACKETS_UNLIKE, About.BRACKETS_BY_GAMES} & said(report)


def test_lines_drawn_by_lot_are_read_from_the_games() -> None:
    lots = KnockoutOptions(bracket=BracketOrder.LOT)
    report = foreign(play_out(knockout(8, lots, format=Format.DOUBLE_ELIMINATION)))
    assert About.BRACKETS_BY_GAMES in said(report)
    assert About.BRACKETS_UNKNOWN not in said(report)


def test_the_tree_comes_back_from_our_own_file() -> None:
    t = play_out(of(8, other_tree(8, 7)))
    text = write(report_of(t), Ladder.TRF26, comments=[rules_comment(t), *round_comments(t)])
    report = parse(text.encode())
    assert regulations_of(report).knockout.tree == t.regulations.knockout.tree
    assert placed(brought_in(report)) == placed(t)
    assert kept_lines(report, regulations_of(report)).before == ()


@pytest.mark.parametrize(
    "line",
    ["1mains1s2 1mains3s4 1mainw1w2", "1mains1s2 1mains1s4", "2lowerl3l4", "1sideways1s2", "1mains1s2 2mainw1w1"],
)
def test_a_line_that_is_no_tree_is_passed_over(line: str) -> None:
    assert tree_said([f"Bracket: {line}"]) == ()


def test_one_with_a_level_game_is_said_to_be_unknown() -> None:
    """1 and 4 drew in round 1, and nobody can tell which of them came into the lower bracket."""
    lines = [
        player(1, "1.5", "4 w =", "3 w 1"),
        player(2, "1.0", "3 w 1", "4 b 0"),
        player(3, "0.0", "2 b 0", "1 b 0"),
        player(4, "1.5", "1 b =", "2 w 1"),
    ]
    report = parse(file("092 Individual: Double elimination", *lines))
    assert regulations_of(report).knockout.tree == ()
    assert About.BRACKETS_UNLIKE in said(report)
