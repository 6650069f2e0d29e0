"""The literal implementation of 2026 by itself: printed orders, known rounds, terms and colours."""

import json
from collections.abc import Mapping
from itertools import combinations, islice

import pytest

from domain.cards.card import Card, CardLine, Float, Pair, PairingTask
from domain.pairing import SYSTEMS
from domain.words.games import Code, Colour, Scoring
from tests.pairing.compare_2026 import by_letter
from tests.pairing.comparing import described_2026
from tests.pairing.fields_by_hand_2026 import field, paired
from tests.pairing.known import CASES, KNOWN_ROUNDS, KnownRound
from tests.pairing.random_events_2026 import event_rounds
from tests.pairing.random_fields_2026 import random_field
from tests.pairing.to_the_letter_2026 import pair
from tests.pairing.to_the_letter_2026.colours import colour_of_higher
from tests.pairing.to_the_letter_2026.orders import divisions, exchanges, generated, transpositions
from tests.pairing.to_the_letter_2026.players import Player, Strength, players_of

W, B = Colour.WHITE, Colour.BLACK
TABLES = json.loads((CASES / "generation_orders.json").read_text())
FIXTURES = json.loads((CASES / "bbppairings_fixtures_2026.json").read_text())["cases"]


# Known rounds ------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", [k for k in KNOWN_ROUNDS if k.event.startswith("held")], ids=str)
def test_a_known_round_has_the_known_boards(known: KnownRound) -> None:
    assert pair(known.task) == known.answer


def line_of(text: str) -> CardLine:
    opponent, colour, code = text.split()
    points = Scoring().points(Code(code))
    return (
        CardLine(Code(code), points)
        if opponent == "0000"
        else CardLine(Code(code), points, int(opponent), Colour(colour))
    )


@pytest.mark.parametrize("case", FIXTURES, ids=lambda case: case["id"])
def test_the_bye_goes_where_c5_and_c9_send_it(case: Mapping[str, list[dict[str, object]]]) -> None:
    rounds = min(len(player["results"]) for player in case["players"])
    cards = {}
    for player in case["players"]:
        lines = [line_of(text) for text in player["results"]]
        cards[player["no"]] = Card(player["no"], lines=tuple(lines[:rounds]), present=len(lines) == rounds)
    got = pair(PairingTask(cards, rounds + 1, case["total_rounds"]))
    *pairs, (bye, _) = case["expected"]
    assert (set(got.pairs), got.bye) == ({Pair(*numbers) for numbers in pairs}, bye)


# Article 4: orders -------------------------------------------------------------------------------


def test_transpositions_count_the_first_places_alone() -> None:
    printed = TABLES["dutch2017_transposition_counts"]
    lows = [
        [low for _, low in pairs] for pairs in transpositions((1, 2, 3, 4, 5), (6, 7, 8, 9, 10, 11), lambda _: True)
    ]
    assert len(lows) == printed["homogeneous 11 players (S1=5,S2=6)"]
    assert (lows[0], lows[-1]) == (printed["first"], printed["last"])
    lows = [[low for _, low in pairs] for pairs in transpositions((1, 2), tuple(range(3, 12)), lambda _: True)]
    assert len(lows) == printed["heterogeneous 11 players, 2 MDPs"]
    assert (lows[0], lows[-1]) == (printed["first_h"], printed["last_h"])


def test_exchanges_of_eleven_players_come_in_the_printed_order() -> None:
    ones = [((e["s1"],), (e["s2"],)) for e in TABLES["dutch2012_exchanges_11_players_one"]]
    twos = [(tuple(e["s1"]), tuple(e["s2"])) for e in TABLES["dutch2012_exchanges_11_players_two"]]
    every = exchanges((1, 2, 3, 4, 5), (6, 7, 8, 9, 10, 11))
    assert every[0] == ((), ())
    assert [exchange for exchange in every[1:] if len(exchange[0]) <= 2] == ones + twos


def test_both_halves_are_sorted_after_an_exchange() -> None:
    assert list(islice(divisions((1, 2, 3, 4), 2), 3)) == [((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))]


