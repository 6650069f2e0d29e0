"""Steps of those who come from an earlier stage."""

from domain import events as e
from domain.folding.step import step
from domain.state import Tournament


@step.register
def _(event: e.EntrantsQualified, t: Tournament) -> None:
    t.qualified[event.source] = event
    t.accepted.pop(event.source, None)


@step.register
def _(event: e.QualificationAccepted, t: Tournament) -> None:
    t.accepted[event.source] = event
