"""Every value of `tests/cases/tiebreaks.json`, with its ruleset, for every player.

The printed ones come from the exercises of FIDE's technical commission and from the seeds, the
others from tests of other projects or from an independent calculation; each entry of the file
says which. Deliberate differences from a printed value: none, except that where the exercises
print 0 for an average of nothing (ARO/C1 of player 12) the file and Tablo say "undefined".
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from domain.cards.card import Card, CardLine
from domain.ranking.tiebreaks import (
    UNDEFINED,
    Context,
    Cut,
    Field,
    Reference,
    Ruleset,
    TeamRules,
    Value,
    parse_tiebreak,
    places_among,
    values,
    working,
)
from domain.ranking.tiebreaks.opponents import (
    adjusted_scores,
    by_opponent,
    cut_by_score,
    lowest_contribution,
    sum_without,
)
from domain.ranking.tiebreaks.team_results import berlin, board_count, bottom_boards, strength_factor, top_boards
from domain.words.games import Code, Scoring
from tests.ranking.crosstables import BY_ID, CASES, cards_of, exact, individual, line, team_cards

_RULESETS = {"any": tuple(Ruleset), "rr": tuple(Ruleset), "c07": (Ruleset.C07_2024, Ruleset.C07_2026)}
_HUNDREDTHS = ("AOB", "SSSC")
"""Printed with two decimals."""


def _entries() -> Iterator[Any]:
    for name, case in BY_ID.items():
        for entry in case["expected"]:
            plain = not entry["tiebreak"].startswith(("ADJ", "EDE", "DE")) and isinstance(entry.get("values"), dict)
            if plain:
                for ruleset in _RULESETS.get(entry["ruleset"]) or (Ruleset(entry["ruleset"]),):
                    yield pytest.param(name, entry, ruleset, id=f"{name}-{entry['tiebreak']}-{ruleset}")


def _context(name: str, ruleset: Ruleset) -> Context:
    case = BY_ID[name]
    return Context(ruleset, rounds=case["rounds"], predetermined=case["format"] == "round_robin")


def _cards(name: str) -> Any:
    return team_cards(name) if BY_ID[name]["format"] == "team_swiss" else individual(name)


def _shown(tiebreak: str, value: Value) -> Value:
    """As printed: two decimals, half up, where the source rounds."""
    if tiebreak in _HUNDREDTHS and isinstance(value, Fraction):
        return Fraction((value * 200 + 1) // 2, 100)
    return value


@pytest.mark.parametrize(("name", "entry", "ruleset"), list(_entries()))
def test_a_column_is_as_known(name: str, entry: dict[str, Any], ruleset: Ruleset) -> None:
    found = values(_cards(name), parse_tiebreak(entry["tiebreak"]), _context(name, ruleset))
    shown = {int(n): _shown(entry["tiebreak"], found[int(n)]) for n in entry["values"]}
    rounded = entry["tiebreak"] in _HUNDREDTHS
    expected = {int(n): Fraction(round(x * 100), 100) if rounded else exact(x) for n, x in entry["values"].items()}
    assert shown == expected


@pytest.mark.parametrize(("tiebreak", "fore"), [("ADJ", False), ("ADJ_FORE", True)])
def test_adjusted_scores_are_those_of_the_exercises(tiebreak: str, fore: bool) -> None:
    entry = next(e for e in BY_ID["tec_swiss_16x5"]["expected"] if e["tiebreak"] == tiebreak)
    field = Field.of(individual("tec_swiss_16x5"), _context("tec_swiss_16x5", Ruleset.C07_2024))
    seen = field.fore() if fore else field
    assert [Fraction(x, 2) for x in adjusted_scores(seen)] == [Fraction(x) for x in entry["values"].values()]


@pytest.mark.parametrize("reference", list(Reference))
def test_adjusted_team_scores_are_those_of_the_exercises(reference: Reference) -> None:
    name = "tec_team_swiss_14x7"
    entry = next(e for e in BY_ID[name]["expected"] if e["tiebreak"] == f"ADJ:{reference.value}")
    field = Field.of(team_cards(name), _context(name, Ruleset.C07_2024)).referring(reference, "")
    assert [Fraction(x, 2) for x in adjusted_scores(field)] == [Fraction(x) for x in entry["values"].values()]


@pytest.mark.parametrize(("ruleset", "at"), [(Ruleset.C07_2024, 0), (Ruleset.C07_2026, 1)])
def test_the_forfeit_win_of_the_arbiters_manual(ruleset: Ruleset, at: int) -> None:
    case = BY_ID["am2026_ex01_forfeit_win"]
    context = Context(ruleset, rounds=case["rounds"])
    assert values(_stub(case), parse_tiebreak("BH"), context)[1] == Fraction(case["expected"][at]["values"])


def _stub(case: dict[str, Any]) -> dict[int, Card]:
    """The player of the example and nine opponents who made up their scores elsewhere."""
    kinds = {1: Code.WIN, 0.5: Code.DRAW, 0: Code.LOSS}
    mine, cards = [], {}
    for r, (kind, points, score) in enumerate(case["own_rounds"]):
        code = Code.FORFEIT_WIN if kind == "FW" else kinds[points]
        mine.append(CardLine(code, int(2 * points), r + 2))
        wins, draws = divmod(int(2 * score), 2)
        rows = [CardLine(Code.WIN, 2, 100)] * wins + [CardLine(Code.DRAW, 1, 100)] * draws
        cards[r + 2] = Card(r + 2, lines=tuple(rows + [CardLine(Code.LOSS, 0, 100)] * (9 - len(rows))))
    return cards | {1: Card(1, lines=tuple(mine))}


def test_trailing_zero_point_byes_count_as_draws_for_the_cap() -> None:
    """The example again: 4 1/2 points and two zero-point byes at the end are 5 1/2 (C.07, 16.3)."""
    row = ["+w2", "+w2", "+w2", "+w2", "=w2", "-w2", "-f2", "Z", "Z"]
    field = Field.of(cards_of({1: row}), Context(Ruleset.C07_2026, rounds=9))
    assert adjusted_scores(field) == [11]


@pytest.mark.parametrize("name", ["tec_swiss_16x5", "tec_rr_6x5"])
def test_direct_encounter_breaks_what_the_exercises_break(name: str) -> None:
    entry = next(e for e in BY_ID[name]["expected"] if e["tiebreak"] == "DE")
    assert _tiers(name, "DE", entry["groups"]) == entry["order"]


def test_extended_direct_encounter_breaks_what_the_exercises_break() -> None:
    entry = next(e for e in BY_ID["tec_team_swiss_14x7"]["expected"] if e["tiebreak"] == "EDE")
    assert _tiers("tec_team_swiss_14x7", "EDE", entry["groups"]) == entry["order"]


@pytest.mark.parametrize("tiebreak", ["EDE+BC", "EDE+TBR", "EDE+BBE"])
def test_boards_decide_between_the_last_two(tiebreak: str) -> None:
    name = "tec_team_swiss_14x7"
    entry = next(e for e in BY_ID[name]["expected"] if e["tiebreak"] == tiebreak)
    eleven, fourteen = (tuple(int(2 * x) for x in entry["boards"][n]) for n in ("11", "14"))
    cards = team_cards(name, {(11, 14): eleven, (14, 11): fourteen})
    code = {"EDE+BC": "EDEBT", "EDE+TBR": "EDET", "EDE+BBE": "EDEB"}[tiebreak]
    assert _tiers(name, code, [entry["teams"]], cards) == [entry["order"]]


def _tiers(name: str, code: str, groups: list[list[int]], cards: Any = None) -> list[list[list[int]]]:
    """The groups in tiers, each sorted."""
    found = values(cards or _cards(name), parse_tiebreak(code), _context(name, Ruleset.C07_2024))
    return [
        [sorted(n for n in group if found[n] == place) for place in sorted({_place(found[n]) for n in group})]
        for group in groups
    ]


def _place(value: Value) -> int:
    assert isinstance(value, int)
    return value


def test_direct_encounter_of_four_with_one_game_missing() -> None:
    """A beat all, B all but A, C and D have not met: A, B, then C and D tied (exercises, p. 42)."""
    cards = cards_of(
        {1: ["+w2", "+w3", "+w4"], 2: ["-b1", "+w4", "+w3"], 3: ["Z", "-b1", "-b2"], 4: ["Z", "-b2", "-b1"]}
    )
    cards = {n: Card(n, lines=tuple(CardLine(x.code, x.points, x.opponent) for x in c.lines)) for n, c in cards.items()}
    field = Field.of(cards, Context(Ruleset.C07_2026))
    assert places_among(field, parse_tiebreak("DE"), [0, 1, 2, 3], True) == {0: 1, 1: 2, 2: 3, 3: 3}


_MICRO = [case for case in CASES["micro"] if case["fn"] in ("board_count", "berlin")]


@pytest.mark.parametrize("case", _MICRO, ids=lambda case: case["id"])
def test_board_sums(case: dict[str, Any]) -> None:
    function = board_count if case["fn"] == "board_count" else berlin
    assert Fraction(function([int(2 * x) for x in case["args"]["boards"]]), 2) == Fraction(case["expected"])


@pytest.mark.parametrize("case", [c for c in CASES["micro"] if c["fn"] == "sssc_factor"], ids=lambda case: case["id"])
def test_the_factor_of_schedule_strength(case: dict[str, Any]) -> None:
    args = case["args"]
    rules = TeamRules(args["boards"], Reference(args["primary"]))
    field = Field.of(team_cards("tec_team_swiss_14x7"), Context(rounds=args["rounds"], team=rules))
    assert strength_factor(field) == case["expected"]


def test_top_and_bottom_boards() -> None:
    assert (top_boards([2, 1, 1, 0]), bottom_boards([2, 1, 1, 0])) == ((2, 1, 1, 0), (4, 3, 2))


@pytest.mark.parametrize("player", ["A", "B"])
def test_the_virtual_opponent_of_a_small_event(player: str) -> None:
    case = next(c for c in CASES["micro"] if c["fn"] == "buchholz_vo2009")
    number = {"A": 1, "B": 2}
    rows = {
        number[who]: [t[:-1] + str(number[t[-1]]) if t[-1] in number else t for t in row]
        for who, row in case["args"]["results"].items()
    }
    found = values(cards_of(rows), parse_tiebreak("BH"), Context(Ruleset.VO2009))
    assert found[number[player]] == Fraction(case["expected"][player])


def test_undefined_is_not_zero() -> None:
    assert values(cards_of({1: ["Z"]}), parse_tiebreak("ARO"), Context())[1] is UNDEFINED


def test_a_forfeit_keeps_its_opponent() -> None:
    assert line("+f7").opponent == 7


@pytest.mark.parametrize(
    ("counted", "low", "high", "left"),
    [
        ([], 1, 0, 0),
        ([], 0, 0, 0),
        ([], 2, 2, 0),
        ([4], 1, 0, 0),
        ([4, 3, 2], 1, 0, 7),
        ([4, 3, 2], 0, 0, 9),
        ([4, 3, 2], 2, 0, 4),
        ([4, 3, 2], 1, 1, 3),
        ([4, 3, 2], 0, 1, 5),
        ([4, 3, 2], 2, 2, 0),
        ([4, 3, 2], 5, 0, 0),
        ([4, 1, 3, 2, 2], 1, 1, 7),
    ],
)
def test_a_sum_leaves_out_the_smallest_and_the_largest(counted: list[int], low: int, high: int, left: int) -> None:
    assert sum_without(counted, low, high) == left


@pytest.mark.parametrize(
    ("counted", "amounts", "lowest"), [([], [], 0), ([3], [5], 5), ([3, 2, 2], [0, 6, 4], 4), ([2, 3], [9, 0], 9)]
)
def test_the_lowest_scoring_opponent_is_cut_and_of_equals_the_smaller_contribution(
    counted: list[int], amounts: list[int], lowest: int
) -> None:
    assert lowest_contribution(counted, amounts) == lowest


@pytest.mark.parametrize(
    ("voluntary", "low", "high", "cuts"),
    [
        ([], 0, 0, {}),
        ([], 1, 0, {3: Cut.LOW}),
        ([], 2, 0, {3: Cut.LOW, 1: Cut.LOW}),
        ([0], 1, 0, {0: Cut.VOLUNTARY}),
        ([0, 2], 1, 0, {2: Cut.VOLUNTARY}),
        ([0, 2], 3, 0, {2: Cut.VOLUNTARY, 0: Cut.VOLUNTARY, 3: Cut.LOW}),
        ([], 1, 1, {3: Cut.LOW, 0: Cut.HIGH}),
        ([0], 1, 1, {0: Cut.VOLUNTARY, 2: Cut.HIGH}),
        ([], 9, 1, dict.fromkeys(range(4), Cut.LOW)),
    ],
)
def test_a_cut_takes_what_was_missed_by_choice_first(
    voluntary: list[int], low: int, high: int, cuts: dict[int, Cut]
) -> None:
    """Opponents with 6, 3, 4 and 2 half-points (C.07, 16.5)."""
    assert cut_by_score([6, 3, 4, 2], voluntary, low, high) == cuts


@pytest.mark.parametrize(
    ("voluntary", "low", "lowest_score", "cuts"),
    [
        ([], 1, False, {3: Cut.LOW}),
        ([], 2, False, {3: Cut.LOW, 1: Cut.LOW}),
        ([0], 1, False, {0: Cut.VOLUNTARY}),
        ([1], 1, False, {3: Cut.LOW}),
        ([1], 2, False, {3: Cut.LOW, 1: Cut.VOLUNTARY}),
        ([0, 2], 1, False, {0: Cut.VOLUNTARY}),
        ([0, 2], 1, True, {2: Cut.VOLUNTARY}),
        ([], 9, False, dict.fromkeys(range(4), Cut.LOW)),
        ([], 0, False, {}),
    ],
)
def test_a_cut_of_products_takes_a_missed_round_that_contributes_as_much(
    voluntary: list[int], low: int, lowest_score: bool, cuts: dict[int, Cut]
) -> None:
    """Opponents with 6, 3, 4 and 2 half-points, who contribute 2, 0, 4 and 2 (C.07, 14.1.2 and 16.5)."""
    assert by_opponent([6, 3, 4, 2], [2, 0, 4, 2], voluntary, low, lowest_score=lowest_score) == cuts


def test_a_match_is_worth_its_boards_in_game_points_and_a_bye_what_a_draw_gives() -> None:
    rules = TeamRules(boards=4)
    assert rules.scoring(Reference.MATCH) == Scoring(win=4, draw=2, pairing_bye=2)
    assert rules.scoring(Reference.GAME) == Scoring(win=8, draw=4, loss=0, pairing_bye=4, absence=0)


@pytest.mark.parametrize("text", ["AOB", "SOB"])
def test_the_working_of_buchholz_of_opponents_has_their_rounds(text: str) -> None:
    """1 has met 2, who has a point, and then 3, who has none; their Buchholz is that of all they met."""
    cards = cards_of({1: ["+w2", "+b3"], 2: ["-b1", "+w4"], 3: ["-b4", "-w1"], 4: ["+w3", "-b2"]})
    shown = working(cards, 1, parse_tiebreak(text), Context(Ruleset.C07_2026)).contributions
    assert [(row.round, row.opponent, row.face, row.amount) for row in shown] == [(1, 2, 1, 3), (2, 3, 0, 3)]
