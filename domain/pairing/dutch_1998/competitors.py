"""The input of the rules of 1998: players in the order of A.2, score brackets (A.3, A.6, A.8), colours (B.2, E)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from domain.cards.card import Card, CardLine, Float, PairingTask
from domain.pairing.swiss import colours as rules
from domain.pairing.swiss.colours import Colours, Preference, colour_history, games_ahead
from domain.pairing.swiss.criteria import opponents_met
from domain.pairing.swiss.edition import Places
from domain.records import dataclass
from domain.words.games import Code, Colour
from domain.words.players import PairingNumber

# Colours: what B.2 lets a player have, and who gets White (section E).


def bears(colours: Colours, colour: Colour, run: int = 2) -> bool:
    """One more game with `colour` keeps B.2: difference within two, not three in a row, or within another `run`."""
    return abs(games_ahead(colours, colour) + 1) <= run and colours[-run:] != (colour,) * run


@dataclass(frozen=True, slots=True)
class Side:
    number: PairingNumber
    colours: Colours
    """The colours of the games really played: unplayed rounds are squeezed out (F.3)."""
    preference: Preference
    may: frozenset[Colour]
    """Colours that keep B.2, or both where it is waived."""

    @property
    def parity(self) -> int:
        """The number that is odd or even in E.5."""
        return self.number


def e2_stronger_preference(higher: rules.Coloured, lower: rules.Coloured, lot: Colour) -> Colour | None:
    """E.2: grant the stronger preference."""
    mine, theirs = higher.preference, lower.preference
    if mine.strength > theirs.strength:
        return mine.colour
    if mine.strength < theirs.strength:
        return theirs.colour.opposite if theirs.colour else None
    return None


SECTION_E: rules.Allocation = (
    ("E.1", rules.both_preferences),
    ("E.2", e2_stronger_preference),
    ("E.3", rules.alternate),
    ("E.4", rules.higher_ranked),
    ("E.5", rules.by_initial_colour),
)
"""In order of priority. E.5 is written for round 1; two who never played meet under it later, too."""


def allocate(higher: Side, lower: Side, lot: Colour) -> tuple[str, Colour]:
    """The article that decides, and the colour of the higher player.

    Where B.2 leaves only one way, it stands above section E: E.0, which is named only where it overrules.
    """
    article, colour = rules.allocate(SECTION_E, higher, lower, lot)
    return ("E.0", colour.opposite) if rules.ways(higher.may, lower.may) == [colour.opposite] else (article, colour)


# The players to be paired, in the order of A.2, with all that the criteria ask about them.

WITHOUT_PLAYING = frozenset({Code.PAIRING_BYE, Code.FULL_BYE, Code.FORFEIT_WIN})
"""A point without playing (B.1b)."""


@dataclass(frozen=True, slots=True)
class Competitor(Side):
    score: int
    met: frozenset[PairingNumber]
    """Opponents of games really played (B.1a, F.2)."""
    exempt: bool
    """More than 50 % before the last round: B.2, B.5 and B.6 do not bind this player."""
    floats: tuple[Float | None, Float | None]
    had_free_point: bool
    """B.1b: a point without playing."""

    @property
    def rank(self) -> tuple[int, int]:
        """The order of A.2: score first, then pairing number."""
        return (-self.score, self.number)

    def repeats(self, way: Float, ago: int) -> bool:
        """This float would be the one of so many rounds ago again, and B.5 and B.6 bind the player."""
        return self.floats[ago - 1] is way and not self.exempt


def competitor(card: Card, task: PairingTask) -> Competitor:
    """The competitor of a card, read by A.4, A.7, B.1 and B.2."""
    colours = colour_history(card.lines)
    score = card.score
    exempt = topscorer(score, task)
    may = Colour if exempt else [colour for colour in Colour if bears(colours, colour, task.colour_run)]
    return Competitor(
        number=card.number,
        score=score,
        met=opponents_met(card),
        colours=colours,
        preference=rules.preference(colours, task.colour_run),
        exempt=exempt,
        may=frozenset(may),
        floats=(float_of(card.lines[-1]) if card.lines else None, float_of(card.lines[-2]) if card.lines[1:] else None),
        had_free_point=not WITHOUT_PLAYING.isdisjoint([line.code for line in card.lines]),
    )


def float_of(line: CardLine) -> Float | None:
    return Float.DOWN if line.code is Code.PAIRING_BYE else Float.of(line.ahead)


def topscorer(score: int, task: PairingTask) -> bool:
    """More than 50 % of the points to be had before the last round (A.7, note to B.6)."""
    return task.round == task.rounds and 2 * score > task.scoring.win * (task.rounds - 1)


@dataclass(frozen=True, slots=True)
class PairingField:
    """Everybody present, best first. A *place* is an index into `players`; sets of places are bits of an int."""

    players: tuple[Competitor, ...]
    place: Mapping[PairingNumber, int]
    forbidden: frozenset[frozenset[PairingNumber]]
    lot: Colour

    def numbers(self, places: Iterable[int]) -> tuple[PairingNumber, ...]:
        return tuple(self.players[place].number for place in places)


def field_of(task: PairingTask) -> PairingField:
    """The players present (F.5), ranked by A.2."""
    present = (competitor(card, task) for card in task.cards.values() if card.present)
    players = tuple(sorted(present, key=lambda player: player.rank))
    places = {player.number: place for place, player in enumerate(players)}
    return PairingField(players, places, task.forbidden, task.initial_colour)


# Score brackets, S1 and S2, and x: articles A.3, A.6 and A.8. Places ascend: that is the order of A.2.


@dataclass(frozen=True, slots=True)
class Bracket:
    """Players to be paired with each other (A.3)."""

    moved: Places
    residents: Places
    last: bool = False
    """Nobody is below; an odd player out gets the bye (A.5)."""
    everybody: bool = False
    """Nobody is above either, all others having been joined to it (C.13): treated as homogeneous."""

    @property
    def members(self) -> Places:
        return tuple(sorted(self.moved + self.residents))

    @property
    def mixed(self) -> bool:
        """At least half were moved down: the whole bracket is treated as homogeneous (A.3, Q15)."""
        half = 2 * len(self.moved) >= len(self.moved) + len(self.residents)
        return bool(self.moved) and (half or self.everybody)

    @property
    def heterogeneous(self) -> bool:
        return bool(self.moved) and not self.mixed

    @property
    def most_pairs(self) -> int:
        return (len(self.moved) + len(self.residents)) // 2

    def without(self, places: Sequence[int]) -> "Bracket":
        moved, residents = without_these(self.moved, places), without_these(self.residents, places)
        return Bracket(moved, residents, self.last, self.everybody)


def without_these(places: Places, gone: Iterable[int]) -> Places:
    away = set(gone)
    return tuple(place for place in places if place not in away)


def score_groups(field: PairingField) -> list[Places]:
    """Places by score, highest first (A.3)."""
    ranked = enumerate(field.players)
    return [tuple(place for place, _ in group) for _, group in groupby(ranked, key=lambda pair: pair[1].score)]


def divided(members: Places, pairs: int) -> tuple[Places, Places]:
    """S1: the `pairs` highest; S2: all others (A.6, C.4)."""
    return members[:pairs], members[pairs:]


def in_excess(field: PairingField, members: Places, pairs: int, colour: Colour) -> int:
    """Pairs that at least join two players due `colour` if `pairs` of them are made; below 0: players to spare.

    With all pairs made this is the x of A.8 before it is cut off at 0; every pair that C.14
    gives up lowers it by one.
    """
    due = sum(field.players[place].preference.colour is colour for place in members)
    return due - (len(members) - pairs)


def least_clashes(field: PairingField, members: Places, pairs: int) -> int:
    """x (A.8), lowered by C.14 where pairs were given up, never below 0."""
    return max(0, *(in_excess(field, members, pairs, colour) for colour in Colour))
