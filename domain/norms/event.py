"""Conditions on the event as a whole: enough foreigners (B.01 of 2024, 1.4.3d), enough strong players (1.5.6a)."""

from collections.abc import Collection, Mapping, Sequence

from domain.cards.card import Card, Cards
from domain.norms.judging import NO_COUNTRY, NO_FEDERATION, UNRATED
from domain.ranking.elo import average
from domain.records import dataclass
from domain.words.games import Code
from domain.words.players import PairingNumber, Title

MOST_ROUNDS_MISSED = 1
FOREIGN_PLAYERS = 20
FOREIGN_FEDERATIONS = 3
FOREIGN_TITLES = 10
STRONG_TITLES = frozenset({Title.GM, Title.IM, Title.WGM, Title.WIM})
PARTICIPANTS = 40
AVERAGE = 2000
NOT_THERE = frozenset({Code.HALF_BYE, Code.ZERO_BYE, Code.FULL_BYE, Code.FORFEIT_LOSS})
"""A pairing bye and a win by forfeit are no absence."""


@dataclass(frozen=True, slots=True)
class Participant:
    rating: int
    title: Title
    federation: str


Participants = Mapping[PairingNumber, Participant]


@dataclass(frozen=True, slots=True)
class ForeignersOfRound:
    """Of the weakest round: rated players not of the host federation, their federations, the holders of titles."""

    players: int
    federations: int
    titled: int

    @property
    def enough(self) -> bool:
        """At least 20 players from 3 federations, 10 of them GM, IM, WGM or WIM (1.4.3d)."""
        return (
            self.players >= FOREIGN_PLAYERS
            and self.federations >= FOREIGN_FEDERATIONS
            and self.titled >= FOREIGN_TITLES
        )


def fewest_foreigners(cards: Cards, people: Participants, host: str) -> ForeignersOfRound:
    """The least of each figure over all rounds; no round counts for nobody.

    A player counts in the rounds where they are present, and nowhere if they miss more than one; players for no
    country are not counted.
    """
    ours = (host, NO_COUNTRY, NO_FEDERATION)
    foreign = [n for n in _present_throughout(cards) if people[n].rating and people[n].federation not in ours]
    rounds = [[people[n] for n in foreign if not _missed(cards[n], at)] for at in range(_rounds(cards))]
    counted = [_figures(there) for there in rounds] or [(0, 0, 0)]
    return ForeignersOfRound(*(min(column) for column in zip(*counted, strict=True)))


def _figures(there: Sequence[Participant]) -> tuple[int, int, int]:
    return (
        len(there),
        len({person.federation for person in there} - {""}),
        sum(person.title in STRONG_TITLES for person in there),
    )


def strong_enough_in_every_round(cards: Cards, people: Participants) -> bool:
    """At least 40 participants with an average of 2000 in every round (1.5.6a); of more than 40 the best 40 count."""
    there = _present_throughout(cards)
    return _rounds(cards) > 0 and all(
        _strong([people[n] for n in there if not _missed(cards[n], at)]) for at in range(_rounds(cards))
    )


def _strong(there: Collection[Participant]) -> bool:
    best = sorted((person.rating or UNRATED for person in there), reverse=True)[:PARTICIPANTS]
    return len(best) == PARTICIPANTS and average(best) >= AVERAGE


def _present_throughout(cards: Cards) -> list[PairingNumber]:
    return [n for n, card in cards.items() if sum(line.code in NOT_THERE for line in card.lines) <= MOST_ROUNDS_MISSED]


def _missed(card: Card, at: int) -> bool:
    return at >= len(card.lines) or card.lines[at].code in NOT_THERE


def _rounds(cards: Cards) -> int:
    return max((len(card.lines) for card in cards.values()), default=0)
