"""The choices that the texts leave to the organiser, and scorings other than 1, 1/2, 0."""

from dataclasses import replace
from fractions import Fraction

import pytest

from domain.cards.card import Card, CardLine
from domain.decisions.setup.regulations import check_groups
from domain.ranking.order import rank
from domain.ranking.tiebreaks import (
    UNDEFINED,
    Context,
    Divisor,
    Fact,
    Field,
    NeedsTeams,
    Ruleset,
    StandIn,
    Unrated,
    Value,
    parse_list,
    parse_tiebreak,
    values,
    working,
)
from domain.words.games import Code, Colour, Scoring
from domain.words.regulations import GroupRule
from tests.ranking.crosstables import cards_of, individual, line

TEC = individual("tec_swiss_16x5")
THREE_POINTS = Scoring(win=6, draw=2, pairing_bye=6)


def _scored(rows: dict[int, list[str]], scoring: Scoring) -> dict[int, Card]:
    return {n: Card(n, lines=tuple(line(token, scoring) for token in row)) for n, row in rows.items()}


def _of_one(text: str, context: Context, number: int = 4) -> Value:
    return values(TEC, parse_tiebreak(text), context)[number]


def test_the_average_may_be_over_rounds() -> None:
    """Article 32.4.1 divides by the rounds: 7550 over 5, where C.07 has 7550 over 4."""
    assert _of_one("ARO", Context(divisor=Divisor.ROUNDS)) == 1510


def test_a_cut_average_over_rounds_is_over_fewer_rounds() -> None:
    """Without the 1600 of the weakest: 5950 over 4."""
    assert _of_one("ARO/C1", Context(divisor=Divisor.ROUNDS)) == 1488


MIXED = cards_of({1: ["+w2", "+b3"], 2: ["-b1", "Z"], 3: ["Z", "-w1"]}, {1: 2000, 2: 1900})


@pytest.mark.parametrize(
    ("text", "context", "expected"),
    [
        ("ARO", Context(), UNDEFINED),
        ("ARO", Context(unrated=Unrated.SKIPPED), 1900),
        ("ARO", Context(unrated=Unrated.FLOOR, floor=1400), 1650),
        ("ARO/U1000", Context(), 1450),
        ("TPR", Context(unrated=Unrated.SKIPPED), 2700),
        ("PTP", Context(), UNDEFINED),
    ],
)
def test_an_unrated_opponent_counts_as_the_regulations_say(text: str, context: Context, expected: Value) -> None:
    assert values(MIXED, parse_tiebreak(text), context)[1] == expected


UNMET = cards_of({1: ["+w2"], 2: ["-b1"], 3: ["+w4"], 4: ["-b3"]}, {1: 2000, 2: 1900, 3: 1800})
"""Player 4 is unrated; players 1 and 2 have not met them."""


@pytest.mark.parametrize("text", ["ARO", "ARO/C1", "TPR", "TPR400", "PTP", "APRO", "APPO", "RTNG"])
@pytest.mark.parametrize("ruleset", [Ruleset.C07_2024, Ruleset.C07_2026])
def test_with_an_unrated_player_nobody_has_a_value_by_ratings(text: str, ruleset: Ruleset) -> None:
    """C.07, 10: dropped for all, so that nobody is ranked by chance opponents."""
    assert set(values(UNMET, parse_tiebreak(text), Context(ruleset)).values()) == {UNDEFINED}
    assert not working(UNMET, 1, parse_tiebreak(text), Context(ruleset)).contributions


@pytest.mark.parametrize(
    ("text", "context"),
    [("ARO/U1400", Context()), ("ARO", Context(unrated=Unrated.FLOOR)), ("ARO", Context(Ruleset.VO2009))],
)
def test_unless_the_regulations_say_how_they_count(text: str, context: Context) -> None:
    assert values(UNMET, parse_tiebreak(text), context)[1] == 1900


