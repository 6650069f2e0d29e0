"""Refusals of entries, petitions and undoes of a festival."""

from domain.refusals import Refusal


class NoOpenEdition(Refusal):
    pass


class EditionFull(Refusal):
    places: int


class AlreadyEntered(Refusal):
    player: str


class LastOrganiser(Refusal):
    player: str


class EntryIsDecided(Refusal):
    player: str


class TooManyWait(Refusal):
    pass


class NoSuchPetition(Refusal):
    pass


class PetitionExists(Refusal):
    title: str


class AlreadySigned(Refusal):
    player: str


class OtherLevel(Refusal):
    player: str
    least: int
    most: int


class TooFewSigners(Refusal):
    signed: int
    needed: int


class CannotUndoDecision(Refusal):
    version: int
