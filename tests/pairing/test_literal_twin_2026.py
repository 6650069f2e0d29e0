"""The literal implementation of 2026 by itself: printed orders, known rounds, and a field made for each criterion."""

import json
from collections.abc import Mapping
from itertools import combinations, islice

import pytest

from domain.cards.card import Card, CardLine, Float, Pair, PairingTask
from domain.pairing import SYSTEMS
from domain.words.games import Code, Colour, Scoring
from tests.pairing.compare_2026 import by_letter, described_2026
from tests.pairing.known import CASES, KNOWN_ROUNDS, KnownRound
from tests.pairing.random_events_2026 import event_rounds
from tests.pairing.random_fields_2026 import random_field
from tests.pairing.to_the_letter_2026 import NothingLegal, pair
from tests.pairing.to_the_letter_2026.colours import colour_of_higher
from tests.pairing.to_the_letter_2026.orders import divisions, exchanges, generated, transpositions
from tests.pairing.to_the_letter_2026.players import Player, Strength, players_of

W, B = Colour.WHITE, Colour.BLACK
TABLES = json.loads((CASES / "generation_orders.json").read_text())
FIXTURES = json.loads((CASES / "bbppairings_fixtures_2026.json").read_text())["cases"]
OUTSIDE = 99
"""A former opponent who is not in the field."""


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


def field(
    groups: Mapping[int, tuple[int, ...]],
    *,
    apart: tuple[tuple[int, int], ...] = (),
    past: Mapping[int, str] | None = None,
    last: bool = False,
    lot: Colour = W,
    absent: tuple[int, ...] = (),
) -> PairingTask:
    """Scoregroups by half-points; `past` has a word a round that adds no points.

    `w` and `b` are colours, `-` is a game that has none, `d` or `u` after it a float; `U` is the bye, `Z` no game.
    """
    words = {number: text.split() for number, text in (past or {}).items()}
    rounds = max((len(word) for word in words.values()), default=0)
    cards = {}
    for points, group in groups.items():
        for n in group:
            mine = [former(word) for word in words.get(n, [])]
            filled = [former("-")] * (rounds - len(mine)) + mine
            first = CardLine(Code.DRAW, points, OUTSIDE) if n not in absent else CardLine(Code.ZERO_BYE, points)
            cards[n] = Card(n, lines=(first, *filled), present=n not in absent)
    round = rounds + 2
    return PairingTask(cards, round, round if last else 19, lot, frozenset(map(frozenset, apart)))


def former(word: str) -> CardLine:
    if word in ("U", "Z"):
        return CardLine(Code(word), 0)
    ahead = {"d": 1, "u": -1}.get(word[1:], 0)
    return CardLine(Code.LOSS, 0, OUTSIDE, None if word[0] == "-" else Colour(word[0]), ahead)


def paired(task: PairingTask) -> tuple[set[tuple[int, int]], int | None]:
    got = pair(task)
    return {(min(p.white, p.black), max(p.white, p.black)) for p in got.pairs}, got.bye


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


# C1 to C21 ---------------------------------------------------------------------------------------


def test_two_who_met_are_not_paired_again_and_two_who_did_not_play_are() -> None:
    def round_2(code: Code, other: Code) -> PairingTask:
        cards = {
            1: Card(1, lines=(CardLine(code, 0, 2, W),)),
            2: Card(2, lines=(CardLine(other, 0, 1, B),)),
        }
        return PairingTask(cards, 2, 9)

    with pytest.raises(NothingLegal):
        pair(round_2(Code.LOSS, Code.LOSS))
    assert paired(round_2(Code.FORFEIT_LOSS, Code.FORFEIT_LOSS)) == ({(1, 2)}, None)


def test_a_bye_that_nobody_may_have_is_refused() -> None:
    with pytest.raises(NothingLegal):
        pair(field({0: (1,)}, past={1: "U"}))


def test_nobody_present_is_an_empty_round() -> None:
    assert paired(field({0: (1,)}, absent=(1,))) == (set(), None)


def test_two_with_the_same_absolute_preference_meet_if_one_is_a_topscorer() -> None:
    past = {1: "w w", 2: "w w"}
    with pytest.raises(NothingLegal):
        pair(field({6: (1,), 0: (2,)}, past=past))
    assert paired(field({6: (1,), 0: (2,)}, past=past, last=True)) == ({(1, 2)}, None)
    with pytest.raises(NothingLegal):
        pair(field({3: (1,), 0: (2,)}, past=past, last=True))


