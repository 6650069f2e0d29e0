"""Lim's input: players, scoregroups (2.2), colours of a pair (5, 7.2), and the direction of pairing."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, StrEnum

from domain.cards.card import Card, Pair, PairingTask
from domain.pairing.swiss import colours as rules
from domain.pairing.swiss.colours import Colours, colour_history, games_ahead
from domain.pairing.swiss.criteria import SwissPlayer, kept_from, may_have_bye, opponents_met, where
from domain.pairing.swiss.edition import Places
from domain.records import dataclass
from domain.words.games import Colour
from domain.words.players import PairingNumber

# The players to be paired, with all that the articles of Lim ask about them.


@dataclass(frozen=True, slots=True)
class LimPlayer(SwissPlayer):
    rating: int
    """0 = unrated."""
    floated: bool
    """Played somebody of another score in the previous round (3.10)."""
    limits: frozenset[Colour]
    """Colours that 5.1 leaves open; both in the last round (article 6)."""

    @property
    def due(self) -> Colour | None:
        """The rarer colour, else the opposite of the last (5.5, 5.6); none without a game."""
        return self.preference.colour

    @property
    def parity(self) -> int:
        """Odd numbers of the top half have number 1's colour in round 1 (7.2)."""
        return self.number

    @property
    def rank(self) -> tuple[int, int]:
        return (-self.score, self.number)


def everybody(task: PairingTask) -> dict[PairingNumber, LimPlayer]:
    return {number: _player(card, task) for number, card in sorted(task.cards.items())}


def to_be_paired(task: PairingTask) -> tuple[LimPlayer, ...]:
    """Everybody present, number 1 first: a player's *place* is the index here."""
    return tuple(player for number, player in everybody(task).items() if task.cards[number].present)


def _player(card: Card, task: PairingTask) -> LimPlayer:
    colours = colour_history(card.lines)
    before = card.lines[-1] if card.lines else None
    return LimPlayer(
        number=card.number,
        score=card.score,
        rating=card.rating,
        met=opponents_met(card),
        colours=colours,
        preference=rules.preference(colours, task.colour_run),
        bye_allowed=may_have_bye(card, task),
        floated=before is not None and before.code.played and before.ahead != 0,
        limits=_limits(colours, task),
    )


def _limits(colours: Colours, task: PairingTask) -> frozenset[Colour]:
    """5.1: neither one colour three times running nor three more of it; FIDE's limit of two may be set to three."""
    if task.round == task.rounds:
        return frozenset(Colour)
    run = task.colour_run
    return frozenset(
        colour for colour in Colour if colours[-run:] != (colour,) * run and games_ahead(colours, colour) < run
    )


def compatible(one: LimPlayer, other: LimPlayer) -> bool:
    """2.1: some giving of colours keeps both inside the limits of 5.1. Whether they have met is another question."""
    return bool(rules.ways(one.limits, other.limits))


def colours_suit(one: LimPlayer, other: LimPlayer) -> bool:
    """Both can have the colour that is due (5.2); somebody due none suits anybody."""
    return not rules.same_preference(one, other)


def compatible_opponents(task: PairingTask, players: Sequence[LimPlayer]) -> dict[int, int]:
    """By place those whom 2.1 and the arbiter let it meet, as bits."""
    of_limits = {player.limits: player for player in players}
    able = {limits: where(players, lambda other, one=one: compatible(one, other)) for limits, one in of_limits.items()}  # type: ignore[misc]
    apart = kept_from(players, task.forbidden)
    return {place: able[one.limits] & ~(apart[place] | 1 << place) for place, one in enumerate(players)}


# Upward pairing is the mirror of downward pairing: every order of the articles turns round.


class Direction(Enum):
    DOWNWARD = 1
    """From the highest group to the median, the median included."""
    UPWARD = -1
    """From the lowest group to just below the median."""

    def in_order(self, places: Sequence[int]) -> list[int]:
        """Number 1 first when pairing downward, the last number first when pairing upward."""
        return sorted(places, key=lambda place: self.value * place)

    def floats_first(self, place: int) -> int:
        """The smaller, the sooner it floats: the lowest numbered downward, the highest numbered upward (3.2.4)."""
        return -self.value * place

    def paired_first(self, players: Sequence[LimPlayer], place: int) -> tuple[int, int]:
        """Floaters of this side: downward by score descending, then number; upward the mirror (3.6, 3.7)."""
        return (-self.value * players[place].score, self.value * place)


