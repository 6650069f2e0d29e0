"""The organiser's decisions before the first round, as published in the regulations of the event."""

from collections.abc import Mapping
from dataclasses import field, replace
from enum import StrEnum

from domain.records import dataclass
from domain.words import options as o
from domain.words.articles import FIRST_EDITION, Article
from domain.words.games import Scoring
from domain.words.players import OrderOfEquals
from domain.words.rating_lists import CountedRating
from domain.words.teams import PrimaryScore, TeamOptions

MAX_PLANNED_ROUNDS = 100


class CorrectionPolicy(StrEnum):
    F7_1998 = "dutch-1998-f7"
    """F.7: pairings still to be made; the arbiter decides on a round published but not played."""
    HANDLING_2013 = "handling-2013"
    """C.04.2, D.8: by the time of the report; too late is for the rating report only."""
    HANDLING_2026 = "handling-2026"
    """C.04.2, 4.3: the same three cases in the wording of 2026."""

    @property
    def article(self) -> Article:
        return CORRECTION_ARTICLES[self]


CORRECTION_ARTICLES: Mapping[CorrectionPolicy, Article] = {
    CorrectionPolicy.F7_1998: Article(FIRST_EDITION, "F.7"),
    CorrectionPolicy.HANDLING_2013: Article("C.04.2-2013", "D.8"),
    CorrectionPolicy.HANDLING_2026: Article("C.04.2-2026", "4.3"),
}