def test_exchanges_in_the_remainder_count_its_own_places() -> None:
    """9 for 5 and 6 for 3 are both two places apart, and 5 is the larger to move down; in the bracket 6 is nearer."""
    upper = [s1 for s1, _ in divisions((3, 5, 6, 9), 2)]
    assert upper == [(3, 5), (3, 6), (3, 9), (5, 6), (5, 9), (6, 9)]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_sets_of_mdps_come_in_the_printed_order(size: int) -> None:
    players = players_of(field({4: (1, 2, 3, 4, 5), 2: (6, 7, 8, 9, 10)}))
    seen: dict[tuple[int, ...], None] = {}
    for pairs in generated(players[:5], players[5:], size, size, lambda _: True):
        seen[tuple(sorted(high.number for high, _ in pairs))] = None
    assert [list(numbers) for numbers in seen] == TABLES["dutch2012_D3_M0_5"][str(size)]


# Terms -------------------------------------------------------------------------------------------


def one(*lines: CardLine, scoring: Scoring | None = None, round: int | None = None, rounds: int = 19) -> Player:
    card = Card(1, lines=lines)
    (player,) = players_of(PairingTask({1: card}, round or len(lines) + 1, rounds, scoring=scoring or Scoring()))
    return player


@pytest.mark.parametrize(
    ("line", "float"),
    [
        (CardLine(Code.WIN, 2, 2, W, 1), Float.DOWN),
        (CardLine(Code.LOSS, 0, 2, W, -1), Float.UP),
        (CardLine(Code.DRAW, 1, 2, W, 0), None),
        (CardLine(Code.FORFEIT_WIN, 2, 2, W, -1), Float.DOWN),
        (CardLine(Code.FORFEIT_LOSS, 0, 2, W, 1), None),
        (CardLine(Code.PAIRING_BYE, 0), Float.DOWN),
        (CardLine(Code.FULL_BYE, 2), Float.DOWN),
        (CardLine(Code.HALF_BYE, 1), Float.DOWN),
        (CardLine(Code.ZERO_BYE, 0), None),
    ],
    ids=lambda value: f"{value.code.name}" if isinstance(value, CardLine) else str(value),
)
def test_floats_are_games_of_unequal_score_and_points_without_a_game(line: CardLine, float: Float | None) -> None:
    assert one(line).floats == (float,)


def test_no_more_than_a_loss_without_a_game_is_no_float() -> None:
    assert one(CardLine(Code.ZERO_BYE, 2), scoring=Scoring(6, 4, 2, 6, absence=2)).floats == (None,)


def test_virtual_points_of_the_round_decide_the_float() -> None:
    cards = {1: Card(1, lines=(CardLine(Code.WIN, 2, 2, W, 0),)), 2: Card(2, lines=(CardLine(Code.LOSS, 0, 1, B, 0),))}
    upper, lower = players_of(PairingTask(cards, 2, 9, virtual={1: (2, 2)}))
    assert (upper.score, upper.floats, lower.floats) == (4, (Float.DOWN,), (Float.UP,))


@pytest.mark.parametrize(
    ("line", "eligible"),
    [
        (CardLine(Code.PAIRING_BYE, 0), False),
        (CardLine(Code.FORFEIT_WIN, 2, 2, W), False),
        (CardLine(Code.FULL_BYE, 2), False),
        (CardLine(Code.HALF_BYE, 1), True),
        (CardLine(Code.FORFEIT_LOSS, 0, 2, W), True),
        (CardLine(Code.WIN, 2, 2, W), True),
    ],
    ids=lambda value: value.code.name if isinstance(value, CardLine) else str(value),
)
def test_a_bye_or_a_win_without_playing_bars_from_the_bye(line: CardLine, eligible: bool) -> None:
    assert one(line).may_have_bye is eligible


@pytest.mark.parametrize(
    ("colours", "strength", "wish"),
    [
        ("", Strength.NONE, None),
        ("wb", Strength.MILD, W),
        ("w", Strength.STRONG, B),
        ("wbb", Strength.ABSOLUTE, W),
        ("bwwbw", Strength.STRONG, B),
        ("wwbw", Strength.ABSOLUTE, B),
        ("bww", Strength.ABSOLUTE, B),
        ("wwbb", Strength.ABSOLUTE, W),
        ("b.w.w", Strength.ABSOLUTE, B),
    ],
)
def test_preferences_are_of_games_played(colours: str, strength: Strength, wish: Colour | None) -> None:
    lines = [CardLine(Code.ZERO_BYE, 0) if c == "." else CardLine(Code.DRAW, 1, 2, Colour(c)) for c in colours]
    player = one(*lines)
    assert (player.strength, player.wish) == (strength, wish)


