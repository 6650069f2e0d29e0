"""Direct encounter against a plain enumeration of what the missing games could bring."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.cards.card import Card, CardLine
from domain.ranking.tiebreaks import Context, Direct, Field, Ruleset, parse_tiebreak, places_among, values, working
from domain.words.games import Code, Scoring
from tests.ranking.crosstables import cards_of, line
from tests.tiers import tries

C07 = Context(Ruleset.C07_2026)
PAIRS = [(a, b) for a in range(1, 6) for b in range(a + 1, 6)]

GAMES = st.dictionaries(st.sampled_from(PAIRS), st.integers(0, 2), min_size=5, max_size=10)
"""Half-points of the lower number, for some of the ten games of five players."""


def _field(games: dict[tuple[int, int], int]) -> Field:
    lines: dict[int, list[CardLine]] = {n: [] for n in range(1, 6)}
    codes = {2: Code.WIN, 1: Code.DRAW, 0: Code.LOSS}
    for (a, b), points in games.items():
        for n in lines:
            mine = {a: (points, b), b: (2 - points, a)}.get(n)
            lines[n].append(CardLine(Code.ZERO_BYE, 0) if mine is None else CardLine(codes[mine[0]], mine[0], mine[1]))
    return Field.of({n: Card(n, lines=tuple(row)) for n, row in lines.items()}, C07)


def _outcomes(games: dict[tuple[int, int], int], group: list[int]) -> list[dict[int, int]]:
    """The scores among `group` for every way the missing games could end."""
    met = [pair for pair in PAIRS if set(pair) <= set(group)]
    missing = [pair for pair in met if pair not in games]
    tables = []
    for filled in product((0, 1, 2), repeat=len(missing)):
        results = {pair: games[pair] for pair in met if pair in games} | dict(zip(missing, filled, strict=True))
        scores = dict.fromkeys(group, 0)
        for (a, b), points in results.items():
            scores[a] += points
            scores[b] += 2 - points
        tables.append(scores)
    return tables


def _enumerated(games: dict[tuple[int, int], int], group: list[int]) -> list[list[int]]:
    """C.07, 6.2 and 6.3, word for word."""
    if len(group) == 1:
        return [group]
    tables = _outcomes(games, group)
    if len(tables) == 1:
        scores = sorted(set(tables[0].values()), reverse=True)
        tiers = [[n for n in group if tables[0][n] == score] for score in scores]
    else:
        tiers = _always_alone(tables, group)
    return tiers if len(tiers) == 1 else [tier for part in tiers for tier in _enumerated(games, part)]


def _always_alone(tables: list[dict[int, int]], group: list[int]) -> list[list[int]]:
    rest, fixed = list(group), []
    while len(rest) > 1:
        sure = [n for n in rest if all(table[n] > table[m] for table in tables for m in rest if m != n)]
        if not sure:
            break
        fixed.append(sure)
        rest.remove(sure[0])
    return [*fixed, rest]


@settings(max_examples=tries(150), deadline=None)
@given(GAMES)
def test_comparing_in_pairs_is_as_good_as_trying_everything(games: dict[tuple[int, int], int]) -> None:
    found = places_among(_field(games), parse_tiebreak("DE"), [0, 1, 2, 3, 4], True)
    tiers = _enumerated(games, [1, 2, 3, 4, 5])
    expected = {n - 1: 1 + sum(map(len, tiers[:at])) for at, tier in enumerate(tiers) for n in tier}
    assert found == expected


def test_strict_decides_nothing_unless_all_have_met() -> None:
    field = _field({(1, 2): 2, (1, 3): 2, (1, 4): 2, (1, 5): 2, (2, 3): 1})
    strict = Field.of({c.number: c for c in field.cards}, Context(direct=Direct.STRICT))
    assert set(places_among(strict, parse_tiebreak("DE"), [0, 1, 2, 3, 4], True).values()) == {1}


def test_c07_decides_what_is_certain() -> None:
    """Player 1 has beaten all four others, of whom 4 and 5 met nobody else."""
    field = _field({(1, 2): 2, (1, 3): 2, (1, 4): 2, (1, 5): 2, (2, 3): 1})
    assert places_among(field, parse_tiebreak("DE"), [0, 1, 2, 3, 4], True) == {0: 1, 1: 2, 2: 2, 3: 2, 4: 2}


RESULTS = "12+ 13- 14+ 15+ 23+ 24+ 25- 34= 35- 45-"
"""1 and 5 lead among themselves with three points each, and 1 has beaten 5."""


@pytest.mark.parametrize(("mode", "first"), [(Direct.STRICT, {0: 1, 4: 1}), (Direct.C07, {0: 1, 4: 2})])
def test_only_c07_asks_again_inside_a_new_tie(mode: Direct, first: dict[int, int]) -> None:
    games = {(int(x[0]), int(x[1])): {"+": 2, "=": 1, "-": 0}[x[2]] for x in RESULTS.split()}
    field = Field.of({c.number: c for c in _field(games).cards}, Context(direct=mode))
    found = places_among(field, parse_tiebreak("DE"), [0, 1, 2, 3, 4], True)
    assert {i: found[i] for i in first} == first


def test_two_games_of_a_pair_are_averaged() -> None:
    """C.07, 6.1.2: a ring in which 1 beat 2 twice is still a ring."""
    cards = cards_of({1: ["+w2", "+b2", "-w3"], 2: ["-b1", "-w1", "Z"], 3: ["Z", "Z", "+b1"]})
    row = (*cards[2].lines, CardLine(Code.WIN, 2, 3))
    other = (*cards[3].lines, CardLine(Code.LOSS, 0, 2))
    rows = {1: (*cards[1].lines, CardLine(Code.ZERO_BYE, 0)), 2: row, 3: other}
    field = Field.of({n: Card(n, lines=lines) for n, lines in rows.items()}, C07)
    assert places_among(field, parse_tiebreak("DE"), [0, 1, 2], True) == {0: 1, 1: 1, 2: 1}


@pytest.mark.parametrize(("text", "expected"), [("DE", {0: 1, 1: 1}), ("DE/P", {0: 1, 1: 2})])
def test_a_forfeit_counts_only_on_request(text: str, expected: dict[int, int]) -> None:
    """C.07, 6.1.1."""
    field = Field.of(cards_of({1: ["+f2"], 2: ["-f1"]}), C07)
    assert places_among(field, parse_tiebreak(text), [0, 1], True) == expected


def test_a_missing_game_gives_at_least_what_a_loss_gives() -> None:
    """2 points, 1 and 1/2: 1 has beaten 2 and 3 and not met 4, who can still come to no more than 4 points."""
    scoring = Scoring(win=4, draw=2, loss=1)
    rows = {1: "+w2 +w3 Z", 2: "-b1 =w4 =b3", 3: "=w4 -b1 =w2", 4: "=b3 =b2 Z"}
    cards = {n: Card(n, lines=tuple(line(token, scoring) for token in row.split())) for n, row in rows.items()}
    field = Field.of(cards, Context(Ruleset.C07_2026, scoring))
    assert places_among(field, parse_tiebreak("DE"), [0, 1, 2, 3], True)[0] == 1
    assert places_among(field, parse_tiebreak("DE"), [0, 1, 2, 3], True)[3] > 1


def test_the_working_shows_the_games_among_the_tied_alone() -> None:
    """1 and 2 are equal; 3 and 4 have met both, and count for nothing here."""
    rows = {1: ["+w2", "-b3", "+w4"], 2: ["-b1", "+w4", "+b3"], 3: ["-b4", "+w1", "-w2"], 4: ["+w3", "-b2", "-b1"]}
    cards = cards_of(rows)
    shown = working(cards, 1, parse_tiebreak("DE"), C07, among=(1, 2))
    assert [(row.round, row.opponent, row.amount) for row in shown.contributions] == [(1, 2, 1)]
    assert (shown.value, shown.among) == (1, (1, 2))


def test_the_encounter_for_first_place_says_nothing_of_those_below() -> None:
    """1 beat 2, both have two points; 3 beat 4, both have one."""
    cards = cards_of({1: ["+w2", "Z", "F"], 2: ["-b1", "F", "F"], 3: ["+w4", "Z", "Z"], 4: ["-b3", "F", "Z"]})
    context = Context(Ruleset.VO2009)
    assert values(cards, parse_tiebreak("DE"), context) == {1: 1, 2: 2, 3: 1, 4: 2}
    assert values(cards, parse_tiebreak("DE1"), context) == {1: 1, 2: 2, 3: 1, 4: 1}


@pytest.mark.parametrize(("text", "shown"), [("DE", []), ("DE/P", [(1, 2, 1)])])
def test_the_working_shows_a_forfeit_only_on_request(text: str, shown: list[tuple[int, int, int]]) -> None:
    told = working(cards_of({1: ["+f2"], 2: ["-f1"]}), 1, parse_tiebreak(text), C07, among=(1, 2))
    assert [(row.round, row.opponent, row.amount) for row in told.contributions] == shown


def test_in_a_table_drawn_beforehand_the_working_shows_forfeits() -> None:
    told = working(
        cards_of({1: ["+f2"], 2: ["-f1"]}), 1, parse_tiebreak("DE"), replace(C07, predetermined=True), among=(1, 2)
    )
    assert [(row.round, row.opponent) for row in told.contributions] == [(1, 2)]


def test_the_encounter_for_first_place_leaves_all_others_tied() -> None:
    """1 beat 2 and 3, and 2 beat 3; all have two points."""
    rows = {1: ["+w2", "+b3", "Z", "Z"], 2: ["-b1", "+w3", "F", "Z"], 3: ["-b2", "-w1", "F", "F"]}
    field = Field.of(cards_of(rows), Context(Ruleset.VO2009))
    assert places_among(field, parse_tiebreak("DE1"), [0, 1, 2], True) == {0: 1, 1: 2, 2: 2}
    assert places_among(field, parse_tiebreak("DE"), [0, 1, 2], True) == {0: 1, 1: 2, 2: 3}
