"""The gate before every step that breaches the integrity of the pairings (FIDE checklist, 42-46, 112-115, 189-191).

The level of the confirmation follows from what the events are, never from the page that asks,
so that no route, role or setting can weaken it.
"""

from collections.abc import Sequence

from domain import events as e
from domain.decisions.cautions import cautions_of
from domain.decisions.closing import closed_by_last_result
from domain.decisions.rules_in_force import outside, refuse_outside
from domain.events import Integrity, integrity_of
from domain.formats import rules_of
from domain.refusals import KeptInFideMode, NeedsConfirmation
from domain.tournament import Tournament
from domain.words.games import Result

LEVEL_OF: dict[Integrity, int] = {
    Integrity.NONE: 0,
    Integrity.BYE: 2,
    Integrity.ADJOURNMENT: 3,
    Integrity.ALTERATION: 3,
    Integrity.IMPORT: 3,
    Integrity.NUMBERING: 3,
    Integrity.CORRECTION: 3,
    Integrity.CONFIGURATION: 4,
}
"""3 = confirm or cancel, 4 = in two steps with the consequences spelled out; 2 = acknowledge."""

OPPOSITES: dict[type[e.Event], type[e.Event]] = {
    e.RoundPublished: e.RoundWithdrawn,
    e.TournamentClosed: e.TournamentReopened,
}
"""Ordinary steps that are grave to take back: undoing them is no way round the other's confirmation."""


def level_of(event: e.Event, tournament: Tournament) -> int:
    """The confirmation this very event needs.

    Adjourning, and finishing with the draw that everybody was paired with, change nothing for
    the pairings; finishing otherwise does (checklist, 157-163). An undo is as grave as what it
    undoes, or as the step that would take it back. Boards that the system pairs otherwise are confirmed in two
    steps, with its own beside them (68-69). Every exchange of numbers is confirmed, also before the start, where
    it is no breach (150).
    """
    match event:
        case e.EventUndone(version=version) if not isinstance(tournament.history[version - 1], e.EventUndone):
            undone = tournament.history[version - 1]
            opposite = OPPOSITES.get(type(undone))
            return LEVEL_OF[opposite.integrity] if opposite else level_of(undone, tournament)
        case e.PairingNumbersExchanged():
            return LEVEL_OF[e.PairingNumbersExchanged.integrity]
        case e.HandPairingEnded(differing=differing):
            return 4 if differing else 0
        case e.GameAdjourned() | e.AdjournedGameFinished(result=Result.DRAW):
            return 0
        case e.AdjournedGameFinished(round=r, during_round=during) if r >= during:
            return 0
    return LEVEL_OF[integrity_of(event)]


def guarded(tournament: Tournament, events: Sequence[e.Event], confirmed: int) -> list[e.Event]:
    """The events themselves once they are confirmed highly enough, else NeedsConfirmation.

    Leaving FIDE mode comes with the step that leaves it, in the same append; so does the end that follows from the last
    result. Raises KeptInFideMode and OutsideFideMode for what takes leaving FIDE mode first, as a step of its own.
    """
    _refuse_in_fide_mode(tournament, events)
    cause, cautions = departure(tournament, events), tuple(cautions_of(tournament, events))
    own = max((level_of(event, tournament) for event in events), default=0)
    level = max([4 if cause else own, *(caution.level for caution in cautions)])
    if confirmed < level:
        what = cause or (_gravest(events, tournament) if own else "")
        raise NeedsConfirmation(level, what, tuple(events), cautions)
    written = [*events, *closed_by_last_result(tournament, events)]
    return written if cause is None else [e.FideModeLeft(tournament.published, cause), *written]


def _refuse_in_fide_mode(tournament: Tournament, events: Sequence[e.Event]) -> None:
    """What was said before the start does not change during play (FIDE checklist, 57, 75, 85, 93, 196, 200)."""
    if tournament.left_fide_mode is not None:
        return
    for event in events:
        match event:
            case e.RegulationsAmended(during_round=during) if during:
                raise KeptInFideMode("regulations")
            case e.RegulationsAmended(regulations=wanted):
                refuse_outside(wanted, allowed=outside(tournament.regulations))
            case e.PairsProhibited(during_round=during) if during:
                raise KeptInFideMode("prohibited-pairs")


def departure(tournament: Tournament, events: Sequence[e.Event]) -> str | None:
    """The reason this step leaves FIDE mode; None where it does not, or FIDE mode is left already."""
    if tournament.left_fide_mode is not None:
        return None
    for event in events:
        match event:
            case (
                e.ResultCorrected(round=r, counts_from=first)
                | e.ColoursCorrected(round=r, counts_from=first)
                | e.GamesReseated(round=r, counts_from=first)
            ):
                if first and r < _first_of_late(tournament):
                    return "closed-round-changed"
            case e.EventUndone(version=version):
                if cause := _departure_by_undo(tournament, tournament.history[version - 1]):
                    return cause
            case e.TournamentClosed(after_round=after) if after:
                return "closed-early"
            case e.RoundWithdrawn(overridden=True):
                return "begun-round-withdrawn"
            case e.BoardsAltered(breaches=breaches) if breaches:
                return "criteria-overridden"
    return None


def _first_of_late(tournament: Tournament) -> int:
    """A result of a round before this one has been paired from twice; in a table drawn beforehand none ever is."""
    return 0 if rules_of(tournament).predetermined else tournament.published - 1


def _departure_by_undo(tournament: Tournament, undone: e.Event) -> str | None:
    if isinstance(undone, e.RoundPublished) and undone.round <= tournament.published:
        return "begun-round-withdrawn" if tournament.round(undone.round).begun else None
    old = any(round < _first_of_late(tournament) for round, _ in e.boards_of(undone))
    return "closed-round-changed" if old else None


def _gravest(events: Sequence[e.Event], tournament: Tournament) -> str:
    return max(events, key=lambda event: level_of(event, tournament)).__class__.__name__
