"""A Swiss by the rules of document 003: odd fields, byes, colours in a row, and a first round by lot."""

import random
from dataclasses import replace

import pytest

from domain import events as e
from domain.cards.card import Card, CardLine, PairingTask
from domain.decisions.players.numbering import draw_numbers
from domain.decisions.players.registering import correct_rating
from domain.decisions.rounds.pairing import close_round, pair_round
from domain.decisions.rounds.results import record_result
from domain.decisions.rounds.why import reasons
from domain.decisions.setup.announcing import amend_regulations, announce_tournament
from domain.decisions.setup.regulations import IN_FORCE, outside
from domain.formats import rules_of
from domain.pairing import SYSTEMS
from domain.pairing.dutch_1998 import account as facts_1998
from domain.pairing.dutch_2026 import account as facts_2026
from domain.pairing.dutch_2026.competitors import competitors
from domain.pairing.last_bye import ByeToTheLast, LastRests
from domain.pairing.swiss import account as facts_of_swiss
from domain.pairing.swiss.colours import Strength, preference
from domain.pairing.system import Step
from domain.refusals import (
    BadField,
    CannotPair,
    NumbersAreByRating,
    NumbersNotDrawn,
    OddNumberOfPlayers,
    TournamentHasStarted,
)
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import table_cards
from domain.words.articles import Article
from domain.words.games import Code, Colour, Result
from domain.words.options import ByeRule, FirstLot, NumbersBy, OddField, RoundRobinOptions, SwissOptions
from domain.words.players import PairingNumber, Player, PlayerId
from domain.words.regulations import Details, Format
from domain.words.rounds import Fault
from tests.crosstable import drawn, published
from web.wording import language
from web.wording.pairing import breach_pattern, step_in_words

ENGLISH = language("en")
SYSTEMS_TRIED = ("dutch-1998", "dutch-2026")


def begun(players: int, system: str = "dutch-2026", rounds: int = 5, **options: object) -> Tournament:
    laws = replace(IN_FORCE, system=system, rounds=rounds, swiss=replace(SwissOptions(), **options))  # type: ignore[arg-type]
    everybody = [Player(PlayerId(n), f"Player {n:02}", 2500 - 10 * n) for n in range(1, players + 1)]
    return drawn(laws, players=everybody)


def one_round(t: Tournament, dice: random.Random) -> Tournament:
    t = published(t)
    for board in t.round(t.paired).matches:
        result = dice.choice([Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS])
        t = replay(record_result(t, t.paired, board, result, None), t)
    return replay(close_round(t, t.paired), t)


def test_an_odd_field_can_be_refused() -> None:
    with pytest.raises(OddNumberOfPlayers) as refused:
        pair_round(begun(7, odd_field=OddField.REFUSED))
    assert (refused.value.round, refused.value.present) == (1, 7)
    assert pair_round(begun(8, odd_field=OddField.REFUSED))
    assert pair_round(begun(7))


@pytest.mark.parametrize("system", SYSTEMS_TRIED)
def test_the_bye_goes_to_the_last_of_the_lowest_group_who_has_had_none(system: str) -> None:
    t, dice = begun(9, system, bye=ByeRule.LAST), random.Random(3)
    rested: list[PlayerId] = []
    for round in range(1, 6):
        cards = table_cards(t) if round > 1 else {}
        t = one_round(t, dice)
        bye = t.round(round).bye
        assert bye is not None
        if cards:
            may = [n for n, card in cards.items() if all(line.code is not Code.PAIRING_BYE for line in card.lines)]
            lowest = min(cards[n].score for n in may)
            expected = max(n for n in may if cards[n].score == lowest)
            assert t.numbers.index(bye) + 1 == expected
        rested.append(PlayerId(bye))
    assert len(set(rested)) == 5
    assert rested[0] == 9


def test_the_pairing_says_that_its_bye_is_another() -> None:
    t = begun(9, bye=ByeRule.LAST)
    drafted = pair_round(t)[-1]
    assert isinstance(drafted, e.RoundPaired)
    assert drafted.engine_version.endswith("+last-bye")


def runs(t: Tournament) -> int:
    """The most games in a row with one colour."""
    longest = 0
    for card in table_cards(t).values():
        row, last = 0, None
        for line in card.lines:
            if line.played_colour is not None:
                row = row + 1 if line.played_colour is last else 1
                last, longest = line.played_colour, max(longest, row)
    return longest


@pytest.mark.parametrize("system", SYSTEMS_TRIED)
@pytest.mark.parametrize("allowed", [2, 3])
def test_no_colour_comes_more_often_in_a_row_than_allowed(system: str, allowed: int) -> None:
    """In the last round the best are free of it (B.6, C3)."""
    for seed in range(6):
        t, dice = begun(10, system, rounds=7, colour_run=allowed), random.Random(seed)
        try:
            for _ in range(6):
                t = one_round(t, dice)
        except CannotPair:
            continue
        assert runs(t) <= allowed


