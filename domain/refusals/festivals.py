"""Refusals of festivals and their stages."""

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
    """More are equal at the last place that goes on than there is room for."""

    source: str
    place: int
    names: tuple[str, ...]


class StageHasBegun(Refusal):
    """A round is paired: nobody is exchanged for somebody else any more."""

    source: str


class GroupsDrawnAlready(Refusal):
    pool: str


class LinkedInACircle(Refusal):
    tournament: str


class SourceMoved(Refusal):
    """Something has happened in the stage before since the page was shown."""

    source: str
