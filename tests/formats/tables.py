"""Events whose rounds come from a table, in one line: announced, drawn, published, played."""

from collections.abc import Sequence
from dataclasses import replace

from domain.decisions.rounds.pairing import pair_round, publish_rounds
from domain.decisions.rounds.results import record_result
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.options import RoundRobinOptions
from domain.words.players import EntrantId, Player, player_id
from domain.words.regulations import Details, Format, Regulations
from tests.crosstable import announced

NAMES = ("Anna", "Boris", "Clara", "David", "Elena", "Fedor", "Greta", "Hans", "Irina", "Jan", "Karin", "Leo", "Maria")


SINGLE = RoundRobinOptions()


def laws(options: RoundRobinOptions = SINGLE, **more: object) -> Regulations:
    portal = Regulations(format=Format.ROUND_ROBIN, round_robin=options, order=("S003-RR",))
    return replace(portal, **more)  # type: ignore[arg-type]


def entered(players: int, regulations: Regulations, federations: Sequence[str] = ()) -> Tournament:
    """Number 1 has the best rating; registered from the last to the first."""
    code = [*federations, *[""] * (players - len(federations))]
    names = [NAMES[n - 1] if n <= len(NAMES) else f"Player {n:02}" for n in range(1, players + 1)]
    field = [Player(player_id(n), names[n - 1], 2500 - 10 * n, federation=code[n - 1]) for n in range(players, 0, -1)]
    return announced(regulations, Details("Table"), field)


def published(tournament: Tournament) -> Tournament:
    """All rounds that are due, drawn and published."""
    replay(pair_round(tournament), tournament)
    return replay(publish_rounds(tournament, tournament.draft.number if tournament.draft else 0), tournament)


def pairs(tournament: Tournament, round: int) -> list[tuple[int, int]]:
    return [(game.white, game.black) for game in tournament.round(round).games]


def enter(tournament: Tournament, white: int, black: int, result: Result, cycle: int = 1) -> Tournament:
    """The result of the game that these two play with these colours."""
    found = [
        (round.number, game.board)
        for round in tournament.rounds
        for game in round.games
        if (game.white, game.black) == (white, black)
    ]
    number, board = found[cycle - 1]
    seen = tournament.round(number).game(board).result
    return replay(record_result(tournament, number, board, result, seen), tournament)


def play(tournament: Tournament, *, but: Sequence[int] = ()) -> Tournament:
    """The better number wins every game that has no result, those of `but` excepted."""
    for round in tournament.rounds:
        for game in round.games:
            if game.result is None and not {game.white, game.black} & set(map(EntrantId, but)):
                result = Result.WHITE_WINS if game.white < game.black else Result.BLACK_WINS
                replay(record_result(tournament, round.number, game.board, result, None), tournament)
    return tournament
