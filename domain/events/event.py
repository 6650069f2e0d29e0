"""The union of all events of a tournament. A subject's own union stands at the end of its file."""

from typing import TypeAlias, get_args

from domain.events.level_matches import LevelMatchEvent
from domain.events.numbers import NumbersEvent
from domain.events.players import PlayerEvent
from domain.events.playoffs import PlayoffEvent
from domain.events.results import ResultEvent
from domain.events.rounds import RoundEvent
from domain.events.stages import StageEvent
from domain.events.teams import TeamEvent
from domain.events.tournament import TournamentEvent
from domain.events.undone import EventUndone

Event: TypeAlias = (
    TournamentEvent
    | PlayerEvent
    | StageEvent
    | TeamEvent
    | NumbersEvent
    | RoundEvent
    | ResultEvent
    | LevelMatchEvent
    | PlayoffEvent
    | EventUndone
)

EVENTS: dict[str, type[Event]] = {cls.__name__: cls for cls in get_args(Event)}
"""Bare name, as the journal stores it, to class."""
