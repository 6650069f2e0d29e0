"""One player: every round, every tie-break with its working, and the neighbours; and two players side by side."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from domain.cards.card import Card, Cards, Float, ahead_with
from domain.formats import rules_of
from domain.pairing import system_of
from domain.ranking.order import BY_LOTS, Comparison, Ranked, Table, compare_players, reach
from domain.ranking.tiebreaks import Working, rule_of, working
from domain.records import dataclass
from domain.tournament import Tournament
from domain.tournament_cards.cards import annulled
from domain.tournament_cards.periods import later_ratings
from domain.tournament_cards.starting_points import has_starting_points, virtual_by_round
from domain.words.festivals import Carry
from domain.words.games import Code, Colour
from domain.words.players import EntrantId
from projections.moment.people import Person
from projections.moment.photos import photo_of
from projections.moment.snapshot import Snapshot
from projections.player.chances import GameAhead, PlayerChances, player_chances
from projections.round.pairings import Mark, mark, spots_with_games
from projections.table.arena import waits_in_arena
from projections.table.rating_report import RatingRow, rating_row
from projections.table.separation import Neighbour, neighbour
from projections.table.standings import field, points_possible, ranking, table


@dataclass(frozen=True, slots=True)
class CameFrom:
    source: str
    name: str
    origin: EntrantId
    place: int
    carried: int
    carry: Carry


def came_from(t: Tournament, player: EntrantId) -> tuple[CameFrom, ...]:
    return tuple(
        CameFrom(event.source, event.name or event.source, one.origin, one.place, one.carried, event.carry)
        for event in t.qualified.values()
        for one in event.entrants
        if one.entrant == player
    )


@dataclass(frozen=True, slots=True)
class RoundLine:
    round: int
    code: Code
    points: int
    total: int
    board: int = 0
    opponent: Person | None = None
    opponent_points: int = 0
    colour: Colour | None = None
    floated: Float | None = None
    mark: Mark = Mark.NONE
    change: Fraction | None = None
    adjusted: int = 0
    """Half-points of `points` that the arbiter gave (or took away) beside the result."""
    counts: bool = True
    """False: annulled, because one of the two left too early; `points` are those of the table."""
    rests: bool = False
    """Without a game by the table of an odd field, or in a bracket while others play: no unplayed round."""
    match: bool = False
    """Of several games: the points say more than one result."""
    sent: str = ""
    """The game, where its board has sent moves: `6.5`."""


Tied = tuple[int, tuple[Card, ...]]
"""A tie-break among the tied, by its place in the order, and their cards."""


class Glance(NamedTuple):
    """The part of a line that is seen at a glance: it stays as it is while its opponent wins or loses."""

    round: int
    code: Code
    points: int
    opponent: Person | None
    colour: Colour | None
    rests: bool
    match: bool


_seen = attrgetter(*Glance._fields)


class Strip(NamedTuple):
    """The rounds at a glance."""

    lines: tuple[Glance, ...]
    to_come: range


@dataclass(frozen=True)
class PlayerCard:
    person: Person
    place: int
    tied_with: int
    points: int
    after: int
    planned: int
    lines: tuple[RoundLine, ...]
    workings: tuple[Working, ...]
    """Tie-breaks in the order of the regulations, points and lots left out."""
    above: Neighbour | None
    below: Neighbour | None
    rating: RatingRow | None
    """None = unrated."""
    who: Mapping[int, Person]
    """By pairing number: the players whom the workings and comparisons name."""
    byes: tuple[int, ...] = ()
    came: tuple[CameFrom, ...] = ()
    out_of: int = 0
    """The half-points there could be in these rounds; 0 = in a bracket, where that says nothing."""
    chances: PlayerChances | None = None
    later_ratings: tuple[tuple[int, int], ...] = ()
    """First rounds and the ratings from there on, by the lists of later rating periods."""
    photo: str = ""
    """Its fingerprint; empty = none is shown."""
    waits: bool = False
    """For the next game of an arena."""

    @cached_property
    def named_workings(self) -> Mapping[str, Working]:
        """Each under the name of its tie-break; one that stands in the list again (C.07, 4.3) is `DE~2`."""
        named: dict[str, Working] = {}
        for one in self.workings:
            name = str(one.tiebreak)
            before = sum(other.tiebreak == one.tiebreak for other in named.values())
            named[f"{name}~{before + 1}" if before else name] = one
        return named

    @cached_property
    def head(self) -> "PlayerCard":
        """Without all that stands below the figures at the top of the page, and changes oftener."""
        return replace(self, who={}, planned=0, lines=(), workings=(), byes=(), came=(), chances=None)

    @cached_property
    def alone(self) -> "PlayerCard":
        """Without the neighbours, of whom other lines speak."""
        return replace(self, above=None, below=None)

    @property
    def strip(self) -> "Strip":
        return Strip(tuple(map(Glance._make, map(_seen, self.lines))), range(len(self.lines) + 1, self.planned + 1))


def player_card(snapshot: Snapshot, player: EntrantId) -> PlayerCard | None:
    """None: nobody has this number in the journal."""
    person = snapshot.people.get(player)
    if person is None:
        return None
    card, photo = _without_chances(snapshot, person), photo_of(snapshot, player)
    card = replace(card, photo=photo) if photo else card
    card = replace(card, waits=True) if waits_in_arena(snapshot, player) else card
    if snapshot.chances is None:
        return card
    paired = [GameAhead(line.round, line.opponent, line.colour) for line in card.lines if line.code.open]
    chances = player_chances(snapshot, person, [one for one in paired if one.opponent])
    return replace(card, chances=chances) if chances else card


def _without_chances(snapshot: Snapshot, person: Person) -> PlayerCard:
    t, player, number = snapshot.tournament, person.id, person.number
    if not number or not snapshot.round:
        byes, came = _byes(snapshot, player), came_from(t, player)
        return PlayerCard(person, 0, 0, 0, 0, t.regulations.rounds, (), (), None, None, None, {}, byes, came)
    rows, at = _near(snapshot, number)
    board = _boards_of(snapshot).get((snapshot.round, player))
    mine, card, game = rows[at], snapshot.cards[number], t.round(snapshot.round).game(board) if board else None
    reached = _reached(snapshot, mine)
    rating = snapshot.settled(("rating", player), lambda: rating_row(snapshot, person), (card, game, t.details))
    made_of = reached, game, rating, _sent(snapshot, player)
    lines = snapshot.settled(("lines", player), lambda: tuple(_lines(snapshot, card, rating)), made_of)
    workings = snapshot.settled(("workings", player), lambda: tuple(_workings(snapshot, mine)), (reached, mine.values))
    return snapshot.settled(
        ("card", player),
        lambda: _card(snapshot, rows, at, rating, lines, workings),
        (rows, rating, lines, workings),
    )


def _near(snapshot: Snapshot, number: int) -> tuple[tuple[Ranked, ...], int]:
    """The row of a player with those before and behind it, and which of them it is."""
    ranked = table(snapshot, snapshot.round)
    line = ranked.line_of[field(snapshot, snapshot.round).index[number]]
    first = max(0, line - 1)
    return tuple(map(ranked.row, range(first, min(line + 2, len(ranked.players))))), line - first


def _reached(snapshot: Snapshot, mine: Ranked) -> tuple[object, ...]:
    """Inputs of this player's values: one of them is replaced when a card changes that the values are computed from."""
    known = field(snapshot, snapshot.round)
    return known.memory.marks(reach(mine.order))[known.index[mine.number]], *_tied(snapshot).get(mine.number, ())


