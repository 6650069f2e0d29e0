"""The panels of a screen: the views of the other projections, in the shape a screen needs them."""

from dataclasses import replace
from typing import TypeAlias

from domain.formats import rules_of
from domain.formats.decided import one_after_the_other
from domain.games.state import GamesShown
from domain.records import dataclass
from domain.screens.events import Content, ContentKind
from domain.words.choices.bulletins import Bulletin
from domain.words.festivals import RankingRules
from domain.words.players import EntrantId
from projections.chances.coming import WhatComesNext, coming
from projections.festivals.rankings import EventRanking, RankedEvent, RankedRow, RankingState
from projections.lists.checking_in import arrivals
from projections.moment.people import Person
from projections.moment.photos import photo_of
from projections.moment.snapshot import Snapshot
from projections.player.chances import LikelyWinners, likely_winners
from projections.playoff.bracket import BracketPages, bracket_pages, bracket_view
from projections.playoff.stages import playoff_view
from projections.playoff.tree import PlayoffTree, playoff_tree
from projections.round.live_boards import LiveBoard, LiveBoards
from projections.round.pairings import Pairings, running_rows
from projections.round.results import Latest, latest_results
from projections.round.seats import SeatRow, seats
from projections.round.statistics import GamesFact, facts, statistics
from projections.screens.countdowns import Countdown
from projections.table.arena import games_now
from projections.table.board_tables import BoardTables, board_tables
from projections.table.crosstable import Cell, CrossRow, MeetingTable, crosstable, meetings
from projections.table.podium import Podium, is_decided, marked_standings, podium
from projections.table.prize_list import Prizes, prize_list
from projections.table.standings import StandingRow, Standings, standings
from projections.table.team_scores import TeamScores, team_scores

LATEST_RESULTS_SHOWN = 24

LIVE_BOARDS_SHOWN = 4
"""Live boards on a screen whose content does not say how many."""

LIKELY_WINNERS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Seats:
    view: Pairings
    rows: tuple[SeatRow, ...]


@dataclass(frozen=True, slots=True)
class CrossLine:
    line: int
    row: CrossRow
    against: tuple[int, ...]
    """The line of the opponent of each round; 0 = none."""


@dataclass(frozen=True, slots=True)
class Cross:
    rounds: int
    rows: tuple[CrossLine, ...]
    in_play: int = 0
    armageddon: bool = False
    arena: bool = False


@dataclass(frozen=True, slots=True)
class PlayerLine:
    standing: StandingRow
    after: int
    games: tuple[Cell, ...]
    photo: str = ""
    """Its fingerprint; empty = none is shown."""


@dataclass(frozen=True, slots=True)
class Results:
    round: int
    rows: tuple[Latest, ...]
    none_yet: bool


@dataclass(frozen=True, slots=True)
class Diagrams:
    round: int
    boards: tuple[LiveBoard, ...]


@dataclass(frozen=True, slots=True)
class GamesFacts:
    """Statistics of the whole event."""

    rounds: int
    games: int
    rows: tuple[GamesFact, ...]


@dataclass(frozen=True, slots=True)
class NewestNews:
    bulletin: Bulletin


@dataclass(frozen=True, slots=True)
class RankedList:
    """A table of the ranking over the sections of a festival."""

    category: str
    events: tuple[RankedEvent, ...]
    rules: RankingRules
    state: RankingState
    rows: tuple[RankedRow, ...]


@dataclass(frozen=True, slots=True)
class Notice:
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    picture: str
    title: str


