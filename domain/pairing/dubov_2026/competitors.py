"""The players to be paired, with all that the criteria ask about them."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.cards.card import Card, CardLine, Cards, Float, PairingTask
from domain.pairing.swiss.absolute import may_have_bye, opponents_met
from domain.pairing.swiss.colours import Colours, Preference, Strength, colour_history, preference
from domain.words.games import Colour
from domain.words.players import PairingNumber

UNPLAYED_PREFERENCE = Preference(Strength.MILD, Colour.BLACK)
"""The preference of players who have not played a game yet (1.6.4)."""


@dataclass(frozen=True, slots=True)
class Competitor:
    """A player about to be paired (FIDE Dubov 2026)."""

    number: PairingNumber
    """The tournament pairing number, TPN (1.2)."""
    score: int
    """Half-points that decide the bracket: real and virtual ones."""
    met: frozenset[PairingNumber]
    """Opponents of games really played (C1)."""
    colours: Colours
    preference: Preference
    bye_allowed: bool
    """C2: no pairing-allocated bye yet, nor a win's points from one round without playing."""
    games: int
    """Really played (3.1.4)."""
    aro: int
    """Average rating of opponents (1.7); 0 before the first game."""
    upfloats: int
    """Games against somebody who had more points (1.3.2)."""
    upfloated_last: bool
    """In the previous round (C10)."""
    maximum: bool
    """A maximum upfloater: upfloated MaxT times already (1.8)."""

    @property
    def order(self) -> tuple[int, int]:
        """Score first, then pairing number: the higher ranked comes first (1.2)."""
        return (-self.score, self.number)

    @property
    def parity(self) -> int:
        """The number that is odd or even (5.2.1): the pairing number itself, whoever has arrived so far."""
        return self.number


def max_upfloats(rounds: int) -> int:
    """MaxT: two, and one more for each five rounds of the tournament (1.8.2)."""
    return 2 + rounds // 5


def competitors(task: PairingTask) -> tuple[Competitor, ...]:
    """Everybody present, by pairing number."""
    return tuple(player for number, player in sorted(everybody(task).items()) if task.cards[number].present)


def everybody(task: PairingTask) -> dict[PairingNumber, Competitor]:
    """Everybody with a card, by pairing number."""
    return {number: _competitor(card, task) for number, card in task.cards.items()}


def _competitor(card: Card, task: PairingTask) -> Competitor:
    games = [line for line in card.lines if line.code.played]
    unplayed = [line for line in card.lines if not line.code.played]
    colours = colour_history(games)
    upfloats = [_upfloated(card, round, line, task) for round, line in enumerate(card.lines, 1)]
    return Competitor(
        number=card.number,
        score=card.score + task.virtual_points(card.number, task.round),
        met=opponents_met(games),
        colours=colours,
        preference=preference(colours, task.colour_run) if colours else UNPLAYED_PREFERENCE,
        bye_allowed=may_have_bye(unplayed, task),
        games=len(games),
        aro=average_rating(games, task.cards),
        upfloats=sum(upfloats),
        upfloated_last=bool(upfloats) and upfloats[-1],
        maximum=sum(upfloats) >= max_upfloats(task.rounds),
    )


def average_rating(games: Sequence[CardLine], cards: Cards) -> int:
    """ARO: of the opponents of these games, a half rounded up (1.7.1); 0 without a game (1.7.3)."""
    ratings = [card.rating for line in games if line.opponent and (card := cards.get(line.opponent))]
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else 0


def float_of(line: CardLine, ahead: int) -> Float | None:
    """There are only upfloats: games against somebody who had more points (1.3.2)."""
    return Float.UP if line.code.played and line.opponent is not None and ahead < 0 else None


def _upfloated(card: Card, round: int, line: CardLine, task: PairingTask) -> bool:
    """By the pairing scores of that round."""
    foe = line.opponent
    virtual = task.virtual_points(card.number, round) - (task.virtual_points(foe, round) if foe is not None else 0)
    return float_of(line, line.ahead + virtual) is Float.UP
