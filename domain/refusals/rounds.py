"""Refusals about rounds: pairing, publishing, changing and closing them."""

from dataclasses import dataclass

from domain.refusals.refusal import Refusal
from domain.words.players import EntrantId
from domain.words.rounds import Breach


@dataclass(eq=False)
class AllRoundsPaired(Refusal):
    rounds: int


@dataclass(eq=False)
class ResultsMissing(Refusal):
    """Pairing or closing a round needs a result, or an adjournment, on every board."""

    round: int
    boards: tuple[int, ...]


@dataclass(eq=False)
class DisputesOpen(Refusal):
    round: int
    boards: tuple[int, ...]


@dataclass(eq=False)
class HandPairingOpen(Refusal):
    """The round is being seated by hand: that has to end first."""

    round: int


@dataclass(eq=False)
class HandPairingNotBegun(Refusal):
    """Boards are changed by hand between a beginning and an end."""

    round: int


@dataclass(eq=False)
class NoDraft(Refusal):
    """There is no draft of this round to publish or discard."""

    round: int


@dataclass(eq=False)
class DraftOutdated(Refusal):
    """Something it was made from has changed since. `players` left or joined: it seats or forgets them wrongly."""

    round: int
    players: tuple[EntrantId, ...]


@dataclass(eq=False)
class NoSuchRound(Refusal):
    round: int


@dataclass(eq=False)
class RoundNotPublished(Refusal):
    round: int


@dataclass(eq=False)
class NotTheNewestRound(Refusal):
    """Only the newest round can be taken back or altered."""

    round: int
    newest: int


@dataclass(eq=False)
class RoundHasBegun(Refusal):
    """A game of the round has a result: F.7 no longer lets it be paired again."""

    round: int
    boards: tuple[int, ...]


@dataclass(eq=False)
class CannotPair(Refusal):
    """No legal pairing exists. `conflict` is a smallest set of players who cannot all be paired."""

    round: int
    conflict: tuple[EntrantId, ...]
    rests: tuple[EntrantId, ...] = ()
    """Those of them without whom all others can be paired: a bye for one of these helps."""


@dataclass(eq=False)
class IllegalBoards(Refusal):
    """A pairing by hand that breaks the absolute rules, or seats the wrong people."""

    round: int
    breaches: tuple[Breach[EntrantId], ...]


@dataclass(eq=False)
class RoundIsOver(Refusal):
    """The round is closed: whoever comes now plays in the next one."""

    round: int


@dataclass(eq=False)
class NobodyHasTheBye(Refusal):
    """Somebody who comes late finds nobody without an opponent."""

    round: int


@dataclass(eq=False)
class HasAPlace(Refusal):
    """A board or the bye of the round."""

    player: EntrantId
    round: int


@dataclass(eq=False)
class PairingStands(Refusal):
    """F.6: a published pairing changes only if it violates B.1 or B.2, or on the arbiter's own word."""

    round: int
