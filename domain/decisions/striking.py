"""Entries made by mistake, struck before round 1: they leave every list, and the history knows them."""

from collections.abc import Iterable

from domain import events as e
from domain.decisions.registering import refuse_if_closed, registered
from domain.decisions.undoing import dependents, undo
from domain.refusals import TournamentHasStarted
from domain.tournament import Tournament, in_force, replay
from domain.words.players import EntrantId


def strike(tournament: Tournament, players: Iterable[EntrantId], reason: str = "") -> list[e.Event]:
    """Undoes the registration of each, with all that was entered about that player alone.

    Raises TournamentHasStarted once round 1 is published, CannotUndo where something of others rests on the entry.
    """
    refuse_if_closed(tournament)
    if tournament.published:
        raise TournamentHasStarted("strike")
    branch, struck = tournament.copy(), list[e.Event]()
    for player in dict.fromkeys(players):
        registered(branch, player)
        undone = undo(branch, *_registration(branch, player, reason))
        struck += undone
        branch = replay(undone, branch)
    return struck


def _registration(tournament: Tournament, player: EntrantId, reason: str) -> tuple[int, str, tuple[int, ...]]:
    """The newest entry that registered them, and the entries about them alone that rest on it."""
    of_player = [version for version, event in in_force(tournament.history) if _registers(event, player)]
    resting = dependents(tournament, of_player[-1])
    alone = tuple(one for one in resting if e.player_of(tournament.history[one - 1]) == player)
    return of_player[-1], reason, alone


def _registers(event: e.Event, player: EntrantId) -> bool:
    return isinstance(event, e.PlayerRegistered) and event.player.id == player
