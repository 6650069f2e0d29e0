"""The commands about a tournament as a whole: creating it, its announcement, its regulations, and who sees it.

The attributes are the fields of the desk's form, under the names that JSON has for them. A field that is left out stays
as it is; in a new tournament it is that of the regulations named by `like`.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import LONGEST_WEB_ADDRESS_CHARS
from domain.ranking.tiebreaks import Ruleset
from domain.words import options
from domain.words.choices.broadcasts import MOST_DELAY_MINUTES, MOST_DELAY_MOVES
from domain.words.choices.bulletins import MAX_BULLETIN_CHARS, MAX_BULLETIN_TITLE_CHARS, BulletinKind
from domain.words.choices.chances import ChancesFor, OpenGames
from domain.words.choices.prizes import BoardMerit
from domain.words.players import OrderOfEquals
from domain.words.rating_lists import CountedRating
from domain.words.regulations import MAX_PLANNED_ROUNDS, Acceleration, CorrectionPolicy, Entrants, Format, GroupRule
from domain.words.teams import BoardOrder, ColourPreferences, PrimaryScore, TeamStrength
from web.api import fields as f
from web.api.commands import ProgramCommand, WithReason
from web.wording import LANGUAGES

Games = Annotated[int, msgspec.Meta(ge=1, le=99)]

EACH_ITS_LINE = "\n"
JOINED = {
    "deputies": EACH_ITS_LINE,
    "arbiters": EACH_ITS_LINE,
    "rating_lists": EACH_ITS_LINE,
    "schedule": EACH_ITS_LINE,
    "order": " ",
    "further": ", ",
}
"""The lists that are one field of the form, and what stands between their items there."""


class FieldGroup(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A part of the regulations; what is left out stays as it is."""


class ScoringFields(FieldGroup):
    """The worth of each result; of matches of teams their match points."""

    win: f.GivenPoints | None = None
    draw: f.GivenPoints | None = None
    loss: f.GivenPoints | None = None
    pairing_bye: f.GivenPoints | None = None
    absence: f.GivenPoints | None = None


class SwissFields(FieldGroup):
    odd_field: options.OddField | None = None
    bye_rule: options.ByeRule | None = None
    colour_run: f.Number | None = None
    swiss_numbers: options.NumbersBy | None = msgspec.field(default=None, name="numbers")
    apart_by: options.ApartBy | None = None
    apart_rounds: f.Number | None = None
    rounds_between: f.Number | None = None


class RoundRobinFields(FieldGroup):
    cycles: f.Number | None = None
    numbers_by: options.NumbersBy | None = msgspec.field(default=None, name="numbers")
    drawn: Literal["at-once", "one-by-one"] | None = None
    leavers: options.LeaverRule | None = None
    table_colours: options.TableColours | None = msgspec.field(default=None, name="colours")
    ends_by_itself: bool | None = None
    cycle_end: options.CycleEnd | None = None


class KnockoutFields(FieldGroup):
    bracket: options.BracketOrder | None = None
    byes: bool | None = None
    level: options.LevelRule | None = None
    further: Annotated[list[str], msgspec.Meta(max_length=20, examples=[["rapid 2", "armageddon 1"]])] | None = None
    games_at_once: bool | None = None
    round_a_day: bool | None = None
    third_place: bool | None = None
    second_final: bool | None = None


class ScheveningenFields(FieldGroup):
    first_team: f.OneLine | None = None
    second_team: f.OneLine | None = None


class McMahonFields(FieldGroup):
    bar: f.Number | None = None
    band: f.Number | None = None
    floor: f.Number | None = None


class PlayoffFields(FieldGroup):
    """The play-off for those who are level for a place, as it is announced."""

    pairing_form: options.PairingForm | None = None
    fewest_moves: options.FewestMoves | None = None
    places: f.Number | None = None
    armageddon_colours: options.ArmageddonColours | None = None
    increment_from_move: f.OneLine | None = None
    dropped_share: f.OneLine | None = None


class TeamFields(FieldGroup):
    """The choices of an event of teams; null where there is no limit."""

    primary_score: PrimaryScore | None = None
    game_win: f.GivenPoints | None = None
    game_draw: f.GivenPoints | None = None
    game_loss: f.GivenPoints | None = None
    bye_game_points: f.GivenPoints | UnsetType | None = UNSET
    preferences: ColourPreferences | None = None
    strength: TeamStrength | None = None
    board_order: BoardOrder | None = None
    most_reserves: f.Number | UnsetType | None = UNSET
    lineup_minutes: f.Number | UnsetType | None = UNSET
    open_lineups: bool | None = None
    primary_alone: bool | None = None
    boards_by: BoardMerit | None = None
    least_board_games: f.Number | UnsetType | None = UNSET


