"""Refusals about rounds (pairing, publishing, changing and closing them) and about play-offs."""

from domain.refusals.refusal import OfABoard, OfBoards, Refusal
from domain.words.players import EntrantId
from domain.words.rounds import Breach


class SystemMissing(Refusal):
    """The pairing system of a plugin that is not installed."""

    system: str


class PluginFailed(Refusal):
    plugin: str
    details: str


class AllRoundsPaired(Refusal):
    rounds: int


class PairedAsTheyComeFree(Refusal):
    """No round of an arena is paired as a whole."""


class NoArena(Refusal):
    """The event is of another format."""


class ArenaNotBegun(Refusal):
    pass


class ArenaIsOver(Refusal):
    ends: str
    """Local time (ISO)."""


class NoGameAtTable(Refusal):
    """No game of the arena is in play there."""

    board: int


class GamesAtOneTable(Refusal):
    """A result of an arena was undone after another game had begun at that table."""

    board: int


class NobodyWaits(Refusal):
    """Fewer than two are free in an arena."""


class ResultsMissing(OfBoards):
    pass


class DisputesOpen(OfBoards):
    pass


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


class RoundHasBegun(OfBoards):
    """A game of the round has a result: F.7 no longer lets it be paired again."""


class CannotPair(Refusal):
    """No legal pairing exists. `conflict` is a smallest set of players who cannot all be paired."""

    round: int
    conflict: tuple[EntrantId, ...]
    rests: tuple[EntrantId, ...] = ()


class IllegalBoards(Refusal):
    round: int
    breaches: tuple[Breach[EntrantId], ...]


class RoundIsOver(Refusal):
    round: int


class NobodyHasTheBye(Refusal):
    round: int


class HasAPlace(Refusal):
    player: EntrantId
    round: int


class PairingStands(Refusal):
    """F.6: a published pairing changes only if it violates B.1 or B.2, or on the arbiter's own word."""

    round: int


class PlayoffIsDecided(Refusal):
    """There is nothing left to play."""


class PlayoffGoesOn(Refusal):
    """The order of the tied is not decided yet."""


class LotsNotDrawn(Refusal):
    pass


class ColourNotChosen(Refusal):
    pass


class NoColourToChoose(Refusal):
    stage: str


class MovesMissing(Refusal):
    games: tuple[tuple[int, int], ...]
    """Round and board."""


class GamesStillPlayed(OfBoards):
    pass


class NoPlayoffAnnounced(Refusal):
    """The regulations' list of tie-breaks has no `PLAYOFF` (32.5.1)."""


class NobodyTied(Refusal):
    pass


class NoSuchPlayoff(Refusal):
    playoff: str


class RuledAlready(OfABoard):
    """The panel's ruling about a game is final (32.5.4)."""


class OnlyForTwo(Refusal):
    """Longer games are for two players, before the first of them begins (32.5.7)."""
