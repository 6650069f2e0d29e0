"""Check-in before round 1: who has come, who is missing, and those missing left out of the first pairing.

Whoever is left out misses that round alone. Before the next one the desk asks whether they are here by now.
"""

from collections.abc import Collection

from domain import events as e
from domain.decisions.attendance import grant_bye, readmit, revoke_bye, withdraw
from domain.decisions.registering import entrant, refuse_if_closed
from domain.formats import rules_of
from domain.refusals import CheckInIsOver, NobodyCheckedIn, NotExpected
from domain.tournament import Tournament
from domain.words.games import Bye
from domain.words.players import EntrantId


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
    """Checking in twice changes nothing. `readmits`: somebody withdrawn or left out plays in round 1 after all."""
    _still_open(tournament)
    entrant(tournament, id)
    if id in tournament.checked_in and tournament.present(id, 1):
        return []
    back: list[e.Event] = []
    if not tournament.present(id, 1):
        if not readmits:
            raise NotExpected(id)
        back = _back_for_round_one(tournament, id)
    return back if id in tournament.checked_in else [*back, e.EntrantCheckedIn(id)]


def undo_check_in(tournament: Tournament, id: EntrantId) -> list[e.Event]:
    """Undoing twice changes nothing."""
    _still_open(tournament)
    entrant(tournament, id)
    return [e.CheckInUndone(id)] if id in tournament.checked_in else []


def leave_out_missing(tournament: Tournament, named: Collection[EntrantId], reason: str = "") -> list[e.Event]:
    """Those of the named who are still missing are not paired in round 1, and have no points for it.

    Where nobody has leave for a round they are withdrawn.
    """
    _still_open(tournament)
    if not any(id in tournament.checked_in for id in expected_in_round_one(tournament)):
        raise NobodyCheckedIn
    absent = [id for id in missing(tournament) if id in named]
    if not misses_one_round(tournament):
        return withdraw(tournament, absent, 1, reason)
    return [event for id in absent for event in grant_bye(tournament, id, 1, Bye.ZERO)]


def misses_one_round(tournament: Tournament) -> bool:
    """Somebody can be left out of one round, and play the next."""
    rules = rules_of(tournament)
    return not rules.predetermined and not rules.knocks_out


def left_out(tournament: Tournament) -> tuple[EntrantId, ...]:
    """Those who were left out of the newest round, and of whom nobody has said what becomes of them in the next."""
    newest = tournament.published
    if not newest or not tournament.checked_in or tournament.closed or newest >= tournament.regulations.rounds:
        return ()
    absent = (id for (round, id), kind in tournament.byes.items() if round == newest and kind is Bye.ZERO)
    return tuple(id for id in absent if id not in tournament.checked_in and tournament.present(id, newest + 1))


def come_after_all(tournament: Tournament, ids: Collection[EntrantId]) -> list[e.Event]:
    """Those of them who were left out of a round are here by now, and are paired in the next."""
    refuse_if_closed(tournament)
    return [e.EntrantCheckedIn(id) for id in left_out(tournament) if id in ids]


def leave_out_again(tournament: Tournament, ids: Collection[EntrantId]) -> list[e.Event]:
    """Those of them who were left out of a round are not paired in the next one either."""
    absent = [id for id in left_out(tournament) if id in ids]
    return [event for id in absent for event in grant_bye(tournament, id, tournament.published + 1, Bye.ZERO)]


def _back_for_round_one(tournament: Tournament, id: EntrantId) -> list[e.Event]:
    """Raises NotExpected for somebody who has points for round 1, or enters later."""
    if tournament.byes.get((1, id)) is Bye.ZERO and not tournament.away(id, 1):
        return revoke_bye(tournament, id, 1)
    if tournament.joined.get(id, 1) == 1 and any(back is None for _, back in tournament.absences.get(id, ())):
        return readmit(tournament, id, 1)
    raise NotExpected(id)


def _still_open(tournament: Tournament) -> None:
    refuse_if_closed(tournament)
    if tournament.paired:
        raise CheckInIsOver