def test_a_third_game_with_one_colour_is_a_mere_wish_where_three_are_allowed() -> None:
    twice = (Colour.WHITE, Colour.WHITE)
    assert preference(twice).strength is Strength.ABSOLUTE
    assert preference(twice, 3).strength is Strength.STRONG
    assert preference((*twice, Colour.WHITE), 3).strength is Strength.ABSOLUTE


def test_the_first_round_can_be_by_lot() -> None:
    t = begun(8, numbers=NumbersBy.LOT)
    assert rules_of(t).first_lot(t) is FirstLot.NUMBERS
    with pytest.raises(NumbersNotDrawn):
        pair_round(t)
    t = replay(draw_numbers(t, "x7"), t)
    drawn = t.numbers
    t = replay(pair_round(t), t)
    assert t.numbers == drawn != tuple(sorted(drawn))
    pairs = {frozenset((t.numbers.index(b.white), t.numbers.index(b.black))) for b in t.round(1).boards}
    assert pairs == {frozenset((n, n + 4)) for n in range(4)}


def test_they_are_outside_the_rules_in_force_and_fixed_with_the_first_pairing() -> None:
    t = begun(8)
    other = replace(t.regulations, swiss=SwissOptions(colour_run=3))
    assert outside(t.regulations) == ()
    assert outside(other) == ("colour_run",)
    with pytest.raises(TournamentHasStarted):
        amend_regulations(replay(pair_round(t), t), other)


@pytest.mark.parametrize("options", [SwissOptions(colour_run=4), SwissOptions(numbers=NumbersBy.VARMA)])
def test_other_choices_there_are_none(options: SwissOptions) -> None:
    with pytest.raises(BadField):
        announce_tournament(Details("Portal"), replace(IN_FORCE, swiss=options))


def signed(system: str, **options: object) -> str:
    drafted = pair_round(begun(8, system, **options))[-1]
    assert isinstance(drafted, e.RoundPaired)
    return drafted.engine_version


@pytest.mark.parametrize("system", SYSTEMS_TRIED)
def test_pairings_under_options_that_may_give_others_are_signed_otherwise(system: str) -> None:
    signatures = [
        signed(system, bye=bye, colour_run=run) for bye in (ByeRule.OF_THE_SYSTEM, ByeRule.LAST) for run in (2, 3)
    ]
    assert len(set(signatures)) == 4
    assert signatures[0] == SYSTEMS[system].version


def after_three_rounds(system: str) -> Tournament:
    t, dice = begun(9, system, bye=ByeRule.LAST), random.Random(3)
    for _ in range(3):
        t = one_round(t, dice)
    return replay(pair_round(t), t)


@pytest.mark.parametrize("system", SYSTEMS_TRIED)
def test_the_account_of_a_round_says_first_who_rests(system: str) -> None:
    t = after_three_rounds(system)
    found = reasons(t, 4)
    assert found.account is not None
    assert found.account.bye is not None
    player, step = found.account.bye
    cards = table_cards(t, 3)
    rested = [n for n, card in cards.items() if any(line.code is Code.PAIRING_BYE for line in card.lines)]
    facts = step.facts
    assert isinstance(facts, LastRests)
    assert found.account.way[0] == step
    assert (facts.player, facts.score) == (player, cards[player].score)
    assert set(facts.rested) <= set(rested)
    assert not found.other_bye
    assert not found.foreign


@pytest.mark.parametrize("system", SYSTEMS_TRIED)
def test_why_somebody_who_rests_meets_nobody_is_the_bye(system: str) -> None:
    t = after_three_rounds(system)
    bye = t.round(4).bye
    assert bye is not None
    other = next(player for player in t.numbers if player != bye)
    about = PairingNumber(t.numbers.index(bye) + 1), PairingNumber(t.numbers.index(other) + 1)
    answer = reasons(t, 4, about).answer
    assert answer is not None
    assert isinstance(answer.facts, LastRests)


def test_those_without_whom_the_others_cannot_be_paired_do_not_rest() -> None:
    """All but 4 and 5 have met each other, so the last, 5, may not rest: 4 would be left with nobody."""
    cards = {n: Card(PairingNumber(n), f"{n}") for n in map(PairingNumber, range(1, 6))}
    met = frozenset(frozenset(map(PairingNumber, pair)) for pair in ((1, 4), (2, 4), (3, 4)))
    account = ByeToTheLast(SYSTEMS["dutch-2026"]).explain(PairingTask(cards, 1, 5, forbidden=met))
    assert account.bye is not None
    assert account.bye[1].facts == LastRests(PairingNumber(4), 0, (), (PairingNumber(5),))


