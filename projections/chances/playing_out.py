"""The rest of an event played out by lot: open games by the ratings, further rounds by the event's own course.

A run starts from the cards as the next pairing sees them. It knows who has withdrawn and which byes are asked for; it
knows no late entry, no forfeit and no absence that nobody has announced.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import field, replace
from functools import lru_cache
from itertools import combinations_with_replacement, count, repeat

from domain.cards.card import Card, CardLine, Cards, Pair, PairingTask, RoundPairing
from domain.cards.counting import Codes, Counting, RoundPoints, counting
from domain.decisions.rounds.pairing import pair_round
from domain.decisions.rounds.results import undecided_armageddons
from domain.festival.events import SectionsLinked
from domain.formats import rules_of
from domain.formats.brackets import Bracketed
from domain.formats.contract import Seating
from domain.formats.playoff.state import PlayoffGame, match_of_boards
from domain.pairing.generator import RESTS
from domain.ranking.game_chances import GameChances, game_chances
from domain.ranking.order import Ranked, places_by_number, tabulate
from domain.ranking.tiebreaks import Context, Field, Tiebreak
from domain.ranking.tiebreaks.teams import team_cards
from domain.records import dataclass
from domain.refusals import Refusal
from domain.tournament import Tournament
from domain.tournament_cards.cards import (
    annulled,
    avoided_in,
    leave_in,
    numbers_of,
    pairing_task,
    prohibited_in,
    table_cards,
)
from domain.tournament_cards.lineups import expected_lineup, lineup
from domain.words.games import SIDES, Code, Colour, GameKind, Result
from domain.words.players import EntrantId, PairingNumber, PlayerId
from domain.words.regulations import Regulations
from projections.chances.aims import AimsOfEvent, aims_of_event
from projections.chances.brackets import NO_FURTHER_GAMES, ByBracket, FurtherGames, by_bracket, open_in_bracket
from projections.chances.by_playoff import ByPlayoff, by_playoff
from projections.chances.courses import BySystem, ByTable, Course, WentOn
from projections.chances.form import KnownForm, Ratings, as_played, drawn_by_lot, form_of
from projections.chances.playoffs import played_off
from projections.round.reprojection import branch
from projections.table.standings import context_of, order_of

Lot = Callable[[GameChances], Result]
"""How a game ends by its outcome for White: drawn by lot (`ends_by_lot`), as the favourite wins, or as a draw."""
OpenMatch = tuple[int, Pair]
"""The round and the two, White of the first game first."""
Away = Mapping[int, Mapping[PairingNumber, Code | None]]
Ended = tuple[Codes, Codes]
"""The games of a match for the first and for the second."""

DRAWN_GAME = (Code.DRAW,)
SCORES = {Result.WHITE_WINS: 1.0, Result.DRAW: 0.5, Result.BLACK_WINS: 0.0}
WAYS_OF_A_GAME = tuple(SIDES[result] for result in SCORES)
CODES_OF_GAME: Mapping[Result, Ended] = {result: ((white,), (black,)) for result, (white, black) in SIDES.items()}
BY_ABSENCE = {
    (True, False): Result.WHITE_WINS_BY_FORFEIT,
    (False, True): Result.BLACK_WINS_BY_FORFEIT,
    (False, False): Result.DOUBLE_FORFEIT,
}
"""By who comes."""


PairsApart = frozenset[frozenset[PairingNumber]]


class NotPlayedOut(Exception):
    """An event whose rest is not played out."""

    def __init__(self, why: Refusal | None = None) -> None:
        super().__init__(why)
        self.why = why
        """The reason that its first round cannot be paired now; None: nobody works at it."""


@dataclass(frozen=True, slots=True)
class Ending:
    """An event to its end."""

    rest: "RestOfEvent"
    cards: Cards
    luck: Mapping[PairingNumber, float]
    """Points more than the strengths promised in the games that were played by lot; 0 on average."""
    spread: Mapping[PairingNumber, float]
    """The variance of `luck`, given whom they met."""
    went_on: WentOn = field(default_factory=dict)
    """The winners of the matches of a bracket."""
    form: Mapping[PairingNumber, float] = field(default_factory=dict)
    """What was drawn by lot of the strength of each, in standard errors; 0 on average, its square 1."""
    playoff: Mapping[int, int] = field(default_factory=dict)
    """Points of a play-off that was played by lot, of those who won a place in it."""

    @property
    def points(self) -> dict[PairingNumber, int]:
        """Half-points."""
        return {number: card.score for number, card in self.cards.items()}

    def places(self) -> dict[PairingNumber, tuple[int, int]]:
        """The place of each, from 1, and how many share it. 0: in no ranking."""
        return places_by_number(self._field(), self.rest.order)

    def rows(self) -> tuple[Ranked, ...]:
        """The table by all tie-breaks of the event."""
        return tabulate(self._field(), self.rest.order).rows

    def _field(self) -> Field:
        context = self.rest.context
        if placed := self.rest.course.places(self.went_on):
            context = replace(context, bracket=placed)
        if self.playoff:
            context = replace(context, playoff={**context.playoff, **self.playoff})
        return Field.of(team_cards(self.cards, context.team) if self.rest.laws.of_teams else self.cards, context)


@dataclass(frozen=True, slots=True)
class RestOfEvent:
    """An event at the moment from which its rest is played out."""

    ids: tuple[EntrantId, ...]
    """In the order of the pairing numbers."""
    laws: Regulations
    task: PairingTask
    """Of the next round; its cards are replaced as the run goes on."""
    table: Cards
    """The cards of the table, where a correction counts that no pairing sees yet; without one those of the task."""
    open: tuple[OpenMatch, ...]
    """Drawn games whose Armageddon is still to be decided are among them."""
    away: Away
    """By round: those who are not paired, and the bye they asked for."""
    apart: Mapping[int, tuple[PairsApart, PairsApart]]
    """By round: pairs that are forbidden, and those that are to be avoided."""
    known: Mapping[int, RoundPairing]
    """Pairings that no result can change: those of tables."""
    course: Course
    strength: Mapping[PairingNumber, Ratings]
    """Of the players whom somebody sends to the games of a match."""
    form: KnownForm
    """How much stronger or weaker than that they may be."""
    lineups: Mapping[tuple[int, PairingNumber], Ratings]
    """By round, where it is known already who sits at the boards of a team."""
    context: Context
    order: tuple[Tiebreak, ...]
    aims: AimsOfEvent

    @property
    def games(self) -> int:
        """Of a match."""
        return self.laws.match_games

    @property
    def rounds_to_pair(self) -> range:
        return range(self.task.round, self.task.rounds + 1)

    @property
    def over(self) -> bool:
        if isinstance(self.course, ByPlayoff):
            return not self.course.goes_on
        return not self.open and not self.rounds_to_pair

    @property
    def of_match(self) -> tuple[tuple[int, int], ...]:
        """Half-points of both, in the score that ranks, with which a match that is still to be paired can end."""
        return self._worth((Code.PENDING,) * self.games, (Code.PENDING,) * self.games)

    def outcomes(self, round: int, pair: Pair) -> tuple[tuple[int, int], ...]:
        """The same of an open match, whose decided games stay; of an Armageddon alone what it adds."""
        one, other = (self.table[number].lines[round - 1] for number in (pair.white, pair.black))
        ends = self._worth(codes_of(one), codes_of(other))
        if one.code.open:
            return ends
        mine, theirs = min(mine for mine, _ in ends), min(theirs for _, theirs in ends)
        return tuple((white - mine, black - theirs) for white, black in ends)

    def of_bye(self, code: Code) -> int:
        return counted_by(self.laws).of_bye(code).points

    def _worth(self, mine: Codes, theirs: Codes) -> tuple[tuple[int, int], ...]:
        count, left = counted_by(self.laws), sum(code.open for code in mine)
        found = set[tuple[int, int]]()
        for ends in combinations_with_replacement(WAYS_OF_A_GAME, left):
            one, other = with_ends(mine, [way[0] for way in ends]), with_ends(theirs, [way[1] for way in ends])
            white, black = count.of_match(one, other).points, count.of_match(other, one).points
            found.add((white, black))
            if (more := self.laws.armageddon) and one == other == DRAWN_GAME:
                found |= {(white + more, black), (white, black + more)}
        return tuple(sorted(found))


@lru_cache(maxsize=16)
def counted_by(laws: Regulations) -> Counting:
    return counting(laws, adjourned_drawn=False)


def codes_of(line: CardLine) -> Codes:
    return line.games or (line.code,)


def with_ends(codes: Codes, results: Sequence[Code]) -> Codes:
    """The codes with a result for each open game, in their order."""
    left = iter(results)
    return tuple([next(left) if code.open else code for code in codes])


def rest_of_event(t: Tournament, links: Iterable[SectionsLinked] = (), *, without_lots: bool = False) -> RestOfEvent:
    """The rest of an event that has a field. Raises NotPlayedOut.

    `links` are those that take entrants from it. `without_lots`: no game will be drawn by lot, so that nobody's form
    has to be known.
    """
    laws, rules, first = t.regulations, rules_of(t), t.published + 1
    if laws.is_arena:
        raise NotPlayedOut
    if not t.numbers:
        t = _with_numbers(t)
    last = t.published if laws.is_playoff else rules.rounds(t)
    rounds = range(first, last + 1)
    number, task = numbers_of(t), replace(pairing_task(t, first), rounds=last)
    away = {r: {number[id]: leave_in(t, id, r) for id in t.numbers if not t.present(id, r)} for r in rounds}
    seatings = {r: rules.pair(t, r) for r in rounds} if laws.from_tables else {}
    known = {round: _seated(t, seating) for round, seating in seatings.items()}
    open, course = tuple(_open_matches(task.cards)), _course(t, away, known)
    if isinstance(course, ByBracket):
        open = tuple(open_in_bracket(t, course))
    open += tuple(_armageddons_to_come(t))
    strength = {number: _strength(t, id) for id, number in number.items()}
    table = table_cards(t)
    return RestOfEvent(
        ids=t.numbers,
        laws=laws,
        task=task,
        table=task.cards if table == task.cards else table,
        open=open,
        away=away,
        apart={r: (prohibited_in(t, r), avoided_in(t, r)) for r in rounds},
        known=known,
        course=course,
        strength=strength,
        form={} if without_lots else form_of(strength, task.cards, laws.of_teams),
        lineups=dict(_lineups(t, seatings, open)) if laws.of_teams else {},
        context=context_of(t),
        order=order_of(t),
        aims=aims_of_event(t, links),
    )


def _course(t: Tournament, away: Away, known: Mapping[int, RoundPairing]) -> Course:
    rules = rules_of(t)
    if t.regulations.is_playoff:
        return by_playoff(t)
    if isinstance(rules, Bracketed):
        return by_bracket(t, rules, away)
    return BySystem(t.regulations) if t.regulations.paired_by_system else ByTable(known)


def _lineups(
    t: Tournament, seatings: Mapping[int, Seating], open: Sequence[OpenMatch]
) -> Iterator[tuple[tuple[int, PairingNumber], Ratings]]:
    """Those that everybody may see of matches being played, and those that a table asks for."""
    number = numbers_of(t)
    for round, seating in seatings.items():
        for team, players in seating.lineups:
            yield (round, number[team]), _ratings(t, players)
    for round, pair in open:
        for one in (pair.white, pair.black):
            yield (round, one), _ratings(t, lineup(t, round, t.numbers[one - 1]))


def _with_numbers(t: Tournament) -> Tournament:
    """The event as it begins if its first round is paired now."""
    try:
        return branch(t, pair_round(t))
    except Refusal as why:
        raise NotPlayedOut(why) from None


def _strength(t: Tournament, id: EntrantId) -> Ratings:
    if t.regulations.of_teams:
        return _ratings(t, expected_lineup(t, id))
    return (t.players[PlayerId(id)].rating,) * t.regulations.match_games


def _ratings(t: Tournament, players: Sequence[PlayerId]) -> Ratings:
    """The ratings of a lineup, board by board; nobody sits where it is too short."""
    there = [t.players[id].rating if id else None for id in players]
    return (*there, *[None] * (t.regulations.match_games - len(there)))


def _open_matches(cards: Cards) -> Iterator[OpenMatch]:
    for number, card in cards.items():
        for round, line in enumerate(card.lines, 1):
            if line.code.open and line.opponent is not None and line.colour is Colour.WHITE:
                yield round, Pair(number, line.opponent)


def _armageddons_to_come(t: Tournament) -> Iterator[OpenMatch]:
    number = numbers_of(t)
    for round, board in undecided_armageddons(t):
        game = t.round(round).game(board)
        yield round, Pair(number[game.white], number[game.black])


def _seated(t: Tournament, seating: Seating) -> RoundPairing:
    """The boards of a table, without those of leavers whose games count for nobody."""
    number, void = numbers_of(t), annulled(t)
    boards = (board for board in seating.boards if board.white not in void and board.black not in void)
    return RoundPairing(tuple(Pair(number[board.white], number[board.black]) for board in boards))


def play_out(rest: RestOfEvent, lot: Lot, *, last_rounds: int, first: RoundPairing | None = None) -> Iterator[Ending]:
    """The event to its end once, or several times with the games of its last round drawn by lot anew.

    `first` is the pairing of the next round, if it is the same in every run. Raises NoLegalPairing where some round of
    the run has no legal pairing: there the arbiter would decide.
    """
    run = _Run(rest, lot)
    if isinstance(rest.course, ByPlayoff):
        yield run.ended_by(rest.course)
        return
    run.play_open()
    rounds = rest.rounds_to_pair
    if not rounds:
        yield run.ended()
        return
    next = first or run.paired(rounds[0])
    for round in rounds[1:]:
        next = run.play(round - 1, next).paired(round)
    for drawn in evenly(lot, last_rounds):
        yield run.branch(drawn).play(rounds[-1], next, last=True).ended()


def pairing_of_all_runs(rest: RestOfEvent) -> RoundPairing | None:
    """The next round where no open game decides about it. Raises NoLegalPairing."""
    return next_pairing(rest, None) if rest.rounds_to_pair and not rest.open else None


def next_pairing(rest: RestOfEvent, lot: Lot | None) -> RoundPairing:
    """The next round, with the open games decided by lot, or as open ones without. Raises NoLegalPairing."""
    run = _Run(rest, lot or ends_drawn)
    if lot is not None:
        run.play_open()
    return run.paired(rest.task.round)


class _Run:
    def __init__(self, rest: RestOfEvent, lot: Lot) -> None:
        self.rest, self.lot, self.count = rest, lot, counted_by(rest.laws)
        self.cards = dict(rest.task.cards)
        self.table = self.cards if rest.table is rest.task.cards else dict(rest.table)
        self.luck: dict[PairingNumber, float] = dict.fromkeys(self.cards, 0.0)
        self.spread: dict[PairingNumber, float] = dict.fromkeys(self.cards, 0.0)
        self.went_on: dict[int, frozenset[PairingNumber]] = {}
        self.form = drawn_by_lot(rest.form, lot.chance) if isinstance(lot, ByLot) else None
        self.as_played: dict[tuple[PairingNumber, bool | None], Ratings] = {}

    def branch(self, lot: Lot) -> "_Run":
        other = copy(self)
        other.lot = lot
        other.cards = dict(self.cards)
        other.table = other.cards if self.table is self.cards else dict(self.table)
        other.luck, other.spread, other.went_on = dict(self.luck), dict(self.spread), dict(self.went_on)
        return other

    def play_open(self) -> None:
        for round, pair in self.rest.open:
            one, other = (codes_of(self.cards[number].lines[round - 1]) for number in (pair.white, pair.black))
            ended = self._ended(round, pair, one, other)
            if isinstance(self.rest.course, ByBracket):
                self._go_on(round, pair, self.rest.course, ended)
            more = self._armageddon(round, pair, ended)
            for cards in self._both():
                self._write(cards, round, pair, ended, more)

    def _both(self) -> Sequence[dict[PairingNumber, Card]]:
        """The cards of pairing and those of the table, unless they are the same."""
        return (self.cards,) if self.table is self.cards else (self.cards, self.table)

    def _write(
        self, cards: dict[PairingNumber, Card], round: int, pair: Pair, ended: Ended, more: tuple[int, int]
    ) -> None:
        """The open games of a match in these cards, whose decided ones may be as another pairing sees them.

        `more`: half-points of an Armageddon.
        """
        lines = [cards[number].lines[round - 1] for number in (pair.white, pair.black)]
        one, other = (
            tuple([new if code.open else code for code, new in zip(codes_of(line), codes, strict=True)])
            for line, codes in zip(lines, ended, strict=True)
        )
        sides = (pair.white, one, other, lines[0], more[0]), (pair.black, other, one, lines[1], more[1])
        for number, mine, theirs, line, added in sides:
            made = _line(self.count.of_match(mine, theirs), line.opponent, line.colour, line.ahead)
            card, made = cards[number], made.beside(line.adjusted + added, line.adjusted_secondary)
            cards[number] = replace(card, lines=(*card.lines[: round - 1], made, *card.lines[round:]))

    def paired(self, round: int) -> RoundPairing:
        away = self.rest.away[round]
        there = {
            n: replace(card, present=n not in away, leave=away.get(n))
            if card.present is (n in away) or card.leave is not away.get(n)
            else card
            for n, card in self.cards.items()
        }
        forbidden, avoided = self.rest.apart[round]
        task = replace(self.rest.task, cards=there, round=round, forbidden=forbidden, avoided=avoided)
        return self.rest.course.paired(task, self.went_on)

    def play(self, round: int, made: RoundPairing, *, last: bool = False) -> "_Run":
        """`last`: no other round comes, whose pairing has cards of its own."""
        rest, count = self.rest, self.count
        lines = {n: _line(count.of_bye(code)) for n, code in rest.away[round].items() if code is not None}
        if made.bye is not None:
            lines[made.bye] = _line(count.of_bye(Code.PAIRING_BYE))
        blank = (Code.PENDING,) * rest.games
        for pair in made.pairs:
            white, black = pair.white, pair.black
            one, other = ended = self._ended(round, pair, blank, blank)
            if isinstance(rest.course, ByBracket):
                self._go_on(round, pair, rest.course, ended)
            ahead = self.cards[white].score - self.cards[black].score
            mine, theirs = self._armageddon(round, pair, ended) if rest.laws.armageddon else (0, 0)
            lines[white] = _line(count.of_match(one, other), black, Colour.WHITE, ahead).beside(mine, 0)
            lines[black] = _line(count.of_match(other, one), white, Colour.BLACK, -ahead).beside(theirs, 0)
        rests = RESTS if rest.known else _line(count.of_bye(Code.ZERO_BYE))
        for cards in (self.table,) if last else self._both():
            for number, card in cards.items():
                cards[number] = card.after(lines.get(number, rests))
        return self

    def _ended(self, round: int, pair: Pair, one: Codes, other: Codes) -> Ended:
        """The codes of both, the open games decided: by lot, or because somebody does not come."""
        mine, theirs = self._ratings(round, pair.white, first=True), self._ratings(round, pair.black, first=False)
        if len(one) == 1:
            return CODES_OF_GAME[self._decided(pair, mine[0], theirs[0])] if one[0].open else (one, other)
        if not any(code.open for code in one):
            return one, other
        ends = [
            SIDES[self._decided(pair, *ratings)] if code.open else None
            for code, *ratings in zip(one, mine, theirs, strict=True)
        ]
        return with_ends(one, [end[0] for end in ends if end]), with_ends(other, [end[1] for end in ends if end])

    def _armageddon(self, round: int, pair: Pair, ended: Ended) -> tuple[int, int]:
        """Half-points that a drawn game brings White or Black besides; a lot that knows draws alone leaves it open."""
        points = self.rest.laws.armageddon
        if not points or ended != (DRAWN_GAME, DRAWN_GAME):
            return 0, 0
        share = self._expected(round, pair)
        result = self.lot(GameChances(share, 0.0, 1 - share))
        if result is Result.DRAW:
            return 0, 0
        self._lucky(pair, (SCORES[result] - share) * points / 2, share * (1 - share) * (points / 2) ** 2)
        return (points, 0) if result is Result.WHITE_WINS else (0, points)

    def _go_on(self, round: int, pair: Pair, bracket: ByBracket, ended: Ended) -> None:
        """By the games, then by further ones or as the regulations have it for a level match."""
        points = self.rest.laws.game_scoring.points
        ahead = sum(map(points, ended[0])) - sum(map(points, ended[1]))
        ahead = ahead or self._further_games(round, pair, bracket.further.get((round, pair.white), NO_FURTHER_GAMES))
        ahead = ahead or self._level(pair, bracket.of_level(pair, self._expected(round, pair)))
        self.went_on[round] = self.went_on.get(round, frozenset()) | {pair.white if ahead > 0 else pair.black}

    def _further_games(self, round: int, pair: Pair, games: FurtherGames) -> int:
        """Half-points by which the first is ahead after the further games that are paired."""
        (mine, *_), (theirs, *_) = (self._ratings(round, number) for number in (pair.white, pair.black))
        points, lead = self.rest.laws.game_scoring.points, games.lead
        for game in games.open:
            if game.kind is GameKind.ARMAGEDDON and mine is not None and theirs is not None:
                share = game_chances(mine, theirs).expected
                lead += points(Code.WIN) * self._level(pair, GameChances(share, 0.0, 1 - share))
                continue
            one, other = SIDES[self._decided(pair, mine, theirs)]
            lead += points(one) - points(other)
        return lead

    def _level(self, pair: Pair, chances: GameChances) -> int:
        """1 if the first goes on, else -1. A lot that knows draws alone lets the likelier one go on."""
        result = self.lot(chances)
        first = chances.won >= chances.lost if result is Result.DRAW else result is Result.WHITE_WINS
        self._lucky(pair, first - chances.won, chances.won * chances.lost)
        return 1 if first else -1

    def _expected(self, round: int, pair: Pair) -> float:
        """The score that the ratings expect of the first in one game, of teams on average of the boards."""
        mine, theirs = (self._ratings(round, number) for number in (pair.white, pair.black))
        both = [(one, other) for one, other in zip(mine, theirs, strict=True) if one is not None and other is not None]
        return sum(game_chances(*ratings).expected for ratings in both) / len(both) if both else 0.5

    def _ratings(self, round: int, number: PairingNumber, *, first: bool | None = None) -> Ratings:
        """Of those who come to the games of the round; whoever has left a table forfeits."""
        if self.rest.known and number in self.rest.away.get(round, ()):
            return (None,) * self.rest.games
        lineup = self.rest.lineups.get((round, number))
        if self.form is None:
            return lineup or self.rest.strength[number]
        if lineup:
            return as_played(lineup, self.form.more[number], first)
        found = self.as_played.get((number, first))
        if found is None:
            found = as_played(self.rest.strength[number], self.form.more[number], first)
            self.as_played[number, first] = found
        return found

    def _decided(self, pair: Pair, mine: int | None, theirs: int | None) -> Result:
        if mine is None or theirs is None:
            return BY_ABSENCE[mine is not None, theirs is not None]
        chances = game_chances(mine, theirs)
        result = self.lot(chances)
        self._lucky(pair, SCORES[result] - chances.expected, chances.variance)
        return result

    def _lucky(self, pair: Pair, more: float, variance: float) -> None:
        self.luck[pair.white] += more
        self.luck[pair.black] -= more
        self.spread[pair.white] += variance
        self.spread[pair.black] += variance

    def ended_by(self, course: ByPlayoff) -> Ending:
        order = course.played_on(lambda game, armageddon: self._of_playoff(course, game, armageddon), self.lot)
        return self.ended(course.worth(order))

    def _of_playoff(self, course: ByPlayoff, game: PlayoffGame, armageddon: bool, board: int = 0) -> PlayoffGame:
        """A game or a match with its end; an Armageddon goes by the expected score, and is never drawn."""
        if game.boards:
            boards = [self._of_playoff(course, one, armageddon, at) for at, one in enumerate(game.boards)]
            return match_of_boards(game.white, game.black, tuple(boards))
        if not game.open:
            return game
        pair = Pair(course.number[game.white], course.number[game.black])
        moves_first = None if armageddon else True
        mine = self._ratings(game.round, pair.white, first=moves_first)[board]
        theirs = self._ratings(game.round, pair.black, first=moves_first and False)[board]
        if not armageddon or mine is None or theirs is None:
            return replace(game, result=self._decided(pair, mine, theirs))
        share = game_chances(mine, theirs).expected
        first = self._level(pair, GameChances(share, 0.0, 1 - share)) > 0
        return replace(game, result=Result.WHITE_WINS if first else Result.BLACK_WINS)

    def ended(self, playoff: Mapping[int, int] | None = None) -> Ending:
        drawn = self.form.lots if self.form else {}
        if playoff is None:
            playoff = {} if self.rest.laws.of_teams else self._played_off()
        return Ending(self.rest, self.table, self.luck, self.spread, self.went_on, drawn, playoff)

    def _played_off(self) -> Mapping[int, int]:
        rest = self.rest
        return played_off(self.table, rest.context, rest.order, rest.laws.playoff.places, self.lot)


@lru_cache(maxsize=1 << 16)
def _line(
    outcome: RoundPoints, opponent: PairingNumber | None = None, colour: Colour | None = None, ahead: int = 0
) -> CardLine:
    code, points, secondary, games = outcome
    return CardLine(code, points, opponent, colour, ahead, games, secondary=secondary)


@dataclass(frozen=True, slots=True)
class ByLot:
    """Games that end by lot, between players whose strengths are drawn by lot once a run; White's move counts."""

    chance: Callable[[], float]
    """Gives numbers from 0 up to but not including 1, as `random.Random().random`."""

    def __call__(self, chances: GameChances) -> Result:
        luck = self.chance()
        if luck < chances.won:
            return Result.WHITE_WINS
        return Result.DRAW if luck < chances.won + chances.drawn else Result.BLACK_WINS