def test_c4_opens_a_bracket_for_those_below() -> None:
    """3 and 4 have met: both need one of the leaders."""
    assert paired(field({4: (1, 2), 0: (3, 4)}, apart=((3, 4),))) == ({(1, 3), (2, 4)}, None)


def test_c4_takes_the_bye_from_above_where_nobody_below_may_have_it() -> None:
    assert paired(field({4: (1, 2), 0: (3,)}, past={3: "U"})) == ({(1, 3)}, 2)


def test_c5_comes_before_c6() -> None:
    """1-2 would leave the bye to 3, as 3 and 4 have met and 4 had it; with both going down it is for 5."""
    task = field({4: (1, 2), 2: (3,), 0: (4, 5)}, apart=((3, 4),), past={4: "U"})
    assert paired(task) == ({(1, 3), (2, 4)}, 5)


def test_c6_moves_down_as_few_as_possible() -> None:
    """1 can meet 4 only, 2 can meet 3: two pairs rather than 1-2 and one left over."""
    assert paired(field({2: (1, 2, 3, 4)}, apart=((1, 3), (2, 4), (3, 4)))) == ({(1, 4), (2, 3)}, None)


def test_c7_pairs_the_highest_of_those_moved_down() -> None:
    """1 and 2 have met, 3 is alone in their next bracket: 2 goes on, though 1 and 3 prefer the same colour."""
    task = field({6: (1,), 4: (2,), 2: (3,), 0: (4,)}, apart=((1, 2),), past={1: "w", 2: "b", 3: "w", 4: "w"})
    assert paired(task) == ({(1, 3), (2, 4)}, None)


def test_c8_sends_down_somebody_whom_the_next_bracket_can_pair() -> None:
    assert paired(field({4: (1, 2, 3), 2: (4,), 0: (5, 6)})) == ({(1, 2), (3, 4), (5, 6)}, None)
    assert paired(field({4: (1, 2, 3), 2: (4,), 0: (5, 6)}, apart=((3, 4),))) == ({(1, 3), (2, 4), (5, 6)}, None)


def test_c8_looks_one_bracket_ahead_and_no_further() -> None:
    """3 sends 4 down, who meets nobody but 8; 2 in place of 3 would spare two brackets below that, but not the next."""
    task = field({6: (1, 2, 3), 4: (4, 5), 2: (6, 7), 0: (8,)}, apart=((3, 4), (4, 6), (4, 7)))
    assert paired(task) == ({(1, 2), (3, 5), (6, 7), (4, 8)}, None)


def test_c9_gives_the_bye_of_a_bracket_to_the_one_with_fewest_unplayed_games() -> None:
    assert paired(field({4: (1, 2, 3), 0: (4, 5)}, past={4: "U", 5: "U"})) == ({(1, 2), (4, 5)}, 3)
    assert paired(field({4: (1, 2, 3), 0: (4, 5)}, past={3: "Z", 4: "U", 5: "U"})) == ({(1, 3), (4, 5)}, 2)


def test_c9_is_not_asked_of_a_bracket_that_moves_down_more_than_one() -> None:
    """5 had the bye. One of the two who go down gets it: 3 or 4, though both have missed a round."""
    task = field({2: (1, 2, 3, 4), 0: (5,)}, past={3: "Z", 4: "Z", 5: "U"})
    assert paired(task) == ({(1, 2), (3, 5)}, 4)


TOO_WIDE, IN_A_ROW = "w w b w", "- b w w"


def test_c10_comes_before_c11() -> None:
    """All want Black. 1-3 and 2-4 give one of 1 and 3 a difference of three; 1-4 and 2-3 two third Whites in a row."""
    past = {1: TOO_WIDE, 2: IN_A_ROW, 3: TOO_WIDE, 4: IN_A_ROW}
    assert paired(field({6: (1, 2, 3, 4)}, past=past, last=True)) == ({(1, 4), (2, 3)}, None)


def test_c10_does_not_count_a_difference_that_becomes_smaller() -> None:
    """2 has White after four Blacks against the topscorer."""
    task = field({6: (1,), 0: (2, 3, 4)}, past={1: "b w b w", 2: "b b b b"}, last=True)
    assert pair(task).pairs == (Pair(2, 1), Pair(3, 4))


