"""The rest of an event played out by lot: open games by the ratings, further rounds by the event's own course."""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import field, replace
from functools import lru_cache

from domain.cards.card import Card, CardLine, Cards, Pair, RoundPairing
from domain.cards.counting import Codes, RoundPoints
from domain.formats.playoff.state import PlayoffGame, match_of_boards
from domain.pairing.generator import RESTS
from domain.ranking.game_chances import GameChances, game_chances
from domain.ranking.order import Ranked, places_by_number, tabulate
from domain.ranking.tiebreaks import Field
from domain.ranking.tiebreaks.teams import team_cards
from domain.records import dataclass
from domain.words.games import SIDES, Code, Colour, GameKind, Result
from domain.words.players import PairingNumber
from projections.chances.brackets import NO_FURTHER_GAMES, ByBracket
from projections.chances.by_playoff import ByPlayoff
from projections.chances.courses import WentOn
from projections.chances.form import Ratings, as_played, drawn_by_lot
from projections.chances.lots import EndsByLot, Lot, ends_drawn, evenly
from projections.chances.playoffs import played_off
from projections.chances.rest import DRAWN_GAME, SCORES, RestOfEvent, codes_of, counted_by, with_ends

Ended = tuple[Codes, Codes]
"""The games of a match for the first and for the second."""

CODES_OF_GAME: Mapping[Result, Ended] = {result: ((white,), (black,)) for result, (white, black) in SIDES.items()}
BY_ABSENCE = {
    (True, False): Result.WHITE_WINS_BY_FORFEIT,
    (False, True): Result.BLACK_WINS_BY_FORFEIT,
    (False, False): Result.DOUBLE_FORFEIT,
}
"""By who comes."""


@dataclass(frozen=True, slots=True)
class Ending:
    """An event to its end."""

    rest: RestOfEvent
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


def play_out(rest: RestOfEvent, lot: Lot, *, last_rounds: int, first: RoundPairing | None = None) -> Iterator[Ending]:
    """The event to its end once, or several times with the games of its last round drawn by lot anew.

    `first` is the pairing of the next round, if it is the same in every run. Raises NoLegalPairing where some round of
    the run has no legal pairing: there the arbiter would decide.
    """
    return _run_of(rest, lot).to_the_end(last_rounds, first)


def pairing_of_all_runs(rest: RestOfEvent) -> RoundPairing | None:
    """The next round where no open game decides about it. Raises NoLegalPairing."""
    return next_pairing(rest, None) if rest.rounds_to_pair and not rest.open else None


def next_pairing(rest: RestOfEvent, lot: Lot | None) -> RoundPairing:
    """The next round, with the open games decided by lot, or as open ones without. Raises NoLegalPairing."""
    run = _run_of(rest, lot or ends_drawn)
    if lot is not None:
        run.play_open()
    return run.paired(rest.task.round)


def _run_of(rest: RestOfEvent, lot: Lot) -> "_Run":
    match rest.course:
        case ByBracket() as bracket:
            return _RunOfBracket(rest, lot, bracket)
        case ByPlayoff() as playoff:
            return _RunOfPlayoff(rest, lot, playoff)
    return _Run(rest, lot)


