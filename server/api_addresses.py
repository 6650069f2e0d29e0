"""The addresses of other programs: each command with its body, the desk's step behind it, and what it takes.

A command takes the same role as the step at the desk (`server/addresses.py`), and a scope of the key besides.
"""

from collections.abc import Sequence

from starlette.routing import BaseRoute, Route

from domain.stewards.events import Role, Scope
from server.routes.api import as_they_stand as now
from server.routes.api import reading
from server.routes.api.founding import Founding
from server.routes.api.given import Given
from server.routes.desk import (
    checking_in,
    corrections,
    entry_queue,
    history,
    lineups,
    players,
    playoffs,
    prizes,
    ranking,
    results,
    rounds,
    teams,
    tournaments,
    visibility,
)
from web.api import arranging_commands as arranging
from web.api import commands as c
from web.api import event_commands as whole
from web.api import playoff_commands as playoff
from web.api import team_commands as of_teams

TOURNAMENTS = "/api/t"
API = TOURNAMENTS + "/{slug}"
CREATION = Founding("", whole.CreateTournament, tournaments.announced, now.named_regulations)


COMMANDS: Sequence[Given] = (
    Given("/players", c.RegisterPlayer, players.register, Scope.PLAYERS),
    Given("/players/{player:int}", c.ChangePlayer, players.amend_player, Scope.PLAYERS, fill=now.player_now),
    Given("/players/{player:int}/withdraw", c.WithdrawPlayer, players.withdraw, Scope.PLAYERS),
    Given("/players/{player:int}/readmit", c.ReadmitPlayer, players.readmit, Scope.PLAYERS),
    Given("/players/{player:int}/bye", c.GrantBye, players.grant_bye, Scope.PLAYERS),
    Given("/players/{player:int}/bye/revoke", c.RevokeBye, players.revoke_bye, Scope.PLAYERS),
    Given("/players/{player:int}/rating", c.CorrectRating, players.correct_player_rating, Scope.PLAYERS),
    Given("/teams", of_teams.RegisterTeam, teams.enter_team, Scope.PLAYERS),
    Given("/teams/{team:int}", of_teams.ChangeTeam, teams.amend, Scope.PLAYERS, fill=now.team_now),
    Given("/teams/{team:int}/boards", of_teams.OrderBoards, teams.order_boards, Scope.PLAYERS),
    Given("/teams/{team:int}/players", of_teams.AddToTeam, teams.add_players, Scope.PLAYERS),
    Given("/teams/{team:int}/transfer", of_teams.TransferPlayer, teams.transfer, Scope.PLAYERS),
    Given("/teams/{team:int}/points", of_teams.GivePoints, teams.give_points, Scope.RESULTS),
    Given("/teams/{team:int}/bye", of_teams.GrantTeamBye, teams.grant_team_bye, Scope.PLAYERS),
    Given("/teams/{team:int}/bye/revoke", of_teams.RevokeTeamBye, teams.revoke_team_bye, Scope.PLAYERS),
    Given("/teams/{team:int}/withdraw", c.WithdrawTeam, teams.withdraw_team, Scope.PLAYERS),
    Given("/teams/{team:int}/readmit", c.ReadmitTeam, teams.readmit_team, Scope.PLAYERS),
    Given("/pair", c.PairRound, rounds.pair_round, Scope.PAIRINGS),
    Given("/rounds/{round:int}/publish", c.PublishRound, rounds.publish_rounds, Scope.PAIRINGS),
    Given("/rounds/{round:int}/discard", c.DiscardRound, rounds.discard_draft, Scope.PAIRINGS),
    Given("/rounds/{round:int}/withdraw", c.WithdrawRound, rounds.withdraw_round, Scope.PAIRINGS),
    Given("/rounds/{round:int}/close", c.CloseRound, rounds.close_round, Scope.PAIRINGS),
    Given("/rounds/{round:int}/lineups", c.GiveLineup, lineups.give, Scope.PAIRINGS),
    Given("/rounds/{round:int}/lineups/show", c.ShowLineups, lineups.show_to_all, Scope.PAIRINGS),
    Given("/rounds/{round:int}/results", c.EnterResult, results.enter_on_board, Scope.RESULTS, Role.ENTRY),
    Given("/rounds/{round:int}/boards/{board:int}/settle", c.SettleDispute, results.settle_dispute, Scope.RESULTS),
    Given("/rounds/{round:int}/boards/{board:int}/correct", c.CorrectResult, corrections.correct_result, Scope.RESULTS),
    Given("/history/{version:int}/undo", c.Undo, history.undo_entry, Scope.EVERYTHING),
    Given("/close", c.CloseTournament, tournaments.close_tournament, Scope.EVERYTHING),
    Given("/reopen", c.ReopenTournament, tournaments.reopen_tournament, Scope.EVERYTHING),
    Given("/details", whole.ChangeDetails, tournaments.amend_details, Scope.EVERYTHING, fill=now.details_now),
    Given(
        "/regulations",
        whole.ChangeRegulations,
        tournaments.amend_regulations,
        Scope.EVERYTHING,
        fill=now.regulations_now,
    ),
    Given("/announce", whole.AnnounceDraft, visibility.make_public, Scope.EVERYTHING),
    Given("/hide", whole.HideTournament, visibility.hide, Scope.EVERYTHING),
    Given("/archive", whole.ArchiveTournament, visibility.archive, Scope.EVERYTHING),
    Given("/take-from-archive", whole.TakeFromArchive, visibility.take_from_archive, Scope.EVERYTHING),
    Given("/throw-away", whole.ThrowAway, visibility.throw_away, Scope.EVERYTHING),
    Given("/bring-back", whole.BringBack, visibility.bring_back, Scope.EVERYTHING),
    Given("/colour", whole.SetColour, tournaments.set_colour, Scope.PAIRINGS),
    Given("/numbers", whole.DrawNumbers, tournaments.draw_numbers, Scope.PAIRINGS),
    Given("/lots", whole.DrawTieLots, tournaments.draw_lots, Scope.EVERYTHING),
    Given("/prohibited", arranging.ProhibitPairs, tournaments.prohibit, Scope.PAIRINGS),
    Given("/by-arbiter", arranging.OrderEquals, ranking.order_equals, Scope.EVERYTHING),
    Given("/outside", arranging.GiveOutsidePoints, ranking.give_outside_values, Scope.EVERYTHING),
    Given("/entries", arranging.OpenEntries, entry_queue.open_form, Scope.PLAYERS, fill=now.entries_now),
    Given("/entries/close", arranging.CloseEntries, entry_queue.close_form, Scope.PLAYERS),
    Given("/playoff/hold", playoff.HoldPlayoff, playoffs.hold, Scope.EVERYTHING),
    Given("/playoff/take", playoff.TakePlayoffOrder, playoffs.take_order, Scope.EVERYTHING),
    Given("/playoff/seat", playoff.SeatPlayoff, playoffs.draw_and_seat, Scope.PAIRINGS),
    Given("/playoff/colour", playoff.ChoosePlayoffColour, playoffs.choose_colour, Scope.PAIRINGS),
    Given("/playoff/results", playoff.EnterPlayoffResult, playoffs.enter, Scope.RESULTS),
    Given("/playoff/moves", playoff.CountPlayoffMoves, playoffs.count_moves, Scope.RESULTS),
    Given("/playoff/arbiter", playoff.AssignPlayoffArbiter, playoffs.assign_arbiter, Scope.PAIRINGS),
    Given("/playoff/panel", playoff.RuleByPanel, playoffs.rule, Scope.RESULTS),
    Given("/playoff/agreement", playoff.AgreeLongerControl, playoffs.agree_longer_control, Scope.EVERYTHING),
    Given("/playoff/close", playoff.ClosePlayoff, playoffs.close, Scope.EVERYTHING),
    Given("/prizes", playoff.AnnouncePrizes, prizes.set_prizes, Scope.EVERYTHING),
    Given("/check-in", playoff.CheckIn, checking_in.tap, Scope.PLAYERS, Role.ENTRY),
    Given("/check-in/missing", playoff.LeaveOutMissing, checking_in.leave_out, Scope.PLAYERS),
    Given("/player-reports", whole.AllowReports, tournaments.allow_reports, Scope.EVERYTHING),
)

API_ROUTES: Sequence[BaseRoute] = (
    Route("/api/key", reading.reading(reading.about_this_key, None, None), name="about-key"),
    Route(f"{API}/check-in", reading.reading(reading.who_came, Scope.PLAYERS, Role.ENTRY), name="check-in"),
    Route(f"{API}/drafts", reading.reading(reading.drafts, Scope.DRAFTS, Role.READER), name="drafts"),
    Route(TOURNAMENTS, CREATION.endpoint(), methods=["POST"], name=CREATION.body.__name__),
    *(Route(API + one.path, one.endpoint(), methods=["POST"], name=one.body.__name__) for one in COMMANDS),
)