def ends_by_lot(chance: Callable[[], float]) -> Lot:
    return ByLot(chance)


def evenly(lot: Lot, times: int) -> Iterator[Lot]:
    """A lot for each of so many goes at the same games, one after the other.

    Each by itself is like any other, but together they share out what a game can come to: the numbers for its place in
    the order of draws lie one in each of `times` equal parts (a Latin hypercube; M. D. McKay, R. J. Beckman and W. J.
    Conover, "A Comparison of Three Methods for Selecting Values of Input Variables", Technometrics 21, 1979).
    """
    if not isinstance(lot, ByLot):
        yield from repeat(lot, times)
        return
    chance, parts = lot.chance, list[list[int]]()
    for time in range(times):
        yield ByLot(_shared_out(chance, parts, time, times).__next__)


def _shared_out(chance: Callable[[], float], parts: list[list[int]], time: int, times: int) -> Iterator[float]:
    for at in count():
        if at == len(parts):
            parts.append(sorted(range(times), key=lambda _: chance()))
        yield (parts[at][time] + chance()) / times


def ends_by_rating(chances: GameChances) -> Result:
    """The favourite wins; equals draw."""
    if chances.won == chances.lost:
        return Result.DRAW
    return Result.WHITE_WINS if chances.won > chances.lost else Result.BLACK_WINS


def ends_drawn(_chances: GameChances) -> Result:
    return Result.DRAW
