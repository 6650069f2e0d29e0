"""The next step of a match at the desk: further games, lots, the arbiter's word, forfeits, games nobody needs."""

import secrets

from starlette.responses import Response

from domain.decisions.rounds import matches, results
from domain.events import Event
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.games import Result
from domain.words.players import EntrantId
from server.office.tournaments import TournamentOffice
from server.routes.desk.typed import read_match, results_shown
from server.routes.desk.visit import Visit, go

FURTHER_STEPS = ("games", "lots", "leave-out", "came-after-all")
"""The steps that need no name of a player."""
FORFEITS = {
    "first": Result.BLACK_WINS_BY_FORFEIT,
    "second": Result.WHITE_WINS_BY_FORFEIT,
    "both": Result.DOUBLE_FORFEIT,
}
"""The result of the first game by who of the match did not come."""


async def step_of_match(visit: Visit, office: TournamentOffice) -> Response:
    """A button of the match. Colours and lots are drawn by a seed that stands in the journal."""
    round, board, form = visit.number("round"), visit.number("board"), visit.form
    step, seed, reason = form.text("step"), secrets.token_hex(8), form.line("reason")
    winner, absent = form.whole("winner", 0), form.text("absent")
    if absent and absent not in FORFEITS:
        raise BadField("absent", absent, "one-of:" + ",".join(FORFEITS))

    if form.text("results"):
        typed, seen = read_match(form.text("results")), results_shown(form)
        outcome = await visit.command(lambda t: results.record_match(t, round, board, typed, seen))
        return go(f"/desk/t/{office.id}/rounds/{round}", outcome)

    def decide(t: Tournament) -> list[Event]:
        if winner:
            return matches.rule_match(t, round, board, EntrantId(winner), reason)
        if absent:
            return matches.forfeit_match(t, round, board, FORFEITS[absent])
        match step:
            case "came-after-all":
                return matches.take_forfeits_back(t, round, board)
            case "games":
                return matches.add_further_games(t, round, board, seed)
            case "lots":
                return matches.draw_lots_for_match(t, round, board, seed)
            case "leave-out":
                return matches.leave_out_games(t, round, board)
            case _:
                raise BadField("level", step, "one-of:" + ",".join(FURTHER_STEPS))

    outcome = await visit.command(decide)
    return go(f"/desk/t/{office.id}/rounds/{round}", outcome)
