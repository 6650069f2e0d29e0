"""The life of a round at the desk: a draft is drawn up, looked at, published, altered, taken back, closed."""

import secrets
from datetime import datetime

from starlette.exceptions import HTTPException
from starlette.responses import Response

from domain.decisions.players import numbering
from domain.decisions.rounds import latecomers, pairing
from domain.decisions.rounds.results import did_not_come
from domain.formats import rules_of
from domain.tournament import RoundState
from domain.words.players import EntrantId
from projections.moment.name_order import name_order
from projections.moment.people import people
from projections.round.matches import matches_of_round, signature
from projections.round.pairings import pairings
from server.office.tournaments import TournamentOffice
from server.routes.desk.rounds.disputes import disputes, reported_in
from server.routes.desk.rounds.live_offers import offered_in
from server.routes.desk.teams.lineups_due import lineups_due
from server.routes.desk.visit import Visit, go, hand_pairing

LONGEST_SPOT_CHARS = 6


async def pair_round(visit: Visit, office: TournamentOffice) -> Response:
    """Draws up the next round, and closes the one before it."""
    outcome = await visit.command(pairing.pair_round)
    draft = office.tournament.draft
    return go(_address(office, draft.number if draft else office.tournament.paired), outcome)


async def show_round(visit: Visit, office: TournamentOffice) -> Response:
    """A draft to look at, or a published round to enter results in."""
    t = office.tournament
    view = pairings(visit.snapshot, visit.number("round"), drafts=True)
    if view is None:
        raise HTTPException(404)
    newest = view.round == t.published
    live = view.round in rules_of(t).in_play(t)
    return visit.page(
        "desk/draft.html" if view.state is RoundState.DRAFT else "desk/round.html",
        t=t,
        view=view,
        newest=newest,
        asked_board=visit.asked("board")[:LONGEST_SPOT_CHARS],
        live=live,
        waiting=tuple(round.number for round in t.rounds if not round.published),
        paired=t.round(view.round),
        disputes=disputes(office, view.round),
        reported=reported_in(t.round(view.round), visit.words),
        lineups_due=lineups_due(visit, view.round),
        matches=(found := matches_of_round(visit.snapshot, view.round)),
        signature=signature(found),
        hand_pairing=hand_pairing(office),
        watching=live and visit.services.boards.watches(office.id),
        offered=offered_in(visit, office, view.round) if live else (),
        missing=did_not_come(t) if newest and t.published < t.regulations.rounds else (),
    )


async def show_own_boards(visit: Visit, office: TournamentOffice) -> Response:
    """The round being played, reduced to the boards of whoever looks: for entering results on a phone."""
    view = pairings(visit.snapshot, visit.snapshot.current)
    rows = [row for row in view.boards if visit.grant.has_board(row.board)] if view else []
    told = reported_in(office.tournament.round(view.round), visit.words) if view and view.round else {}
    return visit.page("desk/stewards_boards.html", t=office.tournament, view=view, rows=rows, reported=told)


async def draw_start_position(visit: Visit, office: TournamentOffice) -> Response:
    round, seed = visit.number("round"), secrets.token_hex(8)
    outcome = await visit.command(lambda t: numbering.draw_start_position(t, round, seed))
    return go(f"/desk/t/{office.id}/rounds/{round}", outcome)


async def publish_rounds(visit: Visit, office: TournamentOffice) -> Response:
    """This draft, and those that were drawn with it."""
    number, today = visit.number("round"), datetime.now().astimezone().date().isoformat()
    outcome = await visit.command(lambda t: pairing.publish_rounds(t, number, today))
    return go(_address(office, number), outcome)


async def discard_draft(visit: Visit, office: TournamentOffice) -> Response:
    number = visit.number("round")
    outcome = await visit.command(lambda t: pairing.discard_draft(t, number))
    return go(f"/desk/t/{office.id}", outcome)


async def withdraw_round(visit: Visit, office: TournamentOffice) -> Response:
    number, reason, override = visit.number("round"), visit.form.line("reason"), visit.form.ticked("override")
    outcome = await visit.command(lambda t: pairing.withdraw_round(t, number, reason, override))
    return go(f"/desk/t/{office.id}", outcome)


async def close_round(visit: Visit, office: TournamentOffice) -> Response:
    number = visit.number("round")
    outcome = await visit.command(lambda t: pairing.close_round(t, number))
    return go(_address(office, number), outcome)


async def show_latecomers(visit: Visit, office: TournamentOffice) -> Response:
    """Everybody without a board, to be chosen as the opponent of the one with the bye."""
    t, round = office.tournament, visit.number("round")
    if not 1 <= round <= t.paired:
        raise HTTPException(404)
    known, order = people(t), name_order(t.details.federation)
    free = sorted(latecomers.latecomers(t, round), key=lambda id: order(t.entrants[id].name))
    return visit.page(
        "desk/latecomer.html",
        t=t,
        round=round,
        bye=t.round(round).bye,
        rows=[(known[id], t.byes.get((round, id)), t.joined.get(id, 1) > round) for id in free],
    )


async def seat_chosen_latecomer(visit: Visit, office: TournamentOffice) -> Response:
    number, reason, override = visit.number("round"), visit.form.line("reason"), visit.form.ticked("override")
    latecomer = EntrantId(visit.form.whole("player"))
    outcome = await visit.command(lambda t: latecomers.seat_latecomer(t, number, latecomer, reason, override))
    return go(_address(office, number), outcome)


def _address(office: TournamentOffice, round: int) -> str:
    return f"/desk/t/{office.id}/rounds/{round}"
