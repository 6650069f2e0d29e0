"""The contract of all pairing systems, whatever their rules. All that depends on the edition is asked here."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from domain.cards.card import Card, Float, Pair, PairingTask, RoundPairing
from domain.pairing.account import Account, Step
from domain.words.articles import SharedRule
from domain.words.players import EntrantId, OrderOfEquals, PairingNumber, Rankable, Title
from domain.words.regulations import Entrants, Format
from domain.words.rounds import Breach


class System(Protocol):
    """A system and edition under the name that the journal stores."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str:
        """The version of our engine, another one whenever an answer could change."""

    @property
    def kind(self) -> Format:
        """The format whose rounds it pairs. Whether all of them are known beforehand is the format's to say."""

    @property
    def entrants(self) -> Entrants:
        """The kind of entrants that it pairs."""

    @property
    def titles(self) -> tuple[Title, ...]:
        """Titles, strongest first, the last one being none: their order among equal ratings."""

    @property
    def needs_lot(self) -> bool:
        """The colour of round 1 has to be drawn before anything is paired."""

    @property
    def accelerates(self) -> bool:
        """The virtual points of an accelerated event decide its brackets."""

    @property
    def starting_points(self) -> bool:
        """Players begin with points by their rating, which count for the pairing and for the first place."""

    @property
    def needs_ratings(self) -> bool:
        """Nobody is paired before everybody has a rating, be it the arbiter's estimate."""

    @property
    def games_of_match(self) -> int:
        """Games that two who are paired play in a round."""

    @property
    def parity_of_arrived(self) -> bool:
        """Odd and even, where they give colours, are the places among those who have arrived, not the numbers."""

    @property
    def articles(self) -> Mapping[SharedRule, str]:
        """The edition's own numbers of the rules that editions share; a rule that is missing is not in its text."""

    def numbers(self, entrants: Sequence[Rankable], equals: OrderOfEquals) -> tuple[EntrantId, ...]:
        """Those who enter in the order of their pairing numbers."""

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        """The float of each round on the card."""

    def float_of(self, ahead: int) -> Float | None:
        """The float of somebody whose opponent had so many half-points fewer before the round."""

    def pair(self, task: PairingTask) -> RoundPairing:
        """Boards in the order in which they are published. Raises NoLegalPairing."""

    def check(
        self, task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None
    ) -> tuple[Breach[PairingNumber], ...]:
        """Breaches of boards made by hand; empty = legal."""

    def both_colours_wrong(self, task: PairingTask, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        """Those made by hand in which both have the opposite of the colour that is due."""

    def explain(self, task: PairingTask) -> Account:
        """The account of the pairing. Raises NoLegalPairing."""

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        """The reason these two do not meet. Raises NoLegalPairing."""
