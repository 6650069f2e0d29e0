"""Refusals of festivals: stages, entries, petitions and undoes."""

from domain.refusals.refusal import Refusal


class AlreadyASection(Refusal):
    tournament: str
    title: str


class SectionTitleTaken(Refusal):
    title: str


class NoSuchSection(Refusal):
    tournament: str


class NoQualifiersYet(Refusal):
    source: str


class QualifiersTied(Refusal):
    source: str
    place: int
    names: tuple[str, ...]


class StageHasBegun(Refusal):
    source: str


class GroupsDrawnAlready(Refusal):
    pool: str


class LinkedInACircle(Refusal):
    tournament: str


class SourceMoved(Refusal):
    source: str


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


class RankingIsClosed(Refusal):
    pass


class NoRanking(Refusal):
    pass
