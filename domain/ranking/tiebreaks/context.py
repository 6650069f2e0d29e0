"""Context of a tie-break besides the cards: the ruleset, the scoring, and what the Handbook leaves open."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import StrEnum

from domain.ranking.tiebreaks.teams import TeamRules
from domain.ranking.tiebreaks.unplayed import Ruleset
from domain.records import dataclass
from domain.words.games import Scoring
from domain.words.players import PairingNumber


class Divisor(StrEnum):
    GAMES = "games"
    """Opponents met over the board (C.07, 10.1)."""
    ROUNDS = "rounds"
    """Rounds (article 32.4.1)."""


class Direct(StrEnum):
    """The condition under which the games among the tied decide."""

    STRICT = "strict"
    """Only if all of them have met (article 32.1.6)."""
    C07 = "c07"
    """Also where no missing game could change the order (C.07, 6.3)."""


class Unrated(StrEnum):
    """The effect of an unrated opponent on a rating tie-break."""

    UNDEFINED = "undefined"
    SKIPPED = "skipped"
    FLOOR = "floor"
    """Counted as rated `Context.floor`."""


class LowestVoluntary(StrEnum):
    """The unplayed round that a Sonneborn-Berger cut takes when dummies differ (open in C.07, 16.5)."""

    CONTRIBUTION = "contribution"
    """The one that contributes least (the reading of FIDE's exercises)."""
    SCORE = "score"
    """The one whose dummy has the lowest score."""


@dataclass(frozen=True, slots=True)
class Context:
    ruleset: Ruleset = Ruleset.C07_2026
    scoring: Scoring = field(default_factory=Scoring)
    rounds: int = 0
    """Rounds planned; 0 = as many as are on the cards."""
    predetermined: bool = False
    """Round robin or another plan made before the start: forfeits count as games (C.07, 15.2)."""
    divisor: Divisor = Divisor.GAMES
    direct: Direct | None = None
    """None = as the ruleset has it: `C07` for C.07, `STRICT` otherwise."""
    unrated: Unrated = Unrated.UNDEFINED
    floor: int = 1400
    """The rating that `Unrated.FLOOR` counts."""
    later_ratings: Mapping[int, Sequence[tuple[int, int]]] = field(default_factory=dict)
    """Pairing number to first rounds and the ratings that count from there on, of those who have others than on the
    card."""
    short_schedule_last: bool = False
    """No performance for who chose not to play more than two games (article 32.4.3)."""
    lowest_voluntary: LowestVoluntary = LowestVoluntary.CONTRIBUTION
    adjust: bool = True
    """C.07, 16.3 in force (16.6 lets the organiser switch it off beforehand)."""
    dummies: bool = True
    """C.07, 16.4 in force."""
    voluntary_cut: bool = True
    """C.07, 16.5 in force."""
    team: TeamRules = field(default_factory=TeamRules)
    lots: Mapping[int, int] = field(default_factory=dict)
    """Pairing number to place in the draw; lower is better."""
    playoff: Mapping[int, int] = field(default_factory=dict)
    """Pairing number to half-points of the play-off."""
    manual: Mapping[int, int] = field(default_factory=dict)
    """Pairing number to the place the arbiter gave; lower is better."""
    bracket: Mapping[int, int] = field(default_factory=dict)
    """Pairing number to the place in a knock-out; lower is better."""
    start: Mapping[PairingNumber, int] = field(default_factory=dict)
    """McMahon: pairing number to starting half-points."""
    unranked: frozenset[int] = frozenset()
    """Pairing numbers of those who have no place: expelled, or gone from a round robin too early."""

    def rating_in(self, number: int, round: int, card: int) -> int:
        """The rating in `round` (from 1) of somebody with this one on the card."""
        since = [rating for first, rating in self.later_ratings.get(number, ()) if first <= round]
        return since[-1] if since else card

    @property
    def direct_mode(self) -> Direct:
        return self.direct or (Direct.C07 if self.ruleset.c07 else Direct.STRICT)
