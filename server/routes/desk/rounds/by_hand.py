"""Pairing by hand: a round altered, a round seated from the start, and the validator beside both."""

import asyncio
from collections.abc import Sequence
from operator import attrgetter
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from domain.decisions.rounds import by_hand, pairing
from domain.decisions.rounds.by_hand import sketch
from domain.records import dataclass
from domain.refusals import BadField, Refusal
from domain.stewards.permissions import Action
from domain.tournament import RoundState, Tournament
from domain.tournament_cards.cards import Numbers, numbers_of, pairing_task
from domain.words.players import BoardSeats, EntrantId
from projections.moment.people import people
from server.office.tournaments import Decide, TournamentOffice
from server.routes.api.commands import PAIRINGS_KEY
from server.routes.desk.done import hand_pairing
from server.routes.desk.rows import DESK_OF_TOURNAMENT, OVERVIEW, get, page_again, post
from server.routes.desk.typed import typed_player
from server.routes.desk.visit import Visit, go
from server.routes.forms import Form
from web.api import commands as c
from web.by_hand import Typed, validated

Sitting = tuple[EntrantId | None, EntrantId | None]
"""White and Black of a board that may have seats to fill."""


@dataclass(frozen=True, slots=True)
class Bench:
    """A round that is being seated by hand, in the state whose numbers are typed."""

    round: int
    state: Tournament
    address: str
    back: str
    needs_reason: bool
    from_start: bool = False

    @property
    def begun(self) -> bool:
        return self.state.by_hand == self.round


async def altering(visit: Visit, office: TournamentOffice) -> Response:
    bench = _paired(visit, office)
    stands = bench.state.round(bench.round)
    seated = sorted(stands.boards, key=attrgetter("number"))
    return _page(visit, bench, [(board.white, board.black) for board in seated], stands.bye)


async def alter(visit: Visit, office: TournamentOffice) -> Response:
    bench = _paired(visit, office)
    return go(bench.address, await visit.command(_seating(visit, bench)))


async def begin_by_hand(visit: Visit, office: TournamentOffice) -> Response:
    """The two who were to meet again, if any, are still those of the address."""
    bench = _bench(visit, office)
    outcome = await visit.command(lambda t: by_hand.begin(t, bench.round))
    together = {name: visit.form.text(name) for name in "ab" if visit.form.text(name)}
    return go(bench.address + (f"?{urlencode(together)}" if together else ""), outcome)


def _seating(visit: Visit, bench: Bench) -> Decide:
    form = visit.form
    boards, bye = _seated(bench.state, form)
    reason, override = form.line("reason"), form.ticked("override")
    return lambda t: by_hand.seat(t, bench.round, boards, bye, reason, override)


async def end_by_hand(visit: Visit, office: TournamentOffice) -> Response:
    bench = _bench(visit, office)
    seating = _seating(visit, bench) if _typed(visit.form) else lambda t: []
    outcome = await visit.command(lambda t: by_hand.end(t, bench.round, seating(t)))
    root = f"/desk/t/{office.id}"
    there = bench.round <= office.tournament.paired
    return go(f"{root}/rounds/{bench.round}" if there else root, outcome)


