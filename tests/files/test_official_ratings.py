"""The official rating beside the one that counts: the rating report has FIDE's, the tournament plays by its own."""

from domain import events as e
from domain.decisions.players.ratings import ListedField, Listing, differences
from domain.decisions.players.registering import NewPlayer, register_many
from domain.files.exporting import report_of
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import official_ratings
from domain.words.games import Colour
from domain.words.players import EntrantId
from domain.words.rating_lists import FIDE, TYPED, ListName, RatingEntry, Speed, is_of_a_federation
from domain.words.regulations import Regulations
from projections.moment.snapshot import snapshot
from projections.table.rating_report import report_cards
from tests.crosstable import announced

BUL, NOVEMBER = "BUL 2026-11", "FIDE 2026-11"
ONE, TWO, THREE, FOUR = (EntrantId(n) for n in range(1, 5))
PLAYERS = [
    NewPlayer("Both, Boris", 2250, national_rating=2250, official_rating=2105, federation="BUL", rating_from=BUL),
    NewPlayer("National, Nina", 2100, national_rating=2100, federation="BUL", rating_from=BUL),
    NewPlayer("Fide, Filip", 2050, national_rating=2300, federation="BUL", rating_from=NOVEMBER),
    NewPlayer("Typed, Toma", 1900, rating_from=TYPED),
]


def published() -> Tournament:
    t = announced(Regulations(rounds=5))
    replay(register_many(t, PLAYERS), t)
    boards, numbers = (e.Board(1, ONE, THREE), e.Board(2, FOUR, TWO)), (ONE, TWO, THREE, FOUR)
    paired = e.RoundPaired(1, boards, None, numbers, "by hand", "1", 0)
    return replay([e.InitialColourDrawn(Colour.WHITE), e.PairingNumbersIssued(numbers), paired, e.RoundPublished(1)], t)


def ratings(t: Tournament, *, for_rating: bool) -> dict[str, int]:
    return {player.name: player.rating for player in report_of(t, for_rating=for_rating).players}


def test_the_rating_report_has_the_official_ratings() -> None:
    t = published()
    expected = {"Both, Boris": 2105, "National, Nina": 0, "Fide, Filip": 2050, "Typed, Toma": 1900}
    assert ratings(t, for_rating=True) == expected
    assert official_ratings(t) == {ONE: 2105, TWO: 0}
    assert {card.name: card.rating for card in report_cards(snapshot(t)).values()} == expected


def test_pairings_and_the_working_file_have_those_that_count() -> None:
    t = published()
    assert ratings(t, for_rating=False) == {player.name: player.rating for player in PLAYERS}
    assert {line.rating for line in report_of(t, for_rating=True).national} == {2250, 2100, 2300}


def test_a_rating_corrected_for_the_report_alone_is_the_official_one() -> None:
    t = published()
    after = replay([e.RatingCorrected(ONE, 2110, 2105, 0)], t)
    assert official_ratings(after)[ONE] == 2110


def test_the_list_of_fide_fills_the_official_rating_where_a_national_one_counts() -> None:
    entries = {TWO: RatingEntry(2900002, "National, Nina", "BUL", standard=1987)}
    fide = ListName(FIDE, "2026-11")
    counting = Listing(fide, Speed.STANDARD, entries, {TWO: (2100, BUL)})
    found = differences(published().players[TWO], counting)
    assert found[ListedField.OFFICIAL_RATING] == 1987
    assert ListedField.RATING not in found
    by_fide = differences(published().players[TWO], Listing(fide, Speed.STANDARD, entries))
    assert by_fide[ListedField.RATING] == 1987
    assert ListedField.OFFICIAL_RATING not in by_fide


def test_a_converted_number_is_no_national_list() -> None:
    assert not is_of_a_federation("Ingo 75.5")
    assert not is_of_a_federation("BCF 205")
    assert is_of_a_federation("BCF 2026-11")
    assert is_of_a_federation(BUL)
