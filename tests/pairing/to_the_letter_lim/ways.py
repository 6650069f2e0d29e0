"""One group of the Lim system: who floats out of it, and who meets whom in it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from domain.words.games import Colour
from tests.pairing.to_the_letter_lim.players import Group, Players


@dataclass(frozen=True)
class Way:
    """One direction of pairing: what "first" means in it."""

    players: Players
    is_down: bool

    def in_order(self, numbers: Iterable[int]) -> list[int]:
        """Candidates: from number 1 downward, from the last number upward."""
        return sorted(numbers, reverse=not self.is_down)

    def floaters_in_order(self, floaters: Iterable[int]) -> list[int]:
        """3.6: highest score and number first downward; lowest score and number first upward."""
        sign = 1 if self.is_down else -1
        return sorted(floaters, key=lambda n: (-sign * self.players.score(n), sign * n))

    def floats_first(self, candidates: Iterable[int]) -> int:
        """3.2.4, 3.3: the lowest numbered downward, the highest numbered upward."""
        return max(candidates) if self.is_down else min(candidates)

    def floaters_out(self, group: Group, came_in: Group, next_residents: Group) -> list[int]:
        """2.3, 3.1, 3.10.2 and 4.4: those whom a largest number of pairings leaves over, one after the other."""
        pairings = self.players.most_pairings(group)
        there, chosen = group, list[int]()
        while len(there) > 2 * pairings:
            may_go = [n for n in there if self.players.most_pairings(there - {n}) == pairings]
            one = self.next_floater(may_go, there, came_in, self.has_next(chosen, next_residents))
            chosen.append(one)
            there -= {one}
        return chosen

    def has_next(self, chosen: Sequence[int], residents: Group) -> Callable[[int], bool]:
        """3.9 with 3.3 and 3.4: tells who has an opponent in the next group, beside floaters chosen who are ahead."""

        def found(n: int) -> bool:
            provided = list[int]()
            for floater in self.floaters_in_order([*chosen, n]):
                if floater == n:
                    break
                if self.players.each_has_one([*provided, floater], residents):
                    provided.append(floater)
            return self.players.each_has_one([*provided, n], residents)

        return found

    def next_floater(self, may_go: list[int], there: Group, came_in: Group, has_next: Callable[[int], bool]) -> int:
        """3.9.2, 3.10, 3.2.2 to 3.2.4 and 3.3, in this order."""
        kinds = {n: "abcd".index(self.kind(n in came_in, has_next(n))) for n in may_go}
        pool = [n for n in may_go if kinds[n] == max(kinds.values())]
        pool = [n for n in pool if not self.players.floated_last_round(n)] or pool
        last = self.floats_first(pool)
        wanted = self.colour_of_more(there)
        suiting = [
            n
            for n in pool
            if wanted is not None
            and self.players.due(n) is wanted
            and (not self.players.is_maxi or self.players.rated_near(n, last))
        ]
        return self.floats_first(suiting or pool)

    @staticmethod
    def kind(floated_in: bool, has_next: bool) -> str:
        """3.9."""
        if floated_in:
            return "b" if has_next else "a"
        return "d" if has_next else "c"

    def colour_of_more(self, there: Group) -> Colour | None:
        """3.2.2: due to more of the group; None if as many are due either."""
        due = [self.players.due(n) for n in there]
        white, black = due.count(Colour.WHITE), due.count(Colour.BLACK)
        return None if white == black else Colour.WHITE if white > black else Colour.BLACK

    def paired(self, group: Group, floaters: Iterable[int]) -> list[tuple[int, int]]:
        """3.6 to 3.8, then 2.4 with 4 and 5; the group can be paired completely."""
        made, left = list[tuple[int, int]](), group
        for floater in floaters:
            if floater in left:
                made.append((floater, self.opponent(floater, self.in_order(left - {floater}), left)))
                left -= {*made[-1]}
        while left:
            first, *others = self.in_order(left)
            made.append((first, self.opponent(first, scrutiny(others), left)))
            left -= {*made[-1]}
        return made

    def opponent(self, player: int, order: Sequence[int], left: Group) -> int:
        """3.7, 3.8, 4.2, 4.3, 5.2, 5.7: the first available due the other colour, otherwise the first available."""
        available = [
            n for n in order if self.players.compatible(player, n) and self.players.complete(left - {player, n})
        ]
        first = available[0]
        suiting = (
            n
            for n in available
            if self.players.suit(player, n) and (not self.players.is_maxi or self.players.rated_near(n, first))
        )
        return next(suiting, first)


def scrutiny(others: Sequence[int]) -> list[int]:
    """4.2, 4.3: the other half from its near end, then the own half from its far end (of six, 1 tries 4 5 6 3 2)."""
    own = len(others) // 2
    return [*others[own:], *reversed(others[:own])]
