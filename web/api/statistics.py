"""Statistics of a round or of the event as JSON."""

from typing import TypedDict

from projections.round import statistics as shown
from projections.round.pairings import BoardRow
from web.api import people as p


class ScoresJson(TypedDict):
    white: int
    draws: int
    black: int


class GameOfJson(TypedDict):
    """A game by its round and board, with those who sat there."""

    round: int
    board: str
    white: p.PersonJson | None
    black: p.PersonJson | None


class UpsetJson(GameOfJson):
    """A game that the winner was rated lower in, by so much."""

    winner: int
    difference: int


class LengthJson(GameOfJson):
    moves: int


class ThoughtJson(GameOfJson):
    """The move that took longest."""

    player: int
    seconds: int
    number: int
    letters: str


class OpeningUseJson(ScoresJson):
    name: str


class StatisticsJson(TypedDict):
    """`round` is 0 for the whole event; `with_moves` counts the games whose boards have sent them."""

    round: int
    results: ScoresJson
    upsets: list[UpsetJson]
    longest: LengthJson | None
    shortest: LengthJson | None
    longest_thought: ThoughtJson | None
    openings: list[OpeningUseJson]
    with_moves: int


def statistics_json(view: shown.Statistics) -> StatisticsJson:
    upsets: list[UpsetJson] = [
        {**_game(one.round, one.row), "winner": one.winner.id, "difference": one.difference} for one in view.upsets
    ]
    return {
        "round": view.round,
        "results": _scores(view.scores),
        "upsets": upsets,
        "longest": _length(view.longest),
        "shortest": _length(view.shortest),
        "longest_thought": _thought(view.thought),
        "openings": [{"name": one.name, **_scores(one.scores)} for one in view.openings],
        "with_moves": view.with_moves,
    }


def _scores(one: shown.ColourScores) -> ScoresJson:
    return {"white": one.white, "draws": one.draws, "black": one.black}


def _game(round: int, row: BoardRow) -> GameOfJson:
    white, black = map(p.person_or_none, row.seated)
    return {"round": round, "board": row.spot, "white": white, "black": black}


def _length(one: shown.Length | None) -> LengthJson | None:
    return {**_game(one.round, one.row), "moves": one.moves} if one else None


def _thought(one: shown.LongestThought | None) -> ThoughtJson | None:
    if one is None:
        return None
    where = _game(one.round, one.row)
    return {
        **where,
        "player": one.person.id,
        "seconds": one.seconds,
        "number": one.number,
        "letters": one.letters,
    }
