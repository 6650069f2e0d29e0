"""The players to be paired, in the order of article 1.2, with all that the criteria ask about them."""

from dataclasses import dataclass

from domain.cards.card import Card, CardLine, Float, PairingTask
from domain.pairing.swiss.absolute import may_have_bye, opponents_met, parities
from domain.pairing.swiss.colours import Colours, Preference, colour_difference, colour_history, preference
from domain.words.games import Code
from domain.words.options import FIDE_COLOUR_RUN
from domain.words.players import PairingNumber


@dataclass(frozen=True, slots=True)
class Competitor:
    """A player about to be paired (FIDE Dutch 2026)."""

    number: PairingNumber
    parity: int
    """The place among all who were ever paired, from 1: what 5.2.5 calls odd or even."""
    score: int
    """Half-points that decide the bracket: real and virtual ones."""
    met: frozenset[PairingNumber]
    """Opponents of games really played (C1)."""
    colours: Colours
    preference: Preference
    topscorer: bool
    """More than half of the points to be had, before the last round (1.8); McMahon: beyond the start of the highest."""
    bye_allowed: bool
    """C2: no pairing-allocated bye yet, nor a win's points from one round without playing."""
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
        """One colour is ahead by as much as it may be."""
        return self.imbalance >= self.colour_run

    @property
    def imbalance(self) -> int:
        """Games with the one colour more than with the other, as a size."""
        return abs(colour_difference(self.colours))


def competitors(task: PairingTask) -> tuple[Competitor, ...]:
    """Everybody present, best first."""
    present = (player for number, player in everybody(task).items() if task.cards[number].present)
    return tuple(sorted(present, key=lambda player: player.order))


def everybody(task: PairingTask) -> dict[PairingNumber, Competitor]:
    """Everybody with a card, by pairing number."""
    parity = parities(task)
    return {n: _competitor(card, task, parity.get(n, n)) for n, card in task.cards.items()}


def _competitor(card: Card, task: PairingTask, parity: int) -> Competitor:
    games = [line for line in card.lines if line.code.played]
    unplayed = [line for line in card.lines if not line.code.played]
    colours = colour_history(games)
    score = card.score + task.virtual_points(card.number, task.round)
    return Competitor(
        number=card.number,
        parity=parity,
        score=score,
        met=opponents_met(games),
        colours=colours,
        preference=preference(colours, task.colour_run),
        topscorer=task.round == task.rounds and 2 * (score - task.top_start) > task.scoring.win * (task.rounds - 1),
        bye_allowed=may_have_bye(unplayed, task),
        unplayed=len(unplayed),
        floats=(_float(card, task, 1), _float(card, task, 2)),
        colour_run=task.colour_run,
    )


def _float(card: Card, task: PairingTask, ago: int) -> Float | None:
    """The float of so many rounds ago, by the pairing scores of that round."""
    if len(card.lines) < ago:
        return None
    line, round = card.lines[-ago], len(card.lines) - ago + 1
    foe = line.opponent
    virtual = task.virtual_points(card.number, round) - (task.virtual_points(foe, round) if foe is not None else 0)
    return float_of(line, line.ahead + virtual, task.scoring.loss)


def float_of(line: CardLine, ahead: int, loss: int = 0) -> Float | None:
    """A game against another score, the bye, or a round unplayed for more than a loss's points (1.4)."""
    if line.code.played and line.opponent is not None:
        return Float.of(ahead)
    return Float.DOWN if line.code is Code.PAIRING_BYE or line.points > loss else None
