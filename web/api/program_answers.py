"""The answers to programs that come with a key."""

from collections.abc import Iterable, Sequence

from domain.events import Event, PlayoffHeld
from domain.stewards.programs import ApiKey
from domain.stewards.state import Steward
from projections.checking_in import Arrivals
from projections.history import HistoryRow
from projections.pairings import Pairings
from projections.preview import Change, Effect, PairingEffect
from web.api.team_matches import round_with_matches
from web.api.views import Json, exact_json, person, points_json
from web.wording.telling import EventInWords


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
