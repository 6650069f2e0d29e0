"""The players to be paired, with all that the articles of Double-Swiss ask about them."""

from collections.abc import Iterable

from domain.cards.card import Card, CardLine, Pair, PairingTask
from domain.pairing.swiss.colours import (
    NO_PREFERENCE,
    Allocation,
    Coloured,
    Colours,
    Preference,
    alternate,
    both_new,
    other_alternation,
    own_alternation,
    seated_by,
)
from domain.pairing.swiss.criteria import opponents_met
from domain.records import dataclass
from domain.words.games import Code, Colour
from domain.words.players import PairingNumber

GAMES_OF_A_MATCH = 2


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    number: PairingNumber
    parity: int
    score: int
    """Half-points that decide the scoregroup: real and virtual ones."""
    met: frozenset[PairingNumber]
    """Opponents of matches that were not forfeited (C1)."""
    colours: Colours
    """Colours of the first games of matches of which a game was played, oldest first (1.6)."""
    matches: int
    bye_allowed: bool
    """C2: no bye, no match won by forfeit, no full-point bye yet."""
    floated: bool
    """Met somebody of another score in the previous round (1.5)."""

    @property
    def preference(self) -> Preference:
        """None: no criterion asks for colours."""
        return NO_PREFERENCE

    @property
    def rank(self) -> tuple[int, int]:
        """Score, then number (1.2)."""
        return (-self.score, self.number)


def everybody(task: PairingTask) -> dict[PairingNumber, MatchPlayer]:
    return {number: _player(card, task) for number, card in sorted(task.cards.items())}


def to_be_paired(task: PairingTask) -> tuple[MatchPlayer, ...]:
    """Everybody present, number 1 first: a player's *place* is the index here."""
    return tuple(player for number, player in everybody(task).items() if task.cards[number].present)


def _player(card: Card, task: PairingTask) -> MatchPlayer:
    matches = [line for line in card.lines if line.opponent is not None and line.code.played]
    before = card.lines[-1] if card.lines else None
    return MatchPlayer(
        number=card.number,
        parity=card.number,
        score=card.score + task.virtual_points(card.number, task.round),
        met=opponents_met(matches),
        colours=tuple(colour for line in matches if (colour := line.played_colour) is not None),
        matches=len(matches),
        bye_allowed=not any(_bars_from_bye(line, task) for line in card.lines),
        floated=before is not None and before in matches and _ahead(card, before, task) != 0,
    )


def _bars_from_bye(line: CardLine, task: PairingTask) -> bool:
    """A bye, a match won by forfeit, or a win's points of both games for nothing (C2)."""
    if line.opponent is not None:
        return line.code is Code.FORFEIT_WIN
    return line.code is Code.PAIRING_BYE or line.points >= task.scoring.win


def _ahead(card: Card, line: CardLine, task: PairingTask) -> int:
    round, foe = len(card.lines), line.opponent
    assert foe is not None
    return line.ahead + task.virtual_points(card.number, round) - task.virtual_points(foe, round)


def whites(colours: Iterable[Colour]) -> int:
    return sum(colour is Colour.WHITE for colour in colours)


# Article 4: which of two paired players begins the match with White.


def fewer_whites(higher: Coloured, lower: Coloured, initial: Colour) -> Colour | None:
    mine, theirs = whites(higher.colours), whites(lower.colours)
    if mine == theirs:
        return None
    return Colour.WHITE if mine < theirs else Colour.BLACK


ALLOCATION: Allocation = (
    ("4.3.1", both_new),
    ("4.3.2", fewer_whites),
    ("4.3.3", alternate),
    ("4.3.4", own_alternation),
    ("4.3.5", other_alternation),
)


def coloured(one: MatchPlayer, other: MatchPlayer, initial: Colour) -> tuple[str, Pair]:
    higher, lower = sorted((one, other), key=lambda player: player.rank)
    return seated_by(ALLOCATION, higher, lower, initial)
