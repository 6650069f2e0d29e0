"""The ratings of players on all lists that count in a tournament, in the order of the lists."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain.tournament import Tournament
from domain.words.names import name_key
from domain.words.rating_lists import FIDE, RatedList, RatingEntry, RatingMethod, Speed, rating_method, speed_of_clock
from server.rating_lists.shelf import Shelf

MOST_OF_NATIONAL = 8
"""Players of a national list alone who are offered below those of FIDE's."""


@dataclass(frozen=True, slots=True)
class ListedRating:
    """A rating of one player on one list."""

    source: str
    """The list and its month, `FIDE 2026-11`, with the speed where it is not that of the tournament."""
    rating: int = 0
    k: int = 0
    national: bool = False


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """Somebody who is on one of the lists."""

    entry: RatingEntry
    ratings: tuple[ListedRating, ...]
    """Those that are not zero, in the order of the lists."""

    @property
    def proposed(self) -> ListedRating:
        """The rating of the first list that has one."""
        return self.ratings[0] if self.ratings else ListedRating("")

    @property
    def official(self) -> int:
        """The first rating of FIDE's, where a national one is proposed."""
        found = next((one.rating for one in self.ratings if not one.national), 0)
        return found if self.proposed.national else 0

    @property
    def national(self) -> int:
        """The rating on the first national list."""
        return next((one.rating for one in self.ratings if one.national), 0)


@dataclass(frozen=True, slots=True)
class ListsInOrder:
    """The lists that count in one tournament, those of the month that counts."""

    shelf: Shelf
    kind: Speed
    order: Sequence[RatedList]
    marks: Mapping[str, str]
    """By publisher."""
    names: Mapping[str, str]
    method: RatingMethod = RatingMethod.OTHER

    def ratings(self, player: RatingEntry, on_fide: RatingEntry | None) -> tuple[ListedRating, ...]:
        """All ratings of a player; `on_fide` is the entry of FIDE's list that counts."""
        found = tuple(one for one in self._ratings(player, on_fide) if one.rating)
        if self.method not in (RatingMethod.HIGHER, RatingMethod.LOWER):
            return found
        firsts = {one.national: one for one in reversed(found)}.values()
        choose = max if self.method is RatingMethod.HIGHER else min
        return tuple(dict.fromkeys((choose(firsts, key=lambda one: one.rating), *found))) if firsts else ()

    def _ratings(self, player: RatingEntry, on_fide: RatingEntry | None) -> Iterator[ListedRating]:
        for one in self.order:
            name = self.names[one.publisher]
            if one.speed is None:
                entry = self._on_national(player, self.marks[one.publisher])
                yield ListedRating(name, entry.standard if entry else 0, national=True)
            elif on_fide is not None:
                own = {Speed.STANDARD: on_fide.standard, Speed.RAPID: on_fide.rapid, Speed.BLITZ: on_fide.blitz}
                said = name if one.speed in (self.kind, Speed.STANDARD) else f"{name} {one.speed}"
                yield ListedRating(said, own[one.speed], on_fide.development_coefficient(one.speed))

    def _on_national(self, player: RatingEntry, mark: str) -> RatingEntry | None:
        if player.number and (found := self.shelf.by_numbers([player.number], mark)):
            return found[player.number]
        return _only_one(one for one in self.shelf.by_whole_name(player.name, mark) if _is_same(one, player))

    def on_fide(self, numbers: Iterable[int]) -> dict[int, RatingEntry]:
        """The entries of FIDE's list that counts, by number; none where it has no place in the order."""
        return self.shelf.by_numbers(numbers, self.marks[FIDE]) if FIDE in self.marks else {}

    def search(self, typed: str, federations: Sequence[str]) -> list[RatedPlayer]:
        """The likeliest players: those of FIDE's list, then those whom only a national list has."""
        found = self.shelf.search(typed, *federations) if FIDE in self.marks else []
        for publisher in self.marks:
            if publisher != FIDE:
                others = self.shelf.search(typed, *federations, publisher=publisher)[:MOST_OF_NATIONAL]
                found += [one for one in others if not any(_is_same(one, known) for known in found)]
        listed = self.on_fide(one.number for one in found)
        return [RatedPlayer(one, self.ratings(one, listed.get(one.number))) for one in found]


def lists_in_order(shelf: Shelf, t: Tournament, order: Sequence[RatedList], month: str) -> ListsInOrder:
    """Those of the order that are here, of the month that counts."""
    here = shelf.openable()
    lists = [one for one in order if one.publisher in here]
    marks = {one.publisher: shelf.valid_in(one.publisher, month) for one in lists}
    names = {publisher: shelf.name(mark) for publisher, mark in marks.items()}
    method = rating_method(t.details.rank_method)
    return ListsInOrder(shelf, speed_of_clock(t.details.clock), lists, marks, names, method)


def _only_one(fitting: Iterable[RatingEntry]) -> RatingEntry | None:
    found = list(fitting)
    return found[0] if len(found) == 1 else None


def _is_same(one: RatingEntry, other: RatingEntry) -> bool:
    """By the number where both have one, else by all that both lists say."""
    if one.number and other.number:
        return one.number == other.number
    pairs = ((one.birth_year, other.birth_year), (one.federation, other.federation), (one.sex, other.sex))
    return name_key(one.name) == name_key(other.name) and all(a == b for a, b in pairs if a and b)
