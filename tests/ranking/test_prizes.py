"""Prizes: places, categories, sharing, and money that adds up."""

from fractions import Fraction

import pytest
from babel.numbers import get_currency_precision
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.events import Prize, PrizesAnnounced
from domain.ranking.prizes import BadSharing, Placed, PrizeList, award, whole_cents
from domain.words.choices.currencies import WITHOUT_DECIMALS
from domain.words.choices.prizes import BadCategory, PrizeTax, TaxWay, category
from domain.words.players import Player, PlayerId, Sex, Title
from tests.tiers import tries

ANN = Player(PlayerId(1), "Ann", 2300, Title.WGM, "BUL", sex=Sex.WOMAN, birth_year=1990, club="Varna")
BOB = Player(PlayerId(2), "Bob", 1950, Title.NONE, "BUL", sex=Sex.MAN, birth_year=2010, club="Sofia")
CID = Player(PlayerId(3), "Cid", 1850, Title.FM, "ROU", sex=Sex.MAN, birth_year=1955)
DAN = Player(PlayerId(4), "Dan", 0, federation="SRB")
EVE = Player(PlayerId(5), "Eve", 1700, sex=Sex.WOMAN, birth_year=2012)
YEAR = 2026


def _table(*rows: tuple[Player, int, int]) -> list[Placed]:
    """(player, place, half-points) in table order."""
    return [Placed(player, place, Fraction(halves, 2)) for player, place, halves in rows]


def _announced(*prizes: Prize, sharing: str = "equal", one: bool = True) -> PrizesAnnounced:
    return PrizesAnnounced(prizes, sharing=sharing, one_per_player=one)


def _money(result: PrizeList) -> dict[int, int]:
    """Cents by player."""
    found: dict[int, int] = {}
    for one in result.awards:
        found[one.player] = found.get(one.player, 0) + one.cents
    return found


PLACES = (Prize("first", 30000, place=1), Prize("second", 20000, place=2), Prize("third", 10000, place=3))


def test_without_ties_everybody_gets_his_place() -> None:
    table = _table((ANN, 1, 9), (BOB, 2, 8), (CID, 3, 7), (DAN, 4, 6))
    assert _money(award(_announced(*PLACES), table, YEAR)) == {1: 30000, 2: 20000, 3: 10000}


def test_equal_points_share_the_money() -> None:
    """F.10: the prize money is divided among those with equal points."""
    table = _table((ANN, 1, 9), (BOB, 2, 9), (CID, 3, 7))
    assert _money(award(_announced(*PLACES), table, YEAR)) == {1: 25000, 2: 25000, 3: 10000}


def test_a_tie_that_reaches_below_the_last_prize_shares_what_there_is() -> None:
    table = _table((ANN, 1, 9), (BOB, 2, 8), (CID, 3, 7), (DAN, 4, 7), (EVE, 5, 7))
    assert _money(award(_announced(*PLACES), table, YEAR)) == {1: 30000, 2: 20000, 3: 3334, 4: 3333, 5: 3333}


def test_hort_gives_half_by_place_and_half_equally() -> None:
    table = _table((ANN, 1, 9), (BOB, 2, 9), (CID, 3, 7))
    result = award(_announced(*PLACES, sharing="hort"), table, YEAR)
    assert _money(result) == {1: 27500, 2: 22500, 3: 10000}


def test_hort_shares_the_place_of_those_who_share_it() -> None:
    table = _table((ANN, 1, 9), (BOB, 2, 9), (CID, 2, 9))
    result = award(_announced(*PLACES, sharing="hort"), table, YEAR)
    assert _money(result) == {1: 25000, 2: 17500, 3: 17500}


def test_without_sharing_the_table_decides() -> None:
    table = _table((ANN, 1, 9), (BOB, 2, 9), (CID, 3, 9))
    assert _money(award(_announced(*PLACES, sharing="none"), table, YEAR)) == {1: 30000, 2: 20000, 3: 10000}


def test_without_sharing_a_shared_place_still_shares() -> None:
    table = _table((ANN, 1, 9), (BOB, 1, 9), (CID, 3, 9))
    assert _money(award(_announced(*PLACES, sharing="none"), table, YEAR)) == {1: 25000, 2: 25000, 3: 10000}


def test_one_prize_per_person_is_the_greater() -> None:
    prizes = (*PLACES, Prize("best woman", 15000, "W"), Prize("second woman", 5000, "W", 2))
    table = _table((BOB, 1, 9), (CID, 2, 8), (ANN, 3, 7), (DAN, 4, 6), (EVE, 5, 5))
    assert _money(award(_announced(*prizes), table, YEAR)) == {2: 30000, 3: 20000, 1: 15000, 4: 10000, 5: 5000}


