"""THE table of all addresses.

Each guard of the desk asks for the role a step takes, an arbiter where none is named. A POST always passes
`action`, which asks for the session's form token too.
"""

from collections.abc import Sequence
from functools import partial

from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from domain.stewards.events import Role, Scope
from server.care.mirror.receiver import mirror_routes
from server.face_addresses import FACE_ROUTES
from server.file_addresses import FILE_ROUTES
from server.list_addresses import LIST_ROUTES
from server.live.routes import live_routes
from server.people_addresses import STEWARD_ROUTES
from server.player_addresses import GET, PLAYER_ROUTES, POST, DeskStep, command, get, post
from server.routes import account, enter, errors, faces, festivals, manual, programs, public, push, screens, self_entry
from server.routes import live_boards as live_boards_pages
from server.routes import report as report_pages
from server.routes.api import as_they_stand as now
from server.routes.api import reading
from server.routes.api.founding import founding_of_tournament
from server.routes.api.given import EVERYTHING_KEY, PAIRINGS_KEY, PLAYERS_KEY, RESULTS_KEY, CommandRoute, Program
from server.routes.api.of_festivals import command_of_festival, founding_of_festival
from server.routes.desk.guards import Handler, action, page
from server.routes.desk.lists import imports
from server.routes.desk.papers import history
from server.routes.desk.people import keys
from server.routes.desk.players import players
from server.routes.desk.rounds import by_hand, corrections, matches, reseating, results, rounds, tables, why
from server.routes.desk.screens import pictures, setup
from server.routes.desk.setup import prizes, ranking, rounds_advice, tiebreak_builder, tournaments, visibility
from server.routes.desk.stages import festival_history, festival_papers, playoffs, qualifiers, series, stages
from server.routes.desk.stages import festivals as desk_festivals
from server.routes.desk.teams import captains, lineups, teams
from server.routes.following import may_follow
from server.routes.health import health, metrics, ready
from server.routes.typeface import typeface_routes
from server.services import Services
from web.api import arranging_commands as arranging
from web.api import commands as c
from web.api import event_commands as whole
from web.api import festival_commands as of_festivals
from web.api import playoff_commands as playoff
from web.api import team_commands as of_teams
from web.rendering import STATIC

MIRROR_PATH = "/api/mirror"
SMALLEST_PACKED_BYTES = 500
"""Smaller files are sent as they are."""


def of_festival(
    path: str, handler: Handler, program: Program, back: Handler = desk_festivals.show_festival
) -> DeskStep:
    """A step of one festival; its form stands on the page of the festival, or on another one."""
    for_programs = CommandRoute("/api/f/{festival}" + path, command_of_festival(program, handler), program)
    return DeskStep("/desk/festivals/{festival}" + path, action(handler, back), for_programs)


def of_series(path: str, handler: Handler, program: Program) -> DeskStep:
    """A step of a series; every form stands on its page."""
    return of_festival("/series" + path, handler, program, series.show_series)


NEW_FESTIVAL = EVERYTHING_KEY(of_festivals.CreateFestival)
CREATION = EVERYTHING_KEY(whole.CreateTournament, now.named_regulations)

ENTRANCE_ROUTES: Sequence[BaseRoute] = (
    Route("/desk/first", account.show_first_password, methods=GET),
    Route("/desk/first", account.set_first_password, methods=POST),
    Route("/desk/login", account.show_login, methods=GET),
    Route("/desk/login", account.log_in, methods=POST),
    Route("/desk/logout", action(account.log_out, tournaments.show_tournaments, None), methods=POST),
    Route("/desk/password", page(account.show_password, Role.CHIEF), methods=GET),
    Route("/desk/password", action(account.change_password, account.show_password, Role.CHIEF), methods=POST),
    Route("/desk/language", page(account.show_language, None), methods=GET),
    Route("/desk/language", action(account.choose_language, account.show_language, None), methods=POST),
    Route("/desk", page(tournaments.show_tournaments, None), methods=GET),
    Route("/desk/new", page(tournaments.show_new), methods=GET),
    DeskStep(
        "/desk/new",
        action(tournaments.create, tournaments.show_new),
        CommandRoute("/api/t", founding_of_tournament(CREATION, tournaments.announced), CREATION),
    ),
    Route("/desk/tie-breaks", page(tiebreak_builder.show_tiebreaks)),
    Route("/desk/rounds", page(rounds_advice.show_rounds_advice), methods=GET),
    Route("/desk/rounds.json", page(rounds_advice.rounds_advice_in_json), methods=GET),
    *LIST_ROUTES,
    Route("/desk/import", page(imports.show_new_import), methods=GET),
    Route("/desk/import", action(imports.import_file, imports.show_new_import), methods=POST),
)

