"""Lim (C.04.4.3) by the letter: what can be paired is found by trying every pairing. For tests only.

Written from the articles as they are told second-hand, by somebody who had not read the engine.
`domain/pairing/READINGS.md` says how the open places of the text are read. Numbers of articles stand at each rule.
"""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest

from domain.cards.card import Pair, PairingTask, RoundPairing
from tests.pairing.to_the_letter_lim.players import Group, Players
from tests.pairing.to_the_letter_lim.ways import Way


def pair(task: PairingTask) -> RoundPairing | None:
    """Boards in any order; None if nothing is legal."""
    players = Players(task)
    present = frozenset(n for n, card in task.cards.items() if card.present)
    if len(present) % 2 == 0:
        return RoundPairing(tuple(Round(players, present).boards())) if players.complete(present) else None
    for bye in players.byes(present):
        if players.complete(present - {bye}):
            return RoundPairing(tuple(Round(players, present - {bye}).boards()), bye)
    return None


@dataclass
class Side:
    """The scoregroups above the median, or those below it, paired towards it (2.2)."""

    way: Way
    members: Group
    made: list[tuple[int, int]] = field(default_factory=list)
    """In the order of making."""
    floaters: Group = frozenset()
    """The players who have come out into the median."""

    def pair(self, median: Group) -> None:
        score = self.way.players.score
        scores = sorted({score(n) for n in self.members}, reverse=self.way.is_down)
        groups = [frozenset(n for n in self.members if score(n) == points) for points in scores]
        for residents, following in zip_longest(groups, groups[1:], fillvalue=median):
            group = residents | self.floaters
            out = frozenset(self.way.floaters_out(group, self.floaters, following))
            self.made += self.way.paired(group - out, self.way.floaters_in_order(self.floaters - out))
            self.floaters = out

    def crack(self) -> None:
        """2.6: the last pairing made is taken back."""
        self.floaters |= {*self.made.pop()}


@dataclass
class Round:
    """The procedure of 2.2 and 2.6 for players who can be paired completely."""

    players: Players
    numbers: Group

    @cached_property
    def median(self) -> Group:
        """2.2: those with half of what the rounds played can give."""
        return frozenset(n for n in self.numbers if self.from_median(n) == 0)

    def from_median(self, number: int) -> int:
        """Twice the half-points that somebody is above the median."""
        task = self.players.task
        return 2 * self.players.score(number) - (task.round - 1) * task.scoring.win

    def boards(self) -> list[Pair]:
        down, up = Way(self.players, is_down=True), Way(self.players, is_down=False)
        above = Side(down, frozenset(n for n in self.numbers if self.from_median(n) > 0))
        below = Side(up, frozenset(n for n in self.numbers if self.from_median(n) < 0))
        for side in (above, below):
            side.pair(self.median)
        while not self.players.complete(self.median | above.floaters | below.floaters):
            from_lower = len(above.floaters) > len(below.floaters)
            wanted, other = (below, above) if from_lower else (above, below)
            (wanted if wanted.made else other).crack()
        came_in = [*down.floaters_in_order(above.floaters), *up.floaters_in_order(below.floaters)]
        middle = down.paired(self.median | above.floaters | below.floaters, came_in)
        return [
            *(self.players.coloured(*couple, below_median=False) for couple in (*above.made, *middle)),
            *(self.players.coloured(*couple, below_median=True) for couple in below.made),
        ]
