"""Cautions to be read before a step: the warnings of levels 2 and 3 that no event carries by its kind alone."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from domain import events as e
from domain.decisions.checking_in import left_out
from domain.decisions.latecomers import late_board
from domain.decisions.planning import plan_cautions, unrated_for
from domain.decisions.results import adjourned_games
from domain.tournament import Tournament
from domain.tournament_cards import has_starting_points
from domain.words.cautions import (
    AnotherHalfPointBye,
    BothColoursWrong,
    Caution,
    FullPointBye,
    GamesStillAdjourned,
    LastRoundDiffers,
    LatecomerPlays,
    LeftOutBefore,
    PlayoffLeftOut,
    RoundBeforeItsDay,
    SystemChanges,
)
from domain.words.games import Bye
from domain.words.players import EntrantId


def cautions_of(tournament: Tournament, events: Sequence[e.Event]) -> Iterator[Caution]:
    """In the order of the events they are about."""
    for event in events:
        yield from _of(tournament, event)


def _of(tournament: Tournament, event: e.Event) -> Iterator[Caution]:
    match event:
        case e.RoundPaired(round=1):
            yield from (caution for caution in plan_cautions(tournament) if caution.level > 1)
        case e.RoundPaired(round=r):
            yield from _before_pairing(tournament, r)
        case e.RoundPublished(round=r, on=today) if today < (day := first_day_of(tournament, r)) and today:
            yield RoundBeforeItsDay(r, day, today)
        case e.ByeGranted(player=player, round=r, kind=Bye.HALF) if before := _half_point_byes(tournament, player, r):
            yield AnotherHalfPointBye(player, before + 1)
        case e.ByeGranted(player=player, kind=Bye.FULL):
            yield FullPointBye(player)
        case e.BoardsAltered(round=r, latecomer=late) if late is not None:
            yield _of_latecomer(tournament, r, late)
        case e.BoardsAltered(round=r, both_colours_wrong=boards) if boards:
            yield BothColoursWrong(r, boards)
        case e.TournamentClosed():
            yield from _of_closing(event)
        case e.RegulationsAmended():
            yield from _of_regulations(tournament, event)


def _before_pairing(tournament: Tournament, round: int) -> Iterator[Caution]:
    if games := adjourned_games(tournament):
        yield GamesStillAdjourned(games)
    if round == tournament.published + 1 and (absent := left_out(tournament)):
        yield LeftOutBefore(round - 1, tuple(tournament.entrants[id].name for id in absent))


def _of_closing(event: e.TournamentClosed) -> Iterator[Caution]:
    after, boards = event.after_round, event.last_round_differs
    if boards:
        yield LastRoundDiffers(after, after, boards, event.last_round_by)
    if event.without_playoff:
        yield PlayoffLeftOut(event.without_playoff)


def _of_latecomer(tournament: Tournament, round: int, latecomer: EntrantId) -> LatecomerPlays:
    found, entrants = late_board(tournament, round, latecomer), tournament.entrants
    board, article = found.board, found.why.article
    white, black = entrants[board.white].name, entrants[board.black].name
    came, other = (white, black) if board.white == latecomer else (black, white)
    return LatecomerPlays(round, board.number, came, other, white, black, article.number if article else "")


def _of_regulations(tournament: Tournament, event: e.RegulationsAmended) -> Iterator[Caution]:
    old, new = tournament.regulations.system, event.regulations.system
    if old != new and event.during_round:
        before, after = has_starting_points(tournament.regulations), has_starting_points(event.regulations)
        unrated = unrated_for(tournament, new)
        yield SystemChanges(tournament.published + 1, old, new, unrated, after and not before, before and not after)
    if event.last_round_differs:
        boards, system = event.last_round_differs, event.last_round_by
        yield LastRoundDiffers(tournament.published, event.regulations.rounds, boards, system)


def first_day_of(tournament: Tournament, round: int) -> str:
    """The day from which a round may be published where there is one a day: its own, and not that of the one before.

    Empty: neither the schedule nor the round before says any.
    """
    schedule = tournament.details.schedule
    planned = schedule[round - 1][:10] if round <= len(schedule) else ""
    before = tournament.round(round - 1).published_on if round > 1 else ""
    following = (date.fromisoformat(before) + timedelta(days=1)).isoformat() if before else ""
    return max(planned, following)


def _half_point_byes(tournament: Tournament, player: EntrantId, besides: int) -> int:
    """The number that the player has in other rounds."""
    mine = (kind for (round, who), kind in tournament.byes.items() if who == player and round != besides)
    return sum(kind is Bye.HALF for kind in mine)
