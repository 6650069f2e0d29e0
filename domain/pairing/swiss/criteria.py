"""Absolute criteria as rows of an edition's table, and what they say of boards made by hand (C.04.3-C.04.4 2.1, 2.2).

No engine gives a player the colour that C.04.1, 6 and 7 forbid, because C3 keeps apart two who need the same one; by
hand anybody can be given it, so those two are rows for boards made by hand alone.

`One` is a player as the edition sees them. For the choice of a pairing the same is laid out as sets of places.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from domain.cards.card import Card, Pair, PairingTask
from domain.pairing.graph.alternating import able_to_stay_alone
from domain.pairing.graph.matching import as_bits, bits
from domain.pairing.swiss.colours import Colours, Preference, Preferring, Strength, games_ahead
from domain.pairing.system import BoardBreaches, NoLegalPairing, attendance, conflict, kept_apart
from domain.records import dataclass
from domain.words.articles import Article
from domain.words.games import PLAYED_CODES, Code, Colour, Word
from domain.words.players import PairingNumber
from domain.words.rounds import Breach, Fault

PlayerNumbers = tuple[PairingNumber, ...]


class HasMet(Protocol):
    """A player as C1 (1998 B.1a) sees them."""

    @property
    def number(self) -> PairingNumber: ...

    @property
    def met(self) -> frozenset[PairingNumber]: ...


class Competing(HasMet, Protocol):
    """A player as C1 to C3 see them."""

    @property
    def bye_allowed(self) -> bool: ...

    @property
    def colours(self) -> Colours: ...

    @property
    def preference(self) -> Preference: ...


One = TypeVar("One", bound=Competing)
AnyPlayer = TypeVar("AnyPlayer")


@dataclass(frozen=True, slots=True)
class HandSeating(Generic[One]):
    task: PairingTask
    boards: Collection[Pair]
    bye: PairingNumber | None
    players: Mapping[PairingNumber, One]

    @property
    def left(self) -> frozenset[PairingNumber]:
        seated = {number for pair in self.boards for number in (pair.white, pair.black)} | {self.bye}
        return frozenset(n for n, card in self.task.cards.items() if card.present and n not in seated)


@dataclass(frozen=True, slots=True)
class ForbidsPair(Generic[One]):
    number: str
    forbids: Callable[[One, One], bool]

    def broken(self, seating: HandSeating[One]) -> Iterator[PlayerNumbers]:
        for pair in seating.boards:
            if self.forbids(seating.players[pair.white], seating.players[pair.black]):
                yield pair.white, pair.black


@dataclass(frozen=True, slots=True)
class BarsFromBye(Generic[One]):
    number: str
    bars: Callable[[One], bool]

    def broken(self, seating: HandSeating[One]) -> Iterator[PlayerNumbers]:
        if seating.bye is not None and self.bars(seating.players[seating.bye]):
            yield (seating.bye,)


@dataclass(frozen=True, slots=True)
class BarsFromColour(Generic[One]):
    number: str
    bars: Callable[[One, Colour, int], bool]
    """The player, the colour, and how many games in a row may have one colour."""
    excuses: Callable[[One], bool]
    """A player with whom neither of a board is bound."""

    def broken(self, seating: HandSeating[One]) -> Iterator[PlayerNumbers]:
        run = seating.task.colour_run
        for pair in seating.boards:
            white, black = seating.players[pair.white], seating.players[pair.black]
            if self.excuses(white) or self.excuses(black):
                continue
            for player, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
                if self.bars(player, colour, run):
                    yield (player.number,)


@dataclass(frozen=True, slots=True)
class LeavesPairing(Generic[One]):
    number: str
    stranded: Callable[[PairingTask, Collection[PairingNumber]], PlayerNumbers]
    """Players among some who cannot all be paired; empty = they can."""

    def broken(self, seating: HandSeating[One]) -> Iterator[PlayerNumbers]:
        if stranded := self.stranded(seating.task, seating.left):
            yield stranded


def have_met(one: Competing, other: Competing) -> bool:
    """C1: two who have played each other."""
    return other.number in one.met or one.number in other.met


def had_bye(player: Competing) -> bool:
    """C2: a pairing-allocated bye, or a win's points from one round without playing."""
    return not player.bye_allowed


def same_absolute(one: Competing, other: Competing) -> bool:
    """C3: two with the same absolute preference."""
    return one.preference == other.preference and one.preference.strength is Strength.ABSOLUTE


def too_many_of_one_colour(player: Competing, colour: Colour, run: int) -> bool:
    """C.04.1, 6: with this game more than so many games ahead with the colour."""
    return games_ahead(player.colours, colour) >= run


