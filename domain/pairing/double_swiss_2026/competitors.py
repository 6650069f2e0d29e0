"""The players to be paired, with all that the articles of Double-Swiss ask about them."""

from domain.cards.card import Card, CardLine, Pair, PairingTask
from domain.pairing.swiss import colours as rules
from domain.pairing.swiss.criteria import opponents_met
from domain.pairing.top_scoregroup.competitors import Entrant, floated, matches_played
from domain.records import dataclass
from domain.words.games import Code, Colour
from domain.words.players import PairingNumber

GAMES_OF_A_MATCH = 2


@dataclass(frozen=True, slots=True)
class MatchPlayer(Entrant):
    """Colours are those of the first games of matches of which a game was played, oldest first (1.6)."""

    @property
    def rank(self) -> tuple[int, int]:
        """Score, then number (1.2)."""
        return (-self.score, self.number)


def everybody(task: PairingTask) -> dict[PairingNumber, MatchPlayer]:
    return {number: _player(card, task) for number, card in sorted(task.cards.items())}


def _player(card: Card, task: PairingTask) -> MatchPlayer:
    matches = matches_played(card.lines)
    return MatchPlayer(
        number=card.number,
        score=card.score + task.virtual_points(card.number, task.round),
        met=opponents_met(card),
        colours=tuple(colour for line in matches if (colour := line.played_colour) is not None),
        preference=rules.NO_PREFERENCE,  # no criterion asks for colours
        matches=len(matches),
        bye_allowed=not any(_bars_from_bye(line, task) for line in card.lines),
        floated=floated(card, task),
    )


def _bars_from_bye(line: CardLine, task: PairingTask) -> bool:
    """A bye, a match won by forfeit, or a win's points of both games for nothing (C2)."""
    if line.opponent is not None:
        return line.code is Code.FORFEIT_WIN
    return line.code is Code.PAIRING_BYE or line.points >= task.scoring.win


# Article 4: which of two paired players begins the match with White.


ALLOCATION: rules.Allocation = (
    ("4.3.1", rules.both_new),
    ("4.3.2", rules.fewer(lambda colours: colours.count(Colour.WHITE))),
    ("4.3.3", rules.alternate),
    ("4.3.4", rules.own_alternation),
    ("4.3.5", rules.other_alternation),
)


def coloured(one: MatchPlayer, other: MatchPlayer, initial: Colour) -> tuple[str, Pair]:
    higher, lower = sorted((one, other), key=lambda player: player.rank)
    return rules.seated_by(ALLOCATION, higher, lower, initial)
