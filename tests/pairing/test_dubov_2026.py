"""The FIDE Dubov rules of 2026 beside another program, beside the letter, and article by article."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from domain.cards.card import Card, CardLine, Cards, Float, Pair, PairingTask, RoundPairing
from domain.files.trf import parse, report_task
from domain.files.trf.tasks import pairing_made
from domain.pairing import SYSTEMS, NoLegalPairing
from domain.pairing.dubov_2026.choosing import from_the_middle
from domain.pairing.dubov_2026.competitors import average_rating, everybody, max_upfloats
from domain.words.articles import Article
from domain.words.games import Code, Colour, Scoring
from domain.words.rounds import Breach, Fault
from tests.files.lines import case
from tests.pairing import to_the_letter_dubov as literal
from tests.pairing.known import CASES
from tests.pairing.random_rounds import described, random_group, random_round

DUBOV = SYSTEMS["dubov-2026"]
ORDERS = json.loads((CASES / "generation_orders.json").read_text())
EVENTS = [text + b"\n" for text in case("dubov_2026_reference.trfs").split(b"\n\n")]
W, B = Colour.WHITE, Colour.BLACK
POINTS = Scoring().points
RATINGS = (1500, 1600, 1700, 1800, 1900, 2000, 2101, 2202)


def rounds(event: bytes) -> Iterator[tuple[PairingTask, RoundPairing]]:
    report = parse(event)
    for round in range(1, report.rounds_paired + 1):
        yield report_task(report, round), pairing_made(report, round)


@pytest.mark.parametrize("event", EVENTS, ids=[f"event {n}" for n in range(1, len(EVENTS) + 1)])
def test_every_round_is_paired_as_the_other_program_has_it(event: bytes) -> None:
    for task, known in rounds(event):
        made = DUBOV.pair(task)
        assert (task.round, set(made.pairs), made.bye) == (task.round, set(known.pairs), known.bye)


def small_field(seed: int) -> PairingTask:
    """At most eight players whose former rounds no system paired, with ratings of a few values."""
    task = (random_group if seed % 3 == 0 else random_round)(f"dubov-{seed}", 8)
    dice = Random(seed)
    return replace(task, cards={n: replace(card, rating=dice.choice(RATINGS)) for n, card in task.cards.items()})


@pytest.mark.parametrize("first", range(0, 600, 100))
def test_small_fields_are_paired_to_the_letter(first: int) -> None:
    for seed in range(first, first + 100):
        task = small_field(seed)
        try:
            made: RoundPairing | None = DUBOV.pair(task)
        except NoLegalPairing:
            made = None
        try:
            known: RoundPairing | None = literal.pair(task)
        except literal.NothingLegal:
            known = None
        assert (made and (set(made.pairs), made.bye)) == (known and (set(known.pairs), known.bye)), "\n".join(
            described(task)
        )


# Orders of section 4


def test_shifters_are_numbered_from_the_middle_as_printed() -> None:
    known = ORDERS["dubov_shifter_middle_out_7"]
    assert from_the_middle(known["list"]) == list(known["sequence_numbers"].values())
    assert from_the_middle("ABCD") == list("BCAD")


def test_transpositions_come_in_the_printed_order() -> None:
    """Of the orders that meetings of before leave, the pairing takes the first that is printed."""
    printed = [tuple("ABC".index(letter) + 4 for letter in order) for order in ORDERS["dubov_transpositions_G2_ABC"]]
    assert printed == list(permutations((4, 5, 6)))
    for kept in range(1, len(printed) + 1):
        barred = {min(pairs_of(order) - pairs_of(printed[kept - 1]), key=sorted) for order in printed[: kept - 1]}
        made = DUBOV.pair(replace(first_round(6), forbidden=frozenset(barred)))
        left = [pairs for order in printed if not (pairs := pairs_of(order)) & barred]
        assert met(made) == left[0]


def pairs_of(order: tuple[int, ...]) -> set[frozenset[int]]:
    """1, 2 and 3 against these."""
    return {frozenset(pair) for pair in zip((1, 2, 3), order, strict=True)}


# Articles


def first_round(players: int, lot: Colour = W) -> PairingTask:
    return PairingTask({n: Card(n, rating=2500 - n) for n in range(1, players + 1)}, 1, 5, lot)


def met(made: RoundPairing) -> set[frozenset[int]]:
    return {frozenset((pair.white, pair.black)) for pair in made.pairs}


OUTSIDE = 90
"""Former opponents from here on are not in the field."""


def past(number: int, colours: str, points: int, upfloats: str = "", rating: int = 2000, **changes: object) -> Card:
    """Draws against people who have left; `points` stand on the last line; `u` is a round with an upfloat."""
    floats = upfloats.ljust(len(colours))
    lines = [
        CardLine(Code.DRAW, 0, OUTSIDE + at, Colour(colour), -1 if floats[at] == "u" else 0)
        for at, colour in enumerate(colours)
    ]
    lines[-1] = replace(lines[-1], points=points)
    return Card(number, rating=rating, lines=tuple(lines), **changes)  # type: ignore[arg-type]


def field(*cards: Card, rounds: int = 9, apart: tuple[tuple[int, int], ...] = ()) -> PairingTask:
    played = len(cards[0].lines)
    forbidden = frozenset(map(frozenset, apart))
    return PairingTask({card.number: card for card in cards}, played + 1, rounds, forbidden=forbidden)


def test_the_first_round_is_the_upper_half_against_the_lower_with_colours_by_the_lot() -> None:
    assert DUBOV.pair(first_round(6)).pairs == (Pair(1, 4), Pair(5, 2), Pair(3, 6))
    assert DUBOV.pair(first_round(6, lot=B)).pairs == (Pair(4, 1), Pair(2, 5), Pair(6, 3))


def test_the_bye_goes_first_to_the_lowest_score_then_to_the_most_games_then_to_the_largest_number() -> None:
    """3.1.3 to 3.1.5."""
    assert DUBOV.pair(first_round(5)).bye == 5
    cards = (past(1, "wb", 2), past(2, "bw", 2), past(3, "wb", 1), past(4, "bw", 1))
    away = Card(5, rating=2000, lines=(CardLine(Code.ZERO_BYE, 0), CardLine(Code.HALF_BYE, 1)))
    assert DUBOV.pair(field(*cards, away)).bye == 4
    assert DUBOV.pair(field(*cards, replace(away, lines=(CardLine(Code.ZERO_BYE, 0),) * 2))).bye == 5


@pytest.mark.parametrize("code", [Code.PAIRING_BYE, Code.FULL_BYE, Code.FORFEIT_WIN])
def test_a_wins_points_without_play_bar_from_the_bye(code: Code) -> None:
    """C2, 3.1.1."""
    lines = (CardLine(code, POINTS(code), OUTSIDE if code is Code.FORFEIT_WIN else None),)
    cards = (past(1, "w", 4), past(2, "b", 4), Card(3, rating=1, lines=lines))
    assert DUBOV.pair(field(*cards)).bye == 2


def test_somebody_without_whom_the_others_cannot_be_paired_has_no_bye() -> None:
    """3.1.2."""
    cards = (past(1, "wb", 2), past(2, "bw", 2), past(3, "wb", 0))
    assert DUBOV.pair(field(*cards, apart=((1, 2),))).bye == 2


def test_an_odd_scoregroup_takes_the_first_of_the_next_who_suits_its_colours() -> None:
    """3.2.2, C7: 1 is due Black, so that 3 who is due White comes before 2."""
    made = DUBOV.pair(field(past(1, "w", 4), past(2, "w", 2), past(3, "b", 2), past(4, "b", 2)))
    assert met(made) == {frozenset((1, 3)), frozenset((2, 4))}


def test_the_greatest_score_difference_counts_first() -> None:
    """C6: of the sets that leave a pairing, 4 and 5 a point below come before 3 nearer and 6 farther off."""
    cards = [past(1, "w", 6), past(2, "w", 6), past(3, "b", 5), past(4, "b", 4), past(5, "b", 4), past(6, "b", 3)]
    made = DUBOV.pair(field(*cards, apart=((1, 2), (5, 6), (4, 6))))
    assert met(made) == {frozenset((1, 4)), frozenset((2, 5)), frozenset((3, 6))}


@pytest.mark.parametrize(
    ("upfloats", "last", "risen"),
    [
        ({2: "uuu "}, False, 3),
        ({2: "uuu "}, True, 2),
        ({2: "uuuu ", 3: "uuu  ", 4: "uuu  "}, False, 3),
        ({2: "   u"}, False, 3),
        ({2: "   u"}, True, 2),
        ({2: "uu  "}, False, 2),
    ],
    ids=["C8", "C8 not in the last round", "C9", "C10", "C10 not in the last round", "not yet the maximum"],
)
def test_upfloats_of_before_decide_who_floats_up(upfloats: Mapping[int, str], last: bool, risen: int) -> None:
    """C8 to C10; five to nine rounds have a maximum of three upfloats."""
    played = max(map(len, upfloats.values()))
    colours = {1: "wbwbw", 2: "bwbwb", 3: "bwbwb", 4: "bwbwb"}
    cards = [past(n, colours[n][-played:], 4 if n == 1 else 2, upfloats.get(n, "")) for n in colours]
    made = DUBOV.pair(field(*cards, rounds=played + 1 if last else 8))
    assert frozenset((1, risen)) in met(made)


def test_maxt_is_two_and_one_more_for_each_five_rounds() -> None:
    assert [max_upfloats(rounds) for rounds in (4, 5, 9, 10, 14, 15)] == [2, 3, 3, 4, 4, 5]


def test_the_average_rating_of_opponents_counts_games_alone_and_rounds_a_half_up() -> None:
    """1.7."""
    cards: Cards = {n: Card(n, rating=rating) for n, rating in ((1, 2000), (2, 2001), (3, 2002))}
    games = [CardLine(Code.WIN, 2, n, W) for n in cards]
    assert average_rating(games[:2], cards) == 2001
    assert average_rating(games, cards) == 2001
    assert average_rating(games[:1], cards) == 2000
    assert average_rating([], cards) == 0
    lines = (games[0], CardLine(Code.FORFEIT_WIN, 2, 3, W))
    task = PairingTask({**cards, 4: Card(4, lines=lines)}, 3, 5)
    assert everybody(task)[4].aro == 2000


def test_white_seekers_with_the_weakest_opponents_meet_the_highest_numbers() -> None:
    """3.2.5: S1 by ascending ARO, T2 by number."""
    strong, weak, even = (Card(OUTSIDE + n, rating=r, present=False) for n, r in enumerate((2400, 1500, 2000)))
    seekers = [
        Card(n, rating=2000, lines=(CardLine(Code.DRAW, 1, foe.number, B),)) for n, foe in ((1, strong), (2, weak))
    ]
    others = [Card(n, rating=2000, lines=(CardLine(Code.DRAW, 1, even.number, W),)) for n in (3, 4)]
    gone = [replace(card, lines=(CardLine(Code.ZERO_BYE, 0),)) for card in (strong, weak, even)]
    made = DUBOV.pair(field(*seekers, *others, *gone))
    assert set(made.pairs) == {Pair(2, 3), Pair(1, 4)}


def test_colours_alternate_between_two_with_the_same_claim_and_else_follow_the_higher_ranked() -> None:
    """5.2.4, 5.2.5."""
    assert DUBOV.pair(field(past(1, "wbwb", 4), past(2, "bwwb", 4))).pairs == (Pair(1, 2),)
    assert DUBOV.pair(field(past(1, "bwwb", 4), past(2, "wbwb", 4))).pairs == (Pair(2, 1),)
    assert DUBOV.pair(field(past(1, "wb", 4), past(2, "wb", 4))).pairs == (Pair(1, 2),)


def test_somebody_who_has_not_played_is_due_black() -> None:
    """1.6.4."""
    late = Card(1, rating=2400, lines=(CardLine(Code.HALF_BYE, 1),))
    assert DUBOV.pair(field(late, past(2, "b", 1))).pairs == (Pair(2, 1),)
    assert DUBOV.both_colours_wrong(field(late, past(2, "b", 1)), [Pair(1, 2)]) == (Pair(1, 2),)


def test_only_upfloats_are_floats() -> None:
    played = ((Code.WIN, -1), (Code.LOSS, 1), (Code.DRAW, 0), (Code.FORFEIT_WIN, -1))
    games = [CardLine(code, POINTS(code), foe, W, ahead) for foe, (code, ahead) in enumerate(played, 5)]
    lines = (*games, CardLine(Code.PAIRING_BYE, POINTS(Code.PAIRING_BYE)))
    assert DUBOV.floats(Card(1, lines=lines)) == (Float.UP, None, None, None, None)
    assert [DUBOV.float_of(ahead) for ahead in (-1, 0, 1)] == [Float.UP, None, None]


def test_boards_by_hand_are_held_against_c1_to_c4() -> None:
    def broken(number: str, *players: int) -> Breach[int]:
        return Breach(Fault.RULE, players, Article("dubov-2026", number))

    known = (CardLine(Code.WIN, 2, 2, W), CardLine(Code.LOSS, 0, 1, B))
    cards = [Card(1, lines=known[:1]), Card(2, lines=known[1:]), past(3, "w", 1), past(4, "b", 1)]
    assert DUBOV.check(field(*cards), [Pair(1, 2), Pair(3, 4)]) == (broken("C1", 1, 2),)
    assert DUBOV.check(field(*cards), [Pair(1, 3), Pair(2, 4)]) == ()
    whites = [past(1, "ww", 2), past(2, "ww", 2), past(3, "bb", 2), past(4, "bb", 2)]
    found = DUBOV.check(field(*whites), [Pair(1, 2), Pair(3, 4)])
    assert found[:2] == (broken("C3", 1, 2), broken("C3", 3, 4))
    assert found[2:] == tuple(broken(number, n) for number in ("C.04.1, 6", "C.04.1, 7") for n in (1, 4))
    rested = Card(5, lines=(CardLine(Code.PAIRING_BYE, 2),))
    assert DUBOV.check(field(*cards, rested), [Pair(1, 3), Pair(2, 4)], 5) == (broken("C2", 5),)
    assert DUBOV.check(field(*cards, apart=((3, 4),)), [Pair(1, 3)]) == (
        Breach(Fault.NOT_SEATED, (2,), Article("dubov-2026", "1.4")),
        Breach(Fault.NOT_SEATED, (4,), Article("dubov-2026", "1.4")),
    )
    assert DUBOV.check(field(*cards), [Pair(3, 4)])[-1] == broken("C4", 1)


def test_a_round_that_cannot_be_paired_names_those_who_compete() -> None:
    with pytest.raises(NoLegalPairing) as refused:
        DUBOV.pair(field(*(past(n, "ww", 2) for n in range(1, 5))))
    assert refused.value.conflict == (1,)
