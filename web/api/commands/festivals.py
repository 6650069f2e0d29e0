"""The commands about festivals: their sections, groups, finals, and series of editions."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from domain.festival.decisions import LONGEST_FESTIVAL_NAME, LONGEST_SECTION_TITLE, MOST_PLACES
from domain.festival.rankings import (
    MOST_COUNTED_EVENTS,
    MOST_PLACE_POINTS,
    MOST_RANKED_PLACES,
    MOST_RANKING_CATEGORIES,
)
from domain.words.festivals import Carry, EntryForm, Merit, RankingTie, Rhythm, Seeding
from domain.words.regulations import Format
from web.api import fields as f
from web.api.commands import ProgramCommand, WithNeededReason
from web.api.commands.tournaments import BulletinFields
from web.wording import LANGUAGES

FestivalName = Annotated[str, f.needed_line(LONGEST_FESTIVAL_NAME)]
FestivalCity = Annotated[str, f.line(LONGEST_FESTIVAL_NAME)]
SectionTitle = Annotated[str, f.needed_line(LONGEST_SECTION_TITLE)]
SectionAddress = Annotated[str, f.needed_line(description="The address of a tournament that is a section.")]
StageFormat = Annotated[str, f.one_word_of(one for one in Format if one is not Format.PLAYOFF)]
QualifyingPlaces = Annotated[
    int, msgspec.Meta(ge=1), f.noted("The number who go on from each section.", maximum=MOST_PLACES)
]
LeastGames = Annotated[int, msgspec.Meta(ge=0), f.noted("Games that somebody has to have played.", maximum=MOST_PLACES)]


class CreateFestival(ProgramCommand, kw_only=True):
    """Create a festival; its address is in the answer."""

    name: FestivalName
    city: FestivalCity = ""
    start: f.IsoDay = ""
    end: f.IsoDay = ""


class ChangeFestival(ProgramCommand):
    """Change the announcement of a festival, and whether a player has one prize in all sections together."""

    name: FestivalName | None = None
    city: FestivalCity | None = None
    start: f.IsoDay | None = None
    end: f.IsoDay | None = None
    one_prize_each: bool | None = None

    def form(self) -> dict[str, tuple[str, ...]]:
        said = ProgramCommand.form(self)
        return {**said, "one_prize_each": ("",)} if self.one_prize_each is False else said


class WriteFestivalBulletin(BulletinFields):
    """Publish news or information about a festival."""


class ChangeFestivalBulletin(BulletinFields, kw_only=True):
    """Write news or information about a festival anew; its document stays."""

    no_document: Annotated[bool, msgspec.Meta(description="Its document goes.")] = False


class WithdrawFestivalBulletin(ProgramCommand):
    """Withdraw news or information about a festival: no page shows it any more."""


class AddSection(ProgramCommand):
    """Make a tournament that is here a section of a festival."""

    tournament: Annotated[str, f.needed_line(description="The address of the tournament.")]
    title: Annotated[str, f.line(LONGEST_SECTION_TITLE, "Empty: the name of the tournament.")] = ""


class AnnounceSection(ProgramCommand, kw_only=True):
    """Announce a new tournament as a section, with the place and the days of the festival."""

    title: SectionTitle
    format: StageFormat = Format.SWISS.value
    rounds: f.RoundNumber


class RenameSection(ProgramCommand):
    """Give a section another title."""

    title: SectionTitle


class MoveSection(ProgramCommand):
    """Move a section one place up or down."""

    by: Literal["up", "down"]


class RemoveSection(ProgramCommand):
    """Let a tournament be no section any more; the tournament itself goes on."""


class PlanStage(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A tournament that takes in the best of each section of the stage before."""

    title: SectionTitle
    format: StageFormat = Format.SWISS.value
    rounds: f.RoundNumber = 3
    places: QualifyingPlaces = 2
    carry: Carry = Carry.NONE


StageOrNone = Annotated[PlanStage | None, msgspec.Meta(description="Null = there is none.")]