def test_c12_gives_the_most_players_their_colour() -> None:
    past = {1: "w", 2: "b", 3: "w", 4: "b"}
    assert paired(field({2: (1, 2, 3, 4)}, past=past)) == ({(1, 4), (2, 3)}, None)


def test_c13_denies_mild_preferences_first() -> None:
    """All want White, 2 and 4 strongly."""
    past = {1: "w b", 2: "- b", 3: "w b", 4: "- b"}
    assert paired(field({2: (1, 2, 3, 4)}, past=past)) == ({(1, 4), (2, 3)}, None)


def test_the_first_of_equal_candidates_counts_places_in_the_remainder() -> None:
    """10 meets 8, and 6 goes down. 9 changes with 3, or 7 with 2: each three places apart once 8 has left."""
    past = {
        1: "b wu b w",
        2: "w b Z U",
        3: "b w bu wd",
        4: "w Z Z bu",
        6: "w b w bu",
        7: "b w b U",
        8: "w b w b",
        9: "b w b w",
        10: "U bd wd wd",
        11: "Z U w b",
        12: "Z Z Z Z",
    }
    met = ((1, 6), (1, 8), (1, 10), (1, 11), (2, 7), (2, 9), (3, 4), (3, 6), (3, 8), (3, 10), (4, 9), (6, 9), (6, 10))
    more = ((7, 8), (7, 11), (8, 9))
    groups = {5: (10,), 4: (1, 2, 3, 6, 7, 8, 9, 11), 3: (4,), 0: (12,)}
    answer = paired(field(groups, apart=met + more, past=past))
    assert answer == ({(8, 10), (1, 7), (2, 3), (9, 11), (4, 6)}, 12)


@pytest.mark.parametrize("word", ["-d", "-d -"], ids=["C14", "C16"])
def test_a_resident_does_not_float_down_again(word: str) -> None:
    assert paired(field({2: (1, 2, 3), 0: (4,)}, past={3: word})) == ({(1, 3), (2, 4)}, None)


@pytest.mark.parametrize("word", ["-u", "-u -"], ids=["C15", "C17"])
def test_an_opponent_from_above_is_not_met_again(word: str) -> None:
    assert paired(field({2: (1,), 0: (2, 3, 4)}, past={2: word})) == ({(1, 3), (2, 4)}, None)


def test_the_last_round_counts_before_the_one_before_it() -> None:
    """C14 before C16: one of three floated down in the round before the last one, the others in the last."""
    past = dict.fromkeys((1, 2, 3), "- -d")
    assert paired(field({2: (1, 2, 3), 0: (4,)}, past=past | {3: "-d -"})) == ({(1, 2), (3, 4)}, None)
    assert paired(field({2: (1, 2, 3), 0: (4,)}, past=past | {2: "-d -"})) == ({(1, 3), (2, 4)}, None)


def test_floats_of_three_rounds_ago_do_not_count() -> None:
    assert paired(field({2: (1, 2, 3), 0: (4,)}, past={3: "-d - -"})) == ({(1, 2), (3, 4)}, None)


@pytest.mark.parametrize("word", ["-d", "-d -"], ids=["C18", "C20"])
def test_of_two_moved_down_the_one_who_floated_before_goes_no_further(word: str) -> None:
    """1 and 2 have met, and only one of them can meet 3."""
    groups = {4: (1, 2), 2: (3,), 0: (4,)}
    assert paired(field(groups, apart=((1, 2),))) == ({(1, 3), (2, 4)}, None)
    assert paired(field(groups, apart=((1, 2),), past={2: word})) == ({(2, 3), (1, 4)}, None)


@pytest.mark.parametrize("word", ["-u", "-u -"], ids=["C19", "C21"])
def test_who_floated_up_before_meets_the_nearer_of_two(word: str) -> None:
    groups = {6: (1,), 4: (2,), 2: (3, 4)}
    assert paired(field(groups, apart=((1, 2),))) == ({(1, 3), (2, 4)}, None)
    assert paired(field(groups, apart=((1, 2),), past={3: word})) == ({(1, 4), (2, 3)}, None)


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    cards = {n: Card(n) for n in range(1, 8)}
    assert pair(PairingTask(cards, 1, 5)).pairs == (Pair(1, 4), Pair(5, 2), Pair(3, 6))
    assert pair(PairingTask(cards, 1, 5, Colour.BLACK)).pairs == (Pair(4, 1), Pair(2, 5), Pair(6, 3))


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