class Format(StrEnum):
    """The kind of event, which decides who meets whom. The values are stored in journals."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    SCHEVENINGEN = "scheveningen"
    """Every player of one team meets every player of another (also: Schiller)."""
    PLAYOFF = "playoff"
    """Players level for a place play for it (article 32.5)."""
    KNOCKOUT = "knock-out"
    DOUBLE_ELIMINATION = "double-elimination"
    ARENA = "arena"
    """Whoever is free is paired at once, until the time is over."""


FROM_TABLES = frozenset({Format.ROUND_ROBIN, Format.SCHEVENINGEN})
"""Formats whose pairings are all known before the first round (C.07, 15.2)."""
WITH_BRACKET = frozenset({Format.KNOCKOUT, Format.DOUBLE_ELIMINATION})
"""Formats in which whoever wins a match goes on."""


class Entrants(StrEnum):
    """The kind of entrants. The values are stored in journals."""

    PLAYERS = "players"
    TEAMS = "teams"


class Acceleration(StrEnum):
    """The way the first rounds are made sharper. The values are stored in journals."""

    NONE = "none"
    BAKU = "baku"
    """Virtual points for the upper half (C.04.7)."""


class GroupRule(StrEnum):
    """The rule for a list in which tie-breaks of several groups are mixed (article 33.2 of the 2013 rules)."""

    OFF = "off"
    WARN = "warn"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Regulations:
    """Everything here is a choice of the organiser; nothing is derived."""

    system: str = FIRST_EDITION
    """System and edition in one name; a released edition never changes."""
    rounds: int = 9
    scoring: Scoring = field(default_factory=Scoring)
    order: tuple[str, ...] = ("F10",)
    """Tie-break descriptors after the points, or one preset's name (`F10`: article F.10 of 1998)."""
    ruleset: str = "vo2009"
    corrections: CorrectionPolicy = CorrectionPolicy.F7_1998
    group_rule: GroupRule = GroupRule.OFF
    numbering: OrderOfEquals = OrderOfEquals.ALPHABET
    """The order of players of equal rating and title (A.2 d)."""
    absence_means_withdrawal: bool = True
    """F.8: absent without notice counts as withdrawn."""
    shared_places: bool = False
    armageddon: int = 0
    """Half-points for the winner of the Armageddon after a drawn game, beside those of the draw; 0 = there is none."""
    rating_periods: bool = False
    """The event lasts more than thirty days: the ratings of later lists count in their rounds."""
    counted_rating: CountedRating = CountedRating.FIRST
    """The rating that tie-breaks count in such an event."""
    format: Format = Format.SWISS
    match_games: int = 1
    """Games of a match between two entrants, boards of a team match; their colours alternate."""
    entrants: Entrants = Entrants.PLAYERS
    acceleration: Acceleration = Acceleration.NONE
    chess960: bool = False
    """Every round begins from a position drawn by lot, the same on all boards."""
    swiss: o.SwissOptions = field(default_factory=o.SwissOptions)
    maxi: o.MaxiTournament = o.MaxiTournament.AUTOMATIC
    mcmahon: o.McMahonOptions = field(default_factory=o.McMahonOptions)
    playoff: o.PlayoffOptions = field(default_factory=o.PlayoffOptions)
    """The options of a play-off, or of the one for players who are level for a place (article 32.5)."""
    knockout: o.KnockoutOptions = field(default_factory=o.KnockoutOptions)
    round_robin: o.RoundRobinOptions = field(default_factory=o.RoundRobinOptions)
    scheveningen: o.ScheveningenOptions = field(default_factory=o.ScheveningenOptions)
    teams: TeamOptions = field(default_factory=TeamOptions)

    @property
    def of_teams(self) -> bool:
        return self.entrants is Entrants.TEAMS

    @property
    def from_tables(self) -> bool:
        return self.format in FROM_TABLES

    @property
    def paired_by_system(self) -> bool:
        """The system pairs round after round; other formats say themselves who meets whom."""
        return self.format is Format.SWISS

    @property
    def with_bracket(self) -> bool:
        return self.format in WITH_BRACKET

    @property
    def is_arena(self) -> bool:
        return self.format is Format.ARENA

    @property
    def is_playoff(self) -> bool:
        return self.format is Format.PLAYOFF

    @property
    def swiss_match_games(self) -> int:
        """Games of a match of two players in each round of a Swiss; 1 in other formats and between teams."""
        plays_matches = self.format is Format.SWISS and self.entrants is Entrants.PLAYERS
        return self.match_games if plays_matches else 1

    @property
    def scoring_of_games(self) -> Scoring:
        """The worth of a single game; a bye of a round of matches is a game won, and others drawn."""
        return replace(self.scoring, pairing_bye=self.scoring.win) if self.swiss_match_games > 1 else self.scoring

    @property
    def wins_of_round(self) -> int:
        return 1 if self.entrants is Entrants.TEAMS else self.match_games

    @property
    def win_of_round(self) -> int:
        """Half-points of a round that is won, in the score that ranks."""
        by_match = self.of_teams and self.teams.primary is PrimaryScore.MATCH_POINTS
        return self.scoring.win if by_match else self.match_games * self.game_scoring.win

    @property
    def round_scoring(self) -> Scoring:
        """The worth of a round: in a Swiss of matches that of the games together, and a bye's a win and draws.

        So C.04.5, 1.4: "a match winning a game and drawing the other" (Double-Swiss). A match of teams has points of
        its own.
        """
        games, one = self.swiss_match_games, self.scoring
        if games == 1:
            return one
        bye = one.win + (games - 1) * one.draw
        return Scoring(games * one.win, games * one.draw, games * one.loss, bye, games * one.absence)

    @property
    def game_scoring(self) -> Scoring:
        return self.teams.game if self.entrants is Entrants.TEAMS else self.scoring

    @property
    def lines_by_lot(self) -> bool:
        return self.with_bracket and self.knockout.bracket is o.BracketOrder.LOT


@dataclass(frozen=True, slots=True)
class Details:
    name: str
    city: str = ""
    federation: str = ""
    start: str = ""
    """ISO date, empty = not announced."""
    end: str = ""
    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    schedule: tuple[str, ...] = ()
    """ISO date and local time of each round's start, from round 1 on; may be shorter than the event."""
    clock: str = ""
    """The time control in seconds as record 222 of the report file writes it: `40/6000+30:900+30`."""
    rank_method: str = ""
    """Record 172: which ratings made the starting ranks, such as `FIDE NRO`."""
    rating_lists: tuple[str, ...] = ()
    """The rating list of each round, from round 1 on, such as `FIDE 2026-11`; the last one goes on."""
    next_time: str = ""
    """The day or the line that says when the event is held again: an ISO date, or words; empty = not said."""
    flags: bool = False
    """Lists and screens show the flag of each federation beside its code."""
    arbiters: tuple[str, ...] = ()
    """Who works beside the chief arbiter and the deputies; a role may follow the name in brackets."""
    video: str = ""
    """The https address where the games are shown and explained; empty = nowhere."""


class Visibility(StrEnum):
    DRAFT = "draft"
    PUBLIC = "public"
    HIDDEN = "hidden"
    PRACTICE = "practice"
    """Made-up players to try things out with: private for good, and thrown away whenever somebody likes."""
