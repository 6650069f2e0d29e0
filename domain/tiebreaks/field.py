"""The field: all cards of an event taken apart once, so that every tie-break is a short sum.

Players are known here by their *place in the list* (0, 1, 2 ...), in the order of their pairing
numbers; only `Field.of` and the public functions speak of pairing numbers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Final

from domain.cards import Card, Cards, Line
from domain.games import PLAYED, Code, Scoring
from domain.tiebreaks.descriptor import BadTiebreak, Reference
from domain.tiebreaks.teams import TeamCard, TeamCards, TeamRules, as_cards
from domain.tiebreaks.unplayed import Ruleset


class Undefined(Enum):
    """The value of a tie-break that has nothing to be computed from. It sorts last, not as 0."""

    UNDEFINED = "undefined"


UNDEFINED: Final = Undefined.UNDEFINED
Value = Fraction | int | Undefined
"""Points are `Fraction`, counts, ranks and ratings `int`."""


class Divisor(StrEnum):
    """What the sum of the opponents' ratings is divided by."""

    GAMES = "games"
    """Opponents met over the board (C.07, 10.1)."""
    ROUNDS = "rounds"
    """Rounds (article 32.4.1)."""


class Direct(StrEnum):
    """When the games among the tied decide."""

    STRICT = "strict"
    """Only if all of them have met (article 32.1.6)."""
    C07 = "c07"
    """Also where no missing game could change the order (C.07, 6.3)."""


class Unrated(StrEnum):
    """What an unrated opponent does to a rating tie-break."""

    UNDEFINED = "undefined"
    """The value cannot be computed."""
    SKIPPED = "skipped"
    """The game is left out."""
    FLOOR = "floor"
    """He counts as rated `Context.floor`."""


class LowestVoluntary(StrEnum):
    """Which unplayed round a Sonneborn-Berger cut takes when dummies differ (open in C.07, 16.5)."""

    CONTRIBUTION = "contribution"
    """The one that contributes least (the reading of FIDE's exercises)."""
    SCORE = "score"
    """The one whose dummy has the lowest score."""


@dataclass(frozen=True, slots=True)
class Context:
    """Everything besides the cards that a tie-break may depend on."""

    ruleset: Ruleset = Ruleset.C07_2026
    scoring: Scoring = field(default_factory=Scoring)
    rounds: int = 0
    """Rounds planned; 0 = as many as are on the cards."""
    predetermined: bool = False
    """Round robin or another plan made before the start: forfeits count as games (C.07, 15.2)."""
    divisor: Divisor = Divisor.GAMES
    direct: Direct | None = None
    """None = as the ruleset has it: `C07` for C.07, `STRICT` otherwise."""
    unrated: Unrated = Unrated.UNDEFINED
    floor: int = 1400
    """What `Unrated.FLOOR` counts."""
    short_schedule_last: bool = False
    """No performance for who chose not to play more than two games (article 32.4.3)."""
    lowest_voluntary: LowestVoluntary = LowestVoluntary.CONTRIBUTION
    adjust: bool = True
    """C.07, 16.3 in force (16.6 lets the organiser switch it off beforehand)."""
    dummies: bool = True
    """C.07, 16.4 in force."""
    voluntary_cut: bool = True
    """C.07, 16.5 in force."""
    team: TeamRules = field(default_factory=TeamRules)
    lots: Mapping[int, int] = field(default_factory=dict)
    """Pairing number to place in the draw; lower is better."""
    playoff: Mapping[int, int] = field(default_factory=dict)
    """Pairing number to half-points of the play-off."""
    manual: Mapping[int, int] = field(default_factory=dict)
    """Pairing number to the place the arbiter gave; lower is better."""

    @property
    def direct_mode(self) -> Direct:
        return self.direct or (Direct.C07 if self.ruleset.c07 else Direct.STRICT)


_LAST = 1 << 62
"""A sorting key after every real one."""


@dataclass(frozen=True, slots=True)
class Column:
    """One tie-break for everybody: whole numbers of 1/`unit`, None = undefined."""

    raw: Sequence[int | None]
    unit: int = 1

    def values(self) -> list[Value]:
        """Exact values, in the order of the field."""
        if self.unit == 1:
            return [UNDEFINED if x is None else x for x in self.raw]
        shown: dict[int | None, Value] = {x: Fraction(x, self.unit) for x in set(self.raw) if x is not None}
        shown[None] = UNDEFINED
        return [shown[x] for x in self.raw]

    def value(self, i: int) -> Value:
        x = self.raw[i]
        if x is None:
            return UNDEFINED
        return x if self.unit == 1 else Fraction(x, self.unit)

    def keys(self, *, low_first: bool) -> list[int]:
        """Ascending sorting keys: the better the smaller, undefined last."""
        if low_first:
            return [_LAST if x is None else x for x in self.raw]
        return [_LAST if x is None else -x for x in self.raw]


