"""What the games of a round or of the event have in common: results by colour, surprises, length, openings, thought."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from domain.games.state import GamesShown
from domain.moves.games import GameOnBoard
from domain.records import dataclass
from domain.words.games import Colour
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.round.games import times_used
from projections.round.live_boards import games_shown
from projections.round.pairings import BoardRow, Pairings, pairings

UPSETS_SHOWN = 5
OPENINGS_SHOWN = 8


class ColourScores(NamedTuple):
    """Games that were played to a result."""

    white: int = 0
    draws: int = 0
    black: int = 0

    @property
    def games(self) -> int:
        return self.white + self.draws + self.black

    @property
    def percents(self) -> tuple[int, int, int]:
        """Of White, draws and Black, which are a hundred together."""
        if not self.games:
            return 0, 0, 0
        white, black = round(100 * self.white / self.games), round(100 * self.black / self.games)
        return white, 100 - white - black, black


class Upset(NamedTuple):
    round: int
    row: BoardRow
    winner: Person
    loser: Person
    difference: int


class Length(NamedTuple):
    round: int
    row: BoardRow
    moves: int


class OpeningUse(NamedTuple):
    """A family of openings: `Sicilian Defense`."""

    name: str
    scores: ColourScores


class LongestThought(NamedTuple):
    round: int
    row: BoardRow
    person: Person
    seconds: int
    number: int
    letters: str
    white: bool
    ply: int


@dataclass(frozen=True, slots=True)
class Statistics:
    round: int
    """0 = of the whole event."""
    rounds: int
    """Rounds that there are statistics of."""
    scores: ColourScores
    upsets: tuple[Upset, ...]
    longest: Length | None
    shortest: Length | None
    """Of games whose boards have sent their moves; None = there is no such game."""
    openings: tuple[OpeningUse, ...]
    thought: LongestThought | None
    with_moves: int
    """Games of which the moves are known."""


class GamesFact(NamedTuple):
    """A line of the statistics on a wall."""

    kind: str
    """`white`, `draws`, `black`, `upset`, `longest`, `shortest`, `thought` or `opening`."""
    number: int
    """Games, moves, seconds, or the difference of two ratings."""
    share: int = 0
    """In a hundred."""
    people: tuple[Person, ...] = ()
    name: str = ""


def facts(view: Statistics) -> tuple[GamesFact, ...]:
    """The most telling lines, each of which can stand alone; none while no game has a result."""
    white, draws, black = view.scores.percents
    found = [GamesFact("white", view.scores.white, white), GamesFact("draws", view.scores.draws, draws)]
    found += [GamesFact("black", view.scores.black, black)]
    found += [GamesFact("upset", one.difference, 0, (one.winner, one.loser)) for one in view.upsets[:1]]
    lengths = (("longest", view.longest), ("shortest", view.shortest))
    found += [GamesFact(kind, one.moves, 0, _seated(one.row)) for kind, one in lengths if one]
    if view.thought:
        found.append(GamesFact("thought", view.thought.seconds, 0, (view.thought.person,), view.thought.letters))
    found += [GamesFact("opening", one.scores.games, 0, (), one.name) for one in view.openings[:3]]
    return tuple(found) if view.scores.games else ()


def _seated(row: BoardRow) -> tuple[Person, ...]:
    return tuple(person for person in row.seated if person is not None)


@dataclass(frozen=True, slots=True)
class _Counted:
    """A round, or several together."""

    scores: ColourScores
    upsets: tuple[Upset, ...]
    lengths: tuple[Length, ...]
    openings: Mapping[str, ColourScores]
    thought: LongestThought | None
    with_moves: int


def statistics(snapshot: Snapshot, public: GamesShown, round: int = 0) -> Statistics | None:
    """Of one round, or of all so far; None where there is no such round. Games without a result do not count."""
    if round > snapshot.round or not snapshot.round:
        return None
    rounds = [round] if round else range(1, snapshot.round + 1)
    counted = _together([_of_round(snapshot, public, number) for number in rounds])
    by_length = sorted(counted.lengths, key=lambda one: one.moves)
    used = sorted(counted.openings.items(), key=lambda one: (-one[1].games, one[0]))
    return Statistics(
        round,
        snapshot.round,
        counted.scores,
        tuple(sorted(counted.upsets, key=lambda one: -one.difference)[:UPSETS_SHOWN]),
        by_length[-1] if by_length else None,
        by_length[0] if len(by_length) > 1 else None,
        tuple(OpeningUse(name, scores) for name, scores in used[:OPENINGS_SHOWN]),
        counted.thought,
        counted.with_moves,
    )


def _of_round(snapshot: Snapshot, public: GamesShown, round: int) -> _Counted:
    """Worked out again only when a game of the round is over, or a result is another."""
    view = pairings(snapshot, round)
    assert view is not None
    found = games_shown(snapshot, round, public)
    played = {row.spot for row in view.boards if row.result is not None and row.result.played}
    games = {spot: one for spot, one in (found.games if found else {}).items() if spot in played and one.read}
    made_of = view, tuple(games), tuple(games.values())
    return snapshot.settled(("statistics", round), lambda: _counted(view, games), made_of)


def _counted(view: Pairings, games: Mapping[str, GameOnBoard]) -> _Counted:
    rows = [row for row in view.boards if row.result is not None and row.result.played]
    with_moves = [(row, games[row.spot]) for row in rows if row.spot in games]
    openings: dict[str, ColourScores] = {}
    for row, one in with_moves:
        if one.opening is not None:
            family = one.opening.name.partition(":")[0]
            openings[family] = _sum([openings.get(family, ColourScores()), _scores([row])])
    return _Counted(
        _scores(rows),
        tuple(_upsets(view.round, rows)),
        tuple(Length(view.round, row, (one.read + 1) // 2) for row, one in with_moves),
        openings,
        _longest(_thought(view.round, row, one) for row, one in with_moves),
        len(with_moves),
    )


def _scores(rows: Iterable[BoardRow]) -> ColourScores:
    won = Counter(row.result.winner for row in rows if row.result is not None)
    return ColourScores(won[Colour.WHITE], won[None], won[Colour.BLACK])


def _sum(scores: Sequence[ColourScores]) -> ColourScores:
    return ColourScores(*(sum(numbers) for numbers in zip(*scores, strict=True)))


def _upsets(round: int, rows: Iterable[BoardRow]) -> Iterator[Upset]:
    """Games that somebody with a lower rating won."""
    for row in rows:
        white, black = row.seated
        if row.result is None or row.result.winner is None or white is None or black is None:
            continue
        winner, loser = (white, black) if row.result.winner is Colour.WHITE else (black, white)
        if 0 < winner.rating < loser.rating:
            yield Upset(round, row, winner, loser, loser.rating - winner.rating)


def _thought(round: int, row: BoardRow, one: GameOnBoard) -> LongestThought | None:
    """The move of this game that took longest."""
    times = [(took or 0, ply) for ply, took in enumerate(times_used(one.game)[: one.read])]
    seconds, ply = max(times, default=(0, 0))
    white = (ply % 2 == 0) == one.game.white_first
    person = row.seated[0 if white else 1]
    if not seconds or person is None:
        return None
    number = one.game.first_number + (ply + (not one.game.white_first)) // 2
    return LongestThought(round, row, person, seconds, number, one.game.moves[ply], white, ply + 1)


def _longest(thoughts: Iterable[LongestThought | None]) -> LongestThought | None:
    return max((one for one in thoughts if one is not None), key=lambda one: one.seconds, default=None)


def _together(rounds: Sequence[_Counted]) -> _Counted:
    openings: dict[str, ColourScores] = {}
    for family, scores in chain.from_iterable(one.openings.items() for one in rounds):
        openings[family] = _sum([openings.get(family, ColourScores()), scores])
    return _Counted(
        _sum([one.scores for one in rounds]),
        tuple(chain.from_iterable(one.upsets for one in rounds)),
        tuple(chain.from_iterable(one.lengths for one in rounds)),
        openings,
        _longest(one.thought for one in rounds),
        sum(one.with_moves for one in rounds),
    )
