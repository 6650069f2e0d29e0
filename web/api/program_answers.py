"""The answers to programs that come with a key."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol

from domain.events import Event, PlayoffHeld
from domain.festival.entering import waiting_entries
from domain.festival.state import Festival
from domain.stewards.state import ApiKey, Steward
from projections.festivals.sections import EditionRow
from projections.lists.checking_in import Arrivals
from projections.lists.history import HistoryRow
from projections.round.pairings import Pairings
from projections.table.preview import Change, Effect, PairingEffect
from web.api.team_matches import round_with_matches
from web.api.views import Json, exact_json, person, points_json
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


def carried_out(tournament: str, position: int, rows: Sequence[tuple[HistoryRow, EventInWords]]) -> dict[str, Json]:
    made = [row.event.playoff for row, _ in rows if isinstance(row.event, PlayoffHeld)]
    return {
        "tournament": tournament,
        "position": position,
        "entries": [_entry(*row) for row in rows],
        **({"made": made[0]} if made else {}),
    }


def _entry(row: HistoryRow, told: EventInWords) -> dict[str, Json]:
    sentence = f"{told.what} ({told.why})." if told.why else f"{told.what}."
    return {
        "version": row.version,
        "event": type(row.event).__name__,
        "at": row.at.isoformat(),
        "by": row.by,
        "sentence": sentence,
    }


def previewed(
    tournament: str,
    position: int,
    events: Sequence[Event],
    confirm: int,
    effect: Effect,
    rounds: Iterable[PairingEffect],
    complete: bool,
) -> dict[str, Json]:
    return {
        "tournament": tournament,
        "position": position,
        "events": [type(event).__name__ for event in events],
        "confirm": confirm,
        "changes": [_change(change) for change in effect.changes],
        "pairings": [_round(one) for one in rounds if one.differs],
        "complete": complete,
    }


def _change(change: Change) -> dict[str, Json]:
    return {
        "player": person(change.person),
        "place": list(change.place),
        "points": [points_json(points) for points in change.points],
        "tiebreaks": [[exact_json(before), exact_json(after)] for before, after in change.values],
    }


def _round(one: PairingEffect) -> dict[str, Json]:
    return {"round": one.round, "published": one.published, "boards": list(one.boards)}


def festival_command_carried_out(
    festival: str, position: int, rows: Sequence[tuple[WrittenEntry, str]], tournaments: Sequence[str]
) -> dict[str, Json]:
    entries: list[Json] = [
        {
            "version": entry.version,
            "event": type(entry.event).__name__,
            "at": entry.recorded_at.isoformat(),
            "by": entry.by,
            "sentence": f"{told}.",
        }
        for entry, told in rows
    ]
    return {"festival": festival, "position": position, "entries": entries, "tournaments": list(tournaments)}


def festival_command_previewed(festival: str, position: int, events: Sequence[object]) -> dict[str, Json]:
    return {"festival": festival, "position": position, "events": [type(event).__name__ for event in events]}


def series_json(festival: Festival, name: str, position: int, editions: Iterable[EditionRow]) -> dict[str, Json]:
    """The editions, the newest first, and what waits for a decision."""
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


def _edition(row: EditionRow) -> dict[str, Json]:
    edition = row.edition
    return {
        "edition": edition.number,
        "tournament": edition.tournament,
        "starts_at": row.starts_at,
        "started": edition.started,
        "entered": row.entered,
    }


def about_key(key: ApiKey, steward: Steward) -> dict[str, Json]:
    return {
        "name": key.made.name,
        "scopes": [scope.value for scope in key.made.scopes],
        "role": steward.role.value,
        "tournament": steward.tournament or None,
        "festival": key.made.festival or None,
        "until": steward.until or None,
    }


def drafts_json(tournament: str, position: int, rounds: Iterable[Pairings]) -> dict[str, Json]:
    return {"tournament": tournament, "position": position, "drafts": [round_with_matches(view) for view in rounds]}


def creation_previewed(events: Sequence[Event]) -> dict[str, Json]:
    """Nothing is there yet that it could change."""
    return {
        "tournament": "",
        "position": 0,
        "events": [type(event).__name__ for event in events],
        "confirm": 0,
        "changes": [],
        "pairings": [],
        "complete": True,
    }


def check_in_json(tournament: str, position: int, view: Arrivals) -> dict[str, Json]:
    return {
        "tournament": tournament,
        "position": position,
        "open": view.open,
        "entrants": [{"entrant": person(row.person), "here": row.here, "expected": row.expected} for row in view.rows],
    }
