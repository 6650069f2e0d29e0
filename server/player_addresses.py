"""The addresses of the players of a tournament at the desk, and how an address of a tournament is written."""

from collections.abc import Sequence

from starlette.routing import BaseRoute, Route

from domain.stewards.events import Role
from server.routes.api import as_they_stand as now
from server.routes.api.given import PLAYERS_KEY, RESULTS_KEY, CommandRoute, Program, command_of_tournament
from server.routes.desk.guards import Endpoint, TournamentHandler, tournament_action, tournament_page
from server.routes.desk.lists import checks, imports, rating_lists
from server.routes.desk.players import checking_in, entry_queue, personal, players
from server.routes.desk.rounds import numbers
from server.routes.desk.setup import tournaments
from web.api import arranging_commands as arranging
from web.api import commands as c
from web.api import playoff_commands as playoff

GET, POST = ["GET"], ["POST"]
DESK_OF_TOURNAMENT, TOURNAMENT_FOR_PROGRAMS = "/desk/t/{slug}", "/api/t/{slug}"


class DeskStep(Route):
    """A step of the desk; `for_programs` is the same step with JSON and a key, where programs may take it."""

    def __init__(self, path: str, endpoint: Endpoint, for_programs: CommandRoute | None = None) -> None:
        super().__init__(path, endpoint, methods=POST)
        self.for_programs = for_programs


def post(
    path: str,
    handler: TournamentHandler,
    back: TournamentHandler,
    program: Program | None = None,
    least: Role = Role.ARBITER,
) -> DeskStep:
    """A step of one tournament; `back` is the page that its form stands on."""
    endpoint = tournament_action(handler, back, least)
    return DeskStep(DESK_OF_TOURNAMENT + path, endpoint, command(path, handler, program, least) if program else None)


def command(path: str, handler: TournamentHandler, program: Program, least: Role = Role.ARBITER) -> CommandRoute:
    """A command of programs about one tournament."""
    return CommandRoute(TOURNAMENT_FOR_PROGRAMS + path, command_of_tournament(program, handler, least), program)


def get(path: str, handler: TournamentHandler, least: Role | None = Role.READER) -> Route:
    """A page of one tournament at the desk."""
    return Route(DESK_OF_TOURNAMENT + path, tournament_page(handler, least), methods=GET)


PLAYER_ROUTES: Sequence[BaseRoute] = (
    get("/players", players.show_players),
    post("/players", players.register, players.show_players, PLAYERS_KEY(c.RegisterPlayer)),
    get("/players/check", checks.show_list_check, Role.ARBITER),
    post("/players/check", checks.take_over_ticked, checks.show_list_check),
    get("/players/search", rating_lists.search_list, Role.ARBITER),
    get("/players/import", imports.show_players_import, Role.ARBITER),
    post("/players/import", imports.import_players, imports.show_players_import),
    post("/players/numbers/exchange", numbers.exchange_numbers, players.show_players, PLAYERS_KEY(c.ExchangeNumbers)),
    post(
        "/players/numbers/regenerate",
        numbers.regenerate_numbers,
        players.show_players,
        PLAYERS_KEY(c.RegenerateNumbers),
    ),
    post("/players/withdraw", players.withdraw_ticked, players.show_players),
    post("/players/strike", players.strike_ticked, players.show_players),
    get("/players/{player:int}", players.show_player),
    post(
        "/players/{player:int}", players.amend_player, players.show_player, PLAYERS_KEY(c.ChangePlayer, now.player_now)
    ),
    post(
        "/players/{player:int}/rating", players.correct_player_rating, players.show_player, PLAYERS_KEY(c.CorrectRating)
    ),
    post("/players/{player:int}/points", players.adjust_points, players.show_player, RESULTS_KEY(c.AdjustPoints)),
    post(
        "/players/{player:int}/start", players.correct_start, players.show_player, PLAYERS_KEY(c.CorrectStartingPoints)
    ),
    post("/players/{player:int}/withdraw", players.withdraw, players.show_player, PLAYERS_KEY(c.WithdrawPlayer)),
    post("/players/{player:int}/strike", players.strike, players.show_player, PLAYERS_KEY(c.StrikePlayer)),
    post("/players/{player:int}/readmit", players.readmit, players.show_player, PLAYERS_KEY(c.ReadmitPlayer)),
    post("/players/{player:int}/anonymise", players.anonymise, players.show_player, PLAYERS_KEY(c.AnonymisePlayer)),
    get("/players/{player:int}/personal", personal.show_personal_data, Role.ARBITER),
    post("/players/{player:int}/personal", personal.keep, personal.show_personal_data),
    post("/players/{player:int}/personal/erase", personal.erase, personal.show_personal_data),
    post("/players/{player:int}/bye", players.grant_bye, players.show_player, PLAYERS_KEY(c.GrantBye)),
    post("/players/{player:int}/expel", players.expel, players.show_player, PLAYERS_KEY(c.ExpelPlayer)),
    post("/players/{player:int}/bye/bar", players.bar_from_byes, players.show_player, PLAYERS_KEY(c.BarFromByes)),
    post("/players/{player:int}/bye/allow", players.allow_byes, players.show_player, PLAYERS_KEY(c.AllowByes)),
    post("/players/{player:int}/bye/revoke", players.revoke_bye, players.show_player, PLAYERS_KEY(c.RevokeBye)),
    get("/entries", entry_queue.show_queue, Role.ARBITER),
    post(
        "/entries", entry_queue.open_form, entry_queue.show_queue, PLAYERS_KEY(arranging.OpenEntries, now.entries_now)
    ),
    post("/entries/close", entry_queue.close_form, entry_queue.show_queue, PLAYERS_KEY(arranging.CloseEntries)),
    post("/entries/accept", entry_queue.accept_entry, entry_queue.show_queue),
    post("/entries/accept-clear", entry_queue.accept_clear, entry_queue.show_queue),
    post("/entries/refuse", entry_queue.refuse_applicant, entry_queue.show_queue),
    post("/entries/refuse-many", entry_queue.refuse_many, entry_queue.show_queue),
    get("/check-in", checking_in.show_check_in, Role.ENTRY),
    post("/check-in", checking_in.tap, checking_in.show_refused_tap, PLAYERS_KEY(playoff.CheckIn), Role.ENTRY),
    get("/check-in/now", checking_in.check_in_now, Role.ENTRY),
    get("/check-in/card/{token}", checking_in.show_arrival_card, Role.ENTRY),
    get("/check-in/missing", checking_in.show_missing, Role.ARBITER),
    post("/left-out", checking_in.decide_left_out, tournaments.show_overview),
    post("/check-in/missing", checking_in.leave_out, checking_in.show_missing, PLAYERS_KEY(playoff.LeaveOutMissing)),
)
