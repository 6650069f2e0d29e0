"""A round at the boards: its matches and games, what each was taken to be and since when, and how far it has come.

Games and their versions are named tuples, and a match is the tuple of its games: a replay makes tens of thousands of
them, and a frozen dataclass takes longer to make (`DECISIONS.md`).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from enum import StrEnum
from itertools import chain
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from domain.events import FROM_FILE, Board, MatchSettled
from domain.records import dataclass
from domain.words.choices.boards import BoardPlan
from domain.words.games import Colour, ExtraGame, GameKind, Result
from domain.words.players import BoardSeats, EntrantId

_made = tuple.__new__
"""A named tuple from all its values: its own constructor is written in Python, and slow."""
_MAIN = GameKind.MAIN
"""Looked up once: to find the member of an enum in its class takes longer than to make a game."""


class RoundState(StrEnum):
    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"


class Version(NamedTuple):
    """The facts of a game for every pairing from `counts_from` on."""

    counts_from: int
    white: EntrantId
    black: EntrantId
    result: Result


def before(versions: tuple[Version, ...], counts_from: int) -> tuple[Version, ...]:
    """Versions that pairings before that of round `counts_from` see."""
    return tuple(version for version in versions if version.counts_from < counts_from)


class Game(NamedTuple):
    board: int
    white: EntrantId
    black: EntrantId
    versions: tuple[Version, ...] = ()
    rating_only: Version | None = None
    claims: tuple[Result, ...] = ()
    """Entries that disagree with the result, or without one the players' reports; not empty = disputed."""
    corrected: bool = False
    """The table shows something else than was entered when the game was played (F.7)."""

    number: int = 1
    kind: GameKind = GameKind.MAIN

    @staticmethod
    def at(board: Board, number: int = 1) -> "Game":
        """Nobody has entered anything for it yet. White of the board has White in the odd games."""
        if number % 2:
            return _made(Game, (board.number, board.white, board.black, (), None, (), False, number, _MAIN))
        return _made(Game, (board.number, board.black, board.white, (), None, (), False, number, _MAIN))

    @property
    def spot(self) -> str:
        """The board, and the game where it is not the first of its match: `3`, `3.2`."""
        return f"{self.board}.{self.number}" if self.number > 1 else str(self.board)

    @property
    def result(self) -> Result | None:
        return self.versions[-1].result if self.versions else None

    @property
    def played_by_others(self) -> bool:
        return any({v.white, v.black} != {self.white, self.black} for v in self.versions)

    @property
    def people_since(self) -> int:
        """The first pairing that sees those at the board who really sat there; 0 = they are those who were paired."""
        since, people = 0, {self.white, self.black}
        for version in self.versions:
            if {version.white, version.black} != people:
                since, people = version.counts_from, {version.white, version.black}
        return since

    @property
    def decided(self) -> bool:
        return self.result is not None and self.result is not Result.ADJOURNED

    def seen(self, by: int | None) -> Version | None:
        """The game as the pairing of round `by` sees it; None for `by` = as known now."""
        versions = self.versions
        if not versions or by is None or versions[-1].counts_from <= by:
            return versions[-1] if versions else None
        return next((v for v in reversed(versions) if v.counts_from <= by), None)

    @property
    def met(self) -> tuple[frozenset[EntrantId], frozenset[EntrantId]]:
        """The two of the game, for the table and for the rating report: a correction may have put others there."""
        known = self.seen(None) or self
        rated = self.rating_only or known
        return frozenset((known.white, known.black)), frozenset((rated.white, rated.black))

    def seen_from(self, counts_from: int) -> "Game":
        kept = before(self.versions, counts_from)
        return self._replace(versions=(*kept, self.versions[-1]._replace(counts_from=counts_from)))

    def played_by(self, white: EntrantId, black: EntrantId, result: Result, counts_from: int) -> "Game":
        new = Version(counts_from, white, black, result)
        return self._replace(versions=(*before(self.versions, counts_from), new), claims=())


_VERSIONS = attrgetter("versions")


class SideReport(NamedTuple):
    colour: Colour
    result: Result


Match: TypeAlias = tuple[Game, ...]
"""The games of two entrants on a board of a round: one game, or several with alternating colours."""


def new_matches(boards: Iterable[Board], games: int = 1) -> dict[int, Match]:
    if games > 1:
        return {board.number: tuple(Game.at(board, number) for number in range(1, games + 1)) for board in boards}
    return {b.number: (_made(Game, (b.number, b.white, b.black, (), None, (), False, 1, _MAIN)),) for b in boards}


def match_at(board: Board, games: int = 1) -> Match:
    return new_matches((board,), games)[board.number]


def with_further(match: Match, games: tuple[ExtraGame, ...]) -> Match:
    board = match[0].board
    return (*match, *(Game(board, more.white, more.black, number=more.number, kind=more.kind) for more in games))


def numbered_boards(plan: BoardPlan, pairs: Sequence[BoardSeats]) -> tuple[Board, ...]:
    """The pairs of a round at their boards, in the order of the pairs; White is named first."""
    return tuple(Board(number, *pair) for number, pair in zip(plan.numbers(pairs), pairs, strict=True))