def test_a_rating_that_comes_later_gives_everybody_a_value_again() -> None:
    before = Field.of(UNMET, Context())
    assert set(values(before, parse_tiebreak("ARO"), Context()).values()) == {UNDEFINED}
    rank(before, parse_list("ARO"), Context())
    rated = {**UNMET, 4: replace(UNMET[4], rating=1700)}
    after = Field.of(rated, Context(), before)
    assert [row.values[1] for row in rank(after, parse_list("ARO"), Context())] == [1900, 1700, 2000, 1800]


def test_the_working_of_an_average_performance_takes_the_unrated_as_it_is_told() -> None:
    told = working(UNMET, 3, parse_tiebreak("APRO/U1400"), Context())
    assert [row.counted for row in told.contributions] == [1000]


def test_an_unrated_player_has_no_rating_to_compare() -> None:
    assert values(MIXED, parse_tiebreak("RTNG"), Context(Ruleset.VO2009))[3] is UNDEFINED


def test_who_stayed_away_from_more_than_two_games_has_no_performance() -> None:
    """Article 32.4.3."""
    rows = {1: ["+w2", "Z", "H", "Z"], 2: ["-b1", "Z", "Z", "+w3"], 3: ["Z", "Z", "Z", "-b2"]}
    found = values(
        cards_of(rows, {1: 2000, 2: 2000, 3: 2000}), parse_tiebreak("TPR"), Context(short_schedule_last=True)
    )
    assert (found[1], found[2]) == (UNDEFINED, 2000)


def test_the_400_point_rule_brings_opponents_nearer() -> None:
    """Article 32.4.3.1: 1400 counts as 1600 for a player of 2000."""
    cards = cards_of({1: ["+w2", "-b3"], 2: ["-b1", "Z"], 3: ["Z", "+w1"]}, {1: 2000, 2: 1400, 3: 2200})
    assert [values(cards, parse_tiebreak(text), Context())[1] for text in ("TPR", "TPR400")] == [1800, 1900]


def test_the_facts_of_a_performance_are_shown() -> None:
    facts = working(TEC, 3, parse_tiebreak("TPR"), Context()).facts
    assert facts == {
        Fact.GAMES: 5,
        Fact.DIVISOR: 5,
        Fact.RESULT: Fraction(7, 2),
        Fact.PERCENTAGE: 70,
        Fact.DIFFERENCE: 149,
        Fact.AVERAGE: 1940,
    }


def test_dummies_are_capped_by_the_rounds_planned_also_before_the_end() -> None:
    """C.07, 16.4.2: four rounds of nine played, so 4 1/2 is the cap and the own 2 1/2 stands."""
    cards = cards_of({1: ["+w2", "F", "H", "Z"], 2: ["-b1", "Z", "Z", "Z"]})
    found = [values(cards, parse_tiebreak("BH"), Context(Ruleset.C07_2026, rounds=rounds))[1] for rounds in (9, 4)]
    assert found == [Fraction(9), Fraction(15, 2)]


def test_fore_buchholz_waits_for_the_last_round() -> None:
    cards = cards_of({1: ["+w2"], 2: ["-b1"]})
    found = [values(cards, parse_tiebreak("FB"), Context(rounds=rounds))[2] for rounds in (3, 1)]
    assert found == [Fraction(1), Fraction(1, 2)]


def test_the_doubled_form_ignores_what_a_win_gives() -> None:
    """Seed 003: twice the beaten and once the drawn; SB multiplies with the points won."""
    cards = _scored({1: ["+w2", "Z"], 2: ["-b1", "+w3"], 3: ["Z", "-b2"]}, THREE_POINTS)
    context = Context(Ruleset.PORTAL, scoring=THREE_POINTS)
    assert [values(cards, parse_tiebreak(text), context)[1] for text in ("SB", "SBX2")] == [Fraction(9), Fraction(6)]


def test_a_win_of_three_points_is_one_win_and_one_standard_point() -> None:
    cards = _scored({1: ["+w2", "=b3"], 2: ["-b1", "U"], 3: ["H", "=w1"]}, THREE_POINTS)
    context = Context(scoring=THREE_POINTS)
    found = {text: values(cards, parse_tiebreak(text), context) for text in ("WIN", "STD")}
    assert found == {"WIN": {1: 1, 2: 1, 3: 0}, "STD": {1: Fraction(3, 2), 2: Fraction(1), 3: Fraction(1)}}


