"""From scoregroup to scoregroup: who of a bracket moves down, judged by C4 to C9; the rest are paired."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from tests.pairing.to_the_letter_2026.candidates import Candidates
from tests.pairing.to_the_letter_2026.completion import Completion, Group, Pair, ranked
from tests.pairing.to_the_letter_2026.players import Player


class NothingLegal(Exception):
    pass


@dataclass(frozen=True)
class Bracket:
    """Players of one bracket, and those who are to be paired after it."""

    moved: Group
    """MDPs: moved down from higher brackets."""
    residents: Group
    below: tuple[Group, ...]
    """Lower scoregroups, the highest first."""

    @property
    def members(self) -> Group:
        """In the order of their bracket sequence numbers."""
        return self.moved + self.residents

    @property
    def unpaired(self) -> Group:
        return self.members + tuple(player for group in self.below for player in group)

    def next(self, down: Group) -> "Bracket":
        return Bracket(down, self.below[0], self.below[1:])


def paired_brackets(players: Group, forbidden: frozenset[frozenset[int]]) -> tuple[list[Pair], Player | None]:
    """All pairs, and who has the bye. Raises NothingLegal where C1 to C4 allow no complete pairing."""
    completion = Completion(forbidden)
    if not completion.bye_scores(players):
        raise NothingLegal
    pairs: list[Pair] = []
    down: Group = ()
    groups = scoregroups(players)
    for i, group in enumerate(groups):
        found, down = Pairing(Bracket(down, group, groups[i + 1 :]), completion).best()
        pairs += found
    assert len(down) <= 1, "C4 leaves one player at most"
    return pairs, down[0] if down else None


def scoregroups(players: Group) -> tuple[Group, ...]:
    scores = sorted({player.score for player in players}, reverse=True)
    return tuple(tuple(p for p in players if p.score == score) for score in scores)


class Pairing:
    """The best candidate of one bracket."""

    def __init__(self, bracket: Bracket, completion: Completion) -> None:
        self.bracket = bracket
        self.completion = completion

    def best(self) -> tuple[tuple[Pair, ...], Group]:
        """Pairs and downfloaters. C4 to C9 ask only who moves down, so the sets best in them are found first."""
        sets = self.best_sets_of_downfloaters()
        pairs = Candidates(self.bracket.moved, self.bracket.residents, sets, self.completion).best()
        seated = {player for pair in pairs for player in pair}
        return pairs, tuple(player for player in self.bracket.members if player not in seated)

    def best_sets_of_downfloaters(self) -> list[Group]:
        """C4 to C9 in their order; each keeps only the sets that are best in it."""
        sets = self.smallest_sets()
        for criterion in (self.c7_scores, self.c8_next_bracket, self.c9_unplayed_games):
            values = [criterion(down) for down in sets]
            sets = [down for down, value in zip(sets, values, strict=True) if value == min(values)]
        return sets

    def smallest_sets(self) -> list[Group]:
        """C4, C5 and C6: the fewest downfloaters of those who leave the lowest score for the bye.

        No pairing of all who are unpaired gives the bye to a lower score, so the first number of
        downfloaters with that score is the best.
        """
        lowest = min(self.completion.bye_scores(self.bracket.unpaired))
        for size in range(len(self.bracket.members) + 1):
            sets = [down for down in self.sets_of(size) if self.score_of_the_bye(down) == lowest]
            if sets:
                return sets
        raise AssertionError("every complete pairing pairs this bracket and what is below")

    def sets_of(self, size: int) -> Iterator[Group]:
        """Downfloaters so that the others can be paired, and everybody after them (C4)."""
        for down in combinations(self.bracket.members, size):
            rest = tuple(player for player in self.bracket.members if player not in down)
            if self.pairable(rest) and self.score_of_the_bye(down) is not None:
                yield down

    def pairable(self, players: Group) -> bool:
        """All of them can meet each other legally, an MDP meeting a resident."""
        if not players:
            return True
        first, *others = players
        return any(
            self.completion.legal(first, other)
            and not (first in self.bracket.moved and other in self.bracket.moved)
            and self.pairable(tuple(p for p in others if p is not other))
            for other in others
        )

    def score_of_the_bye(self, down: Group) -> int | None:
        """C5, with C4 behind it: the lowest possible if these move down; none: they cannot all be paired."""
        if not self.bracket.below and len(down) > 1:
            return None
        lower = (player for group in self.bracket.below for player in group)
        return min(self.completion.bye_scores((*down, *lower)), default=None)

    def c7_scores(self, down: Group) -> list[int]:
        """Scores of the downfloaters in descending order."""
        return sorted((player.score for player in down), reverse=True)

    def c8_next_bracket(self, down: Group) -> tuple[int, list[int]]:
        """The best that the next bracket can do for C1 to C7: its downfloaters, and their scores.

        C1 to C4 are met in any case, and C5 was decided above for all brackets.
        """
        if not self.bracket.below:
            return 0, []
        following = Pairing(self.bracket.next(ranked(down)), self.completion)
        sets = following.smallest_sets()
        return len(sets[0]), min(map(following.c7_scores, sets))

    def c9_unplayed_games(self, down: Group) -> int:
        """Of the player with the bye, where the bracket moves down exactly that player."""
        if len(self.bracket.unpaired) % 2 == 0 or len(down) != 1:
            return 0
        (player,) = down
        return player.unplayed if player.score == self.score_of_the_bye(down) else 0
