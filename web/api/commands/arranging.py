"""The commands about who must not meet, the public form of entries, and ranking by hand.

Entrants are named by their ids: those of players, of teams where teams play.
"""

from typing import Annotated

import msgspec

from domain.decisions.players.period_ratings import LONGEST_LIST_NAME
from domain.decisions.players.registering import HIGHEST_RATING
from domain.decisions.rounds.lateness import MAX_DEFAULT_MINUTES
from domain.decisions.setup.handicap import MOST_HANDICAP_STEPS
from domain.decisions.setup.team_scores import MOST_COUNTED_PLAYERS
from domain.words.choices.boards import MAX_ROOM_NAME_CHARS
from domain.words.choices.conditions import LONGEST_CONDITIONS_CHARS, RatingMeant
from domain.words.choices.self_help import MOST_AHEAD_MINUTES, MOST_OWN_BYES, ByeWay
from domain.words.choices.team_scores import TeamMerit, TeamsBy
from web.api.commands import ProgramCommand, by_id
from web.api.fields import (
    BoardNumber,
    EntrantNumber,
    IsoDay,
    KFactor,
    NeededReason,
    Number,
    PlayerNumber,
    ReasonText,
    RoundNumber,
    TitleText,
    line,
    needed_line,
    noted,
    one_word_of,
)
from web.wording import LANGUAGES

MOST_LINES = 100
MOST_OF_A_GROUP = 500
MOST_RATINGS = 1500
MINUTES_AHEAD = "Minutes before the start of each round by the schedule; 0 = by hand."
UNSET_TIME = "Minutes after the start; nothing = nobody is offered."
SpanRound = Annotated[int, msgspec.Meta(ge=0, le=999)]