SCREEN_ROUTES: Sequence[BaseRoute] = (
    Route("/desk/screens", page(setup.show_screens), methods=GET),
    Route("/desk/screens", action(setup.name_screen, setup.show_screens), methods=POST),
    Route("/desk/screens/{name}", page(setup.show_screen), methods=GET),
    Route("/desk/screens/{name}", action(setup.set_screen, setup.show_screen), methods=POST),
    Route("/desk/screens/{name}/show", action(setup.show_at_once, setup.show_screens), methods=POST),
    Route("/desk/screens/{name}/remove", action(setup.remove_screen, setup.show_screens), methods=POST),
    Route("/desk/announcement", action(setup.show_announcement, setup.show_screens), methods=POST),
    Route("/desk/announcement/withdraw", action(setup.withdraw_announcement, setup.show_screens), methods=POST),
    Route("/desk/pictures", action(pictures.add_picture, setup.show_screens), methods=POST),
    Route("/desk/pictures/{picture}/remove", action(pictures.remove_picture, setup.show_screens), methods=POST),
)

FESTIVAL_ROUTES: Sequence[BaseRoute] = (
    Route("/desk/festivals", page(desk_festivals.show_festivals), methods=GET),
    DeskStep(
        "/desk/festivals",
        action(desk_festivals.create_festival, desk_festivals.show_festivals),
        CommandRoute("/api/f", founding_of_festival(NEW_FESTIVAL, desk_festivals.announced_festival), NEW_FESTIVAL),
    ),
    Route("/desk/festivals/{festival}", page(desk_festivals.show_festival), methods=GET),
    of_festival("", desk_festivals.amend_festival, EVERYTHING_KEY(of_festivals.ChangeFestival, now.festival_now)),
    of_festival("/add", desk_festivals.add_section, EVERYTHING_KEY(of_festivals.AddSection)),
    of_festival("/announce", desk_festivals.announce_section, EVERYTHING_KEY(of_festivals.AnnounceSection)),
    of_festival(
        "/sections/{section}/rename", desk_festivals.rename_section, EVERYTHING_KEY(of_festivals.RenameSection)
    ),
    of_festival("/sections/{section}/move", desk_festivals.move_section, EVERYTHING_KEY(of_festivals.MoveSection)),
    of_festival(
        "/sections/{section}/remove", desk_festivals.remove_section, EVERYTHING_KEY(of_festivals.RemoveSection)
    ),
    of_festival("/groups", stages.draw, EVERYTHING_KEY(of_festivals.DrawGroups)),
    of_festival("/link", stages.link, EVERYTHING_KEY(of_festivals.LinkSections)),
    of_festival("/unlink", stages.unlink, EVERYTHING_KEY(of_festivals.UnlinkSections)),
    of_festival("/send", stages.send, EVERYTHING_KEY(of_festivals.SendQualifiers)),
    Route("/desk/festivals/{festival}/papers/{name}.pdf", page(festival_papers.download_festival_paper), methods=GET),
    Route(
        "/desk/festivals/{festival}/round-{round:int}.pgn", page(festival_papers.download_festival_round), methods=GET
    ),
    Route("/desk/festivals/{festival}/history", page(festival_history.show_festival_history), methods=GET),
    of_festival(
        "/history/{version:int}/undo",
        festival_history.undo_last,
        EVERYTHING_KEY(of_festivals.UndoInFestival),
        festival_history.show_festival_history,
    ),
    Route("/desk/festivals/{festival}/series", page(series.show_series), methods=GET),
    of_series("", series.set_series, EVERYTHING_KEY(of_festivals.SetSeries, now.series_now)),
    of_series("/end", series.end_series, EVERYTHING_KEY(of_festivals.EndSeries)),
    of_series("/move", series.move_to_plan, EVERYTHING_KEY(of_festivals.MoveEdition)),
    of_series("/entries/{entry:int}/admit", series.admit_player, PLAYERS_KEY(of_festivals.AdmitEntry)),
    of_series("/entries/{entry:int}/turn-down", series.turn_down, PLAYERS_KEY(of_festivals.TurnDownEntry)),
    of_series("/petitions/{petition:int}/grant", series.grant, EVERYTHING_KEY(of_festivals.GrantPetition)),
    of_series("/petitions/{petition:int}/decline", series.decline, EVERYTHING_KEY(of_festivals.DeclinePetition)),
)

