"""The things that an event makes and needs, which say what cannot be undone alone.

A result needs its board and a board its pairing. Which results a pairing was worked out from is said in
`pairing_ground.py`.
"""

from collections.abc import Iterator

from domain import events as e
from domain.words.players import EntrantId

Thing = tuple[str, int, int] | tuple[str, int, int, int]
"""Something an event brings about and a later one needs: a player, a round's pairing, a board, a result."""


def made_by(event: e.Event) -> frozenset[Thing]:
    return frozenset(_makes(event))


def _makes(event: e.Event) -> Iterator[Thing]:
    for round, board, game in e.games_of(event):
        yield from (("result", round, board, game), ("results", round, 0), ("play", 0, 0))
    match event:
        case e.BoardsAltered(boards=boards, round=r, latecomer=late) if late is not None:
            yield from (("board", r, board.number) for board in boards if late in (board.white, board.black))
        case e.RoundPaired(boards=boards, round=r) | e.BoardsAltered(boards=boards, round=r):
            yield from (("pairing", r, 0), ("play", 0, 0))
            yield from (("board", r, board.number) for board in boards)
        case e.RoundPublished(round=r):
            yield from (("publication", r, 0), ("play", 0, 0))
        case e.HandPairingBegun(round=r):
            yield "by hand", r, 0
        case e.GamesAdded(round=r, board=board, games=games):
            yield from (("game", r, board, game.number) for game in games)
            yield "play", 0, 0
        case e.MatchSettled(round=r):
            yield from (("results", r, 0), ("play", 0, 0))
        case e.PlayerRegistered(player=player):
            yield "player", player.id, 0
        case e.TeamRegistered(team=team):
            yield "player", team.id, 0
        case e.PairingNumbersIssued(order=order):
            yield from (("number", id, 0) for id in order)
        case e.PlayerWithdrawn(player=id) | e.PlayerExpelled(player=id):
            yield "absence", id, 0
        case e.ByeGranted(player=id, round=r):
            yield "bye", id, r
        case e.PointsAdjusted():
            yield "play", 0, 0
        case e.PlayoffStageOpened():
            yield "play", 0, 0
        case e.PlayoffHeld(playoff=source):
            yield source, 0, 0
        case e.PlayoffDecided(source=source):
            yield source, 1, 0
        case e.TournamentClosed():
            yield "close", 0, 0


def needed_by(event: e.Event) -> frozenset[Thing]:
    return frozenset(_needs(event))


def _needs(event: e.Event) -> Iterator[Thing]:
    for round, board, game in e.games_of(event):
        yield from (("board", round, board), ("publication", round, 0), ("result", round, board, game))
        yield "game", round, board, game
    yield from (("player", id, 0) for id in _named(event))
    yield from _play_off_needed(event)
    if isinstance(event, e.RoundPaired | e.BoardsAltered):
        yield from (("number", id, 0) for id in _named(event))
    match event:
        case e.RoundPaired(round=r) if r > 1:
            yield from (("publication", r - 1, 0), ("pairing", r - 1, 0))
        case (
            e.RoundPublished(round=r) | e.DraftDiscarded(round=r) | e.RoundWithdrawn(round=r) | e.BoardsAltered(round=r)
        ):
            yield "pairing", r, 0
        case e.HandPairingEnded(round=r, engine=engine):
            yield "by hand", r, 0
            if engine:
                yield "pairing", r, 0
        case e.RoundClosed(round=r):
            yield from (("publication", r, 0), ("results", r, 0))
        case e.GamesAdded(round=r, board=board, games=games):
            yield from (("board", r, board), ("publication", r, 0))
            yield from (("result", r, board, number) for number in range(1, games[0].number))
        case (
            e.MatchSettled(round=r, board=board)
            | e.GameArbiterAssigned(round=r, board=board)
            | e.PanelRuled(round=r, board=board)
        ):
            yield from (("board", r, board), ("publication", r, 0))
        case e.PlayerReadmitted(player=id):
            yield "absence", id, 0
        case e.ByeRevoked(player=id, round=r):
            yield "bye", id, r
        case e.PointsAdjusted(round=r) | e.LineupsShown(round=r):
            yield "publication", r, 0
        case e.TournamentClosed():
            yield "play", 0, 0
        case e.TournamentReopened():
            yield "close", 0, 0


def _play_off_needed(event: e.Event) -> Iterator[Thing]:
    match event:
        case e.PlayoffDecided(source=source):
            yield source, 0, 0
        case e.PlayoffReopened(source=source):
            yield source, 1, 0


def _named(event: e.Event) -> tuple[EntrantId, ...]:
    """Everybody who has to be there for an event to make sense."""
    match event:
        case e.PairingNumbersIssued(order=order) | e.LotsDrawn(order=order) | e.EqualsOrdered(order=order):
            return order
        case e.PlayoffDeclared(tied=order) | e.PlayoffHeld(tied=order):
            return order
        case e.PlayoffStageOpened(order=order) | e.PlayoffDecided(order=order):
            return order
        case e.PairingNumbersExchanged(one=one, other=other):
            return (one, other)
        case e.OutsideValuesGiven(values=values):
            return tuple(value.player for value in values)
        case e.PairsProhibited(groups=groups):
            return tuple(id for group in groups for id in group)
        case e.RoundPaired(boards=boards, bye=bye) | e.BoardsAltered(boards=boards, bye=bye):
            seated = tuple(id for board in boards for id in (board.white, board.black))
            advancing = event.byes if isinstance(event, e.RoundPaired) else ()
            return (*seated, *advancing) if bye is None else (*seated, *advancing, bye)
        case e.GamesAdded(games=games):
            return (games[0].white, games[0].black)
        case e.GamesReseated(games=played):
            return tuple(id for one in played for id in (one.white, one.black))
        case e.MatchSettled(winner=winner):
            return (winner,)
        case e.TeamRegistered(team=team):
            return team.players
        case e.TeamDetailsAmended(team=team):
            return (team.id, *team.players)
        case e.PlayerTransferred():
            return (event.player, event.origin, event.into)
        case e.LineupGiven(team=id, players=players):
            return (id, *players)
    about = e.player_of(event)
    return () if about is None else (about,)
