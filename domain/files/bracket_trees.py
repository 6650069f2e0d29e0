"""The tree of a double elimination as the games of a file show it: whoever lost once plays on in the lower bracket."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from domain.files.trf.report import Report
from domain.files.trf.tasks import pairing_order
from domain.formats.tables.bracket import bracket_size, continued, double_elimination_bracket, seeding
from domain.records import dataclass
from domain.words.brackets import NOBODY_COMES, BracketMatch, BracketPart, BracketPlace, Origin
from domain.words.games import OPEN_CODES, WON_CODES, Code
from domain.words.options import KnockoutOptions

PairOfRanks = frozenset[int]
WonGames = Sequence[Mapping[PairOfRanks, int]]
"""Round by round who won, 0 = it is open; by the starting ranks of both."""
Tree = tuple[BracketMatch, ...]
PARTS_IN_ORDER = (BracketPart.MAIN, BracketPart.LOWER, BracketPart.FINAL, BracketPart.SECOND_FINAL)


class NoTree(Exception):
    """The games are those of no double elimination, or the file leaves open who won one of them."""


def options_seen(report: Report) -> KnockoutOptions:
    """The tree of the file with the rounds to come, where it is not the usual one, and whether it has one final."""
    games, field = [], _field(report)
    try:
        games = [_games(report, round) for round in range(1, report.rounds_paired + 1)]
        grown = _grown(report, games, field)
        second = not _one_final_only(report, grown)
        if len(field) < 3 or _explains(double_elimination_bracket(bracket_size(len(field))), field, games):
            return KnockoutOptions(second_final=second)
        tree = _from_the_top(_completed(grown.matches))
        return KnockoutOptions(second_final=second, tree=tree if _explains(tree, field, games) else ())
    except (NoTree, ValueError):
        return KnockoutOptions()


def _games(report: Report, round: int) -> dict[PairOfRanks, int]:
    """Raises NoTree for a level game, or one that both lost."""
    found: dict[PairOfRanks, int] = {}
    for player in report.players:
        entry = player.entry(round)
        if entry is None or entry.opponent is None:
            continue
        two = frozenset((player.number, int(entry.opponent)))
        if entry.code in WON_CODES:
            found[two] = player.number
        elif entry.code in OPEN_CODES:
            found[two] = 0
        else:
            found.setdefault(two, -1)
    if -1 in found.values():
        raise NoTree
    return found


def _free(report: Report, round: int) -> list[int]:
    """Who goes on without an opponent."""
    entries = ((player.number, player.entry(round)) for player in report.players)
    return [number for number, entry in entries if entry is not None and entry.code is Code.PAIRING_BYE]


def _field(report: Report) -> list[int]:
    """Everybody of round 1, by seed."""
    there = {entrant.number for entrant in report.players if (one := entrant.entry(1)) is not None and one.paired}
    return [entrant.number for entrant in pairing_order(report) if entrant.number in there]


def _explains(tree: Tree, field: Sequence[int], games: WonGames) -> bool:
    """All games of the rounds, and no others, are those of the tree."""
    came: dict[BracketPlace, int | None] = {}
    sat: dict[int, tuple[int | None, int | None]] = {}
    wanted: list[set[PairOfRanks]] = [set() for _ in games]
    for match in tree:
        one, other = sat[match.number] = _comer(match.places[0], field, came), _comer(match.places[1], field, came)
        winner = other if one == 0 else one if other == 0 else None
        loser: int | None = None if winner is None else 0
        if match.part is BracketPart.SECOND_FINAL and one and one == sat[match.places[0].of][0]:
            continue  # the first final was enough
        if one and other and match.round <= len(games):
            two = frozenset((one, other))
            wanted[match.round - 1].add(two)
            winner = games[match.round - 1].get(two) or None
            loser = winner and (other if winner == one else one)
        came |= {BracketPlace(Origin.WINNER, match.number): winner, BracketPlace(Origin.LOSER, match.number): loser}
    return wanted == [set(round) for round in games]


def _comer(place: BracketPlace, field: Sequence[int], came: Mapping[BracketPlace, int | None]) -> int | None:
    """A starting rank, 0 for nobody, None where it is not known yet."""
    if place.origin is Origin.SEED:
        return field[place.of - 1] if place != NOBODY_COMES and place.of <= len(field) else 0
    return came[place]


@dataclass(slots=True)
class _Growing:
    came: dict[int, BracketPlace]
    """Where each comes from; whoever is out, or in an open match, is not in it."""
    losses: Counter[int] = field(default_factory=Counter)
    matches: list[BracketMatch] = field(default_factory=list)

    def play(self, round: int, part: BracketPart, places: tuple[BracketPlace, BracketPlace]) -> int:
        self.matches.append(BracketMatch(len(self.matches) + 1, round, part, places))
        return len(self.matches)

    def meet(self, round: int, two: PairOfRanks, winner: int) -> None:
        one, other = sorted(two, key=lambda player: self.losses[player])
        if not two <= self.came.keys() or len(two) != 2:
            raise NoTree
        places = self.came.pop(one), self.came.pop(other)
        number = self.play(round, self._part(one, other, places), places)
        if winner:
            loser = other if winner == one else one
            self.losses[loser] += 1
            self.came[winner] = BracketPlace(Origin.WINNER, number)
            self.came[loser] = BracketPlace(Origin.LOSER, number)

    def _part(self, one: int, other: int, places: tuple[BracketPlace, BracketPlace]) -> BracketPart:
        lost = self.losses[one], self.losses[other]
        if lost[1] > 1:
            raise NoTree
        if lost == (0, 1):
            return BracketPart.FINAL
        finals = any(place.origin is not Origin.SEED and self._is_final(place.of) for place in places)
        return BracketPart.SECOND_FINAL if finals else BracketPart.LOWER if lost[0] else BracketPart.MAIN

    def _is_final(self, number: int) -> bool:
        return self.matches[number - 1].part is BracketPart.FINAL

    def part_of(self, player: int) -> BracketPart:
        return BracketPart.LOWER if self.losses[player] else BracketPart.MAIN

    def let_on(self, round: int, player: int) -> None:
        if player in self.came and self.losses[player] < 2:
            number = self.play(round, self.part_of(player), (self.came[player], NOBODY_COMES))
            self.came[player] = BracketPlace(Origin.WINNER, number)


def _grown(report: Report, games: WonGames, field: Sequence[int]) -> _Growing:
    growing = _Growing({player: BracketPlace(Origin.SEED, seed) for seed, player in enumerate(field, 1)})
    for round, played in enumerate(games, 1):
        for two, winner in played.items():
            growing.meet(round, two, winner)
        busy = {match.part for match in growing.matches if match.round == round}
        for player in _free(report, round):
            if growing.part_of(player) in busy:
                growing.let_on(round, player)
    return growing


def _one_final_only(report: Report, grown: _Growing) -> bool:
    """The winner of the lower bracket has won the final, and that was the end."""
    last = grown.matches[-1] if grown.matches else None
    ended = report.rounds_planned in (None, report.rounds_paired)
    won = last and (by for by, place in grown.came.items() if place == BracketPlace(Origin.WINNER, last.number))
    return bool(ended and last and won and last.part is BracketPart.FINAL and any(grown.losses[by] for by in won))


def _completed(matches: list[BracketMatch]) -> Tree:
    """With the rounds that the file does not have yet. Raises NoTree, and ValueError where ours do not follow."""
    finals = [match for match in matches if match.part is BracketPart.FINAL]
    if len(finals) > 1 or (finals and any(one.round > finals[0].round + 1 for one in matches)):
        raise NoTree
    if finals:
        first = finals[0]
        places = BracketPlace(Origin.WINNER, first.number), BracketPlace(Origin.LOSER, first.number)
        second = BracketMatch(len(matches) + 1, first.round + 1, BracketPart.SECOND_FINAL, places)
        return (*(match for match in matches if match.part is not BracketPart.SECOND_FINAL), second)
    used = {place for match in matches for place in match.places}
    line = _lines(matches)
    ends = sorted(matches, key=lambda match: line[_winner(match)])
    on = [match for match in ends if _winner(match) not in used]
    upper, lower = ([one.number for one in on if one.part is part] for part in PARTS_IN_ORDER[:2])
    fallen = [match.number for match in ends if match.part is BracketPart.MAIN and NOBODY_COMES not in match.places]
    waiting = [number for number in fallen if BracketPlace(Origin.LOSER, number) not in used]
    return continued(matches, upper, lower, waiting)


def _winner(match: BracketMatch) -> BracketPlace:
    return BracketPlace(Origin.WINNER, match.number)


def _lines(matches: Sequence[BracketMatch]) -> dict[BracketPlace, int]:
    """The top line of round 1 that leads to a place, as the seeds stand there; of nobody one behind all others."""
    seeds = {place.of for match in matches for place in match.places if place.origin is Origin.SEED}
    size = bracket_size(max(seeds))
    found = {BracketPlace(Origin.SEED, seed): line for line, seed in enumerate(seeding(size))} | {NOBODY_COMES: size}
    for match in matches:
        top = min(found[place] for place in match.places)
        found |= {_winner(match): top, BracketPlace(Origin.LOSER, match.number): top}
    return found


def _from_the_top(matches: Tree) -> Tree:
    """Each match beside the one whose winner it meets, numbered round by round from the top line down."""
    line = _lines(matches)
    turned = {match.number: match._replace(places=_in_order(match, line)) for match in matches}
    down = {number: at for at, number in enumerate(_walked(turned))}
    ordered = sorted(turned.values(), key=lambda one: (one.round, PARTS_IN_ORDER.index(one.part), down[one.number]))
    renumbered = {match.number: at for at, match in enumerate(ordered, 1)}

    def moved(place: BracketPlace) -> BracketPlace:
        return place if place.origin is Origin.SEED else place._replace(of=renumbered[place.of])

    return tuple(
        match._replace(number=at, places=(moved(match.places[0]), moved(match.places[1])))
        for at, match in enumerate(ordered, 1)
    )


def _in_order(match: BracketMatch, line: Mapping[BracketPlace, int]) -> tuple[BracketPlace, BracketPlace]:
    """The upper line first; in the lower bracket whoever has won there before the one who comes from above."""
    if match.part not in (BracketPart.MAIN, BracketPart.LOWER):
        return match.places
    lower = match.part is BracketPart.LOWER
    one, other = sorted(match.places, key=lambda place: (lower and place.origin is Origin.LOSER, line[place]))
    return one, other


def _walked(matches: dict[int, BracketMatch]) -> Iterator[int]:
    """From the finals back along the winners, the upper bracket first, each match behind those it comes from."""
    done: set[int] = set()

    def walk(number: int) -> Iterator[int]:
        if number in done:
            return
        done.add(number)
        for place in matches[number].places:
            if place.origin is Origin.WINNER:
                yield from walk(place.of)
        yield number

    for number in reversed(matches):
        yield from walk(number)