SEATING = partial(by_hand.starting, otherwise=tournaments.show_overview)
NOT_TAKEN = partial(results.show_refused_entry, whole=rounds.show_round, own=rounds.show_own_boards)

TOURNAMENT_ROUTES: Sequence[BaseRoute] = (
    *PLAYER_ROUTES,
    *FILE_ROUTES,
    get("", tournaments.show_overview),
    get("/settings", tournaments.show_settings),
    post("/announce", visibility.make_public, tournaments.show_overview, EVERYTHING_KEY(whole.AnnounceDraft)),
    post("/hide", visibility.hide, tournaments.show_settings, EVERYTHING_KEY(whole.HideTournament)),
    post("/archive", visibility.archive, tournaments.show_settings, EVERYTHING_KEY(whole.ArchiveTournament)),
    post(
        "/take-from-archive",
        visibility.take_from_archive,
        tournaments.show_settings,
        EVERYTHING_KEY(whole.TakeFromArchive),
    ),
    post("/throw-away", visibility.throw_away, tournaments.show_settings, EVERYTHING_KEY(whole.ThrowAway)),
    post("/bring-back", visibility.bring_back, tournaments.show_settings, EVERYTHING_KEY(whole.BringBack)),
    post(
        "/details",
        tournaments.amend_details,
        tournaments.show_settings,
        EVERYTHING_KEY(whole.ChangeDetails, now.details_now),
    ),
    get("/settings/effect", tournaments.show_regulations_effect, Role.ARBITER),
    post(
        "/regulations",
        tournaments.amend_regulations,
        tournaments.show_settings,
        EVERYTHING_KEY(whole.ChangeRegulations, now.regulations_now),
    ),
    post("/colour", tournaments.set_colour, tournaments.show_overview, PAIRINGS_KEY(whole.SetColour)),
    post("/close", tournaments.close_tournament, tournaments.show_overview, EVERYTHING_KEY(c.CloseTournament)),
    post("/reopen", tournaments.reopen_tournament, tournaments.show_overview, EVERYTHING_KEY(c.ReopenTournament)),
    post("/by-arbiter", ranking.order_equals, tournaments.show_settings, EVERYTHING_KEY(arranging.OrderEquals)),
    post(
        "/outside", ranking.give_outside_values, tournaments.show_settings, EVERYTHING_KEY(arranging.GiveOutsidePoints)
    ),
    post("/lots", tournaments.draw_lots, tournaments.show_settings, EVERYTHING_KEY(whole.DrawTieLots)),
    post("/numbers", tournaments.draw_numbers, tournaments.show_overview, PAIRINGS_KEY(whole.DrawNumbers)),
    post("/player-reports", tournaments.allow_reports, tournaments.show_settings, EVERYTHING_KEY(whole.AllowReports)),
    post(
        "/fide-mode/leave", tournaments.drop_fide_mode, tournaments.show_settings, EVERYTHING_KEY(whole.LeaveFideMode)
    ),
    post("/prohibited", tournaments.prohibit, tournaments.show_settings, PAIRINGS_KEY(arranging.ProhibitPairs)),
    get("/teams", teams.show_teams),
    post("/teams", teams.enter_team, teams.show_teams, PLAYERS_KEY(of_teams.RegisterTeam)),
    get("/teams/import", teams.show_import, Role.ARBITER),
    post("/teams/import", teams.import_teams, teams.show_import),
    get("/teams/captains", captains.show_captains, Role.ARBITER),
    post("/teams/captains", captains.invite_all, captains.show_captains),
    post("/teams/captains/end", captains.end_link, captains.show_captains),
    get("/teams/{team:int}", teams.show_team),
    post("/teams/{team:int}", teams.amend, teams.show_team, PLAYERS_KEY(of_teams.ChangeTeam, now.team_now)),
    post("/teams/{team:int}/boards", teams.order_boards, teams.show_team, PLAYERS_KEY(of_teams.OrderBoards)),
    post("/teams/{team:int}/players", teams.add_players, teams.show_team, PLAYERS_KEY(of_teams.AddToTeam)),
    post("/teams/{team:int}/transfer", teams.transfer, teams.show_team, PLAYERS_KEY(of_teams.TransferPlayer)),
    post("/teams/{team:int}/withdraw", teams.withdraw_team, teams.show_team, PLAYERS_KEY(c.WithdrawTeam)),
    post("/teams/{team:int}/readmit", teams.readmit_team, teams.show_team, PLAYERS_KEY(c.ReadmitTeam)),
    post("/teams/{team:int}/points", teams.give_points, teams.show_team, RESULTS_KEY(of_teams.GivePoints)),
    post("/teams/{team:int}/bye", teams.grant_team_bye, teams.show_team, PLAYERS_KEY(of_teams.GrantTeamBye)),
    post("/teams/{team:int}/bye/revoke", teams.revoke_team_bye, teams.show_team, PLAYERS_KEY(of_teams.RevokeTeamBye)),
    get("/rounds/{round:int}/lineups", lineups.show_lineups),
    post("/rounds/{round:int}/lineups", lineups.give, lineups.show_lineups, PAIRINGS_KEY(c.GiveLineup)),
    post("/rounds/{round:int}/lineups/show", lineups.show_to_all, lineups.show_lineups, PAIRINGS_KEY(c.ShowLineups)),
    get("/lineup", lineups.show_own, Role.CAPTAIN),
    post("/lineup", lineups.hand_in, lineups.show_own, least=Role.CAPTAIN),
    post(
        "/pair",
        rounds.pair_round,
        partial(by_hand.cannot_pair, otherwise=tournaments.show_overview),
        PAIRINGS_KEY(c.PairRound),
    ),
    get("/pair-by-hand", SEATING, Role.ARBITER),
    post("/pair-by-hand", by_hand.start, SEATING, PAIRINGS_KEY(c.SeatRound)),
    post("/pair-by-hand/begin", by_hand.begin_starting, SEATING, PAIRINGS_KEY(c.BeginByHand)),
    post("/pair-by-hand/end", by_hand.end_starting, SEATING, PAIRINGS_KEY(c.EndByHand)),
    get("/pair-by-hand/check", by_hand.check_start, Role.ARBITER),
    post(
        "/rounds/{round:int}/boards/{board:int}/match",
        matches.step_of_match,
        rounds.show_round,
        RESULTS_KEY(c.DecideMatch),
    ),
    get("/table", tables.show_table),
    get("/table/results", tables.show_games),
    get("/rounds/{round:int}", rounds.show_round),
    post(
        "/rounds/{round:int}/position",
        rounds.draw_start_position,
        rounds.show_round,
        PAIRINGS_KEY(c.DrawStartPosition),
    ),
    post("/rounds/{round:int}/publish", rounds.publish_rounds, rounds.show_round, PAIRINGS_KEY(c.PublishRound)),
    post("/rounds/{round:int}/discard", rounds.discard_draft, rounds.show_round, PAIRINGS_KEY(c.DiscardRound)),
    post("/rounds/{round:int}/withdraw", rounds.withdraw_round, rounds.show_round, PAIRINGS_KEY(c.WithdrawRound)),
    post("/rounds/{round:int}/close", rounds.close_round, rounds.show_round, PAIRINGS_KEY(c.CloseRound)),
    get("/rounds/{round:int}/alter", by_hand.altering, Role.ARBITER),
    post("/rounds/{round:int}/alter", by_hand.alter, by_hand.altering, PAIRINGS_KEY(c.AlterRound)),
    post("/rounds/{round:int}/alter/begin", by_hand.begin_altering, by_hand.altering, PAIRINGS_KEY(c.BeginAltering)),
    post("/rounds/{round:int}/alter/end", by_hand.end_altering, by_hand.altering, PAIRINGS_KEY(c.EndAltering)),
    get("/rounds/{round:int}/alter/check", by_hand.check_altered, Role.ARBITER),
    get("/rounds/{round:int}/latecomer", rounds.show_latecomers, Role.ARBITER),
    post(
        "/rounds/{round:int}/latecomer",
        rounds.seat_chosen_latecomer,
        rounds.show_latecomers,
        PAIRINGS_KEY(c.SeatLatecomer),
    ),
    get("/rounds/{round:int}/why", why.show_why),
    get("/enter", rounds.show_own_boards, Role.ENTRY),
    get("/rounds/{round:int}/results", results.show_results, None),
    post("/rounds/{round:int}/results", results.enter_on_board, NOT_TAKEN, RESULTS_KEY(c.EnterResult), Role.ENTRY),
    post(
        "/rounds/{round:int}/boards/{board:int}/settle",
        results.settle_dispute,
        rounds.show_round,
        RESULTS_KEY(c.SettleDispute),
    ),
    get("/rounds/{round:int}/boards/{board:int}/correct", corrections.show_correction, Role.ARBITER),
    post(
        "/rounds/{round:int}/boards/{board:int}/correct",
        corrections.correct_result,
        corrections.show_correction,
        RESULTS_KEY(c.CorrectResult),
    ),
    get("/rounds/{round:int}/boards/{board:int}/effect", corrections.show_effect),
    get("/rounds/{round:int}/played", reseating.show_played, Role.ARBITER),
    post("/rounds/{round:int}/played", reseating.correct_seats, reseating.show_played, RESULTS_KEY(c.CorrectSeats)),
    post("/qualifiers/accept", qualifiers.accept, tournaments.show_overview, PLAYERS_KEY(arranging.AcceptQualifiers)),
    post(
        "/qualifiers/exchange",
        qualifiers.exchange,
        tournaments.show_overview,
        PLAYERS_KEY(arranging.ExchangeQualifiers),
    ),
    get("/playoff", playoffs.show_playoff),
    post("/playoff/hold", playoffs.hold, playoffs.show_playoff, EVERYTHING_KEY(playoff.HoldPlayoff)),
    post("/playoff/take", playoffs.take_order, playoffs.show_playoff, EVERYTHING_KEY(playoff.TakePlayoffOrder)),
    post("/playoff/seat", playoffs.draw_and_seat, playoffs.show_playoff, PAIRINGS_KEY(playoff.SeatPlayoff)),
    post("/playoff/colour", playoffs.choose_colour, playoffs.show_playoff, PAIRINGS_KEY(playoff.ChoosePlayoffColour)),
    post("/playoff/results", playoffs.enter, playoffs.show_playoff, RESULTS_KEY(playoff.EnterPlayoffResult)),
    post("/playoff/moves", playoffs.count_moves, playoffs.show_playoff, RESULTS_KEY(playoff.CountPlayoffMoves)),
    post(
        "/playoff/arbiter", playoffs.assign_arbiter, playoffs.show_playoff, PAIRINGS_KEY(playoff.AssignPlayoffArbiter)
    ),
    post("/playoff/panel", playoffs.rule, playoffs.show_playoff, RESULTS_KEY(playoff.RuleByPanel)),
    post(
        "/playoff/agreement",
        playoffs.agree_longer_control,
        playoffs.show_playoff,
        EVERYTHING_KEY(playoff.AgreeLongerControl),
    ),
    post("/playoff/close", playoffs.close, playoffs.show_playoff, EVERYTHING_KEY(playoff.ClosePlayoff)),
    get("/prizes", prizes.show_prizes),
    post("/prizes", prizes.set_prizes, prizes.show_prizes, EVERYTHING_KEY(playoff.AnnouncePrizes)),
    get("/keys", keys.show_keys, Role.ARBITER),
    post("/keys", keys.make, keys.show_keys),
    post("/keys/{key}/revoke", keys.revoke, keys.show_keys),
    get("/history", history.show_history),
    get("/history/{version:int}/undo", history.ask_undo, Role.ARBITER),
    post("/history/{version:int}/undo", history.undo_entry, history.ask_undo, EVERYTHING_KEY(c.Undo)),
)


