"""Steps of an arena."""

from domain import events as e
from domain.folding.tournament import step
from domain.round import Round, RoundState, new_matches
from domain.state import Tournament


@step.register
def _(event: e.ArenaBegun, t: Tournament) -> None:
    t.arena = t.arena._replace(ends=event.ends, ended=False)


@step.register
def _(event: e.ArenaEnded, t: Tournament) -> None:
    t.arena = t.arena._replace(ended=True)


@step.register
def _(event: e.ArenaPauseSet, t: Tournament) -> None:
    named, known = frozenset(event.players), t.arena.paused
    t.arena = t.arena._replace(paused=known | named if event.paused else known - named)


@step.register
def _(event: e.ArenaGamesBegun, t: Tournament) -> None:
    while len(t.rounds) < event.round:
        number = len(t.rounds) + 1
        opened = Round(number, {}, None, t.numbers, "arena", event.engine_version, t.version)
        opened.state = RoundState.PUBLISHED
        t.rounds.append(opened)
    t.round(event.round).matches.update(new_matches(event.boards))
    for id in (id for board in event.boards for id in (board.white, board.black)):
        if id not in t.first_ratings:
            t.entry_ratings.setdefault(id, t.players[id].rating)


@step.register
def _(event: e.ArenaGameTakenBack, t: Tournament) -> None:
    """A round at the end that nobody plays in any more goes with its last game."""
    del t.round(event.round).matches[event.board]
    while t.rounds and not t.rounds[-1].matches:
        t.rounds.pop()
