"""Pairings of a round, board by board; in an event of teams also match by match."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from typing import NamedTuple, TypeAlias, TypeVar

from domain.cards.card import Float
from domain.decisions.rounds.lateness import default_time
from domain.formats import matches_on, rules_of
from domain.pairing import system_of
from domain.records import dataclass
from domain.round import Match
from domain.tournament import Game, Round, RoundState, Tournament
from domain.tournament_cards.cards import ScoresBefore
from domain.tournament_cards.lineups import lineups_shown, players_of_game
from domain.tournament_cards.starting_points import starting_points
from domain.words.choices.boards import USUAL_BOARDS
from domain.words.choices.handicap import Clocks, clocks_of
from domain.words.games import Bye, GameKind, Result
from domain.words.players import EntrantId, PlayerId
from projections.moment.people import People, Person
from projections.moment.snapshot import Snapshot, open_among
from projections.moment.table_pages import TABLE_LINES_A_PAGE, last_page, on_page, page_ends
from projections.round.game_seats import game_seats


class Mark(StrEnum):
    NONE = ""
    DISPUTED = "disputed"
    """Two entries disagree; an arbiter will settle it."""
    CORRECTED = "corrected"
    """Changed after it had been entered and used."""


class Seat(NamedTuple):
    person: Person
    points: int
    """Half-points before the round, as its pairing saw them."""
    floated: Float | None = None


class BoardRow(NamedTuple):
    board: int
    white: Seat
    black: Seat
    result: Result | None
    mark: Mark = Mark.NONE
    game: int = 1
    kind: GameKind = GameKind.MAIN
    players: tuple[Person | None, Person | None] | None = None
    """The players of White and Black in a match of teams, as far as this reader may know them."""
    sent: str = ""
    """The game, where its board has sent moves: `6.5`."""
    room: str = ""
    kept: bool = False
    """One of the two cannot move: whoever is their opponent comes to this board."""
    armageddon: Result | None = None
    """Who won the Armageddon after this draw, with its colours; None: nobody yet."""
    clocks: Clocks | None = None
    """The times of White and Black in a handicap game; None: both have that of the event."""

    @property
    def spot(self) -> str:
        """The board, and the game where it is not the first of its match: `3`, `3.2`."""
        return f"{self.board}.{self.game}" if self.game > 1 else str(self.board)

    @property
    def seated(self) -> tuple[Person | None, Person | None]:
        """White and Black: in a match of teams the players, as far as this reader may know them."""
        return self.players or (self.white.person, self.black.person)

    @property
    def open(self) -> bool:
        return self.result is None or self.result is Result.ADJOURNED


SeatedMembers = tuple[Person | None, Person | None]
"""Of the first team and of the second at one board; None: not known to this reader, or nobody sits there."""


class TeamSide(NamedTuple):
    person: Person
    points: int
    """Half-points before the round, as its pairing saw them."""
    score: int
    expected: bool = False
    """Its lineup was not given: the first of the squad stand at the boards."""


class MatchLine(NamedTuple):
    match: int
    number: int
    first: Person | None
    second: Person | None
    white: bool
    result: Result | None
    """As if the first team had White."""
    mark: Mark
    sent: str = ""
    """As in `BoardRow`."""
    armageddon: None = None
    """None is played in matches, and no handicap game is."""
    clocks: None = None

    @property
    def spot(self) -> str:
        return f"{self.match}.{self.number}"

    @property
    def open(self) -> bool:
        return self.result is None or self.result is Result.ADJOURNED


class TeamMatch(NamedTuple):
    """A block of the round's list: a match with its boards."""

    board: int
    first: TeamSide
    second: TeamSide
    open: int
    lines: tuple[MatchLine, ...]
    round: int = 0
    room: str = ""
    kept: bool = False

    @property
    def news(self) -> str:
        """Changes when the match itself does: who meets, and the score."""
        return f"{self.first.person.id}:{self.second.person.id} {self.first.score}:{self.second.score}"


class SeatedMatch(NamedTuple):
    boards: tuple[BoardRow, ...]
    match: TeamMatch


def _seated(tournament: Tournament, round: int, game: Game, members: People) -> SeatedMembers:
    white, black = players_of_game(tournament, round, game, at_desk=True)
    return _named(white, members), _named(black, members)


def _named(player: PlayerId | None, members: People) -> Person | None:
    return None if player is None else members[player]


