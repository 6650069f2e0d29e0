"""Refusals of entries, petitions and undoes of a festival."""

from dataclasses import dataclass

from domain.refusals import Refusal


@dataclass(eq=False)
class NoOpenEdition(Refusal):
    """Nobody can enter or leave by themselves just now."""


@dataclass(eq=False)
class EditionFull(Refusal):
    places: int


@dataclass(eq=False)
class AlreadyEntered(Refusal):
    player: str


@dataclass(eq=False)
class LastOrganiser(Refusal):
    """All the others who run the event play in it."""

    player: str


@dataclass(eq=False)
class EntryIsDecided(Refusal):
    """Somebody else has decided on it since the page was shown."""

    player: str


@dataclass(eq=False)
class TooManyWait(Refusal):
    """More are not taken until somebody has looked at those that wait."""


@dataclass(eq=False)
class NoSuchPetition(Refusal):
    pass


@dataclass(eq=False)
class PetitionExists(Refusal):
    title: str


@dataclass(eq=False)
class AlreadySigned(Refusal):
    player: str


@dataclass(eq=False)
class OtherLevel(Refusal):
    """The rating of a signer is outside those of the petition."""

    player: str
    least: int
    most: int


@dataclass(eq=False)
class TooFewSigners(Refusal):
    signed: int
    needed: int


@dataclass(eq=False)
class CannotUndoDecision(Refusal):
    """It is not the last decision, or others rest on it."""

    version: int
