"""One step for each type of event, from state to state; nothing is asked whether it was allowed.

`STEPS[type(event)](event, tournament)` is what `domain/tournament.py` folds a history with.
A file for each subject, as the events have.
"""

from collections.abc import Callable, Mapping

from domain import events as e
from domain.folding import arena, entrants, fees, rounds, tournament
from domain.folding.tournament import step
from domain.state import Tournament

STEPS_BY_SUBJECT = (tournament, entrants, fees, rounds, arena)

STEPS: Mapping[type[e.Event], Callable[[e.Event, Tournament], None]] = {
    kind: step.dispatch(kind) for kind in e.EVENTS.values()
}
"""By the event's class. Looked up instead of calling `step`: its way there takes a fourth of a replay."""