class ProhibitedGroup(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Entrants that must not meet each other, from one round to another; 0 = from the start, to the end."""

    entrants: Annotated[list[EntrantNumber], msgspec.Meta(min_length=2, max_length=MOST_OF_A_GROUP)]
    first_round: SpanRound = 0
    last_round: SpanRound = 0

    def line(self) -> str:
        return f"{self.first_round}-{self.last_round}:" + ";".join(map(by_id, self.entrants))


class ProhibitPairs(ProgramCommand, kw_only=True):
    """Say who must not meet: all groups, which replace those before; an empty list lets everybody meet."""

    groups: Annotated[list[ProhibitedGroup], msgspec.Meta(max_length=MOST_LINES)]
    reason: ReasonText = ""

    def form(self) -> dict[str, tuple[str, ...]]:
        return {**ProgramCommand.form(self), "groups": ("\n".join(one.line() for one in self.groups),)}


class BoardKept(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Somebody who cannot move, and the board to which opponents come."""

    entrant: EntrantNumber
    board: BoardNumber


class RoomOfBoards(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A room; it has the boards up to the first one of the next room."""

    name: Annotated[str, needed_line(MAX_ROOM_NAME_CHARS)]
    first_board: BoardNumber


class PlanBoards(ProgramCommand, kw_only=True):
    """Say who keeps a board, which numbers are left out, and which rooms there are, in the place of what was before."""

    kept: Annotated[list[BoardKept], msgspec.Meta(max_length=MOST_LINES)] = []
    skipped: Annotated[list[BoardNumber], msgspec.Meta(max_length=MOST_LINES)] = []
    rooms: Annotated[list[RoomOfBoards], msgspec.Meta(max_length=MOST_LINES)] = []

    def form(self) -> dict[str, tuple[str, ...]]:
        kept = (f"{one.board}:{by_id(one.entrant)}" for one in self.kept)
        rooms = (f"{one.first_board}:{one.name}" for one in self.rooms)
        return {
            **self.form_without("kept", "skipped", "rooms"),
            "kept_boards": ("\n".join(kept),),
            "skipped_boards": (",".join(map(str, self.skipped)),),
            "rooms": ("\n".join(rooms),),
        }


class PublicationOfRound(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The time at which one round is published, in the place of the rule for all."""

    round: RoundNumber
    at: Annotated[str, line(16, "A local date and time such as `2026-11-21T14:30`; empty = by hand.")] = ""


class PlanPublication(ProgramCommand, kw_only=True):
    """Say when rounds are published by the clock, if they are paired by then, in the place of what was said before."""

    publish_minutes: Annotated[Number, msgspec.Meta(le=MOST_AHEAD_MINUTES, description=MINUTES_AHEAD)] = 0
    times: Annotated[list[PublicationOfRound], msgspec.Meta(max_length=MOST_LINES)] = []

    def form(self) -> dict[str, tuple[str, ...]]:
        times = "\n".join(f"{one.round}: {one.at}" for one in self.times)
        return {**self.form_without("times"), "publish_at": (times,)}


class SetDefaultTime(ProgramCommand, kw_only=True):
    """Say how late players may come; the arbiter is offered the boards without a result after that."""

    default_minutes: Annotated[int, msgspec.Meta(ge=0), noted(UNSET_TIME, maximum=MAX_DEFAULT_MINUTES)] | None = None


class HandicapTimes(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The times from so many points of rating on: minutes, or `4:30`, with `+5` for seconds a move."""

    difference: Annotated[int, msgspec.Meta(ge=0), noted(maximum=HIGHEST_RATING)]
    stronger: Annotated[str, needed_line(9)]
    weaker: Annotated[str, needed_line(9)]


class SetHandicap(ProgramCommand, kw_only=True):
    """Give both sides of a game times by the difference of their ratings; an empty list gives all the same."""

    handicap: Annotated[list[HandicapTimes], msgspec.Meta(max_length=MOST_HANDICAP_STEPS)]

    def form(self) -> dict[str, tuple[str, ...]]:
        lines = (f"{one.difference}: {one.stronger}/{one.weaker}" for one in self.handicap)
        return {**self.form_without("handicap"), "handicap": ("\n".join(lines),)}


class SetTeamScores(ProgramCommand, kw_only=True):
    """Add up the best players of each club or federation in a table of its own; what is left out stays as it is."""

    teams_by: TeamsBy | None = None
    best_players: Annotated[int, msgspec.Meta(ge=1), noted(maximum=MOST_COUNTED_PLAYERS)] | None = None
    team_merit: TeamMerit | None = None


class RatingOfPeriod(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Somebody on the list; title and K that are left out stay as they were."""

    player: PlayerNumber
    rating: Annotated[int, msgspec.Meta(ge=0), noted(maximum=HIGHEST_RATING)]
    title: TitleText = ""
    k: KFactor = 0


class TakePeriodRatings(ProgramCommand, kw_only=True):
    """Take over the ratings of a later rating period, all those that differ from the period before: they replace the
    ones taken before for it."""

    ratings: Annotated[list[RatingOfPeriod], msgspec.Meta(max_length=MOST_RATINGS)]
    rating_from: Annotated[str, line(LONGEST_LIST_NAME, "The list and its month, such as FIDE 2026-12.")] = ""

    def form(self) -> dict[str, tuple[str, ...]]:
        typed: dict[str, tuple[str, ...]] = {}
        for one in self.ratings:
            typed[f"rating-{one.player}"] = (str(one.rating),)
            typed[f"title-{one.player}"] = (one.title,)
            typed[f"k-{one.player}"] = (str(one.k),)
        return {**self.form_without("ratings"), **typed}


class OrderEquals(ProgramCommand, kw_only=True):
    """Give the order of the tie-break MANUAL, best first; it replaces the one before."""

    order: Annotated[list[EntrantNumber], msgspec.Meta(max_length=MOST_LINES)]
    reason: ReasonText = ""

    def form(self) -> dict[str, tuple[str, ...]]:
        return {**self.form_without("order"), "by_arbiter": ("\n".join(map(by_id, self.order)),)}


class OutsidePoints(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Points of games that are not in this tournament."""

    entrant: EntrantNumber
    points: Annotated[float, msgspec.Meta(ge=0, le=100, multiple_of=0.5)]


class GiveOutsidePoints(ProgramCommand, kw_only=True):
    """Give the points of the tie-break PLAYOFF; all of them, which replace those before."""

    values: Annotated[list[OutsidePoints], msgspec.Meta(max_length=MOST_LINES)]
    reason: ReasonText = ""

    def form(self) -> dict[str, tuple[str, ...]]:
        return {
            **self.form_without("values"),
            "outside": ("\n".join(f"{by_id(one.entrant)};{one.points:.1f}" for one in self.values),),
        }


class OpenEntries(ProgramCommand):
    """Open the public form of entries, or change its limits; what is left out stays as it is."""

    most_entrants: Annotated[Number, msgspec.Meta(le=9999, description="0 = no limit.")] | None = None
    last_day: IsoDay | None = None
    by_mail: Annotated[bool, msgspec.Meta(description="Each entry is confirmed by a link in an e-mail.")] | None = None

    waiting_list: Annotated[bool, msgspec.Meta(description="Entries beyond the limit wait.")] | None = None
    moves_up_late: Annotated[bool, msgspec.Meta(description="They move up after the start, too.")] | None = None

    def form(self) -> dict[str, tuple[str, ...]]:
        """What is false is said too: what is not said stays as it is."""
        ticks = {"by_mail": self.by_mail, "waiting_list": self.waiting_list, "moves_up_late": self.moves_up_late}
        said = {name: ("1" if on else "",) for name, on in ticks.items() if on is not None}
        return {**ProgramCommand.form(self), **said}


class TakeOffWaitingList(ProgramCommand, kw_only=True):
    """Take somebody off the waiting list."""

    player: EntrantNumber
    reason: ReasonText = ""


class RegisterFromWaitingList(ProgramCommand, kw_only=True):
    """Register somebody who waits, out of turn and beyond the limit too."""

    player: EntrantNumber


class CloseEntries(ProgramCommand):
    """Close the public form of entries."""


class SetConditions(ProgramCommand, kw_only=True):
    """Say who may enter, in the words of prize categories, in the place of what was said before."""

    conditions: Annotated[str, line(LONGEST_CONDITIONS_CHARS, "`R1600-1999&fed:BUL|W`; empty = everybody.")] = ""
    enforced: Annotated[bool, msgspec.Meta(description="False = the arbiter is warned.")] = False
    rating_meant: RatingMeant = RatingMeant.COUNTS
    age_day: IsoDay = ""


AheadMinutes = Annotated[Number, msgspec.Meta(le=MOST_AHEAD_MINUTES)]


class AllowSelfHelp(ProgramCommand, kw_only=True):
    """Say what players do by links of their own, in the place of what was allowed before."""

    check_in: bool = False
    check_in_opens: Annotated[AheadMinutes, msgspec.Meta(description="Minutes before the start; 0 = at any time.")] = 0
    check_in_closes: Annotated[AheadMinutes, msgspec.Meta(description="0 = with the pairing.")] = 0
    own_byes: Annotated[ByeWay, msgspec.Meta(description="Empty = none; `ask` = an arbiter decides.")] = ByeWay.OFF
    most_byes: Annotated[Number, msgspec.Meta(le=MOST_OWN_BYES, description="0 = no limit.")] = 0
    bye_closes: Annotated[AheadMinutes, msgspec.Meta(description="0 = with the pairing.")] = 0
    own_withdrawal: bool = False
    own_norms: bool = False
    letter_language: Annotated[str, one_word_of(("", *LANGUAGES))] = ""


class DeclineBye(ProgramCommand, kw_only=True):
    """Decline a bye that a player asks for."""

    player: EntrantNumber
    round: RoundNumber
    reason: ReasonText = ""


class RenewOwnLink(ProgramCommand):
    """Give a player another link of their own: those before, codes on slips too, open nothing any more."""


class AcceptQualifiers(ProgramCommand, kw_only=True):
    """Keep the entrants as they are, although an earlier stage would send others by now."""

    source: Annotated[str, needed_line(description="The address of the tournament that they come from.")]
    seen: Annotated[Number, msgspec.Meta(description="The position of that tournament, as you read it.")]
    reason: NeededReason


class ExchangeQualifiers(AcceptQualifiers):
    """Make the entrants those whom an earlier stage sends by now."""