@dataclass(frozen=True, slots=True)
class NotCheckedIn:
    """Players who are expected and not checked in, by name."""

    rows: tuple[Person, ...]
    here: int
    expected: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing to show yet: no round is published, the tournament is unknown or not read, the screen is not set."""

    why: str
    """`round`, `tournament`, `unread`, `player`, `teams`, `boards`, `check-in`, `news`, `podium`, `prizes`, `picture`,
    `results`, `chances`, `ranking`, `team-scores`, `sections` or `unset`."""


PanelView: TypeAlias = (
    Pairings
    | Seats
    | PlayoffTree
    | BracketPages
    | BoardTables
    | TeamScores
    | NotCheckedIn
    | Standings
    | Cross
    | MeetingTable
    | Results
    | PlayerLine
    | Diagrams
    | GamesFacts
    | LikelyWinners
    | WhatComesNext
    | Podium
    | Prizes
    | Countdown
    | NewestNews
    | RankedList
    | Notice
    | Picture
    | Waiting
)


def contents_of(content: Content, snapshot: Snapshot) -> PanelView:
    match content.kind:
        case ContentKind.STANDINGS:
            return marked_standings(snapshot)
        case ContentKind.CROSSTABLE:
            return meetings(snapshot) if snapshot.tournament.regulations.from_tables else _crosstable(snapshot)
        case ContentKind.LATEST:
            latest = latest_results(snapshot, LATEST_RESULTS_SHOWN)
            return Results(snapshot.round, latest, none_yet=not latest)
        case ContentKind.PLAYOFF:
            played = playoff_view(snapshot)
            return playoff_tree(played) if played else Waiting("playoff")
        case ContentKind.BRACKET:
            tree = bracket_view(snapshot)
            return bracket_pages(tree, snapshot.tournament.details) if tree and tree.columns else Waiting("bracket")
        case ContentKind.BOARD_TABLES:
            return board_tables(snapshot) or Waiting("teams")
        case ContentKind.NEWS:
            news = snapshot.tournament.bulletins.news
            return NewestNews(news[0].bulletin) if news else Waiting("news")
        case ContentKind.TEAM_SCORES:
            return team_scores(snapshot) or Waiting("team-scores")
        case ContentKind.PODIUM:
            return podium(snapshot) or Waiting("podium")
        case ContentKind.PRIZES:
            return _prizes(snapshot) or Waiting("prizes")
        case ContentKind.NOT_CHECKED_IN:
            awaited = arrivals(snapshot)
            if not awaited.open or not awaited.expected:
                return Waiting("check-in")
            return NotCheckedIn(tuple(row.person for row in awaited.missing), awaited.here, awaited.expected)
        case ContentKind.CARD:
            return _card(snapshot, EntrantId(content.player))
        case _:
            return _round(content, snapshot)


def _round(content: Content, snapshot: Snapshot) -> PanelView:
    view = games_now(snapshot)
    if view is None or not view.round:
        return Waiting("round")
    if content.kind is ContentKind.SEATS:
        return Seats(view, seats(snapshot, view))
    in_turn = one_after_the_other(snapshot.tournament) and rules_of(snapshot.tournament).knocks_out
    return replace(view, boards=tuple(view.boards[at] for at in running_rows(view.boards))) if in_turn else view


def diagrams(content: Content, view: LiveBoards | None) -> PanelView:
    if view is None or not view.boards:
        return Waiting("boards")
    return Diagrams(view.round, first_boards(view, content.boards or LIVE_BOARDS_SHOWN))


def first_boards(view: LiveBoards | None, count: int) -> tuple[LiveBoard, ...]:
    """Those that play go before those whose games are over."""
    return tuple(sorted(view.boards, key=lambda one: one.over)[:count]) if view else ()


def told_by_games(snapshot: Snapshot, games: GamesShown) -> PanelView:
    view = statistics(snapshot, games)
    if view is None or not view.scores.games:
        return Waiting("results")
    return GamesFacts(view.rounds, view.scores.games, facts(view))


def who_can_win(snapshot: Snapshot) -> PanelView:
    return likely_winners(snapshot, LIKELY_WINNERS_SHOWN) or Waiting("chances")


def as_it_would_be(snapshot: Snapshot) -> PanelView:
    view = coming(snapshot, snapshot.chances)
    return view if view is not None and view.boards else Waiting("chances")


def ranked_lists(view: EventRanking) -> list[RankedList]:
    """That of everybody, and those that are ranked apart and have somebody."""
    shown = (table for table in view.tables if table.rows or not table.category)
    return [RankedList(table.category, view.events, view.rules, view.state, table.rows) for table in shown]


def _prizes(snapshot: Snapshot) -> Prizes | None:
    """Nobody has won anything before the last round is decided."""
    found = prize_list(snapshot)
    return found if found is None or is_decided(snapshot) else replace(found, rows=(), unclaimed=())


def _crosstable(snapshot: Snapshot) -> Cross:
    """In the order of the table; opponents are called by their lines."""
    table = crosstable(snapshot)
    lines = {row.person.id: line for line, row in enumerate(table.rows, 1)}
    against = (tuple(lines[cell.opponent.id] if cell.opponent else 0 for cell in row.cells) for row in table.rows)
    rows = tuple(CrossLine(n, row, met) for n, (row, met) in enumerate(zip(table.rows, against, strict=True), 1))
    return Cross(table.rounds, rows, table.in_play, table.armageddon, table.arena)


def _card(snapshot: Snapshot, player: EntrantId) -> PanelView:
    table = standings(snapshot)
    line = next((row for row in table.rows if row.person.id == player), None)
    if line is None:
        return Waiting("player")
    games = next(row.cells for row in crosstable(snapshot).rows if row.person.id == player)
    return PlayerLine(line, table.after, games, photo_of(snapshot, player))
