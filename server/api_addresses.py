"""The addresses of other programs: each command with its body, the desk's step behind it, and what it takes.

A command takes the same role as the step at the desk (`server/addresses.py`), and a scope of the key besides.
"""

from collections.abc import Mapping, Sequence

from starlette.routing import BaseRoute, Route

from domain.stewards.events import Role, Scope
from domain.tournament import Tournament
from domain.words.entrants import EntrantId
from server.routes.api import reading
from server.routes.api.given import Given
from server.routes.desk import corrections, history, lineups, players, results, rounds, teams, tournaments
from server.routes.desk.visit import Visit
from web.api import commands as c

API = "/api/t/{slug}"


def player_now(t: Tournament, visit: Visit) -> Mapping[str, str]:
    """The fields of the player of the address as they stand."""
    player = t.players.get(EntrantId(visit.number("player")))
    if player is None:
        return {}
    fields = set(c.PlayerFields.__struct_fields__) & set(type(player).__slots__)
    return {name: str(getattr(player, name) or "") for name in fields}


COMMANDS: Sequence[Given] = (
    Given("/players", c.RegisterPlayer, players.register, Scope.PLAYERS),
    Given("/players/{player:int}", c.ChangePlayer, players.amend_player, Scope.PLAYERS, fill=player_now),
    Given("/players/{player:int}/withdraw", c.WithdrawPlayer, players.withdraw, Scope.PLAYERS),
    Given("/players/{player:int}/readmit", c.ReadmitPlayer, players.readmit, Scope.PLAYERS),
    Given("/players/{player:int}/bye", c.GrantBye, players.grant_bye, Scope.PLAYERS),
    Given("/players/{player:int}/bye/revoke", c.RevokeBye, players.revoke_bye, Scope.PLAYERS),
    Given("/players/{player:int}/rating", c.CorrectRating, players.correct_rating, Scope.PLAYERS),
    Given("/teams/{team:int}/withdraw", c.WithdrawTeam, teams.withdraw_team, Scope.PLAYERS),
    Given("/teams/{team:int}/readmit", c.ReadmitTeam, teams.readmit_team, Scope.PLAYERS),
    Given("/pair", c.PairRound, rounds.pair_round, Scope.PAIRINGS),
    Given("/rounds/{round:int}/publish", c.PublishRound, rounds.publish_round, Scope.PAIRINGS),
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
)

API_ROUTES: Sequence[BaseRoute] = (
    Route("/api/key", reading.reading(reading.about_this_key, None, None), name="about-key"),
    Route(f"{API}/drafts", reading.reading(reading.drafts, Scope.DRAFTS, Role.READER), name="drafts"),
    *(Route(API + one.path, one.endpoint(), methods=["POST"], name=one.body.__name__) for one in COMMANDS),
)
