"""Festivals: a series of editions, stages after each other, and the messages to players."""

from dataclasses import field
from enum import StrEnum

from domain.records import dataclass
from domain.words.players import EntrantId

SATURDAY = 5


class EntryForm(StrEnum):
    """The way players enter an open edition by themselves. The values are stored in journals."""

    NONE = "none"
    QUEUE = "queue"
    DIRECT = "direct"


class Rhythm(StrEnum):
    """The days of a series. The values are stored in journals."""

    WEEKEND = "weekend"
    WORKING_DAYS = "working-days"
    WEEKLY = "weekly"
    MONTHLY = "monthly"
    CONSECUTIVE = "one-after-another"
    """As soon as the one before has ended."""


@dataclass(frozen=True, slots=True)
class EntryRules:
    pre_registration: bool = True
    over_the_board: bool = False
    start_minimum: int = 15
    class_minimum: int = 11
    over_the_board_minimum: int = 10
    share_percent: int = 60
    """Without pre-registration: of the capacity; with fewer the registration is extended once."""
    capacity: int = 0
    """Places there are; 0 = no end to them, and no share."""
    extension_days: int = 7
    """By so many days at most the registration is extended."""
    later_stage_days: int = 14

    entry_form: EntryForm = EntryForm.NONE
    petitions: bool = False
    """As many players of a class as `class_minimum` may ask for a tournament of their own."""
    qualifying_games: int = 0
    """Over the board: only those count who have played so many games in its festival (the portal asks for 20)."""
    qualifying_festival: str = ""
    """The name of the festival in which those games were played; empty = this one."""
    organisers: tuple[str, ...] = ()
    """Over the board: the names of those who run it. One of them at least does not play (the portal's §6)."""
    closing_minutes: int = 0

    @property
    def minimum(self) -> int:
        if self.over_the_board:
            return self.over_the_board_minimum
        return self.start_minimum if self.pre_registration else self.class_minimum


@dataclass(frozen=True, slots=True)
class SeriesPlan:
    """The times of a series: a local time and a zone, so that daylight saving moves nothing."""

    rhythm: Rhythm
    time: str
    """`HH:MM` on the clock of the zone."""
    zone: str
    """As in the tz database, such as `Europe/Sofia`."""
    weekday: int = SATURDAY
    """0 = Monday; of a weekly series, and Saturday or Sunday of one at weekends."""
    monthday: int = 1
    entries: EntryRules = field(default_factory=EntryRules)
    notice_hours: int = 24
    language: str = ""
    """The code of the language of messages, such as `bg`; empty = English."""
    first_day: str = ""
    """No edition begins before this day of the zone (ISO); empty = the next that fits."""


NOT_REGISTERED = EntrantId(0)


class Carry(StrEnum):
    """The points that entrants bring along into the next stage. The values are stored in journals."""

    NONE = "none"
    POINTS = "points"
    MUTUAL = "mutual-results"


class Seeding(StrEnum):
    """The way entrants are put into groups. The values are stored in journals."""

    SNAKE = "snake"
    """By rating: 1, 2, 3, 4 into the four groups, then 5, 6, 7, 8 in the opposite direction."""
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Qualifier:
    origin: EntrantId
    place: int
    """In its table."""
    carried: int = 0
    """Half-points brought along."""
    entrant: EntrantId = NOT_REGISTERED
    """Their id in the next stage; 0 = not registered there."""

    @property
    def brings(self) -> tuple[EntrantId, int]:
        """The part that matters to the next stage: who comes, with how many half-points."""
        return self.origin, self.carried


class Occasion(StrEnum):
    """The reasons to write to players. The values are stored in journals."""

    START = "start"
    STAGE = "stage"
    MOVED = "moved"
    """The start of an edition in which players have entered has moved: by the series itself, or by a new plan."""
    OVER = "over"


class Merit(StrEnum):
    """The worth of an event in a ranking over events. The values are stored in journals."""

    TABLE = "table"
    """The points of the place, as they are typed."""
    PLAYERS = "players"
    """One point for each player behind, and one for oneself: players minus place plus one."""
    SCORE = "score"
    """The points scored."""
    PLACE = "place"
    """The place itself: the smallest sum is first."""


class RankingTie(StrEnum):
    """What separates equals in a ranking over events. The values are stored in journals."""

    FIRST_PLACES = "first-places"
    BEST_EVENT = "best-event"
    ALL_EVENTS = "all-events"
    """The sum of all events, of those too that do not count."""
    SCORE = "score"
    """The points scored in the events that count."""
    EVENTS = "events"
    """The number of events played."""
    LAST_EVENT = "last-event"


USUAL_PLACE_POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)


@dataclass(frozen=True, slots=True)
class RankingRules:
    """One table over the sections of a festival, which may be editions of a series."""

    merit: Merit = Merit.TABLE
    points: tuple[int, ...] = USUAL_PLACE_POINTS
    """By place; behind the last of them 0."""
    best: int = 0
    """So many events of each count; 0 = all."""
    ties: tuple[RankingTie, ...] = (RankingTie.FIRST_PLACES, RankingTie.BEST_EVENT)
    categories: tuple[str, ...] = ()
    """Written as those of prizes; each has a table of its own below that of everybody."""
    left_out: tuple[str, ...] = ()
    """Sections that do not count, by address."""