def moved_to(match: Match, board: int) -> Match:
    return tuple(game._replace(board=board) for game in match)


@dataclass(slots=True)
class Round:
    number: int
    matches: dict[int, Match]
    """By board."""
    bye: EntrantId | None
    numbers: tuple[EntrantId, ...]
    engine: str
    engine_version: str
    based_on: int
    state: RoundState = RoundState.DRAFT
    altered: bool = False
    byes: tuple[EntrantId, ...] = ()
    latecomers: tuple[EntrantId, ...] = ()
    published_on: str = ""
    """ISO date; empty where no rule asks for it."""
    settled: dict[int, MatchSettled] = field(default_factory=dict)
    """By board: what decided a match beside its games."""
    reports: dict[tuple[EntrantId, EntrantId, int], tuple[SideReport, ...]] = field(default_factory=dict)
    """By White, Black and game: what the players said of it, the oldest first."""
    disputed: bool = field(default=False, compare=False)
    """Entries for one of its games have contradicted each other, whether or not they still do."""

    def copy(self) -> "Round":
        return replace(self, matches=dict(self.matches), settled=dict(self.settled), reports=dict(self.reports))

    @property
    def from_file(self) -> bool:
        return self.engine == FROM_FILE

    @property
    def games(self) -> tuple[Game, ...]:
        return tuple(chain.from_iterable(self.matches.values()))

    def game(self, board: int, number: int = 1) -> Game:
        """Raises KeyError for a board, IndexError for a game that there is not."""
        return self.matches[board][number - 1]

    def reports_of(self, game: Game) -> tuple[SideReport, ...]:
        return self.reports.get((game.white, game.black, game.number), ()) if self.reports else ()

    def reported(self, game: Game) -> dict[Colour, Result]:
        return {} if game.versions else {one.colour: one.result for one in self.reports_of(game)}

    def put(self, game: Game) -> None:
        match = self.matches[game.board]
        self.matches[game.board] = (*match[: game.number - 1], game, *match[game.number :])

    def dispute(self, game: Game, claims: tuple[Result, ...]) -> None:
        self.put(game._replace(claims=claims))
        self.disputed = self.disputed or bool(claims)

    def record(self, board: int, number: int, result: Result, counts_from: int, swap: bool = False) -> None:
        """A new version of a game, which ends any dispute; `swap`: and it was played with the other colours.

        Most of a replay is this, and most matches are one game: one call, and the new tuples.
        """
        match = self.matches[board]
        at, seated_white, seated_black, kept, rating_only, _, corrected, number, kind = match[number - 1]
        white, black = seated_white, seated_black
        if kept:
            since, white, black, _ = kept[-1]
            if since > counts_from:
                self.seat_from(match[number - 1], counts_from)
                kept = before(kept, counts_from)
            elif since == counts_from:
                kept = kept[:-1]
        if swap:
            white, black = black, white
        new = _made(Version, (counts_from, white, black, result))
        versions = (*kept, new) if kept else (new,)
        written = _made(Game, (at, seated_white, seated_black, versions, rating_only, (), corrected, number, kind))
        if len(match) == 1:
            self.matches[board] = (written,)
        else:
            self.put(written)

    def seat_from(self, game: Game, counts_from: int) -> None:
        """Let the pairings from `counts_from` on see those who really sat, at all boards of the round at once.

        Otherwise somebody would be seen at two boards.
        """
        if game.people_since > counts_from:
            for other in self.games:
                if other.people_since > counts_from:
                    self.put(other.seen_from(counts_from))

    @property
    def published(self) -> bool:
        return self.state is not RoundState.DRAFT

    @property
    def begun(self) -> bool:
        return any(game.versions for game in self.games)

    def boards_with(self, test: Callable[[Game], bool]) -> tuple[int, ...]:
        return tuple(board for board, match in self.matches.items() if any(map(test, match)))

    @property
    def results(self) -> list[Result | None]:
        """The results of all games, board by board; None where there is none."""
        versions = map(_VERSIONS, chain.from_iterable(self.matches.values()))
        return [known[-1].result if known else None for known in versions]

    @property
    def adjourned(self) -> tuple[int, ...]:
        """Boards with an adjourned game. The desk asks all rounds at once, and most have none."""
        if Result.ADJOURNED not in self.results:
            return ()
        return self.boards_with(lambda game: game.result is Result.ADJOURNED)

    @property
    def open_games(self) -> tuple[Game, ...]:
        return tuple(game for game in self.games if not game.decided)

    @property
    def unanswered(self) -> tuple[Game, ...]:
        return tuple(game for game in self.games if game.result is None)

    @property
    def boards(self) -> tuple[Board, ...]:
        return tuple(Board(first.board, first.white, first.black) for first, *_ in self.matches.values())

    @property
    def all_byes(self) -> tuple[EntrantId, ...]:
        return self.byes if self.bye is None else (self.bye, *self.byes)

    @property
    def seated(self) -> frozenset[EntrantId]:
        first = [match[0] for match in self.matches.values()]
        return frozenset([game.white for game in first]).union([game.black for game in first])