class _Run:
    def __init__(self, rest: RestOfEvent, lot: Lot) -> None:
        self.rest, self.lot, self.count = rest, lot, counted_by(rest.laws)
        self.cards = dict(rest.task.cards)
        self.table = self.cards if rest.table is rest.task.cards else dict(rest.table)
        self.luck: dict[PairingNumber, float] = dict.fromkeys(self.cards, 0.0)
        self.spread: dict[PairingNumber, float] = dict.fromkeys(self.cards, 0.0)
        self.went_on: dict[int, frozenset[PairingNumber]] = {}
        self.form = drawn_by_lot(rest.form, lot.chance) if isinstance(lot, EndsByLot) else None
        self.as_played: dict[tuple[PairingNumber, bool | None], Ratings] = {}

    def branch(self, lot: Lot) -> "_Run":
        other = copy(self)
        other.lot = lot
        other.cards = dict(self.cards)
        other.table = other.cards if self.table is self.cards else dict(self.table)
        other.luck, other.spread, other.went_on = dict(self.luck), dict(self.spread), dict(self.went_on)
        return other

    def to_the_end(self, last_rounds: int, first: RoundPairing | None) -> Iterator[Ending]:
        self.play_open()
        rounds = self.rest.rounds_to_pair
        if not rounds:
            yield self.ending()
            return
        next = first or self.paired(rounds[0])
        for round in rounds[1:]:
            next = self.play(round - 1, next).paired(round)
        for drawn in evenly(self.lot, last_rounds):
            yield self.branch(drawn).play(rounds[-1], next, last=True).ending()

    def play_open(self) -> None:
        for round, pair in self.rest.open:
            one, other = (codes_of(self.cards[number].lines[round - 1]) for number in (pair.white, pair.black))
            ended = self._codes_at_end(round, pair, one, other)
            self._match_ended(round, pair, ended)
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
            one, other = ended = self._codes_at_end(round, pair, blank, blank)
            self._match_ended(round, pair, ended)
            ahead = self.cards[white].score - self.cards[black].score
            mine, theirs = self._armageddon(round, pair, ended) if rest.laws.armageddon else (0, 0)
            lines[white] = _line(count.of_match(one, other), black, Colour.WHITE, ahead).beside(mine, 0)
            lines[black] = _line(count.of_match(other, one), white, Colour.BLACK, -ahead).beside(theirs, 0)
        rests = RESTS if rest.known else _line(count.of_bye(Code.ZERO_BYE))
        for cards in (self.table,) if last else self._both():
            for number, card in cards.items():
                cards[number] = card.after(lines.get(number, rests))
        return self

    def _match_ended(self, round: int, pair: Pair, ended: Ended) -> None:
        """What follows from a match besides its points: nothing, but in a bracket."""

    def _codes_at_end(self, round: int, pair: Pair, one: Codes, other: Codes) -> Ended:
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

    def ending(self) -> Ending:
        drawn = self.form.lots if self.form else {}
        return Ending(self.rest, self.table, self.luck, self.spread, self.went_on, drawn, self._worth_of_playoff())

    def _worth_of_playoff(self) -> Mapping[int, int]:
        rest = self.rest
        if rest.laws.of_teams:
            return {}
        return played_off(self.table, rest.context, rest.order, rest.laws.playoff.places, self.lot)


class _RunOfBracket(_Run):
    """Each match sends one of its two on."""

    def __init__(self, rest: RestOfEvent, lot: Lot, bracket: ByBracket) -> None:
        super().__init__(rest, lot)
        self.bracket = bracket

    def _match_ended(self, round: int, pair: Pair, ended: Ended) -> None:
        """By the games, then by further ones or as the regulations have it for a level match."""
        points = self.rest.laws.game_scoring.points
        ahead = sum(map(points, ended[0])) - sum(map(points, ended[1]))
        ahead = ahead or self._further_games(round, pair)
        ahead = ahead or self._level(pair, self.bracket.of_level(pair, self._expected(round, pair)))
        self.went_on[round] = self.went_on.get(round, frozenset()) | {pair.white if ahead > 0 else pair.black}

    def _further_games(self, round: int, pair: Pair) -> int:
        """Half-points by which the first is ahead after the further games that are paired."""
        games = self.bracket.further.get((round, pair.white), NO_FURTHER_GAMES)
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


class _RunOfPlayoff(_Run):
    """No rounds, but one step after the other."""

    def __init__(self, rest: RestOfEvent, lot: Lot, playoff: ByPlayoff) -> None:
        super().__init__(rest, lot)
        self.playoff = playoff
        self.order = playoff.order

    def to_the_end(self, last_rounds: int, first: RoundPairing | None) -> Iterator[Ending]:
        self.order = self.playoff.played_on(self._game_ended, self.lot)
        yield self.ending()

    def _worth_of_playoff(self) -> Mapping[int, int]:
        return self.playoff.worth(self.order)

    def _game_ended(self, game: PlayoffGame, armageddon: bool, board: int = 0) -> PlayoffGame:
        """A game or a match with its end; an Armageddon goes by the expected score, and is never drawn."""
        if game.boards:
            boards = [self._game_ended(one, armageddon, at) for at, one in enumerate(game.boards)]
            return match_of_boards(game.white, game.black, tuple(boards))
        if not game.open:
            return game
        pair = Pair(self.playoff.number[game.white], self.playoff.number[game.black])
        white, black = (None, None) if armageddon else (True, False)
        mine = self._ratings(game.round, pair.white, first=white)[board]
        theirs = self._ratings(game.round, pair.black, first=black)[board]
        if not armageddon or mine is None or theirs is None:
            return replace(game, result=self._decided(pair, mine, theirs))
        share = game_chances(mine, theirs).expected
        first = self._level(pair, GameChances(share, 0.0, 1 - share)) > 0
        return replace(game, result=Result.WHITE_WINS if first else Result.BLACK_WINS)


@lru_cache(maxsize=1 << 16)
def _line(
    outcome: RoundPoints, opponent: PairingNumber | None = None, colour: Colour | None = None, ahead: int = 0
) -> CardLine:
    code, points, secondary, games = outcome
    return CardLine(code, points, opponent, colour, ahead, games, secondary=secondary)