def test_two_prizes_of_a_kind_are_the_earlier_announced() -> None:
    prizes = (Prize("first", 10000), Prize("best woman", 10000, "W"))
    result = award(_announced(*prizes), _table((ANN, 1, 9), (EVE, 2, 8)), YEAR)
    assert [(one.player, one.category) for one in result.awards] == [(1, ""), (5, "W")]


def test_equals_are_not_told_apart_by_chance() -> None:
    """Both could take the women's prize alone; both have more from sharing the places."""
    prizes = (Prize("first", 20000), Prize("second", 6000, place=2), Prize("best woman", 10000, "W"))
    result = award(_announced(*prizes), _table((ANN, 1, 9), (EVE, 2, 9), (BOB, 3, 8)), YEAR)
    assert _money(result) == {1: 13000, 5: 13000}


def test_hort_lets_the_lower_of_two_equals_take_the_better_category() -> None:
    """Ann has 275 by place and share, Eve only 225, and 250 are more."""
    prizes = (*PLACES, Prize("best woman", 25000, "W"))
    table = _table((ANN, 1, 9), (EVE, 2, 9), (CID, 3, 7))
    assert _money(award(_announced(*prizes, sharing="hort"), table, YEAR)) == {1: 30000, 3: 20000, 5: 25000}


def test_a_prize_for_which_nobody_is_left_stays_in_the_fund() -> None:
    prizes = (Prize("first", 20000), Prize("best senior", 5000, "S90"))
    result = award(_announced(*prizes), _table((ANN, 1, 9)), YEAR)
    assert ([prize.name for prize in result.unclaimed], result.fund) == (["best senior"], 25000)


def test_several_prizes_per_person_if_so_announced() -> None:
    prizes = (Prize("first", 20000), Prize("best woman", 5000, "W"))
    assert _money(award(_announced(*prizes, one=False), _table((ANN, 1, 9)), YEAR)) == {1: 25000}


def test_a_cup_is_nobodys_one_prize() -> None:
    prizes = (Prize("cup", 0), Prize("best woman", 5000, "W"))
    result = award(_announced(*prizes), _table((ANN, 1, 9), (EVE, 1, 9)), YEAR)
    assert [(one.player, one.names) for one in result.awards if one.category == ""] == [(1, ("cup",)), (5, ("cup",))]


def test_an_award_says_what_was_shared() -> None:
    one = award(_announced(*PLACES), _table((ANN, 1, 9), (BOB, 2, 9)), YEAR).awards[0]
    assert (one.positions, one.names, one.shared_by) == ((1, 2), ("first", "second"), 2)


def test_unknown_sharing_is_refused() -> None:
    with pytest.raises(BadSharing) as refused:
        award(_announced(*PLACES, sharing="fair"), [], YEAR)
    assert refused.value.text == "fair"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", ["Ann", "Bob", "Cid", "Dan", "Eve"]),
        ("U2000", ["Bob", "Cid", "Eve"]),
        ("U1950", ["Cid", "Eve"]),
        ("U2000|UNR", ["Bob", "Cid", "Dan", "Eve"]),
        ("R1700-1850", ["Cid", "Eve"]),
        ("W", ["Ann", "Eve"]),
        ("M", ["Bob", "Cid"]),
        ("U16", ["Bob", "Eve"]),
        ("W&U16", ["Eve"]),
        ("S65", ["Cid"]),
        ("club:varna", ["Ann"]),
        ("fed:BUL", ["Ann", "Bob"]),
        ("title:FM | title:WGM", ["Ann", "Cid"]),
        ("title:none", ["Bob", "Dan", "Eve"]),
    ],
)
def test_a_category_admits(text: str, names: list[str]) -> None:
    assert [p.name for p in (ANN, BOB, CID, DAN, EVE) if category(text).admits(p, YEAR)] == names


@pytest.mark.parametrize("text", ["X", "U", "U2000&", "club:", "R2000", "W|"])
def test_a_category_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(BadCategory):
        category(text)


CATEGORIES = st.sampled_from(["", "", "U2000", "W", "U18", "S60", "fed:BUL", "UNR", "W&U2000"])
PRIZES = st.lists(
    st.builds(
        Prize, name=st.text(max_size=3), cents=st.integers(0, 100_000), category=CATEGORIES, place=st.integers(1, 6)
    ),
    max_size=12,
).map(tuple)