@pytest.mark.parametrize(("first", "second"), [(1, 2), (2, 1)])
def test_a_game_that_both_lost_is_a_standard_point_shared(first: int, second: int) -> None:
    """C.07 of 2026 compares with what the opponent got, be the opponent the first of the field or not."""
    cards = cards_of({first: [f"-w{second}", "Z"], second: [f"-b{first}", "F"]})
    found = values(cards, parse_tiebreak("STD"), Context())
    assert found == {first: Fraction(1, 2), second: Fraction(3, 2)}


def test_a_performance_knows_only_wins_draws_and_losses() -> None:
    cards = {n: Card(n, rating=2000, lines=c.lines) for n, c in _scored({1: ["=w2"], 2: ["=b1"]}, THREE_POINTS).items()}
    assert values(cards, parse_tiebreak("TPR"), Context(scoring=THREE_POINTS))[1] == 2000


def test_the_limit_of_koya_is_half_of_what_could_be_won() -> None:
    """Two games of three points each: three points are enough, two are not."""
    rows = {1: ["+w2", "=b3", "Z"], 2: ["-b1", "Z", "+w3"], 3: ["Z", "=w1", "-b2"]}
    context = Context(scoring=THREE_POINTS, predetermined=True)
    assert values(_scored(rows, THREE_POINTS), parse_tiebreak("KS"), context)[1] == Fraction(3)


def test_koya_is_for_round_robins() -> None:
    assert _of_one("KS", Context()) is UNDEFINED


def test_players_have_no_match_points() -> None:
    with pytest.raises(NeedsTeams):
        _of_one("BH:MP", Context())


def test_a_play_off_does_not_open_a_group_of_its_own() -> None:
    """Article 33.2, reading A."""
    assert check_groups(parse_list("PLAYOFF, BH"), GroupRule.ERROR) == ()


@pytest.mark.parametrize(("text", "expected"), [("PLAYOFF", [2, 1, 3]), ("MANUAL", [3, 2, 1])])
def test_what_the_arbiter_brings_decides(text: str, expected: list[int]) -> None:
    cards = cards_of({1: ["H"], 2: ["H"], 3: ["H"]})
    context = Context(playoff={1: 1, 2: 3}, manual={3: 1, 2: 2, 1: 3})
    assert [row.number for row in rank(cards, parse_list(text), context)] == expected


def test_an_open_game_is_a_game_played() -> None:
    pending = CardLine(Code.PENDING, 0, 2, Colour.BLACK)
    cards = cards_of({1: ["+w2"], 2: ["-b1", "Z"]})
    cards[1] = Card(1, lines=(*cards[1].lines, pending))
    assert [row.kind for row in working(cards, 1, parse_tiebreak("BH"), Context()).contributions] == [
        StandIn.OPPONENT
    ] * 2


@pytest.mark.parametrize("text", ["AOB", "SOB"])
def test_a_round_without_an_opponent_is_no_part_of_what_the_opponents_met(text: str) -> None:
    cards = cards_of({1: ["U", "+w2", "=b3"], 2: ["+w3", "-b1", "U"], 3: ["-b2", "U", "=w1"]})
    shown = working(cards, 1, parse_tiebreak(text), Context()).contributions
    assert [(row.round, row.opponent) for row in shown] == [(2, 2), (3, 3)]


def test_players_whose_starting_points_nobody_gave_begin_with_none() -> None:
    cards = cards_of({1: ["+w2"], 2: ["-b1"]})
    assert values(cards, parse_tiebreak("MMS"), Context(start={1: 4})) == {1: Fraction(3), 2: Fraction(0)}


@pytest.mark.parametrize("text", ["AOB", "SOB"])
def test_an_opponent_of_a_forfeited_game_is_none_of_those_met(text: str) -> None:
    cards = cards_of({1: ["+w2", "+f3"], 2: ["-b1", "U"], 3: ["U", "-f1"]})
    shown = working(cards, 1, parse_tiebreak(text), Context()).contributions
    assert [(row.round, row.opponent) for row in shown] == [(1, 2)]
