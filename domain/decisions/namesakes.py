"""Players who come, told apart from those who are here: by FIDE number, and by what the arbiter says of namesakes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from domain.refusals import AlreadyRegistered, NamesakesAsked
from domain.words.players import (
    ASK,
    Namesake,
    NamesakeAnswers,
    NamesakeQuestion,
    Player,
    PlayerId,
    are_apart,
    may_be_same,
    name_key,
    player_id,
    with_added,
)

MOST_COMPARED = 200
"""People of one name that somebody is compared with: no event has so many, and a list of one name may."""
MOST_ASKED_ABOUT = 8
"""People that one question names."""


@dataclass(frozen=True, slots=True)
class SortedPlayers:
    """Players of a form or a list, once it is clear who they are."""

    new: tuple[Player, ...]
    """Those who are not here yet, in order."""
    places: tuple[int, ...]
    """The place of each of them among those who came."""
    known: dict[PlayerId, Player]
    """Those who are here already, with what was said of them besides."""


def sort_players(here: Iterable[Player], coming: Sequence[Player], answers: NamesakeAnswers) -> SortedPlayers:
    """Raises AlreadyRegistered for a FIDE number that is here, NamesakesAsked with all questions without an answer."""
    sorting = _Sorting(here, answers)
    for index, player in enumerate(coming):
        sorting.take(index, player)
    if sorting.questions:
        raise NamesakesAsked(tuple(sorting.questions))
    return SortedPlayers(tuple(sorting.new.values()), tuple(sorting.new), sorting.known)


def namesake_questions(here: Iterable[Player], coming: Sequence[Player]) -> tuple[NamesakeQuestion, ...]:
    """All that would be asked about them."""
    sorting = _Sorting(here, ASK)
    for index, player in enumerate(coming):
        sorting.take(index, player)
    return tuple(sorting.questions)


def namesakes_of(here: Iterable[Player], player: Player) -> tuple[Namesake, ...]:
    """Those here who may be the same person."""
    return tuple(Namesake(one) for one in here if one.id != player.id and may_be_same(one, player))


class KnownPeople:
    """Those who are here and those who came before in the same step: who somebody is among them, and what is asked."""

    def __init__(self, here: Iterable[Player], answers: NamesakeAnswers) -> None:
        self.questions: list[NamesakeQuestion] = []
        self._answers = answers
        self._by_number: dict[int, Namesake] = {}
        self._by_name: dict[str, list[Namesake]] = {}
        for player in here:
            self.add(Namesake(player))

    def by_number(self, player: Player) -> Namesake | None:
        """The person here who has the FIDE number of this player."""
        return self._by_number.get(player.fide_id)

    def same(self, index: int, player: Player) -> Namesake | None:
        """The same person by the arbiter's answer. Without one the question is kept, and it is another person."""
        alike = islice(self._by_name.get(name_key(player.name), ()), MOST_COMPARED)
        others = list(islice((one for one in alike if not are_apart(one.player, player)), MOST_ASKED_ABOUT))
        if others and not self._answers.knows(index):
            self.questions.append(NamesakeQuestion(index, player, tuple(others)))
        if not others or index not in self._answers.same:
            return None
        found = others[min(self._answers.same[index], len(others) - 1)]
        if player.fide_id:
            self._by_number[player.fide_id] = found
        return found

    def add(self, namesake: Namesake) -> None:
        """One person more."""
        player = namesake.player
        if player.fide_id:
            self._by_number[player.fide_id] = namesake
        self._by_name.setdefault(name_key(player.name), []).append(namesake)


class _Sorting:
    def __init__(self, here: Iterable[Player], answers: NamesakeAnswers) -> None:
        self.new: dict[int, Player] = {}
        self.known: dict[PlayerId, Player] = {}
        self._people = KnownPeople(here, answers)

    @property
    def questions(self) -> Sequence[NamesakeQuestion]:
        return self._people.questions

    def take(self, index: int, player: Player) -> None:
        holder = self._people.by_number(player)
        if holder is not None:
            raise AlreadyRegistered(player.name, holder.player.id, player.fide_id)
        same = self._people.same(index, player)
        if same is not None:
            self._join(same, player)
        else:
            self.new[index] = player
            self._people.add(Namesake(player, index))

    def _join(self, namesake: Namesake, player: Player) -> None:
        """One person: what the second entry adds is kept with the first."""
        if namesake.index is not None:
            self.new[namesake.index] = with_added(self.new[namesake.index], player)
        else:
            before = self.known.get(namesake.player.id, namesake.player)
            self.known[namesake.player.id] = with_added(before, player)


def numbered_from(players: Iterable[Player], first: int) -> list[Player]:
    return [replace(player, id=player_id(id)) for id, player in enumerate(players, first)]