def test_the_words_of_a_bye_that_was_settled_first() -> None:
    step = Step(None, LastRests(PairingNumber(7), 3, (PairingNumber(9),), (PairingNumber(8),)))
    assert step_in_words("dutch-2026", step, str, ENGLISH).sentence == (
        "Bye, before anybody is paired: 7, the last of the lowest score group (1.5 points) who has had none. "
        "Had one already: 9. Without one of these the others cannot all be paired: 8."
    )


@pytest.mark.parametrize(
    ("system", "number", "two", "three"),
    [
        ("dutch-1998", "B.2", "no third time the same colour", "no fourth time the same colour"),
        ("dutch-2026", "C10", "difference above two", "difference above three"),
        ("dutch-2026", "C11", "third game running", "fourth game running"),
    ],
)
def test_the_words_of_the_colour_criteria_follow_the_option(system: str, number: str, two: str, three: str) -> None:
    facts = facts_1998.Unsatisfied((1, 2)) if system == "dutch-1998" else facts_of_swiss.Unsatisfied((1, 2))
    board = facts_1998.BoardMade if system == "dutch-1998" else facts_2026.BoardMade
    roles = facts_1998.PairRole if system == "dutch-1998" else facts_2026.PairRole
    made = board(board=1, white=1, black=2, bracket=1, role=roles.HOMOGENEOUS)  # type: ignore[arg-type]
    step = Step(Article(system, "E.1"), made, (Step(Article(system, number), facts),))
    said = {run: step_in_words(system, step, str, ENGLISH, run).sentence for run in (2, 3)}
    assert two in said[2]
    assert three in said[3]
    assert two not in said[3]


def test_a_pairing_by_hand_is_refused_in_the_words_of_the_option() -> None:
    third = breach_pattern(Fault.RULE, "dutch-1998", "B.2b")
    assert "third time" in third
    assert "fourth time" in breach_pattern(Fault.RULE, "dutch-1998", "B.2b", 3)
    assert "more than three ahead" in breach_pattern(Fault.RULE, "dutch-1998", "B.2a", 3)


@pytest.mark.parametrize(
    ("colours", "run", "repeated", "far_ahead"),
    [
        ("WW", 2, True, True),
        ("WW", 3, False, False),
        ("BWW", 2, True, False),
        ("WWW", 3, True, True),
        ("BBWWW", 3, True, False),
        ("WBWWBW", 2, False, True),
        ("WBWWBW", 3, False, False),
    ],
)
def test_the_criteria_of_topscorers_count_to_the_option(
    colours: str, run: int, repeated: bool, far_ahead: bool
) -> None:
    """C10 and C11 of 2026."""
    lines = tuple(
        CardLine(Code.WIN, 2, PairingNumber(n), Colour.WHITE if colour == "W" else Colour.BLACK)
        for n, colour in enumerate(colours, 2)
    )
    card = Card(PairingNumber(1), "A", lines=lines)
    task = PairingTask({PairingNumber(1): card}, len(lines) + 1, len(lines) + 1, colour_run=run)
    (player,) = competitors(task)
    assert (player.repeated, player.far_ahead) == (repeated, far_ahead)


def by_rating_or_lot(*ratings: int) -> Tournament:
    laws = replace(IN_FORCE, rounds=3, swiss=SwissOptions(numbers=NumbersBy.RATING_OR_LOT))
    return drawn(laws, players=[Player(PlayerId(n), f"Player {n}", rating) for n, rating in enumerate(ratings, 1)])


def test_one_rating_is_enough_for_numbers_by_rating() -> None:
    t = by_rating_or_lot(0, 0, 2100, 0)
    assert rules_of(t).first_lot(t) is FirstLot.NONE
    with pytest.raises(NumbersAreByRating):
        draw_numbers(t, "seed")
    assert replay(pair_round(t), t).numbers == (3, 1, 2, 4)


def test_numbers_are_drawn_by_lot_where_nobody_has_a_rating() -> None:
    t = by_rating_or_lot(0, 0, 0, 0)
    with pytest.raises(NumbersNotDrawn):
        pair_round(t)
    t = replay(draw_numbers(t, "seed 3"), t)
    drawn = t.numbers
    assert drawn != (1, 2, 3, 4)
    assert replay(pair_round(t), t).numbers == drawn


def test_a_rating_typed_after_the_lot_puts_the_numbers_in_its_order() -> None:
    t = by_rating_or_lot(0, 0, 0, 0)
    t = replay(draw_numbers(t, "seed 3"), t)
    t = replay(correct_rating(t, PlayerId(2), 1900, "found"), t)
    assert replay(pair_round(t), t).numbers == (2, 1, 3, 4)


def test_a_table_is_not_numbered_by_rating_or_lot() -> None:
    laws = replace(IN_FORCE, format=Format.ROUND_ROBIN, round_robin=RoundRobinOptions(numbers=NumbersBy.RATING_OR_LOT))
    with pytest.raises(BadField) as refused:
        announce_tournament(Details("Table"), laws)
    assert refused.value.field == "numbers_by"
