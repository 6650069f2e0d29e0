"""Check-in before round 1: who has come, who is missing, and those missing left out of the first pairing."""

from collections.abc import Collection

from domain import events as e
from domain.decisions.attendance import readmit, withdraw
from domain.decisions.registering import entrant, refuse_if_closed
from domain.refusals import CheckInIsOver, NobodyCheckedIn, NotExpected
from domain.tournament import Tournament
from domain.words.entrants import EntrantId


def check_in_open(tournament: Tournament) -> bool:
    """Until round 1 is paired."""
    return not tournament.paired and not tournament.closed


def expected_in_round_one(tournament: Tournament) -> tuple[EntrantId, ...]:
    """Everybody who is to be paired in round 1."""
    return tuple(id for id in tournament.entrants if tournament.present(id, 1))


def missing(tournament: Tournament) -> tuple[EntrantId, ...]:
    """Those of them who are not checked in."""
    return tuple(id for id in expected_in_round_one(tournament) if id not in tournament.checked_in)


def check_entrant_in(tournament: Tournament, id: EntrantId, *, readmits: bool = False) -> list[e.Event]:
    """Checking in twice changes nothing. `readmits`: somebody withdrawn plays from round 1 again."""
    _still_open(tournament)
    entrant(tournament, id)
    if id in tournament.checked_in and tournament.present(id, 1):
        return []
    back: list[e.Event] = []
    if not tournament.present(id, 1):
        if not readmits or not _left_before_round_one(tournament, id):
            raise NotExpected(id)
        back = readmit(tournament, id, 1)
    return back if id in tournament.checked_in else [*back, e.EntrantCheckedIn(id)]


def undo_check_in(tournament: Tournament, id: EntrantId) -> list[e.Event]:
    """Undoing twice changes nothing."""
    _still_open(tournament)
    entrant(tournament, id)
    return [e.CheckInUndone(id)] if id in tournament.checked_in else []


def leave_out_missing(tournament: Tournament, named: Collection[EntrantId], reason: str = "") -> list[e.Event]:
    """Those of the named who are still missing are absent from round 1 on, until an arbiter readmits them."""
    _still_open(tournament)
    if not any(id in tournament.checked_in for id in expected_in_round_one(tournament)):
        raise NobodyCheckedIn
    return withdraw(tournament, [id for id in missing(tournament) if id in named], 1, reason)


def _left_before_round_one(tournament: Tournament, id: EntrantId) -> bool:
    return tournament.joined.get(id, 1) == 1 and any(back is None for _, back in tournament.absences.get(id, ()))


def _still_open(tournament: Tournament) -> None:
    refuse_if_closed(tournament)
    if tournament.paired:
        raise CheckInIsOver