PROGRAM_ROUTES: Sequence[Route] = (
    Route("/api/key", reading.reading(reading.about_this_key, None, None), name="about-key"),
    Route("/api/t/{slug}/check-in", reading.reading(reading.who_came, Scope.PLAYERS, Role.ENTRY), name="check-in"),
    Route("/api/t/{slug}/drafts", reading.reading(reading.drafts, Scope.DRAFTS, Role.READER), name="drafts"),
    Route("/api/f/{festival}/series", reading.reading(reading.series, Scope.PLAYERS, Role.ARBITER), name="series"),
    command("/players/many", players.register_list, PLAYERS_KEY(c.RegisterPlayers)),
)
"""What programs with a key have and no page of the desk."""

DESK_ROUTES = (*ENTRANCE_ROUTES, *FACE_ROUTES, *TOURNAMENT_ROUTES, *SCREEN_ROUTES, *FESTIVAL_ROUTES, *STEWARD_ROUTES)
API_ROUTES: Sequence[Route] = (
    *PROGRAM_ROUTES,
    *(step.for_programs for step in DESK_ROUTES if isinstance(step, DeskStep) and step.for_programs),
)
"""The same steps for programs, each with the role that its row at the desk asks for."""
ENTERING_ROUTES = (
    *enter.enter_routes,
    *self_entry.self_entry_routes,
    *report_pages.report_routes,
    *DESK_ROUTES,
    *API_ROUTES,
)
"""All by which something can be changed."""


