"""The crosstable: a cell for each round, or for each opponent where the format is drawn from a table."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from domain.cards.card import Card, CardLine
from domain.formats import rules_of
from domain.formats.from_tables import teams_of
from domain.records import dataclass
from domain.round import RoundState
from domain.tournament import Game, Tournament
from domain.tournament_cards.cards import annulled, member_seats
from domain.words.games import Code, Colour, Result, Scoring
from domain.words.players import EntrantId, PairingNumber
from domain.words.regulations import Format, Regulations
from domain.words.teams import PrimaryScore, TeamId
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot, open_among
from projections.round.pairings import Mark, mark
from projections.table.standings import round_in_play, table

LINES_A_PAGE = 150
"""Lines of a crosstable on one page for phones. The style sheet numbers the lines of the next page on."""


class Cell(NamedTuple):
    """One round. A bye has no opponent; an opponent is named by the pairing number, which never changes."""

    code: Code
    points: int
    opponent: Person | None = None
    colour: Colour | None = None
    armageddon: bool | None = None
    """Won by them after this draw; None: there is none."""


class CrossRow(NamedTuple):
    """Without the place: a row that moves stays what it was."""

    person: Person
    cells: tuple[Cell, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Crosstable:
    rounds: int
    by_place: bool
    rows: tuple[CrossRow, ...]
    in_play: int = 0
    armageddon: bool = False
    """Armageddons decide drawn games."""
    arena: bool = False
    """Rounds mean nothing."""

    def last_page(self) -> int:
        return max(1, -(-len(self.rows) // LINES_A_PAGE))

    def page(self, number: int) -> "Crosstable":
        return replace(self, rows=self.rows[(number - 1) * LINES_A_PAGE : number * LINES_A_PAGE])

    @property
    def head(self) -> "CrossHead":
        return CrossHead(
            self.rounds, self.by_place, any(row.person.team for row in self.rows[:1]), self.in_play, self.arena
        )


@dataclass(frozen=True, slots=True)
class CrossHead:
    rounds: int
    by_place: bool
    teams: bool
    in_play: int
    arena: bool = False


def crosstable(snapshot: Snapshot, *, by_place: bool = True) -> Crosstable:
    """All published rounds as known now."""
    return snapshot.now(("crosstable", by_place), lambda _: _crosstable(snapshot, by_place))


def _crosstable(snapshot: Snapshot, by_place: bool) -> Crosstable:
    if by_place:
        by_number = crosstable(snapshot, by_place=False)
        return replace(by_number, by_place=True, rows=tuple(table(snapshot, snapshot.round).in_line(by_number.rows)))
    people = snapshot.by_number
    cards, won = list(snapshot.cards.values()), _armageddons(snapshot)
    lines = snapshot.rows("crosstable", snapshot.round, lambda card, won=(): _row(card, people, won))
    rows = lines(cards, [won.get(people[card.number].id, ()) for card in cards]) if won else lines(cards)
    laws, playing = snapshot.tournament.regulations, round_in_play(snapshot, snapshot.round)
    return Crosstable(snapshot.round, by_place, rows, playing, bool(laws.armageddon), laws.is_arena)


Armageddons = tuple[tuple[int, bool], ...]
"""By round, whether somebody won theirs."""


def _armageddons(snapshot: Snapshot) -> Mapping[EntrantId, Armageddons]:
    t = snapshot.tournament
    found: dict[EntrantId, Armageddons] = defaultdict(tuple)
    for round in t.rounds[: snapshot.round] if t.armageddons else ():
        for white, black in (_players(game) for game in round.games):
            for mine, other in ((white, black), (black, white)):
                if (won := _won_armageddon(t, round.number, mine, other)) is not None:
                    found[mine] = (*found[mine], (round.number, won))
    return found


def _won_armageddon(t: Tournament, round: int, mine: EntrantId, other: EntrantId) -> bool | None:
    if (round, mine) in t.armageddons:
        return True
    return False if (round, other) in t.armageddons else None


def _row(card: Card, people: Mapping[int, Person], won: Armageddons) -> CrossRow:
    cells = [_cell(line, people) for line in card.lines]
    for round, mine in won:
        cells[round - 1] = cells[round - 1]._replace(armageddon=mine)
    return CrossRow(people[card.number], tuple(cells), card.score)


def _cell(line: CardLine, people: Mapping[int, Person]) -> Cell:
    if line.opponent is None:
        return Cell(line.code, line.points)
    return Cell(line.code, line.points, people[line.opponent], line.colour)


class Meeting(NamedTuple):
    round: int
    board: int
    game: int
    colour: Colour
    code: Code
    result: Result | None
    """White first, as it was entered; None = there is none."""
    mark: Mark = Mark.NONE
    counts: bool = True
    """False: annulled, because one of them left too early."""
    closed: bool = False
    """The round is over: another result is a correction."""
    armageddon: bool | None = None
    """As in `Cell`."""

    @property
    def spot(self) -> str:
        return f"{self.board}.{self.game}" if self.game > 1 else str(self.board)


class MatchPoints(NamedTuple):
    round: int
    points: int | None
    """Half-points of its boards so far; None: no board has a result."""
    open: bool
    """Boards are without a final result."""
    counts: bool


class MeetingCell(NamedTuple):
    """All games of two, cycle by cycle; none where somebody meets the person of the column nowhere."""

    opponent: Person
    games: tuple[Meeting, ...] = ()
    matches: tuple[MatchPoints, ...] = ()
    """Of an event of teams: the same games match by match."""


class MeetingRow(NamedTuple):
    person: Person
    cells: tuple[MeetingCell, ...]
    points: int
    side: Person | None = None
    """The team of a player in a match of two teams."""
    label: int = 0
    """The number of the row and of its column: that of the line if the table goes by place, else of the pairing."""


class TeamScore(NamedTuple):
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class MeetingHead:
    people: tuple[Person, ...]
    by_place: bool
    rounds: int
    round: int
    games: int
    open: int
    teams: tuple[TeamScore, ...] = ()
    """Two in a Scheveningen match: as the regulations name them, or registered."""

    @property
    def by_line(self) -> bool:
        """Rows are called by their lines; of two teams, whose players stand one team after the other, by number."""
        return self.by_place and not self.teams

    @property
    def labels(self) -> tuple[int, ...]:
        return tuple(n if self.by_line else person.number for n, person in enumerate(self.people, 1))


@dataclass(frozen=True, slots=True)
class MeetingTable:
    head: MeetingHead
    rows: tuple[MeetingRow, ...]
    armageddon: bool = False
    """As in `Crosstable`."""


GamesOfPairs = Mapping[tuple[EntrantId, EntrantId], list[Meeting]]


def meetings(snapshot: Snapshot, *, by_place: bool = True) -> MeetingTable:
    """All published rounds as known now; rows and columns in the same order, of two teams one after the other.

    In a Scheveningen match of registered teams they are the players, who all meet each of the other team.
    """
    return snapshot.now(("meetings", by_place), lambda _: _meetings(snapshot, by_place))


def _meetings(snapshot: Snapshot, by_place: bool) -> MeetingTable:
    laws = snapshot.tournament.regulations
    if laws.format is Format.SCHEVENINGEN and laws.of_teams:
        return _meetings_of_members(snapshot, by_place)
    t, people = snapshot.tournament, snapshot.by_number
    cards = list(snapshot.cards.values())
    if by_place and snapshot.round:
        cards = [cards[i] for i in table(snapshot, snapshot.round).players]
    if _of_clubs(t.regulations):
        _, second = teams_of(t, tuple(people[card.number].id for card in cards))
        cards.sort(key=lambda card: people[card.number].id in second)
    order = tuple(people[card.number] for card in cards)
    found = snapshot.now(("meetings",), lambda _: _games_of_pairs(snapshot, lambda _, game: _players(game)))
    head = _head(snapshot, order, by_place, _teams(snapshot))
    of_teams = t.regulations.teams.game if t.regulations.of_teams else None
    rows = tuple(
        MeetingRow(person, _cells(person, order, found, of_teams), card.score, label=label)
        for person, card, label in zip(order, cards, head.labels, strict=True)
    )
    return MeetingTable(head, rows, bool(t.regulations.armageddon))


def _head(snapshot: Snapshot, order: tuple[Person, ...], by_place: bool, teams: tuple[TeamScore, ...]) -> MeetingHead:
    t = snapshot.tournament
    results = [game.result for round in t.rounds[: snapshot.round] for game in round.games]
    rounds = rules_of(t).rounds(t)
    return MeetingHead(order, by_place, rounds, snapshot.current, len(results), open_among(results), teams)


def _meetings_of_members(snapshot: Snapshot, by_place: bool) -> MeetingTable:
    """Player by player, team by team; numbered as the table numbers the squads, reserves who played behind them."""
    t = snapshot.tournament
    found = snapshot.now(("meetings",), lambda _: _games_of_pairs(snapshot, partial(member_seats, t)))
    sides = [snapshot.people[id] for id in (t.numbers or t.teams)]
    squads = [(side, player) for side in sides for player in t.teams[TeamId(side.id)].squad]
    played = {player for player, _ in found}
    others = [(side, one) for side in sides for one in t.teams[TeamId(side.id)].reserves if one in played]
    people: dict[EntrantId, Person] = {
        player: replace(snapshot.members[player], number=PairingNumber(n))
        for n, (_, player) in enumerate([*squads, *others], 1)
    }
    worth = t.regulations.game_scoring
    points = dict.fromkeys(people, 0)
    for (player, _), games in found.items():
        points[player] = points.get(player, 0) + sum(worth.provisional(game.code) for game in games if game.result)
    listed = [(side, people[player]) for one in sides for side, player in (*squads, *others) if side is one]
    if by_place:
        listed.sort(key=lambda one: (sides.index(one[0]), -points[one[1].id], one[1].number))
    order = tuple(person for _, person in listed)
    rows = tuple(
        MeetingRow(person, _cells(person, order, found), points[person.id], side, person.number)
        for side, person in listed
    )
    return MeetingTable(_head(snapshot, order, by_place, _scores_of_teams(snapshot, sides)), rows)


def _scores_of_teams(snapshot: Snapshot, sides: Sequence[Person]) -> tuple[TeamScore, ...]:
    """Game points, empty chairs included."""
    by_games = snapshot.tournament.regulations.teams.primary is PrimaryScore.GAME_POINTS
    cards = (snapshot.cards[side.number] for side in sides if side.number in snapshot.cards)
    return tuple(
        TeamScore(side.name, card.score if by_games else card.secondary_score)
        for side, card in zip(sides, cards, strict=False)
    )


def _of_clubs(laws: Regulations) -> bool:
    """A match by the Scheveningen tables whose teams are the clubs of the players."""
    return laws.format is Format.SCHEVENINGEN and not laws.of_teams


def _teams(snapshot: Snapshot) -> tuple[TeamScore, ...]:
    t = snapshot.tournament
    if not _of_clubs(t.regulations):
        return ()
    score = {snapshot.by_number[number].id: card.score for number, card in snapshot.cards.items()}
    names = t.regulations.scheveningen.first_team, t.regulations.scheveningen.second_team
    both = zip(names, teams_of(t, tuple(score)), strict=True)
    return tuple(TeamScore(name, sum(score[id] for id in team)) for name, team in both)


def _cells(
    person: Person, order: tuple[Person, ...], found: GamesOfPairs, of_teams: Scoring | None = None
) -> tuple[MeetingCell, ...]:
    """`of_teams`: the worth of a game in matches of teams."""
    met = ((other, tuple(found.get((person.id, other.id), ()))) for other in order)
    return tuple(MeetingCell(one, games, tuple(_matches(games, of_teams)) if of_teams else ()) for one, games in met)


def _matches(games: tuple[Meeting, ...], worth: Scoring) -> Iterator[MatchPoints]:
    for round, together in groupby(games, key=attrgetter("round")):
        boards = list(together)
        known = [board.code for board in boards if board.result is not None]
        points = sum(worth.points(code) for code in known) if known else None
        open = any(board.code.open for board in boards)
        yield MatchPoints(round, points, open, all(board.counts for board in boards))


def _games_of_pairs(
    snapshot: Snapshot, seated: Callable[[int, Game], tuple[EntrantId | None, EntrantId | None]]
) -> GamesOfPairs:
    """By entrant and opponent; `seated` gives White and Black of a game of a round."""
    t = snapshot.tournament
    void = annulled(t)
    found: dict[tuple[EntrantId, EntrantId], list[Meeting]] = defaultdict(list)
    for round in t.rounds[: snapshot.round]:
        closed = round.state is RoundState.CLOSED or t.closed
        for game in round.games:
            white, black = seated(round.number, game)
            if white is None or black is None:
                continue
            counts = white not in void and black not in void
            for mine, other, colour in ((white, black, Colour.WHITE), (black, white, Colour.BLACK)):
                seen = (round.number, game.board, game.number, colour, _code(game, colour), game.result)
                won = _won_armageddon(t, round.number, mine, other)
                found[mine, other].append(Meeting(*seen, mark(game), counts, closed, won))
    return found


def _players(game: Game) -> tuple[EntrantId, EntrantId]:
    """White and Black as the game was played."""
    seen = game.seen(None)
    return (seen.white, seen.black) if seen else (game.white, game.black)


def _code(game: Game, colour: Colour) -> Code:
    if game.result is None:
        return Code.PENDING
    return game.result.white if colour is Colour.WHITE else game.result.black