BOARDS_OF_TEAMS = "team_boards"
"""The field for the games of a match where teams play."""
NULLABLE = frozenset({"bye_game_points", "most_reserves", "lineup_minutes", "least_board_games"})
"""Fields for which null says something."""


class SettingsCommand(ProgramCommand):
    """A command whose fields stay as they are where they are left out."""

    def form(self) -> dict[str, tuple[str, ...]]:
        """An empty field for what was set to false, to nothing, or to an empty list."""
        return dict(_fields(self))


def _fields(given: msgspec.Struct) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, value in msgspec.structs.asdict(given).items():
        if isinstance(value, msgspec.Struct):
            yield from _fields(value)
        elif value is not UNSET and (value is not None or name in NULLABLE):
            yield name, (_field(name, value),)
            if name == "match_games":
                yield BOARDS_OF_TEAMS, (str(value),)


def _field(name: str, value: object) -> str:
    if value is None or isinstance(value, bool):
        return "on" if value else ""
    return JOINED[name].join(map(str, value)) if isinstance(value, list) else str(value)


class DetailFields(SettingsCommand):
    """The announcement; what is left out stays as it is."""

    tournament_name: f.NeededLine | None = msgspec.field(default=None, name="name")
    city: f.OneLine | None = None
    federation: f.Federation | None = None
    start: f.IsoDay | None = None
    end: f.IsoDay | None = None
    next_time: f.OneLine | None = None
    flags: bool | None = None
    video: Annotated[str, f.line(LONGEST_WEB_ADDRESS_CHARS, "https; empty = none.")] | None = None
    chief_arbiter: f.OneLine | None = None
    deputies: list[f.OneLine] | None = None
    arbiters: list[f.OneLine] | None = None
    time_control: f.OneLine | None = None
    clock: Annotated[str, msgspec.Meta(examples=["40/6000+30:900+30"])] | None = None
    rank_method: f.OneLine | None = None
    rating_lists: list[f.OneLine] | None = None
    schedule: (
        Annotated[list[str], msgspec.Meta(description="The start of each round.", examples=[["2026-11-21T15:00"]])]
        | None
    ) = None


class RegulationFields(FieldGroup):
    """The regulations; what is left out stays as it is."""

    format: Format | None = None
    entrants: Entrants | None = None
    system: f.SystemName | None = None
    rounds: f.RoundNumber | None = None
    match_games: Annotated[Games, msgspec.Meta(description="Games of a match, boards of a match of teams.")] | None = (
        None
    )
    order: Annotated[list[f.TiebreakCode], msgspec.Meta(examples=[["BH/C1", "BH", "SB"]])] | None = msgspec.field(
        default=None, name="tiebreaks"
    )
    ruleset: Ruleset | None = None
    scoring: ScoringFields | None = None
    corrections: CorrectionPolicy | None = None
    group_rule: GroupRule | None = None
    numbering: OrderOfEquals | None = None
    acceleration: Acceleration | None = None
    chess960: bool | None = None
    shared_places: bool | None = None
    armageddon: f.GivenPoints | None = None
    rating_periods: bool | None = None
    counted_rating: CountedRating | None = None
    swiss: SwissFields | None = None
    maxi: options.MaxiTournament | None = None
    mcmahon: McMahonFields | None = None
    round_robin: RoundRobinFields | None = None
    knockout: KnockoutFields | None = None
    scheveningen: ScheveningenFields | None = None
    playoff: PlayoffFields | None = None
    teams: TeamFields | None = None


class CreateTournament(DetailFields, kw_only=True):
    """Create a tournament; its address is in the answer."""

    tournament_name: f.NeededLine = msgspec.field(name="name")
    like: Annotated[
        Literal[
            "fide",
            "club",
            "juniors",
            "round-robin",
            "knock-out",
            "teams",
            "dutch-1998",
            "portal-swiss",
            "portal-round-robin",
        ],
        msgspec.Meta(description="The regulations that it begins with."),
    ] = "fide"
    regulations: RegulationFields | None = None
    fide_mode: Annotated[bool, msgspec.Meta(description="Only rules of FIDE in force are taken; false for others.")] = (
        True
    )
    visibility: Annotated[
        Literal["public", "draft"], msgspec.Meta(description="A draft is seen at the desk alone.")
    ] = "public"

    def form(self) -> dict[str, tuple[str, ...]]:
        return {**SettingsCommand.form(self), "fide_mode": ("" if self.fide_mode else "off",)}