def mirror_of(services: Services) -> Sequence[BaseRoute]:
    """The routes of a public mirror instead of a desk: the address that halls ship their journals to."""
    receiving = mirror_routes(services.settings.mirror_accepts, lambda: services.office, services.metrics)
    return [
        Mount(MIRROR_PATH, routes=receiving),
        Route("/desk", errors.no_desk),
        Mount("/desk", routes=[Route("/{path:path}", errors.no_desk)]),
    ]


def all_routes(services: Services) -> list[BaseRoute]:
    """A mirror has no desk."""
    return [
        Route("/healthz", health, methods=GET),
        Route("/readyz", ready, methods=GET),
        Route("/metrics", metrics, methods=GET),
        *(mirror_of(services) if services.settings.mirror_accepts else ENTERING_ROUTES),
        *live_routes(services.hub, may_follow(services)),
        *screens.screen_routes(),
        *faces.face_routes(),
        *festivals.festival_routes,
        *manual.manual_routes,
        *push.push_routes(),
        *programs.program_routes,
        *live_boards_pages.live_boards_routes,
        *public.public_routes,
        *typeface_routes(),
        Mount("/static", GZipMiddleware(StaticFiles(directory=STATIC), minimum_size=SMALLEST_PACKED_BYTES)),
    ]
