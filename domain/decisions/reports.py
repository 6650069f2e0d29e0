"""Results that the players report by themselves, where the organiser allows it.

Two who say the same settle their game; two who differ leave it to an arbiter. One word alone counts nowhere.
"""

from domain import events as e
from domain.decisions.results import game_of, open_round
from domain.refusals import BadField, ReportsNotAllowed, ResultStands, TooManyReports
from domain.tournament import Tournament
from domain.words.games import Colour, Result

MOST_REPORTS = 5
"""Reports of one side on one game: a finger may slip, and nobody fills the journal."""
REPORTABLE = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
"""Results of games that were played; forfeits and adjournments are for arbiters."""


def allow_reports(tournament: Tournament, allowed: bool) -> list[e.Event]:
    return [] if tournament.players_report is allowed else [e.PlayerReportsAllowed(allowed)]


def report_result(
    tournament: Tournament,
    round: int,
    board: int,
    colour: Colour,
    result: Result,
    entered_at: str = "",
    game: int = 1,
) -> list[e.Event]:
    """The word of one side; with an equal word of the other side also the result.

    Raises ReportsNotAllowed, ResultStands, TooManyReports, BadField, and as `game_of` and `open_round`.
    """
    if not tournament.players_report:
        raise ReportsNotAllowed
    if result not in REPORTABLE:
        raise BadField("result", result, "one-of:" + ",".join(REPORTABLE))
    known = game_of(tournament, round, board, game)
    if known.result is result:
        return []
    if known.result is not None:
        raise ResultStands(round, board)
    open_round(tournament, round, known)
    said = tournament.round(round).reported(known)
    if said.get(colour) is result:
        return []
    own = [one for one in tournament.round(round).reports_of(known) if one.colour is colour]
    if len(own) >= MOST_REPORTS:
        raise TooManyReports(round, board)
    reported = e.ResultReported(round, board, colour, result, entered_at, game)
    agreed = said.get(colour.opposite) is result
    return [reported, e.ResultRecorded(round, board, result, entered_at, game)] if agreed else [reported]
