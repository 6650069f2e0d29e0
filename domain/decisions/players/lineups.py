"""The lineup of a team for a round: handed in by its captain or an arbiter, checked, shown."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from domain import events as e
from domain import refusals as r
from domain.decisions import refuse_if_closed
from domain.decisions.players.teams import known_team, refuse_players_only
from domain.fields import whole_number
from domain.tournament import Tournament
from domain.tournament_cards.lineups import lineups_shown, team_match
from domain.words.players import PlayerId
from domain.words.teams import BoardOrder, LineupRule, Team, TeamId


def give_lineup(
    tournament: Tournament,
    round: int,
    team: TeamId,
    players: tuple[PlayerId, ...],
    *,
    reason: str = "",
    now: datetime | None = None,
) -> list[e.Event]:
    """A team's players of `round`, board by board; fewer than there are boards leave the last ones empty.

    `now` is the local time, as the schedule counts it; None = there is no deadline. Raises UnknownTeam, NotInTheTeam,
    NoMatchInRound, TournamentIsClosed, BadField, or, without a reason, LineupBreaksRules with every rule it breaks.
    """
    refuse_players_only(tournament)
    refuse_if_closed(tournament)
    playing, boards = known_team(tournament, team), tournament.regulations.match_games
    whole_number("round", round, 1, tournament.regulations.rounds)
    if round <= tournament.paired and team_match(tournament, round, team) is None:
        raise r.NoMatchInRound(team, round)
    if strangers := tuple(player for player in players if player not in playing.players):
        raise r.NotInTheTeam(team, strangers)
    if len(set(players)) != len(players):
        raise r.BadField("players", " ".join(map(str, players)), "each-once")
    if len(players) > boards:
        raise r.BadField("players", str(len(players)), f"at-most:{boards}")
    if tournament.lineups.get((round, team)) == players:
        return []
    breaches = (*_out_of_order(tournament, playing, players), *_too_late(tournament, round, team, now))
    if breaches and not reason.strip():
        raise r.LineupBreaksRules(team, round, breaches)
    against = tuple(dict.fromkeys(breach.rule for breach in breaches))
    return [e.LineupGiven(round, team, players, against, reason if breaches else "")]


def show_lineups(tournament: Tournament, round: int) -> list[e.Event]:
    """The lineups of a round for everybody, whether or not both teams of a match have given theirs."""
    refuse_players_only(tournament)
    refuse_if_closed(tournament)
    if not 1 <= round <= tournament.published:
        raise r.NoSuchRound(round)
    return [] if round in tournament.lineups_shown else [e.LineupsShown(round)]


def lineup_due(tournament: Tournament, round: int) -> datetime | None:
    """The local time until which a lineup is in; None where there is no deadline, or the round has no time yet."""
    minutes, schedule = tournament.regulations.teams.lineup_minutes, tournament.details.schedule
    start = schedule[round - 1] if 1 <= round <= len(schedule) else ""
    if minutes is None or "T" not in start:
        return None
    return datetime.fromisoformat(start) - timedelta(minutes=minutes)


def _out_of_order(tournament: Tournament, team: Team, players: tuple[PlayerId, ...]) -> Iterator[r.LineupBreach]:
    if tournament.regulations.teams.board_order is BoardOrder.FREE:
        return
    place = {player: at for at, player in enumerate(team.players)}
    for board, player in enumerate(players[1:], 2):
        above = max(players[: board - 1], key=place.__getitem__)
        if place[above] > place[player]:
            stood_in = above in team.reserves and player in team.squad
            yield r.LineupBreach(LineupRule.RESERVES if stood_in else LineupRule.BOARD_ORDER, board, player, above)


def _too_late(tournament: Tournament, round: int, team: TeamId, now: datetime | None) -> Iterator[r.LineupBreach]:
    due = lineup_due(tournament, round)
    if now is not None and due is not None and now > due:
        yield r.LineupBreach(LineupRule.DEADLINE)
    match = team_match(tournament, round, team)
    if match is not None and any(game.result is not None for game in match):
        yield r.LineupBreach(LineupRule.PLAYED)
    elif match is not None and (round, team) in tournament.lineups and lineups_shown(tournament, round, match):
        yield r.LineupBreach(LineupRule.SHOWN)
