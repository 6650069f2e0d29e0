"""A remark on a report file: something of it that the tournament takes otherwise than written."""

from dataclasses import dataclass
from enum import StrEnum

from domain.words.mended import Mended


class About(StrEnum):
    """The subject of a remark; the sentences are in `web/wording/report_imports.py`."""

    CUT = "cut"
    DATE_LEFT_OUT = "date-left-out"
    FEDERATION_LEFT_OUT = "federation-left-out"
    TYPE_LEFT_OUT = "type-left-out"
    SYSTEM_UNKNOWN = "system-unknown"
    SYSTEM_ASSUMED = "system-assumed"
    SYSTEM_CHOSEN = "system-chosen"
    SYSTEM_OF_DAY = "system-of-day"
    SYSTEM_OF_TODAY = "system-of-today"
    SYSTEM_OF_TEAMS = "system-of-teams"
    SYSTEM_NOT_HERE = "system-not-here"
    SYSTEM_ACCELERATES = "system-accelerates"
    SYSTEM_NOT_IN_FORCE = "system-not-in-force"
    BRACKET_UNKNOWN = "bracket-unknown"
    BRACKET_BY_GAMES = "bracket-by-games"
    BRACKET_UNLIKE = "bracket-unlike"
    BRACKETS_UNKNOWN = "brackets-unknown"
    BRACKETS_UNLIKE = "brackets-unlike"
    LEVEL_MATCHES_SEEN = "level-matches-seen"
    LEVEL_MATCHES_OPEN = "level-matches-open"
    ORDER_UNKNOWN = "order-unknown"
    ORDER_ASSUMED = "order-assumed"
    RULESET_ASSUMED = "ruleset-assumed"
    ROUNDS_ASSUMED = "rounds-assumed"
    COLOUR_ASSUMED = "colour-assumed"
    NUMBER_CHANGED = "number-changed"
    ROUNDS_DIFFER = "rounds-differ"
    ROUNDS_SAME = "rounds-same"
    NOT_RECHECKED = "not-rechecked"
    NAMESAKES = "namesakes"
    NATIONAL_LEFT_OUT = "national-left-out"
    LINES_KEPT = "lines-kept"
    LINES_PERSONAL = "lines-personal"
    LINES_TOO_MANY = "lines-too-many"
    TEAMS_OF_LIST = "teams-of-list"
    WHITE_TEAM_ASSUMED = "white-team-assumed"
    OTHER_COLOURS = "other-colours"
    NOT_IN_ORDER = "not-in-order"
    RESERVE_OF_ORDER = "reserve-of-order"
    TEAM_POINTS_DIFFER = "team-points-differ"
    TEAM_RECORD_KEPT = "team-record-kept"
    """Of journals of before: 250 and 299 were not read."""
    ACCELERATION_KEPT = "acceleration-kept"
    ABNORMAL_NOT_COUNTED = "abnormal-not-counted"
    ABNORMAL_WITHOUT_EFFECT = "abnormal-without-effect"
    ABNORMAL_AFTER_THE_END = "abnormal-after-the-end"
    ABNORMAL_AHEAD = "abnormal-ahead"
    XXP_OF_TEAMS = "xxp-of-teams"
    XXP_OF_PLAYERS = "xxp-of-players"
    EARLY_COLUMNS = "early-columns"
    BYE_IN_VAIN = "bye-in-vain"
    BYE_AS_READABLE = "bye-as-readable"
    FIDE_MODE_LEFT = "fide-mode-left"
    BIRTH_DATES = "birth-dates"


@dataclass(frozen=True, slots=True)
class Remark:
    about: About
    was: str = ""
    """The text of the file."""
    now: str = ""
    """The value in the tournament."""
    record: str = ""
    """The record that says it, or the one where it could be said."""

    @property
    def mended(self) -> Mended:
        """As the journal keeps it."""
        return Mended(self.about.value, was=self.was, now=self.now, record=self.record)
