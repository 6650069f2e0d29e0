"""The field: all cards of an event taken apart once, so that every tie-break is a short sum.

Players are known here by their *place in the list* (0, 1, 2 ...), in the order of their pairing
numbers; only `Field.of` and the public functions speak of pairing numbers.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field, replace
from enum import Enum, IntEnum
from fractions import Fraction
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import Final, TypeVar, cast

from domain.cards.card import Card, CardLine, Cards
from domain.ranking.tiebreaks.context import Context
from domain.ranking.tiebreaks.descriptor import BadTiebreak, Reference, Tiebreak
from domain.ranking.tiebreaks.teams import TeamCard, TeamCards, as_card, as_cards
from domain.records import dataclass
from domain.words.games import PLAYED_CODES, Code

T = TypeVar("T")

MemoKey = tuple[object, frozenset[int]]
"""The question, and the players it is asked among."""


class Reach(IntEnum):
    """The distance in games of the cards that a value is made of."""

    OWN = 0
    OPPONENTS = 1
    """And those of everybody the player was paired with."""
    THEIR_OPPONENTS = 2
    EVERYBODY = 3
    """A place among all."""


@dataclass(frozen=True, slots=True)
class _List:
    values: list[object]
    stale: frozenset[int] = frozenset()


@dataclass(slots=True)
class Memory:
    """Lists with a value for each player, by a key. A list that was given away is never changed."""

    foes: Sequence[Sequence[int]]
    """The scheduled opponent by player and round; -1 = none."""
    _lists: dict[object, _List] = field(default_factory=dict)
    _before: dict[MemoKey, object] = field(default_factory=dict)
    """Answers about some players from before the cards changed that still hold."""
    _among: dict[MemoKey, object] = field(default_factory=dict)
    _within: dict[tuple[frozenset[int], Reach], list[int]] = field(default_factory=dict)

    def list_of(self, key: object, reach: Reach, work: Callable[[Sequence[int]], Iterable[T]]) -> list[T]:
        """`work(players)` for all players, worked out once.

        Values known from before some cards changed are worked out again for those only whom
        the change can reach.
        """
        known = self._lists.get(key)
        if known is None:
            values = list(work(range(len(self.foes))))
        elif known.stale:
            again = self._reached(known.stale, reach)
            values = cast("list[T]", known.values.copy())
            for i, value in zip(again, work(again), strict=True):
                values[i] = value
        else:
            return cast("list[T]", known.values)
        self._lists[key] = _List(cast("list[object]", values))
        return values

    def marks(self, reach: Reach) -> list[object]:
        """Something for each player that is something else as soon as a card in reach has changed."""
        return self.list_of(("marks", reach), reach, lambda players: [object() for _ in players])

    def among(self, key: object, group: Sequence[int], work: Callable[[], T]) -> T:
        """`work()` about nothing but the cards of this group, known until one of them changes.

        A group that nobody asks for between two changes is forgotten: such groups come and go.
        """
        at = key, frozenset(group)
        if at not in self._among:
            self._among[at] = self._before[at] if at in self._before else work()
        return cast(T, self._among[at])

    def after(self, changed: Collection[int]) -> "Memory":
        """The memory that still holds when these players' cards have changed, but not whom they met."""
        lists = {key: _List(known.values, known.stale.union(changed)) for key, known in self._lists.items()}
        untouched = frozenset(changed).isdisjoint
        still = {at: known for at, known in self._among.items() if untouched(at[1])}
        return Memory(self.foes, lists, still)

    def _reached(self, players: frozenset[int], reach: Reach) -> Sequence[int]:
        if reach is Reach.EVERYBODY:
            return range(len(self.foes))
        if (players, reach) not in self._within:
            found = set(players)
            for _ in range(reach):
                found.update(*[self.foes[i] for i in found])
                found.discard(-1)
            self._within[players, reach] = sorted(found)
        return self._within[players, reach]


class Undefined(Enum):
    """The value of a tie-break that has nothing to be computed from. It sorts last, not as 0."""

    UNDEFINED = "undefined"


UNDEFINED: Final = Undefined.UNDEFINED
Value = Fraction | int | Undefined
"""Points are `Fraction`, counts, ranks and ratings `int`."""


