"""The rest of a bracket: who meets whom, who goes on from a level match, who comes how far."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from domain.cards.card import Card, Cards, Pair, PairingTask, RoundPairing
from domain.formats.brackets import Bracketed, GrowingTree, Node, first_has_white, places_in
from domain.formats.decided import Decision, WonBy, entrants_of, running_score
from domain.formats.tables.bracket import bracket_size
from domain.ranking.game_chances import GameChances
from domain.records import dataclass
from domain.tournament import Match, Tournament
from domain.tournament_cards.cards import numbers_of
from domain.words.brackets import BracketMatch
from domain.words.games import Colour, GameKind
from domain.words.options import LevelRule
from domain.words.players import EntrantId, PairingNumber
from projections.chances.courses import Course, OpenMatch, WentOn

BY_COIN = GameChances(0.5, 0.0, 0.5)


class FurtherGame(NamedTuple):
    reversed: bool
    """The second of the match has White."""
    kind: GameKind


class FurtherGames(NamedTuple):
    lead: int
    """Half-points more of the first in those that are decided."""
    open: tuple[FurtherGame, ...]


NO_FURTHER_GAMES = FurtherGames(0, ())


@dataclass(frozen=True, slots=True)
class ByBracket(Course):
    points_place = False

    plan: tuple[BracketMatch, ...]
    field: tuple[EntrantId, ...]
    """In the order of the seeds."""
    known: Mapping[int, Node]
    """The matches of published rounds."""
    open: tuple[OpenMatch, ...]
    """Those that nobody has won yet, be all their games played or not."""
    further: Mapping[tuple[int, PairingNumber], FurtherGames]
    """Of level matches that are being decided, by round and White of the first game."""
    number: Mapping[EntrantId, PairingNumber]
    away: Mapping[int, Mapping[PairingNumber, object]]
    drawn: Colour
    level: LevelRule
    first_ratings: Mapping[PairingNumber, int]

    def paired(self, task: PairingTask, went_on: WentOn) -> RoundPairing:
        """The matches whose two are known, those that nobody has won; White of the first game first."""
        of_round = [node for node in self._nodes(went_on, task.round).values() if node.match.round == task.round]
        return RoundPairing(tuple(self._boards(of_round, task)))

    def _boards(self, nodes: list[Node], task: PairingTask) -> Iterator[Pair]:
        for at, node in enumerate(nodes, 1):
            if node.played_by is not None and node.decision.by is WonBy.OPEN:
                one, other = (self.number[id] for id in node.played_by)
                mine, theirs = (_first_colours(task.cards[number]) for number in (one, other))
                yield Pair(one, other) if first_has_white(mine, theirs, self.drawn, at) else Pair(other, one)

    def open_matches(self, cards: Cards) -> Iterable[OpenMatch]:
        return self.open

    def places(self, went_on: WentOn) -> Mapping[int, int]:
        return self._places([*self._nodes(went_on, self.plan[-1].round).values()])

    def _places(self, nodes: list[Node]) -> Mapping[int, int]:
        return {self.number[id]: place for id, place in places_in(nodes).items()}

    def won_by(self, went_on: WentOn, winner: Callable[[int, Pair], PairingNumber]) -> Mapping[int, int]:
        """The places, the matches that nobody has won yet being won by whoever is said to, round after round.

        The tree grows once, where `paired` and `places` would let it grow for each round. Colours are left out.
        """
        won = {round: set(winners) for round, winners in went_on.items()}
        tree = _Foreseen(self.field, {}, self, won)
        for round, matches in groupby(self.plan, key=lambda match: match.round):
            added = list(matches)
            for match in added:
                tree.add(match)
            for match in added:
                node = tree.nodes[match.number]
                if node.played_by is not None and node.decision.by is WonBy.OPEN:
                    one, other = (self.number[id] for id in node.played_by)
                    won.setdefault(round, set()).add(winner(round, Pair(one, other)))
                    tree.add(match)
        return self._places([*tree.nodes.values()])

    @property
    def losses(self) -> Counter[PairingNumber]:
        """Matches of published rounds that each has lost."""
        over = [node for node in self.known.values() if node.decision.over]
        there = ((node, one) for node in over for one in node.comers if isinstance(one, int))
        return Counter(self.number[one] for node, one in there if node.decision.winner != one)

    def of_level(self, pair: Pair, expected: float) -> GameChances:
        """Who goes on from a level match: by the expected score where further games decide, by the rule, by a coin."""
        if self.level is LevelRule.FURTHER_GAMES:
            return GameChances(expected, 0.0, 1 - expected)
        one, other = (self.first_ratings.get(number) for number in (pair.white, pair.black))
        if self.level is LevelRule.LOTS or one is None or other is None or one == other:
            return BY_COIN
        return GameChances(1.0, 0.0, 0.0) if one < other else GameChances(0.0, 0.0, 1.0)

    def _nodes(self, went_on: WentOn, last: int) -> dict[int, Node]:
        """Of the rounds to the last, by number of the match."""
        tree = _Foreseen(self.field, {}, self, went_on)
        for match in self.plan:
            if match.round <= last:
                tree.add(match)
        return tree.nodes


@dataclass(slots=True)
class _Foreseen(GrowingTree):
    bracket: ByBracket
    went_on: WentOn

    def add(self, match: BracketMatch) -> None:
        known = self.bracket.known.get(match.number)
        if known is not None and (known.decision.over or not known.board):
            self.nodes[match.number] = known
            return
        comers = known.comers if known else self.comers(match)
        made = Decision(WonBy.OPEN) if known else self.without_game(match, *comers)
        if made.by is WonBy.OPEN and (winners := self.went_on.get(match.round)):
            number = self.bracket.number
            won = [one for one in comers if isinstance(one, int) and number[one] in winners]
            made = Decision(WonBy.GAMES, won[0]) if won else made
        self.nodes[match.number] = Node(match, comers, known.board if known else 0, made)

    def seen(self, source: Node, by: int) -> Decision:
        return source.decision

    def comes(self, id: EntrantId, round: int) -> bool:
        return self.bracket.number[id] not in self.bracket.away[round]


def _first_colours(card: Card) -> list[Colour]:
    games = ((line.games[0] if line.games else line.code, line.colour) for line in card.lines)
    return [colour for code, colour in games if colour is not None and not code.forfeit]


def by_bracket(t: Tournament, rules: Bracketed, away: Mapping[int, Mapping[PairingNumber, object]]) -> ByBracket:
    number, field = numbers_of(t), rules.field(t, t.published)
    known = [node for node in rules.tree(t) if node.match.round <= t.published]
    undecided = [(node.match.round, _match_of(t, node)) for node in known if node.board and not node.decision.over]
    return ByBracket(
        plan=rules.plan(t, bracket_size(len(field))),
        field=field,
        known={node.match.number: node for node in known},
        open=tuple(
            (round, Pair(number[one], number[other]))
            for round, match in undecided
            for one, other in [entrants_of(match)]
        ),
        further={(round, number[entrants_of(match)[0]]): _further_games(t, match) for round, match in undecided},
        number=number,
        away=away,
        drawn=t.initial_colour or Colour.WHITE,
        level=t.regulations.knockout.level,
        first_ratings={number[id]: rating for id, rating in (t.first_ratings or _ratings(t)).items() if id in number},
    )


def _match_of(t: Tournament, node: Node) -> Match:
    return t.round(node.match.round).matches[node.board]


def _further_games(t: Tournament, match: Match) -> FurtherGames:
    (one, other), first = running_score(t, match).further, match[0].white
    left = [game for game in match if not game.kind.counts and not game.decided]
    return FurtherGames(one - other, tuple(FurtherGame(game.white != first, game.kind) for game in left))


def _ratings(t: Tournament) -> dict[EntrantId, int]:
    return {player.id: player.rating for player in t.players.values()}
