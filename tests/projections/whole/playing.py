"""Tournaments of a short list of players, moved on by the decisions of the desk."""

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle

from domain import events as e
from domain.decisions.players.registering import NewPlayer, register_many
from domain.decisions.rounds.pairing import pair_round, publish_round
from domain.decisions.rounds.results import record_result
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.players import Sex, Title
from domain.words.regulations import Details, Regulations
from tests.crosstable import announced

WHITE, DRAW, BLACK = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
DETAILS = Details("Open", "Sofia", "BUL", "2026-05-01", "2026-05-05", schedule=("2026-05-01T16:00", "2026-05-02T10:00"))
LIST = [
    NewPlayer("Anna", 2410, Title.WGM, "BUL", sex=Sex.WOMAN, birth_year=1990, club="Sofia"),
    NewPlayer("Boris", 2390, Title.IM, "BUL", birth_year=1985, club="Plovdiv", fide_id=1234567),
    NewPlayer("Clara", 2250, Title.NONE, "GRE", sex=Sex.WOMAN, birth_year=2010, club="Sofia"),
    NewPlayer("David", 2250, Title.FM, "SRB", birth_year=1960, club="Plovdiv"),
    NewPlayer("Elena", 2105, Title.NONE, "BUL", sex=Sex.WOMAN, birth_year=1999, club="Sofia"),
    NewPlayer("Fedor", 2105, Title.NONE, "ROU", birth_year=1975, club="Plovdiv"),
    NewPlayer("Greta", 1820, Title.NONE, "GER", sex=Sex.WOMAN, birth_year=2012),
    NewPlayer("Hans", 0, Title.NONE, "GER", birth_year=1950),
]
Looks = Iterator[tuple[str, Tournament]]
"""Each moment that is looked at, by name."""


def do(t: Tournament, decide: Callable[..., Sequence[e.Event]], *more: object, **named: object) -> Tournament:
    return replay(decide(t, *more, **named), t)


def entered(laws: Regulations, players: int, details: Details = DETAILS) -> Tournament:
    return do(announced(laws, details), register_many, LIST[:players])


def play(t: Tournament, *results: Result) -> Tournament:
    """The results in turn for the games without one in the newest round, board by board."""
    following = cycle(results)
    for board, match in sorted(t.round(t.published).matches.items()):
        for game in match:
            if game.result is None:
                t = do(t, record_result, t.published, board, next(following), None, game=game.number)
    return t


def next_round(t: Tournament, *results: Result) -> Tournament:
    t = do(t, pair_round)
    t = do(t, publish_round, t.paired)
    return play(t, *results) if results else t
