"""Players who could be level for the place of a play-off: their last games may begin earlier (32.5.2)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.decisions.setup.regulations import knows_playoffs
from domain.formats import rules_of
from domain.round import Game, Round
from domain.tournament import Tournament
from domain.tournament_cards import annulled, numbers_of, points_in_table, starting_points, table_cards
from domain.words.games import SIDES, Result
from domain.words.players import EntrantId
from domain.words.regulations import Entrants, Format

COUNTED_BY_POINTS = (Format.SWISS, Format.ROUND_ROBIN)
OPEN_RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)

Scores = tuple[tuple[EntrantId, int], ...]
"""Player and half-points at the end: of the two of a board, or of somebody who has none."""
Unit = tuple[Scores, ...]
"""All that one board can still come to."""


class CouldTie(NamedTuple):
    place: int
    players: tuple[str, ...]
    """Names, in the order of the boards."""
    boards: tuple[int, ...]
    """The boards of these players in the last round."""


def could_tie(t: Tournament) -> CouldTie | None:
    """None unless the last round is paired, not all of it is played, and a play-off is announced.

    It goes by points alone: a round robin drawn beforehand is in its last round once all others have their results,
    and one that somebody has left too early is not counted here.
    """
    laws = t.regulations
    counted = laws.format in COUNTED_BY_POINTS and laws.match_games == 1 and laws.entrants is not Entrants.TEAMS
    if not knows_playoffs(laws) or not counted or annulled(t):
        return None
    if not t.paired or t.paired != rules_of(t).rounds(t) or not t.rounds[-1].unanswered:
        return None
    if laws.format is Format.ROUND_ROBIN and any(round.unanswered for round in t.rounds[:-1]):
        return None
    last, place = t.rounds[-1], laws.playoff.places
    units = [*_units(t, last)]
    who = _level_at_the_end(units, place)
    boards = sorted((b for b in last.boards if {b.white, b.black} & who), key=lambda board: board.number)
    names = [t.entrants[id].name for board in boards for id in (board.white, board.black) if id in who]
    return CouldTie(place, tuple(names), tuple(board.number for board in boards)) if boards else None


def _units(t: Tournament, last: Round) -> Iterator[Unit]:
    before, numbers = table_cards(t, last.number - 1), numbers_of(t)
    begun = starting_points(t)
    score = {id: before[number].score + begun.get(id, 0) for id, number in numbers.items()}
    for first, *_ in last.matches.values():
        yield tuple(_scores(t, first, result, score) for result in _results(first))
    bye = t.regulations.scoring.pairing_bye
    for id in score:
        if id not in last.seated:
            yield (((id, score[id] + (bye if id in last.all_byes else 0)),),)


def _results(game: Game) -> tuple[Result, ...]:
    return (game.result,) if game.decided and game.result is not None else OPEN_RESULTS


def _scores(t: Tournament, game: Game, result: Result, score: dict[EntrantId, int]) -> Scores:
    worth, (white, black) = points_in_table(t.regulations), SIDES[result]
    return (game.white, score[game.white] + worth(white)), (game.black, score[game.black] + worth(black))


def _level_at_the_end(units: Sequence[Unit], place: int) -> set[EntrantId]:
    """The players who can share the place with somebody; those too far below it are not tried."""
    least = sorted(min(scores[side][1] for scores in unit) for unit in units for side in range(len(unit[0])))
    sure = least[-place] if place <= len(least) else 0
    found, near = set[EntrantId](), [u for u in units if any(points >= sure for scores in u for _, points in scores)]
    for unit in near:
        others = [other for other in near if other is not unit]
        for scores in unit:
            for player, mine in scores:
                if mine >= sure and player not in found and _shared(scores, mine, others, place):
                    found.add(player)
    return found


def _shared(own: Scores, mine: int, others: Sequence[Unit], place: int) -> bool:
    """True if enough can finish above `mine`, and on it, for the place to fall among those level on it."""
    most: dict[int, int] = {}
    """The most who can be level, by the number of those above."""
    above, level = _counted(own, mine)
    if above < place:
        most[above] = level
    for unit in others:
        if all(points < mine for scores in unit for _, points in scores):
            continue
        then: dict[int, int] = {}
        for up, on in most.items():
            for more_up, more_on in {_counted(scores, mine) for scores in unit}:
                if up + more_up < place:
                    then[up + more_up] = max(then.get(up + more_up, 0), on + more_on)
        most = then
    return any(up < place < up + on for up, on in most.items())


def _counted(scores: Scores, mine: int) -> tuple[int, int]:
    return sum(points > mine for _, points in scores), sum(points == mine for _, points in scores)
