"""All events of a tournament, and what each is about: its integrity, its player, its games."""

from collections.abc import Iterator

from domain.events import entrants, fees, results
from domain.events.integrity import Event, Integrity
from domain.events.numbers import PairingNumbersExchanged, PairingNumbersIssued
from domain.events.playoffs import MovesCounted
from domain.events.rounds import HandPairingEnded
from domain.events.tournament import PairsProhibited, RegulationsAmended, TournamentClosed
from domain.words.games import Bye, GameAt
from domain.words.players import EntrantId


def integrity_of(event: Event) -> Integrity:
    """The kind of step this very event is: numbers, ratings and regulations are free before the start."""
    free_before_start = (
        RegulationsAmended,
        PairingNumbersIssued,
        PairingNumbersExchanged,
        PairsProhibited,
        entrants.RatingCorrected,
        entrants.StartingPointsCorrected,
    )
    if isinstance(event, free_before_start) and event.during_round == 0:
        return Integrity.NONE
    if isinstance(event, entrants.ByeGranted) and event.kind is not Bye.FULL:
        return Integrity.NONE
    if isinstance(event, HandPairingEnded) and not event.differing:
        return Integrity.NONE
    if isinstance(event, TournamentClosed) and not event.after_round:
        return Integrity.NONE
    return event.integrity


def player_of(event: Event) -> EntrantId | None:
    """The one person an event is about, if it is about one: not those on a board, nor a whole list."""
    match event:
        case entrants.PlayerRegistered(player=player) | entrants.PlayerDetailsAmended(player=player):
            return player.id
        case entrants.EntryWaitlisted(player=player):
            return player.id
        case (
            entrants.RatingCorrected(player=id)
            | entrants.PlayerWithdrawn(player=id)
            | entrants.PlayerExpelled(player=id)
            | entrants.PlayerReadmitted(player=id)
            | entrants.PlayerAnonymised(player=id)
            | entrants.PhotoKept(player=id)
            | entrants.PhotoRemoved(player=id)
            | entrants.ByeGranted(player=id)
            | entrants.ByeRevoked(player=id)
            | entrants.PointsAdjusted(player=id)
            | entrants.StartingPointsCorrected(player=id)
            | entrants.HalfPointByesBarred(player=id)
            | entrants.HalfPointByesAllowed(player=id)
            | entrants.EntrantCheckedIn(player=id)
            | entrants.CheckInUndone(player=id)
            | entrants.ByeRequested(player=id)
            | entrants.ByeRequestTakenBack(player=id)
            | entrants.ByeDeclined(player=id)
            | entrants.OwnLinkRenewed(player=id)
            | entrants.WaitingEntryEnded(player=id)
            | fees.OwnFeeSet(player=id)
            | fees.PaymentMade(player=id)
            | fees.PaymentCancelled(player=id)
        ):
            return id
        case _:
            return None


def boards_of(event: Event) -> Iterator[tuple[int, int]]:
    return ((round, board) for round, board, _ in games_of(event))


def games_of(event: Event) -> Iterator[GameAt]:
    match event:
        case (
            results.ResultRecorded(round=r, board=b, game=g)
            | results.ResultCleared(round=r, board=b, game=g)
            | results.ResultCorrected(round=r, board=b, game=g)
            | results.ResultCorrectedForRating(round=r, board=b, game=g)
            | results.ColoursCorrected(round=r, board=b, game=g)
            | results.ResultDisputed(round=r, board=b, game=g)
            | results.ResultReported(round=r, board=b, game=g)
            | results.DisputeSettled(round=r, board=b, game=g)
            | results.GameAdjourned(round=r, board=b, game=g)
            | results.AdjournedGameFinished(round=r, board=b, game=g)
            | MovesCounted(round=r, board=b, game=g)
        ):
            yield GameAt(r, b, g)
        case results.ArmageddonDecided(round=r, board=b) | results.ArmageddonLeftOut(round=r, board=b):
            yield GameAt(r, b, 1)
        case results.GamesReseated(round=r, games=played):
            yield from (GameAt(r, one.board, 1) for one in played)
        case (
            entrants.PlayerWithdrawn(forfeits=games)
            | entrants.PlayerExpelled(forfeits=games)
            | entrants.PlayerReadmitted(reopened=games)
        ):
            yield from (GameAt(one.round, one.board, one.game) for one in games)
        case _:
            return