@st.composite
def tables(draw: st.DrawFn) -> list[Placed]:
    """A final table: scores fall, places are shared here and there."""
    scores = sorted(draw(st.lists(st.integers(0, 6), max_size=12)), reverse=True)
    found: list[Placed] = []
    for at, score in enumerate(scores):
        player = Player(
            PlayerId(at + 1),
            f"P{at}",
            draw(st.sampled_from([0, 1500, 1900, 2300])),
            federation=draw(st.sampled_from(["BUL", "ROU"])),
            sex=draw(st.sampled_from(Sex)),
            birth_year=draw(st.sampled_from([0, 1950, 1990, 2012])),
        )
        shared = found and found[-1].score == Fraction(score, 2) and draw(st.booleans())
        found.append(Placed(player, found[-1].place if shared else at + 1, Fraction(score, 2)))
    return found


ANNOUNCED = st.builds(
    PrizesAnnounced, prizes=PRIZES, sharing=st.sampled_from(["equal", "hort", "none"]), one_per_player=st.booleans()
)
QUICK = settings(max_examples=tries(200), deadline=None)


@QUICK
@given(ANNOUNCED, tables())
def test_prizes_add_up_to_the_fund(announced: PrizesAnnounced, table: list[Placed]) -> None:
    result = award(announced, table, YEAR)
    assert result.fund == sum(prize.cents for prize in announced.prizes)


@QUICK
@given(ANNOUNCED, tables())
def test_one_prize_per_person_is_one_list_per_person(announced: PrizesAnnounced, table: list[Placed]) -> None:
    result = award(announced, table, YEAR)
    winners = [one.player for one in result.awards if one.cents]
    assert not announced.one_per_player or len(winners) == len(set(winners))


@QUICK
@given(ANNOUNCED, tables())
def test_nobody_wins_a_category_he_is_not_in(announced: PrizesAnnounced, table: list[Placed]) -> None:
    players = {one.player.id: one.player for one in table}
    result = award(announced, table, YEAR)
    assert all(category(one.category).admits(players[one.player], YEAR) for one in result.awards)


@QUICK
@given(PRIZES, tables())
def test_equal_points_differ_by_a_cent_at_most(prizes: tuple[Prize, ...], table: list[Placed]) -> None:
    """F.10, where everybody plays for the same prizes."""
    open_to_all = tuple(Prize(p.name, p.cents, "", p.place) for p in prizes if p.cents)
    money = _money(award(_announced(*open_to_all), table, YEAR))
    by_score: dict[Fraction, list[int]] = {}
    for one in table:
        by_score.setdefault(one.score, []).append(money.get(one.player.id, 0))
    assert all(max(group) - min(group) <= 1 for group in by_score.values())


@QUICK
@given(st.lists(st.fractions(0, 1000, max_denominator=12), min_size=1, max_size=9))
def test_whole_cents_lose_nothing(shares: list[Fraction]) -> None:
    total = -(-sum(shares).numerator // sum(shares).denominator)
    exact = [*shares, total - sum(shares)]
    assert sum(whole_cents(exact, total)) == total


def of_rating(rating: int) -> Player:
    return Player(PlayerId(1), "X", rating)


def born(year: int) -> Player:
    return Player(PlayerId(1), "X", birth_year=year)


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("U2000", [1, 100, 1999], [0, 2000, 2400]),
        ("U100", [1, 99], [0, 100]),
        ("R1600-1999", [1600, 1800, 1999], [0, 1599, 2000]),
        ("R0-1500", [1, 1500], [0, 1501]),
        ("UNR", [0], [1, 1000]),
    ],
)
def test_a_category_of_ratings_has_both_its_ends(text: str, inside: list[int], outside: list[int]) -> None:
    admitted = {rating: category(text).admits(of_rating(rating), YEAR) for rating in (*inside, *outside)}
    assert admitted == dict.fromkeys(inside, True) | dict.fromkeys(outside, False)


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("U18", [0, 8, 18], [19, 40]),
        ("U99", [0, 99], [100]),
        ("S65", [65, 90, 140], [0, 64]),
    ],
)
def test_a_category_of_ages_has_both_its_ends(text: str, inside: list[int], outside: list[int]) -> None:
    admitted = {age: category(text).admits(born(YEAR - age), YEAR) for age in (*inside, *outside)}
    assert admitted == dict.fromkeys(inside, True) | dict.fromkeys(outside, False)
    assert not category(text).admits(born(0), YEAR)