_LAST = 1 << 62


@lru_cache(maxsize=1 << 14)
def exact(raw: int, unit: int) -> Fraction:
    """`raw` / `unit`; the same object each time, so that equal rows are found equal without comparing fractions."""
    return Fraction(raw, unit)


@dataclass(frozen=True, slots=True)
class TiebreakColumn:
    """One tie-break for everybody: whole numbers of 1/`unit`, None = undefined."""

    raw: Sequence[int | None]
    unit: int = 1

    def of(self, players: Sequence[int]) -> "TiebreakColumn":
        return self if len(players) == len(self.raw) else TiebreakColumn([self.raw[i] for i in players], self.unit)

    def values(self) -> list[Value]:
        if self.unit == 1:
            return [UNDEFINED if x is None else x for x in self.raw]
        shown: dict[int | None, Value] = {x: exact(x, self.unit) for x in set(self.raw) if x is not None}
        shown[None] = UNDEFINED
        return [shown[x] for x in self.raw]

    def value(self, i: int) -> Value:
        x = self.raw[i]
        if x is None:
            return UNDEFINED
        return x if self.unit == 1 else exact(x, self.unit)

    def keys(self, *, low_first: bool) -> list[int]:
        """Ascending sorting keys: the better the smaller, undefined last."""
        if low_first:
            return [_LAST if x is None else x for x in self.raw]
        return [_LAST if x is None else -x for x in self.raw]


class NeedsTeams(BadTiebreak):
    """The tie-break is for teams, the cards are players'."""


class NeedsPlayers(BadTiebreak):
    """The tie-break is for players, the cards are teams'."""


@dataclass(slots=True)
class Field:
    """All players of an event, taken apart. Treat as read-only; it only remembers what it computed."""

    context: Context
    cards: list[Card]
    index: dict[int, int]
    points: list[list[int]]
    scores: list[int]
    foes: list[list[int]]
    """The scheduled opponent by player and round; -1 = none."""
    missed: dict[int, list[int]]
    """Rounds (from 0) not played over the board, for those who have any."""
    team_cards: list[TeamCard] = field(default_factory=list)
    scoring_of: dict[Reference, "Field"] = field(default_factory=dict)
    memory: Memory = field(default_factory=lambda: Memory(()))
    fields: dict[str, "Field"] = field(default_factory=dict)
    made_for: Context | None = None
    """For teams the context as it was given, before each of the two scores got its own scoring."""

    @classmethod
    def of(cls, cards: Cards | TeamCards, context: Context, earlier: "Field | None" = None) -> "Field":
        """Take cards apart; team cards become two fields, the primary one is returned.

        `earlier` is a field of a moment before: if only results have changed since, it is taken over with all that it
        remembers and only the changed cards are taken apart, if they come in the order of the pairing numbers.
        """
        if isinstance(next(iter(cards.values()), None), TeamCard):
            return _teams(cast("TeamCards", cards), context, earlier)
        players = cast("Cards", cards)
        if earlier is not None and earlier.context == context and list(earlier.index) == list(players):
            unlike = map(is_not, players.values(), earlier.cards)
            changed = dict(compress(enumerate(players.values()), unlike))
            if all(_alike(card, earlier.cards[i]) for i, card in changed.items()):
                return _after(earlier, changed)
        return _players(players, context)

    @classmethod
    def of_teams(cls, cards: TeamCards, context: Context, earlier: "Field | None" = None) -> "Field":
        return _teams(cards, context, earlier)

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def completed(self) -> int:
        return len(self.points[0]) if self.points else 0

    @property
    def rounds(self) -> int:
        return max(self.context.rounds, self.completed)

    def line(self, i: int, r: int) -> CardLine:
        return self.cards[i].lines[r]

    def codes(self, i: int) -> list[Code]:
        return [line.code for line in self.cards[i].lines]

    def met(self, i: int) -> list[int]:
        """Opponents met over the board, one entry for each game (C.07, 4.4)."""
        away = self.missed.get(i)
        if away is None:
            return self.foes[i]
        return [foe for r, foe in enumerate(self.foes[i]) if r not in away and foe >= 0]

    def referring(self, reference: Reference | None, tiebreak: Tiebreak) -> "Field":
        """The field whose score is meant; raises `NeedsTeams` where there are only players."""
        if reference is None:
            return self
        if reference not in self.scoring_of:
            raise NeedsTeams(str(tiebreak))
        return self.scoring_of[reference]

    def fore(self) -> "Field":
        """This field with every paired game of the last round a draw (C.07, 8.3).

        Forfeits of that round that are already known are draws too. Before the last round
        is paired the field is its own.
        """
        if self.completed == 0 or self.completed < self.context.rounds:
            return self
        if "fore" not in self.fields:
            drawn = {c.number: _drawn(c, self.context.scoring.draw) for c in self.cards}
            self.fields["fore"] = _players(drawn, self.context)
        return self.fields["fore"]


