"""What a player needs: between which places they end with so many points more, whatever the others do.

Nothing here is by lot. Games that are drawn up already are looked at one by one, so that two who meet cannot both win;
of rounds that are still to be paired everything is allowed to everybody. So the limits are those that can be reached
where no further round is to be paired, and safe ones before. Byes and withdrawals count as they are known; a game that
nobody plays (0-0) is not expected.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from domain.cards.card import CardLine, Pair
from domain.records import dataclass
from domain.words.games import Code
from domain.words.players import PairingNumber
from projections.chances.playing_out import RestOfEvent
from projections.moment.chances_found import Need

WAYS_TO_END = ((Code.WIN, Code.LOSS), (Code.DRAW, Code.DRAW), (Code.LOSS, Code.WIN))


class PossiblePlaces(NamedTuple):
    """Places that are possible with a number of half-points from here."""

    best: int
    """Everybody else does as badly as they can, and equals stand behind."""
    worst: int
    """Everybody else does as well as they can, and equals stand in front."""
    worst_shared: int
    """As `worst`, equals sharing the place."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What everybody has for certain, and what can be added."""

    points: Mapping[PairingNumber, int]
    """Half-points, those of byes to come among them."""
    most: Mapping[PairingNumber, int]
    """Half-points that rounds still to be paired can give at most, or a bye in them."""
    paired: tuple[Pair, ...]
    """Games of published rounds that are not decided."""
    worth: tuple[tuple[int, int], ...]
    """Half-points of White and of Black when White wins, draws, loses."""


def prospect_of(rest: RestOfEvent) -> Prospect:
    points = rest.task.scoring.points
    sure = {n: card.carried + sum(_sure(line) for line in card.lines) for n, card in rest.table.items()}
    most = dict.fromkeys(sure, 0)
    best = rest.games * max(points(code) for code in (Code.WIN, Code.DRAW, Code.LOSS))
    for round in rest.rounds_to_pair:
        away = rest.away[round]
        playing = {n for pair in rest.known[round].pairs for n in (pair.white, pair.black)} if rest.known else None
        for number in sure:
            if number in away and not rest.known:
                sure[number] += points(away[number] or Code.ZERO_BYE)
            elif playing is None or number in playing:
                most[number] += max(best, points(Code.PAIRING_BYE)) if playing is None else best
    worth = tuple((points(white), points(black)) for white, black in WAYS_TO_END)
    return Prospect(sure, most, tuple(pair for _, pair in rest.open), worth)


def _sure(line: CardLine) -> int:
    return line.adjusted if line.code.open and line.opponent is not None else line.points


def reaches(prospect: Prospect, number: PairingNumber) -> dict[int, PossiblePlaces]:
    """By half-points from here, the fewest first; a player whose games are all played has the key 0 alone."""
    mine = [pair for pair in prospect.paired if number in (pair.white, pair.black)]
    others = [pair for pair in prospect.paired if pair not in mine]
    found: dict[int, PossiblePlaces] = {}
    for results in product(prospect.worth, repeat=len(mine)):
        gained, given = 0, dict(prospect.points)
        for pair, (white, black) in zip(mine, results, strict=True):
            own, theirs = (white, black) if pair.white == number else (black, white)
            gained += own
            given[pair.black if pair.white == number else pair.white] += theirs
        for further in range(prospect.most[number] + 1):
            reach = _reach(prospect, number, given, others, prospect.points[number] + gained + further)
            before = found.get(gained + further, reach)
            found[gained + further] = PossiblePlaces(
                min(before.best, reach.best),
                max(before.worst, reach.worst),
                max(before.worst_shared, reach.worst_shared),
            )
    return dict(sorted(found.items()))


def _reach(
    prospect: Prospect, number: PairingNumber, points: Mapping[PairingNumber, int], games: Iterable[Pair], own: int
) -> PossiblePlaces:
    playing = {player for pair in games for player in (pair.white, pair.black)}
    above = level = least = 0
    for player, theirs in points.items():
        if player == number or player in playing:
            continue
        high = theirs + prospect.most[player]
        above, level, least = above + (high > own), level + (high >= own), least + (theirs > own)
    for pair in games:
        ends = [(points[pair.white] + white, points[pair.black] + black) for white, black in prospect.worth]
        room = prospect.most[pair.white], prospect.most[pair.black]
        above += max((white + room[0] > own) + (black + room[1] > own) for white, black in ends)
        level += max((white + room[0] >= own) + (black + room[1] >= own) for white, black in ends)
        least += min((white > own) + (black > own) for white, black in ends)
    return PossiblePlaces(least + 1, level + 1, above + 1)


def need(reached: Mapping[int, PossiblePlaces], last_place: int) -> Need:
    """For a place from 1 to `last_place`."""
    enough = next(_from(reached, lambda reach: reach.worst <= last_place), None)
    needed = next((gain for gain, reach in reached.items() if reach.best <= last_place), None)
    return Need(enough, needed)


def _from(reached: Mapping[int, PossiblePlaces], holds: Callable[[PossiblePlaces], bool]) -> Iterator[int]:
    """The gains from which on it holds for all greater ones as well, the fewest first."""
    gains = list(reached)
    for at, gain in enumerate(gains):
        if all(holds(reached[one]) for one in gains[at:]):
            yield gain
