"""The teams to be paired, with all that the articles of C.04.6 ask about them."""

from domain.cards.card import Card, Pair, PairingTask
from domain.pairing.swiss import colours as rules
from domain.pairing.swiss.colours import NO_PREFERENCE, Coloured, Colours, Preference, Strength, colour_difference
from domain.pairing.swiss.criteria import opponents_met
from domain.pairing.top_scoregroup.competitors import Entrant, floated, matches_played
from domain.records import dataclass
from domain.words.games import Code, Colour
from domain.words.players import PairingNumber
from domain.words.teams import ColourPreferences

BARRING_CODES = frozenset({Code.PAIRING_BYE, Code.FORFEIT_WIN, Code.FULL_BYE})
"""Rounds after which a team has no bye of an odd field any more (C2)."""


@dataclass(frozen=True, slots=True)
class PairedTeam(Entrant):
    """The score is the primary one (1.2), colours are those of board 1 where a board was played (1.6.1)."""

    rank: tuple[int, int, int]
    """The first-team of two has the smaller one: primary score, secondary score, number (4.2)."""


def everybody(task: PairingTask) -> dict[PairingNumber, PairedTeam]:
    return {number: _team(card, task) for number, card in sorted(task.cards.items())}


def _team(card: Card, task: PairingTask) -> PairedTeam:
    played = matches_played(card.lines)
    colours = tuple(colour for line in played if (colour := line.played_colour) is not None)
    secondary = 0 if task.teams.primary_alone else card.secondary_score
    return PairedTeam(
        number=card.number,
        score=card.score + task.virtual_points(card.number, task.round),
        rank=(-card.score, -secondary, card.number),
        met=opponents_met(card),
        colours=colours,
        preference=team_preference(colours, task.teams.preferences, last_round=task.round == task.rounds),
        matches=len(played),
        bye_allowed=not any(line.code in BARRING_CODES for line in card.lines),
        floated=floated(card, task),
    )


def team_preference(colours: Colours, kind: ColourPreferences, *, last_round: bool) -> Preference:
    """The colour preference (1.7): the first definition that fits; only type B has strong ones (C9, 4.3.4)."""
    if not colours or kind is ColourPreferences.NONE:
        return NO_PREFERENCE
    ahead, last = colour_difference(colours), colours[-1]
    fewer = Colour.BLACK if ahead > 0 else Colour.WHITE if ahead else last.opposite
    two_alike = colours[-2:] == (last, last) and last.opposite is fewer
    if abs(ahead) > 1 or two_alike:
        return Preference(Strength.STRONG if kind is ColourPreferences.TYPE_B else Strength.MILD, fewer)
    if kind is ColourPreferences.TYPE_A or (ahead == 0 and last_round):
        return NO_PREFERENCE
    return Preference(Strength.MILD, fewer)


# Article 4: which of two paired teams has White on board 1.


def only_preference(first: Coloured, other: Coloured, initial: Colour) -> Colour | None:
    if (first.preference.colour is None) is (other.preference.colour is None):
        return None
    return rules.both_preferences(first, other, initial)


ALLOCATION: rules.Allocation = (
    ("4.3.1", rules.both_new),
    ("4.3.2", only_preference),
    ("4.3.3", rules.both_preferences),
    ("4.3.4", rules.stronger_preference),
    ("4.3.5", rules.fewer(colour_difference)),
    ("4.3.6", rules.alternate),
    ("4.3.7", rules.higher_ranked),
    ("4.3.8", rules.own_alternation),
    ("4.3.9", rules.other_alternation),
)


def coloured(one: PairedTeam, other: PairedTeam, initial: Colour) -> tuple[str, Pair]:
    first, second = sorted((one, other), key=lambda team: team.rank)
    return rules.seated_by(ALLOCATION, first, second, initial)
