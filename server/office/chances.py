"""What comes next in a tournament, played out by a worker when somebody looks: the hall's process has ready rows alone.

An answer belongs to the version of the tournament that it was asked about. The first comes after a second or two, a
better one follows; when the tournament has moved on meanwhile, both are thrown away and asked for again.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from datetime import UTC, datetime
from random import Random

from domain.records import dataclass
from domain.refusals import FileKind, FileTooHeavy, FileTooSlow
from domain.tournament import Tournament
from domain.words.players import PairingNumber
from projections.chances.playing_out import RestOfEvent, ends_by_lot, rest_of_event
from projections.chances.tally import (
    LikelyOpponent,
    Share,
    drawn_pairings,
    likely_opponents,
    played_out,
)
from server.supervisor import Supervisor
from server.workers.pool import Workers

FIRST_SECONDS, BETTER_SECONDS = 1.5, 8.0
"""Seconds of a worker for the first answer and for the better one."""
SECONDS_FOR_OPPONENTS = 0.5
"""Of each answer, before the rest of the event is played out."""
ASKED_PLACES = (1, 3)
"""The chances that are asked for: to be first, to be among the first three."""


@dataclass(frozen=True, slots=True)
class ChancesFound:
    version: int
    """Of the tournament."""
    at: datetime
    runs: int
    """Endings of the event; 0 = none came to its end."""
    stopped: int
    """Runs that came to a round without a legal pairing."""
    draws: int
    """Times the open games were decided by lot for the next opponents."""
    opponents: Mapping[PairingNumber, Sequence[LikelyOpponent]]
    places: Mapping[PairingNumber, Sequence[Share]]
    """In step with `ASKED_PLACES`."""
    better: bool = False


def find_chances(rest: RestOfEvent, version: int, seed: str, seconds: float) -> ChancesFound:
    """The work of a worker: as many runs as there is time for."""
    lot, began = ends_by_lot(Random(f"tablo chances {seed} {version}").random), time.monotonic()

    def before(end: float) -> Callable[[], bool]:
        return lambda: time.monotonic() - began < end

    more = iter(before(SECONDS_FOR_OPPONENTS), False)
    pairings = list(drawn_pairings(rest, lot, more)) if rest.rounds_to_pair else []
    tally = played_out(rest, lot, before(seconds))
    places = {n: [tally.best_to(n, place) for place in ASKED_PLACES] for n in tally.numbers} if tally.runs else {}
    now = datetime.now(UTC)
    return ChancesFound(version, now, tally.runs, tally.stopped, len(pairings), likely_opponents(pairings), places)


@dataclass(slots=True, eq=False)
class ChancesOffice:
    workers: Workers
    background: Supervisor
    _found: dict[str, ChancesFound] = field(default_factory=dict)
    _at_work: set[str] = field(default_factory=set)

    def asked(self, slug: str, t: Tournament) -> ChancesFound | None:
        """What is known of the tournament as it is; None = not yet. Raises NotPlayedOut."""
        known = self._found.get(slug)
        current = known is not None and known.version == t.version
        if not (current and known is not None and known.better) and slug not in self._at_work:
            rest, version, seconds = rest_of_event(t), t.version, BETTER_SECONDS if current else FIRST_SECONDS
            self._at_work.add(slug)
            self.background.begin("chances", lambda: self._find(slug, rest, version, seconds))
        return known if current else None

    def forget(self, slugs: set[str]) -> None:
        for slug in slugs:
            self._found.pop(slug, None)

    async def _find(self, slug: str, rest: RestOfEvent, version: int, seconds: float) -> None:
        try:
            found = await self.workers.run(FileKind.CHANCES, slug, find_chances, rest, version, slug, seconds)
            self._found[slug] = replace(found, better=seconds == BETTER_SECONDS)
        except (FileTooHeavy, FileTooSlow):
            """The pool has logged it; whoever looks again asks again."""
        finally:
            self._at_work.discard(slug)
