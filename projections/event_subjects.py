"""The subjects of an event: its round and board, the entrants it names, and who sat at a board of teams."""

from collections.abc import Callable, Iterator

from domain import events as e
from domain.words.players import EntrantId, Player
from domain.words.regulations import Details, Regulations

BoardPlayers = tuple[EntrantId, ...]
"""Those of a board, White first."""


def round_and_board(event: e.Event) -> tuple[int, int]:
    """(round, board), 0 where it has none."""
    return getattr(event, "round", 0), getattr(event, "board", 0)


def named_in(event: e.Event) -> tuple[EntrantId, ...]:
    """The entrants that an event names itself, besides those of its board."""
    if isinstance(event, e.GamesReseated):
        return tuple(id for one in event.games for id in (one.white, one.black))
    match event:
        case e.TeamRegistered(team=team) | e.TeamDetailsAmended(team=team):
            return (team.id, *team.players)
        case e.LineupGiven(team=id, players=players):
            return (id, *players)
        case e.PlayerTransferred():
            return (event.player, event.origin, event.into)
        case e.BoardsAltered(boards=boards, latecomer=late) if late is not None:
            return next((one.white, one.black) for one in boards if late in (one.white, one.black))
    about = e.player_of(event)
    return () if about is None else (about,)


def facts_of(event: e.Event) -> Iterator[tuple[object, Details | Regulations | Player | BoardPlayers]]:
    """Subject and new state of each thing that an event says whole, such as details, numbers, squads and lineups."""
    match event:
        case e.TournamentAnnounced(details=details, regulations=regulations):
            yield Details, details
            yield Regulations, regulations
        case e.DetailsAmended(details=details):
            yield Details, details
        case e.RegulationsAmended(regulations=regulations):
            yield Regulations, regulations
        case e.PlayerRegistered(player=player) | e.PlayerDetailsAmended(player=player):
            yield player.id, player
        case e.PairingNumbersIssued(order=order):
            yield e.PairingNumbersIssued, order
        case e.TeamRegistered(team=team) | e.TeamDetailsAmended(team=team):
            yield ("squad", team.id), team.players
        case e.LineupGiven(round=round, team=id, players=players):
            yield ("lineup", round, id), players
        case _:
            return


def members_at(
    latest: Callable[[object], object], event: e.Event, pair: BoardPlayers
) -> tuple[BoardPlayers, BoardPlayers]:
    """Teams and players at one board of a match of teams, each White first; nobody where players are paired.

    `pair` is the match with the colours of its first board, `latest` the state of a subject as it was then.
    """
    laws, game = latest(Regulations), getattr(event, "game", 0)
    if not (isinstance(laws, Regulations) and laws.of_teams and game and len(pair) == 2):
        return (), ()
    teams = pair if game % 2 else pair[::-1]
    players = tuple(_at(latest, round_and_board(event)[0], team, game) for team in teams)
    return teams, players if all(players) else ()


def _at(latest: Callable[[object], object], round: int, team: EntrantId, game: int) -> EntrantId:
    """The player of the team at this board; 0 = nobody."""
    given = latest(("lineup", round, team))
    players = given if isinstance(given, tuple) else latest(("squad", team))
    return players[game - 1] if isinstance(players, tuple) and game <= len(players) else EntrantId(0)
