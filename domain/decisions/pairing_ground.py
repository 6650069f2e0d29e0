"""The ground of a pairing: the earlier events that its boards were worked out from.

It says which pairings an undone event would have made otherwise. That an event is impossible without another, as
a result without its board, is said in `made_and_needed.py`.
"""

from collections.abc import Callable

from domain import events as e
from domain.formats import rules_of
from domain.tournament import Tournament

OF_EVERY_PAIRING = (
    e.InitialColourDrawn,
    e.PairingNumbersIssued,
    e.PairingNumbersExchanged,
    e.PairsProhibited,
    e.RegulationsAmended,
)
"""Every later pairing is made from these."""


Ground = Callable[[e.Event, int], bool]
"""Says whether a pairing of a round is made from an earlier event, among other things."""


def ground_of(tournament: Tournament) -> Ground:
    """The ground of the pairings of a tournament: of a table drawn beforehand no result is one, of drawn lines the lots
    are."""
    if rules_of(tournament).predetermined:
        return _table_from
    return _lines_from if tournament.regulations.lines_by_lot else paired_from


def paired_from(earlier: e.Event, round: int) -> bool:
    return _scored_from(earlier, round) or _entered_from(earlier, round)


def _table_from(earlier: e.Event, round: int) -> bool:
    return _numbered_from(earlier)


def _lines_from(earlier: e.Event, round: int) -> bool:
    return isinstance(earlier, e.LotsDrawn) or paired_from(earlier, round)


def _scored_from(earlier: e.Event, round: int) -> bool:
    """The scores or the colours before `round` come from this."""
    match earlier:
        case (
            e.RatingCorrected(counts_from=first)
            | e.ResultCorrected(counts_from=first)
            | e.ColoursCorrected(counts_from=first)
            | e.GamesReseated(counts_from=first)
            | e.PointsAdjusted(counts_from=first)
            | e.StartingPointsCorrected(counts_from=first)
        ):
            return 0 < first <= round
        case (
            e.ResultRecorded(round=r)
            | e.ResultCleared(round=r)
            | e.DisputeSettled(round=r)
            | e.GameAdjourned(round=r)
            | e.BoardsAltered(round=r)
            | e.MatchSettled(round=r)
            | e.MovesCounted(round=r)
            | e.AdjournedGameFinished(during_round=r)
        ):
            return r < round
    return False


def _entered_from(earlier: e.Event, round: int) -> bool:
    """The field of `round`, its numbers and its rules come from this."""
    match earlier:
        case e.PlayoffStageOpened(round=r):
            return r <= round
        case e.ByeGranted(round=r) | e.ByeRevoked(round=r):
            return r == round
    first = _there_from(earlier)
    return first <= round if first is not None else isinstance(earlier, OF_EVERY_PAIRING)


def _there_from(earlier: e.Event) -> int | None:
    """The first round for which somebody comes, leaves or comes back by this; None = nobody does."""
    match earlier:
        case (
            e.PlayerRegistered(from_round=first)
            | e.TeamRegistered(from_round=first)
            | e.PlayerWithdrawn(from_round=first)
            | e.PlayerExpelled(from_round=first)
            | e.PlayerReadmitted(from_round=first)
        ):
            return first
    return None


def _numbered_from(earlier: e.Event) -> bool:
    """A table drawn beforehand is made from this: from who is there for round 1, and in which order."""
    match earlier:
        case e.RatingCorrected(counts_from=first):
            return first == 1
        case e.PairingNumbersIssued() | e.PairingNumbersExchanged():
            return True
        case e.RegulationsAmended(during_round=during):
            return during == 0
    return _there_from(earlier) == 1
