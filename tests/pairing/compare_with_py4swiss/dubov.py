"""Differences with the Dubov engine of py4swiss 0.3.1 that an article has settled in our favour.

Each is held against the article here, by code of its own: what our engine says is not believed.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from domain.cards.card import Card, PairingTask, RoundPairing
from domain.pairing import SYSTEMS
from domain.words.games import Colour

Boards = frozenset[frozenset[int]]

MOST_GAMES = "3.1.4: the bye goes to whoever has played the most games; py4swiss looks for the fewest"
WIN_WITHOUT_PLAY = "C2: a win's points without playing, a full-point bye among them, bar from the bye"
GREATEST_FIRST = "C6: score differences count in descending order; py4swiss minimises the smallest first"
FEWEST_TIMES = "C9: maximum upfloaters upfloated the fewest times; py4swiss looks for the most times"
NOBODY_HAS_PLAYED = "3.2.3: G1 is the first half where nobody of the bracket has played, in whatever round"
TWO_OF_S1 = "3.2.5: S1 meets T2; where nobody has played, py4swiss may pair two of S1"


def settled(task: PairingTask, ours: RoundPairing | None, theirs: RoundPairing | None) -> str:
    """The article that decides against them, if it is one of those above."""
    if theirs is None:
        return ""
    if ours is None:
        barred = theirs.bye is not None and _has_won_without_play(task.cards[theirs.bye], task)
        return WIN_WITHOUT_PLAY if barred else ""
    if ours.bye != theirs.bye:
        return _bye(task, ours, theirs)
    field = Field(task, ours.bye)
    return next(field.judged(_boards(ours), _boards(theirs)), "")


def _boards(pairing: RoundPairing) -> Boards:
    return frozenset(frozenset((pair.white, pair.black)) for pair in pairing.pairs)


def _bye(task: PairingTask, ours: RoundPairing, theirs: RoundPairing) -> str:
    """Beside the bye they have to agree: with theirs given beforehand we pair the others as they do."""
    assert ours.bye
    assert theirs.bye
    cards = {**task.cards, theirs.bye: replace(task.cards[theirs.bye], present=False)}
    same = SYSTEMS["dubov-2026"].pair(replace(task, cards=cards))
    rest = replace(theirs, bye=None)
    if set(same.pairs) != set(theirs.pairs) and not settled(replace(task, cards=cards), same, rest):
        return ""
    mine, other = task.cards[ours.bye], task.cards[theirs.bye]
    if _has_won_without_play(other, task):
        return WIN_WITHOUT_PLAY
    return MOST_GAMES if mine.score == other.score and len(_games(mine)) > len(_games(other)) else ""


def _has_won_without_play(card: Card, task: PairingTask) -> bool:
    return any(not line.code.played and line.points >= task.scoring.win for line in card.lines)


def _games(card: Card) -> list[Colour]:
    return [line.colour for line in card.lines if line.code.played and line.colour is not None]


@dataclass(frozen=True)
class Field:
    """The criteria by the letter, for those who are paired."""

    task: PairingTask
    bye: int | None

    @property
    def scores(self) -> Mapping[int, int]:
        return {n: card.score for n, card in self.task.cards.items() if card.present and n != self.bye}

    def judged(self, ours: Boards, theirs: Boards) -> Iterator[str]:
        """The first criterion that we meet better in the first bracket that differs."""
        for residents, mine, other in self.brackets(ours, theirs):
            if mine != other:
                yield from self.better(residents, mine, other)
                return

    def brackets(self, ours: Boards, theirs: Boards) -> Iterator[tuple[frozenset[int], Boards, Boards]]:
        left = dict(self.scores)
        while left:
            top = frozenset(n for n, score in left.items() if score == max(left.values()))
            mine, other = (frozenset(pair for pair in boards if pair & top) for boards in (ours, theirs))
            yield top, mine, other
            for number in chain.from_iterable(mine):
                del left[number]

    def better(self, residents: frozenset[int], mine: Boards, other: Boards) -> Iterator[str]:
        for criterion, article in self.criteria:
            ours, theirs = criterion(self, residents, mine), criterion(self, residents, other)
            if ours != theirs:
                if ours < theirs and article:
                    yield article
                return
        yield from self.divided_otherwise(mine, other)

    def upfloaters(self, residents: frozenset[int], boards: Boards) -> list[int]:
        return [number for pair in boards for number in pair - residents]

    def c5(self, residents: frozenset[int], boards: Boards) -> int:
        return len(self.upfloaters(residents, boards))

    def c6(self, residents: frozenset[int], boards: Boards) -> list[int]:
        top = self.scores[min(residents)]
        return sorted((top - self.scores[n] for n in self.upfloaters(residents, boards)), reverse=True)

    def c7(self, residents: frozenset[int], boards: Boards) -> int:
        return sum(len({self.preference(number) for number in pair}) == 1 for pair in boards)

    def c8(self, residents: frozenset[int], boards: Boards) -> int:
        return len(self.maximum(residents, boards))

    def c9(self, residents: frozenset[int], boards: Boards) -> int:
        return sum(sum(self.upfloats(n)) for n in self.maximum(residents, boards))

    def c10(self, residents: frozenset[int], boards: Boards) -> int:
        return sum(self.not_last and self.upfloats(n)[-1:] == [True] for n in self.upfloaters(residents, boards))

    criteria: tuple[tuple[Callable[["Field", frozenset[int], Boards], object], str], ...] = (
        (c5, ""),
        (c6, GREATEST_FIRST),
        (c7, ""),
        (c8, ""),
        (c9, FEWEST_TIMES),
        (c10, ""),
    )

    @property
    def not_last(self) -> bool:
        return self.task.round < self.task.rounds

    def maximum(self, residents: frozenset[int], boards: Boards) -> list[int]:
        most = 2 + self.task.rounds // 5
        there = self.upfloaters(residents, boards)
        return [n for n in there if self.not_last and sum(self.upfloats(n)) >= most]

    def upfloats(self, number: int) -> list[bool]:
        return [line.code.played and line.ahead < 0 for line in self.task.cards[number].lines]

    def preference(self, number: int) -> Colour:
        games = _games(self.task.cards[number])
        ahead = games.count(Colour.WHITE) - games.count(Colour.BLACK)
        if not games or ahead > 0:
            return Colour.BLACK
        return Colour.WHITE if ahead < 0 else games[-1].opposite

    def divided_otherwise(self, mine: Boards, other: Boards) -> Iterator[str]:
        """A bracket in which nobody has played."""
        members = sorted(chain.from_iterable(mine))
        if any(_games(self.task.cards[number]) for number in members):
            return
        half = frozenset(members[: len(members) // 2])
        inside = [sum(pair <= half for pair in boards) for boards in (mine, other)]
        if members == sorted(chain.from_iterable(other)) and inside[0] < inside[1]:
            yield TWO_OF_S1 if self.task.round == 1 else NOBODY_HAS_PLAYED
