"""What an entrant needs: between which places they end with so many points more, whatever the others do.

Nothing here is by lot. Where few games are left and all of them known, the table of every ending says it, with all
tie-breaks; else points do. The game that each plays now is looked at with its opponent's, so that two who meet cannot
both win; later rounds allow everything to everybody. So the limits are those that can be reached where no further round
is to be paired, and safe ones before. Byes and withdrawals count as they are known; a game that nobody plays (0-0) is
not expected.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from domain.cards.card import Card, CardLine, Pair
from domain.ranking.order import BY_POINTS, Ranked
from domain.ranking.tiebreaks import rule_of
from domain.records import dataclass
from domain.words.games import Code, Result
from domain.words.players import PairingNumber
from projections.chances.aims import AimsOfEvent, PlacesThatGoOn, PrizesToWin
from projections.chances.brackets import ByBracket
from projections.chances.by_playoff import ByPlayoff
from projections.chances.lots import Lot
from projections.chances.needs.fulfilment import Fulfilment, merged, need_of
from projections.chances.needs.in_brackets import PlacesAsked, needs_in_bracket
from projections.chances.needs.in_playoffs import needs_in_playoff
from projections.chances.playing_out import Ending, play_out
from projections.chances.rest import SCORES, RestOfEvent, codes_of, counted_by
from projections.moment.chances_found import Aim, AimKind, Need, NeedKind
from projections.table.standings import primary_score

MCMAHON_CODE = "MMS"
DECIDED_LATER = frozenset({"PLAYOFF", "MANUAL"})
MOST_LINES_OF_TABLES = 4_500
"""Lines of the tables of all endings that are looked at, about 10 microseconds each; every list of prizes costs half of
a table more.
"""


class OpenPair(NamedTuple):
    """A game of a known pairing that is not decided, or a match."""

    pair: Pair
    ends: tuple[tuple[int, int], ...]
    """Half-points of White and of Black in every way it can end."""

    def other(self, number: PairingNumber) -> PairingNumber:
        return self.pair.black if number == self.pair.white else self.pair.white

    def ends_of(self, number: PairingNumber) -> tuple[tuple[int, int], ...]:
        """Their own half-points first."""
        return self.ends if number == self.pair.white else tuple((black, white) for white, black in self.ends)


@dataclass(frozen=True, slots=True)
class Prospect:
    """What everybody has for certain, and what can be added."""

    points: Mapping[PairingNumber, int]
    """Half-points, those of byes to come among them."""
    game: Mapping[PairingNumber, OpenPair]
    """The game that each plays now; nobody stands in two pairs."""
    rounds: Mapping[PairingNumber, int]
    """Rounds in which each may play besides."""
    further: Mapping[PairingNumber, Sequence[int]]
    """Half-points that these can give together, ascending."""
    ranked: Collection[PairingNumber]
    """Who can have a place."""
    matches: bool
    armageddon: int = 0
    """Half-points of an Armageddon after a drawn game."""

    def games(self, number: PairingNumber) -> int:
        return self.rounds[number] + (number in self.game)


def prospect_of(rest: RestOfEvent) -> Prospect | None:
    """None: the table does not begin with the points."""
    first = next((one for one in rest.order if not rule_of(one).how.only_shown), None)
    if first is None or (first not in (BY_POINTS, primary_score(rest.laws)) and first.code != MCMAHON_CODE):
        return None
    start = rest.context.start if first.code == MCMAHON_CODE else {}
    points = {n: start.get(n, 0) + card.carried + sum(map(_sure, card.lines)) for n, card in rest.table.items()}
    game: dict[PairingNumber, OpenPair] = {}
    gains: dict[PairingNumber, list[frozenset[int]]] = {n: [] for n in points}
    seen = set[PairingNumber]()
    for open in _open_pairs(rest):
        mine = open.pair.white, open.pair.black
        if seen.isdisjoint(mine):
            game |= dict.fromkeys(mine, open)
        else:
            for number in mine:
                gains[number].append(frozenset(own for own, _ in open.ends_of(number)))
        seen.update(mine)
    for round in () if rest.known else rest.rounds_to_pair:
        for number, given in _given_in(rest, round).items():
            if len(given) == 1:
                points[number] += min(given)
            else:
                gains[number].append(given)
    sums = cache(_sums)
    return Prospect(
        points,
        game,
        {n: len(all) for n, all in gains.items()},
        {n: sums(tuple(all)) for n, all in gains.items()},
        points.keys() - rest.context.unranked,
        rest.laws.of_teams or rest.games > 1,
        rest.laws.armageddon,
    )


def _sure(line: CardLine) -> int:
    return line.adjusted if line.code.open and line.opponent is not None else line.points


def _open_pairs(rest: RestOfEvent) -> Iterator[OpenPair]:
    """In the order of the rounds."""
    for round, pair in sorted(rest.open, key=lambda one: one[0]):
        yield OpenPair(pair, rest.outcomes(round, pair))
    for round, made in rest.known.items():
        for pair in made.pairs:
            yield OpenPair(pair, _ends_of_table(rest, pair, rest.away[round]))


def _ends_of_table(rest: RestOfEvent, pair: Pair, away: Collection[PairingNumber]) -> tuple[tuple[int, int], ...]:
    """Whoever has left forfeits."""
    gone = pair.white in away, pair.black in away
    if not any(gone):
        return rest.of_match
    count = counted_by(rest.laws)
    one, other = ((Code.FORFEIT_LOSS if away else Code.FORFEIT_WIN,) * rest.games for away in gone)
    return ((count.of_match(one, other).points, count.of_match(other, one).points),)


def _given_in(rest: RestOfEvent, round: int) -> dict[PairingNumber, frozenset[int]]:
    """Half-points that a round can give to each that is still to be paired."""
    away, points = rest.away[round], rest.of_bye
    free = frozenset({*(mine for mine, _ in rest.of_match), points(Code.PAIRING_BYE)})
    return {n: frozenset({points(away[n] or Code.ZERO_BYE)}) if n in away else free for n in rest.table}


def _sums(choices: tuple[frozenset[int], ...]) -> Sequence[int]:
    found = {0}
    for gains in choices:
        found = {sum + gain for sum in found for gain in gains}
    return sorted(found)


class Reached(NamedTuple):
    """The places that are possible with an end of the game that is played now and so many half-points from here."""

    ended: Code | None
    """For the entrant; None: they play no game now."""
    gain: int
    """Half-points from here, those of this game among them."""
    best: int
    """Everybody else does as badly as they can, and equals stand behind."""
    best_alone: int
    """As `best`, equals standing in front: above it tie-breaks decide."""
    worst_shared: int
    """Everybody else does as well as they can, and equals share the place."""
    worst: int
    """As `worst_shared`, equals standing in front."""


class Contest:
    """Everybody who is counted for an aim, as points that each can come to at most and at least.

    Two who play each other stand there as "the better of the two" and "the other": whichever way their game ends, at
    least so many and at most so many of them pass a mark, and each of the four can be reached.
    """

    def __init__(self, prospect: Prospect, rivals: Collection[PairingNumber]) -> None:
        self.prospect, self.rivals = prospect, rivals
        most, least = list[int](), list[int]()
        for number in rivals:
            game = prospect.game.get(number)
            if game is None or game.other(number) not in rivals or number == game.pair.white:
                highs, lows = self._marks(number)
                most += highs
                least += lows
        most.sort()
        least.sort()
        self._highest = max(most, default=0) + 1
        marks = range(self._highest + 1)
        self._most_above = [len(most) - bisect_right(most, own) for own in marks]
        self._most_level = [len(most) - bisect_left(most, own) for own in marks]
        self._least_above = [len(least) - bisect_right(least, own) for own in marks]
        self._least_level = [len(least) - bisect_left(least, own) for own in marks]

    def _marks(self, number: PairingNumber) -> tuple[Sequence[int], Sequence[int]]:
        """Points that are passed at most and at least, of an entrant or of the two of a game."""
        points, further, game = self.prospect.points, self.prospect.further, self.prospect.game.get(number)
        ends = game.ends_of(number) if game is not None else NOTHING_TO_PLAY
        other = game.other(number) if game is not None else None
        if other is None or other not in self.rivals:
            own = [points[number] + mine for mine, _ in ends]
            return (max(own) + further[number][-1],), (min(own) + further[number][0],)
        high, low = (
            [
                (points[number] + mine + further[number][at], points[other] + their + further[other][at])
                for mine, their in ends
            ]
            for at in (-1, 0)
        )
        return (max(map(max, high)), max(map(min, high))), (min(map(max, low)), min(map(min, low)))

    def reached(self, number: PairingNumber) -> Iterator[Reached]:
        """All ends of the game that is played now with all further half-points, ascending in each."""
        points, further, game = self.prospect.points, self.prospect.further, self.prospect.game.get(number)
        other = game.other(number) if game is not None else None
        here = next((one for one in (number, other) if one in self.rivals), None)
        most, least = self._marks(here) if here is not None else ((), ())
        for mine, their in game.ends_of(number) if game is not None else NOTHING_TO_PLAY:
            others_most, others_least = list[int](), list[int]()
            if other is not None and other in self.rivals:
                others_most = [points[other] + their + further[other][-1]]
                others_least = [points[other] + their + further[other][0]]
            ended = None if game is None else _code(mine - their, self.prospect.armageddon)
            for more in further[number]:
                own = points[number] + mine + more
                at = min(own, self._highest)
                yield Reached(
                    ended,
                    mine + more,
                    1 + self._least_above[at] + _above(others_least, own) - _above(least, own),
                    1 + self._least_level[at] + _level(others_least, own) - _level(least, own),
                    1 + self._most_above[at] + _above(others_most, own) - _above(most, own),
                    1 + self._most_level[at] + _level(others_most, own) - _level(most, own),
                )


NOTHING_TO_PLAY = ((0, 0),)


def _above(marks: Sequence[int], own: int) -> int:
    return sum([mark > own for mark in marks])


def _level(marks: Sequence[int], own: int) -> int:
    return sum([mark >= own for mark in marks])


def _code(ahead: int, armageddon: int) -> Code:
    """Whoever has no more ahead than an Armageddon gives has drawn the game."""
    return Code.WIN if ahead > armageddon else Code.LOSS if ahead < -armageddon else Code.DRAW


class Goal(NamedTuple):
    """Places that fulfil an aim."""

    contest: Contest
    last: int
    """The last place that may."""
    unbroken: int
    """The last place up to which all do."""
    shared: bool = False
    """Those who are level on points share it, whatever the tie-breaks say."""
    at_best: Contest | None = None
    """Those alone who count whatever happens, where others may leave the list."""
    able: Collection[PairingNumber] | None = None
    """Those who already have all that is asked besides the place; None: everybody."""

    def fulfilment(self, number: PairingNumber, at: Reached, at_best: Reached) -> Fulfilment:
        certain = (at.worst_shared if self.shared else at.worst) <= self.unbroken
        certain = certain and (self.able is None or number in self.able)
        possible = at_best.best <= self.last
        alone = possible if self.shared else at_best.best_alone <= self.last
        return Fulfilment(at.ended, at.gain, possible, alone, certain)


def needs_for_places(rest: RestOfEvent, last_places: Sequence[int]) -> dict[PairingNumber, tuple[Need, ...]]:
    """Of everybody, to end at one of these places or before; in step with them."""
    return needs_of(replace(rest, aims=AimsOfEvent(tuple(Aim(AimKind.QUALIFY, last) for last in last_places))))


def needs_of(rest: RestOfEvent) -> dict[PairingNumber, tuple[Need, ...]]:
    """Of everybody, in step with the aims of the event."""
    aims = rest.aims.aims
    if isinstance(playoff := rest.course, ByPlayoff):
        if playoff.goes_on:
            return needs_in_playoff(playoff, aims)
        return _decided(rest, Ending(rest, rest.table, {}, {}, playoff=playoff.worth(playoff.order)))
    if rest.over and not _decided_later(rest):
        return _decided(rest)
    if isinstance(rest.course, ByBracket):
        return needs_in_bracket(rest, rest.course, _places_asked(rest))
    if (ways := _few_ways(rest)) is not None:
        return _by_tables(rest, ways)
    prospect = prospect_of(rest)
    if prospect is None:
        return dict.fromkeys(rest.table, (Need(NeedKind.OPEN, needed=0),) * len(aims))
    contest = cache(lambda rivals: Contest(prospect, rivals))
    goals = [tuple(_goals(rest, prospect, aim, contest)) for aim in aims]
    return {number: _needs(prospect, number, goals) for number in rest.table}


def _decided_later(rest: RestOfEvent) -> bool:
    """A play-off or the arbiter may say after the last game who stands before whom."""
    return any(one.code in DECIDED_LATER for one in rest.order)


def _few_ways(rest: RestOfEvent) -> Sequence[Ending] | None:
    """All endings, where no round is to be paired and few games are left; None: too many, or something else decides."""
    games = sum(code.open for round, pair in rest.open for code in codes_of(rest.table[pair.white].lines[round - 1]))
    games += sum(rest.games * len(made.pairs) for made in rest.known.values())
    unknown = (rest.rounds_to_pair and not rest.known) or _decided_later(rest) or rest.laws.armageddon
    lists = len([*rest.aims.prizes.purses()]) if rest.aims.prizes else 0
    if unknown or len(SCORES) ** games * len(rest.table) * (2 + lists) > 2 * MOST_LINES_OF_TABLES:
        return None
    return [
        ending for results in product(SCORES, repeat=games) for ending in play_out(rest, _as(results), last_rounds=1)
    ]


def _as(results: Iterable[Result]) -> Lot:
    left = iter(results)
    return lambda _chances: next(left)


def _by_tables(rest: RestOfEvent, endings: Sequence[Ending]) -> dict[PairingNumber, tuple[Need, ...]]:
    """By the tables of all endings, with all tie-breaks."""
    reached = [_reached_at(rest, ending) for ending in endings]
    matches = rest.laws.of_teams or rest.games > 1
    needs = {}
    for number, card in rest.table.items():
        left = _open_rounds(rest, number)
        sure = card.carried + sum(map(_sure, card.lines))
        steps = [_step(ending.cards[number], sure, left, one) for ending, one in zip(endings, reached, strict=True)]
        by_aim = zip(*steps, strict=True)
        needs[number] = tuple(need_of(len(left), matches, merged(one)) for one in by_aim)
    return needs


def _open_rounds(rest: RestOfEvent, number: PairingNumber) -> list[int]:
    known = ((round, pair) for round, made in rest.known.items() for pair in made.pairs)
    return sorted(round for round, pair in (*rest.open, *known) if number in (pair.white, pair.black))


def _reached_at(rest: RestOfEvent, ending: Ending) -> list[Mapping[PairingNumber, float]]:
    """In step with the aims: 1 = reached, less = open among equals."""
    rows = ending.rows()
    return [
        _by_place(rows, aim.places) if found is None else found
        for aim, found in zip(rest.aims.aims, rest.aims.fulfilled(rows, ending.cards), strict=True)
    ]


def _by_place(rows: Sequence[Ranked], last: int) -> dict[PairingNumber, float]:
    there = (row for row in rows if 0 < row.place <= last)
    return {row.number: 1.0 if row.place + row.tied_with - 1 <= last else 0.5 for row in there}


def _step(
    card: Card, sure: int, left: Sequence[int], reached: Sequence[Mapping[PairingNumber, float]]
) -> list[Fulfilment]:
    ended, shares = card.lines[left[0] - 1].code if left else None, [one.get(card.number, 0.0) for one in reached]
    return [Fulfilment(ended, card.score - sure, share > 0, share > 0, share == 1.0) for share in shares]


def _places_asked(rest: RestOfEvent) -> Callable[[PairingNumber], Sequence[PlacesAsked]]:
    """Of a bracket, of which no ending of small events is enumerated here: by the place alone, as far as it says."""
    goals = [(aim, rest.aims.qualifying.get(aim)) for aim in rest.aims.aims]
    short = any(rule is not None and any(rule.games_short(rest.table, n) for n in rest.table) for _, rule in goals)

    def asked(number: PairingNumber, aim: Aim, rule: PlacesThatGoOn | None) -> PlacesAsked:
        if aim.kind is AimKind.PRIZE and rest.aims.prizes is not None:
            return _places_of_prizes(rest.aims.prizes, number)
        if rule is None:
            return PlacesAsked(aim.places, aim.places)
        if number in rule.away:
            return PlacesAsked(0, 0)
        able = not rule.games_short(rest.table, number)
        return PlacesAsked(aim.places if able else 0, None if short or rule.away else aim.places)

    return lambda number: [asked(number, aim, rule) for aim, rule in goals]


def _places_of_prizes(prizes: PrizesToWin, number: PairingNumber) -> PlacesAsked:
    """Who is in a category may win there from any place, and who stands before somebody may win elsewhere."""
    purses = tuple(prizes.purses())
    moving = prizes.announced.one_per_player and sum(purse.money for purse in purses) > 1
    gap = prizes.announced.one_per_player and any(purse.money and purse.unbroken < purse.last for purse in purses)
    everybody = [purse for purse in purses if purse.members >= prizes.players.keys()]
    certain = max((0 if gap and purse.money else purse.unbroken for purse in everybody), default=0)
    elsewhere = moving or any(number in purse.members for purse in purses if purse not in everybody)
    shared = any(purse.shared for purse in everybody)
    return PlacesAsked(certain, None if elsewhere or shared else max((purse.last for purse in everybody), default=0))


def _decided(rest: RestOfEvent, end: Ending | None = None) -> dict[PairingNumber, tuple[Need, ...]]:
    """The table says it when all is played; which of equals at the border is open."""
    reached = _reached_at(rest, end or Ending(rest, rest.table, {}, {}))
    needs = {0.0: Need(NeedKind.OUT), 1.0: Need(NeedKind.CERTAIN, enough=0, needed=0)}
    still = Need(NeedKind.OPEN, needed=0)
    return {n: tuple(needs.get(found.get(n, 0.0), still) for found in reached) for n in rest.table}


Contests = Callable[[frozenset[PairingNumber]], Contest]


def _goals(rest: RestOfEvent, prospect: Prospect, aim: Aim, contest: Contests) -> Iterator[Goal]:
    ranked = frozenset(prospect.ranked)
    if aim.kind is AimKind.PRIZE and rest.aims.prizes is not None:
        yield from _goals_of_prizes(ranked, rest.aims.prizes, contest)
    elif (rule := rest.aims.qualifying.get(aim)) is not None:
        there = ranked - rule.away
        able = frozenset(n for n in there if rule.games_short(rest.table, n) == 0)
        may_be = frozenset(n for n in there if rule.games_short(rest.table, n) <= prospect.games(n))
        yield Goal(contest(may_be), aim.places, aim.places, at_best=contest(able), able=able)
    else:
        yield Goal(contest(ranked), aim.places, aim.places)


def _goals_of_prizes(ranked: frozenset[PairingNumber], prizes: PrizesToWin, contest: Contests) -> Iterator[Goal]:
    """With one prize each those who may win another one can leave a list, and let the others move up.

    Where a list has a gap somebody may move up into it, so that no place is certain to have a prize.
    """
    purses = tuple(prizes.purses())
    money = [purse for purse in purses if purse.money] if prizes.announced.one_per_player else []
    gap = any(purse.unbroken < purse.last for purse in money)
    for purse in purses:
        moves_up = purse in money
        others = [one.members for one in money if one is not purse] if moves_up else []
        yield Goal(
            contest(purse.members & ranked),
            purse.last,
            0 if moves_up and gap else purse.unbroken,
            purse.shared,
            at_best=contest(purse.members.difference(*others) & ranked),
        )


def _needs(prospect: Prospect, number: PairingNumber, aims: Sequence[Sequence[Goal]]) -> tuple[Need, ...]:
    """In step with the aims, of which each is fulfilled by any of its goals."""
    mine = [[goal for goal in goals if number in goal.contest.rivals] for goals in aims]
    contests = {one for goals in mine for goal in goals for one in (goal.contest, goal.at_best or goal.contest)}
    reached = {contest: tuple(contest.reached(number)) for contest in contests}
    return tuple(
        need_of(prospect.games(number), prospect.matches, _fulfilments(number, goals, reached)) for goals in mine
    )


def _fulfilments(
    number: PairingNumber, goals: Sequence[Goal], reached: Mapping[Contest, Sequence[Reached]]
) -> Sequence[Fulfilment]:
    """By every end of the present game and all further half-points; none for somebody who is counted nowhere."""
    by_goal = [
        [
            goal.fulfilment(number, *both)
            for both in zip(reached[goal.contest], reached[goal.at_best or goal.contest], strict=True)
        ]
        for goal in goals
    ]
    return [reduce(or_, ways) for ways in zip(*by_goal, strict=True)]
