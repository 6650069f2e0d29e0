"""The players to be paired, with all that the articles of Double-Swiss ask about them."""

from collections.abc import Iterable
from dataclasses import dataclass

from domain.cards.card import Card, CardLine, PairingTask
from domain.pairing.swiss.absolute import opponents_met
from domain.pairing.swiss.colours import NO_PREFERENCE, Colours, Preference
from domain.words.games import Code, Colour
from domain.words.players import PairingNumber

GAMES_OF_A_MATCH = 2
LOST_BY_FORFEIT = frozenset({Code.FORFEIT_LOSS})
WON_BY_FORFEIT = frozenset({Code.FORFEIT_WIN})


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """A player about to be paired (Double-Swiss)."""

    number: PairingNumber
    parity: int
    """The number that 4.3.1 calls odd or even."""
    score: int
    """Half-points that decide the scoregroup: real and virtual ones."""
    met: frozenset[PairingNumber]
    """Opponents of matches that were not forfeited (C1)."""
    colours: Colours
    """Those of the first games of matches of which a game was played, oldest first (1.6)."""
    matches: int
    """Matches played."""
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
    """Everybody with a card, by pairing number."""
    return {number: _player(card, task) for number, card in sorted(task.cards.items())}


def to_be_paired(task: PairingTask) -> tuple[MatchPlayer, ...]:
    """Everybody present, number 1 first: a player's *place* is the index here."""
    return tuple(player for number, player in everybody(task).items() if task.cards[number].present)


def _player(card: Card, task: PairingTask) -> MatchPlayer:
    lines = [(line, _line_of_opponent(line, round, task)) for round, line in enumerate(card.lines, 1)]
    matches = [line for line, theirs in lines if line.opponent is not None and not is_forfeited(line, theirs)]
    before = card.lines[-1] if card.lines else None
    return MatchPlayer(
        number=card.number,
        parity=card.number,
        score=card.score + task.virtual_points(card.number, task.round),
        met=opponents_met(matches),
        colours=tuple(line.colour for line in matches if line.code.played and line.colour is not None),
        matches=len(matches),
        bye_allowed=not any(_bars_from_bye(line, theirs, task) for line, theirs in lines),
        floated=before is not None and before in matches and _ahead(card, before, task) != 0,
    )


def _line_of_opponent(line: CardLine, round: int, task: PairingTask) -> CardLine | None:
    """The same match on the opponent's card, where there is one."""
    foe = task.cards.get(line.opponent) if line.opponent is not None else None
    return foe.lines[round - 1] if foe else None


def is_forfeited(line: CardLine, theirs: CardLine | None) -> bool:
    """A match ends by forfeit only if one of the two forfeits both games (preface), whatever the other one does."""
    mine = _games(line)
    return mine in (LOST_BY_FORFEIT, WON_BY_FORFEIT) or (theirs is not None and _games(theirs) == LOST_BY_FORFEIT)


def _games(line: CardLine) -> frozenset[Code]:
    return frozenset(line.games or (line.code,))


def _bars_from_bye(line: CardLine, theirs: CardLine | None, task: PairingTask) -> bool:
    """A bye, a match won by forfeit, or a win's points of both games for nothing (C2)."""
    if line.opponent is not None:
        return is_forfeited(line, theirs) and Code.FORFEIT_WIN in _games(line)
    return line.code is Code.PAIRING_BYE or line.points >= task.scoring.win


def _ahead(card: Card, line: CardLine, task: PairingTask) -> int:
    """By the pairing scores of the previous round."""
    round, foe = len(card.lines), line.opponent
    assert foe is not None
    return line.ahead + task.virtual_points(card.number, round) - task.virtual_points(foe, round)


def whites(colours: Iterable[Colour]) -> int:
    """Matches begun with White."""
    return sum(colour is Colour.WHITE for colour in colours)
