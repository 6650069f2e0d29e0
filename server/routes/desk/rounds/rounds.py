"""The life of a round at the desk: a draft is drawn up, looked at, published, altered, taken back, closed."""

import asyncio
from collections.abc import Sequence
from functools import partial

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.players import numbering
from domain.decisions.rounds import late_boards, pairing
from domain.decisions.rounds.by_hand import oldest_meetings
from domain.decisions.rounds.illegal_moves import minutes_given
from domain.decisions.rounds.lateness import default_time
from domain.decisions.rounds.results import did_not_come
from domain.decisions.setup import announcing
from domain.events import Event
from domain.formats import rules_of
from domain.refusals import CannotPair
from domain.stewards.permissions import Action
from domain.tournament import RoundState, Tournament
from domain.tournament_cards.cards import numbers_of
from domain.words.games import Result
from projections.moment.name_order import name_order
from projections.moment.people import people
from projections.round.illegal_moves import illegal_moves_in
from projections.round.matches import matches_of_round, signature
from projections.round.pairings import pairings
from server.clock import hall_clock, local_now
from server.office.tournaments import Decide, TournamentOffice
from server.routes.api.commands import PAIRINGS_KEY
from server.routes.desk import rows as r
from server.routes.desk.done import hand_pairing
from server.routes.desk.rounds.waiting import (
    arena_page,
    by_the_clock,
    disputes,
    games_before_armageddon,
    lineups_due,
    offered_in,
    reported_in,
    said_of_armageddons,
)
from server.routes.desk.visit import Visit, go
from web.api import commands as c

LONGEST_SPOT_CHARS = 6
SHOWN_REMATCHES = 3


async def pair_round(visit: Visit, office: TournamentOffice) -> Response:
    drawn = visit.form.text("colour") == "lot"
    decide: Decide = partial(pairing.draw_colour_and_pair, seed=r.lot_seed(visit)) if drawn else pairing.pair_round
    outcome = await visit.command(decide)
    draft = office.tournament.draft
    return go(f"/desk/t/{office.id}/rounds/{draft.number if draft else office.tournament.paired}", outcome)


async def show_why_not_paired(visit: Visit, office: TournamentOffice) -> Response:
    """The page of a round that cannot be paired, and what the arbiter may do about it, mildest first."""
    refusal = visit.refusal
    if not isinstance(refusal, CannotPair):
        return await r.page_again(visit, r.DESK_OF_TOURNAMENT + r.OVERVIEW)
    _, _, ahead = pairing.about_to_pair(office.tournament)
    numbers = numbers_of(ahead)
    rematches = await asyncio.to_thread(oldest_meetings, ahead, refusal.round, refusal.conflict)
    return visit.page(
        "desk/cannot_pair.html",
        round=refusal.round,
        conflict=refusal.conflict,
        rests=refusal.rests,
        number=lambda player: str(numbers.get(player, "")),
        rematches=[one for one in rematches if one.round == rematches[0].round][:SHOWN_REMATCHES],
    )


async def show_round(visit: Visit, office: TournamentOffice) -> Response:
    t = office.tournament
    view = pairings(visit.snapshot, visit.number("round"), drafts=True)
    if view is None:
        raise HTTPException(404)
    newest = view.round == t.published
    live = view.round in rules_of(t).in_play(t)
    return visit.page(
        "desk/draft.html" if view.state is RoundState.DRAFT else "desk/round.html",
        view=view,
        newest=newest,
        asked_board=visit.asked("board")[:LONGEST_SPOT_CHARS],
        live=live,
        waiting=tuple(round.number for round in t.rounds if not round.published),
        paired=t.round(view.round),
        disputes=disputes(office, view.round),
        reported=reported_in(t.round(view.round), visit.words),
        late=(until := default_time(t, view.round)) is not None and until <= hall_clock(),
        by_clock=by_the_clock(visit) if view.state is RoundState.DRAFT else None,
        lineups_due=lineups_due(visit, view.round),
        matches=(found := matches_of_round(visit.snapshot, view.round)),
        signature=signature(found),
        hand_pairing=hand_pairing(office),
        watching=live and (visit.services.games.has(office.id) or office.id in visit.services.boards.typed),
        offered=offered_in(visit, office, view.round) if live else (),
        for_rating=_kept_for_rating(t, view.round),
        armageddons=games_before_armageddon(t, view),
        armageddons_said=said_of_armageddons(t, view),
        illegal=tuple(illegal_moves_in(t, view)),
        minutes_given=minutes_given(t),
        missing=did_not_come(t) if newest and t.published < t.regulations.rounds else (),
    )


