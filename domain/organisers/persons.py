"""Who is the same person in several tournaments, and who does not want to be found over all of them.

A person is named by their FIDE ID, or, without one, by one of their entrances: `open~12` is number 12 of `open`.
Organisers say which entrances are one person; nobody's name is kept here.
"""

import re
from collections.abc import Iterator
from dataclasses import field
from typing import NamedTuple

from domain.records import dataclass
from domain.words.players import EntrantId
from domain.words.streams import is_tournament

FIDE_ID = re.compile(r"[1-9][0-9]{0,9}")
OF_ENTRANCE = re.compile(r"(?P<tournament>[a-z0-9-]+)~(?P<player>[1-9][0-9]{0,5})")


class Entrance(NamedTuple):
    """A player of a tournament."""

    tournament: str
    player: EntrantId

    @property
    def person(self) -> str:
        """As they are named where there is no FIDE ID."""
        return f"{self.tournament}~{self.player}"


def entrance_of(person: str) -> Entrance | None:
    """The entrance that a person is named by; None = they are named by a FIDE ID, or by nothing at all."""
    found = OF_ENTRANCE.fullmatch(person)
    if found is None or not is_tournament(found["tournament"]):
        return None
    return Entrance(found["tournament"], EntrantId(int(found["player"])))


def fide_id_of(person: str) -> int:
    """0 = they are named otherwise."""
    return int(person) if FIDE_ID.fullmatch(person) else 0


@dataclass(slots=True)
class Persons:
    said: dict[Entrance, str] = field(default_factory=dict)
    """The person that an entrance belongs to, where an organiser has said so."""
    hidden: set[str] = field(default_factory=set)

    def person(self, entrance: Entrance, fide_id: int = 0) -> str:
        return self.root(self.said.get(entrance) or str(fide_id or "") or entrance.person)

    def root(self, person: str) -> str:
        """The name that counts of somebody whose entrance belongs to another person by now."""
        while (at := entrance_of(person)) and at in self.said:
            person = self.said[at]
        return person

    def is_hidden(self, person: str) -> bool:
        return bool(self.hidden) and self.root(person) in map(self.root, self.hidden)

    def also(self, person: str) -> Iterator[Entrance]:
        """The entrances that belong to a person because an organiser has said so."""
        return (entrance for entrance, said in self.said.items() if self.root(said) == person)