def too_often_running(player: Competing, colour: Colour, run: int) -> bool:
    """C.04.1, 7: the last so many games had the colour already."""
    return player.colours[-run:] == (colour,) * run


def colour_limits(excuses: Callable[[One], bool] = lambda player: False) -> tuple[BarsFromColour[One], ...]:
    """C.04.1, 6 and 7 for boards made by hand; they bind nobody on a board with an excused player."""
    return (
        BarsFromColour("C.04.1, 6", too_many_of_one_colour, excuses),
        BarsFromColour("C.04.1, 7", too_often_running, excuses),
    )


# The criteria read from a card


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """A player as every system sees them; an edition adds what its own criteria ask."""

    number: PairingNumber
    score: int
    """Half-points that decide the bracket: real and virtual ones."""
    met: frozenset[PairingNumber]
    """Opponents of games really played."""
    colours: Colours
    preference: Preference
    bye_allowed: bool
    """No pairing-allocated bye yet, nor a win's points from one round without playing."""


def opponents_met(card: Card) -> frozenset[PairingNumber]:
    """The opponents of games, or matches, really played."""
    return frozenset([line.opponent for line in card.lines if line.opponent is not None and line.code in PLAYED_CODES])


def may_have_bye(card: Card, task: PairingTask) -> bool:
    """No pairing-allocated bye yet, nor a win's points from one round without a game (C.04.1, 4)."""
    unplayed = (line for line in card.lines if line.code not in PLAYED_CODES)
    return not any(line.code is Code.PAIRING_BYE or line.points >= task.scoring.win for line in unplayed)


def ahead_before(card: Card, round: int, task: PairingTask) -> int:
    """Half-points ahead of the opponent before a round, virtual ones included."""
    line = card.lines[round - 1]
    if not task.virtual:
        return line.ahead
    theirs = 0 if line.opponent is None else task.virtual_points(line.opponent, round)
    return line.ahead + task.virtual_points(card.number, round) - theirs


def kept_from(players: Sequence[HasMet], forbidden: Iterable[frozenset[PairingNumber]]) -> list[int]:
    """For each place those it has met, on either card, and those the arbiter keeps away from it."""
    at = {player.number: place for place, player in enumerate(players)}
    apart = [0] * len(players)
    for place, player in enumerate(players):
        me, theirs = 1 << place, 0
        for there in map(at.get, player.met):
            if there is not None:
                theirs |= 1 << there
                apart[there] |= me
        apart[place] |= theirs
    for one, other in (map(at.get, banned) for banned in forbidden if len(banned) == 2):
        if one is not None and other is not None:
            apart[one] |= 1 << other
            apart[other] |= 1 << one
    return apart


def legal_opponents(
    players: Sequence[Competing], forbidden: Iterable[frozenset[PairingNumber]], unlike: Collection[int]
) -> tuple[int, ...]:
    """For each place whom it may meet, as bits: C1, the bans, and of each of these sets no two together (C3)."""
    everybody = (1 << len(players)) - 1
    legal = [everybody & ~(apart | 1 << place) for place, apart in enumerate(kept_from(players, forbidden))]
    for alike in unlike:
        for place in bits(alike):
            legal[place] &= ~alike
    return tuple(legal)


def parities(task: PairingTask) -> dict[PairingNumber, int]:
    """The place that is odd or even where that gives a colour, by pairing number.

    Numbers of players who were never paired are skipped, as the endorsed programs do.
    """
    known = (
        number
        for number, card in sorted(task.cards.items())
        if card.present or any(line.opponent is not None or line.code is Code.PAIRING_BYE for line in card.lines)
    )
    return {number: place for place, number in enumerate(known, 1)}


# A field laid out as sets of places, those of it who cannot all be paired, and the bye that is given first.


def where(players: Iterable[AnyPlayer], test: Callable[[AnyPlayer], bool]) -> int:
    """The places of those who pass the test, as bits."""
    return as_bits(place for place, player in enumerate(players) if test(player))


def due_each(players: Sequence[Preferring]) -> dict[Colour, int]:
    """For each colour the places of those who prefer it, as bits."""
    return {colour: where(players, lambda p, c=colour: p.preference.colour is c) for colour in Colour}  # type: ignore[misc]


@dataclass(frozen=True, slots=True)
class SwissLayout(Generic[One]):
    """The players of a field by their places, and sets of places as bits."""

    players: tuple[One, ...]
    initial: Colour
    legal: tuple[int, ...]
    """For each place whom it may meet: C1, C3, and what the arbiter forbids."""
    due: Mapping[Colour, int]
    """Players with a preference for a colour."""
    bye: int
    """Players who may have the pairing-allocated bye (C2)."""


