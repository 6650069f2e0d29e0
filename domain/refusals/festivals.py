"""Refusals of festivals and their stages."""

from dataclasses import dataclass

from domain.refusals.refusal import Refusal


@dataclass(eq=False)
class AlreadyASection(Refusal):
    tournament: str
    title: str
    """Its name in the festival."""


@dataclass(eq=False)
class SectionTitleTaken(Refusal):
    title: str


@dataclass(eq=False)
class NoSuchSection(Refusal):
    tournament: str


@dataclass(eq=False)
class NoQualifiersYet(Refusal):
    """The stage before is not over."""

    source: str


@dataclass(eq=False)
class QualifiersTied(Refusal):
    """More are equal at the last place that goes on than there is room for."""

    source: str
    place: int
    names: tuple[str, ...]


@dataclass(eq=False)
class StageHasBegun(Refusal):
    """A round is paired: nobody is exchanged for somebody else any more."""

    source: str


@dataclass(eq=False)
class GroupsDrawnAlready(Refusal):
    pool: str


@dataclass(eq=False)
class LinkedInACircle(Refusal):
    tournament: str


@dataclass(eq=False)
class SourceMoved(Refusal):
    """Something has happened in the stage before since the page was shown."""

    source: str
