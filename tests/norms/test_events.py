"""Conditions on an event for some norms: foreigners (FIDE B.01 of 2024, 1.4.3d) and strength (1.5.6a)."""

from domain.cards.card import Card, CardLine
from domain.norms.event import ForeignersOfRound, Participant, fewest_foreigners, strong_enough_in_every_round
from domain.words.games import Code
from domain.words.players import PairingNumber, Title

ROUNDS = 9


class Field:
    """Cards and people of an event of nine rounds, group by group."""

    def __init__(self) -> None:
        self.cards: dict[PairingNumber, Card] = {}
        self.people: dict[PairingNumber, Participant] = {}

    def add(
        self, players: int, rating: int = 2200, federation: str = "USA", title: Title = Title.NONE, **missed: Code
    ) -> None:
        """`missed`: the code of a round by its name, `r3`; every other round was played."""
        codes = {int(name[1:]): code for name, code in missed.items()}
        lines = tuple(CardLine(codes.get(round, Code.DRAW), 1) for round in range(1, ROUNDS + 1))
        for _ in range(players):
            number = PairingNumber(len(self.cards) + 1)
            self.cards[number] = Card(number, rating=rating, lines=lines)
            self.people[number] = Participant(rating, title, federation)

    @property
    def foreigners(self) -> ForeignersOfRound:
        return fewest_foreigners(self.cards, self.people, "BUL")

    @property
    def strong(self) -> bool:
        return strong_enough_in_every_round(self.cards, self.people)


def test_players_for_no_country_and_of_the_host_are_no_foreigners() -> None:
    field = Field()
    field.add(3, title=Title.GM)
    field.add(1, federation="FID", title=Title.GM)
    field.add(1, federation="BUL", title=Title.GM)
    assert field.foreigners == ForeignersOfRound(3, 1, 3)


def test_the_weakest_round_counts() -> None:
    field = Field()
    field.add(11)
    field.add(1, federation="GER", r4=Code.HALF_BYE)
    assert field.foreigners == ForeignersOfRound(11, 1, 0)


def test_a_player_who_misses_two_rounds_counts_nowhere_and_one_with_pairing_byes_everywhere() -> None:
    field = Field()
    field.add(8)
    field.add(1, r4=Code.ZERO_BYE, r5=Code.FORFEIT_LOSS)
    field.add(1, r1=Code.PAIRING_BYE, r2=Code.PAIRING_BYE, r3=Code.PAIRING_BYE)
    assert field.foreigners.players == 9


def test_twenty_foreigners_of_three_federations_with_ten_titles_are_enough() -> None:
    field = Field()
    for federation in ("USA", "GER", "FRA"):
        field.add(6, federation=federation, title=Title.IM if federation != "FRA" else Title.FM)
    assert not field.foreigners.enough
    field.add(2, federation="FRA", title=Title.WIM)
    assert field.foreigners == ForeignersOfRound(20, 3, 14)
    assert field.foreigners.enough
    assert not ForeignersOfRound(19, 3, 14).enough
    assert not ForeignersOfRound(20, 2, 14).enough
    assert not ForeignersOfRound(20, 3, 9).enough


def test_unrated_players_are_no_rated_foreigners() -> None:
    field = Field()
    field.add(5, rating=0)
    assert field.foreigners.players == 0


def test_forty_players_of_2000_in_every_round() -> None:
    field = Field()
    field.add(39, rating=2500)
    assert not field.strong
    field.add(1, rating=2500, r2=Code.PAIRING_BYE)
    assert field.strong


def test_the_best_forty_are_averaged() -> None:
    field = Field()
    field.add(40, rating=2200)
    field.add(10, rating=1500)
    assert field.strong
    weak = Field()
    weak.add(40, rating=1900)
    assert not weak.strong


def test_one_of_forty_who_misses_two_rounds_is_one_too_few() -> None:
    field = Field()
    field.add(39, rating=2500)
    field.add(1, rating=2500, r2=Code.HALF_BYE, r3=Code.HALF_BYE)
    assert not field.strong


def test_an_event_without_a_round_is_neither() -> None:
    assert fewest_foreigners({}, {}, "BUL") == ForeignersOfRound(0, 0, 0)
    assert not strong_enough_in_every_round({}, {})
