"""Refusals about single players."""

from dataclasses import dataclass

from domain.refusals.refusal import Refusal
from domain.words.players import EntrantId, NamesakeQuestion


@dataclass(eq=False)
class UnknownPlayer(Refusal):
    player: EntrantId


@dataclass(eq=False)
class NamesakesAsked(Refusal):
    """Entries of one name that nothing tells apart: only the arbiter knows whether they are one person."""

    questions: tuple[NamesakeQuestion, ...]


@dataclass(eq=False)
class AlreadyRegistered(Refusal):
    """The same FIDE number."""

    name: str
    existing: EntrantId
    fide_id: int = 0


@dataclass(frozen=True, slots=True)
class ProblemOfAPlayer:
    """Something of a player on a list that cannot be; `index` is their place on it, from 0."""

    index: int
    name: str
    refusal: Refusal


@dataclass(eq=False)
class PlayersCannotEnter(Refusal):
    """Every problem of the players who were to be registered: none of them is."""

    problems: tuple[ProblemOfAPlayer, ...]


@dataclass(eq=False)
class AlreadyAway(Refusal):
    player: EntrantId
    round: int


@dataclass(eq=False)
class NotAway(Refusal):
    player: EntrantId
    round: int


@dataclass(eq=False)
class AlreadyPaired(Refusal):
    """A bye or withdrawal for a round that is published already."""

    player: EntrantId
    round: int


@dataclass(eq=False)
class NotEqualInStrength(Refusal):
    """Only two of the same rating and title exchange their numbers."""

    players: tuple[EntrantId, ...]


@dataclass(eq=False)
class BarredFromHalfPointByes(Refusal):
    player: EntrantId
