"""Players: registering, amending, withdrawing, readmitting, byes."""

import asyncio
from collections.abc import Callable, Sequence

from starlette.exceptions import HTTPException
from starlette.responses import Response

from domain.decisions import undoing
from domain.decisions.players import attendance, registering
from domain.decisions.players.attendance import first_round_away
from domain.decisions.players.numbering import FIXED_ROUND
from domain.decisions.players.ratings import correct_starting_points
from domain.decisions.players.registering import NewPlayer, read_player
from domain.decisions.players.teams import team_of
from domain.decisions.rounds import correcting
from domain.decisions.rounds.correcting import Choice
from domain.decisions.rounds.results import did_not_come
from domain.files.lists.players import OLD_SCALES, converted
from domain.refusals import BadField
from domain.tournament_cards import annulled, starting_points
from domain.words.games import Bye
from domain.words.players import EntrantId, Sex, Title
from domain.words.rating_lists import FIDE
from projections.moment.name_order import name_order
from projections.moment.people import members, people
from projections.table.standings import points_beside
from server.http.auth import report_path
from server.office.list_checks import with_sources
from server.office.tournaments import Decide, TournamentOffice
from server.routes.desk.players.namesakes import answered_in_form, answered_in_places, questions_of
from server.routes.desk.visit import Visit, go, players_of_program
from server.routes.reachable import not_reachable, origin
from web.qr_codes import qr_code

OFFERED = {"title": ("", *(title for title in Title if title)), "sex": ("", Sex.MAN, Sex.WOMAN)}
"""The choices of these fields."""
REPORTS_QR_SCALE = 4


async def show_players(visit: Visit, office: TournamentOffice) -> Response:
    t = office.tournament
    if t.regulations.of_teams:
        order = name_order(t.details.federation)
        in_order = sorted(t.players.values(), key=lambda player: order(player.name))
        return visit.page("desk/team_players.html", t=t, rows=[(one, team_of(t, one.id)) for one in in_order])
    return visit.page(
        "desk/players.html",
        t=t,
        people=list(people(t).values()),
        choices=OFFERED,
        upcoming=first_round_away(t),
        missing=did_not_come(t),
        list_comes=visit.services.rating_lists.comes(FIDE),
        list_name=(await asyncio.to_thread(visit.services.list_renewal.lists_in, t)).said,
        checked=visit.services.rating_checks.found(office.id, t),
        questions=questions_of(visit.refusal),
        may_number=t.paired < (1 if t.regulations.from_tables else FIXED_ROUND) and not t.closed,
    )


async def register(visit: Visit, office: TournamentOffice) -> Response:
    player = await _with_source(visit, office)
    from_round = visit.form.whole("from_round", 0) or None
    answers = answered_in_form(visit.form)
    outcome = await visit.command(lambda t: registering.register(t, player, from_round, answers))
    return go(f"/desk/t/{office.id}/players", outcome)


async def register_list(visit: Visit, office: TournamentOffice) -> Response:
    """All players of a program's list, or nobody."""
    players = await _with_sources(visit, office, players_of_program(visit.form, "players"))
    from_round, answers = visit.form.whole("from_round", 0) or None, answered_in_places(visit.form, len(players))
    outcome = await visit.command(lambda t: registering.register_listed(t, players, from_round, answers))
    return go(f"/desk/t/{office.id}/players", outcome)


async def _with_source(visit: Visit, office: TournamentOffice) -> NewPlayer:
    """The player of the form, and where the rating is from."""
    cells = {scale: visit.form.text(scale) for scale in OLD_SCALES}
    return (await _with_sources(visit, office, [converted(read_player(visit.form), cells)]))[0]


async def _with_sources(visit: Visit, office: TournamentOffice, players: Sequence[NewPlayer]) -> list[NewPlayer]:
    lists = await asyncio.to_thread(visit.services.list_renewal.lists_in, office.tournament)
    return await asyncio.to_thread(with_sources, lists, players)


async def show_player(visit: Visit, office: TournamentOffice) -> Response:
    t = office.tournament
    id = _player(visit)
    if id in t.teams:
        return go(f"/desk/t/{office.id}/teams/{id}")
    if id not in t.players:
        raise HTTPException(404)
    own = origin(visit.request) + report_path(visit.access, office.id, id) if t.players_report else ""
    byes = sorted((round, kind) for (round, player), kind in t.byes.items() if player == id)
    return visit.page(
        "desk/player.html",
        t=t,
        player=t.players[id],
        person=(members(t, t.anonymous) if t.regulations.of_teams else people(t))[id],
        team=team_of(t, id),
        own_page=own,
        own_code=_drawn(own) if own else "",
        unreachable=not_reachable(visit.request),
        byes=byes,
        beside=points_beside(t, id),
        start=starting_points(t).get(id),
        away=any(back is None for _, back in t.absences.get(id, ())),
        annulled=annulled(t),
        questions=questions_of(visit.refusal),
        absences=t.absences.get(id, ()),
        choices=OFFERED,
        upcoming=first_round_away(t),
    )


