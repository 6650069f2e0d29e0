"""The rest of an event played out by lot: open games by the ratings, further rounds paired by the event's own system.

A run starts from the cards as the next pairing sees them. It knows who has withdrawn and which byes are asked for; it
knows no late entry, no forfeit and no absence that nobody has announced.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from domain.cards.card import CardLine, Cards, Pair, PairingTask, RoundPairing
from domain.decisions.rounds.pairing import pair_round
from domain.formats import rules_of
from domain.pairing import System, system_of
from domain.pairing.generator import RESTS, lines_of_games
from domain.ranking.game_chances import GameChances, game_chances
from domain.ranking.order import tabulate
from domain.ranking.tiebreaks import Context, Field, Tiebreak
from domain.records import dataclass
from domain.refusals import Refusal
from domain.tournament import Tournament
from domain.tournament_cards.cards import leave_in, numbers_of, pairing_cards, pairing_task, table_cards
from domain.words.games import SIDES, Code, Colour, Result
from domain.words.players import EntrantId, PairingNumber
from projections.round.reprojection import branch
from projections.table.standings import context_of, order_of

Lot = Callable[[GameChances], Result]
"""How a game ends by its outcome for White: drawn by lot (`ends_by_lot`), as the favourite wins, or as a draw."""
OpenGame = tuple[int, Pair]
"""The round and the two, White first."""


class NotPlayedOut(Exception):
    """An event whose rest is not played out: teams, brackets, half-played matches of several games, no field yet."""


@dataclass(frozen=True, slots=True)
class Ending:
    """An event to its end."""

    rest: "RestOfEvent"
    cards: Cards
    luck: Mapping[PairingNumber, float]
    """Points more than the ratings expected of the games that were played by lot; 0 on average."""
    spread: Mapping[PairingNumber, float]
    """The variance of `luck`, given whom they met."""

    @property
    def points(self) -> dict[PairingNumber, int]:
        """Half-points."""
        return {number: card.score for number, card in self.cards.items()}

    def places(self) -> dict[PairingNumber, tuple[int, int]]:
        """The place of each, from 1, and how many share it; by all tie-breaks of the event."""
        rows = tabulate(Field.of(self.cards, self.rest.context), self.rest.order).rows
        return {row.number: (row.place, row.tied_with) for row in rows}


@dataclass(frozen=True, slots=True)
class RestOfEvent:
    """An event at the moment from which its rest is played out."""

    ids: tuple[EntrantId, ...]
    """In the order of the pairing numbers."""
    task: PairingTask
    """Of the next round; its cards are replaced as the run goes on."""
    table: Cards
    """The cards of the table, where a correction counts that no pairing sees yet."""
    open: tuple[OpenGame, ...]
    away: Mapping[int, Mapping[PairingNumber, Code | None]]
    """By round: those who are not paired, and the bye they asked for."""
    known: Mapping[int, RoundPairing]
    """Pairings that no result can change: those of tables."""
    system: System | None
    games: int
    """Of a match."""
    context: Context
    order: tuple[Tiebreak, ...]

    @property
    def rounds_to_pair(self) -> range:
        return range(self.task.round, self.task.rounds + 1)

    @property
    def over(self) -> bool:
        return not self.open and not self.rounds_to_pair


def rest_of_event(t: Tournament) -> RestOfEvent:
    """The rest of an event of players that is paired by a system or by a table. Raises NotPlayedOut."""
    laws, rules, first = t.regulations, rules_of(t), t.published + 1
    if laws.of_teams or not (laws.paired_by_system or laws.from_tables):
        raise NotPlayedOut
    if not t.numbers:
        t = _with_numbers(t)
    number, cards = numbers_of(t), pairing_cards(t, first)
    rounds = range(first, rules.rounds(t) + 1)
    away = {r: {number[id]: leave_in(t, id, r) for id in t.numbers if not t.present(id, r)} for r in rounds}
    known = {r: _seated(t, r) for r in rounds} if laws.from_tables else {}
    open = tuple(_open_games(cards))
    if laws.match_games > 1 and open:
        raise NotPlayedOut
    return RestOfEvent(
        ids=t.numbers,
        task=replace(pairing_task(t, first), rounds=rules.rounds(t)),
        table=table_cards(t),
        open=open,
        away=away,
        known=known,
        system=system_of(t) if laws.paired_by_system else None,
        games=laws.match_games,
        context=context_of(t),
        order=order_of(t),
    )


def _with_numbers(t: Tournament) -> Tournament:
    """The event as it begins if its first round is paired now."""
    try:
        return branch(t, pair_round(t))
    except Refusal:
        raise NotPlayedOut from None


def _open_games(cards: Cards) -> Iterator[OpenGame]:
    for number, card in cards.items():
        for round, line in enumerate(card.lines, 1):
            if line.code.open and line.opponent is not None and line.colour is Colour.WHITE:
                yield round, Pair(number, line.opponent)


def _seated(t: Tournament, round: int) -> RoundPairing:
    number, seating = numbers_of(t), rules_of(t).pair(t, round)
    return RoundPairing(tuple(Pair(number[board.white], number[board.black]) for board in seating.boards))


def play_out(rest: RestOfEvent, lot: Lot, *, last_rounds: int) -> Iterator[Ending]:
    """The event to its end once, or several times with the games of its last round drawn by lot anew.

    Raises NoLegalPairing where some round of the run has no legal pairing: there the arbiter would decide.
    """
    run = _Run(rest, lot)
    run.play_open()
    rounds = rest.rounds_to_pair
    for round in rounds[:-1]:
        run.play(round, run.paired(round))
    if not rounds:
        yield run.ended()
        return
    last = run.paired(rounds[-1])
    for _ in range(last_rounds):
        yield run.branch().play(rounds[-1], last).ended()


def next_pairing(rest: RestOfEvent, lot: Lot | None) -> RoundPairing:
    """The next round, with the open games decided by lot, or as open ones without. Raises NoLegalPairing."""
    run = _Run(rest, lot or ends_drawn)
    if lot is not None:
        run.play_open()
    return run.paired(rest.task.round)


class _Run:
    def __init__(self, rest: RestOfEvent, lot: Lot) -> None:
        self.rest, self.lot = rest, lot
        self.cards, self.table = dict(rest.task.cards), dict(rest.table)
        self.luck: dict[PairingNumber, float] = dict.fromkeys(self.cards, 0.0)
        self.spread: dict[PairingNumber, float] = dict.fromkeys(self.cards, 0.0)

    def branch(self) -> "_Run":
        other = _Run.__new__(_Run)
        other.rest, other.lot = self.rest, self.lot
        other.cards, other.table = dict(self.cards), dict(self.table)
        other.luck, other.spread = dict(self.luck), dict(self.spread)
        return other

    def play_open(self) -> None:
        points = self.rest.task.scoring.points
        for round, pair in self.rest.open:
            result = self._ended_by_lot(pair)
            for number, code in zip((pair.white, pair.black), SIDES[result], strict=True):
                for cards in (self.cards, self.table):
                    lines = cards[number].lines
                    line = replace(lines[round - 1], code=code, points=points(code) + lines[round - 1].adjusted)
                    cards[number] = replace(cards[number], lines=(*lines[: round - 1], line, *lines[round:]))

    def paired(self, round: int) -> RoundPairing:
        away = self.rest.away[round]
        if round in self.rest.known:
            return self.rest.known[round]
        assert self.rest.system is not None
        there = {
            n: replace(card, present=n not in away, leave=away.get(n))
            if card.present is (n in away) or card.leave is not away.get(n)
            else card
            for n, card in self.cards.items()
        }
        return self.rest.system.pair(replace(self.rest.task, cards=there, round=round))

    def play(self, round: int, made: RoundPairing) -> "_Run":
        rest, points = self.rest, self.rest.task.scoring.points
        lines = {n: CardLine(code, points(code)) for n, code in rest.away[round].items() if code is not None}
        if made.bye is not None:
            lines[made.bye] = CardLine(Code.PAIRING_BYE, points(Code.PAIRING_BYE))
        lines |= lines_of_games(made.pairs, self.cards, rest.task.scoring, rest.games, self._ended_by_lot)
        rests = RESTS if rest.known else CardLine(Code.ZERO_BYE, points(Code.ZERO_BYE))
        for cards in (self.cards, self.table):
            for number, card in cards.items():
                cards[number] = replace(card, lines=(*card.lines, lines.get(number, rests)))
        return self

    def _ended_by_lot(self, pair: Pair) -> Result:
        white, black = self.cards[pair.white], self.cards[pair.black]
        chances = game_chances(white.rating, black.rating)
        result = self.lot(chances)
        got = {Result.WHITE_WINS: 1.0, Result.DRAW: 0.5}.get(result, 0.0) - chances.expected
        self.luck[pair.white] += got
        self.luck[pair.black] -= got
        self.spread[pair.white] += chances.variance
        self.spread[pair.black] += chances.variance
        return result

    def ended(self) -> Ending:
        return Ending(self.rest, self.table, self.luck, self.spread)


def ends_by_lot(chance: Callable[[], float]) -> Lot:
    """Games that end by lot; `chance` gives numbers from 0 up to but not including 1, as `random.Random().random`."""

    def lot(chances: GameChances) -> Result:
        luck = chance()
        if luck < chances.won:
            return Result.WHITE_WINS
        return Result.DRAW if luck < chances.won + chances.drawn else Result.BLACK_WINS

    return lot


def ends_by_rating(chances: GameChances) -> Result:
    """The favourite wins; equals draw."""
    if chances.won == chances.lost:
        return Result.DRAW
    return Result.WHITE_WINS if chances.won > chances.lost else Result.BLACK_WINS


def ends_drawn(_chances: GameChances) -> Result:
    return Result.DRAW
