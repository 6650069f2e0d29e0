"""The Keizer score: values of places, what rounds give, and places that stand still."""

from fractions import Fraction
from random import Random

import pytest

from domain.cards.card import Card, CardLine
from domain.ranking.order import rank
from domain.ranking.tiebreak_lists import read_list
from domain.ranking.tiebreaks import Context, Fact, Field, parse_tiebreak, working
from domain.ranking.tiebreaks.keizer import HUNDREDTHS, OF_ONES_OWN, OF_THE_OPPONENT, keizer_scores, place_values
from domain.words.games import Code
from domain.words.players import PairingNumber

REPLY = {Code.WIN: Code.LOSS, Code.LOSS: Code.WIN, Code.DRAW: Code.DRAW}
POINTS = {Code.WIN: 2, Code.DRAW: 1, Code.PAIRING_BYE: 2, Code.FULL_BYE: 2, Code.HALF_BYE: 1}

Rounds = list[dict[int, tuple[Code, int | None]]]


def cards(players: int, rounds: Rounds) -> dict[PairingNumber, Card]:
    return {
        PairingNumber(n): Card(
            PairingNumber(n),
            lines=tuple(
                CardLine(code, POINTS.get(code, 0), None if foe is None else PairingNumber(foe)) for code, foe in mine
            ),
        )
        for n in range(1, players + 1)
        for mine in [[round.get(n, (Code.ZERO_BYE, None)) for round in rounds]]
    }


def game(white: int, black: int, code: Code) -> dict[int, tuple[Code, int | None]]:
    return {white: (code, black), black: (REPLY[code], white)}


def scores(players: int, rounds: Rounds) -> list[Fraction]:
    return [Fraction(one, HUNDREDTHS) for one in keizer_scores(Field.of(cards(players, rounds), Context()))]


def at_random(seed: int) -> tuple[int, Rounds]:
    chance = Random(seed)
    players, rounds = chance.randint(2, 24), []
    for _ in range(chance.randint(0, 9)):
        there = chance.sample(range(1, players + 1), chance.randint(0, players))
        one: dict[int, tuple[Code, int | None]] = {}
        for white, black in zip(there[::2], there[1::2], strict=False):
            one |= game(white, black, chance.choice([*REPLY]))
        if len(there) % 2:
            one[there[-1]] = (chance.choice([*OF_ONES_OWN]), None)
        rounds.append(one)
    return players, rounds


@pytest.mark.parametrize("players", range(2, 60))
def test_values_go_down_by_one_and_the_last_is_worth_about_a_third(players: int) -> None:
    values = place_values(players)

    assert values == list(range(values[0], values[0] - players, -1))
    assert values[-1] >= 1
    assert abs(values[0] - 3 * values[-1]) <= 2


def test_six_players_have_the_values_of_the_description() -> None:
    """Wikipedia, Keizer system: of six the first has 7, the second 6."""
    assert place_values(6) == [7, 6, 5, 4, 3, 2]


def test_before_the_first_round_everybody_has_the_value_of_their_place() -> None:
    assert scores(4, []) == [4, 3, 2, 1]


def test_a_win_gives_the_value_of_the_opponent_and_a_draw_half() -> None:
    """Places stay 1, 2, 3, 4: 4 + 3; 3; 2 + 1/2; 1 + 2/2."""
    assert scores(4, [game(1, 2, Code.WIN) | game(3, 4, Code.DRAW)]) == [7, 3, Fraction(5, 2), 2]


def test_values_are_worked_out_again_after_a_surprise() -> None:
    """The last beats the first, worth 3: with 1 + 3 the first of all, and what they beat is the second, worth 2."""
    assert scores(3, [game(3, 1, Code.WIN)]) == [2, 1 + Fraction("0.35"), 3 + 2]


@pytest.mark.parametrize(
    ("code", "part"),
    [(Code.PAIRING_BYE, "0.5"), (Code.FULL_BYE, "0.7"), (Code.HALF_BYE, "0.35"), (Code.ZERO_BYE, "0.35")],
)
def test_a_round_away_gives_a_part_of_ones_own_value(code: Code, part: str) -> None:
    assert scores(3, [{1: (code, None)} | game(2, 3, Code.DRAW)])[0] == 3 + 3 * Fraction(part)


@pytest.mark.parametrize("seed", range(150))
def test_scores_come_out_again_when_they_are_worked_out_from_the_places_that_they_give(seed: int) -> None:
    """At once where places stand still, after a few turns where they come round in a circle."""
    players, rounds = at_random(seed)
    made = scores(players, rounds)

    turned = [made]
    for _ in range(50):
        turned.append(_turned(turned[-1], rounds))

    assert made in turned[1:]


def _turned(made: list[Fraction], rounds: Rounds) -> list[Fraction]:
    ranking = sorted(range(len(made)), key=lambda i: (-made[i], i))
    value = {i + 1: v for i, v in zip(ranking, place_values(len(made)), strict=True)}
    return [sum((_worth(value, n, round) for round in rounds), Fraction(value[n])) for n in sorted(value)]


def _worth(value: dict[int, int], n: int, round: dict[int, tuple[Code, int | None]]) -> Fraction:
    code, foe = round.get(n, (Code.ZERO_BYE, None))
    if foe is None:
        return Fraction(OF_ONES_OWN[code] * value[n], HUNDREDTHS)
    return Fraction(OF_THE_OPPONENT.get(code, 0) * value[foe], HUNDREDTHS)


def test_the_list_of_keizer_ranks_by_the_score_before_the_points() -> None:
    """Three has as many points as one and beat the last, who is worth less."""
    rows = rank(cards(4, [game(1, 2, Code.WIN) | game(3, 4, Code.WIN)]), read_list(("KEIZER",)).order, Context())

    assert [(row.number, str(row.order[0])) for row in rows[:2]] == [(1, "KZ"), (3, "KZ")]


def test_the_working_adds_up_with_the_value_of_the_own_place() -> None:
    played = cards(4, [game(1, 2, Code.WIN) | game(3, 4, Code.DRAW), game(1, 3, Code.LOSS)])
    for n in played:
        told = working(played, n, parse_tiebreak("KZ"), Context())
        assert sum((one.amount for one in told.contributions), told.facts[Fact.OWN_VALUE]) == told.value
