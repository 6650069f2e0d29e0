"""The decision table of play-offs (article 32.5.6) as data: what so many level players play, and what comes after.

PLAN[BEGINNINGS[3]].level[2] -> the step that decides between two who stay level after the first one of three

Readings where the article is silent: four and eight meet in a fixed bracket, with the final in the same form; the
winners of the three groups of nine play the plan of three from its Armageddon on; ten are divided by tie-break into
1, 4, 5, 8, 9 and 2, 3, 6, 7, 10. A late play-off is Armageddon throughout.
"""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from types import MappingProxyType

from domain.formats.tables.round_robin import berger_rounds
from domain.records import dataclass
from domain.words.articles import FIDE_2009, Article
from domain.words.options import PairingForm, PlayoffOptions


class StepForm(StrEnum):
    MINI_MATCH = "mini-match"
    """Two games, 3 minutes and 5 seconds a move (32.5.6.1.1)."""
    ARMAGEDDON = "armageddon"
    """White 5 minutes, Black 4; a draw wins for Black (32.5.6.1.2)."""
    ALL_PLAY_ALL = "all-play-all"
    """Everybody meets everybody once, 3 minutes and 5 seconds a move."""
    ALL_PLAY_ARMAGEDDON = "all-play-armageddon"
    KNOCKOUT = "knock-out"
    GROUPS = "groups"
    BEST_EIGHT = "best-eight"
    """Seeds 9 and lower drop out (32.5.6.10)."""
    FEWEST_MOVES = "fewest-moves"
    LOTS = "lots"

    @property
    def armageddon(self) -> bool:
        """A draw wins for Black."""
        return self in (StepForm.ARMAGEDDON, StepForm.ALL_PLAY_ARMAGEDDON)


class NumberedBy(StrEnum):
    LOTS = "lots"
    TIEBREAK = "tie-break"
    """The order of the tournament's tie-breaks."""


@dataclass(frozen=True, slots=True)
class PlanStep:
    form: StepForm
    number: str
    """Of its article."""
    numbers: NumberedBy = NumberedBy.LOTS
    level: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    """By how many are level on the last place that is decided: the step that they play next."""
    groups: tuple[tuple[int, ...], ...] = ()
    inside: str = ""
    after: str = ""
    late: str = ""
    """The step that takes its place in a late play-off (32.5.8)."""

    @property
    def article(self) -> Article:
        return Article(FIDE_2009, self.number)


MOST_IN_A_PLAN = 10
ELEVEN_OR_MORE = "eleven"
GROUP_NAMES = "ABCDEFGH"
BEST_STAY = 8
"""The number of players who stay, of eleven or more."""

BEGINNINGS: Mapping[int, str] = MappingProxyType(
    {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}
)
"""The first step by the number of the tied; from eleven on it is `ELEVEN_OR_MORE`."""