async def starting(visit: Visit, office: TournamentOffice) -> Response:
    """The next round to be seated by hand, begun with what the engine can do; `?a=1&b=2` puts these two together.

    The overview says why there is no such round.
    """
    try:
        bench = _upcoming(office)
    except Refusal as refusal:
        visit.refusal = visit.refusal or refusal
        return await page_again(visit, DESK_OF_TOURNAMENT + OVERVIEW)
    together = _together(visit, bench.state)
    begun = await asyncio.to_thread(sketch, bench.state, bench.round, together)
    boards: list[Sitting] = [*([(together[0], together[1])] if together else []), *begun.boards]
    present = sum(bench.state.present(p, bench.round) for p in bench.state.numbers)
    boards += [(None, None)] * (present // 2 - len(boards))
    return _page(visit, bench, boards, begun.bye, together)


async def start(visit: Visit, office: TournamentOffice) -> Response:
    bench = _upcoming(office)
    outcome = await visit.command(_seating(visit, bench))
    return go(f"/desk/t/{office.id}/rounds/{bench.round}/alter", outcome)


async def check_by_hand(visit: Visit, office: TournamentOffice) -> Response:
    try:
        bench = _bench(visit, office)
    except Refusal as refusal:
        visit.refusal = refusal
        return JSONResponse({"sentence": visit.refusal_sentence()}, 409)
    asked = visit.request.query_params
    typed = Typed(tuple(zip(asked.getlist("white"), asked.getlist("black"), strict=False)), asked.get("bye", ""))
    found = await asyncio.to_thread(validated, bench.state.copy(), bench.round, typed, typed_player, visit.words)
    return JSONResponse({"breaches": found}, headers={"Cache-Control": "no-store"})


def _bench(visit: Visit, office: TournamentOffice) -> Bench:
    return _paired(visit, office) if "round" in visit.request.path_params else _upcoming(office)


def _paired(visit: Visit, office: TournamentOffice) -> Bench:
    t, round = office.tournament, visit.number("round")
    if not 1 <= round <= t.paired:
        raise HTTPException(404)
    at = f"/desk/t/{office.id}/rounds/{round}"
    return Bench(round, t, f"{at}/alter", at, needs_reason=t.round(round).state is not RoundState.DRAFT)


def _upcoming(office: TournamentOffice) -> Bench:
    """Raises what stands in the way of any pairing: results missing, no colour drawn."""
    round, _, ahead = pairing.about_to_pair(office.tournament)
    root = f"/desk/t/{office.id}"
    return Bench(round, ahead, f"{root}/pair-by-hand", root, needs_reason=True, from_start=True)


def _page(
    visit: Visit, bench: Bench, boards: Sequence[Sitting], bye: EntrantId | None, together: tuple[EntrantId, ...] = ()
) -> Response:
    """With what was typed before, if it was refused; `together` are two who are to meet again."""
    t, form, numbers = bench.state, visit.form, numbers_of(bench.state)
    typed = _typed(form)
    free = [p for p in people(t).values() if p.number and t.present(p.id, bench.round)]
    return visit.page(
        "desk/alter.html",
        t=t,
        bench=bench,
        seats=typed or [(_number(numbers, white), _number(numbers, black)) for white, black in boards],
        bye=form.text("bye") if typed else _number(numbers, bye),
        free=free,
        numbered=[(p.number, t.entrants[p.id].name) for p in free],
        together=[_number(numbers, id) for id in together],
        insisting=not bench.from_start and pairing.stands(t, bench.round),
        hand_pairing=hand_pairing(visit.at),
        cards=pairing_task(t, bench.round).cards,
    )


def _seated(t: Tournament, form: Form) -> tuple[list[BoardSeats], EntrantId | None]:
    """Boards with both fields filled; empty ones are left out. Raises BadField for half a board."""
    typed = [(w.strip(), b.strip()) for w, b in _typed(form) if w.strip() or b.strip()]
    for white, black in typed:
        if not (white and black):
            raise BadField("boards", white or black, "a-board")
    boards = [(typed_player(t, white), typed_player(t, black)) for white, black in typed]
    return boards, typed_player(t, form.text("bye")) if form.text("bye") else None


def _typed(form: Form) -> list[tuple[str, str]]:
    return list(zip(form.all("white"), form.all("black"), strict=False))


def _together(visit: Visit, t: Tournament) -> tuple[EntrantId, ...]:
    typed = visit.asked("a"), visit.asked("b")
    try:
        a, b = (typed_player(t, text) for text in typed if text)
    except (BadField, ValueError):
        return ()
    return (a, b) if a != b else ()


def _number(numbers: Numbers, player: EntrantId | None) -> str:
    return str(numbers[player]) if player in numbers else ""


_SEATING, _ALTERING = "/pair-by-hand", "/rounds/{round:int}/alter"

routes: Sequence[BaseRoute] = (
    get(_SEATING, starting, Action.ARBITRATE),
    post(_SEATING, start, _SEATING, PAIRINGS_KEY(c.SeatRound)),
    post(f"{_SEATING}/begin", begin_by_hand, _SEATING, PAIRINGS_KEY(c.BeginByHand)),
    post(f"{_SEATING}/end", end_by_hand, _SEATING, PAIRINGS_KEY(c.EndByHand)),
    get(f"{_SEATING}/check", check_by_hand, Action.ARBITRATE),
    get(_ALTERING, altering, Action.ARBITRATE),
    post(_ALTERING, alter, _ALTERING, PAIRINGS_KEY(c.AlterRound)),
    post(f"{_ALTERING}/begin", begin_by_hand, _ALTERING, PAIRINGS_KEY(c.BeginAltering)),
    post(f"{_ALTERING}/end", end_by_hand, _ALTERING, PAIRINGS_KEY(c.EndAltering)),
    get(f"{_ALTERING}/check", check_by_hand, Action.ARBITRATE),
)