def _match(tournament: Tournament, rows: Sequence[BoardRow], round: int) -> TeamMatch:
    first, second, game = rows[0].white, rows[0].black, tournament.regulations.teams.game
    named = any(row.players not in (None, (None, None)) for row in rows)
    unsaid = [named and (round, side.person.id) not in tournament.lineups for side in (first, second)]
    lines = tuple(_line(row, row.white.person.id == first.person.id) for row in rows)
    known = [line.result for line in lines if line.result is not None]
    scores = (sum(game.points(result.white) for result in known), sum(game.points(result.black) for result in known))
    return TeamMatch(
        rows[0].board,
        TeamSide(first.person, first.points, scores[0], unsaid[0]),
        TeamSide(second.person, second.points, scores[1], unsaid[1]),
        sum(line.open for line in lines),
        lines,
        round,
    )


def _line(row: BoardRow, white: bool) -> MatchLine:
    left, right = row.players or (None, None)
    if not white:
        left, right = right, left
    result = row.result if white or row.result is None else row.result.reversed
    return MatchLine(row.board, row.game, left, right, white, result, row.mark)


T = TypeVar("T")


class NoGame(StrEnum):
    """Neither a bye nor leave."""

    REST = "rest"
    """In a table for an odd field one player rests in each round; a rest is no unplayed round."""
    WAITS = "waits"
    """In an arena, for the next game."""


@dataclass(frozen=True, slots=True)
class Unpaired:
    person: Person
    points: int
    kind: Bye | NoGame | None
    """None = the bye of an odd field."""


class RoundPage(NamedTuple):
    """Some lines of a round: matches in an event of teams, else boards; behind the last those who do not play."""

    matches: Sequence[TeamMatch]
    boards: Sequence[BoardRow]
    unpaired: Sequence[Unpaired]


@dataclass(frozen=True, slots=True)
class Pairings:
    round: int
    rounds: int
    paired: int
    """The newest round that this reader may see."""
    state: RoundState
    start: str
    boards: tuple[BoardRow, ...]
    unpaired: tuple[Unpaired, ...]
    start_position: int | None = None
    matches: tuple[TeamMatch, ...] = ()
    default_time: str = ""
    """Local time (ISO) after which whoever comes loses; empty = not set."""
    arena: bool = False
    """All games in play of an arena, and no round of it."""
    arena_ends: str = ""
    """Local time (ISO) from which on no game of it begins; empty = it is over, or no arena."""

    @property
    def turned(self) -> frozenset[tuple[int, int]]:
        """Boards of matches, with their numbers in them, where the first team has Black: its player is named first."""
        return frozenset((line.match, line.number) for match in self.matches for line in match.lines if not line.white)

    @property
    def head(self) -> "PairingsHead":
        open, games = open_among([row.result for row in self.boards]), len(self.boards)
        about = self.round, self.rounds, self.paired, self.state, self.start
        return PairingsHead(*about, games, open, self.start_position, self.default_time, self.arena, self.arena_ends)

    def last_page(self) -> int:
        if self.matches:
            return last_page(len(self.matches), _matches_a_page(self.matches))
        return last_page(len(self.boards))

    def page(self, number: int) -> RoundPage:
        left = self.unpaired if number == self.last_page() else ()
        if self.matches:
            return RoundPage(on_page(self.matches, number, _matches_a_page(self.matches)), (), left)
        return RoundPage((), on_page(self.boards, number), left)

    def page_ends(self) -> tuple[tuple[int, int], ...]:
        ends = page_ends(self.matches, _matches_a_page(self.matches)) if self.matches else page_ends(self.boards)
        return tuple((first.board, last.board) for first, last in ends)


