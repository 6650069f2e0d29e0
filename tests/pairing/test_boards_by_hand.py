"""The validators of a pairing by hand: each article against a rule written down a second time, in letters."""

from itertools import product

import pytest

from domain.cards.card import Card, CardLine, Pair, PairingTask
from domain.pairing import SYSTEMS
from domain.words.games import Code, Colour, Scoring

COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK}
HISTORIES = ["".join(letters) for games in range(6) for letters in product("WB", repeat=games)]
OF_FOUR = ["".join(letters) for letters in product("WB", repeat=4)]


def card(number: int, letters: str, points: int = 1, more: tuple[CardLine, ...] = ()) -> Card:
    """A game for each letter, against nobody who is here."""
    games = (CardLine(Code.DRAW, points, 100 * number + at, COLOURS[letter]) for at, letter in enumerate(letters))
    return Card(number, lines=(*games, *more))


def broken(
    system: str, white: Card, black: Card, *, rounds: int = 20, scoring: Scoring | None = None, bye: Card | None = None
) -> list[str]:
    cards = {c.number: c for c in (white, black, bye) if c is not None}
    task = PairingTask(cards, len(white.lines) + 1, rounds, scoring=scoring or Scoring())
    found = SYSTEMS[system].check(task, [Pair(white.number, black.number)], bye.number if bye else None)
    return [f"{breach.number} {' '.join(map(str, breach.players))}" for breach in found]


def harm(letters: str, player: int, colour: str) -> list[str]:
    """B.2 in letters: never three more of one colour, never one colour three times running."""
    after = letters + colour
    ahead = abs(after.count("W") - after.count("B"))
    return [f"B.2a {player}"] * (ahead > 2) + [f"B.2b {player}"] * after.endswith(3 * colour)


def harm_2026(letters: str, player: int, colour: str) -> set[str]:
    """C.04.1, 6 and 7 in letters; the colour that makes a difference smaller is no harm, however large it is."""
    after = letters + colour
    ahead = 2 * after.count(colour) - len(after)
    broken = {"6": ahead > 2, "7": after.endswith(3 * colour)}
    return {f"C.04.1, {number} {player}" for number, is_broken in broken.items() if is_broken}


def due(letters: str) -> str:
    """1.7.1 in letters: the colour somebody must have; empty = none."""
    ahead = letters.count("W") - letters.count("B")
    if abs(ahead) > 1:
        return "B" if ahead > 0 else "W"
    return {"WW": "B", "BB": "W"}.get(letters[-2:], "")


@pytest.mark.parametrize("letters", HISTORIES)
def test_b2_holds_for_each_colour_after_each_history(letters: str) -> None:
    other = ("WB" * 3)[: len(letters)]
    white = broken("dutch-1998", card(1, letters), card(2, other))
    black = broken("dutch-1998", card(2, other), card(1, letters))
    assert white == harm(letters, 1, "W") + harm(other, 2, "B")
    assert black == harm(other, 2, "W") + harm(letters, 1, "B")


@pytest.mark.parametrize("system", ["dutch-2026", "dubov-2026", "burstein-2026"])
@pytest.mark.parametrize("letters", OF_FOUR)
def test_c3_parts_two_who_must_have_the_same_colour(letters: str, system: str) -> None:
    for other in OF_FOUR:
        apart = due(letters) != "" and due(letters) == due(other)
        found = broken(system, card(1, letters), card(2, other), rounds=8)
        assert [one for one in found if one.startswith("C3")] == ["C3 1 2"] * apart


@pytest.mark.parametrize("system", ["dutch-2026", "dubov-2026", "burstein-2026", "mcmahon"])
@pytest.mark.parametrize("letters", HISTORIES)
def test_a_third_colour_and_three_more_of_it_are_named_for_each_player(letters: str, system: str) -> None:
    other = ("WB" * 3)[: len(letters)]
    white = broken(system, card(1, letters), card(2, other), rounds=8)
    black = broken(system, card(2, other), card(1, letters), rounds=8)
    assert {one for one in white if one.startswith("C.04.1")} == harm_2026(letters, 1, "W") | harm_2026(other, 2, "B")
    assert {one for one in black if one.startswith("C.04.1")} == harm_2026(other, 2, "W") | harm_2026(letters, 1, "B")


