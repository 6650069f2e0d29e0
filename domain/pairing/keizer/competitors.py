"""The field of a round by Keizer: who is there, in the order of the table, and what each has behind them."""

from dataclasses import replace
from itertools import combinations

from domain.cards.card import CardLine, PairingTask
from domain.ranking.tiebreaks import Context, Field
from domain.ranking.tiebreaks.keizer import keizer_scores
from domain.records import dataclass
from domain.words.games import Colour
from domain.words.players import PairingNumber


@dataclass(frozen=True, slots=True)
class Competitor:
    number: PairingNumber
    score: int
    """The Keizer score in hundredths."""
    whites: int
    """Games played with White."""
    missed: int
    """Rounds without a game: byes, absences, forfeits."""
    met: dict[PairingNumber, int]
    """By opponent the round of the last game."""
    lines: tuple[CardLine, ...]

    def had_white_against(self, other: "Competitor") -> bool | None:
        """The colour of their last game; None: they never played."""
        round = self.met.get(other.number)
        return None if round is None else self.lines[round - 1].colour is Colour.WHITE


def competitors(task: PairingTask) -> tuple[Competitor, ...]:
    """Those who are there, by Keizer score; in round 1 and among equals by pairing number (K2)."""
    cards = {number: replace(card, lines=card.lines[: task.round - 1]) for number, card in sorted(task.cards.items())}
    scores = keizer_scores(Field.of(cards, Context()))
    there = [
        _competitor(number, score, card.lines)
        for (number, card), score in zip(cards.items(), scores, strict=True)
        if card.present
    ]
    return tuple(sorted(there, key=lambda one: (-one.score, one.number)))


def _competitor(number: PairingNumber, score: int, lines: tuple[CardLine, ...]) -> Competitor:
    played = [(round, line) for round, line in enumerate(lines, 1) if line.moved]
    met = {line.opponent: round for round, line in played if line.opponent is not None}
    whites = sum(line.colour is Colour.WHITE for _, line in played)
    return Competitor(number, score, whites, len(lines) - len(played), met, lines)


def rounds_since(task: PairingTask, one: Competitor, other: Competitor) -> int | None:
    """Rounds since the last game of the two, this one not counted; None: they never played."""
    round = one.met.get(other.number)
    return None if round is None else task.round - round - 1


def opponents(task: PairingTask, players: tuple[Competitor, ...], between: int) -> list[int]:
    """By place, as bits, the places of those whom each may meet after so many rounds (K3)."""
    legal = [0] * len(players)
    for (a, one), (b, other) in combinations(enumerate(players), 2):
        since = rounds_since(task, one, other)
        if (since is None or since >= between) and frozenset((one.number, other.number)) not in task.forbidden:
            legal[a] |= 1 << b
            legal[b] |= 1 << a
    return legal
