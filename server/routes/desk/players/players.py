"""Players: registering, amending, withdrawing, readmitting, byes, pairing numbers, and their personal data."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions import undoing
from domain.decisions.players import attendance, numbering, registering, self_help
from domain.decisions.players.photos import remove_photo
from domain.decisions.players.ratings import correct_starting_points
from domain.decisions.players.registering import NewPlayer, read_player
from domain.decisions.players.teams import team_of
from domain.decisions.rounds import correcting
from domain.decisions.rounds.correcting import Choice
from domain.decisions.rounds.results import did_not_come
from domain.events import Event
from domain.files.lists.players import OLD_SCALES, converted
from domain.refusals import BadField
from domain.stewards.permissions import Action
from domain.tournament import Tournament
from domain.tournament_cards.cards import annulled
from domain.tournament_cards.starting_points import starting_points
from domain.words.games import Bye
from domain.words.players import EntrantId, Sex, Title
from domain.words.rating_lists import FIDE
from projections.moment.name_order import name_order
from projections.moment.people import members, people
from projections.table.standings import points_beside
from server.http.auth import report_path
from server.journal.errors import CannotErase
from server.journal.sqlite.backup import erase_everywhere
from server.journal.sqlite.journal import SQLiteJournal
from server.notice import notice
from server.office.list_checks import with_sources
from server.office.tournaments import TournamentOffice
from server.routes.api.commands import PLAYERS_KEY, RESULTS_KEY, Program
from server.routes.desk import rows as r
from server.routes.desk.typed import answered_in_form, answered_in_places, questions_of, typed_player
from server.routes.desk.visit import Visit, go, players_of_program
from server.routes.errors import trouble
from server.routes.forms import personal_from
from server.routes.reachable import not_reachable, origin
from web.api import commands as c
from web.api.commands import arranging as arranging
from web.codes import drawn_code

OFFERED = {"title": ("", *(title for title in Title if title)), "sex": ("", Sex.MAN, Sex.WOMAN)}
REPORTS_QR_SCALE = 4


async def show_players(visit: Visit, office: TournamentOffice) -> Response:
    t = office.tournament
    if t.regulations.of_teams:
        order = name_order(t.details.federation)
        in_order = sorted(t.players.values(), key=lambda player: order(player.name))
        return visit.page("desk/team_players.html", rows=[(one, team_of(t, one.id)) for one in in_order])
    return visit.page(
        "desk/players.html",
        people=list(people(t).values()),
        choices=OFFERED,
        upcoming=attendance.first_round_away(t),
        missing=did_not_come(t),
        list_comes=visit.services.rating_lists.comes(FIDE),
        list_name=(await asyncio.to_thread(visit.services.list_renewal.lists_in, t)).said,
        checked=visit.services.rating_checks.found(office.id, t),
        questions=questions_of(visit.refusal),
        may_number=t.paired < (1 if t.regulations.from_tables else numbering.FIXED_ROUND) and not t.closed,
    )


async def register(visit: Visit, office: TournamentOffice) -> Response:
    player = await _with_source(visit, office)
    from_round = visit.form.whole("from_round", 0) or None
    answers = answered_in_form(visit.form)
    outcome = await visit.command(lambda t: registering.register(t, player, from_round, answers))
    return go(f"/desk/t/{office.id}/players", outcome)


async def register_list(visit: Visit, office: TournamentOffice) -> Response:
    players = await _with_sources(visit, office, players_of_program(visit.form, "players"))
    from_round, answers = visit.form.whole("from_round", 0) or None, answered_in_places(visit.form, len(players))
    outcome = await visit.command(lambda t: registering.register_listed(t, players, from_round, answers))
    return go(f"/desk/t/{office.id}/players", outcome)


async def _with_source(visit: Visit, office: TournamentOffice) -> NewPlayer:
    cells = {scale: visit.form.text(scale) for scale in OLD_SCALES}
    return (await _with_sources(visit, office, [converted(read_player(visit.form), cells)]))[0]


async def _with_sources(visit: Visit, office: TournamentOffice, players: Sequence[NewPlayer]) -> list[NewPlayer]:
    lists = await asyncio.to_thread(visit.services.list_renewal.lists_in, office.tournament)
    return await asyncio.to_thread(with_sources, lists, players)


async def show_player(visit: Visit, office: TournamentOffice) -> Response:
    t, id = office.tournament, _player(visit)
    if id in t.teams:
        return go(f"/desk/t/{office.id}/teams/{id}")
    if id not in t.players:
        raise HTTPException(404)
    path = report_path(visit.access, office.id, id, renewed=t.renewed_links.get(id, 0))
    own = origin(visit.request) + path if t.players_have_links else ""
    return visit.page(
        "desk/player.html",
        player=t.players[id],
        person=(members(t, t.anonymous) if t.regulations.of_teams else people(t))[id],
        team=team_of(t, id),
        own_page=own,
        own_code=drawn_code(own, REPORTS_QR_SCALE) if own else "",
        unreachable=not_reachable(visit.request),
        byes=sorted((round, kind) for (round, player), kind in t.byes.items() if player == id),
        beside=points_beside(t, id),
        start=starting_points(t).get(id),
        away=any(back is None for _, back in t.absences.get(id, ())),
        annulled=annulled(t),
        questions=questions_of(visit.refusal),
        absences=t.absences.get(id, ()),
        choices=OFFERED,
        upcoming=attendance.first_round_away(t),
    )


async def amend_player(visit: Visit, office: TournamentOffice) -> Response:
    player, answers, id = await _with_source(visit, office), answered_in_form(visit.form), _player(visit)
    outcome = await visit.command(lambda t: registering.amend_player(t, id, player, answers))
    return go(f"/desk/t/{office.id}{_list_or_player(visit)}", outcome)


def player_now(visit: Visit) -> Mapping[str, str]:
    player = visit.at.tournament.players.get(_player(visit))
    if player is None:
        return {}
    known = set(c.PlayerFields.__struct_fields__) & set(type(player).__slots__)
    return {name: str(getattr(player, name) or "") for name in known}


# Values that the steps about players read


def _player(visit: Visit) -> EntrantId:
    return EntrantId(visit.number("player"))


def _only_player(visit: Visit) -> list[EntrantId]:
    return [_player(visit)]


def _ticked(visit: Visit) -> list[EntrantId]:
    """Several in one step: whoever did not come, or was entered by mistake. Raises BadField for nobody."""
    ticked = [EntrantId(id) for id in visit.form.wholes("player")]
    if not ticked:
        raise BadField("players", "", "nobody-ticked")
    return ticked


def _where_it_counts(visit: Visit) -> Choice:
    return Choice.RATING_ONLY if visit.form.text("counts") == "report" else Choice.NEXT_PAIRING


def _numbered(name: str) -> r.Read[EntrantId]:
    return lambda visit: typed_player(visit.at.tournament, visit.form.text(name))


def _list_or_player(visit: Visit) -> str:
    return _LIST if visit.form.text("from") == "list" else f"{_LIST}/{_player(visit)}"


# Personal data: erasable, kept beside the journal, shown to arbiters, published nowhere


async def show_personal_data(visit: Visit, office: TournamentOffice) -> Response:
    player = office.tournament.players[_known(visit, office)]
    data = await asyncio.to_thread(visit.side.find, office.id, player.id)
    return visit.page("desk/personal.html", player=player, personal=data, photo=office.tournament.photos.get(player.id))


async def keep(visit: Visit, office: TournamentOffice) -> Response:
    """No event: what may be erased must never be in the chain."""
    player = _known(visit, office)
    visit.ask_again()
    await asyncio.to_thread(visit.side.keep, office.id, player, personal_from(visit.form))
    return go(f"/desk/t/{office.id}/players/{player}/personal")


async def erase(visit: Visit, office: TournamentOffice) -> Response:
    player, journal = _known(visit, office), visit.office.journal.journal
    visit.ask_again()
    if isinstance(journal, SQLiteJournal):
        try:
            await asyncio.to_thread(erase_everywhere, journal, office.id, player)
        except CannotErase as left:
            return trouble(visit.request, 503, notice("copy-not-erased", why=left))
    else:
        await asyncio.to_thread(journal.side.erase, office.id, player)
    if player in office.tournament.photos:  # without one no event: what may be erased leaves no trace in the chain
        await visit.command(lambda t: remove_photo(t, player))
    return go(f"/desk/t/{office.id}/players/{player}/personal")


def _known(visit: Visit, office: TournamentOffice) -> EntrantId:
    player = _player(visit)
    if player not in office.tournament.players:
        raise HTTPException(404)
    return player


_LIST, _PLAYER = "/players", "/players/{player:int}"
_PERSONAL = f"{_PLAYER}/personal"


def _of_player(path: str, decision: r.Deciding[Tournament, Event], key: Program) -> r.DeskStep:
    return r.act(_PLAYER + path, decision, key, on=_PLAYER, to=_list_or_player)


_act = partial(r.act, on=_LIST)

routes: Sequence[BaseRoute] = (
    r.get(_LIST, show_players),
    r.post(_LIST, register, _LIST, PLAYERS_KEY(c.RegisterPlayer)),
    r.command("/players/many", register_list, PLAYERS_KEY(c.RegisterPlayers)),
    _act(
        "/players/numbers/exchange",
        r.deciding(numbering.exchange_numbers, _numbered("one"), _numbered("other"), r.REASON),
        PLAYERS_KEY(c.ExchangeNumbers),
    ),
    _act("/players/numbers/regenerate", r.deciding(numbering.regenerate_numbers), PLAYERS_KEY(c.RegenerateNumbers)),
    _act("/players/withdraw", r.deciding(attendance.withdraw, _ticked, r.first_round_typed, r.REASON)),
    _act("/players/strike", r.deciding(undoing.strike, _ticked, r.REASON)),
    r.get(_PLAYER, show_player),
    r.post(_PLAYER, amend_player, _PLAYER, PLAYERS_KEY(c.ChangePlayer, player_now)),
    _of_player(
        "/rating",
        r.deciding(correcting.correct_player_rating, _player, r.whole("rating"), r.REASON, _where_it_counts),
        PLAYERS_KEY(c.CorrectRating),
    ),
    _of_player(
        "/points",
        r.deciding(attendance.adjust_points, _player, r.whole("round"), r.half_points("points"), r.REASON),
        RESULTS_KEY(c.AdjustPoints),
    ),
    _of_player(
        "/start",
        r.deciding(correct_starting_points, _player, r.half_points("starting_points"), r.REASON),
        PLAYERS_KEY(c.CorrectStartingPoints),
    ),
    _of_player(
        "/withdraw",
        r.deciding(attendance.withdraw, _only_player, r.first_round_typed, r.REASON),
        PLAYERS_KEY(c.WithdrawPlayer),
    ),
    r.act(
        f"{_PLAYER}/strike",
        r.deciding(undoing.strike, _only_player, r.REASON),
        PLAYERS_KEY(c.StrikePlayer),
        on=_PLAYER,
        to=_LIST,
    ),
    _of_player(
        "/readmit", r.deciding(attendance.readmit, _player, r.first_round_typed, r.REASON), PLAYERS_KEY(c.ReadmitPlayer)
    ),
    r.get(_PERSONAL, show_personal_data, Action.ARBITRATE),
    r.post(_PERSONAL, keep, _PERSONAL),
    r.post(f"{_PERSONAL}/erase", erase, _PERSONAL),
    _of_player(
        "/bye",
        r.deciding(attendance.grant_bye, _player, r.whole("round"), r.choice("kind", Bye)),
        PLAYERS_KEY(c.GrantBye),
    ),
    _of_player("/expel", r.deciding(attendance.expel, _player, r.REASON), PLAYERS_KEY(c.ExpelPlayer)),
    _of_player(
        "/bye/bar", r.deciding(attendance.bar_from_half_point_byes, _player, r.REASON), PLAYERS_KEY(c.BarFromByes)
    ),
    _of_player("/bye/allow", r.deciding(attendance.allow_half_point_byes, _player), PLAYERS_KEY(c.AllowByes)),
    _of_player("/own-link/renew", r.deciding(self_help.renew_link, _player), PLAYERS_KEY(arranging.RenewOwnLink)),
    _of_player("/bye/revoke", r.deciding(attendance.revoke_bye, _player, r.whole("round")), PLAYERS_KEY(c.RevokeBye)),
)