def test_lim_names_the_player_whose_limits_a_colour_breaks() -> None:
    assert broken("lim", card(1, "BWW"), card(2, "WBB")) == ["5.1 1", "5.1 2"]
    assert broken("lim", card(2, "WBB"), card(1, "BWW")) == []


@pytest.mark.parametrize("system", ["team-swiss-2026", "double-swiss-2026"])
def test_where_c_04_1_6_and_7_do_not_apply_no_colour_is_a_breach(system: str) -> None:
    assert broken(system, card(1, "BWW"), card(2, "WBB")) == []


@pytest.mark.parametrize("system", ["dutch-1998", "dutch-2026"])
@pytest.mark.parametrize(
    ("points", "rounds", "win", "bound"),
    [(1, 5, 2, True), (2, 5, 2, False), (2, 6, 2, True), (2, 5, 3, False), (2, 5, 4, True), (3, 5, 6, True)],
)
def test_above_half_the_points_before_the_last_round_nobody_is_bound(
    system: str, points: int, rounds: int, win: int, bound: bool
) -> None:
    """Four games of so many half-points each; half of what could be had is not above half of it."""
    found = broken(
        system, card(1, "WBWW", points), card(2, "BWWW", points), rounds=rounds, scoring=Scoring(win=win, draw=1)
    )
    articles = {
        "dutch-1998": ["B.2a 1", "B.2b 1"],
        "dutch-2026": ["C3 1 2", "C.04.1, 6 1", "C.04.1, 7 1"],
    }[system]
    assert found == articles * bound


@pytest.mark.parametrize("system", ["dutch-1998", "dutch-2026"])
def test_one_above_half_is_free_and_the_other_is_bound(system: str) -> None:
    found = broken(system, card(2, "BWWW", 1), card(1, "WBWW", 2), rounds=5)
    assert found == {"dutch-1998": ["B.2a 2", "B.2b 2"], "dutch-2026": []}[system]


@pytest.mark.parametrize(
    ("code", "barred"),
    [
        (Code.PAIRING_BYE, True),
        (Code.FULL_BYE, True),
        (Code.FORFEIT_WIN, True),
        (Code.HALF_BYE, False),
        (Code.ZERO_BYE, False),
        (Code.FORFEIT_LOSS, False),
        (Code.WIN, False),
    ],
)
def test_a_point_without_playing_bars_from_the_bye(code: Code, barred: bool) -> None:
    points = {Code.HALF_BYE: 1, Code.ZERO_BYE: 0, Code.FORFEIT_LOSS: 0}.get(code, 2)
    opponent = 50 if code in (Code.FORFEIT_WIN, Code.FORFEIT_LOSS, Code.WIN) else None
    line = CardLine(code, points, opponent, Colour.WHITE if opponent else None)
    third = card(3, "B", more=(line,))
    for system, article in (("dutch-1998", "B.1b"), ("dutch-2026", "C2")):
        assert broken(system, card(1, "WB"), card(2, "BW"), bye=third) == [f"{article} 3"] * barred


@pytest.mark.parametrize("system", ["dutch-2026", "dubov-2026", "burstein-2026", "mcmahon"])
def test_after_boards_by_hand_that_leave_no_colour_the_difference_goes_first_and_the_breach_is_named(
    system: str,
) -> None:
    """Only boards made by hand lead to b b b b w w: White is the third time running, Black makes three more."""
    task = PairingTask({1: card(1, "BBBBWW"), 2: card(2, "WBWBWB")}, 7, 20)
    made = SYSTEMS[system].pair(task)
    assert made.pairs == (Pair(1, 2),)
    assert [breach.number for breach in SYSTEMS[system].check(task, made.pairs)] == ["C.04.1, 7"]
    assert [breach.number for breach in SYSTEMS[system].check(task, [Pair(2, 1)])] == ["C.04.1, 6"]