def _of_stage(name: str, stage: PlanStage | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    for field, value in (msgspec.structs.asdict(stage) if stage else {"title": ""}).items():
        yield f"{name}_{field}", (str(value),)


class DrawGroups(ProgramCommand, kw_only=True):
    """Draw the entrants of a section into groups, each a tournament of its own, with a final and a super-final."""

    pool: SectionAddress
    group_format: StageFormat = Format.SWISS.value
    group_rounds: f.RoundNumber = 3
    group_title: Annotated[str, f.line(description="The words before the letter of each group.")] = ""
    least: Annotated[f.Number, msgspec.Meta(description="Entrants of the smallest group.")] = 4
    most: Annotated[f.Number, msgspec.Meta(description="Entrants of the largest group.")] = 10
    seeding: Seeding = Seeding.SNAKE
    seed: f.Seed = ""
    final: StageOrNone = None
    super_final: StageOrNone = None
    least_games: LeastGames = 1

    def form(self) -> dict[str, tuple[str, ...]]:
        plain = {name: value for name, value in ProgramCommand.form(self).items() if not name.endswith("final")}
        return {**plain, **dict(_of_stage("final", self.final)), **dict(_of_stage("super", self.super_final))}


class LinkSections(ProgramCommand, kw_only=True):
    """Let the best of some sections go on into another one, as soon as each of them is closed."""

    sources: Annotated[list[SectionAddress], msgspec.Meta(min_length=1, max_length=MOST_PLACES)]
    into: SectionAddress
    places: QualifyingPlaces
    carry: Carry = Carry.NONE
    least_games: LeastGames = 1

    def form(self) -> dict[str, tuple[str, ...]]:
        return {**self.form_without("places"), "qualifying_places": (str(self.places),)}


class UnlinkSections(ProgramCommand):
    """Let nobody go on into a section by itself any more; those who have come stay."""

    into: SectionAddress


class SendQualifiers(ProgramCommand):
    """Register those who go on from a section now, as its table stands."""

    source: SectionAddress
    into: SectionAddress


class UndoInFestival(ProgramCommand):
    """Take back the last decision about a festival."""


class SetSeries(ProgramCommand, kw_only=True):
    """Make a festival a series, or change its plan; the next edition is scheduled at once.

    What is left out stays as it is.
    """

    rhythm: Rhythm | None = None
    time: Annotated[str, f.noted("On the clock of the zone.", pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")] | None = None
    zone: Annotated[str, msgspec.Meta(examples=["Europe/Sofia"]), f.needed_line()] | None = None
    weekday: Annotated[int, msgspec.Meta(ge=0, le=6, description="0 = Monday.")] | None = None
    first_day: Annotated[str, f.noted("No edition before this day; empty = the next that fits.")] | None = None
    monthday: Annotated[int, msgspec.Meta(ge=1, le=31)] | None = None
    edition_format: StageFormat | None = None
    edition_rounds: f.RoundNumber | None = None
    grouped: bool | None = None
    seeding: Seeding | None = None
    final: StageOrNone | msgspec.UnsetType = msgspec.UNSET
    super_final: StageOrNone | msgspec.UnsetType = msgspec.UNSET
    least_games: LeastGames | None = None
    begins_by_itself: bool | None = None
    pre_registration: bool | None = None
    over_the_board: bool | None = None
    entry_form: EntryForm | None = None
    petitions: bool | None = None
    start_minimum: f.Number | None = None
    class_minimum: f.Number | None = None
    over_the_board_minimum: f.Number | None = None
    share_percent: f.Number | None = None
    capacity: f.Number | None = None
    closing_minutes: Annotated[f.Number, f.noted("Entries close so long before the start.")] | None = None
    extension_days: f.Number | None = None
    later_stage_days: f.Number | None = None
    qualifying_games: f.Number | None = None
    qualifying_festival: f.OneLine | None = None
    organisers: Annotated[list[f.OneLine], msgspec.Meta(max_length=100)] | None = None
    notice_hours: f.Number | None = None
    message_language: Annotated[str, f.one_word_of(["", *LANGUAGES])] | None = None

    def form(self) -> dict[str, tuple[str, ...]]:
        """A box that is not ticked is empty, so that it does not stay as it is."""
        said: dict[str, tuple[str, ...]] = {}
        for name, value in msgspec.structs.asdict(self).items():
            if name in ("final", "super_final"):
                said |= dict(_of_stage(name.removesuffix("_final"), value)) if value is not msgspec.UNSET else {}
            elif isinstance(value, bool):
                said[name] = ("on" if value else "",)
            elif isinstance(value, list):
                said[name] = ("\n".join(value),)
            elif value is not None:
                said[name] = (str(value),)
        return said


class EndSeries(ProgramCommand):
    """Schedule no further edition; those that are go on."""


class MoveEdition(ProgramCommand):
    """Move the open edition to where the plan has it; those who have entered are told."""


PlacePoints = Annotated[int, msgspec.Meta(ge=0), f.noted("Points of a place.", maximum=MOST_PLACE_POINTS)]


class SetRanking(ProgramCommand, kw_only=True):
    """Let the sections of a festival count for one ranking, or change its rules. What is left out stays as it is."""

    merit: Merit | None = None
    place_points: Annotated[list[PlacePoints], msgspec.Meta(max_length=MOST_RANKED_PLACES)] | None = None
    best_events: Annotated[f.Number, msgspec.Meta(description="So many of each count; 0 = all.")] | None = None
    ranking_ties: Annotated[list[RankingTie], msgspec.Meta(max_length=3)] | None = None
    ranked_apart: Annotated[list[f.OneLine], msgspec.Meta(max_length=MOST_RANKING_CATEGORIES)] | None = None
    counted: Annotated[list[SectionAddress], msgspec.Meta(max_length=MOST_COUNTED_EVENTS)] | None = None

    def form(self) -> dict[str, tuple[str, ...]]:
        typed: dict[str, tuple[str, ...]] = {}
        for name, value in (("merit", self.merit), ("best_events", self.best_events)):
            if value is not None:
                typed[name] = (str(value),)
        if self.place_points is not None:
            typed["place_points"] = (" ".join(map(str, self.place_points)),)
        if self.ranking_ties is not None:
            typed |= {f"ranking_tie_{n}": (tie.value,) for n, tie in enumerate([*self.ranking_ties], 1)}
            typed.setdefault("ranking_tie_1", ("",))
        if self.ranked_apart is not None:
            typed["ranked_apart"] = (",".join(self.ranked_apart),)
        if self.counted is not None:
            typed |= {"sections_shown": ("1",), "counted": tuple(self.counted)}
        return typed


class CloseRanking(ProgramCommand):
    """Say that the ranking of a festival is final."""


class ReopenRanking(ProgramCommand):
    """Open a closed ranking again."""


class EndRanking(ProgramCommand):
    """Let the sections of a festival count for no ranking any more."""


class AdmitEntry(ProgramCommand):
    """Admit somebody who has entered the open edition."""


class TurnDownEntry(WithNeededReason):
    """Turn down somebody who wants to enter the open edition."""


class GrantPetition(ProgramCommand):
    """Announce the tournament that players have asked for."""


class DeclinePetition(WithNeededReason):
    """Decline what players have asked for."""