def _drawn(link: str) -> str:
    return qr_code(link, error="m").svg_data_uri(scale=REPORTS_QR_SCALE, border=2, dark="#000", light="#fff")


async def amend_player(visit: Visit, office: TournamentOffice) -> Response:
    player, answers = await _with_source(visit, office), answered_in_form(visit.form)
    return await _and_back(visit, office, lambda id: lambda t: registering.amend_player(t, id, player, answers))


async def correct_player_rating(visit: Visit, office: TournamentOffice) -> Response:
    rating = visit.form.whole("rating")
    reason = visit.form.line("reason")
    choice = Choice.RATING_ONLY if visit.form.text("counts") == "report" else Choice.NEXT_PAIRING
    return await _and_back(
        visit, office, lambda id: lambda t: correcting.correct_player_rating(t, id, rating, reason, choice)
    )


async def adjust_points(visit: Visit, office: TournamentOffice) -> Response:
    round, points = visit.form.whole("round"), visit.form.half_points("points")
    reason = visit.form.line("reason")
    return await _and_back(visit, office, lambda id: lambda t: attendance.adjust_points(t, id, round, points, reason))


async def correct_start(visit: Visit, office: TournamentOffice) -> Response:
    points, reason = visit.form.half_points("starting_points"), visit.form.line("reason")
    return await _and_back(visit, office, lambda id: lambda t: correct_starting_points(t, id, points, reason))


async def withdraw(visit: Visit, office: TournamentOffice) -> Response:
    first = visit.form.whole("from_round", first_round_away(office.tournament))
    reason = visit.form.line("reason")
    return await _and_back(visit, office, lambda id: lambda t: attendance.withdraw(t, [id], first, reason))


async def withdraw_ticked(visit: Visit, office: TournamentOffice) -> Response:
    """Several in one step: whoever did not come is ticked in the list. All of them leave, or nobody."""
    ticked = [EntrantId(id) for id in visit.form.wholes("player")]
    if not ticked:
        raise BadField("players", "", "nobody-ticked")
    first = visit.form.whole("from_round", first_round_away(office.tournament))
    reason = visit.form.line("reason")
    outcome = await visit.command(lambda t: attendance.withdraw(t, ticked, first, reason))
    return go(f"/desk/t/{office.id}/players", outcome)


async def strike_ticked(visit: Visit, office: TournamentOffice) -> Response:
    """Entries made by mistake, before round 1. All of them are struck, or none."""
    ticked = [EntrantId(id) for id in visit.form.wholes("player")]
    if not ticked:
        raise BadField("players", "", "nobody-ticked")
    return await _struck(visit, office, ticked)


async def strike(visit: Visit, office: TournamentOffice) -> Response:
    return await _struck(visit, office, [_player(visit)])


async def _struck(visit: Visit, office: TournamentOffice, ids: Sequence[EntrantId]) -> Response:
    reason = visit.form.line("reason")
    outcome = await visit.command(lambda t: undoing.strike(t, ids, reason))
    return go(f"/desk/t/{office.id}/players", outcome)


async def readmit(visit: Visit, office: TournamentOffice) -> Response:
    first = visit.form.whole("from_round", first_round_away(office.tournament))
    reason = visit.form.line("reason")
    return await _and_back(visit, office, lambda id: lambda t: attendance.readmit(t, id, first, reason))


async def anonymise(visit: Visit, office: TournamentOffice) -> Response:
    """The name is no longer published; the journal keeps its chain."""
    return await _and_back(visit, office, lambda id: lambda t: registering.anonymise(t, id))


async def grant_bye(visit: Visit, office: TournamentOffice) -> Response:
    round, kind = visit.form.whole("round"), visit.form.choice("kind", Bye)
    return await _and_back(visit, office, lambda id: lambda t: attendance.grant_bye(t, id, round, kind))


async def expel(visit: Visit, office: TournamentOffice) -> Response:
    reason = visit.form.line("reason")
    return await _and_back(visit, office, lambda id: lambda t: attendance.expel(t, id, reason))


async def bar_from_byes(visit: Visit, office: TournamentOffice) -> Response:
    reason = visit.form.line("reason")
    return await _and_back(visit, office, lambda id: lambda t: attendance.bar_from_half_point_byes(t, id, reason))


async def allow_byes(visit: Visit, office: TournamentOffice) -> Response:
    return await _and_back(visit, office, lambda id: lambda t: attendance.allow_half_point_byes(t, id))


async def revoke_bye(visit: Visit, office: TournamentOffice) -> Response:
    round = visit.form.whole("round")
    return await _and_back(visit, office, lambda id: lambda t: attendance.revoke_bye(t, id, round))


async def _and_back(visit: Visit, office: TournamentOffice, decide: Callable[[EntrantId], Decide]) -> Response:
    """Decide about the player of the address; then to where the form was: the list, or the player's own page."""
    id = _player(visit)
    outcome = await visit.command(decide(id))
    from_list = visit.form.text("from") == "list"
    return go(f"/desk/t/{office.id}/players" + ("" if from_list else f"/{id}"), outcome)


def _player(visit: Visit) -> EntrantId:
    return EntrantId(visit.number("player"))
