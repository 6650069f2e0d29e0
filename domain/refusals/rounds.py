"""Refusals about rounds: pairing, publishing, changing and closing them."""

from domain.refusals.refusal import Refusal
from domain.words.players import EntrantId
from domain.words.rounds import Breach


class AllRoundsPaired(Refusal):
    rounds: int


class ResultsMissing(Refusal):
    """Pairing or closing a round needs a result, or an adjournment, on every board."""

    round: int
    boards: tuple[int, ...]


class DisputesOpen(Refusal):
    round: int
    boards: tuple[int, ...]


class HandPairingOpen(Refusal):
    round: int


class HandPairingNotBegun(Refusal):
    round: int


class NoDraft(Refusal):
    round: int


class DraftOutdated(Refusal):
    """Something it was made from has changed since. `players` left or joined: it seats or forgets them wrongly."""

    round: int
    players: tuple[EntrantId, ...]


class NoSuchRound(Refusal):
    round: int


class RoundNotPublished(Refusal):
    round: int


class NotTheNewestRound(Refusal):
    round: int
    newest: int


class RoundHasBegun(Refusal):
    """A game of the round has a result: F.7 no longer lets it be paired again."""

    round: int
    boards: tuple[int, ...]


class CannotPair(Refusal):
    """No legal pairing exists. `conflict` is a smallest set of players who cannot all be paired."""

    round: int
    conflict: tuple[EntrantId, ...]
    rests: tuple[EntrantId, ...] = ()
    """Those of them without whom all others can be paired: a bye for one of these helps."""


class IllegalBoards(Refusal):
    """A pairing by hand that breaks the absolute rules, or seats the wrong people."""

    round: int
    breaches: tuple[Breach[EntrantId], ...]


class RoundIsOver(Refusal):
    round: int


class NobodyHasTheBye(Refusal):
    """Somebody who comes late finds nobody without an opponent."""

    round: int


class HasAPlace(Refusal):
    player: EntrantId
    round: int


class PairingStands(Refusal):
    """F.6: a published pairing changes only if it violates B.1 or B.2, or on the arbiter's own word."""

    round: int