def _tied(snapshot: Snapshot) -> Mapping[int, Sequence[Tied]]:
    """By number: the tie-breaks that were asked among tied players, and the cards of those."""
    return snapshot.now(("tied by number",), lambda _: _by_number(snapshot.cards, table(snapshot, snapshot.round)))


def _by_number(cards: Cards, ranked: Table) -> dict[int, list[Tied]]:
    by_number: dict[int, list[Tied]] = defaultdict(list)
    for at, lines, _ in ranked.ties:
        players = ranked.players[lines.start : lines.stop]
        tied = at, tuple([cards[ranked.cards[i].number] for i in players])
        for card in tied[1]:
            by_number[card.number].append(tied)
    return by_number


def _card(
    snapshot: Snapshot,
    rows: tuple[Ranked, ...],
    at: int,
    rating: RatingRow | None,
    lines: tuple[RoundLine, ...],
    workings: tuple[Working, ...],
) -> PlayerCard:
    who, mine, t = snapshot.by_number, rows[at], snapshot.tournament
    person = who[mine.number]
    return PlayerCard(
        person=person,
        place=mine.place,
        tied_with=mine.tied_with,
        points=snapshot.cards[mine.number].score,
        after=snapshot.round,
        planned=0 if t.regulations.with_bracket else rules_of(t).rounds(t),
        lines=lines,
        workings=workings,
        above=neighbour(rows, at, at - 1, who) if at > 0 else None,
        below=neighbour(rows, at, at + 1, who) if at + 1 < len(rows) else None,
        rating=rating,
        who=who,
        byes=_byes(snapshot, person.id),
        came=came_from(t, person.id),
        out_of=points_possible(snapshot),
        later_ratings=tuple((first, one.rating) for first, one in later_ratings(t).get(person.id, ())),
    )


