"""Snapshots of small events with the rows of their rest, worked out for real."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

from domain.tournament import Tournament
from domain.words.players import EntrantId
from projections.chances.lots import EndsByLot
from projections.chances.rest import rest_of_event
from projections.chances.tally import Meetings, draw_on, played_out
from projections.chances.worked_out import chances, next_round
from projections.moment.chances_found import AimKind, ChancesFound, LinePoint, Share
from projections.moment.snapshot import Snapshot, snapshot

FOUND_AT = datetime(2026, 11, 28, 19, 30, tzinfo=UTC)
RUNS = 60


def found_of(t: Tournament, runs: int = RUNS) -> ChancesFound:
    """With a line from the start, on which everybody had the same chance then."""
    rest, lot = rest_of_event(t), EndsByLot(Random(1).random)
    meetings = Meetings()
    if rest.rounds_to_pair:
        draw_on(meetings, rest, lot, range(runs))
    found = chances(rest, t.version, FOUND_AT, played_out(rest, lot, runs))
    return replace(found, next_round=next_round(rest, t.version, FOUND_AT, meetings), line=lines(found))


def lines(found: ChancesFound) -> Mapping[EntrantId, list[LinePoint]]:
    equal = Share(1 / len(found.entrants), 0.01)
    now = {id: found.chance(id, AimKind.FIRST) for id in found.entrants}
    return {id: [LinePoint(0, equal), LinePoint(found.after_round, first)] for id, first in now.items() if first}


def with_chances(t: Tournament, found: ChancesFound | None = None) -> Snapshot:
    looked_at = snapshot(t)
    looked_at.chances = found or found_of(t)
    return looked_at
