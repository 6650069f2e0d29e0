"""The union of all events of a tournament. A subject's own union stands at the end of its file."""

from typing import TypeAlias, get_args

from domain.events.entrants import PlayerEvent, StageEvent, TeamEvent
from domain.events.numbers import NumbersEvent
from domain.events.playoffs import PlayoffEvent
from domain.events.results import LevelMatchEvent, ResultEvent
from domain.events.rounds import RoundEvent
from domain.events.tournament import EventUndone, TournamentEvent

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
