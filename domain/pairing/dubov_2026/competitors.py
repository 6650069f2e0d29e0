"""Dubov's input: competitors, who may meet whom, brackets and the colours due (5.2)."""

from collections.abc import Iterable, Mapping, Sequence

from domain.cards.card import Card, CardLine, Cards, Float, PairingTask
from domain.pairing.graph.matching import bits
from domain.pairing.swiss import colours as rules
from domain.pairing.swiss.colours import Preference, Strength, colour_history
from domain.pairing.swiss.criteria import (
    SwissLayout,
    SwissPlayer,
    ahead_before,
    due_each,
    legal_opponents,
    may_have_bye,
    opponents_met,
    where,
)
from domain.pairing.swiss.edition import Places
from domain.records import dataclass
from domain.words.games import Colour
from domain.words.players import PairingNumber

# The players to be paired, with all that the criteria ask about them.

UNPLAYED_PREFERENCE = Preference(Strength.MILD, Colour.BLACK)
"""The preference of players who have not played a game yet (1.6.4)."""


@dataclass(frozen=True, slots=True)
class Competitor(SwissPlayer):
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
    return tuple(player for number, player in sorted(everybody(task).items()) if task.cards[number].present)


def everybody(task: PairingTask) -> dict[PairingNumber, Competitor]:
    return {number: _competitor(card, task) for number, card in task.cards.items()}


def _competitor(card: Card, task: PairingTask) -> Competitor:
    games = [line for line in card.lines if line.code.played]
    colours = colour_history(games)
    upfloats = [float_of(line, ahead_before(card, round, task)) is Float.UP for round, line in enumerate(card.lines, 1)]
    return Competitor(
        number=card.number,
        score=card.score + task.virtual_points(card.number, task.round),
        met=opponents_met(card),
        colours=colours,
        preference=rules.preference(colours, task.colour_run) if colours else UNPLAYED_PREFERENCE,
        bye_allowed=may_have_bye(card, task),
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


# The absolute criteria laid out over a whole field: who may meet whom, who may have the bye.
# A *place* is an index into the players by pairing number. A set of places is an int, one bit a place, so that a
# question about a thousand players is one operation.


@dataclass(frozen=True, slots=True)
class Layout(SwissLayout[Competitor]):
    last_round: bool

    def groups(self, among: int) -> list[int]:
        """Scoregroups of these places, the highest score first (1.3.1)."""
        by_score: dict[int, int] = {}
        for place in bits(among):
            score = self.players[place].score
            by_score[score] = by_score.get(score, 0) | 1 << place
        return [group for _, group in sorted(by_score.items(), reverse=True)]

    def ranked(self, places: Iterable[int]) -> list[int]:
        """These places in the order of 1.2."""
        return sorted(places, key=lambda place: self.players[place].order)


def laid_out(task: PairingTask) -> Layout:
    players = competitors(task)
    due = due_each(players)
    absolute = where(players, lambda player: player.preference.strength is Strength.ABSOLUTE)
    return Layout(
        players=players,
        initial=task.initial_colour,
        last_round=task.round == task.rounds,
        legal=legal_opponents(players, task.forbidden, [absolute & mine for mine in due.values()]),
        due=due,
        bye=where(players, lambda player: player.bye_allowed),
    )


# A pairing bracket (1.3.2) and what was found for it.


@dataclass(frozen=True, slots=True)
class Bracket:
    """Residents to be paired, and everybody with fewer points who has not been paired yet."""

    layout: Layout
    residents: int
    """As bits."""
    lower: int
    """Possible upfloaters, as bits."""
    levels: Mapping[int, int]
    """By score of a lower scoregroup: 0 for the nearest, 1 for the next ..."""
    most_upfloaters: int
    """No pairing looked at has more upfloaters than this."""

    def level(self, place: int) -> int:
        return self.levels[self.layout.players[place].score]


def next_bracket(layout: Layout, left: int) -> Bracket:
    """The highest scoregroup of those left (3.2)."""
    groups = layout.groups(left)
    residents = groups[0]
    levels = {layout.players[next(bits(group))].score: level for level, group in enumerate(groups[1:])}
    return Bracket(layout, residents, left & ~residents, levels, residents.bit_count())


@dataclass(frozen=True, slots=True)
class Subgroups:
    """G1 and G2 as they were divided first (3.2.3), and what was shifted between them (3.2.4)."""

    g1: Places
    g2: Places
    unavoidable: Places
    """Players shifted out of the smaller subgroup because pairs within it were unavoidable (3.2.4.1)."""
    equalising: Places

    @property
    def s1(self) -> frozenset[int]:
        """G1 after all shifts."""
        return frozenset(self.g1) ^ frozenset(self.unavoidable) ^ frozenset(self.equalising)


@dataclass(frozen=True, slots=True)
class Found:
    upfloaters: Places
    """In the order of 4.2."""
    subgroups: Subgroups
    pairs: tuple[tuple[int, int], ...]
    """S1 with T2 (3.2.5)."""


# Article 5.2: which of two paired players gets White.

ALLOCATION: rules.Allocation = (
    ("5.2.1", rules.both_new),
    ("5.2.2", rules.both_preferences),
    ("5.2.3", rules.stronger_preference),
    ("5.2.4", rules.alternate),
    ("5.2.5", rules.higher_ranked),
)
"""In order of priority; nobody is without a preference (1.6.4)."""
