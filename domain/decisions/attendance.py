"""Withdrawals, returns and leave for a round: the part of each entrant in the rounds to come."""

from collections.abc import Iterable

from domain import events as e
from domain.decisions.registering import refuse_if_closed, registered
from domain.fields import whole_number
from domain.refusals import (
    AlreadyAway,
    AlreadyPaired,
    BadField,
    BarredFromHalfPointByes,
    NotAway,
)
from domain.tournament import Tournament
from domain.words.entrants import EntrantId
from domain.words.games import Bye


def withdraw(
    tournament: Tournament, players: Iterable[EntrantId], from_round: int | None = None, reason: str = ""
) -> list[e.Event]:
    """One command for many (the "bad weather" case); F.5: they are not paired any more."""
    refuse_if_closed(tournament)
    first = tournament.published + 1 if from_round is None else from_round
    whole_number("from_round", first, 1, max(tournament.regulations.rounds, tournament.published + 1))
    events: list[e.Event] = []
    for player in dict.fromkeys(players):
        registered(tournament, player)
        if tournament.away(player, first):
            raise AlreadyAway(player, first)
        _not_paired(tournament, player, first)
        events.append(e.PlayerWithdrawn(player, first, reason))
    return events


def readmit(
    tournament: Tournament, player: EntrantId, from_round: int | None = None, reason: str = ""
) -> list[e.Event]:
    refuse_if_closed(tournament)
    first = tournament.published + 1 if from_round is None else from_round
    registered(tournament, player)
    withdrawn = [a for a in tournament.absences.get(player, ()) if a[1] is None]
    if not withdrawn:
        raise NotAway(player, first)
    if first < withdrawn[0][0] or first <= tournament.published:
        raise BadField("from_round", str(first), f"at-least:{max(withdrawn[0][0], tournament.published + 1)}")
    whole_number("from_round", first, 1, max(tournament.regulations.rounds, tournament.published + 1))
    return [e.PlayerReadmitted(player, first, reason)]


def grant_bye(tournament: Tournament, player: EntrantId, round: int, kind: Bye) -> list[e.Event]:
    """Leave for one round, announced before it is paired (F.5); a zero-point bye gives nothing."""
    refuse_if_closed(tournament)
    registered(tournament, player)
    whole_number("round", round, 1, tournament.regulations.rounds)
    if tournament.away(player, round):
        raise AlreadyAway(player, round)
    _not_paired(tournament, player, round)
    if kind is Bye.HALF and player in tournament.barred:
        raise BarredFromHalfPointByes(player)
    return [] if tournament.byes.get((round, player)) is kind else [e.ByeGranted(player, round, kind)]


def revoke_bye(tournament: Tournament, player: EntrantId, round: int) -> list[e.Event]:
    refuse_if_closed(tournament)
    registered(tournament, player)
    if (round, player) not in tournament.byes:
        raise NotAway(player, round)
    _not_paired(tournament, player, round)
    return [e.ByeRevoked(player, round)]


def _not_paired(tournament: Tournament, player: EntrantId, round: int) -> None:
    """A published round is altered by hand or withdrawn, never by leave granted afterwards."""
    if round <= tournament.published:
        raise AlreadyPaired(player, round)
