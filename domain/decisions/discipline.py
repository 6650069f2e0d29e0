"""Penalties: half-point byes that an arbiter takes from a player, or the whole event."""

from domain import events as e
from domain.refusals import ReasonMissing, TournamentIsClosed, UnknownPlayer
from domain.tournament import Tournament
from domain.words.entrants import EntrantId


def bar_from_half_point_byes(tournament: Tournament, player: EntrantId, reason: str = "") -> list[e.Event]:
    """No further half-point bye; those granted stay (FIDE checklist, 175)."""
    _concerned(tournament, player)
    return [] if player in tournament.barred else [e.HalfPointByesBarred(player, reason)]


def allow_half_point_byes(tournament: Tournament, player: EntrantId, reason: str = "") -> list[e.Event]:
    _concerned(tournament, player)
    return [e.HalfPointByesAllowed(player, reason)] if player in tournament.barred else []


def expel(tournament: Tournament, player: EntrantId, reason: str) -> list[e.Event]:
    """Out of the next pairing and out of the table; opponents keep their games (FIDE checklist, 197-198)."""
    _concerned(tournament, player)
    if not reason.strip():
        raise ReasonMissing("expel")
    if player in tournament.expelled:
        return []
    return [e.PlayerExpelled(player, tournament.published + 1, reason)]


def _concerned(tournament: Tournament, player: EntrantId) -> None:
    if tournament.closed:
        raise TournamentIsClosed
    if player not in tournament.entrants:
        raise UnknownPlayer(player)
