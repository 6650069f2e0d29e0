"""Namesakes: two entries of one name, which may be one person or two."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.words.names import name_key
from domain.words.players import Player


@dataclass(frozen=True, slots=True)
class Namesake:
    """Somebody of the same name."""

    player: Player
    index: int | None = None
    """Their place among those who are to be registered in the same step; None = they are here already."""


@dataclass(frozen=True, slots=True)
class NamesakeQuestion:
    """Is this the same person as one of the others, or another one?"""

    index: int
    """Their place among those who are to be registered."""
    player: Player
    others: tuple[Namesake, ...]

    @property
    def alike(self) -> bool:
        """Nothing that is known of both differs from somebody who is here: most likely a list that is sent again."""
        return any(one.index is None and not _differs(self.player, one.player) for one in self.others[:1])


@dataclass(frozen=True, slots=True)
class NamesakeAnswers:
    """The arbiter's answers, by the place among those who are to be registered."""

    same: Mapping[int, int] = field(default_factory=dict)
    """Place to which of the others of the question it is."""
    another: frozenset[int] = frozenset()
    all_others: bool = False
    """Everybody is another person: the program itself asks nobody."""

    def knows(self, index: int) -> bool:
        return self.all_others or index in self.another or index in self.same


ASK = NamesakeAnswers()
ALL_OTHERS = NamesakeAnswers(all_others=True)

TELLING_FIELDS = ("fide_id", "birth_year", "club", "sex")
"""Fields that tell two namesakes apart where both have them and they differ."""
LIKENESS_FIELDS = (*TELLING_FIELDS, "federation", "rating", "national_rating", "title")


def may_be_same(one: Player, other: Player) -> bool:
    """The same name in any order and alphabet, and nothing that tells the two apart."""
    return name_key(one.name) == name_key(other.name) and not are_apart(one, other)


def are_apart(one: Player, other: Player) -> bool:
    """Two of the same name have a field that differs where both have it."""
    return _differs(one, other, TELLING_FIELDS)


def with_added(known: Player, also: Player) -> Player:
    """The known entry with what the other one adds: nothing that is there changes."""
    added = {name: getattr(known, name) or getattr(also, name) for name in Player.__slots__ if name != "id"}
    return Player(id=known.id, **added)


def _differs(one: Player, other: Player, names: tuple[str, ...] = LIKENESS_FIELDS) -> bool:
    pairs = ((_plain(getattr(one, name)), _plain(getattr(other, name))) for name in names)
    return any(mine and theirs and mine != theirs for mine, theirs in pairs)


def _plain(value: object) -> object:
    return value.casefold() if isinstance(value, str) else value