class ChangeDetails(DetailFields):
    """Change the announcement: name, place, days, arbiters, schedule."""


class ChangeRegulations(SettingsCommand):
    """Change the regulations; ?preview=1 shows the effect on the table."""

    regulations: RegulationFields
    reason: f.ReasonText = ""


class AnnounceDraft(ProgramCommand):
    """Announce a draft, or show a hidden tournament again."""


class HideTournament(ProgramCommand):
    """Hide a tournament that was announced."""


class ArchiveTournament(ProgramCommand):
    """Put a tournament into the archive."""


class TakeFromArchive(ProgramCommand):
    """Take a tournament from the archive."""


class ThrowAway(WithReason):
    """Throw a tournament away before round 1 is published."""


class BringBack(WithReason):
    """Bring back a tournament that was thrown away."""


class SetColour(ProgramCommand):
    """Set the initial colour: drawn by lot, or white or black for number 1."""

    colour: Literal["lot", "w", "b"] = "lot"
    seed: f.Seed = ""


class DrawNumbers(ProgramCommand):
    """Draw the numbers of a table or of a bracket by lot."""

    seed: f.Seed = ""


class DrawTieLots(DrawNumbers):
    """Draw lots among those who are still equal."""


class LeaveFideMode(ProgramCommand):
    """Leave FIDE mode for good: only then do regulations change during play, and other rules than FIDE's stand."""


class SetBroadcast(ProgramCommand):
    """Show live games and their results to everybody later by minutes or by full moves; 0 = at once."""

    delay_minutes: Annotated[int, msgspec.Meta(ge=0), f.noted(maximum=MOST_DELAY_MINUTES)] = 0
    delay_moves: Annotated[int, msgspec.Meta(ge=0), f.noted(maximum=MOST_DELAY_MOVES)] = 0


class WrittenText(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A text in one language, its body in Markdown."""

    language: Annotated[str, f.one_word_of(LANGUAGES)]
    title: Annotated[str, f.needed_line(MAX_BULLETIN_TITLE_CHARS)]
    body: Annotated[str, f.noted(maxLength=MAX_BULLETIN_CHARS)] = ""


class BulletinFields(ProgramCommand, kw_only=True):
    texts: list[WrittenText]
    bulletin_kind: Annotated[BulletinKind, msgspec.Meta(description="`information` has no day, and stays.")] = (
        BulletinKind.NEWS
    )
    bulletin_at: Annotated[str, f.noted("Local date and time, ISO; empty = now.", examples=["2026-11-29T10:00"])] = ""
    pinned: Annotated[bool, msgspec.Meta(description="It stands first.")] = False
    tell: Annotated[bool, msgspec.Meta(description="Phones that follow somebody are told of it.")] = False
    bulletin_link: Annotated[str, f.line(LONGEST_WEB_ADDRESS_CHARS, "http or https; empty = none.")] = ""

    def form(self) -> dict[str, tuple[str, ...]]:
        said = self.form_without("texts")
        for one in self.texts:
            said |= {f"bulletin_title_{one.language}": (one.title,), f"bulletin_body_{one.language}": (one.body,)}
        return said


class WriteBulletin(BulletinFields, kw_only=True):
    """Publish news or information of the organiser."""


class ChangeBulletin(WriteBulletin, kw_only=True):
    """Write news or information of the organiser anew; its document stays."""

    no_document: Annotated[bool, msgspec.Meta(description="Its document goes.")] = False


class WithdrawBulletin(ProgramCommand):
    """Withdraw news or information of the organiser: no page shows it any more."""


class HandOff(ProgramCommand):
    """Hand a tournament off to another machine, which alone writes in it until it comes back."""

    handed_to: Annotated[str, msgspec.Meta(min_length=1, max_length=80, description="As the desk calls that machine.")]


class ReturnHandoff(ProgramCommand):
    """Take back a tournament that was handed off, or what the other machine has written of it until now."""

    file: Annotated[str, msgspec.Meta(description="The file that the other machine has made, in base64.")]


class ShowChances(ProgramCommand):
    """Show what comes next to nobody, to the desk, or to everybody from a round on; say how open games count for it."""

    shown: ChancesFor
    from_round: Annotated[int, msgspec.Meta(ge=1), f.noted(maximum=MAX_PLANNED_ROUNDS)] = 1
    open_games: OpenGames = OpenGames.DRAWN


class AllowReports(ProgramCommand):
    """Let players report their results, or no longer."""

    allowed: bool
