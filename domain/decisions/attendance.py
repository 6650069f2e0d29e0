"""Withdrawals, returns and leave for a round: the part of each entrant in the rounds to come."""

from collections.abc import Iterable

from domain import events as e
from domain.decisions.leaving import first_round_away, forfeits_of, reopened_for, stays_on_boards
from domain.decisions.registering import entrant, refuse_if_closed
from domain.fields import whole_number
from domain.formats import rules_of
from domain.refusals import (
    AlreadyAway,
    AlreadyPaired,
    BadField,
    BarredFromHalfPointByes,
    NoByesInFormat,
    NotAway,
)
from domain.tournament import Tournament
from domain.words.games import Bye
from domain.words.players import EntrantId


def withdraw(
    tournament: Tournament, players: Iterable[EntrantId], from_round: int | None = None, reason: str = ""
) -> list[e.Event]:
    """One command for many (the "bad weather" case); F.5: they are not paired any more.

    In a table that was drawn beforehand they keep their boards, and forfeit what is not played on them.
    """
    refuse_if_closed(tournament)
    stay = stays_on_boards(tournament)
    first = first_round_away(tournament) if from_round is None or stay else from_round
    whole_number("from_round", first, 1, max(tournament.regulations.rounds, tournament.published + 1))
    events: list[e.Event] = []
    leaving = tuple(dict.fromkeys(players))
    for player in leaving:
        entrant(tournament, player)
        if tournament.away(player, first):
            raise AlreadyAway(player, first)
        if not stay:
            _not_paired(tournament, player, first)
        lost = forfeits_of(tournament, player, leaving)
        events.append(e.PlayerWithdrawn(player, first, reason, lost))
    return events


def readmit(
    tournament: Tournament, player: EntrantId, from_round: int | None = None, reason: str = ""
) -> list[e.Event]:
    refuse_if_closed(tournament)
    if stays_on_boards(tournament):
        return _back_on_boards(tournament, player, reason)
    first = tournament.published + 1 if from_round is None else from_round
    entrant(tournament, player)
    withdrawn = [a for a in tournament.absences.get(player, ()) if a[1] is None]
    if not withdrawn:
        raise NotAway(player, first)
    if first < withdrawn[0][0] or first <= tournament.published:
        raise BadField("from_round", str(first), f"at-least:{max(withdrawn[0][0], tournament.published + 1)}")
    whole_number("from_round", first, 1, max(tournament.regulations.rounds, tournament.published + 1))
    return [e.PlayerReadmitted(player, first, reason)]


def _back_on_boards(tournament: Tournament, player: EntrantId, reason: str) -> list[e.Event]:
    """Games forfeited in rounds that are still in play are open again."""
    entrant(tournament, player)
    away = [first for first, back in tournament.absences.get(player, ()) if back is None]
    if not away:
        raise NotAway(player, first_round_away(tournament))
    first = max(away[0], first_round_away(tournament))
    return [e.PlayerReadmitted(player, first, reason, reopened_for(tournament, player))]


def grant_bye(tournament: Tournament, player: EntrantId, round: int, kind: Bye) -> list[e.Event]:
    """Leave for one round, announced before it is paired (F.5); a zero-point bye gives nothing."""
    refuse_if_closed(tournament)
    entrant(tournament, player)
    if rules_of(tournament).predetermined:
        raise NoByesInFormat
    whole_number("round", round, 1, tournament.regulations.rounds)
    if tournament.away(player, round):
        raise AlreadyAway(player, round)
    _not_paired(tournament, player, round)
    if kind is Bye.HALF and player in tournament.barred:
        raise BarredFromHalfPointByes(player)
    return [] if tournament.byes.get((round, player)) is kind else [e.ByeGranted(player, round, kind)]


def revoke_bye(tournament: Tournament, player: EntrantId, round: int) -> list[e.Event]:
    refuse_if_closed(tournament)
    entrant(tournament, player)
    if (round, player) not in tournament.byes:
        raise NotAway(player, round)
    _not_paired(tournament, player, round)
    return [e.ByeRevoked(player, round)]


def _not_paired(tournament: Tournament, player: EntrantId, round: int) -> None:
    """A published round is altered by hand or withdrawn, never by leave granted afterwards."""
    if round <= tournament.published:
        raise AlreadyPaired(player, round)
