"""All events of a tournament, and what each is about: its integrity, its player, its games."""

from collections.abc import Iterator

from domain.events.entrants import (
    ByeGranted,
    ByeRevoked,
    CheckInUndone,
    EntrantCheckedIn,
    HalfPointByesAllowed,
    HalfPointByesBarred,
    PlayerAnonymised,
    PlayerDetailsAmended,
    PlayerExpelled,
    PlayerReadmitted,
    PlayerRegistered,
    PlayerWithdrawn,
    PointsAdjusted,
    RatingCorrected,
    StartingPointsCorrected,
)
from domain.events.integrity import Event, Integrity
from domain.events.numbers import PairingNumbersExchanged, PairingNumbersIssued
from domain.events.playoffs import MovesCounted
from domain.events.results import (
    AdjournedGameFinished,
    ColoursCorrected,
    DisputeSettled,
    GameAdjourned,
    GamesReseated,
    ResultCleared,
    ResultCorrected,
    ResultCorrectedForRating,
    ResultDisputed,
    ResultRecorded,
    ResultReported,
)
from domain.events.rounds import HandPairingEnded
from domain.events.tournament import PairsProhibited, RegulationsAmended, TournamentClosed
from domain.words.games import Bye
from domain.words.players import EntrantId


def integrity_of(event: Event) -> Integrity:
    """The kind of step this very event is: numbers, ratings and regulations are free before the start."""
    free_before_start = (
        RegulationsAmended,
        PairingNumbersIssued,
        PairingNumbersExchanged,
        PairsProhibited,
        RatingCorrected,
        StartingPointsCorrected,
    )
    if isinstance(event, free_before_start) and event.during_round == 0:
        return Integrity.NONE
    if isinstance(event, ByeGranted) and event.kind is not Bye.FULL:
        return Integrity.NONE
    if isinstance(event, HandPairingEnded) and not event.differing:
        return Integrity.NONE
    if isinstance(event, TournamentClosed) and not event.after_round:
        return Integrity.NONE
    return event.integrity


def player_of(event: Event) -> EntrantId | None:
    """The one person an event is about, if it is about one: not those on a board, nor a whole list."""
    match event:
        case PlayerRegistered(player=player) | PlayerDetailsAmended(player=player):
            return player.id
        case (
            RatingCorrected(player=id)
            | PlayerWithdrawn(player=id)
            | PlayerExpelled(player=id)
            | PlayerReadmitted(player=id)
            | PlayerAnonymised(player=id)
            | ByeGranted(player=id)
            | ByeRevoked(player=id)
            | PointsAdjusted(player=id)
            | StartingPointsCorrected(player=id)
            | HalfPointByesBarred(player=id)
            | HalfPointByesAllowed(player=id)
            | EntrantCheckedIn(player=id)
            | CheckInUndone(player=id)
        ):
            return id
        case _:
            return None


def boards_of(event: Event) -> Iterator[tuple[int, int]]:
    return ((round, board) for round, board, _ in games_of(event))


def games_of(event: Event) -> Iterator[tuple[int, int, int]]:
    match event:
        case (
            ResultRecorded(round=r, board=b, game=g)
            | ResultCleared(round=r, board=b, game=g)
            | ResultCorrected(round=r, board=b, game=g)
            | ResultCorrectedForRating(round=r, board=b, game=g)
            | ColoursCorrected(round=r, board=b, game=g)
            | ResultDisputed(round=r, board=b, game=g)
            | ResultReported(round=r, board=b, game=g)
            | DisputeSettled(round=r, board=b, game=g)
            | GameAdjourned(round=r, board=b, game=g)
            | AdjournedGameFinished(round=r, board=b, game=g)
            | MovesCounted(round=r, board=b, game=g)
        ):
            yield r, b, g
        case GamesReseated(round=r, games=played):
            yield from ((r, one.board, 1) for one in played)
        case PlayerWithdrawn(forfeits=games) | PlayerExpelled(forfeits=games) | PlayerReadmitted(reopened=games):
            yield from ((one.round, one.board, one.game) for one in games)
        case _:
            return
