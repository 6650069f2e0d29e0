"""Boards that were played by others than paired: a table of who sat where and what came of it."""

from starlette.exceptions import HTTPException
from starlette.responses import Response

from domain.decisions.rounds import correcting
from domain.decisions.rounds.correcting import Choice, correct_players, seats_known
from domain.events import PlayedGame
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.tournament_cards import numbers_of
from domain.words.games import Result
from projections.round.pairings import pairings
from server.office.tournaments import TournamentOffice
from server.routes.desk.typed import read_result, typed_player
from server.routes.desk.visit import Visit, go
from server.routes.forms import Form


async def show_played(visit: Visit, office: TournamentOffice) -> Response:
    """The boards as they are known now, or as they were typed if that was refused."""
    t, round = office.tournament, visit.number("round")
    view = pairings(visit.snapshot, round) if round else None
    if view is None:
        raise HTTPException(404)
    numbers = numbers_of(t)
    typed = list(zip(visit.form.all("white"), visit.form.all("black"), visit.form.all("result"), strict=False))
    stored = [(str(numbers[b.white.person.id]), str(numbers[b.black.person.id]), b.result or "") for b in view.boards]
    return visit.page(
        "desk/reseat.html",
        t=t,
        round=round,
        view=view,
        rows=list(zip(view.boards, typed or stored, strict=False)),
        proposal=correcting.proposal(t, round),
        results=[result for result in Result if result is not Result.ADJOURNED],
    )


async def correct_seats(visit: Visit, office: TournamentOffice) -> Response:
    """Raises BadField for half a board."""
    form, round = visit.form, visit.number("round")
    played, reason = _played(office.tournament, round, form), form.line("reason")
    choice = form.choice("choice", Choice) if form.text("choice") else None
    override = form.ticked("override")
    outcome = await visit.command(lambda t: correct_players(t, round, played, reason, choice, override))
    return go(f"/desk/t/{office.id}/rounds/{round}", outcome)


def _played(t: Tournament, round: int, form: Form) -> list[PlayedGame]:
    """The boards whose typed players are others than those known."""
    found = []
    for number, white, black, result in zip(*map(form.all, ("board", "white", "black", "result")), strict=False):
        if not (number.isdecimal() and white.strip() and black.strip()):
            raise BadField("boards", white or black, "a-board")
        seats = typed_player(t, white.strip()), typed_player(t, black.strip())
        if seats != seats_known(t, round, int(number)):
            found.append(PlayedGame(int(number), *seats, read_result(result)))
    return found