def competing(players: Sequence[Competing], legal: Sequence[int]) -> PlayerNumbers:
    """Return those who compete for too few opponents, or for the bye; empty = all can be paired."""
    takers = where(players, lambda player: player.bye_allowed)
    return conflict(legal, takers, [player.number for player in players])


def leaves_pairing_of(number: str, laid_out: Callable[[PairingTask], SwissLayout[One]]) -> LeavesPairing[One]:
    """C4: those who are left must have a complete legal pairing among themselves."""

    def stranded(task: PairingTask, left: Collection[PairingNumber]) -> PlayerNumbers:
        layout = laid_out(task.among(left))
        return competing(layout.players, layout.legal)

    return LeavesPairing(number, stranded)


def bye_taker(players: Sequence[Competing], legal: Sequence[int], order: Iterable[int]) -> int | None:
    """The first in this order who may have the bye and without whom all others can be paired.

    None: the field is even. Raises NoLegalPairing.
    """
    if len(players) % 2 == 0:
        return None
    able = able_to_stay_alone(legal)
    taker = next((place for place in order if able >> place & 1 and players[place].bye_allowed), None)
    if taker is None:
        raise NoLegalPairing(competing(players, legal))
    return taker


# A pairing made by hand against the absolute criteria of an edition: the desk's live validator.

AbsoluteRow = ForbidsPair[One] | BarsFromBye[One] | BarsFromColour[One] | LeavesPairing[One]


class CheckByHand(Protocol):
    def __call__(self, task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None) -> BoardBreaches: ...


def checked_by(
    everybody: Callable[[PairingTask], Mapping[PairingNumber, One]], rows: Iterable[AbsoluteRow[One]], seated: Article
) -> CheckByHand:
    """Return the check of boards by the rows, by the article on who is seated, and by the arbiter's bans.

    Boards may still be missing: then C4 says whether those left can all be paired.
    """

    def check(task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None) -> BoardBreaches:
        seating = HandSeating(task, tuple(pairs), bye, everybody(task))
        return (
            *attendance(task, seating.boards, bye, seat=seated, away=seated),
            *(
                Breach(Fault.RULE, players, Article(seated.edition, row.number))
                for row in rows
                for players in row.broken(seating)
            ),
            *(breach for pair in seating.boards for breach in kept_apart(task, pair)),
        )

    return check


# Criteria that a bracket meets as well as it can, each counted over some of the pairs.


class Zone(Word):
    HERE = "here"
    """A pair of the bracket itself."""
    NEXT = "next"
    """A pair of the next bracket: one of its residents with another, or with a floater from here."""
    BYE = "bye"
    ELSEWHERE = "elsewhere"


class Zoned(Protocol):
    """The facts that the criteria of an edition ask about a bracket."""

    def zone(self, higher: int, lower: int, /) -> Zone:
        """Return the place where the pair counts."""


Measured = TypeVar("Measured", bound=Zoned)


@dataclass(frozen=True, slots=True)
class CountedCriterion(Generic[Measured]):
    number: str
    zone: Zone
    amount: Callable[[Measured, int, int], int]
    """Two places of this zone, the higher first -> what their pair adds (more is better)."""
    bits: Callable[[Measured], int]
    """The bits that the sum takes; 0 = the criterion cannot tell two pairings apart."""

    def adds(self, measured: Measured, a: int, b: int) -> int:
        """Return the amount that any pair adds."""
        return self.amount(measured, a, b) if measured.zone(a, b) is self.zone else 0


def each_pair(measured: object, a: int, b: int) -> int:
    """1: the more pairs of the zone the better."""
    return 1


@dataclass(frozen=True, slots=True)
class ScoreLadder:
    """A number for each score, so that sums over some players compare their scores in descending order."""

    worth: Mapping[int, int]
    bits: int


def ladder(scores: Sequence[int], most: int, alike: Collection[int] = ()) -> ScoreLadder:
    """For sums over no more than `most` of these players: a digit for each score, or its rank if it is one player.

    Scores `alike` have the highest digit together.
    """
    top = max(alike, default=0)
    counts: dict[int, int] = {}
    for score in scores:
        score = top if score in alike else score
        counts[score] = counts.get(score, 0) + 1
    worth, at = {}, 0
    for rank, (score, count) in enumerate(sorted(counts.items()), 1):
        worth[score] = 1 << at if most > 1 else rank
        at += min(count, most).bit_length()
    return ScoreLadder(
        worth | dict.fromkeys(alike, worth.get(top, 0)), at if most > 1 else (most * len(counts)).bit_length()
    )