def _kept_for_rating(t: Tournament, round: int) -> dict[str, Result | None]:
    """By board: the true result of a game that was corrected for the rating report alone."""
    games = (game for match in t.round(round).matches.values() for game in match)
    return {game.spot: game.rating_only.result for game in games if game.rating_only}


async def show_own_boards(visit: Visit, office: TournamentOffice) -> Response:
    if office.tournament.regulations.is_arena:
        return arena_page(visit)
    view = pairings(visit.snapshot, visit.snapshot.current)
    rows = [row for row in view.boards if visit.grant.has_board(row.board)] if view else []
    told = reported_in(office.tournament.round(view.round), visit.words) if view and view.round else {}
    return visit.page("desk/stewards_boards.html", view=view, rows=rows, reported=told)


async def show_latecomers(visit: Visit, office: TournamentOffice) -> Response:
    t, round = office.tournament, visit.number("round")
    if not 1 <= round <= t.paired:
        raise HTTPException(404)
    known, order = people(t), name_order(t.details.federation)
    free = sorted(late_boards.latecomers(t, round), key=lambda id: order(t.entrants[id].name))
    return visit.page(
        "desk/latecomer.html",
        round=round,
        bye=t.round(round).bye,
        rows=[(known[id], t.byes.get((round, id)), t.joined.get(id, 1) > round) for id in free],
    )


def _publication(visit: Visit) -> Decide:
    """The round to everybody; of a private tournament to the desk alone, unless it is announced with it."""
    round, today = visit.number("round"), local_now().date().isoformat()
    announced = visit.form.ticked("announce")

    def decide(t: Tournament) -> list[Event]:
        return [*(announcing.make_public(t) if announced else []), *pairing.publish_rounds(t, round, today)]

    return decide


_ONE_ROUND, _LATECOMERS = "/rounds/{round:int}", "/rounds/{round:int}/latecomer"
_OVERRIDE = r.ticked("override")

_act = partial(r.act, on=_ONE_ROUND)

routes: Sequence[BaseRoute] = (
    r.post("/pair", pair_round, show_why_not_paired, PAIRINGS_KEY(c.PairRound)),
    r.get(_ONE_ROUND, show_round),
    _act(
        "/rounds/{round:int}/position",
        r.deciding(numbering.draw_start_position, r.ROUND, r.new_seed),
        PAIRINGS_KEY(c.DrawStartPosition),
    ),
    _act("/rounds/{round:int}/publish", _publication, PAIRINGS_KEY(c.PublishRound)),
    _act(
        "/rounds/{round:int}/discard",
        r.deciding(pairing.discard_draft, r.ROUND),
        PAIRINGS_KEY(c.DiscardRound),
        to=r.OVERVIEW,
    ),
    _act(
        "/rounds/{round:int}/withdraw",
        r.deciding(pairing.withdraw_round, r.ROUND, r.REASON, _OVERRIDE),
        PAIRINGS_KEY(c.WithdrawRound),
        to=r.OVERVIEW,
    ),
    _act("/rounds/{round:int}/close", r.deciding(pairing.close_round, r.ROUND), PAIRINGS_KEY(c.CloseRound)),
    r.get(_LATECOMERS, show_latecomers, Action.ARBITRATE),
    r.act(
        _LATECOMERS,
        r.deciding(late_boards.seat_latecomer, r.ROUND, r.chosen_entrant, r.REASON, _OVERRIDE),
        PAIRINGS_KEY(c.SeatLatecomer),
        on=_LATECOMERS,
        to=_ONE_ROUND,
    ),
    r.get("/enter", show_own_boards, Action.FILL),
)
