"""The prizes, if the table stays as it is."""

from collections.abc import Iterable, Mapping, Sequence

from domain.decisions.players.numbering import contender
from domain.decisions.players.teams import team_of
from domain.events import Prize
from domain.ranking.prizes import Award, ByBoard, Placed, award
from domain.records import dataclass
from domain.words.choices.prizes import NO_TAX, RESERVES, BoardPrize, PrizeTax, category
from domain.words.players import EntrantId, PlayerId
from projections.moment.overview import Phase, overview
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.table.board_tables import BoardTableRow, board_tables, figures
from projections.table.rating_report import year_of
from projections.table.standings import ranking


@dataclass(frozen=True, slots=True)
class AwardRow:
    person: Person
    place: int
    """In the table, or among the players of the board."""
    award: Award
    team: Person | None = None


@dataclass(frozen=True, slots=True)
class Prizes:
    announced: tuple[Prize, ...]
    sharing: str
    currency: str
    one_per_player: bool
    rows: tuple[AwardRow, ...]
    """Empty while no round is published."""
    unclaimed: tuple[Prize, ...]
    paid: int
    fund: int
    final: bool
    """The tournament is closed: this is the list that is paid out."""
    tax: PrizeTax = NO_TAX

    @property
    def withheld(self) -> int:
        return sum(row.award.tax for row in self.rows)

    @property
    def net(self) -> int:
        return self.paid - self.withheld

    @property
    def in_kind(self) -> int:
        """The value of the things that are won."""
        return sum(row.award.value for row in self.rows)

    @property
    def valued(self) -> bool:
        return any(prize.value for prize in self.announced)


@dataclass(frozen=True, slots=True)
class Winnings:
    names: tuple[str, ...]
    cents: int
    currency: str


@dataclass(frozen=True, slots=True)
class PrizeChange:
    person: Person
    now: Winnings
    then: Winnings


def prize_changes(now: Prizes | None, then: Prizes | None) -> tuple[PrizeChange, ...]:
    """Winners who get something else, in the order of the present list and then of the other."""
    people = {row.person.id: row.person for view in (now, then) if view for row in view.rows}
    found = (PrizeChange(person, _winnings(now, id), _winnings(then, id)) for id, person in people.items())
    return tuple(one for one in found if one.now != one.then)


def _winnings(view: Prizes | None, player: EntrantId) -> Winnings:
    awards = [row.award for row in view.rows if row.person.id == player] if view else []
    if view is None or not awards:
        return Winnings((), 0, "")
    names = tuple(name for one in awards for name in one.names)
    return Winnings(names, sum(one.cents for one in awards), view.currency)


def prize_list(snapshot: Snapshot, without: frozenset[EntrantId] = frozenset()) -> Prizes | None:
    """None: no prizes are announced. `without` have theirs elsewhere. Raises as `domain.ranking.prizes.award`."""
    t = snapshot.tournament
    if t.prizes is None:
        return None
    by_number = {person.number: person for person in snapshot.people.values() if person.number}
    table = ranking(snapshot, snapshot.round) if snapshot.round else ()
    everybody = [(contender(t, by_number[row.number].id), row) for row in table if row.place]
    placed = [Placed(player, row.place, row.first_score) for player, row in everybody if player.id not in without]
    by_board = _by_board(snapshot, t.prizes.prizes, without)
    places = {
        board: {one.player.id: one.place for one in found} for board, found in ((None, placed), *by_board.items())
    }
    result = award(t.prizes, placed, year_of(t), by_board)
    return Prizes(
        announced=t.prizes.prizes,
        sharing=t.prizes.sharing,
        currency=t.prizes.currency,
        one_per_player=t.prizes.one_per_player,
        rows=tuple(_row(snapshot, one, places) for one in result.awards),
        unclaimed=result.unclaimed if table else (),
        paid=result.paid,
        fund=sum(prize.cents for prize in t.prizes.prizes),
        final=overview(t).phase is Phase.CLOSED,
        tax=t.prizes.tax,
    )


def _by_board(snapshot: Snapshot, prizes: Iterable[Prize], without: frozenset[EntrantId]) -> ByBoard:
    boards = {board for prize in prizes if (board := category(prize.category).board) is not None}
    return {
        board: [one for one in placed_at_board(snapshot, board) if one.player.id not in without] for board in boards
    }


def _row(snapshot: Snapshot, one: Award, places: Mapping[BoardPrize | None, Mapping[PlayerId, int]]) -> AwardRow:
    board = category(one.category).board
    place = places[board][PlayerId(one.player)]
    if board is None:
        return AwardRow(snapshot.people[one.player], place, one)
    team = team_of(snapshot.tournament, one.player)
    return AwardRow(snapshot.members[one.player], place, one, snapshot.people[team.id] if team else None)


def placed_at_board(snapshot: Snapshot, prize: BoardPrize) -> list[Placed]:
    """Players with enough games, best first; equals in the figure of the prize share it; empty without teams."""
    rows = [row for row in _of_board(snapshot, prize) if row.place]
    rows.sort(key=lambda row: figures(row, prize.merit), reverse=True)
    won = [figures(row, prize.merit)[0] for row in rows]
    players = [snapshot.tournament.players[PlayerId(row.person.id)] for row in rows]
    return [Placed(one, won.index(figure) + 1, figure) for one, figure in zip(players, won, strict=True)]


def _of_board(snapshot: Snapshot, prize: BoardPrize) -> Sequence[BoardTableRow]:
    found = board_tables(snapshot, least_games=prize.least_games)
    for table in found.tables if found else ():
        if (RESERVES if table.reserves else table.board) == prize.board:
            return table.rows
    return ()
