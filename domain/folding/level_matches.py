"""Steps of matches that are level when their games are over."""

from domain import events as e
from domain.folding.step import step
from domain.round import RoundState, with_further
from domain.state import Tournament


@step.register
def _(event: e.GamesAdded, t: Tournament) -> None:
    """A correction may have made a match of a closed round level: the round is open again."""
    round = t.round(event.round)
    round.matches[event.board] = with_further(round.matches[event.board], event.games)
    round.state = RoundState.PUBLISHED


@step.register
def _(event: e.MatchSettled, t: Tournament) -> None:
    t.round(event.round).settled[event.board] = event