# Scoregroups in the order in which they are paired (2.2).


@dataclass(frozen=True, slots=True)
class Scoregroup:
    score: int
    residents: Places
    direction: Direction


@dataclass(frozen=True, slots=True)
class GroupOrder:
    above: tuple[Scoregroup, ...]
    """From the highest down to just above the median."""
    below: tuple[Scoregroup, ...]
    """From the lowest up to just below it."""
    median: Scoregroup
    """Paired last, and downward. It may have no residents of its own."""


def group_order(task: PairingTask, players: Sequence[LimPlayer], places: Sequence[int]) -> GroupOrder:
    """The groups of these places. The median's score is half of what the rounds played can give."""
    by_score: dict[int, list[int]] = {}
    for place in places:
        by_score.setdefault(players[place].score, []).append(place)
    twice_median = task.scoring.win * (task.round - 1)
    scores = sorted(by_score, reverse=True)
    above = tuple(Scoregroup(s, tuple(by_score[s]), Direction.DOWNWARD) for s in scores if 2 * s > twice_median)
    below = tuple(Scoregroup(s, tuple(by_score[s]), Direction.UPWARD) for s in reversed(scores) if 2 * s < twice_median)
    middle = next((tuple(by_score[s]) for s in scores if 2 * s == twice_median), ())
    return GroupOrder(above, below, Scoregroup(twice_median // 2, middle, Direction.DOWNWARD))


# Colours of a pair (articles 5 and 7.2).

LimColourRule = Callable[[LimPlayer, LimPlayer, Colour], Colour | None]
"""Higher ranked, lower ranked, the initial colour -> the colour of the higher; None: the next rule."""


def within_limits(higher: LimPlayer, lower: LimPlayer, initial: Colour) -> Colour | None:
    """The only giving that keeps both inside the limits (5.1, 5.3)."""
    able = rules.ways(higher.limits, lower.limits)
    return able[0] if len(able) == 1 else None


def lower_ranked(higher: LimPlayer, lower: LimPlayer, initial: Colour) -> Colour | None:
    """Give the lower ranked the colour that is due to both (5.4)."""
    return higher.due and higher.due.opposite


def by_lot(higher: LimPlayer, lower: LimPlayer, initial: Colour) -> Colour | None:
    """7.2: an odd smaller number has number 1's colour, an even one the other."""
    smaller = min(higher, lower, key=lambda player: player.number)
    colour = initial if smaller.parity % 2 else initial.opposite
    return colour if smaller is higher else colour.opposite


class ColourReason(StrEnum):
    """The rule that gave the colours of a board."""

    LIMITS = "limits"
    DUE = "due"
    LATEST = "latest"
    HIGHER = "higher"
    LOWER = "lower"
    LOT = "lot"

    @property
    def article(self) -> str:
        return {ColourReason.LIMITS: "5.1", ColourReason.DUE: "5.2", ColourReason.LOT: "7.2"}.get(self, "5.4")


COLOUR_RULES: Mapping[ColourReason, LimColourRule] = {
    ColourReason.LIMITS: within_limits,
    ColourReason.DUE: rules.both_preferences,
    ColourReason.LATEST: rules.alternate,
    ColourReason.HIGHER: rules.higher_ranked,
    ColourReason.LOWER: lower_ranked,
    ColourReason.LOT: by_lot,
}


def coloured(one: LimPlayer, other: LimPlayer, initial: Colour, *, upper: bool) -> tuple[ColourReason, Pair]:
    """The rule that decides, and the board. `upper`: the pair was made in the median group or above it."""
    higher, lower = sorted((one, other), key=lambda player: player.rank)
    asked = (reason for reason in COLOUR_RULES if reason is not (ColourReason.LOWER if upper else ColourReason.HIGHER))
    decided = ((reason, COLOUR_RULES[reason](higher, lower, initial)) for reason in asked)
    reason, colour = next((reason, colour) for reason, colour in decided if colour is not None)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    return reason, Pair(white.number, black.number)
