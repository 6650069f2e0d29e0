"""Absolute criteria as rows of an edition's table, and what they say of boards made by hand (C.04.3-C.04.4 2.1, 2.2).

No engine gives a player the colour that C.04.1, 6 and 7 forbid, because C3 keeps apart two who need the same one; by
hand anybody can be given it, so those two are rows for boards made by hand alone.

`One` is a player as the edition sees them. For the choice of a pairing the same is laid out as sets of places.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import chain
from typing import Generic, Protocol, TypeVar

from domain.cards.card import CardLine, Pair, PairingTask
from domain.pairing.graph.matching import bits
from domain.pairing.swiss.colours import Colours, Preference, Strength, colour_difference
from domain.pairing.system import attendance, conflict, kept_apart
from domain.records import dataclass
from domain.words.articles import Article
from domain.words.games import Code, Colour
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
    def preference(self) -> Preference: ...


class HasColours(Protocol):
    @property
    def colours(self) -> Colours: ...


One = TypeVar("One", bound=Competing)


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
    excuses: Callable[[One], bool] = lambda player: False
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
    preferences = one.preference, other.preference
    absolute = all(preference.strength is Strength.ABSOLUTE for preference in preferences)
    return absolute and preferences[0].colour is preferences[1].colour


def too_many_of_one_colour(player: HasColours, colour: Colour, run: int) -> bool:
    """C.04.1, 6: with this game more than so many games ahead with the colour."""
    difference = colour_difference(player.colours)
    return (difference if colour is Colour.WHITE else -difference) >= run


def too_often_running(player: HasColours, colour: Colour, run: int) -> bool:
    """C.04.1, 7: the last so many games had the colour already."""
    return player.colours[-run:] == (colour,) * run


# The criteria read from a card


def opponents_met(games: Iterable[CardLine]) -> frozenset[PairingNumber]:
    return frozenset(line.opponent for line in games if line.opponent is not None)


def may_have_bye(unplayed: Iterable[CardLine], task: PairingTask) -> bool:
    """No pairing-allocated bye yet, nor a win's points from one of these rounds without a game (C.04.1, 4)."""
    return not any(_blocks_bye(line, task) for line in unplayed)


def _blocks_bye(line: CardLine, task: PairingTask) -> bool:
    return line.code is Code.PAIRING_BYE or line.points >= task.scoring.win


def kept_from(players: Sequence[HasMet], forbidden: Iterable[frozenset[PairingNumber]]) -> list[int]:
    """For each place those it has met, on either card, and those the arbiter keeps away from it."""
    at = {player.number: place for place, player in enumerate(players)}
    apart = [0] * len(players)
    met = ((place, there) for place, player in enumerate(players) for there in map(at.get, player.met))
    bans = ((at.get(one), at.get(other)) for one, other in filter(_is_pair, forbidden))
    for one, other in chain(met, bans):
        if one is not None and other is not None:
            apart[one] |= 1 << other
            apart[other] |= 1 << one
    return apart


def _is_pair(banned: frozenset[PairingNumber]) -> bool:
    return len(banned) == 2


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
    known = (n for n, card in sorted(task.cards.items()) if card.present or any(_paired(line) for line in card.lines))
    return {number: place for place, number in enumerate(known, 1)}


def _paired(line: CardLine) -> bool:
    return line.opponent is not None or line.code is Code.PAIRING_BYE


# A field laid out as sets of places, and those of it who cannot all be paired.


class FieldAsSets(Protocol):
    @property
    def players(self) -> Sequence[HasMet]: ...

    @property
    def legal(self) -> Sequence[int]:
        """For each place whom it may meet, as bits."""

    @property
    def bye(self) -> int:
        """Players who may have the bye, as bits."""


def competing(layout: FieldAsSets) -> PlayerNumbers:
    """Return those who compete for too few opponents; empty = all can be paired."""
    return conflict(layout.legal, layout.bye, [player.number for player in layout.players])


def leaves_pairing_of(number: str, laid_out: Callable[[PairingTask], FieldAsSets]) -> LeavesPairing[One]:
    """C4: those who are left must have a complete legal pairing among themselves."""
    return LeavesPairing(number, lambda task, left: competing(laid_out(task.among(left))))


# A pairing made by hand against the absolute criteria of an edition: the desk's live validator.

AbsoluteRow = ForbidsPair[One] | BarsFromBye[One] | BarsFromColour[One] | LeavesPairing[One]


class CheckByHand(Protocol):
    def __call__(
        self, task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None
    ) -> tuple[Breach[PairingNumber], ...]: ...


def checked_by(
    everybody: Callable[[PairingTask], Mapping[PairingNumber, One]], rows: Iterable[AbsoluteRow[One]], seated: Article
) -> CheckByHand:
    """Return the check of boards by the rows, by the article on who is seated, and by the arbiter's bans.

    Boards may still be missing: then C4 says whether those left can all be paired.
    """

    def check(
        task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None
    ) -> tuple[Breach[PairingNumber], ...]:
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


class Zone(Enum):
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


# Scores of several players as one number, so that a sum compares them in descending order.


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