def _sent(snapshot: Snapshot, player: EntrantId) -> Mapping[int, str]:
    """The games of somebody whose boards have sent moves, by round."""
    boards = _boards_of(snapshot) if snapshot.sent else {}
    spots = ((round, spots_with_games(snapshot, round)) for round in range(1, snapshot.round + 1) if boards)
    return {round: sent for round, found in spots if (sent := found.get(str(boards.get((round, player)))))}


def _byes(snapshot: Snapshot, player: EntrantId) -> tuple[int, ...]:
    return tuple(sorted(r for r, who in snapshot.tournament.byes if who == player and r > snapshot.tournament.paired))


def _lines(snapshot: Snapshot, card: Card, rating: RatingRow | None) -> Iterator[RoundLine]:
    changes = {game.round: game.change for game in rating.games} if rating else {}
    who, boards, laws = snapshot.by_number, _boards_of(snapshot), snapshot.tournament.regulations
    total, sent = card.carried, _sent(snapshot, who[card.number].id)
    swiss, tabled, knocked_out = laws.paired_by_system, laws.from_tables, rules_of(snapshot.tournament).knocks_out
    last_match = max((r for r, line in enumerate(card.lines, 1) if line.code is not Code.ZERO_BYE), default=0)
    floats = system_of(snapshot.tournament).floats(_as_paired(snapshot, card)) if swiss else (None,) * len(card.lines)
    for round, (line, floated) in enumerate(zip(card.lines, floats, strict=True), 1):
        total += line.points
        if line.opponent is None:
            player = who[card.number].id
            if knocked_out and round > last_match:
                return
            if laws.is_arena and not line.points:
                continue
            rests = (tabled or knocked_out) and line.code is Code.ZERO_BYE and (round, player) not in boards
            alone = RoundLine(
                round, line.code, line.points, total, floated=floated, adjusted=line.adjusted, rests=rests
            )
            yield _annulled(snapshot, player, alone, changes) or alone
            continue
        game = snapshot.tournament.round(round).game(boards[round, who[card.number].id])
        yield RoundLine(
            round,
            line.code,
            line.points,
            total,
            game.board,
            who[line.opponent],
            snapshot.cards[line.opponent].score,
            line.colour,
            floated,
            mark(game),
            changes.get(round),
            line.adjusted,
            match=laws.match_games > 1,
            sent=sent.get(round, ""),
        )


