"""The step of an event by its type; each subject registers its own."""

from functools import singledispatch

from domain import events as e
from domain.state import Tournament


@singledispatch
def step(event: e.Event, t: Tournament) -> None:
    raise TypeError(f"no step for {type(event).__name__}")
