"""Ends of small events, and every way in which they can end."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from math import prod
from random import Random
from typing import TypeVar

from domain.decisions.players.teams import register_team
from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import record_result
from domain.ranking.game_chances import GameChances
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.players import EntrantId, PairingNumber, player_id
from domain.words.regulations import Regulations
from domain.words.teams import Team, TeamId
from projections.chances.lots import EndsByLot, Lot
from projections.chances.playing_out import Ending, play_out
from projections.chances.rest import RestOfEvent
from tests import crosstable

End = TypeVar("End")
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def after(rounds: int, open: int, field: int, laws: Regulations, seed: int) -> Tournament:
    """An event after so many rounds, with so many open games in the last, those of the first boards."""
    dice = Random(seed)
    ratings = sorted((1800 + dice.randrange(400) for _ in range(field)), reverse=True)
    return begun(crosstable.entered(ratings, laws), rounds, open, dice)


def teams_after(rounds: int, open: int, field: int, laws: Regulations, seed: int) -> Tournament:
    """As `after`, of teams with as many players as a match has boards."""
    dice = Random(seed)
    t = crosstable.entered([1800 + dice.randrange(400) for _ in range(field * laws.match_games)], laws)
    for at in range(field):
        squad = tuple(player_id(at * laws.match_games + board) for board in range(1, laws.match_games + 1))
        t = replay(register_team(t, Team(TeamId(EntrantId(0)), f"Team {at}", squad=squad)), t)
    return begun(t, rounds, open, dice)


def begun(t: Tournament, rounds: int, open: int, dice: Random) -> Tournament:
    for round in range(1, rounds + 1):
        if round > t.published:
            t = crosstable.published(t if round == 1 else replay(close_round(t, round - 1), t))
        games = [(board, game.number) for board, match in t.round(round).matches.items() for game in match]
        for board, number in games[open if round == rounds else 0 :]:
            t = replay(record_result(t, round, board, dice.choice(RESULTS), None, game=number), t)
    return t


def always(result: Result) -> Lot:
    return lambda _: result


def by_ratings_alone(seed: int) -> Lot:
    """Games that end by lot, every player exactly as strong as the rating says."""
    lot = EndsByLot(Random(seed).random)
    return lambda chances: lot(chances)


def every_ending(ground: RestOfEvent) -> Iterator[tuple[float, Ending]]:
    """Every way in which the event can end, with its probability."""
    return every_way(lambda lot: next(play_out(ground, lot, last_rounds=1)))


def every_way(played: Callable[[Lot], End]) -> Iterator[tuple[float, End]]:
    """Every end that the lots can lead to, with its probability; what cannot be is left out."""
    todo: list[list[int]] = [[]]
    while todo:
        choices, shares = todo.pop(), list[float]()
        known = len(choices)

        def lot(chances: GameChances, choices: list[int] = choices, shares: list[float] = shares) -> Result:
            if len(shares) == len(choices):
                choices.append(next(at for at in range(3) if chances[at]))
            shares.append(chances[choices[len(shares)]])
            return RESULTS[choices[len(shares) - 1]]

        end = played(lot)
        if probability := prod(shares):
            yield probability, end
        todo += [[*choices[:at], other] for at in range(known, len(choices)) for other in range(choices[at] + 1, 3)]


def exact_chances(ground: RestOfEvent, last_place: int) -> dict[PairingNumber, float]:
    """Of a place from 1 to the last, by every ending; of a shared place its part to each."""
    exact: dict[PairingNumber, float] = defaultdict(float)
    for probability, ending in every_ending(ground):
        for number, (place, tied) in ending.places().items():
            among = sum(1 <= one <= last_place for one in range(place, place + tied))
            exact[number] += probability * among / tied
    return exact