class NeedsTeams(BadTiebreak):
    """The tie-break is for teams, the cards are players'."""


@dataclass(slots=True)
class Field:
    """All players of an event, taken apart. Treat as read-only; it only remembers what it computed."""

    context: Context
    cards: list[Card]
    index: dict[int, int]
    points: list[list[int]]
    """Half-points by player and round."""
    scores: list[int]
    foes: list[list[int]]
    """The scheduled opponent by player and round; -1 = none."""
    missed: dict[int, list[int]]
    """Rounds (from 0) not played over the board, for those who have any."""
    team_cards: list[TeamCard] = field(default_factory=list)
    scoring_of: dict[Reference, "Field"] = field(default_factory=dict)
    columns: dict[object, Column] = field(default_factory=dict)
    parts: dict[object, object] = field(default_factory=dict)

    @classmethod
    def of(cls, cards: Cards | TeamCards, context: Context) -> "Field":
        """Take cards apart; team cards become two fields, the primary one is returned."""
        teams = {n: c for n, c in cards.items() if isinstance(c, TeamCard)}
        if teams:
            return _teams(teams, context)
        return _players({n: c for n, c in cards.items() if isinstance(c, Card)}, context)

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def completed(self) -> int:
        """Rounds on the cards."""
        return len(self.points[0]) if self.points else 0

    @property
    def rounds(self) -> int:
        """Rounds of the tournament."""
        return max(self.context.rounds, self.completed)

    def line(self, i: int, r: int) -> Line:
        return self.cards[i].lines[r]

    def codes(self, i: int) -> list[Code]:
        return [line.code for line in self.cards[i].lines]

    def met(self, i: int) -> list[int]:
        """Opponents met over the board, one entry for each game (C.07, 4.4)."""
        away = self.missed.get(i)
        if away is None:
            return self.foes[i]
        return [foe for r, foe in enumerate(self.foes[i]) if r not in away and foe >= 0]

    def referring(self, reference: Reference | None, text: str) -> "Field":
        """The field whose score is meant; raises `NeedsTeams` where there are only players."""
        if reference is None:
            return self
        if reference not in self.scoring_of:
            raise NeedsTeams(text)
        return self.scoring_of[reference]

    def column(self, key: object, compute: Callable[[], Column]) -> Column:
        """`compute()`, once."""
        if key not in self.columns:
            self.columns[key] = compute()
        return self.columns[key]

    def fore(self) -> "Field":
        """The same field with every paired game of the last round a draw (C.07, 8.3).

        Forfeits of that round that are already known are draws too. Before the last round
        is paired the field is its own.
        """
        if self.completed == 0 or self.completed < self.context.rounds:
            return self
        known = self.parts.get("fore")
        if not isinstance(known, Field):
            known = _players({c.number: _drawn(c, self.context.scoring.draw) for c in self.cards}, self.context)
            self.parts["fore"] = known
        return known


def _drawn(card: Card, draw: int) -> Card:
    last = card.lines[-1]
    if last.opponent is None:
        return card
    return replace(card, lines=(*card.lines[:-1], replace(last, code=Code.DRAW, points=draw)))


def _players(cards: Mapping[int, Card], context: Context) -> Field:
    ordered = [cards[number] for number in sorted(cards)]
    index = {card.number: i for i, card in enumerate(ordered)}
    points, scores, foes = [], [], []
    missed: dict[int, list[int]] = {}
    place = index.get
    for i, card in enumerate(ordered):
        lines = card.lines
        won = [line.points for line in lines]
        against = [-1 if line.opponent is None else place(line.opponent, -1) for line in lines]
        away = [r for r, line in enumerate(lines) if line.code not in PLAYED or against[r] < 0]
        points.append(won)
        scores.append(sum(won))
        foes.append(against)
        if away:
            missed[i] = away
    return Field(context, ordered, index, points, scores, foes, missed)


def _teams(teams: TeamCards, context: Context) -> Field:
    rules = context.team
    both = {r: _players(as_cards(teams, r), replace(context, scoring=rules.scoring(r))) for r in Reference}
    cards = [teams[number] for number in sorted(teams)]
    for one in both.values():
        one.team_cards = cards
        one.scoring_of = both
    return both[rules.primary]
