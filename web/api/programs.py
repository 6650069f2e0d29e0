"""Answers to programs that come with a key, and the news that webhooks are told, as JSON."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NotRequired, Protocol, TypedDict, cast

from domain import events as e
from domain.festival.entering import waiting_entries
from domain.festival.state import Festival
from domain.stewards.events import Role, Scope, Topic
from domain.stewards.state import ApiKey, Steward
from domain.words.games import Colour, Result
from projections.festivals.sections import EditionRow
from projections.lists.checking_in import Arrivals
from projections.lists.history import HistoryRow
from projections.round.illegal_moves import IllegalMovesRow
from projections.round.pairings import Pairings
from projections.round.reprojection import PairingEffect
from projections.table.preview import Change
from web.api.people import Exact, Moment, PersonJson, Points, exact_json, person, points_json
from web.api.rounds import PairingsJson, pairings
from web.wording.chess.telling import EventInWords


class WrittenEntry(Protocol):
    """An event in its envelope."""

    @property
    def version(self) -> int: ...
    @property
    def event(self) -> object: ...
    @property
    def recorded_at(self) -> datetime: ...
    @property
    def by(self) -> str: ...


class EntryWrittenJson(TypedDict):
    """An entry of the journal; `sentence` in the language of `Accept-Language`, `event` for ever."""

    version: int
    event: str
    at: Moment
    by: str
    sentence: str


class CommandDoneJson(TypedDict):
    """The entries that a command has written, none where it changed nothing; `position` is for `If-Match`.

    `made` is the address of the play-off that came of it.
    """

    tournament: str
    position: int
    entries: list[EntryWrittenJson]
    made: NotRequired[str]


def carried_out(tournament: str, position: int, rows: Sequence[tuple[HistoryRow, EventInWords]]) -> CommandDoneJson:
    made = [row.event.playoff for row, _ in rows if isinstance(row.event, e.PlayoffHeld)]
    entries = [_entry(*row) for row in rows]
    answer: CommandDoneJson = {"tournament": tournament, "position": position, "entries": entries}
    if made:
        answer["made"] = made[0]
    return answer


def _entry(row: HistoryRow, told: EventInWords) -> EntryWrittenJson:
    return _written(row, row.at, f"{told.what} ({told.why})." if told.why else f"{told.what}.")


def _written(row: HistoryRow | WrittenEntry, at: datetime, sentence: str) -> EntryWrittenJson:
    return {
        "version": row.version,
        "event": type(row.event).__name__,
        "at": at.isoformat(),
        "by": row.by,
        "sentence": sentence,
    }


class PlaceChangeJson(TypedDict):
    """A row of the table, before and after."""

    player: PersonJson
    place: list[int]
    points: list[Points]
    tiebreaks: list[list[Exact]]


class RoundChangeJson(TypedDict):
    """A round that would be paired otherwise, and its boards that would differ."""

    round: int
    published: bool
    boards: list[int]


class PreviewOfCommandJson(TypedDict):
    """The effect that a command would have; nothing is written.

    `confirm` is the level to send as `confirmed`, 0 = none. Not `complete`: there was no time for all rounds.
    """

    tournament: str
    position: int
    events: list[str]
    confirm: int
    changes: list[PlaceChangeJson]
    pairings: list[RoundChangeJson]
    complete: bool


def previewed(
    tournament: str,
    position: int,
    events: Sequence[e.Event],
    confirm: int = 0,
    changes: Iterable[Change] = (),
    rounds: Iterable[PairingEffect] = (),
    complete: bool = True,
) -> PreviewOfCommandJson:
    """Of a tournament that is to be created nothing is there yet that could change."""
    return {
        "tournament": tournament,
        "position": position,
        "events": [type(event).__name__ for event in events],
        "confirm": confirm,
        "changes": [_change(change) for change in changes],
        "pairings": [_round(one) for one in rounds if one.differs],
        "complete": complete,
    }


def _change(change: Change) -> PlaceChangeJson:
    return {
        "player": person(change.person),
        "place": list(change.place),
        "points": [points_json(points) for points in change.points],
        "tiebreaks": [[exact_json(before), exact_json(after)] for before, after in change.values],
    }


def _round(one: PairingEffect) -> RoundChangeJson:
    return {"round": one.round, "published": one.published, "boards": list(one.boards)}


class FestivalCommandDoneJson(TypedDict):
    """The entries that a command has written about a festival; `tournaments` are the addresses of those that came."""

    festival: str
    position: int
    entries: list[EntryWrittenJson]
    tournaments: list[str]


class PreviewOfFestivalCommandJson(TypedDict):
    """The events that a command about a festival would write; nothing is written."""

    festival: str
    position: int
    events: list[str]


def festival_command_carried_out(
    festival: str, position: int, rows: Sequence[tuple[WrittenEntry, str]], tournaments: Sequence[str]
) -> FestivalCommandDoneJson:
    entries = [_written(entry, entry.recorded_at, f"{told}.") for entry, told in rows]
    return {"festival": festival, "position": position, "entries": entries, "tournaments": list(tournaments)}


def festival_command_previewed(festival: str, position: int, events: Sequence[object]) -> PreviewOfFestivalCommandJson:
    return {"festival": festival, "position": position, "events": [type(event).__name__ for event in events]}


class EditionJson(TypedDict):
    """An edition of a series; `tournament` is where players enter, `starts_at` in the time of the series."""

    edition: int
    tournament: str
    starts_at: str
    started: bool
    entered: int


class WaitingEntryJson(TypedDict):
    """Somebody who wants to enter the open edition."""

    entry: int
    tournament: str
    name: str
    rating: int


class PetitionJson(TypedDict):
    """A tournament that players ask for."""

    petition: int
    title: str
    signers: int


class SeriesJson(TypedDict):
    """The editions of a series, the newest first, and the entries and petitions that wait for a decision."""

    festival: str
    position: int
    goes_on: bool
    editions: list[EditionJson]
    waiting: list[WaitingEntryJson]
    petitions: list[PetitionJson]


def series_json(festival: Festival, name: str, position: int, editions: Iterable[EditionRow]) -> SeriesJson:
    return {
        "festival": name,
        "position": position,
        "goes_on": festival.series is not None,
        "editions": [_edition(row) for row in editions],
        "waiting": [
            {"entry": one.number, "tournament": one.tournament, "name": one.player.name, "rating": one.player.rating}
            for one in waiting_entries(festival)
        ],
        "petitions": [
            {"petition": number, "title": one.opened.title, "signers": len(one.signers)}
            for number, one in festival.petitions.items()
            if one.open
        ],
    }


def _edition(row: EditionRow) -> EditionJson:
    return {
        "edition": row.edition.number,
        "tournament": row.edition.tournament,
        "starts_at": row.starts_at,
        "started": row.edition.started,
        "entered": row.entered,
    }


class AboutKeyJson(TypedDict):
    """The rights of a key now; null = everywhere, or without an end."""

    name: str
    scopes: list[Scope]
    role: Role
    tournament: str | None
    festival: str | None
    until: Moment | None


def about_key(key: ApiKey, steward: Steward) -> AboutKeyJson:
    return {
        "name": key.made.name,
        "scopes": list(key.made.scopes),
        "role": steward.role,
        "tournament": steward.tournament or None,
        "festival": key.made.festival or None,
        "until": steward.until or None,
    }


class HandoffJson(TypedDict):
    """The file with which another machine plays a tournament that was handed off."""

    tournament: str
    version: int
    handed_to: str
    file: str
    """In base64; empty = no copy of it is away."""


class DraftsJson(TypedDict):
    """The rounds that are paired and not published yet."""

    tournament: str
    position: int
    drafts: list[PairingsJson]


def drafts_json(tournament: str, position: int, rounds: Iterable[Pairings]) -> DraftsJson:
    return {"tournament": tournament, "position": position, "drafts": [pairings(view) for view in rounds]}


class IllegalMovesOfGameJson(TypedDict):
    """Of one side of a game; `noted` by the clock of the hall. `loss` is what the Laws say and nobody has entered."""

    round: int
    board: int
    game: int
    colour: Colour
    player: PersonJson | None
    noted: list[str]
    loss: Result | None


class IllegalMovesJson(TypedDict):
    """What arbiters have noted in the rounds that are published; nothing of it is public."""

    tournament: str
    position: int
    illegal_moves: list[IllegalMovesOfGameJson]


def illegal_moves_json(
    tournament: str, position: int, rounds: Iterable[tuple[int, IllegalMovesRow]]
) -> IllegalMovesJson:
    return {
        "tournament": tournament,
        "position": position,
        "illegal_moves": [_illegal_moves(*one) for one in rounds],
    }


def _illegal_moves(round: int, one: IllegalMovesRow) -> IllegalMovesOfGameJson:
    white, black = one.row.seated
    seated = white if one.colour is Colour.WHITE else black
    return {
        "round": round,
        "board": one.row.board,
        "game": one.row.game,
        "colour": one.colour,
        "player": person(seated) if seated else None,
        "noted": [time.isoformat() for time in one.times],
        "loss": one.loss,
    }


class ArrivalJson(TypedDict):
    """`expected` is whoever is to play in round 1."""

    entrant: PersonJson
    here: bool
    expected: bool


class CheckInJson(TypedDict):
    """Players who have come before round 1; not `open` once it is paired."""

    tournament: str
    position: int
    open: bool
    entrants: list[ArrivalJson]


def check_in_json(tournament: str, position: int, view: Arrivals) -> CheckInJson:
    return {
        "tournament": tournament,
        "position": position,
        "open": view.open,
        "entrants": [{"entrant": person(row.person), "here": row.here, "expected": row.expected} for row in view.rows],
    }


class WebhookDataJson(TypedDict):
    """The tournament and the entry of its journal; everything else is read at the addresses of the tournament."""

    tournament: str
    position: int
    event: str
    round: NotRequired[int]
    board: NotRequired[int]
    game: NotRequired[int]
    result: NotRequired[Result]
    number: NotRequired[int]


class WebhookNewsJson(TypedDict):
    """A message of a webhook; `timestamp` is when it happened, not when it is sent."""

    type: Topic
    timestamp: Moment
    data: WebhookDataJson


TOPICS: Mapping[type[e.Event], Topic] = {
    e.RoundPublished: Topic.ROUND_PUBLISHED,
    e.RoundWithdrawn: Topic.ROUND_WITHDRAWN,
    e.ResultRecorded: Topic.RESULT_ENTERED,
    e.AdjournedGameFinished: Topic.RESULT_ENTERED,
    e.DisputeSettled: Topic.RESULT_ENTERED,
    e.ResultCorrected: Topic.CORRECTION,
    e.ResultCorrectedForRating: Topic.CORRECTION,
    e.ColoursCorrected: Topic.CORRECTION,
    e.ResultCleared: Topic.CORRECTION,
    e.GamesReseated: Topic.CORRECTION,
    e.RatingCorrected: Topic.CORRECTION,
    e.PointsAdjusted: Topic.CORRECTION,
    e.ArmageddonDecided: Topic.RESULT_ENTERED,
    e.ArmageddonLeftOut: Topic.RESULT_ENTERED,
    e.EventUndone: Topic.CORRECTION,
    e.TournamentReopened: Topic.CORRECTION,
    e.PlayerRegistered: Topic.PLAYERS_CHANGED,
    e.PlayerDetailsAmended: Topic.PLAYERS_CHANGED,
    e.PlayerWithdrawn: Topic.PLAYERS_CHANGED,
    e.PlayerReadmitted: Topic.PLAYERS_CHANGED,
    e.PlayerExpelled: Topic.PLAYERS_CHANGED,
    e.TeamRegistered: Topic.PLAYERS_CHANGED,
    e.TournamentClosed: Topic.STANDINGS_FINAL,
    e.BulletinWritten: Topic.NEWS_CHANGED,
    e.BulletinWithdrawn: Topic.NEWS_CHANGED,
}
"""Events that are news; all others are not told."""
SAID = ("round", "board", "game", "result", "number")
"""Fields of events that the news repeats; everything else is read at the addresses of the tournament."""


def news(tournament: str, version: int, at: datetime, event: e.Event) -> WebhookNewsJson:
    said = {name: getattr(event, name) for name in SAID if getattr(event, name, None) is not None}
    data = {"tournament": tournament, "position": version, "event": type(event).__name__, **said}
    return {"type": TOPICS[type(event)], "timestamp": at.isoformat(), "data": cast(WebhookDataJson, data)}