@pytest.mark.parametrize(("points", "rounds", "topscorer"), [(3, 3, True), (2, 3, False), (4, 4, False)])
def test_a_topscorer_has_more_than_half_before_the_last_round(points: int, rounds: int, topscorer: bool) -> None:
    lines = (CardLine(Code.DRAW, points, 2), CardLine(Code.LOSS, 0, 3))
    assert one(*lines, rounds=rounds).topscorer is topscorer


# 5.2 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("higher", "lower", "colour"),
    [
        ("b", "w", W),
        ("", "b", B),
        ("wb", "b", B),
        ("b", "wb", W),
        ("wb", "wwbb", B),
        ("bwbb", "bbb", B),
        ("bbb", "bwbb", W),
        ("wwb", "wbw", W),
        ("wbwb", "bwwb", W),
        ("bwwb", "wbwb", B),
        ("b", "b", W),
        ("w", "w", B),
    ],
)
def test_colours_go_by_the_first_rule_that_decides(higher: str, lower: str, colour: Colour) -> None:
    task = field({4: (1,), 2: (2,)}, past={1: " ".join(higher), 2: " ".join(lower)})
    assert colour_of_higher(*players_of(task), W) is colour


@pytest.mark.parametrize(("lot", "board"), [(W, Pair(2, 3)), (B, Pair(3, 2))])
def test_the_parity_is_that_of_the_tpn_among_those_who_have_arrived(lot: Colour, board: Pair) -> None:
    """1 has not come yet, so that 2 has TPN 1."""
    cards = {n: Card(n, present=n > 1) for n in (1, 2, 3, 4)}
    assert pair(PairingTask(cards, 1, 9, lot)).pairs == (board,)


@pytest.mark.parametrize("code", [Code.ZERO_BYE, Code.HALF_BYE])
def test_a_bye_asked_for_is_no_arrival_and_a_game_is_one(code: Code) -> None:
    """1 is away again in round 2, in which 4 and 5 play their first game."""
    games = {2: CardLine(Code.WIN, 2, 3, W), 3: CardLine(Code.LOSS, 0, 2, B)}
    away = {n: CardLine(code, Scoring().points(code)) for n in (1, 4, 5)}
    cards = {n: Card(n, lines=(line,), present=n > 3) for n, line in (games | away).items()}
    assert pair(PairingTask(cards, 2, 9)).pairs == (Pair(4, 5),)
    cards[1] = Card(1, lines=(CardLine(Code.FORFEIT_LOSS, 0, 2, W),), present=False)
    assert pair(PairingTask(cards, 2, 9)).pairs == (Pair(5, 4),)


# All of it ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", ["small", "dense", "tiny", "messy"])
def test_no_pairing_of_an_event_breaks_an_absolute_criterion(profile: str) -> None:
    for _, (task, got) in islice(event_rounds(profile, "letter", by_letter), 60):
        told = "\n".join(described_2026(task))
        assert got is None or SYSTEMS["dutch-2026"].check(task, got.pairs, got.bye) == (), told


def test_everybody_present_is_seated_once_or_nothing_is_legal() -> None:
    for i in range(150):
        task = random_field(f"seated-{i}", 9)
        got = by_letter(task)
        if got:
            seated = [n for p in got.pairs for n in (p.white, p.black)] + ([got.bye] if got.bye else [])
            assert sorted(seated) == sorted(task.cards)


def test_the_same_seed_gives_the_same_rounds() -> None:
    def some() -> list[object]:
        return list(islice(event_rounds("messy", "again", by_letter), 40))

    assert some() == some()


def test_kept_apart_is_kept_apart() -> None:
    every = tuple(combinations((1, 2, 3, 4), 2))
    assert paired(field({0: (1, 2, 3, 4)}, apart=((1, 3), (2, 4)))) == ({(1, 4), (2, 3)}, None)
    assert by_letter(field({0: (1, 2, 3, 4)}, apart=every)) is None