def _drawn(card: Card, draw: int) -> Card:
    last = card.lines[-1]
    if last.opponent is None:
        return card
    return replace(card, lines=(*card.lines[:-1], replace(last, code=Code.DRAW, points=draw)))


def _players(cards: Cards, context: Context) -> Field:
    ordered = [cards[number] for number in sorted(cards)]
    index: dict[int, int] = {card.number: i for i, card in enumerate(ordered)}
    points, scores, foes = [], [], []
    missed: dict[int, list[int]] = {}
    for i, card in enumerate(ordered):
        won, against, away = _apart(card, index)
        points.append(won)
        scores.append(card.carried + sum(won))
        foes.append(against)
        if away:
            missed[i] = away
    return Field(context, ordered, index, points, scores, foes, missed, memory=Memory(foes))


def _apart(card: Card, index: Mapping[int, int]) -> tuple[list[int], list[int], list[int]]:
    lines, place = card.lines, index.get
    against = [-1 if line.opponent is None else place(line.opponent, -1) for line in lines]
    away = [r for r, line in enumerate(lines) if line.code not in PLAYED_CODES or against[r] < 0]
    return [line.points for line in lines], against, away


def _alike(card: Card, earlier: Card) -> bool:
    """Nothing has changed that is of any matter to somebody who never met the player.

    One unrated player takes the rating tie-breaks from everybody (C.07, 10).
    """
    return _opponents(card) == _opponents(earlier) and bool(card.rating) is bool(earlier.rating)


def _opponents(card: Card) -> list[int | None]:
    return [line.opponent for line in card.lines]


def _after(earlier: Field, changed: Mapping[int, Card]) -> Field:
    now = replace(
        earlier,
        cards=earlier.cards.copy(),
        points=earlier.points.copy(),
        scores=earlier.scores.copy(),
        missed=earlier.missed.copy(),
        memory=earlier.memory.after(changed),
        fields={},
    )
    for i, card in changed.items():
        won, _, away = _apart(card, earlier.index)
        now.cards[i], now.points[i], now.scores[i] = card, won, card.carried + sum(won)
        now.missed.pop(i, None)
        if away:
            now.missed[i] = away
    return now


def _teams(teams: TeamCards, context: Context, earlier: Field | None) -> Field:
    rules, cards = context.team, [teams[number] for number in sorted(teams)]
    if earlier is not None and earlier.made_for == context and list(earlier.index) == list(teams):
        both = _both_after(earlier, cards)
        if both is not None:
            return _paired(both, cards, context)
    both = {r: _players(as_cards(teams, rules, r), replace(context, scoring=rules.scoring(r))) for r in Reference}
    return _paired(both, cards, context)


def _both_after(earlier: Field, cards: list[TeamCard]) -> dict[Reference, Field] | None:
    """Both scores with the changed cards in their places; None where more than results has changed."""
    changed = {i: card for i, card in enumerate(cards) if card is not earlier.team_cards[i]}
    rules = earlier.context.team
    both = {r: {i: as_card(card, rules, r) for i, card in changed.items()} for r in Reference}
    fields = earlier.scoring_of
    if not all(_alike(card, fields[r].cards[i]) for r, of in both.items() for i, card in of.items()):
        return None
    return {r: _after(fields[r], of) for r, of in both.items()}


def _paired(both: dict[Reference, Field], cards: list[TeamCard], context: Context) -> Field:
    for one in both.values():
        one.team_cards, one.scoring_of, one.made_for = cards, both, context
    return both[context.team.primary]