PLAN: Mapping[str, PlanStep] = MappingProxyType(
    {
        "two": PlanStep(StepForm.MINI_MATCH, "32.5.6.1.1", level={2: "armageddon"}, late="armageddon"),
        "armageddon": PlanStep(StepForm.ARMAGEDDON, "32.5.6.1.2"),
        "three": PlanStep(
            StepForm.ALL_PLAY_ALL, "32.5.6.2.1", level={2: "armageddon", 3: "three-armageddon"}, late="three-armageddon"
        ),
        "three-armageddon": PlanStep(
            StepForm.ALL_PLAY_ARMAGEDDON, "32.5.6.2.2", level={2: "armageddon", 3: "fewest-moves-of-three"}
        ),
        "four": PlanStep(StepForm.KNOCKOUT, "32.5.6.3", inside="two", late="four-armageddon"),
        "four-armageddon": PlanStep(StepForm.KNOCKOUT, "32.5.6.3", inside="armageddon"),
        "five": PlanStep(
            StepForm.ALL_PLAY_ALL,
            "32.5.6.4",
            level={2: "armageddon", 3: "three", 4: "four-of-five", 5: "fewest-moves-of-five"},
            late="five-armageddon",
        ),
        "four-of-five": PlanStep(StepForm.KNOCKOUT, "32.5.6.4.2", inside="two", late="four-armageddon"),
        "five-armageddon": PlanStep(
            StepForm.ALL_PLAY_ARMAGEDDON,
            "32.5.8",
            level={2: "armageddon", 3: "three-armageddon", 4: "four-armageddon", 5: "fewest-moves-of-five"},
        ),
        "six": PlanStep(
            StepForm.GROUPS,
            "32.5.6.5",
            NumberedBy.TIEBREAK,
            groups=((1, 4, 5), (2, 3, 6)),
            inside="three",
            after="armageddon",
        ),
        "seven": PlanStep(
            StepForm.ALL_PLAY_ARMAGEDDON, "32.5.6.6", level=dict.fromkeys(range(2, 8), "fewest-moves-of-seven")
        ),
        "eight": PlanStep(StepForm.KNOCKOUT, "32.5.6.7", NumberedBy.TIEBREAK, inside="two", late="eight-armageddon"),
        "eight-armageddon": PlanStep(StepForm.KNOCKOUT, "32.5.6.7", NumberedBy.TIEBREAK, inside="armageddon"),
        "nine": PlanStep(
            StepForm.GROUPS,
            "32.5.6.8",
            NumberedBy.TIEBREAK,
            groups=((1, 5, 9), (2, 6, 7), (3, 4, 8)),
            inside="three-armageddon",
            after="three-armageddon",
        ),
        "ten": PlanStep(
            StepForm.GROUPS,
            "32.5.6.9",
            NumberedBy.TIEBREAK,
            groups=((1, 4, 5, 8, 9), (2, 3, 6, 7, 10)),
            inside="five",
            after="armageddon",
        ),
        ELEVEN_OR_MORE: PlanStep(StepForm.BEST_EIGHT, "32.5.6.10", NumberedBy.TIEBREAK, after="eight"),
        "fewest-moves-of-three": PlanStep(
            StepForm.FEWEST_MOVES, "32.5.6.2.3", NumberedBy.TIEBREAK, level=dict.fromkeys(range(2, 4), "lots")
        ),
        "fewest-moves-of-five": PlanStep(
            StepForm.FEWEST_MOVES, "32.5.6.4.1", NumberedBy.TIEBREAK, level=dict.fromkeys(range(2, 6), "lots")
        ),
        "fewest-moves-of-seven": PlanStep(
            StepForm.FEWEST_MOVES, "32.5.6.6", NumberedBy.TIEBREAK, level=dict.fromkeys(range(2, 8), "lots")
        ),
        "lots": PlanStep(StepForm.LOTS, "32.5.6"),
    }
)

_SHORT: Mapping[str, str] = MappingProxyType({"four": "four-armageddon", "eight": "eight-armageddon"})
"""The knock-outs whose form the organiser chooses; the four who stay of five have no such choice."""


def beginning(tied: int) -> str:
    return BEGINNINGS[tied] if tied <= MOST_IN_A_PLAN else ELEVEN_OR_MORE


def as_held(step: str, options: PlayoffOptions) -> str:
    """The step itself, or the one that takes its place because it is late or the pairings are one game."""
    if options.late:
        return PLAN[step].late or step
    return _SHORT.get(step, step) if options.pairing_form is PairingForm.ARMAGEDDON else step


# The longest way through the decision table: so many rounds a play-off may take.


def most_rounds(tied: int, options: PlayoffOptions) -> int:
    first = beginning(tied)
    return _longest(first, BEST_STAY if first == ELEVEN_OR_MORE else tied, options)


def _longest(name: str, players: int, options: PlayoffOptions) -> int:
    step = PLAN[as_held(name, options)]
    match step.form:
        case StepForm.FEWEST_MOVES | StepForm.LOTS:
            return 0
        case StepForm.KNOCKOUT:
            return (players.bit_length() - 1) * _longest(step.inside, 2, options)
        case StepForm.GROUPS:
            inside = _longest(step.inside, len(step.groups[0]), options)
            return inside + _longest(step.after, len(step.groups), options)
        case StepForm.BEST_EIGHT:
            return _longest(step.after, players, options)
        case _:
            own = (
                2
                if step.form is StepForm.MINI_MATCH
                else 1
                if step.form is StepForm.ARMAGEDDON
                else berger_rounds(players)
            )
            return own + max((_longest(then, level, options) for level, then in step.level.items()), default=0)
