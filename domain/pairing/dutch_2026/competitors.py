"""The Dutch system's input: competitors (1.2), who may meet whom, brackets (1.3) and the colours due (5.2)."""

from collections.abc import Sequence
from itertools import groupby

from domain.cards.card import Card, CardLine, Float, PairingTask
from domain.pairing.graph.matching import as_bits
from domain.pairing.swiss import colours as rules
from domain.pairing.swiss.colours import Strength, colour_difference, colour_history
from domain.pairing.swiss.criteria import (
    SwissLayout,
    SwissPlayer,
    ahead_before,
    due_each,
    legal_opponents,
    may_have_bye,
    opponents_met,
    parities,
    where,
)
from domain.pairing.swiss.edition import Places
from domain.records import dataclass
from domain.words.games import PLAYED_CODES, Code
from domain.words.options import FIDE_COLOUR_RUN
from domain.words.players import PairingNumber

# The players to be paired, in the order of article 1.2, with all that the criteria ask about them.


@dataclass(frozen=True, slots=True)
class Competitor(SwissPlayer):
    parity: int
    """The place among all who were ever paired, from 1: what 5.2.5 calls odd or even."""
    topscorer: bool
    """More than half of the points to be had, before the last round (1.8); McMahon: beyond the start of the highest."""
    unplayed: int
    """Rounds without a game on the board (C9)."""
    floats: tuple[Float | None, Float | None]
    """The floats of the previous round and of the one before it (1.4)."""
    colour_run: int = FIDE_COLOUR_RUN
    """The most games in a row with one colour, and the greatest difference between the colours."""

    @property
    def order(self) -> tuple[int, int]:
        """Score first, then pairing number (1.2)."""
        return (-self.score, self.number)

    @property
    def repeated(self) -> bool:
        """The last games had one colour, as many as may have it in a row."""
        run = self.colour_run
        return len(self.colours) >= run and all(colour is self.colours[-1] for colour in self.colours[-run:-1])

    @property
    def far_ahead(self) -> bool:
        return self.imbalance >= self.colour_run

    @property
    def imbalance(self) -> int:
        return abs(colour_difference(self.colours))


def competitors(task: PairingTask) -> tuple[Competitor, ...]:
    present = (player for number, player in everybody(task).items() if task.cards[number].present)
    return tuple(sorted(present, key=lambda player: player.order))


def everybody(task: PairingTask) -> dict[PairingNumber, Competitor]:
    parity = parities(task)
    return {n: _competitor(card, task, parity.get(n, n)) for n, card in task.cards.items()}


def _competitor(card: Card, task: PairingTask, parity: int) -> Competitor:
    colours = colour_history(card.lines)
    unplayed = len([line for line in card.lines if line.code not in PLAYED_CODES])
    score = card.score + task.virtual_points(card.number, task.round)
    return Competitor(
        number=card.number,
        parity=parity,
        score=score,
        met=opponents_met(card),
        colours=colours,
        preference=rules.preference(colours, task.colour_run),
        topscorer=task.round == task.rounds and 2 * (score - task.top_start) > task.scoring.win * (task.rounds - 1),
        bye_allowed=not unplayed or may_have_bye(card, task),
        unplayed=unplayed,
        floats=(_float(card, task, 1), _float(card, task, 2)),
        colour_run=task.colour_run,
    )


def _float(card: Card, task: PairingTask, ago: int) -> Float | None:
    """The float of so many rounds ago, by the pairing scores of that round."""
    if len(card.lines) < ago:
        return None
    line = card.lines[-ago]
    ahead = ahead_before(card, len(card.lines) - ago + 1, task) if task.virtual else line.ahead
    return float_of(line, ahead, task.scoring.loss)


def float_of(line: CardLine, ahead: int, loss: int = 0) -> Float | None:
    """A game against another score, the bye, or a round unplayed for more than a loss's points (1.4)."""
    if line.code in PLAYED_CODES and line.opponent is not None:
        return Float.of(ahead)
    return Float.DOWN if line.code is Code.PAIRING_BYE or line.points > loss else None


# The absolute criteria laid out over a whole field: who may meet whom, who may have the bye.
# A *place* is an index into the players in the order of 1.2. A set of places is an int, one bit a place, so that a
# question about two thousand players is one operation.


@dataclass(frozen=True, slots=True)
class Layout(SwissLayout[Competitor]):
    last_round: bool
    groups: tuple[Places, ...]
    """Score groups, highest first (1.3)."""
    mild: int
    """Players whose preference is mild, or who have none."""
    absolute: int
    down: tuple[int, int]
    """Players who floated down in the previous round, and in the one before."""
    up: tuple[int, int]
    """Players who floated up in the previous round, and in the one before."""

    @property
    def bye_place(self) -> int:
        return len(self.players)


def laid_out(task: PairingTask) -> Layout:
    players = competitors(task)
    due = due_each(players)
    absolute = where(players, lambda p: p.preference.strength is Strength.ABSOLUTE)
    ordinary = ~where(players, lambda p: p.topscorer)
    ranked = groupby(enumerate(players), key=lambda pair: pair[1].score)
    return Layout(
        players=players,
        initial=task.initial_colour,
        last_round=task.round == task.rounds,
        legal=legal_opponents(players, task.forbidden, [absolute & ordinary & mine for mine in due.values()]),
        groups=tuple(tuple(place for place, _ in group) for _, group in ranked),
        due=due,
        mild=where(players, lambda p: p.preference.strength <= Strength.MILD),
        absolute=absolute,
        bye=where(players, lambda p: p.bye_allowed),
        down=_floated(players, Float.DOWN),
        up=_floated(players, Float.UP),
    )


def _floated(players: Sequence[Competitor], way: Float) -> tuple[int, int]:
    return where(players, lambda p: p.floats[0] is way), where(players, lambda p: p.floats[1] is way)


# A pairing bracket (1.3) and what was found for it.


@dataclass(frozen=True, slots=True)
class Bracket:
    moved: Places
    """Moved-down players (MDPs), in the order of 1.2."""
    residents: Places
    following: Places
    """Residents of the next bracket (C8); empty for the last one."""
    rest: int
    """Everybody below the next bracket, as bits."""
    takers: int = 0
    """Players who may take the bye, as bits; 0 = no bye, or taken already."""

    @property
    def members(self) -> Places:
        """In the order of 1.2: whoever was moved down has more points."""
        return self.moved + self.residents

    @property
    def byes_inside(self) -> int:
        return self.takers & as_bits(self.members)


@dataclass(frozen=True, slots=True)
class Found:
    heads: tuple[tuple[int, int], ...]
    remainder: tuple[tuple[int, int], ...]
    """S1 with S2 of the residents left: a homogeneous bracket has nothing else."""
    floaters: Places

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        return self.heads + self.remainder


# Article 5.2: which of two paired players gets White.

ALLOCATION: rules.Allocation = (
    ("5.2.1", rules.both_preferences),
    ("5.2.2", rules.stronger_preference),
    ("5.2.3", rules.alternate),
    ("5.2.4", rules.higher_ranked),
    ("5.2.5", rules.by_initial_colour),
)