def _as_paired(snapshot: Snapshot, card: Card) -> Card:
    """Ahead or behind by the McMahon score, where players begin with points."""
    if not has_starting_points(snapshot.tournament.regulations):
        return card
    return ahead_with(card, snapshot.settled(("starting points",), lambda: virtual_by_round(snapshot.tournament)))


def _annulled(
    snapshot: Snapshot, player: EntrantId, alone: RoundLine, changes: Mapping[int, Fraction]
) -> RoundLine | None:
    """The line of a game that the table leaves out because one of the two left too early; None if there is none."""
    t, board = snapshot.tournament, _boards_of(snapshot).get((alone.round, player))
    game = t.round(alone.round).game(board) if board else None
    if game is None or game.result is None or annulled(t).isdisjoint((game.white, game.black)):
        return None
    colour, other = (Colour.WHITE, game.black) if game.white == player else (Colour.BLACK, game.white)
    opponent = snapshot.people[other]
    return replace(
        alone,
        code=game.result.white if colour is Colour.WHITE else game.result.black,
        board=game.board,
        opponent=opponent,
        opponent_points=snapshot.cards[opponent.number].score,
        colour=colour,
        mark=mark(game),
        change=changes.get(alone.round),
        counts=False,
    )


def _boards_of(snapshot: Snapshot) -> Mapping[tuple[int, EntrantId], int]:
    """The number of the board of each player in each published round."""
    published = snapshot.tournament.rounds[: snapshot.round]
    boards = ((round.number, board) for round in published for board in round.boards)
    return snapshot.settled(
        ("boards of players",),
        lambda: {(n, id): board.number for n, board in boards for id in (board.white, board.black)},
    )


def _workings(snapshot: Snapshot, mine: Ranked) -> Iterator[Working]:
    """The working of each value. A tie-break among the tied is worked out among those still tied then."""
    known, tied = field(snapshot, snapshot.round), dict(_tied(snapshot).get(mine.number, ()))
    for i, tiebreak in enumerate(mine.order):
        if tiebreak.code == "PTS" or tiebreak == BY_LOTS:
            continue
        if rule_of(tiebreak).how.column is not None:
            yield working(known, mine.number, tiebreak, known.context)
        elif i in tied:
            yield working(known, mine.number, tiebreak, known.context, [card.number for card in tied[i]])


@dataclass(frozen=True, slots=True)
class Common:
    opponent: Person
    first: tuple[RoundLine, ...]
    second: tuple[RoundLine, ...]


@dataclass(frozen=True, slots=True)
class SideBySide:
    first: PlayerCard
    second: PlayerCard
    comparison: Comparison | None
    """None: one of them is not in the table yet."""
    met: tuple[RoundLine, ...]
    """Their games with each other, from the first one's side."""
    common: tuple[Common, ...]


def compare(snapshot: Snapshot, first: EntrantId, second: EntrantId) -> SideBySide | None:
    """None: one of them is unknown, or they are the same."""
    one, two = player_card(snapshot, first), player_card(snapshot, second)
    if one is None or two is None or first == second:
        return None
    comparison = None
    if one.place and two.place:
        comparison = compare_players(ranking(snapshot, snapshot.round), one.person.number, two.person.number)
    return SideBySide(one, two, comparison, _against(one, two.person), tuple(_common(one, two)))


def _common(one: PlayerCard, two: PlayerCard) -> list[Common]:
    opponents = {line.opponent.id: line.opponent for line in one.lines if line.opponent is not None}
    both = [opponents[line.opponent.id] for line in two.lines if line.opponent and line.opponent.id in opponents]
    return [
        Common(opponent, _against(one, opponent), _against(two, opponent))
        for opponent in sorted(set(both), key=lambda person: person.number)
    ]


def _against(card: PlayerCard, opponent: Person) -> tuple[RoundLine, ...]:
    return tuple(line for line in card.lines if line.opponent is not None and line.opponent.id == opponent.id)
