"""A team with its players: who sat at which board in each round, and with what result; and one of its matches."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from domain.records import dataclass
from domain.round import Game
from domain.tournament_cards.lineups import (
    expected_lineup,
    lineup_is_expected,
    lineups_shown,
    players_of_game,
    team_match,
)
from domain.words.games import Code
from domain.words.players import EntrantId, PlayerId
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.round.pairings import TeamMatch, pairings
from projections.table.standings import PointsBeside, points_beside


class BoardGame(NamedTuple):
    round: int
    board: int
    white: bool
    code: Code
    points: int
    """Half-points; of an open game 0."""
    opponent: Person | None
    """None: nobody sat there."""


@dataclass(frozen=True, slots=True)
class Member:
    person: Person
    reserve: bool
    left: bool
    """Played for the team, and is in it no more."""
    games: Mapping[int, BoardGame]

    @property
    def points(self) -> int:
        return sum(game.points for game in self.games.values())

    @property
    def decided(self) -> int:
        return sum(game.code not in (Code.PENDING, Code.ADJOURNED) for game in self.games.values())


@dataclass(frozen=True, slots=True)
class TeamPage:
    team: Person
    captain: str
    rounds: tuple[int, ...]
    boards: Mapping[int, int]
    members: tuple[Member, ...]
    beside: tuple[PointsBeside, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchPage:
    round: int
    match: TeamMatch
    expected: Mapping[EntrantId, tuple[Person, ...]]
    """Players expected of each team whose lineup nobody may see yet, or that has given none."""


def team_page(snapshot: Snapshot, id: EntrantId) -> TeamPage | None:
    """None for whoever is no team here."""
    t = snapshot.tournament
    team = t.teams.get(id)
    if team is None or id not in snapshot.people:
        return None
    games: dict[PlayerId, dict[int, BoardGame]] = {}
    boards: dict[int, int] = {}
    for round in range(1, snapshot.round + 1):
        match = team_match(t, round, id)
        if match is None:
            continue
        boards[round] = match[0].board
        if lineups_shown(t, round, match):
            for player, game in _games(snapshot, id, round, match):
                games.setdefault(player, {})[round] = game
    gone = tuple(player for player in games if player not in team.players)
    members = tuple(
        Member(snapshot.members[player], player in team.reserves, player in gone, games.get(player, {}))
        for player in (*team.players, *gone)
    )
    beside = tuple(one for one in points_beside(t, id) if one.round <= snapshot.round)
    return TeamPage(snapshot.people[id], team.captain, tuple(boards), boards, members, beside)


def _games(
    snapshot: Snapshot, team: EntrantId, round: int, match: tuple[Game, ...]
) -> Iterator[tuple[PlayerId, BoardGame]]:
    t = snapshot.tournament
    worth = t.regulations.teams.game
    for game in match:
        white = game.white == team
        seated = players_of_game(t, round, game)
        mine, other = seated if white else seated[::-1]
        if mine is None:
            continue
        code = Code.PENDING if game.result is None else (game.result.white if white else game.result.black)
        opponent = snapshot.members[other] if other is not None else None
        yield mine, BoardGame(round, game.number, white, code, worth.points(code), opponent)


def match_page(snapshot: Snapshot, round: int, board: int) -> MatchPage | None:
    t, view = snapshot.tournament, pairings(snapshot, round) if round else None
    found = next((match for match in view.matches if match.board == board), None) if view else None
    if found is None:
        return None
    games = t.round(round).matches[board]
    teams = (found.first.person.id, found.second.person.id)
    expected = {
        team: tuple(snapshot.members[player] for player in expected_lineup(t, team))
        for team in teams
        if lineup_is_expected(t, round, team, games)
    }
    return MatchPage(round, found, expected)
