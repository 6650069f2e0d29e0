"""The next step of a match at the desk: further games, lots, the arbiter's word, or games that nobody needs."""

import secrets

from starlette.responses import Response

from domain.decisions import level_matches
from domain.events import Event
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.entrants import EntrantId
from server.office.tournaments import TournamentOffice
from server.routes.desk.visit import Visit, go

STEPS = ("games", "lots", "leave-out")


async def step_of_match(visit: Visit, office: TournamentOffice) -> Response:
    """A button of the match. Colours and lots are drawn by a seed that stands in the journal."""
    round, board, form = visit.number("round"), visit.number("board"), visit.form
    step, seed, reason = form.text("step"), secrets.token_hex(8), form.line("reason")
    winner = form.whole("winner", 0)

    def decide(t: Tournament) -> list[Event]:
        if winner:
            return level_matches.rule_match(t, round, board, EntrantId(winner), reason)
        match step:
            case "games":
                return level_matches.add_further_games(t, round, board, seed)
            case "lots":
                return level_matches.draw_lots_for_match(t, round, board, seed)
            case "leave-out":
                return level_matches.leave_out_games(t, round, board)
            case _:
                raise BadField("level", step, "one-of:" + ",".join(STEPS))

    outcome = await visit.command(decide)
    return go(f"/desk/t/{office.id}/rounds/{round}", outcome)