@pytest.mark.parametrize("sharing", ["equal", "hort", "none"])
def test_a_thing_goes_by_place_whatever_is_shared(sharing: str) -> None:
    prizes = (Prize("first", 30000, thing="cup", value=5000), Prize("second", 20000, place=2, thing="clock"))
    result = award(_announced(*prizes, sharing=sharing), _table((ANN, 1, 9), (BOB, 2, 9)), YEAR)
    things = [(one.player, one.names, one.value, one.shared_by) for one in result.awards if not one.cents]
    assert things == [(1, ("first: cup",), 5000, 1), (2, ("second: clock",), 0, 1)]
    assert sum(one.cents for one in result.awards) == 50000


def test_a_thing_for_a_place_that_is_shared_to_the_end_names_all_who_share_it() -> None:
    result = award(_announced(Prize("first", 0, thing="cup", value=51)), _table((ANN, 1, 9), (BOB, 1, 9)), YEAR)
    assert [(one.player, one.shared_by, one.value) for one in result.awards] == [(1, 2, 26), (2, 2, 25)]


def test_a_thing_that_nobody_wins_is_left_apart_from_the_money() -> None:
    result = award(_announced(Prize("old", 100, "S90", thing="book")), _table((ANN, 1, 9)), YEAR)
    assert result.unclaimed == (Prize("old", 100, "S90"), Prize("old", 0, "S90", thing="book"))


@pytest.mark.parametrize(
    ("tax", "cents", "due"),
    [
        (PrizeTax(), 50000, 0),
        (PrizeTax(TaxWay.WHOLE, 1000), 50005, 5001),
        (PrizeTax(TaxWay.WHOLE, 1000), 50004, 5000),
        (PrizeTax(TaxWay.WHOLE, 1000, 50000), 50000, 0),
        (PrizeTax(TaxWay.WHOLE, 1000, 50000), 50010, 5001),
        (PrizeTax(TaxWay.ABOVE, 2000, 30000), 50000, 4000),
        (PrizeTax(TaxWay.FIXED, 1500, 10000), 50000, 1500),
        (PrizeTax(TaxWay.FIXED, 1500), 1000, 1000),
    ],
)
def test_a_tax_has_a_threshold(tax: PrizeTax, cents: int, due: int) -> None:
    assert tax.of(cents) == due


def test_the_threshold_is_for_all_that_a_winner_gets() -> None:
    """600 and 400 together are more than 900, so that both are taxed, each for its part."""
    prizes = (Prize("first", 60000), Prize("best woman", 40000, "W"))
    announced = PrizesAnnounced(prizes, one_per_player=False, tax=PrizeTax(TaxWay.WHOLE, 1000, 90000))
    awards = award(announced, _table((ANN, 1, 9)), YEAR).awards
    assert [(one.cents, one.tax, one.net) for one in awards] == [(60000, 6000, 54000), (40000, 4000, 36000)]


@pytest.mark.parametrize(
    ("things", "cents", "taxes"),
    [(True, 10000, [1500, 0]), (False, 10000, [1000, 0]), (True, 100, [10, 500]), (True, 0, [500])],
)
def test_the_value_of_a_thing_is_taxed_where_it_counts(things: bool, cents: int, taxes: list[int]) -> None:
    """The tax comes out of the money where that is enough: nobody signs for less than nothing."""
    tax = PrizeTax(TaxWay.WHOLE, 1000, 0, things)
    announced = PrizesAnnounced((Prize("first", cents, thing="clock", value=5000),), tax=tax)
    assert [one.tax for one in award(announced, _table((ANN, 1, 9)), YEAR).awards] == taxes


LEVEL = _table((ANN, 1, 9), (BOB, 1, 9), (CID, 1, 9))


def test_yen_are_shared_in_whole_ones_and_so_is_their_tax() -> None:
    prizes = (Prize("first", 500_00), Prize("second", 300_00, place=2), Prize("third", 200_00, place=3))
    tax = PrizeTax(TaxWay.WHOLE, 10_00)
    found = award(PrizesAnnounced(prizes, "equal", "JPY", tax=tax), LEVEL, YEAR)
    taxed = [(one.cents, one.tax) for one in found.awards]
    assert taxed == [(334_00, 33_00), (333_00, 33_00), (333_00, 33_00)]
    assert (found.currency, found.fund) == ("JPY", 1000_00)


def test_old_announcements_with_parts_of_a_yen_are_still_divided() -> None:
    found = award(PrizesAnnounced((Prize("first", 10_50),), "equal", "JPY"), LEVEL, YEAR)
    assert found.paid == 10_50


def test_every_currency_without_decimals_is_one_by_the_tables_of_babel_too() -> None:
    assert [one for one in WITHOUT_DECIMALS if get_currency_precision(one)] == []
