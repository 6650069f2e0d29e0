"""Play-offs at the desk: held from the table of a tournament, played stage after stage, brought back to the table.

A play-off is a tournament of its own. Its order comes into the table by itself (`server/office/stages.py`); the
button is for the arbiter who has taken it out, or has reopened the table since.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions import playoffs
from domain.decisions.playoffs import bring_order
from domain.decisions.setup.regulations import knows_playoffs
from domain.events import Event
from domain.formats.playoff.rules import position_of
from domain.refusals import NobodyTied, NoSuchPlayoff
from domain.stewards.decisions import enter_result
from domain.tournament import Tournament, evolve
from domain.words.games import Colour, Result
from domain.words.options import ArmageddonColours, FewestMoves, PairingForm
from projections.moment.snapshot import snapshot
from projections.playoff.stages import playoff_view
from projections.playoff.ties import still_tied, tie
from projections.playoff.tree import playoff_tree
from server.office.tournaments import Decide, TournamentOffice
from server.routes.api.commands import EVERYTHING_KEY, PAIRINGS_KEY, RESULTS_KEY
from server.routes.desk.rows import act, choice, deciding, form_text, get, lot_seed, post, whole
from server.routes.desk.stages.playoffs_held import earliest_step, held_playoffs, last_games_ended, newest_games_ended
from server.routes.desk.typed import read_result
from server.routes.desk.visit import Visit, go
from server.routes.forms import amended
from web.api.commands import playoffs as c
from web.links import Site

PANEL_FIELDS = ("panel_1", "panel_2", "panel_3")


async def show_playoff(visit: Visit, office: TournamentOffice) -> Response:
    view = playoff_view(visit.snapshot)
    if view is None:
        return await _show_tie(visit, office)
    await visit.office.read(view.head.source)
    table = visit.office.known(view.head.source)  # None: it cannot be read
    return visit.page(
        "desk/playoff.html",
        table=table,
        of_table=next((one for one in await held_playoffs(visit, table) if one.of_table.playoff == office.id), None)
        if table
        else None,
        view=view,
        tree=playoff_tree(view),
        earliest=earliest_step(office) if view.next.lots or not office.tournament.paired else "",
        site=Site(office.id),
        missing={(game.round, game.board) for game in view.next.moves},
    )


async def _show_tie(visit: Visit, office: TournamentOffice) -> Response:
    t, tied, held = office.tournament, tie(visit.snapshot), await held_playoffs(visit, office)
    return visit.page(
        "desk/hold_playoff.html",
        tied=[visit.snapshot.people[player] for player in tied.players] if tied else [],
        tie=tied,
        announced=knows_playoffs(t.regulations),
        playoffs_held=held,
        options=t.regulations.playoff,
        forms=list(PairingForm),
        wordings=list(FewestMoves),
        colours=list(ArmageddonColours),
        ended=last_games_ended(office, tied) if tied else "",
    )


async def hold(visit: Visit, office: TournamentOffice) -> Response:
    """Makes the play-off of the tie that the table has now, with its options, and notes it in this tournament."""
    t, form, seed = office.tournament, visit.form, secrets.token_hex(8)
    tied = tie(visit.snapshot, seed)
    if tied is None:
        raise NobodyTied
    name, ended = form.line("name") or t.details.name, form.text("ended")
    options = replace(amended(form, t.regulations.playoff), late=form.ticked("late"))
    announced = playoffs.announce_playoff(t, office.id, name, tied, options, seed, ended)
    if visit.by_program:
        visit.by_program.before_another_stream(t.version, playoffs.hold_playoff(t, "", tied, form.line("reason")))
    made = await visit.office.create(
        name, f"{visit.command_id}-playoff"[:64], visit.session.name, lambda _: announced, visit.digest()
    )
    await visit.command(lambda t: playoffs.hold_playoff(t, made.id, tied, form.line("reason")))
    return go(f"/desk/t/{made.id}/playoff")


async def take_order(visit: Visit, office: TournamentOffice) -> Response:
    """Fetches the order of the tied from their play-off, or takes it out of the table where the play-off goes on."""
    address = visit.form.text("playoff")
    if address not in office.tournament.playoff.held:
        raise NoSuchPlayoff(address)
    played = await visit.office.open(address)
    outcome, position = position_of(played.tournament).outcome, played.position

    def decide(t: Tournament) -> list[Event]:
        return bring_order(t, address, position, outcome, still_tied(snapshot(t), t.playoff.held[address]))

    return go(f"/desk/t/{office.id}{_PAGE}", await visit.command(decide))


def _entry(visit: Visit) -> Decide:
    round, board, form = visit.form.whole("round"), visit.form.whole("board"), visit.form
    result, seen, half_moves = read_result(form.text("result")), form.chosen("seen", Result), _half_moves(visit)

    def decide(t: Tournament) -> list[Event]:
        events, ahead = enter_result(t, visit.grant, round, board, result, seen=seen), t.copy()
        for event in events:
            evolve(ahead, event)
        return [*events, *(playoffs.count_moves(ahead, round, board, half_moves) if half_moves else [])]

    return decide


def _half_moves(visit: Visit) -> int:
    """The number of the last move on the score sheet, and whose it was; 0 = not typed."""
    moves = visit.form.whole("moves", 0)
    return 2 * moves - (visit.form.text("last_by") != "b") if moves else 0


def _panel(visit: Visit) -> list[str]:
    return [visit.form.text(name) for name in PANEL_FIELDS]


_PAGE = "/playoff"
_GAME_ROUND, _GAME_BOARD = whole("round"), whole("board")

_act = partial(act, on=_PAGE)

routes: Sequence[BaseRoute] = (
    get(_PAGE, show_playoff),
    post(f"{_PAGE}/hold", hold, _PAGE, EVERYTHING_KEY(c.HoldPlayoff)),
    post(f"{_PAGE}/take", take_order, _PAGE, EVERYTHING_KEY(c.TakePlayoffOrder)),
    _act(
        f"{_PAGE}/seat",
        deciding(playoffs.draw_and_seat, lot_seed, lambda visit: newest_games_ended(visit.at)),
        PAIRINGS_KEY(c.SeatPlayoff),
    ),
    _act(
        f"{_PAGE}/colour",
        deciding(playoffs.choose_colour, form_text("stage"), choice("colour", Colour, Colour.WHITE)),
        PAIRINGS_KEY(c.ChoosePlayoffColour),
    ),
    _act(f"{_PAGE}/results", _entry, RESULTS_KEY(c.EnterPlayoffResult)),
    _act(
        f"{_PAGE}/moves",
        deciding(playoffs.count_moves, _GAME_ROUND, _GAME_BOARD, _half_moves),
        RESULTS_KEY(c.CountPlayoffMoves),
    ),
    _act(
        f"{_PAGE}/arbiter",
        deciding(playoffs.assign_arbiter, _GAME_ROUND, _GAME_BOARD, form_text("arbiter")),
        PAIRINGS_KEY(c.AssignPlayoffArbiter),
    ),
    _act(
        f"{_PAGE}/panel",
        deciding(playoffs.rule_by_panel, _GAME_ROUND, _GAME_BOARD, _panel, form_text("ruling")),
        RESULTS_KEY(c.RuleByPanel),
    ),
    _act(
        f"{_PAGE}/agreement",
        deciding(
            playoffs.agree_longer_control, form_text("organiser"), form_text("arbiter"), form_text("time_control")
        ),
        EVERYTHING_KEY(c.AgreeLongerControl),
    ),
    _act(f"{_PAGE}/close", deciding(playoffs.close_playoff), EVERYTHING_KEY(c.ClosePlayoff)),
)
