"""The players to be paired, with all that the articles of Lim ask about them."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.cards.card import Card, PairingTask
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.swiss.absolute import kept_from, may_have_bye, opponents_met
from domain.pairing.swiss.colours import Colours, Preference, colour_difference, colour_history, preference
from domain.words.games import Colour
from domain.words.players import PairingNumber


@dataclass(frozen=True, slots=True)
class LimPlayer:
    """A player about to be paired (Lim)."""

    number: PairingNumber
    score: int
    """Half-points."""
    rating: int
    """0 = unrated."""
    met: frozenset[PairingNumber]
    """Opponents of games really played."""
    colours: Colours
    preference: Preference
    """Its colour is the one due (5.5, 5.6): the rarer one, else the opposite of the last; none without a game."""
    bye_allowed: bool
    """No pairing-allocated bye yet, nor a win's points from one round without playing (C.04.1, 4)."""
    floated: bool
    """Played somebody of another score in the previous round (3.10)."""
    limits: frozenset[Colour]
    """Colours that 5.1 leaves open; both in the last round (article 6)."""

    @property
    def due(self) -> Colour | None:
        return self.preference.colour

    @property
    def parity(self) -> int:
        """Odd numbers of the top half have number 1's colour in round 1 (7.2)."""
        return self.number

    @property
    def rank(self) -> tuple[int, int]:
        """Score, then number."""
        return (-self.score, self.number)


def everybody(task: PairingTask) -> dict[PairingNumber, LimPlayer]:
    """Everybody with a card, by pairing number."""
    return {number: _player(card, task) for number, card in sorted(task.cards.items())}


def to_be_paired(task: PairingTask) -> tuple[LimPlayer, ...]:
    """Everybody present, number 1 first: a player's *place* is the index here."""
    return tuple(player for number, player in everybody(task).items() if task.cards[number].present)


def _player(card: Card, task: PairingTask) -> LimPlayer:
    games = [line for line in card.lines if line.code.played]
    colours = colour_history(games)
    before = card.lines[-1] if card.lines else None
    return LimPlayer(
        number=card.number,
        score=card.score,
        rating=card.rating,
        met=opponents_met(games),
        colours=colours,
        preference=preference(colours, task.colour_run),
        bye_allowed=may_have_bye([line for line in card.lines if not line.code.played], task),
        floated=before is not None and before.code.played and before.ahead != 0,
        limits=_limits(colours, task),
    )


def _limits(colours: Colours, task: PairingTask) -> frozenset[Colour]:
    """5.1: neither one colour three times running nor three more of it; FIDE's limit of two may be set to three."""
    if task.round == task.rounds:
        return frozenset(Colour)
    run = task.colour_run
    return frozenset(colour for colour in Colour if colours[-run:] != (colour,) * run and _ahead(colours, colour) < run)


def _ahead(colours: Colours, colour: Colour) -> int:
    """Games with this colour more than with the other."""
    difference = colour_difference(colours)
    return difference if colour is Colour.WHITE else -difference


def compatible(one: LimPlayer, other: LimPlayer) -> bool:
    """2.1: some giving of colours keeps both inside the limits of 5.1. Whether they have met is another question."""
    return any(colour in one.limits and colour.opposite in other.limits for colour in Colour)


def colours_suit(one: LimPlayer, other: LimPlayer) -> bool:
    """Both can have the colour that is due (5.2); somebody due none suits anybody."""
    return one.due is None or other.due is None or one.due is not other.due


def compatible_opponents(task: PairingTask, players: Sequence[LimPlayer]) -> dict[int, int]:
    """By place those whom 2.1 and the arbiter let it meet, as bits."""
    of_limits = {player.limits: player for player in players}
    able = {
        limits: as_bits(place for place, other in enumerate(players) if compatible(one, other))
        for limits, one in of_limits.items()
    }
    apart = kept_from(players, task.forbidden)
    return {place: able[one.limits] & ~(apart[place] | 1 << place) for place, one in enumerate(players)}
