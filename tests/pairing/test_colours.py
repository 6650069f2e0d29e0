"""Colour histories and preferences (A.7, F.3), x (A.8), and who gets White (section E)."""

import json

import pytest

from domain.cards.card import CardLine
from domain.pairing.dutch_1998.competitors import Competitor, PairingField, Side, allocate, bears, least_clashes
from domain.pairing.swiss.colours import NO_PREFERENCE, Preference, Strength, colour_history, preference
from domain.words.games import Code, Colour
from tests.pairing.known import CASES

FACTS = json.loads((CASES / "unit_facts.json").read_text())
W, B = Colour.WHITE, Colour.BLACK
LETTERS = {"W": W, "B": B}


def played(letters: str) -> tuple[Colour, ...]:
    return tuple(LETTERS[letter] for letter in letters)


def line(letter: str) -> CardLine:
    return CardLine(Code.ZERO_BYE, 0) if letter == "-" else CardLine(Code.DRAW, 1, 9, LETTERS[letter])


def side(number: int, letters: str) -> Side:
    colours = played(letters)
    return Side(number, colours, preference(colours), frozenset(c for c in Colour if bears(colours, c)))


@pytest.mark.parametrize("fact", FACTS["F3_colour_history_compression"], ids=lambda fact: fact["in"])
def test_unplayed_rounds_are_squeezed_out(fact: dict[str, str]) -> None:
    assert colour_history(map(line, fact["in"])) == played(fact["out"].strip("-"))


def test_a_forfeit_gives_no_colour() -> None:
    assert colour_history([CardLine(Code.FORFEIT_WIN, 2, 5, W), CardLine(Code.WIN, 2, 6, B)]) == (B,)


@pytest.mark.parametrize(
    ("letters", "strength", "colour"),
    [
        ("WW", Strength.ABSOLUTE, B),
        ("BWW", Strength.ABSOLUTE, B),
        ("WBBWBB", Strength.ABSOLUTE, W),
        ("W", Strength.STRONG, B),
        ("WBB", Strength.ABSOLUTE, W),
        ("BWB", Strength.STRONG, W),
        ("WB", Strength.MILD, W),
        ("BW", Strength.MILD, B),
        ("WBWW", Strength.ABSOLUTE, B),
    ],
)
def test_what_a_player_is_due(letters: str, strength: Strength, colour: Colour) -> None:
    assert preference(played(letters)) == Preference(strength, colour)


def test_nobody_is_due_anything_before_his_first_game() -> None:
    assert preference(()) == NO_PREFERENCE


@pytest.mark.parametrize("case", FACTS["x_formula_1998"]["cases"], ids=lambda case: case["prefs"])
def test_x_is_the_least_number_of_pairs_that_disappoint(case: dict[str, str | int]) -> None:
    letters = str(case["prefs"])
    players = tuple(
        Competitor(
            number=i,
            score=0,
            met=frozenset(),
            colours=(),
            preference=Preference(Strength.STRONG, LETTERS[letter]) if letter != "-" else NO_PREFERENCE,
            exempt=False,
            may=frozenset(Colour),
            floats=(None, None),
            had_free_point=False,
        )
        for i, letter in enumerate(letters, 1)
    )
    field = PairingField(players, {p.number: i for i, p in enumerate(players)}, frozenset(), W)
    assert least_clashes(field, tuple(range(len(players))), len(players) // 2) == case["x"]


@pytest.mark.parametrize(
    ("higher", "lower", "article", "colour"),
    [
        ("BW", "WB", "E.1", B),
        ("", "WB", "E.1", B),
        ("WB", "", "E.1", W),
        ("BW", "BBWW", "E.2", W),
        ("BWW", "BW", "E.2", B),
        ("WB", "WBWB", "E.4", W),
        ("BWWB", "WBWB", "E.3", B),
        ("WBWB", "BWWB", "E.3", W),
        ("", "", "E.5", W),
    ],
)
def test_the_first_rule_of_section_e_that_can_decide_does(
    higher: str, lower: str, article: str, colour: Colour
) -> None:
    assert allocate(side(1, higher), side(2, lower), W) == (article, colour)


def test_even_numbers_get_the_other_colour_than_the_lot() -> None:
    assert allocate(side(2, ""), side(5, ""), B) == ("E.5", W)


def test_where_only_one_way_is_legal_a_stronger_preference_gives_in() -> None:
    """A player who may break B.2 in the last round keeps the label for E.2, not the colour."""
    exempt = Side(1, played("WWBWW"), Preference(Strength.ABSOLUTE, B), frozenset(Colour))
    bound = Side(2, played("WW"), Preference(Strength.ABSOLUTE, B), frozenset({B}))
    assert allocate(exempt, bound, W)[1] is W