def _matches_a_page(matches: Sequence[TeamMatch]) -> int:
    """A match takes a line, and one for each of its boards."""
    return max(1, TABLE_LINES_A_PAGE // (1 + len(matches[0].lines)))


@dataclass(frozen=True, slots=True)
class PairingsHead:
    round: int
    rounds: int
    paired: int
    state: RoundState
    start: str
    games: int
    open: int
    start_position: int | None = None
    default_time: str = ""
    arena: bool = False
    arena_ends: str = ""


def pairings(snapshot: Snapshot, round: int, *, drafts: bool = False) -> Pairings | None:
    """The boards of `round`; 0 before the first is published, None where there is none. Drafts are for the desk."""
    t = snapshot.tournament
    newest = t.paired if drafts else snapshot.round
    if round == 0 and not newest:
        return Pairings(0, t.regulations.rounds, 0, RoundState.PUBLISHED, "", (), ())
    if not 1 <= round <= newest:
        return None
    if drafts:
        return _pairings(snapshot, round, newest, hidden=False)
    return snapshot.now(("pairings", round), lambda _: _pairings(snapshot, round, newest, hidden=True))


def about_view(snapshot: Snapshot, view: Pairings, name: str, work: Callable[[], T]) -> T:
    """A value made of who sits where. In an arena that changes with each result, else it holds for the round."""
    if view.arena:
        return snapshot.now(("arena", name), lambda _: work())
    return snapshot.about(view.round, name, work)


def _pairings(snapshot: Snapshot, round: int, newest: int, *, hidden: bool) -> Pairings:
    """`hidden`: without the lineups of teams that are not shown yet."""
    t = snapshot.tournament
    paired, laws = t.round(round), t.regulations
    boards, matches = _boards(snapshot, round, hidden=hidden)
    start = t.details.schedule[round - 1] if round <= len(t.details.schedule) else ""
    scores = snapshot.scores_before(round)
    unpaired = snapshot.about(round, "unpaired", lambda: tuple(_unpaired(snapshot, paired, scores)))
    position = t.start_positions.get(round)
    late = default_time(t, round)
    until = late.isoformat(timespec="minutes") if late else ""
    rounds = newest if laws.is_arena else laws.rounds
    return Pairings(round, rounds, newest, paired.state, start, boards, unpaired, position, matches, until)


def _boards(snapshot: Snapshot, round: int, *, hidden: bool) -> tuple[tuple[BoardRow, ...], tuple[TeamMatch, ...]]:
    """The boards of a round; of teams also match by match."""
    boards, matches = _placed(snapshot, round, *_plain_boards(snapshot, round, hidden=hidden))
    boards = _with_clocks(snapshot, round, _with_armageddons(snapshot, round, boards))
    spots = _spots_with_games(snapshot, round, boards)
    if not spots:
        return boards, matches
    addresses = [spots.get(row.spot, "") for row in boards]
    lines = snapshot.rows("sent boards", round, lambda row, sent: row._replace(sent=sent) if sent else row)
    return lines(boards, addresses), tuple(_match_with_games(match, spots) for match in matches)


def _placed(
    snapshot: Snapshot, round: int, boards: tuple[BoardRow, ...], matches: tuple[TeamMatch, ...]
) -> tuple[tuple[BoardRow, ...], tuple[TeamMatch, ...]]:
    """With the rooms, and the boards that somebody keeps, where the desk has planned any."""
    plan = snapshot.tournament.board_plan
    if plan == USUAL_BOARDS:
        return boards, matches

    def at(board: int, one: Person, other: Person) -> tuple[str, bool]:
        return plan.room(board), plan.keeps(board, (one.id, other.id))

    places = [at(row.board, row.white.person, row.black.person) for row in boards]
    lines = snapshot.rows("placed boards", round, lambda row, place: row._replace(room=place[0], kept=place[1]))
    of_matches = [(match, *at(match.board, match.first.person, match.second.person)) for match in matches]
    return lines(boards, places), tuple(match._replace(room=room, kept=kept) for match, room, kept in of_matches)


def _with_armageddons(snapshot: Snapshot, round: int, boards: tuple[BoardRow, ...]) -> tuple[BoardRow, ...]:
    won = {winner for played, winner in snapshot.tournament.armageddons if played == round}
    if not won:
        return boards

    def decided(row: BoardRow) -> Result | None:
        if row.white.person.id in won:
            return Result.WHITE_WINS
        return Result.BLACK_WINS if row.black.person.id in won else None

    lines = snapshot.rows("armageddons", round, lambda row, result: row._replace(armageddon=result) if result else row)
    return lines(boards, [decided(row) for row in boards])


def _with_clocks(snapshot: Snapshot, round: int, boards: tuple[BoardRow, ...]) -> tuple[BoardRow, ...]:
    steps = snapshot.tournament.handicap
    if not steps:
        return boards
    found = [clocks_of(steps, row.white.person.rating, row.black.person.rating) for row in boards]
    lines = snapshot.rows("clocks", round, lambda row, clocks: row._replace(clocks=clocks) if clocks else row)
    return lines(boards, found)


def _spots_with_games(snapshot: Snapshot, round: int, rows: Sequence[BoardRow]) -> Mapping[str, str]:
    """Boards that have sent a game, with its address; the same strings as long as nobody else sits there."""
    named = [*snapshot.sent.get(round, ()), *(snapshot.sent.get(0, ()) if round == snapshot.current else ())]
    if not named:
        return {}
    seats = game_seats(snapshot, round, rows)
    addresses = snapshot.about(round, "game addresses", lambda: {row.spot: f"{round}.{row.spot}" for row in rows})
    return {spot: addresses[spot] for tags in named if (spot := seats.spot_of(tags)) is not None}


def spots_with_games(snapshot: Snapshot, round: int) -> Mapping[str, str]:
    """As the rows of the round have them."""
    view = pairings(snapshot, round) if snapshot.sent else None
    rows = view.boards if view else ()
    return snapshot.now(("sent spots", round), lambda _: {row.spot: row.sent for row in rows if row.sent})


def _match_with_games(match: TeamMatch, spots: Mapping[str, str]) -> TeamMatch:
    lines = tuple(line._replace(sent=spots.get(line.spot, "")) for line in match.lines)
    return match._replace(lines=lines)


def _plain_boards(
    snapshot: Snapshot, round: int, *, hidden: bool
) -> tuple[tuple[BoardRow, ...], tuple[TeamMatch, ...]]:
    t, people, scores = snapshot.tournament, snapshot.people, snapshot.scores_before(round)
    floats = snapshot.about(round, "floats", lambda: _floats(t, round, scores))

    def row(game: Game) -> BoardRow:
        return _board_row(game, people, scores, floats)

    matches: Sequence[Match] = matches_on(t, round)
    if not snapshot.about(round, "in order", lambda: list(matches) == _by_board(matches)):
        matches = _by_board(matches)
    if not t.regulations.of_teams:
        return snapshot.rows("boards", round, row)(list(chain.from_iterable(matches))), ()

    members = snapshot.members

    def match_row(games: Match, shown: bool) -> SeatedMatch:
        seated = (_seated(t, round, game, members) if shown else (None, None) for game in games)
        boards = tuple([row(game)._replace(players=two) for game, two in zip(games, seated, strict=True)])
        return SeatedMatch(boards, _match(t, boards, round))

    shown = [not hidden or lineups_shown(t, round, match) for match in matches]
    made = snapshot.rows("matches", round, match_row)(matches, shown)
    return tuple(chain.from_iterable(one.boards for one in made)), tuple([one.match for one in made])


def _by_board(matches: Iterable[Match]) -> list[Match]:
    return sorted(matches, key=lambda match: match[0].board)


def running_rows(rows: Sequence[BoardRow]) -> list[int]:
    """The index of one game of each match: the first without a result, else the last."""
    found: dict[int, int] = {}
    for at, row in enumerate(rows):
        known = found.get(row.board)
        if known is None or not rows[known].open:
            found[row.board] = at
    return list(found.values())


Floats: TypeAlias = Mapping[EntrantId, Float | None]
"""Of everybody who plays in a round, whatever colour they have: colours may be put right afterwards."""


def _floats(t: Tournament, round: int, scores: ScoresBefore) -> Floats:
    """Starting points decide who floats, too; nobody floats where no system has paired by the scores."""
    if not t.regulations.paired_by_system:
        return {}
    system, begun = system_of(t), starting_points(t, round)
    floats: dict[EntrantId, Float | None] = {}
    for game in t.round(round).games:
        white, black = _sides(game)
        ahead = scores.get(white, 0) + begun.get(white, 0) - scores.get(black, 0) - begun.get(black, 0)
        floats[white], floats[black] = system.float_of(ahead), system.float_of(-ahead)
    return floats


def _board_row(game: Game, people: People, scores: ScoresBefore, floats: Floats) -> BoardRow:
    white, black = _sides(game)
    one, other = (Seat(people[who], scores.get(who, 0), floats.get(who)) for who in (white, black))
    return BoardRow(game.board, one, other, game.result, mark(game), game.number, game.kind)


def _sides(game: Game) -> tuple[EntrantId, EntrantId]:
    """White and Black as they really sat."""
    seen = game.seen(None) or game
    return seen.white, seen.black


def mark(game: Game) -> Mark:
    if game.claims:
        return Mark.DISPUTED
    return Mark.CORRECTED if game.corrected else Mark.NONE


def _unpaired(snapshot: Snapshot, paired: Round, scores: dict[EntrantId, int]) -> Iterator[Unpaired]:
    """The bye first, then those who asked for one. Players who have withdrawn are on no list of the day."""
    for player in paired.all_byes:
        yield Unpaired(snapshot.people[player], scores.get(player, 0), None)
    t, seated = snapshot.tournament, paired.seated
    if t.regulations.from_tables:
        resting = (id for id in paired.numbers if id not in seated)
        yield from (Unpaired(snapshot.people[id], scores.get(id, 0), NoGame.REST) for id in resting)
        return
    if rules_of(t).knocks_out:
        return  # a file has an absence for everybody who is out
    for (round, player), kind in sorted(t.byes.items()):
        if round == paired.number and player not in seated and not t.away(player, round):
            yield Unpaired(snapshot.people[player], scores.get(player, 0), kind)
